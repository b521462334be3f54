//! A scene that is written and read again is the same.

use proptest::prelude::*;
use std::fs;
use std::path::Path;
use zwang_exact::{Rational, Vector};
use zwang_exchange::{ImportOptions, Source, Target, export, import};
use zwang_scene::{Body, BodyId, Dynamics, Expectation, Friction, Pin, Polygon, Scene};

fn gallery() -> Vec<Scene> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenes");
    let mut scenes = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            scenes.push(fs::read_to_string(path).unwrap().parse().unwrap());
        }
    }
    scenes
}

fn again(text: &str) -> Scene {
    let options = ImportOptions::default();
    import(text, Source::Mjcf, &options).unwrap().scene
}

#[test]
fn the_gallery_as_mjcf_is_the_same_where_all_decimals_are_short() {
    let mut same = 0;
    for scene in gallery() {
        if scene.has_loads() {
            let refused = export(&scene, Target::Mjcf).unwrap_err();
            assert!(refused.to_string().contains("found loads"), "{refused}");
            continue;
        }
        let exported = export(&scene, Target::Mjcf).unwrap();
        let is_rounded = exported.notes.iter().any(|note| note.contains("rounded"));
        let found = again(&exported.text);
        assert_eq!(found.name, scene.name);
        if is_rounded {
            assert_near(&scene, &found);
        } else {
            assert_eq!(found.canonical(), scene.canonical(), "{}", scene.name);
            same += 1;
        }
    }
    assert!(same >= 20, "{same}");
}

const TWO: &str = r#"
    format = "zwang-scene-1"
    name = "two"
    body = [
        { name = "rod", rectangle = { center = [0, 0], size = [2, 1] } },
        { name = "wall", fixed = true, rectangle = { center = [1, 0], size = [2, 1] } },
    ]
    pin = [ { bodies = ["rod", "wall"], at = [0, 0] }, { bodies = ["wall", "rod"], at = [1, 0] } ]
"#;

#[test]
fn what_would_come_back_as_another_scene_is_refused() {
    let mut scene: Scene = TWO.parse().unwrap();
    let exported = export(&scene, Target::Mjcf).unwrap();
    assert_eq!(again(&exported.text).canonical(), scene.canonical());
    for pin in 0..2 {
        scene.pins[pin].collide = true;
        let told = export(&scene, Target::Mjcf);
        if pin == 0 {
            let told = told.unwrap_err().to_string();
            assert!(told.contains("found one that collides, and one"), "{told}");
        } else {
            let text = told.unwrap().text;
            assert_eq!(again(&text).canonical(), scene.canonical());
        }
    }
    let named = TWO.replace("\"wall\"", "\"world\"").parse().unwrap();
    let told = export(&named, Target::Mjcf).unwrap_err().to_string();
    assert!(told.starts_with("body `world`: found "), "{told}");
}

/// The same bodies, with numbers that differ by less than 10^-15.
#[track_caller]
fn assert_near(scene: &Scene, found: &Scene) {
    let near = zwang_exact::parse("1e-15").unwrap();
    let is_near = |one: &Rational, other: &Rational| {
        let difference = one - other;
        difference < near && -difference < near
    };
    assert_eq!(scene.bodies.len(), found.bodies.len());
    for (body, other) in scene.bodies.iter().zip(&found.bodies) {
        assert_eq!(body.name, other.name);
        assert_eq!(body.parts.len(), other.parts.len());
        for (part, again) in body.parts.iter().zip(&other.parts) {
            for (vertex, place) in part.vertices().iter().zip(again.vertices()) {
                assert!(is_near(&vertex.x, &place.x), "{}", body.name);
                assert!(is_near(&vertex.y, &place.y), "{}", body.name);
            }
        }
        let (Some(free), Some(other)) = (&body.dynamics, &other.dynamics) else {
            assert_eq!(body.dynamics, other.dynamics);
            continue;
        };
        assert!(is_near(&free.mass, &other.mass), "{}", body.name);
        assert!(is_near(&free.inertia, &other.inertia), "{}", body.name);
        assert!(
            is_near(&free.centroid.x, &other.centroid.x),
            "{}",
            body.name
        );
        assert!(
            is_near(&free.velocity.y, &other.velocity.y),
            "{}",
            body.name
        );
    }
    assert_eq!(scene.pins.len(), found.pins.len());
}

