//! `zwang draw`.

#![expect(
    clippy::disallowed_types,
    reason = "coordinates on a page are read back as they were written"
)]

use crate::cli::workshop::{CANTILEVER, Workshop};
use std::fs;

#[test]
fn a_picture_is_svg_or_png_by_its_name() {
    let workshop = Workshop::new("draw");
    workshop.file("scene.toml", CANTILEVER);
    let line = "picture written to a.svg; the checker accepts the answer that it shows\n";
    assert_eq!(workshop.zwang("draw scene.toml -o a.svg").succeeds(), line);
    let svg = workshop.text("a.svg");
    assert!(
        svg.starts_with("<svg")
            && svg.trim_end().ends_with("</svg>")
            && svg.contains("<title>brick</title>"),
        "{svg}"
    );
    workshop.zwang("draw scene.toml -o b.SVG").succeeds();
    assert_eq!(workshop.text("b.SVG"), svg);
    for (line, width) in [
        ("draw scene.toml -o a.png", 1200_u32),
        ("draw scene.toml -o a.png --width 321 --force", 321),
    ] {
        workshop.zwang(line).succeeds();
        let png = fs::read(workshop.path("a.png")).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..20], width.to_be_bytes(), "width in the header");
    }
    // A page as wide as the SVG has pixels, or as wide as asked for; its end is told at its end.
    for (line, width) in [
        ("draw scene.toml -o a.pdf", "1200"),
        ("draw scene.toml -o a.pdf --width 480 --force", "480"),
    ] {
        workshop.zwang(line).succeeds();
        let pdf = fs::read(workshop.path("a.pdf")).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
        let size = format!("/MediaBox [0 0 {width} ");
        assert!(text.contains(&size), "{line}");
    }
    let names = ["a.pdf", "a.png", "a.svg", "b.SVG", "scene.toml"];
    assert_eq!(workshop.names(), names);
}

