//! Scenes in space: whether they stand, and how they start to move, accepted by the checker.

use crate::own_rejected;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use zwang_certificate::space as certificate;
use zwang_check::Rejection;
use zwang_check::SpatialMotion;
use zwang_check::space_optimum::{self, OptimumVerdict, VerifiedOptimum};
use zwang_check::space_statics::{self, VerifiedStatics};
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::space::{self, SpaceError};
use zwang_exact::{Rational, Vector3};
use zwang_output::draw::{SpaceContent, SpaceForce, SpaceMotion, Theme, space_svg};
use zwang_output::{Detail, ReportOptions, json, report};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::space::Scene;
use zwang_scene::{BodyId, Expectation};

/// Why there is no checked answer about a scene in space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InSpaceError {
    /// The solver has none.
    #[error(transparent)]
    Solve(#[from] SpaceError),
    /// The checker refuses it: it is too large, or there is a mistake in this program.
    #[error("{}", own_rejected(.0, "proof"))]
    Rejected(Rejection),
}

/// Whether a scene in space stands. The checker has accepted the proof.
#[non_exhaustive]
pub struct StabilityInSpace {
    /// What the checker has accepted.
    pub verified: VerifiedStatics,
    /// The text of the proof, in the format `zwang-space-statics-1`.
    pub proof: String,
    /// What it cost to find.
    pub statistics: Statistics,
    /// For each contact whether no other force would do.
    unique: Vec<bool>,
}

/// How a scene in space starts to move. The checker has accepted the proof.
#[non_exhaustive]
pub struct CollapseInSpace {
    /// What the checker has accepted.
    pub verified: VerifiedOptimum,
    /// The text of the proof, in the format `zwang-space-proof-1`.
    pub proof: String,
    /// What it cost to find.
    pub statistics: Statistics,
    /// For each contact whether no other force would do.
    unique: Vec<bool>,
}

/// Whether a scene in space at rest stands: forces that balance weights and loads, or a virtual
/// velocity that no contact resists. `checking` is called between solving and checking.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer.
pub fn stability_in_space(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<StabilityInSpace, InSpaceError> {
    let found = space::statics(scene, options, monitor)?;
    checking();
    let verified = monitor.time(Stage::Checking, || space_statics::verify(scene, &found));
    let verified = verified.map_err(InSpaceError::Rejected)?;
    let mut columns = Vec::new();
    for contact in verified.holding().unwrap_or_default() {
        let is_rough = !contact.friction.is_zero();
        columns.push(Columns {
            bodies: [contact.first, contact.second],
            point: &contact.point,
            forces: forces(&contact.normal, is_rough),
        });
    }
    let unique = unique(scene, &columns);
    let proof = monitor.time(Stage::Writing, || certificate::write_statics(&found));
    Ok(StabilityInSpace {
        verified,
        proof,
        statistics: monitor.statistics(),
        unique,
    })
}

/// How a scene in space without friction starts to move from rest.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer.
pub fn collapse_in_space(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<CollapseInSpace, InSpaceError> {
    let found = space::collapse(scene, options, monitor)?;
    checking();
    let verified = monitor.time(Stage::Checking, || space_optimum::verify(scene, &found));
    let verified = verified.map_err(InSpaceError::Rejected)?;
    let mut columns = Vec::new();
    for contact in verified.contacts() {
        // A contact that opens bears nothing under any forces.
        let is_opening = !contact.gap_acceleration.is_zero();
        columns.push(Columns {
            bodies: [contact.first, contact.second],
            point: &contact.point,
            forces: match is_opening {
                true => vec![],
                false => forces(&contact.normal, false),
            },
        });
    }
    let unique = unique(scene, &columns);
    let proof = monitor.time(Stage::Writing, || certificate::write_optimum(&found));
    Ok(CollapseInSpace {
        verified,
        proof,
        statistics: monitor.statistics(),
        unique,
    })
}

impl StabilityInSpace {
    /// What happens, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Expectation {
        match self.verified.verdict() {
            StaticsVerdict::Stands => Expectation::Stands,
            StaticsVerdict::CanStand => Expectation::CanStand,
            StaticsVerdict::Falls => Expectation::Falls,
        }
    }

    /// As JSON of the format `zwang-space-stability-1`.
    #[must_use]
    pub fn json(&self) -> String {
        json::stability_in_space(&self.verified, &self.unique)
    }

    /// As text for people, in so much detail.
    #[must_use]
    pub fn report(&self, detail: Detail) -> String {
        report::stability_in_space(&self.verified, &self.unique, &report_options(detail))
    }

    /// An isometric picture: the forces that hold the scene, or the motion that nothing resists.
    #[must_use]
    pub fn svg(&self, theme: Theme) -> String {
        let verified = &self.verified;
        let mut content = SpaceContent {
            told: vec![verified.verdict().to_string()],
            are_velocities: true,
            ..SpaceContent::default()
        };
        let contacts = verified.holding().unwrap_or_default().iter();
        for (contact, unique) in contacts.zip(&self.unique) {
            let bodies = [contact.first, contact.second];
            push_force(
                &mut content,
                bodies,
                &contact.point,
                &contact.force,
                *unique,
            );
        }
        if let Some(falling) = verified.falling() {
            content.motions = motions(&falling.velocities);
        }
        space_svg(verified.scene(), Some(&content), theme)
    }
}

impl CollapseInSpace {
    /// What happens, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Expectation {
        match self.verified.verdict() {
            OptimumVerdict::Rests => Expectation::Stands,
            OptimumVerdict::Moves => Expectation::Falls,
        }
    }

    /// As JSON of the format `zwang-space-collapse-1`.
    #[must_use]
    pub fn json(&self) -> String {
        json::collapse_in_space(&self.verified, &self.unique)
    }

    /// As text for people, in so much detail.
    #[must_use]
    pub fn report(&self, detail: Detail) -> String {
        report::collapse_in_space(&self.verified, &self.unique, &report_options(detail))
    }

    /// An isometric picture with forces and accelerations.
    #[must_use]
    pub fn svg(&self, theme: Theme) -> String {
        let verified = &self.verified;
        let mut content = SpaceContent {
            told: vec![verified.verdict().to_string()],
            motions: motions(verified.accelerations()),
            ..SpaceContent::default()
        };
        for (contact, unique) in verified.contacts().iter().zip(&self.unique) {
            let bodies = [contact.first, contact.second];
            push_force(
                &mut content,
                bodies,
                &contact.point,
                &contact.force,
                *unique,
            );
        }
        space_svg(verified.scene(), Some(&content), theme)
    }
}

