//! Small files, each with one construct that files of other programs have, and what they say.

use std::fs;
use std::path::Path;
use zwang_exact::{Rational, Vector};
use zwang_exchange::space::{self, Format};
use zwang_exchange::{ImportOptions, Imported, Source, import};
use zwang_scene::{Dynamics, Scene};

fn parse(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn options() -> ImportOptions {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    ImportOptions {
        folder: Some(folder),
        ..ImportOptions::default()
    }
}

fn read_with(file: &str, options: &ImportOptions) -> Result<Imported, String> {
    let path = options.folder.as_deref().unwrap().join(file);
    let text = fs::read_to_string(path).unwrap();
    let source = Source::of(&text).unwrap();
    import(&text, source, options).map_err(|error| error.to_string())
}

fn read(file: &str) -> Imported {
    read_with(file, &options()).unwrap()
}

fn area(scene: &Scene, body: usize) -> Rational {
    let one = parse("1");
    Dynamics::homogeneous(&scene.bodies[body].parts, &one).mass
}

/// The corners of the first part of a body, in order of their coordinates.
fn corners(scene: &Scene, body: usize) -> Vec<Vector> {
    let mut corners = scene.bodies[body].parts[0].vertices().to_vec();
    corners.sort();
    corners
}

fn points(list: &[(i64, i64)]) -> Vec<Vector> {
    let mut points = Vec::new();
    for (x, y) in list {
        points.push(Vector::from_integers(*x, *y));
    }
    points.sort();
    points
}

/// A number is not farther from another one than this.
#[track_caller]
fn assert_near(found: &Rational, expected: &str, within: &str) {
    let away = found - parse(expected);
    let within = parse(within);
    assert!(away <= within && -away <= within, "{found} {expected}");
}

#[test]
fn every_file_is_read() {
    let mut count = 0;
    for entry in fs::read_dir(options().folder.unwrap()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name == "included.xml" || path.is_dir() {
            continue;
        }
        let imported = read(name);
        assert!(!imported.scene.bodies.is_empty(), "{name}");
        for note in &imported.notes {
            assert_eq!(note.lines().count(), 1, "{name}: {note}");
        }
        count += 1;
    }
    assert!(count >= 23, "{count}");
}

#[test]
fn blocks_of_assemblies() {
    let collinear = read("collinear.json");
    let rectangle = points(&[(0, 0), (2, 0), (2, 1), (0, 1)]);
    assert_eq!(corners(&collinear.scene, 0), rectangle);
    assert!(collinear.notes.is_empty());

    let rounded = read("rounded-ends.json");
    assert_eq!(corners(&rounded.scene, 0), rectangle);
    let [note] = rounded.notes.as_slice() else {
        panic!("{:?}", rounded.notes)
    };
    assert_eq!(
        note,
        "the two ends of blocks differ by up to 1e-15, and are joined; the bound is 2.1e-6 \
         (units of the file)"
    );

    let concave = read("concave.json").scene;
    assert_eq!(concave.bodies[0].parts.len(), 2);
    assert_eq!(area(&concave, 0), parse("5"));

    let along_x = read("along-x.json");
    assert_eq!(
        corners(&along_x.scene, 0),
        points(&[(0, 0), (2, 0), (0, 2)])
    );
    assert_eq!(
        along_x.notes,
        ["all blocks are prisms along x; the scene's x is y"]
    );

    let plate = read("flat-support.json");
    assert!(plate.scene.bodies[0].is_fixed());
    let rectangle = plate.scene.bodies[0].parts[0].vertices();
    let [low, high] = ["-1/2", "0"].map(parse);
    let corner = |x: i64, y: &Rational| Vector::new(Rational::from_integer(x.into()), y.clone());
    assert_eq!(
        rectangle,
        [
            corner(0, &low),
            corner(5, &low),
            corner(5, &high),
            corner(0, &high)
        ]
    );
    assert_eq!(
        plate.notes,
        ["block 0 has no height: it is a plate a tenth as thick as it is wide, below its top"]
    );

    let old = read("old-layout.json").scene;
    assert_eq!(old.name, "old");
    assert!(old.bodies[0].is_fixed() && !old.bodies[1].is_fixed());
    assert_eq!(corners(&old, 1), points(&[(0, 1), (2, 1), (1, 2)]));
}

/// A circle stays round under turns, mirrors and scales, and its mass is that of density 1 but for
/// 355/113 - π < 3e-7.
#[test]
fn circles_of_drawings_are_disks() {
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg">
        <circle id="plain" cx="1" cy="2" r="3"/>
        <circle id="scaled" transform="translate(20 0) scale(-2 2)" r=".5"/>
        <ellipse id="even" cx="40" rx="2" ry="2"/>
        <ellipse id="long" cx="60" rx="2" ry="3"/>
        <circle id="squeezed" transform="translate(80 0) scale(1 2)" r="2"/>
        <circle id="irrational" transform="translate(100 0) matrix(1 1 -1 1 0 0)" r="1"/>
    </svg>"#;
    let options = ImportOptions {
        scale: Some(parse("1/10")),
        ..ImportOptions::default()
    };
    let source = Source::of(drawing).unwrap();
    let scene = import(drawing, source, &options).unwrap().scene;
    for (body, center, radius) in [
        (0, ["1/10", "-1/5"], "3/10"),
        (1, ["2", "0"], "1/10"),
        (2, ["4", "0"], "1/5"),
    ] {
        let part = &scene.bodies[body].parts[0];
        let [x, y] = center.map(parse);
        assert_eq!(part.vertices(), [Vector::new(x, y)]);
        assert_eq!(part.radius(), &parse(radius));
        let free = scene.bodies[body].dynamics.as_ref().unwrap();
        let square = parse(radius) * parse(radius);
        assert_near(&(&free.mass / &square), "3.14159265", "0.0000003");
        assert_eq!(free.inertia, &free.mass * square / parse("2"));
    }
    for body in 3..6 {
        let part = &scene.bodies[body].parts[0];
        assert!(!part.is_rounded() && part.vertices().len() == 60);
    }
}

#[test]
fn lines_and_curves_of_drawings() {
    assert_eq!(read("doctype.svg").scene.bodies.len(), 1);

    // A mitred corner; y is downwards in the drawing.
    let line = read("line.svg").scene;
    assert_eq!(area(&line, 0), parse("32"));
    // 5 long and 2 wide: (3, 4) has a rational length.
    assert_eq!(area(&line, 1), parse("10"));
    assert_eq!(area(&line, 2), parse("10"));

    let round = read("round.svg");
    let [note, of_disks] = round.notes.as_slice() else {
        panic!("{:?}", round.notes)
    };
    assert!(
        note.starts_with("4 curves are polygons, which are off by at most 0.014"),
        "{note}"
    );
    for (body, expected, within) in [
        (1, "157.079632", "0.3"),
        (2, "196.566371", "0.03"),
        (3, "39.269908", "0.08"),
        // 3/5 of the rectangle around the control points.
        (4, "48", "0.3"),
    ] {
        assert_near(&area(&round.scene, body), expected, within);
    }
    assert!(
        of_disks.starts_with("1 circle is a disk, whose mass has 355/113"),
        "{of_disks}"
    );
    let disk = &round.scene.bodies[0].parts[0];
    assert_eq!(disk.radius(), &parse("10"));
    assert_eq!(corners(&round.scene, 0), points(&[(0, 0)]));

    let turned = read("turned.svg");
    assert_eq!(turned.notes.len(), 1);
    assert!(turned.notes[0].starts_with("line 3: <rect> `plank` turns by 30 degrees as the"));
    let plank = turned.scene.bodies[1].parts[0].vertices();
    assert_eq!(area(&turned.scene, 1), parse("4"));
    let highest = plank.iter().map(|vertex| vertex.y.clone()).max().unwrap();
    let lowest = plank.iter().map(|vertex| vertex.y.clone()).min().unwrap();
    // 4 sin 30° + cos 30°.
    assert_near(&(highest - lowest), "2.8660254", "0.0001");
}

/// `use` draws an element once more, at another place: alone, in a copy, or as a symbol.
#[test]
fn copies_in_drawings() {
    let drawing = read("copies.svg");
    let mut names = Vec::new();
    for body in &drawing.scene.bodies {
        names.push(body.name.as_str());
    }
    let expected = [
        "brick",
        "second",
        "third",
        "use 3 rect",
        "use 3 cap",
        "use 5 rect",
        "use 5 cap",
    ];
    assert_eq!(names, expected);
    assert_eq!(
        corners(&drawing.scene, 1),
        points(&[(3, -1), (5, -1), (5, 0), (3, 0)])
    );
    assert_eq!(
        corners(&drawing.scene, 2),
        points(&[(6, -12), (10, -12), (10, -10), (6, -10)])
    );
    assert_eq!(
        corners(&drawing.scene, 6),
        points(&[(29, -10), (32, -10), (32, -9), (29, -9)])
    );
    assert_eq!(
        drawing.notes,
        [
            "line 15: <image> is an image, and left out",
            "line 16: <path> draws no area, and is left out",
            "line 17: <line> draws no area, and is left out",
            "no body is fixed: nothing holds the scene; --fixed NAME fixes a body",
        ]
    );
}

/// Copies of themselves, and copies of copies of copies, end.
#[test]
fn copies_that_never_end_are_refused() {
    let around = "<svg><g id=\"a\"><rect width=\"1\" height=\"1\"/><use href=\"#a\"/></g></svg>";
    let mut doubled = "<svg><rect id=\"a0\" width=\"1\" height=\"1\"/><defs>".to_owned();
    for level in 0..30 {
        let next = level + 1;
        let copy = format!("<use href=\"#a{level}\"/>");
        doubled += &format!("<g id=\"a{next}\">{copy}{copy}</g>");
    }
    doubled += "</defs><use href=\"#a30\"/></svg>";
    let missing = "<svg><use href=\"#b\"/></svg>";
    let nothing = "<svg><use/></svg>";
    let symbol = "<svg><symbol id=\"s\" viewBox=\"0 0 1 1\"/><use href=\"#s\"/></svg>";
    for (drawing, words) in [
        (around, "more than 64 groups in each other"),
        (doubled.as_str(), "copies of elements"),
        (
            missing,
            "found href=\"#b\"; expected `#` and the id of an element",
        ),
        (nothing, "found no `href`; expected `href=\"#ID\"`"),
        (symbol, "viewBox=\"0 0 1 1\"; expected symbols"),
    ] {
        let told = import(drawing, Source::Svg, &options())
            .unwrap_err()
            .to_string();
        assert!(told.contains(words), "{told}");
    }
}

/// A long curve gets fewer corners, and its error is told.
#[test]
fn long_curves_are_coarser() {
    let mut path = "M0 0".to_owned();
    for wave in 0..70 {
        let x = 2 * wave;
        path += &format!("C{} 4 {} 4 {} 0", x + 1, x + 1, x + 2);
    }
    let drawing = format!("<svg><path id=\"ground\" d=\"{path}L140 -9L0 -9Z\"/></svg>");
    let read = import(&drawing, Source::Svg, &options()).unwrap();
    let [note] = read.notes.as_slice() else {
        panic!("{:?}", read.notes)
    };
    assert!(note.starts_with("70 curves are polygons"), "{note}");
    // Below the axis 140 by 9. By Green's theorem each wave has the area 18/5.
    let below = parse("1260");
    assert_near(&(area(&read.scene, 0) - below), "252", "6");
}

/// Style sheets give classes their strokes; later rules and own styles come first.
#[test]
fn classes_of_drawings() {
    let drawing = read("classes.svg");
    let names: Vec<&str> = drawing
        .scene
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .collect();
    assert_eq!(names, ["thin", "wide", "own"]);
    for (body, expected) in ["20", "40", "60"].into_iter().enumerate() {
        assert_eq!(area(&drawing.scene, body), parse(expected));
    }
    assert!(drawing.notes.iter().any(|note| note.contains("is hidden")));
}

#[test]
fn units_and_frames_of_drawings() {
    let measured = read("millimetres.svg");
    assert_eq!(
        measured.notes,
        ["a unit of the drawing is 0.0005 m, as its width or height says"]
    );
    assert_eq!(area(&measured.scene, 0), parse("0.2") * parse("0.01"));
    assert_eq!(area(&measured.scene, 1), parse("0.048") * parse("0.048"));
    let scaled = ImportOptions {
        scale: Some(parse("1")),
        ..options()
    };
    let scaled = read_with("millimetres.svg", &scaled).unwrap();
    assert!(scaled.notes.is_empty());
    assert_eq!(area(&scaled.scene, 0), parse("8000"));

    let skipping = |names: &[&str]| ImportOptions {
        skip: names.iter().map(|name| (*name).to_owned()).collect(),
        ..options()
    };
    let frame = read_with("frame.svg", &skipping(&["border"])).unwrap();
    assert_eq!(frame.scene.bodies.len(), 2);
    assert_eq!(frame.scene.bodies[0].parts.len(), 4);
    assert_eq!(area(&frame.scene, 0), parse("32"));
    assert_eq!(area(&frame.scene, 1), parse("5"));
    assert_eq!(
        frame.notes,
        ["line 4: <text> `title` is a text, and left out"]
    );
    let told = read_with("frame.svg", &skipping(&["nothing"])).unwrap_err();
    assert!(
        told.contains("nothing called `nothing` that could be skipped"),
        "{told}"
    );
    for (file, name) in [("old-layout.json", "1"), ("plane.xml", "cube")] {
        let one = read_with(file, &skipping(&[name])).unwrap();
        assert_eq!(one.scene.bodies.len(), 1, "{file}");
    }
}

#[test]
fn constructs_of_models() {
    let plane = read("plane.xml");
    assert!(plane.scene.bodies[0].is_fixed());
    assert_eq!(
        plane.notes,
        ["line 2: a plane has no end; here it is a box, 10 m long and 1.3 m deep"]
    );
    let floor = corners(&plane.scene, 0);
    assert_eq!(floor[3], Vector::from_integers(5, 0));

    let classes = read("classes.xml").scene;
    assert_eq!(area(&classes, 0), parse("4"));
    let mass = |body: usize| classes.bodies[body].dynamics.as_ref().unwrap().mass.clone();
    assert_eq!(mass(1), parse("3000"));
    assert_eq!(mass(2), parse("24000"));
    assert!(classes.friction.is_none());

    // A quarter turn that is rounded is exact; half of a radian turns x to -z about -y.
    let turned = read("turned.xml");
    assert_eq!(
        corners(&turned.scene, 1),
        points(&[(-1, -2), (1, -2), (1, 2), (-1, 2)])
    );
    let ramp = turned.scene.bodies[2].parts[0].vertices();
    let edge = &ramp[1] - &ramp[0];
    // 4 (cos ½, sin ½): counter-clockwise in the scene.
    assert_near(&edge.x, "3.51033", "0.001");
    assert_near(&edge.y, "1.91770", "0.001");
    assert!(
        turned
            .notes
            .last()
            .unwrap()
            .contains("<geom> `ramp` turns by -28.64")
    );

    let beside = read("beside.xml");
    assert_eq!(beside.scene.bodies.len(), 2);
    let mass = &beside.scene.bodies[1].dynamics.as_ref().unwrap().mass;
    assert_eq!(*mass, parse("3"));
    assert_eq!(
        beside.notes,
        [
            "2 bodies without geoms are left out",
            "`target` touches nothing and only slides: no other body feels it, and it is left out",
        ]
    );
    // It is there if it is asked for.
    let held = ImportOptions {
        fixed: vec!["target".to_owned()],
        ..options()
    };
    let held = read_with("beside.xml", &held).unwrap();
    assert_eq!(held.scene.bodies.len(), 3);

    // Slides alone tell the plane, too, here xy, seen with y upwards.
    let slides = "<mujoco><option gravity=\"0 -2 0\"/><worldbody><body pos=\"0 1 0\">\
                  <joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 0\"/>\
                  <geom type=\"box\" size=\"1 1 1\" contype=\"0\" conaffinity=\"0\"/></body>\
                  <geom type=\"box\" size=\"5 1 1\" pos=\"0 -1 0\"/></worldbody></mujoco>";
    let slides = import(slides, Source::Mjcf, &options()).unwrap();
    assert_eq!(slides.scene.gravity, Vector::from_integers(0, -2));
    assert_eq!(
        corners(&slides.scene, 0),
        points(&[(-5, -2), (5, -2), (5, 0), (-5, 0)])
    );
    assert_eq!(
        slides.notes[0],
        "slides are across z: the scene is the plane xy"
    );

    let alone = "<mujoco><worldbody><body><joint type=\"slide\" axis=\"1 0 0\"/>\
                 <geom size=\"1\" contype=\"0\" conaffinity=\"0\"/></body></worldbody></mujoco>";
    let told = import(alone, Source::Mjcf, &options())
        .unwrap_err()
        .to_string();
    assert!(told.contains("bodies only slide"), "{told}");

    let included = read("includes.xml").scene;
    assert_eq!(included.bodies.len(), 2);
    assert_eq!(included.gravity, Vector::from_integers(0, -2));
    let alone = ImportOptions {
        folder: None,
        ..options()
    };
    let text = "<mujoco><include file=\"included.xml\"/></mujoco>";
    let told = import(text, Source::Mjcf, &alone).unwrap_err().to_string();
    assert!(
        told.contains("found file=\"included.xml\"; expected a model"),
        "{told}"
    );
    let twice = "<mujoco><include file=\"included.xml\"/><include file=\"included.xml\"/></mujoco>";
    let told = import(twice, Source::Mjcf, &options())
        .unwrap_err()
        .to_string();
    assert!(told.contains("each file once"), "{told}");

    let rest = read("options.xml");
    assert_eq!(
        rest.notes,
        [
            "line 2: <option>: settings passed over: o_margin, energy, island",
            "line 10: <motor> rests, and is passed over",
        ]
    );

    let off = read("off-plane.xml");
    assert_eq!(off.notes.len(), 1);
    assert!(off.notes[0].contains("y is left out"), "{:?}", off.notes);
    assert_eq!(
        corners(&off.scene, 1),
        points(&[(-1, 0), (1, 0), (1, 2), (-1, 2)])
    );
}

/// π.
const PI: &str = "3.14159265358979323846";

fn free<'a>(scene: &'a Scene, name: &str) -> &'a Dynamics {
    let body = scene.body_id(name).unwrap();
    scene.bodies[body].dynamics.as_ref().unwrap()
}

