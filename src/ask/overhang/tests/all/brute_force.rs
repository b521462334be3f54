//! All stacks on a grid, each judged by the checker of scenes: none that stands reaches farther
//! than what is proved, and the best one comes near to it.

use crate::{found, number, stands};
use zwang_exact::Rational;
use zwang_families::{Brick, levels};

/// A brick of a stack: its level, and its centre in steps of the grid.
type Placed = (usize, i64);

/// All stacks of so many bricks more, by levels from the table up and from left to right, in which
/// each brick touches what is below it. `steps` go to a length.
fn stacks(placed: &mut Vec<Placed>, more: usize, steps: i64, all: &mut Vec<Vec<Placed>>) {
    if more == 0 {
        all.push(placed.clone());
        return;
    }
    let reach = 3 * steps / 2;
    let last = placed.last().copied();
    let last_level = last.map_or(0, |(level, _)| level);
    for level in last_level..=last_level + 1 {
        if last.is_none() && level > 0 {
            continue;
        }
        for centre in -reach..=reach {
            let is_right = match last {
                Some((of_last, left)) if of_last == level => centre >= left + steps,
                _ => true,
            };
            let mut below = placed.iter().filter(|(of_lower, _)| of_lower + 1 == level);
            let touches = match level {
                0 => 2 * centre <= steps,
                _ => below.any(|(_, lower)| (centre - lower).abs() <= steps),
            };
            if is_right && touches {
                placed.push((level, centre));
                stacks(placed, more - 1, steps, all);
                placed.pop();
            }
        }
    }
}

/// Whether the checker of scenes says that a stack stands.
fn stack_stands(stack: &[Placed], steps: i64) -> bool {
    let mut centres: Vec<Vec<Rational>> = Vec::new();
    for (level, centre) in stack {
        if *level == centres.len() {
            centres.push(Vec::new());
        }
        centres[*level].push(Rational::new((*centre).into(), steps.into()));
    }
    let brick = Brick::default();
    let scene = levels("grid".to_owned(), "grid".to_owned(), None, &centres, &brick);
    stands(&scene.unwrap())
}

/// The best stack of a grid that stands: (2 × the largest centre + one length) / 2 in steps.
fn best_on_grid(bricks: usize, steps: i64) -> Rational {
    let mut all = Vec::new();
    stacks(&mut Vec::new(), bricks, steps, &mut all);
    // The table pushes at x ≤ 0 only, so the centroid of what stands is there as well.
    all.retain(|stack| stack.iter().map(|(_, centre)| centre).sum::<i64>() <= 0);
    all.sort_by_key(|stack| -stack.iter().map(|(_, centre)| *centre).max().unwrap());
    assert!(all.len() > 100, "{}", all.len());
    let best = all.iter().find(|stack| stack_stands(stack, steps)).unwrap();
    let farthest = best.iter().map(|(_, centre)| *centre).max().unwrap();
    Rational::new((2 * farthest + steps).into(), (2 * steps).into())
}

#[test]
fn no_stack_on_a_grid_reaches_farther() {
    for (bricks, steps, least) in [(2, 16, "3/4"), (3, 8, "1"), (4, 4, "1")] {
        let proved = found(bricks, "1/1000").verified.enclosure(&number("1e-9"));
        let best = best_on_grid(bricks, steps);
        assert!(best <= proved[1], "{bricks}: {best}");
        assert!(best >= number(least), "{bricks}: {best}");
    }
}
