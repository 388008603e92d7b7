//! The orders that are applied to a list (D50): those that were asked for, of its date and control, and the list that one of them raises to.

use crate::job::Job;
use crate::{PipelineError, Result};
use model::{Control, InputFile, InputRole, ListDate};
use rating::OrderSet;
use rulebook::{Order, Rulebook, read_orders};
use std::borrow::Cow;
use std::collections::BTreeMap;
use store::{Manifest, OrdersChoice, read_settings_input, sha256_hex};

/// The orders that are applied to one list.
#[derive(Clone, Debug)]
pub(crate) struct ListOrders {
    /// In the order in which they are applied.
    pub(crate) applied: Vec<Order>,
    /// The file of the orders, if they are the user's own and one is applied.
    pub(crate) input: Option<InputFile>,
    /// The list of a longer control that one of them raises to.
    pub(crate) longer_list: Option<(Control, ListDate)>,
}

impl ListOrders {
    /// Finds the orders of a job. Without a list that one of them needs it fails.
    pub(crate) fn read(job: &Job) -> Result<Self> {
        let (known, input) = known_orders(&job.description.orders)?;
        let applied: Vec<Order> = match job.recorded.as_ref().map(|recorded| &recorded.orders) {
            None => known.iter().filter(|order| order.applies_to(job.control(), job.list)).cloned().collect(),
            Some(ids) => ids.iter().map(|id| find(&known, id).cloned()).collect::<Result<_>>()?,
        };
        if applied.len() > OrderSet::MAX_ORDERS {
            let message = format!("orders: {} are for one list; at most {} can be applied", applied.len(), OrderSet::MAX_ORDERS);
            return Err(PipelineError::Settings(message));
        }
        let input = input.filter(|_| !applied.is_empty());
        Ok(Self { longer_list: longer_list(job, &applied)?, applied, input })
    }

    /// The ids, as manifests name them.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.applied.iter().map(|order| order.id.clone()).collect()
    }
}

/// All orders that a choice has, whatever their dates.
fn known_orders(choice: &OrdersChoice) -> Result<(Cow<'static, [Order]>, Option<InputFile>)> {
    match choice {
        OrdersChoice::None => Ok((Cow::Borrowed(&[]), None)),
        OrdersChoice::Fide => Ok((Cow::Borrowed(Rulebook::fide().orders()), None)),
        OrdersChoice::File(path) => {
            let failed = |error: &dyn std::fmt::Display| {
                PipelineError::Settings(format!("orders: {}: {error}; 'none', 'fide' or a file of orders is wanted", path.display()))
            };
            let (text, snapshot) = read_settings_input(path).map_err(|error| failed(&error))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let input = InputFile::new(InputRole::Orders, name, sha256_hex(text.as_bytes())).with_snapshot(snapshot);
            Ok((Cow::Owned(read_orders(&text, &path.display().to_string())?), Some(input)))
        }
    }
}

fn find<'a>(known: &'a [Order], id: &str) -> Result<&'a Order> {
    let unknown = || PipelineError::Differs(format!("the list was made with the order '{id}', which is not known"));
    known.iter().find(|order| order.has_id(id)).ok_or_else(unknown)
}

/// The list of a longer control that orders raise to: the one of the same date, or the newest before it.
fn longer_list(job: &Job, orders: &[Order]) -> Result<Option<(Control, ListDate)>> {
    let mut raising = orders.iter().filter_map(|order| Some((order, order.effect.longer_control()?)));
    let Some((order, control)) = raising.next() else { return Ok(None) };
    if let Some((other, _)) = raising.find(|(_, other)| *other != control) {
        return Err(PipelineError::Settings(format!("orders: {} and {} raise to lists of two controls", order.id, other.id)));
    }
    let found = job.longer_of_date.get(&control).or_else(|| job.longer.get(&control)?.newest());
    match found {
        Some(source) => Ok(Some((control, source.date))),
        None => Err(PipelineError::OrderNeedsList { order: order.id.clone(), control, list: job.list }),
    }
}

/// The settings of a manifest in the form that this version writes: `orders` are the ids of those that were applied.
pub(crate) fn comparable_settings(manifest: &Manifest) -> BTreeMap<String, String> {
    let mut settings = manifest.settings.clone();
    let current = |id: &String| find(Rulebook::fide().orders(), id).map_or_else(|_| id.clone(), |order| order.id.clone());
    let ids: Vec<String> = manifest.orders.iter().map(current).collect();
    match ids.is_empty() {
        true => settings.remove(Manifest::ORDERS),
        false => settings.insert(Manifest::ORDERS.to_owned(), ids.join(" ")),
    };
    settings
}

/// Describes how the orders that were applied to a list differ from those that would be now; `None` if they are the same.
pub(crate) fn changed_orders(then: Option<&str>, now: Option<&str>) -> Option<String> {
    let (then, now) = (then.unwrap_or(""), now.unwrap_or(""));
    let missing = |of: &str, other: &str| of.split(' ').filter(|id| !other.split(' ').any(|o| o == *id)).collect::<Vec<_>>().join(", ");
    let (gone, new) = (missing(then, now), missing(now, then));
    match (gone.is_empty(), new.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("orders: {gone} was applied and would not be")),
        (true, false) => Some(format!("orders: {new} would be applied and was not")),
        (false, false) => Some(format!("orders: {gone} was applied, {new} would be")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_compared_by_their_ids() {
        assert_eq!(changed_orders(None, None), None);
        assert_eq!(changed_orders(Some("a b"), Some("a b")), None);
        assert_eq!(changed_orders(Some("a b"), Some("b")).as_deref(), Some("orders: a was applied and would not be"));
        assert_eq!(changed_orders(None, Some("a")).as_deref(), Some("orders: a would be applied and was not"));
        assert_eq!(changed_orders(Some("a"), Some("b")).as_deref(), Some("orders: a was applied, b would be"));
    }
}
