//! Corners: least restraint over a union of polyhedra (`proofs/RUN.md`, section 4).
//!
//! At a corner the motion has to keep all rows of one of two sides. The program is solved without
//! them first. If its optimum violates a corner, the case is split into one for each side;
//! restraint can only grow. Always a case of least restraint is split next, until all such cases
//! respect every corner.

use crate::error::{Corners, MOST_CASES, MotionError};
use crate::forms::{self, Form};
use crate::group::Group;
use crate::instant::Instant;
use crate::invariance::Isometry;
use crate::program::{Memory, Program, at};
use crate::setting::Setting;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_law::CornerChoice;
use zwang_program::kernel::{Optimum, Outcome};
use zwang_scene::BodyId;

/// A side of a corner, as (corner, side).
pub(crate) type Choice = (usize, usize);

/// A group with its cases.
pub(crate) struct Solved<'a> {
    pub(crate) group: &'a Group,
    pub(crate) root: Node<Case<'a>>,
    /// The leaf that is the answer, counted from the left.
    pub(crate) answer: usize,
    /// Whether corners left several motions, of which one was chosen.
    pub(crate) was_tied: bool,
}

/// A tree of cases.
#[derive(Clone)]
pub(crate) enum Node<C> {
    Leaf(Box<C>),
    /// A corner of the step, and a branch for each side.
    Branch(usize, Vec<Node<C>>),
}

/// One way to pass corners, and its outcome.
pub(crate) struct Case<'a> {
    /// Pairs (corner, side), from the root on.
    pub(crate) path: Vec<Choice>,
    pub(crate) program: Program<'a>,
    pub(crate) outcome: Outcome,
    /// If there is a motion.
    restraint: Option<Rational>,
    /// A corner that it violates.
    violated: Option<usize>,
}

impl<C> Node<C> {
    /// The cases from left to right.
    pub(crate) fn leaves(&self) -> Vec<&C> {
        match self {
            Self::Leaf(case) => vec![case],
            Self::Branch(_, branches) => {
                let leaves = branches.iter().flat_map(Self::leaves);
                leaves.collect()
            }
        }
    }

    /// Whether there is only one case.
    pub(crate) fn is_leaf(&self) -> bool {
        matches!(self, Self::Leaf(_))
    }

    /// Puts a node in the place that a path leads to.
    pub(crate) fn replace(&mut self, path: &[Choice], node: Self) {
        match (self, path) {
            (Self::Branch(_, branches), [(_, side), rest @ ..]) => {
                branches[*side].replace(rest, node)
            }
            (place, _) => *place = node,
        }
    }
}

impl<'a> Solved<'a> {
    /// A group that needs only one case.
    fn of_case(group: &'a Group, case: Case<'a>) -> Self {
        Self {
            group,
            root: Node::Leaf(Box::new(case)),
            answer: 0,
            was_tied: false,
        }
    }

    /// The case that is the answer.
    pub(crate) fn case(&self) -> &Case<'a> {
        self.root.leaves()[self.answer]
    }

    /// Its optimum.
    pub(crate) fn optimum(&self) -> &Optimum {
        match &self.case().outcome {
            Outcome::Optimal(optimum) => optimum,
            Outcome::Infeasible(_) => unreachable!("the answer is an optimal case"),
        }
    }
}

/// Solves a group for all ways to pass its corners that matter.
pub(crate) fn solve<'a>(
    setting: &Setting<'a>,
    forms: &'a [Form],
    group: &'a Group,
    isometries: &[&Isometry],
    memory: &Memory,
) -> Result<Solved<'a>, MotionError> {
    let solver = GroupSolver::new(setting, forms, group, memory);
    if !isometries.is_empty()
        && let Some(case) = solver.folded(isometries)?
    {
        return Ok(Solved::of_case(group, case));
    }
    let mut root = solver.leaf(Vec::new())?;
    loop {
        let leaves = root.leaves();
        let restraints = leaves.iter().filter_map(|case| case.restraint.as_ref());
        let Some(least) = restraints.min().cloned() else {
            return Err(setting.impossible(group, setting.rows));
        };
        let Some((path, corner)) = solver.next_split(&leaves, &least, isometries) else {
            let (answer, was_tied) = solver.choose(&leaves, &least)?;
            return Ok(Solved {
                group,
                root,
                answer,
                was_tied,
            });
        };
        if leaves.len() >= MOST_CASES {
            return Err(MotionError::TooManyCases {
                step: setting.step,
                body: setting.name(group.bodies[0]),
            });
        }
        let mut branches = Vec::new();
        for side in 0..2 {
            let mut path = path.clone();
            path.push((corner, side));
            branches.push(solver.leaf(path)?);
        }
        root.replace(&path, Node::Branch(corner, branches));
    }
}

