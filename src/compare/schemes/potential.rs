//! Rest of a stack of thin bricks: the state of least potential energy, as a linear program (Rote &
//! Zwick, section 9, on Figure 2, right).
//!
//! "If we abstract from the vertical thickness of the bricks and assume that they cannot slide away
//! sideways, this problem can be solved as a linear programming problem." So a brick keeps the
//! interval [l, r] that it covers, and its lower side is a straight line from the height y_l to the
//! height y_r over it, both free. Its thickness h is what it is, straight up: the upper side is the
//! same line, h higher. A brick that is above another one in the scene stays above it wherever
//! their intervals overlap; of two straight lines that is two rows, at both ends of the overlap.
//!
//! ```text
//! minimise   Σ m g y(x of the centroid)
//! subject to y_upper(x) ≥ y_lower(x) + h_lower   at x = max(l, l'), min(r, r')
//! ```
//!
//! The multipliers of the rows are the upward forces at these places that hold the bricks there. So
//! the scene is itself a solution exactly if such forces balance it. For several systems of forces
//! the least one is told, Σ f² over all places where bricks touch then, as other commands do; it is
//! unique, and has all symmetries of the stack.
//!
//! The program's answer is verified in plain arithmetic; that it says something about bricks that
//! do slide and have corners is not claimed.

use super::number::ratio;
use std::collections::BTreeMap;
use zwang_collapse::indeterminacy::{Bound, bounded_indeterminacy_of};
use zwang_exact::{Rational, Vector};
use zwang_program::{
    Flaw, Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options, Polyhedron,
    ProgramError, QuadraticOutcome, QuadraticProgram, Sense,
};
use zwang_scene::{Body, BodyId, Dynamics, Polygon, Scene};

/// A stack as it comes to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resting {
    /// The least potential energy Σ m g y of the free bodies, J; y is the height of the centroid.
    pub energy: Rational,
    /// That of the scene, J.
    pub energy_of_scene: Rational,
    /// The free bodies, in file order.
    pub bricks: Vec<RestingBrick>,
    /// The supports that hold them.
    pub supports: Vec<Support>,
}

/// A brick at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestingBrick {
    /// The body.
    pub body: BodyId,
    /// How much higher the ends of its lower side are than in the scene, left and right, m.
    pub raised: [Rational; 2],
}

/// A place where one brick rests on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// The body above, and the one below.
    pub bodies: [BodyId; 2],
    /// Where, m.
    pub x: Rational,
    /// The force, N; above 0.
    pub force: Rational,
    /// Whether no other force there would do.
    pub is_unique: bool,
}

impl Resting {
    /// The scene with its bricks where they come to rest: upper and lower side are straight, left
    /// and right one upright.
    #[must_use]
    pub fn placed(&self, scene: &Scene) -> Scene {
        let mut placed = scene.clone();
        for brick in &self.bricks {
            let body = &mut placed.bodies[brick.body];
            let [raised_left, raised_right] = &brick.raised;
            if let Some(free) = &mut body.dynamics {
                free.centroid.y += (raised_left + raised_right) / ratio(2, 1);
            }
            for part in &mut body.parts {
                let xs = part.vertices().iter().map(|vertex| &vertex.x);
                let left = xs.min().cloned().unwrap_or_default();
                let mut vertices = Vec::new();
                for vertex in part.vertices() {
                    let raised = match vertex.x == left {
                        true => raised_left,
                        false => raised_right,
                    };
                    vertices.push(Vector::new(vertex.x.clone(), &vertex.y + raised));
                }
                // A brick that is sheared is a convex polygon, the same way round.
                if let Ok((sheared, _)) = Polygon::new(vertices) {
                    *part = sheared;
                }
            }
        }
        placed
    }

    /// The place of a support in the placed scene: on the upper side of the body below.
    #[must_use]
    pub fn point_of(&self, placed: &Scene, support: &Support) -> Vector {
        let [_, below] = support.bodies;
        let mut height: Option<Rational> = None;
        for part in &placed.bodies[below].parts {
            if let Some(top) = top_at(part, &support.x) {
                height = height.max(Some(top));
            }
        }
        Vector::new(support.x.clone(), height.unwrap_or_default())
    }
}

