//! Pins: stiff springs between points of two bodies, or of one body and what is fixed
//! (`proofs/RUN.md`, section 11).
//!
//! A pin joins the points with the arms q₁, q₂ of its bodies. With rotations in the middle of the
//! guessed motion it gapes after a step (d, s) by
//!
//! ```text
//! r = D + d₁ + s₁ J(c_mid q₁) - d₂ - s₂ J(c_mid q₂),   D the present gape.
//! ```
//!
//! **Compliance.** The program has Σ |r|²/(2ε) in its objective, with an ε of 2^-48 over a mass. So
//! r = -ε f with the pin's force f: rounding, but pins that say the same, as two pins of one pair
//! of bodies or those of a closed loop do, never contradict each other, forces are unique, and a
//! motion needs no correction to keep pins. An equation with a new unknown e of the mass 1/ε, r(x)
//! = e, is the same program.
//!
//! **Stiffness.** Frozen coefficients lack the derivative of a pin's torque by the turn, and chains
//! under tension diverge where h² f/(m L) > 1. The term ½ k (s - s^)² in the program's objective
//! mends that, with k = Σ ± ½ f·(c_mid q) over the pins of a body, if it is positive. At a fixed
//! point s = s^ it vanishes, whatever k is; so f need not be the pin's force. It is what Newton's
//! law asks of the pin for the *guess*: Σ m (d^ - d~) over the bodies that hang from it. That is a
//! function of the state alone. (Forces of an earlier program would be as well, but the first
//! program has none.) Pins of a loop have none of it.
//!
//! k makes I/u of the inertia I, with the *share* u = I/(I + k), and of the target s~ makes u s~ +
//! (1 - u) s^. u is rounded to eight binary digits: this keeps numbers short.
//!
//! Measured: ten links of 10 g and a weight of 10⁴ or 10⁶ links fall from level. Without k all of
//! them fly apart.

use crate::number::{FORCE, LONG, SHORT, over, rounded};
use crate::order::Order;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rows::{Point, act_at};
use crate::state::{BodyGuess, Placed, Pose};
use crate::target::Target;
use malachite::base::num::arithmetic::traits::{FloorLogBase2, PowerOf2, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{AddAssign, Div, Mul, Neg, Sub};
use zwang_program::kernel;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

#[cfg(test)]
mod tests;

/// Binary digits of a share.
const SHARE_DIGITS: i64 = 8;
/// A mass times a compliance is about 2^-48: 3g/4.
const COMPLIANCE: i64 = 48;

/// A force of each pin of a group, over 2^P.
pub(crate) type PinForces = Vec<[Integer; 2]>;

/// A pin of the scene.
#[derive(Clone, Debug)]
pub(crate) struct Pin {
    /// The first body, and the second one if it is not the world.
    pub(crate) bodies: [Option<BodyId>; 2],
    /// The arms of its point, U times; of a fixed body and of the world, the point itself.
    pub(crate) arms: [Plane; 2],
    /// ε is 2^-compliance.
    compliance: i64,
}

/// Exact numbers, or doubles.
pub trait Number:
    Clone
    + From<i32>
    + Neg<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
{
}

impl<N> Number for N where
    N: Clone
        + From<i32>
        + Neg<Output = N>
        + Sub<Output = N>
        + Mul<Output = N>
        + Div<Output = N>
        + AddAssign
{
}

/// A pin, and the bodies that are ends when it is taken off.
type TakenOff = (usize, [bool; 2]);

/// The pins of a scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pins {
    pub(crate) list: Vec<Pin>,
    /// Rounds in which bodies with one pin left are taken off.
    rounds: Vec<Vec<TakenOff>>,
}

/// The demand of a pin on a motion: its gape after it, in x and in y.
#[derive(Clone, Debug)]
pub(crate) struct PinRow {
    /// Its number in the scene.
    pub(crate) pin: usize,
    /// For x and y: pairs (unknown, U 2^128 times the coefficient).
    coefficients: [Vec<(usize, Integer)>; 2],
    /// D, U 2^128 times.
    gape: Plane,
    /// ε is 2^-compliance.
    compliance: i64,
}

/// A guess of the motion of a group.
pub(crate) struct Guessed<'a> {
    pub(crate) outline: &'a Outline,
    /// Before the step.
    pub(crate) placed: &'a Placed,
    /// The place of each free body of the group.
    pub(crate) places: &'a BTreeMap<BodyId, usize>,
    pub(crate) guesses: &'a [BodyGuess],
}

