//! Every code that this crate can raise. A code is never given a second meaning.

use model::Code;

pub(crate) static BUNDLE_UNREADABLE: Code = Code::error("BUN001", "A table of the bundle is missing or cannot be read at all.");
pub(crate) static PARQUET_PREFERRED: Code = Code::note("BUN002", "A table is there as CSV and as Parquet; the Parquet file is read.");
pub(crate) static ONLINE_GAMES_IGNORED: Code = Code::note("BUN003", "The folder holds online games, which are not read as tournaments.");
pub(crate) static GAME_OF_UNKNOWN_TOURNAMENT: Code =
    Code::error("BUN004", "Games name a tournament that the bundle's table of tournaments does not have.");
pub(crate) static BUNDLE_RESULT_UNKNOWN: Code = Code::error("BUN005", "The result of a game is none of the known words.");
pub(crate) static BUNDLE_PLAYER_WITHOUT_ID: Code =
    Code::warning("BUN006", "A player of a game has no usable id and is treated as unrated.");
pub(crate) static BUNDLE_ROUND_UNREADABLE: Code =
    Code::warning("BUN007", "The round of a game is missing or not a number; the game is kept, as of round 0.");
pub(crate) static BUNDLE_AGAINST_ONESELF: Code = Code::error("BUN008", "A game has the same player on both sides.");
pub(crate) static SAME_PAIRING_TWICE: Code = Code::warning(
    "BUN009",
    "The same two players meet twice in one round with the same colours; both games are kept, but where the result is the same too only the first.",
);
pub(crate) static BUNDLE_ROW_MALFORMED: Code = Code::error("BUN010", "A row does not have the columns that the table's header promises.");
pub(crate) static BUNDLE_PLAYER_UNUSABLE: Code =
    Code::warning("BUN011", "A row of the table of players has no usable id or year and adds nothing for it.");
pub(crate) static BUNDLE_OTHER_FILE: Code = Code::warning("BUN012", "A tournament report lies in a bundle's folder and is not read.");
pub(crate) static BUNDLE_ASYMMETRIC: Code =
    Code::note("BUN013", "The two players' scores of a game do not add up to one point; the result is legal and read as it stands.");

pub(crate) static ONLINE_TIME_UNREADABLE: Code =
    Code::error("BUN014", "The time at which an online game ended is missing or is no time in UTC; the row is left out.");
pub(crate) static ONLINE_NO_GAME_ID: Code = Code::error("BUN015", "An online game has no id; the row is left out.");
pub(crate) static ONLINE_CONTROL_UNKNOWN: Code =
    Code::error("BUN016", "The control of an online game is none of the known words; the row is left out.");
pub(crate) static ONLINE_PLAYER_WITHOUT_ID: Code =
    Code::error("BUN017", "A player of an online game has no usable id; the game does not count.");
pub(crate) static ONLINE_DISCONNECTED_UNKNOWN: Code =
    Code::error("BUN018", "Who lost the connection in an online game is none of the known words; the game does not count.");
pub(crate) static ONLINE_GAME_TWICE: Code = Code::warning("BUN019", "The same online game is there more than once; one of them counts.");
pub(crate) static ONLINE_ROWS_CONTRADICT: Code =
    Code::error("BUN020", "Rows of one online game tell different things; none of them counts.");
pub(crate) static CORRECTION_MALFORMED: Code = Code::error("COR001", "A row of corrections does not have as many fields as the header.");
pub(crate) static CORRECTION_VALUE: Code =
    Code::error("COR002", "A field of a correction holds something that cannot be read, or nothing where something is needed.");
pub(crate) static CORRECTION_FIELD_UNUSED: Code = Code::error("COR003", "A field is filled that this kind of correction does not use.");
pub(crate) static CORRECTION_ID_TWICE: Code = Code::error("COR004", "Two corrections have the same id.");
pub(crate) static UNDO_IMPOSSIBLE: Code =
    Code::error("COR005", "An undo names no correction, one received later, or leads back to itself.");
pub(crate) static MERGE_IMPOSSIBLE: Code = Code::error("COR006", "An id is merged twice, or merges lead in a circle.");
pub(crate) static CORRECTIONS_OUTSIDE: Code =
    Code::error("COR007", "A file of corrections, or a newer report that one names, is not there or lies outside the folder.");
