//! The problem of motion with friction of a group, with the sides of some of its corners, and its
//! answer.

use super::forces::PairForces;
use super::start::Start;
use super::{GroupMotion, PairMemory, Place};
use crate::folding::Unknowns;
use crate::forms::Form;
use crate::invariance::Isometry;
use crate::number::{common_denominator, times};
use crate::program::{is_first_pin, is_first_row};
use crate::setting::Setting;
use malachite::base::num::arithmetic::traits::Sign;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_program::kernel::{FrictionAnswer, FrictionContact, FrictionProblem, Mode, Pivoted};
use zwang_program::{Interrupted, Options};
use zwang_scene::{BodyId, PinId};

/// A row with its forms, which are both of the same unknowns.
#[derive(Clone)]
pub(crate) struct RoughRow {
    pub(crate) place: Place,
    /// At least 0.
    pub(crate) value: Form,
    pub(crate) slip: Form,
    /// μ.
    pub(crate) friction: Rational,
}

/// What acts on the bodies of a group.
pub(crate) struct System<'a> {
    /// The free bodies, ascending.
    pub(crate) bodies: &'a [BodyId],
    pub(crate) pins: &'a [PinId],
    /// Equal to 0: two for each pin.
    pub(crate) equalities: Vec<Form>,
    pub(crate) rows: Vec<RoughRow>,
}

/// What is known of the answers of a system.
pub(crate) enum Finding {
    /// This is one.
    Answer(Box<SystemAnswer>),
    /// Lemke's method ended on a ray.
    Nothing,
    /// It would take too long.
    Unknown,
}

/// A motion, with forces that are not averaged over the isometries yet.
pub(crate) struct SystemAnswer {
    pub(crate) motion: GroupMotion,
    pub(crate) forces: PairForces,
}

