//! Runs with friction, against closed forms (`proofs/RUN.md`, section 9).

use crate::course::{gallery, number, on_floor, position, ratio, run, scene, settings};
use crate::symmetric::is_invariant;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use zwang_certificate::run::{GroupProof, Placement, Record};
use zwang_collapse::symmetry;
use zwang_motion::{Grid, Restitution, Settings, Simulation};
use zwang_program::Monitor;
use zwang_scene::{BodyId, Friction, Scene};

/// The scene with this friction of all bodies.
fn rough(mut scene: Scene, friction: &str) -> Scene {
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

/// A brick of 1 x 1/4 on the slope of 3-4-5, which goes down to the right, 2 m/s downhill.
fn slope(friction: &str) -> Scene {
    scene(&format!(
        "gravity = [0, -10]\nfriction = '{friction}'\n\
         [[body]]\nname = 'slope'\nfixed = true\nparts = [ [[0,0],[40,-30],[0,-30]] ]\n\
         [[body]]\nname = 'brick'\nvelocity = ['8/5','-6/5']\n\
         parts = [ [[4,-3],['24/5','-18/5'],['99/20','-17/5'],['83/20','-14/5']] ]\n"
    ))
}

fn exact(settings: Settings) -> Settings {
    Settings {
        grid: Grid(None),
        ..settings
    }
}

fn relaxed(records: &[Record]) -> usize {
    let mut count = 0;
    for group in records.iter().flat_map(|record| &record.groups) {
        let GroupProof::Friction(proof) = &group.proof else {
            panic!("found a tree, expected a proof with friction")
        };
        count += usize::from(proof.relaxed > 0);
    }
    count
}

#[test]
fn a_brick_stops_on_the_slope() {
    let scene = slope("1");
    let (records, stopped) = run(&scene, exact(settings(ratio(1, 30))), 40);
    assert_eq!(stopped, None);
    let start = [number("179/40"), number("-16/5")];
    // v = 2 - 2 k h, so that the way after k steps is h Σ (2 - 2 j h) = 2 k h - k (k + 1) h².
    for record in &records {
        let [x, y] = position(record, 0);
        let steps = record.k.min(29).to_string();
        let k = number(&steps);
        let h = number("1/30");
        let way = number("2") * &k * &h - &k * (&k + number("1")) * &h * &h;
        assert_eq!(x - &start[0], &way * number("4/5"), "step {}", record.k);
        assert_eq!(y - &start[1], way * number("-3/5"));
    }
    let [x, _] = position(&records[28], 0);
    assert_eq!(x, &start[0] + number("29/30") * number("4/5"));
    assert_eq!(relaxed(&records), 0);
}

#[test]
fn on_a_grid_it_stops_and_holds_bit_for_bit() {
    let (records, stopped) = run(&slope("1"), settings(ratio(1, 30)), 60);
    assert_eq!(stopped, None);
    let last = &records[59].state;
    for record in &records[30..] {
        assert_eq!(&record.state, last, "step {}", record.k);
    }
    let [x, _] = position(&records[59], 0);
    let off = x - number("179/40") - number("29/30") * number("4/5");
    assert!(&off * &off < number("1e-34"), "{off}");
}

#[test]
fn a_sliding_brick_stops_after_its_way() {
    let scene = on_floor(
        "[[body]]\nname = 'brick'\nrectangle = { center = [0,'1/8'], size = [1,'1/4'] }\n\
         velocity = [3,0]\n",
    );
    let mut scene = rough(scene, "1/2");
    scene.gravity.y = number("-10");
    for settings in [settings(ratio(1, 100)), exact(settings(ratio(1, 100)))] {
        let (records, stopped) = run(&scene, settings, 70);
        assert_eq!(stopped, None);
        let [before, _] = position(&records[57], 0);
        for record in &records[59..] {
            let [x, y] = position(record, 0);
            let off = x - number("177/200");
            assert!(&off * &off < number("1e-30"), "step {}: {off}", record.k);
            assert_eq!(y, number("1/8"));
            assert_eq!(&record.state, &records[59].state);
        }
        assert_ne!(before, position(&records[58], 0)[0]);
        // All of the kinetic energy becomes heat: with h, Σ μ m g (way of each step).
        let mut heat = number("0");
        for record in &records {
            heat += &record.facts.friction.as_ref().unwrap().heat;
        }
        let expected = number("1/2") * number("1/4") * number("10") * number("177/200");
        let off = heat - expected;
        assert!(&off * &off < number("1e-30"), "{off}");
    }
}

#[test]
fn a_fast_brick_is_not_lifted() {
    let scene = on_floor(
        "[[body]]\nname = 'brick'\nrectangle = { center = [0,'1/8'], size = [1,'1/4'] }\n\
         velocity = [10,0]\n",
    );
    let mut scene = rough(scene, "3/10");
    scene.gravity.y = number("-10");
    let (records, stopped) = run(&scene, settings(ratio(1, 100)), 40);
    assert_eq!(stopped, None);
    let [x, _] = position(&records[0], 0);
    let off = x - number("997/10000");
    assert!(&off * &off < number("1e-34"), "{off}");
    for record in &records {
        assert_eq!(position(record, 0)[1], number("1/8"), "step {}", record.k);
    }
}

#[test]
fn stacks_and_walls_do_not_creep() {
    let mut stack = String::new();
    for index in 0..10 {
        let height = 2 * index + 1;
        stack += &format!(
            "[[body]]\nname = 'brick {index}'\n\
             rectangle = {{ center = [0,'{height}/8'], size = [1,'1/4'] }}\n"
        );
    }
    for scene in [on_floor(&stack), gallery("wall-running-5x4")] {
        let scene = rough(scene, "1/2");
        let (records, stopped) = run(&scene, settings(ratio(1, 100)), 20);
        assert_eq!(stopped, None);
        for record in &records {
            assert_eq!(record.state, records[0].state);
            assert!(record.facts.kinetic.is_zero());
        }
        assert_eq!(relaxed(&records), 0);
    }
}

#[test]
fn a_triangle_falls_symmetrically() {
    let scene = rough(gallery("triangle-3"), "1/4");
    let (records, stopped) = run(&scene, settings(ratio(1, 100)), 30);
    assert_eq!(stopped, None);
    assert_eq!(relaxed(&records), 0);
    let symmetries = symmetry::detect(&scene);
    assert_eq!(symmetries.len(), 1);
    for record in &records {
        assert!(
            is_invariant(&scene, &symmetries[0], record),
            "step {}",
            record.k
        );
    }
}

#[test]
fn each_step_takes_what_friction_can_from_the_speed() {
    // Every step takes μ g h from the speed, until the last one takes what is left.
    let scene = on_floor(
        "[[body]]\nname = 'brick'\nrectangle = { center = [0,'1/8'], size = [1,'1/4'] }\n\
         velocity = [1,0]\n",
    );
    let scene = rough(scene, "1/3");
    let (records, _) = run(&scene, exact(settings(ratio(1, 10))), 60);
    let [mut x, mut v] = [number("0"), number("1")];
    let loss = -&scene.gravity.y * number("1/30");
    for record in &records {
        v = if v > loss { v - &loss } else { number("0") };
        x += &v * number("1/10");
        assert_eq!(position(record, 0)[0], x, "step {}", record.k);
    }
}

#[test]
fn a_run_that_is_resumed_is_the_run() {
    let scene = rough(gallery("triangle-3"), "1/4");
    let (records, _) = run(&scene, settings(ratio(1, 100)), 12);
    let simulation = Simulation::new(scene, settings(ratio(1, 100))).unwrap();
    let mut simulation = simulation.resumed_after(&records[5..8]);
    for record in &records[8..] {
        assert_eq!(simulation.advance(&Monitor::default()).as_ref(), Ok(record));
    }
}

#[test]
fn where_nothing_rough_touches_the_run_is_that_without_friction() {
    let smooth = gallery("triangle-3");
    let mut scene = smooth.clone();
    scene.friction = Friction::new([(BodyId(0), number("1/2"))], []);
    let (records, stopped) = run(&scene, settings(ratio(1, 100)), 40);
    let (expected, _) = run(&smooth, settings(ratio(1, 100)), 40);
    assert_eq!(stopped, None);
    for (record, expected) in records.iter().zip(&expected) {
        assert_eq!(record.state, expected.state, "step {}", record.k);
        assert!(record.facts.friction.as_ref().unwrap().heat.is_zero());
    }
}

/// A brick above the floor, with a velocity and a spin in eighths.
fn thrown(mirror: i64, [x, y, spin]: [i64; 3]) -> Scene {
    let [x, spin] = [x, spin].map(|value| value * mirror);
    on_floor(&format!(
        "[[body]]\nname = 'brick'\nrectangle = {{ center = [0,'1/4'], size = [1,'1/4'] }}\n\
         velocity = ['{x}/8','{y}/8']\nspin = '{spin}/8'\n"
    ))
}

/// Two bricks above the floor that move towards each other.
fn colliding(velocities: [i64; 5]) -> Scene {
    let [x, y, spin, other_x, other_y] = velocities;
    let other_x = -other_x;
    on_floor(&format!(
        "[[body]]\nname = 'left'\nrectangle = {{ center = [-1,'3/8'], size = [1,'1/2'] }}\n\
         velocity = ['{x}/4','{y}/4']\nspin = '{spin}/4'\n\
         [[body]]\nname = 'right'\nrectangle = {{ center = [1,'1/2'], size = ['1/2',1] }}\n\
         velocity = ['{other_x}/4','{other_y}/4']\n"
    ))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_mirror_image_of_a_scene_has_the_mirror_image_of_its_run(
        friction in 1_u32..5,
        velocity in [-20_i64..21, -20_i64..5, -9_i64..10],
    ) {
        let [scene, mirrored] = [1, -1].map(|mirror| {
            rough(thrown(mirror, velocity), &format!("{friction}/8"))
        });
        let (records, stopped) = run(&scene, settings(ratio(1, 50)), 30);
        let (images, image_stopped) = run(&mirrored, settings(ratio(1, 50)), 30);
        prop_assert_eq!(stopped, image_stopped);
        for (record, image) in records.iter().zip(&images) {
            let Placement::Grid { position: [x, y], quarter, tangent } = &record.state[0] else {
                panic!("a run on a grid")
            };
            let expected = Placement::Grid {
                position: [-x, y.clone()],
                quarter: (4 - quarter) % 4,
                tangent: -tangent,
            };
            prop_assert_eq!(&image.state[0], &expected, "step {}", record.k);
        }
    }

    #[test]
    fn impacts_never_give_energy(
        friction in 1_u32..9,
        elasticity in 1_u32..5,
        velocities in [0_i64..13, -9_i64..3, -9_i64..10, 0_i64..13, -9_i64..3],
    ) {
        let scene = rough(colliding(velocities), &format!("{friction}/8"));
        let settings = Settings {
            restitution: Restitution {
                default: number(&format!("{elasticity}/4")),
                ..Restitution::default()
            },
            ..settings(ratio(1, 50))
        };
        let (records, stopped) = run(&scene, settings, 40);
        prop_assert_eq!(stopped, None);
        let rounding = number("1e-12");
        for record in &records {
            let friction = record.facts.friction.as_ref().unwrap();
            prop_assert!(!friction.impact_heat.is_negative());
            let rise = &record.facts.impact_kinetic + &friction.impact_heat;
            prop_assert!(rise < rounding, "step {}: {}", record.k, rise);
        }
    }
}
