//! What assembly returns and rating reads: the period, its tournaments, and both sides of every game.

use crate::eligibility::TournamentDecision;
use crate::online::OnlinePeriod;
use crate::previous_refusals::PreviousRefusal;
use model::{Control, Date, Hundredths, IndexedPlayers, ListDate, PlayerRef, Pool, RatedTournaments, Rating, Reason, Tournament, Withheld};
use rulebook::{Edition, Order, article_of};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Everything that one list is computed from.
#[derive(Debug)]
pub struct Period {
    pub control: Control,
    pub list: ListDate,
    /// The previous list's date: the first day of the rating period.
    pub previous: ListDate,
    /// All editions that this period needs.
    pub editions: Vec<Edition>,
    /// The index of the edition that decides floor, closing date, inactivity and the K column (D1).
    pub publication: usize,
    /// The index of the edition that decides rounding, the cap on K x n and first ratings (D1).
    pub calculation: usize,
    /// The orders that are applied to the list, in this order.
    pub orders: Vec<Order>,
    /// Each player's rating on the list of a longer control that an order raises to; empty where no order does.
    pub order_ratings: Vec<Rating>,
    /// Players of the previous list, and everyone who plays for the first time.
    pub players: IndexedPlayers,
    /// Players whose rating is computed and kept, but not published (D28).
    pub withheld: Withheld,
    /// The surviving id of each merged id.
    pub merged: BTreeMap<u32, u32>,
    /// The merged ids whose rating the surviving id took over (D48).
    pub gave_rating: BTreeSet<u32>,
    /// The associations that a player is a member of, for the few who are in one (R25).
    pub associations: BTreeMap<usize, Vec<String>>,
    /// Players on no list, all of whose tournaments are not rated on this one: the audit tables have their games, the state does not have them.
    pub newcomers_without_rated_games: Vec<usize>,
    /// Players on no list, without results in the pool and without online games.
    pub(crate) newcomers: Vec<usize>,
    /// Sorted by start, then id: the order in which an unrated player's events count (D13).
    pub tournaments: Vec<Judged>,
    /// The index of each tournament's edition. A column of its own, because rating looks it up for every event of every player.
    pub(crate) edition_of: Vec<Option<u8>>,
    /// Two sides for each game read, grouped by player; players without an id come last.
    pub sides: Vec<Side>,
    /// `sides[side_offsets[p]..side_offsets[p + 1]]` are those of player `p`; one more group holds the players without an id.
    pub side_offsets: Vec<u32>,
    /// Round robins whose unrated players are rated by the event itself (D20), in the order of tournaments.
    pub crosstables: Vec<Crosstable>,
    /// Games played online, where ratings move after every game (D31).
    pub online: Option<OnlinePeriod>,
    pub pool: Pool,
    pub rated: Arc<RatedTournaments>,
    /// Sorted.
    pub(crate) previous_refusals: Vec<PreviousRefusal>,
    pub games_read: usize,
}

impl Period {
    pub fn publication(&self) -> &Edition {
        &self.editions[self.publication]
    }

    pub fn calculation(&self) -> &Edition {
        &self.editions[self.calculation]
    }

    /// The edition of a tournament that is rated.
    pub fn edition_of(&self, tournament: u32) -> Option<&Edition> {
        self.edition_of[tournament as usize].map(|edition| &self.editions[usize::from(edition)])
    }

    /// Refuses rated tournaments of which no game counts (D46), each with the reason in words. Only the outcome of rating shows which they are.
    pub fn refuse_without_counted_games(&mut self, refused: impl IntoIterator<Item = (usize, String)>) {
        for (tournament, detail) in refused {
            let judged = &mut self.tournaments[tournament];
            judged.decide(TournamentDecision::refused(Reason::NoGameCounts, detail));
            judged.cite(&self.editions, self.calculation, self.publication);
        }
        self.newcomers_without_rated_games = self.find_newcomers_without_rated_games();
    }

    pub(crate) fn find_newcomers_without_rated_games(&self) -> Vec<usize> {
        let is_rated = |side: &Side| self.tournaments[side.tournament as usize].is_rated();
        let has_rated_game = |player: usize| self.sides[self.sides_of(player)].iter().any(is_rated);
        self.newcomers.iter().copied().filter(|&player| !has_rated_game(player)).collect()
    }

