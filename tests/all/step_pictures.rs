//! Pictures of steps: complete, to one scale, and still wherever nothing moves; and what a checked
//! step tells of its forces.

#![expect(
    clippy::disallowed_types,
    reason = "coordinates on a page are read back as they were written"
)]

use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::iter::repeat_with;
use std::sync::Arc;
use zwang_answer::{CheckedSteps, Simulation};
use zwang_collapse::indeterminacy::{UnitForce, indeterminacy};
use zwang_exact::{Rational, Vector};
use zwang_families::{self as families, Brick};
use zwang_law::Settings;
use zwang_output::DrawOptions;
use zwang_output::draw::{self, Theme, View};
use zwang_output::run::RunStep;
use zwang_program::Monitor;
use zwang_scene::{BodyId, Scene, read};

/// A run in memory, every step checked.
struct Run {
    scene: Scene,
    steps: Vec<RunStep>,
    /// What the forces of the first step do.
    forces: Vec<UnitForce>,
}

impl Run {
    fn new(scene: &Scene, steps: usize) -> Self {
        let settings = Settings {
            step: ratio(1, 50),
            ..Settings::default()
        };
        let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
        let header = simulation.header();
        let records = repeat_with(|| simulation.advance(&Monitor::default()));
        let mut stream = CheckedSteps::new(scene, &header, records).unwrap();
        let mut checked = Vec::new();
        let mut forces = Vec::new();
        while checked.len() < steps {
            let step = stream.next().unwrap().unwrap().into_verified();
            if checked.is_empty() {
                forces = stream.unit_forces(&step);
            }
            checked.push(step);
        }
        Self {
            scene: scene.clone(),
            steps: checked,
            forces,
        }
    }

    fn of_gallery(name: &str, steps: usize) -> Self {
        let path = format!("{}/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        Self::new(
            &read::parse_toml(&std::fs::read_to_string(path).unwrap())
                .unwrap()
                .scene,
            steps,
        )
    }

    fn frames(&self) -> Vec<String> {
        frames_of(&self.scene, &self.steps)
    }
}

fn view_of(scene: &Scene, steps: &[RunStep]) -> View {
    let mut view = View::of_run(scene);
    for step in steps {
        view.include(scene, step);
    }
    view
}

/// All pictures for a film, the start first.
fn frames_of(scene: &Scene, steps: &[RunStep]) -> Vec<String> {
    let options = DrawOptions::default();
    let view = view_of(scene, steps);
    let mut frames = vec![draw::step_svg(scene, None, &[], &view, &options)];
    for step in steps {
        frames.push(draw::step_svg(scene, Some(step), &[], &view, &options));
    }
    frames
}

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

fn diamond(steps: usize) -> Run {
    Run::new(&families::diamond(5, &Brick::default()).unwrap(), steps)
}

fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

/// The first attribute of this name after some text.
fn after<'a>(svg: &'a str, start: &str, attribute: &str) -> &'a str {
    let rest = &svg[svg.find(start).unwrap_or_else(|| panic!("no {start}"))..];
    let rest = &rest[rest.find(&format!(" {attribute}=\"")).unwrap() + attribute.len() + 3..];
    &rest[..rest.find('"').unwrap()]
}

/// The points of a path of straight lines.
fn points(path: &str) -> Vec<[f64; 2]> {
    let pairs = path.split(['M', 'L', 'Z']).filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            pair.split_once(' ')
                .map(|(x, y)| [x.parse().unwrap(), y.parse().unwrap()])
                .unwrap()
        })
        .collect()
}

/// Pairs of bodies and where they press each other, by millimetres: aligned corners are one place.
fn places(run: &Run, step: &RunStep) -> BTreeSet<([usize; 2], [i64; 2])> {
    let placed = draw::placed(&run.scene, step.state());
    let place = |force: &zwang_check::law::ContactForce| {
        let (vertex, edge) = (force.row.vertex, force.row.edge.part.body);
        let at = &placed.bodies[vertex.part.body].parts[vertex.part.part].vertices()[vertex.index];
        let millimetres = [&at.x, &at.y]
            .map(|value| i64::try_from((value * ratio(1000, 1)).round().to_integer()).unwrap());
        (
            [vertex.part.body.min(edge), vertex.part.body.max(edge)],
            millimetres,
        )
    };
    step.forces().iter().map(place).collect()
}

