//! Why a scene in space has no certificate.

use crate::contacts::Root;
use num_traits::Signed;
use std::cmp::Ordering;
use std::fmt;
use zwang_certificate::space::Plane;
use zwang_exact::Rational;
use zwang_program::Interrupted;

/// Fractions of more characters are told rounded.
const SHORT: usize = 12;

/// This many pairs are listed in a message.
const LISTED: usize = 8;

/// Why a scene in space has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// Parts with common interior points.
    #[error("{0}")]
    Overlap(Box<Overlaps>),
    /// More is in one place than a proof may list.
    #[error(
        "more than 2^20 pairs of parts whose bounding boxes meet, and a proof has at most so many; \
         expected fewer parts in one place"
    )]
    Crowded,
    /// Velocities in space are not solved.
    #[error(
        "body `{body}` moves; expected a scene at rest: a scene in space is solved from rest only"
    )]
    Moving {
        /// The first body that moves.
        body: String,
    },
    /// The motion without friction is one that friction resists.
    #[error(
        "friction between `{}` and `{}` resists the motion that the scene has without friction; \
         expected bodies that rest without friction, or that come off each other: the sliding of \
         rough bodies in space is not solved (`zwang stability` tells whether forces hold them)",
        .bodies[0], .bodies[1]
    )]
    Friction {
        /// Names of the bodies.
        bodies: [String; 2],
    },
    /// Two bodies that touch at a corner without friction would overlap under the motion found
    /// without it.
    #[error(
        "bodies `{}` and `{}` touch at ({}, {}, {}) where several planes separate them, and the \
         motion without that contact would make them overlap; expected friction at such a corner, \
         or none at all contacts of these bodies and of those that they touch",
        .bodies[0], .bodies[1], .point[0], .point[1], .point[2]
    )]
    Corner {
        /// Names of the bodies.
        bodies: [String; 2],
        /// The point of contact, m.
        point: Box<[Rational; 3]>,
    },
    /// A hinge for which the best normal lies between all that were tried; it may be irrational.
    #[error(
        "bodies `{}` and `{}` touch along an edge from ({}, {}, {}) on, and turn across it such that \
         the plane between them follows; expected a motion with a rational plane of contact",
        .bodies[0], .bodies[1], .point[0], .point[1], .point[2]
    )]
    BetweenNormals {
        /// Names of the bodies.
        bodies: [String; 2],
        /// One end of the edge, m.
        point: Box<[Rational; 3]>,
    },
    /// A question that is not answered for scenes with bonds.
    #[error(
        "{bonds} {} bodies together; expected a scene without `[[bond]]` for {what}: \
         `zwang stability` tells whether forces hold a scene with bonds",
        if *.bonds == 1 { "bond holds" } else { "bonds hold" }
    )]
    Bonds {
        /// The thing that is asked for.
        what: &'static str,
        /// How many there are.
        bonds: usize,
    },
    /// A body without parts, of which a shape is asked for.
    #[error("`{body}` has no parts; expected a body that has some")]
    NoParts {
        /// The name of the body.
        body: String,
    },
    /// A question that is not answered for scenes with joints.
    #[error(
        "{joints} {} bodies; expected a scene without `[[joint]]` for {what}: \
         `zwang stability`, `collapse`, `critical`, `forces` and `simulate` know joints",
        if *.joints == 1 { "joint joins" } else { "joints join" }
    )]
    Joints {
        /// The thing that is asked for.
        what: &'static str,
        /// How many there are.
        joints: usize,
    },
    /// Bodies whose forces are asked for, and which do not touch.
    #[error("{other} does not touch `{body}` in a face; expected two bodies that do")]
    Apart {
        /// The name of one.
        body: String,
        /// The other one.
        other: String,
    },
    /// No forces at contacts hold a group, but some do with forces at corners.
    #[error(
        "forces at corners hold `{body}` and what touches it; expected a scene that is held without \
         corners, for what Coulomb's law allows"
    )]
    HeldAtCorners {
        /// A body of the group.
        body: String,
    },
    /// A question that is not answered for scenes with rounded parts.
    #[error("a part of `{body}` is rounded; expected a scene of parts with faces for {what}")]
    Rounded {
        /// The thing that is asked for.
        what: &'static str,
        /// The first body with such a part.
        body: String,
    },
    /// Too many corners that bear.
    #[error(
        "to decide where the bodies that touch `{body}` directly or through others slide off each \
         other at corners takes more than {branches} branches; expected fewer corners or edges that bear"
    )]
    TooManyBranches {
        /// A body of the group.
        body: String,
        /// This many were looked at.
        branches: usize,
    },
    /// Friction too near to its limit.
    #[error(
        "neither forces that hold body `{body}` nor a velocity that shows that none do were found \
         in {rounds} rounds{}; expected friction that is not so near to its limit{}",
        told_pivots(*pivots),
        told_corners(*corners)
    )]
    Undecided {
        /// A body of the group.
        body: String,
        /// How often the cones were refined.
        rounds: usize,
        /// The number of exact pivots after which the search ended, if that ended it.
        pivots: Option<usize>,
        /// How many pairs of parts of the group touch at rough corners.
        corners: usize,
    },
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn told_pivots(pivots: Option<usize>) -> String {
    match pivots {
        Some(pivots) => format!(", after which {pivots} exact pivots were spent"),
        None => String::new(),
    }
}

