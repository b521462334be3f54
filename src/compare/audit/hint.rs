//! Suspicions about a table that an audit could read: angles in degrees, y downwards.
//!
//! Both show in the motion only, beside zwang's own run while that begins.

use crate::decimal;
use crate::own_run::OwnRun;
use crate::shape::Shape;
use crate::table::{State, Table, Turned};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;

/// The hints, if there are any; `beginning` states are looked at.
pub(crate) fn hints(shape: &Shape, table: &Table, own: &OwnRun, beginning: usize) -> Vec<String> {
    let states = table.states.len().min(beginning);
    let mut hints = Vec::new();
    if let Some(ratio) = angles_over_own(shape, &table.states[..states], own) {
        let times = decimal::short(&ratio);
        hints.push(format!(
            "angles are {times} times those of zwang's own run: \
             if they are in degrees, multiply them by pi/180"
        ));
    }
    if states > 0 && is_upside_down(shape, &table.states[states - 1], own, states - 1) {
        let hint = "bodies rise by as much as they should fall: \
            if y points down, change the signs of y, angle, vy, spin and fy";
        hints.push(hint.to_owned());
    }
    hints
}

/// How many times the angles of own run those of the table are, if for every body that turns it is
/// 40 to 80 times: 180/π is 57.3.
fn angles_over_own(shape: &Shape, states: &[State], own: &OwnRun) -> Option<Rational> {
    let mut first = None;
    for place in 0..shape.free.len() {
        let Some(ratio) = angle_over_own(states, own, place) else {
            continue;
        };
        if ratio <= 40 || ratio >= 80 {
            return None;
        }
        first = first.or(Some(ratio));
    }
    first
}

/// The same for one body, at the last state in which own angle, or rather its sine, is between
/// 1/1000 and 1/4.
fn angle_over_own(states: &[State], own: &OwnRun, place: usize) -> Option<Rational> {
    let least = Rational::from_unsigneds(1u32, 1000);
    let most = Rational::from_unsigneds(1u32, 4);
    for (state, own) in states.iter().zip(&own.states).rev() {
        let [cosine, sine] = &own[place].rotation;
        let size = sine.abs();
        if *cosine > 0 && size >= least && size <= most {
            let Turned::Angle(angle) = &state.bodies[place].rotation else {
                return None;
            };
            return Some(angle / sine);
        }
    }
    None
}

/// Whether every body that sinks or rises by more than a thousandth of the scene's size in zwang's
/// own run goes the opposite way by as much, up to a quarter, and there is one.
fn is_upside_down(shape: &Shape, state: &State, own: &OwnRun, index: usize) -> bool {
    let Some(size) = crate::shape::size(shape.scene) else {
        return false;
    };
    let least = size / Rational::from(1000);
    let mut goes = false;
    for (place, start) in shape.masses().map(|(_, mass)| &mass.centroid).enumerate() {
        let rise = &state.bodies[place].centroid[1] - &start[1];
        let own_rise = &own.states[index][place].centroid[1] - &start[1];
        let sum = (&rise + &own_rise).abs();
        let own_way = own_rise.abs();
        if own_way <= least {
            continue;
        }
        if sum * Rational::from(4) > own_way {
            return false;
        }
        goes = true;
    }
    goes
}
