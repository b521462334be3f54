//! Which bodies are joined.

use std::collections::BTreeMap;
use zwang_scene::BodyId;

/// Sets of bodies, or of what stands for them, that have no body in common.
pub(crate) struct Union<T = BodyId> {
    /// Another body of the same set; of the first one itself.
    above: BTreeMap<T, T>,
}

impl<T: Copy + Ord> Union<T> {
    pub(crate) fn new() -> Self {
        Self {
            above: BTreeMap::new(),
        }
    }

    /// Puts some bodies, and all that are in one set with one of them, into one set.
    pub(crate) fn join(&mut self, bodies: &[T]) {
        let mut roots = Vec::new();
        for body in bodies {
            self.above.entry(*body).or_insert(*body);
            roots.push(self.root(*body));
        }
        let Some(least) = roots.iter().min().copied() else {
            return;
        };
        for body in bodies.iter().chain(&roots) {
            self.above.insert(*body, least);
        }
    }

    /// Puts two bodies into one set; whether they were in two.
    pub(crate) fn join_apart(&mut self, [one, other]: [T; 2]) -> bool {
        let were_apart = self.root(one) != self.root(other);
        self.join(&[one, other]);
        were_apart
    }

    /// The first body of the set of a body: itself, if nothing was joined with it. The next one is
    /// nearer, as the way to it becomes shorter by half.
    pub(crate) fn root(&mut self, body: T) -> T {
        let mut root = body;
        loop {
            let above = self.above_of(root);
            if above == root {
                return root;
            }
            let next = self.above_of(above);
            self.above.insert(root, next);
            root = next;
        }
    }

    fn above_of(&self, body: T) -> T {
        self.above.get(&body).copied().unwrap_or(body)
    }

    /// All sets, ascending, by their first bodies.
    pub(crate) fn sets(&mut self) -> BTreeMap<T, Vec<T>> {
        let mut sets: BTreeMap<T, Vec<T>> = BTreeMap::new();
        let bodies: Vec<T> = self.above.keys().copied().collect();
        for body in bodies {
            sets.entry(self.root(body)).or_default().push(body);
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        /// Against merging lists.
        #[test]
        fn sets_are_those_of_lists(joined in vec(vec(0_usize..30, 0..4), 0..20)) {
            let mut union = Union::new();
            let mut lists: Vec<Vec<usize>> = Vec::new();
            for bodies in &joined {
                union.join(&bodies.iter().copied().map(BodyId).collect::<Vec<_>>());
                let (met, mut others): (Vec<_>, Vec<_>) =
                    lists.into_iter().partition(|list| list.iter().any(|body| bodies.contains(body)));
                let mut merged: Vec<usize> = met.concat();
                merged.extend(bodies);
                merged.sort_unstable();
                merged.dedup();
                if !merged.is_empty() {
                    others.push(merged);
                }
                lists = others;
            }
            lists.sort_unstable();
            let found: Vec<Vec<usize>> = union
                .sets()
                .into_values()
                .map(|set| set.into_iter().map(|body| body.0).collect())
                .collect();
            prop_assert_eq!(&found, &lists);
            for list in &lists {
                for body in list {
                    prop_assert_eq!(union.root(BodyId(*body)), BodyId(list[0]));
                }
            }
        }
    }
}
