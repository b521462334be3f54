//! Scenes in space: files with parameters, what they mean and what is refused, and families.

use zwang_exact::{Rational, Vector3};
use zwang_families::space::{FAMILIES, extruded, find};
use zwang_families::template::{AnyExpanded, read, read_any, space};
use zwang_scene::AnyScene;
use zwang_scene::read::Syntax;
use zwang_scene::space::{JointKind, Part, Polyhedron, Scene};

const HEAD: &str = "format = \"zwang-space-1\"\nname = \"s\"\n";

fn expanded(rest: &str, settings: &[&str]) -> Result<space::Expanded, String> {
    let settings: Vec<_> = settings.iter().map(|text| text.parse().unwrap()).collect();
    let text = format!("{HEAD}{rest}");
    space::read(&text, Syntax::Toml, &settings).map_err(|error| error.to_string())
}

fn refusal(rest: &str) -> String {
    match expanded(rest, &[]) {
        Ok(expanded) => format!("accepted: {}", expanded.scene.canonical()),
        Err(error) => error,
    }
}

fn ratio(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

#[test]
fn parameters_expressions_and_copies_are_those_of_the_plane() {
    let text = "parameters = { n = 3, side = \"1 / n\" }\n\
                friction = \"side + 1/6\"\n\
                [[body]]\nname = \"stone\"\n\
                box = { center = [0, 0, \"side / 2\"], size = [1, \"2 * side\", \"side\"] }\n\
                copies = { count = \"n\", step = [2, 0, \"side\"] }\n";
    let scene = expanded(text, &[]).unwrap().scene;
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["stone 0", "stone 1", "stone 2"]);
    let last = scene.bodies[2].dynamics.as_ref().unwrap();
    assert_eq!(
        last.centroid,
        Vector3::new(ratio("4"), ratio("0"), ratio("5/6"))
    );
    assert_eq!(last.mass, ratio("2/9"));
    assert_eq!(scene.friction.of_body(zwang_scene::BodyId(0)), ratio("1/2"));
    let scene = expanded(text, &["n=5"]).unwrap().scene;
    assert_eq!(scene.bodies.len(), 5);
}

#[test]
fn turns_in_degrees_are_told_unless_they_are_exact() {
    let turned = |rotation: &str| {
        let text = format!(
            "[[body]]\nname = \"a\"\n\
             box = {{ center = [0, 0, 0], size = [2, 2, 2], rotation = {rotation} }}"
        );
        expanded(&text, &[])
    };
    let exact = turned("{ axis = [0, 0, 2], degrees = 90 }").unwrap();
    assert!(exact.notes.is_empty());
    let corner = &exact.scene.bodies[0].parts[0].core().vertices()[0];
    assert_eq!(*corner, Vector3::from_integers(1, -1, -1));
    let near = turned("{ axis = [0, 0, 1], degrees = 30 }").unwrap();
    assert_eq!(
        near.notes,
        [
            "line 5: body `a`: 30 degrees about an axis are taken as the quaternion \
             [780, 0, 0, 209], which is less than 1/18326 of a degree off"
        ]
    );
    let expected = "[w, x, y, z] or { axis = [0, 0, 1], degrees = 30 }";
    for (rotation, found) in [
        ("{ axis = [0, 0, 1] }", "no number of degrees"),
        ("{ degrees = 3 }", "no axis of three numbers"),
        ("{ axis = [0, 1], degrees = 3 }", "no axis of three numbers"),
        (
            "{ axis = [0, 0, 1], degrees = 3, yaw = 1 }",
            "the unknown key `yaw`",
        ),
        ("\"up\"", "the text `up`"),
    ] {
        assert_eq!(
            turned(rotation).unwrap_err(),
            format!("line 5: body `a`, box, rotation: found {found}; expected {expected}")
        );
    }
    let zero = turned("{ axis = [0, 0, 0], degrees = 3 }").unwrap_err();
    assert!(zero.ends_with("found the axis [0, 0, 0]; expected an axis other than 0"));
}

