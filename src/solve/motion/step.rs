//! One step: rows, groups, the motion of each group, exact or enclosed, and the rounded next state.

use crate::enclosure::{self, Enclosed, Unproved};
use crate::error::MotionError;
use crate::forces::Forces;
use crate::forms::{self, Form};
use crate::group::{self, Group};
use crate::instant::Instant;
use crate::invariance::{Isometry, Symmetries};
use crate::near::{Approximated, NearSolver};
use crate::plane::Plane;
use crate::program::{Memory, unknowns};
use crate::rounding;
use crate::rows::Rows;
use crate::setting::Setting;
use crate::state::{Placement, Rotation};
use crate::tree::{self, Solved};
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use zwang_law::CornerChoice;
use zwang_program::kernel::Fineness;
use zwang_scene::BodyId;

/// The values of all rows.
pub(crate) fn values(instant: &Instant, rows: &Rows) -> Vec<Form> {
    rows.rows
        .par_iter()
        .map(|row| forms::value(instant, row))
        .collect()
}

/// The groups of a step.
pub(crate) fn groups(setting: &Setting) -> Vec<Group> {
    group::find(setting.scene, &setting.instant.outline, setting.rows)
}

/// What groups are solved by: symmetries that the states have, and the forces of the step before.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) symmetries: Option<&'a Symmetries>,
    pub(crate) memory: &'a Memory,
}

impl<'a> Known<'a> {
    /// The symmetries that map a group to itself.
    fn isometries(&self, group: &Group) -> Vec<&'a Isometry> {
        match self.symmetries {
            Some(symmetries) => symmetries.of_group(group).0,
            None => Vec::new(),
        }
    }
}

/// A group, solved exactly or nearly.
pub(crate) enum Answer<'a> {
    Exact(Solved<'a>),
    Near(Approximated<'a>),
}

impl<'a> Answer<'a> {
    pub(crate) fn group(&self) -> &'a Group {
        match self {
            Self::Exact(solved) => solved.group,
            Self::Near(approximated) => approximated.group,
        }
    }

    /// Whether corners left several motions, of which one was chosen.
    pub(crate) fn was_tied(&self) -> bool {
        match self {
            Self::Exact(solved) => solved.was_tied,
            Self::Near(_) => false,
        }
    }
}

/// Solves all groups: large ones nearly, if that may do, the others exactly. Those that the
/// symmetries map to themselves are folded.
pub(crate) fn solve<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    groups: &'a [Group],
    known: Known,
) -> Result<Vec<Answer<'a>>, MotionError> {
    let answers = groups.par_iter().map(|group| {
        if setting.may_be_enclosed(group) {
            let near = approximate(setting, values, group, known, Fineness::Floats)?;
            if let Some(near) = near {
                return Ok(near);
            }
        }
        solve_small(setting, values, group, known)
    });
    answers.collect()
}

/// A group with forces near those of its motion, if they are found.
fn approximate<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    group: &'a Group,
    known: Known,
    fineness: Fineness,
) -> Result<Option<Answer<'a>>, MotionError> {
    let solver = near_solver(setting, values, group, known, fineness);
    let near = solver.undecided()?;
    Ok(near.map(Answer::Near))
}

fn near_solver<'a, 'b>(
    setting: &'b Setting<'a>,
    values: &'a [Form],
    group: &'a Group,
    known: Known<'b>,
    fineness: Fineness,
) -> NearSolver<'a, 'b> {
    NearSolver {
        setting,
        values,
        group,
        isometries: known.isometries(group),
        memory: known.memory,
        fineness,
    }
}

/// Solves a group again whose forces did not prove its state: with a corner decided, with finer
/// forces, or else exactly.
pub(crate) fn fall_back<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    (answer, reason): (&Answer<'a>, Unproved),
    known: Known,
) -> Result<Answer<'a>, MotionError> {
    let group = answer.group();
    if let Answer::Near(near) = answer {
        let solver = near_solver(setting, values, group, known, near.fineness());
        if let Unproved::Corner(likely) = reason
            && let Some(split) = solver.split(near, likely)?
        {
            return Ok(Answer::Near(split));
        }
        if reason == Unproved::OtherCase && setting.corner == CornerChoice::Stop {
            solver.refuse_ties(near)?;
        }
        if (reason == Unproved::TooFar || setting.is_too_large(group))
            && let Some(fineness) = near.fineness().finer()
        {
            let finer = approximate(setting, values, group, known, fineness)?;
            if let Some(finer) = finer {
                return Ok(finer);
            }
        }
    }
    exactly(setting, values, answer, known)
}

