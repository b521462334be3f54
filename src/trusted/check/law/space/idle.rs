//! L7: what slides or leaves is not held by forces that the velocities take back
//! (`proofs/RUN.md`, section 16).

use super::super::number::Number;
use super::contacts::{Normal, Place};
use super::group::Step;
use super::pose::{Pose, SlipPlane};
use super::program::{Ball, Motion, Program, Row};
use super::rough::{Pair, Rough};
use super::velocity::{velocity_of, velocity_row};
use crate::lookup;
use crate::rejection::Condition::L7;
use crate::rejection::Result;

/// A tight row with the forces of the velocity program.
struct Tight<'r> {
    at: &'r Place<'r>,
    row: &'r Row,
    forces: &'r Pair,
}

impl Tight<'_> {
    fn has_contact_of(&self, other: &Self) -> bool {
        self.at.has_contact_of(other.at)
    }
}

/// The bodies of a group before the step.
struct Before {
    poses: Vec<Pose>,
    velocities: Vec<Motion>,
}

impl Step<'_> {
    /// L7: what slides or leaves is not held by forces that the velocities take back.
    pub(super) fn idle_rows_are_free(
        &self,
        (rows, ball): (&[Row], &Ball),
        tight: &[bool],
        lands: &[bool],
    ) -> Result {
        let mut of_velocity = rows.iter().zip(&ball.forces);
        let mut found = Vec::new();
        for (at, is_tight) in self.places.iter().zip(tight) {
            if *is_tight && let Some((row, forces)) = of_velocity.next() {
                found.push(Tight { at, row, forces });
            }
        }
        let before = self.before();
        let mut idle = Vec::new();
        let mut bases = Vec::new();
        for own in found.chunk_by(Tight::has_contact_of) {
            let is_idle = self.is_idle(own, &before, lands)?;
            for tight in own {
                bases.push(match &tight.row.rough {
                    Some(rough) if is_idle => rough.base.clone(),
                    _ => Pair::none(),
                });
                idle.push(is_idle);
            }
        }
        if !idle.contains(&true) {
            return Ok(());
        }
        let program = Program {
            bodies: &self.bodies,
            rows,
            springs: &[],
        };
        let given = program.motion(&bases, &[])?;
        for (index, (row, is_idle)) in rows.iter().zip(&idle).enumerate() {
            if let (Some(rough), true) = (&row.rough, is_idle) {
                let value = lookup::of_scene(&ball.values, "row", index)?;
                self.row_is_free((index, row, rough), value, &ball.motion, &given)?;
            }
        }
        Ok(())
    }

    /// L7 of an idle row, for the velocities after the step and those that idle forces have given.
    fn row_is_free(
        &self,
        (index, row, rough): (usize, &Row, &Rough),
        value: &Number,
        motion: &[Motion],
        given: &[Motion],
    ) -> Result {
        let normal = &rough.normal;
        let large = (&self.plan.touch.square() * &normal.square()).shifted_up(16);
        let leaves = value.is_positive() && self.in_a_step(&value.square()) > large;
        let of_value = row.change(given)?.abs().shifted_up(2);
        let slip = normal.cross(&rough.slip(motion)?).square();
        let slides = self.in_a_step(&slip) > large;
        let of_slip = rough.slip(given)?.minus(&rough.constant);
        let of_slip = normal.cross(&of_slip).square();
        if (leaves && of_value > *value) || (slides && of_slip.shifted_up(4) > slip) {
            let found = format!("row {index} moves, but was held by forces taken back");
            return L7.refuse("velocities", found, "small ones");
        }
        Ok(())
    }

    /// Whether a contact with these rows gives back most of its force, though it moved before the
    /// step.
    fn is_idle(&self, own: &[Tight], before: &Before, lands: &[bool]) -> Result<bool> {
        let [first, ..] = own else {
            return Ok(false);
        };
        if !self.joints.is_empty() {
            return Ok(false);
        }
        for end in &first.at.ends {
            if *lookup::of_scene(lands, "body", end.member)? {
                return Ok(false);
            }
        }
        let mut acted = Number::zero();
        let mut whole = Number::zero();
        for tight in own {
            if let Some(rough) = &tight.row.rough {
                acted = &acted + &rough.base.across;
                whole = &whole + &tight.row.whole(tight.forces).across;
            }
        }
        if whole.shifted_up(2) >= acted {
            return Ok(false);
        }
        self.moves(own, before)
    }

    /// The square of the way at a speed, given its square, in a step.
    fn in_a_step(&self, speed_squared: &Number) -> Number {
        &self.plan.whole_step.square() * speed_squared
    }

    /// Whether a row of a contact moves in the state before.
    fn moves(&self, own: &[Tight], before: &Before) -> Result<bool> {
        let [first, ..] = own else {
            return Ok(false);
        };
        let Normal { vector, length } = &first.at.contact.before;
        let digits = self.plan.of_forces();
        let plane = SlipPlane::of(first.at, (vector, length), &before.poses, digits)?;
        let small = (&self.plan.touch * length).square();
        for tight in own {
            let row = velocity_row(tight.at, &plane, &before.poses, &before.velocities)?;
            let Some(rough) = &row.rough else {
                continue;
            };
            let slip = vector.cross(&rough.constant).square();
            let opens = self.in_a_step(&row.constant.square()) > small;
            if opens || self.in_a_step(&slip) > small {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn before(&self) -> Before {
        let mut poses = Vec::new();
        let mut velocities = Vec::new();
        for member in &self.members {
            poses.push(Pose::of(member.at));
            velocities.push(velocity_of(member.at));
        }
        Before { poses, velocities }
    }
}
