//! What happens in a run as a table: which vertices hit which edges, begin to press on them and
//! cease to, and when.

use super::super::impacts::impacts;
use super::super::target::Pieces;
use super::csv::field;
use anyhow::Result;
use zwang_certificate::run::{Header, Record};
use zwang_certificate::{Contact, Feature};
use zwang_exact::Rational;
use zwang_output::decimal::decimal;
use zwang_scene::Scene;

/// Significant digits of times.
const DIGITS: usize = 17;

/// A table of events in CSV.
pub struct EventTable<'a, 'b> {
    output: &'a mut Pieces<'b>,
    scene: &'a Scene,
    step: &'a Rational,
}

impl<'a, 'b> EventTable<'a, 'b> {
    /// The head of the table.
    pub fn new(output: &'a mut Pieces<'b>, scene: &'a Scene, header: &'a Header) -> Result<Self> {
        writeln!(
            output,
            "step,time,event,body,part,vertex,other_body,other_part,edge"
        )?;
        Ok(Self {
            output,
            scene,
            step: &header.step,
        })
    }

    /// The events of a step: impacts, then contacts made, then contacts lost. A contact that is
    /// made by an impact is among the first and the second, so that each count is the one of the
    /// summary of the run.
    pub fn push(&mut self, record: &Record) -> Result<()> {
        for row in impacts(record) {
            self.write(record.k, "impact", &row)?;
        }
        for row in &record.facts.made {
            self.write(record.k, "made", row)?;
        }
        for row in &record.facts.lost {
            self.write(record.k, "lost", row)?;
        }
        Ok(())
    }

    fn write(&mut self, step: u64, event: &str, row: &Contact) -> Result<()> {
        let Contact { vertex, edge } = row;
        let time = self.step * Rational::from_integer(step.into());
        let time = decimal(&time, DIGITS).text;
        let vertex = self.place(vertex);
        let edge = self.place(edge);
        writeln!(self.output, "{step},{time},{event},{vertex},{edge}")?;
        Ok(())
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
