//! What a checked certificate says, as rational numbers. Only these are made of fractions; checking
//! is done with integers.

use crate::gap::Gap;
use crate::model::Member;
use crate::restraint::Measure;
use crate::row::Triple;
use crate::velocity::CornerState;
use crate::verified::Verified;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::{Case, Contact, Motion};
use zwang_exact::{Rational, Vector, lowest_terms};
use zwang_scene::BodyId;

/// The motion and the forces of one choice of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Gauss' restraint Σ ½ m |a - g|² + ½ I α² of the whole scene.
    pub restraint: Rational,
    /// By body; zero for fixed ones.
    pub accelerations: Vec<Acceleration>,
    /// Contacts outside corners and imposed contacts of corners, in certificate order.
    pub contacts: Vec<ContactAnswer>,
    /// In certificate order.
    pub corners: Vec<CornerAnswer>,
    /// Force on the first body of each pin, N.
    pub pins: Vec<Vector>,
}

/// Acceleration of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceleration {
    /// Of the centroid, m/s².
    pub linear: Vector,
    /// Angular, rad/s², counter-clockwise.
    pub angular: Rational,
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
    pub multiplier: Rational,
    /// Velocity of the gap along the normal.
    pub gap_velocity: Rational,
    /// Acceleration of the gap along the normal.
    pub gap_acceleration: Rational,
    /// What the contact does.
    pub state: ContactState,
}

/// What a contact does.
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
    pub gap_accelerations: [Rational; 2],
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
    cases: Vec<(&'a Case, &'a Motion)>,
    /// The side of each corner that the cases fix.
    fixed: BTreeMap<usize, usize>,
}

impl<'a> Chosen<'a> {
    pub(crate) fn new(verified: &'a Verified, choice: &[usize]) -> Option<Self> {
        let groups = &verified.certificate.groups;
        let cases = groups.iter().zip(choice).map(|(group, answer)| {
            let case = group.cases.get(*group.answers.get(*answer)?)?;
            Some((case, case.motion.as_ref()?))
        });
        let cases: Vec<(&Case, &Motion)> = cases
            .collect::<Option<_>>()
            .filter(|_| choice.len() == groups.len())?;
        let fixed = cases
            .iter()
            .flat_map(|(case, _)| case.sides.iter().copied())
            .collect();
        Some(Self {
            verified,
            cases,
            fixed,
        })
    }

    pub(crate) fn answer(&self) -> Option<Answer> {
        let certificate = &self.verified.certificate;
        let mut restraint = Rational::zero();
        let mut multipliers = vec![Rational::zero(); certificate.contacts.len()];
        let mut pins = vec![Vector::zero(); self.verified.scene.pins.len()];
        for (group, (case, motion)) in certificate.groups.iter().zip(&self.cases) {
            let (numerator, denominator) = Measure::new(&self.verified.scene, &group.bodies)
                .ok()?
                .restraint(motion);
            restraint += lowest_terms(numerator, denominator);
            let over = |number: &BigInt| lowest_terms(number.clone(), motion.denominator.clone());
            for (contact, force) in &case.forces {
                *multipliers.get_mut(*contact)? = over(force);
            }
            for (pin, [x, y]) in &case.pins {
                *pins.get_mut(*pin)? = Vector::new(over(x), over(y));
            }
        }
        let accelerations = (0..self.verified.scene.bodies.len())
            .map(|body| self.acceleration(body))
            .collect();
        let contacts = multipliers
            .into_iter()
            .enumerate()
            .filter(|(contact, _)| self.is_reported(*contact));
        let contacts = contacts
            .map(|(contact, multiplier)| self.contact(contact, multiplier))
            .collect::<Option<_>>()?;
        let corners = (0..certificate.corners.len())
            .map(|corner| self.corner(corner))
            .collect::<Option<_>>()?;
        Some(Answer {
            restraint,
            accelerations,
            contacts,
            corners,
            pins,
        })
    }

    /// D · motion of a free body, and D.
    fn motion(&self, body: BodyId) -> Option<(&Triple, &BigInt)> {
        let Member { group, position } = self.verified.members.get(body).copied().flatten()?;
        let (_, motion) = self.cases.get(group)?;
        Some((motion.accelerations.get(position)?, &motion.denominator))
    }

