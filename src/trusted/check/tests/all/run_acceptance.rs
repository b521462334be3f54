//! Runs made by brute force are accepted, and say what is known otherwise.

use crate::run_stage::plane::q;
use crate::run_stage::produce::{Producer, header, produce};
use crate::run_stage::world::World;
use crate::run_stage::{check, scenes};
use crate::stage::{fixed, free, rectangle, scene, vector};
use zwang_certificate::run::{CornerRule, Header, Impact, ImpactForces, Node};
use zwang_check::run::VerifiedStep;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

fn falling(velocity: Vector, spin: &str) -> Scene {
    scene(
        vector("0", "-10"),
        vec![free("brick", rectangle("0,0 2,1"), velocity, spin)],
        vec![],
    )
}

/// z_k = z_0 + k h v + ½ k (k + 1) h² g, exactly on the grid since h² g is a multiple of 2^-12.
#[test]
fn a_brick_falls_as_it_must() {
    let fall = falling(vector("3", "1/4"), "2");
    let header = header(&fall, q(1, 64), Some(20));
    let steps = check(&fall, &header, &produce(&fall, &header, 12)).unwrap();
    for (k, step) in (1..).zip(&steps) {
        let height = q(1, 2) + q(k, 256) - q(5 * k * (k + 1), 4096);
        assert_eq!(
            step.state().position(BodyId(0)),
            Some(Vector::new(q(1, 1) + q(3 * k, 64), height)),
            "step {k}"
        );
        assert!(step.forces().is_empty() && step.facts().bits == 0);
        assert_eq!(step.facts().momentum, [q(6, 1), q(1, 2) - q(10 * k, 32)]);
    }
}

#[test]
fn every_run_is_accepted() {
    for (name, (scene, header, steps)) in scenes::all() {
        let records = produce(&scene, &header, steps);
        check(&scene, &header, &records).unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
    }
}

/// Each vertex carries half of m h² g.
#[test]
fn a_brick_at_rest_is_carried() {
    let (scene, header, _) = scenes::rest();
    let steps = check(&scene, &header, &produce(&scene, &header, 3)).unwrap();
    for step in &steps {
        let forces: Vec<Vector> = step
            .forces()
            .into_iter()
            .map(|contact| contact.force)
            .collect();
        assert_eq!(forces, [vector("0", "10"), vector("0", "10")]);
        assert_eq!(step.state().position(BodyId(1)), Some(vector("1", "1/2")));
        assert_eq!(step.state().rotation(BodyId(1)), Some(vector("1", "0")));
        assert_eq!(
            (&step.facts().kinetic, &step.facts().potential),
            (&q(0, 1), &q(10, 1))
        );
    }
    assert_eq!(steps[0].facts().made, steps[0].pressing());
    assert!(steps[1].facts().made.is_empty() && steps[0].facts().impacts.is_empty());
}

/// The brick falls by h² g = 1/1000, 2/1000, 3/1000, and is 5/1000 above the floor: it lands in the
/// third step, and stops.
#[test]
fn a_landing_is_inelastic() {
    let (scene, header, steps) = scenes::landing();
    let steps = check(&scene, &header, &produce(&scene, &header, steps)).unwrap();
    let made: Vec<usize> = steps.iter().map(|step| step.facts().made.len()).collect();
    assert_eq!(made, [0, 0, 2, 0, 0]);
    assert_eq!(steps[2].facts().impacts, steps[2].pressing());
    for step in &steps[2..] {
        let above = step.state().position(BodyId(1)).unwrap().y - q(199, 400);
        assert!(&above * &above <= q(1, 1 << 48), "{above}");
    }
    assert_eq!(steps[4].facts().momentum, [q(0, 1), q(0, 1)]);
}

