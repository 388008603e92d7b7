//! Diagnostic codes of lists (`LST...`). Codes are never reused.

use model::Code;

pub(crate) static LST001: Code = Code::error("LST001", "The file cannot be read as a list: it is not CSV with a header, or not Parquet.")
    .why("The list is not read: a run that needs it stops with exit code 3.")
    .to_do("Save it as CSV with commas and one header line, or as Parquet.");

pub(crate) static LST002: Code = Code::error("LST002", "A column that every list needs, fide_id or rating, is missing.")
    .why("Without ids and ratings it is no list. The list is not read: a run that needs it stops with exit code 3.")
    .to_do("Add the columns fide_id and rating, or correct their names.");

pub(crate) static LST003: Code = Code::error("LST003", "A value is not of its column's type.")
    .why(
        "A number or date that is guessed would be wrong for ever after. The list is not read: a run that needs it stops with exit \
         code 3.",
    )
    .to_do("Correct the value, or leave it empty where it is not known.");

pub(crate) static LST004: Code = Code::error("LST004", "An id is missing or is not a FIDE id.")
    .why("Ratings belong to ids. The list is not read: a run that needs it stops with exit code 3.")
    .to_do("Fill in the FIDE id, a number of at most nine digits, or take the row away.");

pub(crate) static LST005: Code = Code::error("LST005", "Two rows have the same id.")
    .why("Which row is the player's cannot be determined. The list is not read: a run that needs it stops with exit code 3.")
    .to_do("Take away the row that is wrong.");

pub(crate) static LST006: Code = Code::error("LST006", "A rating is negative or larger than any rating can be.")
    .why("Nobody has such a rating; a player without one has 0. The list is not read: a run that needs it stops with exit code 3.")
    .to_do("Correct the rating.");

pub(crate) static LST007: Code = Code::warning("LST007", "A column that no list has; it is not carried on.")
    .why("A misspelt column would be missed without a word. The list is read without it.")
    .to_do("Correct its name if it is one of those that the hint lists; otherwise nothing.");

pub(crate) static LST008: Code = Code::error("LST008", "A row has more or fewer fields than the header.")
    .why("Fields may stand in the wrong columns. The list is not read: a run that needs it stops with exit code 3.")
    .to_do("Put a field that holds a comma between quotes.");

pub(crate) static LST009: Code = Code::error("LST009", "The text is not UTF-8.")
    .why("Names would come out wrong on every list from now on. The list is not read: a run that needs it stops with exit code 3.")
    .to_do("Convert the file, for example with iconv -f latin1 -t utf-8.");

pub(crate) static LST010: Code = Code::note("LST010", "The rows are not in the order of their ids; they were sorted.")
    .why("The order has no meaning in a list that is read.")
    .to_do("Nothing.");

pub(crate) static LST011: Code = Code::error("LST011", "A number is negative or larger than it can be.")
    .why(
        "K, games, peaks and years of birth have bounds, which the message names. The list is not read: a run that needs it stops \
         with exit code 3.",
    )
    .to_do("Correct the value, or leave it empty where it is not known.");

pub(crate) static LST012: Code = Code::error("LST012", "A line is longer, or has more columns, than any list; the file is not read.")
    .why(
        "A list has one short line for each player, under one header. The list is not read: a run that needs it stops with exit \
         code 3.",
    )
    .to_do("Look for quotes that are not closed, or fetch the list again.");

pub(crate) static LST013: Code = Code::warning("LST013", "A year of birth is after the year of the list, and so is not known (D52).")
    .why("Nobody is on a list before the year of birth. The row is read without the year, so the player has no K of a junior.")
    .to_do("Correct the year in the list, or give the right one in the roster.");

pub(crate) static LST014: Code = Code::note(
    "LST014",
    "The lists do not tell of some players how many games they have had, how high they stood or when they last played.",
)
.why(
    "K and activity depend on these (D39). Without them 30 games, the highest rating of the lists at hand and a game on the \
             list itself, or a year before it for the inactive, are taken.",
)
.to_do("Give the columns career_games, peak and last_rated, or put older lists beside this one; otherwise nothing.");

/// Every code of this crate, in the order of their ids.
pub static CODES: &[&Code] =
    &[&LST001, &LST002, &LST003, &LST004, &LST005, &LST006, &LST007, &LST008, &LST009, &LST010, &LST011, &LST012, &LST013, &LST014];
