//! Solids that are let go: cubes and jacks in a shaft, balls and cubes in a funnel.
//!
//! These are scenes of Schmidl's thesis and of the slides of Rote and Zwick, in numbers that are
//! rational (motion.md, section 5): a length of 1 m is a cube's edge where there are cubes, gravity
//! is (0, 0, -10) m/s², and all are to be run in steps of 1/60 s.

use super::balls::ball;
use super::block::{fixed, free, scene};
use crate::body::MAX_BODIES;
use crate::error::{GenerateError, require_count};
use crate::number::{ratio, whole};
use zwang_exact::{Matrix3, Quaternion, Rational, Vector3};
use zwang_scene::space::{Body, Part, Polyhedron, Scene};
use zwang_scene::{BodyId, Friction};

/// Cubes of a layer of the jam along x and y.
const JAM_LAYER: [usize; 2] = [5, 2];
/// Jacks of a layer along x and y.
const JACK_LAYER: [usize; 2] = [5, 5];

/// This many unit cubes above each other in a shaft of 11/10 × 11/10, each turned a little to the
/// left or to the right, half an edge above the one below: they come down, and become a tower.
///
/// # Errors
/// [`GenerateError`] for no cube, or too many.
pub fn stack_in_shaft(count: usize) -> Result<Scene, GenerateError> {
    require_count("cubes", count, 1, MAX_BODIES)?;
    let width = ratio(11, 10);
    let mut bodies = shaft(&width, &width, &whole(2 * count + 1));
    for index in 0..count {
        let side = if index % 2 == 0 { 1 } else { -1 };
        let turn = Quaternion::from_integers(40, 0, 0, side).rotation();
        let height = ratio(1, 2) + whole(3 * index) * ratio(1, 2);
        let center = Vector3::new(ratio(side, 50), Rational::default(), height);
        bodies.extend(cube(format!("cube {index}"), &center, &whole(1), &turn));
    }
    let title = format!("{count} cubes fall in a shaft");
    Ok(falling(
        format!("stack-in-shaft-{count}"),
        title,
        bodies,
        &ratio(3, 10),
    ))
}

/// This many cubes of edge 4/5 that fall on three ramps in a shaft of 6 × 2, in layers of 5 × 2.
///
/// # Errors
/// [`GenerateError`] for no cube, or too many.
pub fn cubejam(count: usize) -> Result<Scene, GenerateError> {
    require_count("cubes", count, 1, MAX_BODIES)?;
    let layers = count.div_ceil(JAM_LAYER[0] * JAM_LAYER[1]);
    let mut bodies = shaft(&whole(6), &whole(2), &whole(14 + layers));
    let size = Vector3::new(whole(5), whole(2), ratio(1, 2));
    for (index, (x, z)) in [(-17, 9 * 20), (17, 110), (-17, 40)]
        .into_iter()
        .enumerate()
    {
        // By the angle of the triangle 3-4-5; the high end is at the wall.
        let side = if x < 0 { 1 } else { -1 };
        let turn = Quaternion::from_integers(3, 0, side, 0).rotation();
        let center = Vector3::new(ratio(x, 20), Rational::default(), ratio(z, 20));
        let ramp = Polyhedron::cuboid(&center, &size, &turn);
        bodies.push(Body {
            name: format!("ramp {index}"),
            parts: ramp.into_iter().map(Part::from).collect(),
            dynamics: None,
        });
    }
    for index in 0..count {
        let [x, y, layer] = place_in_grid(index, JAM_LAYER);
        let center = Vector3::new(
            whole(x) - whole(2),
            whole(y) - ratio(1, 2),
            whole(12 + layer) + ratio(2, 5),
        );
        let name = format!("cube {index}");
        bodies.extend(cube(name, &center, &ratio(4, 5), &Matrix3::identity()));
    }
    let title = format!("{count} cubes jam between ramps");
    Ok(falling(
        format!("cubejam-{count}"),
        title,
        bodies,
        &ratio(3, 10),
    ))
}

