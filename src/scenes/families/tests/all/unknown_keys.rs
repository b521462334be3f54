//! Unknown keys are answered at every level of a scene file, also if the file has other mistakes.

use zwang_families::template::read_any;
use zwang_scene::read::Syntax;

/// A scene of the plane with a line in one of its tables, as JSON.
struct Tables {
    scene: &'static str,
    body: &'static str,
    rectangle: &'static str,
    part: &'static str,
    pin: &'static str,
    pair: &'static str,
    load: &'static str,
}

/// Other mistakes, each of which is refused if nothing else is wrong.
const MISTAKES: [(&str, &str); 8] = [
    ("", ""),
    ("'name': 'scene',", ""),
    ("'format': 'zwang-scene-1',", ""),
    ("'name': 'a',", ""),
    ("'size': [1, 1]", "'size': [1, -1]"),
    ("'gravity': [0, -1],", "'gravity': 'down',"),
    ("'bodies': ['a', 'b'],", "'bodies': ['a', 'nobody'],"),
    ("'force': [1, 0]", "'force': [1, 'x + ']"),
];

const NOTHING: Tables = Tables {
    scene: "",
    body: "",
    rectangle: "",
    part: "",
    pin: "",
    pair: "",
    load: "",
};

impl Tables {
    /// The file, with single quotation marks.
    fn text(&self) -> String {
        let Self {
            scene,
            body,
            rectangle,
            part,
            pin,
            pair,
            load,
        } = self;
        let part = match *part {
            "" => "[[5, 0], [6, 0], [5, 1]]".to_owned(),
            part => format!("{{{part} 'none': 1}}"),
        };
        format!(
            "{{{scene} 'format': 'zwang-scene-1', 'name': 'scene', 'gravity': [0, -1],
              'body': [
                {{{body} 'name': 'a', 'rectangle': {{{rectangle} 'center': [0, 0], 'size': [1, 1]}}}},
                {{'name': 'b', 'parts': [{part}]}}],
              'pin': [{{{pin} 'bodies': ['a', 'b'], 'at': [0, 0]}}],
              'pair': [{{{pair} 'bodies': ['a', 'b'], 'friction': 1}}],
              'load': [{{{load} 'name': 'wind', 'body': 'a', 'force': [1, 0]}}]}}"
        )
    }
}

fn refusal(text: &str) -> String {
    let refusal = read_any(&text.replace('\'', "\""), Syntax::Json, &[]);
    refusal.expect_err(text).to_string()
}

