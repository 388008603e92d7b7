//! Finds entries whose id may be wrong: the name differs from the list's, or one person has several ids.

use super::ReportReader;
use super::player_line::ReportEntry;
use crate::dates::birth_year;
use crate::names::{name_hash, name_key, names_are_compatible};
use crate::{Doubt, DoubtfulEntry, codes};
use model::{DiagnosticCollector, Place};
use std::sync::Arc;

/// The column in which the name begins in a player line.
const NAME: usize = 15;

/// From this number on, entries of one name without birth dates are unlikely to be different persons.
const TOO_MANY_NAMESAKES: usize = 3;

impl ReportReader<'_> {
    /// Returns the entries whose id may belong to somebody else.
    pub(super) fn doubtful(&self) -> Vec<DoubtfulEntry> {
        let mut doubts = DoubtCollector { problems: DiagnosticCollector::new(self.problems.file()), found: Vec::new() };
        self.find_name_mismatches(&mut doubts);
        self.find_same_people(&mut doubts);
        let DoubtCollector { problems, found } = doubts;
        let entries = found.into_iter().zip(problems.finish());
        entries
            .map(|((fide_id, name, doubt), diagnostic)| DoubtfulEntry { tournament_id: Arc::default(), fide_id, name, doubt, diagnostic })
            .collect()
    }

    /// Finds names that are not compatible with the list's name for the id.
    fn find_name_mismatches(&self, doubts: &mut DoubtCollector) {
        let Some(names) = self.options.names else { return };
        for entry in &self.entries {
            let Some((id, row)) = entry.player.fide_id().and_then(|id| Some((id, self.options.known.find(id)?))) else { continue };
            let listed = names.get(row);
            if !names_are_compatible(entry.name, listed) {
                let written = single_spaced_name(entry);
                let message = format!("id {id} is '{}' on the list, and not '{}'", listed.escape_debug(), written.escape_debug());
                let hint = "look the player up and correct the id; if the name has changed, put the new one into the roster";
                doubts.problems.add(&codes::NAME_MISMATCH, place(entry, &written), message).hint(hint).source(entry.source);
                doubts.found.push((id, written, Doubt::NameMismatch));
            }
        }
    }

    /// Finds entries with the name and birth date of an earlier entry.
    fn find_same_people(&self, doubts: &mut DoubtCollector) {
        let mut sums: Vec<(u64, usize)> = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.player.fide_id().is_some())
            .map(|(number, entry)| (name_hash(entry.name), number))
            .collect();
        sums.sort_unstable();
        for alike in sums.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            let mut named: Vec<(String, usize)> =
                alike.iter().filter_map(|&(_, entry)| Some((name_key(self.entries[entry].name)?, entry))).collect();
            named.sort_unstable();
            for same in named.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
                let people: Vec<&ReportEntry<'_>> = same.iter().map(|(_, entry)| &self.entries[*entry]).collect();
                report_same_births(&people, doubts);
            }
        }
    }
}

