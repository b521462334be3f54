//! Impacts of one instant against closed forms, the runs of the same scenes, and a program of its
//! own for disks in a row.

use crate::rounded_impacts::{disk, row};
use crate::stage::{Witness, assert_near, begin, floor, number, rectangle, scene};
use malachite::Rational;
use std::collections::BTreeMap;
use zwang_law::instant::{Choice, Instant, InstantError, Motion, Outcomes};
use zwang_law::{ImpactRule, Restitution};
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

/// One coefficient for all bodies.
fn elastic(value: &str) -> Restitution {
    Restitution {
        default: zwang_exact::parse(value).unwrap(),
        ..Restitution::default()
    }
}

fn instant(scene: &Scene, restitution: &Restitution) -> Instant {
    Instant::new(scene, restitution).unwrap()
}

fn resolved(scene: &Scene, restitution: &Restitution) -> Vec<Motion> {
    let strokes = instant(scene, restitution).resolve(ImpactRule::Rounds, &Monitor::default());
    strokes.unwrap().pop().unwrap().motions
}

fn all_orders(scene: &Scene, restitution: &Restitution, longest: usize) -> Outcomes {
    let choice = Choice {
        most: 10_000,
        longest,
    };
    let found = instant(scene, restitution).orders(choice, &Monitor::default());
    found.unwrap()
}

fn numbers(motion: &Motion) -> [Rational; 3] {
    [&motion.velocity.x, &motion.velocity.y, &motion.spin].map(to_solver)
}

/// The speeds of disks in a row along x; nothing else moves.
fn along(motions: &[Motion]) -> Vec<Rational> {
    let mut speeds = Vec::new();
    for motion in motions {
        let [x, y, spin] = numbers(motion);
        assert_eq!([y, spin], ["0", "0"].map(number));
        speeds.push(x);
    }
    speeds
}

fn row_of(masses: &[&str], speeds: &[&str]) -> Scene {
    scene("[0, 0]", &row(masses, speeds, "0"))
}

/// The impact of neighbours in a row, by its closed form.
fn struck(masses: &[Rational], speeds: &[Rational], first: usize) -> Vec<Rational> {
    let [m, n] = [&masses[first], &masses[first + 1]];
    let [v, w] = [&speeds[first], &speeds[first + 1]];
    let momentum = m * v + n * w;
    let mut after = speeds.to_vec();
    after[first] = (&momentum + n * (w - v)) / (m + n);
    after[first + 1] = (&momentum + m * (v - w)) / (m + n);
    after
}

fn closing(speeds: &[Rational]) -> Vec<usize> {
    let pairs = 0..speeds.len() - 1;
    pairs
        .filter(|first| speeds[*first] > speeds[first + 1])
        .collect()
}

fn parsed(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|text| number(text)).collect()
}

const ROWS: [([&str; 5], [&str; 5]); 4] = [
    (["1", "1", "1", "1", "1"], ["1", "1", "0", "0", "0"]),
    (["3", "1", "2", "5", "1"], ["1", "0", "0", "0", "0"]),
    (["3", "1", "2", "5", "1"], ["2", "1", "0", "0", "-1"]),
    (["2", "7", "1", "1", "3"], ["5", "3", "2", "-4", "-4"]),
];

/// The elastic impact of several pairs of neighbours at once: u' = -u for each of them, by
/// elimination. The matrix 1/m of the impulses has negative entries beside its diagonal alone, so
/// that all impulses are positive.
fn struck_together(masses: &[Rational], speeds: &[Rational], pairs: &[usize]) -> Vec<Rational> {
    let zero = || number("0");
    let mut lines: Vec<Vec<Rational>> = Vec::new();
    for first in pairs {
        let mut line = Vec::new();
        for other in pairs {
            line.push(match other.abs_diff(*first) {
                0 => number("1") / &masses[*first] + number("1") / &masses[first + 1],
                1 => -(number("1") / &masses[*first.max(other)]),
                _ => zero(),
            });
        }
        line.push(number("2") * (&speeds[*first] - &speeds[first + 1]));
        lines.push(line);
    }
    for pivot in 0..lines.len() {
        let chosen = lines[pivot].clone();
        for line in (0..lines.len()).filter(|line| *line != pivot) {
            let factor = &lines[line][pivot] / &chosen[pivot];
            for (entry, other) in lines[line].iter_mut().zip(&chosen) {
                *entry -= &factor * other;
            }
        }
    }
    let mut after = speeds.to_vec();
    for (line, first) in pairs.iter().enumerate() {
        let impulse = &lines[line][pairs.len()] / &lines[line][line];
        assert!(impulse > 0);
        after[*first] -= &impulse / &masses[*first];
        after[first + 1] += impulse / &masses[first + 1];
    }
    after
}

