//! Rates a period in which ratings move after every game (D31 to D34): a period in, its outcome out.
//!
//! Online games are rated one by one, in the order of time. An event over the board is one step at the first moment of the day on which
//! it was received, before the online games of that moment. Every game depends on all games before it, so nothing here is parallel.

use crate::change::rounded_change;
use crate::development::k_of_period;
use crate::difference::{count_differences, counted_difference};
use crate::first_rating::{FirstRatingCalculation, PooledResult, first_rating, has_enough_games};
use crate::list_day::ListDay;
use crate::outcome::{
    Change, NewOnlinePoolEntry, NewPoolEntry, OnlineOutcome, OnlineSideOutcome, OrderSet, Outcome, RatingChangeCause, SideOutcome,
};
use model::{Hundredths, PlayerRef, Rating, Reason, UtcMicros, midnight};
use period_assembly::{OnlinePeriod, Period, RatingFrom, Side};
use rulebook::{Edition, expected_score};
use std::ops::Range;

/// Stands for the slot of a player who has none yet.
const NO_SLOT: u32 = u32::MAX;

/// Rates a period in which ratings move after every game. The ratings used are written into the sides of events.
pub(crate) fn rate_game_by_game(period: &mut Period) -> Outcome {
    let mut sides = std::mem::take(&mut period.sides);
    let outcome = {
        let mut rater = GameByGameRater::new(period, &sides);
        let online = rater.rate_all(&mut sides);
        rater.into_outcome(online)
    };
    period.sides = sides;
    outcome
}

/// The current state of a player who has games in the period.
#[derive(Clone, Copy, Debug)]
struct PlayerSlot {
    player: u32,
    /// The current rating; unrated until there is a rated game or a first rating at this control.
    rating: Rating,
    /// The rating that the changes are added to: the previous list's, or one of a longer control.
    base: Rating,
    k: u8,
    k_is_listed: bool,
    /// The number of rated games, without those of a first rating.
    games: u32,
    half_points: i32,
    sum: Hundredths,
    /// The results towards a first rating, with those from the pool (D32).
    window: PooledResult,
    first: Option<FirstRatingCalculation>,
    /// The results in the window from online games of this period.
    online: PooledResult,
    /// When the first and the last of these online games ended.
    online_from: UtcMicros,
    online_until: UtcMicros,
    /// Whether a result of this period entered the window.
    has_new_in_window: bool,
}

/// One player's sides of one event.
#[derive(Clone, Debug)]
struct EventEntry {
    tournament: u32,
    player: u32,
    sides: Range<usize>,
}

/// Rates games and events in the order of time.
struct GameByGameRater<'a> {
    period: &'a Period,
    edition: &'a Edition,
    games: &'a OnlinePeriod,
    /// The slot of each player, or [`NO_SLOT`].
    slot_of: Vec<u32>,
    slots: Vec<PlayerSlot>,
    /// Events over the board: the time of rating, and the range of their entries.
    events: Vec<(UtcMicros, Range<usize>)>,
    entries: Vec<EventEntry>,
    /// The index of the ratings of longer controls that are in force now.
    longer: usize,
    outcomes: Vec<SideOutcome>,
    new_pool: Vec<NewPoolEntry>,
    differences: Vec<i16>,
}

