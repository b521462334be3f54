//! Crowds: all bodies near each other, or able to meet. Pairs grow with their square, and what is
//! kept of them does not; a table that asks for more than is looked at is refused.

use crate::laws::HEAD;
use std::fmt::Write;
use zwang_audit::{Audit, AuditError, Fault, Grade, Options, audit, table};
use zwang_program::Monitor;
use zwang_scene::read::{self, Syntax};

const BODIES: usize = 520;
const STEP: f64 = 1.0 / 64.0;

/// Squares in a row that fall from rest, half a metre apart: each is within a tenth of the row of a
/// hundred others.
fn row() -> String {
    let mut scene = format!("{HEAD}gravity = [0, -8]\n");
    for body in 0..BODIES {
        let x = 3 * body;
        writeln!(
            scene,
            "[[body]]\nname = \"{body}\"\nrectangle = {{ center = [\"{x}/2\", 0], size = [1, 1] }}"
        )
        .unwrap();
    }
    scene
}

/// Three states of the row, each square at a place that is a function of its own place and time.
fn states(at: impl Fn(f64, f64) -> [f64; 2]) -> String {
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for state in 0..3 {
        let time = f64::from(state) * STEP;
        for body in 0..BODIES {
            let [x, y] = at(1.5 * body as f64, time);
            writeln!(rows, "{time:?},{body},{x:?},{y:?},0").unwrap();
        }
    }
    rows
}

fn audited<T>(rows: &str, look: impl FnOnce(Result<Audit, AuditError>) -> T) -> T {
    let scene = read::parse(&row(), Syntax::Toml).unwrap().scene;
    let table = table::read(rows, &scene).unwrap();
    let options = Options {
        own_run: false,
        ..Options::default()
    };
    look(audit(
        &scene,
        &table,
        &options,
        &Monitor::default(),
        &|_, _| (),
    ))
}

fn refused(rows: &str) -> String {
    audited(rows, |audited| match audited {
        Err(AuditError::Crowded(crowded)) => {
            assert_eq!(crowded.state, 1);
            crowded.to_string()
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the crowd is audited"),
    })
}

#[test]
fn a_crowd_that_falls_as_it_should_has_the_best_grade() {
    audited(&states(|x, time| [x, -4.0 * time * time]), |audited| {
        let audit = audited.unwrap();
        assert_eq!(audit.grade(), Some(Grade::A));
        let faults: Vec<Fault> = audit.marks.iter().map(|mark| mark.fault).collect();
        for fault in [
            Fault::Strays,
            Fault::Unlawful,
            Fault::WrongStart,
            Fault::Penetrates,
        ] {
            assert!(faults.contains(&fault), "{fault:?} is not graded");
        }
    });
}

/// On one spot all overlap.
#[test]
fn a_crowd_on_one_spot_is_refused() {
    let line = refused(&states(
        |x, time| if time > 0.0 { [0.0, 0.0] } else { [x, 0.0] },
    ));
    assert_eq!(
        line,
        "step 1: found more than 2097152 comparisons of vertices and edges of parts that are near \
         each other; expected at most so many (--steps leaves out what comes later)"
    );
}

/// At a speed at which each goes past all others in a step, any two may meet.
#[test]
fn a_crowd_of_which_all_may_meet_is_refused() {
    let line = refused(&states(|x, time| [x * (1.0 + 640.0 * time), 0.0]));
    assert_eq!(
        line,
        "step 1: found more than 65536 pairs of bodies that may meet in the step; expected at \
         most so many (--steps leaves out what comes later)"
    );
}
