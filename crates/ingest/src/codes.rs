//! The diagnostic codes of this crate: what each means, why it is reported, what was done with the input, and what to do.
//!
//! A code never gets a second meaning.

use model::{Code, Reason};

pub(crate) static BUNDLE_UNREADABLE: Code = Code::error("BUN001", "A table of the bundle is missing or cannot be read at all.")
    .why("Nobody can tell which tournaments or games are missing, so a run stops with exit code 3 and nothing is published.")
    .to_do(
        "Put tournaments and games into the folder, each as .csv or .parquet with the columns that the message names, or take the \
         folder away.",
    );

pub(crate) static PARQUET_PREFERRED: Code = Code::note("BUN002", "A table is there as CSV and as Parquet; the Parquet file is read.")
    .why("Two forms of one table could differ. The CSV file is not looked at.")
    .to_do("Take away the form that is not meant.");

pub(crate) static ONLINE_GAMES_IGNORED: Code = Code::note("BUN003", "The folder holds online games, which are not read as tournaments.")
    .why("No edition in force rates online games, so nothing was done with them.")
    .to_do("Nothing, if they lie there for another list. To rate them, name an edition that does: --rules online-2013.");

pub(crate) static GAME_OF_UNKNOWN_TOURNAMENT: Code =
    Code::error("BUN004", "Games name a tournament that the bundle's table of tournaments does not have.")
        .why(
            "What a game counts for depends on its tournament's dates, control and kind. These games are left out; the other games \
         of the bundle are read.",
        )
        .to_do("Add the tournament to the table of tournaments, or correct tournament_id in the games.");

pub(crate) static BUNDLE_RESULT_UNKNOWN: Code = Code::error("BUN005", "The result of a game is not one of the known words.")
    .why("The result is not guessed: the game is kept, and does not count for either player.")
    .to_do("Write one of 1-0, 0-1, 1/2-1/2, or for an unplayed game +/-, -/+, -/-.");

pub(crate) static BUNDLE_PLAYER_WITHOUT_ID: Code =
    Code::warning("BUN006", "A player of a game has no usable id and is treated as unrated.")
        .why("Ratings belong to ids. The game is read as one of a player without a rating.")
        .to_do("Fill in the player's FIDE id.");

pub(crate) static BUNDLE_ROUND_UNREADABLE: Code =
    Code::warning("BUN007", "The round of a game is missing or not a number; the game is kept, as of round 0.")
        .why(
            "The round tells repeated rows from second games, and the order of the games of a match. The game counts as the rules \
         allow.",
        )
        .to_do("Number the rounds from 1.");

pub(crate) static BUNDLE_AGAINST_ONESELF: Code = Code::error("BUN008", "A game has the same player on both sides.")
    .why("No one plays against himself or herself, so one of the two ids is wrong. The game does not count.")
    .to_do("Correct white or black.");

pub(crate) static SAME_PAIRING_TWICE: Code = Code::warning(
    "BUN009",
    "The same two players meet twice in one round with the same colours: where the result is the same too only the first counts, \
     otherwise both, in the kinds of event that have two games a round.",
)
.why(
    "A game entered twice would be rated twice. A repeat with the same result does not count; with another result both games do, in \
     the kinds of event that have two games a round.",
)
.to_do("Take away one of the rows if the game was entered twice; correct the round if two games were played.");

pub(crate) static BUNDLE_ROW_MALFORMED: Code = Code::error("BUN010", "A row does not have the columns that the table's header promises.")
    .why("Fields may stand in the wrong columns. A row of online games is left out; any other is read as far as it goes.")
    .to_do("Give every row all columns of the header, and put a field that holds a comma between quotes.");

pub(crate) static BUNDLE_PLAYER_UNUSABLE: Code =
    Code::warning("BUN011", "A row of the table of players has no usable id or year and adds nothing for it.")
        .why("A player without an id is not added; one with an unreadable year is added without it.")
        .to_do("Fill in the FIDE id, and a year of birth of four digits or none.");

