//! Pages to send round: one HTML file each, with its style, its script and its plots inside.
//!
//! In go words and numbers, out comes the text of a page. It asks the network for nothing, knows no clock and gives the same bytes for
//! the same content. It knows nothing of ratings and writes no files. What stands in columns on a terminal is measured here too.
//!
//! ```
//! use pages::{Cell, Column, Html, Page, Table};
//! let mut table = Table::new([Column::text("Name"), Column::number("Rating")]).that_sorts();
//! table.row([Cell::text("Ann <3"), Cell::number(2150)]);
//! let page = Page::new("A list").section("Players", table.to_html()).to_html();
//! assert!(page.contains("Ann &lt;3"));
//! ```

mod facts;
mod html;
mod page;
mod plot;
mod table;
pub mod terminal;

pub use facts::Facts;
pub use html::{Html, escape};
pub use page::Page;
pub use plot::{Bars, Histogram, Lines, Points};
pub use table::{Cell, Column, Table, grouped, signed};
