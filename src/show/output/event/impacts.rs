//! The impacts of a step, of either kind: where a vertex hits an edge and stays, and where it
//! bounces.

use std::collections::BTreeSet;
use zwang_certificate::Contact;
use zwang_certificate::run::Record;

/// The rows of a step that are hit, each once: those that begin to press while they close, and
/// those with a force in the impact of the step, where restitution changes velocities. A row that
/// bounces need not press, neither before nor after, and one that presses already may be hit again.
pub fn impacts(record: &Record) -> BTreeSet<Contact> {
    let impacts = record.facts.impacts.iter();
    let mut hit: BTreeSet<Contact> = impacts.copied().collect();
    for group in record.impact.iter().flatten() {
        for (row, force) in group.forces.normal() {
            // The file may name rows that it does not have, until the checker has seen it.
            if let Some(row) = record.rows.get(row)
                && force.magnitude().bits() > 0
            {
                hit.insert(*row);
            }
        }
    }
    hit
}
