//! Images of the bodies, forces and corners of a scene under its symmetry.

use crate::contacts::Contacts;
use crate::lattice::Lattice;
use crate::symmetry::{self, Symmetry};
use zwang_problem::{BodyImage, Choices, Image};
use zwang_scene::Scene;

/// A symmetry, and what it does, which is found once.
pub(crate) struct SceneImage {
    pub(crate) symmetry: Symmetry,
    pub(crate) bodies: BodyImage,
    pub(crate) forces: Image,
}

impl SceneImage {
    /// All symmetries of a scene that take its contacts and corners to such.
    pub(super) fn all(scene: &Scene, lattice: &Lattice, contacts: &Contacts) -> Vec<Self> {
        let mut images = Vec::new();
        for symmetry in symmetry::detect_on(scene, lattice) {
            if let Some(forces) = symmetry.force_image(scene, contacts, 2) {
                images.push(Self {
                    bodies: symmetry.body_image(),
                    symmetry,
                    forces,
                });
            }
        }
        images
    }

    pub(super) fn body(&self, body: usize) -> usize {
        self.bodies.bodies[body]
    }

    /// The images of sides of corners, ascending.
    pub(super) fn image_of_sides(&self, sides: &[(usize, usize)]) -> Choices {
        self.forces.choices(sides)
    }
}
