//! Parses how an event pairs its players, from tags 092 and 192.

use model::Kind;

/// The kind of tournament that a free or encoded text names; `None` if it does not say.
///
/// A team event stays a team event however its teams are paired.
pub(super) fn parse_kind(text: &str) -> Option<Kind> {
    let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    let joined = words.concat();
    let has = |part: &str| joined.contains(part);
    let has_word = |word: &str| words.iter().any(|w| w == word);
    let is_ko = has("knockout") || has_word("ko") || words.windows(2).any(|pair| pair == ["k", "o"]);
    let is_double = has("double") || has_word("drr");
    if has("team") {
        Some(Kind::Team)
    } else if is_ko {
        Some(Kind::Knockout)
    } else if has("roundrobin") || has("doubleround") || has_word("rr") || has_word("drr") {
        Some(if is_double { Kind::DoubleRoundRobin } else { Kind::RoundRobin })
    } else if has("swiss") || has("dutch") || has("burstein") || has("dubov") || has_word("lim") {
        Some(Kind::Swiss)
    } else if has_word("match") {
        Some(Kind::Match)
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
            ("Individual: Swiss-System (Standard)", Some(Kind::Swiss)),
            ("Standard - Swiss - Individual", Some(Kind::Swiss)),
            ("FIDE_DUTCH_2026", Some(Kind::Swiss)),
            ("FIDE_ROUNDROBIN", Some(Kind::RoundRobin)),
            ("Individual: Round robin", Some(Kind::RoundRobin)),
            ("Double Round-Robin", Some(Kind::DoubleRoundRobin)),
            ("FIDE_DOUBLE_ROUNDROBIN", Some(Kind::DoubleRoundRobin)),
            ("Double-round all-play-all", Some(Kind::DoubleRoundRobin)),
            ("Team: Round-Robin", Some(Kind::Team)),
            ("Standard Team Round Robin", Some(Kind::Team)),
            ("FIDE_TEAM_BAKU", Some(Kind::Team)),
            ("Team League", Some(Kind::Team)),
            ("Knock-out", Some(Kind::Knockout)),
            ("K.O. system", Some(Kind::Knockout)),
            ("Match", Some(Kind::Match)),
            ("Individual", None),
            ("Scheveningen", None),
            ("Tokio Open", None),
            ("", None),
        ] {
            assert_eq!(parse_kind(text), expected, "{text}");
        }
    }
}
