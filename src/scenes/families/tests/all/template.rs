//! Scene files with parameters: what expressions are worth, and what is refused.

use proptest::prelude::*;
use zwang_exact::Rational;
use zwang_families::template::{Expanded, Setting, read};
use zwang_scene::SceneError;
use zwang_scene::read::{Syntax, parse_toml};

const STAIRS: &str = include_str!("../../../../../scenes/templates/stairs.toml");

/// A scene whose gravity is this text, with these lines about parameters.
fn with_gravity(parameters: &str, gravity: &str) -> String {
    format!(
        "format = \"zwang-scene-1\"\nname = \"s\"\ngravity = [0, \"{gravity}\"]\n\
         body = [{{ name = \"a\", rectangle = {{ center = [0, 0], size = [1, 1] }} }}]\n\
         {parameters}"
    )
}

fn read_toml(text: &str, settings: &[&str]) -> Result<Expanded, SceneError> {
    let mut parsed = Vec::new();
    for setting in settings {
        parsed.push(setting.parse::<Setting>().unwrap());
    }
    read(text, Syntax::Toml, &parsed)
}

/// The value of gravity.
fn value(parameters: &str, gravity: &str) -> Result<Rational, SceneError> {
    let text = with_gravity(parameters, gravity);
    Ok(read_toml(&text, &[])?.scene.gravity.y)
}

