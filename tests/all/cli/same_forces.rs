//! One system of forces: whoever is asked shows the same forces of a scene at rest with friction,
//! in the same order, with the same marks, and says alike how they were chosen. `stability` has
//! them from `zwang-statics-1`, `collapse` from `zwang-friction-1`, `draw` in the titles of its
//! arrows, and `forces` as what is shown between its ends.

use crate::cli::workshop::Workshop;
use num_traits::{One, Signed};
use serde_json::Value;
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// Scenes of all families at rest that friction, or nothing but pressing, holds.
const HELD: &[&str] = &[
    "diamond 3 --friction 1/2",
    "diamond 4 --friction 1/2",
    "diamond 5 --friction 1/2",
    "triangle 2 --friction 1",
    "wall 3 3 --friction 1/2",
    "wall 4 3 --friction 1/3",
    "wall 3 4 --bond stack --friction 1/2",
    "arch 3 --friction 1/2",
    "arch 7 --friction 1/2",
    "arch 8 --friction 2/5",
    "harmonic 5 --friction 1/2",
    "beam 4 --friction 1/2",
    "domino 3 --friction 1/2",
    "ladder --friction 1/2",
    "wedge --friction 4/5",
    "seesaw --friction 1/2",
    "heap 6 --friction 1/2",
    "parabolic 4 --friction 1/2",
    // Contacts that can press have none of the least forces.
    "diamond 2",
    "diamond 3",
    "diamond 4",
    "diamond 2 --friction 1/2",
    "triangle 2 --friction 1/2",
    "wall 3 3",
    "wall 4 5",
    "beam 4",
    "harmonic 4",
];

/// Bodies, point and normal of a contact; bodies and place of a pin.
type Key = (String, String, String);

/// What is said of a force: itself, N, and its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    force: [Rational; 2],
    is_unique: bool,
}

fn number(value: &Value) -> Rational {
    zwang_exact::parse(value.as_str().unwrap()).unwrap()
}

fn pair(value: &Value) -> [Rational; 2] {
    [number(&value[0]), number(&value[1])]
}

/// The forces of some contacts that are not 0, and of pins.
fn forces(contacts: &[Value], pins: &[Value]) -> BTreeMap<Key, Said> {
    let mut forces = BTreeMap::new();
    for contact in contacts {
        let key = [&contact["bodies"], &contact["point"], &contact["normal"]];
        add(&mut forces, key, contact);
    }
    for pin in pins {
        add(&mut forces, [&pin["bodies"], &pin["at"], &Value::Null], pin);
    }
    forces
}

fn add(forces: &mut BTreeMap<Key, Said>, [bodies, point, normal]: [&Value; 3], entry: &Value) {
    let said = Said {
        force: pair(&entry["force"]),
        is_unique: entry["unique"].as_bool().unwrap(),
    };
    // A contact without a force may be left out.
    if said
        .force
        .iter()
        .any(|number| *number != Rational::default())
    {
        let key = (bodies.to_string(), point.to_string(), normal.to_string());
        assert!(forces.insert(key, said).is_none());
    }
}

fn listed<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    match &value[key] {
        Value::Array(values) => values,
        _ => &[],
    }
}

/// The forces of the first answers of `collapse`.
fn of_collapse(answer: &Value) -> BTreeMap<Key, Said> {
    if answer["format"] == "zwang-collapse-1" {
        return forces(listed(answer, "contacts"), listed(answer, "pins"));
    }
    let mut all = BTreeMap::new();
    for group in listed(answer, "groups") {
        let first = &group["answers"][0];
        all.extend(forces(listed(first, "contacts"), listed(first, "pins")));
    }
    all
}

/// The scene of a family, in the file `scene.toml` of the workshop.
fn write_scene(workshop: &Workshop, command: &str) {
    let scene = workshop.zwang(&format!("scene {command}"));
    workshop.file("scene.toml", scene.succeeds());
}