/// An SVG may be as wide as a paper wants it; it is drawn as before, in other units.
#[test]
fn an_svg_has_the_width_that_is_asked_for() {
    let workshop = Workshop::new("picture-width");
    workshop.file("scene.toml", CANTILEVER);
    for line in [
        "draw scene.toml -o own.svg -q",
        "draw scene.toml -o wide.svg -q --width 300",
    ] {
        workshop.zwang(line).succeeds();
    }
    let [own, wide] = ["own.svg", "wide.svg"].map(|name| workshop.text(name));
    let size = |svg: &str, name: &str| -> f64 {
        let (_, rest) = svg.split_once(&format!(" {name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    assert!((size(&wide, "width") - 300.0).abs() < f64::EPSILON);
    let height = 300.0 * size(&own, "height") / size(&own, "width");
    assert!((size(&wide, "height") - height).abs() <= 0.01);
    let drawing = |svg: &str| svg[svg.find("viewBox").unwrap()..].to_owned();
    assert_eq!(drawing(&own), drawing(&wide));
}

#[test]
fn names_cannot_break_out_of_the_picture() {
    let workshop = Workshop::new("draw-names");
    let nasty = r#"<script>alert(\"1\")</script>&amp;'\"]]>"#;
    let scene = CANTILEVER
        .replace("\"brick\"", &format!("\"{nasty}\""))
        .replace("\"cantilever\"", &format!("\"{nasty}\""));
    workshop.file("scene.toml", scene);
    workshop.zwang("draw scene.toml -o a.svg").succeeds();
    let svg = workshop.text("a.svg");
    assert!(
        svg.contains("&lt;script&gt;") && !svg.contains("<script"),
        "{svg}"
    );
    // The rasteriser reads the SVG again.
    workshop.zwang("draw scene.toml -o a.png").succeeds();
}

#[test]
fn the_built_in_scene_is_drawn_and_no_proof_is_left() {
    let workshop = Workshop::new("draw-default");
    workshop.zwang("draw -o tower.svg").succeeds();
    assert!(workshop.text("tower.svg").contains("5-diamond"));
    assert_eq!(workshop.names(), ["tower.svg"]);
}

#[test]
fn a_picture_of_too_many_pixels_is_refused() {
    let workshop = Workshop::new("draw-size");
    // A column a hundred times as high as it is wide.
    workshop.file(
        "scene.toml",
        workshop
            .zwang("scene wall 100 1 --bond stack --height 1")
            .succeeds(),
    );
    let run = workshop.zwang("draw scene.toml -o a.png --width 16384");
    run.refuses(&["a.png: ", "pixels", "--width "]);
    assert_eq!(workshop.names(), ["scene.toml"]);
    let width = run
        .err
        .split("--width ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(
        (1000..16384).contains(&width.parse::<u32>().unwrap()),
        "{run:?}"
    );
}

#[test]
fn a_step_of_a_run_is_checked_and_drawn() {
    let workshop = Workshop::new("draw-step");
    workshop
        .zwang("simulate --steps 4 --out tower.run")
        .succeeds();
    let told = "picture written to a.svg; step 3 is checked, from the state before it; steps \
        of 0.01 s\n";
    assert_eq!(
        workshop
            .zwang("draw tower.run --step 3 -o a.svg")
            .succeeds(),
        told
    );
    let third = workshop.text("a.svg");
    assert!(
        third.contains("step 3 · t = 0.03 s") && third.contains("class=\"axis\""),
        "{third}"
    );
    // A torn last line is no step; without --step the last one is drawn.
    let run = workshop.text("tower.run");
    let cut = run.match_indices('\n').nth(3).unwrap().0 + 40;
    workshop.file("torn.run", &run[..cut]);
    workshop.zwang("draw torn.run -o b.svg").succeeds();
    assert_eq!(workshop.text("b.svg"), third);
    assert_eq!(
        workshop
            .zwang_reading("draw - --step 3 -o c.svg", &run)
            .code,
        0
    );
    assert_eq!(workshop.text("c.svg"), third);
    let start = workshop.zwang("draw tower.run --step 0 -o d.png --width 200 --theme dark");
    assert!(
        start
            .succeeds()
            .contains("it shows the scene, before the first step"),
        "{start:?}"
    );
}

/// Of a step with another force the checker accepts nothing, and no picture is left.
#[test]
fn a_step_that_is_not_proved_is_not_drawn() {
    let workshop = Workshop::new("draw-wrong");
    workshop
        .zwang("simulate --steps 5 --out tower.run")
        .succeeds();
    let run = workshop.text("tower.run");
    let lines: Vec<&str> = run.lines().collect();
    let changed = lines[3].replacen("\"forces\":[[0,\"", "\"forces\":[[0,\"1", 1);
    assert_ne!(changed, lines[3]);
    workshop.file("wrong.run", run.replace(lines[3], &changed));
    let wrong = workshop.zwang("draw wrong.run --step 3 -o a.svg");
    assert!(
        (wrong.code, wrong.out.as_str()) == (1, "") && wrong.err.starts_with("rejected: L"),
        "{wrong:?}"
    );
    // A step is a proof by itself, from the state before it, whose own proof step 5 does not need.
    workshop
        .zwang("draw wrong.run --step 5 -o b.svg")
        .succeeds();
    assert_eq!(workshop.names(), ["b.svg", "tower.run", "wrong.run"]);
}

#[test]
fn what_does_not_go_together_is_told() {
    let workshop = Workshop::new("draw-refused");
    workshop.file("scene.toml", CANTILEVER);
    workshop
        .zwang("simulate --steps 2 --out tower.run")
        .succeeds();
    for (line, words) in [
        (
            "draw tower.run --step 3 -o a.svg",
            ["--step 3 of a run of 2 steps", "expected --step 0 to 2"],
        ),
        (
            "draw scene.toml tower.run -o a.svg",
            ["digest", "that of scene.toml"],
        ),
        (
            "draw tower.run --no-floats -o a.svg",
            ["found a run with --no-floats", "expected a scene"],
        ),
        (
            "draw tower.run -o tower.run",
            ["found no picture format", ".svg, .pdf or .png"],
        ),
        (
            "draw scene.toml --step 1 -o a.svg",
            ["scene.toml: found a scene with --step", "expected a run"],
        ),
        (
            "draw scene.toml scene.toml -o a.svg",
            [
                "found a scene with another scene before it",
                "expected a run",
            ],
        ),
        (
            "draw --step 1 -o a.svg",
            [
                "built-in scene: found a scene with --step",
                "expected a run",
            ],
        ),
        (
            "draw - - -o a.svg",
            ["found - for both scene and run", "in a file"],
        ),
        (
            "draw nothing.run -o a.svg",
            ["nothing.run: no such file", "expected"],
        ),
        ("draw tower.run --step -1 -o a.svg", ["'-1'", "--help"]),
        (
            "draw scene.toml --theme blue -o a.svg",
            ["'blue'", "light, dark"],
        ),
    ] {
        workshop.zwang(line).refuses(&words);
    }
    assert_eq!(workshop.names(), ["scene.toml", "tower.run"]);
}

/// A picture of a scene.
fn drawn(workshop: &Workshop, scene: &str) -> String {
    workshop.file("scene.toml", scene);
    let line = "draw scene.toml -o a.svg --force";
    workshop.zwang(line).succeeds();
    workshop.text("a.svg")
}

/// The points of a path of straight lines.
fn points(path: &str) -> Vec<[f64; 2]> {
    let mut points = Vec::new();
    for pair in path.split(['M', 'L', 'Z']) {
        if let Some((x, y)) = pair.split_once(' ') {
            points.push([x.parse().unwrap(), y.parse().unwrap()]);
        }
    }
    points
}

/// The points of the path with this title.
fn outline(svg: &str, title: &str) -> Vec<[f64; 2]> {
    let (before, _) = svg.split_once(&format!("<title>{title}")).unwrap();
    let (_, path) = before.rsplit_once(" d=\"").unwrap();
    points(path.split('"').next().unwrap())
}

/// What the legend tells.
fn legend(svg: &str) -> Vec<&str> {
    let (_, legend) = svg.split_once("<g class=\"legend\">").unwrap();
    let texts = legend.split("</text>");
    let texts = texts.filter_map(|part| part.rsplit_once('>'));
    texts.map(|(_, text)| text).collect()
}

fn has(texts: &[&str], start: &str) -> bool {
    texts.iter().any(|text| text.starts_with(start))
}

const FLOOR: &str = r#"
format = "zwang-scene-1"
name = "yard"
gravity = [0, -10]
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [400, 2] }
"#;

fn box_of(name: &str, center: &str, size: &str, rest: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\n\
         rectangle = {{ center = {center}, size = {size} }}\n{rest}\n"
    )
}

#[test]
fn initial_velocities_are_drawn_and_explained() {
    let workshop = Workshop::new("draw-velocities");
    let slider = box_of("slider", "[0, 0.5]", "[2, 1]", "velocity = [3, 0]");
    let spinner = box_of("spinner", "[0, 5]", "[1, 1]", "spin = \"7/3\"");
    let svg = drawn(&workshop, &[FLOOR, &slider, &spinner].concat());
    assert_eq!(svg.matches("class=\"velocity\"").count(), 2 + 2, "{svg}");
    let arrow = outline(&svg, "slider: v = (3, 0) m/s");
    assert!(
        arrow[1][0] > arrow[0][0] + 5.0,
        "it points to the right: {arrow:?}"
    );
    assert_eq!(arrow[1][1], arrow[0][1]);
    let told = legend(&svg);
    assert!(
        has(&told, "velocity, ") && told.contains(&"spin, up to 2.33 rad/s"),
        "{told:?}"
    );
    let still = drawn(&workshop, CANTILEVER);
    assert!(!still.contains("class=\"velocity\""));
}

#[test]
fn fixed_bodies_are_kept_in_view() {
    let workshop = Workshop::new("draw-fixed");
    let ball = box_of("ball", "[0, 0.5]", "[1, 1]", "velocity = [5, 0]");
    let wall = box_of("wall", "[12, 1]", "[1, 2]", "fixed = true");
    let cliff = box_of("cliff", "[-40, 20]", "[60, 40]", "fixed = true");
    let svg = drawn(&workshop, &[FLOOR, &ball, &wall, &cliff].concat());
    let width = svg.split(" width=\"").nth(1).unwrap();
    let width: f64 = width.split('"').next().unwrap().parse().unwrap();
    let ball = outline(&svg, "ball");
    let side = ball[1][0] - ball[0][0];
    assert!(side > 20.0, "{ball:?}");
    for [x, _] in outline(&svg, "wall") {
        assert!(x > 0.0 && x < width, "{x} of {width}");
    }
    let cliff = outline(&svg, "cliff");
    let right = cliff.iter().map(|point| point[0]);
    let right = right.fold(f64::MIN, f64::max);
    assert!(
        right > 0.0 && right < ball[0][0],
        "the side of the cliff is in view"
    );
}

#[test]
fn forces_begin_where_the_bodies_touch() {
    let workshop = Workshop::new("draw-touch");
    let brick = box_of("brick", "[0, 0.5]", "[4, 1]", "");
    let svg = drawn(&workshop, &[FLOOR, &brick].concat());
    let corners = outline(&svg, "brick");
    let mut tails = Vec::new();
    for path in svg.split("<path class=\"force\"").skip(1) {
        let path = path.split(" d=\"").nth(1).unwrap();
        let arrow = points(path.split('"').next().unwrap());
        tails.push((arrow[0][0] + arrow[6][0]) / 2.0);
    }
    assert_eq!(tails.len(), 2);
    for tail in tails {
        let nearest = corners.iter().map(|corner| (corner[0] - tail).abs());
        assert!(
            nearest.fold(f64::MAX, f64::min) < 0.02,
            "{tail}: {corners:?}"
        );
    }
}

#[test]
fn weak_forces_have_short_arrows_and_the_legend_says_so() {
    let workshop = Workshop::new("draw-weak");
    let brick = box_of("brick", "[0, 0.5]", "[4, 1]", "");
    let feather = box_of("feather", "[0, 1.5]", "[2, 1]", "density = \"1e-30\"");
    let svg = drawn(&workshop, &[FLOOR, &brick, &feather].concat());
    let mut lengths = Vec::new();
    for path in svg.split("<path class=\"force\"").skip(1) {
        let path = path.split(" d=\"").nth(1).unwrap();
        let arrow = points(path.split('"').next().unwrap());
        lengths.push(arrow[0][1] - arrow[3][1]);
    }
    assert_eq!(lengths.len(), 4);
    assert!(lengths.iter().all(|length| *length >= 3.4), "{lengths:?}");
    let told = legend(&svg);
    let weak: Vec<_> = told
        .iter()
        .filter(|text| text.ends_with(" N, drawn longer"))
        .collect();
    assert_eq!(weak.len(), 1, "{told:?}");
    let strong = drawn(&workshop, &[FLOOR, &brick].concat());
    assert!(!strong.contains("drawn longer"));
}

/// The scene is symmetric, but its one way to fall is not, nor its other.
#[test]
fn no_axis_is_drawn_over_an_asymmetric_motion() {
    let workshop = Workshop::new("draw-axis");
    let scenes = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
    for (scene, axes) in [("corner-tie", 0), ("diamond-4", 1)] {
        let line = format!("draw {scenes}/{scene}.toml -o {scene}.svg");
        workshop.zwang(&line).succeeds();
        let svg = workshop.text(&format!("{scene}.svg"));
        let told = legend(&svg);
        assert_eq!(svg.matches("class=\"axis\"").count(), 2 * axes, "{scene}");
        assert_eq!(
            has(&told, "axis of symmetry"),
            axes == 1,
            "{scene}: {told:?}"
        );
    }
}

/// No fraction stands in a legend: people compare lengths with it.
#[test]
fn legends_have_decimals() {
    let workshop = Workshop::new("draw-decimals");
    let scenes = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
    for scene in ["seesaw-unequal", "wedge", "pendulum", "ladder", "arch-7"] {
        let line = format!("draw {scenes}/{scene}.toml -o {scene}.svg");
        workshop.zwang(&line).succeeds();
        let svg = workshop.text(&format!("{scene}.svg"));
        for text in legend(&svg) {
            let is_fraction = text.split(' ').any(|word| {
                let parts = word.split_once('/');
                parts.is_some_and(|(_, below)| {
                    below.starts_with(|digit: char| digit.is_ascii_digit())
                })
            });
            assert!(!is_fraction, "{scene}: {text}");
        }
    }
}

#[test]
fn large_scenes_are_heat_maps_with_few_arrows() {
    let workshop = Workshop::new("draw-heat");
    let scene = workshop.zwang("scene wall 12 8").succeeds().to_owned();
    let svg = drawn(&workshop, &scene);
    let told = legend(&svg);
    assert!(has(&told, "pressure, 0 to "), "{told:?}");
    assert!(has(&told, "arrows for the "), "{told:?}");
    assert!(!has(&told, "stays at rest"), "{told:?}");
    let arrows = svg.matches("<path class=\"force").count();
    assert!(arrows > 20 && arrows <= 100, "{arrows} arrows");
    let mut colours = std::collections::BTreeSet::new();
    for body in svg.split("class=\"body rests\" style=\"fill:#").skip(1) {
        colours.insert(&body[..6]);
    }
    assert!(colours.len() > 10, "{colours:?}");
    let small = workshop.zwang("scene wall 4 4").succeeds().to_owned();
    let small = drawn(&workshop, &small);
    assert!(!has(&legend(&small), "pressure"));
}

/// The pictures of documents are what the commands above them make. After a change of them run
/// `ZWANG_UPDATE_GOLDEN=1 cargo test --workspace -- pictures`.
#[cfg(unix)]
#[test]
fn pictures_of_documents_are_what_their_commands_make() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_update = std::env::var_os("ZWANG_UPDATE_GOLDEN").is_some();
    let mut pictures = 0;
    for name in ["friction", "comparison", "space"] {
        let workshop = Workshop::new(&format!("pictures-{name}"));
        for folder in ["docs/friction", "docs/space"] {
            fs::create_dir_all(workshop.path(folder)).unwrap();
        }
        for scene in ["docs/friction/rod.toml", "docs/friction/jammed.toml"] {
            fs::copy(root.join(scene), workshop.path(scene)).unwrap();
        }
        std::os::unix::fs::symlink(root.join("scenes"), workshop.path("scenes")).unwrap();
        let text = fs::read_to_string(root.join(format!("docs/{name}.md"))).unwrap();
        let makes_some =
            |block: &&str| block.contains("-o docs/") || block.contains("--picture docs/");
        for block in text.split("\n\n").filter(makes_some) {
            for line in block.lines() {
                let line = line.strip_prefix("    zwang ").unwrap();
                let output = line.trim_end_matches(" --force");
                let output = output.split(' ').next_back().unwrap();
                if output.ends_with(".toml") || output.ends_with(".run") {
                    let _ = fs::remove_file(workshop.path(output));
                }
                let run = workshop.shell(&format!("zwang {line}"));
                // Bodies that are loose are an answer, too.
                assert!(run.code <= 1, "{run:?}");
                if !output.starts_with("docs/") {
                    continue;
                }
                pictures += 1;
                let made = workshop.text(output);
                assert!(made.len() < 60_000, "{output}: {}", made.len());
                assert!(text.contains(&format!("]({})", &output["docs/".len()..])));
                if is_update {
                    fs::write(root.join(output), &made).unwrap();
                }
                let committed = fs::read_to_string(root.join(output)).unwrap();
                assert!(made == committed, "{output}: made by `zwang {line}`");
            }
        }
    }
    assert_eq!(pictures, 14 + 13);
}

