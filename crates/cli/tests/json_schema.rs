//! JSON Schema, as much of draft 7 as the schema of SARIF uses. A keyword, format or pattern that is not known here is a panic, so that
//! nothing is left unchecked in silence. Crates that validate take longer to compile than all tests of formats take to run.

use serde_json::Value;

/// Where an instance breaks a schema, and how; empty where it does not.
pub(crate) fn errors(schema: &Value, instance: &Value) -> Vec<String> {
    let mut errors = Vec::new();
    Validator { root: schema }.validate(schema, instance, "", &mut errors);
    errors
}

struct Validator<'a> {
    /// What references begin at.
    root: &'a Value,
}

/// Keywords that ask for nothing.
const ANNOTATIONS: [&str; 7] =
    ["$id", "$schema", "title", "description", "default", "definitions", "properties"];

impl Validator<'_> {
    fn validate(&self, schema: &Value, instance: &Value, place: &str, errors: &mut Vec<String>) {
        let keywords = match schema {
            Value::Bool(true) => return,
            Value::Bool(false) => return errors.push(format!("{place} is not allowed")),
            schema => schema.as_object().expect("a schema is an object or a boolean"),
        };
        // What stands beside a reference is ignored.
        if let Some(reference) = keywords.get("$ref") {
            let pointer = reference.as_str().and_then(|text| text.strip_prefix('#')).expect("it is local");
            let target = self.root.pointer(pointer).expect("a reference leads somewhere");
            return self.validate(target, instance, place, errors);
        }
        for (keyword, wanted) in keywords {
            if !self.follows(keyword, wanted, instance) {
                errors.push(format!("{place}: {instance} breaks {keyword} {wanted}"));
            }
        }
        let elements = instance.as_array().into_iter().flatten().enumerate();
        for (index, element) in elements {
            let items = keywords.get("items").unwrap_or(&Value::Bool(true));
            self.validate(items, element, &format!("{place}/{index}"), errors);
        }
        for (name, member) in instance.as_object().into_iter().flatten() {
            let declared = keywords.get("properties").and_then(|properties| properties.get(name));
            let others = keywords.get("additionalProperties").unwrap_or(&Value::Bool(true));
            self.validate(declared.unwrap_or(others), member, &format!("{place}/{name}"), errors);
        }
    }

    /// Whether an instance, apart from its elements and members, does what a keyword wants. Keywords about other types hold.
    fn follows(&self, keyword: &str, wanted: &Value, instance: &Value) -> bool {
        let is_valid = |schema: &&Value| {
            let mut errors = Vec::new();
            self.validate(schema, instance, "", &mut errors);
            errors.is_empty()
        };
        let array = |value: &Value| value.as_array().cloned().expect("the keyword wants a list");
        let number = |value: &Value| value.as_f64().expect("the keyword wants a number");
        match (keyword, instance) {
            ("type", _) => is_of_type(wanted.as_str().expect("one type is named"), instance),
            ("enum", _) => array(wanted).contains(instance),
            ("anyOf", _) => array(wanted).iter().any(|schema| is_valid(&schema)),
            ("oneOf", _) => array(wanted).iter().filter(is_valid).count() == 1,
            ("minimum", Value::Number(_)) => number(instance) >= number(wanted),
            ("maximum", Value::Number(_)) => number(instance) <= number(wanted),
            ("minItems", Value::Array(elements)) => elements.len() as f64 >= number(wanted),
            ("uniqueItems", Value::Array(elements)) => {
                let repeats = |(index, element): (usize, &Value)| elements[..index].contains(element);
                !elements.iter().enumerate().any(repeats) || *wanted == Value::Bool(false)
            }
            ("required", Value::Object(members)) => {
                array(wanted).iter().all(|name| members.contains_key(name.as_str().expect("a name")))
            }
            ("format", Value::String(text)) => has_format(wanted.as_str().expect("a name"), text),
            ("pattern", Value::String(_)) => {
                panic!("no string of ours has a pattern, but {instance}: {wanted}")
            }
            ("minimum" | "maximum" | "minItems" | "uniqueItems" | "required" | "format" | "pattern", _) => {
                true
            }
            ("items" | "additionalProperties", _) => true,
            (annotation, _) if ANNOTATIONS.contains(&annotation) => true,
            _ => panic!("unknown keyword {keyword}"),
        }
    }
}

