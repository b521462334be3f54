//! Geoms in the plane: what a plane cuts out of them, and how heavy they are.
//!
//! *Boxes and meshes* have to be prisms across the plane. *Spheres, capsules, cylinders and
//! ellipsoids* are cut through their middle; curves become polygons with corners on them, 60 to a
//! circle. Masses and moments are those of the round bodies:
//!
//! | | volume | moment about the axis across the plane, a kilogram |
//! |---|---|---|
//! | sphere | 4/3 π r³ | 2/5 r² |
//! | cylinder across the plane | π r² l | r²/2 |
//! | cylinder in the plane | π r² l | (3 r² + l²)/12 |
//! | ellipsoid of half axes a, b in the plane and c | 4/3 π a b c | (a² + b²)/5 |
//!
//! A capsule is a cylinder of length l with two halves of a sphere, whose moment about the middle
//! of a capsule in the plane is 2/5 r² + l²/4 + 3 l r/8 a kilogram. π is taken up to 2^-64.

use super::assets::Meshes;
use super::frame::{Frame, from_z};
use super::view::{NAMES, View};
use crate::error::{Result, tag};
use crate::hull::{hull, outline};
use crate::svg::curve::{circle, root};
use crate::xml::Element;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_angle::{half_pi, near_unit};
use zwang_exact::{Rational, Vector, Vector3};

/// Types that are read.
const TYPES: &str = "box, sphere, capsule, cylinder, ellipsoid or mesh, or plane in the world";

/// The cut of a geom with the plane.
pub struct Shape {
    /// Its corners, around it.
    pub outline: Vec<Vector>,
    /// Its ends across the plane.
    pub low: Rational,
    pub high: Rational,
    /// How far a polygon is from the curve, at most.
    pub error: Rational,
    /// How heavy it is, unless it is a prism.
    pub solid: Option<Solid>,
}

/// A round body.
pub struct Solid {
    /// m³.
    pub volume: Rational,
    /// m.
    pub centroid: Vector,
    /// The moment about the centroid and the axis across the plane, m².
    pub moment: Rational,
}

/// A round geom: the middle of it, its axis, and its sizes.
pub struct Round {
    pub frame: Frame,
    /// From the middle to an end of the axis, m; 0 of a sphere.
    pub arm: Vector3,
    pub radius: Rational,
    /// The distance of the ends, m.
    pub length: Rational,
}

/// The shape of a geom in the frame around it.
pub fn shape(element: Element, frame: &Frame, view: View, meshes: &Meshes) -> Result<Shape> {
    let kind = match element.attribute("type") {
        None if element.attribute("mesh").is_some() => "mesh",
        None => "sphere",
        Some(kind) => kind,
    };
    match kind {
        "box" => {
            let (frame, half) = half_sides(element, frame)?;
            prism(element, &frame, view, &corners(&half), "box")
        }
        "mesh" => prism(element, frame, view, meshes.of(element)?, "mesh"),
        "sphere" => Ok(sphere(&round(element, frame, false)?, view)),
        "capsule" => capsule(element, &round(element, frame, true)?, view),
        "cylinder" => cylinder(element, &round(element, frame, true)?, view),
        "ellipsoid" => ellipsoid(element, frame, view),
        _ => element.refuse_value("type", TYPES),
    }
}

/// The corners of a box in its frame, in an order that goes around each of its sides.
fn corners(half: &[Rational; 3]) -> Vec<Vector3> {
    const AROUND: [[i64; 3]; 8] = [
        [-1, -1, -1],
        [1, -1, -1],
        [1, 1, -1],
        [-1, 1, -1],
        [-1, 1, 1],
        [1, 1, 1],
        [1, -1, 1],
        [-1, -1, 1],
    ];
    let mut corners = Vec::with_capacity(AROUND.len());
    for signs in AROUND {
        let [x, y, z] = signs.map(|sign| Rational::from_integer(sign.into()));
        let [length, width, height] = half;
        corners.push(Vector3::new(x * length, y * width, z * height));
    }
    corners
}

