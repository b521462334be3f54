//! A step that was made elsewhere, held against the exact optimum of the same step.
//!
//! Three placements of every body are given on a grid: before, now, and after the step. The first
//! two make the program of a step as in a run (`proofs/RUN.md`, sections 2 to 4); its exact optimum
//! is the motion of least restraint. The third is another point of the same space: the displacement
//! and the sweep that lead there. Divided by h², both are accelerations, a = (d - (z - z⁻)) / h²
//! and α = (s - s⁻) / h², so the difference of their restraints is an excess in Gauß' sense.
//!
//! A step of a run undoes overlaps and drifts of pins at once, which takes accelerations of G/h²
//! that no principle asks for. So there are two optima: of the program of a run
//! ([`Overlaps::Undone`]), and of the same with G = 0 where G < 0, and D = 0 ([`Overlaps::Kept`]),
//! which differ only if something overlaps or has drifted. Nothing is believed of the step that is
//! judged: it may violate rows, and then its restraint may be less than the least admissible one.

use crate::error::MotionError;
use crate::forms::Form;
use crate::instant::Instant;
use crate::number::{common_denominator, times};
use crate::outline::Outline;
use crate::plane::Plane;
use crate::program::{Memory, at, unknowns};
use crate::rounding;
use crate::rows::Proximity;
use crate::setting::Setting;
use crate::state::{Origin, Placement, Rotation};
use crate::step::{self, Known};
use crate::tree::Solved;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::sync::Arc;
use zwang_certificate::Contact;
use zwang_law::{CornerChoice, Grid};
use zwang_program::Monitor;
use zwang_scene::Scene;

/// A scene and a time step, ready to judge steps.
pub struct Yardstick<'a> {
    scene: &'a Scene,
    outline: Arc<Outline>,
    step: Rational,
    digits: u64,
}

/// What an optimal step does with bodies that overlap, and with pins that have drifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlaps {
    /// It moves them out, as a step of a run does.
    Undone,
    /// It lets them be, but no deeper.
    Kept,
}

/// What is said of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedStep {
    /// The least restraint Σ ½ m |a - g|² + ½ I α² that rows and pins allow, kg m²/s⁴.
    pub least_restraint: Rational,
    /// That of the step that is judged.
    pub restraint: Rational,
    /// Σ m |a - a*|² + I (α - α*)², the square of the distance from the optimum in the mass norm,
    /// kg m²/s⁴.
    pub distance_squared: Rational,
    /// For each free body (a, α) - (a*, α*), m/s² and rad/s².
    pub errors: Vec<[Rational; 3]>,
    /// Every row of the step.
    pub rows: Vec<JudgedRow>,
}

/// A row: a vertex and an edge that it must not cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedRow {
    /// The vertex and the edge.
    pub contact: Contact,
    /// The force φ ≥ 0 of the optimum, times the normal, which is as long as the edge: N/m.
    pub force: Rational,
    /// The gap times the edge after the optimal step, m², less the overlap before it if that is
    /// kept; at least 0.
    pub least_gap: Rational,
    /// The same after the step that is judged, to first order.
    pub gap: Rational,
    /// The square of the edge, m².
    pub edge_squared: Rational,
}

impl Rotation {
    /// The rotation on the grid 2^-`digits` whose direction is nearest to that of a vector other
    /// than 0, by the rule R8 of `proofs/RUN.md`.
    #[must_use]
    pub fn nearest(cosine: &Rational, sine: &Rational, digits: u64) -> Self {
        let common = common_denominator([cosine, sine]);
        let direction = Plane::new(times(cosine, &common), times(sine, &common));
        rounding::direction(&direction, digits)
    }
}

type Motion = [Rational; 3];

impl<'a> Yardstick<'a> {
    /// For steps of this duration, s, with rotations on the grid 2^-`digits`.
    #[must_use]
    pub fn new(scene: &'a Scene, step: Rational, digits: u64) -> Self {
        Self {
            scene,
            outline: Arc::new(Outline::new(scene)),
            step,
            digits,
        }
    }

    /// Judges the step from `now`, which was reached from `before`, to `after`. Placements are
    /// those of the free bodies, in file order, with rotations on the grid.
    ///
    /// # Errors
    /// [`MotionError`] if the step has no optimum, or corners leave several.
    pub fn judge(
        &self,
        [before, now, after]: [&[Placement]; 3],
        overlaps: Overlaps,
        monitor: &Monitor,
    ) -> Result<JudgedStep, MotionError> {
        let origins = Origin::all(before);
        let mut instant = Instant::new(
            &self.outline,
            &self.step,
            Grid(Some(self.digits)),
            &origins,
            now,
        );
        instant.forgives = overlaps == Overlaps::Kept;
        let proximity = Proximity::new(instant);
        let instant = &proximity.instant;
        let rows = &proximity.rows_of(1)?;
        let setting = Setting {
            scene: self.scene,
            instant,
            rows,
            step: 1,
            corner: CornerChoice::Stop,
            floats: true,
            start: None,
            monitor,
        };
        let values = step::values(instant, rows);
        let groups = step::groups(&setting);
        let known = Known {
            symmetries: None,
            memory: &Memory::new(),
        };
        let solved = step::solve_all_exactly(&setting, &values, &groups, known)?;
        let found = self.found(instant, now, after)?;
        Ok(self.compared(instant, &solved, &found))
    }

