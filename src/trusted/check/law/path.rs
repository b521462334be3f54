//! Gaps along a path as polynomials in the time, and when the first of them closes
//! (`proofs/RUN.md`, section 12).
//!
//! A polynomial lies between its least and its largest coefficient of Bernstein on a cell of time.
//! So a list of gaps all of whose coefficients are at least 0 is clear there.

use super::number::Number;
use super::vector::Vector;
use num_bigint::BigInt;
use num_traits::Signed;

/// A polynomial by the powers of the time, from 0 on.
#[derive(Clone)]
pub(super) struct Polynomial(Vec<Number>);

/// A vector of polynomials, also a complex number.
struct Curve {
    x: Polynomial,
    y: Polynomial,
}

/// How a body moves from a state: by D t + D' t², and turns by S t + S' t².
pub(super) struct Path {
    pub position: Vector,
    pub rotation: Vector,
    /// D and D'.
    pub moves: [Vector; 2],
    /// S and S'.
    pub turns: [Number; 2],
}

impl Polynomial {
    pub(super) fn new(powers: Vec<Number>) -> Self {
        Self(powers)
    }

    /// The polynomial and a number.
    pub(super) fn more(&self, number: &Number) -> Self {
        self.plus(&Self(vec![number.clone()]))
    }

    /// Its value at a time.
    fn at(&self, time: &Number) -> Number {
        let mut value = Number::zero();
        for number in self.0.iter().rev() {
            value = &(&value * time) + number;
        }
        value
    }

    fn zero() -> Self {
        Self(vec![])
    }

    fn one() -> Self {
        Self(vec![Number::one()])
    }

    fn plus(&self, other: &Self) -> Self {
        let (long, short) = match self.0.len() < other.0.len() {
            true => (other, self),
            false => (self, other),
        };
        let mut sum = long.0.clone();
        for (number, more) in sum.iter_mut().zip(&short.0) {
            *number = &*number + more;
        }
        Self(sum)
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&Self(other.0.iter().map(|number| -number).collect()))
    }

    fn scaled(&self, factor: &Number) -> Self {
        Self(self.0.iter().map(|number| number * factor).collect())
    }

    fn times(&self, other: &Self) -> Self {
        if self.0.is_empty() || other.0.is_empty() {
            return Self::zero();
        }
        let count = self.0.len().saturating_add(other.0.len()).saturating_sub(1);
        let mut sum = vec![Number::zero(); count];
        for (power, number) in self.0.iter().enumerate() {
            for (place, factor) in sum.iter_mut().skip(power).zip(&other.0) {
                *place = &*place + &(number * factor);
            }
        }
        Self(sum)
    }
}

/// Gaps on a cell, each by n! times its coefficients of Bernstein of the degree n, times a common
/// unit.
pub(super) type List = Vec<Vec<BigInt>>;

/// The shares of powers in the coefficients of Bernstein of a degree n on [0, 1].
pub(super) struct Bernstein {
    /// C(i, k) / C(n, k), times n!, for each i and k.
    factors: Vec<Vec<BigInt>>,
}

impl Bernstein {
    pub(super) fn new(degree: usize) -> Self {
        let mut factors = Vec::new();
        for index in 0..=degree {
            let powers = 0..=index;
            let of_power = |power| falling(index, power) * falling_to_one(degree, power);
            factors.push(powers.map(of_power).collect());
        }
        Self { factors }
    }

    /// Gaps on [0, 1].
    pub(super) fn list(&self, gaps: &[Polynomial]) -> List {
        gaps.iter().map(|gap| self.coefficients(gap)).collect()
    }

    fn coefficients(&self, gap: &Polynomial) -> Vec<BigInt> {
        let whole = Number::over_common_unit(&gap.0);
        let mut coefficients = Vec::new();
        for factors in &self.factors {
            let products = factors.iter().zip(&whole).map(|(factor, own)| factor * own);
            coefficients.push(products.sum());
        }
        coefficients
    }
}

/// i (i - 1) … with k factors.
fn falling(index: usize, count: usize) -> BigInt {
    let factors = (0..count).map(|less| BigInt::from(index.saturating_sub(less)));
    factors.product()
}

/// (n - k)!
fn falling_to_one(degree: usize, power: usize) -> BigInt {
    (1..=degree.saturating_sub(power))
        .map(BigInt::from)
        .product()
}

impl Curve {
    fn of(vector: &Vector) -> Self {
        Self {
            x: Polynomial(vec![vector.x.clone()]),
            y: Polynomial(vec![vector.y.clone()]),
        }
    }

    /// Its value at a time.
    fn at(&self, time: &Number) -> Vector {
        Vector::new(self.x.at(time), self.y.at(time))
    }

    fn minus(&self, other: &Self) -> Self {
        Self {
            x: self.x.minus(&other.x),
            y: self.y.minus(&other.y),
        }
    }

    fn cross(&self, other: &Self) -> Polynomial {
        self.x.times(&other.y).minus(&self.y.times(&other.x))
    }

