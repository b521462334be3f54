//! The order in which a program is solved, and its mirror images.
//!
//! Forces are not unique, and floats look for them. So that mirror images have the images of each
//! other's forces, a program is solved in an order of its own: its bodies are reflected or turned
//! by quarters so that their places, seen from the middle of all of them, come first; rows and pins
//! are sorted by their numbers. A scene and its image, or the two halves of one, give the same
//! program then, number for number, and it is solved alike.
//!
//! If several reflections or turns give the same program, it is its own image. Then the mean of the
//! forces over all of these is as good, and symmetric.

use crate::joints::PinRow;
use crate::plane::Plane;
use crate::program::{Forces, Frame, Memory, Solution};
use crate::rows::Row;
use malachite::base::num::arithmetic::traits::DivRound;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::{Neg, Range};
use zwang_scene::BodyId;

/// A reflection or a turn that keeps the axes: exchanges them or not, then changes signs or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Isometry {
    exchanges: bool,
    changes: [bool; 2],
}

impl Isometry {
    fn all() -> impl Iterator<Item = Self> {
        (0..8u8).map(|number| Self {
            exchanges: number & 4 != 0,
            changes: [number & 2 != 0, number & 1 != 0],
        })
    }

    fn is_reflection(self) -> bool {
        let [x, y] = self.changes;
        self.exchanges ^ x ^ y
    }

    /// The component that an axis, or the turn, becomes, and whether its sign changes.
    fn component(self, part: usize) -> (usize, bool) {
        match (part, self.exchanges) {
            (2, _) => (2, self.is_reflection()),
            (axis, false) => (axis, self.changes[axis]),
            (axis, true) => (1 - axis, self.changes[1 - axis]),
        }
    }

    fn image<T: Clone + Neg<Output = T>>(self, vector: &[T; 2]) -> [T; 2] {
        let mut image = vector.clone();
        for (part, number) in vector.iter().enumerate() {
            let (to, changes) = self.component(part);
            image[to] = signed(number.clone(), changes);
        }
        image
    }

    /// The vector that has this image.
    fn original<T: Clone + Neg<Output = T>>(self, image: &[T; 2]) -> [T; 2] {
        [0, 1].map(|part| {
            let (from, changes) = self.component(part);
            signed(image[from].clone(), changes)
        })
    }
}

fn signed<T: Neg<Output = T>>(number: T, changes: bool) -> T {
    if changes { -number } else { number }
}

/// An image of a group, and the order of its bodies.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    isometry: Isometry,
    /// For each body of the group its rank.
    ranks: Vec<usize>,
}

impl Order {
    /// The orders in which places and masses of bodies come first.
    pub(crate) fn all(centroids: &[&Plane], masses: &[Rational]) -> Vec<Self> {
        let [x, y] = [0, 1].map(|axis| {
            let parts = centroids.iter().map(|place| [&place.re, &place.im][axis]);
            let (low, high) = (parts.clone().min(), parts.max());
            low.zip(high).map(|(low, high)| low + high)
        });
        let (Some(x), Some(y)) = (x, y) else {
            return Vec::new();
        };
        let mut best: Vec<Vec<(Key, usize)>> = Vec::new();
        let mut orders = Vec::new();
        for isometry in Isometry::all() {
            let mut keys = Vec::with_capacity(centroids.len());
            for (body, Plane { re, im }) in centroids.iter().enumerate() {
                // Twice the place, seen from the middle.
                let place = [(re << 1u64) - &x, (im << 1u64) - &y];
                let weights = [&masses[3 * body], &masses[3 * body + 2]];
                keys.push(((isometry.image(&place), weights), body));
            }
            keys.sort();
            let order = match best.first() {
                Some(other) => of_keys(&keys).cmp(of_keys(other)),
                None => Ordering::Equal,
            };
            if order.is_lt() {
                best.clear();
                orders.clear();
            }
            if order.is_le() {
                let mut ranks = vec![0; centroids.len()];
                for (rank, (_, body)) in keys.iter().enumerate() {
                    ranks[*body] = rank;
                }
                orders.push(Self { isometry, ranks });
                best.push(keys);
            }
        }
        orders
    }

    /// Whether it turns edges round.
    pub(crate) fn is_reflection(&self) -> bool {
        self.isometry.is_reflection()
    }

