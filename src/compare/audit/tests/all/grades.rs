//! Grades of runs whose faults are known: each fault a little above its limit and a little below.

use malachite::Rational;
use zwang_audit::{
    Audit, Contradiction, Fault, Grade, Judgement, Mark, Options, Quantity, Tolerances, audit,
    table,
};
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;
use zwang_scene::read::{self, Syntax};

/// A square of side 2 on a floor, mass 4: its size is 2 m, its weight 32 N, its energy 64 J. The
/// floor is longer to the right, so the scene has no symmetry.
const RESTING: &str = "format = \"zwang-scene-1\"\nname = \"resting\"\ngravity = [0, -8]\n\
[[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [10, -1], size = [28, 2] }\n\
[[body]]\nname = \"square\"\nrectangle = { center = [0, 1], size = [2, 2] }\n";

/// The same square with nothing below it.
const FALLING: &str = "format = \"zwang-scene-1\"\nname = \"falling\"\ngravity = [0, -8]\n\
[[body]]\nname = \"square\"\nrectangle = { center = [0, 1], size = [2, 2] }\n";

/// Two squares that fall beside each other, mirrored at the axis; the size is 8 m.
const PAIR: &str = "format = \"zwang-scene-1\"\nname = \"pair\"\ngravity = [0, -8]\n\
[[body]]\nname = \"left\"\nrectangle = { center = [-3, 1], size = [2, 2] }\n\
[[body]]\nname = \"right\"\nrectangle = { center = [3, 1], size = [2, 2] }\n";

const STEP: f64 = 1.0 / 16.0;

fn rational(text: &str) -> Rational {
    to_solver(&zwang_exact::parse(text).unwrap())
}

fn with_audit<T>(scene: &str, rows: &str, options: Options, look: impl FnOnce(&Audit) -> T) -> T {
    let scene = read::parse(scene, Syntax::Toml).unwrap().scene;
    let table = table::read(rows, &scene).unwrap();
    let found = audit(&scene, &table, &options, &Monitor::default(), &|_, _| ());
    look(&found.unwrap())
}

fn marks(scene: &str, rows: &str) -> Vec<Mark> {
    with_audit(scene, rows, Options::default(), |audit| {
        assert_eq!(audit.grade(), Some(audit.marks[0].grade));
        assert!(audit.marks.is_sorted_by(|one, two| one.grade >= two.grade));
        audit.marks.clone()
    })
}

/// The grade of a fault.
fn grade(scene: &str, rows: &str, fault: Fault) -> Option<Grade> {
    let marks = marks(scene, rows);
    let found = marks.iter().find(|mark| mark.fault == fault);
    found.map(|mark| mark.grade)
}

/// The places (x, y) of the square, a step apart.
fn places(places: &[(f64, f64)]) -> String {
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for (state, (x, y)) in places.iter().enumerate() {
        let time = state as f64 * STEP;
        rows += &format!("{time:?},square,{x:?},{y:?},0\n");
    }
    rows
}

/// The square rests, and is elsewhere after two steps; its velocity is told to be 0.
fn moved(x: f64, y: f64) -> String {
    let y = 1.0 + y;
    format!(
        "time,body,x,y,angle,vx,vy,spin\n\
         0,square,0,1,0,0,0,0\n\
         0.0625,square,0,1,0,0,0,0\n\
         0.125,square,{x:?},{y:?},0,0,0,0\n"
    )
}

/// 2 to this power.
fn power(exponent: i32) -> f64 {
    2.0_f64.powi(exponent)
}

/// The fault and the grade of the square that rests and is moved.
fn motion(x: f64, y: f64) -> (Fault, Grade) {
    let marks = marks(RESTING, &moved(x, y));
    let motions = [Fault::Creeps, Fault::Slides, Fault::Collapses];
    let mut marks = marks.iter();
    let found = marks.find(|mark| motions.contains(&mark.fault));
    let mark = found.unwrap();
    (mark.fault, mark.grade)
}

