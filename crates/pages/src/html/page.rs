//! The whole page: head, title, lead, links to sections, and the blocks.

use super::citations::link_citations;
use super::{Html, NOTATION, escape};
use crate::{Block, Document, Plot};
use std::collections::{BTreeMap, BTreeSet};
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
        let is_lead = |block: &&Block| {
            matches!(
                block,
                Block::Paragraph(_)
                    | Block::Note(_)
                    | Block::Alert(_)
                    | Block::Notice(_)
                    | Block::Bullets(_)
                    | Block::Facts(_)
                    | Block::Figures(_)
            )
        };
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
                block => main.push(html(block, "", 2)),
            }
        }
        let mut header =
            if self.kicker.is_empty() { Html::default() } else { Html::value(&self.kicker).wrapped_in("p", " class=\"kicker\"") };
        header.push(Html::text(&NOTATION.write(&self.title)).wrapped_in("h1", ""));
        header.push(blocks(lead, "", 2));
        let readings = readings_of(&self.blocks);
        let mut told = BTreeSet::new();
        let [header, main] = [&header, &main].map(|part| link_citations(part.as_str(), &readings, &mut told));
        page(&NOTATION.write(&self.title), &header, &headings, &main, self.is_sheet)
    }
}

fn heading_and_blocks(heading: &str, under: &[Block], level: u8) -> Html {
    let mut html = Html::trusted("\n".to_owned());
    html.push(Html::text(heading).wrapped_in(&format!("h{}", level.min(6)), ""));
    html.push(blocks(under, heading, level + 1));
    html
}

/// The readings of a document with their sentences, by number.
fn readings_of(blocks: &[Block]) -> BTreeMap<&str, &str> {
    let mut readings = BTreeMap::new();
    for block in blocks {
        match block {
            Block::Readings(given) => readings.extend(given.iter().map(|(number, text)| (number.as_str(), text.as_str()))),
            Block::Section(section) => readings.extend(readings_of(&section.blocks)),
            _ => {}
        }
    }
    readings
}

/// The readings at the foot of a page, each with an address in the page.
fn readings_html(readings: &[(String, String)]) -> Html {
    let entries = readings.iter().map(|(number, text)| {
        let mut entry = Html::text(number).wrapped_in("dt", "");
        entry.push(Html::text(text).wrapped_in("dd", ""));
        entry.wrapped_in("div", &format!(" id=\"{}\"", escape(number)))
    });
    entries.collect::<Html>().wrapped_in("dl", " class=\"readings\"")
}

fn blocks(blocks: &[Block], heading: &str, level: u8) -> Html {
    blocks.iter().map(|block| html(block, heading, level)).collect()
}

/// A block under a heading; its own sections have headings of the level.
fn html(block: &Block, heading: &str, level: u8) -> Html {
    match block {
        Block::Paragraph(text) => Html::value(text).wrapped_in("p", ""),
        Block::Note(text) => Html::value(text).wrapped_in("p", " class=\"note\""),
        Block::Alert(text) => Html::value(text).wrapped_in("p", " class=\"alert\" role=\"alert\""),
        Block::Notice(text) => Html::value(text).wrapped_in("p", " class=\"notice\""),
        Block::Bullets(points) => points.iter().map(|point| Html::value(point).wrapped_in("li", "")).collect::<Html>().wrapped_in("ul", ""),
        Block::Boxes(points) => {
            points.iter().map(|point| Html::value(point).wrapped_in("li", "")).collect::<Html>().wrapped_in("ul", " class=\"boxes\"")
        }
        Block::Signatures(whose) => {
            whose.iter().map(|whose| Html::value(whose).wrapped_in("p", "")).collect::<Html>().wrapped_in("div", " class=\"signatures\"")
        }
        Block::Table(table) => table.to_html(heading),
        Block::Facts(facts) => facts.to_html(),
        Block::Figures(figures) => figures.to_html(),
        Block::Readings(readings) => readings_html(readings),
        Block::Plot(Plot::Histogram(plot)) => plot.to_html(),
        Block::Plot(Plot::LineChart(plot)) => plot.to_html(),
        Block::Plot(Plot::ScatterPlot(plot)) => plot.to_html(),
        Block::Plot(Plot::BarChart(plot)) => plot.to_html(),
        Block::Plot(Plot::Densities(plot)) => plot.to_html(),
        Block::Plot(Plot::DotPlot(plot)) => plot.to_html(),
        Block::Plot(Plot::Dumbbells(plot)) => plot.to_html(),
        Block::Plot(Plot::MirroredHistogram(plot)) => plot.to_html(),
        Block::Plot(Plot::Waterfall(plot)) => plot.to_html(),
        Block::SideBySide(pieces) => Html::side_by_side(pieces.iter().map(|piece| blocks(piece, heading, level))),
        Block::Fold { summary, blocks: folded } => {
            let summary = NOTATION.write(summary);
            Html::details(&summary, blocks(folded, &summary, level))
        }
        Block::Section(section) => heading_and_blocks(&NOTATION.write(&section.heading), &section.blocks, level).wrapped_in("section", ""),
    }
}

