//! The frames of elements in space, exactly: rotation matrices with rational numbers.
//!
//! A quaternion of any length but 0 gives a rational rotation. `euler` and `axisangle` about an
//! axis of the frame become the nearest rational turns, whose half angle has the direction (1 +
//! i)^k (1 + i t) for k quarter turns and a half tangent t; a note tells how far such a turn is
//! off.

use crate::decimal::{decimal, rounded_up};
use crate::error::Result;
use crate::svg::curve::root;
use crate::work::Work;
use crate::xml::Element;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_angle::{Turn, half_pi};
use zwang_exact::{Matrix3, Quaternion, Rational, Vector, Vector3, bits};

/// MuJoCo's default: about the axes of the frame as it turns, x first.
const USUAL_SEQUENCE: &str = "xyz";

/// The axes of a frame, by their names.
const AXES: [(char, [i64; 3]); 3] = [('x', [1, 0, 0]), ('y', [0, 1, 0]), ('z', [0, 0, 1])];

const FEWER: &str = "fewer turns in each other";

/// The frame of a body or a geom.
#[derive(Clone)]
pub struct Frame {
    pub turn: Matrix3,
    pub origin: Vector3,
}

impl Frame {
    pub fn identity() -> Self {
        Self {
            turn: Matrix3::identity(),
            origin: Vector3::zero(),
        }
    }

    /// A point of this frame in the frame around it.
    pub fn of(&self, point: &Vector3) -> Vector3 {
        &self.origin + &self.turn.times(point)
    }

    /// The binary digits of its longest number.
    fn bits(&self) -> u64 {
        let vectors = self.turn.rows.iter().chain([&self.origin]);
        let numbers = vectors.flat_map(|vector| [&vector.x, &vector.y, &vector.z]);
        numbers.map(bits).max().unwrap_or_default()
    }

    /// A frame in this one, in the frame around it.
    fn then(&self, inner: &Self) -> Self {
        let columns = inner.turn.columns();
        let [x, y, z] = columns.each_ref().map(|column| self.turn.times(column));
        Self {
            turn: Matrix3::new([x, y, z]).transposed(),
            origin: self.of(&inner.origin),
        }
    }
}

/// Reads frames as the compiler of a model says, and notes which turns are not exact.
pub struct Frames {
    is_radian: bool,
    /// Axes of `euler`, and whether each is that of the frame around.
    sequence: Vec<([i64; 3], bool)>,
    pub notes: Vec<String>,
    /// That on frames, of which a file may have as much as of other work.
    work: Work,
}

impl Frames {
    /// Those of a model.
    pub fn new(root: Element) -> Result<Self> {
        let mut frames = Self {
            is_radian: false,
            sequence: sequence(USUAL_SEQUENCE).unwrap_or_default(),
            notes: Vec::new(),
            work: Work::default(),
        };
        for section in root.children() {
            if section.name() != "compiler" {
                continue;
            }
            match section.attribute("angle") {
                Some("radian") => frames.is_radian = true,
                None | Some("degree") => {}
                Some(_) => return section.refuse_value("angle", "degree or radian"),
            }
            if let Some(text) = section.attribute("eulerseq") {
                match sequence(text) {
                    Some(sequence) => frames.sequence = sequence,
                    None => {
                        let expected = "three of the letters x, y, z, X, Y and Z";
                        return section.refuse_value("eulerseq", expected);
                    }
                }
            }
        }
        Ok(frames)
    }

    /// The frame of an element in the one that the frame around it is in. Frames in each other have
    /// long numbers.
    pub fn within(&mut self, around: &Frame, element: Element) -> Result<Frame> {
        let frame = around.then(&self.of(element)?);
        match self.work.frame(frame.bits()) {
            Ok(()) => Ok(frame),
            Err(problem) => element.refuse(problem.to_string(), FEWER),
        }
    }

    /// The place and turn of an element in the frame around it.
    pub fn of(&mut self, element: Element) -> Result<Frame> {
        let mut frame = Frame::identity();
        if let Some([x, y, z]) = element.exactly("pos")? {
            frame.origin = Vector3::new(x, y, z);
        }
        frame.turn = match element.exactly::<6>("xyaxes")? {
            Some(numbers) => axes(element, numbers)?,
            None => self.quaternion(element)?.rotation(),
        };
        Ok(frame)
    }

