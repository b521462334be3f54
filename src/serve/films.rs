//! The films that were made last, in memory, each under the digest of its text.
//!
//! A frame of the page can only show what has an address; so a film is kept until a few others have
//! been made.

use axum::body::Bytes;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The films that were made last.
pub(crate) struct Films {
    kept: Mutex<VecDeque<(String, Bytes)>>,
    most: usize,
    most_bytes: usize,
}

impl Films {
    /// At most so many films with so many bytes in all.
    pub(crate) fn new(most: usize, most_bytes: usize) -> Self {
        Self {
            kept: Mutex::default(),
            most,
            most_bytes,
        }
    }

    /// Keeps a film; the oldest ones give way. Returns whether it is short enough to be kept.
    pub(crate) fn keep(&self, digest: &str, film: Bytes) -> bool {
        if film.len() > self.most_bytes {
            return false;
        }
        let mut kept = self.lock();
        kept.retain(|(other, _)| other != digest);
        kept.push_back((digest.to_owned(), film));
        let mut bytes: usize = kept.iter().map(|(_, film)| film.len()).sum();
        while kept.len() > self.most || bytes > self.most_bytes {
            let Some((_, oldest)) = kept.pop_front() else {
                break;
            };
            bytes -= oldest.len();
        }
        true
    }

    /// The film with this digest.
    pub(crate) fn get(&self, digest: &str) -> Option<Bytes> {
        self.lock()
            .iter()
            .find(|(other, _)| other == digest)
            .map(|(_, film)| film.clone())
    }

    /// The list stays valid even if a thread has panicked while it held it.
    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Bytes)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_films_give_way() {
        let films = Films::new(2, 10);
        assert!(!films.keep("long", Bytes::from_static(b"12345678901")));
        for (digest, film) in [("a", "123"), ("b", "456"), ("a", "123"), ("c", "789")] {
            assert!(films.keep(digest, Bytes::from_static(film.as_bytes())));
        }
        assert_eq!(
            (
                films.get("a").is_some(),
                films.get("b").is_some(),
                films.get("c").is_some()
            ),
            (true, false, true)
        );
        assert!(films.keep("d", Bytes::from_static(b"1234567890")));
        assert_eq!(
            (
                films.get("a").is_some(),
                films.get("c").is_some(),
                films.get("d").is_some()
            ),
            (false, false, true)
        );
    }
}
