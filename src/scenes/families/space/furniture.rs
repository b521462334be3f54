//! Tables and stools: one body with legs, and a load on it.

use super::block::{Block, between, free, on_floor};
use crate::error::{GenerateError, require_positive};
use crate::number::ratio;
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::Expectation;
use zwang_scene::space::{Body, Polyhedron, Scene};

/// A plate of 12 × 8 × 1 on legs of 1 × 1 × 6, all at density 1, with a cube of side 2 on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Furniture {
    /// Three legs instead of four: two at the back (greater y), one in the middle of the front.
    pub has_three_legs: bool,
    /// The middle of the cube, m from the middle of the plate; on the plate.
    pub load_at: [Rational; 2],
    /// The mass of the cube, kg; positive.
    pub load: Rational,
}

/// The mass of a plate is 96, of a leg 6.
const PLATE: [i64; 3] = [12, 8, 1];
const LEG_HEIGHT: i64 = 6;

/// A table or a stool with a load.
///
/// It stands if and only if the common centre of mass is above the convex hull of the feet.
///
/// # Errors
/// [`GenerateError`] for a load without mass, or one beside the plate.
pub fn table(furniture: &Furniture) -> Result<Scene, GenerateError> {
    let Furniture {
        has_three_legs,
        load_at: [x, y],
        load,
    } = furniture;
    require_positive("the load", load)?;
    on_plate("load-x", x, PLATE[0])?;
    on_plate("load-y", y, PLATE[1])?;
    let [wide, deep, thick] = PLATE;
    let corner = |x: i64, y: i64, z: i64| {
        Vector3::new(ratio(x, 2), ratio(y, 2), Rational::from_integer(z.into()))
    };
    let top = LEG_HEIGHT + thick;
    let mut parts: Vec<Polyhedron> = Vec::new();
    parts.extend(between(
        &corner(-wide, -deep, LEG_HEIGHT),
        &corner(wide, deep, top),
    ));
    let feet: &[[i64; 2]] = if *has_three_legs {
        &[[-12, 6], [10, 6], [-1, -8]]
    } else {
        &[[-12, -8], [10, -8], [10, 6], [-12, 6]]
    };
    for [x, y] in feet {
        parts.extend(between(
            &corner(*x, *y, 0),
            &corner(x + 2, y + 2, LEG_HEIGHT),
        ));
    }
    let word = if *has_three_legs { "stool" } else { "table" };
    let body = free(word.to_owned(), parts, &Rational::from_integer(1.into()));
    let cube = Block {
        size: Vector3::from_integers(2, 2, 2),
        density: load * ratio(1, 8),
    };
    let place = Vector3::new(
        x.clone(),
        y.clone(),
        Rational::from_integer((top + 1).into()),
    );
    let cube = cube.turned("load".to_owned(), &place, &Matrix3::identity());
    let expect = expectation(&body, &cube, feet);
    let title = format!("A {word} with a load of {load} kg");
    Ok(on_floor(
        word.to_owned(),
        title,
        Some(expect),
        vec![body, cube],
    ))
}

fn on_plate(what: &'static str, place: &Rational, side: i64) -> Result<(), GenerateError> {
    let half = ratio(side, 2);
    if -&half < *place && *place < half {
        return Ok(());
    }
    Err(GenerateError::OutOfRange {
        what,
        found: place.clone(),
        expected: format!("a place on the plate, between -{half} and {half}"),
    })
}

/// Whether the common centre of mass is to the left of every edge of the hull of the feet.
fn expectation(body: &Body, cube: &Body, feet: &[[i64; 2]]) -> Expectation {
    let mut mass = Rational::default();
    let mut sum = Vector3::zero();
    for free in [body, cube]
        .iter()
        .filter_map(|body| body.dynamics.as_ref())
    {
        sum = &sum + &free.centroid.scaled(&free.mass);
        mass += &free.mass;
    }
    let center = sum.scaled(&mass.recip());
    let mut corners = Vec::new();
    for [x, y] in feet {
        for [dx, dy] in [[0, 0], [2, 0], [0, 2], [2, 2]] {
            corners.push([ratio(x + dx, 2), ratio(y + dy, 2)]);
        }
    }
    for [ax, ay] in &corners {
        for [bx, by] in &corners {
            let left = |[x, y]: [&Rational; 2]| (bx - ax) * (y - ay) - (by - ay) * (x - ax);
            let zero = Rational::default();
            let is_edge = corners.iter().all(|[x, y]| left([x, y]) >= zero);
            if is_edge && left([&center.x, &center.y]) < zero {
                return Expectation::Falls;
            }
        }
    }
    Expectation::Stands
}
