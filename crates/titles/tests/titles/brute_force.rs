//! Random events judged a second time, by plain loops.

use crate::events::title;
use crate::naive_judge::{NORMS, NaiveJudge};
use crate::random_events::{Random, random_event};
use crate::{of_2022, of_2024};
use rulebook::Title;
use std::collections::{BTreeMap, BTreeSet};
use titles::{ResultScope, judge_event};

#[test]
fn random_events_are_judged_as_by_plain_loops() {
    let mut random = Random(0x5eed_2022);
    let (mut norms, mut rows, mut bases) = (0, 0, BTreeMap::new());
    let (mut exempt, mut failed) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..2000 {
        let is_2024 = number % 2 == 1;
        let event = random_event(&mut random, is_2024);
        let strict = random.one_in(10);
        let naive = NaiveJudge { event: &event, is_2024 };
        let edition = if is_2024 { of_2024() } else { of_2022() };
        let found = judge_event(edition, &event, strict, ResultScope::NormsAndNearMisses);
        assert_eq!(found.tournament, naive.tournament(strict), "event {number}");
        let expected = naive.results(strict);
        for (found, expected) in found.results.iter().zip(&expected) {
            assert_eq!(found, expected, "event {number}: {event:?}");
        }
        assert_eq!(found.results.len(), expected.len(), "event {number}");
        for row in &expected {
            rows += 1;
            norms += u32::from(row.verdict == titles::Verdict::Norm);
            if row.verdict == titles::Verdict::Norm {
                *bases.entry(row.basis.join(" ")).or_insert(0) += 1;
            }
            exempt.extend(row.exempt.clone());
            failed.extend(row.failed.iter().cloned());
        }
        failed.extend(found.tournament.failed.iter().cloned());
    }
    // The events are such that every way to a norm, and every article, occurs.
    assert!(norms > 300 && rows > 2 * norms, "{norms} of {rows}");
    for basis in ["", "1.41c", "1.42c", "1.41e", "1.41f", "1.41e 1.41f", "1.4.1c", "1.4.2c", "1.4.1e", "1.4.1f", "1.4.1e 1.4.1f"] {
        assert!(bases.contains_key(basis), "no norm by '{basis}': {bases:?}");
    }
    for article in ["a", "b", "c"] {
        assert!(exempt.contains(&format!("1.43{article}")) && exempt.contains(&format!("1.4.3{article}")), "{exempt:?}");
    }
    let articles = "1.11 1.12 1.13 1.13b 1.15 1.16 1.41a 1.41e 1.42d 1.42e 1.43 1.44 1.45a 1.45b 1.45c 1.45d 1.45e 1.45f 1.48 1.48a";
    for article in articles.split(' ') {
        assert!(failed.contains(article), "{article} never failed: {failed:?}");
    }
}

#[test]
fn the_titles_of_the_loops_are_those_of_the_editions() {
    let known: Vec<Title> = NORMS.iter().map(|(of, ..)| title(of)).collect();
    assert_eq!(of_2022().norms.iter().map(|norm| norm.title).collect::<Vec<_>>(), known);
}
