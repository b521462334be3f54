//! Loads: what the keys mean, what is refused, the canonical form against a text written by hand
//! from `proofs/FORMAT.md` and its SHA-256 from another program, and free accelerations against
//! values computed by hand.

use num_bigint::BigInt;
use zwang_exact::{Rational, Vector, parse};
use zwang_scene::read::{parse_json, parse_toml};
use zwang_scene::{BodyId, Load, Scene, SceneError};

const IN_TOML: &str = r#"
format = "zwang-scene-1"
name = "pushed"
gravity = [0, -10]

[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [8, 2] }

[[body]]
name = "brick"
rectangle = { center = [0, 1], size = [2, 2] }
force = [0.5, "-1/3"]

[[body]]
name = "plate"
rectangle = { center = [5, 2], size = [1, 2] }
mass = 3
inertia = 7
centroid = [4, 2]
torque = -2

[[load]]
name = "wind"
body = "brick"
at = [-1, 2]
force = ["1/5", 0]
torque = 0.25

[[load]]
name = "hand"
body = "plate"
force = [6, 9]

[[load]]
name = "Uhr"
body = "plate"
at = [0, "1/2"]
torque = "3/7"

[[load]]
name = "still air"
body = "brick"
at = [0, 100]
force = [0, 0]
"#;

/// The scene of [`IN_TOML`] with all keys and entries in another order.
const IN_JSON: &str = r#"{
  "load": [
    {"force": ["0", "0.0"], "at": [0, 100], "body": "brick", "name": "still air"},
    {"torque": "6/14", "at": [0, 0.5], "body": "plate", "name": "Uhr"},
    {"at": [-1, 2], "torque": "1/4", "name": "wind", "force": [0.2, 0], "body": "brick"},
    {"force": [6, 9], "torque": 0, "body": "plate", "at": ["8/2", 2], "name": "hand"}
  ],
  "body": [
    {"fixed": true, "name": "floor", "rectangle": {"center": [0, -1], "size": [8, 2]}},
    {"force": ["1/2", "-2/6"], "torque": 0, "name": "brick",
     "rectangle": {"center": [0, 1], "size": [2, 2]}},
    {"torque": "-2", "name": "plate", "rectangle": {"center": [5, 2], "size": [1, 2]},
     "mass": 3, "inertia": 7, "centroid": [4, 2], "force": [0, 0]}
  ],
  "gravity": [0, -10], "name": "pushed", "format": "zwang-scene-1"
}"#;

const WITHOUT_LOADS: &str = concat!(
    r#"{"format":"zwang-scene-1","gravity":["0","-10"],"bodies":["#,
    r#"{"name":"floor","fixed":true,"parts":[[["-4","-2"],["4","-2"],["4","0"],["-4","0"]]]},"#,
    r#"{"name":"brick","fixed":false,"parts":[[["-1","0"],["1","0"],["1","2"],["-1","2"]]],"#,
    r#""mass":"4","centroid":["0","1"],"inertia":"8/3","velocity":["0","0"],"spin":"0"},"#,
    r#"{"name":"plate","fixed":false,"#,
    r#""parts":[[["9/2","1"],["11/2","1"],["11/2","3"],["9/2","3"]]],"#,
    r#""mass":"3","centroid":["4","2"],"inertia":"7","velocity":["0","0"],"spin":"0"}],"#,
    r#""pins":[]"#,
);

/// Ascending by name, so capital letters first; the load that is 0 is not there.
const LOADS: &str = concat!(
    r#","loads":["#,
    r#"{"name":"Uhr","body":"plate","at":["0","1/2"],"force":["0","0"],"torque":"3/7"},"#,
    r#"{"name":"brick","body":"brick","at":["0","1"],"force":["1/2","-1/3"],"torque":"0"},"#,
    r#"{"name":"hand","body":"plate","at":["4","2"],"force":["6","9"],"torque":"0"},"#,
    r#"{"name":"plate","body":"plate","at":["4","2"],"force":["0","0"],"torque":"-2"},"#,
    r#"{"name":"wind","body":"brick","at":["-1","2"],"force":["1/5","0"],"torque":"1/4"}]"#,
);

/// SHA-256 of [`WITHOUT_LOADS`], [`LOADS`] and a brace by Python's hashlib.
const DIGEST: &str = "be6b0139c6d50204ad3b5841740071afd2e254e875e87ed4dc1fb77d0607a505";

/// SHA-256 of [`WITHOUT_LOADS`] and a brace by Python's hashlib.
const DIGEST_WITHOUT_LOADS: &str =
    "1e86e3f310e117dd6c52c224fc8ed750a99202964dd66f17cbaa461e472d502a";