fn is_of_type(name: &str, instance: &Value) -> bool {
    match name {
        "string" => instance.is_string(),
        "array" => instance.is_array(),
        "object" => instance.is_object(),
        "boolean" => instance.is_boolean(),
        "number" => instance.is_number(),
        "integer" => instance.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => panic!("unknown type {name}"),
    }
}

fn has_format(name: &str, text: &str) -> bool {
    match name {
        "date-time" => humantime::parse_rfc3339(text).is_ok(),
        "uri-reference" => is_uri_reference(text),
        "uri" => is_uri_reference(text) && text.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme)),
        _ => panic!("unknown format {name}"),
    }
}

/// RFC 3986: reserved and unreserved characters, and `%` with two digits.
fn is_uri_reference(text: &str) -> bool {
    let is_allowed = |c: u8| c.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&c);
    let mut parts = text.split('%');
    let is_escaped = |part: &str| {
        let bytes = part.as_bytes();
        bytes.len() >= 2
            && bytes[..2].iter().all(u8::is_ascii_hexdigit)
            && bytes.iter().copied().all(is_allowed)
    };
    parts.next().is_some_and(|part| part.bytes().all(is_allowed)) && parts.all(is_escaped)
}

fn is_scheme(text: &str) -> bool {
    let is_allowed = |c: u8| c.is_ascii_alphanumeric() || b"+-.".contains(&c);
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_allowed)
}

/// Every keyword can be followed and broken.
#[test]
fn a_schema_is_followed_or_broken() {
    let schema = serde_json::json!({
        "definitions": { "level": { "enum": ["note", "error"] } },
        "type": "object",
        "required": ["runs"],
        "additionalProperties": false,
        "properties": {
            "runs": { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "integer" } },
            "rank": { "type": "number", "minimum": -1, "maximum": 100 },
            "level": { "$ref": "#/definitions/level" },
            "shown": { "type": "boolean" },
            "text": { "anyOf": [{ "type": "string" }, { "type": "boolean" }] },
            "one": { "oneOf": [{ "type": "integer" }, { "minimum": 2 }] },
            "bag": { "additionalProperties": { "type": "string" } },
            "at": { "format": "date-time" },
            "home": { "format": "uri" },
            "file": { "format": "uri-reference" },
        },
    });
    let instance = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    for text in [
        r#"{ "runs": [1, 2.0], "rank": 1.5, "level": "note", "shown": true, "text": "", "one": 1, "bag": { "a": "" } }"#,
        r#"{ "runs": [0], "at": "1970-01-01T00:00:00Z", "home": "https://a.b/c#d", "file": "my%20prog.c", "one": "" }"#,
    ] {
        assert_eq!(errors(&schema, &instance(text)), [""; 0], "{text}");
    }
    for text in [
        "[]",
        "{}",
        r#"{ "runs": [0], "more": 0 }"#,
        r#"{ "runs": {} }"#,
        r#"{ "runs": [] }"#,
        r#"{ "runs": [1, 1] }"#,
        r#"{ "runs": [1.5] }"#,
        r#"{ "runs": [0], "rank": "" }"#,
        r#"{ "runs": [0], "rank": -2 }"#,
        r#"{ "runs": [0], "rank": 101 }"#,
        r#"{ "runs": [0], "level": "none" }"#,
        r#"{ "runs": [0], "shown": 1 }"#,
        r#"{ "runs": [0], "text": 1 }"#,
        r#"{ "runs": [0], "one": 2 }"#,
        r#"{ "runs": [0], "bag": { "a": 1 } }"#,
        r#"{ "runs": [0], "at": "1970-01-01" }"#,
        r#"{ "runs": [0], "home": "a/b" }"#,
        r#"{ "runs": [0], "home": "1a:b" }"#,
        r#"{ "runs": [0], "file": "my prog.c" }"#,
        r#"{ "runs": [0], "file": "my%2" }"#,
    ] {
        assert_eq!(errors(&schema, &instance(text)).len(), 1, "{text}");
    }
}