#[test]
fn bricks_are_bodies_behind_the_others() {
    let text = "friction = 0.5\nbricks = [\n\"2x4 (3,0,1)\",\n\"1x1x3 (-1, -2, 0)\"]\n\
                [[body]]\nname = \"floor\"\nfixed = true\n\
                box = { center = [0, 0, -1], size = [20, 20, 2] }\n";
    let expanded = expanded(text, &[]).unwrap();
    let scene = expanded.scene;
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["floor", "brick 0", "brick 1"]);
    assert_eq!(expanded.lines.bodies, [7, 5, 6]);
    let (low, high) = scene.bodies[1].parts[0].bounding_box();
    assert_eq!(low, Vector3::from_integers(3, 0, 1));
    assert_eq!(high, Vector3::from_integers(5, 4, 2));
    let (low, high) = scene.bodies[2].parts[0].bounding_box();
    assert_eq!(low, Vector3::from_integers(-1, -2, 0));
    assert_eq!(high, Vector3::from_integers(0, -1, 3));
    assert_eq!(
        refusal("bricks = [\"2x4 (3,0)\"]"),
        "line 3: bricks, brick 0: found the text `2x4 (3,0)`; expected `2x4 (3,0,1)`: sizes along \
         x and y, perhaps the height, the lower corner in integers, and perhaps `fixed`"
    );
    assert!(refusal("bricks = 3").starts_with("line 3: bricks: found the number 3"));
    // A brick of this name is there already.
    let twice = "bricks = [\"1x1 (0,0,0)\"]\n[[body]]\nname = \"brick 0\"\n\
                 box = { center = [5, 5, 5], size = [1, 1, 1] }\n";
    assert_eq!(
        refusal(twice),
        "line 3: body `brick 0`, name: found it again, first in line 5; expected it once"
    );
}

/// One bond in the middle of each square that two bricks share, the lower brick first; none between
/// fixed ones, and none sideways.
#[test]
fn knobs_are_bonds_of_bricks_on_bricks() {
    let text = "parameters = { p = 2 }\nknob_pull = \"p / 4\"\nbricks = [\"4x2 (0,0,0) fixed\", \
                \"2x2 (3,1,1)\", \"1x1 (0,0,1) fixed\", \"2x2x3 (5,1,1)\", \"1x4 (4,1,2)\"]";
    let scene = expanded(text, &[]).unwrap().scene;
    assert!(scene.bodies[0].is_fixed() && !scene.bodies[1].is_fixed());
    let told = scene.bonds.iter().map(|bond| {
        assert_eq!(
            bond.pull,
            Vector3::new(ratio("0"), ratio("0"), ratio("1/2"))
        );
        let names = bond
            .bodies
            .map(|body| scene.body(body).unwrap().name.as_str());
        let [x, y, z] = bond.at.coordinates();
        format!("{} on {} at {x}, {y}, {z}", names[1], names[0])
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "brick 1 on brick 0 at 7/2, 3/2, 1",
            "brick 4 on brick 1 at 9/2, 3/2, 2",
            "brick 4 on brick 1 at 9/2, 5/2, 2",
        ]
    );
    let one = "bricks = [\"1x1 (0,0,0)\"]\n";
    assert_eq!(
        refusal(&format!("{one}knob_pull = -1")),
        "line 4: knob_pull: found the number -1; expected the greatest force of a knob, N, a number \
         that is at least 0"
    );
    assert_eq!(
        refusal(
            "knob_pull = 1\n[[body]]\nname = \"a\"\nbox = { center = [0, 0, 0], size = [1, 1, 1] }"
        ),
        "line 3: knob_pull: found no `bricks`; expected a list of bricks, whose knobs pull"
    );
    let wide = refusal("bricks = [\"1000x1000 (0,0,0)\"]\nknob_pull = 1");
    assert!(
        wide.contains("bricks of 1000000 squares together"),
        "{wide}"
    );
}

#[test]
fn keys_of_the_plane_are_answered_with_those_of_space() {
    let of_body = |line: &str| {
        refusal(&format!(
            "[[body]]\nname = \"a\"\nbox = {{ center = [0, 0, 0], size = [1, 1, 1] }}\n{line}"
        ))
    };
    assert_eq!(
        refusal("[[body]]\nname = \"a\"\nrectangle = { center = [0, 0], size = [1, 1] }"),
        "line 5: body `a`: found a rectangle, which is a shape of the plane; \
         expected `box = { center = [x, y, z], size = [w, d, h] }`"
    );
    assert!(of_body("[[pin]]\nbodies = [\"a\"]\nat = [0, 0]").contains("a joint by another key"));
    assert!(of_body("restitution = 1").contains("zwang simulate --restitution 1/2"));
    assert!(of_body("qwertyuiop = 1").contains("force, torque, copies"));
    assert!(refusal("friction = 1").contains("or `bricks`"));
}