/// In a row the steepest pairs strike by the closed form of two disks, or by that of a chain.
#[test]
fn a_row_of_disks_leaves_as_pair_after_pair_does() {
    for (masses, before) in &ROWS[..3] {
        let masses_of = parsed(masses);
        let mut speeds = parsed(before);
        loop {
            let steepness = |first: &usize| &speeds[*first] - &speeds[first + 1];
            let pairs = closing(&speeds);
            let Some(steepest) = pairs.iter().map(steepness).max() else {
                break;
            };
            let taken: Vec<usize> = pairs
                .into_iter()
                .filter(|first| steepness(first) == steepest)
                .collect();
            speeds = struck_together(&masses_of, &speeds, &taken);
        }
        let scene = row_of(masses, before);
        assert_eq!(along(&resolved(&scene, &elastic("1"))), speeds);
    }
    let scene = row_of(&ROWS[0].0, &ROWS[0].1);
    let found = along(&resolved(&scene, &elastic("1")));
    assert_eq!(found, parsed(&["0", "0", "0", "1", "1"]));
    let scene = row_of(&ROWS[1].0, &ROWS[1].1);
    let found = along(&resolved(&scene, &elastic("1")));
    assert_eq!(
        found,
        parsed(&["-19/42", "27/98", "20/49", "68/147", "20/21"])
    );
}

/// Four contacts have eight rounds at most, as in runs; one more stops them all, which costs
/// energy.
#[test]
fn rounds_have_an_end() {
    let [masses, before] = [&ROWS[3].0, &ROWS[3].1];
    let instant = instant(&row_of(masses, before), &elastic("1"));
    let strokes = instant.resolve(ImpactRule::Rounds, &Monitor::default());
    let strokes = strokes.unwrap();
    assert_eq!(strokes.len(), 9);
    let energies: Vec<_> = strokes
        .iter()
        .map(|stroke| instant.energy(&stroke.motions))
        .collect();
    let at_first = instant.energy(&instant.before());
    assert!(energies[..8].iter().all(|energy| *energy == at_first));
    assert!(energies[8] < at_first);
    let momentum = |motions: &[Motion]| {
        let pairs = parsed(masses).into_iter().zip(along(motions));
        pairs.fold(number("0"), |sum, (mass, speed)| sum + mass * speed)
    };
    assert_eq!(momentum(&strokes[8].motions), momentum(&instant.before()));
}

/// All orders of a row, one impact after the other, with how many give each outcome.
fn walk(masses: &[Rational], speeds: &[Rational], ends: &mut BTreeMap<Vec<Rational>, u64>) {
    let pairs = closing(speeds);
    if pairs.is_empty() {
        *ends.entry(speeds.to_vec()).or_default() += 1;
    }
    for first in pairs {
        walk(masses, &struck(masses, speeds, first), ends);
    }
}

/// Orders are those that a walk through all of them finds.
#[test]
fn orders_are_those_of_brute_force() {
    for (masses, before) in ROWS {
        let mut ends = BTreeMap::new();
        walk(&parsed(&masses), &parsed(&before), &mut ends);
        let found = all_orders(&row_of(&masses, &before), &elastic("1"), 64);
        assert!(found.is_complete());
        let mut counts = BTreeMap::new();
        for outcome in &found.outcomes {
            let orders: u64 = outcome.orders.to_string().parse().unwrap();
            assert_eq!(counts.insert(along(&outcome.motions), orders), None);
        }
        assert_eq!(counts, ends, "{masses:?}, {before:?}");
    }
}

fn billiards(restitution: &str) -> Scene {
    let bodies = format!(
        "restitution = \"{restitution}\"\n{}{}{}",
        disk("cue", "[0, 0]", "2", "mass = 1\nvelocity = [1, 0]"),
        disk("upper", "[4, 3]", "3", "mass = 1"),
        disk("lower", "[4, -3]", "3", "mass = 1"),
    );
    scene("[0, 0]", &bodies)
}

fn assert_motions(found: &[Motion], required: &[[&str; 2]]) {
    assert_eq!(found.len(), required.len());
    for (motion, [x, y]) in found.iter().zip(required) {
        assert_eq!(numbers(motion), [x, y, "0"].map(number), "{found:?}");
    }
}

