//! `zwang scene export` and `zwang scene import`: files, formats, exit codes, messages.

use crate::cli::workshop::Workshop;
use serde_json::{Value, json};

const DRAWING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg">
  <rect id="ground" x="0" y="10" width="40" height="5"/>
  <rect id="brick" x="10" y="5" width="20" height="5"/>
</svg>"#;

#[test]
fn a_tower_goes_to_mujoco_and_back() {
    let workshop = Workshop::new("exchange-mjcf");
    let scene = workshop.zwang("scene diamond 3");
    workshop.file("three.toml", scene.succeeds());
    let run = workshop.zwang("scene export three.toml --to mjcf -o three.xml --quiet");
    assert_eq!(run.succeeds(), "");
    let run = workshop.zwang("scene import three.xml -o again.json");
    assert_eq!(run.succeeds(), "");
    workshop
        .zwang("collapse three.toml --proof proof.json --quiet")
        .succeeds();
    // The same digest: the proof of one is a proof of the other.
    let checked = workshop.zwang("check again.json proof.json");
    assert!(checked.succeeds().starts_with("accepted: "));
    let again = workshop.zwang("scene import three.xml -o again.json");
    again.refuses(&["again.json: is there already"]);
    workshop
        .zwang("scene import three.xml -o again.json --force")
        .succeeds();
}

