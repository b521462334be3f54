//! Runs with friction: what is accepted, by closed forms, and each condition violated.

use crate::run_mutation::mutations;
use crate::run_stage::friction::{produce, step};
use crate::run_stage::plane::{q, zero};
use crate::run_stage::produce::{Producer, header};
use crate::run_stage::scenes::Staged;
use crate::run_stage::{self, Run, check, text};
use crate::stage::{fixed, free, polygon, rectangle, resting, scene, vector};
use zwang_certificate::BigInt;
use zwang_certificate::run::{
    Format, FrictionForces, GroupProof, Header, Impact, ImpactForces, Placement, Record,
    read_record, write_record,
};
use zwang_check::run::{Checker, Steps, join, verify_steps};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Friction, Pin, Scene};

/// A scene in which everything has the friction 1/2.
fn rough(gravity: Vector, bodies: Vec<Body>, pins: Vec<Pin>) -> Scene {
    let mut scene = scene(gravity, bodies, pins);
    scene.friction = Friction::uniform(&scene.bodies, &q(1, 2));
    scene
}

fn staged(scene: Scene, grid: Option<u64>, steps: usize) -> Staged {
    let header = header(&scene, q(1, 100), grid);
    (scene, header, steps)
}

fn floor() -> Body {
    fixed("floor", rectangle("-5,-1 5,0"))
}

fn down() -> Vector {
    vector("0", "-10")
}

/// A brick that slides at 1/5 m/s and loses 1/20 m/s in each step, exactly.
fn sliding() -> Staged {
    let brick = free("brick", rectangle("0,0 2,1"), vector("1/5", "0"), "0");
    staged(rough(down(), vec![floor(), brick], vec![]), None, 6)
}

/// The same in gravity that slants, on a grid, with a brick on top that slides on it.
fn two_sliding() -> Staged {
    let brick = free("brick", rectangle("0,0 2,1"), vector("1/5", "0"), "0");
    let upper = free("upper", rectangle("1/2,1 3/2,2"), vector("1", "0"), "0");
    let scene = rough(vector("1", "-10"), vec![floor(), brick, upper], vec![]);
    staged(scene, Some(24), 4)
}

/// A brick that turns lands on one vertex, and slips there.
fn tilted() -> Staged {
    let brick = free(
        "brick",
        polygon("0,1/100 12/5,181/100 9/5,261/100 -3/5,81/100"),
        vector("1", "-1"),
        "1/2",
    );
    staged(rough(down(), vec![floor(), brick], vec![]), Some(24), 4)
}

/// A brick that flies along the floor bounces off it, and is braked.
fn bouncing() -> Staged {
    let brick = free("brick", rectangle("0,1/64 2,1"), vector("3", "-2"), "0");
    let scene = rough(vector("0", "0"), vec![floor(), brick], vec![]);
    let header = Header {
        restitution: q(1, 2),
        ..header(&scene, q(1, 64), Some(20))
    };
    (scene, header, 3)
}

/// Two bricks that are pinned together hit the floor.
fn pinned() -> Staged {
    let bodies = vec![
        floor(),
        free("left", rectangle("-3,1/100 -1,1"), vector("1", "-2"), "0"),
        free("right", rectangle("1,1/50 3,1"), vector("1", "-2"), "0"),
    ];
    let pins = vec![Pin {
        first: BodyId(1),
        second: Some(BodyId(2)),
        at: vector("0", "1/2"),
        collide: false,
    }];
    let scene = rough(down(), bodies, pins);
    let header = Header {
        restitution: q(1, 3),
        ..header(&scene, q(1, 100), Some(22))
    };
    (scene, header, 3)
}

/// A square flies at the corner of a block, on one side of which it has to pass.
fn corner() -> Staged {
    let square = rectangle("1/100,1/100 1,1");
    let square = free("square", square, vector("-2", "-3"), "0");
    let block = fixed("block", rectangle("-1,-1 0,0"));
    staged(rough(down(), vec![block, square], vec![]), Some(24), 2)
}

