//! Generated scenes against counts, closed forms and hand-computed coordinates.

use crate::geometry::{overlaps, ratio};
use zwang_exact::{Rational, Vector};
use zwang_families::*;
use zwang_scene::{Body, Expectation, Polygon, Scene};

fn point(x: (i64, i64), y: (i64, i64)) -> Vector {
    Vector::new(ratio(x.0, x.1), ratio(y.0, y.1))
}

fn body<'a>(scene: &'a Scene, name: &str) -> &'a Body {
    scene.bodies.iter().find(|body| body.name == name).unwrap()
}

fn vertices(scene: &Scene, name: &str) -> Vec<Vector> {
    body(scene, name)
        .parts
        .iter()
        .flat_map(|part| part.vertices().to_vec())
        .collect()
}

fn touch(one: &Polygon, other: &Polygon) -> bool {
    let on_boundary = |x: &Vector, polygon: &Polygon| {
        polygon.edges().any(|(p, q)| {
            (q - p).cross(&(x - p)) == ratio(0, 1) && (p - x).dot(&(q - x)) <= ratio(0, 1)
        })
    };
    one.vertices().iter().any(|x| on_boundary(x, other))
        || other.vertices().iter().any(|x| on_boundary(x, one))
}

/// The names of the bodies that touch this one.
fn touching<'a>(scene: &'a Scene, name: &str) -> Vec<&'a str> {
    let body = scene.bodies.iter().find(|body| body.name == name).unwrap();
    let others = scene.bodies.iter().filter(|other| other.name != name);
    let touches = |other: &&Body| {
        body.parts
            .iter()
            .any(|part| other.parts.iter().any(|that| touch(part, that)))
    };
    others
        .filter(touches)
        .map(|other| other.name.as_str())
        .collect()
}

fn free_bodies(scene: &Scene) -> Vec<&Body> {
    scene
        .bodies
        .iter()
        .filter(|body| !body.is_fixed())
        .collect()
}

fn half_high() -> Brick {
    Brick {
        height: ratio(1, 2),
        ..Brick::default()
    }
}

/// At least one small scene of every family, and of every variant.
fn small_scenes() -> Vec<Scene> {
    let brick = Brick::default();
    let oblong = Brick {
        width: ratio(7, 3),
        height: ratio(2, 5),
        density: ratio(3, 2),
    };
    let thick_arch = Arch {
        half_angle_tangent: ratio(1, 2),
        ..Arch::default()
    };
    let balanced = |stones| Arch {
        stones,
        weights: Weights::Balanced,
        ..thick_arch.clone()
    };
    let books = Dominoes {
        leaning: 3,
        spacing: ratio(0, 1),
        ..Dominoes::default()
    };
    let one_load = Seesaw {
        left: ratio(0, 1),
        pivot: ratio(1, 3),
        ..Seesaw::default()
    };
    [
        harmonic(1, &ratio(0, 1), &brick),
        harmonic(7, &ratio(0, 1), &oblong),
        harmonic(4, &ratio(1, 1_000_000_000_000), &brick),
        harmonic(4, &ratio(-5, 1), &brick),
        diamond(1, &brick),
        diamond(4, &oblong),
        triangle(1, &brick),
        triangle(4, &oblong),
        wall(1, 1, Bond::Running, &brick),
        wall(4, 3, Bond::Running, &oblong),
        wall(4, 3, Bond::Stack, &brick),
        jittered_wall(4, 3, Bond::Running, 1, &oblong),
        jittered_wall(4, 3, Bond::Stack, 1, &brick),
        heap(1, 1, &brick),
        heap(40, 1, &oblong),
        parabolic(1, &brick),
        parabolic(4, &oblong),
        arch(&Arch::default()),
        arch(&thick_arch),
        arch(&Arch {
            stones: 2,
            ..Arch::default()
        }),
        arch(&balanced(1)),
        arch(&balanced(6)),
        cantilever(&Cantilever::default()),
        cantilever(&Cantilever {
            overhang: ratio(-9, 1),
            ..Cantilever::default()
        }),
        wedge(&Wedge::default()),
        wedge(&Wedge {
            movable: true,
            slope: ratio(2, 5),
            block: oblong.clone(),
        }),
        ladder(&Ladder::default()),
        ladder(&Ladder {
            tilt: ratio(4, 5),
            rod: oblong.clone(),
        }),
        beam(1, &oblong),
        beam(5, &brick),
        seesaw(&Seesaw::default()),
        seesaw(&one_load),
        dominoes(&Dominoes::default()),
        dominoes(&Dominoes {
            leaning: 0,
            ..Dominoes::default()
        }),
        dominoes(&Dominoes {
            leaning: 5,
            ..Dominoes::default()
        }),
        dominoes(&books),
    ]
    .map(Result::unwrap)
    .into()
}

