//! States and forces of symmetric scenes are invariant, exactly, through impacts and where corners
//! are decided.

use crate::runs::course::{Course, run, scene, settings};
use std::collections::BTreeMap;
use zwang_certificate::run::{Group, Node, Record};
use zwang_certificate::{BigInt, Contact};
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_exact::{Rational, Vector};
use zwang_families::{Brick, diamond};
use zwang_law::Settings;
use zwang_scene::Scene;

/// The forces of an impact on their rows.
fn impact_forces(record: &Record) -> BTreeMap<Contact, Rational> {
    let groups = record.impact.iter().flatten();
    let forces = groups.flat_map(|group| {
        let force = |(row, force): (usize, &BigInt)| {
            (
                record.rows[row],
                Rational::new(force.clone(), group.denominator.clone()),
            )
        };
        let normal = group.forces.normal().into_iter();
        normal.map(force).collect::<Vec<_>>()
    });
    forces.collect()
}

/// Asserts that each state, each force and each force of an impact is mapped to one by the
/// symmetry.
fn assert_invariant(scene: &Scene, symmetry: &Symmetry, course: &Course) {
    for (record, step) in course.records.iter().zip(&course.steps) {
        let at = format!("{}, step {}", scene.name, record.k);
        for body in scene
            .body_ids()
            .filter(|&body| !scene.bodies[body].is_fixed())
        {
            let [own, image] =
                [body, symmetry.bodies[body]].map(|body| step.state().position(body).unwrap());
            assert_eq!(symmetry.map_point(&own), image, "{at}");
        }
        let forces: BTreeMap<Contact, Vector> = step
            .forces()
            .into_iter()
            .map(|contact| (contact.row, contact.force))
            .collect();
        let images = forces
            .iter()
            .map(|(row, force)| (symmetry.image_of(row).unwrap(), symmetry.map_vector(force)));
        assert_eq!(images.collect::<BTreeMap<_, _>>(), forces, "{at}");
        let struck = impact_forces(record);
        let images = struck
            .iter()
            .map(|(row, force)| (symmetry.image_of(row).unwrap(), force.clone()));
        assert_eq!(images.collect::<BTreeMap<_, _>>(), struck, "{at}");
    }
}

/// Runs a symmetric scene, without floats and with them: neither the forces of a vertex of their
/// polyhedron nor those of a rounded guess are symmetric by themselves.
fn symmetric_run(scene: &Scene, settings: &Settings, steps: usize) -> Course {
    let symmetries = symmetry::detect(scene);
    assert!(!symmetries.is_empty(), "{}", scene.name);
    let [_, with_floats] = [false, true].map(|floats| {
        let course = run(
            scene,
            Settings {
                floats,
                ..settings.clone()
            },
            steps,
        );
        assert_eq!(course.stopped, None, "{}", scene.name);
        symmetries
            .iter()
            .for_each(|symmetry| assert_invariant(scene, symmetry, &course));
        course
    });
    with_floats
}

/// A diamond that falls flat on its table and bounces: between four rows of bricks there are more
/// forces than equations.
#[test]
fn a_dropped_diamond_bounces_symmetrically() {
    let mut scene = diamond(3, &Brick::default()).unwrap();
    for free in scene
        .bodies
        .iter_mut()
        .filter_map(|body| body.dynamics.as_mut())
    {
        free.velocity = Vector::from_integers(0, -1);
    }
    let course = symmetric_run(&scene, &settings(100, (1, 2)), 6);
    let loaded = course
        .records
        .iter()
        .map(|record| impact_forces(record).len())
        .max()
        .unwrap();
    assert!(loaded >= 10, "{loaded}");
}

/// A long slab falls flat on four legs, eight points: the impact has many systems of forces.
#[test]
fn a_slab_on_many_legs_bounces_symmetrically() {
    let leg = |x: i64| format!("[[{x},'1/100'],[{},'1/100'],[{},1],[{x},1]]", x + 1, x + 1);
    let bodies = format!(
        "gravity = [0,-1]\n[[body]]\nname = 'floor'\nfixed = true\n\
         parts = [ [[-9,-1],[9,-1],[9,0],[-9,0]] ]\n\
         [[body]]\nname = 'slab'\nparts = [ {}, [[-5,1],[5,1],[5,2],[-5,2]] ]\n\
         velocity = [0,-2]\n",
        [-5, -2, 1, 4].map(leg).join(", ")
    );
    let course = symmetric_run(&scene(&bodies), &settings(100, (1, 2)), 4);
    let impact = course
        .records
        .iter()
        .find(|record| record.impact.is_some())
        .unwrap();
    assert_eq!(impact_forces(impact).len(), 8);
}

/// Two squares over a slab that rests on more feet than it needs, all in one group; each square
/// passes the corner of a post on the side of less restraint. Forces of a case with decided corners
/// are averaged as well.
#[test]
fn corners_that_are_images_of_each_other_are_passed_symmetrically() {
    let square = |name: &str, x: &str, speed: i64| {
        format!(
            "[[body]]\nname = '{name}'\nrectangle = {{ center = ['{x}','3/2'], size = [1,1] }}\n\
             velocity = [{speed},-3]\n"
        )
    };
    let post = |name: &str, low: &str, high: &str| {
        let top = "99/100";
        format!(
            "[[body]]\nname = '{name}'\nfixed = true\n\
             parts = [ [['{low}',-1],['{high}',-1],['{high}','{top}'],['{low}','{top}']] ]\n"
        )
    };
    let foot = |x: i64| format!("[[{x},0],[{},0],[{},'1/4'],[{x},'1/4']]", x + 1, x + 1);
    let bodies = format!(
        "gravity = [0,-1]\n{}{}{}{}[[body]]\nname = 'floor'\nfixed = true\n\
         parts = [ [[-1,-2],[1,-2],[1,0],[-1,0]] ]\n\
         [[body]]\nname = 'slab'\n\
         parts = [ {}, {}, [[-1,'1/4'],[1,'1/4'],[1,'19/20'],[-1,'19/20']] ]\n",
        square("left", "-51/100", -2),
        square("right", "51/100", 2),
        post("left post", "-3", "-51/50"),
        post("right post", "51/50", "3"),
        foot(-1),
        foot(0),
    );
    let course = symmetric_run(&scene(&bodies), &settings(100, (0, 1)), 3);
    let decides = |group: &Group| matches!(group.tree(), Some(Node::Choice { .. }));
    let record = course
        .records
        .iter()
        .find(|record| record.groups.iter().any(decides))
        .unwrap();
    assert_eq!(record.corners.len(), 2, "{record:?}");
    assert_eq!(
        record.groups.iter().filter(|group| decides(group)).count(),
        1
    );
    let forces = course.steps[record.k as usize - 1].forces();
    assert!(
        forces
            .iter()
            .filter(|contact| contact.force.x != Rational::default())
            .count()
            >= 2,
        "{forces:?}"
    );
    assert!(
        forces
            .iter()
            .filter(|contact| contact.force.y != Rational::default())
            .count()
            >= 2,
        "{forces:?}"
    );
}
