//! The classical overhang: n bricks, each pushed out as far as it goes, stand with an overhang of
//! half the n-th harmonic number, and fall if they are pushed out by 10^-30 more.
//!
//!     cargo run --release --example critical_stack -- 10

use std::error::Error;
use zwang::families::{Brick, harmonic};
use zwang::{Rational, StaticsVerdict};

fn main() -> Result<(), Box<dyn Error>> {
    let bricks = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 5,
    };
    let none = Rational::default();
    let little = zwang::exact::parse("1e-30")?;
    let critical = harmonic(bricks, &none, &Brick::default())?;
    let beyond = harmonic(bricks, &little, &Brick::default())?;
    println!(
        "{bricks} bricks at the critical overhang: {}",
        verdict(&critical)?
    );
    println!(
        "{bricks} bricks, pushed out by 10^-30 more: {}",
        verdict(&beyond)?
    );
    Ok(())
}

fn verdict(stack: &zwang::Scene) -> Result<StaticsVerdict, Box<dyn Error>> {
    Ok(zwang::stability(stack)?.verdict())
}
