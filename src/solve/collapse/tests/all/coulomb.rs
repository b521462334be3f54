//! Accelerations with friction: closed forms, values computed elsewhere, and laws that every
//! answer must obey.

use crate::bricks::grid;
use crate::bricks::{
    fixed, free, matrix, mirrored, moving, number, pin, polygon, rectangle, scene, turned, vector,
};
use crate::friction_law::{Motion, Motions, assert_law, motions, motions_of_groups, nothing};
use proptest::prelude::*;
use zwang_certificate::friction::{Law, Outcome};
use zwang_collapse::symmetry::Symmetry;
use zwang_collapse::{Accelerating, SolveError, accelerations, collapse};
use zwang_exact::{Rational, Vector};
use zwang_families::{Brick, Dominoes, Ladder, Wedge, diamond, dominoes, ladder, triangle, wedge};
use zwang_program::{Monitor, Options};
use zwang_scene::{Body, BodyId, Friction, Scene};

fn rough(mut scene: Scene, friction: &str) -> Scene {
    scene.friction = Friction::uniform(&scene.bodies, &number(friction));
    scene
}

fn tried(scene: &Scene, law: Law, options: &Options) -> Result<Accelerating, SolveError> {
    let solved = accelerations(scene, law, options, &Monitor::default())?;
    assert_law(scene, &solved.accelerations);
    for symmetry in &solved.symmetries {
        assert_symmetric(scene, &solved, symmetry);
    }
    Ok(solved)
}

fn solved(scene: &Scene) -> Accelerating {
    tried(scene, Law::Coulomb, &Options::default()).unwrap()
}

/// Without floats.
fn pivoted(scene: &Scene) -> Accelerating {
    let options = Options {
        floats: false,
        ..Options::default()
    };
    tried(scene, Law::Coulomb, &options).unwrap()
}

/// The image of each answer is an answer.
fn assert_symmetric(scene: &Scene, solved: &Accelerating, symmetry: &Symmetry) {
    let groups = motions_of_groups(scene, &solved.accelerations);
    let turn = number(if symmetry.is_reflection() { "-1" } else { "1" });
    for motions in groups.iter().flatten() {
        let mut image = Motions::new();
        for (body, (linear, angular)) in motions {
            let body = symmetry.bodies[BodyId(*body)].0;
            let motion = (symmetry.map_vector(linear), angular * &turn);
            image.insert(body, motion);
        }
        assert!(groups.iter().flatten().any(|other| *other == image));
    }
}

fn motion(x: &str, y: &str, turn: &str) -> Motion {
    (vector(x, y), number(turn))
}

fn motion_of(scene: &Scene, solved: &Accelerating, body: usize) -> Motion {
    motions(scene, &solved.accelerations)[&body].clone()
}

fn rests(scene: &Scene, solved: &Accelerating) -> bool {
    let motions = motions(scene, &solved.accelerations);
    motions.values().all(|motion| *motion == nothing())
}

/// The number of leaves of each group; `None` where there are none.
fn leaves(solved: &Accelerating) -> Vec<Option<usize>> {
    let mut counts = Vec::new();
    for group in &solved.accelerations.groups {
        counts.push(match &group.outcome {
            Outcome::Standing(_, leaves) => Some(leaves.len()),
            _ => None,
        });
    }
    counts
}

/// A block slides down a slope of 3 on 4 with (3 - 4 μ) / 5, or sticks from 3/4 on.
#[test]
fn blocks_slide_down_a_wedge() {
    let block = wedge(&Wedge::default()).unwrap();
    for (friction, along) in [
        ("0", "3/5"),
        ("1/4", "2/5"),
        ("1/2", "1/5"),
        ("7/10", "1/25"),
    ] {
        let scene = rough(block.clone(), friction);
        for solved in [solved(&scene), pivoted(&scene)] {
            let along = number(along);
            let (linear, angular) = motion_of(&scene, &solved, 2);
            let downhill = vector("-4/5", "-3/5").scaled(&along);
            assert_eq!(linear, downhill, "{friction}");
            assert_eq!(angular, number("0"));
            assert!(solved.is_unique);
        }
    }
    for friction in ["3/4", "1", "1000000"] {
        let scene = rough(block.clone(), friction);
        assert!(rests(&scene, &solved(&scene)), "{friction}");
        assert!(rests(&scene, &pivoted(&scene)), "{friction}");
    }
    let almost = rough(block, "749999999999/1000000000000");
    assert!(!rests(&almost, &solved(&almost)));
}

