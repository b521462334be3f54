//! How long arrows are: proportional to their vectors, with one factor for all forces and one for
//! all accelerations.

use super::frame::{Point, float};
use num_traits::{One, Signed, ToPrimitive, Zero};
use zwang_decimal::{decimal, power_of_ten_at_most};
use zwang_exact::{Rational, Vector};

/// Pixels for vectors of one kind.
pub(super) struct ArrowScale {
    /// The largest coordinate of any vector; vectors are divided by it while they are still
    /// fractions.
    unit: Rational,
    pixels_per_unit: f64,
    /// Shorter arrows are drawn with this length, px.
    shortest: f64,
    /// Longer arrows are cut to this length, px.
    longest: f64,
}

/// A length on the page and what it stands for.
pub(super) struct Measure {
    /// The magnitude that it stands for, a decimal.
    pub(super) magnitude: String,
    /// How long it is, px.
    pub(super) pixels: f64,
}

/// A vector as its arrow has it.
pub(super) struct DrawnVector {
    /// On the page.
    pub(super) vector: Point,
    pub(super) fit: Fit,
}

/// How the length of an arrow comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    ToScale,
    /// The arrow is shorter than the scale has it.
    Cut,
    /// The arrow is longer than the scale has it.
    Stretched,
}

/// The lengths of all arrows of one kind of a run, over that of the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths {
    unit: Option<Rational>,
    usual: Vec<f64>,
    /// Those that decide the scale only if there are no others.
    unusual: Vec<f64>,
}

impl Lengths {
    /// One arrow more.
    pub(super) fn add(&mut self, vector: &Vector) {
        let length = self.length(vector);
        self.usual.extend(length);
    }

    /// One arrow more that should not decide the scale, such as that of an impact.
    pub(super) fn add_unusual(&mut self, vector: &Vector) {
        let length = self.length(vector);
        self.unusual.extend(length);
    }

    /// The length of a vector over that of the first; `None` for zero.
    fn length(&mut self, vector: &Vector) -> Option<f64> {
        if vector.is_zero() {
            return None;
        }
        let Vector { x, y } = vector;
        let largest = largest_coordinate(vector);
        let unit = self.unit.get_or_insert(largest);
        let [x, y] = [x, y].map(|coordinate| {
            let share = coordinate / &*unit;
            share.to_f64().unwrap_or(0.0)
        });
        let square = x * x + y * y;
        let length = square.sqrt();
        if length.is_finite() {
            Some(length)
        } else {
            None
        }
    }

    /// The scale at which a share of these arrows (a number of fifths) is at most `typical` pixels
    /// long; no arrow is shorter or longer than `bounds`.
    pub(super) fn scale(
        &self,
        fifths: usize,
        typical: f64,
        bounds: [f64; 2],
    ) -> Option<ArrowScale> {
        let mut lengths = match self.usual.is_empty() {
            true => self.unusual.clone(),
            false => self.usual.clone(),
        };
        lengths.sort_by(f64::total_cmp);
        let last = lengths.len().checked_sub(1)?;
        let place = lengths.len() * fifths / 5;
        let reference = lengths[place.min(last)];
        Some(ArrowScale {
            unit: self.unit.clone()?,
            pixels_per_unit: typical / reference.max(1e-9),
            shortest: bounds[0],
            longest: bounds[1],
        })
    }

    /// Whether an arrow is drawn longer than a scale of these lengths has it.
    pub(super) fn has_stretched(&self, scale: &ArrowScale) -> bool {
        let least = scale.shortest / scale.pixels_per_unit;
        self.all().any(|length| length < least)
    }

    /// Whether an arrow is drawn shorter than a scale of these lengths has it.
    pub(super) fn has_cut(&self, scale: &ArrowScale) -> bool {
        let most = scale.longest / scale.pixels_per_unit;
        self.all().any(|length| length > most)
    }

    fn all(&self) -> impl Iterator<Item = f64> {
        self.usual.iter().chain(&self.unusual).copied()
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
        let mut unit = None;
        for vector in &vectors {
            let largest = largest_coordinate(vector);
            unit = unit.max(Some(largest));
        }
        let scale = Self {
            unit: unit?,
            pixels_per_unit: 1.0,
            shortest: 0.0,
            longest: f64::INFINITY,
        };
        let mut lengths = Vec::new();
        for vector in vectors {
            let drawn = scale.vector(vector);
            lengths.push(drawn.length());
        }
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
        let unit = &self.unit;
        let pixels = self.pixels_per_unit;
        let x = length(&vector.x, unit, pixels);
        let y = length(&vector.y, unit, pixels);
        Point::new(x, -y)
    }

    /// Which multiple of a vector is so many pixels long.
    pub(super) fn multiple(&self, vector: &Vector, pixels: f64) -> Rational {
        let length = self.vector(vector).length();
        let multiple = Rational::from_float(pixels / length);
        multiple.unwrap_or_else(Rational::one)
    }

    /// The scale with a least length of arrows, px.
    pub(super) fn at_least(self, shortest: f64) -> Self {
        Self { shortest, ..self }
    }

    /// A vector on the page as it is drawn.
    pub(super) fn drawn(&self, vector: &Vector) -> DrawnVector {
        let whole = self.vector(vector);
        let length = whole.length();
        let start = Point::new(0.0, 0.0);
        if length > self.longest {
            let direction = whole.unit();
            return DrawnVector {
                vector: start.moved(direction, self.longest),
                fit: Fit::Cut,
            };
        }
        if length < self.shortest {
            let direction = direction(vector);
            return DrawnVector {
                vector: start.moved(direction, self.shortest),
                fit: Fit::Stretched,
            };
        }
        DrawnVector {
            vector: whole,
            fit: Fit::ToScale,
        }
    }

