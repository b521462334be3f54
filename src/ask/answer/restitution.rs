//! The coefficients of restitution that a scene asks of its runs.
//!
//! A scene has coefficients of bodies, and a contact takes the larger of two. The header of a run
//! has one coefficient for all pairs that it does not list (`proofs/RUN.md`, section 9). So that
//! the list is short, this is the coefficient of the most pairs.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Rational;
use zwang_law::Restitution;
use zwang_scene::{BodyId, Scene};

/// The restitution of a run of the scene, if nobody says otherwise: nothing bounces, unless the
/// scene says that something does.
#[must_use]
pub fn restitution(scene: &Scene) -> Restitution {
    if scene.restitution.is_none() {
        return Restitution::default();
    }
    let default = most_frequent(scene);
    let ignoring = scene.ignoring_pairs();
    let mut pairs = BTreeMap::new();
    for pair in pairs_apart(scene, &default) {
        let [first, second] = pair;
        let between = scene.restitution.between(first, second);
        let may_touch = may_touch(scene, first, second) && !ignoring.contains(first, second);
        if between != default && may_touch {
            pairs.insert(pair, between);
        }
    }
    Restitution { default, pairs }
}

/// All pairs, and perhaps others, that do not have a coefficient: those of a body with a larger
/// one, of two bodies with smaller ones, and those that have one of their own. Only these are
/// looked at, as all pairs of many bodies are very many.
fn pairs_apart(scene: &Scene, default: &Rational) -> BTreeSet<[BodyId; 2]> {
    let mut larger = Vec::new();
    let mut smaller = Vec::new();
    for body in scene.body_ids() {
        match scene.restitution.of_body(body).cmp(default) {
            Ordering::Greater => larger.push(body),
            Ordering::Equal => {}
            Ordering::Less => smaller.push(body),
        }
    }
    let mut pairs = BTreeSet::new();
    for first in &larger {
        for second in scene.body_ids().filter(|second| second != first) {
            pairs.insert(BodyId::pair(*first, second));
        }
    }
    for first in &smaller {
        for second in smaller.iter().filter(|second| *second != first) {
            pairs.insert(BodyId::pair(*first, *second));
        }
    }
    pairs.extend(scene.restitution.pairs().map(|(pair, _)| pair));
    pairs
}

/// The coefficient of the most pairs of bodies, as far as those of the bodies say; the smallest of
/// several.
fn most_frequent(scene: &Scene) -> Rational {
    let mut bodies: BTreeMap<Rational, Count> = BTreeMap::new();
    for (id, body) in scene.numbered_bodies() {
        let count = bodies.entry(scene.restitution.of_body(id)).or_default();
        count.all += 1;
        count.fixed += usize::from(body.is_fixed());
    }
    // A pair has the larger of two coefficients, so those up to one of them make all the pairs that
    // have it, or one before it.
    let mut up_to_here = Count::default();
    let mut pairs_before = 0;
    let mut best = Rational::default();
    let mut most = None;
    for (value, count) in bodies {
        up_to_here.all += count.all;
        up_to_here.fixed += count.fixed;
        let pairs = pairs_of(up_to_here.all) - pairs_of(up_to_here.fixed);
        let own = Some(pairs - pairs_before);
        if own > most {
            most = own;
            best = value;
        }
        pairs_before = pairs;
    }
    best
}

/// How many bodies there are, and how many of them are fixed.
#[derive(Default)]
struct Count {
    all: usize,
    fixed: usize,
}

/// How many pairs so many bodies make.
fn pairs_of(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}

/// Two fixed bodies have no contacts.
fn may_touch(scene: &Scene, first: BodyId, second: BodyId) -> bool {
    let mut bodies = [first, second].into_iter();
    bodies.any(|body| scene.body(body).is_some_and(|body| !body.is_fixed()))
}

#[cfg(test)]
mod tests {
    use super::restitution;
    use std::collections::BTreeMap;
    use zwang_exact::parse;
    use zwang_law::Restitution;
    use zwang_scene::{BodyId, Scene};

    /// Bodies with these lines of their own, in a row without contacts.
    fn scene(head: &str, bodies: &[&str], pairs: &str) -> Scene {
        let mut text = format!("format = \"zwang-scene-1\"\nname = \"s\"\n{head}\n");
        for (index, own) in bodies.iter().enumerate() {
            let x = 3 * index;
            text += &format!(
                "[[body]]\nname = \"{index}\"\n\
                 rectangle = {{ center = [{x}, 0], size = [1, 1] }}\n{own}\n"
            );
        }
        (text + pairs).parse().unwrap()
    }

