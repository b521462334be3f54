//! Scenes that look symmetric and are not, or only in part: bodies and pairs of unlike friction or
//! restitution. No command ends in a bug, both checkers accept what is found, and it has the
//! symmetries that remain.

use crate::cli::workshop::Workshop;
use crate::python;
use serde_json::{Value, json};

/// A floor, and what stands on it.
fn on_floor(head: &str, rest: &str) -> String {
    format!(
        "format = 'zwang-scene-1'\nname = 'surfaces'\ngravity = [0, -1]\n{head}\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [20, 2] }}\n{rest}"
    )
}

/// A block of 1 m x 1 m on the floor, with lines of its own.
fn block(name: &str, x: &str, own: &str) -> String {
    format!(
        "[[body]]\nname = '{name}'\nrectangle = {{ center = ['{x}', '1/2'], size = [1, 1] }}\n\
         {own}\n"
    )
}

fn wall(name: &str, x: &str, own: &str) -> String {
    format!(
        "[[body]]\nname = '{name}'\nfixed = true\n\
         rectangle = {{ center = ['{x}', 1], size = [1, 2] }}\n{own}\n"
    )
}

fn pair(one: &str, other: &str, number: &str) -> String {
    format!("[[pair]]\nbodies = ['{one}', '{other}']\n{number}\n")
}

/// Four arms that loads press onto a hub, without gravity. Arms have no corners with each other.
fn hub(pairs: &str) -> String {
    let mut text = "format = 'zwang-scene-1'\nname = 'hub'\ngravity = [0, 0]\nfriction = '1/3'\n\
                    [[body]]\nname = 'hub'\nrectangle = { center = [0, 0], size = [1, 1] }\n"
        .to_owned();
    for (name, center, size, force) in [
        ("east", "[1, 0]", "[1, '1/2']", "[-1, 0]"),
        ("north", "[0, 1]", "['1/2', 1]", "[0, -1]"),
        ("west", "[-1, 0]", "[1, '1/2']", "[1, 0]"),
        ("south", "[0, -1]", "['1/2', 1]", "[0, 1]"),
    ] {
        text += &format!(
            "[[body]]\nname = '{name}'\nrectangle = {{ center = {center}, size = {size} }}\n\
             force = {force}\n"
        );
    }
    text + pairs
}

/// Four long blocks around a hole, each with an end against the next one, pressed inwards.
fn pinwheel(pairs: &str) -> String {
    let mut text = "format = 'zwang-scene-1'\nname = 'pinwheel'\ngravity = [0, 0]\n".to_owned();
    for (name, center, size, force) in [
        ("south", "['-1/2', '-3/2']", "[3, 1]", "[0, 1]"),
        ("east", "['3/2', '-1/2']", "[1, 3]", "[-1, 0]"),
        ("north", "['1/2', '3/2']", "[3, 1]", "[0, -1]"),
        ("west", "['-3/2', '1/2']", "[1, 3]", "[1, 0]"),
    ] {
        text += &format!(
            "[[body]]\nname = '{name}'\nrectangle = {{ center = {center}, size = {size} }}\n\
             force = {force}\n"
        );
    }
    text + pairs
}

/// Four squares that meet at a point, without gravity, pressed together.
fn quarters(pairs: &str) -> String {
    let mut text = "format = 'zwang-scene-1'\nname = 'quarters'\ngravity = [0, 0]\n".to_owned();
    for (index, (x, y)) in [(1, 1), (-1, 1), (-1, -1), (1, -1)].into_iter().enumerate() {
        text += &format!(
            "[[body]]\nname = '{index}'\n\
             rectangle = {{ center = ['{x}/2', '{y}/2'], size = [1, 1] }}\n\
             force = [{}, {}]\n",
            -x, -y
        );
    }
    text + pairs
}

/// Runs all commands on a scene, and has both checkers judge what they say.
struct Trial {
    workshop: Workshop,
    name: String,
}

impl Trial {
    fn new(name: &str, scene: &str) -> Self {
        let workshop = Workshop::new(&format!("symmetry-{name}"));
        workshop.file("scene.toml", scene);
        Self {
            workshop,
            name: name.to_owned(),
        }
    }

    /// What a command prints, which has an answer.
    #[track_caller]
    fn says(&self, line: &str) -> String {
        let run = self.workshop.zwang(line);
        assert!(
            run.code == 0 || run.code == 1,
            "{}: {line}: {run:?}",
            self.name
        );
        run.out
    }

    #[track_caller]
    fn is_accepted(&self, file: &str) {
        let line = format!("check scene.toml {file}");
        let run = self.workshop.zwang(&line);
        assert!(run.succeeds().starts_with("accepted"), "{}", self.name);
        if !python::is_here() {
            return;
        }
        let scene = self.workshop.path("scene.toml");
        let file = self.workshop.path(file);
        let answer = python::check(&[&scene, &file]);
        assert_eq!(answer.status, 0, "{}: {answer:?}", self.name);
    }

