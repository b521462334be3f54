//! Seams: bodies that are cut into flush parts stand and fall as they did, whichever way they are
//! cut, and fixed bodies beside each other as if they were one. A vertex at a seam is on the
//! boundary of the whole, and not on that of a part.

use crate::corners::{Drawing, Shape, arch, bridge, cards, number, pile, point, rhombus, shape};
use crate::resting::stays;
use proptest::prelude::*;
use zwang::{Law, Rational, Scene, StaticsVerdict, Vector};
use zwang_answer::{CheckedSteps, RunError, Simulation};
use zwang_check::friction::FrictionVerdict;
use zwang_collapse::{Variation, VariedLoad};
use zwang_law::{Restitution, Settings};
use zwang_program::{Monitor, Options};
use zwang_scene::BodyId;

/// How a body is cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pieces {
    /// Into parts of itself.
    Parts,
    /// Into fixed bodies.
    Bodies,
}

/// The values between which the critical one is: the scene falls at the first and not at the
/// second.
fn critical(scene: &Scene, variation: &Variation) -> [Rational; 2] {
    let (options, monitor) = (Options::default(), Monitor::default());
    let width = number("1e-6");
    let found =
        zwang_answer::threshold(scene, variation, &width, &options, &monitor, || ()).unwrap();
    let found = &found.verified;
    [found.falls_at(), found.stands_at()].map(|end| end.unwrap().clone())
}

fn falls(scene: &Scene) -> bool {
    zwang::stability(scene).unwrap().verdict() == StaticsVerdict::Falls
}

/// Whether nothing accelerates, by the law of friction.
fn rests(scene: &Scene) -> bool {
    let found = zwang::accelerations(scene, Law::Coulomb).unwrap();
    let verdict = found.verdict();
    matches!(verdict, FrictionVerdict::Rests | FrictionVerdict::Stands)
}

/// The two sides of a convex polygon, cut from a point of its boundary to the middle of an edge
/// on the other side.
fn cut(vertices: &[Vector], at: &Vector) -> Option<[Vec<Vector>; 2]> {
    let mut outline: Vec<Vector> = Vec::new();
    for (index, start) in vertices.iter().enumerate() {
        let end = &vertices[(index + 1) % vertices.len()];
        outline.push(start.clone());
        let [from_start, from_end] = [at - start, at - end];
        let is_inside = from_start.dot(&from_end) < number("0");
        if from_start.cross(&from_end) == number("0") && is_inside {
            outline.push(at.clone());
        }
    }
    let place = outline.iter().position(|vertex| vertex == at)?;
    outline.rotate_left(place);
    let opposite = outline.len() / 2;
    let next = (opposite + 1) % outline.len();
    let middle = (&outline[opposite] + &outline[next]).scaled(&number("1/2"));
    let mut first = outline[..=opposite].to_vec();
    first.push(middle.clone());
    let mut second = vec![middle];
    second.extend_from_slice(&outline[opposite + 1..]);
    second.push(at.clone());
    Some([first, second])
}

fn listed(polygon: &[Vector]) -> String {
    let points: Vec<String> = polygon
        .iter()
        .map(|Vector { x, y }| format!("['{x}', '{y}']"))
        .collect();
    format!("[{}]", points.join(", "))
}

/// The scene with one body cut at each of these points.
fn cut_scene(
    drawing: &Drawing,
    cuts: &[(usize, Vector)],
    pieces: Pieces,
    friction: &Rational,
) -> Scene {
    let Vector { x, y } = &drawing.gravity;
    let mut text = format!(
        "format = 'zwang-scene-1'\nname = 'seams'\ngravity = ['{x}', '{y}']\n\
         friction = '{friction}'\n"
    );
    for (index, shape) in drawing.shapes.iter().enumerate() {
        let Shape { name, is_fixed, .. } = shape;
        let own = cuts.iter().find(|(body, _)| *body == index);
        let polygons = match own.and_then(|(_, at)| cut(&shape.vertices, at)) {
            Some(halves) => halves.to_vec(),
            None => vec![shape.vertices.clone()],
        };
        let mut bodies = vec![polygons.clone()];
        if *is_fixed && pieces == Pieces::Bodies {
            bodies = polygons.into_iter().map(|polygon| vec![polygon]).collect();
        }
        for (place, polygons) in bodies.iter().enumerate() {
            let parts: Vec<String> = polygons.iter().map(|polygon| listed(polygon)).collect();
            text += &format!(
                "[[body]]\nname = '{name} {place}'\nfixed = {is_fixed}\nparts = [{}]\n",
                parts.join(", ")
            );
        }
    }
    text.parse().unwrap()
}

/// Where vertices of other bodies meet a body: pairs of the body and a point.
fn meetings(drawing: &Drawing) -> Vec<(usize, Vector)> {
    let mut meetings = Vec::new();
    for (body, shape) in drawing.shapes.iter().enumerate() {
        for (other, other_shape) in drawing.shapes.iter().enumerate() {
            for vertex in &other_shape.vertices {
                let meeting = (body, vertex.clone());
                let is_met = body != other && cut(&shape.vertices, vertex).is_some();
                if is_met && !meetings.contains(&meeting) {
                    meetings.push(meeting);
                }
            }
        }
    }
    meetings
}

/// A crate on a floor, under gravity that is tilted.
fn crate_on_floor() -> Drawing {
    Drawing {
        gravity: point("-1/3", "-1"),
        shapes: vec![
            shape(
                "floor",
                true,
                &[["-5", "-1"], ["5", "-1"], ["5", "0"], ["-5", "0"]],
            ),
            shape(
                "crate",
                false,
                &[["0", "0"], ["1", "0"], ["1", "1"], ["0", "1"]],
            ),
        ],
    }
}

/// The friction that a scene needs does not change where a body is cut at a contact.
#[test]
fn cuts_do_not_change_the_friction_that_is_needed() {
    let drawings = [
        crate_on_floor(),
        cards("1/2"),
        arch(),
        bridge("1/2"),
        rhombus(),
        pile(),
    ];
    for drawing in drawings {
        let whole = drawing.scene(&number("1"));
        let [falls_at, holds_at] = critical(&whole, &Variation::Friction);
        let meetings = meetings(&drawing);
        assert!(meetings.len() > 1);
        for meeting in &meetings {
            for pieces in [Pieces::Parts, Pieces::Bodies] {
                let cuts = [meeting.clone()];
                let scene = cut_scene(&drawing, &cuts, pieces, &number("1"));
                let [cut_falls, cut_holds] = critical(&scene, &Variation::Friction);
                let (body, at) = meeting;
                assert!(
                    cut_falls < holds_at && falls_at < cut_holds,
                    "{body} cut at ({}, {}) needs {cut_holds}, not {holds_at}",
                    at.x,
                    at.y
                );
            }
        }
    }
}

