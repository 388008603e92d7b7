//! Builds rows of the ledger, of thresholds and of direct results, and proposes titles from them.

use crate::small_period::{day, list};
use model::Rating;
use rulebook::{Rulebook, Title, TitleEdition};
use std::collections::BTreeMap;
use titles::{
    AwardBasis, AwardInputs, AwardRow, AwardStatus, DirectResults, DirectTitle, NormRow, NormSource, RatingReachedHow, RatingReachedRow,
    Sex, TitledPlayer, awards,
};

/// The player of most tests.
pub(crate) const PLAYER: u32 = 100;

pub(crate) fn edition(id: &str) -> &'static TitleEdition {
    Rulebook::fide().title_edition_by_id(id).expect("an edition")
}

/// A norm with all that an application can ask of it but the large Swiss, 9 games and a tournament named after the day.
pub(crate) fn norm(title: Title, achieved_on: &str) -> NormRow {
    NormRow {
        fide_id: PLAYER,
        title,
        tournament_id: format!("T{achieved_on}"),
        name: Some("An open".to_owned()),
        federation: None,
        start: None,
        end: Some(day(achieved_on)),
        edition: None,
        basis: None,
        games: None,
        half_points: None,
        average: None,
        performance: None,
        credited_games: Some(9),
        achieved_on: Some(day(achieved_on)),
        exempt: None,
        normal_foreigners: Some(true),
        single_rounds: Some(true),
        swiss_for_title: Some(false),
        registered: None,
        unproven: None,
        source: NormSource::Given,
        list: list("2022-01"),
    }
}

/// A threshold reached on a day, with 30 games on another day.
pub(crate) fn reached(rating: i16, on: &str, with_games: Option<&str>) -> RatingReachedRow {
    RatingReachedRow {
        fide_id: PLAYER,
        rating: Rating(rating),
        reached_on: day(on),
        how: RatingReachedHow::Interim,
        tournament_id: None,
        round: None,
        value_hundredths: i32::from(rating) * 100,
        games: 30,
        reached_30_on: with_games.map(day),
        how_30: with_games.map(|_| RatingReachedHow::Interim),
        list: list("2022-01"),
    }
}

pub(crate) fn direct_title(title: Title, date: &str, olympiad: bool) -> DirectTitle {
    DirectTitle { fide_id: PLAYER, title, date: day(date), olympiad }
}

/// What titles are proposed from. All players have the same titles and sex.
#[derive(Clone)]
pub(crate) struct Applicant {
    pub(crate) edition: Option<&'static str>,
    pub(crate) list: &'static str,
    pub(crate) titles: Vec<Title>,
    pub(crate) sex: Sex,
    pub(crate) norms: Vec<NormRow>,
    pub(crate) ratings: Vec<RatingReachedRow>,
    pub(crate) direct: DirectResults,
    pub(crate) previous: Vec<AwardRow>,
    pub(crate) merged: BTreeMap<u32, u32>,
}

impl Applicant {
    pub(crate) fn of(edition: &'static str) -> Self {
        Self {
            edition: Some(edition),
            list: "2024-03",
            titles: Vec::new(),
            sex: Sex::Female,
            norms: Vec::new(),
            ratings: Vec::new(),
            direct: DirectResults::default(),
            previous: Vec::new(),
            merged: BTreeMap::new(),
        }
    }

    pub(crate) fn awards(&self) -> Vec<AwardRow> {
        let mut norms = self.norms.clone();
        norms.sort_by(|a, b| (a.fide_id, a.title.word(), &a.tournament_id).cmp(&(b.fide_id, b.title.word(), &b.tournament_id)));
        let mut ratings = self.ratings.clone();
        ratings.sort_by_key(|row| (row.fide_id, row.rating));
        let player = TitledPlayer { titles: self.titles.iter().copied().collect(), sex: self.sex };
        awards(&AwardInputs {
            edition: self.edition.map(edition),
            list: list(self.list),
            norms: &norms,
            ratings: &ratings,
            direct: &self.direct,
            previous: &self.previous,
            merged: &self.merged,
            player: &|_| player,
        })
    }

    /// The awards of one basis: title, status, missing articles and day.
    pub(crate) fn short(&self, basis: AwardBasis) -> Vec<(Title, AwardStatus, String, Option<String>)> {
        let rows = self.awards().into_iter().filter(|row| row.basis == basis);
        rows.map(|row| (row.title, row.status, row.missing.join(" "), row.achieved_on.map(|day| day.to_string()))).collect()
    }
}
