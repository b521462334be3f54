//! The keywords of JSON Schema (draft 2020-12) that the schema uses; any other one fails the test.

use serde_json::{Map, Value};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Why a value does not conform to a schema: the first keyword that fails, and where in the value.
pub fn refusal(root: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    let keywords = match schema {
        Value::Bool(true) => return None,
        Value::Bool(false) => return Some(format!("{place}: nothing is allowed here")),
        _ => schema
            .as_object()
            .expect("a schema is an object or a boolean"),
    };
    keywords.iter().find_map(|(keyword, argument)| {
        let visit = Visit {
            root,
            keywords,
            value,
            place,
        };
        let inner = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" | "then" => return None,
            "properties"
            | "additionalProperties"
            | "propertyNames"
            | "required"
            | "dependentRequired"
            | "dependentSchemas" => visit.object(keyword, argument),
            "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" => {
                visit.array(keyword, argument)
            }
            "minLength" | "maxLength" | "pattern" => visit.string(keyword, argument),
            _ => visit.any(keyword, argument),
        };
        inner
            .then_some(())
            .map_or_else(|| Some(format!("{place}: {keyword}")), |()| None)
    })
}

struct Visit<'a> {
    root: &'a Value,
    keywords: &'a Map<String, Value>,
    value: &'a Value,
    place: &'a str,
}

impl Visit<'_> {
    fn conforms(&self, schema: &Value, value: &Value) -> bool {
        refusal(self.root, schema, value, self.place).is_none()
    }

    fn any(&self, keyword: &str, argument: &Value) -> bool {
        let alternatives = || argument.as_array().expect("a list of schemas").iter();
        match keyword {
            "type" => match argument.as_str().expect("a type") {
                "integer" => self.value.is_i64() || self.value.is_u64(),
                name => type_of(self.value) == name,
            },
            "const" => self.value == argument,
            "enum" => alternatives().any(|allowed| allowed == self.value),
            "exclusiveMinimum" | "minimum" => {
                assert_eq!(argument, &Value::from(0));
                let order = self.value.as_number().map(|number| order(number, 0));
                order.is_none_or(|order| match order {
                    Ordering::Less => false,
                    Ordering::Equal => keyword == "minimum",
                    Ordering::Greater => true,
                })
            }
            "maximum" => {
                assert_eq!(argument, &Value::from(1));
                let order = self.value.as_number().map(|number| order(number, 1));
                order.is_none_or(|order| order != Ordering::Greater)
            }
            "$ref" => {
                let pointer = argument
                    .as_str()
                    .and_then(|path| path.strip_prefix('#'))
                    .expect("a local reference");
                self.conforms(self.root.pointer(pointer).expect(pointer), self.value)
            }
            "anyOf" => alternatives().any(|schema| self.conforms(schema, self.value)),
            "allOf" => alternatives().all(|schema| self.conforms(schema, self.value)),
            "oneOf" => {
                alternatives()
                    .filter(|schema| self.conforms(schema, self.value))
                    .count()
                    == 1
            }
            "if" => {
                !self.conforms(argument, self.value)
                    || self.conforms(&self.keywords["then"], self.value)
            }
            _ => panic!(
                "{}: the keyword `{keyword}` is not known to the test",
                self.place
            ),
        }
    }

    fn object(&self, keyword: &str, argument: &Value) -> bool {
        let Some(members) = self.value.as_object() else {
            return true;
        };
        let has_all = |keys: &Value| {
            keys.as_array()
                .unwrap()
                .iter()
                .all(|key| members.contains_key(key.as_str().unwrap()))
        };
        let arguments = || argument.as_object().expect("an object").iter();
        match keyword {
            "required" => has_all(argument),
            "properties" => arguments().all(|(key, schema)| {
                members
                    .get(key)
                    .is_none_or(|value| self.conforms(schema, value))
            }),
            "additionalProperties" => {
                let known = self.keywords.get("properties");
                members.iter().all(|(key, value)| {
                    known.is_some_and(|known| known.get(key).is_some())
                        || self.conforms(argument, value)
                })
            }
            "propertyNames" => members
                .keys()
                .all(|key| self.conforms(argument, &Value::from(key.as_str()))),
            "dependentRequired" => {
                arguments().all(|(key, keys)| !members.contains_key(key) || has_all(keys))
            }
            _ => arguments().all(|(key, schema)| {
                !members.contains_key(key) || self.conforms(schema, self.value)
            }),
        }
    }

    fn array(&self, keyword: &str, argument: &Value) -> bool {
        let Some(items) = self.value.as_array() else {
            return true;
        };
        let prefix = self
            .keywords
            .get("prefixItems")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        let bound = || usize::try_from(argument.as_u64().expect("a count")).unwrap();
        match keyword {
            "items" => items
                .iter()
                .skip(prefix.len())
                .all(|item| self.conforms(argument, item)),
            "prefixItems" => items
                .iter()
                .zip(prefix)
                .all(|(item, schema)| self.conforms(schema, item)),
            "minItems" => items.len() >= bound(),
            "maxItems" => items.len() <= bound(),
            _ => {
                items
                    .iter()
                    .map(Value::to_string)
                    .collect::<BTreeSet<_>>()
                    .len()
                    == items.len()
            }
        }
    }

    fn string(&self, keyword: &str, argument: &Value) -> bool {
        let Some(text) = self.value.as_str() else {
            return true;
        };
        let bound = || usize::try_from(argument.as_u64().expect("a count")).unwrap();
        match keyword {
            "minLength" => text.chars().count() >= bound(),
            "maxLength" => text.chars().count() <= bound(),
            _ => regex_lite::Regex::new(argument.as_str().unwrap())
                .unwrap()
                .is_match(text),
        }
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a number is below, at or above an integer.
fn order(number: &serde_json::Number, integer: i64) -> Ordering {
    let number = zwang_exact::parse(&number.to_string()).expect("an exact number");
    number.cmp(&zwang_exact::Rational::from_integer(integer.into()))
}
