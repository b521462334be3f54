//! Runs with friction: the checker accepts every step.

use zwang_answer::{
    CheckedSteps, RunError, RunRecord, Simulation, accelerations, rough_indeterminate,
};
use zwang_certificate::friction::Law;
use zwang_certificate::run2::{Grade, Record};
use zwang_exact::Rational;
use zwang_families::{Arch, Brick, Dominoes, Ladder, Wedge};
use zwang_law::{Restitution, Settings};
use zwang_output::SymmetryKind;
use zwang_program::{Monitor, Options};
use zwang_scene::{Friction, Scene};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// The records of a run with this friction of all bodies, each accepted by the checker.
fn accepted(
    mut scene: Scene,
    friction: &Rational,
    settings: Settings,
    steps: usize,
) -> Vec<Record> {
    scene.friction = Friction::uniform(&scene.bodies, friction);
    let name = scene.name.clone();
    let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
    let header = simulation.header();
    let monitor = Monitor::default();
    let mut records = Vec::new();
    for _ in 0..steps {
        records.push(simulation.advance(&monitor).unwrap());
    }
    assert!(simulation.is_symmetric());
    let given = records.iter().cloned().map(Ok::<_, RunError>);
    let mut count = 0;
    for step in CheckedSteps::new(&scene, &header, given).unwrap() {
        assert!(step.is_ok(), "{name}: {:?}", step.err());
        count += 1;
    }
    assert_eq!(count, steps);
    records
        .into_iter()
        .map(|RunRecord(record)| record)
        .collect()
}

fn relaxed_groups(records: &[Record]) -> usize {
    let groups = records.iter().flat_map(|record| &record.groups);
    groups.filter(|group| group.grade == Grade::Relaxed).count()
}

/// Whether a record has rounds of impacts.
fn has_rounds(record: &Record) -> bool {
    let mut parts = record.groups.iter().flat_map(|group| &group.parts);
    parts.any(|part| !part.rounds.is_empty())
}

#[test]
fn the_checker_accepts_each_step() {
    let scenes = [
        zwang_families::arch(&Arch::default()).unwrap(),
        zwang_families::dominoes(&Dominoes::default()).unwrap(),
        zwang_families::ladder(&Ladder::default()).unwrap(),
        zwang_families::wedge(&Wedge::default()).unwrap(),
    ];
    for scene in scenes {
        for friction in [ratio(1, 10), ratio(1, 2)] {
            let records = accepted(scene.clone(), &friction, Settings::default(), 40);
            assert_eq!(relaxed_groups(&records), 0);
        }
    }
}

#[test]
fn impacts_with_restitution_are_accepted() {
    let mut bodies = String::new();
    for (index, velocity) in [[3, -2], [-2, 1], [0, -4]].iter().enumerate() {
        let height = 3 * index + 1;
        let [x, y] = velocity;
        bodies += &format!(
            "[[body]]\nname = 'brick {index}'\nspin = {x}\nvelocity = [{x}, {y}]\n\
             rectangle = {{ center = ['{index}/3', '{height}/4'], size = [1, '1/2'] }}\n"
        );
    }
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'bouncing'\n{bodies}\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, '-1/2'], size = [40, 1] }}\n"
    );
    let scene: Scene = text.parse().unwrap();
    let settings = Settings {
        restitution: Restitution {
            default: ratio(1, 2),
            ..Restitution::default()
        },
        ..Settings::default()
    };
    let records = accepted(scene, &ratio(1, 4), settings, 60);
    assert!(records.iter().any(has_rounds));
}

/// It comes to rest at about step 404, where all contacts stick and gaps of a grid unit contradict
/// each other.
#[test]
#[ignore = "takes half a minute"]
fn the_5_diamond_falls_symmetrically_and_comes_to_rest() {
    let scene = zwang_families::diamond(5, &Brick::default()).unwrap();
    let records = accepted(scene, &ratio(1, 4), Settings::default(), 1000);
    println!("{} groups were relaxed", relaxed_groups(&records));
}

