//! Why a rated player is not listed, for lists of version 0.1, whose state does not record it.

use crate::input_paths::input_paths;
use crate::rules::Rules;
use amendments::RosterField;
use model::{InputRole, ListDate, Unlisted};
use rating::ListDay;
use rulebook::Edition;
use std::collections::BTreeSet;
use std::path::Path;
use store::{JobDescription, Manifest};

/// The rules and the roster that decide who is listed.
#[derive(Debug, Default)]
pub(crate) struct UnlistedReasons {
    /// `None` if the rulebook cannot be read.
    publication: Option<(Edition, ListDate)>,
    excluded: BTreeSet<String>,
    deceased: BTreeSet<u32>,
    /// The list was made with a roster, and that roster cannot be read.
    lacks_roster: bool,
}

/// A rated player in a state of version 0.1, who may not be listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnpublishedPlayer<'a> {
    pub(crate) fide_id: u32,
    pub(crate) federation: &'a str,
    pub(crate) is_hidden: bool,
    /// In days since 1970-01-01.
    pub(crate) last_rated: i32,
}

impl UnlistedReasons {
    /// Reads the roster and the rules that a list was made with, if they are still at the paths in `run.json`. A newer roster is good enough: its rows
    /// for the list date still explain why a player is not listed.
    pub(crate) fn of(folder: &Path, manifest: &Manifest) -> Self {
        let paths = input_paths(folder);
        let roster = paths.players.as_deref().and_then(|path| amendments::read_roster(path).ok());
        let had_roster = manifest.inputs.iter().any(|input| input.role == InputRole::Players);
        let rules = Rules::of(manifest, &paths).ok();
        let day = manifest.list.day();
        let mut excluded: BTreeSet<String> = JobDescription::from_manifest(manifest).excluded_federations.into_iter().collect();
        excluded.extend(roster.iter().flat_map(|roster| roster.excluded_on(day)));
        Self {
            publication: rules.map(|rules| (rules.publication, manifest.list)),
            excluded,
            deceased: roster.iter().flat_map(|roster| roster.true_on(RosterField::Deceased, day)).collect(),
            lacks_roster: had_roster && roster.is_none(),
        }
    }

    /// Why a player is not listed; `None` if no reason is found.
    pub(crate) fn unlisted(&self, player: UnpublishedPlayer<'_>) -> Option<Unlisted> {
        let deceased = self.deceased.contains(&player.fide_id).then_some(Unlisted::Deceased);
        let excluded = self.excluded.contains(player.federation).then_some(Unlisted::Excluded);
        let withheld = deceased.into_iter().chain(excluded);
        match &self.publication {
            Some((edition, list)) => ListDay::new(edition, &[], *list).unlisted(player.is_hidden, player.last_rated, withheld),
            None => withheld.chain(player.is_hidden.then_some(Unlisted::UnderFloor)).min(),
        }
    }

    pub(crate) fn lacks_roster(&self) -> bool {
        self.lacks_roster
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{days_since_1970, parse_iso_date};
    use rulebook::Rulebook;
    use store::sha256_hex;

    fn player(fide_id: u32, last_rated: &str) -> UnpublishedPlayer<'static> {
        let last_rated = days_since_1970(parse_iso_date(last_rated).expect("a date"));
        UnpublishedPlayer { fide_id, federation: "NOR", is_hidden: false, last_rated }
    }

    #[test]
    fn of_several_reasons_the_first_in_their_order_is_returned() {
        // By the regulations of 2009 whoever was last rated three years ago is not listed any more.
        let edition = Rulebook::fide().by_id("standard-2009").expect("an edition").clone();
        let listing = UnlistedReasons {
            publication: Some((edition, "2011-01".parse().expect("a month"))),
            excluded: ["FIN".to_owned()].into(),
            deceased: [2].into(),
            lacks_roster: false,
        };
        let gone = player(1, "2008-01-01");
        assert_eq!(listing.unlisted(player(1, "2008-03-01")), None);
        assert_eq!(listing.unlisted(gone), Some(Unlisted::Inactive));
        assert_eq!(listing.unlisted(UnpublishedPlayer { federation: "FIN", ..gone }), Some(Unlisted::Excluded));
        assert_eq!(listing.unlisted(UnpublishedPlayer { federation: "FIN", fide_id: 2, ..gone }), Some(Unlisted::Deceased));
        assert_eq!(listing.unlisted(UnpublishedPlayer { fide_id: 2, is_hidden: true, ..gone }), Some(Unlisted::UnderFloor));
    }

    #[test]
    fn a_user_rulebook_decides_who_is_inactive() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join("2024-03-01");
        std::fs::create_dir(&list).expect("made");
        let rules = "based_on = \"rapid-blitz-2024\"\nid = \"own\"\n[inactivity]\nmonths = 12\nunlisted_after_months = 24\n";
        std::fs::write(folder.path().join("own.toml"), rules).expect("written");
        std::fs::write(list.join("run.json"), r#"{ "version": "0.1.0", "recipe": { "rules": "own.toml" } }"#).expect("written");
        let manifest = serde_json::json!({
            "control": "rapid", "list": "2024-03-01", "previous": "2024-02-01",
            "editions": { "publication": "own", "calculation": "own", "tournaments": [] },
            "orders": [], "decisions": [], "settings": {}, "inputs_sha256": "", "outputs": [], "counts": {},
            "inputs": [{ "role": "rules", "path": "own.toml", "sha256": sha256_hex(rules.as_bytes()), "bytes": rules.len() }],
        });
        let manifest = Manifest::from_json(&manifest.to_string(), std::path::Path::new("")).expect("a manifest");
        let listing = UnlistedReasons::of(&list, &manifest);
        assert_eq!(listing.unlisted(player(1, "2022-03-01")), Some(Unlisted::Inactive));
        assert_eq!(listing.unlisted(player(1, "2022-04-01")), None);
    }
}
