//! Plots, drawn as SVG.
//!
//! Plots with two axes share one frame: a box of 480 by 270 units that is as wide as its column, so that its words can still be read on a
//! telephone. Charts of named rows are tables with a drawing in each row. Every plot has a title, and may have a sentence.

mod axis;
mod bar_chart;
mod chart_table;
mod densities;
mod dot_plot;
mod dumbbells;
mod frame;
mod histogram;
mod line_chart;
mod mirrored_histogram;
mod scatter_plot;
mod waterfall;

pub use bar_chart::BarChart;
pub use densities::Densities;
pub use dot_plot::DotPlot;
pub use dumbbells::Dumbbells;
pub use histogram::Histogram;
pub use line_chart::LineChart;
pub use mirrored_histogram::MirroredHistogram;
pub use scatter_plot::ScatterPlot;
pub use waterfall::Waterfall;
