//! Contacts and corners, as they follow from the separations.
//!
//! A pair of parts whose cone N of separating normals is one ray has a contact at each vertex of
//! its touching set T; a pair with more rays is a corner. The normal n of a contact is the opposite
//! of the ray m: it points into the first body.

use crate::core::row::Motions;
use crate::index::{ContactId, CornerId};
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use crate::space::figure::{Figure, Part};
use crate::space::seam::{Bearing, bearings};
use crate::space::separation::{SeparatingPlane, pair};
use crate::space::spot::Spot;
use crate::space::touching::Touching;
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::fmt::{self, Formatter};
use zwang_exact::{Integer, Rational, Vector3};
use zwang_scene::BodyId;

/// A point at which two bodies touch in one way.
pub(crate) struct Contact<'a> {
    pub index: ContactId,
    pub spot: Spot<'a>,
    /// n, primitive.
    pub normal: Vector3,
    /// The same as integers.
    pub normal_numbers: [BigInt; 3],
    pub friction: Rational,
    /// Whether no other normal separates its two parts.
    pub is_only: bool,
    parts: [Part<'a>; 2],
}

/// Two parts that several normals separate.
pub(crate) struct Corner<'a> {
    pub index: CornerId,
    /// The vertices of T: one, or two of a hinge.
    pub spots: Vec<Spot<'a>>,
    /// n for each ray.
    pub normals: Vec<[BigInt; 3]>,
    /// Those that no other part covers.
    pub open: Vec<[BigInt; 3]>,
    /// The friction with which it bears.
    pub friction: Rational,
    /// The friction of its bodies.
    pub own_friction: Rational,
    parts: [Part<'a>; 2],
}

/// All contacts and corners.
pub(crate) struct Contacts<'a> {
    pub contacts: Vec<Contact<'a>>,
    pub corners: Vec<Corner<'a>>,
}

/// C2: the contacts and corners that follow from separations, which ascend by their parts.
pub(crate) fn contacts<'a>(
    figure: &'a Figure<'a>,
    planes: &[SeparatingPlane<'a>],
    work: &mut Work,
) -> Result<Contacts<'a>> {
    let mut touchings = Vec::new();
    for plane in planes {
        if plane.may_bear(figure)
            && let Some(touching) = Touching::new(plane, work)?
        {
            touchings.push(touching);
        }
    }
    let bearings = bearings(figure, &touchings, work)?;
    let mut found = Contacts {
        contacts: vec![],
        corners: vec![],
    };
    for (touching, bearing) in touchings.into_iter().zip(bearings) {
        found.add(touching, bearing);
    }
    Ok(found)
}

impl<'a> Contacts<'a> {
    fn add(&mut self, touching: Touching<'a>, bearing: Bearing) {
        let Touching {
            parts,
            vertices,
            rays,
        } = touching;
        let bodies = parts.map(|part| part.body);
        let spots = vertices.into_iter().map(|point| Spot::new(bodies, point));
        match bearing {
            Bearing::Contacts {
                normal,
                vertices,
                friction,
            } => {
                for (vertex, spot) in spots.enumerate() {
                    if vertices.contains(&vertex) {
                        self.contacts.push(Contact {
                            index: ContactId(self.contacts.len()),
                            spot,
                            normal: normal.over(&Integer::ONE),
                            normal_numbers: normal.to_bigints(),
                            friction: friction.clone(),
                            is_only: rays.len() == 1,
                            parts,
                        });
                    }
                }
            }
            Bearing::Corner {
                open,
                friction,
                own_friction,
            } => {
                let normals = rays.iter().map(IntegerVector::opposite);
                self.corners.push(Corner {
                    index: CornerId(self.corners.len()),
                    spots: spots.collect(),
                    normals: normals.map(|normal| normal.to_bigints()).collect(),
                    open: open.iter().map(IntegerVector::to_bigints).collect(),
                    friction,
                    own_friction,
                    parts,
                });
            }
        }
    }
}

