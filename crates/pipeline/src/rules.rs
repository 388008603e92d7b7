//! Opens the rulebook, the orders and the amendments of a job.

use crate::PipelineError;
use crate::job::Job;
use crate::orders::ListOrders;
use amendments::Amendments;
use model::{InputFile, InputRole};
use rulebook::{Rulebook, read_edition};
use std::borrow::Cow;
use store::{JobDescription, RulesChoice, read_settings_input, sha256_hex};

/// The rules, the orders and the amendments that a list is made by.
pub(crate) struct RulesAndAmendments {
    pub(crate) rulebook: Cow<'static, Rulebook>,
    /// The file of the rules, if they are the user's own.
    pub(crate) rules_input: Option<InputFile>,
    pub(crate) orders: ListOrders,
    pub(crate) amendments: Amendments,
}

impl RulesAndAmendments {
    pub(crate) fn read(job: &Job) -> Result<Self, PipelineError> {
        let (rulebook, rules_input) = open_rules(&job.description)?;
        // Checked first, because without an edition no list can be made.
        let publication = rulebook.edition_on(job.control(), job.list.day())?;
        rulebook.edition_on(job.control(), job.previous.date.day())?;
        let orders = ListOrders::read(job)?;
        let amendments = Amendments::read(&job.amendment_sources(publication))?;
        let left_out = &amendments.corrections().left_out;
        if job.description.options.strict && job.recorded.is_none() && !left_out.is_empty() {
            return Err(PipelineError::Strict { diagnostics: left_out.clone() });
        }
        Ok(Self { rulebook, rules_input, orders, amendments })
    }
}

/// Opens the rulebook that a job names, with its input file if it has one.
pub(crate) fn open_rules(description: &JobDescription) -> Result<(Cow<'static, Rulebook>, Option<InputFile>), PipelineError> {
    let JobDescription { rules, control, .. } = description;
    let (edition, input) = match rules {
        RulesChoice::Auto => return Ok((Cow::Borrowed(Rulebook::fide()), None)),
        RulesChoice::Edition(id) => {
            let known = || Rulebook::fide().editions().iter().map(|e| e.id.as_str()).collect::<Vec<_>>().join(", ");
            let edition = Rulebook::fide()
                .by_id(id)
                .ok_or_else(|| PipelineError::Settings(format!("rules: there is no edition '{id}'; known are {}", known())))?;
            (edition.clone(), None)
        }
        RulesChoice::File(path) => {
            let failed = |error: &dyn std::fmt::Display| PipelineError::Settings(format!("rules: {}: {error}", path.display()));
            let (text, snapshot) = read_settings_input(path).map_err(|error| failed(&error))?;
            let edition = read_edition(&text, &path.display().to_string())?;
            (edition, Some(InputFile::new(InputRole::Rules, rules.to_string(), sha256_hex(text.as_bytes())).with_snapshot(snapshot)))
        }
    };
    if !edition.controls.contains(control) {
        return Err(PipelineError::Settings(format!("rules: {} is not for {control}", edition.id)));
    }
    Ok((Cow::Owned(Rulebook::with_single_edition(edition)), input))
}
