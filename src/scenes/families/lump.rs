//! Bodies as frames of point masses and bars (Rote & Zwick, *Collapse*, 8.1).
//!
//! The second moments of a body about its centroid are S = d₁ l₁ l₁ᵀ + d₂ l₂ l₂ᵀ with l₁ = (1, λ)
//! and l₂ = (0, 1), all rational (Cholesky without roots). In the coordinates x, y along l₁ and l₂
//! about the centroid, point masses do what the body does if their mass is m, their first moments
//! and Σ μ x y are 0, Σ μ x² = d₁ and Σ μ y² = d₂. Two such systems are here:
//!
//! * *Nine*: the grid of the places -a, 0, a and -b, 0, b with the products of the weights p,
//!   1 - 2 p, p and q, 1 - 2 q, q of m. So 2 p a² = d₁ / m and 2 q b² = d₂ / m. A homogeneous
//!   rectangle has a and b of half its sides, and p = q = 1/6, as in Figure 10 of the paper.
//! * *Four*: the masses μ at (±s, -t) and ν at (0, 2 μ t / ν), and the rest of m at the centroid.
//!   So 2 μ s² = d₁ and 2 μ t² (1 + 2 μ / ν) = d₂.
//!
//! Places are fractions near those for which p = q = 1/6, or μ = m/8 and ν = m/4; masses are then
//! exact.
//!
//! Point masses touch nothing. So a body keeps its shape and a share of its mass, and with them its
//! contacts, pins and loads; it is pinned to two neighbours of its frame, in place of the bar
//! between them.

use crate::point_mass::{PointMass, bar, body, pin};
use num_traits::{One, Zero};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Polygon, Scene};

/// A body keeps one part in so many of its mass.
const KEPT: i64 = 16;

/// Roots that are not rational are taken to so many parts of 1.
const PARTS_OF_ROOTS: i64 = 1 << 12;

/// How many point masses a body becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lumps {
    /// A grid of 3 × 3.
    Nine,
    /// A triangle and the centroid.
    Four,
}

/// Which bars join them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bars {
    /// Just enough to make them rigid.
    Minimal,
    /// One more for the braces, and one between the two points that the body is pinned to.
    Redundant,
}

/// A name that is taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found a body `{0}`, as a part of a frame would be named; expected another name for it")]
pub struct NameTaken(pub String);

/// The second moments of a body about its centroid, as the module says.
struct Axes {
    /// d₁ and d₂, kg m².
    moments: [Rational; 2],
    /// l₁ and l₂.
    directions: [Vector; 2],
}

impl Lumps {
    /// The point masses that have together the mass, the centroid, the second moments and the
    /// motion of this share of a free body; none of a fixed one.
    #[must_use]
    pub fn of(self, body: &Body, share: &Rational) -> Vec<PointMass> {
        let Some(free) = &body.dynamics else {
            return Vec::new();
        };
        let mass = &free.mass * share;
        let axes = Axes::of(&body.parts, free, share);
        let places = match self {
            Self::Nine => nine(&axes.moments, &mass),
            Self::Four => four(&axes.moments, &mass),
        };
        let mut points = Vec::with_capacity(places.len());
        for ([x, y], mass) in places {
            let arm = &axes.directions[0].scaled(&x) + &axes.directions[1].scaled(&y);
            points.push(PointMass {
                mass,
                at: &free.centroid + &arm,
                velocity: &free.velocity + &arm.quarter_turn().scaled(&free.spin),
            });
        }
        points
    }

    /// The bars between the points, by their places in the list; the first one is where a body is
    /// pinned in its place.
    fn bars(self, bars: Bars) -> Vec<[usize; 2]> {
        let mut all = match self {
            Self::Four => vec![[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]],
            Self::Nine => {
                let mut all = Vec::new();
                for row in 0..3 {
                    for place in 0..2 {
                        all.push([3 * row + place, 3 * row + place + 1]);
                        all.push([3 * place + row, 3 * place + row + 3]);
                    }
                }
                all.extend([[0, 4], [1, 5], [3, 7], [4, 8]]);
                all
            }
        };
        if bars == Bars::Minimal {
            all.pop();
            all.remove(0);
        }
        all
    }
}

/// Each free body of a scene with a frame of point masses.
///
/// # Errors
/// [`NameTaken`] if a body has the name of a point or of a bar.
pub fn lumped(scene: &Scene, lumps: Lumps, bars: Bars) -> Result<Scene, NameTaken> {
    let mut lumped = scene.clone();
    let mut names: BTreeSet<String> = BTreeSet::new();
    names.extend(scene.bodies.iter().map(|body| body.name.clone()));
    let kept = Rational::new(1.into(), KEPT.into());
    let rest = Rational::one() - &kept;
    for (id, original) in scene.numbered_bodies() {
        if original.parts.is_empty() || original.is_fixed() {
            continue;
        }
        let points = lumps.of(original, &rest);
        if let Some(free) = &mut lumped.bodies[id.0].dynamics {
            free.mass = &free.mass * &kept;
            free.inertia = &free.inertia * &kept;
        }
        let first = lumped.bodies.len();
        add_frame(&mut lumped, id, &points, &lumps.bars(bars));
        for body in &lumped.bodies[first..] {
            if !names.insert(body.name.clone()) {
                return Err(NameTaken(body.name.clone()));
            }
        }
    }
    Ok(lumped)
}

