//! Projections against what models were observed to receive.
//!
//! `tests/data/observations.jsonl.gz` holds every record of the observations of 2026-11-30. Each
//! complete one of a client and surface that has a profile is compared byte for byte, after the
//! placeholders that the record itself names. Nothing is looked up when projecting.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::{env, fs};

use sightline::json::{Document, Node};
use sightline::profile::{Profile, Selector};
use sightline::project::{Call, Projection, project};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::tool::Tool;

const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/observation-counts.txt");

/// Records whose `error` contradicts their own text: the client's words stand there, and the same
/// words are `substituted` in every other record of that client.
const CONTRADICTIONS: &[(&str, &str)] = &[("agent-framework-python", "py:x38_no_content_key")];

fn records() -> String {
    let packed: &[u8] = include_bytes!("data/observations.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    text
}

/// What was compared and what was not, per client.
#[derive(Default)]
struct Count {
    compared: usize,
    /// Messages of validators: how many equal the observed wording, of how many.
    wording: (usize, usize),
    excluded: BTreeMap<String, usize>,
}

fn text_of(record: Node<'_>, name: &str) -> String {
    record.member(name).and_then(Node::as_str).unwrap_or_default().into_owned()
}

fn optional(record: Node<'_>, name: &str) -> Option<String> {
    record.member(name).and_then(Node::as_str).map(|text| text.into_owned())
}

/// Why a record is not compared, or its projection.
fn projected(record: Node<'_>) -> Result<Projection, String> {
    let profile = Profile::of(&text_of(record, "client")).map_err(|_| "no profile".to_owned())?;
    if record.member("complete").and_then(Node::as_bool) != Some(true) {
        return Err("incomplete".to_owned());
    }
    let mut selector = Selector::default();
    selector.version = optional(record, "version");
    selector.surface = optional(record, "surface");
    selector.dialect = optional(record, "dialect");
    selector.era = optional(record, "era");
    selector.model = optional(record, "model");
    for option in record.member("options").into_iter().flat_map(Node::members) {
        let value = option.value.as_str().unwrap_or_else(|| option.value.text().into());
        selector.options.insert(option.key.to_str().into_owned(), value.into_owned());
    }
    let surface = profile.surface(&selector).map_err(|error| format!("no surface: {error}"))?;

    let definition = record.member("tool_definition").filter(|node| node.is_object());
    let odd = text_of(record, "setup").contains("outputSchema is of type array");
    let other = Document::parse(r#"{"name": "other", "outputSchema": {"type": "array"}}"#).unwrap();
    let wire = text_of(record, "wire");
    let document = Document::parse(&wire).unwrap();
    let mut call = Call::default();
    call.server = text_of(record, "server");
    call.tool_name = text_of(record, "tool");
    call.tool = definition.map(Tool::of);
    call.tools = definition.map(Tool::of).into_iter().collect();
    if odd {
        call.tools.push(Tool::of(other.root()));
    }
    call.arguments = record.member("arguments").map(|node| node.text().to_owned());
    call.revision = Some(Revision::from(text_of(record, "era").as_str()));
    call.transport = optional(record, "transport");
    call.model = optional(record, "model");
    Ok(project(&call, ToolResult::of(document.root()).unwrap(), surface))
}

/// A record and its projection in one comparable form.
fn forms(record: Node<'_>, projection: &Projection) -> (String, String) {
    let mut expected = text_of(record, "error");
    let name = (text_of(record, "client"), text_of(record, "case"));
    if expected == "none"
        && CONTRADICTIONS.iter().any(|(client, case)| (*client, *case) == (&name.0, &name.1))
    {
        "substituted".clone_into(&mut expected);
    }
    for part in record.member("parts").into_iter().flat_map(Node::items) {
        let field = |name: &str| part.member(name).and_then(Node::as_str).unwrap_or_default().into_owned();
        let _ =
            write!(expected, "\n{} {} {}{}", field("kind"), field("place"), field("text"), field("mimeType"));
    }
    let kebab = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = kebab(serde_json::to_value(projection.error).unwrap());
    for part in &projection.parts {
        let kind = kebab(serde_json::to_value(part.kind).unwrap());
        let place = kebab(serde_json::to_value(part.place).unwrap());
        let (text, mime) = (part.text.as_deref(), part.mime_type.as_deref());
        let _ = write!(found, "\n{kind} {place} {}{}", text.unwrap_or_default(), mime.unwrap_or_default());
    }
    (expected, found)
}

#[test]
fn projections_equal_what_was_observed() {
    let text = records();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let document = Document::parse(line).unwrap();
        let record = document.root();
        let count = counts.entry(text_of(record, "client")).or_default();
        match projected(record) {
            Err(reason) => *count.excluded.entry(reason).or_default() += 1,
            Ok(projection) => {
                count.compared += 1;
                let (mut expected, mut found) = forms(record, &projection);
                if let Some(observed) = record.member("validator").filter(|node| node.is_object()) {
                    let ours = projection.validator.as_ref();
                    let _ = write!(expected, "\nvalidator {}", text_of(observed, "by"));
                    let _ = write!(found, "\nvalidator {}", ours.map_or("", |validator| &validator.by));
                    let message = text_of(observed, "message");
                    let equal = ours.is_some_and(|validator| validator.message == message);
                    count.wording.0 += usize::from(equal);
                    count.wording.1 += 1;
                    if !equal && env::var_os("SIGHTLINE_WORDING").is_some() {
                        let ours = ours.map_or("", |validator| &validator.message);
                        println!("--- {}\n{message}\n+++\n{ours}", text_of(record, "client"));
                    }
                }
                if expected != found {
                    let field = |name: &str| text_of(record, name);
                    wrong.push(format!(
                        "{} {} {} {} {} {}\n--- observed\n{expected}\n--- projected\n{found}\n",
                        field("client"),
                        field("version"),
                        field("surface"),
                        field("dialect"),
                        field("era"),
                        field("case"),
                    ));
                }
            }
        }
    }
    let mut table = String::new();
    for (client, count) in &counts {
        let excluded: Vec<String> =
            count.excluded.iter().map(|(reason, many)| format!("{many} {reason}")).collect();
        let (equal, all) = count.wording;
        let wording =
            if all == 0 { String::new() } else { format!("; validator's words equal: {equal} of {all}") };
        let _ = writeln!(
            table,
            "{client}: {} compared, not compared: {}{wording}",
            count.compared,
            excluded.join(", ")
        );
    }
    println!("{table}");
    for example in wrong.iter().take(12) {
        println!("{}", example.chars().take(1_600).collect::<String>());
    }
    assert!(wrong.is_empty(), "{} of the compared records differ", wrong.len());
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(COUNTS, &table).unwrap();
    }
    let known = fs::read_to_string(COUNTS).unwrap_or_default();
    assert_eq!(table, known, "the counts changed; `cargo xtask accept` rewrites {COUNTS}");
}
