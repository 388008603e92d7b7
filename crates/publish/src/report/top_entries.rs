//! Keeps the entries with the greatest keys, in one pass.

/// The entries with the greatest keys so far, sorted; of equal keys the first offered comes first.
#[derive(Clone, Debug)]
pub(super) struct TopEntries {
    size: usize,
    kept: Vec<(i32, usize)>,
    offered: u64,
}

impl TopEntries {
    pub(super) fn new(size: usize) -> Self {
        Self { size, kept: Vec::with_capacity(size + 1), offered: 0 }
    }

    /// Whether an entry with this key would be kept: a cheap test before the entry is prepared.
    pub(super) fn would_keep(&self, key: i32) -> bool {
        self.kept.len() < self.size || self.kept.last().is_some_and(|&(last, _)| key > last)
    }

    pub(super) fn offer(&mut self, key: i32, entry: usize) {
        self.offered += 1;
        if self.would_keep(key) {
            let at = self.kept.partition_point(|&(other, _)| other >= key);
            self.kept.insert(at, (key, entry));
            self.kept.truncate(self.size);
        }
    }

    /// The entries kept, the greatest first.
    pub(super) fn entries(&self) -> impl Iterator<Item = usize> + '_ {
        self.kept.iter().map(|&(_, entry)| entry)
    }

    pub(super) fn offered(&self) -> u64 {
        self.offered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_are_kept_and_of_equals_the_first() {
        let mut top = TopEntries::new(3);
        for (entry, key) in [5, 9, 5, 7, 9, 5, 1].into_iter().enumerate() {
            top.offer(key, entry);
        }
        assert_eq!(top.entries().collect::<Vec<_>>(), [1, 4, 3]);
        assert_eq!(top.offered(), 7);
        assert!(!top.would_keep(7) && top.would_keep(8));
    }

    #[test]
    fn fewer_entries_than_the_size_are_all_kept_and_a_size_of_zero_keeps_none() {
        let mut top = TopEntries::new(3);
        top.offer(-2, 0);
        top.offer(-1, 1);
        assert_eq!(top.entries().collect::<Vec<_>>(), [1, 0]);
        let mut none = TopEntries::new(0);
        none.offer(1, 0);
        assert_eq!(none.entries().count(), 0);
    }
}
