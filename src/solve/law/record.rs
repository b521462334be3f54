//! Steps as records of `zwang-run-2` (`proofs/RUN.md`, section 9).

use crate::ball::{Opening, Unit};
use crate::impacts::Round;
use crate::number::{GRID, RADIUS, over, recorded};
use crate::parts::{GroupStep, Part};
use crate::run::{MEMORY, Simulation, Step};
use crate::state::BodyState;
use crate::tree::{Listed, Node, Proof};
use malachite::{Integer, Rational};
use num_bigint::BigInt;
use zwang_certificate::run2::{self, BigRational, Grade, Group, Header, Leaf, Record};
use zwang_program::Monitor;
use zwang_program::kernel::number::{common_denominator, from_solver, integer_to_solver, times};

impl Simulation {
    /// The first line of the run's file; the text of the scene in JSON goes with it.
    #[must_use]
    pub fn header(&self, scene_file: Option<String>) -> Header {
        let restitution = &self.outline().restitution;
        let mut pairs = Vec::new();
        for ([first, second], value) in &restitution.pairs {
            pairs.push(([first.0, second.0], rational(&from_solver(value))));
        }
        Header {
            scene: self.scene().digest(),
            step: rational(&from_solver(&self.outline().step)),
            grid: GRID,
            touch: rational(&from_solver(&self.outline().touch)),
            radius: rational(&from_solver(&over(self.largest_radius(), RADIUS))),
            law: rational(&from_solver(self.law())),
            restitution: rational(&from_solver(&restitution.default)),
            pairs,
            rounds: self.outline().rule.rounds_of_a_row(),
            program: concat!("zwang ", env!("CARGO_PKG_VERSION")).to_owned(),
            scene_file,
        }
    }

    /// Goes on after the last of these records with states, of an earlier run of the same scene
    /// with the same step; from the beginning if there is none. It does the same steps as that run,
    /// bit for bit, if all records since the last whole [`MEMORY`] of steps are there: then it does
    /// these steps again.
    #[must_use]
    pub fn resumed_after(mut self, records: &[&Record]) -> Self {
        let Some(last) = records.last() else {
            return self;
        };
        let from = last.k - last.k % MEMORY;
        let has_beginning = from == 0 && records.iter().any(|record| record.k == 1);
        let begins = records.iter().find(|record| record.k == from);
        if let Some(begins) = begins {
            self.go_to(begins);
        }
        if begins.is_some() || has_beginning {
            while self.steps() < last.k && self.advance(&Monitor::default()).is_ok() {}
        }
        if !self.is_at(last) {
            self.go_to(last);
        }
        self
    }

    /// Goes to the state of a record, if it has one.
    fn go_to(&mut self, record: &Record) {
        if let Some(listed) = &record.state
            && listed.len() == self.states().len()
        {
            self.go_on(record.k, listed.iter().map(BodyState::from).collect());
        }
    }

    /// Whether it has come to the state of a record.
    fn is_at(&self, record: &Record) -> bool {
        let Some(listed) = &record.state else {
            return false;
        };
        let states = listed.iter().map(BodyState::from);
        self.steps() == record.k && states.eq(self.states().iter().cloned())
    }

    /// The record of the step that was just done.
    #[must_use]
    pub fn record(&self, step: &Step) -> Record {
        let groups = step.groups.iter().filter(|group| !is_empty(group));
        Record {
            k: self.steps(),
            groups: groups.map(group).collect(),
            state: Some(self.states().iter().map(state).collect()),
        }
    }
}

/// The numbers of a run file.
fn rational(number: &zwang_exact::Rational) -> BigRational {
    BigRational::new_raw(number.numer().clone(), number.denom().clone())
}

/// Whether a group has neither forces nor openings, which the checker finds out without a record.
fn is_empty(step: &GroupStep) -> bool {
    let [part] = step.parts.as_slice() else {
        return false;
    };
    let has_no_positions = part.programs.iter().all(Node::is_empty);
    let has_no_impacts = part.rounds.is_empty();
    let is_plain = step.is_decided && !step.is_relaxed;
    has_no_impacts && has_no_positions && part.velocity.is_empty() && is_plain
}

