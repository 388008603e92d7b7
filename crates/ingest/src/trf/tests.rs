//! Tests of small reports, by the description of the format.

use super::{TournamentReport, read};
use crate::ReadOptions;
use model::{ByeKind, Clock, Control, GameResult, Newcomer, PlayerIndex, PlayerRef, Rating, Reason, SideResult, TournamentKind};
use std::sync::Arc;

/// A player line: starting rank, id, and the blocks of the rounds.
fn player(rank: u16, id: &str, rounds: &[&str]) -> String {
    format!(
        "001 {rank:4} m    {:33} {:4} NOR {id:>11} {:10} {:4} {:4}  {}\n",
        format!("Player, {rank}"),
        "",
        "1990/01/01",
        "",
        "",
        rounds.join("  ")
    )
}

fn report(text: &str) -> TournamentReport {
    read(text.as_bytes(), &Arc::from("open.trf"), &ReadOptions::new(None, &PlayerIndex::default()))
}

fn messages(report: &TournamentReport) -> Vec<String> {
    report.diagnostics.iter().map(ToString::to_string).collect()
}

/// Round, white, black, result, fault.
fn games(report: &TournamentReport) -> Vec<(u16, PlayerRef, PlayerRef, GameResult, Option<Reason>)> {
    let games = &report.games;
    (0..games.len()).map(|at| (games.round[at], games.white[at], games.black[at], games.result[at], games.fault[at])).collect()
}

fn id(id: u32) -> PlayerRef {
    PlayerRef::id(id).expect("an id")
}

const WIN: GameResult = GameResult::new(SideResult::Win, SideResult::Loss);
const DRAW: GameResult = GameResult::new(SideResult::Draw, SideResult::Draw);

#[test]
fn two_lines_make_one_game_with_white_first() {
    let text = player(1, "1500010", &["   2 b 0", "   3 w ="])
        + &player(2, "1500011", &["   1 w 1", "0000 - H"])
        + &player(3, "1500012", &["        ", "   1 b ="]);
    let report = report(&text);
    assert_eq!(games(&report), [(1, id(1_500_011), id(1_500_010), WIN, None), (2, id(1_500_010), id(1_500_012), DRAW, None)]);
    assert_eq!(report.entrants, 3);
    assert_eq!(messages(&report), [] as [&str; 0]);
}

#[test]
fn games_come_by_round_and_then_by_the_starting_rank_of_white() {
    let text = player(1, "1500010", &["   4 b 0", "   2 w 1"])
        + &player(2, "1500011", &["   3 w 1", "   1 b 0"])
        + &player(3, "1500012", &["   2 b 0", "   4 b 0"])
        + &player(4, "1500013", &["   1 w 1", "   3 w 1"]);
    let order: Vec<_> = games(&report(&text)).into_iter().map(|game| (game.0, game.1.fide_id())).collect();
    assert_eq!(order, [(1, Some(1_500_011)), (1, Some(1_500_013)), (2, Some(1_500_010)), (2, Some(1_500_013))]);
}

#[test]
fn players_without_a_usable_id_are_distinguished_by_their_starting_rank() {
    let text = player(1, "0", &["   2 w 1"]) + &player(2, "", &["   1 b 0"]);
    let report = report(&text);
    let nobody = PlayerRef::without_id;
    assert_eq!(games(&report), [(1, nobody(1), nobody(2), WIN, None)]);
    assert_eq!(report.newcomers, []);
}

#[test]
fn one_id_on_two_lines_is_one_player_whose_clashing_rounds_are_left_out() {
    let text = player(1, "1500010", &["   2 w 1", "   3 w 1", "   4 b 1", "   2 b +"])
        + &player(2, "1500011", &["   1 b 0", "   4 w =", "0000 - H", "   1 w -"])
        + &player(3, "1500010", &["   4 w =", "   1 b 0", "0000 - Z", "   4 b ="])
        + &player(4, "1500012", &["   3 b =", "   2 b =", "   1 w 0", "   3 w ="]);
    let report = report(&text);
    let (one, two, three) = (id(1_500_010), id(1_500_011), id(1_500_012));
    let clash = Some(Reason::TwoGamesInOneRound);
    let forfeit = GameResult::new(SideResult::ForfeitLoss, SideResult::ForfeitWin);
    assert_eq!(
        games(&report),
        [
            (1, one, two, WIN, clash),
            (1, one, three, DRAW, clash),
            (2, one, one, WIN, Some(Reason::AgainstOneself)),
            (2, two, three, DRAW, None),
            (3, three, one, GameResult::new(SideResult::Loss, SideResult::Win), None),
            // A forfeit clashes with nothing.
            (4, two, one, forfeit, None),
            (4, three, one, DRAW, None),
        ]
    );
    let shared = "they are taken as one player; both have games in round 1, which are left out";
    assert_eq!(
        messages(&report),
        [
            format!("open.trf:1:58: TRF024: id 1500010 is also that of the entry in line 3; {shared}"),
            format!("open.trf:3:58: TRF024: id 1500010 is also that of the entry in line 1; {shared}"),
            "open.trf:1:102: TRF034: round 2: opponent 3 has the same id (line 3)".to_owned(),
        ]
    );
}

