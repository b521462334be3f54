//! Small gaps and overlaps of bodies in space undone by exact moves, held against the plane.

use num_traits::Signed;
use proptest::prelude::*;
use std::fmt::Write;
use zwang_collapse::space::{
    MoveInSpace, SnappedInSpace, SpaceSnapError, almost_touching, require_apart, snap,
};
use zwang_collapse::{Obstacle, snap as snap_in_the_plane};
use zwang_exact::{Rational, Vector3};
use zwang_families::space::extruded;
use zwang_families::template::{self, space};
use zwang_program::Monitor;
use zwang_scene::BodyId;
use zwang_scene::read::Syntax;
use zwang_scene::space::Scene;

/// So far offsets and gaps are undone, m.
const WITHIN: &str = "1/1000000";

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn scene(bodies: &str) -> Scene {
    let text = format!("format = \"zwang-space-1\"\nname = \"s\"\n{bodies}");
    space::read(&text, Syntax::Toml, &[]).unwrap().scene
}

fn snapped(scene: &Scene, within: &str) -> Result<SnappedInSpace, SpaceSnapError> {
    snap(scene, &number(within), &Monitor::default())
}

/// A box of sides 1 with its least corner there, as text.
fn cube(name: &str, corner: [String; 3], is_fixed: bool) -> String {
    let [x, y, z] = corner;
    let fixed = if is_fixed { "fixed = true\n" } else { "" };
    format!(
        "[[body]]\nname = \"{name}\"\n{fixed}\
         box = {{ center = [\"{x} + 1/2\", \"{y} + 1/2\", \"{z} + 1/2\"], size = [1, 1, 1] }}\n"
    )
}

/// A number of whole metres and nanometres.
fn metres(whole: usize, nano: i64) -> String {
    format!("{whole} + {nano}/1000000000")
}

const FLOOR: &str = "[[body]]\nname = \"floor\"\nfixed = true\n\
                     box = { center = [0, 0, \"-1/2\"], size = [20, 20, 1] }\n";

/// All differences of vertices from the first one.
fn shapes(scene: &Scene) -> Vec<Vec<Vector3>> {
    let mut shapes = Vec::new();
    for body in &scene.bodies {
        for part in &body.parts {
            let vertices = part.core().vertices();
            let arms = vertices.iter().map(|vertex| vertex - &vertices[0]);
            shapes.push(arms.collect());
        }
    }
    shapes
}

/// The first vertex of each free body.
fn least_corners(scene: &Scene) -> Vec<Vector3> {
    let mut corners = Vec::new();
    for body in &scene.bodies {
        if body.dynamics.is_some() {
            corners.push(body.parts[0].core().vertices()[0].clone());
        }
    }
    corners
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A block of cubes whose corners are rounded becomes a block, and no cube changes its shape.
    #[test]
    fn rounded_blocks_become_blocks(
        offsets in prop::collection::vec(prop::array::uniform3(-9i64..=9), 12),
    ) {
        let mut text = FLOOR.to_owned();
        for (index, [x, y, z]) in offsets.iter().enumerate() {
            let corner = [
                metres(index % 2, *x),
                metres(index / 2 % 2, *y),
                metres(index / 4, *z),
            ];
            text += &cube(&format!("c{index}"), corner, false);
        }
        let rounded = scene(&text);
        let snapped = snapped(&rounded, WITHIN).unwrap();
        prop_assert!(almost_touching(&snapped.scene).is_empty());
        require_apart(&snapped.scene, &Monitor::default()).unwrap();
        prop_assert!(snapped.slanting.is_empty());
        prop_assert_eq!(shapes(&snapped.scene), shapes(&rounded));
        prop_assert_eq!(&snapped.scene.bodies[BodyId(0)], &rounded.bodies[BodyId(0)]);
        let corner = least_corners(&snapped.scene);
        for index in 0..offsets.len() {
            let whole = [index % 2, index / 2 % 2, index / 4].map(|value| i64::try_from(value).unwrap());
            let expected = Vector3::from_integers(whole[0], whole[1], whole[2]);
            prop_assert_eq!(&corner[index] - &corner[0], expected);
        }
        prop_assert_eq!(&corner[0].z, &Rational::default());
    }

    /// The least moves of prisms are those of their sections, which another geometry finds.
    #[test]
    fn prisms_are_moved_as_their_sections(
        offsets in prop::collection::vec((-9i64..=9, -9i64..=9), 9),
        bricks in 1usize..=3,
    ) {
        let mut text = "format = \"zwang-scene-1\"\nname = \"s\"\n[[body]]\nname = \"floor\"\n\
                        fixed = true\nrectangle = { center = [0, -1], size = [40, 2] }\n".to_owned();
        for (index, (x, y)) in offsets.iter().enumerate() {
            let [course, place] = [index / bricks, index % bricks];
            let left = 4 * place + 2 * (course % 2);
            writeln!(
                text,
                "[[body]]\nname = \"b{index}\"\nrectangle = {{ center = [\"{} + 2\", \
                 \"{} + 1/2\"], size = [4, 1] }}",
                metres(left, *x),
                metres(course, *y),
            ).unwrap();
        }
        let plane = template::read(&text, Syntax::Toml, &[]).unwrap().scene;
        let prisms = extruded(&plane, &number("1")).unwrap();
        let within = number(WITHIN);
        let flat = snap_in_the_plane(&plane, &within, &Monitor::default()).unwrap();
        let deep = snapped(&prisms, WITHIN).unwrap();
        let mut expected = Vec::new();
        for moved in &flat.moves {
            prop_assert!(moved.turn.is_none());
            let by = Vector3::new(moved.by.x.clone(), number("0"), moved.by.y.clone());
            let body = moved.body;
            expected.push(MoveInSpace { body, by, turn: None });
        }
        prop_assert_eq!(deep.moves, expected);
        prop_assert_eq!(deep.closed, flat.closed);
        prop_assert_eq!(deep.parted, flat.parted);
    }
}

