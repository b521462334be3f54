//! The groups of a certificate or of a record, and which of them each free body is in.

use crate::rejection::{Condition, Result};
use std::collections::BTreeMap;
use zwang_scene::BodyId;

/// Groups, in the order of the file.
pub(crate) struct Division<Group> {
    pub groups: Vec<Group>,
    group_of: BTreeMap<BodyId, usize>,
}

impl<Group> Division<Group> {
    pub(crate) fn new() -> Self {
        Self {
            groups: vec![],
            group_of: BTreeMap::new(),
        }
    }

    /// Says that a body is in the group of this index; returns that in which it was before.
    pub(crate) fn put(&mut self, body: BodyId, group: usize) -> Option<usize> {
        self.group_of.insert(body, group)
    }

    /// Whether a body is in a group.
    pub(crate) fn has(&self, body: BodyId) -> bool {
        self.group_of.contains_key(&body)
    }

    /// The one group of two joined bodies, or of one that is joined to what is fixed.
    ///
    /// # Errors
    /// The condition, if there is no such group; `place` is what joins them.
    pub(crate) fn joined(
        &mut self,
        bodies: [Option<BodyId>; 2],
        condition: Condition,
        place: impl Fn() -> String,
    ) -> Result<&mut Group> {
        let required = "bodies of one group";
        let mut joined = None;
        for body in bodies.into_iter().flatten() {
            let Some(&group) = self.group_of.get(&body) else {
                return condition.refuse(place(), "bodies of no group", required);
            };
            match joined {
                Some(other) if other != group => {
                    let found = format!("bodies of groups {other} and {group}");
                    return condition.refuse(place(), found, required);
                }
                _ => joined = Some(group),
            }
        }
        match joined.and_then(|group| self.groups.get_mut(group)) {
            Some(group) => Ok(group),
            None => condition.refuse(place(), "no free bodies", required),
        }
    }
}
