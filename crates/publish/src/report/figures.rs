//! The large figures of the report, with what they were on the list before.

use super::player_statistics::PlayerStatistics;
use crate::Publication;
use pages::Figures;
use store::Count;

/// Players, active, new, gone, tournaments and games. What the previous list's manifest does not tell is counted on that list, or left out.
pub(super) fn figures(publication: &Publication<'_>, statistics: &PlayerStatistics) -> Figures {
    let report = &publication.report;
    let now = |count: Count| report.counts.get(&count).copied().unwrap_or(0);
    let before = |count: Count| report.previous_counts.get(&count).copied();
    let active_before =
        before(Count::PlayersListed).zip(before(Count::PlayersInactive)).map(|(listed, inactive)| listed.saturating_sub(inactive));
    let when = format!("in {}", publication.period.previous.in_words());
    // A list game by game has no tournaments.
    let (games, name) = match report.counts.contains_key(&Count::OnlineGamesRead) && now(Count::GamesRead) == 0 {
        true => (Count::OnlineGamesRead, "Online games read"),
        false => (Count::GamesRead, "Games read"),
    };
    Figures::new()
        .compared(
            "Players on the list",
            now(Count::PlayersListed),
            Some(before(Count::PlayersListed).unwrap_or(statistics.listed_before)),
            &when,
        )
        .compared(
            "Active players",
            now(Count::PlayersListed).saturating_sub(now(Count::PlayersInactive)),
            Some(active_before.unwrap_or(statistics.active_before)),
            &when,
        )
        .compared("New on the list", now(Count::Entrants), before(Count::Entrants), &when)
        .compared("Gone from the list", now(Count::Exits), before(Count::Exits), &when)
        .compared("Tournaments rated", now(Count::TournamentsRated), before(Count::TournamentsRated), &when)
        .compared(name, now(games), before(games), &when)
}
