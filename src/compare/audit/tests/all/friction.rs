//! Scenes with friction: what is proved of them, and how far forces are beyond it.

use malachite::Rational;
use zwang_audit::{
    Audit, Contradiction, Fault, Figure, Judgement, Options, ProvedVerdict, Tolerances, audit,
    table,
};
use zwang_check::statics::StaticsVerdict;
use zwang_program::Monitor;
use zwang_scene::read::{self, Syntax};

/// A square of side 2 and mass 4 on a floor that is tilted by 1 to 2: it slides if the friction is
/// less than 1/2.
fn slope(friction: &str) -> String {
    format!(
        "format = \"zwang-scene-1\"\nname = \"slope\"\ngravity = [4, -8]\nfriction = \"{friction}\"\n\
         [[body]]\nname = \"floor\"\nfixed = true\nrectangle = {{ center = [0, -1], size = [64, 2] }}\n\
         [[body]]\nname = \"square\"\nrectangle = {{ center = [0, 1], size = [2, 2] }}\n"
    )
}

/// A square between two walls that touch it, without a floor.
const JAMMED: &str = "format = \"zwang-scene-1\"\nname = \"jammed\"\nfriction = 1\n\
[[body]]\nname = \"left\"\nfixed = true\nrectangle = { center = [-2, 0], size = [2, 8] }\n\
[[body]]\nname = \"square\"\nrectangle = { center = [0, 0], size = [2, 2] }\n\
[[body]]\nname = \"right\"\nfixed = true\nrectangle = { center = [2, 0], size = [2, 8] }\n";

fn with_audit<T>(scene: &str, rows: &str, own_run: bool, look: impl FnOnce(&Audit) -> T) -> T {
    let scene = read::parse(scene, Syntax::Toml).unwrap().scene;
    let table = table::read(rows, &scene).unwrap();
    let options = Options {
        own_run,
        ..Options::default()
    };
    let found = audit(&scene, &table, &options, &Monitor::default(), &|_, _| ());
    look(&found.unwrap())
}

/// The places of the square's centre, a sixteenth of a second apart.
fn places(places: &[(f64, f64)]) -> String {
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for (step, (x, y)) in places.iter().enumerate() {
        let time = step as f64 / 16.0;
        rows.push_str(&format!("{time},square,{x},{y},0\n"));
    }
    rows
}

/// A square at rest with a force of the floor on it, between its feet.
fn pushed(force: [i32; 2]) -> String {
    let [x, y] = force;
    format!(
        "time,body,x,y,angle,other,px,py,fx,fy\n\
         0,square,0,1,0,,,,,\n0.0625,square,0,1,0,,,,,\n0.0625,square,,,,floor,0,0,{x},{y}\n"
    )
}

fn beyond_friction(friction: &str, force: [i32; 2]) -> Rational {
    with_audit(&slope(friction), &pushed(force), false, |audit| {
        let series = audit.series(Figure::Friction).unwrap();
        let worst = series.values[1].as_ref().unwrap();
        let enclosure = worst.quantity.enclosure();
        assert!(enclosure.is_exact());
        enclosure.low.clone()
    })
}

#[test]
fn what_stands_by_friction_has_to_stay() {
    let at_rest = places(&[(0.0, 1.0), (0.0, 1.0), (0.0, 1.0)]);
    with_audit(&slope("1/2"), &at_rest, false, |audit| {
        let proved = audit.proved.as_ref().unwrap();
        let stands = ProvedVerdict::Statics(StaticsVerdict::Stands);
        assert_eq!(proved.verdict, stands);
        assert!(audit.is_stable() && audit.contradiction.is_none());
        assert!(proved.proof.contains("zwang-friction-1"));
    });
    let creeping = places(&[(0.0, 1.0), (0.0, 1.0), (0.01, 1.0)]);
    with_audit(&slope("1/2"), &creeping, false, |audit| {
        let moves = matches!(audit.contradiction, Some(Contradiction::Moves { .. }));
        assert!(moves);
        assert_eq!(audit.marks[0].fault, Fault::Creeps);
        let judgement = audit.judgement(&Tolerances::default());
        assert_eq!(judgement, Judgement::Faulty);
    });
}

/// It slides with the acceleration 4 - 8/4 = 2: in a second by a metre.
#[test]
fn what_falls_must_not_stay() {
    let held = places(&[(0.0, 1.0); 17]);
    with_audit(&slope("1/4"), &held, true, |audit| {
        let falls = ProvedVerdict::Statics(StaticsVerdict::Falls);
        assert_eq!(audit.proved.as_ref().unwrap().verdict, falls);
        let holds = matches!(audit.contradiction, Some(Contradiction::Holds { .. }));
        assert!(holds);
        assert_eq!(audit.marks[0].fault, Fault::Stays);
    });
    let sliding = |step: i32| (f64::from(step * step) / 256.0, 1.0);
    let sliding: Vec<(f64, f64)> = (0..17).map(sliding).collect();
    with_audit(&slope("1/4"), &places(&sliding), true, |audit| {
        assert_eq!(audit.contradiction, None);
        let judgement = audit.judgement(&Tolerances::default());
        assert_eq!(judgement, Judgement::Faultless);
    });
}

#[test]
fn what_can_stand_may_stay_or_fall() {
    for end in [0.0, -0.5] {
        let rows = places(&[(0.0, 0.0), (0.0, end)]);
        with_audit(JAMMED, &rows, false, |audit| {
            let can_stand = ProvedVerdict::Statics(StaticsVerdict::CanStand);
            assert_eq!(audit.proved.as_ref().unwrap().verdict, can_stand);
            assert_eq!(audit.contradiction, None);
            assert!(
                audit
                    .not_graded()
                    .iter()
                    .any(|(fault, _)| *fault == Fault::WrongStart)
            );
        });
    }
}

/// Friction 1/2 allows 16 N along the edge, either way, if 32 N press.
#[test]
fn forces_along_a_contact_are_measured_beyond_friction() {
    assert_eq!(beyond_friction("1/2", [-16, 32]), 0);
    assert_eq!(beyond_friction("1/2", [12, 32]), 0);
    // Squares of lengths.
    assert_eq!(beyond_friction("1/2", [-20, 32]), 16);
    assert_eq!(beyond_friction("1/2", [20, 32]), 16);
    assert_eq!(beyond_friction("1/4", [-16, 32]), 64);
    // What pulls allows none.
    assert_eq!(beyond_friction("1/2", [3, -32]), 9);
}