/// A system in the unknowns of invariant motions: one row and pin of each orbit.
struct Folded<'a> {
    unknowns: Unknowns,
    rows: Vec<&'a RoughRow>,
    /// The pins, with their equalities.
    pins: Vec<(PinId, [&'a Form; 2])>,
    /// The isometries and the identity.
    order: Integer,
    problem: FrictionProblem,
}

impl System<'_> {
    /// An answer that is invariant under the isometries, which map the system to itself: of bodies
    /// at rest that they stay, if forces hold them; otherwise from the modes of the step before,
    /// from a guess in floats, or by Lemke's method.
    pub(crate) fn solve(
        &self,
        isometries: &[&Isometry],
        setting: &Setting,
        memory: &PairMemory,
    ) -> Result<Finding, Interrupted> {
        let folded = self.folded(isometries, setting);
        let problem = &folded.problem;
        setting.monitor.count(|counts| counts.programs += 1);
        if let Some(start) = setting.start
            && start.moves(self.bodies)
        {
            let found = self.beside_rest(&folded, start, setting)?;
            return Ok(found.map_or(Finding::Unknown, |answer| self.found(&folded, &answer)));
        }
        if let Some(answer) = self.rest(&folded, setting)? {
            return Ok(self.found(&folded, &answer));
        }
        let mut found = None;
        if setting.floats {
            if let Some((modes, forces)) = folded.remembered(memory) {
                found = problem.solve_from(modes, &forces, setting.monitor)?;
            }
            if found.is_none() {
                found = problem.solve_by_guess(setting.monitor)?;
            }
        }
        let answer = match found {
            Some(found) => {
                setting
                    .monitor
                    .count(|counts| counts.confirmed_guesses += 1);
                found.answer
            }
            None => match problem.solve_by_pivots(&[], setting.monitor)? {
                Pivoted::Answer(answer) => answer,
                Pivoted::Ray => return Ok(Finding::Nothing),
                Pivoted::OutOfBudget => return Ok(Finding::Unknown),
            },
        };
        Ok(self.found(&folded, &answer))
    }

    fn found(&self, folded: &Folded, answer: &FrictionAnswer) -> Finding {
        Finding::Answer(Box::new(SystemAnswer {
            motion: GroupMotion {
                point: folded.unknowns.expanded(self.bodies, &answer.point),
                denominator: answer.denominator.clone(),
            },
            forces: folded.forces(answer),
        }))
    }

    /// That bodies at rest stay where they are, if forces hold them there.
    fn rest(
        &self,
        folded: &Folded,
        setting: &Setting,
    ) -> Result<Option<FrictionAnswer>, Interrupted> {
        let instant = setting.instant;
        if !self.bodies.iter().all(|body| instant.is_at_rest(*body)) {
            return Ok(None);
        }
        let point = folded.staying(setting);
        let options = Options {
            floats: setting.floats,
            ..Options::default()
        };
        folded.problem.held_at(&point, &options, setting.monitor)
    }

    /// A motion of bodies at rest: with the modes of the one that is known, from a guess in floats,
    /// or by Lemke's method.
    fn beside_rest(
        &self,
        folded: &Folded,
        start: &Start,
        setting: &Setting,
    ) -> Result<Option<FrictionAnswer>, Interrupted> {
        let problem = &folded.problem;
        let staying = folded.staying(setting);
        let (modes, forces) = folded.modes_of(&start.forces);
        let mut found = problem.solve_from(modes, &forces, setting.monitor)?;
        if setting.floats
            && found
                .as_ref()
                .is_none_or(|found| is_at(&found.answer, &staying))
        {
            found = problem.solve_by_guess(setting.monitor)?;
        }
        let mut answer = found.map(|found| found.answer);
        if answer.as_ref().is_none_or(|answer| is_at(answer, &staying)) {
            answer = match problem.solve_by_pivots(&[], setting.monitor)? {
                Pivoted::Answer(answer) => Some(answer),
                Pivoted::Ray | Pivoted::OutOfBudget => None,
            };
        }
        Ok(answer.filter(|answer| !is_at(answer, &staying)))
    }

    fn folded(&self, isometries: &[&Isometry], setting: &Setting) -> Folded<'_> {
        let unknowns = match isometries.is_empty() {
            true => Unknowns::own(setting.instant, self.bodies),
            false => Unknowns::invariant(setting.instant, self.bodies, isometries),
        };
        let mut problem = FrictionProblem {
            target: vec![Rational::ZERO; unknowns.masses.len()],
            masses: unknowns.masses.clone(),
            equalities: Vec::new(),
            contacts: Vec::new(),
        };
        let mut pins = Vec::new();
        let (pairs, _) = self.equalities.as_chunks::<2>();
        for (pin, pair) in self.pins.iter().zip(pairs) {
            if is_first_pin(*pin, isometries) {
                problem
                    .equalities
                    .extend(pair.iter().map(|form| unknowns.row(form)));
                pins.push((*pin, pair.each_ref()));
            }
        }
        let mut rows = Vec::new();
        for row in &self.rows {
            if is_first_row(&row.place.row, isometries) {
                problem.contacts.push(contact(row, &unknowns));
                rows.push(row);
            }
        }
        Folded {
            unknowns,
            rows,
            pins,
            order: Integer::from(isometries.len() + 1),
            problem,
        }
    }
}

/// Whether an answer is at a point.
fn is_at(answer: &FrictionAnswer, point: &[Rational]) -> bool {
    let denominator = Rational::from(&answer.denominator);
    let mut pairs = answer.point.iter().zip(point);
    pairs.all(|(own, value)| value * &denominator == *own)
}

/// A row in the unknowns of a problem. One that is its own mirror image has no slip, and no force
/// along it.
fn contact(row: &RoughRow, unknowns: &Unknowns) -> FrictionContact {
    let tangent = unknowns.row(&row.slip);
    let friction = match tangent.coefficients.is_empty() {
        true => Rational::ZERO,
        false => &row.friction * &row.value.scale / &row.slip.scale,
    };
    FrictionContact {
        normal: unknowns.row(&row.value),
        tangent,
        friction,
        sliding: 0,
    }
}