#[test]
fn bodies_in_space_go_to_mujoco_and_back() {
    let workshop = Workshop::new("exchange-mjcf-space");
    let scene = workshop.zwang("scene space octagon 3 --friction 1/2");
    workshop.file("three.toml", scene.succeeds());
    workshop
        .zwang("scene export three.toml --to mjcf -o three.xml")
        .succeeds();
    assert!(workshop.text("three.xml").contains(r#"quat="3 0 0 -1""#));
    workshop
        .zwang("scene import three.xml --space -o again.toml")
        .succeeds();
    let stands = workshop.zwang("stability again.toml --no-proof");
    assert!(stands.succeeds().contains("stands"));
    workshop
        .zwang("scene export three.toml --to box2d")
        .refuses(&["found bodies in space", "--to mjcf"]);
}

#[test]
fn a_drawing_becomes_a_scene() {
    let workshop = Workshop::new("exchange-svg");
    workshop.file("wall.svg", DRAWING);
    let run = workshop.zwang("scene import wall.svg --scale 1/10 --gravity 9.81 -o wall.toml");
    run.succeeds();
    let text = workshop.text("wall.toml");
    assert!(text.contains("name = \"wall\""), "{text}");
    assert!(text.contains("gravity = [\"0\", \"-981/100\"]"), "{text}");
    let stands = workshop.zwang("stability wall.toml");
    assert!(stands.succeeds().contains("stands"));
    let read = workshop.zwang_reading(
        "scene import - --fixed brick --format json --quiet",
        DRAWING,
    );
    let json: Value = serde_json::from_str(read.succeeds()).unwrap();
    assert_eq!(json["name"], "imported");
    assert_eq!(json["body"][1]["fixed"], true);
    let free = DRAWING.replace("ground", "floor");
    let run = workshop.zwang_reading("scene import -", free);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.err,
        "zwang: note: standard input: no body is fixed: nothing holds the scene; --fixed NAME \
         fixes a body\n\
         zwang: note: standard input: the file states neither gravity nor friction: gravity is \
         (0, -1) m/s², friction is 0; --gravity and --friction set them\n\
         zwang: note: standard input: the drawing states no unit: 1 of it is 1 m; --scale METRES \
         sets it\n"
    );
}

#[test]
fn engines_get_json() {
    let workshop = Workshop::new("exchange-json");
    let scene = workshop.zwang("scene harmonic 2");
    workshop.file("two.toml", scene.succeeds());
    for format in ["box2d", "pymunk"] {
        let run = workshop.zwang(&format!("scene export two.toml --to {format}"));
        let json: Value = serde_json::from_str(run.succeeds()).unwrap();
        assert_eq!(json["format"], format!("zwang-{format}-1"));
        assert_eq!(json["bodies"].as_array().unwrap().len(), 3);
    }
}

/// A disk, a capsule and a rounded triangle, two of them of one body.
const ROUND: &str = r#"
format = "zwang-scene-1"
name = "round"
gravity = [0, -10]
friction = 0.5

[[body]]
name = "stone"
mass = 3
inertia = 2
centroid = [1, 2]
parts = [{ vertices = [[1, 3]], radius = "1/2" }, { vertices = [[0, 0], [4, 0], [0, 3]], radius = 0.25 }]

[[body]]
name = "peg"
fixed = true
capsule = { from = [10, 0], to = [12, 1], radius = 2 }

[[body]]
name = "brick"
rectangle = { center = [20, 0], size = [2, 4] }
"#;

#[test]
fn engines_get_circles_capsules_and_polygons_with_a_radius() {
    let workshop = Workshop::new("exchange-round");
    workshop.file("round.toml", ROUND);
    for (format, polygons, circle, capsule, rounded) in [
        (
            "box2d",
            "polygons",
            json!({"circles": [{"center": [0, 1], "radius": 0.5}]}),
            json!({"capsules": [{"center1": [10, 0], "center2": [12, 1], "radius": 2}]}),
            json!({"roundedPolygons": [{"points": [[-1, -2], [3, -2], [-1, 1]], "radius": 0.25}]}),
        ),
        (
            "pymunk",
            "polys",
            json!({"circles": [{"offset": [0, 1], "radius": 0.5}]}),
            json!({"segments": [{"a": [10, 0], "b": [12, 1], "radius": 2}]}),
            json!({"rounded_polys": [{"vertices": [[-1, -2], [3, -2], [-1, 1]], "radius": 0.25}]}),
        ),
    ] {
        let run = workshop.zwang(&format!("scene export round.toml --to {format}"));
        let found: Value = serde_json::from_str(run.succeeds()).unwrap();
        let [stone, peg, brick] = [0, 1, 2].map(|body| &found["bodies"][body]);
        for (body, expected) in [(stone, &circle), (peg, &capsule), (stone, &rounded)] {
            for (key, parts) in expected.as_object().unwrap() {
                assert_eq!(&body[key], parts, "{format} {key}");
            }
        }
        assert_eq!(stone[polygons], json!([]));
        assert_eq!(brick[polygons][0].as_array().unwrap().len(), 4);
        let keys = brick.as_object().unwrap().keys();
        assert!(
            keys.clone()
                .all(|key| !key.contains("circle") && !key.contains("ounded"))
        );
    }
    workshop
        .zwang("scene export round.toml --to mjcf")
        .refuses(&["body `stone`: found a rounded part", "polygons for MuJoCo"]);
}

#[test]
fn what_cannot_be_exchanged_is_refused_in_one_line() {
    let workshop = Workshop::new("exchange-refused");
    workshop.file("wall.svg", DRAWING);
    workshop.file(
        "curve.svg",
        DRAWING.replace("rect id=\"brick\"", "ellipse id=\"brick\""),
    );
    workshop.file("robot.urdf", "<robot/>");
    let rough = workshop.zwang("scene wall 2 2");
    let rough = format!("{}friction = \"1/2\"\n", rough.succeeds());
    workshop.file("rough.toml", rough);
    for (arguments, words) in [
        (
            "scene import none.svg",
            &["none.svg: no such file; expected a model, a drawing or an assembly"][..],
        ),
        (
            "scene import curve.svg",
            &["curve.svg: line 3: <ellipse> `brick`: "],
        ),
        ("scene import robot.urdf", &["<robot>", "MJCF"]),
        ("scene import wall.svg --from mjcf", &["<svg>", "<mujoco>"]),
        (
            "scene import wall.svg --from obj",
            &["wall.svg: line 1", "found `<svg`"],
        ),
        ("scene import wall.svg --from dxf", &["dxf", "mjcf"]),
        ("scene import wall.svg --scale 0", &["above 0"]),
        (
            "scene import wall.svg --scale -1",
            &["--scale: found -1; expected a number above 0"],
        ),
        ("scene import wall.svg --friction -1", &["at least 0"]),
        (
            "scene import wall.svg --fixed floor",
            &["nothing called `floor`"],
        ),
        (
            "scene import wall.svg -o wall.svg",
            &["wall.svg: is the imported file itself"],
        ),
        ("scene export wall.svg --to mjcf", &["wall.svg"]),
        ("scene export rough.toml", &["--to"]),
        ("scene export rough.toml --to svg", &["svg"]),
        (
            "scene export rough.toml --to pymunk",
            &["friction", "product"],
        ),
    ] {
        workshop.zwang(arguments).refuses(words);
    }
}
