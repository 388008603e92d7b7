//! Events for tests, written as one line for each round of one applicant.

use crate::{day, of_2022};
use model::{
    ByeKind, Classes, Clock, Date, GameResult, PlayerRef, Rating, SideResult, TournamentClass, TournamentKind, Waiver, Waivers, days_before,
};
use rulebook::{Title, TitleEdition};
use titles::{
    ByeOf, ChiefArbiter, EventGame, EventPlayer, Federation, NormResultRow, ResultScope, Sex, TitleEvent, TitleSet, Verdict, judge_event,
};

pub(crate) const APPLICANT: u32 = 1000;

/// The federations that tests name; each is the code of its position.
const FEDERATIONS: [&str; 16] =
    ["", "FID", "NON", "NOR", "GER", "FRA", "ESP", "SWE", "USA", "GEO", "IRI", "CAN", "PHI", "RUS", "POL", "ITA"];

pub(crate) fn federation(word: &str) -> Federation {
    let word = if word == "---" { "" } else { word };
    let code = FEDERATIONS.iter().position(|known| *known == word).expect("a federation of the tests");
    Federation(u16::try_from(code).expect("few federations"))
}

pub(crate) fn title(word: &str) -> Title {
    let all = [Title::Gm, Title::Im, Title::Fm, Title::Cm, Title::Wgm, Title::Wim, Title::Wfm, Title::Wcm];
    all.into_iter().find(|title| title.word() == word).expect("a title")
}

/// The titles of `GM`, `FM/WGM` or `-`.
pub(crate) fn titles(words: &str) -> TitleSet {
    if words == "-" { TitleSet::NONE } else { words.split('/').map(title).collect() }
}

/// A player's own result, and the opponent's.
fn result(word: &str) -> GameResult {
    use SideResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, Win};
    let (own, opponents) = match word {
        "1" => (Win, Loss),
        "=" => (Draw, Draw),
        "0" => (Loss, Win),
        "+" => (ForfeitWin, ForfeitLoss),
        "-" => (ForfeitLoss, ForfeitWin),
        "--" => (ForfeitLoss, ForfeitLoss),
        "*" => (Unknown, Unknown),
        "W" => (SideResult::UnplayedWin, SideResult::UnplayedLoss),
        other => panic!("no result: {other}"),
    };
    GameResult::new(own, opponents)
}

/// An event of one applicant, whose rounds are given as lines.
///
/// A line is `GM GER 2434 1` (titles, federation, rating, result of the applicant), `@3 =` (the opponent of round 3 again), a bye `U`, `F`, `H`
/// or `Z`, or empty. All facts about the event are given, so that nothing is unproven. The opponents play nobody else.
pub(crate) fn swiss(applicant: &str, lines: &[impl AsRef<str>]) -> TitleEvent {
    let rounds = u16::try_from(lines.len()).expect("few rounds");
    let start = day("2022-05-02");
    let mut event = TitleEvent {
        tournament_id: "event".into(),
        start,
        end: start,
        federation: federation("POL"),
        kind: Some(TournamentKind::Swiss),
        classes: Classes::default(),
        waivers: Waivers::default(),
        clock: Some(Clock::new(90, 30)),
        rounds,
        round_dates: Vec::new(),
        registered: Some(day("2022-01-01")),
        chief_arbiter: ChiefArbiter::Qualified,
        arbiters: Vec::new(),
        member_federations: None,
        tells_byes: true,
        byes: Vec::new(),
        players: vec![player(APPLICANT, applicant)],
        games: Vec::new(),
        facts_by_round: Vec::new(),
    };
    for (round, line) in (1u16..).zip(lines) {
        add_round(&mut event, round, line.as_ref());
    }
    date_rounds(&mut event, start, 1);
    event
}

/// A player of `titles federation rating`, with `F` or `M` as a fourth word for the sex.
pub(crate) fn player(id: u32, line: &str) -> EventPlayer {
    let words: Vec<&str> = line.split_whitespace().collect();
    let sex = match words.get(3) {
        Some(&"F") => Sex::Female,
        Some(&"M") => Sex::Male,
        _ => Sex::Unknown,
    };
    EventPlayer {
        player: PlayerRef::id(id).expect("an id"),
        federation: federation(words[1]),
        titles: titles(words[0]),
        sex,
        rating: Rating(words[2].parse().expect("a rating")),
    }
}

