//! `zwang interlock`: whether bodies in space lock each other, and which one is the key.

use super::account::Account;
use super::assembly::{Kept, answered, numbered, read};
use super::{Outcome, console};
use crate::arguments::AssemblyArguments;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use zwang_answer::{Interlock, InterlockVerdict, interlock, keys};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// Keys are looked for without being asked among so many free bodies.
const FEW: usize = 8;

/// Arguments of `interlock`.
#[derive(Args, Debug)]
pub struct InterlockArguments {
    /// The scene, and where the proofs go.
    #[command(flatten)]
    pub assembly: AssemblyArguments,
    /// Look for the keys of locked bodies, however many bodies there are: those without which the
    /// others are not locked. Default: among at most 8 free bodies.
    #[arg(long)]
    pub keys: bool,
}

/// Runs the command.
pub fn run(arguments: &InterlockArguments) -> Result<Outcome> {
    let AssemblyArguments { solve, json, .. } = &arguments.assembly;
    let account = Account::new(solve);
    let file = read(solve, &account)?;
    let kept = Kept::new(&arguments.assembly)?;
    let scene = &file.reading.scene;
    let free = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
    let (found, keys) = answered(&file, solve, &account, |scene, options, monitor| {
        let found = interlock(scene, options, monitor)?;
        let wants_keys = arguments.keys || free <= FEW;
        let keys = match found.verdict {
            InterlockVerdict::Locked if wants_keys => Some(keys(scene, options, monitor)?),
            _ => None,
        };
        Ok((found, keys))
    })?;
    let shown = found.proofs.first().map(|judged| &judged.answer);
    let told = kept.write(numbered("push", found.proofs.iter()), shown)?;
    let text = if *json {
        json_of(scene, &found, keys.as_deref())
    } else {
        report(scene, &found, keys.as_deref()) + &told
    };
    console::print(text)?;
    Ok(match found.verdict {
        InterlockVerdict::Locked => Outcome::Yes,
        InterlockVerdict::Loose | InterlockVerdict::Undecided => Outcome::No,
    })
}

type Keys = [(BodyId, InterlockVerdict)];

fn report(scene: &Scene, found: &Interlock, keys: Option<&Keys>) -> String {
    let name = |body: &BodyId| format!("`{}`", scene.bodies[body.0].name);
    let names = |bodies: &[BodyId]| {
        let names: Vec<String> = bodies.iter().map(name).collect();
        names.join(", ")
    };
    let mut text = format!("{}\n", scene.name);
    match found.verdict {
        InterlockVerdict::Locked => {
            let count = found.proofs.len();
            text += "  verdict    locked: nothing can move\n";
            text += &format!(
                "  shown by   {count} pushes, of which all others are sums; contact forces hold each\n"
            );
        }
        InterlockVerdict::Loose => {
            let moving = names(&found.moving);
            text += &format!("  verdict    loose: {moving} can be moved\n");
            if !found.alone.is_empty() {
                let alone = names(&found.alone);
                text += &format!("  alone      {alone}\n");
            }
            text += "  shown by   a motion that no contact resists, and in which bodies open or shift\n";
        }
        InterlockVerdict::Undecided => {
            let moving = names(&found.moving);
            text += "  verdict    undecided: to first order something moves, but it may jam\n";
            text += &format!("  moving     {moving}\n");
        }
    }
    match keys {
        Some([]) => text += "  key        none: without any one body the others are locked\n",
        Some(keys) => {
            for (body, left) in keys {
                let verdict = left.name();
                text += &format!("  key        {}: without it {verdict}\n", name(body));
            }
        }
        None if found.verdict == InterlockVerdict::Locked => {
            text += "  key        not looked for (--keys)\n";
        }
        None => {}
    }
    text
}

fn json_of(scene: &Scene, found: &Interlock, keys: Option<&Keys>) -> String {
    let name = |body: &BodyId| scene.bodies[body.0].name.clone();
    let keys = keys.map(|keys| {
        let keys = keys.iter();
        let keys = keys.map(|(body, left)| json!({ "body": name(body), "left": left.name() }));
        keys.collect::<Vec<_>>()
    });
    let motion = found.proofs.first().and_then(|judged| {
        let falling = judged.answer.verified.falling()?;
        let velocities = scene.bodies.iter().zip(&falling.velocities);
        let velocities = velocities.map(|(body, velocity)| {
            json!({
                "name": body.name,
                "velocity": velocity.linear.coordinates().map(ToString::to_string),
                "spin": velocity.angular.coordinates().map(ToString::to_string),
            })
        });
        Some(velocities.collect::<Vec<_>>())
    });
    let value = json!({
        "format": "zwang-interlock-1",
        "scene": scene.name,
        "digest": scene.digest(),
        "verdict": found.verdict.name(),
        "moving": found.moving.iter().map(name).collect::<Vec<_>>(),
        "alone": found.alone.iter().map(name).collect::<Vec<_>>(),
        "motion": motion,
        "keys": keys,
        "proofs": found.proofs.len(),
        "proof": "zwang-space-statics-1",
    });
    format!("{value:#}\n")
}
