//! The tree of a program (`proofs/RUN.md`, section 7, L5).

use super::ball::{Ball, Solved, Target, of_leaf};
use super::guess::{Guess, Motion, Row};
use super::number::Number;
use super::options::Candidates;
use super::pairs::Pair;
use super::pins::PinRow;
use super::places;
use super::plan::Plan;
use super::vector::Vector;
use super::work::Work;
use crate::lookup;
use crate::names;
use crate::plane::separation;
use crate::rejection::Condition::{L2, L5};
use crate::rejection::{Result, within};
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run2::{Forces, Leaf, Node};
use zwang_scene::BodyId;

/// The options of the pairs of a group at a guess.
pub(super) struct Options {
    /// Pairs with their options, ascending.
    options: Vec<(Pair, Vec<Vec<Contact>>)>,
    /// The rows of pairs with one option.
    pub imposed: BTreeSet<Contact>,
}

/// A program of a group: options and the rows of all of them.
pub(super) struct Program {
    pub options: Options,
    rows: BTreeMap<Contact, Row>,
    /// The rows of ORs that touch in the state before.
    touching: BTreeSet<Contact>,
    /// Those of them that are still there.
    still: BTreeSet<Contact>,
    /// Those of these that bear nothing where corners hold together.
    shielded: BTreeSet<Contact>,
}

/// Which options of ORs a node has chosen, by the index of their pair; `None` for all of them.
type Choices = BTreeMap<usize, Option<usize>>;

/// The answer that a tree proves.
pub(super) struct Answer<'a> {
    pub solved: Solved<'a>,
    pub ball: Ball<'a>,
    /// The rows of the leaf, ascending.
    pub rows: Vec<&'a Row>,
    /// The largest radius of the tree, and the largest λ².
    pub largest_radius: Number,
    pub law_squared: Number,
}

/// The findings about a tree so far.
struct Judge<'a> {
    program: &'a Program,
    target: &'a Target<'a>,
    answers: Vec<Answer<'a>>,
    bounds: Vec<Bound>,
    largest_radius: Number,
    law_squared: Number,
    is_decided: bool,
}

/// A node of which only forces are given.
struct Bound {
    /// B.
    least: Number,
    /// The motion that the forces make.
    motion: Motion,
    /// Whether it comes after the leaf.
    is_later: bool,
}

impl Options {
    /// Given the pairs of which rows that do not touch are left out.
    pub(super) fn new(
        guess: &Guess,
        pairs: &[(Pair, Candidates)],
        left_out: &BTreeSet<Pair>,
        work: &Work,
    ) -> Result<Self> {
        let mut options = Vec::new();
        let mut imposed = BTreeSet::new();
        for (pair, candidates) in pairs {
            let first = guess.outline(pair.first)?;
            let second = guess.outline(pair.second)?;
            let stage = guess.stage();
            let before = [stage.outline(pair.first)?, stage.outline(pair.second)?];
            let [one, other] = pair.bodies();
            let is_at_rest = stage.rests(one)? && stage.rests(other)?;
            let count = (stage.plan, work);
            let mut found = candidates.options(count, before, [first, second], is_at_rest)?;
            if left_out.contains(pair) {
                found = guess.touching(&found)?;
            }
            if let [only] = found.as_slice() {
                imposed.extend(only);
            }
            options.push((*pair, found));
        }
        Ok(Self { options, imposed })
    }

    /// The program that has them, and these pins.
    pub(super) fn with_rows(self, guess: &Guess, pins: &mut [PinRow]) -> Result<Program> {
        let mut rows = BTreeMap::new();
        let options = self.options.iter().flat_map(|(_, options)| options);
        for name in options.flatten() {
            if !rows.contains_key(name) {
                rows.insert(*name, guess.row(name)?);
            }
        }
        places::join_of_positions(guess, rows.values_mut(), pins)?;
        let mut touching = BTreeSet::new();
        let mut still = BTreeSet::new();
        for (_, options) in self.options.iter().filter(|(_, options)| options.len() > 1) {
            touching.extend(guess.touching(options)?.into_iter().flatten());
            for name in options.iter().flatten() {
                if touching.contains(name) && guess.stage().is_still(name)? {
                    still.insert(*name);
                }
            }
        }
        let mut shielded = BTreeSet::new();
        for name in &still {
            if guess.stage().plan.seams.shields(guess.stage(), name)? {
                shielded.insert(*name);
            }
        }
        Ok(Program {
            options: self,
            rows,
            touching,
            still,
            shielded,
        })
    }
}

