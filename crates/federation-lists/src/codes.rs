//! The diagnostic codes of this crate: what each means, why it is reported, what was done with the input, and what to do.
//!
//! A code never gets a second meaning.

use model::Code;

pub(crate) static NOT_A_LIST: Code = Code::error("FED001", "The file is not a list in any layout of the federation.")
    .why("A list has a header or rows in one of the layouts since 2001, or is XML that begins with <playerslist>. Nothing is imported.")
    .to_do("Hand in the file as the federation publishes it.");

pub(crate) static ARCHIVE_UNUSABLE: Code = Code::error("FED002", "The archive is damaged, or does not hold exactly one list.")
    .why("Which list is meant, or what is missing, is not known. Nothing is imported.")
    .to_do("Fetch the file again, or unpack it and hand in the list itself.");

pub(crate) static TOO_LARGE: Code = Code::error("FED003", "The file is larger, longer or more deeply nested than any list can be.")
    .why("Such a file is damaged, or made to fill the memory. Nothing is imported.")
    .to_do("Fetch the file again from the federation.");

pub(crate) static XML_BROKEN: Code = Code::error("FED004", "The XML is cut off or not well formed.")
    .why("A list that is cut off lacks players without a word. Nothing is imported.")
    .to_do("Fetch the file again.");

pub(crate) static ROWS_UNUSABLE: Code = Code::error("FED005", "More than half of the rows cannot be used, so the file is refused.")
    .why("The layout is then not what it seems, and the other rows cannot be trusted either. Nothing is imported.")
    .to_do("Hand in the file as the federation publishes it; an editor may have changed its columns.");

pub(crate) static CONTROL_MISSING: Code = Code::error("FED006", "The file has no columns for the control that was asked for.")
    .why("A file of one list has one control, a combined one standard, rapid and blitz. Nothing is imported.")
    .to_do("Name a control that the file has, with --control.");

pub(crate) static DATE_DISAGREES: Code = Code::warning("FED007", "The date that was given, the header and the file's name disagree.")
    .why("One of them is wrong. The date given goes before the header, and the header before the name.")
    .to_do("Pass --date if the date that the message says was taken is wrong.");

pub(crate) static CONTROL_DISAGREES: Code = Code::warning("FED008", "The control that was given and the file's name disagree.")
    .why("One of them is wrong. The control that was given is followed.")
    .to_do("Check that the file is the one that is meant.");

pub(crate) static NOT_ASCII: Code = Code::note("FED009", "Rows hold characters that are not ASCII.")
    .why("The layouts are ASCII. The rows are read as UTF-8, or as windows-1252 where they are not, and columns count characters.")
    .to_do("Check some of the names.");

pub(crate) static ID_UNUSABLE: Code = Code::error("FED010", "A row has no usable id and is left out.")
    .why("Ratings belong to ids. The others are imported, unless --strict asks for all.")
    .to_do("Correct the row, or ask the federation.");

pub(crate) static RATING_UNUSABLE: Code = Code::error("FED011", "A rating is not a number or cannot be; the row is left out.")
    .why("A rating that is guessed would be wrong for ever after. The others are imported, unless --strict asks for all.")
    .to_do("Correct the row, or ask the federation; a player without a rating has 0 or nothing there.");

pub(crate) static ID_TWICE: Code = Code::error("FED012", "Two rows have the same id and differ; the later one is left out.")
    .why("An id belongs to one player, and which row is right is not known.")
    .to_do("Take the wrong row away, or ask the federation.");

pub(crate) static ROW_TWICE: Code =
    Code::warning("FED013", "Two rows are the same; they are taken once.").why("Nothing is lost by it.").to_do("Nothing.");

pub(crate) static ROW_SHORT: Code = Code::warning("FED014", "A row ends before its last columns; what is missing is taken as blank.")
    .why("The end of the row may be cut off.")
    .to_do("Compare the row with the federation's file, and fetch that again if they differ.");

pub(crate) static ROW_LONG: Code = Code::warning("FED015", "A row is longer than its layout.")
    .why(
        "Where the other titles are longer than their column the rest is read from the right; otherwise what stands behind the end \
         is not read.",
    )
    .to_do("Check the row that is shown.");

pub(crate) static ROW_UNUSABLE: Code = Code::error("FED016", "A row does not fit its layout from either end and is left out.")
    .why("Which characters belong to which column is not known. The others are imported, unless --strict asks for all.")
    .to_do("Correct the row, or ask the federation.");

pub(crate) static NUMBER_UNREADABLE: Code = Code::warning("FED017", "Games or K is not a number or cannot be; it is taken as not known.")
    .why("The rest of the row is imported. What is not known is worked out when the list is used.")
    .to_do("Correct the row if K or games matter.");

pub(crate) static BIRTH_UNREADABLE: Code =
    Code::warning("FED018", "The year of birth cannot be read or cannot be; it is taken as not known.")
        .why("The rest of the row is imported. Without a year of birth no rule for juniors applies.")
        .to_do("Correct the row, or put birth_year into the roster.");

pub(crate) static FEDERATION_ODD: Code = Code::warning("FED019", "A federation is not three capital letters; it is kept as it stands.")
    .why("Rules and exports go by the three letters.")
    .to_do("Put the right federation into the roster if it is wrong.");

pub(crate) static SEX_ODD: Code = Code::warning("FED020", "The sex is neither M nor F, or the flag says otherwise.")
    .why("The column of the sex is followed where it is M or F; otherwise the flag, or the sex is not known.")
    .to_do("Put sex into the roster if it is wrong.");