/// All commands agree about cut bodies, closely on either side of the critical friction.
#[test]
fn cut_bodies_rest_where_they_did() {
    let margin = number("1e-4");
    for drawing in [crate_on_floor(), cards("1/2"), bridge("1/2")] {
        let whole = drawing.scene(&number("1"));
        let [falls_at, holds_at] = critical(&whole, &Variation::Friction);
        for meeting in meetings(&drawing) {
            for pieces in [Pieces::Parts, Pieces::Bodies] {
                let cuts = [meeting.clone()];
                let scene_at = |friction: Rational| cut_scene(&drawing, &cuts, pieces, &friction);
                let held = scene_at(&holds_at + &margin);
                assert!(!falls(&held) && rests(&held) && stays(&held, true));
                let less = &falls_at - &margin;
                if less < number("0") {
                    continue;
                }
                let fallen = scene_at(less);
                assert!(falls(&fallen) && !rests(&fallen) && !stays(&fallen, true));
            }
        }
    }
}

/// A table whose feet are in two grooves, which are cut in different ways.
fn table_in_grooves(groove: impl Fn(&str) -> Vec<String>) -> Scene {
    let mut text = "format = 'zwang-scene-1'\nname = 'grooves'\ngravity = [0, -1]\n\
                    friction = '1/10'\n\
                    [[body]]\nname = 'table'\nparts = [\
                    [[-5, 1], [5, 1], [5, '3/2'], [-5, '3/2']], \
                    [[-4, 0], ['-19/5', 1], ['-21/5', 1]], [[4, 0], ['21/5', 1], ['19/5', 1]]]\n"
        .to_owned();
    for x in ["-4", "4"] {
        for (index, parts) in groove(x).iter().enumerate() {
            text += &format!(
                "[[body]]\nname = 'groove {x} {index}'\nfixed = true\nparts = [{parts}]\n"
            );
        }
    }
    text.parse().unwrap()
}

/// A polygon, moved by x.
fn moved(polygon: &[[&str; 2]], x: &str) -> String {
    let by = point(x, "0");
    let points: Vec<Vector> = polygon.iter().map(|[x, y]| &point(x, y) + &by).collect();
    listed(&points)
}

const LEFT: [[&str; 2]; 4] = [["0", "0"], ["-1/2", "1/2"], ["-1/2", "-1"], ["0", "-1"]];
const RIGHT: [[&str; 2]; 4] = [["0", "0"], ["0", "-1"], ["1/2", "-1"], ["1/2", "1/2"]];
/// The left slope goes on below the right one.
const BELOW_LEFT: [[&str; 2]; 3] = [["-1/2", "1/2"], ["-1/2", "-1"], ["1", "-1"]];
const ABOVE_LEFT: [[&str; 2]; 3] = [["0", "0"], ["1", "-1"], ["1/2", "1/2"]];
const LEFT_THIRD: [[&str; 2]; 4] = [["0", "0"], ["-1/2", "1/2"], ["-1/2", "-1"], ["-1/4", "-1"]];
const MIDDLE_THIRD: [[&str; 2]; 3] = [["0", "0"], ["-1/4", "-1"], ["1/4", "-1"]];
const RIGHT_THIRD: [[&str; 2]; 4] = [["0", "0"], ["1/4", "-1"], ["1/2", "-1"], ["1/2", "1/2"]];

/// Feet in grooves of 45 degrees slide up where the pull to the side is more than (1 + μ) / (1 - μ)
/// times the weight.
#[test]
fn grooves_hold_by_their_walls_only() {
    let one = |x: &str, parts: &[&[[&str; 2]]]| -> Vec<String> {
        let parts: Vec<String> = parts.iter().map(|polygon| moved(polygon, x)).collect();
        vec![parts.join(", ")]
    };
    let several = |x: &str, parts: &[&[[&str; 2]]]| -> Vec<String> {
        parts.iter().map(|polygon| moved(polygon, x)).collect()
    };
    let cuts: [&[&[[&str; 2]]]; 3] = [
        &[&LEFT, &RIGHT],
        &[&BELOW_LEFT, &ABOVE_LEFT],
        &[&LEFT_THIRD, &MIDDLE_THIRD, &RIGHT_THIRD],
    ];
    for parts in cuts {
        let of_one_body = table_in_grooves(|x| one(x, parts));
        let of_bodies = table_in_grooves(|x| several(x, parts));
        for scene in [of_one_body, of_bodies] {
            for load in [
                Variation::Growing(VariedLoad::GravityX),
                Variation::Shrinking(VariedLoad::GravityX),
            ] {
                let [_, holds] = critical(&scene, &load);
                let size = if holds < number("0") { -holds } else { holds };
                assert_eq!(size, number("11/9"), "{load:?}");
            }
        }
    }
}

/// A crate at the seam of two slabs: where the one below it may sink, the edge of the other one
/// holds it, as it does if the slab is lower already.
#[test]
fn an_edge_beside_a_slab_that_may_sink_holds() {
    let scene = |top: &str, is_fixed: bool| -> Scene {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'slabs'\ngravity = ['-1/2', -1]\n\
             friction = '1/10'\n\
             [[body]]\nname = 'ground'\nfixed = true\n\
             parts = [[[-6, -2], [6, -2], [6, -1], [-6, -1]]]\n\
             [[body]]\nname = 'left'\nfixed = true\n\
             parts = [[[-5, -1], [0, -1], [0, 0], [-5, 0]]]\n\
             [[body]]\nname = 'right'\nfixed = {is_fixed}\n\
             parts = [[[0, -1], [5, -1], [5, '{top}'], [0, '{top}']]]\n\
             [[body]]\nname = 'crate'\n\
             parts = [[[0, '{top}'], [1, '{top}'], [1, 1], [0, 1]]]\n"
        );
        text.parse().unwrap()
    };
    for lower in ["-1/1000", "-1/1000000000"] {
        assert!(!falls(&scene(lower, true)) && !falls(&scene(lower, false)));
    }
    assert!(!falls(&scene("0", false)) && rests(&scene("0", false)));
    assert!(falls(&scene("0", true)) && !rests(&scene("0", true)));
    assert!(falls(&scene("1/1000000000", true)) && falls(&scene("1/1000000000", false)));
}

