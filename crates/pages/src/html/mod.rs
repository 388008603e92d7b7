//! Documents as pages: one HTML file each, with its style, its script and its plots inside.

mod page;
mod table;

use crate::Value;
use crate::value::Notation;
use model::{DirectionRun, direction_runs, is_unprintable};
use std::fmt::Write as _;

/// Groups are apart by a narrow space that does not break; four digits are read at a glance.
pub(crate) const NOTATION: Notation = Notation { minus: '\u{2212}', group: '\u{202f}', grouped_from: 5 };

/// A piece of a page. Made from text it holds that text escaped, so nothing that came from a file can become markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Html(String);

/// The text as it stands in a page, in an element or in a quoted attribute. What runs from right to left is kept apart from what stands beside it.
pub(crate) fn escape(text: &str) -> String {
    // First strong isolate, and its end: an attribute takes no elements.
    escaped(text, "\u{2068}", "\u{2069}")
}

fn escaped(text: &str, before: &str, behind: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for run in direction_runs(text) {
        match run {
            DirectionRun::LeftToRight(part) => push_escaped(&mut escaped, part),
            DirectionRun::RightToLeft(part) => {
                escaped.push_str(before);
                push_escaped(&mut escaped, part);
                escaped.push_str(behind);
            }
        }
    }
    escaped
}

pub(crate) fn push_escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Control characters are not allowed in a document, however they are written; and nothing turns round what stands behind it.
            c if is_unprintable(c) && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

impl Html {
    /// What this crate put together itself.
    pub(crate) fn trusted(markup: String) -> Self {
        Self(markup)
    }

    pub(crate) fn text(text: &str) -> Self {
        Self(escaped(text, "<bdi>", "</bdi>"))
    }

    pub(crate) fn value(value: &Value) -> Self {
        Self::text(&NOTATION.write(value))
    }

    /// Something that opens when its summary is touched. It prints as it stands.
    pub(crate) fn details(summary: &str, body: Html) -> Self {
        let mut html = Self::text(summary).within("summary", "");
        html.push(body);
        html.within("details", "")
    }

    /// Pieces side by side where there is room, one below the other where there is not.
    pub(crate) fn side_by_side(pieces: impl IntoIterator<Item = Html>) -> Self {
        pieces.into_iter().map(|piece| piece.within("div", "")).collect::<Html>().within("div", " class=\"beside\"")
    }

    pub(crate) fn push(&mut self, other: Html) {
        self.0.push_str(&other.0);
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn within(self, element: &str, attributes: &str) -> Self {
        let mut html = String::with_capacity(self.0.len() + 2 * element.len() + attributes.len() + 6);
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<{element}{attributes}>{}</{element}>", self.0);
        Self(html)
    }
}

impl FromIterator<Html> for Html {
    fn from_iter<I: IntoIterator<Item = Html>>(pieces: I) -> Self {
        let mut all = Self::default();
        pieces.into_iter().for_each(|piece| all.push(piece));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_markup_is_text() {
        assert_eq!(escape("<script>alert('x') & \"y\"</script>"), "&lt;script&gt;alert(&#39;x&#39;) &amp; &quot;y&quot;&lt;/script&gt;");
        assert_eq!(escape("a\u{0}b\u{1b}c\nd"), "a\u{fffd}b\u{fffd}c\nd");
        assert_eq!(escape("Ólafur Þór"), "Ólafur Þór");
    }

    #[test]
    fn a_name_from_right_to_left_does_not_move_what_stands_beside_it() {
        assert_eq!(Html::text("כהן, דוד 1800").as_str(), "<bdi>כהן, דוד</bdi> 1800");
        assert_eq!(escape("כהן, דוד 1800"), "\u{2068}כהן, דוד\u{2069} 1800");
        assert_eq!(escape("Berg\u{202e}annA\u{2069} 1800"), "Berg\u{fffd}annA\u{fffd} 1800");
    }
}
