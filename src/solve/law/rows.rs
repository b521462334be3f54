//! Rows: the gap of a vertex and an edge after a step, as a linear form in the motion
//! (`proofs/RUN.md`, section 6).
//!
//! A row that touches has the coefficients at the middle of the guessed motion, with which its
//! value at the guess is the gap there exactly; an open one is linearised at the end of the guessed
//! motion.

use crate::candidates::{is_within_over, row_is_within};
use crate::joints::PinRow;
use crate::number::{FLOOR, GRID, LONG, SHORT, root_above};
use crate::order::Order;
use crate::outline::Outline;
use crate::places;
use crate::plane::Plane;
use crate::seams;
use crate::state::{BodyGuess, Placed, Pose, turn_factor};
use malachite::base::num::arithmetic::traits::{Abs, DivExact, PowerOf2, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature, PartId};
use zwang_program::kernel::number::{common_denominator, times};
use zwang_scene::BodyId;

/// Binary digits of coefficients, which are over U² 2^COEFFICIENT.
pub(crate) const COEFFICIENT: u64 = 128;
/// Binary digits of constants, which are over U² 2^CONSTANT.
pub(crate) const CONSTANT: u64 = 256;

/// w(x) = Σ coefficient x + constant ≥ 0, over the unknowns of the bodies of a group.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) contact: Contact,
    /// Pairs (unknown, U² 2^128 times the coefficient).
    pub(crate) coefficients: Vec<(usize, Integer)>,
    /// U² 2^256 times w(0).
    pub(crate) constant: Integer,
    /// Whether it touches before the step.
    pub(crate) touches: bool,
    /// U² 2^256 times the floor.
    pub(crate) floor: Integer,
    /// How it slips, if it is rough.
    pub(crate) slip: Option<Slip>,
    pub(crate) is_of_velocities: bool,
    /// Whether it touches and leaves, so that a force should not hold it.
    pub(crate) leaves: bool,
}

/// The move along the edge of a rough contact, and the friction that it has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slip {
    /// μ > 0, as a fraction.
    pub(crate) friction: [Integer; 2],
    /// Pairs (unknown, U² 2^128 times the coefficient).
    pub(crate) coefficients: Vec<(usize, Integer)>,
    /// U² 2^256 times |τ| at the guess.
    pub(crate) first_shift: Integer,
    /// Φ and Ψ, the forces that have acted already, over 2^P.
    pub(crate) base: [Integer; 2],
}

/// A number over U² and another unit, at a point of which coordinates are integers over a unit.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) numerator: Integer,
    /// The denominator, beside U².
    pub(crate) unit: Integer,
}

/// A point in the space of unknowns.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) numerators: Vec<Integer>,
    pub(crate) unit: Integer,
}

impl Point {
    pub(crate) fn new(coordinates: &[Rational]) -> Self {
        let unit = common_denominator(coordinates);
        let numerators = coordinates.iter().map(|number| times(number, &unit));
        Self {
            numerators: numerators.collect(),
            unit: Integer::from(&unit),
        }
    }
}

impl Row {
    /// w at a point.
    pub(crate) fn value(&self, point: &Point) -> Value {
        let sum = product(&self.coefficients, point);
        Value {
            numerator: (sum << (CONSTANT - COEFFICIENT)) + &self.constant * &point.unit,
            unit: &point.unit << CONSTANT,
        }
    }

    /// The places of its free bodies in the group.
    pub(crate) fn bodies(&self) -> BTreeSet<usize> {
        let unknowns = self.coefficients.iter();
        unknowns.map(|(unknown, _)| unknown / 3).collect()
    }

    /// Lets it act at another point, given the way there over a unit.
    pub(crate) fn act_at(&mut self, way: &Plane, unit: &Integer) {
        act_at(&mut self.coefficients, unit, |_| way);
        if let Some(slip) = &mut self.slip {
            act_at(&mut slip.coefficients, unit, |_| way);
        }
    }

    /// The row in another order of bodies. A reflection turns its edge round, and so its slip.
    pub(crate) fn image(&self, order: &Order) -> Self {
        let slip = self.slip.as_ref().map(|slip| {
            let is_reflection = order.is_reflection();
            let [across, along] = &slip.base;
            let along = if is_reflection { -along } else { along.clone() };
            Slip {
                friction: slip.friction.clone(),
                coefficients: order.form(&slip.coefficients, is_reflection),
                first_shift: slip.first_shift.clone(),
                base: [across.clone(), along],
            }
        });
        Self {
            coefficients: order.form(&self.coefficients, false),
            constant: self.constant.clone(),
            floor: self.floor.clone(),
            slip,
            ..*self
        }
    }

