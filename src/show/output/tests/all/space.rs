//! Pictures of scenes in space: what covers what, names, arrows and outlines.

#![expect(
    clippy::disallowed_types,
    reason = "coordinates on a page are read back as they were written"
)]

use resvg::{tiny_skia, usvg};
use zwang_exact::Vector3;
use zwang_output::draw::{SpaceContent, SpaceForce, SpaceMotion, Theme, space_svg};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A table on a floor, and a cube on the table.
fn table() -> Scene {
    let mut text = "format = \"zwang-space-1\"\nname = \"table\"\n\
                    title = \"A table with a cube\"\n\
                    [[body]]\nname = \"floor\"\nfixed = true\n\
                    box = { center = [0, 0, -1], size = [30, 30, 2] }\n\
                    [[body]]\nname = \"table\"\nparts = [\n"
        .to_owned();
    let mut part = |[x, y, z]: [i64; 3], [w, d, h]: [i64; 3]| {
        let mut corners = Vec::new();
        for [a, b, c] in [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]] {
            for e in [0, 1] {
                corners.push(format!(
                    "[{}, {}, {}]",
                    x + w * e,
                    y + d * a.max(b),
                    z + h * c
                ));
            }
        }
        corners.sort();
        corners.dedup();
        text += &format!("[{}],\n", corners.join(", "));
    };
    part([-6, -4, 6], [12, 8, 1]);
    for (x, y) in [(-6, -4), (5, -4), (5, 3), (-6, 3)] {
        part([x, y, 0], [1, 1, 6]);
    }
    text += "]\n[[body]]\nname = \"cube\"\nbox = { center = [0, 0, 9], size = [4, 4, 4] }\n";
    text.parse().unwrap()
}

fn tree(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{svg}"))
}

fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

/// The faces of a picture in painting order: their titles and their corners.
fn faces(svg: &str) -> Vec<(String, Vec<[f64; 2]>)> {
    let mut faces = Vec::new();
    for line in svg.lines().filter(|line| line.contains("class=\"face\"")) {
        let between = |start: &str, end: &str| {
            let from = line.find(start).unwrap() + start.len();
            let to = from + line[from..].find(end).unwrap();
            line[from..to].to_owned()
        };
        let corners = between(" d=\"M", "Z\"");
        let corners = corners.split('L').map(|corner| {
            let (x, y) = corner.split_once(' ').unwrap();
            [x.parse().unwrap(), y.parse().unwrap()]
        });
        faces.push((between("<title>", "</title>"), corners.collect()));
    }
    faces
}

fn fill(svg: &str, title: &str, face: usize) -> [u8; 3] {
    let mut lines = svg
        .lines()
        .filter(|line| line.contains(title) && line.contains("\"face\""));
    let line = lines.nth(face).unwrap();
    let from = line.find("fill=\"#").unwrap() + 7;
    [0, 2, 4].map(|at| u8::from_str_radix(&line[from + at..from + at + 2], 16).unwrap())
}

/// The picture is looked at: the middle of each face of the cube, which is in front of everything,
/// has the colour of that face, and so has the middle of the table where the cube does not cover
/// it.
#[test]
fn what_is_in_front_is_seen() {
    let svg = space_svg(&table(), None, Theme::Light);
    let tree = tree(&svg);
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(
        &tree,
        tiny_skia::Transform::identity(),
        &mut pixels.as_mut(),
    );
    let start = svg.find("translate(").unwrap() + "translate(".len();
    let end = start + svg[start..].find(')').unwrap();
    let offset: Vec<f64> = svg[start..end]
        .split(' ')
        .map(|part| part.parse().unwrap())
        .collect();
    let seen = |x: f64, y: f64| {
        let [x, y] = [x + offset[0], y + offset[1]].map(|at| at as u32);
        let pixel = pixels.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    };
    let faces = faces(&svg);
    let cube: Vec<_> = faces.iter().filter(|face| face.0 == "cube").collect();
    assert_eq!(cube.len(), 3);
    for (index, (_, corners)) in cube.iter().enumerate() {
        // Beside the name, which is in the middle.
        let [x, y] = [0, 1].map(|axis| {
            let middle = corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0;
            0.85 * corners[0][axis] + 0.15 * middle
        });
        assert_eq!(seen(x, y), fill(&svg, "cube", index), "face {index}");
    }
    // The nearest leg is seen below the plate.
    let (title, nearest_leg) = faces
        .iter()
        .filter(|face| face.0 == "table")
        .max_by(|one, other| lowest(&one.1).total_cmp(&lowest(&other.1)))
        .unwrap();
    assert_eq!(title, "table");
    let y = lowest(nearest_leg);
    let x = nearest_leg.iter().find(|corner| corner[1] == y).unwrap()[0];
    assert_ne!(seen(x, y - 3.0), seen(x, y + 6.0));
}

fn lowest(corners: &[[f64; 2]]) -> f64 {
    corners
        .iter()
        .map(|corner| corner[1])
        .fold(f64::MIN, f64::max)
}

#[test]
fn names_are_on_faces_that_nothing_covers() {
    let svg = space_svg(&table(), None, Theme::Dark);
    assert!(svg.contains(">cube</text>"));
    assert!(svg.contains("<title id=\"title\">A table with a cube</title>"));
    // The legend explains nothing where there is nothing.
    assert_eq!(count(&svg, "force") + count(&svg, "ghost"), 0);
}

