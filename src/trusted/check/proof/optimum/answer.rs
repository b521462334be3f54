//! The content of a checked certificate, as rational numbers. Only these are made of fractions;
//! checking is done with integers.

use crate::core::row::{Motions, Row, motion_of};
use crate::index::ContactId;
use crate::plane::gap::Gap;
use crate::plane::side::Sides;
use crate::plane::velocity::CornerState;
use crate::proof::acceleration::UnreducedAcceleration;
use crate::proof::optimum::verified::{ProvedContact, ProvedCorner, Verified};
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;
use std::sync::Arc;
use zwang_certificate::{self as certificate, PartId};
use zwang_exact::{Integer, Quotient, Rational, Vector, lowest_terms};
use zwang_scene::BodyId;

/// The motion and the forces of one choice of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Gauss' restraint Σ ½ m |a - g|² + ½ I α² of the whole scene.
    pub restraint: Rational,
    /// By body; zero for fixed ones.
    pub accelerations: Vec<UnreducedAcceleration>,
    /// Contacts outside corners and imposed contacts of corners, in certificate order.
    pub contacts: Vec<ContactAnswer>,
    /// In certificate order.
    pub corners: Vec<CornerAnswer>,
    /// Force on the first body of each pin, N.
    pub pins: Vec<Vector>,
}

/// A contact: where it is, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactAnswer {
    /// The body of the vertex.
    pub first: BodyId,
    /// The body of the edge.
    pub second: BodyId,
    /// The vertex, m.
    pub point: Vector,
    /// Outward normal of the edge, from the second body into the first; not normalised.
    pub normal: Vector,
    /// φ ≥ 0: the contact force φ · normal acts on the first body, its opposite on the second.
    pub multiplier: Quotient,
    /// Velocity of the gap along the normal.
    pub gap_velocity: Rational,
    /// Acceleration of the gap along the normal.
    pub gap_acceleration: Quotient,
    /// The behaviour of the contact.
    pub state: ContactState,
}

/// The behaviour of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactState {
    /// It carries force.
    Pressing,
    /// Its gap has positive velocity or positive acceleration.
    Opening,
    /// It neither opens nor can carry force.
    Idle,
}

/// A vertex at a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerAnswer {
    /// The body of the smaller part.
    pub first: BodyId,
    /// The body of the larger part.
    pub second: BodyId,
    /// The common point, m.
    pub point: Vector,
    /// For each side the normal from the first body into the second; not normalised.
    pub normals: [Vector; 2],
    /// For each side the gap acceleration along its normal.
    pub gap_accelerations: [Quotient; 2],
    /// How it is decided which side is respected.
    pub decision: CornerDecision,
}

/// How a corner is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerDecision {
    /// It opens with positive velocity.
    Open,
    /// The velocities leave only this side.
    Forced(usize),
    /// The answer is that of a case that fixes this side.
    Chosen(usize),
    /// The velocities leave both sides, and the motion respects one by itself.
    Satisfied,
}

/// A checked certificate with one answer for each group.
pub(crate) struct Chosen<'a> {
    verified: &'a Verified,
    cases: Vec<ChosenCase<'a>>,
    /// Which of the cases each free body is in.
    case_of: BTreeMap<BodyId, usize>,
    /// The sides that velocities force or cases fix.
    sides: Sides,
}

/// The answer of a group.
struct ChosenCase<'a> {
    case: &'a certificate::Case,
    accelerations: Motions<'a>,
    restraint: [BigInt; 2],
    denominator: &'a BigInt,
    /// The denominator, as the unit of accelerations.
    unit: Integer,
}

/// Scale of a row times denominator of a case, by both: many gap accelerations share one.
type Units<'a> = BTreeMap<(&'a Integer, &'a BigInt), Arc<BigInt>>;

