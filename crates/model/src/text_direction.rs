//! Right-to-left text and unprintable characters: a name must not change how the numbers next to it are displayed.

/// Whether a character invisibly changes the direction of the following text: embeddings, overrides and isolates.
pub fn is_direction_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character must be displayed by its code: control characters, which terminals obey, and direction controls.
pub fn is_unprintable(character: char) -> bool {
    character.is_control() || is_direction_control(character) || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Part of a text with one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectionRun<'a> {
    LeftToRight(&'a str),
    /// From the first to the last right-to-left letter, with what is between them. It must be isolated on display, so that following
    /// numbers stay behind it.
    RightToLeft(&'a str),
}

/// Splits a text by direction. A left-to-right text is one run.
pub fn direction_runs(text: &str) -> impl Iterator<Item = DirectionRun<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        if !is_right_to_left(first) {
            let end = rest.find(is_right_to_left).unwrap_or(rest.len());
            let (usual, behind) = rest.split_at(end);
            rest = behind;
            return Some(DirectionRun::LeftToRight(usual));
        }
        let mut end = 0;
        let mut last = ' ';
        for (at, character) in rest.char_indices() {
            if is_right_to_left(character) {
                end = at + character.len_utf8();
            } else if character.is_alphanumeric() || is_unprintable(character) || (character == ' ' && last == ' ') {
                break;
            }
            last = character;
        }
        let (leftward, behind) = rest.split_at(end);
        rest = behind;
        Some(DirectionRun::RightToLeft(leftward))
    })
}

/// Whether a character is a letter or mark of a right-to-left script.
fn is_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_to_left_name_is_one_run_without_the_numbers_next_to_it() {
        let all: Vec<DirectionRun<'_>> = direction_runs("7 כהן, דוד  1800").collect();
        assert_eq!(all, [DirectionRun::LeftToRight("7 "), DirectionRun::RightToLeft("כהן, דוד"), DirectionRun::LeftToRight("  1800")]);
        assert_eq!(direction_runs("Berg, Ånna 1800").collect::<Vec<_>>(), [DirectionRun::LeftToRight("Berg, Ånna 1800")]);
        assert_eq!(direction_runs("").count(), 0);
    }

    #[test]
    fn runs_together_are_the_whole_text() {
        for text in ["א", "a א b ב ג", "א1ב", "\u{202e}אב\u{2069}", "א   ב"] {
            let joined: String =
                direction_runs(text).map(|(DirectionRun::LeftToRight(part) | DirectionRun::RightToLeft(part))| part).collect();
            assert_eq!(joined, text);
        }
    }

    #[test]
    fn control_characters_are_unprintable_and_letters_are_not() {
        assert!("\u{1b}\u{7f}\u{9b}\u{202e}\u{2067}\u{2028}\n\t".chars().all(is_unprintable));
        assert!(!"aÅא =\u{200f}\u{ad}".chars().any(is_unprintable));
    }
}
