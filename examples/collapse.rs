//! How a tower starts to fall: the accelerations of its bricks, as exact fractions.
//!
//!     cargo run --release --example collapse -- scenes/diamond-5.toml

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let file = file.unwrap_or_else(|| "scenes/diamond-5.toml".to_owned());
    let scene: zwang::Scene = std::fs::read_to_string(&file)?.parse()?;
    let fall = zwang::collapse(&scene)?;
    println!("{file}: {}", fall.verdict());
    for body in &scene.bodies {
        let acceleration = fall.acceleration(&body.name)?;
        println!(
            "{}: ({}, {}) m/s², {} rad/s²",
            body.name, acceleration.linear.x, acceleration.linear.y, acceleration.angular
        );
    }
    Ok(())
}