/// How high a quadrilateral reaches at x; `None` if it does not.
fn top_at(part: &Polygon, x: &Rational) -> Option<Rational> {
    let vertices = part.vertices();
    let mut top: Option<Rational> = None;
    for (index, from) in vertices.iter().enumerate() {
        let to = &vertices[(index + 1) % vertices.len()];
        let (left, right) = if from.x < to.x {
            (from, to)
        } else {
            (to, from)
        };
        if left.x < right.x && left.x <= *x && *x <= right.x {
            let slope = (&right.y - &left.y) / (&right.x - &left.x);
            let height = &left.y + slope * (x - &left.x);
            top = top.max(Some(height));
        }
    }
    top
}

/// Why there is no state of least potential energy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PotentialError {
    /// A part that is not a rectangle with level sides.
    #[error("body `{0}`: found a part that is no level rectangle; expected level rectangles only")]
    NotLevel(String),
    /// A free body of several parts.
    #[error("body `{0}`: found {1} parts; expected one rectangle for a body that is free")]
    Parts(String, usize),
    /// Gravity that is not straight down.
    #[error("gravity: found ({}, {}); expected it straight down", .0.x, .0.y)]
    Gravity(Box<Vector>),
    /// Loads.
    #[error("found loads, {0} in all; expected none: here bricks rest by their weight alone")]
    Loads(usize),
    /// Pins.
    #[error("found {0} pins; expected none: bricks rest on each other here")]
    Pins(usize),
    /// Two bodies neither of which is above the other.
    #[error("bodies `{0}` and `{1}` overlap; expected one above the other, or beside it")]
    Overlap(String, String),
    /// Nothing is below.
    #[error(
        "{0} would fall for ever; expected something fixed below: \
         there is no least potential energy"
    )]
    Bottomless(String),
    /// The solver was stopped.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The solver made a mistake.
    #[error("the answer of the linear program is wrong; this is a bug: {0}")]
    Flaw(#[from] Flaw),
}

/// A level rectangle of a body.
struct Slab {
    body: BodyId,
    /// Its two variables, if it is free.
    variables: Option<[usize; 2]>,
    left: Rational,
    right: Rational,
    bottom: Rational,
    top: Rational,
}

/// A row of the program.
struct Resistance {
    bodies: [BodyId; 2],
    x: Rational,
    row: LinearRow,
}

