//! How much work a scene may be: what its coordinates are like over a common denominator.
//!
//! Areas and moments of inertia are sums of products of up to four coordinates; their length, and
//! the square of the time that they take, follow from that of the coordinates over a common
//! denominator. `proofs/FORMAT.md`, section 1, has the limits, so that every reader has the same.

use crate::text::error::Fault;
use num_bigint::BigInt;
use zwang_exact::{Rational, bits, lcm};

/// The largest width of a body.
const WIDEST: u64 = 1 << 17;
/// The largest sum of the squares of widths.
const SQUARES: u64 = 1 << 34;
/// Coordinates of more bits are long.
const SHORT: u64 = 256;
/// The most bits that long coordinates have together.
const LONG: u64 = 1 << 23;
/// The most bits that the coordinates of wide bodies have together over the common denominators.
const WIDE: u64 = 1 << 27;
/// The most vertices of a polyhedron.
const MOST_VERTICES: usize = 1 << 10;
/// The binary digits of a word, of which the widths of polyhedra are counted.
const WORD: u64 = 64;
/// The largest sum of the squares of vertices times words over all polyhedra that are given by
/// their vertices.
const WRAPPING: u64 = 1 << 24;

/// The sums over the bodies read so far.
#[derive(Default)]
pub struct Work {
    squares: u64,
    long: u64,
    wide: u64,
    wrapping: u64,
}

impl Work {
    /// Adds a body by the coordinates of its vertices, and returns its width; the fault is what
    /// becomes too much.
    pub fn add(&mut self, coordinates: &[&Rational]) -> Result<u64, Fault> {
        let width = width(coordinates)?;
        let square = width.saturating_mul(width);
        self.squares = self.squares.saturating_add(square);
        if self.squares > SQUARES {
            let squares = self.squares;
            let found = format!("bodies whose widths have squares of {squares} together");
            let expected = format!("at most {SQUARES}; shorter coordinates, or fewer");
            return Err(Fault::value(found, expected));
        }
        for number in coordinates {
            let bits = bits(number);
            if bits > SHORT {
                self.long = self.long.saturating_add(bits);
            }
            if width > SHORT {
                self.wide = self.wide.saturating_add(width);
            }
        }
        if self.wide > WIDE {
            let wide = self.wide;
            let found = format!(
                "coordinates of {wide} binary digits together, each body's over their common \
                 denominator"
            );
            let expected = format!("at most {WIDE}; shorter denominators, or a common one");
            return Err(Fault::value(found, expected));
        }
        if self.long > LONG {
            let long = self.long;
            let found = format!("long coordinates of {long} binary digits together");
            let expected = format!("at most {LONG}");
            return Err(Fault::value(found, expected));
        }
        Ok(width)
    }

    /// Adds a polyhedron with so many vertices in a body of this width, whose convex hull is to be
    /// found.
    pub fn wrap(&mut self, vertices: usize, width: u64) -> Result<(), Fault> {
        if vertices > MOST_VERTICES {
            let found = format!("a part with {vertices} vertices");
            let expected = format!("at most {MOST_VERTICES}, so split it into several");
            return Err(Fault::value(found, expected));
        }
        let vertices = vertices as u64;
        let words = width.div_ceil(WORD);
        let square = vertices.saturating_mul(words).saturating_pow(2);
        self.wrapping = self.wrapping.saturating_add(square);
        if self.wrapping > WRAPPING {
            let found = format!(
                "parts whose numbers of vertices, each times the words of a coordinate, have \
                 squares of {} together",
                self.wrapping
            );
            let expected = format!("at most {WRAPPING}; fewer vertices, or shorter coordinates");
            return Err(Fault::value(found, expected));
        }
        Ok(())
    }
}

/// The binary digits of the least common denominator and of the longest numerator.
fn width(coordinates: &[&Rational]) -> Result<u64, Fault> {
    let mut longest = 0;
    for number in coordinates {
        longest = number.numer().bits().max(longest);
    }
    let mut width = longest.saturating_add(1);
    let mut common = BigInt::from(1);
    for number in coordinates {
        common = lcm(&common, number.denom());
        width = longest.saturating_add(common.bits());
        // Before it becomes longer than anybody can wait for.
        if width > WIDEST {
            let found = format!(
                "coordinates of more than {WIDEST} binary digits over a common denominator"
            );
            let expected = "shorter ones, or a common denominator";
            return Err(Fault::value(found, expected));
        }
    }
    Ok(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body with one coordinate of this value, besides zeros.
    fn body(text: &str) -> Vec<Rational> {
        let number = zwang_exact::parse(text).unwrap();
        vec![zero(), zero(), number, zero()]
    }

    fn zero() -> Rational {
        Rational::from_integer(0.into())
    }

    fn width(body: &[Rational]) -> Result<u64, Fault> {
        super::width(&body.iter().collect::<Vec<_>>())
    }

    fn add(work: &mut Work, body: &[Rational]) -> Result<u64, Fault> {
        work.add(&body.iter().collect::<Vec<_>>())
    }

    #[test]
    fn the_width_is_that_of_denominator_and_numerator() {
        let zero = body("0");
        assert_eq!(width(&zero), Ok(1));
        let mut two = body("5/8");
        assert_eq!(width(&two), Ok(3 + 4));
        two.extend(body("-1/12"));
        assert_eq!(width(&two), Ok(3 + 5));
    }

    #[test]
    fn limits_are_met_exactly() {
        // 3321 binary digits and one more.
        let wide = body("1e-999");
        let width = width(&wide).unwrap();
        let mut work = Work::default();
        let by_squares = SQUARES / (width * width);
        let by_length = LONG / width;
        for _ in 0..by_squares.min(by_length) {
            assert_eq!(add(&mut work, &wide), Ok(width));
        }
        assert!(add(&mut work, &wide).is_err());
        let mut points = Vec::new();
        for prime in [1009_u32, 1013, 1019, 1021] {
            let power = BigInt::from(prime).pow(3300);
            let x = Rational::new(1.into(), power);
            points.extend([x.clone(), x]);
        }
        assert!(add(&mut Work::default(), &points).is_err());
    }

    /// One long denominator, and many short coordinates that are put over it.
    #[test]
    fn vertices_times_widths_are_bounded() {
        let mut wide = body("1e-999");
        let width = width(&wide).unwrap();
        let vertices = WIDE / (2 * width);
        wide.extend(vec![zero(); 2 * (vertices as usize - 2)]);
        assert_eq!(add(&mut Work::default(), &wide), Ok(width));
        wide.extend([zero(), zero()]);
        assert!(add(&mut Work::default(), &wide).is_err());
        // Of a width of at most 256 bits there may be more.
        let mut narrow = body("1e-70");
        narrow.extend(vec![zero(); 1 << 20]);
        assert!(add(&mut Work::default(), &narrow).is_ok());
    }

    #[test]
    fn wrapping_up_polyhedra_is_bounded() {
        assert!(Work::default().wrap(MOST_VERTICES + 1, 1).is_err());
        for (vertices, width, count) in [(1024, 64, 16), (1024, 65, 4), (8, 1, 1 << 18)] {
            let mut work = Work::default();
            for _ in 0..count {
                assert_eq!(work.wrap(vertices, width), Ok(()));
            }
            assert!(work.wrap(vertices, width).is_err(), "{vertices} {width}");
        }
    }
}
