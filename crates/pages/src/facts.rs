//! Names and values, one below the other.

use crate::grouped;
use crate::html::{Html, escape};

#[derive(Clone, Debug, Default)]
pub struct Facts {
    rows: String,
}

impl Facts {
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn fact(self, name: &str, value: &str) -> Self {
        self.html(name, Html::text(value))
    }

    /// A number of things, under the other numbers.
    #[must_use]
    pub fn count(self, name: &str, value: u64) -> Self {
        self.row(name, " class=\"n\"", &Html::text(&grouped(value)))
    }

    /// A fact that is more than text.
    #[must_use]
    pub fn html(self, name: &str, value: Html) -> Self {
        self.row(name, "", &value)
    }

    fn row(mut self, name: &str, class: &str, value: &Html) -> Self {
        self.rows.push_str(&format!("<tr><th scope=\"row\">{}</th><td{class}>{}</td></tr>\n", escape(name), value.as_str()));
        self
    }

    pub fn to_html(&self) -> Html {
        if self.rows.is_empty() {
            return Html::default();
        }
        Html::trusted(format!("<div class=\"box\"><table class=\"facts\"><tbody>\n{}</tbody></table></div>\n", self.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_escaped_and_none_leave_nothing() {
        let html = Facts::new().fact("a<b", "c&d").to_html();
        assert!(html.as_str().contains("<th scope=\"row\">a&lt;b</th><td>c&amp;d</td>"), "{html:?}");
        assert!(Facts::new().to_html().is_empty());
    }
}