/// tan θ = (1 - μ²) / (2 μ) is least for μ = 0.3245.
#[test]
fn ladders_stand_from_their_critical_friction_on() {
    let rod = ladder(&Ladder::default()).unwrap();
    for (friction, stands) in [("0", false), ("8/25", false), ("13/40", true), ("1", true)] {
        let scene = rough(rod.clone(), friction);
        assert_eq!(rests(&scene, &solved(&scene)), stands, "{friction}");
        assert_eq!(rests(&scene, &pivoted(&scene)), stands, "{friction}");
    }
}

#[test]
fn triangles_on_their_tip_collapse_symmetrically() {
    let bricks = triangle(3, &Brick::default()).unwrap();
    let expected = [
        ("1/4", 2, motion("-21/556", "0", "42/139")),
        ("1/4", 4, motion("-63/556", "-21/139", "42/139")),
        ("1/4", 5, motion("0", "21/139", "0")),
        ("1/2", 2, motion("-9/284", "0", "18/71")),
        ("1/2", 4, motion("-27/284", "-9/71", "18/71")),
        ("1/2", 5, motion("0", "9/71", "0")),
    ];
    for (friction, body, expected) in expected {
        let scene = rough(bricks.clone(), friction);
        for solved in [solved(&scene), pivoted(&scene)] {
            assert_eq!(solved.symmetries.len(), 1);
            assert_eq!(motion_of(&scene, &solved, body), expected, "{friction}");
        }
    }
    let convex = rough(bricks, "1/4");
    let solved = tried(&convex, Law::Convex, &Options::default()).unwrap();
    let expected = motion("-42/1139", "0", "336/1139");
    assert_eq!(motion_of(&convex, &solved, 2), expected);
}

#[test]
fn the_diamond_of_five_collapses_as_computed_elsewhere() {
    let scene = rough(diamond(5, &Brick::default()).unwrap(), "1/4");
    let solved = solved(&scene);
    assert_eq!(solved.symmetries.len(), 1);
    let over = |value: i64| Rational::new(value.into(), 91213.into());
    let of = |x: i64, y: i64, turn: i64| (Vector::new(over(x), over(y)), over(turn));
    let motions = motions(&scene, &solved.accelerations);
    let expected = [
        of(-174, 0, 1392),
        of(-696, -696, 2784),
        of(-1740, -2088, 5568),
        of(-3132, -4872, 5568),
        of(0, 696, 0),
        of(0, 0, 0),
    ];
    for motion in expected {
        assert!(motions.values().any(|found| *found == motion), "{motion:?}");
    }
    let convex = tried(&scene, Law::Convex, &Options::default()).unwrap();
    let core = (
        Vector::new(number("0"), number("126846/12988823")),
        number("0"),
    );
    let motions = crate::friction_law::motions(&scene, &convex.accelerations);
    assert!(motions.values().any(|found| *found == core));
    let stands = rough(scene, "1/2");
    assert!(rests(&stands, &self::solved(&stands)));
}

/// A rod of half length 1 that slides on its lower end, as of Painlevé.
fn rod(friction: &str, velocity: (&str, &str), spin: &str) -> Scene {
    let tip = ["0", "0"];
    let floor = fixed("floor", vec![rectangle(("-9", "-1"), ("9", "0"))]);
    let thin = polygon(&[(0, 0), (13, 16), (12, 17)]);
    let mut rod = moving("rod", thin, velocity, spin);
    let dynamics = rod.dynamics.as_mut().unwrap();
    dynamics.mass = number("1");
    dynamics.inertia = number("1/3");
    dynamics.centroid = &vector(tip[0], tip[1]) + &vector("3/5", "4/5");
    let mut scene = rough(scene(vec![floor, rod]), friction);
    scene.gravity = vector("0", "-10");
    scene
}

