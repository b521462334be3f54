//! The root that a critical friction is, with what proves it (`proofs/FORMAT.md`, section 9).

use super::fraction;
use crate::numbers::{self, Numbers};
use crate::text::{self, FormatError, Object};
use crate::write::{hex, index_pairs, list};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use serde::Deserialize;
use zwang_exact::Rational;

/// The most characters of an end of the interval.
const LONGEST_END: usize = 1024;

/// An element of Q(α): integer coefficients of a polynomial in α, from the constant on.
pub type Element = Vec<BigInt>;

/// That the critical friction is a root α of a polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The coefficients of the polynomial, from the constant on.
    pub polynomial: Vec<BigInt>,
    /// The two numbers between which α is its only root.
    pub between: [Rational; 2],
    /// How many times the interval is halved before signs are read off it.
    pub halvings: usize,
    /// For each group of the proof that the scene stands, the cases with forces that hold it at α.
    pub groups: Vec<Vec<RootCase>>,
    /// The group that falls below α.
    pub group: usize,
    /// The velocity with which it begins to: (y_x, y_y, y_θ) for each of its bodies, up to a
    /// positive factor.
    pub velocity: Vec<[Element; 3]>,
    /// The part that is added to the velocity the further below α the friction is, up to a positive
    /// factor.
    pub drift: Vec<[Element; 3]>,
}

/// One way to fix sides of corners, with forces that hold a group at α.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootCase {
    /// Pairs (corner, side), ascending by corner.
    pub sides: Vec<(usize, usize)>,
    /// The common denominator D > 0.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub denominator: BigInt,
    /// Triples (contact, D φ, D ψ), ascending; contacts left out carry no force.
    #[serde(rename = "forces", deserialize_with = "crate::numbers::read")]
    pub contacts: Vec<(usize, [Element; 2])>,
    /// Triples (pin, D f_x, D f_y), ascending; pins left out carry no force.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub pins: Vec<(usize, [Element; 2])>,
}

impl Root {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let cases = self.groups.iter().flatten();
        let of_cases = cases.map(RootCase::bits).max().unwrap_or(0);
        let of_motions = self.velocity.longest().max(self.drift.longest());
        self.polynomial.longest().max(of_motions).max(of_cases)
    }
}

impl RootCase {
    fn bits(&self) -> u64 {
        let of_forces = self.contacts.longest().max(self.pins.longest());
        of_forces.max(self.denominator.bits())
    }
}

/// The part of a file about a root.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RootFile {
    #[serde(deserialize_with = "crate::numbers::read")]
    polynomial: Vec<BigInt>,
    between: [String; 2],
    halvings: usize,
    groups: Vec<Object<GroupFile>>,
    group: usize,
    #[serde(deserialize_with = "crate::numbers::read")]
    velocity: Vec<[Element; 3]>,
    #[serde(deserialize_with = "crate::numbers::read")]
    drift: Vec<[Element; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    #[serde(deserialize_with = "text::objects")]
    cases: Vec<RootCase>,
}

impl RootFile {
    pub(super) fn into_root(self) -> Result<Root, FormatError> {
        let Self {
            polynomial,
            between,
            halvings,
            groups,
            group,
            velocity,
            drift,
        } = self;
        let [low, high] = &between;
        let groups = groups.into_iter();
        let low = end(low)?;
        let high = end(high)?;
        Ok(Root {
            polynomial,
            between: [low, high],
            halvings,
            groups: groups.map(|Object(group)| group.cases).collect(),
            group,
            velocity,
            drift,
        })
    }
}

/// An end of the interval.
fn end(text: &str) -> Result<Rational, FormatError> {
    if text.len() > LONGEST_END {
        return Err(FormatError::Word {
            key: "between",
            found: text::excerpt(text),
            expected: "at most 1024 characters",
        });
    }
    fraction("between", text)
}

/// A root as a JSON object.
pub(super) fn write(root: &Root) -> String {
    let Root {
        polynomial,
        between,
        halvings,
        groups,
        group,
        velocity,
        drift,
    } = root;
    let polynomial = numbers::written(polynomial);
    let [low, high] = between;
    let groups = list(groups, |cases| {
        let cases = list(cases, case);
        format!("{{\"cases\":{cases}}}")
    });
    let velocity = numbers::written(velocity);
    let drift = numbers::written(drift);
    format!(
        "{{\"polynomial\":{polynomial},\"between\":[\"{low}\",\"{high}\"],\
         \"halvings\":{halvings},\n\"groups\":{groups},\n\
         \"group\":{group},\n\"velocity\":{velocity},\n\"drift\":{drift}}}"
    )
}

fn case(case: &RootCase) -> String {
    let RootCase {
        sides,
        denominator,
        contacts,
        pins,
    } = case;
    let sides = index_pairs(sides);
    let denominator = hex(denominator);
    let contacts = numbers::written(contacts);
    let pins = numbers::written(pins);
    format!(
        "{{\"sides\":{sides},\"denominator\":\"{denominator}\",\
         \"forces\":{contacts},\"pins\":{pins}}}"
    )
}

/// A polynomial as people write it, as in `4x^3 + 21x^2 + 28x - 12`.
#[must_use]
pub fn spelled(polynomial: &[BigInt]) -> String {
    let mut text = String::new();
    for (power, coefficient) in polynomial.iter().enumerate().rev() {
        if coefficient.is_zero() {
            continue;
        }
        text.push_str(match (text.is_empty(), coefficient.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        let size = coefficient.abs();
        if !size.is_one() || power == 0 {
            text.push_str(&size.to_string());
        }
        match power {
            0 => {}
            1 => text.push('x'),
            _ => text.push_str(&format!("x^{power}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_spelled_one_way() {
        for (coefficients, text) in [
            (vec![-12, 28, 21, 4], "4x^3 + 21x^2 + 28x - 12"),
            (vec![-1, -1, 1], "x^2 - x - 1"),
            (vec![-3, 4], "4x - 3"),
            (vec![1, 0, 0, -1], "-x^3 + 1"),
        ] {
            let coefficients = coefficients.into_iter().map(BigInt::from);
            let coefficients: Vec<BigInt> = coefficients.collect();
            assert_eq!(spelled(&coefficients), text);
        }
    }
}
