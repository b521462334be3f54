//! The answer of `critical`.

use super::{Detail, heading_of};
use crate::decimal::{Decimal, decimal, square_root};
use crate::mechanism::{self, Mode};
use crate::names::code;
use crate::quantity::{Quantity, angle, marked, short};
use crate::shown::Numbers;
use crate::{
    ConeInSpace, LimitInSpace, MeasureInSpace, SlidingLimit, Varied, VariedEnds, VariedValue,
};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_certificate::threshold::{Towards, Vary, spelled};
use zwang_check::space_statics::Falling;
use zwang_check::statics::{Mechanism, StaticsVerdict};
use zwang_check::threshold::{ThresholdKind, VerifiedThreshold};
use zwang_exact::{Rational, Vector3};
use zwang_scene::Scene;

/// Digits of decimals: as many as tell the ends of a narrow bracket apart.
const DIGITS: usize = 12;

/// Longer fractions have a decimal beside them.
const LONG: usize = 12;

/// The fewest digits that are told of a friction rather than two values.
const FEWEST: usize = 4;

/// The answer of `critical`: what varies, the limit with how the scene falls beyond it, and what is
/// proved.
#[must_use]
pub fn threshold(
    scene: &Scene,
    verified: &VerifiedThreshold,
    mechanism: Option<&Mechanism>,
    polynomial: Option<&[BigInt]>,
    detail: Detail,
) -> String {
    let is_exact = detail.is_exact;
    let mut numbers = Numbers::new(is_exact);
    let mut lines = vec![
        ("varied".to_owned(), varied_quantity(verified.vary())),
        ("limit".to_owned(), limit(scene, verified, is_exact)),
    ];
    if let Some(mode) = fall(scene, verified, mechanism, &mut numbers) {
        lines.push(("mode".to_owned(), mode));
    }
    if verified.verdict() != StaticsVerdict::Falls {
        lines.push((verified.verdict().to_string(), stands(verified, is_exact)));
    }
    if let Some(mut falls) = falls(verified, is_exact) {
        if let Some(own) = falls_as_it_is(scene, verified) {
            let what = of(verified.vary());
            let own = shown(&own, is_exact);
            falls += &format!("; so it does with {what} at {own}, as it is");
        }
        lines.push(("falls".to_owned(), falls));
    }
    if let (None, Some(polynomial)) = (verified.root(), polynomial) {
        let text = spelled(polynomial);
        let told = format!("{text} changes its sign there (not proved: that its root is critical)");
        lines.push(("polynomial".to_owned(), told));
    }
    if *verified.vary() == Vary::Tilt && scene.has_loads() {
        let told = "loads do not turn, and gravity at an angle a is 1 / cos a as strong";
        lines.push(("note".to_owned(), told.to_owned()));
    }
    let mut text = heading_of(scene, verified.digest());
    for (name, value) in lines {
        text += &format!("  {name:<9}  {value}\n");
    }
    if let Some(note) = numbers.note(detail.reader) {
        text += &format!("\n{note}\n");
    }
    text
}

/// The limit, and how the scene falls beyond it, for the heading of a picture.
#[must_use]
pub fn threshold_words(
    scene: &Scene,
    verified: &VerifiedThreshold,
    mechanism: Option<&Mechanism>,
) -> Vec<String> {
    let limit = limit(scene, verified, false);
    let mut words = vec![format!("limit {limit}")];
    let numbers = &mut Numbers::new(false);
    words.extend(fall(scene, verified, mechanism, numbers));
    words
}

/// How a scene falls, in a word or two.
#[must_use]
pub fn mode(mechanism: &Mechanism) -> &'static str {
    Mode::of(mechanism).word()
}

