//! The answer of `critical`: `zwang-critical-1`, and `zwang-critical-parameter-1` with `--vary`.

use super::{ToldNear, double, doubles, number, pair, told_near};
use crate::AlmostTouching;
use crate::decimal::square_root;
use crate::limit::Limit;
use crate::mechanism::{self, Mode};
use crate::outcome::name;
use crate::quantity::Measure;
use crate::rows;
use num_bigint::BigInt;
use serde::Serialize;
use zwang_certificate::threshold::{Towards, Vary};
use zwang_check::space_statics::{self, Falling, MovedHow};
use zwang_check::statics::{Mechanism, MovedContact};
use zwang_check::threshold::{CriticalRoot, VerifiedThreshold};
use zwang_exact::Vector3;
use zwang_scene::{Scene, space};

/// The answer of `critical`: a value at which forces hold the scene, one at which none do, as far
/// as there are such, and the coefficients of a polynomial with a root between them; the root
/// itself, if it is proved. `mechanism` is how it falls at its limit. The keys from `answer` to
/// `mode` are there in every answer.
#[must_use]
pub fn threshold(
    scene: &Scene,
    verified: &VerifiedThreshold,
    mechanism: Option<&Mechanism>,
    polynomial: Option<&[BigInt]>,
    near: Option<&AlmostTouching>,
) -> String {
    rows::text(&Threshold {
        format: "zwang-critical-1",
        scene: &scene.name,
        digest: verified.digest(),
        vary: verified.vary().word(),
        load: match verified.vary() {
            Vary::Load(name) => Some(name),
            _ => None,
        },
        answer: verified.kind().name(),
        verdict: verified.verdict().to_string(),
        limit: limit(scene, verified),
        exact: Limit::is_known(verified),
        mode: mechanism.map(|mechanism| Fall::new(scene, mechanism)),
        stands_at: verified.stands_at().map(number),
        stands_at_double: verified.stands_at().and_then(double),
        towards: verified.towards().map(Towards::word),
        falls_at: verified.falls_at().map(number),
        falls_at_double: verified.falls_at().and_then(double),
        falls_beyond: verified.falls_beyond().map(number),
        falls_beyond_double: verified.falls_beyond().and_then(double),
        polynomial: polynomial.map(integers),
        root: verified.root().map(Root::new),
        almost_touching: near.map(|near| told_near(scene, near)),
    })
}

/// The limit, and the same as people measure it.
fn limit(scene: &Scene, verified: &VerifiedThreshold) -> Option<ToldLimit> {
    let limit = Limit::of(verified)?;
    let quantity = limit.quantity(scene, verified);
    Some(ToldLimit {
        value: limit.text(),
        value_double: double(limit.near()),
        degrees_double: quantity.degrees.and_then(nearest),
        newtons_double: quantity.newtons.and_then(nearest),
        newton_metres_double: quantity.newton_metres.and_then(nearest),
        metres_per_second_squared_double: quantity.metres_per_second_squared.and_then(nearest),
    })
}

fn nearest(measure: Measure) -> Option<f64> {
    double(&measure.value)
}

#[derive(Serialize)]
struct Threshold<'a> {
    format: &'static str,
    scene: &'a str,
    digest: &'a str,
    vary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<&'a str>,
    answer: &'static str,
    verdict: String,
    /// Null if there is none.
    limit: Option<ToldLimit>,
    /// Whether the limit is exactly the one that is told, or it is proved that there is none.
    exact: bool,
    /// Null if it falls nowhere.
    mode: Option<Fall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_at_double: Option<f64>,
    /// Only if there is no limit: `larger` or `smaller`.
    #[serde(skip_serializing_if = "Option::is_none")]
    towards: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_at_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_beyond: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_beyond_double: Option<f64>,
    /// From the constant coefficient on; not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    polynomial: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<Root>,
    /// In the scene without the variation.
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
}

/// A limit as a fraction, or as the root of a polynomial; null if it is only enclosed. Beside it a
/// double: of a limit that is no fraction, the one nearest to `stands_at`; and the same measured.
#[derive(Serialize)]
struct ToldLimit {
    value: Option<String>,
    value_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    degrees_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    newtons_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    newton_metres_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metres_per_second_squared_double: Option<f64>,
}

