//! What a symmetry does to contacts and corners.
//!
//! The image of a contact is again listed, or, where two vertices meet at a flush end, its twin
//! with the roles of vertex and edge exchanged. If n is the normal of the contact and n' that of
//! its image, A n = s n' in the first case, with s = 1 since lengths are kept, and A n = -s n' in
//! the second, with s > 0. A contact force φ n on the vertex body then has the image s φ n' on the
//! vertex body of the image in both cases (exchanging the bodies turns the sign once more). So s
//! maps multipliers to multipliers, and scales multiply when symmetries are composed.

use super::Symmetry;
use crate::contacts::{self, Contacts};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// The image of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerImage {
    /// The corner at the image point.
    pub corner: usize,
    /// The images of side 0 and of side 1.
    pub sides: [usize; 2],
}

impl Symmetry {
    /// For each contact the contact at the image point, and the positive factor s that takes the
    /// multiplier of the one to that of the other; `None` if these are not all the contacts of the
    /// scene to which this symmetry belongs.
    #[must_use]
    pub fn contact_image(
        &self,
        scene: &Scene,
        contacts: &Contacts,
    ) -> Option<Vec<(usize, Rational)>> {
        let mut by_parts: BTreeMap<(PartId, PartId), Vec<usize>> = BTreeMap::new();
        for (index, contact) in contacts.contacts.iter().enumerate() {
            by_parts
                .entry((contact.vertex.part, contact.edge.part))
                .or_default()
                .push(index);
        }
        let among = |vertex: PartId, edge: PartId| {
            by_parts.get(&(vertex, edge)).into_iter().flatten().copied()
        };
        let image_of = |contact: &Contact| {
            let image = self.image_of(contact)?;
            let (vertex, edge) = (image.vertex.part, image.edge.part);
            let same = among(vertex, edge).find(|&index| contacts.contacts[index] == image);
            let twin =
                |index: usize| Some((index, twin_scale(scene, &image, &contacts.contacts[index])?));
            same.map(|index| (index, Rational::one()))
                .or_else(|| among(edge, vertex).find_map(twin))
        };
        contacts.contacts.iter().map(image_of).collect()
    }

    /// For each corner its image, given the images of the contacts; `None` if these belong to
    /// another scene.
    #[must_use]
    pub fn corner_image(
        &self,
        contacts: &Contacts,
        images: &[(usize, Rational)],
    ) -> Option<Vec<CornerImage>> {
        let mut places = BTreeMap::new();
        for (corner, content) in contacts.corners.iter().enumerate() {
            for (side, listed) in content.sides.iter().enumerate() {
                places.extend(listed.iter().map(|contact| (*contact, (corner, side))));
            }
        }
        let side_image = |side: &Vec<usize>| places.get(&images.get(*side.first()?)?.0).copied();
        let corner_image = |sides: &[Vec<usize>; 2]| {
            let [(corner, first), (same, second)] =
                [side_image(&sides[0])?, side_image(&sides[1])?];
            (corner == same && first != second).then_some(CornerImage {
                corner,
                sides: [first, second],
            })
        };
        contacts
            .corners
            .iter()
            .map(|corner| corner_image(&corner.sides))
            .collect()
    }

    /// The image of a vertex and an edge, touching or not.
    #[must_use]
    pub fn image_of(&self, contact: &Contact) -> Option<Contact> {
        let image = |feature: &Feature| self.parts.get(feature.part.body)?.get(feature.part.part);
        let (vertex, edge) = (image(&contact.vertex)?, image(&contact.edge)?);
        Some(Contact {
            vertex: Feature {
                part: vertex.part,
                index: vertex.vertex(contact.vertex.index),
            },
            edge: Feature {
                part: edge.part,
                index: edge.edge(contact.edge.index),
            },
        })
    }
}

/// The factor from an unlisted contact to the listed one of the same two parts, if this is its
/// twin: same point, opposite normal.
fn twin_scale(scene: &Scene, image: &Contact, listed: &Contact) -> Option<Rational> {
    let (normal, other) = (
        contacts::normal(scene, image),
        contacts::normal(scene, listed),
    );
    let along = -normal.dot(&other);
    let is_twin = contacts::point(scene, image) == contacts::point(scene, listed)
        && normal.cross(&other).is_zero()
        && along.is_positive();
    is_twin.then(|| along / other.dot(&other))
}