pub(crate) static BUNDLE_OTHER_FILE: Code = Code::warning("BUN012", "A tournament report lies in a bundle's folder and is not read.")
    .why("A bundle's tables are the whole of its tournaments; read as well, the report could be rated twice. It was not read.")
    .to_do("Move the report into a folder of its own if it is another tournament.");

pub(crate) static BUNDLE_ASYMMETRIC: Code =
    Code::note("BUN013", "The two players' scores of a game do not add up to one point; the result is legal and read as it stands.")
        .why("An arbiter may give such scores as a penalty. A played game counts for each player with the score given.")
        .to_do("Nothing, if both players were scored so; otherwise correct the result.");

pub(crate) static ONLINE_TIME_UNREADABLE: Code =
    Code::error("BUN014", "The time at which an online game ended is missing or is no time in UTC; the row is left out.")
        .why("The time decides which list a game belongs to, and in which order games are rated.")
        .to_do("Write the time in UTC, as 2013-11-05T18:30:00Z.");

pub(crate) static ONLINE_NO_GAME_ID: Code = Code::error("BUN015", "An online game has no id; the row is left out.")
    .why("Without an id a game handed in twice cannot be distinguished from two games.")
    .to_do("Give every game an id of its own.");

pub(crate) static ONLINE_CONTROL_UNKNOWN: Code =
    Code::error("BUN016", "The control of an online game is not one of the known words; the row is left out.")
        .why("The control decides which list a game belongs to.")
        .to_do("Write standard, rapid, blitz or bullet, or leave the field blank for the control of the list that is made.");

pub(crate) static ONLINE_PLAYER_WITHOUT_ID: Code =
    Code::error("BUN017", "A player of an online game has no usable id; the game does not count.")
        .why("Online ratings go from game to game, and need both players.")
        .to_do("Fill in the player's FIDE id.");

pub(crate) static ONLINE_DISCONNECTED_UNKNOWN: Code =
    Code::error("BUN018", "Who lost the connection in an online game is not one of the known words; the game does not count.")
        .why("Whoever loses the connection loses the game (D33), so the result is not known.")
        .to_do("Write white, black, or nothing if nobody lost the connection.");

pub(crate) static ONLINE_GAME_TWICE: Code = Code::warning("BUN019", "The same online game is there more than once; one of them counts.")
    .why("A game counted twice would change both ratings twice. The repeats do not count.")
    .to_do("Take away one of the rows.");

pub(crate) static ONLINE_ROWS_CONTRADICT: Code =
    Code::error("BUN020", "Rows of one online game tell different things; none of them counts.")
        .why("Which of the rows is right is not known, and not guessed.")
        .to_do("Keep the row that is right, or give each game an id of its own.");

pub(crate) static BUNDLE_UNFINISHED: Code = Code::warning("BUN021", "A game is not finished; it is left out.")
    .why("Without a result there is nothing to rate (D52). The game does not count for either player; the others do.")
    .to_do("When it is finished, fill in its result, or hand in a correction of the result whose old value is *.");

pub(crate) static TWO_GAMES_IN_ONE_ROUND: Code =
    Code::error("BUN022", "A player has two games in one round of an event that has one game a round; neither counts.")
        .why("One of them has the wrong round or the wrong player, and which is not guessed (D38). Both are left out for both sides.")
        .to_do(
            "Correct the round or the player. Matches, knockouts and team events may have two games a round; another event may with the \
     class double-rounds.",
        );

pub(crate) static TOLD_FROM_BOTH_SIDES: Code =
    Code::warning("BUN023", "The same game has two rows, one from each side; one of them counts.")
        .why("Two rows of one pairing with the colours exchanged and results that agree are one game (D52), told once by each player.")
        .to_do("Give every game one row. If two games a round were played, write the class double-rounds.");

pub(crate) static BUNDLE_NO_SUCH_ROUND: Code =
    Code::error("BUN024", "A game's round comes after the last one scheduled; games of it are left out.")
        .why("An event has no more games than were scheduled (D38). The games do not count; those of the other rounds do.")
        .to_do("Correct the round of the games, or rounds in the table of tournaments.");