fn answer(workshop: &Workshop, command: &str) -> Value {
    let run = workshop.zwang(command);
    assert!(run.code < 2, "{run:?}");
    serde_json::from_str(&run.out).unwrap()
}

/// How often forces were compared that are not unique.
fn agree(workshop: &Workshop, scene: &str) -> usize {
    let stability = answer(workshop, "stability scene.toml --json --no-proof");
    assert_ne!(stability["verdict"], "falls", "{scene}");
    let own = forces(listed(&stability, "contacts"), listed(&stability, "pins"));
    assert!(!own.is_empty(), "{scene}");

    let collapse = answer(workshop, "collapse scene.toml --json --no-proof");
    assert_eq!(own, of_collapse(&collapse), "{scene}");
    for key in ["force_choice", "frictionless"] {
        assert_eq!(stability[key], collapse[key], "{scene}: {key}");
    }
    let all_unique = own.values().all(|said| said.is_unique);
    let choice = stability["force_choice"].as_str().unwrap();
    assert_eq!(choice == "unique", all_unique, "{scene}");

    let ranges = answer(workshop, "forces scene.toml --json --no-proof");
    let mut shown = 0;
    for (entries, place) in [("contacts", "point"), ("pins", "at")] {
        for entry in listed(&ranges, entries) {
            let normal = match entries {
                "contacts" => entry["normal"].to_string(),
                _ => Value::Null.to_string(),
            };
            let key = (
                entry["bodies"].to_string(),
                entry[place].to_string(),
                normal,
            );
            let force = pair(&entry["force"]);
            match own.get(&key) {
                Some(said) => {
                    assert_eq!(said.force, force, "{scene}: {key:?}");
                    shown += 1;
                }
                None => assert_eq!(force, <[Rational; 2]>::default(), "{scene}: {key:?}"),
            }
        }
    }
    assert_eq!(shown, own.len(), "{scene}");

    let drawn = workshop.zwang("draw scene.toml --exact -o scene.svg --force");
    drawn.succeeds();
    titles_agree(&workshop.text("scene.svg"), &own, scene);
    own.values().filter(|said| !said.is_unique).count()
}

/// The sums of forces at each place are those that the titles of arrows tell.
fn titles_agree(svg: &str, own: &BTreeMap<Key, Said>, scene: &str) {
    let mut told: Vec<[Rational; 2]> = Vec::new();
    for title in svg.split("<title>").skip(1) {
        let title = title.split("</title>").next().unwrap();
        let Some((_, force)) = title.split_once("force (") else {
            continue;
        };
        let (force, _) = force.split_once(") N").unwrap();
        let (x, y) = force.split_once(", ").unwrap();
        told.push([x, y].map(told_number));
    }
    let mut sums: BTreeMap<(String, String), [Rational; 2]> = BTreeMap::new();
    for ((bodies, point, _), said) in own {
        let sum = sums.entry((bodies.clone(), point.clone())).or_default();
        for (sum, number) in sum.iter_mut().zip(&said.force) {
            *sum += number;
        }
    }
    for (key, sum) in sums {
        // An arrow may be told as the force on the other body.
        let opposite = sum.each_ref().map(|number| -number);
        let is_told = told
            .iter()
            .any(|force| is_close(force, &sum) || is_close(force, &opposite));
        assert!(is_told, "{scene}: {key:?} {sum:?} {told:?}");
    }
}

/// Whether a force that a picture tells with six digits is this one.
fn is_close(told: &[Rational; 2], force: &[Rational; 2]) -> bool {
    let rounding = Rational::new(1.into(), 10_000.into());
    let mut pairs = told.iter().zip(force);
    pairs.all(|(one, other)| (one - other).abs() <= &rounding * (Rational::one() + other.abs()))
}

