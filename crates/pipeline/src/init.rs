//! Makes the folder of a new store: pipeline files, empty tables with their headers, a cron line and systemd units, and the first lists.
//!
//! The texts are those of `pipelines/`, with paths in the new folder.

use crate::import::{ImportSeries, Imported, import_series};
use crate::{PipelineError, ProgressObserver, Result};
use model::Control;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use store::{JobOptions, StoreError, recognise_federation_list};
use tables::Schema;

/// What to make.
#[derive(Clone, Debug)]
pub struct InitJob {
    /// The folder, which must not exist, or be empty.
    pub folder: PathBuf,
    pub controls: Vec<Control>,
    /// Published lists to start from.
    pub from: Vec<PathBuf>,
}

/// What was made.
#[derive(Clone, Debug)]
pub struct Initialised {
    /// The pipeline files, in the order in which their lists are made.
    pub pipelines: Vec<(Control, PathBuf)>,
    /// The crontab.
    pub crontab: PathBuf,
    /// The folder of systemd units.
    pub systemd: PathBuf,
    pub imported: Vec<Imported>,
}

/// The pipeline files that there are, in the order in which their lists are made: rapid and blitz read standard.
const PIPELINES: [(Control, &str); 3] = [
    (Control::Standard, include_str!("../../../pipelines/standard.toml")),
    (Control::Rapid, include_str!("../../../pipelines/rapid.toml")),
    (Control::Blitz, include_str!("../../../pipelines/blitz.toml")),
];
const CRONTAB: &str = include_str!("../../../pipelines/crontab");
const UNITS: [(&str, &str); 3] = [
    ("ratinglist@.service", include_str!("../../../pipelines/ratinglist@.service")),
    ("ratinglist@.timer", include_str!("../../../pipelines/ratinglist@.timer")),
    ("ratinglist-failed@.service", include_str!("../../../pipelines/ratinglist-failed@.service")),
];
const AFTER_STANDARD: &str = include_str!("../../../pipelines/ratinglist@rapid.service.d/after-standard.conf");

/// Where the shipped files have the data, and where the pipeline files.
const SHIPPED_DATA: &str = "/srv/ratings/";
const SHIPPED_PIPELINES: &str = "/etc/ratinglist";
const SHIPPED_LOG: &str = "/var/log/ratinglist.log";

/// Makes the folder, and imports the lists to start from.
pub fn init(job: &InitJob, observer: &dyn ProgressObserver) -> Result<Initialised> {
    let pipelines: Vec<(Control, &str)> = PIPELINES.into_iter().filter(|(control, _)| job.controls.contains(control)).collect();
    if let Some(control) = job.controls.iter().find(|control| !PIPELINES.iter().any(|(known, _)| known == *control)) {
        return Err(PipelineError::Settings(format!("there is no pipeline file for {control}: one of standard, rapid and blitz")));
    }
    let series = series_of(job)?;
    let files = files(job, &pipelines)?;
    let is_empty = fs::read_dir(&job.folder).map_or(!job.folder.exists(), |mut entries| entries.next().is_none());
    if !is_empty {
        return Err(PipelineError::Settings(format!("{}: it is not empty, and nothing in it is overwritten", job.folder.display())));
    }
    for folder in pipelines.iter().map(|(control, _)| Path::new("lists").join(control.word())).chain([PathBuf::from("tournaments")]) {
        let folder = job.folder.join(folder);
        fs::create_dir_all(&folder).map_err(StoreError::io(&folder))?;
    }
    for (name, text) in &files {
        write_new(&job.folder.join(name), text)?;
    }
    let mut imported = Vec::new();
    for series in &series {
        imported.extend(import_series(series, observer)?);
    }
    let pipelines = pipelines.into_iter().map(|(control, _)| (control, job.folder.join(format!("{control}.toml")))).collect();
    Ok(Initialised { pipelines, crontab: job.folder.join("crontab"), systemd: job.folder.join("systemd"), imported })
}