    /// The answer of `collapse`, and how many symmetries it has.
    #[track_caller]
    fn all_commands(&self) -> (Value, usize) {
        let json = self.says("collapse scene.toml --json --proof collapse.json");
        let answer: Value = serde_json::from_str(&json).unwrap();
        self.is_accepted("collapse.json");
        self.says("draw scene.toml -o scene.svg");
        let moves = self.workshop.text("scene.toml").contains("velocity");
        if !moves {
            self.says("stability scene.toml --proof stability.json");
            self.is_accepted("stability.json");
        }
        self.says("simulate scene.toml --steps 4 -o scene.run");
        self.is_accepted("scene.run");
        self.says("draw scene.run -o run.svg");
        let count = answer["symmetry"].as_array().unwrap().len();
        (answer, count)
    }
}

/// The acceleration of a body that has one.
#[track_caller]
fn acceleration(answer: &Value, name: &str) -> Value {
    let bodies = match answer["groups"].as_array() {
        Some(groups) => groups
            .iter()
            .flat_map(|group| group["answers"][0]["bodies"].as_array().unwrap())
            .collect(),
        None => Vec::from_iter(answer["bodies"].as_array().unwrap()),
    };
    let mut bodies = bodies.into_iter();
    let body = bodies.find(|body| body["name"] == name).unwrap();
    body["acceleration"].clone()
}

#[test]
fn two_boxes_of_unlike_friction() {
    let rough = "friction = '1/2'";
    let outwards = ["velocity = [-1, 0]", "velocity = [1, 0]"];
    let slippery = "friction = '1/20'";
    // At rest, and sliding apart: each is slowed down by its own friction times g.
    let at_rest = on_floor(
        rough,
        &(block("ice", "-2", slippery) + &block("rubber", "2", "")),
    );
    let (answer, count) = Trial::new("boxes", &at_rest).all_commands();
    assert_eq!(count, 0);
    assert_eq!(acceleration(&answer, "ice"), json!(["0", "0"]));
    let own = format!("{slippery}\n{}", outwards[0]);
    let apart = on_floor(
        rough,
        &(block("ice", "-2", &own) + &block("rubber", "2", outwards[1])),
    );
    let by_pair = on_floor(
        rough,
        &(block("ice", "-2", outwards[0])
            + &block("rubber", "2", outwards[1])
            + &pair("ice", "floor", slippery)),
    );
    for (name, scene) in [("apart", apart), ("pair", by_pair)] {
        let (answer, count) = Trial::new(name, &scene).all_commands();
        assert_eq!(count, 0, "{name}");
        assert_eq!(acceleration(&answer, "ice"), json!(["1/20", "0"]), "{name}");
        assert_eq!(
            acceleration(&answer, "rubber"),
            json!(["-1/2", "0"]),
            "{name}"
        );
    }
}

/// What a body says of its friction counts by what its contacts have of it.
#[test]
fn unlike_friction_that_makes_no_difference() {
    let own = ["velocity = [-1, 0]", "velocity = [1, 0]\nfriction = 1"];
    let floor = "friction = '1/2'";
    let blocks = block("left", "-2", own[0]) + &block("right", "2", own[1]);
    let floor_decides = on_floor(floor, &blocks);
    // With pairs, too, although the numbers of the bodies differ.
    let pairs = pair("left", "floor", "friction = '1/2'")
        + &pair("right", "floor", "friction = '1/2'")
        + &pair("left", "right", "friction = '1/7'");
    let pairs_decide = on_floor("friction = '1/3'", &(blocks.clone() + &pairs));
    for (name, scene) in [("floor", floor_decides), ("all-pairs", pairs_decide)] {
        let (answer, count) = Trial::new(name, &scene).all_commands();
        assert_eq!(count, 1, "{name}");
        assert_eq!(acceleration(&answer, "left"), json!(["1/2", "0"]), "{name}");
        assert_eq!(
            acceleration(&answer, "right"),
            json!(["-1/2", "0"]),
            "{name}"
        );
    }
    let one_pair = on_floor(
        floor,
        &(blocks + &pair("left", "floor", "friction = '1/5'")),
    );
    assert_eq!(Trial::new("one-pair", &one_pair).all_commands().1, 0);
}

