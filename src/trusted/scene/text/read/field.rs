//! A value of the file with its place in the scene: what every reader gets.

use super::place::Place;
use crate::text::document::Node;
use crate::text::error::{Fault, SceneError};

/// A value of the file, and where in the scene it stands.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    pub node: &'a Node,
    pub place: Place<'a>,
}

impl<'a> Field<'a> {
    /// The value behind a key of this one.
    pub fn entry(&'a self, key: &'static str, node: &'a Node) -> Self {
        let place = Place::Key(&self.place, key);
        Self { node, place }
    }

    /// An item of this list, named by what it is, such as part 0.
    pub fn item(&'a self, kind: &'static str, index: usize, node: &'a Node) -> Self {
        let place = Place::Item(&self.place, kind, index);
        Self { node, place }
    }

    /// The error that something is wrong here.
    pub fn error(&self, fault: Fault) -> SceneError {
        self.place.error(self.node.line, fault)
    }

    /// The error that this value is here instead of what was expected.
    pub fn unexpected(&self, expected: &str) -> SceneError {
        let found = self.node.value.to_string();
        let fault = Fault::value(found, expected);
        self.error(fault)
    }

    /// The error that this was found here, and something else expected.
    pub fn wrong(&self, found: &str, expected: &str) -> SceneError {
        let fault = Fault::value(found, expected);
        self.error(fault)
    }
}
