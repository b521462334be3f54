//! The first time at which two parts meet that move freely.
//!
//! In a step, at the time t from 0 to 1, a body is displaced by d₁ t + d₂ t² and turned by s = s₁
//! t + s₂ t², its rotation being c (1 + i s/2) / (1 - i s/2). With the denominators D = 1 + s²/4,
//! which are positive, the gap of a vertex with the arm p of one body and an edge along f, from the
//! arm o, of another one is a polynomial in t of degree 10 at most:
//!
//! ```text
//! G D_P D_Q = (Δz + Δd) × (c_Q u_Q f) D_P + (c_P u_P p) × (c_Q u_Q f) - |c_Q|² (o × f) D_P D_Q,
//! u = 1 - s²/4 + i s,   |u|² = D².
//! ```
//!
//! Two convex parts are apart while some edge has all vertices of the other part outside. A cell of
//! time is *clear* if one edge has so throughout, which is proved by the coefficients of Bernstein
//! of its gaps: a polynomial is between the least and the largest of them. Cells are halved from
//! [0, 1] on until they are clear, or as small as is asked for. The first small cell that is not
//! clear is where the parts meet; before it, they do not.
//!
//! So no meeting is missed, however short it is; one that only grazes counts.

use malachite::base::num::arithmetic::traits::{PowerOf2, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::ops::{Add, Mul, Sub};
use zwang_program::kernel::number::{common_denominator, times};

#[cfg(test)]
mod tests;

/// A polynomial in the time, by the powers 1, t, t², …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(pub Vec<Rational>);

/// How a body moves within a step.
#[derive(Clone, Debug)]
pub struct Motion {
    /// The centroid at the beginning, m.
    pub centroid: [Rational; 2],
    /// c at the beginning.
    pub rotation: [Rational; 2],
    /// d₁ and d₂, m.
    pub displacement: [[Rational; 2]; 2],
    /// s₁ and s₂.
    pub turn: [Rational; 2],
}

/// A vector whose components are polynomials, or a complex polynomial.
#[derive(Clone, Debug)]
struct Vector {
    x: Polynomial,
    y: Polynomial,
}

impl Polynomial {
    fn constant(value: &Rational) -> Self {
        Self(vec![value.clone()])
    }

    /// first t + second t².
    fn quadratic(first: &Rational, second: &Rational) -> Self {
        Self(vec![Rational::ZERO, first.clone(), second.clone()])
    }

    /// Its value at a time.
    pub(crate) fn at(&self, time: &Rational) -> Rational {
        let mut value = Rational::ZERO;
        for number in self.0.iter().rev() {
            value = value * time + number;
        }
        value
    }

    /// Its coefficients of Bernstein on [0, 1], times a positive number.
    fn bernstein(&self) -> Vec<Integer> {
        let unit = common_denominator(&self.0);
        let degree = self.0.len() - 1;
        // n!/(n - i)! a_i, so that all quotients of binomial coefficients are whole.
        let powers: Vec<Integer> = self.0.iter().map(|number| times(number, &unit)).collect();
        let mut coefficients = Vec::with_capacity(powers.len());
        for place in 0..=degree {
            let mut sum = Integer::ZERO;
            for (power, number) in powers.iter().enumerate().take(place + 1) {
                sum += number * falling(place, power) * factorial(degree - power);
            }
            coefficients.push(sum);
        }
        coefficients
    }
}

/// n (n - 1) … with so many factors.
fn falling(number: usize, factors: usize) -> Integer {
    let mut product = Integer::ONE;
    for factor in 0..factors {
        product *= Integer::from(number - factor);
    }
    product
}

fn factorial(number: usize) -> Integer {
    falling(number, number)
}

impl Add for &Polynomial {
    type Output = Polynomial;
    fn add(self, other: &Polynomial) -> Polynomial {
        let mut sum = vec![Rational::ZERO; self.0.len().max(other.0.len())];
        for numbers in [&self.0, &other.0] {
            for (part, number) in sum.iter_mut().zip(numbers) {
                *part += number;
            }
        }
        Polynomial(sum)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;
    fn sub(self, other: &Polynomial) -> Polynomial {
        self + &(other * &Polynomial(vec![Rational::from(-1)]))
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;
    fn mul(self, other: &Polynomial) -> Polynomial {
        let mut product = vec![Rational::ZERO; self.0.len() + other.0.len() - 1];
        for (place, own) in self.0.iter().enumerate() {
            for (shift, number) in other.0.iter().enumerate() {
                product[place + shift] += own * number;
            }
        }
        Polynomial(product)
    }
}

impl Vector {
    fn constant([x, y]: &[Rational; 2]) -> Self {
        Self {
            x: Polynomial::constant(x),
            y: Polynomial::constant(y),
        }
    }

    fn dot(&self, other: &Self) -> Polynomial {
        &(&self.x * &other.x) + &(&self.y * &other.y)
    }

    fn scaled(&self, factor: &Polynomial) -> Self {
        Self {
            x: &self.x * factor,
            y: &self.y * factor,
        }
    }

    fn cross(&self, other: &Self) -> Polynomial {
        &(&self.x * &other.y) - &(&self.y * &other.x)
    }

    /// The complex product.
    fn turned(&self, other: &Self) -> Self {
        Self {
            x: &(&self.x * &other.x) - &(&self.y * &other.y),
            y: &(&self.x * &other.y) + &(&self.y * &other.x),
        }
    }

    fn minus(&self, other: &Self) -> Self {
        Self {
            x: &self.x - &other.x,
            y: &self.y - &other.y,
        }
    }
}

impl Motion {
    /// A body that stays where it is, of which all points are given as they are.
    #[must_use]
    pub fn fixed() -> Self {
        let zero = || [Rational::ZERO, Rational::ZERO];
        Self {
            centroid: zero(),
            rotation: [Rational::ONE, Rational::ZERO],
            displacement: [zero(), zero()],
            turn: zero(),
        }
    }

    /// z + d.
    fn place(&self) -> Vector {
        let [first, second] = &self.displacement;
        let [x, y] = [0, 1].map(|axis| {
            let moved = Polynomial::quadratic(&first[axis], &second[axis]);
            &Polynomial::constant(&self.centroid[axis]) + &moved
        });
        Vector { x, y }
    }

    /// s.
    fn sweep(&self) -> Polynomial {
        let [first, second] = &self.turn;
        Polynomial::quadratic(first, second)
    }

    /// s²/4.
    fn quarter_square(&self) -> Polynomial {
        let sweep = self.sweep();
        let quarter = Polynomial(vec![Rational::from_unsigneds(1_u32, 4)]);
        &(&sweep * &sweep) * &quarter
    }

    /// D; 1 if the body does not turn.
    fn denominator(&self) -> Polynomial {
        if self.does_not_turn() {
            return Polynomial::constant(&Rational::ONE);
        }
        &Polynomial::constant(&Rational::ONE) + &self.quarter_square()
    }

    /// c u.
    fn numerator(&self) -> Vector {
        let rotation = Vector::constant(&self.rotation);
        if self.does_not_turn() {
            return rotation;
        }
        rotation.turned(&Vector {
            x: &Polynomial::constant(&Rational::ONE) - &self.quarter_square(),
            y: self.sweep(),
        })
    }

    /// The same without the turn.
    pub(crate) fn unturned(self) -> Self {
        Self {
            turn: [Rational::ZERO, Rational::ZERO],
            ..self
        }
    }

    pub(crate) fn does_not_turn(&self) -> bool {
        self.turn.iter().all(|part| *part == 0)
    }
}

/// A positive multiple of the gap, times |e|, of a vertex with an arm, and an edge between two
/// arms.
#[must_use]
pub fn gap(
    (vertex_body, arm): (&Motion, &[Rational; 2]),
    (edge_body, start, end): (&Motion, &[Rational; 2], &[Rational; 2]),
) -> Polynomial {
    let along = [&end[0] - &start[0], &end[1] - &start[1]];
    let moment = &start[0] * &along[1] - &start[1] * &along[0];
    let edge = edge_body.numerator().turned(&Vector::constant(&along));
    let vertex = vertex_body.numerator().turned(&Vector::constant(arm));
    let between = vertex_body.place().minus(&edge_body.place());
    let [own, other] = [vertex_body.denominator(), edge_body.denominator()];
    let [x, y] = &edge_body.rotation;
    let moment = Polynomial::constant(&(moment * (x.square() + y.square())));
    let of_edge = &(&moment * &own) * &other;
    &(&(&between.cross(&edge) * &own) + &vertex.cross(&edge)) - &of_edge
}

/// The vector between two vertices, given their arms, times both denominators.
pub(crate) struct Between<'a> {
    bodies: [&'a Motion; 2],
    arms: [&'a [Rational; 2]; 2],
    vector: Vector,
}

impl<'a> Between<'a> {
    pub(crate) fn new(bodies: [&'a Motion; 2], arms: [&'a [Rational; 2]; 2]) -> Self {
        let [own, other] = bodies;
        let [own_denominator, other_denominator] = bodies.map(Motion::denominator);
        let both = &own_denominator * &other_denominator;
        let places = own.place().minus(&other.place()).scaled(&both);
        let vertex = own.numerator().turned(&Vector::constant(arms[0]));
        let opposite = other.numerator().turned(&Vector::constant(arms[1]));
        let vertex = vertex.scaled(&other_denominator);
        let sum = Vector {
            x: &places.x + &vertex.x,
            y: &places.y + &vertex.y,
        };
        Self {
            bodies,
            arms,
            vector: sum.minus(&opposite.scaled(&own_denominator)),
        }
    }

    /// A positive multiple of the square of its length less that of another length, m.
    pub(crate) fn gap(&self, length: &Polynomial) -> Polynomial {
        let [own, other] = self.bodies.map(Motion::denominator);
        let far = &(&own * &other) * length;
        &self.vector.dot(&self.vector) - &(&far * &far)
    }

    /// How far another vertex of a part is behind this one along the vector, times a positive
    /// number.
    pub(crate) fn behind(&self, side: usize, arm: &[Rational; 2]) -> Polynomial {
        let [own, other] = if side == 0 {
            [arm, self.arms[0]]
        } else {
            [self.arms[1], arm]
        };
        let away = [&own[0] - &other[0], &own[1] - &other[1]];
        let turned = self.bodies[side]
            .numerator()
            .turned(&Vector::constant(&away));
        turned.dot(&self.vector)
    }
}

/// The same less a margin, m², that changes with the time.
pub(crate) fn less_margin(
    gap: Polynomial,
    margin: &Polynomial,
    bodies: [&Motion; 2],
) -> Polynomial {
    let [own, other] = bodies.map(Motion::denominator);
    &gap - &(&(margin * &own) * &other)
}

/// An edge that may separate, by its gaps on a cell.
#[derive(Clone, Debug)]
struct Separation(Vec<Vec<Integer>>);

impl Separation {
    /// Whether all gaps are proved to be at least 0 on the cell.
    fn is_clear(&self) -> bool {
        self.0.iter().all(|gap| is_clear(gap))
    }

    /// Whether some gap is proved to be negative on the cell.
    fn is_closed(&self) -> bool {
        let mut gaps = self.0.iter();
        gaps.any(|gap| gap.iter().all(|coefficient| *coefficient < 0))
    }

    /// The same on the halves of the cell.
    fn halves(&self) -> [Self; 2] {
        let mut halves = [Vec::new(), Vec::new()];
        // What is clear on a cell is so on its halves.
        for gap in self.0.iter().filter(|gap| !is_clear(gap)) {
            let [left, right] = halved(gap);
            halves[0].push(left);
            halves[1].push(right);
        }
        halves.map(Self)
    }
}

fn is_clear(gap: &[Integer]) -> bool {
    gap.iter().all(|coefficient| *coefficient >= 0)
}

/// The coefficients of Bernstein on both halves (de Casteljau), times a power of two.
fn halved(coefficients: &[Integer]) -> [Vec<Integer>; 2] {
    let degree = coefficients.len() as u64 - 1;
    let mut sums = coefficients.to_vec();
    let mut left = Vec::with_capacity(sums.len());
    let mut right = Vec::with_capacity(sums.len());
    for level in 0..=degree {
        left.push(&sums[0] << (degree - level));
        right.push(&sums[sums.len() - 1] << (degree - level));
        for place in 1..sums.len() {
            let sum = &sums[place - 1] + &sums[place];
            sums[place - 1] = sum;
        }
        sums.pop();
    }
    right.reverse();
    [left, right]
}

/// The time, a multiple of two to the minus `digits`, up to which two parts are apart; none if they
/// are apart up to the time 1. There is a list for each edge that may separate them, of the gaps of
/// all vertices of the other part.
#[must_use]
pub fn first_meeting(edges: &[Vec<Polynomial>], digits: u64) -> Option<Rational> {
    let mut separations = Vec::with_capacity(edges.len());
    for gaps in edges {
        separations.push(Separation(gaps.iter().map(Polynomial::bernstein).collect()));
    }
    let cell = first_unclear(separations, digits)?;
    Some(Rational::from_integers(cell, Integer::power_of_2(digits)))
}

/// How many gaps are looked at: those of all edges up to the first that separates up to the time 1.
pub(crate) fn looked_at(edges: &[Vec<Polynomial>]) -> usize {
    let mut count = 0;
    for gaps in edges {
        count += gaps.len();
        if gaps.iter().all(|gap| is_clear(&gap.bernstein())) {
            break;
        }
    }
    count
}

/// The first small cell, halving so many times, that is not clear.
fn first_unclear(mut separations: Vec<Separation>, halvings: u64) -> Option<Integer> {
    if separations.iter().any(Separation::is_clear) {
        return None;
    }
    // An edge that does not separate anywhere on a cell is of no use on its halves.
    separations.retain(|edge| !edge.is_closed());
    if halvings == 0 || separations.is_empty() {
        return Some(Integer::ZERO);
    }
    let mut halves = [Vec::new(), Vec::new()];
    for separation in &separations {
        let [left, right] = separation.halves();
        halves[0].push(left);
        halves[1].push(right);
    }
    let [left, right] = halves;
    if let Some(cell) = first_unclear(left, halvings - 1) {
        return Some(cell);
    }
    let cell = first_unclear(right, halvings - 1)?;
    Some(cell + Integer::power_of_2(halvings - 1))
}
