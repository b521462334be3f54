//! Rough bodies in space: corners that bear, against closed forms, chamfers and the plane.
#![allow(
    clippy::disallowed_types,
    reason = "points of scenes are typed as doubles and written as decimals"
)]

use std::fmt::Write as _;
use zwang_answer::{
    CriticalInSpace, InSpaceError, StartInSpace, VariedInSpace, VerifiedStability, check_in_space,
    collapse_in_space, critical_in_space, stability_in_space, start_in_space,
    start_of_proof_in_space,
};
use zwang_check::space_optimum::OptimumVerdict;
use zwang_check::statics::StaticsVerdict::{self, CanStand, Falls, Stands};
use zwang_collapse::space::SpaceError;
use zwang_exact::{Quaternion, Rational};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene as PlaneScene;
use zwang_scene::space::{Dynamics, Polyhedron, Scene};

/// The checker's verdict; `None` if neither forces nor a velocity are found.
fn verdict(text: &str) -> Option<StaticsVerdict> {
    let scene: Scene = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"));
    match stability_in_space(&scene, &Options::default(), &Monitor::default(), || {}) {
        Ok(answer) => Some(answer.verified.verdict()),
        Err(InSpaceError::Solve(SpaceError::Undecided { .. })) => None,
        Err(error) => panic!("{error}: {text}"),
    }
}

fn head(friction: &str, gravity: &str) -> String {
    format!(
        "format = \"zwang-space-1\"\nname = \"test\"\nfriction = \"{friction}\"\ngravity = [{gravity}]\n"
    )
}

fn cuboid(name: &str, center: &str, size: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nbox = {{ center = [{center}], size = [{size}] }}\n{more}\n"
    )
}

fn hull(name: &str, points: &[[f64; 3]], more: &str) -> String {
    let points = points.iter().map(|[x, y, z]| format!("[{x}, {y}, {z}]"));
    let points = points.collect::<Vec<_>>().join(", ");
    format!("[[body]]\nname = \"{name}\"\nparts = [[{points}]]\n{more}\n")
}

/// Two cards, as wide, with feet that far from the middle and as high. Their top edges are cut off
/// along x by this much, so that they touch in a face.
fn card_house([feet, wide, high, cut]: [f64; 4], friction: &str) -> String {
    let mut text = head(friction, "0, 0, -1");
    text += &cuboid("floor", "0, 0, -1", "40, 40, 2", "fixed = true");
    for (name, side) in [("left", -1.0), ("right", 1.0)] {
        let mut points = Vec::new();
        for y in [-1.0, 1.0] {
            let below = high - cut * high / feet;
            for [x, z] in [[cut, high], [wide, high], [feet + wide, 0.0], [feet, 0.0]] {
                points.push([side * (x - cut), y, z]);
            }
            if cut > 0.0 {
                points.push([0.0, y, below]);
            }
        }
        text += &hull(name, &points, "");
    }
    text
}

/// The edges press with H = W (feet - wide) / (2 high), where W is the weight of a card.
#[test]
fn cards_lean_against_each_other() {
    for ([feet, wide, high], friction) in [
        ([1.0, 0.25, 3.0], [1, 8]),
        ([2.0, 1.0, 4.0], [1, 8]),
        ([3.0, 0.5, 2.0], [5, 8]),
        ([1.0, 0.5, 2.0], [1, 8]),
    ] {
        let house = |friction: &str| verdict(&card_house([feet, wide, high, 0.0], friction));
        let [above, below] = friction;
        assert_eq!(
            house(&format!("{}/{}", 1001 * above, 1000 * below)),
            Some(CanStand)
        );
        assert_eq!(
            house(&format!("{}/{}", 999 * above, 1000 * below)),
            Some(Falls)
        );
    }
}

#[test]
fn chamfers_of_cards_tend_to_their_edges() {
    for cut in [0.125, 0.015625, 0.001953125] {
        for (friction, expected) in [("1/6", CanStand), ("1/11", Falls)] {
            let house = card_house([1.0, 0.25, 3.0, cut], friction);
            assert_eq!(verdict(&house), Some(expected), "{house}");
        }
    }
}

