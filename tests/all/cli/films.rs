//! `zwang film`: what is in a film is what the run says, and nothing else makes one.

use crate::cli::film_data::{Change, FilmData, Group, element};
use crate::cli::workshop::Workshop;
use num_bigint::BigInt;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use zwang_answer::CheckedSteps;
use zwang_answer::file::RunReader;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::Rational;
use zwang_output::run::RunStep;
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

/// A folder with a gallery scene, `scene.toml`, and a run of it, `x.run`.
fn workshop(test: &str, scene: &str, simulate: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file(
        "scene.toml",
        fs::read(format!(
            "{}/scenes/{scene}.toml",
            env!("CARGO_MANIFEST_DIR")
        ))
        .unwrap(),
    );
    workshop
        .zwang(&format!(
            "simulate scene.toml {simulate} --out x.run --quiet"
        ))
        .succeeds();
    workshop
}

fn scene(workshop: &Workshop) -> Scene {
    read::parse(&workshop.text("scene.toml"), Syntax::Toml)
        .unwrap()
        .scene
}

fn checked(workshop: &Workshop) -> Vec<RunStep> {
    let text = workshop.text("x.run");
    let mut reader = RunReader::new(text.as_bytes(), "x.run");
    let header = reader.require_header().unwrap();
    let steps = CheckedSteps::new(&scene(workshop), &header, reader).unwrap();
    steps.map(|step| step.unwrap().into_verified()).collect()
}

fn film(workshop: &Workshop, options: &str) -> FilmData {
    let said = workshop.zwang(&format!(
        "film scene.toml x.run -o x.html --force {options}"
    ));
    assert!(
        said.succeeds()
            .starts_with("film written to x.html; the checker accepts all of its "),
        "{said:?}"
    );
    FilmData::read(&workshop.text("x.html"))
}

/// Every state and every fact of the run is in the film, number by number.
fn states_and_facts_agree(workshop: &Workshop, film: &FilmData) {
    let scene = scene(workshop);
    let steps = checked(workshop);
    assert_eq!(film.states.len(), steps.len());
    for (step, (states, facts)) in steps.iter().zip(film.states.iter().zip(&film.facts)) {
        let free = scene.body_ids().filter(|id| !scene.bodies[*id].is_fixed());
        for ((placement, id), state) in step.placements().iter().zip(free).zip(states) {
            let position = &placement.position;
            let quarter = Rational::from_integer(placement.quarter.into());
            let [x, y] = [&position.x, &position.y].map(Clone::clone);
            let (velocity, spin) = step.state().velocity(id).unwrap();
            let [vx, vy] = [&velocity.x, &velocity.y].map(Clone::clone);
            let tangent = placement.tangent.clone();
            let expected = [x, y, quarter, tangent, vx, vy, spin.clone()];
            assert_eq!(*state, expected, "step {}", step.k());
        }
        assert_eq!(
            (facts.bits, facts.has_impact),
            (step.facts().bits, step.has_impact())
        );
        assert_eq!(
            [&facts.penetration, &facts.pin_drift],
            [&step.facts().penetration, &step.facts().pin_drift]
        );
    }
}

/// Contacts made and lost are those of the run, within their steps; velocities jump only where the
/// run has an impact.
fn changes_agree(workshop: &Workshop, film: &FilmData) {
    for (step, [made, lost]) in checked(workshop).iter().zip(&film.changes) {
        let facts = step.facts();
        assert_eq!(rows_of(film, made), facts.made, "step {}", step.k());
        assert_eq!(rows_of(film, lost), facts.lost, "step {}", step.k());
        for (change, row) in made.iter().zip(&facts.made) {
            assert!(!change.velocity_jumps || step.hit().contains(row));
        }
        for change in made.iter().chain(lost) {
            let [earliest, latest] = change.bounds;
            assert!(earliest <= latest && latest <= 1024, "{change:?}");
        }
    }
}

/// The rows of changes.
fn rows_of(film: &FilmData, changes: &[Change]) -> Vec<Contact> {
    let rows = changes.iter().map(|change| row_of(film, change.row));
    rows.collect()
}

fn row_of(film: &FilmData, index: usize) -> Contact {
    let row = &film.scene["rows"][index];
    let feature = |first: usize| {
        let [body, part, index] =
            [0, 1, 2].map(|offset| row[first + offset].as_u64().unwrap() as usize);
        Feature {
            part: PartId { body, part },
            index,
        }
    };
    Contact {
        vertex: feature(0),
        edge: feature(3),
    }
}

