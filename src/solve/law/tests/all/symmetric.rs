//! Scenes that are their own mirror images stay so, bit for bit, with friction and without.

use crate::stage::{begin, floor, rectangle, scene};
use malachite::Rational;
use num_traits::Zero;
use zwang_exact::Vector;
use zwang_law::{LawError, Simulation};
use zwang_program::Monitor;
use zwang_scene::Scene;

/// A centroid, a rotation, a velocity, a spin.
type Moment = ([Rational; 2], [Rational; 2], [Rational; 2], Rational);

fn moments(simulation: &Simulation) -> Vec<Moment> {
    let mut moments = Vec::new();
    for place in 0..simulation.states().len() {
        let (centroid, rotation) = simulation.pose(place);
        let (velocity, spin) = simulation.velocity(place);
        moments.push((centroid, rotation, velocity, spin));
    }
    moments
}

/// The mirror image on the line x = c, for 2 c.
fn mirrored(([x, y], [cosine, sine], [v, w], spin): &Moment, twice: &Rational) -> Moment {
    (
        [twice - x, y.clone()],
        [cosine.clone(), -sine],
        [-v, w.clone()],
        -spin,
    )
}

/// Twice the place of the axis, if moments are their own mirror image.
fn axis(moments: &[Moment]) -> Option<Rational> {
    let places = moments.iter().map(|([x, _], ..)| x);
    let twice = places.clone().min()? + places.max()?;
    let is_own = |moment| moments.contains(&mirrored(moment, &twice));
    moments.iter().all(is_own).then_some(twice)
}

/// Runs a symmetric scene with several frictions, and tells which runs were ambiguous.
fn stay_symmetric(name: &str, scene: &Scene, frictions: &[&str], steps: usize) -> usize {
    let mut ambiguous = 0;
    for friction in frictions {
        let rough = scene.clone();
        let rough = rough.with_friction(&zwang_exact::parse(friction).unwrap());
        let mut simulation = begin(rough, "1/100");
        let first = axis(&moments(&simulation));
        assert!(first.is_some(), "{name}");
        for step in 1..=steps {
            match simulation.advance(&Monitor::default()) {
                Ok(_) => {}
                Err(LawError::Ambiguous { .. }) => {
                    ambiguous += 1;
                    break;
                }
                Err(error) => panic!("{name}, friction {friction}: {error}"),
            }
            let axis = axis(&moments(&simulation));
            assert_eq!(axis, first, "{name}, friction {friction}, step {step}");
        }
    }
    ambiguous
}

fn of_family(name: &str, given: &[(&str, &str)]) -> Scene {
    let family = zwang_families::find(name).unwrap();
    let owned = given.iter();
    let owned = owned.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    family.scene(&owned.collect::<Vec<_>>()).unwrap()
}

const FRICTIONS: &[&str] = &["0", "1/10", "1/4", "1/2", "7/10"];

#[test]
fn triangles_on_their_tips() {
    for size in ["2", "3", "4"] {
        let triangle = of_family("triangle", &[("size", size)]);
        assert_eq!(stay_symmetric("triangle", &triangle, FRICTIONS, 30), 0);
    }
}

#[test]
fn diamonds() {
    for size in ["3", "4"] {
        let diamond = of_family("diamond", &[("size", size)]);
        assert_eq!(stay_symmetric("diamond", &diamond, FRICTIONS, 25), 0);
    }
}

#[test]
fn the_diamond_of_five() {
    let diamond = of_family("diamond", &[("size", "5")]);
    stay_symmetric("diamond", &diamond, &["1/4"], 100);
}

/// Bricks of a wall that are drawn apart, the faster the further out they are.
#[test]
fn walls_that_are_drawn_apart() {
    for bond in ["running", "stack"] {
        let given = [("rows", "4"), ("columns", "3"), ("bond", bond)];
        let mut wall = of_family("wall", &given);
        let twice = to_exact(&axis(&moments(&begin(wall.clone(), "1/100"))).unwrap());
        for body in &mut wall.bodies {
            if let Some(free) = &mut body.dynamics {
                let x = &free.centroid.x;
                free.velocity = Vector::new(x + x - &twice, Zero::zero());
            }
        }
        stay_symmetric("wall", &wall, FRICTIONS, 15);
    }
}

