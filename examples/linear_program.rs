//! The solver without any scene: a linear program with its proof, solved over the rationals.
//!
//!     cargo run --release --example linear_program

use std::error::Error;
use zwang::program::{
    Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options, Polyhedron, Sense,
};

fn main() -> Result<(), Box<dyn Error>> {
    // The largest x + y with 3 x + y ≤ 1 and x + 3 y ≤ 1, where x and y are not negative.
    let program = LinearProgram {
        sense: Sense::Maximise,
        objective: vec!["1".parse()?, "1".parse()?],
        feasible: Polyhedron {
            bounds: vec![Interval::nonnegative(); 2],
            rows: vec![row("3", "1")?, row("1", "3")?],
        },
    };
    let outcome = program.solve(&Options::default(), &Monitor::default())?;
    program.verify(&outcome)?;
    match outcome {
        LinearOutcome::Optimal(solution) => {
            println!(
                "optimum {} at {:?}",
                solution.objective,
                texts(&solution.point)
            );
            println!("multipliers {:?}", texts(&solution.multipliers.rows));
        }
        LinearOutcome::Infeasible(_) => println!("infeasible"),
        LinearOutcome::Unbounded(_) => println!("unbounded"),
    }
    Ok(())
}

/// The row x · first + y · second ≤ 1.
fn row(first: &str, second: &str) -> Result<LinearRow, Box<dyn Error>> {
    Ok(LinearRow {
        coefficients: vec![(0, first.parse()?), (1, second.parse()?)],
        range: Interval::at_most("1".parse()?),
    })
}

fn texts(numbers: &[zwang::Rational]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}
