//! F8: symmetries of a scene, its motions and its forces.
//!
//! A map x ↦ Q x + b with Q Qᵀ = 1 takes bodies with masses, parts, velocities and pins to others,
//! gravity to itself, free accelerations to free accelerations, and each answer to an answer. What
//! one body exerts on another at a point is compared as a whole: the vertices of two parts may
//! share it in more than one way.

use super::Proved;
use super::answer::Answer;
use super::exerted::{Exerted, Joint};
use crate::group::Group;
use crate::rejection::Condition::{F8, Form};
use crate::row::{Triple, motion_of};
use crate::statics::contact::Rough;
use crate::{Result, form, lookup, names};
use num_bigint::BigInt;
use num_traits::One;
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
    if listed.len() > MOST_SYMMETRIES {
        let found = format!("{} of them", listed.len());
        let required = format!("at most {MOST_SYMMETRIES}");
        return Form.refuse("symmetries", found, required);
    }
    let mut symmetries = Vec::new();
    for (index, entry) in listed.iter().enumerate() {
        form::denominator(&entry.denominator)?;
        let place = format!("symmetry {index}");
        let count = scene.bodies.len();
        if entry.bodies.len() != count {
            let found = format!("{} bodies", entry.bodies.len());
            return Form.refuse(place, found, format!("{count}, one image for each"));
        }
        let mut images = Vec::new();
        let mut reached = BTreeSet::new();
        for image in &entry.bodies {
            lookup::entry(&scene.bodies, &place, "body", *image)?;
            if !reached.insert(*image) {
                let found = format!("body {image} twice");
                return Form.refuse(place, found, "each body once");
            }
            images.push(BodyId(*image));
        }
        let [first, second] = &entry.matrix;
        symmetries.push(Symmetry {
            index,
            scene,
            rows: [first, second].map(|row| over(row, &entry.denominator)),
            shift: over(&entry.shift, &entry.denominator),
            images,
        });
    }
    Ok(symmetries)
}

fn over([x, y]: &[BigInt; 2], denominator: &BigInt) -> Vector {
    Vector::new(
        Rational::new(x.clone(), denominator.clone()),
        Rational::new(y.clone(), denominator.clone()),
    )
}

/// F8: every symmetry takes the scene, and what is proved of its groups, to itself.
pub(crate) fn all_is_its_own_image(
    symmetries: &[Symmetry],
    proved: &[(&Group, Proved)],
    rough: Rough,
) -> Result {
    for symmetry in symmetries {
        symmetry.is_isometry()?;
        symmetry.keeps_gravity()?;
        for (index, body) in symmetry.scene.numbered_bodies() {
            symmetry.keeps_body(index, body)?;
        }
        symmetry.keeps_free_accelerations()?;
        symmetry.keeps_friction(rough)?;
        symmetry.keeps_pins()?;
        for (group, outcome) in proved {
            let (image, image_outcome) = symmetry.image_of_group(group, proved)?;
            for answer in outcome.answers() {
                let images = image_outcome.answers();
                symmetry.keeps_answer(answer, image, images)?;
            }
        }
    }
    Ok(())
}

