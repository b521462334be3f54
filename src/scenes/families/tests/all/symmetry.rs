//! Symmetric families are mirror images of themselves, exactly.

use zwang_exact::{Rational, Vector};
use zwang_families::*;
use zwang_scene::{Body, Scene};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// Whether the reflection in the line x = 0 maps the scene's bodies, with their masses, to one
/// another.
fn is_mirror_symmetric(scene: &Scene) -> bool {
    let key = |body: &Body, sign: i64| {
        let reflected = |x: &Vector| Vector::new(&x.x * ratio(sign, 1), x.y.clone());
        let mut vertices: Vec<Vector> = body
            .parts
            .iter()
            .flat_map(|part| part.vertices())
            .map(reflected)
            .collect();
        vertices.sort();
        let dynamics = body.dynamics.as_ref();
        (
            vertices,
            dynamics.map(|free| {
                (
                    free.mass.clone(),
                    reflected(&free.centroid),
                    free.inertia.clone(),
                )
            }),
        )
    };
    let mut bodies: Vec<_> = scene.bodies.iter().map(|body| key(body, 1)).collect();
    let mut images: Vec<_> = scene.bodies.iter().map(|body| key(body, -1)).collect();
    bodies.sort();
    images.sort();
    bodies == images
}

#[test]
fn symmetric_families_are_exactly_symmetric() {
    let thin = Brick {
        width: ratio(1, 3),
        height: ratio(1, 7),
        density: ratio(5, 1),
    };
    let balanced = Arch {
        half_angle_tangent: ratio(3, 7),
        weights: Weights::Balanced,
        ..Arch::default()
    };
    for scene in [
        diamond(5, &thin),
        triangle(4, &thin),
        wall(3, 4, Bond::Running, &thin),
        wall(3, 4, Bond::Stack, &thin),
        arch(&Arch::default()),
        arch(&Arch {
            stones: 6,
            ..balanced
        }),
        beam(3, &thin),
        seesaw(&Seesaw::default()),
    ] {
        let scene = scene.unwrap();
        assert!(is_mirror_symmetric(&scene), "{}", scene.name);
    }
    for scene in [
        cantilever(&Cantilever::default()),
        parabolic(3, &thin),
        ladder(&Ladder::default()),
    ] {
        assert!(!is_mirror_symmetric(&scene.unwrap()));
    }
}
