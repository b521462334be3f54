//! Programs with ORs: the motion of least restraint that keeps one option of each, by branching
//! (`proofs/RUN.md`, section 7).
//!
//! The relaxed program leaves all ORs out. If its motion violates one, there is one case for each
//! option of it, and so on; the case of the least restraint is looked at first.
//!
//! If rough corners rest on corners, all of the options may hold together: a corner that neither
//! opens nor slips bears in any direction between the normals of its edges, like a rounded one.
//! That comes first, like rest if it is possible: also if a motion that opens the corner violates
//! nothing.

use crate::ball::{self, Ball, Opening, lower_bound};
use crate::error::Failure;
use crate::number::{KEPT, RADIUS};
use crate::outline::Outline;
use crate::plane::Plane;
use crate::program::{Forces, Frame, Solution};
use crate::rows::{Row, move_of};
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;

/// The most cases of a group.
const MOST_CASES: usize = 512;

/// The rows of a program of a group, by contact, and what they are for.
pub(crate) struct Choices {
    pub(crate) rows: BTreeMap<Contact, Row>,
    /// Contacts that every motion keeps.
    pub(crate) imposed: BTreeSet<Contact>,
    /// ORs in the order of their pairs: options, each some contacts.
    pub(crate) ors: Vec<Vec<Vec<Contact>>>,
    /// The ORs in which rough corners meet that do not move.
    pub(crate) corners: BTreeSet<usize>,
    /// Contacts of them that bear nothing where all options hold together.
    pub(crate) shielded: BTreeSet<Contact>,
}

/// An OR and one of its options, or `None` for all of them.
pub(crate) type Choice = (usize, Option<usize>);

/// A case: some ORs have a chosen option.
struct Case<'r> {
    choices: Vec<Choice>,
    outcome: Outcome<'r>,
    /// The cases it was split into, one for each option of an OR.
    children: Option<Vec<usize>>,
}

impl Case<'_> {
    fn is_relaxed(&self) -> bool {
        matches!(&self.outcome, Outcome::Solved(solution) if solution.ball.is_relaxed())
    }
}

enum Outcome<'r> {
    Solved(Box<Solution<'r>>),
    /// No motion keeps the rows, by these forces, times some positive number.
    Impossible(Vec<Integer>),
}

/// The proof of a program, as a record has it.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Leaf(Proof),
    Inner(Proof, Vec<Node>),
    /// Forces whose bound is above the restraint of the leaf.
    Bound(Listed),
}

/// Forces other than 0: of rows, by their index, and of pins, by their number in the scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    /// φ, also where only ψ is other than 0.
    pub(crate) rows: Vec<(usize, Integer)>,
    /// ψ.
    pub(crate) friction: Vec<(usize, Integer)>,
    pub(crate) pins: Vec<(usize, [Integer; 2])>,
}

/// Forces and an opening.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proof {
    pub(crate) forces: Listed,
    pub(crate) opening: Option<Opening>,
}

impl Proof {
    pub(crate) fn of(frame: &Frame, solution: &Solution) -> Self {
        Self {
            forces: frame.listed(&solution.forces),
            opening: solution.ball.opening.clone(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.forces.rows.is_empty() && self.forces.pins.is_empty() && self.opening.is_none()
    }
}

impl Node {
    /// Whether it is a leaf with neither forces nor an opening.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Leaf(proof) if proof.is_empty())
    }
}

/// The motion of least restraint.
pub(crate) struct Answer<'r> {
    pub(crate) solution: Solution<'r>,
    /// Contacts of chosen options.
    pub(crate) chosen: BTreeSet<Contact>,
    pub(crate) proof: Node,
    /// Whether a ball of the tree is relaxed.
    pub(crate) is_relaxed: bool,
}