/// How the scene falls at its limit.
#[derive(Serialize)]
struct Fall<'a> {
    kind: &'static str,
    /// Those that move.
    bodies: Vec<FallingBody<'a>>,
    hinges: Vec<Place<'a>>,
    sliding: Vec<Place<'a>>,
    opening: Vec<Place<'a>>,
}

#[derive(Serialize)]
struct FallingBody<'a> {
    body: &'a str,
    turns: bool,
}

/// A place at which two bodies touch or are pinned; a pin to the world has one.
#[derive(Serialize)]
struct Place<'a> {
    bodies: Vec<&'a str>,
    at: [String; 2],
    at_double: [Option<f64>; 2],
}

impl<'a> Fall<'a> {
    fn new(scene: &'a Scene, mechanism: &Mechanism) -> Self {
        let mut bodies = Vec::new();
        for (body, turns) in &mechanism.turns {
            bodies.push(FallingBody {
                body: name(scene, *body),
                turns: *turns,
            });
        }
        let mut hinges = Vec::new();
        for hinge in mechanism::hinges(mechanism) {
            let [first, second] = hinge.bodies;
            hinges.push(Place {
                bodies: vec![name(scene, first), name(scene, second)],
                at: pair(&hinge.at),
                at_double: doubles(&hinge.at),
            });
        }
        for (index, pin) in scene.numbered_pins() {
            if mechanism.pins.contains(&index) {
                let second = pin.second.map(|second| name(scene, second));
                let mut bodies = vec![name(scene, pin.first)];
                bodies.extend(second);
                hinges.push(Place {
                    bodies,
                    at: pair(&pin.at),
                    at_double: doubles(&pin.at),
                });
            }
        }
        Self {
            kind: Mode::of(mechanism).word(),
            bodies,
            hinges,
            sliding: places(scene, &mechanism.sliding),
            opening: places(scene, &mechanism.opening),
        }
    }
}

/// How a scene in space falls.
#[derive(Serialize)]
struct FallInSpace<'a> {
    kind: &'static str,
    /// Those that move.
    bodies: Vec<FallingBody<'a>>,
    hinges: Vec<PlaceInSpace<'a>>,
    sliding: Vec<PlaceInSpace<'a>>,
    opening: Vec<PlaceInSpace<'a>>,
}

/// A point at which two bodies touch in space.
#[derive(Serialize)]
struct PlaceInSpace<'a> {
    bodies: [&'a str; 2],
    at: [String; 3],
    at_double: [Option<f64>; 3],
}

impl<'a> FallInSpace<'a> {
    fn new(scene: &'a space::Scene, falling: &Falling) -> Self {
        let mut bodies = Vec::new();
        for (body, turns) in mechanism::space::moving(falling) {
            bodies.push(FallingBody {
                body: &scene.bodies[body.0].name,
                turns,
            });
        }
        let that = |how| mechanism::space::that(falling, how);
        Self {
            kind: mechanism::space::mode(falling).word(),
            bodies,
            hinges: places_in_space(scene, &mechanism::space::hinges(falling)),
            sliding: places_in_space(scene, &that(MovedHow::Slides)),
            opening: places_in_space(scene, &that(MovedHow::Opens)),
        }
    }
}

fn places_in_space<'a>(
    scene: &'a space::Scene,
    contacts: &[&space_statics::MovedContact],
) -> Vec<PlaceInSpace<'a>> {
    let mut places = Vec::new();
    for contact in contacts {
        let bodies = [contact.first, contact.second];
        let at = contact.point.coordinates();
        places.push(PlaceInSpace {
            bodies: bodies.map(|body| scene.bodies[body.0].name.as_str()),
            at: at.map(number),
            at_double: at.map(double),
        });
    }
    places
}

fn places<'a>(scene: &'a Scene, contacts: &[MovedContact]) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    for MovedContact {
        first,
        second,
        point,
    } in contacts
    {
        places.push(Place {
            bodies: vec![name(scene, *first), name(scene, *second)],
            at: pair(point),
            at_double: doubles(point),
        });
    }
    places
}

/// A critical friction: the only root of a polynomial between two numbers.
#[derive(Serialize)]
struct Root {
    /// From the constant coefficient on.
    polynomial: Vec<String>,
    between: [String; 2],
}

