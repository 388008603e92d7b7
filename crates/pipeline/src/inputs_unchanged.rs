//! Ensures, just before publication, that no input has changed since it was read.

use crate::{PipelineError, Result};
use model::InputFile;
use rayon::prelude::*;
use store::change_since_read;

/// Fails if an input has changed since it was read. Of thirty thousand files only those that look different are hashed again.
pub(crate) fn ensure_inputs_unchanged(inputs: &[InputFile]) -> Result<()> {
    // The first in the order of the inputs, so that the message does not depend on threads.
    let changed = inputs.par_iter().find_map_first(|input| Some((input, change_since_read(input)?)));
    match changed {
        Some((input, how)) => {
            let file = input.snapshot.as_ref().map_or_else(|| input.path.clone().into(), |snapshot| snapshot.path.clone());
            Err(PipelineError::ChangedMeanwhile { file, how })
        }
        None => Ok(()),
    }
}
