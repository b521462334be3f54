//! Rows and pins of a step as linear forms with integer coefficients (`proofs/RUN.md`, section 2).
//!
//! With the notation of `instant`, a vertex of body a, an edge from the arm Q with direction e of body b, E = C_b e, ΔZ = Z_a - Z_b and so on, and γ = Γ/A, the value after the
//! step is, times σ Ω_a Ω_b² with σ = Γ A w_a w_b,
//!
//! ```text
//! G            ((ΔZ w_a + γ R) × E - γ w_a ν_b Q × e) Ω_a Ω_b²
//! free move    (ΔF w_a Ω_a Ω_b × E + γ Ω_b (Θ_a R) × E - γ Ω_a w_a ν_b (Θ_b Q) × e) Ω_b
//!            + ((ΔZ w_a + γ R) × Θ_b E - γ w_a ν_b Q × Θ_b e) Ω_a Ω_b
//! last move    (ΔU w_a Ω_a Ω_b + γ Ω_b Λ_a R) × Λ_b E - γ Ω_a w_a ν_b |Λ_b|² Q × e
//! ```
//!
//! plus, in the unknowns, Ω_a Ω_b² times
//!
//! ```text
//! Γ w_a (-J E)·y_d  -  γ (R·E) y_s             of a
//! Γ w_a   J E ·y_d  +  (ΔZ w_a + γ R)·E y_s    of b
//! ```
//!
//! Without the constant part this is the gap velocity, with w for d and σ for y_s (where |c| = 1). The unknowns of a program are multiplied by `Instant::turn_scale`, which takes the place of Ω_a Ω_b²
//! in all rows, and keeps their numbers short.

use crate::instant::{Instant, Moving};
use crate::plane::Plane;
use crate::state::times;
use malachite::base::num::arithmetic::traits::{DivExact, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_certificate::Contact;

/// An integer form in the unknowns (y_d, y_s) of at most two free bodies.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) terms: Vec<(usize, [Integer; 3])>,
    pub(crate) constant: Integer,
    /// A multiplier of the form, times this, is a force on the value: positive, not always an integer.
    pub(crate) scale: Rational,
}

impl Form {
    /// Divides by the greatest common divisor.
    fn new(terms: Vec<(usize, [Integer; 3])>, constant: Integer, scale: Integer) -> Self {
        let mut content = Natural::ZERO;
        for value in terms.iter().flat_map(|(_, values)| values).chain([&constant]) {
            content = content.gcd(value.unsigned_abs_ref());
            if content == 1 {
                break;
            }
        }
        if content <= 1 {
            return Self { terms, constant, scale: Rational::from(scale) };
        }
        let content = Integer::from(content);
        let divided = |values: [Integer; 3]| values.map(|value| value.div_exact(&content));
        Self {
            terms: terms.into_iter().map(|(body, values)| (body, divided(values))).collect(),
            constant: constant.div_exact(&content),
            scale: Rational::from_integers(scale, content),
        }
    }

    /// Gives the form a constant, which is in its scale already.
    pub(crate) fn set_constant(&mut self, constant: &Rational) {
        let factor = Integer::from(constant.denominator_ref());
        self.constant = times(constant, &factor);
        self.terms.iter_mut().flat_map(|(_, values)| values).for_each(|value| *value *= &factor);
        self.scale *= Rational::from(factor);
    }
}

/// What the coefficients of a row are made of.
struct Parts<'a> {
    own: &'a Moving,
    other: &'a Moving,
    /// R.
    vertex: &'a Plane,
    /// Q, e, E.
    start: &'a Plane,
    edge: Plane,
    turned_edge: Plane,
    /// ΔZ w_a + γ R.
    offset: Plane,
    /// γ w_a ν_b.
    arm_unit: Integer,
}

impl<'a> Parts<'a> {
    fn new(instant: &'a Instant, row: &Contact) -> Self {
        let (own, other) = (&instant.bodies[row.vertex.part.body], &instant.bodies[row.edge.part.body]);
        let vertex = &own.vertices[row.vertex.part.part][row.vertex.index];
        let (start, edge) = instant.outline.edge(row.edge);
        let between = (&own.centroid - &other.centroid).scaled(&own.denominator);
        Self {
            own,
            other,
            vertex,
            start,
            turned_edge: &other.rotation * &edge,
            edge,
            offset: &between + &vertex.scaled(&instant.ratio),
            arm_unit: &instant.ratio * &own.denominator * &other.norm,
        }
    }

    /// σ.
    fn scale(&self, instant: &Instant) -> Integer {
        &instant.unit * &instant.outline.unit * &self.own.denominator * &self.other.denominator
    }

    /// The coefficients of the unknowns, times σ.
    fn terms(&self, instant: &Instant, row: &Contact) -> Vec<(usize, [Integer; 3])> {
        let along = self.turned_edge.scaled(&(&instant.unit * &self.own.denominator));
        let own_lever = -(&instant.ratio * self.vertex.dot(&self.turned_edge));
        let other_lever = self.offset.dot(&self.turned_edge);
        let mut terms = Vec::with_capacity(2);
        if instant.outline.is_free(row.vertex.part.body) {
            terms.push((row.vertex.part.body, [along.im.clone(), -&along.re, own_lever]));
        }
        if instant.outline.is_free(row.edge.part.body) {
            terms.push((row.edge.part.body, [-along.im, along.re, other_lever]));
        }
        terms
    }

    /// G, times its scale.
    fn gap(&self) -> Integer {
        self.offset.cross(&self.turned_edge) - &self.arm_unit * self.start.cross(&self.edge)
    }

