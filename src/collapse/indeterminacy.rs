//! Which forces are statically indeterminate: given where bodies press, other forces could give the
//! same motion.
//!
//! A force φ along a contact adds φ w to the force and torque on its first body and takes it from
//! the second, w = (n, p × n). Let A be the matrix of all these columns, the *unit forces*, two for
//! each pin. Forces φ + v give the same motion as φ if and only if A v = 0, and if all φ of the
//! contacts given are positive, then so are those of φ + ε v. Hence a force is determined, as long
//! as no other contact begins to press, if and only if its component of every v in ker A is 0.
//!
//! Decided without floats, in three steps:
//!
//! 1. A is brought to echelon form over the integers (sparse, rows with few entries first, each row
//!    divided by its content).
//! 2. One v in ker A with arbitrary integers for the free columns, computed modulo a prime that
//!    divides no pivot: where it is not 0, neither is the v over the fractions, and the force is
//!    indeterminate.
//! 3. Let N be these columns, U the others. All of U are determined if and only if rank A - rank
//!    A_N = |U|, which is counted by step 1 for A_N alone. If it does not hold, v has a 0 too many
//!    by bad luck, and step 2 is repeated with other integers and another prime.
//!
//! The rank of A is at most that of A_N and |U|; equality says that no combination of columns of U
//! other than 0 is one of columns of N.

use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Natural};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::Field;
use zwang_program::kernel::number::over_common_denominator;
use zwang_scene::{BodyId, Pin, Scene};

/// What an unknown force of one unit does to two bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitForce {
    /// The bodies; `None` for the world. Fixed bodies do not count.
    pub bodies: [Option<BodyId>; 2],
    /// The force on the first body; its opposite acts on the second. Its length does not matter.
    pub force: Vector,
    /// The torques on both, of all forces about the same point of each body.
    pub torques: [Rational; 2],
}

impl UnitForce {
    /// A force of one unit along `normal` at a point, with torques about the origin.
    #[must_use]
    pub fn at(bodies: [Option<BodyId>; 2], point: &Vector, normal: &Vector) -> Self {
        let torque = point.cross(normal);
        Self {
            bodies,
            force: normal.clone(),
            torques: [torque.clone(), -torque],
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

/// What is known of the forces.
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
    let mut columns = Vec::new();
    let mut places = Vec::new();
    let mut known: BTreeMap<Sparse, usize> = BTreeMap::new();
    for force in forces {
        let column = column(scene, force);
        let place = *known.entry(column.clone()).or_insert(columns.len());
        if place == columns.len() {
            columns.push(column);
        }
        places.push(place);
    }
    let mut found = of_columns(&columns);
    let forces = places.into_iter().map(|place| found.forces[place]);
    found.forces = forces.collect();
    found
}

/// The same, but those that do the same count as several forces: none of them is determined.
#[must_use]
pub fn indeterminacy_of_each(scene: &Scene, forces: &[UnitForce]) -> Indeterminacy {
    let columns: Vec<Sparse> = forces.iter().map(|force| column(scene, force)).collect();
    of_columns(&columns)
}

fn of_columns(columns: &[Sparse]) -> Indeterminacy {
    let echelon = Echelon::new(columns, |_| true);
    let rank = echelon.rank();
    Indeterminacy {
        forces: moving(columns, &echelon),
        dimension: columns.len() - rank,
        rank,
    }
}

/// A sparse vector of integers: pairs of place and entry, ascending.
type Sparse = Vec<(usize, Integer)>;

/// Forces and torques as coprime integers; three rows for each free body.
fn column(scene: &Scene, force: &UnitForce) -> Sparse {
    let UnitForce {
        bodies,
        force: Vector { x, y },
        torques: [first, second],
    } = force;
    let (_, numbers) = over_common_denominator([x, y, first, second].into_iter());
    let [x, y, first, second] = numbers.as_slice() else {
        unreachable!("as many numbers as before")
    };
    let mut column = Sparse::new();
    let ends = [(first, 1), (second, -1)];
    for (body, (torque, sign)) in bodies.iter().zip(ends) {
        let free = body.filter(|&body| is_free(scene, body));
        let Some(body) = free else { continue };
        let sign = Integer::from(sign);
        let values = [x * &sign, y * &sign, torque.clone()];
        for (row, value) in values.into_iter().enumerate() {
            if value != 0 {
                column.push((3 * body.0 + row, value));
            }
        }
    }
    column.sort_unstable();
    make_primitive(&mut column);
    column
}

fn is_free(scene: &Scene, body: BodyId) -> bool {
    match scene.body(body) {
        Some(body) => !body.is_fixed(),
        None => false,
    }
}

/// Divides a vector by its content.
fn make_primitive(vector: &mut Sparse) {
    let mut content = Natural::ZERO;
    for (_, value) in &*vector {
        content = content.gcd(value.unsigned_abs_ref());
        if content == 1 {
            return;
        }
    }
    if content != 0 {
        let content = Integer::from(content);
        for (_, value) in vector {
            value.div_exact_assign(&content);
        }
    }
}

/// Rows in echelon form: each with a pivot column, which no later row has.
struct Echelon {
    rows: Vec<(usize, Sparse)>,
    columns: usize,
}

impl Echelon {
    /// Of the columns that are wanted, seen as a matrix.
    fn new(columns: &[Sparse], is_wanted: impl Fn(usize) -> bool) -> Self {
        let mut matrix: Vec<Sparse> = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            if !is_wanted(index) {
                continue;
            }
            for (row, value) in column {
                if matrix.len() <= *row {
                    matrix.resize(row + 1, Sparse::new());
                }
                matrix[*row].push((index, value.clone()));
            }
        }
        let mut elimination = Elimination::new(matrix, columns.len());
        let mut rows = Vec::new();
        while let Some(pivot) = elimination.eliminate() {
            rows.push(pivot);
        }
        Self {
            rows,
            columns: columns.len(),
        }
    }

    fn rank(&self) -> usize {
        self.rows.len()
    }

    /// The vector of the kernel with these values of the free columns, modulo a prime; `None` if
    /// that divides a pivot.
    fn kernel_vector(&self, field: Field, free: impl Fn(usize) -> u64) -> Option<Vec<u64>> {
        let mut vector: Vec<u64> = (0..self.columns).map(free).collect();
        for (pivot, row) in self.rows.iter().rev() {
            let mut sum = 0;
            for (column, value) in row {
                if column != pivot {
                    let value = field.residue(value);
                    let term = field.multiply(value, vector[*column]);
                    sum = field.add(sum, term);
                }
            }
            let divisor = field.residue(entry(row, *pivot));
            let inverse = field.inverse(divisor)?;
            let opposite = field.subtract(0, sum);
            vector[*pivot] = field.multiply(opposite, inverse);
        }
        Some(vector)
    }
}

/// Rows that are still to be brought to echelon form.
struct Elimination {
    rows: Vec<Sparse>,
    /// The rows by their number of entries, those without left out.
    by_length: BTreeSet<(usize, usize)>,
    /// The rows that have an entry in a column, in any order.
    holders: Vec<Vec<usize>>,
}

impl Elimination {
    fn new(rows: Vec<Sparse>, columns: usize) -> Self {
        let mut holders = vec![Vec::new(); columns];
        for (index, row) in rows.iter().enumerate() {
            for (column, _) in row {
                holders[*column].push(index);
            }
        }
        let mut by_length = BTreeSet::new();
        for (index, row) in rows.iter().enumerate() {
            // A row without entries says nothing.
            if !row.is_empty() {
                by_length.insert((row.len(), index));
            }
        }
        Self {
            by_length,
            rows,
            holders,
        }
    }

