//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*), in
//! doubles.

use crate::groups::Joined;
use crate::program::Condition;
use crate::world::{Pin, Point, World};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature};
use zwang_scene::BodyId;

/// A row or pin is compared with so many others before it, and behind it, in the order of points.
const MOST_BESIDE: usize = 64;

/// Smaller angles are none.
const SMALLEST_TURN: f64 = 1e-12;

/// A row, or the two of a pin with its number: they act at a point.
pub(crate) enum Acting<'r> {
    Row(Contact, &'r mut Condition),
    Pin(usize, &'r mut [Condition; 2]),
}

/// The same, and where it is when it is asked what meets.
struct Located<'r> {
    acting: Acting<'r>,
    at: Point,
}

/// The place of a row or a pin among those at one point.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Row(Contact),
    Pin(usize),
}

impl Acting<'_> {
    fn name(&self) -> Name {
        match self {
            Self::Row(contact, _) => Name::Row(*contact),
            Self::Pin(number, _) => Name::Pin(*number),
        }
    }

    /// A form of it, which has all of its bodies.
    fn form(&self) -> &Condition {
        match self {
            Self::Row(_, row) => row,
            Self::Pin(_, [row, _]) => row,
        }
    }

    /// The points at which it acts on its two bodies, given where a body has the one with an arm.
    fn points(&self, world: &World, point: impl Fn(BodyId, &Point) -> Point) -> [Point; 2] {
        match self {
            Self::Row(Contact { vertex, .. }, _) => {
                let Feature { part, .. } = vertex;
                [point(BodyId(part.body), &world.arm(*vertex)); 2]
            }
            Self::Pin(number, _) => {
                let Pin { first, second } = &world.pins[*number];
                let of_second = match second {
                    Ok(anchor) => point(anchor.body, &anchor.arm),
                    Err(place) => *place,
                };
                [point(first.body, &first.arm), of_second]
            }
        }
    }
}

impl Located<'_> {
    fn has_a_body_of(&self, other: &Self) -> bool {
        let [own, of_other] = [self, other].map(|located| &located.acting.form().coefficients);
        let mut own = own.iter();
        own.any(|(body, _)| of_other.iter().any(|(met, _)| met == body))
    }
}

/// The places of a program, given where a body has the point with an arm.
pub(crate) fn places<'r>(
    world: &World,
    point: impl Fn(BodyId, &Point) -> Point,
    all: impl Iterator<Item = Acting<'r>>,
) -> Vec<Vec<Acting<'r>>> {
    let mut located = Vec::new();
    for acting in all {
        let [first, second] = acting.points(world, &point);
        let at = (first + second) / 2.0;
        located.push(Located { acting, at });
    }
    located.sort_by(|one, other| {
        let order = one.at.x.total_cmp(&other.at.x);
        let order = order.then(one.at.y.total_cmp(&other.at.y));
        order.then_with(|| one.acting.name().cmp(&other.acting.name()))
    });
    let joined = meeting(&located, world.touch);
    let mut sets: BTreeMap<Option<usize>, Vec<Acting>> = BTreeMap::new();
    for (index, located) in located.into_iter().enumerate() {
        let set = joined.root(index);
        sets.entry(set).or_default().push(located.acting);
    }
    let mut places: Vec<Vec<Acting>> = sets.into_values().collect();
    places.retain(|place| may_cancel(place));
    places
}

/// The numbers of those that meet, joined.
fn meeting(all: &[Located], touch: f64) -> Joined<usize> {
    let numbers: Vec<usize> = (0..all.len()).collect();
    let mut joined = Joined::new(&numbers);
    for (index, one) in all.iter().enumerate() {
        let others = all.iter().enumerate().skip(index + 1);
        for (behind, other) in others.take(MOST_BESIDE) {
            let between = other.at - one.at;
            if between.x > touch {
                break;
            }
            if between.norm() <= touch && one.has_a_body_of(other) {
                joined.join([index, behind]);
            }
        }
    }
    joined
}

/// Lets what is at a place act at the centre of the box of the points of its pins, or of its rows
/// if it has none.
pub(crate) fn act_at_one_point(
    world: &World,
    point: impl Fn(BodyId, &Point) -> Point,
    place: Vec<Acting>,
) {
    let has_pins = place.iter().any(is_pin);
    let mut limits: Option<[Point; 2]> = None;
    let of_box = place.iter().filter(|acting| !has_pins || is_pin(acting));
    for own in of_box.flat_map(|acting| acting.points(world, &point)) {
        let [low, high] = limits.unwrap_or([own, own]);
        limits = Some([low.inf(&own), high.sup(&own)]);
    }
    let Some([low, high]) = limits else {
        return;
    };
    for acting in place {
        let points = acting.points(world, &point);
        let ways = points.map(|point| (low + high) / 2.0 - point);
        match acting {
            Acting::Row(_, row) => {
                act_at(row, &[ways[0]; 2]);
                if let Some(slip) = &mut row.slip {
                    act_at(&mut slip.along, &[ways[0]; 2]);
                }
            }
            Acting::Pin(_, rows) => rows.iter_mut().for_each(|row| act_at(row, &ways)),
        }
    }
}

fn is_pin(acting: &Acting) -> bool {
    matches!(acting, Acting::Pin(..))
}

/// Moves forces by ways, those on the first body of a pin by the first one.
fn act_at(condition: &mut Condition, ways: &[Point; 2]) {
    for (_, own) in &mut condition.coefficients {
        let is_first = own.x + own.y > 0.0;
        own.z += ways[usize::from(!is_first)].perp(&own.xy());
    }
}

/// Whether some body may get forces from what is here that are in no open half-plane. (A pin gives
/// any. Pins alone are springs, no forces of which cancel.)
fn may_cancel(place: &[Acting]) -> bool {
    let mut cones: BTreeMap<usize, Cone> = BTreeMap::new();
    let [mut has_row, mut may_cancel] = [false, place.iter().any(is_pin)];
    for acting in place {
        let Acting::Row(_, row) = acting else {
            continue;
        };
        has_row = true;
        for (body, own) in &row.coefficients {
            for force in ends(row, own.xy().normalize()) {
                may_cancel = may_cancel || !cones.entry(*body).or_default().widen(force);
            }
        }
    }
    has_row && may_cancel
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