/// The published lists of each control, each of which has to be one of those asked for. A file with several controls is one of each.
fn series_of(job: &InitJob) -> Result<Vec<ImportSeries>> {
    let refused = |file: &Path, message: String| PipelineError::Settings(format!("{}: {message}", file.display()));
    let mut by_control: Vec<(Control, Vec<PathBuf>)> = job.controls.iter().map(|control| (*control, Vec::new())).collect();
    for file in &job.from {
        let Some(list) = recognise_federation_list(file)? else {
            return Err(refused(file, "not a federation's list, or damaged: 'ratinglist import' says which".to_owned()));
        };
        if list.date.is_none() {
            return Err(refused(file, "neither its name nor its header tells the month; import it afterwards with --date".to_owned()));
        }
        let is_of = |control: Control| list.is_combined || list.control.map_or(job.controls.len() == 1, |of_file| of_file == control);
        let of_file: Vec<&mut Vec<PathBuf>> =
            by_control.iter_mut().filter(|(control, _)| is_of(*control)).map(|(_, files)| files).collect();
        if of_file.is_empty() {
            let controls: Vec<&str> = job.controls.iter().map(|control| control.word()).collect();
            let message = list.control.map_or_else(
                || "neither its name nor its content tells the control; import it afterwards with --control".to_owned(),
                |control| format!("a {control} list, and --control is {}", controls.join(",")),
            );
            return Err(refused(file, message));
        }
        of_file.into_iter().for_each(|files| files.push(file.clone()));
    }
    let series = by_control.into_iter().filter(|(_, files)| !files.is_empty()).map(|(control, files)| ImportSeries {
        files,
        control: Some(control),
        date: None,
        lists: job.folder.join("lists").join(control.word()),
        options: JobOptions::default(),
    });
    Ok(series.collect())
}

/// The files by name, with their texts.
fn files(job: &InitJob, pipelines: &[(Control, &str)]) -> Result<Vec<(String, String)>> {
    let folder = std::path::absolute(&job.folder).map_err(StoreError::io(&job.folder))?;
    let has_standard = job.controls.contains(&Control::Standard);
    let mut files: Vec<(String, String)> =
        pipelines.iter().map(|(control, text)| (format!("{control}.toml"), pipeline_text(text, has_standard))).collect();
    for (name, schema) in [("tournaments.csv", "registry"), ("players.csv", "roster"), ("corrections/corrections.csv", "corrections")] {
        let columns: Vec<&str> = Schema::named(schema).csv_columns().collect();
        files.push((name.to_owned(), format!("{}\n", columns.join(","))));
    }
    let words: Vec<&str> = pipelines.iter().map(|(control, _)| control.word()).collect();
    files.push(("crontab".to_owned(), crontab(&folder, &words)));
    for (name, text) in UNITS {
        files.push((format!("systemd/{name}"), text.replace(SHIPPED_PIPELINES, &for_systemd(&folder))));
    }
    for (control, _) in pipelines.iter().filter(|(control, _)| has_standard && *control != Control::Standard) {
        files.push((format!("systemd/ratinglist@{control}.service.d/after-standard.conf"), AFTER_STANDARD.to_owned()));
    }
    Ok(files)
}

/// The text of a pipeline file with paths relative to it, and comments below each other. Without standard lists, nothing is read of them.
fn pipeline_text(text: &str, has_standard: bool) -> String {
    let with_own_paths = |line: &str| match line.rsplit_once(" # ") {
        Some((setting, comment)) if line.contains(SHIPPED_DATA) => {
            format!("{:<43} # {comment}", setting.replace(SHIPPED_DATA, "").trim_end())
        }
        _ => line.replace(SHIPPED_DATA, "").replace("Paths are relative to this file; adapt them.", "Paths are relative to this file."),
    };
    let unless_standard = |line: String| if !has_standard && line.starts_with("longer_lists") { format!("# {line}") } else { line };
    text.lines().map(|line| unless_standard(with_own_paths(line)) + "\n").collect()
}

