//! Bodies in space: golden values of motions and of limits of friction.

use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_certificate::space::{Node, Optimum, OptimumGroup, Statics, StaticsClaim};
use zwang_collapse::space::{SpaceError, collapse, statics};
use zwang_exact::{Quaternion, Rational, Vector3};
use zwang_program::{Monitor, Options};
use zwang_scene::Friction;
use zwang_scene::space::{Body, Dynamics, Load, Part, Polyhedron, Scene};

pub fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub fn vector(numbers: [&str; 3]) -> Vector3 {
    let [x, y, z] = numbers.map(number);
    Vector3::new(x, y, z)
}

pub fn turned(center: [&str; 3], size: [&str; 3], turn: [i64; 4]) -> Polyhedron {
    let [w, x, y, z] = turn.map(|number| Rational::from_integer(number.into()));
    let turn = Quaternion::new(w, x, y, z).rotation();
    Polyhedron::cuboid(&vector(center), &vector(size), &turn).unwrap()
}

pub fn cuboid(center: [&str; 3], size: [&str; 3]) -> Polyhedron {
    turned(center, size, [1, 0, 0, 0])
}

pub fn hull(points: &[[&str; 3]]) -> Polyhedron {
    let points = points.iter().map(|point| vector(*point)).collect();
    Polyhedron::new(points).unwrap().0
}

pub fn fixed(name: &str, part: Polyhedron) -> Body {
    Body {
        name: name.to_owned(),
        parts: vec![part.into()],
        dynamics: None,
    }
}

pub fn free(name: &str, parts: Vec<Polyhedron>) -> Body {
    let dynamics = Dynamics::homogeneous(&parts, &number("1"));
    Body {
        name: name.to_owned(),
        parts: parts.into_iter().map(Part::from).collect(),
        dynamics: Some(dynamics),
    }
}

pub fn floor() -> Body {
    fixed("floor", cuboid(["0", "0", "-1"], ["100", "100", "2"]))
}

pub fn scene(bodies: Vec<Body>) -> Scene {
    Scene {
        name: "test".to_owned(),
        title: None,
        expect: None,
        gravity: vector(["0", "0", "-1"]),
        bodies,
        friction: Friction::default(),
        loads: vec![],
        bonds: vec![],
        joints: vec![],
    }
}

fn with_friction(mut scene: Scene, friction: &str) -> Scene {
    let all = scene.body_ids().map(|body| (body, number(friction)));
    scene.friction = Friction::new(all, []);
    scene
}

pub fn with_gravity(mut scene: Scene, gravity: [&str; 3]) -> Scene {
    scene.gravity = vector(gravity);
    scene
}

pub fn optimum(scene: &Scene) -> Optimum {
    collapse(scene, &Options::default(), &Monitor::default()).unwrap()
}

fn shown(scene: &Scene) -> Statics {
    statics(scene, &Options::default(), &Monitor::default()).unwrap()
}

/// (a, α) by the names of bodies.
pub type Motions = BTreeMap<String, Vec<Rational>>;

/// The motions of the answers of a group.
fn answers_of(scene: &Scene, group: &OptimumGroup) -> Vec<Motions> {
    let leaves = group.tree.iter().filter_map(|node| match node {
        Node::Leaf(leaf) => Some(leaf),
        Node::Split(_) => None,
    });
    let leaves: Vec<_> = leaves.collect();
    let answers = group.answers.iter().map(|answer| leaves[*answer]);
    let answers = answers.map(|leaf| {
        let mut motions = Motions::new();
        for (body, motion) in group.bodies.iter().zip(&leaf.motion) {
            let numbers = motion.iter();
            let numbers =
                numbers.map(|number| Rational::new(number.clone(), leaf.denominator.clone()));
            motions.insert(scene.bodies[*body].name.clone(), numbers.collect());
        }
        motions
    });
    answers.collect()
}

/// The motions of all answers of a scene whose bodies are one group.
pub fn answers(scene: &Scene) -> Vec<Motions> {
    let groups = optimum(scene).groups;
    assert_eq!(groups.len(), 1);
    answers_of(scene, &groups[0])
}

/// The motions of a scene with one answer.
pub fn motions(scene: &Scene) -> Motions {
    let mut motions = Motions::new();
    for group in optimum(scene).groups {
        let mut answers = answers_of(scene, &group);
        assert_eq!(answers.len(), 1);
        motions.extend(answers.remove(0));
    }
    motions
}