/// Adds a force of the second of two bodies on the first, unless it is 0.
fn push_force(
    content: &mut SpaceContent,
    [on, from]: [BodyId; 2],
    at: &Vector3,
    force: &Vector3,
    is_unique: bool,
) {
    if force.is_zero() {
        return;
    }
    content.forces.push(SpaceForce {
        at: at.clone(),
        force: force.clone(),
        on,
        from,
        is_one_of_several: !is_unique,
    });
}

fn motions(motions: &[SpatialMotion]) -> Vec<SpaceMotion> {
    let motions = motions.iter();
    let motions = motions.map(|motion| SpaceMotion {
        linear: motion.linear.clone(),
        angular: motion.angular.clone(),
    });
    motions.collect()
}

fn report_options(detail: Detail) -> ReportOptions {
    ReportOptions {
        detail,
        ..ReportOptions::default()
    }
}

/// The forces that a contact may bear, as vectors that span them.
struct Columns<'a> {
    bodies: [BodyId; 2],
    point: &'a Vector3,
    forces: Vec<Vector3>,
}

fn forces(normal: &Vector3, is_rough: bool) -> Vec<Vector3> {
    match is_rough {
        false => vec![normal.clone()],
        true => vec![
            Vector3::from_integers(1, 0, 0),
            Vector3::from_integers(0, 1, 0),
            Vector3::from_integers(0, 0, 1),
        ],
    }
}

/// So many columns are looked at; beyond that no force is called unique.
const MOST_COLUMNS: usize = 600;

/// Residues are those of this prime, 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// For each contact whether its columns are independent of all others: then the balance of forces
/// and torques leaves it one force. It is found modulo a prime.
fn unique(scene: &Scene, contacts: &[Columns]) -> Vec<bool> {
    let columns = contacts.iter().map(|contact| contact.forces.len());
    let total: usize = columns.sum();
    if total > MOST_COLUMNS {
        return vec![false; contacts.len()];
    }
    let mut rows = vec![vec![0; total]; 6 * scene.bodies.len()];
    let mut place = 0;
    for contact in contacts {
        for force in &contact.forces {
            for (body, sign) in contact.bodies.into_iter().zip([1, PRIME - 1]) {
                let free = scene.body(body).and_then(|body| body.dynamics.as_ref());
                let Some(free) = free else { continue };
                let torque = (contact.point - &free.centroid).cross(force);
                let numbers = force.coordinates().into_iter().chain(torque.coordinates());
                for (offset, number) in numbers.enumerate() {
                    rows[6 * body.0 + offset][place] = times(sign, residue(number));
                }
            }
            place += 1;
        }
    }
    let determined = determined(rows, total);
    let mut start = 0;
    let mut unique = Vec::with_capacity(contacts.len());
    for contact in contacts {
        let end = start + contact.forces.len();
        unique.push(determined[start..end].iter().all(|is| *is));
        start = end;
    }
    unique
}

/// Which unknowns of a homogeneous system are 0 in all solutions.
fn determined(mut rows: Vec<Vec<u64>>, columns: usize) -> Vec<bool> {
    let mut rank = 0;
    let mut pivots = Vec::new();
    for column in 0..columns {
        let Some(found) = (rank..rows.len()).find(|row| rows[*row][column] != 0) else {
            continue;
        };
        rows.swap(rank, found);
        let inverse = power(rows[rank][column], PRIME - 2);
        for value in &mut rows[rank] {
            *value = times(*value, inverse);
        }
        let pivot = rows[rank].clone();
        for (row, values) in rows.iter_mut().enumerate() {
            let factor = values[column];
            if row == rank || factor == 0 {
                continue;
            }
            for (value, above) in values.iter_mut().zip(&pivot) {
                *value = (*value + PRIME - times(factor, *above)) % PRIME;
            }
        }
        pivots.push(column);
        rank += 1;
    }
    let mut determined = vec![false; columns];
    for (row, column) in rows.iter().zip(pivots) {
        determined[column] = row.iter().filter(|value| **value != 0).count() == 1;
    }
    determined
}

fn times(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other) % u128::from(PRIME);
    u64::try_from(product).unwrap_or(0)
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    let mut square = base;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

/// A number modulo the prime; its denominator is not a multiple of it.
fn residue(number: &Rational) -> u64 {
    let prime = BigInt::from(PRIME);
    let whole = |number: &BigInt| {
        let rest: BigInt = ((number % &prime) + &prime) % &prime;
        rest.to_u64().unwrap_or(0)
    };
    let below = power(whole(number.denom()), PRIME - 2);
    times(whole(number.numer()), below)
}