/// The frame and the half sides of a box or an ellipsoid. Between the two ends of `fromto` it has
/// two numbers of `size`, and its third axis goes from one to the other.
pub fn half_sides(element: Element, frame: &Frame) -> Result<(Frame, [Rational; 3])> {
    let mut frame = frame.clone();
    let half = match ends(element, &frame)? {
        Some([start, end]) => {
            let arm = (&end - &start).scaled(&ratio(1, 2));
            frame.origin = (&end + &start).scaled(&ratio(1, 2));
            frame.turn = from_z(&arm).rotation();
            let sizes = element.numbers("size")?.unwrap_or_default();
            let [length, width, ..] = sizes.as_slice() else {
                let expected = "two half sides, size=\"x y\", across the axis of fromto";
                return element.refuse("fewer numbers in size", expected);
            };
            [length.clone(), width.clone(), length_of(&arm)]
        }
        None => {
            let Some(half) = element.exactly("size")? else {
                let expected = "three half sides, size=\"x y z\"";
                return element.refuse("no size", expected);
            };
            half
        }
    };
    if !half.iter().all(Signed::is_positive) {
        let expected = "positive half sides";
        return element.refuse_value("size", expected);
    }
    Ok((frame, half))
}

/// The two ends of a geom with `fromto`, in the world.
fn ends(element: Element, frame: &Frame) -> Result<Option<[Vector3; 2]>> {
    let Some([a, b, c, d, e, f]) = element.exactly("fromto")? else {
        return Ok(None);
    };
    let [start, end] = [Vector3::new(a, b, c), Vector3::new(d, e, f)];
    if start == end {
        let expected = "two ends with a distance";
        return element.refuse_value("fromto", expected);
    }
    Ok(Some([frame.of(&start), frame.of(&end)]))
}

/// The prism over the hull of some points.
fn prism(
    element: Element,
    frame: &Frame,
    view: View,
    points: &[Vector3],
    kind: &str,
) -> Result<Shape> {
    let mut sides: BTreeMap<Rational, Vec<Vector>> = BTreeMap::new();
    for point in points {
        let point = frame.of(point);
        let side = sides.entry(view.along(&point)).or_default();
        side.push(view.of(&point));
    }
    let axis = NAMES[view.normal];
    let expected = format!("a prism along {axis}, with each corner at both ends");
    let sides = Vec::from_iter(sides);
    let [(low, first), (high, second)] = sides.as_slice() else {
        let count = sides.len();
        let found = format!("a {kind} with vertices at {count} values of {axis}");
        return element.refuse(found, &expected);
    };
    // MuJoCo takes the convex hull.
    let corners = hull(first);
    if corners != hull(second) {
        let found = "two sides that differ";
        return element.refuse(found, &expected);
    }
    let [low, high] = [low, high].map(Rational::clone);
    Ok(Shape {
        outline: outline(first).unwrap_or(corners),
        low,
        high,
        error: Rational::zero(),
        solid: None,
    })
}

/// The middle, axis and sizes of a geom; `has_axis` of one with a length.
pub fn round(element: Element, frame: &Frame, has_axis: bool) -> Result<Round> {
    let sizes = element.numbers("size")?.unwrap_or_default();
    let Some(radius) = sizes.first().filter(|radius| radius.is_positive()) else {
        let expected = "a positive radius";
        return element.refuse_value("size", expected);
    };
    let mut frame = frame.clone();
    let mut arm = Vector3::zero();
    let mut length = Rational::zero();
    let ends = match has_axis {
        true => ends(element, &frame)?,
        false => None,
    };
    if !has_axis {
        if element.attribute("fromto").is_some() {
            let expected = "pos; a sphere has no ends";
            return element.refuse("the attribute `fromto`", expected);
        }
    } else if let Some([start, end]) = ends {
        arm = (&end - &start).scaled(&ratio(1, 2));
        frame.origin = (&end + &start).scaled(&ratio(1, 2));
        length = length_of(&arm) * Rational::from_integer(2.into());
    } else {
        let Some(half) = sizes.get(1).filter(|half| half.is_positive()) else {
            let expected = "a radius and half of the length, or fromto";
            return element.refuse_value("size", expected);
        };
        let [_, _, axis] = frame.turn.columns();
        arm = axis.scaled(half);
        length = half * Rational::from_integer(2.into());
    }
    Ok(Round {
        frame,
        arm,
        radius: radius.clone(),
        length,
    })
}

