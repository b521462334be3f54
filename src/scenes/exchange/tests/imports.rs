//! Imports from the formats of other programs, and refusals, with their line.

use zwang_exact::{Rational, Vector};
use zwang_exchange::{ImportOptions, Imported, Source, Target, export, import};
use zwang_scene::Scene;

fn parse(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn point(x: &str, y: &str) -> Vector {
    Vector::new(parse(x), parse(y))
}

fn read(text: &str) -> Imported {
    let source = Source::of(text).unwrap();
    import(text, source, &ImportOptions::default()).unwrap()
}

/// The message for a text that is refused: one line.
fn refusal(text: &str) -> String {
    let source = match Source::of(text) {
        Ok(source) => source,
        Err(error) => return error.to_string(),
    };
    let error = import(text, source, &ImportOptions::default()).unwrap_err();
    error.to_string()
}

#[track_caller]
fn assert_refused(text: &str, line: usize, words: &[&str]) {
    let told = refusal(text);
    let place = format!("line {line}: ");
    assert!(told.starts_with(&place), "{told}");
    assert!(told.contains("found "), "{told}");
    assert!(told.contains("expected "), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    for word in words {
        assert!(told.contains(word), "no `{word}` in {told}");
    }
}

fn corners(scene: &Scene, body: usize, part: usize) -> &[Vector] {
    scene.bodies[body].parts[part].vertices()
}

const MODEL: &str = r#"<mujoco model="seesaw">
  <compiler angle="radian"/>
  <option timestep="0.01" gravity="0 0 -9.81"/>
  <visual><quality shadowsize="1"/></visual>
  <worldbody>
    <light pos="0 0 5"/>
    <geom name="floor" type="box" pos="0 0 -.5" size="5 1 0.5" condim="1" rgba="1 0 0 1"/>
    <body name="plank" pos="1 0 .1">
      <joint type="slide" axis="1 0 0"/>
      <joint type="slide" axis="0 0 1"/>
      <joint type="hinge" axis="0 1 0"/>
      <geom type="box" size="1 .25 .1" density="8" condim="1"/>
    </body>
    <body name="turned" pos="0 0 3" quat="2 0 1 0">
      <freejoint/>
      <geom type="box" pos="1 0 0" size="0.5 0.5 0.5" mass="3" condim="1"/>
      <geom type="box" pos="-1 0 0" size="0.5 0.5 0.5" mass="1" condim="1"/>
    </body>
  </worldbody>
  <equality>
    <connect body1="turned" body2="plank" anchor="1 0 0"/>
  </equality>
  <keyframe>
    <key qvel="1 2 3 0 0 0 0 0 0"/>
  </keyframe>
</mujoco>
"#;

#[test]
fn a_model_is_read_exactly() {
    let scene = read(MODEL).scene;
    assert_eq!(scene.name, "seesaw");
    assert_eq!(scene.gravity, point("0", "-981/100"));
    assert!(scene.friction.is_none());
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["floor", "plank", "turned"]);
    assert!(scene.bodies[0].is_fixed());
    assert_eq!(corners(&scene, 0, 0)[2], point("5", "0"));
    // A plank of 2 × 1/5, 8 kg/m³ and 1/2 m deep.
    let plank = scene.bodies[1].dynamics.as_ref().unwrap();
    assert_eq!(plank.mass, parse("8/5"));
    assert_eq!(
        plank.inertia,
        parse("8/5") * (parse("4") + parse("1/25")) / parse("12")
    );
    assert_eq!(plank.velocity, point("1", "2"));
    // About y, z turns to x: clockwise.
    assert_eq!(plank.spin, parse("-3"));
    // (2, 1) is twice the angle with cosine 3/5; the local x axis goes down.
    let turned = scene.bodies[2].dynamics.as_ref().unwrap();
    let heavy = point("3/5", "11/5");
    assert_eq!(turned.mass, parse("4"));
    let centroid = &point("0", "3") + &point("3/10", "-2/5");
    assert_eq!(turned.centroid, centroid);
    // Two squares, each m/6, and Steiner: 3 · (1/2)² + 1 · (3/2)².
    assert_eq!(turned.inertia, parse("4") / parse("6") + parse("3"));
    assert_eq!(scene.pins[0].at, heavy);
    assert_eq!(scene.pins[0].second, scene.body_id("plank"));
    assert!(scene.pins[0].collide);
}

#[test]
fn bodies_that_a_model_excludes_ignore_each_other() {
    let excluded = MODEL.replace(
        "  <keyframe>",
        "  <contact><exclude body1=\"plank\" body2=\"turned\"/></contact>\n  <keyframe>",
    );
    let scene = read(&excluded).scene;
    assert!(!scene.pins[0].collide);
    let elsewhere = excluded.replace("body2=\"turned\"/></c", "body2=\"floor\"/></c");
    let note = "line 23: <exclude>: `plank` and `floor` touch here, as no pin joins them";
    assert!(read(&elsewhere).notes.contains(&note.to_owned()));
}

#[test]
fn the_default_friction_of_mujoco_is_one() {
    let scene = read(&MODEL.replace(" condim=\"1\"", "")).scene;
    for body in scene.body_ids() {
        assert_eq!(scene.friction.of_body(body), parse("1"));
    }
    let options = ImportOptions {
        friction: Some(parse("1/2")),
        gravity: Some(parse("2")),
        fixed: vec!["plank".to_owned()],
        ..ImportOptions::default()
    };
    let scene = import(MODEL, Source::Mjcf, &options).unwrap().scene;
    assert_eq!(scene.gravity, point("0", "-2"));
    assert!(scene.bodies[1].is_fixed());
    let pair = [
        scene.body_id("floor").unwrap(),
        scene.body_id("plank").unwrap(),
    ];
    assert_eq!(scene.friction.between(pair[0], pair[1]), parse("1/2"));
    let options = ImportOptions {
        fixed: vec!["table".to_owned()],
        ..ImportOptions::default()
    };
    let error = import(MODEL, Source::Mjcf, &options).unwrap_err();
    assert!(
        error.to_string().contains("nothing called `table`"),
        "{error}"
    );
}

/// The numbers of its joints are in the key all the same.
#[test]
fn the_velocities_of_a_body_that_is_to_be_fixed_are_passed_over() {
    let turned = "<freejoint/>";
    let slides = "<joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 0 1\"/>\
                  <joint type=\"hinge\" axis=\"0 -1 0\"/>";
    let model = MODEL
        .replace(turned, slides)
        .replace(" quat=\"2 0 1 0\"", "")
        .replace("1 2 3 0 0 0 0 0 0", "1 2 3 4 5 0");
    let options = ImportOptions {
        fixed: vec!["plank".to_owned()],
        ..ImportOptions::default()
    };
    let scene = import(&model, Source::Mjcf, &options).unwrap().scene;
    assert!(scene.bodies[1].is_fixed());
    let free = scene.bodies[2].dynamics.as_ref().unwrap();
    assert_eq!(free.velocity, point("4", "5"));
    let options = ImportOptions {
        fixed: vec!["turned".to_owned()],
        ..ImportOptions::default()
    };
    let model = MODEL.replace("1 2 3 0 0 0 0 0 0", "1 2 3 1 1 1 1 1 1");
    let scene = import(&model, Source::Mjcf, &options).unwrap().scene;
    let free = scene.bodies[1].dynamics.as_ref().unwrap();
    assert_eq!(free.spin, parse("-3"));
}

/// MuJoCo takes the larger friction of two geoms, and a scene the smaller one of two bodies.
#[test]
fn priorities_and_pairs_say_whose_friction_counts() {
    let model = |priority: &str, contact: &str| {
        format!(
            r#"<mujoco><worldbody>
            <geom name="floor" type="box" pos="0 0 -1" size="9 9 1" friction="0.25" {priority}/>
            <body name="a" pos="0 0 .5"><freejoint/>
              <geom name="a 1" type="box" size=".5 .5 .5" friction="0.5"/>
              <geom name="a 2" type="box" pos="1 0 0" size=".5 .5 .5" friction="0.5"/></body>
            <body name="b" pos="5 0 .5"><freejoint/>
              <geom name="b" type="box" size=".5 .5 .5" friction="0.75" priority="-3"/></body>
            </worldbody><contact>{contact}</contact></mujoco>"#
        )
    };
    let one = r#"<pair geom1="a 1" geom2="b" friction="0.1 0.1 0 0 0"/>"#;
    let other = r#"<pair geom1="b" geom2="a 2" friction="0.1"/>"#;
    let both = format!("{one}{other}");
    let smooth = r#"<pair geom1="a 1" geom2="b" condim="1" friction="0.1"/>"#;
    let unknown = r#"<pair geom1="a 1" geom2="nobody" friction="0.1"/>"#;
    let own = r#"<pair geom1="a 1" geom2="a 2" friction="0.1"/>"#;
    let silent = r#"<pair geom1="a 1" geom2="b"/>"#;
    let none: &[&str] = &[];
    // The frictions of the floor with a, of the floor with b and of both bodies; notes on pairs.
    for (priority, contact, [floor_a, floor_b, between], told) in [
        (r#"priority="1""#, "", ["1/4", "1/4", "1/2"], none),
        ("", "", ["1/2", "1/4", "1/2"], none),
        (r#"priority="-4""#, "", ["1/2", "3/4", "1/2"], none),
        ("", &both, ["1/2", "1/4", "1/10"], none),
        (
            "",
            one,
            ["1/2", "1/4", "1/10"],
            &["here all of both bodies has"],
        ),
        (
            "",
            smooth,
            ["1/2", "1/4", "0"],
            &["here all of both bodies has"],
        ),
        ("", unknown, ["1/2", "1/4", "1/2"], &["joins no two bodies"]),
        ("", own, ["1/2", "1/4", "1/2"], &["joins no two bodies"]),
        (
            "",
            silent,
            ["1/2", "1/4", "1/2"],
            &["all bodies touch here"],
        ),
    ] {
        let text = model(priority, contact);
        let options = ImportOptions::default();
        let found = import(&text, Source::Mjcf, &options).unwrap();
        let notes: Vec<_> = found
            .notes
            .iter()
            .filter(|note| note.contains("<pair>"))
            .collect();
        assert_eq!(notes.len(), told.len(), "{text}: {notes:?}");
        for (note, part) in notes.iter().zip(told) {
            assert!(note.contains(part), "{note}");
        }
        let frictions = |friction: &zwang_scene::Friction, ids: [zwang_scene::BodyId; 3]| {
            let [floor, a, b] = ids;
            let pairs = [[floor, a], [floor, b], [a, b]];
            pairs.map(|[one, other]| friction.between(one, other))
        };
        let expected = [floor_a, floor_b, between].map(parse);
        let ids = ["floor", "a", "b"].map(|name| found.scene.body_id(name).unwrap());
        assert_eq!(frictions(&found.scene.friction, ids), expected, "{text}");
        let space = zwang_exchange::space::Format::Mjcf;
        let found = zwang_exchange::space::import(text.as_bytes(), space, &options).unwrap();
        let ids = ["floor", "a", "b"].map(|name| found.scene.body_id(name).unwrap());
        assert_eq!(frictions(&found.scene.friction, ids), expected, "{text}");
    }
    let fraction = model(r#"priority="1.5""#, "");
    assert_refused(&fraction, 2, &["priority=\"1.5\"", "a whole number"]);
    let alone = model("", r#"<pair geom1="a 1"/>"#);
    assert_refused(&alone, 8, &["<pair>", "geom1 and geom2"]);
}

#[test]
fn bodies_of_a_model_may_differ_in_friction() {
    let rough = MODEL.replacen("condim=\"1\"", "friction=\"0.5\"", 2);
    let rough = rough.replacen("friction=\"0.5\"", "friction=\"0.25\"", 1);
    let scene = read(&rough).scene;
    let ids = ["floor", "plank", "turned"].map(|name| scene.body_id(name).unwrap());
    let [floor, plank, turned] = ids;
    assert_eq!(scene.friction.between(floor, plank), parse("1/2"));
    // Smooth geoms, of condim 1, slide on each other alone.
    let smooth = scene.friction.between(plank, turned);
    assert_eq!(smooth, parse("1"));
    let options = ImportOptions {
        friction: Some(parse("1/8")),
        ..ImportOptions::default()
    };
    let scene = import(&rough, Source::Mjcf, &options).unwrap().scene;
    assert_eq!(scene.friction.between(floor, turned), parse("1/8"));
}

#[test]
fn models_have_metres() {
    let options = ImportOptions {
        scale: Some(parse("1/100")),
        ..ImportOptions::default()
    };
    let error = import(MODEL, Source::Mjcf, &options).unwrap_err();
    assert!(
        error.to_string().contains("found the scale 1/100"),
        "{error}"
    );
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_file() {
    for text in [MODEL, DRAWING, &assembly()] {
        let marked = format!("\u{feff}{text}");
        assert_eq!(read(&marked), read(text));
    }
}

#[test]
fn what_a_model_cannot_say_is_refused() {
    for (old, new, line, words) in [
        (
            "type=\"box\" size=\"1 .25",
            "type=\"hfield\" size=\"1 .25",
            12,
            &["hfield", "capsule"][..],
        ),
        (
            "size=\"1 .25 .1\"",
            "size=\"1 .25\"",
            12,
            &["2 numbers in size"],
        ),
        ("size=\"1 .25 .1\"", "size=\"1 .25 0\"", 12, &["positive"]),
        ("pos=\"1 0 .1\"", "pos=\"1 0 a\"", 8, &["`a` in pos"]),
        (
            "quat=\"2 0 1 0\"",
            "euler=\"30 0 0\"",
            16,
            &["a box with vertices at 4 values of y", "a prism along y"],
        ),
        ("quat=\"2 0 1 0\"", "quat=\"2 1 1 0\"", 16, &["values of y"]),
        (
            "quat=\"2 0 1 0\"",
            "quat=\"0 0 0 0\"",
            14,
            &["other than 0"],
        ),
        (
            "<joint type=\"hinge\" axis=\"0 1 0\"/>",
            "",
            8,
            &["2 slides and 0 hinges", "--fixed NAME"],
        ),
        ("axis=\"0 1 0\"", "axis=\"1 1 0\"", 11, &["axis=\"1 1 0\""]),
        (
            "axis=\"0 0 1\"",
            "axis=\"0 1 0\"",
            10,
            &["out of the plane"],
        ),
        (
            "<freejoint/>",
            "<joint type=\"ball\"/>",
            15,
            &["type=\"ball\""],
        ),
        (
            "<freejoint/>",
            "<freejoint/><body><joint axis=\"0 1 0\"/></body>",
            15,
            &["a body without geoms"],
        ),
        ("density=\"8\"", "density=\"-8\"", 8, &["density -4"]),
        (
            "<freejoint/>",
            "<freejoint/><inertial mass=\"1\" diaginertia=\"1 1 1\"/>\n<inertial/>",
            16,
            &["a second inertial"],
        ),
        ("name=\"turned\"", "name=\"world\"", 14, &["for the world"]),
        (
            "<geom type=\"box\" size=\"1 .25 .1\"",
            "<geom xmlns:f=\"f\" type=\"box\" f:size=\"1 .25 .1\"",
            12,
            &["attribute `size`"],
        ),
        ("<option", "<option xmlns=\"f\"", 3, &["name space `f`"]),
        ("density=\"8\"", "contype=\"-1\"", 12, &["contype"]),
        ("density=\"8\"", "shape=\"0\"", 12, &["attribute `shape`"]),
        (
            "mass=\"1\" condim=\"1\"",
            "mass=\"1\" condim=\"3\"",
            17,
            &["friction 1 beside"],
        ),
        (
            "<option",
            "<option density=\"1\" wind=\"1 0 0\"",
            3,
            &["wind=\"1 0 0\""],
        ),
        (
            "<visual>",
            "<include file=\"a.xml\"/><visual>",
            4,
            &["file=\"a.xml\""],
        ),
        (
            "<visual>",
            "<default><default/></default><visual>",
            4,
            &["a class without a name"],
        ),
        ("body1=\"turned\"", "body1=\"nobody\"", 21, &["nobody"]),
        ("<connect body1", "<weld body1", 21, &["only <connect>"]),
        ("body2=\"plank\"", "body2=\"nobody\"", 21, &["unknown body"]),
        ("qvel=\"1 2 3", "qvel=\"1 2", 24, &["8 numbers"]),
        ("name=\"floor\"", "name=\"plank\"", 8, &["again"]),
        ("</mujoco>", "", 1, &["never closed", "expected XML"]),
        (
            "<mujoco",
            "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;'>]><mujoco",
            1,
            &["names another"],
        ),
        (
            "<mujoco model=\"seesaw\">",
            "<robot>",
            26,
            &["expected XML"],
        ),
    ] {
        assert!(MODEL.contains(old), "{old}");
        assert_refused(&MODEL.replacen(old, new, 1), line, words);
    }
    assert_refused("<robot/>", 1, &["<robot>", "MJCF"]);
    assert_refused("", 1, &["an empty file", "MJCF"]);
}

#[test]
fn meshes_are_prisms() {
    let model = |vertices: &str| {
        format!(
            "<mujoco><asset><mesh name=\"m\" vertex=\"{vertices}\"/></asset>\n\
             <worldbody><geom type=\"mesh\" mesh=\"m\" pos=\"0 0 1\"/></worldbody></mujoco>"
        )
    };
    let triangle = "0 1 0  3 1 0  0 1 3  3 -1 0  0 -1 0  0 -1 3";
    let scene = read(&model(triangle)).scene;
    let expected = [point("3", "1"), point("0", "4"), point("0", "1")];
    let mut found = corners(&scene, 0, 0).to_vec();
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(found, expected);
    for (vertices, word) in [
        ("0 1 0  3 1 0  0 1 3  3 -1 0  0 -1 0", "differ"),
        ("0 1 0  3 1 0  0 1 3", "1 values of y"),
        ("0 1 0  3 1", "three for each vertex"),
    ] {
        let line = if word.contains("three") { 1 } else { 2 };
        assert_refused(&model(vertices), line, &[word]);
    }
}

const DRAWING: &str = r#"<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
     width="100" viewBox="0 0 100 100">
  <title>wall</title>
  <defs><linearGradient id="g"/></defs>
  <g inkscape:label="ground" id="layer1" transform="translate(0,10)">
    <rect id="table" x="0" y="0" width="8" height="2"/>
  </g>
  <g id="layer2">
    <rect x="1" y="9" width="2px" height="1" style="fill:#ff0000"/>
    <polygon id="roof" points="1,9 3,9 2,8"/>
    <path id="two parts" d="M4 9h1v1h-1z m2 0h1v1h-1z"/>
    <rect id="ghost" width="1" height="1" style="display: none"/>
  </g>
</svg>
"#;

#[test]
fn a_drawing_is_read_upside_up() {
    let imported = read(DRAWING);
    assert_eq!(
        imported.notes,
        ["line 13: <rect> `ghost` is hidden, and left out"]
    );
    let scene = imported.scene;
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["table", "rect 1", "roof", "two parts"]);
    let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.is_fixed()).collect();
    assert_eq!(fixed, [true, false, false, false]);
    let table = ["0 -12", "8 -12", "8 -10", "0 -10"].map(|text| {
        let (x, y) = text.split_once(' ').unwrap();
        point(x, y)
    });
    assert_eq!(corners(&scene, 0, 0), table);
    assert_eq!(scene.bodies[3].parts.len(), 2);
    assert_eq!(corners(&scene, 3, 1)[0].x, parse("6"));
    let brick = scene.bodies[1].dynamics.as_ref().unwrap();
    assert_eq!(brick.mass, parse("2"));
    // As centimetres, with another layer fixed.
    let options = ImportOptions {
        scale: Some(parse("1/100")),
        fixed: vec!["layer2".to_owned()],
        ..ImportOptions::default()
    };
    let scene = import(DRAWING, Source::Svg, &options).unwrap().scene;
    assert_eq!(corners(&scene, 0, 0)[2], point("2/25", "-1/10"));
    assert!(!scene.bodies[0].is_fixed());
    assert!(scene.bodies[3].is_fixed());
}

#[test]
fn other_name_spaces_and_other_properties_draw_nothing() {
    let drawing = DRAWING
        .replace("<rect x=\"1\"", "<rect inkscape:width=\"9\" x=\"1\"")
        .replace("  <g id=\"layer2\">", "  <inkscape:rect/><g id=\"layer2\">")
        .replace("fill:#ff0000", "text-transform:none;x-display:none");
    assert_eq!(read(&drawing), read(DRAWING));
    // Pieces may touch.
    let touching = DRAWING.replace("m2 0h1v1h-1z", "m1 0h1v1h-1z");
    assert_eq!(read(&touching).scene.bodies[3].parts.len(), 2);
}

#[test]
fn what_a_drawing_cannot_say_is_refused() {
    for (old, new, line, words) in [
        (
            "points=\"1,9 3,9 2,8\"",
            "points=\"1,9 3,9 2\"",
            11,
            &["5 numbers"][..],
        ),
        (
            "points=\"1,9 3,9 2,8\"",
            "points=\"1,9 3,9 x\"",
            11,
            &["`x`"],
        ),
        (
            "points=\"1,9 3,9 2,8\"",
            "points=\"1,9 3,9\"",
            11,
            &["at least 3 vertices"],
        ),
        (
            "h1v1h-1z m2",
            "h1b1 1 2 2 3 3z m2",
            12,
            &["`b` at character"],
        ),
        ("width=\"2px\"", "width=\"2em\"", 10, &["2em"]),
        ("width=\"2px\"", "width=\"0\"", 10, &["width 0"]),
        ("translate(0,10)", "skewX(30)", 6, &["skewX(30)"]),
        (
            "translate(0,10)",
            "scale(1e999)scale(1e999)scale(1e999)",
            6,
            &["binary digits"],
        ),
        ("translate(0,10)", "scale(0)", 7, &["without an area"]),
        (
            "style=\"fill:#ff0000\"",
            "style=\"transform:none\"",
            10,
            &["style="],
        ),
        (
            "style=\"fill:#ff0000\"",
            "style=\"fill:red; Transform-Origin : 1px 2px\"",
            10,
            &["`transform-origin`"],
        ),
        (
            "style=\"fill:#ff0000\"",
            "transform-origin=\"1 2\"",
            10,
            &["`transform-origin`"],
        ),
        (
            "style=\"fill:#ff0000\"",
            "style=\"/**/transform:none\"",
            10,
            &["comments"],
        ),
        (
            "xmlns=\"http://www.w3.org/2000/svg\"",
            "xmlns=\"f\"",
            2,
            &["name space `f`"],
        ),
        ("id=\"roof\"", "id=\"table\"", 11, &["again"]),
    ] {
        assert!(DRAWING.contains(old), "{old}");
        assert_refused(&DRAWING.replacen(old, new, 1), line, words);
    }
    assert_refused("<svg/>", 1, &["nothing that is drawn"]);
    for (length, is_known) in [
        ("2in", true),
        ("100%", true),
        ("3em", true),
        ("auto", true),
        ("1m", false),
        ("1parsec", false),
    ] {
        let sheet = DRAWING.replace("width=\"100\"", &format!("width=\"{length}\""));
        if is_known {
            read(&sheet);
        } else {
            assert_refused(&sheet, 2, &["width", length, "mm, cm, in"]);
        }
    }
    let turned = "<svg transform=\"scale(2)\"><rect width=\"1\" height=\"1\"/></svg>";
    assert_refused(turned, 1, &["transform=\"scale(2)\""]);
    let many = "m2 0h1v1z".repeat(5000);
    let many = format!("<svg><path d=\"{many}\"/></svg>");
    assert_refused(&many, 1, &["5000 pieces", "at most 4096"]);
    let long = format!("<svg><path d=\"M0 0{}\"/></svg>", "h1v1".repeat(20_000));
    assert_refused(&long, 1, &["more than 32768 points of a path"]);
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(5000), "</g>".repeat(5000));
    assert_refused(&deep, 1, &["64 groups"]);
}

fn block(z: &str, deep: &str) -> String {
    let mut vertices = Vec::new();
    for (index, y) in ["0.0", deep].into_iter().enumerate() {
        for (corner, (x, dz)) in [("-0.5", ""), ("0.5", ""), ("0.5", "5"), ("-0.5", "5")]
            .iter()
            .enumerate()
        {
            let key = 4 * index + corner;
            vertices.push(format!(r#""{key}": {{"x": {x}, "y": {y}, "z": {z}{dz}}}"#));
        }
    }
    let vertices = vertices.join(", ");
    format!(r#"{{"dtype": "…/Block", "data": {{"vertex": {{{vertices}}}}}}}"#)
}

fn assembly() -> String {
    let low = block("0.0", "1.5");
    let high = block("0.05", "1.5");
    format!(
        r#"{{"dtype": "compas_assembly.datastructures/Assembly",
  "data": {{"attributes": {{"name": "Stack"}}, "graph": {{"data": {{"node": {{
    "0": {{"block": {low}, "is_support": true}},
    "7": {{"block": {high}, "displacement": [0, 0]}}
  }}, "edge": {{}}}}}}}}}}"#
    )
}

#[test]
fn an_assembly_is_read_in_both_layouts() {
    let new = assembly();
    let old = new.replace(r#""graph": {"data": {"node""#, r#""graph": {"node""#);
    let old = old.replacen("\"edge\": {}}}}}", "\"edge\": {}}}}", 1);
    for text in [&new, &old] {
        let scene = read(text).scene;
        assert_eq!(scene.name, "Stack");
        assert_eq!(scene.bodies[0].name, "block 0");
        assert!(scene.bodies[0].is_fixed());
        assert_eq!(scene.bodies[1].name, "block 7");
        assert!(!scene.bodies[1].is_fixed());
        assert_eq!(corners(&scene, 1, 0)[0], point("-1/2", "1/20"));
        assert_eq!(corners(&scene, 1, 0)[2], point("1/2", "11/200"));
    }
}

#[test]
fn what_is_no_assembly_of_prisms_is_refused() {
    let text = assembly();
    for (old, new, line, words) in [
        ("\"node\"", "\"nodes\"", 1, &["no `node`"][..]),
        ("\"vertex\"", "\"vertices\"", 3, &["no `block`"]),
        ("\"x\": -0.5", "\"x\": null", 3, &["vertex 0", "null"]),
        ("\"x\": -0.5", "\"x\": 1e5000", 3, &["exponent"]),
        ("\"x\": -0.5, ", "", 3, &["no `x`"]),
        ("\"y\": 0.0", "\"y\": 0.1", 3, &["3 values of y"]),
        ("\"x\": -0.5", "\"x\": -0.4", 3, &["differ"]),
        ("\"7\": {\"block\"", "\"0\": {\"block\"", 4, &["again"]),
    ] {
        assert!(text.contains(old), "{old}");
        assert_refused(&text.replacen(old, new, 1), line, words);
    }
    assert_refused("{", 1, &["line 1"]);
    assert_refused("[1]", 1, &["no `node`"]);
    let error = import(" ", Source::Compas, &ImportOptions::default()).unwrap_err();
    let told = error.to_string();
    assert!(
        told.contains("found an empty file; expected an assembly"),
        "{told}"
    );
    for source in [Source::Svg, Source::Mjcf] {
        let error = import("\n ", source, &ImportOptions::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1: file: found an empty file; expected XML"
        );
    }
    assert_eq!(
        Source::of("\u{feff}\n").unwrap_err().to_string(),
        "line 1: file: found an empty file; \
         expected MJCF (<mujoco>), SVG (<svg>) or a COMPAS assembly (JSON)"
    );
}

/// The files that come along, and where their bodies are.
#[test]
fn the_files_that_come_along_are_scenes() {
    for (file, text, bodies) in [
        (
            "seesaw.xml",
            include_str!("../../../../scenes/foreign/seesaw.xml"),
            4,
        ),
        (
            "wall.svg",
            include_str!("../../../../scenes/foreign/wall.svg"),
            6,
        ),
        (
            "stack.json",
            include_str!("../../../../scenes/foreign/stack.json"),
            3,
        ),
    ] {
        let imported = read(text);
        assert!(imported.notes.is_empty(), "{file}");
        let scene = imported.scene;
        assert_eq!(scene.bodies.len(), bodies, "{file}");
        let fixed = scene.bodies.iter().filter(|body| body.is_fixed());
        assert_eq!(fixed.count(), 1, "{file}");
    }
}

#[test]
fn engines_get_the_numbers_of_the_scene() {
    let text = r#"
        format = "zwang-scene-1"
        name = "swing \"1\""
        gravity = [0, -10]
        friction = "1/4"
        [[body]]
        name = "beam"
        fixed = true
        rectangle = { center = [0, 4], size = [2, 1] }
        [[body]]
        name = "wedge"
        parts = [[[0, 0], [3, 0], [0, "3/2"]]]
        velocity = [1, 0]
        [[pin]]
        bodies = ["wedge"]
        at = [0, "3/2"]
        [[pin]]
        bodies = ["beam", "wedge"]
        at = [0, 1]
        collide = true
    "#;
    let scene: Scene = text.parse().unwrap();
    for (target, format, shapes, collide) in [
        (
            Target::Pymunk,
            "zwang-pymunk-1",
            "polys",
            ["pivot_joints", "collide_bodies"],
        ),
        (
            Target::Box2d,
            "zwang-box2d-1",
            "polygons",
            ["revoluteJoints", "collideConnected"],
        ),
    ] {
        let text = export(&scene, target).unwrap().text;
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["format"], format);
        assert_eq!(json["name"], "swing \"1\"");
        assert_eq!(json["gravity"], serde_json::json!([0, -10]));
        assert_eq!(json["friction"], 0.25);
        let [joints, collide] = collide;
        assert_eq!(json[joints][0][collide], false);
        assert_eq!(json[joints][1][collide], true);
        let wedge = &json["bodies"][1];
        assert_eq!(wedge["position"], serde_json::json!([1, 0.5]));
        assert_eq!(wedge["mass"], 2.25);
        assert_eq!(
            wedge[shapes][0],
            serde_json::json!([[-1, -0.5], [2, -0.5], [-1, 1]])
        );
        assert_eq!(json["bodies"][0][shapes][0][2], serde_json::json!([1, 4.5]));
    }
    let pushed = format!(
        "{text}\n[[load]]\nname = 'wind'\nbody = 'wedge'\nat = [3,0]\nforce = ['1/4',-1]\n\
         [[load]]\nname = 'crank'\nbody = 'wedge'\ntorque = 2\n"
    );
    let pushed: Scene = pushed.parse().unwrap();
    for target in [Target::Box2d, Target::Pymunk] {
        let text = export(&pushed, target).unwrap().text;
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = serde_json::json!([
            {"name": "wind", "body": "wedge", "point": [3, 0], "force": [0.25, -1], "torque": 0},
            {"name": "crank", "body": "wedge", "point": [1, 0.5], "force": [0, 0], "torque": 2},
        ]);
        assert_eq!(json["loads"], expected);
        let without: serde_json::Value =
            serde_json::from_str(&export(&scene, target).unwrap().text).unwrap();
        assert_eq!(without.get("loads"), None);
    }
    let mut alone = pushed;
    alone.pins.clear();
    let error = export(&alone, Target::Mjcf).unwrap_err().to_string();
    let told = "scene: found loads; expected none for MuJoCo, whose models hold no forces";
    assert!(error.starts_with(told), "{error}");
    assert!(error.contains("data.xfrc_applied"), "{error}");
    let mut rough = scene.clone();
    rough.friction = zwang_scene::Friction::default();
    let ids: Vec<_> = scene.body_ids().collect();
    rough.friction = zwang_scene::Friction::new([(ids[1], parse("1/2"))], []);
    for target in [Target::Box2d, Target::Pymunk] {
        let error = export(&rough, target).unwrap_err().to_string();
        assert!(
            error.contains("body `wedge`: found friction 1/2"),
            "{error}"
        );
    }
}
