//! Corners of three lists: vertices that meet vertices in space.

use crate::space::{Cuboid, Space, fraction, vector};
use malachite::{Integer, Rational};
use zwang_problem::{
    Answer, Answers, Block, BodyImage, Contact, Corner, Matrix, Motion, Problem, groups,
};

/// A unit cube with its lowest vertex on the topmost one of a fixed cube, pulled along the
/// diagonal: one of three faces may resist, and nothing decides between them.
fn cubes() -> Space {
    let centre = vector([1, 1, 1], 2);
    let cube = Cuboid::new(vector([1, 1, 1], 1), [1, 0, 0, 0], centre);
    let mut space = Space::new(vec![cube], &vector([-1, -1, -1], 1));
    let mut lists = Vec::new();
    for axis in 0..3 {
        let mut normal = vector([0, 0, 0], 1);
        normal[axis] = fraction(1, 1);
        lists.push(vec![space.touch([1, 0], &vector([0, 0, 0], 1), &normal)]);
    }
    space.problem.corners.push(Corner { lists });
    space
}

#[test]
fn three_faces_may_resist() {
    let quarters: [[i64; 6]; 3] = [
        [-3, -4, -4, 0, -3, 3],
        [-4, -3, -4, 3, 0, -3],
        [-4, -4, -3, -3, 3, 0],
    ];
    let answers = cubes().answers();
    assert_eq!(answers.len(), 3);
    for (contact, (expected, (motion, forces))) in quarters.into_iter().zip(answers).enumerate() {
        let expected = expected.map(|number| fraction(number, 4));
        assert_eq!(motion[0], expected);
        let forces = forces.contact_fractions();
        assert_eq!(forces[&contact], [fraction(1, 4)]);
    }
}

/// The turn about the diagonal that takes x to y, y to z and z to x maps each answer to the next
/// one; a mirror in a face maps none.
#[test]
fn a_threefold_turn_maps_answers_to_answers() {
    let space = cubes();
    let groups = groups(&space.problem);
    let groups: Vec<_> = groups.iter().collect();
    let denominator = Integer::from(4);
    let points: Vec<Vec<Integer>> = space
        .answers()
        .iter()
        .map(|(motion, _)| {
            let numbers = motion[0].iter();
            let quarters = numbers.map(|number| number * Rational::from(4));
            quarters
                .map(|number| Integer::try_from(number).unwrap())
                .collect()
        })
        .collect();
    let answers = points.iter().map(|point| Answer {
        group: 0,
        choices: &[],
        motion: Some(Motion {
            denominator: &denominator,
            point,
        }),
    });
    let answers = Answers::new(2, 6, &groups, answers.collect());
    let image = |entries: [(usize, i64); 6]| {
        let rows = entries.map(|(column, entry)| {
            let mut row = vec![fraction(0, 1); 6];
            row[column] = fraction(entry, 1);
            row
        });
        BodyImage {
            bodies: vec![0, 1],
            matrix: Matrix::new(&rows),
        }
    };
    let turn = image([(2, 1), (0, 1), (1, 1), (5, 1), (3, 1), (4, 1)]);
    assert!(answers.have(&turn));
    let mirror = image([(0, -1), (1, 1), (2, 1), (3, 1), (4, -1), (5, -1)]);
    assert!(!answers.have(&mirror));
}

/// A corner whose lists move: one that opens frees it, one that alone rests is imposed, and the
/// others stay a choice.
#[test]
fn velocities_decide_corners() {
    let expected = [
        ([1, 0, -1], vec![], vec![]),
        ([0, -1, -2], vec![0], vec![]),
        ([0, -1, 0], vec![], vec![0, 2]),
        ([0, 0, 0], vec![], vec![0, 1, 2]),
    ];
    for (velocities, imposed, open) in expected {
        let masses = vec![fraction(1, 1); 6];
        let target = vec![fraction(0, 1); 6];
        let bodies = vec![None, Some(Block::diagonal(masses, target, false))];
        let mut problem = Problem::new(3, 6, bodies);
        for velocity in velocities {
            let row = vec![fraction(1, 1); 6];
            let normal = problem
                .rows
                .push_fractions([Some((1, row)), None], &fraction(0, 1));
            problem.contacts.push(Contact {
                bodies: [1, 0],
                normal,
                velocity: Integer::from(velocity),
                tangents: 0..0,
                sliding: Vec::new(),
                friction: fraction(0, 1),
                bears: true,
            });
        }
        problem.corners.push(Corner {
            lists: vec![vec![0], vec![1], vec![2]],
        });
        let groups = groups(&problem);
        let [group] = &groups[..] else {
            panic!("one free body")
        };
        assert_eq!(group.contacts, imposed);
        assert_eq!(group.corners.is_empty(), open.is_empty());
        if !open.is_empty() {
            assert_eq!(problem.open_lists(0).collect::<Vec<usize>>(), open);
        }
    }
}
