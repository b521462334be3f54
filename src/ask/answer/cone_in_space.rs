//! The cone of all directions of gravity that a scene in space without friction withstands.
//!
//! The gravities g that forces φ ≥ 0 balance are a polyhedral cone C in space. It is found from
//! outside. An outer cone is cut with the six faces of a cube around 0, which gives convex
//! polygons. A vertex v at which the scene is held is in C. At one at which it falls, a velocity y
//! shows that: h·v > 0 with h = Σ m_b v_b over the bodies, while h·g ≤ 0 for all g in C. From a
//! gravity p that is held towards v the root of h·(p + t (v - p)) is tried next, and so on until
//! the scene is held there: then h supports C. The polygons are cut by h. When all vertices are
//! held, the outer cone is C. If the scene falls under its own gravity, a linear program finds p,
//! or that C is 0 alone: then p = 0, and each h is a plane.
//!
//! *Rays.* If the normals of the facets have rank 3, C has an apex, and its extreme rays are the
//! vertices at which two of them meet. Otherwise C contains the lines on which all of them are 0.
//! Then C is spanned by these, both ways, and by the rays orthogonal to them: of the rank 2 those
//! that a facet contains, of the rank 1 the one opposite to the normal. Such a ray may be no
//! vertex.
//!
//! Every ray and every facet is proved by a proof of statics: the scene under the gravity of the
//! ray is held; under another gravity it falls by the velocity whose h the facet is.

#[cfg(test)]
mod tests;

use crate::critical_in_space::EndInSpace;
use crate::space::{InSpaceError, holding_in_space};
use num_traits::{One, Signed, Zero};
use zwang_certificate::BigInt;
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::space::{require_loose, withstood_gravity};
use zwang_exact::{Rational, Vector3};
use zwang_output::{ConeInSpace, json, report};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// The most velocities that are followed to one facet.
const MOST_ROOTS: usize = 64;
/// The most cuts.
const MOST_CUTS: usize = 1000;

/// A gravity under which the scene is held, or the normal of a facet; with the scene and what
/// proves it.
pub struct Direction {
    /// Over coprime integers.
    pub vector: Vector3,
    /// The value is 1.
    pub proof: EndInSpace,
}

/// All directions of gravity that a scene withstands.
pub struct GravityCone {
    /// The extreme rays, if the cone has an apex; otherwise the lines in it, both ways, and rays
    /// orthogonal to these. They span it.
    pub rays: Vec<Direction>,
    /// It is held under g if and only if h·g ≤ 0 for all of these.
    pub facets: Vec<Direction>,
    /// At how many gravities it was solved.
    pub solved: usize,
}

/// Why the cone is not known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GravityConeError {
    /// There is no answer for a gravity.
    #[error(transparent)]
    Answer(#[from] InSpaceError),
    /// Cones of friction are round.
    #[error("found friction; expected none: the cone has edges without friction only")]
    Friction,
    /// Loads do not scale with gravity.
    #[error("found loads; expected none: what holds a scene with loads is no cone of gravities")]
    Loads,
    /// The forces of one side of a corner and those of another add up to nothing that it bears.
    #[error("bodies meet at corners; expected faces only: what corners bear does not add up")]
    Corners,
    /// The search was given up.
    #[error("gave up after {MOST_CUTS} planes")]
    GaveUp,
}

/// The means of making a cone.
struct Search<'a> {
    scene: &'a Scene,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
    checking: &'a dyn Fn(),
    solved: usize,
}

/// The cone of all directions of gravity that forces without friction hold a scene under.
///
/// # Errors
/// [`GravityConeError`] if the scene has friction, loads or corners, or if there is no answer.
pub fn gravity_cone(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: &dyn Fn(),
) -> Result<GravityCone, GravityConeError> {
    require_loose(scene, "a cone of gravities").map_err(InSpaceError::Solve)?;
    if !scene.friction.is_none() {
        return Err(GravityConeError::Friction);
    }
    if !scene.loads.is_empty() {
        return Err(GravityConeError::Loads);
    }
    let mut search = Search {
        scene,
        options,
        monitor,
        checking,
        solved: 0,
    };
    search.cone()
}

