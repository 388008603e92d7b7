//! The readings that a page cites, each with its sentence.

use pages::{Column, Document, DocumentTable, Section};

/// Adds to a page the readings that it cites, because whoever is sent the page has no other source for them.
#[must_use]
pub fn with_cited_readings(mut page: Document) -> Document {
    let mut texts = Vec::new();
    page.for_each_text(|text| texts.push(text));
    let cited = rulebook::cited_readings(texts);
    if cited.is_empty() {
        return page;
    }
    let mut table = DocumentTable::new([Column::short("Number"), Column::long("How the regulations are read")]);
    for number in cited {
        table.row([number.to_string().into(), rulebook::readings()[&number].text.as_str().into()]);
    }
    page.push(Section::new("Readings that are cited").with(table));
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use pages::{Block, Value};

    #[test]
    fn a_page_gives_the_sentence_of_each_reading_that_it_cites_once_and_of_no_other() {
        let page = Document::new("List").with(Block::paragraph("counted (7.3.1, D6)")).with(Block::note(Value::phrase(["as D6".into()])));
        let html = with_cited_readings(page).to_html();
        assert_eq!(html.matches("Inactive players are rated players.").count(), 1, "{html}");
        assert!(!html.contains("D7"));
        assert!(!with_cited_readings(Document::new("7.3.1")).to_html().contains("Readings that are cited"));
    }
}