/// Parts of a needle together bear no more than the needle: a spike does not hang below it.
#[test]
fn a_spike_does_not_hang_below_a_needle_that_is_cut() {
    let drawing = Drawing {
        gravity: point("0", "-1"),
        shapes: vec![
            shape("needle", true, &[["0", "0"], ["1", "1"], ["-1", "1"]]),
            shape("spike", false, &[["0", "0"], ["-1", "-2"], ["1", "-2"]]),
        ],
    };
    for friction in ["1/2", "1", "2", "9"].map(number) {
        let whole = zwang::stability(&drawing.scene(&friction));
        for pieces in [Pieces::Parts, Pieces::Bodies] {
            for cuts in [vec![0], vec![1], vec![0, 1]] {
                let at = |body| (body, point("0", "0"));
                let cuts: Vec<(usize, Vector)> = cuts.into_iter().map(at).collect();
                let scene = cut_scene(&drawing, &cuts, pieces, &friction);
                match zwang::stability(&scene) {
                    // Neither forces nor a fall, as of the whole needle.
                    Err(_) => assert!(whole.is_err(), "{friction}"),
                    Ok(cut) => assert_eq!(cut.verdict(), StaticsVerdict::Falls),
                }
            }
        }
    }
}

/// A spike is jammed in a groove whose walls are rough enough, whatever its parts are.
#[test]
fn walls_of_a_groove_bear_each_on_its_own() {
    for parts in [
        "[[0, 0], [-1, 1], [-1, -1], [0, -1]], [[0, 0], [0, -1], [1, -1], [1, 1]]",
        "[[-1, 1], [-1, -1], [1, -1]], [[0, 0], [1, -1], [1, 1]]",
    ] {
        for (friction, is_jammed) in [("9/10", false), ("11/10", true), ("3", true)] {
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'groove'\ngravity = [0, 1]\n\
                 friction = '{friction}'\n\
                 [[body]]\nname = 'groove'\nfixed = true\nparts = [{parts}]\n\
                 [[body]]\nname = 'spike'\nparts = [[[0, 0], ['1/5', 1], ['-1/5', 1]]]\n"
            );
            let scene: Scene = text.parse().unwrap();
            assert_eq!(falls(&scene), !is_jammed, "{parts} {friction}");
        }
    }
}

/// Points around a vertex, counter-clockwise, on the outline of a convex polygon.
const RING: [(i32, i32); 16] = [
    (10, 0),
    (9, 4),
    (7, 7),
    (4, 9),
    (0, 10),
    (-4, 9),
    (-7, 7),
    (-9, 4),
    (-10, 0),
    (-9, -4),
    (-7, -7),
    (-4, -9),
    (0, -10),
    (4, -9),
    (7, -7),
    (9, -4),
];

/// A wedge at a point, from one place of the ring to another, without what is between two more.
#[derive(Clone, Debug)]
struct NotchedWedge {
    at: (i32, i32),
    from: usize,
    to: usize,
    notch: (usize, usize),
}

impl NotchedWedge {
    fn piece(&self, from: usize, to: usize) -> String {
        let (x, y) = self.at;
        let mut points = Vec::new();
        if to - from < RING.len() / 2 {
            points.push(format!("[{x}, {y}]"));
        }
        for place in from..=to {
            let (dx, dy) = RING[place % RING.len()];
            points.push(format!("['{}/40', '{}/40']", 40 * x + dx, 40 * y + dy));
        }
        format!("[{}]", points.join(", "))
    }

    fn whole(&self) -> Vec<String> {
        vec![self.piece(self.from, self.to)]
    }

    fn pieces(&self) -> Vec<String> {
        let (start, end) = self.notch;
        vec![self.piece(self.from, start), self.piece(end, self.to)]
    }
}

/// A wedge outside of the quadrant that begins at a place, at most a half-plane.
fn notched_wedge(at: (i32, i32), quadrant: usize) -> impl Strategy<Value = NotchedWedge> {
    let ends = (4_usize..13, 3_usize..9).prop_filter("outside", |(from, width)| from + width <= 16);
    ends.prop_flat_map(move |(from, width)| {
        let notch = (1..width - 1, 1..width).prop_filter("ordered", |(start, end)| start < end);
        notch.prop_map(move |(start, end)| {
            let from = quadrant + from;
            NotchedWedge {
                at,
                from,
                to: from + width,
                notch: (from + start, from + end),
            }
        })
    })
}

/// A square that two fixed solids touch at opposite vertices or at one side.
fn between(solids: [Vec<String>; 2], pull: (i32, i32), friction: u32) -> Scene {
    let (x, y) = pull;
    let mut text = format!(
        "format = 'zwang-scene-1'\nname = 'wedges'\ngravity = [{x}, {y}]\n\
         friction = '{friction}/4'\n\
         [[body]]\nname = 'square'\nparts = [[[0, 0], [1, 0], [1, 1], [0, 1]]]\n"
    );
    for (solid, parts) in solids.iter().enumerate() {
        for (index, part) in parts.iter().enumerate() {
            text +=
                &format!("[[body]]\nname = '{solid} {index}'\nfixed = true\nparts = [{part}]\n");
        }
    }
    text.parse().unwrap()
}

/// The place of the first body after so many steps of a run, which the checker accepts; `None` if
/// it has fewer.
fn place_after(scene: Scene, count: usize) -> Option<Vector> {
    place_of(&scene, BodyId(0), count)
}

/// That of a body.
fn place_of(scene: &Scene, body: BodyId, count: usize) -> Option<Vector> {
    place_by(scene, body, count, Settings::default())
}

/// The same coefficient of restitution for all bodies.
fn bouncing(coefficient: &str) -> Restitution {
    Restitution {
        default: number(coefficient),
        ..Restitution::default()
    }
}

/// That of a body with other settings than usual.
fn place_by(scene: &Scene, body: BodyId, count: usize, settings: Settings) -> Option<Vector> {
    let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
    let header = simulation.header();
    let records = (0..count).map(|_| simulation.advance(&Monitor::default()));
    let mut steps = CheckedSteps::new(scene, &header, records).unwrap();
    let mut place = None;
    for _ in 0..count {
        match steps.next()? {
            Ok(step) => {
                let step = step.into_verified();
                place = Some(step.state().position(body).unwrap().clone());
            }
            Err(RunError::Step(_)) => return None,
            Err(error) => panic!("{error}"),
        }
    }
    place
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A notch between two parts of a convex solid that a body does not face changes nothing: the
    /// edges in it are not beside the body.
    #[test]
    fn notches_on_the_far_side_change_nothing(
        (first, second) in prop_oneof![
            (notched_wedge((0, 0), 0), notched_wedge((1, 0), 4)),
            (notched_wedge((0, 0), 0), notched_wedge((1, 1), 8)),
        ],
        pull in (-4..5, -4..5),
        friction in 1_u32..12,
    ) {
        let whole = between([first.whole(), second.whole()], pull, friction);
        let notched = between([first.pieces(), second.pieces()], pull, friction);
        let verdicts = [&whole, &notched].map(|scene| zwang::stability(scene).ok());
        // Some forces at wide corners are of no line, and not all of those are tried at several.
        let [Some(whole), Some(notched)] = verdicts else {
            return Ok(());
        };
        let falls = StaticsVerdict::Falls;
        prop_assert_eq!(whole.verdict() == falls, notched.verdict() == falls);
    }
}

