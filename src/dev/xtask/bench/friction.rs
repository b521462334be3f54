//! `cargo xtask bench friction`: how towers with friction start to fall, beside the same towers
//! without.

use super::arguments::BenchFrictionArguments;
use super::clock::{Span, time};
use anyhow::{Context, Result};
use serde::Serialize;
use zwang_certificate::friction::Law;
use zwang_exact::Rational;
use zwang_families::find;
use zwang_program::{Monitor, Options};
use zwang_scene::{Friction, Scene};
use zwang_terminal::{Outcome, console};

/// Family, size and friction.
const SCENES: [(&str, &str, &str); 10] = [
    ("triangle", "3", "1/4"),
    ("triangle", "6", "1/4"),
    ("diamond", "5", "1/4"),
    ("diamond", "6", "1/4"),
    ("diamond", "7", "1/4"),
    ("diamond", "8", "1/4"),
    ("diamond", "10", "1/4"),
    ("diamond", "10", "1/10"),
    ("diamond", "15", "1/4"),
    ("diamond", "20", "1/4"),
];

/// The meaning of the columns.
const LEGEND: &str = "\
coulomb   from the scene to the certificate, by Coulomb's law
check     checking that certificate
plain     from the scene to the certificate without friction; ratio: coulomb / plain
bits      of the largest integer of the certificate
";

/// The cost of one scene; times in ns.
#[derive(Serialize)]
struct Measured {
    scene: String,
    friction: &'static str,
    contacts: usize,
    verdict: String,
    bits: u64,
    coulomb: Span,
    check: Span,
    plain: Span,
}

/// Runs the command.
pub fn run(arguments: &BenchFrictionArguments) -> Result<Outcome> {
    let mut measured = Vec::new();
    if !arguments.json {
        console::print(head())?;
    }
    for (family, size, friction) in SCENES {
        let one = measure(family, size, friction)?;
        if !arguments.json {
            console::print(line(&one))?;
        }
        measured.push(one);
    }
    if arguments.json {
        let rows = serde_json::to_value(&measured)?;
        let json = serde_json::json!({
            "format": "zwang-bench-friction-1",
            "scenes": rows,
        });
        console::print(format!("{json:#}\n"))?;
    } else {
        console::print(format!("\n{LEGEND}"))?;
    }
    Ok(Outcome::Yes)
}

fn measure(family: &str, size: &str, friction: &'static str) -> Result<Measured> {
    let plain = scene(family, size)?;
    let mut rough = plain.clone();
    let number: Rational = zwang_exact::parse(friction)?;
    rough.friction = Friction::uniform(&rough.bodies, &number);
    let options = Options::default();
    let monitor = Monitor::default();
    let law = Law::Coulomb;
    let (solved, coulomb) = time(|| zwang_collapse::accelerations(&rough, law, &options, &monitor));
    let solved = solved.with_context(|| rough.name.clone())?;
    let found = &solved.accelerations;
    let (verified, check) = time(|| zwang_check::friction::verify(&rough, found));
    let verified = verified.with_context(|| rough.name.clone())?;
    let monitor = Monitor::default();
    let (without, plain_time) = time(|| zwang_collapse::collapse(&plain, &options, &monitor));
    without.with_context(|| plain.name.clone())?;
    Ok(Measured {
        scene: rough.name,
        friction,
        contacts: found.contacts.len(),
        verdict: verified.verdict().to_string(),
        bits: verified.bits(),
        coulomb,
        check,
        plain: plain_time,
    })
}

fn scene(family: &str, size: &str) -> Result<Scene> {
    let given = [("size".to_owned(), size.to_owned())];
    let scene = find(family)?.scene(&given)?;
    Ok(scene)
}

fn head() -> String {
    cells([
        "scene", "friction", "contacts", "verdict", "bits", "coulomb", "check", "plain", "ratio",
    ])
}

fn line(measured: &Measured) -> String {
    let Measured {
        scene,
        friction,
        contacts,
        verdict,
        bits,
        coulomb,
        check,
        plain,
    } = measured;
    let tenths = coulomb.wall * 10 / plain.wall.max(1);
    let whole = tenths / 10;
    let rest = tenths % 10;
    let ratio = format!("{whole}.{rest}");
    let contacts = contacts.to_string();
    let bits = bits.to_string();
    let coulomb = milliseconds(coulomb);
    let check = milliseconds(check);
    let plain = milliseconds(plain);
    cells([
        scene, friction, &contacts, verdict, &bits, &coulomb, &check, &plain, &ratio,
    ])
}

/// By the clock, and by the processors where that is known.
fn milliseconds(span: &Span) -> String {
    let wall = span.wall / 1_000_000;
    match span.processor {
        Some(processor) => format!("{wall} ({}) ms", processor / 1_000_000),
        None => format!("{wall} ms"),
    }
}

fn cells(cells: [&str; 9]) -> String {
    let [scene, friction, contacts, verdict, bits, times @ ..] = cells;
    let mut line = format!("{scene:<12}{friction:>9}{contacts:>10}  {verdict:<9}{bits:>6}");
    for time in times {
        let cell = format!("{time:>18}");
        line.push_str(&cell);
    }
    line.push('\n');
    line
}
