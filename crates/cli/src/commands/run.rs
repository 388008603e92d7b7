//! `ratinglist run`

use super::run_document;
use crate::accept_arguments::AcceptArguments;
use crate::arguments::SharedArguments;
use crate::output::{self, UsageError};
use crate::progress::TerminalProgress;
use clap::Args;
use model::{Control, Date, Diagnostic, ListDate};
use pipeline::{Job, OrderRequirements, PendingCorrection, RunResult, RunStatus, due_list, next_list, read_pipeline_file};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{CorrectionChoice, InputPaths, JobDescription, JobOptions, OrderExceptions, TitleOptions, VersionChoice};

/// Where the checks are set, and what becomes of a list that one of them refuses.
const CHECKS: &str = "Checks before publication have their levels and limits under [checks] in the pipeline file; their values are in checks.csv \
of the list folder. A list that a check refuses is not published but left for inspection beside its place, as 2024-02-01.refused, until the next \
run of the same list; the exit code is 1. --accept publishes it all the same: who accepted which check and why is in manifest.json, run.json and \
report.html, and holds for later versions of the list in which the check finds nothing worse.";

#[derive(Debug, Args)]
#[command(after_help = CHECKS)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) which: ListArguments,
    #[command(flatten)]
    accept: AcceptArguments,
    /// Make a draft: replaced by the next one, and no other list builds on it
    #[arg(long)]
    draft: bool,
    /// Gone: a list is signed with a key, by `ratinglist sign`
    #[arg(long, value_name = "NAME", hide = true)]
    sign: Option<String>,
}

/// Which list, and from what: a pipeline file, or the same things as flags.
#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// The pipeline file
    #[arg(value_name = "PIPELINE.toml")]
    pub(crate) pipeline: Option<PathBuf>,
    /// The list to make, as 2024-02
    #[arg(long, value_name = "MONTH")]
    pub(crate) list: Option<ListDate>,
    /// Make the list though lists between the previous one and it are missing
    #[arg(long, requires = "pipeline")]
    after_gap: bool,
    /// Make the list though it is further ahead than the next one due
    #[arg(long, requires = "pipeline")]
    ahead: bool,

    /// The time control: standard, rapid or blitz
    #[arg(long, conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    control: Option<Control>,
    /// The previous list: a list folder or a file
    #[arg(long, value_name = "PATH", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    previous: Option<PathBuf>,
    /// The date of the previous list, where its name does not tell; otherwise the month before
    #[arg(long, value_name = "DATE", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    previous_date: Option<ListDate>,
    /// Folder of tournaments; may be given more than once
    #[arg(long, value_name = "DIR", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    tournaments: Vec<PathBuf>,
    /// What the tournament files do not say
    #[arg(long, value_name = "CSV", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    registry: Option<PathBuf>,
    /// Older lists: a folder of list folders, one list folder, or a file
    #[arg(long, value_name = "PATH", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    archive: Vec<PathBuf>,
    /// Lists of a longer control, as standard=PATH
    #[arg(long, value_name = "CONTROL=PATH", value_parser = longer, conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    longer: Vec<(Control, PathBuf)>,
    /// The list folder to make
    #[arg(long, value_name = "DIR", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    out: Option<PathBuf>,
    /// Federations that are not published, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',', conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    excluded_federations: Vec<String>,
    /// Leave the years of birth of players younger than this out of what is published
    #[arg(long, value_name = "AGE", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    hide_birth_year_under: Option<u8>,
    /// Roster changes
    #[arg(long, value_name = "CSV", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    players: Option<PathBuf>,
    /// Corrections to results
    #[arg(long, value_name = "PATH", conflicts_with = "pipeline", help_heading = "Without a pipeline file")]
    corrections: Option<PathBuf>,

    /// Norms from before the first ledger, or taken away
    #[arg(long, value_name = "CSV", help_heading = "Titles, of standard lists")]
    norms: Option<PathBuf>,
    /// Direct titles and norms
    #[arg(long, value_name = "CSV", help_heading = "Titles, of standard lists")]
    direct: Option<PathBuf>,
    /// An edition of the title regulations for all days, instead of the one in force on each
    #[arg(long, value_name = "EDITION", help_heading = "Titles, of standard lists")]
    titles: Option<String>,
    /// Judge no norms and propose no titles
    #[arg(long, conflicts_with_all = ["norms", "direct", "titles"], help_heading = "Titles, of standard lists")]
    no_titles: bool,
    /// auto, the id of an edition, or a rulebook file
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// One-off orders outside the texts: none, fide, or a file of orders; as the pipeline file says, else none
    #[arg(long, value_name = "ORDERS")]
    orders: Option<String>,
    /// What the list is written as
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', default_value = "csv,parquet", value_parser = ["csv", "parquet"])]
    formats: Vec<String>,
    /// Leave out the tables of games and changes, and the report
    #[arg(long)]
    no_audit: bool,
    /// Publish nothing where a report cannot be used or a fact is not given
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(crate) version: VersionArguments,
    /// Apply corrections that reach back further than the limit of a year, too
    #[arg(long)]
    pub(crate) beyond_limit: bool,
}