/// A number as pictures tell it: a fraction, or a rounded decimal.
fn told_number(text: &str) -> Rational {
    let text = text.trim_start_matches(['≈', '=', ' ']);
    zwang_exact::parse(text).unwrap()
}

#[test]
fn whoever_is_asked_shows_the_same_forces() {
    let workshop = Workshop::new("same-forces");
    let mut several = 0;
    for command in HELD {
        write_scene(&workshop, command);
        several += agree(&workshop, command);
    }
    // A brick between two walls, and a beam on two pins.
    let jammed = include_str!("../../../docs/friction/jammed.toml");
    workshop.file("scene.toml", jammed);
    several += agree(&workshop, "jammed.toml");
    assert!(several > 100, "{several}");
}

/// The 2-diamond: of a brick of weight 1/2 that rests on two others, each with its inner corner on
/// the axis, and of the least of all forces that hold it, known by hand: the inner corners of the
/// second layer bear 1/8 from below and 1/4 beside.
#[test]
fn the_least_forces_of_the_small_diamond_are_those_by_hand() {
    let workshop = Workshop::new("small-diamond");
    for command in ["diamond 2", "diamond 2 --friction 1/2"] {
        write_scene(&workshop, command);
        for question in ["stability", "collapse"] {
            let asked = format!("{question} scene.toml --json --no-proof");
            let found = answer(&workshop, &asked);
            let contacts = match listed(&found, "contacts") {
                [] => listed(&found["groups"][0]["answers"][0], "contacts"),
                contacts => contacts,
            };
            let mut sizes: Vec<Rational> = Vec::new();
            for contact in contacts {
                let [across, up] = pair(&contact["force"]);
                assert_eq!(across, Rational::default());
                if up != Rational::default() {
                    sizes.push(up);
                }
            }
            sizes.sort();
            let expected = ["1/8", "1/8", "1/8", "1/8", "1/4", "1/4", "1/2", "1/2"];
            let expected = expected.map(|text| zwang_exact::parse(text).unwrap());
            assert_eq!(sizes, expected, "{command}: {question}");
            assert_eq!(found["force_choice"], "least");
        }
    }
}

/// `forces` has the verdict of `stability`, also where friction holds a scene and nothing but rest
/// obeys the law.
#[test]
fn forces_and_stability_have_one_verdict() {
    let workshop = Workshop::new("one-verdict");
    for (command, verdict) in [
        ("diamond 2", "stands"),
        ("wall 3 3 --friction 1/2", "stands"),
        ("ladder --friction 1/2", "stands"),
        ("domino 2 --friction 1/2", "stands"),
        ("wall 3 3 --friction 1/2 --set tilt", "can stand"),
    ] {
        let tilted = command.strip_suffix(" --set tilt");
        write_scene(&workshop, tilted.unwrap_or(command));
        if tilted.is_some() {
            let text = workshop.text("scene.toml");
            let mut lines = text.lines();
            let gravity = lines.find(|line| line.starts_with("gravity")).unwrap();
            let tilted = text.replace(gravity, "gravity = [\"1/5\", -1]");
            workshop.file("scene.toml", tilted);
        }
        let stability = answer(&workshop, "stability scene.toml --json --no-proof");
        let forces = answer(&workshop, "forces scene.toml --json --no-proof");
        assert_eq!(stability["verdict"], verdict, "{command}");
        assert_eq!(forces["verdict"], verdict, "{command}");
        let text = workshop.zwang("forces scene.toml --no-proof");
        let line = format!("  verdict    {verdict}");
        assert!(text.succeeds().contains(&line), "{text:?}");
    }
}

