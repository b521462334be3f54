//! `zwang order`: in which order bodies in space can be put in their places.

use super::account::Account;
use super::assembly::{Kept, answered, numbered, read};
use super::{Outcome, console};
use crate::arguments::AssemblyArguments;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use zwang_answer::{Judged, Order, order, order_as_listed};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

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
    let told = kept.write(numbered("step", judged.iter().copied()), shown)?;
    let text = if *json {
        json_of(scene, &found)
    } else {
        report(scene, &found, arguments.as_listed) + &told
    };
    console::print(text)?;
    Ok(match found {
        Order::Found(_) => Outcome::Yes,
        Order::Impossible { .. } => Outcome::No,
        Order::Open { .. } => Outcome::Unknown,
    })
}

fn report(scene: &Scene, found: &Order, as_listed: bool) -> String {
    let name = |body: &BodyId| format!("`{}`", scene.bodies[body.0].name);
    let mut text = format!("{}\n", scene.name);
    match found {
        Order::Found(steps) => {
            let count = steps.len();
            text += &format!(
                "  verdict    an order of {count} bodies, in which all stands after each\n"
            );
            for (index, (body, judged)) in steps.iter().enumerate() {
                let number = index + 1;
                let verdict = judged.answer.verified.verdict();
                text += &format!("  {number:>7}    {}: {verdict}\n", name(body));
            }
        }
        Order::Impossible { placed, next } => {
            text += match as_listed {
                true => "  verdict    no: in the order of the file it falls on the way\n",
                false => "  verdict    no order: whatever comes next falls\n",
            };
            let names: Vec<String> = placed.iter().map(name).collect();
            let count = placed.len();
            let names = if names.is_empty() {
                "nothing".to_owned()
            } else {
                names.join(", ")
            };
            text += &format!("  placed     {count}: {names}\n");
            for (body, _) in next {
                text += &format!("  falls      with {}\n", name(body));
            }
        }
        Order::Open { tried } => {
            text += &format!("  verdict    unknown: no order among {tried} sets of bodies\n");
        }
    }
    text
}

fn json_of(scene: &Scene, found: &Order) -> String {
    let name = |body: &BodyId| scene.bodies[body.0].name.clone();
    let (verdict, steps, placed, next) = match found {
        Order::Found(steps) => {
            let steps = steps.iter().map(|(body, judged)| {
                let verdict = judged.answer.verified.verdict().to_string();
                json!({ "body": name(body), "verdict": verdict })
            });
            ("found", Some(steps.collect::<Vec<_>>()), None, None)
        }
        Order::Impossible { placed, next } => {
            let placed: Vec<String> = placed.iter().map(name).collect();
            let next: Vec<String> = next.iter().map(|(body, _)| name(body)).collect();
            ("none", None, Some(placed), Some(next))
        }
        Order::Open { .. } => ("unknown", None, None, None),
    };
    let value = json!({
        "format": "zwang-order-1",
        "scene": scene.name,
        "digest": scene.digest(),
        "verdict": verdict,
        "steps": steps,
        "placed": placed,
        "falls_with": next,
        "proof": "zwang-space-statics-1",
    });
    format!("{value:#}\n")
}