#[test]
fn what_stands_creeps_slides_or_collapses() {
    // Shares are of 2 m. 2^-20 is below a millionth, 2^-19 above.
    assert_eq!(motion(0.0, 0.0), (Fault::Creeps, Grade::A));
    assert_eq!(motion(power(-19), 0.0), (Fault::Creeps, Grade::A));
    assert_eq!(motion(power(-18), 0.0), (Fault::Creeps, Grade::B));
    // A hundredth of the size is 0.02 m.
    assert_eq!(motion(0.0199, 0.0), (Fault::Creeps, Grade::D));
    assert_eq!(motion(0.0201, 0.0), (Fault::Slides, Grade::E));
    assert_eq!(motion(0.199, 0.0), (Fault::Slides, Grade::E));
    assert_eq!(motion(0.201, 0.0), (Fault::Slides, Grade::F));
    // It has sunk by more than a tenth of the size.
    assert_eq!(motion(0.5, -0.199), (Fault::Slides, Grade::F));
    assert_eq!(motion(0.5, -0.201), (Fault::Collapses, Grade::F));
    assert_eq!(motion(0.0, 0.5), (Fault::Slides, Grade::F));
}

/// The three runs that once had the same verdict.
#[test]
fn a_slide_and_two_creeps_have_three_grades() {
    let grades = [7.08, 0.014, 2e-5].map(|x| {
        let worst = &marks(RESTING, &moved(x, 0.0))[0];
        (worst.fault, worst.grade)
    });
    assert_eq!(
        grades,
        [
            (Fault::Slides, Grade::F),
            (Fault::Creeps, Grade::D),
            (Fault::Creeps, Grade::B)
        ]
    );
}

#[test]
fn the_worst_motion_is_told_and_the_first_one() {
    let rows = places(&[(0.0, 1.0), (0.001, 1.0), (0.5, 1.0), (0.25, 1.0)]);
    with_audit(RESTING, &rows, Options::default(), |audit| {
        let Some(Contradiction::Moves {
            first, state, by, ..
        }) = &audit.contradiction
        else {
            panic!("{:?}", audit.contradiction);
        };
        assert_eq!((*first, *state), (1, 2));
        assert_eq!(by.squared.low, rational("1/4"));
        let mut marks = audit.marks.iter();
        let worst = marks.find(|mark| mark.fault == Fault::Slides).unwrap();
        assert_eq!(worst.state, 2);
        assert_eq!(worst.bodies, [BodyId(1)]);
        let Quantity::Root(share) = &worst.share else {
            panic!("{worst:?}");
        };
        assert_eq!(share.squared.low, rational("1/16"));
    });
}

/// The falling square is held for two steps, and then moved to the side.
fn held(x: f64) -> String {
    places(&[(0.0, 1.0), (0.0, 1.0), (0.0, 1.0), (x, 1.0)])
}

#[test]
fn a_falling_square_that_stays_is_told() {
    // It falls by 8/2 (3/16)² m in three steps.
    assert_eq!(grade(FALLING, &held(0.0), Fault::Stays), Some(Grade::E));
    assert_eq!(grade(FALLING, &held(0.0014), Fault::Stays), Some(Grade::E));
    assert_eq!(grade(FALLING, &held(0.0015), Fault::Stays), None);
    let law = grade(FALLING, &held(0.0015), Fault::Unlawful);
    assert_eq!(law, Some(Grade::F));
}

/// In one step it would move by more than its size.
#[test]
fn what_is_fast_and_stays_strays() {
    let fast = FALLING.to_owned() + "velocity = [40, 0]\n";
    let way = grade(&fast, &held(0.0), Fault::Strays);
    assert_eq!(way, Some(Grade::F));
}

#[test]
fn hardly_any_gravity_is_a_unit_all_the_same() {
    let light = FALLING.replace("[0, -8]", "[\"1e-100\", \"-2e-100\"]");
    let way = grade(&light, &held(1.0), Fault::Unlawful);
    assert_eq!(way, Some(Grade::F));
}

/// This many times 1/32 m below the start: symplectic Euler is at 1, 3, 6.
fn fallen(times: f64) -> (f64, f64) {
    (0.0, 1.0 - times / 32.0)
}

/// The grade of a flight that is beside its way at the second state.
fn grade_beside(x: f64) -> Option<Grade> {
    let mut states = [0.0, 1.0, 3.0, 6.0].map(fallen);
    states[2].0 = x;
    grade(FALLING, &places(&states), Fault::Strays)
}

