//! Each condition of a run, violated alone as far as that is possible, with what is said.

use crate::run_stage::listing::{shorten, with_digest, without_idle_rows};
use crate::run_stage::plane::q;
use crate::run_stage::produce::{header, produce};
use crate::run_stage::scenes::{self, Staged};
use crate::run_stage::{self, check, plain_forces, tree_of};
use crate::stage::{fixed, free as free_body, rectangle, scene, vector};
use zwang_certificate::BigInt;
use zwang_certificate::run::{
    CornerRule, Forces, FreeGroup, GroupProof, Header, Node, Pair, Placement, Record,
};
use zwang_check::run::Checker;
use zwang_scene::{Body, BodyId, Pin};

/// What is said of a step after something was changed in its record.
fn refusal((scene, header, steps): Staged, k: usize, change: impl Fn(&mut Record)) -> String {
    let records = produce(&scene, &header, steps.max(k));
    run_stage::refusal(&scene, &header, &records, k, change)
}

fn refused(staged: Staged, k: usize, change: impl Fn(&mut Record), message: &str) {
    assert_eq!(refusal(staged, k, change), message);
}

fn optimal(node: &mut Node) -> (&mut BigInt, &mut Forces) {
    match node {
        Node::Optimal {
            denominator,
            forces,
        } => (denominator, forces),
        Node::Impossible { .. } => panic!("an impossible case"),
        Node::Enclosed { .. } => panic!("an enclosed group"),
        Node::Choice { branches, .. } => optimal(&mut branches[0]),
    }
}

/// The tree of the first group.
fn tree(record: &mut Record) -> &mut Node {
    tree_of(&mut record.groups[0])
}

fn branches(record: &mut Record) -> &mut Vec<Node> {
    match tree(record) {
        Node::Choice { branches, .. } => branches,
        _ => panic!("a single case"),
    }
}

#[test]
fn r0_header() {
    let (scene, header, steps) = scenes::bounce();
    let records = produce(&scene, &header, steps);
    let refused = |change: &dyn Fn(&mut Header), message: &str| {
        let mut header = header.clone();
        change(&mut header);
        let rejection = check(&scene, &header, &records).unwrap_err().to_string();
        assert!(rejection.contains(message), "{rejection}");
    };
    refused(
        &|header| header.scene = "00".repeat(32),
        "R0 the beginning: header, `scene`: found 0000",
    );
    refused(
        &|header| header.step = q(0, 1),
        "R0 the beginning: header, `step`: found 0, required above 0",
    );
    refused(
        &|header| header.grid = Some(0),
        "R0 the beginning: header, `grid`: found 0, required 1 to 4096, or null",
    );
    refused(
        &|header| header.grid = Some(4097),
        "`grid`: found 4097, required 1 to 4096, or null",
    );
    refused(
        &|header| header.grid = None,
        "`restitution`: found 1/2, required 0, as the run is exact",
    );
    refused(
        &|header| header.restitution = q(-1, 2),
        "`restitution`: found -1/2, required 0 to 1",
    );
    let pair = |bodies| Pair {
        bodies,
        restitution: q(1, 1),
    };
    for bodies in [
        vec![[2, 1]],
        vec![[1, 1]],
        vec![[1, 3]],
        vec![[1, 2], [0, 1]],
        vec![[1, 2], [1, 2]],
    ] {
        refused(
            &|header| header.pairs = bodies.iter().copied().map(pair).collect(),
            "R0 the beginning: header, `pairs`: found [",
        );
    }
    refused(
        &|header| {
            header.pairs = vec![Pair {
                bodies: [1, 2],
                restitution: q(3, 2),
            }]
        },
        "`pairs`: found 3/2, required 0 to 1",
    );
}

/// What is said of the scene as state 0 of a run.
fn refused_beginning(bodies: Vec<Body>, pins: Vec<Pin>) -> String {
    let scene = scene(vector("0", "-10"), bodies, pins);
    let header = header(&scene, q(1, 100), Some(24));
    match Checker::new(&scene, &header) {
        Ok(_) => "accepted".to_owned(),
        Err(rejection) => rejection.to_string(),
    }
}

