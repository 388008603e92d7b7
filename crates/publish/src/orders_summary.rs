//! What orders did to a list, in one line (D50).

use pages::Value;
use period_assembly::Period;
use rating::Outcome;
use rulebook::Rulebook;
use serde::Serialize;

/// The orders applied to a list, and those that are known for its date.
#[derive(Clone, Debug, Serialize)]
pub struct OrdersSummary {
    pub applied: Vec<OrderTotal>,
    /// The ids of FIDE's orders for the list's date and control, applied or not.
    pub known: Vec<String>,
}

/// An order that was applied, with the number of players on whom it took effect.
#[derive(Clone, Debug, Serialize)]
pub struct OrderTotal {
    pub id: String,
    pub title: String,
    pub source: String,
    pub players: u64,
}

impl OrdersSummary {
    /// Counts the players of a rated period.
    pub fn of(period: &Period, outcome: &Outcome) -> Self {
        let totals = period.orders.iter().zip(outcome.players_by_order(period));
        let total = |(order, players): (&rulebook::Order, u64)| OrderTotal {
            id: order.id.clone(),
            title: order.title.clone(),
            source: order.source.clone(),
            players,
        };
        let known = Rulebook::fide().orders_on(period.control, period.list).map(|order| order.id.clone()).collect();
        Self { applied: totals.map(total).collect(), known }
    }

    /// What was applied to how many players, or that nothing was and which words would; `None` where no order is known for the date.
    pub fn line(&self) -> Option<Value> {
        self.line_by(|order| order.id.clone())
    }

    /// The line with the title and the source of each order.
    pub(crate) fn line_with_sources(&self) -> Option<Value> {
        self.line_by(|order| format!("{} ({}; {})", order.title, order.id, order.source))
    }

    fn line_by(&self, name: impl Fn(&OrderTotal) -> String) -> Option<Value> {
        if self.applied.is_empty() {
            let them = if self.known.len() == 1 { "it" } else { "them" };
            let none = || format!("none ({} known for this date): orders = \"fide\" would apply {them}", self.known.len()).into();
            return (!self.known.is_empty()).then(none);
        }
        let parts = self.applied.iter().enumerate().flat_map(|(at, order)| {
            let separator = if at == 0 { "" } else { "; " };
            [format!("{separator}{}: ", name(order)).into(), Value::Counted(order.players, "player")]
        });
        Some(Value::phrase(parts))
    }
}