/// Masses and moments are those of the solids (their tables), and corners lie on the curves.
#[test]
fn solids_of_models_are_cut_in_the_plane() {
    let solids = read("solids.xml");
    let scene = &solids.scene;
    let pi = parse(PI);
    let ten = parse("10");
    // Radius 1/2, length 2.
    let sphere = &pi * parse("1/6") * &ten;
    let tube = &pi * parse("1/2") * &ten;
    let upright_ends = parse("2/5") * parse("1/4") + parse("1") + parse("3/8");
    let slender = (parse("3/4") + parse("4")) / parse("12");
    for (name, mass, moment) in [
        ("ball", sphere.clone(), &sphere * parse("1/10")),
        (
            "upright",
            &sphere + &tube,
            &tube * &slender + &sphere * upright_ends,
        ),
        ("drum", tube.clone(), &tube * parse("1/8")),
        ("log", tube.clone(), &tube * &slender),
        ("egg", &sphere * parse("1"), &sphere * parse("1/4")),
        (
            "pill",
            &sphere + &tube,
            &tube * parse("1/8") + &sphere * parse("1/10"),
        ),
    ] {
        let found = free(scene, name);
        assert_near(&found.mass, &mass.to_string(), "1e-15");
        assert_near(&found.inertia, &moment.to_string(), "1e-15");
    }
    for name in ["ball", "drum", "pill"] {
        let body = scene.body_id(name).unwrap();
        let center = &free(scene, name).centroid;
        for vertex in scene.bodies[body].parts[0].vertices() {
            let arm = vertex - center;
            assert_eq!(arm.dot(&arm), parse("1/4"), "{name}");
        }
    }
    // A rectangle with a half disk at each end, and an ellipse.
    for (name, expected, within) in [
        ("upright", parse("2") + &pi / parse("4"), "0.01"),
        ("log", parse("2"), "1e-15"),
        ("egg", &pi / parse("2"), "0.01"),
    ] {
        let body = scene.body_id(name).unwrap();
        assert_near(&area(scene, body.0), &expected.to_string(), within);
    }
    let told = "6 round geoms are polygons, which are off by at most 0.0014 m; masses are those of \
                the round ones";
    assert!(
        solids.notes.contains(&told.replace('6', "5")),
        "{:?}",
        solids.notes
    );
}

