//! Refusals that are no news: the previous list refused the same report for the same reason (D23).

use crate::period::{Judged, Period, TournamentStatus};
use model::{Date, Reason};

/// A tournament that the previous list refused or found late, from a report that has not changed since.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PreviousRefusal {
    pub tournament_id: String,
    pub file: String,
    pub status: TournamentStatus,
    pub reason: Reason,
    /// The list that first refused it.
    pub since: Date,
}

impl PreviousRefusal {
    fn repeats_in(&self, judged: &Judged) -> bool {
        self.tournament_id == *judged.facts.id
            && self.file == *judged.facts.file
            && self.status == judged.status
            && Some(self.reason) == judged.reason
    }
}

impl Period {
    /// Marks the refusals that are no news, and takes the games of these tournaments out of the counts. Returns which tournaments they are;
    /// `None` if there are none. The caller removes their sides.
    pub fn mark_refused_before(&mut self) -> Option<Vec<bool>> {
        let mut is_marked = vec![false; self.tournaments.len()];
        for (at, judged) in self.tournaments.iter_mut().enumerate() {
            let of_tournament = self.previous_refusals.partition_point(|refusal| *refusal.tournament_id < *judged.facts.id);
            let same_id = self.previous_refusals[of_tournament..].iter().take_while(|refusal| refusal.tournament_id == *judged.facts.id);
            let Some(refusal) = same_id.into_iter().find(|refusal| refusal.repeats_in(judged)) else { continue };
            judged.refused_since = Some(refusal.since);
            self.games_read -= judged.facts.games.len();
            judged.facts.games = 0..0;
            is_marked[at] = true;
        }
        is_marked.contains(&true).then_some(is_marked)
    }
}
