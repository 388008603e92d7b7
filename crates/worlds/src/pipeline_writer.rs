//! Writes the pipeline files of a world.

use crate::world_files::write;
use crate::{WorldError, WorldSettings};
use model::Control;
use std::path::Path;

/// Writes `pipeline.toml`; its paths are relative to the file.
pub(crate) fn write_pipeline(path: &Path, settings: &WorldSettings) -> Result<(), WorldError> {
    let control = settings.control;
    let mut text = format!(
        r#"# How lists and reports are headed.
name = "Invented {control}"
# The time control of these lists.
control = "{control}"
# The edition in force on each day, or an edition's id, or a rulebook file.
rules = "auto"
# One folder for each list; the newest before the one that is made is the previous one.
lists = "lists/{control}"
"#
    );
    if control != Control::Standard {
        text.push_str(
            r#"# Lists of a longer control: players rated there only count as rated here too.
longer_lists = { standard = "lists/standard" }
"#,
        );
    }
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
    if control == Control::Standard {
        text.push_str(
            r#"
# Norms and titles, judged after the list is made.
[titles]
judge = true
# true: what is not told of an event fails, instead of being named as unproven.
strict = false
# edition = "titles-2024"
# norms = "norms.csv"
# direct = "direct.csv"
"#,
        );
    }
    write(path, text.as_bytes())
}

/// Writes `online.toml`, for lists of online games only.
pub(crate) fn write_online_pipeline(path: &Path) -> Result<(), WorldError> {
    let text = r#"# How lists and reports are headed.
name = "Invented online rapid"
# The time control of these lists.
control = "rapid"
# An edition that is never chosen by date: it rates online games, one by one.
rules = "online-2013"
# One folder for each list; the newest before the one that is made is the previous one.
lists = "lists/online"
# Lists of a longer control: players rated there only count as rated here too.
longer_lists = { standard = "lists/standard" }
# Online games and new players as tables. Folders with tournaments may stand here too.
tournaments = ["online"]
# Federations whose players are computed and remembered, but not published.
excluded_federations = []
"#;
    write(path, text.as_bytes())
}
