//! Tables of corners, with y downwards, or in degrees: refused, or read with a hint.

use zwang_audit::{Options, audit, table};
use zwang_program::Monitor;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

/// A stair of two boxes; the second is 2 m to the right and 1 m higher.
const STAIR: &str = "format = \"zwang-scene-1\"\nname = \"stair\"\ngravity = [0, -8]\n\
[[body]]\nname = \"low\"\nrectangle = { center = [0, 1], size = [4, 2] }\n\
[[body]]\nname = \"high\"\nrectangle = { center = [9, 2], size = [4, 2] }\n";

/// A brick over the edge of a table, which tips.
const TIPPING: &str = include_str!("../../../../../scenes/cantilever.toml");

fn scene(text: &str) -> Scene {
    read::parse(text, Syntax::Toml).unwrap().scene
}

/// Two states with both boxes at these places.
fn table_of(low: [f64; 2], high: [f64; 2]) -> String {
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for time in ["0", "0.0625"] {
        for (name, [x, y]) in [("low", low), ("high", high)] {
            rows += &format!("{time},{name},{x:?},{y:?},0\n");
        }
    }
    rows
}

fn refusal(low: [f64; 2], high: [f64; 2]) -> Option<String> {
    let read = table::read(&table_of(low, high), &scene(STAIR));
    read.err().map(|error| error.to_string())
}

#[test]
fn corners_are_refused_by_their_names() {
    for (x, y, corner) in [
        (-2.0, -1.0, "lower left corner"),
        (2.0, -1.0, "lower right corner"),
        (-2.0, 1.0, "upper left corner"),
        (2.0, 1.0, "upper right corner"),
    ] {
        let refusal = refusal([x, 1.0 + y], [9.0 + x, 2.0 + y]).unwrap();
        let expected =
            format!("line 3: found the {corner} of every body at time 0; expected centroids");
        assert!(refusal.starts_with(&expected), "{refusal}");
    }
    assert_eq!(refusal([0.0, 1.0], [9.0, 2.0]), None);
    // One body at its corner and one at its centroid, or both elsewhere.
    assert_eq!(refusal([-2.0, 0.0], [9.0, 2.0]), None);
    assert_eq!(refusal([-1.0, 0.0], [8.0, 1.0]), None);
    assert_eq!(refusal([-2.0, 0.0], [7.0, 1.001]), None);
}

#[test]
fn what_is_upside_down_is_refused() {
    let refused = refusal([0.0, -1.0], [9.0, -2.0]).unwrap();
    let expected = "line 3: column `y`: found every body upside down at time 0; \
        expected y upwards: if it points down, write -y for y, ";
    assert!(refused.starts_with(expected), "{refused}");
    let refused = refusal([0.0, 4.0], [9.0, 3.0]).unwrap();
    assert!(refused.contains("write 5 - y for y"), "{refused}");
    // x is another one, too.
    assert_eq!(refusal([1.0, 4.0], [9.0, 3.0]), None);
    // At one height only, a shift is no reflection.
    let level = STAIR.replace("[9, 2]", "[9, 1]");
    let shifted = table_of([0.0, 3.0], [9.0, 3.0]);
    assert!(table::read(&shifted, &scene(&level)).is_ok());
    let reflected = table_of([0.0, -1.0], [9.0, -1.0]);
    assert!(table::read(&reflected, &scene(&level)).is_err());
}

fn hints(scene_text: &str, rows: &str) -> Vec<String> {
    let scene = scene(scene_text);
    let table = table::read(rows, &scene).unwrap();
    let options = Options {
        restraint_steps: 0,
        ..Options::default()
    };
    let found = audit(&scene, &table, &options, &Monitor::default(), &|_, _| ());
    found.unwrap().hints
}

/// The brick turns to the right by about ½ α t², α = 1200/437, in some unit, a little off zwang's
/// own run.
fn tipping(unit: f64) -> String {
    let scene = scene(TIPPING);
    let centroid = &scene.bodies[1].dynamics.as_ref().unwrap().centroid;
    let [x, y] = [&centroid.x, &centroid.y].map(|part| {
        let part = zwang_program::kernel::number::to_solver(part);
        zwang_audit::decimal::long(&part)
    });
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for step in 0..=10 {
        let time = f64::from(step) * 0.03125;
        let angle = -0.5 * 1200.0 / 437.0 * time * time * unit;
        rows += &format!("{time:?},brick,{x},{y},{angle:?}\n");
    }
    rows
}

#[test]
fn degrees_get_a_hint() {
    let found = hints(TIPPING, &tipping(57.295_779_513));
    let words: Vec<&str> = found[0].split(' ').collect();
    let times: f64 = words[2].parse().unwrap();
    assert!((50.0..65.0).contains(&times), "{found:?}");
    assert!(found[0].ends_with("if they are in degrees, multiply them by pi/180"));
    assert_eq!(hints(TIPPING, &tipping(1.0)), Vec::<String>::new());
    assert_eq!(hints(TIPPING, &tipping(20.0)), Vec::<String>::new());
}

/// Both boxes fall, or rise.
fn fall(sign: f64) -> String {
    let mut rows = "time,body,x,y,angle\n".to_owned();
    for step in 0..=4 {
        let time = f64::from(step) / 16.0;
        let y = sign * 4.0 * time * time;
        rows += &format!("{time:?},low,0,{y:?},0\n");
        rows += &format!("{time:?},high,9,{y:?},0\n");
    }
    rows
}

#[test]
fn what_rises_instead_of_falling_gets_a_hint() {
    // Both fall by ½ 8 t², and both are at y = 0 at first, which says nothing of directions.
    let level = STAIR
        .replace("[9, 2]", "[9, 0]")
        .replace("[0, 1]", "[0, 0]");
    let down = hints(&level, &fall(-1.0));
    assert_eq!(down, Vec::<String>::new());
    let found = hints(&level, &fall(1.0));
    assert!(found[0].starts_with("bodies rise by as much as they should fall"));
}
