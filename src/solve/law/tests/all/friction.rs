//! Motions with friction that are known.

use crate::stage::{Witness, assert_near, begin, floor, number, rectangle, run, scene};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use num_bigint::BigInt;
use zwang_certificate::run2::{Grade, Leaf, Node, Record};
use zwang_law::Simulation;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// A scene with this friction everywhere.
fn rough(friction: &str, gravity: &str, bodies: &str) -> Scene {
    scene(gravity, &format!("friction = {friction}\n{bodies}"))
}

#[test]
fn a_box_slides_down_a_rough_slope_as_coulomb_says() {
    // In a frame turned with the slope of 3-4-5, gravity is (6, -8): a = 6 - 8/2.
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "");
    let scene = rough("\"1/2\"", "[6, -8]", &format!("{}{slider}", floor()));
    let after = run(scene, "1/50", 100);
    let ([x, y], _) = after.pose(0);
    assert_near(&x, &number("4"), 45);
    assert_near(&y, &number("1/2"), 55);
    let ([v_x, _], _) = after.velocity(0);
    assert_near(&v_x, &number("4"), 45);
}

#[test]
fn a_box_is_held_on_a_slope_of_its_friction() {
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "");
    let scene = rough("\"3/4\"", "[6, -8]", &format!("{}{slider}", floor()));
    let mut simulation = begin(scene, "1/100");
    let states = simulation.states().to_vec();
    for _ in 0..100 {
        let step = simulation.advance(&Monitor::default()).unwrap();
        assert_eq!(step.counts.undecided, 0);
        assert_eq!(step.counts.relaxed, 0);
    }
    for (after, before) in simulation.states().iter().zip(&states) {
        assert_eq!(after.displacement, before.displacement);
        assert_eq!(after.velocity, before.velocity);
    }
}

#[test]
fn a_box_slides_until_it_stops_and_stays() {
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "velocity = [3, 0]");
    for (step, steps) in [("1/50", 50), ("1/100", 100), ("3/1000", 400)] {
        let scene = rough("\"1/2\"", "[0, -10]", &format!("{}{slider}", floor()));
        let after = run(scene, step, steps);
        let ([x, y], _) = after.pose(0);
        let off = (x - number("9/10")).abs();
        // What is lost in the step of the stop is below h² μ g / 8.
        let step = number(step);
        assert!(off <= &step * &step, "{off}");
        assert_near(&y, &number("1/2"), 60);
        assert_eq!(
            after.velocity(0),
            ([Rational::from(0), Rational::from(0)], Rational::from(0))
        );
    }
}

/// A disk that spins and is held back pushes another one, until it rolls, after 19/11450 s: from
/// then on the load parts them. In a step of 1/100 s forces for all of it would push too long, which
/// velocities take back; so this step is made in parts.
#[test]
fn what_rolls_within_a_step_lets_go_of_what_it_pushed() {
    let disk = |name: &str, x: &str, spin: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\ndisk = {{ center = [\"{x}\", \"1/4\"], radius = \"1/4\" }}\n\
             mass = 1\nvelocity = [\"3/200\", 0]\nspin = \"{spin}\"\n"
        )
    };
    let disks = disk("spins", "-1/4", "-7/50") + &disk("rolls", "1/4", "-3/50");
    let load = "[[load]]\nname = \"back\"\nbody = \"spins\"\nat = [\"-1/4\", \"1/4\"]\n\
                force = [\"-11/10\", 0]\n";
    let bodies = format!("{}{disks}{load}", floor());
    let runs = [
        ("1/100", 1, true),
        ("1/400", 4, false),
        ("1/1600", 16, false),
    ];
    for (step, steps, is_shortened) in runs {
        let mut simulation = begin(rough("\"1/2\"", "[0, -10]", &bodies), step);
        let mut witness = Witness::new(&simulation);
        let mut shortened = 0;
        for _ in 0..steps {
            let step = simulation.advance(&Monitor::default()).unwrap();
            let record = simulation.record(&step);
            witness.check(&record);
            let parts = record.groups.iter().flat_map(|group| &group.parts);
            shortened += parts.filter(|part| part.length.is_some()).count();
        }
        assert_eq!(shortened > 0, is_shortened, "{step}");
        for (disk, speed) in [(0, "7039/687000"), (1, "3747/229000")] {
            let ([v_x, _], _) = simulation.velocity(disk);
            let off = (v_x - number(speed)).abs();
            assert!(off <= number(step) / Rational::from(4), "{step}: {off}");
        }
    }
}

#[test]
fn friction_that_vanishes_leaves_the_run_without() {
    let bodies = rectangle("under", "[0, \"1/2\"]", "[3, 1]", "")
        + &rectangle(
            "box",
            "[\"1/4\", \"5/4\"]",
            "[1, \"1/2\"]",
            "velocity = [1, 0]",
        );
    let bodies = format!("{}{bodies}", floor());
    let smooth = run(scene("[1, -10]", &bodies), "1/100", 40);
    let mut before = Rational::from(1);
    for (friction, digits) in [
        ("\"1/1000\"", 7),
        ("\"1/1000000\"", 17),
        ("\"1/1000000000\"", 27),
    ] {
        let rough = run(rough(friction, "[1, -10]", &bodies), "1/100", 40);
        let mut largest = Rational::from(0);
        for place in 0..2 {
            let ([x, y], _) = rough.pose(place);
            let ([smooth_x, smooth_y], _) = smooth.pose(place);
            largest = largest.max((x - smooth_x).abs()).max((y - smooth_y).abs());
        }
        assert_near(&largest, &number("0"), digits);
        assert!(largest < before && largest > 0);
        before = largest;
    }
}

#[test]
fn without_bound_friction_nothing_slides() {
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "velocity = [3, 0]");
    let scene = rough("1000000", "[5, -10]", &format!("{}{slider}", floor()));
    let after = run(scene, "1/1000", 20);
    let ([x, _], _) = after.pose(0);
    // It tips over its corner at once, which stays where it is.
    let (_, [cosine, sine]) = after.pose(0);
    let ([_, y], _) = after.pose(0);
    let half = number("1/2");
    let corner_x = x + &half * &cosine + &half * &sine;
    let corner_y = y + &half * &sine - &half * &cosine;
    assert_near(&corner_x, &number("1/2"), 16);
    assert_near(&corner_y, &number("0"), 16);
}

