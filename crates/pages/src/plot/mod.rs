//! Plots, drawn as SVG.
//!
//! All share one frame: a box of 480 by 270 units that is as wide as its column, so that its words can still be read on a telephone.

mod axis;
mod bar_chart;
mod frame;
mod histogram;
mod line_chart;
mod scatter_plot;

pub use bar_chart::BarChart;
pub use histogram::Histogram;
pub use line_chart::LineChart;
pub use scatter_plot::ScatterPlot;
