//! The words of a comparison: what can differ, how a difference is classed, and where it comes from.

/// A column of a list that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    Rating,
    K,
    Title,
    WomenTitle,
    OtherTitles,
    Federation,
    Name,
    Sex,
    BirthYear,
    /// The flag, as `active` or `inactive`.
    Activity,
}

impl Field {
    pub const ALL: [Self; 10] = [
        Self::Rating,
        Self::K,
        Self::Title,
        Self::WomenTitle,
        Self::OtherTitles,
        Self::Federation,
        Self::Name,
        Self::Sex,
        Self::BirthYear,
        Self::Activity,
    ];

    /// The fields that are text in a list.
    pub(crate) const WORDS: [Self; 6] = [Self::Title, Self::WomenTitle, Self::OtherTitles, Self::Federation, Self::Name, Self::Sex];

    /// As the tables write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::K => "k",
            Self::Title => "title",
            Self::WomenTitle => "women_title",
            Self::OtherTitles => "other_titles",
            Self::Federation => "federation",
            Self::Name => "name",
            Self::Sex => "sex",
            Self::BirthYear => "birth_year",
            Self::Activity => "activity",
        }
    }

    /// The column of a list that holds it.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Activity => "flag",
            other => other.word(),
        }
    }
}

/// What kind of difference a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// On B, not on A.
    New,
    /// On A, not on B.
    Gone,
    RatingWithGames,
    RatingWithoutGames,
    /// Moved, and neither list says whether games were played.
    Rating,
    K,
    Title,
    Federation,
    Name,
    Sex,
    BirthYear,
    Activity,
}

impl Class {
    pub const ALL: [Self; 12] = [
        Self::New,
        Self::Gone,
        Self::RatingWithGames,
        Self::RatingWithoutGames,
        Self::Rating,
        Self::K,
        Self::Title,
        Self::Federation,
        Self::Name,
        Self::Sex,
        Self::BirthYear,
        Self::Activity,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::RatingWithGames => "rating-with-games",
            Self::RatingWithoutGames => "rating-without-games",
            Self::Rating => "rating",
            Self::K => "k",
            Self::Title => "title",
            Self::Federation => "federation",
            Self::Name => "name",
            Self::Sex => "sex",
            Self::BirthYear => "birth-year",
            Self::Activity => "activity",
        }
    }

    /// Whether a rating stands on both lists and moved.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::RatingWithGames | Self::RatingWithoutGames | Self::Rating)
    }

    /// The class of a field that is not a rating.
    pub(crate) const fn of_field(field: Field) -> Self {
        match field {
            Field::Rating => Self::Rating,
            Field::K => Self::K,
            Field::Title | Field::WomenTitle | Field::OtherTitles => Self::Title,
            Field::Federation => Self::Federation,
            Field::Name => Self::Name,
            Field::Sex => Self::Sex,
            Field::BirthYear => Self::BirthYear,
            Field::Activity => Self::Activity,
        }
    }
}

/// Where a moved number comes from, why a player is gone, or why one is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    Games,
    /// A correction touched the player's own games.
    Correction,
    /// Another player's correction, or a changed input, moved it in consequence.
    Revision,
    Order,
    Floor,
    FirstRating,
    LongerControl,
    /// The number moved and no table says why.
    Unknown,
    /// The id has become another's, or took over another's rating.
    Merged,
    Excluded,
    Deceased,
    InactiveTooLong,
    /// Rated and remembered, but not published; by which of the reasons is not known.
    Unpublished,
    /// B is the earlier list, and the player had no rating then.
    NotYetRated,
    /// All that a file can tell.
    NotInFile,
    /// Rated and remembered on A already, but not published there.
    ListedAgain,
}

impl Cause {
    pub const ALL: [Self; 16] = [
        Self::Games,
        Self::Correction,
        Self::Revision,
        Self::Order,
        Self::Floor,
        Self::FirstRating,
        Self::LongerControl,
        Self::Unknown,
        Self::Merged,
        Self::Excluded,
        Self::Deceased,
        Self::InactiveTooLong,
        Self::Unpublished,
        Self::NotYetRated,
        Self::NotInFile,
        Self::ListedAgain,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Correction => "correction",
            Self::Revision => "revision",
            Self::Order => "order",
            Self::Floor => "floor",
            Self::FirstRating => "first-rating",
            Self::LongerControl => "longer-control",
            Self::Unknown => "unknown",
            Self::Merged => "merged",
            Self::Excluded => "excluded",
            Self::Deceased => "deceased",
            Self::InactiveTooLong => "inactive-too-long",
            Self::Unpublished => "unpublished",
            Self::NotYetRated => "not-yet-rated",
            Self::NotInFile => "not-in-file",
            Self::ListedAgain => "listed-again",
        }
    }
}

/// Several causes of one number, without an order among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes(u32);

impl Causes {
    pub(crate) fn only(cause: Cause) -> Self {
        let mut causes = Self::default();
        causes.add(cause);
        causes
    }

    pub(crate) fn add(&mut self, cause: Cause) {
        self.0 |= 1 << (cause as u32);
    }

    pub fn contains(self, cause: Cause) -> bool {
        self.0 & (1 << (cause as u32)) != 0
    }

    /// In the order of [`Cause::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Cause> {
        Cause::ALL.into_iter().filter(move |&cause| self.contains(cause))
    }

    /// The words, separated by spaces.
    pub fn words(self) -> String {
        self.iter().map(Cause::word).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_and_class_stands_at_its_own_place() {
        assert!(Cause::ALL.iter().enumerate().all(|(at, &cause)| cause as usize == at));
        assert!(Class::ALL.iter().enumerate().all(|(at, &class)| class as usize == at));
        assert!(Field::ALL.iter().enumerate().all(|(at, &field)| field as usize == at));
    }

    #[test]
    fn causes_are_told_once_and_in_one_order() {
        let mut causes = Causes::only(Cause::Order);
        causes.add(Cause::Games);
        causes.add(Cause::Order);
        assert_eq!(causes.words(), "games order");
        assert_eq!(Causes::default().words(), "");
    }
}