fn rests(scene: &Scene) -> bool {
    let zero = Rational::default();
    motions(scene)
        .values()
        .flatten()
        .all(|number| *number == zero)
}

/// Whether forces hold the scene.
fn is_held(scene: &Scene) -> bool {
    let groups = shown(scene).groups;
    groups
        .iter()
        .all(|group| matches!(group.claim, StaticsClaim::Held(_)))
}

/// Whether they have no tangential part; the normals of the scene are all vertical.
fn is_held_upright(scene: &Scene) -> bool {
    let groups = shown(scene).groups;
    groups.iter().all(|group| match &group.claim {
        StaticsClaim::Held(tree) => tree.iter().all(|node| match node {
            Node::Leaf(leaf) => {
                let mut forces = leaf.contacts.iter();
                forces.all(|(_, [x, y, _])| *x == BigInt::from(0) && *y == BigInt::from(0))
            }
            Node::Split(_) => true,
        }),
        StaticsClaim::Falling(_) => false,
    })
}

#[track_caller]
pub fn moves(scene: &Scene, body: &str, numbers: [&str; 6]) {
    assert_eq!(motions(scene)[body], numbers.map(number), "{body}");
}

#[test]
fn a_brick_tips_over_the_edge_of_a_table() {
    for depth in ["1", "2", "7/3"] {
        let table = fixed("table", cuboid(["-5", "0", "-1"], ["10", "20", "2"]));
        let brick = free(
            "brick",
            vec![cuboid(["1/10", "0", "1/4"], ["2", depth, "1/2"])],
        );
        let scene = with_gravity(scene(vec![table, brick]), ["0", "0", "-10"]);
        moves(
            &scene,
            "brick",
            ["0", "0", "-120/437", "0", "1200/437", "0"],
        );
        let held = with_friction(scene, "1");
        assert!(!is_held(&held));
    }
}

#[test]
fn a_leaning_domino_pushes_another() {
    let size = ["1/4", "1", "2"];
    let lean = turned(["0", "0", "0"], size, [5, 0, 1, 0]);
    let lowest = lean.vertices().iter().map(|vertex| vertex.z.clone()).min();
    let height = (-lowest.unwrap()).to_string();
    let lean = turned(["0", "0", &height], size, [5, 0, 1, 0]);
    let upright = cuboid(["5/8", "0", "1"], size);
    let scene = scene(vec![
        floor(),
        free("leaning", vec![lean]),
        free("upright", vec![upright]),
    ]);
    moves(
        &scene,
        "leaning",
        [
            "-33404358/225469637",
            "0",
            "-20616456/225469637",
            "0",
            "76575408/225469637",
            "0",
        ],
    );
    moves(
        &scene,
        "upright",
        [
            "33404358/225469637",
            "0",
            "115089/901878548",
            "0",
            "230178/225469637",
            "0",
        ],
    );
}

/// An edge of a domino against a corner edge of another that is turned about the vertical: edges
/// that cross.
#[test]
fn edges_that_cross_touch_in_a_point() {
    let size = ["1/4", "1", "2"];
    let lean = turned(["0", "0", "0"], size, [5, 0, 1, 0]);
    let lowest = lean.vertices().iter().map(|vertex| vertex.z.clone()).min();
    let height = (-lowest.unwrap()).to_string();
    let lean = turned(["0", "0", &height], size, [5, 0, 1, 0]);
    let upright = turned(["689/960", "1/5", "1"], size, [7, 0, 0, 1]);
    let scene = scene(vec![
        floor(),
        free("leaning", vec![lean]),
        free("upright", vec![upright]),
    ]);
    let d = "22446278743835";
    let over = |number: &str| format!("{number}/{d}");
    let leaning = [
        over("-1997598081024"),
        over("-582632773632"),
        over("-2813526870672"),
        "0".to_owned(),
        over("10450242662496"),
        over("5161060509696"),
    ];
    moves(&scene, "leaning", leaning.each_ref().map(String::as_str));
    let upright = [
        over("1997598081024"),
        over("582632773632"),
        "0".to_owned(),
        "0".to_owned(),
        "0".to_owned(),
        over("-8200923494400"),
    ];
    moves(&scene, "upright", upright.each_ref().map(String::as_str));
}

