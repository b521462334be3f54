//! Runs in doubles: closed forms, zwang's own run, and the asymmetric end of the animation of Rote
//! & Zwick.

use zwang_exact::parse;
use zwang_families::{Brick, Cantilever, cantilever, diamond};
use zwang_float::{Method, Moment, Run, World};
use zwang_law::Simulation;
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

/// Where zwang's own run, which is right to second order, has the free bodies: x, y, angle.
pub fn own_run(scene: &Scene, step: &str, steps: usize) -> Vec<[f64; 3]> {
    let mut simulation = Simulation::new(scene.clone(), &parse(step).unwrap()).unwrap();
    for _ in 0..steps {
        simulation.advance(&Monitor::default()).unwrap();
    }
    let free = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
    let mut places = Vec::new();
    for place in 0..free {
        let (centroid, rotation) = simulation.pose(place);
        let [x, y] = centroid.each_ref().map(double);
        let [re, im] = rotation.each_ref().map(double);
        places.push([x, y, im.atan2(re)]);
    }
    places
}

fn double(number: &malachite::Rational) -> f64 {
    let number = parse(&number.to_string()).unwrap();
    num_traits::ToPrimitive::to_f64(&number).unwrap()
}

/// How far bodies are from there, and turned, at most.
pub fn distance(found: &[Moment], own: &[[f64; 3]]) -> f64 {
    assert_eq!(found.len(), own.len());
    let mut largest = 0.0_f64;
    for (found, [x, y, angle]) in found.iter().zip(own) {
        let (sine, cosine) = (found.angle - angle).sin_cos();
        let off = (found.centroid[0] - x).hypot(found.centroid[1] - y);
        largest = largest.max(off).max(sine.atan2(cosine).abs());
    }
    largest
}

/// Runs in doubles come near zwang's own one, as their steps of first order get shorter.
pub fn comes_near(scene: &Scene, steps: usize) {
    let own = own_run(scene, "1/400", 4 * steps);
    for method in [
        interior_point(1e-12, false),
        Method::Impulses {
            tolerance: 1e-12,
            sweeps: 100_000,
            shock: None,
        },
    ] {
        let long = distance(&after(scene, 0.01, steps, method), &own);
        let short = distance(&after(scene, 0.0025, 4 * steps, method), &own);
        // What has come to rest is there at once.
        assert!(
            long < 0.1 && (short < 0.4 * long || long < 1e-8),
            "{} {method:?}: {long} {short}",
            scene.name
        );
    }
}

#[test]
fn runs_in_doubles_come_near_the_own_run() {
    let falling = "format = \"zwang-scene-1\"\nname = \"drop\"\ngravity = [0, -10]\n\
        [[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [8, 2] }\n\
        [[body]]\nname = \"brick\"\n\
        parts = [[[\"-3/5\", \"9/20\"], [1, \"1/20\"], [\"13/10\", \"3/5\"], \
        [\"-3/10\", \"17/20\"]]]\n";
    let pendulum = include_str!("../../../../../scenes/double-pendulum.toml");
    let chain = include_str!("../../../../../scenes/chain.toml");
    for scene in [
        cantilever(&Cantilever::default()).unwrap(),
        read::parse(falling, Syntax::Toml).unwrap().scene,
        read::parse(pendulum, Syntax::Toml).unwrap().scene,
        read::parse(chain, Syntax::Toml).unwrap().scene,
    ] {
        comes_near(&scene, 30);
    }
}
