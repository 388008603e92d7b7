//! Every code that this crate can raise. A code is never given a second meaning.

use model::{Code, Severity};

macro_rules! codes {
    ($($name:ident = $id:literal $severity:ident $meaning:literal;)+) => {
        $(pub(crate) static $name: Code = Code { id: $id, severity: Severity::$severity, meaning: $meaning };)+

        /// Every code, in the order of their ids.
        pub static CODES: &[&Code] = &[$(&$name),+];
    };
}

// Bundles.
codes! {
    BUNDLE_UNREADABLE = "BUN001" Error "A table of the bundle is missing or cannot be read at all.";
    PARQUET_PREFERRED = "BUN002" Note "A table is there as CSV and as Parquet; the Parquet file is read.";
    ONLINE_GAMES_IGNORED = "BUN003" Note "The folder holds online games, which are not read as tournaments.";
    GAME_OF_UNKNOWN_TOURNAMENT = "BUN004" Error "Games name a tournament that the bundle's table of tournaments does not have.";
    BUNDLE_RESULT_UNKNOWN = "BUN005" Error "The result of a game is none of the known words.";
    BUNDLE_PLAYER_WITHOUT_ID = "BUN006" Warning "A player of a game has no usable id and is treated as unrated.";
    BUNDLE_ROUND_UNREADABLE = "BUN007" Warning "The round of a game is missing or not a number; the game is kept, as of round 0.";
    BUNDLE_AGAINST_ONESELF = "BUN008" Error "A game has the same player on both sides.";
    SAME_PAIRING_TWICE = "BUN009" Warning "The same two players meet twice in one round with the same colours; both games are kept, but where the result is the same too only the first.";
    BUNDLE_ROW_MALFORMED = "BUN010" Error "A row does not have the columns that the table's header promises.";
    BUNDLE_PLAYER_UNUSABLE = "BUN011" Warning "A row of the table of players has no usable id or year and adds nothing for it.";
    BUNDLE_OTHER_FILE = "BUN012" Warning "A tournament report lies in a bundle's folder and is not read.";
    BUNDLE_ASYMMETRIC = "BUN013" Note "The two players' scores of a game do not add up to one point; the result is legal and read as it stands.";

    ROSTER_VALUE = "PLR001" Error "A row of the roster holds something that cannot be applied.";

    TABLE_COLUMN_UNKNOWN = "REG001" Warning "The table has a column that nothing reads.";
    TABLE_ROW_MALFORMED = "REG002" Error "A row does not have as many fields as the header.";
    TABLE_VALUE = "REG003" Error "A field holds a value that cannot be read.";
    TABLE_NO_ID = "REG004" Error "A row has no tournament id.";
    REGISTRY_NO_FILE = "REG005" Error "A row names no file.";
    DUPLICATE_ID = "REG006" Error "Two tournaments have the same id.";
    DUPLICATE_FILE = "REG007" Error "Two rows name the same file.";
    FILE_MISSING = "REG008" Error "The file that a row names is not there.";
    FILE_OUTSIDE = "REG009" Error "The file that a row names lies outside the folders that were handed in.";
    REGISTRY_DISAGREES = "REG010" Warning "The registry and the report disagree; the registry is followed.";
    NOT_IN_REGISTRY = "REG011" Warning "A report is not in the registry; its id is its file's name.";
    TABLE_END_BEFORE_START = "REG012" Error "A tournament ends before it starts.";
    TABLE_NOT_UTF8 = "REG013" Note "The table is not UTF-8 and is read as windows-1252.";

    FILE_EMPTY = "TRF001" Error "The report is empty.";
    FILE_BINARY = "TRF002" Error "The report holds bytes that no text holds.";
    NO_PLAYERS = "TRF003" Error "The report has no player line.";
    FILE_UNREADABLE = "TRF004" Error "A file or folder is there but cannot be opened.";
    NOT_UTF8 = "TRF005" Note "The report is not UTF-8 and is read in another encoding.";
    TAG_UNKNOWN = "TRF006" Note "Lines begin with a tag that nothing reads.";
    PLAYER_LINE_INDENTED = "TRF007" Error "A player line does not begin in the first column, so its columns cannot be trusted.";
    FILE_PASSED_OVER = "TRF008" Note "A file does not have the name of a tournament report and is passed over.";
    LINK_NOT_FOLLOWED = "TRF009" Warning "A symbolic link leads out of the folder that was handed in and is not followed.";
    DATE_UNREADABLE = "TRF010" Error "The first or last day of the tournament cannot be read.";
    NO_DATES = "TRF011" Error "Neither the report nor the registry tells the first or last day.";
    DATES_FROM_ROUNDS = "TRF012" Warning "The first or last day is taken from the dates of the rounds.";
    ROUND_DATE_IGNORED = "TRF013" Warning "The date of a round cannot be read or lies outside the tournament, and is ignored.";
    CLOCK_UNREADABLE = "TRF014" Warning "The encoded time control cannot be read.";
    END_BEFORE_START = "TRF015" Error "The tournament ends before it starts.";
    ROUNDS_UNREADABLE = "TRF016" Warning "The number of rounds cannot be read.";
    DATE_TWO_READINGS = "TRF017" Warning "A date with a year of two digits can be read in two ways; the first pair is taken as the year.";
    TOO_MANY_ROUNDS = "TRF018" Error "A player line goes on after the last round that can be numbered.";
    NO_STARTING_RANK = "TRF020" Error "A player line has no starting rank and cannot be used.";
    OPPONENT_UNKNOWN = "TRF021" Error "The opponent of a game is not in the player section.";
    RANK_TWICE = "TRF022" Error "Two player lines have the same starting rank.";
    NO_ID = "TRF023" Warning "A player has no usable id and is treated as unrated.";
    ID_SHARED = "TRF024" Warning "Two entries have the same id and are both treated as unrated.";
    ID_NATIONAL = "TRF025" Warning "An id that no list knows looks like a national number.";
    RESULT_UNKNOWN = "TRF026" Error "The result of a game is none of the known characters.";
    BLOCK_GARBLED = "TRF027" Error "The columns of a round do not hold opponent, colour and result where they belong.";
    TEXT_AFTER_ROUNDS = "TRF028" Warning "A player line goes on after the last round, and the rest is ignored.";
    RESULT_WITHOUT_OPPONENT = "TRF029" Warning "A round has the result of a game but no opponent, and is read as a bye.";
    ONE_SIDED = "TRF030" Error "A game is in one player's line only.";
    RESULTS_DISAGREE = "TRF031" Error "The two players' lines give results that exclude each other.";
    ASYMMETRIC = "TRF032" Note "The two players' scores of a game do not add up to one point; the result is legal and read as it stands.";
    COLOURS_CLASH = "TRF033" Warning "Both players' lines claim the same colour; the lower starting rank is taken as white.";
    AGAINST_ONESELF = "TRF034" Error "A player is his or her own opponent.";
    RESULT_MISSING = "TRF035" Warning "A game has an opponent but no result.";
    NO_COLOURS = "TRF036" Note "Neither player's line tells the colours of a played game; the lower starting rank is taken as white.";
}
