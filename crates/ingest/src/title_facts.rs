//! Parses the columns of a table of tournaments that only the title regulations ask for.

use crate::tournament_row::{RowParser, TournamentColumn, TournamentRow};
use model::{Date, PlayerRef};
use std::sync::Arc;

/// The word for the unknown date of a round.
const NO_DATE: &str = "-";

/// The values of these columns in one row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TitleFacts {
    /// In capital letters; empty if it is not known.
    pub(crate) chief_arbiter_title: String,
    pub(crate) arbiters: Vec<u32>,
    pub(crate) event_id: Option<Arc<str>>,
    pub(crate) member_federations: Option<u16>,
    pub(crate) round_dates: Vec<Option<Date>>,
}

impl<'t, F: Fn(TournamentColumn) -> &'t str> RowParser<'_, F> {
    /// Reads the columns; `None` if the row has nothing in any of them. The other columns must have been read.
    pub(crate) fn title_facts(&mut self, row: &TournamentRow) -> Option<Box<TitleFacts>> {
        use TournamentColumn::{Arbiters, ChiefArbiterTitle, EventId, MemberFederations, RoundDates};
        if [ChiefArbiterTitle, Arbiters, EventId, MemberFederations, RoundDates].iter().all(|column| (self.text)(*column).is_empty()) {
            return None;
        }
        Some(Box::new(TitleFacts {
            chief_arbiter_title: (self.text)(ChiefArbiterTitle).to_uppercase(),
            arbiters: self.arbiters(),
            event_id: self.non_empty(EventId).map(Into::into),
            member_federations: self.number(MemberFederations, 1..=999).and_then(|count| u16::try_from(count).ok()),
            round_dates: self.round_dates(row),
        }))
    }

    fn arbiters(&mut self) -> Vec<u32> {
        let mut arbiters = Vec::new();
        for word in (self.text)(TournamentColumn::Arbiters).split_whitespace() {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            match word.parse().ok().filter(|&id| is_number && PlayerRef::id(id).is_some()) {
                Some(id) => arbiters.push(id),
                None => {
                    let why = format!("'{}' is not a FIDE id", word.escape_debug());
                    self.unreadable(TournamentColumn::Arbiters, &why, "FIDE ids separated by spaces");
                }
            }
        }
        arbiters
    }

    /// The date of each round from 1. A place may be `-`; rounds after the last place are not dated either.
    fn round_dates(&mut self, row: &TournamentRow) -> Vec<Option<Date>> {
        let mut dates = Vec::new();
        for (word, round) in (self.text)(TournamentColumn::RoundDates).split_whitespace().zip(1u32..) {
            let problem = match (self.parse_date)(word) {
                _ if word == NO_DATE => None,
                Err(problem) => Some(format!("'{}' {problem}", word.escape_debug())),
                Ok(day) if row.start.is_some_and(|start| day < start) || row.end.is_some_and(|end| day > end) => {
                    Some(format!("round {round} is dated {day}, which is no day of the tournament"))
                }
                Ok(_) => row.rounds.filter(|&last| round > last.into()).map(|last| format!("there are more dates than the {last} rounds")),
            };
            if let Some(why) = problem {
                let hint = "one date a round, as 2024-09-29, separated by spaces; - where it is not known";
                self.unreadable(TournamentColumn::RoundDates, &why, hint);
                return Vec::new();
            }
            dates.push((self.parse_date)(word).ok());
        }
        dates
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament_row::read_row;
    use model::parse_iso_date;

    /// The facts of a row with these fields, and the messages of its problems.
    fn read(fields: &[(TournamentColumn, &'static str)]) -> (TitleFacts, Vec<String>) {
        use TournamentColumn::{End, Rounds, Start, TournamentId};
        let event = [(TournamentId, "T1"), (Start, "2024-01-05"), (End, "2024-01-07"), (Rounds, "3")];
        let text = |column| fields.iter().chain(&event).find(|field| field.0 == column).map_or("", |field| field.1);
        let (row, problems) = read_row(text, &tables::parse_written_date);
        assert_eq!(row.unusable.is_some(), !problems.is_empty());
        let messages = problems.into_iter().map(|problem| problem.message).collect();
        (row.title_facts.map(|facts| *facts).unwrap_or_default(), messages)
    }

    #[test]
    fn the_facts_of_a_title_event_are_read() {
        let (facts, problems) = read(&[
            (TournamentColumn::ChiefArbiterTitle, " ia "),
            (TournamentColumn::Arbiters, "1500010  1500011"),
            (TournamentColumn::EventId, "E1"),
            (TournamentColumn::MemberFederations, "12"),
            (TournamentColumn::RoundDates, "2024-01-05 - 2024-01-07"),
        ]);
        assert_eq!(problems, [""; 0]);
        assert_eq!((facts.chief_arbiter_title.as_str(), facts.arbiters), ("IA", vec![1_500_010, 1_500_011]));
        assert_eq!((facts.event_id.as_deref(), facts.member_federations), (Some("E1"), Some(12)));
        assert_eq!(facts.round_dates, ["2024-01-05", "", "2024-01-07"].map(|day| parse_iso_date(day).ok()));
    }

    #[test]
    fn a_row_without_them_has_no_facts() {
        let (row, problems) =
            read_row(|column| if column == TournamentColumn::TournamentId { "T1" } else { "" }, &tables::parse_written_date);
        assert_eq!((row.title_facts, problems.len()), (None, 0));
    }

    #[test]
    fn wrong_ids_numbers_and_dates_are_named() {
        for (column, text, message) in [
            (TournamentColumn::Arbiters, "1500010,1500011", "arbiters: '1500010,1500011' is not a FIDE id"),
            (TournamentColumn::Arbiters, "+15", "arbiters: '+15' is not a FIDE id"),
            (TournamentColumn::Arbiters, "1000000000", "arbiters: '1000000000' is not a FIDE id"),
            (TournamentColumn::MemberFederations, "0", "member_federations: '0' is not a whole number from 1 to 999"),
            (TournamentColumn::RoundDates, "2024-01-05 06/01/24", "round_dates: '06/01/24' is not a date, as 2024-02-01"),
            (
                TournamentColumn::RoundDates,
                "2024-01-05 2024-01-08",
                "round_dates: round 2 is dated 2024-01-08, which is no day of the tournament",
            ),
            (TournamentColumn::RoundDates, "- - - 2024-01-07", "round_dates: there are more dates than the 3 rounds"),
        ] {
            assert_eq!(read(&[(column, text)]).1, [message]);
        }
    }
}
