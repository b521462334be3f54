//! All ways in which a body can rest on a plane.
//!
//! A body rests on a face of its convex hull, on the outer side of which the plane lies. In the
//! frame of the body all of that is rational: the plane is that of the face, gravity goes along its
//! outward normal, and the body stands if its centroid is above the face. The checker gets exactly
//! that scene: the body, gravity along the normal, and a fixed slab under the face. Turned so that
//! gravity points down, the body has coordinates with the root of n·n, which are given between two
//! rationals.
//!
//! *Margin.* Let h be the height of the centroid c, and d the distance of the point below it from
//! the nearest edge of the face. The body tips over that edge if the plane tilts by more than the
//! angle with the tangent d/h.

use crate::space::{InSpaceError, StabilityInSpace, holding_in_space};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::space::{SpaceError, require_no_joints};
use zwang_exact::{Rational, Vector3};
use zwang_program::{Monitor, Options};
use zwang_scene::Friction;
use zwang_scene::space::{Body, Dynamics, Polyhedron, Scene};

/// The bits of the bracket of a root.
const ROOT_BITS: usize = 64;

/// A face of the hull of a body, and whether the body rests on it.
#[non_exhaustive]
pub struct RestingFace {
    /// Its corners, counter-clockwise as seen from outside, m.
    pub corners: Vec<Vector3>,
    /// The outward normal, over coprime integers.
    pub normal: Vector3,
    /// The square of the height of the centroid above the face, m².
    pub height_squared: Rational,
    /// Whether the centroid is above the face, on its rim or beside it: the sign of d.
    pub side: Ordering,
    /// d², m².
    pub margin_squared: Rational,
    /// The face at the other side of the edge that d is from.
    pub neighbour: usize,
    /// The scene that the checker judged: gravity along the normal.
    pub scene: Scene,
    /// The proof that it accepted.
    pub answer: StabilityInSpace,
}

/// A quaternion (w, x, y, 0) that turns a face down, with w between two rationals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pose {
    /// Below and above w; the same if it is rational.
    pub real: [Rational; 2],
    /// x and y.
    pub vector: [Rational; 2],
}

/// The faces of the convex hull of a body of a scene, and whether it rests on each of them.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer about some face, if the body has no parts, or if
/// joints join bodies.
pub fn resting_faces(
    scene: &Scene,
    body: &Body,
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<RestingFace>, InSpaceError> {
    require_no_joints(scene, "resting faces")?;
    if body.parts.is_empty() {
        let body = body.name.clone();
        return Err(SpaceError::NoParts { body }.into());
    }
    let Some(parts) = body.polyhedra() else {
        let what = "its resting faces";
        let body = body.name.clone();
        return Err(SpaceError::Rounded { what, body }.into());
    };
    let one = Rational::from_integer(1.into());
    let dynamics = match &body.dynamics {
        Some(dynamics) => dynamics.clone(),
        None => Dynamics::homogeneous(parts.iter().copied(), &one),
    };
    let dynamics = Dynamics {
        velocity: Vector3::zero(),
        spin: Vector3::zero(),
        ..dynamics
    };
    let hull = hull(&parts);
    let mut found = Vec::with_capacity(hull.faces().len());
    for (index, face) in hull.faces().iter().enumerate() {
        let corners = face.vertices.iter();
        let corners: Vec<Vector3> = corners
            .map(|vertex| hull.vertices()[*vertex].clone())
            .collect();
        let scene = on_a_slab(body, &dynamics, &corners, &face.normal);
        let answer = holding_in_space(&scene, options, monitor, || ())?;
        let nearest = nearest_edge(&corners, &face.normal, &dynamics.centroid);
        let from = face.vertices[nearest.edge];
        let to = face.vertices[(nearest.edge + 1) % corners.len()];
        let mut edges = hull.edges().iter();
        let edge = edges.find(|edge| [edge.from, edge.to] == [from.min(to), from.max(to)]);
        let neighbour = match edge {
            Some(edge) if edge.left == index => edge.right,
            Some(edge) => edge.left,
            None => index,
        };
        let height = face.normal.dot(&(&corners[0] - &dynamics.centroid));
        let square = face.normal.dot(&face.normal);
        found.push(RestingFace {
            height_squared: &height * &height / square,
            normal: face.normal.clone(),
            corners,
            side: nearest.side,
            margin_squared: nearest.squared,
            neighbour,
            scene,
            answer,
        });
    }
    Ok(found)
}

impl RestingFace {
    /// Whether the body rests on it, as the checker accepted.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.answer.verified.verdict() == StaticsVerdict::Stands
    }

    /// How the body lies on this face: turned about an axis in the plane, so that its normal, n,
    /// points down. w = |n| - n_z, (x, y) = (-n_y, n_x).
    #[must_use]
    pub fn pose(&self) -> Pose {
        let Vector3 { x, y, z } = &self.normal;
        if x.is_zero() && y.is_zero() && z.is_positive() {
            let one = Rational::from_integer(1.into());
            return Pose {
                real: [Rational::zero(), Rational::zero()],
                vector: [one, Rational::zero()],
            };
        }
        let real = root(&self.normal.dot(&self.normal)).map(|root| root - z);
        Pose {
            real,
            vector: [-y, x.clone()],
        }
    }
}

