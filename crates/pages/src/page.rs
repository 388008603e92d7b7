//! The page around it all.

use crate::html::{Html, escape};
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("tables.js");

/// From how many sections on a page begins with links to them.
const LINKED_FROM: usize = 4;

/// One self-contained page.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    lead: Html,
    sections: Vec<(String, Html)>,
}

impl Page {
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), lead: Html::default(), sections: Vec::new() }
    }

    /// What stands under the title.
    #[must_use]
    pub fn lead(mut self, lead: Html) -> Self {
        self.lead = lead;
        self
    }

    #[must_use]
    pub fn section(mut self, heading: &str, body: Html) -> Self {
        self.sections.push((heading.to_owned(), body));
        self
    }

    pub fn to_html(&self) -> String {
        let title = escape(&self.title);
        let size: usize = self.sections.iter().map(|(_, body)| body.as_str().len()).sum();
        let mut html = String::with_capacity(size + STYLE.len() + SCRIPT.len() + 4096);
        // The policy keeps the promise that a page asks nobody for anything, whatever is in it.
        let _ = write!(
            html,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body>\n<header>\n<h1>{title}</h1>\n{}</header>\n",
            self.lead.as_str()
        );
        if self.sections.len() >= LINKED_FROM {
            html.push_str("<nav aria-label=\"Sections\">\n");
            for (at, (heading, _)) in self.sections.iter().enumerate() {
                let _ = writeln!(html, "<a href=\"#s{}\">{}</a>", at + 1, escape(heading));
            }
            html.push_str("</nav>\n");
        }
        html.push_str("<main>\n");
        for (at, (heading, body)) in self.sections.iter().enumerate() {
            let _ = write!(html, "<section id=\"s{}\">\n<h2>{}</h2>\n{}</section>\n", at + 1, escape(heading), body.as_str());
        }
        html.push_str("</main>\n");
        // Text cannot hold these characters unescaped, so only a table of ours is found.
        if self.sections.iter().any(|(_, body)| body.as_str().contains("<table data-")) {
            let _ = write!(html, "<script>\n{SCRIPT}</script>\n");
        }
        html.push_str("</body>\n</html>\n");
        html
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column, Histogram, Table};

    fn everything() -> Page {
        let mut table = Table::new([Column::text("a")]).that_sorts();
        table.row([Cell::text("x")]);
        Page::new("T<i>tle")
            .lead(Html::paragraph("lead"))
            .section("One & two", table.to_html())
            .section("Three", Histogram::new("h", "x", "y", 0.0, 10.0, &[1, 2]).to_html())
            .section("Four", Html::paragraph("http is a word"))
            .section("Five", Html::default())
    }

    #[test]
    fn a_page_refers_to_nothing_outside() {
        let page = everything().to_html();
        for reference in ["http:", "https:", "src=", "url(", "@import", "<link", "//cdn", "<iframe", "<base"] {
            assert!(!page.contains(reference), "{reference}");
        }
        let links: Vec<&str> = page.match_indices("href=\"").map(|(at, _)| &page[at + 6..at + 7]).collect();
        assert_eq!(links, ["#"; 4]);
    }

    #[test]
    fn titles_and_headings_are_escaped_and_sections_numbered() {
        let page = everything().to_html();
        assert!(page.contains("<title>T&lt;i&gt;tle</title>") && page.contains("<h1>T&lt;i&gt;tle</h1>"));
        assert!(page.contains("<section id=\"s1\">\n<h2>One &amp; two</h2>"));
    }

    #[test]
    fn the_same_content_gives_the_same_bytes() {
        assert_eq!(everything().to_html(), everything().to_html());
    }

    #[test]
    fn only_a_page_with_a_table_that_sorts_has_a_script() {
        assert!(everything().to_html().contains("<script>"));
        let plain = Page::new("t").section("s", Table::new([Column::text("<table data-sorts>")]).to_html()).to_html();
        assert!(!plain.contains("<script>"), "{plain}");
    }
}
