//! Looking things up by the indices of a certificate or a record.

use crate::{Rejection, Result};
use zwang_scene::BodyId;

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

/// The entry of a body in a list with one for each body of the scene.
///
/// # Errors
/// Form, if there is no such body.
pub(crate) fn of_body<T>(list: &[T], body: BodyId) -> Result<&T> {
    entry(list, "scene", "body", body.0)
}

/// The bodies that a certificate or a record lists. Whether they exist is for others to say.
pub(crate) fn bodies(listed: &[usize]) -> Vec<BodyId> {
    listed.iter().copied().map(BodyId).collect()
}
