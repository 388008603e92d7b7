//! A document: headings, sentences, tables, facts, notes and plots, without a look.

use crate::{Bars, Facts, Histogram, Lines, Points, Table, Value};

/// One answer to be read by people: as a page with [`Document::to_html`], in a terminal with [`Document::to_terminal`].
///
/// Sentences and facts at its beginning are its lead.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub(crate) title: Value,
    pub(crate) blocks: Vec<Block>,
}

impl Document {
    /// An empty title is not shown in a terminal.
    pub fn new(title: impl Into<Value>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, block: impl Into<Block>) -> Self {
        self.push(block);
        self
    }

    pub fn push(&mut self, block: impl Into<Block>) {
        self.blocks.push(block.into());
    }
}

impl Extend<Block> for Document {
    fn extend<I: IntoIterator<Item = Block>>(&mut self, blocks: I) {
        self.blocks.extend(blocks);
    }
}

/// A heading and what stands under it, sections of their own among it.
#[derive(Clone, Debug)]
pub struct Section {
    pub(crate) heading: Value,
    pub(crate) blocks: Vec<Block>,
    pub(crate) is_for_pages: bool,
}

impl Section {
    pub fn new(heading: impl Into<Value>) -> Self {
        Self { heading: heading.into(), blocks: Vec::new(), is_for_pages: false }
    }

    /// Leaves the section out in a terminal: what can only be searched, not read.
    #[must_use]
    pub fn for_pages_only(mut self) -> Self {
        self.is_for_pages = true;
        self
    }

    #[must_use]
    pub fn with(mut self, block: impl Into<Block>) -> Self {
        self.push(block);
        self
    }

    pub fn push(&mut self, block: impl Into<Block>) {
        self.blocks.push(block.into());
    }
}

impl Extend<Block> for Section {
    fn extend<I: IntoIterator<Item = Block>>(&mut self, blocks: I) {
        self.blocks.extend(blocks);
    }
}

/// One part of a document.
#[derive(Clone, Debug)]
pub enum Block {
    Paragraph(Value),
    /// A remark in smaller type.
    Note(Value),
    /// Something wrong that nobody may overlook.
    Alert(Value),
    /// A list of points.
    Points(Vec<Value>),
    Table(Table),
    Facts(Facts),
    Plot(Plot),
    /// Pieces side by side where there is room, one below the other where there is not.
    Beside(Vec<Vec<Block>>),
    /// What a page shows when its summary is touched.
    Fold {
        summary: Value,
        blocks: Vec<Block>,
    },
    Section(Section),
}

impl Block {
    pub fn paragraph(text: impl Into<Value>) -> Self {
        Self::Paragraph(text.into())
    }

    pub fn note(text: impl Into<Value>) -> Self {
        Self::Note(text.into())
    }

    pub fn alert(text: impl Into<Value>) -> Self {
        Self::Alert(text.into())
    }

    pub fn points<T: Into<Value>>(points: impl IntoIterator<Item = T>) -> Self {
        Self::Points(points.into_iter().map(Into::into).collect())
    }

    pub fn fold(summary: impl Into<Value>, blocks: impl IntoIterator<Item = Block>) -> Self {
        Self::Fold { summary: summary.into(), blocks: blocks.into_iter().collect() }
    }

    /// Each block is a piece of its own.
    pub fn beside(pieces: impl IntoIterator<Item = Block>) -> Self {
        Self::Beside(pieces.into_iter().map(|piece| vec![piece]).collect())
    }
}

/// A picture of numbers.
#[derive(Clone, Debug)]
pub enum Plot {
    Histogram(Histogram),
    Lines(Lines),
    Points(Points),
    Bars(Bars),
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

impl From<Facts> for Block {
    fn from(facts: Facts) -> Self {
        Self::Facts(facts)
    }
}

impl From<Section> for Block {
    fn from(section: Section) -> Self {
        Self::Section(section)
    }
}

impl From<Histogram> for Block {
    fn from(plot: Histogram) -> Self {
        Self::Plot(Plot::Histogram(plot))
    }
}

impl From<Lines> for Block {
    fn from(plot: Lines) -> Self {
        Self::Plot(Plot::Lines(plot))
    }
}

impl From<Points> for Block {
    fn from(plot: Points) -> Self {
        Self::Plot(Plot::Points(plot))
    }
}

impl From<Bars> for Block {
    fn from(plot: Bars) -> Self {
        Self::Plot(Plot::Bars(plot))
    }
}
