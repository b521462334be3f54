//! Contacts by the words of geoms.
//!
//! MuJoCo takes the larger friction of two geoms and a scene the smaller one of two bodies, so
//! bodies of different friction get pairs with a friction of their own. Two geoms touch if the
//! `contype` of one has a bit of the `conaffinity` of the other.

use crate::error::Result;
use crate::xml::Element;
use num_traits::{One, Zero};
use zwang_exact::Rational;

/// Attributes that say where a geom is and how large.
pub const FRAME: [&str; 6] = ["pos", "quat", "euler", "axisangle", "xyaxes", "zaxis"];

/// The most pairs of bodies with a friction of their own.
const MOST_PAIRS: usize = 1 << 12;

/// Attributes of geoms that are for pictures, for fluids, or for the softness of contacts.
const IGNORED: [&str; 13] = [
    "rgba",
    "material",
    "group",
    "solref",
    "solimp",
    "solmix",
    "priority",
    "hfield",
    "class",
    "user",
    "fluidshape",
    "fluidcoef",
    "fitscale",
];

/// How a geom touches others.
#[derive(Clone, PartialEq, Eq)]
pub struct Surface {
    /// The number of `friction` for sliding.
    pub sliding: Rational,
    /// Whether its contacts have no friction, unless the other geom wants some.
    pub is_smooth: bool,
    kind: u32,
    affinity: u32,
}

impl Surface {
    /// That of a geom.
    pub fn of(element: Element) -> Result<Self> {
        let mut read = vec!["name", "type", "size", "mesh", "density", "mass", "condim"];
        read.extend([
            "friction",
            "margin",
            "gap",
            "contype",
            "conaffinity",
            "fromto",
        ]);
        read.extend(FRAME);
        element.allow(&read, &IGNORED)?;
        let is_smooth = match element.attribute("condim") {
            Some("1") => true,
            None | Some("3" | "4" | "6") => false,
            Some(_) => return element.refuse_value("condim", "1, 3, 4 or 6"),
        };
        let numbers = element.numbers("friction")?.unwrap_or_default();
        Ok(Self {
            // MuJoCo's default is 1.
            sliding: numbers.into_iter().next().unwrap_or_else(Rational::one),
            is_smooth,
            kind: bits(element, "contype")?,
            affinity: bits(element, "conaffinity")?,
        })
    }

    /// Whether the geom touches anything.
    pub fn touches(&self) -> bool {
        self.kind != 0 || self.affinity != 0
    }

    /// Takes away all contacts.
    pub fn part(&mut self) {
        self.kind = 0;
        self.affinity = 0;
    }

    /// Whether two geoms touch.
    pub fn meets(&self, other: &Self) -> bool {
        self.kind & other.affinity != 0 || other.kind & self.affinity != 0
    }

    /// The friction between two geoms.
    pub fn friction_with(&self, other: &Self) -> Rational {
        match self.is_smooth && other.is_smooth {
            true => Rational::zero(),
            false => (&self.sliding).max(&other.sliding).clone(),
        }
    }

    /// Whether two geoms have the same friction with all others.
    pub fn is_as_rough_as(&self, other: &Self) -> bool {
        self.is_smooth == other.is_smooth && (self.is_smooth || self.sliding == other.sliding)
    }

    /// The friction of a geom with its like.
    pub fn friction(&self) -> Rational {
        self.friction_with(self)
    }
}

/// The friction of bodies.
#[derive(Default)]
pub struct Frictions {
    /// That of all bodies.
    pub common: Option<Rational>,
    /// Those of single bodies.
    pub of_bodies: Vec<(usize, Rational)>,
    /// Those of pairs that have another one than the smaller of both.
    pub pairs: Vec<([usize; 2], Rational)>,
}

/// A body as far as its friction goes.
pub struct Rough<'a, 'b> {
    /// Its index.
    pub body: usize,
    pub element: Element<'a>,
    pub surface: &'b Surface,
    pub is_fixed: bool,
}

impl Frictions {
    /// Those of bodies.
    pub fn of(bodies: &[Rough]) -> Result<Self> {
        let mut frictions = Self::default();
        let Some(first) = bodies.first() else {
            return Ok(frictions);
        };
        let mut others = bodies.iter();
        if others.all(|own| own.surface.is_as_rough_as(first.surface)) {
            frictions.common = Some(first.surface.friction());
            return Ok(frictions);
        }
        for (index, one) in bodies.iter().enumerate() {
            let own = one.surface.friction();
            for other in &bodies[index + 1..] {
                let between = one.surface.friction_with(other.surface);
                let its = other.surface.friction();
                if (one.is_fixed && other.is_fixed) || between == (&own).min(&its).clone() {
                    continue;
                }
                if frictions.pairs.len() == MOST_PAIRS {
                    return refuse_friction(one.element, &own, &its);
                }
                frictions.pairs.push(([one.body, other.body], between));
            }
            frictions.of_bodies.push((one.body, own));
        }
        Ok(frictions)
    }
}

/// A mask of bits, which is 1 unless the geom says another one.
fn bits(element: Element, attribute: &str) -> Result<u32> {
    match element.attribute(attribute).map(|text| text.trim().parse()) {
        None => Ok(1),
        Some(Ok(bits)) => Ok(bits),
        Some(Err(_)) => element.refuse_value(attribute, "a whole number from 0 on"),
    }
}

/// Refuses a geom whose friction is not that of the others.
pub fn refuse_friction<T>(element: Element, own: &Rational, friction: &Rational) -> Result<T> {
    let found = format!("friction {own} beside friction {friction}");
    let expected = "the same friction of all geoms: of two, MuJoCo takes the larger one, a scene \
                    the smaller one";
    element.refuse(found, expected)
}
