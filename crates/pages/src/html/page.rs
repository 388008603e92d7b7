//! The whole page: head, title, lead, links to sections, and the blocks.

use super::{Html, NOTATION, escape};
use crate::{Block, Document, Plot};
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");
/// The style of sheets of paper, in addition.
const SHEET_STYLE: &str = include_str!("sheet.css");
const SCRIPT: &str = include_str!("tables.js");

/// A page with at least so many sections begins with links to them.
const MIN_SECTIONS_FOR_LINKS: usize = 4;

impl Document {
    /// One self-contained page. It asks the network for nothing, knows no clock and has the same bytes for the same document.
    pub fn to_html(&self) -> String {
        let is_lead =
            |block: &&Block| matches!(block, Block::Paragraph(_) | Block::Note(_) | Block::Alert(_) | Block::Bullets(_) | Block::Facts(_));
        let (lead, rest) = self.blocks.split_at(self.blocks.iter().take_while(is_lead).count());
        let mut main = Html::default();
        let mut headings = Vec::new();
        for block in rest {
            match block {
                Block::Section(section) => {
                    let heading = NOTATION.write(&section.heading);
                    let id = format!(" id=\"s{}\"", headings.len() + 1);
                    main.push(heading_and_blocks(&heading, &section.blocks, 2).wrapped_in("section", &id));
                    headings.push(heading);
                }
                block => main.push(html(block, 2)),
            }
        }
        page(&NOTATION.write(&self.title), &blocks(lead, 2), &headings, &main, self.is_sheet)
    }
}

fn heading_and_blocks(heading: &str, under: &[Block], level: u8) -> Html {
    let mut html = Html::trusted("\n".to_owned());
    html.push(Html::text(heading).wrapped_in(&format!("h{}", level.min(6)), ""));
    html.push(blocks(under, level + 1));
    html
}

fn blocks(blocks: &[Block], level: u8) -> Html {
    blocks.iter().map(|block| html(block, level)).collect()
}

fn html(block: &Block, level: u8) -> Html {
    match block {
        Block::Paragraph(text) => Html::value(text).wrapped_in("p", ""),
        Block::Note(text) => Html::value(text).wrapped_in("p", " class=\"note\""),
        Block::Alert(text) => Html::value(text).wrapped_in("p", " class=\"alert\" role=\"alert\""),
        Block::Bullets(points) => points.iter().map(|point| Html::value(point).wrapped_in("li", "")).collect::<Html>().wrapped_in("ul", ""),
        Block::Boxes(points) => {
            points.iter().map(|point| Html::value(point).wrapped_in("li", "")).collect::<Html>().wrapped_in("ul", " class=\"boxes\"")
        }
        Block::Signatures(whose) => {
            whose.iter().map(|whose| Html::value(whose).wrapped_in("p", "")).collect::<Html>().wrapped_in("div", " class=\"signatures\"")
        }
        Block::Table(table) => table.to_html(),
        Block::Facts(facts) => facts.to_html(),
        Block::Plot(Plot::Histogram(plot)) => plot.to_html(),
        Block::Plot(Plot::LineChart(plot)) => plot.to_html(),
        Block::Plot(Plot::ScatterPlot(plot)) => plot.to_html(),
        Block::Plot(Plot::BarChart(plot)) => plot.to_html(),
        Block::SideBySide(pieces) => Html::side_by_side(pieces.iter().map(|piece| blocks(piece, level))),
        Block::Fold { summary, blocks: folded } => Html::details(&NOTATION.write(summary), blocks(folded, level)),
        Block::Section(section) => heading_and_blocks(&NOTATION.write(&section.heading), &section.blocks, level).wrapped_in("section", ""),
    }
}