#[test]
fn a_cube_between_fixed_ones_that_does_not_fit_is_named() {
    let at = |x: &str| [x.to_owned(), "0".to_owned(), "0".to_owned()];
    let text = cube("left", at("-1"), true)
        + &cube("right", at("1 + 3/1000000000"), true)
        + &cube("wedged", at("1/1000000000"), false);
    let Err(SpaceSnapError::Unmendable(pairs)) = snapped(&scene(&text), WITHIN) else {
        panic!("its gaps are 1 nm and 2 nm")
    };
    let named: Vec<_> = pairs.iter().map(|pair| pair.bodies.clone()).collect();
    let expected = [["left", "wedged"], ["right", "wedged"]];
    assert_eq!(named, expected);
    assert!(
        pairs
            .iter()
            .all(|pair| pair.obstacle == Obstacle::Contradiction)
    );
    // A smaller limit takes one of the gaps for wanted.
    let snapped = snapped(&scene(&text), "3/2000000000").unwrap();
    assert_eq!(snapped.closed, 1);
    assert_eq!(
        snapped.moves[0].by,
        Vector3::new(number("-1e-9"), number("0"), number("0"))
    );
}

#[test]
fn what_is_past_corners_stays_apart() {
    let at = |x: &str, y: &str| [x.to_owned(), y.to_owned(), "0".to_owned()];
    let text = FLOOR.to_owned()
        + &cube("one", at("0", "0"), false)
        + &cube("other", at("1 + 1/1000000000", "1 + 2/1000000000"), false);
    let scene = scene(&text);
    let snapped = snapped(&scene, WITHIN).unwrap();
    assert_eq!(snapped.open, [["one", "other"]]);
    assert_eq!(snapped.scene, scene);
}

#[test]
fn loads_move_with_bodies_that_are_turned() {
    let text = FLOOR.to_owned()
        + "[[body]]\nname = \"crate\"\n\
           box = { center = [0, 0, \"0.50001\"], size = [1, 1, 1], rotation = [10000, 0, 1, 0] }\n\
           [[load]]\nname = \"push\"\nbody = \"crate\"\nat = [0, 0, \"1.00001\"]\nforce = [1, 0, 0]\n";
    let scene = scene(&text);
    let snapped = snapped(&scene, "1/1000").unwrap();
    let [moved] = &snapped.moves[..] else {
        panic!("one body moves")
    };
    let turn = moved.turn.as_ref().unwrap();
    // Back by the angle whose half has the tangent 1/10000.
    let exact = number("0.011459155864421813");
    assert!((&turn.angle - &exact).abs() < exact * number("1e-9"));
    assert_eq!(turn.axis.primitive(), Vector3::from_integers(0, -1, 0));
    assert_eq!(turn.bits, None);
    let crate_ = snapped.scene.bodies[BodyId(1)].dynamics.as_ref().unwrap();
    assert_eq!(crate_.centroid.z, number("1/2"));
    // Half a metre above the centroid before: along its own axis, now upright, but for a turn.
    let arm = &snapped.scene.loads[0].at - &crate_.centroid;
    let before = Vector3::from_integers(0, 0, 1).scaled(&number("1/2"));
    assert_eq!(arm.dot(&arm), before.dot(&before));
    assert!(arm.x.is_negative() && arm.z < before.z);
    assert_eq!([snapped.parted, snapped.flush], [1, 1]);
    assert!(snapped.slanting.is_empty());
}

