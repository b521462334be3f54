//! State that all requests share.

use crate::computation::Computations;
use crate::films::Films;
use crate::folder::Folder;
use crate::limits::Limits;
use crate::refusal::Refusal;
use std::ops::Deref;
use std::sync::Arc;
use zwang_families::Family;
use zwang_program::Stop;

/// State that all requests share; clones share it too.
#[derive(Clone)]
pub struct State(Arc<Shared>);

/// The parts of a [`State`].
pub struct Shared {
    /// How much a request may ask for.
    pub limits: Limits,
    /// The computations that go on.
    pub computations: Computations,
    pub(crate) families: &'static [Family],
    pub(crate) folder: Option<Folder>,
    pub(crate) films: Films,
    is_loopback: bool,
}

impl State {
    /// At the beginning, with the families that the page offers. `is_loopback` says that only this
    /// machine can reach the server.
    #[must_use]
    pub fn new(
        limits: Limits,
        families: &'static [Family],
        folder: Option<Folder>,
        is_loopback: bool,
    ) -> Self {
        let computations = Computations::new(&limits);
        let films = Films::new(limits.films, limits.film_bytes);
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

    /// Computes an answer in the time that it may take, and waits for it.
    ///
    /// # Errors
    /// A [`Refusal`] if too many others wait, or from the computation, or if it panics.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(Stop) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let time = self.limits.time;
        self.computations.run(time, work).await
    }
}

impl Deref for State {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
