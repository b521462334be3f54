//! Vertices inside of a rigid whole, or of a straight side of one (`proofs/RUN.md`, section 15).

use crate::outline::Outline;
use crate::plane::Plane;
use crate::round::is_over;
use malachite::Integer;
use std::collections::BTreeMap;
use zwang_certificate::{Feature, PartId};

/// The vectors from vertices to the ends of edges of other parts of their whole that contain them,
/// with the bodies of these parts.
pub(crate) type Seams = BTreeMap<Feature, Vec<(usize, Plane)>>;

/// A part in the scene, U times.
struct InScene {
    part: PartId,
    points: Vec<Plane>,
    low: Plane,
    high: Plane,
}

/// Those of a scene; there are none if nothing is rounded.
pub(crate) fn find(outline: &Outline) -> Seams {
    let mut seams = Seams::new();
    if !outline
        .bodies
        .iter()
        .any(|body| body.radii.iter().any(|radius| *radius > 0))
    {
        return seams;
    }
    let mut parts = in_the_scene(outline);
    parts.sort_by(|one, other| one.low.re.cmp(&other.low.re));
    for (index, one) in parts.iter().enumerate() {
        for other in &parts[index + 1..] {
            if other.low.re > one.high.re {
                break;
            }
            let meets = one.low.im <= other.high.im && other.low.im <= one.high.im;
            let [first, second] = [one.part.body, other.part.body];
            let are_fixed = !outline.is_free(first) && !outline.is_free(second);
            if meets && (first == second || are_fixed) {
                add(&mut seams, one, other);
                add(&mut seams, other, one);
            }
        }
    }
    seams
}

fn in_the_scene(outline: &Outline) -> Vec<InScene> {
    let mut parts = Vec::new();
    for part in outline.part_ids() {
        if *outline.radius(part) > 0 {
            continue;
        }
        let home = match &outline.bodies[part.body].mass {
            Some(mass) => mass.centroid.clone(),
            None => Plane::ZERO,
        };
        let points = outline.arms(part).iter().map(|arm| &home + arm);
        let points: Vec<Plane> = points.collect();
        let extreme = |of: fn(&Plane) -> &Integer, largest: bool| {
            let numbers = points.iter().map(of);
            let found = if largest {
                numbers.max()
            } else {
                numbers.min()
            };
            found.cloned().unwrap_or_default()
        };
        let low = Plane::new(
            extreme(|point| &point.re, false),
            extreme(|point| &point.im, false),
        );
        let high = Plane::new(
            extreme(|point| &point.re, true),
            extreme(|point| &point.im, true),
        );
        parts.push(InScene {
            part,
            points,
            low,
            high,
        });
    }
    parts
}

/// Adds the vertices of a part that lie on another part.
fn add(seams: &mut Seams, own: &InScene, other: &InScene) {
    for (index, point) in own.points.iter().enumerate() {
        for (edge, start) in other.points.iter().enumerate() {
            let end = &other.points[(edge + 1) % other.points.len()];
            let along = end - start;
            let from_start = point - start;
            if from_start.cross(&along) != 0 || !is_over(&from_start, &along) {
                continue;
            }
            let part = own.part;
            let ways = seams.entry(Feature { part, index }).or_default();
            for end in [start, end] {
                if end != point {
                    ways.push((other.part.body, end - point));
                }
            }
        }
    }
}

/// Whether vectors are in an open half plane.
pub(crate) fn are_of_one_side(vectors: &[Plane]) -> bool {
    vectors.iter().any(|right| {
        vectors.iter().all(|vector| {
            let turn = right.cross(vector);
            turn > 0 || turn == 0 && right.dot(vector) > 0
        })
    })
}
