//! Convex hulls and moments of polyhedra against brute force, closed forms and their laws.

use proptest::prelude::*;
use std::collections::BTreeSet;
use zwang_exact::{Matrix3, Quaternion, Rational, Vector3};
use zwang_scene::space::{MassMoments, Polyhedron, PolyhedronError, is_inertia};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

fn points(list: &[[i64; 3]]) -> Vec<Vector3> {
    let mut points = Vec::new();
    for [x, y, z] in list {
        points.push(Vector3::from_integers(*x, *y, *z));
    }
    points
}

fn cuboid(center: [i64; 3], size: [i64; 3], turn: &Quaternion) -> Polyhedron {
    let [center, size] = [center, size].map(|[x, y, z]| Vector3::from_integers(x, y, z));
    Polyhedron::cuboid(&center, &size, &turn.rotation()).unwrap()
}

/// A plane with all points of it.
type PlaneAndPoints = (Vector3, BTreeSet<usize>);

/// The planes through three points that have all points on one side.
fn planes(points: &[Vector3]) -> BTreeSet<PlaneAndPoints> {
    let mut planes = BTreeSet::new();
    for a in points {
        for b in points {
            for c in points {
                let normal = (b - a).cross(&(c - a)).primitive();
                let height = |point: &Vector3| normal.dot(&(point - a));
                let zero = Rational::default();
                if !normal.is_zero() && points.iter().all(|point| height(point) <= zero) {
                    let inside = (0..points.len()).filter(|index| height(&points[*index]) == zero);
                    let inside = inside.collect();
                    planes.insert((normal, inside));
                }
            }
        }
    }
    planes
}

/// The corners of all planes: a point is one if the normals of its planes span space.
fn extreme(points: &[Vector3], planes: &BTreeSet<PlaneAndPoints>) -> Vec<usize> {
    let mut extreme = Vec::new();
    for index in 0..points.len() {
        let normals = planes.iter().filter(|plane| plane.1.contains(&index));
        let normals: Vec<&Vector3> = normals.map(|plane| &plane.0).collect();
        let span = |a: usize, b: usize, c: usize| {
            let rows = [a, b, c].map(|row| normals[row].clone());
            Matrix3::new(rows).determinant() != Rational::default()
        };
        let count = normals.len();
        let triples = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let mut triples = triples.flat_map(|(a, b)| (0..count).map(move |c| (a, b, c)));
        if triples.any(|(a, b, c)| span(a, b, c)) {
            extreme.push(index);
        }
    }
    extreme
}

/// Everything that the type promises.
fn check(part: &Polyhedron) {
    let vertices = part.vertices();
    let zero = Rational::default();
    for face in part.faces() {
        let corner = &vertices[face.vertices[0]];
        assert_eq!(face.normal, face.normal.primitive());
        assert_eq!(face.vertices.iter().min(), face.vertices.first());
        for vertex in vertices {
            assert!(face.normal.dot(&(vertex - corner)) <= zero);
        }
        let count = face.vertices.len();
        for index in 0..count {
            let [a, b, c] = [0, 1, 2].map(|next| &vertices[face.vertices[(index + next) % count]]);
            let turn = (b - a).cross(&(c - b));
            assert_eq!(turn.primitive(), face.normal);
        }
    }
    assert!(part.faces().is_sorted_by(|a, b| a.vertices < b.vertices));
    assert!(
        part.edges()
            .is_sorted_by(|a, b| (a.from, a.to) < (b.from, b.to))
    );
    for edge in part.edges() {
        assert!(edge.from < edge.to);
        let has = |face: usize, from: usize, to: usize| {
            let corners = &part.faces()[face].vertices;
            let mut ends = corners.iter().cycle().skip(1);
            corners
                .iter()
                .any(|corner| (corner, ends.next().unwrap()) == (&from, &to))
        };
        assert!(has(edge.left, edge.from, edge.to));
        assert!(has(edge.right, edge.to, edge.from));
    }
    // Euler.
    let sum = vertices.len() + part.faces().len();
    assert_eq!(sum, part.edges().len() + 2);
}

fn quaternions() -> impl Strategy<Value = Quaternion> {
    let numbers = (-5..=5_i64, -5..=5_i64, -5..=5_i64, 1..=5_i64);
    numbers.prop_map(|(w, x, y, z)| Quaternion::from_integers(w, x, y, z))
}