/// A cube with its lowest vertex on the top vertex of another, aligned.
fn tip_on_tip(friction: &str, gravity: &str) -> String {
    let mut text = head(friction, gravity);
    text += &cuboid("stone", "0.5, 0.5, 0.5", "1, 1, 1", "fixed = true");
    text += &cuboid("cube", "1.5, 1.5, 1.5", "1, 1, 1", "");
    text
}

/// It is balanced if the vertical through the vertex goes through its middle, and only then.
#[test]
fn a_vertex_on_a_vertex_bears_along_one_line() {
    assert_eq!(verdict(&tip_on_tip("1/100", "-1, -1, -1")), Some(CanStand));
    for gravity in ["-1, -1, -2", "-1, -1, \"-1001/1000\"", "1, 1, 1"] {
        assert_eq!(
            verdict(&tip_on_tip("1/100", gravity)),
            Some(Falls),
            "{gravity}"
        );
    }
}

/// With enough friction the normals of two needles, tip on tip, have forces that pull, all
/// together. No single one of them does.
#[test]
fn a_needle_does_not_hang_from_a_needle() {
    let needle = |side: f64| {
        let mut points = vec![[0.0, 0.0, 0.0]];
        for [x, y] in [[2.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]] {
            points.push([x, y, side * 4.0]);
        }
        points
    };
    for friction in ["1/10", "1", "3"] {
        let mut text = head(friction, "0, 0, -1");
        text += &hull("above", &needle(1.0), "fixed = true");
        text += &hull("below", &needle(-1.0), "");
        let found = verdict(&text);
        assert!(matches!(found, None | Some(Falls)), "{friction}: {found:?}");
    }
}

/// A spike under the seam of two slabs is held by none of the sides that these turn to each other.
#[test]
fn a_spike_does_not_hang_from_a_seam() {
    let spike = |side: f64| {
        let mut points = vec![[0.0, 0.0, 0.0]];
        for [x, y] in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
            points.push([x, y, side * 3.0]);
        }
        points
    };
    for (side, expected) in [(-1.0, Falls), (1.0, Stands)] {
        let mut text = head("2", "0, 0, -1");
        for (name, x) in [("left", -1), ("right", 1)] {
            let center = format!("{x}, 0, {}", -side / 2.0);
            text += &cuboid(name, &center, "2, 4, 1", "fixed = true");
        }
        text += &hull("spike", &spike(side), "");
        assert_eq!(verdict(&text), Some(expected), "{text}");
    }
}

/// Bodies at the seams of a floor that is cut in up to four are on a floor: what friction holds, and
/// what slides over a seam. Forces on one slab need (1/4, 1/2, 1 or 3) times the weight.
#[test]
fn cuts_through_a_floor_change_nothing() {
    let spike = hull(
        "body",
        &[
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 2.0],
            [-1.0, 0.0, 2.0],
            [0.0, 1.0, 2.0],
            [0.0, -1.0, 2.0],
        ],
        "mass = 1\ninertia = [1, 1, 1]\ncentroid = [0, 0, 1]",
    );
    let cube = cuboid("body", &quoted("1/2, 1/2, 1/2"), "1, 1, 1", "mass = 1");
    let slabs = [
        vec![("0, 0, -1", "8, 8, 2")],
        vec![("-2, 0, -1", "4, 8, 2"), ("2, 0, -1", "4, 8, 2")],
        vec![
            ("-2, -2, -1", "4, 4, 2"),
            ("2, -2, -1", "4, 4, 2"),
            ("-2, 2, -1", "4, 4, 2"),
            ("2, 2, -1", "4, 4, 2"),
        ],
    ];
    for (body, height) in [(spike, "0, 0, 0"), (cube, "1/2, 1/2, 0")] {
        for (friction, push) in [
            ("1/2", "-1/4"),
            ("1/2", "-3/4"),
            ("1", "-1/4"),
            ("3", "-7/2"),
        ] {
            let mut found = Vec::new();
            for slabs in &slabs {
                let mut text = head(friction, "0, 0, -1");
                for (index, (center, size)) in slabs.iter().enumerate() {
                    let name = format!("slab {index}");
                    text += &cuboid(&name, &quoted(center), size, "fixed = true");
                }
                text += &body;
                let at = quoted(height);
                let _ = write!(
                    text,
                    "[[load]]\nname = \"push\"\nbody = \"body\"\nat = [{at}]\nforce = [\"{push}\", 0, 0]\n"
                );
                found.push(verdict(&text));
            }
            assert!(found[0].is_some(), "{friction} {push}");
            assert!(
                found.iter().all(|own| *own == found[0]),
                "{friction} {push} {found:?}"
            );
            let holds = matches!((friction, push), ("1/2", "-1/4") | ("1", _));
            assert_eq!(found[0] != Some(Falls), holds, "{friction} {push}");
        }
    }
}