    /// The unknowns y of the step that leads to `after`, by body. The sweep s is that of which (κ +
    /// s i) c has the direction of the rotation after the step: a run forgets lengths, too.
    fn found(
        &self,
        instant: &Instant,
        now: &[Placement],
        after: &[Placement],
    ) -> Result<Vec<Motion>, MotionError> {
        let mut found = vec![still(); instant.bodies.len()];
        let states = now.iter().zip(after);
        for (&body, (now, after)) in self.outline.free.iter().zip(states) {
            let moving = &instant.bodies[body];
            let [free_x, free_y] = moving.free_move.over(&instant.unit);
            let [a, b] = after.rotation.components();
            let [p, q] = now.rotation.components();
            let along = &a * &p + &b * &q;
            if along <= 0 {
                return Err(MotionError::TurnsTooFast {
                    step: 1,
                    body: self.scene.bodies[body].name.clone(),
                });
            }
            let across = b * p - a * q;
            let [kappa, free_sweep] = &moving.turn.over(&moving.turn_denominator);
            let [from_x, from_y] = &now.centroid;
            let [to_x, to_y] = &after.centroid;
            let x = to_x - from_x - free_x;
            let y = to_y - from_y - free_y;
            let sweep = kappa * across / along;
            found[body] = [x, y, sweep - free_sweep];
        }
        Ok(found)
    }

    fn compared(&self, instant: &Instant, solved: &[Solved], found: &[Motion]) -> JudgedStep {
        let mut least = vec![still(); instant.bodies.len()];
        let mut rows = Vec::new();
        for group in solved {
            let bodies = &group.group.bodies;
            let program = &group.case().program;
            let optimum = group.optimum();
            let scale = &optimum.denominator * &instant.scale;
            for (body, unknowns) in unknowns(bodies, optimum) {
                let values = unknowns.clone();
                least[body] = values.map(|value| Rational::from_integers(value, scale.clone()));
            }
            let multipliers = &optimum.multipliers[program.equalities.len()..];
            for ((contact, form), multiplier) in program.inequalities.iter().zip(multipliers) {
                let unit = &optimum.denominator;
                let force = Rational::from_integers(multiplier.clone(), unit.clone());
                let least_gap = Rational::from_integers(at(form, bodies, optimum), unit.clone());
                rows.push(JudgedRow {
                    contact: *contact,
                    force: force * &form.scale / (&self.step * &self.step),
                    least_gap: least_gap / unit_of(form, instant),
                    gap: gap(form, instant, found),
                    edge_squared: self.edge_squared(contact),
                });
            }
        }
        rows.sort_unstable_by_key(|row| row.contact);
        let square = &self.step * &self.step;
        let fourth = &square * &square;
        let mut difference: Vec<Motion> = Vec::new();
        for (found, least) in found.iter().zip(&least) {
            difference.push([0, 1, 2].map(|index| &found[index] - &least[index]));
        }
        let mut errors = Vec::new();
        for &body in &self.outline.free {
            errors.push(difference[body].each_ref().map(|part| part / &square));
        }
        let twice_fourth = &fourth * Rational::from(2);
        JudgedStep {
            least_restraint: self.twice_restraint(&least) / &twice_fourth,
            restraint: self.twice_restraint(found) / twice_fourth,
            distance_squared: self.twice_restraint(&difference) / fourth,
            errors,
            rows,
        }
    }

    /// Σ m |y_d|² + I y_s².
    fn twice_restraint(&self, motions: &[Motion]) -> Rational {
        let mut sum = Rational::ZERO;
        for &body in &self.outline.free {
            let mass = self.outline.mass(body);
            let [x, y, s] = &motions[body];
            sum += &mass.mass * (x * x + y * y);
            sum += &mass.inertia * (s * s);
        }
        sum
    }

    fn edge_squared(&self, contact: &Contact) -> Rational {
        let (_, edge) = self.outline.edge(contact.edge);
        let unit = &self.outline.unit;
        Rational::from_integers(edge.norm_squared(), unit * unit)
    }
}

fn still() -> Motion {
    [Rational::ZERO, Rational::ZERO, Rational::ZERO]
}

/// What a form in the unknowns T y is divided by to give the value of its row.
fn unit_of(form: &Form, instant: &Instant) -> Rational {
    &form.scale * Rational::from(&instant.scale * &instant.scale)
}

/// The value of a row under a motion y.
fn gap(form: &Form, instant: &Instant, motions: &[Motion]) -> Rational {
    let mut linear = Rational::ZERO;
    for (body, values) in &form.terms {
        for (value, unknown) in values.iter().zip(&motions[*body]) {
            linear += Rational::from(value) * unknown;
        }
    }
    let scale = Rational::from(&instant.scale);
    let constant = Rational::from(&form.constant);
    let value = linear * scale + constant;
    value / unit_of(form, instant)
}
