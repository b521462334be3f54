//! Lines that all summaries for people share: the scene's title, and a line for each thing.

use super::super::super::console;
use super::super::arguments::SimulateArguments;
use std::fmt::Write;
use zwang_exact::Rational;
use zwang_output::decimal::inline_with;
use zwang_scene::Scene;

/// The title of the scene, and names with their values below.
pub fn text(scene: &Scene, lines: Vec<(&str, String)>) -> String {
    let title = match &scene.title {
        Some(title) => title,
        None => &scene.name,
    };
    titled(title, lines)
}

/// A title, and names with their values below.
pub fn titled(title: &str, lines: Vec<(&str, String)>) -> String {
    let title = console::one_line(title);
    let mut text = format!("{title}\n");
    for (name, value) in lines {
        let _ = writeln!(text, "  {name:<11}  {value}");
    }
    text
}

/// How many steps there are, and how long they are.
pub fn steps(done: u64, settings: &SimulateArguments) -> String {
    let all = settings.steps();
    let mut of = String::new();
    if done != all as u64 {
        of = format!(" of {all}");
    }
    let step = inline_with(&settings.dt, " s");
    let time = inline_with(&time(done, settings), " s");
    let noun = if all == 1 { "step" } else { "steps" };
    format!("{done}{of} {noun} of {step}, {time} in all")
}

/// The time of so many steps, s.
pub fn time(steps: u64, settings: &SimulateArguments) -> Rational {
    let steps = Rational::from_integer(steps.into());
    &settings.dt * steps
}

/// A number of things.
pub fn count(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}