/// The picture of the ranges of the forces in a scene.
fn drawn_ranges(workshop: &Workshop, scene: &str) -> String {
    workshop.file("scene.toml", scene);
    let line = "draw scene.toml --ranges -o a.svg --force";
    workshop.zwang(line).succeeds();
    workshop.text("a.svg")
}

/// 60 N push a brick of 80 N to the left, the rough floor holds up to 40 N of it, and each end of
/// its side can press the smooth wall with 0 to 100 N: drawn as far to the left as to the right. By
/// the balance of torques, the left end of the lower side presses with 5 to 55 N.
#[test]
fn ranges_of_sideways_forces_are_drawn_on_both_bodies() {
    let workshop = Workshop::new("draw-ranges");
    let wall = box_of("wall", "[-2, 3]", "[2, 6]", "fixed = true\nfriction = 0");
    let load = "force = [-60, 0]";
    let brick = box_of("brick", "[1, 1]", "[4, 2]", load);
    let scene = [FLOOR, &wall, &brick].concat();
    let scene = scene.replacen("gravity", "friction = \"1/2\"\ngravity", 1);
    let svg = drawn_ranges(&workshop, &scene);
    assert_eq!(svg.matches("class=\"range\"").count(), 4 + 2, "{svg}");
    let (_, before) = svg.split_once("<g class=\"forces\">").unwrap();
    let words = "brick / wall: normal force (N) 0 to 100";
    let line = before.lines().find(|line| line.contains(words)).unwrap();
    let path = line.split(" d=\"").nth(1).unwrap();
    let tips = points(path.split('"').next().unwrap());
    let contact = tips[0][0];
    let right = tips.iter().map(|tip| tip[0] - contact).fold(0.0, f64::max);
    let left = tips.iter().map(|tip| contact - tip[0]).fold(0.0, f64::max);
    assert!(
        right > 20.0 && (left - right).abs() < 0.03,
        "{left} {right}"
    );
    let told = legend(&svg);
    assert!(told.contains(&"sideways force, on both bodies"), "{told:?}");
    // The range of the floor's force is 50 N high, half as long as those of the wall.
    let words = "brick / floor: normal force (N) 5 to 55, friction (N) -27.5 to 27.5";
    let line = before.lines().find(|line| line.contains(words)).unwrap();
    let path = line.split(" d=\"").nth(1).unwrap();
    let corners = points(path.split('"').next().unwrap());
    let height = (corners[0][1] - corners[2][1]).abs();
    let width = (corners[0][0] - corners[1][0]).abs();
    assert!((height - right / 2.0).abs() < 0.05, "{height} {right}");
    assert!((width / height - 1.1).abs() < 0.01, "{width} {height}");
}