/// Both rules and both orders of a cue ball that meets two balls.
#[test]
fn a_cue_ball_has_a_symmetric_answer_and_two_orders() {
    let elastic_answer = [["-7/57", "0"], ["32/57", "8/19"], ["32/57", "-8/19"]];
    let scene = billiards("1");
    assert_motions(&resolved(&scene, &elastic("1")), &elastic_answer);
    let at_once = instant(&scene, &elastic("1"));
    let at_once = at_once.resolve(ImpactRule::Simultaneous, &Monitor::default());
    assert_motions(&at_once.unwrap()[0].motions, &elastic_answer);
    let inelastic = [["25/57", "0"], ["16/57", "4/19"], ["16/57", "-4/19"]];
    assert_motions(&resolved(&scene, &elastic("0")), &inelastic);

    let found = all_orders(&scene, &elastic("1"), 64);
    assert!(found.is_complete());
    let [one, other] = found.outcomes.as_slice() else {
        panic!("{found:?}");
    };
    for outcome in [one, other] {
        assert_eq!(outcome.orders, 1u32);
        assert_eq!(outcome.example.len(), 2);
    }
    let is_upper_first =
        |outcome: &&zwang_law::instant::Outcome| outcome.example[0] == [BodyId(0), BodyId(1)];
    let upper_first = found.outcomes.iter().find(is_upper_first).unwrap();
    assert_motions(
        &upper_first.motions,
        &[
            ["-63/625", "-84/625"],
            ["16/25", "12/25"],
            ["288/625", "-216/625"],
        ],
    );
    let inelastic_orders = all_orders(&scene, &elastic("0"), 64);
    assert_eq!(inelastic_orders.outcomes.len(), 1);
    assert_motions(&inelastic_orders.outcomes[0].motions, &inelastic);
}

/// With 0 < ε < 1 impacts may go on and on; then orders are cut, and it is told.
#[test]
fn orders_without_end_are_cut() {
    let found = all_orders(&billiards("1/2"), &elastic("1/2"), 12);
    let is_known = |outcome: &zwang_law::instant::Outcome| outcome.example.len() <= 12;
    assert!(found.outcomes.iter().all(is_known));
    let tight = Choice {
        most: 1,
        longest: 64,
    };
    let scene = billiards("1");
    let cut = instant(&scene, &elastic("1")).orders(tight, &Monitor::default());
    let cut = cut.unwrap();
    assert!(!cut.is_complete() && cut.outcomes.is_empty());
    assert_eq!((cut.cut, cut.tried), (1u32.into(), 0));
}

/// A rack keeps energy and momentum exactly, and its mirror image.
#[test]
fn a_rack_keeps_energy_and_momentum_exactly() {
    let cue = disk("cue", "[-10, 0]", "5", "mass = 1\nvelocity = [1, 0]");
    let mut bodies = format!("restitution = 1\n{cue}");
    for column in 0..4 {
        for place in 0..=column {
            let center = format!("[{}, {}]", 8 * column, 6 * (2 * place - column));
            bodies += &disk(&format!("disk {column} {place}"), &center, "5", "mass = 1");
        }
    }
    let scene = scene("[0, 0]", &bodies);
    let instant = instant(&scene, &elastic("1"));
    let strokes = instant.resolve(ImpactRule::Rounds, &Monitor::default());
    let after = strokes.unwrap().pop().unwrap().motions;
    assert_eq!(to_solver(&instant.energy(&after)), number("1/2"));
    let sum = |place: usize| {
        let all = after.iter().map(|motion| numbers(motion)[place].clone());
        all.fold(number("0"), |sum, own| sum + own)
    };
    assert_eq!([sum(0), sum(1)], ["1", "0"].map(number));
    for (one, other) in [(2, 3), (4, 6), (7, 10), (8, 9)] {
        let [x, y, _] = numbers(&after[one]);
        let [u, v, _] = numbers(&after[other]);
        assert_eq!([x, y], [u, -v]);
    }
    run_agrees(&scene, &after);
}

/// The first step of a run without gravity leaves with the same velocities, but for the grid.
fn run_agrees(scene: &Scene, after: &[Motion]) {
    let mut simulation = begin(scene.clone(), "1/100");
    let mut witness = Witness::new(&simulation);
    witness.advance(&mut simulation);
    for (place, motion) in after.iter().enumerate() {
        let ([x, y], spin) = simulation.velocity(place);
        for (found, required) in [x, y, spin].iter().zip(numbers(motion)) {
            assert_near(found, &required, 50);
        }
    }
}