/// The multipliers λ of all rows of a step, by the film: (row, bounds of λ).
fn multipliers(film: &FilmData, step: usize) -> Vec<([u64; 6], [Rational; 2])> {
    let row = |index: usize| {
        [0, 1, 2, 3, 4, 5].map(|part: usize| film.scene["rows"][index][part].as_u64().unwrap())
    };
    let of_group = |group: &Group| {
        let forces = group.rows.iter().map(|&(found, number, _)| {
            let (significand, exponent) = &group.leading[number];
            let two = Rational::from_integer(2.into()).pow(*exponent as i32);
            let bound = |more: i64| Rational::from_integer(significand + BigInt::from(more)) * &two;
            (row(found), [bound(0), bound(1)])
        });
        forces.collect::<Vec<_>>()
    };
    film.groups[step - 1].iter().flat_map(of_group).collect()
}

#[test]
fn a_page_holds_every_state_fact_and_force_of_the_run() {
    let workshop = workshop("film-data", "diamond-5", "--steps 30");
    let film = film(&workshop, "");
    states_and_facts_agree(&workshop, &film);
    changes_agree(&workshop, &film);
    let scene = scene(&workshop);
    for step in checked(&workshop) {
        let found = multipliers(&film, step.k() as usize);
        let forces = step.forces();
        assert_eq!(found.len(), forces.len());
        for ((row, [low, high]), force) in found.into_iter().zip(forces) {
            let ends = [force.row.vertex, force.row.edge]
                .map(|end| [end.part.body, end.part.part, end.index]);
            assert_eq!(
                row,
                [0, 1, 2, 3, 4, 5].map(|part| ends[part / 3][part % 3] as u64)
            );
            // The force across the edge as it is after the step, in multiples of its length.
            let [start, end] = [0, 1].map(|next| {
                let vertex = step.state().vertex(&scene, &force.row.edge, next);
                vertex.unwrap()
            });
            let normal = -&(&end - &start).quarter_turn();
            let across = force.force.dot(&normal) / normal.dot(&normal);
            assert!(low <= across && across < high, "step {}", step.k());
        }
    }
    let digest = film.scene["digest"].as_str().unwrap();
    assert_eq!(digest, scene.digest());
    let program = workshop.shell("sha256sum x.run");
    assert_eq!(
        film.scene["run"]["sha256"].as_str(),
        program.out.split_whitespace().next()
    );
}

#[test]
fn pins_and_restitution_have_films() {
    let pinned = workshop("film-pins", "double-pendulum", "--steps 3");
    let found = film(&pinned, "");
    states_and_facts_agree(&pinned, &found);
    for (groups, step) in found.groups.iter().zip(checked(&pinned)) {
        let pins = groups.iter().map(|group| group.pins.len());
        assert_eq!(pins.sum::<usize>(), step.pin_forces().len());
    }
    let bouncing = workshop("film-bounce", "domino-5", "--steps 40 --restitution 1/2");
    let found = film(&bouncing, "");
    states_and_facts_agree(&bouncing, &found);
    changes_agree(&bouncing, &found);
}

