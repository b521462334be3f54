//! The summary of a run, gathered step by step.

mod corners;
mod heat;
mod json;
pub mod lines;
mod peak;

use super::super::console;
use super::arguments::SimulateArguments;
use heat::Heat;
use num_traits::Signed;
use peak::Peak;
pub use peak::{LENGTH_DIGITS, as_text, listed};
use serde::Serialize;
use std::collections::BTreeSet;
use zwang_answer::CheckedStep;
use zwang_certificate::Contact;
use zwang_exact::Rational;
use zwang_law::LawError;
use zwang_output::decimal::decimal;
use zwang_output::run::Facts;
use zwang_scene::Scene;

/// Significant digits of energies.
const DIGITS: usize = 6;

/// How a run ended.
pub enum Ending {
    /// With its last step.
    Finished,
    /// Nobody reads it any more.
    Unread,
    /// A step is impossible or ambiguous.
    Stopped(LawError),
}

/// Data that a summary tells beside the records.
pub struct Course<'a> {
    pub scene: &'a Scene,
    pub settings: &'a SimulateArguments,
    /// The name of the run file.
    pub file: String,
    /// Symmetries of the scene that the run keeps.
    pub symmetries: usize,
    /// Whether the run has kept them to its end.
    pub is_symmetric: bool,
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
    /// The most that an impact gave to the kinetic energy, or the least that it took, J.
    impact_gain: Option<Rational>,
    /// Only of a run with friction.
    heat: Option<Heat>,
    /// How many groups of steps have states that are only near the motion that the law asks for.
    near_groups: u64,
    /// The rows that press in the first step between bodies that stand still.
    first_rows: BTreeSet<Contact>,
    /// Whether a body changes its place in a step, or has a velocity or a spin after it.
    has_moved: bool,
}

#[derive(Default, Serialize)]
struct Events {
    /// Steps in which the active set changed.
    steps: usize,
    /// Rows that were hit, whether or not they press afterwards.
    impacts: usize,
    /// Rows that press in the first step and did not land there: they touched before.
    contacts_at_start: usize,
    /// All others that begin to press.
    contacts_made: usize,
    contacts_lost: usize,
}

#[derive(Clone, Serialize)]
struct Energy {
    step: u64,
    #[serde(serialize_with = "as_text")]
    kinetic: Rational,
    #[serde(serialize_with = "as_text")]
    potential: Rational,
}

impl Energy {
    fn text(&self) -> String {
        let sum = decimal(&(&self.kinetic + &self.potential), DIGITS);
        format!(
            "{}{} J after step {}",
            if sum.exact { "" } else { "≈ " },
            sum.text,
            self.step
        )
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
    pub fn add(&mut self, checked: &CheckedStep) {
        let step = checked.verified();
        let Facts {
            bits,
            penetration,
            pin_drift,
            kinetic,
            potential,
            impact_kinetic,
            friction,
            made,
            lost,
            impacts,
            ..
        } = step.facts();
        let k = step.k();
        self.steps = k;
        if k == 1 {
            self.first_rows = corners::at_rest(checked);
        }
        self.near_groups += step.near_groups();
        self.events.impacts += step.hit().len();
        let at_start = match k {
            1 => made.len() - impacts.len(),
            _ => 0,
        };
        let made = made.len() - at_start;
        self.events.steps += usize::from(made > 0 || !lost.is_empty());
        self.events.contacts_at_start += at_start;
        self.events.contacts_made += made;
        self.events.contacts_lost += lost.len();
        self.has_moved |= step.before() != step.state() || kinetic.is_positive();
        self.penetration.add(penetration, k);
        self.pin_drift.add(pin_drift, k);
        if let Some(friction) = friction {
            let heat = self.heat.get_or_insert_default();
            heat.add(friction, step.relaxed_groups());
        }
        if step.has_impact() {
            self.add_impact(impact_kinetic);
        }
        let energy = Energy {
            step: k,
            kinetic: kinetic.clone(),
            potential: potential.clone(),
        };
        match &mut self.energy {
            None => self.energy = Some([energy.clone(), energy]),
            Some([_, last]) => *last = energy,
        }
        self.bits = self.bits.max(*bits);
    }

    /// Adds the kinetic energy that the impact of a step gave.
    fn add_impact(&mut self, given: &Rational) {
        let most = match &self.impact_gain {
            Some(most) if most > given => most,
            _ => given,
        };
        self.impact_gain = Some(most.clone());
    }

    /// Whether no body has moved in any step.
    fn rests(&self) -> bool {
        self.steps > 0 && !self.has_moved
    }

    /// Says of a run in which nothing moves that it rests. With friction a step does not prove
    /// that rest is the only motion.
    fn rest(scene: &Scene) -> &'static str {
        match scene.friction.is_none() {
            true => "rests: no body moves in any step",
            false => {
                "rests: no body moves in any step; \
                 zwang stability tells whether rest is the only motion"
            }
        }
    }

