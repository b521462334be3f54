//! Rows and pins of a step as linear forms with integer coefficients (`proofs/RUN.md`, section 2).
//!
//! With the short arms r = c° q and edge e = (r_q - r_p) of `short`, all over Λ, and o = z°_a -
//! z°_b + r, the value of a row is
//!
//! ```text
//! [G] + (δ_r - δ_p) × e + (o - p) × (μ_b e) + (δ⁻_r - δ⁻_p) × (β_b e)
//! ```
//!
//! at y = 0, plus in the unknowns
//!
//! ```text
//! -J e·y_d  -  (r·e) y_s    of a
//!  J e·y_d  +  (o·e) y_s    of b
//! ```
//!
//! Without the constant part this is the gap velocity, with w for d and σ for y_s (where |c| = 1).
//! The unknowns of a program are T y with T = Δ² (`instant`): then constants, which are integers
//! over Δ², have the same factor as the coefficients, which are short integers over Λ².

use crate::group::Joined;
use crate::instant::Instant;
use crate::number::times;
use crate::plane::Plane;
use crate::rounding;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_certificate::Contact;
use zwang_program::kernel::number::nearest;

/// A body, and the coefficients of its unknowns.
pub(crate) type Term = (usize, [Integer; 3]);

/// An integer form in the unknowns (y_d, y_s) of at most two free bodies.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) terms: Vec<Term>,
    pub(crate) constant: Integer,
    /// A multiplier of the form, times this, is a force on the value: positive, not always an
    /// integer.
    pub(crate) scale: Rational,
}

impl Form {
    /// The form with these coefficients, `unit` times too large, of the unknowns themselves, and no
    /// constant.
    fn linear(mut terms: Vec<Term>, unit: Integer) -> Self {
        let mut content = Natural::ZERO;
        for value in terms.iter().flat_map(|(_, values)| values) {
            content = content.gcd(value.unsigned_abs_ref());
        }
        if content <= 1 {
            return Self {
                terms,
                constant: Integer::ZERO,
                scale: Rational::from(unit),
            };
        }
        let content = Integer::from(content);
        for value in terms.iter_mut().flat_map(|(_, values)| values) {
            value.div_exact_assign(&content);
        }
        Self {
            terms,
            constant: Integer::ZERO,
            scale: Rational::from_integers(unit, content),
        }
    }

    /// The form in the unknowns T y, with a constant, which is given T times.
    fn in_step(mut self, instant: &Instant, constant: &Integer) -> Self {
        let scaled = &self.scale * Rational::from(constant);
        self.set_constant(&scaled);
        self.scale /= Rational::from(&instant.scale);
        self
    }

    /// Gives the form a constant, which is in its scale already.
    pub(crate) fn set_constant(&mut self, constant: &Rational) {
        let factor = Integer::from(constant.denominator_ref());
        self.constant = times(constant, &factor);
        if factor != 1 {
            for value in self.terms.iter_mut().flat_map(|(_, values)| values) {
                *value *= &factor;
            }
            self.scale *= Rational::from(factor);
        }
    }
}

/// What a row is made of, Λ times.
struct Parts {
    own: usize,
    other: usize,
    /// r.
    vertex: Plane,
    /// p.
    start: Plane,
    /// e.
    edge: Plane,
    /// o.
    offset: Plane,
}

impl Parts {
    fn new(instant: &Instant, row: &Contact) -> Self {
        let own = row.vertex.part.body;
        let other = row.edge.part.body;
        let outline = instant.outline;
        let arm = &outline.part(row.vertex.part)[row.vertex.index];
        let (start, edge) = outline.edge(row.edge);
        let short = &instant.short;
        let vertex = short.turned(own, arm);
        let between = short.centroid(own) - short.centroid(other);
        Self {
            own,
            other,
            start: short.turned(other, start),
            edge: short.turned(other, &edge),
            offset: &between + &vertex,
            vertex,
        }
    }

    /// The linear part, Λ² times.
    fn linear(&self, instant: &Instant) -> Form {
        let unit = &instant.short.unit;
        let Plane { re, im } = self.edge.scaled(unit);
        let mut terms = Vec::with_capacity(2);
        if instant.outline.is_free(self.own) {
            let turning = -self.vertex.dot(&self.edge);
            terms.push((self.own, [im.clone(), -&re, turning]));
        }
        if instant.outline.is_free(self.other) {
            let turning = self.offset.dot(&self.edge);
            terms.push((self.other, [-im, re, turning]));
        }
        Form::linear(terms, unit * unit)
    }

    /// What the moves of the bodies without unknowns add to the gap, Δ² times.
    fn free_change(&self, instant: &Instant) -> Integer {
        let other = &instant.bodies[self.other];
        let own_move = instant.free_move(self.own, &self.vertex);
        let other_move = instant.free_move(self.other, &self.start);
        let moved = &own_move - &other_move;
        let tilted = instant.turned_by(&other.free_turn, &self.edge);
        let reach = &self.offset - &self.start;
        let first = moved.cross(&self.edge) + reach.cross(&tilted);

        let own_move = instant.last_move(self.own, &self.vertex);
        let other_move = instant.last_move(self.other, &self.start);
        let moved = &own_move - &other_move;
        let tilted = instant.turned_by(&other.last_turn, &self.edge);
        let second = moved.cross(&tilted);

        let factor = &instant.move_unit / &instant.short.unit;
        first * factor + second
    }
}