/// A brick thrown up a slope rests for a step and slides down, another one stays: the film has the
/// rows that slide, and what changes from step to step.
#[test]
fn a_film_with_friction_has_what_slips_and_sticks() {
    let workshop = Workshop::new("film-friction");
    workshop.file("scene.toml", THROWN);
    workshop
        .zwang("simulate scene.toml --steps 30 --dt 1/30 --out x.run --quiet")
        .succeeds();
    let film = film(&workshop, "");
    states_and_facts_agree(&workshop, &film);
    changes_agree(&workshop, &film);
    assert_eq!(film.sliding.len(), 30);
    let mut changes = Vec::new();
    for (k, step) in (1..).zip(checked(&workshop)) {
        let facts = step.facts();
        let sliding = facts.friction.as_ref().unwrap().sliding.iter();
        let slides: Vec<Contact> = sliding.map(|(row, _)| *row).collect();
        assert_eq!(marked(&film, k), slides, "step {k}");
        for (kind, rows) in ["slips", "sticks", "reverses"]
            .iter()
            .zip(&film.sliding[k - 1])
        {
            for row in rows_of(&film, rows) {
                changes.push((k, row.vertex.part.body, *kind));
            }
        }
        let bodies: BTreeSet<usize> = slides.iter().map(|row| row.vertex.part.body).collect();
        // 1.9 m/s are braked by 10 (3/5 + 4/5 · 1/2) = 10 m/s² and by 10 (3/5 + 4/5) = 14 m/s²: for
        // 0.19 s, which is 5.7 steps, and for 4.1 steps. Then the first one slides back.
        assert!(bodies.contains(&1), "step {k}");
        assert_eq!(bodies.contains(&2), k <= 4, "step {k}");
    }
    let of_body = |body: usize| {
        let found = changes.iter().filter(|(_, found, _)| *found == body);
        let found: Vec<_> = found.map(|(k, _, kind)| (*k, *kind)).collect();
        found
    };
    assert_eq!(of_body(2), [(5, "sticks"); 2]);
    let [stops, starts] = [(6, "sticks"), (7, "slips")];
    assert_eq!(of_body(1), [stops, stops, starts, starts]);
}

/// Two disks on each other, and a rounded box beside them, at rest.
const ROUND: &str = r#"
format = "zwang-scene-1"
name = "round"
gravity = [0, -10]
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [20, 2] }
[[body]]
name = "lower"
mass = 3
disk = { center = [0, 1], radius = 1 }
[[body]]
name = "upper"
mass = 1
disk = { center = [0, "5/2"], radius = "1/2" }
[[body]]
name = "box"
mass = 2
inertia = 1
centroid = [5, 1]
parts = [{ vertices = [[4, "1/4"], [6, "1/4"], [6, "7/4"], [4, "7/4"]], radius = "1/4" }]
"#;

/// A film of rounded parts has their cores and radii. A force is λ n, with n along the vector
/// between two centres, or the normal of an edge as long as the edge.
#[test]
fn a_film_with_disks_has_radii_and_what_they_weigh() {
    let workshop = Workshop::new("film-disks");
    workshop.file("scene.toml", ROUND);
    workshop
        .zwang("simulate scene.toml --steps 3 --out x.run --quiet")
        .succeeds();
    let film = film(&workshop, "");
    states_and_facts_agree(&workshop, &film);
    let radii = |body: usize| film.scene["bodies"][body]["radii"].clone();
    assert_eq!(radii(0), Value::Null);
    assert_eq!(radii(1), json!(["1"]));
    assert_eq!(radii(2), json!(["1/2"]));
    assert_eq!(radii(3), json!(["1/4"]));
    assert_eq!(film.scene["bodies"][2]["parts"], json!([[["0", "5/2"]]]));
    // Weights of 10 N over 3/2 m, and of 40 N and of 10 N twice over 20 m.
    let required = [
        ([1, 0, 0, 0, 0, 2], "2"),
        ([1, 0, 0, 2, 0, 1], "20/3"),
        ([3, 0, 0, 0, 0, 2], "1/2"),
        ([3, 0, 1, 0, 0, 2], "1/2"),
    ];
    for step in 1..=3 {
        let found = multipliers(&film, step);
        assert_eq!(found.len(), required.len());
        for ((row, [low, high]), (known, multiplier)) in found.iter().zip(&required) {
            assert_eq!(row, known);
            let within = (high - low) * Rational::from_integer(2.into());
            let away = low - zwang_exact::parse(multiplier).unwrap();
            assert!(away <= within && -away <= within, "{row:?}: {low}");
        }
    }
}

/// The rows that the film marks as sliding in a step, ascending.
fn marked(film: &FilmData, k: usize) -> Vec<Contact> {
    let mut rows = Vec::new();
    for group in &film.groups[k - 1] {
        for ((row, _, _), slides) in group.rows.iter().zip(&group.slides) {
            if *slides {
                let row = row_of(film, *row);
                rows.push(row);
            }
        }
    }
    rows.sort_unstable();
    rows
}

const THROWN: &str = r#"
format = "zwang-scene-1"
name = "thrown"
gravity = [0, -10]
friction = "1/2"

[[body]]
name = "slope"
fixed = true
parts = [[[0, 0], [0, -30], [40, -30]]]

[[body]]
name = "slides back"
velocity = ["-38/25", "57/50"]
parts = [[[20, -15], ["104/5", "-78/5"], ["419/20", "-77/5"], ["403/20", "-74/5"]]]

