//! The scenes in `scenes/`: all of them read, none overlaps, and those of a family are what its
//! generator makes.

use crate::geometry::{overlaps, ratio};
use std::path::PathBuf;
use zwang_exact::Vector;
use zwang_families::*;
use zwang_scene::{Expectation, Scene, read};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../scenes")
}

fn read_scene(stem: &str) -> Scene {
    let text = std::fs::read_to_string(folder().join(stem).with_extension("toml")).unwrap();
    let reading = read::parse_toml(&text).unwrap_or_else(|error| panic!("{stem}: {error}"));
    assert_eq!(reading.notes, [], "{stem}");
    reading.scene
}

fn stems() -> Vec<String> {
    let files = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let scenes = files.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    let mut stems: Vec<String> = scenes
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    stems.sort();
    stems
}

fn titled(
    scene: Result<Scene, GenerateError>,
    name: &str,
    title: &str,
    expect: Expectation,
) -> Scene {
    Scene {
        name: name.to_owned(),
        title: Some(title.to_owned()),
        expect: Some(expect),
        ..scene.unwrap()
    }
}

fn stacks() -> Vec<Scene> {
    let brick = Brick::default();
    let high = Brick {
        height: ratio(1, 2),
        ..Brick::default()
    };
    use Expectation::{Falls, Stands};
    vec![
        titled(
            harmonic(5, &ratio(0, 1), &brick),
            "harmonic-5",
            "Harmonic stack of 5 bricks: overhang 137/120, the most there is, exactly critical",
            Stands,
        ),
        titled(
            harmonic(5, &ratio(1, 1_000_000_000_000), &brick),
            "harmonic-5-beyond",
            "The same stack pushed out by a millionth of a millionth of a brick",
            Falls,
        ),
        titled(
            diamond(4, &brick),
            "diamond-4",
            "The 4-diamond stands",
            Stands,
        ),
        titled(
            diamond(5, &brick),
            "diamond-5",
            "The 5-diamond, the smallest that falls",
            Falls,
        ),
        titled(diamond(6, &brick), "diamond-6", "The 6-diamond", Falls),
        titled(
            triangle(2, &high),
            "triangle-2",
            "Two bricks on one: each balances on its edge",
            Stands,
        ),
        titled(
            triangle(3, &high),
            "triangle-3",
            "The inverted 3-triangle: the outer bricks tip the second row",
            Falls,
        ),
        titled(
            wall(5, 4, Bond::Running, &brick),
            "wall-running-5x4",
            "A wall in running bond: the ends of the short rows rest on the brick centres below",
            Stands,
        ),
        titled(
            wall(5, 4, Bond::Stack, &brick),
            "wall-stack-5x4",
            "A wall in stack bond: four bricks meet in every inner corner, and no corner matters",
            Stands,
        ),
        titled(
            parabolic(4, &brick),
            "parabolic-4",
            "The parabolic 4-stack of Paterson and Zwick: 29 bricks on an edge reach out by two \
             bricks",
            Stands,
        ),
    ]
}

fn others() -> Vec<Scene> {
    let segment = Arch {
        half_angle_tangent: ratio(1, 2),
        ..Arch::default()
    };
    let plank = Brick {
        width: ratio(8, 1),
        ..Brick::default()
    };
    use Expectation::{Falls, Stands};
    vec![
        titled(
            cantilever(&Cantilever::default()),
            "cantilever",
            "A brick with its centre 1/10 beyond the edge of a table: a_y = -120/437, α = \
             -1200/437",
            Falls,
        ),
        titled(
            arch(&Arch::default()),
            "arch-7",
            "A semicircular arch of stones of one density: without friction it does not stand",
            Falls,
        ),
        titled(
            arch(&Arch {
                weights: Weights::Balanced,
                ..segment
            }),
            "arch-7-balanced",
            "An arch with weights after de la Hire: it stands without friction",
            Stands,
        ),
        titled(
            ladder(&Ladder::default()),
            "ladder",
            "A ladder against a wall, without friction",
            Falls,
        ),
        titled(
            wedge(&Wedge::default()),
            "wedge",
            "A block slides down an incline",
            Falls,
        ),
        titled(
            wedge(&Wedge {
                movable: true,
                ..Wedge::default()
            }),
            "wedge-movable",
            "A block slides down a wedge that slides away under it",
            Falls,
        ),
        titled(
            beam(4, &plank),
            "beam-4",
            "A plank on four knife edges: the forces are not unique",
            Stands,
        ),
        titled(
            seesaw(&Seesaw::default()),
            "seesaw",
            "A seesaw with equal loads",
            Stands,
        ),
        titled(
            seesaw(&Seesaw {
                right: ratio(3, 2),
                ..Seesaw::default()
            }),
            "seesaw-unequal",
            "A seesaw with the heavier load on the right",
            Falls,
        ),
        titled(
            dominoes(&Dominoes::default()),
            "domino-5",
            "Five dominoes, the first leaning on the second, which does not feel it yet",
            Falls,
        ),
    ]
}

#[test]
fn generated_scenes_are_what_the_generators_make() {
    for scene in stacks().into_iter().chain(others()) {
        assert_eq!(
            read_scene(&scene.name),
            scene,
            "{}: run `cargo test -p zwang-scene -- --ignored rewrite`",
            scene.name
        );
    }
}

#[test]
#[ignore = "rewrites the generated files in scenes/"]
fn rewrite_the_generated_scenes() {
    for scene in stacks().into_iter().chain(others()) {
        std::fs::write(
            folder().join(&scene.name).with_extension("toml"),
            zwang_writer::to_toml(&scene),
        )
        .unwrap();
    }
}

#[test]
fn every_scene_is_named_after_its_file_and_says_what_happens() {
    assert!(stems().len() >= 20);
    for stem in stems() {
        let scene = read_scene(&stem);
        assert_eq!(scene.name, stem);
        assert!(scene.title.is_some(), "{stem}");
        let expect = scene
            .expect
            .unwrap_or_else(|| panic!("{stem} expects nothing"));
        let from_rest = [Expectation::Stands, Expectation::Falls].contains(&expect);
        assert!(!from_rest || scene.is_at_rest(), "{stem}");
        assert!(
            expect != Expectation::Moves || !scene.is_at_rest(),
            "{stem}"
        );
    }
}

#[test]
fn no_scene_has_bodies_that_overlap() {
    for stem in stems() {
        assert_eq!(overlaps(&read_scene(&stem)), [], "{stem}");
    }
}

#[test]
fn every_outcome_is_in_the_gallery() {
    let found: Vec<Expectation> = stems()
        .iter()
        .filter_map(|stem| read_scene(stem).expect)
        .collect();
    // Without friction a scene that can stand, or that rests, stands.
    for outcome in Expectation::ALL
        .into_iter()
        .filter(|outcome| ![Expectation::CanStand, Expectation::Rests].contains(outcome))
    {
        assert!(found.contains(&outcome), "{outcome:?}");
    }
}

#[test]
fn pins_of_the_gallery_hold_at_the_start() {
    for scene in stems().iter().map(|stem| read_scene(stem)) {
        for pin in &scene.pins {
            let second = pin.second.map_or(Vector::zero(), |body| {
                scene.bodies[body].velocity_at(&pin.at)
            });
            assert_eq!(
                scene.bodies[pin.first].velocity_at(&pin.at),
                second,
                "{}",
                scene.name
            );
        }
    }
}