/// The height of a brick that tips about the edge of a rough table, after 6/25 s.
fn tipped(step: &str, steps: usize) -> Rational {
    let table = rectangle("table", "[\"-1/2\", \"-1/2\"]", "[1, 1]", "fixed = true");
    let brick = rectangle("brick", "[\"1/5\", \"1/8\"]", "[1, \"1/4\"]", "");
    let after = run(
        rough("4", "[0, -10]", &format!("{table}{brick}")),
        step,
        steps,
    );
    let ([_, y], _) = after.pose(0);
    y
}

#[test]
fn a_brick_that_tips_about_a_rough_edge_is_of_second_order() {
    let finest = tipped("1/400", 96);
    let errors = [("1/25", 6), ("1/50", 12), ("1/100", 24)];
    let errors = errors.map(|(step, steps)| (tipped(step, steps) - &finest).abs());
    // In its first step a program is repeated or not: that is a difference of third order.
    let [coarse, _, fine] = &errors;
    let factor = coarse / fine;
    assert!(factor > number("12") && factor < number("30"), "{errors:?}");
}

#[test]
fn rough_walls_stand_bit_for_bit() {
    let mut wall = zwang_families::wall(
        4,
        4,
        zwang_families::Bond::Running,
        &zwang_families::Brick::default(),
    )
    .unwrap();
    wall.friction =
        zwang_scene::Friction::uniform(&wall.bodies, &zwang_exact::parse("1/2").unwrap());
    let mut simulation = begin(wall, "1/100");
    let begins = simulation.states().to_vec();
    for _ in 0..10 {
        simulation.advance(&Monitor::default()).unwrap();
    }
    for (after, before) in simulation.states().iter().zip(&begins) {
        assert_eq!(after.displacement, before.displacement);
        assert_eq!(after.half_tangent, before.half_tangent);
        assert_eq!(after.velocity, before.velocity);
    }
}

#[test]
fn a_rough_diamond_falls_as_its_own_mirror_image() {
    let mut tower = zwang_families::diamond(5, &zwang_families::Brick::default()).unwrap();
    let friction = zwang_exact::parse("1/4").unwrap();
    tower.friction = zwang_scene::Friction::uniform(&tower.bodies, &friction);
    let mut simulation = begin(tower, "1/100");
    for _ in 0..20 {
        let step = simulation.advance(&Monitor::default()).unwrap();
        assert_eq!(step.counts.relaxed, 0);
        let mut places = Vec::new();
        for place in 0..simulation.states().len() {
            let ([x, y], [cosine, sine]) = simulation.pose(place);
            places.push([x, y, cosine, sine]);
        }
        for [x, y, cosine, sine] in &places {
            let image = [-x, y.clone(), cosine.clone(), -sine];
            assert!(places.contains(&image), "step {}", simulation.steps());
        }
    }
}

/// The first step of a box that slides, in a run file.
fn first_step() -> (Simulation, Record) {
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "velocity = [3, 0]");
    let scene = rough("\"1/2\"", "[0, -10]", &format!("{}{slider}", floor()));
    let mut simulation = begin(scene, "1/100");
    let step = simulation.advance(&Monitor::default()).unwrap();
    let mut record = simulation.record(&step);
    record.state = None;
    (simulation, record)
}

