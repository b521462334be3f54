//! Looking things up by the indices of a certificate or a record.

use crate::{Rejection, Result};

/// An entry of a list.
///
/// # Errors
/// Form, if there is no such entry; the rejection calls it `thing`.
pub(crate) fn entry<'a, T>(list: &'a [T], place: &str, thing: &str, index: usize) -> Result<&'a T> {
    match list.get(index) {
        Some(entry) => Ok(entry),
        None => Err(Rejection::index(place, thing, index, list.len())),
    }
}
