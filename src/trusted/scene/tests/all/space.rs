//! Scene files in space: what they mean, and what is refused, with the whole message.

use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::read::{Syntax, parse, space};
use zwang_scene::space::Scene;
use zwang_scene::{AnyScene, BodyId};

const HEAD: &str = "format = \"zwang-space-1\"\nname = \"s\"\n";
/// Lines 3 to 5.
const CUBE: &str = "[[body]]\nname = \"a\"\nbox = { center = [0, 0, 0], size = [2, 2, 2] }\n";
/// Lines 3 to 6.
const FLOOR: &str = "[[body]]\nname = \"floor\"\nfixed = true\n\
                     box = { center = [0, 0, -2], size = [9, 9, 2] }\n";

fn ratio(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn scene(text: &str) -> Scene {
    text.parse().unwrap()
}

/// The message for the file with this after its head.
fn refusal(rest: &str) -> String {
    match format!("{HEAD}{rest}").parse::<Scene>() {
        Ok(scene) => format!("accepted: {}", scene.canonical()),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn assert_refused(rest: &str, message: &str) {
    assert_eq!(refusal(rest), message, "\n{rest}");
}

/// A body with these lines beside its name.
fn body(lines: &str) -> String {
    format!("[[body]]\nname = \"a\"\n{lines}\n")
}

#[test]
fn a_scene_is_what_its_file_says() {
    let text = format!(
        "{HEAD}gravity = [0, 0, -10]\nfriction = 0.5\n{FLOOR}{}{}\
         [[pair]]\nbodies = [\"b\", \"floor\"]\nfriction = 0\n\
         [[load]]\nname = \"wind\"\nbody = \"b\"\nat = [3, 0, 1]\nforce = [0, 1, 0]\n",
        body(
            "box = { center = [0, 0, 0], size = [2, 2, 2], rotation = [2, 0, 0, 1] }\ndensity = 3"
        ),
        body("parts = [[[3, 0, 0], [6, 0, 0], [3, 3, 0], [3, 0, 3]]]\nforce = [1, 2, 3]")
            .replace("\"a\"", "\"b\""),
    );
    let scene = scene(&text);
    assert_eq!(scene.gravity, Vector3::from_integers(0, 0, -10));
    assert!(scene.bodies[0].is_fixed());
    let turned = scene.bodies[1].dynamics.as_ref().unwrap();
    assert_eq!(turned.mass, ratio("24"));
    assert_eq!(turned.inertia, Matrix3::identity().scaled(&ratio("16")));
    // (-1, -1), turned by the angle of the triangle 3, 4, 5.
    let corner = &scene.bodies[1].parts[0].core().vertices()[0];
    assert_eq!(
        corner,
        &Vector3::new(ratio("1/5"), ratio("-7/5"), ratio("-1"))
    );
    let tip = scene.bodies[2].dynamics.as_ref().unwrap();
    assert_eq!(tip.mass, ratio("9/2"));
    assert_eq!(
        tip.centroid,
        Vector3::new(ratio("15/4"), ratio("3/4"), ratio("3/4"))
    );
    let [floor, cube, other] = [0, 1, 2].map(BodyId);
    assert_eq!(scene.friction.between(floor, cube), ratio("1/2"));
    assert_eq!(scene.friction.between(floor, other), ratio("0"));
    let pulls = scene.pulls();
    let pull = pulls[2].as_ref().unwrap();
    assert_eq!(pull.force, Vector3::from_integers(1, 3, -42));
    // (-3/4, -3/4, 1/4) × (0, 1, 0).
    assert_eq!(
        pull.torque,
        Vector3::new(ratio("-1/4"), ratio("0"), ratio("-3/4"))
    );
    let free = scene.free_accelerations();
    let free = free[2].as_ref().unwrap();
    assert_eq!(tip.inertia.times(&free.angular), pull.torque);
}

/// Golden: the canonical form of a scene with everything, written by hand.
#[test]
fn the_canonical_form_is_that_of_the_format() {
    let text = format!(
        "{HEAD}title = \"none of this\"\nfriction = 0.5\n{FLOOR}{}\
         [[load]]\nname = \"z\"\nbody = \"a\"\nforce = [0, 1, 0]\ntorque = [0, 0, 2]\n\
         [[load]]\nname = \"0\"\nbody = \"a\"\nforce = [0, 0, 0]\n",
        body("box = { center = [0, 0, 0], size = [2, 2, 2] }\nspin = [0, 1, 0]"),
    );
    let numbers = |list: &str| format!("[\"{}\"]", list.replace(' ', "\",\""));
    let corners = |low: i64, high: i64, bottom: i64, top: i64| {
        let mut corners = Vec::new();
        for z in [bottom, top] {
            for (x, y) in [(low, low), (high, low), (high, high), (low, high)] {
                corners.push([x, y, z]);
            }
        }
        corners
    };
    let part = |corners: Vec<[i64; 3]>, half: &str| {
        let written = corners
            .iter()
            .map(|[x, y, z]| numbers(&format!("{x}{half} {y}{half} {z}")));
        format!("[[{}]]", written.collect::<Vec<_>>().join(","))
    };
    let expected = format!(
        "{{\"format\":\"zwang-space-1\",\"gravity\":{},\"bodies\":[\
         {{\"name\":\"floor\",\"fixed\":true,\"parts\":{},\"friction\":\"1/2\"}},\
         {{\"name\":\"a\",\"fixed\":false,\"parts\":{},\"mass\":\"8\",\"centroid\":{zero},\
         \"inertia\":[{},{},{}],\"velocity\":{zero},\"spin\":{},\"friction\":\"1/2\"}}],\
         \"loads\":[{{\"name\":\"z\",\"body\":\"a\",\"at\":{zero},\"force\":{},\"torque\":{}}}]}}",
        numbers("0 0 -1"),
        part(corners(-9, 9, -3, -1), "/2"),
        part(corners(-1, 1, -1, 1), ""),
        numbers("16/3 0 0"),
        numbers("0 16/3 0"),
        numbers("0 0 16/3"),
        numbers("0 1 0"),
        numbers("0 1 0"),
        numbers("0 0 2"),
        zero = numbers("0 0 0"),
    );
    assert_eq!(scene(&text).canonical(), expected);
    assert_eq!(scene(&text).digest(), zwang_scene::sha256(&expected));
}

#[test]
fn files_of_the_other_format_are_told_apart() {
    let in_space = format!("{HEAD}{CUBE}");
    let of_plane = "format = \"zwang-scene-1\"\nname = \"s\"\n\
                    body = [ { name = \"a\", rectangle = { center = [0, 0], size = [1, 1] } } ]\n";
    let message = |error: zwang_scene::SceneError| error.to_string();
    assert_eq!(
        of_plane.parse::<Scene>().map_err(message).unwrap_err(),
        "line 1: format: found a scene of the plane, `zwang-scene-1`; \
         expected a scene in space, `zwang-space-1`"
    );
    assert_eq!(
        parse(&in_space, Syntax::Toml).map_err(message).unwrap_err(),
        "line 1: format: found a scene in space, `zwang-space-1`; \
         expected a scene of the plane, `zwang-scene-1`"
    );
    assert!(matches!(of_plane.parse(), Ok(AnyScene::Plane(_))));
    assert!(matches!(in_space.parse(), Ok(AnyScene::Space(_))));
}

#[test]
fn points_in_faces_and_edges_are_left_out_with_a_note() {
    let tetrahedron = "[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]";
    let notes = |parts: &str| {
        let text = format!("{HEAD}{}", body(&format!("parts = [\n{parts}\n]")));
        let notes = space::parse(&text, Syntax::Toml).unwrap().notes;
        notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(notes(&format!("[{tetrahedron}]")).is_empty());
    assert_eq!(
        notes(&format!("[{tetrahedron}, [1, 1, 2]]")),
        ["line 6: body `a`, part 0: vertex 4 lies inside a face or an edge; left out"]
    );
    assert_eq!(
        notes(&format!("[[2, 0, 0], {tetrahedron}, [1, 1, 0]]")),
        ["line 6: body `a`, part 0: 2 vertices (0, 5) lie inside faces or edges; left out"]
    );
}

#[test]
fn shapes_that_are_none_are_refused() {
    let parts = |list: &str| body(&format!("parts = [[{list}]]"));
    for (list, message) in [
        (
            "[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4], [1, 1, 1]",
            "vertex 4 lies inside the convex hull of the others; \
             expected a convex part, so split it into several",
        ),
        (
            "[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]",
            "all vertices lie in one plane; expected a part with a volume above 0",
        ),
        (
            "[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]",
            "vertices 1 and 3 are the same point; expected different points",
        ),
    ] {
        let message = format!("line 5: body `a`, part 0: found that {message}");
        assert_refused(&parts(list), &message);
    }
    assert_refused(
        &parts("[0, 0, 0], [1, 0, 0], [0, 1, 0]"),
        "line 5: body `a`, part 0: found a list of 3; expected at least 4 vertices, [[x, y, z], …]",
    );
    assert_refused(
        &parts("[0, 0], [1, 0], [0, 1], [1, 1]"),
        "line 5: body `a`, part 0, vertex 0: found a list of 2; expected three numbers, [x, y, z]",
    );
    assert_refused(
        &body("rectangle = { center = [0, 0], size = [1, 1] }"),
        "line 5: body `a`: found the unknown key `rectangle`; expected one of \
         name, fixed, parts, box, ball, capsule, density, mass, inertia, centroid, velocity, spin, \
         friction, force, torque",
    );
}

#[test]
fn boxes_and_turns_that_are_none_are_refused() {
    let cuboid = |size: &str, rotation: &str| {
        body(&format!(
            "box = {{ center = [0, 0, 0], size = {size}, rotation = {rotation} }}"
        ))
    };
    let quaternion = "a quaternion other than 0, [w, x, y, z], such as [1, 0, 0, 0]";
    for (rotation, found, expected) in [
        ("[0, 0, 0, 0]", "the quaternion 0", quaternion),
        ("[1, 0, 0]", "a list of 3", quaternion),
        (
            "{ yaw = 3 }",
            "a table",
            "[w, x, y, z] or { axis = [0, 0, 1], degrees = 30 }",
        ),
        (
            "\"up\"",
            "the text `up`",
            "[w, x, y, z] or { axis = [0, 0, 1], degrees = 30 }",
        ),
    ] {
        let message =
            format!("line 5: body `a`, box, rotation: found {found}; expected {expected}");
        assert_refused(&cuboid("[1, 1, 1]", rotation), &message);
    }
    assert_refused(
        &cuboid("[1, 0, 1]", "[1, 0, 0, 0]"),
        "line 5: body `a`, box, size, y: found the number 0; expected a positive number",
    );
}

#[test]
fn masses_that_no_body_has_are_refused() {
    let heavy = |lines: &str| format!("{CUBE}{lines}");
    let three = "three moments about x, y and z, [a, b, c], or three rows of a symmetric matrix";
    let principal =
        "that of a body: principal moments above 0, none above the sum of the other two";
    for (inertia, found, expected) in [
        ("[1, 1, 3]", "an inertia that no body has", principal),
        ("[1, 1, 0]", "an inertia that no body has", principal),
        (
            "[[1, 0, 0], [0, 1, 1], [0, 1, 1]]",
            "an inertia that no body has",
            principal,
        ),
        (
            "[[1, 0, 0], [0, 1, 1], [0, 0, 1]]",
            "a matrix that is not symmetric",
            three,
        ),
        ("1", "the number 1", three),
    ] {
        let message = format!("line 7: body `a`, inertia: found {found}; expected {expected}");
        assert_refused(&heavy(&format!("mass = 1\ninertia = {inertia}")), &message);
    }
    let rows = heavy("mass = 1\ninertia = [[2, 0.5, 0], [0.5, 2, 0], [0, 0, 2]]");
    assert!(refusal(&rows).starts_with("accepted"));
    assert_refused(
        &heavy("inertia = [1, 1, 1]"),
        "line 6: body `a`: found no `mass`; expected `mass`, alone or with `inertia`",
    );
    assert_refused(
        &format!("{FLOOR}mass = 1"),
        "line 7: body `floor`: found `mass` together with `fixed = true`; \
         expected no mass of a fixed body",
    );
    for key in ["velocity", "spin"] {
        assert_refused(
            &format!("{FLOOR}{key} = [1, 0, 0]"),
            &format!(
                "line 7: body `floor`: found `{key}` together with `fixed = true`; \
                 expected a fixed body at rest, since platforms cannot move here"
            ),
        );
    }
}

#[test]
fn what_the_plane_knows_and_space_does_not_is_refused() {
    assert_refused(
        &format!("restitution = 1\n{CUBE}"),
        "line 3: scene: found the unknown key `restitution`; expected one of \
         format, name, title, expect, gravity, friction, body, pair, load, bond, joint, $schema",
    );
    assert_refused(
        &format!("{FLOOR}{CUBE}[[pair]]\nbodies = [\"a\", \"floor\"]"),
        "line 10: pair 0: found no `friction`; expected `friction`",
    );
    assert_refused(
        &format!("{FLOOR}{CUBE}[[load]]\nname = \"l\"\nbody = \"floor\"\nforce = [0, 0, 1]"),
        "line 12: load `l`, body: found a fixed body; expected a free one, which a load can move",
    );
    assert_refused(
        &format!("{CUBE}force = [0, 1]"),
        "line 6: body `a`, force: found a list of 2; expected three numbers, [x, y, z]",
    );
}

#[test]
fn bonds_are_read_and_change_the_digest() {
    let bodies = format!("{FLOOR}{CUBE}");
    let bond =
        "[[bond]]\nbodies = [\"floor\", \"a\"]\nat = [\"1/2\", 0, -1]\npull = [0, 0, 0.98]\n";
    let bonded = scene(&format!("{HEAD}{bodies}{bond}"));
    let [found] = &bonded.bonds[..] else {
        panic!("one bond")
    };
    assert_eq!(found.bodies, [BodyId(0), BodyId(1)]);
    assert_eq!(
        found.at,
        Vector3::new(ratio("1/2"), ratio("0"), ratio("-1"))
    );
    assert_eq!(
        found.pull,
        Vector3::new(ratio("0"), ratio("0"), ratio("49/50"))
    );
    assert!(bonded.canonical().ends_with(
        r#","bonds":[{"bodies":["floor","a"],"at":["1/2","0","-1"],"pull":["0","0","49/50"]}]}"#
    ));
    let refused = |find: &str, put: &str, message: &str| {
        let spoilt = bond.replace(find, put);
        assert_ne!(spoilt, bond);
        assert_refused(&format!("{bodies}{spoilt}"), message);
    };
    refused(
        "\"a\"]",
        "\"b\"]",
        "line 11: bond 0, bodies: found the unknown body `b`; expected the name of a body",
    );
    refused(
        "\"floor\", ",
        "\"a\", ",
        "line 11: bond 0, bodies: found the same body twice; expected two different bodies",
    );
    refused(
        "-1]",
        "-2]",
        "line 12: bond 0, at: found a point that is not in `a`; expected a point at which both \
         bodies touch",
    );
    refused(
        "0.98]",
        "-0.98]",
        "line 13: bond 0, pull: found a pull by which `a` would press on `floor`; expected the \
         direction in which `a` comes off",
    );
    refused(
        "pull = [0, 0, 0.98]\n",
        "",
        "line 10: bond 0: found no `pull`; expected the direction in which the second body comes \
         off, as long as the greatest force",
    );
    refused(
        "[0, 0, 0.98]",
        "0.98",
        "line 13: bond 0, pull: found the number 0.98; expected three numbers, [x, y, z]",
    );
    let fixed = bodies.replace("name = \"a\"", "name = \"a\"\nfixed = true");
    assert_refused(
        &format!("{fixed}{bond}"),
        "line 12: bond 0, bodies: found only fixed bodies; expected a free body",
    );
}

/// A short file is never a long computation.
#[test]
fn large_parts_are_refused_before_their_hull_is_computed() {
    let sphere = |count: u32| {
        // Points of a paraboloid.
        let points = (0..count).map(|index| {
            let x = i64::from(index) - 500;
            let y = (x * 7919) % 1000;
            format!("[{x}, {y}, {}]", x * x + y * y)
        });
        body(&format!(
            "parts = [[{}]]",
            points.collect::<Vec<_>>().join(", ")
        ))
    };
    assert!(refusal(&sphere(1024)).starts_with("accepted"));
    assert_refused(
        &sphere(1025),
        "line 5: body `a`, part 0: found a part with 1025 vertices; \
         expected at most 1024, so split it into several",
    );
    let long = format!("1e-{}", 999);
    let wide: Vec<String> = (0..80)
        .map(|index| format!("[{index}, {}, {long}]", index * index))
        .collect();
    let message = refusal(&body(&format!("parts = [[{}]]", wide.join(", "))));
    assert!(message.contains("words of a coordinate"), "{message}");
}
