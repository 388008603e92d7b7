//! Documents for people, and their two renderers: one self-contained HTML file, and the terminal.
//!
//! In: headings, sentences, tables, facts and plots, with numbers as numbers. Out: the text of a page or of a terminal. Only the renderers
//! decide how numbers are formatted, how wide a column is and what is escaped. Nothing here knows of ratings, asks the
//! network or a clock, or writes a file.
//!
//! ```
//! use pages::{Block, Column, Document, Section, DocumentTable, Terminal, Value};
//! let mut table = DocumentTable::new([Column::text("Name"), Column::number("Change")]);
//! table.row(["Ann <3".into(), Value::Change(-12)]);
//! let document = Document::new("A list").with(Section::new("Players").with(table));
//! assert!(document.to_html().contains("Ann &lt;3"));
//! assert_eq!(document.to_terminal(Terminal::default()), "A list\n\nPlayers\n  Name    Change\n  Ann <3     -12\n");
//! ```

mod document;
mod facts;
mod figures;
mod html;
mod plot;
mod table;
pub mod terminal;
mod value;

pub use document::{Block, Document, Plot, Section};
pub use facts::Facts;
pub use figures::Figures;
pub use plot::{BarChart, Densities, DotPlot, Dumbbells, Histogram, LineChart, MirroredHistogram, ScatterPlot, Waterfall};
pub use table::{Column, DocumentTable, capitalised};
pub use terminal::Terminal;
pub use value::Value;