/// Runs, which are proved, say the same, also of rough boxes that land flat, on an edge or askew.
#[test]
fn proved_runs_leave_with_the_same_velocities() {
    let mut scenes = Vec::new();
    for (masses, before) in ROWS {
        scenes.push(row_of(&masses, &before));
    }
    scenes.push(billiards("1"));
    for (friction, motion) in [
        ("0", "velocity = [3, -4]\nspin = 1"),
        ("\"1/3\"", "velocity = [3, -4]\nspin = \"-1/2\""),
        ("2", "velocity = [-5, -1]"),
    ] {
        let bodies = format!(
            "restitution = \"2/3\"\nfriction = {friction}\n{}{}{}",
            floor(),
            rectangle("box", "[0, 1]", "[1, 2]", motion),
            disk("disk", "[5, 1]", "1", &format!("mass = 2\n{motion}")),
        );
        scenes.push(scene("[0, 0]", &bodies));
    }
    for scene in scenes {
        let coefficients = Restitution {
            default: scene.restitution.of_body(BodyId(0)),
            ..Restitution::default()
        };
        run_agrees(&scene, &resolved(&scene, &coefficients));
    }
}

/// Boxes in a row with unlike coefficients: the second impact does not bounce.
#[test]
fn boxes_of_unlike_restitution() {
    let boxes: Vec<String> = ["[0, 0]", "[1, 0]", "[2, 0]"]
        .iter()
        .zip(["1", "0", "0"])
        .enumerate()
        .map(|(place, (center, speed))| {
            let motion = format!("velocity = [{speed}, 0]");
            rectangle(&format!("box {place}"), center, "[1, 1]", &motion)
        })
        .collect();
    let two = scene("[0, 0]", &boxes[..2].concat());
    // v' = (1 ∓ e)/2 for equal masses.
    assert_motions(
        &resolved(&two, &elastic("1/3")),
        &[["1/3", "0"], ["2/3", "0"]],
    );
    let three = scene("[0, 0]", &boxes.concat());
    let mut coefficients = elastic("0");
    let half = zwang_exact::parse("1/2").unwrap();
    coefficients.pairs.insert([BodyId(0), BodyId(1)], half);
    // (1/4, 3/4, 0) after the bounce; the last two go on as one.
    assert_motions(
        &resolved(&three, &coefficients),
        &[["1/4", "0"], ["3/8", "0"], ["3/8", "0"]],
    );
}

/// A box meets another one corner on corner, without restitution: it is stopped along the slower of
/// its two approaches, which takes the least restraint, by an impulse of half of it.
#[test]
fn corners_stop_on_the_side_of_least_restraint() {
    for (motion, after) in [
        ("velocity = [-1, -3]", Some(["-1/2", "-3", "1/2"])),
        ("velocity = [-3, -1]", Some(["-3", "-1/2", "-1/2"])),
        ("velocity = [-1, -1]", None),
    ] {
        let bodies =
            rectangle("ledge", "[-1, -1]", "[2, 2]", "fixed = true") + &box_at_the_corner(motion);
        let scene = scene("[0, 0]", &bodies);
        let instant = instant(&scene, &elastic("0"));
        let found = instant.resolve(ImpactRule::Rounds, &Monitor::default());
        match after {
            Some(after) => {
                let found = found.unwrap().pop().unwrap();
                assert!(found.is_stop);
                assert_eq!(numbers(&found.motions[0]), after.map(number));
            }
            None => assert_eq!(found, Err(InstantError::Ambiguous)),
        }
    }
}

/// A box of m = I = 1 whose lower left corner is at the origin: half of an approach turns it.
fn box_at_the_corner(motion: &str) -> String {
    rectangle(
        "box",
        "[1, 1]",
        "[2, 2]",
        &format!("mass = 1\ninertia = 1\n{motion}"),
    )
}

/// Nothing is said of scenes that are no beginning.
#[test]
fn overlaps_pins_and_coefficients_out_of_range_are_refused() {
    let overlap = scene(
        "[0, 0]",
        &(disk("one", "[0, 0]", "1", "mass = 1") + &disk("other", "[1, 0]", "1", "mass = 1")),
    );
    let found = Instant::new(&overlap, &elastic("1"));
    assert!(matches!(found, Err(InstantError::Scene(_))), "{found:?}");
    let found = Instant::new(&billiards("1"), &elastic("3/2"));
    assert!(matches!(found, Err(InstantError::Restitution(_))));
    let pinned = scene(
        "[0, 0]",
        &(disk("one", "[0, 0]", "1", "mass = 1") + "[[pin]]\nbodies = [\"one\"]\nat = [0, 0]\n"),
    );
    let found = Instant::new(&pinned, &elastic("1"));
    assert_eq!(found.err(), Some(InstantError::Pins(1)));
}
