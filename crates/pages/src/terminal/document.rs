//! A document as text, line by line.

use super::{NOTATION, escape_unprintable, line_chart, table, wrap};
use crate::{Block, Column, Document, DocumentTable, Facts, Figures, Plot, Value};

/// How wide sentences are laid out, where the terminal is not narrower.
const WIDTH: usize = 100;

/// How many rows a terminal shows of a table that a page shows in part.
const FOLDED_ROWS: usize = 10;

/// How a document is written in a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// The width in cells. Without a width no column is narrowed, and only sentences are wrapped.
    pub width: Option<usize>,
    /// Whether headings and alerts have colours.
    pub is_coloured: bool,
    /// Whether line charts are drawn in letters. Other plots never are.
    pub has_plots: bool,
}

impl Document {
    /// The document as text. No name in it can move the cursor, clear the screen or reverse a line.
    pub fn to_terminal(&self, terminal: Terminal) -> String {
        let mut writer = Writer { terminal, text: String::new(), last: LastWritten::Start };
        if self.blocks.is_empty() && terminal.width.is_none() {
            // A message alone stays one line for a program that reads it.
            writer.line(&NOTATION.write(&self.title), Style::Bold);
        } else if !self.title.is_empty() {
            writer.heading(&self.title, 0);
        }
        writer.blocks(&self.blocks, 0);
        writer.text
    }
}

/// The kind of text that was written last, which decides whether an empty line comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastWritten {
    Start,
    Heading,
    Sentence,
    Rows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Bold,
    Alert,
}

struct Writer {
    terminal: Terminal,
    text: String,
    last: LastWritten,
}

impl Writer {
    fn line(&mut self, line: &str, style: Style) {
        let begin = match style {
            Style::Bold if self.terminal.is_coloured => "\u{1b}[1m",
            Style::Alert if self.terminal.is_coloured => "\u{1b}[1;31m",
            _ => "",
        };
        self.text.push_str(begin);
        self.text.push_str(&escape_unprintable(line.trim_end()));
        self.text.push_str(if begin.is_empty() { "\n" } else { "\u{1b}[0m\n" });
    }

    fn empty_line(&mut self) {
        if self.last != LastWritten::Start {
            self.text.push('\n');
        }
    }

    fn sentence_width(&self) -> usize {
        self.terminal.width.unwrap_or(WIDTH).min(WIDTH)
    }

    /// Writes a sentence, indented; `mark` comes before its first line, and the other lines are aligned with the text after it.
    fn sentence(&mut self, text: &Value, indent: usize, mark: &str, hanging: usize, style: Style) {
        let available = self.sentence_width().saturating_sub(indent + mark.len().max(hanging)).max(20);
        for (at, line) in wrap(&NOTATION.write(text), available).iter().enumerate() {
            let start = if at == 0 { format!("{}{mark}", " ".repeat(indent)) } else { " ".repeat(indent + mark.len().max(hanging)) };
            self.line(&format!("{start}{line}"), style);
        }
    }

    fn heading(&mut self, text: &Value, indent: usize) {
        self.empty_line();
        self.sentence(text, indent, "", 2, Style::Bold);
        self.last = LastWritten::Heading;
    }

    fn paragraph(&mut self, text: &Value, indent: usize, mark: &str, style: Style) {
        if self.last == LastWritten::Rows && indent == 0 {
            self.empty_line();
        }
        self.sentence(text, indent, mark, 0, style);
        self.last = LastWritten::Sentence;
    }

    fn blocks(&mut self, blocks: &[Block], indent: usize) {
        blocks.iter().for_each(|block| self.block(block, indent));
    }

