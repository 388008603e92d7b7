//! Rulebooks that are refused, each with the exact message. Every case changes one place of `example.toml`.

use rulebook::read_edition;

const EXAMPLE: &str = include_str!("example.toml");

/// The error for the example with one text replaced.
#[track_caller]
fn refusal(good: &str, bad: &str) -> String {
    assert_eq!(EXAMPLE.matches(good).count(), 1, "'{good}' stands once in the example");
    read_edition(&EXAMPLE.replacen(good, bad, 1), "club.toml").expect_err("refused").to_string()
}

#[test]
fn the_example_itself_is_valid() {
    assert_eq!(read_edition(EXAMPLE, "club.toml").map(|edition| edition.id), Ok("club-2020".to_owned()));
}

#[test]
fn an_unknown_key_is_reported_at_its_place() {
    assert_eq!(
        refusal("cap = 400", "capp = 400"),
        "club.toml:69:1: unknown field `capp`, expected one of `article`, `cap`, `benefit`, `unrated_opponent_article`, `uncapped_from`"
    );
    // Inside a section with a rule, and inside an inline table.
    assert_eq!(refusal("days = 3\n", "dayz = 3\n"), "club.toml:18:1: unknown field `dayz`, expected one of `article`, `days`, `waiver`");
    assert_eq!(refusal("count = 2, ", "count = 2, cuont = 3, "), "club.toml:114:57: unknown field `cuont`, expected `count` or `rating`");
}

#[test]
fn a_missing_key_is_reported_at_its_section() {
    assert_eq!(refusal("cap = 400\n", ""), "club.toml:67:1: missing field `cap`");
    assert_eq!(refusal("days = 3\n", ""), "club.toml:15:1: missing field `days`");
    assert_eq!(refusal("[inclusion]\narticle = \"9.1\"\n", ""), "club.toml:1:1: missing field `inclusion`");
}

#[test]
fn a_value_of_the_wrong_type_is_reported_at_its_place() {
    assert_eq!(refusal("cap = 400", "cap = \"400\""), "club.toml:69:7: invalid type: string \"400\", expected i16");
    assert_eq!(refusal("days = 3\n", "days = -3\n"), "club.toml:18:8: invalid value: integer `-3`, expected u32");
    assert_eq!(refusal("2020-12-31", "2020-11-31"), "club.toml:10:9: '2020-11-31' is not a date, as 2024-02-01");
    assert_eq!(
        refusal("\"days-before\"", "\"weeks-before\""),
        "club.toml:16:8: unknown variant `weeks-before`, expected `days-before` or `months-before`"
    );
}

#[test]
fn a_syntax_error_is_reported_at_its_place() {
    let message = refusal("cap = 400", "cap = = 400");
    assert!(message.starts_with("club.toml:69:7: "), "{message}");
}

#[test]
fn columns_count_characters() {
    // The apostrophe in line 4 takes three bytes.
    let message = refusal("board\"", "board\" 1");
    assert!(message.starts_with("club.toml:4:36: "), "{message}");
}

