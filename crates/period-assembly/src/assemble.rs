//! The stages of assembly in order.

use crate::codes;
use crate::duplicates::{Doubles, Rooms, fingerprint};
use crate::judge::{Bench, Verdict, ignored_waivers, too_fast_for_the_event, warnings, withdrawn};
use crate::list_choice::Views;
use crate::matches::{first_game_after_win, participants};
use crate::near_doubles::{self, NearDouble};
use crate::online::{self, OnlinePeriod};
use crate::period::{Crosstable, Judged, Period, Status};
use crate::players::{Everyone, WhereToLook, everyone};
use crate::round_robins::{composition, crosstable};
use crate::sides::{Seats, Terms, grouped};
use crate::views::View;
use crate::{AssemblyError, article};
use chrono::Datelike;
use model::{
    Batch, Control, Date, Diagnostic, Games, InputFile, Kind, ListDate, OnlineGames, Place, PlayerFlags, PlayerRef, Pool, RatedTournaments,
    Rating, Reason, Tournament,
};
use rayon::prelude::*;
use rulebook::{Edition, Rulebook};
use std::collections::BTreeMap;
use store::{ListSource, PlayerList, Shelf};

/// What a list is made from.
#[derive(Debug)]
pub struct Materials<'a> {
    pub rulebook: &'a Rulebook,
    pub control: Control,
    pub list: ListDate,
    pub previous: PlayerList,
    /// Whether `previous` holds every known player, rated or not.
    pub previous_is_complete: bool,
    pub pool: Pool,
    pub rated: RatedTournaments,
    /// Lists of this control at hand, the previous one among them.
    pub shelf: Shelf,
    pub longer: BTreeMap<Control, Shelf>,
    pub handed_in: Batch,
    /// Online games of the rating period, in the order of time; none where the edition knows no such games.
    pub online: OnlineGames,
    /// Tournaments that were not read because an earlier list rated them.
    pub already_rated: Vec<Tournament>,
    /// Facts that are not given count against a tournament (D24).
    pub strict: bool,
    pub without_orders: bool,
}

/// A period, and what was noticed and read on the way.
#[derive(Debug)]
pub struct Assembled {
    pub period: Period,
    pub diagnostics: Vec<Diagnostic>,
    /// Tournaments that are rated and nearly the same as another one.
    pub near_doubles: Vec<NearDouble>,
    /// Older lists and lists of longer controls that were needed.
    pub inputs: Vec<InputFile>,
}

