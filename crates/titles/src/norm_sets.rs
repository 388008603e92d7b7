//! Which norms make an application, and what is missing (1.5, T37, T38). One function an article.

use crate::articles::is_same_article;
use crate::handed_in::ONE_MISSED;
use crate::rows::{Articles, NormRow};
use model::{Date, Rating};
use rulebook::{Award, Federations, Norm, NormPlay, Title, TitleEdition};
use std::cmp::Reverse;

/// What an application for one title asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormApplication<'a> {
    edition: &'a TitleEdition,
    norm: &'a Norm,
    /// The day on which the rating of 1.53 was reached.
    rating_on: Option<Date>,
}

/// Norms of one player for one title, and what is missing for the title: nothing, if the title is to be proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NormSet<'a> {
    pub(crate) norms: Vec<&'a NormRow>,
    /// Articles in the order of the text.
    pub(crate) missing: Articles,
}

impl NormSet<'_> {
    pub(crate) fn credited_games(&self) -> u32 {
        credited_games(&self.norms)
    }

    /// The day of the last norm.
    pub(crate) fn last_on(&self) -> Option<Date> {
        self.norms.iter().filter_map(|norm| norm.achieved_on).max()
    }
}

impl<'a> NormApplication<'a> {
    /// What a title asks for; `None` for titles without norms. `rating_on` gives the day on which a rating was reached.
    pub(crate) fn new(edition: &'a TitleEdition, title: Title, rating_on: impl Fn(Rating) -> Option<Date>) -> Option<Self> {
        let norm = edition.norms.iter().find(|norm| norm.title == title)?;
        Some(Self { edition, norm, rating_on: rating_on(norm.rating_at_least) })
    }

    pub(crate) const fn rating_on(&self) -> Option<Date> {
        self.rating_on
    }

    /// The set of norms of T38: norm by norm, the first set that does; while none does, all norms with the first of those by 1.41c.
    ///
    /// After each norm all so far are tried. T38 then tries those before the day of 1.56: because norms are taken in order of time, these
    /// were all norms so far at an earlier step, so no second try is needed.
    pub(crate) fn norm_set<'n>(&self, norms: &[&'n NormRow]) -> NormSet<'n> {
        let mut valid: Vec<&NormRow> = norms.iter().copied().filter(|norm| is_valid(&self.edition.award, norm)).collect();
        valid.sort_by(|a, b| (a.achieved_on, &a.tournament_id).cmp(&(b.achieved_on, &b.tournament_id)));
        let found = (1..=valid.len()).find_map(|so_far| {
            let sets = sets_with_one_of_1_41c(&valid[..so_far]).into_iter().map(|norms| self.judged(norms));
            sets.into_iter().find(|set| set.missing.is_empty())
        });
        found.unwrap_or_else(|| self.judged(sets_with_one_of_1_41c(&valid).into_iter().next().unwrap_or_default()))
    }

    /// A set of norms with what is missing, in the order of the text.
    fn judged<'n>(&self, norms: Vec<&'n NormRow>) -> NormSet<'n> {
        let missing = [
            lacks_single_rounds(&self.edition.play, self.norm.title, &norms),
            lacks_normal_foreigners(&self.edition.federations, &norms),
            lacks_games(&self.edition.award, &norms),
            self.rating_on.is_none().then_some(self.norm.rating_article.as_str()),
            lacks_swiss(&self.edition.award, &norms),
        ];
        NormSet { missing: missing.into_iter().flatten().map(str::to_owned).collect(), norms }
    }
}

/// 1.55: whether a norm has not expired. A norm without a day is none.
fn is_valid(award: &Award, norm: &NormRow) -> bool {
    norm.achieved_on.is_some_and(|achieved_on| {
        achieved_on >= award.expiry_gained_before || norm.registered.is_some_and(|registered| registered < award.expiry_registered_before)
    })
}

/// 1.41c: at most one norm of eight games. The sets of all other norms with each of those in turn: most games first, then the earliest, then
/// by id.
fn sets_with_one_of_1_41c<'n>(norms: &[&'n NormRow]) -> Vec<Vec<&'n NormRow>> {
    let (mut one_missed, others): (Vec<&NormRow>, Vec<&NormRow>) = norms.iter().copied().partition(|norm| is_one_missed(norm));
    one_missed.sort_by(|a, b| {
        (Reverse(a.credited_games), a.achieved_on, &a.tournament_id).cmp(&(Reverse(b.credited_games), b.achieved_on, &b.tournament_id))
    });
    if one_missed.is_empty() {
        return vec![others];
    }
    one_missed.into_iter().map(|one| others.iter().copied().chain([one]).collect()).collect()
}

fn is_one_missed(norm: &NormRow) -> bool {
    norm.basis.iter().flat_map(|basis| basis.split_whitespace()).any(|article| is_same_article(article, ONE_MISSED))
}

fn credited_games(norms: &[&NormRow]) -> u32 {
    norms.iter().filter_map(|norm| norm.credited_games).fold(0, u32::saturating_add)
}

fn are_fewer(norms: &[&NormRow], at_least: u32, serves: impl Fn(&NormRow) -> Option<bool>) -> bool {
    let serving = norms.iter().filter(|norm| serves(norm) == Some(true)).count();
    u32::try_from(serving).is_ok_and(|serving| serving < at_least)
}

/// 1.51: 27 games.
fn lacks_games<'a>(award: &'a Award, norms: &[&NormRow]) -> Option<&'a str> {
    (credited_games(norms) < award.games_at_least).then_some(&award.games_article)
}

/// 1.43e: one norm under the normal requirement of foreigners.
fn lacks_normal_foreigners<'a>(federations: &'a Federations, norms: &[&NormRow]) -> Option<&'a str> {
    let lacks = are_fewer(norms, federations.normal_norms_at_least, |norm| norm.normal_foreigners);
    lacks.then_some(&federations.normal_norms_article)
}

/// 1.13a: for GM and WGM, one norm from an event with single rounds.
fn lacks_single_rounds<'a>(play: &'a NormPlay, title: Title, norms: &[&NormRow]) -> Option<&'a str> {
    let lacks = play.single_rounds_titles.contains(&title) && are_fewer(norms, 1, |norm| norm.single_rounds);
    lacks.then_some(&play.single_rounds_article)
}

/// 1.56: with a norm that is not older, one from a large Swiss.
fn lacks_swiss<'a>(award: &'a Award, norms: &[&NormRow]) -> Option<&'a str> {
    let is_asked = norms.iter().any(|norm| norm.achieved_on.is_some_and(|day| day >= award.swiss_norms_not_before));
    let lacks = is_asked && are_fewer(norms, award.swiss_norms_at_least, |norm| norm.swiss_for_title);
    lacks.then_some(&award.swiss_article)
}
