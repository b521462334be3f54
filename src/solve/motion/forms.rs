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
//!
//! With friction a row has a slip as well, how far the vertex moves along the edge,
//!
//! ```text
//! e·(δ_r - δ_o)   at y = 0,   plus   e·y_d + (r × e) y_s of a   and   -e·y_d - (o × e) y_s of b
//! ```
//!
//! The unknowns of a program are T y with T = Δ² (`instant`): then constants, which are integers
//! over Δ², have the same factor as the coefficients, which are short integers over Λ².

use crate::instant::{Instant, Joined, Point};
use crate::number::times;
use crate::plane::Plane;
use crate::rounding;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::comparison::traits::EqAbs;
use malachite::{Integer, Natural, Rational};
use zwang_certificate::Contact;
use zwang_program::kernel::number::nearest;
use zwang_scene::{BodyId, PinId};

/// A body, and the coefficients of its unknowns.
pub(crate) type Term = (BodyId, [Integer; 3]);

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
        let content = Integer::from(content(&terms));
        if content > 1 {
            for (_, values) in &mut terms {
                for value in values {
                    value.div_exact_assign(&content);
                }
            }
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
            for (_, values) in &mut self.terms {
                for value in values {
                    *value *= &factor;
                }
            }
            self.scale *= Rational::from(factor);
        }
    }
}

/// The greatest common divisor of the coefficients, 1 if there are none. Those of d of one body are
/// mostly those of the other, but for their signs.
fn content(terms: &[Term]) -> Natural {
    let mut content = Natural::ZERO;
    let mut earlier: Option<&[Integer; 3]> = None;
    for (_, values) in terms {
        for (place, value) in values.iter().enumerate() {
            let is_known = earlier.is_some_and(|earlier| earlier[place].eq_abs(value));
            if !is_known {
                content = content.gcd(value.unsigned_abs_ref());
            }
        }
        earlier = Some(values);
    }
    match content == 0 {
        true => Natural::ONE,
        false => content,
    }
}

/// What a row is made of, Λ times.
struct Parts<'a> {
    own: BodyId,
    other: BodyId,
    /// r.
    vertex: &'a Point,
    /// p.
    start: &'a Point,
    end: &'a Point,
    /// e.
    edge: Plane,
    /// o.
    offset: Plane,
}

impl<'a> Parts<'a> {
    fn new(instant: &'a Instant, row: &Contact) -> Self {
        let [own, other] = row.bodies().map(BodyId);
        let short = &instant.short;
        let vertex = instant.point(row.vertex);
        let start = instant.point(row.edge);
        let end = instant.point(instant.outline.next(row.edge));
        let between = short.centroid(own) - short.centroid(other);
        Self {
            own,
            other,
            edge: &end.arm - &start.arm,
            offset: &between + &vertex.arm,
            vertex,
            start,
            end,
        }
    }

    /// The linear part, Λ² times.
    fn linear(&self, instant: &Instant) -> Form {
        let unit = &instant.short.unit;
        let Plane { re, im } = self.edge.scaled(unit);
        let mut terms = Vec::new();
        if instant.outline.is_free(self.own) {
            let turning = -self.vertex.arm.dot(&self.edge);
            terms.push((self.own, [im.clone(), -&re, turning]));
        }
        if instant.outline.is_free(self.other) {
            let turning = self.offset.dot(&self.edge);
            terms.push((self.other, [-im, re, turning]));
        }
        Form::linear(terms, unit * unit)
    }

    /// The linear part of the slip, Λ² times.
    fn linear_slip(&self, instant: &Instant) -> Form {
        let unit = &instant.short.unit;
        let Plane { re, im } = self.edge.scaled(unit);
        let mut terms = Vec::new();
        if instant.outline.is_free(self.own) {
            let turning = self.vertex.arm.cross(&self.edge);
            terms.push((self.own, [re.clone(), im.clone(), turning]));
        }
        if instant.outline.is_free(self.other) {
            let turning = -self.offset.cross(&self.edge);
            terms.push((self.other, [-re, -im, turning]));
        }
        Form::linear(terms, unit * unit)
    }

    /// The slip by the moves of the bodies without unknowns, Δ² times.
    fn free_slip(&self, instant: &Instant) -> Integer {
        let mut moved = self.vertex.free_move.clone();
        if instant.outline.is_free(self.other) {
            moved = &moved - &instant.free_move(self.other, &self.offset);
        }
        moved.dot(&self.edge) * instant.factor_of_arms()
    }

