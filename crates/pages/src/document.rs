//! Documents: headings, sentences, tables, facts, notes and plots, independent of how they are rendered.

use crate::{
    BarChart, Densities, DocumentTable, DotPlot, Dumbbells, Facts, Figures, Histogram, LineChart, MirroredHistogram, ScatterPlot, Value,
    Waterfall,
};

/// A document for people: as a page with [`Document::to_html`], in a terminal with [`Document::to_terminal`].
///
/// Sentences, facts and figures at the beginning are the lead, which a page puts under its title.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub(crate) title: Value,
    /// What a page says in small type above its title.
    pub(crate) kicker: Value,
    pub(crate) blocks: Vec<Block>,
    /// Whether a page is laid out as a sheet of paper.
    pub(crate) is_sheet: bool,
}

impl Document {
    /// Creates a document. An empty title is left out in a terminal.
    pub fn new(title: impl Into<Value>) -> Self {
        Self { title: title.into(), kicker: Value::Empty, blocks: Vec::new(), is_sheet: false }
    }

    /// Lays a page out as a sheet of A4 paper, to be printed and signed.
    #[must_use]
    pub fn as_sheet(mut self) -> Self {
        self.is_sheet = true;
        self
    }

    /// Says what kind of page it is, in small type above the title of a page.
    #[must_use]
    pub fn kicker(mut self, kicker: impl Into<Value>) -> Self {
        self.kicker = kicker.into();
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

    /// Calls `visit` for every text: headings, sentences, cells and facts; not for those of plots.
    pub fn for_each_text<'a>(&'a self, mut visit: impl FnMut(&'a str)) {
        self.title.for_each_text(&mut visit);
        visit_blocks(&self.blocks, &mut visit);
    }
}

fn visit_blocks<'a>(blocks: &'a [Block], visit: &mut dyn FnMut(&'a str)) {
    for block in blocks {
        match block {
            Block::Paragraph(value) | Block::Note(value) | Block::Alert(value) | Block::Notice(value) => value.for_each_text(visit),
            Block::Bullets(values) | Block::Boxes(values) | Block::Signatures(values) => {
                values.iter().for_each(|value| value.for_each_text(visit));
            }
            Block::Table(table) => {
                visit(&table.caption);
                table.rows.iter().flatten().for_each(|value| value.for_each_text(visit));
            }
            Block::Facts(facts) => facts.facts.iter().for_each(|(_, value)| value.for_each_text(visit)),
            Block::Figures(figures) => figures.figures.iter().for_each(|figure| {
                figure.value.for_each_text(visit);
                figure.remark.for_each_text(visit);
            }),
            Block::Readings(_) | Block::Plot(_) => {}
            Block::SideBySide(columns) => columns.iter().for_each(|blocks| visit_blocks(blocks, visit)),
            Block::Fold { summary, blocks } => {
                summary.for_each_text(visit);
                visit_blocks(blocks, visit);
            }
            Block::Section(section) => {
                section.heading.for_each_text(visit);
                visit_blocks(&section.blocks, visit);
            }
        }
    }
}

impl Extend<Block> for Document {
    fn extend<I: IntoIterator<Item = Block>>(&mut self, blocks: I) {
        self.blocks.extend(blocks);
    }
}

/// A heading with blocks under it, which may be sections too.
#[derive(Clone, Debug)]
pub struct Section {
    pub(crate) heading: Value,
    pub(crate) blocks: Vec<Block>,
}

impl Section {
    pub fn new(heading: impl Into<Value>) -> Self {
        Self { heading: heading.into(), blocks: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, block: impl Into<Block>) -> Self {
        self.push(block);
        self
    }

    pub fn push(&mut self, block: impl Into<Block>) {
        self.blocks.push(block.into());
    }

    /// The section as a part that a page opens when its heading is pressed; the remark stands behind the heading.
    pub fn into_fold(self, remark: impl Into<Value>) -> Block {
        Block::Fold { summary: Value::phrase([self.heading, remark.into()]), blocks: self.blocks }
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
    /// A problem that the reader must notice.
    Alert(Value),
    /// Something out of the ordinary that the reader should know, such as that a list is a revision.
    Notice(Value),
    /// A bulleted list.
    Bullets(Vec<Value>),
    /// Points with a box to tick on paper.
    Boxes(Vec<Value>),
    /// Places for signatures on paper, each with whose it is.
    Signatures(Vec<Value>),
    Table(DocumentTable),
    Facts(Facts),
    Figures(Figures),
    Plot(Plot),
    /// Numbers of readings with their sentences, which a page shows wherever a text cites one of them.
    Readings(Vec<(String, String)>),
    /// Blocks side by side, or one below the other on a narrow page.
    SideBySide(Vec<Vec<Block>>),
    /// Blocks that a page shows when its summary is opened.
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

    pub fn notice(text: impl Into<Value>) -> Self {
        Self::Notice(text.into())
    }

    pub fn bullets<T: Into<Value>>(points: impl IntoIterator<Item = T>) -> Self {
        Self::Bullets(points.into_iter().map(Into::into).collect())
    }

    pub fn boxes<T: Into<Value>>(points: impl IntoIterator<Item = T>) -> Self {
        Self::Boxes(points.into_iter().map(Into::into).collect())
    }

    pub fn signatures<T: Into<Value>>(whose: impl IntoIterator<Item = T>) -> Self {
        Self::Signatures(whose.into_iter().map(Into::into).collect())
    }

    pub fn fold(summary: impl Into<Value>, blocks: impl IntoIterator<Item = Block>) -> Self {
        Self::Fold { summary: summary.into(), blocks: blocks.into_iter().collect() }
    }

    /// Puts each block into a column of its own.
    pub fn side_by_side(pieces: impl IntoIterator<Item = Block>) -> Self {
        Self::SideBySide(pieces.into_iter().map(|piece| vec![piece]).collect())
    }
}

/// A plot of any kind.
#[derive(Clone, Debug)]
pub enum Plot {
    Histogram(Histogram),
    LineChart(LineChart),
    ScatterPlot(ScatterPlot),
    BarChart(BarChart),
    Densities(Densities),
    DotPlot(DotPlot),
    Dumbbells(Dumbbells),
    MirroredHistogram(MirroredHistogram),
    Waterfall(Waterfall),
}

impl From<DocumentTable> for Block {
    fn from(table: DocumentTable) -> Self {
        Self::Table(table)
    }
}

impl From<Facts> for Block {
    fn from(facts: Facts) -> Self {
        Self::Facts(facts)
    }
}

impl From<Figures> for Block {
    fn from(figures: Figures) -> Self {
        Self::Figures(figures)
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

impl From<LineChart> for Block {
    fn from(plot: LineChart) -> Self {
        Self::Plot(Plot::LineChart(plot))
    }
}

impl From<ScatterPlot> for Block {
    fn from(plot: ScatterPlot) -> Self {
        Self::Plot(Plot::ScatterPlot(plot))
    }
}

impl From<BarChart> for Block {
    fn from(plot: BarChart) -> Self {
        Self::Plot(Plot::BarChart(plot))
    }
}

impl From<Densities> for Block {
    fn from(plot: Densities) -> Self {
        Self::Plot(Plot::Densities(plot))
    }
}

impl From<DotPlot> for Block {
    fn from(plot: DotPlot) -> Self {
        Self::Plot(Plot::DotPlot(plot))
    }
}

impl From<Dumbbells> for Block {
    fn from(plot: Dumbbells) -> Self {
        Self::Plot(Plot::Dumbbells(plot))
    }
}

impl From<MirroredHistogram> for Block {
    fn from(plot: MirroredHistogram) -> Self {
        Self::Plot(Plot::MirroredHistogram(plot))
    }
}

impl From<Waterfall> for Block {
    fn from(plot: Waterfall) -> Self {
        Self::Plot(Plot::Waterfall(plot))
    }
}
