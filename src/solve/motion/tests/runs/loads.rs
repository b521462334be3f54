//! Runs of bodies on which loads act: closed forms, and scenes that have to move alike
//! (`proofs/RUN.md`, section 2).

use crate::course::{gallery, number, on_floor, position, ratio, run, scene, settings};
use num_traits::{One, Zero};
use zwang_certificate::run::{Placement, Record};
use zwang_exact::{Rational, Vector};
use zwang_motion::{Grid, Restitution, Settings};
use zwang_scene::{Friction, Load, Scene};

/// A brick of 1 x 1/4 in the air, of mass 1/4 and inertia 17/768.
const BRICK: &str = "gravity = [0,0]\n[[body]]\nname = 'brick'\n\
    rectangle = { center = [0,0], size = [1,'1/4'] }\n";

fn exact(settings: Settings) -> Settings {
    Settings {
        grid: Grid(None),
        ..settings
    }
}

/// k (k + 1) / 2.
fn triangle(k: u64) -> Rational {
    Rational::from_integer((k * (k + 1) / 2).into())
}

/// The rotation of a body in an exact run.
fn rotation(record: &Record, place: usize) -> Vector {
    let Placement::Exact { rotation, .. } = &record.state[place] else {
        panic!("an exact run")
    };
    let [re, im] = rotation.clone();
    Vector::new(re, im)
}

/// The product of complex numbers.
fn product(one: &Vector, other: &Vector) -> Vector {
    Vector::new(
        &one.x * &other.x - &one.y * &other.y,
        &one.x * &other.y + &one.y * &other.x,
    )
}

#[test]
fn a_constant_force_accelerates_a_brick() {
    let scene = scene(&format!("{BRICK}force = [3,'-1/2']\n"));
    for settings in [settings(ratio(1, 64)), exact(settings(ratio(1, 64)))] {
        let (records, stopped) = run(&scene, settings, 40);
        assert_eq!(stopped, None);
        let h = number("1/64");
        let mut energy = number("0");
        for record in &records {
            // Forces over the mass 1/4 are 12 and -2.
            let way = triangle(record.k) * &h * &h;
            let expected = [&way * number("12"), &way * number("-2")];
            assert_eq!(position(record, 0), expected, "step {}", record.k);
            // Places are told after velocities: each step loses ½ h² F² / m.
            energy -= &h * &h * number("37/4") * number("2");
            let total = &record.facts.kinetic + &record.facts.potential;
            assert_eq!(total, energy, "step {}", record.k);
            let [free] = &record.facts.free[..] else {
                panic!("one free group")
            };
            assert!(free.defect.iter().all(Zero::is_zero));
        }
    }
}

/// c by the recurrence of an exact run under the angular acceleration that a function gives.
fn turned(spin: &str, steps: usize, acceleration: impl Fn(&Vector) -> Rational) -> Vec<Vector> {
    let h = number("1/20");
    let t = number(spin) * &h / number("2");
    let unit = number("1") + &t * &t;
    let mut before = Vector::new((number("1") - &t * &t) / &unit, -(number("2") * &t) / &unit);
    let mut now = Vector::new(Rational::one(), Rational::zero());
    let mut turned = Vec::new();
    for _ in 0..steps {
        let norm = now.dot(&now);
        let last = &now - &before;
        let along = (number("1") + &norm - last.dot(&last)) / number("2");
        let ahead = &now + &last;
        let across = now.cross(&ahead) + &h * &h * acceleration(&now);
        let turn = Vector::new(along / &norm, across / &norm);
        let next = product(&turn, &now);
        before = std::mem::replace(&mut now, next);
        turned.push(now.clone());
    }
    turned
}

#[test]
fn a_torque_sweeps_a_brick_round() {
    for spin in ["0", "-3/2"] {
        let text = format!("{BRICK}torque = '17/128'\nspin = '{spin}'\n");
        let (records, stopped) = run(&scene(&text), exact(settings(ratio(1, 20))), 5);
        assert_eq!(stopped, None);
        let expected = turned(spin, 5, |_| number("6"));
        for (record, expected) in records.iter().zip(&expected) {
            assert_eq!(&rotation(record, 0), expected, "step {}", record.k);
            assert_eq!(position(record, 0), [number("0"), number("0")]);
        }
    }
}

/// A force keeps its direction: where the body has turned, its torque is another one.
#[test]
fn the_torque_of_a_force_turns_with_the_body() {
    let text = format!(
        "{BRICK}spin = 2\n\
         [[load]]\nname = 'push'\nbody = 'brick'\nat = ['1/2','1/8']\nforce = [1,2]\n"
    );
    let (records, stopped) = run(&scene(&text), exact(settings(ratio(1, 20))), 5);
    assert_eq!(stopped, None);
    let arm = Vector::new(number("1/2"), number("1/8"));
    let force = Vector::from_integers(1, 2);
    let expected = turned("2", 5, |rotation| {
        product(rotation, &arm).cross(&force) / number("17/768")
    });
    for (record, expected) in records.iter().zip(&expected) {
        assert_eq!(&rotation(record, 0), expected, "step {}", record.k);
        let [x, y] = position(record, 0);
        let point = &Vector::new(x, y) + &product(expected, &arm);
        assert_eq!(record.facts.potential, -force.dot(&point));
    }
}

