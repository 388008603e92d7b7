//! The diagnostic codes of this crate: what is odd about the players of a list, and what is wrong in settings. Codes are never reused.

use crate::title_codes;
use model::Code;

pub(crate) static NO_FEDERATION: Code =
    Code::warning("PLY001", "A newcomer has no federation, and so is computed and remembered, but not published (D53).")
        .why("A player is registered through a federation. No list, no report and no row of the roster names one for this player.")
        .to_do("Give the federation in the roster, or say published there; or have the next report name it.");

pub(crate) static POOL_RESULT_TOO_OLD: Code = Code::note("PLY002", "A result that waited for a first rating is too old to count (D52).")
    .why("Results are pooled for a limited time, which the message's article names. This one leaves the pool for good.")
    .to_do("Nothing.");

pub(crate) static RATED_AND_UNKNOWN: Code =
    Code::warning("PLY003", "A player is rated in a report, and on no list that was read: the games count as those of an unrated player.")
        .why("Ratings come from lists, never from reports. Of a guest whom the lists do not have, the opponents lose their games.")
        .to_do("Look the id up. If it is right, the lists are not complete: take newer ones.");

pub(crate) static RATINGS_FAR_FROM_LIST: Code =
    Code::warning("PLY004", "Ratings in a report are more than 200 points from those of the list that its games use.")
        .why("Ratings come from the list. Such a report may have wrong ids, ratings of another control, or those of another month.")
        .to_do("Compare ids and names of these players with the list; where they are right, nothing.");

pub(crate) static LIST_LACKS: Code =
    Code::warning("PLY005", "A list that is imported lacks federations, titles or columns that the list before it had.")
        .why("A file that was cut off, or made by a filter, looks whole. The list is imported as it is; its players are not on it.")
        .to_do("Look whether the file is whole, and fetch it again. If it is as it was published, nothing.");

pub(crate) static SETTINGS_REFUSED: Code =
    Code::error("SET001", "A pipeline file, a rulebook or a file of orders cannot be used: it is no TOML, or a key or value is wrong.")
        .why("Settings are never guessed: with such a file no list is made.")
        .to_do("Correct the line that the message names; the chapters on pipeline files and on rules of one's own have every key.");

pub(crate) static PATH_MISSING: Code = Code::warning("SET002", "A pipeline file names a file or folder that is not there.")
    .why("A run stops where something that it is to read is missing, and a misspelt path looks just like one that is to come.")
    .to_do("Correct the path, which is relative to the pipeline file, or make the file or folder.");

/// Every code of this crate, in the order of their ids.
pub static CODES: &[&Code] = &[
    &title_codes::NO_TITLE_EDITION,
    &title_codes::ARTICLES_UNPROVEN,
    &title_codes::TITLE_FEDERATION_MISSING,
    &title_codes::TITLE_SEX_MISSING,
    &title_codes::TITLE_FROM_REPORT,
    &title_codes::ROUND_DATES_MISSING,
    &title_codes::ROUND_MISSING,
    &title_codes::DIRECT_ROW_UNUSABLE,
    &title_codes::NORM_ROW_UNUSABLE,
    &title_codes::TITLES_DIFFER,
    &title_codes::BYES_NOT_TOLD,
    &title_codes::HOST_FEDERATION_MISSING,
    &title_codes::RATING_OF_EXCLUDED,
    &title_codes::NOTHING_WITHDRAWN,
    &NO_FEDERATION,
    &POOL_RESULT_TOO_OLD,
    &RATED_AND_UNKNOWN,
    &RATINGS_FAR_FROM_LIST,
    &LIST_LACKS,
    &SETTINGS_REFUSED,
    &PATH_MISSING,
];
