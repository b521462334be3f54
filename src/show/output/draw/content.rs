//! The content of a picture, whether it comes from the answer at an instant or from a step of a
//! run.

use super::options::DrawOptions;
use super::ranges::Range;
use super::united::united;
use crate::SymmetryLine;
use crate::event::sliding;
use crate::outcome;
use crate::run::{RunState, RunStep, part, share};
use num_traits::Zero;
use zwang_certificate::{Contact, PartId};
use zwang_check::{Answer, ContactState, CornerDecision, UnreducedAcceleration};
use zwang_exact::{Fraction, Rational, Vector};
use zwang_scene::{BodyId, PinId, Scene};

/// Marks on the bodies.
pub(super) struct Content {
    /// The quantity of the motions.
    pub(super) quantity: Quantity,
    /// By body; zero for fixed ones.
    pub(super) motions: Vec<Motion>,
    /// The velocities at the instant of an answer, by body; none if everything is at rest, and none
    /// in pictures of runs, where the motions are velocities.
    pub(super) initial: Vec<Motion>,
    pub(super) contacts: Vec<ContactMark>,
    pub(super) pins: Vec<PinMark>,
    pub(super) corners: Vec<CornerMark>,
}

#[cfg(test)]
impl Content {
    /// Nothing but contacts.
    pub(super) fn of_contacts(contacts: Vec<ContactMark>) -> Self {
        Self {
            quantity: Quantity::Acceleration,
            motions: vec![],
            initial: vec![],
            contacts,
            pins: vec![],
            corners: vec![],
        }
    }
}

/// The quantity of the motions of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Acceleration,
    Velocity,
}

/// Acceleration or velocity of a body: of its centroid, and angular.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    pub(super) linear: Vector,
    pub(super) angular: Rational,
}

/// The state of a contact, or its event in the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deed {
    /// It slides, or begins to.
    Sliding,
    /// It presses.
    Pressing,
    /// It presses, did not in the step before, and the bodies approached each other.
    Impact,
    /// It presses, and did not in the step before.
    Made,
    /// It opens, or no longer presses.
    Opening,
    /// It neither opens nor can press.
    Idle,
}

/// A contact.
pub(super) struct ContactMark {
    pub(super) first: BodyId,
    pub(super) second: BodyId,
    pub(super) point: Vector,
    pub(super) normal: Vector,
    /// On the first body, N.
    pub(super) force: Vector,
    pub(super) deed: Deed,
    /// Whether other forces would do as well.
    pub(super) is_indeterminate: bool,
    /// The range in which its force can end, if that is shown.
    pub(super) range: Option<Range>,
}

/// The force of a pin on its first body, N.
pub(super) struct PinMark {
    pub(super) pin: PinId,
    pub(super) force: Vector,
    pub(super) is_indeterminate: bool,
    /// The range in which its force can end, if that is shown.
    pub(super) range: Option<Range>,
}

/// A vertex at a vertex.
pub(super) struct CornerMark {
    pub(super) first: BodyId,
    pub(super) second: BodyId,
    pub(super) point: Vector,
    /// Whether a choice decided.
    pub(super) is_decided: bool,
}

impl Motion {
    pub(super) fn zero() -> Self {
        Self {
            linear: Vector::zero(),
            angular: Rational::zero(),
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.linear.is_zero() && self.angular.is_zero()
    }
}

impl Content {
    /// Whether contacts or pins have forces, or ranges of them.
    pub(super) fn has_forces(&self) -> bool {
        let mut contacts = self.contacts.iter();
        let mut pins = self.pins.iter();
        contacts.any(|contact| !contact.force.is_zero())
            || pins.any(|pin| !pin.force.is_zero())
            || self.ranges().next().is_some()
    }

    /// The ranges of forces that are shown.
    pub(super) fn ranges(&self) -> impl Iterator<Item = &Range> {
        let contacts = self.contacts.iter().map(|contact| &contact.range);
        let pins = self.pins.iter().map(|pin| &pin.range);
        contacts.chain(pins).flatten()
    }