fn all() -> [(&'static str, Staged); 6] {
    [
        ("sliding", sliding()),
        ("two sliding", two_sliding()),
        ("tilted", tilted()),
        ("bouncing", bouncing()),
        ("pinned", pinned()),
        ("corner", corner()),
    ]
}

#[test]
fn what_obeys_the_law_is_accepted() {
    for (name, (scene, header, steps)) in all() {
        let records = produce(&scene, &header, steps);
        let verdict = check(&scene, &header, &records);
        let steps = verdict.unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
        assert!(steps.iter().all(|step| step.relaxed_groups() == 0));
        for record in &records {
            let line = write_record(record);
            assert_eq!(read_record(&line, Format::Friction).as_ref(), Ok(record));
        }
    }
}

/// v = 1/5 - 5 t until it stands: moves of 15/100², 10/100², 5/100², 0, … The friction force is μ m
/// g = 10 N, and the heat is its work along the way.
#[test]
fn a_brick_slides_and_stops() {
    let (scene, header, steps) = sliding();
    let steps = check(&scene, &header, &produce(&scene, &header, steps)).unwrap();
    let mut at = vector("1", "1/2");
    for (k, step) in steps.iter().enumerate() {
        let way = q([15, 10, 5, 0, 0, 0][k], 10_000);
        at.x += &way;
        assert_eq!(step.state().position(BodyId(1)), Some(at.clone()), "{k}");
        let facts = step.facts().friction.as_ref().unwrap();
        assert_eq!(facts.heat, q(10, 1) * &way);
        let sliding: Rational = facts.sliding.iter().map(|(_, heat)| heat).sum();
        assert_eq!(sliding, facts.heat);
        let along = step
            .forces()
            .iter()
            .fold(zero(), |sum, contact| sum + &contact.force.x);
        let expected = match k {
            0..=3 => q(-10, 1),
            _ => zero(),
        };
        assert_eq!(along, expected, "{k}");
    }
}

/// Without friction the brick would keep its 3 m/s. The inelastic impact takes μ · 2 = 1 m/s from
/// it, and is overshot by a half.
#[test]
fn an_impact_brakes() {
    let (scene, header, _) = bouncing();
    let steps = check(&scene, &header, &produce(&scene, &header, 1)).unwrap();
    assert!(steps[0].has_impact());
    let facts = steps[0].facts();
    // What turns takes part of the energy, so only the sign of the sum is known here.
    let friction = facts.friction.as_ref().unwrap();
    assert!(friction.impact_heat > zero());
    assert!(&facts.impact_kinetic + &friction.impact_heat <= zero());
}

fn forces(record: &mut Record) -> &mut FrictionForces {
    match &mut record.groups[0].proof {
        GroupProof::Friction(forces) => forces,
        GroupProof::Tree { .. } => panic!("a tree"),
    }
}

fn impact(record: &mut Record) -> &mut Impact {
    &mut record.impact.as_mut().unwrap()[0]
}

fn impact_forces(record: &mut Record) -> &mut Vec<(usize, [BigInt; 2])> {
    match &mut impact(record).forces {
        ImpactForces::Friction(forces) => forces,
        ImpactForces::Frictionless(_) => panic!("no friction"),
    }
}

/// What is said of a step after something was changed in its record.
fn refusal((scene, header, _): Staged, k: usize, change: impl Fn(&mut Record)) -> String {
    let records = produce(&scene, &header, k);
    run_stage::refusal(&scene, &header, &records, k, change)
}

fn refused(staged: Staged, k: usize, change: impl Fn(&mut Record), start: &str) {
    let message = refusal(staged, k, change);
    assert!(message.starts_with(start), "{message}\nexpected {start}");
}

#[test]
fn r0_a_run_is_of_the_format_of_its_scene() {
    let (scene, header, _) = sliding();
    let plain = Header {
        format: Format::Frictionless,
        ..header.clone()
    };
    let message = check(&scene, &plain, &[]).unwrap_err().to_string();
    assert!(message.starts_with("R0 the beginning: "), "{message}");
    let mut smooth = scene.clone();
    smooth.friction = Friction::default();
    let header = Header {
        scene: smooth.digest(),
        ..header
    };
    let message = check(&smooth, &header, &[]).unwrap_err().to_string();
    assert_eq!(
        message,
        "R0 the beginning: header, `format`: found the format `zwang-friction-run-1`, required \
         `zwang-run-1`, as nothing has friction"
    );
}

#[test]
fn r2_groups() {
    let start = "R2 groups: step 1: group 0: ";
    for (change, found) in [
        (
            (|record| forces(record).relaxed = 3) as fn(&mut Record),
            "`relaxed`: found 3, required 0, 1 or 2",
        ),
        (
            |record| forces(record).choices = vec![(0, 0)],
            "`choices`, corner 0: found a choice, required choices between sides of corners",
        ),
        (
            |record| forces(record).rows[0].0 = 2,
            "`forces`: found 2, required only what the case imposes",
        ),
        (
            |record| forces(record).rows.swap(0, 1),
            "`forces`: found 0, required an ascending list",
        ),
        (
            |record| forces(record).rows[0].1 = [0.into(), 0.into()],
            "the forces: found a force 0",
        ),
        (
            |record| forces(record).sides = vec![(0, 0, [1.into(), 0.into()])],
            "`sides`: found (0, 0), required only what the case imposes",
        ),
        (
            |record| forces(record).denominator = 0.into(),
            "`denominator`: found 0, required above 0",
        ),
    ] {
        let message = [start, found].concat();
        refused(two_pressing(), 1, change, &message);
    }
}

/// A brick that rests on a floor, on both of its vertices.
fn two_pressing() -> Staged {
    let brick = resting("brick", rectangle("0,0 2,1"));
    staged(rough(down(), vec![floor(), brick], vec![]), None, 1)
}

#[test]
fn r3_to_r5_of_what_slides() {
    // Both vertices carry some of the weight: m g h² = 20 / 100².
    refused(
        two_pressing(),
        1,
        |record| {
            let forces = forces(record);
            forces.denominator = 1000.into();
            forces.rows = vec![(0, [3.into(), 0.into()]), (1, [(-1).into(), 0.into()])];
        },
        "R3 no contact pulls: step 1: group 0: vertex 1 of `brick` on edge 2 of `floor`: found \
         force -1/1000, required at least 0",
    );
    refused(
        sliding(),
        1,
        |record| forces(record).rows[0].1[1] += 1,
        "R3' friction is bounded: step 1: group 0: vertex 0 of `brick`",
    );
    for (unit, start) in [
        (
            -2,
            "R4 nothing penetrates: step 1: group 0: vertex 0 of `brick`",
        ),
        (
            2,
            "R5 no force across a gap: step 1: group 0: vertex 0 of `brick`",
        ),
    ] {
        let change = |record: &mut Record| {
            let forces = forces(record);
            forces.denominator *= 1000;
            for (_, [normal, along]) in &mut forces.rows {
                *normal = &*normal * 1000 + 2 * unit;
                *along = &*along * 1000 + unit;
            }
        };
        refused(sliding(), 1, change, start);
    }
}

/// Less friction than the full one, the other way, or none, where bodies slide. The forces on the
/// vertices are 64 ± 32 k over 640000, ψ = k φ, so that the brick does not turn: friction acts half
/// a meter below its centroid, and they a meter beside it.
#[test]
fn r5_prime_friction_resists_slip() {
    for (normal, along) in [
        ([64, 64], [0, 0]),
        ([80, 48], [-40, -24]),
        ([56, 72], [14, 18]),
    ] {
        let change = |record: &mut Record| {
            let forces = forces(record);
            forces.denominator = 640_000.into();
            for (place, (_, force)) in forces.rows.iter_mut().enumerate() {
                *force = [normal[place].into(), along[place].into()];
            }
        };
        let start = "R5' friction resists slip: step 1: group 0: vertex 0 of `brick`";
        refused(sliding(), 1, change, start);
    }
    let full = |record: &mut Record| {
        let forces = forces(record);
        forces.denominator = 640_000.into();
        forces.rows = vec![(0, [48.into(), 24.into()]), (1, [80.into(), 40.into()])];
    };
    assert_eq!(refusal(sliding(), 1, full), "accepted");
}

#[test]
fn r10_facts() {
    refused(
        sliding(),
        1,
        |record| {
            let facts = record.facts.friction.as_mut().unwrap();
            facts.heat += q(1, 7);
        },
        "R10 facts: step 1: `heat`: found ",
    );
    refused(
        sliding(),
        1,
        |record| {
            record.facts.friction.as_mut().unwrap().impact_heat = q(1, 7);
        },
        "R10 facts: step 1: `impact_heat`: found 1/7, required 0",
    );
    refused(
        sliding(),
        1,
        |record| {
            record.facts.friction.as_mut().unwrap().sliding.pop();
        },
        "R10 facts: step 1: `sliding`: found ",
    );
    refused(
        sliding(),
        1,
        |record| {
            let facts = record.facts.friction.as_mut().unwrap();
            facts.sliding[0].1 += q(1, 7);
        },
        "R10 facts: step 1: vertex 0 of `brick` on edge 2 of `floor`: `sliding`: found ",
    );
    refused(
        sliding(),
        1,
        |record| record.facts.friction = None,
        "R10 facts: step 1: `heat`: found none, required one, with friction",
    );
}

#[test]
fn r9_impacts_with_friction() {
    let start = "R9 impacts: step 1: impact: group 0: ";
    for (change, found) in [
        (
            (|record| impact_forces(record)[0].1[0] = (-1).into()) as fn(&mut Record),
            "vertex 0 of `brick` on edge 2 of `floor`: found force -",
        ),
        (
            |record| impact_forces(record)[0].1[1] += 1,
            "vertex 0 of `brick` on edge 2 of `floor`: found friction force ",
        ),
        (
            |record| impact_forces(record)[0].1[1] = BigInt::ZERO,
            "vertex ",
        ),
        (
            |record| impact(record).denominator *= 2,
            "vertex 0 of `brick` on edge 2 of `floor`: found inelastic gap velocity -",
        ),
    ] {
        let message = [start, found].concat();
        refused(bouncing(), 1, change, &message);
    }
    refused(
        bouncing(),
        1,
        |record| record.impact = Some(vec![]),
        "R9 impacts: step 1: impact: outside all groups: vertex 0 of `brick`",
    );
    refused(
        bouncing(),
        1,
        |record| record.impact = None,
        "R9 impacts: step 1: `impact`: found null, required an impact",
    );
}

/// The square is kept on one side, with friction there.
#[test]
fn a_corner_is_passed_on_one_side() {
    let (scene, header, _) = corner();
    let records = produce(&scene, &header, 1);
    let steps = check(&scene, &header, &records).unwrap();
    let [group] = steps[0].groups() else {
        panic!("not one group")
    };
    let force = &group.row_forces()[0];
    let most = &force.normal_force / BigInt::from(2);
    assert_eq!(force.friction_force.magnitude(), most.magnitude());
    let [normal, edge] = [force.normal.clone(), force.edge()];
    assert_eq!([&-&normal[1], &normal[0]], [&edge[0], &edge[1]]);
    for (change, found) in [
        (
            (|record| {
                let forces = forces(record);
                forces.choices.clear();
                forces.sides.clear();
            }) as fn(&mut Record),
            "R7 corners are decided: step 1: group 0: vertex 2 of `block` and vertex 0 of `square`: \
             found every side violated, required a side whose values are at least their floors",
        ),
        (
            |record| forces(record).choices.clear(),
            "R2 groups: step 1: group 0: `sides`: found (0, 1), required only what the case imposes",
        ),
        (
            |record| forces(record).choices[0].1 = 2,
            "R2 groups: step 1: group 0: `choices`, corner 0: found side 2, required 0 or 1",
        ),
        (
            |record| {
                let choice = forces(record).choices[0];
                forces(record).choices.push(choice);
            },
            "R2 groups: step 1: group 0: `choices`, corner 0: found another order, or a repetition",
        ),
        (|record| forces(record).sides[0].2[1] = BigInt::ZERO, "R"),
    ] {
        refused(corner(), 1, change, found);
    }
}

/// A brick that is in the floor a little, in a state that is believed, is moved out of it by the
/// law, and may stay there if its group is relaxed.
#[test]
fn relaxed_rows_may_stay_where_they_are() {
    let (scene, _, _) = two_pressing();
    let header = header(&scene, q(1, 100), Some(24));
    let depth = q(1, 1 << 20);
    for (relaxed, height) in [(0, zero()), (1, -depth.clone()), (2, -depth.clone())] {
        let mut producer = Producer::new(&scene, &header);
        let first = step(&mut producer, 0);
        for places in [&mut producer.before, &mut producer.now] {
            places[1].z.y -= &depth;
        }
        let record = step(&mut producer, relaxed);
        let mut sunk = first.clone();
        if let Placement::Grid { position, .. } = &mut sunk.state[0] {
            position[1] -= &depth;
        }
        let checker = Checker::new(&scene, &header).unwrap();
        let now = checker.state(&sunk).unwrap();
        sunk.k = 0;
        let before = checker.state(&sunk).unwrap();
        // All rows of the first step press.
        let step = checker.step([&before, &now], &first.rows, &record);
        let step = step.unwrap_or_else(|rejection| panic!("{relaxed}: {rejection}"));
        assert_eq!(step.relaxed_groups(), u64::from(relaxed > 0));
        let at = step.state().position(BodyId(1)).unwrap();
        assert_eq!(at.y, q(1, 2) + height);
    }
}

/// Forces need not be unique, but whatever else is changed is refused.
#[test]
fn every_number_of_a_step_with_friction_matters() {
    let mut count = 0;
    let mut accepted = 0;
    for (name, (scene, header, _)) in all() {
        let records = produce(&scene, &header, 2);
        let run = Run::new(&scene, &header, &records);
        for (index, record) in records.iter().enumerate() {
            for (what, changed) in mutations(&write_record(record)) {
                let Ok(changed) = read_record(&changed, Format::Friction) else {
                    continue;
                };
                count += 1;
                if run.step(index, &changed).is_ok() {
                    accepted += 1;
                    let is_same = changed.rows == record.rows
                        && changed.state == record.state
                        && changed.facts == record.facts;
                    assert!(is_same, "{name}, step {}: {what}", index + 1);
                }
            }
        }
    }
    assert!(
        count > 1000 && accepted * 20 < count,
        "{accepted} of {count}"
    );
}

#[test]
fn the_verdict_adds_up_over_pieces() {
    let (scene, header, _) = two_sliding();
    let records = produce(&scene, &header, 4);
    let text = text(&header, &records);
    let verdict = |from: u64, to: u64| {
        let steps = Steps { from, to: Some(to) };
        verify_steps(Some(&scene), &mut text.as_bytes(), steps, 1, |_| {}).unwrap()
    };
    let whole = verdict(1, 4);
    let totals = whole.friction.clone().unwrap();
    let exact: Rational = records
        .iter()
        .map(|record| record.facts.friction.as_ref().unwrap())
        .map(|facts| &facts.heat + &facts.impact_heat)
        .sum();
    assert!(totals.heat >= exact && exact > zero());
    let unit = Rational::new(1.into(), BigInt::from(1) << 128);
    assert!(totals.heat.clone() - exact < q(4, 1) * &unit);
    assert!((totals.heat / unit).is_integer());
    assert_eq!(join(vec![verdict(1, 2), verdict(3, 4)]), Ok(whole.clone()));
    let mut other = verdict(3, 4);
    other.friction = None;
    let message = join(vec![verdict(1, 2), other]).unwrap_err().to_string();
    assert!(
        message.ends_with("found no `friction`, required `friction`"),
        "{message}"
    );
}
