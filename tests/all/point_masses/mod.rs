//! Bricks as frameworks of 9 point masses and 16 bars.
//!
//! The points are a grid of 3 × 3 with Simpson's weights 1/36, 1/9 and 4/9 of the mass, which
//! integrate every polynomial of degree 2 as the homogeneous brick does. The bars are the 12 edges
//! of the grid and a diagonal in each of its 4 cells; 18 - 3 = 15 would do, so one is redundant.
//! The program has two variables per point, an equation (L2) per bar, an inequality (S2) per vertex
//! on an edge, and two equations per pin.
//!
//! Source: Rote & Zwick, Collapse, sections 2, 4 and 8.1.

use crate::answers::{converted, ratio, solver_row};
use zwang_check::{Answer, ContactAnswer};
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::{Problem, Row};
use zwang_scene::{Body, BodyId, Dynamics, Polygon, Scene};

/// Weights of the points of a row or a column of the grid, in sixths: Simpson's rule.
pub const SIMPSON: [i64; 3] = [1, 4, 1];
/// The same mass on every point, which is too much at the rim.
pub const EQUAL: [i64; 3] = [2, 2, 2];

/// A point mass, with its place in the list of points.
#[derive(Clone, Debug)]
pub struct Point {
    pub index: usize,
    pub mass: Rational,
    pub place: Vector,
    pub velocity: Vector,
}

/// What a vertex or the end of an edge is: a point, or a place that never moves.
enum End<'a> {
    Point(&'a Point),
    Fixed(&'a Vector),
}

impl End<'_> {
    fn place(&self) -> &Vector {
        match self {
            Self::Point(point) => &point.place,
            Self::Fixed(place) => place,
        }
    }

    fn velocity(&self) -> Vector {
        match self {
            Self::Point(point) => point.velocity.clone(),
            Self::Fixed(_) => Vector::zero(),
        }
    }
}

/// A linear form in the accelerations of points.
#[derive(Default)]
struct Form(Vec<(usize, Rational)>);

impl Form {
    /// Adds `weights` · acceleration of a point.
    fn add(&mut self, point: &Point, weights: &Vector) {
        self.0.extend([
            (2 * point.index, weights.x.clone()),
            (2 * point.index + 1, weights.y.clone()),
        ]);
    }

    fn add_end(&mut self, end: &End, weights: &Vector) {
        if let End::Point(point) = end {
            self.add(point, weights);
        }
    }

    /// The row form = bound, or form ≥ bound.
    fn row(mut self, bound: &Rational) -> Row {
        self.0.sort_by_key(|(variable, _)| *variable);
        self.0.dedup_by(|second, first| {
            let same = second.0 == first.0;
            if same {
                first.1 += &second.1;
            }
            same
        });
        solver_row(&self.0, bound)
    }
}

/// The points of each free brick of a scene; empty for fixed bodies.
pub struct Framework<'a> {
    scene: &'a Scene,
    pub points: Vec<Vec<Point>>,
}

/// The pairs of points that bars join: neighbours in the grid, and a diagonal in each cell.
pub fn bars() -> Vec<(usize, usize)> {
    let mut bars = Vec::new();
    for row in 0..3 {
        for column in 0..3 {
            let point = 3 * row + column;
            bars.extend((column < 2).then_some((point, point + 1)));
            bars.extend((row < 2).then_some((point, point + 3)));
            bars.extend((row < 2 && column < 2).then_some((point, point + 4)));
        }
    }
    bars
}

fn signed_area(p: &Vector, q: &Vector, r: &Vector) -> Rational {
    (q - p).cross(&(r - p))
}

impl<'a> Framework<'a> {
    pub fn new(scene: &'a Scene, weights: [i64; 3]) -> Self {
        let mut count = 0;
        let points = scene.bodies.iter().map(|body| {
            let points = body
                .dynamics
                .as_ref()
                .map_or_else(Vec::new, |free| grid(body, free, weights, count));
            count += points.len();
            points
        });
        Self {
            scene,
            points: points.collect(),
        }
    }

    /// A point of a body: a corner of a brick, or any place of a fixed body.
    fn end<'b>(&'b self, body: BodyId, place: &'b Vector) -> End<'b> {
        if self.scene.bodies[body].is_fixed() {
            return End::Fixed(place);
        }
        End::Point(
            self.points[body]
                .iter()
                .find(|point| point.place == *place)
                .unwrap(),
        )
    }

