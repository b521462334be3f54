//! Small scenes, and runs of them by brute force: a second implementation of the page, with
//! rational numbers and no thought of speed.

mod facts;
pub mod friction;
pub mod listing;
pub mod plane;
pub mod produce;
pub mod rows;
pub mod scenes;
pub mod solve;
pub mod world;

use zwang_certificate::BigInt;
use zwang_certificate::Contact;
use zwang_certificate::run::{
    Group, GroupProof, Header, Impact, ImpactForces, Node, Record, write_header, write_record,
};
use zwang_check::Rejection;
use zwang_check::run::{Checker, State, VerifiedStep};
use zwang_scene::Scene;

/// A run whose records are right.
pub struct Run {
    checker: Checker,
    states: Vec<State>,
    pressed: Vec<Vec<Contact>>,
}

impl Run {
    pub fn new(scene: &Scene, header: &Header, records: &[Record]) -> Self {
        let checker = Checker::new(scene, header).unwrap();
        let mut states = checker.start().to_vec();
        let mut pressed = vec![vec![]];
        for (index, record) in records.iter().enumerate() {
            states.push(checker.state(record).unwrap());
            pressed.push(checker.pressing(&states[index + 1], record).unwrap());
        }
        Self {
            checker,
            states,
            pressed,
        }
    }

    /// Checks another record in place of one of them.
    pub fn step(&self, index: usize, record: &Record) -> Result<VerifiedStep, Rejection> {
        let [before, now] = [&self.states[index], &self.states[index + 1]];
        self.checker
            .step([before, now], &self.pressed[index], record)
    }
}

/// What is said of step k after something was changed in its record.
pub fn refusal(
    scene: &Scene,
    header: &Header,
    records: &[Record],
    k: usize,
    change: impl Fn(&mut Record),
) -> String {
    let mut record = records[k - 1].clone();
    change(&mut record);
    record.facts.bits = produce::bits(&record);
    match Run::new(scene, header, records).step(k - 1, &record) {
        Ok(_) => "accepted".to_owned(),
        Err(rejection) => rejection.to_string(),
    }
}

/// Checks records one after the other.
pub fn check(
    scene: &Scene,
    header: &Header,
    records: &[Record],
) -> Result<Vec<VerifiedStep>, Rejection> {
    let checker = Checker::new(scene, header)?;
    let mut states: Vec<State> = checker.start().to_vec();
    let mut pressed: Vec<Contact> = vec![];
    let mut steps = vec![];
    for record in records {
        let [before, now] = [&states[states.len() - 2], &states[states.len() - 1]];
        let step = checker.step([before, now], &pressed, record)?;
        assert_eq!(step.pressing(), checker.pressing(now, record)?);
        pressed = step.pressing().to_vec();
        states.push(step.state().clone());
        steps.push(step);
    }
    Ok(steps)
}

/// The tree of a group without friction.
pub fn tree_of(group: &mut Group) -> &mut Node {
    match &mut group.proof {
        GroupProof::Tree { tree, .. } => tree,
        GroupProof::Friction(_) => panic!("friction"),
    }
}

/// The forces of an impact without friction.
pub fn plain_forces(impact: &mut Impact) -> &mut Vec<(usize, BigInt)> {
    match &mut impact.forces {
        ImpactForces::Frictionless(forces) => forces,
        ImpactForces::Friction(_) => panic!("friction"),
    }
}

/// The text of a run.
pub fn text(header: &Header, records: &[Record]) -> String {
    std::iter::once(write_header(header))
        .chain(records.iter().map(write_record))
        .map(|line| line + "\n")
        .collect()
}
