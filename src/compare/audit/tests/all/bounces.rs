//! Impacts in closed form, with the restitution of the scene and with another one.

use crate::laws::{HEAD, Motion, STEP, STEPS, flying, grade_of, table, with_audit};
use zwang_audit::{Audit, BounceSummary, Fault, Grade};

const RESTITUTIONS: [(&str, f64); 4] = [("0", 0.0), ("1/4", 0.25), ("1/2", 0.5), ("1", 1.0)];

/// The square that lies on a floor at the height 1 and weighs 8 N/kg, dropped so that it meets the
/// floor after 0.26 s at 2.08 m/s, and bounces.
fn bouncing(restitution: f64) -> impl Fn(f64) -> Motion {
    move |time| {
        let [mut after, mut speed] = [time - 0.26, 2.08 * restitution];
        if after < 0.0 {
            return [0.0, 1.2704 - 4.0 * time * time, 0.0, 0.0, -8.0 * time, 0.0];
        }
        while speed > 1e-9 && after > speed / 4.0 {
            after -= speed / 4.0;
            speed *= restitution;
        }
        if speed <= 1e-9 {
            return [0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
        }
        let y = 1.0 + speed * after - 4.0 * after * after;
        [0.0, y, 0.0, 0.0, speed - 8.0 * after, 0.0]
    }
}

fn dropped(restitution: &str) -> String {
    let scene = flying(&format!("restitution = \"{restitution}\""));
    scene.replace("[0, 20]", "[0, 1.2704]")
}

fn graded(audit: &Audit) -> Grade {
    assert_eq!(audit.bounces.open, 0, "{}", audit.table.has_velocities);
    grade_of(audit, Fault::WrongBounce).unwrap()
}

#[test]
fn a_square_bounces_as_the_scene_says() {
    for (of_scene, restitution) in RESTITUTIONS {
        for (_, of_run) in RESTITUTIONS {
            for has_velocities in [true, false] {
                let rows = table(&[("square", &bouncing(of_run))], has_velocities);
                let found = with_audit(&dropped(of_scene), &rows, |audit| {
                    let grade = graded(audit);
                    if of_run == restitution {
                        assert_eq!(audit.grade(), Some(Grade::A), "{:?}", audit.marks);
                    }
                    grade
                });
                // 2 (1 + ε) 8 m/s² times a step, or two, of 2.08 m/s are forgiven.
                let steps = if has_velocities { 1.0 } else { 2.0 };
                let forgiven = 16.0 * (1.0 + restitution) * STEP * steps / 2.08;
                let wrong = (of_run - restitution).abs() - forgiven;
                match wrong {
                    _ if wrong < -0.02 => assert_eq!(found, Grade::A, "{of_scene} {of_run}"),
                    _ if wrong > 0.12 => assert_eq!(found, Grade::F, "{of_scene} {of_run}"),
                    _ => {}
                }
            }
        }
    }
}

/// The square is turned, and meets the floor with the vertex at the arm r below it: without
/// friction the impulse is p = (1 + ε) 2.88/(1/m + r_x²/I), with m = 4 and I = 8/3.
#[test]
fn one_corner_bounces_as_the_scene_says() {
    let [sine, cosine] = [0.6_f64, 0.8];
    let [across, down] = [sine - cosine, sine + cosine];
    for (of_scene, restitution) in RESTITUTIONS {
        let scene = flying(&format!("restitution = \"{of_scene}\""))
            .replace("friction = \"1/2\"\n", "")
            .replace(
                "rectangle = { center = [0, 20], size = [2, 2] }",
                &format!(
                    "parts = [[[-0.2, {0}], [1.4, {1}], [0.2, {2}], [-1.4, {3}]]]",
                    0.5184, 1.7184, 3.3184, 2.1184
                ),
            );
        for (_, of_run) in RESTITUTIONS {
            let impulse = (1.0 + of_run) * 2.88 / (0.25 + across * across * 0.375);
            let [speed, spin] = [impulse / 4.0 - 2.88, across * impulse * 0.375];
            let motion = move |time: f64| {
                let after = time - 0.36;
                let [y, speed] = if after < 0.0 {
                    [0.5184 + down - 4.0 * time * time, -8.0 * time]
                } else {
                    let y = down + speed * after - 4.0 * after * after;
                    [y, speed - 8.0 * after]
                };
                match after < 0.0 {
                    true => [0.0, y, 0.0, 0.0, speed, 0.0],
                    false => [0.0, y, spin * after, 0.0, speed, spin],
                }
            };
            // With ε = 0 the corner would stay on the floor.
            if of_run == 0.0 {
                continue;
            }
            let rows = table(&[("square", &motion)], true);
            with_audit(&scene, &rows, |audit| {
                let found = graded(audit);
                let wrong = (of_run - restitution).abs();
                if wrong == 0.0 {
                    assert_eq!(audit.grade(), Some(Grade::A), "{:?}", audit.marks);
                } else if wrong >= 0.5 {
                    assert_eq!(found, Grade::F, "{of_scene} {of_run}");
                }
            });
        }
    }
}

/// Boxes of mass 4 without weight, in a row, the first of which moves at 3 m/s.
fn row(count: usize, restitution: &str) -> String {
    let mut scene = format!("{HEAD}gravity = [0, 0]\n");
    for place in 0..count {
        let x = [0.0, 2.6, 4.6][place];
        scene += &format!(
            "[[body]]\nname = \"{place}\"\nrestitution = \"{restitution}\"\n\
             rectangle = {{ center = [{x}, 0], size = [2, 2] }}\n"
        );
        if place == 0 {
            scene += "velocity = [3, 0]\n";
        }
    }
    scene
}

/// Two equal bodies share the momentum: (1 - ε)/2 and (1 + ε)/2 of it. They meet after 0.2 s.
#[test]
fn two_bodies_part_as_the_scene_says() {
    let flight = |[x, before, after]: [f64; 3]| {
        move |time: f64| {
            let x = x + before * time.min(0.2) + after * (time - 0.2).max(0.0);
            let speed = if time < 0.2 { before } else { after };
            [x, 0.0, 0.0, speed, 0.0, 0.0]
        }
    };
    for (of_scene, restitution) in RESTITUTIONS {
        for (_, of_run) in RESTITUTIONS {
            let first = flight([0.0, 3.0, 1.5 * (1.0 - of_run)]);
            let second = flight([2.6, 0.0, 1.5 * (1.0 + of_run)]);
            for has_velocities in [true, false] {
                let rows = table(&[("0", &first), ("1", &second)], has_velocities);
                let found = with_audit(&row(2, of_scene), &rows, graded);
                let expected = match of_run == restitution {
                    true => Grade::A,
                    false => Grade::F,
                };
                assert_eq!(found, expected, "{of_scene} {of_run} {has_velocities}");
            }
        }
    }
    // One that touches a third is not graded.
    let [first, second, third] = [[0.0, 3.0, 0.0], [2.6, 0.0, 0.0], [4.6, 0.0, 3.0]].map(flight);
    let bodies: [(&str, &dyn Fn(f64) -> Motion); 3] =
        [("0", &first), ("1", &second), ("2", &third)];
    let rows = table(&bodies, true);
    with_audit(&row(3, "1"), &rows, |audit| {
        assert_eq!(audit.bounces, BounceSummary { graded: 0, open: 1 });
        let missing = audit.not_graded();
        assert!(
            missing
                .iter()
                .any(|(fault, _)| *fault == Fault::WrongBounce)
        );
    });
    let states = STEPS + 1;
    assert_eq!(rows.lines().count(), 3 * states + 1);
}

/// The square is thrown down, and bounces without loss in the middle of a step of 1.5 m: no state
/// has it near the floor, and yet that is no flight.
#[test]
fn a_bounce_within_a_step_is_no_flight() {
    let impact = 10.5 * STEP;
    let height = 1.0 + 96.0 * impact + 4.0 * impact * impact;
    let motion = |time: f64| {
        let after = time - impact;
        let rising = 96.0 + 8.0 * impact;
        let [y, speed] = match after < 0.0 {
            true => [height - 96.0 * time - 4.0 * time * time, -96.0 - 8.0 * time],
            false => [
                1.0 + rising * after - 4.0 * after * after,
                rising - 8.0 * after,
            ],
        };
        [0.0, y, 0.0, 0.0, speed, 0.0]
    };
    let scene = flying("velocity = [0, -96]\nrestitution = 1");
    let scene = scene.replace("[0, 20]", &format!("[0, {height:?}]"));
    let rows = table(&[("square", &motion)], true);
    with_audit(&scene, &rows, |audit| {
        assert_eq!(audit.grade(), Some(Grade::A), "{:?}", audit.marks);
        assert_eq!(grade_of(audit, Fault::Strays), Some(Grade::A));
    });
}

/// The square loses half of its speed, and gets it back later from nothing: it has no more than at
/// first, but more than before.
#[test]
fn energy_that_was_lost_may_not_come_back() {
    let motion = |time: f64| {
        let [before, slow] = [time.min(0.125), (time - 0.125).clamp(0.0, 0.125)];
        let later = (time - 0.25).max(0.0);
        let speed = if (0.125..0.25).contains(&time) {
            1.0
        } else {
            2.0
        };
        let x = 2.0 * (before + later) + slow;
        [x, 20.0, 0.0, speed, 0.0, 0.0]
    };
    let scene = flying("velocity = [2, 0]").replace("[0, -8]", "[0, 0]");
    let rows = table(&[("square", &motion)], true);
    with_audit(&scene, &rows, |audit| {
        let grade = grade_of(audit, Fault::GainsEnergy);
        assert_eq!(grade, Some(Grade::F), "{:?}", audit.marks);
    });
}