/// A chip beside the corner of a box falls as if it were alone, whether the box is one piece or cut
/// along its diagonal, into parts or bodies, and on whichever side of the two is fixed.
#[test]
fn a_chip_falls_beside_a_box_that_is_cut() {
    let chip = "parts = [[[0, 0], [1, -1], [1, 0]]]";
    let whole = "parts = [[[0, 0], [-1, 0], [-1, -1], [0, -1]]]";
    let cut = "parts = [[[0, 0], [-1, 0], [-1, -1]], [[0, 0], [-1, -1], [0, -1]]]";
    let upper = "parts = [[[0, 0], [-1, 0], [-1, -1]]]";
    let lower = "parts = [[[0, 0], [-1, -1], [0, -1]]]";
    for (free, fixed, pull) in [
        (chip, vec![whole], -1),
        (chip, vec![cut], -1),
        (chip, vec![upper, lower], -1),
        (cut, vec![chip], 1),
    ] {
        let mut text = format!(
            "format = 'zwang-scene-1'\nname = 'cut'\ngravity = [0, {pull}]\n\
             [[body]]\nname = 'free'\n{free}\n"
        );
        for (index, parts) in fixed.iter().enumerate() {
            text += &format!("[[body]]\nname = '{index}'\nfixed = true\n{parts}\n");
        }
        let scene: Scene = text.parse().unwrap();
        let before = scene.bodies[BodyId(0)].dynamics.clone().unwrap().centroid;
        let after = place_after(scene, 1).unwrap();
        let moved = &after - &before;
        // ½ a h², but for a rounding of 2^-64 m.
        let fallen = &moved.y - number("1/20000") * number(&pull.to_string());
        assert_eq!(moved.x, number("0"));
        assert!(&fallen * &fallen < number("1e-37"), "{fallen}");
    }
}

/// A groove of two smooth wedges on a rough floor, which meet above one edge of the floor or above
/// its seam, and a spike in it, whose centroid is on the line of the weight through its tip. The
/// wedges lie on the floor, or they touch it with their tips alone.
fn groove_on_a_floor(
    slopes: [i32; 2],
    pull: i32,
    friction: u32,
    [is_cut, is_lifted]: [bool; 2],
) -> Scene {
    let [left, right] = slopes;
    let lower = |slope: i32| if is_lifted { slope } else { 0 };
    let floor = match is_cut {
        false => "[[-5, -1], [5, -1], [5, 0], [-5, 0]]",
        true => "[[-5, -1], [0, -1], [0, 0], [-5, 0]], [[0, -1], [5, -1], [5, 0], [0, 0]]",
    };
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'groove'\ngravity = ['{pull}/20', -1]\n\
         [[body]]\nname = 'spike'\nfriction = 9\nmass = 1\ninertia = 1\n\
         centroid = ['{}/20', 1]\nparts = [[[0, 0], [1, 4], [-1, 4]]]\n\
         [[body]]\nname = 'floor'\nfixed = true\nfriction = '{friction}/4'\nparts = [{floor}]\n\
         [[body]]\nname = 'left'\nfixed = true\n\
         parts = [[[0, 0], [-4, '{left}/5'], [-4, '{}/10']]]\n\
         [[body]]\nname = 'right'\nfixed = true\n\
         parts = [[[0, 0], [4, '{}/10'], [4, '{right}/5']]]\n",
        -pull,
        lower(left),
        lower(right),
    );
    text.parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The floor under the wedges bears nothing, however rough it is: the spike stays where its
    /// weight is between the normals of the two.
    #[test]
    fn a_floor_that_wedges_cover_does_not_rub(
        left in 1_i32..8,
        right in 1_i32..8,
        pull in -12_i32..13,
        friction in 0_u32..12,
        is_lifted: bool,
    ) {
        // The slopes are left/20 and right/20.
        let stays = -right <= -pull && -pull <= left;
        for is_cut in [false, true] {
            let scene = groove_on_a_floor([left, right], pull, friction, [is_cut, is_lifted]);
            prop_assert_eq!(!falls(&scene), stays, "{}", is_cut);
            let before = scene.bodies[BodyId(0)].dynamics.clone().unwrap().centroid;
            // At the ends of edges of a floor that is cut there, runs rub.
            if !is_cut {
                let after = place_after(scene, 2).unwrap();
                prop_assert_eq!(after == before, stays, "run");
            }
        }
    }

    /// Two spikes of one body, tip on tip, between two needles of another one: no load moves them.
    #[test]
    fn solids_that_lock_each_other_hold(
        pull in (-4..5, -4..5),
        friction in 0_u32..6,
        width in 1..4,
        is_cut: bool,
    ) {
        let (x, y) = pull;
        let left = match is_cut {
            false => "[[0, 0], [-4, 1], [-4, -1]]",
            true => "[[0, 0], [-4, 1], [-4, 0]], [[0, 0], [-4, 0], [-4, -1]]",
        };
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'locked'\ngravity = [{x}, {y}]\n\
             friction = '{friction}/4'\n\
             [[body]]\nname = 'needles'\nfixed = true\n\
             parts = [{left}, [[0, 0], [4, -1], [4, 1]]]\n\
             [[body]]\nname = 'spikes'\n\
             parts = [[[0, 0], [{width}, 4], [-{width}, 4]], [[0, 0], [-{width}, -4], [{width}, -4]]]\n"
        );
        let scene: Scene = text.parse().unwrap();
        prop_assert!(!falls(&scene));
    }
}

/// A smooth spike in a groove of two parts is held by its own sides as well as by those of the
/// groove. It tips about its tip as one does that is cut off by some micrometres.
#[test]
fn a_spike_tips_in_a_smooth_groove_as_a_blunt_one() {
    let mut places = Vec::new();
    for tip in [
        "[0, 0]",
        "['-1/1000000', '1/200000'], ['1/1000000', '1/200000']",
    ] {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'groove'\ngravity = [-1, -10]\n\
             [[body]]\nname = 'spike'\nmass = 1\ninertia = '1/10'\ncentroid = [0, '2/3']\n\
             parts = [[{tip}, ['1/5', 1], ['-1/5', 1]]]\n\
             [[body]]\nname = 'groove'\nfixed = true\n\
             parts = [[[0, 0], [-1, 1], [-1, -1], [0, -1]], [[0, 0], [0, -1], [1, -1], [1, 1]]]\n"
        );
        places.push(place_after(text.parse().unwrap(), 30).unwrap());
    }
    let off = &places[0] - &places[1];
    assert!(off.dot(&off) < number("1e-10"), "{off:?}");
}

