//! A scene prepared for comparing it with its image.
//!
//! Different vertices are numbered (`points`); a part is then its cyclic list of numbers,
//! counter-clockwise, written with the least number first. An isometry is applied to each different
//! vertex once; what is left is looking up lists of small integers.

use super::candidates::Matrix;
use super::isometry::{PartImage, Symmetry};
use super::points::{AffineMap, Points, Unlucky};
use crate::lattice::{Lattice, Located};
use std::collections::BTreeMap;
use zwang_certificate::PartId;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::Field;
use zwang_scene::{BodyId, PinId, Resultant, Scene};

/// A pin up to the order of its bodies: the number of its point, the bodies ascending, the world
/// first, and whether they collide.
type PinPlace = (usize, Option<BodyId>, Option<BodyId>, bool);

/// A scene with numbered vertices.
pub(super) struct Figure<'a> {
    scene: &'a Scene,
    lattice: &'a Lattice,
    field: Field,
    vertices: &'a Points<'a>,
    /// The numbers of the vertices of each part of each body.
    outlines: Vec<Vec<Vec<usize>>>,
    /// Each part and its vertex of least number, by its cyclic list.
    parts: BTreeMap<Vec<usize>, (PartId, usize)>,
    pin_points: Points<'a>,
    /// Pins at the same place in file order.
    pins: BTreeMap<PinPlace, Vec<PinId>>,
    /// What the loads on each body come to.
    loads: Vec<Resultant>,
}

impl<'a> Figure<'a> {
    /// A scene with the numbers of its vertices, in the order of parts.
    pub(super) fn new(
        scene: &'a Scene,
        lattice: &'a Lattice,
        field: Field,
        vertices: &'a Points<'a>,
        numbers: &[usize],
    ) -> Result<Self, Unlucky> {
        let mut numbers = numbers.iter().copied();
        let mut outlines: Vec<Vec<Vec<usize>>> = Vec::new();
        for body in &scene.bodies {
            let mut own = Vec::new();
            for part in &body.parts {
                let count = part.vertices().len();
                let outline = numbers.by_ref().take(count);
                own.push(outline.collect());
            }
            outlines.push(own);
        }
        let mut parts = BTreeMap::new();
        for (body, own) in outlines.iter().enumerate() {
            for (part, outline) in own.iter().enumerate() {
                let start = least(outline);
                let id = PartId { body, part };
                let cycle = cycle(outline, start, false);
                parts.insert(cycle, (id, start));
            }
        }
        let mut places = Vec::new();
        for (pin, content) in scene.numbered_pins() {
            places.push(Located {
                place: lattice.pin(pin),
                vector: &content.at,
            });
        }
        let (pin_points, numbers) = Points::new(field, places)?;
        let mut pins: BTreeMap<PinPlace, Vec<PinId>> = BTreeMap::new();
        for ((pin, content), number) in scene.numbered_pins().zip(numbers) {
            let bodies = [Some(content.first), content.second];
            let place = place(number, bodies, content.collide);
            pins.entry(place).or_default().push(pin);
        }
        Ok(Self {
            scene,
            lattice,
            field,
            vertices,
            outlines,
            parts,
            pin_points,
            pins,
            loads: scene.resultants(),
        })
    }

    /// The symmetry x ↦ center + matrix (x - center), if it is one.
    pub(super) fn symmetry(
        &self,
        matrix: Matrix,
        center: Vector,
    ) -> Result<Option<Symmetry>, Unlucky> {
        let turn = AffineMap::new(self.field, &matrix, None)?;
        let map = AffineMap::new(self.field, &matrix, Some(&center))?;
        let symmetry = Symmetry {
            matrix,
            center,
            bodies: Vec::new(),
            pins: Vec::new(),
            parts: Vec::new(),
        };
        let gravity = &self.scene.gravity;
        if !turn.takes_vector(gravity, gravity) {
            return Ok(None);
        }
        Ok(self.complete(symmetry, &turn, &map))
    }

    /// Fills in the images.
    fn complete(
        &self,
        mut symmetry: Symmetry,
        turn: &AffineMap,
        map: &AffineMap,
    ) -> Option<Symmetry> {
        symmetry.parts = self.part_images(map, symmetry.is_reflection())?;
        symmetry.bodies = self.body_images(&symmetry, turn, map)?;
        symmetry.pins = self.pin_images(&symmetry.bodies, map)?;
        Some(symmetry)
    }

    fn part_images(&self, map: &AffineMap, reflected: bool) -> Option<Vec<Vec<PartImage>>> {
        let images = self.vertices.images(map)?;
        let mut bodies = Vec::new();
        for body in &self.outlines {
            let mut parts = Vec::new();
            for outline in body {
                parts.push(self.part_image(outline, &images, reflected)?);
            }
            bodies.push(parts);
        }
        Some(bodies)
    }

