//! Writes Tournament Report Files.

use crate::WorldError;
use crate::population::{Person, Population};
use crate::random::{Purpose, RandomStream};
use crate::registry_writer::report_path;
use crate::tournament::{ArbiterTitleSource, ByeKind, TournamentDetails, WorldTournament};
use crate::trf_style::{ReportStyle, round_days};
use crate::world_files::{io_error, write};
use model::{TournamentClass, TournamentKind};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::path::Path;

/// Writes one report per tournament. Each depends only on its own number, so threads may write them in any order.
pub(crate) fn write_reports(folder: &Path, seed: u64, tournaments: &[WorldTournament], people: &Population) -> Result<(), WorldError> {
    let mut months: Vec<&str> = tournaments.iter().map(|e| e.details.month.as_str()).collect();
    months.dedup();
    // The folder must exist even without tournaments, because the pipeline file names it.
    for month in months.into_iter().chain([""]) {
        let path = folder.join("tournaments").join(month);
        std::fs::create_dir_all(&path).map_err(|source| io_error(&path, source))?;
    }
    tournaments
        .par_iter()
        .try_for_each(|tournament| write(&folder.join(report_path(&tournament.details)), &report(seed, tournament, people)))
}

/// Returns one report in its encoding.
pub(crate) fn report(seed: u64, tournament: &WorldTournament, people: &Population) -> Vec<u8> {
    let style = ReportStyle::of(seed, tournament);
    let mut lines = ReportLines { style, text: String::with_capacity(4096) };
    let mut random = RandomStream::new(seed, Purpose::Style, u32::MAX - tournament.number);
    header(&mut lines, tournament, people, &mut random);
    let standings = FinalStandings::of(tournament);
    for (at, &place) in tournament.entries.iter().enumerate() {
        player(&mut lines, tournament, &people.all[place as usize], people, at, &standings);
    }
    for extra in 0..style.no_shows {
        let rank = tournament.entries.len() + 1 + extra;
        lines.put(&format!(
            "001 {rank:>4}      {:<33}                                  {:>4} {rank:>4}",
            people.names.random_name(&mut random),
            "0.0"
        ));
    }
    teams(&mut lines, tournament, &standings);
    let mut text = lines.text;
    if !style.ends_with_line_end {
        text.truncate(text.len() - style.line_end.len());
    }
    style.encode(&text)
}

struct ReportLines {
    style: ReportStyle,
    text: String,
}

impl ReportLines {
    fn put(&mut self, line: &str) {
        let line = if self.style.cuts_blanks { line.trim_end() } else { line };
        self.text.push_str(line);
        self.text.push_str(self.style.line_end);
    }

    fn tag(&mut self, tag: &str, value: impl std::fmt::Display) {
        self.put(&format!("{tag} {value}"));
    }
}

fn header(lines: &mut ReportLines, tournament: &WorldTournament, people: &Population, random: &mut RandomStream) {
    let (details, style) = (&tournament.details, lines.style);
    lines.tag("012", &details.name);
    lines.tag("022", &details.city);
    lines.tag("032", details.federation);
    lines.tag("042", style.date(details.start));
    lines.tag("052", style.date(details.end));
    lines.tag("062", tournament.entries.len() + style.no_shows);
    lines.tag("072", tournament.entries.iter().filter(|&&p| people.all[p as usize].is_rated()).count());
    lines.tag("082", tournament.teams.len());
    lines.tag("092", kind_in_words(details.kind));
    lines.tag("102", chief_arbiter(details, people, random));
    if random.chance(300) {
        lines.tag("112", people.names.random_name(random));
    }
    lines.tag("122", time_in_words(details.minutes, details.increment));
    if style.is_2026 {
        lines.tag("142", details.rounds);
        lines.tag("152", if random.chance(500) { "W" } else { "B" });
        lines.tag("172", format_args!("{} FIDE", details.federation));
        if let Some(code) = encoded_kind(details.kind) {
            lines.tag("192", code);
        }
    } else if style.has_rounds {
        lines.tag("XXR", details.rounds);
    }
    if style.has_clock {
        let seconds = i32::from(details.minutes) * 60;
        match (details.classes.contains(TournamentClass::UnequalTimes), details.increment) {
            (true, _) => lines.tag("222", format_args!("W{}-B{seconds}", seconds + 180)),
            (false, 0) => lines.tag("222", seconds),
            (false, increment) => lines.tag("222", format_args!("{seconds}+{increment}")),
        }
    }
    if details.title_facts.as_ref().map_or(style.has_round_dates, |facts| facts.has_round_dates) {
        let mut line = format!("{:<91}", "132");
        for day in round_days(tournament) {
            write!(line, "{}  ", day.format("%y/%m/%d")).expect("writing to a string cannot fail");
        }
        lines.put(&line);
    }
}