[[body]]
name = "stays"
velocity = ["-38/25", "57/50"]
friction = 1
parts = [[[4, -3], ["24/5", "-18/5"], ["99/20", "-17/5"], ["83/20", "-14/5"]]]

[[pair]]
bodies = ["stays", "slope"]
friction = 1
"#;

#[test]
fn a_page_asks_nobody_and_its_policy_allows_only_itself() {
    use base64::Engine;
    use sha2::Digest;
    let workshop = workshop("film-policy", "cantilever", "--steps 3");
    film(&workshop, "");
    let page = workshop.text("x.html");
    let digest =
        |text: &str| base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(text));
    let (_, script) = page.split_once("<script type=\"module\">").unwrap();
    let (_, style) = page.split_once("<style>").unwrap();
    let [script, style] = [
        script.split_once("</script>").unwrap().0,
        style.split_once("</style>").unwrap().0,
    ];
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}';",
        digest(script),
        digest(style)
    );
    assert!(page.contains(&policy));
    assert!(
        !page.contains("http:")
            && !page.contains("https:")
            && !page.contains("src=")
            && !page.contains("url(")
    );
}

#[test]
fn names_cannot_break_out_of_a_page() {
    let workshop = Workshop::new("film-names");
    let nasty = r#"</script><script>alert(1)</script><!--"#;
    workshop.file(
        "scene.toml",
        crate::cli::workshop::CANTILEVER
            .replace("\"brick\"", &format!("\"{nasty}\""))
            .replace("\"cantilever\"", &format!("\"{nasty}\"")),
    );
    workshop
        .zwang("simulate scene.toml --steps 2 --out x.run")
        .succeeds();
    let film = film(&workshop, "");
    let page = workshop.text("x.html");
    assert!(!page.contains("<script>") && !page.contains("<!--"));
    assert!(!element(&page, "film-scene").contains('<'));
    assert_eq!(film.scene["bodies"][1]["name"], nasty);
}

#[test]
fn a_gif_has_the_pictures_sizes_and_delays_that_are_asked_for() {
    let workshop = workshop("film-gif", "ladder", "--steps 20 --dt 1/50");
    // (options, pictures, width, hundredths of a second)
    for (options, pictures, width, delays) in [
        ("--width 200", 11, 200, vec![4; 11]),
        (
            "--width 300 --every 5 --fps 3",
            5,
            300,
            vec![33, 34, 33, 33, 34],
        ),
        ("--width 200 --every 7 --theme dark", 3, 200, vec![14; 3]),
    ] {
        workshop
            .zwang(&format!("film scene.toml x.run -o x.gif --force {options}"))
            .succeeds();
        let mut settings = gif::DecodeOptions::new();
        settings.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = settings
            .read_info(fs::File::open(workshop.path("x.gif")).unwrap())
            .unwrap();
        assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
        let (columns, lines) = (decoder.width(), decoder.height());
        assert_eq!(columns, width);
        let mut found = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.left + frame.width <= columns && frame.top + frame.height <= lines);
            assert!(
                !found.is_empty() || (frame.width, frame.height) == (columns, lines),
                "the first is whole"
            );
            found.push(frame.delay);
        }
        assert_eq!((found.len(), found), (pictures, delays), "{options}");
    }
}

#[test]
fn a_series_of_pictures_replaces_nothing_unasked_and_leaves_nothing_half_done() {
    let workshop = workshop("film-png", "ladder", "--steps 4");
    let line = "film scene.toml x.run -o x.png --every 2 --width 120";
    assert!(
        workshop
            .zwang(line)
            .succeeds()
            .starts_with("film written to x-0000.png to x-0002.png;")
    );
    let all = [
        "scene.toml",
        "x-0000.png",
        "x-0001.png",
        "x-0002.png",
        "x.run",
    ];
    assert_eq!(workshop.names(), all);
    for name in &all[1..4] {
        assert_eq!(
            fs::read(workshop.path(name)).unwrap()[16..20],
            120u32.to_be_bytes()
        );
    }
    workshop
        .zwang(line)
        .refuses(&["x-0000.png: is there already; --force replaces it"]);
    let before = fs::read(workshop.path("x-0002.png")).unwrap();
    let said = workshop.zwang(&line.replace("--every 2", "--every 4 --force --theme dark"));
    assert_eq!(
        (said.code, said.err.as_str()),
        (
            0,
            "zwang: note: pictures of an earlier series that are still beside them: 1\n"
        )
    );
    assert_eq!(fs::read(workshop.path("x-0002.png")).unwrap(), before);
    assert_eq!(workshop.names(), all);
}