#[test]
fn r0_bodies_are_apart_in_state_0() {
    let bar = |name, part| free_body(name, rectangle(part), vector("0", "0"), "0");
    let crossed = vec![bar("one", "-10,-1 10,1"), bar("other", "-1,-10 1,10")];
    assert_eq!(
        refused_beginning(crossed, vec![]),
        "R0 the beginning: state 0: `one` and `other`: found an overlap, required an edge that \
         separates them"
    );
    let fixed_ones = vec![
        fixed("wall", rectangle("0,0 2,2")),
        fixed("rock", rectangle("1,1 3,3")),
    ];
    let message = refused_beginning(fixed_ones, vec![]);
    assert!(message.contains("`wall` and `rock`: found an overlap"));
    let mut folded = bar("folded", "0,0 2,2");
    folded.parts.push(rectangle("1,1 3,3"));
    let message = refused_beginning(vec![folded], vec![]);
    assert!(message.contains("found an overlap"), "{message}");
    let touching = vec![bar("one", "0,0 1,1"), bar("other", "1,0 2,1")];
    assert_eq!(refused_beginning(touching, vec![]), "accepted");
}

#[test]
fn r0_pins_hold_in_state_0() {
    let pinned = |velocity| {
        let bar = free_body("bar", rectangle("0,0 2,1"), vector("0", velocity), "1");
        let pin = Pin {
            first: BodyId(0),
            second: None,
            at: vector("0", "1/2"),
            collide: false,
        };
        refused_beginning(vec![bar], vec![pin])
    };
    // The centre is 1 to the right of the pin, so it rises at 1 if the bar turns at 1.
    assert_eq!(pinned("1"), "accepted");
    let message = pinned("2");
    assert!(
        message.starts_with("R0 the beginning: state 0: pin 0"),
        "{message}"
    );
    assert!(message.ends_with("found relative velocity (0, 1), required (0, 0)"));
}

#[test]
fn r0_counting() {
    refused(
        scenes::rest(),
        2,
        |record| record.k = 3,
        "R0 the beginning: step 2: `k`: found 3, required 2",
    );
}

#[test]
fn r1_rows() {
    refused(
        scenes::rest(),
        1,
        |record| {
            record.rows.pop();
        },
        "R1 rows: step 1: vertex 1 of `brick` on edge 2 of `floor`: found no row, required a row \
         of the step",
    );
    refused(
        scenes::rest(),
        1,
        |record| record.rows[1].vertex.index = 2,
        "R1 rows: step 1: vertex 1 of `brick` on edge 2 of `floor`: found no row, required a row \
         of the step",
    );
    refused(
        scenes::fall(),
        1,
        |record| {
            record.rows = produce(&scenes::rest().0, &scenes::rest().1, 1)[0]
                .rows
                .clone()
        },
        "R1 rows: step 1: vertex 0 of part 0 of body 1 on edge 2 of `brick`: found a row, required \
         only rows of the step",
    );
    refused(
        scenes::rest(),
        1,
        |record| record.rows.swap(0, 1),
        "R1 rows: step 1: `rows`: found another order or repetitions, required rows in ascending \
         order",
    );
    refused(
        scenes::corner(),
        1,
        |record| record.corners[0].first.index = 3,
        "R1 rows: step 1: vertex 3 of `block` and vertex 0 of `square`: found a corner, required \
         only corners of the step",
    );
}

#[test]
fn r1_records_that_list_rows_with_forces_are_accepted() {
    let mut left_out = 0;
    for (name, (scene, header, steps)) in scenes::all() {
        let listing_all = produce(&scene, &header, steps);
        let mut records = listing_all.clone();
        records.iter_mut().for_each(with_digest);
        assert!(check(&scene, &header, &records).is_ok(), "{name}");
        let mut records = listing_all.clone();
        records.iter_mut().for_each(shorten);
        let steps = check(&scene, &header, &records).unwrap();
        let required = check(&scene, &header, &listing_all).unwrap();
        for (step, required) in steps.iter().zip(&required) {
            assert_eq!(step.forces(), required.forces(), "{name}");
            assert_eq!(step.pressing(), required.pressing(), "{name}");
        }
        for (record, all) in records.iter().zip(&listing_all) {
            left_out += all.rows.len() - record.rows.len();
        }
    }
    assert!(left_out > 50, "{left_out}");
}

