//! Which rows a record lists: those that have a force in it. The checker finds all rows itself, and
//! compares their digest.

use std::collections::BTreeSet;
use zwang_certificate::run::{GroupProof, ImpactForces, Node, Record, write_rows};
use zwang_scene::sha256;

/// In place of all rows of the step lists only those that have a force, and the digest of all.
pub(crate) fn only_rows_with_forces(mut record: Record) -> Record {
    record.all_rows = Some(sha256(&write_rows(&record.rows)));
    let mut named = BTreeSet::new();
    for index in indices(&mut record) {
        named.insert(*index);
    }
    let mut listed = Vec::with_capacity(named.len());
    let mut places = vec![0; record.rows.len()];
    for &index in &named {
        places[index] = listed.len();
        listed.push(record.rows[index]);
    }
    for index in indices(&mut record) {
        *index = places[*index];
    }
    record.rows = listed;
    record
}

/// All indices of rows in a record.
fn indices(record: &mut Record) -> Vec<&mut usize> {
    let mut found = Vec::new();
    for impact in record.impact.iter_mut().flatten() {
        match &mut impact.forces {
            ImpactForces::Frictionless(forces) => found.extend(indices_of_forces(forces)),
            ImpactForces::Friction(forces) => found.extend(indices_of_forces(forces)),
        }
    }
    for group in &mut record.groups {
        match &mut group.proof {
            GroupProof::Tree { tree, .. } => indices_of_node(tree, &mut found),
            GroupProof::Friction(forces) => found.extend(indices_of_forces(&mut forces.rows)),
        }
    }
    found
}

fn indices_of_node<'a>(node: &'a mut Node, found: &mut Vec<&'a mut usize>) {
    match node {
        Node::Optimal { forces, .. }
        | Node::Impossible { forces }
        | Node::Enclosed { forces, .. } => found.extend(indices_of_forces(&mut forces.rows)),
        Node::Choice { branches, .. } => {
            for branch in branches {
                indices_of_node(branch, found);
            }
        }
    }
}

/// The indices of the rows in a list of forces.
fn indices_of_forces<Force>(forces: &mut [(usize, Force)]) -> impl Iterator<Item = &mut usize> {
    forces.iter_mut().map(|(row, _)| row)
}
