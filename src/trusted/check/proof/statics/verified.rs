//! A checked proof of statics. There is no way to make one but [`crate::proof::statics::verify`].

use super::case::{Case, Claim};
use super::mechanism::Mechanism;
use crate::core::row::Motions;
use crate::index::{ContactId, CornerId};
use crate::plane::contact::Contact;
use crate::proof::acceleration::UnreducedAcceleration;
use crate::proof::bearing::{self, Bearing, BearingNormal};
use crate::proof::forces::{ForceOnContact, Forces};
use crate::proof::group::Group;
use crate::proof::named::{ForceOnPin, Named};
use crate::rejection::Result;
use num_traits::Zero;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_certificate::statics::Statics;
use zwang_exact::{Integer, Rational, Vector};
use zwang_scene::{BodyId, PinId, Scene};

/// A scene at rest with a proof that forces hold it, or that none do.
#[derive(Clone, Debug)]
pub struct VerifiedStatics {
    scene: Scene,
    digest: String,
    bits: u64,
    verdict: StaticsVerdict,
    holding: Option<Holding>,
    velocities: Vec<UnreducedAcceleration>,
    mechanism: Option<Mechanism>,
    choices: usize,
    corners_are_narrow: bool,
}

/// A case with forces that hold its group.
struct HeldCase<'a> {
    case: &'a Case<'a>,
    forces: &'a Forces<'a>,
}

/// Whether a scene stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticsVerdict {
    /// Forces without friction hold it: nothing but rest obeys Coulomb's law.
    Stands,
    /// Forces hold it, some of them by friction; that they arise is not shown.
    CanStand,
    /// No forces can hold it.
    Falls,
}

/// The forces that hold a scene; where there are corners, those of the first case of each group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Contacts outside corners, and those on which a case puts a force, in certificate order.
    /// Corners with friction that bear a force are one contact each, with a normal that bears it;
    /// of those that bear none both sides are listed.
    pub contacts: Vec<HeldContact>,
    /// Force on the first body of each pin, N.
    pub pins: Vec<Vector>,
}

/// A contact with its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldContact {
    /// The body of the vertex.
    pub first: BodyId,
    /// The body of the edge.
    pub second: BodyId,
    /// The vertex, m.
    pub point: Vector,
    /// Outward normal n of the edge, from the second body into the first; not normalised.
    pub normal: Vector,
    /// φ ≥ 0: the force φ n + ψ J n acts on the first body, its opposite on the second.
    pub across: Rational,
    /// ψ, at most μφ in size.
    pub along: Rational,
    /// μ.
    pub friction: Rational,
    /// Whether a vertex with friction meets a vertex here, as if both were slightly rounded: the
    /// normal is one of those between them.
    pub is_rounded: bool,
}

impl fmt::Display for StaticsVerdict {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Stands => "stands",
            Self::CanStand => "can stand",
            Self::Falls => "falls",
        })
    }
}

impl VerifiedStatics {
    pub(crate) fn new(
        scene: &Scene,
        digest: String,
        statics: &Statics,
        named: Named,
        groups: &[(&Group, Vec<Case>)],
        mechanism: Option<Mechanism>,
    ) -> Result<Self> {
        let held = held(groups);
        Ok(Self {
            velocities: velocities(scene, groups),
            scene: scene.clone(),
            digest,
            bits: statics.bits(),
            verdict: verdict(held.as_deref()),
            holding: match held {
                Some(held) => Some(Holding::new(scene, named, &held)?),
                None => None,
            },
            mechanism,
            choices: most_cases(groups),
            corners_are_narrow: corners_are_narrow(groups)?,
        })
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Whether the scene stands.
    #[must_use]
    pub fn verdict(&self) -> StaticsVerdict {
        self.verdict
    }

    /// The forces that hold the scene; `None` if it falls.
    #[must_use]
    pub fn holding(&self) -> Option<&Holding> {
        self.holding.as_ref()
    }

    /// A virtual velocity of each body (m/s, rad/s) that no contact resists and under which
    /// weights and loads do work; zero for bodies that are held.
    #[must_use]
    pub fn velocities(&self) -> &[UnreducedAcceleration] {
        &self.velocities
    }

    /// How the scene falls, as these velocities say; `None` if it does not.
    #[must_use]
    pub fn mechanism(&self) -> Option<&Mechanism> {
        self.mechanism.as_ref()
    }

    /// The work of weights and loads under the velocities, W: without loads, the potential energy
    /// that they lose.
    #[must_use]
    pub fn work(&self) -> Rational {
        self.work_in(&self.scene)
    }

    /// The same with the weights and loads of a scene that has the same bodies.
    pub(crate) fn work_in(&self, scene: &Scene) -> Rational {
        let mut work = Rational::zero();
        for (pull, velocity) in scene.pulls().iter().zip(&self.velocities) {
            // What is fixed is pulled by nothing.
            if let Some(pull) = pull {
                work += pull.power(&velocity.linear, &velocity.angular);
            }
        }
        work
    }

    /// Whether what corners with friction bear adds up: their forces are no wider than a
    /// half-plane, and no contacts are knotted.
    pub(crate) fn corners_are_narrow(&self) -> bool {
        self.corners_are_narrow
    }

    /// The largest number of cases of a group: how many ways to pass its corners were looked at.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.choices
    }
}