    /// |row|², the square of its size in the metric of the masses.
    pub(crate) fn size_squared(&self, outline: &Outline, masses: &[Rational]) -> Rational {
        size_squared(&self.coefficients, outline, masses)
    }
}

impl Slip {
    /// τ at a point, over the unit of the row's value.
    pub(crate) fn numerator(&self, point: &Point) -> Integer {
        product(&self.coefficients, point) << (CONSTANT - COEFFICIENT)
    }

    /// |slip|², as of a row.
    pub(crate) fn size_squared(&self, outline: &Outline, masses: &[Rational]) -> Rational {
        size_squared(&self.coefficients, outline, masses)
    }
}

/// The coefficients of the move of a body.
pub(crate) fn move_of(coefficients: &[(usize, Integer)], body: usize) -> Plane {
    let mut found = Plane::ZERO;
    for (unknown, value) in coefficients {
        match unknown.checked_sub(3 * body) {
            Some(0) => found.re = value.clone(),
            Some(1) => found.im = value.clone(),
            _ => {}
        }
    }
    found
}

/// Moves forces by ways, one for each body, given its own coefficients of the move, over a unit
/// that divides their products with these.
pub(crate) fn act_at<'w>(
    coefficients: &mut Vec<(usize, Integer)>,
    unit: &Integer,
    way: impl Fn(&Plane) -> &'w Plane,
) {
    let mut moved = Vec::with_capacity(coefficients.len() + 1);
    for own in coefficients.chunk_by(|(one, _), (other, _)| one / 3 == other / 3) {
        let body = own[0].0 / 3;
        let body_move = move_of(own, body);
        let about = way(&body_move).cross(&body_move).div_exact(unit);
        let turn = own.iter().find(|(unknown, _)| *unknown == 3 * body + 2);
        let turn = turn.map_or(&Integer::ZERO, |(_, turn)| turn) + about;
        moved.extend(
            own.iter()
                .filter(|(unknown, _)| *unknown < 3 * body + 2)
                .cloned(),
        );
        moved.push((3 * body + 2, turn));
    }
    moved.retain(|(_, coefficient)| *coefficient != 0);
    *coefficients = moved;
}

fn product(coefficients: &[(usize, Integer)], point: &Point) -> Integer {
    let mut sum = Integer::ZERO;
    for (unknown, coefficient) in coefficients {
        sum += coefficient * &point.numerators[*unknown];
    }
    sum
}

fn size_squared(
    coefficients: &[(usize, Integer)],
    outline: &Outline,
    masses: &[Rational],
) -> Rational {
    let mut sum = Rational::ZERO;
    for (unknown, coefficient) in coefficients {
        sum += Rational::from(coefficient.square()) / &masses[*unknown];
    }
    let unit = (&outline.unit).square() << COEFFICIENT;
    sum / Rational::from(unit.square())
}

impl Value {
    /// Its value as a number.
    pub(crate) fn rational(&self, outline: &Outline) -> Rational {
        let unit = (&outline.unit).square() * &self.unit;
        Rational::from_integers_ref(&self.numerator, &unit)
    }

    /// Whether the distance G/|e| of a row is at most b ≥ 0, given b².
    pub(crate) fn is_within(&self, outline: &Outline, of: &Contact, square: &Rational) -> bool {
        let gap = [&self.numerator, &self.unit];
        self.numerator <= 0 || is_within_over(outline, &outline.scale_squared(of), gap, square)
    }
}

/// A number over U² as a value.
pub(crate) fn value_of(outline: &Outline, number: &Rational) -> Value {
    let scaled = number * Rational::from((&outline.unit).square());
    Value {
        numerator: Integer::from_sign_and_abs_ref(scaled >= 0, scaled.numerator_ref()),
        unit: Integer::from(scaled.denominator_ref()),
    }
}

/// The rows of a group at a guess.
pub(crate) struct RowMaker<'a> {
    outline: &'a Outline,
    /// Before the step.
    placed: &'a Placed,
    /// After the guess.
    guessed: &'a Placed,
    /// The place of each free body of the group.
    places: &'a BTreeMap<BodyId, usize>,
    /// Edges that take over, each with the part that it separates: rows with them do not touch.
    later: &'a BTreeSet<(Feature, PartId)>,
    /// The bodies of the group at the beginning, in the middle and at the end of the guessed
    /// motion.
    sides: Vec<[Side; 3]>,
    fixed: Side,
    /// The unknowns of the guess, over 2^l.
    unknowns: Vec<Integer>,
    touch_squared: Rational,
}