    /// What the moves of the bodies without unknowns add to the gap, Δ² times.
    fn free_change(&self, instant: &Instant) -> Integer {
        let Self {
            vertex, start, end, ..
        } = self;
        let moved = &vertex.free_move - &start.free_move;
        let tilted = &end.free_move - &start.free_move;
        let by_move = moved.cross(&self.edge);
        let by_turn = self.reach().cross(&tilted);

        let moved = &vertex.last_move - &start.last_move;
        let tilted = &end.last_move - &start.last_move;
        let by_both = moved.cross(&tilted);
        (by_move + by_turn) * instant.factor_of_arms() + by_both
    }

    /// o - p.
    fn reach(&self) -> Plane {
        &self.offset - &self.start.arm
    }
}

/// \[G\], Δ² times. In an exact run short placements are exact.
fn gap(instant: &Instant, row: &Contact, parts: &Parts) -> Integer {
    let Some(digits) = instant.grid.0 else {
        let factor = instant.factor_of_arms();
        let gap = parts.reach().cross(&parts.edge);
        return gap * factor * factor;
    };
    let own = &instant.bodies[parts.own];
    let other = &instant.bodies[parts.other];
    let (start, edge) = instant.outline.edge(row.edge);
    let offset = instant.seen_from(other, row.vertex);
    let end = instant.outline.next(row.edge);
    let turned = instant.turned_arm(end) - instant.turned_arm(row.edge);
    let arm_unit = instant.arm_unit(own, other);
    let gap = offset.cross(&turned) - arm_unit * start.cross(&edge);
    let length_unit = &instant.unit * &instant.outline.unit;
    let unit = length_unit * &own.denominator * &other.denominator;
    let digits = 2 * digits;
    let rounded = nearest(&(gap << digits), &unit);
    rounded * (&instant.scale >> digits)
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

/// The slip of a row in the step.
pub(crate) fn slip(instant: &Instant, row: &Contact) -> Form {
    let parts = Parts::new(instant, row);
    let constant = parts.free_slip(instant);
    parts.linear_slip(instant).in_step(instant, &constant)
}

/// The slip velocity of a row, with the constant 0.
pub(crate) fn slip_velocity(instant: &Instant, row: &Contact) -> Form {
    Parts::new(instant, row).linear_slip(instant)
}

/// The value of a form where no body moves, d = s = 0, times its scale.
pub(crate) fn at_rest(instant: &Instant, form: &Form) -> Rational {
    let mut rest = Rational::from(&form.constant);
    let scale = Rational::from(&instant.scale);
    for (body, coefficients) in &form.terms {
        for (value, coefficient) in instant.staying(*body).iter().zip(coefficients) {
            rest += value * Rational::from(coefficient) * &scale;
        }
    }
    rest
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
        let Plane { re, im } = &moving.last_move;
        let moved = x * re + y * im;
        sum += Rational::from_integers(moved, instant.unit.clone());
        let turn = Rational::from(turn);
        sum += turn * &spins[*body];
    }
    sum
}

/// The two components of the value of a pin: how far its points are apart after the step.
pub(crate) fn pin(instant: &Instant, pin: PinId, bodies: Joined) -> [Form; 2] {
    let arms = &instant.outline.pins[pin];
    let first = free_move(instant, bodies[0], &arms[0]);
    let second = free_move(instant, bodies[1], &arms[1]);
    let moved = &first - &second;
    let mut constant = moved.scaled(&instant.move_unit);
    if !instant.forgives {
        let apart = apart(instant, arms, bodies);
        constant = &apart + &constant;
    }
    let Plane { re, im } = constant;
    let [x, y] = pin_velocity(instant, pin, bodies);
    [x.in_step(instant, &re), y.in_step(instant, &im)]
}

/// The free move of the point of a pin on a body, Δ times.
fn free_move(instant: &Instant, body: Option<BodyId>, arm: &Plane) -> Plane {
    let Some(body) = instant.outline.only_free(body) else {
        return Plane::ZERO;
    };
    let arm = instant.short.turned(body, arm);
    instant.free_move(body, &arm)
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
pub(crate) fn pin_velocity(instant: &Instant, pin: PinId, bodies: Joined) -> [Form; 2] {
    let unit = &instant.short.unit;
    let mut along = Vec::new();
    let mut across = Vec::new();
    let signs = [Integer::ONE, -Integer::ONE];
    for (side, sign) in signs.iter().enumerate() {
        let Some(body) = instant.outline.only_free(bodies[side]) else {
            continue;
        };
        let arm = &instant.outline.pins[pin][side];
        let arm = instant.short.turned(body, arm);
        let Plane { re, im } = arm.scaled(sign);
        let unit = unit * sign;
        along.push((body, [unit.clone(), Integer::ZERO, -im]));
        across.push((body, [Integer::ZERO, unit, re]));
    }
    [along, across].map(|terms| Form::linear(terms, unit.clone()))
}
