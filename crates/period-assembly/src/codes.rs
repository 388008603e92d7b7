//! Diagnostic codes of whole tournaments. Codes are never reused.

use model::Code;

pub(crate) static PER001: Code = Code::error("PER001", "A tournament is refused: the message names the rule and its article.")
    .why("The regulations do not let it be rated. Refusals are not remembered: every run judges it afresh.")
    .to_do(
        "Correct the report or the registry if a fact is wrong; put a waiver into the registry where the article allows one and it \
         was granted.",
    );

pub(crate) static PER002: Code = Code::warning("PER002", "A tournament came too late to be rated, on this list or any other.")
    .why("The edition sets the last list on which a tournament can be rated. Its games do not count.")
    .to_do("If it came in time, put the day into the column received of the registry; if permission was given, put late into waivers.");

pub(crate) static PER003: Code =
    Code::warning("PER003", "The list in force when a tournament started is not at hand; an older or newer one stands in (D3).")
        .why("The ratings in force on the first day of a tournament count. The list that stands in may have others.")
        .to_do("Put the list that is missing into the folder of lists, or into the archive.");

pub(crate) static PER004: Code =
    Code::warning("PER004", "A waiver names a rule that the tournament's edition does not let anyone lift; it is ignored (D24).")
        .why("The tournament is judged as if the waiver was not there.")
        .to_do("Take the waiver out of the registry, or correct it.");

pub(crate) static PER005: Code =
    Code::warning("PER005", "A report covers more days than the edition allows in one report; it is rated all the same (D24).")
        .why("The edition asks for interim reports, so that ratings follow sooner.")
        .to_do("Nothing for this list; ask the organiser for interim reports.");

pub(crate) static PER006: Code = Code::warning("PER006", "A hybrid event needs an approval that no file tells of.")
    .why("The edition rates hybrid events only if they were approved one by one. The tournament is rated.")
    .to_do("Make sure that it was approved; if not, withdraw it with a correction.");

pub(crate) static PER007: Code =
    Code::warning("PER007", "A tournament has the same games as another one and is refused as its double (D36).")
        .why("Rated twice, every game would count twice. The other one counts.")
        .to_do("Take one of the reports away; if they are two events, correct the dates or the results.");

pub(crate) static PER008: Code =
    Code::error("PER008", "Two tournaments have the same id; both are refused, or one of them where they are the same (D36).")
        .why(
            "A tournament is rated once, and is remembered by its id. Which of two different reports is right is not known; the \
             same report handed in twice counts once.",
        )
        .to_do("Take the older report away, or give every tournament an id of its own.");

pub(crate) static PER009: Code =
    Code::warning("PER009", "The report was received later than the edition asks for; it is rated all the same.")
        .why("The edition asks for reports within some days of the end, but does not refuse later ones.")
        .to_do("Nothing for this list; ask the organiser for reports in time.");

pub(crate) static PER010: Code =
    Code::warning("PER010", "Two players and no kind of event: if it is a match, the registry has to say so (D26).")
        .why("Matches have rules of their own, for unrated players and for games after the match is won. They were not applied.")
        .to_do("Set kind to match in the registry if it is one, otherwise to the kind that it is.");

pub(crate) static PER011: Code = Code::warning("PER011", "The first time control has fewer moves than the edition asks for.")
    .why("The tournament is rated all the same: the article is about how to play, and does not refuse the games (R10).")
    .to_do("Nothing for this list; tell the organiser, or correct line 222 if it is wrong.");

pub(crate) static PER012: Code = Code::warning(
    "PER012",
    "The previous list is not the one just before: lists between the two are missing, and the rating period is longer than the \
     edition has it.",
)
.why("Tournaments of several periods are rated as one, so ratings and K may differ from lists made one by one.")
.to_do("Make the lists between first, then this one.");

pub(crate) static PER013: Code =
    Code::warning("PER013", "An event is called a match and does not have two players; the rules about matches are not applied (D26).")
        .why("The event is rated as any other.")
        .to_do("Correct kind in the registry, or hand in each match as a tournament of its own.");

pub(crate) static PER014: Code = Code::warning(
    "PER014",
    "How many games a match was scheduled for is not given; games were left out as if it was as long as it was played (R20).",
)
.why("Games after a match is won do not count, and when it was won depends on its length.")
.to_do("Put rounds, the number of games that were scheduled, into the registry.");

pub(crate) static PER015: Code = Code::warning(
    "PER015",
    "A tournament has nearly the same games as another one under another id; both are rated, and their games count twice if they are one.",
)
.why("Two reports of one event differ where one was corrected. The check handed_in_twice counts them.")
.to_do("Ask the organiser; if it is one tournament, withdraw one of the two with a correction.");

pub(crate) static PER016: Code =
    Code::warning("PER016", "A player has games on one day in tournaments at two places; one of the ids or dates may be wrong.")
        .why(
            "Hardly anybody plays in two towns on one day. The games are rated under the id as it stands; the check two_places \
         counts the player.",
        )
        .to_do("Compare the two reports, and correct the date, or the id with a correction of the kind player.");

pub(crate) static PER017: Code = Code::note(
    "PER017",
    "An official event is rated although a rule would refuse any other: registration, rate of play, rounds or hours a day, length, \
     composition or lateness (D43).",
)
.why("Official events of the federation and of continents shall be rated.")
.to_do("Nothing, if it is one; if not, correct official or class in the registry.");

pub(crate) static PER018: Code = Code::warning(
    "PER018",
    "The list of a longer control that an order raises to is not at hand; the newest one before it stands in (D30).",
)
.why("The order looks at the ratings of the list of the same date. Those of the list that stands in may be others.")
.to_do("Make the list of the longer control first, then this one.");

pub(crate) static PER019: Code = Code::warning(
    "PER019",
    "A report was changed after it was rated; the tournament is not rated again (D36).",
)
.why("A list that is published stays as it is, and so does the next one, until somebody says that the newer report is the right one.")
.to_do(
    "Hand in the newer report under another name with a correction of the kind report, which makes the lists again, and put \
             the old file back.",
);

pub(crate) static PER020: Code =
    Code::error("PER020", "The id of a tournament that is already rated is used for other games; they are refused (D36).")
        .why("A tournament is rated once, and is remembered by its id. These games would otherwise never be rated, and nobody would know.")
        .to_do("Give the tournament an id of its own, in the registry or by its file's name.");

/// Every code of this crate, in the order of their ids.
pub static CODES: &[&Code] = &[
    &PER001, &PER002, &PER003, &PER004, &PER005, &PER006, &PER007, &PER008, &PER009, &PER010, &PER011, &PER012, &PER013, &PER014, &PER015,
    &PER016, &PER017, &PER018, &PER019, &PER020,
];