/// One body of a row: a rotation over 2^l, the factor of its turn over 2^l, its displacement over
/// U 2^(g+1).
struct Side {
    rotation: Plane,
    factor: Integer,
    displacement: Plane,
}

impl<'a> RowMaker<'a> {
    pub(crate) fn new(
        outline: &'a Outline,
        [placed, guessed]: [&'a Placed; 2],
        places: &'a BTreeMap<BodyId, usize>,
        guesses: &[BodyGuess],
        later: &'a BTreeSet<(Feature, PartId)>,
    ) -> Self {
        let mut sides = Vec::with_capacity(guesses.len());
        let mut unknowns = Vec::with_capacity(3 * guesses.len());
        for (body, &place) in places {
            debug_assert_eq!(place, sides.len(), "places ascend with bodies");
            let guess = &guesses[place];
            let [along, across] = &guess.displacement;
            let moved = outline.vector(along, across);
            let displacement = moved.scaled(&outline.unit).shifted(GRID - SHORT - 1);
            let end = Side {
                rotation: guessed.pose(body.0).short_rotation(),
                factor: turn_factor(&guess.turn),
                displacement: displacement.shifted(1),
            };
            let middle = Side {
                rotation: placed.pose(body.0).middle_rotation(&guess.turn),
                factor: Integer::power_of_2(SHORT),
                displacement,
            };
            let before = Side::now(placed, body.0);
            sides.push([before, middle, end]);
            unknowns.extend([moved.re, moved.im, guess.turn.clone()]);
        }
        Self {
            outline,
            placed,
            guessed,
            places,
            later,
            sides,
            fixed: Side::fixed(),
            unknowns,
            touch_squared: (&outline.touch).square(),
        }
    }

    /// The row of a contact.
    pub(crate) fn row(&self, contact: Contact) -> Row {
        let is_before = self.turns_round(&contact);
        let outline = self.outline;
        let gap = self.placed.gap(outline, &contact);
        let is_later = self.later.contains(&(contact.edge, contact.vertex.part));
        let touches = !is_later && self.placed.touches(outline, &contact);
        let sides = [contact.vertex, contact.edge].map(|feature| {
            let [before, middle, end] = match self.places.get(&BodyId(feature.part.body)) {
                Some(&place) => &self.sides[place],
                None => return &self.fixed,
            };
            match (is_before, touches) {
                (true, _) => before,
                (false, true) => middle,
                (false, false) => end,
            }
        });
        let lever = self.lever(contact, sides);
        let coefficients = lever.across();
        let slip = self.slip(contact, &lever);
        if touches {
            let floor = self.floor(contact, &gap);
            return Row {
                contact,
                coefficients,
                constant: gap - &floor,
                touches,
                floor,
                slip,
                is_of_velocities: false,
                leaves: false,
            };
        }
        let constant = if is_before {
            gap
        } else {
            let at_guess = self.at_guess(&coefficients);
            self.guessed.gap(outline, &contact) - (at_guess << (CONSTANT - COEFFICIENT - SHORT))
        };
        Row {
            contact,
            coefficients,
            constant,
            touches,
            floor: Integer::ZERO,
            slip,
            is_of_velocities: false,
            leaves: false,
        }
    }

    /// The floor of a row that touches: its gap, if that is as good as none or below 0; but what
    /// overlaps deeper than the tolerance comes out by touch.
    fn floor(&self, contact: Contact, gap: &Integer) -> Integer {
        let outline = self.outline;
        if *gap > 0 {
            return match row_is_within(outline, &contact, gap, &smallest_gap_squared()) {
                true => gap.clone(),
                false => Integer::ZERO,
            };
        }
        if *gap < 0 && self.placed.is_beside(outline, &contact) {
            return Integer::ZERO;
        }
        let tolerance = outline.tolerance_squared(contact.vertex.part, contact.edge.part);
        if row_is_within(outline, &contact, gap, &tolerance) {
            return gap.clone();
        }
        let square = &self.touch_squared * outline.length_squared(&contact);
        let touch = root_above(&square, 2 * GRID) << (2 * GRID);
        let out = gap + touch * (&outline.unit).square();
        if out < 0 { out } else { gap.clone() }
    }

    /// Whether the vector between two vertices turns by a right angle or more in the guess.
    fn turns_round(&self, contact: &Contact) -> bool {
        let Some(opposite) = self.outline.opposite(contact) else {
            return false;
        };
        let [before, after] = [self.placed, self.guessed]
            .map(|placed| placed.vertex(contact.vertex) - placed.vertex(opposite));
        before.dot(&after) <= 0
    }

    /// Moves what acts at each place of a program to one point, if its rows are still.
    pub(crate) fn join_places(
        &self,
        rows: &mut BTreeMap<Contact, Row>,
        pins: &mut [PinRow],
        is_still: impl Fn(Contact) -> bool,
    ) {
        let touching = rows.values_mut().filter(|row| row.touches);
        let before = |body: usize| self.placed.pose(body).clone();
        let mut moved = Vec::new();
        for place in places::places(self.outline, before, touching, pins) {
            let contacts = places::contacts(&place);
            if contacts.iter().all(|contact| is_still(*contact)) {
                places::act_at_one_point(self.outline, |body| self.middle_pose(body), place);
                moved.extend(contacts);
            }
        }
        for contact in moved {
            let row = rows.get_mut(&contact);
            if let Some(slip) = row.and_then(|row| row.slip.as_mut()) {
                slip.first_shift = self.first_shift(&slip.coefficients);
            }
        }
    }

    /// The pose of a body half way to the guess.
    fn middle_pose(&self, body: usize) -> Pose {
        let before = self.placed.pose(body);
        match self.places.get(&BodyId(body)) {
            Some(&place) => {
                let [_, middle, _] = &self.sides[place];
                Pose {
                    centroid: &before.centroid + &middle.displacement,
                    rotation: middle.rotation.shifted(LONG - SHORT),
                }
            }
            None => before.clone(),
        }
    }

    fn slip(&self, contact: Contact, lever: &Lever) -> Option<Slip> {
        let mut slip = Slip::new(self.outline, self.placed, contact, lever)?;
        slip.first_shift = self.first_shift(&slip.coefficients);
        Some(slip)
    }

    fn first_shift(&self, coefficients: &[(usize, Integer)]) -> Integer {
        self.at_guess(coefficients).abs() << (CONSTANT - COEFFICIENT - SHORT)
    }

    /// A linear form at the guess, times 2^l.
    fn at_guess(&self, coefficients: &[(usize, Integer)]) -> Integer {
        let mut sum = Integer::ZERO;
        for (unknown, coefficient) in coefficients {
            sum += coefficient * &self.unknowns[*unknown];
        }
        sum
    }

    fn lever(&self, contact: Contact, sides: [&Side; 2]) -> Lever<'_> {
        let from = &self.placed.pose(contact.vertex.part.body).centroid;
        let to = &self.placed.pose(contact.edge.part.body).centroid;
        let between = &(from - to) + &(&sides[0].displacement - &sides[1].displacement);
        let places = [contact.vertex, contact.edge].map(|feature| {
            let body = BodyId(feature.part.body);
            self.places.get(&body).copied()
        });
        Lever::new(self.outline, contact, sides, &between, places)
    }
}

