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
//! The unknowns (y_d, y_s) vanish where only weight and loads act, so the quadratic program has the
//! target 0; their masses are (m, m, I |c|²).

use crate::number::{common_denominator, times};
use crate::outline::{InStates, Mass, Outline};
use crate::plane::Plane;
use crate::rounding;
use crate::short::Short;
use crate::state::{Fraction, Origin, Placement};
use malachite::base::num::arithmetic::traits::{Lcm, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use std::sync::Arc;
use zwang_certificate::{Feature, PartId};
use zwang_law::Grid;
use zwang_scene::BodyId;

/// The two bodies that something joins; nothing stands for the world.
pub(crate) type Joined = [Option<BodyId>; 2];

/// The scene at one instant.
pub(crate) struct Instant {
    pub(crate) outline: Arc<Outline>,
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
    /// The vertices of the parts of each body.
    points: Vec<Vec<Vec<Point>>>,
    /// Δ: a common multiple of Γ and Ω Λ, the unit of moves of points.
    pub(crate) move_unit: Integer,
    move_factors: MoveFactors,
    /// Δ² = T: the programs of the step have the unknowns T y, so that constants with long
    /// denominators leave coefficients short.
    pub(crate) scale: Integer,
}

/// How many times Δ is as large as other units.
struct MoveFactors {
    /// Δ/Γ.
    of_lengths: Integer,
    /// Δ/(Ω Λ).
    of_turned_arms: Integer,
    /// Δ/Λ.
    of_arms: Integer,
}

/// A vertex with its moves: rows are made of the differences of such.
pub(crate) struct Point {
    /// R°.
    pub(crate) arm: Plane,
    /// Δ times the free move.
    pub(crate) free_move: Plane,
    /// Δ times the last move.
    pub(crate) last_move: Plane,
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
    /// κ + s~ i, times the following.
    pub(crate) turn: Plane,
    pub(crate) turn_denominator: Integer,
    /// h² T / I.
    sweep_by_loads: Rational,
    /// R for each vertex of each part.
    pub(crate) vertices: Vec<Vec<Plane>>,
}

impl Instant {
    /// The instant between the step to `current`, which began at `previous`, and the next step of
    /// the duration `step`.
    pub(crate) fn new(
        outline: &Arc<Outline>,
        step: &Rational,
        grid: Grid,
        previous: &[Origin],
        current: &[Placement],
    ) -> Self {
        let short = Short::new(outline, grid, current);
        let mut drives = Vec::new();
        for &body in &outline.free {
            drives.push(Drive::new(outline.mass(body), &short, body, step));
        }
        let falls = drives.iter().flat_map(|drive| &drive.fall);
        let earlier = previous.iter().flat_map(|origin| &origin.centroid);
        let now = current.iter().flat_map(|placement| &placement.centroid);
        let coordinates = now.chain(earlier).chain(falls);
        let unit = common_denominator(coordinates) * &outline.unit;
        let mut bodies = Vec::new();
        for body in &outline.bodies {
            bodies.push(Moving::fixed(&body.parts));
        }
        for (moved, drive) in outline.in_states(previous, current).zip(drives) {
            let body = moved.body;
            let parts = &outline.bodies[body].parts;
            bodies[body] = Moving::new(parts, &unit, drive, grid, &moved);
        }
        let ratio = &unit / &outline.unit;
        let turn_unit = common_turns(&mut bodies);
        let turned_unit = turn_unit * &short.unit;
        let multiple = turned_unit.unsigned_abs_ref().lcm(unit.unsigned_abs_ref());
        let move_unit = Integer::from(multiple);
        let move_factors = MoveFactors {
            of_lengths: &move_unit / &unit,
            of_turned_arms: &move_unit / turned_unit,
            of_arms: &move_unit / &short.unit,
        };
        let scale = &move_unit * &move_unit;
        let reach_squared = Rational::ZERO;
        let mut instant = Self {
            outline: Arc::clone(outline),
            unit,
            ratio,
            bodies,
            reach_squared,
            grid,
            forgives: false,
            short,
            points: Vec::new(),
            move_unit,
            move_factors,
            scale,
        };
        instant.points = instant.all_points();
        instant.reach_squared = instant.reach(previous, current);
        instant
    }

    /// Whether a body was where it is one step ago.
    pub(crate) fn is_at_rest(&self, body: BodyId) -> bool {
        let Moving {
            last_move,
            last_turn,
            ..
        } = &self.bodies[body];
        *last_move == Plane::ZERO && *last_turn == Plane::ZERO
    }

    /// The unknowns (y_d, y_s) of a body that stays where it is, d = s = 0: -d~ and -s~/|c|².
    pub(crate) fn staying(&self, body: BodyId) -> [Rational; 3] {
        let moving = &self.bodies[body];
        let Plane { re, im } = &moving.free_move;
        let [_, sweep] = moving.turn.over(&moving.turn_denominator);
        let norm = Rational::from_integers(moving.norm.clone(), moving.denominator.clone());
        [
            Rational::from_integers(-re, self.unit.clone()),
            Rational::from_integers(-im, self.unit.clone()),
            -sweep / norm,
        ]
    }

    fn all_points(&self) -> Vec<Vec<Vec<Point>>> {
        let mut points = Vec::with_capacity(self.bodies.len());
        for (body, outline) in self.outline.bodies.iter().enumerate() {
            let parts = outline.parts.iter();
            points.push(
                parts
                    .map(|arms| self.points_of(BodyId(body), arms))
                    .collect(),
            );
        }
        points
    }

    fn points_of(&self, body: BodyId, arms: &[Plane]) -> Vec<Point> {
        let mut points = Vec::with_capacity(arms.len());
        for arm in arms {
            let arm = self.short.turned(body, arm);
            points.push(Point {
                free_move: self.free_move(body, &arm),
                last_move: self.last_move(body, &arm),
                arm,
            });
        }
        points
    }

    /// A vertex.
    pub(crate) fn point(&self, vertex: Feature) -> &Point {
        &self.points[vertex.part.body][vertex.part.part][vertex.index]
    }

    /// A vertex, turned: R.
    pub(crate) fn turned_arm(&self, vertex: Feature) -> &Plane {
        &self.bodies[vertex.part.body].vertices[vertex.part.part][vertex.index]
    }

    /// Δ/Λ.
    pub(crate) fn factor_of_arms(&self) -> &Integer {
        &self.move_factors.of_arms
    }

    /// Δ times the free move of the point of a body with this short arm, Λ c° q.
    pub(crate) fn free_move(&self, body: BodyId, arm: &Plane) -> Plane {
        let Moving {
            free_move,
            free_turn,
            ..
        } = &self.bodies[body];
        self.moved_by(free_move, free_turn, arm)
    }

    /// Δ times its last move.
    fn last_move(&self, body: BodyId, arm: &Plane) -> Plane {
        let Moving {
            last_move,
            last_turn,
            ..
        } = &self.bodies[body];
        self.moved_by(last_move, last_turn, arm)
    }

    /// Δ times the move of a point, given that of the centroid and the turn.
    fn moved_by(&self, centroid: &Plane, turn: &Plane, arm: &Plane) -> Plane {
        let MoveFactors {
            of_lengths,
            of_turned_arms,
            ..
        } = &self.move_factors;
        let moved = centroid.scaled(of_lengths);
        let turned = (turn * arm).scaled(of_turned_arms);
        &moved + &turned
    }

    /// Y = (Z_a - Z_b) w_a + Γ/A R: Γ w_a times a vertex as seen from the centroid of body b.
    pub(crate) fn seen_from(&self, other: &Moving, vertex: Feature) -> Plane {
        let PartId { body, part } = vertex.part;
        let own = &self.bodies[body];
        let between = &own.centroid - &other.centroid;
        let between = between.scaled(&own.denominator);
        let turned = &own.vertices[part][vertex.index];
        &between + &turned.scaled(&self.ratio)
    }

    /// N = (Γ/A) w_a ν_b: how much longer arms of body b are where Y is turned back by C_b.
    pub(crate) fn arm_unit(&self, own: &Moving, other: &Moving) -> Integer {
        &self.ratio * &own.denominator * &other.norm
    }

    /// How far the points of a pin are apart, and the unit that this is told in. A point of a free
    /// body is at (Z w + γ C Q) / (Γ w), and a fixed one at γ Q / Γ.
    pub(crate) fn points_apart(&self, arms: &[Plane; 2], bodies: Joined) -> (Plane, Integer) {
        let (first, first_unit) = self.pinned_point(&arms[0], bodies[0]);
        let (second, second_unit) = self.pinned_point(&arms[1], bodies[1]);
        let apart = &first.scaled(&second_unit) - &second.scaled(&first_unit);
        (apart, &self.unit * first_unit * second_unit)
    }

    /// Γ w times a point of a body, and w.
    fn pinned_point(&self, arm: &Plane, body: Option<BodyId>) -> (Plane, Integer) {
        let Some(body) = self.outline.only_free(body) else {
            return (arm.scaled(&self.ratio), Integer::ONE);
        };
        let moving = &self.bodies[body];
        let turned = (&moving.rotation * arm).scaled(&self.ratio);
        let place = &moving.centroid.scaled(&moving.denominator) + &turned;
        (place, moving.denominator.clone())
    }

    /// R² = 32 max (|d~|² + ρ² r²), with ρ² = |c - c⁻|², or 2 |c - c⁻|² + 2 (h² T / I)² where T is
    /// not 0.
    fn reach(&self, previous: &[Origin], current: &[Placement]) -> Rational {
        let outline = &self.outline;
        let unit_squared = &self.unit * &self.unit;
        let outline_squared = &outline.unit * &outline.unit;
        // Squares over Γ² A² and a denominator of the body: to reduce them all would take longer.
        let mut largest = (Integer::ZERO, Integer::ONE);
        for InStates { body, from, .. } in outline.in_states(previous, current) {
            let moving = &self.bodies[body];
            let (mut turned, mut denominator) = moving.distance_squared(&from.rotation);
            let sweep = &moving.sweep_by_loads;
            if *sweep != 0 {
                let square = sweep * sweep;
                let factor = Integer::from(square.denominator_ref());
                turned = turned * &factor + times(&square, &factor) * &denominator;
                turned <<= 1u64;
                denominator *= factor;
            }
            let moved = moving.free_move.norm_squared() * &outline_squared * &denominator;
            let turned = turned * &outline.bodies[body].radius_squared * &unit_squared;
            let reach = (moved + turned, denominator);
            if &reach.0 * &largest.1 > &largest.0 * &reach.1 {
                largest = reach;
            }
        }
        let (numerator, denominator) = largest;
        let denominator = denominator * unit_squared * outline_squared;
        Rational::from_integers(numerator << 5u64, denominator)
    }
}

/// Brings Θ and Β of all bodies to a common Ω, which is returned.
fn common_turns(bodies: &mut [Moving]) -> Integer {
    let mut common = Natural::ONE;
    for body in bodies.iter() {
        common = common.lcm(body.turn_unit.unsigned_abs_ref());
    }
    let common = Integer::from(common);
    for body in bodies.iter_mut().filter(|body| body.turn_unit != common) {
        let factor = &common / &body.turn_unit;
        body.free_turn = body.free_turn.scaled(&factor);
        body.last_turn = body.last_turn.scaled(&factor);
        body.turn_unit.clone_from(&common);
    }
    common
}

/// |c - c'|², as a numerator and a denominator.
fn distance_squared(
    numerator: &Plane,
    denominator: &Integer,
    other: &Fraction,
) -> (Integer, Integer) {
    let numerator = numerator.scaled(&other.denominator);
    let other_numerator = other.numerator.scaled(denominator);
    let offset = &numerator - &other_numerator;
    let common = denominator * &other.denominator;
    (offset.norm_squared(), &common * &common)
}

impl Moving {
    /// |c - c⁻|², as a numerator and a denominator.
    fn distance_squared(&self, before: &Fraction) -> (Integer, Integer) {
        distance_squared(&self.rotation, &self.denominator, before)
    }

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
            turn: Plane::ONE,
            turn_denominator: Integer::ONE,
            sweep_by_loads: Rational::ZERO,
            vertices: parts.to_vec(),
        }
    }

    fn new(
        parts: &[Vec<Plane>],
        unit: &Integer,
        drive: Drive,
        grid: Grid,
        moved: &InStates,
    ) -> Self {
        let InStates { from, to, .. } = moved;
        let before = Plane::of_multiples(&from.centroid, unit);
        let centroid = Plane::of_multiples(&to.centroid, unit);
        let last_move = &centroid - &before;
        let c = to.rotation.fraction();
        let mut turns = match grid.0 {
            Some(digits) => Turns::on_grid(&c, &from.rotation, digits),
            None => Turns::exact(&c, &from.rotation),
        };
        if drive.sweep != 0 {
            let norm = Rational::from_integers(c.norm.clone(), c.denominator.clone());
            turns.drive(&drive.sweep, &norm);
        }
        let fall = Plane::of_multiples(&drive.fall, unit);
        let mut vertices = Vec::new();
        for part in parts {
            vertices.push(part.iter().map(|arm| &c.numerator * arm).collect());
        }
        Self {
            vertices,
            rotation: c.numerator,
            denominator: c.denominator,
            norm: c.norm,
            centroid,
            free_move: &last_move + &fall,
            last_move,
            free_turn: turns.free,
            last_turn: turns.last,
            turn_unit: turns.unit,
            turn: turns.turn,
            turn_denominator: turns.turn_denominator,
            sweep_by_loads: drive.sweep,
        }
    }
}

