//! Distributed loads do what their resultants do.

use proptest::prelude::*;
use zwang_exact::{Rational, Vector};
use zwang_families::template;
use zwang_scene::read::Syntax;
use zwang_scene::{Scene, SceneError};

/// A beam with a load that has these keys.
fn beam(load: &str) -> Result<Scene, SceneError> {
    let text = format!(
        r#"
        format = "zwang-scene-1"
        name = "beam"
        gravity = [0, -10]
        [[body]]
        name = "beam"
        rectangle = {{ center = [3, 0], size = [6, 1] }}
        [[load]]
        name = "snow"
        body = "beam"
        {load}
        "#
    );
    Ok(template::read(&text, Syntax::Toml, &[])?.scene)
}

/// A triangle of load has its resultant at two thirds of its length, a uniform load in its middle.
#[test]
fn spread_loads_act_at_the_centroids_of_their_areas() {
    for (spread, resultant) in [
        (
            "along = [[0, \"1/2\"], [6, \"1/2\"]]\nforce_per_metre = [[0, 0], [0, -2]]",
            "at = [4, \"1/2\"]\nforce = [0, -6]",
        ),
        (
            "along = [[0, \"1/2\"], [6, \"1/2\"]]\nforce_per_metre = [0, -2]",
            "at = [3, \"1/2\"]\nforce = [0, -12]",
        ),
        // On a segment of length 5 in the direction (3, 4).
        (
            "along = [[1, 0], [4, 4]]\nforce_per_metre = [0, -2]\ntorque = 7",
            "at = [\"5/2\", 2]\nforce = [0, -10]\ntorque = 7",
        ),
        (
            "along = [[0, 0], [1, 1]]\nforce = [0, -3]",
            "at = [\"1/2\", \"1/2\"]\nforce = [0, -3]",
        ),
    ] {
        let spread = beam(spread).unwrap();
        let resultant = beam(resultant).unwrap();
        assert_eq!(spread.free_accelerations(), resultant.free_accelerations());
    }
}

proptest! {
    /// A load that grows evenly has the force and the torque of its sum over equal pieces with the
    /// forces of Simpson's rule, which is exact for polynomials up to the third degree.
    #[test]
    fn a_load_that_grows_evenly_is_the_sum_of_its_pieces(
        ends in prop::array::uniform4(-9i32..9),
        scale in 1i32..4,
        forces in prop::array::uniform4(-9i32..9),
        is_steep in any::<bool>(),
    ) {
        let [x, y, _, _] = ends;
        let (dx, dy) = if is_steep { (3 * scale, 4 * scale) } else { (-scale, 0) };
        let [fx, fy, gx, gy] = forces;
        let spread = format!(
            "along = [[{x}, {y}], [{}, {}]]\nforce_per_metre = [[{fx}, {fy}], [{gx}, {gy}]]",
            x + dx,
            y + dy
        );
        let scene = beam(&spread).unwrap();
        let length = Rational::from_integer((if is_steep { 5 * scale } else { scale }).into());
        let [first, last] = [[fx, fy], [gx, gy]].map(|[x, y]| Vector::from_integers(x.into(), y.into()));
        let from = Vector::from_integers(x.into(), y.into());
        let span = Vector::from_integers(dx.into(), dy.into());
        let mut force = Vector::default();
        let mut torque = Rational::default();
        for (half, weight) in [(0, 1), (1, 4), (2, 1)] {
            let share = Rational::new(half.into(), 2.into());
            let weight = Rational::new(weight.into(), 6.into()) * &length;
            let here = &first + &(&last - &first).scaled(&share);
            let at = &from + &span.scaled(&share);
            let piece = here.scaled(&weight);
            torque += (&at - &Vector::from_integers(3, 0)).cross(&piece);
            force = &force + &piece;
        }
        let load = &scene.loads[0];
        let arm = &load.at - &Vector::from_integers(3, 0);
        prop_assert_eq!(&load.force, &force);
        prop_assert_eq!(arm.cross(&load.force) + &load.torque, torque);
    }
}

#[test]
fn mistakes_are_told() {
    for (load, told) in [
        (
            "along = [[0, 0], [1, 1]]\nforce_per_metre = [0, -3]",
            "√(2)",
        ),
        (
            "along = [[0, 0], [0, 0]]\nforce_per_metre = [0, -3]",
            "length 0",
        ),
        ("along = [0, 1]\nforce_per_metre = [0, -3]", "two points"),
        ("force_per_metre = [0, -3]", "no `along`"),
        ("along = [[0, 0], [1, 0]]", "`force`"),
        (
            "along = [[0, 0], [1, 0]]\nforce_per_metre = [0, -3]\nforce = [0, 1]",
            "one of them",
        ),
        (
            "along = [[0, 0], [1, 0]]\nforce_per_metre = [0, -3]\nat = [0, 1]",
            "`at` beside it",
        ),
        (
            "along = [[0, 0], [1, 0]]\nforce_per_metre = 3",
            "forces per metre at both ends",
        ),
    ] {
        let error = beam(load).unwrap_err().to_string();
        assert!(
            error.contains(told) && error.starts_with("line "),
            "{load}: {error}"
        );
    }
}
