//! The inputs that a list is made from, in the form in which its manifest names them.
//!
//! Registry and roster grow every month, so the rows that a list used are its inputs. Lists made before that was so name the whole files.

use crate::orders::comparable_settings;
use model::InputFile;
use std::collections::BTreeMap;
use store::{Manifest, input_digest};

/// The inputs and settings of a list.
#[derive(Clone, Debug)]
pub(crate) struct ListInputs {
    /// As this version writes them, sorted.
    pub(crate) inputs: Vec<InputFile>,
    /// The whole files of those inputs that are rows of a table.
    pub(crate) growing_files: Vec<InputFile>,
    pub(crate) settings: BTreeMap<String, String>,
}

impl ListInputs {
    /// One hash over inputs and settings.
    pub(crate) fn digest(&self) -> String {
        input_digest(&self.inputs, &self.settings)
    }

    /// The inputs in the form of a manifest: whole files where it names whole files.
    pub(crate) fn in_form_of(&self, manifest: &Manifest) -> Vec<InputFile> {
        let names_file = |input: &InputFile| {
            let is_same = |recorded: &&InputFile| recorded.role == input.role && recorded.path == input.path;
            input.rows.is_some() && manifest.inputs.iter().find(is_same).is_some_and(|recorded| recorded.rows.is_none())
        };
        let file_of = |input: &InputFile| self.growing_files.iter().find(|file| file.role == input.role).unwrap_or(input).clone();
        let mut inputs: Vec<InputFile> =
            self.inputs.iter().map(|input| if names_file(input) { file_of(input) } else { input.clone() }).collect();
        inputs.sort();
        inputs
    }

    /// Whether a list was made from the same inputs with the same settings.
    pub(crate) fn are_those_of(&self, manifest: &Manifest) -> bool {
        input_digest(&self.in_form_of(manifest), &self.settings) == input_digest(&manifest.inputs, &comparable_settings(manifest))
    }
}
