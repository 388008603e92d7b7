//! The best few of very many, in one pass.

/// Keeps the entries with the greatest keys; of equals the one that came first is before the other.
#[derive(Clone, Debug)]
pub(super) struct Best {
    size: usize,
    kept: Vec<(i32, usize)>,
    offered: u64,
}

impl Best {
    pub(super) fn new(size: usize) -> Self {
        Self { size, kept: Vec::with_capacity(size + 1), offered: 0 }
    }

    /// Whether an entry with this key would be kept; asked before anything that costs more than a comparison.
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
        let mut best = Best::new(3);
        for (entry, key) in [5, 9, 5, 7, 9, 5, 1].into_iter().enumerate() {
            best.offer(key, entry);
        }
        assert_eq!(best.entries().collect::<Vec<_>>(), [1, 4, 3]);
        assert_eq!(best.offered(), 7);
        assert!(!best.would_keep(7) && best.would_keep(8));
    }

    #[test]
    fn fewer_than_asked_for_are_all_kept_and_none_of_nothing() {
        let mut best = Best::new(3);
        best.offer(-2, 0);
        best.offer(-1, 1);
        assert_eq!(best.entries().collect::<Vec<_>>(), [1, 0]);
        let mut none = Best::new(0);
        none.offer(1, 0);
        assert_eq!(none.entries().count(), 0);
    }
}