    /// An unknown in this order, and whether its sign changes.
    fn unknown(&self, unknown: usize) -> (usize, bool) {
        let (part, changes) = self.isometry.component(unknown % 3);
        (3 * self.ranks[unknown / 3] + part, changes)
    }

    /// A linear form in the image's unknowns.
    pub(crate) fn form(
        &self,
        form: &[(usize, Integer)],
        changes_sign: bool,
    ) -> Vec<(usize, Integer)> {
        let mut image = Vec::with_capacity(form.len());
        for (unknown, number) in form {
            let (unknown, changes) = self.unknown(*unknown);
            image.push((unknown, signed(number.clone(), changes ^ changes_sign)));
        }
        image.sort_unstable_by_key(|(unknown, _)| *unknown);
        image
    }

    /// The axis that an axis becomes, and whether its sign changes.
    pub(crate) fn axis(&self, axis: usize) -> (usize, bool) {
        self.isometry.component(axis)
    }

    fn motion<T: Clone + Neg<Output = T>>(&self, motion: &[T]) -> Vec<T> {
        let mut image = motion.to_vec();
        for (unknown, number) in motion.iter().enumerate() {
            let (to, changes) = self.unknown(unknown);
            image[to] = signed(number.clone(), changes);
        }
        image
    }

    /// The motion that has this image.
    fn original_motion<T: Clone + Neg<Output = T>>(&self, image: &[T]) -> Vec<T> {
        let mut motion = Vec::with_capacity(image.len());
        for unknown in 0..image.len() {
            let (from, changes) = self.unknown(unknown);
            motion.push(signed(image[from].clone(), changes));
        }
        motion
    }
}

/// A place, mass and moment of inertia.
type Key<'a> = ([Integer; 2], [&'a Rational; 2]);

fn of_keys<'a, 'k>(keys: &'k [(Key<'a>, usize)]) -> impl Iterator<Item = &'k Key<'a>> {
    keys.iter().map(|(key, _)| key)
}

/// A program in an order of its own.
pub(crate) struct Ordered<'a> {
    order: &'a Order,
    bodies: Vec<BodyId>,
    masses: Vec<Rational>,
    target: Vec<Rational>,
    rows: Vec<OrderedRow>,
    pins: Vec<OrderedPin>,
}

/// A row of the image.
struct OrderedRow {
    row: Row,
    /// U² |e|².
    edge_squared: Integer,
    /// Ranks of the bodies of vertex and edge, if they are free.
    bodies: [Option<usize>; 2],
    /// Its place among the rows.
    place: usize,
}

/// A pin of the image.
struct OrderedPin {
    row: PinRow,
    /// Ranks of its bodies, the smaller first.
    bodies: [Option<usize>; 2],
    is_reversed: bool,
    /// Its place among the pins.
    place: usize,
}

impl OrderedRow {
    fn order(&self, other: &Self) -> Ordering {
        let [one, two] = [&self.row, &other.row];
        let by_bodies = self.bodies.cmp(&other.bodies);
        by_bodies
            .then_with(|| self.edge_squared.cmp(&other.edge_squared))
            .then_with(|| one.coefficients.cmp(&two.coefficients))
            .then_with(|| one.slip.cmp(&two.slip))
            .then_with(|| one.constant.cmp(&two.constant))
            .then_with(|| one.floor.cmp(&two.floor))
            .then_with(|| one.touches.cmp(&two.touches))
    }
}

impl OrderedPin {
    fn order(&self, other: &Self) -> Ordering {
        let by_bodies = self.bodies.cmp(&other.bodies);
        by_bodies.then_with(|| self.row.order(&other.row))
    }
}

impl<'a> Ordered<'a> {
    /// The program of these rows in the order that comes first, and what it is an image of.
    pub(crate) fn first(frame: &Frame<'a>, rows: &[&Row]) -> Option<(Self, Images)> {
        let mut alike: Vec<Self> = Vec::new();
        for order in frame.orders {
            let program = Self::of(frame, rows, order);
            let comparison = match alike.first() {
                Some(first) => program.compared(first),
                None => Ordering::Equal,
            };
            if comparison.is_lt() {
                alike.clear();
            }
            if comparison.is_le() {
                alike.push(program);
            }
        }
        let images = Images::of(&alike);
        Some((alike.into_iter().next()?, images))
    }