#[test]
fn straying_is_graded_by_the_size() {
    assert_eq!(grade_beside(0.0), Some(Grade::A));
    assert_eq!(grade_beside(power(-20)), Some(Grade::A));
    assert_eq!(grade_beside(power(-18)), Some(Grade::B));
    assert_eq!(grade_beside(-power(-18)), Some(Grade::B));
    assert_eq!(grade_beside(4.0), Some(Grade::F));
}

/// Two squares that fall side by side, and the right one is pushed at the second state.
fn pushed(push: f64) -> String {
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for (state, times) in [0.0, 1.0, 3.0].into_iter().enumerate() {
        let time = state as f64 * STEP;
        let (_, y) = fallen(times);
        let x = if state == 2 { 3.0 + push } else { 3.0 };
        rows += &format!("{time:?},left,-3,{y:?},0\n");
        rows += &format!("{time:?},right,{x:?},{y:?},0\n");
    }
    rows
}

#[test]
fn asymmetry_is_graded_by_the_size() {
    for (push, expected) in [
        (0.0, Grade::A),
        (power(-17), Grade::A),
        (power(-16), Grade::B),
        (0.1, Grade::E),
    ] {
        let found = grade(PAIR, &pushed(push), Fault::Asymmetric);
        assert_eq!(found, Some(expected), "{push}");
    }
}

#[test]
fn penetration_is_graded_by_the_size() {
    for (depth, expected) in [
        (0.0, Grade::A),
        (power(-19), Grade::A),
        (power(-18), Grade::B),
        (0.0019, Grade::C),
        (0.0021, Grade::D),
    ] {
        let found = grade(RESTING, &moved(0.0, -depth), Fault::Penetrates);
        assert_eq!(found, Some(expected), "{depth}");
    }
}

#[test]
fn open_pins_are_graded_by_the_size() {
    let pinned = format!("{FALLING}[[pin]]\nbodies = [\"square\"]\nat = [0, 1]\n");
    for (drift, expected) in [(power(-19), Grade::A), (power(-18), Grade::B)] {
        let found = grade(&pinned, &moved(drift, 0.0), Fault::PinsOpen);
        assert_eq!(found, Some(expected), "{drift}");
    }
    let without = grade(RESTING, &moved(0.0, 0.0), Fault::PinsOpen);
    assert_eq!(without, None);
}

/// The square with velocities.
fn flight(states: &[(f64, f64, f64)]) -> String {
    let mut rows = "time,body,x,y,angle,vx,vy,spin\n".to_owned();
    for (state, (y, vx, vy)) in states.iter().enumerate() {
        let time = state as f64 * STEP;
        rows += &format!("{time:?},square,0,{y:?},0,{vx:?},{vy:?},0\n");
    }
    rows
}

#[test]
fn energy_is_graded_by_the_work_that_lifts_the_scene() {
    // ½ 4 v² of 64 J.
    for (v, expected) in [
        (0.0, Grade::A),
        (power(-8), Grade::A),
        (power(-7), Grade::B),
        (2.0, Grade::F),
    ] {
        let kicked = flight(&[(1.0, 0.0, 0.0), (1.0, v, 0.0)]);
        let found = grade(RESTING, &kicked, Fault::GainsEnergy);
        assert_eq!(found, Some(expected), "{v}");
    }
}

#[test]
fn energy_within_a_step_of_gravity_is_no_gain() {
    let speed = -8.0 * STEP;
    let fall = speed * STEP;
    // Places before velocities.
    let states = [
        (1.0, 0.0, 0.0),
        (1.0, 0.0, speed),
        (1.0 + fall, 0.0, 2.0 * speed),
    ];
    let explicit = grade(FALLING, &flight(&states), Fault::GainsEnergy);
    assert_eq!(explicit, Some(Grade::A));
    // ½ 4 v² less 32 v / 16, of 64 J, with v = ½ and v = 3/2.
    for (times, expected) in [(1.0, Grade::A), (3.0, Grade::E)] {
        let bounce = flight(&[(1.0, 0.0, 0.0), (1.0, 0.0, -times * speed)]);
        let found = grade(RESTING, &bounce, Fault::GainsEnergy);
        assert_eq!(found, Some(expected), "{times}");
    }
}