impl Slip {
    /// The slip of a contact that is rough in the state before, from no move.
    fn new(outline: &Outline, before: &Placed, contact: Contact, lever: &Lever) -> Option<Self> {
        let friction = outline.friction(contact)?;
        if seams::is_hidden(outline, before, &contact) {
            return None;
        }
        Some(Self {
            friction,
            coefficients: lever.along(),
            first_shift: Integer::ZERO,
            base: [Integer::ZERO, Integer::ZERO],
        })
    }
}

impl Side {
    /// A body that does not move.
    fn now(placed: &Placed, body: usize) -> Self {
        Self {
            rotation: placed.pose(body).short_rotation(),
            factor: Integer::power_of_2(SHORT),
            displacement: Plane::ZERO,
        }
    }

    fn fixed() -> Self {
        Self {
            rotation: Plane::ONE.shifted(SHORT),
            factor: Integer::power_of_2(SHORT),
            displacement: Plane::ZERO,
        }
    }
}

/// The data that make the coefficients of a contact.
struct Lever<'a> {
    outline: &'a Outline,
    /// Along the edge, or J m of two vertices, over U and the unit of `digits`.
    edge: Plane,
    /// l, or g of two vertices.
    digits: u64,
    /// The slip of a turn is this much less, as the part of the vertex is rounded, over U² 2^l.
    off: Integer,
    /// From the centroid of the vertex body to the vertex, over U 2^l.
    arm: Plane,
    /// From the centroid of the edge body to the vertex, over U 2^g.
    whole: Plane,
    /// Over 2^l.
    factors: [Integer; 2],
    places: [Option<usize>; 2],
}