impl Pins {
    /// Those of a scene, with arms U times.
    pub(crate) fn new(scene: &Scene, arms: Vec<[Plane; 2]>) -> Self {
        let mut list = Vec::with_capacity(arms.len());
        for (pin, arms) in scene.pins.iter().zip(arms) {
            let bodies = [Some(pin.first), pin.second];
            let free = bodies.into_iter().flatten().filter_map(|body| {
                let free = scene.bodies[body].dynamics.as_ref()?;
                Some(to_solver(&free.mass))
            });
            let heaviest = free.max().unwrap_or(Rational::ONE);
            list.push(Pin {
                bodies,
                arms,
                compliance: COMPLIANCE + (&heaviest).floor_log_base_2(),
            });
        }
        let rounds = rounds(scene, &list);
        Self { list, rounds }
    }

    /// The free bodies of a pin.
    pub(crate) fn free<'a>(
        &'a self,
        outline: &'a Outline,
        pin: usize,
    ) -> impl Iterator<Item = BodyId> + 'a {
        let bodies = self.list[pin].bodies.into_iter().flatten();
        bodies.filter(|body| outline.is_free(body.0))
    }

    /// f of each pin that is taken off, for Σ m (d^ - d~) of the bodies of a group.
    pub(crate) fn pulls<N: Number>(
        &self,
        mut loads: BTreeMap<BodyId, [N; 2]>,
    ) -> BTreeMap<usize, [N; 2]> {
        let mut pulls = BTreeMap::new();
        for (pin, are_ends) in self.rounds.iter().flatten() {
            let ends = self.list[*pin].bodies;
            let load = |side: usize| ends[side].and_then(|body| loads.get(&body)).cloned();
            let (first, second) = (load(0), load(1));
            let pull = match (are_ends, first, second) {
                ([true, false], Some(first), _) => first,
                ([false, true], _, Some(second)) => second.map(|part| -part),
                // Half from each side: mirror images have the image of it.
                ([true, true], Some([x, y]), Some([x_2, y_2])) => {
                    [(x - x_2) / N::from(2), (y - y_2) / N::from(2)]
                }
                _ => continue,
            };
            for (side, sign) in [(0, -1), (1, 1)] {
                // What hangs from an end, hangs from the other one as well.
                let is_held = are_ends[1 - side] && !are_ends[side];
                let held = ends[side].and_then(|body| loads.get_mut(&body));
                if let (true, Some(held)) = (is_held, held) {
                    for (held, part) in held.iter_mut().zip(&pull) {
                        *held += part.clone() * N::from(sign);
                    }
                }
            }
            pulls.insert(*pin, pull);
        }
        pulls
    }
}

/// Takes off bodies with one pin left, all at once, until there are none.
fn rounds(scene: &Scene, pins: &[Pin]) -> Vec<Vec<TakenOff>> {
    let mut left: BTreeMap<BodyId, BTreeSet<usize>> = BTreeMap::new();
    for (index, pin) in pins.iter().enumerate() {
        for body in pin.bodies.into_iter().flatten() {
            if !scene.bodies[body].is_fixed() {
                left.entry(body).or_default().insert(index);
            }
        }
    }
    let mut rounds = Vec::new();
    let mut ends: BTreeSet<BodyId> = left.keys().copied().collect();
    loop {
        ends.retain(|body| left[body].len() == 1);
        let mut round = BTreeMap::new();
        for &body in &ends {
            for &pin in &left[&body] {
                let are_ends: &mut [bool; 2] = round.entry(pin).or_default();
                for (is_end, end) in are_ends.iter_mut().zip(pins[pin].bodies) {
                    *is_end |= end == Some(body);
                }
            }
        }
        if round.is_empty() {
            return rounds;
        }
        ends.clear();
        for &pin in round.keys() {
            for body in pins[pin].bodies.into_iter().flatten() {
                if let Some(pins) = left.get_mut(&body) {
                    pins.remove(&pin);
                    ends.insert(body);
                }
            }
        }
        rounds.push(round.into_iter().collect());
    }
}

