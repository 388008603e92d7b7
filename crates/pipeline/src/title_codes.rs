//! The diagnostic codes of titles and norms. Codes are never reused.

use model::Code;

pub(crate) static NO_TITLE_EDITION: Code =
    Code::warning("NRM001", "No edition of the title regulations is known for a day, so nothing is judged by it.")
        .why(
            "A tournament is judged by the edition in force on its first day (T1), and no text of that time is in hand. It is rated as \
             ever; its norms are not judged. Proposals follow the edition before the gap (T2).",
        )
        .to_do("Nothing; or name an edition for all days: edition under [titles] in the pipeline file, or --titles.");

pub(crate) static ARTICLES_UNPROVEN: Code =
    Code::note("NRM002", "Articles of the title regulations cannot be checked for an event, because nothing tells what they ask.")
        .why("What is not given is not held against an event (T9). Its norms count, and name these articles as unproven.")
        .to_do("Give what is missing in the registry or the report, such as the chief arbiter's title or the dates of the rounds.");

pub(crate) static TITLE_FEDERATION_MISSING: Code = Code::warning("NRM003", "The federation of a player in a title event is not known.")
    .why("Games against the player count, but as of no federation: neither foreign nor the applicant's own (T19).")
    .to_do("Give the federation in the roster or the report.");

pub(crate) static TITLE_SEX_MISSING: Code =
    Code::warning("NRM004", "The sex of a player in a title event is not known, so no women's title is judged.")
        .why("Women's titles are open to women alone (T4). The player is judged for the open titles.")
        .to_do("Give the sex in the roster or the report.");

pub(crate) static TITLE_FROM_REPORT: Code = Code::warning("NRM005", "A title comes from a report, because no list knows the player.")
    .why("An opponent's title is that of the list in force at the start; whom no list knows has the report's (T5).")
    .to_do("Look the id up. If it is right, the lists are not complete: take newer ones.");

pub(crate) static ROUND_DATES_MISSING: Code =
    Code::warning("NRM006", "An event of more than 30 days does not tell the dates of its rounds.")
        .why("Ratings and titles of the day of each game count there (1.14). Without dates those at the start are taken (T6).")
        .to_do("Give the dates in line 132 of the report, or as round_dates in the bundle.");

pub(crate) static ROUND_MISSING: Code =
    Code::warning("NRM007", "A game of a title event has no round, so no game of that event can be left out of a norm.")
        .why("Games after a title result may be left out (1.41e), and which come after it is not known without rounds (T29).")
        .to_do("Number the rounds of all games.");

pub(crate) static DIRECT_ROW_UNUSABLE: Code =
    Code::error("NRM008", "A row of direct titles and norms is unreadable, or what it claims fails an article; it goes no further.")
        .why("A direct title that is guessed would be proposed without its proof (T39). The other rows are used.")
        .to_do("Correct the field or the claim that the message names.");

pub(crate) static NORM_ROW_UNUSABLE: Code = Code::error("NRM009", "A row of norms that were handed in cannot be read; it is left out.")
    .why("A norm that is guessed would count towards a title (T38). The other rows are used.")
    .to_do("Correct the field that the message names.");

pub(crate) static NOTHING_WITHDRAWN: Code =
    Code::note("NRM014", "A row withdraws a norm, and neither the ledger nor this list has one of that player, title and tournament.")
        .why("A norm that was meant may still be in the ledger (T41). Once a norm is gone, its row finds nothing on later lists, either.")
        .to_do("Where the norm still counts, correct fide_id, title or tournament_id by norms.parquet; otherwise nothing.");

pub(crate) static TITLES_DIFFER: Code =
    Code::warning("NRM010", "A report has another title for a player than the list; the list is followed.")
        .why("Only a title that was confirmed before the start counts (0.42, T5), and the list has those.")
        .to_do("Look the player up; where the list is wrong, put the title and the day of its confirmation into the roster.");

pub(crate) static BYES_NOT_TOLD: Code =
    Code::warning("NRM011", "A bundle does not tell byes, so whoever has no game in a round counts as missing it.")
        .why("Who was there in every round decides the exemption of large Swiss events (1.43d, 1.56; T24). An allocated bye is no absence.")
        .to_do("Put a table of byes beside the games: tournament_id, round, fide_id, bye.");

pub(crate) static HOST_FEDERATION_MISSING: Code = Code::warning(
    "NRM012",
    "The federation that registered a title event is not known, so the exemption of large Swiss events does not apply.",
)
.why("The exemption (1.43d) counts players who are not of the host's federation, and who these are is not known (T23).")
.to_do("Put federation into the registry, or line 032 into the report.");

pub(crate) static RATING_OF_EXCLUDED: Code =
    Code::warning("NRM013", "The rating of a player in a title event is that of an excluded federation, which the list does not publish.")
        .why("The rating is computed and remembered, and is used; by 1.46a an application asks the office for it (T7).")
        .to_do("Ask the rating office to confirm the rating when the norm is applied for.");