/// A report of 2 x `pairs` players with one game each; of the first games the two lines exclude each other, and further players have a
/// result without an opponent.
fn with_contradictions(pairs: u16, disagreeing: u16, without_opponent: u16) -> TournamentReport {
    let mut text = String::new();
    for pair in 0..pairs {
        let (white, black) = (2 * pair + 1, 2 * pair + 2);
        let blacks = if pair < disagreeing { '1' } else { '0' };
        text += &player(white, &format!("{}", 1_500_000 + u32::from(white)), &[&format!("{black:4} w 1")]);
        text += &player(black, &format!("{}", 1_500_000 + u32::from(black)), &[&format!("{white:4} b {blacks}")]);
    }
    for extra in 0..without_opponent {
        let rank = 2 * pairs + extra + 1;
        text += &player(rank, &format!("{}", 1_500_000 + u32::from(rank)), &["0000 w 1"]);
    }
    report(&text)
}

#[test]
fn a_report_is_contradictory_from_ten_sides_and_more_than_one_in_twenty_on() {
    let is_refused = |pairs, disagreeing, without| {
        let report = with_contradictions(pairs, disagreeing, without);
        report.unusable.map(|code| (code.id, code.refusal))
    };
    let contradictory = Some(("TRF040", Reason::Contradictory));
    // 10 of 200 sides are one in twenty, not more; 10 of 198 are more.
    assert_eq!(is_refused(100, 5, 0), None);
    assert_eq!(is_refused(99, 5, 0), contradictory);
    // 9 sides of 20 are not ten; 10 of 20 are.
    assert_eq!(is_refused(9, 4, 1), None);
    assert_eq!(is_refused(9, 4, 2), contradictory);
    let message = messages(&with_contradictions(99, 5, 0)).into_iter().find(|message| message.contains("TRF040"));
    assert_eq!(message.as_deref(), Some("open.trf:1: TRF040: 10 of 198 sides of games contradict their other side or have no opponent"));
}

#[test]
fn contradictions_go_before_lines_that_are_missing() {
    let mut text: String = (1..=10).map(|rank| player(rank, &format!("150001{rank}"), &["0000 w 1"])).collect();
    text += &player(11, "1500011", &["  77 w 1"]);
    assert_eq!(report(&text).unusable.map(|code| code.id), Some("TRF040"));
}

#[test]
fn an_unfinished_game_is_named_and_kept_without_a_result() {
    let report = report(&(player(1, "1500010", &["   2 w *"]) + &player(2, "1500011", &["   1 b *"])));
    let unknown = GameResult::new(SideResult::Unknown, SideResult::Unknown);
    assert_eq!(games(&report), [(1, id(1_500_010), id(1_500_011), unknown, None)]);
    assert_eq!(messages(&report)[0], "open.trf:1:99: TRF042: round 1: the game against 2 is not finished; it is left out");
}

#[test]
fn a_newcomers_birth_year_after_the_lists_is_not_known() {
    let known = PlayerIndex::default();
    for (list, expected) in [("1990-01-01", Some(1990)), ("1989-12-01", None)] {
        let options = ReadOptions { list: list.parse().ok(), ..ReadOptions::new(None, &known) };
        let report = read(player(1, "1500010", &[]).as_bytes(), &Arc::from("open.trf"), &options);
        assert_eq!(report.newcomers[0].birth_year, expected, "{list}");
        let message = "open.trf:1:70: TRF044: the birth year 1990 is after the list's; not known";
        assert_eq!(messages(&report), if expected.is_some() { vec![] } else { vec![message.to_owned()] });
    }
}

