//! R0: the header belongs to the scene, and what follows for all steps.

use super::integer_vector::IntegerVector;
use super::scaled::Scaled;
use crate::rejection::Condition::R0;
use crate::{Result, names};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use std::fmt::Display;
use zwang_certificate::run::{CornerRule, Format, Header};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Scene};

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
    /// Whether rounding is not small against what bodies move by themselves in a step.
    pub is_coarse: bool,
    restitution: Rational,
    pairs: BTreeMap<[BodyId; 2], Rational>,
}

/// R0.
pub(super) fn header(scene: &Scene, header: &Header) -> Result<Settings> {
    let digest = scene.digest();
    if header.scene != digest {
        return refused("scene", &header.scene, digest);
    }
    if !header.step.is_positive() {
        return refused("step", names::rational(&header.step), "above 0");
    }
    if let Some(grid) = header.grid
        && !(1..=FINEST).contains(&grid)
    {
        let required = format!("1 to {FINEST}, or null");
        return refused("grid", grid, required);
    }
    restitutions(scene, header)?;
    let step_squared = &header.step * &header.step;
    let axis = axis(&scene.gravity);
    let own_squared = own_motion_squared(scene, &header.step);
    let mut pairs = BTreeMap::new();
    for pair in &header.pairs {
        pairs.insert(pair.bodies.map(BodyId), pair.restitution.clone());
    }
    Ok(Settings {
        format: header.format,
        is_coarse: is_coarse(header.grid, &axis.square(), &own_squared),
        step: header.step.clone(),
        grid: header.grid,
        corner: header.corner,
        fall: (&scene.gravity.scaled(&step_squared)).into(),
        axis,
        restitution: header.restitution.clone(),
        pairs,
    })
}

fn refused<T>(key: &str, found: impl Display, required: impl Display) -> Result<T> {
    R0.refuse(format!("header, `{key}`"), found, required)
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
            return refused(key, names::rational(number), allowed);
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

/// Whether rounding to the grid is not small against what bodies move by themselves in a step: a
/// thousand grid units along a are longer than E.
fn is_coarse(grid: Option<u64>, axis_squared: &BigInt, own_squared: &Rational) -> bool {
    let Some(grid) = grid else { return false };
    if own_squared.is_zero() {
        return false;
    }
    // 4^(10 - grid) |a|² > E².
    let left = (axis_squared * own_squared.denom()) << 20_u8;
    let right = own_squared.numer() << grid.saturating_mul(2);
    left > right
}

/// E², the square of what bodies move by themselves in a step (`proofs/RUN.md`, section 7), m².
fn own_motion_squared(scene: &Scene, step: &Rational) -> Rational {
    let step_squared = step * step;
    let mut fall_squared = scene.gravity.dot(&scene.gravity);
    for fall in scene.free_accelerations().iter().flatten() {
        fall_squared = fall_squared.max(fall.linear.dot(&fall.linear));
    }
    if !fall_squared.is_zero() {
        return &step_squared * &step_squared * fall_squared;
    }
    let mut largest = Rational::zero();
    for body in &scene.bodies {
        largest = largest.max(fastest_squared(body));
    }
    largest * step_squared
}

/// |v|² + ω² r² of a body, r being the largest distance of its vertices from its centroid; 0 if it
/// is fixed.
fn fastest_squared(body: &Body) -> Rational {
    let Some(free) = &body.dynamics else {
        return Rational::zero();
    };
    let mut farthest = Rational::zero();
    for vertex in body.parts.iter().flat_map(|part| part.vertices()) {
        let arm = vertex - &free.centroid;
        farthest = farthest.max(arm.dot(&arm));
    }
    let spin_squared = &free.spin * &free.spin;
    free.velocity.dot(&free.velocity) + spin_squared * farthest
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