fn told_corners(corners: usize) -> String {
    match corners {
        0 => String::new(),
        1 => ", or no rough corner: one bears by one of several planes, and not all were tried"
            .to_owned(),
        _ => format!(
            ", or no rough corners: {corners} bear by one of several planes each, and not all \
             choices were tried"
        ),
    }
}

/// The parts of a scene that overlap: at least one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlaps {
    /// The pairs, in the order of parts.
    pub pairs: Vec<Overlap>,
}

/// Two parts of different bodies with common interior points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// Names of the bodies.
    pub bodies: [String; 2],
    /// The part of each.
    pub parts: [usize; 2],
    /// How deep they are in each other.
    pub depth: Clearance,
}

/// How far two parts are from only touching: apart from each other, or deep in each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clearance {
    /// Between two parts with faces.
    Sharp {
        /// The features whose normal the least translation that makes them touch is along.
        features: Plane,
        /// The direction of that translation of the second part, over coprime integers.
        direction: Box<[Rational; 3]>,
        /// The square of its length, m².
        squared: Rational,
        /// If they overlap, a point of both, m: if there is one, the corner of one of them that is
        /// deepest in the other.
        deepest: Option<Box<[Rational; 3]>>,
    },
    /// Between two parts of which one is rounded: they touch if their cores are as far from each
    /// other as their radii are long together.
    Rounded {
        /// The square of the distance of the cores, m².
        distance_squared: Rational,
        /// The sum of the radii, m.
        radii: Rational,
    },
}

impl Clearance {
    /// Whether it is less than a length, m, whose square is given, the same or more.
    #[must_use]
    pub fn compared_to(&self, squared_length: &Rational) -> Ordering {
        match self {
            Self::Sharp { squared, .. } => squared.cmp(squared_length),
            Self::Rounded {
                distance_squared,
                radii,
            } => {
                // |d - R| < s is d² + R² - s² < 2 d R.
                let sum = distance_squared + radii * radii - squared_length;
                if sum.is_negative() {
                    return Ordering::Less;
                }
                let four = Rational::from_integer(4.into());
                let product = distance_squared * radii * radii * four;
                (&sum * &sum).cmp(&product)
            }
        }
    }

    /// A number by which those of one kind are in order: the square of the gap, or of the distance
    /// of cores less that of the radii, m².
    pub(super) fn squared(&self) -> Rational {
        match self {
            Self::Sharp { squared, .. } => squared.clone(),
            Self::Rounded {
                distance_squared,
                radii,
            } => distance_squared - radii * radii,
        }
    }
}

