//! Tournament Report Files.

use crate::WorldError;
use crate::dice::{Dice, Purpose};
use crate::event::{ByeKind, Event};
use crate::output::{failed, write};
use crate::people::{People, Person};
use crate::registry_writer::report_path;
use crate::trf_style::{Style, round_days};
use model::{TournamentClass, TournamentKind};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::path::Path;

/// Writes one report for each tournament; each depends on its own number only, so the threads may take them in any order.
pub(crate) fn write_reports(folder: &Path, seed: u64, events: &[Event], people: &People) -> Result<(), WorldError> {
    let mut months: Vec<&str> = events.iter().map(|e| e.facts.month.as_str()).collect();
    months.dedup();
    // There without tournaments too: the pipeline names it.
    for month in months.into_iter().chain([""]) {
        let path = folder.join("tournaments").join(month);
        std::fs::create_dir_all(&path).map_err(|source| failed(&path, source))?;
    }
    events.par_iter().try_for_each(|event| write(&folder.join(report_path(&event.facts)), &report(seed, event, people)))
}

/// One report, in its own encoding.
pub(crate) fn report(seed: u64, event: &Event, people: &People) -> Vec<u8> {
    let style = Style::of(seed, event);
    let mut lines = Lines { style, text: String::with_capacity(4096) };
    let mut dice = Dice::new(seed, Purpose::Style, u32::MAX - event.number);
    header(&mut lines, event, people, &mut dice);
    let standings = Standings::of(event);
    for (at, &place) in event.entries.iter().enumerate() {
        player(&mut lines, event, &people.all[place as usize], people, at, &standings);
    }
    for extra in 0..style.no_shows {
        let rank = event.entries.len() + 1 + extra;
        lines.put(&format!(
            "001 {rank:>4}      {:<33}                                  {:>4} {rank:>4}",
            people.names.any(&mut dice),
            "0.0"
        ));
    }
    teams(&mut lines, event, &standings);
    let mut text = lines.text;
    if !style.ends_with_line_end {
        text.truncate(text.len() - style.line_end.len());
    }
    style.encode(&text)
}

struct Lines {
    style: Style,
    text: String,
}

impl Lines {
    fn put(&mut self, line: &str) {
        let line = if self.style.cuts_blanks { line.trim_end() } else { line };
        self.text.push_str(line);
        self.text.push_str(self.style.line_end);
    }

    fn tag(&mut self, tag: &str, value: impl std::fmt::Display) {
        self.put(&format!("{tag} {value}"));
    }
}

fn header(lines: &mut Lines, event: &Event, people: &People, dice: &mut Dice) {
    let (facts, style) = (&event.facts, lines.style);
    lines.tag("012", &facts.name);
    lines.tag("022", &facts.city);
    lines.tag("032", facts.federation);
    lines.tag("042", style.date(facts.start));
    lines.tag("052", style.date(facts.end));
    lines.tag("062", event.entries.len() + style.no_shows);
    lines.tag("072", event.entries.iter().filter(|&&p| people.all[p as usize].is_rated()).count());
    lines.tag("082", event.teams.len());
    lines.tag("092", kind_in_words(facts.kind));
    lines.tag("102", people.names.any(dice));
    if dice.chance(300) {
        lines.tag("112", people.names.any(dice));
    }
    lines.tag("122", time_in_words(facts.minutes, facts.increment));
    if style.is_2026 {
        lines.tag("142", facts.rounds);
        lines.tag("152", if dice.chance(500) { "W" } else { "B" });
        lines.tag("172", format_args!("{} FIDE", facts.federation));
        if let Some(code) = encoded_kind(facts.kind) {
            lines.tag("192", code);
        }
    } else if style.has_rounds {
        lines.tag("XXR", facts.rounds);
    }
    if style.has_clock {
        let seconds = i32::from(facts.minutes) * 60;
        match (facts.classes.contains(TournamentClass::UnequalTimes), facts.increment) {
            (true, _) => lines.tag("222", format_args!("W{}-B{seconds}", seconds + 180)),
            (false, 0) => lines.tag("222", seconds),
            (false, increment) => lines.tag("222", format_args!("{seconds}+{increment}")),
        }
    }
    if style.has_round_dates {
        let mut line = format!("{:<91}", "132");
        for day in round_days(event) {
            write!(line, "{}  ", day.format("%y/%m/%d")).expect("writing to a string cannot fail");
        }
        lines.put(&line);
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
    }
}

fn encoded_kind(kind: TournamentKind) -> Option<&'static str> {
    match kind {
        TournamentKind::Swiss => Some("FIDE_DUTCH"),
        TournamentKind::RoundRobin => Some("FIDE_ROUNDROBIN"),
        TournamentKind::DoubleRoundRobin => Some("FIDE_DOUBLE_ROUNDROBIN"),
        TournamentKind::Team => Some("FIDE_TEAM_ROUNDROBIN"),
        TournamentKind::Match | TournamentKind::Knockout => None,
    }
}

