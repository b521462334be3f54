//! F8: symmetries of a scene, its motions and its forces.
//!
//! A map x ↦ Q x + b with Q Qᵀ = 1 takes bodies with masses, parts, velocities and pins to others,
//! gravity to itself, free accelerations to free accelerations, and each answer to an answer. The
//! resultant that one body exerts on another at a point is compared as a whole: the vertices of two
//! parts may share it in more than one way.

use super::ProvedGroup;
use super::answer::Answer;
use super::exerted::{Exerted, Joint};
use crate::core::row::motion_of;
use crate::plane::lever::along_x_y_and_turning;
use crate::proof::acceleration::Acceleration;
use crate::proof::group::Group;
use crate::proof::named::Named;
use crate::rejection::Condition::{F8, Form};
use crate::rejection::Result;
use crate::{lookup, names, wellformed};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeSet;
use std::fmt::{self, Formatter};
use zwang_certificate::friction;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, FreeAcceleration, Polygon, Scene};

/// A listed symmetry, with all that it names looked up.
pub(crate) struct Symmetry<'a> {
    index: usize,
    scene: &'a Scene,
    /// The rows of Q.
    rows: [Vector; 2],
    /// b.
    shift: Vector,
    /// The image of each body of the scene.
    images: Vec<BodyId>,
}

/// A finite group of isometries with rational matrices has no more elements: that of the square.
const MOST_SYMMETRIES: usize = 8;

/// The listed symmetries. Form: they are few, denominators are positive, and each body is the image
/// of one.
pub(crate) fn symmetries<'a>(
    scene: &'a Scene,
    listed: &[friction::Symmetry],
) -> Result<Vec<Symmetry<'a>>> {
    let count = listed.len();
    if count > MOST_SYMMETRIES {
        let place = "symmetries";
        let found = format!("{count} of them");
        let required = format!("at most {MOST_SYMMETRIES}");
        return Form.refuse(place, found, required);
    }
    let mut symmetries = Vec::new();
    for (index, entry) in listed.iter().enumerate() {
        let symmetry = Symmetry::new(scene, index, entry)?;
        symmetries.push(symmetry);
    }
    Ok(symmetries)
}

/// The images of the bodies of the scene. Form: there is one for each body, and each body is one.
fn images(scene: &Scene, place: &str, listed: &[usize]) -> Result<Vec<BodyId>> {
    let bodies = &scene.bodies;
    let images = lookup::bodies(listed);
    let found = images.len();
    let required = bodies.len();
    if found != required {
        let found = format!("{found} bodies");
        let required = format!("{required}, one image for each");
        return Form.refuse(place, found, required);
    }
    let mut reached = BTreeSet::new();
    for image in &images {
        lookup::entry(bodies, place, "body", image.0)?;
        if !reached.insert(image) {
            let found = format!("body {image} twice");
            return Form.refuse(place, found, "each body once");
        }
    }
    Ok(images)
}

fn over(pair: &[BigInt; 2], denominator: &BigInt) -> Vector {
    let [x, y] = pair.clone();
    let x = Rational::new(x, denominator.clone());
    let y = Rational::new(y, denominator.clone());
    Vector::new(x, y)
}

/// F8: every symmetry takes the scene, and what is proved of its groups, to itself.
pub(crate) fn all_is_its_own_image(
    symmetries: &[Symmetry],
    proved: &[ProvedGroup],
    named: Named,
) -> Result {
    for symmetry in symmetries {
        symmetry.is_isometry()?;
        symmetry.keeps_gravity()?;
        for (index, body) in symmetry.scene.numbered_bodies() {
            symmetry.keeps_body(index, body)?;
        }
        symmetry.keeps_free_accelerations()?;
        symmetry.keeps_friction(named)?;
        symmetry.keeps_pins()?;
        for group in proved {
            let image = symmetry.image_of_group(group.group, proved)?;
            for answer in group.outcome.answers() {
                symmetry.keeps_answer(answer, image)?;
            }
        }
    }
    Ok(())
}

impl<'a> Symmetry<'a> {
    fn new(scene: &'a Scene, index: usize, entry: &friction::Symmetry) -> Result<Self> {
        let friction::Symmetry {
            denominator,
            matrix,
            shift,
            bodies,
        } = entry;
        wellformed::denominator(denominator)?;
        let place = format!("symmetry {index}");
        let images = images(scene, &place, bodies)?;
        let [first, second] = matrix;
        let first_row = over(first, denominator);
        let second_row = over(second, denominator);
        let shift = over(shift, denominator);
        Ok(Self {
            index,
            scene,
            rows: [first_row, second_row],
            shift,
            images,
        })
    }
}

