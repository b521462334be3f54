//! Quadratic forms in the coordinates of nodes: lengths of bars, places of pins and areas of
//! triangles all are such.

use crate::interval::Interval;
use crate::series::Series;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_schemes::Vertex;

/// Σ w q + constant.
#[derive(Clone, Debug)]
struct Affine {
    weights: Vec<(usize, Rational)>,
    constant: Rational,
}

/// Both coordinates of a point that moves with nodes.
#[derive(Clone, Debug)]
pub(crate) struct Point([Affine; 2]);

/// Σ w q_i q_j + Σ b q_i + c.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quadratic {
    products: BTreeMap<[usize; 2], Rational>,
    weights: BTreeMap<usize, Rational>,
    constant: Rational,
}

/// The same with intervals for numbers.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    products: Vec<([usize; 2], Interval)>,
    weights: Vec<(usize, Interval)>,
    constant: Interval,
}

impl Affine {
    fn minus(&self, other: &Self) -> Self {
        let mut weights = self.weights.clone();
        for (place, weight) in &other.weights {
            weights.push((*place, -weight));
        }
        Self {
            weights,
            constant: &self.constant - &other.constant,
        }
    }
}

impl Point {
    /// The point of an outline. Coordinates 2 n and 2 n + 1 are those of node n.
    pub(crate) fn new(vertex: &Vertex) -> Self {
        let fixed = |constant: &Rational| Affine {
            weights: Vec::new(),
            constant: constant.clone(),
        };
        let moving = |weights: Vec<(usize, Rational)>| Affine {
            weights,
            constant: Rational::zero(),
        };
        let one = Rational::from_integer(1.into());
        Self(match vertex {
            Vertex::Fixed(place) => [fixed(&place.x), fixed(&place.y)],
            Vertex::Node(node) => [
                moving(vec![(2 * node, one.clone())]),
                moving(vec![(2 * node + 1, one)]),
            ],
            Vertex::Turned { centre, turn, arm } => [
                moving(vec![
                    (2 * centre, one.clone()),
                    (2 * turn, arm.x.clone()),
                    (2 * turn + 1, -&arm.y),
                ]),
                moving(vec![
                    (2 * centre + 1, one),
                    (2 * turn, arm.y.clone()),
                    (2 * turn + 1, arm.x.clone()),
                ]),
            ],
        })
    }

    fn minus(&self, other: &Self) -> Self {
        Self([0, 1].map(|axis| self.0[axis].minus(&other.0[axis])))
    }
}

impl Quadratic {
    fn add_product(&mut self, one: &Affine, other: &Affine, factor: &Rational) {
        for (i, first) in &one.weights {
            for (j, second) in &other.weights {
                let pair = [*i.min(j), *i.max(j)];
                *self.products.entry(pair).or_default() += factor * first * second;
            }
            *self.weights.entry(*i).or_default() += factor * first * &other.constant;
        }
        for (j, second) in &other.weights {
            *self.weights.entry(*j).or_default() += factor * second * &one.constant;
        }
        self.constant += factor * &one.constant * &other.constant;
    }

    /// <b - a, d - c>.
    pub(crate) fn dot([a, b]: [&Point; 2], [c, d]: [&Point; 2]) -> Self {
        let [one, other] = [b.minus(a), d.minus(c)];
        let mut sum = Self::default();
        let plus = Rational::from_integer(1.into());
        for axis in [0, 1] {
            sum.add_product(&one.0[axis], &other.0[axis], &plus);
        }
        sum
    }

    /// The doubled area of a triangle p q r, (q - p) × (r - p).
    pub(crate) fn area(p: &Point, q: &Point, r: &Point) -> Self {
        let [along, across] = [q.minus(p), r.minus(p)];
        let plus = Rational::from_integer(1.into());
        let mut sum = Self::default();
        sum.add_product(&along.0[0], &across.0[1], &plus);
        sum.add_product(&along.0[1], &across.0[0], &-plus);
        sum
    }