/// Numbers with strokes in quotes.
fn quoted(numbers: &str) -> String {
    let numbers = numbers.split(", ");
    let quoted = numbers.map(|number| match number.contains('/') {
        true => format!("\"{number}\""),
        false => number.to_owned(),
    });
    quoted.collect::<Vec<_>>().join(", ")
}

/// The halves of a ridge that is cut below its edge bear as the whole ridge does.
#[test]
fn a_ridge_bears_as_its_halves_do() {
    let half = |side: f64| {
        let mut points = Vec::new();
        for y in [-2.0, 2.0] {
            points.extend([[0.0, y, 0.0], [2.0 * side, y, -1.0]]);
            points.extend([[0.0, y, -2.0], [2.0 * side, y, -2.0]]);
        }
        points
    };
    let spike = [
        [0.0, 0.0, 0.0],
        [1.0, 1.0, 2.0],
        [-1.0, 1.0, 2.0],
        [0.0, -2.0, 2.0],
    ];
    let load = |push: &str| {
        format!("[[load]]\nname = \"push\"\nbody = \"spike\"\nat = [0, 0, 0]\nforce = [{push}]\n")
    };
    for (push, expected) in [
        ("0, 0, 0", CanStand),
        ("0, 0.4, 0", CanStand),
        ("0, 2, 0", Falls),
    ] {
        let mut whole = [half(1.0), half(-1.0)].concat();
        whole.dedup();
        whole.retain(|[x, _, z]| *x != 0.0 || *z == 0.0);
        whole.sort_by(|one, other| one.partial_cmp(other).unwrap());
        whole.dedup();
        let mut one = head("1/4", "0, 0, -1") + &hull("ridge", &whole, "fixed = true");
        let mut two = head("1/4", "0, 0, -1");
        for (name, side) in [("left", -1.0), ("right", 1.0)] {
            two += &hull(name, &half(side), "fixed = true");
        }
        for text in [&mut one, &mut two] {
            *text += &hull("spike", &spike, "");
            *text += &load(push);
        }
        assert_eq!(verdict(&one), Some(expected), "{one}");
        assert_eq!(verdict(&two), Some(expected), "{two}");
    }
}

/// Turned by a rational rotation, as it was.
#[test]
fn frames_of_rough_corners_do_not_matter() {
    for (friction, expected) in [("1/7", CanStand), ("1/9", Falls)] {
        let house = card_house([1.0, 0.25, 3.0, 0.0], friction);
        let scene: Scene = house.parse().unwrap();
        for quaternion in [[2, 0, 0, 1], [3, 1, 2, 1], [1, 1, 1, 1]] {
            let turned = turned(&scene, quaternion);
            let answer =
                stability_in_space(&turned, &Options::default(), &Monitor::default(), || {});
            assert_eq!(
                answer.unwrap().verified.verdict(),
                expected,
                "{quaternion:?}"
            );
        }
    }
}

fn turned(scene: &Scene, quaternion: [i64; 4]) -> Scene {
    let [w, x, y, z] = quaternion;
    let turn = Quaternion::from_integers(w, x, y, z).rotation();
    let mut turned = scene.clone();
    turned.gravity = turn.times(&scene.gravity);
    for body in &mut turned.bodies {
        for part in &mut body.parts {
            let vertices = part.core().vertices().iter();
            let vertices = vertices.map(|vertex| turn.times(vertex));
            *part = Polyhedron::new(vertices.collect()).unwrap().0.into();
        }
        if body.dynamics.is_some() {
            let density = Rational::from_integer(1.into());
            body.dynamics = Some(Dynamics::homogeneous(body.polyhedra().unwrap(), &density));
        }
    }
    turned
}