pub(crate) static TITLE_UNKNOWN: Code = Code::note("FED021", "A title is none that the federation gives; it is kept as it stands.")
    .why("It may be a title that is new or misspelt.")
    .to_do("Put title into the roster if it is wrong.");

pub(crate) static WOMEN_TITLES_DISAGREE: Code =
    Code::warning("FED022", "The two title columns hold different women's titles; the one of the women's column is taken.")
        .why("The federation repeats a women's title among the titles; here the two differ.")
        .to_do("Put women_title into the roster if the other one is right.");

pub(crate) static FLAG_ODD: Code = Code::warning("FED023", "The flag holds letters other than i and w; they are left out.")
    .why("The flag tells who is inactive (i) and who is a woman (w), and nothing else.")
    .to_do("Nothing, unless the columns of the file are shifted.");

pub(crate) static NAME_EMPTY: Code =
    Code::note("FED024", "A player has no name.").why("The player is imported without a name.").to_do("Put name into the roster.");

pub(crate) static RATING_LOW: Code = Code::warning("FED025", "A rating is lower than any floor that there was; it is kept.")
    .why("It may be a slip.")
    .to_do("Correct the row if it is a slip.");

pub(crate) static FLAG_OF_STANDARD: Code =
    Code::note("FED026", "The flag of a combined list tells who is inactive at standard only; at other controls all are taken as active.")
        .why("Combined files have one flag for three controls. Who is inactive is worked out again on the lists that follow.")
        .to_do("Nothing, or import the list of the single control.");

pub(crate) static COLUMN_UNKNOWN: Code = Code::warning("FED027", "The file has a column that nothing reads.")
    .why("What it holds is not imported.")
    .to_do("Nothing, unless it is a known column under another name.");

pub(crate) static LAYOUT_INCOMPLETE: Code = Code::note("FED028", "The layout has no column for something that a list holds.")
    .why("Older layouts have fewer columns. What is missing is worked out when the list is used.")
    .to_do("Nothing.");

pub(crate) static BLANKS_CUT: Code = Code::note("FED029", "Rows lack the blanks at their ends.")
    .why("Some programs cut blanks at the ends of lines. The rows are read as they are.")
    .to_do("Nothing.");

pub(crate) static TEXT_AMBIGUOUS: Code =
    Code::warning("FED030", "A value is there twice, or holds an unknown entity; the first is taken, the entity is kept as it stands.")
        .why("Of a value that is there twice the first is taken, and an unknown entity is kept as it is written.")
        .to_do("Check the value that the message points at.");

pub(crate) static NAME_CUT: Code = Code::warning("FED041", "A name is longer than its column and is cut.")
    .why("The layout has so many characters for a name and no more.")
    .to_do("Nothing, or export as XML or CSV, which have no columns.");

pub(crate) static WORD_LEFT_OUT: Code = Code::warning("FED042", "A title or federation is longer than its column and is left out.")
    .why("Cut, it would be another word.")
    .to_do("Correct it on the list, with the roster; or export as XML or CSV.");

pub(crate) static NUMBER_LEFT_OUT: Code = Code::warning("FED043", "A number is larger than its column and is left out.")
    .why("Cut, it would be another number.")
    .to_do("Export as XML or CSV, which have no columns.");

pub(crate) static CHARACTER_REPLACED: Code =
    Code::warning("FED044", "A character that the file cannot hold is replaced by a blank, or blanks around a word are left out.")
        .why("Control characters, and blanks around a word, would shift the columns or be lost.")
        .to_do("Correct the name on the list, with the roster.");

pub(crate) static WRITTEN_NOT_ASCII: Code =
    Code::warning("FED045", "The layout is ASCII and some names are not; they are written as UTF-8, and columns count characters.")
        .why("Programs that count bytes read these rows wrongly.")
        .to_do("Export as XML for such programs.");

pub(crate) static OTHER_TITLES_LONG: Code =
    Code::warning("FED046", "Other titles are longer than their column; the row becomes longer, as the federation's own rows do.")
        .why("Whoever reads the rest of the row from the right loses nothing.")
        .to_do("Nothing, or export as XML or CSV.");

pub(crate) static DATES_DIFFER: Code = Code::warning("FED047", "The lists that are combined are of different dates.")
    .why("A combined file stands for one date. It has the date of the first list named.")
    .to_do("Name lists of one date, if they were not meant to differ.");

pub(crate) static PLAYERS_DIFFER: Code =
    Code::note("FED048", "The lists that are combined describe some players differently; the longest control's words are taken.")
        .why("A combined file has one name, title and federation for each player.")
        .to_do("Nothing, or make the lists agree with one roster.");

pub(crate) static INACTIVITY_NOT_WRITTEN: Code =
    Code::warning("FED049", "The combined file's flag is for standard; who is inactive at another control is not written.")
        .why("The federation's combined layout has one flag.")
        .to_do("Nothing, or export each control by itself.");

/// Every code of this crate, in the order of their ids.
pub static CODES: &[&Code] = &[
    &NOT_A_LIST,
    &ARCHIVE_UNUSABLE,
    &TOO_LARGE,
    &XML_BROKEN,
    &ROWS_UNUSABLE,
    &CONTROL_MISSING,
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
    &LAYOUT_INCOMPLETE,
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
    &INACTIVITY_NOT_WRITTEN,
];
