//! How long arrows are: proportional to their vectors, with one factor for all forces and one for
//! all accelerations.

use super::frame::{Point, float};
use num_traits::{Signed, ToPrimitive};
use zwang_exact::{Rational, Vector};
use zwang_verdict::decimal::{decimal, power_of_ten_at_most};

/// Pixels for vectors of one kind.
pub(super) struct ArrowScale {
    /// The largest coordinate of any vector; vectors are divided by it while they are still
    /// fractions.
    unit: Rational,
    pixels_per_unit: f64,
    /// Longer arrows are cut to this length, px.
    longest: f64,
}

/// The lengths of all arrows of one kind of a run, over that of the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths {
    unit: Option<Rational>,
    lengths: Vec<f64>,
}

/// The lengths of all arrows of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Scales {
    pub(super) forces: Lengths,
    pub(super) velocities: Lengths,
}

impl Lengths {
    /// One arrow more.
    pub(super) fn add(&mut self, vector: &Vector) {
        if vector.is_zero() {
            return;
        }
        let Vector { x, y } = vector;
        let largest = x.abs().max(y.abs());
        let unit = self.unit.get_or_insert(largest);
        let [x, y] = [x, y].map(|coordinate| {
            let share = coordinate / &*unit;
            share.to_f64().unwrap_or(0.0)
        });
        let square = x * x + y * y;
        self.lengths.push(square.sqrt());
    }

    /// The scale at which a share of these arrows (a number of fifths) is at most `typical` pixels
    /// long; those longer than `longest` are cut.
    pub(super) fn scale(&self, fifths: usize, typical: f64, longest: f64) -> Option<ArrowScale> {
        let mut lengths = self.lengths.clone();
        lengths.retain(|length| length.is_finite());
        lengths.sort_by(f64::total_cmp);
        let last = lengths.len().checked_sub(1)?;
        let place = lengths.len() * fifths / 5;
        let reference = lengths[place.min(last)];
        Some(ArrowScale {
            unit: self.unit.clone()?,
            pixels_per_unit: typical / reference.max(1e-9),
            longest,
        })
    }
}

impl ArrowScale {
    /// The scale at which the 60th percentile of the vectors is `typical` pixels long, unless the
    /// longest would then be shorter or longer than `bounds`; `None` if there is no vector but
    /// zero.
    pub(super) fn new<'a>(
        vectors: impl IntoIterator<Item = &'a Vector>,
        typical: f64,
        bounds: [f64; 2],
    ) -> Option<Self> {
        let mut vectors: Vec<&Vector> = vectors.into_iter().collect();
        vectors.retain(|vector| !vector.is_zero());
        let coordinates = vectors.iter().flat_map(|vector| [&vector.x, &vector.y]);
        let scale = Self {
            unit: coordinates.map(Rational::abs).max()?,
            pixels_per_unit: 1.0,
            longest: f64::INFINITY,
        };
        let drawn = vectors.iter().map(|vector| scale.vector(vector));
        let mut lengths: Vec<f64> = drawn.map(Point::length).collect();
        lengths.sort_by(f64::total_cmp);
        let longest = lengths.last().copied()?;
        let place = lengths.len() * 3 / 5;
        let reference = lengths.get(place).copied()?;
        let [shortest_bound, longest_bound] = bounds;
        let pixels = typical * longest / reference.max(1e-9);
        let pixels = pixels.clamp(shortest_bound, longest_bound);
        Some(Self {
            pixels_per_unit: pixels / longest,
            ..scale
        })
    }

    /// A vector on the page.
    pub(super) fn vector(&self, vector: &Vector) -> Point {
        let x = length(&vector.x, &self.unit, self.pixels_per_unit);
        let y = length(&vector.y, &self.unit, self.pixels_per_unit);
        Point::new(x, -y)
    }

    /// A vector on the page as far as it is drawn, and whether it is longer than that.
    pub(super) fn drawn(&self, vector: &Vector) -> (Point, bool) {
        let whole = self.vector(vector);
        if whole.length() <= self.longest {
            return (whole, false);
        }
        let start = Point::new(0.0, 0.0);
        let cut = start.moved(whole.unit(), self.longest);
        (cut, true)
    }

    /// The largest of 1, 2, 5, 10, 20, … (or 1/2, 1/5, …) that is at most `pixels` long, as a
    /// decimal, and how long it is.
    pub(super) fn round_magnitude(&self, pixels: f64) -> (String, f64) {
        round_length(&self.unit, self.pixels_per_unit, pixels)
    }
}

/// As [`ArrowScale::round_magnitude`], where `unit` is drawn `pixels_per_unit` long.
pub(super) fn round_length(unit: &Rational, pixels_per_unit: f64, pixels: f64) -> (String, f64) {
    let ten = Rational::from_integer(10.into());
    let mut power = power_of_ten_at_most(unit);
    while length(&power, unit, pixels_per_unit) <= pixels {
        power *= &ten;
    }
    while length(&power, unit, pixels_per_unit) > pixels {
        power /= &ten;
    }
    let mut chosen = power.clone();
    for factor in [5, 2] {
        let multiple = &power * Rational::from_integer(factor.into());
        if length(&multiple, unit, pixels_per_unit) <= pixels {
            chosen = multiple;
            break;
        }
    }
    let text = decimal(&chosen, 3).text;
    let chosen_pixels = length(&chosen, unit, pixels_per_unit);
    (text, chosen_pixels)
}

/// How long a magnitude is drawn, px.
fn length(magnitude: &Rational, unit: &Rational, pixels_per_unit: f64) -> f64 {
    let share = magnitude / unit;
    float(&share) * pixels_per_unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_proportional_at_any_magnitude() {
        for factor in ["1", "1e-900", "1e900"] {
            let factor = zwang_exact::parse(factor).unwrap();
            let vectors = [
                Vector::from_integers(3, 4).scaled(&factor),
                Vector::from_integers(0, -10).scaled(&factor),
                Vector::zero(),
            ];
            let scale = ArrowScale::new(&vectors, 40.0, [10.0, 60.0]).unwrap();
            let drawn = vectors.map(|vector| scale.vector(&vector));
            let [leaning, downward, _] = drawn;
            assert_eq!(downward, Point::new(0.0, 40.0));
            assert_eq!(leaning, Point::new(12.0, -16.0));
            let (text, pixels) = scale.round_magnitude(30.0);
            assert_eq!(pixels, 20.0, "{text}");
        }
        let nothing = ArrowScale::new(&[Vector::zero()], 40.0, [10.0, 60.0]);
        assert!(nothing.is_none());
    }
}