pub(crate) static BUNDLE_BIRTH_YEAR_LATER: Code =
    Code::warning("BUN025", "A player's birth year comes after the year of the list and is not known.")
        .why("Nobody is born after playing. The player is added without a year (D52), which means no junior's K.")
        .to_do("Correct the year of birth.");

pub(crate) static ONLINE_GAME_RATED: Code =
    Code::warning("BUN026", "The previous list has an online game with this id; it is not rated again (R29).")
        .why("A game counted on two lists would change both ratings twice, whatever time the second row has.")
        .to_do("Take away the row; if it is another game, give it an id of its own.");

pub(crate) static GAMES_WITHOUT_TOURNAMENTS: Code =
    Code::error("BUN027", "A table of games has no table of tournaments beside it; it is not read.")
        .why("Only both tables together make a folder a bundle. A stray table does not stop the month: all other tournaments are read.")
        .to_do("Put tournaments.csv or tournaments.parquet beside it, or take it out of the folder.");

pub(crate) static BUNDLE_BYE_UNUSABLE: Code = Code::warning("BUN028", "A row of the table of byes cannot be used and is left out.")
    .why(
        "Byes tell who was there in a round, which the title regulations ask (T24). No rating depends on them, so the tournament is \
         rated all the same.",
    )
    .to_do("Give every row a tournament of the bundle, a round of it, a FIDE id without a game in that round, and one of U, F, H and Z.");

pub(crate) static TABLE_COLUMN_UNKNOWN: Code = Code::warning("REG001", "The table has a column that nothing reads.")
    .why("A misspelt column would be missed without a word. The column is ignored.")
    .to_do("Correct its name if it is one of those that the hint lists; otherwise nothing.");

pub(crate) static TABLE_ROW_MALFORMED: Code = Code::error("REG002", "A row does not have as many fields as the header.")
    .why("Fields may stand in the wrong columns, so nothing in the row can be trusted. The tournament is refused.")
    .to_do("Put a field that holds a comma between quotes.");

pub(crate) static TABLE_VALUE: Code = Code::error("REG003", "A field holds a value that cannot be read.")
    .why("A date or word that is guessed could rate the tournament by the wrong rules. The tournament is refused.")
    .to_do("Write the field as the hint shows, or leave it blank.");

pub(crate) static TABLE_NO_ID: Code = Code::error("REG004", "A row has no tournament id.")
    .why("A tournament is rated once, and is remembered by its id. The tournament is refused.")
    .to_do("Give every tournament an id of its own.");

pub(crate) static REGISTRY_NO_FILE: Code = Code::error("REG005", "A row names no file.")
    .why("There is nothing to read the games from. The tournament is refused.")
    .to_do("Name the tournament's report, relative to the registry.");

pub(crate) static DUPLICATE_ID: Code = Code::error("REG006", "Two tournaments have the same id.")
    .why(
        "A tournament is rated once, and is remembered by its id. Two with different games are both refused, of two with the same \
         games one is rated.",
    )
    .to_do("Give every tournament an id of its own, in the registry or by its file's name.");

pub(crate) static DUPLICATE_FILE: Code = Code::error("REG007", "Two rows name the same file.")
    .why("A report is one tournament, and which of the rows describes it is not known. Both are refused.")
    .to_do("Take away one of the rows.");

pub(crate) static FILE_MISSING: Code = Code::error("REG008", "The file that a row names is not there.")
    .why("There is nothing to read the games from. The tournament is refused.")
    .to_do("Hand the file in, or correct its name: relative to the registry, upper and lower case as it is.");

pub(crate) static FILE_OUTSIDE: Code = Code::error("REG009", "The file that a row names lies outside the folders that were handed in.")
    .why("A registry may not make the program read other files of the machine. The file is not read, and the tournament is refused.")
    .to_do("Name files relative to the registry, or hand in the folder that they lie in.");

pub(crate) static REGISTRY_DISAGREES: Code = Code::warning("REG010", "The registry and the report disagree; the registry is followed.")
    .why("One of the two is wrong. The office's word goes before the organiser's.")
    .to_do("Correct the registry if the report is right; leave a field blank to follow the report.");

