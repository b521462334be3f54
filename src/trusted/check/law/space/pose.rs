//! Poses of the bodies of a group, and the rows of its contacts there (`proofs/RUN.md`, section
//! 16).

use super::super::number::Number;
use super::contacts::Place;
use super::group::{Member, Step};
use super::program::{Motion, Row, Side};
use super::rough::{Pair, Rough, SlipSide};
use super::state::Placed;
use super::vector::{Matrix, Vector};
use crate::lookup;
use crate::rejection::Result;

/// A pose of a member.
#[derive(Clone)]
pub(super) struct Pose {
    pub position: Vector,
    pub rotation: Matrix,
}

impl Pose {
    /// That of a fixed body.
    pub(super) fn fixed() -> Self {
        Self {
            position: Vector::zero(),
            rotation: Matrix::one(),
        }
    }

    pub(super) fn of(placed: &Placed) -> Self {
        Self {
            position: placed.position.clone(),
            rotation: placed.rotation.clone(),
        }
    }
}

impl Step<'_> {
    /// The gap of a place when the bodies are in these poses.
    pub(super) fn gap_after(&self, at: &Place, poses: &[Pose]) -> Result<Number> {
        let point = point_after(at, poses)?;
        let normal = &at.contact.before.vector;
        let moved = normal.dot(&point.minus(&at.point));
        let Some(end) = at.reference() else {
            return Ok(&at.gap + &moved);
        };
        let pose = lookup::of_scene(poses, "body", end.member)?;
        let member = lookup::of_scene(&self.members, "body", end.member)?;
        if at.contact.turns() {
            let inside = member.at.rotation.transposed().times(normal);
            let turned = pose.rotation.times(&inside);
            let after = turned.dot(&point.minus(&pose.position));
            return Ok(&(&at.gap + &after) - &inside.dot(&end.arm));
        }
        let turned = pose.rotation.minus(&member.at.rotation).times(&end.arm);
        let own = pose.position.minus(&member.at.position).plus(&turned);
        Ok(&(&at.gap + &moved) - &normal.dot(&own))
    }

    /// The normal of a place when the bodies are in these poses.
    fn normal_after(&self, at: &Place, poses: &[Pose]) -> Result<Vector> {
        let normal = &at.contact.before.vector;
        match at.reference() {
            Some(end) if at.contact.turns() => {
                let pose = lookup::of_scene(poses, "body", end.member)?;
                let member = lookup::of_scene(&self.members, "body", end.member)?;
                let inside = member.at.rotation.transposed().times(normal);
                Ok(pose.rotation.times(&inside))
            }
            _ => Ok(normal.clone()),
        }
    }

    /// The poses after these motions beside free flight.
    pub(super) fn poses_of(&self, motion: &[Motion]) -> Vec<Pose> {
        let mut poses = Vec::new();
        for (member, own) in self.members.iter().zip(motion) {
            let quaternion = member.drift.turned(&own.turned);
            let moved = member.drift.flight.moved.plus(&own.moved);
            poses.push(Pose {
                position: member.at.position.plus(&moved),
                rotation: quaternion.rotation().rounded(self.plan.long()),
            });
        }
        poses
    }

    /// The motions that lead from free flight to the drifts: -x~.
    pub(super) fn drifts(&self) -> Vec<Motion> {
        let mut found = Vec::new();
        for member in &self.members {
            let pull = &member.drift.pull;
            found.push(Motion {
                moved: Vector::zero().minus(&pull.moved),
                turned: Vector::zero().minus(&pull.turned),
            });
        }
        found
    }

    /// The poses of coefficients: half way on the drifts, but where joints are, those before.
    pub(super) fn middles(&self) -> Vec<Pose> {
        let members = self.members.iter();
        members.map(|own| self.middle(own)).collect()
    }

    /// The pose of the coefficients of a body.
    pub(super) fn middle(&self, member: &Member) -> Pose {
        match self.joints.is_empty() {
            true => member.drift.middle.clone(),
            false => Pose::of(member.at),
        }
    }

    /// The rows of the program at a guess.
    pub(super) fn rows(&self, guess: &[Motion], middles: &[Pose]) -> Result<Vec<Row>> {
        let poses = self.poses_of(guess);
        let mut flights = Vec::new();
        for member in &self.members {
            flights.push(member.drift.flight.clone());
        }
        let mut rows = Vec::new();
        for places in self.places.chunk_by(Place::has_contact_of) {
            let [first, ..] = places else {
                continue;
            };
            let normal = self.normal_after(first, middles)?;
            let length = &first.contact.before.length;
            let plane = SlipPlane::of(first, (&normal, length), middles, self.plan.of_forces())?;
            for at in places {
                let mut row = Row {
                    sides: sides(at, &normal, middles)?,
                    constant: Number::zero(),
                    rough: rough(at, &plane, middles)?,
                };
                let change = row.change(guess)?;
                row.constant = &(&self.gap_after(at, &poses)? - &at.floor) - &change;
                if let Some(rough) = &mut row.rough {
                    rough.constant = rough.slip(&flights)?;
                }
                rows.push(row);
            }
        }
        Ok(rows)
    }
}

