//! One instant: two placements of every body, and the unknowns of the step that follows
//! (`proofs/RUN.md`, section 2).
//!
//! All lengths are integers over Γ, a common denominator of positions and moves of all bodies, or
//! over products of Γ, A and the denominators w of rotations; nothing is reduced to lowest terms.
//! For a body with c = C / w, ν = |C|² / w and the short arm R°/Λ = c° q:
//!
//! ```text
//! current vertex       Z/Γ + R/(A w)                       R = C Q,  Q = A q
//! last move of it      U/Γ + Β R°/(Ω Λ)                    Β/Ω = β
//! free move of it      F/Γ + Θ R°/(Ω Λ)                    Θ/Ω = μ at s = s~, (κ + s~ i)/|c|² - 1
//! move of it           free move + y_d + y_s J R°/Λ        y_d = d - d~,  y_s = (s - s~)/|c|²
//! ```
//!
//! The unknowns (y_d, y_s) vanish in free flight, so the quadratic program has the target 0; their
//! masses are (m, m, I |c|²).

use crate::outline::Outline;
use crate::plane::Plane;
use crate::rounding::nearest;
use crate::short::Short;
use crate::state::{Fraction, Origin, Placement, common_denominator, times};
use malachite::base::num::arithmetic::traits::{Lcm, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use std::str::FromStr;

/// The scene at one instant.
pub(crate) struct Instant<'a> {
    pub(crate) outline: &'a Outline,
    /// Γ.
    pub(crate) unit: Integer,
    /// Γ / A.
    pub(crate) ratio: Integer,
    /// All bodies; fixed ones with C = w = 1 and no moves.
    pub(crate) bodies: Vec<Moving>,
    /// R².
    pub(crate) reach_squared: Rational,
    pub(crate) grid: Grid,
    /// Whether overlaps and drifts of pins count as closed, so that the step need not undo them;
    /// never in a run.
    pub(crate) forgives: bool,
    /// What coefficients are computed from.
    pub(crate) short: Short,
    /// Ω Λ.
    turned_unit: Integer,
    /// Δ: a common multiple of Γ and Ω Λ, the unit of moves of points.
    pub(crate) move_unit: Integer,
    /// Δ² = T: the programs of the step have the unknowns T y, so that constants with long
    /// denominators leave coefficients short.
    pub(crate) scale: Integer,
}

pub(crate) struct Moving {
    /// C.
    pub(crate) rotation: Plane,
    /// w.
    pub(crate) denominator: Integer,
    /// ν.
    pub(crate) norm: Integer,
    /// Z.
    pub(crate) centroid: Plane,
    /// F, that is Γ d~.
    pub(crate) free_move: Plane,
    /// U.
    pub(crate) last_move: Plane,
    /// Θ.
    pub(crate) free_turn: Plane,
    /// Β.
    pub(crate) last_turn: Plane,
    /// Ω, that of the body; `Instant::new` makes it the same for all.
    turn_unit: Integer,
    /// κ + s~ i.
    pub(crate) turn: [Rational; 2],
    /// R for each vertex of each part.
    pub(crate) vertices: Vec<Vec<Plane>>,
}

/// How a run is rounded: to multiples of 2^-g, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid(
    /// g.
    pub Option<u64>,
);

/// A text that names no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 2^-1 to 2^-{}, like 2^-64", Grid::FINEST)]
pub struct GridError;

impl Default for Grid {
    /// 2^-64.
    fn default() -> Self {
        Self(Some(64))
    }
}

impl Grid {
    /// The finest grid has the multiples of 2 to the minus this.
    pub const FINEST: u64 = 4096;
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads `2^-g`.
    fn from_str(text: &str) -> Result<Self, GridError> {
        let digits = text.strip_prefix("2^-").ok_or(GridError)?;
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let digits: u64 = digits.parse().ok().filter(|_| is_whole).ok_or(GridError)?;
        if (1..=Self::FINEST).contains(&digits) {
            Ok(Self(Some(digits)))
        } else {
            Err(GridError)
        }
    }
}

