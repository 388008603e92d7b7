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
        rated: RatedTournaments::default(),
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