/// A jammed brick can be pressed as hard as one likes, within Coulomb's cone.
#[test]
fn forces_without_bound_are_marked_and_explained() {
    let workshop = Workshop::new("draw-jammed");
    let left = box_of("left", "[-2, 3]", "[2, 3]", "fixed = true");
    let right = box_of("right", "[2, 3]", "[2, 3]", "fixed = true");
    let brick = box_of("brick", "[0, 3]", "[2, 1]", "");
    let scene = [FLOOR, &left, &right, &brick].concat();
    let scene = scene.replacen("gravity", "friction = \"1/2\"\ngravity", 1);
    let svg = drawn_ranges(&workshop, &scene);
    assert!(svg.contains("4 forces without bound"), "{svg}");
    assert!(!svg.contains("class=\"range\" stroke"), "{svg}");
    let told = legend(&svg);
    let no_bound = "no bound: the force can be as large as you like";
    assert!(told.contains(&no_bound), "{told:?}");
    let mut ranges = svg.split("<g class=\"range-open\">").skip(1);
    assert_eq!(ranges.clone().count(), 4);
    let range = ranges.next().unwrap();
    assert!(
        range.contains("normal force (N) 0 to unbounded, friction (N) unbounded"),
        "{range}"
    );
    // On either body two curves of the sign, and a cone twice as long as it is wide.
    let path = |class: &str| {
        let (_, rest) = range.split_once(&format!("class=\"{class}\"")).unwrap();
        let (_, path) = rest.split_once(" d=\"").unwrap();
        path.split('"').next().unwrap()
    };
    assert_eq!(path("infinity").matches('M').count(), 2);
    let fading = range.rsplit("class=\"range-fade\" d=\"").next().unwrap();
    let corners = points(fading.split('"').next().unwrap());
    let [x, y] = [0, 1].map(|axis| {
        let places = corners.iter().map(|corner| corner[axis]);
        let most = places.clone().fold(f64::MIN, f64::max);
        most - places.fold(f64::MAX, f64::min)
    });
    assert!(x > 20.0 && (x - y).abs() < 0.05, "{x} {y}");
}