/// Reports entries of one name that have no birth date different from an earlier one.
fn report_same_births(people: &[&ReportEntry<'_>], doubts: &mut DoubtCollector) {
    let births: Vec<BirthDate> = people.iter().map(|entry| BirthDate::of(entry)).collect();
    let without = births.iter().filter(|birth| birth.year.is_none()).count();
    for (at, entry) in people.iter().enumerate().skip(1) {
        let is_same = |before: &usize| match births[at].year {
            Some(_) => births[at].may_equal(&births[*before]),
            None => without >= TOO_MANY_NAMESAKES && births[*before].year.is_none(),
        };
        let Some(before) = (0..at).find(is_same).map(|before| people[before]) else { continue };
        let (Some(id), Some(other)) = (entry.player.fide_id(), before.player.fide_id()) else { continue };
        let name = single_spaced_name(entry);
        let born = if births[at].year.is_some() { "the year of birth" } else { "no year of birth" };
        // The year itself is in the report: diagnostics are published, and years of birth of minors need not be.
        let message = format!("id {id} has the name '{}' and {born}, as id {other} in line {} has", name.escape_debug(), before.line);
        let hint = "if they are one person, correct the report and have the ids merged; if not, give both their dates of birth";
        doubts.problems.add(&codes::SAME_PERSON_TWICE, place(entry, &name), message).hint(hint).source(entry.source);
        doubts.found.push((id, name, Doubt::SamePersonAs(other)));
    }
}

struct DoubtCollector {
    problems: DiagnosticCollector,
    /// One element for each problem.
    found: Vec<(u32, String, Doubt)>,
}

/// A date of birth, as far as the report has it.
struct BirthDate {
    year: Option<i16>,
    digits: String,
}

impl BirthDate {
    fn of(entry: &ReportEntry<'_>) -> Self {
        Self { year: birth_year(entry.birth), digits: entry.birth.chars().filter(char::is_ascii_digit).collect() }
    }

    /// Whether the years are equal and the days do not differ. `1980/00/00` is a year without a day.
    fn may_equal(&self, other: &Self) -> bool {
        let is_year_alone = |birth: &Self| birth.digits.len() < 8 || birth.digits.ends_with("0000");
        self.year.is_some() && self.year == other.year && (is_year_alone(self) || is_year_alone(other) || self.digits == other.digits)
    }
}

fn single_spaced_name(entry: &ReportEntry<'_>) -> String {
    entry.name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn place(entry: &ReportEntry<'_>, name: &str) -> Place {
    Place::new(entry.line, NAME, name.chars().count().max(1))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use crate::ReadOptions;
    use model::PlayerIndex;
    use tables::TextColumn;

    /// A report with these players: id, name, date of birth.
    fn report(players: &[(u32, &str, &str)]) -> String {
        let line = |(rank, (id, name, birth)): (usize, &(u32, &str, &str))| {
            format!("001 {:4} m    {name:33}      NOR {id:>11} {birth:10}\n", rank + 1)
        };
        format!("012 Open\n{}", players.iter().enumerate().map(line).collect::<String>())
    }

    fn doubts(players: &[(u32, &str, &str)], listed: &[(u32, &str)]) -> Vec<String> {
        let known = PlayerIndex::new(listed.iter().map(|player| player.0).collect());
        let names = TextColumn::plain(listed.iter().map(|player| player.1).collect());
        let report = read(
            report(players).as_bytes(),
            &Arc::from("open.trf"),
            &ReadOptions { names: Some(&names), ..ReadOptions::new(None, &known) },
        );
        report.doubtful.iter().map(|entry| format!("{} {:?} {}", entry.fide_id, entry.doubt, entry.diagnostic)).collect()
    }

    #[test]
    fn a_name_that_differs_from_the_lists_name_is_reported() {
        let players = [(101, "Adams, Ann", ""), (102, "Brown, Bob", ""), (103, "Nobody, Knows", ""), (104, "EVANS E", "")];
        let listed = [(101, "Adams, Ann"), (102, "Clark, Cat"), (104, "Evans, Ed"), (105, "Brown, Bob")];
        assert_eq!(
            doubts(&players, &listed),
            ["102 NameMismatch open.trf:3:15: TRF037: id 102 is 'Clark, Cat' on the list, and not 'Brown, Bob'"]
        );
        assert_eq!(doubts(&players, &[(102, "")]), [""; 0], "a list without names says nothing");
    }

    #[test]
    fn one_person_under_two_ids_is_reported() {
        let same = [(101, "Adams, Ann", "1980/02/03"), (102, "ANN ADAMS", "1980-02-03"), (103, "Adams, Ann", "1980")];
        assert_eq!(
            doubts(&same, &[]),
            [
                "102 SamePersonAs(101) open.trf:3:15: TRF038: id 102 has the name 'ANN ADAMS' and the year of birth, as id 101 in line 2 has",
                "103 SamePersonAs(101) open.trf:4:15: TRF038: id 103 has the name 'Adams, Ann' and the year of birth, as id 101 in line 2 has"
            ]
        );
    }

    #[test]
    fn namesakes_with_different_birth_dates_are_two_people() {
        for births in [["1980/02/03", "1981/02/03"], ["1980/02/03", "1980/02/04"], ["1980", ""], ["", ""]] {
            let two = [(101, "Adams, Ann", births[0]), (102, "Adams, Ann", births[1])];
            assert_eq!(doubts(&two, &[]), [""; 0], "{births:?}");
        }
    }

    #[test]
    fn three_namesakes_without_birth_dates_are_reported() {
        let three = [(101, "Adams, Ann", ""), (102, "Adams, Ann", ""), (103, "Adams, Ann", "")];
        assert_eq!(doubts(&three, &[]).len(), 2);
        assert_eq!(doubts(&three[..2], &[]).len(), 0);
    }
}