fn varied_quantity(vary: &Vary) -> String {
    match vary {
        Vary::Friction => "friction, the same at all contacts".to_owned(),
        Vary::Tilt => {
            "tilt: the tangent of the angle by which gravity turns counter-clockwise".to_owned()
        }
        Vary::GravityX => "gx: the component of gravity along x".to_owned(),
        Vary::GravityY => "gy: the component of gravity along y".to_owned(),
        Vary::Load(name) => format!("load {}: how many times as strong it is", code(name)),
    }
}

/// The limit at which the scene ceases to stand.
fn limit(scene: &Scene, verified: &VerifiedThreshold, is_exact: bool) -> String {
    match verified.kind() {
        ThresholdKind::Between => match (verified.stands_at(), verified.falls_at()) {
            (Some(stands), Some(falls)) => between(scene, verified, [stands, falls], is_exact),
            _ => String::new(),
        },
        ThresholdKind::Open => open(verified.falls_at(), is_exact),
        ThresholdKind::NeedsNoFriction => "0: it needs no friction".to_owned(),
        ThresholdKind::FrictionFrom => match verified.stands_at() {
            Some(at) => format!("at most {}", shown(at, is_exact)),
            None => String::new(),
        },
        ThresholdKind::Endless => format!("none: {}", endless(verified)),
        ThresholdKind::NoFriction => "none: no friction is enough to hold it".to_owned(),
        ThresholdKind::FallsEverywhere => match verified.vary() {
            Vary::Tilt => "none: it falls at every tilt".to_owned(),
            vary => format!("none: it falls at every value of {}", of(vary)),
        },
        ThresholdKind::FallsBeyond => format!("none: {}", falls_on(verified)),
    }
}

fn between(
    scene: &Scene,
    verified: &VerifiedThreshold,
    [stands, falls]: [&Rational; 2],
    is_exact: bool,
) -> String {
    let vary = verified.vary();
    if *vary == Vary::Friction {
        return friction(verified, [stands, falls], is_exact);
    }
    if !verified.is_exact() {
        let stands = measured(scene, vary, stands, is_exact);
        let falls = measured(scene, vary, falls, is_exact);
        return format!("between {stands} and {falls}");
    }
    measured(scene, vary, stands, is_exact)
}

/// A value of what pulls the bodies, as people measure it; or the fraction first.
fn measured(scene: &Scene, vary: &Vary, value: &Rational, is_exact: bool) -> String {
    let quantity = Quantity::new(scene, vary, value).text();
    let quantity = quantity.unwrap_or_else(|| short(value));
    let size = marked(&quantity, "");
    let way = match vary {
        Vary::Tilt if value.is_positive() => " to the right",
        Vary::Tilt => " to the left",
        Vary::Load(_) if value.is_negative() => " the other way",
        _ => "",
    };
    match vary {
        Vary::Tilt if value.is_zero() => "0°: balanced; any tilt ends it".to_owned(),
        Vary::Tilt if is_exact => format!("tangent {value}{way} ({size})"),
        Vary::Tilt => format!("{size}{way} (tangent exactly {value})"),
        Vary::Load(name) if is_exact => {
            let name = code(name);
            format!("{value} × {name} ({size}{way})")
        }
        Vary::Load(name) => {
            let factor = short(value);
            let equals = match quantity.exact {
                true => "=",
                false => "≈",
            };
            let name = code(name);
            let told = format!("{} × {name} {equals} {}{way}", factor.text, quantity.text);
            match factor.exact {
                true => told,
                false => format!("≈ {told} (exactly {value})"),
            }
        }
        _ if quantity.exact => quantity.text,
        _ if is_exact => format!("{value} m/s² ({size})"),
        _ => format!("{size} (exactly {value})"),
    }
}

fn friction(
    verified: &VerifiedThreshold,
    [stands, falls]: [&Rational; 2],
    is_exact: bool,
) -> String {
    let digits = common_digits(stands, falls);
    match verified.root() {
        Some(root) => match root.polynomial() {
            [constant, slope] => {
                let exact = Rational::new(-constant, slope.clone());
                shown(&exact, is_exact)
            }
            _ => match digits {
                Some(digits) => format!("≈ {digits} (exactly the root of {root})"),
                None => format!("exactly the root of {root}"),
            },
        },
        None => {
            let ends = format!("between {falls} and {stands}");
            match digits {
                Some(digits) => format!("≈ {digits} ({ends})"),
                None => ends,
            }
        }
    }
}

