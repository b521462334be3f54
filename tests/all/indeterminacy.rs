//! Which forces are unique: published dimensions, textbook cases, and a dense elimination that
//! shares nothing with the sparse one.

use num_traits::{Signed, Zero};
use zwang_check::{Answer, ContactState};
use zwang_collapse::indeterminacy::{Indeterminacy, UnitForce, indeterminacy};
use zwang_exact::{Rational, Vector};
use zwang_families::{self as families, Brick};
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Scene, read};

fn answer(scene: &Scene) -> Answer {
    let collapse =
        zwang_collapse::collapse(scene, &Options::default(), &Monitor::default()).unwrap();
    zwang_check::verify(scene, &collapse.certificate)
        .unwrap()
        .first_answer()
        .unwrap()
        .clone()
}

/// A contact or a pin: its bodies, where it is, and the directions of its force.
struct Link {
    bodies: [Option<BodyId>; 2],
    point: Vector,
    directions: Vec<Vector>,
}

fn links(scene: &Scene, answer: &Answer) -> Vec<Link> {
    links_of(scene, answer, &[ContactState::Pressing])
}

/// The pins, and the contacts that do one of these things.
fn links_of(scene: &Scene, answer: &Answer, states: &[ContactState]) -> Vec<Link> {
    let contacts = answer
        .contacts
        .iter()
        .filter(|contact| states.contains(&contact.state));
    let contacts = contacts.map(|contact| Link {
        bodies: [Some(contact.first), Some(contact.second)],
        point: contact.point.clone(),
        directions: vec![contact.normal.clone()],
    });
    let axes = || vec![Vector::from_integers(1, 0), Vector::from_integers(0, 1)];
    let pins = scene.pins.iter().map(|pin| Link {
        bodies: [Some(pin.first), pin.second],
        point: pin.at.clone(),
        directions: axes(),
    });
    contacts.chain(pins).collect()
}

fn forces(links: &[Link]) -> Vec<UnitForce> {
    let force = |link: &Link| -> Vec<UnitForce> {
        link.directions
            .iter()
            .map(|direction| UnitForce::at(link.bodies, &link.point, direction))
            .collect()
    };
    links.iter().flat_map(force).collect()
}

fn read(text: &str) -> Scene {
    read::parse_toml(text).unwrap().scene
}

/// The rank of a dense matrix, by elimination over the fractions.
fn rank(mut rows: Vec<Vec<Rational>>) -> usize {
    let zero = Rational::from_integer(0.into());
    let columns = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for column in 0..columns {
        let Some(pivot) = (rank..rows.len()).find(|row| rows[*row][column] != zero) else {
            continue;
        };
        rows.swap(rank, pivot);
        let (done, rest) = rows.split_at_mut(rank + 1);
        let pivot = &done[rank];
        for row in rest.iter_mut().filter(|row| row[column] != zero) {
            let factor = &row[column] / &pivot[column];
            row.iter_mut()
                .zip(pivot)
                .for_each(|(value, other)| *value -= &factor * other);
        }
        rank += 1;
    }
    rank
}

/// A force is determined if and only if leaving out its column lowers the rank; torques are about
/// the centroids here. Columns that are positive multiples of others count once.
fn by_ranks(scene: &Scene, links: &[Link]) -> Indeterminacy {
    let column = |link: &Link, direction: &Vector| {
        let mut column = vec![Rational::from_integer(0.into()); 3 * scene.bodies.len()];
        for (body, sign) in link.bodies.iter().zip([1, -1]) {
            let Some(body) = body.filter(|body| !scene.bodies[*body].is_fixed()) else {
                continue;
            };
            let centroid = &scene.bodies[body].dynamics.as_ref().unwrap().centroid;
            let torque = (&link.point - centroid).cross(direction);
            for (row, value) in [direction.x.clone(), direction.y.clone(), torque]
                .into_iter()
                .enumerate()
            {
                column[3 * body.0 + row] = value * Rational::from_integer(sign.into());
            }
        }
        column
    };
    let columns: Vec<Vec<Rational>> = links
        .iter()
        .flat_map(|link| {
            link.directions
                .iter()
                .map(|direction| column(link, direction))
                .collect::<Vec<_>>()
        })
        .collect();
    let mut distinct: Vec<Vec<Rational>> = Vec::new();
    let places: Vec<usize> = columns
        .iter()
        .map(|column| {
            let first = column.iter().find(|value| !value.is_zero()).unwrap().abs();
            let column: Vec<Rational> = column.iter().map(|value| value / &first).collect();
            distinct
                .iter()
                .position(|other| *other == column)
                .unwrap_or_else(|| {
                    distinct.push(column);
                    distinct.len() - 1
                })
        })
        .collect();
    let columns = distinct;
    let whole = rank(columns.clone());
    let without = |left_out: usize| {
        let kept = columns
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != left_out);
        rank(kept.map(|(_, column)| column.clone()).collect())
    };
    let several: Vec<bool> = (0..columns.len())
        .map(|column| without(column) == whole)
        .collect();
    let forces = places.into_iter().map(|place| several[place]).collect();
    Indeterminacy {
        forces,
        dimension: columns.len() - whole,
        rank: whole,
    }
}