#[test]
fn the_encoded_clock_goes_before_the_clock_in_words() {
    let of = |header: &str| report(&(header.to_owned() + &player(1, "1500010", &[])));
    assert_eq!(of("122 90 min + 30 sec\n").header.clock(), Some(Clock::new(90, 30)));
    let both = of("122 15+10\n222 1200+5\n");
    assert_eq!(both.header.clock(), Some(Clock::new(20, 5)));
    assert_eq!(messages(&both), [""; 0], "25 minutes for 60 moves each");
    let differing = of("122 15+10\n222 1200+10\n");
    assert_eq!(
        messages(&differing),
        ["open.trf:1:5: TRF046: line 122 gives 1500 seconds for 60 moves, line 222 gives 1800; line 222 is followed"]
    );
    let claims =
        |report: &TournamentReport| report.header.control_claims.iter().map(|claim| (claim.tag, claim.control)).collect::<Vec<_>>();
    assert_eq!(
        claims(&of("092 Swiss (Blitz)\n122 90 min\n222 900+10\n")),
        [("222", Control::Rapid), ("122", Control::Standard), ("092", Control::Blitz)]
    );
    assert_eq!(claims(&of("122 Rapid\n092 Swiss\n")), []);
}

#[test]
fn a_game_in_one_line_only_is_kept_with_its_fault() {
    let text = player(1, "1500010", &["   2 b 1"]) + &player(2, "1500011", &["0000 - -"]) + &player(3, "1500012", &["  77 w 1"]);
    let one_sided = Some(Reason::OneSided);
    let expected = [
        (1, id(1_500_011), id(1_500_010), GameResult::new(SideResult::Missing, SideResult::Win), one_sided),
        (1, id(1_500_012), PlayerRef::without_id(77), GameResult::new(SideResult::Win, SideResult::Missing), one_sided),
    ];
    let report = report(&text);
    assert_eq!(games(&report), expected);
    assert_eq!(
        messages(&report),
        [
            "open.trf:1:92: TRF030: round 1: opponent 2 has no game in this round (line 2)",
            "open.trf:3:92: TRF021: round 1: opponent 77 is not in the player section",
        ]
    );
}

#[test]
fn results_that_exclude_each_other_are_one_game_with_a_fault() {
    let report = report(&(player(1, "1500010", &["   2 w 1"]) + &player(2, "1500011", &["   1 b ="])));
    let result = GameResult::new(SideResult::Win, SideResult::Draw);
    assert_eq!(games(&report), [(1, id(1_500_010), id(1_500_011), result, Some(Reason::ResultsDisagree))]);
    assert_eq!(messages(&report), ["open.trf:1:99: TRF031: round 1: '1' here excludes '=' for opponent 2 (line 2)"]);
}

#[test]
fn a_starting_rank_given_twice_affects_only_the_games_against_it() {
    let text = player(1, "1500010", &["   2 w 1"])
        + &player(2, "1500011", &["   1 b 0"])
        + &player(2, "1500012", &["   9 w 1"])
        + &player(3, "1500013", &["   4 w 1"])
        + &player(4, "1500014", &["   3 b 0"]);
    let found = games(&report(&text));
    let missing = GameResult::new(SideResult::Win, SideResult::Missing);
    let one_sided = Some(Reason::OneSided);
    assert_eq!(
        found,
        [
            (1, id(1_500_010), PlayerRef::without_id(2), missing, one_sided),
            (1, id(1_500_012), PlayerRef::without_id(9), missing, one_sided),
            (1, id(1_500_013), id(1_500_014), WIN, None),
        ]
    );
}

#[test]
fn a_game_garbled_in_both_lines_makes_the_report_unusable() {
    let text = player(1, "1500010", &["   2 w 1", "  3 w 1"])
        + &player(2, "1500011", &["   1 b 0", "0000 - H"])
        + &player(3, "1500012", &["0000 - H", "  1 b 0"]);
    let report = report(&text);
    assert_eq!(games(&report), [(1, id(1_500_010), id(1_500_011), WIN, None)]);
    assert_eq!(
        messages(&report),
        [
            "open.trf:1:102: TRF027: round 2: '    3 w 1' has no blanks between opponent, colour and result",
            "open.trf:3:102: TRF027: round 2: '    1 b 0' has no blanks between opponent, colour and result",
        ]
    );
    assert_eq!(report.unusable.map(|code| code.id), Some("TRF027"));
}

#[test]
fn a_line_without_a_starting_rank_is_left_out_and_reported() {
    let report = report(&("001         Nobody, At All\n".to_owned() + &player(1, "1500010", &["   2 w 1"])));
    assert_eq!(report.entrants, 1);
    assert_eq!(
        messages(&report),
        [
            "open.trf:1:5: TRF020: the player line has no starting rank in columns 5 to 8",
            "open.trf:2:92: TRF021: round 1: opponent 2 is not in the player section",
        ]
    );
}