/// The length of a vector, up to 2^-64 if it is irrational.
pub fn length_of(vector: &Vector3) -> Rational {
    let square = vector.dot(vector);
    let [above, below] = [square.numer(), square.denom()].map(BigInt::sqrt);
    let exact = Rational::new(above, below);
    match &exact * &exact == square {
        true => exact,
        false => root(&square),
    }
}

impl Round {
    /// The ends of the axis, or the middle if it has none.
    pub fn ends(&self) -> Vec<Vector3> {
        let middle = &self.frame.origin;
        if self.length.is_zero() {
            return vec![middle.clone()];
        }
        vec![middle - &self.arm, middle + &self.arm]
    }

    /// Those of a tube around the axis, and of a ball, m³.
    pub fn volumes(&self) -> [Rational; 2] {
        let square = &self.radius * &self.radius;
        let tube = pi() * &square * &self.length;
        [tube, ratio(4, 3) * pi() * &self.radius * square]
    }

    fn centroid(&self, view: View) -> Vector {
        view.of(&self.frame.origin)
    }

    /// A solid about the middle, with this moment for each kilogram.
    fn solid(&self, view: View, volume: Rational, moment: Rational) -> Solid {
        Solid {
            volume,
            centroid: self.centroid(view),
            moment,
        }
    }

    /// With these corners around the middle, this far to either side of the plane.
    fn shape(&self, view: View, corners: Vec<Vector>, reach: &Rational, solid: Solid) -> Shape {
        let center = &solid.centroid;
        let along = view.along(&self.frame.origin);
        Shape {
            outline: corners.iter().map(|corner| center + corner).collect(),
            low: &along - reach,
            high: along + reach,
            error: &self.radius * ratio(138, 100_000),
            solid: Some(solid),
        }
    }
}

fn sphere(round: &Round, view: View) -> Shape {
    let radius = &round.radius;
    let square = radius * radius;
    let [_, volume] = round.volumes();
    let solid = Solid {
        volume,
        centroid: round.centroid(view),
        moment: square * ratio(2, 5),
    };
    round.shape(view, disk(radius), radius, solid)
}

fn capsule(element: Element, round: &Round, view: View) -> Result<Shape> {
    let Round {
        arm,
        radius,
        length,
        ..
    } = round;
    let square = radius * radius;
    let [tube, ends] = round.volumes();
    let volume = &tube + &ends;
    if view.is_normal(arm) {
        let reach = length * ratio(1, 2) + radius;
        let moment = (tube * &square * ratio(1, 2) + ends * &square * ratio(2, 5)) / &volume;
        let solid = round.solid(view, volume, moment);
        return Ok(round.shape(view, disk(radius), &reach, solid));
    }
    let half = in_plane(element, arm, view)?;
    let of_tube = slender(&square, length);
    let of_ends =
        &square * ratio(2, 5) + length * length * ratio(1, 4) + length * radius * ratio(3, 8);
    let moment = (tube * of_tube + ends * of_ends) / &volume;
    let corners = rounded(&half, radius);
    let solid = round.solid(view, volume, moment);
    Ok(round.shape(view, corners, radius, solid))
}

fn cylinder(element: Element, round: &Round, view: View) -> Result<Shape> {
    let Round {
        arm,
        radius,
        length,
        ..
    } = round;
    let square = radius * radius;
    let volume = pi() * &square * length;
    if view.is_normal(arm) {
        let reach = length * ratio(1, 2);
        let solid = round.solid(view, volume, &square * ratio(1, 2));
        return Ok(round.shape(view, disk(radius), &reach, solid));
    }
    let half = in_plane(element, arm, view)?;
    let side = unit(&half).quarter_turn().scaled(radius);
    let corners = vec![
        -&(&half + &side),
        &half - &side,
        &half + &side,
        &side - &half,
    ];
    let solid = round.solid(view, volume, slender(&square, length));
    let mut shape = round.shape(view, corners, radius, solid);
    shape.error = Rational::zero();
    Ok(shape)
}

