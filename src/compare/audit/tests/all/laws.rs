//! Runs in closed form, right and wrong, held against the laws of mechanics.

use malachite::Rational;
use zwang_audit::{
    Audit, Contradiction, Fault, Figure, Grade, Judgement, Options, Tolerances, audit, table,
};
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::read::{self, Syntax};

pub(crate) const HEAD: &str = "format = \"zwang-scene-1\"\nname = \"s\"\n";
/// Steps of so many seconds.
pub(crate) const STEP: f64 = 1.0 / 64.0;
pub(crate) const STEPS: usize = 32;

/// A square of side 2 and mass 4 on a floor that is tilted by 1 to 2: it weighs 4 √80 N, presses
/// with 32 N and is pulled along by 16 N.
fn slope(friction: &str) -> String {
    format!(
        "{HEAD}gravity = [4, -8]\nfriction = \"{friction}\"\n\
         [[body]]\nname = \"floor\"\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [64, 2] }}\n\
         [[body]]\nname = \"square\"\nrectangle = {{ center = [0, 1], size = [2, 2] }}\n"
    )
}

/// The same square in the air, with friction that nothing needs, and an entry of its own.
pub(crate) fn flying(entry: &str) -> String {
    format!(
        "{HEAD}gravity = [0, -8]\nfriction = \"1/2\"\n\
         [[body]]\nname = \"floor\"\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [64, 2] }}\n\
         [[body]]\nname = \"square\"\nrectangle = {{ center = [0, 20], size = [2, 2] }}\n{entry}\n"
    )
}

fn rational(text: &str) -> Rational {
    to_solver(&zwang_exact::parse(text).unwrap())
}

pub(crate) fn with_audit<T>(scene: &str, rows: &str, look: impl FnOnce(&Audit) -> T) -> T {
    let scene = read::parse(scene, Syntax::Toml).unwrap().scene;
    let table = table::read(rows, &scene).unwrap();
    let options = Options {
        own_run: false,
        restraint_steps: 0,
        ..Options::default()
    };
    let found = audit(&scene, &table, &options, &Monitor::default(), &|_, _| ());
    look(&found.unwrap())
}

/// x, y, angle, and their rates.
pub(crate) type Motion = [f64; 6];

/// A table of bodies whose motions are functions of time.
pub(crate) fn table(bodies: &[(&str, &dyn Fn(f64) -> Motion)], has_velocities: bool) -> String {
    let mut rows = "time,body,x,y,angle".to_owned();
    rows += if has_velocities {
        ",vx,vy,spin\n"
    } else {
        "\n"
    };
    for step in 0..=STEPS {
        let time = step as f64 * STEP;
        for (name, motion) in bodies {
            let [x, y, angle, vx, vy, spin] = motion(time);
            rows += &format!("{time:?},{name},{x:?},{y:?},{angle:?}");
            if has_velocities {
                rows += &format!(",{vx:?},{vy:?},{spin:?}");
            }
            rows += "\n";
        }
    }
    rows
}

/// A body that slides to the right from rest, at a height of 1.
fn sliding(acceleration: f64) -> impl Fn(f64) -> Motion {
    sliding_from(0.0, acceleration)
}

fn sliding_from(start: f64, acceleration: f64) -> impl Fn(f64) -> Motion {
    move |time| {
        let speed = acceleration * time;
        [start + speed * time / 2.0, 1.0, 0.0, speed, 0.0, 0.0]
    }
}

pub(crate) fn grade_of(audit: &Audit, fault: Fault) -> Option<Grade> {
    let mark = audit.marks.iter().find(|mark| mark.fault == fault);
    mark.map(|mark| mark.grade)
}

fn law(scene: &str, rows: &str) -> Grade {
    with_audit(scene, rows, |audit| {
        grade_of(audit, Fault::Unlawful).unwrap()
    })
}

/// The largest value of a figure, to so many digits as a double has.
pub(crate) fn worst(audit: &Audit, figure: Figure) -> f64 {
    let (_, worst) = audit.series(figure).unwrap().worst().unwrap();
    let decimals = worst.quantity.decimals();
    decimals.high.parse().unwrap()
}

pub(crate) fn is_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < expected.abs() * 1e-4
}