#[test]
fn names_with_letters_of_two_bytes_do_not_move_the_columns() {
    let line = player(1, "1500010", &["   2 w 1"]).replace("Player, 1", "Plåyér, 1");
    let report = report(&(line + &player(2, "1500011", &["   1 b 0"])));
    assert_eq!(games(&report), [(1, id(1_500_010), id(1_500_011), WIN, None)]);
    assert_eq!(report.newcomers[0].name, "Plåyér, 1");
}

#[test]
fn a_newcomer_is_described_by_the_line() {
    let line = "001    1 wWIM Player, One                       2100 nor     1500010 1985.00.00\n";
    let expected = Newcomer {
        id: 1_500_010,
        name: "Player, One".to_owned(),
        title: String::new(),
        women_title: "WIM".to_owned(),
        federation: "NOR".to_owned(),
        sex: "F".to_owned(),
        birth_year: Some(1985),
    };
    assert_eq!(report(line).newcomers, [expected]);
    let known = PlayerIndex::new(vec![1_500_010]);
    assert_eq!(read(line.as_bytes(), &Arc::from("open.trf"), &ReadOptions::new(None, &known)).newcomers, []);
}

#[test]
fn the_header_is_read_and_the_encoded_forms_go_before_the_free_ones() {
    let text = "012 Open\n032 NOR\n042 2024/03/01\n052 03/03/2024\n192 FIDE_ROUNDROBIN\n092 Swiss\n142 9\nXXR 7\n222 900+10\n".to_owned();
    let header = report(&(text + &player(1, "1500010", &[]))).header;
    assert_eq!((header.name.as_str(), header.federation.as_str()), ("Open", "NOR"));
    assert_eq!(header.start, "2024-03-01".parse().ok());
    assert_eq!(header.end, "2024-03-03".parse().ok());
    assert_eq!((header.kind, header.rounds), (Some(TournamentKind::RoundRobin), Some(9)));
    assert_eq!(header.clock(), Some(Clock::new(15, 10)));
}

#[test]
fn a_time_control_of_very_many_long_periods_is_reported_as_unreadable() {
    let periods = vec!["1000000"; 2200].join(":");
    let report = report(&(format!("222 {periods}\n") + &player(1, "1500010", &[])));
    assert_eq!(report.header.clock(), None);
    let [message] = &messages(&report)[..] else { panic!("{:?}", messages(&report)) };
    assert!(
        message.starts_with("open.trf:1:5: TRF014: '1000000:") && message.ends_with(":1000000' is no encoded time control"),
        "{message}"
    );
    assert!(message.len() < 1000, "what is quoted is cut: {}", message.len());
}

#[test]
fn a_ruler_is_not_the_name_of_the_tournament() {
    let text = "0123456789012345678901234567890\n012 Open\n         1         2\n1234567890\nDDD SSSS sTTT\n".to_owned();
    let report = report(&(text + &player(1, "1500010", &[])));
    assert_eq!(report.header.name, "Open");
    assert_eq!(messages(&report), [] as [&str; 0]);
}

#[test]
fn unknown_tags_are_reported_once_each_up_to_a_limit() {
    let mut text: String = (0..40).map(|n| format!("9{n:02} x\n900 again\n")).collect();
    text += &player(1, "1500010", &[]);
    let report = report(&text);
    assert_eq!(report.diagnostics.len(), 12);
    assert_eq!(messages(&report)[0], "open.trf:1: TRF006: tag '900' is not known; 41 lines are skipped");
}

#[test]
fn a_line_of_a_million_columns_ends_after_the_last_round() {
    let line = player(1, "1500010", &["   2 w 1"]).trim_end().to_owned() + &" ".repeat(1_000_000) + "x\n";
    let report = report(&(line + &player(2, "1500011", &["   1 b 0"])));
    assert_eq!(games(&report).len(), 1);
    assert_eq!(messages(&report), ["open.trf:1:10082: TRF018: the line has 1000100 columns; only 999 rounds are read"]);
}

#[test]
fn the_end_mark_of_old_systems_is_not_a_line() {
    let report = report(&(player(1, "1500010", &["   2 w 1"]) + &player(2, "1500011", &["   1 b 0"]) + "\u{1a}"));
    assert_eq!(messages(&report), [] as [&str; 0]);
}

