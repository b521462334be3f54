//! Ten thousand bricks: the number of pairs is fifty million, and the checker must not look at
//! each.

use crate::stage;
use crate::stage::{contact, fixed, group, optimal, rectangle, resting, scene, separation, vector};
use zwang_check::{Verdict, verify};

const COLUMNS: usize = 100;
const HEIGHT: usize = 100;

fn brick(column: usize, level: usize) -> usize {
    1 + column * HEIGHT + level
}

/// Columns of bricks of weight 2, one unit apart, on a floor of normal (0, 400). The brick at a
/// level carries those above it, 2 (HEIGHT - level) with its own, so φ = (HEIGHT - level) / 2 at
/// either end of the brick below it, of normal (0, 2), and 1/4 on the floor.
#[test]
fn columns_of_bricks_stand() {
    let mut bodies = vec![fixed("floor", rectangle("0,-1 400,0"))];
    let (mut separations, mut contacts, mut groups) = (vec![], vec![], vec![]);
    for column in 0..COLUMNS {
        let mut forces = Vec::new();
        for level in 0..HEIGHT {
            let (left, right, top) = (3 * column, 3 * column + 2, level + 1);
            bodies.push(resting(
                &format!("{column}.{level}"),
                rectangle(&format!("{left},{level} {right},{top}")),
            ));
            let (own, below) = (
                brick(column, level),
                if level == 0 {
                    0
                } else {
                    brick(column, level) - 1
                },
            );
            separations.push(separation([below, own, 0, 2]));
            let force = if level == 0 {
                1
            } else {
                2 * (HEIGHT - level) as i64
            };
            for vertex in [0, 1] {
                forces.push((contacts.len(), force));
                contacts.push(contact([own, vertex, below, 2]));
            }
        }
        let members: Vec<usize> = (0..HEIGHT).map(|level| brick(column, level)).collect();
        groups.push(group(
            &members,
            vec![optimal(4, &[[0, 0, 0]; HEIGHT], &forces)],
            &[0],
        ));
    }
    let scene = scene(vector("0", "-1"), bodies, vec![]);
    let mut certificate = stage::proof(&scene, &[], &[], groups);
    certificate.separations = separations;
    certificate.contacts = contacts;
    let verified = verify(&scene, &certificate).unwrap();
    assert_eq!(verified.verdict(), Verdict::Rests);
    certificate.separations.remove(7777);
    assert_eq!(
        verify(&scene, &certificate).unwrap_err().condition(),
        zwang_check::Condition::C1
    );
}