#[test]
fn pulling_contacts_are_graded_by_the_weight() {
    for (force, expected) in [
        (32.0, Grade::A),
        (-power(-16), Grade::A),
        (-power(-14), Grade::B),
        (-3.0, Grade::E),
    ] {
        let rows = format!(
            "time,body,x,y,angle,other,px,py,fx,fy\n\
             0,square,0,1,0,,,,,\n\
             0.0625,square,0,1,0,,,,,\n\
             0.0625,square,,,,floor,0,0,0,{force:?}\n"
        );
        let found = grade(RESTING, &rows, Fault::ContactsPull);
        assert_eq!(found, Some(expected), "{force}");
    }
    let missing = with_audit(RESTING, &moved(0.0, 0.0), Options::default(), |audit| {
        audit.not_graded()
    });
    assert!(
        missing
            .iter()
            .any(|(fault, _)| *fault == Fault::ContactsPull)
    );
}

/// A scene a thousand times as large, with a thousandfold gravity, has the same shares of
/// everything; with the same gravity it has the same shares of lengths.
#[test]
fn a_larger_scene_has_the_same_marks() {
    let large = RESTING
        .replace(
            "[10, -1], size = [28, 2]",
            "[10000, -1000], size = [28000, 2000]",
        )
        .replace("[0, 1], size = [2, 2]", "[0, 1000], size = [2000, 2000]");
    let strong = large.replace("[0, -8]", "[0, -8000]");
    // Sums of powers of two, a thousandfold of which are doubles.
    for (x, y) in [(7.0625, 0.0), (power(-6), -power(-9)), (0.5, -0.25)] {
        let rows = places(&[(0.0, 1.0), (0.0, 1.0), (x, 1.0 + y)]);
        let rows_of_large = places(&[(0.0, 1e3), (0.0, 1e3), (1e3 * x, 1e3 + 1e3 * y)]);
        let expected = of_figures(marks(RESTING, &rows));
        assert_eq!(expected, of_figures(marks(&strong, &rows_of_large)));
        let law = [(RESTING, &rows), (strong.as_str(), &rows_of_large)];
        let [one, other] = law.map(|(scene, rows)| grade(scene, rows, Fault::Unlawful));
        assert_eq!(one, other);
        let large = marks(&large, &rows_of_large);
        for mark in expected {
            let is_length = mark.fault != Fault::GainsEnergy;
            assert_eq!(large.contains(&mark), is_length, "{mark:?}");
        }
    }
}

/// All but the law, whose shares are rounded.
fn of_figures(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.retain(|mark| mark.fault != Fault::Unlawful);
    marks
}

#[test]
fn a_weightless_scene_has_units_of_its_own() {
    let weightless = FALLING.replace("[0, -8]", "[0, 0]");
    // M L²/T² = 4 · 4 / (1/8)² = 1024 J, ½ 4 (16 x)² = 512 x² J.
    for (x, expected) in [(0.0, Grade::A), (0.04, Grade::C), (0.05, Grade::D)] {
        let rows = places(&[(0.0, 1.0), (0.0, 1.0), (x, 1.0)]);
        let found = grade(&weightless, &rows, Fault::GainsEnergy);
        assert_eq!(found, Some(expected), "{x}");
    }
}

/// Without zwang's own run.
const ALONE: Options = Options {
    restraint_steps: 0,
    law_steps: None,
    own_run: false,
};

fn judgement_alone(x: f64) -> Judgement {
    with_audit(RESTING, &moved(x, 0.0), ALONE, |audit| {
        audit.judgement(&Tolerances::default())
    })
}

#[test]
fn no_run_of_zwang_is_needed_for_an_answer() {
    assert_eq!(judgement_alone(0.0), Judgement::Faultless);
    // This one contradicts the proof, and has the best grade.
    assert_eq!(judgement_alone(power(-30)), Judgement::Faulty);
    assert_eq!(judgement_alone(0.5), Judgement::Faulty);
}

/// The table of grades in the documentation.
#[test]
fn the_limits_are_those_that_are_written_down() {
    let page = include_str!("../../../../../docs/audit.md");
    for grade in Grade::ALL {
        let beginning = format!("| {} | ", grade.name());
        let row = page.lines().find_map(|line| line.strip_prefix(&beginning));
        let limit = row.unwrap().split(" |").next().unwrap();
        match grade.limit() {
            Some(share) => assert_eq!(share, rational(limit), "{limit}"),
            None => assert_eq!(limit, "more"),
        }
    }
}
