//! How much work a file may be.
//!
//! Few bytes may say much: a circle is a polygon of many vertices, a mesh is used again and again,
//! and a surface in which everything faces everything is cut into many pieces. All that takes
//! longer than to read a number is counted before it is done, and a file for which there is too
//! much of it is refused. A unit is about as much as one product of short integers, so that all of
//! them take a second or two. This also keeps what is found again and again.

use std::collections::BTreeMap;
use zwang_angle::Turn;
use zwang_exact::Rational;

/// The most units of a file.
const MOST: u64 = 1 << 24;

/// A convex hull, of however few points.
const HULL: u64 = 1 << 10;
/// A convex solid, from its corners to the lines of the scene file that has it.
const SOLID: u64 = 3 << 9;
/// A vertex of a body, from its first number to the line of the scene file that has it.
const VERTEX: u64 = 1 << 6;
/// A polygon is cut by a plane.
const CLIP: u64 = 1 << 5;
/// The ends of an edge in a slab.
const CROSSING: u64 = 1 << 5;
/// A point is held against a plane.
const HEIGHT: u64 = 1 << 5;
/// The nearest rational turn by an angle that was not there before.
const TURN: u64 = 1 << 9;
/// A point of an arc.
const ARC: u64 = 1 << 8;
/// A point of a line that gets a width.
const STROKE: u64 = 1 << 9;
/// A frame in the frame around it.
const FRAME: u64 = 1 << 3;
/// Two numbers are compared.
const COMPARISON: u64 = 1;
/// The binary digits of a word.
const WORD: u64 = 64;

/// The work that is left of that of a file.
#[derive(Clone, Debug)]
pub struct Work {
    left: u64,
    /// The turns that were asked for so far.
    turns: BTreeMap<Rational, Option<Turn>>,
}

/// There is more to do than for any file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than 2^24 steps of work on this file")]
pub struct TooMuch;

impl Default for Work {
    fn default() -> Self {
        Self {
            left: MOST,
            turns: BTreeMap::new(),
        }
    }
}

impl Work {
    fn take(&mut self, count: u64, unit: u64) -> Result<(), TooMuch> {
        let units = count.saturating_mul(unit);
        match self.left.checked_sub(units) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(TooMuch),
        }
    }

    /// Vertices of bodies, whose coordinates have up to so many binary digits.
    pub fn vertices(&mut self, count: usize, bits: u64) -> Result<(), TooMuch> {
        let words = words(bits.saturating_mul(2));
        self.take(count as u64, words.saturating_mul(VERTEX))
    }

    /// A solid of so many corners whose coordinates have up to so many binary digits.
    pub fn solid(&mut self, corners: usize, bits: u64) -> Result<(), TooMuch> {
        let words = words(bits);
        let of_corners = (corners as u64).saturating_mul(VERTEX);
        self.take(of_corners.saturating_add(SOLID), words)
    }

    /// The convex hull of so many points in space whose coordinates have up to so many binary
    /// digits.
    pub fn hull(&mut self, points: usize, bits: u64) -> Result<(), TooMuch> {
        let (points, words) = (points as u64, words(bits));
        // It has up to two faces for each point.
        let twice = points.saturating_mul(points).saturating_mul(2);
        let squares = twice.saturating_add(HULL);
        self.take(squares, words.saturating_mul(words))
    }

    /// So many small polygons are cut by planes, whose numbers are products of three coordinates of
    /// so many binary digits.
    pub fn clips(&mut self, faces: usize, bits: u64) -> Result<(), TooMuch> {
        let words = words(bits.saturating_mul(3));
        self.take(
            (faces as u64).saturating_mul(words.saturating_mul(words)),
            CLIP,
        )
    }

    /// So many edges cross a slab. Numbers are products of three coordinates of so many binary
    /// digits.
    pub fn crossings(&mut self, edges: usize, bits: u64) -> Result<(), TooMuch> {
        let words = words(bits.saturating_mul(3));
        self.take(
            (edges as u64).saturating_mul(words.saturating_mul(words)),
            CROSSING,
        )
    }

    /// So many points, whose coordinates have up to so many binary digits, are held against a
    /// plane.
    pub fn heights(&mut self, points: usize, bits: u64) -> Result<(), TooMuch> {
        let words = words(bits.saturating_mul(3));
        self.take(
            (points as u64).saturating_mul(words.saturating_mul(words)),
            HEIGHT,
        )
    }

    /// The rational turn that is nearest to so many degrees, if there is one.
    pub fn turn(&mut self, degrees: &Rational) -> Result<Option<Turn>, TooMuch> {
        if let Some(known) = self.turns.get(degrees) {
            return Ok(known.clone());
        }
        self.take(1, TURN)?;
        let turn = zwang_angle::turn(degrees);
        self.turns.insert(degrees.clone(), turn.clone());
        Ok(turn)
    }

    /// So many points of arcs.
    pub fn arc(&mut self, points: usize) -> Result<(), TooMuch> {
        self.take(points as u64, ARC)
    }

    /// So many points of lines that get a width.
    pub fn stroke(&mut self, points: usize) -> Result<(), TooMuch> {
        self.take(points as u64, STROKE)
    }

    /// A frame in the frame around it, whose numbers have up to so many binary digits.
    pub fn frame(&mut self, bits: u64) -> Result<(), TooMuch> {
        let words = words(bits);
        self.take(words.saturating_mul(words), FRAME)
    }

    /// So many pairs of numbers are compared.
    pub fn comparisons(&mut self, count: usize) -> Result<(), TooMuch> {
        self.take(count as u64, COMPARISON)
    }
}

fn words(bits: u64) -> u64 {
    bits.div_ceil(WORD).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_so_much_and_no_more() {
        let mut work = Work::default();
        assert_eq!(work.hull(1 << 11, 64), Ok(()));
        assert_eq!(work.hull(1 << 9, 128), Ok(()));
        assert_eq!(work.vertices(49_112, 64), Ok(()));
        assert_eq!(work.comparisons(1), Err(TooMuch));
        assert_eq!(Work::default().hull(1 << 11, 129), Err(TooMuch));
        assert_eq!(Work::default().clips(usize::MAX, 0), Err(TooMuch));
        assert_eq!(Work::default().clips(1, u64::MAX), Err(TooMuch));
        assert_eq!(Work::default().arc(1 << 16), Ok(()));
        assert_eq!(Work::default().arc((1 << 16) + 1), Err(TooMuch));
        assert_eq!(Work::default().stroke(1 << 15), Ok(()));
        assert_eq!(Work::default().stroke((1 << 15) + 1), Err(TooMuch));
        assert_eq!(Work::default().frame(64 << 10), Ok(()));
        assert_eq!(Work::default().frame(64 << 11), Err(TooMuch));
    }

    #[test]
    fn a_turn_is_found_once() {
        let degrees = |k: i64| Rational::new(k.into(), 1000.into());
        let expected = Ok(zwang_angle::turn(&degrees(7)));
        let mut work = Work::default();
        for _ in 0..=1 << 15 {
            assert_eq!(work.turn(&degrees(7)), expected);
        }
        // All but two turns more are paid for.
        assert_eq!(work.stroke((1 << 15) - 3), Ok(()));
        for k in [8, 9] {
            assert_eq!(work.turn(&degrees(k)), Ok(zwang_angle::turn(&degrees(k))));
        }
        assert_eq!(work.turn(&degrees(10)), Err(TooMuch));
        assert_eq!(work.turn(&degrees(7)), expected);
    }
}
