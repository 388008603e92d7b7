//! Where each game stands in its file, for saying so later.

/// Runs of games whose lines follow one another: in a file of one control and one month there is one run.
#[derive(Debug, Default)]
pub(super) struct Places {
    runs: Vec<Run>,
    /// The first game of each file.
    files: Vec<u32>,
    /// The line that goes on with the run.
    next_line: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    game: u32,
    line: u32,
}

impl Places {
    /// What comes now stands in the next file. `game` is the number of the next game.
    pub(super) fn begin_file(&mut self, game: u32) {
        self.files.push(game);
        self.next_line = None;
    }

    pub(super) fn add(&mut self, game: u32, line: u32) {
        if self.next_line != Some(line) {
            self.runs.push(Run { game, line });
        }
        self.next_line = line.checked_add(1);
    }

    /// The number of the file, and the line in it.
    pub(super) fn of(&self, game: u32) -> (usize, u32) {
        let file = self.files.partition_point(|&first| first <= game) - 1;
        let run = self.runs[self.runs.partition_point(|run| run.game <= game) - 1];
        (file, run.line.saturating_add(game - run.game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_at_its_line_again() {
        let mut places = Places::default();
        let told = [(0, 2), (0, 3), (0, 7), (0, 8), (2, 9), (2, 11), (3, 12)];
        let mut file = None;
        for (game, (number, line)) in (0..).zip(told) {
            while file.is_none_or(|file| file < number) {
                places.begin_file(game);
                file = Some(file.map_or(0, |file| file + 1));
            }
            places.add(game, line);
        }
        assert_eq!((0..7).map(|game| places.of(game)).collect::<Vec<_>>(), told);
        assert_eq!(places.runs.len(), 5);
    }
}
