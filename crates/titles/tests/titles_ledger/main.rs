//! Ratings reached, the ledger of norms, direct results and proposals: cases 35 to 38 of the title regulations, and T31 to T42.

mod brute_force;
mod direct_awards;
mod direct_rows;
mod norm_awards;
mod norm_ledger;
mod rating_awards;
mod reached;
mod rows;
mod small_period;
mod without_edition;
