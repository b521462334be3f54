//! Collisions with restitution, after Bender & Schmitt: closed forms, the office toy of their
//! figure 6, and the exact projection.

use zwang_exact::{Rational, parse};
use zwang_float::{Collisions, Run, Velocity, World};
use zwang_law::Restitution;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

use crate::runs::IMPULSES;

fn scene(text: &str) -> Scene {
    let head = "format = \"zwang-scene-1\"\nname = \"s\"\n";
    let text = format!("{head}{text}");
    read::parse(&text, Syntax::Toml).unwrap().scene
}

fn bouncing(scene: &Scene, step: &str, restitution: &str) -> World {
    World::new(scene, &parse(step).unwrap()).with_restitution(Restitution {
        default: parse(restitution).unwrap(),
        ..Restitution::default()
    })
}

fn collisions(scene: &Scene, restitution: &str) -> Collisions {
    let world = bouncing(scene, "1/100", restitution);
    let found = world.collisions(IMPULSES).unwrap();
    assert!(found.is_accurate, "{found:?}");
    found
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} {expected}");
}

fn body(name: &str, center: [&str; 2], size: [&str; 2], rest: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nrectangle = {{ center = {center:?}, size = {size:?} }}\n\
         {rest}\n"
    )
}

fn floor() -> String {
    body("floor", ["0", "-1"], ["40", "2"], "fixed = true")
}

/// Bricks of 1 × 1 in a row that touch, without gravity; the first ones move at 1 m/s.
fn row(count: usize, striking: usize) -> Scene {
    let mut text = "gravity = [0, 0]\n".to_owned();
    for index in 0..count {
        let velocity = if index < striking { "1" } else { "0" };
        let x = index.to_string();
        let motion = format!("velocity = [{velocity}, 0]");
        text += &body(&format!("brick {index}"), [&x, "0"], ["1", "1"], &motion);
    }
    scene(&text)
}

/// Figure 6 of the paper: as many leave on the right as come on the left, with their velocity.
#[test]
fn as_many_leave_the_office_toy_as_strike_it() {
    for striking in 1..5 {
        let found = collisions(&row(5, striking), "1");
        for (index, velocity) in found.velocities.iter().enumerate() {
            let expected = if index + striking < 5 { 0.0 } else { 1.0 };
            assert_near(velocity.x, expected, 1e-9);
            assert_near(velocity.y, 0.0, 1e-9);
            assert_near(velocity.z, 0.0, 1e-9);
        }
        // One impulse travels through all five, others follow it side by side.
        assert_eq!(found.rounds, 4, "{striking}");
    }
}

/// Rounds with e = 0 spread the momentum until all are equally fast: in a row the limit is the
/// projection, as momentum leaves no other choice.
#[test]
fn a_row_that_does_not_bounce_moves_together() {
    let found = collisions(&row(4, 1), "0");
    for velocity in &found.velocities {
        assert_near(velocity.x, 0.25, 1e-7);
    }
    assert!(found.rounds > 10, "{}", found.rounds);
}

/// The projection (Q*) of the same scene, by the same loop over all contacts at once.
fn projection(scene: &Scene) -> Vec<Velocity> {
    let world = World::new(scene, &parse("1/100").unwrap());
    let found = world.impact(IMPULSES).unwrap();
    assert!(found.is_accurate);
    found.point
}

fn energy(scene: &Scene, velocities: &[Velocity]) -> f64 {
    let masses = scene
        .bodies
        .iter()
        .filter_map(|body| body.dynamics.as_ref());
    let mut energy = 0.0;
    for (body, velocity) in masses.zip(velocities) {
        let [mass, inertia] = [&body.mass, &body.inertia]
            .map(|value: &Rational| num_traits::ToPrimitive::to_f64(value).unwrap());
        energy += (mass * velocity.xy().norm_squared() + inertia * velocity.z * velocity.z) / 2.0;
    }
    energy
}

/// A brick comes down askew on a plank at rest: the pair that collides is in a round, the plank on
/// its supports is not. The projection has them together, and so keeps more energy than any other
/// way to stop what approaches by normal impulses alone could lose less of.
#[test]
fn the_limit_of_rounds_is_feasible_but_not_the_projection() {
    let mut text = "gravity = [0, -10]\n".to_owned() + &floor();
    text += &body("left", ["-1", "1/4"], ["1/2", "1/2"], "");
    text += &body("right", ["1", "1/4"], ["1/2", "1/2"], "");
    text += &body("plank", ["0", "5/8"], ["3", "1/4"], "");
    text += &body(
        "falling",
        ["5/4", "1"],
        ["1/2", "1/2"],
        "velocity = [0, -3]",
    );
    let scene = scene(&text);
    let rounds = collisions(&scene, "0");
    let together = projection(&scene);
    let mut farthest = 0.0_f64;
    for (one, other) in rounds.velocities.iter().zip(&together) {
        farthest = farthest.max((one - other).norm());
    }
    assert!(farthest > 1e-2, "{farthest}");
    let before = energy(
        &scene,
        &[0, 0, 0, -3].map(|y| Velocity::new(0.0, f64::from(y), 0.0)),
    );
    for velocities in [&rounds.velocities, &together] {
        assert!(energy(&scene, velocities) < before);
    }
    // After the rounds nothing approaches any more that would collide.
    let world = bouncing(&scene, "1/100", "0");
    let limit = (2.0 * 10.0 * 1e-6_f64).sqrt();
    let program = world.impact_program();
    for condition in &program.inequalities {
        assert!(condition.at(&rounds.velocities) > -limit);
        assert!(condition.at(&together) > -1e-9);
    }
}

