//! The tables of titles of one list, written without a run: with rows that tell everything and rows that tell as little as they may.

use crate::support::Folder;
use model::{Control, Date, ListDate, PlayerRef, Rating};
use rulebook::Title;
use store::{OutputFile, file};
use tables::OutputTable;
use titles::{NormResultRow, NormRow, NormSource, RatingReachedHow, RatingReachedRow, TitleTournamentRow, Verdict};

fn day() -> Date {
    model::parse_iso_date("2022-05-08").expect("a date")
}

fn list() -> ListDate {
    "2022-06".parse().expect("a month")
}

fn text(tells_all: bool, text: &str) -> Option<String> {
    tells_all.then(|| text.to_owned())
}

fn articles(tells_all: bool) -> Vec<String> {
    text(tells_all, "1.13b").into_iter().collect()
}

fn tournament(id: &str, tells_all: bool) -> TitleTournamentRow {
    TitleTournamentRow {
        tournament_id: id.into(),
        edition: "titles-2022".to_owned(),
        eligible: tells_all,
        failed: articles(tells_all),
        unproven: articles(tells_all),
        players: 60,
        rounds: 9,
        foreign_rated: 21,
        foreign_federations: 4,
        foreign_titled: 11,
        swiss_exempt: true,
        swiss_for_title: false,
        single_rounds: tells_all.then_some(true),
    }
}

fn norm_result(id: u32, tells_all: bool) -> NormResultRow {
    NormResultRow {
        tournament_id: "open".into(),
        player: PlayerRef::id(id).expect("an id"),
        title: Title::Wim,
        edition: "titles-2022".to_owned(),
        verdict: if tells_all { Verdict::Norm } else { Verdict::No },
        failed: articles(!tells_all),
        unproven: articles(tells_all),
        basis: articles(tells_all),
        games: 9,
        half_points: 13,
        opponents_sum: 21_902,
        average: 2_434,
        percent: 72,
        dp: 166,
        performance: 2_600,
        half_points_needed: tells_all.then_some(13),
        half_points_over: tells_all.then_some(-1),
        titled: 6,
        titled_needed: 5,
        matching: 3,
        matching_needed: 3,
        own: 0,
        own_allowed: 5,
        one_federation: 3,
        one_federation_allowed: 6,
        other_federations: 3,
        exempt: text(tells_all, "1.43b"),
        normal_foreigners: tells_all,
        raised: PlayerRef::id(1_002).filter(|_| tells_all),
        left_out_rounds: if tells_all { vec![10, 11] } else { Vec::new() },
        credited_games: tells_all.then_some(9),
        achieved_on: tells_all.then(day),
        single_rounds: tells_all.then_some(false),
        swiss_for_title: tells_all,
    }
}

fn norm(fide_id: u32, tells_all: bool) -> NormRow {
    NormRow {
        fide_id,
        title: Title::Wim,
        tournament_id: "open".to_owned(),
        name: text(tells_all, "Åpent mesterskap, \"A\""),
        federation: text(tells_all, "NOR"),
        start: tells_all.then(day),
        end: tells_all.then(day),
        edition: text(tells_all, "titles-2022"),
        basis: text(tells_all, "1.41e"),
        games: tells_all.then_some(9),
        half_points: tells_all.then_some(13),
        average: tells_all.then_some(2_434),
        performance: tells_all.then_some(2_600),
        credited_games: tells_all.then_some(9),
        achieved_on: tells_all.then(day),
        exempt: text(tells_all, "1.43b"),
        normal_foreigners: tells_all.then_some(true),
        single_rounds: tells_all.then_some(false),
        swiss_for_title: tells_all.then_some(true),
        registered: tells_all.then(day),
        unproven: text(tells_all, "1.15"),
        source: if tells_all { NormSource::Judged } else { NormSource::Given },
        list: list(),
    }
}

fn rating_reached(fide_id: u32, tells_all: bool) -> RatingReachedRow {
    RatingReachedRow {
        fide_id,
        rating: Rating(2_300),
        reached_on: day(),
        how: if tells_all { RatingReachedHow::Interim } else { RatingReachedHow::Peak },
        tournament_id: tells_all.then(|| "open".into()),
        round: tells_all.then_some(2),
        value_hundredths: 230_000,
        games: 28,
        reached_30_on: tells_all.then(day),
        how_30: tells_all.then_some(RatingReachedHow::Published),
        list: list(),
    }
}

/// Writes the four Parquet tables of titles with their data package: a row that tells little, then one that tells all.
pub(super) fn write(folder: &Folder, name: &str, has_rows: bool) {
    let count = if has_rows { 2 } else { 0 };
    let tournaments = &[tournament("a", false), tournament("b", true)][..count];
    let norms = &[norm(1_001, false), norm(1_002, true)][..count];
    let results = &[norm_result(1_001, false), norm_result(1_002, true)][..count];
    let reached = &[rating_reached(1_001, false), rating_reached(1_002, true)][..count];
    let written: [(&str, OutputTable<'_>); 4] = [
        (file::TITLE_TOURNAMENTS, publish::title_tournaments_table(tournaments)),
        (file::NORM_RESULTS, publish::norm_results_table(results)),
        (file::NORMS, publish::norms_table(norms)),
        (file::TITLE_RATINGS, publish::title_ratings_table(reached)),
    ];
    let mut outputs = Vec::new();
    for (file, table) in written {
        let mut bytes = Vec::new();
        table.write_parquet(&mut bytes, &[]).expect("written");
        outputs.push(OutputFile { path: file.to_owned(), sha256: store::sha256_hex(&bytes), bytes: bytes.len() as u64, parts: Vec::new() });
        folder.put(&format!("{name}/{file}"), bytes);
    }
    let package = store::data_package(Control::Standard, list(), &outputs, |_, _, is_optional| !is_optional);
    folder.put(&format!("{name}/{}", file::DATA_PACKAGE), package);
}