/// The same card houses in the plane, where one normal bears a rough corner, too.
#[test]
fn cards_stand_as_in_the_plane() {
    let mut held = 0;
    for [feet, wide, high] in [[1, 1, 3], [3, 1, 4], [4, 1, 2], [2, 1, 7]] {
        for friction in ["1/20", "1/5", "1/3", "2/3", "1"] {
            let mut plane =
                format!("format = \"zwang-scene-1\"\nname = \"test\"\nfriction = \"{friction}\"\n");
            plane += "[[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [40, 2] }\n";
            for (name, side) in [("left", -1), ("right", 1)] {
                let mut points = [[0, high], [wide, high], [feet + wide, 0], [feet, 0]]
                    .map(|[x, z]| [side * x, z]);
                if side > 0 {
                    points.reverse();
                }
                write!(plane, "[[body]]\nname = \"{name}\"\nparts = [{points:?}]\n").unwrap();
            }
            let scene: PlaneScene = plane
                .parse()
                .unwrap_or_else(|error| panic!("{error}: {plane}"));
            let prisms = zwang_families::space::extruded(&scene, &Rational::from_integer(2.into()));
            let answer =
                zwang_answer::stability(&scene, &Options::default(), &Monitor::default(), || {});
            let expected = match answer.unwrap() {
                VerifiedStability::Statics(standing) => standing.verified.verdict(),
                _ => Stands,
            };
            let answer = stability_in_space(
                &prisms.unwrap(),
                &Options::default(),
                &Monitor::default(),
                || {},
            );
            let found = answer.unwrap().verified.verdict();
            // Rest may be shown in the plane to be the only motion.
            assert_eq!(found == Falls, expected == Falls, "{plane}");
            held += usize::from(found != Falls);
        }
    }
    assert!((5..15).contains(&held), "{held}");
}

/// How it starts to move, and whether a group of bodies rests; `None` if friction resists.
fn start(text: &str) -> Option<OptimumVerdict> {
    let scene: Scene = text.parse().unwrap();
    match collapse_in_space(&scene, &Options::default(), &Monitor::default(), || {}) {
        Ok(answer) => Some(answer.verified.verdict()),
        Err(InSpaceError::Solve(SpaceError::Friction { .. })) => None,
        Err(error) => panic!("{error}: {text}"),
    }
}

/// A rough block rests on a floor, falls, or comes off under a pull that is steep enough; what
/// would slide is refused, held by friction or not.
#[test]
fn rough_bodies_move_where_no_friction_acts() {
    let block = |friction: &str, gravity: &str| {
        let mut text = head(friction, gravity);
        text += &cuboid("floor", "0, 0, -1", "40, 40, 2", "fixed = true");
        text += &cuboid("block", "0, 0, 0.5", "1, 1, 1", "");
        text += &cuboid("other", "9, 0, 8", "1, 1, 1", "");
        start(&text)
    };
    assert_eq!(block("1/2", "0, 0, 0"), Some(OptimumVerdict::Rests));
    assert_eq!(block("1/2", "0, 0, -1"), Some(OptimumVerdict::Moves));
    assert_eq!(block("1/2", "2, 0, 1"), Some(OptimumVerdict::Moves));
    assert_eq!(block("51/100", "2, 0, 1"), None);
    assert_eq!(block("1/2", "0.1, 0, -1"), None);
    assert_eq!(block("1/2", "0.9, 0, -1"), None);
}

/// A block rests wherever friction may hold it: on a slope of 9/10 with the friction 1, and with
/// 1/2 up to a slope of 1/2. Steeper it slides, which is refused.
#[test]
fn rough_bodies_rest_wherever_forces_hold_them() {
    for (friction, slope, is_held) in [
        ("1/2", "0.1", true),
        ("1/2", "0.5", true),
        ("1/2", "0.51", false),
        ("1", "0.9", true),
    ] {
        let mut text = head(friction, &format!("{slope}, 0, -1"));
        text += &cuboid("floor", "0, 0, -1", "40, 40, 2", "fixed = true");
        text += &cuboid("block", "0, 0, 0.1", "1, 1, 0.2", "");
        let scene: Scene = text.parse().unwrap();
        let found = start_in_space(&scene, &Options::default(), &Monitor::default(), &|| ());
        match (found, is_held) {
            (Ok(StartInSpace::Held(held)), true) => {
                let found = start_of_proof_in_space(&scene, &held.proof).unwrap();
                assert_eq!(found.unwrap().verdict(), OptimumVerdict::Rests);
            }
            (Err(InSpaceError::Solve(SpaceError::Friction { .. })), false) => {}
            (found, _) => panic!("{friction} {slope}: {}", found.is_ok()),
        }
    }
}

