//! The stages one by one, so that a regression shows without a whole month: `make benches`.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use ingest::{ReadOptions, Sources, Submissions};
use model::{Control, IndexedPlayers, InputRole, ListDate, PlayerIndex, PlayerRow, Pool, RatedTournaments, Withheld};
use period_assembly::{AvailableLists, Period, PeriodInputs, PlayersAndRatings, assemble, judge};
use rating::{PooledResult, first_rating, rate};
use rulebook::{ImpliedHistory, Rulebook};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use store::{ListSource, PlayerList};
use tables::{OutputColumn, OutputTable};
use tempfile::TempDir;
use worlds::WorldSettings;

fn main() {
    divan::main();
}

const PLAYERS: u32 = 60_000;
const TOURNAMENTS: u32 = 900;

/// An invented month, as reports and as a bundle.
struct World {
    _folder: TempDir,
    reports: Sources,
    report_bytes: u64,
    bundle: Sources,
    previous: PlayerList,
    list: ListDate,
}

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let make = |name: &str, bundle: bool| {
        let place = folder.path().join(name);
        let settings = WorldSettings { players: PLAYERS, months: 1, tournaments: TOURNAMENTS, bundle, ..WorldSettings::default() };
        worlds::make(&place, &settings).expect("a world");
        place
    };
    let (reports, bundle) = (make("reports", false), make("bundle", true));
    let source = ListSource::open(&newest(&reports.join("lists/rapid")), None).expect("the first list");
    let list = source.date.plus_months(1);
    let rulebook = Rulebook::fide();
    let edition = rulebook.edition_on(Control::Rapid, source.date.day()).expect("an edition");
    let (mut previous, _) = source.read(InputRole::Previous).expect("the first list");
    let implied = ImpliedHistory::new(&edition.development, previous.date);
    previous.rows.iter_mut().for_each(|row| *row = implied.complete(*row));
    let sources = |place: &Path, registry: Option<&str>| Sources {
        tournaments: vec![place.join("tournaments")],
        registry: registry.map(|name| place.join(name)),
        replacements: Vec::new(),
        only: None,
    };
    World {
        report_bytes: bytes_in(&reports.join("tournaments")),
        reports: sources(&reports, Some("tournaments.csv")),
        bundle: sources(&bundle, None),
        previous,
        list,
        _folder: folder,
    }
});

fn newest(lists: &Path) -> PathBuf {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(lists).expect("lists").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    folders.pop().expect("a list")
}

fn bytes_in(folder: &Path) -> u64 {
    let sizes = std::fs::read_dir(folder).expect("reports").map(|entry| {
        let entry = entry.expect("an entry");
        if entry.path().is_dir() { bytes_in(&entry.path()) } else { entry.metadata().expect("a file").len() }
    });
    sizes.sum()
}

fn read(sources: &Sources) -> Submissions {
    let options = ReadOptions::new(Control::Rapid, &WORLD.previous.index);
    ingest::read(sources, &options).expect("readable")
}

fn assembled(submissions: Submissions) -> Period {
    let previous = &WORLD.previous;
    let inputs = PeriodInputs {
        rulebook: Rulebook::fide(),
        control: Control::Rapid,
        list: WORLD.list,
        previous: previous.date,
        known: &previous.index,
        pool: Pool::default(),
        rated: RatedTournaments::default().into(),
        lists: AvailableLists { own: vec![previous.date], longer: BTreeMap::new() },
        batch: submissions.batch,
        online: Default::default(),
        already_rated: Vec::new(),
        previous_refusals: Vec::new(),
        strict: false,
        orders: Vec::new(),
        order_list: None,
    };
    let judgement = judge(inputs).expect("a judgement");
    let mut rows: BTreeMap<u32, PlayerRow> = previous.index.ids().iter().copied().zip(previous.rows.iter().copied()).collect();
    rows.extend(judgement.unknown_players().iter().map(|&id| (id, PlayerRow::UNKNOWN)));
    let people = PlayersAndRatings {
        newcomers: judgement.unknown_players().to_vec(),
        players: IndexedPlayers { index: PlayerIndex::new(rows.keys().copied().collect()), rows: rows.into_values().collect() },
        ratings: BTreeMap::new(),
        withheld: Withheld::default(),
        merged: BTreeMap::new(),
        gave_rating: Default::default(),
        associations: BTreeMap::new(),
        is_woman: &|_| false,
    };
    assemble(judgement, people).period
}

/// Reports to games, per byte of the reports.
#[divan::bench(sample_count = 10)]
fn reports(bencher: Bencher<'_, '_>) {
    let world = &*WORLD;
    bencher.counter(BytesCount::new(world.report_bytes)).bench(|| read(&world.reports));
}

/// A bundle to games, per game.
#[divan::bench(sample_count = 10)]
fn bundle(bencher: Bencher<'_, '_>) {
    let games = read(&WORLD.bundle).batch.games.len();
    bencher.counter(ItemsCount::new(games)).bench(|| read(&WORLD.bundle));
}

/// From ids to dense numbers, per look-up, among a million and a half of players.
#[divan::bench(sample_count = 20)]
fn resolve(bencher: Bencher<'_, '_>) {
    // Ids are sparse, and asked for in no order.
    let ids: Vec<u32> = (0..1_500_000u32).map(|at| 100_000 + at * 45 + at % 44).collect();
    let queried_ids: Vec<u32> = (0..1_000_000usize).map(|at| ids[at * 7_919 % ids.len()]).collect();
    let index = PlayerIndex::new(ids);
    let find = || queried_ids.iter().filter_map(|&id| index.find(id)).fold(0, usize::wrapping_add);
    bencher.counter(ItemsCount::new(queried_ids.len())).bench(find);
}