/// Ways from a point, counter-clockwise.
const WAYS: [(i32, i32); 16] = [
    (1, 0),
    (2, 1),
    (1, 1),
    (1, 2),
    (0, 1),
    (-1, 2),
    (-1, 1),
    (-2, 1),
    (-1, 0),
    (-2, -1),
    (-1, -1),
    (-1, -2),
    (0, -1),
    (1, -2),
    (1, -1),
    (2, -1),
];

/// Places where a circle of ways is cut, and whether what follows each cut is a fixed part.
fn cuts_of_a_fan() -> impl Strategy<Value = Vec<(usize, bool)>> {
    let cut = (1_usize..6, any::<bool>());
    proptest::collection::vec(cut, 4..9)
}

/// A triangle between ways at the origin and fixed ones around it. `None` if there is no room.
fn fan(cuts: &[(usize, bool)], pull: (i32, i32)) -> Option<Scene> {
    let triangle = |from: usize, to: usize| {
        let [(a, b), (c, d)] = [from, to].map(|way| WAYS[way % WAYS.len()]);
        format!("[[0, 0], [{a}, {b}], [{c}, {d}]]")
    };
    let mut fixed = Vec::new();
    let mut place = 2;
    for (width, is_fixed) in cuts {
        if place + width > WAYS.len() {
            break;
        }
        if *is_fixed {
            fixed.push(triangle(place, place + width));
        }
        place += width;
    }
    if fixed.is_empty() {
        return None;
    }
    let (x, y) = pull;
    let text = format!(
        "format = 'zwang-scene-1'\nname = 'fan'\ngravity = [{x}, {y}]\n\
         [[body]]\nname = 'triangle'\nparts = [{}]\n\
         [[body]]\nname = 'fan'\nfixed = true\nparts = [{}]\n",
        triangle(0, 2),
        fixed.join(", ")
    );
    Some(text.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// In its first step a smooth body begins to move as `collapse` proves that it does, in a fan
    /// of fixed parts around its tip: no edge of a part that others cover holds it, nor does its
    /// own.
    #[test]
    fn bodies_in_fans_begin_as_they_collapse(
        cuts in cuts_of_a_fan(),
        pull in (-4..5, -4..5),
    ) {
        let Some(scene) = fan(&cuts, pull) else {
            return Ok(());
        };
        let Ok(answer) = zwang::collapse(&scene) else {
            return Ok(());
        };
        let Ok(acceleration) = answer.acceleration("triangle") else {
            return Ok(());
        };
        let before = scene.bodies[BodyId(0)].dynamics.clone().unwrap().centroid;
        let Some(after) = place_after(scene, 1) else {
            return Ok(());
        };
        let half_square = number("1/20000");
        let off = &(&after - &before) - &(&half_square * &acceleration.linear);
        // A step turns the triangle by some 1e-4.
        let largest = number("1e-2") * &half_square * number("16");
        prop_assert!(off.dot(&off) < &largest * &largest, "{} {}", off.x, off.y);
    }
}

/// A triangle that slides away from the foot of a smooth wall, and one that tips in the corner of a
/// rough one, move as on a floor that is not cut at that foot: the part of the floor under the wall
/// takes no friction away.
#[test]
fn a_floor_that_is_cut_at_the_foot_of_a_wall_rubs() {
    for (body, friction) in [
        (
            "parts = [[[0, 0], ['-1/4', '5/4'], ['-3/4', '5/4']]]\nvelocity = [-1, 0]",
            0,
        ),
        ("parts = [[[0, 0], [-2, 1], [-2, '1/2']]]", 3),
    ] {
        let mut places = Vec::new();
        for floor in [
            "[[-8, -1], [8, -1], [8, 0], [-8, 0]]",
            "[[-8, -1], [0, -1], [0, 0], [-8, 0]], [[0, -1], [8, -1], [8, 0], [0, 0]]",
        ] {
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'foot'\ngravity = [0, -1]\n\
                 [[body]]\nname = 'triangle'\nfriction = 1\n{body}\n\
                 [[body]]\nname = 'floor'\nfixed = true\nfriction = 1\nparts = [{floor}]\n\
                 [[body]]\nname = 'wall'\nfixed = true\nfriction = {friction}\n\
                 parts = [[[0, 0], [1, 0], [1, 2], [0, 2]]]\n"
            );
            places.push(place_after(text.parse().unwrap(), 6).unwrap());
        }
        let off = &places[0] - &places[1];
        assert!(off.dot(&off) < number("1e-16"), "{off:?}");
    }
}

/// A rough body that tips with its tip at the foot of a wall, or swings up there, moves as about a
/// pin: forces of one place turn nothing, also if rounding, or half of a guess, has moved their
/// points apart.
#[test]
fn a_body_turns_at_the_foot_of_a_wall_as_about_a_pin() {
    for [body, velocity, spin] in [
        ["[-1, 2], [-1, 1]", "[0, 0]", "0"],
        ["['-1/2', 2], [-2, 1]", "[0, 0]", "0"],
        ["[-1, 2], [-1, 1]", "['1/4', '1/6']", "-1/4"],
        ["['-1/2', 2], [-2, 1]", "['-1/2', '-5/12']", "1/2"],
    ] {
        let scene = |friction: &str, rest: &str| -> Scene {
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'foot'\ngravity = [0, -1]\n\
                 friction = '{friction}'\n[[body]]\nname = 'card'\nparts = [[[0, 0], {body}]]\n\
                 velocity = {velocity}\nspin = '{spin}'\n{rest}"
            );
            text.parse().unwrap()
        };
        let pinned = scene("0", "[[pin]]\nbodies = ['card']\nat = [0, 0]\n");
        let pinned = place_after(pinned, 20).unwrap();
        for friction in ["1", "3", "9"] {
            let walls = "[[body]]\nname = 'walls'\nfixed = true\nparts = [\
                         [[-4, -1], [4, -1], [4, 0], [-4, 0]], [[0, 0], [1, 0], [1, 1], [0, 1]]]";
            let beside = place_after(scene(friction, walls), 20).unwrap();
            let off = &beside - &pinned;
            assert!(
                off.dot(&off) < number("1e-14"),
                "{body} {spin} {friction}: {off:?}"
            );
        }
    }
}

