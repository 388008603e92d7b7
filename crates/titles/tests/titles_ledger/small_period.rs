//! Builds and rates small periods.

use model::{
    Batch, Control, Date, GameResult, Games, IndexedPlayers, ListDate, PlayerIndex, PlayerRef, PlayerRow, Pool, RatedTournaments, Rating,
    SideResult, Tournament, TournamentKind, Unlisted, Withheld, parse_iso_date,
};
use period_assembly::{AvailableLists, PeriodInputs, PlayersAndRatings, assemble, judge};
use rating::Rated;
use rulebook::Rulebook;
use std::collections::BTreeMap;

pub(crate) fn day(text: &str) -> Date {
    parse_iso_date(text).expect("a date")
}

pub(crate) fn list(month: &str) -> ListDate {
    month.parse().expect("a month")
}

/// A player of the previous list, whose peak is the rating.
pub(crate) fn player(rating: i16, k: u8, career_games: u32) -> PlayerRow {
    PlayerRow { rating: Rating(rating), peak: Rating(rating), k, career_games, last_rated: 19_000, ..PlayerRow::UNKNOWN }
}

/// One tournament: its games as round, player, opponent and the player's score (`1`, `=`, `0`).
pub(crate) struct Event {
    pub(crate) id: &'static str,
    pub(crate) start: &'static str,
    pub(crate) end: &'static str,
    /// By round from 1; empty means that none is known.
    pub(crate) round_dates: Vec<&'static str>,
    pub(crate) games: Vec<(u16, u32, u32, char)>,
}

/// A period of one month.
pub(crate) struct SmallPeriod {
    pub(crate) list: &'static str,
    pub(crate) players: Vec<(u32, PlayerRow)>,
    pub(crate) events: Vec<Event>,
    pub(crate) merged: Vec<(u32, u32)>,
    /// Players whose rating is not published.
    pub(crate) withheld: Vec<u32>,
}

impl SmallPeriod {
    pub(crate) fn new(list: &'static str, players: &[(u32, PlayerRow)], events: Vec<Event>) -> Self {
        Self { list, players: players.to_vec(), events, merged: Vec::new(), withheld: Vec::new() }
    }

    /// Rates the period. Every tournament has to be rated.
    pub(crate) fn rate(&self) -> Rated {
        let list = list(self.list);
        let previous = list.minus_months(1);
        let known = PlayerIndex::new(self.players.iter().map(|player| player.0).collect());
        let inputs = PeriodInputs {
            rulebook: Rulebook::fide(),
            control: Control::Standard,
            list,
            previous,
            known: &known,
            pool: Pool::default(),
            rated: RatedTournaments::default().into(),
            lists: AvailableLists { own: vec![previous], longer: BTreeMap::new() },
            batch: self.batch(),
            online: Default::default(),
            already_rated: Vec::new(),
            previous_refusals: Vec::new(),
            strict: false,
            orders: Vec::new(),
            order_list: None,
        };
        let judgement = judge(inputs).expect("a judgement");
        let mut rows: BTreeMap<u32, PlayerRow> = self.players.iter().copied().collect();
        rows.extend(judgement.unknown_players().iter().map(|&id| (id, PlayerRow::UNKNOWN)));
        let players = IndexedPlayers { index: PlayerIndex::new(rows.keys().copied().collect()), rows: rows.into_values().collect() };
        let merged_ids = self.merged.iter().map(|(old, _)| (*old, Unlisted::Merged));
        let withheld = self.withheld.iter().map(|id| (*id, Unlisted::Excluded)).chain(merged_ids);
        let withheld = Withheld::new(withheld.filter_map(|(id, reason)| Some((players.index.find(id)?, reason))).collect());
        let people = PlayersAndRatings {
            newcomers: judgement.unknown_players().to_vec(),
            players,
            ratings: BTreeMap::new(),
            withheld,
            merged: self.merged.iter().copied().collect(),
            gave_rating: Default::default(),
            associations: BTreeMap::new(),
            is_woman: &|_| false,
        };
        let rated = rating::rate(assemble(judgement, people).period);
        for judged in &rated.period.tournaments {
            assert!(judged.is_rated(), "{}: {} ({})", judged.facts.id, judged.detail, judged.article);
        }
        rated
    }

    fn batch(&self) -> Batch {
        let (mut games, mut tournaments) = (Games::default(), Vec::new());
        for event in &self.events {
            let first = games.len();
            for &(round, white, black, score) in &event.games {
                let (own, other) = match score {
                    '1' => (SideResult::Win, SideResult::Loss),
                    '=' => (SideResult::Draw, SideResult::Draw),
                    _ => (SideResult::Loss, SideResult::Win),
                };
                let player = |id| PlayerRef::id(id).expect("an id");
                games.push(round, player(white), player(black), GameResult::new(own, other), None);
            }
            tournaments.push(Tournament {
                id: event.id.into(),
                file: event.id.into(),
                control: Some(Control::Standard),
                kind: Some(TournamentKind::Swiss),
                start: Some(day(event.start)),
                end: Some(day(event.end)),
                rounds: Some(30),
                round_dates: event.round_dates.iter().map(|date| Some(day(date))).collect(),
                entrants: 20,
                games: first..games.len(),
                ..Tournament::default()
            });
        }
        Batch { tournaments, games, ..Batch::default() }
    }
}
