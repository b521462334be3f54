//! `cargo xtask bench space`: whether walls in space stand, upright and tilted, with friction and
//! without, beside Clarabel on the same programs over second-order cones.

use super::arguments::BenchSpaceArguments;
use super::clarabel::{self, RoundAnswer};
use super::clock::{Span, time};
use super::measure::WholeCommand;
use anyhow::{Result, bail};
use serde::Serialize;
use zwang_exact::Rational;
use zwang_families::space::find;
use zwang_program::Monitor;
use zwang_scene::space::Scene;
use zwang_scene::{AnyScene, BodyId, Friction};
use zwang_terminal::{Outcome, console};

/// Layers and columns of walls in running bond.
const WALLS: [[usize; 2]; 4] = [[5, 20], [13, 40], [25, 40], [50, 200]];

/// How a wall is put: its name, gravity along x and y for 1 downwards, and its friction.
const POSES: [(&str, [&str; 2], &str); 5] = [
    ("upright, smooth", ["0", "0"], "0"),
    ("upright", ["0", "0"], "1/2"),
    ("tilted along", ["1/5", "0"], "1/2"),
    ("tilted too far", ["3/5", "0"], "1/2"),
    ("tilted across", ["1/100", "1/100"], "1/2"),
];

/// The meaning of the columns.
const LEGEND: &str = "\
command   zwang stability, a process of its own, from the scene file to the file with the proof
clarabel  Clarabel alone on the same programs over second-order cones, with its defaults; whether
          it stands by what it finds
ratio     command / clarabel, by the processors where that is known
";

/// The cost of one scene; times in ns.
#[derive(Serialize)]
struct Measured {
    bricks: usize,
    pose: &'static str,
    contacts: usize,
    stands: bool,
    clarabel_stands: Option<bool>,
    command: Span,
    clarabel: Span,
}

/// Runs the command.
pub fn run(arguments: &BenchSpaceArguments) -> Result<Outcome> {
    let mut measured = Vec::new();
    if !arguments.json {
        console::print(head())?;
    }
    for [layers, columns] in WALLS {
        for pose in POSES {
            let scene = scene(layers, columns, pose)?;
            if scene.bodies.len() > arguments.most {
                continue;
            }
            let one = measure(&scene, pose.0)?;
            if !arguments.json {
                console::print(line(&one))?;
            }
            measured.push(one);
        }
    }
    if arguments.json {
        let rows = serde_json::to_value(&measured)?;
        let json = serde_json::json!({
            "format": "zwang-bench-space-1",
            "scenes": rows,
        });
        console::print(format!("{json:#}\n"))?;
    } else {
        console::print(format!("\n{LEGEND}"))?;
    }
    let agree = measured
        .iter()
        .all(|one| one.clarabel_stands == Some(one.stands));
    Ok(if agree { Outcome::Yes } else { Outcome::No })
}

fn measure(scene: &Scene, pose: &'static str) -> Result<Measured> {
    let text = zwang_writer::space::to_toml(scene);
    let command = WholeCommand::new(&text, "stability")?;
    let (status, command) = command.time()?;
    let programs = zwang_collapse::space::round_programs(scene, &Monitor::default())?;
    let (answers, clarabel) = time(|| {
        let answers = programs.iter().map(clarabel::solve_round);
        answers.collect::<Vec<_>>()
    });
    let contacts = programs.iter().map(|program| program.cones.len());
    let is_clear = !answers.contains(&RoundAnswer::Unknown);
    let falls = answers.contains(&RoundAnswer::Falls);
    Ok(Measured {
        bricks: scene
            .bodies
            .iter()
            .filter(|body| body.dynamics.is_some())
            .count(),
        pose,
        contacts: contacts.sum(),
        stands: status.success(),
        clarabel_stands: is_clear.then_some(!falls),
        command,
        clarabel,
    })
}

fn scene(
    layers: usize,
    columns: usize,
    (_, tilt, friction): (&str, [&str; 2], &str),
) -> Result<Scene> {
    let given = [
        ("layers".to_owned(), layers.to_string()),
        ("columns".to_owned(), columns.to_string()),
    ];
    let AnyScene::Space(mut scene) = find("wall")?.any_scene(&given)? else {
        bail!("found a plane wall; expected one in space")
    };
    scene.expect = None;
    let friction: Rational = zwang_exact::parse(friction)?;
    let bodies = 0..scene.bodies.len();
    let frictions = bodies.map(|body| (BodyId(body), friction.clone()));
    scene.friction = Friction::new(frictions.collect::<Vec<_>>(), []);
    let [x, y] = tilt;
    scene.gravity.x = zwang_exact::parse(x)?;
    scene.gravity.y = zwang_exact::parse(y)?;
    Ok(scene)
}

fn head() -> String {
    cells([
        "bricks", "pose", "contacts", "verdict", "command", "clarabel", "ratio",
    ])
}

fn line(measured: &Measured) -> String {
    let verdict = if measured.stands { "held" } else { "falls" };
    let of = |span: &Span| span.processor.unwrap_or(span.wall);
    let hundredths = of(&measured.command) * 100 / of(&measured.clarabel).max(1);
    let rest = hundredths % 100;
    let ratio = format!("{}.{rest:02}", hundredths / 100);
    let bricks = measured.bricks.to_string();
    let contacts = measured.contacts.to_string();
    let command = milliseconds(&measured.command);
    let clarabel = milliseconds(&measured.clarabel);
    cells([
        &bricks,
        measured.pose,
        &contacts,
        verdict,
        &command,
        &clarabel,
        &ratio,
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

fn cells([bricks, pose, contacts, verdict, command, clarabel, ratio]: [&str; 7]) -> String {
    format!(
        "{bricks:>7}  {pose:<16}{contacts:>9}  {verdict:<8}{command:>20}{clarabel:>20}{ratio:>8}\n"
    )
}
