//! Which forces are statically indeterminate: given where bodies press, other forces could give the
//! same motion.
//!
//! A force φ along a contact adds φ w to the force and torque on its first body and takes it from
//! the second, w = (n, p × n). Let A be the matrix of all these columns, the *unit forces*, two for
//! each pin. Forces φ + v give the same motion as φ if and only if A v = 0, and if all φ of the
//! contacts given are positive, then so are those of φ + ε v. Hence a force is determined, as long
//! as no other contact begins to press, if and only if its component of every v in ker A is 0.
//!
//! Decided without floats, and modulo a prime p wherever that proves as much as over the integers:
//!
//! 1. A column that has the only entry of some row is determined: it is left out, and the row, and
//!    that is repeated.
//! 2. A is brought to echelon form modulo p. Its rank there is at most that over the fractions, so
//!    if it is the number of columns, all are determined.
//! 3. One v in ker A modulo p is taken, with arbitrary numbers for the free columns. Let N be the
//!    columns where v is not 0, and U the others. Unless v has a 0 too many by bad luck, rank A -
//!    rank A_N = |U| modulo p.
//! 4. Let the rank of A_N over the fractions be the same as modulo p: because that is the number of
//!    rows of A_N, or else by elimination over the integers (`elimination`). Then U are determined,
//!    and N are not.
//!
//! If some of the given forces are 0, and must not be negative ([`Bound`]), not all of ker A
//! counts: φ + ε v has to be admissible. Those v are a cone. Let Z be the forces that are 0, and P
//! those of Z that some v of the cone makes positive; the sum of such v makes all of P positive at
//! once. The cone then spans the kernel of A without the columns of Z \ P, so that a force is
//! determined if and only if it is of Z \ P, or step 4 says so of the columns that are left. That
//! is the smallest and the largest value of the force being the same, exactly. P is found by
//! [`can_press`], among the columns that ker A moves.
//!
//! If the equality of step 3 or of step 4 does not hold, steps 2 to 4 are repeated with other
//! numbers and another prime.
//!
//! Proof of step 4, with rank_p modulo p: rank_p A = rank_p A_N + |U| = rank A_N + |U|, which is at
//! least rank A; but rank_p A is at most that, so all are equal. No combination of columns of U
//! other than 0 is then one of columns of N, and U are determined. The integral vectors of ker A
//! have as many dimensions modulo p as over the fractions (if p w is in ker A, so is w), and as
//! ker A has modulo p. So v comes from one of them, which is not 0 wherever v is not.

mod elimination;

use crate::short::short_numerators;
use elimination::{Echelon, Integers, Row};
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use std::ops::Neg;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::over_common_denominator;
use zwang_program::kernel::{Field, Row as ProgramRow, can_press};
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Pin, Scene};

/// The effect of an unknown force of one unit on two bodies.
#[derive(Clone, Debug)]
pub struct UnitForce {
    /// The bodies; `None` for the world. Fixed bodies do not count.
    bodies: [Option<BodyId>; 2],
    /// The force on the first body, whose opposite acts on the second, times a positive number.
    force: [Integer; 2],
    /// The torques on both times this number.
    torques: [Integer; 2],
}

impl UnitForce {
    /// A force on the first body, whose opposite acts on the second, with torques on both, of all
    /// forces about the same point of each body. Its length does not matter.
    #[must_use]
    pub fn new(bodies: [Option<BodyId>; 2], force: &Vector, torques: &[Rational; 2]) -> Self {
        let Vector { x, y } = force;
        let [first, second] = torques;
        let (_, numbers) = over_common_denominator([x, y, first, second].into_iter());
        let Ok([x, y, first, second]) = <[Integer; 4]>::try_from(numbers) else {
            unreachable!("as many numbers as before")
        };
        Self {
            bodies,
            force: [x, y],
            torques: [first, second],
        }
    }

    /// A force of one unit along `normal` at a point, with torques about the origin.
    #[must_use]
    pub fn at(bodies: [Option<BodyId>; 2], point: &Vector, normal: &Vector) -> Self {
        let (force, torque) = match short_force_at(point, normal) {
            Some((force, torque)) => (force.map(Integer::from), Integer::from(torque)),
            None => force_at(point, normal),
        };
        let opposite = (&torque).neg();
        Self {
            bodies,
            force,
            torques: [torque, opposite],
        }
    }