#[test]
fn joints_have_expressions_and_join_copies() {
    let text = "parameters = { d = \"1/2\" }\n\
                [[body]]\nname = \"link\"\nbox = { center = [0, 0, 0], size = [1, 1, 1] }\n\
                copies = { count = 2, step = [2, 0, 0] }\n\
                [[joint]]\nkind = \"hinge\"\nbodies = [\"link 0\", \"link 1\"]\n\
                at = [\"2 * d\", 0, \"-d\"]\naxis = [0, \"d + 1\", 0]\n\
                [[joint]]\nkind = \"universal\"\nbodies = [\"link 1\", \"link 0\"]\n\
                at = [\"d\", 0, 0]\naxes = [[\"d\", 0, 0], [0, \"-d\", 0]]\n\
                [[joint]]\nkind = \"rod\"\nbodies = [\"link 1\", \"link 0\"]\n\
                ends = [[\"d\", 0, 0], [0, \"d / 3\", 0]]\n";
    let scene = expanded(text, &[]).unwrap().scene;
    let vector = |x: &str, y: &str, z: &str| Vector3::new(ratio(x), ratio(y), ratio(z));
    let kinds: Vec<_> = scene
        .joints
        .iter()
        .map(|joint| joint.kind.clone())
        .collect();
    assert_eq!(
        kinds,
        [
            JointKind::Hinge {
                at: vector("1", "0", "-1/2"),
                axis: vector("0", "3/2", "0"),
            },
            JointKind::Universal {
                at: vector("1/2", "0", "0"),
                axes: [vector("1/2", "0", "0"), vector("0", "-1/2", "0")],
            },
            JointKind::Rod {
                ends: [vector("1/2", "0", "0"), vector("0", "1/6", "0")],
            },
        ]
    );
    for (find, put, message) in [
        (
            "axis =",
            "anchor =",
            "joint 0: found another key for the place; expected `at = ",
        ),
        (
            "kind = \"hinge",
            "type = \"hinge",
            "joint 0: found another key for the kind; expected `kind",
        ),
        (
            "axis =",
            "limits =",
            "joint 0: found a limit of a joint; joints have none; expected a fixed",
        ),
        (
            "axis =",
            "motor =",
            "joint 0: found the unknown key `motor`; there are no motors; expected",
        ),
    ] {
        let refused = refusal(&text.replacen(find, put, 1));
        assert!(refused.contains(message), "{refused}");
    }
}

/// Every family in space with its defaults, small.
fn scenes_by_rule() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for family in FAMILIES {
        let mut given = Vec::new();
        for parameter in family.parameters {
            if parameter.is_required {
                given.push((parameter.name.to_owned(), "3".to_owned()));
            }
        }
        let Ok(AnyScene::Space(scene)) = family.any_scene(&given) else {
            panic!("{}", family.name);
        };
        let bodies = family.bodies(&given).unwrap();
        assert!(scene.bodies.len() >= bodies, "{}", family.name);
        scenes.push(scene);
    }
    scenes
}

#[test]
fn families_are_read_back_as_they_are_written() {
    let mut scenes = scenes_by_rule();
    let text = format!(
        "{HEAD}friction = 0.5\n[[body]]\nname = \"a\"\nmass = 2\ninertia = [2, 2, 3]\n\
         centroid = [0, 0, 1]\nvelocity = [1, 0, 0]\nspin = [0, 0, 2]\nforce = [1, 2, 3]\n\
         box = {{ center = [0, 0, 0], size = [1, 2, 3], rotation = [1, 2, 3, 4] }}\n\
         [[body]]\nname = \"b\"\ndensity = 3\n\
         parts = [[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]]\n\
         [[pair]]\nbodies = [\"a\", \"b\"]\nfriction = 0\n\
         [[load]]\nname = \"c\"\nbody = \"b\"\nat = [0, 0, 0]\ntorque = [0, 0, 1]\n"
    );
    scenes.push(text.parse().unwrap());
    for scene in scenes {
        let toml = zwang_writer::space::to_toml(&scene);
        assert_eq!(toml.parse::<Scene>().as_ref(), Ok(&scene), "{toml}");
        let json = zwang_writer::space::to_json(&scene);
        assert_eq!(json.parse::<Scene>().as_ref(), Ok(&scene), "{json}");
        let line = zwang_writer::space::to_json_line(&scene);
        assert_eq!(line.parse::<Scene>().as_ref(), Ok(&scene), "{line}");
    }
}

/// No two parts of a family overlap: boxes and prisms are told apart by some face of either, or by
/// two edges.
#[test]
fn bodies_by_rule_do_not_overlap() {
    for scene in scenes_by_rule() {
        let mut parts = Vec::new();
        for (index, body) in scene.bodies.iter().enumerate() {
            parts.extend(body.parts.iter().map(|part| (index, part)));
        }
        for (at, (owner, part)) in parts.iter().enumerate() {
            for (other_owner, other) in &parts[at + 1..] {
                let are_apart = are_apart(part, other);
                assert!(are_apart, "{}: {owner} {other_owner}", scene.name);
            }
        }
    }
}