/// This many jacks, each a bar with four stubs across it, that fall into a box of 12 × 12.
///
/// # Errors
/// [`GenerateError`] for no jack, or too many.
pub fn jacks(count: usize) -> Result<Scene, GenerateError> {
    require_count("jacks", count, 1, MAX_BODIES)?;
    let spacing = ratio(9, 4);
    let layers = count.div_ceil(JACK_LAYER[0] * JACK_LAYER[1]);
    let height = whole(layers + 2) * &spacing;
    let mut bodies = shaft(&whole(12), &whole(12), &height);
    for index in 0..count {
        let [x, y, layer] = place_in_grid(index, JACK_LAYER);
        let [i, j] = [x, y].map(|place| place as i64 - 2);
        let k = layer as i64 % 5 - 2;
        let turn = Quaternion::from_integers(7, i, j, k).rotation();
        let place = [whole(x) - whole(2), whole(y) - whole(2), whole(layer + 1)];
        let [x, y, z] = place.map(|number| number * &spacing);
        bodies.push(jack(format!("jack {index}"), &Vector3::new(x, y, z), &turn));
    }
    let title = format!("{count} jacks fall into a box");
    Ok(falling(
        format!("jacks-{count}"),
        title,
        bodies,
        &ratio(3, 10),
    ))
}

/// Smooth balls of radius 1/10, so many along each axis, that fall through a funnel into a glass.
///
/// # Errors
/// [`GenerateError`] for no ball, or too many.
pub fn sphereglass(side: usize) -> Result<Scene, GenerateError> {
    let count = require_cube("balls", side)?;
    let mut bodies = glass(side);
    for index in 0..count {
        let center = above_the_funnel(index, side);
        let name = format!("ball {index}");
        bodies.extend(ball(name, center, &ratio(1, 10), &whole(1)));
    }
    let title = format!("{count} balls fall through a funnel");
    Ok(falling(
        format!("sphereglass-{side}"),
        title,
        bodies,
        &Rational::default(),
    ))
}

/// Cubes of edge 1/5, so many along each axis, that fall through a funnel into a glass.
///
/// # Errors
/// [`GenerateError`] for no cube, or too many.
pub fn cubeglass(side: usize) -> Result<Scene, GenerateError> {
    let count = require_cube("cubes", side)?;
    let mut bodies = glass(side);
    for index in 0..count {
        let center = above_the_funnel(index, side);
        let name = format!("cube {index}");
        bodies.extend(cube(name, &center, &ratio(1, 5), &Matrix3::identity()));
    }
    let title = format!("{count} cubes fall through a funnel");
    Ok(falling(
        format!("cubeglass-{side}"),
        title,
        bodies,
        &ratio(3, 10),
    ))
}

/// The place of something in layers of so many along x and y.
fn place_in_grid(index: usize, [along_x, along_y]: [usize; 2]) -> [usize; 3] {
    let in_layer = index % (along_x * along_y);
    [
        in_layer % along_x,
        in_layer / along_x,
        index / (along_x * along_y),
    ]
}

/// The number of things, given how many there are along each axis.
fn require_cube(what: &'static str, side: usize) -> Result<usize, GenerateError> {
    let count = side.saturating_mul(side).saturating_mul(side);
    require_count(what, count, 1, MAX_BODIES)?;
    Ok(count)
}

/// The centre of something in a grid of spacing 1/4 that begins 3 m above the neck of the funnel.
fn above_the_funnel(index: usize, side: usize) -> Vector3 {
    let [x, y, layer] = place_in_grid(index, [side, side]);
    let middle = whole(side - 1) * ratio(1, 8);
    let along = |place: usize| whole(place) * ratio(1, 4);
    Vector3::new(
        along(x) - &middle,
        along(y) - &middle,
        whole(8) + along(layer),
    )
}

