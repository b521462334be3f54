//! What a run was like, gathered step by step from the facts of its records.

mod json;

use super::super::console;
use super::arguments::{Corner, SimulateArguments};
use num_bigint::BigInt;
use serde::Serialize;
use std::fmt::Write;
use zwang_certificate::run::{Facts, Record};
use zwang_exact::Rational;
use zwang_motion::MotionError;
use zwang_output::decimal::decimal;
use zwang_scene::Scene;

/// Significant digits of energies.
const DIGITS: usize = 6;
/// Significant digits of lengths.
pub const LENGTH_DIGITS: usize = 3;
/// Bits of the integer square root that a length is taken from.
const ROOT_BITS: u64 = 256;

/// How a run ended.
pub enum Ending {
    /// With its last step.
    Finished,
    /// Nobody reads it any more.
    Unread,
    /// A step is impossible or ambiguous.
    Stopped(MotionError),
}

/// What a summary tells beside the records.
pub struct Course<'a> {
    pub scene: &'a Scene,
    pub settings: &'a SimulateArguments,
    /// The name of the run file.
    pub file: String,
    /// Symmetries of the scene that the run keeps.
    pub symmetries: usize,
    pub ending: &'a Ending,
}

/// Counts and extremes over the steps.
#[derive(Default)]
pub struct Summary {
    steps: u64,
    events: Events,
    penetration: Peak,
    pin_drift: Peak,
    /// After the first step, and after the last.
    energy: Option<[Energy; 2]>,
    bits: u64,
}

#[derive(Default, Serialize)]
struct Events {
    impacts: usize,
    contacts_made: usize,
    contacts_lost: usize,
    corners: usize,
}

/// The largest of some squares of lengths, and its first step; 0 before the first.
#[derive(Serialize)]
struct Peak {
    #[serde(rename = "value", serialize_with = "as_text")]
    square: Rational,
    step: u64,
}

#[derive(Clone, Serialize)]
struct Energy {
    step: u64,
    #[serde(serialize_with = "as_text")]
    kinetic: Rational,
    #[serde(serialize_with = "as_text")]
    potential: Rational,
}

/// A number as an exact fraction.
pub fn as_text<S: serde::Serializer>(value: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl Default for Peak {
    fn default() -> Self {
        Self { square: Rational::from_integer(BigInt::ZERO), step: 0 }
    }
}

impl Peak {
    fn add(&mut self, square: &Rational, step: u64) {
        if *square > self.square {
            (self.square, self.step) = (square.clone(), step);
        }
    }

    /// The length and its step.
    fn text(&self) -> String {
        match self.step {
            0 => "none".to_owned(),
            step => {
                let length = decimal(&root(&self.square), LENGTH_DIGITS).text;
                format!("≈ {length} m at most, after step {step} (--json tells its exact square)")
            }
        }
    }
}

impl Energy {
    fn text(&self) -> String {
        let sum = decimal(&(&self.kinetic + &self.potential), DIGITS);
        format!("{}{} J after step {}", if sum.exact { "" } else { "≈ " }, sum.text, self.step)
    }
}

impl Summary {
    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The length of the longest integer, in bits.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// One step more.
    pub fn add(&mut self, record: &Record) {
        let Facts { bits, penetration, pin_drift, kinetic, potential, made, lost, impacts, .. } = &record.facts;
        self.steps = record.k;
        self.events.impacts += impacts.len();
        self.events.contacts_made += made.len();
        self.events.contacts_lost += lost.len();
        self.events.corners += record.corners.len();
        self.penetration.add(penetration, record.k);
        self.pin_drift.add(pin_drift, record.k);
        let energy = Energy { step: record.k, kinetic: kinetic.clone(), potential: potential.clone() };
        match &mut self.energy {
            None => self.energy = Some([energy.clone(), energy]),
            Some([_, last]) => *last = energy,
        }
        self.bits = self.bits.max(*bits);
    }

    /// For people.
    pub fn text(&self, course: &Course) -> String {
        let Course { scene, settings, file, .. } = course;
        let mut text = format!("{}\n", console::one_line(scene.title.as_ref().unwrap_or(&scene.name)));
        let of = if self.steps == settings.steps as u64 { String::new() } else { format!(" of {}", settings.steps) };
        let Events { impacts, contacts_made, contacts_lost, corners } = &self.events;
        let count = |count: &usize, one: &str| format!("{count} {one}{}", if *count == 1 { "" } else { "s" });
        let steps = format!("{}{of} steps of {} s, {} s in all", self.steps, settings.dt, self.time(settings));
        let (impacts, made, corners) =
            (count(impacts, "impact"), count(contacts_made, "contact"), count(corners, "corner"));
        let events = format!("{impacts}, {made} made, {contacts_lost} lost, {corners} decided");
        let mut lines = vec![("run", console::one_line(file)), ("steps", steps)];
        if let Ending::Stopped(_) = course.ending {
            lines.push(("end", format!("step {} is {}", self.steps + 1, course.ending.word())));
        }
        lines.push(("symmetry", self.symmetry(course)));
        lines.push(("events", events));
        lines.push(("penetration", self.penetration.text()));
        if !scene.pins.is_empty() {
            lines.push(("pin drift", self.pin_drift.text()));
        }
        if let Some([first, last]) = &self.energy {
            lines.push(("energy", format!("{}, {}", first.text(), last.text())));
        }
        lines.push(("numbers", format!("up to {} bits in the proofs", self.bits)));
        for (name, value) in lines {
            let _ = writeln!(text, "  {name:<11}  {value}");
        }
        text
    }

    fn time(&self, settings: &SimulateArguments) -> Rational {
        &settings.dt * Rational::from_integer(self.steps.into())
    }

    /// Whether the symmetries have lasted for certain: only a choice at a corner can have broken them.
    fn keeps_symmetry(&self, course: &Course) -> bool {
        course.settings.corner() == Corner::Stop || self.events.corners == 0
    }

    fn symmetry(&self, course: &Course) -> String {
        let scenes = match course.symmetries {
            0 => return "none".to_owned(),
            1 => "1 symmetry of the scene".to_owned(),
            count => format!("{count} symmetries of the scene"),
        };
        if self.keeps_symmetry(course) {
            format!("{scenes}, exactly kept by every state")
        } else {
            format!("{scenes}, kept unless a choice at a corner broke it")
        }
    }
}

impl Ending {
    fn word(&self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Unread => "unread",
            Self::Stopped(MotionError::Ambiguous { .. }) => "ambiguous",
            Self::Stopped(_) => "impossible",
        }
    }
}

/// The square root of p/q ≥ 0, too small by less than 2^-100 of itself: ⌊√(4^n p/q)⌋ / 2^n.
pub fn root(square: &Rational) -> Rational {
    let (numerator, denominator) = (square.numer(), square.denom());
    let half = (ROOT_BITS + denominator.bits()).saturating_sub(numerator.bits()).div_ceil(2);
    let root = ((numerator << (2 * half)) / denominator).sqrt();
    Rational::new(root, BigInt::from(1) << half)
}

/// Numbers in a row, one for each step.
pub fn listed(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_right_to_the_shown_digits() {
        for (square, expected) in
            [("0", "0"), ("4", "2"), ("2", "1.41"), ("1/3", "0.577"), ("1e-60", "1.00e-30"), ("2e90", "1.41e45")]
        {
            let root = root(&zwang_exact::parse(square).unwrap());
            assert_eq!(decimal(&root, 3).text, expected, "√{square}");
        }
    }
}
