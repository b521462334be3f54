//! `zwang order`: in which order bodies in space can be put in their places.

use super::account::Account;
use super::assembly::{Kept, answered, numbered, read};
use super::{Outcome, console};
use crate::arguments::AssemblyArguments;
use anyhow::Result;
use clap::Args;
use zwang_answer::{Judged, Order, order, order_as_listed};

/// Arguments of `order`.
#[derive(Args, Debug)]
pub struct OrderArguments {
    /// The scene, and where the proofs go.
    #[command(flatten)]
    pub assembly: AssemblyArguments,
    /// Take the order of the file, and find the first body with which it falls.
    #[arg(long)]
    pub as_listed: bool,
    /// Give up after so many sets of bodies.
    #[arg(long, value_name = "SETS", default_value_t = 10_000)]
    pub most: usize,
}

/// Runs the command.
pub fn run(arguments: &OrderArguments) -> Result<Outcome> {
    let AssemblyArguments { solve, json, .. } = &arguments.assembly;
    let account = Account::new(solve);
    let file = read(solve, &account)?;
    let kept = Kept::new(&arguments.assembly)?;
    let scene = &file.reading.scene;
    let found = answered(&file, solve, &account, |scene, options, monitor| {
        if arguments.as_listed {
            order_as_listed(scene, options, monitor)
        } else {
            order(scene, arguments.most, options, monitor)
        }
    })?;
    let judged: Vec<&Judged> = match &found {
        Order::Found(steps) => steps.iter().map(|(_, judged)| judged).collect(),
        Order::Impossible { next, .. } => next.iter().map(|(_, judged)| judged).collect(),
        Order::Open { .. } => Vec::new(),
    };
    let shown = match &found {
        Order::Found(_) => judged.last(),
        _ => judged.first(),
    };
    let shown = shown.map(|judged| &judged.answer);
    let told = kept.write(numbered("step", judged.iter().copied()), shown, None)?;
    let text = if *json {
        found.json(scene)
    } else {
        found.report(scene, arguments.as_listed) + &told
    };
    console::print(text)?;
    Ok(match found {
        Order::Found(_) => Outcome::Yes,
        Order::Impossible { .. } => Outcome::No,
        Order::Open { .. } => Outcome::Unknown,
    })
}