#[test]
fn r1_digest_of_all_rows() {
    let digest_of_the_listed = |record: &mut Record| {
        without_idle_rows(record);
        with_digest(record);
    };
    let message = refusal(scenes::cantilever(), 1, digest_of_the_listed);
    assert!(
        message.starts_with("R1 rows: step 1: `all_rows`: found "),
        "{message}"
    );
    assert!(
        message.ends_with(", that of all rows of the step"),
        "{message}"
    );
    refused(
        scenes::cantilever(),
        1,
        without_idle_rows,
        "R1 rows: step 1: vertex 0 of `brick` on edge 2 of `table`: found no row, required a row \
         of the step",
    );
    let another_row = |record: &mut Record| {
        shorten(record);
        record.rows[0].edge.index = 1;
    };
    refused(
        scenes::cantilever(),
        1,
        another_row,
        "R1 rows: step 1: vertex 2 of `table` on edge 1 of `brick`: found a row, required only \
         rows of the step",
    );
    let twice = |record: &mut Record| {
        shorten(record);
        record.rows.push(record.rows[0]);
    };
    refused(
        scenes::rest(),
        1,
        twice,
        "R1 rows: step 1: `rows`: found another order or repetitions, required rows in ascending \
         order",
    );
}

#[test]
fn r2_groups() {
    for (change, message) in [
        (
            (|record| record.groups.clear()) as fn(&mut Record),
            "R2 groups: step 1: vertex 0 of `brick` on edge 2 of `floor`: found bodies of no \
             group, required bodies of one group",
        ),
        (
            |record| record.groups[0].bodies = vec![0],
            "R2 groups: step 1: group 0: found `floor`, required free bodies",
        ),
        (
            |record| record.groups[0].bodies = vec![7],
            "R2 groups: step 1: group 0: found body 7, required bodies of the scene",
        ),
        (
            |record| record.groups[0].bodies = vec![1, 1],
            "R2 groups: step 1: group 0: found `brick`, also in group 0, required every body once",
        ),
        (
            |record| record.groups[0].bodies = vec![],
            "R2 groups: step 1: group 0: found [], required bodies, and groups that ascend by the \
             first of them",
        ),
    ] {
        refused(scenes::rest(), 1, change, message);
    }
}

#[test]
fn r2_lists() {
    for (change, message) in [
        (
            (|record| optimal(tree(record)).1.rows[0].0 = 2) as fn(&mut Record),
            "R2 groups: step 1: group 0: case 0: `forces`: found 2, required only what the case \
             imposes",
        ),
        (
            |record| optimal(tree(record)).1.rows.swap(0, 1),
            "R2 groups: step 1: group 0: case 0: `forces`: found 0, required an ascending list \
             without repetitions",
        ),
        (
            |record| optimal(tree(record)).1.sides.push((0, 0, 1.into())),
            "R2 groups: step 1: group 0: case 0: `sides`: found (0, 0), required only what the \
             case imposes",
        ),
        (
            |record| optimal(tree(record)).1.pins.push((0, [1.into(), 1.into()])),
            "R2 groups: step 1: group 0: case 0: `pins`: found 0, required only what the case \
             imposes",
        ),
        (
            |record| {
                let (denominator, forces) = optimal(tree(record));
                *denominator = -denominator.clone();
                forces
                    .rows
                    .iter_mut()
                    .for_each(|(_, force)| *force = -force.clone());
            },
            "R2 groups: step 1: group 0: case 0: `denominator`: found -10000, required above 0",
        ),
    ] {
        refused(scenes::rest(), 1, change, message);
    }
}

#[test]
fn r2_trees() {
    let message = "R2 groups: step 1: group 0: corner 0: found";
    for (change, found) in [
        (
            (|record| {
                branches(record).pop();
            }) as fn(&mut Record),
            "1 branches, required 2, one for each side",
        ),
        (
            |record| {
                let whole = tree(record).clone();
                branches(record)[0] = whole;
            },
            "two choices on a path, required one",
        ),
        (
            |record| record.corners.clear(),
            "a choice, required choices between sides of corners of the group",
        ),
    ] {
        refused(scenes::corner(), 1, change, &format!("{message} {found}"));
    }
}