/// The cron line for these lists and this folder.
fn crontab(folder: &Path, controls: &[&str]) -> String {
    let text = CRONTAB.replace("`crontab pipelines/crontab`", &format!("`crontab {}`", for_shell(&folder.join("crontab"))));
    let (comments, line) = text.rsplit_once("0 3 ").unwrap_or((&text, ""));
    let line = line
        .replace("for list in standard rapid blitz;", &format!("for list in {};", controls.join(" ")))
        .replace(&format!("{SHIPPED_PIPELINES}/$list"), &format!("{}/$list", for_shell(folder)))
        .replace(&format!("2>>{SHIPPED_LOG}"), &format!("2>>{}", for_shell(&folder.join("ratinglist.log"))))
        .replace(&format!("see {SHIPPED_LOG}"), "see ratinglist.log");
    // To cron a percent sign is the end of the line.
    format!("{comments}0 3 {}", line.replace('%', "\\%"))
}

/// A path as a word of a shell, in quotes where it needs them.
fn for_shell(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
    if is_plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A path as systemd reads it in a command.
fn for_systemd(path: &Path) -> String {
    path.display().to_string().replace('\\', "\\\\").replace('%', "%%").replace('$', "$$").replace(' ', "\\x20")
}

fn write_new(path: &Path, text: &str) -> Result<()> {
    let failed = |error: std::io::Error| StoreError::io(path)(error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = fs::File::create_new(path).map_err(failed)?;
    Ok(file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cron_line_has_the_folder_the_controls_and_no_bare_percent_sign() {
        let line = |folder: &str, controls: &[&str]| {
            let text = crontab(Path::new(folder), controls);
            text.lines().last().expect("a line").to_owned()
        };
        assert!(line("/srv/club", &["rapid"]).starts_with(
            "0 3 * * *  for list in rapid; do ratinglist run /srv/club/$list.toml --log-format json >/dev/null 2>>/srv/club/ratinglist.log"
        ));
        assert!(line("/srv/our club 50%", &["rapid"]).contains("run '/srv/our club 50\\%'/$list.toml"));
        assert!(!line("/srv/club", &["rapid"]).contains("/etc") && !line("/srv/club", &["rapid"]).contains("/var"));
    }

    #[test]
    fn pipeline_files_have_relative_paths_and_read_standard_only_where_it_is_made() {
        for (control, text) in PIPELINES {
            for has_standard in [true, false] {
                let text = pipeline_text(text, has_standard);
                assert!(!text.contains("/srv"), "{text}");
                let file = crate::pipeline_file::parse_pipeline_file(&text, Path::new("club/x.toml"));
                let file = file.unwrap_or_else(|error| panic!("{control}: {}", error.message));
                let longer = usize::from(has_standard && control != Control::Standard);
                assert_eq!(file.longer_lists().count(), longer, "{control}");
                assert_eq!(file.description.inputs.tournaments, [Path::new("club/tournaments")]);
            }
        }
    }

    /// Every key that a pipeline file may have, but for those of the checks, which have a test of their own.
    const KEYS: [&str; 24] = [
        "name",
        "control",
        "rules",
        "orders",
        "lists",
        "longer_lists",
        "tournaments",
        "registry",
        "corrections",
        "correction_limit_months",
        "players",
        "excluded_federations",
        "takes_unknown_control",
        "hide_birth_year_under",
        "keys",
        "required",
        "since",
        "judge",
        "edition",
        "strict",
        "norms",
        "direct",
        "[publish]",
        "[signing]",
    ];

    #[test]
    fn every_key_is_explained_in_the_pipeline_files() {
        for (control, text) in PIPELINES {
            let of_titles = ["judge", "edition", "strict", "norms", "direct"];
            for key in KEYS.iter().filter(|key| control == Control::Standard || !of_titles.contains(key)) {
                let is_there = text.lines().any(|line| line.trim_start_matches("# ").split([' ', '=']).next() == Some(key));
                let is_of_longer = *key == "longer_lists" && control == Control::Standard;
                assert!(is_there || is_of_longer, "{control}: {key}");
            }
        }
    }
}
