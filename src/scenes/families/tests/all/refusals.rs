//! Parameters of which no scene is made, and what is said of them.

use zwang_exact::Rational;
use zwang_families::*;

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

#[test]
fn senseless_stacks_are_refused() {
    let brick = Brick::default();
    let flat = Brick {
        height: ratio(0, 1),
        ..Brick::default()
    };
    let negative = Brick {
        density: ratio(-1, 1),
        ..Brick::default()
    };
    let zero = ratio(0, 1);
    for (result, message) in [
        (
            harmonic(0, &zero, &brick),
            "the number of bricks is 0; expected at least 1",
        ),
        (
            harmonic(1001, &zero, &brick),
            "the number of bricks is 1001; expected at most 1000",
        ),
        (
            harmonic(2, &ratio(3, 4), &brick),
            "the distance beyond is 3/4; expected less than 3/4, where the lowest brick leaves \
             the table",
        ),
        (
            harmonic(2, &zero, &flat),
            "the height is 0; expected a positive number",
        ),
        (
            diamond(0, &brick),
            "the number of bricks in the widest row is 0; expected at least 1",
        ),
        (
            diamond(448, &brick),
            "the number of bricks is 200704; expected at most 200000",
        ),
        (
            diamond(usize::MAX, &brick),
            "the number of bricks in the widest row is 18446744073709551615; expected at most \
             200000",
        ),
        (
            diamond(3, &negative),
            "the density is -1; expected a positive number",
        ),
        (
            triangle(632, &brick),
            "the number of bricks is 200028; expected at most 200000",
        ),
        (
            parabolic(68, &brick),
            "the number of bricks is 205021; expected at most 200000",
        ),
        (
            wall(0, 3, Bond::Stack, &brick),
            "the number of rows is 0; expected at least 1",
        ),
        (
            wall(2, 1, Bond::Running, &brick),
            "the number of columns is 1; expected at least 2",
        ),
        (
            wall(500, 500, Bond::Stack, &brick),
            "the number of bricks is 250000; expected at most 200000",
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
}

#[test]
fn other_senseless_parameters_are_refused() {
    let zero = ratio(0, 1);
    for (result, message) in [
        (
            arch(&Arch {
                stones: 0,
                ..Arch::default()
            }),
            "the number of stones is 0; expected at least 1",
        ),
        (
            arch(&Arch {
                inner: ratio(3, 1),
                ..Arch::default()
            }),
            "the outer radius is 3; expected more than the inner radius 3",
        ),
        (
            arch(&Arch {
                weights: Weights::Balanced,
                ..Arch::default()
            }),
            "the half-angle tangent is 1; expected a number between 0 and 1",
        ),
        (
            arch(&Arch {
                stones: 1,
                ..Arch::default()
            }),
            "the half-angle tangent is 1; expected a number between 0 and 1",
        ),
        (
            cantilever(&Cantilever {
                overhang: ratio(1, 1),
                ..Cantilever::default()
            }),
            "the overhang is 1; expected less than 1, where the brick leaves the table",
        ),
        (
            cantilever(&Cantilever {
                gravity: zero.clone(),
                ..Cantilever::default()
            }),
            "gravity is 0; expected a positive number",
        ),
        (
            wedge(&Wedge {
                slope: ratio(1, 1),
                ..Wedge::default()
            }),
            "the slope is 1; expected a number between 0 and 1",
        ),
        (
            ladder(&Ladder {
                tilt: zero.clone(),
                ..Ladder::default()
            }),
            "the tilt is 0; expected a number between 0 and 1",
        ),
        (
            beam(0, &Brick::default()),
            "the number of supports is 0; expected at least 1",
        ),
        (
            seesaw(&Seesaw {
                pivot: ratio(2, 1),
                ..Seesaw::default()
            }),
            "the place of the pivot is 2; expected a number between -2 and 2",
        ),
        (
            seesaw(&Seesaw {
                left: ratio(-1, 1),
                ..Seesaw::default()
            }),
            "the mass of a load is -1; expected a positive number",
        ),
        (
            seesaw(&Seesaw {
                load: (ratio(3, 1), ratio(1, 1)),
                ..Seesaw::default()
            }),
            "the width of the loads is 3; expected at most 2, half the plank",
        ),
        (
            dominoes(&Dominoes {
                leaning: 6,
                ..Dominoes::default()
            }),
            "the number of leaning tiles is 6; expected at most 5",
        ),
        (
            dominoes(&Dominoes {
                spacing: ratio(-1, 2),
                ..Dominoes::default()
            }),
            "the spacing is -1/2; expected 0 or more",
        ),
        (
            dominoes(&Dominoes {
                leaning: 2,
                tile: Brick {
                    width: ratio(12, 5),
                    ..Dominoes::default().tile
                },
                ..Dominoes::default()
            }),
            "the width is 12/5; expected less than 12/5, where leaning tiles lose touch",
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
}