pub(crate) static CORRECTIONS_NOT_UTF8: Code = Code::note("COR008", "The corrections are not UTF-8 and are read as windows-1252.");
pub(crate) static CORRECTIONS_UNREADABLE: Code = Code::error("COR009", "A table of corrections cannot be read at all.");
pub(crate) static CORRECTION_MISMATCH: Code = Code::error("COR010", "A correction is refused: what it says is there is not there.");
pub(crate) static CORRECTION_TOO_OLD: Code =
    Code::error("COR011", "A correction is refused: the list it would change is older than the limit (D29).");
pub(crate) static PLAYER_PLAYS_ALREADY: Code =
    Code::error("COR012", "A correction is refused: the player who is to be put into an event plays in it already (D25).");
pub(crate) static CORRECTED_TWICE_THERE: Code =
    Code::error("COR013", "A correction is refused: several tournaments have the id that it names.");
pub(crate) static CORRECTED_NOWHERE: Code = Code::warning("COR014", "A correction names a tournament that was not handed in.");
pub(crate) static CORRECTION_SUPERSEDED: Code =
    Code::note("COR015", "A correction came before a newer report of its tournament and is not applied to that.");
pub(crate) static MERGED_IN_ONE_EVENT: Code =
    Code::warning("COR016", "Two entries of one event are one player since their ids were merged, and are treated as unrated (D25).");

pub(crate) static ROSTER_VALUE: Code = Code::error("PLR001", "A row of the roster holds something that cannot be applied.");
pub(crate) static ROSTER_NOT_UTF8: Code = Code::note("PLR002", "The roster is not UTF-8 and is read as windows-1252.");

pub(crate) static TABLE_COLUMN_UNKNOWN: Code = Code::warning("REG001", "The table has a column that nothing reads.");
pub(crate) static TABLE_ROW_MALFORMED: Code = Code::error("REG002", "A row does not have as many fields as the header.");
pub(crate) static TABLE_VALUE: Code = Code::error("REG003", "A field holds a value that cannot be read.");
pub(crate) static TABLE_NO_ID: Code = Code::error("REG004", "A row has no tournament id.");
pub(crate) static REGISTRY_NO_FILE: Code = Code::error("REG005", "A row names no file.");
pub(crate) static DUPLICATE_ID: Code = Code::error("REG006", "Two tournaments have the same id.");
pub(crate) static DUPLICATE_FILE: Code = Code::error("REG007", "Two rows name the same file.");
pub(crate) static FILE_MISSING: Code = Code::error("REG008", "The file that a row names is not there.");
pub(crate) static FILE_OUTSIDE: Code = Code::error("REG009", "The file that a row names lies outside the folders that were handed in.");
pub(crate) static REGISTRY_DISAGREES: Code = Code::warning("REG010", "The registry and the report disagree; the registry is followed.");
pub(crate) static NOT_IN_REGISTRY: Code = Code::warning("REG011", "A report is not in the registry; its id is its file's name.");
pub(crate) static TABLE_END_BEFORE_START: Code = Code::error("REG012", "A tournament ends before it starts.");
pub(crate) static TABLE_NOT_UTF8: Code = Code::note("REG013", "The table is not UTF-8 and is read as windows-1252.");

pub(crate) static FILE_EMPTY: Code = Code::error("TRF001", "The report is empty.");
pub(crate) static FILE_BINARY: Code = Code::error("TRF002", "The report holds bytes that no text holds.");
pub(crate) static NO_PLAYERS: Code = Code::error("TRF003", "The report has no player line.");
pub(crate) static FILE_UNREADABLE: Code = Code::error("TRF004", "A file or folder is there but cannot be opened.");
pub(crate) static NOT_UTF8: Code = Code::note("TRF005", "The report is not UTF-8 and is read in another encoding.");
pub(crate) static TAG_UNKNOWN: Code = Code::note("TRF006", "Lines begin with a tag that nothing reads.");
pub(crate) static PLAYER_LINE_INDENTED: Code =
    Code::error("TRF007", "A player line does not begin in the first column, so its columns cannot be trusted.");
