//! Levels of the contact graph (Guendelman, Bridson & Fedkiw 2003, as Bender & Schmitt use it in
//! section 3.2): how many contacts a body is away from what is fixed.

use crate::program::Program;

/// The conditions that are handled together, and the bodies that they bring to rest.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Level {
    /// Indices of conditions, ascending.
    pub(crate) conditions: Vec<usize>,
    /// Indices of free bodies, ascending.
    pub(crate) bodies: Vec<usize>,
}

/// The levels from what is fixed outwards. Bodies that nothing joins to what is fixed come last.
pub(crate) fn levels(program: &Program) -> Vec<Level> {
    let of_body = levels_of_bodies(program);
    let mut levels = Vec::new();
    for (body, level) in of_body.iter().enumerate() {
        level_at(&mut levels, *level).bodies.push(body);
    }
    for (index, condition) in program.conditions().enumerate() {
        let bodies = condition
            .coefficients
            .iter()
            .map(|(body, _)| of_body[*body]);
        let level = bodies.max().unwrap_or(0);
        level_at(&mut levels, level).conditions.push(index);
    }
    levels
}

/// The conditions in so many parts of about the same size, from what is fixed outwards.
pub(crate) fn parts(program: &Program, count: usize) -> Vec<Vec<usize>> {
    let mut ordered = Vec::new();
    for level in levels(program) {
        ordered.extend(level.conditions);
    }
    let size = ordered.len().div_ceil(count.max(1)).max(1);
    ordered.chunks(size).map(<[usize]>::to_vec).collect()
}

fn level_at(levels: &mut Vec<Level>, level: usize) -> &mut Level {
    while levels.len() <= level {
        levels.push(Level::default());
    }
    &mut levels[level]
}

/// How many bodies there are between each body and what is fixed.
fn levels_of_bodies(program: &Program) -> Vec<usize> {
    let mut neighbours = vec![Vec::new(); program.masses.len()];
    let mut found = vec![None; program.masses.len()];
    let mut front = Vec::new();
    for condition in program.conditions() {
        match condition.coefficients.as_slice() {
            [(body, _)] if found[*body].is_none() => {
                found[*body] = Some(0);
                front.push(*body);
            }
            [(one, _), (other, _)] => {
                neighbours[*one].push(*other);
                neighbours[*other].push(*one);
            }
            _ => {}
        }
    }
    let mut level = 0;
    while !front.is_empty() {
        level += 1;
        let mut next = Vec::new();
        for body in front {
            for &neighbour in &neighbours[body] {
                if found[neighbour].is_none() {
                    found[neighbour] = Some(level);
                    next.push(neighbour);
                }
            }
        }
        front = next;
    }
    let last = level + 1;
    found.into_iter().map(|body| body.unwrap_or(last)).collect()
}