/// Puts together one list's worth of work.
pub fn assemble(materials: Materials<'_>) -> Result<Assembled, AssemblyError> {
    let Materials { rulebook, control, list, previous, handed_in, .. } = materials;
    let mut editions = Editions::default();
    let publication = editions.number(rulebook.on(control, list.day())?);
    let calculation = editions.number(rulebook.on(control, previous.date.day())?);
    check_calendar(&editions.all[publication], list)?;

    let mut diagnostics = Vec::new();
    diagnostics.extend(missing_lists(&editions.all[publication], previous.date, list));
    let mut tournaments = in_order(handed_in.tournaments);
    let bench = Bench { control, list, publication: &editions.all[publication].clone(), strict: materials.strict };
    // Doubles are looked for in one tournament after the other; meanwhile the other cores find the players.
    let judge = || judge_all(&mut tournaments, &handed_in.games, rulebook, &bench, &mut editions, &materials.rated, &mut diagnostics);
    let (seats, ()) = rayon::join(|| Seats::find(&handed_in.games, &previous.index), judge);
    let online_strangers = online::strangers(&materials.online, &previous.index);
    let mut playing = unknown_players(&seats, &handed_in.games, &previous, &materials.pool);
    playing.extend(&online_strangers);
    playing.sort_unstable();
    playing.dedup();
    let listed_before = previous.index.ids().to_vec();
    let date = previous.date;
    let k_rule = editions.all[calculation].development.clone();
    let sources = WhereToLook {
        older: if materials.previous_is_complete { Vec::new() } else { older_lists(&materials.shelf, date) },
        longer: materials.longer.iter().filter_map(|(&control, shelf)| Some((control, shelf.newest()?))).collect(),
        newcomers: &handed_in.newcomers,
        k_rule: &k_rule,
    };
    let Everyone { list: mut players, newcomers, looked_into, longer_ratings } = everyone(previous, &playing, &sources)?;

    let mut views = Views {
        players: &players,
        shelf: &materials.shelf,
        longer: &materials.longer,
        previous: date,
        columns: BTreeMap::new(),
        made: Vec::new(),
        at_hand: longer_ratings,
        inputs: looked_into,
        warned: Vec::new(),
        once_rated: Vec::new(),
    };
    let is_game_by_game = editions.all[calculation].moves_after_every_game();
    let (numbers, longer_ratings) = if is_game_by_game {
        let is_rated = |judged: &Judged| judged.is_rated().then_some(0);
        views.made.push(View::open(players.index.len()));
        let longer = views.longer_through(&editions.all[calculation], control, list, &mut diagnostics)?;
        (tournaments.iter().map(is_rated).collect(), longer)
    } else {
        (views.assign(&mut tournaments, &editions.all, control, &mut diagnostics)?, Vec::new())
    };
    let Views { made, inputs, once_rated, .. } = views;
    for player in once_rated {
        players.rows[player].flags = players.rows[player].flags.with(PlayerFlags::FIRST_EVENT, true);
    }
    refuse_too_fast(&mut tournaments, &handed_in.games, &players, &numbers, &made, &editions.all);
    refuse_matches(&mut tournaments, &handed_in.games, &players, &numbers, &made, &editions.all, &mut diagnostics);
    let crosstables = round_robins(&mut tournaments, &handed_in.games, &players, &numbers, &made, &editions.all);
    cite(&mut tournaments, &editions.all, calculation, publication, &mut diagnostics);
    let seats = seats.renumbered(&handed_in.games, &listed_before, &players.index);
    let terms: Vec<Option<Terms<'_>>> = tournaments
        .iter()
        .zip(&numbers)
        .map(|(tournament, view)| match (tournament.status, tournament.edition, view) {
            (Status::Rated, Some(edition), Some(view)) => Some(Terms { edition: &editions.all[edition], view: &made[*view] }),
            _ => None,
        })
        .collect();
    let group = || grouped(&tournaments, &handed_in.games, &seats, players.index.len(), &terms);
    let (near_doubles, (sides, from)) = rayon::join(|| near_doubles::find(&tournaments, &handed_in.games), group);
    diagnostics.extend(near_doubles.iter().map(|double| double.diagnostic(&tournaments)));
    let mut visitors = visitors(&newcomers, &players, &sides, &from, &tournaments, &materials.pool);
    visitors.retain(|&player| !online_strangers.contains(&players.index.ids()[player]));
    drop(terms);
    let online = is_game_by_game.then(|| OnlinePeriod::new(materials.online, &players.index, longer_ratings));

    tournaments.par_extend(materials.already_rated.into_par_iter().map(|facts| {
        let rated_on = materials.rated.list_of(&facts.id).map(|on| format!("rated on the list of {on}")).unwrap_or_default();
        Judged {
            status: Status::AlreadyRated,
            reason: Some(Reason::AlreadyRated),
            article: "D23".to_owned(),
            detail: rated_on,
            ..Judged::new(facts)
        }
    }));
    let orders = if materials.without_orders { Vec::new() } else { rulebook.orders_on(control, list).cloned().collect() };
    let games_read = handed_in.games.len();
    let edition = |judged: &Judged| judged.edition.map(|edition| u8::try_from(edition).expect("fewer editions than a byte can number"));
    let edition_of = tournaments.iter().map(edition).collect();
    let period = Period {
        control,
        list,
        previous: date,
        editions: editions.all,
        publication,
        calculation,
        orders,
        players,
        visitors,
        tournaments,
        edition_of,
        sides,
        from,
        crosstables,
        online,
        pool: materials.pool,
        associations: BTreeMap::new(),
        rated: materials.rated,
        games_read,
    };
    Ok(Assembled { period, diagnostics, near_doubles, inputs })
}

/// The editions in use, each once.
#[derive(Default)]
struct Editions {
    all: Vec<Edition>,
}