    /// The range of a player's sides.
    pub fn sides_of(&self, player: usize) -> std::ops::Range<usize> {
        self.side_offsets[player] as usize..self.side_offsets[player + 1] as usize
    }
}

/// Whether a tournament is rated on this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum TournamentStatus {
    Rated,
    Waiting,
    Late,
    Refused,
    AlreadyRated,
}

impl TournamentStatus {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    pub const fn word(self) -> &'static str {
        self.into_str()
    }

    /// What became of the tournament, in words for people.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Rated => "rated",
            Self::Waiting => "waits for the next list",
            Self::Late => "came too late",
            Self::Refused => "refused",
            Self::AlreadyRated => "rated before",
        }
    }
}

/// A tournament with the decision about it.
#[derive(Clone, Debug)]
pub struct Judged {
    pub facts: Tournament,
    pub status: TournamentStatus,
    pub reason: Option<Reason>,
    /// Where the reason is written: an article, or the number of a decision. Of a national championship that is rated, the article by which
    /// enough of its players are rated (D44).
    pub article: String,
    /// The reason in words, for people.
    pub detail: String,
    /// The list that first refused it, where the same refusal of the previous list makes this one no news (D23). It has no games then.
    pub refused_since: Option<Date>,
    /// The index of the edition in force when it started.
    pub edition: Option<usize>,
    /// Whether the rules about matches apply: it is called a match and has two players.
    pub is_match: bool,
    /// The list whose ratings its games use, where it is rated (D2).
    pub ratings_of: Option<ListDate>,
    /// The list of a longer control whose ratings its games use, where it is rated (D18).
    pub longer_ratings_of: Option<ListDate>,
    /// The index of the [`RatingsInForce`](crate::ratings_in_force::RatingsInForce) that its games use, where it is rated.
    pub(crate) ratings_index: Option<usize>,
}

impl Judged {
    pub(crate) fn new(facts: Tournament) -> Self {
        Self {
            facts,
            status: TournamentStatus::Rated,
            reason: None,
            article: String::new(),
            detail: String::new(),
            refused_since: None,
            edition: None,
            is_match: false,
            ratings_of: None,
            longer_ratings_of: None,
            ratings_index: None,
        }
    }

    pub(crate) fn decide(&mut self, decision: TournamentDecision) {
        let TournamentDecision { status, reason, detail, article } = decision;
        (self.status, self.reason, self.detail, self.article) = (status, Some(reason), detail, article.unwrap_or_default());
    }

    /// Sets the article of the reason, unless the decision has one of its own.
    pub(crate) fn cite(&mut self, editions: &[Edition], calculation: usize, publication: usize) {
        if let Some(reason) = self.reason.filter(|_| self.article.is_empty()) {
            self.article = article_of(reason, self.edition.map(|e| &editions[e]), &editions[calculation], &editions[publication]);
        }
    }

    pub fn is_rated(&self) -> bool {
        self.status == TournamentStatus::Rated
    }
}

/// A round robin without an unplayed game in which unrated players take part (D20).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    pub tournament: u32,
    /// Everyone who plays, ascending.
    pub players: Vec<PlayerRef>,
    /// The rating of each player that the opponents use.
    pub ratings: Vec<Rating>,
    /// White and black of each game, as positions in `players`, and their half points.
    pub games: Vec<[u16; 4]>,
}

/// One player's side of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub tournament: u32,
    pub opponent: PlayerRef,
    pub round: u16,
    /// The player's own rating for this game; unrated where the result goes to the pool.
    pub own: Rating,
    /// The opponent's rating in this game.
    pub opponent_rating: Rating,
    pub flags: SideFlags,
}

// A list has millions of sides, and most of the memory of a run is theirs.
const _: () = assert!(size_of::<Side>() == 16, "the fields of a side are packed");

/// The result, the colour, the origins of the ratings and the reason why a side does not count, packed into 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideFlags(u16);