    /// Whether everything moves as its mirror image does.
    pub(super) fn keeps(&self, reflection: &SymmetryLine) -> bool {
        are_invariant(&self.motions, reflection) && are_invariant(&self.initial, reflection)
    }

    /// The content of an answer.
    pub(super) fn of_answer(scene: &Scene, answer: &Answer, options: &DrawOptions) -> Self {
        let indeterminate = &options.indeterminate;
        let mut contacts = Vec::new();
        for (index, contact) in answer.contacts.iter().enumerate() {
            contacts.push(ContactMark {
                first: contact.first,
                second: contact.second,
                point: contact.point.clone(),
                normal: contact.normal.clone(),
                force: contact.multiplier.along(&contact.normal),
                deed: match contact.state {
                    ContactState::Pressing => Deed::Pressing,
                    ContactState::Opening => Deed::Opening,
                    ContactState::Idle => Deed::Idle,
                },
                is_indeterminate: !indeterminate.is_unique_contact(index),
                range: None,
            });
        }
        let pins = answer.pins.iter().enumerate().map(|(pin, force)| PinMark {
            pin: PinId(pin),
            force: force.clone(),
            is_indeterminate: !indeterminate.is_unique_pin(pin),
            range: None,
        });
        let corners = answer.corners.iter().map(|corner| CornerMark {
            first: corner.first,
            second: corner.second,
            point: corner.point.clone(),
            is_decided: match corner.decision {
                CornerDecision::Chosen(_) | CornerDecision::Forced(_) => true,
                CornerDecision::Open | CornerDecision::Satisfied => false,
            },
        });
        let motions = answer.accelerations.iter().map(|motion| Motion {
            linear: motion.linear.clone(),
            angular: motion.angular.clone(),
        });
        let initial = match scene.is_at_rest() {
            true => Vec::new(),
            false => initial_velocities(scene),
        };
        Self {
            quantity: Quantity::Acceleration,
            motions: motions.collect(),
            initial,
            contacts: united(contacts, &Rational::zero()),
            pins: pins.collect(),
            corners: corners.collect(),
        }
    }

    /// The content of a scene that falls: a virtual motion that proves it, of the size in which
    /// report and JSON tell it.
    pub(super) fn of_virtual_motion(motions: &[UnreducedAcceleration]) -> Self {
        let unit = outcome::to_unit(motions);
        let motions = motions.iter().map(|motion| Motion {
            linear: motion.linear.scaled(&unit),
            angular: &motion.angular * &unit,
        });
        Self {
            quantity: Quantity::Velocity,
            motions: motions.collect(),
            initial: vec![],
            contacts: vec![],
            pins: vec![],
            corners: vec![],
        }
    }

    /// The content of the scene before its first step: its velocities.
    pub(super) fn of_start(scene: &Scene) -> Self {
        Self {
            quantity: Quantity::Velocity,
            motions: initial_velocities(scene),
            initial: vec![],
            contacts: vec![],
            pins: vec![],
            corners: vec![],
        }
    }