/// Bodies in each other: hinges are pins, bodies without joints are parts, and velocities add up.
#[test]
fn trees_of_models_become_pins() {
    let chain = read("chain.xml");
    let scene = &chain.scene;
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["post", "upper", "lower"]);
    let [upper, lower] = ["upper", "lower"].map(|name| scene.body_id(name).unwrap());
    assert_eq!(scene.pins.len(), 2);
    let [shoulder, elbow] = scene.pins.as_slice() else {
        panic!("{:?}", scene.pins)
    };
    assert_eq!((shoulder.first, shoulder.second), (upper, None));
    assert_eq!(shoulder.at, Vector::from_integers(0, 2));
    assert_eq!((elbow.first, elbow.second), (lower, Some(upper)));
    assert_eq!(elbow.at, Vector::from_integers(0, 1));
    assert!(!elbow.collide);
    // About y, z turns to x: the lower arm points to -x, and the hand is a part of it.
    assert!(scene.bodies[lower].parts.len() > 1);
    let arm = parse(PI) * parse("10") + parse(PI) * parse("4/3");
    assert_near(
        &free(scene, "lower").mass,
        &(&arm + parse("3")).to_string(),
        "1e-15",
    );
    let centroid = &free(scene, "lower").centroid;
    let expected = -(&arm * parse("1/2") + parse("3")) / (&arm + parse("3"));
    assert_near(&centroid.x, &expected.to_string(), "1e-15");
    // 1 rad/s at the shoulder and 2 at the elbow, clockwise.
    assert_eq!(free(scene, "upper").spin, parse("-1"));
    assert_eq!(free(scene, "lower").spin, parse("-3"));
    // The elbow is 1 below the shoulder and moves to -x; the arm points to -x and its end rises.
    let velocity = &free(scene, "lower").velocity;
    assert_eq!(velocity.x, parse("-1"));
    assert_eq!(velocity.y, -parse("3") * &centroid.x);
    let told = "joints have no armature, damping, range here: none of these acts on a body at rest \
                in its own place";
    assert!(chain.notes.contains(&told.to_owned()), "{:?}", chain.notes);
    assert!(
        chain
            .notes
            .contains(&"line 15: <position> rests, and is passed over".to_owned())
    );
}