    /// Those of a pin: along x and along y.
    #[must_use]
    pub fn of_pin(pin: &Pin) -> [Self; 2] {
        let bodies = [Some(pin.first), pin.second];
        let along_x = Vector::from_integers(1, 0);
        let along_y = Vector::from_integers(0, 1);
        [along_x, along_y].map(|axis| Self::at(bodies, &pin.at, &axis))
    }
}

/// A force along a vector at a point, and its torque about the origin, times a positive number.
fn force_at(point: &Vector, along: &Vector) -> ([Integer; 2], Integer) {
    let (unit, point) = over_common_denominator([&point.x, &point.y].into_iter());
    let (_, along) = over_common_denominator([&along.x, &along.y].into_iter());
    let torque = &point[0] * &along[1] - &point[1] * &along[0];
    let unit = Integer::from(unit);
    ([&along[0] * &unit, &along[1] * &unit], torque)
}

/// The same in machine words; `None` if some number is too long.
fn short_force_at(point: &Vector, along: &Vector) -> Option<([i128; 2], i128)> {
    let (unit, point) = short_numerators([&point.x, &point.y])?;
    let (_, along) = short_numerators([&along.x, &along.y])?;
    let [x, y] = point.map(i128::from);
    let [along_x, along_y] = along.map(i128::from);
    let unit = i128::from(unit);
    let torque = x * along_y - y * along_x;
    Some(([along_x * unit, along_y * unit], torque))
}

/// How a force is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// It cannot be negative, and is 0 in the system that is known.
    AtZero,
    /// It cannot be negative, and is positive in the system that is known.
    Positive,
    /// It may have either sign.
    Free,
}

/// Which of several forces are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// All: of two that do the same neither is determined, unless both are 0.
    Each,
    /// Forces that do the same are one force, the sum of theirs: where two corners of aligned
    /// bodies meet, either may be said to press on the other's edge.
    Sums,
}

/// Knowledge about the forces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indeterminacy {
    /// For each force whether it could be another.
    pub forces: Vec<bool>,
    /// The dimension of the family of forces that give the same motion.
    pub dimension: usize,
    /// The rank of all forces.
    pub rank: usize,
}

/// Finds which of these forces are indeterminate; of contacts, only those that press may be given.
/// Loads that do the same count as one force, the sum of theirs: where two corners of aligned
/// bodies meet, either may be said to press on the other's edge.
#[must_use]
pub fn indeterminacy(scene: &Scene, forces: &[UnitForce]) -> Indeterminacy {
    let (columns, places) = different(columns(scene, forces));
    let mut found = of_columns(&columns);
    let forces = places.into_iter().map(|place| found.forces[place]);
    found.forces = forces.collect();
    found
}

/// Finds which of these forces are indeterminate, given how each is bounded.
#[must_use]
pub fn bounded_indeterminacy(
    scene: &Scene,
    forces: &[UnitForce],
    bounds: &[Bound],
    alike: Alike,
) -> Indeterminacy {
    let columns = columns(scene, forces);
    if alike == Alike::Each {
        return of_bounded(&columns, bounds);
    }
    let (columns, places) = different(columns);
    let mut united = vec![Bound::AtZero; columns.len()];
    for (place, bound) in places.iter().zip(bounds) {
        united[*place] = united[*place].max(*bound);
    }
    let mut found = of_bounded(&columns, &united);
    let forces = places.into_iter().map(|place| found.forces[place]);
    found.forces = forces.collect();
    found
}

/// The same of unknowns with these columns, pairs of place and entry, ascending.
#[must_use]
pub fn bounded_indeterminacy_of(
    columns: &[Vec<(usize, Rational)>],
    bounds: &[Bound],
) -> Indeterminacy {
    let mut integral = Vec::with_capacity(columns.len());
    for column in columns {
        let numbers = column.iter().map(|(_, number)| number);
        let (_, integers) = over_common_denominator(numbers);
        let places = column.iter().map(|(place, _)| *place);
        integral.push(places.zip(integers).collect());
    }
    of_bounded(&integral, bounds)
}