#[test]
fn invalid_values_are_reported_at_their_places() {
    let cases = [
        ("\"club-2020\"", "\"Club 2020\"", "2:6: an id is lower-case letters, digits and hyphens"),
        ("\"Rules of a club\"", "\" \"", "3:9: must not be empty"),
        ("[\"rapid\", \"blitz\"]", "[]", "5:12: must name at least one control"),
        ("[\"rapid\", \"blitz\"]", "[\"rapid\", \"rapid\"]", "5:12: names a control twice"),
        ("2020-12-31", "2019-12-31", "10:9: ends on 2019-12-31, before it begins on 2020-01-01"),
        ("days = 3\n", "days = 0\n", "18:8: must be from 1 to 10000, not 0"),
        ("\"registration\"", "\"late\"", "19:10: what lifts this rule is called 'registration'"),
        ("ranges.blitz = { more_than = 3, at_most = 10 }\n", "", "28:1: says nothing about blitz"),
        ("more_than = 3, at_most = 10", "more_than = 10, at_most = 10", "29:8: leaves no time that would fit"),
        ("more_than = 3, at_most", "more_than = 3, at_least = 4, at_most", "29:8: has two limits on one side"),
        ("rounds.rapid = 15\n", "", "45:1: says nothing about rapid"),
        ("rounds.rapid = 15", "rounds.rapid = 0", "45:16: must be from 1 to 10000, not 0"),
        ("article = \"4.1\"", "article = \"\"", "52:11: '' is not an article, as 7.3.1 or 6.13a, 6.13b"),
        ("article = \"5.1\"", "article = \"5.1,\"", "56:11: '5.1,' is not an article, as 7.3.1 or 6.13a, 6.13b"),
        ("article = \"5.2\"", "article = \"§ 5.2\"", "60:11: '§ 5.2' is not an article, as 7.3.1 or 6.13a, 6.13b"),
        ("cap = 400", "cap = 0", "69:7: must be from 1 to 10000, not 0"),
        ("from.rapid = [\"standard\"]", "from.rapid = [\"blitz\"]", "78:14: must name only controls longer than rapid"),
        ("at_most = 700", "at_most = 0", "110:11: must be from 1 to 10000, not 0"),
        ("highest = 2200", "highest = 1300", "115:11: the highest first rating, 1300, is under the floor of 1400"),
        ("months = 26", "months = 0", "117:58: must be from 1 to 10000, not 0"),
        ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "[]", "123:10: must name at least one month"),
        ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "[1, 13]", "123:10: months are 1 to 12"),
        ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "[2, 1]", "123:10: must be sorted, each month once"),
        ("official_days_before = 1", "official_days_before = 4", "129:24: official events cannot close earlier than the others"),
        ("rating = 1400", "rating = -1", "133:10: must be from 1 to 10000, not -1"),
        ("settled = 20", "settled = 0", "146:11: must be from 1 to 10000, not 0"),
        ("k = 40,", "k = 0,", "149:16: must be from 1 to 10000, not 0"),
    ];
    for (good, bad, expected) in cases {
        assert_eq!(refusal(good, bad), format!("club.toml:{expected}"), "{good} -> {bad}");
    }
}

#[test]
fn the_steps_of_the_rate_of_play_descend_to_rating_0() {
    let steps = |steps: &str| {
        let section =
            format!("rule = \"minimum-by-rating\"\narticle = \"1.1\"\njudged_by = \"highest-rating-in-the-game\"\nsteps = {steps}\n");
        let good = "rule = \"ranges\"\narticle = \"1.1\"\nranges.rapid = { more_than = 10, less_than = 60 }\n\
                    ranges.blitz = { more_than = 3, at_most = 10 }\n";
        refusal(good, &section)
    };
    assert_eq!(
        steps("[{ from_rating = 1800, minutes = 90 }, { from_rating = 2400, minutes = 120 }, { from_rating = 0, minutes = 60 }]"),
        "club.toml:29:9: must stand from the highest rating to the lowest"
    );
    assert_eq!(steps("[{ from_rating = 1800, minutes = 90 }]"), "club.toml:29:9: the last step must be from rating 0");
    assert_eq!(steps("[]"), "club.toml:29:9: the last step must be from rating 0");
    assert_eq!(steps("[{ from_rating = 0, minutes = 0 }]"), "club.toml:29:9: minutes are 1 to 1440");
}

#[test]
fn of_several_invalid_values_the_first_in_the_file_is_reported() {
    let text = EXAMPLE.replacen("cap = 400", "cap = 0", 1).replacen("article = \"0.3\"", "article = \"\"", 1);
    let error = read_edition(&text, "club.toml").expect_err("two faults");
    assert_eq!((error.line, error.column), (23, 11));
}