/// Looks for it.
pub(crate) fn solve<'r>(frame: &Frame, choices: &'r Choices) -> Result<Answer<'r>, Failure> {
    let mut cases: Vec<Case<'r>> = Vec::new();
    cases.push(case(frame, choices, Vec::new())?);
    if let Outcome::Impossible(forces) = &cases[0].outcome {
        return Err(Failure::Impossible(forces.clone()));
    }
    loop {
        let Some(mut least) = least(&cases) else {
            return Err(Failure::Impossible(Vec::new()));
        };
        let mut found = next(frame, choices, &cases[least]);
        if sticks(frame, choices, &mut cases, least, found)? {
            continue;
        }
        if !matches!(found, Some(Next::Violated(_))) {
            let first = first_tied(frame, &cases, least)?;
            if first != least {
                least = first;
                found = next(frame, choices, &cases[least]);
                if sticks(frame, choices, &mut cases, least, found)? {
                    continue;
                }
            }
        }
        let Some(Next::Violated(or)) = found else {
            return answer(frame, choices, cases, least);
        };
        let options = choices.ors[or].len();
        if cases.len() + options > MOST_CASES {
            return Err(Failure::TooManyCases);
        }
        let before = cases[least].choices.clone();
        let mut children = Vec::with_capacity(options);
        for option in 0..options {
            let mut chosen = before.clone();
            chosen.push((or, Some(option)));
            children.push(cases.len());
            cases.push(case(frame, choices, chosen)?);
        }
        cases[least].children = Some(children);
    }
}

/// Adds the cases below a case in which rough corners stick together; whether there are any.
fn sticks<'r>(
    frame: &Frame,
    choices: &'r Choices,
    cases: &mut Vec<Case<'r>>,
    index: usize,
    next: Option<Next>,
) -> Result<bool, Failure> {
    let Some(Next::Violated(or) | Next::MightStick(or)) = next else {
        return Ok(false);
    };
    if cases.len() + choices.ors[or].len() > MOST_CASES {
        return Err(Failure::TooManyCases);
    }
    let chain = together(frame, choices, &cases[index].choices, or)?;
    let mut parent = index;
    let is_any = !chain.is_empty();
    for case in chain {
        cases[parent].children = Some(vec![cases.len()]);
        parent = cases.len();
        cases.push(case);
    }
    Ok(is_any)
}

fn case<'r>(frame: &Frame, choices: &'r Choices, chosen: Vec<Choice>) -> Result<Case<'r>, Failure> {
    let rows = rows_of(choices, &chosen);
    let outcome = match frame.solve(rows) {
        Ok(solution) => Outcome::Solved(Box::new(solution)),
        Err(Failure::Impossible(forces)) => Outcome::Impossible(forces),
        Err(failure) => return Err(failure),
    };
    Ok(Case {
        choices: chosen,
        outcome,
        children: None,
    })
}

/// Cases of all options of an OR, and of further ORs of rough corners that each case violates, one
/// below the other: the first with whose motion all of these corners stick is the last. (Corners
/// may hold together, and none of them alone.) None if there is none.
fn together<'r>(
    frame: &Frame,
    choices: &'r Choices,
    before: &[Choice],
    or: usize,
) -> Result<Vec<Case<'r>>, Failure> {
    let mut chain: Vec<Case<'r>> = Vec::new();
    let mut chosen = before.to_vec();
    let mut of_next = Some(or);
    while let Some(or) = of_next.filter(|or| choices.corners.contains(or)) {
        chosen.push((or, None));
        let found = match case(frame, choices, chosen.clone()) {
            Ok(case) => case,
            Err(Failure::Interrupted(stop)) => return Err(Failure::Interrupted(stop)),
            Err(_) => return Ok(Vec::new()),
        };
        let Outcome::Solved(solution) = &found.outcome else {
            return Ok(Vec::new());
        };
        let all_stick = choices.all_stick(frame, solution, &chosen);
        let mut together = chosen.iter().filter(|(_, option)| option.is_none());
        let are_borne = together.all(|(or, _)| choices.is_borne(solution, *or));
        of_next = match next(frame, choices, &found) {
            Some(Next::Violated(or) | Next::MightStick(or)) => Some(or),
            None => None,
        };
        chain.push(found);
        if all_stick && are_borne {
            return Ok(chain);
        }
    }
    Ok(Vec::new())
}

impl Choices {
    /// The contacts of an option, or those of all of them that bear.
    fn contacts(&self, or: usize, option: Option<usize>) -> Vec<Contact> {
        let options = &self.ors[or];
        if let Some(option) = option {
            return options[option].clone();
        }
        let mut contacts = options.concat();
        contacts.retain(|contact| !self.shielded.contains(contact));
        contacts
    }