impl<'a> GameByGameRater<'a> {
    fn new(period: &'a Period, sides: &[Side]) -> Self {
        let mut entries = Vec::new();
        for player in 0..period.players.index.len() {
            let mut at = period.side_offsets[player] as usize;
            for event in sides[period.sides_of(player)].chunk_by(|a, b| a.tournament == b.tournament) {
                let range = at..at + event.len();
                at = range.end;
                if period.tournaments[event[0].tournament as usize].is_rated() {
                    entries.push(EventEntry { tournament: event[0].tournament, player: number(player), sides: range });
                }
            }
        }
        entries.sort_by_key(|entry| (entry.tournament, entry.player));
        let mut events = Vec::new();
        let mut at = 0;
        for event in entries.chunk_by(|a, b| a.tournament == b.tournament) {
            let facts = &period.tournaments[event[0].tournament as usize].facts;
            // When it was received; its end, if that is not given (D31).
            let day = facts.received.or(facts.end).unwrap_or_else(|| period.previous.day());
            events.push((midnight(day), at..at + event.len()));
            at += event.len();
        }
        // Stable: events of one moment stay in the order of tournaments.
        events.sort_by_key(|(moment, _)| *moment);
        Self {
            period,
            edition: period.calculation(),
            games: period.online.as_ref().expect("a period in which ratings move after every game"),
            slot_of: vec![NO_SLOT; period.players.index.len()],
            slots: Vec::new(),
            events,
            entries,
            longer: 0,
            outcomes: sides.iter().map(|side| SideOutcome::LeftOut(side.left_out().unwrap_or(Reason::NoUsableId))).collect(),
            new_pool: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// Rates everything in the order of time.
    fn rate_all(&mut self, sides: &mut [Side]) -> OnlineOutcome {
        let games = &self.games.games;
        let mut online = OnlineOutcome::with_capacity(games.len());
        let events = std::mem::take(&mut self.events);
        let mut next_event = 0;
        for game in 0..games.len() {
            let moment = games.ended_at[game];
            while let Some((at, entries)) = events.get(next_event).filter(|(at, _)| *at <= moment) {
                self.advance_longer(*at);
                self.rate_event(entries.clone(), sides);
                next_event += 1;
            }
            self.advance_longer(moment);
            self.rate_online_game(game, &mut online);
        }
        for (at, entries) in &events[next_event..] {
            self.advance_longer(*at);
            self.rate_event(entries.clone(), sides);
        }
        online
    }

    /// Advances to the ratings of longer controls that are in force at a moment.
    fn advance_longer(&mut self, moment: UtcMicros) {
        while self.games.longer.get(self.longer + 1).is_some_and(|next| next.from <= moment) {
            self.longer += 1;
        }
    }

    fn slot(&mut self, player: u32) -> usize {
        let slot = self.slot_of[player as usize];
        if slot != NO_SLOT {
            return slot as usize;
        }
        let (at, players) = (player as usize, &self.period.players);
        let mut window = PooledResult::default();
        if !players.rows[at].rating.is_rated() {
            for entry in &self.period.pool.entries[self.period.pool.entries_of(players.index.ids()[at])] {
                window += PooledResult { games: entry.games, half_points: entry.half_points, opponents: entry.opponents };
            }
        }
        let row = &players.rows[at];
        let (k, k_is_listed) = k_of_period(&self.edition.development, self.period.previous, row);
        self.slot_of[at] = number(self.slots.len());
        self.slots.push(PlayerSlot {
            player,
            rating: row.rating,
            base: row.rating,
            k,
            k_is_listed,
            games: 0,
            half_points: 0,
            sum: Hundredths(0),
            window,
            first: None,
            online: PooledResult::default(),
            online_from: 0,
            online_until: 0,
            has_new_in_window: false,
        });
        self.slots.len() - 1
    }

    /// A player's current rating, and where it comes from.
    fn current_rating(&self, slot: usize) -> (Rating, RatingFrom) {
        let PlayerSlot { rating, player, .. } = self.slots[slot];
        if rating.is_rated() {
            return (rating, RatingFrom::Standing);
        }
        let longer = self.games.longer.get(self.longer).map_or(Rating::UNRATED, |longer| longer.rating[player as usize]);
        (longer, RatingFrom::LongerControl)
    }

    fn rate_online_game(&mut self, game: usize, online: &mut OnlineOutcome) {
        let games = &self.games.games;
        let result = games.result[game];
        let players = [games.white[game], games.black[game]];
        let fault = games.fault[game].or_else(|| players.contains(&OnlinePeriod::NO_PLAYER).then_some(Reason::NoUsableId));
        let played = result.white.played().zip(result.black.played());
        let (Some((white, black)), None) = (played, fault) else {
            return online.push_left_out(fault.unwrap_or(Reason::Unplayed));
        };
        let half_points = [white.0, black.0];
        let slots = players.map(|player| self.slot(player));
        let before = slots.map(|slot| self.current_rating(slot));
        let mut side_outcomes = [OnlineSideOutcome::LeftOut(Reason::OpponentUnrated); 2];
        for (at, &slot) in slots.iter().enumerate() {
            let (own, opponent) = (before[at].0, before[1 - at].0);
            if !opponent.is_rated() {
                continue;
            }
            side_outcomes[at] = if own.is_rated() {
                let expected = expected_score(i32::from(counted_difference(&self.edition.rating_difference, own, opponent)));
                let gain = Hundredths(half_points[at] * 50) - expected;
                self.move_rating(slot, own, 1, half_points[at], gain);
                OnlineSideOutcome::Counted
            } else {
                self.pool_online_game(slot, half_points[at], opponent, games.ended_at[game])
            };
        }
        let after = slots.map(|slot| self.slots[slot].rating);
        online.push(before.map(|(rating, _)| rating), before.map(|(_, from)| from == RatingFrom::LongerControl), side_outcomes, after);
    }

    /// Adds K times a sum, rounded once, to a player's rating.
    fn move_rating(&mut self, slot: usize, own: Rating, games: u32, half_points: i32, sum: Hundredths) {
        let half = self.edition.rounding.half;
        let slot = &mut self.slots[slot];
        slot.base = slot.base.or(own);
        slot.games += games;
        slot.half_points += half_points;
        slot.sum = slot.sum + sum;
        slot.rating = positive_rating(own.points() + rounded_change(half, slot.k, sum));
    }

    /// Pools an unrated player's online game against a rated opponent.
    fn pool_online_game(&mut self, slot: usize, half_points: i32, opponent: Rating, ended_at: UtcMicros) -> OnlineSideOutcome {
        let result = PooledResult { games: 1, half_points, opponents: opponent.points() };
        if !self.add_to_window(slot, result) {
            return OnlineSideOutcome::LeftOut(Reason::LossBeforeFirstRating);
        }
        let own = &mut self.slots[slot];
        if own.online.games == 0 {
            own.online_from = ended_at;
        }
        own.online_until = ended_at;
        own.online += result;
        self.complete_window(slot);
        OnlineSideOutcome::Pooled
    }

    /// Adds a result to the window, unless it is the first and a loss (D32). Returns whether it was added.
    fn add_to_window(&mut self, slot: usize, result: PooledResult) -> bool {
        let slot = &mut self.slots[slot];
        if slot.window.games == 0 && result.half_points == 0 {
            return false;
        }
        slot.window += result;
        slot.has_new_in_window = true;
        true
    }

    fn is_window_full(&self, slot: usize) -> bool {
        has_enough_games(&self.edition.first_rating.minimum, self.slots[slot].window.games, 0, None)
    }

    /// Computes the first rating, once the window is full.
    fn complete_window(&mut self, slot: usize) {
        if !self.is_window_full(slot) {
            return;
        }
        let rule = &self.edition.first_rating;
        let slot = &mut self.slots[slot];
        let calculation = first_rating(rule, slot.window);
        slot.rating = positive_rating(calculation.computed);
        slot.base = slot.rating;
        slot.first = Some(calculation);
    }

    /// Rates an event over the board: all its games use the ratings just before it, and each player's sum is rounded once.
    fn rate_event(&mut self, entries: Range<usize>, sides: &mut [Side]) {
        for at in entries.clone() {
            let EventEntry { player, sides: range, .. } = self.entries[at].clone();
            let own = self.slot(player);
            for side in &mut sides[range] {
                // Every other reason was found by assembly; only whether the opponent is rated is decided here.
                if side.left_out().is_some_and(|reason| reason != Reason::OpponentUnrated) {
                    continue;
                }
                let (own, own_from) = self.current_rating(own);
                let (opponent, opponent_from) = self.opponent_rating(side.opponent);
                side.own = own;
                side.opponent_rating = opponent;
                side.flags = side.flags.with_ratings(own_from, opponent_from);
                side.set_left_out((!opponent.is_rated()).then_some(Reason::OpponentUnrated));
            }
        }
        for at in entries {
            let EventEntry { tournament, player, sides: range } = self.entries[at].clone();
            let slot = self.slot(player);
            let (own, _) = self.current_rating(slot);
            let event = &sides[range.clone()];
            if own.is_rated() {
                self.rate_in_event(slot, own, event, range);
            } else {
                self.pool_event(slot, tournament, event, range);
            }
        }
    }

    fn opponent_rating(&mut self, player: PlayerRef) -> (Rating, RatingFrom) {
        match player.fide_id().and_then(|id| self.period.players.index.find(id)) {
            Some(player) => {
                let slot = self.slot(number(player));
                self.current_rating(slot)
            }
            None => (Rating::UNRATED, RatingFrom::Standing),
        }
    }

    fn rate_in_event(&mut self, slot: usize, own: Rating, event: &[Side], range: Range<usize>) {
        let counts = |side: &&Side| side.left_out().is_none();
        let opponents = event.iter().filter(counts).map(|side| side.opponent_rating);
        let mut differences = std::mem::take(&mut self.differences);
        count_differences(&self.edition.rating_difference, own, opponents, &mut differences);
        let (mut games, mut half_points, mut sum) = (0, 0, Hundredths(0));
        let mut next = differences.iter();
        for (side, at) in event.iter().zip(range) {
            if let Some(reason) = side.left_out() {
                self.outcomes[at] = SideOutcome::LeftOut(reason);
                continue;
            }
            let difference = *next.next().expect("one difference for each counted game");
            let expected = expected_score(i32::from(difference));
            games += 1;
            half_points += side.half_points();
            sum = sum + side.score() - expected;
            self.outcomes[at] = SideOutcome::Counted { difference, expected: u8::try_from(expected.0).expect("at most 100") };
        }
        self.differences = differences;
        if games > 0 {
            self.move_rating(slot, own, games, half_points, sum);
        }
    }

    /// Pools an unrated player's games in the order of rounds; games after the window is full are left out (D32).
    fn pool_event(&mut self, slot: usize, tournament: u32, event: &[Side], range: Range<usize>) {
        let mut entered = PooledResult::default();
        for (side, at) in event.iter().zip(range) {
            let result = PooledResult { games: 1, half_points: side.half_points(), opponents: side.opponent_rating.points() };
            self.outcomes[at] = match side.left_out() {
                Some(reason) => SideOutcome::LeftOut(reason),
                // A pool from another edition may be full already; it is completed with the next game.
                None if self.is_window_full(slot) && entered.games > 0 => SideOutcome::LeftOut(Reason::AfterFirstRating),
                None if !self.add_to_window(slot, result) => SideOutcome::LeftOut(Reason::LossBeforeFirstRating),
                None => {
                    entered += result;
                    SideOutcome::Pooled
                }
            };
        }
        if entered.games > 0 {
            let PooledResult { games, half_points, opponents } = entered;
            self.new_pool.push(NewPoolEntry { player: self.slots[slot].player, tournament, games, half_points, opponents });
            self.complete_window(slot);
        }
    }

    /// The outcome after the last game.
    fn into_outcome(self, online: OnlineOutcome) -> Outcome {
        let day = ListDay::of(self.period);
        let mut outcome = Outcome { sides: self.outcomes, online: Some(online), ..Outcome::default() };
        for player in 0..self.period.players.index.len() {
            let slot = self.slots.get(self.slot_of[player] as usize);
            let mut change = slot.and_then(|slot| change_of(slot, self.period.players.rows[player].rating));
            let has_waiting = slot.is_some_and(|slot| slot.window.games > 0);
            outcome.players.push(day.player_row(self.period, player, has_waiting, &mut change));
            outcome.changes.extend(change);
        }
        let is_unrated = |player: u32| !outcome.players[player as usize].rating.is_rated();
        let ids = &self.period.players.index;
        let kept =
            self.period.pool.entries.iter().enumerate().filter(|(_, entry)| ids.find(entry.fide_id).is_none_or(|p| is_unrated(number(p))));
        outcome.kept_pool = kept.map(|(at, _)| number(at)).collect();
        outcome.new_pool = self.new_pool.into_iter().filter(|entry| is_unrated(entry.player)).collect();
        let waiting = self.slots.iter().filter(|slot| slot.online.games > 0 && is_unrated(slot.player));
        outcome.new_online_pool = waiting
            .map(|slot| NewOnlinePoolEntry {
                player: slot.player,
                from: slot.online_from,
                until: slot.online_until,
                games: slot.online.games,
                half_points: slot.online.half_points,
                opponents: slot.online.opponents,
            })
            .collect();
        outcome
    }
}

/// A player's change; `None` where no game of the player was rated or pooled.
fn change_of(slot: &PlayerSlot, before: Rating) -> Option<Change> {
    let of_window = if slot.first.is_some() { slot.window } else { PooledResult::default() };
    let moved = slot.games > 0 || slot.first.is_some();
    if !moved && !slot.has_new_in_window {
        return None;
    }
    let cause = match slot.first {
        Some(_) => RatingChangeCause::FirstRating,
        None if !moved => RatingChangeCause::PoolTooSmall,
        None if before.is_rated() => RatingChangeCause::Games,
        None => RatingChangeCause::LongerControl,
    };
    let waiting = if moved { of_window } else { slot.window };
    let computed = slot.rating.points();
    Some(Change {
        player: slot.player,
        cause,
        before,
        base: if slot.first.is_some() { Rating::UNRATED } else { slot.base },
        longer_event: None,
        k: if slot.games > 0 { slot.k } else { 0 },
        k_is_listed: slot.k_is_listed,
        k_used: if slot.games > 0 { slot.k } else { 0 },
        games: slot.games + waiting.games,
        half_points: slot.half_points + waiting.half_points,
        opponents: waiting.opponents,
        sum: slot.sum,
        change: if slot.games > 0 { computed - slot.base.points() } else { 0 },
        first: slot.first.unwrap_or_default(),
        computed,
        ordered: computed,
        orders: OrderSet::default(),
        after: Rating::UNRATED,
    })
}

/// A computed rating of at least 1: however low, a rated player stays rated (R27).
pub fn positive_rating(computed: i32) -> Rating {
    Rating(i16::try_from(computed.max(1)).unwrap_or(i16::MAX))
}

fn number(value: usize) -> u32 {
    u32::try_from(value).expect("fewer than 32 bits can number")
}