/// The checker's verdict on a record of the first step: the condition that it violates.
fn judged(simulation: &Simulation, record: &Record) -> Option<String> {
    let header = simulation.header(None);
    let checker = zwang_check::law::Checker::new(simulation.scene(), &header).unwrap();
    let rejection = checker.step(&checker.start(), record).err()?;
    Some(rejection.condition().to_string())
}

/// The forces of the position program.
fn forces(record: &mut Record) -> &mut zwang_certificate::run2::Forces {
    match &mut record.groups[0].parts[0].programs[0] {
        Node::Leaf(leaf) => &mut leaf.forces,
        _ => panic!("a leaf was expected"),
    }
}

#[test]
fn forged_friction_is_refused() {
    let (simulation, record) = first_step();
    assert_eq!(judged(&simulation, &record), None);
    let mut lawless = record.clone();
    *forces(&mut lawless) = zwang_certificate::run2::Forces::default();
    let mut smooth = record.clone();
    forces(&mut smooth).friction.clear();
    let mut pushed = record.clone();
    for (_, along) in &mut forces(&mut pushed).friction {
        *along = -along.clone();
    }
    for grade in [Grade::Unique, Grade::Near, Grade::Relaxed] {
        for forged in [&lawless, &smooth, &pushed] {
            let mut forged = forged.clone();
            forged.groups[0].grade = grade;
            let condition = judged(&simulation, &forged).unwrap();
            assert!(condition.starts_with("L4"), "{condition}");
        }
    }
    let mut beyond = record.clone();
    for (_, along) in &mut forces(&mut beyond).friction {
        *along *= 2;
    }
    let condition = judged(&simulation, &beyond).unwrap();
    assert!(condition.starts_with("L3"), "{condition}");
}

/// The forces of the convex law lift what slides: 17 mm in this step. That is no Coulomb motion,
/// and told if it is called relaxed.
#[test]
fn the_convex_law_is_not_taken_for_coulombs() {
    let (simulation, mut record) = first_step();
    let listed = forces(&mut record);
    // φ = (μ h v + ½ h² g) / (1 + μ²) in place of ½ h² g.
    let [above, below] = [2 * 310, 25];
    for (_, across) in &mut listed.rows {
        *across = across.clone() * above / below;
    }
    let friction = listed.friction.iter_mut().zip(&listed.rows);
    for ((_, along), (_, across)) in friction {
        let half: BigInt = across.clone() / 2;
        *along = if *along < BigInt::ZERO { -half } else { half };
    }
    record.groups[0].parts[0].velocity = Leaf::default();
    for (grade, expected) in [
        (Grade::Unique, false),
        (Grade::Near, false),
        (Grade::Relaxed, true),
    ] {
        record.groups[0].grade = grade;
        let condition = judged(&simulation, &record);
        assert_eq!(condition.is_none(), expected, "{condition:?}");
        assert!(condition.is_none_or(|condition| condition.starts_with("L4")));
    }
}

#[test]
fn rough_heaps_fall_by_the_law() {
    for (seed, friction) in [(1, "1/10"), (2, "1/2"), (3, "2")] {
        let mut heap = zwang_families::heap(20, seed, &zwang_families::Brick::default()).unwrap();
        let friction = zwang_exact::parse(friction).unwrap();
        heap.friction = zwang_scene::Friction::uniform(&heap.bodies, &friction);
        let mut simulation = begin(heap, "1/100");
        let header = simulation.header(None);
        let checker = zwang_check::law::Checker::new(simulation.scene(), &header).unwrap();
        let mut state = checker.start();
        for _ in 0..25 {
            let step = simulation.advance(&Monitor::default()).unwrap();
            assert_eq!(step.counts.relaxed, 0);
            let proved = checker.step(&state, &simulation.record(&step)).unwrap();
            state = proved.state().clone();
        }
    }
}

#[test]
fn boxes_side_by_side_rest_whatever_their_frictions() {
    for frictions in [
        ["1/3", "1/2", "1/2"],
        ["1/2", "1/2", "1/2"],
        ["1/7", "1/3", "1"],
    ] {
        let mut boxes = floor();
        for (index, friction) in frictions.iter().enumerate() {
            let center = format!("[{index}, \"1/2\"]");
            let own = format!("friction = \"{friction}\"");
            boxes += &rectangle(&format!("box {index}"), &center, "[1, 1]", &own);
        }
        let mut simulation = begin(scene("[0, -1]", &format!("friction = 1\n{boxes}")), "1/100");
        let mut witness = Witness::new(&simulation);
        for _ in 0..4 {
            witness.advance(&mut simulation);
        }
        for place in 0..3 {
            assert_eq!(simulation.velocity(place).0, ["0", "0"].map(number));
        }
    }
}
