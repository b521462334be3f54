//! Symmetric scenes stay symmetric, through all impacts, and so do their forces.

use crate::course::{position, ratio, run, settings, whole_gallery};
use std::collections::BTreeMap;
use zwang_certificate::run::{Node, Placement, Record};
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_motion::MotionError;
use zwang_scene::{BodyId, Scene};

/// The forces of a record, on vertex and edge, as numerator and denominator.
fn forces(record: &Record) -> Option<BTreeMap<zwang_certificate::Contact, zwang_exact::Rational>> {
    let mut forces = BTreeMap::new();
    for group in &record.groups {
        let Some(
            Node::Optimal {
                denominator,
                forces: own,
            }
            | Node::Enclosed {
                denominator,
                forces: own,
                ..
            },
        ) = group.tree()
        else {
            return None;
        };
        for (row, force) in &own.rows {
            forces.insert(
                record.rows[*row],
                zwang_exact::Rational::new(force.clone(), denominator.clone()),
            );
        }
    }
    Some(forces)
}

pub fn is_invariant(scene: &Scene, symmetry: &Symmetry, record: &Record) -> bool {
    let free: Vec<BodyId> = scene
        .body_ids()
        .filter(|&body| !scene.bodies[body].is_fixed())
        .collect();
    let place = |body: BodyId| free.binary_search(&body).unwrap();
    let states = free.iter().all(|&body| {
        let (own, image) = (place(body), place(symmetry.bodies[body]));
        let [x, y] = position(record, own);
        let [image_x, image_y] = position(record, image);
        let turns = match (&record.state[own], &record.state[image]) {
            (
                Placement::Grid {
                    quarter, tangent, ..
                },
                Placement::Grid {
                    quarter: image_quarter,
                    tangent: image_tangent,
                    ..
                },
            ) if symmetry.is_reflection() => {
                (4 - quarter) % 4 == *image_quarter && -tangent == *image_tangent
            }
            (
                Placement::Grid {
                    quarter, tangent, ..
                },
                Placement::Grid {
                    quarter: image_quarter,
                    tangent: image_tangent,
                    ..
                },
            ) => quarter == image_quarter && tangent == image_tangent,
            _ => false,
        };
        let moved = symmetry.map_point(&zwang_exact::Vector::new(x, y));
        turns && moved.x == image_x && moved.y == image_y
    });
    let Some(forces) = forces(record) else {
        return states;
    };
    let images: BTreeMap<_, _> = forces
        .iter()
        .map(|(row, force)| (symmetry.image_of(row).unwrap(), force.clone()))
        .collect();
    states && images == forces
}

#[test]
fn states_and_forces_of_symmetric_scenes_are_invariant() {
    let (mut scenes, mut impacts) = (0, 0);
    for scene in whole_gallery() {
        let symmetries = symmetry::detect(&scene);
        if symmetries.is_empty() || scene.bodies.len() > 30 {
            continue;
        }
        let (records, stopped) = run(&scene, settings(ratio(1, 50)), 80);
        let is_expected = |error: &MotionError| {
            matches!(
                error,
                MotionError::Ambiguous { .. } | MotionError::Impossible { .. }
            )
        };
        assert!(
            stopped.as_ref().is_none_or(is_expected),
            "{}: {stopped:?}",
            scene.name
        );
        for record in &records {
            impacts += record.facts.impacts.len();
            for symmetry in &symmetries {
                assert!(
                    is_invariant(&scene, symmetry, record),
                    "{}, step {}",
                    scene.name,
                    record.k
                );
            }
        }
        scenes += usize::from(!records.is_empty());
    }
    assert!(
        scenes >= 10 && impacts > 0,
        "{scenes} scenes, {impacts} impacts"
    );
}

#[test]
fn ties_at_corners_stop_or_are_chosen() {
    let scene = crate::course::gallery("corner-tie");
    let (records, stopped) = run(&scene, settings(ratio(1, 100)), 5);
    assert!(
        records.is_empty() && matches!(stopped, Some(MotionError::Ambiguous { step: 1, .. })),
        "{stopped:?}"
    );
    let chosen = |corner| {
        let settings = zwang_motion::Settings {
            corner,
            ..settings(ratio(1, 100))
        };
        let (records, stopped) = run(&scene, settings, 20);
        assert_eq!(stopped, None);
        position(&records[19], 0)[0].clone()
    };
    let [first, last] = [
        zwang_motion::CornerChoice::First,
        zwang_motion::CornerChoice::Last,
    ]
    .map(chosen);
    assert_ne!(first, last);
}