fn number(text: &str) -> Rational {
    parse(text).unwrap()
}

fn vector(x: &str, y: &str) -> Vector {
    Vector::new(number(x), number(y))
}

fn read(text: &str) -> Scene {
    parse_toml(text).unwrap().scene
}

fn changed(find: &str, put: &str) -> String {
    let text = IN_TOML.replacen(find, put, 1);
    assert_ne!(text, IN_TOML, "{find}");
    text
}

fn refusal(find: &str, put: &str) -> String {
    let error: SceneError = parse_toml(&changed(find, put)).unwrap_err();
    error.to_string()
}

#[test]
fn loads_are_read_from_bodies_and_from_the_list() {
    let load = |name: &str, body: usize, at: Vector, force: Vector, torque: &str| Load {
        name: name.to_owned(),
        body: BodyId(body),
        at,
        force,
        torque: number(torque),
    };
    let zero = Vector::zero();
    let wind = load("wind", 1, vector("-1", "2"), vector("1/5", "0"), "1/4");
    let brick = load("brick", 1, vector("0", "1"), vector("1/2", "-1/3"), "0");
    let plate = load("plate", 2, vector("4", "2"), zero.clone(), "-2");
    let hand = load("hand", 2, vector("4", "2"), vector("6", "9"), "0");
    let clock = load("Uhr", 2, vector("0", "1/2"), zero.clone(), "3/7");
    let air = load("still air", 1, vector("0", "100"), zero, "0");
    let mut expected = vec![brick, plate, wind, hand, clock, air];
    let in_toml = read(IN_TOML);
    assert_eq!(in_toml.loads, expected);
    assert!(in_toml.has_loads());
    assert_eq!(in_toml.load_named("hand"), Some(&expected[3]));
    assert_eq!(in_toml.load_named("foot"), None);
    let in_json = parse_json(IN_JSON).unwrap().scene;
    expected.sort_by(|one, other| one.name.cmp(&other.name));
    let mut loads = in_json.loads;
    loads.sort_by(|one, other| one.name.cmp(&other.name));
    assert_eq!(loads, expected);
}

#[test]
fn the_canonical_form_has_the_known_digest() {
    let in_toml = read(IN_TOML);
    assert_eq!(in_toml.canonical(), format!("{WITHOUT_LOADS}{LOADS}}}"));
    assert_eq!(in_toml.digest(), DIGEST);
    let in_json = parse_json(IN_JSON).unwrap().scene;
    assert_eq!(in_json.canonical(), in_toml.canonical());
}

/// So proofs of scenes from before there were loads keep their scenes.
#[test]
fn scenes_without_loads_have_the_form_that_they_had() {
    let (bodies, _) = IN_TOML.split_once("[[load]]").unwrap();
    let bodies = bodies.replace("force = [0.5, \"-1/3\"]", "");
    let plain = bodies.replace("torque = -2", "");
    let air = "[[load]]\nname = 'still air'\nbody = 'brick'\nat = [0, 100]\nforce = [0, 0]\n";
    let zero = bodies.replace("torque = -2", "torque = 0\nforce = ['0/3', 0.0]");
    for text in [plain.clone(), format!("{plain}{air}"), zero + air] {
        let scene = read(&text);
        assert_eq!(scene.canonical(), format!("{WITHOUT_LOADS}}}"));
        assert_eq!(scene.digest(), DIGEST_WITHOUT_LOADS);
        assert!(!scene.has_loads());
    }
}

#[test]
fn everything_that_loads_say_is_in_the_digest() {
    for (find, put) in [
        ("name = \"wind\"", "name = \"gale\""),
        (
            "body = \"brick\"\nat = [-1, 2]",
            "body = \"plate\"\nat = [-1, 2]",
        ),
        ("at = [-1, 2]", "at = [-1, 3]"),
        ("at = [-1, 2]\n", ""),
        ("force = [\"1/5\", 0]", "force = [0, \"1/5\"]"),
        ("force = [\"1/5\", 0]\n", ""),
        ("torque = 0.25", "torque = -0.25"),
        ("torque = 0.25", ""),
        ("torque = -2", ""),
        ("force = [0.5, \"-1/3\"]", ""),
        ("torque = \"3/7\"", "torque = 0"),
    ] {
        assert_ne!(read(&changed(find, put)).digest(), DIGEST, "{find} {put}");
    }
    let stronger = changed("force = [0, 0]", "force = [0, 1e-9]");
    assert_ne!(read(&stronger).digest(), DIGEST);
    let renamed = changed("still air", "thin air");
    assert_eq!(read(&renamed).digest(), DIGEST);
}

