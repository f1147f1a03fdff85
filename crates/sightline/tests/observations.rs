//! Projections against what models were observed to receive.
//!
//! `tests/data/observations.jsonl.gz` holds every record of the observations of 2026-11-30. Each
//! complete one of a client and surface that has a profile is compared byte for byte, after the
//! placeholders that the record itself names. An incomplete one is compared by which channels of the
//! result arrive and how often. Nothing is looked up when projecting.
//!
//! Profiles are read from their files, so that editing one needs no new build of the library.
//! Not compared: a record's `form` (whether a message's content is a string or a list), which says
//! how a provider's request is spelt and nothing about what the model reads.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::{env, fs};

use sightline::json::{Document, Node};
use sightline::profile::{self, Profile, Selector};
use sightline::project::{Call, Projection, project};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::sdk::print::{Style, print, quoted};
use sightline::tool::Tool;

const PROFILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/profiles");
const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/observation-counts.txt");

/// Records whose `error` contradicts their own text, a line each: client, case, what the record says, what is
/// right, and why. `sightline survey drift` reads the same file.
const CONTRADICTIONS: &str = include_str!("data/contradictions.tsv");

/// Further records in the same form, one a line, compared instead of the stored ones.
const OTHER_RECORDS: &str = "SIGHTLINE_OBSERVATIONS";