    /// The grade of the states: unique, near or relaxed.
    fn grade(&self, scene: &Scene) -> String {
        let motion = match scene.friction.is_none() {
            true => "the only motion",
            false => "a motion that obeys the law; others may obey it, too",
        };
        match self.near_groups {
            0 => format!("second order; each state is the rounding of {motion}"),
            1 => format!("second order; one group of one step is near {motion}"),
            more => format!("second order; {more} groups of steps are near {motion}"),
        }
    }

    /// For people.
    pub fn text(&self, course: &Course) -> String {
        let Course {
            scene,
            settings,
            file,
            ..
        } = course;
        let Events {
            steps: changed,
            impacts,
            contacts_at_start,
            contacts_made,
            contacts_lost,
        } = &self.events;
        let impacts = lines::count(*impacts, "impact");
        let made = lines::count(*contacts_made, "contact");
        let changed = lines::count(*changed, "step");
        let mut events = format!("{impacts}, {made} made, {contacts_lost} lost");
        if self.events.steps > 0 {
            events += &format!("; contacts changed in {changed}");
        }
        if *contacts_at_start > 0 {
            let at_start = lines::count(*contacts_at_start, "contact");
            events += &format!("; {at_start} at the start");
        }
        let mut lines = Vec::new();
        if let Ending::Stopped(error) = course.ending {
            lines.push(("ends early", error.to_string()));
        }
        lines.push(("run", console::one_line(file)));
        lines.push(("steps", lines::steps(self.steps, settings)));
        lines.push(("law", self.grade(scene)));
        if self.rests() {
            lines.push(("motion", Self::rest(scene).to_owned()));
        }
        for [first, second] in corners::resting_on(scene, &self.first_rows) {
            let text =
                format!("rests on the corner of {first} and {second}, as if slightly rounded");
            lines.push(("corner", text));
        }
        lines.push(("symmetry", Self::symmetry(course)));
        lines.push(("events", events));
        lines.push(("penetration", self.penetration.text()));
        if !scene.pins.is_empty() {
            lines.push(("pin drift", self.pin_drift.text()));
        }
        if let Some([first, last]) = &self.energy {
            lines.push(("energy", format!("{}, {}", first.text(), last.text())));
        }
        if let Some(heat) = &self.heat {
            lines.push(("friction", heat.text()));
        }
        if let Some(gain) = &self.impact_gain {
            let most = decimal(gain, LENGTH_DIGITS).text;
            lines.push((
                "restitution",
                format!("≈ {most} J at most given to the kinetic energy by the impact of a step"),
            ));
        }
        lines.push(("numbers", format!("up to {} bits in the proofs", self.bits)));
        lines::text(scene, lines)
    }

    fn symmetry(course: &Course) -> String {
        let scenes = match course.symmetries {
            0 => return "none".to_owned(),
            1 => "1 symmetry of the scene".to_owned(),
            count => format!("{count} symmetries of the scene"),
        };
        if course.is_symmetric {
            format!("{scenes}, exactly kept by every state")
        } else {
            format!("{scenes}, lost: at a corner, or where no symmetric step was found")
        }
    }
}

impl Ending {
    fn word(&self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Unread => "unread",
            Self::Stopped(error) if error.is_ambiguous() => "ambiguous",
            Self::Stopped(_) => "impossible",
        }
    }
}
