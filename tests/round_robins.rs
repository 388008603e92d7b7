//! Round robins with unrated players under the rapid and blitz regulations of 2018, from the outside (D20 to D22).

use crate::month::{Month, round_of_pair};
use std::collections::BTreeMap;

const LIST: &str = "lists/rapid/2021-06-01";

/// Plays a round robin of players 1001 ... against each other and makes the list of June 2021.
/// `rated` of them have 1800; `result` gives white's result for two positions, white first.
fn play(players: usize, rated: usize, result: impl Fn(usize, usize) -> &'static str) -> Month {
    let month = Month::of("rapid");
    // The unrated are masters, so that the separate list has something to show.
    let player = |at: usize| format!("{},{}", 1001 + at, if at < rated { ",1800,20" } else { "CM,," });
    month.list("2021-05-01", "fide_id,title,rating,k", (0..players).map(player));
    let pairs = (0..players).flat_map(|white| (white + 1..players).map(move |black| (white, black)));
    let games = pairs.map(|(white, black)| {
        let round = round_of_pair(players, white, black);
        format!("R1 {round} {} {} {}", 1001 + white, 1001 + black, result(white, black))
    });
    month.bundle("tournament_id,start,end,kind", ["R1,2021-05-08,2021-05-09,round-robin"], games);
    month.make("2021-06", &[]);
    month
}

fn listed(month: &Month) -> BTreeMap<String, (String, String)> {
    month.table(LIST, "list.csv").into_iter().map(|row| (row["fide_id"].clone(), (row["rating"].clone(), row["games"].clone()))).collect()
}

/// How many sides have this status and reason.
fn sides(month: &Month, status: &str, reason: &str) -> usize {
    month.table(LIST, "games.parquet").iter().filter(|side| side["status"] == status && side["reason"] == reason).count()
}

#[test]
fn d22_all_games_count_and_a_pool_that_is_one_round_robin_gives_its_rating() {
    // Everyone draws: p .50 and dp 0 for the rated, so Ra is 1800, and 50 % gives the unrated 1800 on five games (8.23).
    let month = play(6, 4, |_, _| "1/2-1/2");
    let list = listed(&month);
    assert_eq!(list["1005"], ("1800".to_owned(), "5".to_owned()));
    assert_eq!(list["1006"], ("1800".to_owned(), "5".to_owned()));
    // The rated played five rated games each, two of them against 1800 from the event itself, and gain nothing.
    assert_eq!(list["1001"], ("1800".to_owned(), "5".to_owned()));
    assert_eq!((sides(&month, "counted", ""), sides(&month, "pooled", "")), (20, 10));
    let from_event = month.table(LIST, "games.parquet").iter().filter(|side| side["opponent_rating_from"] == "this-event").count();
    assert_eq!(from_event, 4 * 2 + 2);
}

#[test]
fn d20_one_unplayed_game_makes_it_a_swiss() {
    let month = play(6, 4, |white, black| if (white, black) == (0, 1) { "+/-" } else { "1/2-1/2" });
    // Unrated against four rated: four games only, too few; rated games are those among the rated.
    assert_eq!(listed(&month).keys().collect::<Vec<_>>(), ["1001", "1002", "1003", "1004"]);
    assert_eq!(sides(&month, "counted", ""), 10);
    assert_eq!(sides(&month, "left-out", "opponent-unrated"), 8 + 2);
}

#[test]
fn d21_too_few_rated_players_and_the_tournament_is_refused() {
    let month = play(6, 3, |_, _| "1/2-1/2");
    let judged = &month.table(LIST, "tournaments.parquet")[0];
    assert_eq!(
        (judged["status"].as_str(), judged["reason"].as_str(), judged["article"].as_str()),
        ("refused", "composition", "6.2, 6.21, 6.22")
    );
    // Four rated of thirteen are fewer than one in three.
    let month = play(13, 4, |_, _| "1/2-1/2");
    assert_eq!(month.table(LIST, "tournaments.parquet")[0]["reason"], "composition");
    // Four of twelve are one in three.
    let month = play(12, 4, |_, _| "1/2-1/2");
    assert_eq!(month.table(LIST, "tournaments.parquet")[0]["status"], "rated");
}

#[test]
fn d21_an_unrated_player_with_less_than_a_point_in_a_first_event_is_taken_out() {
    // 1007 loses every game but one draw: half a point (6.1, 6.31 of 2018 ask for one).
    let month = play(7, 5, |white, black| match (white, black) {
        (0, 6) => "1/2-1/2",
        (_, 6) => "1-0",
        _ => "1/2-1/2",
    });
    assert_eq!(sides(&month, "left-out", "first-event"), 12);
    let list = listed(&month);
    assert!(!list.contains_key("1007"));
    // Without 1007 everyone has drawn everything.
    assert_eq!(list["1006"], ("1800".to_owned(), "5".to_owned()));
    assert_eq!(list["1001"], ("1800".to_owned(), "5".to_owned()));
    let state = month.table(LIST, "state.parquet");
    assert_eq!(state[6]["first_event"], "true", "the first event is used up");
}

#[test]
fn lists_of_2018_name_the_unrated_with_titles_and_the_delisted() {
    let month = play(6, 4, |white, black| if (white, black) == (0, 1) { "+/-" } else { "1/2-1/2" });
    let titled: Vec<String> =
        month.table(LIST, "titled_unrated.csv").into_iter().map(|row| format!("{} {}", row["fide_id"], row["title"])).collect();
    assert_eq!(titled, ["1005 CM", "1006 CM"]);
    assert_eq!(month.table(LIST, "delisted.csv").len(), 0);
    // 1001 at the floor loses to an equal: K 20 x -0.50 is 10 points under it.
    let month = Month::of("blitz");
    month.list("2021-05-01", "fide_id,rating,k", ["1001,1000,20", "1002,1000,20"]);
    let fallen = month.tournament("R2", "2021-05-08", &["1001 1002 0-1"]).make("2021-06", &[]);
    let delisted = month.table(&fallen, "delisted.csv");
    assert_eq!(
        delisted.iter().map(|row| (row["fide_id"].as_str(), row["previous_rating"].as_str())).collect::<Vec<_>>(),
        [("1001", "1000")]
    );
}