/// Games to a rating period, per game.
#[divan::bench(sample_count = 10)]
fn assembly(bencher: Bencher<'_, '_>) {
    let games = read(&WORLD.bundle).batch.games.len();
    bencher.counter(ItemsCount::new(games)).with_inputs(|| read(&WORLD.bundle)).bench_values(assembled);
}

/// A rating period to the next list, per side of a game.
#[divan::bench(sample_count = 20)]
fn rating(bencher: Bencher<'_, '_>) {
    let sides = assembled(read(&WORLD.bundle)).sides.len();
    bencher.counter(ItemsCount::new(sides)).with_inputs(|| assembled(read(&WORLD.bundle))).bench_values(rate);
}

/// First ratings, per rating, in the first edition of each formula.
#[divan::bench(args = ["standard-2009", "rapid-blitz-2022", "rapid-blitz-2024"])]
fn first_ratings(bencher: Bencher<'_, '_>, id: &str) {
    let rulebook = Rulebook::fide();
    let edition = rulebook.by_id(id).expect("an edition");
    let pools: Vec<PooledResult> = (5..30u32)
        .flat_map(|games| (1..=9).map(move |half_points| PooledResult { games, half_points, opponents: 1_700 * games as i32 }))
        .collect();
    bencher.counter(ItemsCount::new(pools.len())).bench(|| {
        for &pool in &pools {
            black_box(first_rating(&edition.first_rating, pool));
        }
    });
}

/// The report of an open of 200 players in 9 rounds. In each round the strongest half meets the other, shifted by the round.
fn report_of_200(ids: &[u32]) -> String {
    const ROUNDS: usize = 9;
    let half = ids.len() / 2;
    let head = ["012 Field of two hundred", "032 NOR", "042 2025/08/16", "052 2025/08/24", "062 200", "102 IA Somebody"];
    let mut lines: Vec<String> = head.into_iter().map(str::to_owned).collect();
    lines.extend(["092 Individual: Swiss-System", "122 90 min + 30 sec", "142 9"].map(str::to_owned));
    let dates: String = (0..ROUNDS).map(|round| format!("25/08/{}  ", 16 + round)).collect();
    lines.push(format!("132{:88}{dates}", ""));
    for (at, id) in ids.iter().enumerate() {
        let game = |round: usize| {
            let opponent = if at < half { half + (at + round) % half } else { (at - half + half - round) % half };
            let (colour, result) = if at < half { ('w', "1=0") } else { ('b', "0=1") };
            let word = &result[(at.min(opponent) + round) % 3..][..1];
            format!("  {:4} {colour} {word}", opponent + 1)
        };
        let games: String = (0..ROUNDS).map(game).collect();
        lines.push(format!("001 {:4} {:38} {:4} {:3} {id:>11} {:10} {:4} {:4}{games}", at + 1, "", "", "", "", "", at + 1));
    }
    lines.join("\n") + "\n"
}

/// `ratinglist norms` for a field of 200 in 9 rounds, on a list of 100,000 players, from the files to the text.
#[divan::bench(sample_count = 10)]
fn norms_of_a_field_of_200(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let world = folder.path().join("world");
    let settings =
        WorldSettings { control: Control::Standard, players: 100_000, months: 1, tournaments: 1, bundle: true, ..WorldSettings::default() };
    worlds::make(&world, &settings).expect("a world");
    let list = newest(&world.join("lists/standard"));
    let (players, _) = ListSource::open(&list, None).and_then(|source| source.read(InputRole::Previous)).expect("the first list");
    let mut by_rating: Vec<usize> = (0..players.rows.len()).collect();
    by_rating.sort_by_key(|&row| std::cmp::Reverse(players.rows[row].rating));
    // Every tenth of the strongest.
    let ids: Vec<u32> = by_rating.into_iter().step_by(10).take(200).map(|row| players.index.ids()[row]).collect();
    let report = folder.path().join("open.trf");
    std::fs::write(&report, report_of_200(&ids)).expect("written");
    let job = pipeline::EventNormsJob {
        tournaments: vec![report],
        registry: None,
        list,
        archive: Vec::new(),
        roster: None,
        titles: store::TitleOptions::default(),
        after: None,
    };
    bencher.bench(|| {
        let judged = pipeline::event_norms(&job).expect("judged");
        assert_eq!(judged.events[0].event.players.len(), 200);
        publish::event_norms_document(&judged.events, &publish::NormsFilter::default()).to_html().len()
    });
}

/// Two lists of half a million players, of whom two fifths moved.
#[divan::bench(sample_count = 5)]
fn diff_of_500_000(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, moved: i32| {
        let columns = vec![
            OutputColumn::ids("fide_id", |row| u32::try_from(100_000 + 3 * row).ok()),
            OutputColumn::texts("name", |row| format!("Player, {row}")),
            OutputColumn::integers("rating", |row| Some(1_400 + (row % 1_300) as i32 + if row % 5 < 2 { moved } else { 0 })),
        ];
        let path = folder.path().join(name);
        let file = std::fs::File::create(&path).expect("a file");
        OutputTable::new(500_000, columns).write_parquet(file, &[]).expect("written");
        path
    };
    let (a, b) = (write("2024-02-01.parquet", 0), write("2024-03-01.parquet", 7));
    bencher
        .counter(ItemsCount::new(500_000usize))
        .bench(|| inspect::diff::compare(&a, &b, None, store::HashCheck::Required).expect("comparable"));
}
