//! How far a scene in space is from falling: tilts and pushes along x and y that end equilibrium, as
//! text and as JSON.
#![allow(
    clippy::disallowed_types,
    reason = "doubles stand beside exact numbers in JSON"
)]

use crate::json::double;
use crate::names::code;
use crate::quantity::{angle, marked, short};
use crate::report::Detail;
use crate::rows;
use crate::table::Table;
use num_traits::Zero;
use serde::Serialize;
use zwang_exact::Rational;

/// The ways in which a scene is tilted and pushed.
pub const SIDES: [&str; 4] = ["-x", "+x", "-y", "+y"];

/// The margins of a scene in space that stands or can stand, each to all of [`SIDES`].
#[derive(Clone, Debug)]
pub struct MarginInSpace {
    /// Tangents of tilts, down to each side; `None` without gravity.
    pub tilt: Option<[MarginLimit; 4]>,
    /// Pushes on all bodies at once, by their masses, N.
    pub whole: [MarginLimit; 4],
    /// Names of free bodies with the pushes at their centroids, N.
    pub bodies: Vec<(String, [MarginLimit; 4])>,
    /// The number of all free bodies.
    pub free: usize,
}

/// A tilt or a push that ends equilibrium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarginLimit {
    /// None does.
    Endless,
    /// It lies between two sizes, each with a proof.
    At(MarginBracket),
    /// No size was found at which the scene falls, or none at which it is held.
    Unknown,
}

/// Two sizes, tangents or newtons, between which equilibrium ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarginBracket {
    /// Forces hold the scene.
    pub stands_at: Rational,
    /// None do.
    pub falls_at: Rational,
    /// Whether it ends at `stands_at` exactly.
    pub is_exact: bool,
    /// How it falls beyond: "slides", "tips", "hinges", …
    pub mode: &'static str,
}

/// A size of either kind.
#[derive(Clone, Copy)]
enum Kind {
    Tangent,
    Force,
}

impl MarginInSpace {
    /// Returns text: the least of each kind, and all of them.
    #[must_use]
    pub fn report(&self, detail: Detail) -> String {
        let is_exact = detail.is_exact;
        let [back, forth, right, left] = SIDES.map(|side| format!("to {side}"));
        let mut table = Table::new([
            "equilibrium ends",
            &back,
            "",
            &forth,
            "",
            &right,
            "",
            &left,
            "",
        ]);
        let mut push = |name: String, limits: &[MarginLimit; 4], kind: Kind| {
            let [[a, b], [c, d], [e, f], [g, h]] =
                limits.each_ref().map(|limit| limit.cells(kind, is_exact));
            table.push([name, a, b, c, d, e, f, g, h]);
        };
        if let Some(tilt) = &self.tilt {
            push("tilted".to_owned(), tilt, Kind::Tangent);
        }
        push("all pushed".to_owned(), &self.whole, Kind::Force);
        for (name, limits) in &self.bodies {
            push(format!("{} pushed", code(name)), limits, Kind::Force);
        }
        let mut text = format!("margin {}\n{}", self.summary(is_exact), table.text(2));
        let pushed = self.bodies.len();
        if pushed < self.free {
            let free = self.free;
            text += &format!(
                "  pushed: the first {pushed} of {free} free bodies; --margin=all pushes all\n"
            );
        }
        text
    }

    /// The least tilt and the least push, or that one of them is 0.
    fn summary(&self, is_exact: bool) -> String {
        let mut told = Vec::new();
        if let Some((bracket, side)) = self.tilt.as_ref().and_then(least) {
            if bracket.is_zero() {
                return format!("0: balanced, any tilt to {side} ends it");
            }
            let size = bracket.text(Kind::Tangent, is_exact);
            told.push(format!("tilt {size} to {side}"));
        }
        let mut pushes = vec![("all bodies".to_owned(), &self.whole)];
        for (name, limits) in &self.bodies {
            pushes.push((code(name), limits));
        }
        let mut least_push: Option<(&MarginBracket, &str, String)> = None;
        for (name, limits) in pushes {
            if let Some((bracket, side)) = least(limits)
                && least_push
                    .as_ref()
                    .is_none_or(|(known, ..)| bracket.stands_at < known.stands_at)
            {
                least_push = Some((bracket, side, name));
            }
        }
        if let Some((bracket, side, name)) = least_push {
            if bracket.is_zero() {
                return format!("0: balanced, any push on {name} to {side} ends it");
            }
            let size = bracket.text(Kind::Force, is_exact);
            told.push(format!("push {size} to {side} on {name}"));
        }
        match told.is_empty() {
            true => "none was found: no tilt and no push along x or y".to_owned(),
            false => told.join(", "),
        }
    }