/// A beam of 80 N between two pins may be stretched without bound, each of which bears 40 N; one
/// that is pinned as it stands on the floor may be pressed onto it without bound.
#[test]
fn pins_have_ranges() {
    let workshop = Workshop::new("draw-pins");
    let bridge = box_of("bridge", "[0, 10]", "[4, 2]", "");
    let pin = |body: &str, at: &str| format!("[[pin]]\nbodies = [\"{body}\"]\nat = {at}\n");
    let pins = pin("bridge", "[-1, 10]") + &pin("bridge", "[1, 10]");
    let svg = drawn_ranges(&workshop, &[FLOOR, &bridge, &pins].concat());
    let words = "pin bridge / the world: force along x (N) unbounded, along y (N) 40 unique";
    assert_eq!(svg.matches(words).count(), 2, "{svg}");
    assert!(svg.contains("2 pins · 2 forces without bound"), "{svg}");
    // Two open sides of each, and the sign in the legend.
    let (_, signs) = svg.split_once("</style>").unwrap();
    let signs = signs.split("class=\"infinity\"").skip(1);
    let count = |text: &str| text.split('>').next().unwrap().matches('M').count();
    let counts: Vec<usize> = signs.map(count).collect();
    assert_eq!(counts, [2, 2, 1]);
    // The lower corners of a beam press with a and b, -a + 3 b = 80 by torques about the pin, which
    // bears 80 - a - b = 160/3 - 4/3 a.
    let beam = box_of("beam", "[2, 1]", "[4, 2]", "");
    let scene = [FLOOR, &beam, &pin("beam", "[1, 1]")].concat();
    let svg = drawn_ranges(&workshop, &scene);
    let words = "along x (N) 0 unique, along y (N) unbounded to ≈ 53.33";
    assert!(svg.contains(words), "{svg}");
    assert!(svg.contains("1 pin · 3 forces without bound"), "{svg}");
    // The range of the pin is above it up to its bound, and has one open side, below.
    let (_, range) = svg.rsplit_once("<g class=\"range-open\">").unwrap();
    assert!(range.contains(words), "{range}");
    let signs = range.split("class=\"infinity\"").nth(1).unwrap();
    assert_eq!(count(signs), 1);
}

