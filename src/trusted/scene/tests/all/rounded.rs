//! Rounded parts: their moments against integrals, their canonical form, and what is refused.

use zwang_exact::{Matrix3, Rational, Vector3, parse};
use zwang_scene::space::{MassMoments, Part, Polyhedron, PolyhedronError, Scene};

fn number(text: &str) -> Rational {
    parse(text).unwrap()
}

fn scene(body: &str) -> Result<Scene, String> {
    let text =
        format!("format = \"zwang-space-1\"\nname = \"one\"\n[[body]]\nname = \"b\"\n{body}");
    text.parse::<Scene>().map_err(|error| error.to_string())
}

fn points(list: &[[i64; 3]]) -> Vec<Vector3> {
    let vectors = list
        .iter()
        .map(|[x, y, z]| Vector3::from_integers(*x, *y, *z));
    vectors.collect()
}

/// The golden values of the specification, section 6: r = 3/4, L = 2, m = 3.
#[test]
fn a_capsule_has_the_published_inertia() {
    let body = "capsule = { from = [0, 0, 1], to = [2, 0, 1], radius = \"3/4\" }\nmass = 3";
    let scene = scene(body).unwrap();
    let free = scene.bodies[0].dynamics.as_ref().unwrap();
    let [axis, across] = [number("63/80"), number("1313/480")];
    let expected = Matrix3::diagonal(&Vector3::new(axis, across.clone(), across));
    assert_eq!(free.inertia, expected);
    assert_eq!(free.centroid, Vector3::from_integers(1, 0, 1));
}

/// A capsule that is hardly longer than a ball, or hardly thicker than a rod.
#[test]
fn capsules_lie_between_balls_and_rods() {
    let tiny = number("1e-20");
    let near = |one: &Rational, other: &Rational| {
        let difference = one - other;
        &difference * &difference < number("1e-36")
    };
    let origin = Vector3::zero();
    let short = Vector3::new(tiny.clone(), number("0"), number("0"));
    let one = number("1");
    let capsule = MassMoments::of_capsule([&origin, &short], &one, one.clone()).unwrap();
    let ball = MassMoments::of_ball(&origin, &one, one.clone());
    assert!(near(
        &capsule.inertia().rows[1].y,
        &ball.inertia().rows[1].y
    ));
    assert_eq!(ball.inertia().rows[0].x, number("2/5"));
    let long = Vector3::from_integers(3, 4, 0);
    let rod = MassMoments::of_capsule([&origin, &long], &tiny, one.clone()).unwrap();
    // m L²/12 about z, and along (3, 4, 0) nothing.
    assert!(near(&rod.inertia().rows[2].z, &number("25/12")));
    let along = rod.inertia().times(&long);
    assert!(near(&along.dot(&long), &number("0")));
    let diagonal = Vector3::from_integers(1, 1, 0);
    assert_eq!(
        MassMoments::of_capsule([&origin, &diagonal], &one, one.clone()),
        None
    );
}

/// Turned by a rational rotation, the moments turn with the segment.
#[test]
fn the_inertia_of_a_capsule_turns_with_it() {
    let turn = zwang_exact::Quaternion::from_integers(3, 1, -2, 5).rotation();
    let [from, to] = [
        Vector3::from_integers(1, 2, 3),
        Vector3::from_integers(3, 5, 9),
    ];
    let [radius, mass] = [number("2/3"), number("5")];
    let before = MassMoments::of_capsule([&from, &to], &radius, mass.clone()).unwrap();
    let ends = [turn.times(&from), turn.times(&to)];
    let after = MassMoments::of_capsule([&ends[0], &ends[1]], &radius, mass).unwrap();
    assert_eq!(after.centroid, turn.times(&before.centroid));
    for axis in points(&[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]) {
        let turned = turn.times(&before.second.times(&axis));
        assert_eq!(after.second.times(&turn.times(&axis)), turned);
    }
}