    /// Takes out the shortest row, and its pivot out of all others: the entry whose column has the
    /// fewest others.
    fn eliminate(&mut self) -> Option<(usize, Sparse)> {
        let (_, index) = self.by_length.pop_first()?;
        let row = std::mem::take(&mut self.rows[index]);
        for (column, _) in &row {
            self.release(*column, index);
        }
        let columns = row.iter().map(|(column, _)| *column);
        let pivot = columns.min_by_key(|column| self.holders[*column].len())?;
        for other in std::mem::take(&mut self.holders[pivot]) {
            self.reduce(other, pivot, &row);
        }
        Some((pivot, row))
    }

    /// Subtracts the multiple of `pivot_row` that takes the pivot out of a row.
    fn reduce(&mut self, index: usize, pivot: usize, pivot_row: &Sparse) {
        let row = std::mem::take(&mut self.rows[index]);
        self.by_length.remove(&(row.len(), index));
        let own = entry(&row, pivot);
        let by = entry(pivot_row, pivot);
        let divisor = Integer::from(own.unsigned_abs_ref().gcd(by.unsigned_abs_ref()));
        let own = own / &divisor;
        let by = by / &divisor;
        let mut reduced = Sparse::with_capacity(row.len() + pivot_row.len());
        let mut rest = row.into_iter().peekable();
        for (column, value) in pivot_row {
            while let Some((before, value)) = rest.next_if(|(before, _)| before < column) {
                reduced.push((before, value * &by));
            }
            let held = rest.next_if(|(other, _)| other == column);
            if *column == pivot {
                continue;
            }
            let taken = value * &own;
            let Some((_, value)) = held else {
                self.holders[*column].push(index);
                reduced.push((*column, -taken));
                continue;
            };
            let value = value * &by - taken;
            if value == 0 {
                self.release(*column, index);
            } else {
                reduced.push((*column, value));
            }
        }
        reduced.extend(rest.map(|(column, value)| (column, value * &by)));
        make_primitive(&mut reduced);
        if !reduced.is_empty() {
            self.by_length.insert((reduced.len(), index));
        }
        self.rows[index] = reduced;
    }

    /// Takes a row out of those that have an entry in a column.
    fn release(&mut self, column: usize, index: usize) {
        self.holders[column].retain(|&other| other != index);
    }
}

/// The entry of a row at a place where it has one.
fn entry(row: &Sparse, place: usize) -> &Integer {
    match row.binary_search_by_key(&place, |(other, _)| *other) {
        Ok(found) => &row[found].1,
        Err(_) => unreachable!("the row has an entry there"),
    }
}

/// The columns that some vector of the kernel moves.
fn moving(columns: &[Sparse], echelon: &Echelon) -> Vec<bool> {
    let mut field = Field::first();
    for attempt in 0.. {
        let vector = echelon.kernel_vector(field, |column| arbitrary(attempt, column));
        if let Some(vector) = vector {
            let moving = vector.iter().map(|value| *value != 0);
            let moving: Vec<bool> = moving.collect();
            if are_all(&moving, columns, echelon) {
                return moving;
            }
        }
        field = field.next();
    }
    unreachable!("there are more primes than divide anything here")
}

/// Whether no vector of the kernel moves any other column: step 3.
fn are_all(moving: &[bool], columns: &[Sparse], echelon: &Echelon) -> bool {
    let still = moving.iter().filter(|moves| !**moves).count();
    if still == 0 {
        return true;
    }
    let of_moving = Echelon::new(columns, |column| moving[column]);
    of_moving.rank() + still == echelon.rank()
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
