//! An audit for people and for programs. Decimals are rounded outwards, so that a number is between
//! the two that are shown; exact fractions stand beside them where they are short, and always in
//! JSON.

mod html;
pub(crate) mod json;
pub(crate) mod text;

pub use html::html;
pub use json::json;
pub use text::text;

use crate::enclosure::Enclosure;
use crate::figure::{Figure, Quantity, Series};
use crate::findings::Audit;
use crate::grade::{Fault, Grade, Mark};
use crate::judgement::{Excess, Judgement, Tolerances};
use crate::own_run::OwnPlace;
use crate::pose::Pose;
use crate::verdict::Contradiction;
use malachite::Rational;
use zwang_scene::BodyId;

/// Powers of ten from 10 to minus this on are looked for.
const SMALLEST_POWER: i64 = 18;

/// The findings of an audit, in the plane or in space, as reports tell them.
pub(crate) trait Findings {
    fn body_name(&self, body: BodyId) -> &str;
    /// The time of a state, s.
    fn time(&self, state: usize) -> &Rational;
    /// The marks, the worst first.
    fn marks(&self) -> &[Mark];
    fn all_series(&self) -> &[Series];
    /// That of the run.
    fn grade_of_run(&self) -> Option<Grade>;
    /// Whether the scene is proved to stand.
    fn stands(&self) -> bool;
    fn contradiction(&self) -> Option<&Contradiction>;
    /// The text of the proof of the scene's verdict, if there is one.
    fn proof(&self) -> Option<&str>;
    /// Why the motion is not graded.
    fn why_not_graded(&self) -> String;
}

impl Findings for Audit<'_> {
    fn body_name(&self, body: BodyId) -> &str {
        &self.scene.bodies[body].name
    }

    fn time(&self, state: usize) -> &Rational {
        &self.table.states[state].time
    }

    fn marks(&self) -> &[Mark] {
        &self.marks
    }

    fn all_series(&self) -> &[Series] {
        &self.series
    }

    fn grade_of_run(&self) -> Option<Grade> {
        self.grade()
    }

    fn stands(&self) -> bool {
        self.is_stable()
    }

    fn contradiction(&self) -> Option<&Contradiction> {
        self.contradiction.as_ref()
    }

    fn proof(&self) -> Option<&str> {
        let proved = self.proved.as_ref().ok()?;
        Some(&proved.proof)
    }

    fn why_not_graded(&self) -> String {
        let missing = self.not_graded().into_iter();
        let mut missing = missing.filter(|(fault, _)| *fault == Fault::Unlawful);
        missing.next().map_or_else(String::new, |(_, why)| why)
    }
}

/// A body in the table and in zwang's own run.
struct SideBySide<'a> {
    state: usize,
    body: BodyId,
    /// x, y, cos, sin, as decimals.
    found: [String; 4],
    own: &'a OwnPlace,
}

impl SideBySide<'_> {
    /// x, y, cos, sin of zwang's own run.
    fn own(&self) -> [String; 4] {
        let [x, y] = self.own.centroid.clone();
        let [cosine, sine] = self.own.rotation.clone();
        decimals(&[x, y, cosine, sine])
    }
}

/// The first state in which a body is farther from zwang's own run than its bound, or than rounding
/// explains where there is no bound.
fn side_by_side<'a>(audit: &'a Audit, tolerances: &Tolerances) -> Option<SideBySide<'a>> {
    let series = audit.series(Figure::Divergence)?;
    let state = match tolerances.of(Figure::Divergence, audit.is_stable()) {
        Some(bound) => series.first_beyond(bound)?,
        None => audit.first_difference?,
    };
    let value = series.values.get(state)?.as_ref()?;
    let body = *value.bodies.first()?;
    let bodies_before = audit.scene.bodies[..body.0].iter();
    let place = bodies_before.filter(|body| !body.is_fixed()).count();
    let own_run = audit.own_run.as_ref().ok()?;
    let own = own_run.states.get(state)?.get(place)?;
    let pose = &Pose::of_state(&audit.table.states[state])[place];
    let [x, y] = pose.centroid.clone();
    let [cosine, sine] = pose.rotation.each_ref().map(Enclosure::middle);
    Some(SideBySide {
        state,
        body,
        found: decimals(&[x, y, cosine, sine]),
        own,
    })
}