#[test]
fn bodies_never_overlap_and_always_touch_something() {
    for scene in small_scenes() {
        assert_eq!(overlaps(&scene), [], "{}", scene.name);
        for body in free_bodies(&scene) {
            assert!(
                !touching(&scene, &body.name).is_empty(),
                "{}: {}",
                scene.name,
                body.name
            );
        }
    }
}

#[test]
fn names_are_unique_and_fixed_bodies_come_first() {
    for scene in small_scenes() {
        let mut names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), scene.bodies.len(), "{}", scene.name);
        let is_fixed: Vec<bool> = scene.bodies.iter().map(Body::is_fixed).collect();
        assert!(
            is_fixed.is_sorted_by(|one, next| one >= next) && is_fixed[0],
            "{}",
            scene.name
        );
        assert!(
            scene
                .name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            scene.name
        );
    }
}

#[test]
fn masses_are_those_of_the_areas() {
    for scene in small_scenes()
        .iter()
        .filter(|scene| !scene.name.ends_with("balanced"))
    {
        for body in free_bodies(scene) {
            let free = body.dynamics.as_ref().unwrap();
            let moments = body.parts.iter().map(Polygon::moments).next().unwrap();
            let density = &free.mass / &moments.area;
            assert_eq!(
                free.centroid.scaled(&moments.area),
                moments.first,
                "{}: {}",
                scene.name,
                body.name
            );
            let inertia =
                &density * moments.second - &free.mass * free.centroid.dot(&free.centroid);
            assert_eq!(free.inertia, inertia, "{}: {}", scene.name, body.name);
        }
    }
}

#[test]
fn the_5_diamond() {
    let scene = diamond(5, &Brick::default()).unwrap();
    assert_eq!(scene.bodies.len(), 26);
    assert_eq!(
        (
            scene.bodies[0].name.as_str(),
            scene.bodies[25].name.as_str()
        ),
        ("floor", "brick 24")
    );
    assert_eq!(scene.gravity, Vector::from_integers(0, -1));
    let corners = [
        point((-5, 2), (1, 1)),
        point((-3, 2), (1, 1)),
        point((-3, 2), (5, 4)),
        point((-5, 2), (5, 4)),
    ];
    assert_eq!(vertices(&scene, "brick 10"), corners);
    assert_eq!(
        touching(&scene, "brick 12"),
        [
            "brick 7", "brick 8", "brick 11", "brick 13", "brick 16", "brick 17"
        ]
    );
    assert_eq!(touching(&scene, "floor"), ["brick 0"]);
}

