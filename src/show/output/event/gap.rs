//! The gap of a row whose points go straight, and when it vanishes.

use super::Event;
use super::sliding::Slip;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use zwang_certificate::Contact;
use zwang_exact::{Rational, Vector, common_denominator, times};

/// Into how many parts a step is divided.
pub const PARTS: u32 = 1 << 10;

/// A point that goes straight: where it is when the step begins, and by how much it moves.
pub(super) struct Moving {
    pub at: Vector,
    pub by: Vector,
}

/// The gap area of a row in the course of a step, area + change s + bend s².
pub(super) struct Gap {
    area: Rational,
    pub change: Rational,
    bend: Rational,
    /// The squared length of the edge when the step begins.
    pub edge_squared: Rational,
}

/// Two of the ends of the parts of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub earliest: u32,
    pub latest: u32,
}

impl Bounds {
    /// The beginning of the step.
    pub(super) const START: Self = Self {
        earliest: 0,
        latest: 0,
    };
    /// The whole step.
    pub(super) const STEP: Self = Self {
        earliest: 0,
        latest: PARTS,
    };

    /// The parts' ends nearest to a time that is known, in steps.
    pub(super) fn around(time: &Rational) -> Self {
        let parts = time * Rational::from_integer(PARTS.into());
        let end = |part: Rational| part.to_integer().to_u32().unwrap_or(PARTS).min(PARTS);
        Self {
            earliest: end(parts.floor()),
            latest: end(parts.ceil()),
        }
    }
}

impl Gap {
    pub(super) fn new(vertex: &Moving, start: &Moving, end: &Moving) -> Self {
        let arm = &vertex.at - &start.at;
        let arm_change = &vertex.by - &start.by;
        let edge = &end.at - &start.at;
        let edge_change = &end.by - &start.by;
        Self {
            area: arm.cross(&edge),
            change: arm_change.cross(&edge) + arm.cross(&edge_change),
            bend: arm_change.cross(&edge_change),
            edge_squared: edge.dot(&edge),
        }
    }

    /// The gap times a positive number.
    pub(super) fn polynomial(&self) -> Quadratic {
        let coefficients = [&self.area, &self.change, &self.bend];
        let common = common_denominator(coefficients);
        let [constant, linear, square] = coefficients.map(|number| times(number, &common));
        Quadratic {
            constant,
            linear,
            square,
        }
    }

    pub(super) fn event(self, row: &Contact, bounds: Bounds, velocity_jumps: bool) -> Event {
        Event {
            row: *row,
            earliest: bounds.earliest,
            latest: bounds.latest,
            velocity_jumps,
            area: self.area,
            change: self.change,
            edge_squared: self.edge_squared,
            slips: [Slip::none(), Slip::none()],
            slip_ends: [Slip::none(), Slip::none()],
        }
    }
}

/// P(s) = constant + linear s + square s².
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quadratic {
    constant: BigInt,
    linear: BigInt,
    square: BigInt,
}

impl Quadratic {
    /// Between which parts' ends the first s from 0 to 1 is at which P(s) ≤ 0, if there is one.
    pub(super) fn first_touch(&self) -> Option<Bounds> {
        if !self.constant.is_positive() {
            return Some(Bounds::START);
        }
        if !self.has_touched_by(PARTS) {
            return None;
        }
        let mut earliest = 0;
        let mut latest = PARTS;
        while latest - earliest > 1 {
            let middle = u32::midpoint(earliest, latest);
            if self.has_touched_by(middle) {
                latest = middle;
            } else {
                earliest = middle;
            }
        }
        Some(Bounds { earliest, latest })
    }

    /// From the beginning to a part's end after which P(s) > 0 up to s = 1; at most one part later
    /// than need be.
    pub(super) fn departure(&self) -> Bounds {
        let reversed = self.reversed();
        if !reversed.constant.is_positive() {
            return Bounds::STEP;
        }
        let latest = match reversed.first_touch() {
            Some(touch) => PARTS - touch.earliest,
            None => 0,
        };
        Bounds {
            earliest: 0,
            latest,
        }
    }

    /// P(1 - s).
    fn reversed(&self) -> Self {
        let twice = BigInt::from(2) * &self.square;
        Self {
            constant: &self.constant + &self.linear + &self.square,
            linear: -(&self.linear + twice),
            square: self.square.clone(),
        }
    }