/// The digits that two numbers have in common, if these are some.
fn common_digits(first: &Rational, second: &Rational) -> Option<String> {
    for digits in (FEWEST..=DIGITS).rev() {
        let text = decimal(first, digits).text;
        if text == decimal(second, digits).text {
            return Some(text);
        }
    }
    None
}

fn open(falls: Option<&Rational>, is_exact: bool) -> String {
    match falls {
        Some(falls) if !falls.is_zero() => {
            let told = shown(falls, is_exact);
            format!("{told}: every friction above it holds the scene, this one does not")
        }
        _ => "0: every friction above 0 holds the scene, 0 does not".to_owned(),
    }
}

fn endless(verified: &VerifiedThreshold) -> String {
    let grows = verified.towards() != Some(Towards::Smaller);
    let at = verified.stands_at().cloned().unwrap_or_default();
    match verified.vary() {
        Vary::Tilt => {
            let side = if grows { "right" } else { "left" };
            format!("it stands at every tilt to the {side}, up to 90°")
        }
        Vary::Load(name) => {
            let name = code(name);
            match (grows, at.is_zero()) {
                (true, true) => format!("it bears any multiple of {name}"),
                (true, false) => format!("it bears {name} × {at} and any larger multiple"),
                (false, _) => {
                    format!("it bears {name} × {at} and anything less, however much the other way")
                }
            }
        }
        vary => {
            let size = if grows { "larger" } else { "smaller" };
            format!(
                "it stands with {} = {at} and with every {size} value",
                vary.word()
            )
        }
    }
}

/// The mode in which the scene falls at a value and further on.
fn falls_on(verified: &VerifiedThreshold) -> String {
    let at = verified.falls_at().cloned().unwrap_or_default();
    let grows = match verified.falls_beyond() {
        Some(beyond) => at > *beyond,
        None => true,
    };
    match verified.vary() {
        Vary::Tilt if at.is_zero() => {
            let side = if grows { "right" } else { "left" };
            format!("it falls untilted, and at every tilt to the {side}")
        }
        vary => {
            let size = if grows { "larger" } else { "smaller" };
            let of = of(vary);
            format!("it falls with {of} at {at}, and at every {size} value")
        }
    }
}

/// The quantity that varies, within a sentence.
fn of(vary: &Vary) -> String {
    match vary {
        Vary::Load(name) => code(name),
        vary => vary.word().to_owned(),
    }
}

/// How the scene falls, and where.
fn fall(
    scene: &Scene,
    verified: &VerifiedThreshold,
    mechanism: Option<&Mechanism>,
    numbers: &mut Numbers,
) -> Option<String> {
    let mechanism = mechanism?;
    let mut sentence = mechanism::sentence(scene, mechanism, numbers);
    if verified.kind() == ThresholdKind::NoFriction {
        if !mechanism.sliding.is_empty() {
            sentence += "; nothing presses the contacts that slide";
        }
        return Some(sentence);
    }
    let falls = verified.falls_at()?;
    let place = match (verified.kind(), verified.stands_at()) {
        (ThresholdKind::Open, _) => "at it",
        (ThresholdKind::Between, Some(stands)) => match verified.vary() {
            Vary::Friction => "below it",
            Vary::Tilt | Vary::Load(_) if is_further(stands, falls) => "beyond it",
            Vary::Tilt | Vary::Load(_) => "with less",
            _ if falls > stands => "above it",
            _ => "below it",
        },
        _ => return Some(sentence),
    };
    Some(format!("{place} {sentence}"))
}