#[test]
fn every_force_and_every_event_is_drawn() {
    let run = diamond(4);
    for step in &run.steps {
        let view = View::of_step(&run.scene, Some(step));
        let svg = draw::step_svg(&run.scene, Some(step), &[], &view, &DrawOptions::default());
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!(count(&svg, "force"), places(&run, step).len());
        assert!(
            svg.contains(&format!("step {} · t = 0.0{} s", step.k(), 2 * step.k())),
            "{}",
            &svg[..900]
        );
    }
    // Nothing pressed before the first step; all that presses has begun to.
    let first = &run.steps[0];
    let svg = draw::step_svg(
        &run.scene,
        Some(first),
        &[],
        &View::of_step(&run.scene, Some(first)),
        &DrawOptions::default(),
    );
    assert_eq!(
        count(&svg, "made") + count(&svg, "impact"),
        places(&run, first).len() + 1,
        "and one in the legend"
    );
}

/// A film must not jitter: the page, the floor and the length of arrows for the same force are
/// those of all other pictures.
#[test]
fn pictures_of_one_view_hold_still() {
    let run = Run::of_gallery("cantilever", 12);
    let frames = run.frames();
    for attribute in ["width", "height"] {
        assert!(
            frames.iter().all(
                |frame| after(frame, "<svg", attribute) == after(&frames[0], "<svg", attribute)
            )
        );
    }
    let table = |frame: &str| after(frame, "<path class=\"fixed\"", "d").to_owned();
    assert!(frames.iter().all(|frame| table(frame) == table(&frames[0])));
    let brick = |frame: &str| after(frame, "<path class=\"body", "d").to_owned();
    assert_ne!(brick(&frames[0]), brick(&frames[12]));
    let mut scales = Vec::new();
    for (step, frame) in run.steps.iter().zip(&frames[1..]) {
        let [force] = step.forces() else {
            panic!("one force")
        };
        let outline = points(after(frame, "<path class=\"force\"", "d"));
        let (tip, tails) = (outline[3], [outline[0], outline[6]]);
        let tail = [0, 1].map(|axis| (tails[0][axis] + tails[1][axis]) / 2.0);
        let length = (0..2)
            .map(|axis| (tip[axis] - tail[axis]).powi(2))
            .sum::<f64>()
            .sqrt();
        let [x, y] = [&force.force.x, &force.force.y].map(|value| {
            let scaled: BigInt = (value * ratio(1_000_000, 1)).to_integer();
            i64::try_from(scaled).unwrap() as f64 / 1e6
        });
        // The vertex of the table is where the force acts; contacts without a partner are not moved
        // inward.
        let corner = points(&table(frame))
            .into_iter()
            .map(|at| (at[0] - tail[0]).abs() + (at[1] - tail[1]).abs());
        assert!(corner.fold(f64::MAX, f64::min) < 0.1, "{frame}");
        scales.push(length / (x * x + y * y).sqrt());
    }
    assert!(
        scales
            .iter()
            .all(|scale| (scale / scales[0] - 1.0).abs() < 2e-3),
        "{scales:?}"
    );
}

