//! Velocities at contacts and pins: which vertex of a flush end slides inward, and condition C3 of
//! `proofs/FORMAT.md`.
//!
//! The gap velocity of a contact is n·(v_F - v_E) at its point, for the vertex body F and the edge
//! body E.

use super::touching::SegmentEnd;
use super::{Closing, ContactError, Contacts, PinVelocity};
use num_traits::{Signed, Zero};
use zwang_certificate::{Contact, Corner, Feature};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// The contact point, m: the vertex.
#[must_use]
pub fn point<'a>(scene: &'a Scene, contact: &Contact) -> &'a Vector {
    vertex(scene, &contact.vertex, 0)
}

/// The outward normal of the edge, as long as the edge, m.
#[must_use]
pub fn normal(scene: &Scene, contact: &Contact) -> Vector {
    let (start, end) = (
        vertex(scene, &contact.edge, 0),
        vertex(scene, &contact.edge, 1),
    );
    (start - end).quarter_turn()
}

/// The normal times the velocity of the vertex body relative to the edge body, m²/s; negative if
/// they approach.
#[must_use]
pub fn gap_velocity(scene: &Scene, contact: &Contact) -> Rational {
    if moves(scene, contact) {
        normal(scene, contact).dot(&relative_velocity(scene, contact))
    } else {
        Rational::zero()
    }
}

/// The vertex `offset` places after the given one, or after the start of the given edge.
fn vertex<'a>(scene: &'a Scene, feature: &Feature, offset: usize) -> &'a Vector {
    let vertices = scene.bodies[feature.part.body].parts[feature.part.part].vertices();
    &vertices[(feature.index + offset) % vertices.len()]
}

/// Whether one of the two bodies moves.
fn moves(scene: &Scene, contact: &Contact) -> bool {
    let is_moving = |body: BodyId| {
        scene.bodies[body]
            .dynamics
            .as_ref()
            .is_some_and(|free| !free.is_at_rest())
    };
    is_moving(contact.vertex.part.body) || is_moving(contact.edge.part.body)
}

/// Velocity of the vertex body less that of the edge body, at the contact point.
fn relative_velocity(scene: &Scene, contact: &Contact) -> Vector {
    let point = point(scene, contact);
    let [vertex_body, edge_body] =
        [contact.vertex, contact.edge].map(|feature| &scene.bodies[feature.part.body]);
    &vertex_body.velocity_at(point) - &edge_body.velocity_at(point)
}

/// The contacts at the ends of a touching segment. Where both parts have a vertex, the one that
/// slides inward meets an edge; if neither slides, the preferred one.
pub(super) fn choose_vertices(scene: &Scene, ends: &[SegmentEnd; 2]) -> [Contact; 2] {
    let choose = |this: &SegmentEnd, other: &SegmentEnd| match this {
        SegmentEnd::Plain(contact) => *contact,
        SegmentEnd::Flush {
            preferred,
            alternative,
        } => {
            let inward = || point(scene, other.contact()) - point(scene, preferred);
            let slides_outward = moves(scene, preferred)
                && inward()
                    .dot(&relative_velocity(scene, preferred))
                    .is_negative();
            if slides_outward {
                *alternative
            } else {
                *preferred
            }
        }
    };
    [choose(&ends[0], &ends[1]), choose(&ends[1], &ends[0])]
}

/// Condition C3: no contact outside corners closes, no corner closes on both sides, and pins hold.
pub(super) fn check(scene: &Scene, found: &Contacts) -> Result<(), ContactError> {
    let mut in_corner = vec![false; found.contacts.len()];
    for index in found
        .corners
        .iter()
        .flat_map(|corner| corner.sides.iter().flatten())
    {
        in_corner[*index] = true;
    }
    let outside = (0..found.contacts.len()).filter(|index| !in_corner[*index]);
    let closing = |index: &usize| gap_velocity(scene, &found.contacts[*index]).is_negative();
    let closing_corner = |corner: &&Corner| corner.sides.iter().flatten().all(closing);
    let first_of = |corner: &Corner| corner.sides[0].first().copied();
    let mut failures = outside.filter(closing).chain(
        found
            .corners
            .iter()
            .filter(closing_corner)
            .filter_map(first_of),
    );
    match failures.next() {
        Some(index) => Err(collision(scene, &found.contacts[index])),
        None => check_pins(scene),
    }
}

fn collision(scene: &Scene, contact: &Contact) -> ContactError {
    Box::new(Closing {
        bodies: [contact.vertex, contact.edge]
            .map(|feature| scene.bodies[feature.part.body].name.clone()),
        point: point(scene, contact).clone(),
        normal: normal(scene, contact),
        gap_velocity: gap_velocity(scene, contact),
    })
    .into()
}

fn check_pins(scene: &Scene) -> Result<(), ContactError> {
    for (pin, content) in scene.pins.iter().enumerate() {
        let first = &scene.bodies[content.first];
        let second = content.second.map(|body| &scene.bodies[body]);
        let second_velocity =
            second.map_or_else(Vector::zero, |body| body.velocity_at(&content.at));
        let difference = &first.velocity_at(&content.at) - &second_velocity;
        if !difference.is_zero() {
            let (first, second) = (first.name.clone(), second.map(|body| body.name.clone()));
            return Err(Box::new(PinVelocity {
                pin,
                first,
                second,
                at: content.at.clone(),
                difference,
            })
            .into());
        }
    }
    Ok(())
}
