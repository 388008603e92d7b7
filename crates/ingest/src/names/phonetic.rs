//! Computes phonetic keys of names, which transliterations of one name share, and edit distances.

/// Spellings and their common sound, the longest spellings first.
const SOUNDS: [(&str, &str); 32] = [
    ("tsch", "k"),
    ("shch", "s"),
    ("tch", "k"),
    ("sch", "s"),
    ("iou", "iu"),
    ("dzh", "i"),
    ("ch", "k"),
    ("cz", "k"),
    ("ts", "k"),
    ("tz", "k"),
    ("ck", "k"),
    ("kh", "k"),
    ("qu", "k"),
    ("sz", "s"),
    ("sh", "s"),
    ("zh", "s"),
    ("ph", "f"),
    ("dj", "i"),
    ("ou", "u"),
    ("ae", "a"),
    ("oe", "o"),
    ("ue", "u"),
    ("ye", "e"),
    ("ie", "e"),
    ("je", "e"),
    ("x", "ks"),
    ("c", "k"),
    ("q", "k"),
    ("w", "v"),
    ("y", "i"),
    ("j", "i"),
    ("z", "s"),
];

/// The approximate sound of a word of plain letters: equal for the usual transliterations of one name.
pub(super) fn phonetic_key(word: &str) -> String {
    let mut sound = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let (length, text) = match SOUNDS.iter().find(|(written, _)| rest.starts_with(written)) {
            Some((written, text)) => (written.len(), *text),
            // Transliterations differ in whether they write an h inside a word.
            None if first == 'h' && !sound.is_empty() => (1, ""),
            None => (first.len_utf8(), &rest[..first.len_utf8()]),
        };
        for letter in text.chars() {
            if !sound.ends_with(letter) {
                sound.push(letter);
            }
        }
        rest = &rest[length..];
    }
    sound
}

/// The number of edits that a word of this length may differ by and still be the same.
pub(super) fn allowed_edits(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    }
}

/// The number of letters to insert, delete, change or swap with the next to turn one word into the other. A result above `most` means only
/// that it is above. `?` matches any letter.
pub(super) fn edit_distance(one: &str, other: &str, most: usize) -> usize {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    // Bounds the cost for a report with a line of megabytes.
    if one.len().abs_diff(other.len()) > most || one.len().max(other.len()) > 200 {
        return most + 1;
    }
    let is_like = |a: u8, b: u8| a == b || a == b'?' || b == b'?';
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, &a) in one.iter().enumerate() {
        let mut now = vec![row + 1];
        for (column, &b) in other.iter().enumerate() {
            let mut least = (last[column] + usize::from(!is_like(a, b))).min(last[column + 1] + 1).min(now[column] + 1);
            if row > 0 && column > 0 && a == other[column - 1] && one[row - 1] == b {
                least = least.min(before[column - 1] + 1);
            }
            now.push(least);
        }
        before = std::mem::replace(&mut last, now);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transliterations_of_one_name_sound_alike() {
        for same in [
            &["aleksei", "alexey", "aleksej"][..],
            &["yevgeniy", "evgeny", "evgenij"],
            &["yuri", "iouri", "jurij"],
            &["mikhail", "michail"],
            &["chernov", "tchernov", "cernov"],
            &["philipp", "filip"],
        ] {
            assert!(
                same.iter().all(|word| phonetic_key(word) == phonetic_key(same[0])),
                "{:?}",
                same.iter().map(|w| phonetic_key(w)).collect::<Vec<_>>()
            );
        }
        assert_ne!(phonetic_key("amit"), phonetic_key("anil"));
    }

    #[test]
    fn a_distance_counts_letters_put_in_taken_out_changed_and_swapped() {
        for (one, other, wanted) in
            [("anna", "anna", 0), ("anna", "ann", 1), ("anna", "hanna", 1), ("petr", "pert", 1), ("p?tr", "petr", 0)]
        {
            assert_eq!(edit_distance(one, other, 5), wanted, "{one} {other}");
        }
        assert_eq!(edit_distance("amit", "anil", 5), 2);
        assert!(edit_distance("a", &"b".repeat(10_000), 2) > 2);
    }
}