    fn block(&mut self, block: &Block, indent: usize) {
        match block {
            Block::Paragraph(text) | Block::Note(text) => self.paragraph(text, indent, "", Style::Plain),
            Block::Notice(text) => self.paragraph(text, indent, "", Style::Bold),
            Block::Alert(text) => self.paragraph(text, indent, "", Style::Alert),
            Block::Bullets(points) => points.iter().for_each(|point| self.paragraph(point, indent, "- ", Style::Plain)),
            Block::Boxes(points) => points.iter().for_each(|point| self.paragraph(point, indent, "[ ] ", Style::Plain)),
            Block::Signatures(whose) => whose.iter().for_each(|whose| self.paragraph(whose, indent, "____________________ ", Style::Plain)),
            Block::Table(table) => self.table(table, indent),
            Block::Facts(facts) => self.facts(facts, indent),
            Block::Figures(figures) => self.figures(figures, indent),
            Block::Readings(readings) => self.facts(&readings_as_facts(readings), indent),
            Block::Plot(Plot::LineChart(lines)) if self.terminal.has_plots => {
                self.rows(line_chart::rows(lines, self.sentence_width().saturating_sub(indent)), indent);
            }
            Block::Plot(_) => {}
            Block::SideBySide(pieces) => pieces.iter().for_each(|piece| self.blocks(piece, indent)),
            Block::Section(section) => {
                self.heading(&section.heading, indent);
                self.blocks(&section.blocks, indent + 2);
            }
            Block::Fold { summary, blocks } => {
                self.heading(summary, indent);
                self.blocks(blocks, indent + 2);
            }
        }
    }

    fn table(&mut self, table: &DocumentTable, mut indent: usize) {
        if !table.caption.is_empty() {
            self.heading(&Value::from(table.caption.as_str()), indent);
            indent += 2;
        }
        let kept = if table.first.is_some() { table.rows.len().min(FOLDED_ROWS) } else { table.rows.len() };
        let available = self.terminal.width.map(|width| width.saturating_sub(indent));
        let mut rows = table::rows(table, kept, available, available.unwrap_or(WIDTH - indent));
        if table.is_empty() {
            rows.push("none".to_owned());
        }
        if let more @ 1.. = table.count - kept {
            let rest = table.limit.as_ref().map_or("", |(_, rest)| rest);
            let rest = if rest.is_empty() { String::new() } else { format!(". {rest}") };
            rows.push(format!("and {} more{rest}", NOTATION.grouped(more as u64)));
        }
        self.rows(rows, indent);
    }

    fn facts(&mut self, facts: &Facts, indent: usize) {
        let mut table = DocumentTable::new([Column::short(""), Column::long("")]);
        facts.facts.iter().for_each(|(name, value)| table.row([name.as_str().into(), value.clone()]));
        if !table.is_empty() {
            self.table(&table, indent);
        }
    }

    fn figures(&mut self, figures: &Figures, indent: usize) {
        let mut table = DocumentTable::new([Column::short(""), Column::number(""), Column::long("")]);
        figures.figures.iter().for_each(|figure| table.row([figure.name.as_str().into(), figure.value.clone(), figure.remark.clone()]));
        if !table.is_empty() {
            self.table(&table, indent);
        }
    }

    /// Writes rows, with an empty line before them outside sections and after other rows.
    fn rows(&mut self, rows: Vec<String>, indent: usize) {
        if rows.is_empty() {
            return;
        }
        if indent == 0 || self.last == LastWritten::Rows {
            self.empty_line();
        }
        rows.iter().for_each(|row| self.line(&format!("{}{row}", " ".repeat(indent)), Style::Plain));
        self.last = LastWritten::Rows;
    }
}

