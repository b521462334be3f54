//! Scene files with parameters: what expressions are worth, and what is refused.

use proptest::prelude::*;
use zwang_exact::Rational;
use zwang_families::template::{Expanded, Setting, read};
use zwang_scene::SceneError;
use zwang_scene::read::{Syntax, parse_toml};

const STAIRS: &str = include_str!("../../../../scenes/templates/stairs.toml");

/// A scene whose gravity is this text, with these lines about parameters.
fn with_gravity(parameters: &str, gravity: &str) -> String {
    format!(
        "format = \"zwang-scene-1\"\nname = \"s\"\ngravity = [0, \"{gravity}\"]\n\
         body = [{{ name = \"a\", rectangle = {{ center = [0, 0], size = [1, 1] }} }}]\n{parameters}"
    )
}

fn read_toml(text: &str, settings: &[&str]) -> Result<Expanded, SceneError> {
    let mut parsed = Vec::new();
    for setting in settings {
        parsed.push(setting.parse::<Setting>().unwrap());
    }
    read(text, Syntax::Toml, &parsed)
}

/// What gravity is worth.
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
            {"name": "fixed", "fixed": true, "parts": [[["0", "-a"], ["b", 0], [0, "a*0"]]], "friction": "b*b"},
            {"name": "free", "rectangle": {"center": ["b*4", "a"], "size": ["a", "b"]},
             "mass": "a", "inertia": "a/2", "centroid": ["8", "a"], "velocity": ["a", "b"], "spin": "-a"}
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
            "line 3: gravity: found the unknown parameter `y` in `y`; expected no parameter, as the file defines none",
        ),
        (
            "[parameters]\nx = 1",
            "1 / (x - 1)",
            "line 3: gravity: found a division by 0 in `1 / (x - 1)`; expected a divisor other than 0",
        ),
        (
            "[parameters]\nx = 1",
            "2x",
            "found `x` in `2x`; expected +, -, * or /",
        ),
        (
            "[parameters]\nx = 1",
            "2 *",
            "found the end in `2 *`; expected a number, the name of a parameter, or an opening parenthesis",
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
            "found `^` in `x^2`; expected a number, the name of a parameter, +, -, *, / or a parenthesis",
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
            "line 6: parameter `x`: found the circular definition x → x; expected a value that does not depend on itself",
        ),
        (
            "[parameters]\na = \"x\"\nx = \"2*y\"\ny = \"x-1\"",
            "1",
            "found the circular definition x → y → x",
        ),
        (
            "[parameters]\nx = [1]",
            "1",
            "line 6: parameter `x`: found a list of 1; expected a number, or an expression like",
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
            "line 5: parameters: found the unknown parameter `z`; expected one of width, height, shift",
        ),
        (
            &["shift=1", "shift=1"],
            "line 5: parameters: found two values for `shift`; expected one",
        ),
        (
            &["width=0"],
            "line 13: body `table`, rectangle, size, x: found the number 0; expected a positive number",
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