impl<'a> Chosen<'a> {
    /// `None` if there is no such choice.
    pub(crate) fn new(verified: &'a Verified, choice: &[usize]) -> Option<Self> {
        if choice.len() != verified.proved.len() {
            return None;
        }
        let mut chosen = Self {
            verified,
            cases: Vec::new(),
            case_of: BTreeMap::new(),
            sides: BTreeMap::new(),
        };
        for corner in &verified.corners {
            if let CornerState::Forced(side) = corner.state {
                chosen.sides.insert(corner.index, side);
            }
        }
        let groups = verified.proved.iter().zip(&verified.certificate.groups);
        for (index, ((group, entry), answer)) in groups.zip(choice).enumerate() {
            let proved = group.answers.get(*answer)?;
            let case = entry.cases.get(proved.index)?;
            let motion = case.motion.as_ref()?;
            let denominator = &motion.denominator;
            let mut accelerations = Motions::new();
            for (body, triple) in group.bodies.iter().zip(&motion.accelerations) {
                accelerations.insert(*body, triple);
                chosen.case_of.insert(*body, index);
            }
            let measure = &group.measure;
            let restraint =
                measure.proved_restraint(&accelerations, denominator, &proved.constants);
            chosen.sides.extend(&proved.sides);
            chosen.cases.push(ChosenCase {
                case,
                accelerations,
                restraint: restraint.ok()?,
                denominator,
                unit: Integer::from(denominator),
            });
        }
        Some(chosen)
    }

    /// The answer.
    ///
    /// # Errors
    /// None where the checker has accepted what is asked for; a [`crate::Rejection`] if a body is
    /// missing.
    pub(crate) fn answer(&self) -> Result<Answer> {
        let mut restraint = Rational::zero();
        let mut forces: BTreeMap<ContactId, Quotient> = BTreeMap::new();
        let scene = &self.verified.scene;
        let mut pins = vec![Vector::zero(); scene.pins.len()];
        for chosen in &self.cases {
            let case = chosen.case;
            let [numerator, denominator] = chosen.restraint.clone();
            restraint += lowest_terms(numerator, denominator);
            let denominator = Arc::new(chosen.denominator.clone());
            for (contact, force) in &case.forces {
                let force = Quotient::new(force.clone(), Arc::clone(&denominator));
                forces.insert(ContactId(*contact), force);
            }
            for (pin, force) in &case.pins {
                let Some(entry) = pins.get_mut(*pin) else {
                    let found = format!("pin {pin}");
                    return Form.refuse("scene", found, "one of its pins");
                };
                *entry = chosen.vector(force);
            }
        }
        let mut accelerations = Vec::new();
        for (body, entry) in scene.numbered_bodies() {
            accelerations.push(match entry.is_fixed() {
                true => UnreducedAcceleration::zero(),
                false => self.acceleration(body)?,
            });
        }
        let mut units = Units::new();
        let mut contacts = Vec::with_capacity(self.verified.contacts.len());
        for contact in &self.verified.contacts {
            // Contacts that no case lists carry no force.
            let listed = forces.remove(&contact.index);
            let force = listed.unwrap_or_else(Quotient::zero);
            if self.is_reported(contact) {
                let answer = self.contact(contact, force, &mut units)?;
                contacts.push(answer);
            }
        }
        let mut corners = Vec::new();
        for corner in &self.verified.corners {
            let answer = self.corner(corner, &mut units)?;
            corners.push(answer);
        }
        Ok(Answer {
            restraint,
            accelerations,
            contacts,
            corners,
            pins,
        })
    }

