//! Isometries of the plane that map a scene to itself.
//!
//! An isometry x ↦ c + A (x - c) is a symmetry if it permutes the bodies, part by part as point
//! sets, keeps mass, moment and fixedness, maps centroids, velocities, loads, pins and gravity,
//! multiplies spins by det A, and takes each two bodies that may ever touch to two with the same
//! friction. Runs keep the symmetries that also take pairs to pairs of the same restitution
//! ([`lasting`]); how a scene starts to move does not depend on it.
//!
//! A symmetry permutes the vertices, and is determined by that, since they are not on one line: so
//! there are finitely many. It fixes the centre c of the smallest circle around the vertices, which
//! is rational (`circle`), and A is rational, since it maps two independent rational vectors to
//! rational vectors. A rational rotation of finite order is a multiple of a quarter turn: 2 cos is
//! rational and an algebraic integer, so cos is 0, ±1/2 or ±1, and for ±1/2 the sine is irrational.
//! Hence there are at most three rotations but the identity, and at most four reflections. With
//! gravity only the reflection in a line along gravity is left (`candidates`). Each of these few is
//! tried on the whole scene in O(n log n) (`figure`), where residues modulo a prime refute most of
//! what is no symmetry at once (`points`, `axis`). Only where pairs have a friction of their own
//! does `surface` look at more pairs than bodies.

mod axis;
mod candidates;
mod circle;
mod figure;
mod images;
mod isometry;
mod points;
mod surface;

pub use images::CornerImage;
pub use isometry::{Kind, Symmetry};

use crate::lattice::{Lattice, Located, Outline};
use figure::Figure;
use points::{Points, Unlucky};
use surface::Surface;
use zwang_program::kernel::Field;
use zwang_scene::{Polygon, Scene};

/// All symmetries of a scene but the identity: rotations first, in ascending angle, then
/// reflections. A scene without bodies has none, and so has one that [`crate::contacts::find`]
/// refuses because parts coincide.
#[must_use]
pub fn detect(scene: &Scene) -> Vec<Symmetry> {
    detect_on(scene, &Lattice::new(scene))
}

/// The symmetries of the runs of a scene: those of [`detect`] that also take each two bodies that
/// may ever touch to two with the same restitution.
#[must_use]
pub fn lasting(scene: &Scene) -> Vec<Symmetry> {
    let mut symmetries = detect(scene);
    if !scene.restitution.is_none() && !symmetries.is_empty() {
        let restitution = Surface::of_restitution(scene);
        symmetries.retain(|symmetry| restitution.is_kept(&symmetry.bodies));
    }
    symmetries
}

/// [`detect`] of a scene whose geometry is at hand.
pub(crate) fn detect_on(scene: &Scene, lattice: &Lattice) -> Vec<Symmetry> {
    let mut field = Field::first();
    loop {
        match detect_modulo(scene, lattice, field) {
            Ok(symmetries) => return symmetries,
            Err(Unlucky) => field = field.next(),
        }
    }
}

/// All symmetries, found with the help of a prime.
fn detect_modulo(scene: &Scene, lattice: &Lattice, field: Field) -> Result<Vec<Symmetry>, Unlucky> {
    let parts = scene.bodies.iter().flat_map(|body| &body.parts);
    let vectors = parts.flat_map(Polygon::vertices);
    let outlines = lattice.parts().map(|(_, outline)| outline);
    let places = outlines.flat_map(Outline::places);
    let mut located = Vec::new();
    for (place, vector) in places.zip(vectors) {
        located.push(Located { place, vector });
    }
    let (vertices, numbers) = Points::new(field, located)?;
    let falls = !scene.gravity.is_zero();
    if falls && !axis::is_possible(field, &scene.gravity, &vertices)? {
        return Ok(Vec::new());
    }
    let Some(circle) = circle::smallest_enclosing(vertices.places()) else {
        return Ok(Vec::new());
    };
    let matrices = if falls {
        vec![candidates::mirror(&scene.gravity)]
    } else {
        candidates::about(&circle, vertices.places())
    };
    let figure = Figure::new(scene, lattice, field, &vertices, &numbers)?;
    let mut symmetries = Vec::new();
    for matrix in matrices {
        let center = circle.center.clone();
        symmetries.extend(figure.symmetry(matrix, center)?);
    }
    Ok(symmetries)
}
