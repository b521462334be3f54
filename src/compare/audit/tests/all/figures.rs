//! Figures of small runs whose values are known.

use malachite::Rational;
use zwang_audit::{
    Audit, Contradiction, Figure, Judgement, Options, Quantity, Table, Tolerances, audit, table,
};
use zwang_program::Monitor;
use zwang_scene::read::{self, Syntax};
use zwang_scene::{BodyId, Scene};

/// A square of side 2 that rests on a floor, mass 4, second moment 8/3.
const RESTING: &str = "format = \"zwang-scene-1\"\nname = \"resting\"\ngravity = [0, -8]\n\
[[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [8, 2] }\n\
[[body]]\nname = \"square\"\nrectangle = { center = [0, 1], size = [2, 2] }\n";

/// Two squares that fall beside each other, mirrored at the axis.
const PAIR: &str = "format = \"zwang-scene-1\"\nname = \"pair\"\ngravity = [0, -8]\n\
[[body]]\nname = \"left\"\nrectangle = { center = [-3, 1], size = [2, 2] }\n\
[[body]]\nname = \"right\"\nrectangle = { center = [3, 1], size = [2, 2] }\n";

fn scene(text: &str) -> Scene {
    read::parse(text, Syntax::Toml).unwrap().scene
}

fn rational(text: &str) -> Rational {
    zwang_program::kernel::number::to_solver(&zwang_exact::parse(text).unwrap())
}

/// Audits a table and hands the audit on.
fn with_audit(scene_text: &str, rows: &str, look: impl FnOnce(&Audit)) {
    let scene = scene(scene_text);
    let table: Table = table::read(rows, &scene).unwrap();
    let found = audit(
        &scene,
        &table,
        &Options::default(),
        &Monitor::default(),
        &|_, _| (),
    );
    look(&found.unwrap());
}

/// The square of a length, or the number, at one state; it has to be exact.
fn exact(audit: &Audit, figure: Figure, state: usize) -> Rational {
    let value = audit.series(figure).unwrap().values[state]
        .as_ref()
        .unwrap();
    let enclosure = value.quantity.enclosure();
    assert!(enclosure.is_exact(), "{figure:?}: {enclosure:?}");
    enclosure.low.clone()
}

/// States of the resting square: its height at each step, a sixteenth of a second apart.
fn heights(heights: &[&str]) -> String {
    let rows = heights
        .iter()
        .enumerate()
        .map(|(step, y)| format!("{},square,0,{y},0\n", step as f32 / 16.0));
    format!("time,body,x,y,angle\n{}", rows.collect::<String>())
}

#[test]
fn a_scene_that_stays_has_no_fault() {
    with_audit(RESTING, &heights(&["1", "1", "1", "1"]), |audit| {
        assert_eq!(
            audit.judgement(&Tolerances::default()),
            Judgement::Faultless
        );
        assert!(audit.is_stable() && audit.contradiction.is_none());
        for figure in [
            Figure::Displacement,
            Figure::Symmetry,
            Figure::Penetration,
            Figure::Energy,
            Figure::Restraint,
            Figure::Distance,
        ] {
            assert_eq!(exact(audit, figure, 3), 0, "{figure:?}");
        }
        assert_eq!(audit.restraint.len(), 3);
    });
}

