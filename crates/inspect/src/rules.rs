//! The rules that made a list: the editions that its manifest names.

use crate::explain::ExplainError;
use model::InputRole;
use rulebook::{Edition, Order, Rulebook, read_edition};
use std::path::Path;
use store::{Manifest, sha256_hex};

/// Every edition that decided something on a list, and the orders that were applied to it.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) publication: Edition,
    pub(crate) calculation: Edition,
    /// A rulebook of the user's own, which replaces all editions.
    own: Option<Edition>,
    pub(crate) orders: Vec<Order>,
}

impl Rules {
    /// Finds the editions and orders of a manifest. `own_file` is the path of the user's own rulebook, if there was one.
    pub(crate) fn of(manifest: &Manifest, own_file: Option<&Path>) -> Result<Self, ExplainError> {
        let own = match manifest.inputs.iter().find(|input| input.role == InputRole::Rules) {
            None => None,
            Some(input) => {
                let missing = |what: String| ExplainError::NoRules(format!("{} {what}", input.path));
                let path = own_file.ok_or_else(|| missing("is not named in run.json".to_owned()))?;
                let text = store::read_settings(path).map_err(|error| missing(format!("({}): {error}", path.display())))?;
                if sha256_hex(text.as_bytes()) != input.sha256 {
                    return Err(missing(format!("({}) has changed since", path.display())));
                }
                Some(read_edition(&text, &input.path).map_err(|error| missing(error.to_string()))?)
            }
        };
        let find = |id: &str| match &own {
            Some(own) => Ok(own.clone()),
            None => Rulebook::fide().by_id(id).cloned().ok_or_else(|| ExplainError::NoRules(format!("there is no edition '{id}'"))),
        };
        let orders = manifest.orders.iter().map(|id| {
            let order = Rulebook::fide().orders().iter().find(|order| order.id == *id).cloned();
            order.ok_or_else(|| ExplainError::NoRules(format!("there is no order '{id}'")))
        });
        let orders = orders.collect::<Result<_, _>>()?;
        Ok(Self { publication: find(&manifest.editions.publication)?, calculation: find(&manifest.editions.calculation)?, own, orders })
    }

    /// The edition of a tournament, by its id.
    pub(crate) fn by_id(&self, id: &str) -> Option<&Edition> {
        match &self.own {
            Some(own) => Some(own),
            None => Rulebook::fide().by_id(id),
        }
    }
}