/// With friction 1/4, 8 N hold it back, and it accelerates by (16 - 8)/4.
#[test]
fn a_square_that_slides_as_friction_says_has_no_fault() {
    for has_velocities in [true, false] {
        let rows = table(&[("square", &sliding(2.0))], has_velocities);
        with_audit(&slope("1/4"), &rows, |audit| {
            assert_eq!(audit.grade(), Some(Grade::A), "{:?}", audit.marks);
            let judgement = audit.judgement(&Tolerances::default());
            assert_eq!(judgement, Judgement::Faultless);
            let judged = if has_velocities { STEPS } else { STEPS - 1 };
            assert_eq!((audit.law.steps, audit.law.judged), (judged, judged));
            assert!(audit.law.impacts.is_empty());
        });
    }
}

/// The missing friction is that of the scene less that of the run, times 32 N; the least force from
/// nowhere is the distance of the force from the friction line, 32 N (μ - ν) / √(1 + μ²).
#[test]
fn friction_that_is_off_is_told_in_newtons() {
    let weight = 4.0 * 80.0_f64.sqrt();
    for (friction, used, expected) in [
        ("1/4", 0.0, Grade::F),
        ("1/4", 0.25 * 0.7, Grade::E),
        ("1/4", 0.25 * 1.3, Grade::E),
        ("1/4", 0.25 * 1.01, Grade::D),
        ("1/4", 0.25 * (1.0 + 1e-8), Grade::A),
        ("0", 0.25, Grade::F),
        ("1/2", 0.0, Grade::F),
    ] {
        let value = match friction {
            "0" => 0.0,
            "1/4" => 0.25_f64,
            _ => 0.5,
        };
        for has_velocities in [true, false] {
            let motion = sliding((16.0 - 32.0 * used) / 4.0);
            let rows = table(&[("square", &motion)], has_velocities);
            with_audit(&slope(friction), &rows, |audit| {
                let found = grade_of(audit, Fault::Unlawful);
                assert_eq!(found, Some(expected), "{friction} {used}");
                if expected == Grade::A {
                    return;
                }
                let missing = 32.0 * (value - used).abs();
                let coulomb = worst(audit, Figure::Coulomb);
                // Where there is more friction than allowed, the least squares pull a little.
                let mut against = missing;
                if used > value {
                    against *= (1.0 + value) / (1.0 + value * value);
                }
                assert!(is_near(coulomb, against), "{coulomb} {against}");
                let least = missing / (1.0 + value * value).sqrt();
                let price = worst(audit, Figure::Law);
                assert!(is_near(price, least), "{price} {least}");
                let shares = audit
                    .marks
                    .iter()
                    .find(|mark| mark.fault == Fault::Unlawful);
                let share: f64 = shares.unwrap().share.decimals().high.parse().unwrap();
                assert!(is_near(share, least / weight), "{share}");
            });
        }
    }
}

/// 16 N pull, 8 N hold.
#[test]
fn sticking_beyond_friction_is_unlawful_and_contradicts_the_proof() {
    let rows = table(&[("square", &sliding(0.0))], true);
    with_audit(&slope("1/4"), &rows, |audit| {
        assert_eq!(grade_of(audit, Fault::Unlawful), Some(Grade::F));
        let against = worst(audit, Figure::Coulomb);
        // The least squares pull a little, which lets friction hold more.
        assert!(is_near(against, 8.0 * 1.25 / 1.0625), "{against}");
        let holds = matches!(audit.contradiction, Some(Contradiction::Holds { .. }));
        assert!(holds);
        let lenient = Tolerances {
            lengths: Some(rational("100")),
            ..Tolerances::default()
        };
        assert_eq!(audit.judgement(&lenient), Judgement::Faulty);
    });
    // At the critical friction it may.
    assert_eq!(law(&slope("1/2"), &rows), Grade::A);
}

/// Two squares of unlike friction on one slope: (16 - 8)/4 and (16 - 4)/4.
#[test]
fn each_body_has_its_own_friction() {
    let scene = slope("1/4")
        + "[[body]]\nname = \"other\"\nfriction = \"1/8\"\n\
           rectangle = { center = [8, 1], size = [2, 2] }\n";
    for (one, other, expected) in [(2.0, 3.0, Grade::A), (3.0, 2.0, Grade::E)] {
        let one = sliding(one);
        let other = sliding_from(8.0, other);
        let rows = table(&[("square", &one), ("other", &other)], true);
        assert_eq!(law(&scene, &rows), expected);
    }
}

