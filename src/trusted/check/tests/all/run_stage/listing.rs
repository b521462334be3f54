//! Records that list some rows of the step, with the digest of all.

use std::fmt::Write;
use zwang_certificate::run::{GroupProof, ImpactForces, Node, Record};
use zwang_scene::sha256;

/// Puts the digest of the listed rows into a record that lists all of them.
pub fn with_digest(record: &mut Record) {
    let mut text = String::from("[");
    for row in &record.rows {
        if text.len() > 1 {
            text.push(',');
        }
        let [vertex, edge] = [row.vertex, row.edge];
        write!(
            text,
            "[{},{},{},",
            vertex.part.body, vertex.part.part, vertex.index
        )
        .unwrap();
        write!(
            text,
            "{},{},{}]",
            edge.part.body, edge.part.part, edge.index
        )
        .unwrap();
    }
    text.push(']');
    record.all_rows = Some(sha256(&text));
}

/// Lists only rows with a force, and the digest of all.
pub fn shorten(record: &mut Record) {
    with_digest(record);
    without_idle_rows(record);
}

/// Strikes rows without a force from the list, one after the other.
pub fn without_idle_rows(record: &mut Record) {
    let mut index = record.rows.len();
    while index > 0 {
        index -= 1;
        let mut has_force = false;
        for_each_index(record, &mut |row| has_force |= *row == index);
        if !has_force {
            record.rows.remove(index);
            for_each_index(record, &mut |row| {
                if *row > index {
                    *row -= 1;
                }
            });
        }
    }
}

fn for_each_index(record: &mut Record, change: &mut impl FnMut(&mut usize)) {
    for impact in record.impact.iter_mut().flatten() {
        match &mut impact.forces {
            ImpactForces::Frictionless(forces) => {
                forces.iter_mut().for_each(|(row, _)| change(row))
            }
            ImpactForces::Friction(forces) => forces.iter_mut().for_each(|(row, _)| change(row)),
        }
    }
    for group in &mut record.groups {
        match &mut group.proof {
            GroupProof::Tree { tree, .. } => for_each_index_of_node(tree, change),
            GroupProof::Friction(forces) => forces.rows.iter_mut().for_each(|(row, _)| change(row)),
        }
    }
}

fn for_each_index_of_node(node: &mut Node, change: &mut impl FnMut(&mut usize)) {
    match node {
        Node::Optimal { forces, .. }
        | Node::Impossible { forces }
        | Node::Enclosed { forces, .. } => forces.rows.iter_mut().for_each(|(row, _)| change(row)),
        Node::Choice { branches, .. } => {
            for branch in branches {
                for_each_index_of_node(branch, change);
            }
        }
    }
}