impl Root {
    fn new(root: &CriticalRoot) -> Self {
        Self {
            polynomial: integers(root.polynomial()),
            between: root.between().each_ref().map(number),
        }
    }
}

fn integers(numbers: &[BigInt]) -> Vec<String> {
    numbers.iter().map(BigInt::to_string).collect()
}

/// The answer of `critical --vary` as JSON of the format `zwang-critical-parameter-1`.
#[must_use]
pub fn varied(varied: &crate::Varied) -> String {
    let crate::Varied {
        scene,
        parameter: vary,
        verdict,
        stands_at,
        stands_digest,
        falls_at,
        falls_digest,
        falling,
        mechanism,
        simplest,
        solved,
        near,
    } = *varied;
    rows::text(&VariedParameter {
        format: "zwang-critical-parameter-1",
        scene,
        vary,
        answer: "limit",
        verdict: verdict.to_string(),
        limit: Some(VariedLimit {
            value: None,
            value_double: double(stands_at),
        }),
        exact: false,
        mode: mechanism.map(|mechanism| Fall::new(falling, mechanism)),
        stands_at: number(stands_at),
        stands_at_double: double(stands_at),
        stands_digest,
        falls_at: number(falls_at),
        falls_at_double: double(falls_at),
        falls_digest,
        simplest: number(simplest),
        solved,
        almost_touching: near.map(|(scene, near)| told_near(scene, near)),
    })
}

/// The same where the scene does the same at all values that were tried: no limit is known, nor
/// proved that there is none.
#[must_use]
pub fn varied_without_limit(ends: &crate::VariedEnds) -> String {
    let [from, to] = &ends.ends;
    rows::text(&VariedNowhere {
        format: "zwang-critical-parameter-1",
        scene: ends.scene,
        vary: ends.parameter,
        answer: "no limit found",
        verdict: from.verdict.to_string(),
        limit: None,
        exact: false,
        mode: ends
            .mechanism
            .map(|mechanism| Fall::new(ends.falling, mechanism)),
        from: ToldValue::new(from),
        to: ToldValue::new(to),
        solved: ends.solved,
        almost_touching: ends.near.map(|(scene, near)| told_near(scene, near)),
    })
}

/// The directions of gravity that a scene in space withstands.
#[must_use]
pub fn cone_in_space(cone: &crate::ConeInSpace) -> String {
    let written = |vectors: &[&Vector3]| {
        let vectors = vectors.iter();
        vectors
            .map(|vector| vector.coordinates().map(number))
            .collect()
    };
    rows::text(&GravityCone {
        format: "zwang-space-cone-1",
        scene: cone.scene,
        rays: written(&cone.rays),
        facets: written(&cone.facets),
        stands: cone.stands,
        solved: cone.solved,
    })
}

#[derive(Serialize)]
struct GravityCone<'a> {
    format: &'static str,
    scene: &'a str,
    rays: Vec<[String; 3]>,
    facets: Vec<[String; 3]>,
    stands: bool,
    solved: usize,
}

/// The limit at which a scene in space ceases to stand. The words of `answer`, and the keys from
/// `answer` to `mode`, are those of the plane.
#[must_use]
pub fn critical_in_space(limit: &crate::LimitInSpace) -> String {
    let is_known = limit.is_exact || limit.least_square.is_some();
    let (answer, value, is_exact) = match (limit.stands_at, limit.falls_at) {
        (Some(stands), Some(_)) => ("limit", Some(stands), is_known),
        (None, _) if limit.is_friction => ("falls at every value tried", None, false),
        (None, _) => ("falls beyond", None, false),
        (Some(_), None) if limit.is_endless => ("no limit", None, true),
        (Some(stands), None) => ("needs no friction", Some(stands), true),
    };
    let is_rational = limit.is_exact || (is_exact && limit.least_square.is_none());
    rows::text(&CriticalInSpace {
        format: "zwang-space-critical-1",
        scene: &limit.scene.name,
        digest: limit.scene.digest(),
        vary: limit.vary,
        answer,
        verdict: limit.verdict.to_string(),
        limit: value.map(|value| VariedLimit {
            value: is_rational.then(|| number(value)),
            value_double: double(value),
        }),
        exact: is_exact,
        mode: limit
            .falling
            .map(|falling| FallInSpace::new(limit.scene, falling)),
        start: number(limit.start),
        start_double: double(limit.start),
        begins: limit.begins,
        stands_at: limit.stands_at.map(number),
        stands_at_double: limit.stands_at.and_then(double),
        stands_digest: limit.stands_digest,
        falls_at: limit.falls_at.map(number),
        falls_at_double: limit.falls_at.and_then(double),
        falls_digest: limit.falls_digest,
        simplest: limit.simplest.map(number),
        least_square: limit.least_square.map(number),
        least_double: limit
            .least_square
            .and_then(|square| double(&square_root(square))),
        monotone: !limit.has_corners,
        solved: limit.solved,
        sliding: limit.sliding.map(|sliding| Sliding {
            stands_at: sliding.stands.map(number),
            stands_at_double: sliding.stands.and_then(double),
            moves_at: sliding.moves.map(number),
            moves_at_double: sliding.moves.and_then(double),
            exact: sliding.is_exact,
            cases: sliding.cases,
        }),
    })
}