/// Two slides and a hinge in any order leave a body free; masses are scaled to their sum.
#[test]
fn walkers_of_models_are_free() {
    let walker = read("walker.xml");
    let scene = &walker.scene;
    assert_eq!(scene.bodies.len(), 3);
    assert_eq!(scene.pins.len(), 1);
    assert_eq!(scene.pins[0].at, Vector::new(parse("0"), parse("1.5")));
    // 1 m³ and 1/4 m³ of density 1, to 14 kg.
    assert_eq!(free(scene, "torso").mass, parse("14") / parse("5/4"));
    assert_eq!(free(scene, "torso").centroid, Vector::from_integers(0, 2));
    assert_eq!(free(scene, "leg").mass, parse("14/5"));
    for told in [
        "1 geom of the world is left out: it touches nothing in the plane",
        "line 3: <option>: settings passed over: density, viscosity",
        "line 19: <fixed> `pull` pulls nothing, and is passed over",
        "some geoms pass through each other in the model (contype, conaffinity); here all bodies \
         touch, except those that a pin joins",
    ] {
        assert!(
            walker.notes.contains(&told.to_owned()),
            "{told}: {:?}",
            walker.notes
        );
    }
    let held = ImportOptions {
        fixed: vec!["torso".to_owned()],
        ..options()
    };
    let held = read_with("walker.xml", &held).unwrap().scene;
    let torso = held.body_id("torso").unwrap();
    assert!(held.bodies[torso].is_fixed());
    assert_eq!(held.pins[0].second, Some(torso));
}

