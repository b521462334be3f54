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
    let settings = Settings { step: Rational::from_signeds(1, args.get(3).map_or(100, |a| a.parse().unwrap())), grid: Grid(Some(64)), corner: CornerChoice::Stop, floats: true, restitution: Restitution{default: args.get(4).map_or(Rational::from(0), |a| Rational::from_signeds(a.parse().unwrap(), 10)), pairs: Default::default()}, most_bits: 100000 };
    let mut run = Simulation::new(&scene, settings).unwrap();
    let mut out = std::io::BufWriter::new(std::fs::File::create("/tmp/zwang/run.ndjson").unwrap());
    use std::io::Write; writeln!(out, "{}", zwang_certificate::run::write_header(&run.header())).unwrap();
    let mut worst = 0f64;
    let start = Instant::now();
    let monitor = zwang_solve::Monitor::default();
    for k in 1..=steps {
        let t = Instant::now();
        match run.advance(&monitor) {
            Ok(a) => {
                writeln!(out, "{}", zwang_certificate::run::write_record(&a)).unwrap();
                let pen = { let p = &a.facts.penetration; f(&zwang_solve::number::to_solver(p)).sqrt() };
                worst = worst.max(pen);
                if k % 20 == 0 || k < 10 || t.elapsed().as_millis() > 60 || pen > 1e-4 {
                println!("{k}: rows {} corners {} bits {} pen {:.2e} made {} lost {} impacts {} E {:.5} {:?}", a.rows.len(), a.corners.len(), a.facts.bits, pen, a.facts.made.len(), a.facts.lost.len(), a.facts.impacts.len(), f(&zwang_solve::number::to_solver(&(a.facts.kinetic+a.facts.potential))), t.elapsed());
            }},
            Err(e) => { println!("{e}"); break; }
        }
    }
    println!("worst {worst:.2e}");
    println!("{:?} {:?}", start.elapsed(), monitor.statistics());
    for p in run.placements() {
        let c = p.rotation.components();
        println!("{:.5} {:.5} angle {:.4}", f(&p.centroid[0]), f(&p.centroid[1]), f(&c[1]).atan2(f(&c[0])));
    }
}