impl Editions {
    fn number(&mut self, edition: &Edition) -> usize {
        self.all.iter().position(|known| known.id == edition.id).unwrap_or_else(|| {
            self.all.push(edition.clone());
            self.all.len() - 1
        })
    }
}

fn check_calendar(publication: &Edition, list: ListDate) -> Result<(), AssemblyError> {
    if publication.calendar.months.contains(&list.day().month()) {
        return Ok(());
    }
    Err(AssemblyError::NoListThen { edition: publication.id.clone(), article: publication.calendar.article.clone(), list })
}

/// The lists, newest first, that may know players whom the previous one does not. One that holds every known player ends the search.
fn older_lists(shelf: &Shelf, previous: ListDate) -> Vec<&ListSource> {
    let mut older = Vec::new();
    for source in shelf.sources().iter().rev().filter(|source| source.date != previous) {
        older.push(source);
        if source.holds_everyone() {
            break;
        }
    }
    older
}

/// A warning where the previous list is not the one just before.
fn missing_lists(publication: &Edition, previous: ListDate, list: ListDate) -> Option<Diagnostic> {
    let months = &publication.calendar.months;
    let next = (1..=12).map(|month| previous.plus_months(month)).find(|date| months.contains(&date.day().month()))?;
    (next < list).then(|| {
        let message = format!("the previous list is of {previous}; one of {next} should lie between it and {list}");
        Diagnostic::new(&codes::PER012, &previous.to_string().into(), Place::default(), message).with_hint("make the lists between first")
    })
}

impl Judged {
    pub(crate) fn new(facts: Tournament) -> Self {
        Self {
            facts,
            status: Status::Rated,
            reason: None,
            article: String::new(),
            detail: String::new(),
            edition: None,
            content: String::new(),
            is_match: false,
            ratings_of: None,
            longer_ratings_of: None,
        }
    }
}

/// By start, then id, then file; tournaments without a start come last.
fn in_order(tournaments: Vec<Tournament>) -> Vec<Judged> {
    fn key(facts: &Tournament) -> (bool, Option<Date>, &str, &str) {
        (facts.start.is_none(), facts.start, &facts.id, &facts.file)
    }
    // Numbers are sorted first: tournaments are large, lie scattered, and are moved only once. Nearly always these keys tell all.
    let short = |(at, facts): (usize, &Tournament)| (facts.start.is_none(), facts.start, first_letters(&facts.id), at);
    let mut order: Vec<_> = tournaments.par_iter().enumerate().map(short).collect();
    order.par_sort_unstable_by(|a, b| {
        let whole = || key(&tournaments[a.3]).cmp(&key(&tournaments[b.3]));
        (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)).then_with(whole).then(a.3.cmp(&b.3))
    });
    let mut tournaments: Vec<Option<Tournament>> = tournaments.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(.., at)| tournaments[at].take()).map(Judged::new).collect()
}

/// The beginning of a text as a number: of two texts whose numbers differ the one with the lower number comes first.
fn first_letters(text: &str) -> u64 {
    let mut letters = [0; 8];
    let count = text.len().min(8);
    letters[..count].copy_from_slice(&text.as_bytes()[..count]);
    u64::from_be_bytes(letters)
}

/// Asks the questions of D23 that need no ratings.
fn judge_all(
    tournaments: &mut [Judged],
    games: &Games,
    rulebook: &Rulebook,
    bench: &Bench<'_>,
    editions: &mut Editions,
    rated: &RatedTournaments,
    diagnostics: &mut Vec<Diagnostic>,
) {
    tournaments.par_iter_mut().for_each_init(Rooms::default, |rooms, judged| judged.content = fingerprint(&judged.facts, games, rooms));
    let mut doubles = Doubles::new(tournaments, rated);
    // What a tournament itself tells is asked of all at once; whether another is the same, of one after the other.
    let alone: Vec<Alone<'_>> = tournaments.par_iter().map(|judged| Alone::judge(&judged.facts, rulebook, bench)).collect();
    for (judged, alone) in tournaments.iter_mut().zip(alone) {
        let (verdict, edition) = judge(judged, alone, editions, &mut doubles, diagnostics);
        judged.edition = edition;
        if let Some(Verdict { status, reason, detail }) = verdict {
            (judged.status, judged.reason, judged.detail) = (status, Some(reason), detail);
        }
    }
}

