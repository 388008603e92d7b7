//! Where the columns of the text files begin. Columns are characters, counted from 0; each ends where the next begins.

use crate::cells::{Cell, Field, Whose};
use model::Control;

/// The columns of one text file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// By their start.
    pub(crate) columns: Vec<(Field, usize)>,
    /// How long every row is, where the federation fills rows with blanks.
    pub(crate) width: Option<usize>,
}

const fn plain(cell: Cell, start: usize) -> (Field, usize) {
    (Field::Plain(cell), start)
}

const fn only(cell: Cell, start: usize) -> (Field, usize) {
    (Field::Number(cell, Whose::Only), start)
}

/// The nine columns of ratings, games and K of a combined list, the first at `start`.
const fn three_controls(start: usize) -> [(Field, usize); 9] {
    [
        (Field::rating(Control::Standard), start),
        (Field::games(Control::Standard), start + 6),
        (Field::k(Control::Standard), start + 10),
        (Field::rating(Control::Rapid), start + 13),
        (Field::games(Control::Rapid), start + 19),
        (Field::k(Control::Rapid), start + 23),
        (Field::rating(Control::Blitz), start + 26),
        (Field::games(Control::Blitz), start + 32),
        (Field::k(Control::Blitz), start + 36),
    ]
}

/// What all lists since September 2012 begin with.
const IDENTITY: [(Field, usize); 7] = [
    plain(Cell::Id, 0),
    plain(Cell::Name, 15),
    plain(Cell::Federation, 76),
    plain(Cell::Sex, 80),
    plain(Cell::Title, 84),
    plain(Cell::WomenTitle, 89),
    plain(Cell::OtherTitles, 94),
];

fn since_2012(behind: &[(Field, usize)], width: usize) -> Layout {
    Layout { columns: [&IDENTITY, behind].concat(), width: Some(width) }
}

impl Layout {
    /// One control's list since September 2016.
    pub(crate) fn single() -> Self {
        let behind = [
            plain(Cell::ArenaTitle, 109),
            only(Cell::Rating, 113),
            only(Cell::Games, 119),
            only(Cell::K, 123),
            plain(Cell::Birth, 126),
            plain(Cell::Flag, 132),
        ];
        since_2012(&behind, 136)
    }

    /// The three controls in one file.
    pub(crate) fn combined() -> Self {
        let numbers = three_controls(113);
        since_2012(&[&[plain(Cell::ArenaTitle, 109)], &numbers[..], &[plain(Cell::Birth, 152), plain(Cell::Flag, 158)]].concat(), 162)
    }

    /// One control's list from September 2012 to August 2016: no arena titles.
    fn single_of_2012() -> Self {
        let behind = [only(Cell::Rating, 109), only(Cell::Games, 115), only(Cell::K, 119), plain(Cell::Birth, 122), plain(Cell::Flag, 128)];
        since_2012(&behind, 132)
    }

    /// The combined file that the federation calls legacy.
    fn combined_without_arena() -> Self {
        since_2012(&[&three_controls(109)[..], &[plain(Cell::Birth, 148), plain(Cell::Flag, 154)]].concat(), 158)
    }

    /// Lists up to 2012, by the starts of name, title, federation, rating, games, birth and flag.
    fn until_2012([name, title, federation, rating, games, birth, flag]: [usize; 7]) -> Self {
        let mut columns = vec![
            plain(Cell::Id, 0),
            plain(Cell::Name, name),
            plain(Cell::Title, title),
            plain(Cell::Federation, federation),
            only(Cell::Rating, rating),
            only(Cell::Games, games),
        ];
        // In January 2001 there was no birth: the flag begins where it would.
        if birth < flag {
            columns.push(plain(Cell::Birth, birth));
        }
        columns.push(plain(Cell::Flag, flag));
        Self { columns, width: None }
    }

