//! The scenes of the bench.
//!
//! A version of the bench never changes: scenes that are added or mended make a new one.

use anyhow::{Context, Result};
use zwang_families as families;
use zwang_families::template;
use zwang_scene::read::Syntax;
use zwang_scene::{Friction, Scene};

/// The version of the bench.
pub const VERSION: u32 = 1;
/// The length of a step between two states, s, as engines are told it.
pub const STEP: &str = "0.01";
/// This many steps of that length are asked for.
pub const STEPS: usize = 100;

/// A scene of the bench.
pub struct Entry {
    /// Its name, which is that of its files.
    pub name: String,
    /// The scene.
    pub scene: Scene,
}

/// All scenes, those with known motions first.
///
/// # Errors
/// None, as tests show.
pub fn all() -> Result<Vec<Entry>> {
    let mut entries = Vec::with_capacity(PHYSICS.len() + FAMILIES.len());
    for (name, text) in PHYSICS {
        let reading = template::read(text, Syntax::Toml, &[]);
        let reading = reading.with_context(|| (*name).to_owned())?;
        entries.push(Entry {
            name: (*name).to_owned(),
            scene: reading.scene,
        });
    }
    for words in FAMILIES {
        entries.push(of_family(words).with_context(|| (*words).to_owned())?);
    }
    Ok(entries)
}

/// The scene of a family and its parameters, and with friction: `diamond size=5 friction=1/4`.
fn of_family(words: &str) -> Result<Entry> {
    let mut parts = words.split(' ');
    let family = families::find(parts.next().unwrap_or_default())?;
    let mut given = Vec::new();
    let mut friction = None;
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, "true"));
        if name == "friction" {
            friction = Some(zwang_exact::parse(value)?);
        } else {
            given.push((name.to_owned(), value.to_owned()));
        }
    }
    let mut scene = family.scene(&given)?;
    if let Some(friction) = friction {
        scene.friction = Friction::uniform(&scene.bodies, &friction);
    }
    let name = words.replace([' ', '=', '/'], "-");
    Ok(Entry { name, scene })
}

/// Scenes of the folder `scenes/physics`.
macro_rules! physics {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../../scenes/physics/", $name, ".toml")))),*]
    };
}

/// Motions that are known, by name and text: flights, slides, impacts, pendulums, rolling.
const PHYSICS: &[(&str, &str)] = physics![
    "bounce",
    "bounce-elastic",
    "bounce-elastic-rough",
    "bounce-rough",
    "bounce-slope",
    "bounce-stack",
    "bounce-to-rest",
    "bounce-two",
    "brake",
    "bullet",
    "carried",
    "corner",
    "cradle-both-ends",
    "cradle-one",
    "cradle-two",
    "dominoes",
    "double-pendulum",
    "flight",
    "groove",
    "heavy-chain-10000",
    "heavy-chain-1000000",
    "lands-and-slides",
    "load-off-centroid",
    "meet-elastic",
    "meet-inelastic",
    "movable-wedge",
    "over-a-brick",
    "past-a-peg",
    "pendulum",
    "pendulum-wall",
    "pinned-wedge",
    "pushed",
    "rolling-64-gon",
    "rolling-square",
    "rough-wall",
    "row-2-1-1-3-1",
    "row-3-1-2-5-1",
    "seam-slope",
    "sliding-rod",
    "sliding-rod-rough",
    "slope",
    "slope-and-back",
    "slope-friction",
    "slope-held",
    "spin",
    "struck-rod",
    "thrown-on-tiles",
    "tiles-friction",
    "tiles-loose",
    "tiles-one",
    "tiles-parts",
    "tilted-rod",
    "tilted-rod-rough",
    "tip-rough",
    "tip-smooth",
    "torque",
    "turntable",
    "wall",
    "wall-down",
    "wall-up",
];

/// Scenes at rest, just above and just below what they bear, and how they begin to fall.
const FAMILIES: &[&str] = &[
    "harmonic count=2",
    "harmonic count=5",
    "harmonic count=10",
    "harmonic count=5 beyond=-1/20",
    "harmonic count=5 beyond=-1/100",
    "harmonic count=5 beyond=1/1000",
    "diamond size=3",
    "diamond size=4",
    "diamond size=5",
    "diamond size=6",
    "diamond size=5 friction=34/100",
    "diamond size=5 friction=1/4",
    "triangle size=2",
    "triangle size=3",
    "wall rows=4 columns=3",
    "wall rows=4 columns=3 bond=stack",
    "wall rows=3 columns=5 friction=1/2",
    "parabolic size=2",
    "parabolic size=3",
    "arch stones=3 friction=29/100",
    "arch stones=3 friction=28/100",
    "arch stones=7 friction=29/100",
    "arch stones=7 friction=28/100",
    "arch stones=7 balanced=true",
    "cantilever overhang=1/10",
    "cantilever overhang=0",
    "cantilever overhang=-1/10",
    "wedge friction=3/4",
    "wedge friction=74/100",
    "wedge movable=true",
    "ladder friction=33/100",
    "ladder friction=32/100",
    "beam supports=3",
    "seesaw",
    "seesaw right=2",
    "domino count=4 friction=9/100",
    "domino count=4 friction=8/100",
    "domino count=5",
    "pile count=6 seed=1",
    "heap count=8 seed=1",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_a_hundred_scenes_with_names_of_their_own() {
        let entries = all().unwrap();
        let names: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!([entries.len(), names.len()], [100, 100]);
    }
}
