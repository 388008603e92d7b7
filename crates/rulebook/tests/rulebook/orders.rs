//! The three orders: raised to standard minus 100 in October 2022, the floor held in January and February 2024, and every rating under 2000
//! raised by 0.40 x (2000 - rating) in March 2024.

use model::{Control, ListDate, Rating};
use rulebook::{Order, OrderEffect, Rulebook, read_orders};

fn orders_of(control: Control, month: &str) -> Vec<&'static Order> {
    let list: ListDate = month.parse().expect("a month");
    Rulebook::fide().orders_on(control, list).collect()
}

/// The only order about a list.
fn order_of(control: Control, month: &str) -> &'static Order {
    let orders = orders_of(control, month);
    assert_eq!(orders.len(), 1, "{control} {month}");
    orders[0]
}

/// The rating after an order that looks at no other list.
fn raised(effect: &OrderEffect, rating: i16) -> i16 {
    effect.apply(Rating(rating), Rating::UNRATED).0
}

#[test]
fn each_order_applies_to_the_lists_of_its_controls_and_dates_and_no_other() {
    use Control::{Blitz, Bullet, Rapid, Standard};
    let ids = |control, month| orders_of(control, month).into_iter().map(|order| order.id.as_str()).collect::<Vec<_>>();
    for control in [Rapid, Blitz] {
        assert_eq!(ids(control, "2022-10"), ["raise-to-longer-2022-10-01"]);
        assert_eq!(ids(control, "2024-01"), ["hold-floor-2024-01-01"]);
        assert_eq!(ids(control, "2024-02"), ["hold-floor-2024-01-01"]);
        assert_eq!(ids(control, "2024-03"), ["raise-below-2024-03-01"]);
        for month in ["2022-09", "2022-11", "2023-12", "2024-04", "2025-03"] {
            assert!(ids(control, month).is_empty(), "{control} {month}");
        }
    }
    assert_eq!(ids(Standard, "2024-03"), ["raise-below-2024-03-01"]);
    for month in ["2022-10", "2024-01", "2024-02", "2024-04", "2025-03"] {
        assert!(ids(Standard, month).is_empty(), "{month}");
    }
    for month in ["2022-10", "2024-01", "2024-03"] {
        assert!(ids(Bullet, month).is_empty(), "{month}");
    }
    assert_eq!(Rulebook::fide().orders().len(), 3);
}

#[test]
fn every_order_has_a_title_and_a_source() {
    for order in Rulebook::fide().orders() {
        assert!(order.title.len() > 12 && order.source.len() > 12, "{}", order.id);
    }
}

#[test]
fn ratings_under_2000_are_raised_by_two_fifths_of_the_difference() {
    let order = order_of(Control::Standard, "2024-03");
    // 1997: 1.2 more is 1998.2; 1998: 0.8 more is 1998.8; 1999: 0.4 more is 1999.4.
    let cases = [
        (1000, 1400),
        (1001, 1401),
        (1200, 1520),
        (1400, 1640),
        (1600, 1760),
        (1801, 1881),
        (1997, 1998),
        (1998, 1999),
        (1999, 1999),
        (2000, 2000),
        (2001, 2001),
        (2882, 2882),
    ];
    for (before, after) in cases {
        assert_eq!(raised(&order.effect, before), after, "{before}");
    }
}

#[test]
fn a_rating_more_than_100_under_the_standard_rating_is_raised_to_it_minus_100() {
    let order = order_of(Control::Rapid, "2022-10");
    let raised = |rating: i16, standard: i16| order.effect.apply(Rating(rating), Rating(standard)).0;
    assert_eq!(raised(2283, 2732), 2632);
    assert_eq!([raised(2631, 2732), raised(2632, 2732), raised(2640, 2732)], [2632, 2632, 2640]);
    assert_eq!(raised(1500, 0), 1500, "no standard rating");
    assert_eq!((order.effect.longer_control(), order.effect.held_floor()), (Some(Control::Standard), None));
}