/// A sparse vector of integers: pairs of place and entry, ascending.
type Sparse = Row<Integer>;

/// Forces and torques as coprime integers; three rows for each free body.
fn columns(scene: &Scene, forces: &[UnitForce]) -> Vec<Sparse> {
    let mut is_free = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        is_free.push(!body.is_fixed());
    }
    let mut columns = Vec::with_capacity(forces.len());
    for force in forces {
        columns.push(column(&is_free, force));
    }
    columns
}

fn column(is_free: &[bool], force: &UnitForce) -> Sparse {
    let [x, y] = &force.force;
    let [first, second] = &force.torques;
    let own = [x.clone(), y.clone(), first.clone()];
    let opposite = [x.neg(), y.neg(), second.clone()];
    let mut column = Sparse::with_capacity(6);
    for (body, values) in force.bodies.iter().zip([own, opposite]) {
        let Some(body) = body else { continue };
        if !is_free.get(body.0).is_some_and(|is_free| *is_free) {
            continue;
        }
        for (row, value) in values.into_iter().enumerate() {
            if value != 0 {
                column.push((3 * body.0 + row, value));
            }
        }
    }
    column.sort_unstable_by_key(|(row, _)| *row);
    elimination::make_primitive(&mut column);
    column
}

/// The different ones of these columns, and the place of each given one among them.
fn different(mut columns: Vec<Sparse>) -> (Vec<Sparse>, Vec<usize>) {
    let indices = 0..columns.len();
    let mut order: Vec<usize> = indices.collect();
    order.sort_unstable_by(|&one, &other| columns[one].cmp(&columns[other]));
    let mut places = vec![0; columns.len()];
    let mut different: Vec<Sparse> = Vec::new();
    for index in order {
        if different.last() != Some(&columns[index]) {
            different.push(std::mem::take(&mut columns[index]));
        }
        places[index] = different.len() - 1;
    }
    (different, places)
}

fn of_bounded(columns: &[Sparse], bounds: &[Bound]) -> Indeterminacy {
    let unbounded = of_columns(columns);
    let mut moving = Vec::new();
    for (index, moves) in unbounded.forces.iter().enumerate() {
        if *moves {
            moving.push(index);
        }
    }
    if moving.iter().all(|&index| bounds[index] != Bound::AtZero) {
        return unbounded;
    }
    let can_press = pressing_of(columns, bounds, moving);
    let mut is_left = vec![false; columns.len()];
    for (index, is_determined) in unbounded.forces.iter().map(|moves| !moves).enumerate() {
        // Those that the kernel does not move take part in the rank.
        is_left[index] = is_determined && bounds[index] != Bound::AtZero;
    }
    for index in can_press {
        is_left[index] = true;
    }
    let mut left = Vec::new();
    let mut places = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        if is_left[index] {
            left.push(column.clone());
            places.push(index);
        }
    }
    let found = of_columns(&left);
    let mut forces = vec![false; columns.len()];
    for (place, moves) in places.into_iter().zip(found.forces) {
        forces[place] = moves;
    }
    Indeterminacy { forces, ..found }
}

/// Those of some columns that can be positive, or are free.
fn pressing_of(columns: &[Sparse], bounds: &[Bound], mut moving: Vec<usize>) -> Vec<usize> {
    moving.sort_by_key(|&index| bounds[index] != Bound::Free);
    let mut rows = Vec::with_capacity(moving.len());
    let mut is_pressing = Vec::with_capacity(moving.len());
    for &index in &moving {
        rows.push(ProgramRow {
            coefficients: columns[index].clone(),
            bound: Integer::ZERO,
        });
        is_pressing.push(bounds[index] == Bound::Positive);
    }
    let free = moving.iter().filter(|&&index| bounds[index] == Bound::Free);
    let free = free.count();
    let options = Options::default();
    let found = can_press(rows, free, &is_pressing, &options, &Monitor::default());
    let Ok(found) = found else {
        unreachable!("nobody stops it")
    };
    let pressing = moving.into_iter().zip(found);
    let pressing = pressing.filter(|(_, presses)| *presses);
    pressing.map(|(index, _)| index).collect()
}