#[test]
fn only_runs_that_are_accepted_have_films() {
    let workshop = workshop("film-refused", "cantilever", "--steps 5");
    let run = workshop.text("x.run");
    let lines: Vec<&str> = run.lines().collect();
    workshop.file("torn.run", &run[..run.len() - 20]);
    workshop.file("empty.run", "");
    workshop.file("header.run", format!("{}\n", lines[0]));
    workshop.file(
        "gap.run",
        format!("{}\n{}\n{}\n", lines[0], lines[1], lines[3]),
    );
    let other = format!("{}/scenes/ladder.toml", env!("CARGO_MANIFEST_DIR"));
    workshop.file("other.toml", fs::read(other).unwrap());
    for (line, words) in [
        (
            "film scene.toml torn.run -o x.html",
            vec!["torn.run: line 6: found a line cut off", "--resume` mends"],
        ),
        (
            "film scene.toml empty.run -o x.html",
            vec!["empty.run: found an empty file; expected a run"],
        ),
        (
            "film scene.toml header.run -o x.gif",
            vec!["header.run: found a run without steps"],
        ),
        (
            "film scene.toml scene.toml -o x.html",
            vec![
                "scene.toml: found a scene; expected a run",
                "`zwang simulate scene.toml -o FILE.run`",
            ],
        ),
        (
            "film scene.toml none.run -o x.html",
            vec!["none.run: no such file"],
        ),
        (
            "film other.toml x.run -o x.html",
            vec![
                "x.run: found the run of a scene with the digest",
                "other.toml",
            ],
        ),
        (
            "film scene.toml x.run -o x.avi",
            vec![
                "x.avi: found no format of films",
                ".html, .gif, .png, .mp4 or .webm",
            ],
        ),
        (
            "film scene.toml x.run -o x",
            vec!["x: found no format of films"],
        ),
        (
            "film scene.toml x.run -o x.html --fps 9",
            vec!["x.html: found --fps", ".gif"],
        ),
        (
            "film scene.toml x.run -o no/x.html",
            vec!["no/x.html: no such folder as no"],
        ),
        (
            "film scene.toml x.run -o no/x.png",
            vec!["no/x.png: no such folder as no"],
        ),
        ("film - - -o x.html", vec!["found - for both scene and run"]),
    ] {
        workshop.zwang(line).refuses(&words);
    }
    let said = workshop.zwang("film scene.toml gap.run -o x.html");
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(
        said.err.starts_with("rejected: L0 ") && said.err.contains("step 2"),
        "{said:?}"
    );
    let forged = lines[3].replacen("\"state\":[[\"", "\"state\":[[\"1", 1);
    assert_ne!(forged, lines[3]);
    workshop.file(
        "forged.run",
        format!("{}\n{}\n{}\n{forged}\n", lines[0], lines[1], lines[2]),
    );
    for output in ["x.html", "x.gif", "x.png"] {
        let said = workshop.zwang(&format!("film scene.toml forged.run -o {output}"));
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
        assert!(
            said.err.starts_with("rejected: L9 ") && said.err.contains("step 3"),
            "{said:?}"
        );
    }
    assert!(
        workshop
            .names()
            .iter()
            .all(|name| !name.starts_with("x.html")
                && !name.starts_with("x.gif")
                && !name.ends_with("png")
                && !name.starts_with(".zwang"))
    );
}

#[test]
fn a_run_can_come_from_standard_input() {
    let workshop = workshop("film-input", "cantilever", "--steps 3");
    let said = workshop.zwang_reading("film scene.toml - -o x.html", workshop.text("x.run"));
    assert_eq!(
        said.succeeds(),
        "film written to x.html; the checker accepts all of its 3 steps\n"
    );
    assert_eq!(FilmData::read(&workshop.text("x.html")).states.len(), 3);
}

