//! Events judged for norms on their own, before any list: what organisers see of them.
//!
//! In: an event with its verdict, and names of its players. Out: a document, tables, and one certificate for each norm (1.8). Nothing is
//! judged here but the rounds of a certificate, by the crate `titles`.

mod certificate;
mod document;
mod event_facts;
mod missing;
mod outlook;
mod tables;

use model::{ListDate, Tournament};
use rulebook::{Norm, Title, TitleEdition};
use titles::{EventPlayer, EventVerdict, NormResultRow, Outlook, TitleEvent, TitleSet, Verdict};

pub use certificate::{Certificate, certificates};
pub use document::event_norms_document;
pub use tables::{event_norms_table, outlook_table};

/// One event, judged for norms on its own.
#[derive(Clone, Debug)]
pub struct EventNorms {
    /// The event as reported; of an event in parts the last one.
    pub tournament: Tournament,
    pub edition: &'static TitleEdition,
    pub event: TitleEvent,
    /// The event's row, and a row for everybody who is judged for a title.
    pub verdict: EventVerdict,
    /// In the order of [`TitleEvent::players`].
    pub people: Vec<EventPerson>,
    /// The list whose ratings and titles count at the start.
    pub list: ListDate,
    /// Articles that are not proven are taken as failed (T9).
    pub is_strict: bool,
    /// What players still need, of an event under way.
    pub under_way: Option<UnderWay>,
}

/// What is known of a player besides the facts that count for norms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventPerson {
    /// Empty for an entry without a usable id.
    pub name: String,
    /// Three letters; empty if it is not known.
    pub federation: String,
    pub birth_year: Option<i16>,
}

/// An event of which only the rounds up to one are played.
#[derive(Clone, Debug)]
pub struct UnderWay {
    pub after: u16,
    /// By player, then in the order of the edition's titles.
    pub outlooks: Vec<PlayerOutlook>,
}

/// What one player still needs for one title.
#[derive(Clone, Debug)]
pub struct PlayerOutlook {
    /// Position in [`TitleEvent::players`].
    pub player: u32,
    pub title: Title,
    pub outlook: Outlook,
}

/// Which players and titles are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct NormsFilter<'a> {
    /// Ids of players; everybody if `None`.
    pub players: Option<&'a [u32]>,
    pub title: Option<Title>,
}

impl NormsFilter<'_> {
    pub(crate) fn shows(&self, player: Option<u32>, title: Title) -> bool {
        let is_asked = |players: &[u32]| player.is_some_and(|id| players.contains(&id));
        self.players.is_none_or(is_asked) && self.title.is_none_or(|asked| asked == title)
    }
}

/// A result is near a norm with a performance up to so much under the mark, and games up to so many under the minimum (T43).
const NEAR_PERFORMANCE: i32 = 100;
const NEAR_GAMES: u32 = 2;

impl EventNorms {
    pub(crate) fn results<'a>(&'a self, filter: &'a NormsFilter<'a>) -> impl Iterator<Item = &'a NormResultRow> {
        self.verdict.results.iter().filter(|row| filter.shows(row.player.fide_id(), row.title))
    }

    pub(crate) fn norm_of(&self, title: Title) -> Option<&'static Norm> {
        self.edition.norms.iter().find(|norm| norm.title == title)
    }

    /// How far a performance is over the mark of its title.
    pub(crate) fn performance_over(&self, row: &NormResultRow) -> i32 {
        self.norm_of(row.title).map_or(i32::MIN, |norm| row.performance - norm.performance_at_least.points())
    }

    /// Whether a result is no norm, and near one (T43).
    pub(crate) fn is_near_miss(&self, row: &NormResultRow) -> bool {
        row.verdict == Verdict::No && self.has_nearly_enough_games(row) && self.performance_over(row) >= -NEAR_PERFORMANCE
    }

    pub(crate) fn has_nearly_enough_games(&self, row: &NormResultRow) -> bool {
        row.games + NEAR_GAMES >= titles::games_asked(self.edition, &self.event)
    }

    /// The position of a player in the event.
    pub(crate) fn position(&self, player: model::PlayerRef) -> Option<usize> {
        self.event.players.iter().position(|other| other.player == player)
    }

    /// The name of the player at a position; something to call an entry without a usable id by.
    pub(crate) fn name(&self, position: usize) -> &str {
        match self.people.get(position).map(|person| person.name.as_str()) {
            Some(name) if !name.is_empty() => name,
            _ => "(no usable id)",
        }
    }

    pub(crate) fn name_of(&self, row: &NormResultRow) -> &str {
        self.position(row.player).map_or("", |at| self.name(at))
    }

    pub(crate) fn federation(&self, position: usize) -> &str {
        self.people.get(position).map_or("", |person| person.federation.as_str())
    }

    /// What an article on the event as a whole asks, in words.
    pub(crate) fn asked_by(&self, article: &str) -> String {
        self.edition.requirement(article, None).unwrap_or_default()
    }

    /// What to call the event by.
    pub(crate) fn event_name(&self) -> &str {
        if self.tournament.name.is_empty() { &self.tournament.id } else { &self.tournament.name }
    }
}

/// The titles of a player in words: open before women's, `IM WGM`.
pub(crate) fn title_words(titles: TitleSet) -> String {
    Title::ALL.into_iter().filter(|title| titles.has(*title)).map(Title::word).collect::<Vec<_>>().join(" ")
}

/// The rating of a player at the start; `None` for the unrated.
pub(crate) fn rating_of(player: &EventPlayer) -> Option<i32> {
    player.rating.rated().map(model::Rating::points)
}