/// Which version of the lists is read.
#[derive(Debug, Args)]
pub(crate) struct VersionArguments {
    /// Read lists as they were first published, not their newest revisions
    #[arg(long, conflicts_with = "as_known")]
    as_published: bool,
    /// Read lists as they were known on a day, by the day on which corrections were received
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub(crate) as_known: Option<Date>,
}

pub(crate) fn day(text: &str) -> Result<Date, String> {
    model::parse_iso_date(text).map_err(|error| error.to_string())
}

impl VersionArguments {
    pub(crate) fn reading(&self) -> VersionChoice {
        VersionChoice::of(self.as_known, self.as_published)
    }

    pub(crate) fn fill(&self, description: &mut JobDescription) {
        description.as_published = self.as_published;
        description.inputs.corrections.as_known = self.as_known;
    }
}

fn longer(text: &str) -> Result<(Control, PathBuf), String> {
    let (control, path) = text.split_once('=').ok_or("a control and a path are wanted, as standard=lists/standard")?;
    Ok((control.parse().map_err(|error| format!("{error}"))?, path.into()))
}

/// The purpose that a list is computed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunPurpose {
    Publication,
    Draft,
    Plan,
}

impl ListArguments {
    /// The job, or `None` where no list is due.
    pub(crate) fn job(&self, purpose: RunPurpose, today: Date) -> anyhow::Result<Option<Job>> {
        let draft = purpose == RunPurpose::Draft;
        if let Some(path) = &self.pipeline {
            let mut file = read_pipeline_file(path)?;
            self.fill(&mut file.description)?;
            let list = match (self.list, purpose) {
                (Some(list), _) => Some(list),
                (None, RunPurpose::Publication) => due_list(&file, today)?,
                // A draft or a plan is of the next list, due or not.
                (None, RunPurpose::Draft | RunPurpose::Plan) => Some(next_list(&file, Some(today))?),
            };
            let Some(list) = list else { return Ok(None) };
            let allowed = OrderExceptions { after_gap: self.after_gap, ahead: self.ahead };
            let mut job = Job::from_pipeline(&file, list, draft)?;
            // The next list may be drafted and planned before its time.
            job.order = Some(OrderRequirements { allowed, today: self.list.map(|_| today) });
            return Ok(Some(job));
        }
        if draft {
            return Err(UsageError("--draft needs a pipeline file: a list folder named by --out is the list itself".to_owned()).into());
        }
        if self.control.is_none() && self.previous.is_none() && self.tournaments.is_empty() {
            let wanted = "PIPELINE.toml is wanted, or --control, --list, --previous, --tournaments and --out";
            return Err(UsageError(wanted.to_owned()).into());
        }
        let needed = |flag: &str| UsageError(format!("{flag} is needed without a pipeline file"));
        let mut longer_lists: BTreeMap<Control, Vec<PathBuf>> = BTreeMap::new();
        for (control, path) in &self.longer {
            longer_lists.entry(*control).or_default().push(path.clone());
        }
        let mut description = JobDescription {
            excluded_federations: self.excluded_federations.clone(),
            inputs: InputPaths {
                lists: self.archive.clone(),
                longer_lists,
                tournaments: self.tournaments.clone(),
                registry: self.registry.clone(),
                players: self.players.clone(),
                corrections: CorrectionChoice { path: self.corrections.clone(), ..CorrectionChoice::default() },
                ..InputPaths::default()
            },
            ..JobDescription::new(self.control.ok_or_else(|| needed("--control"))?)
        };
        self.fill(&mut description)?;
        let list = self.list.ok_or_else(|| needed("--list"))?;
        let previous = self.previous.as_ref().ok_or_else(|| needed("--previous"))?;
        if self.tournaments.is_empty() {
            return Err(needed("--tournaments").into());
        }
        let out = match &self.out {
            Some(out) => out.clone(),
            // A plan writes nothing, so it needs no folder.
            None if purpose == RunPurpose::Plan => PathBuf::from(list.to_string()),
            None => return Err(needed("--out").into()),
        };
        Ok(Some(Job::from_flags(description, list, previous, self.previous_date, out)?))
    }

