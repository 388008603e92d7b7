//! Tests: the tables of titles as their schemas describe them, written and read again.

mod random_rows;

use super::*;
use model::{Date, ListDate, PlayerRef, Rating};
use proptest::prelude::*;
use random_rows::{award, norm, norm_result, rating, tournament};
use rulebook::Title;
use std::path::Path;
use store::StoreError;
use tables::{CellValue, Schema};
use titles::{AwardBasis, AwardRow, AwardStatus, NormSource, RatingReachedHow, Verdict};

const TITLES: [Title; 8] = [Title::Gm, Title::Im, Title::Fm, Title::Cm, Title::Wgm, Title::Wim, Title::Wfm, Title::Wcm];

fn day(text: &str) -> Date {
    model::parse_iso_date(text).expect("a date")
}

fn list(text: &str) -> ListDate {
    text.parse().expect("a month")
}

fn parquet(table: &OutputTable<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_parquet(&mut bytes, &[]).expect("written");
    bytes
}

fn csv(awards: &[TitleAward<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    title_awards_table(awards).write_csv(&mut bytes).expect("written");
    bytes
}

fn named(rows: &[AwardRow]) -> Vec<TitleAward<'_>> {
    rows.iter().map(|row| TitleAward { row, name: "=Berg, \"A\"\nB", federation: "" }).collect()
}

/// Reads what was written, and compares it with the rows in the order of their keys.
fn assert_read_again<R: PartialEq + std::fmt::Debug + Clone, K: Ord>(
    rows: &[R],
    bytes: &[u8],
    read: fn(&[u8], &Path) -> Result<Vec<R>, StoreError>,
    key: fn(&R) -> K,
) {
    let mut wanted = rows.to_vec();
    wanted.sort_by_key(key);
    assert_eq!(read(bytes, Path::new("table")).expect("readable"), wanted);
}

proptest! {
    #[test]
    fn tables_written_and_read_have_the_same_rows_sorted_by_their_keys(seeds in proptest::collection::vec(any::<u64>(), 0..12)) {
        let rows: Vec<_> = seeds.iter().map(|&seed| tournament(seed)).collect();
        assert_read_again(&rows, &parquet(&title_tournaments_table(&rows)), read_title_tournaments, |row| row.tournament_id.clone());
        let rows: Vec<_> = seeds.iter().map(|&seed| norm_result(seed)).collect();
        let key = |row: &NormResultRow| (row.tournament_id.clone(), row.player, row.title.word());
        assert_read_again(&rows, &parquet(&norm_results_table(&rows)), read_norm_results, key);
        let rows: Vec<_> = seeds.iter().map(|&seed| norm(seed)).collect();
        let key = |row: &NormRow| (row.fide_id, row.title.word(), row.tournament_id.clone());
        assert_read_again(&rows, &parquet(&norms_table(&rows)), read_norms, key);
        let rows: Vec<_> = seeds.iter().map(|&seed| rating(seed)).collect();
        assert_read_again(&rows, &parquet(&title_ratings_table(&rows)), read_title_ratings, |row| (row.fide_id, row.rating));
        let rows: Vec<_> = seeds.iter().map(|&seed| award(seed)).collect();
        assert_read_again(&rows, &csv(&named(&rows)), read_title_awards, |row| (row.fide_id, row.title.word(), row.basis));
    }
}

#[test]
fn every_table_has_the_columns_and_types_of_its_schema_with_rows_and_without() {
    for count in [0, 20] {
        let tournaments: Vec<_> = (0..count).map(tournament).collect();
        let norm_results: Vec<_> = (0..count).map(norm_result).collect();
        let norms: Vec<_> = (0..count).map(norm).collect();
        let ratings: Vec<_> = (0..count).map(rating).collect();
        let rows: Vec<_> = (0..count).map(award).collect();
        let awards = named(&rows);
        let publication =
            TitlePublication { tournaments: &tournaments, norm_results: &norm_results, norms: &norms, ratings: &ratings, awards: &awards };
        assert_eq!(files(true).count(), 5);
        for name in files(true) {
            let table = table(&publication, name).expect("a table");
            let schema = Schema::of_output_file(name).expect("a schema");
            let wanted: Vec<_> = schema.fields().map(|field| (field["name"].as_str(), field["stored"].as_str())).collect();
            let table = table.to_table().expect("a table");
            let types: Vec<_> = table.names().map(|name| (name, table.stored_type(name).expect("a column"))).collect();
            assert_eq!(types.iter().map(|(name, stored)| (Some(*name), Some(stored.as_str()))).collect::<Vec<_>>(), wanted, "{name}");
            for field in schema.fields().filter(|field| field["constraints"]["required"] == true) {
                let column = field["name"].as_str().expect("a name");
                let filled = (0..table.height()).all(|row| table.cell(column, row) != CellValue::Null);
                assert!(filled, "{name}: {column}");
            }
        }
        assert!(files(false).eq([file::TITLE_RATINGS, file::TITLE_TOURNAMENTS, file::NORMS, file::TITLE_AWARDS]));
    }
}

