//! Parses how an event pairs its players, from tags 092 and 192.

use model::TournamentKind;

/// The kind of tournament that a free or encoded text names; `None` if it does not say.
///
/// A team event stays a team event however its teams are paired, but the Scheveningen system and that of Schiller, in which teams meet too,
/// are kinds of their own, because they fix the pairings of the players (T16).
pub(super) fn parse_kind(text: &str) -> Option<TournamentKind> {
    let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    let joined = words.concat();
    let has = |part: &str| joined.contains(part);
    let has_word = |word: &str| words.iter().any(|w| w == word);
    let is_ko = has("knockout") || has_word("ko") || words.windows(2).any(|pair| pair == ["k", "o"]);
    let is_double = has("double") || has_word("drr");
    if has("schevening") {
        Some(TournamentKind::Scheveningen)
    } else if has_word("schiller") {
        Some(TournamentKind::Schiller)
    } else if has("team") {
        Some(TournamentKind::Team)
    } else if is_ko {
        Some(TournamentKind::Knockout)
    } else if has("roundrobin") || has("doubleround") || has_word("rr") || has_word("drr") {
        Some(if is_double { TournamentKind::DoubleRoundRobin } else { TournamentKind::RoundRobin })
    } else if has("swiss") || has("dutch") || has("burstein") || has("dubov") || has_word("lim") {
        Some(TournamentKind::Swiss)
    } else if has_word("match") {
        Some(TournamentKind::Match)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_and_encoded_types_are_understood() {
        for (text, expected) in [
            ("Individual: Swiss-System (Standard)", Some(TournamentKind::Swiss)),
            ("Standard - Swiss - Individual", Some(TournamentKind::Swiss)),
            ("FIDE_DUTCH_2026", Some(TournamentKind::Swiss)),
            ("FIDE_ROUNDROBIN", Some(TournamentKind::RoundRobin)),
            ("Individual: Round robin", Some(TournamentKind::RoundRobin)),
            ("Double Round-Robin", Some(TournamentKind::DoubleRoundRobin)),
            ("FIDE_DOUBLE_ROUNDROBIN", Some(TournamentKind::DoubleRoundRobin)),
            ("Double-round all-play-all", Some(TournamentKind::DoubleRoundRobin)),
            ("Team: Round-Robin", Some(TournamentKind::Team)),
            ("Standard Team Round Robin", Some(TournamentKind::Team)),
            ("FIDE_TEAM_BAKU", Some(TournamentKind::Team)),
            ("Team League", Some(TournamentKind::Team)),
            ("Knock-out", Some(TournamentKind::Knockout)),
            ("K.O. system", Some(TournamentKind::Knockout)),
            ("Match", Some(TournamentKind::Match)),
            ("Individual", None),
            ("Scheveningen", Some(TournamentKind::Scheveningen)),
            ("Team: Scheveningen system", Some(TournamentKind::Scheveningen)),
            ("Scheveninger System", Some(TournamentKind::Scheveningen)),
            ("Individual: Schiller", Some(TournamentKind::Schiller)),
            ("Team: Schiller-System", Some(TournamentKind::Schiller)),
            ("Schillerpark Swiss", Some(TournamentKind::Swiss)),
            ("Tokio Open", None),
            ("", None),
        ] {
            assert_eq!(parse_kind(text), expected, "{text}");
        }
    }
}
