//! Contacts by the words of geoms.
//!
//! MuJoCo takes the larger friction of two geoms, or that of the one with the greater `priority`,
//! and a scene the smaller one of two bodies. So pairs of bodies whose friction is another one get
//! a friction of their own, and those of a `pair` of geoms do. Two geoms touch if the `contype` of
//! one has a bit of the `conaffinity` of the other.

use crate::error::Result;
use crate::xml::Element;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// Attributes that say where a geom is and how large.
pub const FRAME: [&str; 6] = ["pos", "quat", "euler", "axisangle", "xyaxes", "zaxis"];

/// The most pairs of bodies with a friction of their own.
const MOST_PAIRS: usize = 1 << 12;

/// Attributes of geoms that are for pictures, for fluids, or for the softness of contacts.
const IGNORED: [&str; 12] = [
    "rgba",
    "material",
    "group",
    "solref",
    "solimp",
    "solmix",
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
    /// The friction of the geom with the greater one counts.
    priority: i64,
    kind: u32,
    affinity: u32,
}

impl Surface {
    /// That of a geom.
    pub fn of(element: Element) -> Result<Self> {
        let mut read = vec!["name", "type", "size", "mesh", "density", "mass", "condim"];
        read.extend([
            "friction",
            "priority",
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
            priority: match element
                .attribute("priority")
                .map(|text| text.trim().parse())
            {
                None => 0,
                Some(Ok(priority)) => priority,
                Some(Err(_)) => return element.refuse_value("priority", "a whole number"),
            },
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

    /// All that says which others it touches.
    pub const fn masks(&self) -> [u32; 2] {
        [self.kind, self.affinity]
    }

    /// Whether it touches one of these masks.
    pub const fn meets_masks(&self, [kind, affinity]: [u32; 2]) -> bool {
        self.kind & affinity != 0 || kind & self.affinity != 0
    }

    /// Whether two geoms touch.
    pub fn meets(&self, other: &Self) -> bool {
        self.meets_masks(other.masks())
    }

    /// The friction between two geoms.
    pub fn friction_with(&self, other: &Self) -> Rational {
        match self.priority.cmp(&other.priority) {
            Ordering::Greater => self.friction(),
            Ordering::Less => other.friction(),
            Ordering::Equal if self.is_smooth && other.is_smooth => Rational::zero(),
            Ordering::Equal => (&self.sliding).max(&other.sliding).clone(),
        }
    }

    /// Whether two geoms have the same friction with all others.
    pub fn is_as_rough_as(&self, other: &Self) -> bool {
        self.is_smooth == other.is_smooth && (self.is_smooth || self.sliding == other.sliding)
    }

    /// The friction of a geom with its like.
    pub fn friction(&self) -> Rational {
        match self.is_smooth {
            true => Rational::zero(),
            false => self.sliding.clone(),
        }
    }
}

/// Two geoms with a friction of their own.
pub struct PairedGeoms {
    pub line: usize,
    pub geoms: [String; 2],
    pub friction: Rational,
}

impl PairedGeoms {
    /// Reads a `pair`; `None` if it has no friction of its own.
    pub fn read(element: Element) -> Result<Option<Self>> {
        let names = [element.attribute("geom1"), element.attribute("geom2")];
        let [Some(first), Some(second)] = names else {
            return element.refuse("fewer than two geoms", "geom1 and geom2");
        };
        let sliding = element.numbers("friction")?.unwrap_or_default();
        let friction = match (element.attribute("condim"), sliding.into_iter().next()) {
            (Some("1"), _) => Rational::zero(),
            (_, Some(friction)) => friction,
            (_, None) => return Ok(None),
        };
        Ok(Some(Self {
            line: element.line(),
            geoms: [first, second].map(str::to_owned),
            friction,
        }))
    }
}

/// The body of a geom with a name, and how many geoms that body has.
#[derive(Clone, Copy)]
pub struct Owner {
    pub body: usize,
    pub geoms: usize,
    pub is_fixed: bool,
}

impl Frictions {
    /// Adds the frictions of pairs of geoms, as those of their bodies, with notes where these have
    /// other geoms as well.
    pub fn add_paired(
        &mut self,
        paired: &[PairedGeoms],
        owners: &BTreeMap<&str, Owner>,
        notes: &mut Vec<String>,
    ) {
        let mut found: BTreeMap<[usize; 2], (Vec<&PairedGeoms>, usize)> = BTreeMap::new();
        for pair in paired {
            let line = pair.line;
            let named = pair.geoms.each_ref().map(|geom| owners.get(geom.as_str()));
            match named {
                [Some(one), Some(other)]
                    if one.body != other.body && !(one.is_fixed && other.is_fixed) =>
                {
                    let bodies = [one.body.min(other.body), one.body.max(other.body)];
                    let all = one.geoms.saturating_mul(other.geoms);
                    found
                        .entry(bodies)
                        .or_insert((Vec::new(), all))
                        .0
                        .push(pair);
                }
                _ => notes.push(format!(
                    "line {line}: <pair> is passed over: it joins no two bodies that may touch"
                )),
            }
        }
        for (bodies, (pairs, all)) in found {
            let Some(last) = pairs.last() else {
                continue;
            };
            let is_same = pairs.iter().all(|pair| pair.friction == last.friction);
            if !is_same || pairs.len() != all {
                let line = last.line;
                notes.push(format!(
                    "line {line}: <pair>: here all of both bodies has this friction"
                ));
            }
            self.pairs.retain(|(others, _)| {
                let [one, other] = *others;
                [one.min(other), one.max(other)] != bodies
            });
            self.pairs.push((bodies, last.friction.clone()));
        }
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