fn page(title: &str, lead: &Html, headings: &[String], main: &Html, is_sheet: bool) -> String {
    let (sheet_style, body) = if is_sheet { (SHEET_STYLE, "<body class=\"sheet\">") } else { ("", "<body>") };
    let title = escape(title);
    let mut html = String::with_capacity(main.as_str().len() + STYLE.len() + SCRIPT.len() + 4096);
    // The policy makes sure that a page loads nothing, whatever is in it. Writing to a string cannot fail.
    let _ = write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}{sheet_style}</style>\n</head>\n\
         {body}\n<header>\n<h1>{title}</h1>\n{}</header>\n",
        lead.as_str()
    );
    if headings.len() >= MIN_SECTIONS_FOR_LINKS && !is_sheet {
        html.push_str("<nav aria-label=\"Sections\">\n");
        for (at, heading) in headings.iter().enumerate() {
            let _ = writeln!(html, "<a href=\"#s{}\">{}</a>", at + 1, escape(heading));
        }
        html.push_str("</nav>\n");
    }
    let _ = write!(html, "<main>\n{}</main>\n", main.as_str());
    // Text cannot hold these characters unescaped, so only a table of this crate is found.
    if main.as_str().contains("<table data-") {
        let _ = write!(html, "<script>\n{SCRIPT}</script>\n");
    }
    html.push_str("</body>\n</html>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, DocumentTable, Facts, Histogram, Section, Value};

    fn everything() -> Document {
        let mut table = DocumentTable::new([Column::text("a")]).sortable();
        table.row(["x".into()]);
        Document::new("T<i>tle")
            .with(Block::paragraph("lead"))
            .with(Section::new("One & two").with(table))
            .with(Section::new("Three").with(Histogram::new("h", "x", "y", 0.0, 10.0, &[1, 2])))
            .with(Section::new("Four").with(Block::paragraph("http is a word")).with(Section::new("Within").with(Block::note("small"))))
            .with(Section::new("Five"))
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
        assert!(page.contains("<section>\n<h3>Within</h3>\n<p class=\"note\">small</p>\n</section>"), "{page}");
    }

    #[test]
    fn sentences_and_facts_at_the_beginning_are_the_lead() {
        let page = everything().to_html();
        assert!(page.contains("<p>lead</p>\n</header>"), "{page}");
        let table = Document::new("t").with(Facts::new().fact("a", "b")).with(DocumentTable::new([Column::text("c")]).sortable()).to_html();
        assert!(table.contains("</header>\n<main>\n<div class=\"box\"") && table.contains("<script>"), "{table}");
    }

    #[test]
    fn every_kind_of_block_escapes_its_text() {
        let bad = || Value::from("</p><img src=x onerror=y>");
        let document = Document::new(bad())
            .with(Block::paragraph(bad()))
            .with(Block::note(bad()))
            .with(Block::alert(bad()))
            .with(Block::bullets([bad()]))
            .with(Block::boxes([bad()]))
            .with(Block::signatures([bad()]))
            .with(Facts::new().fact("</p><img src=x>", bad()))
            .with(Block::side_by_side([Block::paragraph(Value::phrase([bad(), bad()]))]))
            .with(Block::fold(bad(), [Block::note(bad())]))
            .with(Section::new(bad()));
        let page = document.to_html();
        assert!(!page.contains("<img") && page.matches("&lt;img").count() >= 12, "{page}");
    }

    #[test]
    fn the_same_content_gives_the_same_bytes() {
        assert_eq!(everything().to_html(), everything().to_html());
    }

    #[test]
    fn a_sheet_has_its_own_style_and_no_links_to_sections() {
        let sheet = everything().as_sheet().to_html();
        assert!(sheet.contains("size: A4") && sheet.contains("<body class=\"sheet\">") && !sheet.contains("<nav"));
        assert!(!everything().to_html().contains("size: A4"));
        let mut table = DocumentTable::new([Column::text("a")]);
        table.row(["kept".into()]);
        table.struck_row(["out".into()]);
        let page = Document::new("t").with(table).with(Block::boxes(["tick"])).with(Block::signatures(["Arbiter"])).to_html();
        assert!(page.contains("<tr><td>kept") && page.contains("<tr class=\"struck\"><td>out"), "{page}");
        assert!(page.contains("<ul class=\"boxes\"><li>tick") && page.contains("<div class=\"signatures\"><p>Arbiter"), "{page}");
    }

    #[test]
    fn only_a_page_with_a_table_that_sorts_has_a_script() {
        assert!(everything().to_html().contains("<script>"));
        let plain = Document::new("t").with(Section::new("s").with(DocumentTable::new([Column::text("<table data-sorts>")]))).to_html();
        assert!(!plain.contains("<script>"), "{plain}");
    }
}
