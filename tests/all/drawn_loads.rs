//! Loads in pictures: their arrows end where they push, to the scale of all forces.

#![expect(
    clippy::disallowed_types,
    reason = "coordinates on a page are read back as they were written"
)]

use zwang_answer::Simulation;
use zwang_law::Settings;
use zwang_output::DrawOptions;
use zwang_output::draw::{self, Theme, View};
use zwang_output::film::Film;
use zwang_program::{Monitor, Options};
use zwang_scene::{Scene, read};

/// A square of 2 m and 40 N on a smooth floor, with these loads.
fn pushed(loads: &str) -> Scene {
    let text = format!(
        r#"
        format = "zwang-scene-1"
        name = "pushed"
        gravity = [0, -10]
        [[body]]
        name = "floor"
        fixed = true
        rectangle = {{ center = [0, -1], size = [20, 2] }}
        [[body]]
        name = "brick"
        rectangle = {{ center = [0, 1], size = [2, 2] }}
        {loads}
        "#
    );
    read::parse_toml(&text).unwrap().scene
}

/// The `[[load]]` of this name on the brick.
fn load(name: &str, at: [i64; 2], force: [i64; 2], torque: i64) -> String {
    format!(
        r#"
        [[load]]
        name = "{name}"
        body = "brick"
        at = {at:?}
        force = {force:?}
        torque = {torque}
        "#
    )
}

fn picture(scene: &Scene, theme: Theme) -> String {
    let options = Options::default();
    let drawn = DrawOptions {
        theme,
        ..DrawOptions::default()
    };
    zwang_answer::initial_motion_svg(scene, &drawn, &options, &Monitor::default()).unwrap()
}

/// The picture without its legend.
fn drawing(loads: &str) -> String {
    let svg = picture(&pushed(loads), Theme::Light);
    let (drawing, _) = svg.split_once("<g class=\"legend\">").unwrap();
    drawing.to_owned()
}

/// The paths of a class.
fn paths<'a>(svg: &'a str, class: &str) -> Vec<&'a str> {
    let mut paths = Vec::new();
    for rest in svg.split(&format!("<path class=\"{class}\"")).skip(1) {
        let (_, path) = rest.split_once(" d=\"").unwrap();
        paths.push(path.split('"').next().unwrap());
    }
    paths
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

/// An arrow by its outline.
struct Arrow {
    tail: [f64; 2],
    tip: [f64; 2],
}

impl Arrow {
    fn of(path: &str) -> Self {
        let outline = points(path);
        let [left, right] = [outline[0], outline[6]];
        Self {
            tail: [(left[0] + right[0]) / 2.0, (left[1] + right[1]) / 2.0],
            tip: outline[3],
        }
    }

    fn vector(&self) -> [f64; 2] {
        [self.tip[0] - self.tail[0], self.tip[1] - self.tail[1]]
    }

    fn length(&self) -> f64 {
        let [x, y] = self.vector();
        x.hypot(y)
    }
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.05, "{found}, {expected}");
}

/// The box around the brick on the page: left, top, right, bottom.
fn brick(svg: &str) -> [f64; 4] {
    let class = ["body rests", "body shifts", "body turns"];
    let found = class.into_iter().flat_map(|class| paths(svg, class));
    let outline = found.last().unwrap();
    let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    for [x, y] in points(outline) {
        bounds[0] = bounds[0].min(x);
        bounds[1] = bounds[1].min(y);
        bounds[2] = bounds[2].max(x);
        bounds[3] = bounds[3].max(y);
    }
    bounds
}

#[test]
fn an_arrow_ends_at_its_point_and_is_along_its_force() {
    for force in [[30, -10], [-20, 15], [0, -25], [24, 0]] {
        let svg = drawing(&load("hand", [-1, 2], force, 0));
        let [path] = paths(&svg, "load-force").try_into().unwrap();
        let arrow = Arrow::of(path);
        let [left, top, ..] = brick(&svg);
        assert_near(arrow.tip[0], left);
        assert_near(arrow.tip[1], top);
        let [fx, fy] = force.map(|part| part as f64);
        let [x, y] = arrow.vector();
        let sine = (x * -fy - y * fx) / arrow.length() / fx.hypot(fy);
        let cosine = (x * fx - y * fy) / arrow.length() / fx.hypot(fy);
        assert!(sine.abs() < 1e-2 && cosine > 0.9, "{force:?}: {sine}");
        let title = format!("load hand on brick: force ({}, {}) N", force[0], force[1]);
        assert!(svg.contains(&format!("<title>{title}</title>")), "{title}");
    }
}

/// A load of 20 N presses the brick down, each corner of which presses the floor with 30 N.
#[test]
fn arrows_of_loads_and_contacts_have_one_scale() {
    let svg = drawing(&load("hand", [0, 2], [0, -20], 0));
    let [path] = paths(&svg, "load-force").try_into().unwrap();
    let unit = Arrow::of(path).length() / 20.0;
    let contacts = paths(&svg, "force");
    assert_eq!(contacts.len(), 2);
    for contact in contacts {
        assert_near(Arrow::of(contact).length(), 30.0 * unit);
    }
}

#[test]
fn twice_the_force_is_twice_as_long() {
    let one = load("one", [-1, 2], [12, -9], 0);
    let two = load("two", [1, 2], [24, -18], 0);
    let svg = drawing(&(one + &two));
    let [one, two] = paths(&svg, "load-force").try_into().unwrap();
    assert_near(Arrow::of(two).length(), 2.0 * Arrow::of(one).length());
}

/// The outlines of the arrows of loads, by their coordinates on the page.
fn shapes(svg: &str) -> Vec<[f64; 2]> {
    let mut shapes = Vec::new();
    for class in ["load-force", "load-head"] {
        for path in paths(svg, class) {
            shapes.extend(points(path));
        }
    }
    shapes
}