    /// Whether no row is rough.
    fn are_smooth(&self) -> bool {
        self.rows.values().all(|row| row.slip.is_none())
    }

    /// Whether a motion keeps an option.
    fn keeps(&self, outline: &Outline, solution: &Solution, option: &[Contact]) -> bool {
        let smallest = Rational::power_of_2(-2 * (KEPT as i64));
        option.iter().all(|contact| {
            let mut value = self.rows[contact].value(&solution.ball.point);
            let is_positive = value.numerator >= 0;
            value.numerator = -value.numerator;
            is_positive || value.is_within(outline, contact, &smallest)
        })
    }

    /// Whether all corners that are taken together stick.
    fn all_stick(&self, frame: &Frame, solution: &Solution, chosen: &[Choice]) -> bool {
        let mut together = chosen.iter().filter(|(_, option)| option.is_none());
        together.all(|(or, _)| self.stick(frame, solution, *or))
    }

    /// Whether one normal bears the sum of the forces of an OR: that of a row that touches, with
    /// its friction, or one between those of two.
    fn is_borne(&self, solution: &Solution, or: usize) -> bool {
        let mut whole = Plane::ZERO;
        let mut normals: Vec<(Plane, &[Integer; 2])> = Vec::new();
        let mut holder = None;
        for (place, row) in solution.rows.iter().enumerate() {
            let is_own = self.ors[or].iter().flatten().any(|own| *own == row.contact);
            let bears = is_own && row.touches && !self.shielded.contains(&row.contact);
            let Some(slip) = row.slip.as_ref().filter(|_| bears) else {
                continue;
            };
            let [(unknown, _), ..] = row.coefficients[..] else {
                continue;
            };
            let on = *holder.get_or_insert(unknown / 3);
            let [normal, tangent] =
                [&row.coefficients, &slip.coefficients].map(|all| move_of(all, on));
            let Forces { across, along, .. } = &solution.forces;
            for (force, vector) in [(&across[place], &normal), (&along[place], &tangent)] {
                whole.re += &vector.re * force;
                whole.im += &vector.im * force;
            }
            normals.push((normal, &slip.friction));
        }
        normals.iter().any(|(normal, friction)| {
            let mut others = normals.iter();
            normal.cross(&whole).abs() * &friction[1] <= normal.dot(&whole) * &friction[0]
                || others.any(|(other, _)| is_between(&whole, normal, other))
        })
    }

    /// Whether the rows of an OR that touch neither open nor slip.
    fn stick(&self, frame: &Frame, solution: &Solution, or: usize) -> bool {
        let outline = frame.outline;
        let smallest = (&outline.touch).square() >> 40u64;
        let point = &solution.ball.point;
        let contacts = self.ors[or].iter().flatten();
        let rows = contacts.map(|contact| &self.rows[contact]);
        rows.filter(|row| row.touches).all(|row| {
            let mut value = row.value(point);
            let slip = row.slip.as_ref().map(|slip| slip.numerator(point));
            let moved = [value.numerator.clone(), slip.unwrap_or_default()];
            moved.into_iter().all(|numerator| {
                value.numerator = numerator.abs();
                value.is_within(outline, &row.contact, &smallest)
            })
        })
    }
}

/// Whether a vector is between two that are not along each other.
fn is_between(vector: &Plane, first: &Plane, second: &Plane) -> bool {
    let turn = first.cross(second);
    turn != 0 && first.cross(vector) * &turn >= 0 && vector.cross(second) * turn >= 0
}

/// The rows of a case, ascending.
fn rows_of<'r>(choices: &'r Choices, chosen: &[Choice]) -> Vec<&'r Row> {
    let mut rows = BTreeMap::new();
    for contact in &choices.imposed {
        rows.insert(*contact, &choices.rows[contact]);
    }
    for (or, option) in chosen {
        for contact in choices.contacts(*or, *option) {
            rows.insert(contact, &choices.rows[&contact]);
        }
    }
    rows.into_values().collect()
}