impl<'a> Instant<'a> {
    /// The instant between the step to `current`, which began at `previous`, and the next step of
    /// the duration `step`.
    pub(crate) fn new(
        outline: &'a Outline,
        step: &Rational,
        grid: Grid,
        previous: &[Origin],
        current: &[Placement],
    ) -> Self {
        let fall = outline
            .gravity
            .each_ref()
            .map(|component| step * step * component);
        let earlier = previous.iter().flat_map(|origin| &origin.centroid);
        let positions = current
            .iter()
            .flat_map(|placement| &placement.centroid)
            .chain(earlier);
        let unit = common_denominator(positions.chain(&fall)) * &outline.unit;
        let fall = Plane::new(times(&fall[0], &unit), times(&fall[1], &unit));
        let mut bodies: Vec<Moving> = outline
            .bodies
            .iter()
            .map(|body| Moving::fixed(&body.parts))
            .collect();
        for (&body, (previous, current)) in outline.free.iter().zip(previous.iter().zip(current)) {
            bodies[body] = Moving::new(
                &outline.bodies[body].parts,
                &unit,
                &fall,
                grid,
                previous,
                current,
            );
        }
        let ratio = &unit / &outline.unit;
        let turn_unit = common_turns(&mut bodies);
        let short = Short::new(outline, grid, current);
        let turned_unit = turn_unit * &short.unit;
        let move_unit = Integer::from(turned_unit.unsigned_abs_ref().lcm(unit.unsigned_abs_ref()));
        let scale = &move_unit * &move_unit;
        let reach_squared = Rational::ZERO;
        let mut instant = Self {
            outline,
            unit,
            ratio,
            bodies,
            reach_squared,
            grid,
            forgives: false,
            short,
            turned_unit,
            move_unit,
            scale,
        };
        instant.reach_squared = instant.reach(previous, current);
        instant
    }

    /// Δ times the free move of the point of a body with this short arm, Λ c° q.
    pub(crate) fn free_move(&self, body: usize, arm: &Plane) -> Plane {
        let moving = &self.bodies[body];
        &moving.free_move.scaled(&(&self.move_unit / &self.unit))
            + &self.turned_by(&moving.free_turn, arm)
    }

    /// Δ times its last move.
    pub(crate) fn last_move(&self, body: usize, arm: &Plane) -> Plane {
        let moving = &self.bodies[body];
        &moving.last_move.scaled(&(&self.move_unit / &self.unit))
            + &self.turned_by(&moving.last_turn, arm)
    }

    /// Δ times the product of a turn, given as Ω times it, and a length, given as Λ times it.
    pub(crate) fn turned_by(&self, turn: &Plane, length: &Plane) -> Plane {
        (turn * length).scaled(&(&self.move_unit / &self.turned_unit))
    }

    /// R² = 32 max (|d~|² + |c - c⁻|² ρ²).
    fn reach(&self, previous: &[Origin], current: &[Placement]) -> Rational {
        let squares = self
            .outline
            .free
            .iter()
            .zip(previous.iter().zip(current))
            .map(|(&body, (previous, current))| {
                let moved = Rational::from_integers(
                    self.bodies[body].free_move.norm_squared(),
                    &self.unit * &self.unit,
                );
                let turned = difference(&current.rotation.fraction(), &previous.rotation);
                let unit_squared = &self.outline.unit * &self.outline.unit;
                let radius = Rational::from_integers(
                    self.outline.bodies[body].radius_squared.clone(),
                    unit_squared,
                );
                moved + turned * radius
            });
        squares.max().unwrap_or_default() * Rational::from(32)
    }
}

/// Brings Θ and Β of all bodies to a common Ω, which is returned.
fn common_turns(bodies: &mut [Moving]) -> Integer {
    let common = Integer::from(bodies.iter().fold(Natural::ONE, |common, body| {
        common.lcm(body.turn_unit.unsigned_abs_ref())
    }));
    for body in bodies.iter_mut().filter(|body| body.turn_unit != common) {
        let factor = &common / &body.turn_unit;
        body.free_turn = body.free_turn.scaled(&factor);
        body.last_turn = body.last_turn.scaled(&factor);
        body.turn_unit.clone_from(&common);
    }
    common
}

