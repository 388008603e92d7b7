//! Ratings, titles, federations and sexes of players by the lists in force when events start (T5, T6).

use amendments::{Roster, RosterField};
use model::{Date, ListDate, PlayerIndex, PlayerRef, PlayerRow, Rating, ReportedEntry, ShortCode};
use rulebook::Title;
use std::collections::BTreeMap;
use store::PlayerList;
use tables::{PlayerText, TextColumns};
use titles::{Federation, Sex, TitleSet, TitledPlayer};

/// What one list says of its players, as far as the title regulations ask for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListFacts {
    index: PlayerIndex,
    players: Vec<ListedPlayer>,
}

/// One row of a list in small codes.
#[derive(Clone, Copy, Debug)]
struct ListedPlayer {
    rating: Rating,
    title: Option<Title>,
    women_title: Option<Title>,
    federation: Federation,
    sex: Sex,
}

impl ListFacts {
    pub(crate) fn of(list: &PlayerList) -> Self {
        Self::new(list.index.clone(), list.rows.iter().map(PlayerRow::published_rating), &list.text)
    }

    /// Takes the published ratings and the texts of the players of an index.
    pub(crate) fn new(index: PlayerIndex, ratings: impl Iterator<Item = Rating>, text: &TextColumns) -> Self {
        let title = text.column(PlayerText::Title).decoder(title_of);
        let women_title = text.column(PlayerText::WomenTitle).decoder(title_of);
        let federation = text.column(PlayerText::Federation).decoder(federation_of);
        let sex = text.column(PlayerText::Sex).decoder(sex_of);
        let player = |(row, rating): (usize, Rating)| ListedPlayer {
            rating,
            title: title.get(row),
            women_title: women_title.get(row),
            federation: federation.get(row),
            sex: sex.get(row),
        };
        Self { index, players: ratings.enumerate().map(player).collect() }
    }
}

/// The lists in force when the events of a period start, and what changes between them.
#[derive(Debug, Default)]
pub(crate) struct FactsOfLists {
    lists: BTreeMap<ListDate, ListFacts>,
    /// The ids merged into each surviving id.
    merged_into: BTreeMap<u32, Vec<u32>>,
    roster: Option<Roster>,
}

/// What is known of a player of an event on a day.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlayerFacts {
    pub(crate) rating: Rating,
    pub(crate) titles: TitleSet,
    pub(crate) federation: Federation,
    pub(crate) sex: Sex,
    /// Whether a list knows the player.
    pub(crate) is_on_list: bool,
}

/// The day whose facts are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FactsDay {
    /// The first day of an event: a title must be confirmed before it (0.42).
    Start(Date),
    /// The day of a game in an event over 30 days (1.14).
    Game(Date),
}

impl FactsOfLists {
    pub(crate) fn new(lists: BTreeMap<ListDate, ListFacts>, merged: &BTreeMap<u32, u32>, roster: Option<&Roster>) -> Self {
        let mut merged_into: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (&old, &new) in merged {
            merged_into.entry(new).or_default().push(old);
        }
        Self { lists, merged_into, roster: roster.cloned() }
    }

    /// The list in force on a day; without one the oldest that was read (D3).
    fn list_on(&self, day: Date) -> Option<(ListDate, &ListFacts)> {
        let in_force = self.lists.range(..).rfind(|(date, _)| date.day() <= day);
        in_force.or_else(|| self.lists.first_key_value()).map(|(date, list)| (*date, list))
    }

    /// What is known of a player: by the list in force, else by an older one, and if no such list knows the player by the report (T5, T8).
    /// Where there is no report of entries, a later list gives federation and sex; its titles and its rating were not in force (0.42).
    pub(crate) fn of(&self, player: PlayerRef, day: FactsDay, reported: Option<&ReportedEntry>) -> PlayerFacts {
        let (FactsDay::Start(date) | FactsDay::Game(date)) = day;
        let from_list = player.fide_id().and_then(|id| {
            let (in_force, list) = self.list_on(date)?;
            let known = self.on_list(list, id).map(|facts| self.with_roster(facts, id, Some(in_force), day));
            // A title is for life (0.4): it counts also of a player who has left the lists. The rating was not in force.
            let on_older = || {
                let mut older = self.lists.range(..in_force).rev();
                let (date, facts) = older.find_map(|(date, list)| Some((*date, self.on_list(list, id)?)))?;
                Some(PlayerFacts { rating: Rating::UNRATED, ..self.with_roster(facts, id, Some(date), day) })
            };
            known.or_else(on_older).or_else(|| {
                let mut later = self.lists.range(in_force..).skip(1).filter(|_| reported.is_none());
                later.find_map(|(_, list)| self.on_list(list, id)).map(|facts| PlayerFacts {
                    rating: Rating::UNRATED,
                    titles: TitleSet::NONE,
                    ..facts
                })
            })
        });
        from_list.unwrap_or_else(|| {
            let facts = reported.map(facts_of_entry).unwrap_or_default();
            player.fide_id().map_or(facts, |id| self.with_roster(facts, id, None, day))
        })
    }

    /// A player's row on a list, or that of an id that was merged into it.
    fn on_list(&self, list: &ListFacts, id: u32) -> Option<PlayerFacts> {
        let own = list.index.find(id);
        if let Some(player) = own.map(|row| list.players[row]).filter(|_| self.merged_into.is_empty()) {
            return Some(player.facts());
        }
        let merged = self.merged_into.get(&id).into_iter().flatten().filter_map(|old| list.index.find(*old));
        // What the own row does not say, the next one does.
        let rows = own.into_iter().chain(merged).map(|row| list.players[row]);
        rows.reduce(|first, next| ListedPlayer {
            rating: first.rating.or(next.rating),
            title: first.title.or(next.title),
            women_title: first.women_title.or(next.women_title),
            federation: if first.federation == Federation::UNKNOWN { next.federation } else { first.federation },
            sex: if first.sex == Sex::Unknown { next.sex } else { first.sex },
        })
        .map(ListedPlayer::facts)
    }

