//! Stacks of thin bricks: by hand, by all vertices of the polyhedron, and against what is known to
//! stand.

use crate::scenes::ratio;
use zwang_exact::{Rational, Vector, parse};
use zwang_families::{Bond, Brick, diamond, harmonic, triangle, wall};
use zwang_program::{Monitor, Options};
use zwang_scene::read::{self, Syntax};
use zwang_scene::{BodyId, Expectation, Load, Scene};
use zwang_schemes::potential::{PotentialError, Resting, least_potential};

/// Rectangles [left, right] × [bottom, top] in quarters; the first `fixed` of them are fixed.
fn slabs(fixed: usize, slabs: &[[i64; 4]]) -> Scene {
    let mut text = "format = \"zwang-scene-1\"\nname = \"slabs\"\ngravity = [0, -2]\n".to_owned();
    for (index, [left, right, bottom, top]) in slabs.iter().enumerate() {
        let [l, r, b, t] = [left, right, bottom, top].map(|value| format!("\"{value}/4\""));
        text += &format!(
            "[[body]]\nname = \"slab {index}\"\nfixed = {}\n\
             parts = [[[{l}, {b}], [{r}, {b}], [{r}, {t}], [{l}, {t}]]]\n",
            index < fixed
        );
    }
    read::parse(&text, Syntax::Toml).unwrap().scene
}

fn resting(scene: &Scene) -> Resting {
    least_potential(scene, &Options::default(), &Monitor::default()).unwrap()
}

/// A brick of 2 m, its centre 1/10 m beyond the edge of a table that is 1/4 m high, comes to lie on
/// the edge and on the floor.
#[test]
fn a_brick_tips_over_the_edge_of_a_table() {
    let text = "format = \"zwang-scene-1\"\nname = \"table\"\ngravity = [0, -10]\n\
        [[body]]\nname = \"floor\"\nfixed = true\n\
        rectangle = { center = [0, \"-5/4\"], size = [8, 2] }\n\
        [[body]]\nname = \"table\"\nfixed = true\n\
        rectangle = { center = [-1, \"-1/8\"], size = [2, \"1/4\"] }\n\
        [[body]]\nname = \"brick\"\n\
        rectangle = { center = [\"1/10\", \"1/8\"], size = [2, \"1/4\"] }\nmass = 3\ninertia = 1\n";
    let scene = read::parse(text, Syntax::Toml).unwrap().scene;
    let found = resting(&scene);
    assert_eq!(found.bricks[0].raised, [ratio(9, 44), ratio(-1, 4)]);
    assert_eq!(&found.energy - &found.energy_of_scene, ratio(-30, 44));
    let forces: Vec<(Rational, Rational)> = found
        .supports
        .iter()
        .map(|support| (support.x.clone(), support.force.clone()))
        .collect();
    assert!(forces.contains(&(ratio(0, 1), ratio(300, 11))));
    assert!(forces.contains(&(ratio(11, 10), ratio(30, 11))));
    assert_eq!(forces.len(), 2);
}

/// The forces at the ends of what is covered balance thin stacks exactly where contact forces
/// balance these towers, at the threshold too.
#[test]
fn towers_are_at_rest_if_they_stand() {
    let brick = Brick::default();
    let nothing = ratio(0, 1);
    let hardly = parse("1e-12").unwrap();
    let scenes = [
        harmonic(4, &nothing, &brick),
        harmonic(4, &hardly, &brick),
        diamond(2, &brick),
        diamond(3, &brick),
        diamond(4, &brick),
        diamond(5, &brick),
        triangle(2, &brick),
        triangle(3, &brick),
        wall(4, 3, Bond::Running, &brick),
    ];
    for scene in scenes {
        let scene = scene.unwrap();
        let stands = scene.expect == Some(Expectation::Stands);
        match least_potential(&scene, &Options::default(), &Monitor::default()) {
            Ok(found) => {
                assert_eq!(
                    found.energy == found.energy_of_scene,
                    stands,
                    "{}",
                    scene.name
                );
                let is_still = found
                    .bricks
                    .iter()
                    .all(|brick| brick.raised == [0, 0].map(zero));
                assert_eq!(is_still, stands, "{}", scene.name);
            }
            Err(PotentialError::Bottomless(_)) => assert!(!stands, "{}", scene.name),
            Err(error) => panic!("{}: {error}", scene.name),
        }
    }
}

