//! What became of a tournament, for people.

use crate::explain::event_text::{dates, fate};
use crate::explain::text::verdict;
use crate::explain::tournament::TournamentAnswer;
use crate::explain::words::{because, counted, points, reason_of, signed};
use crate::layout::{row, wrapped};
use pages::terminal::{left, right};
use std::collections::BTreeSet;
use std::fmt;

const NAME: usize = 18;

impl fmt::Display for TournamentAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&wrapped(&self.headline(), "", "  "))?;
        self.summary().iter().try_for_each(|line| f.write_str(&wrapped(line, "", "  ")))?;
        if !self.participants.is_empty() {
            f.write_str("\nPlayers\n")?;
            f.write_str(&self.players_text())?;
        }
        if !self.left_out.is_empty() {
            f.write_str("\nNot counted\n")?;
            f.write_str(&self.left_out_text())?;
        }
        f.write_str("\n")?;
        f.write_str(&verdict(&self.differences))
    }
}

impl TournamentAnswer {
    pub(crate) fn headline(&self) -> String {
        let name = if self.name.is_empty() || self.name == self.tournament_id { String::new() } else { format!(", {}", self.name) };
        format!("{}{name}, {}, for the {} list of {}", self.tournament_id, dates(self.start, self.end), self.control, self.list)
    }

    /// The verdict with its article, and what it was judged by.
    pub(crate) fn summary(&self) -> Vec<String> {
        let article = if self.article.is_empty() { String::new() } else { format!(" ({})", self.article) };
        let mut lines = Vec::new();
        if self.status == "rated" {
            let longer =
                self.longer_ratings_of.map_or_else(String::new, |date| format!(", and of a longer control on that of {date} (D18)"));
            let ratings = self.ratings_of.map_or_else(String::new, |date| format!(", with the ratings on the list of {date} (D2){longer}"));
            lines.push(format!("Rated by {}, the edition in force when it started (D1){ratings}", self.edition));
        } else {
            let detail = [self.detail.as_str(), self.because.as_str()].into_iter().find(|text| !text.is_empty()).unwrap_or("");
            let status = self.status.replace('-', " ");
            lines.push(format!("Not rated on this list: {status}, {detail}{article}"));
            if let Some(list) = self.rated_on {
                lines.push(format!("The list of {list} rated it"));
            }
        }
        lines.push(format!("{}, {}", counted(self.entrants, "player"), counted(self.games, "game")));
        lines
    }

    fn players_text(&self) -> String {
        let cells = |cells: [&str; 10]| {
            let [id, name, own, games, score, sum, k, share, change, rest] = cells;
            row(&[
                format!("  {}", right(id, 9)),
                left(name, NAME),
                right(own, 6),
                right(games, 5),
                right(score, 6),
                right(sum, 6),
                right(k, 3),
                right(share, 7),
                right(change, 6),
                format!(" {rest}"),
            ])
        };
        let mut text = cells(["id", "name", "rating", "games", "points", "sum", "K", "K x sum", "change", "other games"]);
        for player in &self.participants {
            let number = |value: Option<i32>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
            let id = player.fide_id.map_or_else(|| "-".to_owned(), |id| id.to_string());
            let shown = |text: String| if player.counted > 0 { text } else { String::new() };
            let mut others = Vec::new();
            if player.pooled > 0 {
                others.push(format!("{} pooled", player.pooled));
            }
            if player.left_out > 0 {
                others.push(format!("{} left out", player.left_out));
            }
            text.push_str(&cells([
                &id,
                &player.name,
                &number(player.own_rating),
                &player.counted.to_string(),
                &shown(points(player.half_points)),
                &shown(signed(player.sum_hundredths)),
                &shown(number(player.k_used)),
                &shown(player.share_hundredths.map_or_else(|| "-".to_owned(), signed)),
                &shown(player.change.map_or_else(|| "-".to_owned(), |change| format!("{change:+}"))),
                &others.join(", "),
            ]));
        }
        text.push_str(&wrapped(
            "K x sum: what the tournament adds to the change before rounding; change: the whole of this list, all events together (D9)",
            "  ",
            "  ",
        ));
        text
    }

    fn left_out_text(&self) -> String {
        let mut text = String::new();
        for left_out in &self.left_out {
            let game = &left_out.game;
            let id = |id: Option<u32>| id.map_or_else(|| "-".to_owned(), |id| id.to_string());
            let start = format!(
                "  {} {} {} against {} {} ",
                right(&game.round.map_or_else(String::new, |round| round.to_string()), 3),
                right(&id(left_out.fide_id), 9),
                left(&left_out.name, 18),
                right(&id(game.opponent), 9),
                left(&game.opponent_name, 14)
            );
            text.push_str(&wrapped(&fate(game), &start, &" ".repeat(52)));
        }
        let reasons: BTreeSet<&str> = self.left_out.iter().map(|left_out| left_out.game.reason.as_str()).collect();
        for reason in reasons.into_iter().filter_map(reason_of) {
            text.push_str(&wrapped(&format!("{}: {}", reason.word().replace('-', " "), because(reason)), "  ", "    "));
        }
        text
    }
}
