//! Runs in doubles: closed forms, zwang's own run, and the asymmetric end of the animation of Rote
//! & Zwick.

use zwang_exact::parse;
use zwang_families::{Brick, Cantilever, cantilever, diamond};
use zwang_float::{Method, Moment, Run, World};
use zwang_motion::{Settings, Simulation, kernel};
use zwang_program::Monitor;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

fn interior_point(tolerance: f64, repeats: bool) -> Method {
    Method::InteriorPoint { tolerance, repeats }
}

/// The free bodies after so many steps.
pub fn after(scene: &Scene, step: f64, steps: usize, method: Method) -> Vec<Moment> {
    let mut run = Run::new(World::new(scene), step, method);
    for _ in 0..steps {
        run.advance().unwrap();
    }
    run.moments()
}

/// How far the bodies of a scene that is mirrored at x = `axis` are from the mirror images of each
/// other.
fn mirror_defect(moments: &[Moment], axis: f64) -> f64 {
    let to_image = |of: &Moment| {
        let distance = |other: &Moment| {
            (2.0 * axis - of.centroid[0] - other.centroid[0])
                .hypot(of.centroid[1] - other.centroid[1])
        };
        moments.iter().map(distance).fold(f64::INFINITY, f64::min)
    };
    moments.iter().map(to_image).fold(0.0, f64::max)
}

/// The 5-diamond after half a second, and its axis.
fn defect(tolerance: f64, repeats: bool) -> f64 {
    let scene = diamond(5, &Brick::default()).unwrap();
    let start = Run::new(World::new(&scene), 0.01, interior_point(tolerance, repeats)).moments();
    let axis = start.iter().map(|moment| moment.centroid[0]).sum::<f64>() / start.len() as f64;
    assert_eq!(mirror_defect(&start, axis), 0.0);
    mirror_defect(
        &after(&scene, 0.01, 50, interior_point(tolerance, repeats)),
        axis,
    )
}

/// The errors of a solver that stops early are not mirrored if its path is not, and the collapse
/// amplifies them.
#[test]
fn the_mirror_defect_grows_with_the_tolerance_if_the_path_is_not_mirrored() {
    let [loose, medium, fine] = [1e-4, 1e-6, 1e-12].map(|tolerance| defect(tolerance, true));
    assert!(
        loose > 1e-7 && loose > 3.0 * medium && medium > 100.0 * fine,
        "{loose} {medium} {fine}"
    );
    assert!(fine < 1e-8, "{fine}");
}

/// A loose tolerance alone breaks no symmetry: on a mirrored program the path is mirrored up to
/// roundoff.
#[test]
fn a_mirrored_path_leaves_only_roundoff() {
    let found = defect(1e-4, false);
    assert!(found < 1e-11, "{found}");
}

/// A brick flies and spins freely: z is that of the difference scheme, h² g n (n + 1) / 2 below,
/// and the midpoint rule turns by the same angle in every step.
#[test]
fn free_flight_is_that_of_the_difference_scheme() {
    let text = "format = \"zwang-scene-1\"\nname = \"flight\"\ngravity = [0, -8]\n\
        [[body]]\nname = \"brick\"\nrectangle = { center = [0, 0], size = [1, \"1/4\"] }\n\
        velocity = [3, 2]\nspin = 2\n";
    let scene = read::parse(text, Syntax::Toml).unwrap().scene;
    let (step, steps) = (0.01, 400);
    for method in [
        interior_point(1e-12, false),
        Method::Impulses {
            tolerance: 1e-12,
            sweeps: 10,
            shock: None,
        },
    ] {
        let [found] = after(&scene, step, steps, method)[..] else {
            panic!("one body")
        };
        let count = steps as f64;
        let expected = [
            3.0 * step * count,
            2.0 * step * count - 8.0 * step * step * count * (count + 1.0) / 2.0,
        ];
        assert!(
            (found.centroid[0] - expected[0]).hypot(found.centroid[1] - expected[1]) < 1e-9,
            "{found:?}"
        );
        // More than one full turn.
        assert!(
            (found.angle - count * 2.0 * (step * 2.0 / 2.0).atan()).abs() < 1e-9,
            "{found:?}"
        );
        assert!((found.spin - 2.0).abs() < 1e-9, "{found:?}");
    }
}

/// Contacts and a collision: both twins follow zwang's own run.
#[test]
fn both_twins_follow_the_exact_run() {
    let falling = "format = \"zwang-scene-1\"\nname = \"drop\"\ngravity = [0, -10]\n\
        [[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [8, 2] }\n\
        [[body]]\nname = \"brick\"\n\
        parts = [[[\"-3/5\", \"9/20\"], [1, \"1/20\"], [\"13/10\", \"3/5\"], \
        [\"-3/10\", \"17/20\"]]]\n";
    let pendulum = include_str!("../../../../../scenes/double-pendulum.toml");
    let chain = include_str!("../../../../../scenes/chain.toml");
    let scenes = [
        cantilever(&Cantilever::default()).unwrap(),
        read::parse(falling, Syntax::Toml).unwrap().scene,
        read::parse(pendulum, Syntax::Toml).unwrap().scene,
        read::parse(chain, Syntax::Toml).unwrap().scene,
    ];
    for scene in scenes {
        let settings = Settings {
            step: parse("1/100").unwrap(),
            ..Settings::default()
        };
        let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
        for _ in 0..30 {
            simulation.advance(&Monitor::default()).unwrap();
        }
        for method in [
            interior_point(1e-12, false),
            Method::Impulses {
                tolerance: 1e-10,
                sweeps: 100_000,
                shock: None,
            },
        ] {
            let found = after(&scene, 0.01, 30, method);
            let expected = kernel::placements(&simulation);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                for (value, exact) in found.centroid.iter().zip(&expected.centroid) {
                    let exact =
                        num_traits::ToPrimitive::to_f64(&parse(&exact.to_string()).unwrap())
                            .unwrap();
                    assert!(
                        (value - exact).abs() < 1e-6,
                        "{} {method:?}: {value} {exact}",
                        scene.name
                    );
                }
            }
        }
    }
}