    /// (L2): <a_i - a_j, p_i - p_j> + <v_i - v_j, v_i - v_j> = 0.
    fn bar_row(points: &[Point], (i, j): (usize, usize)) -> Row {
        let (along, drift) = (
            &points[i].place - &points[j].place,
            &points[i].velocity - &points[j].velocity,
        );
        let mut form = Form::default();
        form.add(&points[i], &along);
        form.add(&points[j], &-&along);
        form.row(&-drift.dot(&drift))
    }

    /// (S2) in the form (4.4), with weight α on p_j.
    fn contact_row(&self, contact: &ContactAnswer) -> Row {
        let edges = self.scene.bodies[contact.second]
            .parts
            .iter()
            .flat_map(Polygon::edges);
        let mut edges = edges.filter(|(p, q)| contact.normal == (*p - *q).quarter_turn());
        let (p, q) = edges.next().unwrap();
        let (i, j) = (self.end(contact.second, q), self.end(contact.second, p));
        let k = self.end(contact.first, &contact.point);
        let along = j.place() - i.place();
        let alpha = along.dot(&(k.place() - i.place())) / along.dot(&along);
        let normal = along.quarter_turn();
        let mut form = Form::default();
        form.add_end(&k, &normal);
        form.add_end(&j, &normal.scaled(&-&alpha));
        form.add_end(&i, &normal.scaled(&(alpha - ratio(1, 1))));
        form.row(&(ratio(-2, 1) * signed_area(&i.velocity(), &j.velocity(), &k.velocity())))
    }

    /// A brick is held at a place by the same combination of three corners as makes up the place.
    fn pin_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for pin in &self.scene.pins {
            for axis in [Vector::from_integers(1, 0), Vector::from_integers(0, 1)] {
                let mut form = Form::default();
                for (body, sign) in [(Some(pin.first), 1), (pin.second, -1)] {
                    let Some(points) = body
                        .map(|body| &self.points[body])
                        .filter(|points| !points.is_empty())
                    else {
                        continue;
                    };
                    let corners = [&points[0], &points[2], &points[6]];
                    let whole =
                        signed_area(&corners[0].place, &corners[1].place, &corners[2].place);
                    for (index, corner) in corners.iter().enumerate() {
                        let (next, last) = (
                            &corners[(index + 1) % 3].place,
                            &corners[(index + 2) % 3].place,
                        );
                        let share = signed_area(&pin.at, next, last) / &whole;
                        form.add(corner, &axis.scaled(&(share * ratio(sign, 1))));
                    }
                }
                rows.push(form.row(&ratio(0, 1)));
            }
        }
        rows
    }

    pub fn problem(&self, answer: &Answer) -> Problem {
        let mut rows = self.pin_rows();
        for points in self.points.iter().filter(|points| !points.is_empty()) {
            rows.extend(bars().into_iter().map(|bar| Self::bar_row(points, bar)));
        }
        let equalities = rows.len();
        let resting = answer
            .contacts
            .iter()
            .filter(|contact| contact.gap_velocity == ratio(0, 1));
        rows.extend(resting.map(|contact| self.contact_row(contact)));
        let gravity = &self.scene.gravity;
        let points = || self.points.iter().flatten();
        let masses = points()
            .flat_map(|point| [&point.mass, &point.mass].map(converted))
            .collect();
        let target = points()
            .flat_map(|_| [&gravity.x, &gravity.y].map(converted))
            .collect();
        Problem {
            masses,
            target,
            rows,
            equalities,
        }
    }
}

/// The points of a rectangular brick, from its vertex 0 along edge 0 and then up.
fn grid(body: &Body, free: &Dynamics, weights: [i64; 3], first: usize) -> Vec<Point> {
    let vertices = body.parts[0].vertices();
    assert!(
        body.parts.len() == 1 && vertices.len() == 4,
        "`{}` is no brick",
        body.name
    );
    let (across, up) = (&vertices[1] - &vertices[0], &vertices[3] - &vertices[0]);
    assert!(
        across.dot(&up) == ratio(0, 1) && &vertices[1] + &up == vertices[2],
        "`{}` is no brick",
        body.name
    );
    let mut points = Vec::new();
    for (row, row_weight) in (0..).zip(weights) {
        for (column, column_weight) in (0..).zip(weights) {
            let step = &across.scaled(&ratio(column, 2)) + &up.scaled(&ratio(row, 2));
            let place = &vertices[0] + &step;
            let mass = &free.mass * ratio(row_weight * column_weight, 36);
            let velocity = body.velocity_at(&place);
            points.push(Point {
                index: first + points.len(),
                mass,
                place,
                velocity,
            });
        }
    }
    points
}