/// Bricks 1 × 1 × h in layers of so many by so many, each layer centred on the one below.
pub fn layers(sizes: &[i64], height: &str) -> Scene {
    let height = number(height);
    let mut bodies = vec![floor()];
    for (layer, &size) in sizes.iter().enumerate() {
        let z = &height * Rational::new((2 * layer as i64 + 1).into(), 2.into());
        for x in 0..size {
            for y in 0..size {
                let at = |index: i64| Rational::new((2 * index + 1 - size).into(), 2.into());
                let center = [at(x), at(y), z.clone()].map(|number| number.to_string());
                let size = ["1".to_owned(), "1".to_owned(), height.to_string()];
                let part = cuboid(
                    center.each_ref().map(String::as_str),
                    size.each_ref().map(String::as_str),
                );
                let [x, y, z] = &center;
                bodies.push(free(&format!("{x},{y},{z}"), vec![part]));
            }
        }
    }
    scene(bodies)
}

#[test]
fn pyramids_stand() {
    assert!(rests(&layers(&[3, 2, 1], "1")));
    assert!(rests(&layers(&[1, 2], "1")));
    assert!(rests(&layers(&[1, 2, 1], "1/2")));
    assert!(is_held_upright(&with_friction(
        layers(&[3, 2, 1], "1"),
        "1/2"
    )));
}

#[test]
fn an_inverted_pyramid_of_three_layers_falls() {
    let scene = layers(&[1, 2, 3], "1/2");
    moves(
        &scene,
        "-1/2,-1/2,3/4",
        ["-9/100", "-9/100", "0", "9/25", "-9/25", "0"],
    );
    moves(
        &scene,
        "-1,-1,5/4",
        ["-9/100", "-9/100", "-9/25", "9/25", "-9/25", "0"],
    );
    moves(&scene, "-1,0,5/4", ["-9/100", "0", "0", "0", "-9/25", "0"]);
    moves(&scene, "0,0,5/4", ["0", "0", "9/25", "0", "0", "0"]);
    let low = layers(&[1, 2, 3], "1");
    moves(
        &low,
        "-1/2,-1/2,3/2",
        ["-9/80", "-9/80", "0", "9/40", "-9/40", "0"],
    );
}

#[test]
fn a_diamond_of_four_layers_falls() {
    let scene = layers(&[1, 2, 3, 4, 3, 2, 1], "1/2");
    moves(
        &scene,
        "-1/2,-1/2,3/4",
        ["-5/348", "-5/348", "0", "5/87", "-5/87", "0"],
    );
    moves(
        &scene,
        "-1,-1,5/4",
        ["-5/174", "-5/174", "-5/87", "10/87", "-10/87", "0"],
    );
    moves(
        &scene,
        "-3/2,-3/2,7/4",
        ["-5/174", "-5/174", "-5/29", "10/87", "-10/87", "0"],
    );
}

/// Golden values of larger scenes: four layers on their tip, and a diamond of nine layers.
#[test]
fn more_layers_fall_as_they_should() {
    moves(
        &layers(&[1, 2, 3, 4], "1/2"),
        "-1/2,-1/2,3/4",
        ["-129/1676", "-129/1676", "0", "129/419", "-129/419", "0"],
    );
    moves(
        &layers(&[1, 2, 3, 4, 5, 4, 3, 2, 1], "1/2"),
        "-1/2,-1/2,3/4",
        [
            "-39189/1699580",
            "-39189/1699580",
            "0",
            "39189/424895",
            "-39189/424895",
            "0",
        ],
    );
}

/// An aligned wall n × n × n: most of its pairs touch at corners and hinges only.
#[test]
fn an_aligned_wall_stands() {
    assert!(rests(&layers(&[3, 3, 3], "1")));
}

/// Harmonic stacks stand in one direction and in two at once, and fall 10⁻⁹ further.
#[test]
fn harmonic_stacks_stand_and_a_little_more_falls() {
    for both in [false, true] {
        let stack = |more: &str| {
            let mut bodies = vec![fixed(
                "table",
                cuboid(["-50", "-50", "-1"], ["100", "100", "2"]),
            )];
            let mut reach = number(more);
            let count = 5;
            for brick in (1..=count).rev() {
                reach += Rational::new(1.into(), (2 * brick).into());
                let x = (&reach - number("1/2")).to_string();
                let y = if both { x.clone() } else { "-5".to_owned() };
                let z = Rational::new((2 * (count - brick) + 1).into(), 4.into()).to_string();
                let part = cuboid([&x, &y, &z], ["1", "1", "1/2"]);
                bodies.push(free(&format!("brick {brick}"), vec![part]));
            }
            scene(bodies)
        };
        assert!(rests(&stack("0")), "{both}");
        assert!(!rests(&stack("1e-9")), "{both}");
        assert!(is_held_upright(&stack("0")), "{both}");
        assert!(!is_held(&stack("1e-9")), "{both}");
    }
}

