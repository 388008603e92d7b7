//! The federation's titles: current ones, and the letters of older lists.

/// Open titles, in the column of titles.
const OPEN: [&str; 4] = ["GM", "IM", "FM", "CM"];
/// Women's titles; `WH` is an honorary woman grandmaster.
const WOMENS: [&str; 5] = ["WGM", "WIM", "WFM", "WCM", "WH"];
/// Titles of the online arena, in a column of their own.
const ARENA: [&str; 4] = ["AGM", "AIM", "AFM", "ACM"];

/// The letters for titles in lists up to 2012.
const LETTERS: [(&str, &str); 9] =
    [("g", "GM"), ("m", "IM"), ("f", "FM"), ("c", "CM"), ("wg", "WGM"), ("wm", "WIM"), ("wf", "WFM"), ("wc", "WCM"), ("wh", "WH")];

/// Returns the current title of a word and whether it is known; unknown words stay as they are.
pub(crate) fn current_title(word: &str) -> (&str, bool) {
    match LETTERS.iter().find(|(letters, _)| *letters == word) {
        Some((_, current_title)) => (current_title, true),
        None => (word, word.is_empty() || OPEN.contains(&word) || is_womens(word)),
    }
}

pub(crate) fn is_womens(title: &str) -> bool {
    WOMENS.contains(&title)
}

pub(crate) fn is_arena(title: &str) -> bool {
    ARENA.contains(&title)
}

/// Joins other titles and the arena title, as a list stores both.
pub(crate) fn join_titles(other: &str, arena: &str, join_titles: &mut String) {
    join_titles.clear();
    join_titles.push_str(other);
    if !other.is_empty() && !arena.is_empty() {
        join_titles.push(',');
    }
    join_titles.push_str(arena);
}

/// Splits the arena title, which comes last, from the other titles.
pub(crate) fn split_titles(titles: &str) -> (&str, &str) {
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
    fn letters_of_older_lists_become_current_titles() {
        assert_eq!(
            ["g", "m", "f", "c", "wg", "wm", "wf", "wc", "wh"].map(|w| current_title(w).0),
            ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "WH"]
        );
        assert_eq!(current_title("WH"), ("WH", true));
        assert_eq!(current_title("XX"), ("XX", false));
    }

    #[test]
    fn joined_other_titles_and_arena_title_are_split_again() {
        let mut both = String::new();
        for (other, arena) in [("", ""), ("IA,NI", ""), ("", "AGM"), ("IA", "ACM"), ("SI,FI,LSI,SLI,NA", "AFM")] {
            join_titles(other, arena, &mut both);
            assert_eq!(split_titles(&both), (other, arena), "{both}");
        }
    }
}