/// Cards that are pinned at their tips, to the world or to each other, turn in the corner of a
/// floor and a wall as on these pins alone, with the forces of which those of the corner might
/// cancel.
#[test]
fn bodies_turn_about_pins_in_a_corner_as_about_these_alone() {
    let walls = "[[body]]\nname = 'walls'\nfixed = true\nparts = [\
                 [[-4, -1], [4, -1], [4, 0], [-4, 0]], [[0, 0], [1, 0], [1, 1], [0, 1]]]\n";
    let other = "[[body]]\nname = 'other'\nparts = [[[0, 0], [-3, 1], [-3, '1/2']]]\n\
                 [[pin]]\nbodies = ['card', 'other']\nat = [0, 0]\n";
    for (more, pull) in [("", "[1, -3]"), ("", "[-1, -3]"), (other, "[-1, -3]")] {
        let scene = |friction: &str, walls: &str| -> Scene {
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'pinned'\ngravity = {pull}\n\
                 friction = '{friction}'\n[[body]]\nname = 'card'\n\
                 parts = [[[0, 0], [-1, 1], [-2, 1]], [[0, 0], ['-1/4', 2], [-1, 2]]]\n\
                 [[pin]]\nbodies = ['card']\nat = [0, 0]\n{more}{walls}"
            );
            text.parse().unwrap()
        };
        let alone = place_after(scene("0", ""), 20).unwrap();
        for friction in ["0", "1/2", "1", "3"] {
            let beside = place_after(scene(friction, walls), 20).unwrap();
            let off = &beside - &alone;
            assert!(
                off.dot(&off) < number("1e-14"),
                "{pull} {friction} {more}: {off:?}"
            );
        }
    }
}

/// Two cards that are pinned at their tips slide and fall on a smooth floor; nothing moves their
/// common centroid sideways.
#[test]
fn cards_on_one_pin_fall_on_a_smooth_floor() {
    let cards = "[[body]]\nname = 'left'\nparts = [[[0, 0], ['-1/2', 1], [-1, 1]]]\n\
                 [[body]]\nname = 'right'\nparts = [[[0, 0], [2, 1], [1, 1]]]\n\
                 [[pin]]\nbodies = ['left', 'right']\nat = [0, 0]\n";
    let floor = "[[body]]\nname = 'floor'\nfixed = true\nparts = [\
                 [[-4, -1], [4, -1], [4, 0], [-4, 0]]]\n";
    let text =
        format!("format = 'zwang-scene-1'\nname = 'cards'\ngravity = [0, -10]\n{cards}{floor}");
    let scene: Scene = text.parse().unwrap();
    // The right one has twice the area.
    let mut sums = Vec::new();
    for count in [1, 20] {
        let [left, right] = [0, 1].map(|body| place_of(&scene, BodyId(body), count).unwrap());
        assert!(count < 20 || left.y < number("39/60"), "{left:?} falls");
        sums.push(&left.x + &right.x + &right.x);
    }
    let off = &sums[1] - &sums[0];
    assert!(&off * &off < number("1e-14"), "{off}");
}

/// A tip slides over a seam of its floor as over a whole floor, also if a step ends where it is
/// within `touch` of the seam, before it or behind it.
#[test]
fn a_tip_slides_over_a_seam_at_which_a_step_ends() {
    let left = "[[-4, -1], [0, -1], [0, 0], [-4, 0]]";
    let right = "[[0, -1], [4, -1], [4, 0], [0, 0]]";
    let body = |name: &str, parts: &str| {
        format!("[[body]]\nname = '{name}'\nfixed = true\nparts = [{parts}]\n")
    };
    let whole = body("floor", "[[-4, -1], [4, -1], [4, 0], [-4, 0]]");
    let parts = body("floor", &format!("{left}, {right}"));
    let bodies = body("left", left) + &body("right", right);
    for (restitution, friction) in [("0", "0"), ("0", "1/4"), ("1/2", "0"), ("1/2", "1/4")] {
        let scene = |floor: &str, at: i64| -> Scene {
            let [left, tip, right] =
                [-2, 0, 2].map(|x| format!("'{}/100000000'", at + x * 100_000_000));
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'tip'\ngravity = [0, -10]\n\
                 friction = '{friction}'\nrestitution = '{restitution}'\n[[body]]\n\
                 name = 'tip'\nvelocity = [5, 0]\n\
                 parts = [[[{tip}, 0], [{right}, 1], [{left}, 1]]]\n{floor}"
            );
            text.parse().unwrap()
        };
        for at in [-5_000_001, -4_999_999, -5_000_010, -5_000_150] {
            let on_whole = place_after(scene(&whole, at), 6).unwrap();
            for floor in [&parts, &bodies] {
                let off = &place_after(scene(floor, at), 6).unwrap() - &on_whole;
                assert!(
                    off.dot(&off) < number("1e-12"),
                    "{restitution} {friction} {at}: {off:?}"
                );
            }
        }
    }
}