impl Search<'_> {
    fn at(&mut self, gravity: &Vector3) -> Result<EndInSpace, InSpaceError> {
        self.solved += 1;
        let mut scene = self.scene.clone();
        scene.gravity = gravity.clone();
        scene.expect = None;
        let answer = holding_in_space(&scene, self.options, self.monitor, self.checking)?;
        Ok(EndInSpace {
            value: Rational::one(),
            scene,
            answer,
        })
    }

    fn cone(&mut self) -> Result<GravityCone, GravityConeError> {
        let inside = self.inside()?;
        let mut facets: Vec<Direction> = Vec::new();
        let mut rays: Vec<Direction> = Vec::new();
        while let Some(vertex) = next_vertex(&facets, &rays) {
            let end = self.at(&vertex)?;
            if !end.falls() {
                rays.push(Direction {
                    vector: vertex,
                    proof: end,
                });
                continue;
            }
            if facets.len() == MOST_CUTS {
                return Err(GravityConeError::GaveUp);
            }
            let facet = self.facet(&inside, &vertex, end)?;
            facets.push(facet);
        }
        remove_redundant(&mut facets);
        let normals: Vec<&Vector3> = facets.iter().map(|facet| &facet.vector).collect();
        match spanning(&normals) {
            Some(spanning) => rays = self.held(spanning, rays)?,
            None => keep_extreme(&mut rays, &facets),
        }
        Ok(GravityCone {
            rays,
            facets,
            solved: self.solved,
        })
    }

    /// A gravity that is held: 0 if no other one is.
    fn inside(&mut self) -> Result<Vector3, GravityConeError> {
        let gravity = self.scene.gravity.clone();
        let own = self.at(&gravity)?;
        if own.answer.verified.corners() > 0 {
            return Err(GravityConeError::Corners);
        }
        if !own.falls() && !gravity.is_zero() {
            return Ok(gravity);
        }
        let found = withstood_gravity(self.scene, self.options, self.monitor);
        let found = found.map_err(InSpaceError::Solve)?;
        Ok(found.map_or_else(Vector3::zero, |gravity| primitive(&gravity)))
    }

    /// Gravities of the cone with their proofs, of which some are known.
    fn held(
        &mut self,
        vectors: Vec<Vector3>,
        mut known: Vec<Direction>,
    ) -> Result<Vec<Direction>, InSpaceError> {
        let mut held = Vec::with_capacity(vectors.len());
        for vector in vectors {
            let proof = match known.iter().position(|ray| ray.vector == vector) {
                Some(index) => known.swap_remove(index).proof,
                None => self.at(&vector)?,
            };
            if proof.falls() {
                unreachable!(
                    "forces that hold several gravities add up to such that hold their sum"
                );
            }
            held.push(Direction { vector, proof });
        }
        Ok(held)
    }

    /// The supporting plane on the way from a gravity that is held to one that is not.
    fn facet(
        &mut self,
        inside: &Vector3,
        outside: &Vector3,
        falls: EndInSpace,
    ) -> Result<Direction, GravityConeError> {
        let mut falls = falls;
        let way = outside - inside;
        for _ in 0..MOST_ROOTS {
            let normal = self.normal(&falls);
            // Not above 0, as the scene is held inside.
            let before = normal.dot(inside);
            let rate = normal.dot(&way);
            let root = -before / rate;
            let boundary = inside + &way.scaled(&root);
            let end = self.at(&boundary)?;
            if !end.falls() {
                return Ok(Direction {
                    vector: normal,
                    proof: falls,
                });
            }
            falls = end;
        }
        Err(GravityConeError::GaveUp)
    }

    /// Σ m v over the bodies that fall, over coprime integers.
    fn normal(&self, falls: &EndInSpace) -> Vector3 {
        let mut sum = Vector3::zero();
        let Some(falling) = falls.answer.verified.falling() else {
            return sum;
        };
        for (body, motion) in self.scene.bodies.iter().zip(&falling.velocities) {
            if let Some(free) = &body.dynamics {
                sum = &sum + &motion.linear.scaled(&free.mass);
            }
        }
        primitive(&sum)
    }
}

/// The direction over coprime integers.
fn primitive(vector: &Vector3) -> Vector3 {
    let coordinates = vector.coordinates();
    let mut multiple = BigInt::one();
    for number in coordinates {
        multiple = least_multiple(&multiple, number.denom());
    }
    let whole = Rational::from_integer(multiple);
    let scaled = vector.scaled(&whole);
    let mut divisor = BigInt::zero();
    for number in scaled.coordinates() {
        divisor = greatest_divisor(&divisor, number.numer());
    }
    match divisor.is_zero() {
        true => scaled,
        false => scaled.scaled(&Rational::from_integer(divisor).recip()),
    }
}

fn greatest_divisor(one: &BigInt, other: &BigInt) -> BigInt {
    let (mut one, mut other) = (one.abs(), other.abs());
    while !other.is_zero() {
        let rest = &one % &other;
        one = other;
        other = rest;
    }
    one
}

fn least_multiple(one: &BigInt, other: &BigInt) -> BigInt {
    one / greatest_divisor(one, other) * other
}

/// A vertex of the outer cone on the cube that is not known to be held.
fn next_vertex(facets: &[Direction], rays: &[Direction]) -> Option<Vector3> {
    let normals: Vec<&Vector3> = facets.iter().map(|facet| &facet.vector).collect();
    for axis in 0..3 {
        for sign in [-1, 1] {
            for vertex in polygon(axis, sign, &normals) {
                let ray = primitive(&vertex);
                if rays.iter().all(|known| known.vector != ray) {
                    return Some(ray);
                }
            }
        }
    }
    None
}

/// The part of a face of the cube where no normal has a positive product, by its vertices.
fn polygon(axis: usize, sign: i64, normals: &[&Vector3]) -> Vec<Vector3> {
    let mut polygon = Vec::with_capacity(4);
    for [x, y] in [[-1, -1], [1, -1], [1, 1], [-1, 1]] {
        let mut corner = [0; 3];
        corner[axis] = sign;
        corner[(axis + 1) % 3] = x;
        corner[(axis + 2) % 3] = y;
        let [x, y, z] = corner;
        polygon.push(Vector3::from_integers(x, y, z));
    }
    for normal in normals {
        polygon = cut(&polygon, normal);
    }
    polygon
}