    /// The content of a step, whose bodies are where `moved` has them. Contacts of two bodies that
    /// are closer than `near` are drawn as one; those slide that slip by more than touch.
    pub(super) fn of_step(
        scene: &Scene,
        moved: &Scene,
        step: &RunStep,
        near: &Rational,
        options: &DrawOptions,
    ) -> Self {
        let indeterminate = &options.indeterminate;
        let facts = step.facts();
        let sliding = sliding(step);
        let mut contacts = Vec::new();
        for (index, force) in step.forces().iter().enumerate() {
            let deed = match &force.row {
                row if facts.impacts.contains(row) => Deed::Impact,
                row if facts.made.contains(row) => Deed::Made,
                row if sliding.contains(row) => Deed::Sliding,
                _ => Deed::Pressing,
            };
            if let Some(mut mark) = contact(moved, &force.row) {
                mark.force = force.force.clone();
                mark.deed = deed;
                mark.is_indeterminate = !indeterminate.is_unique_contact(index);
                contacts.push(mark);
            }
        }
        for row in &facts.lost {
            contacts.extend(contact(moved, row));
        }
        let mut pins = Vec::new();
        for (index, (pin, force)) in step.pin_forces().into_iter().enumerate() {
            pins.push(PinMark {
                pin,
                force,
                is_indeterminate: !indeterminate.is_unique_pin(index),
                range: None,
            });
        }
        let states = [step.before(), step.state()];
        Self {
            quantity: Quantity::Velocity,
            motions: velocities(scene, states, step.length()),
            initial: vec![],
            contacts: united(contacts, near),
            pins,
            corners: vec![],
        }
    }
}

/// The velocities that a scene gives its bodies.
pub(super) fn initial_velocities(scene: &Scene) -> Vec<Motion> {
    let mut velocities = Vec::new();
    for body in &scene.bodies {
        let linear = match &body.dynamics {
            Some(free) => free.velocity.clone(),
            None => Vector::zero(),
        };
        let angular = body.spin();
        velocities.push(Motion { linear, angular });
    }
    velocities
}

/// Whether motions are their own image under a symmetry.
fn are_invariant(motions: &[Motion], symmetry: &SymmetryLine) -> bool {
    for (motion, image) in motions.iter().zip(&symmetry.images) {
        let x = Fraction::from(&motion.linear.x);
        let y = Fraction::from(&motion.linear.y);
        let Some([x, y]) = symmetry.kind.mirror([&x, &y]) else {
            return false;
        };
        let mirrored = Vector::new((&x).into(), (&y).into());
        let Some(other) = motions.get(image.0) else {
            return false;
        };
        let turns_back = -&motion.angular;
        if other.linear != mirrored || other.angular != turns_back {
            return false;
        }
    }
    true
}

/// The vertices of a part.
fn vertices(scene: &Scene, id: PartId) -> Option<&[Vector]> {
    Some(part(scene, id)?.vertices())
}

/// A contact that carries nothing, of the vertex and the edge of a row.
fn contact(scene: &Scene, row: &Contact) -> Option<ContactMark> {
    let [first, second] = row.bodies().map(BodyId);
    let own = vertices(scene, row.vertex.part)?.get(row.vertex.index)?;
    let others = vertices(scene, row.edge.part)?;
    let start = others.get(row.edge.index % others.len())?;
    let end = others.get((row.edge.index + 1) % others.len())?;
    let normal = match row.edge.index < others.len() {
        true => -&(end - start).quarter_turn(),
        false => own - start,
    };
    let below = share(part(scene, row.vertex.part)?.radius(), &normal.dot(&normal));
    Some(ContactMark {
        first,
        second,
        point: own - &normal.scaled(&below),
        normal,
        force: Vector::zero(),
        deed: Deed::Opening,
        is_indeterminate: false,
        range: None,
    })
}

/// The velocities that lead from one state to the next: (z - z⁻)/h and 2τ/h with rot(τ) = c
/// conj(c⁻), those of the recorded kinetic energy; in runs of second order those of the state.
fn velocities(scene: &Scene, [before, after]: [&RunState; 2], length: &Rational) -> Vec<Motion> {
    let mut motions = Vec::new();
    for (index, body) in scene.numbered_bodies() {
        let motion = match body.is_fixed() {
            true => None,
            false => velocity(index, [before, after], length),
        };
        motions.push(motion.unwrap_or_else(Motion::zero));
    }
    motions
}

fn velocity(body: BodyId, [before, after]: [&RunState; 2], length: &Rational) -> Option<Motion> {
    if let Some((linear, angular)) = after.velocity(body) {
        return Some(Motion {
            linear: linear.clone(),
            angular: angular.clone(),
        });
    }
    let way = &after.position(body)? - &before.position(body)?;
    let turn = after.rotation(body)?;
    let last = before.rotation(body)?;
    let cosine = last.dot(&turn);
    let sine = last.cross(&turn);
    // In exact runs rotations have other lengths than 1, and c conj(c⁻) is divided by |c⁻|².
    let whole = last.dot(&last) + cosine;
    let angular = if whole.is_zero() {
        Rational::zero()
    } else {
        sine / whole * Rational::from_integer(2.into())
    };
    Some(Motion {
        linear: way.scaled(&length.recip()),
        angular: angular / length,
    })
}
