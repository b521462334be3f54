//! Bodies that are joined, directly or by way of others.

use std::collections::BTreeMap;

/// Disjoint sets of bodies.
///
/// A forest in which every set is a tree with its least body at the root, so what is found does not
/// depend on the order of the joints. Paths are halved on the way (Tarjan & van Leeuwen, Worst-case
/// analysis of set union algorithms, J. ACM 31, 1984): m joints and questions about n bodies take
/// O(m log n).
#[derive(Clone, Debug)]
pub struct Components {
    parent: Vec<usize>,
}

impl Components {
    /// The bodies with indices below `count`, each in a set of its own.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self {
            parent: (0..count).collect(),
        }
    }

    /// Makes one set of the sets of all these bodies.
    ///
    /// # Panics
    /// If the index of a body is not below the count.
    pub fn join(&mut self, bodies: impl IntoIterator<Item = usize>) {
        let mut bodies = bodies.into_iter();
        let Some(mut least) = bodies.next() else {
            return;
        };
        for body in bodies {
            let one = self.first(least);
            let other = self.first(body);
            least = one.min(other);
            self.parent[one.max(other)] = least;
        }
    }

    /// The least body that a body is joined to: bodies are in one set if this is the same for both.
    ///
    /// # Panics
    /// If the index of the body is not below the count.
    pub fn first(&mut self, mut body: usize) -> usize {
        while self.parent[body] != body {
            let above = self.parent[body];
            let next = self.parent[above];
            self.parent[body] = next;
            body = next;
        }
        body
    }

    /// These bodies by their sets, each set under its first body.
    ///
    /// # Panics
    /// If the index of a body is not below the count.
    pub fn sets(&mut self, bodies: impl IntoIterator<Item = usize>) -> BTreeMap<usize, Vec<usize>> {
        let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for body in bodies {
            let first = self.first(body);
            sets.entry(first).or_default().push(body);
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    const COUNT: usize = 9;

    /// The least body within reach of each, by going along joints until nothing changes.
    fn least_in_reach(joints: &[[usize; 2]]) -> Vec<usize> {
        let mut least: Vec<usize> = (0..COUNT).collect();
        for _ in 0..COUNT {
            for &[one, other] in joints {
                let lower = least[one].min(least[other]);
                least[one] = lower;
                least[other] = lower;
            }
        }
        least
    }

    fn sets_are_what_is_in_reach(joints: &[[usize; 2]]) -> Result<(), TestCaseError> {
        let mut components = Components::new(COUNT);
        for joint in joints {
            components.join(*joint);
        }
        let least = least_in_reach(joints);
        for (body, least) in least.iter().enumerate() {
            prop_assert_eq!(components.first(body), *least);
        }
        for (first, bodies) in components.sets(0..COUNT) {
            let members = (0..COUNT).filter(|&body| least[body] == first);
            let members: Vec<usize> = members.collect();
            prop_assert_eq!(bodies, members);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn bodies_are_in_one_set_if_joints_lead_from_one_to_the_other(
            joints in vec([0..COUNT, 0..COUNT], 0..12),
        ) {
            sets_are_what_is_in_reach(&joints)?;
        }
    }
}
