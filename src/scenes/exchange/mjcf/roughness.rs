//! Friction in the words of a model.
//!
//! A scene takes the smaller friction of two bodies. MuJoCo takes the larger one of two geoms,
//! unless one has a greater `priority`: then the friction of that one counts. So a smoother body
//! has a greater priority than a rougher one. A pair of bodies with a friction of its own becomes a
//! `pair` of each two of their geoms, which have names then.

use super::tag::Tag;
use crate::ExportError;
use crate::decimal::decimal;
use num_traits::Zero;
use zwang_exact::Rational;
use zwang_scene::{BodyId, Friction};

/// The most pairs of geoms that a model gets.
const MOST_PAIRS: usize = 1 << 16;

/// The friction of a scene.
pub struct Roughness<'a> {
    friction: &'a Friction,
    /// The frictions of its bodies, each once, the largest first.
    ranks: Vec<Rational>,
    /// The pairs with a friction of their own whose bodies may touch.
    pairs: Vec<([BodyId; 2], &'a Rational)>,
}

impl<'a> Roughness<'a> {
    /// The friction of a scene with these bodies that have a shape, of which some pairs touch.
    pub fn of(
        friction: &'a Friction,
        shown: impl Iterator<Item = BodyId>,
        touch: impl Fn([BodyId; 2]) -> bool,
    ) -> Self {
        let mut ranks: Vec<Rational> = shown.map(|body| friction.of_body(body)).collect();
        ranks.sort_by(|one, other| other.cmp(one));
        ranks.dedup();
        let pairs = friction.pairs().filter(|(bodies, _)| touch(*bodies));
        Self {
            friction,
            ranks,
            pairs: pairs.collect(),
        }
    }

    /// How many of its numbers are rounded.
    pub fn rounded(&self) -> usize {
        let own = self.ranks.iter();
        let all = own.chain(self.pairs.iter().map(|(_, friction)| *friction));
        all.filter(|friction| !decimal(friction).is_exact).count()
    }

    /// Adds its friction to a geom of a body, and the name that pairs have for it.
    pub fn add_to(&self, tag: &mut Tag, body: BodyId, part: usize) {
        if self.pairs.iter().any(|(pair, _)| pair.contains(&body)) {
            tag.add("name", &name_of(body, part));
        }
        let friction = self.friction.of_body(body);
        if friction.is_zero() {
            tag.add("condim", "1");
        } else {
            tag.add("condim", "3");
            let sliding = decimal(&friction).text;
            tag.add("friction", &format!("{sliding} 0 0"));
        }
        match self.ranks.iter().position(|rank| *rank == friction) {
            None | Some(0) => {}
            Some(rank) => tag.add("priority", &rank.to_string()),
        }
    }

    /// The pairs of geoms, given how many parts a body has.
    ///
    /// # Errors
    /// [`ExportError`] if there are too many.
    pub fn pairs(&self, parts: impl Fn(BodyId) -> usize) -> Result<String, ExportError> {
        let mut text = String::new();
        let mut count = 0_usize;
        for ([first, second], friction) in &self.pairs {
            count = count.saturating_add(parts(*first).saturating_mul(parts(*second)));
            if count > MOST_PAIRS {
                return Err(ExportError {
                    thing: "scene".to_owned(),
                    found: "pairs of bodies with a friction of their own and very many parts"
                        .to_owned(),
                    expected: format!("at most {MOST_PAIRS} pairs of parts for MuJoCo"),
                });
            }
            for part in 0..parts(*first) {
                for other in 0..parts(*second) {
                    let mut tag = Tag::new(2, "pair");
                    tag.add("geom1", &name_of(*first, part));
                    tag.add("geom2", &name_of(*second, other));
                    if friction.is_zero() {
                        tag.add("condim", "1");
                    } else {
                        tag.add("condim", "3");
                        let sliding = decimal(friction).text;
                        tag.add("friction", &format!("{sliding} {sliding} 0 0 0"));
                    }
                    text += &tag.closed();
                }
            }
        }
        Ok(text)
    }
}

/// The name of the geom of a part.
fn name_of(body: BodyId, part: usize) -> String {
    format!("part {} {part}", body.0)
}
