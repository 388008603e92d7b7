//! What can be odd about a tournament as a whole. Codes are never reused.

use model::{Code, Severity};

macro_rules! codes {
    ($($name:ident $severity:ident $meaning:literal;)+) => {
        $(pub(crate) static $name: Code = Code { id: stringify!($name), severity: Severity::$severity, meaning: $meaning };)+
        /// Every code that assembling a period can raise.
        pub static CODES: &[&Code] = &[$(&$name),+];
    };
}

codes! {
    PER001 Error "A tournament is refused: the message names the rule and its article.";
    PER002 Warning "A tournament came too late to be rated, on this list or any other.";
    PER003 Warning "The list in force when a tournament started is not at hand; an older or newer one stands in (D3).";
    PER004 Warning "A waiver names a rule that the tournament's edition does not let anyone lift; it is ignored (D24).";
    PER005 Warning "A report covers more days than the edition allows in one report; it is rated all the same (D24).";
    PER006 Warning "A hybrid event needs an approval that no file tells of.";
    PER007 Warning "A tournament has the same games as another one and is refused as its double (D23).";
    PER008 Error "Two tournaments with different games have the same id; both are refused (D23).";
    PER009 Warning "The report was received later than the edition asks for; it is rated all the same.";
    PER010 Warning "Two players and no kind of event: if it is a match, the registry has to say so (D26).";
    PER011 Warning "The first time control has fewer moves than the edition asks for.";
    PER012 Warning "The previous list is not the one just before: lists between the two are missing, and the rating period is longer than the edition has it.";
    PER013 Warning "An event is called a match and does not have two players; the rules about matches are not applied (D26).";
    PER014 Warning "How many games a match was scheduled for is not given; games were left out as if it was as long as it was played (R20).";
}