fn zero(_: i32) -> Rational {
    Rational::default()
}

/// A row a·x ≥ b over the heights by which ends are raised.
type Row = (Vec<Rational>, Rational);

/// The rows and the weights of the heights, written from the model alone.
fn program(fixed: usize, slabs: &[[i64; 4]]) -> (Vec<Row>, Vec<Rational>) {
    let variables = 2 * (slabs.len() - fixed);
    let add = |row: &mut Vec<Rational>, index: usize, x: i64, sign: i64| {
        if index >= fixed {
            let [left, right, ..] = slabs[index];
            let place = 2 * (index - fixed);
            row[place] += ratio(sign * (right - x), right - left);
            row[place + 1] += ratio(sign * (x - left), right - left);
        }
    };
    let mut rows = Vec::new();
    for (upper, above) in slabs.iter().enumerate() {
        for (lower, below) in slabs.iter().enumerate() {
            let [left, right] = [above[0].max(below[0]), above[1].min(below[1])];
            if left >= right || above[2] < below[3] || upper.max(lower) < fixed {
                continue;
            }
            for x in [left, right] {
                let mut row = vec![ratio(0, 1); variables];
                add(&mut row, upper, x, 1);
                add(&mut row, lower, x, -1);
                rows.push((row, ratio(below[3] - above[2], 4)));
            }
        }
    }
    let mut weights = Vec::new();
    for [left, right, bottom, top] in &slabs[fixed..] {
        // Half of the weight of density 1 and g = 2 at either end.
        let share = ratio((right - left) * (top - bottom), 16);
        weights.extend([share.clone(), share]);
    }
    (rows, weights)
}

/// The point where these rows hold with equality, if it is one point.
fn vertex(rows: &[&Row]) -> Option<Vec<Rational>> {
    let count = rows.len();
    let mut matrix: Vec<Vec<Rational>> = rows
        .iter()
        .map(|(row, bound)| [row.as_slice(), std::slice::from_ref(bound)].concat())
        .collect();
    for column in 0..count {
        let pivot = (column..count).find(|&row| matrix[row][column] != ratio(0, 1))?;
        matrix.swap(column, pivot);
        let lead = matrix[column][column].clone();
        for value in &mut matrix[column] {
            *value /= &lead;
        }
        let pivot_row = matrix[column].clone();
        for (row, values) in matrix.iter_mut().enumerate() {
            let factor = values[column].clone();
            if row == column || factor == ratio(0, 1) {
                continue;
            }
            for (value, of_pivot) in values.iter_mut().zip(&pivot_row) {
                *value -= &factor * of_pivot;
            }
        }
    }
    Some(
        matrix
            .into_iter()
            .map(|mut row| row.remove(count))
            .collect(),
    )
}

fn dot(one: &[Rational], other: &[Rational]) -> Rational {
    let mut sum = ratio(0, 1);
    for (one, other) in one.iter().zip(other) {
        sum += one * other;
    }
    sum
}

/// The least value over all vertices of the polyhedron.
fn least_by_enumeration(rows: &[Row], weights: &[Rational]) -> Rational {
    let count = weights.len();
    let mut least: Option<Rational> = None;
    for code in 0_u32..1 << rows.len() {
        if code.count_ones() as usize != count {
            continue;
        }
        let chosen: Vec<&Row> = (0..rows.len())
            .filter(|place| code >> place & 1 == 1)
            .map(|place| &rows[place])
            .collect();
        let Some(point) = vertex(&chosen) else {
            continue;
        };
        if rows.iter().all(|(row, bound)| dot(row, &point) >= *bound) {
            let value = dot(weights, &point);
            least = Some(least.map_or(value.clone(), |best| best.min(value)));
        }
    }
    least.unwrap()
}

