//! One step: rows, groups, the exact optimum of each group, and the rounded next state.

use crate::error::MotionError;
use crate::forms::{self, Form};
use crate::group::{self, Group};
use crate::instant::{Grid, Instant};
use crate::invariance::Symmetries;
use crate::number::common_denominator;
use crate::plane::Plane;
use crate::program::{Memory, unknowns};
use crate::rounding;
use crate::rows::Rows;
use crate::setting::Setting;
use crate::state::{Placement, Rotation};
use crate::tree::{self, Solved};
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use rayon::prelude::*;
use zwang_scene::BodyId;

/// The values of all rows.
pub(crate) fn values(instant: &Instant, rows: &Rows) -> Vec<Form> {
    rows.rows
        .par_iter()
        .map(|row| forms::value(instant, row))
        .collect()
}

/// The groups of a step.
pub(crate) fn groups(setting: &Setting) -> Vec<Group> {
    group::find(setting.scene, setting.instant.outline, setting.rows)
}

/// Solves all groups. Those that the symmetries map to themselves are folded.
pub(crate) fn solve<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    groups: &'a [Group],
    symmetries: Option<&Symmetries>,
    memory: &Memory,
) -> Result<Vec<Solved<'a>>, MotionError> {
    let solved = groups.par_iter().map(|group| {
        let isometries = match symmetries {
            Some(symmetries) => symmetries.of_group(group).0,
            None => Vec::new(),
        };
        tree::solve(setting, values, group, &isometries, memory)
    });
    solved.collect()
}

/// The next state.
pub(crate) fn next(
    setting: &Setting,
    grid: Grid,
    solved: &[Solved],
) -> Result<Vec<Placement>, MotionError> {
    let instant = setting.instant;
    let frame = rounding::frame(&instant.outline.gravity);
    // Bodies outside all groups move freely: y = 0.
    let mut motions = vec![Motion::default(); instant.bodies.len()];
    for group in solved {
        let optimum = group.optimum();
        for (body, unknowns) in unknowns(&group.group.bodies, optimum) {
            motions[body] = Motion {
                unknowns: unknowns.clone(),
                denominator: optimum.denominator.clone(),
            };
        }
    }
    let free = instant.outline.free.par_iter();
    let placements = free.map(|&body| {
        if instant.bodies[body].turn[0] <= 0 {
            return Err(MotionError::TurnsTooFast {
                step: setting.step,
                body: setting.name(body),
            });
        }
        Ok(moved(instant, body, &frame, grid, &motions[body]))
    });
    placements.collect()
}

/// The unknowns T y of a body, over a denominator.
#[derive(Clone)]
struct Motion {
    unknowns: [Integer; 3],
    denominator: Integer,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            unknowns: [Integer::ZERO, Integer::ZERO, Integer::ZERO],
            denominator: Integer::ONE,
        }
    }
}

/// The placement of a body after a motion.
fn moved(instant: &Instant, body: BodyId, frame: &Plane, grid: Grid, motion: &Motion) -> Placement {
    let moving = &instant.bodies[body];
    let unit = &instant.unit;
    let denominator = &(&motion.denominator * &instant.scale);
    let [x, y, s] = &motion.unknowns;
    // Γ D d = D F + Γ y_d.
    let free = moving.free_move.scaled(denominator);
    let change = Plane::new(x.clone(), y.clone());
    let displacement = &free + &change.scaled(unit);
    let length = unit * denominator;
    // c_new = ((κ + s~ i)/|c|² + y_s i) c = (ν⁻¹ w (κ + s~ i) + y_s i) C/w.
    let common = common_denominator(&moving.turn);
    let free = Plane::of_multiples(&moving.turn, &common);
    let free = free.scaled(&(&moving.denominator * denominator));
    let change = Plane::new(Integer::ZERO, &common * &moving.norm * s);
    let turn = &free + &change;
    let turned = &turn * &moving.rotation;
    let (moves, rotation) = match grid.0 {
        Some(digits) => (
            rounding::displacement(&displacement, &length, frame, digits),
            rounding::direction(&turned, digits),
        ),
        None => {
            let over = common * denominator * &moving.norm * &moving.denominator;
            (
                displacement.over(&length),
                Rotation::Number(turned.over(&over)),
            )
        }
    };
    let [x, y] = moving.centroid.over(unit);
    let [dx, dy] = moves;
    Placement {
        centroid: [x + dx, y + dy],
        rotation,
    }
}