    /// The shortest arrow.
    pub(super) fn least_magnitude(&self) -> Measure {
        let share = self.shortest / self.pixels_per_unit;
        let share = Rational::from_float(share).unwrap_or_default();
        let magnitude = &self.unit * share;
        Measure {
            magnitude: decimal(&magnitude, 2).text,
            pixels: self.shortest,
        }
    }

    /// The largest of 1, 2, 5, 10, 20, … (or 1/2, 1/5, …) that is at most `pixels` long.
    pub(super) fn round_magnitude(&self, pixels: f64) -> Measure {
        round_length(&self.unit, self.pixels_per_unit, pixels)
    }
}

/// The larger magnitude of the two coordinates.
fn largest_coordinate(vector: &Vector) -> Rational {
    let across = vector.x.abs();
    let up = vector.y.abs();
    across.max(up)
}

/// The direction of a vector on the page, however short it is.
fn direction(vector: &Vector) -> Point {
    let Vector { x, y } = vector;
    let largest = largest_coordinate(vector);
    if largest.is_zero() {
        return Point::new(0.0, 0.0);
    }
    let across = x / &largest;
    let up = y / &largest;
    let direction = Point::new(float(&across), -float(&up));
    direction.unit()
}

/// Does the same as [`ArrowScale::round_magnitude`], if `unit` is drawn `pixels_per_unit` long.
pub(super) fn round_length(unit: &Rational, pixels_per_unit: f64, pixels: f64) -> Measure {
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
        let factor = Rational::from_integer(factor.into());
        let multiple = &power * factor;
        if length(&multiple, unit, pixels_per_unit) <= pixels {
            chosen = multiple;
            break;
        }
    }
    Measure {
        magnitude: decimal(&chosen, 3).text,
        pixels: length(&chosen, unit, pixels_per_unit),
    }
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
    fn weak_vectors_keep_their_direction_and_a_least_length() {
        let strong = Vector::from_integers(0, 1000);
        let weak = Vector::from_integers(-3, 4);
        let tiny = zwang_exact::parse("1e-400").unwrap();
        let feeble = weak.scaled(&tiny);
        let bounds = [10.0, 60.0];
        let scale = ArrowScale::new([&strong], 40.0, bounds);
        let scale = scale.unwrap().at_least(5.0);
        assert_drawn(&scale, &strong, [0.0, -40.0], Fit::ToScale);
        for vector in [weak, feeble] {
            assert_drawn(&scale, &vector, [-3.0, -4.0], Fit::Stretched);
        }
        let least = scale.least_magnitude();
        // An eighth of the strong one, in two digits.
        assert_eq!(least.magnitude, "120");
        assert_eq!(least.pixels, 5.0);
    }

    /// How a vector is drawn.
    fn assert_drawn(scale: &ArrowScale, vector: &Vector, expected: [f64; 2], expected_fit: Fit) {
        let drawn = scale.drawn(vector);
        let [x, y] = expected;
        let found = drawn.vector;
        let error = found.minus(Point::new(x, y));
        assert!(error.length() < 1e-9, "{found:?}");
        assert_eq!(drawn.fit, expected_fit);
    }

    #[test]
    fn impacts_do_not_decide_the_scale() {
        let usual = Vector::from_integers(0, 2);
        let impact = Vector::from_integers(0, 2000);
        let mut lengths = Lengths::default();
        for _ in 0..9 {
            lengths.add_unusual(&impact);
        }
        lengths.add(&usual);
        let bounds = [4.0, 100.0];
        let scale = lengths.scale(3, 20.0, bounds);
        let scale = scale.unwrap();
        assert_drawn(&scale, &usual, [0.0, -20.0], Fit::ToScale);
        assert_drawn(&scale, &impact, [0.0, -100.0], Fit::Cut);
        assert!(lengths.has_cut(&scale));
        assert!(!lengths.has_stretched(&scale));
        let mut alone = Lengths::default();
        alone.add_unusual(&impact);
        let scale = alone.scale(3, 20.0, bounds);
        let scale = scale.unwrap();
        assert_drawn(&scale, &impact, [0.0, -20.0], Fit::ToScale);
    }

    #[test]
    fn lengths_are_proportional_at_any_magnitude() {
        let bounds = [10.0, 60.0];
        for factor in ["1", "1e-900", "1e900"] {
            let factor = zwang_exact::parse(factor).unwrap();
            let vectors = [
                Vector::from_integers(3, 4).scaled(&factor),
                Vector::from_integers(0, -10).scaled(&factor),
                Vector::zero(),
            ];
            let scale = ArrowScale::new(&vectors, 40.0, bounds);
            let scale = scale.unwrap();
            let drawn = vectors.map(|vector| scale.vector(&vector));
            let [leaning, downward, _] = drawn;
            assert_eq!(downward, Point::new(0.0, 40.0));
            assert_eq!(leaning, Point::new(12.0, -16.0));
            let round = scale.round_magnitude(30.0);
            let text = round.magnitude;
            assert_eq!(round.pixels, 20.0, "{text}");
        }
        let nothing = ArrowScale::new(&[Vector::zero()], 40.0, bounds);
        assert!(nothing.is_none());
    }
}