pub(crate) static FILE_PASSED_OVER: Code = Code::note("TRF008", "A file does not have the name of a tournament report and is passed over.");
pub(crate) static LINK_NOT_FOLLOWED: Code =
    Code::warning("TRF009", "A symbolic link leads out of the folder that was handed in and is not followed.");
pub(crate) static DATE_UNREADABLE: Code = Code::error("TRF010", "The first or last day of the tournament cannot be read.");
pub(crate) static NO_DATES: Code = Code::error("TRF011", "Neither the report nor the registry tells the first or last day.");
pub(crate) static DATES_FROM_ROUNDS: Code = Code::warning("TRF012", "The first or last day is taken from the dates of the rounds.");
pub(crate) static ROUND_DATE_IGNORED: Code =
    Code::warning("TRF013", "The date of a round cannot be read or lies outside the tournament, and is ignored.");
pub(crate) static CLOCK_UNREADABLE: Code = Code::warning("TRF014", "The encoded time control cannot be read.");
pub(crate) static END_BEFORE_START: Code = Code::error("TRF015", "The tournament ends before it starts.");
pub(crate) static ROUNDS_UNREADABLE: Code = Code::warning("TRF016", "The number of rounds cannot be read.");
pub(crate) static DATE_TWO_READINGS: Code =
    Code::warning("TRF017", "A date with a year of two digits can be read in two ways; the first pair is taken as the year.");
pub(crate) static TOO_MANY_ROUNDS: Code = Code::error("TRF018", "A player line goes on after the last round that can be numbered.");
pub(crate) static NO_STARTING_RANK: Code = Code::error("TRF020", "A player line has no starting rank and cannot be used.");
pub(crate) static OPPONENT_UNKNOWN: Code = Code::error("TRF021", "The opponent of a game is not in the player section.");
pub(crate) static RANK_TWICE: Code = Code::error("TRF022", "Two player lines have the same starting rank.");
pub(crate) static NO_ID: Code = Code::warning("TRF023", "A player has no usable id and is treated as unrated.");
pub(crate) static ID_SHARED: Code = Code::warning("TRF024", "Two entries have the same id and are both treated as unrated.");
pub(crate) static ID_NATIONAL: Code = Code::warning("TRF025", "An id that no list knows looks like a national number.");
pub(crate) static RESULT_UNKNOWN: Code = Code::error("TRF026", "The result of a game is none of the known characters.");
pub(crate) static BLOCK_GARBLED: Code =
    Code::error("TRF027", "The columns of a round do not hold opponent, colour and result where they belong.");
pub(crate) static TEXT_AFTER_ROUNDS: Code = Code::warning("TRF028", "A player line goes on after the last round, and the rest is ignored.");
pub(crate) static RESULT_WITHOUT_OPPONENT: Code =
    Code::warning("TRF029", "A round has the result of a game but no opponent, and is read as a bye.");
pub(crate) static ONE_SIDED: Code = Code::error("TRF030", "A game is in one player's line only.");
pub(crate) static RESULTS_DISAGREE: Code = Code::error("TRF031", "The two players' lines give results that exclude each other.");
pub(crate) static ASYMMETRIC: Code =
    Code::note("TRF032", "The two players' scores of a game do not add up to one point; the result is legal and read as it stands.");
pub(crate) static COLOURS_CLASH: Code =
    Code::warning("TRF033", "Both players' lines claim the same colour; the lower starting rank is taken as white.");
pub(crate) static AGAINST_ONESELF: Code = Code::error("TRF034", "A player is his or her own opponent.");
pub(crate) static RESULT_MISSING: Code = Code::warning("TRF035", "A game has an opponent but no result.");
pub(crate) static NO_COLOURS: Code =
    Code::note("TRF036", "Neither player's line tells the colours of a played game; the lower starting rank is taken as white.");
pub(crate) static NAME_DOES_NOT_FIT: Code =
    Code::warning("TRF037", "The name that a report has for an id is not the name that the list has for it; it may be somebody else's id.");
pub(crate) static SAME_PERSON_TWICE: Code = Code::warning(
    "TRF038",
    "Two entries of one event have the same name and no birth date that tells them apart, but different ids; they may be one person's.",
);
pub(crate) static LINE_TOO_LONG: Code = Code::error("TRF039", "A line is longer than any report's; the report is not read.");

