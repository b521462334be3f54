//! The places of the bodies of a state: rotations enclosed, places exact.
//!
//! A body point with the arm q is at z + c q. For an angle θ, c = cos θ + i sin θ is enclosed
//! (`trigonometry`); it is exact for θ = 0. A pair (cos, sin) is taken as it is, exactly, so a body
//! whose pair misses the unit circle is larger or smaller by as much; [`Pose::off_circle`] says by
//! how much.

use crate::enclosure::BITS;
use crate::enclosure::{Enclosure, Length};
use crate::interval::Interval;
use crate::shape::{Arm, Shape};
use crate::table::{State, Turned};
use crate::trigonometry::cosine_and_sine;
use crate::vector::{Vector, dot, exact, sum};
use crate::whole::{ceiling, floor};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use zwang_certificate::PartId;

/// The place of a free body.
pub(crate) struct Pose {
    pub(crate) centroid: Vector,
    /// cos and sin.
    pub(crate) rotation: Vector<Enclosure>,
    /// The same times 2^[`BITS`], rounded outwards where a pair has more bits.
    scaled: Vector<Interval>,
    /// |c|², exactly.
    pub(crate) norm_squared: Rational,
    /// The angle, if it is told.
    pub(crate) angle: Option<Rational>,
}

impl Pose {
    pub(crate) fn of_state(state: &State) -> Vec<Self> {
        let mut poses = Vec::new();
        for body in &state.bodies {
            let pose = Self::new(&body.centroid, &body.rotation);
            poses.push(pose);
        }
        poses
    }

    /// At a place with this cosine and sine.
    pub(crate) fn of_pair(centroid: &Vector, rotation: Vector) -> Self {
        Self::new(centroid, &Turned::Pair(rotation))
    }

    fn new(centroid: &Vector, rotation: &Turned) -> Self {
        let unit = Rational::power_of_2(BITS as i64);
        let centroid = centroid.clone();
        match rotation {
            Turned::Angle(angle) => {
                let scaled = cosine_and_sine(angle);
                let rotation = scaled.each_ref().map(|interval| Enclosure {
                    low: Rational::from(&interval.low) / &unit,
                    high: Rational::from(&interval.high) / &unit,
                });
                Self {
                    centroid,
                    rotation,
                    scaled,
                    norm_squared: Rational::ONE,
                    angle: Some(angle.clone()),
                }
            }
            Turned::Pair(pair) => {
                let scaled = pair.each_ref().map(|part| outward(part, &unit));
                Self {
                    centroid,
                    rotation: exact(pair),
                    scaled,
                    norm_squared: dot(pair, pair),
                    angle: None,
                }
            }
        }
    }

    /// | |c|² - 1 |, exactly.
    pub(crate) fn off_circle(&self) -> Rational {
        let excess = &self.norm_squared - Rational::ONE;
        if excess < 0 { -excess } else { excess }
    }

    /// The place of a body point, m.
    pub(crate) fn point(&self, arm: &Vector) -> Vector<Enclosure> {
        let [x, y] = exact(&self.centroid);
        let [across, up] = turned(&self.rotation, arm);
        [&x + &across, &y + &up]
    }
}

/// c q.
pub(crate) fn turned([cosine, sine]: &Vector<Enclosure>, [x, y]: &Vector) -> Vector<Enclosure> {
    let across = &cosine.scaled(x) - &sine.scaled(y);
    let up = &sine.scaled(x) + &cosine.scaled(y);
    [across, up]
}

/// The largest length of Δz + Δc q over the points q of a body: how far they are from where another
/// placement has them. Around a vertex of a rounded part that is |Δz + Δc q| + r |Δc|.
pub(crate) fn largest_distance(apart: &Vector, turn: &Vector<Enclosure>, arms: &[Arm]) -> Length {
    let offset = exact(apart);
    if turn.iter().all(Enclosure::is_zero) {
        return Length::of(&offset);
    }
    let turned_by = Length::of(turn);
    let mut largest = Length::zero();
    for Arm { arm, radius } in arms {
        let moved = sum(&offset, &turned(turn, arm));
        let mut length = Length::of(&moved);
        if *radius > 0 {
            let whole = &length.root() + &turned_by.root().scaled(radius);
            length.squared = whole.squared();
        }
        largest = largest.max(length);
    }
    largest
}

fn outward(value: &Rational, unit: &Rational) -> Interval {
    let scaled = value * unit;
    Interval {
        low: floor(&scaled),
        high: ceiling(&scaled),
    }
}

/// The vertices of every part of every body, over the unit L 2^[`BITS`].
pub(crate) struct Vertices {
    pub(crate) bodies: Vec<Vec<Vec<Vector<Interval>>>>,
}

impl Vertices {
    pub(crate) fn new(shape: &Shape, poses: &[Pose]) -> Self {
        let unit = Rational::from(Self::unit(shape));
        let mut bodies = Vec::new();
        for body in &shape.bodies {
            let frame = match body.place {
                Some(place) => Frame::of(&poses[place], &unit),
                None => Frame::fixed(),
            };
            let mut parts = Vec::new();
            for part in &body.parts {
                let vertices = part.iter().map(|arm| frame.vertex(arm));
                parts.push(vertices.collect());
            }
            bodies.push(parts);
        }
        Self { bodies }
    }

    /// Those of a part; of a rounded one those of its core.
    pub(crate) fn of(&self, part: PartId) -> &[Vector<Interval>] {
        &self.bodies[part.body][part.part]
    }

    /// L 2^[`BITS`].
    pub(crate) fn unit(shape: &Shape) -> Integer {
        &shape.unit << BITS
    }
}

/// The place of a body, over the unit L 2^[`BITS`].
struct Frame {
    origin: Vector<Interval>,
    /// Cosine and sine times 2^[`BITS`].
    rotation: Vector<Interval>,
}

impl Frame {
    fn of(pose: &Pose, unit: &Rational) -> Self {
        Self {
            origin: pose.centroid.each_ref().map(|part| outward(part, unit)),
            rotation: pose.scaled.clone(),
        }
    }

    fn fixed() -> Self {
        let zero = Interval::exact(Integer::ZERO);
        let one = Interval::exact(Integer::power_of_2(BITS));
        Self {
            origin: [zero.clone(), zero.clone()],
            rotation: [one, zero],
        }
    }

    fn vertex(&self, [x, y]: &Vector<Integer>) -> Vector<Interval> {
        let [cosine, sine] = &self.rotation;
        let across = &cosine.scaled(x) - &sine.scaled(y);
        let up = &sine.scaled(x) + &cosine.scaled(y);
        sum(&self.origin, &[across, up])
    }
}
