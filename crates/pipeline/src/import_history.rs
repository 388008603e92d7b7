//! What earlier lists tell of the players of an imported one (D39): who played when, the highest rating, who is new.

use crate::Result;
use crate::codes;
use model::{Control, Diagnostic, InputFile, InputRole, ListDate, Place, PlayerFlags, PlayerRow, Rating, days_since_1970};
use rulebook::{ImpliedHistory, Rulebook};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use store::{ListSource, PlayerList, list_from_table};
use tables::{OutputColumn, PlayerText, Table};

/// What the lists so far, from the oldest to the newest, tell together. It is the same as what a run finds that reads all of them.
#[derive(Debug)]
pub(crate) struct ImportHistory {
    control: Control,
    rulebook: &'static Rulebook,
    /// The lists, oldest first, as inputs.
    pub(crate) inputs: Vec<InputFile>,
    players: HashMap<u32, KnownHistory>,
    newest: Option<NewestList>,
    /// Whether every list so far has games of anybody; otherwise nobody's games are all known.
    all_have_games: bool,
}

/// What is known of one player.
#[derive(Clone, Copy, Debug)]
struct KnownHistory {
    /// All rated games, where the player came with a list or a list states them.
    career_games: Option<u32>,
    peak: Rating,
    /// The last list with games, in days since 1970, or [`PlayerRow::NEVER`].
    last_rated: i32,
}

/// What the newest list so far has, to be compared with the next one.
#[derive(Debug, Default)]
struct NewestList {
    date: Option<ListDate>,
    /// The rated players.
    rated: BTreeSet<u32>,
    /// How many rated players each federation has, and each title.
    federations: BTreeMap<String, u64>,
    titles: BTreeMap<String, u64>,
    /// The columns in which anybody has anything.
    filled: BTreeSet<&'static str>,
}

/// Who came and went since the list before.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct SinceEarlierList {
    pub list: ListDate,
    /// Rated players whom the list before did not have.
    pub new: u64,
    /// Rated players of the list before who are not on this one.
    pub gone: u64,
}

/// The columns that [`ImportHistory::add_to`] adds.
pub(crate) const HISTORY_COLUMNS: [&str; 3] = ["career_games", "peak", "last_rated"];

/// How many names a message lists.
const MOST_NAMED: usize = 20;

impl ImportHistory {
    /// No list yet.
    pub(crate) fn new(control: Control) -> Self {
        Self { control, rulebook: Rulebook::fide(), inputs: Vec::new(), players: HashMap::new(), newest: None, all_have_games: true }
    }

    pub(crate) fn control(&self) -> Control {
        self.control
    }

    /// Whether no list was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Reads one more list, later than those before.
    pub(crate) fn add(&mut self, source: &ListSource) -> Result<()> {
        let (list, input) = source.read(InputRole::Archive)?;
        let is_first = self.is_empty();
        self.inputs.push(input);
        self.all_have_games &= has_games(&list.rows);
        let implied = self.implied(list.date);
        for (&id, row) in list.index.ids().iter().zip(&list.rows) {
            let before = self.players.get(&id).copied();
            let now = self.after(before, row, &list, is_first, implied.as_ref());
            self.players.insert(id, now);
        }
        self.newest = Some(NewestList::of(&list));
        Ok(())
    }

    /// What is known of a player after one more list.
    fn after(
        &self,
        before: Option<KnownHistory>,
        row: &PlayerRow,
        list: &PlayerList,
        is_first: bool,
        implied: Option<&ImpliedHistory>,
    ) -> KnownHistory {
        let games = u32::from(row.games);
        let career_games = match (before, row.flags.has(PlayerFlags::CAREER_GIVEN)) {
            (_, true) => Some(row.career_games),
            (Some(before), false) => before.career_games.map(|games_before| games_before + games),
            // Whoever comes onto a later list than the first has played all games since.
            (None, false) => (!is_first && row.is_rated() && self.all_have_games)
                .then(|| games.max(implied.map_or(0, |implied| implied.least_career_games(row)))),
        };
        let peak = implied.map_or(row.peak.max(row.published_rating()), |implied| implied.peak(row));
        let last_rated = match (row.last_rated, row.games, before) {
            (PlayerRow::NEVER, 0, before) => before.map_or(PlayerRow::NEVER, |before| before.last_rated),
            (PlayerRow::NEVER, _, _) => days_since_1970(list.date.day()),
            (day, ..) => day,
        };
        KnownHistory { career_games, peak: before.map_or(peak, |before| before.peak.max(peak)), last_rated }
    }

    /// What K implies on a list of this date, where an edition is known.
    fn implied(&self, date: ListDate) -> Option<ImpliedHistory> {
        let edition = self.rulebook.edition_on(self.control, date.day()).ok()?;
        Some(ImpliedHistory::new(&edition.development, date))
    }

