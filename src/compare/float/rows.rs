//! Rows: the gap of a vertex and an edge after a step as a linear form in the motion, in metres;
//! and pins (`proofs/RUN.md`, sections 6, 11 and 13).

use crate::places::{self, Acting};
use crate::program::{Condition, Slip};
use crate::scenery::Scenery;
use crate::world::{Anchor, Pin, Placement, Point, Velocity, rotated};
use nalgebra::{Complex, Vector2};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_scene::BodyId;

/// Up to which distance a gap is its own floor, m: 2^-48.
const SMALLEST_GAP: f64 = 1.0 / (1_u64 << 48) as f64;

/// A row of a step.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Gap less floor.
    pub(crate) condition: Condition,
    /// Whether it touches before the step.
    pub(crate) touches: bool,
    pub(crate) floor: f64,
}

/// The place of each free body of a group in its lists.
pub(crate) type Places = BTreeMap<BodyId, usize>;

/// The data that rows of a group are made of: the bodies before the step, and a guess of their
/// motions.
pub(crate) struct RowMaker<'a> {
    pub(crate) before: Scenery<'a>,
    /// After the guess.
    pub(crate) guessed: Scenery<'a>,
    pub(crate) places: &'a Places,
    pub(crate) guesses: &'a [Velocity],
}

/// A body of a row: its rotation, the factor of its turn, and how it is displaced.
struct Side {
    rotation: Complex<f64>,
    factor: f64,
    displacement: Point,
}

/// The linear forms of a contact: of its gap, and of the slip along its edge.
struct Forms {
    across: Condition,
    along: Condition,
}