/// One square on another, at rest.
const STACK: &str = "gravity = [0, -8]\nfriction = \"1/2\"\n\
[[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [64, 2] }\n\
[[body]]\nname = \"low\"\nrectangle = { center = [0, 1], size = [2, 2] }\n\
[[body]]\nname = \"top\"\nrectangle = { center = [0, 3], size = [2, 2] }\n";

#[test]
fn a_stack_rests_creeps_or_sinks() {
    let scene = format!("{HEAD}{STACK}");
    let still = |_| [0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    let grades = |speed: f64, sinking: f64| {
        let top = move |time: f64| {
            let y = 3.0 - sinking * time;
            [speed * time, y, 0.0, speed, -sinking, 0.0]
        };
        let rows = table(&[("low", &still), ("top", &top)], true);
        with_audit(&scene, &rows, |audit| {
            let law = grade_of(audit, Fault::Unlawful).unwrap();
            (law, audit.grade().unwrap())
        })
    };
    assert_eq!(grades(0.0, 0.0), (Grade::A, Grade::A));
    // What slides evenly is not held back by its friction, unless its speed is forgiven: the
    // scene's speed is √(8 · 4).
    assert_eq!(grades(1e-4, 0.0).0, Grade::B);
    assert_eq!(grades(1e-3, 0.0).0, Grade::C);
    assert_eq!(grades(2.0, 0.0), (Grade::F, Grade::F));
    // What sinks evenly is pressed by its weight; how deep it is, is another fault.
    assert_eq!(grades(0.0, 1e-3).0, Grade::A);
    assert!(grades(0.0, 1e-3).1 > Grade::B);
}

/// A flight with spin from (0, 20): explicit Euler is early, symplectic Euler late.
fn flight(order: f64, gravity: f64, spin: f64) -> impl Fn(f64) -> Motion {
    move |time| {
        let fallen = time * (time + (2.0 * order - 1.0) * STEP) / 2.0;
        let speed = -gravity * time;
        [
            3.0 * time,
            20.0 - gravity * fallen,
            spin * time,
            3.0,
            speed,
            spin,
        ]
    }
}

#[test]
fn all_usual_integrators_fly_right() {
    let scene = flying("velocity = [3, 0]\nspin = 2");
    for order in [0.0, 0.5, 1.0] {
        for has_velocities in [true, false] {
            let rows = table(&[("square", &flight(order, 8.0, 2.0))], has_velocities);
            with_audit(&scene, &rows, |audit| {
                assert_eq!(audit.grade(), Some(Grade::A), "{order}: {:?}", audit.marks);
                // Half of a step's way is told, and no fault.
                let told = worst(audit, Figure::Flight);
                let expected = (order - 0.5).abs() * 8.0 * STEP * STEP * STEPS as f64;
                assert!(is_near(told + 1.0, expected + 1.0), "{told} {expected}");
            });
        }
    }
}

#[test]
fn wrong_flights_stray() {
    let scene = flying("velocity = [3, 0]\nspin = 2");
    let grade = |gravity: f64, spin: f64, has_velocities: bool| {
        let rows = table(&[("square", &flight(0.5, gravity, spin))], has_velocities);
        with_audit(&scene, &rows, |audit| {
            let strays = grade_of(audit, Fault::Strays).unwrap();
            (strays, grade_of(audit, Fault::Unlawful).unwrap())
        })
    };
    for has_velocities in [true, false] {
        // Half of gravity: 4 · ½ · (1/2)² m of 2 m are missing, and half of the weight.
        assert_eq!(grade(4.0, 2.0, has_velocities), (Grade::F, Grade::F));
        // One per cent of it.
        let [strays, unlawful] = [Grade::D, Grade::D];
        assert_eq!(grade(7.92, 2.0, has_velocities), (strays, unlawful));
        // It turns evenly, and too fast by a hundredth.
        assert_eq!(grade(8.0, 2.02, has_velocities), (Grade::D, Grade::A));
        assert_eq!(grade(8.0, 2.2, has_velocities), (Grade::E, Grade::A));
    }
}

/// A load of 4 N along x, and a torque of 8/3 N m, which is the square's second moment.
#[test]
fn loads_belong_to_the_law() {
    let scene = flying("force = [4, 0]\ntorque = \"8/3\"");
    let grade = |across: f64, turning: f64| {
        let motion = move |time: f64| {
            let half = time * time / 2.0;
            let [x, angle] = [across * half, turning * half];
            [
                x,
                20.0 - 8.0 * half,
                angle,
                across * time,
                -8.0 * time,
                turning * time,
            ]
        };
        let rows = table(&[("square", &motion)], true);
        with_audit(&scene, &rows, |audit| {
            assert_eq!(grade_of(audit, Fault::GainsEnergy), Some(Grade::A));
            let strays = grade_of(audit, Fault::Strays).unwrap();
            (strays, grade_of(audit, Fault::Unlawful).unwrap())
        })
    };
    assert_eq!(grade(1.0, 1.0), (Grade::A, Grade::A));
    assert_eq!(grade(0.0, 1.0), (Grade::E, Grade::F));
    assert_eq!(grade(1.0, 0.0), (Grade::A, Grade::E));
    // On the slope, 4 N more than friction bears: (16 + 4 - 16)/4.
    let scene = slope("1/2") + "force = [4, 0]\n";
    let rows = table(&[("square", &sliding(1.0))], true);
    assert_eq!(law(&scene, &rows), Grade::A);
    let rows = table(&[("square", &sliding(0.0))], true);
    assert_eq!(law(&scene, &rows), Grade::E);
}

/// A body that comes back in the air has met nothing.
#[test]
fn nothing_bounces_in_the_air() {
    let scene = flying("").replace("[0, 20]", "[0, 2.2704]");
    let in_the_air = |time: f64| {
        let after = time - 0.26;
        let [y, speed] = if after < 0.0 {
            [2.2704 - 4.0 * time * time, -8.0 * time]
        } else {
            [2.0 + 2.08 * after - 4.0 * after * after, 2.08 - 8.0 * after]
        };
        [0.0, y, 0.0, 0.0, speed, 0.0]
    };
    let rows = table(&[("square", &in_the_air)], true);
    assert_eq!(law(&scene, &rows), Grade::F);
}

/// A square that tips about the corner on which it stands, by a Runge-Kutta method with 64 steps
/// for each of the table: m g r sin φ = (I + m r²) φ'', with r² = 2.
fn tipping(states: usize) -> Vec<[f64; 2]> {
    let pull = |angle: f64| 32.0 * 2.0_f64.sqrt() * angle.sin() / (8.0 / 3.0 + 8.0);
    let [mut angle, mut spin] = [(0.2_f64 / 1.4).atan(), 0.0];
    let step = STEP / 64.0;
    let mut found = Vec::new();
    for _ in 0..=states {
        found.push([angle, spin]);
        for _ in 0..64 {
            let [a1, s1] = [spin, pull(angle)];
            let [a2, s2] = [spin + step / 2.0 * s1, pull(angle + step / 2.0 * a1)];
            let [a3, s3] = [spin + step / 2.0 * s2, pull(angle + step / 2.0 * a2)];
            let [a4, s4] = [spin + step * s3, pull(angle + step * a3)];
            angle += step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
            spin += step / 6.0 * (s1 + 2.0 * s2 + 2.0 * s3 + s4);
        }
    }
    found
}

/// Normals and arms turn within a step, which is no fault of the run.
#[test]
fn a_square_that_tips_about_its_corner_is_lawful_to_the_second_order() {
    let scene = format!(
        "{HEAD}gravity = [0, -8]\nfriction = 2\n\
         [[body]]\nname = \"floor\"\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [64, 2] }}\n\
         [[body]]\nname = \"square\"\nparts = [[[0, 0], [1.6, 1.2], [0.4, 2.8], [-1.2, 1.6]]]\n"
    );
    let motion = tipping(STEPS);
    let start = motion[0][0];
    let places = move |time: f64| {
        let [angle, spin] = motion[(time / STEP).round() as usize];
        let [sine, cosine] = [angle.sin(), angle.cos()].map(|part| part * 2.0_f64.sqrt());
        [
            sine,
            cosine,
            start - angle,
            spin * cosine,
            -spin * sine,
            -spin,
        ]
    };
    for has_velocities in [true, false] {
        let rows = table(&[("square", &places)], has_velocities);
        with_audit(&scene, &rows, |audit| {
            let worst = audit.law.worst.as_ref().unwrap();
            assert!(worst.grade <= Grade::C, "{worst:?}");
            assert_eq!(audit.law.impacts, Vec::<usize>::new());
        });
    }
    // Without friction the corner does not stay.
    let smooth = scene.replace("friction = 2\n", "");
    let rows = table(&[("square", &places)], true);
    assert_eq!(law(&smooth, &rows), Grade::F);
}

/// Nothing can be said of a table with two states and no velocities; it never has the best grade.
#[test]
fn what_is_not_graded_has_no_grade() {
    let two_states =
        |y: f64| format!("time,body,x,y,angle\n0,square,0,1,0\n0.0625,square,0.0,{y:?},0\n");
    let threshold = Tolerances {
        grade: Some(Grade::E),
        ..Tolerances::default()
    };
    with_audit(&slope("1/4"), &two_states(1.0), |audit| {
        assert_eq!(audit.grade(), None);
        let judgement = audit.judgement(&Tolerances::default());
        assert_eq!(judgement, Judgement::Undecided);
        assert_eq!(audit.judgement(&threshold), Judgement::Undecided);
        let missing = audit.not_graded();
        assert!(missing.iter().any(|(fault, _)| *fault == Fault::Unlawful));
    });
    // What has the worst grade has it, whatever is not graded.
    with_audit(&slope("1/4"), &two_states(0.5), |audit| {
        assert_eq!(audit.grade(), Some(Grade::F));
        assert_eq!(audit.judgement(&threshold), Judgement::Faulty);
    });
}

#[test]
fn a_grade_is_a_threshold() {
    let used = 0.25 * 0.92;
    let rows = table(&[("square", &sliding((16.0 - 32.0 * used) / 4.0))], true);
    let judgement = |grade: Grade| {
        let tolerances = Tolerances {
            grade: Some(grade),
            ..Tolerances::default()
        };
        with_audit(&slope("1/4"), &rows, |audit| audit.judgement(&tolerances))
    };
    assert_eq!(judgement(Grade::E), Judgement::WithinTolerances);
    assert_eq!(judgement(Grade::D), Judgement::WorseThan(Grade::D));
    assert_eq!(judgement(Grade::A), Judgement::WorseThan(Grade::A));
}

/// Forces within the cone of a square that slides: 32 N that press have to come with 8 N against
/// the slip.
#[test]
fn forces_of_what_slides_are_against_the_slip() {
    let motion = sliding(2.0);
    let grades = |along: f64| {
        let mut rows = "time,body,x,y,angle,vx,vy,spin,other,px,py,fx,fy\n".to_owned();
        for step in 0..=STEPS {
            let time = step as f64 * STEP;
            let [x, y, angle, vx, vy, spin] = motion(time);
            rows += &format!("{time:?},square,{x:?},{y:?},{angle:?},{vx:?},{vy:?},{spin:?},,,,,\n");
            if step > 0 {
                rows += &format!("{time:?},square,,,,,,,floor,{x:?},0,{along:?},32\n");
            }
        }
        with_audit(&slope("1/4"), &rows, |audit| {
            let cone = grade_of(audit, Fault::BeyondFriction).unwrap();
            (cone, grade_of(audit, Fault::WrongSlip).unwrap())
        })
    };
    assert_eq!(grades(-8.0), (Grade::A, Grade::A));
    assert_eq!(grades(0.0), (Grade::A, Grade::F));
    assert_eq!(grades(8.0), (Grade::A, Grade::F));
    assert_eq!(grades(-7.0), (Grade::A, Grade::E));
    assert_eq!(grades(-9.0), (Grade::E, Grade::E));
}

/// Without friction the first motion is the only one: 4 m/s² down the slope.
#[test]
fn first_steps_are_held_against_the_only_motion() {
    let grade = |acceleration: f64| {
        let rows = table(&[("square", &sliding(acceleration))], true);
        with_audit(&slope("0"), &rows, |audit| {
            grade_of(audit, Fault::WrongStart)
        })
    };
    assert_eq!(grade(4.0), Some(Grade::A));
    assert_eq!(grade(2.0), Some(Grade::F));
    assert_eq!(grade(-4.0), Some(Grade::F));
}

/// With friction 1/4 the square accelerates by 2 m/s² if it slides down, or begins to; there is no
/// other motion. A square that slides up is slowed by 6 m/s², and stops after 1/48 s.
#[test]
fn first_steps_with_friction_are_held_against_the_only_motion() {
    let grade = |velocity: f64, acceleration: f64| {
        let scene = format!("{}velocity = [\"{velocity}\", 0]\n", slope("1/4"));
        let motion = move |time: f64| {
            let way = (velocity + acceleration * time / 2.0) * time;
            [way, 1.0, 0.0, velocity + acceleration * time, 0.0, 0.0]
        };
        let rows = table(&[("square", &motion)], true);
        with_audit(&scene, &rows, |audit| {
            let missing = audit.not_graded();
            let is_missing = missing.iter().any(|(fault, _)| *fault == Fault::WrongStart);
            let grade = grade_of(audit, Fault::WrongStart);
            assert_eq!(is_missing, grade.is_none());
            grade
        })
    };
    for velocity in [0.0, 0.125] {
        assert_eq!(grade(velocity, 2.0), Some(Grade::A));
        for wrong in [0.0, 4.0, -2.0] {
            assert_eq!(grade(velocity, wrong), Some(Grade::F), "{velocity} {wrong}");
        }
    }
    assert_eq!(grade(-0.125, 6.0), None);
    // On ice there is one motion as well, if it begins in motion.
    let ice = format!("{}velocity = [\"1/8\", 0]\n", slope("0"));
    for (acceleration, expected) in [(4.0, Grade::A), (0.0, Grade::F)] {
        let motion = move |time: f64| {
            let way = (0.125 + acceleration * time / 2.0) * time;
            [way, 1.0, 0.0, 0.125 + acceleration * time, 0.0, 0.0]
        };
        let rows = table(&[("square", &motion)], true);
        let found = with_audit(&ice, &rows, |audit| grade_of(audit, Fault::WrongStart));
        assert_eq!(found, Some(expected));
    }
}

/// Larger scenes have the same grades, and mirrored ones.
#[test]
fn the_law_is_the_same_at_every_size_and_in_the_mirror() {
    let large = slope("1/4")
        .replace("[4, -8]", "[4000, -8000]")
        .replace(
            "[0, -1], size = [64, 2]",
            "[0, -1000], size = [64000, 2000]",
        )
        .replace("[0, 1], size = [2, 2]", "[0, 1000], size = [2000, 2000]");
    let mirrored = slope("1/4").replace("[4, -8]", "[-4, -8]");
    for acceleration in [2.0, 2.5, 4.0] {
        let motion = sliding(acceleration);
        let expected = law(&slope("1/4"), &table(&[("square", &motion)], true));
        let grown = |time: f64| motion(time).map(|part| part * 1000.0);
        let found = law(&large, &table(&[("square", &grown)], true));
        assert_eq!(found, expected, "{acceleration}");
        let back = |time: f64| {
            let [x, y, angle, vx, vy, spin] = motion(time);
            [-x, y, -angle, -vx, vy, -spin]
        };
        let found = law(&mirrored, &table(&[("square", &back)], true));
        assert_eq!(found, expected, "{acceleration}");
    }
}

/// A rod of length 2, height 1/5 and mass 2/5 that hangs by its end at the origin and falls from
/// the horizontal: θ'' = -m g cos θ/(I + m) with I + m = m (1 + 4.04/12), by a Runge-Kutta method.
fn swinging(gravity: f64) -> impl Fn(f64) -> Motion {
    let rate = |angle: f64| -gravity * angle.cos() / (1.0 + 4.04 / 12.0);
    let [mut angle, mut spin] = [0.0_f64, 0.0_f64];
    let step = STEP / 64.0;
    let mut found = Vec::new();
    for _ in 0..=STEPS {
        found.push([angle, spin]);
        for _ in 0..64 {
            let [a1, s1] = [spin, rate(angle)];
            let [a2, s2] = [spin + step / 2.0 * s1, rate(angle + step / 2.0 * a1)];
            let [a3, s3] = [spin + step / 2.0 * s2, rate(angle + step / 2.0 * a2)];
            let [a4, s4] = [spin + step * s3, rate(angle + step * a3)];
            angle += step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
            spin += step / 6.0 * (s1 + 2.0 * s2 + 2.0 * s3 + s4);
        }
    }
    move |time: f64| {
        let [angle, spin] = found[(time / STEP).round() as usize];
        let [sine, cosine] = [angle.sin(), angle.cos()];
        [cosine, sine, angle, -spin * sine, spin * cosine, spin]
    }
}

/// A pin has no torque, whatever it pulls with.
#[test]
fn a_pin_holds_no_torque() {
    let scene = format!(
        "{HEAD}gravity = [0, -10]\n\
         [[body]]\nname = \"rod\"\nrectangle = {{ center = [1, 0], size = [2, 0.2] }}\n\
         [[pin]]\nbodies = [\"rod\"]\nat = [0, 0]\n"
    );
    for has_velocities in [true, false] {
        let grade = |gravity: f64| {
            let rows = table(&[("rod", &swinging(gravity))], has_velocities);
            law(&scene, &rows)
        };
        assert_eq!(grade(10.0), Grade::A);
        assert!(grade(9.0) >= Grade::D);
        assert!(grade(5.0) >= Grade::E);
        assert!(grade(0.0) >= Grade::E);
    }
}

/// A square that rocks comes down on its other corner: a jump of its spin by Housner's factor, 1 -
/// m r² (1 - cos 90°)/(I + m r²) = 1/4, and no fault. Its corners are 2 apart and √2 from its
/// centroid, and its mass is 4.
#[test]
fn a_square_that_rocks_is_lawful() {
    let scene = format!(
        "{HEAD}gravity = [0, -8]\nfriction = 2\n\
         [[body]]\nname = \"floor\"\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [64, 2] }}\n\
         [[body]]\nname = \"square\"\nvelocity = [-0.744, -0.408]\nspin = 0.6\n\
         parts = [[[-1.92, 0.56], [0, 0], [0.56, 1.92], [-1.36, 2.48]]]\n"
    );
    // The angle of the centroid above the corner, from the vertical.
    let pull = |lean: f64| 32.0 * 2.0_f64.sqrt() * lean.sin() / (8.0 / 3.0 + 8.0);
    let upright = std::f64::consts::FRAC_PI_4;
    let mut lean = upright - (0.56_f64 / 1.92).atan();
    let mut spin = 0.6_f64;
    // On the corner at the right, then on that at the left, with the angle to the other side.
    let mut is_down = false;
    let mut places = Vec::new();
    let step = STEP / 256.0;
    for _ in 0..=STEPS {
        places.push((is_down, lean, spin));
        for _ in 0..256 {
            spin += step * pull(lean);
            lean += step * spin;
            if !is_down && lean >= upright {
                is_down = true;
                spin *= 0.25;
                lean = upright;
                // It turns up on the other side, and its lean there falls.
                spin = -spin;
            }
        }
    }
    assert!(is_down);
    let motion = move |time: f64| {
        let (is_down, lean, spin) = places[(time / STEP).round() as usize];
        let [sine, cosine] = [lean.sin(), lean.cos()].map(|part| part * 2.0_f64.sqrt());
        // The corner at the right is at the origin; that at the left lands at -2.
        let start = (0.56_f64 / 1.92).atan();
        match is_down {
            false => {
                let turn = lean - upright + start;
                [-sine, cosine, turn, -spin * cosine, -spin * sine, spin]
            }
            true => {
                let turn = start + upright - lean;
                [
                    -2.0 + sine,
                    cosine,
                    turn,
                    spin * cosine,
                    -spin * sine,
                    -spin,
                ]
            }
        }
    };
    for has_velocities in [true, false] {
        let rows = table(&[("square", &motion)], has_velocities);
        with_audit(&scene, &rows, |audit| {
            let worst = audit.law.worst.as_ref().unwrap();
            assert!(worst.grade <= Grade::C, "{has_velocities} {worst:?}");
        });
    }
}

/// A body that turns by more than half a turn in a step flies freely, too: its angles tell turns
/// but for whole ones.
#[test]
fn fast_turns_are_no_straying() {
    for spin in [400.0, -405.0, 805.0] {
        let turns = (spin * STEP / std::f64::consts::TAU).round();
        let seen = spin - turns * std::f64::consts::TAU / STEP;
        let motion = |time: f64| {
            let [y, fallen] = [20.0 - 4.0 * time * time, -8.0 * time];
            [0.0, y, seen * time, 0.0, fallen, spin]
        };
        let scene = flying(&format!("spin = \"{spin}\""));
        let rows = table(&[("square", &motion)], true);
        with_audit(&scene, &rows, |audit| {
            let strays = audit.marks.iter().find(|mark| mark.fault == Fault::Strays);
            assert_eq!(strays.map(|mark| mark.grade), Some(Grade::A), "{spin}");
        });
    }
}