/// Whether a value is further from 0 than another one, to the same side.
fn is_further(from: &Rational, value: &Rational) -> bool {
    match value > from {
        true => !from.is_negative(),
        false => !from.is_positive(),
    }
}

/// The value that the scene has, if it falls there though it stands at others; of friction, which
/// contacts may have several of, and of tilts none is told.
fn falls_as_it_is(scene: &Scene, verified: &VerifiedThreshold) -> Option<Rational> {
    if verified.kind() != ThresholdKind::Between {
        return None;
    }
    let beyond = verified.falls_beyond()?;
    let falls = verified.falls_at()?;
    let own = match verified.vary() {
        Vary::Friction | Vary::Tilt => return None,
        Vary::GravityX => scene.gravity.x.clone(),
        Vary::GravityY => scene.gravity.y.clone(),
        Vary::Load(_) => Rational::from_integer(1.into()),
    };
    let falls_there = match falls > beyond {
        true => own > *beyond,
        false => own < *beyond,
    };
    falls_there.then_some(own)
}

fn stands(verified: &VerifiedThreshold, is_exact: bool) -> String {
    let Some(at) = verified.stands_at() else {
        return String::new();
    };
    let at = shown(at, is_exact);
    match (verified.kind(), verified.towards()) {
        (ThresholdKind::NeedsNoFriction | ThresholdKind::FrictionFrom, _)
        | (_, Some(Towards::Larger)) => format!("at {at} and above"),
        (_, Some(Towards::Smaller)) => format!("at {at} and below"),
        _ => format!("at {at}"),
    }
}

fn falls(verified: &VerifiedThreshold, is_exact: bool) -> Option<String> {
    let falls_at = verified.falls_at()?;
    let at = shown(falls_at, is_exact);
    Some(
        match (verified.kind(), verified.vary(), verified.falls_beyond()) {
            (ThresholdKind::NoFriction, ..) => "with every friction".to_owned(),
            (ThresholdKind::FallsEverywhere, ..) => "at every value".to_owned(),
            (_, Vary::Friction, _) if falls_at.is_zero() => "at 0".to_owned(),
            (_, Vary::Friction, _) => format!("at {at} and below"),
            (_, _, None) => format!("at {at} and beyond"),
            (_, _, Some(beyond)) => {
                let side = if falls_at > beyond { "above" } else { "below" };
                let beyond = shown(beyond, is_exact);
                format!("{side} {beyond}")
            }
        },
    )
}

/// The answer of `critical --vary`: between which values of a parameter a scene ceases to stand.
#[must_use]
pub fn varied(varied: &Varied, detail: Detail) -> String {
    let stands = shown(varied.stands_at, detail.is_exact);
    let falls = shown(varied.falls_at, detail.is_exact);
    let Varied {
        scene,
        parameter,
        verdict,
        simplest,
        solved,
        falling,
        mechanism,
        ..
    } = varied;
    let verdict = verdict.to_string();
    let mode = mode_line(falling, *mechanism, detail);
    format!(
        "{scene}\n\
         \x20 varied     {parameter}, a parameter of the scene file\n{mode}\
         \x20 {verdict:<9}  at {stands}\n\
         \x20 falls      at {falls}\n\
         \x20 critical   between these two; the simplest fraction there is {simplest}\n\
         \x20 solved     bisection over {solved} values; between them monotonicity is assumed\n"
    )
}

/// The line of how a scene falls, if it does.
fn mode_line(scene: &Scene, mechanism: Option<&Mechanism>, detail: Detail) -> String {
    let Some(mechanism) = mechanism else {
        return String::new();
    };
    let mut numbers = Numbers::new(detail.is_exact);
    let sentence = mechanism::sentence(scene, mechanism, &mut numbers);
    format!("  mode       {sentence}\n")
}