/// The part of a convex polygon, or of a segment or a point, where a product is not positive
/// (Sutherland and Hodgman).
fn cut(polygon: &[Vector3], normal: &Vector3) -> Vec<Vector3> {
    let mut kept: Vec<Vector3> = Vec::with_capacity(polygon.len() + 1);
    for (index, vertex) in polygon.iter().enumerate() {
        let next = &polygon[(index + 1) % polygon.len()];
        let own = normal.dot(vertex);
        let other = normal.dot(next);
        if !own.is_positive() {
            kept.push(vertex.clone());
        }
        if own.is_positive() != other.is_positive() && !own.is_zero() && !other.is_zero() {
            let way = next - vertex;
            let part = &own / (&own - &other);
            kept.push(vertex + &way.scaled(&part));
        }
    }
    kept.dedup();
    if kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    kept
}

/// Leaves out planes that follow from others.
fn remove_redundant(facets: &mut Vec<Direction>) {
    let mut index = 0;
    while index < facets.len() {
        let others = facets.iter().enumerate();
        let others = others.filter(|(other, _)| *other != index);
        let normals: Vec<&Vector3> = others.map(|(_, facet)| &facet.vector).collect();
        let own = &facets[index].vector;
        let mut follows = true;
        for axis in 0..3 {
            for sign in [-1, 1] {
                let vertices = polygon(axis, sign, &normals);
                follows &= vertices.iter().all(|vertex| !own.dot(vertex).is_positive());
            }
        }
        match follows {
            true => {
                facets.remove(index);
            }
            false => index += 1,
        }
    }
}

/// Directions that span the cone of all g with h·g ≤ 0 for these h, if it contains a line; lines
/// come both ways.
fn spanning(normals: &[&Vector3]) -> Option<Vec<Vector3>> {
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|[x, y, z]| Vector3::from_integers(x, y, z));
    let Some(first) = normals.first() else {
        return Some(both_ways(&axes));
    };
    let mut crossed = normals.iter().map(|normal| first.cross(normal));
    let Some(line) = crossed.find(|line| !line.is_zero()) else {
        let mut across = axes.iter().map(|axis| first.cross(axis));
        let across = across.find(|line| !line.is_zero())?;
        let mut spanning = both_ways(&[across.clone(), first.cross(&across)]);
        spanning.extend(within(normals, opposite(first)));
        return Some(spanning);
    };
    if normals.iter().any(|normal| !normal.dot(&line).is_zero()) {
        return None;
    }
    let mut spanning = both_ways(std::slice::from_ref(&line));
    for normal in normals {
        let ray = line.cross(normal);
        for ray in [opposite(&ray), ray] {
            let ray = within(normals, ray);
            spanning.extend(ray.filter(|ray| !spanning.contains(ray)));
        }
    }
    Some(spanning)
}

fn opposite(vector: &Vector3) -> Vector3 {
    &Vector3::zero() - vector
}

fn both_ways(lines: &[Vector3]) -> Vec<Vector3> {
    let lines = lines.iter().map(primitive);
    lines.flat_map(|line| [opposite(&line), line]).collect()
}

/// The direction over coprime integers, if no product with a normal is positive.
fn within(normals: &[&Vector3], ray: Vector3) -> Option<Vector3> {
    let mut products = normals.iter().map(|normal| normal.dot(&ray));
    let is_within = !products.any(|product| product.is_positive());
    is_within.then(|| primitive(&ray))
}

/// Keeps rays at which planes of two directions meet: those that are extreme, if the cone has an
/// apex.
fn keep_extreme(rays: &mut Vec<Direction>, facets: &[Direction]) {
    rays.retain(|ray| {
        let touching = facets.iter().map(|facet| &facet.vector);
        let touching: Vec<_> = touching
            .filter(|facet| facet.dot(&ray.vector).is_zero())
            .collect();
        touching.iter().any(|one| {
            let mut others = touching.iter();
            others.any(|other| !one.cross(other).is_zero())
        })
    });
}

impl GravityCone {
    /// Returns JSON of the format `zwang-space-cone-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        json::cone_in_space(&self.told(scene))
    }

    /// Returns text for people.
    #[must_use]
    pub fn report(&self, scene: &Scene) -> String {
        report::cone_in_space(&self.told(scene))
    }

    fn told<'a>(&'a self, scene: &'a Scene) -> ConeInSpace<'a> {
        let is_certain = |end: &EndInSpace| end.answer.verified.verdict() == StaticsVerdict::Stands;
        ConeInSpace {
            scene: &scene.name,
            rays: self.rays.iter().map(|ray| &ray.vector).collect(),
            facets: self.facets.iter().map(|facet| &facet.vector).collect(),
            stands: self.rays.iter().all(|ray| is_certain(&ray.proof)),
            solved: self.solved,
        }
    }
}