#[test]
fn flat_cores_have_two_faces_and_thin_ones_none() {
    let one = number("1");
    let square = points(&[
        [0, 0, 0],
        [2, 0, 0],
        [1, 1, 0],
        [2, 2, 0],
        [0, 2, 0],
        [1, 0, 0],
    ]);
    let (plate, dropped) = Part::rounded(square, one.clone()).unwrap();
    assert_eq!(dropped, [2, 5]);
    let core: &Polyhedron = plate.core();
    assert_eq!(core.faces().len(), 2);
    assert_eq!(core.faces()[0].vertices, [0, 1, 2, 3]);
    assert_eq!(core.faces()[0].normal, Vector3::from_integers(0, 0, 1));
    assert_eq!(core.faces()[1].vertices, [0, 3, 2, 1]);
    assert_eq!(core.edges().len(), 4);
    let line = points(&[[1, 1, 1], [3, 3, 3], [0, 0, 0]]);
    let (rod, dropped) = Part::rounded(line, one.clone()).unwrap();
    assert_eq!(dropped, [0]);
    assert_eq!(rod.core().vertices(), points(&[[3, 3, 3], [0, 0, 0]]));
    assert!(rod.core().faces().is_empty() && rod.core().edges().is_empty());
    let (low, high) = rod.bounding_box();
    assert_eq!(
        [low, high],
        [[-1; 3], [4; 3]].map(|[x, y, z]| Vector3::from_integers(x, y, z))
    );
    let inner = points(&[[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4], [1, 1, 1]]);
    assert_eq!(Part::rounded(inner, one), Err(PolyhedronError::Inside(4)));
    assert_eq!(
        Part::rounded(vec![], number("1")),
        Err(PolyhedronError::Empty)
    );
    let point = points(&[[0, 0, 0]]);
    assert_eq!(
        Part::rounded(point, number("0")),
        Err(PolyhedronError::Radius)
    );
}

#[test]
fn the_canonical_form_has_the_radius() {
    let ball = |radius: &str| {
        let body = format!("ball = {{ center = [1, 2, 3], radius = {radius} }}\nfixed = true");
        scene(&body).unwrap()
    };
    let text = ball("2").canonical();
    let part = r#""parts":[{"vertices":[["1","2","3"]],"radius":"2"}]"#;
    assert!(text.contains(part), "{text}");
    assert_ne!(ball("2").digest(), ball("3").digest());
    let as_part = "parts = [{ vertices = [[1, 2, 3]], radius = 2 }]\nfixed = true";
    assert_eq!(scene(as_part).unwrap().digest(), ball("2").digest());
}

/// One line each that says what is wrong and what is expected.
#[test]
fn rounded_parts_that_are_none_are_refused() {
    for (body, words) in [
        (
            "ball = { center = [0, 0, 0], radius = 0 }\nmass = 1",
            "expected a positive number",
        ),
        (
            "ball = { center = [0, 0, 0], radius = -1 }\nmass = 1",
            "expected a positive number",
        ),
        ("ball = { center = [0, 0, 0], radius = 1 }", "multiple of π"),
        (
            "ball = { center = [0, 0, 0], radius = 1 }\ndensity = 2",
            "multiple of π",
        ),
        (
            "ball = { center = [0, 0, 0], radius = 1 }\ndensity = 2\nmass = 1",
            "density",
        ),
        (
            "capsule = { from = [0, 0, 0], to = [0, 0, 0], radius = 1 }\nmass = 1",
            "length 0",
        ),
        (
            "capsule = { from = [0, 0, 0], to = [1, 1, 0], radius = 1 }\nmass = 1",
            "rational length",
        ),
        (
            "box = { center = [0, 0, 0], size = [1, 1, 1], radius = 1 }\nmass = 1",
            "`inertia`",
        ),
        (
            "parts = [{ vertices = [[0, 0, 0]], radius = 1 }, { vertices = [[1, 0, 0]], radius = \
             1 }]\nmass = 1\ninertia = [1, 1, 1]",
            "`centroid`",
        ),
        (
            "parts = [{ vertices = [], radius = 1 }]\nmass = 1",
            "at least 1",
        ),
        ("parts = [{ vertices = [[0, 0, 0]] }]\nmass = 1", "radius"),
        (
            "ball = { center = [0, 0, 0], radius = 1 }\ncapsule = { from = [0, 0, 0], to = [1, 0, \
             0], radius = 1 }\nmass = 1",
            "only one of them",
        ),
    ] {
        let told = scene(body).unwrap_err();
        assert!(told.contains(words), "{body}\n{told}");
        assert!(told.contains("expected") && !told.contains('\n'), "{told}");
    }
}

#[test]
fn bonds_are_between_faces() {
    let text = "format = \"zwang-space-1\"\nname = \"b\"\n\
                [[body]]\nname = \"floor\"\nfixed = true\n\
                box = { center = [0, 0, \"-1/2\"], size = [9, 9, 1] }\n\
                [[body]]\nname = \"ball\"\nball = { center = [0, 0, 1], radius = 1 }\nmass = 1\n\
                [[bond]]\nbodies = [\"floor\", \"ball\"]\nat = [0, 0, 0]\npull = [0, 0, 1]\n";
    let told = text.parse::<Scene>().unwrap_err().to_string();
    assert!(told.contains("`ball`, which has a rounded part"), "{told}");
}