/// Down 1/32 in a step, the brick would meet the floor; it leaves with half of that.
#[test]
fn an_elastic_impact_reverses_the_velocity() {
    let brick = free("brick", rectangle("0,1/64 2,1"), vector("1/2", "-2"), "0");
    let scene = scene(
        vector("0", "0"),
        vec![fixed("floor", rectangle("-5,-1 5,0")), brick],
        vec![],
    );
    let header = Header {
        restitution: q(1, 2),
        ..header(&scene, q(1, 64), Some(20))
    };
    let steps = check(&scene, &header, &produce(&scene, &header, 3)).unwrap();
    assert!(steps[0].has_impact() && !steps[1].has_impact());
    let start = vector("1", "65/128");
    for (k, step) in (1..).zip(&steps) {
        let drift = Vector::new(q(k, 128), q(k, 64));
        assert_eq!(step.state().position(BodyId(1)), Some(&start + &drift));
    }
}

/// A pendulum that nothing meets is no part of an impact: its bodies are in no group of it, and
/// forces at its pins are refused.
#[test]
fn an_impact_concerns_what_meets() {
    let (scene, header, steps) = scenes::bystander();
    let mut records = produce(&scene, &header, steps);
    check(&scene, &header, &records).unwrap();
    let impact = records[0].impact.as_mut().unwrap();
    assert_eq!(
        impact
            .iter()
            .map(|group| group.bodies.clone())
            .collect::<Vec<_>>(),
        [vec![1]]
    );
    impact.push(Impact {
        bodies: vec![2, 3],
        denominator: 1.into(),
        forces: ImpactForces::Frictionless(vec![]),
        pins: vec![(1, [1.into(), 0.into()])],
    });
    let rejection = check(&scene, &header, &records).unwrap_err().to_string();
    assert!(
        rejection.starts_with("R9 impacts: step 1: impact: group 1: found [2, 3], required all"),
        "{rejection}"
    );
}

/// Two bricks that press on each other in their fall are one free group, and then two.
#[test]
fn what_nothing_fixed_touches_is_a_free_group() {
    let (scene, header, steps) = scenes::turning();
    let steps = check(&scene, &header, &produce(&scene, &header, steps)).unwrap();
    let facts = steps[0].facts();
    assert_eq!(
        facts
            .free
            .iter()
            .map(|group| group.bodies.clone())
            .collect::<Vec<_>>(),
        [vec![0, 1]]
    );
    assert_eq!(
        (&facts.free[0].momentum, &facts.free[0].angular_momentum),
        (&facts.momentum, &facts.angular_momentum)
    );
    let (scene, header, steps) = scenes::bounce();
    let steps = check(&scene, &header, &produce(&scene, &header, steps)).unwrap();
    assert!(steps[0].has_impact() && steps[0].facts().free.is_empty());
    // What an impact joins is one group in its step.
    let (scene, header, steps) = scenes::collision();
    let steps = check(&scene, &header, &produce(&scene, &header, steps)).unwrap();
    let groups = |step: usize| {
        steps[step]
            .facts()
            .free
            .iter()
            .map(|group| group.bodies.len())
            .collect::<Vec<_>>()
    };
    assert!(steps[0].has_impact());
    assert_eq!((groups(0), groups(1)), (vec![2], vec![1, 1]));
}

/// At rest a bar of length 2 and height 1/4 that hangs at its end, sideways, starts like a
/// pendulum: α = m g r / (I + m r²).
#[test]
fn a_pinned_bar_starts_as_a_pendulum() {
    let (mut scene, _, _) = scenes::pinned();
    (scene.gravity, scene.pins) = (vector("0", "-10"), scene.pins[..1].to_vec());
    scene.bodies.truncate(1);
    let header = header(&scene, q(1, 100), None);
    let step = &check(&scene, &header, &produce(&scene, &header, 1)).unwrap()[0];
    // I + m r² = ½ (4 + 1/16) / 12 + ½; s = -h² m g r / (I + m r²), and κ = 1.
    let sweep = -q(5, 10_000) / (q(65, 384) + q(1, 2));
    assert_eq!(
        step.state().rotation(BodyId(0)),
        Some(Vector::new(q(1, 1), sweep.clone()))
    );
    assert_eq!(
        step.state().position(BodyId(0)),
        Some(Vector::new(q(1, 1), q(1, 8) + sweep))
    );
}

