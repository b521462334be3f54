//! Looking things up by the indices of a certificate or a record.

use crate::rejection::{Rejection, Result};
use zwang_scene::BodyId;

/// An entry of a list.
///
/// # Errors
/// Form, if there is no such entry; the rejection calls it `thing`.
pub(crate) fn entry<'a, T>(list: &'a [T], place: &str, thing: &str, index: usize) -> Result<&'a T> {
    match list.get(index) {
        Some(entry) => Ok(entry),
        None => {
            let count = list.len();
            Err(Rejection::index(place, thing, index, count))
        }
    }
}

/// An entry of a list that the scene has.
///
/// # Errors
/// Form, if there is no such entry; the rejection calls it `thing`.
pub(crate) fn of_scene<'a, T>(list: &'a [T], thing: &str, index: usize) -> Result<&'a T> {
    entry(list, "scene", thing, index)
}

/// The entry of a body in a list with one for each body of the scene.
///
/// # Errors
/// Form, if there is no such body.
pub(crate) fn of_body<T>(list: &[T], body: BodyId) -> Result<&T> {
    of_scene(list, "body", body.0)
}

/// The bodies that a certificate or a record lists. Whether they exist is for others to say.
pub(crate) fn bodies(listed: &[usize]) -> Vec<BodyId> {
    listed.iter().copied().map(BodyId).collect()
}