/// A point, rounded.
fn place(point: &[Rational; 3]) -> String {
    let [x, y, z] = point.each_ref().map(short);
    format!("({x}, {y}, {z})")
}

/// A direction, unless its numbers are long.
pub(super) fn along([x, y, z]: &[Rational; 3]) -> Option<String> {
    let text = format!("({x}, {y}, {z})");
    (text.len() <= 4 * SHORT).then_some(text)
}

/// A number if it is short, and some digits of it otherwise.
fn short(value: &Rational) -> String {
    let text = value.to_string();
    if text.len() <= SHORT {
        return text;
    }
    let squared = value * value;
    let digits = Root::new(&squared, "").digits();
    let sign = if value.is_negative() { "-" } else { "" };
    format!("≈ {sign}{digits}")
}

/// The features of two bodies whose plane is closest to parting them, or parts them most.
pub(super) fn feature_names(features: &Plane, [first, second]: &[String; 2]) -> String {
    match *features {
        Plane::FaceOfFirst(face) => format!("through face {face} of `{first}`"),
        Plane::FaceOfSecond(face) => format!("through face {face} of `{second}`"),
        Plane::Edges {
            first: own,
            second: other,
        } => {
            let [start, end] = own;
            let [from, to] = other;
            format!("between edge {start}-{end} of `{first}` and edge {from}-{to} of `{second}`")
        }
        Plane::Vector(_) => format!("between the rounded sides of `{first}` and `{second}`"),
    }
}

impl fmt::Display for Overlap {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let [first, second] = &self.bodies;
        let [part, other] = &self.parts;
        let are_of_one = first == second;
        if are_of_one {
            write!(
                formatter,
                "parts {part} and {other} of body `{first}` overlap"
            )?;
        } else {
            write!(
                formatter,
                "body `{first}` (part {part}) and body `{second}` (part {other}) overlap"
            )?;
        }
        let (features, direction, squared, deepest) = match &self.depth {
            Clearance::Rounded {
                distance_squared,
                radii,
            } => {
                let distance = Root::new(distance_squared, "m");
                return write!(
                    formatter,
                    ": their cores are {distance} apart; expected at least {radii} m, the sum of \
                     their radii"
                );
            }
            Clearance::Sharp {
                features,
                direction,
                squared,
                deepest,
            } => (features, direction, squared, deepest),
        };
        let depth = Root::new(squared, "m");
        let features = feature_names(features, &self.bodies);
        write!(formatter, " by {depth} {features}")?;
        if are_of_one {
            return formatter.write_str("; expected disjoint interiors");
        }
        if let Some(point) = deepest {
            write!(formatter, ", deepest at {}", place(point))?;
        }
        formatter.write_str("; expected disjoint interiors")?;
        match along(direction) {
            Some(along) => write!(
                formatter,
                " (moving `{second}` that far along {along} parts these two)"
            ),
            None => Ok(()),
        }
    }
}

/// The first pair in full, the others by name and depth.
impl fmt::Display for Overlaps {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Some(first) = self.pairs.first() else {
            return formatter.write_str("no parts overlap");
        };
        write!(formatter, "{first}")?;
        let others = &self.pairs[1..];
        if others.is_empty() {
            return Ok(());
        }
        let count = others.len();
        let pairs = if count == 1 {
            "pair overlaps"
        } else {
            "pairs overlap"
        };
        write!(formatter, "; {count} more {pairs}: ")?;
        for (index, pair) in others.iter().take(LISTED).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let [first, second] = &pair.bodies;
            write!(formatter, "{comma}`{first}` / `{second}`")?;
            if let Clearance::Sharp { squared, .. } = &pair.depth {
                let depth = Root::new(squared, "m").digits();
                write!(formatter, " by ≈ {depth} m")?;
            }
        }
        if count > LISTED {
            formatter.write_str(", …")?;
        }
        Ok(())
    }
}