#[test]
fn bodies_are_where_the_state_has_them() {
    let run = Run::of_gallery("pendulum", 8);
    let step = run.steps.last().unwrap();
    let placed = draw::placed(&run.scene, step.state());
    for ((id, body), original) in placed.numbered_bodies().zip(&run.scene.bodies) {
        let Some(free) = &original.dynamics else {
            assert_eq!(body, original);
            continue;
        };
        let (z, c) = (
            step.state().position(id).unwrap(),
            step.state().rotation(id).unwrap(),
        );
        assert_eq!(
            c.dot(&c),
            ratio(1, 1),
            "rotations on a grid have the length 1"
        );
        let corners = original.parts[0]
            .vertices()
            .iter()
            .zip(body.parts[0].vertices());
        for (was, is) in corners {
            let arm = was - &free.centroid;
            assert_eq!(
                is - &z,
                Vector::new(&c.x * &arm.x - &c.y * &arm.y, &c.y * &arm.x + &c.x * &arm.y)
            );
        }
    }
    // The pin joins the rod to the world; it is drawn where it is on the rod.
    let way = &placed.pins[0].at - &run.scene.pins[0].at;
    assert!(!way.is_zero() && way.dot(&way) == step.facts().pin_drift);
}

/// m (z - 2 z⁻ + z⁻⁻) / h² = m g + forces, up to the rounding of the state to 2^-64.
#[test]
fn forces_of_pins_are_those_that_newton_asks_for() {
    let run = Run::of_gallery("double-pendulum", 5);
    let h = ratio(1, 50);
    for (last, step) in run.steps.iter().zip(&run.steps[1..]) {
        let mut needed = Vec::new();
        for (id, body) in run.scene.numbered_bodies() {
            let Some(free) = &body.dynamics else { continue };
            let states = [step.before(), step.state()];
            let [before, after] = states.map(|state| state.velocity(id).unwrap().0.clone());
            let acceleration = (&after - &before).scaled(&h.recip());
            needed.push((id, (&acceleration - &run.scene.gravity).scaled(&free.mass)));
        }
        assert_eq!(step.forces(), [], "nothing touches");
        assert_eq!(step.before(), last.state());
        for (body, needed) in needed {
            let mut sum = Vector::zero();
            for (pin, force) in step.pin_forces() {
                let pin = &run.scene.pins[pin];
                if pin.first == body {
                    sum = &sum + &force;
                } else if pin.second == Some(body) {
                    sum = &sum - &force;
                }
            }
            let error = &sum - &needed;
            assert!(
                !needed.is_zero()
                    && error.dot(&error) < Rational::new(1.into(), BigInt::from(1) << 80)
            );
        }
    }
}

/// From rest the first step has the contacts of the scene, so its forces form a family of the same
/// dimension.
#[test]
fn the_first_step_has_the_family_of_forces_of_the_scene() {
    let run = diamond(1);
    assert_eq!(run.forces.len(), run.steps[0].forces().len());
    let found = indeterminacy(&run.scene, &run.forces);
    assert_eq!(
        (places(&run, &run.steps[0]).len(), found.dimension),
        (79, 21)
    );
}

#[test]
fn the_start_and_the_themes_are_drawn() {
    let run = Run::of_gallery("double-pendulum", 1);
    let draw = |step: Option<&RunStep>, theme: Theme| {
        let options = DrawOptions {
            theme,
            ..DrawOptions::default()
        };
        draw::step_svg(
            &run.scene,
            step,
            &[],
            &View::of_step(&run.scene, step),
            &options,
        )
    };
    let start = draw(None, Theme::Light);
    assert!(start.contains("before the first step · t = 0 s") && count(&start, "moves") == 2);
    let (light, dark) = (
        draw(run.steps.first(), Theme::Light),
        draw(run.steps.first(), Theme::Dark),
    );
    let shapes = |svg: &str| svg.split("</style>").nth(1).unwrap().replace("#", "").len();
    assert_ne!(light, dark);
    assert_eq!(shapes(&light), shapes(&dark), "only colours differ");
}

/// The states of a run, as far as it goes in so many steps of a twentieth of a second.
fn checked_steps(scene: &Scene, steps: usize) -> Vec<RunStep> {
    let settings = Settings {
        step: ratio(1, 20),
        ..Settings::default()
    };
    let Ok(run) = zwang_answer::simulate(Arc::new(scene.clone()), settings) else {
        return Vec::new();
    };
    run.take(steps).map_while(Result::ok).collect()
}