/// A body that has fallen from the highest point h of the free bodies and slides away has at most
/// the speed √(2 h), with gravity 1: it stays on the floor for ten seconds, 1,000 steps of 1/100 s.
#[test]
fn floors_are_wide_enough_for_a_long_run() {
    let mut seen = 0;
    for scene in small_scenes() {
        let Some(floor) = scene.bodies.iter().find(|body| body.name == "floor") else {
            continue;
        };
        let (low, high) = floor.parts[0].bounding_box();
        let free = free_bodies(&scene);
        let boxes = free.iter().flat_map(|body| &body.parts);
        let boxes: Vec<(Vector, Vector)> = boxes.map(Polygon::bounding_box).collect();
        let top = boxes.iter().map(|(_, high)| &high.y).max().unwrap();
        let square = top * ratio(2, 1) * ratio(100, 1);
        for (left, right) in &boxes {
            for beyond in [&left.x - &low.x, &high.x - &right.x] {
                assert!(beyond > ratio(0, 1), "{}", scene.name);
                assert!(&beyond * &beyond >= square, "{}: {beyond}", scene.name);
            }
        }
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}

#[test]
fn the_inverted_3_triangle() {
    let scene = triangle(3, &half_high()).unwrap();
    assert_eq!(free_bodies(&scene).len(), 6);
    assert_eq!(
        body(&scene, "brick 3").dynamics.as_ref().unwrap().centroid,
        point((-1, 1), (5, 4))
    );
    assert_eq!(touching(&scene, "brick 3"), ["brick 1", "brick 4"]);
    assert_eq!(scene.expect, Some(Expectation::Falls));
}

#[test]
fn harmonic_stacks_reach_half_a_harmonic_number_beyond_the_edge() {
    let brick = Brick {
        width: ratio(3, 1),
        ..Brick::default()
    };
    for (count, number) in [
        (1, ratio(1, 1)),
        (2, ratio(3, 2)),
        (4, ratio(25, 12)),
        (10, ratio(7381, 2520)),
    ] {
        for (beyond, expect) in [
            (ratio(0, 1), Expectation::Stands),
            (ratio(1, 1_000_000_000_000), Expectation::Falls),
            (ratio(-1, 7), Expectation::Stands),
        ] {
            let scene = harmonic(count, &beyond, &brick).unwrap();
            let top = vertices(&scene, &format!("brick {}", count - 1));
            assert_eq!(top[1].x, &number * ratio(3, 2) + &beyond, "{count}");
            assert_eq!(scene.expect, Some(expect));
            assert_eq!(vertices(&scene, "table")[1].x, ratio(0, 1));
        }
    }
}

#[test]
fn harmonic_stacks_are_critical_at_every_joint() {
    let scene = harmonic(6, &ratio(0, 1), &Brick::default()).unwrap();
    let center = |index: usize| {
        body(&scene, &format!("brick {index}"))
            .dynamics
            .clone()
            .unwrap()
            .centroid
            .x
    };
    for lowest in 0..6 {
        let carrier = if lowest == 0 {
            "table".to_owned()
        } else {
            format!("brick {}", lowest - 1)
        };
        let count = 6 - lowest as i64;
        let common = (lowest..6).map(center).sum::<Rational>() / ratio(count, 1);
        assert_eq!(common, vertices(&scene, &carrier)[1].x, "{carrier}");
    }
}

#[test]
fn walls() {
    let running = wall(4, 3, Bond::Running, &Brick::default()).unwrap();
    assert_eq!(free_bodies(&running).len(), 3 + 2 + 3 + 2);
    assert_eq!(
        touching(&running, "brick 3"),
        ["brick 0", "brick 1", "brick 4", "brick 5", "brick 6"]
    );
    let stack = wall(4, 3, Bond::Stack, &Brick::default()).unwrap();
    assert_eq!(free_bodies(&stack).len(), 12);
    let around = [
        "brick 0", "brick 1", "brick 2", "brick 3", "brick 5", "brick 6", "brick 7", "brick 8",
    ];
    assert_eq!(touching(&stack, "brick 4"), around);
}

#[test]
fn parabolic_stacks_have_the_counts_of_the_paper() {
    for (size, count) in [(1, 1), (2, 3), (3, 11), (4, 29), (5, 61), (6, 111)] {
        let scene = parabolic(size, &Brick::default()).unwrap();
        assert_eq!(free_bodies(&scene).len(), count, "{size}");
        let reach = free_bodies(&scene)
            .iter()
            .flat_map(|body| body.parts[0].vertices())
            .map(|v| v.x.clone())
            .max();
        assert_eq!(reach, Some(ratio(size as i64, 2)));
        assert_eq!(touching(&scene, "table"), ["brick 0"]);
    }
    let rows_of_the_4_stack = [1, 2, 3, 2, 3, 4, 3, 4, 3, 4];
    let scene = parabolic(4, &Brick::default()).unwrap();
    for (row, count) in rows_of_the_4_stack.into_iter().enumerate() {
        let height = ratio(2 * row as i64 + 1, 8);
        let in_row = |body: &&&Body| body.dynamics.as_ref().unwrap().centroid.y == height;
        assert_eq!(
            free_bodies(&scene).iter().filter(in_row).count(),
            count,
            "row {row}"
        );
    }
}

#[test]
fn a_segmental_arch_of_three_stones() {
    let parameters = Arch {
        stones: 3,
        half_angle_tangent: ratio(1, 2),
        ..Arch::default()
    };
    let scene = arch(&parameters).unwrap();
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "left abutment",
            "right abutment",
            "stone 0",
            "keystone",
            "stone 2"
        ]
    );
    let first = [
        point((-8, 5), (6, 5)),
        point((-24, 37), (70, 37)),
        point((-36, 37), (105, 37)),
        point((-12, 5), (9, 5)),
    ];
    assert_eq!(vertices(&scene, "stone 0"), first);
    assert_eq!(touching(&scene, "stone 0"), ["left abutment", "keystone"]);
    assert_eq!(touching(&scene, "right abutment"), ["stone 2"]);
}

