//! Arches of wedge-shaped stones between two fixed abutments.
//!
//! The joints are radial. With φ the angle from the vertical and T = tan(Φ/2) for the last joint,
//! joint i of n + 1 is at tan(φ/2) = T (2i - n)/n: equal steps of the half-angle tangent, which
//! make all vertices rational and the arch exactly mirror-symmetric.
//!
//! Without friction the thrust at a joint is normal to it. Its horizontal part H is the same
//! everywhere, so a stone between the joints at φ and φ' must weigh H (tan φ' - tan φ) (P. de la
//! Hire, *Traité de mécanique*, 1695).

use crate::body::{MAX_BODIES, direction, fixed, free, scene};
use crate::error::{GenerateError, require_between, require_count, require_positive};
use crate::number::{ratio, whole};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Expectation, Scene};

/// The weights of the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// All stones have the same density.
    Uniform,
    /// De la Hire's rule: weights in proportion to tan φ' - tan φ, with the total mass of the
    /// uniform arch.
    Balanced,
}

/// The parameters of an arch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arch {
    /// Number of stones; an odd one gives a keystone.
    pub stones: usize,
    /// Inner radius, m.
    pub inner: Rational,
    /// Outer radius, m.
    pub outer: Rational,
    /// Tangent of half the angle from the vertical to the last joint: 1 for a semicircle, less for
    /// a segment.
    pub half_angle_tangent: Rational,
    /// The weights of the stones.
    pub weights: Weights,
    /// Mean density of the stones, kg/m².
    pub density: Rational,
}

impl Default for Arch {
    /// Seven stones in a semicircle of radii 2 and 3, of density 1.
    fn default() -> Self {
        Self {
            stones: 7,
            inner: ratio(2, 1),
            outer: ratio(3, 1),
            half_angle_tangent: ratio(1, 1),
            weights: Weights::Uniform,
            density: ratio(1, 1),
        }
    }
}

impl Arch {
    /// A semicircle, or half of the tangent where that is no arch: with balanced weights, and for a
    /// single stone.
    #[must_use]
    pub fn usual_half_angle_tangent(stones: usize, weights: Weights) -> Rational {
        if weights == Weights::Balanced || stones == 1 {
            ratio(1, 2)
        } else {
            ratio(1, 1)
        }
    }
}

/// An arch about the origin. The stones are numbered from 0, left to right; the middle one of an
/// odd number is called `keystone`.
///
/// From three stones on, the uniform arch falls: with T < 1 de la Hire's rule asks sin(φ' - φ) to
/// be proportional to tan φ' - tan φ, so cos φ cos φ' to be the same for all stones, which holds
/// for at most two; with T = 1 the lowest joints are level, there is no thrust, and nothing carries
/// the stones above. For others nothing is announced: with balanced weights the line of thrust
/// still has to stay within the stones, which takes a thick enough ring.
///
/// # Errors
/// [`GenerateError`] unless 0 < inner < outer, 0 < T <= 1 (T < 1 with balanced weights or a single
/// stone), the density is positive, and there is a stone, but not too many.
pub fn arch(parameters: &Arch) -> Result<Scene, GenerateError> {
    let Arch {
        stones,
        inner,
        outer,
        half_angle_tangent,
        weights,
        density,
    } = parameters;
    require_count("stones", *stones, 1, MAX_BODIES)?;
    require_positive("the inner radius", inner)?;
    require_positive("the density", density)?;
    if outer <= inner {
        let expected = format!("more than the inner radius {inner}");
        return Err(GenerateError::OutOfRange {
            what: "the outer radius",
            found: outer.clone(),
            expected,
        });
    }
    let semicircle_allowed = *weights == Weights::Uniform && *stones > 1;
    if !(semicircle_allowed && *half_angle_tangent == whole(1)) {
        require_between(
            "the half-angle tangent",
            half_angle_tangent,
            &whole(0),
            &whole(1),
        )?;
    }
    let joints = joints(*stones, half_angle_tangent);
    let ring = Ring { inner, outer };
    let masses = masses(&joints, &ring, *weights, density);
    let mut bodies = Vec::with_capacity(*stones);
    for (index, ((left, right), mass)) in pairs(&joints).zip(&masses).enumerate() {
        bodies.push(free(
            stone_name(index, *stones),
            ring.stone(left, right),
            mass,
        )?);
    }
    let falls = *stones >= 3 && *weights == Weights::Uniform;
    let (name, title) = match weights {
        Weights::Uniform => (format!("arch-{stones}"), "of equal density"),
        Weights::Balanced => (
            format!("arch-{stones}-balanced"),
            "with weights after de la Hire",
        ),
    };
    let title = format!("An arch of {stones} stones {title}");
    Ok(scene(
        name,
        title,
        falls.then_some(Expectation::Falls),
        abutments(&joints, &ring)?,
        bodies,
    ))
}

