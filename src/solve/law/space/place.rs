//! Points of contacts, and their rows in the poses of the bodies of a group (`proofs/RUN.md`,
//! section 16).

use super::group::{Group, Target};
use super::program::{Motion, Row, Side};
use super::rough::{Force, Rough, SlipSide};
use super::spot::Spot;
use super::state::{Quaternion, State, rotation_of};
use super::vector::{Matrix, Vector, ZERO, cross, dot, minus, plus, scaled, times, transposed};
use crate::number::{FLOOR, FORCE, GRID, LONG, over, root_above, rounded};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use zwang_certificate::PartId;

/// A point of a contact.
pub(super) struct Place {
    pub(super) contact: usize,
    /// The normal, and its length rounded up.
    pub(super) normal: Vector,
    pub(super) length: Rational,
    /// −1 for the reference, 1 for the other part: the place of the body in the group, and the arm
    /// of the point in its axes.
    pub(super) sides: Vec<(i32, usize, Vector)>,
    /// Its place.
    pub(super) at: Vector,
    /// μ.
    pub(super) friction: Rational,
    /// The radius of the part with the points, and the arms of all points of the contact.
    pub(super) radius: Rational,
    pub(super) arms: Vec<Vector>,
    /// Whether the normal turns with the reference.
    pub(super) turns: bool,
    /// Whether the core of the reference is a point.
    pub(super) is_about_point: bool,
    pub(super) gap: Rational,
    pub(super) floor: Rational,
}

/// A body in space.
#[derive(Clone)]
pub(super) struct Pose {
    pub(super) position: Vector,
    pub(super) rotation: Matrix,
}

impl Place {
    /// The places of its bodies in the group, if both are free.
    pub(super) fn pair(&self) -> Option<[usize; 2]> {
        match self.sides.as_slice() {
            [(_, one, _), (_, other, _)] => Some([*one, *other]),
            _ => None,
        }
    }
}