/// t = (-1, 0) there, since the edge of the floor runs to the left; it is 18 long.
#[test]
fn a_sliding_rod_presses_as_its_closed_form_says() {
    for (friction, speed, force) in [
        ("1", "-1", "125/8"),
        ("2", "1", "125/62"),
        ("0", "1", "125/26"),
    ] {
        let scene = rod(friction, (speed, "0"), "0");
        let solved = solved(&scene);
        let Outcome::Moving(answers) = &solved.accelerations.groups[0].outcome else {
            panic!("{friction}");
        };
        let (_, [across, _]) = &answers[0].forces.contacts[0];
        let across = Rational::new(across.clone(), answers[0].forces.denominator.clone());
        assert_eq!(across * number("18"), number(force), "{friction}");
    }
}

/// Between μ = 13/9 and such a spin, nothing or two answers.
#[test]
fn sliding_rods_are_stuck_or_have_two_answers() {
    for friction in ["3/2", "2", "40"] {
        let scene = rod(friction, ("-1", "0"), "0");
        let solved = solved(&scene);
        let [group] = &solved.accelerations.groups[..] else {
            panic!("one group");
        };
        assert!(matches!(&group.outcome, Outcome::Stuck(leaves) if !leaves.is_empty()));
    }
    // The tip slides with -1 whatever the spin is.
    let scene = rod("2", ("-21/5", "12/5"), "4");
    let solved = solved(&scene);
    let Outcome::Moving(answers) = &solved.accelerations.groups[0].outcome else {
        panic!("stuck");
    };
    let mut forces = Vec::new();
    for answer in answers {
        let over = &answer.forces.denominator;
        let force = answer.forces.contacts.first();
        let across = force.map(|(_, [across, _])| Rational::new(across.clone(), over.clone()));
        forces.push(across.unwrap_or_else(|| number("0")) * number("18"));
    }
    forces.sort();
    assert_eq!(forces, [number("0"), number("7/2")]);
}

/// A brick that slides on a floor is braked by μ g, and tips over where that is too much.
#[test]
fn sliding_bricks_are_braked() {
    let floor = fixed("floor", vec![rectangle(("-9", "-1"), ("9", "0"))]);
    for (friction, braking) in [("0", "0"), ("1/3", "1/3"), ("1/2", "1/2")] {
        let brick = moving("brick", rectangle(("0", "0"), ("2", "1")), ("3", "0"), "0");
        let scene = rough(scene(vec![floor.clone(), brick]), friction);
        for solved in [solved(&scene), pivoted(&scene)] {
            let expected = (Vector::new(-number(braking), number("0")), number("0"));
            assert_eq!(motion_of(&scene, &solved, 1), expected);
        }
    }
    let tall = moving("tall", rectangle(("0", "0"), ("1", "4")), ("3", "0"), "0");
    let scene = rough(scene(vec![floor, tall]), "1/2");
    let (_, turning) = motion_of(&scene, &solved(&scene), 1);
    assert!(turning < number("0"));
}

/// Without friction the motion is that of least restraint.
#[test]
fn without_friction_nothing_changes() {
    for scene in [
        diamond(4, &Brick::default()).unwrap(),
        triangle(4, &Brick::default()).unwrap(),
        wedge(&Wedge::default()).unwrap(),
    ] {
        let solved = solved(&scene);
        let smooth = collapse(&scene, &Options::default(), &Monitor::default()).unwrap();
        let motions = motions(&scene, &solved.accelerations);
        for group in &smooth.certificate.groups {
            let motion = group.cases[group.answers[0]].motion.as_ref().unwrap();
            let number = |value: &zwang_certificate::BigInt| {
                Rational::new(value.clone(), motion.denominator.clone())
            };
            for (body, [x, y, turn]) in group.bodies.iter().zip(&motion.accelerations) {
                let expected = (Vector::new(number(x), number(y)), number(turn));
                assert_eq!(motions[body], expected);
            }
        }
    }
}

/// A brick between two walls can stand without a floor; Lemke's method alone lets it fall.
#[test]
fn jammed_bricks_rest() {
    let walls = [
        fixed("left", vec![rectangle(("-1", "-9"), ("0", "9"))]),
        fixed("right", vec![rectangle(("1", "-9"), ("2", "9"))]),
    ];
    let mut bodies = walls.to_vec();
    bodies.push(free("brick", vec![rectangle(("0", "0"), ("1", "1"))]));
    for friction in ["1/10", "1", "100"] {
        let scene = rough(scene(bodies.clone()), friction);
        for solved in [solved(&scene), pivoted(&scene)] {
            assert!(rests(&scene, &solved));
            assert_eq!(leaves(&solved), [None], "it can fall as well");
        }
    }
}

