//! The readings that a page cites, each with its sentence.

use pages::{Block, Document, Section};

/// Adds to a page the readings that it cites, because whoever is sent the page has no other source for them.
#[must_use]
pub fn with_cited_readings(mut page: Document) -> Document {
    let mut texts = Vec::new();
    page.for_each_text(|text| texts.push(text));
    let cited = rulebook::cited_readings(texts);
    if cited.is_empty() {
        return page;
    }
    let entry = |number: model::ReadingNumber| (number.to_string(), rulebook::readings()[&number].text.clone());
    let readings = Block::Readings(cited.into_iter().map(entry).collect());
    page.push(
        Section::new("Readings that are cited").with(Block::note("How the regulations are read where they leave it open.")).with(readings),
    );
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
        assert_eq!(html.matches("<dd>Inactive players are rated players.").count(), 1, "{html}");
        assert_eq!(html.matches("href=\"#D6\" title=\"Inactive players are rated players.").count(), 1, "{html}");
        assert_eq!(html.matches("href=\"#D6\"").count(), 2, "{html}");
        assert!(!html.contains("D7"));
        assert!(!with_cited_readings(Document::new("7.3.1")).to_html().contains("Readings that are cited"));
    }
}