fn rotated(matrix: &Matrix3, turn: &Matrix3) -> Matrix3 {
    &(turn * matrix) * &turn.transposed()
}

proptest! {
    /// Few coordinates make many points of one plane, or of one line.
    #[test]
    fn hulls_are_those_of_brute_force(
        list in prop::collection::btree_set(prop::array::uniform3(0..4_i64), 4..11),
        turn in quaternions(),
    ) {
        let list: Vec<[i64; 3]> = list.into_iter().collect();
        let mut all = Vec::new();
        for point in points(&list) {
            all.push(turn.rotation().times(&point));
        }
        let planes = planes(&all);
        let extreme = extreme(&all, &planes);
        let on_planes: BTreeSet<usize> = planes.iter().flat_map(|plane| plane.1.clone()).collect();
        let inside = (0..all.len()).find(|index| !on_planes.contains(index));
        let is_flat = planes.iter().any(|plane| plane.1.len() == all.len()) || planes.is_empty();
        let mut twice = all.clone();
        twice.extend(all.iter().rev().cloned());
        let around = Polyhedron::around(twice);
        prop_assert_eq!(around.is_none(), is_flat);
        if let Some(around) = around {
            check(&around);
            let expected: BTreeSet<Vector3> = extreme.iter().map(|index| all[*index].clone()).collect();
            let found = BTreeSet::from_iter(around.vertices().iter().cloned());
            prop_assert_eq!(found, expected);
        }
        match Polyhedron::new(all.clone()) {
            Err(PolyhedronError::Flat) => prop_assert!(is_flat),
            Err(PolyhedronError::Inside(index)) => prop_assert_eq!(Some(index), inside),
            Err(error) => prop_assert!(false, "{}", error),
            Ok((part, dropped)) => {
                check(&part);
                prop_assert!(!is_flat);
                prop_assert_eq!(inside, None);
                let expected = (0..all.len()).filter(|index| !extreme.contains(index));
                prop_assert_eq!(dropped, expected.collect::<Vec<_>>());
                let normals = part.faces().iter().map(|face| face.normal.clone());
                let expected = planes.iter().map(|plane| plane.0.clone());
                prop_assert_eq!(normals.collect::<BTreeSet<_>>(), expected.collect());
                let expected = extreme.iter().map(|index| all[*index].clone());
                prop_assert_eq!(part.vertices(), expected.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn boxes_are_the_hulls_of_their_corners_and_have_the_moments_of_boxes(
        center in prop::array::uniform3(-9..9_i64),
        size in prop::array::uniform3(1..9_i64),
        turn in quaternions(),
        density in 1..9_i64,
    ) {
        let part = cuboid(center, size, &turn);
        let (hull, dropped) = Polyhedron::new(part.vertices().to_vec()).unwrap();
        prop_assert_eq!(&part, &hull);
        prop_assert!(dropped.is_empty());
        check(&part);
        let density = ratio(density, 7);
        let moments = MassMoments::of(&[part], &density);
        let [w, d, h] = size;
        let mass = density * ratio(w * d * h, 1);
        let [x, y, z] = center;
        prop_assert_eq!(moments.centroid.clone(), Vector3::from_integers(x, y, z));
        let twelfth = &mass * ratio(1, 12);
        let squares = Vector3::from_integers(d * d + h * h, w * w + h * h, w * w + d * d);
        let own = Matrix3::diagonal(&squares.scaled(&twelfth));
        let inertia = moments.inertia();
        prop_assert_eq!(&inertia, &rotated(&own, &turn.rotation()));
        prop_assert_eq!(moments.mass, mass);
        prop_assert!(is_inertia(&inertia));
    }

    /// A polyhedron, cut in two by a plane, weighs as much as its halves, and has their moments.
    #[test]
    fn halves_weigh_as_much_as_the_whole(
        turn in quaternions(),
        size in prop::array::uniform3(1..9_i64),
        cut in (1..9_i64, 10..20_i64),
    ) {
        let whole = cuboid([1, 2, 3], size, &turn);
        let share = ratio(cut.0, cut.1);
        let mut low = whole.vertices()[..4].to_vec();
        let mut high = whole.vertices()[4..].to_vec();
        for corner in 0..4 {
            // A slanted cut: another share at the first corner of each side.
            let share = if corner < 2 { share.clone() } else { ratio(1, 2) };
            let ends = [&whole.vertices()[corner], &whole.vertices()[corner + 4]];
            let point = ends[0] + &(ends[1] - ends[0]).scaled(&share);
            low.push(point.clone());
            high.push(point);
        }
        let halves = [low, high].map(|points| Polyhedron::new(points).unwrap().0);
        let density = ratio(3, 2);
        let moments = MassMoments::of(&halves, &density);
        prop_assert_eq!(moments, MassMoments::of(&[whole], &density));
    }
}

/// A regular tetrahedron of volume 8/3: inertia m s²/20 about every axis, s² = 8 the square of an
/// edge.
#[test]
fn moments_of_a_regular_tetrahedron() {
    let corners = points(&[[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]);
    let (part, _) = Polyhedron::new(corners).unwrap();
    check(&part);
    let moments = MassMoments::of(&[part], &ratio(3, 1));
    assert_eq!(moments.mass, ratio(8, 1));
    assert_eq!(moments.centroid, Vector3::zero());
    let inertia = Matrix3::identity().scaled(&ratio(8 * 8, 20));
    assert_eq!(moments.inertia(), inertia);
}

/// A body with given I needs S ≥ 0: no principal moment is above the sum of the other two.
#[test]
fn inertias_of_bodies_are_told_from_other_positive_matrices() {
    let diagonal = |x, y, z| Matrix3::diagonal(&Vector3::from_integers(x, y, z));
    assert!(is_inertia(&diagonal(1, 1, 1)));
    // A flat plate.
    assert!(is_inertia(&diagonal(1, 2, 3)));
    assert!(!is_inertia(&diagonal(1, 1, 3)));
    // A rod.
    assert!(!is_inertia(&diagonal(1, 1, 0)));
    let turn = Quaternion::from_integers(1, 2, 3, 4).rotation();
    assert!(is_inertia(&rotated(&diagonal(3, 4, 5), &turn)));
    assert!(!is_inertia(&rotated(&diagonal(3, 4, 8), &turn)));
    let mut skew = diagonal(3, 3, 3);
    skew.rows[0].y = ratio(1, 1);
    assert!(!is_inertia(&skew));
}

#[test]
fn other_lists_are_refused() {
    let refused = |list: &[[i64; 3]]| Polyhedron::new(points(list)).unwrap_err();
    let triangle = [[0, 0, 0], [1, 0, 0], [0, 1, 0]];
    assert_eq!(refused(&triangle), PolyhedronError::TooFew(3));
    let square = [[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]];
    assert_eq!(refused(&square), PolyhedronError::Flat);
    let upright = [[0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1]];
    assert_eq!(refused(&upright), PolyhedronError::Flat);
    for line in [[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 2, 3]] {
        let list = [0, 1, 2, 5].map(|factor| line.map(|number| number * factor));
        assert_eq!(refused(&list), PolyhedronError::Flat);
    }
    let twice = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]];
    assert_eq!(refused(&twice), PolyhedronError::Repeated(1, 3));
    let inside = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4], [1, 1, 1]];
    assert_eq!(refused(&inside), PolyhedronError::Inside(4));
    let center = Vector3::zero();
    for (x, y, z) in [(0, 1, 1), (1, -1, 1), (1, 1, 0)] {
        let size = Vector3::from_integers(x, y, z);
        assert_eq!(
            Polyhedron::cuboid(&center, &size, &Matrix3::identity()),
            None
        );
    }
}

/// A mesh of a box with points along its edges and in its faces, as programs write them.
#[test]
fn points_on_edges_and_faces_are_left_out() {
    let mut list = Vec::new();
    for x in 0..5 {
        for y in 0..4 {
            for z in 0..3 {
                let is_inside = (1..4).contains(&x) && (1..3).contains(&y) && z == 1;
                if !is_inside {
                    list.push([x, y, z]);
                }
            }
        }
    }
    let (part, dropped) = Polyhedron::new(points(&list)).unwrap();
    check(&part);
    assert_eq!(part.vertices().len(), 8);
    assert_eq!(part.faces().len(), 6);
    assert_eq!(dropped.len(), list.len() - 8);
}