/// The case without children that has the least restraint.
fn least(cases: &[Case]) -> Option<usize> {
    let mut least: Option<(usize, &Solution)> = None;
    for (index, case) in cases.iter().enumerate() {
        let Outcome::Solved(solution) = &case.outcome else {
            continue;
        };
        let is_less = match least {
            Some((_, other)) => solution.ball.restraint < other.ball.restraint,
            None => true,
        };
        if case.children.is_none() && is_less {
            least = Some((index, solution));
        }
    }
    least.map(|(index, _)| index)
}

/// An OR at which a case goes on.
#[derive(Clone, Copy)]
enum Next {
    /// No option of it is kept.
    Violated(usize),
    /// Rough corners that do not move open or slip. They might stick as well.
    MightStick(usize),
}

/// The first OR that a case violates, otherwise the first whose corners might stick as well.
fn next(frame: &Frame, choices: &Choices, case: &Case) -> Option<Next> {
    let Outcome::Solved(solution) = &case.outcome else {
        return None;
    };
    let chosen = &case.choices;
    if let Some(or) = first_violated(frame.outline, choices, solution, chosen) {
        return Some(Next::Violated(or));
    }
    let mut corners = choices.corners.iter().copied();
    let is_open = |or: &usize| chosen.iter().all(|(other, _)| other != or);
    let found = corners.find(|or| is_open(or) && !choices.stick(frame, solution, *or));
    found.map(Next::MightStick)
}

/// The first OR of which no option is kept.
fn first_violated(
    outline: &Outline,
    choices: &Choices,
    solution: &Solution,
    chosen: &[Choice],
) -> Option<usize> {
    for (index, options) in choices.ors.iter().enumerate() {
        if chosen.iter().any(|(or, _)| *or == index) {
            continue;
        }
        let mut options = options.iter();
        if !options.any(|option| choices.keeps(outline, solution, option)) {
            return Some(index);
        }
    }
    None
}

/// The first case without children, in the order of the tree, that has the motion of another one
/// and its restraint.
fn first_tied(frame: &Frame, cases: &[Case], least: usize) -> Result<usize, Failure> {
    let mut left = vec![0];
    while let Some(index) = left.pop() {
        if let Some(children) = &cases[index].children {
            left.extend(children.iter().rev());
        } else if index == least || tie(frame, cases, [index, least])?.is_some() {
            return Ok(index);
        }
    }
    Ok(least)
}

/// The proof that a case has the motion of another one: forces, and how far from that motion one of
/// the case may be that has as little restraint, over 2^4g.
struct Tie {
    forces: Forces,
    radius: Integer,
}

/// That of a case with another one; `None` if there is none. Forces without friction may prove it
/// where those of the case have another motion.
fn tie(frame: &Frame, cases: &[Case], [index, from]: [usize; 2]) -> Result<Option<Tie>, Failure> {
    let outcomes = [&cases[index].outcome, &cases[from].outcome];
    let [Outcome::Solved(solution), Outcome::Solved(best)] = outcomes else {
        return Ok(None);
    };
    let Solution { rows, forces, ball } = &**solution;
    let found = tie_of(frame, rows, forces, [&best.ball, ball]);
    if found.is_some() || forces.along.iter().all(|along| *along == 0) {
        return Ok(found);
    }
    let mut smooth: Vec<Row> = rows.iter().copied().cloned().collect();
    for row in &mut smooth {
        row.slip = None;
        row.leaves = false;
    }
    match frame.solve(smooth.iter().collect()) {
        Err(Failure::Interrupted(stop)) => Err(Failure::Interrupted(stop)),
        Err(_) => Ok(None),
        Ok(found) => Ok(tie_of(
            frame,
            rows,
            &found.forces,
            [&best.ball, &found.ball],
        )),
    }
}