    fn dot(&self, other: &Self) -> Polynomial {
        self.x.times(&other.x).plus(&self.y.times(&other.y))
    }

    fn scaled(&self, factor: &Polynomial) -> Self {
        Self {
            x: self.x.times(factor),
            y: self.y.times(factor),
        }
    }

    /// The product as complex numbers.
    fn times(&self, other: &Self) -> Self {
        Self {
            x: self.x.times(&other.x).minus(&self.y.times(&other.y)),
            y: self.x.times(&other.y).plus(&self.y.times(&other.x)),
        }
    }
}

impl Path {
    /// A body that stays.
    pub(super) fn fixed() -> Self {
        Self {
            position: Vector::zero(),
            rotation: Vector::one(),
            moves: [Vector::zero(), Vector::zero()],
            turns: [Number::zero(), Number::zero()],
        }
    }

    /// The same without the turn.
    pub(super) fn unturned(self) -> Self {
        Self {
            turns: [Number::zero(), Number::zero()],
            ..self
        }
    }

    fn turns(&self) -> bool {
        self.turns.iter().any(|turn| !turn.is_zero())
    }

    /// z + d.
    fn place(&self) -> Curve {
        let [first, second] = &self.moves;
        let of = |start: &Number, one: &Number, two: &Number| {
            Polynomial(vec![start.clone(), one.clone(), two.clone()])
        };
        Curve {
            x: of(&self.position.x, &first.x, &second.x),
            y: of(&self.position.y, &first.y, &second.y),
        }
    }

    /// s/2.
    fn half_turn(&self) -> Polynomial {
        let [first, second] = &self.turns;
        Polynomial(vec![Number::zero(), first.shifted(1), second.shifted(1)])
    }

    /// N.
    fn denominator(&self) -> Polynomial {
        if !self.turns() {
            return Polynomial::one();
        }
        let half = self.half_turn();
        Polynomial::one().plus(&half.times(&half))
    }

    /// The points with some arms at a time, times the denominators of this path and another one.
    pub(super) fn points_at(&self, time: &Number, arms: &[Vector], other: &Self) -> Vec<Vector> {
        let others = other.denominator().at(time);
        let both = &self.denominator().at(time) * &others;
        let place = self.place().at(time).scaled(&both);
        let rotation = self.rotation().at(time).scaled(&others);
        let mut points = Vec::new();
        for arm in arms {
            points.push(place.plus(&rotation.times(arm)));
        }
        points
    }

    /// c cay(s) N.
    fn rotation(&self) -> Curve {
        let rotation = Curve::of(&self.rotation);
        if !self.turns() {
            return rotation;
        }
        let half = self.half_turn();
        rotation.times(&Curve {
            x: Polynomial::one().minus(&half.times(&half)),
            y: half.plus(&half),
        })
    }
}

/// The degree of the gaps of two bodies.
pub(super) fn degree(paths: [&Path; 2]) -> usize {
    let turning = paths.iter().filter(|path| path.turns()).count();
    turning.saturating_mul(4).saturating_add(2)
}

/// The gaps of vertices on one path and an edge on another one.
pub(super) struct EdgeGaps {
    /// The rotation of the body of the vertices.
    rotation: Curve,
    edge: Curve,
    /// The rest of every gap, beside the product of the vertex and the edge.
    of_all: Polynomial,
    /// Both denominators.
    both: Polynomial,
}

impl EdgeGaps {
    /// The gaps with an edge from an arm on.
    pub(super) fn new([own, other]: [&Path; 2], [start, direction]: [&Vector; 2]) -> Self {
        let own_denominator = own.denominator();
        let both = own_denominator.times(&other.denominator());
        let edge = other.rotation().times(&Curve::of(direction));
        let between = own.place().minus(&other.place());
        let moment = &start.cross(direction) * &other.rotation.square();
        let of_places = between.cross(&edge).times(&own_denominator);
        Self {
            rotation: own.rotation(),
            edge,
            of_all: of_places.minus(&both.scaled(&moment)),
            both,
        }
    }

    /// The gap of a vertex with an arm, less a margin, times both denominators.
    pub(super) fn gap(&self, arm: &Vector, margin: &Polynomial) -> Polynomial {
        let vertex = self.rotation.times(&Curve::of(arm));
        let gap = self.of_all.plus(&vertex.cross(&self.edge));
        gap.minus(&margin.times(&self.both))
    }
}