impl Guessed<'_> {
    /// The pins of a group at this guess.
    pub(crate) fn rows(&self, pins: &[usize]) -> Vec<PinRow> {
        let mut rows = Vec::with_capacity(pins.len());
        for &pin in pins {
            let arms = [0, 1].map(|side| self.middle_arm(pin, side));
            let mut row = row(self.outline, self.places, pin, &arms, SHORT);
            row.gape = gape(self.outline, self.placed, pin);
            rows.push(row);
        }
        rows
    }

    /// c_mid q, over U 2^l; 0 if the body is fixed.
    fn middle_arm(&self, pin: usize, side: usize) -> Plane {
        let pin = &self.outline.pins.list[pin];
        let place = pin.bodies[side].and_then(|body| Some((body, self.places.get(&body)?)));
        match place {
            Some((body, &place)) => {
                let pose = self.placed.pose(body.0);
                &pose.middle_rotation(&self.guesses[place].turn) * &pin.arms[side]
            }
            None => Plane::ZERO,
        }
    }

    /// u of each body.
    pub(crate) fn shares(&self, pins: &[usize], targets: &[&Target]) -> Vec<Rational> {
        let mut loads = BTreeMap::new();
        for ((&body, &place), target) in self.places.iter().zip(targets) {
            let [along, across] = &self.guesses[place].displacement;
            let Plane { re, im } = self.outline.vector(along, across);
            let [x, y] = &target.displacement;
            let mass = &self.outline.mass(body).mass;
            let load = [over(&re, SHORT) - x, over(&im, SHORT) - y];
            loads.insert(body, load.map(|part| mass * part));
        }
        let pulls = self.outline.pins.pulls(loads);
        let mut stiffness = vec![Rational::ZERO; self.guesses.len()];
        for &pin in pins {
            let Some([x, y]) = pulls.get(&pin) else {
                continue;
            };
            for (side, body) in self.outline.pins.list[pin].bodies.iter().enumerate() {
                let Some(&place) = body.as_ref().and_then(|body| self.places.get(body)) else {
                    continue;
                };
                let Plane { re, im } = self.middle_arm(pin, side);
                let product = x * Rational::from(re) + y * Rational::from(im);
                let unit = Rational::from(&self.outline.unit << (SHORT + 1));
                let torque = product / unit;
                stiffness[place] += if side == 0 { torque } else { -torque };
            }
        }
        let mut shares = Vec::with_capacity(stiffness.len());
        for (stiffness, &body) in stiffness.into_iter().zip(self.places.keys()) {
            let inertia = &self.outline.mass(body).inertia;
            shares.push(match stiffness > 0 {
                true => short(inertia / (inertia + stiffness)),
                false => Rational::ONE,
            });
        }
        shares
    }
}

/// How a pin gapes, over U 2^2g.
pub(crate) fn gape(outline: &Outline, placed: &Placed, pin: usize) -> Plane {
    let [first, second] = points(outline, |body| placed.pose(body).clone(), pin);
    &first - &second
}

/// The points of a pin on its two bodies, or on the world, over U 2^2g.
pub(crate) fn points(outline: &Outline, pose: impl Fn(usize) -> Pose, pin: usize) -> [Plane; 2] {
    let pin = &outline.pins.list[pin];
    [0, 1].map(|side| match pin.bodies[side] {
        Some(body) => pose(body.0).point(&pin.arms[side]),
        None => pin.arms[side].shifted(LONG),
    })
}

/// Whether a gape over U 2^2g is longer than a length, m, given its square.
pub(crate) fn is_beyond(outline: &Outline, gape: &Plane, square: &Rational) -> bool {
    let unit = Rational::from((&outline.unit << LONG).square());
    gape.norm_squared() > square * unit
}

/// The pin's row for velocities: no gape, and arms at a state.
pub(crate) fn velocity_row(
    outline: &Outline,
    placed: &Placed,
    places: &BTreeMap<BodyId, usize>,
    pin: usize,
) -> PinRow {
    let Pin { bodies, arms, .. } = &outline.pins.list[pin];
    let arms = [0, 1].map(|side| match bodies[side] {
        Some(body) => &placed.pose(body.0).short_rotation() * &arms[side],
        None => Plane::ZERO,
    });
    row(outline, places, pin, &arms, SHORT)
}

/// The row without a gape, for turned arms over U 2^digits.
fn row(
    outline: &Outline,
    places: &BTreeMap<BodyId, usize>,
    pin: usize,
    arms: &[Plane; 2],
    digits: u64,
) -> PinRow {
    let one = &outline.unit << LONG;
    let mut coefficients = [Vec::with_capacity(4), Vec::with_capacity(4)];
    let Pin {
        bodies, compliance, ..
    } = &outline.pins.list[pin];
    for ((body, arm), sign) in bodies.iter().zip(arms).zip([1, -1]) {
        let Some(&place) = body.as_ref().and_then(|body| places.get(body)) else {
            continue;
        };
        let sign = Integer::from(sign);
        let Plane { re, im } = arm.quarter_turn().shifted(LONG - digits).scaled(&sign);
        for (axis, lever) in [re, im].into_iter().enumerate() {
            coefficients[axis].push((3 * place + axis, &one * &sign));
            if lever != 0 {
                coefficients[axis].push((3 * place + 2, lever));
            }
        }
    }
    PinRow {
        pin,
        coefficients,
        gape: Plane::ZERO,
        compliance: *compliance,
    }
}

impl PinRow {
    /// The pin in another order of bodies, its own two exchanged or not.
    pub(crate) fn image(&self, order: &Order, is_reversed: bool) -> Self {
        let mut image = self.clone();
        let gape = [&self.gape.re, &self.gape.im];
        let mut gapes = [Integer::ZERO, Integer::ZERO];
        for (axis, form) in self.coefficients.iter().enumerate() {
            let (to, changes) = order.axis(axis);
            let changes = changes ^ is_reversed;
            image.coefficients[to] = order.form(form, changes);
            gapes[to] = if changes {
                -gape[axis]
            } else {
                gape[axis].clone()
            };
        }
        let [re, im] = gapes;
        image.gape = Plane::new(re, im);
        image
    }