impl<'a> Lever<'a> {
    /// The lever for D over U 2^g.
    fn new(
        outline: &'a Outline,
        contact: Contact,
        [first, second]: [&Side; 2],
        between: &Plane,
        places: [Option<usize>; 2],
    ) -> Self {
        let arm = &outline.arms(contact.vertex.part)[contact.vertex.index];
        let arm = &first.rotation * arm;
        let whole = &arm.shifted(GRID - SHORT) + between;
        let arms = outline.arms(contact.edge.part);
        let (edge, digits) = match outline.opposite(&contact) {
            Some(opposite) => {
                let opposite = &second.rotation * &arms[opposite.index];
                let between = &whole - &opposite.shifted(GRID - SHORT);
                (between.shifted(1).quarter_turn(), GRID)
            }
            None => {
                let end = &arms[outline.next(contact.edge).index];
                let along = &second.rotation * &(end - &arms[contact.edge.index]);
                (along, SHORT)
            }
        };
        Self {
            outline,
            off: off(outline, &contact, &edge, digits),
            edge,
            digits,
            whole,
            arm,
            factors: [first.factor.clone(), second.factor.clone()],
            places,
        }
    }

    /// ∂/∂d and ∂/∂s of the gap, for the two bodies.
    fn across(&self) -> Vec<(usize, Integer)> {
        let normal = Plane::new(self.edge.im.clone(), -&self.edge.re);
        let [own_factor, other_factor] = &self.factors;
        let own = -(self.arm.dot(&self.edge) * own_factor);
        let other = -(self.whole.dot(&self.edge) * other_factor);
        // The product for the other body of two vertices ends in so many zeros, as m is along the
        // vector between them.
        let turns = [
            self.to_unit(own, 2 * SHORT),
            self.to_unit(other, GRID + SHORT),
        ];
        self.coefficients(&normal, turns)
    }

    /// The same of the move along the edge.
    fn along(&self) -> Vec<(usize, Integer)> {
        let off = &self.off << (self.digits - SHORT);
        let mut own = self.arm.cross(&self.edge) - (&off << SHORT);
        let mut other = self.whole.cross(&self.edge) - (off << GRID);
        let [mut own_digits, mut other_digits] = [SHORT, GRID];
        if self.digits == SHORT {
            let [own_factor, other_factor] = &self.factors;
            own *= own_factor;
            other *= other_factor;
            own_digits += SHORT;
            other_digits += SHORT;
        }
        let turns = [
            self.to_unit(own, own_digits),
            self.to_unit(other, other_digits),
        ];
        self.coefficients(&self.edge, turns)
    }

    /// A product with the edge, over U² and so many digits beside those of the edge, over U²
    /// 2^COEFFICIENT.
    fn to_unit(&self, product: Integer, digits: u64) -> Integer {
        let digits = digits + self.digits;
        match digits <= COEFFICIENT {
            true => product << (COEFFICIENT - digits),
            false => product >> (digits - COEFFICIENT),
        }
    }

    /// The coefficients for the motion of the vertex against the edge along a direction, given what
    /// both bodies' turns give of it.
    fn coefficients(&self, direction: &Plane, turns: [Integer; 2]) -> Vec<(usize, Integer)> {
        let x = self.to_unit(&direction.re * &self.outline.unit, 0);
        let y = self.to_unit(&direction.im * &self.outline.unit, 0);
        let [own, other] = turns;
        let mut coefficients = Vec::with_capacity(6);
        if let Some(place) = self.places[0] {
            coefficients.extend((3 * place..).zip([x.clone(), y.clone(), own]));
        }
        if let Some(place) = self.places[1] {
            coefficients.extend((3 * place..).zip([-x, -y, -other]));
        }
        coefficients.retain(|(_, coefficient)| *coefficient != 0);
        coefficients
    }
}