#[test]
fn models_are_seen_across_their_hinges() {
    let side = read("seen-from-the-side.xml");
    assert_eq!(side.scene.pins[0].at, Vector::from_integers(2, 1));
    assert_eq!(
        free(&side.scene, "gate").centroid,
        Vector::from_integers(3, 1)
    );
    assert_eq!(side.scene.gravity, Vector::new(parse("0"), parse("-9.81")));
    assert_eq!(
        side.notes,
        ["hinges turn about x: the scene is the plane yz"]
    );

    let above = read("seen-from-above.xml");
    assert_eq!(above.scene.bodies.len(), 2);
    assert!(above.scene.gravity.is_zero());
    assert_eq!(
        free(&above.scene, "arm").centroid,
        Vector::from_integers(1, 0)
    );

    // The box that touches nothing has a mass, and no shape.
    let hollow = read("hollow.xml").scene;
    assert_eq!(hollow.bodies.len(), 2);
    assert!(hollow.pins.is_empty());
    assert_eq!(hollow.bodies[1].parts.len(), 1);
    // The puck weighs 4 kg at (0, 2); its tip has a mass of 4 kg at (1, 1) and no geom.
    assert_eq!(free(&hollow, "puck").mass, parse("8"));
    assert_eq!(free(&hollow, "puck").centroid, place(("1/2", "3/2")));
}

