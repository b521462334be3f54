//! Form: a record is of the format of its run, so that nothing else has to ask.

use crate::rejection::Condition::{Form, R9, R10};
use crate::rejection::{Result, within};
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
    match format {
        Format::Frictionless if facts.is_some() => {
            let required = "none, without friction";
            R10.refuse("`heat`", "one", required)
        }
        Format::Friction if facts.is_none() => {
            let required = "one, with friction";
            R10.refuse("`heat`", "none", required)
        }
        Format::Frictionless | Format::Friction => Ok(facts),
    }
}

fn proof_is_of_the_format(proof: &GroupProof, format: Format) -> Result {
    let of_proof = match proof {
        GroupProof::Tree { .. } => Format::Frictionless,
        GroupProof::Friction(_) => Format::Friction,
    };
    if of_proof == format {
        return Ok(());
    }
    let place = "a group";
    match format {
        Format::Frictionless => Form.refuse(place, "no tree", "a tree"),
        Format::Friction => Form.refuse(place, "a tree", "forces with friction"),
    }
}

fn impact_is_of_the_format(forces: &ImpactForces, format: Format) -> Result {
    let of_forces = match forces {
        ImpactForces::Frictionless(_) => Format::Frictionless,
        ImpactForces::Friction(_) => Format::Friction,
    };
    if of_forces == format {
        return Ok(());
    }
    let place = "the forces";
    match format {
        Format::Frictionless => R9.refuse(place, "with friction", "without"),
        Format::Friction => R9.refuse(place, "without friction", "with"),
    }
}
