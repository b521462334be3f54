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
        let kept = self.lock();
        let (_, film) = kept.iter().find(|(other, _)| other == digest)?;
        Some(film.clone())
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
        let is_kept = keep(&films, "long", "12345678901");
        assert!(!is_kept);
        for (digest, film) in [("a", "123"), ("b", "456"), ("a", "123"), ("c", "789")] {
            let is_kept = keep(&films, digest, film);
            assert!(is_kept, "{digest}");
        }
        assert_eq!(kept_of(&films, ["a", "b", "c"]), ["a", "c"]);
        let is_kept = keep(&films, "d", "1234567890");
        assert!(is_kept);
        assert_eq!(kept_of(&films, ["a", "c", "d"]), ["d"]);
    }

    fn keep(films: &Films, digest: &str, film: &'static str) -> bool {
        let film = Bytes::from_static(film.as_bytes());
        films.keep(digest, film)
    }

    /// Which of these films are still there.
    fn kept_of<'a>(films: &Films, digests: [&'a str; 3]) -> Vec<&'a str> {
        let mut kept = Vec::from(digests);
        kept.retain(|digest| films.get(digest).is_some());
        kept
    }
}