    /// A coordinate of q - p.
    pub(crate) fn difference(p: &Point, q: &Point, axis: usize) -> Self {
        let Affine { weights, constant } = q.minus(p).0[axis].clone();
        let mut sum = Self {
            constant,
            ..Self::default()
        };
        for (place, weight) in weights {
            *sum.weights.entry(place).or_default() += weight;
        }
        sum
    }

    /// The value at these nodes.
    pub(crate) fn at(&self, nodes: &[Vector]) -> Rational {
        let mut sum = self.constant.clone();
        for ([i, j], weight) in &self.products {
            sum += weight * coordinate(nodes, *i) * coordinate(nodes, *j);
        }
        for (i, weight) in &self.weights {
            sum += weight * coordinate(nodes, *i);
        }
        sum
    }

    /// How fast the value changes with these velocities.
    pub(crate) fn rate(&self, nodes: &[Vector], velocities: &[Vector]) -> Rational {
        let mut sum = Rational::zero();
        for ([i, j], weight) in &self.products {
            let first = coordinate(velocities, *i) * coordinate(nodes, *j);
            let second = coordinate(nodes, *i) * coordinate(velocities, *j);
            sum += weight * (first + second);
        }
        for (i, weight) in &self.weights {
            sum += weight * coordinate(velocities, *i);
        }
        sum
    }

    /// With intervals.
    pub(crate) fn form(&self) -> Form {
        let products = self.products.iter().filter(|(_, weight)| !weight.is_zero());
        let weights = self.weights.iter().filter(|(_, weight)| !weight.is_zero());
        Form {
            products: products
                .map(|(pair, weight)| (*pair, Interval::of(weight)))
                .collect(),
            weights: weights
                .map(|(place, weight)| (*place, Interval::of(weight)))
                .collect(),
            constant: Interval::of(&self.constant),
        }
    }
}

fn coordinate(nodes: &[Vector], place: usize) -> &Rational {
    let node = &nodes[place / 2];
    match place % 2 {
        0 => &node.x,
        _ => &node.y,
    }
}

impl Form {
    /// The coefficient of t^k in the gradient, if q has this series: pairs (coordinate, value).
    pub(crate) fn gradient(&self, q: &[Vec<Interval>], k: usize) -> BTreeMap<usize, Interval> {
        let mut gradient: BTreeMap<usize, Interval> = BTreeMap::new();
        for ([i, j], weight) in &self.products {
            for (own, other) in [(i, j), (j, i)] {
                let sum = gradient.entry(*own).or_insert_with(Interval::zero);
                *sum = &*sum + &(weight * &q[k][*other]);
            }
        }
        for (i, weight) in &self.weights {
            if k == 0 {
                let sum = gradient.entry(*i).or_insert_with(Interval::zero);
                *sum = &*sum + weight;
            }
        }
        gradient
    }

    /// The coefficient of t^k in Σ 2 w v_i v_j, the part of the second derivative that has no
    /// accelerations.
    pub(crate) fn curvature(&self, v: &[Vec<Interval>], k: usize) -> Interval {
        let mut sum = Interval::zero();
        for ([i, j], weight) in &self.products {
            for l in 0..=k {
                let product = &v[l][*i] * &v[k - l][*j];
                sum = &sum + &(weight * &product).times(2);
            }
        }
        sum
    }

    /// The coefficient of t^k of the value.
    pub(crate) fn value(&self, q: &[Vec<Interval>], k: usize) -> Interval {
        let mut sum = match k {
            0 => self.constant.clone(),
            _ => Interval::zero(),
        };
        for ([i, j], weight) in &self.products {
            for l in 0..=k {
                let product = &q[l][*i] * &q[k - l][*j];
                sum = &sum + &(weight * &product);
            }
        }
        for (i, weight) in &self.weights {
            sum = &sum + &(weight * &q[k][*i]);
        }
        sum
    }

    /// The second derivative at these places, velocities and accelerations.
    pub(crate) fn second_derivative(&self, series: &Series) -> Interval {
        let q = &series.places;
        let velocities = [q[1].clone()];
        let mut sum = self.curvature(&velocities, 0);
        for (place, value) in self.gradient(q, 0) {
            sum = &sum + &(&value * &q[2][place].times(2));
        }
        sum
    }
}