/// The plane in which a contact slips: that of its lowest points along a normal, less the radius of
/// the part that has them. So the rows of all points are dependent.
pub(super) struct SlipPlane<'n> {
    pub normal: &'n Vector,
    /// The product of the normal with what is in the plane.
    height: Number,
    digits: u64,
}

impl<'n> SlipPlane<'n> {
    /// That of the contact of a place in these poses, for a normal and its length.
    pub(super) fn of(
        at: &Place,
        (normal, length): (&'n Vector, &Number),
        poses: &[Pose],
        digits: u64,
    ) -> Result<Self> {
        let holder = match at.holder() {
            Some(end) => Some(lookup::of_scene(poses, "body", end.member)?),
            None => None,
        };
        let mut least: Option<Number> = None;
        for arm in &at.contact.arms {
            let point = match holder {
                Some(pose) => pose.position.plus(&pose.rotation.times(arm)),
                None => arm.clone(),
            };
            let height = normal.dot(&point);
            least = Some(match least {
                Some(least) => least.min(height),
                None => height,
            });
        }
        let [_, second] = at.contact.parts;
        let least = least.unwrap_or_else(Number::zero);
        Ok(Self {
            normal,
            height: &least - &(&second.radius * length),
            digits,
        })
    }

    /// The point of the plane below a point.
    fn below(&self, point: &Vector) -> Vector {
        let above = &self.normal.dot(point) - &self.height;
        let share = &above * &self.normal.square().reciprocal();
        let inward = self.normal.scaled(&share);
        point.minus(&inward.rounded(self.digits))
    }
}

/// The friction of a place, without slip at the motion 0; `None` if the bodies have none.
pub(super) fn rough(at: &Place, plane: &SlipPlane, poses: &[Pose]) -> Result<Option<Rough>> {
    let friction = &at.contact.friction;
    if friction.is_zero() {
        return Ok(None);
    }
    let point = plane.below(&point_after(at, poses)?);
    let mut sides = Vec::with_capacity(2);
    for end in &at.ends {
        let pose = lookup::of_scene(poses, "body", end.member)?;
        let inside = pose.rotation.transposed();
        sides.push(SlipSide {
            member: end.member,
            is_second: end.is_second,
            arm: inside.times(&point.minus(&pose.position)),
            rotation: pose.rotation.clone(),
        });
    }
    Ok(Some(Rough {
        friction: friction.clone(),
        normal: plane.normal.clone(),
        constant: Vector::zero(),
        sides,
        base: Pair::none(),
    }))
}

pub(super) fn poses_in(placed: &[Placed]) -> Vec<Pose> {
    let mut poses = Vec::new();
    for own in placed {
        poses.push(Pose::of(own));
    }
    poses
}

/// The place of a point when the bodies are in these poses.
pub(super) fn point_after(at: &Place, poses: &[Pose]) -> Result<Vector> {
    match at.holder() {
        Some(end) => {
            let pose = lookup::of_scene(poses, "body", end.member)?;
            Ok(pose.position.plus(&pose.rotation.times(&end.arm)))
        }
        None => Ok(at.point.clone()),
    }
}

/// The coefficients of the bodies of a point in these poses.
pub(super) fn sides(at: &Place, normal: &Vector, poses: &[Pose]) -> Result<Vec<Side>> {
    let point = point_after(at, poses)?;
    let mut found = Vec::with_capacity(at.ends.len());
    for end in &at.ends {
        let pose = lookup::of_scene(poses, "body", end.member)?;
        let inside = pose.rotation.transposed();
        let arm = inside.times(&point.minus(&pose.position));
        let arm = if end.is_of_point { &end.arm } else { &arm };
        found.push(end.side(arm, normal, &pose.rotation));
    }
    Ok(found)
}
