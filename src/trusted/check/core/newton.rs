//! Newton's law: for every body m a = Σ forces + what pulls it, and I α = Σ torques.
//!
//! In space I is a symmetric matrix. The numbers beside its diagonal are the *products* of inertia,
//! with the sign that they have in the matrix; in the plane there are none.
//!
//! Both sides are multiplied by D and by one integer for each body, a common multiple of all
//! denominators that meet there.

use crate::core::row::{Motions, Row, RowForce, common_scale, integers, motion_of};
use crate::names;
use crate::rejection::{Condition, Result};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::{Fraction, Integer};
use zwang_scene::BodyId;

/// A free body of a group.
pub(crate) struct Member {
    pub name: String,
    /// m and I, or its diagonal: a mass for each number of a motion.
    pub masses: Vec<Fraction>,
    /// The numbers of I beside its diagonal that are not 0, each of them twice.
    pub products: Vec<Product>,
    /// a° and α°.
    pub fall: Vec<Fraction>,
    /// The name of a force for each of these numbers.
    pub names: &'static [&'static str],
}

/// A product of inertia.
pub(crate) struct Product {
    /// The number of the torque, counted in the motion.
    pub of: usize,
    /// The number of the motion that it multiplies.
    pub by: usize,
    pub inertia: Fraction,
}

/// The free bodies of a group.
pub(crate) type Members = BTreeMap<BodyId, Member>;

/// A force along a row on one of its bodies.
struct ForceOnBody<'a> {
    row: &'a Row,
    /// D φ.
    force: &'a BigInt,
    /// 0 on the first body; 1 on the second, where the force acts against the row.
    side: usize,
}

/// Forces along rows, by the bodies that they act on.
pub(crate) struct ForcesOnBodies<'a> {
    acting: BTreeMap<BodyId, Vec<ForceOnBody<'a>>>,
}

/// Newton's law: what pulls the bodies, and how they move.
#[derive(Clone, Copy)]
pub(crate) struct Law<'a> {
    /// Whether weights and loads pull.
    pub pulls: bool,
    /// `None` at rest.
    pub motion: Option<&'a Motions<'a>>,
    pub condition: Condition,
}

impl Member {
    /// m a° and I α°: its weight and its loads.
    pub(crate) fn pull(&self) -> Vec<Fraction> {
        let numbers = self.fall.iter().zip(&self.masses);
        let mut pull: Vec<Fraction> = numbers.map(|(fall, mass)| fall * mass).collect();
        for Product { of, by, inertia } in &self.products {
            if let (Some(sum), Some(fall)) = (pull.get_mut(*of), self.fall.get(*by)) {
                *sum = &*sum + fall * inertia;
            }
        }
        pull
    }

    /// Its masses, and then its products of inertia.
    fn all_masses(&self) -> impl Iterator<Item = &Fraction> {
        let products = self.products.iter().map(|product| &product.inertia);
        self.masses.iter().chain(products)
    }

    /// The least multiple of `unit` that makes a° and α° integers, and these integers.
    pub(crate) fn scaled_fall(&self, unit: &Integer) -> (Integer, Vec<Integer>) {
        integers(&self.fall, unit)
    }
}

impl<'a> ForcesOnBodies<'a> {
    pub(crate) fn new(forces: Vec<RowForce<'a>>) -> Self {
        let mut acting: BTreeMap<BodyId, Vec<ForceOnBody>> = BTreeMap::new();
        for RowForce { row, force } in forces {
            for (side, body) in row.bodies.into_iter().enumerate() {
                // What is fixed bears any force.
                if let Some(body) = body {
                    let on_body = ForceOnBody { row, force, side };
                    acting.entry(body).or_default().push(on_body);
                }
            }
        }
        Self { acting }
    }

