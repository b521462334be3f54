//! Answers that are known in closed form, all exact.
//!
//! Where a whole tower moves in one way with one free parameter s, Gauss' principle is one
//! equation: for the motion s d, Σ m |d|² s = Σ m g·d.

use crate::answers::contact_space::ContactSpace;
use crate::answers::paths::{Program, Touch};
use crate::answers::{answer, elimination, force, motion, number, ratio, solved, vector};
use zwang_check::{Acceleration, Answer, ContactAnswer, ContactState, Verdict};
use zwang_exact::{Rational, Vector};
use zwang_families::{self as families, Brick, Cantilever};
use zwang_scene::{BodyId, Scene};

/// The heights of bricks of length 1 at which towers are tried.
const HEIGHTS: [&str; 5] = ["1/100", "1/4", "1/2", "1", "7/3"];

fn brick(height: &str) -> Brick {
    Brick {
        height: number(height),
        ..Brick::default()
    }
}

fn diamond(size: usize, height: &str) -> Scene {
    families::diamond(size, &brick(height)).unwrap()
}

/// The scene's verdict, which must not depend on floats.
fn verdict(scene: &Scene) -> Verdict {
    let [with, without] = [true, false].map(|floats| solved(scene, floats).1.verdict());
    assert_eq!(with, without, "{}", scene.name);
    with
}

fn accelerates(x: Rational, y: Rational, angular: Rational) -> Acceleration {
    Acceleration {
        linear: Vector::new(x, y),
        angular,
    }
}

fn mirrored(acceleration: &Acceleration) -> Acceleration {
    accelerates(
        -&acceleration.linear.x,
        acceleration.linear.y.clone(),
        -&acceleration.angular,
    )
}

fn of<'a>(scene: &Scene, answer: &'a Answer, body: usize) -> &'a Acceleration {
    let name = format!("brick {body}");
    &answer.accelerations[scene
        .bodies
        .iter()
        .position(|body| body.name == name)
        .unwrap()]
}

/// Asserts the motion of a tower of bricks: `moves` lists bricks on the left, the bricks that
/// mirror them, and what the former do; all others rise with `rise`, but for brick 0, which rests.
fn assert_moves(
    scene: &Scene,
    answer: &Answer,
    rise: &Rational,
    moves: &[(usize, usize, Acceleration)],
) {
    let nothing = || ratio(0, 1);
    for index in 0..scene.bodies.len() - 1 {
        let left = moves
            .iter()
            .find(|(left, _, _)| *left == index)
            .map(|(_, _, motion)| motion.clone());
        let right = moves
            .iter()
            .find(|(_, right, _)| *right == index)
            .map(|(_, _, motion)| mirrored(motion));
        let level = if index == 0 { nothing() } else { rise.clone() };
        let expected = left
            .or(right)
            .unwrap_or_else(|| accelerates(nothing(), level, nothing()));
        assert_eq!(
            *of(scene, answer, index),
            expected,
            "{}, brick {index}",
            scene.name
        );
    }
}

#[test]
fn cantilever() {
    let scene = families::cantilever(&Cantilever::default()).unwrap();
    let answer = answer(&scene);
    let expected = accelerates(ratio(0, 1), ratio(-120, 437), ratio(-1200, 437));
    assert_eq!(answer.accelerations[1], expected);
    // It lifts off at the far end, α · (-9/10 - 0) fast, and the edge carries m (a - g) = 1 ·
    // (-120/437 + 10).
    let on_brick = |contact: &ContactAnswer| {
        if contact.first == BodyId(1) {
            force(contact)
        } else {
            -&force(contact)
        }
    };
    let mut contacts: Vec<(&Vector, ContactState, Vector)> = answer
        .contacts
        .iter()
        .map(|contact| (&contact.point, contact.state, on_brick(contact)))
        .collect();
    contacts.sort_by_key(|(point, ..)| (*point).clone());
    let (far, edge) = (vector("-9/10", "0"), Vector::zero());
    let expected = [
        (&far, ContactState::Opening, Vector::zero()),
        (&edge, ContactState::Pressing, vector("0", "4250/437")),
    ];
    assert_eq!(contacts, expected);
    assert_eq!(verdict(&scene), Verdict::Moves);
}

