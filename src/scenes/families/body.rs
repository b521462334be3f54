//! The bodies that every family is made of: fixed and free polygons, upright and turned bricks, and
//! the ground under them.
//!
//! A direction is given by its half-angle tangent t: (1 - t², 2t) / (1 + t²) is a rational point of
//! the unit circle, and -t gives its mirror image, exactly.

use crate::brick::Brick;
use crate::error::GenerateError;
use crate::number::{ratio, whole};
use zwang_exact::{Rational, Vector, lowest_terms};
use zwang_scene::{
    Body, Dynamics, Expectation, Friction, Polygon, PolygonError, Scene, SceneRestitution,
};

/// The most free bodies that a scene is made of.
pub const MAX_BODIES: usize = 200_000;

/// The direction with this half-angle tangent; counter-clockwise from (1, 0).
pub(crate) fn direction(half_angle_tangent: &Rational) -> Vector {
    // With t = p/q, the direction ((1 - t²), 2t) / (1 + t²) is (q² - p², 2pq) / (q² + p²).
    let p = half_angle_tangent.numer();
    let q = half_angle_tangent.denom();
    let length = q * q + p * p;
    let x = lowest_terms(q * q - p * p, length.clone());
    let y = lowest_terms(p * q * 2, length);
    Vector::new(x, y)
}

/// A fixed convex body.
pub(crate) fn fixed(name: &str, vertices: Vec<Vector>) -> Result<Body, GenerateError> {
    Ok(Body {
        name: name.to_owned(),
        parts: vec![polygon(name, vertices)?],
        dynamics: None,
    })
}

/// A fixed rectangle between two opposite corners.
pub(crate) fn fixed_box(name: &str, low: &Vector, high: &Vector) -> Result<Body, GenerateError> {
    let part = Polygon::rectangle(&midpoint(low, high), &(high - low))
        .map_err(|problem| shape(name, problem))?;
    Ok(Body {
        name: name.to_owned(),
        parts: vec![part],
        dynamics: None,
    })
}

/// A homogeneous convex body of this mass, at rest.
pub(crate) fn free(
    name: String,
    vertices: Vec<Vector>,
    mass: &Rational,
) -> Result<Body, GenerateError> {
    let part = polygon(&name, vertices)?;
    let density = mass / part.moments().area;
    let parts = vec![part];
    Ok(Body {
        name,
        dynamics: Some(Dynamics::homogeneous(&parts, &density)),
        parts,
    })
}

/// A brick, lying flat, about this centre.
pub(crate) fn flat(name: String, center: Vector, brick: &Brick) -> Result<Body, GenerateError> {
    let size = Vector::new(brick.width.clone(), brick.height.clone());
    let part = Polygon::rectangle(&center, &size).map_err(|problem| shape(&name, problem))?;
    let dynamics = at_rest(brick.mass(), center, inertia(brick));
    Ok(Body {
        name,
        parts: vec![part],
        dynamics: Some(dynamics),
    })
}

/// A brick with its lower left corner here and its base along this unit vector.
pub(crate) fn turned(
    name: String,
    corner: &Vector,
    base: &Vector,
    brick: &Brick,
) -> Result<Body, GenerateError> {
    let (along, up) = (
        base.scaled(&brick.width),
        base.quarter_turn().scaled(&brick.height),
    );
    let (right, left) = (corner + &along, corner + &up);
    let opposite = &right + &up;
    let center = midpoint(corner, &opposite);
    let part = polygon(&name, vec![corner.clone(), right, opposite, left])?;
    let dynamics = at_rest(brick.mass(), center, inertia(brick));
    Ok(Body {
        name,
        parts: vec![part],
        dynamics: Some(dynamics),
    })
}

/// How long the floor is to be wide enough for what falls on it, s: 1,000 steps of 1/100 s.
const SECONDS: usize = 10;

/// A wide fixed floor with its top at height 0, under all these bodies: it reaches beyond them, to
/// either side, by `margin` and as far as a body slides in ten seconds that has fallen from their
/// height h and been deflected without loss. With the gravity of [`scene`] its speed is √(2 h), at
/// most h + 1/2.
pub(crate) fn floor(bodies: &[Body], margin: &Rational) -> Result<Body, GenerateError> {
    let (low, high) = extent(bodies);
    let speed = &high.y + ratio(1, 2);
    let reach = speed * whole(SECONDS) + margin;
    fixed_box(
        "floor",
        &Vector::new(low.x - &reach, -margin),
        &Vector::new(high.x + reach, whole(0)),
    )
}

/// A fixed table whose top is at height 0 and ends at x = 0; it reaches beyond all these bodies on
/// the left by `margin`.
pub(crate) fn table(bodies: &[Body], margin: &Rational) -> Result<Body, GenerateError> {
    let (low, _) = extent(bodies);
    let left = low.x.min(whole(0)) - margin;
    fixed_box("table", &Vector::new(left, -margin), &Vector::zero())
}

/// A scene with gravity (0, -1) and these bodies: first the fixed ones, then the free ones.
pub(crate) fn scene(
    name: String,
    title: String,
    expect: Option<Expectation>,
    fixed: Vec<Body>,
    free: Vec<Body>,
) -> Scene {
    let mut bodies = fixed;
    bodies.extend(free);
    Scene {
        name,
        title: Some(title),
        expect,
        gravity: Vector::from_integers(0, -1),
        bodies,
        pins: vec![],
        friction: Friction::default(),
        restitution: SceneRestitution::default(),
        loads: Vec::new(),
    }
}

/// Stable or unstable, from rest.
pub(crate) fn stands(stable: bool) -> Option<Expectation> {
    Some(if stable {
        Expectation::Stands
    } else {
        Expectation::Falls
    })
}

/// Polar second moment of a brick about its centre.
fn inertia(brick: &Brick) -> Rational {
    brick.mass() * (&brick.width * &brick.width + &brick.height * &brick.height) * ratio(1, 12)
}

fn at_rest(mass: Rational, centroid: Vector, inertia: Rational) -> Dynamics {
    Dynamics {
        mass,
        centroid,
        inertia,
        velocity: Vector::zero(),
        spin: whole(0),
    }
}

fn midpoint(one: &Vector, other: &Vector) -> Vector {
    (one + other).scaled(&ratio(1, 2))
}

/// Smallest and largest coordinates of all vertices; the origin is counted in, which is where every
/// scene stands.
fn extent(bodies: &[Body]) -> (Vector, Vector) {
    let mut low = Vector::zero();
    let mut high = Vector::zero();
    for vertex in bodies
        .iter()
        .flat_map(|body| &body.parts)
        .flat_map(Polygon::vertices)
    {
        low = Vector::new(low.x.min(vertex.x.clone()), low.y.min(vertex.y.clone()));
        high = Vector::new(high.x.max(vertex.x.clone()), high.y.max(vertex.y.clone()));
    }
    (low, high)
}

fn polygon(name: &str, vertices: Vec<Vector>) -> Result<Polygon, GenerateError> {
    Polygon::new(vertices)
        .map(|(polygon, _)| polygon)
        .map_err(|problem| shape(name, problem))
}

fn shape(body: &str, problem: PolygonError) -> GenerateError {
    GenerateError::Shape {
        body: body.to_owned(),
        problem,
    }
}
