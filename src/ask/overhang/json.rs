//! Proofs as JSON, in the format `zwang-overhang-1` of docs/overhang.md.

use crate::pattern::Pattern;
use crate::polynomial::Polynomial;
use crate::proof::{Curve, Multipliers, Proof, Stack, Tree};
use crate::region::Quantity;
use num_bigint::BigInt;
use serde_json::{Value, json};
use zwang_exact::Rational;

/// The name of the format.
pub const FORMAT: &str = "zwang-overhang-1";

/// A text that is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: found {found}; expected {expected}")]
pub struct NoProof {
    /// The entry.
    pub place: &'static str,
    /// The value there.
    pub found: String,
    /// The kind of value that belongs there.
    pub expected: &'static str,
}

impl Proof {
    /// The proof as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut trees = Vec::new();
        for of_pattern in &self.trees {
            trees.push(of_pattern.iter().map(tree_to_json).collect::<Vec<_>>());
        }
        let root = self.root.as_ref();
        json!({
            "format": FORMAT,
            "bricks": self.bricks,
            "limit": self.limit.to_string(),
            "stack": stack_to_json(&self.stack),
            "root": root.map(|root| root.iter().map(ToString::to_string).collect::<Vec<_>>()),
            "trees": trees,
        })
    }

    /// Reads a proof.
    ///
    /// # Errors
    /// [`NoProof`]: the first entry that is none of a proof.
    pub fn from_json(value: &Value) -> Result<Self, NoProof> {
        if value["format"] != FORMAT {
            return refuse("format", &value["format"], FORMAT);
        }
        let mut trees = Vec::new();
        for of_pattern in list("trees", &value["trees"])? {
            let of_levels = list("trees", of_pattern)?;
            let of_levels = of_levels.iter().map(|tree| tree_from_json(tree, 0));
            trees.push(of_levels.collect::<Result<_, _>>()?);
        }
        let root = match &value["root"] {
            Value::Null => None,
            root => Some(integers(root)?),
        };
        Ok(Self {
            bricks: count("bricks", &value["bricks"])?,
            limit: number("limit", &value["limit"])?,
            stack: stack_from_json(&value["stack"])?,
            trees,
            root,
        })
    }
}

/// The deepest tree that is read.
const DEEPEST: usize = 500;

fn refuse<T>(place: &'static str, found: &Value, expected: &'static str) -> Result<T, NoProof> {
    let mut found = found.to_string();
    if found.len() > 60 {
        found = "something else".to_owned();
    }
    Err(NoProof {
        place,
        found,
        expected,
    })
}

fn list<'a>(place: &'static str, value: &'a Value) -> Result<&'a Vec<Value>, NoProof> {
    match value.as_array() {
        Some(list) => Ok(list),
        None => refuse(place, value, "a list"),
    }
}

fn count(place: &'static str, value: &Value) -> Result<usize, NoProof> {
    match value.as_u64().and_then(|count| usize::try_from(count).ok()) {
        Some(count) => Ok(count),
        None => refuse(place, value, "a whole number"),
    }
}

fn number(place: &'static str, value: &Value) -> Result<Rational, NoProof> {
    let text = value.as_str();
    match text.and_then(|text| text.parse().ok()) {
        Some(number) => Ok(number),
        None => refuse(place, value, "a fraction in a string"),
    }
}

fn numbers(place: &'static str, value: &Value) -> Result<Vec<Rational>, NoProof> {
    let list = list(place, value)?;
    list.iter().map(|value| number(place, value)).collect()
}

fn integers(value: &Value) -> Result<Vec<BigInt>, NoProof> {
    let mut integers = Vec::new();
    for coefficient in list("root", value)? {
        match coefficient.as_str().and_then(|text| text.parse().ok()) {
            Some(integer) => integers.push(integer),
            None => return refuse("root", coefficient, "an integer in a string"),
        }
    }
    Ok(integers)
}

fn texts(numbers: &[Rational]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}

fn stack_to_json(stack: &Stack) -> Value {
    json!({
        "levels": stack.pattern.levels,
        "supports": stack.pattern.supports,
        "centres": texts(&stack.centres),
        "forces": texts(&stack.forces),
        "points": texts(&stack.points),
    })
}

fn stack_from_json(value: &Value) -> Result<Stack, NoProof> {
    let mut levels = Vec::new();
    for level in list("levels", &value["levels"])? {
        levels.push(count("levels", level)?);
    }
    let mut supports = Vec::new();
    for of_level in list("supports", &value["supports"])? {
        let mut runs = Vec::new();
        for run in list("supports", of_level)? {
            let [first, last] = [&run[0], &run[1]];
            runs.push([count("supports", first)?, count("supports", last)?]);
        }
        supports.push(runs);
    }
    Ok(Stack {
        pattern: Pattern { levels, supports },
        centres: numbers("centres", &value["centres"])?,
        forces: numbers("forces", &value["forces"])?,
        points: numbers("points", &value["points"])?,
    })
}

