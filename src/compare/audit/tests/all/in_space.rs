//! Audits in space against closed forms: flights, tumbling, depths, energies, and a tower that is
//! moved.

use malachite::Rational;
use zwang_audit::space::{SpaceAudit, audit_in_space, text};
use zwang_audit::table::read_in_space;
use zwang_audit::{Contradiction, Fault, Figure, Grade, Judgement, Quantity, Tolerances};
use zwang_program::Monitor;
use zwang_scene::space::Scene;

/// A brick of 1 × 2 × 3, thrown without a spin, far above a floor.
const THROWN: &str = "
    format = 'zwang-space-1'
    name = 'test'
    gravity = [0, 0, -10]
    [[body]]
    name = 'floor'
    box = { center = [0, 0, '-101/2'], size = [9, 9, 1] }
    fixed = true
    [[body]]
    name = 'brick'
    box = { center = [0, 0, 0], size = [1, 2, 3] }
    velocity = [1, 0, 4]
";
const HEAD: &str = "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n";

fn scene(text: &str) -> Scene {
    text.parse().unwrap()
}

/// The audit of a table, handed over since it borrows scene and table.
fn audited<T>(scene_text: &str, table: &str, look: impl FnOnce(&SpaceAudit) -> T) -> T {
    let scene = scene(scene_text);
    let table = read_in_space(table, &scene).unwrap();
    let audit = audit_in_space(&scene, &table, &Monitor::default(), &|_| ()).unwrap();
    look(&audit)
}

/// Between these is the worst value of a figure, or its square.
fn worst(audit: &SpaceAudit, figure: Figure) -> [Rational; 2] {
    let (_, worst) = audit.series(figure).unwrap().worst().unwrap();
    let enclosure = worst.quantity.enclosure();
    [enclosure.low.clone(), enclosure.high.clone()]
}

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

/// A brick that flies by a scheme in doubles with steps of 1/64, for half a second, with this
/// gravity; `early` steps with the velocity before, `late` with that after, else with the mean.
fn flown(gravity: f64, early: bool, late: bool) -> String {
    let step = 1.0 / 64.0;
    let mut table = HEAD.to_owned();
    let (mut x, mut z, mut speed) = (0.0, 0.0, 4.0);
    for count in 0..=32 {
        let time = f64::from(count) * step;
        table += &format!("{time:?},brick,{x:?},0,{z:?},1,0,0,0,1,0,{speed:?},0,0,0\n");
        let next = speed - gravity * step;
        let mean = match (early, late) {
            (true, _) => speed,
            (_, true) => next,
            _ => (speed + next) / 2.0,
        };
        x += step;
        z += mean * step;
        speed = next;
    }
    table
}

#[test]
fn the_exact_flight_and_both_eulers_do_not_stray() {
    for (early, late) in [(false, false), (true, false), (false, true)] {
        audited(THROWN, &flown(10.0, early, late), |audit| {
            assert_eq!(worst(audit, Figure::Stray), [number("0"), number("0")]);
            // Explicit Euler gains energy, and that is another fault.
            let fault = audit.marks[0].fault;
            let grade = audit.grade().unwrap();
            match early {
                true => assert_eq!((fault, grade), (Fault::GainsEnergy, Grade::D)),
                false => assert_eq!(grade, Grade::A),
            }
            // ½ g h τ, and 0 for the mean of both velocities; squared.
            let flight = match early || late {
                true => number("25/16") * number("1/1024"),
                false => number("0"),
            };
            assert_eq!(worst(audit, Figure::Flight), [flight.clone(), flight]);
        });
    }
}

#[test]
fn wrong_gravity_strays_by_what_it_falls_too_far() {
    audited(THROWN, &flown(10.25, false, false), |audit| {
        // ½ (1/4) τ² at τ = 1/2, less rounding and less what a first-order scheme explains of it.
        let [low, high] = worst(audit, Figure::Stray);
        assert!(
            low > number("28/1024") && high <= number("1/32"),
            "{low} {high}"
        );
        assert_eq!(audit.marks[0].fault, Fault::Strays);
        assert_eq!(audit.grade(), Some(Grade::E));
    });
}