/// Round, player and kind of every bye.
fn byes(report: &TournamentReport) -> Vec<(u16, PlayerRef, ByeKind)> {
    report.byes.iter().map(|bye| (bye.round, bye.player, bye.kind)).collect()
}

#[test]
fn byes_are_kept_by_round_and_player() {
    let text = player(1, "1500012", &["0000 - U", "0000 - h", "        "])
        + &player(2, "", &["0000 - Z", "0000 - -", "0000 -  "])
        + &player(3, "1500010", &["0000 - F", "0000 - =", "----    "]);
    let report = report(&text);
    let (low, high, nobody) = (id(1_500_010), id(1_500_012), PlayerRef::without_id(2));
    assert_eq!(
        byes(&report),
        [
            (1, low, ByeKind::FullPoint),
            (1, high, ByeKind::Allocated),
            (1, nobody, ByeKind::ZeroPoint),
            (2, low, ByeKind::HalfPoint),
            (2, high, ByeKind::HalfPoint),
            (2, nobody, ByeKind::ZeroPoint),
        ]
    );
}

#[test]
fn t24_a_plus_is_a_full_point_bye_unless_the_report_writes_no_allocated_one() {
    let kinds = |rounds: &[&str]| byes(&report(&player(1, "1500010", rounds))).into_iter().map(|bye| bye.2).collect::<Vec<_>>();
    assert_eq!(kinds(&["0000 - +", "0000 - F"]), [ByeKind::Allocated, ByeKind::FullPoint]);
    assert_eq!(kinds(&["0000 - +", "0000 - u"]), [ByeKind::FullPoint, ByeKind::Allocated]);
    // A U with an opponent is no bye, but whoever writes it knows the letter.
    assert_eq!(kinds(&["0000 - +", "   7 - U"]), [ByeKind::FullPoint]);
}

#[test]
fn a_result_without_an_opponent_is_the_bye_of_its_points() {
    let report = report(&player(1, "1500010", &["0000 w 1", "0000 b =", "0000 - 0", "0000 - W", "0000 - D", "0000 - L", "0000 - *"]));
    let kinds: Vec<_> = byes(&report).into_iter().map(|bye| bye.2.symbol()).collect();
    assert_eq!(kinds.concat(), "FHZFHZZ");
}

#[test]
fn d47_of_one_id_on_two_lines_a_bye_beside_a_game_or_another_bye_goes() {
    let text = player(1, "1500010", &["   2 w 1", "0000 - H", "0000 - U"])
        + &player(2, "1500011", &["   1 b 0"])
        + &player(3, "1500010", &["0000 - Z", "0000 - Z"]);
    assert_eq!(byes(&report(&text)), [(2, id(1_500_010), ByeKind::HalfPoint), (3, id(1_500_010), ByeKind::Allocated)]);
}

#[test]
fn the_entries_of_everybody_who_takes_part_are_kept_for_titles() {
    let with_title = |line: String, title: &str, rating: &str, federation: &str| {
        let (mut line, place) = (line, |text: &str, width: usize| format!("{text:>width$}"));
        line.replace_range(10..13, &place(title, 3));
        line.replace_range(48..52, &place(rating, 4));
        line.replace_range(53..56, &place(federation, 3));
        line
    };
    let text = with_title(player(1, "1500012", &["   2 w 1"]), "WIM", "2300", "nor")
        + &with_title(player(2, "0", &["   1 b 0"]), "g", "9999", "N1")
        + &with_title(player(3, "1500010", &["0000 - Z"]), "CM", "", "SWE")
        + &with_title(player(4, "1500013", &["        "]), "GM", "2500", "DEN")
        + &with_title(player(5, "1500012", &["0000 - H"]), "", "", "FID");
    let report_for = |for_titles| {
        let known = PlayerIndex::default();
        read(text.as_bytes(), &Arc::from("open.trf"), &ReadOptions { for_titles, ..ReadOptions::new(None, &known) })
    };
    assert_eq!(report_for(false).reported_entries, []);
    let report = report_for(true);
    let described = report.reported_entries.iter().map(|entry| {
        let codes = [entry.federation, entry.title, entry.women_title, entry.sex].map(|code| code.to_string());
        (entry.player, codes.join(" "), entry.rating)
    });
    assert_eq!(
        described.collect::<Vec<_>>(),
        [
            (id(1_500_010), "SWE CM  M".to_owned(), Rating::UNRATED),
            (id(1_500_012), "NOR  WIM M".to_owned(), Rating(2300)),
            (PlayerRef::without_id(2), " GM  M".to_owned(), Rating::UNRATED),
        ]
    );
}