impl RowMaker<'_> {
    pub(crate) fn row(&self, contact: Contact) -> Row {
        let gap = self.before.gap(&contact);
        let touches = gap <= self.before.world.touch;
        let sides = contact.bodies().map(|body| match touches {
            true => self.middle(BodyId(body)),
            false => self.end(BodyId(body)),
        });
        let Forms { mut across, along } = self.forms(contact, &sides);
        let floor = if touches && gap <= SMALLEST_GAP {
            gap
        } else {
            0.0
        };
        across.constant = if touches {
            gap - floor
        } else {
            self.guessed.gap(&contact) - across.at(self.guesses)
        };
        across.slip = slip(self.before, contact, along);
        Row {
            condition: across,
            touches,
            floor,
        }
    }

    /// Moves what acts at each place of a program to one point, if its rows are still.
    pub(crate) fn join_places(
        &self,
        rows: &mut BTreeMap<Contact, Row>,
        pins: (&[usize], &mut [Condition]),
        is_still: impl Fn(Contact) -> bool,
    ) {
        let touching = rows.iter_mut().filter(|(_, row)| row.touches);
        let rows = touching.map(|(contact, row)| Acting::Row(*contact, &mut row.condition));
        let before = |body: BodyId, arm: &Point| self.before.placements[body.0].point(arm);
        let world = self.before.world;
        for place in places::places(world, before, rows.chain(acting_pins(pins))) {
            let are_still = place.iter().all(|acting| match acting {
                Acting::Row(contact, _) => is_still(*contact),
                Acting::Pin(..) => true,
            });
            if are_still {
                places::act_at_one_point(world, |body, arm| self.middle_point(body, arm), place);
            }
        }
    }

    /// The point of a body with an arm half way to the guess.
    fn middle_point(&self, body: BodyId, arm: &Point) -> Point {
        let Side {
            rotation,
            displacement,
            ..
        } = self.middle(body);
        self.before.placements[body.0].position + displacement + rotated(rotation, arm)
    }

    fn middle(&self, body: BodyId) -> Side {
        let placement = &self.before.placements[body.0];
        let Some(guess) = self.guess(body) else {
            return Side::at(placement);
        };
        Side {
            rotation: placement.middle_rotation(guess.z),
            factor: 1.0,
            displacement: guess.xy() / 2.0,
        }
    }

    fn end(&self, body: BodyId) -> Side {
        let placement = &self.guessed.placements[body.0];
        let Some(guess) = self.guess(body) else {
            return Side::at(placement);
        };
        Side {
            rotation: placement.rotation.into_inner(),
            factor: 1.0 / (1.0 + guess.z * guess.z / 4.0),
            displacement: guess.xy(),
        }
    }

    fn guess(&self, body: BodyId) -> Option<&Velocity> {
        self.places.get(&body).map(|&place| &self.guesses[place])
    }

    fn forms(&self, contact: Contact, sides: &[Side; 2]) -> Forms {
        Forms::new(self.before, self.places, contact, sides)
    }

    /// How pins gape after the step, in x and in y.
    pub(crate) fn pins(&self, pins: &[usize]) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for &pin in pins {
            let pin = &self.before.world.pins[pin];
            let mut rows = pin_rows(pin, self.places, |anchor| self.middle_arm(anchor));
            let gape = gape(pin, self.before.placements);
            for (row, gape) in rows.iter_mut().zip(gape.iter()) {
                row.constant = *gape;
            }
            conditions.extend(rows);
        }
        conditions
    }

    /// c_mid q.
    fn middle_arm(&self, anchor: &Anchor) -> Point {
        rotated(self.middle(anchor.body).rotation, &anchor.arm)
    }

    /// The share of each body, by which its inertia is divided, for the targets of the step.
    pub(crate) fn shares(&self, pins: &[usize], targets: &[Velocity]) -> Vec<f64> {
        let world = self.before.world;
        let mut loads = BTreeMap::new();
        for (&body, &place) in self.places {
            let mass = world.bodies[body].masses.map_or(0.0, |masses| masses.x);
            let load = mass * (self.guesses[place] - targets[place]);
            loads.insert(body, [load.x, load.y]);
        }
        let pulls = world.fixed.pulls(loads);
        let mut stiffness = vec![0.0; self.guesses.len()];
        for &pin in pins {
            let Some(pull) = pulls.get(&pin) else {
                continue;
            };
            for (anchor, sign) in world.pins[pin].anchors() {
                if let Some(&place) = self.places.get(&anchor.body) {
                    let arm = self.middle_arm(&anchor);
                    stiffness[place] += sign * Vector2::from(*pull).dot(&arm) / 2.0;
                }
            }
        }
        let mut shares = Vec::new();
        for (&body, stiffness) in self.places.keys().zip(stiffness) {
            let inertia = world.bodies[body].masses.map_or(0.0, |masses| masses.z);
            shares.push(match stiffness > 0.0 {
                true => short(inertia / (inertia + stiffness)),
                false => 1.0,
            });
        }
        shares
    }
}

/// A number with eight binary digits.
fn short(number: f64) -> f64 {
    let unit = (number.log2().floor() - 7.0).exp2();
    (number / unit).round() * unit
}

/// The rows of a program of velocities at a state, that before being another one, and those of
/// its pins.
pub(crate) fn velocity_rows(
    [before, at]: [Scenery; 2],
    places: &Places,
    contacts: &BTreeSet<Contact>,
    pins: &[usize],
) -> [Vec<Condition>; 2] {
    let contacts_of_rows = contacts.iter();
    let mut rows: Vec<Condition> = contacts_of_rows
        .map(|contact| velocity_row([before, at], places, *contact))
        .collect();
    let mut of_pins = velocity_pins(at, places, pins);
    let acting = contacts.iter().zip(&mut rows);
    let acting = acting.map(|(contact, row)| Acting::Row(*contact, row));
    let point = |body: BodyId, arm: &Point| at.placements[body.0].point(arm);
    let all = acting.chain(acting_pins((pins, &mut of_pins)));
    for place in places::places(at.world, point, all) {
        places::act_at_one_point(at.world, point, place);
    }
    [rows, of_pins]
}