/// Weights and resultants are drawn on request, and title, legend and names left out.
#[test]
fn pictures_for_papers() {
    let workshop = Workshop::new("draw-papers");
    workshop.file(
        "arch.toml",
        workshop.zwang("scene arch 7 --friction 1/2").succeeds(),
    );
    let svg = |options: &str, name: &str| {
        workshop
            .zwang(&format!("draw arch.toml {options} -o {name}.svg"))
            .succeeds();
        workshop.text(&format!("{name}.svg"))
    };
    let count = |svg: &str, class: &str| svg.matches(&format!("class=\"{class}")).count();
    let plain = svg("", "plain");
    assert_eq!((count(&plain, "weight"), count(&plain, "title")), (0, 1));
    let bare = svg("--no-title --no-legend --no-names", "bare");
    assert_eq!((count(&bare, "title"), count(&bare, "label")), (0, 0));
    assert!(count(&plain, "label") > 0 && bare.len() < plain.len());
    // Seven stones, and the legend.
    let weights = svg("--weights", "weights");
    assert_eq!(count(&weights, "weight"), 8);
    assert!(has(&legend(&weights), "weight of a body"));
    // Eight joints, each with one force in place of two.
    let resultants = svg("--resultants --no-legend", "resultants");
    let forces = |svg: &str| svg.matches("<path class=\"force").count();
    assert_eq!(forces(&resultants), 8);
    assert_eq!(forces(&svg("--no-legend", "single")), 16);
    workshop
        .zwang("draw arch.toml --ranges --resultants -o both.svg")
        .refuses(&["--ranges", "--resultants"]);
}

