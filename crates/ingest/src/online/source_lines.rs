//! Remembers the file and line of each online game for diagnostics.

/// Lines of games, stored as runs of consecutive lines: a file of one control and one month is one run.
#[derive(Debug, Default)]
pub(super) struct SourceLines {
    runs: Vec<LineRun>,
    /// The number of the first game of each file.
    files: Vec<u32>,
    /// The line that would continue the current run.
    next_line: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct LineRun {
    game: u32,
    line: u32,
}

impl SourceLines {
    /// Begins the next file; `game` is the number of its first game.
    pub(super) fn begin_file(&mut self, game: u32) {
        self.files.push(game);
        self.next_line = None;
    }

    pub(super) fn add(&mut self, game: u32, line: u32) {
        if self.next_line != Some(line) {
            self.runs.push(LineRun { game, line });
        }
        self.next_line = line.checked_add(1);
    }

    /// The number of the file, and the line in it.
    pub(super) fn locate_game(&self, game: u32) -> (usize, u32) {
        let file = self.files.partition_point(|&first| first <= game) - 1;
        let run = self.runs[self.runs.partition_point(|run| run.game <= game) - 1];
        (file, run.line.saturating_add(game - run.game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_every_game_is_found_again() {
        let mut source_lines = SourceLines::default();
        let lines = [(0, 2), (0, 3), (0, 7), (0, 8), (2, 9), (2, 11), (3, 12)];
        let mut file = None;
        for (game, (number, line)) in (0..).zip(lines) {
            while file.is_none_or(|file| file < number) {
                source_lines.begin_file(game);
                file = Some(file.map_or(0, |file| file + 1));
            }
            source_lines.add(game, line);
        }
        assert_eq!((0..7).map(|game| source_lines.locate_game(game)).collect::<Vec<_>>(), lines);
        assert_eq!(source_lines.runs.len(), 5);
    }
}