/// The answer of `critical --vary` where the scene does the same at all values that were tried.
#[must_use]
pub fn varied_without_limit(ends: &VariedEnds, detail: Detail) -> String {
    let VariedEnds {
        scene,
        parameter,
        falling,
        mechanism,
        solved,
        ..
    } = ends;
    let mode = mode_line(falling, *mechanism, detail);
    let mut values = String::new();
    for VariedValue { at, verdict, .. } in &ends.ends {
        let verdict = verdict.to_string();
        let at = shown(at, detail.is_exact);
        values += &format!("  {verdict:<9}  at {at}\n");
    }
    let does = match ends.ends[0].verdict {
        StaticsVerdict::Falls => "falls",
        StaticsVerdict::Stands | StaticsVerdict::CanStand => "is held",
    };
    format!(
        "{scene}\n\
         \x20 varied     {parameter}, a parameter of the scene file\n\
         \x20 limit      none found: it {does} at all {solved} values that were tried\n{mode}\
         {values}\
         \x20 solved     at these two and at {} values between them; \
         between those nothing is proved\n",
        solved - 2
    )
}

/// The two values of `critical --vary` where no limit was found, for the heading of a picture.
#[must_use]
pub fn varied_without_limit_words(ends: &VariedEnds) -> Vec<String> {
    let parameter = code(ends.parameter);
    let [_, last] = &ends.ends;
    let at = decimal(last.at, DIGITS);
    let equals = match at.exact {
        true => "=",
        false => "≈",
    };
    vec![format!(
        "{} at {parameter} {equals} {}",
        last.verdict, at.text
    )]
}

/// The two values of `critical --vary`, for the heading of a picture.
#[must_use]
pub fn varied_words(varied: &Varied) -> Vec<String> {
    let parameter = code(varied.parameter);
    let [stands, falls] = told_apart([varied.stands_at, varied.falls_at]);
    let equals = match stands.exact {
        true => "=",
        false => "≈",
    };
    vec![
        format!("{} at {parameter} {equals} {}", varied.verdict, stands.text),
        format!("falls at {}", marked(&falls, "")),
    ]
}

/// The most digits of two values that are told apart.
const MOST_DIGITS: usize = 100;

/// Two values with as many digits as tell them apart.
fn told_apart(values: [&Rational; 2]) -> [Decimal; 2] {
    let mut digits = DIGITS;
    loop {
        let told = values.map(|value| decimal(value, digits));
        if told[0].text != told[1].text || digits >= MOST_DIGITS {
            return told;
        }
        digits += 1;
    }
}

/// The directions of gravity that a scene in space withstands: rays that span them, and planes.
#[must_use]
pub fn cone_in_space(cone: &ConeInSpace) -> String {
    let ConeInSpace {
        scene,
        rays,
        facets,
        solved,
        ..
    } = cone;
    let spanned = match rays.is_empty() {
        true => "it is held under no gravity but 0\n".to_owned(),
        false => {
            let head = "it is held under the gravities that these span, with factors of at least 0";
            format!("{head}\n{}", triples(rays))
        }
    };
    let bounded = triples(facets);
    format!(
        "{scene}\n\n{spanned}\n\
         it falls under all g with h·g > 0 for one of these h\n{bounded}\n\
         solved under {solved} gravities; each line has a proof of its own\n"
    )
}

/// Vectors, each in a line of its own.
fn triples(vectors: &[&Vector3]) -> String {
    let mut text = String::new();
    for vector in vectors {
        let [x, y, z] = vector.coordinates();
        text += &format!("    ({x}, {y}, {z})\n");
    }
    text
}

/// The name of the way in which a scene in space falls, as [`mode`].
#[must_use]
pub fn mode_in_space(falling: &Falling) -> &'static str {
    mechanism::space::mode(falling).word()
}