#[test]
fn what_stands_without_friction_has_one_leaf() {
    let floor = fixed("floor", vec![rectangle(("-9", "-1"), ("9", "0"))]);
    let brick = free("brick", vec![rectangle(("0", "0"), ("2", "1"))]);
    let on_floor = scene(vec![floor.clone(), brick.clone()]);
    let tower = diamond(4, &Brick::default()).unwrap();
    for scene in [on_floor, tower] {
        for friction in ["0", "1/4", "7"] {
            let scene = rough(scene.clone(), friction);
            let solved = solved(&scene);
            assert!(leaves(&solved).iter().all(|count| *count == Some(1)));
            assert!(solved.is_unique);
        }
    }
    let mut pinned = scene(vec![floor, brick]);
    pinned.pins = vec![pin(1, None, ("1", "1/2"))];
    let pinned = rough(pinned, "1/2");
    assert_eq!(leaves(&solved(&pinned)), [Some(1)]);
}

/// With fewer leaves than there are ways to behave, 4 to the number of contacts.
#[test]
fn what_friction_alone_holds_has_more_leaves() {
    let block = wedge(&Wedge::default()).unwrap();
    let rod = ladder(&Ladder::default()).unwrap();
    let row = |count, leaning| {
        let parameters = Dominoes {
            count,
            leaning,
            ..Dominoes::default()
        };
        dominoes(&parameters).unwrap()
    };
    for (scene, friction) in [
        (&block, "3/4"),
        (&block, "1"),
        (&rod, "13/40"),
        (&rod, "1"),
        (&row(2, 1), "1/10"),
        (&row(4, 1), "1/10"),
    ] {
        let scene = rough(scene.clone(), friction);
        let solved = solved(&scene);
        let counts = leaves(&solved);
        assert!(counts.iter().all(Option::is_some), "{friction}");
        assert!(counts.iter().any(|count| *count > Some(1)), "{friction}");
        assert!(solved.is_unique);
    }
}

/// A body that moves elsewhere: the checker demands rest of the whole scene.
#[test]
fn nothing_stands_beside_what_moves() {
    let floor = fixed("floor", vec![rectangle(("-9", "-1"), ("9", "0"))]);
    let brick = free("brick", vec![rectangle(("0", "0"), ("2", "1"))]);
    let stone = moving("stone", rectangle(("0", "3"), ("2", "4")), ("1", "0"), "0");
    let scene = rough(scene(vec![floor, brick, stone]), "1/2");
    assert_eq!(leaves(&solved(&scene)), [None, None]);
}

/// If vertices meet, sides have to be chosen, which leaves cannot do.
#[test]
fn corners_have_no_leaves() {
    let ground = fixed(
        "ground",
        vec![polygon(&[(-4, -1), (4, -1), (4, 0), (-4, 0)])],
    );
    let tip = free("tip", vec![polygon(&[(4, 0), (5, 2), (3, 2)])]);
    let mut scene = rough(scene(vec![ground, tip]), "1/2");
    scene.pins = vec![pin(1, None, ("4", "1"))];
    let solved = solved(&scene);
    assert!(!solved.accelerations.corners.is_empty());
    assert!(rests(&scene, &solved));
    assert_eq!(leaves(&solved), [None]);
}

/// A square that stands with a corner on the tip of a post.
fn tip_on_tip() -> [Body; 2] {
    let post = fixed("post", vec![polygon(&[(-1, -1), (1, -1), (0, 0)])]);
    let square = polygon(&[(0, 0), (1, 1), (0, 2), (-1, 1)]);
    [post, free("square", vec![square])]
}