#[test]
fn mirrored_loads_have_mirrored_arrows() {
    let given = load("a", [-1, 2], [30, -10], 3) + &load("b", [1, 1], [-8, 12], -2);
    let image = load("a", [1, 2], [-30, -10], -3) + &load("b", [-1, 1], [8, 12], 2);
    let given = drawing(&given);
    let image = drawing(&image);
    let [left, _, right, _] = brick(&given);
    let drawn = shapes(&given);
    let images = shapes(&image);
    assert_eq!(drawn.len(), 2 * (7 + 4) + 2 * 3);
    assert_eq!(images.len(), drawn.len());
    for [x, y] in drawn {
        let mirrored = left + right - x;
        let is_image = |found: &&[f64; 2]| (found[0] - mirrored).abs() + (found[1] - y).abs() < 0.1;
        assert!(images.iter().any(|found| is_image(&found)), "({x}, {y})");
    }
}

/// Positive torques are counter-clockwise, and so is an arc with the sweep flag 0.
#[test]
fn torques_turn_as_they_should() {
    for (torque, sweep) in [(3, " 0 "), (-3, " 1 ")] {
        let svg = drawing(&load("crank", [0, 2], [0, 0], torque));
        assert!(paths(&svg, "load-force").is_empty());
        let [arc] = paths(&svg, "load-arc").try_into().unwrap();
        let flags = format!(" 0 1{sweep}");
        assert!(arc.contains(&flags), "{arc}");
        let title = format!("load crank on brick: torque {torque} N m");
        assert!(svg.contains(&title), "{title}");
    }
}

#[test]
fn no_load_changes_nothing() {
    let zero = load("none", [-1, 2], [0, 0], 0);
    let some = load("some", [-1, 2], [1, 0], 1);
    for theme in [Theme::Light, Theme::Dark] {
        let plain = picture(&pushed(""), theme);
        assert!(!plain.contains("load"), "{plain}");
        assert_eq!(picture(&pushed(&zero), theme), plain);
        let loaded = picture(&pushed(&some), theme);
        for told in ["load on a body, ", "torque of a load, up to 1 N m"] {
            assert!(loaded.contains(told), "{told}");
        }
    }
}

/// What is read out of a picture.
fn description(svg: &str) -> &str {
    let (_, description) = svg.split_once("<desc id=\"desc\">").unwrap();
    description.split("</desc>").next().unwrap()
}

/// The lines below the title.
fn notes(svg: &str) -> String {
    let mut notes = Vec::new();
    for rest in svg.split("class=\"note\"").skip(1) {
        let (_, text) = rest.split_once('>').unwrap();
        notes.push(text.split("</text>").next().unwrap());
    }
    notes.join(" · ")
}

#[test]
fn pictures_say_which_loads_act() {
    let words = [
        "load hand on brick: force (3, -4) N, torque 5 N m",
        "load crank on brick: torque -2 N m",
    ];
    let few = load("hand", [-1, 2], [3, -4], 5) + &load("crank", [0, 2], [0, 0], -2);
    let few = few + &load("none", [0, 0], [0, 0], 0);
    let svg = picture(&pushed(&few), Theme::Light);
    for told in [description(&svg), &notes(&svg)] {
        for load in words {
            assert!(told.contains(load), "{told}");
        }
        assert!(!told.contains("load none"), "{told}");
    }
    let mut many = String::new();
    for number in 1..=6 {
        many += &load(&format!("hand {number}"), [-1, 2], [1, 0], 0);
    }
    let svg = picture(&pushed(&many), Theme::Light);
    assert!(notes(&svg).ends_with("load hand 4 on brick: force (1, 0) N · 2 other loads"));
    assert!(description(&svg).ends_with("load hand 6 on brick: force (1, 0) N"));
}

/// Each picture of a film has the same line of loads, and one height.
#[test]
fn pictures_of_films_say_which_loads_act() {
    let scene = pushed(&load("hand", [1, 1], [-24, 0], 0));
    let settings = Settings::default();
    let run = zwang_answer::simulate(scene.clone().into(), settings).unwrap();
    let steps: Vec<_> = run.take(3).map(Result::unwrap).collect();
    let mut view = View::of_run(&scene);
    for step in &steps {
        view.include(&scene, step);
    }
    let mut sizes = Vec::new();
    for step in std::iter::once(None).chain(steps.iter().map(Some)) {
        let svg = draw::step_svg(&scene, step, &[], &view, &DrawOptions::default());
        let word = "load hand on brick: force (-24, 0) N";
        assert!(description(&svg).ends_with(word), "{}", description(&svg));
        assert!(notes(&svg).ends_with(word), "{}", notes(&svg));
        sizes.push(svg.lines().next().unwrap().to_owned());
    }
    sizes.dedup();
    assert_eq!(sizes.len(), 1, "{sizes:?}");
}

/// The page of a film that has not begun.
fn page(loads: &str) -> String {
    let scene = pushed(loads);
    let settings = Settings::default();
    let simulation = Simulation::new(scene.clone(), settings).unwrap();
    Film::new(&scene, &simulation.header().head()).html()
}

#[test]
fn films_have_data_of_loads_where_there_are_some() {
    let plain = page("");
    assert!(!plain.contains("\"loads\""));
    assert_eq!(page(&load("none", [-1, 2], [0, 0], 0)), plain);
    let loaded = page(&load("hand", [-1, 2], [3, -4], 5));
    let data = concat!(
        r#""loads":[{"name":"hand","body":1,"at":["-1","2"],"#,
        r#""force":["3","-4"],"torque":"5"}]"#
    );
    assert!(loaded.contains(data));
}
