//! Runs made by brute force are accepted, and say what is known otherwise.

mod run_stage;
mod stage;

use run_stage::check;
use run_stage::plane::q;
use run_stage::produce::{header, produce};
use stage::{fixed, free, number, polygon, rectangle, resting, scene, vector};
use zwang_certificate::run::Node;
use zwang_exact::Vector;
use zwang_scene::Scene;

fn falling(velocity: Vector, spin: &str) -> Scene {
    scene(vector("0", "-10"), vec![free("brick", rectangle("0,0 2,1"), velocity, spin)], vec![])
}

/// z_k = z_0 + k h v + ½ k (k + 1) h² g, exactly on the grid since h² g is a multiple of 2^-12.
#[test]
fn a_brick_falls_as_it_must() {
    let fall = falling(vector("3", "1/4"), "2");
    let header = header(&fall, q(1, 64), Some(20));
    let steps = check(&fall, &header, &produce(&fall, &header, 12)).unwrap();
    for (k, step) in (1..).zip(&steps) {
        let height = q(1, 2) + q(k, 256) - q(5 * k * (k + 1), 4096);
        assert_eq!(step.state().position(0), Some(Vector::new(q(1, 1) + q(3 * k, 64), height)), "step {k}");
        assert!(step.forces().is_empty() && step.facts().bits == 0);
        assert_eq!(step.facts().momentum, [q(6, 1), q(1, 2) - q(10 * k, 32)]);
    }
}

#[test]
fn every_run_is_accepted() {
    for (name, (scene, header, steps)) in run_stage::scenes::all() {
        let records = produce(&scene, &header, steps);
        for record in &records {
            let line = zwang_certificate::run::write_record(record);
            eprintln!(
                "{name} {}: rows {} corners {} impact {} made {} {}",
                record.k,
                record.rows.len(),
                record.corners.len(),
                record.impact.is_some(),
                record.facts.made.len(),
                line.len()
            );
        }
        check(&scene, &header, &records).unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
    }
}