/// Two vertices on two paths, and those beside them of their parts.
pub(super) struct TwoVertices<'a> {
    pub paths: [&'a Path; 2],
    pub arms: [&'a Vector; 2],
}

impl TwoVertices<'_> {
    /// h times both denominators, h being the vector from the second vertex to the first.
    fn between(&self) -> Curve {
        let [own, other] = self.paths;
        let [arm, opposite] = self.arms;
        let [own_denominator, other_denominator] = [own.denominator(), other.denominator()];
        let both = own_denominator.times(&other_denominator);
        let places = own.place().minus(&other.place()).scaled(&both);
        let vertex = own.rotation().times(&Curve::of(arm));
        let opposite = other.rotation().times(&Curve::of(opposite));
        let vertex = vertex.scaled(&other_denominator);
        let opposite = opposite.scaled(&own_denominator);
        Curve {
            x: places.x.plus(&vertex.x),
            y: places.y.plus(&vertex.y),
        }
        .minus(&opposite)
    }

    /// h·h less the square of a length, times the squares of both denominators.
    pub(super) fn gap(&self, length: &Polynomial) -> Polynomial {
        let [own, other] = self.paths;
        let far = length.times(&own.denominator().times(&other.denominator()));
        let between = self.between();
        between.dot(&between).minus(&far.times(&far))
    }

    /// For other vertices of both parts, how far they are behind these two along h: times positive
    /// numbers.
    pub(super) fn behind(&self, [firsts, seconds]: [&[Vector]; 2]) -> Vec<Polynomial> {
        let between = self.between();
        let [own, other] = self.paths;
        let [arm, opposite] = self.arms;
        let mut behind = Vec::new();
        for vertex in firsts.iter().filter(|vertex| *vertex != arm) {
            let away = own.rotation().times(&Curve::of(&vertex.minus(arm)));
            behind.push(away.dot(&between));
        }
        for vertex in seconds.iter().filter(|vertex| *vertex != opposite) {
            let away = other.rotation().times(&Curve::of(&opposite.minus(vertex)));
            behind.push(away.dot(&between));
        }
        behind
    }
}

/// The first cell of width 2^-digits of [0, 1] in which no list of gaps on [0, 1] is clear.
pub(super) fn first_meeting(whole: Vec<List>, digits: u64) -> Option<BigInt> {
    // Cells that are still to be looked at, the last one first: start, how often halved, gaps.
    let mut cells = vec![(BigInt::ZERO, 0_u64, whole)];
    while let Some((start, halvings, lists)) = cells.pop() {
        if lists.iter().any(|list| is_clear(list)) {
            continue;
        }
        if halvings == digits {
            return Some(start);
        }
        let mut left = Vec::new();
        let mut right = Vec::new();
        for list in lists.iter().filter(|list| !is_closed(list)) {
            // What is clear on a cell is so on its halves.
            let open = list.iter().filter(|gap| !is_clear_gap(gap));
            let (of_left, of_right): (List, List) = open.map(|gap| halved(gap)).unzip();
            left.push(of_left);
            right.push(of_right);
        }
        let twice = &start << 1;
        let halvings = halvings.saturating_add(1);
        cells.push((&twice + 1, halvings, right));
        cells.push((twice, halvings, left));
    }
    None
}

/// Whether no gap of a list closes on the cell.
pub(super) fn is_clear(list: &[Vec<BigInt>]) -> bool {
    list.iter().all(|gap| is_clear_gap(gap))
}

fn is_clear_gap(gap: &[BigInt]) -> bool {
    gap.iter().all(|number| !number.is_negative())
}

/// Whether some gap is negative all over the cell, so that the list is clear in no part of it.
fn is_closed(list: &[Vec<BigInt>]) -> bool {
    list.iter().any(|gap| gap.iter().all(Signed::is_negative))
}

/// The coefficients on both halves (de Casteljau), times a power of two.
fn halved(gap: &[BigInt]) -> (Vec<BigInt>, Vec<BigInt>) {
    let mut row = gap.to_vec();
    let mut left = Vec::new();
    let mut right = Vec::new();
    let mut scale = gap.len();
    while let (Some(first), Some(last)) = (row.first(), row.last()) {
        scale = scale.saturating_sub(1);
        left.push(first << scale);
        right.push(last << scale);
        row = row
            .iter()
            .zip(row.iter().skip(1))
            .map(|(a, b)| a + b)
            .collect();
    }
    right.reverse();
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(powers: &[i64]) -> Polynomial {
        Polynomial::new(powers.iter().map(|power| Number::from(*power)).collect())
    }

    fn lists(of: &[&[Polynomial]]) -> Vec<List> {
        of.iter().map(|gaps| Bernstein::new(2).list(gaps)).collect()
    }

    #[test]
    fn the_first_root_is_found_however_short_it_is() {
        // (3 t - 1)² - 2^-20 is negative only for 2^-9.6 around 1/3.
        let short = polynomial(&[1, -6, 9]).minus(&Polynomial::new(vec![Number::power(20)]));
        let cell = first_meeting(lists(&[&[short]]), 32).unwrap();
        let time = Number::dyadic(cell, 32);
        let root = &(&Number::one() - &Number::power(10)) * &Number::from(3).reciprocal();
        assert!(time <= root && &root - &time < Number::power(31));
        // Another edge that is clear there changes it.
        let other = polynomial(&[1, -1]);
        let clear = lists(&[&[polynomial(&[1, -6, 9])], &[other]]);
        assert_eq!(first_meeting(clear, 32), None);
        assert_eq!(first_meeting(vec![], 8), Some(BigInt::ZERO));
    }
}
