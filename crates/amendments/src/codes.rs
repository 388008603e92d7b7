//! The diagnostic codes of this crate: what each means, why it is reported, what was done with the input, and what to do.
//!
//! A code never gets a second meaning.

use model::Code;

pub(crate) static CORRECTION_MALFORMED: Code = Code::error("COR001", "A row of corrections does not have as many fields as the header.")
    .why(
        "Which field is which is not known. The row is left out and the others are applied; run, plan, status and \
         regenerate name it until it is mended. With --strict nothing is published (R38).",
    )
    .to_do("Put a field that holds a comma between quotes.");

pub(crate) static CORRECTION_VALUE: Code =
    Code::error("COR002", "A field of a correction holds something that cannot be read, or nothing where something is needed.")
        .why(
            "The row is left out and the others are applied; run, plan, status and \
         regenerate name it until it is mended. With --strict nothing is published (R38).",
        )
        .to_do("Correct the field that the message points at; the chapter on corrections says what each kind of row holds.");

pub(crate) static CORRECTION_FIELD_UNUSED: Code = Code::error("COR003", "A field is filled that this kind of correction does not use.")
    .why(
        "A field that is not used hints at a row of another kind. The row is left out and the others are applied; run, plan, status and \
         regenerate name it until it is mended. With --strict nothing is published (R38).",
    )
    .to_do("Leave the field empty, or correct the kind in the column field.");

pub(crate) static CORRECTION_ID_TWICE: Code = Code::error("COR004", "Two corrections have the same id.")
    .why(
        "Revisions and undoing name corrections by their ids. The row is left out and the others are applied; run, plan, status and \
         regenerate name it until it is mended. With --strict nothing is published (R38).",
    )
    .to_do("Give every correction an id of its own, also across files.");

pub(crate) static UNDO_IMPOSSIBLE: Code = Code::error(
    "COR005",
    "An undo names no correction, one received later, or leads back to itself.",
)
.why(
    "What is taken back must be a correction that was there before. The row is left out and the others are applied; run, plan, status and \
         regenerate name it until it is mended. With --strict nothing is published (R38).",
)
.to_do("Name an earlier correction in old, or take one of the rows away.");

pub(crate) static MERGE_IMPOSSIBLE: Code = Code::error("COR006", "An id is merged twice, or merges lead in a circle.")
    .why(
        "Each id must lead to one id that stays. The row is left out and the others are applied; run, plan, status and \
         regenerate name it until it is mended. With --strict nothing is published (R38).",
    )
    .to_do("Undo one of the merges, or merge into the id that stays.");

pub(crate) static CORRECTIONS_OUTSIDE: Code = Code::error(
    "COR007",
    "A file of corrections, or a newer report that one names, is not there or lies outside the folder.",
)
.why(
    "Files outside the folder can change unseen, and are not read. A row whose newer report is not there is left out, the others are \
         applied, and run, plan, status and regenerate name it until it is mended; with --strict nothing is published. A file of \
         corrections that is not read stops every run with exit code 3 (R38).",
)
.to_do(
    "Put the file below the folder of the corrections, or into a folder of tournaments, and name it relative to the \
         corrections.",
);

pub(crate) static CORRECTIONS_NOT_UTF8: Code = Code::note("COR008", "The corrections are not UTF-8 and are read as windows-1252.")
    .why("Letters with accents may come out as others. The rows are applied as read.")
    .to_do("Save the file as UTF-8.");

pub(crate) static CORRECTIONS_UNREADABLE: Code = Code::error("COR009", "A table of corrections cannot be read at all.")
    .why(
        "Which corrections it holds is not known. A list made without a correction that somebody ordered would be wrong, so a run \
         stops with exit code 3 and publishes nothing (R38).",
    )
    .to_do(
        "Make it a CSV file with a header that has all columns: correction_id, received, by, reason, tournament_id, round, white, \
         black, field, old, new.",
    );

