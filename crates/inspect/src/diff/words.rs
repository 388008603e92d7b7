//! Classes, fields and causes of differences in words for people. Files keep the codes.

use super::{ComparedField, DifferenceCause, DifferenceCauses, DifferenceClass};
use pages::Value;

impl DifferenceClass {
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::RatingWithGames => "rating, with games",
            Self::RatingWithoutGames => "changed, no games in B",
            Self::Rating => "rating",
            Self::K => "K",
            Self::Title => "title",
            Self::Federation => "federation",
            Self::Name => "name",
            Self::Sex => "sex",
            Self::BirthYear => "year of birth",
            Self::Activity => "active or inactive",
        }
    }

    /// The words, with the code of the files under the mouse.
    pub(super) fn to_value(self) -> Value {
        Value::Coded(self.in_words().to_owned(), self.into_str())
    }
}

impl ComparedField {
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::K => "K",
            Self::Title => "title",
            Self::WomenTitle => "women's title",
            Self::OtherTitles => "other titles",
            Self::Federation => "federation",
            Self::Name => "name",
            Self::Sex => "sex",
            Self::BirthYear => "year of birth",
            Self::Activity => "activity",
        }
    }
}

impl DifferenceCause {
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Correction => "a correction",
            Self::Revision => "in consequence of a revision",
            Self::Order => "an order",
            Self::Floor => "the floor",
            Self::FirstRating => "a first rating",
            Self::LongerControl => "slower time control",
            Self::Unknown => "not known",
            Self::Merged => "merged",
            Self::Excluded => "federation excluded",
            Self::Deceased => "deceased",
            Self::Withheld => "withheld by the roster",
            Self::NoFederation => "no federation",
            Self::InactiveTooLong => "inactive too long",
            Self::Unpublished => "rated, but not published",
            Self::NotYetRated => "not rated yet",
            Self::NotInFile => "absent from B",
            Self::ListedAgain => "listed again",
            Self::CareerGames => "enough games",
            Self::Peak => "the highest rating",
            Self::Age => "the age",
            Self::Edition => "the rules",
        }
    }

    /// The words for the word of a table or of a total.
    pub(super) fn word_in_words(word: &str) -> &str {
        match word {
            "not-told" => "cause not told",
            word => match word.parse::<Self>() {
                Ok(cause) => cause.in_words(),
                Err(_) => word,
            },
        }
    }
}

impl DifferenceCauses {
    /// The causes in words, with commas.
    pub(super) fn in_words(self) -> String {
        self.iter().map(DifferenceCause::in_words).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_class_and_every_cause_has_words_of_its_own_without_hyphens() {
        let classes: BTreeSet<&str> = DifferenceClass::ALL.iter().map(|class| class.in_words()).collect();
        let causes: BTreeSet<&str> = DifferenceCause::ALL.iter().map(|cause| cause.in_words()).collect();
        assert_eq!((classes.len(), causes.len()), (DifferenceClass::ALL.len(), DifferenceCause::ALL.len()));
        assert!(classes.iter().chain(&causes).all(|words| !words.contains('-')));
        assert_eq!(DifferenceCause::word_in_words("longer-control"), "slower time control");
        assert_eq!(DifferenceCause::word_in_words("of another program"), "of another program");
    }
}
