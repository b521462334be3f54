//! A scene prepared for comparing it with its image.
//!
//! Different vertices are numbered (`points`); a part is then its cyclic list of numbers,
//! counter-clockwise, written with the least number first. An isometry is applied to each different
//! vertex once; what is left is looking up lists of small integers.
//!
//! Whatever a scene says is compared: [`Figure::complete`] and [`Figure::is_image`] name every
//! field of a scene and of its bodies, and what they look at (`Polygon::whole`, `Friction::whole`,
//! the sums of loads) names every field of parts, surfaces and loads. A new field does not compile
//! until it is looked at. Names are left out, and so is restitution, which says nothing about how a
//! scene starts to move: [`super::lasting`] looks at it.

use super::candidates::Matrix;
use super::isometry::{PartImage, Symmetry};
use super::points::{AffineMap, Points, Unlucky};
use super::surface::Surface;
use crate::lattice::{Lattice, Located};
use std::collections::BTreeMap;
use zwang_certificate::PartId;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::Field;
use zwang_scene::{Body, BodyId, Dynamics, Pin, PinId, Resultant, Scene, Turning};

/// A pin up to the order of its bodies: the number of its point, the bodies ascending, the world
/// first, and whether two bodies collide.
type PinPlace = (usize, Option<BodyId>, Option<BodyId>, bool);

/// A scene with numbered vertices.
pub(super) struct Figure<'a> {
    scene: &'a Scene,
    lattice: &'a Lattice,
    field: Field,
    vertices: &'a Points<'a>,
    /// The numbers of the vertices of each part of each body.
    outlines: Vec<Vec<Vec<usize>>>,
    /// Each part and its vertex of least number, by its cyclic list and its radius.
    parts: BTreeMap<(Vec<usize>, &'a Rational), (PartId, usize)>,
    pin_points: Points<'a>,
    /// Pins at the same place in file order.
    pins: BTreeMap<PinPlace, Vec<PinId>>,
    /// The resultant of the loads on each body.
    loads: Vec<Resultant>,
    friction: Surface,
}