/// Known values: 27 dimensions at all closed contacts, of which those that are idle in every answer
/// leave 21.
#[test]
fn the_forces_of_the_5_diamond_form_a_family_of_21_dimensions() {
    let scene = families::diamond(5, &Brick::default()).unwrap();
    let answer = answer(&scene);
    let pressing = links(&scene, &answer);
    let found = indeterminacy(&scene, &forces(&pressing));
    assert_eq!(found.dimension, 21);
    assert_eq!(found, by_ranks(&scene, &pressing));
    let closed = links_of(
        &scene,
        &answer,
        &[ContactState::Pressing, ContactState::Idle],
    );
    assert_eq!(indeterminacy(&scene, &forces(&closed)).dimension, 27);
}

/// A beam on two supports has unique forces, on three not.
#[test]
fn a_third_support_makes_forces_indeterminate() {
    let support = |x: i64| {
        format!(
            "[[body]]\nname = \"s{x}\"\nfixed = true\n\
             parts = [[[{x}, -1], [\"{}/2\", 0], [{}, -1]]]\n",
            2 * x + 1,
            x + 1
        )
    };
    let scene = |supports: &[i64]| {
        let supports: String = supports.iter().map(|x| support(*x)).collect();
        read(&format!(
            "format = \"zwang-scene-1\"\nname = \"beam\"\n{supports}[[body]]\nname = \"beam\"\n\
             rectangle = {{ center = [\"5/2\", 1], size = [10, 2] }}\n"
        ))
    };
    for (supports, several, dimension) in [
        (vec![0, 4], false, 0),
        (vec![0, 2, 4], true, 1),
        (vec![0, 1, 2, 4], true, 2),
    ] {
        let scene = scene(&supports);
        let found = indeterminacy(&scene, &forces(&links(&scene, &answer(&scene))));
        assert_eq!(
            (found.forces, found.dimension),
            (vec![several; supports.len()], dimension),
            "{supports:?}"
        );
    }
}

#[test]
fn the_gallery_agrees_with_dense_elimination() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
    let (mut unique, mut several, mut mixed) = (0, 0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let scene = read(&std::fs::read_to_string(&path).unwrap());
        let collapse =
            zwang_collapse::collapse(&scene, &Options::default(), &Monitor::default()).unwrap();
        let verified = zwang_check::verify(&scene, &collapse.certificate).unwrap();
        let Some(answer) = verified.first_answer() else {
            continue;
        };
        let links = links(&scene, answer);
        if links.len() > 80 {
            continue;
        }
        let found = indeterminacy(&scene, &forces(&links));
        assert_eq!(found, by_ranks(&scene, &links), "{}", path.display());
        let count = found
            .forces
            .iter()
            .filter(|is_several| **is_several)
            .count();
        unique += usize::from(count == 0 && !links.is_empty());
        several += usize::from(count > 0);
        mixed += usize::from(count > 0 && count < found.forces.len());
    }
    assert!(
        unique >= 5 && several >= 5 && mixed >= 2,
        "{unique} {several} {mixed}"
    );
}

/// Twice the same contact, told from either side, is one contact.
#[test]
fn equal_loads_are_one_force() {
    let scene = families::diamond(2, &Brick::default()).unwrap();
    let links = links(&scene, &answer(&scene));
    let once = forces(&links);
    let mut twice = once.clone();
    for link in &links {
        let [first, second] = link.bodies;
        for direction in &link.directions {
            let force = (-direction).scaled(&Rational::new(7.into(), 3.into()));
            let torque = link.point.cross(&force);
            let opposite = -&torque;
            twice.push(UnitForce::new([second, first], &force, &[torque, opposite]));
        }
    }
    let [found, found_twice] = [&once, &twice].map(|forces| indeterminacy(&scene, forces));
    assert_eq!(found.dimension, found_twice.dimension);
    assert_eq!(
        [found.forces.clone(), found.forces].concat(),
        found_twice.forces
    );
}

#[test]
fn nothing_presses_nothing_is_indeterminate() {
    let scene = families::diamond(2, &Brick::default()).unwrap();
    let found = indeterminacy(&scene, &[]);
    assert_eq!(
        found,
        Indeterminacy {
            forces: vec![],
            dimension: 0,
            rank: 0
        }
    );
}