pub(crate) static NOT_IN_REGISTRY: Code = Code::warning("REG011", "A report is not in the registry; its id is its file's name.")
    .why("With a registry every tournament is expected to be in it. The report is judged by what it says itself.")
    .to_do("Add a row for it, or take the report away if it is not to be rated.");

pub(crate) static TABLE_END_BEFORE_START: Code = Code::error("REG012", "A tournament ends before it starts.")
    .why("The dates decide the edition, the list and the ratings that apply. The tournament is refused.")
    .to_do("Correct start or end.");

pub(crate) static TABLE_NOT_UTF8: Code = Code::note("REG013", "The table is not UTF-8 and is read as windows-1252.")
    .why("Letters with accents may come out as others. The rows are used as read.")
    .to_do("Save the file as UTF-8.");

pub(crate) static CONTROL_UNKNOWN: Code = Code::warning("REG014", "Nothing tells the time control of a tournament.")
    .why(
        "The control decides which list a tournament belongs to (D35). A run with flags takes the tournament as one of its own control; \
         in a pipeline it is refused, unless the pipeline file says takes_unknown_control = true.",
    )
    .to_do(
        "Put control, or minutes and increment, into the registry or the bundle's table; or line 222, 122 or 092 into the report, as \
         '222 5400+30', '122 90 min + 30 sec per move' or '092 Swiss (Standard)'.",
    )
    .refuses_as(Reason::ControlUnknown);

pub(crate) static FILE_EMPTY: Code = Code::error("TRF001", "The report is empty.")
    .why("There is nothing to rate. The tournament is refused; the others are rated.")
    .to_do("Ask the organiser for the report again.");

pub(crate) static FILE_BINARY: Code = Code::error("TRF002", "The report holds bytes that no text holds.")
    .why(
        "A report is plain text; this may be a spreadsheet or an archive under a report's name. The tournament is refused; the \
         others are rated.",
    )
    .to_do("Ask the organiser for the report as a TRF file.");

pub(crate) static NO_PLAYERS: Code = Code::error("TRF003", "The report has no player line.")
    .why("A report has one line for each player, which begins with 001. The tournament is refused; the others are rated.")
    .to_do("Ask the organiser for the whole report, or take the file away if it is none.");

pub(crate) static FILE_UNREADABLE: Code = Code::error("TRF004", "A file or folder is there but cannot be opened.")
    .why(
        "A report that cannot be opened is refused, and a folder or anything that is not a regular file is passed over. The rest is \
         read.",
    )
    .to_do("Give the user who makes the lists the right to read it, or take it out of the folder.");

pub(crate) static REPORT_TOO_LARGE: Code = Code::error("TRF047", "The report is larger than 64 MB (67108864 bytes), and no report is.")
    .why("The largest opens have reports of some hundred kilobytes. The file is not read, and the rest of the month is made.")
    .to_do("Take it out of the folder of tournaments, or hand in its games as a bundle.");

pub(crate) static NOT_UTF8: Code = Code::note("TRF005", "The report is not UTF-8 and is read in another encoding.")
    .why("Letters with accents may come out as others in the names of new players. Ids and results are not affected.")
    .to_do("Check the names of new players, or save the report as UTF-8.");

pub(crate) static TAG_UNKNOWN: Code = Code::note("TRF006", "Lines begin with a tag that nothing reads.")
    .why("A misspelt tag would be missed without a word. The lines are skipped.")
    .to_do("Nothing, unless a line that matters, such as 042 or 132, is among them.");

pub(crate) static PLAYER_LINE_INDENTED: Code =
    Code::error("TRF007", "A player line does not begin in the first column, so its columns cannot be trusted.")
        .why("A line that is pushed to the right would be read at the wrong columns. The tournament is refused; the others are rated.")
        .to_do("Take away the blanks before 001.");

