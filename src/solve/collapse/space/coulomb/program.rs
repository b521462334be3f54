//! The linear programs of one way in which the contacts of a group behave.

use super::modes::{Across, Along, Mode, Place, Point, Way};
use crate::space::SpaceError;
use crate::space::linear;
use num_traits::{One, Signed, Zero};
use zwang_exact::{Rational, Vector3};
use zwang_program::{
    Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Multipliers, Options, Polyhedron,
    Sense,
};

/// A motion that obeys the law.
pub(super) type Moving = Point;

/// Weights that show that nothing moves.
pub(super) struct Weights {
    pub(super) gravity: Rational,
    pub(super) velocity: Vec<Rational>,
    pub(super) contacts: Vec<[Rational; 3]>,
}

pub(super) enum Found {
    Nothing(Weights),
    Point(Point),
}

/// A program whose first variables are the numbers of a motion, and then ε, or how much less of
/// what grows pulls.
struct Built {
    program: LinearProgram,
    /// The place and the vector of each variable behind them.
    forces: Vec<(usize, Vector3)>,
    /// The place and the vector of each row behind Newton's law and that of gravity.
    weights: Vec<(usize, Vector3)>,
}

impl Way {
    /// Something that might move in these ways, or weights that show that nothing does.
    pub(super) fn solve(
        &self,
        modes: &[Mode],
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Found, SpaceError> {
        let built = self.strict(modes, true);
        let count = self.masses.len();
        let (multipliers, sign) = match linear::outcome(&built.program, options, monitor)? {
            LinearOutcome::Optimal(solution) if solution.objective.is_positive() => {
                return Ok(Found::Point(built.point(
                    count,
                    self.places.len(),
                    &solution.point,
                )));
            }
            LinearOutcome::Optimal(solution) => (solution.multipliers, Rational::one()),
            LinearOutcome::Infeasible(infeasible) => (infeasible.multipliers, -Rational::one()),
            LinearOutcome::Unbounded(_) => unreachable!("ε is at most 1"),
        };
        let Multipliers { rows, .. } = multipliers;
        let (newton, rest) = rows.split_at(count);
        let mut contacts =
            vec![[Rational::zero(), Rational::zero(), Rational::zero()]; self.places.len()];
        for ((place, vector), multiplier) in built.weights.iter().zip(&rest[1..]) {
            let size = -multiplier * &sign;
            for (sum, number) in contacts[*place].iter_mut().zip(vector.coordinates()) {
                *sum += &size * number;
            }
        }
        Ok(Found::Nothing(Weights {
            gravity: -&rest[0] * &sign,
            velocity: newton.iter().map(|number| number * &sign).collect(),
            contacts,
        }))
    }

    /// A motion that obeys the law, and whose contacts behave like those of a point.
    pub(super) fn moving_like(
        &self,
        point: &Point,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Moving>, SpaceError> {
        let Some(modes) = self.ways(point) else {
            return Ok(None);
        };
        let built = self.strict(&modes, false);
        match linear::outcome(&built.program, options, monitor)? {
            LinearOutcome::Optimal(solution) if solution.objective.is_positive() => {
                let count = self.masses.len();
                let point = built.point(count, self.places.len(), &solution.point);
                Ok(Some(point))
            }
            _ => Ok(None),
        }
    }

    /// How much less of what grows still pulls, at the least, in the ways of a motion, and the
    /// forces there.
    pub(super) fn least(
        &self,
        moving: &Moving,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<(Rational, Point)>, SpaceError> {
        let (Some(growth), Some(modes)) = (&self.growth, self.ways(moving)) else {
            return Ok(None);
        };
        let mut built = self.built(&modes, false, &Rational::zero());
        let count = self.masses.len();
        for (row, number) in built.program.feasible.rows.iter_mut().zip(growth) {
            if !number.is_zero() {
                row.coefficients.push((count, -number));
            }
        }
        built.program.sense = Sense::Minimise;
        built.program.feasible.bounds[count] = Interval::free();
        match linear::outcome(&built.program, options, monitor)? {
            LinearOutcome::Optimal(solution) => {
                let point = built.point(count, self.places.len(), &solution.point);
                Ok(Some((solution.objective, point)))
            }
            _ => Ok(None),
        }
    }

    /// The program of what is strict.
    fn strict(&self, modes: &[Mode], is_outer: bool) -> Built {
        self.built(modes, is_outer, &Rational::one())
    }

    /// The program with this many ε where something is strict.
    fn built(&self, modes: &[Mode], is_outer: bool, strict: &Rational) -> Built {
        let count = self.masses.len();
        let mut bounds = vec![Interval::free(); count];
        bounds.push(Interval::at_most(Rational::one()));
        let mut rows = Vec::new();
        for (row, pull) in self.masses.iter().zip(&self.pull) {
            rows.push(LinearRow {
                coefficients: row.clone(),
                range: Interval::exactly(pull.clone()),
            });
        }
        let mut forces = Vec::new();
        for (index, (place, mode)) in self.places.iter().zip(modes).enumerate() {
            for vector in place.generators(mode, is_outer) {
                let variable = bounds.len();
                bounds.push(Interval::nonnegative());
                for (row, number) in place.row(&vector) {
                    rows[row].coefficients.push((variable, -number));
                }
                forces.push((index, vector));
            }
        }
        let pull = self.pull.iter().enumerate();
        let pull = pull.filter(|(_, number)| !number.is_zero());
        let pull = pull.map(|(place, number)| (place, number.clone()));
        let mut gravity: Vec<(usize, Rational)> = pull.collect();
        add(&mut gravity, count, -strict);
        rows.push(LinearRow {
            coefficients: gravity,
            range: Interval::nonnegative(),
        });
        let mut weights = Vec::new();
        for (index, (place, mode)) in self.places.iter().zip(modes).enumerate() {
            for (vector, bound) in conditions(place, mode) {
                let mut coefficients = place.row(&vector);
                if bound == Bound::Above {
                    add(&mut coefficients, count, -strict);
                }
                let range = match bound {
                    Bound::Zero => Interval::exactly(Rational::zero()),
                    Bound::AtLeast | Bound::Above => Interval::nonnegative(),
                };
                rows.push(LinearRow {
                    coefficients,
                    range,
                });
                weights.push((index, vector));
            }
        }
        let mut objective = vec![Rational::zero(); bounds.len()];
        objective[count] = Rational::one();
        Built {
            program: LinearProgram {
                sense: Sense::Maximise,
                objective,
                feasible: Polyhedron { bounds, rows },
            },
            forces,
            weights,
        }
    }
}

fn add(coefficients: &mut Vec<(usize, Rational)>, variable: usize, number: Rational) {
    if !number.is_zero() {
        coefficients.push((variable, number));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Zero,
    AtLeast,
    Above,
}

/// The conditions of a mode on u: vectors whose products with it are bounded.
fn conditions(place: &Place, mode: &Mode) -> Vec<(Vector3, Bound)> {
    let normal = &place.normal;
    let across = match mode.across {
        Across::Any => Bound::AtLeast,
        Across::Opens => Bound::Above,
        Across::Stays => Bound::Zero,
    };
    let mut conditions = vec![(normal.clone(), across)];
    match &mode.along {
        Along::Any => {}
        Along::Sticks => {
            let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
            let axes = axes.map(|[x, y, z]| Vector3::from_integers(x, y, z));
            let along = axes.map(|axis| normal.cross(&axis));
            let along = along.into_iter().filter(|vector| !vector.is_zero());
            let first: Vec<Vector3> = along.take(1).collect();
            for vector in first {
                let second = normal.cross(&vector);
                conditions.push((vector, Bound::Zero));
                conditions.push((second, Bound::Zero));
            }
        }
        Along::Ray(direction) => {
            conditions.push((normal.cross(direction), Bound::Zero));
            conditions.push((direction.clone(), Bound::Above));
        }
        Along::Sector([from, to]) => {
            conditions.push((normal.cross(from), Bound::Above));
            conditions.push((to.cross(normal), Bound::Above));
        }
    }
    conditions
}

impl Built {
    fn point(&self, count: usize, places: usize, solution: &[Rational]) -> Point {
        let zero = || [Rational::zero(), Rational::zero(), Rational::zero()];
        let mut forces = vec![zero(); places];
        for ((place, vector), size) in self.forces.iter().zip(&solution[count + 1..]) {
            for (sum, number) in forces[*place].iter_mut().zip(vector.coordinates()) {
                *sum += size * number;
            }
        }
        Point {
            motion: solution[..count].to_vec(),
            forces,
        }
    }
}