fn records() -> String {
    if let Some(path) = env::var_os(OTHER_RECORDS) {
        return fs::read_to_string(path).unwrap();
    }
    let packed: &[u8] = include_bytes!("data/observations.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    text
}

/// What was compared and what was not, per client.
#[derive(Default)]
struct Count {
    /// Complete records by their status.
    compared: BTreeMap<String, usize>,
    /// Incomplete records, compared by channels.
    by_channels: usize,
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

/// Names under which the model called a tool that only the observed text itself tells: the client
/// makes them of the server's command line, which records do not hold.
const CALLED_AS: &[(&str, &str, &str)] = &[("crewai", "py:v20", "usr_bin_python3_server_py_v20")];

fn called_as(record: Node<'_>) -> Option<String> {
    let (client, case) = (text_of(record, "client"), text_of(record, "case"));
    let told = CALLED_AS.iter().find(|known| (known.0, known.1) == (&client, &case));
    optional(record, "called_as").or_else(|| told.map(|known| known.2.to_owned()))
}

/// The id that the stand-in model gave the call; records hold it only inside of texts.
fn call_id(record: Node<'_>) -> Option<String> {
    const START: &str = "call_probe";
    record.member("parts").into_iter().flat_map(Node::items).find_map(|part| {
        let text = text_of(part, "text");
        let at = text.find(START)?;
        text.get(at..at + START.len() + 4).map(str::to_owned)
    })
}

/// The profiles as their files stand, by client.
fn profiles() -> BTreeMap<String, Profile> {
    let mut profiles = BTreeMap::new();
    for client in profile::clients() {
        let text = fs::read_to_string(format!("{PROFILES}/{client}.toml")).unwrap();
        let profile = Profile::parse(&text).unwrap_or_else(|error| panic!("{client}.toml: {error}"));
        profiles.insert(client.to_owned(), profile);
    }
    profiles
}

/// Why a record is not compared, or its projection.
fn projected(profiles: &BTreeMap<String, Profile>, record: Node<'_>) -> Result<Projection, String> {
    let profile = profiles.get(&text_of(record, "client")).ok_or("no profile")?;
    let mut selector = Selector::default();
    selector.version = optional(record, "version");
    selector.surface = optional(record, "surface");
    selector.dialect = optional(record, "dialect");
    selector.era = optional(record, "era");
    selector.transport = optional(record, "transport");
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
    call.called_as = called_as(record);
    call.id = call_id(record);
    call.tool = definition.map(Tool::of);
    call.tools = definition.map(Tool::of).into_iter().collect();
    if odd {
        call.tools.push(Tool::of(other.root()));
    }
    call.arguments = record.member("arguments").map(|node| node.text().to_owned());
    call.revision = Some(Revision::from(text_of(record, "era").as_str()));
    call.as_received = true;
    call.transport = optional(record, "transport");
    call.model = optional(record, "model");
    Ok(project(&call, ToolResult::of(document.root()).unwrap(), surface))
}

fn kebab(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap_or_default().to_owned()
}

/// A complete record and its projection in one comparable form.
fn whole(record: Node<'_>, projection: &Projection) -> (String, String) {
    let mut expected = text_of(record, "error");
    let name = (text_of(record, "client"), text_of(record, "case"));
    let rows = CONTRADICTIONS.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    if let Some(row) = rows.into_iter().find(|row| row[..3] == [&*name.0, &*name.1, &*expected]) {
        row[3].clone_into(&mut expected);
    }
    let mut found = kebab(projection.error);
    let line = |out: &mut String, [kind, place, text, mime, uri]: [&str; 5]| {
        let _ = write!(out, "\n{kind} {place} {text}{mime} {uri}");
    };
    for part in record.member("parts").into_iter().flat_map(Node::items) {
        let fields = ["kind", "place", "text", "mimeType", "uri"].map(|name| text_of(part, name));
        line(&mut expected, fields.each_ref().map(String::as_str));
    }
    for part in &projection.parts {
        let (kind, place) = (kebab(part.kind), kebab(part.place));
        let field = |field: &Option<String>| field.clone().unwrap_or_default();
        let [text, mime, uri] = [&part.text, &part.mime_type, &part.uri].map(field);
        line(&mut found, [&kind, &place, &text, &mime, &uri]);
    }
    if let Some(observed) = record.member("validator").filter(|node| node.is_object()) {
        let ours = projection.validator.as_ref();
        let _ = write!(expected, "\nvalidator {}", text_of(observed, "by"));
        let _ = write!(found, "\nvalidator {}", ours.map_or("", |validator| &validator.by));
    }
    (expected, found)
}

/// The text by which a value is known again: its first string, else its compact JSON.
fn needle(value: Node<'_>) -> String {
    fn first_string(value: Node<'_>) -> Option<String> {
        value.as_str().map(Into::into).or_else(|| {
            let below = value.items().chain(value.members().map(|member| member.value));
            below.into_iter().find_map(first_string)
        })
    }
    first_string(value).unwrap_or_else(|| print(value, &Style::JAVASCRIPT))
}

/// An incomplete record and its projection by channels: which arrive, and how often.
fn by_channels(record: Node<'_>, projection: &Projection) -> (String, String) {
    let wire = text_of(record, "wire");
    let document = Document::parse(&wire).unwrap();
    let root = document.root();
    let mut channels = BTreeMap::new();
    for (index, block) in root.member("content").into_iter().flat_map(Node::items).enumerate() {
        let said = ["text", "data", "uri"].iter().find_map(|name| block.member(name)).unwrap_or(block);
        channels.insert(format!("content/{index}"), needle(said));
    }
    for name in ["structuredContent", "_meta"] {
        if let Some(value) = root.member(name).filter(|value| !value.is_null()) {
            channels.insert(name.to_owned(), needle(value));
        }
    }
    let text: String = projection.texts().collect::<Vec<_>>().join("\n");
    let mut found = BTreeMap::new();
    for (channel, needle) in channels {
        let quoted = quoted(&needle, &Style::JAVASCRIPT);
        let forms = if needle.is_empty() { vec!["\"\""] } else { vec![&needle, quoted.trim_matches('"')] };
        let copies = forms.iter().map(|form| text.matches(form).count()).max().unwrap_or_default();
        if copies > 0 {
            found.insert(channel, copies.to_string());
        }
    }
    let mut expected = BTreeMap::new();
    for channel in record.member("channels").into_iter().flat_map(Node::members) {
        expected.insert(channel.key.to_str().into_owned(), channel.value.text().to_owned());
    }
    (format!("{expected:?}"), format!("{found:?}"))
}

/// Counts a validator's words, and prints those that differ when asked to.
fn count_wording(count: &mut Count, record: Node<'_>, projection: &Projection) {
    let Some(observed) = record.member("validator").filter(|node| node.is_object()) else { return };
    let message = text_of(observed, "message");
    let ours = projection.validator.as_ref().map_or("", |validator| &validator.message);
    count.wording.0 += usize::from(ours == message);
    count.wording.1 += 1;
    if ours != message && env::var_os("SIGHTLINE_WORDING").is_some() {
        println!("--- {}\n{message}\n+++\n{ours}", text_of(record, "client"));
    }
}

fn table(counts: &BTreeMap<String, Count>) -> String {
    let mut table = String::new();
    let list = |counted: &BTreeMap<String, usize>| {
        counted.iter().map(|(what, many)| format!("{many} {what}")).collect::<Vec<_>>().join(", ")
    };
    for (client, count) in counts {
        let compared: usize = count.compared.values().sum();
        let _ = write!(table, "{client}: {compared} compared byte for byte");
        if compared > 0 {
            let _ = write!(table, " ({})", list(&count.compared));
        }
        if count.by_channels > 0 {
            let _ = write!(table, "; {} incomplete compared by channels", count.by_channels);
        }
        if !count.excluded.is_empty() {
            let _ = write!(table, "; not compared: {}", list(&count.excluded));
        }
        let (equal, all) = count.wording;
        if all > 0 {
            let _ = write!(table, "; validator's words equal: {equal} of {all}");
        }
        table.push('\n');
    }
    table
}

#[test]
fn projections_equal_what_was_observed() {
    let text = records();
    let profiles = profiles();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let document = Document::parse(line).unwrap();
        let record = document.root();
        let count = counts.entry(text_of(record, "client")).or_default();
        let projection = match projected(&profiles, record) {
            Ok(projection) => projection,
            Err(reason) => {
                *count.excluded.entry(reason).or_default() += 1;
                continue;
            }
        };
        let complete = record.member("complete").and_then(Node::as_bool) == Some(true);
        let (expected, found) = if complete {
            *count.compared.entry(text_of(record, "status")).or_default() += 1;
            count_wording(count, record, &projection);
            whole(record, &projection)
        } else {
            count.by_channels += 1;
            by_channels(record, &projection)
        };
        if expected != found {
            let names = ["client", "version", "surface", "dialect", "era", "case", "status"];
            let names = names.map(|name| text_of(record, name)).join(" ");
            wrong.push(format!("{names}\n--- observed\n{expected}\n--- projected\n{found}\n"));
        }
    }
    let table = table(&counts);
    println!("{table}");
    for example in wrong.iter().take(12) {
        println!("{}", example.chars().take(1_600).collect::<String>());
    }
    assert!(wrong.is_empty(), "{} of the compared records differ", wrong.len());
    if env::var_os(OTHER_RECORDS).is_some() {
        return;
    }
    if env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(COUNTS, &table).unwrap();
    }
    let known = fs::read_to_string(COUNTS).unwrap_or_default();
    assert_eq!(table, known, "the counts changed; `cargo xtask accept` rewrites {COUNTS}");
}

/// A profile that is in the folder and not in the list would be compared by nobody.
#[test]
fn every_profile_file_is_in_the_list() {
    let mut files: Vec<String> = fs::read_dir(PROFILES)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "letters")
        .collect();
    files.sort();
    assert_eq!(files, profile::clients().collect::<Vec<_>>());
}
