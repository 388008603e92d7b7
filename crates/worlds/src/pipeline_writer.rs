//! The pipeline file of a world.

use crate::output::write;
use crate::{WorldError, WorldSettings};
use std::path::Path;

/// Writes `pipeline.toml`; every path in it is relative to the file.
pub(crate) fn write_pipeline(path: &Path, settings: &WorldSettings) -> Result<(), WorldError> {
    let mut text = String::from(
        r#"# How lists and reports are headed.
name = "Invented rapid"
# The time control of these lists.
control = "rapid"
# The edition in force on each day, or an edition's id, or a rulebook file.
rules = "auto"
# One folder for each list; the newest before the one that is made is the previous one.
lists = "lists/rapid"
# Lists of a longer control: players rated there only count as rated here too.
longer_lists = { standard = "lists/standard" }
"#,
    );
    text.push_str(if settings.bundle {
        r#"# A bundle: tournaments, games and new players as tables.
tournaments = ["tournaments"]
"#
    } else {
        r#"# Tournament reports, searched recursively.
tournaments = ["tournaments"]
# What the reports do not say of themselves.
registry = "tournaments.csv"
"#
    });
    text.push_str("# Federations whose players are computed and remembered, but not published.\nexcluded_federations = []\n");
    write(path, text.as_bytes())
}
