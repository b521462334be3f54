//! Bars and the forces along them.

use super::{double, number};
use crate::bars::{self, BarForce};
use crate::decimal::square_root;
use crate::outcome::name;
use serde::Serialize;
use zwang_scene::Scene;

/// A bar, by the name of its body, and the force along it: N/m as an exact fraction, N as a double.
#[derive(Serialize)]
pub(super) struct ToldBar<'a> {
    name: &'a str,
    between: [&'a str; 2],
    length_squared: String,
    length_double: Option<f64>,
    force_per_length: String,
    tension_double: Option<f64>,
    state: &'static str,
    unique: bool,
}

pub(super) fn told_bars<'a>(scene: &'a Scene, forces: &[BarForce]) -> Vec<ToldBar<'a>> {
    let mut told = Vec::with_capacity(forces.len());
    for BarForce {
        bar,
        density,
        is_unique,
    } in forces
    {
        let square = bar.square();
        let length = square_root(&square);
        told.push(ToldBar {
            name: name(scene, bar.body),
            between: bar.joined(scene),
            length_squared: number(&square),
            length_double: double(&length),
            force_per_length: number(density),
            tension_double: double(&(density * &length)),
            state: bars::state(density),
            unique: *is_unique,
        });
    }
    told
}
