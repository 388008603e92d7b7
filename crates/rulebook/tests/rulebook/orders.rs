//! The order of 2024-03-01: every standard rating under 2000 raised by 0.40 x (2000 - rating), to the nearest.

use model::{Control, ListDate, Rating};
use rulebook::{Order, OrderEffect, Rulebook};

fn orders_of(control: Control, month: &str) -> Vec<&'static Order> {
    let list: ListDate = month.parse().expect("a month");
    Rulebook::fide().orders_on(control, list).collect()
}

#[test]
fn the_order_of_march_2024_applies_to_that_standard_list_and_no_other() {
    assert_eq!(orders_of(Control::Standard, "2024-03").len(), 1);
    for month in ["2024-02", "2024-04", "2025-03"] {
        assert!(orders_of(Control::Standard, month).is_empty(), "{month}");
    }
    for control in [Control::Rapid, Control::Blitz, Control::Bullet] {
        assert!(orders_of(control, "2024-03").is_empty(), "{control}");
    }
    assert_eq!(Rulebook::fide().orders().len(), 1);
}

#[test]
fn ratings_under_2000_are_raised_by_two_fifths_of_the_difference() {
    let order = orders_of(Control::Standard, "2024-03")[0];
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
        assert_eq!(order.effect.apply(Rating(before)), Rating(after), "{before}");
    }
}

#[test]
fn an_unrated_player_stays_unrated() {
    let order = orders_of(Control::Standard, "2024-03")[0];
    assert_eq!(order.effect.apply(Rating::UNRATED), Rating::UNRATED);
}

#[test]
fn a_half_is_rounded_up() {
    let halves = OrderEffect::RaiseBelow { below: Rating(2000), percent_of_gap: 50 };
    assert_eq!(halves.apply(Rating(1999)), Rating(2000));
    assert_eq!(halves.apply(Rating(1997)), Rating(1999));
}

#[test]
fn naming_an_edition_does_not_lift_an_order() {
    let named = Rulebook::with_single_edition(Rulebook::fide().by_id("standard-2022").expect("an edition").clone());
    assert_eq!(named.orders_on(Control::Standard, "2024-03".parse().expect("a month")).count(), 1);
}

#[test]
fn every_file_in_orders_is_included_under_its_own_id() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/orders");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    files.sort();
    let ids: Vec<&str> = Rulebook::fide().orders().iter().map(|order| order.id.as_str()).collect();
    assert_eq!(files, ids);
}
