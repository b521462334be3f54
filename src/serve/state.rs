//! What all requests share.

use crate::computation::Computations;
use crate::films::Films;
use crate::folder::Folder;
use crate::limits::Limits;
use std::ops::Deref;
use std::sync::Arc;
use zwang_scene::Scene;

/// The families of scenes that the page offers. They are defined by the arguments of the command
/// line, which this crate does not know.
pub trait Families: Send + Sync {
    /// All of them with their arguments, as JSON (`docs/serve.md`).
    fn list(&self) -> String;

    /// The scene that a family makes of arguments, pairs of name and value. What would clearly have
    /// more bodies than `most` need not be made.
    ///
    /// # Errors
    /// What is wrong with them, in one line.
    fn scene(
        &self,
        family: &str,
        arguments: &[(String, String)],
        most: usize,
    ) -> Result<Scene, String>;
}

/// What all requests share; clones share it too.
#[derive(Clone)]
pub struct State(Arc<Shared>);

/// The parts of a [`State`].
pub struct Shared {
    /// How much a request may ask for.
    pub limits: Limits,
    /// What is being computed.
    pub computations: Computations,
    pub(crate) families: Box<dyn Families>,
    pub(crate) folder: Option<Folder>,
    pub(crate) films: Films,
    is_loopback: bool,
}

impl State {
    /// At the beginning. `is_loopback` says that only this machine can reach the server.
    #[must_use]
    pub fn new(
        limits: Limits,
        families: Box<dyn Families>,
        folder: Option<Folder>,
        is_loopback: bool,
    ) -> Self {
        let (computations, films) = (
            Computations::new(&limits),
            Films::new(limits.films, limits.film_bytes),
        );
        Self(Arc::new(Shared {
            limits,
            computations,
            families,
            folder,
            films,
            is_loopback,
        }))
    }

    pub(crate) fn is_loopback(&self) -> bool {
        self.is_loopback
    }
}

impl Deref for State {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
