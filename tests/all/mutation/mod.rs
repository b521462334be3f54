//! Proofs spoilt by machine: one number changed, or force moved where Newton's law does not notice.

use serde_json::Value;
use zwang_certificate::{BigInt, Case, Certificate};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// All proofs that differ from `proof` in one number, which is not part of the digest.
pub fn of_one_number(proof: &Value) -> Vec<Value> {
    let mut places = Vec::new();
    numbers(proof, String::new(), &mut places);
    let mutants = |place: &String| {
        let found = proof.pointer(place).unwrap();
        let put = |number| {
            let mut mutant = proof.clone();
            *mutant.pointer_mut(place).unwrap() = number;
            mutant
        };
        others(found).into_iter().map(put).collect::<Vec<_>>()
    };
    places.iter().flat_map(mutants).collect()
}

/// The JSON pointers to all numbers.
fn numbers(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, entry) in entries
                .iter()
                .filter(|(key, _)| !["format", "scene", "law"].contains(&key.as_str()))
            {
                numbers(entry, format!("{place}/{key}"), places);
            }
        }
        Value::Array(entries) => {
            entries
                .iter()
                .enumerate()
                .for_each(|(key, entry)| numbers(entry, format!("{place}/{key}"), places));
        }
        _ => places.push(place),
    }
}

/// Numbers to put in the place of one.
fn others(found: &Value) -> Vec<Value> {
    let mut others: Vec<Value> = match found {
        Value::String(text) => {
            let number = BigInt::parse_bytes(text.as_bytes(), 16).unwrap();
            let others = [&number + 1, -&number, &number * 2, BigInt::ZERO];
            others
                .iter()
                .map(|other| other.to_str_radix(16).into())
                .collect()
        }
        _ => {
            let index = found.as_i64().unwrap();
            [index + 1, index - 1, 1000].map(Value::from).to_vec()
        }
    };
    others.retain(|other| other != found);
    others.dedup();
    others
}

/// An unknown of Newton's law.
#[derive(Clone, Copy)]
enum Unknown {
    Contact(usize),
    Pin(usize, usize),
}

/// Mutants of every case of a certificate whose forces have the same sums and torques on every body
/// as before, with the least force of each.
pub fn of_balanced_forces(
    scene: &Scene,
    certificate: &Certificate,
    per_case: usize,
) -> Vec<(Certificate, Rational)> {
    let mut mutants = Vec::new();
    for (group, entry) in certificate.groups.iter().enumerate() {
        let bodies: Vec<BodyId> = entry.bodies.iter().copied().map(BodyId).collect();
        let map = contact_map(scene, certificate, &bodies);
        let columns: Vec<Vec<Rational>> = map.iter().map(|(_, column)| column.clone()).collect();
        for (index, case) in entry.cases.iter().enumerate() {
            let forces: Vec<Rational> = map
                .iter()
                .map(|(unknown, _)| force(case, *unknown))
                .collect();
            for moved in moved_forces(&forces, &null_vectors(&columns))
                .into_iter()
                .take(per_case)
            {
                let mut mutant = certificate.clone();
                let unknowns = map.iter().map(|(unknown, _)| *unknown).zip(moved);
                let least = set_forces(
                    &mut mutant.groups[group].cases[index],
                    &unknowns.collect::<Vec<_>>(),
                );
                mutants.push((mutant, least));
            }
        }
    }
    mutants
}

/// What a unit of each unknown does to the bodies of a group: force and torque on each.
fn contact_map(
    scene: &Scene,
    certificate: &Certificate,
    bodies: &[BodyId],
) -> Vec<(Unknown, Vec<Rational>)> {
    let column = |ends: [(Option<BodyId>, Rational); 2], point: &Vector, direction: &Vector| {
        let mut column = vec![integer(0); 3 * bodies.len()];
        for (body, sign) in ends {
            let Some(place) = bodies.iter().position(|other| Some(*other) == body) else {
                continue;
            };
            let free = scene.bodies[bodies[place]].dynamics.as_ref().unwrap();
            let (force, arm) = (direction.scaled(&sign), point - &free.centroid);
            column[3 * place..3 * place + 3].clone_from_slice(&[
                force.x.clone(),
                force.y.clone(),
                arm.cross(&force),
            ]);
        }
        column
    };
    let mut map = Vec::new();
    for (index, contact) in certificate.contacts.iter().enumerate() {
        let part =
            |part: zwang_certificate::PartId| scene.bodies[part.body].parts[part.part].vertices();
        let (point, edge) = (
            &part(contact.vertex.part)[contact.vertex.index],
            part(contact.edge.part),
        );
        let normal = -&(&edge[(contact.edge.index + 1) % edge.len()] - &edge[contact.edge.index])
            .quarter_turn();
        let [vertex_body, edge_body] = contact.bodies().map(|body| Some(BodyId(body)));
        let ends = [(vertex_body, integer(1)), (edge_body, integer(-1))];
        map.push((Unknown::Contact(index), column(ends, point, &normal)));
    }
    for (index, pin) in scene.pins.iter().enumerate() {
        for (axis, direction) in [Vector::from_integers(1, 0), Vector::from_integers(0, 1)]
            .iter()
            .enumerate()
        {
            let ends = [(Some(pin.first), integer(1)), (pin.second, integer(-1))];
            map.push((Unknown::Pin(index, axis), column(ends, &pin.at, direction)));
        }
    }
    // What does not touch the group may not be named in its cases.
    map.retain(|(_, column)| column.iter().any(|number| *number != integer(0)));
    map
}

