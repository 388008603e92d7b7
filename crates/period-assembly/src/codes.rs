//! What can be odd about a tournament as a whole. Codes are never reused.

use model::Code;

pub(crate) static PER001: Code = Code::error("PER001", "A tournament is refused: the message names the rule and its article.");
pub(crate) static PER002: Code = Code::warning("PER002", "A tournament came too late to be rated, on this list or any other.");
pub(crate) static PER003: Code =
    Code::warning("PER003", "The list in force when a tournament started is not at hand; an older or newer one stands in (D3).");
pub(crate) static PER004: Code =
    Code::warning("PER004", "A waiver names a rule that the tournament's edition does not let anyone lift; it is ignored (D24).");
pub(crate) static PER005: Code =
    Code::warning("PER005", "A report covers more days than the edition allows in one report; it is rated all the same (D24).");
pub(crate) static PER006: Code = Code::warning("PER006", "A hybrid event needs an approval that no file tells of.");
pub(crate) static PER007: Code =
    Code::warning("PER007", "A tournament has the same games as another one and is refused as its double (D23).");
pub(crate) static PER008: Code = Code::error("PER008", "Two tournaments with different games have the same id; both are refused (D23).");
pub(crate) static PER009: Code =
    Code::warning("PER009", "The report was received later than the edition asks for; it is rated all the same.");
pub(crate) static PER010: Code =
    Code::warning("PER010", "Two players and no kind of event: if it is a match, the registry has to say so (D26).");
pub(crate) static PER011: Code = Code::warning("PER011", "The first time control has fewer moves than the edition asks for.");
pub(crate) static PER012: Code = Code::warning(
    "PER012",
    "The previous list is not the one just before: lists between the two are missing, and the rating period is longer than the edition has it.",
);
pub(crate) static PER013: Code =
    Code::warning("PER013", "An event is called a match and does not have two players; the rules about matches are not applied (D26).");
pub(crate) static PER014: Code = Code::warning(
    "PER014",
    "How many games a match was scheduled for is not given; games were left out as if it was as long as it was played (R20).",
);
pub(crate) static PER015: Code = Code::warning(
    "PER015",
    "A tournament has nearly the same games as another one under another id; both are rated, and their games count twice if they are one.",
);
pub(crate) static PER016: Code =
    Code::warning("PER016", "A player has games on one day in tournaments at two places; one of the ids or dates may be wrong.");

/// Every code that assembling a period can raise, in the order of their ids. `tests/codes.rs` raises each of them, and fails for one that is not here.
pub static CODES: &[&Code] = &[
    &PER001, &PER002, &PER003, &PER004, &PER005, &PER006, &PER007, &PER008, &PER009, &PER010, &PER011, &PER012, &PER013, &PER014, &PER015,
    &PER016,
];
