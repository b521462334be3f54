//! The columns of a merged table, and its cells. Exact numbers are text; beside each is the nearest
//! double.

use crate::ask::Ask;
use crate::plan::Plan;
use crate::row::{Answer, Row};
use num_traits::ToPrimitive;
use zwang_exact::Rational;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub name: String,
    pub kind: Kind,
}

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Whole,
    Double,
}

/// A cell; `None` stands for nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Text(Option<String>),
    Whole(Option<u64>),
    #[allow(
        clippy::disallowed_types,
        reason = "a column of doubles beside the exact one"
    )]
    Double(Option<f64>),
}

/// The columns of a plan's table, and how its rows fill them.
pub(crate) struct Table<'a> {
    plan: &'a Plan,
    with_proofs: bool,
    pub columns: Vec<Column>,
}

/// The exact numbers of an answer, by column.
const NUMBERS_OF_MOTION: [&str; 1] = ["restraint"];
const NUMBERS_OF_THRESHOLDS: [&str; 3] = ["limit", "stands_at", "falls_at"];

/// The columns of critical values that are no numbers.
const WORDS_OF_THRESHOLDS: [&str; 3] = ["answer", "exact", "mode"];

impl<'a> Table<'a> {
    pub(crate) fn new(plan: &'a Plan, with_proofs: bool) -> Self {
        let mut table = Self {
            plan,
            with_proofs,
            columns: Vec::new(),
        };
        table.add("item", Kind::Whole);
        for (name, is_number) in plan.parameters() {
            table.add(name, Kind::Text);
            if is_number {
                table.add(&double_of(name), Kind::Double);
            }
        }
        table.add("scene_digest", Kind::Text);
        table.add("bodies", Kind::Whole);
        table.add("status", Kind::Text);
        table.add("message", Kind::Text);
        table.add("verdict", Kind::Text);
        if let Ask::Critical(_) = plan.ask() {
            for name in WORDS_OF_THRESHOLDS {
                table.add(name, Kind::Text);
            }
        }
        for name in numbers_of(plan.ask()) {
            table.add(name, Kind::Text);
            table.add(&double_of(name), Kind::Double);
        }
        table.add("contacts", Kind::Whole);
        table.add("bits", Kind::Whole);
        table.add("proof_digest", Kind::Text);
        if with_proofs {
            table.add("proof", Kind::Text);
        }
        table
    }

    fn add(&mut self, name: &str, kind: Kind) {
        let name = name.to_owned();
        self.columns.push(Column { name, kind });
    }

    /// The cells of a row, one for each column.
    pub(crate) fn cells(&self, row: Row) -> Vec<Cell> {
        let mut cells = vec![Cell::Whole(Some(row.item))];
        let values = self.plan.values_of(row.item);
        let parameters = self.plan.parameters();
        for ((_, is_number), value) in parameters.into_iter().zip(values) {
            let number = is_number.then(|| zwang_exact::parse(&value).ok());
            cells.push(Cell::Text(Some(value)));
            cells.extend(number.map(double));
        }
        cells.push(Cell::Text(row.scene));
        cells.push(Cell::Whole(row.bodies));
        let status = row.status.name().to_owned();
        cells.push(Cell::Text(Some(status)));
        cells.push(Cell::Text(row.message));
        match row.answer {
            Some(answer) => self.add_answer(&mut cells, answer),
            None => self.add_nothing(&mut cells),
        }
        cells
    }

    fn add_answer(&self, cells: &mut Vec<Cell>, answer: Answer) {
        cells.push(Cell::Text(Some(answer.verdict)));
        match self.plan.ask() {
            Ask::Critical(_) => {
                let exact = answer.exact.map(|exact| exact.to_string());
                cells.extend([answer.answer, exact, answer.mode].map(Cell::Text));
                let near = double(number(answer.limit_near.as_deref()));
                cells.extend([Cell::Text(answer.limit), near]);
                cells.extend(exact_and_double(answer.stands_at));
                cells.extend(exact_and_double(answer.falls_at));
            }
            Ask::Collapse | Ask::Stability => cells.extend(exact_and_double(answer.restraint)),
            Ask::Simulate { .. } => {}
        }
        cells.push(Cell::Whole(answer.contacts));
        cells.push(Cell::Whole(Some(answer.bits)));
        cells.push(Cell::Text(Some(answer.proof_digest)));
        if self.with_proofs {
            cells.push(Cell::Text(Some(answer.proof)));
        }
    }

    /// Fills up what there is no answer for.
    fn add_nothing(&self, cells: &mut Vec<Cell>) {
        for column in &self.columns[cells.len()..] {
            cells.push(match column.kind {
                Kind::Text => Cell::Text(None),
                Kind::Whole => Cell::Whole(None),
                Kind::Double => Cell::Double(None),
            });
        }
    }
}

fn numbers_of(ask: &Ask) -> &'static [&'static str] {
    match ask {
        Ask::Collapse | Ask::Stability => &NUMBERS_OF_MOTION,
        Ask::Critical(_) => &NUMBERS_OF_THRESHOLDS,
        Ask::Simulate { .. } => &[],
    }
}

fn double_of(name: &str) -> String {
    format!("{name}_double")
}

/// A number, if there is one.
fn number(text: Option<&str>) -> Option<Rational> {
    text?.parse().ok()
}

/// An exact number as text, and the nearest double.
fn exact_and_double(text: Option<String>) -> [Cell; 2] {
    let double = double(number(text.as_deref()));
    [Cell::Text(text), double]
}

/// The nearest double.
fn double(number: Option<Rational>) -> Cell {
    Cell::Double(number.as_ref().and_then(Rational::to_f64))
}