fn group(step: &GroupStep) -> Group {
    let first = step.bodies.first().map_or(0, |body| body.0);
    let grade = match (step.is_relaxed, step.is_decided) {
        (true, _) => Grade::Relaxed,
        (false, true) => Grade::Unique,
        (false, false) => Grade::Near,
    };
    Group {
        first,
        grade,
        parts: step.parts.iter().map(part).collect(),
    }
}

fn part(part: &Part) -> run2::Part {
    run2::Part {
        length: part.length,
        rounds: part.rounds.iter().map(round).collect(),
        programs: part.programs.iter().map(node).collect(),
        velocity: leaf(&part.velocity),
    }
}

fn round(round: &Round) -> run2::Round {
    let mut numbers: Vec<Rational> = Vec::new();
    for impulse in &round.impulses {
        numbers.extend([impulse.across.clone(), impulse.along.clone()]);
    }
    for (_, pull) in &round.pins {
        numbers.extend(pull.iter().cloned());
    }
    let unit = common_denominator(&numbers);
    let whole = |number: &Rational| recorded(&times(number, &unit));
    let mut impulses = run2::Forces::default();
    for impulse in &round.impulses {
        if impulse.across != 0 {
            impulses.rows.push((impulse.row, whole(&impulse.across)));
        }
        if impulse.along != 0 {
            impulses.friction.push((impulse.row, whole(&impulse.along)));
        }
    }
    for (pin, pull) in &round.pins {
        if pull.iter().any(|part| *part != 0) {
            impulses.pins.push((*pin, pull.each_ref().map(whole)));
        }
    }
    run2::Round {
        unit: recorded(&Integer::from(&unit)),
        impulses,
    }
}

fn node(node_: &Node) -> run2::Node {
    match node_ {
        Node::Leaf(proof) => run2::Node::Leaf(leaf(proof)),
        Node::Inner(proof, branches) => run2::Node::Choice {
            leaf: leaf(proof),
            branches: branches.iter().map(node).collect(),
        },
        Node::Bound(listed) => run2::Node::Bound(forces(listed)),
    }
}

fn leaf(proof: &Proof) -> Leaf {
    let opening = proof.opening.as_ref().map(|Opening { unit, motion }| {
        let bodies = motion.chunks_exact(3);
        run2::Opening {
            unit: match unit {
                Unit::Shift(shift) => run2::Unit::Shift(*shift),
                Unit::Over(unit) => run2::Unit::Over(recorded(unit)),
            },
            motion: bodies
                .map(|body| [0, 1, 2].map(|part| recorded(&body[part])))
                .collect(),
        }
    });
    Leaf {
        forces: forces(&proof.forces),
        opening,
    }
}

fn forces(listed: &Listed) -> run2::Forces {
    let mut pins = Vec::with_capacity(listed.pins.len());
    for (pin, force) in &listed.pins {
        pins.push((*pin, force.each_ref().map(recorded)));
    }
    run2::Forces {
        rows: numbers(&listed.rows),
        friction: numbers(&listed.friction),
        pins,
    }
}

fn numbers(listed: &[(usize, Integer)]) -> Vec<(usize, BigInt)> {
    let mut numbers = Vec::with_capacity(listed.len());
    for (row, force) in listed {
        numbers.push((*row, recorded(force)));
    }
    numbers
}

impl From<&run2::BodyState> for BodyState {
    fn from(state: &run2::BodyState) -> Self {
        let [q, r] = &state.memory;
        Self {
            displacement: state.displacement.each_ref().map(integer_to_solver),
            quarter_turns: state.quarter,
            half_tangent: integer_to_solver(&state.tangent),
            velocity: state.velocity.each_ref().map(integer_to_solver),
            spin: integer_to_solver(&state.spin),
            memory: [q, r, &state.turn_memory].map(integer_to_solver),
        }
    }
}

fn state(state: &BodyState) -> run2::BodyState {
    let [q, r, s] = &state.memory;
    run2::BodyState {
        displacement: state.displacement.each_ref().map(recorded),
        quarter: state.quarter_turns,
        tangent: recorded(&state.half_tangent),
        velocity: state.velocity.each_ref().map(recorded),
        spin: recorded(&state.spin),
        memory: [recorded(q), recorded(r)],
        turn_memory: recorded(s),
    }
}