#[test]
fn every_word_of_a_column_is_one_of_its_schema() {
    let words = |table: &str, column: &str| -> Vec<String> {
        let field = Schema::named(table).fields().find(|field| field["name"] == column).expect("a column").clone();
        field["constraints"]["enum"].as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    };
    use strum::VariantArray;
    fn of<T: Copy + Into<&'static str>>(all: &[T]) -> Vec<&'static str> {
        all.iter().map(|&word| word.into()).collect()
    }
    assert_eq!(words("norm_results", "verdict"), of(Verdict::VARIANTS));
    assert_eq!(words("norms", "source"), of(NormSource::VARIANTS));
    assert_eq!(words("title_ratings", "how"), of(RatingReachedHow::VARIANTS));
    assert_eq!(words("title_ratings", "how_30"), of(RatingReachedHow::VARIANTS));
    assert_eq!(words("title_awards", "basis"), of(AwardBasis::VARIANTS));
    assert_eq!(words("title_awards", "status"), of(AwardStatus::VARIANTS));
    assert_eq!(words("title_awards", "title"), TITLES.map(Title::word));
}

#[test]
fn ids_are_sorted_as_numbers_and_words_by_their_bytes() {
    let row = |fide_id, title, tournament_id: &str| NormRow { fide_id, title, tournament_id: tournament_id.to_owned(), ..norm(1) };
    let rows =
        [row(100, Title::Gm, "9"), row(99, Title::Wgm, "9"), row(99, Title::Im, "9"), row(99, Title::Im, "10"), row(99, Title::Gm, "a")];
    let table = norms_table(&rows).to_table().expect("a table");
    let keys: Vec<_> = (0..5).map(|at| (table.integer("fide_id", at), table.text("title", at), table.text("tournament_id", at))).collect();
    assert_eq!(
        keys,
        [(Some(99), "GM", "a"), (Some(99), "IM", "10"), (Some(99), "IM", "9"), (Some(99), "WGM", "9"), (Some(100), "GM", "9")]
    );
}

#[test]
fn what_is_empty_is_null_and_never_an_empty_text() {
    let rows = [NormRow { name: Some(String::new()), unproven: None, normal_foreigners: None, ..norm(1) }];
    let table = norms_table(&rows).to_table().expect("a table");
    for column in ["name", "unproven", "normal_foreigners"] {
        assert_eq!(table.cell(column, 0), CellValue::Null, "{column}");
    }
    let rows = [NormResultRow { failed: Vec::new(), left_out_rounds: vec![2, 10], single_rounds: Some(false), ..norm_result(1) }];
    let table = norm_results_table(&rows).to_table().expect("a table");
    assert_eq!(table.cell("failed", 0), CellValue::Null);
    assert_eq!(table.cell("left_out_rounds", 0), CellValue::Text("2 10"));
    assert_eq!(table.cell("single_rounds", 0), CellValue::Boolean(false));
}

#[test]
fn an_applicant_without_an_id_has_no_row_and_an_opponent_without_one_is_not_named() {
    let nameless = PlayerRef::without_id(3);
    let rows = [NormResultRow { player: nameless, ..norm_result(1) }, NormResultRow { raised: Some(nameless), ..norm_result(2) }];
    let table = norm_results_table(&rows).to_table().expect("a table");
    assert_eq!((table.height(), table.integer("fide_id", 0)), (1, rows[1].player.fide_id().map(i64::from)));
    assert_eq!(table.cell("raised", 0), CellValue::Null);
}

