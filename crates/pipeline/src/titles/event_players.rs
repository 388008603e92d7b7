//! Numbers the players of an event.

use model::PlayerRef;

/// The players of some appearances, ascending, and for each appearance the position of its player.
///
/// Everybody appears in many games, so players are found by a hash table first, and sorted once each.
pub(super) fn number_players(appearances: &[PlayerRef]) -> (Vec<PlayerRef>, Vec<u32>) {
    const FREE: u32 = u32::MAX;
    let mut slots = vec![FREE; (2 * appearances.len()).next_power_of_two()];
    let mask = slots.len() - 1;
    let mut found: Vec<PlayerRef> = Vec::new();
    let number = |&player: &PlayerRef| {
        let mut slot = player.hash_value() as usize & mask;
        while slots[slot] != FREE && found[slots[slot] as usize] != player {
            slot = (slot + 1) & mask;
        }
        if slots[slot] == FREE {
            slots[slot] = u32::try_from(found.len()).expect("fewer players than 32 bits can number");
            found.push(player);
        }
        slots[slot]
    };
    let mut numbers: Vec<u32> = appearances.iter().map(number).collect();
    let mut order: Vec<u32> = (0..).take(found.len()).collect();
    order.sort_unstable_by_key(|&number| found[number as usize]);
    let mut positions = vec![0; order.len()];
    for (position, &number) in (0..).zip(&order) {
        positions[number as usize] = position;
    }
    numbers.iter_mut().for_each(|number| *number = positions[*number as usize]);
    (order.into_iter().map(|number| found[number as usize]).collect(), numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_appearance_has_the_position_of_its_player_among_all_in_ascending_order() {
        let id = |id| PlayerRef::id(id).expect("an id");
        let appearances = [id(30), PlayerRef::without_id(2), id(7), id(30), PlayerRef::without_id(1), id(7), id(900)];
        let (players, positions) = number_players(&appearances);
        assert_eq!(players, [id(7), id(30), id(900), PlayerRef::without_id(1), PlayerRef::without_id(2)]);
        assert_eq!(positions, [1, 4, 0, 1, 3, 0, 2]);
        assert_eq!(number_players(&[]), (Vec::new(), Vec::new()));
    }
}
