//! `zwang interlock`: whether bodies in space lock each other, and which one is the key.

use super::account::Account;
use super::assembly::{Kept, answered, numbered, read};
use super::{Outcome, console};
use crate::arguments::AssemblyArguments;
use anyhow::Result;
use clap::Args;
use zwang_answer::{InterlockVerdict, interlock, keys};

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
    let word = Some(found.verdict.name());
    let told = kept.write(numbered("push", found.proofs.iter()), shown, word)?;
    let text = if *json {
        found.json(scene, keys.as_deref())
    } else {
        found.report(scene, keys.as_deref()) + &told
    };
    console::print(text)?;
    Ok(match found.verdict {
        InterlockVerdict::Locked => Outcome::Yes,
        InterlockVerdict::Loose | InterlockVerdict::Undecided => Outcome::No,
    })
}