/// The root of a number between two others, which are equal if it is rational.
#[must_use]
pub fn root(square: &Rational) -> [Rational; 2] {
    let exact = Rational::new(square.numer().sqrt(), square.denom().sqrt());
    if &exact * &exact == *square {
        return [exact.clone(), exact];
    }
    let scale = BigInt::from(1) << ROOT_BITS;
    let scaled = square * Rational::from_integer(&scale * &scale);
    let low = scaled.floor().to_integer().sqrt();
    let high = &low + 1;
    [low, high].map(|root| Rational::new(root, scale.clone()))
}

/// The convex hull of all parts.
fn hull(parts: &[&Polyhedron]) -> Polyhedron {
    let vertices = parts.iter().flat_map(|part| part.vertices());
    match Polyhedron::around(vertices.cloned().collect()) {
        Some(hull) => hull,
        // A part is a hull of a volume above 0.
        None => parts[0].clone(),
    }
}

/// The body, gravity along a normal, and a fixed slab under the face that has this normal.
fn on_a_slab(body: &Body, dynamics: &Dynamics, corners: &[Vector3], normal: &Vector3) -> Scene {
    let mut middle = Vector3::zero();
    for corner in corners {
        middle = &middle + corner;
    }
    let count = BigInt::from(corners.len());
    let middle = middle.scaled(&Rational::new(1.into(), count));
    let mut points = Vec::with_capacity(2 * corners.len());
    for corner in corners {
        // Twice as wide as the face.
        let wide = &(corner + corner) - &middle;
        points.push(&wide + normal);
        points.push(wide);
    }
    let mut name = "slab".to_owned();
    while name == body.name {
        name += "'";
    }
    let slab = Polyhedron::new(points).map(|(slab, _)| slab);
    let slab = slab.into_iter().map(|slab| Body {
        name: name.clone(),
        parts: vec![slab.into()],
        dynamics: None,
    });
    let mut bodies: Vec<Body> = slab.collect();
    bodies.push(Body {
        name: body.name.clone(),
        parts: body.parts.clone(),
        dynamics: Some(dynamics.clone()),
    });
    Scene {
        name: format!("{} on a face", body.name),
        title: None,
        expect: None,
        gravity: normal.clone(),
        bodies,
        friction: Friction::default(),
        loads: Vec::new(),
        bonds: Vec::new(),
        joints: Vec::new(),
    }
}

/// An edge of a face, and how far the point below the centroid is from it.
struct Nearest {
    edge: usize,
    side: Ordering,
    squared: Rational,
}

/// The edge that the point below the centroid is nearest to, or farthest outside of. With e along
/// the edge and r from its start to the centroid, the distance is (e × r)·n / (|e| |n|) with n
/// turned inwards, so that it is above 0 inside.
fn nearest_edge(corners: &[Vector3], normal: &Vector3, centroid: &Vector3) -> Nearest {
    let mut nearest: Option<(Rational, Nearest)> = None;
    for (edge, start) in corners.iter().enumerate() {
        let along = &corners[(edge + 1) % corners.len()] - start;
        let across = along.cross(&(centroid - start)).dot(normal);
        let length = along.dot(&along) * normal.dot(normal);
        let squared = &across * &across / length;
        let signed = if across.is_negative() {
            -&squared
        } else {
            squared.clone()
        };
        if nearest.as_ref().is_none_or(|(least, _)| signed < *least) {
            let side = across.cmp(&Rational::zero());
            nearest = Some((
                signed,
                Nearest {
                    edge,
                    side,
                    squared,
                },
            ));
        }
    }
    match nearest {
        Some((_, nearest)) => nearest,
        None => Nearest {
            edge: 0,
            side: Ordering::Equal,
            squared: Rational::zero(),
        },
    }
}
