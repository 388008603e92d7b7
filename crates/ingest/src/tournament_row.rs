//! Parses one row of a table of tournaments: the registry, or a bundle's table.
//!
//! In come the texts of the columns; out come a [`TournamentRow`] and the problems of its fields.

use crate::codes;
use crate::control::control_of;
use crate::title_facts::TitleFacts;
use model::{Classes, Clock, Code, Control, Date, Tournament, TournamentClass, TournamentKind, Waiver, Waivers};
use std::str::FromStr;
use std::sync::Arc;
use strum::{Display, EnumIter, EnumString, VariantNames};
use tables::DateProblem;

/// The longest time for 60 moves, in seconds: a day. A longer one is not a time control.
pub(crate) const LONGEST_CLOCK: u32 = 24 * 60 * 60;

/// A column of a table of tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumIter, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum TournamentColumn {
    TournamentId,
    File,
    Name,
    Federation,
    Control,
    Kind,
    Class,
    Start,
    End,
    Minutes,
    Increment,
    Rounds,
    Official,
    Registered,
    Received,
    Waivers,
    ChiefArbiterTitle,
    Arbiters,
    EventId,
    MemberFederations,
    /// Only in bundles: a report tells the dates of its rounds itself.
    RoundDates,
}

impl TournamentColumn {
    /// All columns with their names, in the order of declaration.
    pub(crate) const ALL: [(Self, &'static str); 21] = [
        (Self::TournamentId, "tournament_id"),
        (Self::File, "file"),
        (Self::Name, "name"),
        (Self::Federation, "federation"),
        (Self::Control, "control"),
        (Self::Kind, "kind"),
        (Self::Class, "class"),
        (Self::Start, "start"),
        (Self::End, "end"),
        (Self::Minutes, "minutes"),
        (Self::Increment, "increment"),
        (Self::Rounds, "rounds"),
        (Self::Official, "official"),
        (Self::Registered, "registered"),
        (Self::Received, "received"),
        (Self::Waivers, "waivers"),
        (Self::ChiefArbiterTitle, "chief_arbiter_title"),
        (Self::Arbiters, "arbiters"),
        (Self::EventId, "event_id"),
        (Self::MemberFederations, "member_federations"),
        (Self::RoundDates, "round_dates"),
    ];

    /// The columns of the registry.
    pub(crate) fn of_registry() -> &'static [(Self, &'static str)] {
        const ALL: &[(TournamentColumn, &str)] = &TournamentColumn::ALL;
        &ALL[..Self::RoundDates as usize]
    }

    /// The columns of a bundle's table; a column of files does not matter there.
    pub(crate) fn of_bundle() -> &'static [(Self, &'static str)] {
        const ALL: &[(TournamentColumn, &str)] = &TournamentColumn::ALL;
        ALL
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The column of this name among `columns`; case and surrounding blanks do not matter.
    pub(crate) fn from_name(columns: &[(Self, &str)], name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        columns.iter().find(|column| column.1 == name).map(|column| column.0)
    }
}

/// The index of the field that holds each column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TournamentLayout([Option<usize>; TournamentColumn::VARIANTS.len()]);

impl TournamentLayout {
    /// Finds the columns of a table in its header; also returns the names that are not among them.
    ///
    /// # Errors
    /// When a column occurs twice.
    pub(crate) fn new<'n>(
        columns: &[(TournamentColumn, &str)],
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<(Self, Vec<(usize, String)>), String> {
        let mut layout = Self::default();
        let mut unknown = Vec::new();
        for (field, name) in names.into_iter().enumerate() {
            match TournamentColumn::from_name(columns, name) {
                Some(column) => {
                    if layout.0[column as usize].replace(field).is_some() {
                        return Err(format!("the column {} is there twice", column.name()));
                    }
                }
                None => unknown.push((field, name.trim().to_lowercase())),
            }
        }
        Ok((layout, unknown))
    }

    pub(crate) fn field(&self, column: TournamentColumn) -> Option<usize> {
        self.0[column as usize]
    }
}

/// The values of one row. Blank fields are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TournamentRow {
    pub(crate) id: String,
    pub(crate) file: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) federation: Option<String>,
    pub(crate) control: Option<Control>,
    pub(crate) kind: Option<TournamentKind>,
    pub(crate) classes: Classes,
    pub(crate) start: Option<Date>,
    pub(crate) end: Option<Date>,
    pub(crate) clock: Option<Clock>,
    pub(crate) rounds: Option<u16>,
    pub(crate) official: Option<bool>,
    pub(crate) registered: Option<Date>,
    pub(crate) received: Option<Date>,
    pub(crate) waivers: Waivers,
    /// What only the title regulations ask for; `None` where the row says nothing of it, as most rows of a large registry.
    pub(crate) title_facts: Option<Box<TitleFacts>>,
    /// The code of the first problem that makes the row unusable.
    pub(crate) unusable: Option<&'static Code>,
}