/// The state of least potential energy of a scene of level rectangles.
///
/// # Errors [`PotentialError`] if the scene is none of level rectangles under gravity without loads
/// and pins, if nothing is below some of them, or if the monitor is told to stop.
pub fn least_potential(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Resting, PotentialError> {
    let gravity = &scene.gravity;
    if gravity.x != ratio(0, 1) || gravity.y >= ratio(0, 1) {
        return Err(PotentialError::Gravity(Box::new(gravity.clone())));
    }
    if scene.has_loads() {
        return Err(PotentialError::Loads(scene.loads.len()));
    }
    if !scene.pins.is_empty() {
        return Err(PotentialError::Pins(scene.pins.len()));
    }
    let slabs = slabs(scene)?;
    let resistances = resistances(scene, &slabs)?;
    let weight = -&gravity.y;
    let mut objective = Vec::new();
    let mut energy_of_scene = ratio(0, 1);
    for (slab, free) in free_slabs(scene, &slabs) {
        let force = &free.mass * &weight;
        energy_of_scene += &force * &free.centroid.y;
        for share in slab.shares(&free.centroid.x) {
            objective.push(&force * share);
        }
    }
    let rows = resistances.iter().map(|found| found.row.clone());
    let program = LinearProgram {
        sense: Sense::Minimise,
        feasible: Polyhedron {
            bounds: vec![Interval::free(); objective.len()],
            rows: rows.collect(),
        },
        objective,
    };
    let outcome = program.solve_nearest(options, monitor)?;
    program.verify(&outcome)?;
    let solution = match outcome {
        LinearOutcome::Optimal(solution) => solution,
        LinearOutcome::Unbounded(unbounded) => {
            return Err(bottomless(scene, &slabs, &unbounded.ray));
        }
        LinearOutcome::Infeasible(_) => unreachable!("the scene satisfies all rows"),
    };
    let mut bricks = Vec::new();
    for (slab, _) in free_slabs(scene, &slabs) {
        let raised = slab
            .variables
            .unwrap_or_default()
            .map(|end| solution.point[end].clone());
        let body = slab.body;
        bricks.push(RestingBrick { body, raised });
    }
    let supports = least_supports(
        &resistances,
        &solution.point,
        &program.objective,
        options,
        monitor,
    )?;
    Ok(Resting {
        energy: &energy_of_scene + &solution.objective,
        energy_of_scene,
        bricks,
        supports,
    })
}

/// The least forces at places where bricks touch, given the point of least potential energy.
fn least_supports(
    resistances: &[Resistance],
    point: &[Rational],
    weights: &[Rational],
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<Support>, PotentialError> {
    let mut touching = Vec::new();
    for found in resistances {
        let mut value = ratio(0, 1);
        for (variable, coefficient) in &found.row.coefficients {
            value += coefficient * &point[*variable];
        }
        if found.row.range.lower.as_ref() == Some(&value) {
            touching.push(found);
        }
    }
    let mut equations = vec![Vec::new(); weights.len()];
    for (place, found) in touching.iter().enumerate() {
        for (variable, coefficient) in &found.row.coefficients {
            equations[*variable].push((place, coefficient.clone()));
        }
    }
    let mut rows = Vec::with_capacity(weights.len());
    for (coefficients, weight) in equations.into_iter().zip(weights) {
        rows.push(LinearRow {
            coefficients,
            range: Interval::exactly(weight.clone()),
        });
    }
    let places = 0..touching.len();
    let program = QuadraticProgram {
        sense: Sense::Minimise,
        hessian: places.map(|place| (place, place, ratio(1, 1))).collect(),
        linear: vec![ratio(0, 1); touching.len()],
        feasible: Polyhedron {
            bounds: vec![Interval::nonnegative(); touching.len()],
            rows,
        },
    };
    let outcome = program.solve(options, monitor)?;
    program.verify(&outcome)?;
    let QuadraticOutcome::Optimal(least) = outcome else {
        unreachable!("the multipliers of the linear program would do")
    };
    let mut columns = Vec::with_capacity(touching.len());
    let mut bounds = Vec::with_capacity(touching.len());
    for (found, force) in touching.iter().zip(&least.point) {
        columns.push(found.row.coefficients.clone());
        bounds.push(match *force > ratio(0, 1) {
            true => Bound::Positive,
            false => Bound::AtZero,
        });
    }
    let marks = bounded_indeterminacy_of(&columns, &bounds).forces;
    let mut supports = Vec::new();
    for ((found, force), is_indeterminate) in touching.into_iter().zip(least.point).zip(marks) {
        if force > ratio(0, 1) {
            supports.push(Support {
                bodies: found.bodies,
                x: found.x.clone(),
                force,
                is_unique: !is_indeterminate,
            });
        }
    }
    Ok(supports)
}

/// All parts; the variables are how much higher the ends of a free body are than in the scene.
fn slabs(scene: &Scene) -> Result<Vec<Slab>, PotentialError> {
    let mut slabs = Vec::new();
    let mut variables = 0;
    for (id, body) in scene.numbered_bodies() {
        let mut own = None;
        if !body.is_fixed() {
            let parts = body.parts.len();
            if parts != 1 {
                return Err(PotentialError::Parts(body.name.clone(), parts));
            }
            own = Some([variables, variables + 1]);
            variables += 2;
        }
        for part in &body.parts {
            slabs.push(slab(id, body, part, own)?);
        }
    }
    Ok(slabs)
}

fn slab(
    id: BodyId,
    body: &Body,
    part: &Polygon,
    variables: Option<[usize; 2]>,
) -> Result<Slab, PotentialError> {
    let vertices = part.vertices();
    let xs = vertices.iter().map(|vertex| &vertex.x);
    let ys = vertices.iter().map(|vertex| &vertex.y);
    let sides = (xs.clone().min(), xs.max(), ys.clone().min(), ys.max());
    let (Some(left), Some(right), Some(bottom), Some(top)) = sides else {
        return Err(PotentialError::NotLevel(body.name.clone()));
    };
    for vertex in vertices {
        let is_corner = [left, right].contains(&&vertex.x) && [bottom, top].contains(&&vertex.y);
        if !is_corner {
            return Err(PotentialError::NotLevel(body.name.clone()));
        }
    }
    if vertices.len() != 4 {
        return Err(PotentialError::NotLevel(body.name.clone()));
    }
    Ok(Slab {
        body: id,
        variables,
        left: left.clone(),
        right: right.clone(),
        bottom: bottom.clone(),
        top: top.clone(),
    })
}

/// The slabs of free bodies, and what is free of these.
fn free_slabs<'a>(
    scene: &'a Scene,
    slabs: &'a [Slab],
) -> impl Iterator<Item = (&'a Slab, &'a Dynamics)> {
    slabs.iter().filter_map(|slab| {
        let free = scene.bodies[slab.body].dynamics.as_ref()?;
        Some((slab, free))
    })
}

impl Slab {
    /// The parts that both ends have in the height at x.
    fn shares(&self, x: &Rational) -> [Rational; 2] {
        let right = (x - &self.left) / (&self.right - &self.left);
        [ratio(1, 1) - &right, right]
    }

    fn is_above(&self, other: &Self) -> bool {
        self.bottom >= other.top
    }

    /// Whether this lies between two others at x, and has rows with both.
    fn separates(&self, [upper, lower]: [&Self; 2], x: &Rational) -> bool {
        let is_there = self.left <= *x && *x <= self.right;
        is_there
            && upper.is_above(self)
            && self.is_above(lower)
            && self.overlaps(upper)
            && self.overlaps(lower)
    }

    /// Whether some of what this covers is covered by another one, more than a point.
    fn overlaps(&self, other: &Self) -> bool {
        (&self.left).max(&other.left) < (&self.right).min(&other.right)
    }
}

/// The rows: two for each pair one of which is above the other, except where something between the
/// two keeps them apart. There the row follows from those of the nearer pairs with room to spare,
/// so that it holds nothing.
fn resistances(scene: &Scene, slabs: &[Slab]) -> Result<Vec<Resistance>, PotentialError> {
    let mut found = Vec::new();
    for (index, one) in slabs.iter().enumerate() {
        for other in &slabs[index + 1..] {
            let left = (&one.left).max(&other.left);
            let right = (&one.right).min(&other.right);
            let may_move = one.variables.is_some() || other.variables.is_some();
            if left >= right || !may_move || one.body == other.body {
                continue;
            }
            let pair = if one.is_above(other) {
                [one, other]
            } else if other.is_above(one) {
                [other, one]
            } else {
                let [one, other] = [one, other].map(|slab| scene.bodies[slab.body].name.clone());
                return Err(PotentialError::Overlap(one, other));
            };
            for x in [left, right] {
                if !slabs.iter().any(|slab| slab.separates(pair, x)) {
                    found.push(resistance(pair, x));
                }
            }
        }
    }
    Ok(found)
}

/// At x the upper one stays above the lower one.
fn resistance([upper, lower]: [&Slab; 2], x: &Rational) -> Resistance {
    let mut coefficients = BTreeMap::new();
    for (slab, sign) in [(upper, ratio(1, 1)), (lower, ratio(-1, 1))] {
        for (variable, share) in slab.variables.iter().flatten().zip(slab.shares(x)) {
            coefficients.insert(*variable, &sign * share);
        }
    }
    coefficients.retain(|_, value| *value != ratio(0, 1));
    Resistance {
        bodies: [upper.body, lower.body],
        x: x.clone(),
        row: LinearRow {
            coefficients: coefficients.into_iter().collect(),
            range: Interval::at_least(&lower.top - &upper.bottom),
        },
    }
}

/// The bodies that a ray moves downwards.
fn bottomless(scene: &Scene, slabs: &[Slab], ray: &[Rational]) -> PotentialError {
    let mut names = Vec::new();
    for (slab, _) in free_slabs(scene, slabs) {
        let ends = slab.variables.unwrap_or_default();
        if ends.iter().any(|end| ray[*end] < ratio(0, 1)) {
            names.push(format!("`{}`", scene.bodies[slab.body].name));
        }
    }
    PotentialError::Bottomless(names.join(", "))
}
