//! Newton's law: for every body m a = Σ forces + what pulls it, and I α = Σ torques.
//!
//! Both sides are multiplied by D and by one integer for each body, a common multiple of all
//! denominators that meet there.

use crate::core::row::{Row, RowForce, Triple, common_scale, integers};
use crate::names;
use crate::proof::group::{Member, Pull};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::Integer;
use zwang_scene::BodyId;

/// A force along a row on one of its bodies.
pub(crate) struct ForceOnBody<'a> {
    pub row: &'a Row,
    /// The torque of a force 1.
    lever: &'a Integer,
    /// D φ.
    force: &'a BigInt,
    /// Whether the force acts against the direction of the row.
    is_reaction: bool,
}

/// Forces along rows, by the bodies that they act on.
pub(crate) fn on_bodies(forces: Vec<RowForce>) -> BTreeMap<BodyId, Vec<ForceOnBody>> {
    let mut acting: BTreeMap<BodyId, Vec<ForceOnBody>> = BTreeMap::new();
    for RowForce { row, force } in forces {
        let [first, second] = row.bodies;
        let [lever, second_lever] = &row.levers;
        // What is fixed bears any force.
        if let Some(body) = first {
            let force = ForceOnBody {
                row,
                lever,
                force,
                is_reaction: false,
            };
            acting.entry(body).or_default().push(force);
        }
        if let Some(body) = second {
            let force = ForceOnBody {
                row,
                lever: second_lever,
                force,
                is_reaction: true,
            };
            acting.entry(body).or_default().push(force);
        }
    }
    acting
}

/// How forces do not obey Newton's law.
pub(crate) struct Imbalance {
    pub found: String,
    pub required: String,
}

/// What is wrong, if the forces on a body, over D, are not m a and I α less what pulls it, given D
/// (a, α).
pub(crate) fn imbalance(
    forces: &[ForceOnBody],
    member: &Member,
    pull: &Pull,
    motion: &Triple,
    denominator: &BigInt,
) -> Option<Imbalance> {
    let scale = common_scale(rows(forces));
    let Member { mass, inertia, .. } = member;
    let right = pull.force.x();
    let up = pull.force.y();
    let numbers = [mass, &right, &up, inertia, &pull.torque];
    let (scale, integers) = integers(numbers, &scale);
    let [mass, right, up, inertia, torque] = integers;
    let sum = sum(forces, &scale);
    let [x, y, turn] = motion;
    let inertial = [
        &mass * x - right * denominator,
        &mass * y - up * denominator,
        &inertia * turn - torque * denominator,
    ];
    let unit = &scale * denominator;
    let names = ["force along x", "force along y", "torque"];
    let sides = sum.iter().zip(&inertial);
    for (name, (found, required)) in names.into_iter().zip(sides) {
        if found != required {
            let found = names::fraction(found, &unit);
            let found = format!("{name} {found}");
            let required = names::fraction(required, &unit);
            return Some(Imbalance { found, required });
        }
    }
    None
}

/// scale · (force, torque), and the scale.
pub(crate) fn total(forces: &[ForceOnBody]) -> (Triple, BigInt) {
    let scale = common_scale(rows(forces));
    let sum = sum(forces, &scale);
    (sum, scale.to_bigint().into_owned())
}

fn rows<'a>(forces: &[ForceOnBody<'a>]) -> impl Iterator<Item = &'a Row> {
    forces.iter().map(|force| force.row)
}

/// scale · D · (force, torque), given a multiple of the scales of all rows.
fn sum(forces: &[ForceOnBody], scale: &Integer) -> Triple {
    let mut sum = zero();
    for acting in forces {
        let ForceOnBody {
            row,
            lever,
            force,
            is_reaction,
        } = acting;
        let mut factor = scale / &row.scale;
        if *is_reaction {
            factor = -&factor;
        }
        let [x, y] = &row.direction;
        let [sum_x, sum_y, sum_turn] = &mut sum;
        *sum_x += &factor * x * *force;
        *sum_y += &factor * y * *force;
        *sum_turn += &factor * *lever * *force;
    }
    sum
}

pub(crate) fn zero() -> Triple {
    [BigInt::ZERO; 3]
}
