//! Momentum: groups that nothing fixed touches gain what gravity gives, and no more than rounding
//! can add.

use crate::runs::course::{gallery, number, run, scene, settings, square};
use zwang_exact::{Rational, Vector};
use zwang_families::{Brick, diamond};

/// A brick lies on a turning brick, turns with it and slides along it, while both fall.
const TURNING: &str = "gravity = [0,-1]\n[[body]]\nname = 'lower'\n\
    rectangle = { center = [0,'-1/4'], size = [2,'1/2'] }\n\
    velocity = ['1/8',0]\nspin = '1/2'\n[[body]]\nname = 'upper'\n\
    rectangle = { center = ['-1/4','1/8'], size = [1,'1/4'] }\n\
    velocity = ['47/16','-1/8']\nspin = '1/2'\n";

/// THEOREM.md, section 8: h |defect| ≤ M · 2^-64 · √2 |a|, half of that without an impact; here
/// squared, with |a| = 1.
#[test]
fn free_groups_gain_what_gravity_gives() {
    let (mut loaded, mut groups) = (0, 0);
    let mut scenes: Vec<_> = ["arch-7", "domino-5", "corner-decided", "rolling"]
        .map(gallery)
        .to_vec();
    scenes.push(diamond(3, &Brick::default()).unwrap());
    scenes.push(scene(TURNING));
    for (scene, restitution) in scenes
        .iter()
        .flat_map(|scene| [(scene, (0, 1)), (scene, (1, 2))])
    {
        let course = run(scene, settings(50, restitution), 40);
        for record in &course.records {
            for group in &record.facts.free {
                let masses = group
                    .bodies
                    .iter()
                    .map(|&body| scene.bodies[body].dynamics.as_ref().unwrap().mass.clone());
                let mass = masses.fold(Rational::default(), |sum, mass| sum + mass);
                let unit = number("1/18446744073709551616") * mass * number("50");
                let bound =
                    &unit * &unit * number(if record.impact.is_some() { "2" } else { "1/2" });
                let [x, y] = group.defect.clone();
                assert!(
                    square(&Vector::new(x, y)) <= bound,
                    "{}, step {}",
                    scene.name,
                    record.k
                );
                groups += 1;
                loaded += usize::from(group.bodies.len() > 1);
            }
        }
    }
    assert!(
        groups > 100 && loaded > 3,
        "{groups} groups, {loaded} of several bodies"
    );
}

/// Without gravity two squares meet off centre: momentum and angular momentum stay, whatever is
/// lost of the energy.
#[test]
fn a_collision_in_space_keeps_both_momenta() {
    let bodies = "gravity = [0,0]\n[[body]]\nname = 'left'\n\
        rectangle = { center = [-2,0], size = [1,1] }\nvelocity = [1,0]\n\
        spin = '1/3'\n[[body]]\nname = 'right'\nrectangle = { center = [2,'3/5'], size = [1,1] }\n\
        velocity = [-1,0]\n";
    for restitution in [(1, 1), (1, 2)] {
        let course = run(&scene(bodies), settings(64, restitution), 130);
        let first = &course.records[0].facts;
        assert!(course.records.iter().any(|record| record.impact.is_some()));
        let turned = |record: &zwang_certificate::run::Record| {
            &record.facts.angular_momentum - &first.angular_momentum
        };
        for record in &course.records {
            let off = turned(record);
            // Positions are at most 3 m from the origin, two bodies of 1 kg are rounded twice a
            // step: below 130 · 64 · 2^-60.
            assert!(&off * &off < number("1e-28"), "step {}: {off}", record.k);
            let [x, y] = &record.facts.momentum;
            assert!(x * x + y * y < number("1e-30"), "step {}", record.k);
        }
        let last = course.records.last().unwrap();
        let pair = last
            .facts
            .free
            .iter()
            .map(|group| group.bodies.len())
            .collect::<Vec<_>>();
        assert_eq!(pair, [1, 1]);
        let gained: Rational = course
            .records
            .iter()
            .map(|record| record.facts.impact_kinetic.clone())
            .sum();
        let lost = &last.facts.kinetic - &first.kinetic - &gained;
        // All that changes between impacts is rounding.
        assert!(&lost * &lost < number("1e-28"), "{lost}");
        assert_eq!(gained < number("-1/100"), restitution == (1, 2), "{gained}");
    }
}

#[test]
fn what_stands_or_hangs_is_not_free() {
    for name in ["diamond-4", "pendulum", "double-pendulum", "turntable"] {
        let course = run(&gallery(name), settings(100, (0, 1)), 3);
        assert!(
            course
                .records
                .iter()
                .all(|record| record.facts.free.is_empty()),
            "{name}"
        );
    }
}