impl Group<'_> {
    /// The arm of a spot in the axes of its body, and where it is.
    fn spot(&self, part: PartId, spot: &Spot) -> [Vector; 2] {
        let arms = &self.bodies[part.body].parts[part.part].arms;
        let from = &arms[spot.from];
        let mut arm = from.clone();
        for (to, share) in &spot.toward {
            let way = minus(&arms[*to], from);
            arm = plus(&arm, &scaled(&way, &over(share, GRID)));
        }
        let place = self.placed(part.body, &arm);
        [arm, place]
    }

    fn placed(&self, body: usize, arm: &Vector) -> Vector {
        match (&self.bodies[body].free, &self.states[body]) {
            (Some(free), Some(state)) => {
                plus(&state.position(free), &times(&state.rotation(), arm))
            }
            _ => arm.clone(),
        }
    }

    pub(super) fn all_places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for (index, contact) in self.contacts.iter().enumerate() {
            let normal = contact.normal.each_ref().map(|number| over(number, GRID));
            let length = over(&root_above(&dot(&normal, &normal), GRID), GRID);
            let bodies = self.bodies;
            let [first, second] = (contact.parts).map(|part| &bodies[part.body].parts[part.part]);
            let own = first.arms.iter();
            let own = own.map(|arm| dot(&normal, &self.placed(contact.parts[0].body, arm)));
            let plane = own.max().unwrap_or(Rational::ZERO);
            let radii = (&first.radius + &second.radius) * &length;
            let width = (&first.width).min(&second.width);
            let spots = contact.spots.iter();
            let arms = spots.map(|spot| self.spot(contact.parts[1], spot));
            let arms: Vec<Vector> = arms.map(|[arm, _]| arm).collect();
            for spot in &contact.spots {
                let [arm, at] = self.spot(contact.parts[1], spot);
                let gap = dot(&normal, &at) - &plane - &radii;
                let mut sides = Vec::new();
                if let Some(member) = self.member(contact.parts[0].body) {
                    let own = &self.members[member];
                    let arm = match first.arms.as_slice() {
                        [center] => center.clone(),
                        _ => {
                            let arm = minus(&at, &own.before.position(own.free));
                            times(&transposed(&own.rotation), &arm)
                        }
                    };
                    sides.push((-1, member, arm));
                }
                if let Some(member) = self.member(contact.parts[1].body) {
                    sides.push((1, member, arm));
                }
                places.push(Place {
                    contact: index,
                    floor: floor(&gap, &length, self.touch, width),
                    normal: normal.clone(),
                    length: length.clone(),
                    sides,
                    at,
                    friction: contact.friction.clone(),
                    radius: second.radius.clone(),
                    arms: arms.clone(),
                    turns: !first.faces.is_empty(),
                    is_about_point: first.arms.len() == 1,
                    gap,
                });
            }
        }
        places
    }

    /// The gap of a place when its bodies are in these poses.
    pub(super) fn gap_after(&self, place: &Place, poses: &[Pose]) -> Rational {
        let at = point_after(place, poses);
        let mut gap = &place.gap + dot(&place.normal, &minus(&at, &place.at));
        let Some((_, member, arm)) = reference(place) else {
            return gap;
        };
        let pose = &poses[*member];
        let own = &self.members[*member];
        if place.turns {
            let inside = times(&transposed(&own.rotation), &place.normal);
            let normal = times(&pose.rotation, &inside);
            let arm_after = minus(&at, &pose.position);
            return &place.gap + dot(&normal, &arm_after) - dot(&inside, arm);
        }
        let moved = minus(&pose.position, &own.before.position(own.free));
        let turned = minus(&times(&pose.rotation, arm), &times(&own.rotation, arm));
        gap -= dot(&place.normal, &plus(&moved, &turned));
        gap
    }

    /// The normal of a place when the bodies are in these poses.
    fn normal_after(&self, place: &Place, poses: &[Pose]) -> Vector {
        match reference(place) {
            Some((_, member, _)) if place.turns => {
                let before = &self.members[*member].rotation;
                let inside = times(&transposed(before), &place.normal);
                times(&poses[*member].rotation, &inside)
            }
            _ => place.normal.clone(),
        }
    }

    /// The poses after these motions beside free flight.
    pub(super) fn poses_of(&self, motion: &[Motion]) -> Vec<Pose> {
        let mut poses = Vec::with_capacity(self.members.len());
        for (member, [moved, turned]) in self.members.iter().zip(motion) {
            let quaternion = member.target.turned(turned);
            let position = member.before.position(member.free);
            poses.push(Pose {
                position: plus(&position, &plus(&member.target.flight[0], moved)),
                rotation: rotation_of_rationals(&quaternion),
            });
        }
        poses
    }

    pub(super) fn poses_in(&self, states: &[State]) -> Vec<Pose> {
        let mut poses = Vec::with_capacity(states.len());
        for (member, state) in self.members.iter().zip(states) {
            poses.push(Pose {
                position: state.position(member.free),
                rotation: state.rotation(),
            });
        }
        poses
    }

    /// The motions that lead from free flight to the drifts, which weights and loads have no part
    /// in.
    pub(super) fn drifts(&self) -> Vec<Motion> {
        let pulls = self.members.iter().map(|member| &member.target.pull);
        pulls
            .map(|[moved, turned]| [minus(&ZERO, moved), minus(&ZERO, turned)])
            .collect()
    }

    /// The poses of coefficients: half way on the drifts, but where joints are, those before.
    pub(super) fn middles(&self) -> Vec<Pose> {
        let mut poses = Vec::with_capacity(self.members.len());
        for member in &self.members {
            if !self.joints.is_empty() {
                poses.push(Pose {
                    position: member.before.position(member.free),
                    rotation: member.rotation.clone(),
                });
                continue;
            }
            let Target { flight, pull, .. } = member.target;
            let drift = minus(&flight[0], &pull[0]);
            let half = drift.map(|number| number >> 1u64);
            poses.push(Pose {
                position: plus(&member.before.position(member.free), &half),
                rotation: member.target.middle.clone(),
            });
        }
        poses
    }

    /// The rows with the gaps at a guess.
    pub(super) fn rows(&self, guess: &[Motion]) -> Vec<Row> {
        let middles = self.middles();
        let poses = self.poses_of(guess);
        let flights = self
            .members
            .iter()
            .map(|member| member.target.flight.clone());
        let flights: Vec<Motion> = flights.collect();
        let mut rows = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let normal = self.normal_after(place, &middles);
            let mut row = Row {
                sides: sides(place, &normal, &middles),
                constant: Rational::ZERO,
                rough: rough(place, [&normal, &place.normal], &middles),
            };
            if let Some(rough) = &mut row.rough {
                rough.constant = rough.slip(&flights);
            }
            let change = row.value(guess);
            row.constant = self.gap_after(place, &poses) - &place.floor - change;
            rows.push(row);
        }
        rows
    }
}

/// The free body of the reference, if it is free.
fn reference(place: &Place) -> Option<&(i32, usize, Vector)> {
    place.sides.iter().find(|(sign, ..)| *sign < 0)
}

