//! One step: rows, groups, the exact optimum of each group, and the rounded next state.

use crate::error::MotionError;
use crate::forms::{self, Form};
use crate::group::{self, Group};
use crate::impact;
use crate::instant::{Grid, Instant, Moving};
use crate::invariance::Symmetries;
use crate::plane::Plane;
use crate::program::Memory;
use crate::rounding;
use crate::rows::Rows;
use crate::state::{Placement, Rotation, times};
use crate::tree::{self, CornerChoice, Solved};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use rayon::prelude::*;
use zwang_program::Monitor;
use zwang_program::kernel::{Optimum, Outcome};
use zwang_scene::Scene;

/// Everything a step is made from.
pub(crate) struct Setting<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) instant: &'a Instant<'a>,
    pub(crate) rows: &'a Rows,
    /// The number of the step.
    pub(crate) step: usize,
    pub(crate) corner: CornerChoice,
    pub(crate) floats: bool,
    pub(crate) monitor: &'a Monitor<'a>,
}

impl Setting<'_> {
    pub(crate) fn name(&self, body: usize) -> String {
        self.scene.bodies[body].name.clone()
    }

    pub(crate) fn impossible(&self, body: usize) -> MotionError {
        MotionError::Impossible {
            step: self.step,
            body: self.name(body),
        }
    }

    /// The values of a pin.
    pub(crate) fn pin(&self, pin: usize) -> [Form; 2] {
        let content = &self.scene.pins[pin];
        forms::pin(self.instant, pin, [Some(content.first), content.second])
    }

    /// The velocities of a pin's points apart, as they change with an impact.
    pub(crate) fn pin_velocity(&self, pin: usize, spins: &[Rational]) -> [Form; 2] {
        let content = &self.scene.pins[pin];
        forms::pin_velocity(self.instant, pin, [Some(content.first), content.second]).map(
            |mut form| {
                let velocity = impact::gap_velocity(self.instant, spins, &form);
                form.set_constant(&velocity);
                form
            },
        )
    }
}

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
        let isometries = symmetries
            .map(|symmetries| symmetries.of_group(group).0)
            .unwrap_or_default();
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
    let mut motions: Vec<Option<([Integer; 3], &Integer)>> =
        vec![None; setting.instant.bodies.len()];
    for group in solved {
        let Outcome::Optimal(Optimum {
            denominator, point, ..
        }) = &group.case().outcome
        else {
            unreachable!("the answer is an optimal case")
        };
        for (&body, unknowns) in group.group.bodies.iter().zip(point.chunks_exact(3)) {
            let [x, y, s] = unknowns else {
                unreachable!("three unknowns for each body")
            };
            motions[body] = Some(([x.clone(), y.clone(), s.clone()], denominator));
        }
    }
    let free = Integer::from(1);
    let frame = rounding::frame(&setting.instant.outline.gravity);
    let place = |&body: &usize| {
        let (unknowns, denominator) = motions[body]
            .clone()
            .unwrap_or(([Integer::ZERO, Integer::ZERO, Integer::ZERO], &free));
        let moving = &setting.instant.bodies[body];
        if moving.turn[0] <= 0 {
            return Err(MotionError::TurnsTooFast {
                step: setting.step,
                body: setting.name(body),
            });
        }
        let denominator = denominator * &setting.instant.scale;
        Ok(moved(
            moving,
            &setting.instant.unit,
            &frame,
            grid,
            unknowns,
            &denominator,
        ))
    };
    setting.instant.outline.free.par_iter().map(place).collect()
}

/// The placement after the motion y / `denominator`.
fn moved(
    moving: &Moving,
    unit: &Integer,
    frame: &Plane,
    grid: Grid,
    [x, y, s]: [Integer; 3],
    denominator: &Integer,
) -> Placement {
    // Γ D d = D F + Γ y_d.
    let displacement = &moving.free_move.scaled(denominator) + &Plane::new(x, y).scaled(unit);
    let length = unit * denominator;
    // c_new = ((κ + s~ i)/|c|² + y_s i) c = (ν⁻¹ w (κ + s~ i) + y_s i) C/w.
    let [kappa, sweep] = &moving.turn;
    let common = crate::state::common_denominator([kappa, sweep]);
    let free = Plane::new(times(kappa, &common), times(sweep, &common))
        .scaled(&(&moving.denominator * denominator));
    let turn = &free + &Plane::new(Integer::ZERO, &common * &moving.norm * s);
    let turned = &turn * &moving.rotation;
    let centroid = [&moving.centroid.re, &moving.centroid.im]
        .map(|part| Rational::from_integers(part.clone(), unit.clone()));
    let (moves, rotation) = match grid.0 {
        Some(digits) => (
            rounding::displacement(&displacement, &length, frame, digits),
            rounding::direction(&turned, digits),
        ),
        None => {
            let over = common * denominator * &moving.norm * &moving.denominator;
            let exact = |part: &Integer, over: &Integer| {
                Rational::from_integers(part.clone(), over.clone())
            };
            (
                [
                    exact(&displacement.re, &length),
                    exact(&displacement.im, &length),
                ],
                Rotation::Number([exact(&turned.re, &over), exact(&turned.im, &over)]),
            )
        }
    };
    let [x, y] = centroid;
    let [dx, dy] = moves;
    Placement {
        centroid: [x + dx, y + dy],
        rotation,
    }
}
