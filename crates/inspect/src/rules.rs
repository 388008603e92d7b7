//! The rules that made a list: the editions that its manifest names.

use crate::explain::ExplainError;
use model::InputRole;
use rulebook::{Edition, Order, Rulebook, RulebookError, read_edition, read_orders};
use std::path::Path;
use store::{InputPaths, Manifest, sha256_hex};

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
    /// Finds the editions and orders of a manifest. `paths` are those of the list's inputs: the user's own rulebook and orders among them.
    pub(crate) fn of(manifest: &Manifest, paths: &InputPaths) -> Result<Self, ExplainError> {
        let own = user_file(manifest, InputRole::Rules, paths.rules.as_deref(), read_edition)?;
        let own_orders = user_file(manifest, InputRole::Orders, paths.orders.as_deref(), read_orders)?;
        let find = |id: &str| match &own {
            Some(own) => Ok(own.clone()),
            None => Rulebook::fide().by_id(id).cloned().ok_or_else(|| ExplainError::NoRules(format!("there is no edition '{id}'"))),
        };
        let known_orders = own_orders.as_deref().unwrap_or(Rulebook::fide().orders());
        let orders = manifest.orders.iter().map(|id| {
            let order = known_orders.iter().find(|order| order.has_id(id)).cloned();
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

/// Reads a file of the user that a list was made by, if it was made by one; it must be as it was then.
fn user_file<T>(
    manifest: &Manifest,
    role: InputRole,
    path: Option<&Path>,
    parse: impl Fn(&str, &str) -> Result<T, RulebookError>,
) -> Result<Option<T>, ExplainError> {
    let Some(input) = manifest.inputs.iter().find(|input| input.role == role) else { return Ok(None) };
    let missing = |what: String| ExplainError::NoRules(format!("{} {what}", input.path));
    let path = path.ok_or_else(|| missing("is not named in run.json".to_owned()))?;
    let text = store::read_settings(path).map_err(|error| missing(format!("({}): {error}", path.display())))?;
    if sha256_hex(text.as_bytes()) != input.sha256 {
        return Err(missing(format!("({}) has changed since", path.display())));
    }
    parse(&text, &input.path).map(Some).map_err(|error| missing(error.to_string()))
}
