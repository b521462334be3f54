//! R0: the header belongs to the scene, and what follows for all steps.

use super::integer_vector::IntegerVector;
use super::scaled::Scaled;
use crate::names;
use crate::rejection::Condition::R0;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use std::fmt::Display;
use zwang_certificate::run::{CornerRule, Format, Header};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, FreeAcceleration, Scene};

/// The finest grid.
const FINEST: u64 = 4096;

/// A header that was found in order.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub format: Format,
    /// h.
    pub step: Rational,
    /// States are multiples of 2^-grid; `None` in an exact run.
    pub grid: Option<u64>,
    pub corner: CornerRule,
    /// h² g.
    pub fall: Scaled,
    /// The coprime integers along g.
    pub axis: IntegerVector,
    /// Whether rounding is not small against what some body does by itself in a step.
    pub is_coarse: bool,
    restitution: Rational,
    pairs: BTreeMap<[BodyId; 2], Rational>,
}

/// R0.
pub(super) fn header(scene: &Scene, header: &Header) -> Result<Settings> {
    let Header {
        format,
        scene: claimed,
        step,
        grid,
        restitution,
        pairs: listed,
        corner,
        program: _,
        scene_file: _,
    } = header;
    let digest = scene.digest();
    if *claimed != digest {
        return refused("scene", claimed, digest);
    }
    if !step.is_positive() {
        let found = names::rational(step);
        return refused("step", found, "above 0");
    }
    if let Some(grid) = grid
        && !(1..=FINEST).contains(grid)
    {
        let required = format!("1 to {FINEST}, or null");
        return refused("grid", grid, required);
    }
    restitutions(scene, header)?;
    let step_squared = step * step;
    let fall = scene.gravity.scaled(&step_squared);
    let axis = axis(&scene.gravity);
    let mut pairs = BTreeMap::new();
    for pair in listed {
        let bodies = pair.bodies.map(BodyId);
        pairs.insert(bodies, pair.restitution.clone());
    }
    Ok(Settings {
        format: *format,
        is_coarse: is_coarse(scene, header, &axis),
        step: step.clone(),
        grid: *grid,
        corner: *corner,
        fall: Scaled::from(&fall),
        axis,
        restitution: restitution.clone(),
        pairs,
    })
}

fn refused<T>(key: &str, found: impl Display, required: impl Display) -> Result<T> {
    let place = format!("header, `{key}`");
    R0.refuse(place, found, required)
}

/// Coefficients of restitution are from 0 to 1, and 0 in an exact run; the list of pairs ascends.
fn restitutions(scene: &Scene, header: &Header) -> Result {
    let (largest, allowed) = match header.grid {
        None => (Rational::zero(), "0, as the run is exact"),
        Some(_) => (Rational::one(), "0 to 1"),
    };
    let mut all = vec![("restitution", &header.restitution)];
    for pair in &header.pairs {
        all.push(("pairs", &pair.restitution));
    }
    for (key, number) in all {
        if number.is_negative() || *number > largest {
            let found = names::rational(number);
            return refused(key, found, allowed);
        }
    }
    let count = scene.bodies.len();
    let mut before = None;
    for pair in &header.pairs {
        let [first, second] = pair.bodies;
        let is_pair = first < second && second < count;
        let ascends = before < Some(pair.bodies);
        if !is_pair || !ascends {
            let found = format!("[{first}, {second}]");
            let required =
                format!("ascending pairs of bodies below {count}, the smaller one first");
            return refused("pairs", found, required);
        }
        before = Some(pair.bodies);
    }
    Ok(())
}

/// Something that a free body does by itself in a step, against a grid unit of the same kind.
struct OwnMotion {
    /// Its square: of a way, m², or of the tangent of half a turn.
    size_squared: Rational,
    /// The square of the grid unit, times 4^grid.
    unit_squared: BigInt,
}

impl OwnMotion {
    /// Whether it is something, and less than 1024 units of the grid.
    fn is_lost_on(&self, grid: u64) -> bool {
        if self.size_squared.is_zero() {
            return false;
        }
        let units = &self.unit_squared * self.size_squared.denom();
        let thousand_units = units << 20_u8;
        let both_digits = grid.saturating_mul(2);
        let size = self.size_squared.numer() << both_digits;
        thousand_units > size
    }
}

/// Whether rounding to the grid is not small against what some free body does by itself in a step
/// (`proofs/RUN.md`, section 7).
fn is_coarse(scene: &Scene, header: &Header, axis: &IntegerVector) -> bool {
    let Some(grid) = header.grid else {
        return false;
    };
    for (body, fall) in scene.bodies.iter().zip(scene.free_accelerations()) {
        let Some(fall) = fall else { continue };
        for motion in own_motions(body, &fall, &header.step, axis) {
            if motion.is_lost_on(grid) {
                return true;
            }
        }
    }
    false
}

/// What a free body does by itself in a step: how it falls and turns from rest, or, where nothing
/// accelerates it, how it goes on.
fn own_motions(
    body: &Body,
    fall: &FreeAcceleration,
    step: &Rational,
    axis: &IntegerVector,
) -> Vec<OwnMotion> {
    let step_squared = step * step;
    let FreeAcceleration { linear, angular } = fall;
    if linear.is_zero() && angular.is_zero() {
        return vec![OwnMotion {
            size_squared: fastest_squared(body) * step_squared,
            unit_squared: axis.square(),
        }];
    }
    let step_to_the_fourth = &step_squared * &step_squared;
    let half_turn = angular / Rational::from_integer(2.into());
    vec![
        OwnMotion {
            size_squared: linear.dot(linear) * &step_to_the_fourth,
            unit_squared: axis.square(),
        },
        OwnMotion {
            size_squared: &half_turn * &half_turn * step_to_the_fourth,
            unit_squared: BigInt::one(),
        },
    ]
}

/// |v|² + ω² r² of a body, r being the largest distance of its vertices from its centroid; 0 if it
/// is fixed.
fn fastest_squared(body: &Body) -> Rational {
    let Some(free) = &body.dynamics else {
        return Rational::zero();
    };
    let Dynamics {
        centroid,
        velocity,
        spin,
        ..
    } = free;
    let mut farthest = Rational::zero();
    for part in &body.parts {
        for vertex in part.vertices() {
            let arm = vertex - centroid;
            let square = arm.dot(&arm);
            farthest = farthest.max(square);
        }
    }
    let spin_squared = spin * spin;
    velocity.dot(velocity) + spin_squared * farthest
}

/// The vector of coprime integers along g, or (1, 0) if there is no gravity.
fn axis(gravity: &Vector) -> IntegerVector {
    let IntegerVector { x, y } = Scaled::from(gravity).vector;
    let divisor = x.gcd(&y);
    if divisor.is_zero() {
        IntegerVector::from_small(1, 0)
    } else {
        IntegerVector::new(x / &divisor, y / &divisor)
    }
}

impl Settings {
    /// Gaps and differences at pins are rounded to as many binary digits; `None` in an exact run.
    pub(super) fn gap_digits(&self) -> Option<u64> {
        self.grid.map(|grid| grid.saturating_mul(2))
    }

    /// The coefficient of restitution of two bodies.
    pub(super) fn restitution(&self, first: BodyId, second: BodyId) -> &Rational {
        match self.pairs.get(&BodyId::pair(first, second)) {
            Some(restitution) => restitution,
            None => &self.restitution,
        }
    }

    /// Whether two bodies bounce off each other at all.
    pub(super) fn has_restitution(&self) -> bool {
        let mut pairs = self.pairs.values();
        !self.restitution.is_zero() || pairs.any(|restitution| !restitution.is_zero())
    }
}
