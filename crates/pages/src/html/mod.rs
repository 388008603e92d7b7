//! Documents as pages: one HTML file each, with its style, its script and its plots inside.

mod citations;
mod figures;
mod page;
mod table;

use crate::Value;
use crate::value::Notation;
use model::{DirectionRun, direction_runs, is_unprintable};
use std::fmt::Write as _;

/// Groups are separated by a narrow no-break space; four digits are not grouped.
pub(crate) const NOTATION: Notation = Notation { minus: '\u{2212}', group: '\u{202f}', grouped_from: 5 };

/// Markup of a page. Text is escaped when it is added, so nothing from a file can become markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Html(String);

/// Escapes text for an element or a quoted attribute. Text from right to left is isolated from the text around it.
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
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'')) {
        return out.push_str(text);
    }
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Control characters are not allowed in a document, however they are written; direction marks would reorder the text after them.
            c if is_unprintable(c) && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

impl Html {
    /// Markup that this crate built itself.
    pub(crate) fn trusted(markup: String) -> Self {
        Self(markup)
    }

    pub(crate) fn text(text: &str) -> Self {
        Self(escaped(text, "<bdi>", "</bdi>"))
    }

    /// A value with its links. One without a link is isolated as a whole, so that a number beside a name from right to left keeps its place.
    pub(crate) fn value(value: &Value) -> Self {
        match value {
            Value::Link(shown, page) => Self::value(shown).in_element("a", &format!(" href=\"{}\"", escape(page))),
            Value::Coded(words, code) => Self::text(words).in_element("span", &format!(" title=\"{code}\"")),
            Value::Phrase(values) if values.iter().any(has_markup) => values.iter().map(Self::value).collect(),
            _ => Self::text(&NOTATION.write(value)),
        }
    }

    /// Markup that is shown when its summary is opened.
    pub(crate) fn details(summary: &str, body: Html) -> Self {
        let mut html = Self::text(summary).wrapped_in("summary", "");
        html.push(body);
        html.wrapped_in("details", "")
    }

    /// Columns side by side, or one below the other on a narrow page.
    pub(crate) fn side_by_side(pieces: impl IntoIterator<Item = Html>) -> Self {
        pieces.into_iter().map(|piece| piece.wrapped_in("div", "")).collect::<Html>().wrapped_in("div", " class=\"beside\"")
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

    /// The markup in an element within a line.
    fn in_element(self, element: &str, attributes: &str) -> Self {
        Self(format!("<{element}{attributes}>{}</{element}>", self.0))
    }

    pub(crate) fn wrapped_in(self, element: &str, attributes: &str) -> Self {
        let mut html = String::with_capacity(self.0.len() + 2 * element.len() + attributes.len() + 6);
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<{element}{attributes}>{}</{element}>", self.0);
        Self(html)
    }
}

/// Whether a value has markup of its own on a page.
pub(crate) fn has_markup(value: &Value) -> bool {
    match value {
        Value::Link(..) | Value::Coded(..) => true,
        Value::Marked(value, _) => has_markup(value),
        Value::Phrase(values) => values.iter().any(has_markup),
        _ => false,
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
    fn markup_in_text_is_escaped() {
        assert_eq!(escape("<script>alert('x') & \"y\"</script>"), "&lt;script&gt;alert(&#39;x&#39;) &amp; &quot;y&quot;&lt;/script&gt;");
        assert_eq!(escape("a\u{0}b\u{1b}c\nd"), "a\u{fffd}b\u{fffd}c\nd");
        assert_eq!(escape("Ólafur Þór"), "Ólafur Þór");
    }

    #[test]
    fn a_link_leads_to_the_page_beside_and_escapes_name_and_file() {
        let link = Value::from("a<b").linked(Some("x\"y.html".to_owned()));
        let html = Html::value(&Value::phrase(["see ".into(), link]));
        assert_eq!(html.as_str(), "see <a href=\"x&quot;y.html\">a&lt;b</a>");
        assert_eq!(
            Html::value(&Value::Coded("rated before".to_owned(), "already-rated")).as_str(),
            "<span title=\"already-rated\">rated before</span>"
        );
    }

    #[test]
    fn a_name_from_right_to_left_does_not_reorder_the_text_around_it() {
        assert_eq!(Html::text("כהן, דוד 1800").as_str(), "<bdi>כהן, דוד</bdi> 1800");
        assert_eq!(escape("כהן, דוד 1800"), "\u{2068}כהן, דוד\u{2069} 1800");
        assert_eq!(escape("Berg\u{202e}annA\u{2069} 1800"), "Berg\u{fffd}annA\u{fffd} 1800");
    }
}
