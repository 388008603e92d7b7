//! The federation's words for titles, those of today and the letters of its older lists.

/// Titles that stand in the title column, open ones first.
const OPEN: [&str; 4] = ["GM", "IM", "FM", "CM"];
/// `WH` is an honorary woman grandmaster.
const WOMENS: [&str; 5] = ["WGM", "WIM", "WFM", "WCM", "WH"];
/// Titles of the online arena, which have a column of their own.
const ARENA: [&str; 4] = ["AGM", "AIM", "AFM", "ACM"];

/// The letters of the lists up to 2012.
const LETTERS: [(&str, &str); 9] =
    [("g", "GM"), ("m", "IM"), ("f", "FM"), ("c", "CM"), ("wg", "WGM"), ("wm", "WIM"), ("wf", "WFM"), ("wc", "WCM"), ("wh", "WH")];

/// Today's word for a title, or the word as it stands where it is none; and whether it is known.
pub(crate) fn todays(word: &str) -> (&str, bool) {
    match LETTERS.iter().find(|(letters, _)| *letters == word) {
        Some((_, todays)) => (todays, true),
        None => (word, word.is_empty() || OPEN.contains(&word) || is_womens(word)),
    }
}

pub(crate) fn is_womens(title: &str) -> bool {
    WOMENS.contains(&title)
}

pub(crate) fn is_arena(title: &str) -> bool {
    ARENA.contains(&title)
}

/// Other titles with the arena title behind them, which is how a list holds both.
pub(crate) fn joined(other: &str, arena: &str, joined: &mut String) {
    joined.clear();
    joined.push_str(other);
    if !other.is_empty() && !arena.is_empty() {
        joined.push(',');
    }
    joined.push_str(arena);
}

/// The two columns again: an arena title that stands last has its own.
pub(crate) fn parted(titles: &str) -> (&str, &str) {
    match titles.rsplit_once(',') {
        Some((other, arena)) if is_arena(arena) => (other, arena),
        None if is_arena(titles) => ("", titles),
        _ => (titles, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_older_lists_are_todays_titles() {
        assert_eq!(
            ["g", "m", "f", "c", "wg", "wm", "wf", "wc", "wh"].map(|w| todays(w).0),
            ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "WH"]
        );
        assert_eq!(todays("WH"), ("WH", true));
        assert_eq!(todays("XX"), ("XX", false));
    }

    #[test]
    fn other_titles_and_an_arena_title_come_apart_as_they_were() {
        let mut both = String::new();
        for (other, arena) in [("", ""), ("IA,NI", ""), ("", "AGM"), ("IA", "ACM"), ("SI,FI,LSI,SLI,NA", "AFM")] {
            joined(other, arena, &mut both);
            assert_eq!(parted(&both), (other, arena), "{both}");
        }
    }
}