/// A box on a plane, gravity aslant: it slides at μ < tan of the tilt.
#[test]
fn a_box_on_a_slope_is_held_by_enough_friction() {
    let slab = |gravity: [&str; 3], friction: &str| {
        let slab = free("slab", vec![cuboid(["0", "0", "1/8"], ["1", "1", "1/4"])]);
        with_friction(with_gravity(scene(vec![floor(), slab]), gravity), friction)
    };
    let slope = ["6", "0", "-8"];
    assert!(is_held(&slab(slope, "3/4")));
    assert!(!is_held_upright(&slab(slope, "3/4")));
    assert!(!is_held(&slab(slope, "749999999/1000000000")));
    let aslant = ["1/2", "1/2", "-1"];
    assert!(!is_held(&slab(aslant, "7071/10000")));
    assert!(!is_held(&slab(aslant, "70710678/100000000")));
    assert!(is_held(&slab(aslant, "70710679/100000000")));
    // In the direction of no nice triangle.
    let skew = ["3/7", "2/5", "-1"];
    // (3/7)² + (2/5)² = 421/1225.
    assert!(!is_held(&slab(skew, "0.5862")));
    assert!(is_held(&slab(skew, "0.5863")));
}

/// The same upside down and turned, with loads instead of gravity: a change of frame.
#[test]
fn frames_do_not_matter() {
    let mut slab = free(
        "slab",
        vec![turned(["0", "0", "0"], ["1", "1/4", "1"], [2, 0, 0, 1])],
    );
    let plane = fixed(
        "plane",
        turned(["0", "0", "0"], ["8", "2", "8"], [2, 0, 0, 1]),
    );
    let up = vector(["-4/5", "3/5", "0"]);
    let shift = up.scaled(&number("9/8"));
    let moved = slab.parts[0]
        .core()
        .vertices()
        .iter()
        .map(|vertex| vertex + &shift);
    let (part, _) = Polyhedron::new(moved.collect()).unwrap();
    slab = free("slab", vec![part]);
    let along = vector(["3/5", "4/5", "0"]);
    let force = &along.scaled(&number("3/16")) - &up.scaled(&number("1/4"));
    let mut held = scene(vec![plane, slab]);
    held.gravity = Vector3::zero();
    held.loads.push(Load {
        name: "pull".to_owned(),
        body: zwang_scene::BodyId(1),
        at: shift,
        force,
        torque: Vector3::zero(),
    });
    assert!(is_held(&with_friction(held.clone(), "3/4")));
    assert!(!is_held(&with_friction(held, "0.7499999")));
}

/// Bench C2: a beam that is squeezed between two walls. Any friction can hold it.
#[test]
fn a_beam_between_walls_can_be_held() {
    let beam = free("beam", vec![cuboid(["0", "0", "1/5"], ["9/5", "1", "4/5"])]);
    let left = fixed("left", cuboid(["-1", "0", "0"], ["1/5", "2", "2"]));
    let right = fixed("right", cuboid(["1", "0", "0"], ["1/5", "2", "2"]));
    let beam = scene(vec![left, right, beam]);
    assert!(!is_held(&beam));
    for friction in ["1/100", "84/100"] {
        assert!(
            is_held(&with_friction(beam.clone(), friction)),
            "{friction}"
        );
    }
}

