//! Velocities at contacts and pins: which vertex of a flush end slides inward, and condition C3 of
//! `proofs/FORMAT.md`.
//!
//! The gap velocity of a contact is n·(v_F - v_E) at its point, for the vertex body F and the edge
//! body E.

use super::rounded::RoundedContact;
use super::touching::SegmentEnd;
use super::{Closing, ContactError, Contacts, PinVelocity};
use num_traits::{Signed, Zero};
use zwang_certificate::{Contact, Corner, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Scene};

/// The contact point, m: the vertex, or where the parts meet if one is rounded.
#[must_use]
pub fn point(scene: &Scene, contact: &Contact) -> Vector {
    match RoundedContact::new(scene, contact) {
        Some(rounded) => rounded.point(),
        None => vertex(scene, &contact.vertex, 0).clone(),
    }
}

/// The outward normal of the edge, as long as the edge, or if one part is rounded the vector from
/// the closest point of the edge to the vertex, m.
#[must_use]
pub fn normal(scene: &Scene, contact: &Contact) -> Vector {
    if let Some(rounded) = RoundedContact::new(scene, contact) {
        return rounded.normal;
    }
    let start = vertex(scene, &contact.edge, 0);
    let end = vertex(scene, &contact.edge, 1);
    (start - end).quarter_turn()
}

/// The ends of the edge, m.
pub(crate) fn edge<'a>(scene: &'a Scene, contact: &Contact) -> [&'a Vector; 2] {
    [0, 1].map(|offset| vertex(scene, &contact.edge, offset))
}

/// The normal times the velocity of the vertex body relative to the edge body, m²/s; negative if
/// they approach.
#[must_use]
pub fn gap_velocity(scene: &Scene, contact: &Contact) -> Rational {
    if !moves(scene, contact) {
        return Rational::zero();
    }
    let velocity = relative_velocity(scene, contact);
    normal(scene, contact).dot(&velocity)
}

/// The vertex `offset` places after the given one, or after the start of the given edge.
pub(super) fn vertex<'a>(scene: &'a Scene, feature: &Feature, offset: usize) -> &'a Vector {
    let PartId { body, part } = feature.part;
    let vertices = scene.bodies[body].parts[part].vertices();
    let index = feature.index + offset;
    &vertices[index % vertices.len()]
}

/// Whether one of the two bodies moves.
fn moves(scene: &Scene, contact: &Contact) -> bool {
    let mut bodies = contact.bodies().into_iter();
    bodies.any(|body| is_moving(&scene.bodies[body]))
}

fn is_moving(body: &Body) -> bool {
    match &body.dynamics {
        Some(free) => !free.is_at_rest(),
        None => false,
    }
}

/// Which bodies of a scene have a velocity or a spin.
pub(crate) struct MovingBodies {
    moving: Vec<bool>,
}

impl MovingBodies {
    pub(crate) fn new(scene: &Scene) -> Self {
        Self {
            moving: scene.bodies.iter().map(is_moving).collect(),
        }
    }

    /// Whether one of the two bodies of a contact moves.
    pub(crate) fn are_at(&self, contact: &Contact) -> bool {
        contact.bodies().into_iter().any(|body| self.moving[body])
    }
}

/// Velocity of the vertex body less that of the edge body, at the contact point.
fn relative_velocity(scene: &Scene, contact: &Contact) -> Vector {
    let point = point(scene, contact);
    let bodies = contact.bodies().map(|body| &scene.bodies[body]);
    let [of_vertex, of_edge] = bodies.map(|body| body.velocity_at(&point));
    &of_vertex - &of_edge
}

/// The contacts at the ends of a touching segment. If both parts have a vertex, the one that slides
/// inward meets an edge; if neither slides, the preferred one.
pub(super) fn choose_vertices(
    scene: &Scene,
    moving: &MovingBodies,
    ends: &[SegmentEnd; 2],
) -> [Contact; 2] {
    let [one, other] = ends;
    let at_one = choose_vertex(scene, moving, one, other);
    let at_other = choose_vertex(scene, moving, other, one);
    [at_one, at_other]
}

fn choose_vertex(
    scene: &Scene,
    moving: &MovingBodies,
    this: &SegmentEnd,
    other: &SegmentEnd,
) -> Contact {
    match this {
        SegmentEnd::Plain(contact) => *contact,
        SegmentEnd::Flush {
            preferred,
            alternative,
        } => {
            if moving.are_at(preferred) && slides_outward(scene, preferred, other.contact()) {
                *alternative
            } else {
                *preferred
            }
        }
    }
}

/// Whether the vertex of a contact moves away from the other end of the segment.
fn slides_outward(scene: &Scene, contact: &Contact, other_end: &Contact) -> bool {
    let inward = &point(scene, other_end) - &point(scene, contact);
    let velocity = relative_velocity(scene, contact);
    inward.dot(&velocity).is_negative()
}

/// Condition C3: no contact outside corners closes, no corner closes on both sides, and pins hold.
pub(super) fn check(
    scene: &Scene,
    moving: &MovingBodies,
    found: &Contacts,
) -> Result<(), ContactError> {
    let mut in_corner = vec![false; found.contacts.len()];
    for corner in &found.corners {
        for index in corner.sides.iter().flatten() {
            in_corner[*index] = true;
        }
    }
    for (contact, in_corner) in found.contacts.iter().zip(in_corner) {
        if !in_corner && moving.are_at(contact) && closes(scene, contact) {
            return Err(collision(scene, contact));
        }
    }
    for corner in &found.corners {
        if closes_on_both_sides(scene, found, corner)
            && let Some(&first) = corner.sides[0].first()
        {
            return Err(collision(scene, &found.contacts[first]));
        }
    }
    check_pins(scene)
}

fn closes(scene: &Scene, contact: &Contact) -> bool {
    gap_velocity(scene, contact).is_negative()
}

fn closes_on_both_sides(scene: &Scene, found: &Contacts, corner: &Corner) -> bool {
    let mut contacts = corner.sides.iter().flatten();
    contacts.all(|&contact| closes(scene, &found.contacts[contact]))
}

fn collision(scene: &Scene, contact: &Contact) -> ContactError {
    let bodies = contact.bodies().map(|body| &scene.bodies[body]);
    let error = Closing {
        bodies: bodies.map(|body| body.name.clone()),
        point: point(scene, contact),
        normal: normal(scene, contact),
        gap_velocity: gap_velocity(scene, contact),
    };
    Box::new(error).into()
}

/// Makes sure that the bodies of each pin have one velocity there.
pub(super) fn check_pins(scene: &Scene) -> Result<(), ContactError> {
    for (pin, content) in scene.numbered_pins() {
        let first = &scene.bodies[content.first];
        let second = content.second.map(|body| &scene.bodies[body]);
        let at = &content.at;
        let second_velocity = match second {
            Some(body) => body.velocity_at(at),
            None => Vector::zero(),
        };
        let difference = &first.velocity_at(at) - &second_velocity;
        if !difference.is_zero() {
            let error = PinVelocity {
                pin,
                first: first.name.clone(),
                second: second.map(|body| body.name.clone()),
                at: at.clone(),
                difference,
            };
            return Err(Box::new(error).into());
        }
    }
    Ok(())
}
