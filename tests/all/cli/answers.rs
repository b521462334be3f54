//! `zwang collapse` and `zwang stability`: text, JSON, exit codes.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::{Value, json};

/// Asserts that the value is a fraction in lowest terms, in a string.
#[track_caller]
fn assert_exact(value: &Value) {
    let text = value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is not a string"));
    let number = zwang_exact::parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(number.to_string(), text);
}

#[track_caller]
fn assert_exact_vector(value: &Value) {
    let list = value
        .as_array()
        .unwrap_or_else(|| panic!("{value} is not a list"));
    assert_eq!(list.len(), 2);
    list.iter().for_each(assert_exact);
}

/// Sorted: whether the reader keeps their order depends on the other crates of the tests.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn the_default_scene_is_the_5_diamond() {
    let workshop = Workshop::new("default");
    let run = workshop.zwang("collapse");
    let text = run.succeeds();
    for part in [
        "The 5-diamond",
        "25 free bodies, 1 fixed",
        "verdict    moves",
        "restraint  ≈ 3.098 J/s² (exactly 24509/7912)",
        "x = 0",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(text.ends_with("proof accepted by the checker; --proof FILE keeps it\n"));
    assert!(workshop.names().is_empty());
    workshop.zwang("collapse --proof five.json").succeeds();
    // The same scene, written out.
    workshop.file("five.toml", workshop.zwang("scene diamond 5").succeeds());
    assert_eq!(workshop.zwang("collapse five.toml").succeeds(), text);
    assert!(
        workshop
            .zwang("check five.toml five.json")
            .succeeds()
            .starts_with("accepted: moves")
    );
}

