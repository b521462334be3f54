//! Penalty springs: an oscillator with a period of six steps, and one that is too stiff.

use crate::friction::on_floor;
use crate::scenes::{exact, ratio};
use zwang_exact::{Rational, Vector};
use zwang_schemes::{Advance, Framework, Model, Run, Selection, Step, StepError};

fn run(stiffness: Rational, steps: usize) -> Vec<Step> {
    let framework = Framework::new(&on_floor("0", 0), Model::Rigid).unwrap();
    let reach = ratio(0, 1);
    let scheme = exact(
        Advance::Springs { stiffness },
        Selection::NearestEdge { reach },
    );
    let run = Run::new(&framework, scheme, ratio(1, 30)).unwrap();
    run.take(steps).map(Result::unwrap).collect()
}

/// With 2 k Δt² = m the step is x_new = x - x⁻ about the depth s = m g / 2 k at which the springs
/// bear the weight: six steps are a period, and the brick sinks in twice as far as it would at
/// rest.
#[test]
fn a_brick_on_springs_swings() {
    let rest = ratio(1, 90);
    let stiffness = ratio(900, 8);
    assert_eq!(&stiffness * &rest * ratio(2, 1), ratio(10, 4));
    let steps = run(stiffness, 60);
    let depths = [1, 2, 2, 1, 0, 0].map(|times| ratio(times, 1) * &rest);
    for (step, depth) in steps.iter().zip(depths.iter().cycle()) {
        let height = ratio(1, 8) - depth;
        assert_eq!(step.state.current[0], Vector::new(ratio(0, 1), height));
        assert_eq!(step.state.current[1], Vector::from_integers(1, 0));
        let squared = step
            .diagnostics
            .penetration
            .as_ref()
            .map(|found| &found.squared_depth);
        let expected = depth * depth;
        assert_eq!(squared, (expected != ratio(0, 1)).then_some(&expected));
    }
}

/// With 2 k Δt² = 100 m the spring gives back far more than the weight has done: from the depth
/// g Δt² the brick is thrown up by 97 times as much, with 98 g Δt.
#[test]
fn a_stiff_spring_throws() {
    let steps = run(ratio(90_000, 8), 2);
    let thrown = &steps[1];
    let height = ratio(1, 8) + ratio(97, 90);
    assert_eq!(thrown.state.current[0], Vector::new(ratio(0, 1), height));
    let kinetic = ratio(1, 8) * ratio(98, 3).pow(2);
    let potential = ratio(10, 4) * ratio(97, 90);
    assert_eq!(thrown.energy, kinetic + potential);
    assert_eq!(steps[0].pressing, [false, false]);
    assert_eq!(thrown.pressing, [true, true]);
}

#[test]
fn springs_that_pull_are_refused() {
    let framework = Framework::new(&on_floor("0", 0), Model::Rigid).unwrap();
    let stiffness = ratio(-1, 1);
    let scheme = exact(Advance::Springs { stiffness }, Selection::Touching);
    let refused = Run::new(&framework, scheme, ratio(1, 30)).unwrap_err();
    assert_eq!(refused, StepError::Stiffness(Box::new(ratio(-1, 1))));
}