pub(crate) static FILE_PASSED_OVER: Code = Code::note("TRF008", "A file does not have the name of a tournament report and is passed over.")
    .why("It is not read: neither its name nor the registry says that it is a report.")
    .to_do(
        "Nothing, if it is none. Otherwise let its name end in .trf (or .trf16 and the like), .trfx, .txt, .rep, .fid, .tab, .input or \
         three digits, or name it in the registry.",
    );

pub(crate) static LINK_NOT_FOLLOWED: Code =
    Code::warning("TRF009", "A symbolic link leads out of the folder that was handed in and is not followed.")
        .why("A link could make the program read other files of the machine.")
        .to_do("Hand in the folder that it leads to as well, or copy the file.");

pub(crate) static DATE_UNREADABLE: Code = Code::error("TRF010", "The first or last day of the tournament cannot be read.")
    .why(
        "The dates decide the edition, the list and the ratings that apply. The day is taken from the dates of the rounds; where \
         these do not tell it either, the tournament is refused.",
    )
    .to_do("Write it as 2024/09/29 in line 042 or 052, or put it into the registry.");

pub(crate) static NO_DATES: Code = Code::error("TRF011", "Neither the report nor the registry tells the first or last day.")
    .why("The dates decide the edition, the list and the ratings that apply. The tournament is refused; the others are rated.")
    .to_do("Put start and end into the registry, or lines 042 and 052 into the report.");

pub(crate) static DATES_FROM_ROUNDS: Code = Code::warning("TRF012", "The first or last day is taken from the dates of the rounds.")
    .why(
        "Without lines 042 and 052 the first and the last round are the best that the report has. The tournament is judged by these \
         days.",
    )
    .to_do("Add lines 042 and 052 to the report, or put start and end into the registry.");

pub(crate) static ROUND_DATE_IGNORED: Code =
    Code::warning("TRF013", "The date of a round cannot be read or lies outside the tournament, and is ignored.")
        .why("How many rounds were played in a day is judged without it.")
        .to_do("Write the date as YY/MM/DD, a day of the tournament.");

pub(crate) static CLOCK_UNREADABLE: Code = Code::warning("TRF014", "The encoded time control cannot be read.")
    .why("The time control is taken as not given, which is not held against the tournament unless --strict asks for it (D24).")
    .to_do("Write seconds, as 5400+30 or 40/6000+30:900+30, or put minutes and increment into the registry.");

pub(crate) static END_BEFORE_START: Code = Code::error("TRF015", "The tournament ends before it starts.")
    .why("The dates decide the edition, the list and the ratings that apply. The tournament is refused; the others are rated.")
    .to_do("Correct lines 042 and 052, or put start and end into the registry.");

pub(crate) static ROUNDS_UNREADABLE: Code = Code::warning("TRF016", "The number of rounds cannot be read.")
    .why("The number is taken as not given. The rules about matches ask for it.")
    .to_do("Write a number from 1 to 999, or put rounds into the registry.");

pub(crate) static DATE_TWO_READINGS: Code =
    Code::warning("TRF017", "A date with a year of two digits can be read in two ways; the first pair is taken as the year.")
        .why("Both pairs of digits could be the year. The tournament is judged by the date that the message names.")
        .to_do("Write the year with four digits, or put the date into the registry.");

pub(crate) static TOO_MANY_ROUNDS: Code = Code::error("TRF018", "A player line goes on after the last round that can be numbered.")
    .why(
        "Rounds are numbered in three digits; a longer line is glued together from several. The tournament is refused; the others \
         are rated.",
    )
    .to_do("Ask the organiser for the report again, with one line for each player.");

pub(crate) static NO_STARTING_RANK: Code = Code::error("TRF020", "A player line has no starting rank and cannot be used.")
    .why(
        "Opponents are named by their starting ranks, so the line's games are lost, and what is left is not the whole tournament \
         (R15). The tournament is refused; the others are rated.",
    )
    .to_do("Number the players from 1, and put the number right-aligned into columns 5 to 8.");