/// Solves a group without pins exactly, given forces that are nearly right and as symmetric as it
/// is; `None` if they do not say which rows press, or a corner has to be decided.
pub(crate) fn confirm<'a>(
    setting: &Setting<'a>,
    forms: &'a [Form],
    group: &'a Group,
    isometries: &[&Isometry],
    forces: &Memory,
) -> Result<Option<Solved<'a>>, MotionError> {
    let case = confirm_case(setting, forms, group, &[], isometries, forces)?;
    Ok(case.map(|case| Solved::of_case(group, case)))
}

/// The same of the case of a path, with the symmetries that it has.
pub(crate) fn confirm_case<'a>(
    setting: &Setting<'a>,
    forms: &'a [Form],
    group: &'a Group,
    path: &[Choice],
    isometries: &[&Isometry],
    forces: &Memory,
) -> Result<Option<Case<'a>>, MotionError> {
    let program = program_on(setting, forms, group, path);
    let Some(optimum) = program.confirm(isometries, setting, forces)? else {
        return Ok(None);
    };
    let solver = GroupSolver::new(setting, forms, group, forces);
    let case = solver.finished(path.to_vec(), program, Outcome::Optimal(optimum));
    Ok(Some(case).filter(|case| case.violated.is_none()))
}

/// The program of a group with the rows of chosen sides of corners.
pub(crate) fn program_on<'a>(
    setting: &Setting<'a>,
    forms: &'a [Form],
    group: &'a Group,
    path: &[Choice],
) -> Program<'a> {
    let mut program = relaxed(setting, forms, group);
    // Corners may share rows. Each has one force, so it is imposed once.
    let mut imposed: BTreeSet<Contact> = program.rows().into_iter().collect();
    for &(corner, side) in path {
        for row in &setting.rows.corners[corner].sides[side] {
            if imposed.insert(*row) {
                let form = forms::value(setting.instant, row);
                program.inequalities.push((*row, form));
            }
        }
    }
    program
}

/// The program of a group with no corner decided.
fn relaxed<'a>(setting: &Setting<'a>, forms: &'a [Form], group: &'a Group) -> Program<'a> {
    let mut equalities = Vec::new();
    for &pin in &group.pins {
        equalities.extend(setting.pin(pin));
    }
    let mut inequalities = Vec::new();
    for &row in &group.rows {
        inequalities.push((setting.rows.rows[row], forms[row].clone()));
    }
    Program {
        bodies: &group.bodies,
        equalities,
        inequalities,
    }
}

fn sides(setting: &Setting, group: &Group) -> BTreeMap<usize, [Vec<Form>; 2]> {
    let mut sides = BTreeMap::new();
    for &corner in &group.corners {
        let rows = setting.rows.corners[corner].sides.each_ref();
        let forms = rows.map(|rows| values(setting, rows));
        sides.insert(corner, forms);
    }
    sides
}

fn values(setting: &Setting, rows: &[Contact]) -> Vec<Form> {
    let mut values = Vec::new();
    for row in rows {
        values.push(forms::value(setting.instant, row));
    }
    values
}

struct GroupSolver<'a, 'b> {
    setting: &'b Setting<'a>,
    forms: &'a [Form],
    group: &'a Group,
    memory: &'b Memory,
    /// The values of the sides of each corner.
    sides: BTreeMap<usize, [Vec<Form>; 2]>,
}

impl<'a, 'b> GroupSolver<'a, 'b> {
    fn new(
        setting: &'b Setting<'a>,
        forms: &'a [Form],
        group: &'a Group,
        memory: &'b Memory,
    ) -> Self {
        Self {
            setting,
            forms,
            group,
            memory,
            sides: sides(setting, group),
        }
    }

