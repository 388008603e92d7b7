//! A second judge, written from the text: plain loops over every choice of games, with numbers of its own.

use crate::day;
use crate::events::{federation, title, titles};
use model::{ByeKind, PlayerRef, Rating, SideResult, TournamentClass, TournamentKind, Waiver};
use std::collections::{BTreeMap, BTreeSet};
use titles::{ChiefArbiter, EventGame, EventPlayer, Federation, NormResultRow, Sex, TitleEvent, TitleSet, TitleTournamentRow};

/// dp for p = .50 to 1.00, from the table of 1.49.
const DP: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

fn dp(percent: u32) -> i32 {
    if percent >= 50 { DP[percent as usize - 50] } else { -DP[50 - percent as usize] }
}

/// A title: floor, Rp, Ra, the letter of 1.45, and the matching titles.
pub(crate) const NORMS: [(&str, [i32; 3], &str, &str); 4] = [
    ("GM", [2200, 2600, 2380], "b", "GM"),
    ("IM", [2050, 2450, 2230], "c", "GM/IM"),
    ("WGM", [2000, 2400, 2180], "d", "GM/IM/WGM"),
    ("WIM", [1850, 2250, 2030], "e", "GM/IM/WGM/WIM"),
];

/// An event judged by loops.
pub(crate) struct NaiveJudge<'a> {
    pub(crate) event: &'a TitleEvent,
    pub(crate) is_2024: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Played {
    round: u16,
    opponent: u32,
    half_points: u32,
}