    #[track_caller]
    fn assert_restitution(scene: &Scene, default: &str, pairs: &[(usize, usize, &str)]) {
        let mut expected = BTreeMap::new();
        for (first, second, value) in pairs {
            expected.insert([BodyId(*first), BodyId(*second)], parse(value).unwrap());
        }
        let expected = Restitution {
            default: parse(default).unwrap(),
            pairs: expected,
        };
        assert_eq!(restitution(scene), expected);
    }

    #[test]
    fn nothing_bounces_unless_the_scene_says_so() {
        let fixed = "fixed = true";
        assert_restitution(&scene("", &[fixed, "", ""], ""), "0", &[]);
        let zero = "restitution = 0";
        assert_restitution(&scene(zero, &[fixed, zero, ""], ""), "0", &[]);
    }

    #[test]
    fn one_coefficient_of_all_needs_no_pairs() {
        let bodies = ["fixed = true", "", ""];
        assert_restitution(&scene("restitution = \"1/2\"", &bodies, ""), "1/2", &[]);
        let own = ["fixed = true", "restitution = 0.5", "restitution = 0.5"];
        assert_restitution(&scene("", &own, ""), "1/2", &[]);
    }

    #[test]
    fn a_pair_has_the_larger_coefficient_or_its_own() {
        let ball = "restitution = \"3/4\"";
        let bodies = ["fixed = true", "", "", "", ball];
        let listed = [(0, 4, "3/4"), (1, 4, "3/4"), (2, 4, "3/4"), (3, 4, "3/4")];
        assert_restitution(&scene("", &bodies, ""), "0", &listed);
        // Two floors do not touch: they make no pair.
        let floors = ["fixed = true", "fixed = true", ball];
        assert_restitution(&scene("", &floors, ""), "3/4", &[]);
        let floor = format!("fixed = true\n{ball}");
        let bodies = [floor.as_str(), floor.as_str(), ""];
        let pair = "[[pair]]\nbodies = [\"2\", \"0\"]\nrestitution = 1\n";
        assert_restitution(&scene("", &bodies, pair), "3/4", &[(0, 2, "1")]);
    }

    #[test]
    fn bodies_that_ignore_each_other_make_no_pair() {
        let bodies = ["restitution = 1", "", "", ""];
        let pin = |collide: bool| {
            format!("[[pin]]\nbodies = [\"0\", \"1\"]\nat = [0, 0]\ncollide = {collide}\n")
        };
        let listed = [(0, 2, "1"), (0, 3, "1")];
        assert_restitution(&scene("", &bodies, &pin(false)), "0", &listed);
        let listed = [(0, 1, "1"), (0, 2, "1"), (0, 3, "1")];
        assert_restitution(&scene("", &bodies, &pin(true)), "0", &listed);
    }

    #[test]
    fn every_pair_of_any_scene_has_what_the_scene_says() {
        let values = ["0", "1/3", "2/3", "1"];
        for seed in 0..200_usize {
            let mut bodies = Vec::new();
            for index in 0..5 {
                let value = values[(seed >> index) * (index + 3) % 4];
                let fixed = (seed / 7 + index) % 3 == 0;
                bodies.push(format!("restitution = \"{value}\"\nfixed = {fixed}"));
            }
            let bodies: Vec<_> = bodies.iter().map(String::as_str).collect();
            let scene = scene("", &bodies, "");
            let found = restitution(&scene);
            let mut differing = 0;
            let mut frequencies = BTreeMap::new();
            for one in 0..5 {
                for other in one + 1..5 {
                    let [one, other] = [BodyId(one), BodyId(other)];
                    if scene.bodies[one.0].is_fixed() && scene.bodies[other.0].is_fixed() {
                        continue;
                    }
                    let larger = scene.restitution.of_body(one);
                    let larger = larger.max(scene.restitution.of_body(other));
                    assert_eq!(*found.of(other, one), larger);
                    differing += usize::from(larger != found.default);
                    *frequencies.entry(larger).or_insert(0) += 1;
                }
            }
            assert_eq!(found.pairs.len(), differing);
            let most = frequencies.values().max();
            assert_eq!(frequencies.get(&found.default), most);
        }
    }
}