/// Inner and outer radius.
struct Ring<'a> {
    inner: &'a Rational,
    outer: &'a Rational,
}

impl Ring<'_> {
    /// The stone between two joints.
    fn stone(&self, left: &Vector, right: &Vector) -> Vec<Vector> {
        vec![
            left.scaled(self.inner),
            right.scaled(self.inner),
            right.scaled(self.outer),
            left.scaled(self.outer),
        ]
    }
}

/// Unit vectors along the joints, left to right.
fn joints(stones: usize, half_angle_tangent: &Rational) -> Vec<Vector> {
    let mut joints = Vec::with_capacity(stones + 1);
    for index in 0..=stones {
        let turns = whole(2 * index) - whole(stones);
        let from_vertical = direction(&(half_angle_tangent * turns / whole(stones)));
        joints.push(Vector::new(from_vertical.y, from_vertical.x));
    }
    joints
}

fn masses(joints: &[Vector], ring: &Ring, weights: Weights, density: &Rational) -> Vec<Rational> {
    let half_square = (ring.outer * ring.outer - ring.inner * ring.inner) * ratio(1, 2);
    let mut uniform = Vec::new();
    let mut balanced = Vec::new();
    for (left, right) in pairs(joints) {
        uniform.push(right.cross(left) * &half_square * density);
        if weights == Weights::Balanced {
            balanced.push(&right.x / &right.y - &left.x / &left.y);
        }
    }
    if weights == Weights::Uniform {
        return uniform;
    }
    let scale = uniform.iter().sum::<Rational>() / balanced.iter().sum::<Rational>();
    balanced.iter().map(|step| step * &scale).collect()
}

/// The joints left and right of each stone.
fn pairs(joints: &[Vector]) -> impl Iterator<Item = (&Vector, &Vector)> {
    joints.iter().zip(joints.iter().skip(1))
}

fn stone_name(index: usize, stones: usize) -> String {
    if stones % 2 == 1 && index == stones / 2 {
        "keystone".to_owned()
    } else {
        format!("stone {index}")
    }
}

/// The fixed bodies left and right: vertical sides, a level base, and the last joint as their
/// slanted top.
fn abutments(joints: &[Vector], ring: &Ring) -> Result<Vec<Body>, GenerateError> {
    // There are two joints at least, one on either side of each stone.
    let left = &joints[0];
    let right = &joints[joints.len() - 1];
    Ok(vec![
        abutment("left abutment", left, ring)?,
        abutment("right abutment", right, ring)?,
    ])
}

fn abutment(name: &str, joint: &Vector, ring: &Ring) -> Result<Body, GenerateError> {
    let inside = joint.scaled(ring.inner);
    let outside = joint.scaled(ring.outer);
    let base = &inside.y - (ring.outer - ring.inner);
    let foot_inside = Vector::new(inside.x.clone(), base.clone());
    let foot_outside = Vector::new(outside.x.clone(), base);
    fixed(name, vec![inside, outside, foot_outside, foot_inside])
}