fn ratio(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

/// An expression as a tree, which is evaluated and written without the reader.
#[derive(Clone, Debug)]
enum Tree {
    Number(u32, u32),
    X,
    Negative(Box<Tree>),
    Binary(char, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// `None` where it divides by zero.
    fn value(&self, x: &Rational) -> Option<Rational> {
        match self {
            Self::Number(tenths, _) => Some(Rational::new((*tenths).into(), 10.into())),
            Self::X => Some(x.clone()),
            Self::Negative(tree) => Some(-tree.value(x)?),
            Self::Binary(sign, left, right) => {
                let (left, right) = (left.value(x)?, right.value(x)?);
                match sign {
                    '+' => Some(left + right),
                    '-' => Some(left - right),
                    '*' => Some(left * right),
                    _ if right == Rational::default() => None,
                    _ => Some(left / right),
                }
            }
        }
    }

    /// 0 for sums, 1 for products, 2 for what needs no parentheses.
    fn rank(&self) -> u8 {
        match self {
            Self::Binary('+' | '-', ..) => 0,
            Self::Binary(..) => 1,
            _ => 2,
        }
    }

    /// With as few parentheses as school allows.
    fn text(&self) -> String {
        match self {
            Self::Number(tenths, spaces) => {
                let space = " ".repeat(*spaces as usize);
                format!("{space}{}.{}{space}", tenths / 10, tenths % 10)
            }
            Self::X => "x".to_owned(),
            Self::Negative(tree) => format!("-{}", tree.at_least(2)),
            Self::Binary(sign, left, right) => {
                let rank = self.rank();
                let left = left.at_least(rank);
                let right = right.at_least(rank + 1);
                format!("{left} {sign}{right}")
            }
        }
    }

    fn at_least(&self, rank: u8) -> String {
        if self.rank() < rank {
            format!("({})", self.text())
        } else {
            self.text()
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (0..100_u32, 0..2_u32).prop_map(|(tenths, spaces)| Tree::Number(tenths, spaces)),
        Just(Tree::X),
    ];
    leaf.prop_recursive(5, 40, 2, |inner| {
        let signs = prop::sample::select(vec!['+', '-', '*', '/']);
        prop_oneof![
            inner
                .clone()
                .prop_map(|tree| Tree::Negative(Box::new(tree))),
            (signs, inner.clone(), inner).prop_map(|(sign, left, right)| Tree::Binary(
                sign,
                Box::new(left),
                Box::new(right)
            )),
        ]
    })
}

proptest! {
    #[test]
    fn an_expression_is_worth_what_its_tree_is(tree in trees(), x in -20..20_i64) {
        let x = Rational::new(x.into(), 6.into());
        let found = value(&format!("[parameters]\nx = \"{x}\""), &tree.text());
        match tree.value(&x) {
            Some(expected) => prop_assert_eq!(found.unwrap(), expected),
            None => {
                let refusal = found.unwrap_err().to_string();
                prop_assert!(refusal.contains("a division by 0 in"), "{}", refusal);
            }
        }
    }
}

#[test]
fn expressions_need_no_parameters() {
    for (text, expected) in [
        ("1/2 + 1/8", "5/8"),
        ("-(1 - 0.25)", "-3/4"),
        ("2e1*1.5E-3", "3/100"),
        ("1/2/3", "1/6"),
        ("1 - 2 - 3", "-4"),
        ("- -+1", "1"),
    ] {
        assert_eq!(value("", text), Ok(ratio(expected)), "{text}");
    }
}

#[test]
fn parameters_are_defined_in_any_order_and_set_from_outside() {
    let parameters = "[parameters]\nz = \"x * y\"\ny = \"x + 1/2\"\nx = 0.1\n_e1 = \"z\"";
    let text = with_gravity(parameters, "z - _e1 / 2");
    let gravity = |settings: &[&str]| read_toml(&text, settings).unwrap().scene.gravity.y;
    assert_eq!(gravity(&[]), ratio("3/100"));
    assert_eq!(gravity(&["x=1/2"]), ratio("1/4"));
    assert_eq!(gravity(&["y = 3", "x=-2"]), ratio("-3"));
}

/// The file of `STAIRS` with numbers written out.
fn stairs(width: &str, height: &str, shifts: [&str; 3]) -> String {
    let text = STAIRS.split("[parameters]").next().unwrap().to_owned();
    let double = ratio(width) * ratio("2");
    let mut text = text
        + &format!(
            "[[body]]\nname = \"table\"\nfixed = true\nrectangle = \
             {{ center = [\"-{double}\", \"{}\"], size = [\"{}\", \"{width}\"] }}\n",
            -ratio(width) / ratio("2"),
            ratio(width) * ratio("4"),
        );
    let mut level = ratio(height) / ratio("2");
    for (name, x) in ["lower", "middle", "upper"].into_iter().zip(shifts) {
        text += &format!(
            "[[body]]\nname = \"{name}\"\nrectangle = \
             {{ center = [\"{x}\", \"{level}\"], size = [\"{width}\", \"{height}\"] }}\n"
        );
        level += ratio(height);
    }
    text
}

#[test]
fn a_template_has_the_digest_of_the_scene_of_numbers() {
    for (settings, plain) in [
        (&[][..], stairs("1", "1/4", ["-3/10", "-1/10", "1/10"])),
        (&["shift=1/4"], stairs("1", "1/4", ["-1/4", "0", "1/4"])),
        (
            &["width=3", "height=1/7"],
            stairs("3", "1/7", ["-9/10", "-3/10", "3/10"]),
        ),
    ] {
        let found = read_toml(STAIRS, settings).unwrap();
        let expected = parse_toml(&plain).unwrap().scene;
        assert_eq!(found.scene.canonical(), expected.canonical());
        assert_eq!(found.scene.digest(), expected.digest());
        assert_eq!(found.lines.bodies, [10, 15, 19, 23]);
    }
    // The reader that is trusted knows numbers only.
    let refusal = parse_toml(STAIRS).unwrap_err().to_string();
    assert!(
        refusal.contains("line 5: scene: found the unknown key `parameters`"),
        "{refusal}"
    );
}

#[test]
fn json_has_parameters_too() {
    let text = r#"{
        "format": "zwang-scene-1", "name": "s", "parameters": {"a": "b/3", "b": 2},
        "friction": "a", "gravity": ["a - b", "-b"],
        "body": [
            {"name": "fixed", "fixed": true, "friction": "b*b",
             "parts": [[["0", "-a"], ["b", 0], [0, "a*0"]]]},
            {"name": "free", "rectangle": {"center": ["b*4", "a"], "size": ["a", "b"]},
             "mass": "a", "inertia": "a/2", "centroid": ["8", "a"],
             "velocity": ["a", "b"], "spin": "-a"}
        ],
        "pin": [{"bodies": ["free"], "at": ["b", "a+1"]}],
        "pair": [{"bodies": ["free", "fixed"], "friction": "b/a"}]
    }"#;
    let numbers = text
        .replace(r#""parameters": {"a": "b/3", "b": 2},"#, "")
        .replace("a*0", "0")
        .replace("b*b", "4")
        .replace("b*4", "8")
        .replace("a/2", "1/3")
        .replace("b/a", "3")
        .replace("a+1", "5/3")
        .replace("a - b", "-4/3")
        .replace("\"-b\"", "-2")
        .replace("\"-a\"", "\"-2/3\"")
        .replace("\"a\"", "\"2/3\"")
        .replace("\"b\"", "2");
    let found = read(text, Syntax::Json, &[]).unwrap();
    let expected = zwang_scene::read::parse_json(&numbers).unwrap();
    assert_eq!(found.scene, expected.scene);
    assert_eq!(found.lines, expected.lines);
}

#[test]
fn every_refusal_tells_line_thing_found_and_expected() {
    let long = "1".repeat(4097);
    let deep = format!("{}x{}", "(".repeat(33), ")".repeat(33));
    for (parameters, gravity, expected) in [
        (
            "[parameters]\nx = 1",
            "y",
            "line 3: gravity: found the unknown parameter `y` in `y`; expected one of x",
        ),
        ("[parameters]\nx = 1\ny = 2", "z", "expected one of x, y"),
        (
            "[parameters]",
            "y",
            "found the unknown parameter `y` in `y`; \
             expected no parameter, as the file defines none",
        ),
        (
            "[parameters]\nx = 1",
            "1 / (x - 1)",
            "found a division by 0 in `1 / (x - 1)`; expected a divisor other than 0",
        ),
        (
            "[parameters]\nx = 1",
            "2x",
            "found `x` in `2x`; expected +, -, * or /",
        ),
        (
            "[parameters]\nx = 1",
            "2 *",
            "found the end in `2 *`; expected a number, the name of a parameter, or an opening",
        ),
        (
            "[parameters]\nx = 1",
            "(x",
            "found the end in `(x`; expected +, -, *, / or a closing parenthesis",
        ),
        (
            "[parameters]\nx = 1",
            "x)",
            "found `)` in `x)`; expected +, -, * or /",
        ),
        (
            "[parameters]\nx = 1",
            "x^2",
            "found `^` in `x^2`; expected a number, the name of a parameter, +, -, *, / or",
        ),
        (
            "[parameters]\nx = 1",
            "1.",
            "found `.` in `1.`; expected a number",
        ),
        (
            "[parameters]\nx = 1",
            "x+1e1001",
            "found `1e1001` in `x+1e1001`; expected an exponent from -1000 to 1000",
        ),
        ("[parameters]\nx = 1", &long, "found 4097 characters in"),
        ("[parameters]\nx = 1", &deep, "found deeper parentheses in"),
        (
            "[parameters]\nx = \"\"",
            "1",
            "line 6: parameter `x`: found the end in ``; expected a number",
        ),
        (
            "[parameters]\nx = \"z + 1\"",
            "1",
            "line 6: parameter `x`: found the unknown parameter `z` in `z + 1`; expected one of x",
        ),
        (
            "[parameters]\nx = \"1/0\"",
            "1",
            "line 6: parameter `x`: found a division by 0 in `1/0`",
        ),
        (
            "[parameters]\nx = \"x\"",
            "1",
            "line 6: parameter `x`: found the circular definition x → x; expected a value that",
        ),
        (
            "[parameters]\na = \"x\"\nx = \"2*y\"\ny = \"x-1\"",
            "1",
            "found the circular definition x → y → x",
        ),
        (
            "[parameters]\nx = [1]",
            "1",
            "line 6: parameter `x`: found a list of 1; expected a number, or an expression like \"2 * x + \
             1/3\"; keys below [parameters] belong to it: put it last, or write parameters = { … }",
        ),
        (
            "[parameters]\nx = true",
            "1",
            "line 6: parameter `x`: found true",
        ),
        (
            "[parameters]\n1x = 1",
            "1",
            "line 6: parameters: found the name `1x`; expected letters, digits and _",
        ),
        (
            "parameters = 3",
            "1",
            "line 5: parameters: found the number 3; expected a table",
        ),
        (
            "",
            "y",
            "line 3: gravity, y: found the text `y`; expected a number",
        ),
    ] {
        let refusal = value(parameters, gravity).unwrap_err().to_string();
        assert!(
            refusal.contains(expected),
            "{parameters} {gravity}: {refusal}"
        );
        assert_eq!(refusal.lines().count(), 1);
    }
    for (settings, expected) in [
        (
            &["z=1"][..],
            "line 5: parameters: found the unknown parameter `z`; \
             expected one of width, height, shift",
        ),
        (
            &["friction=1"],
            "line 5: parameters: found the unknown parameter `friction`; expected one of width, \
             height, shift; the key `friction` varies as friction = \"mu\" with the parameter \
             mu, and `zwang critical SCENE --friction` varies that of all contacts",
        ),
        (
            &["shift=1", "shift=1"],
            "line 5: parameters: found two values for `shift`; expected one",
        ),
        (
            &["width=0"],
            "line 13: body `table`, rectangle, size, x: found the number 0; \
             expected a positive number",
        ),
    ] {
        let refusal = read_toml(STAIRS, settings).unwrap_err().to_string();
        assert_eq!(refusal.split(" (").next().unwrap(), expected);
    }
    let refusal = read_toml(&with_gravity("", "1"), &["x=1"])
        .unwrap_err()
        .to_string();
    assert!(
        refusal.contains("expected no parameter, as the file defines none"),
        "{refusal}"
    );
    for text in ["x", "x=", "x=y", "x=1/0"] {
        assert!(text.parse::<Setting>().is_err(), "{text}");
    }
}

/// Parameters of which each is made from the one before.
fn chain(length: usize, first: &str, next: impl Fn(&str) -> String) -> String {
    let mut text = format!("[parameters]\nx0 = \"{first}\"\n");
    for index in 1..length {
        let before = format!("x{}", index - 1);
        text += &format!("x{index} = \"{}\"\n", next(&before));
    }
    text
}

#[test]
fn no_file_is_a_long_computation() {
    let refusal =
        |parameters: &str, gravity: &str| value(parameters, gravity).unwrap_err().to_string();
    let squares = chain(60, "3", |before| format!("{before} * {before}"));
    assert!(refusal(&squares, "1").contains("expected at most 13500"));

    let sums = chain(1000, "1", |before| format!("{before} + {before}"));
    assert_eq!(value(&sums, "x999 / x998"), Ok(ratio("2")));
    let backwards: Vec<&str> = sums.lines().skip(1).collect();
    let backwards = backwards.into_iter().rev().collect::<Vec<_>>().join("\n");
    let backwards = format!("[parameters]\n{backwards}");
    assert_eq!(value(&backwards, "x999 / x998"), Ok(ratio("2")));
    let more = chain(1001, "1", |before| before.to_owned());
    assert!(refusal(&more, "1").contains("found 1001 of them; expected at most 1000"));

    // Each product takes a millisecond, and there could be a million of them.
    let long = format!(
        "[parameters]\nx = \"{}\"\ny = \"x / 7\"\n",
        "1".repeat(4000)
    );
    let products = vec!["y - y"; 500].join(" + ");
    assert!(refusal(&long, &products).contains("more work than may be"));

    // A name of one letter stands for thousands of digits.
    let mut bodies = String::new();
    for index in 0..5000 {
        bodies += &format!(
            "[[body]]\nname = \"{index}\"\nspin = \"x\"\nrectangle = \
             {{ center = [0, 0], size = [1, 1] }}\n"
        );
    }
    let text = format!("format = \"zwang-scene-1\"\nname = \"s\"\n{long}{bodies}");
    let refusal = read_toml(&text, &[]).unwrap_err().to_string();
    assert!(
        refusal.contains("characters written by a template"),
        "{refusal}"
    );
}

/// A scene with these lines about its only body.
fn with_body(lines: &str) -> String {
    format!("format = \"zwang-scene-1\"\nname = \"s\"\n[[body]]\nname = \"a\"\n{lines}\n")
}

/// The vertices of the parts of a body.
fn vertices(text: &str) -> Vec<[Rational; 2]> {
    let scene = read_toml(text, &[]).unwrap().scene;
    let parts = &scene.bodies[0].parts;
    assert_eq!(parts.len(), 1);
    let points = parts[0].vertices().iter();
    points
        .map(|point| [point.x.clone(), point.y.clone()])
        .collect()
}

#[test]
fn a_rectangle_is_turned_about_its_centre() {
    let turned = |angle: &str| {
        vertices(&with_body(&format!(
            "rectangle = {{ center = [10, 20], size = [6, 2], angle = {angle} }}"
        )))
    };
    let points = |texts: [[&str; 2]; 4]| Vec::from(texts.map(|point| point.map(ratio)));
    // 2 arctan 1/2 has the cosine 3/5 and the sine 4/5.
    let expected = points([
        ["9", "17"],
        ["63/5", "109/5"],
        ["11", "23"],
        ["37/5", "91/5"],
    ]);
    assert_eq!(turned("{ half_tangent = \"1/2\" }"), expected);
    let upright = points([["7", "19"], ["13", "19"], ["13", "21"], ["7", "21"]]);
    for angle in [
        "{ half_tangent = 0 }",
        "{ degrees = 0 }",
        "{ degrees = \"90 * 4\" }",
    ] {
        assert_eq!(turned(angle), upright, "{angle}");
    }
    let quarter = points([["11", "17"], ["11", "23"], ["9", "23"], ["9", "17"]]);
    for angle in [
        "{ degrees = 90 }",
        "{ degrees = -270 }",
        "{ half_tangent = 1 }",
    ] {
        assert_eq!(turned(angle), quarter, "{angle}");
    }
}

/// Lengths and right angles are kept, and the angle is the one that was asked for, by sines and
/// cosines of the standard library.
#[test]
#[allow(clippy::disallowed_types, reason = "a second computation, in floats")]
fn degrees_are_near_and_said_in_a_note() {
    for degrees in ["30", "-30", "17.5", "100", "-200", "0.01", "45", "359.9"] {
        let text = with_body(&format!(
            "rectangle = {{ center = [0, 0], size = [2, 1], angle = {{ degrees = {degrees} }} }}"
        ));
        let corners = vertices(&text);
        let side =
            |from: usize, to: usize| [0, 1].map(|axis| &corners[to][axis] - &corners[from][axis]);
        let (along, up) = (side(0, 1), side(1, 2));
        assert_eq!(&along[0] * &along[0] + &along[1] * &along[1], ratio("4"));
        assert_eq!(up, [-&along[1] / ratio("2"), &along[0] / ratio("2")]);
        let angle = degrees.parse::<f64>().unwrap().to_radians();
        let direction = along.map(|number| {
            let (above, below) = (number.numer().to_string(), number.denom().to_string());
            above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap() / 2.0
        });
        let error = f64::hypot(direction[0] - angle.cos(), direction[1] - angle.sin());
        let notes = read_toml(&text, &[]).unwrap().notes;
        assert_eq!(notes.len(), 1, "{degrees}");
        let start = format!("line 5: body `a`: {degrees} degrees are taken as the angle with");
        let start = start
            .replace("17.5", "35/2")
            .replace("0.01", "1/100")
            .replace("359.9", "3599/10");
        assert!(notes[0].starts_with(&start), "{}", notes[0]);
        let (_, bound) = notes[0].split_once("less than 1/").unwrap();
        let bound: f64 = bound.split(' ').next().unwrap().parse().unwrap();
        assert!(
            error <= (1.0 / bound).to_radians() && bound >= 50.0,
            "{degrees}: {error}"
        );
    }
}

#[allow(clippy::disallowed_types, reason = "a second computation, in floats")]
fn double(number: &Rational) -> f64 {
    let [above, below] = [number.numer(), number.denom()].map(ToString::to_string);
    above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
}

/// Corners are on the circle, exactly, and near those of the standard library; left mirrors right.
#[test]
#[allow(clippy::disallowed_types, reason = "a second computation, in floats")]
fn a_regular_polygon_is_on_its_circle() {
    for count in [3, 4, 5, 6, 7, 12, 99, 100] {
        let text = with_body(&format!(
            "regular_polygon = {{ center = [2, 3], radius = \"5/2\", corners = {count} }}"
        ));
        let corners = vertices(&text);
        assert_eq!(corners.len(), count);
        for (index, [x, y]) in corners.iter().enumerate() {
            let [x, y] = [x - ratio("2"), y - ratio("3")];
            assert_eq!(&x * &x + &y * &y, ratio("25/4"), "{count}");
            let [left, up] = &corners[count - 1 - index];
            assert_eq!((ratio("2") - left, up - ratio("3")), (x.clone(), y.clone()));
            let side = std::f64::consts::TAU / count as f64;
            let angle = (index as f64 + 0.5) * side - std::f64::consts::FRAC_PI_2;
            let error = f64::hypot(
                double(&x) - 2.5 * angle.cos(),
                double(&y) - 2.5 * angle.sin(),
            );
            assert!(error < 1e-5 * 2.5 * 6.0, "{count}: {error}");
        }
        let notes = read_toml(&text, &[]).unwrap().notes;
        let [note] = notes.as_slice() else {
            panic!("{notes:?}")
        };
        assert!(
            note.contains("corners of the regular polygon are taken"),
            "{note}"
        );
    }
    let on_its_side = "regular_polygon = { center = [0, 0], radius = 1, corners = 3, \
                       angle = { degrees = 90 } }";
    let triangle = vertices(&with_body(on_its_side));
    assert!(triangle.contains(&["-1", "0"].map(ratio)));
}

#[test]
fn what_is_no_regular_polygon_is_refused() {
    for (table, expected) in [
        (
            "7",
            "line 5: body `a`, regular_polygon: found the number 7; expected { center = [0, 0]",
        ),
        ("{ radius = 1, corners = 5 }", "found no point as center"),
        (
            "{ center = [0, 0], corners = 5 }",
            "found no positive number as radius",
        ),
        (
            "{ center = [0, 0], radius = -1, corners = 5 }",
            "found no positive number as radius",
        ),
        (
            "{ center = [0, 0], radius = 1 }",
            "found another number of corners",
        ),
        (
            "{ center = [0, 0], radius = 1, corners = 2 }",
            "expected corners = a whole number from 3 to 100",
        ),
        (
            "{ center = [0, 0], radius = 1, corners = 101 }",
            "a whole number from 3 to 100",
        ),
        (
            "{ center = [0, 0], radius = 1, corners = \"7/2\" }",
            "a whole number",
        ),
        (
            "{ center = [0, 0], radius = 1, corners = 1e40 }",
            "a whole number",
        ),
        (
            "{ center = [0, 0], radius = 1, sides = 5 }",
            "found the unknown key `sides`",
        ),
        (
            "{ center = [0, 0], radius = 1, corners = 5, angle = 3 }",
            "found the number 3",
        ),
        (
            "{ center = [0, 0], radius = 1, corners = 5 }\nparts = []",
            "found `parts` beside it",
        ),
    ] {
        let text = with_body(&format!("regular_polygon = {table}"));
        let error = read_toml(&text, &[]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_row_is_so_many_bodies() {
    let row = with_body(
        "copies = { count = \"n\", step = [\"2*h\", \"-h\"] }\nspin = 1\nfriction = \"h\"\n\
         rectangle = { center = [\"h\", 0], size = [1, 1] }\n\
         [[body]]\nname = \"b\"\nmass = 1\ninertia = 1\ncentroid = [1, 2]\n\
         parts = [[[0, 0], [1, 0], [0, 1]], [[0, 5], [1, 5], [0, 6]]]\n\
         copies = { count = 2, step = [10, 0] }\n\
         [[pin]]\nbodies = [\"a 2\", \"b 1\"]\nat = [0, 0]\n\
         [parameters]\nn = 3\nh = \"1/2\"",
    );
    let body = |index: u32, x: &str, y: &str| {
        format!(
            "[[body]]\nname = \"a {index}\"\nspin = 1\nfriction = \"1/2\"\n\
             rectangle = {{ center = [\"{x}\", \"{y}\"], size = [1, 1] }}\n"
        )
    };
    let numbers = String::from("format = \"zwang-scene-1\"\nname = \"s\"\n")
        + &body(0, "1/2", "0")
        + &body(1, "3/2", "-1/2")
        + &body(2, "5/2", "-1")
        + "[[body]]\nname = \"b 0\"\nmass = 1\ninertia = 1\ncentroid = [1, 2]\n\
           parts = [[[0, 0], [1, 0], [0, 1]], [[0, 5], [1, 5], [0, 6]]]\n\
           [[body]]\nname = \"b 1\"\nmass = 1\ninertia = 1\ncentroid = [11, 2]\n\
           parts = [[[10, 0], [11, 0], [10, 1]], [[10, 5], [11, 5], [10, 6]]]\n\
           [[pin]]\nbodies = [\"a 2\", \"b 1\"]\nat = [0, 0]\n";
    let found = read_toml(&row, &[]).unwrap();
    assert_eq!(found.scene, parse_toml(&numbers).unwrap().scene);
    assert_eq!(found.lines.bodies, [3, 3, 3, 9, 9]);
}

#[test]
fn a_row_may_be_of_turned_rectangles() {
    let text = |rest: &str| {
        with_body(&format!(
            "rectangle = {{ center = [0, 0], size = [2, 1], \
             angle = {{ half_tangent = \"1/3\" }} }}\n{rest}"
        ))
    };
    let one = vertices(&text(""));
    let row = read_toml(&text("copies = { count = 3, step = [0, 7] }"), &[])
        .unwrap()
        .scene;
    for (index, body) in row.bodies.iter().enumerate() {
        let height = Rational::from_integer((7 * index).into());
        for (moved, vertex) in body.parts[0].vertices().iter().zip(&one) {
            assert_eq!([&moved.x, &(&moved.y - &height)], [&vertex[0], &vertex[1]]);
        }
    }
    assert_eq!(row.bodies.len(), 3);
}

#[test]
fn bad_angles_and_rows_are_refused() {
    let rectangle = "rectangle = { center = [0, 0], size = [2, 1] }\n";
    let angle = |angle: &str, size: &str| {
        format!("rectangle = {{ center = [0, 0], size = {size}, angle = {angle} }}")
    };
    let copies = |copies: &str| format!("{rectangle}copies = {copies}");
    for (lines, expected) in [
        (
            angle("30", "[2, 1]"),
            "line 5: body `a`, rectangle, angle: found the number 30; \
             expected { degrees = 30 } or {",
        ),
        (
            angle("{ radians = 1 }", "[2, 1]"),
            "found the unknown key `radians`",
        ),
        (angle("{ }", "[2, 1]"), "found a table of 0"),
        (
            angle("{ degrees = true }", "[2, 1]"),
            "angle: found true; expected a number",
        ),
        (
            angle("{ degrees = 30 }", "[-2, 1]"),
            "line 5: body `a`, rectangle, size, x: found the number -2; expected a positive number",
        ),
        (
            angle("{ degrees = 30 }", "[2]"),
            "line 5: body `a`, rectangle, size: found a list of 1",
        ),
        (
            angle("{ degrees = 30 }", "[2, 1]") + "\nparts = []",
            "found `parts` together with `rectangle`",
        ),
        (
            copies("3"),
            "line 6: body `a`, copies: found the number 3; expected { count = 5, step = [1, 0] }",
        ),
        (copies("{ count = 3 }"), "found no `step`"),
        (copies("{ step = [1, 0] }"), "found no `count`"),
        (
            copies("{ count = 0, step = [1, 0] }"),
            "found the number 0 as count; expected a whole number, at least 1",
        ),
        (copies("{ count = \"1/2\", step = [1, 0] }"), "as count"),
        (copies("{ count = 1e30, step = [1, 0] }"), "as count"),
        (
            copies("{ count = 3, step = [1] }"),
            "found a list of 1 as step; expected two numbers",
        ),
        (
            copies("{ count = 3, step = [1, 0], by = 2 }"),
            "found the unknown key `by`",
        ),
        (
            copies("{ count = 200001, step = [1, 0] }"),
            "found 200001 of them; expected at most 200000 bodies",
        ),
    ] {
        let refusal = read_toml(&with_body(&lines), &[]).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{lines}: {refusal}");
        assert_eq!(refusal.lines().count(), 1);
    }
    // A long name, many times.
    let name = "n".repeat(1000);
    let text = with_body(&copies("{ count = 100000, step = [1, 0] }"))
        .replace("\"a\"", &format!("\"{name}\""));
    let refusal = read_toml(&text, &[]).unwrap_err().to_string();
    assert!(
        refusal.contains("characters written by a template"),
        "{refusal}"
    );
}

#[test]
fn loads_and_restitution_may_be_expressions() {
    let template = with_body(
        "rectangle = { center = [0, 0], size = [1, 1] }\n\
         force = [\"2*f\", \"-f\"]\ntorque = \"f / 7\"\nrestitution = \"f - 1\"\n\
         [[body]]\nname = \"b\"\nrectangle = { center = [5, 0], size = [1, 1] }\n\
         [[load]]\nname = \"wind\"\nbody = \"a\"\nat = [\"f\", \"f - 2\"]\n\
         force = [\"-f\", 0]\ntorque = \"f + f\"\n\
         [[pair]]\nbodies = [\"a\", \"b\"]\nrestitution = \"f / 2\"\n\
         [parameters]\nf = \"3/2\"",
    )
    .replacen("name", "restitution = \"f / 3\"\nname", 1);
    let numbers = with_body(
        "rectangle = { center = [0, 0], size = [1, 1] }\n\
         force = [3, -1.5]\ntorque = \"3/14\"\nrestitution = 0.5\n\
         [[body]]\nname = \"b\"\nrectangle = { center = [5, 0], size = [1, 1] }\n\
         [[load]]\nname = \"wind\"\nbody = \"a\"\nat = [1.5, -0.5]\n\
         force = [-1.5, 0]\ntorque = 3\n\
         [[pair]]\nbodies = [\"a\", \"b\"]\nrestitution = 0.75\n",
    )
    .replacen("name", "restitution = 0.5\nname", 1);
    let found = read_toml(&template, &[]).unwrap().scene;
    let expected = parse_toml(&numbers).unwrap().scene;
    assert_eq!(found, expected);
    assert_eq!(found.loads.len(), 2);
    // Another value, from outside.
    let weak = read_toml(&template, &["f=1"]).unwrap().scene;
    assert_eq!(weak.load_named("wind").unwrap().torque, ratio("2"));
    assert!(weak.canonical() != found.canonical());
    let refusal = read_toml(&template, &["f=-3"]).unwrap_err().to_string();
    assert!(
        refusal.contains("restitution: found the number -1; expected a number from 0 to 1"),
        "{refusal}"
    );
    let unknown = template.replace("\"f / 7\"", "\"g / 7\"");
    let refusal = read_toml(&unknown, &[]).unwrap_err().to_string();
    assert!(
        refusal.contains("body `a`, torque: found the unknown parameter `g`"),
        "{refusal}"
    );
    let unknown = template.replace("\"f - 2\"]", "\"g - 2\"]");
    let refusal = read_toml(&unknown, &[]).unwrap_err().to_string();
    assert!(
        refusal.contains("load 0, at: found the unknown parameter `g`"),
        "{refusal}"
    );
}

#[test]
fn each_body_of_a_row_has_the_load_of_its_own() {
    let row = with_body(
        "rectangle = { center = [0, 0], size = [1, 1] }\nforce = [3, 0]\ntorque = 2\n\
         copies = { count = 3, step = [2, 1] }\n\
         [[load]]\nname = \"a\"\nbody = \"a 1\"\nat = [0, 5]\nforce = [0, 1]",
    );
    let scene = read_toml(&row, &[]).unwrap().scene;
    let mut told = Vec::new();
    for load in &scene.loads {
        let name = load.name.as_str();
        told.push((
            name,
            load.body.0,
            load.at.x.to_string(),
            load.at.y.to_string(),
        ));
    }
    let expected = [
        ("a 0", 0, "0", "0"),
        ("a 1", 1, "2", "1"),
        ("a 2", 2, "4", "2"),
        ("a", 1, "0", "5"),
    ];
    let expected = expected.map(|(name, body, x, y)| (name, body, x.to_owned(), y.to_owned()));
    assert_eq!(told, expected);
    assert!(
        scene.loads[..3]
            .iter()
            .all(|load| load.torque == ratio("2"))
    );
    // A load of the list that has the name of a copy is one too many.
    let twice = row.replace("name = \"a\"\nbody", "name = \"a 2\"\nbody");
    let refusal = read_toml(&twice, &[]).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "line 10: load `a 2`, name: found it again, first in line 4; expected it once"
    );
}

#[test]
fn a_denominator_with_a_sign_is_no_expression_in_a_file_without_parameters() {
    for text in ["1/-2", "-3 / +4", "0.5/-2"] {
        let refusal = value("", text).unwrap_err().to_string();
        let plain = parse_toml(&with_gravity("", text)).unwrap_err().to_string();
        assert_eq!(refusal, plain);
        assert!(refusal.contains(&format!("found the text `{text}`; expected a number")));
        assert!(value("[parameters]\nx = 1", text).is_ok());
    }
    assert_eq!(value("", "1/-(2)").unwrap(), ratio("-1/2"));
}

/// A short text makes no more bodies than a short scene file has.
#[test]
fn copies_are_bounded_by_the_memory_that_they_take() {
    let text = |count: usize| {
        format!(
            "format = \"zwang-scene-1\"\nname = \"s\"\n[[body]]\nname = \"a\"\n\
             rectangle = {{ center = [0, 0], size = [1, 1] }}\n\
             copies = {{ count = {count}, step = [2, 0] }}\n"
        )
    };
    assert!(read_toml(&text(10_000), &[]).is_ok());
    let refusal = read_toml(&text(199_999), &[]).unwrap_err().to_string();
    assert!(
        refusal.contains("found more than 8388608 characters written by a template"),
        "{refusal}"
    );
}