/// Two bricks lie side by side, in one group though nothing joins them, so that four forces may be
/// changed without changing sum or torque.
#[test]
fn r3_no_contact_pulls() {
    let legs = scenes::legs();
    assert!(refusal(legs.clone(), 1, |_| {}) == "accepted");
    let pull = |record: &mut Record| {
        let (denominator, forces) = optimal(tree(record));
        let unit = BigInt::from(500);
        *denominator = &unit * 4;
        // Weight 20 on four forces of normal 1: 5 h² each, or 10, -5, -5, 10 with the inner two in
        // the middle.
        forces.rows = [3, -1, -1, 3]
            .iter()
            .enumerate()
            .map(|(row, force)| (row, BigInt::from(*force)))
            .collect();
    };
    refused(
        legs,
        1,
        pull,
        "R3 no contact pulls: step 1: group 0: case 0: vertex 1 of part 0 of `legs` on edge 2 of \
         `floor`: found force -1/2000, required at least 0",
    );
}

#[test]
fn r4_nothing_penetrates() {
    refused(
        scenes::rest(),
        1,
        |record| optimal(tree(record)).1.rows.clear(),
        "R4 nothing penetrates: step 1: group 0: case 0: vertex 0 of `brick` on edge 2 of `floor`: \
         found value -1/100, required at least 0",
    );
    let message = refusal(scenes::bouncing_pendulum(), 2, |record| {
        let forces = optimal(tree(record)).1;
        (forces.rows, forces.pins) = (vec![], vec![]);
    });
    let start = "R4 nothing penetrates: step 2: group 0: case 0: pin 0 (`bar` to the world): found \
                 distance ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn r5_no_force_across_a_gap() {
    refused(
        scenes::rest(),
        1,
        |record| {
            for (_, force) in &mut optimal(tree(record)).1.rows {
                *force *= 2;
            }
        },
        "R5 no force across a gap: step 1: group 0: case 0: vertex 0 of `brick` on edge 2 of \
         `floor`: found force 1/5000 with value 1/100, required force 0",
    );
}

#[test]
fn r6_impossible_cases() {
    let (scene, header, _) = scenes::impossible_side();
    let records = produce(&scene, &header, 2);
    let is_impossible = |node: &Node| matches!(node, Node::Impossible { .. });
    let case = branches(&mut records[1].clone())
        .iter()
        .position(is_impossible)
        .unwrap();
    let message = refusal(scenes::impossible_side(), 2, |record| {
        let Node::Impossible { forces } = &mut branches(record)[case] else {
            panic!()
        };
        forces.rows.clear();
    });
    let start =
        format!("R6 impossible cases: step 2: group 0: case {case}: `square`: found a force");
    assert!(message.starts_with(&start), "{message}");
    refused(
        scenes::rest(),
        1,
        |record| {
            *tree(record) = Node::Impossible {
                forces: Forces::default(),
            }
        },
        "R6 impossible cases: step 1: group 0: case 0: the forces: found sum of force times value \
         0, required below 0, to be impossible",
    );
}

#[test]
fn r7_corners_are_decided() {
    refused(
        scenes::corner(),
        1,
        |record| match &mut record.groups[0].proof {
            GroupProof::Tree { answer, .. } => *answer = 1,
            GroupProof::Friction(_) => panic!("friction"),
        },
        "R7 corners are decided: step 1: group 0: `answer`: found case 1, required case 0",
    );
    refused(
        scenes::corner(),
        1,
        |record| {
            let forces = Forces::default();
            *tree(record) = Node::Optimal {
                denominator: 1.into(),
                forces,
            };
        },
        "R7 corners are decided: step 1: group 0: case 0, vertex 2 of `block` and vertex 0 of \
         `square`: found every side violated, required a side whose values are at least 0",
    );
    let (scene, header, _) = scenes::tied_corner(CornerRule::First);
    let records = produce(&scene, &header, 1);
    for (rule, message) in [
        (
            CornerRule::Stop,
            "step 1: group 0: the tree: found different motions of least restraint, in cases 0 and \
             1, required one motion",
        ),
        (
            CornerRule::Last,
            "step 1: group 0: `answer`: found case 0, required case 1",
        ),
    ] {
        let rejection = check(
            &scene,
            &Header {
                corner: rule,
                ..header.clone()
            },
            &records,
        )
        .unwrap_err()
        .to_string();
        assert!(
            rejection.starts_with(&format!("R7 corners are decided: {message}")),
            "{rejection}"
        );
    }
}

