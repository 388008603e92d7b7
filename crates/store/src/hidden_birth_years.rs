//! Which years of birth are published, by the setting `hide_birth_year_under` of a list.

use crate::{JobDescription, Manifest};
use chrono::Datelike;
use model::ListDate;
use std::path::Path;

/// The latest year of birth of players who are not younger than `age` in the year of the list.
pub fn latest_published_birth_year(list: ListDate, age: u8) -> i16 {
    i16::try_from(list.day().year() - i32::from(age)).unwrap_or(i16::MAX)
}

impl Manifest {
    /// The latest year of birth that the list publishes; `state.parquet` has later ones, which are for no other eyes.
    pub fn latest_published_birth_year(&self) -> i16 {
        let age = JobDescription::from_manifest(self).options.hide_birth_year_under;
        age.map_or(i16::MAX, |age| latest_published_birth_year(self.list, age))
    }
}

/// The latest year of birth that the list of a folder, or of a file in it, publishes. Without a manifest nothing is hidden.
pub fn latest_birth_year_at(place: &Path) -> i16 {
    let folder = if place.is_dir() { place } else { place.parent().unwrap_or(place) };
    Manifest::read(folder).map_or(i16::MAX, |manifest| manifest.latest_published_birth_year())
}