#[test]
fn a_proposal_is_a_line_with_the_name_of_the_player() {
    let row = AwardRow {
        fide_id: 1_001,
        title: Title::Im,
        basis: AwardBasis::Norms,
        status: AwardStatus::Open,
        missing: vec!["1.13a".to_owned(), "1.51".to_owned()],
        unproven: Vec::new(),
        norms: Some(2),
        games: Some(18),
        rating_on: Some(day("2022-05-03")),
        achieved_on: None,
        since: list("2022-06"),
        article: "1.5".to_owned(),
    };
    let text = String::from_utf8(csv(&[TitleAward { row: &row, name: "Berg, Anna", federation: "NOR" }])).expect("text");
    let header = "fide_id,name,federation,title,basis,status,missing,unproven,norms,games,rating_on,achieved_on,since,article";
    assert_eq!(text, format!("{header}\n1001,\"Berg, Anna\",NOR,IM,norms,open,1.13a 1.51,,2,18,2022-05-03,,2022-06-01,1.5\n"));
}

#[test]
fn a_damaged_table_is_named_with_its_row_and_what_stands_there() {
    let said = |error: StoreError| error.to_string();
    let path = Path::new("2024-02-01/title_awards.csv");
    let text = String::from_utf8(csv(&[TitleAward { row: &award(5), name: "Berg", federation: "NOR" }])).expect("text");
    let (header, row) = text.trim_end().split_once('\n').expect("two lines");
    let read = |lines: &str| said(read_title_awards(lines.as_bytes(), path).expect_err("damaged"));
    let fields: Vec<&str> = row.split(',').collect();
    let with = |at: usize, value: &str| {
        let mut fields = fields.clone();
        fields[at] = value;
        read(&format!("{header}\n{}\n", fields.join(",")))
    };
    assert_eq!(with(0, "x"), "2024-02-01/title_awards.csv: line 2: fide_id is 'x', and a whole number is wanted");
    assert_eq!(with(0, "0"), "2024-02-01/title_awards.csv: row 1: fide_id cannot be '0'");
    assert_eq!(with(3, "XM"), "2024-02-01/title_awards.csv: row 1: title cannot be 'XM'");
    assert_eq!(with(5, ""), "2024-02-01/title_awards.csv: row 1: status is empty");
    assert_eq!(with(8, "-1"), "2024-02-01/title_awards.csv: row 1: norms cannot be '-1'");
    assert_eq!(read(&format!("{header}\n1,2\n")), "2024-02-01/title_awards.csv: line 2: 2 fields, and the header has 14");
    assert_eq!(read(&header.replace("since", "from")), "2024-02-01/title_awards.csv: column 'since' is missing");
    assert_eq!(read(""), "2024-02-01/title_awards.csv: it is empty");
    let path = Path::new("2024-02-01/norms.parquet");
    let read = |bytes: &[u8]| said(read_norms(bytes, path).expect_err("damaged"));
    assert!(read(b"PAR1").starts_with("2024-02-01/norms.parquet: "));
    assert_eq!(read(&parquet(&title_ratings_table(&[]))), "2024-02-01/norms.parquet: column 'title' is missing");
    let rows = [NormRow { fide_id: 0, ..norm(1) }];
    assert_eq!(read(&parquet(&norms_table(&rows))), "2024-02-01/norms.parquet: row 1: fide_id cannot be '0'");
}

#[test]
fn the_rows_of_this_list_cite_their_articles_and_those_of_the_ledger_do_not() {
    let results = [NormResultRow {
        failed: vec!["1.43".to_owned(), "1.44".to_owned()],
        unproven: Vec::new(),
        basis: Vec::new(),
        exempt: Some("1.43b".to_owned()),
        ..norm_result(1)
    }];
    let cited: Vec<String> = cited_texts(file::NORM_RESULTS, &norm_results_table(&results)).into_iter().collect();
    assert_eq!(cited, ["1.43 1.44", "1.43b"]);
    let norms = [NormRow { exempt: Some("1.43b".to_owned()), ..norm(1) }];
    assert!(cited_texts(file::NORMS, &norms_table(&norms)).is_empty());
}

#[test]
fn of_several_wrong_rows_the_first_is_named() {
    // As many rows as several threads share. A rating of 0 is none.
    let rating_of = |row: u32| if row % 9_000 == 8_999 { Rating(0) } else { Rating(1_800) };
    let rows: Vec<_> = (0..40_000).map(|row| RatingReachedRow { fide_id: row + 1, rating: rating_of(row), ..rating(1) }).collect();
    let error = read_title_ratings(&parquet(&title_ratings_table(&rows)), Path::new("title_ratings.parquet")).expect_err("damaged");
    assert_eq!(error.to_string(), "title_ratings.parquet: row 9000: rating cannot be '0'");
}