/// A brick that spins about its long axis, which engines without the gyroscopic term get right, and
/// one that has another spin after a while.
#[test]
fn angular_momentum_that_changes_strays() {
    let spinning = THROWN.replace(
        "velocity = [1, 0, 4]",
        "spin = [0, 0, 2]\ngravity_scale = 1",
    );
    let spinning = spinning
        .replace("gravity_scale = 1", "")
        .replace("-10]", "0]");
    let table = |spin: f64| {
        let mut table = HEAD.to_owned();
        for (time, spin) in [(0.0, 2.0), (0.125, 2.0), (0.25, spin)] {
            let half = f64::from(time as f32);
            let (w, z) = (half.cos(), half.sin());
            table += &format!("{time:?},brick,0,0,0,{w:?},0,0,{z:?},0,0,0,0,0,{spin:?}\n");
        }
        table
    };
    audited(&spinning, &table(2.0), |audit| {
        let [_, high] = worst(audit, Figure::Stray);
        assert!(high < number("1/100000000000000"), "{high}");
    });
    audited(&spinning, &table(2.5), |audit| {
        // Moments are m (4 + 9, 1 + 9, 1 + 4)/12; 2 ΔL/tr I = 2 · 5 · (1/2)/28, times τ = 1/4 and
        // the arm √14/2.
        let expected = number("5/28") * number("1/4");
        let squared = &expected * &expected * number("14/4");
        let [low, high] = worst(audit, Figure::Stray);
        assert!(&low * &low < squared && &high * &high > &squared * number("999/1000"));
        assert!(
            audit
                .marks
                .iter()
                .any(|mark| mark.fault == Fault::Strays && mark.grade == Grade::E)
        );
    });
}

#[test]
fn energy_from_nowhere_is_a_gain() {
    // At rest in free space, then with a speed of 1/2 along x: ½ m v² of a mass of 6.
    let still = THROWN
        .replace("velocity = [1, 0, 4]", "")
        .replace("-10]", "0]");
    let table =
        format!("{HEAD}0,brick,0,0,0,1,0,0,0,0,0,0,0,0,0\n0.5,brick,0,0,0,1,0,0,0,0.5,0,0,0,0,0\n");
    audited(&still, &table, |audit| {
        assert_eq!(worst(audit, Figure::Gain), [number("3/4"), number("3/4")]);
        let gain = audit
            .marks
            .iter()
            .find(|mark| mark.fault == Fault::GainsEnergy);
        // Over the energy M L²/T², as nothing has weight or speed at first.
        assert_eq!(gain.unwrap().grade, Grade::D);
    });
}

/// A cube on a floor, both without friction.
const STANDING: &str = "
    format = 'zwang-space-1'
    name = 'test'
    gravity = [0, 0, -10]
    [[body]]
    name = 'floor'
    box = { center = [0, 0, '-1/2'], size = [9, 9, 1] }
    fixed = true
    [[body]]
    name = 'cube'
    box = { center = [0, 0, '1/2'], size = [1, 1, 1] }
";

fn moved(x: f64, z: f64) -> String {
    format!("{HEAD}0,cube,0,0,0.5,1,0,0,0,0,0,0,0,0,0\n1,cube,{x:?},0,{z:?},1,0,0,0,0,0,0,0,0,0\n")
}

#[test]
fn what_stands_by_proof_has_to_stay() {
    audited(STANDING, &moved(0.0, 0.5), |audit| {
        assert!(audit.is_stable());
        assert!(audit.contradiction.is_none());
        assert_eq!(
            audit.judgement(&Tolerances::default()),
            Judgement::Faultless
        );
    });
    for (x, z, fault, grade) in [
        (1.0 / 512.0, 0.5, Fault::Creeps, Grade::D),
        (0.5, 0.5, Fault::Slides, Grade::F),
        (5.0, -0.5, Fault::Collapses, Grade::F),
    ] {
        audited(STANDING, &moved(x, z), |audit| {
            assert_eq!((audit.marks[0].fault, audit.marks[0].grade), (fault, grade));
            let moves = audit.contradiction.as_ref();
            let is_told = matches!(moves, Some(Contradiction::Moves { state: 1, .. }));
            assert!(is_told, "{moves:?}");
            assert_eq!(audit.judgement(&Tolerances::default()), Judgement::Faulty);
            assert!(text(audit, &Tolerances::default()).contains("proved to stand"));
        });
    }
}

