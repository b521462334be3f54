//! What a symmetry of a scene does to its bodies, contacts and corners.

use crate::contacts::Contacts;
use crate::lattice::Lattice;
use crate::symmetry::{self, CornerImage, Symmetry};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// A symmetry, and the images of all contacts and corners, which are found once.
pub(crate) struct SceneImage {
    pub(crate) symmetry: Symmetry,
    /// The image of each contact, and the factor that takes its multiplier there.
    pub(crate) contacts: Vec<(usize, Rational)>,
    corners: Vec<CornerImage>,
}

impl SceneImage {
    /// All symmetries of a scene that take its contacts and corners to such.
    pub(super) fn all(scene: &Scene, lattice: &Lattice, contacts: &Contacts) -> Vec<Self> {
        let mut images = Vec::new();
        for symmetry in symmetry::detect_on(scene, lattice) {
            images.extend(Self::new(scene, contacts, symmetry));
        }
        images
    }

    fn new(scene: &Scene, contacts: &Contacts, symmetry: Symmetry) -> Option<Self> {
        let images = symmetry.contact_image(scene, contacts)?;
        let corners = symmetry.corner_image(contacts, &images)?;
        Some(Self {
            symmetry,
            contacts: images,
            corners,
        })
    }

    pub(super) fn body(&self, body: usize) -> usize {
        self.symmetry.bodies[body].0
    }

    /// The images of sides of corners, ascending.
    pub(super) fn image_of_sides(&self, sides: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let mut images = Vec::with_capacity(sides.len());
        for (corner, side) in sides {
            let image = &self.corners[*corner];
            images.push((image.corner, image.sides[*side]));
        }
        images.sort_unstable();
        images
    }
}