/// \[G\], Δ² times. In an exact run short placements are exact.
fn gap(instant: &Instant, row: &Contact, parts: &Parts) -> Integer {
    let Some(digits) = instant.grid.0 else {
        let factor = &instant.move_unit / &instant.short.unit;
        let reach = &parts.offset - &parts.start;
        return reach.cross(&parts.edge) * &factor * factor;
    };
    let own = &instant.bodies[parts.own];
    let other = &instant.bodies[parts.other];
    let vertex = &own.vertices[row.vertex.part.part][row.vertex.index];
    let (start, edge) = instant.outline.edge(row.edge);
    let between = &own.centroid - &other.centroid;
    let between = between.scaled(&own.denominator);
    let offset = &between + &vertex.scaled(&instant.ratio);
    let turned = &other.rotation * &edge;
    let arm_unit = &instant.ratio * &own.denominator * &other.norm;
    let gap = offset.cross(&turned) - arm_unit * start.cross(&edge);
    let length_unit = &instant.unit * &instant.outline.unit;
    let unit = length_unit * &own.denominator * &other.denominator;
    let digits = 2 * digits;
    nearest(&(gap << digits), &unit) * (&instant.scale >> digits)
}

/// The value of a row after the step.
pub(crate) fn value(instant: &Instant, row: &Contact) -> Form {
    let parts = Parts::new(instant, row);
    let mut gap = gap(instant, row, &parts);
    if instant.forgives && gap < 0 {
        gap = Integer::ZERO;
    }
    let constant = gap + parts.free_change(instant);
    parts.linear(instant).in_step(instant, &constant)
}

/// The gap velocity of a row, with the constant 0: w for d and σ for y_s.
pub(crate) fn gap_velocity(instant: &Instant, row: &Contact) -> Form {
    Parts::new(instant, row).linear(instant)
}

/// The value of the form of a velocity before a step, times its scale.
pub(crate) fn velocity(instant: &Instant, spins: &[Rational], form: &Form) -> Rational {
    let mut sum = Rational::ZERO;
    for (body, [x, y, turn]) in &form.terms {
        let moving = &instant.bodies[*body];
        let moved = x * &moving.last_move.re + y * &moving.last_move.im;
        sum += Rational::from_integers(moved, instant.unit.clone());
        sum += &spins[*body] * Rational::from(turn);
    }
    sum
}

/// The two components of the value of a pin: how far its points are apart after the step.
pub(crate) fn pin(instant: &Instant, pin: usize, bodies: Joined) -> [Form; 2] {
    let arms = &instant.outline.pins[pin];
    let first = free_move(instant, bodies[0], &arms[0]);
    let second = free_move(instant, bodies[1], &arms[1]);
    let moved = (&first - &second).scaled(&instant.move_unit);
    let constant = if instant.forgives {
        moved
    } else {
        &apart(instant, arms, bodies) + &moved
    };
    let [x, y] = pin_velocity(instant, pin, bodies);
    [
        x.in_step(instant, &constant.re),
        y.in_step(instant, &constant.im),
    ]
}

/// The free move of the point of a pin on a body, Δ times.
fn free_move(instant: &Instant, body: Option<usize>, arm: &Plane) -> Plane {
    match instant.outline.only_free(body) {
        Some(body) => {
            let arm = instant.short.turned(body, arm);
            instant.free_move(body, &arm)
        }
        None => Plane::ZERO,
    }
}

/// \[D\], Δ² times.
fn apart(instant: &Instant, arms: &[Plane; 2], bodies: Joined) -> Plane {
    let (apart, unit) = instant.points_apart(arms, bodies);
    let parts = match instant.grid.0 {
        Some(digits) => {
            let frame = rounding::frame(&instant.outline.gravity);
            rounding::displacement(&apart, &unit, &frame, 2 * digits)
        }
        None => apart.over(&unit),
    };
    Plane::of_multiples(&parts, &instant.scale)
}

/// The components of the difference of the velocities of a pin's points, y_d + y_s J c° q on the
/// first body minus those on the second, with the constant 0.
pub(crate) fn pin_velocity(instant: &Instant, pin: usize, bodies: Joined) -> [Form; 2] {
    let unit = &instant.short.unit;
    let mut along = Vec::with_capacity(2);
    let mut across = Vec::with_capacity(2);
    for (side, sign) in [(0, Integer::ONE), (1, -Integer::ONE)] {
        let Some(body) = instant.outline.only_free(bodies[side]) else {
            continue;
        };
        let arm = &instant.outline.pins[pin][side];
        let arm = instant.short.turned(body, arm).scaled(&sign);
        along.push((body, [unit * &sign, Integer::ZERO, -arm.im]));
        across.push((body, [Integer::ZERO, unit * sign, arm.re]));
    }
    [along, across].map(|terms| Form::linear(terms, unit.clone()))
}