/// An isometry, in the forms that bodies are compared with.
struct Movement<'a> {
    /// Its linear part.
    turn: &'a AffineMap,
    map: &'a AffineMap,
    is_reflection: bool,
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
                let (vertices, _) = part.whole();
                let count = vertices.len();
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
                let (_, radius) = scene.bodies[body].parts[part].whole();
                parts.insert((cycle, radius), (id, start));
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
            let Pin {
                first,
                second,
                at: _,
                collide,
            } = content;
            // Of a pin to the world `collide` says nothing.
            let collide = *collide && second.is_some();
            let place = place(number, [Some(*first), *second], collide);
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
            friction: Surface::of_friction(scene),
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
        let movement = Movement {
            turn: &turn,
            map: &map,
            is_reflection: symmetry.is_reflection(),
        };
        Ok(self.complete(symmetry, &movement))
    }

    /// Compares all that the scene says with its image, and fills in the images of its things.
    fn complete(&self, mut symmetry: Symmetry, movement: &Movement) -> Option<Symmetry> {
        let Scene {
            name: _,
            title: _,
            expect: _,
            gravity,
            // Parts here, and the rest of each body with the loads on it.
            bodies: _,
            loads: _,
            // Numbered.
            pins: _,
            // Ranked.
            friction: _,
            restitution: _,
        } = self.scene;
        if !movement.turn.takes_vector(gravity, gravity) {
            return None;
        }
        symmetry.parts = self.part_images(movement)?;
        symmetry.bodies = self.body_images(&symmetry.parts, movement)?;
        symmetry.pins = self.pin_images(&symmetry.bodies, movement)?;
        self.friction.is_kept(&symmetry.bodies).then_some(symmetry)
    }

    fn part_images(&self, movement: &Movement) -> Option<Vec<Vec<PartImage>>> {
        let images = self.vertices.images(movement.map)?;
        let mut bodies = Vec::new();
        for (body, outlines) in self.scene.bodies.iter().zip(&self.outlines) {
            let mut parts = Vec::new();
            for (part, outline) in body.parts.iter().zip(outlines) {
                let reflected = movement.is_reflection;
                let (_, radius) = part.whole();
                parts.push(self.part_image(outline, radius, &images, reflected)?);
            }
            bodies.push(parts);
        }
        Some(bodies)
    }

    /// The image of a part, given the images of all points.
    fn part_image(
        &self,
        outline: &[usize],
        radius: &'a Rational,
        images: &[usize],
        reflected: bool,
    ) -> Option<PartImage> {
        let outline = outline.iter().map(|point| images[*point]);
        let outline: Vec<usize> = outline.collect();
        let count = outline.len();
        let start = least(&outline);
        let cycle = cycle(&outline, start, reflected);
        let (part, target) = *self.parts.get(&(cycle, radius))?;
        let turned = if reflected { start } else { count - start };
        Some(PartImage {
            part,
            shift: (target + turned) % count,
            count,
            reflected,
        })
    }

    /// The image of each body: the one that consists of the images of its parts, if all else that
    /// it has is that of the image. Different parts have different images; so if bodies have, too,
    /// none of these has a part that is not an image.
    fn body_images(&self, parts: &[Vec<PartImage>], movement: &Movement) -> Option<Vec<BodyId>> {
        let mut is_image = vec![false; self.scene.bodies.len()];
        let mut images = Vec::new();
        for (body, parts) in self.scene.body_ids().zip(parts) {
            let image = parts.first()?.part.body;
            let stays_together = parts.iter().all(|part| part.part.body == image);
            let image = BodyId(image);
            if !stays_together || is_image[image] || !self.is_image(body, image, movement) {
                return None;
            }
            is_image[image] = true;
            images.push(image);
        }
        Some(images)
    }

    /// Whether a body has the mass, the motion and the loads of the image of another, whose parts
    /// it has.
    fn is_image(&self, body: BodyId, image: BodyId, movement: &Movement) -> bool {
        let Body {
            name: _,
            parts: _,
            dynamics,
        } = &self.scene.bodies[body];
        let is_moved_alike = match (dynamics, &self.scene.bodies[image].dynamics) {
            (None, None) => true,
            (Some(own), Some(other)) => {
                let places = [body, image].map(|body| self.lattice.centroid(body));
                let [Some(from), Some(to)] = places else {
                    return false;
                };
                movement.map.takes(from, to) && movement.moves_alike(own, other)
            }
            _ => false,
        };
        is_moved_alike && movement.loads_alike(&self.loads[body.0], &self.loads[image.0])
    }

    /// The image of each pin; pins at the same place keep their order.
    fn pin_images(&self, bodies: &[BodyId], movement: &Movement) -> Option<Vec<(PinId, bool)>> {
        let points = self.pin_points.images(movement.map)?;
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

impl Movement<'_> {
    /// Whether a body has the mass and the motion of the image of another, up to its centroid.
    fn moves_alike(&self, body: &Dynamics, image: &Dynamics) -> bool {
        let Dynamics {
            mass,
            centroid: _,
            inertia,
            velocity,
            spin,
        } = body;
        if *mass != image.mass || *inertia != image.inertia {
            return false;
        }
        if body.is_at_rest() && image.is_at_rest() {
            return true;
        }
        self.turned(spin) == image.spin && self.turn.takes_vector(velocity, &image.velocity)
    }

    /// Whether the loads on a body are the images of those on another, wherever the body will be.
    fn loads_alike(&self, body: &Resultant, image: &Resultant) -> bool {
        if body.is_zero() && image.is_zero() {
            return true;
        }
        let Resultant { force, turning } = body;
        let Turning {
            couple,
            moment,
            virial,
        } = turning;
        self.turned(couple) == image.turning.couple
            && self.turned(moment) == image.turning.moment
            && *virial == image.turning.virial
            && self.turn.takes_vector(force, &image.force)
    }

    /// A turn under the map: it changes its sense if the map reflects.
    fn turned(&self, turn: &Rational) -> Rational {
        if self.is_reflection {
            -turn
        } else {
            turn.clone()
        }
    }
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