/// A rod that hangs from a pin is struck at its end: pin and contact are in one loop. With J about
/// the pin, the arm r, and the mass m at speed v: ω = (1 + e) m v r / (J + m r²).
#[test]
fn a_hanging_rod_is_struck() {
    let mut text = "gravity = [0, 0]\n".to_owned();
    text += &body("rod", ["0", "-1"], ["1/4", "2"], "mass = 3");
    let ball = "mass = 2\nvelocity = [4, 0]";
    text += &body("striker", ["-1/4", "-7/4"], ["1/4", "1/4"], ball);
    text += "[[pin]]\nbodies = [\"rod\"]\nat = [0, 0]\n";
    let scene = scene(&text);
    for (restitution, e) in [("0", 0.0), ("1/2", 0.5), ("1", 1.0)] {
        let found = collisions(&scene, restitution);
        let [rod, striker] = found.velocities[..] else {
            panic!("two bodies")
        };
        // The flat side of the striker meets the rod from y = -15/8 to -13/8, and its faster point
        // alone gets an impulse, at the end where the rod leaves it behind.
        let pin = rod.xy() + rod.z * nalgebra::Vector2::new(-1.0, 0.0);
        assert_near(pin.norm(), 0.0, 1e-9);
        let moment_before = 2.0 * 4.0 * 1.75;
        let own = 2.0 * (1.0 / 16.0 + 1.0 / 16.0) / 12.0;
        let of_rod = 3.0 * (1.0 / 16.0 + 4.0) / 12.0 + 3.0;
        let moment_after = of_rod * rod.z + 2.0 * striker.x * 1.75 + own * striker.z;
        assert_near(moment_after, moment_before, 1e-8);
        if e == 1.0 {
            assert_near(energy(&scene, &found.velocities), 16.0, 1e-7);
        } else {
            assert!(energy(&scene, &found.velocities) < 16.0 - 1e-3);
        }
    }
}

/// A square falls 1 m, and comes up to e² m and e⁴ m.
#[test]
fn a_brick_comes_up_to_the_square_of_restitution() {
    let mut text = "gravity = [0, -2]\n".to_owned() + &floor();
    text += &body("brick", ["0", "3/2"], ["1", "1"], "");
    let scene = scene(&text);
    // It falls 1 s, and with e = 1/2 it is 1 s in the air after the first impact, 1/2 s after the
    // second; the steps of 3/100 s do not end at an impact.
    // It bounces where it touches, 2^-10 h² g above the floor.
    let mut run = Run::new(bouncing(&scene, "3/100", "1/2"), IMPULSES);
    let mut time = 0.0;
    while time < 2.4 {
        run.advance().unwrap();
        time += 0.03;
        let after = |start: f64, speed: f64| speed * (time - start) - (time - start).powi(2);
        let expected = match time {
            early if early <= 1.0 => 1.0 - early * early,
            middle if middle <= 2.0 => after(1.0, 1.0),
            _ => after(2.0, 0.5),
        };
        assert_near(run.moments()[0].centroid[1] - 0.5, expected, 1e-5);
    }
    assert_eq!(run.inaccurate_steps(), 0);
    assert_eq!(run.collisions(), 4);
}

/// A wide brick comes down flat and askew: friction takes μ (1 + e) times the speed of its fall
/// away where it slips on, and all of it where static friction holds, as long as it does not tip.
#[test]
fn friction_acts_in_the_loop_of_collisions() {
    let down = |friction: &str| {
        let mut text = format!("gravity = [0, -1]\nfriction = \"{friction}\"\n") + &floor();
        text += &body("brick", ["0", "1/8"], ["4", "1/4"], "velocity = [2, -1]");
        scene(&text)
    };
    for (friction, mu) in [("1/10", 0.1), ("1/4", 0.25), ("1/2", 0.5)] {
        let found = collisions(&down(friction), "1/2");
        let [velocity] = found.velocities[..] else {
            panic!("one body")
        };
        assert_near(velocity.x, 2.0 - mu * 1.5, 1e-8);
        assert_near(velocity.y, 0.5, 1e-8);
        assert_near(velocity.z, 0.0, 1e-8);
    }
    // With half of it where it slips.
    let world = bouncing(&down("1/2"), "1/100", "1/2").with_dynamic_friction(0.5);
    let found = world.collisions(IMPULSES).unwrap();
    assert_near(found.velocities[0].x, 2.0 - 0.25 * 1.5, 1e-8);
}
