//! Images of contacts and corners under a symmetry.
//!
//! The image of a contact is again listed, or, where two vertices meet at a flush end, its twin
//! with the roles of vertex and edge exchanged. If n is the normal of the contact and n' that of
//! its image, A n = s n' in the first case, with s = 1 since lengths are kept, and A n = -s n' in
//! the second, with s > 0. A contact force φ n on the vertex body then has the image s φ n' on the
//! vertex body of the image in both cases (exchanging the bodies turns the sign once more). So s
//! maps multipliers to multipliers, and scales multiply when symmetries are composed.

use super::isometry::{PartImage, Symmetry};
use crate::contacts::{self, Contacts};
use crate::short::{ShortPoint, short_numerators};
use malachite::Rational as SolverRational;
use malachite::base::num::basic::traits::Zero as _;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_problem::{BodyImage, Image, Matrix};
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;

/// The image of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerImage {
    /// The corner at the image point.
    pub corner: usize,
    /// The images of side 0 and of side 1.
    pub sides: [usize; 2],
}

/// Contacts by the part of the vertex and that of the edge.
struct ByParts {
    /// The parts of each contact with its index, ascending.
    contacts: Vec<(PartId, PartId, usize)>,
}

impl ByParts {
    fn new(contacts: &Contacts) -> Self {
        let mut list = Vec::with_capacity(contacts.contacts.len());
        for (index, contact) in contacts.contacts.iter().enumerate() {
            list.push((contact.vertex.part, contact.edge.part, index));
        }
        list.sort_unstable();
        Self { contacts: list }
    }

