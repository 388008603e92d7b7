//! Rows of the tables of titles with any values, for tests.

use super::{TITLES, day};
use model::{Date, ListDate, PlayerRef, Rating};
use titles::{
    Articles, AwardBasis, AwardRow, AwardStatus, NormResultRow, NormRow, NormSource, RatingReachedHow, RatingReachedRow,
    TitleTournamentRow, Verdict,
};

const TEXTS: [&str; 5] = ["Åse", "=1+1", "Open \"A\", 1,\n2", "  ", "1.4.5b-e"];

/// Values that follow from a seed.
struct Values(u64);

impl Values {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn number<N: TryFrom<u64>>(&mut self) -> N {
        N::try_from(self.below(3_000)).ok().expect("small")
    }

    fn signed(&mut self) -> i32 {
        self.number::<i32>() - 1_000
    }

    fn is_true(&mut self) -> bool {
        self.below(2) == 0
    }

    fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.is_true().then(|| value(self))
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[usize::try_from(self.below(values.len() as u64)).expect("small")]
    }

    fn text(&mut self) -> String {
        self.one_of(&TEXTS).to_owned()
    }

    fn id(&mut self) -> u32 {
        1 + self.number::<u32>()
    }

    fn date(&mut self) -> Date {
        day("1950-06-05") + chrono::Days::new(self.below(40_000))
    }

    fn list(&mut self) -> ListDate {
        ListDate::of_month(self.date())
    }

    fn articles(&mut self) -> Articles {
        let all = ["1.11", "1.13b", "1.41a", "1.43", "1.45b-e", "1.4.8b"];
        all.into_iter().filter(|_| self.is_true()).map(str::to_owned).collect()
    }
}

pub(super) fn tournament(seed: u64) -> TitleTournamentRow {
    let v = &mut Values(seed);
    TitleTournamentRow {
        tournament_id: v.text().into(),
        edition: v.text(),
        eligible: v.is_true(),
        failed: v.articles(),
        unproven: v.articles(),
        players: v.number(),
        rounds: v.number(),
        foreign_rated: v.number(),
        foreign_federations: v.number(),
        foreign_titled: v.number(),
        swiss_exempt: v.is_true(),
        swiss_for_title: v.is_true(),
        single_rounds: v.maybe(Values::is_true),
    }
}

pub(super) fn norm_result(seed: u64) -> NormResultRow {
    let v = &mut Values(seed);
    NormResultRow {
        tournament_id: v.text().into(),
        player: PlayerRef::id(v.id()).expect("an id"),
        title: v.one_of(&TITLES),
        edition: v.text(),
        verdict: v.one_of(&[Verdict::Norm, Verdict::No]),
        failed: v.articles(),
        unproven: v.articles(),
        basis: v.articles(),
        games: v.number(),
        half_points: v.number(),
        opponents_sum: v.number(),
        average: v.number(),
        percent: v.number(),
        dp: v.signed(),
        performance: v.signed(),
        half_points_needed: v.maybe(Values::number),
        half_points_over: v.maybe(Values::signed),
        titled: v.number(),
        titled_needed: v.number(),
        matching: v.number(),
        matching_needed: v.number(),
        own: v.number(),
        own_allowed: v.number(),
        one_federation: v.number(),
        one_federation_allowed: v.number(),
        other_federations: v.number(),
        exempt: v.maybe(Values::text),
        normal_foreigners: v.is_true(),
        raised: v.maybe(Values::id).and_then(PlayerRef::id),
        left_out_rounds: (1..=11).filter(|_| v.is_true()).collect(),
        credited_games: v.maybe(Values::number),
        achieved_on: v.maybe(Values::date),
        single_rounds: v.maybe(Values::is_true),
        swiss_for_title: v.is_true(),
    }
}

pub(super) fn norm(seed: u64) -> NormRow {
    let v = &mut Values(seed);
    NormRow {
        fide_id: v.id(),
        title: v.one_of(&TITLES),
        tournament_id: v.text(),
        name: v.maybe(Values::text),
        federation: v.maybe(Values::text),
        start: v.maybe(Values::date),
        end: v.maybe(Values::date),
        edition: v.maybe(Values::text),
        basis: v.maybe(Values::text),
        games: v.maybe(Values::number),
        half_points: v.maybe(Values::number),
        average: v.maybe(Values::signed),
        performance: v.maybe(Values::signed),
        credited_games: v.maybe(Values::number),
        achieved_on: v.maybe(Values::date),
        exempt: v.maybe(Values::text),
        normal_foreigners: v.maybe(Values::is_true),
        single_rounds: v.maybe(Values::is_true),
        swiss_for_title: v.maybe(Values::is_true),
        registered: v.maybe(Values::date),
        unproven: v.maybe(Values::text),
        source: v.one_of(&[NormSource::Judged, NormSource::Given, NormSource::Direct]),
        list: v.list(),
    }
}

pub(super) fn rating(seed: u64) -> RatingReachedRow {
    const HOW: [RatingReachedHow; 3] = [RatingReachedHow::Interim, RatingReachedHow::Published, RatingReachedHow::Peak];
    let v = &mut Values(seed);
    RatingReachedRow {
        fide_id: v.id(),
        rating: Rating(1 + v.number::<i16>()),
        reached_on: v.date(),
        how: v.one_of(&HOW),
        tournament_id: v.maybe(|v| v.text().into()),
        round: v.maybe(Values::number),
        value_hundredths: v.signed(),
        games: v.number(),
        reached_30_on: v.maybe(Values::date),
        how_30: v.maybe(|v| v.one_of(&HOW)),
        list: v.list(),
    }
}

pub(super) fn award(seed: u64) -> AwardRow {
    let v = &mut Values(seed);
    AwardRow {
        fide_id: v.id(),
        title: v.one_of(&TITLES),
        basis: v.one_of(&[AwardBasis::Direct, AwardBasis::Norms, AwardBasis::Rating]),
        status: v.one_of(&[AwardStatus::Proposed, AwardStatus::Conditional, AwardStatus::Open]),
        missing: v.articles(),
        unproven: v.articles(),
        norms: v.maybe(Values::number),
        games: v.maybe(Values::number),
        rating_on: v.maybe(Values::date),
        achieved_on: v.maybe(Values::date),
        since: v.list(),
        article: v.text(),
    }
}
