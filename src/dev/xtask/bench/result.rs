//! The results of the problems of a run.
#![allow(clippy::disallowed_types)]

use super::clock::Span;
use super::measure::{Measurement, Repetition};
use super::peers::PeerAnswer;
use super::problem::BenchProblem;

/// A problem and what came of it.
pub struct Measured {
    pub problem: BenchProblem,
    /// The measurement, or why there is none.
    pub measurement: Result<Measurement, String>,
    pub peers: Vec<PeerAnswer>,
}

impl Measured {
    /// Whether there is a measurement, and no peer has another answer.
    pub fn is_right(&self) -> bool {
        let peer_differs = self.peers.iter().any(|peer| peer.agrees == Some(false));
        self.measurement.is_ok() && !peer_differs
    }

    /// The answer of a peer.
    pub fn peer(&self, peer: &str) -> Option<&PeerAnswer> {
        self.peers.iter().find(|answer| answer.peer == peer)
    }

    /// The time of a peer, s.
    pub fn peer_seconds(&self, peer: &str) -> Option<f64> {
        self.peer(peer)?.seconds
    }
}

/// The times of a measurement, s; 0 where unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// The whole command `zwang collapse`, from a file to a proof in a file.
    pub command: f64,
    pub collapse: f64,
    pub check: f64,
    /// The floating-point solver alone.
    pub floats: f64,
}

impl Times {
    /// Medians by the clock on the wall.
    pub fn wall(measurement: &Measurement) -> Self {
        Self::of(|span| measurement.wall(span))
    }

    /// Means of processor time.
    pub fn processor(measurement: &Measurement) -> Self {
        Self::of(|span| measurement.processor(span))
    }

    fn of(nanoseconds: impl Fn(fn(&Repetition) -> Span) -> Option<u64>) -> Self {
        Self {
            command: seconds(nanoseconds(|repetition| repetition.command)),
            collapse: seconds(nanoseconds(|repetition| repetition.collapse)),
            check: seconds(nanoseconds(|repetition| repetition.check)),
            floats: seconds(nanoseconds(|repetition| repetition.floats)),
        }
    }
}

fn seconds(nanoseconds: Option<u64>) -> f64 {
    nanoseconds.unwrap_or(0) as f64 / 1e9
}