/// Solves a group exactly whose forces are nearly known. They mostly say which rows press, and then
/// one system of equations is left, which even a thousand bodies allow.
pub(crate) fn exactly<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    answer: &Answer<'a>,
    known: Known,
) -> Result<Answer<'a>, MotionError> {
    let group = answer.group();
    if let Answer::Near(near) = answer
        && near.root.is_leaf()
    {
        let solver = near_solver(setting, values, group, known, near.fineness());
        let forces = solver.memory_of(near.case());
        let solved = tree::confirm(setting, values, group, &solver.isometries, &forces)?;
        if let Some(solved) = solved {
            return Ok(Answer::Exact(solved));
        }
    }
    solve_small(setting, values, group, known)
}

/// Solves a group exactly, unless it has more bodies than that could end for.
fn solve_small<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    group: &'a Group,
    known: Known,
) -> Result<Answer<'a>, MotionError> {
    if setting.is_too_large(group) {
        return Err(setting.unsettled(group));
    }
    solve_exactly(setting, values, group, known).map(Answer::Exact)
}

/// The groups that were solved nearly although an image of theirs was solved exactly. Images get
/// images of the same forces, so they have to be solved in the same way.
pub(crate) fn images_of_exact(answers: &[Answer], known: Known) -> Vec<usize> {
    let Some(symmetries) = known.symmetries else {
        return Vec::new();
    };
    let mut exact: BTreeSet<BodyId> = BTreeSet::new();
    for answer in answers {
        if let Answer::Exact(solved) = answer {
            exact.extend(&solved.group.bodies);
        }
    }
    let mut images = Vec::new();
    for (index, answer) in answers.iter().enumerate() {
        if let Answer::Near(approximated) = answer {
            let first = approximated.group.bodies[0];
            let mut partners = symmetries.all().iter().map(|isometry| isometry.body(first));
            if partners.any(|partner| exact.contains(&partner)) {
                images.push(index);
            }
        }
    }
    images
}

/// Solves all groups exactly.
pub(crate) fn solve_all_exactly<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    groups: &'a [Group],
    known: Known,
) -> Result<Vec<Solved<'a>>, MotionError> {
    groups
        .par_iter()
        .map(|group| solve_exactly(setting, values, group, known))
        .collect()
}

/// Solves a group exactly, folded if symmetries map it to itself.
fn solve_exactly<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    group: &'a Group,
    known: Known,
) -> Result<Solved<'a>, MotionError> {
    let isometries = known.isometries(group);
    tree::solve(setting, values, group, &isometries, known.memory)
}

/// The proofs of the groups that were solved nearly, by their averaged forces, which are rounded;
/// `Err` has the groups that this does not prove.
pub(crate) fn enclose(
    setting: &Setting,
    answers: &[Answer],
    forces: &mut [Forces],
) -> Result<BTreeMap<usize, Enclosed>, Vec<(usize, Unproved)>> {
    let mut near = Vec::new();
    for (index, (answer, forces)) in answers.iter().zip(forces).enumerate() {
        if let (Answer::Near(approximated), Some(grid)) = (answer, setting.instant.grid.0) {
            near.push((index, approximated, forces, grid));
        }
    }
    let proofs = near
        .into_par_iter()
        .map(|(index, approximated, forces, grid)| {
            let fineness = approximated.case().fineness;
            *forces = enclosure::rounded(setting, approximated.group, forces, fineness);
            let enclosed = enclosure::enclose(setting, approximated, forces, grid);
            (index, enclosed)
        });
    let proofs: Vec<(usize, Result<Enclosed, Unproved>)> = proofs.collect();
    let mut enclosed = BTreeMap::new();
    let mut unproved = Vec::new();
    for (index, proof) in proofs {
        match proof {
            Ok(proof) => {
                enclosed.insert(index, proof);
            }
            Err(reason) => unproved.push((index, reason)),
        }
    }
    if unproved.is_empty() {
        Ok(enclosed)
    } else {
        Err(unproved)
    }
}

/// The next state.
pub(crate) fn next(
    setting: &Setting,
    answers: &[Answer],
    enclosed: &BTreeMap<usize, Enclosed>,
) -> Result<Vec<Placement>, MotionError> {
    let instant = setting.instant;
    // Bodies outside all groups move freely: y = 0.
    let mut motions = vec![Motion::default(); instant.bodies.len()];
    for answer in answers {
        if let Answer::Exact(solved) = answer {
            let optimum = solved.optimum();
            for (body, unknowns) in unknowns(&solved.group.bodies, optimum) {
                motions[body] = Motion {
                    unknowns: unknowns.clone(),
                    denominator: optimum.denominator.clone(),
                };
            }
        }
    }
    let mut proved = BTreeMap::new();
    for enclosed in enclosed.values() {
        proved.extend(&enclosed.placements);
    }
    placements(setting, &motions, &proved)
}