/// Parts as wide as their radii on either side of a plane; for balls it is across the way between
/// their centres.
fn are_apart(one: &Part, other: &Part) -> bool {
    let radii = one.radius() + other.radius();
    let [one, other] = [one, other].map(Part::core);
    let mut normals = vec![&other.vertices()[0] - &one.vertices()[0]];
    for part in [one, other] {
        normals.extend(part.faces().iter().map(|face| face.normal.clone()));
    }
    let arm = |part: &Polyhedron, edge: &zwang_scene::space::Edge| {
        &part.vertices()[edge.to] - &part.vertices()[edge.from]
    };
    for edge in one.edges() {
        for other_edge in other.edges() {
            normals.push(arm(one, edge).cross(&arm(other, other_edge)));
        }
    }
    normals.iter().any(|normal| {
        let heights = |part: &Polyhedron| {
            let heights = part.vertices().iter().map(|vertex| normal.dot(vertex));
            let heights: Vec<Rational> = heights.collect();
            let low = heights.iter().min().unwrap().clone();
            (low, heights.iter().max().unwrap().clone())
        };
        let (low, high) = heights(one);
        let (other_low, other_high) = heights(other);
        let gap = (other_low - high).max(low - other_high);
        let reach = &radii * &radii * normal.dot(normal);
        !normal.is_zero() && gap >= Rational::default() && &gap * &gap >= reach
    })
}

/// Boxes stand on something, and the classical overhang is half the harmonic number.
#[test]
fn harmonic_stacks_reach_half_the_harmonic_number() {
    let given = [("count", "4"), ("corner", "true")];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let Ok(AnyScene::Space(scene)) = find("harmonic").unwrap().any_scene(&given) else {
        panic!();
    };
    let (_, high) = scene.bodies[4].parts[0].bounding_box();
    let overhang = ratio("25/24");
    assert_eq!(high, Vector3::new(overhang.clone(), overhang, ratio("1")));
    assert_eq!(scene.expect, Some(zwang_scene::Expectation::Stands));
}

/// A stool stands up to the line between two feet.
#[test]
fn stools_are_announced_to_stand_inside_of_their_feet() {
    let expect = |x: &str, y: &str, load: &str| {
        let given = [("load-x", x), ("load-y", y), ("load", load)];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let scene = find("stool").unwrap().any_scene(&given).unwrap();
        let AnyScene::Space(scene) = scene else {
            panic!()
        };
        scene.expect.unwrap().name()
    };
    assert_eq!(expect("0", "0", "8"), "stands");
    assert_eq!(expect("5", "-3", "1"), "stands");
    assert_eq!(expect("5", "-3", "1000"), "falls");
    assert_eq!(expect("0", "-3", "1000"), "stands");
}

/// Extrusion gives the arch the same masses, and the plane's inertia about y.
#[test]
fn extruded_scenes_have_the_masses_of_the_plane() {
    let plane = zwang_families::diamond(3, &zwang_families::Brick::default()).unwrap();
    let scene = extruded(&plane, &ratio("3")).unwrap();
    for (flat, deep) in plane.bodies.iter().zip(&scene.bodies) {
        let (Some(flat), Some(deep)) = (&flat.dynamics, &deep.dynamics) else {
            assert!(flat.is_fixed() && deep.is_fixed());
            continue;
        };
        assert_eq!(flat.mass, deep.mass);
        assert_eq!(flat.inertia, deep.inertia.rows[1].y);
        assert_eq!(flat.centroid.y, deep.centroid.z);
    }
}

#[test]
fn one_reader_takes_both_formats() {
    let in_space = format!("{HEAD}bricks = [\"1x1 (0,0,0)\"]");
    let of_plane = "format = \"zwang-scene-1\"\nname = \"s\"\n\
                    body = [{ name = \"a\", rectangle = { center = [0, 0], size = [1, 1] } }]";
    let found = read_any(&in_space, Syntax::Toml, &[]);
    assert!(matches!(found, Ok(AnyExpanded::Space(_))));
    let found = read_any(of_plane, Syntax::Toml, &[]);
    assert!(matches!(found, Ok(AnyExpanded::Plane(_))));
    let error = read(&in_space, Syntax::Toml, &[]).unwrap_err().to_string();
    assert!(error.contains("found a scene in space"), "{error}");
    let error = space::read(of_plane, Syntax::Toml, &[])
        .unwrap_err()
        .to_string();
    assert!(error.contains("found a scene of the plane"), "{error}");
}