/// A tip that rests, slides, comes down, or bounces near a seam of its floor moves as on a whole
/// floor: on two parts or bodies, thick and thin ones, cut aslant, or with a wedge between them.
#[test]
fn a_tip_near_a_seam_moves_as_on_a_whole_floor() {
    let whole = [vec!["[[-4, -1], [4, -1], [4, 0], [-4, 0]]"]];
    let right = "[[0, -1], [4, -1], [4, 0], [0, 0]]";
    let cut = [
        vec!["[[-4, -1], [0, -1], [0, 0], [-4, 0]]", right],
        vec!["[[-4, '-1/2'], [0, '-1/2'], [0, 0], [-4, 0]]", right],
        vec![
            "[[-4, 0], [-4, -1], [-1, -1], [0, 0]]",
            "[[0, 0], [-1, -1], [4, -1], [4, 0]]",
        ],
        vec![
            "[[-4, 0], [-4, -1], [-1, -1], [0, 0]]",
            "[[0, 0], [-1, -1], [1, -1]]",
            "[[0, 0], [1, -1], [4, -1], [4, 0]]",
        ],
    ];
    // The corners beside the tip, and how the tip moves.
    let tips = [
        ("[-1, -10]", "1/2", "0", [[1, 4], [-1, 4]], "[0, 0]", 0),
        ("[-3, -10]", "0", "0", [[3, 4], [-4, 3]], "[0, 0]", 0),
        ("[0, -10]", "0", "0", [[1, 4], [-1, 4]], "[0, 0]", 1),
        ("[1, -10]", "1", "0", [[3, 5], [1, 5]], "['1/100', -1]", 1),
        (
            "[0, -10]",
            "1/4",
            "0",
            [[5, 3], [-4, 4]],
            "['1/1000', 0]",
            0,
        ),
        (
            "[3, -10]",
            "1/4",
            "1/2",
            [[2, 4], [-3, 2]],
            "[0, '-1/10']",
            1,
        ),
        ("[0, -10]", "0", "1/2", [[4, 3], [-3, 4]], "['1/10', 0]", 0),
    ];
    let mut compared = 0;
    for (gravity, friction, restitution, [first, second], velocity, height) in tips {
        let scene = |floor: &[&str], offset: i64| -> Scene {
            let corner = |[x, y]: [i64; 2]| {
                let x = offset + x * 25_000_000;
                let y = height * 1_000_000 + y * 25_000_000;
                format!("['{x}/100000000', '{y}/100000000']")
            };
            let tip = [[0, 0], first, second].map(corner).join(", ");
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'tip'\ngravity = {gravity}\n\
                 friction = '{friction}'\n\
                 [[body]]\nname = 'tip'\nvelocity = {velocity}\nparts = [[{tip}]]\n\
                 [[body]]\nname = 'floor'\nfixed = true\nparts = [{}]\n",
                floor.join(", ")
            );
            text.parse().unwrap()
        };
        for (step, count) in [("1/100", 8), ("1/1000", 5)] {
            let place = |floor: &[&str], offset: i64| {
                let settings = Settings {
                    step: number(step),
                    restitution: bouncing(restitution),
                    ..Settings::default()
                };
                place_by(&scene(floor, offset), BodyId(0), count, settings)
            };
            for offset in [0, 1, -100, 2000, -5000] {
                let expected = place(&whole[0], offset).unwrap();
                for floor in &cut {
                    let off = &place(floor, offset).unwrap() - &expected;
                    assert!(
                        off.dot(&off) < number("1e-12"),
                        "{gravity} {velocity} {step} {offset} {floor:?}: {off:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 7 * 2 * 5 * 4);
}

/// A fast tip passes a point at which several parts of its floor meet, those in the middle with a
/// tip there, as on a whole floor: before, beside and on that point, steep and shallow, on parts or
/// bodies.
#[test]
fn a_fast_tip_passes_where_several_parts_meet() {
    let whole = ["[[-4, -1], [4, -1], [4, 0], [-4, 0]]"];
    let left = "[[-4, 0], [-4, -1], [-1, -1], [0, 0]]";
    let right = "[[0, 0], [1, -1], [4, -1], [4, 0]]";
    let one_wedge = [left, "[[0, 0], [-1, -1], [1, -1]]", right];
    let two_wedges = [
        "[[-4, 0], [-4, -1], [-2, -1], [0, 0]]",
        "[[0, 0], [-2, -1], [0, -1]]",
        "[[0, 0], [0, -1], [2, -1]]",
        "[[0, 0], [2, -1], [4, -1], [4, 0]]",
    ];
    let leaning = [
        "[[-4, 0], [-4, -1], ['1/2', -1], [0, 0]]",
        "[[0, 0], ['1/2', -1], [1, -1]]",
        right,
    ];
    // Its neighbours cover the edges of the wedge only in part.
    let deep_wedge = [
        "[[-4, 0], [-4, '-1/2'], ['-1/2', '-1/2'], [0, 0]]",
        "[[0, 0], [-1, -1], [1, -1]]",
        "[[0, 0], ['1/2', '-1/2'], [4, '-1/2'], [4, 0]]",
    ];
    let mut compared = 0;
    for (speed, slope, corners) in [
        (-5, 3, [[60, 100], [-50, 100]]),
        (5, -3, [[100, 30], [-100, 30]]),
        (3, 0, [[10, 100], [-10, 100]]),
        (-8, 1, [[100, 80], [20, 100]]),
        (-1, 0, [[34, 35], [-66, 45]]),
    ] {
        let place = |floor: &[&str], are_bodies: bool, at: i64| {
            let corner = |[x, y]: [i64; 2]| format!("['{}/100000', '{y}/100']", at + 1000 * x);
            let tip = [[0, 0], corners[0], corners[1]].map(corner).join(", ");
            let mut parts: Vec<String> = floor.iter().map(ToString::to_string).collect();
            if !are_bodies {
                parts = vec![parts.join(", ")];
            }
            let mut bodies = String::new();
            for (index, parts) in parts.iter().enumerate() {
                bodies += &format!("[[body]]\nname = '{index}'\nfixed = true\nparts = [{parts}]\n");
            }
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'tip'\ngravity = [{slope}, -10]\n\
                 friction = '1/4'\n\
                 [[body]]\nname = 'tip'\nvelocity = [{speed}, 0]\nparts = [[{tip}]]\n{bodies}"
            );
            place_after(text.parse().unwrap(), 4).unwrap()
        };
        // The way of a step is at most 8000; the tip passes in the first one, or stops before.
        for at in [0, 1, 1010, 2500, 4999] {
            let at = -at * i64::from(speed).signum();
            let expected = place(&whole, false, at);
            for floor in [&one_wedge[..], &two_wedges, &leaning, &deep_wedge] {
                for are_bodies in [false, true] {
                    let off = &place(floor, are_bodies, at) - &expected;
                    assert!(
                        off.dot(&off) < number("1e-12"),
                        "{speed} {at} {floor:?} {are_bodies}: {off:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 5 * 5 * 4 * 2);
}

/// A brick that pivots at the left corner of a table turns down onto it with its right corner,
/// whatever is to the right of that: to the place where its slab does in space.
#[test]
fn a_brick_lands_with_its_corner_on_tables_of_any_width() {
    let expected = Vector::new(number("0.02097039"), number("0.20039932"));
    for width in ["2/5", "1", "10"] {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'slap'\ngravity = [0, -10]\n\
             [[body]]\nname = 'brick'\nvelocity = ['10019/50005', '-7999/500050']\nspin = -1\n\
             parts = [[['-69993/250025', '-56/10001'], ['79992/250025', '64/10001'],\n\
             ['77992/250025', '20318/50005'], ['-71993/250025', '19718/50005']]]\n\
             [[body]]\nname = 'table'\nfixed = true\n\
             parts = [[[0, 0], [0, -1], ['{width}', -1], ['{width}', 0]]]\n"
        );
        let settings = Settings {
            step: number("1/1600"),
            ..Settings::default()
        };
        let place = place_by(&text.parse().unwrap(), BodyId(0), 40, settings).unwrap();
        let off = &place - &expected;
        assert!(off.dot(&off) < number("1e-12"), "{width}: {place:?}");
    }
}

/// A wall that stands on a floor holds a tip that comes into their corner as one that goes down
/// behind the floor does, which covers its edge only in part.
#[test]
fn a_tip_stops_in_a_corner_however_the_corner_is_cut() {
    let on_the_floor =
        "[[-4, -1], [4, -1], [4, 0], [-4, 0]], [[1, 0], [2, 0], ['5/2', 2], ['3/2', 2]]";
    let behind_it = "[[-4, -1], ['3/4', -1], [1, 0], [-4, 0]], \
                     [['3/4', -1], ['7/4', -1], ['5/2', 2], ['3/2', 2]]";
    for (x, velocity) in [
        (90, "5, -5"),
        (95, "5, 0"),
        (92, "4, -1"),
        (99, "1, -5"),
        (80, "8, -1"),
    ] {
        let place = |parts: &str| {
            let corner = |left: i64, up: i64| format!("['{}/100', '{up}/100']", x - left);
            let tip = [corner(0, 0), corner(8, 60), corner(30, 30)].join(", ");
            let text = format!(
                "format = 'zwang-scene-1'\nname = 'corner'\ngravity = [-1, -10]\n\
                 [[body]]\nname = 'tip'\nvelocity = [{velocity}]\nparts = [[{tip}]]\n\
                 [[body]]\nname = 'corner'\nfixed = true\nparts = [{parts}]\n"
            );
            place_after(text.parse().unwrap(), 4).unwrap()
        };
        let off = &place(behind_it) - &place(on_the_floor);
        assert!(off.dot(&off) < number("1e-8"), "{x} {velocity}: {off:?}");
    }
}

/// A tip slides on ice as if it went on for ever, up to the seam with a rough slab, and is slowed
/// down on the slab.
#[test]
fn a_rough_slab_does_not_rub_before_its_seam() {
    let place = |slab: &str, offset: i64, count: usize| {
        let corner = |x: i64, y: i64| format!("['{}/10000', {y}]", offset + x * 10_000);
        let tip = [corner(0, 0), corner(1, 1), corner(-1, 1)].join(", ");
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'ice'\ngravity = [0, -10]\n\
             [[body]]\nname = 'tip'\nfriction = 3\nvelocity = ['1/100', 0]\nparts = [[{tip}]]\n\
             [[body]]\nname = 'ice'\nfixed = true\nparts = [[[-4, -1], [0, -1], [0, 0], [-4, 0]]]\n\
             [[body]]\nname = 'slab'\nfixed = true\n{slab}\n\
             parts = [[[0, -1], [4, -1], [4, 0], [0, 0]]]\n"
        );
        place_after(text.parse().unwrap(), count).unwrap()
    };
    for offset in [-9, -6, -4] {
        let off = &place("friction = 3", offset, 3) - &place("", offset, 3);
        assert!(off.dot(&off) < number("1e-20"), "{offset}: {off:?}");
    }
    let off = &place("friction = 3", 3, 3) - &place("", 3, 3);
    assert!(off.dot(&off) > number("1e-9"), "{off:?}");
}

/// A box bounces off a wall of two bricks as off a whole wall, also where its corner meets their
/// seam: not off the hidden sides of the bricks.
#[test]
fn a_box_bounces_off_flush_bricks_as_off_one() {
    let low = "[[0, 0], [1, 0], [1, 1], [0, 1]]";
    let high = "[[0, 1], [1, 1], [1, 2], [0, 2]]";
    let place = |wall: &str| {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'wall'\ngravity = [0, 0]\n\
             [[body]]\nname = 'box'\nvelocity = [5, -5]\n\
             parts = [[[-1, 1], [0, 1], [0, 2], [-1, 2]]]\n\
             [[body]]\nname = 'wall'\nfixed = true\nparts = [{wall}]\n"
        );
        let scene: Scene = text.parse().unwrap();
        let settings = Settings {
            restitution: bouncing("1/2"),
            ..Settings::default()
        };
        place_by(&scene, BodyId(0), 2, settings).unwrap()
    };
    // It leaves with (-5/2, -5) at once.
    let expected = Vector::new(number("-11/20"), number("7/5"));
    for wall in [
        "[[0, 0], [1, 0], [1, 2], [0, 2]]",
        &format!("{low}, {high}"),
    ] {
        let off = &place(wall) - &expected;
        assert!(off.dot(&off) < number("1e-18"), "{wall}: {off:?}");
    }
}

/// Smooth sectors of a body between fixed ones, all with their tips at one point, are a hinge.
#[test]
fn smooth_sectors_turn_as_about_a_pin() {
    let scene = |rest: &str| -> Scene {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'hinge'\ngravity = [0, 0]\n\
             [[body]]\nname = 'wheel'\nvelocity = [0, '-1/32']\nspin = '1/4'\nparts = [\
             [[0, 0], [2, 3], [1, 4]], [[0, 0], [-3, 1], [-3, -1]],\n\
             [[0, 0], [1, -4], [2, -3]]]\n{rest}"
        );
        text.parse().unwrap()
    };
    let sectors = "[[body]]\nname = 'sectors'\nfixed = true\nparts = [\
                   [[0, 0], [2, -1], [2, 1]], [[0, 0], [-1, 3], [-2, 2]],\n\
                   [[0, 0], [-2, -2], [-1, -3]]]";
    let pinned = scene("[[pin]]\nbodies = ['wheel']\nat = [0, 0]\n");
    let off = &place_after(scene(sectors), 20).unwrap() - &place_after(pinned, 20).unwrap();
    assert!(off.dot(&off) < number("1e-16"), "{off:?}");
}

/// Rough tips that meet stick, by either edge of either tip: all options have one motion, and
/// mirror images stay such.
#[test]
fn rough_tips_that_meet_stick_symmetrically() {
    for [right, top] in [["1", "1"], ["2", "1"]] {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'tips'\ngravity = [0, -10]\nfriction = 2\n\
             [[body]]\nname = 'left'\nvelocity = [1, '1/2']\n\
             parts = [[[0, 0], [-{right}, {top}], [-5, 0], [-{right}, -{top}]]]\n\
             [[body]]\nname = 'right'\nvelocity = [-1, '1/2']\n\
             parts = [[[0, 0], [{right}, -{top}], [5, 0], [{right}, {top}]]]\n"
        );
        let scene: Scene = text.parse().unwrap();
        let centroid = |body: usize| {
            scene.bodies[body]
                .dynamics
                .as_ref()
                .unwrap()
                .centroid
                .clone()
        };
        let [left, right] = [0, 1].map(|body| place_of(&scene, BodyId(body), 5).unwrap());
        assert_eq!(left.x, centroid(0).x);
        assert_eq!(right.x, centroid(1).x);
        assert_eq!(left.y, right.y);
    }
}
