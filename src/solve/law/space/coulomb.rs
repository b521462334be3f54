//! Programs with friction: forces that obey Coulomb's law, and the ball that they prove
//! (`proofs/RUN.md`, section 16).

use super::float::{Floats, Guess};
use super::frame::Fixed;
use super::layer::Contacts;
use super::newton::{Mode, Newton};
use super::program::{Failure, Program, Row, SMALL, Solved, proved};
use super::rough::Force;
use super::vector::{cross, dot};
use crate::number::RADIUS;
use malachite::base::num::arithmetic::traits::{PowerOf2, Square};
use malachite::{Integer, Rational};
use zwang_program::Monitor;

/// Radii below 2^-FAIR leave few roundings undecided.
const FAIR: u64 = 84;

/// Solves a program some rows of which have friction; `law` is the largest error of the law.
pub(super) fn solve(program: Program, monitor: &Monitor) -> Result<Solved, Failure> {
    let Program {
        masses, rows, law, ..
    } = program;
    let none = vec![Force::NONE; rows.len()];
    if let Some(solved) = proved(program, none, monitor)
        && is_kept(rows, &solved)
    {
        return Ok(solved);
    }
    let mut best: Option<Solved> = None;
    let mut contacts = Contacts::new(program);
    for is_finer in [false, true] {
        let forces = match is_finer {
            true => contacts.finer(),
            false => contacts.forces(),
        };
        let Some(forces) = forces else {
            break;
        };
        let Some(solved) = proved(program, within(rows, forces), monitor) else {
            continue;
        };
        if is_good(&solved, law) {
            return Ok(solved);
        }
        if best
            .as_ref()
            .is_none_or(|best| is_before(&solved, best, law))
        {
            best = Some(solved);
        }
    }
    if let Some(best) = best.take_if(|best| is_fair(best, law)) {
        return Ok(best);
    }
    if !program.springs.is_empty() {
        // What follows knows no springs.
        let best = best.filter(|best| best.law_squared <= law.square());
        return best.ok_or(Failure::Unsettled);
    }
    let bases: Vec<Force> = rows.iter().map(base).collect();
    let fixed: Vec<Fixed> = rows.iter().map(|row| Fixed::new(row, masses)).collect();
    let floats = Floats::new(rows, masses);
    let newton = Newton {
        floats: &floats,
        rows: &fixed,
        bases: &bases,
        bodies: masses.len(),
    };
    if bases.iter().any(|base| !base.is_none())
        && let Some(solved) = nearly_still(program, &newton, monitor)
    {
        return Ok(solved);
    }
    // What has acted already is nearly right.
    let begin = floats.contacts.iter().zip(&bases);
    let guess = floats.guess(begin.map(|(contact, base)| contact.force(base)).collect());
    for modes in ways(&newton, &guess) {
        let Some(forces) = newton.solve(&guess, modes) else {
            continue;
        };
        let forces = within(rows, forces);
        let Some(solved) = proved(program, forces, monitor) else {
            continue;
        };
        if best
            .as_ref()
            .is_none_or(|best| is_before(&solved, best, law))
        {
            best = Some(solved);
        }
        if best.as_ref().is_some_and(|best| is_good(best, law)) {
            break;
        }
    }
    let best = best.filter(|best| best.law_squared <= law.square());
    best.ok_or(Failure::Unsettled)
}

/// Those that have acted already, or forces near them. A body that stops within the step slides on
/// by no more than rounding, or back, and sticks then with hardly less friction than there is.
fn nearly_still(program: Program, newton: &Newton, monitor: &Monitor) -> Option<Solved> {
    let Program { rows, law, .. } = program;
    let mut modes = Vec::with_capacity(newton.bases.len());
    for base in newton.bases {
        modes.push(match base.across > 0 {
            true => Mode::Stick,
            false => Mode::Open,
        });
    }
    for forces in [newton.bases.to_vec(), newton.settle(&modes, newton.bases)] {
        let solved = proved(program, within(rows, forces), monitor);
        if let Some(solved) = solved.filter(|solved| is_good(solved, law)) {
            return Some(solved);
        }
    }
    None
}

/// Whether the ball is small, and the law is kept.
fn is_good(solved: &Solved, law: &Rational) -> bool {
    solved.radius < Integer::power_of_2(RADIUS - SMALL) && solved.law_squared <= law.square()
}

/// Whether the ball is small enough for most roundings, and the law is kept.
fn is_fair(solved: &Solved, law: &Rational) -> bool {
    solved.radius < Integer::power_of_2(RADIUS - FAIR) && solved.law_squared <= law.square()
}

/// Modes to begin with, in this order.
fn ways(newton: &Newton, guess: &Guess) -> Vec<Vec<Mode>> {
    let own = newton.modes(guess);
    let stuck = own.iter().map(|mode| match mode {
        Mode::Open => Mode::Open,
        _ => Mode::Stick,
    });
    let stuck: Vec<Mode> = stuck.collect();
    match stuck == own {
        true => vec![own],
        false => vec![own, stuck],
    }
}

fn base(row: &Row) -> Force {
    row.rough
        .as_ref()
        .map_or(Force::NONE, |rough| rough.base.clone())
}

/// Whether one proof is better than another: it keeps the law, or its ball is smaller.
fn is_before(one: &Solved, other: &Solved, law: &Rational) -> bool {
    let most = law.square();
    let [own, others] = [one, other].map(|solved| (solved.law_squared > most, &solved.radius));
    own < others
}

/// Whether rows are kept at a motion without further forces, and none is better: what does not
/// press has no friction, and what presses is closed and does not slip.
fn is_kept(rows: &[Row], solved: &Solved) -> bool {
    rows.iter().zip(&solved.values).all(|(row, value)| {
        let Some(rough) = &row.rough else {
            return *value >= 0;
        };
        if rough.base.is_none() {
            return *value >= 0;
        }
        let slip = cross(&rough.normal, &rough.slip(&solved.motion));
        *value == 0 && dot(&slip, &slip) == 0 && rough.holds(&rough.base)
    })
}

/// Forces in their cones, without what has acted already.
fn within(rows: &[Row], forces: Vec<Force>) -> Vec<Force> {
    let mut found = Vec::with_capacity(forces.len());
    for (row, mut force) in rows.iter().zip(forces) {
        match &row.rough {
            Some(rough) => found.push(rough.within(&force).minus(&rough.base)),
            None => {
                if force.across < 0 {
                    force = Force::NONE;
                }
                found.push(force);
            }
        }
    }
    found
}