#[test]
fn rough_stacks_rest_if_they_need_no_friction() {
    let stack = |offset: f64| {
        let mut text = head("2/3", "0, 0, -1");
        text += &cuboid("floor", "0, 0, -1", "40, 40, 2", "fixed = true");
        for layer in 0..3 {
            let center = format!(
                "{}, 0, {}",
                offset * f64::from(layer),
                f64::from(layer) + 0.5
            );
            text += &cuboid(&format!("block {layer}"), &center, "1, 1, 1", "");
        }
        text
    };
    assert_eq!(start(&stack(0.25)), Some(OptimumVerdict::Rests));
    assert_eq!(verdict(&stack(0.25)), Some(Stands));
    // It tips, and its lowest edge would slide.
    assert_eq!(start(&stack(0.5)), None);
    assert_eq!(verdict(&stack(0.5)), Some(Falls));
}

/// The value at which a scene ceases to stand as a component of gravity grows, and whether that is
/// exact.
fn limit(text: &str, axis: usize) -> (Rational, bool, usize) {
    let mut scene: Scene = text.parse().unwrap();
    scene.expect = None;
    let varied = VariedInSpace::Gravity { axis, falls: false };
    let width = Rational::new(1.into(), 1_000_000.into());
    let (options, monitor) = (Options::default(), Monitor::default());
    let found = critical_in_space(&scene, &varied, &width, &options, &monitor, &|| {}).unwrap();
    let CriticalInSpace::Between {
        stands,
        solved,
        falls,
        ..
    } = &found
    else {
        panic!("no limit: {text}")
    };
    assert!(falls.falls() && !stands.falls());
    let json = found.json(&scene, &varied, None);
    let is_exact = json.contains("\"exact\": true") || json.contains("\"exact\":true");
    (stands.value.clone(), is_exact, *solved)
}

/// A wedge in a groove of the slopes 3 in 4 and -3 in 4.
fn groove(friction: &str) -> String {
    let mut text = head(friction, "0, 0, -1");
    for (name, side) in [("left", -1.0), ("right", 1.0)] {
        let mut points = Vec::new();
        for y in [-10.0, 10.0] {
            for [x, z] in [[0.0, 0.0], [4.0, 3.0], [5.0, 3.0], [5.0, -1.0], [0.0, -1.0]] {
                points.push([side * x, y, z]);
            }
        }
        text += &hull(name, &points, "fixed = true");
    }
    let mut points = Vec::new();
    for y in [-5.0, 5.0] {
        for [x, z] in [[0.0, 0.0], [4.0, 3.0], [-4.0, 3.0]] {
            points.push([x, y, z]);
        }
    }
    text + &hull("wedge", &points, "")
}

/// Along the groove equilibrium ends at μ (5/4) / √(1 - 9 μ²/16), across it at values by hand.
#[test]
fn limits_of_a_groove_are_exact_if_they_are_fractions() {
    let (value, is_exact, solved) = limit(&groove("4/5"), 1);
    assert_eq!((value, is_exact), (Rational::new(5.into(), 4.into()), true));
    assert!(solved < 60, "{solved}");
    for (friction, [above, below]) in [
        ("1/5", [19, 17]),
        ("1/2", [2, 1]),
        ("4/5", [31, 8]),
        ("1", [7, 1]),
    ] {
        let (value, is_exact, _) = limit(&groove(friction), 0);
        assert_eq!(
            (value, is_exact),
            (Rational::new(above.into(), below.into()), true),
            "{friction}"
        );
    }
    // 5/√7 is none.
    let (value, is_exact, _) = limit(&groove("1"), 1);
    assert!(!is_exact);
    let square = &value * &value * Rational::from_integer(7.into());
    let rest = Rational::from_integer(25.into()) - square;
    assert!(rest > Rational::default() && rest < Rational::new(1.into(), 10_000.into()));
}

