//! Plots, drawn as SVG.
//!
//! All share one frame: a box of 480 by 270 units that is as wide as its column, so that its words can still be read on a telephone.

mod axis;
mod bars;
mod frame;
mod histogram;
mod lines;
mod points;

pub use bars::Bars;
pub use histogram::Histogram;
pub use lines::Lines;
pub use points::Points;