/// More than 300 contacts in a group: the forces are near the least ones, with friction and
/// without.
#[test]
fn whoever_is_asked_shows_the_same_forces_of_a_large_group() {
    let workshop = Workshop::new("same-forces-large");
    for (tilt, choice) in [("", "some"), ("1/5", "nearly least")] {
        let scene = workshop.zwang("scene wall 9 9 --friction 1/2");
        let mut text = scene.succeeds().to_owned();
        if !tilt.is_empty() {
            let gravity = text
                .lines()
                .find(|line| line.starts_with("gravity"))
                .unwrap();
            text = text.replace(gravity, &format!("gravity = [\"{tilt}\", -1]"));
        }
        workshop.file("scene.toml", text);
        let stability = answer(&workshop, "stability scene.toml --json --no-proof");
        let collapse = answer(&workshop, "collapse scene.toml --json --no-proof");
        let own = forces(listed(&stability, "contacts"), listed(&stability, "pins"));
        assert_eq!(own, of_collapse(&collapse));
        assert_eq!(stability["force_choice"], choice);
        assert_eq!(collapse["force_choice"], choice);
        assert_eq!(stability["frictionless"], tilt.is_empty());
    }
}

/// Two supports of a beam bear what the lever says, three are one too many; with friction two may
/// press against each other; a harmonic stack hangs at single points; an arch has many lines of
/// thrust.
#[test]
fn the_kind_of_the_forces_is_told() {
    let workshop = Workshop::new("kinds-of-forces");
    for (command, choice, frictionless) in [
        ("beam 2", "unique", None),
        ("harmonic 4", "unique", None),
        ("beam 2 --friction 1/2", "least", Some(true)),
        ("beam 3 --friction 1/2", "least", Some(true)),
        ("beam 3", "least", None),
        ("arch 7 --balanced", "least", None),
        ("arch 7 --friction 1/2", "least", Some(false)),
    ] {
        write_scene(&workshop, command);
        let found = answer(&workshop, "stability scene.toml --json --no-proof");
        assert_eq!(found["force_choice"], choice, "{command}");
        let told = found
            .get("frictionless")
            .map(|value| value.as_bool().unwrap());
        assert_eq!(told, frictionless, "{command}");
    }
}

/// The upward forces of some entries, by bodies and abscissa, with their marks, and Σ |f|² of all
/// forces.
fn upward(entries: &[Value]) -> (BTreeMap<(String, String), Said>, Rational) {
    let mut upward = BTreeMap::new();
    let mut squares = Rational::default();
    for entry in entries {
        let (force, x) = match &entry["force"] {
            Value::String(text) => {
                let up = zwang_exact::parse(text).unwrap();
                ([Rational::default(), up], &entry["x"])
            }
            vector => (pair(vector), &entry["point"][0]),
        };
        let [across, up] = &force;
        squares += across * across + up * up;
        if *up != Rational::default() {
            let key = (entry["bodies"].to_string(), x.to_string());
            let is_unique = entry["unique"].as_bool().unwrap();
            let said = Said { force, is_unique };
            assert!(upward.insert(key, said).is_none());
        }
    }
    (upward, squares)
}

/// `potential` asks of thin bricks, whose sides cannot press. If they do not, it tells what
/// `collapse` tells.
#[test]
fn the_least_potential_energy_has_the_same_forces() {
    let workshop = Workshop::new("same-forces-of-potential");
    for command in [
        "diamond 2",
        "diamond 3",
        "diamond 4",
        "wall 3 3",
        "wall 4 5",
        "wall 3 4 --bond stack",
        "harmonic 4",
    ] {
        write_scene(&workshop, command);
        let collapse = answer(&workshop, "collapse scene.toml --json --no-proof");
        assert_eq!(collapse["verdict"], "rests", "{command}");
        let choice = collapse["force_choice"].as_str().unwrap();
        assert!(["least", "unique"].contains(&choice), "{command}: {choice}");
        let potential = answer(&workshop, "potential scene.toml --json");
        assert_eq!(potential["at_rest"], true, "{command}");
        let (own, most) = upward(listed(&potential, "supports"));
        let (others, least) = upward(listed(&collapse, "contacts"));
        assert!(own == others, "{command}");
        assert_eq!(least, most, "{command}");
    }
}