/// The limit at which a scene in space ceases to stand: what varies, both values, and what is
/// proved of others.
#[must_use]
pub fn critical_in_space(limit: &LimitInSpace, detail: Detail) -> String {
    let is_exact = detail.is_exact;
    let mut lines = vec![("varied".to_owned(), limit.quantity.to_owned())];
    if let Some(measured) = measured_in_space(limit) {
        lines.push(("limit".to_owned(), measured));
    }
    let mut numbers = Numbers::new(is_exact);
    if let Some(falling) = limit.falling {
        let sentence = mechanism::space::sentence(limit.scene, falling, &mut numbers);
        let mode = match limit.stands_at {
            Some(_) if limit.is_friction => format!("below it {sentence}"),
            Some(_) if limit.begins => format!("short of it {sentence}"),
            Some(_) => format!("beyond it {sentence}"),
            None => sentence,
        };
        lines.push(("mode".to_owned(), mode));
    }
    if let Some(stands) = limit.stands_at {
        let verdict = limit.verdict.to_string();
        lines.push((verdict, format!("at {}", shown(stands, is_exact))));
    }
    if let (Some(stands), Some(falls)) = (limit.stands_at, limit.falls_at) {
        lines.push(("falls".to_owned(), format!("at {}", shown(falls, is_exact))));
        lines.push((
            "critical".to_owned(),
            critical_value(limit, stands, is_exact),
        ));
    }
    if limit.falls_at.is_some() {
        let solved = format!("bisection over {} values", limit.solved);
        lines.push(("solved".to_owned(), solved));
    }
    lines.push(("proved".to_owned(), proved_in_space(limit, is_exact)));
    if let Some(sliding) = &limit.sliding {
        lines.push(("sliding".to_owned(), told_sliding(sliding, is_exact)));
    }
    let mut text = super::space::heading(limit.scene, &limit.scene.digest());
    for (name, value) in lines {
        text += &format!("  {name:<9}  {value}\n");
    }
    text
}

/// The limit as people measure it: an angle, a force, an acceleration; none of a friction.
fn measured_in_space(limit: &LimitInSpace) -> Option<String> {
    let stands = of_measure(&limit.measure, limit.stands_at?)?;
    let falls = of_measure(&limit.measure, limit.falls_at?)?;
    Some(match limit.is_exact || stands == falls {
        true => stands,
        false => format!("between {stands} and {falls}"),
    })
}

/// A value with its unit.
fn of_measure(measure: &MeasureInSpace, value: &Rational) -> Option<String> {
    Some(match measure {
        MeasureInSpace::Number => return None,
        MeasureInSpace::Angle(square) => {
            let tangent = square_root(&(square * value * value));
            marked(&angle(&tangent).digits, "°")
        }
        MeasureInSpace::Gravity => marked(&short(value), " m/s²"),
        MeasureInSpace::Force(square) => {
            let size = square_root(&(square * value * value));
            let way = if value.is_negative() {
                ", the other way"
            } else {
                ""
            };
            format!("{}{way}", marked(&short(&size), " N"))
        }
    })
}

/// The limit of a bracket.
fn critical_value(limit: &LimitInSpace, stands: &Rational, is_exact: bool) -> String {
    match (limit.is_exact, limit.least_square, limit.simplest) {
        (true, ..) => exactly(stands, is_exact),
        (false, Some(square), _) => root_of(square, is_exact),
        (false, None, Some(simplest)) => {
            format!("between these two; the simplest fraction there is {simplest}")
        }
        (false, None, None) => "between these two".to_owned(),
    }
}

