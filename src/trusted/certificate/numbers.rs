//! Numbers of proofs: one grammar for forces, motions and weights of all formats.
//!
//! An integer is a hexadecimal string, and a list is a list. A force is a list that begins with
//! what bears it: `[contact, φ]`, `[contact, φ, ψ]`, `[pin, x, y]` or, in space, `[contact, x, y,
//! z]`. A joint has a list: `[joint, [f, …]]`.

use crate::text::Hex;
use crate::write::{Written, hex, separated};
use num_bigint::BigInt;
use serde::{Deserialize, Deserializer};
use std::fmt::{self, Display, Formatter, Write};

/// A thing that a file writes with hexadecimal integers.
pub(crate) trait Numbers {
    /// The form in which it is read.
    type Read;

    /// The form that is meant.
    fn from_read(read: Self::Read) -> Self;

    /// Writes it as JSON.
    fn write(&self, formatter: &mut Formatter) -> fmt::Result;

    /// The length of the longest integer, in bits.
    fn longest(&self) -> u64;
}

/// Reads numbers, of which a file has no others there.
pub(crate) fn read<'de, T: Numbers, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
where
    T::Read: Deserialize<'de>,
{
    T::Read::deserialize(deserializer).map(T::from_read)
}

/// Numbers as a file writes them.
pub(crate) fn written(numbers: &impl Numbers) -> impl Display {
    Written(|formatter| numbers.write(formatter))
}

impl Numbers for BigInt {
    type Read = Hex;

    fn from_read(Hex(number): Hex) -> Self {
        number
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        let number = hex(self);
        write!(formatter, "\"{number}\"")
    }

    fn longest(&self) -> u64 {
        self.bits()
    }
}

impl<T: Numbers> Numbers for Vec<T> {
    type Read = Vec<T::Read>;

    fn from_read(read: Self::Read) -> Self {
        read.into_iter().map(T::from_read).collect()
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        write_list(self, formatter)
    }

    fn longest(&self) -> u64 {
        self.iter().map(T::longest).max().unwrap_or(0)
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    type Read = [T::Read; N];

    fn from_read(read: Self::Read) -> Self {
        read.map(T::from_read)
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        write_list(self, formatter)
    }

    fn longest(&self) -> u64 {
        self.iter().map(T::longest).max().unwrap_or(0)
    }
}

impl Numbers for (usize, BigInt) {
    type Read = (usize, Hex);

    fn from_read((index, Hex(force)): Self::Read) -> Self {
        (index, force)
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        let (index, force) = self;
        let force = written(force);
        write!(formatter, "[{index},{force}]")
    }

    fn longest(&self) -> u64 {
        let (_, force) = self;
        force.bits()
    }
}

impl Numbers for (usize, Vec<BigInt>) {
    type Read = (usize, Vec<Hex>);

    fn from_read((index, list): Self::Read) -> Self {
        (index, Numbers::from_read(list))
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        let (index, list) = self;
        let list = written(list);
        write!(formatter, "[{index},{list}]")
    }

    fn longest(&self) -> u64 {
        let (_, list) = self;
        list.longest()
    }
}

impl<T: Numbers> Numbers for (usize, [T; 2]) {
    type Read = (usize, T::Read, T::Read);

    fn from_read((index, first, second): Self::Read) -> Self {
        (index, [T::from_read(first), T::from_read(second)])
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        let (index, [first, second]) = self;
        let first = written(first);
        let second = written(second);
        write!(formatter, "[{index},{first},{second}]")
    }

    fn longest(&self) -> u64 {
        let (_, pair) = self;
        pair.longest()
    }
}

impl<T: Numbers> Numbers for (usize, [T; 3]) {
    type Read = (usize, T::Read, T::Read, T::Read);

    fn from_read((index, first, second, third): Self::Read) -> Self {
        let triple = [first, second, third];
        (index, triple.map(T::from_read))
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        let (index, triple) = self;
        let [first, second, third] = triple.each_ref().map(written);
        write!(formatter, "[{index},{first},{second},{third}]")
    }

    fn longest(&self) -> u64 {
        let (_, triple) = self;
        triple.longest()
    }
}

fn write_list(list: &[impl Numbers], formatter: &mut Formatter) -> fmt::Result {
    formatter.write_char('[')?;
    separated(formatter, list, ",", written)?;
    formatter.write_char(']')
}