/// Whether one normal of each corner with friction bears every sum of forces that it bears, and
/// contacts that are not hidden are not knotted.
fn corners_are_narrow(groups: &[(&Group, Vec<Case>)]) -> Result<bool> {
    let mut at_corners = Vec::new();
    let mut bearing = Vec::new();
    for (group, _) in groups {
        bearing.extend(group.imposed.values().copied());
        for corner in group.undecided.values() {
            bearing.extend(corner.bearing());
        }
        for corner in group.rough_corners() {
            if !bearing::is_narrow(corner, &corner.friction()) {
                return Ok(false);
            }
            at_corners.extend(corner.bearing());
        }
    }
    Ok(bearing::knot(at_corners, bearing)?.is_none())
}

/// The largest number of cases of a group.
fn most_cases(groups: &[(&Group, Vec<Case>)]) -> usize {
    let counts = groups.iter().map(|(_, cases)| cases.len());
    counts.max().unwrap_or(0)
}

/// All cases and their forces; `None` if one of them falls.
fn held<'a>(groups: &'a [(&Group, Vec<Case>)]) -> Option<Vec<HeldCase<'a>>> {
    let mut held = Vec::new();
    for case in groups.iter().flat_map(|(_, cases)| cases) {
        match &case.claim {
            Claim::Held(forces) => held.push(HeldCase { case, forces }),
            Claim::Falling(_) => return None,
        }
    }
    Some(held)
}

fn verdict(held: Option<&[HeldCase]>) -> StaticsVerdict {
    match held {
        None => StaticsVerdict::Falls,
        Some(held) if held.iter().any(needs_friction) => StaticsVerdict::CanStand,
        Some(_) => StaticsVerdict::Stands,
    }
}

/// Whether a contact has friction, or a side of a corner with friction a force although the case
/// does not fix it: another motion may leave this side.
fn needs_friction(HeldCase { case, forces }: &HeldCase) -> bool {
    let mut contacts = forces.contacts.iter();
    contacts.any(|listed| {
        let is_fixed = case.fixed.contains_key(&listed.contact.index);
        !listed.along.is_zero() || !listed.across.is_zero() && !is_fixed
    })
}

impl Holding {
    fn new(scene: &Scene, named: Named, held: &[HeldCase]) -> Result<Self> {
        let mut forces: BTreeMap<ContactId, [Rational; 2]> = BTreeMap::new();
        let mut bearings: BTreeMap<CornerId, Bearing> = BTreeMap::new();
        let mut pin_forces: BTreeMap<PinId, Vector> = BTreeMap::new();
        for HeldCase { case, forces: held } in held {
            if case.index != 0 {
                continue;
            }
            for listed in &held.contacts {
                let ForceOnContact {
                    contact,
                    across,
                    along,
                } = listed;
                let across = held.rational(across);
                let along = held.rational(along);
                let contact = contact.index;
                forces.insert(contact, [across, along]);
            }
            for corner in case.group.rough_corners() {
                if case.sides.contains_key(&corner.index) || !corner.is_two_sided() {
                    continue;
                }
                let bearing = Bearing::new(corner, held);
                bearings.insert(corner.index, bearing);
            }
            for ForceOnPin { pin, force } in &held.pins {
                let force = held.over(force);
                pin_forces.insert(pin.index, force);
            }
        }
        let mut contacts = Vec::new();
        for contact in named.contacts {
            let bearing = contact.corner.and_then(|(index, _)| bearings.get(&index));
            if let Some(bearing) = bearing
                && !bearing.force.is_zero()
            {
                if bearing.corner.first().index == contact.index {
                    contacts.extend(HeldContact::rounded(bearing));
                }
                continue;
            }
            let listed = forces.remove(&contact.index);
            let [across, along] = match listed.filter(|_| bearing.is_none()) {
                Some(force) => force,
                // A side of a corner that the case does not impose is not told.
                None if contact.corner.is_some() && bearing.is_none() => continue,
                None => [Rational::zero(), Rational::zero()],
            };
            contacts.push(HeldContact::new(contact, [across, along]));
        }
        let mut pins = Vec::new();
        for (pin, _) in scene.numbered_pins() {
            // Pins that no case lists carry no force.
            let force = pin_forces.remove(&pin);
            pins.push(force.unwrap_or_else(Vector::zero));
        }
        Ok(Self { contacts, pins })
    }
}

impl HeldContact {
    /// A contact with φ and ψ.
    pub(crate) fn new(contact: &Contact, [across, along]: [Rational; 2]) -> Self {
        let [first, second] = contact.bodies;
        Self {
            first: first.index,
            second: second.index,
            point: Vector::from(&contact.gap.point),
            normal: Vector::from(&contact.gap.normal),
            across,
            along,
            friction: contact.friction().clone(),
            is_rounded: false,
        }
    }

    /// A corner with friction; `None` if it bears no force.
    pub(crate) fn rounded(bearing: &Bearing) -> Option<Self> {
        if bearing.force.is_zero() {
            return None;
        }
        let BearingNormal {
            normal,
            across,
            along,
        } = bearing.normal()?;
        Some(Self {
            normal,
            is_rounded: true,
            ..Self::new(bearing.corner.first(), [across, along])
        })
    }
}

/// y by body; 0 where nothing falls.
fn velocities(scene: &Scene, groups: &[(&Group, Vec<Case>)]) -> Vec<UnreducedAcceleration> {
    let mut falling = Motions::new();
    for case in groups.iter().flat_map(|(_, cases)| cases) {
        if let Claim::Falling(velocity) = &case.claim {
            falling.extend(velocity);
        }
    }
    let mut velocities = Vec::new();
    for body in scene.body_ids() {
        velocities.push(match falling.get(&body) {
            Some(triple) => UnreducedAcceleration::new(triple, &Integer::ONE),
            None => UnreducedAcceleration::zero(),
        });
    }
    velocities
}