    fn acceleration(&self, body: BodyId) -> Acceleration {
        let Some(([x, y, turn], denominator)) = self.motion(body) else {
            return Acceleration {
                linear: Vector::zero(),
                angular: Rational::zero(),
            };
        };
        let [x, y, angular] =
            [x, y, turn].map(|number| lowest_terms(number.clone(), denominator.clone()));
        Acceleration {
            linear: Vector::new(x, y),
            angular,
        }
    }

    /// The two bodies may be in different groups, with different denominators, if the contact is
    /// open.
    fn gap_acceleration(&self, gap: &Gap) -> Rational {
        let row = &gap.row;
        let (first, second) = (
            self.motion(row.first),
            row.second.and_then(|second| self.motion(second)),
        );
        let (value, denominator) = match (first, second) {
            (Some((own, over)), Some((other, other_over))) if over != other_over => {
                let common = over * other_over;
                let parts = row.difference(Some(own), None) * other_over
                    + row.difference(None, Some(other)) * over;
                (parts + &row.constant * &common, common)
            }
            _ => {
                let over = first
                    .or(second)
                    .map_or_else(BigInt::one, |(_, over)| over.clone());
                (
                    row.value(
                        first.map(|(own, _)| own),
                        second.map(|(other, _)| other),
                        &over,
                    ),
                    over,
                )
            }
        };
        lowest_terms(value, &row.scale * &denominator)
    }

    /// How a corner is decided.
    fn decision(&self, corner: usize) -> Option<CornerDecision> {
        let fixed = self.fixed.get(&corner);
        Some(match self.verified.corners.get(corner)? {
            CornerState::Open => CornerDecision::Open,
            CornerState::Forced(side) => CornerDecision::Forced(*side),
            CornerState::Undecided => fixed.map_or(CornerDecision::Satisfied, |side| {
                CornerDecision::Chosen(*side)
            }),
        })
    }

    /// Whether a contact is outside corners, or imposed.
    fn is_reported(&self, contact: usize) -> bool {
        let Some(Some((corner, side))) = self.verified.memberships.get(contact) else {
            return true;
        };
        let decision = self.decision(*corner);
        decision == Some(CornerDecision::Forced(*side))
            || decision == Some(CornerDecision::Chosen(*side))
    }

    fn contact(&self, contact: usize, multiplier: Rational) -> Option<ContactAnswer> {
        let Contact { vertex, edge } = self.verified.certificate.contacts.get(contact)?;
        let gap = self.verified.gaps.get(contact)?;
        let gap_acceleration = self.gap_acceleration(gap);
        let state = if multiplier.is_positive() {
            ContactState::Pressing
        } else if gap.velocity.is_positive() || gap_acceleration.is_positive() {
            ContactState::Opening
        } else {
            ContactState::Idle
        };
        let (first, second) = (vertex.part.body, edge.part.body);
        let (point, normal, gap_velocity) = (
            (&gap.point).into(),
            (&gap.normal).into(),
            (&gap.velocity).into(),
        );
        Some(ContactAnswer {
            first,
            second,
            point,
            normal,
            multiplier,
            gap_velocity,
            gap_acceleration,
            state,
        })
    }

    fn corner(&self, corner: usize) -> Option<CornerAnswer> {
        let [side, other_side] = &self.verified.certificate.corners.get(corner)?.sides;
        let [contact, other_contact] = [side.first()?, other_side.first()?];
        let Contact { vertex, edge } = self.verified.certificate.contacts.get(*contact)?;
        let (smaller, larger) = (vertex.part.min(edge.part), vertex.part.max(edge.part));
        let gaps = [
            self.verified.gaps.get(*contact)?,
            self.verified.gaps.get(*other_contact)?,
        ];
        let owners = [
            edge.part,
            self.verified
                .certificate
                .contacts
                .get(*other_contact)?
                .edge
                .part,
        ];
        let normal = |owner, gap: &Gap| {
            if owner == smaller {
                (&gap.normal).into()
            } else {
                (&-&gap.normal).into()
            }
        };
        let ([owner, other_owner], [gap, other_gap]) = (owners, gaps);
        Some(CornerAnswer {
            first: smaller.body,
            second: larger.body,
            point: (&gap.point).into(),
            normals: [normal(owner, gap), normal(other_owner, other_gap)],
            gap_accelerations: gaps.map(|gap| self.gap_acceleration(gap)),
            decision: self.decision(corner)?,
        })
    }
}