fn time_in_words(minutes: i16, increment: i16) -> String {
    match increment {
        0 => format!("{minutes} minutes"),
        _ => format!("{minutes} min + {increment} sec/move"),
    }
}

/// What stands in one player's line for one round.
#[derive(Clone, Copy)]
enum Block {
    Blank,
    Game { opponent: u16, colour: char, symbol: char },
    Bye(ByeKind),
}

/// Points and ranks, and every player's rounds.
struct Standings {
    rounds: usize,
    blocks: Vec<Block>,
    half_points: Vec<u16>,
    ranks: Vec<usize>,
}

impl Standings {
    fn of(event: &Event) -> Self {
        let (rounds, count) = (usize::from(event.facts.rounds), event.entries.len());
        let mut blocks = vec![Block::Blank; rounds * count];
        let mut half_points = vec![0; count];
        for game in &event.play.games {
            let (at, symbols, points) = (usize::from(game.round) - 1, game.score.symbols(), game.score.half_points());
            let (white, black) = (usize::from(game.white), usize::from(game.black));
            blocks[white * rounds + at] = Block::Game { opponent: game.black, colour: 'w', symbol: symbols.0 };
            blocks[black * rounds + at] = Block::Game { opponent: game.white, colour: 'b', symbol: symbols.1 };
            half_points[white] += points.0;
            half_points[black] += points.1;
        }
        for bye in &event.play.byes {
            blocks[usize::from(bye.entry) * rounds + usize::from(bye.round) - 1] = Block::Bye(bye.kind);
            half_points[usize::from(bye.entry)] += bye.kind.half_points();
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(half_points[at]));
        let mut ranks = vec![0; count];
        for (rank, &at) in order.iter().enumerate() {
            ranks[at] = rank + 1;
        }
        Self { rounds, blocks, half_points, ranks }
    }
}

fn halves(half_points: u16) -> String {
    format!("{}.{}", half_points / 2, half_points % 2 * 5)
}

fn player(lines: &mut Lines, event: &Event, person: &Person, people: &People, at: usize, standings: &Standings) {
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
        halves(standings.half_points[at]),
    );
    for block in &standings.blocks[at * standings.rounds..(at + 1) * standings.rounds] {
        match *block {
            Block::Game { opponent, colour, symbol } => write!(line, "  {:>4} {colour} {symbol}", opponent + 1),
            Block::Bye(kind) => write!(line, "{}", bye(kind, style, event.facts.kind)),
            Block::Blank => write!(line, "{:10}", ""),
        }
        .expect("writing to a string cannot fail");
    }
    lines.put(&line);
}

fn bye(kind: ByeKind, style: Style, event: TournamentKind) -> String {
    let symbol = match (kind, style.is_old_spelling) {
        (ByeKind::Zero, _) if style.leaves_absences_blank => return format!("{:10}", ""),
        (ByeKind::Allocated, true) => '+',
        (ByeKind::Half, true) => '=',
        (ByeKind::Zero, true) => '-',
        // Only a Swiss allocates byes.
        (ByeKind::Allocated, false) if event == TournamentKind::Swiss => 'U',
        (ByeKind::Allocated, false) => 'F',
        (ByeKind::Half, false) => 'H',
        (ByeKind::Zero, false) => 'Z',
    };
    format!("  0000 - {symbol}")
}

/// Teams as tag 310 of the newer form, with their match and game points, or as tag 013 of the older.
fn teams(lines: &mut Lines, event: &Event, standings: &Standings) {
    for (at, team) in event.teams.iter().enumerate() {
        let name = format!("{} {}", event.facts.city, at + 1);
        let players: Vec<String> = team.iter().map(|&entry| format!("{:>4}", entry + 1)).collect();
        let players = players.join(" ");
        if !lines.style.is_2026 {
            lines.put(&format!("013 {name:<32}{players}"));
            continue;
        }
        let game_points = team.iter().map(|&entry| standings.half_points[usize::from(entry)]).sum();
        let match_points = match_points(event, team);
        let number = at + 1;
        lines.put(&format!(
            "310 {number:>3} {name:<32} {:<5} {:>6} {match_points:>6} {:>6} {:>3}  {players}",
            "",
            "",
            halves(game_points),
            ""
        ));
    }
}

/// Two for a match won, one for a drawn one.
fn match_points(event: &Event, team: &[u16]) -> u16 {
    (1..=event.facts.rounds)
        .map(|round| {
            let mut points = (0, 0);
            for game in event.play.games.iter().filter(|g| g.round == round) {
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
