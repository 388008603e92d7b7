//! All numbers of one player over one set of games, and which articles they satisfy (1.43 to 1.48).

use crate::context::JudgingContext;
use crate::event::Federation;
use crate::inclusion::IncludedGame;
use crate::opponents::{FederationCounts, TitleCounts, federation_counts, federations_allowed, opponents_sum, title_counts};
use crate::performance::{PerformanceRating, half_points_needed, performance_rating};
use rulebook::Norm;

/// A player who is judged for a title.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Applicant<'a> {
    pub(crate) player: u32,
    pub(crate) federation: Federation,
    pub(crate) norm: &'a Norm,
    /// The article that exempts this player from 1.43 and 1.44.
    pub(crate) exemption: Option<&'a str>,
    /// The player forfeited a game although all rounds count (1.41e, T29).
    pub(crate) has_forfeited_fixed_round: bool,
}

/// The numbers of a set of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NormNumbers {
    pub(crate) games: u32,
    pub(crate) half_points: u32,
    pub(crate) sum: i32,
    pub(crate) raised: Option<u32>,
    pub(crate) rating: PerformanceRating,
    pub(crate) half_points_needed: Option<u32>,
    pub(crate) titles: TitleCounts,
    pub(crate) federations: FederationCounts,
    pub(crate) own_allowed: u32,
    pub(crate) one_federation_allowed: u32,
    /// 1.43 without an exemption.
    pub(crate) has_other_federations: bool,
    /// 1.44 without an exemption.
    pub(crate) has_allowed_shares: bool,
}

impl NormNumbers {
    /// # Panics
    /// If there are no games.
    pub(crate) fn new(context: &JudgingContext<'_>, applicant: &Applicant<'_>, games: &[IncludedGame]) -> Self {
        let edition = context.edition;
        let many = u32::try_from(games.len()).expect("games of one player fit");
        let half_points = games.iter().map(|game| game.half_points).sum();
        let opponents = opponents_sum(context, applicant.norm, games);
        let rating = performance_rating(edition, opponents.sum, many, half_points);
        let federations = federation_counts(applicant.federation, games);
        let (own_allowed, one_federation_allowed) = federations_allowed(edition, many);
        Self {
            games: many,
            half_points,
            sum: opponents.sum,
            raised: opponents.raised,
            rating,
            half_points_needed: half_points_needed(edition, applicant.norm, rating.average, many),
            titles: title_counts(context, applicant.norm, games),
            federations,
            own_allowed,
            one_federation_allowed,
            has_other_federations: federations.others >= edition.federations.others_at_least,
            has_allowed_shares: federations.own <= own_allowed && federations.one <= one_federation_allowed,
        }
    }

    /// The normal foreigner requirement of 1.43e: 1.43 and 1.44 without an exemption.
    pub(crate) const fn has_normal_foreigners(&self) -> bool {
        self.has_other_federations && self.has_allowed_shares
    }

    /// The score over the least one; negative for what is missing.
    pub(crate) fn half_points_over(&self) -> Option<i32> {
        let signed = |half_points: u32| i32::try_from(half_points).expect("half points of one player fit");
        self.half_points_needed.map(|needed| signed(self.half_points) - signed(needed))
    }

    /// Whether the mix of 1.43 to 1.45 is met, an exemption included.
    pub(crate) const fn has_mix(&self, applicant: &Applicant<'_>) -> bool {
        let titles = &self.titles;
        (applicant.exemption.is_some() || self.has_normal_foreigners())
            && titles.titled >= titles.titled_needed
            && titles.matching >= titles.matching_needed
    }

    /// Whether 1.43 to 1.48 and 1.41e are met; the number of games is for the caller.
    pub(crate) fn passes(&self, context: &JudgingContext<'_>, applicant: &Applicant<'_>) -> bool {
        let norm = applicant.norm;
        !applicant.has_forfeited_fixed_round
            && self.rating.performance >= norm.performance_at_least.points()
            && self.rating.average >= norm.average_at_least.points()
            && self.rating.percent >= context.edition.performance.score_percent_at_least
            && self.has_mix(applicant)
    }

    /// The articles that fail, in the order of the text. `games_asked` is empty where the number of games is not asked (1.41c).
    pub(crate) fn failed(&self, context: &JudgingContext<'_>, applicant: &Applicant<'_>, games_asked: Option<u32>) -> Vec<String> {
        let (edition, norm) = (context.edition, applicant.norm);
        let is_exempt = applicant.exemption.is_some();
        let titles = &self.titles;
        let articles = [
            (games_asked.is_some_and(|asked| self.games < asked), &edition.games.article),
            (applicant.has_forfeited_fixed_round, &edition.games.later_games_article),
            (!is_exempt && !self.has_other_federations, &edition.federations.article),
            (!is_exempt && !self.has_allowed_shares, &edition.federation_shares.article),
            (titles.titled < titles.titled_needed, &edition.titled_opponents.article),
            (titles.matching < titles.matching_needed, &norm.opponents_article),
            (self.rating.performance < norm.performance_at_least.points(), &norm.performance_article),
            (self.rating.average < norm.average_at_least.points(), &norm.average_article),
            (self.rating.percent < edition.performance.score_percent_at_least, &edition.performance.score_article),
        ];
        articles.into_iter().filter(|(fails, _)| *fails).map(|(_, article)| article.clone()).collect()
    }
}