/// What must be the same in all pictures of a film: their size, the part of the page on which
/// there are bodies, everything fixed, and the legend.
fn still_parts(svg: &str) -> Vec<&str> {
    let (bodies, legend) = svg.split_once("<g class=\"legend\">").unwrap();
    let is_still = |line: &&str| {
        line.starts_with("<svg ") || line.contains("id=\"window\"") || line.contains("\"fixed\"")
    };
    let mut still: Vec<&str> = bodies.lines().filter(is_still).collect();
    still.extend(legend.lines());
    still
}

/// The meanings that a legend tells.
fn meanings(svg: &str) -> Vec<&str> {
    let (_, legend) = svg.split_once("<g class=\"legend\">").unwrap();
    let texts = legend
        .split("</text>")
        .filter_map(|part| part.rsplit_once('>'));
    texts.map(|(_, text)| text).collect()
}

/// Also the picture before the first step explains what only happens later.
#[test]
fn the_legend_of_a_film_explains_all_of_its_pictures() {
    let run = Run::of_gallery("domino-5", 40);
    let frames = run.frames();
    let told = meanings(&frames[0]);
    let deeds = frames.iter().any(|frame| frame.contains("class=\"made\""));
    assert!(
        deeds && told.contains(&"contact that begins to press"),
        "{told:?}"
    );
    for start in ["force on the upper body, ", "velocity, ", "turning, up to "] {
        assert!(told.iter().any(|text| text.starts_with(start)), "{told:?}");
    }
    assert!(told.contains(&"turns, slow to fast"), "{told:?}");
    for frame in &frames {
        assert_eq!(meanings(frame), told);
    }
}

/// A brick that falls one metre hits the floor with a force that is many times its weight; the
/// arrows of its weight afterwards have their usual length, and that of the impact is cut.
#[test]
fn impacts_do_not_make_other_forces_small() {
    let text = r#"
        format = "zwang-scene-1"
        name = "drop"
        gravity = [0, -10]
        [[body]]
        name = "floor"
        fixed = true
        rectangle = { center = [0, -1], size = [20, 2] }
        [[body]]
        name = "brick"
        rectangle = { center = [0, "3/2"], size = [2, 1] }
    "#;
    let scene = read::parse_toml(text).unwrap().scene;
    let run = Run::new(&scene, 30);
    let frames = run.frames();
    let last = frames.last().unwrap();
    let outline = points(after(last, "<path class=\"force\"", "d"));
    let length = (outline[3][1] - outline[0][1]).abs();
    let hit = run
        .steps
        .iter()
        .position(|step| !step.facts().impacts.is_empty());
    let hit = &frames[hit.unwrap() + 1];
    let cut = points(after(hit, "<path class=\"force\"", "d"));
    let reach = cut.iter().map(|point| (point[1] - cut[0][1]).abs());
    let reach = reach.fold(0.0, f64::max);
    assert!(length > 10.0 && reach / length < 6.0, "{length}, {reach}");
    assert!(meanings(last).contains(&"longer than drawn"));
}