pub(crate) fn add_round(event: &mut TitleEvent, round: u16, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let byes = [("U", ByeKind::Allocated), ("F", ByeKind::FullPoint), ("H", ByeKind::HalfPoint), ("Z", ByeKind::ZeroPoint)];
    match words[..] {
        [] => {}
        [bye] => {
            let kind = byes.iter().find(|(word, _)| *word == bye).expect("a bye").1;
            event.byes.push(ByeOf { round, player: 0, kind });
        }
        [again, score] => {
            let round_before: u16 = again.trim_start_matches('@').parse().expect("a round");
            let before = event.games.iter().find(|game| game.round == round_before).expect("a game in that round");
            event.games.push(EventGame { round, white: 0, black: before.black, result: result(score), fault: None });
        }
        [_, _, _, score] => {
            let position = u32::try_from(event.players.len()).expect("few players");
            event.players.push(player(APPLICANT + position, &words[..3].join(" ")));
            event.games.push(EventGame { round, white: 0, black: position, result: result(score), fault: None });
        }
        _ => panic!("no round: {line}"),
    }
}

/// Dates the rounds from a day on, so many on each day, and ends the event with the last.
pub(crate) fn date_rounds(event: &mut TitleEvent, start: Date, a_day: u16) {
    event.start = start;
    event.registered = Some(days_before(start, 60));
    event.round_dates = (0..event.rounds).map(|round| start.checked_add_days(chrono::Days::new((round / a_day).into()))).collect();
    event.end = event.round_dates.iter().flatten().copied().max().unwrap_or(start);
}

/// A round robin with the same games.
pub(crate) fn round_robin(applicant: &str, lines: &[impl AsRef<str>]) -> TitleEvent {
    TitleEvent { kind: Some(TournamentKind::RoundRobin), ..swiss(applicant, lines) }
}

pub(crate) fn with_class(mut event: TitleEvent, class: TournamentClass) -> TitleEvent {
    event.classes.insert(class);
    event
}

pub(crate) fn with_waiver(mut event: TitleEvent, waiver: Waiver) -> TitleEvent {
    event.waivers.insert(waiver);
    event
}

/// So many games of ratings with a sum, as equal as possible.
pub(crate) fn ratings(sum: i32, games: usize) -> Vec<i32> {
    let many = i32::try_from(games).expect("few games");
    (0..many).map(|at| sum / many + i32::from(at < sum % many)).collect()
}

/// So many results with a score in half points: losses first, then a draw, then wins.
pub(crate) fn results(half_points: usize, games: usize) -> Vec<&'static str> {
    let (wins, draws) = (half_points / 2, half_points % 2);
    (0..games)
        .map(|at| {
            if at >= games - wins {
                "1"
            } else if at >= games - wins - draws {
                "="
            } else {
                "0"
            }
        })
        .collect()
}

/// Titles and federations of "nine": a third GM of GER, a third IM of FRA, a third FM of ESP.
const NINE: [&str; 9] = ["GM GER", "GM GER", "GM GER", "IM FRA", "IM FRA", "IM FRA", "FM ESP", "FM ESP", "FM ESP"];

/// Games of opponents with the mix of "nine", of a sum of ratings and a score; with more than nine games the mix begins again.
pub(crate) fn mixed(sum: i32, half_points: usize, games: usize) -> Vec<String> {
    let scores = results(half_points, games);
    ratings(sum, games)
        .iter()
        .zip(scores)
        .zip(NINE.iter().cycle())
        .map(|((rating, score), mix)| format!("{mix} {rating} {score}"))
        .collect()
}

/// The nine games of "nine" with opponents of one rating.
pub(crate) fn nine(rating: i32, half_points: usize) -> Vec<String> {
    mixed(9 * rating, half_points, 9)
}

/// The result of the applicant for a title, with everybody listed.
pub(crate) fn judged_by(edition: &TitleEdition, event: &TitleEvent, for_title: &str) -> NormResultRow {
    let verdict = judge_event(edition, event, false, ResultScope::Everybody);
    assert_eq!(verdict.tournament.failed, Vec::<String>::new(), "the event is eligible");
    let is_result = |row: &NormResultRow| row.player.fide_id() == Some(APPLICANT) && row.title == title(for_title);
    verdict.results.into_iter().find(is_result).expect("the applicant is judged for the title")
}

pub(crate) fn judged(event: &TitleEvent, for_title: &str) -> NormResultRow {
    judged_by(of_2022(), event, for_title)
}

#[track_caller]
pub(crate) fn assert_norm(row: &NormResultRow) {
    assert_eq!((row.verdict, row.failed.join(" ")), (Verdict::Norm, String::new()), "{row:?}");
}

#[track_caller]
pub(crate) fn assert_fails(row: &NormResultRow, articles: &str) {
    assert_eq!((row.verdict, row.failed.join(" ").as_str()), (Verdict::No, articles), "{row:?}");
}

/// The articles on an event that fail and that are unproven, each by spaces.
pub(crate) fn event_articles(edition: &TitleEdition, event: &TitleEvent) -> (String, String) {
    let row = judge_event(edition, event, false, ResultScope::NormsAndNearMisses).tournament;
    assert_eq!(row.eligible, row.failed.is_empty());
    (row.failed.join(" "), row.unproven.join(" "))
}
