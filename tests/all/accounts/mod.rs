//! What an answer says, in a form that does not depend on how its scene is listed.
//!
//! Compared are restraint, accelerations, and for each contact its place, direction, gap
//! acceleration and state; not forces, which are not unique.

use crate::answers::ratio;
use zwang_check::{Answer, ContactAnswer, ContactState, CornerAnswer, CornerDecision};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// What an answer says, whatever the order of bodies and the length of edges.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Account {
    restraint: Rational,
    motions: Vec<(String, Vector, Rational)>,
    contacts: Vec<Place>,
    corners: Vec<Place>,
}

/// Two bodies by name, where they touch, and what happens there along which direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    bodies: (String, String),
    point: Vector,
    events: Vec<(Vector, Option<Rational>, &'static str)>,
}

/// From the body whose name comes first, in the one norm 1.
fn unit(normal: &Vector, from_first: bool) -> Vector {
    let absolute = |value: &Rational| value.max(&-value).clone();
    let size = (absolute(&normal.x) + absolute(&normal.y)).recip();
    normal.scaled(&if from_first { size } else { -size })
}

/// The square of the gap acceleration per length of the normal, with its sign.
fn opening(value: &Rational, normal: &Vector) -> Rational {
    value * value.max(&-value) / normal.dot(normal)
}

/// The names of two bodies in order, and whether `from` comes first.
fn names(scene: &Scene, from: BodyId, to: BodyId) -> ((String, String), bool) {
    let [from, to] = [from, to].map(|body| scene.bodies[body].name.clone());
    if from < to {
        ((from, to), true)
    } else {
        ((to, from), false)
    }
}

fn contact_place(scene: &Scene, contact: &ContactAnswer) -> Place {
    let (bodies, from_first) = names(scene, contact.second, contact.first);
    let state = match contact.state {
        ContactState::Pressing => "pressing",
        ContactState::Opening => "opening",
        ContactState::Idle => "idle",
    };
    // Where vertices are flush and part already, either may be the contact's vertex, and the second
    // derivatives of their gaps differ.
    let resting = contact.gap_velocity == ratio(0, 1);
    let rate = resting.then(|| opening(contact.gap_acceleration.value(), &contact.normal));
    Place {
        bodies,
        point: contact.point.clone(),
        events: vec![(unit(&contact.normal, from_first), rate, state)],
    }
}

fn corner_place(scene: &Scene, corner: &CornerAnswer) -> Place {
    let (bodies, from_first) = names(scene, corner.first, corner.second);
    let decision = |side: usize| match corner.decision {
        CornerDecision::Open => "open",
        CornerDecision::Forced(forced) if forced == side => "forced to this side",
        CornerDecision::Forced(_) => "forced to the other side",
        // Which corners a proof has to fix depends on where it begins.
        CornerDecision::Chosen(_) | CornerDecision::Satisfied => "undecided",
    };
    let event = |side: usize| {
        let normal = &corner.normals[side];
        // While bodies slide, parallel edges of both have different second derivatives; the side
        // that such a corner is forced to is among the contacts.
        let undecided = matches!(
            corner.decision,
            CornerDecision::Chosen(_) | CornerDecision::Satisfied
        );
        let rate = undecided.then(|| opening(corner.gap_accelerations[side].value(), normal));
        (unit(normal, from_first), rate, decision(side))
    };
    let mut events: Vec<_> = (0..2).map(event).collect();
    events.sort();
    Place {
        bodies,
        point: corner.point.clone(),
        events,
    }
}

impl Account {
    fn new(scene: &Scene, answer: &Answer) -> Self {
        let bodies = scene.bodies.iter().zip(&answer.accelerations);
        let mut motions: Vec<_> = bodies
            .map(|(body, motion)| {
                (
                    body.name.clone(),
                    motion.linear.clone(),
                    motion.angular.clone(),
                )
            })
            .collect();
        let mut contacts: Vec<Place> = answer
            .contacts
            .iter()
            .map(|contact| contact_place(scene, contact))
            .collect();
        let mut corners: Vec<Place> = answer
            .corners
            .iter()
            .map(|corner| corner_place(scene, corner))
            .collect();
        // A fixed side is listed among the contacts, and may press in place of others.
        if answer
            .corners
            .iter()
            .any(|corner| matches!(corner.decision, CornerDecision::Chosen(_)))
        {
            contacts.retain(|contact| corners.iter().all(|corner| corner.point != contact.point));
            contacts
                .iter_mut()
                .flat_map(|contact| &mut contact.events)
                .for_each(|event| event.2 = "any");
        }
        motions.sort();
        contacts.sort();
        corners.sort();
        Self {
            restraint: answer.restraint.clone(),
            motions,
            contacts,
            corners,
        }
    }
}

/// The accounts of several answers, in an order of their own.
pub fn accounts(scene: &Scene, answers: &[Answer]) -> Vec<Account> {
    let mut accounts: Vec<Account> = answers
        .iter()
        .map(|answer| Account::new(scene, answer))
        .collect();
    accounts.sort();
    accounts
}
