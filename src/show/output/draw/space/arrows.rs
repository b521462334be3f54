//! Forces at contacts, loads, accelerations, and outlines of where bodies go.

use super::super::frame::Point;
use super::super::shape::{Pen, arrow, polygon, tail_bar};
use super::order::to_eye;
use super::silhouette::silhouette;
use super::{Picture, SpaceView, largest_coordinate};
use crate::svg::{Drawing, Element};
use num_traits::Zero;
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::{Body, Face, Polyhedron};

/// The outlines of more moving bodies would hide each other.
const MOST_OUTLINES: usize = 150;

/// Arrows of one kind.
pub struct Arrows {
    pub drawn: Drawing,
    /// The longest one: what it stands for, and how long it is where nothing foreshortens it, px.
    pub longest: Option<Longest>,
}

/// The magnitude that the longest arrow of a kind stands for.
pub struct Longest {
    /// Square of its magnitude.
    pub square: Rational,
}

/// How many pixels the longest arrow has.
pub fn length(picture: &Picture) -> f64 {
    (picture.module * 0.75).clamp(14.0, 90.0)
}

fn pen(picture: &Picture, weight: f64) -> Pen {
    Pen::new(picture.module * 0.7, weight).at_most(3.2)
}

/// The largest coordinate of any of these vectors; `None` if all are zero.
fn unit<'a>(vectors: impl Iterator<Item = &'a Vector3>) -> Option<Rational> {
    let largest = vectors.map(largest_coordinate).max()?;
    (!largest.is_zero()).then_some(largest)
}

/// The vector on the page, so that one whose largest coordinate is `unit` is about as long as
/// arrows may be.
fn on_page(picture: &Picture, vector: &Vector3, unit: &Rational) -> Point {
    let shares = vector.scaled(&unit.recip());
    let direction = SpaceView::vector(&shares);
    let length = length(picture);
    Point::new(direction.x * length, direction.y * length)
}

fn longest<'a>(vectors: impl Iterator<Item = &'a Vector3>) -> Option<Longest> {
    let square = vectors.map(|vector| vector.dot(vector)).max()?;
    (!square.is_zero()).then_some(Longest { square })
}

/// The forces, each on its body, from the point where it acts. Loads end where they push and are
/// drawn to the same scale.
pub fn forces(picture: &Picture) -> [Arrows; 2] {
    let contacts = picture.content.map_or(&[][..], |content| &content.forces);
    let loads = &picture.scene.loads;
    let of_contacts = || contacts.iter().map(|force| &force.force);
    let of_loads = || loads.iter().map(|load| &load.force);
    let mut drawn = Drawing::default();
    let mut pushing = Drawing::default();
    if let Some(unit) = unit(of_contacts().chain(of_loads())) {
        for force in contacts {
            let tail = picture.view.point(&force.at);
            let vector = on_page(picture, &force.force, &unit);
            let name = |body| picture.scene.body(body).map_or("", |body| &body.name);
            let title = format!(
                "{} pushes {}: {} N at {}",
                name(force.from),
                name(force.on),
                picture.told(&force.force),
                picture.told(&force.at)
            );
            let class = if force.is_one_of_several {
                "several"
            } else {
                "force"
            };
            let path = arrow(tail, tail.moved(vector, 1.0), pen(picture, 1.0));
            drawn.add(Element::path(class, &path).titled(&title));
        }
        for load in loads.iter().filter(|load| !load.force.is_zero()) {
            let tip = picture.view.point(&load.at);
            let tail = tip.moved(on_page(picture, &load.force, &unit), -1.0);
            let pen = pen(picture, 1.0);
            let path = arrow(tail, tip, pen) + &tail_bar(tail, tip, pen);
            let title = format!("load {}: {} N", load.name, picture.told(&load.force));
            pushing.add(Element::path("load-force", &path).titled(&title));
        }
    }
    let contacts = Arrows {
        drawn,
        longest: longest(of_contacts()),
    };
    let loads = Arrows {
        drawn: pushing,
        longest: longest(of_loads()),
    };
    [contacts, loads]
}