/// The vertex would pass 1/100 left of one line and 2/100 below the other: least restraint keeps it
/// right of the block.
#[test]
fn a_corner_is_decided_by_the_smaller_restraint() {
    let (scene, header, _) = scenes::corner();
    let records = produce(&scene, &header, 1);
    assert_eq!(records[0].corners.len(), 1);
    let Some(Node::Choice { branches, .. }) = records[0].groups[0].tree() else {
        panic!("no choice")
    };
    assert_eq!(branches.len(), 2);
    let steps = check(&scene, &header, &records).unwrap();
    let forces = steps[0].forces();
    assert!(
        !forces.is_empty()
            && forces
                .iter()
                .all(|contact| contact.force.x != q(0, 1) && contact.force.y == q(0, 1))
    );
}

#[test]
fn a_tie_is_decided_as_the_header_says() {
    let first = |rule| {
        let (scene, header, _) = scenes::tied_corner(rule);
        let forces = check(&scene, &header, &produce(&scene, &header, 1)).unwrap()[0].forces();
        forces
            .into_iter()
            .map(|contact| contact.force)
            .collect::<Vec<_>>()
    };
    let mirrored = |forces: Vec<Vector>| {
        forces
            .into_iter()
            .map(|force| Vector::new(force.y, force.x))
            .collect::<Vec<_>>()
    };
    let [one, other] = [CornerRule::First, CornerRule::Last].map(first);
    assert!(!one.is_empty() && one != other);
    assert_eq!(mirrored(one), other);
}

/// Nearly parallel edges at a vertex leave no choice: both rows are imposed, and a symmetric
/// landing stays symmetric.
#[test]
fn a_flat_ridge_is_no_corner() {
    let (scene, header, _) = scenes::roof();
    let records = produce(&scene, &header, 2);
    assert_eq!((records[0].rows.len(), records[0].corners.len()), (2, 0));
    let steps = check(&scene, &header, &records).unwrap();
    assert_eq!(steps[0].pressing().len(), 2);
    assert_eq!(steps[1].state().rotation(BodyId(1)), Some(vector("1", "0")));
}

/// In newtons, along the normals n° = -J e° of edges at short placements; rows press whose
/// placements and gaps are rounded.
#[test]
fn forces_are_along_short_normals() {
    let (scene, header, steps) = scenes::coarse_landing();
    let mut producer = Producer::new(&scene, &header);
    let (mut records, mut required, mut is_rounded) = (vec![], vec![], false);
    for _ in 0..steps {
        let world = World {
            scene: &scene,
            header: &header,
            now: producer.now.clone(),
            before: producer.before.clone(),
        };
        let record = producer.step();
        let mut forces = vec![];
        for (row, force) in record
            .groups
            .iter()
            .flat_map(|group| pressing(group.tree().unwrap()))
        {
            let row = record.rows[row];
            let [arm, edge] = world.short_row(&row);
            is_rounded |= world.short(1) != world.now[1] && arm.cross(&edge) != world.gap(&row);
            let per_step_square = (&header.step * &header.step).recip();
            forces.push((
                row,
                (-&edge.quarter_turn()).scaled(&(force * per_step_square)),
            ));
        }
        required.push(forces);
        records.push(record);
    }
    let steps = check(&scene, &header, &records).unwrap();
    let forces = |step: &VerifiedStep| -> Vec<_> {
        step.forces()
            .into_iter()
            .map(|contact| (contact.row, contact.force))
            .collect()
    };
    assert_eq!(steps.iter().map(forces).collect::<Vec<_>>(), required);
    assert!(is_rounded);
}

/// The forces of a tree of one case.
fn pressing(tree: &Node) -> Vec<(usize, Rational)> {
    let Node::Optimal {
        denominator,
        forces,
    } = tree
    else {
        panic!("several cases")
    };
    forces
        .rows
        .iter()
        .map(|(row, force)| (*row, Rational::new(force.clone(), denominator.clone())))
        .collect()
}