fn of_columns(columns: &[Sparse]) -> Indeterminacy {
    let rest = beyond_single_entries(columns);
    let remaining: Vec<&Sparse> = rest.iter().map(|&index| &columns[index]).collect();
    let (moving, rank) = moving(&remaining);
    let mut forces = vec![false; columns.len()];
    for (index, moves) in rest.into_iter().zip(moving) {
        forces[index] = moves;
    }
    let rank = columns.len() - remaining.len() + rank;
    Indeterminacy {
        forces,
        dimension: columns.len() - rank,
        rank,
    }
}

/// The columns that are left when those with the only entry of a row are taken out, one after the
/// other: step 1.
fn beyond_single_entries(columns: &[Sparse]) -> Vec<usize> {
    // Of each row how many columns have an entry there, and the sum of their indices: of one, that
    // is its index.
    let mut rows = vec![(0_usize, 0_usize); count_of_rows(columns)];
    for (index, column) in columns.iter().enumerate() {
        for (row, _) in column {
            let (count, sum) = &mut rows[*row];
            *count += 1;
            *sum += index;
        }
    }
    let mut single = Vec::new();
    for (row, (count, _)) in rows.iter().enumerate() {
        if *count == 1 {
            single.push(row);
        }
    }
    let mut is_left = vec![true; columns.len()];
    while let Some(row) = single.pop() {
        let (count, index) = rows[row];
        if count != 1 {
            // Its column has been taken out because of another row.
            continue;
        }
        is_left[index] = false;
        for (row, _) in &columns[index] {
            let (count, sum) = &mut rows[*row];
            *count -= 1;
            *sum -= index;
            if *count == 1 {
                single.push(*row);
            }
        }
    }
    let indices = 0..columns.len();
    indices.filter(|&index| is_left[index]).collect()
}

/// One more than the last row.
fn count_of_rows(columns: &[Sparse]) -> usize {
    let last = columns.iter().filter_map(|column| column.last());
    last.map(|(row, _)| row + 1).max().unwrap_or(0)
}

/// The columns that some vector of the kernel moves, and the rank.
fn moving(columns: &[&Sparse]) -> (Vec<bool>, usize) {
    let mut field = Field::first();
    for attempt in 0.. {
        if let Some(found) = moving_modulo(columns, field, attempt) {
            return found;
        }
        field = field.next();
    }
    unreachable!("there are more primes than divide anything here")
}

/// The same by means of a prime, and of arbitrary numbers; `None` if these are of no use.
fn moving_modulo(columns: &[&Sparse], field: Field, attempt: u64) -> Option<(Vec<bool>, usize)> {
    let echelon = Echelon::new(&field, columns);
    let rank = echelon.rank();
    if rank == columns.len() {
        return Some((vec![false; columns.len()], rank));
    }
    let vector = echelon.kernel_vector(|column| arbitrary(attempt, column))?;
    let moving = vector.into_iter().map(|value| value != 0);
    let moving: Vec<bool> = moving.collect();
    let mut of_moving = Vec::new();
    for (column, moves) in columns.iter().zip(&moving) {
        if *moves {
            of_moving.push(*column);
        }
    }
    let still = columns.len() - of_moving.len();
    if still == 0 {
        return has_proved_rank(&echelon, columns).then_some((moving, rank));
    }
    let echelon = Echelon::new(&field, &of_moving);
    let is_proved = echelon.rank() + still == rank && has_proved_rank(&echelon, &of_moving);
    is_proved.then_some((moving, rank))
}

/// Whether columns have the same rank over the fractions as in their echelon form modulo a prime.
fn has_proved_rank(echelon: &Echelon<Field>, columns: &[&Sparse]) -> bool {
    let rank = echelon.rank();
    rank == echelon.count_of_rows() || rank == Echelon::new(&Integers, columns).rank()
}