/// Adds the bodies of points and bars, and their pins, to a scene, and pins a body to the first
/// two points.
fn add_frame(scene: &mut Scene, of: BodyId, points: &[PointMass], bars: &[[usize; 2]]) {
    let mut shares = vec![1; points.len()];
    for end in bars.iter().flatten() {
        shares[*end] += 1;
    }
    let name = scene.bodies[of.0].name.clone();
    let first = scene.bodies.len();
    let mut shared = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        let own = point.share(shares[index]);
        let called = format!("{name} {index}");
        scene.bodies.push(body(called, own.dynamics()));
        shared.push(own);
    }
    for (index, point) in points.iter().enumerate().take(2) {
        scene.pins.push(pin(of, BodyId(first + index), &point.at));
    }
    for [one, other] in bars {
        let id = BodyId(scene.bodies.len());
        let called = format!("{name} {one}-{other}");
        let dynamics = bar([&shared[*one], &shared[*other]]);
        scene.bodies.push(body(called, dynamics));
        for end in [one, other] {
            scene
                .pins
                .push(pin(BodyId(first + end), id, &shared[*end].at));
        }
    }
}

impl Axes {
    /// Those of a share of a body. If it is rounded or not homogeneous, only its polar second
    /// moment is known, and matters; half of it is taken for each axis.
    fn of(parts: &[Polygon], free: &Dynamics, share: &Rational) -> Self {
        let half = Rational::new(1.into(), 2.into());
        let [xx, xy, yy] = match homogeneous(parts, free) {
            Some(moments) => moments.map(|moment| moment * share),
            None => {
                let each = &free.inertia * half * share;
                [each.clone(), Rational::zero(), each]
            }
        };
        let slope = &xy / &xx;
        let rest = yy - &slope * &xy;
        Self {
            moments: [xx, rest],
            directions: [
                Vector::new(Rational::one(), slope),
                Vector::from_integers(0, 1),
            ],
        }
    }
}

/// ∫x², ∫x y and ∫y² about the centroid of the mass of a body, if it has the mass, the centroid and
/// the inertia of a homogeneous one.
///
/// Over a polygon with w = p × q for its edges (p, q), 12 ∫x² = Σ w (p_x² + p_x q_x + q_x²), and
/// 24 ∫x y = Σ w (2 p_x p_y + p_x q_y + q_x p_y + 2 q_x q_y).
fn homogeneous(parts: &[Polygon], free: &Dynamics) -> Option<[Rational; 3]> {
    if parts.is_empty() || parts.iter().any(Polygon::is_rounded) {
        return None;
    }
    let one = Dynamics::homogeneous(parts, &Rational::one());
    let density = &free.mass / &one.mass;
    if one.centroid != free.centroid || &one.inertia * &density != free.inertia {
        return None;
    }
    let mut sums = [Rational::zero(), Rational::zero(), Rational::zero()];
    for (p, q) in parts.iter().flat_map(Polygon::edges) {
        let p = p - &free.centroid;
        let q = q - &free.centroid;
        let weight = p.cross(&q) * &density / Rational::from_integer(24.into());
        let two = Rational::from_integer(2.into());
        let square = |p: &Rational, q: &Rational| (p * p + p * q + q * q) * &two;
        let mixed = (&p.x * &p.y + &q.x * &q.y) * &two + &p.x * &q.y + &q.x * &p.y;
        let terms = [square(&p.x, &q.x), mixed, square(&p.y, &q.y)];
        for (sum, term) in sums.iter_mut().zip(terms) {
            *sum += term * &weight;
        }
    }
    Some(sums)
}

/// Places along the axes, m, and the mass at each, kg.
type Places = Vec<([Rational; 2], Rational)>;

fn nine(moments: &[Rational; 2], mass: &Rational) -> Places {
    let three = Rational::from_integer(3.into());
    let two = Rational::from_integer(2.into());
    let axes = moments.each_ref().map(|moment| {
        let place = near_root(&(moment * &three / mass));
        let weight = moment / (&two * mass * &place * &place);
        let middle = Rational::one() - &two * &weight;
        [
            (-&place, weight.clone()),
            (Rational::zero(), middle),
            (place, weight),
        ]
    });
    let [across, up] = &axes;
    let mut places = Vec::new();
    for (y, of_row) in up {
        for (x, of_column) in across {
            places.push(([x.clone(), y.clone()], of_row * of_column * mass));
        }
    }
    places
}

fn four(moments: &[Rational; 2], mass: &Rational) -> Places {
    let [first, second] = moments;
    let two = Rational::from_integer(2.into());
    let four = Rational::from_integer(4.into());
    let s = near_root(&(first * &four / mass));
    let low = first / (&two * &s * &s);
    let t = near_root(&(second / (&four * &low)));
    // 1 + 2 μ / ν, about 2.
    let ratio = second / (&two * &low * &t * &t);
    let high = &two * &low / (ratio - Rational::one());
    let top = &two * &low * &t / &high;
    let rest = mass - &two * &low - &high;
    let zero = Rational::zero();
    vec![
        ([-&s, -&t], low.clone()),
        ([s, -t], low),
        ([zero.clone(), top], high),
        ([zero.clone(), zero], rest),
    ]
}

/// The root of a positive number if that is rational; a fraction near it otherwise.
fn near_root(square: &Rational) -> Rational {
    let exact = Rational::new(square.numer().sqrt(), square.denom().sqrt());
    if &exact * &exact == *square {
        return exact;
    }
    // √(n/d) = √(n d) / d, to so many parts of 1, or finer if it is small.
    let mut parts = Rational::from_integer(PARTS_OF_ROOTS.into());
    while (square * &parts * &parts) < parts {
        parts = &parts + &parts;
    }
    let whole = (square * &parts * &parts).to_integer().sqrt();
    Rational::from_integer(whole) / parts
}