fn to_exact(number: &Rational) -> zwang_exact::Rational {
    zwang_program::kernel::number::from_solver(number)
}

/// A scene 60 m to the right, and its mirror image to the left, in TOML.
fn doubled(one: &Scene) -> Scene {
    let mut bodies = String::new();
    for side in [1, -1] {
        let sign = zwang_exact::Rational::from_integer(side.into());
        for body in &one.bodies {
            let mut parts = Vec::new();
            for part in &body.parts {
                let mut vertices = Vec::new();
                for vertex in part.vertices() {
                    let x = (&vertex.x + zwang_exact::parse("60").unwrap()) * &sign;
                    vertices.push(format!("[\"{x}\", \"{}\"]", vertex.y));
                }
                if side < 0 {
                    vertices.reverse();
                }
                parts.push(format!("[{}]", vertices.join(", ")));
            }
            let parts = parts.join(", ");
            let moves = match &body.dynamics {
                Some(free) => {
                    let Vector { x, y } = &free.velocity;
                    let [x, spin] = [x, &free.spin].map(|number| number * &sign);
                    format!("velocity = [\"{x}\", \"{y}\"]\nspin = \"{spin}\"")
                }
                None => "fixed = true".to_owned(),
            };
            let name = &body.name;
            bodies += &format!("[[body]]\nname = \"{name} {side}\"\nparts = [{parts}]\n{moves}\n");
        }
    }
    let Vector { x, y } = &one.gravity;
    scene(&format!("[\"{x}\", \"{y}\"]"), &bodies)
}

/// Halves that do not touch are groups of their own.
#[test]
fn halves_that_fall_apart() {
    let scenes: [(&str, &[(&str, &str)]); 6] = [
        ("cantilever", &[("overhang", "1/5")]),
        ("heap", &[("count", "9"), ("seed", "5")]),
        ("pile", &[("count", "5"), ("seed", "2")]),
        ("wall", &[("rows", "4"), ("columns", "3"), ("jitter", "1")]),
        ("domino", &[("count", "4")]),
        ("triangle", &[("size", "3")]),
    ];
    for (name, given) in scenes {
        let double = doubled(&of_family(name, given));
        stay_symmetric(name, &double, FRICTIONS, 25);
    }
}

/// Two cards that lean against each other, corner to corner, on a floor. Each has the sides 5 and 1
/// along (3, 4) and (-4, 3), and tips about its foot where 4 H = 11/10 W, H being what the other
/// one bears: below the friction 11/40 they slide apart.
#[test]
fn cards_that_lean_against_each_other() {
    let left = "[[-3, 0], [0, 4], [\"-4/5\", \"23/5\"], [\"-19/5\", \"3/5\"]]";
    let right = "[[3, 0], [\"19/5\", \"3/5\"], [\"4/5\", \"23/5\"], [0, 4]]";
    let bodies = floor()
        + &format!("[[body]]\nname = \"left\"\nparts = [{left}]\n")
        + &format!("[[body]]\nname = \"right\"\nparts = [{right}]\n");
    let cards = scene("[0, -10]", &bodies);
    let frictions = ["1/10", "1/4", "11/40", "1/2"];
    stay_symmetric("cards", &cards, &frictions, 60);
}

/// A beam on two blocks that are shot at from both sides, and on which a pyramid stands.
#[test]
fn a_pyramid_that_is_shot_at() {
    let mut bodies = floor();
    for (row, y) in ["1/4", "3/4", "5/4"].iter().enumerate() {
        for place in 0..3 - row {
            let x = format!("\"{}/2\"", 2 * place + row);
            let name = format!("brick {row} {place}");
            bodies += &rectangle(&name, &format!("[{x}, \"{y}\"]"), "[1, \"1/2\"]", "");
        }
    }
    for (name, x, speed) in [("left", -1, 3), ("right", 3, -3)] {
        let more = format!("velocity = [{speed}, 0]");
        bodies += &rectangle(
            name,
            &format!("[{x}, \"1/4\"]"),
            "[\"1/2\", \"1/3\"]",
            &more,
        );
    }
    let pyramid = scene("[0, -10]", &bodies);
    stay_symmetric("pyramid", &pyramid, FRICTIONS, 60);
}