#[test]
fn depths_are_exact() {
    audited(STANDING, &moved(0.0, 0.5 - 1.0 / 1024.0), |audit| {
        let depth = number("1/1048576");
        assert_eq!(worst(audit, Figure::Penetration), [depth.clone(), depth]);
        let (_, worst) = audit.series(Figure::Penetration).unwrap().worst().unwrap();
        assert!(matches!(worst.quantity, Quantity::Root(_)));
    });
}

/// A ball slides down a smooth wedge of 3 to 4: a = g · 3/5 along it, without a turn.
const SLIDING: &str = "
    format = 'zwang-space-1'
    name = 'test'
    gravity = [0, 0, -10]
    [[body]]
    name = 'wedge'
    parts = [[[0, 0, 0], [4, 0, 0], [0, 0, 3], [0, 4, 0], [4, 4, 0], [0, 4, 3]]]
    fixed = true
    [[body]]
    name = 'ball'
    ball = { center = ['26/10', 2, '23/10'], radius = 1 }
    mass = 1
";

#[test]
fn the_first_steps_are_those_of_the_only_motion() {
    let ball = |rate: f64| {
        let mut table = HEAD.to_owned();
        for count in 0..=4 {
            let time = f64::from(count) / 128.0;
            let way = rate * time * time / 2.0;
            let (x, z) = (2.6 + 0.8 * way, 2.3 - 0.6 * way);
            let speed = rate * time;
            let (vx, vz) = (0.8 * speed, -0.6 * speed);
            table += &format!("{time:?},ball,{x:?},2,{z:?},1,0,0,0,{vx:?},0,{vz:?},0,0,0\n");
        }
        table
    };
    audited(SLIDING, &ball(6.0), |audit| {
        let [_, high] = worst(audit, Figure::Start);
        assert!(high < number("1/1000000"), "{high}");
        assert!(audit.no_start.is_none());
    });
    // It rolls, as if there were friction: 5/7 of that.
    audited(SLIDING, &ball(6.0 * 5.0 / 7.0), |audit| {
        let [low, high] = worst(audit, Figure::Start);
        // The first step passes for one of first order, which explains a quarter of that at the
        // fourth; some is forgiven.
        assert!(
            low > number("3/20") && high < number("3/14"),
            "{low} {high}"
        );
        assert_eq!(audit.marks[0].fault, Fault::WrongStart);
        assert_eq!(audit.grade(), Some(Grade::F));
    });
}

#[test]
fn tables_of_another_frame_or_form_are_refused() {
    let scene = scene(STANDING);
    let row = |line: &str| format!("{HEAD}{line}\n1,cube,0,0,0.5,1,0,0,0,0,0,0,0,0,0\n");
    for (table, expected) in [
        (row("0,cube,0,0,0.5,2,0,0,0,0,0,0,0,0,0"), "length 1"),
        (row("0,cube,0,0,0.5,0,0,0,1,0,0,0,0,0,0"), "since the scene"),
        (
            row("0,cube,0,0,50,1,0,0,0,0,0,0,0,0,0"),
            "its centroid in the scene",
        ),
        (
            row("0,cone,0,0,0.5,1,0,0,0,0,0,0,0,0,0"),
            "the name of a body",
        ),
        (
            row("0,cube,0,0,0.5,1,0,0,0,0,0,0,0,0,"),
            "a value in every row",
        ),
        ("time,body,x,y,angle\n".to_owned(), "columns among"),
        (
            format!("{HEAD}0,cube,0,0,0.5,1,0,0,0,0,0,0,0,0,0\n"),
            "at least two",
        ),
        (String::new(), "columns"),
    ] {
        let error = read_in_space(&table, &scene).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}\n{table}");
    }
}