    /// Whether P(s) ≤ 0 for some s up to that end of a part, given P(0) > 0: then it is so there,
    /// or at the lowest point of a parabola before.
    fn has_touched_by(&self, part: u32) -> bool {
        let parts = BigInt::from(PARTS);
        let part = BigInt::from(part);
        let rising = &self.linear * &parts + &self.square * &part;
        let value = &self.constant * &parts * &parts + rising * &part;
        if !value.is_positive() {
            return true;
        }
        let twice = BigInt::from(2) * &self.square;
        let slope = &self.linear * &parts + twice * part;
        let four = BigInt::from(4);
        let discriminant = &self.linear * &self.linear - four * &self.constant * &self.square;
        self.linear.is_negative() && slope.is_positive() && discriminant >= BigInt::zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quadratic(constant: i64, linear: i64, square: i64) -> Quadratic {
        Quadratic {
            constant: constant.into(),
            linear: linear.into(),
            square: square.into(),
        }
    }

    #[test]
    fn known_roots() {
        // (1 - 3 s), (1 - 2 s)² which only touches, a root at the end, none, and one at the start.
        for (polynomial, expected) in [
            (quadratic(1, -3, 0), Some([341, 342])),
            (quadratic(1, -4, 4), Some([511, 512])),
            (quadratic(1, -1, 0), Some([1023, 1024])),
            (quadratic(3, -2, 0), None),
            (quadratic(1, -3, 3), None),
            (quadratic(0, 1, 0), Some([0, 0])),
        ] {
            let found = polynomial.first_touch();
            let found = found.map(|bounds| [bounds.earliest, bounds.latest]);
            assert_eq!(found, expected, "{polynomial:?}");
        }
    }

    #[test]
    fn known_departures() {
        // Open all the time, from 1/3 on, never, and closed from 1/4 to 3/4.
        for (polynomial, latest) in [
            (quadratic(1, 1, 0), 0),
            (quadratic(-1, 3, 0), 342),
            (quadratic(-1, 1, 0), 1024),
            (quadratic(3, -16, 16), 769),
        ] {
            let found = polynomial.departure();
            assert_eq!([found.earliest, found.latest], [0, latest]);
        }
    }

    /// Polynomials made of their roots p/97 and q/89: ±(97 s - p)(89 s - q).
    #[test]
    fn bounds_hold_the_roots() {
        for p in -60..160_i64 {
            for q in (-60..160).step_by(7) {
                let sign = if p * q > 0 { 1 } else { -1 };
                let square = sign * 97 * 89;
                let linear = -sign * (97 * q + 89 * p);
                let polynomial = quadratic(sign * p * q, linear, square);
                has_its_first_root(&polynomial, [(p, 97), (q, 89)]);
                let bounds = polynomial.departure();
                has_its_last_root(&polynomial, bounds, [(p, 97), (q, 89)]);
            }
        }
    }

    fn has_its_first_root(polynomial: &Quadratic, roots: [(i64, i64); 2]) {
        let found = polynomial.first_touch();
        if !polynomial.constant.is_positive() {
            assert_eq!(found, Some(Bounds::START));
            return;
        }
        let parts = i64::from(PARTS);
        let within = roots.iter().filter(|(p, unit)| (0..=*unit).contains(p));
        // The part of the step that a root ends or lies in, counted from 1.
        let first = within.map(|(p, unit)| (p * parts + unit - 1) / unit).min();
        let latest = found.map(|bounds| i64::from(bounds.latest));
        assert_eq!(latest, first, "{polynomial:?}");
        if let Some(bounds) = found {
            assert_eq!(bounds.latest - bounds.earliest, 1);
        }
    }

    fn has_its_last_root(polynomial: &Quadratic, bounds: Bounds, roots: [(i64, i64); 2]) {
        let end = &polynomial.constant + &polynomial.linear + &polynomial.square;
        if !end.is_positive() {
            assert_eq!(bounds, Bounds::STEP);
            return;
        }
        let parts = i64::from(PARTS);
        let within = roots.iter().filter(|(p, unit)| (0..*unit).contains(p));
        let last = within.map(|(p, unit)| p * parts / unit + 1).max();
        assert_eq!(
            i64::from(bounds.latest),
            last.unwrap_or(0),
            "{polynomial:?}"
        );
    }
}