impl SideFlags {
    pub(crate) const NONE: Self = Self(0);
    const WHITE: u16 = 1 << 4;
    const OWN_LONGER: u16 = 1 << 5;
    const OWN_PREVIOUS: u16 = 1 << 6;
    const OPPONENT_LONGER: u16 = 1 << 7;
    const OPPONENT_EVENT: u16 = 1 << 8;
    const STANDING: u16 = 1 << 9;
    /// The number of the reason is in the bits from this one on; reasons are numbered from 1.
    const REASON: u32 = 10;

    pub fn new(result: model::SideResult, is_white: bool) -> Self {
        Self(result as u16 | if is_white { Self::WHITE } else { 0 })
    }

    #[must_use]
    pub fn with_ratings(mut self, own: RatingFrom, opponent: RatingFrom) -> Self {
        match own {
            RatingFrom::ListInForce => {}
            RatingFrom::LongerControl => self.0 |= Self::OWN_LONGER,
            RatingFrom::PreviousList => self.0 |= Self::OWN_PREVIOUS,
            RatingFrom::ThisEvent => {}
            RatingFrom::Standing => self.0 |= Self::STANDING,
        }
        self.with_opponent_from(opponent)
    }

    #[must_use]
    pub fn with_opponent_from(mut self, opponent: RatingFrom) -> Self {
        match opponent {
            RatingFrom::LongerControl => self.0 |= Self::OPPONENT_LONGER,
            RatingFrom::ThisEvent => self.0 |= Self::OPPONENT_EVENT,
            RatingFrom::Standing => self.0 |= Self::STANDING,
            RatingFrom::ListInForce | RatingFrom::PreviousList => {}
        }
        self
    }

    #[must_use]
    pub(crate) const fn with_left_out(self, reason: Option<Reason>) -> Self {
        const { assert!(Reason::ALL.len() < 1 << (u16::BITS - Self::REASON), "the number of a reason fits into the bits that are left") };
        let number = match reason {
            Some(reason) => reason as u16,
            None => 0,
        };
        Self(self.0 & ((1 << Self::REASON) - 1) | number << Self::REASON)
    }

    fn left_out(self) -> Option<Reason> {
        Reason::ALL.get(usize::from(self.0 >> Self::REASON).wrapping_sub(1)).copied()
    }

    pub const fn is_white(self) -> bool {
        self.0 & Self::WHITE != 0
    }

    pub const fn own_from(self) -> RatingFrom {
        if self.0 & Self::OWN_LONGER != 0 {
            RatingFrom::LongerControl
        } else if self.0 & Self::OWN_PREVIOUS != 0 {
            RatingFrom::PreviousList
        } else {
            self.common_origin()
        }
    }

    /// The origin of a rating without a flag of its own.
    const fn common_origin(self) -> RatingFrom {
        if self.0 & Self::STANDING != 0 { RatingFrom::Standing } else { RatingFrom::ListInForce }
    }

    pub const fn opponent_from(self) -> RatingFrom {
        if self.0 & Self::OPPONENT_LONGER != 0 {
            RatingFrom::LongerControl
        } else if self.0 & Self::OPPONENT_EVENT != 0 {
            RatingFrom::ThisEvent
        } else {
            self.common_origin()
        }
    }

    /// The result as the discriminant of [`model::SideResult`].
    pub const fn result_code(self) -> u8 {
        (self.0 & 0b1111) as u8
    }
}

/// Where a rating that a game uses comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum RatingFrom {
    /// The list in force when the tournament started (D2).
    ListInForce,
    /// A list of a longer control (D18).
    LongerControl,
    /// The previous list, because the player was unrated when the tournament started (D4).
    PreviousList,
    /// The round robin itself, which rates its unrated players (D20).
    ThisEvent,
    /// The rating after the game before, where ratings move after every game (D31).
    Standing,
}

impl RatingFrom {
    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

impl Side {
    /// Why the game does not count for this player; `None` where it may.
    pub fn left_out(&self) -> Option<Reason> {
        self.flags.left_out()
    }

    pub fn set_left_out(&mut self, reason: Option<Reason>) {
        self.flags = self.flags.with_left_out(reason);
    }

    /// The score in half points. Meaningful only for a game that was played.
    pub const fn half_points(&self) -> i32 {
        self.flags.result_code() as i32
    }

    pub const fn score(&self) -> Hundredths {
        Hundredths(self.half_points() * 50)
    }
}