impl Symmetry<'_> {
    /// Q Qᵀ = 1.
    fn is_isometry(&self) -> Result {
        let [first, second] = &self.rows;
        let products = [first.dot(first), second.dot(second), first.dot(second)];
        let one = Rational::one();
        let zero = Rational::default();
        if products == [one.clone(), one, zero] {
            return Ok(());
        }
        let [first, second, mixed] = products.each_ref().map(names::rational);
        let found = format!("rows with the products {first}, {second} and {mixed}");
        F8.refuse(self, found, "1, 1 and 0")
    }

    fn keeps_gravity(&self) -> Result {
        let gravity = &self.scene.gravity;
        let image = self.vector(gravity);
        if image == *gravity {
            return Ok(());
        }
        let found = format!("gravity {}", told(&image));
        F8.refuse(self, found, told(gravity))
    }

    /// Parts, mass and motion of a body are those of its image.
    fn keeps_body(&self, index: BodyId, body: &Body) -> Result {
        let image = self.image(index)?;
        let other = lookup::of_body(&self.scene.bodies, image)?;
        let dynamics = body.dynamics.as_ref().map(|free| self.dynamics(free));
        if dynamics != other.dynamics {
            let found = "another mass or motion than its image has";
            return self.refuse_body(index, found);
        }
        let mut outlines: Vec<BTreeSet<Vector>> = other.parts.iter().map(outline).collect();
        for part in &body.parts {
            let vertices = part.vertices().iter();
            let images: BTreeSet<Vector> = vertices.map(|vertex| self.point(vertex)).collect();
            let Some(place) = outlines.iter().position(|outline| *outline == images) else {
                return self.refuse_body(index, "a part that its image does not have");
            };
            outlines.remove(place);
        }
        if outlines.is_empty() {
            return Ok(());
        }
        self.refuse_body(index, "fewer parts than its image")
    }

    fn refuse_body(&self, index: BodyId, found: &str) -> Result {
        let place = format!("{self}, {}", names::body(self.scene, index));
        F8.refuse(place, found, "what its image has")
    }

    /// What loads do to a body is what they do to its image.
    fn keeps_free_accelerations(&self) -> Result {
        let falls = self.scene.free_accelerations();
        for (index, fall) in falls.iter().enumerate() {
            let index = BodyId(index);
            let image = lookup::of_body(&falls, self.image(index)?)?;
            let fall = fall.as_ref().map(|fall| self.fall(fall));
            if fall != *image {
                return self.refuse_body(index, "another free acceleration than its image has");
            }
        }
        Ok(())
    }

    fn keeps_friction(&self, rough: Rough) -> Result {
        for contact in rough.contacts {
            let [first, second] = contact.contact.bodies;
            let images = [self.image(first.index)?, self.image(second.index)?];
            let [first, second] = images;
            let friction = self.scene.friction.between(first, second);
            if friction != contact.friction {
                let place = format!("{self}, {}", contact.contact);
                let friction = names::rational(&friction);
                let found = format!("friction {friction} between the images");
                let required = names::rational(&contact.friction);
                return F8.refuse(place, found, required);
            }
        }
        Ok(())
    }

    /// As many pins join two bodies at a point, with and without collisions, as their images at its
    /// image.
    fn keeps_pins(&self) -> Result {
        let mut pins = Vec::new();
        let mut images = Vec::new();
        for pin in &self.scene.pins {
            let joint = Joint::new([Some(pin.first), pin.second], pin.at.clone());
            let image = self.image_of_joint(&joint)?;
            // Of a pin to the world `collide` says nothing.
            let collide = pin.collide && pin.second.is_some();
            pins.push((joint.in_order(), collide));
            images.push((image.in_order(), collide));
        }
        pins.sort_unstable();
        images.sort_unstable();
        if pins == images {
            return Ok(());
        }
        F8.refuse(self, "pins that do not go to pins", "as many at each image")
    }

    /// The group of the images of the bodies of a group.
    fn image_of_group<'p, 'a>(
        &self,
        group: &Group,
        proved: &'p [(&'p Group<'a>, Proved<'a>)],
    ) -> Result<(&'p Group<'a>, &'p Proved<'a>)> {
        let mut images = BTreeSet::new();
        for body in &group.bodies {
            images.insert(self.image(*body)?);
        }
        for (other, outcome) in proved {
            if other.members.keys().eq(&images) {
                return Ok((other, outcome));
            }
        }
        let place = format!("{self}, {group}");
        F8.refuse(place, "bodies whose images are no group", "a group")
    }

    /// One of the answers of the group of the images is the image of an answer.
    fn keeps_answer(&self, answer: &Answer, image: &Group, images: &[Answer]) -> Result {
        let mut forces = Exerted::default();
        for (joint, force) in &Exerted::of(answer).forces {
            let image = self.image_of_joint(joint)?;
            forces.add(image, &self.vector(force));
        }
        let denominator = &answer.forces.denominator;
        for other in images {
            let is_image = self.moves_to(answer, other)?
                && forces.are(denominator, &Exerted::of(other), other.forces.denominator);
            if is_image {
                return Ok(());
            }
        }
        let place = format!("{self}, {answer}");
        let found = format!("no such answer of {image}");
        F8.refuse(place, found, "its image")
    }

    /// Whether the motion of an answer goes to that of another one.
    fn moves_to(&self, answer: &Answer, other: &Answer) -> Result<bool> {
        let denominator = Rational::from(answer.forces.denominator.clone());
        let other_denominator = Rational::from(other.forces.denominator.clone());
        for (body, motion) in &answer.motion {
            let image = self.image(*body)?;
            let image = Motion::new(motion_of(image, &other.motion)?);
            let motion = Motion::new(motion);
            let linear = self.vector(&motion.linear).scaled(&other_denominator);
            let angular = motion.angular * self.determinant() * &other_denominator;
            let is_image = linear == image.linear.scaled(&denominator)
                && angular == image.angular * &denominator;
            if !is_image {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The world is its own image.
    fn image_of_joint(&self, joint: &Joint) -> Result<Joint> {
        let mut bodies = [None, None];
        for (image, body) in bodies.iter_mut().zip(joint.bodies) {
            if let Some(body) = body {
                *image = Some(self.image(body)?);
            }
        }
        Ok(Joint::new(bodies, self.point(&joint.at)))
    }

    fn image(&self, body: BodyId) -> Result<BodyId> {
        let image = lookup::of_body(&self.images, body)?;
        Ok(*image)
    }

    /// Q times a vector.
    fn vector(&self, vector: &Vector) -> Vector {
        let [x, y] = self.rows.each_ref().map(|row| row.dot(vector));
        Vector::new(x, y)
    }

    fn point(&self, point: &Vector) -> Vector {
        &self.vector(point) + &self.shift
    }

    /// δ.
    fn determinant(&self) -> Rational {
        let [first, second] = &self.rows;
        first.cross(second)
    }

    /// Those of the image of a free body.
    fn dynamics(&self, free: &Dynamics) -> Dynamics {
        Dynamics {
            mass: free.mass.clone(),
            centroid: self.point(&free.centroid),
            inertia: free.inertia.clone(),
            velocity: self.vector(&free.velocity),
            spin: &free.spin * self.determinant(),
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

/// D times the accelerations of a body.
struct Motion {
    linear: Vector,
    angular: Rational,
}

impl Motion {
    fn new([x, y, turn]: &Triple) -> Self {
        let [x, y, angular] = [x, y, turn].map(|number| Rational::from(number.clone()));
        Self {
            linear: Vector::new(x, y),
            angular,
        }
    }
}

fn outline(part: &Polygon) -> BTreeSet<Vector> {
    part.vertices().iter().cloned().collect()
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
