//! Links from the numbers of readings in a text to their sentences at the foot of the page.

use super::escape;
use std::collections::{BTreeMap, BTreeSet};

/// Elements in which a number is not linked: pictures, links, and the foot itself.
const WITHOUT_LINKS: [&str; 6] = ["svg", "a", "summary", "dt", "h1", "script"];

/// Links every number of a reading in the texts of some markup. Its sentence is shown under the mouse where the page cites it for the first
/// time; elsewhere the script of the page fetches it from the foot, so that a page does not hold it a hundred times. `told` has the numbers
/// whose sentence was given before.
pub(super) fn link_citations<'r>(markup: &str, readings: &BTreeMap<&'r str, &'r str>, told: &mut BTreeSet<&'r str>) -> String {
    if readings.is_empty() {
        return markup.to_owned();
    }
    let mut linked = String::with_capacity(markup.len() + 4096);
    // How many elements without links are open.
    let mut closed = 0_usize;
    // All text is escaped, so that every `<` begins a tag and every `>` ends one.
    for piece in markup.split_inclusive('>') {
        let (text, tag) = piece.split_once('<').map_or((piece, ""), |(text, tag)| (text, tag));
        if closed == 0 {
            push_linked(&mut linked, text, readings, told);
        } else {
            linked.push_str(text);
        }
        if tag.is_empty() {
            continue;
        }
        linked.push('<');
        linked.push_str(tag);
        let name = tag.trim_start_matches('/').split([' ', '>']).next().unwrap_or_default();
        match (WITHOUT_LINKS.contains(&name), tag.starts_with('/')) {
            (true, false) => closed += 1,
            (true, true) => closed = closed.saturating_sub(1),
            (false, _) => {}
        }
    }
    linked
}

fn push_linked<'r>(linked: &mut String, text: &str, readings: &BTreeMap<&'r str, &'r str>, told: &mut BTreeSet<&'r str>) {
    let mut rest = text;
    let mut brackets = 0_usize;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '(' || c == ')') {
        linked.push_str(&rest[..start]);
        rest = &rest[start..];
        let word = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len())];
        if word.is_empty() {
            brackets = if rest.starts_with('(') { brackets + 1 } else { brackets.saturating_sub(1) };
            linked.push_str(&rest[..1]);
            rest = &rest[1..];
            continue;
        }
        let number = word.trim_end_matches('.');
        // T5 may be a tournament: the title regulations are cited in brackets.
        let is_cited = !number.starts_with('T') || brackets > 0;
        match readings.get_key_value(number).filter(|_| is_cited) {
            Some((known, sentence)) => {
                let title = if told.insert(known) { format!(" title=\"{}\"", escape(sentence)) } else { String::new() };
                linked.push_str(&format!("<a class=\"cite\" href=\"#{number}\"{title}>{number}</a>{}", &word[number.len()..]));
            }
            None => linked.push_str(word),
        }
        rest = &rest[word.len()..];
    }
    linked.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(markup: &str) -> String {
        link_citations(markup, &BTreeMap::from([("D9", "Once."), ("T5", "Titles.")]), &mut BTreeSet::new())
    }

    #[test]
    fn a_number_is_linked_as_a_word_of_its_own_and_in_texts_only() {
        assert_eq!(linked("<p>8.3 (D9).</p>"), "<p>8.3 (<a class=\"cite\" href=\"#D9\" title=\"Once.\">D9</a>).</p>");
        assert_eq!(linked("as D9. Then"), "as <a class=\"cite\" href=\"#D9\" title=\"Once.\">D9</a>. Then");
        for plain in ["<p>D90 AD9 D9.1 D8</p>", "<p id=\"D9\">x</p>", "<svg><text>D9</text></svg>", "<a href=\"x\">D9</a>", "é D99 ö"] {
            assert_eq!(linked(plain), plain);
        }
    }

    #[test]
    fn readings_of_titles_are_linked_in_brackets_only() {
        assert_eq!(linked("<td>T5</td>"), "<td>T5</td>");
        assert!(linked("<td>(1.46, T5)</td>").contains("href=\"#T5\""));
    }

    #[test]
    fn the_sentence_is_given_where_a_number_is_first_cited() {
        let html = linked("<p>D9 and D9</p><table><td>D9</td></table>");
        assert_eq!((html.matches("#D9").count(), html.matches("title=").count()), (3, 1), "{html}");
    }
}