fn readings_as_facts(readings: &[(String, String)]) -> Facts {
    readings.iter().fold(Facts::new(), |facts, (number, text)| facts.fact(number, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Section;

    fn people() -> DocumentTable {
        let mut table = DocumentTable::new([Column::number("id"), Column::text("name"), Column::number("change"), Column::long("why")]);
        table.row([Value::Id(100_101), "Adams, Ann".into(), Value::Change(-12), "rated games".into()]);
        table.row([Value::Id(7), "王小明".into(), Value::Change(1234)]);
        table
    }

    #[test]
    fn sections_are_indented_and_columns_are_aligned() {
        let document = Document::new("Two players")
            .with(Block::paragraph(Value::phrase([Value::Counted(1, "list"), ", ".into(), Value::Counted(12_000, "game")])))
            .with(Section::new("Players").with(people()).with(Block::note("That is all.")))
            .with(Section::new("Outer").with(Section::new("Inner").with(Block::bullets(["one", "two"]))));
        let wanted = "Two players\n1 list, 12,000 games\n\nPlayers\n      id  name        change  why\n  100101  Adams, Ann     -12  rated games\n       \
                      7  王小明      +1,234\n  That is all.\n\nOuter\n\n  Inner\n    - one\n    - two\n";
        assert_eq!(document.to_terminal(Terminal::default()), wanted);
    }

    #[test]
    fn a_table_outside_a_section_has_an_empty_line_before_and_after_it() {
        let document = Document::new("").with(Block::paragraph("Before.")).with(people()).with(Block::note("Behind."));
        let text = document.to_terminal(Terminal::default());
        assert!(text.starts_with("Before.\n\n    id  name") && text.ends_with("+1,234\n\nBehind.\n"), "{text}");
    }

    #[test]
    fn figures_and_readings_are_rows() {
        let figures = Figures::new().figure("Players", Value::Count(1234), "as many on A").figure("Games", Value::Count(5), "");
        let document = Document::new("t").with(figures).with(Block::Readings(vec![("D9".to_owned(), "Once.".to_owned())]));
        assert_eq!(document.to_terminal(Terminal::default()), "t\n\nPlayers  1,234  as many on A\nGames        5\n\nD9  Once.\n");
    }

    #[test]
    fn bar_charts_are_left_out() {
        let document = Document::new("t").with(crate::BarChart::new("b", "who", "n").bar("x", 1));
        assert_eq!(document.to_terminal(Terminal { has_plots: true, ..Terminal::default() }), "t\n");
    }

    #[test]
    fn a_table_that_a_page_folds_or_cuts_says_how_many_more_there_are() {
        let text = |mut table: DocumentTable| {
            (1..=1500).for_each(|number| table.row([Value::Number(number)]));
            Document::new("").with(table).to_terminal(Terminal::default())
        };
        let one = || DocumentTable::new([Column::number("")]);
        assert!(text(one().show_first(50)).ends_with("  10\nand 1,490 more\n".trim_start()));
        assert!(text(one().at_most(3, "All are in the list.")).ends_with("2\n3\nand 1,497 more. All are in the list.\n"));
    }

    #[test]
    fn long_sentences_are_wrapped_and_bullets_are_aligned_with_their_first_letter() {
        let document = Document::new("word ".repeat(30)).with(Block::bullets(["point ".repeat(20)]));
        let text = document.to_terminal(Terminal { width: Some(60), ..Terminal::default() });
        let starts: Vec<&str> = text.lines().map(|line| &line[..3]).collect();
        assert_eq!(starts, ["wor", "  w", "  w", "- p", "  p", "  p"], "{text}");
        assert!(text.lines().all(|line| line.len() <= 60), "{text}");
    }

    #[test]
    fn colours_are_used_only_where_they_are_asked_for_and_names_cannot_use_them() {
        let document = Document::new("Berg\u{1b}[2J").with(Block::alert("Not published")).with(Facts::new().fact("a\nb", "c\td"));
        assert_eq!(document.to_terminal(Terminal::default()), "Berg\\u{1b}[2J\nNot published\n\na b  c d\n");
        let coloured = document.to_terminal(Terminal { is_coloured: true, ..Terminal::default() });
        assert!(coloured.starts_with("\u{1b}[1mBerg\\u{1b}[2J\u{1b}[0m\n\u{1b}[1;31mNot published\u{1b}[0m\n"), "{coloured:?}");
    }
}
