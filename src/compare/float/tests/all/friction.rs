//! Iterated impulses with static and dynamic Coulomb friction: closed forms on a slope, and exact
//! accelerations.

use zwang_exact::{Rational, parse};
use zwang_families::{Brick, triangle};
use zwang_float::{Moment, Run, World};
use zwang_scene::read::{self, Syntax};
use zwang_scene::{Friction, Scene};

use crate::runs::IMPULSES;

/// A brick of 1 × 1/4 on a slope that rises 3 on 4, with this downhill speed in fifths of 1 m/s;
/// g = 10.
fn slope(friction: &str, speed: i32) -> Scene {
    let [across, down] = [4, 3].map(|part| format!("\"{}/25\"", -part * speed));
    let text = format!(
        "format = \"zwang-scene-1\"\nname = \"slope\"\ngravity = [0, -10]\n\
         friction = \"{friction}\"\n\
         [[body]]\nname = \"slope\"\nfixed = true\nparts = [[[-8, -6], [8, -6], [8, 6]]]\n\
         [[body]]\nname = \"brick\"\n\
         parts = [[[\"-2/5\", \"-3/10\"], [\"2/5\", \"3/10\"], [\"1/4\", \"1/2\"], \
         [\"-11/20\", \"-1/10\"]]]\nvelocity = [{across}, {down}]\n"
    );
    read::parse(&text, Syntax::Toml).unwrap().scene
}

fn moment(run: &Run) -> Moment {
    let [found] = run.moments()[..] else {
        panic!("one body")
    };
    found
}

/// How far downhill the brick has come after each step.
fn ways(scene: &Scene, dynamic_part: f64, steps: usize) -> Vec<f64> {
    let step = parse("1/30").unwrap();
    let world = World::new(scene, &step).with_dynamic_friction(dynamic_part);
    let mut run = Run::new(world, IMPULSES);
    let start = moment(&run).centroid;
    let mut ways = Vec::new();
    for _ in 0..steps {
        run.advance().unwrap();
        let [x, y] = moment(&run).centroid;
        ways.push(-0.8 * (x - start[0]) - 0.6 * (y - start[1]));
    }
    assert_eq!(run.inaccurate_steps(), 0);
    ways
}

/// Downhill 2 m/s, μ = 1: friction takes 2 m/s², so that the brick stops after v²/(2 a) = 1 m, at
/// the end of a step. Then it stays.
#[test]
fn a_brick_on_a_slope_stops_after_a_metre() {
    let ways = ways(&slope("1", 10), 1.0, 60);
    let moved = ways[29] - ways[28];
    assert!((moved - 1.0 / 900.0).abs() < 1e-10, "{moved}");
    for (step, way) in ways.iter().enumerate().skip(29) {
        assert!((way - 1.0).abs() < 1e-10, "step {}: {way}", step + 1);
    }
}

/// With 9/10 of it while the brick slides, friction takes 6/5 m/s²: 50 steps, 5/3 m. It would
/// hold the brick at rest with 1, and with 3/5 of it nothing stops it.
#[test]
fn dynamic_friction_is_weaker() {
    let ways_to_rest = ways(&slope("1", 10), 0.9, 80);
    for way in &ways_to_rest[49..] {
        assert!((way - 5.0 / 3.0).abs() < 1e-9, "{way}");
    }
    let at_rest = ways(&slope("1", 0), 0.6, 20);
    assert!(at_rest[19].abs() < 1e-10, "{at_rest:?}");
    let sliding = ways(&slope("1", 10), 0.6, 80);
    assert!(sliding[79] > 2.0 * 80.0 / 30.0, "{sliding:?}");
}

/// A brick at rest on a slope of tangent 3/4 sticks if and only if μ is at least that.
#[test]
fn a_brick_sticks_if_friction_is_the_tangent_of_the_slope() {
    for (friction, sticks) in [
        ("751/1000", true),
        ("750001/1000000", true),
        ("749999/1000000", false),
        ("749/1000", false),
    ] {
        let way = ways(&slope(friction, 0), 1.0, 20)[19];
        let friction = parse(friction).unwrap();
        let friction = num_traits::ToPrimitive::to_f64(&friction).unwrap();
        let expected = if sticks {
            0.0
        } else {
            (6.0 - 8.0 * friction) / 900.0 * 20.0 * 20.0 / 2.0
        };
        assert!(
            (way - expected).abs() < 1e-10,
            "{friction}: {way} {expected}"
        );
    }
}

/// The inverted triangle of three rows at μ = 1/4 begins to fall by Coulomb's law: the
/// accelerations of its outer bricks, which the law determines, were computed exactly elsewhere.
#[test]
fn a_triangle_begins_to_fall_by_coulombs_law() {
    let mut scene = triangle(3, &Brick::default()).unwrap();
    let quarter = parse("1/4").unwrap();
    scene.friction = Friction::uniform(&scene.bodies, &quarter);
    let step = 1.0 / 1024.0;
    let world = World::new(&scene, &parse("1/1024").unwrap());
    let mut run = Run::new(world, IMPULSES);
    let start = run.moments();
    run.advance().unwrap();
    let acceleration = |brick: usize| {
        let (after, before) = (&run.moments()[brick], &start[brick]);
        let [x, y] = [0, 1].map(|axis| after.centroid[axis] - before.centroid[axis]);
        [x, y, after.angle].map(|way| 2.0 * way / (step * step))
    };
    let expected = [
        (1, ["-21/556", "0", "42/139"]),
        (3, ["-63/556", "-21/139", "42/139"]),
    ];
    for (brick, values) in expected {
        for (found, value) in acceleration(brick).iter().zip(values) {
            let value: Rational = parse(value).unwrap();
            let value = num_traits::ToPrimitive::to_f64(&value).unwrap();
            assert!(
                (found - value).abs() < 1e-6,
                "brick {brick}: {found} {value}"
            );
        }
    }
}