/// A brick whose accelerations are known, -120/437 and -1200/437: decimals with units, and
/// fractions on request.
#[test]
fn numbers_of_pictures_are_decimals_first() {
    let workshop = Workshop::new("draw-numbers");
    workshop.file("brick.toml", workshop.zwang("scene cantilever").succeeds());
    let svg = |options: &str, name: &str| {
        workshop
            .zwang(&format!("draw brick.toml {options} -o {name}.svg"))
            .succeeds();
        workshop.text(&format!("{name}.svg"))
    };
    let plain = svg("", "plain");
    assert!(plain.contains("α ≈ -2.746 rad/s²"), "{plain}");
    assert!(plain.contains("a = (0, ≈ -0.2746) m/s²"), "{plain}");
    let exact = svg("--exact", "exact");
    assert!(exact.contains("a = (0, -120/437) m/s², α = -1200/437 rad/s²"));
    for (svg, is_exact) in [(plain, false), (exact, true)] {
        let restraint = svg.split("restraint ").nth(1).unwrap();
        let (number, _) = restraint.split_once(" J/s²").unwrap();
        assert_eq!(number.contains('/'), is_exact, "{number}");
    }
}

/// Pictures of space go without title, legend and names, and say what they do not draw.
#[test]
fn pictures_of_space_for_papers() {
    let workshop = Workshop::new("draw-papers-space");
    workshop.file(
        "table.toml",
        workshop.zwang("scene space table --load-x 1").succeeds(),
    );
    let svg = |options: &str, name: &str| {
        workshop
            .zwang(&format!("draw table.toml {options} -o {name}.svg"))
            .succeeds();
        workshop.text(&format!("{name}.svg"))
    };
    let words = |svg: &str| svg.matches("<text class=\"note\"").count();
    let count = |svg: &str, class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    let plain = svg("", "plain");
    assert!(count(&plain, "title") == 1 && count(&plain, "label") > 0 && words(&plain) > 1);
    let bare = svg("--no-title --no-legend --no-names", "bare");
    assert_eq!(
        count(&bare, "title") + count(&bare, "label") + words(&bare),
        0
    );
    let whole = svg("--no-legend", "whole");
    assert_eq!((count(&whole, "title"), words(&whole)), (1, 1));
    for option in ["--thrust", "--weights", "--resultants", "--ranges"] {
        workshop
            .zwang(&format!("draw table.toml {option} -o other.svg"))
            .refuses(&[option, "in space"]);
    }
}