/// Without -o a film, and a picture, is called after what it shows, in the current folder.
#[test]
fn films_and_pictures_have_names_of_their_own() {
    let workshop = Workshop::new("film-names");
    workshop.zwang("scene diamond 3 -o three.toml").succeeds();
    workshop
        .zwang("simulate three.toml --steps 2 -o my.run --quiet")
        .succeeds();
    for (command, told) in [
        ("film my.run", "film written to my.html; "),
        ("draw three.toml", "picture written to three.svg; "),
        ("draw my.run", "picture written to my.svg; "),
        ("draw", "picture written to diamond-5.svg; "),
    ] {
        let run = workshop.zwang(command);
        assert!(run.succeeds().starts_with(told), "{run:?}");
        // Another time nothing is replaced.
        workshop.zwang(command).refuses(&["is there already"]);
    }
    // A scene is no run, which is said before anything is written.
    workshop.zwang("film three.toml").refuses(&[
        "three.toml: found a scene; expected a run",
        "`zwang simulate three.toml -o FILE.run` makes a run of it",
    ]);
    assert_eq!(
        workshop.names(),
        [
            "diamond-5.svg",
            "my.html",
            "my.run",
            "my.svg",
            "three.svg",
            "three.toml"
        ]
    );
}

#[test]
fn bodies_that_turn_have_films_as_pictures() {
    for scene in ["triangle-3", "seesaw-unequal", "double-pendulum"] {
        let workshop = workshop(&format!("film-{scene}"), scene, "--steps 12 --dt 1/20");
        for file in ["x.gif", "x.png"] {
            let said = workshop.zwang(&format!(
                "film scene.toml x.run -o {file} --width 200 --every 1"
            ));
            assert!(said.succeeds().starts_with("film written to"), "{said:?}");
        }
        let mut sizes = Vec::new();
        for picture in ["x-0000.png", "x-0006.png", "x-0012.png"] {
            let bytes = fs::read(workshop.path(picture)).unwrap();
            // Width and height stand at the same place in every PNG file.
            sizes.push(bytes[16..24].to_vec());
        }
        assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{scene}");
    }
}

/// A square that falls 1/4 m with its corner on the tip of a post: where they meet, after 11.2
/// steps of 1/50 s, nothing decides.
const TIP: &str = include_str!("../../scenes/tip.toml");

#[test]
fn a_run_that_ends_early_is_told_first() {
    let workshop = Workshop::new("film-early");
    workshop.file("scene.toml", TIP);
    let run = workshop.zwang("simulate scene.toml --steps 100 --dt 1/50 -o x.run");
    assert_eq!(run.code, 1, "{run:?}");
    let first = run.out.lines().nth(1).unwrap();
    let words = "ends early   step 12: ambiguous: body `square` and what it touches can pass";
    assert!(first.trim_start().starts_with(words), "{}", run.out);
    for file in ["x.html", "x.gif"] {
        let film = workshop.zwang(&format!("film x.run -o {file}"));
        let told = film.succeeds().lines().next().unwrap();
        let start = "the run ends early: step 12: ambiguous: body `square` and what it touches";
        assert!(told.starts_with(start), "{told}");
    }
    let page = workshop.text("x.html");
    assert!(page.contains("\"ended\":\"step 12: ambiguous: "));
    // A run with as many steps as were wanted has not ended early.
    let whole = "simulate scene.toml --steps 5 --dt 1/50 -o y.run";
    let whole = workshop.zwang(whole);
    assert!(!whole.succeeds().contains("ends early"));
    let film = workshop.zwang("film y.run -o y.html");
    assert!(film.succeeds().starts_with("film written to y.html"));
    assert!(workshop.text("y.html").contains("\"ended\":null"));
}

#[test]
fn pages_play_by_themselves_and_pictures_do_not() {
    let workshop = workshop("film-plays", "ladder", "--steps 3");
    for (options, plays, loops) in [
        ("", false, false),
        ("--autoplay", true, false),
        ("--loop", false, true),
        ("--autoplay --loop", true, true),
    ] {
        let line = format!("film x.run -o x.html --force {options}");
        workshop.zwang(&line).succeeds();
        let told = format!("\"plays\":{plays},\"loops\":{loops}");
        assert!(workshop.text("x.html").contains(&told), "{options}");
    }
    for option in ["--autoplay", "--loop"] {
        let line = format!("film x.run -o x.gif {option}");
        workshop
            .zwang(&line)
            .refuses(&["x.gif: found ", option, ".html"]);
    }
}