    fn of(frame: &Frame<'a>, rows: &[&Row], order: &'a Order) -> Self {
        let mut bodies = frame.bodies.to_vec();
        let mut masses = frame.masses.to_vec();
        let mut ranks = BTreeMap::new();
        for (place, body) in frame.bodies.iter().enumerate() {
            let rank = order.ranks[place];
            bodies[rank] = *body;
            masses[3 * rank..3 * rank + 3]
                .clone_from_slice(&frame.masses[3 * place..3 * place + 3]);
            ranks.insert(*body, rank);
        }
        let mut ordered = Self {
            order,
            bodies,
            masses,
            target: order.motion(frame.target),
            rows: Vec::with_capacity(rows.len()),
            pins: Vec::with_capacity(frame.pins.len()),
        };
        for (place, row) in rows.iter().enumerate() {
            let features = [row.contact.vertex, row.contact.edge];
            ordered.rows.push(OrderedRow {
                row: row.image(order),
                edge_squared: frame.outline.scale_squared(&row.contact),
                bodies: features.map(|own| ranks.get(&BodyId(own.part.body)).copied()),
                place,
            });
        }
        ordered.rows.sort_by(OrderedRow::order);
        for (place, pin) in frame.pins.iter().enumerate() {
            let ends = frame.outline.pins.list[pin.pin].bodies;
            let mut bodies = ends.map(|end| end.and_then(|body| ranks.get(&body).copied()));
            let is_reversed = bodies[0] > bodies[1];
            if is_reversed {
                bodies.reverse();
            }
            ordered.pins.push(OrderedPin {
                row: pin.image(order, is_reversed),
                bodies,
                is_reversed,
                place,
            });
        }
        ordered.pins.sort_by(OrderedPin::order);
        ordered
    }

    fn compared(&self, other: &Self) -> Ordering {
        let by_bodies = (&self.masses, &self.target).cmp(&(&other.masses, &other.target));
        let rows = self.rows.iter().zip(&other.rows);
        let rows = rows.map(|(one, other)| one.order(other));
        let pins = self.pins.iter().zip(&other.pins);
        let pins = pins.map(|(one, other)| one.order(other));
        let mut all = rows.chain(pins);
        by_bodies.then_with(|| all.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
    }

    /// The rows, in this order.
    pub(crate) fn rows(&self) -> Vec<&Row> {
        self.rows.iter().map(|own| &own.row).collect()
    }

    /// The pins, in this order.
    pub(crate) fn pins(&self) -> Vec<PinRow> {
        self.pins.iter().map(|own| own.row.clone()).collect()
    }

    /// The memory of these rows and bodies.
    pub(crate) fn memory(&self, memory: &Memory) -> Memory {
        let mut image = Memory::default();
        for OrderedRow { row, .. } in &self.rows {
            if let Some([across, along]) = memory.forces.get(&row.contact) {
                let along = signed(along.clone(), self.order.is_reflection());
                image.forces.insert(row.contact, [across.clone(), along]);
            }
        }
        for (body, [x, y, turn]) in &memory.opening {
            let [x, y] = self.order.isometry.image(&[x.clone(), y.clone()]);
            let turn = signed(turn.clone(), self.order.is_reflection());
            image.opening.insert(*body, [x, y, turn]);
        }
        image
    }

    /// The frame of the program, for its own pins and memory.
    pub(crate) fn frame<'s>(
        &'s self,
        frame: &Frame<'s>,
        (pins, memory): (&'s [PinRow], &'s Memory),
        images: &'s Images,
    ) -> Frame<'s> {
        Frame {
            bodies: &self.bodies,
            masses: &self.masses,
            target: &self.target,
            pins,
            memory,
            orders: &[],
            images: Some(images),
            ..*frame
        }
    }

    /// The findings, in the order of the rows before.
    pub(crate) fn original<'r>(&self, rows: Vec<&'r Row>, found: Solution) -> Solution<'r> {
        let Solution { forces, ball, .. } = found;
        let mut original = ball.clone();
        for (own, value) in self.rows.iter().zip(ball.values) {
            original.values[own.place] = value;
        }
        original.point.numerators = self.order.original_motion(&ball.point.numerators);
        if let Some(opening) = &mut original.opening {
            opening.motion = self.order.original_motion(&opening.motion);
        }
        Solution {
            rows,
            forces: self.original_forces(&forces),
            ball: original,
        }
    }

    fn original_forces(&self, forces: &Forces) -> Forces {
        let mut original = forces.clone();
        original.across = self.original_numbers(&forces.across);
        for (own, along) in self.rows.iter().zip(&forces.along) {
            original.along[own.place] = signed(along.clone(), self.order.is_reflection());
        }
        for (own, force) in self.pins.iter().zip(&forces.pins) {
            let force = self.order.isometry.original(force);
            original.pins[own.place] = force.map(|part| signed(part, own.is_reversed));
        }
        original
    }

    /// A number of each row.
    pub(crate) fn original_numbers(&self, numbers: &[Integer]) -> Vec<Integer> {
        let mut original = numbers.to_vec();
        for (own, number) in self.rows.iter().zip(numbers) {
            original[own.place] = number.clone();
        }
        original
    }
}

