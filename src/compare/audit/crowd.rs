//! Boxes that meet, and how much of a state may be near each other.
//!
//! Pairs grow with the square of bodies: all of a crowd are near each other, and a body that is
//! fast may meet all others. So pairs are looked at one after the other, none is kept whose bodies
//! turn out to be far apart, and what they cost is counted before it is spent: a table that asks
//! for more than [`Limits`] is refused.

use crate::interval::Interval;
use crate::vector::Vector;

/// At least so many contacts may be near each other in a state.
const CONTACTS: usize = 1 << 16;
/// So many may be for each part.
const CONTACTS_OF_A_PART: usize = 32;
/// At least so often a vertex may be compared with an edge in a state.
const COMPARISONS: usize = 1 << 21;
/// So often for each vertex.
const COMPARISONS_OF_A_VERTEX: usize = 1 << 8;

/// Lower and upper ends along both axes.
pub(crate) type Around = Vector<Interval>;

/// How much of a scene may be near each other. They grow with the scene, so that none is refused
/// for its size alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Contacts, or pairs of bodies that may meet in a step.
    pub(crate) contacts: usize,
    /// Comparisons of a vertex with an edge.
    pub(crate) comparisons: usize,
}

/// More is near each other in a state than is looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {state}: found more than {most} {what}; expected at most so many ({cure})")]
pub struct Crowded {
    /// The state.
    pub state: usize,
    /// How much may be.
    pub most: usize,
    what: &'static str,
    cure: &'static str,
}

const FEWER_STEPS: &str = "--steps leaves out what comes later";
const NO_LAW: &str = "--law-steps 0 leaves out the law of contacts";

/// The work on a state, as far as it is done.
#[derive(Debug)]
pub(crate) struct Work {
    state: usize,
    limits: Limits,
    comparisons: usize,
}

impl Limits {
    pub(crate) fn new(parts: usize, vertices: usize) -> Self {
        Self {
            contacts: CONTACTS.max(CONTACTS_OF_A_PART * parts),
            comparisons: COMPARISONS.max(COMPARISONS_OF_A_VERTEX * vertices),
        }
    }
}

impl Work {
    /// Work on a state, none of it done.
    pub(crate) fn new(limits: Limits, state: usize) -> Self {
        Self {
            state,
            limits,
            comparisons: 0,
        }
    }

    /// Counts that the vertices of each of two parts are compared with the edges of the other.
    ///
    /// # Errors
    /// [`Crowded`] if there are too many.
    pub(crate) fn compare(&mut self, vertices: [usize; 2]) -> Result<(), Crowded> {
        let [one, other] = vertices;
        self.comparisons += 2 * one.max(2) * other.max(2);
        let what = "comparisons of vertices and edges of parts that are near each other";
        self.bounded(self.comparisons, self.limits.comparisons, what, FEWER_STEPS)
    }

    /// Allows so many contacts.
    ///
    /// # Errors
    /// [`Crowded`] if there are too many.
    pub(crate) fn hold(&self, contacts: usize) -> Result<(), Crowded> {
        let what = "contacts of bodies that are near each other";
        self.bounded(contacts, self.limits.contacts, what, NO_LAW)
    }

    /// Allows so many pairs of bodies that may meet.
    ///
    /// # Errors
    /// [`Crowded`] if there are too many.
    pub(crate) fn meet(&self, pairs: usize) -> Result<(), Crowded> {
        let what = "pairs of bodies that may meet in the step";
        self.bounded(pairs, self.limits.contacts, what, FEWER_STEPS)
    }

    fn bounded(
        &self,
        found: usize,
        most: usize,
        what: &'static str,
        cure: &'static str,
    ) -> Result<(), Crowded> {
        if found <= most {
            return Ok(());
        }
        Err(Crowded {
            state: self.state,
            most,
            what,
            cure,
        })
    }
}

/// Visits each pair of boxes that meet, the smaller index first: boxes are gone through along the
/// axis in which they are farther spread, each with those that begin before it ends.
///
/// # Errors
/// That of `visit`, which ends it.
pub(crate) fn each_meeting<E>(
    boxes: &[Around],
    mut visit: impl FnMut([usize; 2]) -> Result<(), E>,
) -> Result<(), E> {
    let axis = wider_axis(boxes);
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|one, other| boxes[*one][axis].low.cmp(&boxes[*other][axis].low));
    for (place, &one) in order.iter().enumerate() {
        for &other in &order[place + 1..] {
            if boxes[other][axis].low > boxes[one][axis].high {
                break;
            }
            if boxes[one][1 - axis].meets(&boxes[other][1 - axis]) {
                visit([one.min(other), one.max(other)])?;
            }
        }
    }
    Ok(())
}

/// The axis along which the lower ends of boxes are farther apart.
fn wider_axis(boxes: &[Around]) -> usize {
    let [across, up] = [0, 1].map(|axis| {
        let ends = boxes.iter().map(|around| &around[axis].low);
        ends.clone()
            .max()
            .zip(ends.min())
            .map(|(high, low)| high - low)
    });
    usize::from(up > across)
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::Integer;
    use proptest::prelude::*;

    fn around([x, y, width, height]: [i32; 4]) -> Around {
        [(x, width), (y, height)].map(|(low, extent)| Interval {
            low: Integer::from(low),
            high: Integer::from(low + extent),
        })
    }

    fn met(boxes: &[Around]) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        let visited = each_meeting(boxes, |pair| {
            pairs.push(pair);
            Ok::<(), ()>(())
        });
        assert_eq!(visited, Ok(()));
        pairs.sort_unstable();
        pairs
    }

    proptest! {
        #[test]
        fn boxes_that_meet_are_those_that_comparing_all_finds(
            corners in prop::collection::vec(prop::array::uniform4(0..12_i32), 0..20),
        ) {
            let boxes: Vec<Around> = corners.into_iter().map(around).collect();
            let mut expected = Vec::new();
            for (index, one) in boxes.iter().enumerate() {
                for (other, second) in boxes.iter().enumerate().skip(index + 1) {
                    if one[0].meets(&second[0]) && one[1].meets(&second[1]) {
                        expected.push([index, other]);
                    }
                }
            }
            prop_assert_eq!(met(&boxes), expected);
        }
    }

    #[test]
    fn a_crowd_is_refused_one_beyond_its_limit() {
        let limits = Limits::new(3, 12);
        let mut work = Work::new(limits, 7);
        assert_eq!(work.hold(limits.contacts), Ok(()));
        let crowded = work.hold(limits.contacts + 1).unwrap_err();
        assert_eq!((crowded.state, crowded.most), (7, limits.contacts));
        for _ in 0..limits.comparisons / 32 {
            assert_eq!(work.compare([4, 4]), Ok(()));
        }
        assert!(work.compare([1, 1]).is_err());
    }

    #[test]
    fn limits_grow_with_the_scene() {
        let (small, large) = (Limits::new(1, 4), Limits::new(10_000, 40_000));
        assert!(small.contacts < large.contacts && small.comparisons < large.comparisons);
    }
}