/// Ends and friction of joints that act from the beginning are told as such; round geoms of one
/// body that overlap become the parts of their union.
#[test]
fn deviations_of_models_are_told() {
    let knee = "<mujoco><worldbody>
      <geom name='floor' type='plane' zaxis='0 0 2' size='9 9 1' pos='0 0 -9'/>
      <body name='leg'><joint axis='0 1 0' range='-150 0' frictionloss='.1'/>
        <geom type='capsule' size='.5' fromto='0 0 0 3 0 0'/>
        <geom type='capsule' size='.5' fromto='3 0 0 3 0 3' pos='0 2 0'/></body>
    </worldbody><contact><pair geom1='a' geom2='b'/></contact></mujoco>";
    let knee = import(knee, Source::Mjcf, &options()).unwrap();
    let told = "joints have no frictionloss, range here: in the model this holds or pushes bodies from \
                the beginning";
    assert!(knee.notes.contains(&told.to_owned()), "{:?}", knee.notes);
    let leg = knee.scene.body_id("leg").unwrap();
    let parts = &knee.scene.bodies[leg].parts;
    assert!(parts.len() > 1);
    // Two lines with round ends, whose common part is a half disk and a quarter of a square and of
    // a disk: (1/2)² (π/2 + 1 + π/4).
    let one = parse("3") + parse(PI) / parse("4");
    let common = (parse(PI) * parse("3/4") + parse("1")) / parse("4");
    assert_near(
        &area(&knee.scene, leg.0),
        &(&one + &one - common).to_string(),
        "0.01",
    );
    let side_by_side = "<mujoco><worldbody><geom type='box' size='1 1 1'/>
      <geom type='box' size='1 1 1' pos='0 5 3'/></worldbody></mujoco>";
    let told = import(side_by_side, Source::Mjcf, &options())
        .unwrap_err()
        .to_string();
    assert!(told.contains("from y = 4 to y = 6"), "{told}");
}

