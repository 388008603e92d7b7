//! Property tests: what is written is read back, and any input gives a consistent report.

use super::{TournamentReport, read};
use crate::ReadOptions;
use model::{GameResult, PlayerIndex, PlayerRef, SideResult};
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// One game: both starting ranks, counted from 1, and the result.
type PlayedGame = (usize, usize, GameResult);

const RESULTS: [(SideResult, SideResult); 11] = [
    (SideResult::Win, SideResult::Loss),
    (SideResult::Loss, SideResult::Win),
    (SideResult::Draw, SideResult::Draw),
    (SideResult::Loss, SideResult::Loss),
    (SideResult::Draw, SideResult::Loss),
    (SideResult::ForfeitWin, SideResult::ForfeitLoss),
    (SideResult::ForfeitLoss, SideResult::ForfeitLoss),
    (SideResult::UnplayedWin, SideResult::UnplayedLoss),
    (SideResult::UnplayedDraw, SideResult::UnplayedDraw),
    (SideResult::UnplayedLoss, SideResult::UnplayedWin),
    (SideResult::Unknown, SideResult::Unknown),
];

/// A number of players, and the games of each round; other players have a bye.
fn tournaments() -> impl Strategy<Value = (usize, Vec<Vec<PlayedGame>>)> {
    (2usize..24, 1usize..12).prop_flat_map(|(players, rounds)| {
        let order = Just((1..=players).collect::<Vec<_>>()).prop_shuffle();
        let round =
            (order, proptest::collection::vec(0..RESULTS.len(), players / 2), 0..=players / 2).prop_map(|(order, results, games)| {
                let pairs = order.chunks_exact(2).zip(results).take(games);
                pairs.map(|(pair, result)| (pair[0], pair[1], GameResult::new(RESULTS[result].0, RESULTS[result].1))).collect()
            });
        (Just(players), proptest::collection::vec(round, rounds))
    })
}

fn written(players: usize, rounds: &[Vec<PlayedGame>], line_end: &str) -> String {
    let mut text = format!("012 Öpen{line_end}042 2024/03/01{line_end}052 2024/03/09{line_end}");
    for player in 1..=players {
        text += &format!(
            "001 {player:4} m    {:33} {:4} NOR {:>11} {:10} {:4} {:4}",
            format!("Plåyer, {player}"),
            "",
            1_500_000 + player,
            "",
            "",
            ""
        );
        for (index, games) in rounds.iter().enumerate() {
            let block = games.iter().find_map(|&(white, black, result)| match player {
                _ if player == white => Some(format!("{black:4} w {}", result.white.symbol())),
                _ if player == black => Some(format!("{white:4} b {}", result.black.symbol())),
                _ => None,
            });
            let byes = ["0000 - U", "0000 - -", "        ", "0000 - H"];
            text += &format!("  {}", block.unwrap_or_else(|| byes[(player + index) % byes.len()].to_owned()));
        }
        text += line_end;
    }
    text
}

fn report(bytes: &[u8]) -> TournamentReport {
    read(bytes, &Arc::from("open.trf"), &ReadOptions::new(None, &PlayerIndex::default()))
}

/// Asserts what must be true of every report, however damaged.
fn assert_consistent(report: &TournamentReport) {
    let games = &report.games;
    assert!(games.round.is_sorted());
    for game in 0..games.len() {
        let is_missing = [games.result[game].white, games.result[game].black].contains(&SideResult::Missing);
        assert!(!is_missing || games.fault[game].is_some(), "a side that is missing is a fault");
    }
    assert!(report.unusable.is_some() || report.entrants > 0);
    assert!(report.unusable.is_none() || report.diagnostics.iter().any(|diagnostic| Some(diagnostic.code) == report.unusable));
}

fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/trf");
    let mut paths: Vec<_> = ["good", "bad"]
        .iter()
        .flat_map(|part| std::fs::read_dir(folder.join(part)).expect("the corpus is there"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|file_extension| file_extension != "expected"))
        .collect();
    paths.sort();
    // Large files would only take time.
    paths.iter().map(|path| std::fs::read(path).expect("a file")).filter(|bytes| bytes.len() < 20_000).collect()
}

proptest! {
    #[test]
    fn a_tournament_that_is_written_is_read_again((players, rounds) in tournaments(), line_end in prop_oneof!["\n", "\r", "\r\n"]) {
        let report = report(written(players, &rounds, &line_end).as_bytes());
        let id = |rank: usize| PlayerRef::id(1_500_000 + u32::try_from(rank).expect("few players")).expect("an id");
        let mut expected = Vec::new();
        for (index, games) in rounds.iter().enumerate() {
            let mut games = games.clone();
            games.sort_by_key(|game| game.0);
            expected.extend(games.iter().map(|&(white, black, result)| (index + 1, id(white), id(black), result)));
        }
        let games = &report.games;
        let read: Vec<_> = (0..games.len()).map(|at| (usize::from(games.round[at]), games.white[at], games.black[at], games.result[at])).collect();
        prop_assert_eq!(read, expected);
        prop_assert_eq!(report.entrants as usize, players);
        prop_assert!(games.fault.iter().all(Option::is_none));
        prop_assert!(report.diagnostics.iter().all(|diagnostic| ["TRF032", "TRF042"].contains(&diagnostic.code.id)), "{:?}", report.diagnostics);
        assert_consistent(&report);
    }

    #[test]
    fn any_bytes_give_a_report(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        assert_consistent(&report(&bytes));
    }

    #[test]
    fn any_text_behind_a_tag_gives_a_report(lines in proptest::collection::vec(("(001|012|042|052|092|132|142|192|222|XXR|310|013)", "[ 0-9wb+=/.:é-]{0,140}"), 0..12)) {
        let text: String = lines.iter().map(|(tag, rest)| format!("{tag} {rest}\n")).collect();
        assert_consistent(&report(text.as_bytes()));
    }

    #[test]
    fn a_real_report_with_bytes_changed_still_gives_a_report(
        file in any::<prop::sample::Index>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), prop_oneof![any::<u8>(), Just(b' '), Just(b'\n'), Just(b'0'), Just(b'1')], 0u8..3), 1..30),
    ) {
        let corpus = corpus();
        let mut bytes = corpus[file.index(corpus.len())].clone();
        for (at, byte, how) in changes {
            let at = at.index(bytes.len() + 1);
            match how {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => { bytes.remove(at); }
                _ => bytes.insert(at, byte),
            }
        }
        assert_consistent(&report(&bytes));
    }
}