/// Which contact forces of the first motion of a scene with the friction 1/2 are marked as not
/// unique.
fn marks(bodies: &str) -> Vec<bool> {
    let text = format!("format = 'zwang-scene-1'\nname = 'marks'\nfriction = '1/2'\n{bodies}");
    let scene: Scene = text.parse().unwrap();
    let options = Options::default();
    let monitor = Monitor::default();
    let solved = accelerations(&scene, Law::Coulomb, &options, &monitor, || ()).unwrap();
    let answer = &solved.verified.groups()[0].answers[0];
    let marks = rough_indeterminate(&scene, answer).contacts;
    let mut bearing = Vec::new();
    for (contact, marked) in answer.contacts.iter().zip(marks) {
        if contact.across > ratio(0, 1) {
            bearing.push(marked);
        }
    }
    bearing
}

/// A brick on two vertices has two forces across, and three equations: what slides has unique
/// forces, what sticks can be pulled together or pushed apart. A square on a tip has one force,
/// that of the corner.
#[test]
fn forces_that_are_not_unique_are_marked() {
    let floor = "[[body]]\nname = 'floor'\nfixed = true\n\
                 rectangle = { center = [0, '-1/2'], size = [20, 1] }\n";
    let brick = "rectangle = { center = [0, '1/2'], size = [2, 1] }\n";
    let resting = format!("{floor}[[body]]\nname = 'brick'\n{brick}");
    assert_eq!(marks(&resting), [true, true]);
    let sliding = format!("{floor}[[body]]\nname = 'brick'\nvelocity = [3, 0]\n{brick}");
    assert_eq!(marks(&sliding), [false, false]);
    let tip = "[[body]]\nname = 'post'\nfixed = true\nparts = [[[-1, -1], [1, -1], [0, 0]]]\n\
               [[body]]\nname = 'square'\nparts = [[[0, 0], [1, 1], [0, 2], [-1, 1]]]\n";
    assert_eq!(marks(tip), [false]);
}

/// The symmetries of a proof are told as the solver tells them: of a rough 3-diamond, and of four
/// squares without gravity about (1, 2).
#[test]
fn proved_symmetries_are_those_of_the_solver() {
    let mut diamond = zwang_families::diamond(3, &Brick::default()).unwrap();
    diamond.friction = Friction::uniform(&diamond.bodies, &ratio(1, 2));
    let mut squares = String::from(
        "format = 'zwang-scene-1'\nname = 'squares'\ngravity = [0, 0]\nfriction = '1/2'\n",
    );
    for (x, y) in [(0, 1), (2, 1), (2, 3), (0, 3)] {
        squares += &format!(
            "[[body]]\nname = '{x} {y}'\nrectangle = {{ center = [{x}, {y}], size = [2, 2] }}\n"
        );
    }
    let squares: Scene = squares.parse().unwrap();
    for (scene, count) in [(diamond, 1), (squares, 7)] {
        let options = Options::default();
        let monitor = Monitor::default();
        let solved = accelerations(&scene, Law::Coulomb, &options, &monitor, || ());
        let solved = solved.unwrap();
        assert_eq!(zwang_answer::symmetries(&scene), solved.symmetries);
        let proved = zwang_answer::proved_symmetries(&solved.verified);
        assert_eq!(proved.len(), count, "{}", scene.name);
        for (own, proved) in solved.symmetries.iter().zip(&proved) {
            assert_eq!(own.images, proved.images);
            match (&own.kind, &proved.kind) {
                (
                    SymmetryKind::Reflection { point, direction },
                    SymmetryKind::Reflection {
                        point: other,
                        direction: along,
                    },
                ) => {
                    assert_eq!(direction, along);
                    assert!((point - other).cross(along) == ratio(0, 1));
                }
                (own, proved) => assert_eq!(own, proved),
            }
        }
    }
}