fn page(title: &str, header: &str, headings: &[String], main: &str, is_sheet: bool) -> String {
    let (sheet_style, body) = if is_sheet { (SHEET_STYLE, "<body class=\"sheet\">") } else { ("", "<body>") };
    let title = escape(title);
    let mut html = String::with_capacity(main.len() + STYLE.len() + SCRIPT.len() + 4096);
    // The policy makes sure that a page loads nothing, whatever is in it. Writing to a string cannot fail.
    let _ = write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{}{}</style>\n</head>\n\
         {body}\n<header>\n{header}</header>\n",
        without_layout(STYLE),
        without_layout(sheet_style)
    );
    if headings.len() >= MIN_SECTIONS_FOR_LINKS && !is_sheet {
        html.push_str("<nav aria-label=\"Sections\">\n");
        for (at, heading) in headings.iter().enumerate() {
            let _ = writeln!(html, "<a href=\"#s{}\">{}</a>", at + 1, escape(heading));
        }
        html.push_str("</nav>\n");
    }
    let _ = write!(html, "<main>\n{main}</main>\n");
    // Text cannot hold these characters unescaped, so only a table of this crate is found. On paper there is nothing to press.
    if main.contains("<thead") && !is_sheet {
        let _ = write!(html, "<script>\n{}</script>\n", without_layout(SCRIPT));
    }
    html.push_str("</body>\n</html>\n");
    html
}

/// A style or a script without indentation and comments, which every page would carry. Neither has text that goes over several lines.
fn without_layout(source: &str) -> String {
    let mut lines = String::with_capacity(source.len());
    for line in source.lines().map(str::trim).filter(|line| !(line.is_empty() || line.starts_with("//") || line.starts_with("/*"))) {
        lines.push_str(line);
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, DocumentTable, Facts, Figures, Histogram, Section, Value};

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
        assert!(page.contains("<h1>T&lt;i&gt;tle</h1>\n<p>lead</p>\n</header>"), "{page}");
        let table = Document::new("t").with(Facts::new().fact("a", "b")).with(DocumentTable::new([Column::text("c")]).sortable()).to_html();
        assert!(table.contains("</header>\n<main>\n<div class=\"box\"") && table.contains("<script>"), "{table}");
    }

    #[test]
    fn every_kind_of_block_escapes_its_text() {
        let bad = || Value::from("</p><img src=x onerror=y>");
        let mut dumbbells = crate::Dumbbells::new("<img src=x>", "<img src=x>", ["<img src=x>", "<img src=x>"]).sentence(bad());
        dumbbells.row(bad(), bad(), (1, 2));
        let mut waterfall = crate::Waterfall::new("<img src=x>", "<img src=x>", "<img src=x>").sentence(bad());
        waterfall.step(bad(), bad(), 1.0, bad());
        let document = Document::new(bad())
            .kicker(bad())
            .with(Block::paragraph(bad()))
            .with(Block::note(bad()))
            .with(Block::alert(bad()))
            .with(Block::notice(bad()))
            .with(Figures::new().figure("<img src=x>", bad(), bad()))
            .with(dumbbells)
            .with(waterfall)
            .with(crate::BarChart::new("<img src=x>", "<img src=x>", "<img src=x>").sentence(bad()).bar(bad(), 3))
            .with(Block::bullets([bad()]))
            .with(Block::boxes([bad()]))
            .with(Block::signatures([bad()]))
            .with(Facts::new().fact("</p><img src=x>", bad()))
            .with(Block::side_by_side([Block::paragraph(Value::phrase([bad(), bad()]))]))
            .with(Block::fold(bad(), [Block::note(bad())]))
            .with(Section::new(bad()));
        let page = document.to_html();
        assert!(!page.contains("<img") && page.matches("&lt;img").count() >= 40, "{page}");
    }

    #[test]
    fn readings_at_the_foot_are_linked_wherever_a_text_cites_them() {
        let foot = Section::new("Readings that are cited")
            .with(Block::Readings(vec![("D9".to_owned(), "Changes are \"rounded\" once.".to_owned())]));
        let page = Document::new("t").with(Block::paragraph("as (D9)")).with(foot).to_html();
        assert!(page.contains("as (<a class=\"cite\" href=\"#D9\" title=\"Changes are &quot;rounded&quot; once.\">D9</a>)"), "{page}");
        assert!(page.contains("<div id=\"D9\"><dt>D9</dt>"), "{page}");
    }

    #[test]
    fn styles_and_scripts_have_whole_comments_and_texts_on_one_line() {
        for source in [STYLE, SHEET_STYLE, SCRIPT] {
            assert!(source.lines().all(|line| line.matches("/*").count() == line.matches("*/").count() && line.matches('`').count() == 0));
            assert!(!without_layout(source).contains("/*") && !without_layout(source).contains("\n "));
        }
    }

    #[test]
    fn the_same_content_gives_the_same_bytes() {
        assert_eq!(everything().to_html(), everything().to_html());
    }

    #[test]
    fn a_sheet_has_its_own_style_and_no_links_to_sections() {
        let sheet = everything().as_sheet().to_html();
        assert!(sheet.contains("margin: 10mm 12mm") && sheet.contains("<body class=\"sheet\">") && !sheet.contains("<nav"));
        assert!(!everything().to_html().contains("margin: 10mm 12mm"));
        let mut table = DocumentTable::new([Column::text("a")]);
        table.row(["kept".into()]);
        table.struck_row(["out".into()]);
        let page = Document::new("t").with(table).with(Block::boxes(["tick"])).with(Block::signatures(["Arbiter"])).to_html();
        assert!(page.contains("<tr><td>kept") && page.contains("<tr class=\"struck\"><td>out"), "{page}");
        assert!(page.contains("<ul class=\"boxes\"><li>tick") && page.contains("<div class=\"signatures\"><p>Arbiter"), "{page}");
    }

    #[test]
    fn only_a_page_with_a_table_that_has_a_head_has_a_script() {
        assert!(everything().to_html().contains("<script>") && !everything().as_sheet().to_html().contains("<script>"));
        let mut plain = DocumentTable::new([Column::text("")]);
        plain.row(["<thead".into()]);
        let plain = Document::new("t").with(Section::new("s").with(plain)).to_html();
        assert!(!plain.contains("<script>"), "{plain}");
    }
}
