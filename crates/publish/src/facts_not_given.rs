//! Facts of rated tournaments that are not known (D24), in words.

use pages::Value;
use store::{Count, ManifestCounts};

/// The facts that the rules ask for, each with the count of the rated tournaments for which it is not given.
const FACTS: [(Count, &str); 3] = [
    (Count::TournamentsWithoutClock, "clock not given: "),
    (Count::TournamentsWithoutRegistered, "registration date not given: "),
    (Count::TournamentsWithoutReceived, "received date not given: "),
];

/// What is not known of the rated tournaments: `clock not given: 4 tournaments`. Empty if everything is.
pub fn facts_not_given(counts: &ManifestCounts) -> Vec<Value> {
    let number = |count: &Count| counts.get(count).copied().filter(|&number| number > 0);
    let phrase = |(count, words): &(Count, &str)| Some(Value::phrase([(*words).into(), Value::Counted(number(count)?, "tournament")]));
    FACTS.iter().filter_map(phrase).collect()
}