pub(crate) static OPPONENT_UNKNOWN: Code = Code::error("TRF021", "The opponent of a game is not in the player section.")
    .why(
        "The report is not whole: it is cut off, or a line is lost. If the rest was rated, the whole report would later count as \
         rated already (R15). The tournament is refused; the others are rated.",
    )
    .to_do("Add the opponent's line, or correct the number, and hand the report in again.");

pub(crate) static RANK_TWICE: Code = Code::error("TRF022", "Two player lines have the same starting rank.")
    .why(
        "Opponents are named by their starting ranks, so who played against whom is not known (R15). The tournament is refused; \
         the others are rated.",
    )
    .to_do("Give every player a starting rank of his or her own, also where opponents are named.");

pub(crate) static NO_ID: Code = Code::warning("TRF023", "A player has no usable id and is treated as unrated.")
    .why("Ratings belong to ids. The entry is treated as a player without a rating (D25); the rest of the report is rated.")
    .to_do("Put the FIDE id right-aligned into columns 58 to 68, and 0 only for players who have none.");

pub(crate) static ID_SHARED: Code = Code::warning("TRF024", "Two entries have the same id and are taken as one player's.")
    .why(
        "Rounds in which only one of them has a game are that player's. Where both have one, these games are left out for both sides, \
         because whose they are is not known (D47).",
    )
    .to_do("Correct the id of one of them, or join their results into one line.");

pub(crate) static ID_NATIONAL: Code = Code::warning("TRF025", "An id that no list knows looks like a national number.")
    .why("FIDE ids this small are rare. It is taken as a FIDE id all the same, so a new player may come onto the list under it.")
    .to_do("If it is a national number, put the FIDE id in its place, or 0.");

pub(crate) static RESULT_UNKNOWN: Code = Code::error("TRF026", "The result of a game is not one of the known characters.")
    .why("The result is not guessed: the game is kept, and does not count for either player.")
    .to_do("Write one of 1 = 0 for a played game, W D L for one that is not rated, + - for a forfeit, in both players' lines.");

pub(crate) static BLOCK_GARBLED: Code =
    Code::error("TRF027", "The columns of a round do not hold opponent, colour and result where they belong.")
        .why(
            "Where both lines of a game are garbled nothing tells of it, so what is left is not the whole tournament (R15). The \
         tournament is refused; the others are rated.",
        )
        .to_do("Put the opponent right-aligned into four columns, a blank, the colour, a blank, the result; each round ten columns on.");

pub(crate) static TEXT_AFTER_ROUNDS: Code = Code::warning("TRF028", "A player line goes on after the last round, and the rest is ignored.")
    .why("It stands where no line of the report has a round. The rounds before it are read.")
    .to_do("Nothing, unless it was meant as a round: then give it the ten columns of a round.");

pub(crate) static RESULT_WITHOUT_OPPONENT: Code =
    Code::warning("TRF029", "A round has the result of a game but no opponent, and is read as a bye.")
        .why("Who was played against is not known, so there is no game to rate.")
        .to_do("If a game was played, put the opponent's starting rank into the four columns before the colour.");

pub(crate) static ONE_SIDED: Code = Code::error("TRF030", "A game is in one player's line only.")
    .why("One of the two lines is wrong, and which is not guessed. The game does not count for either player (R16).")
    .to_do("Make the two lines agree, and hand the report in again.");

pub(crate) static RESULTS_DISAGREE: Code = Code::error("TRF031", "The two players' lines give results that exclude each other.")
    .why("One of the two lines is wrong, and which is not guessed. The game does not count for either player (R16).")
    .to_do("Make the two lines agree, and hand the report in again.");

pub(crate) static ASYMMETRIC: Code =
    Code::note("TRF032", "The two players' scores of a game do not add up to one point; the result is legal and read as it stands.")
        .why("An arbiter may give such scores as a penalty. A played game counts for each player with the score given.")
        .to_do("Nothing, if both players were scored so; otherwise correct the two lines.");

pub(crate) static COLOURS_CLASH: Code =
    Code::warning("TRF033", "Both players' lines claim the same colour; the lower starting rank is taken as white.")
        .why("One of the two lines is wrong. The game counts: no rating depends on the colours.")
        .to_do("Correct the colour in one of the two lines.");