/// What is decided about a tournament without looking at any other.
enum Alone<'a> {
    /// No edition can be found for it.
    Refused(Verdict),
    Under {
        edition: &'a Edition,
        start: Date,
        end: Date,
        /// By the questions before that of doubles, and by those after it.
        before: Option<Verdict>,
        after: Option<Verdict>,
    },
}

impl<'a> Alone<'a> {
    fn judge(facts: &Tournament, rulebook: &'a Rulebook, bench: &Bench<'_>) -> Self {
        let unusable = || facts.unusable.map(|code| Verdict::refused(Reason::Unusable, format!("{} {}", code.id, code.meaning)));
        let (Some(start), Some(end)) = (facts.start, facts.end) else {
            let no_dates = || Verdict::refused(Reason::NoDates, "the first or the last day is not given");
            return Self::Refused(unusable().unwrap_or_else(no_dates));
        };
        let edition = match rulebook.on(bench.control, start) {
            Ok(edition) => edition,
            Err(gap) => return Self::Refused(Verdict::refused(Reason::NoEdition, gap.to_string())),
        };
        let before = bench.waits(facts, end).or_else(|| bench.is_late(facts, edition, end)).or_else(|| withdrawn(facts)).or_else(unusable);
        let after = if before.is_none() { bench.refuses(facts, edition, start, end) } else { None };
        Self::Under { edition, start, end, before, after }
    }
}

/// The first question with an answer decides; the order is that of D23.
fn judge(
    judged: &Judged,
    alone: Alone<'_>,
    editions: &mut Editions,
    doubles: &mut Doubles<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Option<Verdict>, Option<usize>) {
    let facts = &judged.facts;
    let (edition, start, end, before, after) = match alone {
        Alone::Refused(verdict) => return (Some(verdict), None),
        Alone::Under { edition, start, end, before, after } => (edition, start, end, before, after),
    };
    let early = before.or_else(|| doubles.refuses(judged)).or(after);
    let number = editions.number(edition);
    if early.as_ref().is_none_or(|verdict| verdict.status != Status::Waiting) {
        ignored_waivers(facts, edition, diagnostics);
    }
    if early.is_some() {
        return (early, Some(number));
    }
    warnings(facts, edition, start, end, diagnostics);
    doubles.remember(judged);
    (None, Some(number))
}

