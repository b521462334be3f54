//! Scene files that are refused, with the whole message.

use zwang_scene::read::{Syntax, parse, parse_json};

const HEAD: &str = "format = \"zwang-scene-1\"\nname = \"s\"\n";
/// Lines 3 to 5.
const BRICK: &str = "[[body]]\nname = \"a\"\nrectangle = { center = [0, 0], size = [1, 1] }\n";
/// Lines 3 to 6.
const TABLE: &str =
    "[[body]]\nname = \"table\"\nfixed = true\nrectangle = { center = [0, -1], size = [9, 1] }\n";

const NUMBER: &str = "a number: an integer, a fraction like \"1/3\" or a decimal like 0.25";

fn refusal(text: &str, syntax: Syntax) -> String {
    match parse(text, syntax) {
        Ok(reading) => format!("accepted: {}", reading.scene.canonical()),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn assert_refused(syntax: Syntax, table: &[(String, &str)]) {
    for (text, message) in table {
        assert_eq!(
            refusal(text, syntax),
            message.replace("NUMBER", NUMBER),
            "\n{text}"
        );
    }
}

fn toml(table: &[(&str, &str)], before: &str) {
    let table: Vec<_> = table
        .iter()
        .map(|(text, message)| (format!("{before}{text}"), *message))
        .collect();
    assert_refused(Syntax::Toml, &table);
}

#[test]
fn the_head_of_a_file() {
    let empty = "line 1: scene: found an empty file; expected format = \"zwang-scene-1\"";
    let no_format = "line 1: scene: found no `format`; expected format = \"zwang-scene-1\"";
    toml(
        &[
            ("", empty),
            (" \n\t\r\n", empty),
            ("# nothing\n", no_format),
            ("name = 's'\n[[body]]", no_format),
            (
                "\nformat = 1",
                "line 2: format: found the number 1; expected a text in quotation marks",
            ),
            (
                "format = 'zwang-scene-2'\nnew = 1",
                "line 1: format: found the text `zwang-scene-2`; expected `zwang-scene-1`",
            ),
            (
                "format = 'zwang-scene-1'",
                "line 1: scene: found no `name`; expected a name for the scene: name = \"arch\"",
            ),
            (
                "format = 'zwang-scene-1'\nname = ''",
                "line 2: name: found an empty text; expected a name",
            ),
            (
                "format = 'zwang-scene-1'\nname = \"a\\nb\"",
                "line 2: name: found the text `a\\nb`; expected a text without control characters",
            ),
        ],
        "",
    );
    toml(
        &[
            (
                "",
                "line 1: scene: found no `body`; \
                 expected a list of at least one body, [[body]] in TOML",
            ),
            (
                "body = []",
                "line 3: body: found an empty list; \
                 expected a list of at least one body, [[body]] in TOML",
            ),
            (
                "[body]\nname = 'a'",
                "line 3: body: found a table; \
                 expected a list of at least one body, [[body]] in TOML",
            ),
            (
                "body = [1]",
                "line 3: body 0: found the number 1; expected a table of keys and values",
            ),
            (
                "title = \"two\\nlines\"",
                "line 3: title: found the text `two\\nlines`; \
                 expected a text without control characters",
            ),
            (
                "title = 1.5",
                "line 3: title: found the number 1.5; expected a text in quotation marks",
            ),
            (
                "expect = 'standz'",
                "line 3: expect: found the text `standz`; \
                 expected stands, can stand, falls, rests, moves, ambiguous, impossible",
            ),
            (
                "gravity = -1",
                "line 3: gravity: found the number -1; expected two numbers, [x, y]",
            ),
            (
                "gravity = [0, -1, 0]",
                "line 3: gravity: found a list of 3; expected two numbers, [x, y]",
            ),
            (
                "gravity = [\n0,\n'g']",
                "line 5: gravity, y: found the text `g`; expected NUMBER",
            ),
            (
                "bodies = []",
                "line 3: scene: found the unknown key `bodies`; \
                 expected a known one, the nearest is `body`",
            ),
            (
                "gravitiy = [0, -1]",
                "line 3: scene: found the unknown key `gravitiy`; \
                 expected a known one, the nearest is `gravity`",
            ),
        ],
        HEAD,
    );
}

#[test]
fn bodies() {
    toml(
        &[
            (
                "[[body]]",
                "line 3: body 0: found no `name`; expected a name for the body: name = \"brick\"",
            ),
            (
                "[[body]]\nname = 7",
                "line 4: body 0, name: found the number 7; expected a text in quotation marks",
            ),
            (
                "[[body]]\nname = 'a'",
                "line 3: body `a`: found no `parts`; expected `parts`, `rectangle`, `disk` or `capsule`",
            ),
            (
                "[[body]]\nname = 'a'\nrectangle = [1, 1]",
                "line 5: body `a`, rectangle: found a list of 2; \
                 expected a table of keys and values",
            ),
            (
                "[[body]]\nname = 'a'\nrectangle = { size = [1, 1] }",
                "line 5: body `a`, rectangle: found no `center`; expected `center` and `size`",
            ),
            (
                "[[body]]\nname = 'a'\nrectangle = { centre = [0, 0], size = [1, 1] }",
                "line 5: body `a`, rectangle: found the unknown key `centre`; \
                 expected a known one, the nearest is `center`",
            ),
            (
                "[[body]]\nname = 'a'\nrectangle = { center = [0, 0], size = [1, -1] }",
                "line 5: body `a`, rectangle, size, y: found the number -1; \
                 expected a positive number",
            ),
            (
                "[[body]]\nname = 'a'\nrectangle = { center = [0, 0], size = [0, 1] }",
                "line 5: body `a`, rectangle, size, x: found the number 0; \
                 expected a positive number",
            ),
        ],
        HEAD,
    );
}

#[test]
fn mass_and_motion() {
    toml(
        &[
            (
                "masss = 1",
                "line 6: body `a`: found the unknown key `masss`; \
                 expected a known one, the nearest is `mass`",
            ),
            (
                "\nName = 1",
                "line 7: body `a`: found the unknown key `Name`; \
                 expected a known one, the nearest is `name`",
            ),
            (
                "parts = []",
                "line 6: body `a`: found `parts` together with `rectangle`; \
                 expected only one of them",
            ),
            (
                "mass = 0",
                "line 6: body `a`, mass: found the number 0; expected a positive number",
            ),
            (
                "inertia = 1",
                "line 6: body `a`: found no `mass`; expected `mass`, alone or with `inertia`",
            ),
            (
                "centroid = [0, 0]",
                "line 6: body `a`: found no `mass`; expected `mass`, alone or with `inertia`",
            ),
            (
                "mass = 1\ncentroid = [0, 0]",
                "line 7: body `a`: found no `inertia`; \
                 expected `mass` and `inertia` with a `centroid`",
            ),
            (
                "density = 1\nmass = 1\ninertia = 1",
                "line 7: body `a`: found `mass` together with `density`; \
                 expected either `density`, or `mass`, alone or with `inertia`",
            ),
            (
                "density = 1\ncentroid = [0, 0]",
                "line 7: body `a`: found `centroid` together with `density`; \
                 expected either `density`, or `mass`, alone or with `inertia`",
            ),
            (
                "density = 0",
                "line 6: body `a`, density: found the number 0; expected a positive number",
            ),
            (
                "mass = '-1/2'\ninertia = 1",
                "line 6: body `a`, mass: found the text `-1/2`; expected a positive number",
            ),
            (
                "mass = 1\ninertia = 0",
                "line 7: body `a`, inertia: found the number 0; expected a positive number",
            ),
            (
                "fixed = 'yes'",
                "line 6: body `a`, fixed: found the text `yes`; expected true or false",
            ),
            (
                "spin = 0\nfixed = true",
                "line 6: body `a`: found `spin` together with `fixed = true`; \
                 expected a fixed body at rest, since platforms cannot move here",
            ),
            (
                "velocity = [1, 0]\nfixed = true",
                "line 6: body `a`: found `velocity` together with `fixed = true`; \
                 expected a fixed body at rest, since platforms cannot move here; \
                 if all fixed bodies move alike, subtract their velocity from the free ones",
            ),
            (
                "fixed = true\ndensity = 1",
                "line 7: body `a`: found `density` together with `fixed = true`; \
                 expected no mass of a fixed body",
            ),
            (
                "velocity = [1]",
                "line 6: body `a`, velocity: found a list of 1; expected two numbers, [x, y]",
            ),
            (
                "velocity = { x = 1 }",
                "line 6: body `a`, velocity: found a table; expected two numbers, [x, y]",
            ),
            (
                "[[body]]\nname = 'a'\nrectangle = { center = [5, 5], size = [1, 1] }",
                "line 7: body `a`, name: found it again, first in line 4; expected it once",
            ),
        ],
        &format!("{HEAD}{BRICK}"),
    );
}

#[test]
fn numbers() {
    toml(
        &[
            (
                "spin = 0x1F",
                "line 6: body `a`, spin: found the prefixed integer 0x1F; expected NUMBER",
            ),
            (
                "spin = 0o17",
                "line 6: body `a`, spin: found the prefixed integer 0o17; expected NUMBER",
            ),
            (
                "spin = 0b11",
                "line 6: body `a`, spin: found the prefixed integer 0b11; expected NUMBER",
            ),
            (
                "spin = inf",
                "line 6: body `a`, spin: found the float inf; expected NUMBER",
            ),
            (
                "spin = -nan",
                "line 6: body `a`, spin: found the float -nan; expected NUMBER",
            ),
            (
                "spin = 1979-05-27T07:32:00Z",
                "line 6: body `a`, spin: found the date or time 1979-05-27T07:32:00Z; \
                 expected NUMBER",
            ),
            (
                "spin = true",
                "line 6: body `a`, spin: found true; expected NUMBER",
            ),
            (
                "spin = 'fast'",
                "line 6: body `a`, spin: found the text `fast`; expected NUMBER",
            ),
            (
                "spin = ''",
                "line 6: body `a`, spin: found an empty text; expected NUMBER",
            ),
            (
                "spin = '1/0'",
                "line 6: body `a`, spin: found the text `1/0`; expected a denominator other than 0",
            ),
            (
                "spin = 1e1001",
                "line 6: body `a`, spin: found the number 1e1001; \
                 expected an exponent from -1000 to 1000",
            ),
            (
                "spin = \"\u{202e}1\\u001b[7m\"",
                "line 6: body `a`, spin: found the text `\\u{202e}1\\u{1b}[7m`; expected NUMBER",
            ),
        ],
        &format!("{HEAD}{BRICK}"),
    );
    let long = format!("{HEAD}{BRICK}spin = {}", "1".repeat(4097));
    let message = "line 6: body `a`, spin: found a number of 4097 characters; \
                   expected at most 4096 characters";
    assert_eq!(refusal(&long, Syntax::Toml), message);
    let long = format!("{HEAD}{BRICK}spin = '{}'", "é".repeat(500));
    let message = format!(
        "line 6: body `a`, spin: found the text `{}…`; expected {NUMBER}",
        "é".repeat(60)
    );
    assert_eq!(refusal(&long, Syntax::Toml), message);
}

#[test]
fn polygons() {
    toml(
        &[
            (
                "parts = 1",
                "line 5: body `a`, parts: found the number 1; expected a list of convex polygons",
            ),
            (
                "parts = []",
                "line 3: body `a`: found no `mass`; \
                 expected `mass`, `inertia` and `centroid` of a body without parts",
            ),
            (
                "parts = [[0, 0], [1, 0], [0, 1]]",
                "line 5: body `a`, part 0: found a list of 2; \
                 expected at least 3 vertices, [[x, y], …]",
            ),
            (
                "parts = [\n'square']",
                "line 6: body `a`, part 0: found the text `square`; \
                 expected a list of vertices, [[x, y], …]",
            ),
            (
                "parts = [[[0, 0], [1, 0],\n0]]",
                "line 6: body `a`, part 0, vertex 2: found the number 0; \
                 expected two numbers, [x, y]",
            ),
            (
                "parts = [[[0, 0], [1, 0],\n[0, 'y']]]",
                "line 6: body `a`, part 0, vertex 2, y: found the text `y`; expected NUMBER",
            ),
            (
                "parts = [[[0, 0],\n[1, 0],\n[2, 0], [0, 1]]]",
                "line 6: body `a`, part 0: \
                 found that vertex 1 lies on the line through its neighbours; \
                 expected a strictly convex part, so leave it out",
            ),
            (
                "parts = [[[0, 0], [1, 0],\n[1, 0.0], [0, 1]]]",
                "line 6: body `a`, part 0: found that vertices 1 and 2 are the same point; \
                 expected different points",
            ),
            (
                "parts = [[[8, 8], [9, 8], [9, 9]], [[0, 0], [4, 0],\n[1, 1], [0, 4]]]",
                "line 6: body `a`, part 1: found that the part is not convex at vertex 2; \
                 expected a convex part, so split it into several",
            ),
            (
                "parts = [\n[[0, 3], [-2, -3], [3, 1],\n[-3, 1], [2, -3]]]",
                "line 6: body `a`, part 0: found that the boundary winds around more than once; \
                 expected a simple convex polygon",
            ),
        ],
        &format!("{HEAD}[[body]]\nname = 'a'\n"),
    );
}

#[test]
fn pins() {
    toml(
        &[
            (
                "pin = 1",
                "line 7: body `table`: found the unknown key `pin`; \
                 expected a known one, the nearest is `spin`",
            ),
            (
                "[pin]\nat = [0, 0]",
                "line 7: pin: found a table; expected a list of pins, [[pin]] in TOML",
            ),
            (
                "[[pin]]\nat = [0, 0]",
                "line 7: pin 0: found no `bodies`; expected one or two names of bodies",
            ),
            (
                "[[pin]]\nbodies = ['a']",
                "line 8: pin 0, bodies: found the unknown body `a`; \
                 expected the name of a body",
            ),
            (
                "[[pin]]\nbodies = ['table']\nat = [0, 0]",
                "line 8: pin 0, bodies: found only fixed bodies; expected a free body",
            ),
        ],
        &format!("{HEAD}{TABLE}"),
    );
    toml(
        &[
            (
                "[[pin]]\nbodies = ['brick']",
                "line 11: pin 0: found no `at`; expected a point, at = [x, y]",
            ),
            (
                "[[pin]]\nbodies = 'brick'\nat = [0, 0]",
                "line 12: pin 0, bodies: found the text `brick`; \
                 expected a list of one or two names",
            ),
            (
                "[[pin]]\nbodies = []\nat = [0, 0]",
                "line 12: pin 0, bodies: found an empty list; expected one or two names",
            ),
            (
                "[[pin]]\nbodies = ['brick', 'table', 'brick']\nat = [0, 0]",
                "line 12: pin 0, bodies: found a list of 3; expected one or two names",
            ),
            (
                "[[pin]]\nbodies = ['brick', 1]\nat = [0, 0]",
                "line 12: pin 0, bodies: found the number 1; expected a text in quotation marks",
            ),
            (
                "[[pin]]\nbodies = ['brick', 'tabel']\nat = [0, 0]",
                "line 12: pin 0, bodies: found the unknown body `tabel`; \
                 expected the name of a body, the nearest is `table`",
            ),
            (
                "[[pin]]\nbodies = ['brick']\nat = [0, 0]\n\
                 [[pin]]\nbodies = ['brick', 'brick']\nat = [0, 0]",
                "line 15: pin 1, bodies: found the same body twice; expected two different bodies",
            ),
            (
                "[[pin]]\nbodies = ['brick']\nat = [0, 0]\ncollide = false",
                "line 14: pin 0, collide: found `collide` of a pin to the world; \
                 expected it only where there are two bodies",
            ),
            (
                "[[pin]]\nbodies = ['brick', 'table']\nat = [0, 0]\ncollide = 'yes'",
                "line 14: pin 0, collide: found the text `yes`; expected true or false",
            ),
            (
                "[[pin]]\nbodies = ['brick']\nat = [0, 0]\nstiffness = 1",
                "line 14: pin 0: found the unknown key `stiffness`; expected one of bodies, at, \
                 collide",
            ),
        ],
        &format!(
            "{HEAD}{TABLE}[[body]]\nname = 'brick'\n\
             rectangle.center = [0, 0]\nrectangle.size = [1, 1]\n"
        ),
    );
}

#[test]
fn texts_that_are_not_toml() {
    let deep = "[".repeat(200);
    let too_deep = format!(
        "line 1: TOML: found `{}…` (cannot recurse further; max recursion depth met); \
         expected valid TOML",
        "[".repeat(60)
    );
    toml(
        &[
            (
                "a = [1,\n\n\n",
                "line 1: TOML: found the end of the file (unclosed array); expected `]`",
            ),
            (
                "\na =\nb = 1",
                "line 2: TOML: found the end of the line (string values must be quoted); \
                 expected quotation marks around texts and fractions, as in \"1/3\"",
            ),
            (
                "a = 1/3",
                "line 1: TOML: found `1/3` (string values must be quoted); \
                 expected quotation marks around texts and fractions, as in \"1/3\"",
            ),
            (
                "a = 01",
                "line 1: TOML: found `01` (unexpected leading zero); expected valid TOML",
            ),
            (
                "= 1",
                "line 1: TOML: found `= 1` (unquoted keys cannot be empty); \
                 expected letters, numbers, `-`, `_`",
            ),
            (
                "name = 'a'\nname = 'b'",
                "line 2: TOML: found `name = 'b'` (duplicate key); expected each key once",
            ),
            (
                "[[body]]\n[body]",
                "line 2: TOML: found `body]` (duplicate key); expected each key once",
            ),
            (
                "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1",
                "line 1: TOML: found a longer dotted key; expected a key of at most 16 parts",
            ),
            (&format!("a = {deep}"), &too_deep),
        ],
        "",
    );
}

#[test]
fn texts_that_are_not_json() {
    let table = [
        (
            "",
            "line 1: scene: found an empty file; expected format = \"zwang-scene-1\"",
        ),
        (
            "{}",
            "line 1: scene: found no `format`; expected format = \"zwang-scene-1\"",
        ),
        (
            "[1, 2]",
            "line 1: scene: found a list of 2; expected a table of keys and values",
        ),
        (
            "{",
            "line 1: JSON: found the end of the file (EOF while parsing an object); \
             expected valid JSON",
        ),
        (
            "{\"a\": [1,\n2\n",
            "line 2: JSON: found the end of the file (EOF while parsing a list); \
             expected valid JSON",
        ),
        (
            "{} x",
            "line 1: JSON: found `x` (trailing characters); expected valid JSON",
        ),
        (
            "{\"a\":\n01}",
            "line 2: JSON: found `1}` (invalid number); expected valid JSON",
        ),
        ("{\"a\": NaN}", "line 1: JSON: found `NaN}`; expected value"),
        (
            "{\"a\": [1/3]}",
            "line 1: JSON: found `/3]}`; expected `,` or `]`",
        ),
        (
            "{\"a\": 1 \"b\": 2}",
            "line 1: JSON: found `\"b\": 2}`; expected `,` or `}`",
        ),
        (
            "{\"a\": 1,}",
            "line 1: JSON: found `}` (key must be a string); expected valid JSON",
        ),
        (
            "{a: 1}",
            "line 1: JSON: found `a: 1}` (key must be a string); expected valid JSON",
        ),
        (
            "{\"a\": 1,\n\"b\": 1,\n\"\\u0061\": 2}",
            "line 3: key `a`: found it again, first in line 1; expected it once",
        ),
        (
            "{\"format\": null}",
            "line 1: format: found null; expected a text in quotation marks",
        ),
        (
            "{\"format\": \"zwang-scene-1\",\n\"name\": \"\\ud800\"}",
            "line 2: JSON: found `\"}` (unexpected end of hex escape); expected valid JSON",
        ),
        (
            "{\"format\": \"zwang-scene-1\",\n\"name\": \"s\",\n\
             \"body\":\n[{\"name\": \"a\",\n\"colour\": 1}]}",
            "line 5: body `a`: found the unknown key `colour`; \
             expected one of name, fixed, parts, rectangle, disk, capsule, density, mass, inertia, \
             centroid, velocity, spin, friction, restitution, force, torque",
        ),
    ];
    assert_refused(
        Syntax::Json,
        &table.map(|(text, message)| (text.to_owned(), message)),
    );
}

#[test]
fn nesting_does_not_exhaust_the_stack() {
    let deep = format!(
        "{{\"format\": \"zwang-scene-1\", \"name\": {}1{}}}",
        "[".repeat(500_000),
        "]".repeat(500_000)
    );
    assert_eq!(
        refusal(&deep, Syntax::Json),
        "line 1: name: found a list of 1; expected a text in quotation marks"
    );
    let objects = format!("{}1{}", "{\"name\":".repeat(100_000), "}".repeat(100_000));
    assert_eq!(
        refusal(&objects, Syntax::Json),
        "line 1: scene: found no `format`; expected format = \"zwang-scene-1\""
    );
    let parts = format!(
        "{{\"format\": \"zwang-scene-1\", \"name\": \"s\", \"body\": {}{}}}",
        "[".repeat(17),
        "]".repeat(17)
    );
    assert!(parse_json(&parts).is_err());

    // Deeper than any one of the TOML parser's limits: dotted keys inside inline tables inside
    // dotted keys.
    let key = vec!["a"; 16].join(".");
    let inline = format!(
        "[{key}]\n{key} = {}1{}",
        format!("{{{key}=").repeat(79),
        "}".repeat(79)
    );
    assert_eq!(
        refusal(&inline, Syntax::Toml),
        "line 1: scene: found no `format`; expected format = \"zwang-scene-1\""
    );
    let key = vec!["a"; 79].join(".");
    let inline = format!(
        "[{key}]\n{key} = {}1{}",
        format!("{{{key}=").repeat(79),
        "}".repeat(79)
    );
    assert!(refusal(&inline, Syntax::Toml).starts_with("line 1: TOML: found a longer dotted key;"));
}

/// Each table takes about a kilobyte in memory, and a scene has no more than one in 20 bytes.
#[test]
fn more_tables_than_a_scene_can_have_are_refused() {
    let head = "format = \"zwang-scene-1\"\nname = \"n\"\n";
    let inline = "{a=0},".repeat(200_000);
    let dotted = "{a.a.a.a.a.a.a.a=0},".repeat(60_000);
    let headers = "[[a.b.c.d.e.f.g.h]]\n".repeat(60_000);
    for text in [
        format!("{head}x = [{inline}]\n"),
        format!("{head}x = [{dotted}]\n"),
        format!("{head}{headers}"),
    ] {
        let most = (1 << 16) + text.len() / 16;
        let refusal = zwang_scene::read::parse_toml(&text)
            .unwrap_err()
            .to_string();
        let expected = format!("found more than {most} tables; expected at most 65536");
        assert!(refusal.contains(&expected), "{refusal}");
    }
    // The densest scene, and numbers with points, which are no keys.
    let bodies = "{name=\"a\",rectangle={center=[0.5,0.5],size=[1.5,1.5]}},".repeat(20_000);
    let refusal = zwang_scene::read::parse_toml(&format!("{head}body = [{bodies}]\n"));
    assert!(refusal.unwrap_err().to_string().contains("found it again"));
}

#[test]
fn bodies_that_ignore_each_other_have_few_parts() {
    let parts = |count: usize| {
        let parts = vec!["[[0,0],[1,0],[0,1]]"; count];
        parts.join(",")
    };
    let text = |count: usize| {
        let [one, other] = [parts(1024), parts(count)];
        format!(
            r#"{{"format":"zwang-scene-1","name":"n","body":[{{"name":"a","parts":[{one}]}},
            {{"name":"b","parts":[{other}]}}],"pin":[{{"bodies":["a","b"],"at":[0,0]}},
            {{"bodies":["b","a"],"at":[1,0]}}]}}"#
        )
    };
    assert!(zwang_scene::read::parse_json(&text(1024)).is_ok());
    let refusal = zwang_scene::read::parse_json(&text(1025)).unwrap_err();
    let expected = "line 2: pin 0: found 1049600 pairs of parts of bodies that ignore each other; \
                    expected at most 1048576; fewer parts, or `collide = true`";
    assert_eq!(refusal.to_string(), expected);
}
