//! The first steps of a run from rest in space, where the motion without friction is the only one.
//!
//! Let a and α be its accelerations, p an arm of a body and e = a + α × p. After a short time τ the
//! point has gone e (½ τ² + (σ - ½) h τ), with one σ, 0 ≤ σ ≤ 1, for all, which the first step
//! tells. *start* is the largest distance of a vertex from there over the longest way ½ |e| τ².
//! Since accelerations change as bodies move, 2 (|a| + |g|) τ² / r is forgiven, r being the radius
//! of the smallest body. States 2 to [`STEPS`] are looked at, while the way is at most a fortieth
//! of the scene's size, less than all is forgiven, and no parts have met that were apart.

use super::flight::length;
use super::placed::Pose;
use super::shape::{Free, Shape, longer_than};
use crate::enclosure::{Enclosure, Length};
use malachite::Rational;
use malachite::base::num::basic::traits::{One, OneHalf, Zero};
use zwang_check::SpatialMotion;
use zwang_exact::Vector3;
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::BodyId;

/// The last state that is looked at.
pub(super) const STEPS: usize = 4;

/// The motion that the first steps are held against.
pub(super) struct Start<'a, 'b> {
    shape: &'b Shape<'a>,
    accelerations: Vec<&'b SpatialMotion>,
    /// The longest e, m/s².
    fastest: Length,
    /// (σ - ½) h, as soon as there is a step.
    order: Option<Rational>,
}

impl<'a, 'b> Start<'a, 'b> {
    /// `None` if nothing moves.
    pub(super) fn new(shape: &'b Shape<'a>, of_bodies: &'b [SpatialMotion]) -> Option<Self> {
        let free = shape.free.iter();
        let accelerations: Option<Vec<&SpatialMotion>> =
            free.map(|body| of_bodies.get(body.id.0)).collect();
        let accelerations = accelerations?;
        let mut fastest = Length::zero();
        for (body, motion) in shape.free.iter().zip(&accelerations) {
            for arm in &body.arms {
                fastest = fastest.max(length(&rate(motion, arm)));
            }
        }
        (!fastest.squared.is_zero()).then_some(Self {
            shape,
            accelerations,
            fastest,
            order: None,
        })
    }

    /// The start of a state, and the body that is farthest from where it should be; `None` of the
    /// first one, and where the way is too long.
    pub(super) fn step(
        &mut self,
        poses: &[Pose],
        time: &Rational,
        unit: &Rational,
    ) -> Option<(Enclosure, BodyId)> {
        let Some(order) = &self.order else {
            self.order = Some(self.order_of(poses, time));
            return None;
        };
        let half_square = time * time * Rational::ONE_HALF;
        let way = Length {
            squared: self.fastest.squared.scaled(&(&half_square * &half_square)),
        };
        let way = way.root();
        let size = self.shape.size.as_ref()?;
        if &way.low * Rational::from(40) > *size {
            return None;
        }
        let forgiven = self.rate_of_change() * time * time * Rational::from(2);
        if forgiven >= 1 {
            return None;
        }
        let factor = half_square + order * time;
        let mut most: Option<(Length, BodyId)> = None;
        for Way { body, moved, rate } in self.ways(poses) {
            let missed = &moved - &rate.scaled(&from_solver(&factor));
            crate::figure::raise(&mut most, length(&missed), body);
        }
        let (missed, body) = most?;
        let rounding = unit * Rational::from(2 * (STEPS + 1));
        let missed = &missed.root() - &Enclosure::exact(rounding);
        let missed = Enclosure::zero().max(missed).over(&way);
        let start = &missed - &Enclosure::exact(forgiven);
        Some((Enclosure::zero().max(start), body))
    }

    /// The ways of all vertices to these poses.
    fn ways(&self, poses: &[Pose]) -> Vec<Way> {
        let mut ways = Vec::new();
        for (index, body) in self.shape.free.iter().enumerate() {
            for arm in &body.arms {
                ways.push(Way {
                    body: body.id,
                    moved: moved(body, &poses[index], arm),
                    rate: rate(self.accelerations[index], arm),
                });
            }
        }
        ways
    }

    /// (σ - ½) h, by least squares over all vertices.
    fn order_of(&self, poses: &[Pose], step: &Rational) -> Rational {
        let mut product = Rational::ZERO;
        let mut square = Rational::ZERO;
        for Way { moved, rate, .. } in self.ways(poses) {
            product += to_solver(&moved.dot(&rate));
            square += to_solver(&rate.dot(&rate));
        }
        let share = product / square / (step * step);
        let share = share.max(Rational::ZERO).min(Rational::ONE);
        (share - Rational::ONE_HALF) * step
    }

    /// (|a| + |g|) / r of the smallest body, 1/s².
    fn rate_of_change(&self) -> Rational {
        let mut largest = self.fastest.root().high;
        let mut smallest: Option<Rational> = None;
        for body in &self.shape.free {
            let pulled = longer_than(&body.force) / &body.mass;
            largest = largest.max(self.fastest.root().high + to_solver(&pulled));
            let radius = to_solver(&body.radius);
            smallest = Some(match smallest {
                None => radius,
                Some(other) => other.min(radius),
            });
        }
        largest / smallest.unwrap_or(Rational::ONE)
    }
}

/// How far a vertex has come, m, and its acceleration at the beginning, m/s².
struct Way {
    body: BodyId,
    moved: Vector3,
    rate: Vector3,
}

/// How far a point has moved from where the scene has it.
fn moved(body: &Free, pose: &Pose, arm: &Vector3) -> Vector3 {
    &pose.point(arm) - &(&body.centroid + arm)
}

/// e = a + α × p.
fn rate(motion: &SpatialMotion, arm: &Vector3) -> Vector3 {
    &motion.linear + &motion.angular.cross(arm)
}
