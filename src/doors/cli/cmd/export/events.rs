//! Events of a run as a table: which vertices hit which edges, begin to press on them and cease to,
//! in which step, between which times within it, how wide the gap was at the beginning of that
//! step, how fast it changed, and whether the velocity jumps. A body that bounces turns back at the
//! beginning of the step, before it touches: a step has one velocity.
//!
//! In a run with friction, also which contacts begin or cease to slide or slide back, and how far
//! and fast each contact slips.

use super::super::target::Pieces;
use super::csv::field;
use anyhow::Result;
use num_traits::{Signed, Zero};
use zwang_answer::{CheckedStep, RunHeader};
use zwang_certificate::{Contact, Feature};
use zwang_exact::Rational;
use zwang_output::decimal::{Digits, Rounding, decimal};
use zwang_output::event::{Event, EventTimes, PARTS};
use zwang_scene::Scene;

/// Significant digits of times, gaps and speeds.
const DIGITS: usize = 17;

/// A table of events in CSV.
pub struct EventTable<'a, 'b> {
    output: &'a mut Pieces<'b>,
    scene: &'a Scene,
    times: EventTimes,
    step: &'a Rational,
    has_friction: bool,
}

impl<'a, 'b> EventTable<'a, 'b> {
    /// The head of the table.
    pub fn new(
        output: &'a mut Pieces<'b>,
        scene: &'a Scene,
        header: &'a RunHeader,
    ) -> Result<Self> {
        let has_friction = !scene.friction.is_none();
        write!(
            output,
            "step,time,event,body,part,vertex,other_body,other_part,edge,gap,\
             earliest,latest,speed,jump"
        )?;
        if has_friction {
            write!(output, ",slip,slip_speed,slip_speed_before")?;
        }
        writeln!(output)?;
        Ok(Self {
            output,
            scene,
            times: EventTimes::new(scene, header.step()),
            step: header.step(),
            has_friction,
        })
    }

    /// The events of a step.
    pub fn push(&mut self, step: &CheckedStep) -> Result<()> {
        let step = step.verified();
        for (kind, event) in self.times.all(step) {
            self.write(step.k(), kind.word(), &event)?;
        }
        self.times.advance(step);
        Ok(())
    }

    fn write(&mut self, step: u64, kind: &str, event: &Event) -> Result<()> {
        let time = self.time(step, 0);
        let time = decimal(&time, DIGITS).text;
        let Contact { vertex, edge } = &event.row;
        let vertex = self.place(vertex);
        let edge = self.place(edge);
        let gap = decimal(&event.gap(), DIGITS).text;
        write!(self.output, "{step},{time},{kind},{vertex},{edge},{gap},")?;
        // The step goes from the state before it.
        let earliest = self.time(step - 1, event.earliest);
        let earliest = rounded(&earliest, Rounding::Below);
        let latest = self.time(step - 1, event.latest);
        let latest = rounded(&latest, Rounding::Above);
        let speed = decimal(&event.speed(self.step), DIGITS).text;
        let jump = match event.velocity_jumps {
            true => "velocity",
            false => "acceleration",
        };
        write!(self.output, "{earliest},{latest},{speed},{jump}")?;
        if self.has_friction {
            self.write_slips(event)?;
        }
        writeln!(self.output)?;
        Ok(())
    }

    fn write_slips(&mut self, event: &Event) -> Result<()> {
        let [before, after] = event.slip_speeds(self.step);
        for number in [event.slip(), after, before] {
            let text = decimal(&number, DIGITS).text;
            write!(self.output, ",{text}")?;
        }
        Ok(())
    }

    /// The time of a state, and so many parts of a step, s.
    fn time(&self, state: u64, parts: u32) -> Rational {
        let parts = Rational::new(parts.into(), PARTS.into());
        let steps = Rational::from_integer(state.into());
        self.step * (steps + parts)
    }

    /// The body, the part, and which vertex or edge of it.
    fn place(&self, feature: &Feature) -> String {
        let body = &self.scene.bodies[feature.part.body];
        let name = field(&body.name);
        let part = feature.part.part;
        let index = feature.index;
        format!("{name},{part},{index}")
    }
}

/// A decimal on one side of a number that is not negative.
fn rounded(number: &Rational, side: Rounding) -> String {
    if number.is_zero() {
        return "0".to_owned();
    }
    let mut digits = Digits::of_number(&number.abs(), DIGITS, side);
    digits.trim();
    digits.text()
}