/// A load pushes at a corner of a brick that spins as it falls: in each picture its arrow ends
/// where the corner is, and has the direction of the force.
#[test]
fn loads_move_with_their_bodies_and_keep_their_directions() {
    let text = r#"
        format = "zwang-scene-1"
        name = "spinning"
        gravity = [0, -10]
        [[body]]
        name = "brick"
        rectangle = { center = [0, 0], size = [4, 2] }
        spin = 3
    "#;
    let load = r#"
        [[load]]
        name = "jet"
        body = "brick"
        at = [2, 1]
        force = [3, 4]
    "#;
    // How the brick moves does not matter here, and is that of the scene without the load.
    let run = Run::new(&read::parse_toml(text).unwrap().scene, 10);
    let scene = read::parse_toml(&(text.to_owned() + load)).unwrap().scene;
    let frames = frames_of(&scene, &run.steps);
    let mut corners = BTreeSet::new();
    for (frame, step) in frames[1..].iter().zip(&run.steps) {
        let placed = draw::placed(&scene, step.state());
        let vertices = scene.bodies[0].parts[0].vertices();
        let corner = vertices
            .iter()
            .position(|at| *at == Vector::from_integers(2, 1));
        let corner = corner.unwrap();
        assert_eq!(
            placed.loads[0].at,
            placed.bodies[0].parts[0].vertices()[corner]
        );
        assert_eq!(placed.loads[0].force, scene.loads[0].force);
        let outline = points(after(frame, "<path class=\"load-force\"", "d"));
        let tip = outline[3];
        let tail = [0, 1].map(|axis| (outline[0][axis] + outline[6][axis]) / 2.0);
        let body = points(after(frame, "<path class=\"body", "d"));
        let distances = body.iter().map(|at| (at[0] - tip[0]).hypot(at[1] - tip[1]));
        assert!(distances.fold(f64::MAX, f64::min) < 0.05, "{frame}");
        let slope = (tail[1] - tip[1]) / (tip[0] - tail[0]);
        assert!(
            (slope - 4.0 / 3.0).abs() < 0.01 && tip[0] > tail[0],
            "{slope}"
        );
        corners.insert(format!("{tip:?}"));
    }
    assert_eq!(corners.len(), 10, "the corner moves");
    assert!(
        meanings(&frames[0])
            .iter()
            .any(|text| text.starts_with("load on a body, "))
    );
}

/// A brick slides into another one, and both come to rest: rings are gone then, in pictures of
/// steps and in films.
#[test]
fn what_has_stopped_has_no_rings() {
    let text = r#"
        format = "zwang-scene-1"
        name = "blow"
        gravity = [0, -10]
        friction = "1/2"
        [[body]]
        name = "floor"
        fixed = true
        rectangle = { center = [0, -1], size = [100, 2] }
        [[body]]
        name = "moves"
        rectangle = { center = [0, "1/8"], size = [1, "1/4"] }
        velocity = [3, 0]
        [[body]]
        name = "rests"
        rectangle = { center = ["21/20", "1/8"], size = [1, "1/4"] }
    "#;
    let scene = read::parse_toml(text).unwrap().scene;
    let run = Run::new(&scene, 40);
    let frames = run.frames();
    let mut sliding = 0;
    for (frame, step) in frames[1..].iter().zip(&run.steps) {
        let facts = step.facts();
        let view = View::of_step(&scene, Some(step));
        let alone = draw::step_svg(&scene, Some(step), &[], &view, &DrawOptions::default());
        // No brick slips by less than a micrometre but by rounding; what has just been made has a
        // mark of its own.
        let [before, after] = [step.before(), step.state()];
        let mut slides = Vec::new();
        for (row, _) in &facts.friction.as_ref().unwrap().sliding {
            let body = BodyId(row.vertex.part.body);
            let way = &after.position(body).unwrap() - &before.position(body).unwrap();
            let moves = way.dot(&way) >= ratio(1, 1_000_000_000_000);
            if moves && !facts.made.contains(row) && !facts.impacts.contains(row) {
                slides.push(*row);
            }
        }
        for svg in [frame, &alone] {
            let (drawing, _) = svg.split_once("<g class=\"legend\">").unwrap();
            let rings = count(drawing, "sliding");
            assert_eq!(rings, slides.len(), "step {}", step.k());
            sliding += rings;
        }
    }
    assert!(sliding > 0, "nothing slides");
}

/// Films as GIF need pictures of one size; bodies that turn once changed it.
#[test]
fn nothing_but_the_motion_changes_in_the_films_of_the_gallery() {
    let folder = format!("{}/scenes", env!("CARGO_MANIFEST_DIR"));
    let mut films = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let scene = read::parse_toml(&text).unwrap().scene;
        if scene.bodies.len() > 30 {
            continue;
        }
        let frames = frames_of(&scene, &checked_steps(&scene, 12));
        let still = still_parts(&frames[0]);
        assert!(still.len() >= 2, "{path:?}");
        for (step, frame) in frames.iter().enumerate() {
            assert_eq!(still_parts(frame), still, "{path:?}, step {step}");
        }
        films += usize::from(frames.len() > 1);
    }
    assert!(films >= 20, "{films} films");
}