#[test]
fn balanced_stones_follow_de_la_hire() {
    let uniform = arch(&Arch {
        half_angle_tangent: ratio(1, 2),
        ..Arch::default()
    })
    .unwrap();
    let balanced = arch(&Arch {
        half_angle_tangent: ratio(1, 2),
        weights: Weights::Balanced,
        ..Arch::default()
    })
    .unwrap();
    let masses = |scene: &Scene| -> Vec<Rational> {
        free_bodies(scene)
            .iter()
            .map(|body| body.dynamics.as_ref().unwrap().mass.clone())
            .collect()
    };
    assert_eq!(
        masses(&uniform).iter().sum::<Rational>(),
        masses(&balanced).iter().sum::<Rational>()
    );
    let half_tangents = [3, 5, 7].map(|odd| ratio(odd, 14) - ratio(1, 7));
    let tangent = |t: &Rational| t * ratio(2, 1) / (ratio(1, 1) - t * t);
    let heights: Vec<Rational> = half_tangents.iter().map(tangent).collect();
    let masses = masses(&balanced);
    let keystone = ratio(2, 1) * &heights[0];
    for (stone, step) in [
        (4, &heights[1] - &heights[0]),
        (5, &heights[2] - &heights[1]),
    ] {
        assert_eq!(&masses[stone] * &keystone, &masses[3] * &step, "{stone}");
    }
}

#[test]
fn cantilever_of_the_design() {
    let scene = cantilever(&Cantilever::default()).unwrap();
    assert_eq!(scene.gravity, Vector::from_integers(0, -10));
    let free = body(&scene, "brick").dynamics.clone().unwrap();
    assert_eq!(
        (free.mass, free.centroid),
        (ratio(1, 1), point((1, 10), (1, 4)))
    );
    assert_eq!(free.inertia, ratio(17, 48));
    for (overhang, expect) in [
        (ratio(0, 1), Expectation::Stands),
        (ratio(1, 1_000_000), Expectation::Falls),
    ] {
        let scene = cantilever(&Cantilever {
            overhang,
            ..Cantilever::default()
        })
        .unwrap();
        assert_eq!(scene.expect, Some(expect));
    }
}

#[test]
fn turned_bodies_by_hand() {
    let scene = wedge(&Wedge::default()).unwrap();
    assert_eq!(
        vertices(&scene, "wedge"),
        [
            point((0, 1), (0, 1)),
            point((12, 5), (0, 1)),
            point((12, 5), (9, 5))
        ]
    );
    let block = [
        point((4, 5), (3, 5)),
        point((8, 5), (6, 5)),
        point((29, 20), (7, 5)),
        point((13, 20), (4, 5)),
    ];
    assert_eq!(vertices(&scene, "block"), block);
    let scene = ladder(&Ladder::default()).unwrap();
    let corners = vertices(&scene, "ladder");
    assert_eq!(
        (&corners[0], &corners[3]),
        (&point((3, 1), (0, 1)), &point((0, 1), (4, 1)))
    );
    assert_eq!(touching(&scene, "ladder"), ["floor", "wall"]);
    let scene = dominoes(&Dominoes::default()).unwrap();
    let corners = vertices(&scene, "tile 0");
    assert_eq!(
        (&corners[1], &corners[2]),
        (&point((0, 1), (0, 1)), &point((5, 13), (12, 13)))
    );
    assert_eq!(vertices(&scene, "tile 1")[0], point((5, 13), (0, 1)));
    assert_eq!(touching(&scene, "tile 1"), ["floor", "tile 0"]);
}

#[test]
fn levers_by_moments() {
    let expect = |left: (i64, i64), right: (i64, i64), pivot: (i64, i64)| {
        let [left, right, pivot] = [left, right, pivot].map(|(p, q)| ratio(p, q));
        seesaw(&Seesaw {
            left,
            right,
            pivot,
            ..Seesaw::default()
        })
        .unwrap()
        .expect
        .unwrap()
    };
    assert_eq!(expect((1, 1), (1, 1), (0, 1)), Expectation::Stands);
    assert_eq!(expect((1, 1), (2, 1), (0, 1)), Expectation::Falls);
    // The plank weighs 1 and the loads act 7/4 from its middle: 7/4 · (2 - 1) = 4 · 7/16.
    assert_eq!(expect((1, 1), (2, 1), (7, 16)), Expectation::Stands);
    assert_eq!(expect((0, 1), (1, 1), (7, 8)), Expectation::Stands);
    let scene = beam(
        4,
        &Brick {
            width: ratio(8, 1),
            ..Brick::default()
        },
    )
    .unwrap();
    let tips: Vec<Vector> = (0..4)
        .map(|index| vertices(&scene, &format!("support {index}"))[2].clone())
        .collect();
    assert_eq!(tips, [-3, -1, 1, 3].map(|x| Vector::from_integers(x, 1)));
    assert_eq!(touching(&scene, "plank").len(), 4);
}

#[test]
fn large_scenes_are_made() {
    assert_eq!(
        wall(100, 200, Bond::Stack, &Brick::default())
            .unwrap()
            .bodies
            .len(),
        20_001
    );
    assert_eq!(
        harmonic(MAX_HARMONIC, &ratio(0, 1), &Brick::default())
            .unwrap()
            .bodies
            .len(),
        MAX_HARMONIC + 1
    );
}