#[test]
fn r8_the_next_state() {
    let tiny = q(1, 1 << 24);
    refused(
        scenes::rest(),
        1,
        |record| {
            let Placement::Grid {
                position: [x, _], ..
            } = &mut record.state[0]
            else {
                panic!()
            };
            *x += &tiny;
        },
        "R8 the next state: step 1: `brick`: found [16777217/16777216, 1/2, 0, 0], required [1, \
         1/2, 0, 0]",
    );
    refused(
        scenes::rest(),
        1,
        |record| record.state.clear(),
        "R8 the next state: step 1: `state`: found 0 placements, required 1",
    );
    refused(
        scenes::rest(),
        1,
        |record| {
            record.state[0] = Placement::Exact {
                position: [q(1, 1), q(1, 2)],
                rotation: [q(1, 1), q(0, 1)],
            };
        },
        "R8 the next state: step 1: `brick`: found a rotation a + b i, required quarter turns and \
         a tangent, as the run is on a grid",
    );
    // More than a quarter turn in one step.
    let (scene, header, _) = scenes::fall();
    let header = Header {
        step: q(1, 2),
        ..header
    };
    let rejection = check(&scene, &header, &produce(&scene, &header, 1))
        .unwrap_err()
        .to_string();
    assert!(
        rejection.starts_with("R8 the next state: step 1: `brick`: found κ = -"),
        "{rejection}"
    );
}

/// A record has no say in who is concerned: more bodies, fewer, or a group without a force.
#[test]
fn r9_concerned_bodies() {
    let groups = "required all bodies of one impact group and no others, and groups that ascend";
    let message = refusal(scenes::bystander(), 1, |record| {
        record.impact.as_mut().unwrap()[0].bodies.push(2)
    });
    let found = "R9 impacts: step 1: impact: group 0: found [1, 2], ";
    assert_eq!(message, format!("{found}{groups}"));
    let message = refusal(scenes::bounce(), 1, |record| {
        record.impact.as_mut().unwrap()[0].bodies.pop();
    });
    assert!(message.ends_with(groups), "{message}");
    let message = refusal(scenes::concerned_without_force(), 1, |record| {
        let mut idle = record.impact.as_ref().unwrap()[0].clone();
        idle.bodies = vec![2];
        plain_forces(&mut idle).clear();
        record.impact.as_mut().unwrap().push(idle);
    });
    assert_eq!(
        message,
        "R9 impacts: step 1: impact: group 1: the forces: found none, required only groups with a \
         force"
    );
}

#[test]
fn forces_that_are_0_are_left_out() {
    let message = refusal(scenes::rest(), 1, |record| {
        optimal(tree(record)).1.rows[0].1 = 0.into();
    });
    assert_eq!(
        message,
        "R2 groups: step 1: group 0: case 0: the forces: found a force 0, required only forces \
         other than 0"
    );
    let message = refusal(scenes::bounce(), 1, |record| {
        plain_forces(&mut record.impact.as_mut().unwrap()[0])[0].1 = 0.into();
    });
    assert_eq!(
        message,
        "R9 impacts: step 1: impact: group 0: the forces: found a force 0, required only forces \
         other than 0"
    );
}

#[test]
fn r9_impacts() {
    refused(
        scenes::bounce(),
        1,
        |record| record.impact = None,
        "R9 impacts: step 1: `impact`: found null, required an impact",
    );
    refused(
        scenes::bounce(),
        2,
        |record| record.impact = Some(vec![]),
        "R9 impacts: step 2: `impact`: found an impact, required null",
    );
    let message = refusal(scenes::bounce(), 1, |record| record.impact = Some(vec![]));
    let start = "R9 impacts: step 1: impact: outside all groups: vertex 0 of `lower` on edge 2 of \
                 `floor`: found gap velocity, beyond that required, -";
    assert!(message.starts_with(start), "{message}");
    let message = refusal(scenes::bounce(), 1, |record| {
        for (_, force) in plain_forces(&mut record.impact.as_mut().unwrap()[0]) {
            *force = -force.clone();
        }
    });
    assert!(
        message.starts_with("R9 impacts: step 1: impact: group 0: vertex 0 of `lower`"),
        "{message}"
    );
    assert!(message.ends_with("required at least 0"), "{message}");
    let message = refusal(scenes::bouncing_pendulum(), 1, |record| {
        record.impact.as_mut().unwrap()[0].pins.clear()
    });
    assert!(
        message.starts_with("R9 impacts: step 1: impact: group 0: "),
        "{message}"
    );
}