#[test]
fn a_load_of_no_file_has_the_form_of_no_file() {
    let mut scene = read(IN_TOML);
    scene.loads[0].body = BodyId(7);
    assert!(
        scene
            .canonical()
            .contains(r#""name":"brick","body":7,"at""#)
    );
    assert!(scene.free_accelerations()[1].is_some());
}

#[test]
fn loads_act_on_free_bodies() {
    let mut scene = read(IN_TOML);
    assert_eq!(scene.require_loads_on_free_bodies(), Ok(()));
    scene.loads[3].body = BodyId(0);
    let error = scene.require_loads_on_free_bodies().unwrap_err();
    assert_eq!(
        error.to_string(),
        "load `hand` acts on `floor`, which is fixed; expected a free body of the scene"
    );
    scene.loads[0].body = BodyId(7);
    let error = scene.require_loads_on_free_bodies().unwrap_err();
    assert_eq!(
        error.to_string(),
        "load `brick` acts on body 7 of a scene of 3; expected a free body of the scene"
    );
}

#[test]
fn forces_beside_the_centroid_turn_a_body() {
    let scene = read(IN_TOML);
    let free = scene.free_accelerations();
    assert_eq!(free[0], None);
    // The brick: m = 4, I = 8/3. F = (1/2 + 1/5, -1/3); the wind has the arm (-1, 1), so
    // T = (-1)(0) - (1)(1/5) + 1/4 = 1/20.
    let brick = free[1].as_ref().unwrap();
    assert_eq!(brick.linear, vector("7/40", "-121/12"));
    assert_eq!(brick.angular, number("3/160"));
    // The plate: m = 3, I = 7, c = (4, 2). F = (6, 9) at the centroid; T = -2 + 3/7 = -11/7.
    let plate = free[2].as_ref().unwrap();
    assert_eq!(plate.linear, vector("2", "-7"));
    assert_eq!(plate.angular, number("-11/49"));
}

#[test]
fn an_arm_counts_from_a_given_centroid() {
    // At (4, 5) above the centroid (4, 2), and not above the middle (5, 2): T = -2 - 3·6.
    let text = changed(
        "body = \"plate\"\nforce",
        "body = \"plate\"\nat = [4, 5]\nforce",
    );
    let free = read(&text.replace("torque = \"3/7\"", "torque = 0")).free_accelerations();
    assert_eq!(free[2].as_ref().unwrap().angular, number("-20/7"));
    // At (5, 2): T = -2 + 1·9.
    let text = changed(
        "body = \"plate\"\nforce",
        "body = \"plate\"\nat = [5, 2]\nforce",
    );
    let free = read(&text.replace("torque = \"3/7\"", "torque = 0")).free_accelerations();
    assert_eq!(free[2].as_ref().unwrap().angular, number("1"));
}

#[test]
fn loads_that_cancel_leave_gravity() {
    let scene: Scene = r#"
        format = "zwang-scene-1"
        name = "balanced"
        gravity = [1, -2]
        [[body]]
        name = "a"
        rectangle = { center = [0, 0], size = [2, 2] }
        force = [3, 4]
        torque = 8
        [[load]]
        name = "back"
        body = "a"
        at = [2, 0]
        force = [-3, -4]
    "#
    .parse()
    .unwrap();
    // T = 8 + 2·(-4) = 0.
    let free = scene.free_accelerations();
    let free = free[0].as_ref().unwrap();
    assert_eq!(free.linear, vector("1", "-2"));
    assert_eq!(free.angular, number("0"));
    // Yet as the body turns, the pair of forces does not stay along one line.
    let resultant = &scene.resultants()[0];
    assert!(!resultant.is_zero());
    assert_eq!(resultant.torque(), number("0"));
    assert_eq!(resultant.turning.virial, number("-6"));
}

/// The sums over bodies that are turned by hand, body point by body point.
#[test]
fn torque_and_work_of_a_body_that_is_turned() {
    let text = changed(
        "at = [0, 100]\nforce = [0, 0]",
        "at = [1, 0]\nforce = [2, -3]",
    );
    let scene = read(&text);
    let brick = &scene.bodies[1];
    let free = brick.dynamics.as_ref().unwrap();
    let turning = scene.resultants()[1].turning.clone();
    let (re, im) = (number("3/5"), number("-4/5"));
    let mut torque = number("0");
    let mut work = number("0");
    for load in scene.loads.iter().filter(|load| load.body == BodyId(1)) {
        let Vector { x, y } = &load.at - &free.centroid;
        let arm = Vector::new(&re * &x - &im * &y, &im * &x + &re * &y);
        torque += arm.cross(&load.force) + &load.torque;
        work += arm.dot(&load.force);
    }
    assert_eq!(turning.torque([&re, &im]), torque);
    assert_eq!(turning.work([&re, &im]), work);
    assert_ne!(torque, scene.resultants()[1].torque());
    // The same over the inertia.
    let accelerating = turning.map(|part| part / &free.inertia);
    assert_eq!(accelerating.torque([&re, &im]), torque / &free.inertia);
}

#[test]
fn weights_and_loads_pull() {
    let scene = read(IN_TOML);
    let pulls = scene.pulls();
    assert_eq!(pulls[0], None);
    // m g + F and T of the brick and of the plate, as above.
    let brick = pulls[1].as_ref().unwrap();
    assert_eq!(brick.force, vector("7/10", "-121/3"));
    assert_eq!(brick.torque, number("1/20"));
    let plate = pulls[2].as_ref().unwrap();
    assert_eq!(plate.force, vector("6", "-21"));
    assert_eq!(plate.torque, number("-11/7"));
    let power = plate.power(&vector("1", "2"), &number("7"));
    assert_eq!(power, number("-47"));
}

#[test]
fn a_load_so_many_times_as_strong() {
    let wind = read(IN_TOML).load_named("wind").unwrap().clone();
    let half = wind.scaled(&number("-1/2"));
    assert_eq!(half.force, vector("-1/10", "0"));
    assert_eq!(half.torque, number("-1/8"));
    assert_eq!((&half.name, &half.at), (&wind.name, &wind.at));
    assert!(wind.scaled(&number("0")).is_zero());
}

#[test]
fn bad_loads_are_refused_in_one_line() {
    for (find, put, message) in [
        (
            "name = \"wind\"\n",
            "",
            "line 24: load 0: found no `name`; expected a name for the load: name = \"wind\"",
        ),
        (
            "name = \"wind\"",
            "name = 1",
            "line 25: load 0, name: found the number 1; expected a text in quotation marks",
        ),
        (
            "name = \"wind\"",
            "name = \"\"",
            "line 25: load 0, name: found an empty text; expected a name",
        ),
        (
            "name = \"wind\"",
            "name = \"hand\"",
            "line 32: load `hand`, name: found it again, first in line 25; expected it once",
        ),
        (
            "name = \"wind\"",
            "name = \"brick\"",
            "line 25: load `brick`, name: found it again, first in line 12; expected it once",
        ),
        (
            "body = \"brick\"\nat",
            "bod = \"brick\"\nat",
            "line 26: load `wind`: found the unknown key `bod`; expected a known one, the nearest \
             is `body`",
        ),
        (
            "body = \"brick\"\nat",
            "at",
            "line 24: load `wind`: found no `body`; expected the name of a free body",
        ),
        (
            "body = \"brick\"\nat",
            "body = \"brik\"\nat",
            "line 26: load `wind`, body: found the unknown body `brik`; expected the name of a \
             body, the nearest is `brick`",
        ),
        (
            "body = \"brick\"\nat",
            "body = [\"brick\"]\nat",
            "line 26: load `wind`, body: found a list of 1; expected a text in quotation marks",
        ),
        (
            "body = \"brick\"\nat",
            "body = \"floor\"\nat",
            "line 26: load `wind`, body: found a fixed body; expected a free one, which a load \
             can move",
        ),
        (
            "at = [-1, 2]",
            "at = -1",
            "line 27: load `wind`, at: found the number -1; expected two numbers, [x, y]",
        ),
        (
            "at = [-1, 2]",
            "at = [-1, \"up\"]",
            "line 27: load `wind`, at, y: found the text `up`; expected a number: an integer, a \
             fraction like \"1/3\" or a decimal like 0.25",
        ),
        (
            "force = [\"1/5\", 0]",
            "force = [\"1/5\"]",
            "line 28: load `wind`, force: found a list of 1; expected two numbers, [x, y]",
        ),
        (
            "torque = 0.25",
            "torque = [1]",
            "line 29: load `wind`, torque: found a list of 1; expected a number: an integer, a \
             fraction like \"1/3\" or a decimal like 0.25",
        ),
        (
            "force = [6, 9]\n",
            "",
            "line 31: load `hand`: found no `force`; expected `force` or `torque`",
        ),
        (
            "force = [6, 9]",
            "forces = [6, 9]",
            "line 34: load `hand`: found the unknown key `forces`; expected a known one, the \
             nearest is `force`",
        ),
        (
            "force = [0.5, \"-1/3\"]",
            "force = 0.5",
            "line 14: body `brick`, force: found the number 0.5; expected two numbers, [x, y]",
        ),
        (
            "torque = -2",
            "torque = \"much\"",
            "line 22: body `plate`, torque: found the text `much`; expected a number: an integer, \
             a fraction like \"1/3\" or a decimal like 0.25",
        ),
        (
            "fixed = true\n",
            "fixed = true\nforce = [0, 0]\n",
            "line 9: body `floor`: found `force` together with `fixed = true`; expected no load on \
             a fixed body",
        ),
        (
            "fixed = true\n",
            "fixed = true\ntorque = 1\n",
            "line 9: body `floor`: found `torque` together with `fixed = true`; expected no load \
             on a fixed body",
        ),
        (
            "[[load]]\nname = \"wind\"\nbody = \"brick\"\nat = [-1, 2]\n",
            "[[load]]\n",
            "line 24: load 0: found no `name`; expected a name for the load: name = \"wind\"",
        ),
    ] {
        assert_eq!(refusal(find, put), message, "{put}");
    }
    let (bodies, _) = IN_TOML.split_once("[[load]]").unwrap();
    for (load, message) in [
        (
            "[load]\nname = 'wind'",
            "line 24: load: found a table; expected a list of loads, [[load]] in TOML",
        ),
        (
            "[[loads]]\nname = 'wind'",
            "line 24: scene: found the unknown key `loads`; expected a known one, the nearest is \
             `load`",
        ),
    ] {
        let error = parse_toml(&format!("{bodies}{load}")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let scalar = format!("load = ['wind']\n{bodies}");
    let message = "line 1: load 0: found the text `wind`; expected a table of keys and values";
    assert_eq!(parse_toml(&scalar).unwrap_err().to_string(), message);
}

fn power_of_two(exponent: u32) -> BigInt {
    BigInt::from(1) << exponent
}

/// A brick on which these loads act, each a force along x.
fn loaded(forces: &[String], at: &str) -> String {
    let mut text = "format = 'zwang-scene-1'\nname = 's'\n[[body]]\nname = 'a'\n\
                    rectangle = { center = [0, 0], size = [1, 1] }\n"
        .to_owned();
    for (index, force) in forces.iter().enumerate() {
        text += &format!("[[load]]\nname = '{index}'\nbody = 'a'\n{at}force = ['{force}', 0]\n");
    }
    text
}

#[test]
fn the_numbers_of_all_loads_on_a_body_are_bounded_together() {
    // 2^13000 - 1 has 3914 digits and 13000 bits, and its denominator one more. A zero has one bit,
    // that of its denominator; so each load has 13000 + 1 + 1 + 1 bits.
    let ones = (power_of_two(13_000) - BigInt::from(1)).to_string();
    let five = vec![ones.clone(); 5];
    let left = 65_536 - 5 * 13_003;
    // What is left, less the four bits beside the numerator.
    let last = power_of_two(left - 4).to_string();
    let longer = power_of_two(left - 3).to_string();
    let mut forces = five.clone();
    forces.push(last);
    let scene = read(&loaded(&forces, ""));
    assert_eq!(scene.loads.len(), 6);
    forces[5] = longer;
    let error = parse_toml(&loaded(&forces, "")).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 26: load `5`: found loads of 65537 binary digits together on the body; expected at \
         most 65536"
    );
    // The point counts where it is not the centroid: with 1 + 1 bits for the 0, and 1 for the y.
    let at_centroid = loaded(&five, "at = [0, 0]\n");
    assert_eq!(read(&at_centroid).loads.len(), 5);
    let far = loaded(&five, &format!("at = [0, {ones}]\n"));
    let error = parse_toml(&far).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 16: load `2`: found loads of 78015 binary digits together on the body; expected at \
         most 65536"
    );
}

#[test]
fn the_bound_is_that_of_each_body() {
    let ones = (power_of_two(13_000) - BigInt::from(1)).to_string();
    let mut text = loaded(&vec![ones.clone(); 5], "");
    text += "[[body]]\nname = 'b'\nrectangle = { center = [9, 0], size = [1, 1] }\n";
    for index in 5..10 {
        text += &format!("[[load]]\nname = '{index}'\nbody = 'b'\nforce = [{ones}, 0]\n");
    }
    assert_eq!(read(&text).loads.len(), 10);
}