/// A block tips at 1/2 and slides at 3/10: exactly.
#[test]
fn limits_of_a_block_are_exact() {
    for (height, friction, expected) in [
        ("4", "1", [1, 2]),
        ("4", "3/10", [3, 10]),
        ("1", "4/5", [4, 5]),
    ] {
        let mut text = head(friction, "0, 0, -1");
        text += &cuboid("floor", "0, 0, -1", "40, 40, 2", "fixed = true");
        text += &cuboid(
            "block",
            &format!("0, 0, \"{height}/2\""),
            &format!("2, 2, {height}"),
            "",
        );
        let [above, below] = expected;
        let (value, is_exact, _) = limit(&text, 0);
        assert_eq!(
            (value, is_exact),
            (Rational::new(above.into(), below.into()), true)
        );
    }
}

/// The square of the least friction that holds a scene, as a proof that the checker accepts says.
fn least_square(text: &str) -> Option<Rational> {
    let scene: Scene = text.parse().unwrap();
    let width = Rational::new(1.into(), 1_000_000.into());
    let (options, monitor) = (Options::default(), Monitor::default());
    let varied = VariedInSpace::Friction;
    let found = critical_in_space(&scene, &varied, &width, &options, &monitor, &|| {}).unwrap();
    let CriticalInSpace::Between {
        stands,
        falls,
        least,
        ..
    } = found
    else {
        panic!("no limit: {text}")
    };
    let least = least?;
    assert!(&falls.value * &falls.value < least.square);
    assert!(least.square <= &stands.value * &stands.value);
    let checked = check_in_space(&stands.scene, &least.proof).unwrap();
    assert!(
        checked.verdict().contains("or more"),
        "{}",
        checked.verdict()
    );
    Some(least.square)
}

/// A box on a plane slides below the tangent of its slope, rational or not.
#[test]
fn least_frictions_are_exact() {
    let slope = |gravity: &str| {
        let mut text = head("1", gravity);
        text += &cuboid("floor", "0, 0, -1", "40, 40, 2", "fixed = true");
        text += &cuboid("box", "0, 0, 0.5", "4, 4, 1", "");
        least_square(&text)
    };
    let fraction = |above: i64, below: i64| Some(Rational::new(above.into(), below.into()));
    assert_eq!(slope("0.75, 0, -1"), fraction(9, 16));
    assert_eq!(slope("0.5, 0.5, -1"), fraction(1, 2));
    assert_eq!(slope("0.25, 0.5, -1"), fraction(5, 16));
    // Corners bear nothing in such proofs.
    assert_eq!(least_square(&card_house([1.0, 0.25, 3.0, 0.0], "1")), None);
}

/// A column that a load of its own weight at the top tips: it stands from no load up to half of it,
/// and not where the search begins.
#[test]
fn a_load_that_is_too_large_is_held_from_none_on() {
    let mut text = head("1", "0, 0, -1");
    text += &cuboid("floor", "0, 0, -1", "4, 4, 2", "fixed = true");
    text += &cuboid("column", "0, 0, 1", "1, 1, 2", "");
    text += "[[load]]\nname = 'push'\nbody = 'column'\nat = [0, 0, 2]\nforce = [1, 0, 0]\n";
    let scene: Scene = text.parse().unwrap();
    let name = "push".to_owned();
    let varied = VariedInSpace::Load { name, falls: false };
    let width = Rational::new(1.into(), 1_000_000.into());
    let (options, monitor) = (Options::default(), Monitor::default());
    let found = critical_in_space(&scene, &varied, &width, &options, &monitor, &|| {}).unwrap();
    let CriticalInSpace::Between { start, stands, .. } = &found else {
        panic!("no limit")
    };
    // The weight is 2, and the push 2 above the floor acts about an edge ½ away.
    assert_eq!(stands.value, Rational::new(1.into(), 2.into()));
    assert_eq!(*start, Rational::default());
}
