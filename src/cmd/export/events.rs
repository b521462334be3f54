//! The changes of the active set of a run as a table: which vertices begin and cease to press on
//! which edges, and when.

use super::super::target::Pieces;
use super::csv::field;
use anyhow::Result;
use zwang_certificate::Contact;
use zwang_certificate::run::{Facts, Header, Record};
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

    /// The events of a step: contacts made, by an impact or not, then contacts lost.
    pub fn push(&mut self, record: &Record) -> Result<()> {
        let Facts {
            made,
            lost,
            impacts,
            ..
        } = &record.facts;
        let time = decimal(
            &(self.step * Rational::from_integer(record.k.into())),
            DIGITS,
        )
        .text;
        let kind = |row: &Contact| {
            if impacts.contains(row) {
                "impact"
            } else {
                "made"
            }
        };
        let events = made
            .iter()
            .map(|row| (kind(row), row))
            .chain(lost.iter().map(|row| ("lost", row)));
        for (event, Contact { vertex, edge }) in events {
            let [body, other] =
                [vertex, edge].map(|feature| field(&self.scene.bodies[feature.part.body].name));
            let (part, others) = (vertex.part.part, edge.part.part);
            writeln!(
                self.output,
                "{},{time},{event},{body},{part},{},{other},{others},{}",
                record.k, vertex.index, edge.index
            )?;
        }
        Ok(())
    }
}
