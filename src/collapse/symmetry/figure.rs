//! A scene prepared for comparing it with its image.
//!
//! Different vertices are numbered (`points`); a part is then its cyclic list of numbers,
//! counter-clockwise, written with the least number first. An isometry is applied to each different
//! vertex once; what is left is looking up lists of small integers.

use super::Symmetry;
use super::candidates::Matrix;
use super::points::{AffineMap, Points, Unlucky};
use crate::lattice::Lattice;
use std::collections::BTreeMap;
use zwang_certificate::PartId;
use zwang_exact::Vector;
use zwang_program::kernel::Field;
use zwang_scene::{BodyId, Dynamics, Pin, PinId, Scene};

/// The image of a part: vertex k goes to vertex shift + k of `part`, or shift - k under a
/// reflection, modulo their number `count`.
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
        (self.shift
            + if self.reflected {
                self.count - vertex
            } else {
                vertex
            })
            % self.count
    }

    /// The image of an edge: a reflection exchanges its ends.
    pub(super) fn edge(&self, edge: usize) -> usize {
        self.vertex(if self.reflected { edge + 1 } else { edge })
    }
}

/// A pin up to the order of its bodies: the number of its point, and the bodies ascending, the
/// world first.
type PinPlace = (usize, Option<BodyId>, Option<BodyId>);

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
        let mut outline = |polygon: &zwang_scene::Polygon| {
            numbers.by_ref().take(polygon.vertices().len()).collect()
        };
        let outlines: Vec<Vec<Vec<usize>>> = scene
            .bodies
            .iter()
            .map(|body| body.parts.iter().map(&mut outline).collect())
            .collect();
        let mut parts = BTreeMap::new();
        for (body, own) in outlines.iter().enumerate() {
            for (part, outline) in own.iter().enumerate() {
                let start = least(outline);
                parts.insert(cycle(outline, start, false), (PartId { body, part }, start));
            }
        }
        let places = scene
            .pins
            .iter()
            .enumerate()
            .map(|(pin, content)| (lattice.pin(pin), &content.at));
        let (pin_points, numbers) = Points::new(field, places.collect())?;
        let mut pins: BTreeMap<PinPlace, Vec<PinId>> = BTreeMap::new();
        for (pin, (content, number)) in scene.pins.iter().zip(numbers).enumerate() {
            pins.entry(place(number, Some(content.first), content.second))
                .or_default()
                .push(pin);
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
        if !turn.takes_vector(&self.scene.gravity, &self.scene.gravity) {
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
        let part_image = |outline: &Vec<usize>| {
            let outline: Vec<usize> = outline.iter().map(|point| images[*point]).collect();
            let (count, start) = (outline.len(), least(&outline));
            let (part, target) = *self.parts.get(&cycle(&outline, start, reflected))?;
            let shift = (target + if reflected { start } else { count - start }) % count;
            Some(PartImage {
                part,
                shift,
                count,
                reflected,
            })
        };
        self.outlines
            .iter()
            .map(|body| body.iter().map(part_image).collect())
            .collect()
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
        let mut body_image = |(body, parts): (usize, &Vec<PartImage>)| {
            let image = parts.first()?.part.body;
            let stays_together = parts.iter().all(|part| part.part.body == image);
            let is_new = !std::mem::replace(&mut is_image[image], true);
            let centroids = (self.lattice.centroid(body), self.lattice.centroid(image));
            let is_centered = match centroids {
                (None, None) => true,
                (Some(own), Some(other)) => map.takes(own, other),
                _ => false,
            };
            (stays_together
                && is_new
                && is_centered
                && self.moves_alike(turn, reflected, body, image))
            .then_some(image)
        };
        symmetry
            .parts
            .iter()
            .enumerate()
            .map(&mut body_image)
            .collect()
    }

    /// Whether a body has the mass and the motion of the image of another.
    fn moves_alike(&self, turn: &AffineMap, reflected: bool, body: BodyId, image: BodyId) -> bool {
        let [body, image] = [body, image].map(|body| self.scene.bodies[body].dynamics.as_ref());
        let (Some(body), Some(image)) = (body, image) else {
            return body.is_none() && image.is_none();
        };
        if body.mass != image.mass || body.inertia != image.inertia {
            return false;
        }
        if [body, image].into_iter().all(Dynamics::is_at_rest) {
            return true;
        }
        let spin = if reflected {
            -&body.spin
        } else {
            body.spin.clone()
        };
        spin == image.spin && turn.takes_vector(&body.velocity, &image.velocity)
    }

    /// The image of each pin; pins at the same place keep their order.
    fn pin_images(&self, bodies: &[BodyId], map: &AffineMap) -> Option<Vec<(PinId, bool)>> {
        let points = self.pin_points.images(map)?;
        let mut images = vec![(0, false); self.scene.pins.len()];
        let image_of = |body: Option<BodyId>| body.map(|body| bodies[body]);
        for ((at, smaller, larger), pins) in &self.pins {
            let targets =
                self.pins
                    .get(&place(points[*at], image_of(*smaller), image_of(*larger)))?;
            if targets.len() != pins.len() {
                return None;
            }
            for (&pin, &target) in pins.iter().zip(targets) {
                let Pin { first, .. } = self.scene.pins[pin];
                images[pin] = (target, bodies[first] != self.scene.pins[target].first);
            }
        }
        Some(images)
    }
}

fn place(at: usize, one: Option<BodyId>, other: Option<BodyId>) -> PinPlace {
    (at, one.min(other), one.max(other))
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
    let step =
        |offset: usize| outline[(start + if backwards { count - offset } else { offset }) % count];
    (0..count).map(step).collect()
}