    /// The forces on all bodies, over D, are m a and I α less what pulls.
    pub(crate) fn obey(
        &self,
        law: Law,
        members: &Members,
        denominator: &BigInt,
        place: &str,
    ) -> Result {
        for (body, member) in members {
            let forces = self.on(*body);
            let scale = common_scale(forces.iter().map(|force| force.row));
            let pull = member.pull();
            let products = member.products.iter().map(|product| &product.inertia);
            let numbers = member.masses.iter().chain(products).chain(&pull);
            let (scale, integers) = integers(numbers, &scale);
            let count = pull.len();
            let (masses, rest) = integers.split_at_checked(count).unwrap_or_default();
            let split = rest.split_at_checked(member.products.len());
            let (products, pulls) = split.unwrap_or_default();
            let momenta = match law.motion {
                Some(motion) => momenta(member, masses, products, motion_of(*body, motion)?),
                None => vec![BigInt::ZERO; count],
            };
            let sums = sum(forces, &scale, count);
            let sides = member.names.iter().zip(sums);
            for ((name, found), (mut required, pull)) in sides.zip(momenta.into_iter().zip(pulls)) {
                if law.pulls {
                    required -= pull * denominator;
                }
                if found != required {
                    let unit = &scale * denominator;
                    let place = format!("{place}, {}", member.name);
                    let found = names::fraction(&found, &unit);
                    let found = format!("{name} {found}");
                    let required = names::fraction(&required, &unit);
                    return law.condition.refuse(place, found, required);
                }
            }
        }
        Ok(())
    }

    /// scale · (force, torque) on a body, and the scale.
    pub(crate) fn total(&self, body: BodyId, member: &Member) -> (Vec<BigInt>, BigInt) {
        let forces = self.on(body);
        let scale = common_scale(forces.iter().map(|force| force.row));
        let sum = sum(forces, &scale, member.masses.len());
        (sum, scale.to_bigint().into_owned())
    }

    /// A body that no force acts on has none.
    fn on(&self, body: BodyId) -> &[ForceOnBody<'a>] {
        self.acting.get(&body).map_or(&[], Vec::as_slice)
    }
}

/// The means of comparing how large motions of a group are: ⟨x, x⟩ = Σ m a·a + αᵀ I α.
pub(crate) struct Size<'a> {
    /// Each body with its masses and products times one integer.
    bodies: Vec<(BodyId, &'a Member, Vec<Integer>)>,
}

impl<'a> Size<'a> {
    pub(crate) fn new(members: &'a Members) -> Self {
        let mut unit = Integer::ONE;
        for member in members.values() {
            (unit, _) = integers(member.all_masses(), &unit);
        }
        let mut bodies = Vec::new();
        for (body, member) in members {
            let (_, masses) = integers(member.all_masses(), &unit);
            bodies.push((*body, member, masses));
        }
        Self { bodies }
    }

    /// ⟨x, x⟩ times D² and one integer for all motions of the group.
    pub(crate) fn squared(&self, motions: &Motions) -> Result<BigInt> {
        let mut sum = BigInt::ZERO;
        for (body, member, masses) in &self.bodies {
            let motion = motion_of(*body, motions)?;
            let split = masses.split_at_checked(member.masses.len());
            let (masses, products) = split.unwrap_or_default();
            for (momentum, number) in momenta(member, masses, products, motion).iter().zip(motion) {
                sum += momentum * number;
            }
        }
        Ok(sum)
    }
}

/// scale · D · (m a, I α), given D · (a, α), and the masses and products of a body times scale.
fn momenta(
    member: &Member,
    masses: &[Integer],
    products: &[Integer],
    motion: &[BigInt],
) -> Vec<BigInt> {
    let numbers = masses.iter().zip(motion);
    let mut momenta: Vec<BigInt> = numbers.map(|(mass, number)| mass * number).collect();
    for (Product { of, by, .. }, inertia) in member.products.iter().zip(products) {
        if let (Some(sum), Some(number)) = (momenta.get_mut(*of), motion.get(*by)) {
            *sum += inertia * number;
        }
    }
    momenta
}

/// scale · D · (force, torque), given a multiple of the scales of all rows.
fn sum(forces: &[ForceOnBody], scale: &Integer, size: usize) -> Vec<BigInt> {
    let mut sum = vec![BigInt::ZERO; size];
    for ForceOnBody { row, force, side } in forces {
        let mut factor = scale / &row.scale;
        if *side == 1 {
            factor = -&factor;
        }
        for (sum, weight) in sum.iter_mut().zip(row.weights(*side)) {
            // Many directions are along an axis.
            if !weight.is_zero() {
                *sum += &factor * weight * *force;
            }
        }
    }
    sum
}