impl Folded<'_> {
    /// The modes of the step before, and the multipliers that its forces would be; `None` if
    /// nothing is known of any row.
    fn remembered(&self, memory: &PairMemory) -> Option<(Vec<Mode>, Vec<[Rational; 2]>)> {
        let is_known = self.rows.is_empty() || !memory.is_empty();
        is_known.then(|| self.modes_of(memory))
    }

    /// The modes that rows have with these forces, and the multipliers that these would be. Rows
    /// without a force are open.
    fn modes_of(&self, memory: &PairMemory) -> (Vec<Mode>, Vec<[Rational; 2]>) {
        let mut modes = Vec::with_capacity(self.rows.len());
        let mut forces = Vec::with_capacity(self.rows.len());
        let order = Rational::from(&self.order);
        for (row, contact) in self.rows.iter().zip(&self.problem.contacts) {
            let Some((force, denominator)) = memory.get(&row.place.row) else {
                modes.push(Mode::Open);
                forces.push([Rational::ZERO, Rational::ZERO]);
                continue;
            };
            modes.push(mode(contact, &row.friction, force));
            let unit = Rational::from(denominator);
            let factor = &order / unit;
            let [across, along] = force;
            let across = Rational::from(across) * &factor / &row.value.scale;
            let along = Rational::from(along) * factor / &row.slip.scale;
            forces.push([across, along]);
        }
        (modes, forces)
    }

    /// That all bodies stay where they are.
    fn staying(&self, setting: &Setting) -> Vec<Rational> {
        let instant = setting.instant;
        let scale = Rational::from(&instant.scale);
        let staying = |body| instant.staying(body).map(|value| value * &scale);
        self.unknowns.point(staying)
    }

    /// The forces of an answer, for the whole orbits of the rows that have them.
    fn forces(&self, answer: &FrictionAnswer) -> PairForces {
        let scales = self.scales(answer);
        let common = common_denominator(scales);
        let mut rows = BTreeMap::new();
        for (row, [across, along]) in self.rows.iter().zip(&answer.forces) {
            let across = scaled(across, &row.value.scale, &common);
            let along = scaled(along, &row.slip.scale, &common);
            rows.insert(row.place, [across, along]);
        }
        let mut pins = BTreeMap::new();
        let (pairs, _) = answer.equalities.as_chunks::<2>();
        for ((pin, [first, second]), [x, y]) in self.pins.iter().zip(pairs) {
            let x = scaled(x, &first.scale, &common);
            let y = scaled(y, &second.scale, &common);
            pins.insert(*pin, [x, y]);
        }
        let mut forces = PairForces {
            denominator: &answer.denominator * &common,
            rows,
            pins,
        };
        forces.reduce();
        forces
    }

    /// The scales of all forms whose multipliers are not 0.
    fn scales(&self, answer: &FrictionAnswer) -> Vec<&Rational> {
        let mut scales = Vec::new();
        for (row, [across, along]) in self.rows.iter().zip(&answer.forces) {
            if *across != 0 {
                scales.push(&row.value.scale);
            }
            if *along != 0 {
                scales.push(&row.slip.scale);
            }
        }
        let (pairs, _) = answer.equalities.as_chunks::<2>();
        for ((_, forms), values) in self.pins.iter().zip(pairs) {
            for (form, value) in forms.iter().zip(values) {
                if *value != 0 {
                    scales.push(&form.scale);
                }
            }
        }
        scales
    }
}

/// The force of a multiplier on a form of this scale, times a common denominator.
fn scaled(multiplier: &Integer, scale: &Rational, common: &Integer) -> Integer {
    if *multiplier == 0 {
        return Integer::ZERO;
    }
    multiplier * times(scale, common)
}

/// The mode that a row with these forces of the step before had.
fn mode(contact: &FrictionContact, friction: &Rational, [across, along]: &[Integer; 2]) -> Mode {
    if *across == 0 {
        return Mode::Open;
    }
    if contact.friction == 0 {
        return Mode::Slide(0);
    }
    let bound = friction * Rational::from(across);
    let size = Rational::from(along.unsigned_abs_ref());
    match along.sign() {
        Ordering::Greater if size >= bound => Mode::Slide(-1),
        Ordering::Less if size >= bound => Mode::Slide(1),
        _ => Mode::Stick,
    }
}