/// |c - c'|².
fn difference(one: &Fraction, other: &Fraction) -> Rational {
    let offset =
        &one.numerator.scaled(&other.denominator) - &other.numerator.scaled(&one.denominator);
    let common = &one.denominator * &other.denominator;
    Rational::from_integers(offset.norm_squared(), &common * &common)
}

impl Moving {
    fn fixed(parts: &[Vec<Plane>]) -> Self {
        Self {
            rotation: Plane::ONE,
            denominator: Integer::ONE,
            norm: Integer::ONE,
            centroid: Plane::ZERO,
            free_move: Plane::ZERO,
            last_move: Plane::ZERO,
            free_turn: Plane::ZERO,
            last_turn: Plane::ZERO,
            turn_unit: Integer::ONE,
            turn: [Rational::ONE, Rational::ZERO],
            vertices: parts.to_vec(),
        }
    }

    fn new(
        parts: &[Vec<Plane>],
        unit: &Integer,
        fall: &Plane,
        grid: Grid,
        previous: &Origin,
        current: &Placement,
    ) -> Self {
        let position = |centroid: &[Rational; 2]| {
            Plane::new(times(&centroid[0], unit), times(&centroid[1], unit))
        };
        let centroid = position(&current.centroid);
        let last_move = &centroid - &position(&previous.centroid);
        let c = current.rotation.fraction();
        let turns = match grid.0 {
            Some(digits) => Turns::on_grid(&c, &previous.rotation, digits),
            None => Turns::exact(&c, &previous.rotation),
        };
        let turned = |part: &Vec<Plane>| part.iter().map(|arm| &c.numerator * arm).collect();
        Self {
            vertices: parts.iter().map(turned).collect(),
            rotation: c.numerator,
            denominator: c.denominator,
            norm: c.norm,
            centroid,
            free_move: &last_move + fall,
            last_move,
            free_turn: turns.free,
            last_turn: turns.last,
            turn_unit: turns.unit,
            turn: turns.turn,
        }
    }
}

struct Turns {
    free: Plane,
    last: Plane,
    unit: Integer,
    turn: [Rational; 2],
}

impl Turns {
    /// ρ = c conj(c⁻), rounded; Θ/Ω = ρ - 1, Β/Ω = 1 - conj ρ.
    fn on_grid(c: &Fraction, before: &Fraction, digits: u64) -> Self {
        let product = &c.numerator * &before.numerator.conjugate();
        let common = &c.denominator * &before.denominator;
        let unit = Integer::power_of_2(digits);
        let rounded = |part: &Integer| nearest(&(part << digits), &common);
        let turn = Plane::new(rounded(&product.re), rounded(&product.im));
        let one = Plane::new(unit.clone(), Integer::ZERO);
        let parts =
            [&turn.re, &turn.im].map(|part| Rational::from_integers(part.clone(), unit.clone()));
        Self {
            free: &turn - &one,
            last: &one - &turn.conjugate(),
            unit,
            turn: parts,
        }
    }

    /// κ = (1 + |c|² - |c - c⁻|²)/2, s~ = Im (2c - c⁻) conj(c); Θ/Ω = (κ + s~ i)/|c|² - 1, Β/Ω =
    /// 1 - c⁻/c.
    fn exact(c: &Fraction, before: &Fraction) -> Self {
        let norm = Rational::from_integers(c.norm.clone(), c.denominator.clone());
        let kappa = (Rational::ONE + &norm - difference(c, before)) / Rational::from(2);
        // Im (2c - c⁻) conj(c) = -Im c⁻ conj(c).
        let product = &before.numerator * &c.numerator.conjugate();
        let common = &c.denominator * &before.denominator;
        let ratio = |part: &Integer| Rational::from_integers(part.clone(), common.clone());
        let sweep = -ratio(&product.im);
        let free = [&kappa / &norm - Rational::ONE, &sweep / &norm];
        let last = [
            Rational::ONE - ratio(&product.re) / &norm,
            -(ratio(&product.im) / &norm),
        ];
        let unit = common_denominator(free.iter().chain(&last));
        let plane =
            |parts: &[Rational; 2]| Plane::new(times(&parts[0], &unit), times(&parts[1], &unit));
        Self {
            free: plane(&free),
            last: plane(&last),
            turn: [kappa, sweep],
            unit,
        }
    }
}