    /// Adds what the lists before tell to the table of a list, and compares it with the newest of them.
    pub(crate) fn add_to(
        &self,
        table: &mut Table,
        name: &Arc<str>,
        date: ListDate,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Option<SinceEarlierList>> {
        let Some(newest) = &self.newest else { return Ok(None) };
        let refused = |diagnostics| store::StoreError::Refused { file: name.to_string(), diagnostics };
        let list = list_from_table(table, name, date).map_err(refused)?;
        let all_have_games = self.all_have_games && has_games(&list.rows);
        let implied = self.implied(date);
        let known: Vec<Option<KnownHistory>> = (0..table.height())
            .map(|row| {
                let id = u32::try_from(table.integer("fide_id", row)?).ok()?;
                let given = list.rows.get(list.index.find(id)?)?;
                let before = self.players.get(&id).copied();
                let mut now = self.after(before, given, &list, false, implied.as_ref());
                now.career_games = now.career_games.filter(|_| all_have_games && given.is_rated());
                given.is_rated().then_some(now)
            })
            .collect();
        let career = |row: usize| known[row].and_then(|known| i32::try_from(known.career_games?).ok());
        let peak = |row: usize| known[row].map(|known| i32::from(known.peak.0)).filter(|&peak| peak > 0);
        let last_rated = |row: usize| known[row].map(|known| known.last_rated).filter(|&day| day != PlayerRow::NEVER);
        table.set_column(&OutputColumn::integers(HISTORY_COLUMNS[0], career))?;
        table.set_column(&OutputColumn::integers(HISTORY_COLUMNS[1], peak))?;
        table.set_column(&OutputColumn::days(HISTORY_COLUMNS[2], last_rated))?;
        let now = NewestList::of(&list);
        diagnostics.extend(newest.lacking(&now, name));
        let Some(before) = newest.date else { return Ok(None) };
        let (new, gone) = (now.rated.difference(&newest.rated).count() as u64, newest.rated.difference(&now.rated).count() as u64);
        Ok(Some(SinceEarlierList { list: before, new, gone }))
    }
}

/// Counts a word, unless it is empty.
fn count(counts: &mut BTreeMap<String, u64>, word: &str) {
    match counts.get_mut(word) {
        Some(count) => *count += 1,
        None if word.is_empty() => {}
        None => drop(counts.insert(word.to_owned(), 1)),
    }
}

fn has_games(rows: &[PlayerRow]) -> bool {
    rows.iter().any(|row| row.games > 0)
}

impl NewestList {
    fn of(list: &PlayerList) -> Self {
        let mut newest = Self { date: Some(list.date), ..Self::default() };
        for (player, row) in list.rows.iter().enumerate().filter(|(_, row)| row.published_rating().is_rated()) {
            newest.rated.insert(list.index.ids()[player]);
            count(&mut newest.federations, list.text.get(PlayerText::Federation, player));
            count(&mut newest.titles, list.text.get(PlayerText::Title, player));
            count(&mut newest.titles, list.text.get(PlayerText::WomenTitle, player));
            let texts = [(PlayerText::Name, "name"), (PlayerText::Sex, "sex"), (PlayerText::OtherTitles, "other_titles")];
            let texts = texts.into_iter().map(|(field, column)| (column, !list.text.get(field, player).is_empty()));
            let numbers = [("birth_year", row.birth_year > 0), ("games", row.games > 0), ("k", row.k > 0), ("flag", row.is_inactive())];
            for (column, is_filled) in texts.chain(numbers) {
                if is_filled && !newest.filled.contains(column) {
                    newest.filled.insert(column);
                }
            }
        }
        newest
    }

    /// Warns of federations, titles and columns that this list had and the next one has not.
    fn lacking(&self, next: &Self, file: &Arc<str>) -> Vec<Diagnostic> {
        let Some(date) = self.date else { return Vec::new() };
        let absent = |before: &BTreeMap<String, u64>, now: &BTreeMap<String, u64>| {
            let named =
                |(word, players): (&String, &u64)| format!("{word} ({players} {})", if *players == 1 { "player" } else { "players" });
            before.iter().filter(|(word, _)| !now.contains_key(*word)).map(named).collect::<Vec<_>>()
        };
        let mut lacking = Vec::new();
        for (what, absent) in [
            (["federation", "federations"], absent(&self.federations, &next.federations)),
            (["title", "titles"], absent(&self.titles, &next.titles)),
            (["column", "columns"], self.filled.difference(&next.filled).map(|&column| column.to_owned()).collect()),
        ] {
            if absent.is_empty() {
                continue;
            }
            let more = absent.len().saturating_sub(MOST_NAMED);
            let mut named = absent.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
            if more > 0 {
                named.push_str(&format!(" and {more} more"));
            }
            let (noun, verb) = if absent.len() == 1 { (what[0], "is") } else { (what[1], "are") };
            let message = format!("{} {noun} of the list of {date} {verb} not on this one: {named}", absent.len());
            let hint = "look whether the file is whole, and fetch it again; if it is as published, nothing";
            lacking.push(Diagnostic::new(&codes::LIST_LACKS, file, Place::default(), message).with_hint(hint));
        }
        lacking
    }
}
