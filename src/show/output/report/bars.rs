//! The tables of bars and of their supports.

use super::contacts::add_table;
use super::{ReportOptions, count};
use crate::bars::{self, BarForce};
use crate::shown::Numbers;
use zwang_scene::Scene;

/// The bars with the forces along them, and what the world does to their supports; empty without
/// bars. `not_unique` is said below if other forces do the same.
pub(super) fn section(
    scene: &Scene,
    forces: &[BarForce],
    not_unique: &str,
    numbers: &mut Numbers,
    options: &ReportOptions,
) -> String {
    let mut text = String::new();
    let [bars, supports] = bars::tables(scene, forces, numbers, options.limit());
    let Some(bars) = bars else {
        return text;
    };
    text += &count(forces.len(), "bar", "bars");
    text += ", positive in tension\n";
    add_table(&mut text, &bars, forces.len(), options);
    if forces.iter().any(|force| !force.is_unique) {
        text += not_unique;
    }
    if let Some(supports) = supports {
        text += &supports.text(2);
    }
    text
}
