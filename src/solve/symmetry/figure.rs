//! A scene prepared for comparing it with its image.
//!
//! Different vertices get numbers in lexicographic order; a part is then its cyclic list of numbers, counter-clockwise,
//! written with the least number first. An isometry is applied to each different vertex once; what is left is looking
//! up lists of small integers.

use super::Symmetry;
use super::candidates::Matrix;
use std::collections::BTreeMap;
use zwang_certificate::PartId;
use zwang_exact::Vector;
use zwang_scene::{BodyId, Pin, PinId, Scene};

/// The image of a part: vertex k goes to vertex shift + k of `part`, or shift - k under a reflection, modulo their
/// number `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartImage {
    pub(super) part: PartId,
    shift: usize,
    count: usize,
    reflected: bool,
}

impl PartImage {
    /// The image of a vertex.
    pub(super) fn vertex(&self, vertex: usize) -> usize {
        let vertex = vertex % self.count;
        (self.shift + if self.reflected { self.count - vertex } else { vertex }) % self.count
    }

    /// The image of an edge: a reflection exchanges its ends.
    pub(super) fn edge(&self, edge: usize) -> usize {
        self.vertex(if self.reflected { edge + 1 } else { edge })
    }
}

/// A pin up to the order of its bodies: the point, and the bodies ascending, the world first.
type PinPlace = (Vector, Option<BodyId>, Option<BodyId>);

/// A scene with numbered vertices.
pub(super) struct Figure<'a> {
    scene: &'a Scene,
    points: Vec<Vector>,
    /// The numbers of the vertices of each part of each body.
    outlines: Vec<Vec<Vec<usize>>>,
    /// Each part and its vertex of least number, by its cyclic list.
    parts: BTreeMap<Vec<usize>, (PartId, usize)>,
    /// Pins at the same place in file order.
    pins: BTreeMap<PinPlace, Vec<PinId>>,
}