#[test]
fn three_in_a_row_and_two_between_walls() {
    let three = |frictions: [&str; 3], rest: &str| {
        let mut blocks = String::new();
        for ((name, x), friction) in [("a", "-1"), ("b", "0"), ("c", "1")]
            .into_iter()
            .zip(frictions)
        {
            blocks += &block(name, x, &format!("friction = '{friction}'"));
        }
        on_floor("friction = 1", &(blocks + rest))
    };
    let crossed = pair("a", "b", "friction = '1/9'");
    let both = crossed.clone() + &pair("c", "b", "friction = '1/9'");
    for (index, (scene, expected)) in [
        (three(["1/2", "1/3", "1/2"], ""), 1),
        (three(["1/3", "1/2", "1/2"], ""), 0),
        (three(["1/2", "1/2", "1/2"], &crossed), 0),
        (three(["1/2", "1/2", "1/2"], &both), 1),
    ]
    .into_iter()
    .enumerate()
    {
        let (_, count) = Trial::new(&format!("three-{index}"), &scene).all_commands();
        assert_eq!(count, expected, "scene {index}");
    }
    let blocks = block("a", "-1/2", "") + &block("b", "1/2", "");
    let walls = |left: &str, right: &str| {
        let walls = wall("left", "-3/2", left) + &wall("right", "3/2", right);
        on_floor("friction = '1/2'", &(blocks.clone() + &walls))
    };
    let twice = pair("left", "a", "friction = 0") + &pair("right", "b", "friction = 0");
    for (index, (scene, expected)) in [
        (walls("", ""), 1),
        (walls("friction = '1/4'", ""), 0),
        (walls("", "") + &twice, 1),
        (walls("", "") + &pair("left", "a", "friction = 0"), 0),
        // A pair that does not touch yet.
        (walls("", "") + &pair("left", "b", "friction = 0"), 0),
        // Walls have no friction with each other, nor with the floor.
        (walls("friction = 7", "friction = 8"), 1),
    ]
    .into_iter()
    .enumerate()
    {
        let (_, count) = Trial::new(&format!("walls-{index}"), &scene).all_commands();
        assert_eq!(count, expected, "scene {index}");
    }
}

/// Order 4, and what is left of it where pairs differ; a rotation of order 3 has no rational
/// matrix.
#[test]
fn rotations_with_cyclic_and_crossed_pairs() {
    let rough = "friction = '1/2'";
    let arms = |names: &[&str]| {
        let pairs = names.iter().map(|name| pair("hub", name, rough));
        hub(&pairs.collect::<String>())
    };
    let around = |pairs: &[[&str; 2]]| {
        let pairs = pairs.iter().map(|[one, other]| pair(one, other, rough));
        pairs.collect::<String>()
    };
    let cycle = [
        ["south", "east"],
        ["east", "north"],
        ["north", "west"],
        ["west", "south"],
    ];
    let ring = [["0", "1"], ["1", "2"], ["2", "3"], ["3", "0"]];
    for (index, (scene, expected)) in [
        (arms(&[]), 7),
        (arms(&["east", "north", "west", "south"]), 7),
        (arms(&["east"]), 1),
        (arms(&["east", "west"]), 3),
        (arms(&["east", "north"]), 1),
        (pinwheel(&around(&cycle)), 3),
        (pinwheel(&around(&cycle[..1])), 0),
        (pinwheel(&around(&[cycle[0], cycle[2]])), 1),
        (pinwheel(&around(&[cycle[0], cycle[1]])), 0),
        (quarters(&around(&ring)), 7),
        (quarters(&around(&ring[..1])), 1),
        (quarters(&around(&ring[..2])), 1),
        (quarters(&around(&[ring[0], ring[2]])), 3),
        (quarters(&around(&[["0", "2"]])), 3),
        (quarters(&around(&[["0", "2"], ["3", "1"]])), 7),
    ]
    .into_iter()
    .enumerate()
    {
        let (_, count) = Trial::new(&format!("order-{index}"), &scene).all_commands();
        assert_eq!(count, expected, "scene {index}");
    }
}

/// Balls that bounce unlike each other fall alike until they meet the floor: the first motion is
/// symmetric, and the run is not.
#[test]
fn unlike_restitution_is_a_matter_of_runs() {
    let falling = |name: &str, x: i64, bounce: &str| {
        format!(
            "[[body]]\nname = '{name}'\nvelocity = [0, -1]\n\
             rectangle = {{ center = [{x}, '51/100'], size = [1, 1] }}\nrestitution = {bounce}\n"
        )
    };
    for (friction, floor) in [("", "smooth"), ("friction = '1/2'", "rough")] {
        let blocks = falling("dead", -2, "0") + &falling("lively", 2, "1");
        let trial = Trial::new(&format!("bounce-{floor}"), &on_floor(friction, &blocks));
        let (answer, count) = trial.all_commands();
        assert_eq!(count, 1, "{floor}");
        assert_eq!(
            acceleration(&answer, "dead"),
            acceleration(&answer, "lively")
        );
        let said = trial.says("simulate scene.toml --steps 4 -o again.run");
        assert!(said.contains("symmetry     none"), "{said}");
        // The same of both: the run is as symmetric as the scene.
        let said = trial.says("simulate scene.toml --steps 4 --restitution 1/2 -o alike.run");
        assert!(
            said.contains("1 symmetry of the scene, exactly kept"),
            "{said}"
        );
    }
}
