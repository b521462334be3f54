//! Runs in doubles: closed forms, zwang's own run, and the asymmetric end of the animation of Rote
//! & Zwick.

use zwang_exact::parse;
use zwang_families::{Brick, Cantilever, cantilever, diamond};
use zwang_float::{Method, Moment, Run, World};
use zwang_law::Simulation;
use zwang_program::Monitor;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

pub fn interior_point(tolerance: f64, repeats: bool) -> Method {
    Method::InteriorPoint { tolerance, repeats }
}

pub const IMPULSES: Method = Method::Impulses {
    tolerance: 1e-12,
    sweeps: 100_000,
    shock: None,
};

/// The free bodies after so many steps.
pub fn after(scene: &Scene, step: &str, steps: usize, method: Method) -> Vec<Moment> {
    let mut run = Run::new(World::new(scene, &parse(step).unwrap()), method);
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
    let start = after(&scene, "1/100", 0, interior_point(tolerance, repeats));
    let axis = start.iter().map(|moment| moment.centroid[0]).sum::<f64>() / start.len() as f64;
    assert_eq!(mirror_defect(&start, axis), 0.0);
    mirror_defect(
        &after(&scene, "1/100", 50, interior_point(tolerance, repeats)),
        axis,
    )
}

/// The errors of a solver that stops early are not mirrored if its path is not, and the collapse
/// amplifies them.
#[test]
fn the_mirror_defect_grows_with_the_tolerance_if_the_path_is_not_mirrored() {
    let [loose, medium, fine] = [1e-3, 1e-7, 1e-12].map(|tolerance| defect(tolerance, true));
    assert!(
        loose > 1e-7 && loose > 10.0 * medium && medium > 10.0 * fine,
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

/// A brick flies along a parabola, and turns by the same angle in every step, that of which the
/// half has the tangent h ω/2.
#[test]
fn free_flight_is_a_parabola() {
    let text = "format = \"zwang-scene-1\"\nname = \"flight\"\ngravity = [0, -8]\n\
        [[body]]\nname = \"brick\"\nrectangle = { center = [0, 0], size = [1, \"1/4\"] }\n\
        velocity = [3, 2]\nspin = 2\n";
    let scene = read::parse(text, Syntax::Toml).unwrap().scene;
    for method in [interior_point(1e-12, false), IMPULSES] {
        let [found] = after(&scene, "1/100", 400, method)[..] else {
            panic!("one body")
        };
        let time = 4.0;
        let expected = [3.0 * time, 2.0 * time - 4.0 * time * time];
        let off = (found.centroid[0] - expected[0]).hypot(found.centroid[1] - expected[1]);
        assert!(off < 1e-11, "{found:?}");
        // More than one full turn.
        let angle = 400.0 * 2.0 * (0.01_f64).atan();
        assert!((found.angle - angle).abs() < 1e-11, "{found:?}");
        assert_eq!(found.spin, 2.0);
    }
}

/// The places of the free bodies in zwang's own run, which is right to second order: x, y, angle.
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

/// How far a run in doubles is from zwang's own one after so many steps.
fn apart(scene: &Scene, step: &str, steps: usize, method: Method) -> f64 {
    let own = own_run(scene, step, steps);
    distance(&after(scene, step, steps, method), &own)
}

fn physics(name: &str) -> Scene {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scenes/physics/");
    let text = std::fs::read_to_string(format!("{folder}{name}.toml")).unwrap();
    read::parse(&text, Syntax::Toml).unwrap().scene
}

const SMOOTH: [(&str, usize); 12] = [
    ("load-off-centroid", 100),
    ("slope", 100),
    ("tiles-parts", 100),
    ("seam-slope", 100),
    ("past-a-peg", 100),
    ("tip-smooth", 100),
    // Later the rod is as fast as it is thin, and its steps are cut.
    ("sliding-rod", 40),
    ("turntable", 100),
    ("pendulum", 100),
    ("double-pendulum", 100),
    ("torque", 100),
    ("over-a-brick", 100),
];

const ROUGH: [&str; 8] = [
    "slope-friction",
    "slope-held",
    "slope-and-back",
    "brake",
    "carried",
    "tip-rough",
    "rolling-square",
    "pinned-wedge",
];

/// Contacts that slide, tip, land and stop, pins and loads. (Floats of 10⁻¹⁶ grow to 10⁻⁹ in a
/// second.)
#[test]
fn runs_in_doubles_are_the_own_runs() {
    for (name, steps) in SMOOTH {
        let scene = physics(name);
        for method in [interior_point(1e-12, false), IMPULSES] {
            let found = apart(&scene, "1/100", steps, method);
            assert!(found < 1e-8, "{name} {method:?}: {found}");
        }
    }
    for name in ROUGH {
        let found = apart(&physics(name), "1/100", 100, IMPULSES);
        assert!(found < 1e-8, "{name}: {found}");
    }
}

/// The same of what collapses, and of scenes of corners, stacks and chains.
#[test]
fn collapses_in_doubles_are_the_own_runs() {
    let falling = "format = \"zwang-scene-1\"\nname = \"drop\"\ngravity = [0, -10]\n\
        [[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [8, 2] }\n\
        [[body]]\nname = \"brick\"\n\
        parts = [[[\"-3/5\", \"9/20\"], [1, \"1/20\"], [\"13/10\", \"3/5\"], \
        [\"-3/10\", \"17/20\"]]]\n";
    let chain = include_str!("../../../../../scenes/chain.toml");
    for (scene, steps) in [
        (cantilever(&Cantilever::default()).unwrap(), 60),
        (read::parse(falling, Syntax::Toml).unwrap().scene, 60),
        (read::parse(chain, Syntax::Toml).unwrap().scene, 60),
        (diamond(5, &Brick::default()).unwrap(), 60),
    ] {
        for method in [interior_point(1e-12, false), IMPULSES] {
            let found = apart(&scene, "1/100", steps, method);
            assert!(found < 1e-6, "{} {method:?}: {found}", scene.name);
        }
    }
}

/// Two cards that lean tip to tip bear on both sides of the corner and stay; a dart chooses a side
/// of a peak. Nothing far away that is fast changes any of it.
#[test]
fn rough_corners_in_doubles_are_those_of_the_own_run() {
    let cards = "format = \"zwang-scene-1\"\nname = \"cards\"\ngravity = [0, -10]\n\
        friction = \"3/10\"\n\
        [[body]]\nname = \"floor\"\nfixed = true\n\
        rectangle = { center = [0, \"-1/2\"], size = [20, 1] }\n\
        [[body]]\nname = \"left\"\nparts = [[[\"-27/50\", 0], [\"-1/2\", 0], [0, \"6/5\"], \
        [\"-1/50\", \"6/5\"]]]\n\
        [[body]]\nname = \"right\"\nparts = [[[\"1/2\", 0], [\"27/50\", 0], [\"1/50\", \"6/5\"], \
        [0, \"6/5\"]]]\n";
    let peak = "format = \"zwang-scene-1\"\nname = \"peak\"\ngravity = [0, -10]\n\
        friction = \"1/10\"\n\
        [[body]]\nname = \"peak\"\nfixed = true\nparts = [[[0, 0], [-1, -1], [1, -1]]]\n\
        [[body]]\nname = \"dart\"\nparts = [[[0, 0], [\"1/2\", \"1/2\"], [0, 1], \
        [\"-1/2\", \"1/2\"]]]\nvelocity = [\"1/50\", 0]\n";
    let fast = "[[body]]\nname = \"fast\"\nrectangle = { center = [-50, 100], size = [30, 30] }\n\
        velocity = [0, 500]\n";
    for text in [cards, peak] {
        let scene = read::parse(text, Syntax::Toml).unwrap().scene;
        let found = apart(&scene, "1/100", 20, IMPULSES);
        assert!(found < 1e-8, "{}: {found}", scene.name);
        let text = format!("{text}{fast}");
        let scene = read::parse(&text, Syntax::Toml).unwrap().scene;
        let found = apart(&scene, "1/100", 20, IMPULSES);
        assert!(found < 1e-8, "{} with a fast body: {found}", scene.name);
    }
}

/// Half the step makes a quarter of the error: pose and turn after half a second.
#[test]
fn the_step_is_of_second_order() {
    for name in [
        "pendulum",
        "double-pendulum",
        "tip-smooth",
        "load-off-centroid",
    ] {
        let scene = physics(name);
        let ends = [(50, "1/100"), (100, "1/200"), (200, "1/400")];
        let ends =
            ends.map(|(steps, step)| after(&scene, step, steps, interior_point(1e-12, false)));
        let places = |moments: &[Moment]| {
            let places = moments.iter().map(|moment| {
                let [x, y] = moment.centroid;
                [x, y, moment.angle]
            });
            places.collect::<Vec<_>>()
        };
        let [first, second] = [0, 1].map(|at| distance(&ends[at], &places(&ends[at + 1])));
        let ratio = first / second;
        assert!((3.5..4.5).contains(&ratio), "{name}: {first} {second}");
    }
}