#[test]
fn faces_that_no_turns_make_parallel_are_told() {
    // The lid touches the crate at its least edge, (cosine + sine)/2 below its centre.
    let text = FLOOR.to_owned()
        + &cube("crate", ["0", "0", "0"].map(String::from), false)
        + "[[body]]\nname = \"lid\"\nfixed = true\n\
           box = { center = [\"1/4\", \"1/2\", \"1 + 100019999/200000002\"], size = [1, 1, 1], rotation = [10000, 0, 1, 0] }\n";
    let snapped = snapped(&scene(&text), "1/1000").unwrap();
    let [slant] = &snapped.slanting[..] else {
        panic!("one pair of faces is almost flush")
    };
    assert_eq!(slant.bodies, ["crate", "lid"]);
    assert_eq!(snapped.flush, 0);
    assert!(snapped.moves.iter().all(|moved| moved.turn.is_none()));
}

/// A prism of 1 to 3, whose slope has an irrational normal, and a crate on it that was typed with a
/// rounded angle: it becomes flush, and rests.
#[test]
fn a_crate_on_a_ramp_becomes_flush() {
    let text = "[[body]]\nname = \"ramp\"\nfixed = true\n\
         parts = [[[0, 0, 0], [3, 0, 0], [3, 0, 1], [0, 2, 0], [3, 2, 0], [3, 2, 1]]]\n\
         [[body]]\nname = \"crate\"\ndensity = 1\n\
         box = { center = [\"1.45\", 1, \"0.74\"], size = [\"1/2\", \"1/2\", \"1/2\"], \
         rotation = { axis = [0, 1, 0], degrees = \"-18.4\" } }\n";
    let snapped = snapped(&scene(text), "1/50").unwrap();
    assert_eq!([snapped.flush, snapped.parted], [1, 1]);
    let turn = snapped.moves[0].turn.as_ref().unwrap();
    assert!(turn.bits.is_some_and(|bits| bits >= 64));
    let body = &snapped.scene.bodies[BodyId(1)];
    let vertices = body.parts[0].core().vertices();
    let height = |vertex: &Vector3| vertex.dot(&Vector3::from_integers(-1, 0, 3));
    let lying = vertices
        .iter()
        .filter(|vertex| height(vertex) == number("0"));
    assert_eq!(lying.count(), 4);
    // Its corners are right angles still, and 1/8 of a cubic metre is off by less than 2^-60.
    let [x, y, z] = [1, 3, 4].map(|index: usize| &vertices[index] - &vertices[0]);
    assert!(x.dot(&y) == number("0") && y.dot(&z) == number("0") && z.dot(&x) == number("0"));
    let volume = x.cross(&y).dot(&z);
    assert!((volume - number("1/8")).abs() < number("1e-18"));
    let mass = &body.dynamics.as_ref().unwrap().mass;
    assert_eq!(*mass, number("1/8"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Cubes on a floor, each of them a little off and turned a little about some axis, become a
    /// block: faces beside each other are flush, and no cube changes its shape.
    #[test]
    fn turned_blocks_become_blocks(
        offsets in prop::collection::vec(prop::array::uniform3(-9_i64..=9), 4),
        turns in prop::collection::vec(prop::array::uniform3(-9_i64..=9), 4),
    ) {
        let mut text = FLOOR.to_owned();
        for (index, ([x, y, z], [a, b, c])) in offsets.iter().zip(&turns).enumerate() {
            let _ = write!(
                text,
                "[[body]]\nname = \"{index}\"\n\
                 box = {{ center = [\"{} + {x}/100000\", \"{} + {y}/100000\", \"1/2 + {z}/100000\"], \
                 size = [1, 1, 1], rotation = [100000, {a}, {b}, {c}] }}\n",
                index % 2,
                index / 2,
            );
        }
        let scene = scene(&text);
        let snapped = snapped(&scene, "1/500").unwrap();
        prop_assert!(snapped.slanting.is_empty(), "{:?}", snapped.slanting);
        prop_assert!(require_apart(&snapped.scene, &Monitor::default()).is_ok());
        prop_assert!(almost_touching(&snapped.scene).is_empty());
        for (before, after) in shapes(&scene).iter().zip(shapes(&snapped.scene)) {
            for (one, other) in before.iter().zip(&after) {
                prop_assert_eq!(one.dot(one), other.dot(other));
            }
        }
        for corner in least_corners(&snapped.scene) {
            prop_assert_eq!(corner.z, number("0"));
        }
    }
}

#[test]
fn deep_overlaps_are_refused() {
    let at = |z: &str| ["0".to_owned(), "0".to_owned(), z.to_owned()];
    let text = FLOOR.to_owned() + &cube("deep", at("-1/100"), false);
    let refused = snapped(&scene(&text), WITHIN);
    assert!(
        matches!(refused, Err(SpaceSnapError::Before(_))),
        "{refused:?}"
    );
    let undone = snapped(&scene(&text), "1/50").unwrap();
    assert_eq!(undone.parted, 1);
}

/// Bars in an arc, each 4.6 degrees from the one before (the turns are powers of 25 + i): they
/// would add up to a straight line, metres away.
#[test]
fn an_arc_of_bars_is_not_straightened() {
    let bars: [([i64; 2], &str, &str); 8] = [
        ([1, 0], "0.500000", "0.000000"),
        ([25, 1], "1.499403", "0.039936"),
        ([624, 50], "2.492422", "0.159569"),
        ([15550, 1874], "3.472714", "0.358135"),
        ([386876, 62400], "4.434014", "0.634364"),
        ([9609500, 1946876], "5.370180", "0.986491"),
        ([238290624, 58281400], "6.275230", "1.412268"),
        ([5898984200, 1695325624], "7.143380", "1.908972"),
    ];
    let mut text = String::new();
    for (index, ([w, v], x, z)) in bars.iter().enumerate() {
        let _ = write!(
            text,
            "[[body]]\nname = \"b{index}\"\nbox = {{ center = [\"{x}\", 0, \"{z}\"], \
             size = [1, \"1/10\", \"1/10\"], rotation = [{w}, 0, {}, 0] }}\n",
            -v
        );
    }
    let scene = scene(&text);
    if let Ok(snapped) = snapped(&scene, "1/50") {
        for moved in &snapped.moves {
            assert!(moved.by.dot(&moved.by) < number("1/100"), "{moved:?}");
            let turn = moved.turn.iter().all(|turn| turn.angle < number("6"));
            assert!(turn, "{moved:?}");
        }
    }
}

/// Two columns that lean to the left and to the right by the same angle, and a lintel on both: the
/// columns are turned as mirror images, and the lintel stays where it is.
#[test]
fn a_lintel_on_mirrored_columns_stays() {
    let mut text = FLOOR.to_owned();
    for (name, x, lean) in [("left", -3, -1), ("right", 3, 1)] {
        let _ = write!(
            text,
            "[[body]]\nname = \"{name}\"\nbox = {{ center = [{x}, 0, \"2 - 1/1000\"], \
             size = [1, 1, 4], rotation = [1000, 0, {lean}, 0] }}\n"
        );
    }
    text += "[[body]]\nname = \"lintel\"\n\
             box = { center = [0, 0, \"9/2\"], size = [8, 1, 1] }\n";
    let snapped = snapped(&scene(&text), "1/50").unwrap();
    let [left, right, lintel] = [1, 2, 3].map(|body| {
        let dynamics = snapped.scene.bodies[BodyId(body)].dynamics.as_ref();
        dynamics.unwrap().centroid.clone()
    });
    assert_eq!(left.x, -&right.x);
    assert_eq!(left.z, right.z);
    assert_eq!(
        lintel,
        Vector3::new(number("0"), number("0"), number("9/2"))
    );
    assert_eq!(snapped.flush, 4);
}