    /// JSON of a stability in space with the key `margin` added.
    #[must_use]
    pub fn json(&self, stability: &str) -> String {
        let mut bodies = Vec::new();
        for (name, limits) in &self.bodies {
            bodies.push(PushedBody {
                body: name,
                sides: Sides::new(limits, Kind::Force),
            });
        }
        let told = Member {
            tilt: self
                .tilt
                .as_ref()
                .map(|tilt| Sides::new(tilt, Kind::Tangent)),
            whole: Sides::new(&self.whole, Kind::Force),
            bodies,
            free_bodies: self.free,
        };
        let member = rows::text(&told);
        let member = member.trim_end().replace('\n', "\n  ");
        let stability = stability.trim_end().trim_end_matches('}').trim_end();
        format!("{stability},\n  \"margin\": {member}\n}}\n")
    }
}

/// The least of these limits, by what is held, and its side.
fn least(limits: &[MarginLimit; 4]) -> Option<(&MarginBracket, &'static str)> {
    let mut least: Option<(&MarginBracket, &str)> = None;
    for (limit, side) in limits.iter().zip(SIDES) {
        if let MarginLimit::At(bracket) = limit
            && least.is_none_or(|(known, _)| bracket.stands_at < known.stands_at)
        {
            least = Some((bracket, side));
        }
    }
    least
}

impl MarginLimit {
    /// Its size and how the scene falls beyond it.
    fn cells(&self, kind: Kind, is_exact: bool) -> [String; 2] {
        match self {
            Self::Endless => ["no limit".to_owned(), String::new()],
            Self::Unknown => ["unknown".to_owned(), String::new()],
            Self::At(bracket) => [bracket.text(kind, is_exact), bracket.mode.to_owned()],
        }
    }
}

impl MarginBracket {
    /// Whether the least tilt or push ends it.
    fn is_zero(&self) -> bool {
        self.is_exact && self.stands_at.is_zero()
    }

    fn text(&self, kind: Kind, is_exact: bool) -> String {
        let (mut digits, unit) = match kind {
            Kind::Tangent => (angle(&self.stands_at).digits, "°"),
            Kind::Force => (short(&self.stands_at), " N"),
        };
        digits.exact &= self.is_exact;
        let decimal = marked(&digits, unit);
        if !is_exact || digits.exact {
            return decimal;
        }
        let (held, falls) = (&self.stands_at, &self.falls_at);
        let fraction = match self.is_exact {
            true => held.to_string(),
            false => format!("{held} to {falls}"),
        };
        match kind {
            Kind::Tangent => format!("tangent {fraction} ({decimal})"),
            Kind::Force => format!("{fraction} N ({decimal})"),
        }
    }
}

#[derive(Serialize)]
struct Member<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    tilt: Option<Sides>,
    whole: Sides,
    bodies: Vec<PushedBody<'a>>,
    /// Those that could be pushed.
    free_bodies: usize,
}

#[derive(Serialize)]
struct PushedBody<'a> {
    body: &'a str,
    #[serde(flatten)]
    sides: Sides,
}

/// `null` where there is no limit.
#[derive(Serialize)]
struct Sides {
    #[serde(rename = "-x")]
    back: Option<Told>,
    #[serde(rename = "+x")]
    forth: Option<Told>,
    #[serde(rename = "-y")]
    right: Option<Told>,
    #[serde(rename = "+y")]
    left: Option<Told>,
}

/// A limit; of one that is not known only that.
#[derive(Serialize)]
#[serde(untagged)]
enum Told {
    Unknown {
        is_known: bool,
    },
    Tilt {
        stands_at_tangent: String,
        falls_at_tangent: String,
        tangent_double: Option<f64>,
        degrees_double: Option<f64>,
        is_exact: bool,
        mode: &'static str,
    },
    Push {
        /// N.
        stands_at_force: String,
        falls_at_force: String,
        force_double: Option<f64>,
        is_exact: bool,
        mode: &'static str,
    },
}

impl Sides {
    fn new(limits: &[MarginLimit; 4], kind: Kind) -> Self {
        let [back, forth, right, left] = limits.each_ref().map(|limit| Told::new(limit, kind));
        Self {
            back,
            forth,
            right,
            left,
        }
    }
}

impl Told {
    fn new(limit: &MarginLimit, kind: Kind) -> Option<Self> {
        let MarginBracket {
            stands_at,
            falls_at,
            is_exact,
            mode,
        } = match limit {
            MarginLimit::Endless => return None,
            MarginLimit::Unknown => return Some(Self::Unknown { is_known: false }),
            MarginLimit::At(bracket) => bracket,
        };
        Some(match kind {
            Kind::Tangent => Self::Tilt {
                stands_at_tangent: stands_at.to_string(),
                falls_at_tangent: falls_at.to_string(),
                tangent_double: double(stands_at),
                degrees_double: double(&angle(stands_at).value),
                is_exact: *is_exact,
                mode,
            },
            Kind::Force => Self::Push {
                stands_at_force: stands_at.to_string(),
                falls_at_force: falls_at.to_string(),
                force_double: double(stands_at),
                is_exact: *is_exact,
                mode,
            },
        })
    }
}
