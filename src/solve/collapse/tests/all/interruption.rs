//! Stopping the solver from outside: it gives up with an error of its own, whenever that happens,
//! and never answers otherwise than it would have.

use malachite::{Integer, Rational as SolverRational};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use zwang_alternatives::methods;
use zwang_collapse::{SolveError, collapse};
use zwang_exact::{Rational, parse};
use zwang_families::{self as families, Brick};
use zwang_program::kernel::{Problem, Row, solve};
use zwang_program::{
    Interrupted, Interval, LinearProgram, LinearRow, Monitor, Options, Polyhedron, ProgramError,
    QuadraticProgram, Sense, Statistics, Stop,
};
use zwang_scene::Scene;

/// A monitor that stops at the change number `limit` of its counts.
fn stopping<T>(limit: usize, work: impl FnOnce(&Monitor) -> T) -> T {
    let (stop, changes) = (Stop::default(), AtomicUsize::new(0));
    let observer = |_: &Statistics| {
        if changes.fetch_add(1, Ordering::Relaxed) + 1 >= limit {
            stop.request();
        }
    };
    if limit == 0 {
        stop.request();
    }
    work(&Monitor::new(&observer).with_stop(stop.clone()))
}

/// Stops the work at its first change of counts, at the next one, and so on until it is done;
/// returns how often it was stopped.
fn interruptions<T: PartialEq + std::fmt::Debug>(work: impl Fn(&Monitor) -> Option<T>) -> usize {
    let answer = work(&Monitor::default());
    assert!(answer.is_some(), "nobody interrupts");
    for limit in 0.. {
        match stopping(limit, &work) {
            None => {}
            done => {
                assert_eq!(done, answer, "after {limit} changes");
                return limit;
            }
        }
    }
    unreachable!("the work has an end")
}

fn hill(beyond: &str) -> Scene {
    families::harmonic(12, &parse(beyond).unwrap(), &Brick::default()).unwrap()
}

#[test]
fn a_collapse_can_be_stopped_at_any_time() {
    for (scene, floats, least) in [
        (hill("0"), true, 2),
        (hill("1e-30"), true, 2),
        (hill("1e-30"), false, 20),
    ] {
        let stopped = interruptions(|monitor| {
            match collapse(
                &scene,
                &Options {
                    floats,
                    ..Options::default()
                },
                monitor,
            ) {
                Ok(collapse) => Some(collapse.certificate),
                Err(SolveError::Interrupted(Interrupted)) => None,
                Err(error) => panic!("{error}"),
            }
        });
        assert!(stopped >= least, "stopped {stopped} times");
    }
}

/// x_i ≥ i for some variables, and a sum that all of them exceed.
fn polyhedron(sum: i64) -> Polyhedron {
    let number = |value: i64| Rational::from_integer(value.into());
    let bounds = (0..6)
        .map(|index| Interval::at_least(number(index)))
        .collect();
    let coefficients = (0..6).map(|index| (index, number(1))).collect();
    Polyhedron {
        bounds,
        rows: vec![LinearRow {
            coefficients,
            range: Interval::at_most(number(sum)),
        }],
    }
}

#[test]
fn linear_and_quadratic_programs_can_be_stopped_at_any_time() {
    let one = || Rational::from_integer(1.into());
    for (sum, floats) in [(20, true), (20, false), (10, true), (10, false)] {
        let options = Options {
            floats,
            ..Options::default()
        };
        let feasible = polyhedron(sum);
        let linear = LinearProgram {
            sense: Sense::Maximise,
            objective: vec![one(); 6],
            feasible: feasible.clone(),
        };
        let stopped = interruptions(|monitor| match linear.solve(&options, monitor) {
            Ok(outcome) => Some(outcome),
            Err(ProgramError::Interrupted(Interrupted)) => None,
            Err(error) => panic!("{error}"),
        });
        assert!(stopped >= 1, "stopped {stopped} times");
        let hessian = (0..6).map(|index| (index, index, one())).collect();
        let quadratic = QuadraticProgram {
            sense: Sense::Minimise,
            hessian,
            linear: vec![one(); 6],
            feasible,
        };
        let stopped = interruptions(|monitor| match quadratic.solve(&options, monitor) {
            Ok(outcome) => Some(outcome),
            Err(ProgramError::Interrupted(Interrupted)) => None,
            Err(error) => panic!("{error}"),
        });
        assert!(stopped >= 2, "stopped {stopped} times");
    }
}

#[test]
fn what_is_stopped_before_it_begins_does_nothing() {
    let stop = || Stop::at(Instant::now());
    let row = Row {
        coefficients: vec![(0, Integer::from(1))],
        bound: Integer::from(1),
    };
    let problem = Problem {
        masses: vec![SolverRational::from(1)],
        target: vec![SolverRational::from(0)],
        rows: vec![row],
        equalities: 0,
    };
    assert_eq!(
        solve(&problem, None, &Monitor::default().with_stop(stop())).unwrap_err(),
        Interrupted
    );
    for method in methods() {
        let answer = method.solve(&problem, &Monitor::default().with_stop(stop()));
        assert_eq!(answer.err(), Some(Interrupted), "{}", method.name());
    }
    let monitor = Monitor::default().with_stop(stop());
    assert_eq!(
        collapse(&hill("0"), &Options::default(), &monitor).unwrap_err(),
        Interrupted.into()
    );
    assert_eq!(monitor.statistics().programs, 0);
}
