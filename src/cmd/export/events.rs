//! What happens in a run as a table: which vertices hit which edges, begin to press on them and
//! cease to, when, and how wide the gap was at the beginning of that step. What bounces turns back
//! there, before it touches: a step has one velocity.

use super::super::impacts::impacts;
use super::super::target::Pieces;
use super::csv::field;
use anyhow::Result;
use num_traits::Signed;
use zwang_answer::CheckedStep;
use zwang_certificate::run::Header;
use zwang_certificate::{Contact, Feature};
use zwang_exact::{Rational, Vector};
use zwang_output::decimal::{decimal, square_root};
use zwang_output::draw::placed;
use zwang_scene::Scene;

/// Significant digits of times and gaps.
const DIGITS: usize = 17;

/// A table of events in CSV.
pub struct EventTable<'a, 'b> {
    output: &'a mut Pieces<'b>,
    scene: &'a Scene,
    /// The scene as the next step finds it.
    before: Scene,
    step: &'a Rational,
}

impl<'a, 'b> EventTable<'a, 'b> {
    /// The head of the table.
    pub fn new(output: &'a mut Pieces<'b>, scene: &'a Scene, header: &'a Header) -> Result<Self> {
        writeln!(
            output,
            "step,time,event,body,part,vertex,other_body,other_part,edge,gap"
        )?;
        Ok(Self {
            output,
            scene,
            before: scene.clone(),
            step: &header.step,
        })
    }

    /// The events of a step: impacts, then contacts made, then contacts lost. A contact that is
    /// made by an impact is among the first and the second, so that each count is the one of the
    /// summary of the run.
    pub fn push(&mut self, step: &CheckedStep) -> Result<()> {
        let record = step.record();
        for row in impacts(record) {
            self.write(record.k, "impact", &row)?;
        }
        for row in &record.facts.made {
            self.write(record.k, "made", row)?;
        }
        for row in &record.facts.lost {
            self.write(record.k, "lost", row)?;
        }
        self.before = placed(self.scene, step.verified().state());
        Ok(())
    }

    fn write(&mut self, step: u64, event: &str, row: &Contact) -> Result<()> {
        let steps = Rational::from_integer(step.into());
        let time = self.step * steps;
        let time = decimal(&time, DIGITS).text;
        let gap = self.gap(row);
        let gap = decimal(&gap, DIGITS).text;
        let vertex = self.place(&row.vertex);
        let edge = self.place(&row.edge);
        writeln!(self.output, "{step},{time},{event},{vertex},{edge},{gap}")?;
        Ok(())
    }

    /// How far the vertex was before the line of the edge when the step began, m; negative behind
    /// it. The root is rounded.
    fn gap(&self, row: &Contact) -> Rational {
        let vertex = self.corner(&row.vertex, 0);
        let start = self.corner(&row.edge, 0);
        let end = self.corner(&row.edge, 1);
        let along = end - start;
        let arm = vertex - start;
        let area = arm.cross(&along);
        let length_squared = along.dot(&along);
        let gap_squared = &area * &area / length_squared;
        let gap = square_root(&gap_squared);
        if area.is_negative() { -gap } else { gap }
    }

    /// A vertex of a part, or one that follows it, where it was when the step began.
    fn corner(&self, feature: &Feature, next: usize) -> &Vector {
        let body = &self.before.bodies[feature.part.body];
        let corners = body.parts[feature.part.part].vertices();
        let index = feature.index + next;
        &corners[index % corners.len()]
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