/// Name of the chief arbiter, in some reports with the title.
fn chief_arbiter(details: &TournamentDetails, people: &Population, random: &mut RandomStream) -> String {
    let anybody = people.names.random_name(random);
    let Some(facts) = &details.title_facts else { return anybody };
    let name = facts.arbiters.first().map_or(anybody, |&place| people.name(&people.all[place as usize]));
    match facts.title_told_by {
        ArbiterTitleSource::ReportPrefix => format!("{} {name}", facts.chief_arbiter_title),
        ArbiterTitleSource::ReportSuffix => format!("{name}, {}", facts.chief_arbiter_title),
        ArbiterTitleSource::Registry | ArbiterTitleSource::Nothing => name,
    }
}

fn kind_in_words(kind: TournamentKind) -> &'static str {
    match kind {
        TournamentKind::Swiss => "Individual: Swiss-System",
        TournamentKind::RoundRobin => "Individual: Round-Robin",
        TournamentKind::DoubleRoundRobin => "Individual: Double Round-Robin",
        TournamentKind::Match => "Match",
        TournamentKind::Team => "Team: Round-Robin",
        TournamentKind::Knockout => "Individual: Knock-out",
        TournamentKind::Scheveningen => "Team: Scheveningen",
        TournamentKind::Schiller => "Team: Schiller",
    }
}

fn encoded_kind(kind: TournamentKind) -> Option<&'static str> {
    match kind {
        TournamentKind::Swiss => Some("FIDE_DUTCH"),
        TournamentKind::RoundRobin => Some("FIDE_ROUNDROBIN"),
        TournamentKind::DoubleRoundRobin => Some("FIDE_DOUBLE_ROUNDROBIN"),
        TournamentKind::Team => Some("FIDE_TEAM_ROUNDROBIN"),
        TournamentKind::Match | TournamentKind::Knockout | TournamentKind::Scheveningen | TournamentKind::Schiller => None,
    }
}

fn time_in_words(minutes: i16, increment: i16) -> String {
    match increment {
        0 => format!("{minutes} minutes"),
        _ => format!("{minutes} min + {increment} sec/move"),
    }
}

/// Entry of a player's line for one round.
#[derive(Clone, Copy)]
enum RoundEntry {
    Blank,
    Pairing { opponent: u16, colour: char, symbol: char },
    Bye(ByeKind),
}

/// Points, ranks and round entries of all players.
struct FinalStandings {
    rounds: usize,
    entries_by_round: Vec<RoundEntry>,
    half_points: Vec<u16>,
    ranks: Vec<usize>,
}

impl FinalStandings {
    fn of(tournament: &WorldTournament) -> Self {
        let (rounds, count) = (usize::from(tournament.details.rounds), tournament.entries.len());
        let mut entries_by_round = vec![RoundEntry::Blank; rounds * count];
        let mut half_points = vec![0; count];
        for game in &tournament.play.games {
            let (at, symbols, points) = (usize::from(game.round) - 1, game.score.symbols(), game.score.half_points());
            let (white, black) = (usize::from(game.white), usize::from(game.black));
            entries_by_round[white * rounds + at] = RoundEntry::Pairing { opponent: game.black, colour: 'w', symbol: symbols.0 };
            entries_by_round[black * rounds + at] = RoundEntry::Pairing { opponent: game.white, colour: 'b', symbol: symbols.1 };
            half_points[white] += points.0;
            half_points[black] += points.1;
        }
        for bye in &tournament.play.byes {
            entries_by_round[usize::from(bye.entry) * rounds + usize::from(bye.round) - 1] = RoundEntry::Bye(bye.kind);
            half_points[usize::from(bye.entry)] += bye.kind.half_points();
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(half_points[at]));
        let mut ranks = vec![0; count];
        for (rank, &at) in order.iter().enumerate() {
            ranks[at] = rank + 1;
        }
        Self { rounds, entries_by_round, half_points, ranks }
    }
}

