//! Finds the time control of a tournament (D35): by the tables, else by what its report states.

use crate::ReadOptions;
use crate::codes;
use model::{Clock, Control, DiagnosticCollector, Place, Tournament};

/// The control that a clock gives, by the minutes for 60 moves.
pub(crate) fn control_of(clock: Clock) -> Control {
    match clock.seconds_for_60_moves {
        3600.. => Control::Standard,
        601.. => Control::Rapid,
        _ => Control::Blitz,
    }
}

/// The controls that a text names, as `Individual: Swiss-System (Standard)`.
pub(crate) fn named_controls(text: &str) -> Vec<Control> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let control = |word: String| match word.as_str() {
        "standard" | "classical" => Some(Control::Standard),
        "rapid" => Some(Control::Rapid),
        "blitz" => Some(Control::Blitz),
        _ => None,
    };
    words.filter_map(control).collect()
}

/// A line of a report that states the control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ControlClaim {
    pub(crate) tag: &'static str,
    pub(crate) control: Control,
    pub(crate) place: Place,
}

/// What is stated about the control of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatedControl {
    Known(Control),
    /// Two lines of the report state different controls, and the registry states none.
    Unclear(ControlClaim, ControlClaim),
    Unknown,
}

impl StatedControl {
    /// What the tables and the lines of a report state. `tournament` holds the values of the tables.
    pub(crate) fn new(tournament: &Tournament, claims: &[ControlClaim]) -> Self {
        if let Some(control) = tournament.control.or(tournament.clock.map(control_of)) {
            return Self::Known(control);
        }
        let Some(first) = claims.first() else { return Self::Unknown };
        match claims.iter().find(|claim| claim.control != first.control) {
            Some(other) => Self::Unclear(*first, *other),
            None => Self::Known(first.control),
        }
    }

    /// Whether it is another control than the one that is read.
    pub(crate) fn is_other_than(self, control: Option<Control>) -> bool {
        matches!((self, control), (Self::Known(stated), Some(control)) if stated != control)
    }
}

impl ReadOptions<'_> {
    /// Sets the control of a tournament, or refuses the tournament, and reports a control that is not known or not clear.
    pub(crate) fn set_control(&self, tournament: &mut Tournament, stated: StatedControl, problems: &mut DiagnosticCollector) {
        match stated {
            StatedControl::Known(control) => tournament.control = Some(control),
            StatedControl::Unclear(one, other) => {
                let message = format!("the control is {} by line {}, but {} by line {}", one.control, one.tag, other.control, other.tag);
                let hint = "correct one of the lines, or put control into the registry";
                problems.add(&codes::CONTROL_UNCLEAR, other.place, message).hint(hint);
                tournament.unusable = tournament.unusable.or(Some(&codes::CONTROL_UNCLEAR));
            }
            StatedControl::Unknown => {
                // Without a usable report nobody expects it to state the control.
                if tournament.unusable.is_none() {
                    let hint = "put control, or minutes and increment, into the registry, or a line 222 such as 5400+30 into the report";
                    problems.add(&codes::CONTROL_UNKNOWN, Place::line(1), self.unknown_control_message()).hint(hint);
                }
                self.take_or_refuse_unknown_control(tournament);
            }
        }
    }

    /// Takes a tournament whose control is not stated as one of the control that is read, or refuses it.
    pub(crate) fn take_or_refuse_unknown_control(&self, tournament: &mut Tournament) {
        tournament.control = self.control;
        if !self.takes_unknown_control {
            tournament.unusable = tournament.unusable.or(Some(&codes::CONTROL_UNKNOWN));
        }
    }

    /// The message about a tournament whose control is not stated.
    pub(crate) fn unknown_control_message(&self) -> String {
        match self.control {
            _ if !self.takes_unknown_control => "the control is not stated; the tournament is refused".to_owned(),
            Some(control) => format!("the control is not stated; the tournament is taken as {control}"),
            None => "the control is not stated; in a pipeline the tournament is refused".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(seconds_for_60_moves: u32) -> Clock {
        Clock { seconds_for_60_moves, ..Clock::new(0, 0) }
    }

    #[test]
    fn sixty_minutes_are_standard_and_ten_are_blitz() {
        let cases = [(3600, Control::Standard), (3599, Control::Rapid), (601, Control::Rapid), (600, Control::Blitz), (60, Control::Blitz)];
        for (seconds, control) in cases {
            assert_eq!(control_of(clock(seconds)), control, "{seconds}");
        }
        assert_eq!(control_of(Clock::new(50, 10)), Control::Standard);
        assert_eq!(control_of(Clock::new(8, 2)), Control::Blitz);
        assert_eq!(control_of(Clock::new(8, 3)), Control::Rapid);
    }

    #[test]
    fn controls_are_named_by_whole_words() {
        assert_eq!(named_controls("Individual: Swiss-System (STANDARD)"), [Control::Standard]);
        assert_eq!(named_controls("Classical"), [Control::Standard]);
        assert_eq!(named_controls("rapid/blitz"), [Control::Rapid, Control::Blitz]);
        assert_eq!(named_controls("Rapidplay Standardisation"), []);
    }

    #[test]
    fn the_tables_go_before_the_report_and_lines_must_agree() {
        let claim = |tag, control| ControlClaim { tag, control, place: Place::default() };
        let (encoded, named) = (claim("222", Control::Rapid), claim("092", Control::Blitz));
        let stated =
            |control, clock, claims: &[ControlClaim]| StatedControl::new(&Tournament { control, clock, ..Tournament::default() }, claims);
        assert_eq!(stated(Some(Control::Standard), Some(clock(600)), &[encoded, named]), StatedControl::Known(Control::Standard));
        assert_eq!(stated(None, Some(clock(600)), &[encoded]), StatedControl::Known(Control::Blitz));
        assert_eq!(stated(None, None, &[encoded, claim("122", Control::Rapid)]), StatedControl::Known(Control::Rapid));
        assert_eq!(stated(None, None, &[encoded, named]), StatedControl::Unclear(encoded, named));
        assert_eq!(stated(None, None, &[]), StatedControl::Unknown);
    }
}