#[test]
fn a_square_that_sinks_contradicts_the_proof() {
    with_audit(RESTING, &heights(&["1", "1", "0.75", "0.75"]), |audit| {
        assert_eq!(exact(audit, Figure::Penetration, 2), rational("1/16"));
        assert_eq!(exact(audit, Figure::Displacement, 2), rational("1/16"));
        // -1/4 m at 8 m/s² and 4 kg, and 4 m/s.
        assert_eq!(exact(audit, Figure::Energy, 2), rational("24"));
        assert_eq!(exact(audit, Figure::Energy, 3), rational("-8"));
        let Some(Contradiction::Moves {
            state: 2,
            body: BodyId(1),
            ..
        }) = audit.contradiction
        else {
            panic!("{:?}", audit.contradiction)
        };
        let tolerances = |text: &str| Tolerances {
            lengths: Some(rational(text)),
            ..Tolerances::default()
        };
        // No force pulls it down, so its grade is F, which passes under no tolerance.
        assert_eq!(audit.judgement(&tolerances("1/4")), Judgement::Faulty);
        let Judgement::BeyondTolerances(excesses) = audit.judgement(&tolerances("0.24")) else {
            panic!()
        };
        assert!(excesses.iter().all(|excess| excess.state == 2) && excesses.len() == 2);
        assert_eq!(audit.judgement(&Tolerances::default()), Judgement::Faulty);
    });
}

#[test]
fn an_overlap_that_is_kept_is_no_wrong_acceleration() {
    // A quarter deep from the first step on: only that step is wrong, the next is a right impact.
    with_audit(
        RESTING,
        &heights(&["1", "0.75", "0.75", "0.75", "0.75"]),
        |audit| {
            let distances: Vec<bool> = (1..5)
                .map(|state| exact(audit, Figure::Distance, state) > 0)
                .collect();
            assert_eq!(distances, [true, false, false, false]);
        },
    );
}

#[test]
fn a_lifted_square_presses_no_more() {
    // Away from the floor by 1/1024 in the first step: a = 2^-10 · 2^8 = 1/4 upwards, where 0 is
    // right.
    with_audit(
        RESTING,
        &heights(&["1", "1.0009765625", "1.0009765625"]),
        |audit| {
            assert_eq!(exact(audit, Figure::Opening, 1), rational("1/1048576"));
            let gap = &audit.restraint[0];
            assert_eq!(
                gap.step.errors,
                [[rational("0"), rational("1/4"), rational("0")]]
            );
            // ½ 4 (8 + 1/4)² less ½ 4 8², and 4 (1/4)².
            assert_eq!(gap.excess(), rational("65/8"));
            assert_eq!(gap.step.distance_squared, rational("1/4"));
            assert_eq!(gap.wrong.len(), 2);
            assert!(
                gap.wrong
                    .iter()
                    .all(|wrong| wrong.mistake == zwang_audit::Mistake::Opens)
            );
        },
    );
}

/// States of one body: its name and its places, a sixteenth of a second apart.
fn places(body: &str, places: &[(f64, f64)]) -> String {
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for (step, (x, y)) in places.iter().enumerate() {
        let time = step as f64 / 16.0;
        rows += &format!("{time:?},{body},{x:?},{y:?},0\n");
    }
    rows
}

#[test]
fn the_optimum_slides_and_what_stays_is_off_by_that() {
    let tilted = RESTING.replace("[0, -8]", "[4, -8]");
    // Steps of 4 h² = 1/64 more each time, and the parabola 2 t².
    for ways in [[0.015625, 0.046875], [0.0078125, 0.03125]] {
        let [first, second] = ways;
        let slides = places("square", &[(0.0, 1.0), (first, 1.0), (second, 1.0)]);
        with_audit(&tilted, &slides, |audit| {
            for state in 1..3 {
                assert_eq!(exact(audit, Figure::Restraint, state), 0);
                assert_eq!(exact(audit, Figure::Distance, state), 0);
            }
        });
    }
    with_audit(
        &tilted,
        &places("square", &[(0.0, 1.0), (0.0, 1.0)]),
        |audit| {
            // ½ 4 4², and 4 4².
            assert_eq!(exact(audit, Figure::Restraint, 1), 32);
            assert_eq!(exact(audit, Figure::Distance, 1), 64);
            assert!(audit.restraint[0].wrong.is_empty());
        },
    );
}

