//! From rest, the first step is the initial collapse: z moves by h² a, and c by h² α i, exactly
//! (Rote & Zwick, Collapse, sections 5 and 6).

use crate::course::{ratio, settings, whole_gallery};
use malachite::Rational;
use zwang_certificate::Case;
use zwang_certificate::run::Placement;
use zwang_collapse::collapse;
use zwang_law::Grid;
use zwang_program::kernel::number::{integer_to_solver, to_solver};
use zwang_program::{Monitor, Options};

/// (a_x, a_y, α) of each free body, if corners leave no choice.
fn accelerations(scene: &zwang_scene::Scene) -> Option<Vec<[Rational; 3]>> {
    let certificate = collapse(scene, &Options::default(), &Monitor::default())
        .ok()?
        .certificate;
    let mut motions = vec![None; scene.bodies.len()];
    for group in &certificate.groups {
        let [answer] = group.answers.as_slice() else {
            return None;
        };
        let Case {
            motion: Some(motion),
            ..
        } = &group.cases[*answer]
        else {
            return None;
        };
        let over = |value| {
            Rational::from_integers(
                integer_to_solver(value),
                integer_to_solver(&motion.denominator),
            )
        };
        for (&body, values) in group.bodies.iter().zip(&motion.accelerations) {
            motions[body] = Some(values.each_ref().map(over));
        }
    }
    Some(motions.into_iter().flatten().collect())
}

#[test]
fn first_step_from_rest_is_the_initial_collapse() {
    let mut compared = 0;
    for scene in whole_gallery().iter().filter(|scene| scene.is_at_rest()) {
        let Some(accelerations) = accelerations(scene) else {
            continue;
        };
        let step = ratio(1, 100);
        let (records, stopped) = crate::course::run(
            scene,
            zwang_motion::Settings {
                grid: Grid(None),
                ..settings(step.clone())
            },
            1,
        );
        assert_eq!(stopped, None, "{}", scene.name);
        let free = scene
            .bodies
            .iter()
            .filter_map(|body| body.dynamics.as_ref());
        for ((placement, [x, y, turn]), free) in
            records[0].state.iter().zip(accelerations).zip(free)
        {
            let Placement::Exact { position, rotation } = placement else {
                panic!("an exact run")
            };
            let square = &step * &step;
            let [moved_x, moved_y] = [
                &position[0] - &free.centroid.x,
                &position[1] - &free.centroid.y,
            ];
            assert_eq!(
                [to_solver(&moved_x), to_solver(&moved_y)],
                [&square * x, &square * y],
                "{}",
                scene.name
            );
            assert_eq!(
                rotation.each_ref().map(to_solver),
                [Rational::from(1), square * turn],
                "{}",
                scene.name
            );
        }
        compared += 1;
    }
    assert!(compared >= 20, "{compared} scenes");
}
