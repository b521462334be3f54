//! Contacts of a record, and the points of them (`proofs/RUN.md`, section 16).

use super::super::number::Number;
use super::plan::{Part, Plan};
use super::program::Side;
use super::state::Placed;
use super::vector::{Matrix, Vector};
use crate::lookup;
use crate::rejection::Condition::{L1, L2};
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::PartId;
use zwang_certificate::run2::space::{Contact, Point};
use zwang_scene::BodyId;

/// The part of the smaller width by which two parts may overlap along a normal: 2^-5.
const OVERLAP: u64 = 5;
/// Deeper overlaps than 2^-10 of the width are pushed out.
const DEEP: u64 = 10;

/// A contact whose parts, points and normals exist.
pub(super) struct Touching<'a> {
    /// The reference, and the part with the points.
    pub parts: [&'a Part; 2],
    pub before: Normal,
    pub after: Normal,
    /// μ.
    pub friction: Number,
    /// ε.
    pub restitution: Number,
    /// The arms of the points in the axes of the second part's body.
    pub arms: Vec<Vector>,
}

/// A normal, and its length rounded up.
pub(super) struct Normal {
    pub vector: Vector,
    pub length: Number,
}

/// A point of a contact in a step.
pub(super) struct Place<'a> {
    pub contact: &'a Touching<'a>,
    /// The place of the point.
    pub point: Vector,
    /// The bodies that are free.
    pub ends: Vec<End>,
    /// G.
    pub gap: Number,
    pub floor: Number,
}

/// A free body at a point of a contact.
pub(super) struct End {
    /// The place of the body in its group.
    pub member: usize,
    /// Whether it has the points.
    pub is_second: bool,
    /// Whether it is the reference, whose core is a point: forces act at this point.
    pub is_of_point: bool,
    /// The arm in its axes of the point, or of the core that is one.
    pub arm: Vector,
}

impl<'a> Touching<'a> {
    /// L2: the contact of a record.
    pub(super) fn read(plan: &'a Plan, contact: &Contact) -> Result<Self> {
        let [first, second] = contact.parts;
        let bodies = [first, second].map(|part| BodyId(part.body));
        let [one, other] = bodies.map(|body| lookup::of_body(&plan.bodies, body));
        let (one, other) = (one?, other?);
        if !plan.may_touch(one, other) {
            let found = format!("{} and {}", plan.name(one.id), plan.name(other.id));
            return L2.refuse(
                "`contacts`",
                found,
                "two bodies, not both fixed, without a joint",
            );
        }
        let parts = [
            lookup::of_scene(&one.parts, "part", first.part)?,
            lookup::of_scene(&other.parts, "part", second.part)?,
        ];
        let [_, own] = parts;
        let mut arms = Vec::new();
        for point in &contact.points {
            arms.push(arm_of(own, point, plan.digits)?);
        }
        Ok(Self {
            parts,
            before: Normal::read(&contact.before, plan.digits)?,
            after: Normal::read(&contact.after, plan.digits)?,
            friction: (&plan.scene.friction.between(one.id, other.id)).into(),
            restitution: plan.restitution.between(one.id, other.id).clone(),
            arms,
        })
    }

    pub(super) fn ids(&self) -> [PartId; 2] {
        self.parts.map(|part| part.id)
    }

    /// How many vertices the two parts have, those of the reference counted for each point as well.
    pub(super) fn vertices(&self) -> usize {
        let [first, second] = self.parts.map(|part| part.arms.len());
        let times = self.arms.len().saturating_add(1);
        first.saturating_mul(times).saturating_add(second)
    }

    /// How many points it has.
    pub(super) fn points(&self) -> usize {
        self.arms.len()
    }

    /// Whether the normal turns with the reference: that of a ball or a segment does not.
    pub(super) fn turns(&self) -> bool {
        let [first, _] = self.parts;
        first.has_faces
    }

    /// The smaller width of the two parts.
    pub(super) fn width(&self) -> &Number {
        let [first, second] = self.parts;
        (&first.width).min(&second.width)
    }

    /// L1: the parts, so placed, are apart along a normal but for a small part of their widths.
    /// Returns by how much they overlap along it.
    pub(super) fn overlap(&self, placed: [&Placed; 2], normal: &Normal) -> Result<Number> {
        let [own, other] = placed;
        let [first, second] = self.parts;
        let [_, plane] = extent(own, first, &normal.vector)?;
        let [nearest, _] = extent(other, second, &normal.vector)?;
        let radii = &(&first.radius + &second.radius) * &normal.length;
        let gap = &(&nearest - &plane) - &radii;
        let most = (self.width() * &normal.length).shifted(OVERLAP);
        if gap < -&most {
            let required =
                "a normal along which they are apart but for a 32nd of the smaller width";
            let [first, second] = self.ids();
            let found = format!("{first:?} and {second:?} overlap along it");
            return L1.refuse("`contacts`", found, required);
        }
        if gap.is_negative() {
            return Ok(&(-&gap) * &normal.length.reciprocal());
        }
        Ok(Number::zero())
    }

