//! A tower that falls, as a table: where each brick is after each step. Every step is proved, and
//! accepted by the checker before it is printed.
//!
//!     cargo run --release --example run_to_csv -- scenes/cantilever.toml 20 > falls.csv

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next();
    let file = file.unwrap_or_else(|| "scenes/cantilever.toml".to_owned());
    let steps: usize = match arguments.next() {
        Some(text) => text.parse()?,
        None => 20,
    };
    let scene: zwang::Scene = std::fs::read_to_string(file)?.parse()?;
    println!("step,body,x,y");
    for step in zwang::simulate(&scene, "1/100".parse()?)?.take(steps) {
        let step: zwang::RunStep = step?;
        for (id, body) in scene.numbered_bodies() {
            // Fixed bodies stay where they are.
            if let Some(position) = step.state().position(id) {
                println!("{},{},{},{}", step.k(), body.name, position.x, position.y);
            }
        }
    }
    Ok(())
}