/// A problem in one field of a row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FieldProblem {
    pub(crate) column: TournamentColumn,
    pub(crate) code: &'static Code,
    pub(crate) message: String,
    pub(crate) hint: &'static str,
}

/// Parses a row; `text` returns the text of a column, blank where the table does not have it.
pub(crate) fn read_row<'t>(
    text: impl Fn(TournamentColumn) -> &'t str,
    parse_date: &dyn Fn(&str) -> Result<Date, DateProblem>,
) -> (TournamentRow, Vec<FieldProblem>) {
    let mut row = RowParser { text: |column| text(column).trim(), parse_date, problems: Vec::new() };
    let mut tournament_row = TournamentRow {
        id: (row.text)(TournamentColumn::TournamentId).to_owned(),
        file: row.non_empty(TournamentColumn::File),
        name: row.non_empty(TournamentColumn::Name),
        federation: row.non_empty(TournamentColumn::Federation),
        control: row.parse_value(TournamentColumn::Control),
        kind: row.parse_value(TournamentColumn::Kind),
        classes: row.parse_list::<TournamentClass>(TournamentColumn::Class).into_iter().collect(),
        start: row.date(TournamentColumn::Start),
        end: row.date(TournamentColumn::End),
        clock: row.clock(),
        rounds: row.number(TournamentColumn::Rounds, 1..=999).and_then(|rounds| u16::try_from(rounds).ok()),
        official: row.boolean(TournamentColumn::Official),
        registered: row.date(TournamentColumn::Registered),
        received: row.date(TournamentColumn::Received),
        waivers: row.parse_list::<Waiver>(TournamentColumn::Waivers).into_iter().collect(),
        title_facts: None,
        unusable: None,
    };
    tournament_row.title_facts = row.title_facts(&tournament_row);
    if tournament_row.id.is_empty() {
        row.add_problem(
            TournamentColumn::TournamentId,
            &codes::TABLE_NO_ID,
            "the row has no tournament_id",
            "give every tournament an id of its own",
        );
    }
    if let (Some(start), Some(end)) = (tournament_row.start, tournament_row.end)
        && end < start
    {
        let message = format!("the tournament ends on {end}, before it starts on {start}");
        row.add_problem(TournamentColumn::End, &codes::TABLE_END_BEFORE_START, message, "correct one of the two dates");
    }
    tournament_row.unusable = row.problems.first().map(|problem| problem.code);
    (tournament_row, row.problems)
}

pub(crate) struct RowParser<'d, F> {
    pub(crate) text: F,
    /// Reads a date as the table writes its dates.
    pub(crate) parse_date: &'d dyn Fn(&str) -> Result<Date, DateProblem>,
    problems: Vec<FieldProblem>,
}