/// The values of which something is proved.
fn proved_in_space(limit: &LimitInSpace, is_exact: bool) -> String {
    let start = shown(limit.start, is_exact);
    let falls = match (limit.stands_at, limit.falls_at) {
        (Some(_), Some(falls)) => falls,
        (Some(_), None) if limit.is_endless => {
            return "held at all further values: forces balance what is added alone, too"
                .to_owned();
        }
        (Some(_), None) => return "held by every friction: it needs none".to_owned(),
        (None, Some(falls)) if limit.is_friction => {
            let falls = shown(falls, is_exact);
            return format!("falls with every friction up to {falls}; more was not tried");
        }
        (None, _) => {
            return format!(
                "falls at {start} and at every value beyond: the velocity of a fall does work at each"
            );
        }
    };
    if limit.begins {
        let falls = shown(falls, is_exact);
        return format!(
            "held at the former, at no value from {start} to {falls}: it begins to be held there"
        );
    }
    let is_friction = limit.is_friction;
    let told = match (limit.has_corners, is_friction, limit.is_exact) {
        (true, ..) => "at these two values only: bodies meet at corners",
        (false, true, _) if limit.least_square.is_some() => {
            "held by every friction from the critical one on, by none below it"
        }
        (false, true, _) => "held by every friction from the former on, by none up to the latter",
        (false, false, true) => {
            return format!(
                "held from {start} to the former, at no value beyond it: the velocity of the fall \
                 does no work there"
            );
        }
        (false, false, false) => {
            return format!("held from {start} to the former, at no value beyond the latter");
        }
    };
    told.to_owned()
}

/// The value at which nothing but rest obeys the law.
fn only_rest(stands: &Rational, cases: usize, is_exact: bool) -> String {
    let stands = shown(stands, is_exact);
    format!("only rest obeys Coulomb's law at {stands} (proved in {cases} cases)")
}

/// The limit beyond which a scene may slide.
fn told_sliding(sliding: &SlidingLimit, is_exact: bool) -> String {
    let cases = sliding.cases.unwrap_or(0);
    match (sliding.stands, sliding.moves) {
        (Some(stands), Some(moves)) if sliding.is_exact => {
            let moves = shown(moves, is_exact);
            let limit = exactly(stands, is_exact);
            format!(
                "possible beyond {limit}: {}; a motion does, too, from there to {moves}",
                only_rest(stands, cases, is_exact)
            )
        }
        (Some(stands), Some(moves)) => {
            let moves = shown(moves, is_exact);
            format!(
                "{}; a motion does, too, at {moves}",
                only_rest(stands, cases, is_exact)
            )
        }
        (Some(stands), None) => only_rest(stands, cases, is_exact),
        (None, Some(moves)) => {
            let moves = shown(moves, is_exact);
            format!("possible: a motion obeys Coulomb's law at {moves}")
        }
        (None, None) => "undecided: neither a motion nor a proof against it was found".to_owned(),
    }
}

/// A limit that is known: `exactly 0.3`, or `≈ 0.333333333333 (exactly 1/3)`.
fn exactly(value: &Rational, is_exact: bool) -> String {
    if is_exact {
        return format!("exactly {value}");
    }
    match decimal(value, DIGITS).exact {
        true => format!("exactly {}", shown(value, false)),
        false => shown(value, false),
    }
}

/// The root of a fraction above 0: a number, or a decimal with the equation that it solves.
fn root_of(square: &Rational, is_exact: bool) -> String {
    let root = Rational::new(square.numer().sqrt(), square.denom().sqrt());
    if &root * &root == *square {
        return exactly(&root, is_exact);
    }
    let equation = format!(
        "exactly √({square}), the root of {} x² = {}",
        square.denom(),
        square.numer()
    );
    match is_exact {
        true => equation,
        false => format!(
            "≈ {} ({equation})",
            decimal(&square_root(square), DIGITS).text
        ),
    }
}

/// A decimal, with the fraction beside it where it is rounded; or the fraction first, and where it
/// is long the decimal beside it.
fn shown(value: &Rational, is_exact: bool) -> String {
    let Decimal { text, exact } = decimal(value, DIGITS);
    if !is_exact {
        return match exact {
            true => text,
            false => format!("≈ {text} (exactly {value})"),
        };
    }
    let fraction = value.to_string();
    match fraction.len() > LONG {
        true if exact => format!("{fraction} = {text}"),
        true => format!("{fraction} ≈ {text}"),
        false => fraction,
    }
}