/// A floor, and walls of this height around a space of this width and depth, 1 m thick.
fn shaft(width: &Rational, depth: &Rational, height: &Rational) -> Vec<Body> {
    let [x, y] = [width, depth].map(|size| size * ratio(1, 2));
    let [outer_x, outer_y] = [&x, &y].map(|half| half + whole(1));
    let point =
        |x: &Rational, y: &Rational, z: &Rational| Vector3::new(x.clone(), y.clone(), z.clone());
    let zero = Rational::default();
    vec![
        fixed(
            "floor",
            &point(&-&outer_x, &-&outer_y, &ratio(-1, 1)),
            &point(&outer_x, &outer_y, &zero),
        ),
        fixed(
            "left wall",
            &point(&-&outer_x, &-&y, &zero),
            &point(&-&x, &y, height),
        ),
        fixed(
            "right wall",
            &point(&x, &-&y, &zero),
            &point(&outer_x, &y, height),
        ),
        fixed(
            "front wall",
            &point(&-&x, &-&outer_y, &zero),
            &point(&x, &-&y, height),
        ),
        fixed(
            "back wall",
            &point(&-&x, &y, &zero),
            &point(&x, &outer_y, height),
        ),
    ]
}

/// A glass of 4 × 4, and a funnel in it with the slope 4 to 3 down to a neck of 1 × 1, 5 m above
/// its floor; the glass is higher than a grid of so many above it.
fn glass(side: usize) -> Vec<Body> {
    let height = whole(9) + whole(side) * ratio(1, 4);
    let mut bodies = shaft(&whole(4), &whole(4), &height);
    let mut parts = Vec::new();
    for turn in 0..4 {
        let mut corners = Vec::new();
        for (x, y, z) in [(1, 1, 10), (4, 4, 10), (4, 4, 14)] {
            for side in [-1, 1] {
                let [x, y] = quarter_turned([x, side * y], turn);
                corners.push(Vector3::new(ratio(x, 2), ratio(y, 2), ratio(z, 2)));
            }
        }
        if let Ok((wedge, _)) = Polyhedron::new(corners) {
            parts.push(Part::from(wedge));
        }
    }
    bodies.push(Body {
        name: "funnel".to_owned(),
        parts,
        dynamics: None,
    });
    bodies
}

fn quarter_turned([x, y]: [i64; 2], times: usize) -> [i64; 2] {
    match times {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    }
}

fn cube(name: String, center: &Vector3, edge: &Rational, turn: &Matrix3) -> Option<Body> {
    let size = Vector3::new(edge.clone(), edge.clone(), edge.clone());
    let part = Polyhedron::cuboid(center, &size, turn)?;
    Some(free(name, vec![part], &whole(1)))
}

/// A bar of 2 × 1/2 × 1/2, and stubs of 3/4 × 1/2 × 1/2 to four sides of its middle.
fn jack(name: String, center: &Vector3, turn: &Matrix3) -> Body {
    // Each: the centre and the size, in eighths.
    let boxes = [
        ([0, 0, 0], [16, 4, 4]),
        ([0, 5, 0], [4, 6, 4]),
        ([0, -5, 0], [4, 6, 4]),
        ([0, 0, 5], [4, 4, 6]),
        ([0, 0, -5], [4, 4, 6]),
    ];
    let eighths = |[x, y, z]: [i64; 3]| Vector3::new(ratio(x, 8), ratio(y, 8), ratio(z, 8));
    let mut parts = Vec::new();
    for (place, size) in boxes {
        let place = center + &turn.times(&eighths(place));
        parts.extend(Polyhedron::cuboid(&place, &eighths(size), turn));
    }
    free(name, parts, &whole(1))
}

/// The scene of these bodies with one friction and a gravity of 10 m/s².
fn falling(name: String, title: String, bodies: Vec<Body>, friction: &Rational) -> Scene {
    let rough = (0..bodies.len()).map(|body| (BodyId(body), friction.clone()));
    Scene {
        gravity: Vector3::from_integers(0, 0, -10),
        friction: Friction::new(rough, []),
        ..scene(name, title, None, bodies)
    }
}