/// Decimals of a few digits.
fn number() -> impl Strategy<Value = Rational> {
    (-2000_i64..2000, 0_u32..4).prop_map(|(digits, places)| {
        let power = 10_i64.pow(places);
        Rational::new(digits.into(), power.into())
    })
}

fn point() -> impl Strategy<Value = Vector> {
    (number(), number()).prop_map(|(x, y)| Vector::new(x, y))
}

fn positive() -> impl Strategy<Value = Rational> {
    (1_i64..2000).prop_map(|digits| Rational::new(digits.into(), 64.into()))
}

fn body() -> impl Strategy<Value = (Polygon, Option<(Vector, Rational)>, bool)> {
    let rectangle = (point(), positive(), positive()).prop_map(|(center, width, height)| {
        let size = Vector::new(width, height);
        Polygon::rectangle(&center, &size).unwrap()
    });
    let triangle = (point(), positive(), positive()).prop_map(|(low, width, height)| {
        let right = &low + &Vector::new(width, Rational::default());
        let top = &low + &Vector::new(Rational::default(), height);
        Polygon::new(vec![low, right, top]).unwrap().0
    });
    let shape = prop_oneof![rectangle, triangle];
    let motion = proptest::option::of((point(), number()));
    (shape, motion, any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Places, masses, velocities, friction and pins; bodies may overlap, which nobody looks at.
    #[test]
    fn any_scene_of_short_decimals_is_the_same_again(
        bodies in proptest::collection::vec(body(), 1..6),
        gravity in point(),
        frictions in proptest::collection::vec(0_i64..3, 6),
        of_pair in proptest::option::of(0_i64..4),
        at in point(),
        collide in any::<bool>(),
    ) {
        let mut scene = Scene {
            name: "a <scene> & \"more\"".to_owned(),
            title: None,
            expect: Some(Expectation::Stands),
            gravity,
            bodies: Vec::new(),
            pins: Vec::new(),
            friction: Friction::default(),
            restitution: zwang_scene::SceneRestitution::default(),
            loads: Vec::new(),
        };
        for (index, (shape, motion, is_heavy)) in bodies.into_iter().enumerate() {
            let parts = vec![shape];
            let dynamics = motion.map(|(velocity, spin)| {
                let one = Rational::from_integer(1.into());
                let mut free = Dynamics::homogeneous(&parts, &one);
                // Centroids of triangles have no short decimal; these are given.
                let [low, ..] = parts[0].vertices() else { unreachable!() };
                free.centroid = low.clone();
                free.mass = Rational::new(3.into(), 8.into());
                free.inertia = Rational::new(if is_heavy { 7 } else { 5 }.into(), 4.into());
                free.velocity = velocity;
                free.spin = spin;
                free
            });
            let name = format!("body & <{index}>");
            scene.bodies.push(Body { name, parts, dynamics });
        }
        let quarter = |count: i64| Rational::new(count.into(), 4.into());
        let rough: Vec<_> = scene.body_ids().zip(frictions.into_iter().map(quarter)).collect();
        let last = BodyId(scene.bodies.len() - 1);
        let mut free = scene.body_ids().filter(|body| {
            scene.bodies[body.0].dynamics.is_some()
        });
        if let Some(first) = free.next() {
            let second = if first == last { None } else { Some(last) };
            let collide = collide && second.is_some();
            scene.pins.push(Pin { first, second, at, collide });
            // Of two bodies that may touch.
            let other = BodyId(usize::from(first.0 == 0));
            let may_touch = other.0 < scene.bodies.len() && (collide || second != Some(other));
            let pair = of_pair.filter(|_| may_touch).map(|count| ([first, other], quarter(count)));
            scene.friction = Friction::new(rough, pair);
        } else {
            scene.friction = Friction::new(rough, []);
        }
        let exported = export(&scene, Target::Mjcf).unwrap();
        prop_assert_eq!(again(&exported.text).canonical(), scene.canonical());
    }
}
