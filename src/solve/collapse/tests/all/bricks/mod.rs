//! Small scenes built by hand, and isometries of them.
#![allow(dead_code, reason = "each test file uses its own selection")]

pub mod clipping;
pub mod grid;

use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Friction, Pin, Polygon, Scene};

pub fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub fn vector(x: &str, y: &str) -> Vector {
    Vector::new(number(x), number(y))
}

/// A polygon with integer vertices, counter-clockwise.
pub fn polygon(vertices: &[(i64, i64)]) -> Polygon {
    let vertices = vertices
        .iter()
        .map(|&(x, y)| Vector::from_integers(x, y))
        .collect();
    let (polygon, turned) = Polygon::new(vertices).unwrap();
    assert!(!turned);
    polygon
}

/// The rectangle between two corners. Vertices: lower left, lower right, upper right, upper left;
/// edges: bottom, right, top, left.
pub fn rectangle(low: (&str, &str), high: (&str, &str)) -> Polygon {
    let vertices = vec![
        vector(low.0, low.1),
        vector(high.0, low.1),
        vector(high.0, high.1),
        vector(low.0, high.1),
    ];
    Polygon::new(vertices).unwrap().0
}

pub fn fixed(name: &str, parts: Vec<Polygon>) -> Body {
    Body {
        name: name.to_owned(),
        parts,
        dynamics: None,
    }
}

/// A free body at rest, of density 1.
pub fn free(name: &str, parts: Vec<Polygon>) -> Body {
    let (mut area, mut first, mut second) = (number("0"), Vector::zero(), number("0"));
    for part in &parts {
        let moments = part.moments();
        area += moments.area;
        first = &first + &moments.first;
        second += moments.second;
    }
    let centroid = first.scaled(&area.recip());
    let inertia = second - &area * centroid.dot(&centroid);
    let dynamics = Dynamics {
        mass: area,
        centroid,
        inertia,
        velocity: Vector::zero(),
        spin: number("0"),
    };
    Body {
        name: name.to_owned(),
        parts,
        dynamics: Some(dynamics),
    }
}

/// A free body of one part, moving.
pub fn moving(name: &str, part: Polygon, velocity: (&str, &str), spin: &str) -> Body {
    let mut body = free(name, vec![part]);
    let dynamics = body.dynamics.as_mut().unwrap();
    dynamics.velocity = vector(velocity.0, velocity.1);
    dynamics.spin = number(spin);
    body
}

/// A scene with gravity (0, -1).
pub fn scene(bodies: Vec<Body>) -> Scene {
    Scene {
        name: "test".to_owned(),
        title: None,
        expect: None,
        gravity: Vector::from_integers(0, -1),
        bodies,
        pins: vec![],
        friction: Friction::default(),
        restitution: zwang_scene::SceneRestitution::default(),
        loads: Vec::new(),
    }
}

pub fn weightless(bodies: Vec<Body>) -> Scene {
    Scene {
        gravity: Vector::zero(),
        ..scene(bodies)
    }
}

pub fn pin(first: usize, second: Option<usize>, at: (&str, &str)) -> Pin {
    Pin {
        first: BodyId(first),
        second: second.map(BodyId),
        at: vector(at.0, at.1),
        collide: second.is_some(),
    }
}

/// Bricks of size 1 × 1/2 in centred rows of the given lengths on a floor (body 0), from the bottom
/// up, rows from left to right.
pub fn rows(lengths: &[i64]) -> Scene {
    let mut bodies = vec![fixed(
        "floor",
        vec![rectangle(("-1000000", "-1"), ("1000000", "0"))],
    )];
    for (row, &length) in lengths.iter().enumerate() {
        for brick in 0..length {
            let center = Vector::new(
                Rational::new((2 * brick + 1 - length).into(), 2.into()),
                Rational::new((2 * row + 1).into(), 4.into()),
            );
            let polygon = Polygon::rectangle(&center, &vector("1", "1/2")).unwrap();
            bodies.push(free(&format!("brick {}", bodies.len()), vec![polygon]));
        }
    }
    scene(bodies)
}

/// The diamond with rows 1, 2, …, m, …, 2, 1.
pub fn diamond(size: i64) -> Scene {
    rows(&(1..=size).chain((1..size).rev()).collect::<Vec<_>>())
}

/// The scene under x ↦ matrix x + shift, bodies and parts in the same order.
pub fn image(scene: &Scene, matrix: &[[Rational; 2]; 2], shift: &Vector) -> Scene {
    let direction = |v: &Vector| {
        Vector::new(
            &matrix[0][0] * &v.x + &matrix[0][1] * &v.y,
            &matrix[1][0] * &v.x + &matrix[1][1] * &v.y,
        )
    };
    let point = |v: &Vector| &direction(v) + shift;
    let determinant = &matrix[0][0] * &matrix[1][1] - &matrix[0][1] * &matrix[1][0];
    let mut image = scene.clone();
    image.gravity = direction(&scene.gravity);
    for body in &mut image.bodies {
        for part in &mut body.parts {
            *part = Polygon::new(part.vertices().iter().map(point).collect())
                .unwrap()
                .0;
        }
        if let Some(free) = &mut body.dynamics {
            free.centroid = point(&free.centroid);
            free.velocity = direction(&free.velocity);
            free.spin = &free.spin * &determinant;
        }
    }
    for pin in &mut image.pins {
        pin.at = point(&pin.at);
    }
    image
}

pub fn matrix(entries: [[&str; 2]; 2]) -> [[Rational; 2]; 2] {
    entries.map(|row| row.map(number))
}

/// The scene mirrored in the vertical axis.
pub fn mirrored(scene: &Scene) -> Scene {
    image(scene, &matrix([["-1", "0"], ["0", "1"]]), &Vector::zero())
}

/// The scene turned by the angle with cosine 3/5 and sine 4/5, and shifted.
pub fn turned(scene: &Scene) -> Scene {
    image(
        scene,
        &matrix([["3/5", "-4/5"], ["4/5", "3/5"]]),
        &vector("1/7", "-22/3"),
    )
}