fn format_points(half_points: u16) -> String {
    format!("{}.{}", half_points / 2, half_points % 2 * 5)
}

fn player(
    lines: &mut ReportLines,
    tournament: &WorldTournament,
    person: &Person,
    people: &Population,
    at: usize,
    standings: &FinalStandings,
) {
    let style = lines.style;
    let rating = match (person.rating, person.standard) {
        (0, 0) => String::new(),
        (0, standard) => standard.to_string(),
        (rating, _) => rating.to_string(),
    };
    let final_rank = if style.has_final_ranks { standings.ranks[at].to_string() } else { String::new() };
    let mut line = format!(
        "001 {:>4} {}{:>3} {:<33} {rating:>4} {:>3} {:>11} {:<10} {:>4} {final_rank:>4}",
        at + 1,
        style.sex(person),
        style.title(person),
        people.name(person),
        person.federation(),
        person.id,
        style.birth(person),
        format_points(standings.half_points[at]),
    );
    for entry in &standings.entries_by_round[at * standings.rounds..(at + 1) * standings.rounds] {
        match *entry {
            RoundEntry::Pairing { opponent, colour, symbol } => write!(line, "  {:>4} {colour} {symbol}", opponent + 1),
            RoundEntry::Bye(kind) => write!(line, "{}", bye(kind, style, tournament.details.kind)),
            RoundEntry::Blank => write!(line, "{:10}", ""),
        }
        .expect("writing to a string cannot fail");
    }
    lines.put(&line);
}

fn bye(kind: ByeKind, style: ReportStyle, tournament: TournamentKind) -> String {
    let symbol = match (kind, style.is_old_spelling) {
        (ByeKind::Zero, _) if style.leaves_absences_blank => return format!("{:10}", ""),
        (ByeKind::Allocated | ByeKind::Full, true) => '+',
        (ByeKind::Half, true) => '=',
        (ByeKind::Zero, true) => '-',
        // Only a Swiss allocates byes.
        (ByeKind::Allocated, false) if tournament == TournamentKind::Swiss => 'U',
        (ByeKind::Allocated | ByeKind::Full, false) => 'F',
        (ByeKind::Half, false) => 'H',
        (ByeKind::Zero, false) => 'Z',
    };
    format!("  0000 - {symbol}")
}

/// Writes teams as tag 310 with match and game points in the format of 2026, otherwise as tag 013.
fn teams(lines: &mut ReportLines, tournament: &WorldTournament, standings: &FinalStandings) {
    for (at, team) in tournament.teams.iter().enumerate() {
        let name = format!("{} {}", tournament.details.city, at + 1);
        let players: Vec<String> = team.iter().map(|&entry| format!("{:>4}", entry + 1)).collect();
        let players = players.join(" ");
        if !lines.style.is_2026 {
            lines.put(&format!("013 {name:<32}{players}"));
            continue;
        }
        let game_points = team.iter().map(|&entry| standings.half_points[usize::from(entry)]).sum();
        let match_points = match_points(tournament, team);
        let number = at + 1;
        lines.put(&format!(
            "310 {number:>3} {name:<32} {:<5} {:>6} {match_points:>6} {:>6} {:>3}  {players}",
            "",
            "",
            format_points(game_points),
            ""
        ));
    }
}

/// Match points of a team: two for a win, one for a draw.
fn match_points(tournament: &WorldTournament, team: &[u16]) -> u16 {
    (1..=tournament.details.rounds)
        .map(|round| {
            let mut points = (0, 0);
            for game in tournament.play.games.iter().filter(|g| g.round == round) {
                let (white, black) = game.score.half_points();
                let (own, other) = match (team.contains(&game.white), team.contains(&game.black)) {
                    (true, _) => (white, black),
                    (_, true) => (black, white),
                    _ => continue,
                };
                points = (points.0 + own, points.1 + other);
            }
            match points.0.cmp(&points.1) {
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Equal => u16::from(points.0 > 0),
                std::cmp::Ordering::Less => 0,
            }
        })
        .sum()
}
