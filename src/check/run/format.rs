//! Form: a record is of the format of its run, so that nothing else has to ask.

use crate::Condition::{Form, R9, R10};
use crate::Result;
use crate::rejection::within;
use zwang_certificate::run::{Format, FrictionFacts, GroupProof, ImpactForces, Record};

/// Groups have trees without friction, and forces with it. R9 says the same of impacts, and R10 of
/// heat. Returns the facts of friction, in a run with friction.
pub(super) fn record_is_of_the_format(
    record: &Record,
    format: Format,
) -> Result<Option<&FrictionFacts>> {
    for (index, group) in record.groups.iter().enumerate() {
        let proof = proof_is_of_the_format(&group.proof, format);
        within(format_args!("group {index}"), proof)?;
    }
    for (index, entry) in record.impact.iter().flatten().enumerate() {
        let forces = impact_is_of_the_format(&entry.forces, format);
        within(format_args!("impact: group {index}"), forces)?;
    }
    let facts = record.facts.friction.as_ref();
    match (format, facts) {
        (Format::Frictionless, None) | (Format::Friction, Some(_)) => Ok(facts),
        (Format::Frictionless, Some(_)) => {
            let required = "none, without friction";
            R10.refuse("`heat`", "one", required)
        }
        (Format::Friction, None) => {
            let required = "one, with friction";
            R10.refuse("`heat`", "none", required)
        }
    }
}

fn proof_is_of_the_format(proof: &GroupProof, format: Format) -> Result {
    match (format, proof) {
        (Format::Frictionless, GroupProof::Tree { .. }) => Ok(()),
        (Format::Friction, GroupProof::Friction(_)) => Ok(()),
        (Format::Frictionless, GroupProof::Friction(_)) => {
            Form.refuse("a group", "no tree", "a tree")
        }
        (Format::Friction, GroupProof::Tree { .. }) => {
            Form.refuse("a group", "a tree", "forces with friction")
        }
    }
}

fn impact_is_of_the_format(forces: &ImpactForces, format: Format) -> Result {
    match (format, forces) {
        (Format::Frictionless, ImpactForces::Frictionless(_)) => Ok(()),
        (Format::Friction, ImpactForces::Friction(_)) => Ok(()),
        (Format::Frictionless, ImpactForces::Friction(_)) => {
            R9.refuse("the forces", "with friction", "without")
        }
        (Format::Friction, ImpactForces::Frictionless(_)) => {
            R9.refuse("the forces", "without friction", "with")
        }
    }
}