/// The square is balanced, or slips off to the left or to the right: all are answers, and together
/// symmetric.
#[test]
fn all_sides_of_corners_are_answers() {
    for friction in ["1/4", "1/2"] {
        let scene = rough(scene(tip_on_tip().to_vec()), friction);
        for solved in [solved(&scene), pivoted(&scene)] {
            let groups = motions_of_groups(&scene, &solved.accelerations);
            let [answers] = &groups[..] else {
                panic!("one body is free");
            };
            let [rest, one, two] = &answers[..] else {
                panic!("{friction}: {} answers", answers.len());
            };
            assert_eq!(rest[&1], nothing());
            let (one, turning) = &one[&1];
            let (two, turning_back) = &two[&1];
            assert_eq!((&one.x, &one.y), (&-&two.x, &two.y));
            assert_eq!(*turning, -turning_back);
            assert_eq!(solved.symmetries.len(), 1);
        }
    }
}

/// Corners of a group have their images in another one.
#[test]
fn groups_with_corners_that_are_images() {
    let left = tip_on_tip();
    let right = [
        fixed("right post", vec![polygon(&[(9, -1), (11, -1), (10, 0)])]),
        free(
            "right square",
            vec![polygon(&[(10, 0), (11, 1), (10, 2), (9, 1)])],
        ),
    ];
    let scene = rough(scene([left, right].concat()), "1/4");
    for solved in [solved(&scene), pivoted(&scene)] {
        let groups = motions_of_groups(&scene, &solved.accelerations);
        let counts: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert_eq!(counts, [3, 3]);
        assert_eq!(solved.symmetries.len(), 1);
    }
}

/// Bodies without friction keep to least restraint, whatever has friction elsewhere in the scene.
#[test]
fn least_restraint_decides_between_sides_without_friction() {
    let post = fixed("post", vec![polygon(&[(-5, -5), (5, -5), (0, 0)])]);
    let square = free("square", vec![polygon(&[(0, 0), (4, 3), (1, 7), (-3, 4)])]);
    let smooth = scene(vec![post, square]);
    let floor = fixed("floor", vec![rectangle(("10", "-1"), ("20", "0"))]);
    let brick = free("brick", vec![rectangle(("12", "0"), ("14", "1"))]);
    let mut bodies = smooth.bodies.to_vec();
    bodies.extend([floor, brick]);
    let mut mixed = scene(bodies);
    let pair = ([BodyId(2), BodyId(3)], number("1/2"));
    mixed.friction = Friction::new(Vec::new(), vec![pair]);
    let expected = collapse(&smooth, &Options::default(), &Monitor::default()).unwrap();
    let case = &expected.certificate.groups[0];
    assert!(case.cases.len() > 1, "the corner is decided");
    let motion = case.cases[case.answers[0]].motion.as_ref().unwrap();
    for solved in [solved(&mixed), pivoted(&mixed)] {
        let groups = motions_of_groups(&mixed, &solved.accelerations);
        let answers = groups.iter().find(|answers| answers[0].contains_key(&1));
        let [answer] = &answers.unwrap()[..] else {
            panic!("one answer");
        };
        let [x, y, turn] = motion.accelerations[0].each_ref();
        let over = |value: &zwang_certificate::BigInt| {
            Rational::new(value.clone(), motion.denominator.clone())
        };
        assert_eq!(answer[&1], (Vector::new(over(x), over(y)), over(turn)));
    }
}

/// A door on a rough floor: pins and friction together.
#[test]
fn pinned_bodies_with_friction() {
    let floor = fixed("floor", vec![rectangle(("-9", "-1"), ("9", "0"))]);
    let plank = free("plank", vec![polygon(&[(0, 0), (4, 3), (1, 3)])]);
    for friction in ["0", "1/5", "1"] {
        let mut scene = rough(scene(vec![floor.clone(), plank.clone()]), friction);
        scene.gravity = vector("1", "-2");
        scene.pins = vec![pin(1, None, ("1", "3"))];
        solved(&scene);
        pivoted(&scene);
    }
}

/// Two bricks, one the mirror image of the other, slide apart.
#[test]
fn groups_that_are_images_get_images_of_one_answer() {
    let ground = fixed("ground", vec![polygon(&[(-8, 0), (8, 0), (0, 4)])]);
    let right = polygon(&[(2, 3), (4, 2), (5, 4), (3, 5)]);
    let left = polygon(&[(-2, 3), (-3, 5), (-5, 4), (-4, 2)]);
    let bodies = vec![ground, free("right", vec![right]), free("left", vec![left])];
    let scene = rough(scene(bodies), "1/5");
    let solved = solved(&scene);
    assert_eq!(solved.accelerations.groups.len(), 2);
    assert_eq!(solved.symmetries.len(), 1);
    assert!(!rests(&scene, &solved));
}