pub(crate) static AGAINST_ONESELF: Code = Code::error("TRF034", "A player is his or her own opponent.")
    .why("The number of the opponent is wrong, or two entries share an id (D47). The game does not count.")
    .to_do("Put the true opponent's starting rank there, or 0000 for a bye.");

pub(crate) static RESULT_MISSING: Code = Code::warning("TRF035", "A game has an opponent but no result.")
    .why("Without a result there is nothing to rate. The game does not count for either player.")
    .to_do("If the game was played, fill in its result in both players' lines.");

pub(crate) static NO_COLOURS: Code =
    Code::note("TRF036", "Neither player's line tells the colours of a played game; the lower starting rank is taken as white.")
        .why("The game counts: no rating depends on the colours.")
        .to_do("Nothing, or fill in w and b.");

pub(crate) static NAME_MISMATCH: Code =
    Code::warning("TRF037", "The name that a report has for an id is not the name that the list has for it; it may be somebody else's id.")
        .why("This is the commonest sign of a wrong id. The games are rated under the id as it stands; the check names counts the entry.")
        .to_do(
            "Look the player up and correct the id, in the report or with a correction of the kind player. If the name has changed, put \
     the new one into the roster.",
        );

pub(crate) static SAME_PERSON_TWICE: Code = Code::warning(
    "TRF038",
    "Two entries of one event have the same name and no birth date that tells them apart, but different ids; they may be one person's.",
)
.why(
    "One person's games under two ids give two wrong ratings. They are rated as they stand; the check same_person counts the \
         entry.",
)
.to_do("If they are one person, correct the report and have the ids merged. If not, give both their dates of birth.");

pub(crate) static LINE_TOO_LONG: Code = Code::error("TRF039", "A line is longer than any report's; the report is not read.")
    .why(
        "A report has one line for each player; a line of a megabyte is something else. The tournament is refused; the others are \
         rated.",
    )
    .to_do("Ask the organiser for the report again.");

pub(crate) static CONTRADICTORY: Code =
    Code::error("TRF040", "More than one side in twenty, and ten at least, contradict their other side or have no opponent.")
        .why(
            "So many contradictions mean that lines are missing or mixed up, and what seems to agree may be wrong too (D37). The \
         tournament is refused; the others are rated.",
        )
        .to_do("Ask the organiser for the report again.")
        .refuses_as(Reason::Contradictory);

pub(crate) static CONTROL_UNCLEAR: Code = Code::error("TRF041", "Two lines of the report tell different time controls.")
    .why(
        "The control decides which list a tournament belongs to, and which line is wrong is not guessed (D35). The tournament is \
         refused; the others are rated.",
    )
    .to_do("Correct line 222, 122 or 092, or put control into the registry.")
    .refuses_as(Reason::ControlUnclear);

pub(crate) static UNFINISHED: Code = Code::warning("TRF042", "A game is not finished; it is left out.")
    .why("Without a result there is nothing to rate (D52). The game does not count for either player; the others do.")
    .to_do("When it is finished, hand in the report again, or a correction of the result whose old value is *.");

pub(crate) static NO_SUCH_ROUND: Code = Code::error("TRF043", "A round comes after the last one scheduled; games of it are left out.")
    .why("An event has no more games than were scheduled (D38). The games do not count; those of the other rounds do.")
    .to_do("Correct the number of rounds in the registry, or in line 142 or XXR; or the round of the games.");

pub(crate) static BIRTH_YEAR_LATER: Code =
    Code::warning("TRF044", "A player's birth year comes after the year of the list and is not known.")
        .why("Nobody is born after playing. The player is added without a year (D52), which means no junior's K.")
        .to_do("Correct the year of birth in columns 70 to 79.");

pub(crate) static CLOCK_NOT_UNDERSTOOD: Code = Code::note("TRF045", "The time control in words is not understood.")
    .why("A clock that is guessed would judge the event by the wrong time, so every part of line 122 must be clear (D35).")
    .to_do("Write it as '90 min + 30 sec per move', or add line 222, or put minutes and increment into the registry.");