    /// The indices of the contacts of a vertex of one part with an edge of another, ascending.
    fn of(&self, vertex: PartId, edge: PartId) -> impl Iterator<Item = usize> {
        let start = self
            .contacts
            .partition_point(|&(first, second, _)| (first, second) < (vertex, edge));
        let rest = self.contacts[start..].iter();
        let own = rest.take_while(move |&&(first, second, _)| (first, second) == (vertex, edge));
        own.map(|&(_, _, index)| index)
    }
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
        let by_parts = ByParts::new(contacts);
        let mut images = Vec::with_capacity(contacts.contacts.len());
        for contact in &contacts.contacts {
            let image = self.image_of(contact)?;
            images.push(listed_image(scene, contacts, &by_parts, &image)?);
        }
        Some(images)
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
        let mut corner_images = Vec::new();
        for content in &contacts.corners {
            let [one, other] = &content.sides;
            let (one_image, _) = images.get(*one.first()?)?;
            let (other_image, _) = images.get(*other.first()?)?;
            let &(corner, first) = places.get(one_image)?;
            let &(same, second) = places.get(other_image)?;
            if corner != same || first == second {
                return None;
            }
            corner_images.push(CornerImage {
                corner,
                sides: [first, second],
            });
        }
        Some(corner_images)
    }

    /// The image of accelerations.
    pub(crate) fn body_image(&self) -> BodyImage {
        let [[a, b], [c, d]] = self
            .matrix
            .each_ref()
            .map(|row| row.each_ref().map(to_solver));
        let turn = self.turn();
        let none = SolverRational::ZERO;
        let rows = [
            vec![a, b, none.clone()],
            vec![c, d, none.clone()],
            vec![none.clone(), none, turn],
        ];
        BodyImage {
            bodies: self.bodies.iter().map(|body| body.0).collect(),
            matrix: Matrix::new(&rows),
        }
    }

    /// The image of forces, each of so many numbers: φ, or φ and ψ. `None` if it belongs to another
    /// scene.
    pub(crate) fn force_image(
        &self,
        scene: &Scene,
        contacts: &Contacts,
        numbers: usize,
    ) -> Option<Image> {
        let images = self.contact_image(scene, contacts)?;
        let corners = self.corner_image(contacts, &images)?;
        let corners = corners
            .iter()
            .map(|image| (image.corner, image.sides.to_vec()));
        let mut image = Image {
            contacts: Vec::with_capacity(images.len()),
            joints: Vec::with_capacity(self.pins.len()),
            matrices: vec![self.of_factor(&Rational::one(), numbers)],
            corners: corners.collect(),
        };
        for (contact, factor) in images {
            // Nearly always 1.
            let mut matrix = 0;
            if !factor.is_one() {
                matrix = image.matrices.len();
                image.matrices.push(self.of_factor(&factor, numbers));
            }
            image.contacts.push((contact, matrix));
        }
        let first = image.matrices.len();
        for sign in [1, -1].map(SolverRational::from) {
            let rows = self.matrix.each_ref();
            let rows = rows.map(|row| {
                row.each_ref()
                    .map(|entry| to_solver(entry) * &sign)
                    .to_vec()
            });
            image.matrices.push(Matrix::new(&rows));
        }
        for (pin, is_swapped) in &self.pins {
            image.joints.push((pin.0, first + usize::from(*is_swapped)));
        }
        Some(image)
    }

    /// The matrix that takes φ to s φ, and ψ to det A · s ψ.
    fn of_factor(&self, factor: &Rational, numbers: usize) -> Matrix {
        let factor = to_solver(factor);
        let along = &factor * self.turn();
        match numbers {
            1 => Matrix::new(&[vec![factor]]),
            _ => Matrix::new(&[
                vec![factor, SolverRational::ZERO],
                vec![SolverRational::ZERO, along],
            ]),
        }
    }

    /// det A.
    fn turn(&self) -> SolverRational {
        SolverRational::from(if self.is_reflection() { -1 } else { 1 })
    }

    fn part_image(&self, part: PartId) -> Option<&PartImage> {
        self.parts.get(part.body)?.get(part.part)
    }

    /// The image of a vertex and an edge, touching or not.
    #[must_use]
    pub fn image_of(&self, contact: &Contact) -> Option<Contact> {
        let vertex = self.part_image(contact.vertex.part)?;
        let edge = self.part_image(contact.edge.part)?;
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

/// The place of an image in the list of contacts, or that of its twin, with the factor between.
fn listed_image(
    scene: &Scene,
    contacts: &Contacts,
    by_parts: &ByParts,
    image: &Contact,
) -> Option<(usize, Rational)> {
    let [vertex, edge] = [image.vertex.part, image.edge.part];
    let is_rounded = contacts::is_rounded(scene, image);
    for index in by_parts.of(vertex, edge) {
        let listed = &contacts.contacts[index];
        // A vertex of a core is at the ends of two edges, and either may be listed.
        if listed == image || (is_rounded && are_alike(scene, image, listed)) {
            return Some((index, Rational::one()));
        }
    }
    for index in by_parts.of(edge, vertex) {
        if let Some(scale) = twin_scale(scene, image, &contacts.contacts[index]) {
            return Some((index, scale));
        }
    }
    None
}

/// Whether two contacts have the same point and the same normal.
fn are_alike(scene: &Scene, image: &Contact, listed: &Contact) -> bool {
    contacts::point(scene, image) == contacts::point(scene, listed)
        && contacts::normal(scene, image) == contacts::normal(scene, listed)
}

/// The factor from an unlisted contact to the listed one of the same two parts, if this is its
/// twin: same point, opposite normal.
fn twin_scale(scene: &Scene, image: &Contact, listed: &Contact) -> Option<Rational> {
    if !are_same(
        &contacts::point(scene, image),
        &contacts::point(scene, listed),
    ) {
        return None;
    }
    // As between bodies of one kind.
    if !contacts::is_rounded(scene, image)
        && let Some((normal, other)) = short_normals(scene, [image, listed])
        && normal == other.opposite()
    {
        return Some(Rational::one());
    }
    let normal = contacts::normal(scene, image);
    let other = contacts::normal(scene, listed);
    if normal == -&other {
        return Some(Rational::one());
    }
    let along = -normal.dot(&other);
    if !normal.cross(&other).is_zero() || !along.is_positive() {
        return None;
    }
    Some(along / other.dot(&other))
}

/// Whether two points are the same: numbers in lowest terms are if their parts are, which is faster
/// than to compare fractions.
fn are_same(one: &Vector, other: &Vector) -> bool {
    let coordinates = [(&one.x, &other.x), (&one.y, &other.y)];
    let mut coordinates = coordinates.into_iter();
    coordinates.all(|(own, others)| own.numer() == others.numer() && own.denom() == others.denom())
}

/// The normals of two contacts over a common denominator, if all is short.
fn short_normals(scene: &Scene, contacts: [&Contact; 2]) -> Option<(ShortPoint, ShortPoint)> {
    let [first, second] = contacts.map(|contact| contacts::edge(scene, contact));
    let [[a, b], [c, d]] = [first, second];
    let numbers = [&a.x, &a.y, &b.x, &b.y, &c.x, &c.y, &d.x, &d.y];
    let (_, numerators) = short_numerators(numbers)?;
    let [a_x, a_y, b_x, b_y, c_x, c_y, d_x, d_y] = numerators;
    let along = ShortPoint {
        x: a_x - b_x,
        y: a_y - b_y,
    };
    let other_along = ShortPoint {
        x: c_x - d_x,
        y: c_y - d_y,
    };
    Some((along.quarter_turn(), other_along.quarter_turn()))
}
