//! Steps that change nothing.

use crate::stage::{begin, floor, rectangle, scene};
use num_bigint::BigInt;
use zwang_certificate::run2::Record;
use zwang_check::law::{Checker, State, VerifiedStep};
use zwang_law::Simulation;
use zwang_program::Monitor;

/// Two rough bricks that rest one on the other.
fn at_rest() -> Simulation {
    let lower = rectangle("lower", "[0, \"1/8\"]", "[1, \"1/4\"]", "");
    let upper = rectangle("upper", "[\"1/4\", \"3/8\"]", "[1, \"1/4\"]", "");
    let bodies = format!("{}{lower}{upper}", floor());
    let stack = scene("[0, \"-981/100\"]", &bodies);
    begin(stack.with_friction(&"1/2".parse().unwrap()), "1/100")
}

fn records(simulation: &mut Simulation, count: usize) -> Vec<Record> {
    let mut records = Vec::new();
    for _ in 0..count {
        let step = simulation.advance(&Monitor::default()).unwrap();
        records.push(simulation.record(&step));
    }
    records
}

/// The verdicts on the last step by a checker that has seen the steps before, and by one that has
/// not.
fn judged(simulation: &Simulation, records: &[Record]) -> [Result<VerifiedStep, String>; 2] {
    let header = simulation.header(None);
    let checker = || Checker::new(simulation.scene(), &header).unwrap();
    let step = |checker: &Checker, state: &State, record| {
        let step = checker.step(state, record);
        step.map_err(|rejection| rejection.to_string())
    };
    let [before @ .., last] = records else {
        panic!("no record");
    };
    let experienced = checker();
    let mut state = experienced.start();
    for record in before {
        state = step(&experienced, &state, record).unwrap().state().clone();
    }
    [experienced, checker()].map(|checker| step(&checker, &state, last))
}

#[test]
fn what_rests_has_the_same_record_in_every_step() {
    let mut simulation = at_rest();
    let records = records(&mut simulation, 4);
    for (record, k) in records.iter().zip(1..) {
        assert!(!record.groups.is_empty());
        assert_eq!(record.groups, records[0].groups);
        assert_eq!(record.k, k);
    }
    let [known, anew] = judged(&simulation, &records).map(Result::unwrap);
    assert_eq!(known.k(), 4);
    assert_eq!(known.state(), anew.state());
    assert_eq!(known.before(), anew.before());
    assert_eq!(known.forces(), anew.forces());
    assert_eq!(known.energy_rise(), anew.energy_rise());
}

/// A checker that knows the step already is no less strict with what is not the same.
#[test]
fn what_is_known_of_a_step_at_rest_says_nothing_of_another_record() {
    let mut simulation = at_rest();
    let all = records(&mut simulation, 3);
    type Forge = fn(&mut Record);
    let forges: [(Forge, &str); 4] = [
        (|record| record.k += 1, "L0"),
        (
            |record| {
                let forces = &mut record.groups[0].parts[0].programs[0];
                let zwang_certificate::run2::Node::Leaf(leaf) = forces else {
                    panic!("no leaf");
                };
                leaf.forces.rows[0].1 *= 2;
            },
            "L4",
        ),
        (|record| record.groups.clear(), "L4"),
        (
            |record| {
                let state = record.state.as_mut().unwrap();
                state[0].displacement[0] = BigInt::from(1);
            },
            "L9",
        ),
    ];
    for (forge, condition) in forges {
        let mut forged = all.clone();
        forge(forged.last_mut().unwrap());
        let [known, anew] = judged(&simulation, &forged).map(Result::unwrap_err);
        assert_eq!(known, anew);
        assert!(known.contains(condition), "{known}");
    }
}

/// A body that stirs again after a rest is not taken for resting: the state before is another one.
#[test]
fn a_step_from_another_state_is_judged_anew() {
    let mut simulation = at_rest();
    let records = records(&mut simulation, 2);
    let checker = Checker::new(simulation.scene(), &simulation.header(None)).unwrap();
    let first = checker.step(&checker.start(), &records[0]).unwrap();
    let mut moving = records[0].clone();
    moving.state.as_mut().unwrap()[0].velocity[0] = BigInt::from(1) << 64;
    let moving = checker.state(&moving).unwrap().unwrap();
    assert_ne!(&moving, first.state());
    assert!(checker.step(&moving, &records[1]).is_err());
    assert!(checker.step(first.state(), &records[1]).is_ok());
}
