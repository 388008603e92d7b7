//! What the lines of players say of rating and federation, to be compared with the list.

use super::ReportReader;
use super::player_line::{ReportEntry, sex_and_title};
use crate::fixed_width_line::FixedWidthLine;
use crate::{FAR_FROM_LIST, ReadOptions, ReportedRating};
use model::{Games, Newcomer, Rating, ReportedEntry, ShortCode, Tournament};
use std::sync::Arc;

/// Rating and federation of one player with an id, as the report has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryFacts {
    fide_id: u32,
    line: u32,
    /// Unrated if the columns are blank.
    rating: Rating,
    /// Three capital letters, if it has them.
    federation: Option<[u8; 3]>,
}

impl ReportReader<'_> {
    pub(super) fn entry_facts(&self) -> Vec<EntryFacts> {
        let with_id = self.entries.iter().filter_map(|entry| Some((entry.player.fide_id()?, entry)));
        let facts = with_id.map(|(fide_id, entry)| {
            let columns = FixedWidthLine::new(entry.source);
            let rating = columns.field(49, 52).parse().map_or(Rating::UNRATED, Rating);
            let federation: Option<[u8; 3]> = columns.field(54, 56).to_ascii_uppercase().as_bytes().try_into().ok();
            let federation = federation.filter(|code| code.iter().all(u8::is_ascii_uppercase));
            EntryFacts { fide_id, line: entry.line, rating, federation }
        });
        facts.collect()
    }

    /// What the lines say of everybody who has a game, a forfeit or a bye, by player. Of several lines of one player the first counts.
    pub(super) fn reported_entries(&self) -> Vec<ReportedEntry> {
        let mut has_bye = vec![false; self.entries.len()];
        self.byes.iter().for_each(|bye| has_bye[bye.entry] = true);
        let takes_part = self.entries.iter().zip(has_bye).filter(|(entry, has_bye)| *has_bye || !entry.sides.is_empty());
        let mut reported: Vec<ReportedEntry> = takes_part.map(|(entry, _)| reported_entry(entry)).collect();
        reported.sort_by_key(|entry| entry.player);
        reported.dedup_by_key(|entry| entry.player);
        reported
    }
}

fn reported_entry(entry: &ReportEntry<'_>) -> ReportedEntry {
    let columns = FixedWidthLine::new(entry.source);
    let (sex, title) = sex_and_title(columns.character(10), columns.field(11, 13));
    let (title, women_title) = if title.starts_with('W') { ("", title) } else { (title, "") };
    let code = |text: &str| ShortCode::new(text).unwrap_or_default();
    let federation = columns.field(54, 56).to_ascii_uppercase();
    let is_federation = federation.len() == 3 && federation.bytes().all(|byte| byte.is_ascii_uppercase());
    let rating = columns.field(49, 52).parse().map(Rating).ok().filter(|rating| (1..=Rating::HIGHEST.0).contains(&rating.0));
    ReportedEntry {
        player: entry.player,
        federation: if is_federation { code(&federation) } else { ShortCode::EMPTY },
        title: code(title),
        women_title: code(women_title),
        sex: code(sex),
        rating: rating.unwrap_or(Rating::UNRATED),
    }
}

/// The rounds of the shortest events in which a norm or a direct result can be made, for the whole of an event in parts.
const FEWEST_ROUNDS: u16 = 7;

/// Whether norms may be judged in a tournament with these games: it has enough rounds, scheduled or played, or is a part of an event (T17).
pub(crate) fn may_be_title_event(tournament: &Tournament, games: &Games) -> bool {
    let last_round = games.round.last().copied().unwrap_or(0);
    tournament.event_id.is_some() || tournament.rounds.unwrap_or(0).max(last_round) >= FEWEST_ROUNDS
}

impl ReadOptions<'_> {
    /// The federations of known players who need one (D53), in the form of newcomers of whom nothing else is given.
    pub(crate) fn missing_federations(&self, entries: &[EntryFacts]) -> Vec<Newcomer> {
        let needs = |entry: &&EntryFacts| self.without_federation.is_some_and(|without| without.contains(entry.fide_id));
        let federation = |entry: &EntryFacts| Some(String::from_utf8_lossy(&entry.federation?).into_owned());
        let given = entries.iter().filter(needs).filter_map(|entry| Some((entry.fide_id, federation(entry)?)));
        given.map(|(id, federation)| Newcomer { id, federation, ..Newcomer::default() }).collect()
    }

    /// The ratings of players on no list, and those far from the list's.
    pub(crate) fn remarkable_ratings(&self, entries: &[EntryFacts], tournament: &Tournament) -> Vec<ReportedRating> {
        let Some(listed) = self.listed else { return Vec::new() };
        let is_remarkable = |entry: &&EntryFacts| match self.known.find(entry.fide_id).map(|player| listed[player].rating) {
            None => true,
            Some(rating) => rating.is_rated() && (rating.points() - entry.rating.points()).abs() > FAR_FROM_LIST,
        };
        let rated = entries.iter().filter(|entry| (1..=Rating::HIGHEST.0).contains(&entry.rating.0));
        let reported = |entry: &EntryFacts| ReportedRating {
            tournament_id: Arc::clone(&tournament.id),
            file: Arc::clone(&tournament.file),
            line: entry.line,
            fide_id: entry.fide_id,
            rating: entry.rating,
        };
        rated.filter(is_remarkable).map(reported).collect()
    }
}
