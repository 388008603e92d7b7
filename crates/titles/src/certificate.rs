//! The rounds of one player as a certificate shows them (1.8).

use crate::choices::Choice;
use crate::context::{JudgingContext, PlayerGame};
use crate::event::TitleEvent;
use crate::inclusion::{Inclusion, included_games, inclusion};
use crate::judge::{EventJudge, ResultScope, basis_articles, judged_norm};
use crate::rows::{NormBasis, NormResultRow};
use model::{ByeKind, Rating, Reason, SideResult};
use rulebook::{Norm, Title, TitleEdition};

/// A result of one player, with every round behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormDetail {
    pub row: NormResultRow,
    /// By round, games before byes.
    pub rounds: Vec<RoundDetail>,
}

/// One round of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundDetail {
    /// From 1; 0 if the source does not say.
    pub round: u16,
    pub played: RoundEntry,
    /// Why the round does not count; `None` where it does.
    pub left_out: Option<LeftOut>,
}

/// What a player had in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundEntry {
    Game(GameDetail),
    Bye(ByeKind),
}

/// A game, or a forfeit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDetail {
    /// Position in [`TitleEvent::players`].
    pub opponent: u32,
    pub is_white: bool,
    /// As the player's line states it.
    pub result: SideResult,
    /// The opponent's rating as it counts for the title, after 1.46.
    pub rating_used: Rating,
    /// Raised to the adjusted floor (1.46c).
    pub is_raised: bool,
    /// Unrated when the game counts (1.46d).
    pub is_unrated: bool,
    /// A forfeit win that counts as a loss (1.42c).
    pub counts_as_loss: bool,
}

/// Why a round does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// By an article, as the edition numbers it.
    Article(String),
    /// The game as reported is not usable.
    Fault(Reason),
    /// A bye.
    NoGame,
}

/// Judges one player for one title; `None` for those who are not judged for it (T4), and without an included game.
///
/// `player` is a position in [`TitleEvent::players`].
pub fn judge_player(edition: &TitleEdition, event: &TitleEvent, strict: bool, player: u32, title: Title) -> Option<NormDetail> {
    let judge = EventJudge::new(edition, event, strict);
    let norm = judged_norm(&judge.context, player, title)?;
    let mut included = Vec::new();
    included_games(&judge.context, player, &mut included);
    let (choice, row) = judge.result(player, norm, &included, ResultScope::Everybody)?;
    let mut rounds = game_rounds(&judge.context, player, norm, &choice);
    let byes = event.byes.iter().filter(|bye| bye.player == player);
    rounds.extend(byes.map(|bye| RoundDetail { round: bye.round, played: RoundEntry::Bye(bye.kind), left_out: Some(LeftOut::NoGame) }));
    rounds.sort_by_key(|round| round.round);
    Some(NormDetail { row, rounds })
}

fn game_rounds(context: &JudgingContext<'_>, player: u32, norm: &Norm, choice: &Choice) -> Vec<RoundDetail> {
    let mut included = 0;
    let mut rounds = Vec::new();
    for game in context.games_of(player) {
        let last_forfeit =
            choice.basis == NormBasis::LastForfeit && game.own == SideResult::ForfeitWin && game.round == context.event.rounds;
        let left_out = match inclusion(context, &game) {
            Inclusion::Included => {
                let position = included;
                included += 1;
                choice.left_out.iter().position(|at| *at == position).map(|at| LeftOut::Article(choice_article(context, choice, at)))
            }
            Inclusion::NotPlayed if last_forfeit => None,
            other => Some(article_of_exclusion(context, other, &game)),
        };
        let played = RoundEntry::Game(game_detail(context, norm, choice, &game, left_out.is_none(), last_forfeit));
        rounds.push(RoundDetail { round: game.round, played, left_out });
    }
    rounds
}

fn game_detail(
    context: &JudgingContext<'_>,
    norm: &Norm,
    choice: &Choice,
    game: &PlayerGame,
    counts: bool,
    counts_as_loss: bool,
) -> GameDetail {
    let rating = context.facts_in_round(game.opponent, game.round).rating;
    let used = rating.or(context.edition.opponents_ratings.unrated_count_as);
    let is_raised = counts && choice.numbers.raised == Some(game.opponent) && used < norm.floor;
    GameDetail {
        opponent: game.opponent,
        is_white: game.is_white,
        result: game.own,
        rating_used: if is_raised { norm.floor } else { used },
        is_raised,
        is_unrated: !rating.is_rated(),
        counts_as_loss,
    }
}

/// The article by which an included game is left out: 1.41e after the end of the choice, else 1.41f.
fn choice_article(context: &JudgingContext<'_>, choice: &Choice, left_out: usize) -> String {
    let is_later = choice.left_out[left_out] >= choice.end;
    let basis = NormBasis::LeftOut { later: is_later, won: !is_later };
    basis_articles(context.edition, basis).into_iter().next().unwrap_or_default()
}

fn article_of_exclusion(context: &JudgingContext<'_>, inclusion: Inclusion, game: &PlayerGame) -> LeftOut {
    let rule = &context.edition.left_out;
    match inclusion {
        Inclusion::NoFederation => LeftOut::Article(rule.no_federation_article.clone()),
        Inclusion::UnratedWithoutPoint => LeftOut::Article(rule.unrated_zero_article.clone()),
        Inclusion::NotPlayed | Inclusion::Included => {
            game.fault.map_or_else(|| LeftOut::Article(rule.not_played_article.clone()), LeftOut::Fault)
        }
    }
}