impl Contact<'_> {
    /// Whether it is of the same two parts as another one.
    pub(crate) fn is_of_face_of(&self, other: &Self) -> bool {
        let [first, second] = &self.parts;
        let [other_first, other_second] = &other.parts;
        first.id == other_first.id && second.id == other_second.id
    }

    pub(crate) fn bodies(&self) -> [Option<BodyId>; 2] {
        self.spot.bodies.map(|body| body.if_free())
    }
}

impl Corner<'_> {
    pub(crate) fn bodies(&self) -> [Option<BodyId>; 2] {
        self.parts.map(|part| part.body.if_free())
    }

    /// The two bodies.
    pub(crate) fn ids(&self) -> [BodyId; 2] {
        self.parts.map(|part| part.body.index)
    }

    pub(crate) fn parts(&self) -> &[Part<'_>; 2] {
        &self.parts
    }

    /// Form: it is a hinge; its two normals.
    pub(crate) fn hinge_normals(&self) -> Result<[&[BigInt; 3]; 2]> {
        match (self.spots.as_slice(), self.normals.as_slice()) {
            ([_, _], [first, second]) => Ok([first, second]),
            _ => Form.refuse(self, "a normal between others", "a hinge"),
        }
    }

    /// Whether some normal opens the corner, the same along T.
    ///
    /// One of the rays has to hold at a point. For a hinge with the rays 0 and 1 let p_i and q_i be
    /// how fast its two ends open along n_i. The normals between are n_t = (1 - t) n_0 + t n_1, and
    /// both (1 - t) p_0 + t p_1 and (1 - t) q_0 + t q_1 are to be ≥ 0: for t = 0, for t = 1, or, if
    /// p falls and q rises, for q_0 / (q_0 - q_1) ≤ t ≤ p_0 / (p_0 - p_1).
    pub(crate) fn admits(&self, velocities: &Motions) -> Result<bool> {
        // How fast each end opens along each normal; the unit of an end is positive.
        let mut ends: Vec<Vec<BigInt>> = Vec::new();
        for spot in &self.spots {
            let velocity = spot.relative_velocity(velocities)?;
            let normals = self.normals.iter();
            ends.push(normals.map(|normal| dot(normal, &velocity)).collect());
        }
        for ray in 0..self.normals.len() {
            let opens = |end: &Vec<BigInt>| end.get(ray).is_some_and(|speed| !speed.is_negative());
            if ends.iter().all(opens) {
                return Ok(true);
            }
        }
        let [start, end] = ends.as_slice() else {
            return Ok(false);
        };
        Ok(opens_between(start, end) || opens_between(end, start))
    }
}

/// A normal between two others of a hinge, with these weights: primitive.
pub(crate) fn between(normals: [&[BigInt; 3]; 2], weights: [u32; 2]) -> [BigInt; 3] {
    let [first, second] = normals.map(|normal| IntegerVector(normal.each_ref().map(Integer::from)));
    let [of_first, of_second] = weights.map(|weight| Integer::from(i128::from(weight)));
    let sum = first.times(&of_first).plus(&second.times(&of_second));
    sum.primitive().to_bigints()
}

/// Whether p falls from above 0 to below, q rises from below 0 to above, and some t suits both.
fn opens_between(falling: &[BigInt], rising: &[BigInt]) -> bool {
    let ([p, p_end], [q, q_end]) = (falling, rising) else {
        return false;
    };
    let falls = p.is_positive() && p_end.is_negative();
    let rises = q.is_negative() && q_end.is_positive();
    falls && rises && p_end * q <= p * q_end
}

/// The scalar product.
pub(crate) fn dot(vector: &[BigInt; 3], other: &[BigInt; 3]) -> BigInt {
    let mut sum = BigInt::zero();
    for (number, other) in vector.iter().zip(other) {
        sum += number * other;
    }
    sum
}

impl fmt::Display for Contact<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let [first, second] = &self.parts;
        let pair = pair(first, second);
        let [x, y, z] = self.spot.point.coordinates().map(crate::names::rational);
        write!(
            formatter,
            "contact {} of {pair} at ({x}, {y}, {z})",
            self.index.0
        )
    }
}

impl fmt::Display for Corner<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let [first, second] = &self.parts;
        let pair = pair(first, second);
        write!(formatter, "corner {} of {pair}", self.index.0)
    }
}