#[test]
fn the_convex_law_is_for_scenes_at_rest() {
    let floor = fixed("floor", vec![rectangle(("-9", "-1"), ("9", "0"))]);
    let brick = moving("brick", rectangle(("0", "0"), ("2", "1")), ("3", "0"), "0");
    let scene = rough(scene(vec![floor, brick]), "1/2");
    let refused = tried(&scene, Law::Convex, &Options::default()).unwrap_err();
    let expected = SolveError::ConvexMotion {
        body: "brick".to_owned(),
    };
    assert_eq!(refused, expected);
}

/// Even where the law does not decide, the answer is the same whatever comes first in the file.
#[test]
fn answers_do_not_depend_on_the_order_of_bodies() {
    let cases = [
        ("1/2", "1/3", triangle(3, &Brick::default()).unwrap()),
        ("1/4", "1/10", triangle(4, &Brick::default()).unwrap()),
        ("1/4", "0", triangle(4, &Brick::default()).unwrap()),
        ("1/10", "0", diamond(8, &Brick::default()).unwrap()),
    ];
    for (friction, tilt, bricks) in cases {
        let mut scene = rough(bricks, friction);
        scene.gravity = vector(tilt, "-1");
        let mut bodies = scene.bodies.to_vec();
        bodies.reverse();
        let last = bodies.len() - 1;
        let reversed = rough(
            Scene {
                bodies,
                ..scene.clone()
            },
            friction,
        );
        let own = solved(&scene);
        let other = solved(&reversed);
        let other = motions(&reversed, &other.accelerations);
        for (body, motion) in motions(&scene, &own.accelerations) {
            assert_eq!(motion, other[&(last - body)], "{friction} {tilt}");
        }
    }
}

/// From rest, accelerations are proportional to gravity.
#[test]
fn stronger_gravity_changes_nothing_else() {
    let scene = rough(diamond(4, &Brick::default()).unwrap(), "1/4");
    let mut strong = scene.clone();
    strong.gravity = vector("0", "-29/3");
    let own = motions(&scene, &solved(&scene).accelerations);
    let factor = number("29/3");
    for (body, (linear, angular)) in motions(&strong, &solved(&strong).accelerations) {
        let expected = (own[&body].0.scaled(&factor), &own[&body].1 * &factor);
        assert_eq!((linear, angular), expected);
    }
}

/// Answers that are unique in their pattern follow the scene when it is mirrored or turned.
fn follows(scene: &Scene) -> Result<(), TestCaseError> {
    let Ok(own) = tried(scene, Law::Coulomb, &Options::default()) else {
        return Ok(());
    };
    let image = mirrored(scene);
    let Ok(mirror) = tried(&image, Law::Coulomb, &Options::default()) else {
        return Ok(());
    };
    tried(&turned(scene), Law::Coulomb, &Options::default()).ok();
    let has_stuck = |solved: &Accelerating| {
        let groups = solved.accelerations.groups.iter();
        groups
            .into_iter()
            .any(|group| matches!(group.outcome, Outcome::Stuck(_)))
    };
    let is_plain = own.is_unique && own.accelerations.corners.is_empty();
    if !is_plain || has_stuck(&own) || has_stuck(&mirror) {
        return Ok(());
    }
    let [[a, b], [c, d]] = matrix([["-1", "0"], ["0", "1"]]);
    let own = motions(scene, &own.accelerations);
    for (body, motion) in motions(&image, &mirror.accelerations) {
        let (linear, angular) = &own[&body];
        let flipped = Vector::new(
            &a * &linear.x + &b * &linear.y,
            &c * &linear.x + &d * &linear.y,
        );
        let expected = (flipped, -angular);
        prop_assert_eq!(motion, expected, "{}", body);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_scenes_obey_the_law(scene in grid::grid(), friction in 0_u32..9) {
        let scene = rough(scene, &format!("{friction}/4"));
        follows(&scene)?;
    }
}