/// The limit beyond which a scene may slide: a value at which nothing but rest obeys Coulomb's law,
/// and one at which a motion does.
#[derive(Serialize)]
struct Sliding {
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_at_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_at_double: Option<f64>,
    /// Whether a motion obeys the law at all values from `stands_at` to `moves_at`.
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<usize>,
}

#[derive(Serialize)]
struct CriticalInSpace<'a> {
    format: &'static str,
    scene: &'a str,
    digest: String,
    vary: &'a str,
    answer: &'static str,
    verdict: String,
    /// Null if there is none.
    limit: Option<VariedLimit>,
    /// Whether the limit is known: it is `stands_at`, where the velocity of the fall does no work,
    /// or the root of `least_square`.
    exact: bool,
    /// Null: how it falls in space is not told.
    mode: Option<FallInSpace<'a>>,
    start: String,
    start_double: Option<f64>,
    /// Whether it falls at `start`, and begins to be held between the two values.
    begins: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_at_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_at_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    falls_digest: Option<&'a str>,
    /// The fraction with the smallest denominator from one to the other; not proved critical.
    #[serde(skip_serializing_if = "Option::is_none")]
    simplest: Option<String>,
    /// The square of the least friction, and that friction.
    #[serde(skip_serializing_if = "Option::is_none")]
    least_square: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least_double: Option<f64>,
    /// Whether it is held at no value beyond that at which it falls.
    monotone: bool,
    solved: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    sliding: Option<Sliding>,
}

#[derive(Serialize)]
struct VariedParameter<'a> {
    format: &'static str,
    scene: &'a str,
    vary: &'a str,
    answer: &'static str,
    verdict: String,
    limit: Option<VariedLimit>,
    exact: bool,
    mode: Option<Fall<'a>>,
    stands_at: String,
    stands_at_double: Option<f64>,
    stands_digest: &'a str,
    falls_at: String,
    falls_at_double: Option<f64>,
    falls_digest: &'a str,
    /// The fraction with the smallest denominator from one to the other; not proved critical.
    simplest: String,
    solved: usize,
    /// At `stands_at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
}

/// A limit, null if it is only enclosed, and the double nearest to `stands_at`.
#[derive(Serialize)]
struct VariedLimit {
    value: Option<String>,
    value_double: Option<f64>,
}

#[derive(Serialize)]
struct VariedNowhere<'a> {
    format: &'static str,
    scene: &'a str,
    vary: &'a str,
    answer: &'static str,
    verdict: String,
    limit: Option<VariedLimit>,
    exact: bool,
    mode: Option<Fall<'a>>,
    from: ToldValue<'a>,
    to: ToldValue<'a>,
    solved: usize,
    /// At the first value.
    #[serde(skip_serializing_if = "Option::is_none")]
    almost_touching: Option<ToldNear<'a>>,
}

/// The scene at one value.
#[derive(Serialize)]
struct ToldValue<'a> {
    at: String,
    at_double: Option<f64>,
    verdict: String,
    digest: &'a str,
}

impl<'a> ToldValue<'a> {
    fn new(value: &crate::VariedValue<'a>) -> Self {
        Self {
            at: number(value.at),
            at_double: double(value.at),
            verdict: value.verdict.to_string(),
            digest: value.digest,
        }
    }
}