#[test]
fn a_cantilever_turns_about_the_edge_however_little_it_overhangs() {
    // s = 1 turns by -1 about the edge: (d² + k²) s = g d, where k² is the squared radius of
    // gyration.
    for beyond in ["1/3", "1/10", "1e-12", "1e-30"].map(number) {
        let scene = families::harmonic(1, &beyond, &Brick::default()).unwrap();
        let overhang = beyond.clone();
        let turn = -&overhang / (&overhang * &overhang + ratio(17, 12 * 16));
        let expected = accelerates(ratio(0, 1), &turn * &overhang, turn.clone());
        assert_eq!(answer(&scene).accelerations[1], expected, "{beyond}");
    }
}

#[test]
fn diamonds_stand_up_to_four() {
    for height in ["1/4", "1/2"] {
        for size in 2..=6 {
            let expected = if size <= 4 {
                Verdict::Rests
            } else {
                Verdict::Moves
            };
            assert_eq!(
                verdict(&diamond(size, height)),
                expected,
                "{size}-diamond of height {height}"
            );
        }
    }
}

#[test]
fn inverted_triangles_stand_up_to_two() {
    for (size, expected) in [
        (1, Verdict::Rests),
        (2, Verdict::Rests),
        (3, Verdict::Moves),
    ] {
        assert_eq!(
            verdict(&families::triangle(size, &Brick::default()).unwrap()),
            expected,
            "{size}"
        );
    }
}

#[test]
fn harmonic_stacks_are_critical_to_the_last_digit() {
    for count in [1, 2, 3, 4, 5, 7, 10, 15, 22, 30] {
        let harmonic =
            |beyond: &str| families::harmonic(count, &number(beyond), &Brick::default()).unwrap();
        assert_eq!(verdict(&harmonic("0")), Verdict::Rests, "{count}");
        for beyond in ["1/10", "1e-12", "1e-30"] {
            assert_eq!(
                verdict(&harmonic(beyond)),
                Verdict::Moves,
                "{count} bricks, {beyond} beyond"
            );
        }
    }
}

#[test]
fn harmonic_stacks_reach_half_the_harmonic_number() {
    for count in [1, 2, 5, 30] {
        let scene = families::harmonic(count, &ratio(0, 1), &Brick::default()).unwrap();
        let top = &scene.bodies[count].parts[0];
        let harmonic: Rational = (1..=count)
            .map(|k| ratio(1, i64::try_from(k).unwrap()))
            .sum();
        assert_eq!(top.bounding_box().1.x, harmonic / ratio(2, 1), "{count}");
    }
}

#[test]
fn inverted_three_triangle() {
    for height in HEIGHTS.map(number) {
        let scene = families::triangle(
            3,
            &Brick {
                height: height.clone(),
                ..Brick::default()
            },
        )
        .unwrap();
        // s turns the left bricks of both upper rows by 1 about the end of the brick under them,
        // and lifts the brick between the outer ones by 1/2: (2 · h²/4 + 2 (h²/4 + 1/4) + 1/4 + 4
        // (1 + h²)/12) s = 2 · 1/2 - 1/2.
        let turn = ratio(6, 1) / (ratio(16, 1) * &height * &height + ratio(13, 1));
        let (across, down) = (&turn * &height * ratio(-1, 2), &turn * ratio(-1, 2));
        let second_row = accelerates(across.clone(), ratio(0, 1), turn.clone());
        let top = accelerates(across, down.clone(), turn);
        assert_moves(
            &scene,
            &answer(&scene),
            &-down,
            &[(1, 2, second_row), (3, 5, top)],
        );
    }
}

#[test]
fn inverted_three_triangle_of_half_height() {
    let scene = families::triangle(3, &brick("1/2")).unwrap();
    let second_row = accelerates(ratio(-3, 34), ratio(0, 1), ratio(6, 17));
    let top = accelerates(ratio(-3, 34), ratio(-3, 17), ratio(6, 17));
    assert_moves(
        &scene,
        &answer(&scene),
        &ratio(3, 17),
        &[(1, 2, second_row), (3, 5, top)],
    );
}