    fn free_move(&self, instant: &Instant) -> Integer {
        let (own, other) = (self.own, self.other);
        let (omega_a, omega_b) = (&own.turn_unit, &other.turn_unit);
        let omegas = omega_a * omega_b;
        let between = (&own.free_move - &other.free_move).scaled(&(&own.denominator * &omegas));
        let turned = (&own.free_turn * self.vertex).scaled(&(&instant.ratio * omega_b));
        let whole = (&between + &turned).cross(&self.turned_edge)
            - omega_a * &self.arm_unit * (&other.free_turn * self.start).cross(&self.edge);
        let tilt = self.offset.cross(&(&other.free_turn * &self.turned_edge))
            - &self.arm_unit * self.start.cross(&(&other.free_turn * &self.edge));
        whole * omega_b + tilt * omegas
    }

    fn last_move(&self, instant: &Instant) -> Integer {
        let (own, other) = (self.own, self.other);
        let (omega_a, omega_b) = (&own.turn_unit, &other.turn_unit);
        let between = (&own.last_move - &other.last_move).scaled(&(&own.denominator * omega_a * omega_b));
        let turned = (&own.last_turn * self.vertex).scaled(&(&instant.ratio * omega_b));
        (&between + &turned).cross(&(&other.last_turn * &self.turned_edge))
            - omega_a * &self.arm_unit * other.last_turn.norm_squared() * self.start.cross(&self.edge)
    }
}

/// The value of a row after the step.
pub(crate) fn value(instant: &Instant, row: &Contact) -> Form {
    let parts = Parts::new(instant, row);
    let factor = &parts.own.turn_unit * &parts.other.turn_unit * &parts.other.turn_unit;
    let constant = parts.gap() * &factor + parts.free_move(instant) + parts.last_move(instant);
    // The value times σ T, with unknowns T y: the constant has the factor T, and the terms have none. From M y = Σ φ ∂value/∂y and
    // M (T y) = Σ λ ∂form/∂(T y) follows φ = λ σ / T.
    let constant = constant * (&instant.turn_scale / &factor);
    let mut form = Form::new(parts.terms(instant, row), constant, parts.scale(instant));
    form.scale /= Rational::from(&instant.turn_scale);
    form
}

/// The gap velocity of a row, with the constant 0: w for d and σ for y_s.
pub(crate) fn gap_velocity(instant: &Instant, row: &Contact) -> Form {
    let parts = Parts::new(instant, row);
    Form::new(parts.terms(instant, row), Integer::ZERO, parts.scale(instant))
}

/// The two components of the value of a pin: how far its points are apart after the step.
pub(crate) fn pin(instant: &Instant, pin: usize, bodies: [Option<usize>; 2]) -> [Form; 2] {
    // Without unknowns the point is at (Z + F)/Γ + (Ω + Θ) R/(A Ω w), here over Γ w Ω.
    let place = |side: usize| {
        let arm = &instant.outline.pins[pin][side];
        let Some(body) = bodies[side].filter(|&body| instant.outline.is_free(body)) else {
            return (arm.scaled(&instant.ratio), Integer::ONE);
        };
        let moving = &instant.bodies[body];
        let turned = &moving.rotation * arm;
        let one = Plane::new(moving.turn_unit.clone(), Integer::ZERO);
        let scale = &moving.denominator * &moving.turn_unit;
        let moved = (&moving.centroid + &moving.free_move).scaled(&scale);
        (&moved + &(&(&one + &moving.free_turn) * &turned).scaled(&instant.ratio), scale)
    };
    let [(first, first_scale), (second, second_scale)] = [place(0), place(1)];
    let apart = &first.scaled(&second_scale) - &second.scaled(&first_scale);
    let distance = Rational::from_integers(instant.turn_scale.clone(), &instant.unit * first_scale * second_scale);
    pin_forms(instant, pin, bodies, [apart.re, apart.im].map(|part| Rational::from(part) * &distance))
}

/// The difference of the velocities of a pin's points, with the constant 0.
pub(crate) fn pin_velocity(instant: &Instant, pin: usize, bodies: [Option<usize>; 2]) -> [Form; 2] {
    pin_forms(instant, pin, bodies, [Rational::ZERO, Rational::ZERO]).map(|mut form| {
        form.scale *= Rational::from(&instant.turn_scale);
        form
    })
}

/// The components of y_d + y_s J R/(A w) on the first body minus those on the second, plus a constant.
fn pin_forms(instant: &Instant, pin: usize, bodies: [Option<usize>; 2], constants: [Rational; 2]) -> [Form; 2] {
    let free = |side: usize| bodies[side].filter(|&body| instant.outline.is_free(body));
    let length = |side: usize| match free(side) {
        Some(body) => &instant.bodies[body].denominator * &instant.outline.unit,
        None => Integer::ONE,
    };
    let scale = length(0) * length(1);
    let mut axis = 0;
    constants.map(|constant| {
        let mut terms = Vec::new();
        for (side, sign) in [(0, Integer::ONE), (1, -Integer::ONE)] {
            let Some(body) = free(side) else { continue };
            let turned = &instant.bodies[body].rotation * &instant.outline.pins[pin][side];
            let lever = if axis == 0 { -turned.im } else { turned.re } * (&scale / length(side)) * &sign;
            let unit = &scale * sign;
            terms.push((body, if axis == 0 { [unit, Integer::ZERO, lever] } else { [Integer::ZERO, unit, lever] }));
        }
        axis += 1;
        let mut form = Form::new(terms, Integer::ZERO, scale.clone());
        let scaled = constant * &form.scale;
        form.set_constant(&scaled);
        form.scale /= Rational::from(&instant.turn_scale);
        form
    })
}
