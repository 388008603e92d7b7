//! What players of an event under way still need (`norms --after ROUND`).

use super::missing::{counted, score, titles_or};
use super::{EventNorms, NormsFilter, PlayerOutlook, UnderWay, rating_of, title_words};
use pages::{Block, Column, DocumentTable, Section, Value};
use rulebook::Title;
use titles::{NeededOpponents, NeededResult, NextGame, RemainingNeed, Verdict};

impl UnderWay {
    pub(crate) fn shown<'a>(&'a self, event: &'a EventNorms, filter: &'a NormsFilter<'a>) -> impl Iterator<Item = &'a PlayerOutlook> {
        self.outlooks
            .iter()
            .filter(move |outlook| filter.shows(event.event.players[outlook.player as usize].player.fide_id(), outlook.title))
    }
}

/// The word for the result of the next game that makes a norm.
pub(crate) const fn needed_word(needed: NeededResult) -> &'static str {
    match needed {
        NeededResult::AlreadyNorm => "already",
        NeededResult::Loss => "0",
        NeededResult::Draw => "1/2",
        NeededResult::Win => "1",
        NeededResult::NotReached => "not-reached",
    }
}

pub(super) fn blocks(event: &EventNorms, under_way: &UnderWay, filter: &NormsFilter<'_>) -> Vec<Block> {
    let left = event.event.rounds.saturating_sub(under_way.after);
    let mut shown: Vec<&PlayerOutlook> = under_way.shown(event, filter).collect();
    shown.sort_by_key(|outlook| {
        let player = &event.event.players[outlook.player as usize];
        (std::cmp::Reverse(player.rating), player.player)
    });
    let played = format!("After round {} of {}: {} left.", under_way.after, event.event.rounds, counted(left.into(), "round"));
    let mut blocks = vec![Block::paragraph(played)];
    blocks.push(Section::new("A norm already, whatever comes").with(already_table(event, &shown)).into());
    blocks.extend(next_section(event, under_way, &shown));
    if left > 0 {
        let mut section = Section::new("What the rounds left must bring").with(needs_table(event, &shown));
        section.push(Block::note(
            "The sum is the least of the ratings of the opponents to come, after raising the lowest to the floor. Scores for which no \
             opponents of this event are strong enough are left out here; --format csv has them all.",
        ));
        blocks.push(section.into());
    }
    blocks
}

fn player_cells(event: &EventNorms, outlook: &PlayerOutlook) -> [Value; 4] {
    let at = outlook.player as usize;
    [
        event.event.players[at].player.fide_id().map_or(Value::Empty, Value::Id),
        event.name(at).into(),
        event.federation(at).into(),
        outlook.title.word().into(),
    ]
}

fn player_columns() -> Vec<Column> {
    vec![Column::number("ID"), Column::text("Player"), Column::short("Fed."), Column::short("Norm")]
}

fn table(more: impl IntoIterator<Item = Column>) -> DocumentTable {
    DocumentTable::new(player_columns().into_iter().chain(more))
}

fn already_table(event: &EventNorms, shown: &[&PlayerOutlook]) -> DocumentTable {
    let mut table = table([Column::short("Score"), Column::number("Ra"), Column::number("Rp"), Column::short("By")]);
    for outlook in shown {
        let Some(row) = outlook.outlook.so_far.as_ref().filter(|row| row.verdict == Verdict::Norm) else { continue };
        let score = format!("{} of {}", score(row.half_points), row.games);
        let cells = [score.into(), Value::Rating(row.average), Value::Rating(row.performance), row.basis.join(" ").into()];
        table.row(player_cells(event, outlook).into_iter().chain(cells));
    }
    table
}