impl Program {
    /// The rows of a node, ascending.
    fn rows_of(&self, choices: &Choices) -> Result<Vec<&Row>> {
        let mut rows = BTreeMap::new();
        for name in &self.options.imposed {
            rows.insert(*name, self.row(name)?);
        }
        for (pair, option) in choices {
            let (_, options) = lookup::of_scene(&self.options.options, "pair", *pair)?;
            let Some(option) = option else {
                let all = options.iter().flatten();
                for name in all.filter(|name| !self.shielded.contains(name)) {
                    rows.insert(*name, self.row(name)?);
                }
                continue;
            };
            for name in lookup::of_scene(options, "option", *option)? {
                rows.insert(*name, self.row(name)?);
            }
        }
        Ok(rows.into_values().collect())
    }

    fn row(&self, name: &Contact) -> Result<&Row> {
        match self.rows.get(name) {
            Some(row) => Ok(row),
            None => L2.refuse("a row", "no coefficients", "those of its pair"),
        }
    }

    /// L5: what the tree of a program proves.
    pub(super) fn judge<'a>(&'a self, target: &'a Target<'a>, tree: &Node) -> Result<Answer<'a>> {
        let mut judge = Judge {
            program: self,
            target,
            answers: vec![],
            bounds: vec![],
            largest_radius: Number::zero(),
            law_squared: Number::zero(),
            is_decided: true,
        };
        judge.visit(tree, &Choices::new())?;
        judge.answer()
    }

    /// How many rows it has.
    pub(super) fn size(&self) -> usize {
        self.rows.len()
    }

    /// Whether no bodies of a row have friction.
    fn is_smooth(&self, plan: &Plan) -> bool {
        self.rows.keys().all(|name| !are_rough(plan, name))
    }

    /// Whether the options of a pair meet at rough corners that do not move: its bodies have
    /// friction, each option has a row that touches, and these are still.
    fn is_of_corners(&self, plan: &Plan, options: &[Vec<Contact>]) -> Result<bool> {
        for option in options {
            let mut touches = false;
            for name in option {
                let is_touching = self.touching.contains(name);
                touches |= is_touching;
                if !are_rough(plan, name) || is_touching && !self.still.contains(name) {
                    return Ok(false);
                }
            }
            if !touches {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether corners neither open nor slip, but for 2^-20 touch.
    fn stick(&self, plan: &Plan, options: &[Vec<Contact>], ball: &mut Ball) -> Result<bool> {
        let slack = plan.touch.shifted(20);
        let mut stick = true;
        for name in options.iter().flatten() {
            if !self.touching.contains(name) {
                continue;
            }
            let row = self.row(name)?;
            let mut moves = vec![(row.value(&ball.center)?, ball.row_width(row)?)];
            if let Some(slip) = &row.slip {
                moves.push((slip.value(&ball.center)?, ball.slip_width(slip)?));
            }
            for (value, width) in &moves {
                stick &= ball.decide(value, width, |value| {
                    value.square() <= &slack.square() * &row.length_squared
                });
            }
        }
        Ok(stick)
    }

    /// Whether one normal bears the sum of the forces of corners that hold together: that of a row
    /// that touches, with its friction, or one between those of two.
    fn is_borne(&self, options: &[Vec<Contact>], solved: &Solved) -> Result<bool> {
        let mut whole = Vector::zero();
        let mut normals: Vec<(Vector, &Number)> = Vec::new();
        let mut holder = None;
        let bears = |name: &&Contact| self.touching.contains(name) && !self.shielded.contains(name);
        let names: BTreeSet<&Contact> = options.iter().flatten().filter(bears).collect();
        for name in names {
            let row = self.row(name)?;
            let Some(slip) = &row.slip else {
                continue;
            };
            let on = *holder.get_or_insert_with(|| row.sides.first().map(|(body, _)| *body));
            let [normal, tangent] = [&row.sides, &slip.sides].map(|sides| along(sides, on));
            let mut forces = solved.forces.iter();
            if let Some(force) = forces.find(|force| force.row.name == *name) {
                let pushed = normal.scaled(&force.across);
                whole = whole.plus(&pushed).plus(&tangent.scaled(&force.along));
            }
            normals.push((normal, &slip.friction));
        }
        Ok(normals.iter().any(|(normal, friction)| {
            let mut others = normals.iter();
            normal.cross(&whole).abs() <= *friction * &normal.dot(&whole)
                || others.any(|(other, _)| is_between(&whole, normal, other))
        }))
    }

    /// Whether some option of a pair is kept in the ball, but for 2^-(5g/4).
    fn is_kept(&self, plan: &Plan, options: &[Vec<Contact>], ball: &mut Ball) -> Result<bool> {
        let slack = slack(plan);
        let mut kept = [false; 3];
        for option in options {
            let mut holds = [true; 3];
            for name in option {
                let row = self.row(name)?;
                let value = row.value(&ball.center)?;
                let width = ball.row_width(row)?;
                let ends = [value.clone(), &value - &width, &value + &width];
                for (holds, end) in holds.iter_mut().zip(&ends) {
                    *holds &= is_above(end, &slack, &row.length_squared);
                }
            }
            for (kept, holds) in kept.iter_mut().zip(holds) {
                *kept |= holds;
            }
        }
        let [found, low, high] = kept;
        ball.is_decided &= low == found && high == found;
        Ok(found)
    }
}

/// 2^-(5g/4).
fn slack(plan: &Plan) -> Number {
    Number::power(plan.grid.digits.saturating_mul(5) / 4)
}

/// Whether the two bodies of a row have friction.
fn are_rough(plan: &Plan, name: &Contact) -> bool {
    let [first, second] = name.bodies().map(BodyId);
    plan.scene.friction.between(first, second).is_positive()
}

/// The coefficients of the move of a body, 0 if it has none.
fn along(sides: &[(BodyId, [Number; 3])], on: Option<BodyId>) -> Vector {
    match sides.iter().find(|(body, _)| Some(*body) == on) {
        Some((_, [x, y, _])) => Vector::new(x.clone(), y.clone()),
        None => Vector::zero(),
    }
}

/// Whether a vector is between two that are not along each other.
fn is_between(vector: &Vector, first: &Vector, second: &Vector) -> bool {
    let turn = first.cross(second);
    let from_first = &first.cross(vector) * &turn;
    let to_second = &vector.cross(second) * &turn;
    !turn.is_zero() && !from_first.is_negative() && !to_second.is_negative()
}

/// w ≥ -slack |e|.
fn is_above(value: &Number, slack: &Number, length_squared: &Number) -> bool {
    !value.is_negative() || value.square() <= &slack.square() * length_squared
}

impl<'a> Judge<'a> {
    fn visit(&mut self, node: &Node, choices: &Choices) -> Result {
        match node {
            Node::Bound(forces) => self.bound(forces, choices),
            Node::Leaf(leaf) => self.leaf(leaf, choices),
            Node::Choice { leaf, branches } => self.choice(leaf, branches, choices),
        }
    }

    fn bound(&mut self, forces: &Forces, choices: &Choices) -> Result {
        let rows = self.program.rows_of(choices)?;
        let solved = Solved::new(self.target, rows, forces)?;
        self.bounds.push(Bound {
            least: solved.bound()?,
            motion: solved.motion,
            is_later: !self.answers.is_empty(),
        });
        Ok(())
    }

    fn leaf(&mut self, leaf: &Leaf, choices: &Choices) -> Result {
        let rows = self.program.rows_of(choices)?;
        let (solved, mut ball) = of_leaf(self.target, rows.clone(), leaf)?;
        if let Some(violated) = self.first_violated(choices, &mut ball)? {
            let place = self.place(violated)?;
            return L5.refuse(
                place,
                "no option that is kept",
                "a choice between its options",
            );
        }
        for (pair, option) in choices {
            let (_, options) = lookup::of_scene(&self.program.options.options, "pair", *pair)?;
            if option.is_none() && !self.program.stick(self.target.plan, options, &mut ball)? {
                let place = self.place(*pair)?;
                let required = "an option, or a corner that sticks";
                return L5.refuse(place, "all options, of a corner that moves", required);
            }
            if option.is_none() && !self.program.is_borne(options, &solved)? {
                let place = self.place(*pair)?;
                let required = "such that a line between the two bears them";
                return L5.refuse(place, "forces of several lines", required);
            }
        }
        self.note(&ball);
        let largest_radius = Number::zero();
        self.answers.push(Answer {
            solved,
            ball,
            rows,
            largest_radius,
            law_squared: Number::zero(),
        });
        Ok(())
    }

    fn choice(&mut self, leaf: &Leaf, branches: &[Node], choices: &Choices) -> Result {
        let rows = self.program.rows_of(choices)?;
        let (_, mut ball) = of_leaf(self.target, rows, leaf)?;
        let Some(violated) = self.first_violated(choices, &mut ball)? else {
            return self.kept_choice(ball, branches, choices);
        };
        self.note(&ball);
        let (_, options) = lookup::of_scene(&self.program.options.options, "pair", violated)?;
        if let [branch] = branches
            && self.program.is_of_corners(self.target.plan, options)?
        {
            let mut chosen = choices.clone();
            chosen.insert(violated, None);
            let place = self.place(violated)?;
            return within(format_args!("all of {place}"), self.visit(branch, &chosen));
        }
        if branches.len() != options.len() {
            let place = self.place(violated)?;
            let found = format!("{} branches", branches.len());
            let required = format!("{}, one for each option", options.len());
            return L2.refuse(place, found, required);
        }
        let place = self.place(violated)?;
        for (option, branch) in branches.iter().enumerate() {
            let mut chosen = choices.clone();
            chosen.insert(violated, Some(option));
            let visited = self.visit(branch, &chosen);
            within(format_args!("option {option} of {place}"), visited)?;
        }
        Ok(())
    }

    /// A node that violates nothing, and goes on with all options of corners that might stick.
    fn kept_choice(&mut self, mut ball: Ball, branches: &[Node], choices: &Choices) -> Result {
        let found = self.first_that_might_stick(choices, &mut ball)?;
        let (Some(pair), [branch]) = (found, branches) else {
            return L5.refuse(
                "a node",
                "a choice",
                "none, as an option of each pair is kept",
            );
        };
        self.note(&ball);
        let mut chosen = choices.clone();
        chosen.insert(pair, None);
        let place = self.place(pair)?;
        within(format_args!("all of {place}"), self.visit(branch, &chosen))
    }

    fn note(&mut self, ball: &Ball) {
        self.is_decided &= ball.is_decided;
        if ball.length > self.largest_radius {
            self.largest_radius = ball.length.clone();
        }
        if ball.law_squared > self.law_squared {
            self.law_squared = ball.law_squared.clone();
        }
    }

    /// The first pair without a chosen option of which no option is kept.
    fn first_violated(&self, choices: &Choices, ball: &mut Ball) -> Result<Option<usize>> {
        for (index, (_, options)) in self.program.options.options.iter().enumerate() {
            let is_or = options.len() > 1 && !choices.contains_key(&index);
            if is_or && !self.program.is_kept(self.target.plan, options, ball)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The first pair without a chosen option of rough corners that do not move before, and open or
    /// slip now.
    fn first_that_might_stick(&self, choices: &Choices, ball: &mut Ball) -> Result<Option<usize>> {
        let plan = self.target.plan;
        for (index, (_, options)) in self.program.options.options.iter().enumerate() {
            let is_or = options.len() > 1 && !choices.contains_key(&index);
            if is_or
                && self.program.is_of_corners(self.target.plan, options)?
                && !self.program.stick(plan, options, ball)?
            {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn place(&self, pair: usize) -> Result<String> {
        let (pair, _) = lookup::of_scene(&self.program.options.options, "pair", pair)?;
        let scene = &self.target.plan.scene;
        Ok(separation::pair(scene, pair.first, pair.second))
    }

    /// There is one leaf, and nothing else has as little restraint but what has its motion.
    fn answer(mut self) -> Result<Answer<'a>> {
        let count = self.answers.len();
        let (Some(mut answer), 1) = (self.answers.pop(), count) else {
            return L5.refuse("the tree", format!("{count} leaves"), "one leaf");
        };
        let is_smooth = self.program.is_smooth(self.target.plan);
        for bound in std::mem::take(&mut self.bounds) {
            let mut least = answer.ball.restraint.clone();
            if is_smooth && !bound.is_later {
                least = &least + &slack(self.target.plan).square();
            }
            if bound.least <= least {
                self.tie(&mut answer.ball, &bound)?;
            }
        }
        answer.ball.is_decided = self.is_decided;
        answer.largest_radius = self.largest_radius;
        answer.law_squared = self.law_squared;
        Ok(answer)
    }

    /// A bound that is tied with the leaf: its forces prove that another option has its motion.
    fn tie(&mut self, ball: &mut Ball, bound: &Bound) -> Result {
        let may_tie = bound.is_later;
        let radius = may_tie.then(|| ball.distance_to(&bound.motion, &bound.least));
        let largest = slack(self.target.plan);
        let Some(radius) = radius.transpose()?.filter(|radius| *radius <= largest) else {
            let found = names::rational(&bound.least.to_rational());
            let least = names::rational(&ball.restraint.to_rational());
            let found = format!("another choice with a restraint of at least {found}");
            return L5.refuse("the tree", found, format!("above {least}"));
        };
        ball.widen(&radius)?;
        self.note(ball);
        Ok(())
    }
}
