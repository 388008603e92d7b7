//! Tests: the tables of titles as their schemas describe them, written and read again.

use super::*;
use model::{Date, ListDate, PlayerRef, Rating};
use proptest::prelude::*;
use rulebook::Title;
use std::path::Path;
use store::StoreError;
use tables::{CellValue, Schema};
use titles::{Articles, AwardBasis, AwardRow, AwardStatus, NormSource, RatingReachedHow, Verdict};

const TITLES: [Title; 8] = [Title::Gm, Title::Im, Title::Fm, Title::Cm, Title::Wgm, Title::Wim, Title::Wfm, Title::Wcm];
const TEXTS: [&str; 5] = ["Åse", "=1+1", "Open \"A\", 1,\n2", "  ", "1.4.5b-e"];

fn day(text: &str) -> Date {
    model::parse_iso_date(text).expect("a date")
}

fn list(text: &str) -> ListDate {
    text.parse().expect("a month")
}

/// Values that follow from a seed.
struct Values(u64);

impl Values {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn number<N: TryFrom<u64>>(&mut self) -> N {
        N::try_from(self.below(3_000)).ok().expect("small")
    }

    fn signed(&mut self) -> i32 {
        self.number::<i32>() - 1_000
    }

    fn is_true(&mut self) -> bool {
        self.below(2) == 0
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.is_true().then(|| value(self))
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[usize::try_from(self.below(values.len() as u64)).expect("small")]
    }

    fn text(&mut self) -> String {
        self.one_of(&TEXTS).to_owned()
    }

    fn id(&mut self) -> u32 {
        1 + self.number::<u32>()
    }

    fn date(&mut self) -> Date {
        day("1950-06-05") + chrono::Days::new(self.below(40_000))
    }

    fn list(&mut self) -> ListDate {
        ListDate::of_month(self.date())
    }

    fn articles(&mut self) -> Articles {
        let all = ["1.11", "1.13b", "1.41a", "1.43", "1.45b-e", "1.4.8b"];
        all.into_iter().filter(|_| self.is_true()).map(str::to_owned).collect()
    }
}

fn tournament(seed: u64) -> TitleTournamentRow {
    let v = &mut Values(seed);
    TitleTournamentRow {
        tournament_id: v.text().into(),
        edition: v.text(),
        eligible: v.is_true(),
        failed: v.articles(),
        unproven: v.articles(),
        players: v.number(),
        rounds: v.number(),
        foreign_rated: v.number(),
        foreign_federations: v.number(),
        foreign_titled: v.number(),
        swiss_exempt: v.is_true(),
        swiss_for_title: v.is_true(),
        single_rounds: v.maybe(Values::is_true),
    }
}

fn norm_result(seed: u64) -> NormResultRow {
    let v = &mut Values(seed);
    NormResultRow {
        tournament_id: v.text().into(),
        player: PlayerRef::id(v.id()).expect("an id"),
        title: v.one_of(&TITLES),
        edition: v.text(),
        verdict: v.one_of(&[Verdict::Norm, Verdict::No]),
        failed: v.articles(),
        unproven: v.articles(),
        basis: v.articles(),
        games: v.number(),
        half_points: v.number(),
        opponents_sum: v.number(),
        average: v.number(),
        percent: v.number(),
        dp: v.signed(),
        performance: v.signed(),
        half_points_needed: v.maybe(Values::number),
        half_points_over: v.maybe(Values::signed),
        titled: v.number(),
        titled_needed: v.number(),
        matching: v.number(),
        matching_needed: v.number(),
        own: v.number(),
        own_allowed: v.number(),
        one_federation: v.number(),
        one_federation_allowed: v.number(),
        other_federations: v.number(),
        exempt: v.maybe(Values::text),
        normal_foreigners: v.is_true(),
        raised: v.maybe(Values::id).and_then(PlayerRef::id),
        left_out_rounds: (1..=11).filter(|_| v.is_true()).collect(),
        credited_games: v.maybe(Values::number),
        achieved_on: v.maybe(Values::date),
        single_rounds: v.maybe(Values::is_true),
        swiss_for_title: v.is_true(),
    }
}

fn norm(seed: u64) -> NormRow {
    let v = &mut Values(seed);
    NormRow {
        fide_id: v.id(),
        title: v.one_of(&TITLES),
        tournament_id: v.text(),
        name: v.maybe(Values::text),
        federation: v.maybe(Values::text),
        start: v.maybe(Values::date),
        end: v.maybe(Values::date),
        edition: v.maybe(Values::text),
        basis: v.maybe(Values::text),
        games: v.maybe(Values::number),
        half_points: v.maybe(Values::number),
        average: v.maybe(Values::signed),
        performance: v.maybe(Values::signed),
        credited_games: v.maybe(Values::number),
        achieved_on: v.maybe(Values::date),
        exempt: v.maybe(Values::text),
        normal_foreigners: v.maybe(Values::is_true),
        single_rounds: v.maybe(Values::is_true),
        swiss_for_title: v.maybe(Values::is_true),
        registered: v.maybe(Values::date),
        unproven: v.maybe(Values::text),
        source: v.one_of(&[NormSource::Judged, NormSource::Given, NormSource::Direct]),
        list: v.list(),
    }
}

fn rating(seed: u64) -> RatingReachedRow {
    const HOW: [RatingReachedHow; 3] = [RatingReachedHow::Interim, RatingReachedHow::Published, RatingReachedHow::Peak];
    let v = &mut Values(seed);
    RatingReachedRow {
        fide_id: v.id(),
        rating: Rating(1 + v.number::<i16>()),
        reached_on: v.date(),
        how: v.one_of(&HOW),
        tournament_id: v.maybe(|v| v.text().into()),
        round: v.maybe(Values::number),
        value_hundredths: v.signed(),
        games: v.number(),
        reached_30_on: v.maybe(Values::date),
        how_30: v.maybe(|v| v.one_of(&HOW)),
        list: v.list(),
    }
}

fn award(seed: u64) -> AwardRow {
    let v = &mut Values(seed);
    AwardRow {
        fide_id: v.id(),
        title: v.one_of(&TITLES),
        basis: v.one_of(&[AwardBasis::Direct, AwardBasis::Norms, AwardBasis::Rating]),
        status: v.one_of(&[AwardStatus::Proposed, AwardStatus::Conditional, AwardStatus::Open]),
        missing: v.articles(),
        unproven: v.articles(),
        norms: v.maybe(Values::number),
        games: v.maybe(Values::number),
        rating_on: v.maybe(Values::date),
        achieved_on: v.maybe(Values::date),
        since: v.list(),
        article: v.text(),
    }
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
        let written = tables(&publication, true);
        assert_eq!(written.len(), 5);
        for (name, table) in written {
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
        let without_audit: Vec<&str> = tables(&publication, false).into_iter().map(|(name, _)| name).collect();
        assert_eq!(without_audit, [file::TITLE_TOURNAMENTS, file::NORMS, file::TITLE_RATINGS, file::TITLE_AWARDS]);
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