impl<'a> Figure<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let polygons = scene.bodies.iter().flat_map(|body| &body.parts);
        let mut points: Vec<Vector> = polygons.flat_map(|polygon| polygon.vertices()).cloned().collect();
        points.sort_unstable();
        points.dedup();
        let number = |vertex: &Vector| points.binary_search(vertex).unwrap_or_else(|place| place);
        let outline = |polygon: &zwang_scene::Polygon| polygon.vertices().iter().map(number).collect();
        let outlines: Vec<Vec<Vec<usize>>> =
            scene.bodies.iter().map(|body| body.parts.iter().map(outline).collect()).collect();
        let mut parts = BTreeMap::new();
        for (body, own) in outlines.iter().enumerate() {
            for (part, outline) in own.iter().enumerate() {
                let start = least(outline);
                parts.insert(cycle(outline, start, false), (PartId { body, part }, start));
            }
        }
        let mut pins: BTreeMap<PinPlace, Vec<PinId>> = BTreeMap::new();
        for (pin, content) in scene.pins.iter().enumerate() {
            pins.entry(place(content.at.clone(), Some(content.first), content.second)).or_default().push(pin);
        }
        Self { scene, points, outlines, parts, pins }
    }

    /// The different vertices, ascending.
    pub(super) fn points(&self) -> &[Vector] {
        &self.points
    }

    /// The symmetry x ↦ center + matrix (x - center), if it is one.
    pub(super) fn symmetry(&self, matrix: Matrix, center: Vector) -> Option<Symmetry> {
        let mut symmetry = Symmetry { matrix, center, bodies: Vec::new(), pins: Vec::new(), parts: Vec::new() };
        if symmetry.map_vector(&self.scene.gravity) != self.scene.gravity {
            return None;
        }
        symmetry.parts = self.part_images(&symmetry)?;
        symmetry.bodies = self.body_images(&symmetry)?;
        symmetry.pins = self.pin_images(&symmetry)?;
        Some(symmetry)
    }

    fn part_images(&self, symmetry: &Symmetry) -> Option<Vec<Vec<PartImage>>> {
        // x ↦ A x + b needs fewer operations than the form about the centre.
        let shift = &symmetry.center - &symmetry.map_vector(&symmetry.center);
        let image = |point: &Vector| self.points.binary_search(&(&symmetry.map_vector(point) + &shift)).ok();
        let images: Vec<usize> = self.points.iter().map(image).collect::<Option<_>>()?;
        let reflected = symmetry.is_reflection();
        let part_image = |outline: &Vec<usize>| {
            let outline: Vec<usize> = outline.iter().map(|point| images[*point]).collect();
            let (count, start) = (outline.len(), least(&outline));
            let (part, target) = *self.parts.get(&cycle(&outline, start, reflected))?;
            let shift = (target + if reflected { start } else { count - start }) % count;
            Some(PartImage { part, shift, count, reflected })
        };
        self.outlines.iter().map(|body| body.iter().map(part_image).collect()).collect()
    }

    /// The image of each body: the one that consists of the images of its parts, if it also moves like the image. Different
    /// parts have different images; so if bodies have, too, none of these has a part that is not an image.
    fn body_images(&self, symmetry: &Symmetry) -> Option<Vec<BodyId>> {
        let mut is_image = vec![false; self.scene.bodies.len()];
        let mut body_image = |(body, parts): (usize, &Vec<PartImage>)| {
            let image = parts.first()?.part.body;
            let stays_together = parts.iter().all(|part| part.part.body == image);
            let is_new = !std::mem::replace(&mut is_image[image], true);
            (stays_together && is_new && self.moves_alike(symmetry, body, image)).then_some(image)
        };
        symmetry.parts.iter().enumerate().map(&mut body_image).collect()
    }

    fn moves_alike(&self, symmetry: &Symmetry, body: BodyId, image: BodyId) -> bool {
        match (&self.scene.bodies[body].dynamics, &self.scene.bodies[image].dynamics) {
            (None, None) => true,
            (Some(body), Some(image)) => {
                let spin = if symmetry.is_reflection() { -&body.spin } else { body.spin.clone() };
                body.mass == image.mass
                    && body.inertia == image.inertia
                    && spin == image.spin
                    && symmetry.map_vector(&body.velocity) == image.velocity
                    && symmetry.map_point(&body.centroid) == image.centroid
            }
            _ => false,
        }
    }

    /// The image of each pin; pins at the same place keep their order.
    fn pin_images(&self, symmetry: &Symmetry) -> Option<Vec<(PinId, bool)>> {
        let mut images = vec![(0, false); self.scene.pins.len()];
        let image_of = |body: Option<BodyId>| body.map(|body| symmetry.bodies[body]);
        for ((at, smaller, larger), pins) in &self.pins {
            let targets = self.pins.get(&place(symmetry.map_point(at), image_of(*smaller), image_of(*larger)))?;
            if targets.len() != pins.len() {
                return None;
            }
            for (&pin, &target) in pins.iter().zip(targets) {
                let Pin { first, .. } = self.scene.pins[pin];
                images[pin] = (target, symmetry.bodies[first] != self.scene.pins[target].first);
            }
        }
        Some(images)
    }
}

fn place(at: Vector, one: Option<BodyId>, other: Option<BodyId>) -> PinPlace {
    (at, one.min(other), one.max(other))
}

/// The index of the least number.
fn least(outline: &[usize]) -> usize {
    (0..outline.len()).min_by_key(|&index| outline[index]).unwrap_or(0)
}

/// The numbers from the given index on, forwards or backwards around.
fn cycle(outline: &[usize], start: usize, backwards: bool) -> Vec<usize> {
    let count = outline.len();
    let step = |offset: usize| outline[(start + if backwards { count - offset } else { offset }) % count];
    (0..count).map(step).collect()
}
