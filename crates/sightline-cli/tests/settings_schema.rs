//! docs/settings.schema.json describes `sightline.toml` to editors; it is written from the code.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sightline::rules::{RULES, switch_words, switches};

const LEVELS: [&str; 4] = ["error", "warning", "advice", "off"];

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn levels() -> Value {
    let rule = |name: &str, why: &str| (name.to_owned(), json!({"enum": LEVELS, "description": why}));
    let rules: Map<String, Value> =
        RULES.iter().flat_map(|one| [rule(one.name, one.why), rule(one.code, one.why)]).collect();
    let about = "Levels of single rules, by name or code.";
    json!({"type": "object", "description": about, "properties": rules, "additionalProperties": false})
}

/// A switch takes words, or a number that may stand in quotes; on and off may be a boolean.
fn switch(name: &str) -> Value {
    match switch_words(name) {
        Some(words) if words.contains(&"on") => json!({"anyOf": [{"enum": words}, {"type": "boolean"}]}),
        Some(words) => json!({"enum": words}),
        None => {
            json!({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+$"}]})
        }
    }
}

/// What may stand in a section: the switches, the levels, and what else is given.
fn section(others: &[(&str, Value)]) -> Value {
    let mut members: Map<String, Value> =
        switches().iter().map(|name| ((*name).to_owned(), switch(name))).collect();
    members.insert("levels".to_owned(), json!({"$ref": "#/definitions/levels"}));
    members.extend(others.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())));
    json!({"type": "object", "properties": members, "additionalProperties": false})
}

fn schema() -> Value {
    let text = json!({"type": "string"});
    let sections =
        |of: &str| json!({"type": "object", "additionalProperties": {"$ref": format!("#/definitions/{of}")}});
    let names: Vec<&str> = RULES.iter().flat_map(|rule| [rule.name, rule.code]).collect();
    let suppress = json!({
        "type": "object",
        "properties": {"rule": {"enum": names}, "tool": text, "pointer": text, "reason": {"type": "string", "pattern": "\\S"}},
        "required": ["reason"],
        "anyOf": [{"required": ["rule"]}, {"required": ["tool"]}, {"required": ["pointer"]}],
        "additionalProperties": false,
    });
    let mut root = section(&[
        ("fail_on", json!({"enum": ["error", "warning", "advice", "never"]})),
        ("baseline", text.clone()),
        ("suppress", json!({"type": "array", "items": suppress})),
        ("tools", sections("tool")),
        ("servers", sections("server")),
    ]);
    root["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    root["title"] = json!("sightline.toml");
    root["description"] =
        json!("Settings of sightline check and sightline inspect; docs/settings.md explains them.");
    root["definitions"] = json!({
        "levels": levels(),
        "tool": section(&[]),
        "server": section(&[("tools", sections("tool"))]),
    });
    root
}

#[test]
fn the_schema_is_what_the_code_takes() {
    let text = serde_json::to_string_pretty(&schema()).expect("it is JSON") + "\n";
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(docs("settings.schema.json"), &text).expect("it can be written");
    }
    let stored = fs::read_to_string(docs("settings.schema.json")).unwrap_or_default();
    assert!(stored == text, "docs/settings.schema.json is out of date; `cargo xtask accept` rewrites it");
}

#[test]
fn the_schema_takes_what_the_command_takes_and_nothing_else() {
    let validator = jsonschema::draft7::new(&schema()).expect("it is a schema");
    let read = |text: &str| -> Value {
        let table: toml::Table = text.parse().expect("it is TOML");
        serde_json::to_value(table).expect("it is JSON")
    };
    let page = fs::read_to_string(docs("settings.md")).expect("the page is there");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = read(example.expect("the page has an example"));
    assert!(validator.is_valid(&example), "{:?}", validator.iter_errors(&example).collect::<Vec<_>>());
    for good in [
        "",
        "max_name = \"64\"",
        "audience_filter = false",
        "[tools.a]\nrows = 3",
        "[servers.s.tools.a.levels]\nSTR-003 = \"off\"",
    ] {
        assert!(validator.is_valid(&read(good)), "{good}");
    }
    for bad in [
        "max_nam = 64",
        "max_name = \"many\"",
        "fail_on = \"off\"",
        "error_schema = \"must\"",
        "[levels]\nno-such-rule = \"off\"",
        "[levels]\nSTR-003 = \"fatal\"",
        "[[suppress]]\nrule = \"STR-003\"",
        "[[suppress]]\nreason = \"none\"",
        "[tools.a]\nbaseline = \"b.json\"",
    ] {
        assert!(!validator.is_valid(&read(bad)), "{bad}");
    }
}