/// The place of a point when the bodies are in these poses.
fn point_after(place: &Place, poses: &[Pose]) -> Vector {
    match place.sides.iter().find(|(sign, ..)| *sign > 0) {
        Some((_, member, arm)) => {
            let pose = &poses[*member];
            plus(&pose.position, &times(&pose.rotation, arm))
        }
        None => place.at.clone(),
    }
}

/// The coefficients of the bodies of a point in these poses.
pub(super) fn sides(place: &Place, normal: &Vector, poses: &[Pose]) -> Vec<Side> {
    let at = point_after(place, poses);
    let mut found = Vec::with_capacity(2);
    for (sign, member, own) in &place.sides {
        let pose = &poses[*member];
        let arm = match *sign < 0 && place.is_about_point {
            true => own.clone(),
            false => times(&transposed(&pose.rotation), &minus(&at, &pose.position)),
        };
        found.push(side(*sign, *member, &arm, normal, &pose.rotation));
    }
    found
}

/// The point of a place that slips, for a normal and its length: it is in the plane of the
/// outermost points of the contact, but for the last digit of forces.
fn slipping_point(place: &Place, (normal, length): (&Vector, &Rational), poses: &[Pose]) -> Vector {
    let point = point_after(place, poses);
    let height = dot(normal, &point);
    let mut least = height.clone();
    for arm in &place.arms {
        let other = match place.sides.iter().find(|(sign, ..)| *sign > 0) {
            Some((_, member, _)) => {
                let pose = &poses[*member];
                plus(&pose.position, &times(&pose.rotation, arm))
            }
            None => arm.clone(),
        };
        least = least.min(dot(normal, &other));
    }
    let above = height - least + &place.radius * length;
    let inward = scaled(normal, &(above / dot(normal, normal)));
    let inward = inward
        .each_ref()
        .map(|number| over(&rounded(number, FORCE), FORCE));
    minus(&point, &inward)
}

/// The friction of a place with a normal, without slip at the motion 0; the length is that of the
/// second vector.
pub(super) fn rough(place: &Place, [normal, long]: [&Vector; 2], poses: &[Pose]) -> Option<Rough> {
    if place.friction == 0 {
        return None;
    }
    let length = over(&root_above(&dot(long, long), GRID), GRID);
    let at = slipping_point(place, (normal, &length), poses);
    let mut sides = Vec::with_capacity(2);
    for (sign, member, _) in &place.sides {
        let pose = &poses[*member];
        sides.push(SlipSide {
            member: *member,
            sign: *sign,
            arm: times(&transposed(&pose.rotation), &minus(&at, &pose.position)),
            rotation: pose.rotation.clone(),
        });
    }
    Some(Rough {
        friction: place.friction.clone(),
        normal: normal.clone(),
        constant: ZERO,
        sides,
        base: Force::NONE,
    })
}

/// The number that a gap may not go below.
fn floor(gap: &Rational, length: &Rational, touch: &Rational, width: &Rational) -> Rational {
    if *gap < -((width * length) >> 10u64) {
        let touch = touch * length;
        return gap + &touch - (touch >> 2u64);
    }
    if *gap <= length >> FLOOR {
        return gap.clone();
    }
    Rational::ZERO
}

/// The coefficients of a body with a rotation.
pub(super) fn side(
    sign: i32,
    member: usize,
    arm: &Vector,
    normal: &Vector,
    rotation: &Matrix,
) -> Side {
    let own = scaled(normal, &Rational::from(sign));
    let inside = times(&transposed(rotation), &own);
    Side {
        member,
        around: cross(arm, &inside),
        along: own,
    }
}

/// q (1, ½ ε).
pub(super) fn turned_by(quaternion: &Quaternion, turn: &Vector) -> [Rational; 4] {
    let [w, x, y, z] = quaternion
        .each_ref()
        .map(|number| over(number, GRID + LONG));
    let [a, b, c] = turn.each_ref().map(|number| number >> 1u64);
    [
        &w - &x * &a - &y * &b - &z * &c,
        &w * &a + &x + &y * &c - &z * &b,
        &w * &b + &y + &z * &a - &x * &c,
        &w * &c + &z + &x * &b - &y * &a,
    ]
}

/// The rotation of a quaternion, rounded to 2^-128.
fn rotation_of_rationals(quaternion: &[Rational; 4]) -> Matrix {
    let unit = zwang_program::kernel::number::common_denominator(quaternion);
    let whole = quaternion
        .each_ref()
        .map(|number| zwang_program::kernel::number::times(number, &unit));
    rotation_of(&whole)
}