/// Small stacks over floors of two heights: the optimum is the best vertex of the polyhedron, which
/// has some as nothing falls for ever.
#[test]
fn the_optimum_is_the_best_vertex() {
    let floors = [[-20, 20, -12, -8], [-20, 0, -8, 0]];
    let stacks: [&[[i64; 4]]; 6] = [
        &[[-5, 3, 0, 1]],
        &[[-3, 5, 0, 1]],
        &[[-3, 5, 0, 1], [-4, 2, 1, 2]],
        &[[-2, 6, 0, 1], [2, 12, 1, 3]],
        &[[-4, 2, 0, 1], [-2, 5, 1, 2], [1, 9, 2, 3]],
        &[[-6, -2, 0, 1], [-1, 4, 0, 1], [-4, 8, 1, 2]],
    ];
    let mut moved = 0;
    for stack in stacks {
        let all = [&floors[..], stack].concat();
        let (rows, weights) = program(2, &all);
        let found = resting(&slabs(2, &all));
        let freed = &found.energy - &found.energy_of_scene;
        assert_eq!(freed, least_by_enumeration(&rows, &weights), "{stack:?}");
        moved += usize::from(freed != ratio(0, 1));
        let held: Rational = found.supports.iter().fold(ratio(0, 1), |sum, support| {
            let is_on_floor = support.bodies[1].0 < 2;
            sum + if is_on_floor {
                support.force.clone()
            } else {
                ratio(0, 1)
            }
        });
        let weight: Rational = weights.iter().fold(ratio(0, 1), |sum, share| sum + share);
        assert_eq!(held, weight, "{stack:?}");
    }
    assert!((2..6).contains(&moved), "{moved}");
}

#[test]
fn what_is_no_stack_is_refused() {
    let refusal = |scene: &Scene| {
        let found = least_potential(scene, &Options::default(), &Monitor::default());
        found.unwrap_err().to_string()
    };
    let hanging = slabs(1, &[[-8, 0, -4, 0], [-2, 5, 0, 1]]);
    assert_eq!(
        refusal(&hanging),
        "`slab 1` would fall for ever; expected something fixed below: \
         there is no least potential energy"
    );
    let mut tilted = slabs(1, &[[-8, 8, -4, 0], [-2, 5, 0, 1]]);
    tilted.gravity.x = ratio(1, 10);
    assert!(refusal(&tilted).contains("expected it straight down"));
    let inside = slabs(1, &[[-8, 8, -4, 0], [-2, 5, -1, 1]]);
    assert!(refusal(&inside).contains("`slab 0` and `slab 1` overlap"));
    let mut pushed = slabs(1, &[[-8, 8, -4, 0], [-2, 5, 0, 1]]);
    pushed.loads.push(Load {
        name: "wind".to_owned(),
        body: BodyId(1),
        at: Vector::zero(),
        force: Vector::from_integers(1, 0),
        torque: ratio(0, 1),
    });
    assert!(refusal(&pushed).contains("found loads, 1 in all; expected none"));
    let wedge = crate::friction::on_slope("0");
    assert!(refusal(&wedge).contains("no level rectangle"));
}

/// Under the least forces that hold a plank of weight 12 with its centre at 0, f = a + b x at the
/// ends of its posts: the gradient of Σ f² is a combination of Σ f = 12 and Σ x f = 0.
#[test]
fn of_several_systems_of_forces_the_least_one_is_told() {
    let posts = [(-5, -4), (-2, -1), (1, 4)];
    let mut text = "format = \"zwang-scene-1\"\nname = \"plank\"\ngravity = [0, -1]\n\
        [[body]]\nname = \"plank\"\nrectangle = { center = [0, \"1/2\"], size = [12, 1] }\n"
        .to_owned();
    for (left, right) in posts {
        let center = left + right;
        let width = right - left;
        text += &format!(
            "[[body]]\nname = \"post {left}\"\nfixed = true\n\
             rectangle = {{ center = [\"{center}/2\", -1], size = [{width}, 2] }}\n"
        );
    }
    let found = resting(&text.parse().unwrap());
    let places: Vec<i64> = posts
        .iter()
        .flat_map(|(left, right)| [*left, *right])
        .collect();
    let count = ratio(places.len() as i64, 1);
    let sum = ratio(places.iter().sum(), 1);
    let squares = ratio(places.iter().map(|place| place * place).sum(), 1);
    let constant = ratio(12, 1) / (count - &sum * &sum / &squares);
    let slope = -&constant * sum / squares;
    assert_eq!(found.supports.len(), places.len());
    for support in &found.supports {
        assert_eq!(support.force, &constant + &slope * &support.x);
        assert!(!support.is_unique);
    }
}

/// Two posts at their ends alone: what a harmonic stack needs is unique.
#[test]
fn the_forces_of_a_harmonic_stack_are_unique() {
    let scene = harmonic(4, &ratio(0, 1), &Brick::default()).unwrap();
    let found = resting(&scene);
    assert!(found.supports.iter().all(|support| support.is_unique));
}
