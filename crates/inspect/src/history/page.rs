//! A history as a page to send round.

use super::{History, Status};
use crate::explain::cause_in_words;
use pages::{Cell, Column, Html, Lines, Page, Table};

/// One player through all lists, with a plot.
pub fn history_page(history: &History) -> String {
    let mut page = Page::new(&history.headline());
    let ratings = history.ratings().map(|(list, rating)| (list.day(), f64::from(rating)));
    page = page.section("Rating", Lines::new("Rating by list", "rating").series("rating", ratings).to_html());
    let words = ["status", "title", "federation", "cause"].map(Column::text);
    let numbers = ["rating", "change", "games", "K"].map(Column::number);
    let mut table = Table::new([Column::text("list")].into_iter().chain(numbers).chain([Column::text("flag")]).chain(words)).that_sorts();
    for list in &history.lists {
        let status = match list.status {
            Status::Rated => "rated",
            Status::NotPublished => "not published",
            Status::Unrated => "unrated",
            Status::NotOnTheList => "not on this list",
        };
        let number = |value: Option<i32>| Cell::optional(value.map(i64::from));
        table.row([
            Cell::text(&list.folder),
            number(list.rating),
            list.change.map_or_else(Cell::empty, |change| Cell::signed(change.into())),
            number(list.games),
            number(list.k),
            Cell::text(&list.flag),
            Cell::text(status),
            Cell::text([list.title.as_str(), list.women_title.as_str()].join(" ").trim()),
            Cell::text(&list.federation),
            Cell::text(cause_in_words(&list.cause)),
        ]);
    }
    let mut body = table.to_html();
    history.notes.iter().for_each(|note| body.push(Html::note(note)));
    page.section("Lists", body).to_html()
}