fn decimals(numbers: &[Rational; 4]) -> [String; 4] {
    numbers.each_ref().map(decimal_of)
}

/// Twenty digits, which tell neighbouring doubles apart.
pub(crate) fn decimal_of(value: &Rational) -> String {
    crate::decimal::long(value)
}

/// The sentence that answers.
pub(crate) fn sentence(audit: &dyn Findings, judgement: &Judgement) -> String {
    match judgement {
        Judgement::Faultless => {
            "without a fault: no graded figure is above a millionth of the scene's units".to_owned()
        }
        Judgement::WithinTolerances => "within the given tolerances".to_owned(),
        Judgement::BeyondTolerances(excesses) => beyond(excesses),
        Judgement::WorseThan(grade) => {
            let grade = grade.name();
            let worst = worst_fault(audit);
            format!("worse than grade {grade}: {worst}")
        }
        Judgement::Faulty => faulty(audit),
        Judgement::Undecided => {
            let why = audit.why_not_graded();
            format!("undecided: how it moves is not graded, {why}")
        }
    }
}

fn beyond(excesses: &[Excess]) -> String {
    let excesses: Vec<String> = excesses.iter().map(beyond_one).collect();
    let excesses = excesses.join("; ");
    format!("beyond the given tolerances: {excesses}")
}

fn beyond_one(excess: &Excess) -> String {
    let figure = excess.figure.name();
    let bound = decimal_of(&excess.bound);
    let unit = excess.figure.unit();
    let state = excess.state;
    format!("{figure} beyond {bound} {unit} from step {state} on")
}

fn faulty(audit: &dyn Findings) -> String {
    match (audit.contradiction(), audit.grade_of_run()) {
        (Some(contradiction @ Contradiction::Holds { .. }), _) => {
            let kind = contradiction.kind();
            format!("faulty under any tolerance: it {kind}")
        }
        (_, Some(Grade::F)) => {
            let worst = worst_fault(audit);
            format!("faulty under any tolerance: {worst}")
        }
        (Some(contradiction @ Contradiction::Moves { .. }), _) => {
            let kind = contradiction.kind();
            format!("faulty: it {kind}")
        }
        _ => format!("faulty: {}", worst_fault(audit)),
    }
}

/// The grade, in a word or two.
pub(crate) fn grade_name(audit: &dyn Findings) -> &'static str {
    audit.grade_of_run().map_or("not graded", Grade::name)
}

/// The worst fault, in words; none if it has the best grade.
pub(crate) fn worst_fault(audit: &dyn Findings) -> &'static str {
    match audit.marks().first() {
        Some(worst) if worst.grade != Grade::A => worst.fault.sentence(),
        _ => "no graded fault above a millionth of the scene's units",
    }
}

/// The exact number, or that of its square, if it is known.
fn exact(quantity: &Quantity) -> Option<String> {
    let enclosure = quantity.enclosure();
    let number = &enclosure.low;
    if !enclosure.is_exact() || *number == 0 {
        return None;
    }
    match quantity {
        Quantity::Root(_) => Some(format!("sqrt {number}")),
        Quantity::Number(_) => Some(number.to_string()),
    }
}

fn body_name<'a>(audit: &'a Audit, body: BodyId) -> &'a str {
    audit.body_name(body)
}

fn names(audit: &dyn Findings, bodies: &[BodyId]) -> String {
    let mut names = Vec::new();
    for &body in bodies {
        names.push(audit.body_name(body));
    }
    names.join(", ")
}