/// A free group of one body, at rest.
fn free(body: usize) -> FreeGroup {
    let zeros = || [q(0, 1), q(0, 1)];
    FreeGroup {
        bodies: vec![body],
        momentum: zeros(),
        angular_momentum: q(0, 1),
        defect: zeros(),
    }
}

#[test]
fn r10_facts() {
    let row = |record: &Record| record.rows[0];
    for (change, message) in [
        (
            (|record| record.facts.penetration = q(1, 2)) as fn(&mut Record),
            "`penetration`: found 1/2, required 0",
        ),
        (
            |record| record.facts.pin_drift = q(1, 2),
            "`pin_drift`: found 1/2, required 0",
        ),
        (
            |record| record.facts.kinetic = q(1, 2),
            "`kinetic`: found 1/2, required 0",
        ),
        (
            |record| record.facts.potential = q(1, 2),
            "`potential`: found 1/2, required 10",
        ),
        (
            |record| record.facts.momentum[1] = q(1, 2),
            "`momentum`: found 1/2, required 0",
        ),
        (
            |record| record.facts.angular_momentum = q(1, 2),
            "`angular_momentum`: found 1/2, required 0",
        ),
        (
            |record| record.facts.impact_kinetic = q(1, 2),
            "`impact_kinetic`: found 1/2, required 0",
        ),
        (
            |record| record.facts.free = vec![free(1)],
            "`free`: found other groups, 1 of them, required 0 groups",
        ),
    ] {
        refused(
            scenes::rest(),
            2,
            change,
            &format!("R10 facts: step 2: {message}"),
        );
    }
    let touch = "vertex 0 of `brick` on edge 2 of `floor`";
    refused(
        scenes::rest(),
        2,
        |record| record.facts.made = vec![row(record)],
        &format!("R10 facts: step 2: `made`: found {touch}, required no rows"),
    );
    refused(
        scenes::rest(),
        1,
        |record| record.facts.impacts = vec![row(record)],
        &format!("R10 facts: step 1: `impacts`: found {touch}, required no rows"),
    );
    let (scene, header, steps) = scenes::rest();
    let mut records = produce(&scene, &header, steps);
    records[1].facts.bits += 1;
    let rejection = check(&scene, &header, &records).unwrap_err().to_string();
    assert_eq!(
        rejection,
        "R10 facts: step 2: `bits`: found 15, required 14"
    );
}

#[test]
fn r10_facts_of_free_groups_and_impacts() {
    // A brick of 2 kg falls, at 3 m/s to the right and at first 1/4 m/s upwards.
    let group = "R10 facts: step 1: `free`, group 0: ";
    for (change, message) in [
        (
            (|record| record.facts.free.clear()) as fn(&mut Record),
            "R10 facts: step 1: `free`: found other groups, 0 of them, required 1 groups"
                .to_owned(),
        ),
        (
            |record| record.facts.free[0].momentum[0] = q(5, 1),
            format!("{group}`momentum`: found 5, required "),
        ),
        (
            |record| record.facts.free[0].angular_momentum = q(5, 1),
            format!("{group}`angular_momentum`: found 5, required "),
        ),
        (
            |record| record.facts.free[0].defect[1] += q(1, 1),
            format!("{group}`defect`: found "),
        ),
    ] {
        let found = refusal(scenes::fall(), 1, change);
        assert!(found.starts_with(&message), "{found}");
    }
    let message = refusal(scenes::bounce(), 1, |record| {
        record.facts.impact_kinetic = q(0, 1)
    });
    assert!(
        message.starts_with("R10 facts: step 1: `impact_kinetic`: found 0, required -"),
        "{message}"
    );
}
