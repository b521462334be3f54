//! How a step keeps a vertex p_k outside of an edge p_i p_j, with the outside on its left.
//!
//! With e = p_j - p_i, n = J e and the weight α of p_j in the projection of p_k to the edge, and
//! A(p_i, p_j, p_k) = e × (p_k - p_i),
//!
//! ```text
//! A(p + Δ) = A(p) + <Δ_k - α Δ_j - (1 - α) Δ_i, n> + h <Δ_j - Δ_i, e> + A(Δ)
//! p_k      = α p_j + (1 - α) p_i + h n
//! ```
//!
//! exactly. A(p) = h |e|² is the value of the form <k - α j - (1 - α) i, n> at p, so the rows bound
//! that form at p_new. The stretching of the edge, times h, is left out as in the paper. With the
//! last displacement Δp for the coming one, A(p_new) ≥ 0 asks for the bound -A(Δp). The second
//! derivative is 2 A(v) + form of a, which asks for -2 A(Δp): the rows that Theorem 5.1 is about.

use super::form::{Condition, Form};
use super::framework::{Framework, Vertex};
use super::number::ratio;
use super::state::Linearisation;
use zwang_exact::{Rational, Vector};

/// An edge and a vertex of another body: each as (outline, index), edge e from vertex e to vertex
/// e + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Triple {
    /// The edge.
    pub edge: (usize, usize),
    /// The vertex.
    pub vertex: (usize, usize),
}

/// The rows between an edge and a vertex in a position step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidednessRule {
    /// Bound 0: what is left for Theorem 7.1 when squared velocities are dropped.
    FirstOrder,
    /// Bound -A(Δp): the second-order term of the position itself.
    LastStep,
    /// Bound -2 A(Δp): the second derivative, equivalent to (S2+).
    Acceleration,
    /// Bound -2 A(Δp) with a mistake that the paper can be read to make.
    Printed(Misprint),
    /// The slides' rule: form and weight at the prediction p̃, bound 0.
    Prediction,
}

/// The misprint in (S').
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misprint {
    /// The right-hand side is divided by Δt, in numbers of SI units.
    Division,
    /// The α of section 4, the weight of p_j, is put on p_i. With the α of its own paragraph, which
    /// is the weight of p_i, (S') is right.
    Weights,
    /// Both.
    DivisionAndWeights,
}

/// The doubled signed area A(p, q, r).
pub(crate) fn doubled_area(p: &Vector, q: &Vector, r: &Vector) -> Rational {
    (q - p).cross(&(r - p))
}

/// The points p_i, p_j, p_k of a triple.
struct Corners<'a>([&'a Vertex; 3]);

impl<'a> Corners<'a> {
    fn new(framework: &'a Framework, triple: Triple) -> Self {
        let [i, j] = framework.outlines[triple.edge.0].edge(triple.edge.1);
        Self([
            i,
            j,
            &framework.outlines[triple.vertex.0].vertices[triple.vertex.1],
        ])
    }

    /// The weight of p_j in the projection of p_k.
    fn weight(&self, nodes: &[Vector]) -> Rational {
        let [i, j, k] = self.0.map(|vertex| vertex.place(nodes));
        weight(&i, &j, &k)
    }

    /// <k - α j - (1 - α) i, n>.
    fn form(&self, nodes: &[Vector], weight: &Rational) -> Form {
        self.form_along(&self.edge(nodes).quarter_turn(), weight)
    }

    /// p_j - p_i.
    fn edge(&self, nodes: &[Vector]) -> Vector {
        let [i, j, _] = self.0;
        &j.place(nodes) - &i.place(nodes)
    }

    /// <k - α j - (1 - α) i, direction>.
    fn form_along(&self, direction: &Vector, weight: &Rational) -> Form {
        let [i, j, k] = self.0;
        let rest = ratio(1, 1) - weight;
        Form::new()
            .with(k, direction)
            .with(j, &-&direction.scaled(weight))
            .with(i, &-&direction.scaled(&rest))
    }

    /// A of three motions.
    fn area(&self, motions: &[Vector]) -> Rational {
        let [i, j, k] = self.0.map(|vertex| vertex.motion(motions));
        doubled_area(&i, &j, &k)
    }
}

/// The weight α of `end` for which α `end` + (1 - α) `start` is the projection of a point.
pub(crate) fn weight(start: &Vector, end: &Vector, point: &Vector) -> Rational {
    let along = end - start;
    (point - start).dot(&along) / along.dot(&along)
}

impl SidednessRule {
    /// The inequality of a triple, in positions.
    pub(crate) fn condition(
        self,
        framework: &Framework,
        triple: Triple,
        at: &Linearisation,
    ) -> Condition {
        let corners = Corners::new(framework, triple);
        let base = if self == Self::Prediction {
            &at.prediction
        } else {
            &at.state.current
        };
        let weight = corners.weight(base);
        let area = corners.area(&at.state.displacements());
        let twice = ratio(-2, 1) * &area;
        let other_weight = ratio(1, 1) - &weight;
        let (weight, bound) = match self {
            Self::FirstOrder | Self::Prediction => (weight, ratio(0, 1)),
            Self::LastStep => (weight, -area),
            Self::Acceleration => (weight, twice),
            Self::Printed(Misprint::Division) => (weight, twice / at.time_step),
            Self::Printed(Misprint::Weights) => (other_weight, twice),
            Self::Printed(Misprint::DivisionAndWeights) => (other_weight, twice / at.time_step),
        };
        Condition {
            form: corners.form(base, &weight),
            bound,
        }
    }
}

/// <k - α j - (1 - α) i, e>: how the vertex slips along the edge, times the length of the edge.
pub(crate) fn slip(framework: &Framework, triple: Triple, nodes: &[Vector]) -> Form {
    let corners = Corners::new(framework, triple);
    corners.form_along(&corners.edge(nodes), &corners.weight(nodes))
}

/// |e|², m².
pub(crate) fn squared_edge(framework: &Framework, triple: Triple, nodes: &[Vector]) -> Rational {
    let edge = Corners::new(framework, triple).edge(nodes);
    edge.dot(&edge)
}

/// (S2+): form of a ≥ -2 A(v).
pub(crate) fn second_order(
    framework: &Framework,
    triple: Triple,
    nodes: &[Vector],
    velocities: &[Vector],
) -> Condition {
    let corners = Corners::new(framework, triple);
    let form = corners.form(nodes, &corners.weight(nodes));
    Condition {
        form,
        bound: ratio(-2, 1) * corners.area(velocities),
    }
}

/// (S1): form of v ≥ 0.
pub(crate) fn first_order(framework: &Framework, triple: Triple, nodes: &[Vector]) -> Condition {
    let corners = Corners::new(framework, triple);
    Condition {
        form: corners.form(nodes, &corners.weight(nodes)),
        bound: ratio(0, 1),
    }
}
