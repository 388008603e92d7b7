//! Tests of whole standard worlds.

use crate::approximate_norms::{ApproximateNorms, NormTitle};
use crate::population::Person;
use crate::tests::{columns, contents, decoded, integers, lines, make_world, parquet_table, texts};
use crate::tournament::{ArbiterTitleSource, ByeKind, WorldTournament};
use crate::trf_style::round_days;
use crate::{World, WorldSettings};
use model::{Control, TournamentClass, TournamentKind, days_before};
use std::collections::BTreeSet;
use std::path::Path;

fn standard_world(seed: u64) -> WorldSettings {
    WorldSettings { control: Control::Standard, seed, ..WorldSettings::default() }
}

#[test]
fn a_standard_world_has_norms_and_near_misses_for_every_seed() {
    let mut totals = [0; 4];
    for seed in 1..=6 {
        let World { people, tournaments } = World::invent(&standard_world(seed));
        let found = ApproximateNorms::of(&people, &tournaments);
        assert!(found.total() >= 3 && found.near_misses >= 10, "seed {seed}: {found:?}");
        for (total, title) in totals.iter_mut().zip([NormTitle::Gm, NormTitle::Im, NormTitle::Wgm, NormTitle::Wim]) {
            *total += found.norms.get(&title).copied().unwrap_or(0);
        }
    }
    assert!(totals.iter().all(|&total| total >= 3), "{totals:?}");
}

#[test]
fn a_large_standard_world_has_about_five_near_misses_for_a_norm() {
    let settings = WorldSettings { players: 40_000, months: 1, tournaments: 200, ..standard_world(1) };
    let World { people, tournaments } = World::invent(&settings);
    let found = ApproximateNorms::of(&people, &tournaments);
    let ratio = found.near_misses * 10 / found.total().max(1);
    assert!((35..70).contains(&ratio), "{found:?}");
}

#[test]
fn every_kind_of_event_occurs_in_the_default_standard_world() {
    let World { people, tournaments } = World::invent(&standard_world(1));
    let person = |tournament: &WorldTournament, entry: u16| -> Person { people.all[tournament.entries[usize::from(entry)] as usize] };
    let has = |what: &str, is: &dyn Fn(&WorldTournament) -> bool| assert!(tournaments.iter().any(is), "{what}");
    let federations = |e: &WorldTournament| e.entries.iter().map(|&p| people.all[p as usize].federation).collect::<BTreeSet<_>>().len();
    let titled = |e: &WorldTournament, title: u8| e.entries.iter().filter(|&&p| people.all[p as usize].title >= title).count();
    for kind in TournamentKind::ALL.iter().filter(|kind| !matches!(kind, TournamentKind::Scheveningen | TournamentKind::Schiller)) {
        has(kind.word(), &|e| e.details.kind == *kind);
    }
    for class in [TournamentClass::Continental, TournamentClass::NationalChampionship, TournamentClass::League, TournamentClass::Women] {
        has(class.into_str(), &|e| e.details.classes.contains(class));
    }
    has("an open of many federations", &|e| e.details.kind == TournamentKind::Swiss && e.details.rounds >= 9 && federations(e) >= 6);
    has("a weekend open", &|e| e.details.rounds <= 7 && (e.details.end - e.details.start).num_days() <= 3);
    has("a closed tournament of ten", &|e| e.details.kind == TournamentKind::RoundRobin && e.entries.len() == 10 && titled(e, 4) >= 3);
    has("a double one of six", &|e| e.details.kind == TournamentKind::DoubleRoundRobin && e.entries.len() == 6 && titled(e, 3) >= 3);
    let one_a_day = |e: &WorldTournament| round_days(e).windows(2).all(|days| days[0] < days[1]);
    has("one round a day", &|e| e.details.rounds >= 9 && one_a_day(e));
    has("two rounds on some days", &|e| e.details.rounds >= 9 && !one_a_day(e));
    has("registered too late for norms", &|e| {
        let days = (e.details.start - e.details.registered).num_days();
        e.details.rounds >= 9 && (5..30).contains(&days)
    });
    let facts = |e: &WorldTournament| e.details.title_facts.clone().expect("a standard world");
    for source in
        [ArbiterTitleSource::ReportPrefix, ArbiterTitleSource::ReportSuffix, ArbiterTitleSource::Registry, ArbiterTitleSource::Nothing]
    {
        has("a chief arbiter", &|e| facts(e).title_told_by == source);
    }
    has("an arbiter without the title", &|e| facts(e).chief_arbiter_title == "NA");
    has("an arbiter who plays", &|e| facts(e).arbiters.iter().any(|place| e.entries.contains(place)));
    has("no round dates", &|e| !facts(e).has_round_dates);
    for kind in [ByeKind::Allocated, ByeKind::Full, ByeKind::Half, ByeKind::Zero] {
        has("byes", &|e| e.play.byes.iter().any(|bye| bye.kind == kind));
    }
    has("a woman with a women's title", &|e| e.play.games.iter().any(|g| person(e, g.white).women_title >= 3));
    for tournament in tournaments.iter().filter(|e| e.details.control == Control::Standard) {
        let mut days = round_days(tournament);
        assert!(days.windows(3).all(|days| days[0] < days[2]), "{}: more than two rounds a day", tournament.details.id);
        days.dedup();
        assert!(days.last().is_none_or(|&day| day <= tournament.details.end));
    }
}

