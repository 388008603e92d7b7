//! The `[signing]` table of a pipeline file: whose signature its lists need, and from which day on.

use crate::{PipelineError, Result};
use model::{Date, ListDate};
use serde::{Deserialize, Deserializer, de};
use std::path::Path;
use store::{ListCatalog, PublicKey, check_signature};

/// Whose signature the lists of a pipeline need.
#[derive(Clone, Debug, Default)]
pub struct Signing {
    /// The keys that may sign.
    keys: Vec<PublicKey>,
    /// Lists of this day or later must be signed; `None` if none must be.
    required_since: Option<Date>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SigningToml {
    #[serde(default)]
    keys: Vec<String>,
    #[serde(default)]
    required: bool,
    since: Option<String>,
}

impl<'de> Deserialize<'de> for Signing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let SigningToml { keys, required, since } = SigningToml::deserialize(deserializer)?;
        let failed = |message: String| de::Error::custom(format!("signing: {message}"));
        let since = since.map(|day| model::parse_iso_date(&day)).transpose().map_err(|error| failed(format!("since: {error}")))?;
        let number = |(at, key): (usize, String)| key.parse().map_err(|error| failed(format!("key {}: {error}", at + 1)));
        let keys = keys.into_iter().enumerate().map(number).collect::<std::result::Result<Vec<PublicKey>, _>>()?;
        if required && keys.is_empty() {
            return Err(failed("required = true wants keys, the public keys of those who sign".to_owned()));
        }
        if required && since.is_none() {
            return Err(failed(
                "required = true wants since, the date of the first list that must be signed, as \"2024-03-01\"".to_owned(),
            ));
        }
        Ok(Self { keys, required_since: since.filter(|_| required) })
    }
}

impl Signing {
    /// Whether the list of a date must be signed.
    pub fn is_required(&self, list: ListDate) -> bool {
        self.required_since.is_some_and(|since| list.day() >= since)
    }

    /// Fails if a list must be signed and is not, or not with one of the keys.
    pub(crate) fn check(&self, list: ListDate, folder: &Path) -> Result<()> {
        if self.is_required(list) {
            check_signature(folder, &self.keys).map_err(PipelineError::NotSigned)?;
        }
        Ok(())
    }

    /// Fails at the first list of a catalog that must be signed and is not. All of them count, because each is built on those before it.
    pub(crate) fn check_lists(&self, lists: &ListCatalog) -> Result<()> {
        lists.sources().iter().try_for_each(|source| self.check(source.date, source.folder.as_deref().unwrap_or(&source.file)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> std::result::Result<Signing, String> {
        toml::from_str(text).map_err(|error: toml::de::Error| error.message().to_owned())
    }

    #[test]
    fn lists_must_be_signed_from_the_day_on_that_the_settings_name() {
        let key = store::SigningKey::generate().expect("a key").public_key();
        let date = |month: &str| month.parse::<ListDate>().expect("a month");
        let signing = read(&format!("keys = [\"{key}\"]\nrequired = true\nsince = \"2024-03-01\"")).expect("settings");
        assert_eq!((signing.is_required(date("2024-02")), signing.is_required(date("2024-03"))), (false, true));
        let optional = read(&format!("keys = [\"{key}\"]\nsince = \"2024-03-01\"")).expect("settings");
        assert!(!optional.is_required(date("2024-03")));
    }

    #[test]
    fn settings_that_require_a_signature_name_keys_and_a_day() {
        let key = store::SigningKey::generate().expect("a key").public_key();
        for (text, words) in [
            ("required = true\nsince = \"2024-03-01\"".to_owned(), "wants keys"),
            (format!("keys = [\"{key}\"]\nrequired = true"), "wants since"),
            ("keys = [\"RWnonsense\"]".to_owned(), "key 1: not a public key"),
            (format!("keys = [\"{key}\"]\nsince = \"March\""), "since: "),
            ("require = true".to_owned(), "unknown field"),
        ] {
            let said = read(&text).expect_err("refused");
            assert!(said.contains(words), "{text}: {said}");
        }
    }
}