/// Between its ends a box is as wide and deep as its first two sizes say. Wind without a medium,
/// skins, classes without a name and the ends of tendons are passed over.
#[test]
fn boxes_and_ellipsoids_between_two_ends() {
    let imported = read("ends.xml");
    let corners = corners(&imported.scene, 1);
    assert_eq!(
        corners,
        [("-1/2", "0"), ("-1/2", "3"), ("1/2", "0"), ("1/2", "3")].map(place)
    );
    assert_eq!(mass(&imported.scene, 1), parse("3/2"));
    // Its third axis is along x, the first one along -z.
    let beam = &imported.scene.bodies[2].parts[0];
    let xs = beam.vertices().iter().map(|vertex| &vertex.x);
    assert_eq!(
        [xs.clone().min().unwrap(), xs.max().unwrap()],
        [&parse("-1"), &parse("2")]
    );
    let ys = beam.vertices().iter().map(|vertex| &vertex.y);
    assert_eq!(
        [ys.clone().min().unwrap(), ys.max().unwrap()],
        [&parse("7/2"), &parse("9/2")]
    );
    let told = imported.notes.join("\n");
    assert!(
        told.contains("<fixed> `rope` may pull at the ends of its range"),
        "{told}"
    );
}

/// The file is a tent without a floor, open below: its points count, and it is as wide again.
#[test]
fn meshes_of_files_may_be_open() {
    let imported = read("mesh-file.xml");
    let triangle = points(&[(0, 0), (4, 0), (2, 1)]);
    assert_eq!(corners(&imported.scene, 1), triangle);
    assert_eq!(mass(&imported.scene, 1), parse("2"));
    let text = fs::read(options().folder.unwrap().join("mesh-file.xml")).unwrap();
    let space = space::import(&text, Format::Mjcf, &options())
        .unwrap()
        .scene;
    let tent = space.bodies[1].dynamics.as_ref().unwrap();
    assert_eq!(tent.mass, parse("2"));
    assert_eq!(tent.centroid.z, parse("1/3"));
}

fn place((x, y): (&str, &str)) -> Vector {
    Vector::new(parse(x), parse(y))
}

fn mass(scene: &Scene, body: usize) -> Rational {
    scene.bodies[body].dynamics.as_ref().unwrap().mass.clone()
}

/// A body with a mass and a hinge swings without a shape as well.
#[test]
fn bodies_without_geoms_have_their_inertial() {
    let swing = read("swing.xml");
    let body = &swing.scene.bodies[0];
    assert!(body.parts.is_empty());
    let free = body.dynamics.as_ref().unwrap();
    assert_eq!((&free.mass, &free.inertia), (&parse("2"), &parse("1/500")));
    assert_eq!(free.centroid, Vector::new(parse("1"), parse("1.1")));
    // The pin to the world holds it.
    assert_eq!(swing.scene.pins.len(), 1);
    assert!(swing.notes.is_empty(), "{:?}", swing.notes);
}
