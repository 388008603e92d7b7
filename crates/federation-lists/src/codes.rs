//! Every code that a federation's file can raise. A code is never given a second meaning.

use model::Code;

pub(crate) static NOT_A_LIST: Code = Code::error("FED001", "The file is not a list in any layout of the federation.");
pub(crate) static ARCHIVE_UNUSABLE: Code = Code::error("FED002", "The archive is damaged, or does not hold exactly one list.");
pub(crate) static TOO_LARGE: Code = Code::error("FED003", "The file is larger, longer or more deeply nested than any list can be.");
pub(crate) static XML_BROKEN: Code = Code::error("FED004", "The XML is cut off or not well formed.");
pub(crate) static ROWS_UNUSABLE: Code = Code::error("FED005", "More than half of the rows cannot be used, so the file is refused.");
pub(crate) static CONTROL_NOT_HELD: Code = Code::error("FED006", "The file has no columns for the control that was asked for.");
pub(crate) static DATE_DISAGREES: Code = Code::warning("FED007", "The date that was given, the header and the file's name disagree.");
pub(crate) static CONTROL_DISAGREES: Code = Code::warning("FED008", "The control that was given and the file's name disagree.");
pub(crate) static NOT_ASCII: Code = Code::note("FED009", "Rows hold characters that are not ASCII.");
pub(crate) static ID_UNUSABLE: Code = Code::error("FED010", "A row has no usable id and is left out.");
pub(crate) static RATING_UNUSABLE: Code = Code::error("FED011", "A rating is not a number or cannot be; the row is left out.");
pub(crate) static ID_TWICE: Code = Code::error("FED012", "Two rows have the same id and differ; the later one is left out.");
pub(crate) static ROW_TWICE: Code = Code::warning("FED013", "Two rows are the same; they are taken once.");
pub(crate) static ROW_SHORT: Code = Code::warning("FED014", "A row ends before its last columns; what is missing is taken as blank.");
pub(crate) static ROW_LONG: Code = Code::warning("FED015", "A row is longer than its layout.");
pub(crate) static ROW_UNUSABLE: Code = Code::error("FED016", "A row does not fit its layout from either end and is left out.");
pub(crate) static NUMBER_UNREADABLE: Code = Code::warning("FED017", "Games or K is not a number or cannot be; it is taken as not known.");
pub(crate) static BIRTH_UNREADABLE: Code =
    Code::warning("FED018", "The year of birth cannot be read or cannot be; it is taken as not known.");
pub(crate) static FEDERATION_ODD: Code = Code::warning("FED019", "A federation is not three capital letters; it is kept as it stands.");
pub(crate) static SEX_ODD: Code = Code::warning("FED020", "The sex is none of M and F, or the flag says otherwise.");
pub(crate) static TITLE_UNKNOWN: Code = Code::note("FED021", "A title is none that the federation gives; it is kept as it stands.");
pub(crate) static WOMEN_TITLES_DISAGREE: Code =
    Code::warning("FED022", "The two title columns hold different women's titles; the one of the women's column is taken.");
pub(crate) static FLAG_ODD: Code = Code::warning("FED023", "The flag holds letters other than i and w; they are left out.");
pub(crate) static NAME_EMPTY: Code = Code::note("FED024", "A player has no name.");
pub(crate) static RATING_LOW: Code = Code::warning("FED025", "A rating is lower than any floor that there was; it is kept.");
pub(crate) static FLAG_OF_STANDARD: Code =
    Code::note("FED026", "The flag of a combined list tells who is inactive at standard only; at other controls all are taken as active.");
pub(crate) static COLUMN_UNKNOWN: Code = Code::warning("FED027", "The file has a column that nothing reads.");
pub(crate) static LAYOUT_LACKS: Code = Code::note("FED028", "The layout has no column for something that a list holds.");
pub(crate) static BLANKS_CUT: Code = Code::note("FED029", "Rows lack the blanks at their ends.");
pub(crate) static TEXT_AMBIGUOUS: Code =
    Code::warning("FED030", "A text holds an unknown entity or an element inside a value; it is left out or kept as it stands.");

pub(crate) static NAME_CUT: Code = Code::warning("FED041", "A name is longer than its column and is cut.");
pub(crate) static WORD_LEFT_OUT: Code = Code::warning("FED042", "A title or federation is longer than its column and is left out.");
pub(crate) static NUMBER_LEFT_OUT: Code = Code::warning("FED043", "A number is larger than its column and is left out.");
pub(crate) static CHARACTER_REPLACED: Code =
    Code::warning("FED044", "A character that the file cannot hold is replaced by a blank, or blanks around a word are left out.");
pub(crate) static WRITTEN_NOT_ASCII: Code =
    Code::warning("FED045", "The layout is ASCII and some names are not; they are written as UTF-8, and columns count characters.");
pub(crate) static OTHER_TITLES_LONG: Code =
    Code::warning("FED046", "Other titles are longer than their column; the row becomes longer, as the federation's own rows do.");
pub(crate) static DATES_DIFFER: Code = Code::warning("FED047", "The lists that are combined are of different dates.");
pub(crate) static PLAYERS_DIFFER: Code =
    Code::note("FED048", "The lists that are combined describe some players differently; the longest control's words are taken.");
pub(crate) static INACTIVE_NOT_HELD: Code =
    Code::warning("FED049", "The combined file's flag is for standard; who is inactive at another control is not written.");

/// Every code of this crate, in the order of their ids. `tests/codes.rs` raises each of them, and fails for one that is not here.
pub static CODES: &[&Code] = &[
    &NOT_A_LIST,
    &ARCHIVE_UNUSABLE,
    &TOO_LARGE,
    &XML_BROKEN,
    &ROWS_UNUSABLE,
    &CONTROL_NOT_HELD,
    &DATE_DISAGREES,
    &CONTROL_DISAGREES,
    &NOT_ASCII,
    &ID_UNUSABLE,
    &RATING_UNUSABLE,
    &ID_TWICE,
    &ROW_TWICE,
    &ROW_SHORT,
    &ROW_LONG,
    &ROW_UNUSABLE,
    &NUMBER_UNREADABLE,
    &BIRTH_UNREADABLE,
    &FEDERATION_ODD,
    &SEX_ODD,
    &TITLE_UNKNOWN,
    &WOMEN_TITLES_DISAGREE,
    &FLAG_ODD,
    &NAME_EMPTY,
    &RATING_LOW,
    &FLAG_OF_STANDARD,
    &COLUMN_UNKNOWN,
    &LAYOUT_LACKS,
    &BLANKS_CUT,
    &TEXT_AMBIGUOUS,
    &NAME_CUT,
    &WORD_LEFT_OUT,
    &NUMBER_LEFT_OUT,
    &CHARACTER_REPLACED,
    &WRITTEN_NOT_ASCII,
    &OTHER_TITLES_LONG,
    &DATES_DIFFER,
    &PLAYERS_DIFFER,
    &INACTIVE_NOT_HELD,
];