pub(crate) static CORRECTION_MISMATCH: Code = Code::error("COR010", "A correction is refused: what it says is there is not there.")
    .why(
        "The correction was meant for something else than what was handed in. It changes nothing; the others are applied, and the \
         list is made.",
    )
    .to_do("Put into old what is there once earlier corrections are applied.");

pub(crate) static CORRECTION_TOO_OLD: Code =
    Code::error("COR011", "A correction is refused: the list it would change is older than the limit (D29).")
        .why(
            "Errors are corrected for a limited time back, a year unless the pipeline file says otherwise. The correction changes \
         nothing in that list.",
        )
        .to_do("Pass --beyond-limit, or set correction_limit_months in the pipeline file, if the office wants to go further back.");

pub(crate) static PLAYER_PLAYS_ALREADY: Code =
    Code::error("COR012", "A correction is refused: the player who is to be put into an event plays in it already (D25).")
        .why("Nobody has two entries in one event. The correction changes nothing; the others are applied.")
        .to_do("Hand in a corrected report with a correction of the kind report if both entries are one player's.");

pub(crate) static CORRECTED_TWICE_THERE: Code =
    Code::error("COR013", "A correction is refused: several tournaments have the id that it names.")
        .why("Which tournament is meant is not known. The correction changes nothing; the others are applied.")
        .to_do("Give every tournament an id of its own.");

pub(crate) static CORRECTED_NOWHERE: Code = Code::warning("COR014", "A correction names a tournament that was not handed in.")
    .why("There is nothing to correct, so the correction changes nothing; the list is made without it.")
    .to_do("Check tournament_id, or hand the report in.");

pub(crate) static CORRECTION_SUPERSEDED: Code =
    Code::note("COR015", "A correction came before a newer report of its tournament and is not applied to that.")
        .why("The newer report takes the place of what this row corrected, so the row changes nothing.")
        .to_do("Nothing, if the newer report has it right; otherwise write a new correction.");

pub(crate) static MERGED_IN_ONE_EVENT: Code =
    Code::warning("COR016", "Two entries of one event are one player since their ids were merged (D47).")
        .why("Of rounds that both played it is not known which game is the person's: these are left out. All others are rated.")
        .to_do("Correct the report, and hand it in with a correction of the kind report.");

pub(crate) static MERGE_ENDED: Code = Code::warning("COR017", "Two ids that the previous list had as one player are two again (D48).")
    .why(
        "The roster or an undone correction ends the merge. Each id has back what came with it: the rating that the other one took over, \
         games, and results that wait or were used up. What the other one has played since stays with it.",
    )
    .to_do("Nothing, if they are two people; otherwise merge the ids again.");

pub(crate) static ROSTER_VALUE: Code = Code::error("PLR001", "A row of the roster holds something that cannot be applied.")
    .why("A list made without a change that somebody ordered would be wrong, so a run stops with exit code 3 and publishes nothing.")
    .to_do("Write the row as fide_id,from,field,value, for example 1001,2024-02-01,title,FM.");

pub(crate) static ROSTER_NOT_UTF8: Code = Code::note("PLR002", "The roster is not UTF-8 and is read as windows-1252.")
    .why("Letters with accents may come out as others. The rows are applied as read.")
    .to_do("Save the file as UTF-8.");

pub(crate) static ROSTER_BIRTH_YEAR: Code =
    Code::warning("PLR003", "The roster gives a year of birth after the year of the list, and so it is not known (D52).")
        .why("Nobody is on a list before the year of birth. The player has no year of birth on this list, and no K of a junior.")
        .to_do("Correct the year, or leave it empty where it is not known.");

/// Every code of this crate, in the order of their ids.
pub static CODES: &[&Code] = &[
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
    &MERGE_ENDED,
    &ROSTER_VALUE,
    &ROSTER_NOT_UTF8,
    &ROSTER_BIRTH_YEAR,
];