#[test]
fn a_held_floor_changes_no_rating_and_is_1000() {
    let order = order_of(Control::Blitz, "2024-01");
    assert_eq!((raised(&order.effect, 999), raised(&order.effect, 1200)), (999, 1200));
    assert_eq!((order.effect.longer_control(), order.effect.held_floor()), (None, Some(Rating(1000))));
}

#[test]
fn an_unrated_player_stays_unrated() {
    for order in Rulebook::fide().orders() {
        assert_eq!(order.effect.apply(Rating::UNRATED, Rating(2700)), Rating::UNRATED, "{}", order.id);
    }
}

#[test]
fn a_half_is_rounded_up() {
    let halves = OrderEffect::RaiseBelow { below: Rating(2000), percent_of_gap: 50 };
    assert_eq!(raised(&halves, 1999), 2000);
    assert_eq!(raised(&halves, 1997), 1999);
}

#[test]
fn naming_an_edition_does_not_lift_an_order() {
    let named = Rulebook::with_single_edition(Rulebook::fide().by_id("standard-2022").expect("an edition").clone());
    assert_eq!(named.orders_on(Control::Standard, "2024-03".parse().expect("a month")).count(), 1);
}

#[test]
fn the_raise_of_march_2024_is_known_by_the_id_that_older_lists_have() {
    let known = |id: &str| Rulebook::fide().orders().iter().find(|order| order.has_id(id)).map(|order| order.id.as_str());
    assert_eq!(known("standard-2024-03-01"), Some("raise-below-2024-03-01"));
    assert_eq!(known("raise-below-2024-03-01"), Some("raise-below-2024-03-01"));
    assert_eq!(known("standard-2024-03-02"), None);
}

#[test]
fn a_file_of_orders_is_read_and_a_mistake_is_told_with_its_place() {
    let order = |id: &str, rule: &str| {
        format!(
            "[[order]]\nid = \"{id}\"\ntitle = \"Raise\"\nsource = \"Board\"\ncontrols = [\"rapid\"]\nfrom = \"2023-01-01\"\neffect = {{ {rule} }}\n"
        )
    };
    let good = order("one", "rule = \"hold-floor\", floor = 1000")
        + &order("two", "rule = \"raise-to-longer\", longer = \"standard\", minus = 50");
    assert_eq!(read_orders(&good, "own.toml").expect("orders").len(), 2);
    let refusal = |text: &str| read_orders(text, "own.toml").expect_err("a mistake").to_string();
    for (text, message) in [
        (order("one", "rule = \"raise-below\", below = 0, percent_of_gap = 40"), "effect.below: must be from 1 to 10000, not 0"),
        (order("one", "rule = \"raise-below\", below = 2000, percent_of_gap = 101"), "a share of the gap is 1 to 100 percent"),
        (order("one", "rule = \"raise-to-longer\", longer = \"rapid\", minus = 50"), "must be a longer control than those of the order"),
        (order("one", "rule = \"hold-floor\", floor = 1000") + &order("one", "rule = \"hold-floor\", floor = 900"), "has the same id"),
        (order("standard-2024-03-01", "rule = \"hold-floor\", floor = 1000"), "an order of FIDE has the id"),
        (order("One", "rule = \"hold-floor\", floor = 1000"), "an id is lower-case letters, digits and hyphens"),
        (order("one", "rule = \"hold-floor\", floor = 1000").replace("from =", "until = \"2022-12-31\"\nfrom ="), "before it begins"),
        (order("one", "rule = \"lower\""), "unknown variant `lower`"),
        (order("one", "rule = \"hold-floor\", floor = 1000").replace("title", "name"), "unknown field `name`"),
    ] {
        let said = refusal(&text);
        assert!(said.starts_with("own.toml:") && said.contains(message), "{said}");
    }
}

#[test]
fn every_file_in_orders_is_included_under_its_own_id() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/orders");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut ids: Vec<&str> = Rulebook::fide().orders().iter().map(|order| order.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(files, ids);
}
