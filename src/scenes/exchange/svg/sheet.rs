//! Style sheets: the rules for classes in `<style>`, put into the attribute `style` of the elements
//! that have these classes.
//!
//! Rules whose selectors are lists of single classes are read (`.a, .b { stroke: black }`), as
//! drawing programs write them. The last rule of the sheet comes first, then the others, then
//! attributes; a declaration in `style` comes before all of them.

use crate::xml::Tree;
use std::collections::BTreeMap;

/// The properties that this reader asks for.
const PROPERTIES: [&str; 7] = [
    "fill",
    "fill-rule",
    "stroke",
    "stroke-width",
    "display",
    "visibility",
    "transform",
];

/// The longest value that is kept, in characters: longer ones say nothing here.
const LONGEST: usize = 64;

/// The values of properties, each with the number of its rule.
type Values<'a> = BTreeMap<&'static str, (usize, &'a str)>;

/// Puts the rules of all style sheets of a drawing into its elements.
pub fn apply(tree: &mut Tree) {
    let sheets = without_comments(&tree.sheets().join("\n"));
    let classes = classes_in(&sheets);
    if classes.is_empty() {
        return;
    }
    for index in 0..tree.count() {
        let mut values = Values::new();
        for class in tree.words_of(index, "class") {
            for (property, value) in classes.get(class).into_iter().flatten() {
                let known = values.entry(*property).or_insert(*value);
                *known = (*known).max(*value);
            }
        }
        let mut declarations = String::new();
        for (property, (_, value)) in values {
            declarations += &format!("{property}:{value};");
        }
        if !declarations.is_empty() {
            tree.declare(index, &declarations);
        }
    }
}

/// The values that each class gives to properties.
fn classes_in(sheet: &str) -> BTreeMap<&str, Values<'_>> {
    let mut classes: BTreeMap<&str, Values> = BTreeMap::new();
    for (number, rule) in sheet.split('}').enumerate() {
        let Some((selectors, declarations)) = rule.rsplit_once('{') else {
            continue;
        };
        for selector in selectors.split(',') {
            let Some(class) = selector.trim().strip_prefix('.') else {
                continue;
            };
            if !class.is_empty() && class.chars().all(is_of_name) {
                let values = classes.entry(class).or_default();
                add(values, number, declarations);
            }
        }
    }
    classes
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-' || letter == '_'
}

fn add<'a>(values: &mut Values<'a>, number: usize, declarations: &'a str) {
    for declaration in declarations.split(';') {
        let Some((name, value)) = declaration.split_once(':') else {
            continue;
        };
        let value = value.trim();
        if value.len() > LONGEST {
            continue;
        }
        let name = name.trim();
        let known = PROPERTIES
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(name));
        if let Some(property) = known {
            values.insert(property, (number, value));
        }
    }
}

/// The text without what stands between `/*` and `*/`.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_for_classes_are_read() {
        let sheet = without_comments(
            "@media print { .a { fill: red } }\n\
             .a, .b { stroke: black; stroke-width: 2px } /* .a { stroke: none } */\n\
             .b{STROKE-WIDTH:3} rect.a { fill: none } .c .a { fill: none } .a:hover{fill:none}",
        );
        let classes = classes_in(&sheet);
        let names: Vec<&str> = classes.keys().copied().collect();
        assert_eq!(names, ["a", "b"]);
        let value = |class: &str, property: &str| classes[class].get(property).map(|found| found.1);
        assert_eq!(value("a", "stroke-width"), Some("2px"));
        assert_eq!(value("b", "stroke-width"), Some("3"));
        assert_eq!(value("b", "stroke"), Some("black"));
        assert_eq!(value("a", "fill"), None);
    }
}
