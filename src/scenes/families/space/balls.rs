//! Pyramids of balls, each in the hollow of four.
//!
//! Balls of radius 5/2 with centres at (±4, 0, 0) and (0, ±4, 0) do not touch each other, and one
//! at (0, 0, 3) touches all four, by the triangle 3-4-5. So the balls of a layer are at multiples
//! of (4, 4, 0) and (4, -4, 0), the next layer is (4, 0, 3) beyond, and all of that is rational. If
//! all have one mass, a pyramid of two layers is held from friction 1/2 between balls and 1/10 on
//! the floor on.

use super::block::{floor, scene};
use crate::body::MAX_BODIES;
use crate::error::{GenerateError, require_count, require_positive};
use crate::number::ratio;
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::{Body, Dynamics, MassMoments, Part, Scene};

/// Layers of n × n, …, 2 × 2, 1 balls of this radius, m, and mass, kg, on a floor.
///
/// # Errors
/// [`GenerateError`] without layers, for too many, or for a radius or a mass that is not positive.
pub fn balls(layers: usize, radius: &Rational, mass: &Rational) -> Result<Scene, GenerateError> {
    require_count("layers", layers, 1, MAX_BODIES)?;
    let count = layers.saturating_mul(layers).saturating_mul(layers) / 3;
    require_count("balls", count.max(1), 1, MAX_BODIES)?;
    require_positive("the radius", radius)?;
    require_positive("the mass", mass)?;
    let mut balls = Vec::new();
    for layer in 0..layers {
        let side = layers - layer;
        for row in 0..side {
            for column in 0..side {
                let center = center(layers, [layer, row, column]).scaled(&(radius * ratio(2, 5)));
                let name = format!("ball {layer} {row} {column}");
                balls.extend(ball(name, center, radius, mass));
            }
        }
    }
    let mut bodies = vec![floor(&balls)];
    bodies.extend(balls);
    let title = if layers == 1 {
        "A ball on a floor".to_owned()
    } else {
        format!("A pyramid of balls in {layers} layers")
    };
    Ok(scene(format!("balls-{layers}"), title, None, bodies))
}

/// The centre of a ball of radius 5/2; the middle of the pyramid is above the origin.
fn center(layers: usize, place: [usize; 3]) -> Vector3 {
    let [layer, row, column] = place.map(|number| number as i64);
    let last = layers as i64 - 1;
    let x = 4 * (row + column + layer) - 4 * last;
    let y = 4 * (row - column);
    let low = Vector3::new(Rational::default(), Rational::default(), ratio(5, 2));
    &Vector3::from_integers(x, y, 3 * layer) + &low
}

/// A ball of this centre, radius and mass.
pub(super) fn ball(
    name: String,
    center: Vector3,
    radius: &Rational,
    mass: &Rational,
) -> Option<Body> {
    let moments = MassMoments::of_ball(&center, radius, mass.clone());
    let (part, _) = Part::rounded(vec![center], radius.clone()).ok()?;
    Some(Body {
        name,
        parts: vec![part],
        dynamics: Some(Dynamics::at_rest(moments)),
    })
}