fn tree_to_json(tree: &Tree) -> Value {
    match tree {
        Tree::Split {
            quantity,
            at,
            parts,
        } => {
            let (name, contact) = match quantity {
                Quantity::Force(contact) => ("force", contact),
                Quantity::Upper(contact) => ("upper", contact),
                Quantity::Lower(contact) => ("lower", contact),
            };
            let parts: Vec<Value> = parts.iter().map(tree_to_json).collect();
            json!({ "split": name, "contact": contact, "at": at.to_string(), "parts": parts })
        }
        Tree::Bounded(multipliers) => json!({ "bounded": multipliers_to_json(multipliers) }),
        Tree::Empty(multipliers) => json!({ "empty": multipliers_to_json(multipliers) }),
        Tree::Curve(curve) => json!({ "curve": curve_to_json(curve) }),
    }
}

fn tree_from_json(value: &Value, depth: usize) -> Result<Tree, NoProof> {
    if depth > DEEPEST {
        return refuse("trees", &Value::Null, "a tree of at most 500 levels");
    }
    if let Some(multipliers) = value.get("bounded") {
        return Ok(Tree::Bounded(multipliers_from_json(multipliers)?));
    }
    if let Some(multipliers) = value.get("empty") {
        return Ok(Tree::Empty(multipliers_from_json(multipliers)?));
    }
    if let Some(curve) = value.get("curve") {
        return Ok(Tree::Curve(Box::new(curve_from_json(curve)?)));
    }
    let contact = count("contact", &value["contact"])?;
    let quantity = match value["split"].as_str() {
        Some("force") => Quantity::Force(contact),
        Some("upper") => Quantity::Upper(contact),
        Some("lower") => Quantity::Lower(contact),
        _ => return refuse("split", &value["split"], "force, upper or lower"),
    };
    let [below, above] = [&value["parts"][0], &value["parts"][1]];
    let parts = [
        tree_from_json(below, depth + 1)?,
        tree_from_json(above, depth + 1)?,
    ];
    Ok(Tree::Split {
        quantity,
        at: number("at", &value["at"])?,
        parts: Box::new(parts),
    })
}

fn multipliers_to_json(multipliers: &Multipliers<Rational>) -> Value {
    let pairs = multipliers.iter();
    let pairs = pairs.map(|(row, multiplier)| json!([row, multiplier.to_string()]));
    pairs.collect()
}

fn multipliers_from_json(value: &Value) -> Result<Multipliers<Rational>, NoProof> {
    let mut multipliers = Vec::new();
    for pair in list("multipliers", value)? {
        let row = count("multipliers", &pair[0])?;
        multipliers.push((row, number("multipliers", &pair[1])?));
    }
    Ok(multipliers)
}

fn curve_to_json(curve: &Curve) -> Value {
    let mut multipliers = Vec::new();
    for (row, multiplier) in &curve.multipliers {
        multipliers.push(json!([row, texts(multiplier.coefficients())]));
    }
    let places = curve.places.iter();
    let places = places.map(|place| texts(place.coefficients()));
    json!({
        "between": texts(&curve.between),
        "at": curve.at.to_string(),
        "denominator": texts(curve.denominator.coefficients()),
        "multipliers": multipliers,
        "denominator_of_places": texts(curve.denominator_of_places.coefficients()),
        "places": places.collect::<Vec<_>>(),
    })
}

fn curve_from_json(value: &Value) -> Result<Curve, NoProof> {
    let between = &value["between"];
    let mut multipliers = Vec::new();
    for pair in list("multipliers", &value["multipliers"])? {
        let row = count("multipliers", &pair[0])?;
        multipliers.push((row, polynomial("multipliers", &pair[1])?));
    }
    let mut places = Vec::new();
    for place in list("places", &value["places"])? {
        places.push(polynomial("places", place)?);
    }
    Ok(Curve {
        between: [
            number("between", &between[0])?,
            number("between", &between[1])?,
        ],
        at: number("at", &value["at"])?,
        denominator: polynomial("denominator", &value["denominator"])?,
        multipliers,
        denominator_of_places: polynomial(
            "denominator_of_places",
            &value["denominator_of_places"],
        )?,
        places,
    })
}

fn polynomial(place: &'static str, value: &Value) -> Result<Polynomial, NoProof> {
    Ok(Polynomial::new(numbers(place, value)?))
}
