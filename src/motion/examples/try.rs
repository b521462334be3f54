#![allow(clippy::all, clippy::disallowed_types, missing_docs)]
use malachite::Rational;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use std::time::Instant;
use zwang_motion::*;
fn f(x: &Rational) -> f64 { f64::rounding_from(x, RoundingMode::Nearest).0 }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let scene = zwang_scene::read::parse_toml(&text).unwrap().scene;
    let steps: usize = args[2].parse().unwrap();
    let settings = Settings { step: Rational::from_signeds(1, args.get(3).map_or(100, |a| a.parse().unwrap())), grid: Grid(Some(64)), corner: CornerChoice::Stop, floats: true };
    let mut run = Simulation::new(&scene, settings);
    let start = Instant::now();
    let monitor = zwang_solve::Monitor::default();
    for k in 1..=steps {
        let t = Instant::now();
        match run.advance(&monitor) {
            Ok(a) => if k % 20 == 0 || k < 10 || t.elapsed().as_millis() > 60 {
                println!("{k}: rows {} corners {} pressing {} bits {} {:?}", a.rows.rows.len(), a.rows.corners.len(), a.pressing, a.bits, t.elapsed());
            },
            Err(e) => { println!("{e}"); break; }
        }
    }
    println!("{:?} {:?}", start.elapsed(), monitor.statistics());
    for p in run.placements() {
        let c = p.rotation.components();
        println!("{:.5} {:.5} angle {:.4}", f(&p.centroid[0]), f(&p.centroid[1]), f(&c[1]).atan2(f(&c[0])));
    }
}