/// The moment of a cylinder about an axis across it, a kilogram, by the square of its radius.
fn slender(square: &Rational, length: &Rational) -> Rational {
    (square * ratio(3, 1) + length * length) * ratio(1, 12)
}

fn ellipsoid(element: Element, frame: &Frame, view: View) -> Result<Shape> {
    let (frame, sizes) = half_sides(element, frame)?;
    let mut across = None;
    let mut axes = Vec::new();
    for (column, size) in frame.turn.columns().iter().zip(&sizes) {
        match view.is_normal(column) {
            true => across = Some(size.clone()),
            false => axes.push((view.of(column), size.clone())),
        }
    }
    let (Some(across), [(first, long), (second, wide)]) = (across, axes.as_slice()) else {
        let axis = NAMES[view.normal];
        let expected = format!("one with an axis along {axis}");
        return element.refuse("an ellipsoid that lies aslant", &expected);
    };
    let [first, second] = [first.scaled(long), second.scaled(wide)];
    let mut corners = Vec::new();
    for Vector { x, y } in circle() {
        corners.push(&first.scaled(x) + &second.scaled(y));
    }
    let round = Round {
        frame: frame.clone(),
        arm: Vector3::zero(),
        radius: long.max(wide).clone(),
        length: Rational::zero(),
    };
    let solid = Solid {
        volume: ratio(4, 3) * pi() * long * wide * &across,
        centroid: round.centroid(view),
        moment: (long * long + wide * wide) * ratio(1, 5),
    };
    Ok(round.shape(view, corners, &across, solid))
}

/// Half of the axis of a geom, which lies in the plane.
fn in_plane(element: Element, arm: &Vector3, view: View) -> Result<Vector> {
    if view.contains(arm) {
        return Ok(view.of(arm));
    }
    let axis = NAMES[view.normal];
    let expected = format!("one that lies in the plane, or along {axis}");
    element.refuse("a geom that lies aslant", &expected)
}

/// The corners of a circle about the origin.
fn disk(radius: &Rational) -> Vec<Vector> {
    let directions = circle().iter();
    directions
        .map(|direction| direction.scaled(radius))
        .collect()
}

/// The corners of a line from -half to half with round ends.
fn rounded(half: &Vector, radius: &Rational) -> Vec<Vector> {
    let along = unit(half);
    let across = along.quarter_turn();
    let mut corners = Vec::new();
    // Both ends have the points where the sides begin; the circle starts at its foremost point.
    let mut front = Vec::new();
    let mut back = Vec::new();
    let count = circle().len();
    for index in 0..count {
        let Vector { x, y } = &circle()[(index + 3 * count / 4) % count];
        let arm = (&along.scaled(x) + &across.scaled(y)).scaled(radius);
        if !x.is_negative() {
            front.push(half + &arm);
        }
    }
    for corner in &front {
        back.push(-corner);
    }
    corners.append(&mut front);
    corners.append(&mut back);
    corners
}

/// The unit vector in a direction, up to 2^-64.
fn unit(direction: &Vector) -> Vector {
    match near_unit(direction) {
        Some(unit) => unit.vector,
        None => Vector::from_integers(1, 0),
    }
}

/// π, up to 2^-64.
fn pi() -> Rational {
    const DIGITS: u32 = 64;
    let half = half_pi(DIGITS.into());
    Rational::new(half.low, BigInt::from(1) << (DIGITS - 1))
}

pub fn ratio(part: i64, of: i64) -> Rational {
    Rational::new(part.into(), of.into())
}

/// Names an element that has none.
pub fn name(element: Element, kind: &str, count: usize) -> String {
    match element.attribute("name") {
        Some(name) => name.to_owned(),
        None => format!("{kind} {count}"),
    }
}

/// Refuses elements where none are read.
pub fn refuse_child<T>(child: Element, expected: &str) -> Result<T> {
    let found = tag(child.name());
    child.refuse(found, expected)
}
