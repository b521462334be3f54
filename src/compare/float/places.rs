//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*), in
//! doubles.

use crate::groups::Joined;
use crate::program::Condition;
use crate::world::Point;
use std::collections::BTreeMap;
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
    let joined = meeting(&rows, touch);
    let mut sets: BTreeMap<Option<usize>, Vec<Located>> = BTreeMap::new();
    for (index, located) in rows.into_iter().enumerate() {
        let set = joined.root(index);
        sets.entry(set).or_default().push(located);
    }
    let mut places: Vec<Vec<Located>> = sets.into_values().collect();
    places.retain(|place| may_cancel(place));
    places
}

/// The rows that meet, joined by their numbers.
fn meeting(rows: &[Located], touch: f64) -> Joined<usize> {
    let numbers: Vec<usize> = (0..rows.len()).collect();
    let mut joined = Joined::new(&numbers);
    for (index, one) in rows.iter().enumerate() {
        let others = rows.iter().enumerate().skip(index + 1);
        for (behind, other) in others.take(MOST_BESIDE) {
            let between = other.corner - one.corner;
            if between.x > touch {
                break;
            }
            if between.norm() <= touch && have_a_body_in_common(one.row, other.row) {
                joined.join([index, behind]);
            }
        }
    }
    joined
}

/// Lets the rows of a place act at the centre of the box of their points.
pub(crate) fn act_at_one_point(place: Vec<Located>, points: &[Point]) {
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
    let mut cones: BTreeMap<usize, Cone> = BTreeMap::new();
    for Located { row, .. } in place {
        for (body, own) in &row.coefficients {
            for force in ends(row, own.xy().normalize()) {
                if !cones.entry(*body).or_default().widen(force) {
                    return true;
                }
            }
        }
    }
    false
}

/// The forces at the ends of the cone of a row, of length 1, given its normal.
fn ends(row: &Condition, normal: Point) -> Vec<Point> {
    let Some(slip) = &row.slip else {
        return vec![normal];
    };
    let along = Point::new(-normal.y, normal.x) * slip.at_rest;
    vec![(normal - along).normalize(), (normal + along).normalize()]
}

/// The least cone of some vectors, which is less than half a turn: its sides, from the first one to
/// the second counter-clockwise. There are none without vectors.
#[derive(Default)]
struct Cone(Option<[Point; 2]>);

impl Cone {
    /// Takes in a vector of length 1; whether all are in an open half-plane still.
    fn widen(&mut self, vector: Point) -> bool {
        let Some([first, second]) = &mut self.0 else {
            self.0 = Some([vector, vector]);
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
        let is_between = from_first >= -SMALLEST_TURN && to_second >= -SMALLEST_TURN;
        is_between && (first.dot(&vector) > 0.0 || second.dot(&vector) > 0.0)
    }
}
