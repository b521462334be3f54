//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*), in
//! doubles.

use crate::program::Condition;
use crate::world::Point;
use std::collections::BTreeSet;
use zwang_certificate::Contact;

/// A row is compared with so many others before it, and behind it, in the order of corners.
const MOST_BESIDE: usize = 64;

/// Smaller angles are none.
const SMALLEST_TURN: f64 = 1e-12;

/// A row of a program that may be in a place.
pub(crate) struct Located<'r> {
    pub(crate) row: &'r mut Condition,
    pub(crate) contact: Contact,
    /// Its vertex in the state before.
    pub(crate) corner: Point,
}

/// The places of a program.
pub(crate) fn places(mut rows: Vec<Located>, touch: f64) -> Vec<Vec<Located>> {
    rows.sort_by(|one, other| {
        let order = one.corner.x.total_cmp(&other.corner.x);
        let order = order.then(one.corner.y.total_cmp(&other.corner.y));
        order.then(one.contact.cmp(&other.contact))
    });
    let mut sets: Vec<usize> = (0..rows.len()).collect();
    for (index, one) in rows.iter().enumerate() {
        for (behind, other) in rows[index + 1..].iter().take(MOST_BESIDE).enumerate() {
            let between = other.corner - one.corner;
            if between.x > touch {
                break;
            }
            if between.norm() <= touch && have_a_body_in_common(one.row, other.row) {
                let [own, met] = [sets[index], sets[index + 1 + behind]];
                for set in &mut sets {
                    if *set == own.max(met) {
                        *set = own.min(met);
                    }
                }
            }
        }
    }
    let mut places: Vec<Vec<Located>> = sets.iter().map(|_| Vec::new()).collect();
    for (located, set) in rows.into_iter().zip(sets) {
        places[set].push(located);
    }
    places.retain(|place| may_cancel(place));
    places
}

/// Lets the rows of a place act at the centre of the box of their points.
pub(crate) fn join(place: Vec<Located>, points: &[Point]) {
    let Some(first) = points.first() else {
        return;
    };
    let [mut low, mut high] = [*first, *first];
    for point in points {
        low = low.inf(point);
        high = high.sup(point);
    }
    for (located, point) in place.into_iter().zip(points) {
        let way = (low + high) / 2.0 - point;
        act_at(located.row, &way);
        if let Some(slip) = &mut located.row.slip {
            act_at(&mut slip.along, &way);
        }
    }
}

fn act_at(condition: &mut Condition, way: &Point) {
    for (_, own) in &mut condition.coefficients {
        own.z += way.perp(&own.xy());
    }
}

fn have_a_body_in_common(one: &Condition, other: &Condition) -> bool {
    let mut own = one.coefficients.iter();
    own.any(|(body, _)| other.coefficients.iter().any(|(met, _)| met == body))
}

/// Whether some body may get forces from these rows that are in no open half-plane.
fn may_cancel(place: &[Located]) -> bool {
    let all = place.iter().flat_map(|located| &located.row.coefficients);
    let bodies: BTreeSet<usize> = all.map(|(body, _)| *body).collect();
    place.len() > 1
        && bodies.iter().any(|body| {
            let mut cone = None;
            let mut ends = place.iter().flat_map(|located| ends(located.row, *body));
            ends.any(|end| !widens(&mut cone, end))
        })
}

/// The forces at the ends of the cone of a row, on a body.
fn ends(row: &Condition, body: usize) -> Vec<Point> {
    let Some((_, own)) = row.coefficients.iter().find(|(own, _)| *own == body) else {
        return Vec::new();
    };
    let normal = own.xy().normalize();
    let Some(slip) = &row.slip else {
        return vec![normal];
    };
    let along = Point::new(-normal.y, normal.x) * slip.at_rest;
    vec![(normal - along).normalize(), (normal + along).normalize()]
}

/// Takes a vector into a cone of less than half a turn, from its first to its second side; whether
/// it remains one.
fn widens(cone: &mut Option<[Point; 2]>, vector: Point) -> bool {
    let Some([first, second]) = cone else {
        *cone = Some([vector, vector]);
        return true;
    };
    let [from_first, to_second] = [first.perp(&vector), vector.perp(second)];
    if from_first < -SMALLEST_TURN && to_second > SMALLEST_TURN {
        *first = vector;
        return true;
    }
    if from_first > SMALLEST_TURN && to_second < -SMALLEST_TURN {
        *second = vector;
        return true;
    }
    let is_inside = from_first >= -SMALLEST_TURN && to_second >= -SMALLEST_TURN;
    is_inside && (first.dot(&vector) > 0.0 || second.dot(&vector) > 0.0)
}