    /// The points of the contact in the state before the step.
    pub(super) fn places(
        &'a self,
        plan: &Plan,
        placed: [&Placed; 2],
        members: [Option<usize>; 2],
    ) -> Result<Vec<Place<'a>>> {
        let Normal { vector, length } = &self.before;
        let [own, other] = placed;
        let [first, second] = self.parts;
        let [_, plane] = extent(own, first, vector)?;
        let radii = &(&first.radius + &second.radius) * length;
        let mut places = Vec::new();
        for arm in &self.arms {
            let at = place(other, arm);
            let gap = &(&vector.dot(&at) - &plane) - &radii;
            let mut ends = Vec::new();
            let [reference, holder] = members;
            if let Some(member) = reference {
                let center = first.center();
                ends.push(End {
                    member,
                    is_second: false,
                    is_of_point: center.is_some(),
                    arm: center.cloned().unwrap_or_else(|| arm_at(own, &at)),
                });
            }
            if let Some(member) = holder {
                ends.push(End {
                    member,
                    is_second: true,
                    is_of_point: false,
                    arm: arm.clone(),
                });
            }
            places.push(Place {
                contact: self,
                point: at,
                ends,
                floor: self.floor(plan, &gap),
                gap,
            });
        }
        Ok(places)
    }

    /// Below which the gap may not go.
    fn floor(&self, plan: &Plan, gap: &Number) -> Number {
        let length = &self.before.length;
        let deep = (self.width() * length).shifted(DEEP);
        if *gap < -&deep {
            let touch = &plan.touch * length;
            return gap + &(&touch - &touch.shifted(2));
        }
        let still = length.shifted(plan.digits.saturating_mul(3) / 4);
        if *gap <= still {
            gap.clone()
        } else {
            Number::zero()
        }
    }
}

impl Place<'_> {
    /// Whether it touches in the state before the part.
    pub(super) fn touches(&self, plan: &Plan) -> bool {
        self.gap <= &plan.touch * &self.contact.before.length
    }

    /// Whether the place closes with this u, faster than what touches.
    pub(super) fn closes(&self, plan: &Plan, speed: &Number) -> bool {
        let way = &plan.whole_step * speed;
        let most = &plan.touch * &self.contact.before.length;
        speed.is_negative() && way.square() > most.square()
    }

    /// Whether another place belongs to the same contact.
    pub(super) fn has_contact_of(&self, other: &Self) -> bool {
        std::ptr::eq(self.contact, other.contact)
    }

    /// The places of its bodies in the group, if both are free.
    pub(super) fn pair(&self) -> Option<[usize; 2]> {
        match self.ends.as_slice() {
            [one, other] => Some([one.member, other.member]),
            _ => None,
        }
    }

    /// The body that has the points, if it is free.
    pub(super) fn holder(&self) -> Option<&End> {
        self.ends.iter().find(|end| end.is_second)
    }

    /// The reference, if it is free.
    pub(super) fn reference(&self) -> Option<&End> {
        self.ends.iter().find(|end| !end.is_second)
    }
}

impl Normal {
    fn read(numbers: &[BigInt; 3], digits: u64) -> Result<Self> {
        let numbers = numbers.each_ref();
        let vector = Vector(numbers.map(|number| Number::dyadic(number.clone(), digits)));
        // Of a short one the length rounded up is much longer.
        if vector.square() < Number::power(2) {
            return L2.refuse(
                "`contacts`",
                "a short normal",
                "one of the length 1/2 or more",
            );
        }
        let length = vector.square().root_above(digits);
        Ok(Self { vector, length })
    }
}

impl End {
    /// The coefficients of its body with a rotation, for a point with an arm and a normal.
    pub(super) fn side(&self, arm: &Vector, normal: &Vector, rotation: &Matrix) -> Side {
        let along = match self.is_second {
            true => normal.clone(),
            false => Vector::zero().minus(normal),
        };
        let inside = rotation.transposed().times(&along);
        Side {
            member: self.member,
            around: arm.cross(&inside),
            along,
        }
    }
}

/// L2: the arm of a point of a part.
fn arm_of(part: &Part, point: &Point, digits: u64) -> Result<Vector> {
    let Some(from) = part.arms.get(point.from) else {
        return L2.refuse(
            "`contacts`",
            format!("vertex {}", point.from),
            "one of the part",
        );
    };
    let mut arm = from.clone();
    let mut rest = Number::one();
    for (to, share) in &point.toward {
        let Some(to) = part.arms.get(*to) else {
            return L2.refuse("`contacts`", format!("vertex {to}"), "one of the part");
        };
        let share = Number::dyadic(share.clone(), digits);
        rest = &rest - &share;
        if share.is_negative() || rest.is_negative() {
            let required = "one between vertices";
            return L2.refuse("`contacts`", "a point outside the part", required);
        }
        arm = arm.plus(&to.minus(from).scaled(&share));
    }
    Ok(arm)
}

/// The place at which a body has the point with an arm.
pub(super) fn place(placed: &Placed, arm: &Vector) -> Vector {
    placed.position.plus(&placed.rotation.times(arm))
}

/// The arm of a point in the axes of a body.
fn arm_at(placed: &Placed, point: &Vector) -> Vector {
    let arm = point.minus(&placed.position);
    placed.rotation.transposed().times(&arm)
}

/// The least and the largest product of a normal with a vertex of a part.
fn extent(placed: &Placed, part: &Part, normal: &Vector) -> Result<[Number; 2]> {
    let of_position = normal.dot(&placed.position);
    let inside = placed.rotation.transposed().times(normal);
    match inside.extent(&part.arms) {
        Some([least, largest]) => Ok([&of_position + &least, &of_position + &largest]),
        None => L2.refuse("part", "no vertices", "some"),
    }
}