    /// Every layout that is known, the newest first.
    pub(crate) fn known() -> Vec<Self> {
        vec![
            Self::combined(),
            Self::single(),
            Self::combined_without_arena(),
            Self::single_of_2012(),
            // 2006 to 2012
            Self::until_2012([10, 43, 46, 51, 57, 62, 70]),
            // 2003 and 2005
            Self::until_2012([10, 43, 48, 53, 58, 63, 74]),
            // 2004
            Self::until_2012([10, 43, 46, 53, 59, 64, 73]),
            // 2002
            Self::until_2012([12, 45, 51, 59, 66, 71, 80]),
            // January 2001
            Self::until_2012([12, 45, 51, 59, 66, 71, 71]),
        ]
    }

    /// Each column with its start and end; the last has no end.
    pub(crate) fn spans(&self) -> impl Iterator<Item = (Field, usize, usize)> {
        let ends = self.columns.iter().skip(1).map(|&(_, start)| start).chain([usize::MAX]);
        self.columns.iter().zip(ends).map(|(&(field, start), end)| (field, start, end))
    }

    /// The same columns, all from the one behind the other titles on moved to the right: other titles that are too long push them.
    pub(crate) fn pushed(&self, by: usize) -> Self {
        let from = self.behind_other_titles().unwrap_or(usize::MAX);
        let push = |&(field, start): &(Field, usize)| (field, if start >= from { start + by } else { start });
        Self { columns: self.columns.iter().map(push).collect(), width: self.width.map(|width| width + by) }
    }

    /// Where the column behind the other titles begins.
    pub(crate) fn behind_other_titles(&self) -> Option<usize> {
        self.spans().find(|(field, ..)| *field == Field::Plain(Cell::OtherTitles)).map(|(_, _, end)| end)
    }

    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.columns.iter().any(|(field, _)| field.kind() == Some(cell))
    }

    pub(crate) fn is_combined(&self) -> bool {
        self.columns.iter().any(|(field, _)| field.is_of_one_of_several())
    }

    pub(crate) fn holds(&self, control: Control) -> bool {
        self.columns.iter().any(|(field, _)| field.cell(control) == Some(Cell::Rating))
    }

    pub(crate) fn start(&self, wanted: Field) -> Option<usize> {
        self.columns.iter().find(|(field, _)| *field == wanted).map(|&(_, start)| start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The starts that the description of the files gives, in their order.
    #[test]
    fn columns_begin_where_the_description_says() {
        let starts = |layout: Layout| layout.columns.iter().map(|&(_, start)| start).collect::<Vec<_>>();
        assert_eq!(starts(Layout::combined()), [0, 15, 76, 80, 84, 89, 94, 109, 113, 119, 123, 126, 132, 136, 139, 145, 149, 152, 158]);
        assert_eq!(starts(Layout::single()), [0, 15, 76, 80, 84, 89, 94, 109, 113, 119, 123, 126, 132]);
        assert_eq!(starts(Layout::single_of_2012()), [0, 15, 76, 80, 84, 89, 94, 109, 115, 119, 122, 128]);
        let legacy = [0, 15, 76, 80, 84, 89, 94, 109, 115, 119, 122, 128, 132, 135, 141, 145, 148, 154];
        assert_eq!(starts(Layout::combined_without_arena()), legacy);
        assert_eq!(Layout::known().iter().map(|layout| layout.width.unwrap_or(0)).collect::<Vec<_>>(), [162, 136, 158, 132, 0, 0, 0, 0, 0]);
        assert!(Layout::known().iter().all(|layout| layout.columns.is_sorted_by_key(|&(_, start)| start)));
    }

    #[test]
    fn other_titles_that_are_too_long_push_what_stands_behind_them() {
        let pushed = Layout::single().pushed(1);
        assert_eq!(pushed.start(Field::Plain(Cell::OtherTitles)), Some(94));
        assert_eq!(pushed.start(Field::Plain(Cell::ArenaTitle)), Some(110));
        assert_eq!(pushed.width, Some(137));
    }
}