impl<'t, F: Fn(TournamentColumn) -> &'t str> RowParser<'_, F> {
    fn add_problem(&mut self, column: TournamentColumn, code: &'static Code, message: impl Into<String>, hint: &'static str) {
        self.problems.push(FieldProblem { column, code, message: message.into(), hint });
    }

    pub(crate) fn unreadable(&mut self, column: TournamentColumn, why: &str, hint: &'static str) {
        self.add_problem(column, &codes::TABLE_VALUE, format!("{column}: {why}"), hint);
    }

    pub(crate) fn non_empty(&self, column: TournamentColumn) -> Option<String> {
        Some((self.text)(column)).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn parse_value<T: FromStr<Err: ToString>>(&mut self, column: TournamentColumn) -> Option<T> {
        let text = (self.text)(column);
        if text.is_empty() {
            return None;
        }
        text.parse().map_err(|error: T::Err| self.unreadable(column, &error.to_string(), "use one of the words, or leave it blank")).ok()
    }

    fn parse_list<T: FromStr<Err: ToString>>(&mut self, column: TournamentColumn) -> Vec<T> {
        let mut items = Vec::new();
        for word in (self.text)(column).split_whitespace() {
            match word.parse() {
                Ok(item) => items.push(item),
                Err(error) => self.unreadable(column, &T::Err::to_string(&error), "words separated by spaces"),
            }
        }
        items
    }

    fn date(&mut self, column: TournamentColumn) -> Option<Date> {
        let text = (self.text)(column);
        if text.is_empty() {
            return None;
        }
        (self.parse_date)(text)
            .map_err(|problem| self.unreadable(column, &format!("'{}' {problem}", text.escape_debug()), problem.hint()))
            .ok()
    }

    pub(crate) fn number(&mut self, column: TournamentColumn, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        let text = (self.text)(column);
        if text.is_empty() {
            return None;
        }
        // Tables with missing values often write whole numbers as 15.0.
        let whole = text.strip_suffix(".0").unwrap_or(text);
        let number = whole.parse().ok().filter(|number| range.contains(number) && !whole.starts_with('+'));
        if number.is_none() {
            let why = format!("'{}' is not a whole number from {} to {}", text.escape_debug(), range.start(), range.end());
            self.unreadable(column, &why, "a whole number, or blank");
        }
        number
    }

    fn boolean(&mut self, column: TournamentColumn) -> Option<bool> {
        match (self.text)(column).to_ascii_lowercase().as_str() {
            "" => None,
            "true" | "yes" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            other => {
                self.unreadable(column, &format!("'{}' is neither true nor false", other.escape_debug()), "true or false");
                None
            }
        }
    }

    fn clock(&mut self) -> Option<Clock> {
        let minutes = self.number(TournamentColumn::Minutes, 0..=LONGEST_CLOCK / 60);
        let increment = self.number(TournamentColumn::Increment, 0..=LONGEST_CLOCK / 60);
        if minutes.is_none() && increment.is_some() && (self.text)(TournamentColumn::Minutes).is_empty() {
            self.unreadable(TournamentColumn::Increment, "there is an increment but no minutes", "fill in minutes, 0 if there are none");
        }
        let clock = Clock::new(minutes?, increment.unwrap_or(0));
        if clock.seconds_for_60_moves > LONGEST_CLOCK {
            let why = format!("minutes and increment give {} seconds for 60 moves, more than a day", clock.seconds_for_60_moves);
            self.unreadable(TournamentColumn::Minutes, &why, "minutes a player, and seconds a move as the increment");
            return None;
        }
        Some(clock)
    }
}

impl TournamentRow {
    /// The event that the row names (T17).
    pub(crate) fn event_id(&self) -> Option<&str> {
        self.title_facts.as_ref()?.event_id.as_deref()
    }

    /// The control that the row tells, by its word or by its clock (D35).
    pub(crate) fn stated_control(&self) -> Option<Control> {
        self.control.or(self.clock.map(control_of))
    }