/// The next state, given the motion of each body.
pub(crate) fn moved_by(
    setting: &Setting,
    motions: Vec<Motion>,
) -> Result<Vec<Placement>, MotionError> {
    placements(setting, &motions, &BTreeMap::new())
}

/// The placements of all free bodies, some of which are known.
fn placements(
    setting: &Setting,
    motions: &[Motion],
    known: &BTreeMap<&BodyId, &Placement>,
) -> Result<Vec<Placement>, MotionError> {
    let instant = setting.instant;
    let frame = rounding::frame(&instant.outline.gravity);
    let free = instant.outline.free.par_iter();
    let placements = free.map(|&body| {
        if instant.bodies[body].turn.re <= 0 {
            return Err(MotionError::TurnsTooFast {
                step: setting.step,
                body: setting.name(body),
            });
        }
        Ok(match known.get(&body) {
            Some(placement) => (*placement).clone(),
            None => moved(instant, body, &frame, &motions[body]),
        })
    });
    placements.collect()
}

/// The unknowns T y of a body, over a denominator.
#[derive(Clone)]
pub(crate) struct Motion {
    pub(crate) unknowns: [Integer; 3],
    pub(crate) denominator: Integer,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            unknowns: [Integer::ZERO, Integer::ZERO, Integer::ZERO],
            denominator: Integer::ONE,
        }
    }
}

/// The placement of a body after a motion.
pub(crate) fn moved(instant: &Instant, body: BodyId, frame: &Plane, motion: &Motion) -> Placement {
    if let Some(digits) = instant.grid.0 {
        return GridMotion::new(instant, body, frame, motion, digits).placement(instant, body);
    }
    let exact = ExactMotion::new(instant, body, motion);
    let moving = &instant.bodies[body];
    let over = exact.turn_unit * &moving.norm * &moving.denominator;
    let [x, y] = moving.centroid.over(&instant.unit);
    let [dx, dy] = exact.displacement.over(&exact.length);
    Placement {
        centroid: [x + dx, y + dy],
        rotation: Rotation::Number(exact.turned.over(&over)),
    }
}

/// A motion of a body, exactly.
struct ExactMotion {
    /// d, times the length.
    displacement: Plane,
    length: Integer,
    /// The direction of the new rotation.
    turned: Plane,
    /// What `turned` is over, but for ν w.
    turn_unit: Integer,
}

impl ExactMotion {
    fn new(instant: &Instant, body: BodyId, motion: &Motion) -> Self {
        let moving = &instant.bodies[body];
        let unit = &instant.unit;
        let denominator = &motion.denominator * &instant.scale;
        let [x, y, s] = &motion.unknowns;
        // Γ D d = D F + Γ y_d.
        let free = moving.free_move.scaled(&denominator);
        let change = Plane::new(x.clone(), y.clone());
        let displacement = &free + &change.scaled(unit);
        // c_new = ((κ + s~ i)/|c|² + y_s i) c = (ν⁻¹ w (κ + s~ i) + y_s i) C/w.
        let common = &moving.turn_denominator;
        let free = moving.turn.scaled(&(&moving.denominator * &denominator));
        let change = Plane::new(Integer::ZERO, common * &moving.norm * s);
        let turn = &free + &change;
        Self {
            displacement,
            length: unit * &denominator,
            turned: &turn * &moving.rotation,
            turn_unit: common * denominator,
        }
    }
}

/// A rounded motion of a body.
#[derive(PartialEq, Eq)]
pub(crate) struct GridMotion {
    /// The displacement, times 2^g.
    displacement: Plane,
    digits: u64,
    /// The new rotation.
    rotation: Rotation,
}

impl GridMotion {
    pub(crate) fn new(
        instant: &Instant,
        body: BodyId,
        frame: &Plane,
        motion: &Motion,
        digits: u64,
    ) -> Self {
        let exact = ExactMotion::new(instant, body, motion);
        let displacement =
            rounding::displacement_on_grid(&exact.displacement, &exact.length, frame, digits);
        Self {
            displacement,
            digits,
            rotation: rounding::direction(&exact.turned, digits),
        }
    }

    /// Where the body is afterwards.
    pub(crate) fn placement(self, instant: &Instant, body: BodyId) -> Placement {
        let before = &instant.bodies[body].centroid;
        let moved = self.displacement.scaled(&instant.unit);
        let digits = self.digits;
        let centroid = &Plane::new(&before.re << digits, &before.im << digits) + &moved;
        Placement {
            centroid: centroid.over(&(&instant.unit << digits)),
            rotation: self.rotation,
        }
    }
}