/// The radius of the part of the vertex times |e|, rounded up, over U² 2^l; e is that of the scene,
/// or J m of two vertices over U 2^digits.
fn off(outline: &Outline, contact: &Contact, along: &Plane, digits: u64) -> Integer {
    let radius = outline.radius(contact.vertex.part);
    if *radius == 0 {
        return Integer::ZERO;
    }
    let unit = (&outline.unit).square();
    let square = match outline.opposite(contact) {
        Some(_) => {
            let above = radius.square() * along.norm_squared();
            Rational::from_integers(above, (&unit).square() << (2 * digits))
        }
        None => {
            let above = radius.square() * outline.edge_squared(contact.edge);
            Rational::from_integers(above, (&unit).square())
        }
    };
    root_above(&square, SHORT) * unit
}

/// The rows of a program of velocities at a state, that before being another one, and of its pins.
pub(crate) fn velocity_rows(
    outline: &Outline,
    [before, placed]: [&Placed; 2],
    places: &BTreeMap<BodyId, usize>,
    contacts: &BTreeSet<Contact>,
    pins: &mut [PinRow],
) -> Vec<Row> {
    let contacts = contacts.iter();
    let mut rows: Vec<Row> = contacts
        .map(|contact| velocity_row(outline, [before, placed], places, *contact))
        .collect();
    let pose = |body: usize| {
        let pose = placed.pose(body);
        Pose {
            centroid: pose.centroid.clone(),
            rotation: pose.short_rotation().shifted(LONG - SHORT),
        }
    };
    for place in places::places(outline, pose, rows.iter_mut(), pins) {
        places::act_at_one_point(outline, pose, place);
    }
    rows
}

/// The row of a contact for velocities: Σ coefficient (v, ω) ≥ 0 at a state, that before being
/// another one.
pub(crate) fn velocity_row(
    outline: &Outline,
    [before, placed]: [&Placed; 2],
    places: &BTreeMap<BodyId, usize>,
    contact: Contact,
) -> Row {
    let bodies = [contact.vertex.part.body, contact.edge.part.body];
    let sides = bodies.map(|body| Side::now(placed, body));
    let between = &placed.pose(bodies[0]).centroid - &placed.pose(bodies[1]).centroid;
    let places = bodies.map(|body| places.get(&BodyId(body)).copied());
    let lever = Lever::new(outline, contact, sides.each_ref(), &between, places);
    Row {
        contact,
        coefficients: lever.across(),
        constant: Integer::ZERO,
        touches: true,
        floor: Integer::ZERO,
        slip: Slip::new(outline, before, contact, &lever),
        is_of_velocities: true,
        leaves: false,
    }
}

/// The gap velocity u of a contact that touches, and its slip velocity, times |e|, over U² 2^4g
/// 2^g, for velocities over 2^g.
pub(crate) fn contact_velocities(
    outline: &Outline,
    placed: &Placed,
    contact: Contact,
    velocities: [Option<(Plane, Integer)>; 2],
) -> [Value; 2] {
    // Over U 2^2g.
    let vertex = placed.vertex(contact.vertex);
    let (edge, off) = match outline.opposite(&contact) {
        Some(opposite) => {
            let between = vertex - placed.vertex(opposite);
            let along = between.shifted(1).quarter_turn();
            let off = off(outline, &contact, &along, LONG);
            (along, off)
        }
        None => (
            placed.edge(contact.edge),
            off(outline, &contact, &Plane::ZERO, LONG),
        ),
    };
    let off = off << (2 * LONG - SHORT);
    let mut sums = [Integer::ZERO, Integer::ZERO];
    let bodies = contact.bodies().into_iter().zip(velocities).zip([1, -1]);
    for ((body, velocity), sign) in bodies {
        let Some((velocity, spin)) = velocity else {
            continue;
        };
        let centroid = placed.pose(body).centroid.shifted(LONG - GRID);
        let lever = vertex - &centroid;
        let sign = Integer::from(sign);
        let across = (velocity.cross(&edge) * &outline.unit) << LONG;
        let along = (velocity.dot(&edge) * &outline.unit) << LONG;
        sums[0] += (across - lever.dot(&edge) * &spin) * &sign;
        sums[1] += (along + (lever.cross(&edge) - &off) * &spin) * &sign;
    }
    sums.map(|numerator| Value {
        numerator,
        unit: Integer::ONE << (2 * LONG + GRID),
    })
}

/// 2^-2·48, below which square a gap is its own floor.
fn smallest_gap_squared() -> Rational {
    Rational::power_of_2(-2 * (FLOOR as i64))
}