    /// The case of a free body.
    fn case_of(&self, body: BodyId) -> Result<&ChosenCase<'a>> {
        let case = self.case_of.get(&body);
        match case.and_then(|case| self.cases.get(*case)) {
            Some(case) => Ok(case),
            None => {
                let place = format!("body {body}");
                Form.refuse(place, "no group", "a group")
            }
        }
    }

    fn acceleration(&self, body: BodyId) -> Result<UnreducedAcceleration> {
        let chosen = self.case_of(body)?;
        let triple = motion_of(body, &chosen.accelerations)?;
        Ok(UnreducedAcceleration::new(triple, &chosen.unit))
    }

    /// The two bodies may be in different groups, with different denominators, if the contact is
    /// open.
    fn gap_acceleration(&self, row: &'a Row, units: &mut Units<'a>) -> Result<Quotient> {
        let [first, second] = match row.bodies {
            [Some(first), Some(second)] => [first, second],
            [Some(only), None] | [None, Some(only)] => [only, only],
            [None, None] => {
                return Form.refuse("a contact", "fixed bodies", "a free body");
            }
        };
        let first = self.case_of(first)?;
        let second = self.case_of(second)?;
        let of_first = row.of_first(&first.accelerations)?;
        let of_second = row.of_second(&second.accelerations)?;
        let over = first.denominator;
        let other_over = second.denominator;
        if over == other_over {
            let value = of_first - of_second + &row.constant * over;
            let unit = units.entry((&row.scale, over));
            let unit = unit.or_insert_with(|| Arc::new(&row.scale * over));
            return Ok(Quotient::new(value, Arc::clone(unit)));
        }
        let common = over * other_over;
        let of_both = of_first * other_over - of_second * over;
        let value = of_both + &row.constant * &common;
        let unit = Arc::new(&row.scale * &common);
        Ok(Quotient::new(value, unit))
    }

    /// How a corner is decided.
    fn decision(&self, corner: &ProvedCorner) -> CornerDecision {
        match corner.state {
            CornerState::Open => CornerDecision::Open,
            CornerState::Forced(side) => CornerDecision::Forced(side.number()),
            CornerState::Undecided => match self.sides.get(&corner.index) {
                Some(side) => CornerDecision::Chosen(side.number()),
                None => CornerDecision::Satisfied,
            },
        }
    }

    /// Whether a contact is outside corners, or imposed.
    fn is_reported(&self, contact: &ProvedContact) -> bool {
        match contact.corner {
            None => true,
            Some((corner, side)) => self.sides.get(&corner) == Some(&side),
        }
    }

    fn contact(
        &self,
        contact: &'a ProvedContact,
        multiplier: Quotient,
        units: &mut Units<'a>,
    ) -> Result<ContactAnswer> {
        let Gap {
            point,
            normal,
            velocity,
            row,
        } = &*contact.gap;
        let gap_acceleration = self.gap_acceleration(row, units)?;
        let is_opening = velocity.is_positive() || gap_acceleration.is_positive();
        let state = if multiplier.is_positive() {
            ContactState::Pressing
        } else if is_opening {
            ContactState::Opening
        } else {
            ContactState::Idle
        };
        let certificate::Contact { vertex, edge } = contact.id;
        Ok(ContactAnswer {
            first: BodyId(vertex.part.body),
            second: BodyId(edge.part.body),
            point: point.into(),
            normal: normal.into(),
            multiplier,
            gap_velocity: velocity.into(),
            gap_acceleration,
            state,
        })
    }

    fn corner(&self, corner: &'a ProvedCorner, units: &mut Units<'a>) -> Result<CornerAnswer> {
        let [smaller, larger] = corner.parts;
        let [zero, one] = &corner.contacts;
        let of_zero = self.gap_acceleration(&zero.gap.row, units)?;
        let of_one = self.gap_acceleration(&one.gap.row, units)?;
        Ok(CornerAnswer {
            first: BodyId(smaller.body),
            second: BodyId(larger.body),
            point: (&zero.gap.point).into(),
            normals: [zero.normal_from(smaller), one.normal_from(smaller)],
            gap_accelerations: [of_zero, of_one],
            decision: self.decision(corner),
        })
    }
}

impl ProvedContact {
    /// The normal of the edge, from this part into the other one.
    fn normal_from(&self, part: PartId) -> Vector {
        let normal = &self.gap.normal;
        if self.id.edge.part == part {
            normal.into()
        } else {
            (&-normal).into()
        }
    }
}

impl ChosenCase<'_> {
    /// A number over the denominator of the case.
    fn over(&self, number: &BigInt) -> Rational {
        lowest_terms(number.clone(), self.denominator.clone())
    }

    /// Two numbers over the denominator of the case.
    fn vector(&self, [x, y]: &[BigInt; 2]) -> Vector {
        let x = self.over(x);
        let y = self.over(y);
        Vector::new(x, y)
    }
}