    /// Applies the titles of the roster that are dated after the list, if one knows the player, and before the start, or up to the day of a
    /// game (T5). Of a player whom the list has under FID, the roster's federation on that day is the one that counts (T19).
    fn with_roster(&self, facts: PlayerFacts, id: u32, list: Option<ListDate>, day: FactsDay) -> PlayerFacts {
        let Some(roster) = &self.roster else { return facts };
        let is_after_list = |from: Date| list.is_none_or(|list| from > list.day());
        let is_in_force = |from: Date| match day {
            FactsDay::Start(start) => is_after_list(from) && from < start,
            FactsDay::Game(day) => is_after_list(from) && from <= day,
        };
        let (FactsDay::Start(date) | FactsDay::Game(date)) = day;
        let first = roster.changes.partition_point(|change| change.fide_id < id);
        let changes = roster.changes[first..].iter().take_while(|change| change.fide_id == id);
        let (mut titles, mut federation) = (facts.titles, facts.federation);
        for change in changes {
            if change.field == RosterField::Federation && facts.federation == Federation::FID && change.from <= date {
                federation = federation_of(&change.value);
            }
            if !is_in_force(change.from) {
                continue;
            }
            let is_womens = match change.field {
                RosterField::Title => false,
                RosterField::WomenTitle => true,
                _ => continue,
            };
            let others = Title::ALL.into_iter().filter(|title| title.is_womens() != is_womens && titles.has(*title));
            titles = others.chain(title_of(&change.value)).collect();
        }
        PlayerFacts { titles, federation, ..facts }
    }
}

impl ListedPlayer {
    fn facts(self) -> PlayerFacts {
        PlayerFacts {
            rating: self.rating,
            titles: self.title.into_iter().chain(self.women_title).collect(),
            federation: self.federation,
            sex: self.sex,
            is_on_list: true,
        }
    }
}

/// Titles and sex of a player, by the texts of the list that is made.
pub(crate) fn titled_player(text: &TextColumns, row: usize) -> TitledPlayer {
    let text = |field: PlayerText| text.get(field, row);
    TitledPlayer { titles: titles_of(text(PlayerText::Title), text(PlayerText::WomenTitle)), sex: sex_of(text(PlayerText::Sex)) }
}

/// The facts of an entry that no list knows.
fn facts_of_entry(entry: &ReportedEntry) -> PlayerFacts {
    // An entry without an id has no title that counts (T8).
    let titles =
        if entry.player.fide_id().is_some() { titles_of(entry.title.as_str(), entry.women_title.as_str()) } else { TitleSet::NONE };
    PlayerFacts {
        rating: Rating::UNRATED,
        titles,
        federation: federation_of(entry.federation.as_str()),
        sex: sex_of(entry.sex.as_str()),
        is_on_list: false,
    }
}

/// The title of a word; `None` for no title, and for words that are none.
pub(crate) fn title_of(word: &str) -> Option<Title> {
    // Most players have none.
    if word.is_empty() { None } else { Title::ALL.into_iter().find(|title| title.word() == word) }
}

pub(crate) fn titles_of(title: &str, women_title: &str) -> TitleSet {
    title_of(title).into_iter().chain(title_of(women_title)).collect()
}

pub(crate) fn sex_of(word: &str) -> Sex {
    match word {
        "F" => Sex::Female,
        "M" => Sex::Male,
        _ => Sex::Unknown,
    }
}

/// The small code of a federation: its three letters as a number.
pub(crate) fn federation_of(code: &str) -> Federation {
    match code.as_bytes() {
        b"FID" => Federation::FID,
        b"NON" => Federation::NON,
        letters @ [_, _, _] if letters.iter().all(u8::is_ascii_uppercase) => {
            let number = letters.iter().fold(0, |number, letter| number * 26 + u16::from(letter - b'A'));
            Federation(Federation::FIRST.0 + number)
        }
        _ => Federation::UNKNOWN,
    }
}

/// The three letters of a federation; empty if it is not known.
pub(crate) fn federation_code(federation: Federation) -> String {
    match federation {
        Federation::UNKNOWN => String::new(),
        Federation::FID => "FID".to_owned(),
        Federation::NON => "NON".to_owned(),
        Federation(code) => {
            let number = code - Federation::FIRST.0;
            [number / 676, number / 26 % 26, number % 26].map(|letter| char::from(b'A' + (letter % 26) as u8)).iter().collect()
        }
    }
}

/// Whether a report has another title for a player than the lists (NRM010).
pub(crate) fn differs_from_list(facts: &PlayerFacts, entry: &ReportedEntry) -> bool {
    let given = |code: ShortCode| !code.is_empty();
    (given(entry.title) || given(entry.women_title)) && facts.titles != titles_of(entry.title.as_str(), entry.women_title.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_federation_has_its_own_code_and_comes_back() {
        for code in ["AAA", "FID", "NON", "NOR", "ZZZ"] {
            assert_eq!(federation_code(federation_of(code)), code);
        }
        assert_eq!(federation_of("AAA"), Federation::FIRST);
        assert_ne!(federation_of("NOR"), federation_of("SWE"));
        for unknown in ["", "no", "NO", "NORW", "N0R"] {
            assert_eq!(federation_of(unknown), Federation::UNKNOWN, "{unknown}");
        }
    }
}