    /// Sets the options of the flags, with or without a pipeline file.
    fn fill(&self, description: &mut JobDescription) -> Result<(), UsageError> {
        self.ensure_standard_for_titles(description.control)?;
        description.options = JobOptions {
            formats: self.formats.iter().map(String::as_str).collect(),
            audit: !self.no_audit,
            strict: self.strict,
            takes_unknown_control: description.options.takes_unknown_control,
            hide_birth_year_under: self.hide_birth_year_under.or(description.options.hide_birth_year_under),
            titles: TitleOptions {
                judged: description.options.titles.judged && !self.no_titles,
                edition: self.titles.clone().or(description.options.titles.edition.take()),
                strict: description.options.titles.strict,
            },
        };
        for (path, flag) in [(&mut description.inputs.norms, &self.norms), (&mut description.inputs.direct, &self.direct)] {
            if let Some(given) = flag {
                *path = Some(given.clone());
            }
        }
        if let Some(rules) = &self.rules {
            description.rules = rules.clone().into();
        }
        if let Some(orders) = &self.orders {
            description.orders = orders.clone().into();
        }
        description.inputs.corrections.beyond_limit = self.beyond_limit;
        self.version.fill(description);
        Ok(())
    }

    /// Fails if something is asked of the titles of another list than a standard one.
    fn ensure_standard_for_titles(&self, control: Control) -> Result<(), UsageError> {
        let flags = [("--norms", self.norms.is_some()), ("--direct", self.direct.is_some()), ("--titles", self.titles.is_some())];
        match flags.iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) if control != Control::Standard => {
                Err(UsageError(format!("{flag} is for standard lists, which judge norms and titles, and this is a {control} list")))
            }
            _ => Ok(()),
        }
    }
}

pub(crate) fn run(arguments: &RunArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    if arguments.sign.is_some() {
        let instead = "make a draft with run --draft, and publish it with ratinglist sign LISTS_FOLDER/2024-02-01.draft --key FILE --by NAME; \
                       ratinglist keys new FILE makes a key";
        return Err(UsageError(format!("--sign is gone, because a name alone signs nothing: {instead}")).into());
    }
    let purpose = if arguments.draft { RunPurpose::Draft } else { RunPurpose::Publication };
    let accepted = arguments.accept.accepted()?;
    let Some(mut job) = arguments.which.job(purpose, chrono::Utc::now().date_naive())? else {
        output::print_message(shared, "nothing to do: no list is due yet");
        if shared.json {
            output::print("{\"status\":\"nothing-due\"}\n")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    job.accepted = accepted;
    let result = {
        let bar = TerminalProgress::new(shared);
        pipeline::run(&job, &bar)?
    };
    let is_made = matches!(result.status, RunStatus::Published | RunStatus::AwaitsSignature);
    arguments.accept.warn_of_unneeded(if is_made { &result.summary.checks } else { &[] }, shared);
    finish(&result, shared)
}

/// Prints the result of a run or a plan. What cannot be printed undoes no list, and the error says so.
pub(crate) fn finish(result: &RunResult, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    print_result(result, shared).map_err(|error| match result.status {
        RunStatus::Published => error.context(format!("the list is published in {}, but the summary is lost", result.folder.display())),
        _ => error,
    })
}

fn print_result(result: &RunResult, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    if shared.json {
        output::print_json(&as_json(result))?;
        return Ok(ExitCode::SUCCESS);
    }
    if shared.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    for check in result.summary.checks.iter().filter(|check| !check.passed) {
        let would = if check.is_fatal() { "; run would refuse to publish" } else { "" };
        output::print_warning(shared, &format!("{check}{would}"));
    }
    for pending in &result.pending {
        let PendingCorrection { correction, list } = pending;
        output::print_warning(
            shared,
            &format!(
                "correction {correction} is not in the list of {list}, which was made without it: regenerate from {} applies it, or says why it cannot",
                list.month()
            ),
        );
    }
    for diagnostic in &result.not_applied {
        output::print_message(shared, output::render_diagnostic(diagnostic).trim_end());
    }
    if result.status == RunStatus::Planned {
        let is_news = |diagnostic: &&Diagnostic| diagnostic.is_error() && !result.not_applied.contains(diagnostic);
        for diagnostic in result.diagnostics.iter().filter(is_news).take(20) {
            output::print_message(shared, output::render_diagnostic(diagnostic).trim_end());
        }
        if let Some(note) = &result.existing_folder {
            output::print_message(shared, note);
        }
    }
    output::print_document(&run_document::document(result))?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(result: &RunResult) -> serde_json::Value {
    let not_applied: Vec<String> = result.not_applied.iter().map(ToString::to_string).collect();
    serde_json::json!({
        "status": result.status,
        "folder": result.folder.display().to_string(),
        "summary": result.summary,
        "pending_corrections": result.pending,
        "corrections_not_applied": not_applied,
    })
}