#[test]
fn the_json_of_collapse_has_its_keys_and_exact_numbers() {
    let workshop = Workshop::new("collapse-json");
    workshop.file("scene.toml", CANTILEVER);
    let answer = json_of(workshop.zwang("collapse scene.toml --json").succeeds());
    assert_eq!(answer["format"], "zwang-collapse-1");
    assert_eq!(answer["scene"], "cantilever");
    // Half a square metre at g = 10: ½ m |a - g|² + ½ I α² with a = (0, -120/437) and the I of a
    // rectangle 2 x 1/2.
    assert_eq!(answer["restraint"], "21250/437");
    assert_eq!(answer["restraint_double"], 21250.0 / 437.0);
    let bodies = json!([
        {
            "name": "table",
            "acceleration": ["0", "0"],
            "acceleration_double": [0.0, 0.0],
            "angular_acceleration": "0",
            "angular_acceleration_double": 0.0,
        },
        {
            "name": "brick",
            "acceleration": ["0", "-120/437"],
            "acceleration_double": [0.0, -120.0 / 437.0],
            "angular_acceleration": "-1200/437",
            "angular_acceleration_double": -1200.0 / 437.0,
        },
    ]);
    assert_eq!(answer["bodies"], bodies);
    let edge = answer["contacts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|contact| contact["point"] == json!(["0", "0"]));
    let edge = edge.unwrap();
    // The table's edge carries m (g + a_y) = 10 - 120/437 on an area of 1.
    assert_eq!(edge["bodies"], json!(["brick", "table"]));
    assert_eq!(edge["force"], json!(["0", "4250/437"]));
    assert_eq!(
        (&edge["gap_acceleration"], &edge["state"]),
        (&json!("0"), &json!("pressing"))
    );
    assert_eq!(answer["corners"], json!([]));
    assert_eq!(answer["symmetry"], json!([]));
}

#[test]
fn the_json_of_collapse_may_have_one_denominator_for_each_group() {
    let workshop = Workshop::new("collapse-json-common");
    workshop.file("scene.toml", CANTILEVER);
    let text = workshop.zwang("collapse scene.toml --json=common");
    let answer = json_of(text.succeeds());
    assert_eq!(answer["format"], "zwang-collapse-common-1");
    let groups = answer["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0]["bodies"], json!(["brick"]));
    let unit: i64 = groups[0]["denominator"].as_str().unwrap().parse().unwrap();
    assert_eq!(unit % 437, 0);
    // (0, -120/437) and -1200/437, as the plain form has it.
    let numbers = [0, -120, -1200].map(|number| (number * (unit / 437)).to_string());
    let brick = &answer["bodies"][1];
    assert_eq!(brick["acceleration"], json!([numbers[0], numbers[1]]));
    assert_eq!(brick["angular_acceleration"], json!(numbers[2]));
    assert_eq!(answer["bodies"][0]["group"], json!(null));
    // --json alone, and with its name.
    let plain = workshop.zwang("collapse scene.toml --json");
    let named = workshop.zwang("collapse scene.toml --json=fractions");
    assert_eq!(plain.succeeds(), named.succeeds());
    let refused = workshop.zwang("collapse scene.toml --json=decimals");
    assert_eq!(refused.code, 2, "{refused:?}");
}

#[test]
fn the_json_of_every_contact_and_symmetry_has_its_keys() {
    let workshop = Workshop::new("diamond-json");
    let answer = json_of(workshop.zwang("collapse --json --no-proof").succeeds());
    let expected = [
        "format",
        "scene",
        "restraint",
        "bodies",
        "contacts",
        "corners",
        "symmetry",
    ];
    assert!(
        expected.iter().all(|key| keys(&answer).contains(key)),
        "{:?}",
        keys(&answer)
    );
    assert_exact(&answer["restraint"]);
    for body in answer["bodies"].as_array().unwrap() {
        let expected = [
            "acceleration",
            "acceleration_double",
            "angular_acceleration",
            "angular_acceleration_double",
            "name",
        ];
        assert_eq!(keys(body), expected);
        assert_exact_vector(&body["acceleration"]);
        assert_exact(&body["angular_acceleration"]);
    }
    let names: Vec<&Value> = answer["bodies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|body| &body["name"])
        .collect();
    let contacts = answer["contacts"].as_array().unwrap();
    assert_eq!((names.len(), contacts.len()), (26, 114));
    for contact in contacts {
        for key in ["point", "normal", "force"] {
            assert_exact_vector(&contact[key]);
        }
        assert_exact(&contact["gap_acceleration"]);
        assert!(
            contact["bodies"]
                .as_array()
                .unwrap()
                .iter()
                .all(|body| names.contains(&body)),
            "{contact}"
        );
        assert!(
            ["pressing", "opening", "idle"].contains(&contact["state"].as_str().unwrap()),
            "{contact}"
        );
    }
    let [symmetry] = answer["symmetry"].as_array().unwrap().as_slice() else {
        panic!("one symmetry")
    };
    assert_eq!(symmetry["kind"], "reflection");
    assert_eq!(symmetry["images"].as_array().unwrap().len(), 26);
}

#[test]
fn corners_are_told_in_json() {
    let workshop = Workshop::new("corners");
    workshop.file("tie.toml", include_str!("../../../scenes/corner-tie.toml"));
    let answer = json_of(workshop.zwang("collapse tie.toml --json").succeeds());
    assert_eq!(answer["verdict"], "ambiguous");
    let [corner] = answer["corners"].as_array().unwrap().as_slice() else {
        panic!("one corner: {answer}")
    };
    assert_exact_vector(&corner["point"]);
    assert_eq!(corner["decision"], "chosen");
    assert_eq!(
        answer["alternatives"][0]["answers"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn stability_answers_by_exit_code_and_json() {
    let workshop = Workshop::new("stability");
    workshop.file("stands.toml", workshop.zwang("scene harmonic 5").succeeds());
    workshop.file("falls.toml", CANTILEVER);
    let stands = workshop.zwang("stability stands.toml --json");
    let answer = json_of(stands.succeeds());
    assert_eq!(
        (&answer["format"], &answer["can_stand"]),
        (&json!("zwang-stability-1"), &json!(true))
    );
    assert_eq!(answer["work"], "0");
    assert!(
        answer["contacts"].as_array().unwrap().len() >= 10 && answer["bodies"].is_null(),
        "{answer}"
    );
    answer["contacts"]
        .as_array()
        .unwrap()
        .iter()
        .for_each(|contact| assert_exact_vector(&contact["force"]));

    let falls = workshop.zwang("stability falls.toml --json");
    assert_eq!((falls.code, falls.err.as_str()), (1, ""));
    let answer = json_of(&falls.out);
    assert_eq!(
        (&answer["can_stand"], &answer["contacts"]),
        (&json!(false), &Value::Null)
    );
    // Its motion is that of `collapse`, (0, -120/437) and -1200/437, scaled.
    let brick = json!({
        "name": "brick",
        "velocity": ["0", "-1"],
        "velocity_double": [0.0, -1.0],
        "angular_velocity": "-10",
        "angular_velocity_double": -10.0,
    });
    assert_eq!(answer["bodies"][1], brick);
    // A mass of 1 at g = 10 sinks with 1 m/s.
    assert_eq!(
        (&answer["work"], &answer["work_double"]),
        (&json!("10"), &json!(10.0))
    );

    let text = workshop.zwang("stability falls.toml --proof falls.json");
    assert_eq!((text.code, text.err.as_str()), (1, ""));
    assert!(
        text.out.contains("verdict    falls") && text.out.contains("written to falls.json"),
        "{text:?}"
    );
    assert!(
        workshop
            .zwang("stability stands.toml")
            .succeeds()
            .contains("verdict    stands")
    );
    assert_eq!(workshop.zwang("check falls.toml falls.json").code, 0);
}

#[test]
fn the_smallest_push_beyond_the_critical_point_decides() {
    let workshop = Workshop::new("critical");
    for (beyond, code) in [("0", 0), ("-1e-30", 0), ("1e-30", 1), ("1e-300", 1)] {
        let scene = workshop.zwang(&format!("scene harmonic 5 --beyond {beyond}"));
        let run = workshop.zwang_reading("stability - --no-proof", scene.succeeds());
        assert_eq!(
            (run.code, run.err.as_str()),
            (code, ""),
            "{beyond}: {run:?}"
        );
    }
}

#[test]
fn a_moving_scene_is_no_question_of_stability() {
    let workshop = Workshop::new("moving");
    let still = CANTILEVER.replace("expect = \"falls\"\n", "");
    let moving = still + "velocity = [\"1\", \"0\"]\n";
    workshop.file("slides.toml", &moving);
    let words = [
        "slides.toml",
        "`brick`",
        "a velocity or a spin",
        "expected a scene at rest",
        "zwang collapse",
    ];
    workshop.zwang("stability slides.toml").refuses(&words);
    workshop
        .zwang("stability slides.toml --json")
        .refuses(&words);
    workshop
        .zwang_reading("stability -", &moving)
        .refuses(&["standard input: body `brick`"]);
    assert_eq!(workshop.names(), ["slides.toml"]);
    assert!(
        workshop
            .zwang("collapse slides.toml")
            .succeeds()
            .contains("verdict    moves")
    );
}

#[test]
fn without_floats_the_motion_is_the_same() {
    let workshop = Workshop::new("no-floats");
    let motion = |options: &str| {
        let run = workshop.zwang(&format!("collapse --json --no-proof {options}"));
        let answer = json_of(run.succeeds());
        let states = |contact: &Value| contact["state"].clone();
        let states: Vec<Value> = answer["contacts"]
            .as_array()
            .unwrap()
            .iter()
            .map(states)
            .collect();
        (
            answer["bodies"].clone(),
            answer["restraint"].clone(),
            states,
        )
    };
    assert_eq!(motion(""), motion("--no-floats"));
}

#[test]
fn full_tables_are_longer() {
    let workshop = Workshop::new("full");
    let short = workshop.zwang("collapse --no-proof");
    let full = workshop.zwang("collapse --no-proof --full");
    assert!(short.succeeds().contains(" more; --full shows all"));
    assert!(!full.succeeds().contains(" more; --full shows all"));
    assert!(full.out.lines().count() > 114 && short.out.lines().count() < 100);
}

/// The force at the only joint of the lower rod, of 9/100 kg, is m (a - g): it acts on that rod,
/// which comes later in the file and is told first, as at a contact.
#[test]
fn a_pin_is_told_the_way_round_in_which_contacts_are() {
    let workshop = Workshop::new("pin-order");
    let scene = include_str!("../../../scenes/double-pendulum.toml");
    let answer = workshop.zwang_reading("collapse - --json", scene);
    let answer = json_of(answer.succeeds());
    let acceleration = json!(["-3/2", "-65550/61081"]);
    assert_eq!(answer["bodies"][1]["acceleration"], acceleration);
    assert_eq!(answer["pins"][0]["bodies"], json!(["upper rod"]));
    let pin = &answer["pins"][1];
    assert_eq!(pin["bodies"], json!(["lower rod", "upper rod"]));
    assert_eq!(pin["force"], json!(["-27/200", "-40221/6108100"]));
    let text = workshop.zwang_reading("collapse - --exact", scene);
    let line = "lower rod / upper rod  (1, 0)  (-27/200, -40221/6108100)";
    assert!(text.succeeds().contains(line), "{text:?}");
    let shelf = include_str!("../../../scenes/shelf.toml");
    let told = workshop.zwang_reading("collapse -", shelf);
    let pairs = told.succeeds().matches("\n  plank / wall ").count();
    assert_eq!(pairs, 3, "{told:?}");
}

/// Without loads forces balance gravity; with loads they balance these, too.
#[test]
fn what_forces_balance_is_said() {
    let workshop = Workshop::new("answers-balance");
    let loaded = include_str!("../../../scenes/held-seesaw.toml");
    workshop.file("loaded.toml", loaded);
    workshop.file("plain.toml", include_str!("../../../scenes/seesaw.toml"));
    for (scene, words) in [
        (
            "loaded",
            "the forces below balance weights and loads on every body",
        ),
        ("plain", "the forces below balance gravity on every body"),
    ] {
        let run = workshop.zwang(&format!("stability {scene}.toml --no-proof"));
        assert!(run.succeeds().contains(words), "{run:?}");
    }
}

/// Rest is the answer, and `--motion` asks for the other one; where none is known, one line says
/// so.
#[test]
fn another_motion_is_asked_for() {
    let workshop = Workshop::new("another-motion");
    let jammed = include_str!("../../../docs/friction/jammed.toml");
    workshop.file("jammed.toml", jammed);
    let rests = workshop.zwang("collapse jammed.toml");
    assert!(rests.succeeds().contains("verdict    rests: "));
    assert!(rests.out.contains("another_motion"), "{rests:?}");
    let falls = workshop.zwang("collapse jammed.toml --motion --proof falls.json");
    let told = falls.succeeds();
    assert!(told.contains("verdict    moves: 1 of 3 free bodies accelerate"));
    assert!(told.contains("rest       obeys the law as well"), "{told}");
    let checked = workshop.zwang("check jammed.toml falls.json");
    assert!(checked.succeeds().starts_with("accepted: moves"));
    workshop.file(
        "held.toml",
        workshop.zwang("scene wedge --friction 1").succeeds(),
    );
    for (line, words) in [
        (
            "collapse held.toml --motion",
            "held.toml: found a scene that rests: nothing but rest obeys the law; \
             expected --motion of a scene that moves, or that can",
        ),
        (
            "draw held.toml --motion -o held.svg",
            "held.toml: found a scene that rests",
        ),
    ] {
        let refused = workshop.zwang(line);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(words), "{refused:?}");
        assert_eq!(refused.err.lines().count(), 1, "{refused:?}");
    }
    assert!(!workshop.names().contains(&"held.svg".to_owned()));
}

/// Gravity 1 and no friction are told beside an answer if the file states neither of both.
#[test]
fn silent_defaults_are_told() {
    let workshop = Workshop::new("silent-defaults");
    let brick = "[[body]]\nname = \"brick\"\nrectangle = { center = [0, 0], size = [1, 1] }\n";
    let scene =
        |stated: &str| format!("format = \"zwang-scene-1\"\nname = \"one\"\n{stated}{brick}");
    let note = "zwang: note: scene.toml: the file states neither `gravity` nor `friction`: \
                gravity is [0, -1] m/s², friction is 0\n";
    for (stated, body, is_told) in [
        ("", "", true),
        ("gravity = [0, -1]\n", "", false),
        ("friction = 0\n", "", false),
        ("", "friction = \"1/2\"\n", false),
    ] {
        workshop.file("scene.toml", format!("{}{body}", scene(stated)));
        let commands = [
            "collapse scene.toml",
            "stability scene.toml",
            "forces scene.toml",
            "simulate scene.toml --steps 1 -o run.ndjson --force",
            "draw scene.toml -o scene.svg --force",
        ];
        for command in commands {
            let run = workshop.zwang(command);
            assert_eq!(
                run.err,
                if is_told { note } else { "" },
                "{command} {stated}"
            );
            let quiet = workshop.zwang(&format!("{command} --quiet"));
            assert_eq!((quiet.out, quiet.err.as_str()), (run.out, ""), "{command}");
        }
    }
}

/// Commands that compare, check or hand on a scene tell its silent defaults as well.
#[test]
fn silent_defaults_are_told_by_other_commands() {
    let workshop = Workshop::new("silent-elsewhere");
    let scene = "format = \"zwang-scene-1\"\nname = \"one\"\n[parameters]\nwidth = 8\n\
                 [[body]]\nname = \"table\"\nfixed = true\n\
                 rectangle = { center = [0, -1], size = [\"width\", 2] }\n\
                 [[body]]\nname = \"brick\"\nrectangle = { center = [0, 0.5], size = [1, 1] }\n";
    let space = "format = \"zwang-space-1\"\nname = \"one\"\n[[body]]\nname = \"cube\"\n\
                 box = { center = [0, 0, 0], size = [1, 1, 1] }\n";
    workshop.file("scene.toml", scene);
    workshop.file("space.toml", space);
    workshop.file(
        "stated.toml",
        scene.replace("name = \"one\"", "name = \"one\"\ngravity = [0, -10]"),
    );
    let words = "the file states neither `gravity` nor `friction`: gravity is ";
    for command in [
        "simulate scene.toml --steps 1 --float -o table.csv --force",
        "simulate scene.toml --steps 1 --scheme acceleration -o schemes.ndjson --force",
        "audit scene.toml table.csv",
        "potential scene.toml",
        "scene check scene.toml",
        "scene export scene.toml --to pymunk -o scene.json --force",
        "sweep scene scene.toml --vary width=8,9 --ask stability -o FOLDER",
        "collapse space.toml",
        "stability space.toml",
        "scene check space.toml",
    ] {
        let run = workshop.zwang(&command.replace("FOLDER", "silent"));
        assert_eq!(run.err.matches(words).count(), 1, "{command}: {run:?}");
        let stated = command
            .replace("scene.toml", "stated.toml")
            .replace("FOLDER", "stated");
        if stated != command {
            let run = workshop.zwang(&stated);
            assert!(!run.err.contains(words), "{stated}: {run:?}");
        }
    }
}

/// `--exact` shows the fractions of which the text has rounded decimals.
#[test]
fn decimals_come_first_and_fractions_on_request() {
    let workshop = Workshop::new("decimals");
    workshop.file("scene.toml", CANTILEVER);
    let plain = workshop.zwang("collapse scene.toml").succeeds().to_owned();
    assert!(
        plain.contains("≈ -0.2746  ≈ -2.746") && !plain.contains("-120/437  -1200/437"),
        "{plain}"
    );
    assert!(plain.contains("--exact shows fractions"), "{plain}");
    let exact = workshop
        .zwang("collapse scene.toml --exact")
        .succeeds()
        .to_owned();
    assert!(
        exact.contains("-120/437  -1200/437") && !exact.contains('≈'),
        "{exact}"
    );
    workshop
        .zwang("collapse scene.toml --exact --json")
        .refuses(&["--exact", "--json"]);
}

/// The nearest double of an exact number, or those of a list of them.
#[allow(clippy::disallowed_types, reason = "the doubles of answers")]
fn nearest(exact: &Value) -> Value {
    if let Some(numbers) = exact.as_array() {
        return numbers.iter().map(nearest).collect();
    }
    let Some(text) = exact.as_str() else {
        return Value::Null;
    };
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    // Both are below 2^53 here, so that the quotient of their doubles is the nearest one.
    let [numerator, denominator] = [numerator, denominator].map(|part| {
        let whole: i64 = part.parse().unwrap();
        assert!(whole.abs() < 1 << 53, "{text}");
        whole as f64
    });
    json!(numerator / denominator)
}

/// Asserts that each number under these keys has its double beside it; how many there are.
#[track_caller]
fn count_doubles(value: &Value, exact: &[&str]) -> usize {
    let mut count = 0;
    if let Some(entries) = value.as_array() {
        for entry in entries {
            count += count_doubles(entry, exact);
        }
    }
    if let Some(entries) = value.as_object() {
        for (key, entry) in entries {
            count += count_doubles(entry, exact);
            if exact.contains(&key.as_str()) && !entry.is_null() {
                assert_eq!(
                    value[format!("{key}_double")],
                    nearest(entry),
                    "{key}: {value}"
                );
                count += 1;
            }
        }
    }
    count
}

const RAMP: &str = "format = 'zwang-scene-1'\nname = 'ramp'\ngravity = [0, -10]\n\
    friction = '4/5'\n\
    [[body]]\nname = 'ramp'\nfixed = true\nparts = [[[0, 0], [4, 0], [4, 3]]]\n\
    [[body]]\nname = 'crate'\nrectangle = { size = [1, 1] }\non = { body = 'ramp', edge = 2 }\n";

#[test]
fn doubles_stand_beside_exact_numbers() {
    let workshop = Workshop::new("doubles");
    workshop.file("ramp.toml", RAMP);
    workshop.file("smooth.toml", RAMP.replace("'4/5'", "0"));
    workshop.file(
        "diamond.toml",
        include_str!("../../../scenes/triangle-3.toml"),
    );
    workshop.file(
        "pendulum.toml",
        include_str!("../../../scenes/pendulum.toml"),
    );
    workshop.file(
        "slope.toml",
        include_str!("../../../scenes/space/slope.toml"),
    );
    workshop.file("cue.toml", include_str!("../../../docs/cue.toml"));
    let contact = ["point", "normal", "force", "phi", "psi", "friction"];
    let motion = ["velocity", "spin", "angular_velocity", "work"];
    let pull = ["tangent", "force", "limit", "at", "stands_at", "falls_at"];
    let instant = ["gap_velocity", "gap_acceleration", "sliding_acceleration"];
    let impact = [
        "at",
        "normal",
        "impulse",
        "velocity",
        "spin",
        "energy_after",
    ];
    for (command, exact) in [
        ("stability ramp.toml --margin", &contact[..]),
        ("stability ramp.toml --margin", &pull[..]),
        (
            "forces ramp.toml",
            &["point", "normal", "force", "friction"][..],
        ),
        ("critical ramp.toml --tilt left", &pull[..]),
        ("collapse smooth.toml", &instant[..]),
        ("collapse smooth.toml", &contact[..]),
        ("stability pendulum.toml", &motion[..]),
        ("stability slope.toml", &motion[..]),
        ("collapse diamond.toml", &instant[..]),
        ("impact cue.toml", &impact[..]),
        ("orders cue.toml", &impact[..]),
        (
            "overhang 2",
            &["reached", "centres", "forces", "points"][..],
        ),
    ] {
        let run = workshop.zwang(&format!("{command} --json"));
        assert!(run.code < 2, "{run:?}");
        let count = count_doubles(&json_of(&run.out), exact);
        assert!(count > 0, "{command}: {}", run.out);
    }
}