    /// Converts the row into a tournament without games.
    pub(crate) fn into_tournament(self, id: Arc<str>, file: &Arc<str>) -> Tournament {
        let TitleFacts { chief_arbiter_title, arbiters, event_id, member_federations, round_dates } =
            self.title_facts.map(|facts| *facts).unwrap_or_default();
        Tournament {
            id,
            file: Arc::clone(file),
            name: self.name.unwrap_or_default(),
            federation: self.federation.unwrap_or_default(),
            control: self.control,
            kind: self.kind,
            classes: self.classes,
            start: self.start,
            end: self.end,
            clock: self.clock,
            rounds: self.rounds,
            official: self.official.unwrap_or(false),
            registered: self.registered,
            received: self.received,
            waivers: self.waivers,
            chief_arbiter_title,
            arbiters,
            event_id,
            member_federations,
            round_dates,
            unusable: self.unusable,
            ..Tournament::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::parse_written_date;

    fn read(fields: &[(TournamentColumn, &'static str)]) -> (TournamentRow, Vec<FieldProblem>) {
        read_row(|column| fields.iter().find(|field| field.0 == column).map_or("", |field| field.1), &parse_written_date)
    }

    #[test]
    fn a_full_row_is_read() {
        let (tournament_row, problems) = read(&[
            (TournamentColumn::TournamentId, " T1 "),
            (TournamentColumn::File, "a.trf"),
            (TournamentColumn::Control, "rapid"),
            (TournamentColumn::Kind, "double-round-robin"),
            (TournamentColumn::Class, "women  league"),
            (TournamentColumn::Start, "2024-01-05"),
            (TournamentColumn::End, "2024-01-07"),
            (TournamentColumn::Minutes, "15.0"),
            (TournamentColumn::Increment, "10"),
            (TournamentColumn::Rounds, "9"),
            (TournamentColumn::Official, "TRUE"),
            (TournamentColumn::Waivers, "late match"),
        ]);
        assert_eq!(problems, []);
        assert_eq!((tournament_row.id.as_str(), tournament_row.file.as_deref()), ("T1", Some("a.trf")));
        assert_eq!((tournament_row.control, tournament_row.kind), (Some(Control::Rapid), Some(TournamentKind::DoubleRoundRobin)));
        assert!(tournament_row.classes.contains(TournamentClass::Women) && tournament_row.classes.contains(TournamentClass::League));
        assert_eq!(tournament_row.clock, Some(Clock::new(15, 10)));
        assert_eq!((tournament_row.rounds, tournament_row.official), (Some(9), Some(true)));
        assert!(tournament_row.waivers.contains(Waiver::Late) && tournament_row.waivers.contains(Waiver::Match));
    }

    #[test]
    fn every_wrong_value_is_named_with_its_column() {
        let (tournament_row, problems) = read(&[
            (TournamentColumn::TournamentId, "T1"),
            (TournamentColumn::Control, "Rapid"),
            (TournamentColumn::Kind, "league"),
            (TournamentColumn::Class, "women elite"),
            (TournamentColumn::Start, "05/01/2024"),
            (TournamentColumn::Minutes, "15:00"),
            (TournamentColumn::Rounds, "0"),
            (TournamentColumn::Official, "maybe"),
            (TournamentColumn::Waivers, "all"),
        ]);
        let columns: Vec<_> = problems.iter().map(|problem| problem.column).collect();
        use TournamentColumn::{Class, Control, Kind, Minutes, Official, Rounds, Start, Waivers};
        assert_eq!(columns, [Control, Kind, Class, Start, Minutes, Rounds, Official, Waivers]);
        assert_eq!(tournament_row.unusable.map(|code| code.id), Some("REG003"));
    }

    #[test]
    fn an_increment_needs_minutes_and_an_end_comes_after_its_start() {
        let (_, problems) = read(&[(TournamentColumn::TournamentId, "T1"), (TournamentColumn::Increment, "10")]);
        assert_eq!(problems[0].message, "increment: there is an increment but no minutes");
        let (tournament_row, problems) =
            read(&[(TournamentColumn::TournamentId, "T1"), (TournamentColumn::Start, "2024-01-05"), (TournamentColumn::End, "2024-01-04")]);
        assert_eq!(problems[0].message, "the tournament ends on 2024-01-04, before it starts on 2024-01-05");
        assert_eq!(tournament_row.unusable.map(|code| code.id), Some("REG012"));
    }

    #[test]
    fn a_clock_of_more_than_a_day_or_less_than_nothing_is_a_wrong_value() {
        let clock = |minutes, increment| {
            let (tournament_row, problems) = read(&[
                (TournamentColumn::TournamentId, "T1"),
                (TournamentColumn::Minutes, minutes),
                (TournamentColumn::Increment, increment),
            ]);
            assert_eq!(tournament_row.unusable.is_some(), !problems.is_empty());
            assert!(problems.iter().all(|problem| problem.code.id == "REG003"));
            let messages: Vec<_> = problems.into_iter().map(|problem| problem.message).collect();
            (tournament_row.clock.map(|clock| clock.seconds_for_60_moves), messages.join("; "))
        };
        assert_eq!(clock("1440", "0"), (Some(86_400), String::new()));
        assert_eq!(clock("0", "1440"), (Some(86_400), String::new()));
        assert_eq!(
            clock("1440", "1"),
            (None, "minutes: minutes and increment give 86460 seconds for 60 moves, more than a day".to_owned())
        );
        assert_eq!(clock("1441", ""), (None, "minutes: '1441' is not a whole number from 0 to 1440".to_owned()));
        assert_eq!(clock("71582789", ""), (None, "minutes: '71582789' is not a whole number from 0 to 1440".to_owned()));
        assert_eq!(clock("-15", ""), (None, "minutes: '-15' is not a whole number from 0 to 1440".to_owned()));
        assert_eq!(clock("15", "4294967295").1, "increment: '4294967295' is not a whole number from 0 to 1440");
        assert_eq!(clock("15", "-10").1, "increment: '-10' is not a whole number from 0 to 1440");
    }

    #[test]
    fn a_header_may_have_its_columns_in_any_order_but_none_twice() {
        let (layout, unknown) =
            TournamentLayout::new(TournamentColumn::of_registry(), ["File", " tournament_id", "city"]).expect("a layout");
        assert_eq!(
            (layout.field(TournamentColumn::TournamentId), layout.field(TournamentColumn::File), layout.field(TournamentColumn::Name)),
            (Some(1), Some(0), None)
        );
        assert_eq!(unknown, [(2, "city".to_owned())]);
        assert!(TournamentLayout::new(TournamentColumn::of_registry(), ["file", "file"]).is_err());
        let unknown = |columns| TournamentLayout::new(columns, ["round_dates", "arbiters"]).expect("a layout").1.len();
        assert_eq!((unknown(TournamentColumn::of_registry()), unknown(TournamentColumn::of_bundle())), (1, 0));
    }
}