    fn leaf(&self, path: Vec<Choice>) -> Result<Node<Case<'a>>, MotionError> {
        let program = program_on(self.setting, self.forms, self.group, &path);
        let outcome = program.solve(self.setting, self.memory)?;
        let case = self.finished(path, program, outcome);
        Ok(Node::Leaf(Box::new(case)))
    }

    fn finished(&self, path: Vec<Choice>, program: Program<'a>, outcome: Outcome) -> Case<'a> {
        let mut case = Case {
            restraint: None,
            violated: None,
            path,
            program,
            outcome,
        };
        if let Outcome::Optimal(optimum) = &case.outcome {
            let instant = self.setting.instant;
            let bodies = case.program.bodies;
            case.restraint = Some(restraint(
                instant,
                bodies,
                &optimum.point,
                &optimum.denominator,
            ));
            case.violated = self.violated(&case.path, optimum);
        }
        case
    }

    /// The case without choices, from an invariant motion; `None` if corners have to be decided, or
    /// there is no motion.
    fn folded(&self, isometries: &[&Isometry]) -> Result<Option<Case<'a>>, MotionError> {
        let program = program_on(self.setting, self.forms, self.group, &[]);
        let pins = &self.group.pins;
        let optimum = program.solve_folded(isometries, pins, self.setting, self.memory)?;
        let Some(optimum) = optimum else {
            return Ok(None);
        };
        let case = self.finished(Vec::new(), program, Outcome::Optimal(optimum));
        match case.violated {
            None => Ok(Some(case)),
            Some(_) => Ok(None),
        }
    }

    /// The path of a case of least restraint that is split next, and the corner; `None` if all such
    /// cases respect every corner.
    fn next_split(
        &self,
        leaves: &[&Case],
        least: &Rational,
        isometries: &[&Isometry],
    ) -> Option<(Vec<Choice>, usize)> {
        let mut first = None;
        for case in leaves {
            if case.restraint.as_ref() != Some(least) {
                continue;
            }
            if let Some(corner) = case.violated {
                return Some((case.path.clone(), corner));
            }
            first.get_or_insert(case);
        }
        // Forces on a side of a corner can be averaged over symmetries if the images of that corner
        // are decided too.
        let path = &first?.path;
        let (image, _) = open_image(self.setting, self.group, path, isometries)?;
        Some((path.clone(), image))
    }

    /// The first corner, not decided on the path, all of whose sides are violated.
    fn violated(&self, path: &[Choice], optimum: &Optimum) -> Option<usize> {
        for (corner, sides) in &self.sides {
            let is_decided = path.iter().any(|(decided, _)| decided == corner);
            let mut sides = sides.iter();
            if !is_decided && !sides.any(|side| self.respects(side, optimum)) {
                return Some(*corner);
            }
        }
        None
    }

    /// Whether a motion closes no row of a side.
    fn respects(&self, side: &[Form], optimum: &Optimum) -> bool {
        let bodies = &self.group.bodies;
        side.iter().all(|form| at(form, bodies, optimum) >= 0)
    }

    /// The answer among the cases of least restraint, and whether corners left several motions.
    fn choose(&self, leaves: &[&Case], least: &Rational) -> Result<(usize, bool), MotionError> {
        let motions = different_motions(leaves, least);
        if motions.len() > 1 && self.setting.corner == CornerChoice::Stop {
            return Err(ambiguous(self.setting, &motions));
        }
        let chosen = match self.setting.corner {
            CornerChoice::Last => motions.iter().max_by_key(|motion| self.choices(motion)),
            _ => motions.iter().min_by_key(|motion| self.choices(motion)),
        };
        let Some(chosen) = chosen else {
            unreachable!("the least restraint is that of some case")
        };
        Ok((chosen.leaf, motions.len() > 1))
    }

    /// For each corner of the group, in order, 0 if the motion respects its side 0, otherwise 1
    /// (`proofs/RUN.md`, R7). Different motions of least restraint have different choices.
    fn choices(&self, motion: &LeastMotion) -> Vec<u8> {
        let mut choices = Vec::with_capacity(self.sides.len());
        for [side, _] in self.sides.values() {
            let is_respected = self.respects(side, motion.optimum);
            choices.push(u8::from(!is_respected));
        }
        choices
    }
}

/// Refuses to go on if cases have several motions of their least restraint.
///
/// # Errors
/// [`MotionError::Ambiguous`].
pub(crate) fn refuse_ties(setting: &Setting, cases: &[Case]) -> Result<(), MotionError> {
    let restraints = cases.iter().filter_map(|case| case.restraint.as_ref());
    let Some(least) = restraints.min() else {
        return Ok(());
    };
    let cases: Vec<&Case> = cases.iter().collect();
    let motions = different_motions(&cases, least);
    if motions.len() > 1 {
        return Err(ambiguous(setting, &motions));
    }
    Ok(())
}