/// What weight and loads add to the motion of a body in a step.
struct Drive {
    /// h² (g + F / m).
    fall: [Rational; 2],
    /// h² T / I.
    sweep: Rational,
}

impl Drive {
    fn new(mass: &Mass, short: &Short, body: BodyId, step: &Rational) -> Self {
        let step_squared = step * step;
        let mut torque = Rational::ZERO;
        if mass.is_turned_by_loads() {
            let rotation = short.rotation(body);
            torque = mass.turning.torque(rotation.each_ref());
        }
        Self {
            fall: mass
                .acceleration
                .each_ref()
                .map(|part| &step_squared * part),
            sweep: step_squared * torque / &mass.inertia,
        }
    }
}

struct Turns {
    free: Plane,
    last: Plane,
    unit: Integer,
    turn: Plane,
    turn_denominator: Integer,
}

impl Turns {
    /// χ = c conj(c⁻), rounded; Θ/Ω = χ - 1, Β/Ω = 1 - conj χ.
    fn on_grid(c: &Fraction, before: &Fraction, digits: u64) -> Self {
        let product = &c.numerator * &before.numerator.conjugate();
        let common = &c.denominator * &before.denominator;
        let unit = Integer::power_of_2(digits);
        let turn = rounding::multiples(product, &common, digits);
        let one = Plane::ONE.scaled(&unit);
        Self {
            free: &turn - &one,
            last: &one - &turn.conjugate(),
            turn,
            turn_denominator: unit.clone(),
            unit,
        }
    }

