//! Velocities of a model: those of its first key.

use super::bodies::Piece;
use super::joints::Joint;
use super::scene::Motion;
use crate::error::Result;
use crate::xml::Element;
use zwang_exact::{Rational, Vector3};

/// The motion of each piece in the first key of a section; none if it has no velocities.
pub fn read(section: Element, pieces: &[Piece], notes: &mut Vec<String>) -> Result<Vec<Motion>> {
    let mut keys = section.children();
    let Some(first) = keys.next() else {
        return Ok(Vec::new());
    };
    first.allow(
        &["name", "time", "qpos", "qvel"],
        &["act", "ctrl", "mpos", "mquat"],
    )?;
    let line = first.line();
    if keys.next().is_some() {
        notes.push(format!("line {line}: only the first key is read"));
    }
    if let Some(places) = first.numbers("qpos")?
        && !are_at_home(pieces, &places)
    {
        let note = "the key has other places and is passed over: places are those of the bodies";
        notes.push(format!("line {line}: {note}"));
        return Ok(Vec::new());
    }
    match first.numbers("qvel")? {
        Some(velocities) => motions(first, pieces, &velocities),
        None => Ok(Vec::new()),
    }
}

/// Whether the numbers of a key leave all bodies in their own places.
fn are_at_home(pieces: &[Piece], places: &[Rational]) -> bool {
    let mut rest = places;
    for joint in pieces.iter().flat_map(|piece| &piece.joints) {
        let [count, _] = joint.numbers();
        let Some((own, others)) = rest.split_at_checked(count) else {
            return false;
        };
        rest = others;
        if !joint.is_at_home(own) {
            return false;
        }
    }
    rest.is_empty()
}

/// The motions by the velocities of all joints: that of the body around, and of its own joints.
fn motions(key: Element, pieces: &[Piece], velocities: &[Rational]) -> Result<Vec<Motion>> {
    let mut rest = velocities;
    let mut all: Vec<Motion> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let [mut velocity, mut spin] = match piece.around {
            Some(around) => all[around].clone(),
            None => [Vector3::zero(), Vector3::zero()],
        };
        for joint in &piece.joints {
            let [own_velocity, own_spin] = joint.velocity(take(key, joint, &mut rest)?);
            velocity = &velocity + &own_velocity;
            spin = &spin + &own_spin;
        }
        all.push(match piece.is_fixed {
            true => [Vector3::zero(), Vector3::zero()],
            false => [velocity, spin],
        });
    }
    if !rest.is_empty() {
        let expected = "as many numbers as joints have velocities";
        return key.refuse_value("qvel", expected);
    }
    Ok(all)
}

/// The next numbers, which are those of a joint.
fn take<'a>(key: Element, joint: &Joint, rest: &mut &'a [Rational]) -> Result<&'a [Rational]> {
    let [_, count] = joint.numbers();
    let Some((own, others)) = rest.split_at_checked(count) else {
        let expected = "one for each slide and hinge, three for each ball, six for each free joint";
        return key.refuse("fewer numbers in qvel", expected);
    };
    *rest = others;
    Ok(own)
}