/// Ids, ascending, that play in some tournament and are not on the list.
///
/// So are players who only wait in the pool: a previous list of rated players alone does not know them.
fn unknown_players(seats: &Seats, games: &Games, list: &PlayerList, pool: &Pool) -> Vec<u32> {
    let mut ids = seats.unknown_ids(games);
    let waiting = pool.entries.iter().map(|entry| entry.fide_id).filter(|&id| !list.index.contains(id));
    ids.extend(waiting);
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Those of the new players who have no game in a tournament that is rated: they are shown in the audit and forgotten.
fn visitors(
    newcomers: &[u32],
    players: &PlayerList,
    sides: &[crate::Side],
    from: &[u32],
    tournaments: &[Judged],
    pool: &Pool,
) -> Vec<usize> {
    newcomers
        .iter()
        .filter(|&&id| pool.of(id).is_empty())
        .filter_map(|&id| players.index.find(id))
        .filter(|&player| {
            !sides[from[player] as usize..from[player + 1] as usize].iter().any(|side| tournaments[side.tournament as usize].is_rated())
        })
        .collect()
}

/// Refuses events that were too fast for the highest-rated of their players, where the edition judges the event as a whole.
fn refuse_too_fast(
    tournaments: &mut [Judged],
    games: &Games,
    players: &PlayerList,
    numbers: &[Option<usize>],
    views: &[View],
    editions: &[Edition],
) {
    for (judged, view) in tournaments.iter_mut().zip(numbers) {
        let (Status::Rated, Some(edition), Some(view)) = (judged.status, judged.edition, view) else { continue };
        let highest = || {
            let range = judged.facts.games.clone();
            let everyone = games.white[range.clone()].iter().chain(&games.black[range]);
            let seen = everyone.filter_map(|player| players.index.find(player.fide_id()?)).map(|player| views[*view].seen(player));
            seen.max().unwrap_or(Rating::UNRATED)
        };
        if let Some(verdict) = too_fast_for_the_event(&editions[edition].rate_of_play, &judged.facts, highest) {
            (judged.status, judged.reason, judged.detail) = (verdict.status, Some(verdict.reason), verdict.detail);
        }
    }
}

/// Finds the matches, and refuses those with an unrated player, as the ratings at the start tell (D26).
fn refuse_matches(
    tournaments: &mut [Judged],
    games: &Games,
    players: &PlayerList,
    numbers: &[Option<usize>],
    views: &[View],
    editions: &[Edition],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (judged, view) in tournaments.iter_mut().zip(numbers) {
        let (Status::Rated, Some(edition), Some(view)) = (judged.status, judged.edition, view) else { continue };
        if judged.facts.kind.is_some_and(|kind| kind != Kind::Match) {
            continue;
        }
        let people = participants(games, judged.facts.games.clone());
        if judged.facts.kind.is_none() {
            if people.len() == 2 {
                let message = format!("{}: two players and no kind of event is given; it is not judged as a match", judged.facts.id);
                diagnostics.push(
                    Diagnostic::new(&codes::PER010, &judged.facts.file, Place::default(), message)
                        .with_hint("set kind to match in the registry, if it is one"),
                );
            }
            continue;
        }
        let mut warn = |code, message: String| diagnostics.push(Diagnostic::new(code, &judged.facts.file, Place::default(), message));
        if people.len() != 2 {
            warn(&codes::PER013, format!("{}: called a match and has {} players", judged.facts.id, people.len()));
            continue;
        }
        judged.is_match = true;
        if editions[edition].match_with_unrated.article().is_some()
            && !people.iter().all(|player| is_rated(*player, players, &views[*view]))
        {
            (judged.status, judged.reason) = (Status::Refused, Some(Reason::MatchWithUnrated));
            judged.detail = "a match in which a player is unrated".to_owned();
        } else if judged.facts.rounds.is_none()
            && first_game_after_win(&editions[edition].match_won, &judged.facts, games) < judged.facts.games.end
        {
            let what = "the number of scheduled games is not given; games are left out as if it was as long as it was played";
            warn(&codes::PER014, format!("{}: {what}", judged.facts.id));
        }
    }
}

/// The crosstables of round robins that are rated by iteration; those that too few rated players take part in are refused (D21).
fn round_robins(
    tournaments: &mut [Judged],
    games: &Games,
    players: &PlayerList,
    numbers: &[Option<usize>],
    views: &[View],
    editions: &[Edition],
) -> Vec<Crosstable> {
    let mut tables = Vec::new();
    for (number, (judged, view)) in (0..).zip(tournaments.iter_mut().zip(numbers)) {
        let (Status::Rated, Some(edition), Some(view)) = (judged.status, judged.edition, view) else { continue };
        let rule = &editions[edition].round_robin;
        let Some(table) = crosstable(rule, judged, number, games, &players.index, &views[*view]) else { continue };
        match composition(rule, judged, &table, players) {
            Some(Verdict { status, reason, detail }) => (judged.status, judged.reason, judged.detail) = (status, Some(reason), detail),
            None => tables.push(table),
        }
    }
    tables
}

/// Whether opponents see a player as rated.
fn is_rated(player: PlayerRef, players: &PlayerList, view: &View) -> bool {
    player.fide_id().and_then(|id| players.index.find(id)).is_some_and(|at| view.seen(at).is_rated())
}

/// Gives every reason its article, and whoever handed the report in a diagnostic. What waits needs none.
fn cite(tournaments: &mut [Judged], editions: &[Edition], calculation: usize, publication: usize, diagnostics: &mut Vec<Diagnostic>) {
    for judged in tournaments {
        let Some(reason) = judged.reason else { continue };
        judged.article = article(reason, judged.edition.map(|e| &editions[e]), &editions[calculation], &editions[publication]);
        let code = match (judged.status, reason) {
            // The reader has said where and why already.
            (_, Reason::Unusable) | (Status::Waiting | Status::Rated | Status::AlreadyRated, _) => continue,
            (Status::Late, _) => &codes::PER002,
            (Status::Refused, Reason::DuplicateContent) => &codes::PER007,
            (Status::Refused, Reason::DuplicateId) => &codes::PER008,
            (Status::Refused, _) => &codes::PER001,
        };
        let message = format!("{}: {}: {} ({})", judged.facts.id, judged.status.word(), judged.detail, judged.article);
        diagnostics.push(Diagnostic::new(code, &judged.facts.file, Place::default(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().expect("a date")
    }

    /// What becomes of a withdrawn tournament that ended on a day and cannot be used either, on the list of March 2024.
    fn judged(end: &str, withdrawn: Option<&str>) -> (Status, Reason, String) {
        static CODE: model::Code = model::Code::error("TRF001", "The report is empty.");
        let rulebook = Rulebook::fide();
        let list: ListDate = "2024-03".parse().expect("a month");
        let publication = rulebook.on(Control::Rapid, list.day()).expect("an edition").clone();
        let bench = Bench { control: Control::Rapid, list, publication: &publication, strict: false };
        let facts = Tournament {
            start: Some(day(end)),
            end: Some(day(end)),
            unusable: Some(&CODE),
            withdrawn: withdrawn.map(Into::into),
            ..Tournament::default()
        };
        let rated = RatedTournaments::default();
        let mut doubles = Doubles::new(&[], &rated);
        let alone = Alone::judge(&facts, rulebook, &bench);
        let (verdict, _) = judge(&Judged::new(facts), alone, &mut Editions::default(), &mut doubles, &mut Vec::new());
        let Verdict { status, reason, detail } = verdict.expect("it is not rated");
        (status, reason, detail)
    }

    #[test]
    fn a_withdrawn_tournament_is_refused_after_it_is_closed_and_in_time_and_before_anything_else() {
        let withdrawn = |end| judged(end, Some("C-17"));
        // The closing date is three days before the list.
        assert_eq!(withdrawn("2024-02-28").0, Status::Waiting);
        // Rated by the third list after its end, that of February, or late.
        assert_eq!(withdrawn("2023-11-30").0, Status::Late);
        assert_eq!(withdrawn("2024-02-10"), (Status::Refused, Reason::Withdrawn, "withdrawn by the correction C-17".to_owned()));
        assert_eq!(judged("2024-02-10", None).1, Reason::Unusable);
    }

    #[test]
    fn tournaments_are_ordered_by_start_then_id_then_file() {
        let tournament = |start: &str, id: &str, file: &str| Tournament {
            start: start.parse().ok(),
            id: id.into(),
            file: file.into(),
            ..Tournament::default()
        };
        // Ids that begin alike for longer than eight letters, that are shorter, and that are not of the alphabet.
        let sorted = [
            ("2024-01-05", "Z", "a"),
            ("2024-01-06", "", "a"),
            ("2024-01-06", "tournament-10", "a"),
            ("2024-01-06", "tournament-9", "a"),
            ("2024-01-06", "tournament-9", "b"),
            ("2024-01-06", "tournamé", "a"),
            ("2024-01-06", "tournée", "a"),
            ("", "a", "a"),
            ("", "b", "a"),
        ];
        for shift in 0..sorted.len() {
            let mut shuffled: Vec<Tournament> = sorted.iter().map(|(start, id, file)| tournament(start, id, file)).collect();
            shuffled.rotate_left(shift);
            shuffled.swap(0, 4);
            let ordered = in_order(shuffled);
            let found = ordered.iter().map(|judged| (&*judged.facts.id, &*judged.facts.file));
            assert!(found.eq(sorted.iter().map(|&(_, id, file)| (id, file))), "rotated by {shift}");
        }
    }

    #[test]
    fn a_withdrawal_cites_the_decision_on_corrections() {
        let rulebook = Rulebook::fide();
        let edition = rulebook.on(Control::Rapid, day("2024-03-01")).expect("an edition");
        assert_eq!(article(Reason::Withdrawn, Some(edition), edition, edition), "D29");
    }
}