fn tie_of(frame: &Frame, rows: &[&Row], forces: &Forces, balls: [&Ball; 2]) -> Option<Tie> {
    let least = lower_bound(frame, rows, forces);
    let radius = ball::of_tie(frame, balls, &least);
    let is_tied = radius <= Integer::power_of_2(RADIUS - KEPT);
    is_tied.then(|| Tie {
        forces: forces.clone(),
        radius,
    })
}
fn answer<'r>(
    frame: &Frame,
    choices: &'r Choices,
    mut cases: Vec<Case<'r>>,
    index: usize,
) -> Result<Answer<'r>, Failure> {
    let Outcome::Solved(best) = &cases[index].outcome else {
        return Err(Failure::Unsettled);
    };
    let mut excess = Rational::ZERO;
    if choices.are_smooth() {
        excess = Rational::power_of_2(-2 * (KEPT as i64));
    }
    let mut prover = Prover {
        frame,
        choices,
        cases: &cases,
        answer: index,
        required: &best.ball.restraint + excess,
        is_later: false,
        radius: Integer::ZERO,
    };
    let proof = prover.proof(0)?;
    let radius = prover.radius;
    let mut chosen = BTreeSet::new();
    for (or, option) in &cases[index].choices {
        chosen.extend(choices.contacts(*or, *option));
    }
    let is_relaxed = cases.iter().any(Case::is_relaxed);
    let Outcome::Solved(mut solution) = cases.swap_remove(index).outcome else {
        return Err(Failure::Unsettled);
    };
    let ball = &mut solution.ball;
    ball.radius = radius.max(std::mem::take(&mut ball.radius));
    Ok(Answer {
        is_relaxed,
        solution: *solution,
        chosen,
        proof,
    })
}

/// The proof that a case is the answer.
struct Prover<'p, 'f, 'r> {
    frame: &'p Frame<'f>,
    choices: &'p Choices,
    cases: &'p [Case<'r>],
    answer: usize,
    /// The restraint that bounds have to exceed: before the leaf, it is more than that of the leaf.
    required: Rational,
    /// Whether what comes is after the leaf.
    is_later: bool,
    /// The largest distance of what is tied with the leaf, over 2^4g.
    radius: Integer,
}

impl Prover<'_, '_, '_> {
    /// The part of the proof below a case.
    fn proof(&mut self, index: usize) -> Result<Node, Failure> {
        let case = &self.cases[index];
        match (&case.outcome, &case.children) {
            (Outcome::Solved(solution), None) if index == self.answer => {
                self.required = solution.ball.restraint.clone();
                self.is_later = true;
                Ok(Node::Leaf(Proof::of(self.frame, solution)))
            }
            (Outcome::Solved(solution), Some(children)) => {
                // Where the answer is not below it, a bound is enough.
                if !is_below(self.cases, index, self.answer) && self.is_bound(solution) {
                    return Ok(Node::Bound(self.frame.listed(&solution.forces)));
                }
                let mut nodes = Vec::with_capacity(children.len());
                for &child in children {
                    nodes.push(self.proof(child)?);
                }
                Ok(Node::Inner(Proof::of(self.frame, solution), nodes))
            }
            (Outcome::Solved(solution), None) => {
                let forces = match self.is_bound(solution) {
                    true => solution.forces.clone(),
                    false => self.tied(index)?,
                };
                Ok(Node::Bound(self.frame.listed(&forces)))
            }
            (Outcome::Impossible(forces), _) => {
                let rows = rows_of(self.choices, &case.choices);
                for shift in [0_u64, 64, 192, 320, 512] {
                    let forces = forces.iter().map(|force| force << shift);
                    let forces = self.frame.forces_across(forces.collect());
                    if lower_bound(self.frame, &rows, &forces) > self.required {
                        return Ok(Node::Bound(self.frame.listed(&forces)));
                    }
                }
                Err(Failure::Unsettled)
            }
        }
    }

    fn is_bound(&self, solution: &Solution) -> bool {
        lower_bound(self.frame, &solution.rows, &solution.forces) > self.required
    }

    /// Takes a case after the leaf that has its motion: the forces that prove it.
    fn tied(&mut self, index: usize) -> Result<Forces, Failure> {
        let tie = tie(self.frame, self.cases, [index, self.answer])?;
        let Some(tie) = tie.filter(|_| self.is_later) else {
            return Err(Failure::Ambiguous);
        };
        self.radius = tie.radius.max(std::mem::take(&mut self.radius));
        Ok(tie.forces)
    }
}

/// Whether a case is the other one, or was split off it.
fn is_below(cases: &[Case], above: usize, case: usize) -> bool {
    let prefix = &cases[above].choices;
    cases[case].choices.starts_with(prefix)
}