/// The images of a program that are the program itself.
#[derive(Debug, Default)]
pub(crate) struct Images {
    list: Vec<Image>,
    /// Rows that are the same in all.
    alike: Vec<Range<usize>>,
}

/// The places of rows and pins in an image.
#[derive(Debug)]
struct Image {
    rows: Vec<usize>,
    is_reflection: bool,
    pins: Vec<usize>,
    /// The image and the first one, and which pins are reversed in one of them alone.
    isometries: [Isometry; 2],
    reversed: Vec<bool>,
}

impl Images {
    fn of(programs: &[Ordered]) -> Self {
        let mut images = Self::default();
        let [first, _, ..] = programs else {
            return images;
        };
        let mut rows = vec![0; first.rows.len()];
        for (rank, row) in first.rows.iter().enumerate() {
            rows[row.place] = rank;
        }
        let mut pins = vec![0; first.pins.len()];
        for (rank, pin) in first.pins.iter().enumerate() {
            pins[pin.place] = rank;
        }
        for program in programs {
            let isometries = [program, first].map(|own| own.order.isometry);
            let is_reversed =
                |pin: &OrderedPin| pin.is_reversed ^ first.pins[pins[pin.place]].is_reversed;
            images.list.push(Image {
                rows: program.rows.iter().map(|row| rows[row.place]).collect(),
                is_reflection: isometries[0].is_reflection() ^ isometries[1].is_reflection(),
                pins: program.pins.iter().map(|pin| pins[pin.place]).collect(),
                isometries,
                reversed: program.pins.iter().map(is_reversed).collect(),
            });
        }
        let mut start = 0;
        for end in 1..=first.rows.len() {
            let goes_on =
                end < first.rows.len() && first.rows[start].order(&first.rows[end]).is_eq();
            if !goes_on {
                if end > start + 1 {
                    images.alike.push(start..end);
                }
                start = end;
            }
        }
        images
    }

    pub(crate) fn are_none(&self) -> bool {
        self.list.is_empty()
    }

    /// The mean of forces and their images. If forces are not unique it is as symmetric as the
    /// rows, and keeps what they keep.
    pub(crate) fn mean(&self, forces: Forces) -> Forces {
        let Some(count) = self.list.len().checked_ilog2().filter(|count| *count > 0) else {
            return forces;
        };
        let mut sum = forces.clone();
        let numbers = sum.across.iter_mut().chain(&mut sum.along);
        for number in numbers.chain(sum.pins.iter_mut().flatten()) {
            *number = Integer::from(0);
        }
        for image in &self.list {
            for (own, place) in image.rows.iter().enumerate() {
                sum.across[*place] += &forces.across[own];
                sum.along[*place] += signed(forces.along[own].clone(), image.is_reflection);
            }
            let [from, to] = image.isometries;
            for (own, place) in image.pins.iter().enumerate() {
                let force = to.image(&from.original(&forces.pins[own]));
                let pin = sum.pins[*place].iter_mut();
                for (sum, part) in pin.zip(force) {
                    *sum += signed(part, image.reversed[own]);
                }
            }
        }
        for range in &self.alike {
            for forces in [&mut sum.across, &mut sum.along] {
                let whole: Integer = forces[range.clone()].iter().sum();
                let each = whole
                    .div_round(Integer::from(range.len()), RoundingMode::Down)
                    .0;
                forces[range.clone()].fill(each);
            }
        }
        let numbers = sum.across.iter_mut().chain(&mut sum.along);
        for number in numbers.chain(sum.pins.iter_mut().flatten()) {
            *number = (&*number)
                .div_round(Integer::from(1u64 << count), RoundingMode::Down)
                .0;
        }
        sum
    }
}
