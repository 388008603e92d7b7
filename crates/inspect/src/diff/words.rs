//! The words of a comparison: what can differ, how a difference is classed, and where it comes from.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A column of a list that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
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
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The fields that are text in a list.
    pub(crate) const WORDS: [Self; 6] = [Self::Title, Self::WomenTitle, Self::OtherTitles, Self::Federation, Self::Name, Self::Sex];

    /// Where it stands among the fields that are text, if it is one.
    pub(crate) fn text_position(self) -> Option<usize> {
        Self::WORDS.iter().position(|field| *field == self)
    }

    /// The column of a list that holds it.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Activity => "flag",
            other => other.into_str(),
        }
    }
}

/// What kind of difference a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
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
    pub const ALL: &'static [Self] = Self::VARIANTS;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
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
    pub const ALL: &'static [Self] = Self::VARIANTS;
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
        Cause::ALL.iter().copied().filter(move |&cause| self.contains(cause))
    }

    /// The words, separated by spaces.
    pub fn words(self) -> String {
        self.iter().map(|cause| cause.into_str()).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_words_do_not_change_with_the_names_of_variants() {
        assert_eq!(
            Field::ALL.iter().map(|field| field.into_str()).collect::<Vec<_>>().join(" "),
            "rating k title women_title other_titles federation name sex birth_year activity"
        );
        assert_eq!(
            Class::ALL.iter().map(|class| class.into_str()).collect::<Vec<_>>().join(" "),
            "new gone rating-with-games rating-without-games rating k title federation name sex birth-year activity"
        );
        assert_eq!(
            Cause::ALL.iter().map(|cause| cause.into_str()).collect::<Vec<_>>().join(" "),
            "games correction revision order floor first-rating longer-control unknown merged excluded deceased \
             inactive-too-long unpublished not-yet-rated not-in-file listed-again"
        );
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
