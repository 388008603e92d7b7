//! What looks wrong in what was handed in, though every file can be read: suspicions that only people can settle.

use super::is_new;
use amendments::{CorrectionKind, PlayerAmendments, RosterField};
use ingest::{Doubt, DoubtfulEntry, names_fit};
use model::{Diagnostic, Reason};
use period_assembly::{Judged, NearDouble, Period, Status, TwoPlaces, two_places};
use std::collections::{HashMap, HashSet};
use store::PlayerList;
use tables::{PlayerText, TextColumns};

/// How many players at two places are named one by one: a month with more of them has one cause, and the check has their number.
const MOST_DIAGNOSTICS: usize = 1000;

/// How many are named where a check is told.
const NAMED: usize = 5;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) two_places: Found,
    pub(crate) names: Found,
    pub(crate) handed_in_twice: Found,
    pub(crate) same_person: Found,
}

/// How many of a kind, and the first of them in words.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) number: u64,
    named: Vec<String>,
}

impl Found {
    pub(crate) fn of(found: impl Iterator<Item = String>) -> Self {
        let mut all = Self::default();
        found.for_each(|words| all.push(words));
        all
    }

    fn push(&mut self, words: String) {
        self.number += 1;
        if self.named.len() < NAMED {
            self.named.push(words);
        }
    }

    /// The first few, and how many more there are.
    pub(crate) fn words(&self) -> String {
        let mut text = self.named.join("; ");
        if self.number > NAMED as u64 {
            text.push_str(&format!("; and {} more", self.number - NAMED as u64));
        }
        text
    }
}

impl Findings {
    /// Gathers what concerns tournaments that are rated, and adds diagnostics for what has none yet. Levels and limits play no part: what is
    /// published must not depend on them.
    pub(crate) fn gather(
        period: &Period,
        text: &TextColumns,
        doubtful: Vec<DoubtfulEntry>,
        near_doubles: &[NearDouble],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let at_two_places = two_places(period, &names_fit);
        diagnostics.extend(at_two_places.iter().take(MOST_DIAGNOSTICS).map(|found| found.diagnostic(period)));
        if let Some(next) = at_two_places.get(MOST_DIAGNOSTICS) {
            let more = at_two_places.len() - MOST_DIAGNOSTICS;
            let mut last = next.diagnostic(period);
            last.message.push_str(&format!("; of {more} more of this kind this is the first, and the others are not named"));
            diagnostics.push(last);
        }
        let asked = if doubtful.is_empty() { &[] } else { period.tournaments.as_slice() };
        let rated: HashSet<(&str, &str)> = asked.iter().filter(|t| t.is_rated()).map(|t| (&*t.facts.id, &*t.facts.file)).collect();
        let mut findings = Self {
            two_places: Found::of(at_two_places.iter().map(|found| player_at_two_places(period, text, found))),
            handed_in_twice: handed_in_twice(period, near_doubles),
            ..Self::default()
        };
        for entry in doubtful {
            if rated.contains(&(&*entry.tournament_id, &*entry.diagnostic.file)) {
                let (kind, other) = match entry.doubt {
                    Doubt::NameDoesNotFit => (&mut findings.names, String::new()),
                    Doubt::SamePersonAs(other) => (&mut findings.same_person, format!(" as {other}")),
                };
                kind.push(format!("{} '{}'{other} in {}", entry.fide_id, entry.name.escape_debug(), entry.tournament_id));
            }
            diagnostics.push(entry.diagnostic);
        }
        findings
    }
}

fn player_at_two_places(period: &Period, text: &TextColumns, found: &TwoPlaces) -> String {
    let id = |tournament: usize| &period.tournaments[tournament].facts.id;
    let name = text.get(PlayerText::Name, found.player);
    let player = period.players.index.ids()[found.player];
    format!("{player} '{}' in {} and {} on {}", name.escape_debug(), id(found.first), id(found.second), found.day)
}

/// Those refused as doubles since the previous list, and those that are rated and nearly the same; each tournament once.
fn handed_in_twice(period: &Period, near_doubles: &[NearDouble]) -> Found {
    let is_double = |t: &&Judged| t.status == Status::Refused && t.reason == Some(Reason::DuplicateContent) && is_new(period, t);
    let mut found = Found::of(period.tournaments.iter().filter(is_double).map(|t| format!("{} {}", t.facts.id, t.detail)));
    let mut told = HashSet::new();
    for double in near_doubles.iter().filter(|double| told.insert(double.second)) {
        let id = |tournament: usize| &period.tournaments[tournament].facts.id;
        let (second, first) = (id(double.second), id(double.first));
        found.push(format!("{second} has {} of {} games of {first}", double.same_games, double.games));
    }
    found
}

/// The doubtful entries that nobody has settled yet: neither by a correction that puts another id in the place, nor by a name in the roster,
/// nor by merging the ids.
pub(crate) fn unsettled(doubtful: Vec<DoubtfulEntry>, done: &PlayerAmendments, list: &PlayerList) -> Vec<DoubtfulEntry> {
    if doubtful.is_empty() {
        return doubtful;
    }
    let amendments = done.amendments();
    let listed = |id: u32| list.index.find(id).map_or("", |row| list.text.get(PlayerText::Name, row));
    let was_applied: HashSet<&str> = done.applied.applied.iter().map(|correction| correction.id.as_str()).collect();
    let mut exchanged: HashMap<(&str, u32), u32> = HashMap::new();
    for correction in amendments.in_force().into_iter().filter(|correction| was_applied.contains(correction.id.as_str())) {
        if let CorrectionKind::Player { tournament_id, old, new } = &correction.what {
            exchanged.insert((&**tournament_id, *old), *new);
        }
    }
    let merged: HashMap<u32, u32> = amendments.merges().iter().copied().collect();
    let stays = |id: u32| merged.get(&id).copied().unwrap_or(id);
    let mut in_roster: HashMap<u32, Vec<&str>> = HashMap::new();
    for change in amendments.roster().iter().flat_map(|roster| &roster.changes).filter(|change| change.field == RosterField::Name) {
        in_roster.entry(change.fide_id).or_default().push(&change.value);
    }
    let has_name_in_roster =
        |entry: &DoubtfulEntry| in_roster.get(&entry.fide_id).is_some_and(|names| names.iter().any(|name| names_fit(name, &entry.name)));
    let is_open = |entry: &DoubtfulEntry| {
        // Corrections follow one another, and a circle of them ends where it began.
        let mut id = entry.fide_id;
        for _ in 0..exchanged.len() {
            match exchanged.get(&(&*entry.tournament_id, id)) {
                Some(&new) => id = new,
                None => break,
            }
        }
        match entry.doubt {
            Doubt::NameDoesNotFit if id != entry.fide_id => !names_fit(listed(id), &entry.name),
            Doubt::NameDoesNotFit => !has_name_in_roster(entry),
            Doubt::SamePersonAs(other) => id == entry.fide_id && stays(id) != stays(other),
        }
    };
    doubtful.into_iter().filter(is_open).collect()
}