#[test]
fn forces_and_motions_are_drawn_and_explained() {
    let scene = table();
    let [floor, table, cube] = [0, 1, 2].map(BodyId);
    let force = |x: i64, y: i64, z: i64, on: BodyId, from: BodyId| SpaceForce {
        at: Vector3::from_integers(x, y, z),
        force: Vector3::from_integers(0, 0, 16),
        on,
        from,
        is_one_of_several: false,
    };
    let resting = SpaceMotion::default();
    let turning = SpaceMotion {
        linear: Vector3::from_integers(0, 0, -1),
        angular: Vector3::from_integers(1, 0, 0),
    };
    let content = SpaceContent {
        told: vec!["moves".to_owned(), "checked".to_owned()],
        forces: vec![
            force(-2, -2, 7, cube, table),
            force(2, 2, 7, cube, table),
            force(-6, -4, 0, table, floor),
        ],
        motions: vec![resting.clone(), resting, turning],
        are_velocities: false,
    };
    let svg = space_svg(&scene, Some(&content), Theme::Light);
    tree(&svg);
    assert_eq!(svg, space_svg(&scene, Some(&content), Theme::Light));
    // One more in the legend.
    assert_eq!(count(&svg, "force"), 4);
    assert_eq!(count(&svg, "motion"), 2);
    assert_eq!(count(&svg, "ghost"), 2);
    assert!(svg.contains("table pushes cube: (0, 0, 16) N at (-2, -2, 7)"));
    assert!(svg.contains("cube: a = (0, 0, -1) m/s², α = (1, 0, 0) rad/s²"));
    assert!(svg.contains("force on a body; the longest 16 N"));
    assert!(svg.contains(">moves · checked</text>"));
    assert!(!svg.contains("NaN"));
}

/// A scene far away, or very large, has the same picture.
#[test]
fn pictures_do_not_depend_on_place_or_size() {
    let text = |center: &str, size: &str| {
        format!(
            "format = \"zwang-space-1\"\nname = \"s\"\nbody = [{{ name = \"a\", \
             box = {{ center = {center}, size = {size} }} }}]"
        )
    };
    let picture = |text: String| space_svg(&text.parse().unwrap(), None, Theme::Light);
    let near = picture(text("[0, 0, 0]", "[1, 2, 3]"));
    assert_eq!(near, picture(text("[1e30, -2e40, 7]", "[1, 2, 3]")));
    assert_eq!(near, picture(text("[0, 0, 0]", "[1e-20, 2e-20, 3e-20]")));
    assert_eq!(near, picture(text("[0, 0, 0]", "[1e20, 2e20, 3e20]")));
}

/// Two bodies in the air with a joint.
fn joined(joint: &str) -> Scene {
    let text = format!(
        "format = \"zwang-space-1\"\nname = \"joined\"\n\
         [[body]]\nname = \"a\"\nbox = {{ center = [0, 0, 0], size = [1, 1, 1] }}\n\
         [[body]]\nname = \"b\"\nbox = {{ center = [2, 0, 0], size = [1, 1, 1] }}\n\
         [[joint]]\nbodies = [\"a\", \"b\"]\n{joint}\n"
    );
    text.parse().unwrap()
}

/// A ring at each point of a joint, a line along each axis, and words in the legend.
#[test]
fn joints_are_rings_on_their_axes() {
    // Rings and lines in the drawing, and in the legend.
    for (joint, rings, lines, words) in [
        ("kind = \"ball\"\nat = [1, 0, 0]", 2, 0, "joint"),
        ("kind = \"weld\"\nat = [1, 0, 0]", 2, 0, "joint"),
        (
            "kind = \"hinge\"\nat = [1, 0, 0]\naxis = [0, 0, 1]",
            2,
            2,
            "joint with its axis",
        ),
        (
            "kind = \"slider\"\nat = [1, 0, 0]\naxis = [1, 0, 0]",
            2,
            2,
            "joint with its axis",
        ),
        (
            "kind = \"cylinder\"\nat = [1, 0, 0]\naxis = [1, 0, 0]",
            2,
            2,
            "joint with its axis",
        ),
        (
            "kind = \"universal\"\nat = [1, 0, 0]\naxes = [[0, 1, 0], [0, 0, 1]]",
            2,
            3,
            "joint with its axis",
        ),
        ("kind = \"rod\"\nends = [[0, 0, 2], [2, 0, 2]]", 4, 2, "rod"),
    ] {
        let svg = space_svg(&joined(joint), None, Theme::Light);
        tree(&svg);
        assert_eq!(count(&svg, "joint"), rings, "{joint}");
        assert_eq!(count(&svg, "joint-axis"), lines, "{joint}");
        assert!(svg.contains(&format!(">{words}</text>")), "{joint}");
    }
    assert_eq!(count(&space_svg(&table(), None, Theme::Light), "joint"), 0);
}

/// The line along z is upright, and the ring in the middle of it.
#[test]
fn a_ring_is_in_the_middle_of_its_axis() {
    let scene = joined("kind = \"hinge\"\nat = [1, 0, 0]\naxis = [0, 0, 7]");
    let svg = space_svg(&scene, None, Theme::Light);
    let from = svg.find("class=\"joint-axis\"").unwrap();
    let path = &svg[from..from + svg[from..].find('>').unwrap()];
    let numbers = path.split(|character: char| !"0123456789.-".contains(character));
    let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    let [x, y, same_x, end] = numbers[..] else {
        panic!("{path}")
    };
    assert!(
        (x - same_x).abs() < 0.02 && (y - end).abs() > 10.0,
        "{path}"
    );
    let ring = format!("cx=\"{}", x.floor());
    assert!(svg.contains(&ring), "{svg}");
    let middle = f64::midpoint(y, end);
    let from = svg.find("class=\"joint\"").unwrap();
    let height = svg[from..].split("cy=\"").nth(1).unwrap();
    let height: f64 = height.split('"').next().unwrap().parse().unwrap();
    assert!((height - middle).abs() < 0.1, "{height} {middle}");
}