    fn quaternion(&mut self, element: Element) -> Result<Quaternion> {
        let mut quaternion = Quaternion::from_integers(1, 0, 0, 0);
        if let Some([w, x, y, z]) = element.exactly("quat")? {
            quaternion = Quaternion::new(w, x, y, z);
            if quaternion.is_zero() {
                let expected = "a quaternion other than 0";
                return element.refuse_value("quat", expected);
            }
        }
        if let Some(angles) = element.exactly::<3>("euler")? {
            quaternion = Quaternion::from_integers(1, 0, 0, 0);
            for ((axis, is_outer), angle) in self.sequence.clone().into_iter().zip(&angles) {
                let turn = self.turn(element, axis, angle)?;
                quaternion = match is_outer {
                    true => turn.times(&quaternion),
                    false => quaternion.times(&turn),
                };
            }
        }
        if let Some([x, y, z, angle]) = element.exactly("axisangle")? {
            let axis = Vector3::new(x, y, z).primitive();
            let mut found = None;
            for (_, [x, y, z]) in AXES {
                if axis == Vector3::from_integers(x, y, z) {
                    found = Some(([x, y, z], angle.clone()));
                }
                if axis == Vector3::from_integers(-x, -y, -z) {
                    found = Some(([x, y, z], -&angle));
                }
            }
            let Some((axis, angle)) = found else {
                let expected = "an axis along x, y or z; quat=\"w x y z\" has any other";
                return element.refuse_value("axisangle", expected);
            };
            quaternion = self.turn(element, axis, &angle)?;
        }
        if let Some([x, y, z]) = element.exactly("zaxis")? {
            let axis = Vector3::new(x, y, z);
            if axis.is_zero() {
                return element.refuse_value("zaxis", "a vector other than 0");
            }
            quaternion = from_z(&axis);
        }
        Ok(quaternion)
    }

    /// The quaternion of the nearest rational turn about an axis.
    fn turn(&mut self, element: Element, axis: [i64; 3], angle: &Rational) -> Result<Quaternion> {
        let degrees = self.degrees(angle);
        let turn = match self.work.turn(&degrees) {
            Ok(Some(turn)) => turn,
            Ok(None) => {
                let expected = "angles that are not between two fractions";
                return element.refuse("an angle", expected);
            }
            Err(problem) => return element.refuse(problem.to_string(), FEWER),
        };
        if !turn.error.is_zero() {
            self.notes.push(turned(element, &degrees, &turn.error));
        }
        let half = half_turn(&turn);
        let [x, y, z] = axis;
        let vector = Vector3::from_integers(x, y, z).scaled(&half.y);
        Ok(Quaternion::from_parts(half.x, vector))
    }

    /// An angle of the model in degrees; one in radians up to 2^-120 of it.
    fn degrees(&self, angle: &Rational) -> Rational {
        const DIGITS: u64 = 128;
        if !self.is_radian {
            return angle.clone();
        }
        let quarter = half_pi(DIGITS);
        let unit = BigInt::from(1) << DIGITS;
        let quarter = Rational::new(quarter.low, unit);
        angle * Rational::from_integer(90.into()) / quarter
    }
}

/// The least turn that takes z to a direction: half of it has the cosine |a| + a_z and the sine
/// (-a_y, a_x, 0) up to a factor. |a| is exact if it is rational, and otherwise up to 2^-64.
pub fn from_z(axis: &Vector3) -> Quaternion {
    let w = root(&axis.dot(axis)) + &axis.z;
    let quaternion = Quaternion::new(w, -&axis.y, axis.x.clone(), Rational::zero());
    match quaternion.is_zero() {
        true => Quaternion::from_integers(0, 1, 0, 0),
        false => quaternion,
    }
}

/// The turn with these axes x and y, which have to be orthogonal and as long as fractions.
fn axes(element: Element, [a, b, c, d, e, f]: [Rational; 6]) -> Result<Matrix3> {
    let mut columns = [Vector3::new(a, b, c), Vector3::new(d, e, f)];
    let is_orthogonal = columns[0].dot(&columns[1]).is_zero();
    for column in &mut columns {
        let square = column.dot(column);
        let length = root(&square);
        if !is_orthogonal || length.is_zero() || &length * &length != square {
            let expected = "orthogonal axes whose lengths are fractions; quat has any turn";
            return element.refuse_value("xyaxes", expected);
        }
        *column = column.scaled(&length.recip());
    }
    let [x, y] = columns;
    let z = x.cross(&y);
    Ok(Matrix3::new([x, y, z]).transposed())
}

/// Axes of `euler` by their letters; capital ones are those of the frame around.
fn sequence(text: &str) -> Option<Vec<([i64; 3], bool)>> {
    let mut sequence = Vec::new();
    for letter in text.chars() {
        let small = letter.to_ascii_lowercase();
        let (_, axis) = AXES.into_iter().find(|(name, _)| *name == small)?;
        sequence.push((axis, letter != small));
    }
    (sequence.len() == 3).then_some(sequence)
}

/// The note on a turn that is not exact, in degrees.
fn turned(element: Element, angle: &Rational, error: &Rational) -> String {
    let line = element.line();
    let thing = element.thing();
    let degrees = decimal(angle).text;
    let short = degrees.get(..9).unwrap_or(&degrees);
    let error = rounded_up(error);
    format!(
        "line {line}: {thing} turns by {short} degrees as the nearest turn with a rational half \
         tangent, less than {error} degrees off"
    )
}

/// Cosine and sine of half of a turn, times a positive number, as integers: a quaternion may have
/// any length.
fn half_turn(turn: &Turn) -> Vector {
    let tangent = &turn.half_tangent;
    let [above, below] = [tangent.numer(), tangent.denom()];
    let [sine, cosine] = [above, below].map(|part| part.clone().into());
    let mut half = Vector::new(cosine, sine);
    for _ in 0..turn.quarters {
        half = &half + &half.quarter_turn();
    }
    half
}
