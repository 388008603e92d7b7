//! The options that select players of a list, the same for every command that has them.

use crate::arguments::SharedArguments;
use crate::output::{UsageError, print_warning};
use clap::Args;
use publish::{PlayerFilter, UnmatchedWords};

/// Which players; words are taken in any case.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Which players")]
pub(crate) struct PlayerFilterArguments {
    /// Only players of these federations, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    federation: Vec<String>,
    /// Only players with one of these titles: open, women's or other
    #[arg(long, value_name = "TITLES", value_delimiter = ',')]
    title: Vec<String>,
    /// Only these players
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    id: Vec<u32>,
    /// Only women or only men
    #[arg(long, value_parser = ["F", "M"], ignore_case = true)]
    sex: Option<String>,
    /// Only players with this rating or a higher one; of several lists, in one of them
    #[arg(long, value_name = "RATING")]
    min_rating: Option<i16>,
    /// Only players with this rating or a lower one
    #[arg(long, value_name = "RATING")]
    max_rating: Option<i16>,
    /// Only players of these ages, as 0-18, 65- or 18: the year of the list minus the year of birth
    #[arg(long, value_name = "AGES", value_parser = parse_ages, allow_hyphen_values = true, conflicts_with_all = ["min_age", "max_age"])]
    age: Option<AgeRange>,
    /// Only players of this age or older
    #[arg(long, value_name = "AGE")]
    min_age: Option<i16>,
    /// Only players of this age or younger
    #[arg(long, value_name = "AGE")]
    max_age: Option<i16>,
    /// Only players born in this year or later
    #[arg(long, value_name = "YEAR")]
    born_from: Option<i16>,
    /// Only players born in this year or earlier
    #[arg(long, value_name = "YEAR")]
    born_until: Option<i16>,
    /// Only players who are not inactive
    #[arg(long)]
    active: bool,
}

/// The first and the last age of a range.
type AgeRange = (Option<i16>, Option<i16>);

fn parse_ages(text: &str) -> Result<AgeRange, String> {
    let age = |text: &str| match text.trim() {
        "" => Ok(None),
        age => age.parse::<u8>().map(|age| Some(i16::from(age))).map_err(|_| format!("'{age}' is not an age")),
    };
    let (first, last) = match text.split_once('-') {
        Some((first, last)) => (age(first)?, age(last)?),
        None => (age(text)?, age(text)?),
    };
    if first.or(last).is_none() { Err("ages are 0-18, 65-, -18 or 18".to_owned()) } else { Ok((first, last)) }
}

impl PlayerFilterArguments {
    /// The filter, whose ranges have values in them.
    pub(crate) fn filter(&self) -> Result<PlayerFilter, UsageError> {
        let (min_age, max_age) = self.age.unwrap_or((self.min_age, self.max_age));
        let filter = PlayerFilter {
            federations: self.federation.clone(),
            titles: self.title.clone(),
            ids: self.id.iter().copied().collect(),
            sex: self.sex.clone(),
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            min_age,
            max_age,
            born_from: self.born_from,
            born_until: self.born_until,
            active: self.active,
        };
        filter.check_ranges().map_err(|empty| UsageError(empty.to_string()))?;
        Ok(filter)
    }
}

/// Fails if nobody has any word of a condition; words that nobody has beside others are a warning.
pub(crate) fn check_words(unmatched: &[UnmatchedWords], shared: &SharedArguments) -> Result<(), UsageError> {
    for words in unmatched {
        if words.is_whole_condition {
            return Err(UsageError(words.to_string()));
        }
        print_warning(shared, &words.to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_ages_may_be_open_at_one_end() {
        assert_eq!(parse_ages("0-18"), Ok((Some(0), Some(18))));
        assert_eq!(parse_ages("65-"), Ok((Some(65), None)));
        assert_eq!(parse_ages("-18"), Ok((None, Some(18))));
        assert_eq!(parse_ages("18"), Ok((Some(18), Some(18))));
        assert!(["-", "", "young", "0-", "1-2-3", "0-300"].map(|text| parse_ages(text).is_err()) == [true, true, true, false, true, true]);
    }
}