/// The lower left corner of a square that falls is at the upper right corner of a post: the side of
/// the post leaves it alone, its top would hold it.
#[test]
fn a_square_falls_past_the_corner_of_a_post() {
    let post = "format = \"zwang-scene-1\"\nname = \"post\"\ngravity = [0, -8]\n\
        [[body]]\nname = \"post\"\nfixed = true\nrectangle = { center = [-2, -1], size = [2, 2] }\n\
        [[body]]\nname = \"square\"\nrectangle = { center = [0, 1], size = [2, 2] }\n";
    let falls = places("square", &[(0.0, 1.0), (0.0, 0.96875), (0.0, 0.90625)]);
    with_audit(post, &falls, |audit| {
        assert_eq!(audit.undecided, Vec::new());
        for state in 1..3 {
            assert_eq!(exact(audit, Figure::Distance, state), 0);
            assert_eq!(exact(audit, Figure::Restraint, state), 0);
        }
    });
}

/// A square that hangs by a pin in the middle of its upper side: the pin has all of its weight.
#[test]
fn pins_hold_and_what_lets_go_is_off_by_gravity() {
    let hanging = "format = \"zwang-scene-1\"\nname = \"hanging\"\ngravity = [0, -8]\n\
        [[body]]\nname = \"square\"\nrectangle = { center = [0, -1], size = [2, 2] }\n\
        [[pin]]\nbodies = [\"square\"]\nat = [0, 0]\n";
    with_audit(hanging, &places("square", &[(0.0, -1.0); 3]), |audit| {
        assert_eq!(exact(audit, Figure::Distance, 2), 0);
        // ½ 4 8².
        assert_eq!(audit.restraint[1].step.least_restraint, 128);
    });
    let falls = places("square", &[(0.0, -1.0), (0.0, -1.03125), (0.0, -1.09375)]);
    with_audit(hanging, &falls, |audit| {
        // Off by g, and with no restraint at all where 128 is the least.
        assert_eq!(exact(audit, Figure::Distance, 1), 256);
        assert_eq!(exact(audit, Figure::Restraint, 1), -128);
    });
}

/// Bodies that bounce unlike each other off a floor need not stay mirrored.
#[test]
fn a_run_keeps_no_symmetry_that_restitution_lacks() {
    for (own, symmetries) in [("", 1), ("restitution = 1\n", 0)] {
        let rows = "time,body,x,y,angle\n0,left,-3,1,0\n0,right,3,1,0\n\
                    0.0625,left,-3,1,0\n0.0625,right,3,1,0\n";
        let floor = "[[body]]\nname = \"floor\"\nfixed = true\n\
                     rectangle = { center = [0, -9], size = [9, 2] }\n";
        with_audit(&format!("{PAIR}{own}{floor}"), rows, |audit| {
            assert_eq!(audit.symmetries, symmetries, "{own}");
        });
    }
}

#[test]
fn asymmetry_is_found_at_its_power_of_ten() {
    // The exact parabola, which is zwang's own run.
    let fall = |step: f64| 1.0 - step * step / 2.0 * 8.0 / 256.0;
    let rows = |push: f64| {
        let row = |step: f64| {
            let (time, y) = (step / 16.0, fall(step));
            let x = if step >= 2.0 { 3.0 + push } else { 3.0 };
            format!("{time:?},left,-3,{y:?},0\n{time:?},right,{x:?},{y:?},0\n")
        };
        format!(
            "time,body,x,y,angle\n{}",
            [0.0, 1.0, 2.0, 3.0].map(row).concat()
        )
    };
    with_audit(PAIR, &rows(0.0), |audit| {
        assert_eq!(
            audit.judgement(&Tolerances::default()),
            Judgement::Faultless
        );
        assert_eq!(audit.symmetries, 1);
        assert_eq!(exact(audit, Figure::Symmetry, 3), 0);
        assert_eq!(exact(audit, Figure::Momentum, 3), 0);
    });
    with_audit(PAIR, &rows(1.5e-9), |audit| {
        let powers = audit.series(Figure::Symmetry).unwrap().powers_of_ten(18);
        assert!(
            powers.contains(&(-9, 2)) && !powers.iter().any(|(exponent, _)| *exponent == -8),
            "{powers:?}"
        );
        assert_eq!(audit.first_difference, Some(2));
    });
}

