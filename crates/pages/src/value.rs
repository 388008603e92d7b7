//! Values of cells, facts and sentences, which a renderer formats.

use chrono::NaiveDate;

/// A value that a renderer formats: signs, groups of digits and alignment are decided there.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    #[default]
    Empty,
    Text(String),
    /// A player's id.
    Id(u32),
    Rating(i32),
    /// A whole number that is not a count, such as a year or a difference.
    Number(i64),
    Count(u64),
    /// A count with its noun: `1 game`, `3 games`.
    Counted(u64, &'static str),
    /// A change with its sign; 0 has no sign.
    Change(i64),
    /// A number that is added to one before it, always with a sign: `+0`.
    Added(i64),
    /// A number and how many decimals it has.
    Decimal(f64, usize),
    /// A signed sum of hundredths: `+0.43`.
    Hundredths(i64),
    /// An expected score in hundredths, as the regulations print it: `.57`, `1.00`.
    Expected(i32),
    /// A score in half points: `2.5`.
    HalfPoints(i32),
    Date(NaiveDate),
    /// A bar as long as `value` is of `most`.
    Bar {
        value: u64,
        most: u64,
    },
    /// A value followed by a mark that a note explains.
    Marked(Box<Value>, char),
    /// Values one after the other, with nothing between them.
    Phrase(Vec<Value>),
    /// A value that a page links to another page beside it, whose file is named. A terminal shows the value alone.
    Link(Box<Value>, String),
    /// Words with the code that files have for them, which a page shows under the mouse. A terminal shows the words alone.
    Coded(String, &'static str),
}

impl Value {
    #[must_use]
    pub fn marked(self, mark: Option<char>) -> Self {
        match mark {
            Some(mark) => Self::Marked(Box::new(self), mark),
            None => self,
        }
    }

    /// The value, linked to a page where there is one.
    #[must_use]
    pub fn linked(self, page: Option<String>) -> Self {
        match page {
            Some(page) => Self::Link(Box::new(self), page),
            None => self,
        }
    }

    pub fn phrase(values: impl IntoIterator<Item = Value>) -> Self {
        Self::Phrase(values.into_iter().collect())
    }

    /// Values with `between` between them.
    pub fn joined(values: impl IntoIterator<Item = Value>, between: &str) -> Self {
        let mut phrase = Vec::new();
        for value in values {
            if !phrase.is_empty() {
                phrase.push(Self::from(between));
            }
            phrase.push(value);
        }
        Self::Phrase(phrase)
    }

    /// Calls `visit` for every text in the value.
    pub(crate) fn for_each_text<'a>(&'a self, visit: &mut dyn FnMut(&'a str)) {
        match self {
            Self::Text(text) | Self::Coded(text, _) => visit(text),
            Self::Marked(value, _) | Self::Link(value, _) => value.for_each_text(visit),
            Self::Phrase(values) => values.iter().for_each(|value| value.for_each_text(visit)),
            _ => {}
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.is_empty(),
            Self::Phrase(values) => values.iter().all(Self::is_empty),
            Self::Link(value, _) => value.is_empty(),
            _ => false,
        }
    }

    /// The value in ASCII without groups of digits, as machine-readable output has it.
    pub fn plain(&self) -> String {
        const PLAIN: Notation = Notation { minus: '-', group: ',', grouped_from: usize::MAX };
        PLAIN.write(self)
    }

    /// The key by which a column is sorted, if the value is a number.
    pub(crate) fn sort_key(&self) -> Option<f64> {
        match *self {
            Self::Id(id) => Some(f64::from(id)),
            Self::Rating(value) | Self::Expected(value) | Self::HalfPoints(value) => Some(f64::from(value)),
            Self::Number(value) | Self::Change(value) | Self::Added(value) | Self::Hundredths(value) => Some(value as f64),
            Self::Count(value) | Self::Counted(value, _) | Self::Bar { value, .. } => Some(value as f64),
            Self::Decimal(value, _) => Some(value),
            Self::Marked(ref value, _) | Self::Link(ref value, _) => value.sort_key(),
            Self::Empty | Self::Text(_) | Self::Coded(..) | Self::Date(_) | Self::Phrase(_) => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<NaiveDate> for Value {
    fn from(day: NaiveDate) -> Self {
        Self::Date(day)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// How a renderer formats numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notation {
    pub(crate) minus: char,
    /// The separator of groups of three digits.
    pub(crate) group: char,
    /// How many digits the shortest grouped number has.
    pub(crate) grouped_from: usize,
}

impl Notation {
    pub(crate) fn write(&self, value: &Value) -> String {
        match value {
            Value::Empty | Value::Bar { .. } => String::new(),
            Value::Text(text) | Value::Coded(text, _) => text.clone(),
            Value::Link(value, _) => self.write(value),
            Value::Id(id) => id.to_string(),
            Value::Rating(rating) => self.number((*rating).into()),
            Value::Number(number) => self.number(*number),
            Value::Count(count) => self.grouped(*count),
            Value::Counted(count, noun) => format!("{} {noun}{}", self.grouped(*count), if *count == 1 { "" } else { "s" }),
            Value::Change(change) => format!("{}{}", self.sign(*change), self.grouped(change.unsigned_abs())),
            Value::Added(0) => "+0".to_owned(),
            Value::Added(number) => self.write(&Value::Change(*number)),
            Value::Decimal(value, places) => self.decimal(*value, *places),
            Value::Hundredths(sum) => format!("{}{}.{:02}", self.sign(*sum), sum.unsigned_abs() / 100, sum.unsigned_abs() % 100),
            Value::Expected(hundredths @ 0..100) => format!(".{hundredths:02}"),
            Value::Expected(hundredths) => format!("{}.{:02}", hundredths / 100, hundredths % 100),
            Value::HalfPoints(halves) => format!("{}{}", halves / 2, if halves % 2 == 0 { "" } else { ".5" }),
            Value::Date(day) => day.to_string(),
            Value::Marked(value, mark) if mark.is_alphanumeric() => format!("{} {mark}", self.write(value)),
            Value::Marked(value, mark) => format!("{}{mark}", self.write(value)),
            Value::Phrase(values) => values.iter().map(|value| self.write(value)).collect(),
        }
    }

    fn sign(&self, number: i64) -> String {
        match number.signum() {
            1 => "+".to_owned(),
            -1 => self.minus.to_string(),
            _ => String::new(),
        }
    }

    fn number(&self, number: i64) -> String {
        let minus = if number < 0 { self.minus.to_string() } else { String::new() };
        format!("{minus}{}", number.unsigned_abs())
    }

    /// A number with decimals; one that rounds to 0 has no sign.
    pub(crate) fn decimal(&self, value: f64, places: usize) -> String {
        let digits = format!("{:.places$}", value.abs());
        let is_nothing = digits.bytes().all(|digit| matches!(digit, b'0' | b'.'));
        if value < 0.0 && !is_nothing { format!("{}{digits}", self.minus) } else { digits }
    }

    /// A count in groups of three digits.
    pub(crate) fn grouped(&self, count: u64) -> String {
        let digits = count.to_string();
        let mut text = String::with_capacity(digits.len() * 2);
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && digits.len() >= self.grouped_from && (digits.len() - at).is_multiple_of(3) {
                text.push(self.group);
            }
            text.push(digit);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Notation = Notation { minus: '-', group: ',', grouped_from: 4 };

    #[test]
    fn every_kind_of_number_is_written_its_own_way() {
        for (value, written) in [
            (Value::Empty, ""),
            (Value::Id(1_503_014), "1503014"),
            (Value::Rating(2150), "2150"),
            (Value::Number(-300), "-300"),
            (Value::Count(1_234_567), "1,234,567"),
            (Value::Counted(1, "game"), "1 game"),
            (Value::Counted(1200, "game"), "1,200 games"),
            (Value::Change(0), "0"),
            (Value::Change(7), "+7"),
            (Value::Change(-12_345), "-12,345"),
            (Value::Added(0), "+0"),
            (Value::Added(-7), "-7"),
            (Value::Decimal(-0.04, 1), "0.0"),
            (Value::Decimal(-2.5, 1), "-2.5"),
            (Value::Hundredths(-61), "-0.61"),
            (Value::Hundredths(0), "0.00"),
            (Value::Expected(57), ".57"),
            (Value::Expected(100), "1.00"),
            (Value::HalfPoints(5), "2.5"),
            (Value::HalfPoints(6), "3"),
            (Value::Rating(1700).marked(Some('L')), "1700 L"),
            (Value::Number(400).marked(Some('*')), "400*"),
            (Value::phrase(["from ".into(), Value::Change(-49), " to ".into(), Value::Change(-20)]), "from -49 to -20"),
            (Value::joined([Value::Count(1), Value::Count(2)], ", "), "1, 2"),
            (Value::Rating(2150).linked(Some("a.html".to_owned())), "2150"),
            (Value::Coded("rated before".to_owned(), "already-rated"), "rated before"),
        ] {
            assert_eq!(PLAIN.write(&value), written, "{value:?}");
        }
    }

    #[test]
    fn the_plain_form_has_no_groups() {
        let value = Value::phrase([Value::Counted(1200, "game"), ": ".into(), Value::Change(-12_345)]);
        assert_eq!(value.plain(), "1200 games: -12345");
    }

    #[test]
    fn counts_are_grouped_from_the_length_that_the_notation_names() {
        let page = Notation { minus: '\u{2212}', group: '_', grouped_from: 5 };
        assert_eq!([0, 999, 1000, 10_000, 1_234_567].map(|count| page.grouped(count)), ["0", "999", "1000", "10_000", "1_234_567"]);
        assert_eq!(page.write(&Value::Change(i64::MIN)), "\u{2212}9_223_372_036_854_775_808");
    }
}
