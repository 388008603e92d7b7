//! Text that does not run from left to right, and characters that nobody sees: a name must not be able to change how the numbers beside it read.

/// Characters that turn the direction of all that follows them, with nothing to be seen: embeddings, overrides and isolates.
pub fn turns_direction(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is shown by what it is called instead: control characters, which terminals obey, and those that turn the direction.
pub fn is_hidden(character: char) -> bool {
    character.is_control() || turns_direction(character) || matches!(character, '\u{2028}' | '\u{2029}')
}

/// A stretch of text of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch<'a> {
    Usual(&'a str),
    /// From the first to the last letter that runs from right to left, with what stands between them. Whoever shows it keeps it apart, so that
    /// numbers behind it stay behind it.
    RightToLeft(&'a str),
}

/// Divides a text by its direction. Where all of it runs from left to right it is one stretch.
pub fn stretches(text: &str) -> impl Iterator<Item = Stretch<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        if !runs_left(first) {
            let end = rest.find(runs_left).unwrap_or(rest.len());
            let (usual, behind) = rest.split_at(end);
            rest = behind;
            return Some(Stretch::Usual(usual));
        }
        let mut end = 0;
        let mut last = ' ';
        for (at, character) in rest.char_indices() {
            if runs_left(character) {
                end = at + character.len_utf8();
            } else if character.is_alphanumeric() || is_hidden(character) || (character == ' ' && last == ' ') {
                break;
            }
            last = character;
        }
        let (leftward, behind) = rest.split_at(end);
        rest = behind;
        Some(Stretch::RightToLeft(leftward))
    })
}

/// Letters and marks of the scripts that run from right to left.
fn runs_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_from_right_to_left_is_one_stretch_without_the_numbers_beside_it() {
        let all: Vec<Stretch<'_>> = stretches("7 כהן, דוד  1800").collect();
        assert_eq!(all, [Stretch::Usual("7 "), Stretch::RightToLeft("כהן, דוד"), Stretch::Usual("  1800")]);
        assert_eq!(stretches("Berg, Ånna 1800").collect::<Vec<_>>(), [Stretch::Usual("Berg, Ånna 1800")]);
        assert_eq!(stretches("").count(), 0);
    }

    #[test]
    fn nothing_is_lost() {
        for text in ["א", "a א b ב ג", "א1ב", "\u{202e}אב\u{2069}", "א   ב"] {
            let joined: String = stretches(text).map(|(Stretch::Usual(part) | Stretch::RightToLeft(part))| part).collect();
            assert_eq!(joined, text);
        }
    }

    #[test]
    fn what_cannot_be_seen_is_known() {
        assert!("\u{1b}\u{7f}\u{9b}\u{202e}\u{2067}\u{2028}\n\t".chars().all(is_hidden));
        assert!(!"aÅא =\u{200f}\u{ad}".chars().any(is_hidden));
    }
}