pub(crate) static CLOCKS_DIFFER: Code = Code::warning("TRF046", "Lines 222 and 122 tell different clocks; line 222 is followed.")
    .why("One of them is wrong. Both give the same control; the event is judged by the encoded clock (D35).")
    .to_do("Correct one of the lines, or put minutes and increment into the registry.");

pub(crate) static POINTS_DIFFER: Code = Code::warning("TRF048", "A player's points are not what the results in the line give.")
    .why(
        "No rating depends on the points, but points that are right point at a result that is wrong or missing. The results are rated as \
         they stand. An allocated bye may be worth a point, half of one or nothing; an event whose report has a scoring of its own is not \
         compared.",
    )
    .to_do("Look for a wrong or a missing result in the line, and correct it in both players' lines; if the results are right, nothing.");

pub(crate) static PLAYER_NUMBER_DIFFERS: Code =
    Code::warning("TRF049", "Line 062 counts other players than the report has player lines, or line 072 more rated ones.")
        .why("Lines may be missing, though every opponent that is named is there. The report is rated as it stands.")
        .to_do("If lines are missing, ask the organiser for the report again; otherwise nothing.");

pub(crate) static TITLE_UNKNOWN: Code = Code::warning("TRF050", "A player has a title in the report that there is not.")
    .why("A new player would come onto the list without a title; the titles of others are those of the list. The games are rated.")
    .to_do("Write one of GM IM FM CM WGM WIM WFM WCM, or g m f c wg wm wf wc, into columns 11 to 13, or leave them blank.");

pub(crate) static FEDERATION_DIFFERS: Code =
    Code::warning("TRF051", "The federation that a report has for an id is not the one that the list has for it.")
        .why("The id may be another player's. Federations come from lists and the roster, so that of the list stays; the games are rated.")
        .to_do("Look the player up, and correct the id if it is wrong. After a transfer put the new federation into the roster.");

pub(crate) static PROGRAM_FILE: Code = Code::warning("TRF052", "A pairing program's own file lies among the reports and is passed over.")
    .why("Only the program that wrote it can read it. If the report of the tournament is not there too, the tournament is not rated.")
    .to_do("Open the tournament in the program, export the report for FIDE (TRF), and hand that in.");

pub(crate) static ARCHIVE_UNUSABLE: Code = Code::error(
    "TRF053",
    "An archive of reports is damaged, too large, or expands too far, and nothing of it is read.",
)
.why(
    "What it holds is not known, so it stands for one tournament, which is refused; the others are rated. An archive has at most 64 MB \
         and 10000 files, and expands at most a hundred times.",
)
.to_do("Ask for the archive again, or unpack it and hand in the reports themselves.");

/// Every code of this crate, in the order of their ids.
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
    &BUNDLE_UNFINISHED,
    &TWO_GAMES_IN_ONE_ROUND,
    &TOLD_FROM_BOTH_SIDES,
    &BUNDLE_NO_SUCH_ROUND,
    &BUNDLE_BIRTH_YEAR_LATER,
    &ONLINE_GAME_RATED,
    &GAMES_WITHOUT_TOURNAMENTS,
    &BUNDLE_BYE_UNUSABLE,
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
    &CONTROL_UNKNOWN,
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
    &NAME_MISMATCH,
    &SAME_PERSON_TWICE,
    &LINE_TOO_LONG,
    &CONTRADICTORY,
    &CONTROL_UNCLEAR,
    &UNFINISHED,
    &NO_SUCH_ROUND,
    &BIRTH_YEAR_LATER,
    &CLOCK_NOT_UNDERSTOOD,
    &CLOCKS_DIFFER,
    &REPORT_TOO_LARGE,
    &POINTS_DIFFER,
    &PLAYER_NUMBER_DIFFERS,
    &TITLE_UNKNOWN,
    &FEDERATION_DIFFERS,
    &PROGRAM_FILE,
    &ARCHIVE_UNUSABLE,
];
