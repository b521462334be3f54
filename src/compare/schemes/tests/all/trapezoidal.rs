//! The trapezoidal update of Fig. 6: exact where nothing changes the acceleration, and of the order
//! that closed forms of free spin tell.

use crate::friction::on_slope;
use crate::scenes::{box_between, exact, moving, number, ratio, scene, vector};
use num_traits::Signed;
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;
use zwang_schemes::{Advance, Framework, Model, Rounding, Run, Scheme, Selection, Step};

/// A free brick that turns with 2 rad/s.
fn spinner() -> Scene {
    let part = box_between(("-1/2", "-1/8"), ("1/2", "1/8"));
    let brick = moving(
        "brick",
        part,
        &Vector::zero(),
        &Vector::zero(),
        &ratio(2, 1),
    );
    scene("spinner", Vector::zero(), vec![brick])
}

fn last_step(scene: &Scene, scheme: &Scheme, steps: usize, time_step: &Rational) -> Step {
    let framework = Framework::new(scene, Model::Rigid).unwrap();
    let run = Run::new(&framework, scheme.clone(), time_step.clone()).unwrap();
    run.take(steps).last().unwrap().unwrap()
}

/// Without friction a brick goes down a slope of sine 3/5 as 3 t², exactly; by Fig. 6 it is 3 t Δt
/// further.
#[test]
fn a_slope_is_gone_down_exactly() {
    let downhill = vector("-4/5", "-3/5");
    let framework = Framework::new(&on_slope("0"), Model::Rigid).unwrap();
    let start = framework.nodes[0].place.clone();
    for denominator in [10, 20, 40] {
        let time_step = ratio(1, denominator);
        let steps = usize::try_from(denominator / 2).unwrap();
        for (advance, late) in [
            (Advance::Trapezoidal, ratio(0, 1)),
            (Advance::Acceleration, ratio(3, 2) * &time_step),
        ] {
            let reach = ratio(0, 1);
            let scheme = exact(advance, Selection::Contact { reach });
            let step = last_step(&on_slope("0"), &scheme, steps, &time_step);
            let way = ratio(3, 4) + late;
            assert_eq!(step.state.current[0], &start + &downhill.scaled(&way));
            let velocity = &step.state.velocities(&time_step)[0];
            assert_eq!(*velocity, downhill.scaled(&ratio(3, 1)));
            assert_eq!(step.diagnostics.penetration, None);
        }
    }
}

/// A step of the angle θ makes a bar that turns freely √(1 + θ⁴/4) times as long.
#[test]
fn a_step_makes_bars_longer_in_fourth_order() {
    for denominator in [25, 50, 100] {
        let scheme = exact(Advance::Trapezoidal, Selection::Touching);
        let step = last_step(&spinner(), &scheme, 1, &ratio(1, denominator));
        let angle = ratio(2, denominator);
        let grown = angle.pow(4) * ratio(1, 4);
        assert_eq!(step.diagnostics.bar_errors, [grown.clone(), grown]);
    }
}

/// How much the bars are off after a turn of 1 rad, and how far the end of a vector of length 1.
fn errors(advance: Advance, denominator: i64) -> [Rational; 2] {
    let scheme = Scheme {
        advance,
        selection: Selection::Touching,
        rounding: Rounding::Bodies { bits: 64 },
    };
    let steps = usize::try_from(denominator / 2).unwrap();
    let step = last_step(&spinner(), &scheme, steps, &ratio(1, denominator));
    // cos 1 and sin 1.
    let turned = Vector::new(number("0.5403023058681398"), number("0.8414709848078965"));
    let off = &step.state.current[1] - &turned;
    [
        step.diagnostics.bar_errors[1].abs(),
        off.x.abs().max(off.y.abs()),
    ]
}

/// Half the step leaves half of the error of places, with both; of that of lengths half by Fig. 6,
/// and a quarter by the trapezoidal update.
#[test]
fn lengths_are_of_second_order_and_places_of_first() {
    for (advance, of_lengths) in [
        (Advance::Acceleration, ["1.9", "2.1"]),
        (Advance::Trapezoidal, ["3.9", "4.1"]),
    ] {
        let found = [50, 100, 200].map(|denominator| errors(advance.clone(), denominator));
        for pair in found.windows(2) {
            let [lengths, places] = [0, 1].map(|kind| &pair[0][kind] / &pair[1][kind]);
            let [low, high] = of_lengths.map(number);
            assert!(low < lengths && lengths < high, "{advance:?}: {lengths}");
            assert!(
                number("1.8") < places && places < number("2.2"),
                "{advance:?}: {places}"
            );
        }
    }
}