#[test]
fn rotated_bodies_are_enclosed() {
    // A square turned by 1/2 about its centre: its lowest corner is √2 sin(π/4 + 1/2) = sin ½ + cos
    // ½ below it.
    let rows = "time,body,x,y,angle\n0,square,0,1,0\n0.0625,square,0,1,0.5\n";
    with_audit(RESTING, rows, |audit| {
        let depth = audit.series(Figure::Penetration).unwrap().values[1]
            .as_ref()
            .unwrap();
        let bounds = depth.quantity.decimals();
        // sin ½ + cos ½ - 1 = 0.35700810049457…
        assert_eq!(
            (bounds.low.as_str(), bounds.high.as_str()),
            ("0.357008", "0.357009")
        );
        assert!(!depth.quantity.enclosure().is_exact());
        let width = &depth.quantity.enclosure().high - &depth.quantity.enclosure().low;
        assert!(width < rational("1e-70") && width > 0);
    });
}

#[test]
fn pairs_off_the_circle_are_told() {
    // 0.6² + 0.8² in doubles is not 1.
    let rows = "time,body,x,y,cos,sin\n0,square,0,5,1,0\n0.0625,square,0,5,0.8,0.6\n";
    let scene = RESTING.replace("[0, 1], size = [2, 2]", "[0, 5], size = [2, 2]");
    with_audit(&scene, rows, |audit| {
        assert_eq!(exact(audit, Figure::Circle, 0), 0);
        let off = exact(audit, Figure::Circle, 1);
        assert!(off > 0 && off < rational("1e-15"), "{off}");
    });
}

#[test]
fn forces_are_held_against_newton_and_contacts() {
    let table = |force: &str, y: &str| {
        let rows = |step: u8| {
            let time = f32::from(step) / 16.0;
            let y = if step == 0 { "1" } else { y };
            let contact = |x: &str| format!("{time},square,,,,,,,floor,{x},0,0,{force}\n");
            let contacts = if step == 0 {
                String::new()
            } else {
                [contact("-1"), contact("1")].concat()
            };
            format!("{time},square,0,{y},0,0,0,0,,,,,\n{contacts}")
        };
        format!(
            "time,body,x,y,angle,vx,vy,spin,other,px,py,fx,fy\n{}",
            [0, 1, 2].map(rows).concat()
        )
    };
    with_audit(RESTING, &table("16", "1"), |audit| {
        for figure in [
            Figure::Newton,
            Figure::Torque,
            Figure::Pull,
            Figure::Friction,
            Figure::Gap,
        ] {
            assert_eq!(exact(audit, figure, 2), 0, "{figure:?}");
        }
    });
    with_audit(RESTING, &table("-3", "1.5"), |audit| {
        // 32 N of weight, and twice 3 N that pull: 38 N out of balance, across a gap of 1/2 m.
        assert_eq!(exact(audit, Figure::Newton, 1), rational("1444"));
        assert_eq!(exact(audit, Figure::Pull, 1), rational("9"));
        assert_eq!(exact(audit, Figure::Gap, 1), rational("1/4"));
    });
    let rubbing = table("16", "1").replace(",0,16\n", ",2,16\n");
    with_audit(RESTING, &rubbing, |audit| {
        assert_eq!(exact(audit, Figure::Friction, 1), rational("4"));
        // 4 N along, at the height of the floor: a torque of 4 N m about the centre.
        assert_eq!(exact(audit, Figure::Torque, 1), rational("16"));
    });
}