/// The linear motions of centroids.
pub fn motions(picture: &Picture) -> Arrows {
    let motions = picture.content.map_or(&[][..], |content| &content.motions);
    let linear = || motions.iter().map(|motion| &motion.linear);
    let mut drawn = Drawing::default();
    if let Some(unit) = unit(linear()) {
        for (body, motion) in picture.scene.bodies.iter().zip(motions) {
            let Some(free) = &body.dynamics else { continue };
            if motion.linear.is_zero() {
                continue;
            }
            let tail = picture.view.point(&free.centroid);
            let vector = on_page(picture, &motion.linear, &unit);
            let path = arrow(tail, tail.moved(vector, 1.0), pen(picture, 1.25));
            drawn.add(Element::path("motion", &path).titled(&body.name));
        }
    }
    Arrows {
        drawn,
        longest: longest(linear()),
    }
}

/// Outlines of bodies a little later, as far as their motions are of first order.
pub fn outlines(picture: &Picture) -> Drawing {
    let mut drawn = Drawing::default();
    let motions = picture.content.map_or(&[][..], |content| &content.motions);
    let moving = motions.iter().filter(|motion| !motion.is_zero()).count();
    let Some(factor) = factor(picture) else {
        return drawn;
    };
    if moving > MOST_OUTLINES {
        return drawn;
    }
    for (body, motion) in picture.scene.bodies.iter().zip(motions) {
        if body.is_fixed() || motion.is_zero() {
            continue;
        }
        let shift = |point: &Vector3| {
            let shift = displacement(body, &motion.linear, &motion.angular, point);
            picture.view.point(&(point + &shift.scaled(&factor)))
        };
        let mut path = String::new();
        for part in &body.parts {
            let Some(sharp) = part.polyhedron() else {
                let centres: Vec<Point> = part.core().vertices().iter().map(shift).collect();
                path += &polygon(&silhouette(&centres, picture.view.radius(part)));
                continue;
            };
            for face in sharp.faces().iter().filter(|face| faces_eye(face)) {
                path += &outline(sharp, face, shift);
            }
        }
        drawn.add(Element::path("ghost", &path));
    }
    drawn
}

fn faces_eye(face: &Face) -> bool {
    face.normal.dot(&to_eye()) > Rational::default()
}

fn outline(part: &Polyhedron, face: &Face, place: impl Fn(&Vector3) -> Point) -> String {
    let mut corners = Vec::with_capacity(face.vertices.len());
    for vertex in &face.vertices {
        corners.push(place(&part.vertices()[*vertex]));
    }
    polygon(&corners)
}

/// v + ω × r, or a + α × r.
fn displacement(body: &Body, linear: &Vector3, angular: &Vector3, point: &Vector3) -> Vector3 {
    let Some(free) = &body.dynamics else {
        return Vector3::zero();
    };
    let arm = point - &free.centroid;
    linear + &angular.cross(&arm)
}

/// The factor of motions, so that no vertex goes farther than about a third of a body.
fn factor(picture: &Picture) -> Option<Rational> {
    let motions = picture.content.map_or(&[][..], |content| &content.motions);
    let mut largest = Rational::zero();
    for (body, motion) in picture.scene.bodies.iter().zip(motions) {
        if body.is_fixed() || motion.is_zero() {
            continue;
        }
        for point in body.parts.iter().flat_map(|part| part.core().vertices()) {
            let shift = displacement(body, &motion.linear, &motion.angular, point);
            largest = largest.max(largest_coordinate(&shift));
        }
    }
    if largest.is_zero() || picture.view.scale.is_zero() {
        return None;
    }
    let pixels = Rational::from_integer(((picture.module * 0.3) as i64).max(4).into());
    Some(pixels / &picture.view.scale / largest)
}

/// The unit vectors, at the lower left corner of the drawing.
pub fn axes(picture: &Picture) -> Drawing {
    let mut drawn = Drawing::default();
    let origin = Point::new(34.0, picture.view.height - 26.0);
    for (name, [x, y, z]) in [("x", [1, 0, 0]), ("y", [0, 1, 0]), ("z", [0, 0, 1])] {
        let direction = SpaceView::vector(&Vector3::from_integers(x, y, z));
        let tip = origin.moved(direction, 28.0);
        let path = arrow(origin, tip, Pen::new(20.0, 1.0));
        drawn.add(Element::path("axis-arrow", &path));
        let at = origin.moved(direction, 38.0);
        drawn.add(Element::text("axis-name", at.x, at.y + 4.0, name));
    }
    drawn
}
