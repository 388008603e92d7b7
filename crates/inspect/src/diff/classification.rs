//! The fields, classes and causes of differences, with the words that outputs use for them.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A column of a list that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ComparedField {
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

impl ComparedField {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Whether the values are numbers.
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Rating | Self::K | Self::BirthYear)
    }

    /// The fields that are text in a list.
    pub(crate) const TEXT_FIELDS: [Self; 6] = [Self::Title, Self::WomenTitle, Self::OtherTitles, Self::Federation, Self::Name, Self::Sex];

    /// The index among the text fields, if it is one.
    pub(crate) const fn text_position(self) -> Option<usize> {
        match self {
            Self::Title => Some(0),
            Self::WomenTitle => Some(1),
            Self::OtherTitles => Some(2),
            Self::Federation => Some(3),
            Self::Name => Some(4),
            Self::Sex => Some(5),
            Self::Rating | Self::K | Self::BirthYear | Self::Activity => None,
        }
    }

    /// The column of a list that has the field.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Activity => "flag",
            other => other.into_str(),
        }
    }
}

/// The class of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum DifferenceClass {
    /// On B, not on A.
    New,
    /// On A, not on B.
    Gone,
    RatingWithGames,
    RatingWithoutGames,
    /// A changed rating, where it is not known whether games were played.
    Rating,
    K,
    Title,
    Federation,
    Name,
    Sex,
    BirthYear,
    Activity,
}

impl DifferenceClass {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Whether it is a changed rating that both lists have.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::RatingWithGames | Self::RatingWithoutGames | Self::Rating)
    }

    /// The class of a field that is not a rating.
    pub(crate) const fn of_field(field: ComparedField) -> Self {
        match field {
            ComparedField::Rating => Self::Rating,
            ComparedField::K => Self::K,
            ComparedField::Title | ComparedField::WomenTitle | ComparedField::OtherTitles => Self::Title,
            ComparedField::Federation => Self::Federation,
            ComparedField::Name => Self::Name,
            ComparedField::Sex => Self::Sex,
            ComparedField::BirthYear => Self::BirthYear,
            ComparedField::Activity => Self::Activity,
        }
    }
}

/// The cause of a changed rating, or of a player's being on one list only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum DifferenceCause {
    Games,
    /// A correction touched the player's own games.
    Correction,
    /// A correction of another player or a changed input changed the rating in consequence.
    Revision,
    Order,
    Floor,
    FirstRating,
    LongerControl,
    /// The rating changed, and no table records why.
    Unknown,
    /// The id was merged into another, or another into it.
    Merged,
    Excluded,
    Deceased,
    /// Withheld by the roster (D53).
    Withheld,
    /// A newcomer without a federation (D53).
    NoFederation,
    InactiveTooLong,
    /// Rated, but not published for a reason that is not known.
    Unpublished,
    /// B is the earlier list, and the player had no rating then.
    NotYetRated,
    /// Not in the file, which does not say why.
    NotInFile,
    /// Rated on A already, but not published there.
    ListedAgain,
    /// K: the games of the career.
    CareerGames,
    /// K: the highest published rating.
    Peak,
    /// K: the age, or the year of birth.
    Age,
    /// K: the rules of the later list.
    Edition,
}

impl DifferenceCause {
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Several causes of one number, without an order among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DifferenceCauses(u32);

impl DifferenceCauses {
    pub(crate) fn only(cause: DifferenceCause) -> Self {
        let mut causes = Self::default();
        causes.add(cause);
        causes
    }

    pub(crate) fn add(&mut self, cause: DifferenceCause) {
        self.0 |= 1 << (cause as u32);
    }

    pub fn contains(self, cause: DifferenceCause) -> bool {
        self.0 & (1 << (cause as u32)) != 0
    }

    /// In the order of [`DifferenceCause::ALL`].
    pub fn iter(self) -> impl Iterator<Item = DifferenceCause> {
        DifferenceCause::ALL.iter().copied().filter(move |&cause| self.contains(cause))
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
            ComparedField::ALL.iter().map(|field| field.into_str()).collect::<Vec<_>>().join(" "),
            "rating k title women_title other_titles federation name sex birth_year activity"
        );
        assert_eq!(
            DifferenceClass::ALL.iter().map(|class| class.into_str()).collect::<Vec<_>>().join(" "),
            "new gone rating-with-games rating-without-games rating k title federation name sex birth-year activity"
        );
        assert_eq!(
            DifferenceCause::ALL.iter().map(|cause| cause.into_str()).collect::<Vec<_>>().join(" "),
            "games correction revision order floor first-rating longer-control unknown merged excluded deceased withheld no-federation \
             inactive-too-long unpublished not-yet-rated not-in-file listed-again career-games peak age edition"
        );
    }

    #[test]
    fn text_fields_have_the_positions_of_their_columns() {
        for field in ComparedField::ALL {
            assert_eq!(field.text_position(), ComparedField::TEXT_FIELDS.iter().position(|text| text == field), "{field:?}");
        }
    }

    #[test]
    fn every_cause_is_written_once_and_in_a_fixed_order() {
        let mut causes = DifferenceCauses::only(DifferenceCause::Order);
        causes.add(DifferenceCause::Games);
        causes.add(DifferenceCause::Order);
        assert_eq!(causes.words(), "games order");
        assert_eq!(DifferenceCauses::default().words(), "");
    }
}