/// Bench C10: a block on a slope that is as steep in every direction.
#[test]
fn a_block_tips_or_slides() {
    let block = |height: &str, friction: &str, slope: [&str; 2]| {
        let middle = (number(height) / number("2")).to_string();
        let block = free(
            "block",
            vec![cuboid(["0", "0", &middle], ["2", "2", height])],
        );
        let [x, y] = slope;
        is_held(&with_friction(
            with_gravity(scene(vec![floor(), block]), [x, y, "-1"]),
            friction,
        ))
    };
    assert!(block("4", "1", ["1/2", "0"]));
    assert!(!block("4", "1", ["0.500001", "0"]));
    // 5/8 in the direction (3/5, 4/5).
    assert!(block("4", "1", ["3/8", "1/2"]));
    assert!(!block("4", "1", ["0.37501", "0.50001"]));
    // It slides before it tips.
    assert!(block("4", "3/10", ["3/10", "0"]));
    assert!(!block("4", "3/10", ["0.30001", "0"]));
    assert!(block("1", "1", ["3/5", "4/5"]));
    assert!(!block("1", "1", ["0.60001", "0.8"]));
}

/// Bench C11: a push beside the centre turns the block; published limits of round cones.
#[test]
fn a_push_beside_the_centre_turns_a_block() {
    let limits = [
        ("0", "0.49999", "0.50001"),
        ("1/2", "0.453465", "0.453485"),
        ("1", "0.379605", "0.379625"),
        ("2", "0.268419", "0.268439"),
    ];
    for (beside, low, high) in limits {
        for (push, holds) in [(low, true), (high, false)] {
            let block = free("block", vec![cuboid(["0", "0", "1/2"], ["2", "2", "1"])]);
            let mut scene = with_friction(scene(vec![floor(), block]), "1/2");
            // Weight 4.
            let force = (number(push) * number("4")).to_string();
            scene.loads.push(Load {
                name: "push".to_owned(),
                body: zwang_scene::BodyId(1),
                at: vector([beside, "0", "0"]),
                force: vector(["0", &force, "0"]),
                torque: Vector3::zero(),
            });
            assert_eq!(is_held(&scene), holds, "{beside} {push}");
        }
    }
}

/// Bench C12: rules of thumb of packing tools.
#[test]
fn rules_of_thumb_are_wrong() {
    let shifted = |count: i64, x: &str, y: &str| {
        let mut bodies = vec![floor()];
        for index in 0..count {
            let factor = Rational::from_integer(index.into());
            let center = [
                (number(x) * &factor).to_string(),
                (number(y) * &factor).to_string(),
                (2 * index + 1).to_string(),
            ];
            let part = cuboid(center.each_ref().map(String::as_str), ["10", "10", "2"]);
            bodies.push(free(&index.to_string(), vec![part]));
        }
        with_friction(scene(bodies), "1/2")
    };
    assert!(!is_held(&shifted(3, "4", "0")));
    assert!(is_held_upright(&shifted(3, "10/3", "0")));
    assert!(!is_held(&shifted(3, "17/5", "0")));
    assert!(is_held_upright(&shifted(4, "5/2", "5/2")));
    assert!(!is_held(&shifted(4, "13/5", "13/5")));
    let top = || free("top", vec![cuboid(["0", "0", "3/2"], ["4", "4", "1"])]);
    let post = |x: &str| cuboid([x, x, "1/2"], ["1/4", "1/4", "1"]);
    let posts = [fixed("one", post("-15/8")), fixed("other", post("15/8"))];
    let [one, other] = posts;
    assert!(is_held_upright(&with_friction(
        scene(vec![one, other, top()]),
        "1/2"
    )));
    for (end, holds) in [("19/10", false), ("2", true)] {
        let corners = [("-2", "-2"), ("-2", end), (end, "-2")];
        let points = corners
            .iter()
            .flat_map(|(x, y)| [[*x, *y, "0"], [*x, *y, "1"]]);
        let prism = fixed("prism", hull(&points.collect::<Vec<_>>()));
        let scene = with_friction(scene(vec![prism, top()]), "1");
        assert_eq!(is_held(&scene), holds, "{end}");
    }
}

#[test]
fn overlaps_name_pair_depth_and_direction() {
    let first = free("first", vec![cuboid(["0", "0", "1/2"], ["1", "1", "1"])]);
    let second = free("second", vec![cuboid(["0", "3/4", "1/2"], ["1", "1", "1"])]);
    let scene = scene(vec![floor(), first, second]);
    let error = collapse(&scene, &Options::default(), &Monitor::default()).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("`first`") && text.contains("`second`"),
        "{text}"
    );
    assert!(
        text.contains("overlap by 1/4 m") && text.contains("(0, 1, 0)"),
        "{text}"
    );
    assert!(matches!(error, SpaceError::Overlap(_)));
}