#[test]
fn the_first_step_under_a_force_off_the_centroid() {
    let text = "gravity = [0,-10]\n[[body]]\nname = 'brick'\n\
        rectangle = { center = [3,5], size = [1,'1/4'] }\n\
        [[load]]\nname = 'push'\nbody = 'brick'\nat = ['7/2','41/8']\nforce = [1,2]\n\
        [[load]]\nname = 'turn'\nbody = 'brick'\ntorque = '1/8'\n";
    let (records, _) = run(&scene(text), exact(settings(ratio(1, 20))), 1);
    // h² (g + F / m) with F / m = (4, 8); h² T / I with T = 1/2 · 2 - 1/8 · 1 + 1/8.
    let [x, y] = position(&records[0], 0);
    assert_eq!([x, y], [number("301/100"), number("999/200")]);
    let turn = number("1/400") / number("17/768");
    assert_eq!(rotation(&records[0], 0), Vector::new(number("1"), turn));
}

/// A brick on the floor, pushed to the right, with g = 10 and friction ½: μ m g = 5/4.
fn pushed_on_the_floor(force: &str) -> Scene {
    let mut scene = on_floor(&format!(
        "[[body]]\nname = 'brick'\nforce = ['{force}',0]\n\
         rectangle = {{ center = [0,'1/8'], size = [1,'1/4'] }}\n"
    ));
    scene.gravity.y = number("-10");
    scene.friction = Friction::uniform(&scene.bodies, &number("1/2"));
    scene
}

#[test]
fn a_pushed_brick_stays_up_to_the_friction() {
    for force in ["0", "1", "1249/1000", "5/4", "-5/4"] {
        let scene = pushed_on_the_floor(force);
        let (records, stopped) = run(&scene, settings(ratio(1, 64)), 20);
        assert_eq!(stopped, None);
        for record in &records {
            assert_eq!(position(record, 0), [number("0"), number("1/8")]);
            assert_eq!(record.state, records[0].state);
        }
    }
}

#[test]
fn a_pushed_brick_slides_beyond_it() {
    // (F - μ m g) / m = 1 and 1/64.
    for (force, acceleration) in [("3/2", "1"), ("321/256", "1/64"), ("-3/2", "-1")] {
        let scene = pushed_on_the_floor(force);
        for settings in [settings(ratio(1, 64)), exact(settings(ratio(1, 64)))] {
            let (records, stopped) = run(&scene, settings, 20);
            assert_eq!(stopped, None);
            for record in &records {
                let way = triangle(record.k) * number("1/4096") * number(acceleration);
                let expected = [way, number("1/8")];
                assert_eq!(position(record, 0), expected, "step {}", record.k);
            }
        }
    }
}

/// A block of mass 1 at a wall, pushed against it, with g = 10 and friction ½.
fn pushed_at_the_wall(force: &str) -> Scene {
    let mut scene = scene(&format!(
        "gravity = [0,-10]\n\
         [[body]]\nname = 'wall'\nfixed = true\n\
         parts = [ [[-1,-9],[0,-9],[0,9],[-1,9]] ]\n\
         [[body]]\nname = 'block'\nforce = ['-{force}',0]\n\
         rectangle = {{ center = ['1/2',0], size = [1,1] }}\n"
    ));
    scene.friction = Friction::uniform(&scene.bodies, &number("1/2"));
    scene
}

#[test]
fn a_block_is_held_at_the_wall_by_a_push() {
    for force in ["20", "25"] {
        let (records, stopped) = run(&pushed_at_the_wall(force), settings(ratio(1, 64)), 20);
        assert_eq!(stopped, None);
        for record in &records {
            assert_eq!(position(record, 0), [number("1/2"), number("0")]);
        }
    }
    let (records, stopped) = run(&pushed_at_the_wall("19"), settings(ratio(1, 64)), 20);
    assert_eq!(stopped, None);
    for record in &records {
        // g - μ F / m = 1/2.
        let fallen = triangle(record.k) * number("-1/8192");
        let expected = [number("1/2"), fallen];
        assert_eq!(position(record, 0), expected, "step {}", record.k);
    }
}

/// The scene without gravity, and a load m g at the centroid of each free body instead.
fn pulled(scene: &Scene) -> Scene {
    let mut pulled = scene.clone();
    pulled.gravity = Vector::zero();
    for (id, body) in scene.numbered_bodies() {
        let Some(free) = &body.dynamics else {
            continue;
        };
        pulled.loads.push(Load {
            name: body.name.clone(),
            body: id,
            at: free.centroid.clone(),
            force: scene.gravity.scaled(&free.mass),
            torque: Rational::zero(),
        });
    }
    pulled
}

