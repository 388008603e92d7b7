//! Just before publication: every input is still what was read.

use crate::{PipelineError, Result};
use model::InputFile;
use rayon::prelude::*;
use store::change_since_read;

/// Looks at every input once more. Thirty thousand files are looked at, not read: only what looks different is hashed again.
pub(crate) fn check(inputs: &[InputFile]) -> Result<()> {
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