/// Every code of this crate, in the order of their ids. `tests/codes.rs` raises each of them, and fails for one that is not here.
pub static CODES: &[&Code] = &[
    &BUNDLE_UNREADABLE,
    &PARQUET_PREFERRED,
    &ONLINE_GAMES_IGNORED,
    &GAME_OF_UNKNOWN_TOURNAMENT,
    &BUNDLE_RESULT_UNKNOWN,
    &BUNDLE_PLAYER_WITHOUT_ID,
    &BUNDLE_ROUND_UNREADABLE,
    &BUNDLE_AGAINST_ONESELF,
    &SAME_PAIRING_TWICE,
    &BUNDLE_ROW_MALFORMED,
    &BUNDLE_PLAYER_UNUSABLE,
    &BUNDLE_OTHER_FILE,
    &BUNDLE_ASYMMETRIC,
    &ONLINE_TIME_UNREADABLE,
    &ONLINE_NO_GAME_ID,
    &ONLINE_CONTROL_UNKNOWN,
    &ONLINE_PLAYER_WITHOUT_ID,
    &ONLINE_DISCONNECTED_UNKNOWN,
    &ONLINE_GAME_TWICE,
    &ONLINE_ROWS_CONTRADICT,
    &CORRECTION_MALFORMED,
    &CORRECTION_VALUE,
    &CORRECTION_FIELD_UNUSED,
    &CORRECTION_ID_TWICE,
    &UNDO_IMPOSSIBLE,
    &MERGE_IMPOSSIBLE,
    &CORRECTIONS_OUTSIDE,
    &CORRECTIONS_NOT_UTF8,
    &CORRECTIONS_UNREADABLE,
    &CORRECTION_MISMATCH,
    &CORRECTION_TOO_OLD,
    &PLAYER_PLAYS_ALREADY,
    &CORRECTED_TWICE_THERE,
    &CORRECTED_NOWHERE,
    &CORRECTION_SUPERSEDED,
    &MERGED_IN_ONE_EVENT,
    &ROSTER_VALUE,
    &ROSTER_NOT_UTF8,
    &TABLE_COLUMN_UNKNOWN,
    &TABLE_ROW_MALFORMED,
    &TABLE_VALUE,
    &TABLE_NO_ID,
    &REGISTRY_NO_FILE,
    &DUPLICATE_ID,
    &DUPLICATE_FILE,
    &FILE_MISSING,
    &FILE_OUTSIDE,
    &REGISTRY_DISAGREES,
    &NOT_IN_REGISTRY,
    &TABLE_END_BEFORE_START,
    &TABLE_NOT_UTF8,
    &FILE_EMPTY,
    &FILE_BINARY,
    &NO_PLAYERS,
    &FILE_UNREADABLE,
    &NOT_UTF8,
    &TAG_UNKNOWN,
    &PLAYER_LINE_INDENTED,
    &FILE_PASSED_OVER,
    &LINK_NOT_FOLLOWED,
    &DATE_UNREADABLE,
    &NO_DATES,
    &DATES_FROM_ROUNDS,
    &ROUND_DATE_IGNORED,
    &CLOCK_UNREADABLE,
    &END_BEFORE_START,
    &ROUNDS_UNREADABLE,
    &DATE_TWO_READINGS,
    &TOO_MANY_ROUNDS,
    &NO_STARTING_RANK,
    &OPPONENT_UNKNOWN,
    &RANK_TWICE,
    &NO_ID,
    &ID_SHARED,
    &ID_NATIONAL,
    &RESULT_UNKNOWN,
    &BLOCK_GARBLED,
    &TEXT_AFTER_ROUNDS,
    &RESULT_WITHOUT_OPPONENT,
    &ONE_SIDED,
    &RESULTS_DISAGREE,
    &ASYMMETRIC,
    &COLOURS_CLASH,
    &AGAINST_ONESELF,
    &RESULT_MISSING,
    &NO_COLOURS,
    &NAME_DOES_NOT_FIT,
    &SAME_PERSON_TWICE,
    &LINE_TOO_LONG,
];