    /// κ = (1 + |c|² - |c - c⁻|²)/2, s~ = Im (2c - c⁻) conj(c); Θ/Ω = (κ + s~ i)/|c|² - 1, Β/Ω =
    /// 1 - c⁻/c.
    fn exact(c: &Fraction, before: &Fraction) -> Self {
        let norm = Rational::from_integers(c.norm.clone(), c.denominator.clone());
        let (numerator, denominator) = distance_squared(&c.numerator, &c.denominator, before);
        let distance_squared = Rational::from_integers(numerator, denominator);
        let twice_kappa = Rational::ONE + &norm - distance_squared;
        let kappa = twice_kappa / Rational::from(2);
        // Im (2c - c⁻) conj(c) = -Im c⁻ conj(c).
        let product = &before.numerator * &c.numerator.conjugate();
        let common = &c.denominator * &before.denominator;
        let [re, im] = product.over(&common);
        let sweep = -im;
        let free = [&kappa / &norm - Rational::ONE, &sweep / &norm];
        let last = [Rational::ONE - re / &norm, &sweep / &norm];
        let unit = common_denominator(free.iter().chain(&last));
        let turn = [kappa, sweep];
        let turn_denominator = common_denominator(&turn);
        Self {
            free: Plane::of_multiples(&free, &unit),
            last: Plane::of_multiples(&last, &unit),
            turn: Plane::of_multiples(&turn, &turn_denominator),
            turn_denominator,
            unit,
        }
    }

    /// Adds to s~ what loads do, given |c|².
    fn drive(&mut self, sweep: &Rational, norm: &Rational) {
        let turned = sweep / norm;
        let factor = common_denominator([&turned]);
        self.unit *= &factor;
        let turned = Plane::of_multiples(&[Rational::ZERO, turned], &self.unit);
        self.free = &self.free.scaled(&factor) + &turned;
        self.last = self.last.scaled(&factor);
        let factor = Integer::from(sweep.denominator_ref());
        self.turn_denominator *= &factor;
        self.turn = self.turn.scaled(&factor);
        self.turn.im += times(sweep, &self.turn_denominator);
    }
}