    /// The image of a part, given the images of all points.
    fn part_image(
        &self,
        outline: &[usize],
        images: &[usize],
        reflected: bool,
    ) -> Option<PartImage> {
        let outline = outline.iter().map(|point| images[*point]);
        let outline: Vec<usize> = outline.collect();
        let count = outline.len();
        let start = least(&outline);
        let cycle = cycle(&outline, start, reflected);
        let (part, target) = *self.parts.get(&cycle)?;
        let turned = if reflected { start } else { count - start };
        Some(PartImage {
            part,
            shift: (target + turned) % count,
            count,
            reflected,
        })
    }

    /// The image of each body: the one that consists of the images of its parts, if it also moves
    /// like the image. Different parts have different images; so if bodies have, too, none of these
    /// has a part that is not an image.
    fn body_images(
        &self,
        symmetry: &Symmetry,
        turn: &AffineMap,
        map: &AffineMap,
    ) -> Option<Vec<BodyId>> {
        let mut is_image = vec![false; self.scene.bodies.len()];
        let reflected = symmetry.is_reflection();
        let mut images = Vec::new();
        for (body, parts) in self.scene.body_ids().zip(&symmetry.parts) {
            let image = parts.first()?.part.body;
            let stays_together = parts.iter().all(|part| part.part.body == image);
            let image = BodyId(image);
            if !stays_together || is_image[image] {
                return None;
            }
            is_image[image] = true;
            let own_centroid = self.lattice.centroid(body);
            let other_centroid = self.lattice.centroid(image);
            let is_centered = match (own_centroid, other_centroid) {
                (None, None) => true,
                (Some(own), Some(other)) => map.takes(own, other),
                _ => false,
            };
            if !is_centered {
                return None;
            }
            if !self.moves_alike(turn, reflected, body, image) {
                return None;
            }
            if !self.is_loaded_alike(turn, reflected, body, image) {
                return None;
            }
            images.push(image);
        }
        Some(images)
    }

    /// Whether a body has the mass and the motion of the image of another.
    fn moves_alike(&self, turn: &AffineMap, reflected: bool, body: BodyId, image: BodyId) -> bool {
        let body = &self.scene.bodies[body].dynamics;
        let image = &self.scene.bodies[image].dynamics;
        let (Some(body), Some(image)) = (body, image) else {
            return body.is_none() && image.is_none();
        };
        if body.mass != image.mass || body.inertia != image.inertia {
            return false;
        }
        if body.is_at_rest() && image.is_at_rest() {
            return true;
        }
        turned(&body.spin, reflected) == image.spin
            && turn.takes_vector(&body.velocity, &image.velocity)
    }

    /// Whether the loads on a body are the images of those on another, wherever the body will be.
    fn is_loaded_alike(
        &self,
        turn: &AffineMap,
        reflected: bool,
        body: BodyId,
        image: BodyId,
    ) -> bool {
        if !self.scene.has_loads() {
            return true;
        }
        let body = &self.loads[body.0];
        let image = &self.loads[image.0];
        if body.is_zero() && image.is_zero() {
            return true;
        }
        turned(&body.turning.couple, reflected) == image.turning.couple
            && turned(&body.turning.moment, reflected) == image.turning.moment
            && body.turning.virial == image.turning.virial
            && turn.takes_vector(&body.force, &image.force)
    }

    /// The image of each pin; pins at the same place keep their order.
    fn pin_images(&self, bodies: &[BodyId], map: &AffineMap) -> Option<Vec<(PinId, bool)>> {
        let points = self.pin_points.images(map)?;
        let mut images = vec![(PinId(0), false); self.scene.pins.len()];
        for ((at, smaller, larger, collide), pins) in &self.pins {
            let one = smaller.map(|body| bodies[body]);
            let other = larger.map(|body| bodies[body]);
            let place = place(points[*at], [one, other], *collide);
            let targets = self.pins.get(&place)?;
            if targets.len() != pins.len() {
                return None;
            }
            for (&pin, &target) in pins.iter().zip(targets) {
                let image = bodies[self.scene.pins[pin].first];
                let first = self.scene.pins[target].first;
                images[pin] = (target, image != first);
            }
        }
        Some(images)
    }
}

/// A turn under a map: it changes its sense if the map reflects.
fn turned(turn: &Rational, reflected: bool) -> Rational {
    if reflected { -turn } else { turn.clone() }
}

fn place(at: usize, [one, other]: [Option<BodyId>; 2], collide: bool) -> PinPlace {
    (at, one.min(other), one.max(other), collide)
}

/// The index of the least number.
fn least(outline: &[usize]) -> usize {
    (0..outline.len())
        .min_by_key(|&index| outline[index])
        .unwrap_or(0)
}

/// The numbers from the given index on, forwards or backwards around.
fn cycle(outline: &[usize], start: usize, backwards: bool) -> Vec<usize> {
    let count = outline.len();
    let mut cycle = Vec::new();
    for offset in 0..count {
        let steps = if backwards { count - offset } else { offset };
        cycle.push(outline[(start + steps) % count]);
    }
    cycle
}