/// A positive number that looks like any other: a step of the generator splitmix64 (Steele, Lea &
/// Flood 2014), shortened.
fn arbitrary(attempt: u64, column: usize) -> u64 {
    let seed = (column as u64 + 1).wrapping_add(attempt << 32);
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    1 + (state >> 40)
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::Rational as LongRational;
    use malachite::base::num::basic::traits::Zero;
    use proptest::prelude::*;

    /// The rank, by dense elimination with fractions.
    fn dense_rank(columns: &[&Sparse]) -> usize {
        let mut rest: Vec<Vec<LongRational>> = Vec::new();
        for column in columns {
            let mut dense = vec![LongRational::from(0); 8];
            for (row, value) in *column {
                dense[*row] = LongRational::from(value);
            }
            rest.push(dense);
        }
        let mut rank = 0;
        while let Some(pivot) = rest.pop() {
            let Some(place) = pivot.iter().position(|value| *value != 0) else {
                continue;
            };
            rank += 1;
            for other in &mut rest {
                let factor = &other[place] / &pivot[place];
                for (value, own) in other.iter_mut().zip(&pivot) {
                    *value -= own * &factor;
                }
            }
        }
        rank
    }

    /// A column is determined if the rank is smaller without it.
    fn by_ranks(columns: &[Sparse]) -> Indeterminacy {
        let all: Vec<&Sparse> = columns.iter().collect();
        let rank = dense_rank(&all);
        let mut forces = Vec::new();
        for index in 0..columns.len() {
            let mut others = all.clone();
            others.remove(index);
            forces.push(dense_rank(&others) == rank);
        }
        Indeterminacy {
            forces,
            dimension: columns.len() - rank,
            rank,
        }
    }

    /// Small numbers, 0 above all, and some that are 0 or 1 modulo the first prime.
    fn entry() -> impl Strategy<Value = Integer> {
        let prime = Integer::from(Field::first().modulus());
        let beyond = &prime + Integer::from(1);
        prop_oneof![
            8 => Just(Integer::ZERO),
            6 => (-2_i64..=2).prop_map(Integer::from),
            1 => Just(prime),
            1 => Just(beyond),
        ]
    }

    fn column() -> impl Strategy<Value = Sparse> {
        let entries = prop::collection::vec(entry(), 1..=8);
        entries.prop_map(|entries| {
            let entries = entries.into_iter().enumerate();
            entries.filter(|(_, value)| *value != 0).collect()
        })
    }

    proptest! {
        #[test]
        fn columns_are_indeterminate_if_they_add_nothing_to_the_rank(
            columns in prop::collection::vec(column(), 0..12)
        ) {
            prop_assert_eq!(of_columns(&columns), by_ranks(&columns));
        }
    }

    #[test]
    fn a_prime_that_hides_the_rank_is_of_no_use() {
        let prime = Integer::from(Field::first().modulus());
        let one = Integer::from(1);
        let both = vec![(0, one.clone()), (1, one.clone())];
        let nearly_both = vec![(0, one.clone()), (1, &prime + &one)];
        let second = vec![(1, one)];
        let columns = [both, nearly_both, second];
        assert!(moving_modulo(&[&columns[0], &columns[1]], Field::first(), 0).is_none());
        let found = of_columns(&columns);
        assert_eq!(found.rank, 2);
        assert_eq!(found.forces, [true, true, true]);
    }

    #[test]
    fn equal_columns_share_a_place() {
        let columns = [3, 1, 3, 2, 1].map(|value| vec![(0, Integer::from(value))]);
        let (different, places) = different(columns.to_vec());
        for (place, column) in places.iter().zip(&columns) {
            assert_eq!(different[*place], *column);
        }
        assert_eq!(different.len(), 3);
    }

    proptest! {
        #[test]
        fn forces_in_words_are_those_of_long_numbers(
            numbers in prop::array::uniform4((any::<i64>(), 1_i64..1000, 0..64_u32))
        ) {
            let numbers = numbers.map(|(numerator, denominator, shift)| {
                Rational::new((numerator >> shift).into(), denominator.into())
            });
            let [x, y, along_x, along_y] = numbers;
            let point = Vector::new(x, y);
            let along = Vector::new(along_x, along_y);
            if let Some((force, torque)) = short_force_at(&point, &along) {
                let short = (force.map(Integer::from), Integer::from(torque));
                prop_assert_eq!(short, force_at(&point, &along));
            }
        }
    }
}