#[test]
fn players_of_a_standard_world_are_near_the_ratings_of_titles() {
    let World { people, tournaments } = World::invent(&standard_world(1));
    let played: BTreeSet<u32> = tournaments.iter().flat_map(|e| e.entries.iter().copied()).collect();
    let near = |is: &dyn Fn(&Person) -> bool| played.iter().filter(|&&place| is(&people.all[place as usize])).count();
    assert!(near(&|p| p.title < 2 && p.peak < 2300 && p.strength >= 2300) >= 1, "FM");
    assert!(near(&|p| p.title < 1 && p.is_rated() && p.peak < 2200 && p.strength >= 2200) >= 1, "CM");
    assert!(near(&|p| p.is_woman && p.women_title < 2 && p.title < 3 && p.peak < 2100 && p.strength >= 2050) >= 1, "WFM");
}

#[test]
fn the_same_seed_gives_the_same_standard_world_in_both_forms() {
    for bundle in [false, true] {
        let settings = WorldSettings { players: 150, months: 2, tournaments: 24, bundle, ..standard_world(5) };
        let many = contents(make_world(&settings).0.path());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        assert_eq!(many, pool.install(|| contents(make_world(&settings).0.path())));
        assert!(many.contains_key(Path::new("lists/standard/2025-08-01/state.parquet")));
        assert!(!many.keys().any(|path| path.starts_with("lists/rapid")));
    }
}

#[test]
fn the_smallest_standard_and_blitz_worlds_can_be_made() {
    for control in [Control::Standard, Control::Blitz] {
        for seed in 0..6 {
            let settings = WorldSettings { control, players: 100, months: 1, tournaments: 64, seed, bundle: seed % 2 == 0, online: 0 };
            assert_eq!(make_world(&settings).1.tournaments, 64);
        }
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert!(crate::make(folder.path(), &WorldSettings { control: Control::Bullet, ..WorldSettings::default() }).is_err());
}

#[test]
fn a_bundle_of_a_standard_world_tells_what_reports_and_registry_tell() {
    let reports = contents(make_world(&standard_world(3)).0.path());
    let bundle = contents(make_world(&WorldSettings { bundle: true, ..standard_world(3) }).0.path());
    let table = parquet_table(&bundle, "tournaments/tournaments.parquet");
    let mut registry = csv::Reader::from_reader(reports[Path::new("tournaments.csv")].as_slice());
    let header = registry.headers().expect("a header").clone();
    let registry: Vec<csv::StringRecord> = registry.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(registry.len(), table.height());
    let (members, dates) = (integers(&table, "member_federations"), texts(&table, "round_dates"));
    assert!(members.iter().flatten().count() > 0);
    for (row, (record, dates)) in registry.iter().zip(dates.iter()).enumerate() {
        let field = |name: &str| record.get(header.iter().position(|h| h == name).expect("a column")).expect("a field");
        let text = decoded(&reports[Path::new(field("file"))]);
        let tag = |tag: &str| lines(&text).into_iter().find(|l| l.starts_with(tag)).map(|l| columns(l, 5, 400)).unwrap_or_default();
        let days: Vec<String> = tag("132").split_whitespace().map(|day| format!("20{}", day.replace('/', "-"))).collect();
        assert_eq!(days.join(" "), dates);
        assert_eq!(field("arbiters"), table.text("arbiters", row));
        let chief = tag("102");
        let of_report = ["IA", "FA"].into_iter().find(|title| chief.starts_with(&format!("{title} ")) || chief.ends_with(title));
        let of_registry = field("chief_arbiter_title");
        assert!(of_report.is_none() || of_registry.is_empty());
        assert_eq!(of_report.unwrap_or(of_registry), table.text("chief_arbiter_title", row));
    }
    let byes = parquet_table(&bundle, "tournaments/byes.parquet");
    let kinds: BTreeSet<String> = texts(&byes, "bye").iter().map(str::to_owned).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["F", "H", "U", "Z"]);
}

#[test]
fn most_events_for_norms_are_registered_thirty_days_ahead() {
    let World { tournaments, .. } = World::invent(&standard_world(2));
    let long: Vec<&WorldTournament> =
        tournaments.iter().filter(|e| e.details.control == Control::Standard && e.details.rounds >= 9).collect();
    let in_time = long.iter().filter(|e| e.details.registered <= days_before(e.details.start, 30)).count();
    assert!(in_time * 10 >= long.len() * 8 && in_time < long.len(), "{in_time} of {}", long.len());
}
