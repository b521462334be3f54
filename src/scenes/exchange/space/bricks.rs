//! Lists of bricks on a grid, one a line: `2x4 (3,0,1)` is 2 along x, 4 along y and 1 high, with
//! its lower corner at (3, 0, 1); `2x4x3 (3,0,1)` is 3 high. There is a floor at z = 0. Text behind
//! a `#` is passed over.

use super::draft::{Draft, DraftBody, Floor};
use super::mesh::{Mesh, limit};
use super::words::{Line, lines};
use crate::ImportOptions;
use crate::error::{Result, excerpt, refuse};
use zwang_exact::{Rational, Vector3};

const BRICK: &str = "a brick on a grid, such as 2x4 (3,0,1) or 2x4x3 (3,0,1)";

/// Whether a line looks like a brick.
pub fn is_brick(text: &str) -> bool {
    parse(text).is_some()
}

/// Size and lower corner.
fn parse(text: &str) -> Option<[[i64; 3]; 2]> {
    let text = text.split('#').next()?.trim();
    let (size, corner) = text.split_once('(')?;
    let sizes: Vec<&str> = size.trim().split(['x', '×']).collect();
    let sizes = match sizes[..] {
        [x, y] => [x, y, "1"],
        [x, y, z] => [x, y, z],
        _ => return None,
    };
    let corner = corner.trim_end().strip_suffix(')')?;
    let corner: Vec<&str> = corner.split(',').collect();
    let [x, y, z] = corner[..] else { return None };
    let [w, d, h] = sizes.map(whole);
    let size = [w?, d?, h?];
    if size.iter().any(|side| *side < 1) {
        return None;
    }
    let [x, y, z] = [x, y, z].map(whole);
    Some([size, [x?, y?, z?]])
}

/// A whole number that is not too large.
fn whole(word: &str) -> Option<i64> {
    let number: i64 = word.trim().parse().ok()?;
    (-1 << 40..=1 << 40).contains(&number).then_some(number)
}

/// Reads a list.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let mut draft = Draft::new(&options.name);
    draft.floor = Floor::At(Rational::default());
    for line in lines(text) {
        if line.text.starts_with('#') {
            continue;
        }
        let Some([size, corner]) = parse(line.text) else {
            return refuse_line(&line);
        };
        let count = draft.bodies.len() + 1;
        limit(line.number, "bricks", count)?;
        let mut corners = Vec::with_capacity(8);
        for x in [0, size[0]] {
            for y in [0, size[1]] {
                for z in [0, size[2]] {
                    let [a, b, c] = corner;
                    corners.push(Vector3::from_integers(a + x, b + y, c + z));
                }
            }
        }
        let mesh = Mesh::hull_of(line.number, corners);
        let name = format!("brick {count}");
        draft.add(DraftBody::new(line.number, &name, vec![mesh]), options);
    }
    if draft.bodies.is_empty() {
        return refuse(1, "file", "no bricks", BRICK);
    }
    Ok(draft)
}

fn refuse_line<T>(line: &Line) -> Result<T> {
    let found = format!("`{}`", excerpt(line.text));
    line.refuse("brick", found, BRICK)
}