fn require_equal_runs(scene: &Scene, other: &Scene, settings: &Settings, steps: usize) {
    let (records, stopped) = run(scene, settings.clone(), steps);
    let (others, other_stopped) = run(other, settings.clone(), steps);
    assert_eq!(stopped, other_stopped, "{}", scene.name);
    assert!(!records.is_empty(), "{}", scene.name);
    for (record, other) in records.iter().zip(&others) {
        assert_eq!(record.state, other.state, "{}", scene.name);
        assert_eq!(record.rows, other.rows, "{}", scene.name);
        assert_eq!(record.facts, other.facts, "{}", scene.name);
    }
}

/// Loads as large as weights, at the centroids, are weights: pins, impacts, folded and enclosed
/// groups included. The axes of rounding are the same without gravity as with gravity along one.
#[test]
fn weights_are_loads() {
    for name in [
        "cantilever",
        "diamond-4",
        "triangle-3",
        "double-pendulum",
        "chain",
        "seesaw",
    ] {
        let scene = gallery(name);
        assert!(scene.gravity.x.is_zero());
        let settings = settings(ratio(1, 50));
        require_equal_runs(&scene, &pulled(&scene), &settings, 25);
        if scene.pins.is_empty() {
            let bouncing = Settings {
                restitution: Restitution {
                    default: number("1/2"),
                    ..Restitution::default()
                },
                ..settings
            };
            require_equal_runs(&scene, &pulled(&scene), &bouncing, 25);
        }
    }
}

#[test]
fn weights_are_loads_with_friction() {
    for name in ["cantilever", "triangle-3"] {
        let mut scene = gallery(name);
        scene.friction = Friction::uniform(&scene.bodies, &number("1/4"));
        require_equal_runs(&scene, &pulled(&scene), &settings(ratio(1, 50)), 20);
    }
}

/// A brick on the floor and one above it, each pushed at a point, mirrored or moved by so much.
fn pushed_pair(mirror: i64, shift: i64, friction: &str) -> Scene {
    let at = |x: &str| (number(x) * number(&mirror.to_string())) + number(&shift.to_string());
    let [left, right, corner, edge] = ["0", "3/8", "-1/2", "5/8"].map(at);
    let push = 2 * mirror;
    let mut scene = scene(&format!(
        "gravity = [0,-10]\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         parts = [ [[-99,-1],[99,-1],[99,0],[-99,0]] ]\n\
         [[body]]\nname = 'lower'\nrectangle = {{ center = ['{left}','1/8'], size = [1,'1/4'] }}\n\
         [[body]]\nname = 'upper'\nrectangle = {{ center = ['{right}','3/8'], size = [1,'1/4'] }}\n\
         torque = '{mirror}/4'\n\
         [[load]]\nname = 'low'\nbody = 'lower'\nat = ['{corner}','1/4']\nforce = [{push},'-1/4']\n\
         [[load]]\nname = 'high'\nbody = 'upper'\nat = ['{edge}','1/2']\nforce = ['{mirror}/3',-1]\n"
    ));
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

#[test]
fn the_mirror_image_of_a_scene_has_the_mirror_image_of_its_run() {
    for friction in ["0", "1/4"] {
        let settings = settings(ratio(1, 50));
        let (records, stopped) = run(&pushed_pair(1, 0, friction), settings.clone(), 30);
        let (images, image_stopped) = run(&pushed_pair(-1, 0, friction), settings, 30);
        assert_eq!((&stopped, records.len()), (&image_stopped, 30));
        for (record, image) in records.iter().zip(&images) {
            for (own, image) in record.state.iter().zip(&image.state) {
                let Placement::Grid {
                    position: [x, y],
                    quarter,
                    tangent,
                } = own
                else {
                    panic!("a run on a grid")
                };
                let expected = Placement::Grid {
                    position: [-x, y.clone()],
                    quarter: (4 - quarter) % 4,
                    tangent: -tangent,
                };
                assert_eq!(image, &expected, "step {}", record.k);
            }
        }
        let last = &records[29].state;
        assert!(last != &records[28].state, "it moves");
    }
}

#[test]
fn a_scene_that_is_elsewhere_moves_alike() {
    for friction in ["0", "1/4"] {
        let settings = settings(ratio(1, 50));
        let (records, _) = run(&pushed_pair(1, 0, friction), settings.clone(), 30);
        let (others, _) = run(&pushed_pair(1, 7, friction), settings, 30);
        assert_eq!((records.len(), others.len()), (30, 30));
        for (record, other) in records.iter().zip(&others) {
            for place in 0..2 {
                let [x, y] = position(record, place);
                assert_eq!([x + number("7"), y], position(other, place));
            }
        }
    }
}

/// A symmetric scene under a load that is not symmetric does not move symmetrically.
#[test]
fn a_load_from_one_side_breaks_the_symmetry() {
    let mut scene = gallery("triangle-3");
    let (body, brick) = scene.numbered_bodies().last().unwrap();
    let free = brick.dynamics.as_ref().unwrap();
    let load = Load {
        name: "wind".to_owned(),
        body,
        at: free.centroid.clone(),
        force: Vector::new(number("1/100"), number("0")),
        torque: Rational::zero(),
    };
    scene.loads.push(load);
    let (records, stopped) = run(&scene, settings(ratio(1, 50)), 20);
    assert_eq!((stopped, records.len()), (None, 20));
}