/// The games of the next round that make a norm, where they are paired.
fn next_section(event: &EventNorms, under_way: &UnderWay, shown: &[&PlayerOutlook]) -> Option<Block> {
    let paired: Vec<(&PlayerOutlook, NextGame)> = shown.iter().filter_map(|outlook| Some((*outlook, outlook.outlook.next?))).collect();
    if paired.is_empty() {
        return None;
    }
    let mut table = table([Column::text("Opponent"), Column::short("Title"), Column::number("Rating"), Column::short("Needed")]);
    for (outlook, next) in &paired {
        let needed = match next.needed {
            NeededResult::Loss | NeededResult::Draw | NeededResult::Win => needed_word(next.needed),
            NeededResult::AlreadyNorm | NeededResult::NotReached => continue,
        };
        let opponent = next.opponent as usize;
        let player = &event.event.players[opponent];
        let cells = [
            event.name(opponent).into(),
            title_words(player.titles).into(),
            rating_of(player).map_or_else(|| "unrated".into(), Value::Rating),
            needed.into(),
        ];
        table.row(player_cells(event, outlook).into_iter().chain(cells));
    }
    let not_reached = paired.iter().filter(|(_, next)| next.needed == NeededResult::NotReached).count();
    let mut section = Section::new(format!("Round {}: the result that makes a norm", under_way.after + 1)).with(table);
    if not_reached > 0 {
        let whose = counted(u32::try_from(not_reached).unwrap_or(u32::MAX), "more norm");
        section.push(Block::note(format!("{whose} cannot be reached by this game alone, whatever its result.")));
    }
    Some(section.into())
}

fn needs_table(event: &EventNorms, shown: &[&PlayerOutlook]) -> DocumentTable {
    let strongest = event.event.players.iter().filter_map(rating_of).max().unwrap_or(0);
    let is_possible = |need: &RemainingNeed, needed: &NeededOpponents| {
        let games = i32::try_from(need.games).unwrap_or(i32::MAX);
        needed.least_sum <= strongest.saturating_mul(games)
    };
    let number = Column::number;
    let mut table =
        table([number("Games"), Column::short("Score"), number("Least sum"), number("Average"), Column::long("Of the opponents")]);
    for outlook in shown {
        let needs = &outlook.outlook.by_score;
        for (at, need) in needs.iter().enumerate() {
            // A higher score that asks no less says nothing new.
            if needs[..at].iter().any(|lower| lower.games == need.games && lower.opponents == need.opponents) {
                continue;
            }
            let Some(needed) = need.opponents.as_ref().filter(|needed| is_possible(need, needed)) else { continue };
            let games = i32::try_from(need.games).unwrap_or(1).max(1);
            let cells = [
                Value::Number(need.games.into()),
                score(need.half_points).into(),
                Value::Number(needed.least_sum.into()),
                // The least whole average that the sum needs.
                Value::Rating((needed.least_sum + games - 1).div_euclid(games)),
                mix(event, outlook.title, needed).into(),
            ];
            table.row(player_cells(event, outlook).into_iter().chain(cells));
        }
    }
    table
}

/// What the mix still lacks, in words.
fn mix(event: &EventNorms, title: Title, needed: &NeededOpponents) -> String {
    let matching = event.norm_of(title).map_or_else(String::new, |norm| titles_or(&norm.opponents_titles));
    let mut words = Vec::new();
    if needed.titled_missing > 0 {
        words.push(counted(needed.titled_missing, "title-holder"));
    }
    if needed.matching_missing > 0 {
        words.push(format!("{} with {matching}", needed.matching_missing));
    }
    if needed.federations_missing > 0 {
        words.push(format!("{} more", counted(needed.federations_missing, "other federation")));
    }
    if let Some(own) = needed.own_left {
        words.push(format!("at most {own} of the own federation"));
    }
    if let Some(one) = needed.one_federation_left {
        words.push(format!("at most {one} of the most frequent one"));
    }
    if !needed.left_out_rounds.is_empty() {
        let rounds: Vec<String> = needed.left_out_rounds.iter().map(u16::to_string).collect();
        words.push(format!("without the win of round {}", rounds.join(", ")));
    }
    words.join("; ")
}