impl Symmetry<'_> {
    /// Q Qᵀ = 1.
    fn is_isometry(&self) -> Result {
        let [first, second] = &self.rows;
        let first_square = first.dot(first);
        let second_square = second.dot(second);
        let product = first.dot(second);
        let are_units = first_square.is_one() && second_square.is_one();
        if are_units && product.is_zero() {
            return Ok(());
        }
        let first = names::rational(&first_square);
        let second = names::rational(&second_square);
        let mixed = names::rational(&product);
        let found = format!("rows with the products {first}, {second} and {mixed}");
        F8.refuse(self, found, "1, 1 and 0")
    }

    fn keeps_gravity(&self) -> Result {
        let gravity = &self.scene.gravity;
        let image = self.vector(gravity);
        if image == *gravity {
            return Ok(());
        }
        let image = told(&image);
        let found = format!("gravity {image}");
        let required = told(gravity);
        F8.refuse(self, found, required)
    }

    /// Parts, mass and motion of a body are those of its image.
    fn keeps_body(&self, index: BodyId, body: &Body) -> Result {
        let image = self.image(index)?;
        let other = lookup::of_body(&self.scene.bodies, image)?;
        let dynamics = body.dynamics.as_ref();
        let dynamics = dynamics.map(|free| self.dynamics(free));
        if dynamics != other.dynamics {
            let found = "another mass or motion than its image has";
            return self.refuse_body(index, found);
        }
        let mut left = Vec::new();
        for part in &other.parts {
            let vertices = part.vertices().iter();
            left.push(Outline {
                vertices: vertices.cloned().collect(),
                radius: part.radius(),
            });
        }
        for part in &body.parts {
            let image = self.outline(part);
            let mut outlines = left.iter();
            let place = outlines.position(|outline| *outline == image);
            let Some(place) = place else {
                let found = "a part that its image does not have";
                return self.refuse_body(index, found);
            };
            left.remove(place);
        }
        if left.is_empty() {
            return Ok(());
        }
        let found = "fewer parts than its image";
        self.refuse_body(index, found)
    }

    fn refuse_body(&self, index: BodyId, found: &str) -> Result {
        let body = names::body(self.scene, index);
        let place = format!("{self}, {body}");
        F8.refuse(place, found, "what its image has")
    }

    /// Loads act on the image of a body as on the body.
    fn keeps_free_accelerations(&self) -> Result {
        let falls = self.scene.free_accelerations();
        for (index, fall) in falls.iter().enumerate() {
            let index = BodyId(index);
            let image = self.image(index)?;
            let required = lookup::of_body(&falls, image)?;
            let fall = fall.as_ref();
            let fall = fall.map(|fall| self.fall(fall));
            if fall != *required {
                let found = "another free acceleration than its image has";
                return self.refuse_body(index, found);
            }
        }
        Ok(())
    }

    fn keeps_friction(&self, named: Named) -> Result {
        for contact in named.contacts {
            let required = contact.friction_of_bodies();
            let [first, second] = contact.bodies;
            let first = self.image(first.index)?;
            let second = self.image(second.index)?;
            let friction = self.scene.friction.between(first, second);
            if friction != required {
                let place = format!("{self}, {contact}");
                let friction = names::rational(&friction);
                let found = format!("friction {friction} between the images");
                let required = names::rational(&required);
                return F8.refuse(place, found, required);
            }
        }
        Ok(())
    }

    /// The pins that join two bodies at a point are as many, with and without collisions, as those
    /// of their images at its image.
    fn keeps_pins(&self) -> Result {
        let mut pins = Vec::new();
        let mut images = Vec::new();
        for pin in &self.scene.pins {
            let joint = Joint::of_pin(pin);
            let image = self.image_of_joint(&joint)?;
            // Of a pin to the world `collide` says nothing.
            let collide = pin.collide && pin.second.is_some();
            let joint = joint.in_order();
            let image = image.in_order();
            pins.push((joint, collide));
            images.push((image, collide));
        }
        pins.sort_unstable();
        images.sort_unstable();
        if pins == images {
            return Ok(());
        }
        let found = "pins that do not go to pins";
        F8.refuse(self, found, "as many at each image")
    }

    /// The group of the images of the bodies of a group.
    fn image_of_group<'p, 'a>(
        &self,
        group: &Group,
        proved: &'p [ProvedGroup<'a>],
    ) -> Result<&'p ProvedGroup<'a>> {
        let mut images = BTreeSet::new();
        for body in &group.bodies {
            let image = self.image(*body)?;
            images.insert(image);
        }
        for other in proved {
            let bodies = other.group.members.keys();
            if bodies.eq(&images) {
                return Ok(other);
            }
        }
        let place = format!("{self}, {group}");
        let found = "bodies whose images are no group";
        F8.refuse(place, found, "a group")
    }

    /// One of the answers of the group of the images is the image of an answer.
    fn keeps_answer(&self, answer: &Answer, image: &ProvedGroup) -> Result {
        let forces = self.forces(answer)?;
        for other in image.outcome.answers() {
            if !self.moves_to(answer, other)? {
                continue;
            }
            let exerted = Exerted::of(other);
            if forces.are(&exerted) {
                return Ok(());
            }
        }
        let place = format!("{self}, {answer}");
        let group = image.group;
        let found = format!("no such answer of {group}");
        F8.refuse(place, found, "its image")
    }

    /// The images of the forces of an answer.
    fn forces<'a>(&self, answer: &Answer<'a>) -> Result<Exerted<'a>> {
        let mut images = Exerted::none(answer.denominator());
        for (joint, force) in &Exerted::of(answer).forces {
            let joint = self.image_of_joint(joint)?;
            let force = self.vector(force);
            images.add(joint, &force);
        }
        Ok(images)
    }

    /// Whether the motion of an answer goes to that of another one.
    fn moves_to(&self, answer: &Answer, other: &Answer) -> Result<bool> {
        for (body, motion) in &answer.motion {
            let image = self.image(*body)?;
            let image_motion = motion_of(image, &other.motion)?;
            // Both times both denominators.
            let own = acceleration(motion, other.denominator());
            let required = acceleration(image_motion, answer.denominator());
            let image = Acceleration {
                linear: self.vector(&own.linear),
                angular: own.angular * self.determinant(),
            };
            if image != required {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The world is its own image.
    fn image_of_joint(&self, joint: &Joint) -> Result<Joint> {
        let mut bodies = joint.bodies;
        for body in bodies.iter_mut().flatten() {
            *body = self.image(*body)?;
        }
        let at = self.point(&joint.at);
        Ok(Joint::new(bodies, at))
    }

    fn image(&self, body: BodyId) -> Result<BodyId> {
        let image = lookup::of_body(&self.images, body)?;
        Ok(*image)
    }

    /// Q times a vector.
    fn vector(&self, vector: &Vector) -> Vector {
        let [first, second] = &self.rows;
        let x = first.dot(vector);
        let y = second.dot(vector);
        Vector::new(x, y)
    }

    fn point(&self, point: &Vector) -> Vector {
        &self.vector(point) + &self.shift
    }

    /// The vertices of the image of a part.
    fn outline<'p>(&self, part: &'p Polygon) -> Outline<'p> {
        let mut vertices = BTreeSet::new();
        for vertex in part.vertices() {
            vertices.insert(self.point(vertex));
        }
        Outline {
            vertices,
            radius: part.radius(),
        }
    }

    /// δ.
    fn determinant(&self) -> Rational {
        let [first, second] = &self.rows;
        first.cross(second)
    }

    /// Those of the image of a free body.
    fn dynamics(&self, free: &Dynamics) -> Dynamics {
        let Dynamics {
            mass,
            centroid,
            inertia,
            velocity,
            spin,
        } = free;
        Dynamics {
            mass: mass.clone(),
            centroid: self.point(centroid),
            inertia: inertia.clone(),
            velocity: self.vector(velocity),
            spin: spin * self.determinant(),
        }
    }

    /// That of the image of a free body.
    fn fall(&self, fall: &FreeAcceleration) -> FreeAcceleration {
        FreeAcceleration {
            linear: self.vector(&fall.linear),
            angular: &fall.angular * self.determinant(),
        }
    }
}

/// The acceleration of a body, times a number.
fn acceleration(motion: &[BigInt], factor: &BigInt) -> Acceleration {
    let numbers = along_x_y_and_turning(motion);
    let [x, y, angular] = numbers.map(|number| Rational::from(number * factor));
    Acceleration {
        linear: Vector::new(x, y),
        angular,
    }
}

/// The vertices of a part, or of its core, and its radius.
#[derive(PartialEq, Eq)]
struct Outline<'a> {
    vertices: BTreeSet<Vector>,
    radius: &'a Rational,
}

fn told(vector: &Vector) -> String {
    let x = names::rational(&vector.x);
    let y = names::rational(&vector.y);
    format!("({x}, {y})")
}

impl fmt::Display for Symmetry<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "symmetry {}", self.index)
    }
}