/// Pins by their numbers, each with its two rows.
fn acting_pins<'r>(
    (pins, rows): (&'r [usize], &'r mut [Condition]),
) -> impl Iterator<Item = Acting<'r>> {
    let (rows, _) = rows.as_chunks_mut::<2>();
    let pins = pins.iter().zip(rows);
    pins.map(|(number, rows)| Acting::Pin(*number, rows))
}

/// The linear form of a contact for velocities, at a state, that before being another one.
pub(crate) fn velocity_row(
    [before, at]: [Scenery; 2],
    places: &Places,
    contact: Contact,
) -> Condition {
    let sides = contact.bodies().map(|body| Side::at(&at.placements[body]));
    let Forms { mut across, along } = Forms::new(at, places, contact, &sides);
    across.slip = slip(before, contact, along);
    across
}

/// The two of each pin.
pub(crate) fn velocity_pins(at: Scenery, places: &Places, pins: &[usize]) -> Vec<Condition> {
    let mut conditions = Vec::new();
    for &pin in pins {
        let turned = |anchor: &Anchor| at.placements[anchor.body.0].rotation * anchor.arm;
        conditions.extend(pin_rows(&at.world.pins[pin], places, turned));
    }
    conditions
}

/// How far apart a pin's points are.
pub(crate) fn gape(pin: &Pin, placements: &[Placement]) -> Point {
    let place = |anchor: &Anchor| placements[anchor.body.0].point(&anchor.arm);
    let second = pin.second.as_ref().map_or_else(|place| *place, place);
    place(&pin.first) - second
}

fn pin_rows(pin: &Pin, places: &Places, arm: impl Fn(&Anchor) -> Point) -> [Condition; 2] {
    [Vector2::x(), Vector2::y()].map(|axis| {
        let mut condition = Condition::default();
        for (anchor, sign) in pin.anchors() {
            if let Some(&place) = places.get(&anchor.body) {
                let lever = arm(&anchor).perp(&axis);
                condition
                    .coefficients
                    .push((place, sign * axis.push(lever)));
            }
        }
        condition
    })
}

/// The friction of a contact that slips so, if it has any in the state before; it is at rest until
/// told otherwise.
fn slip(before: Scenery, contact: Contact, along: Condition) -> Option<Box<Slip>> {
    let world = before.world;
    let [one, other] = contact.bodies().map(BodyId);
    let at_rest = world.friction(one, other);
    if at_rest == 0.0 || before.is_hidden(&contact) {
        return None;
    }
    Some(Box::new(Slip {
        along,
        at_rest,
        sliding: world.dynamic_part * at_rest,
        is_sliding: false,
        base: [0.0, 0.0],
    }))
}

impl Side {
    fn at(placement: &Placement) -> Self {
        Self {
            rotation: placement.rotation.into_inner(),
            factor: 1.0,
            displacement: Point::zeros(),
        }
    }
}

impl Forms {
    fn new(at: Scenery, places: &Places, contact: Contact, sides: &[Side; 2]) -> Self {
        let world = at.world;
        let [first, second] = sides;
        let edge = world.arm(world.next(contact.edge)) - world.arm(contact.edge);
        let edge = rotated(second.rotation, &edge.normalize());
        let arm = rotated(first.rotation, &world.arm(contact.vertex));
        let [from, to] = contact.bodies().map(|body| at.placements[body].position);
        let whole = arm + (from - to) + (first.displacement - second.displacement);
        let normal = Vector2::new(edge.y, -edge.x);
        let arms = [arm, whole];
        let mut forms = Self {
            across: Condition::default(),
            along: Condition::default(),
        };
        let bodies = contact.bodies().into_iter().zip(sides).zip(arms);
        for (((body, side), arm), sign) in bodies.zip([1.0, -1.0]) {
            let Some(&place) = places.get(&BodyId(body)) else {
                continue;
            };
            let across = normal.push(-side.factor * arm.dot(&edge));
            let along = edge.push(side.factor * arm.perp(&edge));
            forms.across.coefficients.push((place, sign * across));
            forms.along.coefficients.push((place, sign * along));
        }
        forms
    }
}
