//! The layouts of text files: where columns begin. Columns are characters, counted from 0; each ends where the next begins.

use crate::list_row::{ColumnControl, FileColumn, PlayerField};
use model::Control;

/// The columns of one text file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextLayout {
    /// The columns and their starts, ascending.
    pub(crate) columns: Vec<(FileColumn, usize)>,
    /// The length of every row, if the federation fills rows with blanks.
    pub(crate) width: Option<usize>,
}

const fn plain(field: PlayerField, start: usize) -> (FileColumn, usize) {
    (FileColumn::Plain(field), start)
}

const fn number(field: PlayerField, start: usize) -> (FileColumn, usize) {
    (FileColumn::Number(field, ColumnControl::Single), start)
}

/// The nine columns of ratings, games and K of a combined list, the first at `start`.
const fn three_controls(start: usize) -> [(FileColumn, usize); 9] {
    [
        (FileColumn::rating(Control::Standard), start),
        (FileColumn::games(Control::Standard), start + 6),
        (FileColumn::k(Control::Standard), start + 10),
        (FileColumn::rating(Control::Rapid), start + 13),
        (FileColumn::games(Control::Rapid), start + 19),
        (FileColumn::k(Control::Rapid), start + 23),
        (FileColumn::rating(Control::Blitz), start + 26),
        (FileColumn::games(Control::Blitz), start + 32),
        (FileColumn::k(Control::Blitz), start + 36),
    ]
}

/// The first columns of all lists since September 2012.
const IDENTITY: [(FileColumn, usize); 7] = [
    plain(PlayerField::Id, 0),
    plain(PlayerField::Name, 15),
    plain(PlayerField::Federation, 76),
    plain(PlayerField::Sex, 80),
    plain(PlayerField::Title, 84),
    plain(PlayerField::WomenTitle, 89),
    plain(PlayerField::OtherTitles, 94),
];

fn since_2012(following: &[(FileColumn, usize)], width: usize) -> TextLayout {
    TextLayout { columns: [&IDENTITY, following].concat(), width: Some(width) }
}

impl TextLayout {
    /// The layout of one control's list since September 2016.
    pub(crate) fn single() -> Self {
        let following = [
            plain(PlayerField::ArenaTitle, 109),
            number(PlayerField::Rating, 113),
            number(PlayerField::Games, 119),
            number(PlayerField::K, 123),
            plain(PlayerField::Birth, 126),
            plain(PlayerField::Flag, 132),
        ];
        since_2012(&following, 136)
    }

    /// The layout of three controls in one file.
    pub(crate) fn combined() -> Self {
        let numbers = three_controls(113);
        since_2012(
            &[&[plain(PlayerField::ArenaTitle, 109)], &numbers[..], &[plain(PlayerField::Birth, 152), plain(PlayerField::Flag, 158)]]
                .concat(),
            162,
        )
    }

    /// The layout of one control's list from September 2012 to August 2016, without arena titles.
    fn single_of_2012() -> Self {
        let following = [
            number(PlayerField::Rating, 109),
            number(PlayerField::Games, 115),
            number(PlayerField::K, 119),
            plain(PlayerField::Birth, 122),
            plain(PlayerField::Flag, 128),
        ];
        since_2012(&following, 132)
    }

    /// The layout of the combined file that the federation calls legacy.
    fn combined_without_arena() -> Self {
        since_2012(&[&three_controls(109)[..], &[plain(PlayerField::Birth, 148), plain(PlayerField::Flag, 154)]].concat(), 158)
    }

    /// A layout up to 2012, by the starts of name, title, federation, rating, games, birth and flag.
    fn until_2012([name, title, federation, rating, games, birth, flag]: [usize; 7]) -> Self {
        let mut columns = vec![
            plain(PlayerField::Id, 0),
            plain(PlayerField::Name, name),
            plain(PlayerField::Title, title),
            plain(PlayerField::Federation, federation),
            number(PlayerField::Rating, rating),
            number(PlayerField::Games, games),
        ];
        // In January 2001 there was no birth date: the flag begins in its place.
        if birth < flag {
            columns.push(plain(PlayerField::Birth, birth));
        }
        columns.push(plain(PlayerField::Flag, flag));
        Self { columns, width: None }
    }

    /// Returns all known layouts, the newest first.
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
    pub(crate) fn spans(&self) -> impl Iterator<Item = (FileColumn, usize, usize)> {
        let ends = self.columns.iter().skip(1).map(|&(_, start)| start).chain([usize::MAX]);
        self.columns.iter().zip(ends).map(|(&(column, start), end)| (column, start, end))
    }

    /// The layout with all columns after the other titles moved to the right, as other titles that are too long shift them.
    pub(crate) fn shifted(&self, by: usize) -> Self {
        let from = self.end_of_other_titles().unwrap_or(usize::MAX);
        let push = |&(column, start): &(FileColumn, usize)| (column, if start >= from { start + by } else { start });
        Self { columns: self.columns.iter().map(push).collect(), width: self.width.map(|width| width + by) }
    }

    /// The start of the column after the other titles.
    pub(crate) fn end_of_other_titles(&self) -> Option<usize> {
        self.spans().find(|(column, ..)| *column == FileColumn::Plain(PlayerField::OtherTitles)).map(|(_, _, end)| end)
    }

    pub(crate) fn has(&self, field: PlayerField) -> bool {
        self.columns.iter().any(|(column, _)| column.field() == Some(field))
    }

    pub(crate) fn is_combined(&self) -> bool {
        self.columns.iter().any(|(column, _)| column.has_control())
    }

    pub(crate) fn has_control(&self, control: Control) -> bool {
        self.columns.iter().any(|(column, _)| column.field_for(control) == Some(PlayerField::Rating))
    }

    pub(crate) fn start(&self, wanted: FileColumn) -> Option<usize> {
        self.columns.iter().find(|(column, _)| *column == wanted).map(|&(_, start)| start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the starts of the federation's description, in its order.
    #[test]
    fn columns_begin_where_the_description_says() {
        let starts = |layout: TextLayout| layout.columns.iter().map(|&(_, start)| start).collect::<Vec<_>>();
        assert_eq!(starts(TextLayout::combined()), [0, 15, 76, 80, 84, 89, 94, 109, 113, 119, 123, 126, 132, 136, 139, 145, 149, 152, 158]);
        assert_eq!(starts(TextLayout::single()), [0, 15, 76, 80, 84, 89, 94, 109, 113, 119, 123, 126, 132]);
        assert_eq!(starts(TextLayout::single_of_2012()), [0, 15, 76, 80, 84, 89, 94, 109, 115, 119, 122, 128]);
        let legacy = [0, 15, 76, 80, 84, 89, 94, 109, 115, 119, 122, 128, 132, 135, 141, 145, 148, 154];
        assert_eq!(starts(TextLayout::combined_without_arena()), legacy);
        assert_eq!(
            TextLayout::known().iter().map(|layout| layout.width.unwrap_or(0)).collect::<Vec<_>>(),
            [162, 136, 158, 132, 0, 0, 0, 0, 0]
        );
        assert!(TextLayout::known().iter().all(|layout| layout.columns.is_sorted_by_key(|&(_, start)| start)));
    }

    #[test]
    fn other_titles_that_are_too_long_shift_the_columns_after_them() {
        let shifted = TextLayout::single().shifted(1);
        assert_eq!(shifted.start(FileColumn::Plain(PlayerField::OtherTitles)), Some(94));
        assert_eq!(shifted.start(FileColumn::Plain(PlayerField::ArenaTitle)), Some(110));
        assert_eq!(shifted.width, Some(137));
    }
}