fn integer(number: i64) -> Rational {
    Rational::from_integer(number.into())
}

/// A basis of the combinations of columns that vanish, by elimination of the transposed system.
fn null_vectors(columns: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let width = columns.len();
    let height = columns.first().map_or(0, Vec::len);
    let mut rows: Vec<Vec<Rational>> = (0..height)
        .map(|row| columns.iter().map(|column| column[row].clone()).collect())
        .collect();
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..width {
        let here = pivots.len();
        let Some(pivot) = (here..height).find(|row| rows[*row][column] != integer(0)) else {
            continue;
        };
        rows.swap(here, pivot);
        let unit = rows[here][column].clone();
        rows[here].iter_mut().for_each(|number| *number /= &unit);
        let pivot_row = rows[here].clone();
        for (_, row) in rows
            .iter_mut()
            .enumerate()
            .filter(|(index, _)| *index != here)
        {
            let factor = row[column].clone();
            row.iter_mut()
                .zip(&pivot_row)
                .for_each(|(number, other)| *number -= &factor * other);
        }
        pivots.push(column);
    }
    let free = (0..width).filter(|column| !pivots.contains(column));
    let vector = |free: usize| {
        let mut vector = vec![integer(0); width];
        vector[free] = integer(1);
        pivots
            .iter()
            .zip(&rows)
            .for_each(|(pivot, row)| vector[*pivot] = -&row[free]);
        vector
    };
    free.map(vector).collect()
}

fn force(case: &Case, unknown: Unknown) -> Rational {
    let found = match unknown {
        Unknown::Contact(contact) => case
            .forces
            .iter()
            .find(|(index, _)| *index == contact)
            .map(|(_, force)| force),
        Unknown::Pin(pin, axis) => case
            .pins
            .iter()
            .find(|(index, _)| *index == pin)
            .map(|(_, force)| &force[axis]),
    };
    let denominator = case
        .motion
        .as_ref()
        .map_or(1.into(), |motion| motion.denominator.clone());
    Rational::new(found.cloned().unwrap_or_default(), denominator)
}

/// Forces moved along every null vector and along combinations of them, by steps that leave some
/// force positive, zero, or negative.
fn moved_forces(forces: &[Rational], null_vectors: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let mut moved = Vec::new();
    for direction in null_vectors
        .iter()
        .cloned()
        .chain(combinations(null_vectors))
    {
        let mut steps = [(1, 1000), (-1, 1000), (1, 9), (-2, 1)]
            .map(|(p, q)| Rational::new(p.into(), q.into()))
            .to_vec();
        for (force, change) in forces.iter().zip(&direction) {
            if *force != integer(0) && *change != integer(0) {
                let to_zero = -(force / change);
                steps.extend([
                    &to_zero / integer(2),
                    &to_zero * integer(2),
                    -&to_zero,
                    to_zero,
                ]);
            }
        }
        steps.sort();
        steps.dedup();
        for step in steps {
            moved.push(
                forces
                    .iter()
                    .zip(&direction)
                    .map(|(force, change)| force + &step * change)
                    .collect(),
            );
        }
    }
    moved
}

/// Sums of several null vectors with small factors, the same ones on every run.
fn combinations(null_vectors: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let count = if null_vectors.len() > 1 { 20 } else { 0 };
    let mut state: u32 = 1;
    let mut factor = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        integer(i64::from(state >> 16) % 7 - 3)
    };
    let combination = |_| {
        let mut sum = vec![integer(0); null_vectors[0].len()];
        for vector in null_vectors {
            let factor = factor();
            sum.iter_mut()
                .zip(vector)
                .for_each(|(number, other)| *number += &factor * other);
        }
        sum
    };
    (0..count).map(combination).collect()
}

/// Puts forces into a case, over a new common denominator, and returns the least contact force. The
/// numbers of an impossible case stand for themselves, but any positive multiple of them proves the
/// same.
fn set_forces(case: &mut Case, forces: &[(Unknown, Rational)]) -> Rational {
    let old = case
        .motion
        .as_ref()
        .map_or(1.into(), |motion| motion.denominator.clone());
    // A multiple of the old denominator and of all new ones: the denominator of c / d, times d, is
    // the least common multiple of c and d.
    let common = forces
        .iter()
        .fold(Rational::from_integer(old.clone()), |common, (_, force)| {
            let unit = Rational::from_integer(force.denom().clone());
            let quotient = &unit / &common;
            &common * Rational::from_integer(quotient.numer().clone())
        });
    let scaled = |force: &Rational| (force * &common).to_integer();
    case.forces.clear();
    case.pins.clear();
    let mut least = integer(0);
    for (unknown, force) in forces {
        match unknown {
            Unknown::Contact(contact) if *force != integer(0) => {
                case.forces.push((*contact, scaled(force)))
            }
            Unknown::Contact(_) => {}
            Unknown::Pin(pin, 0) => case.pins.push((*pin, [scaled(force), BigInt::ZERO])),
            Unknown::Pin(_, _) => case.pins.last_mut().unwrap().1[1] = scaled(force),
        }
        if matches!(unknown, Unknown::Contact(_)) && *force < least {
            least = force.clone();
        }
    }
    if let Some(motion) = &mut case.motion {
        let factor = (&common / Rational::from_integer(old)).to_integer();
        motion.denominator *= &factor;
        motion
            .accelerations
            .iter_mut()
            .flatten()
            .for_each(|number| *number *= &factor);
    }
    least
}