impl NaiveJudge<'_> {
    /// The number of an article of 1.x in the edition: 1.45b is 1.4.5b in 2024.
    fn article(&self, number: &str) -> String {
        if self.is_2024 { format!("{}.{}", &number[..3], &number[3..]) } else { number.to_owned() }
    }

    fn has(&self, class: TournamentClass) -> bool {
        self.event.classes.contains(class)
    }

    fn days(&self) -> i64 {
        (self.event.end - self.event.start).num_days() + 1
    }

    fn facts(&self, player: u32, round: u16) -> (Rating, TitleSet) {
        let own = self.event.players[player as usize];
        if self.days() > 30 && round > 0 && usize::from(round) <= self.event.facts_by_round.len() {
            let facts = self.event.facts_by_round[usize::from(round) - 1][player as usize];
            return (facts.rating, facts.titles);
        }
        (own.rating, own.titles)
    }

    fn rating(&self, player: u32, round: u16) -> i32 {
        match self.facts(player, round).0.0 {
            0 if self.is_2024 => 1400,
            0 => 1000,
            rating => rating.into(),
        }
    }

    fn is_round_robin(&self) -> bool {
        matches!(self.event.kind, Some(TournamentKind::RoundRobin | TournamentKind::DoubleRoundRobin))
    }

    fn is_fixed(&self) -> bool {
        !matches!(self.event.kind, Some(TournamentKind::Swiss | TournamentKind::Team | TournamentKind::Knockout))
    }

    fn asked(&self) -> usize {
        let rounds = self.event.rounds;
        if (self.has(TournamentClass::WorldTeam) || self.has(TournamentClass::ContinentalTeam)) && (7..=9).contains(&rounds) {
            7
        } else if self.has(TournamentClass::WorldCup) {
            8
        } else {
            9
        }
    }

    /// A player's own result, the opponent's, and the opponent.
    fn side(game: &EventGame, player: u32) -> Option<(SideResult, SideResult, u32)> {
        if game.white == player {
            Some((game.result.white, game.result.black, game.black))
        } else {
            (game.black == player).then_some((game.result.black, game.result.white, game.white))
        }
    }

    fn is_played(result: SideResult) -> bool {
        matches!(result, SideResult::Win | SideResult::Draw | SideResult::Loss)
    }

    /// 1.42a and 1.42b.
    fn is_let_in(&self, opponent: u32) -> bool {
        let players = &self.event.players;
        if players[opponent as usize].federation == federation("NON") {
            return false;
        }
        if !self.is_round_robin() || players[opponent as usize].rating.is_rated() {
            return true;
        }
        let mut against_rated = Vec::new();
        for game in &self.event.games {
            if let Some((own, other, met)) = Self::side(game, opponent)
                && game.fault.is_none()
                && Self::is_played(own)
                && Self::is_played(other)
                && players[met as usize].rating.is_rated()
            {
                against_rated.push(own);
            }
        }
        against_rated.is_empty() || against_rated.iter().any(|own| *own != SideResult::Loss)
    }

    fn included(&self, player: u32) -> Vec<Played> {
        let mut found = Vec::new();
        for game in &self.event.games {
            let Some((own, other, opponent)) = Self::side(game, player) else { continue };
            if game.fault.is_none() && Self::is_played(own) && Self::is_played(other) && self.is_let_in(opponent) {
                let half_points = match own {
                    SideResult::Win => 2,
                    SideResult::Draw => 1,
                    _ => 0,
                };
                found.push(Played { round: game.round, opponent, half_points });
            }
        }
        found
    }

    /// The articles that fail and the unproven ones.
    fn event_articles(&self, strict: bool) -> (Vec<String>, Vec<String>) {
        let event = self.event;
        let mut failed = BTreeSet::new();
        let mut unproven = BTreeSet::new();
        // 1.11
        match event.registered {
            _ if event.waivers.contains(Waiver::TitleRegistration) => {}
            None => {
                unproven.insert("1.11");
            }
            Some(day) if (event.start - day).num_days() < 30 => {
                failed.insert("1.11");
            }
            Some(_) => {}
        }
        if self.has(TournamentClass::UnequalConditions)
            || self.has(TournamentClass::FormatChanged) && !event.waivers.contains(Waiver::Format)
        {
            failed.insert("1.11");
        }
        // 1.12 and 1.13
        let mut by_date = BTreeMap::new();
        for date in event.round_dates.iter().flatten() {
            *by_date.entry(*date).or_insert(0u64) += 1;
        }
        let with_games: BTreeSet<u16> = event.games.iter().map(|game| game.round).collect();
        let spread = (with_games.len() as u64).div_ceil(u64::try_from(self.days()).expect("positive"));
        let most = by_date.values().copied().max().unwrap_or(spread);
        let all_dated = (0..usize::from(event.rounds)).all(|round| event.round_dates.get(round).copied().flatten().is_some());
        let minutes = event.clock.map(|clock| u64::from(clock.seconds_for_60_moves) / 60);
        match minutes {
            Some(minutes) if most * 2 * minutes > 12 * 60 => failed.insert("1.12"),
            Some(_) if all_dated => false,
            _ => unproven.insert("1.12"),
        };
        match minutes {
            _ if most > 2 => failed.insert("1.13"),
            Some(minutes) if minutes < 120 => failed.insert("1.13"),
            Some(_) if all_dated => false,
            _ => unproven.insert("1.13"),
        };
        if self.has(TournamentClass::UnequalTimes) {
            failed.insert("1.13b");
        }
        match event.chief_arbiter {
            ChiefArbiter::Unknown => unproven.insert("1.15"),
            ChiefArbiter::NotQualified => failed.insert("1.15"),
            ChiefArbiter::Qualified => false,
        };
        if event.players.iter().any(|player| player.player.fide_id().is_some_and(|id| event.arbiters.contains(&id))) {
            failed.insert("1.16");
        }
        if usize::from(event.rounds) < self.asked() {
            failed.insert("1.41a");
        }
        if self.has(TournamentClass::Altered) {
            failed.insert("1.42d");
        }
        let needs_approval = match event.kind {
            Some(TournamentKind::Match) => true,
            Some(TournamentKind::Scheveningen | TournamentKind::Schiller) => self.is_2024 && event.start >= day("2024-03-01"),
            Some(_) => false,
            None => {
                if !event.waivers.contains(Waiver::Format) {
                    unproven.insert("1.42e");
                }
                false
            }
        };
        if needs_approval && !event.waivers.contains(Waiver::Format) {
            failed.insert("1.42e");
        }
        if event.kind == Some(TournamentKind::DoubleRoundRobin) && event.players.len() < 6 {
            failed.insert("1.45f");
        }
        unproven.retain(|article| !failed.contains(article));
        if strict {
            failed.append(&mut unproven);
        }
        let numbered = |articles: BTreeSet<&str>| articles.into_iter().map(|article| self.article(article)).collect();
        (numbered(failed), numbered(unproven))
    }

    /// Whether a player is there in a round.
    fn is_there(&self, player: u32, round: u16) -> bool {
        let game = self.event.games.iter().any(|game| {
            game.round == round
                && Self::side(game, player).is_some_and(|(own, _, _)| !matches!(own, SideResult::ForfeitLoss | SideResult::Missing))
        });
        game || self.event.byes.iter().any(|bye| bye.player == player && bye.round == round && bye.kind == ByeKind::Allocated)
    }

    /// The players who are there in a round and miss one round at most.
    fn there_in(&self, round: u16) -> Vec<EventPlayer> {
        let mut found = Vec::new();
        for player in 0..u32::try_from(self.event.players.len()).expect("few") {
            let missed = (1..=self.event.rounds).filter(|round| !self.is_there(player, *round)).count();
            if missed <= 1 && self.is_there(player, round) {
                found.push(self.event.players[player as usize]);
            }
        }
        found
    }

    pub(crate) fn tournament(&self, strict: bool) -> TitleTournamentRow {
        let event = self.event;
        let (failed, unproven) = self.event_articles(strict);
        let (mut rated, mut federations, mut titled, mut is_large) = (u32::MAX, u32::MAX, u32::MAX, true);
        for round in 1..=event.rounds {
            let there = self.there_in(round);
            let is_foreign =
                |player: &&EventPlayer| player.rating.is_rated() && player.federation.is_member() && player.federation != event.federation;
            let foreign: Vec<&EventPlayer> = there.iter().filter(is_foreign).collect();
            let of: BTreeSet<Federation> = foreign.iter().map(|player| player.federation).collect();
            let masters = foreign.iter().filter(|player| player.titles.has_any(titles("GM/IM/WGM/WIM"))).count();
            rated = rated.min(u32::try_from(foreign.len()).expect("few"));
            federations = federations.min(u32::try_from(of.len()).expect("few"));
            titled = titled.min(u32::try_from(masters).expect("few"));
            let mut ratings: Vec<i32> = there.iter().map(|player| player.rating.points()).filter(|rating| *rating > 0).collect();
            ratings.sort_unstable();
            ratings.reverse();
            is_large &= ratings.len() >= 40 && ratings[..40].iter().sum::<i32>() >= 40 * 2000;
        }
        if !event.federation.is_member() || event.rounds == 0 {
            (rated, federations, titled) = (0, 0, 0);
        }
        let is_swiss = event.kind == Some(TournamentKind::Swiss);
        use TournamentClass::{
            CandidatesQualifier, ContinentalTeam, FideEvent, League, NationalChampionship, NationalTeam, Olympiad, WorldCupQualifier,
            WorldTeam,
        };
        let is_team = [Olympiad, WorldTeam, ContinentalTeam, NationalTeam, League].into_iter().any(|class| self.has(class));
        let others = [Olympiad, CandidatesQualifier, WorldCupQualifier];
        let individual = !is_team && self.event.kind != Some(TournamentKind::Team);
        let of_single_players = individual && (self.has(NationalChampionship) || self.has(FideEvent));
        let mut single = 0;
        let dates: Vec<_> = (0..usize::from(event.rounds)).map(|round| event.round_dates.get(round).copied().flatten()).collect();
        for date in &dates {
            single += u32::from(dates.iter().filter(|other| *other == date).count() == 1);
        }
        TitleTournamentRow {
            tournament_id: event.tournament_id.clone(),
            edition: if self.is_2024 { "titles-2024" } else { "titles-2022" }.to_owned(),
            eligible: failed.is_empty(),
            failed,
            unproven,
            players: u32::try_from(event.players.len()).expect("few"),
            rounds: event.rounds,
            foreign_rated: rated,
            foreign_federations: federations,
            foreign_titled: titled,
            swiss_exempt: is_swiss && rated >= 20 && federations >= 3 && titled >= 10,
            swiss_for_title: is_swiss && !is_team && is_large
                || self.is_2024 && (of_single_players || others.into_iter().any(|class| self.has(class))),
            single_rounds: dates.iter().all(Option::is_some).then_some(single >= 3),
        }
    }

    fn exemption(&self, player: u32, swiss_exempt: bool) -> Option<String> {
        use TournamentClass::{NationalChampionship, NationalTeam, Zonal, ZonalYear};
        let own = self.event.players[player as usize].federation;
        let is_home = own.is_member() && own == self.event.federation;
        let article = if self.has(NationalChampionship) && !self.has(ZonalYear) && is_home {
            "1.43a"
        } else if self.has(NationalTeam) && is_home {
            "1.43b"
        } else if self.has(Zonal) {
            "1.43c"
        } else if swiss_exempt {
            "1.43d"
        } else {
            return None;
        };
        Some(self.article(article))
    }

    /// Whether a player is judged for a title.
    fn is_judged(&self, player: u32, of: &str) -> bool {
        let own = self.event.players[player as usize];
        let holds = |words: &str| own.titles.has_any(titles(words));
        let is_free = match of {
            "GM" => !holds("GM"),
            "IM" => !holds("GM/IM"),
            "WGM" => own.sex == Sex::Female && !holds("WGM/GM"),
            _ => own.sex == Sex::Female && !holds("WIM/WGM/GM/IM"),
        };
        is_free && own.player.fide_id().is_some()
    }

    /// The row of a set of games, without what depends on the event and the choice.
    fn numbers(&self, player: u32, norm: usize, kept: &[Played], tournament: &TitleTournamentRow) -> NormResultRow {
        let (of, [floor, mark, least_average], letter, matching_titles) = NORMS[norm];
        let own = self.event.players[player as usize].federation;
        let n = u32::try_from(kept.len()).expect("few");
        let games = i32::try_from(n).expect("few");
        // 1.46c: the person of the lowest rating; of equals the lower id.
        let mut lowest: Option<(i32, PlayerRef, u32)> = None;
        for game in kept {
            let key = (self.rating(game.opponent, game.round), self.event.players[game.opponent as usize].player, game.opponent);
            if lowest.is_none_or(|lowest| key < lowest) {
                lowest = Some(key);
            }
        }
        let raised = lowest.filter(|(rating, _, _)| *rating < floor);
        let mut sum = 0;
        for game in kept {
            let rating = self.rating(game.opponent, game.round);
            sum += if raised.is_some_and(|(_, _, who)| who == game.opponent) { rating.max(floor) } else { rating };
        }
        let half_points: u32 = kept.iter().map(|game| game.half_points).sum();
        // Tenths, so that a half is seen.
        let average = (10 * sum / games + 5) / 10;
        let percent_of = |half_points: u32| (1000 * half_points / (2 * n) + 5) / 10;
        let percent = percent_of(half_points);
        let needed = (0..=2 * n).find(|score| percent_of(*score) >= 35 && average + dp(percent_of(*score)) >= mark);
        let titles_of = |game: &Played| self.facts(game.opponent, game.round).1;
        let titled = kept.iter().filter(|game| titles_of(game).has_any(titles("GM/IM/FM/WGM/WIM/WFM"))).count();
        let is_double = self.event.kind == Some(TournamentKind::DoubleRoundRobin);
        let persons: BTreeSet<u32> = kept.iter().map(|game| game.opponent).collect();
        let with_title: Vec<u32> =
            kept.iter().filter(|game| titles_of(game).has_any(titles(matching_titles))).map(|game| game.opponent).collect();
        let (matching, matching_needed) = if is_double {
            let many = with_title.iter().collect::<BTreeSet<_>>().len();
            (many, if self.is_2024 { persons.len().div_ceil(2) } else { kept.len().div_ceil(3) })
        } else {
            (with_title.len(), kept.len().div_ceil(3))
        };
        let matching_needed = matching_needed.max(3);
        let mut by_federation: BTreeMap<Federation, u32> = BTreeMap::new();
        for game in kept {
            let federation = self.event.players[game.opponent as usize].federation;
            if federation.is_member() {
                *by_federation.entry(federation).or_default() += 1;
            }
        }
        let own_games = if own.is_member() { by_federation.get(&own).copied().unwrap_or(0) } else { 0 };
        let one = by_federation.values().copied().max().unwrap_or(0);
        let others = by_federation.keys().filter(|federation| **federation != own).count();
        let (own_allowed, one_allowed) = (3 * n / 5, 2 * n / 3);
        let (fails_1_43, fails_1_44) = (others < 2, own_games > own_allowed || one > one_allowed);
        let exemption = self.exemption(player, tournament.swiss_exempt);
        let forfeits = self.is_fixed()
            && self.event.games.iter().any(|game| {
                game.fault.is_none() && Self::side(game, player).is_some_and(|(result, _, _)| result == SideResult::ForfeitLoss)
            });
        let mut failed = Vec::new();
        let mut fail = |fails: bool, article: &str| {
            if fails {
                failed.push(self.article(article));
            }
        };
        fail(kept.len() < self.asked(), "1.41a");
        fail(forfeits, "1.41e");
        fail(exemption.is_none() && fails_1_43, "1.43");
        fail(exemption.is_none() && fails_1_44, "1.44");
        fail(titled < kept.len().div_ceil(2), "1.45a");
        fail(matching < matching_needed, &format!("1.45{letter}"));
        fail(average + dp(percent) < mark, "1.48");
        fail(average < least_average, "1.48a");
        fail(percent < 35, "1.48b");
        let narrow = |many: usize| u32::try_from(many).expect("few");
        NormResultRow {
            tournament_id: self.event.tournament_id.clone(),
            player: self.event.players[player as usize].player,
            title: title(of),
            edition: tournament.edition.clone(),
            verdict: titles::Verdict::No,
            failed,
            unproven: tournament.unproven.clone(),
            basis: Vec::new(),
            games: n,
            half_points,
            opponents_sum: sum,
            average,
            percent,
            dp: dp(percent),
            performance: average + dp(percent),
            half_points_needed: needed,
            half_points_over: needed.map(|needed| i32::try_from(half_points).expect("few") - i32::try_from(needed).expect("few")),
            titled: narrow(titled),
            titled_needed: narrow(kept.len().div_ceil(2)),
            matching: narrow(matching),
            matching_needed: narrow(matching_needed),
            own: own_games,
            own_allowed,
            one_federation: one,
            one_federation_allowed: one_allowed,
            other_federations: narrow(others),
            exempt: exemption.filter(|_| fails_1_43 || fails_1_44),
            normal_foreigners: !fails_1_43 && !fails_1_44,
            raised: raised.map(|(_, player, _)| player),
            left_out_rounds: Vec::new(),
            credited_games: None,
            achieved_on: None,
            single_rounds: tournament.single_rounds,
            swiss_for_title: tournament.swiss_for_title,
        }
    }

    /// The row of a norm: the numbers, with the basis, what is left out, and the games that it counts as.
    fn norm(&self, row: NormResultRow, kept: &[Played], basis: &[&str], counts_as: u32, left_out: &[u16]) -> NormResultRow {
        let over = u32::try_from(row.half_points_over.expect("a norm has its score")).expect("a norm has its score");
        let mut credited = counts_as + over / 2;
        if self.event.rounds > 13 {
            credited = credited.min(13);
        }
        let last = kept.iter().map(|game| game.round).max().unwrap_or(0);
        let date = if last == 0 { None } else { self.event.round_dates.get(usize::from(last) - 1).copied().flatten() };
        let rounds: BTreeSet<u16> = left_out.iter().copied().collect();
        NormResultRow {
            verdict: titles::Verdict::Norm,
            basis: basis.iter().map(|article| self.article(article)).collect(),
            credited_games: Some(credited),
            achieved_on: Some(date.unwrap_or(self.event.end)),
            left_out_rounds: rounds.into_iter().collect(),
            ..row
        }
    }

    /// The result of a player for a title, if it is reported.
    fn result(&self, player: u32, norm: usize, tournament: &TitleTournamentRow) -> Option<NormResultRow> {
        let included = self.included(player);
        let asked = self.asked();
        if included.is_empty() {
            return None;
        }
        let all = self.numbers(player, norm, &included, tournament);
        let counts = |games: usize| {
            let is_world_cup = self.has(TournamentClass::WorldCup) && asked == 8 && games == 8;
            if is_world_cup { 9 } else { u32::try_from(games).expect("few") }
        };
        // How many games are left out, and the row.
        let mut norms: Vec<(usize, NormResultRow)> = Vec::new();
        let mut seen: BTreeMap<Vec<Played>, ()> = BTreeMap::new();
        let last = included.iter().map(|game| game.round).max().unwrap_or(0);
        let mut ends: Vec<u16> = if self.is_fixed() { Vec::new() } else { (1..last).rev().collect() };
        ends.insert(0, u16::MAX);
        let may_leave_out = !self.is_fixed()
            || self.is_2024
                && self.is_round_robin()
                && !all.failed.iter().any(|article| ["1.4.3", "1.4.4"].contains(&article.as_str()) || article.starts_with("1.4.5"));
        // Ends from the last on, so that the first way to a set of games is the one that holds.
        for end in ends {
            let to_end: Vec<Played> = included.iter().copied().filter(|game| game.round <= end).collect();
            let mut beaten: BTreeSet<u32> = to_end.iter().map(|game| game.opponent).collect();
            beaten.retain(|opponent| to_end.iter().all(|game| game.opponent != *opponent || game.half_points == 2));
            let beaten: Vec<u32> = if may_leave_out && included.len() > asked { beaten.into_iter().collect() } else { Vec::new() };
            for set in 0..1u32 << beaten.len() {
                let is_left_out =
                    |game: &Played| beaten.iter().position(|who| *who == game.opponent).is_some_and(|bit| set >> bit & 1 == 1);
                let kept: Vec<Played> = to_end.iter().copied().filter(|game| !is_left_out(game)).collect();
                if kept.len() < asked || seen.insert(kept.clone(), ()).is_some() {
                    continue;
                }
                let row = self.numbers(player, norm, &kept, tournament);
                if row.failed.is_empty() {
                    let mut basis = Vec::new();
                    if included.iter().any(|game| game.round > end) {
                        basis.push("1.41e");
                    }
                    if to_end.iter().any(is_left_out) {
                        basis.push("1.41f");
                    }
                    let left_out: Vec<u16> = included.iter().filter(|game| !kept.contains(game)).map(|game| game.round).collect();
                    norms.push((left_out.len(), self.norm(row, &kept, &basis, counts(kept.len()), &left_out)));
                }
            }
        }
        // 1.42c
        let forfeit = self.event.games.iter().find_map(|game| {
            let (own, _, opponent) = Self::side(game, player)?;
            let is_last = game.round == self.event.rounds && own == SideResult::ForfeitWin && game.fault.is_none();
            (is_last && self.is_let_in(opponent)).then_some(Played { round: game.round, opponent, half_points: 0 })
        });
        if let Some(forfeit) = forfeit.filter(|_| included.len() + 1 == asked) {
            let with: Vec<Played> = included.iter().copied().chain([forfeit]).collect();
            let row = self.numbers(player, norm, &with, tournament);
            if row.failed.is_empty() {
                norms.push((0, self.norm(row, &with, &["1.42c"], counts(asked), &[])));
            }
        }
        let key = |(left_out, row): &(usize, NormResultRow)| {
            let credited = row.credited_games.expect("a norm");
            (u32::MAX - credited, !row.normal_foreigners, *left_out, -row.performance, row.left_out_rounds.clone())
        };
        if let Some((_, best)) = norms.into_iter().min_by_key(key) {
            return Some(best);
        }
        // 1.41c
        let mut without_play = 0;
        for game in &self.event.games {
            let is_win = Self::side(game, player).is_some_and(|(own, _, _)| own == SideResult::ForfeitWin);
            without_play += u32::from(is_win && game.fault.is_none());
        }
        for bye in &self.event.byes {
            without_play += u32::from(bye.player == player && bye.kind == ByeKind::Allocated);
        }
        let is_near = all.performance >= NORMS[norm].1[1] - 100 && included.len() + 2 >= asked;
        if self.event.rounds == 9 && asked == 9 && included.len() == 8 && without_play == 1 {
            let mut row = all;
            row.failed.retain(|article| *article != self.article("1.41a"));
            if row.failed.is_empty() {
                return Some(self.norm(row, &included, &["1.41c"], 9, &[]));
            }
            row.basis = vec![self.article("1.41c")];
            return is_near.then_some(row);
        }
        is_near.then_some(all)
    }

    pub(crate) fn results(&self, strict: bool) -> Vec<NormResultRow> {
        let tournament = self.tournament(strict);
        let mut found = Vec::new();
        for player in 0..u32::try_from(self.event.players.len()).expect("few") {
            for (norm, (of, ..)) in NORMS.iter().enumerate() {
                if tournament.eligible && self.is_judged(player, of) {
                    found.extend(self.result(player, norm, &tournament));
                }
            }
        }
        found
    }
}