fn assert_answered(tables: &Tables, answer: &[&str]) {
    for (right, wrong) in MISTAKES {
        let text = tables.text().replacen(right, wrong, 1);
        let told = refusal(&text);
        for part in answer {
            assert!(told.contains(part), "{part}: {text}: {told}");
        }
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[test]
fn the_file_has_no_other_mistake() {
    let text = NOTHING.text().replace('\'', "\"");
    read_any(&text, Syntax::Json, &[]).unwrap();
    for (right, wrong) in &MISTAKES[1..] {
        refusal(&NOTHING.text().replacen(right, wrong, 1));
    }
}

#[test]
fn keys_of_other_engines_are_answered_in_every_table() {
    for (line, answers) in [
        ("'circle': 1,", ["round body", "disk = { center"]),
        ("'Disk': 1,", ["round body", "disk = { center"]),
        ("'spring': 1,", ["no springs", "`load`"]),
        ("'Springs': 1,", ["no springs", "`pin`"]),
        ("'stiffness': 1,", ["no springs", "`load`"]),
        ("'motor': 1,", ["no motors", "`torque`"]),
        ("'weld': 1,", ["no welds", "several `parts`"]),
        ("'bond': [],", ["bonds of scenes in space", "two pins"]),
        ("'mortar': 1,", ["bonds of scenes in space", "`[[bond]]`"]),
        ("'fixedJoint': 1,", ["no welds", "several `parts`"]),
        (
            "'hinge': 1,",
            ["joints of the plane are pins", "bodies = [\"a\", \"b\"]"],
        ),
        ("'slider': 1,", ["no sliders", "groove"]),
        ("'impulse': 1,", ["no impulses", "`velocity`"]),
        ("'mu': 1,", ["one coefficient", "`friction`"]),
        ("'bounciness': 1,", ["another name", "`restitution`"]),
        ("'kinematic': true,", ["platforms cannot move", "subtract"]),
    ] {
        for tables in [
            Tables {
                scene: line,
                ..NOTHING
            },
            Tables {
                body: line,
                ..NOTHING
            },
            Tables {
                rectangle: line,
                ..NOTHING
            },
            Tables {
                part: line,
                ..NOTHING
            },
            Tables {
                pin: line,
                ..NOTHING
            },
            Tables {
                pair: line,
                ..NOTHING
            },
            Tables {
                load: line,
                ..NOTHING
            },
        ] {
            assert_answered(&tables, &answers);
        }
    }
}

#[test]
fn keys_of_other_engines_are_answered_in_bodies() {
    for (line, answers) in [
        ("'vertices': 1,", ["convex polygons", "`parts"]),
        ("'shape': 1,", ["convex polygons", "`parts"]),
        ("'mesh': 1,", ["convex polygons", "`parts"]),
        ("'box': 1,", ["a box, which is", "`rectangle"]),
        ("'width': 1,", ["a box is a rectangle", "`rectangle"]),
        ("'position': 1,", ["no place beside its shape", "`center`"]),
        ("'at': 1,", ["no place beside its shape", "`on`"]),
        ("'angle': 1,", ["turns belong to shapes", "degrees = 30"]),
        (
            "'type': 'static',",
            ["free unless it is fixed", "`fixed = true`"],
        ),
        (
            "'isStatic': true,",
            ["free unless it is fixed", "`fixed = true`"],
        ),
        ("'angularVelocity': 1,", ["a spin", "`spin`"]),
        ("'linear-velocity': 1,", ["another name", "`velocity"]),
        ("'weight': 1,", ["follow from masses", "`mass`"]),
        ("'center_of_mass': 1,", ["another name", "`centroid`"]),
        ("'color': 'red',", ["no looks", "pictures"]),
        ("'mask': 1,", ["keep each other out", "`pin`"]),
        ("'gravityScale': 1,", ["that of the scene", "`force`"]),
        ("'frixion': 1,", ["body `a`", "the nearest is `friction`"]),
    ] {
        for (right, wrong) in MISTAKES {
            if right.contains("'a',") && line.contains("frixion") {
                continue;
            }
            let tables = Tables {
                body: line,
                ..NOTHING
            };
            let told = refusal(&tables.text().replacen(right, wrong, 1));
            for answer in answers {
                assert!(told.contains(answer), "{line}, without {right}: {told}");
            }
        }
    }
}

#[test]
fn keys_of_other_engines_are_answered_at_the_top() {
    for (line, answers) in [
        ("'forces': [],", ["forces are loads", "`load`"]),
        ("'ground': 1,", ["no floor but a body", "`fixed = true`"]),
        ("'objects': [],", ["belong to bodies", "`body`"]),
        ("'timeStep': 1,", ["one instant", "--dt"]),
        ("'units': 'mm',", ["m, kg and s", "numbers"]),
        ("'bodies': [],", ["scene: ", "the nearest is `body`"]),
    ] {
        assert_answered(
            &Tables {
                scene: line,
                ..NOTHING
            },
            &answers,
        );
    }
}

/// Words that no program has are answered with the nearest known key, or with all of them.
#[test]
fn misspelled_keys_are_answered_in_every_table() {
    for (tables, answers) in [
        (
            Tables {
                scene: "'gravitiy': 1,",
                ..NOTHING
            },
            ["scene: ", "`gravity`"],
        ),
        (
            Tables {
                rectangle: "'centre': 1,",
                ..NOTHING
            },
            ["rectangle: ", "`center`"],
        ),
        (
            Tables {
                pin: "'boddies': 1,",
                ..NOTHING
            },
            ["pin 0: ", "`bodies`"],
        ),
        (
            Tables {
                pair: "'frction': 1,",
                ..NOTHING
            },
            ["pair 0: ", "`friction`"],
        ),
        (
            Tables {
                load: "'forse': 1,",
                ..NOTHING
            },
            ["load `wind`: ", "`force`"],
        ),
        (
            Tables {
                load: "'qwertyuiop': 1,",
                ..NOTHING
            },
            ["load `wind`: ", "force_per_metre"],
        ),
    ] {
        assert_answered(&tables, &answers);
    }
}

/// A file of another format may well have other keys.
#[test]
fn another_format_comes_first() {
    let text = Tables {
        scene: "'circle': 1,",
        ..NOTHING
    }
    .text();
    let told = refusal(&text.replace("zwang-scene-1", "zwang-proof-1"));
    assert!(told.contains("format"), "{told}");
    assert!(!told.contains("circle"), "{told}");
}

#[test]
fn keys_of_the_plane_are_answered_in_space() {
    for (line, answers) in [
        ("'rectangle': 1,", ["a shape of the plane", "`box"]),
        ("'circle': 1,", ["a ball by another name", "radius"]),
        ("'cylinder': 1,", ["a tilted rim is irrational", "`capsule"]),
        ("'radius': 1,", ["a radius beside the shape", "`ball"]),
        ("'angle': 1,", ["turns in the plane", "`rotation"]),
        ("'rotation': 1,", ["a turn beside the shape", "`box"]),
        (
            "'restitution': 1,",
            ["scenes in space do not have", "--restitution"],
        ),
        ("'spring': 1,", ["no springs", "kind `rod`"]),
        ("'position': 1,", ["a place beside the shape", "`center`"]),
        ("'frixion': 1,", ["the nearest is", "`friction`"]),
    ] {
        for name in ["'name': 'scene',", ""] {
            let text = format!(
                "{{'format': 'zwang-space-1', {name} 'body': [
                  {{{line} 'name': 'a', 'box': {{'center': [0, 0, 0], 'size': [1, 1, 1]}}}}]}}"
            );
            let told = refusal(&text);
            for answer in answers {
                assert!(told.contains(answer), "{line}: {told}");
            }
        }
    }
}
