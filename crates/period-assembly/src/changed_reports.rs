//! Compares the reports of rated tournaments that were read again with what was rated (D36).
//!
//! A report that was changed afterwards is named; other games under the id of a rated tournament are refused.

use crate::codes;
use crate::eligibility::TournamentDecision;
use model::{Diagnostic, Place, RatedTournament, RatedTournaments, Reason, Tournament};

/// A report of a rated tournament whose size is not what it was.
pub(crate) struct ChangedReport<'a> {
    now: &'a Tournament,
    rated: &'a RatedTournament,
}

impl<'a> ChangedReport<'a> {
    /// The comparison of a rated tournament; `None` if it was not read again.
    pub(crate) fn find(facts: &'a Tournament, rated: &'a RatedTournaments) -> Option<Self> {
        facts.report.as_ref()?;
        rated.get(&facts.id).map(|rated| Self { now: facts, rated })
    }

    /// Whether the report has other games than those that were rated. One without games to compare has not.
    fn has_other_games(&self) -> bool {
        let (now, rated) = (&self.now.content.games, &self.rated.content.games);
        self.now.unusable.is_none() && !now.is_empty() && !rated.is_empty() && !now.is_nearly(rated)
    }

    /// The refusal of a report that has other games.
    pub(crate) fn refusal(&self) -> Option<TournamentDecision> {
        let RatedTournament { id, list, .. } = self.rated;
        let detail = || format!("the list of {list} rated other games under the id {id}");
        self.has_other_games()
            .then(|| TournamentDecision { article: Some("D36".to_owned()), ..TournamentDecision::refused(Reason::IdReused, detail()) })
    }

    /// The warning about a report that was changed.
    pub(crate) fn diagnostic(&self) -> Option<Diagnostic> {
        if self.has_other_games() {
            return None;
        }
        let (now, rated) = (&self.now.content, &self.rated.content);
        let games = if now.fingerprint.is_some() && now.fingerprint == rated.fingerprint {
            "its games are the same".to_owned()
        } else if now.games.is_empty() || rated.games.is_empty() {
            "its games cannot be compared".to_owned()
        } else {
            let most = now.games.count.max(rated.games.count);
            format!("{} of {most} games are the same", now.games.count_shared(&rated.games))
        };
        let RatedTournament { id, list, .. } = self.rated;
        let message = format!("{id}: this report was changed after it was rated on the list of {list}; {games}, and it is not rated again");
        let hint = "a correction of the kind report makes the lists again with a newer report";
        Some(Diagnostic::new(&codes::PER019, &self.now.file, Place::default(), message).with_hint(hint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Date, ReportDigest, ReportSize, Sketch, TournamentContent};
    use std::ops::Range;

    fn content(games: Range<u64>) -> TournamentContent {
        TournamentContent { games: Sketch::of_values(games, &mut model::SketchBuffer::default()), ..TournamentContent::default() }
    }

    /// Whether a report with these games, of a tournament that was rated with the games 0 to 9, is refused and is named.
    fn refused_and_named(games: Range<u64>) -> (bool, bool) {
        let mut rated = RatedTournaments::default();
        rated.add(RatedTournament { content: content(0..10), ..RatedTournament::new("open", Date::default()) });
        let report = Some(ReportDigest { size: ReportSize::Rows(1), sha256: String::new() });
        let facts = Tournament { id: "open".into(), content: content(games), report, ..Tournament::default() };
        let changed = ChangedReport::find(&facts, &rated).expect("it was read again");
        (changed.refusal().is_some(), changed.diagnostic().is_some())
    }

    #[test]
    fn d36_nine_tenths_of_the_games_are_the_same_report_and_fewer_are_another() {
        assert_eq!(refused_and_named(0..10), (false, true));
        assert_eq!(refused_and_named(0..9), (false, true), "9 of 10");
        assert_eq!(refused_and_named(0..11), (false, true), "10 of 11");
        assert_eq!(refused_and_named(0..8), (true, false), "8 of 10");
        assert_eq!(refused_and_named(0..12), (true, false), "10 of 12");
        assert_eq!(refused_and_named(0..0), (false, true), "nothing to compare");
    }

    #[test]
    fn a_rated_tournament_that_was_not_read_again_is_not_compared() {
        let mut rated = RatedTournaments::default();
        rated.add(RatedTournament::new("open", Date::default()));
        let facts = Tournament { id: "open".into(), ..Tournament::default() };
        assert!(ChangedReport::find(&facts, &rated).is_none());
    }
}