#[test]
fn five_diamond_of_half_height() {
    let scene = diamond(5, "1/2");
    let moves = [
        (
            1,
            2,
            accelerates(ratio(-9, 550), ratio(0, 1), ratio(18, 275)),
        ),
        (
            3,
            5,
            accelerates(ratio(-9, 275), ratio(-9, 275), ratio(36, 275)),
        ),
        (
            6,
            9,
            accelerates(ratio(-18, 275), ratio(-27, 275), ratio(72, 275)),
        ),
        (
            10,
            14,
            accelerates(ratio(-18, 275), ratio(-63, 275), ratio(72, 275)),
        ),
    ];
    assert_moves(&scene, &answer(&scene), &ratio(9, 275), &moves);
}

#[test]
fn five_diamond_of_any_height() {
    for height in HEIGHTS.map(number) {
        let scene = families::diamond(
            5,
            &Brick {
                height: height.clone(),
                ..Brick::default()
            },
        )
        .unwrap();
        // The core of 16 bricks rises by s; on the left, from the second row up, bricks turn by 2
        // s, 4 s, 8 s and 8 s, go down by 0, s, 3 s and 7 s, and go out by half the height times 2
        // s, 4 s, 8 s and 8 s, as the ends that they stand on do: (16 + 2 (1 + 9 + 49) + 2 (1 + 4 +
        // 16 + 16) h² + 2 (4 + 16 + 64 + 64) (1 + h²)/12) s = 2 (1 + 3 + 7) - 16.
        let rise = ratio(9, 1) / (ratio(238, 1) + ratio(148, 1) * &height * &height);
        let turns = |out: i64, down: i64, turn: i64| {
            accelerates(
                &rise * &height * ratio(-out, 1),
                &rise * ratio(-down, 1),
                &rise * ratio(turn, 1),
            )
        };
        let moves = [
            (1, 2, turns(1, 0, 2)),
            (3, 5, turns(2, 1, 4)),
            (6, 9, turns(4, 3, 8)),
            (10, 14, turns(4, 7, 8)),
        ];
        assert_moves(&scene, &answer(&scene), &rise, &moves);
    }
}

/// That nothing else moves less, and that no other motion is better, is found again here by another
/// method on other rows.
#[test]
fn five_diamond_in_contact_space() {
    let scene = diamond(5, "1/4");
    let answer = answer(&scene);
    assert_eq!(of(&scene, &answer, 4).linear, vector("0", "36/989"));
    let touches: Vec<Touch> = answer
        .contacts
        .iter()
        .map(|contact| Touch::of_answer(&scene, contact))
        .collect();
    let space = ContactSpace::new(Program::new(&scene, &touches));
    assert_eq!(space.row_count(), 114);
    assert_eq!(space.by_lemke(), Some(motion(&scene, &answer)));
}

/// The dimension of the space of forces at these contacts that cancel on every body.
fn kernel_dimension<'a>(scene: &Scene, contacts: impl Iterator<Item = &'a ContactAnswer>) -> usize {
    let rows: Vec<Vec<Rational>> = contacts
        .map(|contact| Touch::of_answer(scene, contact).row(scene).coefficients)
        .collect();
    rows.len() - elimination::rank(rows)
}

#[test]
fn forces_of_the_five_diamond() {
    for height in ["1/4", "1/2"] {
        let scene = diamond(5, height);
        let answer = answer(&scene);
        let contacts = |state| {
            answer
                .contacts
                .iter()
                .filter(move |contact| contact.state == state)
        };
        assert_eq!(answer.contacts.len(), 114);
        // In the three rows above the widest nothing pushes outwards, so that nothing can press at
        // the 6 upright faces there, two contacts each.
        let states = [
            ContactState::Pressing,
            ContactState::Opening,
            ContactState::Idle,
        ];
        assert_eq!(
            states.map(|state| contacts(state).count()),
            [79, 23, 12],
            "height {height}"
        );
        let upright_and_high = |contact: &ContactAnswer| {
            contact.normal.y == ratio(0, 1) && contact.point.y >= number(height) * ratio(5, 1)
        };
        assert!(
            contacts(ContactState::Idle).all(upright_and_high),
            "height {height}"
        );
        // Forces at closed contacts that cancel form a space of dimension 27. At idle contacts
        // there is none, which leaves 21; all of these count, since all pressing contacts have a
        // positive multiplier at once.
        let closed = contacts(ContactState::Pressing).chain(contacts(ContactState::Idle));
        assert_eq!(kernel_dimension(&scene, closed), 27, "height {height}");
        assert_eq!(
            kernel_dimension(&scene, contacts(ContactState::Pressing)),
            21,
            "height {height}"
        );
    }
}
