//! Pins: the rows that hold two points together, C3 of their velocities, and what virtual motions
//! do to them.

use crate::core::row::{Motions, Row};
use crate::names;
use crate::plane::figure::{Body, Figure};
use crate::plane::lever::row_at;
use crate::rejection::Condition::{self, Form};
use crate::rejection::{Result, within};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_exact::{Fraction, FractionVector, Vector};
use zwang_scene::{self as scene, PinId, Scene};

/// A pin.
pub(crate) struct Pin<'a> {
    pub index: PinId,
    pub listed: &'a scene::Pin,
    /// The two coordinates of the difference of the accelerations at the pin.
    pub rows: [Row; 2],
    /// The difference of the velocities.
    velocity: FractionVector,
    scene: &'a Scene,
}

/// The pins of a group.
pub(crate) type Pins<'a> = BTreeMap<PinId, &'a Pin<'a>>;

/// The pins of a scene. Form: their bodies exist, and one of them is free.
pub(crate) fn pins<'a>(figure: &'a Figure<'a>) -> Result<Vec<Pin<'a>>> {
    let mut pins = Vec::new();
    for (index, pin) in figure.scene.numbered_pins() {
        let place = names::pin(figure.scene, index);
        let pin = Pin::new(figure, index, pin);
        pins.push(within(place, pin)?);
    }
    Ok(pins)
}

impl<'a> Pin<'a> {
    fn new(figure: &'a Figure<'a>, index: PinId, pin: &'a scene::Pin) -> Result<Self> {
        let first = figure.body(pin.first)?;
        let second = match pin.second {
            Some(second) => Some(figure.body(second)?),
            None => None,
        };
        let second_is_fixed = second.is_none_or(Body::is_fixed);
        if first.is_fixed() && second_is_fixed {
            let found = "only fixed ones";
            return Form.refuse("bodies", found, "a free body");
        }
        let point = FractionVector::from(&pin.at);
        let mut velocity = first.velocity_at(&point);
        if let Some(second) = second {
            let other_velocity = second.velocity_at(&point);
            velocity = &velocity - &other_velocity;
        }
        let along_x = Vector::from_integers(1, 0);
        let along_y = Vector::from_integers(0, 1);
        let rows = [along_x, along_y].map(|axis| {
            let axis = FractionVector::from(&axis);
            row_at(first, second, &point, &axis, Fraction::ZERO)
        });
        Ok(Self {
            index,
            listed: pin,
            rows,
            velocity,
            scene: figure.scene,
        })
    }

    /// The rows along x and along y.
    pub(crate) fn axes(&self) -> impl Iterator<Item = (&Row, &str)> {
        self.rows.iter().zip(["x", "y"])
    }
}

/// The velocities of the two bodies of each pin agree at its point: C3 of a proof, R0 of a run.
pub(crate) fn pins_move_together(pins: &[Pin], condition: Condition) -> Result {
    for pin in pins {
        if !pin.velocity.is_zero() {
            let x = names::number(&pin.velocity.x());
            let y = names::number(&pin.velocity.y());
            let found = format!("relative velocity ({x}, {y})");
            return condition.refuse(pin, found, "(0, 0)");
        }
    }
    Ok(())
}

/// No motion of a group moves the two points of a pin apart: S4 or N2 of a velocity, C8 of a
/// displacement, V1 of an acceleration from rest. For accelerations over a denominator, with their
/// values when nothing accelerates: C6 of a case, F3 of an answer.
pub(crate) fn pins_hold(
    place: &impl fmt::Display,
    pins: &Pins,
    motions: &Motions,
    denominator: Option<&BigInt>,
    name: &str,
    condition: Condition,
) -> Result {
    for pin in pins.values() {
        for (row, axis) in pin.axes() {
            let apart = match denominator {
                None => row.difference(motions)?,
                Some(denominator) => row.value(motions, denominator)?,
            };
            if !apart.is_zero() {
                let place = format!("{place}, {pin}");
                let one = BigInt::one();
                let apart = row.told_over(&apart, denominator.unwrap_or(&one));
                let found = format!("{name} {apart} along {axis}");
                return condition.refuse(place, found, "0");
            }
        }
    }
    Ok(())
}

impl fmt::Display for Pin<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let name = names::pin(self.scene, self.index);
        formatter.write_str(&name)
    }
}
