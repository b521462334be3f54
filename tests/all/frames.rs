//! A body that is made a frame of point masses and bars moves exactly as the rigid body, whatever
//! touches, holds and pushes it, and however many bars are redundant.
//!
//! Source: Rote & Zwick, Collapse, sections 8.1 and 8.4.

use crate::{answers, gallery};
use std::fs;
use zwang_families::{Bars, Lumps, lumped};
use zwang_scene::Scene;

/// This many free bodies are few enough: each becomes up to 26.
const FEW: usize = 6;

fn scenes() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for path in gallery::files() {
        let text = fs::read_to_string(path).unwrap();
        let scene = zwang_scene::read::parse_toml(&text).unwrap().scene;
        let free = scene.bodies.iter().filter(|body| !body.is_fixed());
        if free.count() <= FEW && scene.friction.is_none() {
            scenes.push(scene);
        }
    }
    scenes
}

#[test]
fn a_frame_moves_as_its_rigid_body() {
    let mut moving = 0;
    let mut compared = 0;
    for scene in scenes() {
        let (_, rigid) = answers::solved(&scene, true);
        for (lumps, bars) in [
            (Lumps::Nine, Bars::Minimal),
            (Lumps::Four, Bars::Minimal),
            (Lumps::Four, Bars::Redundant),
        ] {
            let frames = lumped(&scene, lumps, bars).unwrap();
            let (_, verified) = answers::solved(&frames, true);
            assert_eq!(verified.verdict(), rigid.verdict(), "{}", scene.name);
            if rigid.groups().iter().any(|group| group.answers != 1) {
                continue;
            }
            let [own, of_rigid] = [&verified, &rigid].map(|found| found.first_answer().unwrap());
            let count = scene.bodies.len();
            assert_eq!(
                own.accelerations[..count],
                of_rigid.accelerations[..count],
                "{} {lumps:?} {bars:?}",
                scene.name
            );
            // The same Gauss function of the same motion, up to what loads and spins add to it.
            if scene.loads.is_empty() && scene.is_at_rest() {
                assert_eq!(own.restraint, of_rigid.restraint, "{}", scene.name);
            }
            compared += 1;
            moving += usize::from(
                of_rigid
                    .accelerations
                    .iter()
                    .any(|motion| !motion.is_zero()),
            );
        }
    }
    assert!(compared > 30 && moving > 15, "{compared} {moving}");
}
