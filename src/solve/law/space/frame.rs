//! The rows of a program in fixed point, for the search for forces: numbers over 2^256, products
//! rounded down. Nothing here is believed.

use super::program::{Masses, Row, Side};
use super::rough::Force;
use super::vector::{Integers, Vector, dot_of_integers, scaled, times};
use crate::number::{FORCE, rounded};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};

/// Binary digits.
pub(super) const DIGITS: u64 = 256;

/// A linear form of the motion of a body.
struct Form {
    member: usize,
    /// Its coefficients, and these times M⁻¹.
    own: [Integer; 6],
    moved: [Integer; 6],
}

/// A row.
pub(super) struct Fixed {
    across: Vec<Form>,
    constant: Integer,
    /// The three components of the slip, if the row has friction.
    along: Option<[Vec<Form>; 3]>,
    slip: Integers,
    pub(super) normal: Integers,
    pub(super) friction: Integer,
}

/// The motion of each body.
pub(super) type FixedMotion = Vec<[Integer; 6]>;

pub(super) fn product(one: &Integer, other: &Integer) -> Integer {
    (one * other) >> DIGITS
}

pub(super) fn dot(one: &Integers, other: &Integers) -> Integer {
    dot_of_integers(one, other) >> DIGITS
}

pub(super) fn cross([a, b, c]: &Integers, [x, y, z]: &Integers) -> Integers {
    [b * z - c * y, c * x - a * z, a * y - b * x].map(|number| number >> DIGITS)
}

fn fixed(vector: &Vector) -> Integers {
    vector.each_ref().map(|number| rounded(number, DIGITS))
}

fn six(first: Integers, second: Integers) -> [Integer; 6] {
    let [a, b, c] = first;
    let [x, y, z] = second;
    [a, b, c, x, y, z]
}

impl Form {
    fn new(side: &Side, masses: &[Masses]) -> Self {
        let own = &masses[side.member];
        let moved = scaled(&side.along, &(Rational::ONE / &own.mass));
        let turned = times(&own.per_inertia, &side.around);
        Self {
            member: side.member,
            own: six(fixed(&side.along), fixed(&side.around)),
            moved: six(fixed(&moved), fixed(&turned)),
        }
    }
}

fn value(forms: &[Form], motion: &FixedMotion) -> Integer {
    let mut sum = Integer::ZERO;
    for form in forms {
        for (coefficient, number) in form.own.iter().zip(&motion[form.member]) {
            sum += coefficient * number;
        }
    }
    sum >> DIGITS
}

fn push(forms: &[Form], force: &Integer, motion: &mut FixedMotion) {
    for form in forms {
        for (coefficient, number) in form.moved.iter().zip(&mut motion[form.member]) {
            *number += product(coefficient, force);
        }
    }
}

impl Fixed {
    pub(super) fn new(row: &Row, masses: &[Masses]) -> Self {
        let forms = |sides: &[Side]| sides.iter().map(|side| Form::new(side, masses)).collect();
        let mut found = Self {
            across: forms(&row.sides),
            constant: rounded(&row.constant, DIGITS),
            along: None,
            slip: Force::NONE.along,
            normal: Force::NONE.along,
            friction: Integer::ZERO,
        };
        let Some(rough) = &row.rough else {
            return found;
        };
        found.along = Some([0, 1, 2].map(|axis: usize| {
            let unit = [0, 1, 2].map(|index: usize| Rational::from(i32::from(index == axis)));
            let sides: Vec<Side> = rough.sides.iter().map(|side| side.push(&unit)).collect();
            forms(&sides)
        }));
        found.slip = fixed(&rough.constant);
        found.normal = fixed(&rough.normal);
        found.friction = rounded(&rough.friction, DIGITS);
        found
    }

    /// The friction of forces: m × g.
    pub(super) fn friction_of(&self, force: &Force) -> Integers {
        let along = force.along.each_ref();
        cross(
            &self.normal,
            &along.map(|number| number << (DIGITS - FORCE)),
        )
    }

    /// w.
    pub(super) fn value(&self, motion: &FixedMotion) -> Integer {
        &self.constant + value(&self.across, motion)
    }

    /// u; 0 without friction.
    pub(super) fn slip(&self, motion: &FixedMotion) -> Integers {
        let Some(forms) = &self.along else {
            return self.slip.clone();
        };
        [0, 1, 2].map(|axis: usize| &self.slip[axis] + value(&forms[axis], motion))
    }

    /// Adds the motion of forces.
    pub(super) fn push(&self, force: &Force, motion: &mut FixedMotion) {
        if force.is_none() {
            return;
        }
        push(&self.across, &(&force.across << (DIGITS - FORCE)), motion);
        if let Some(forms) = &self.along {
            let friction = self.friction_of(force);
            for (forms, force) in forms.iter().zip(&friction) {
                push(forms, force, motion);
            }
        }
    }
}