fn ambiguous(setting: &Setting, motions: &[LeastMotion]) -> MotionError {
    let mut corners = BTreeSet::new();
    for motion in motions {
        corners.extend(motion.case.path.iter().map(|(corner, _)| *corner));
    }
    let mut names = Vec::with_capacity(corners.len());
    for corner in corners {
        let vertices = setting.rows.corners[corner].vertices;
        names.push(vertices.map(|vertex| setting.name(BodyId(vertex.part.body))));
    }
    MotionError::Ambiguous {
        step: setting.step,
        corners: Corners(names),
        has_friction: false,
    }
}

/// The image of a side that the path chooses, of a corner that it leaves open.
pub(crate) fn open_image(
    setting: &Setting,
    group: &Group,
    path: &[Choice],
    isometries: &[&Isometry],
) -> Option<Choice> {
    let chosen = rows_of(setting, path);
    for &choice in path {
        for isometry in isometries {
            let Some(image) = image(setting, group, choice, isometry) else {
                continue;
            };
            // Corners may share a side: then the rows of the image are there, whosesoever they are.
            let is_open = path.iter().all(|(decided, _)| *decided != image.0);
            if is_open && !rows_of(setting, &[image]).is_subset(&chosen) {
                return Some(image);
            }
        }
    }
    None
}

/// The rows of chosen sides.
pub(crate) fn rows_of(setting: &Setting, path: &[Choice]) -> BTreeSet<Contact> {
    let mut rows = BTreeSet::new();
    for &(corner, side) in path {
        rows.extend(&setting.rows.corners[corner].sides[side]);
    }
    rows
}

/// The image of a corner in a group, if there is one, and which of its sides is the image of a
/// side. Corners may share one side, so that both have to be images.
pub(crate) fn image(
    setting: &Setting,
    group: &Group,
    (corner, side): Choice,
    isometry: &Isometry,
) -> Option<Choice> {
    let own = image_of_rows(setting, (corner, side), isometry)?;
    let opposite = image_of_rows(setting, (corner, 1 - side), isometry)?;
    for &other in &group.corners {
        let sides = [0, 1].map(|side| rows_of(setting, &[(other, side)]));
        for side in [0, 1] {
            if sides[side] == own && sides[1 - side] == opposite {
                return Some((other, side));
            }
        }
    }
    None
}

/// The images of the rows of a side, if all have one.
fn image_of_rows(
    setting: &Setting,
    choice: Choice,
    isometry: &Isometry,
) -> Option<BTreeSet<Contact>> {
    let rows = rows_of(setting, &[choice]);
    rows.iter().map(|row| isometry.row(row)).collect()
}

/// A motion of least restraint, with the first leaf that has it.
struct LeastMotion<'a> {
    leaf: usize,
    case: &'a Case<'a>,
    optimum: &'a Optimum,
}

/// The different motions of least restraint, from left to right.
fn different_motions<'a>(leaves: &[&'a Case], least: &Rational) -> Vec<LeastMotion<'a>> {
    let mut motions: Vec<LeastMotion> = Vec::new();
    for (leaf, case) in leaves.iter().copied().enumerate() {
        let Outcome::Optimal(optimum) = &case.outcome else {
            continue;
        };
        if case.restraint.as_ref() != Some(least) {
            continue;
        }
        let mut known = motions.iter();
        if !known.any(|motion| motion.optimum.is_same_point(optimum)) {
            motions.push(LeastMotion {
                leaf,
                case,
                optimum,
            });
        }
    }
    motions
}

/// Σ ½ m |y_d|² + ½ I |c|² y_s², times the square of the unknowns' scale.
pub(crate) fn restraint(
    instant: &Instant,
    bodies: &[BodyId],
    point: &[Integer],
    denominator: &Integer,
) -> Rational {
    let mut sum = Rational::ZERO;
    let (unknowns, _) = point.as_chunks::<3>();
    for (body, [x, y, s]) in bodies.iter().zip(unknowns) {
        let mass = instant.outline.mass(*body);
        let moving = &instant.bodies[*body];
        let numerator = s * s * &moving.norm;
        let turned = Rational::from_integers(numerator, moving.denominator.clone());
        let moved = Rational::from(x * x + y * y);
        sum += &mass.mass * moved;
        sum += &mass.inertia * turned;
    }
    let square = denominator * denominator;
    sum / Rational::from(square << 1u64)
}