#[test]
fn a_tower_that_is_held_contradicts_its_collapse() {
    // Its centre is over the edge by 1/10 of its length.
    let cantilever = include_str!("../../../../../scenes/cantilever.toml");
    let place = &scene(cantilever).bodies[1]
        .dynamics
        .clone()
        .unwrap()
        .centroid;
    let place = [&place.x, &place.y].map(decimal);
    let rows = |step: u8| {
        format!(
            "{},brick,{},{},0\n",
            f32::from(step) / 16.0,
            place[0],
            place[1]
        )
    };
    let rows: String = (0..6).map(rows).collect();
    with_audit(
        cantilever,
        &format!("time,body,x,y,angle\n{rows}"),
        |audit| {
            assert!(
                matches!(
                    audit.contradiction,
                    Some(Contradiction::Holds {
                        body: BodyId(1),
                        ..
                    })
                ),
                "{:?}",
                audit.contradiction
            );
            assert_eq!(
                audit.judgement(&Tolerances {
                    lengths: Some(rational("1")),
                    ..Tolerances::default()
                }),
                Judgement::Faulty
            );
        },
    );
}

/// Twenty digits, the nearest double of which is that of the number.
fn decimal(value: &zwang_exact::Rational) -> String {
    zwang_audit::decimal::long(&zwang_program::kernel::number::to_solver(value))
}

#[test]
fn pins_drift_by_what_the_table_says() {
    let scene = format!("{RESTING}[[pin]]\nbodies = [\"square\"]\nat = [0, 1]\n");
    with_audit(
        &scene,
        "time,body,x,y,angle\n0,square,0,1,0\n0.0625,square,0.5,1,0.25\n",
        |audit| {
            let drifts = &audit.series(Figure::Pins).unwrap().values;
            let drift = drifts[1].as_ref().unwrap();
            let Quantity::Root(length) = &drift.quantity else {
                panic!("{drift:?}");
            };
            assert!(length.squared.is_exact());
            assert_eq!(length.squared.low, rational("1/4"));
        },
    );
}

/// Two squares, each half in the other, whose depth counts only if their pin says that they
/// collide.
#[test]
fn pinned_bodies_penetrate_each_other_only_if_they_collide() {
    let square = |name: &str, x: &str| {
        format!("[[body]]\nname = '{name}'\nrectangle = {{ center = [{x}, 5], size = [1, 1] }}\n")
    };
    let squares = square("left", "0") + &square("right", "'2'");
    for (collide, depth) in [("", "0"), ("collide = true\n", "1/4")] {
        let pin = format!("[[pin]]\nbodies = ['left', 'right']\nat = [1, 5]\n{collide}");
        let scene = format!("format = 'zwang-scene-1'\nname = 's'\n{squares}{pin}");
        let rows = "time,body,x,y,angle\n0,left,0,5,0\n0,right,2,5,0\n\
                    0.0625,left,0.5,5,0\n0.0625,right,1,5,0\n";
        with_audit(&scene, rows, |audit| {
            assert_eq!(exact(audit, Figure::Penetration, 1), rational(depth));
        });
    }
}

/// A force of 4 N along x, which friction bears: the figures know it.
#[test]
fn loads_are_in_every_figure() {
    let scene = format!("{RESTING}force = [4, 0]\n").replace("8]\n[[", "8]\nfriction = 1\n[[");
    let rows = "time,body,x,y,angle,vx,vy,spin,other,px,py,fx,fy\n\
                0,square,0,1,0,0,0,0,,,,,\n\
                0.0625,square,0,1,0,0,0,0,,,,,\n\
                0.0625,square,,,,,,,floor,0.125,0,-4,32\n";
    with_audit(&scene, rows, |audit| {
        for figure in [
            Figure::Newton,
            Figure::Torque,
            Figure::Friction,
            Figure::Law,
        ] {
            assert_eq!(exact(audit, figure, 1), 0, "{figure:?}");
        }
        assert!(audit.is_stable());
    });
    // Moved by 1/4 m, with 1 J of the load's work.
    let rows = "time,body,x,y,angle\n0,square,0,1,0\n0.0625,square,0,1,0\n\
                0.125,square,0.25,1,0\n0.1875,square,0.25,1,0\n";
    with_audit(&scene, rows, |audit| {
        assert_eq!(exact(audit, Figure::Energy, 3), -1);
    });
}