    /// The places of its free bodies in the group.
    pub(crate) fn bodies(&self) -> BTreeSet<usize> {
        let unknowns = self.coefficients.iter().flatten();
        unknowns.map(|(unknown, _)| unknown / 3).collect()
    }

    /// Lets it act at another point, given the ways there from its own on its two bodies, over a
    /// unit.
    pub(crate) fn act_at(&mut self, ways: &[Plane; 2], unit: &Integer) {
        for coefficients in &mut self.coefficients {
            act_at(coefficients, unit, |body_move| {
                let is_first = body_move.re > 0 || body_move.im > 0;
                &ways[usize::from(!is_first)]
            });
        }
    }

    /// Any order of pins.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let gape = |own: &Self| [own.gape.re.clone(), own.gape.im.clone()];
        let by_coefficients = self.coefficients.cmp(&other.coefficients);
        by_coefficients
            .then_with(|| gape(self).cmp(&gape(other)))
            .then_with(|| self.compliance.cmp(&other.compliance))
    }

    /// Whether the pin gapes nowhere at a point.
    pub(crate) fn is_closed(&self, point: &Point) -> bool {
        [0, 1].into_iter().all(|axis| self.value(axis, point) == 0)
    }

    /// A component of r at a point, over U 2^128 and the unit of the point.
    fn value(&self, axis: usize, point: &Point) -> Integer {
        let gape = [&self.gape.re, &self.gape.im][axis];
        let mut sum = gape * &point.unit;
        for (unknown, coefficient) in &self.coefficients[axis] {
            sum += coefficient * &point.numerators[*unknown];
        }
        sum
    }

    /// A component of r at a point, m.
    fn residual(&self, outline: &Outline, axis: usize, point: &Point) -> Rational {
        let unit = (&outline.unit * &point.unit) << LONG;
        Rational::from_integers(self.value(axis, point), unit)
    }

    /// Adds the force times the coefficients to sums over U² 2^(P + 128).
    pub(crate) fn push(&self, outline: &Outline, force: &[Integer; 2], sums: &mut [Integer]) {
        for (coefficients, force) in self.coefficients.iter().zip(force) {
            let force = force * &outline.unit;
            for (unknown, coefficient) in coefficients {
                sums[*unknown] += coefficient * &force;
            }
        }
    }

    /// Σ (r + ε f)²/ε.
    pub(crate) fn slip(&self, outline: &Outline, force: &[Integer; 2], point: &Point) -> Rational {
        let mut sum = Rational::ZERO;
        for (axis, force) in force.iter().enumerate() {
            let stretched = over(force, FORCE) >> self.compliance;
            sum += (self.residual(outline, axis, point) + stretched).square();
        }
        sum << self.compliance
    }

    /// f·r + ½ ε |f|².
    pub(crate) fn work(&self, outline: &Outline, force: &[Integer; 2], point: &Point) -> Rational {
        let mut sum = Rational::ZERO;
        for (axis, force) in force.iter().enumerate() {
            let force = over(force, FORCE);
            let half_stretched = &force >> (self.compliance + 1);
            sum += (self.residual(outline, axis, point) + half_stretched) * force;
        }
        sum
    }

    /// The components of r without the gape, and what they are over.
    pub(crate) fn forms(self, outline: &Outline) -> ([Vec<(usize, Integer)>; 2], Integer) {
        (self.coefficients, &outline.unit << LONG)
    }

    /// ε.
    pub(crate) fn compliance(&self) -> Rational {
        Rational::power_of_2(-self.compliance)
    }

    /// The rows r(x) = e of the two components for the solver, e being unknowns from `first` on,
    /// and their mass 1/ε.
    pub(crate) fn equations(
        &self,
        outline: &Outline,
        first: usize,
    ) -> ([kernel::Row; 2], Rational) {
        let rows = [0, 1].map(|axis| {
            let mut coefficients = self.coefficients[axis].clone();
            coefficients.push((first + axis, -(&outline.unit << LONG)));
            kernel::Row {
                coefficients,
                bound: -[&self.gape.re, &self.gape.im][axis],
            }
        });
        (rows, Rational::power_of_2(self.compliance))
    }
}

/// A positive number rounded to eight binary digits.
fn short(value: Rational) -> Rational {
    let shift = SHARE_DIGITS - 1 - (&value).floor_log_base_2();
    let units: Integer = rounded(&(value << shift), 0);
    Rational::from(units) >> shift
}
