//! A record projected again: what a profile says that the client's model would have received.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;
use sightline::json::{Document, Node};
use sightline::profile::{Profile, Selector, Surface, Version};
use sightline::project::{Call, Projection, project, project_error};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::sdk::print::{Style, print, quoted};
use sightline::tool::Tool;

use super::around::equal_around;
use super::read::Observed;
use crate::record::Record;

/// Where two accounts of one record part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// What was observed, a line for each part.
    pub observed: String,
    /// What the profile says, in the same form.
    pub projected: String,
}

/// Finds the version of a profile that a record is of. A client of several packages may be named for another
/// one in the profile than in the record.
pub(crate) fn known_version<'p>(profile: &'p Profile, record: &Record) -> Option<&'p Version> {
    let is_meant = |known: &&Version| {
        let holds = |(name, version): (&String, &String)| record.packages.get(name) == Some(version);
        Some(&known.version) == record.version.as_ref()
            || !known.packages.is_empty() && known.packages.iter().all(holds)
    };
    profile.versions.iter().find(is_meant)
}

/// Finds the surface of a profile that a record belongs to. A version that the profile does not know is
/// held against the newest one: that is how drift shows.
///
/// # Errors
/// The profile has no such surface; the text says which there are.
pub fn surface<'p>(profile: &'p Profile, record: &Record) -> Result<(&'p Surface, bool), String> {
    let mut selector = Selector::default();
    selector.version = known_version(profile, record).map(|known| known.version.clone());
    selector.surface = Some(record.surface.clone());
    selector.dialect = Some(record.dialect.clone());
    selector.era = Some(record.era.clone());
    selector.transport.clone_from(&record.transport);
    selector.model = record.model.clone();
    for (name, value) in record.options.as_object().into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        selector.options.insert(name.clone(), value);
    }
    let is_known = selector.version.is_some();
    let found = profile.surface(&selector).map_err(|error| error.to_string())?;
    Ok((found, is_known))
}

/// Projects the result of a record as a surface would show it; nothing is looked up.
///
/// ```
/// use sightline::profile::Profile;
/// use sightline_survey::results::read::shipped;
/// use sightline_survey::results::replay::{difference, replay, surface};
///
/// let observed = &shipped().unwrap()[0];
/// let profile = Profile::of(&observed.record.client).unwrap();
/// let (surface, is_known) = surface(&profile, &observed.record).unwrap();
/// let projection = replay(observed, surface).unwrap();
/// assert!(is_known && difference(&observed.record, &projection).is_none());
/// ```
///
/// # Errors
/// Line or wire of the record cannot be read.
pub fn replay(observed: &Observed, surface: &Surface) -> Result<Projection, String> {
    let record = &observed.record;
    let line = Document::parse(&observed.line).map_err(|error| error.to_string())?;
    let wire = Document::parse(&record.wire).map_err(|error| format!("wire: {error}"))?;
    let result = ToolResult::of(wire.root()).ok_or("the wire is no object")?;
    let definition = line.root().member("tool_definition").filter(|node| node.is_object());
    // The setup of a stored record tells in words what else the server listed.
    let lists_odd =
        record.setup.as_str().is_some_and(|setup| setup.contains("outputSchema is of type array"));
    let odd = Document::parse(r#"{"name": "other", "outputSchema": {"type": "array"}}"#);
    let odd = odd.as_ref().ok().filter(|_| lists_odd);
    let mut call = Call::default();
    call.server = record.server.clone().unwrap_or_default();
    call.tool_name = record.tool.clone().unwrap_or_default();
    call.called_as.clone_from(&record.called_as);
    call.id = call_id(record);
    call.tool = definition.map(Tool::of);
    call.tools = definition.map(Tool::of).into_iter().collect();
    call.tools.extend(odd.map(|document| Tool::of(document.root())));
    call.arguments = line.root().member("arguments").map(|node| node.text().to_owned());
    call.revision = Some(Revision::from(record.era.as_str()));
    call.as_received = true;
    call.transport.clone_from(&record.transport);
    call.model.clone_from(&record.model);
    if record.other.get("rpc_error") == Some(&Value::Bool(true)) {
        let shown = project_error(&call, wire.root(), surface);
        return shown.ok_or_else(|| "the profile does not say what becomes of a protocol error".to_owned());
    }
    Ok(project(&call, result, surface))
}

/// The id that a stand-in model gave the call; records hold it only inside of texts.
fn call_id(record: &Record) -> Option<String> {
    const START: &str = "call_probe";
    record.parts.iter().filter_map(|part| part.text.as_deref()).find_map(|text| {
        let from = text.get(text.find(START)?..)?;
        let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let end = from.find(|character| !is_word(character)).unwrap_or(from.len());
        from.get(..end).map(str::to_owned)
    })
}

/// Compares what was observed with a projection: parts, places, error and who refused, byte for byte but for
/// words that only a run tells; an incomplete record by the channels that arrived and how often.
#[must_use]
pub fn difference(record: &Record, projection: &Projection) -> Option<Difference> {
    let (observed, projected) =
        if record.complete { whole(record, projection) } else { by_channels(record, projection) };
    let is_equal = observed == projected || equal_around(&observed, &projected, &record.wire);
    (!is_equal).then_some(Difference { observed, projected })
}

fn kebab(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn line(out: &mut String, kind: &str, place: &str, part: [&Option<String>; 3]) {
    let [text, mime, uri] = part.map(|field| field.as_deref().unwrap_or_default());
    let mut said = format!("{kind} {place} {text}{mime}");
    if !uri.is_empty() {
        said.push(' ');
        said.push_str(uri);
    }
    let _ = write!(out, "\n{said}");
}

fn whole(record: &Record, projection: &Projection) -> (String, String) {
    let mut observed = record.error.clone();
    let mut projected = kebab(projection.error);
    for part in &record.parts {
        line(&mut observed, &part.kind, &part.place, [&part.text, &part.mime_type, &part.uri]);
    }
    for part in &projection.parts {
        let fields = [&part.text, &part.mime_type, &part.uri];
        line(&mut projected, &kebab(part.kind), &kebab(part.place), fields);
    }
    if let Some(by) = record.validator.get("by").and_then(Value::as_str) {
        let ours = projection.validator.as_ref().map_or("", |validator| &validator.by);
        let _ = write!(observed, "\nrefused by {by}");
        let _ = write!(projected, "\nrefused by {ours}");
    }
    (observed, projected)
}

/// The text by which a value is known again: its first string, else its compact JSON.
fn known_by(value: Node<'_>) -> String {
    fn first_string(value: Node<'_>) -> Option<String> {
        value.as_str().map(Into::into).or_else(|| {
            let below = value.items().chain(value.members().map(|member| member.value));
            below.into_iter().find_map(first_string)
        })
    }
    first_string(value).unwrap_or_else(|| print(value, &Style::JAVASCRIPT))
}

/// The parts of a result by which incomplete records are told: each block, and the two other members.
fn named_channels(root: Node<'_>) -> Vec<(String, String)> {
    let mut channels = Vec::new();
    for (index, block) in root.member("content").into_iter().flat_map(Node::items).enumerate() {
        let said = ["text", "data", "uri"].iter().find_map(|name| block.member(name)).unwrap_or(block);
        channels.push((format!("content/{index}"), known_by(said)));
    }
    for name in ["structuredContent", "_meta"] {
        if let Some(value) = root.member(name).filter(|value| !value.is_null()) {
            channels.push((name.to_owned(), known_by(value)));
        }
    }
    channels
}

fn by_channels(record: &Record, projection: &Projection) -> (String, String) {
    let named = record.channels.as_object().into_iter().flatten();
    let named: BTreeMap<String, String> =
        named.map(|(name, copies)| (name.clone(), copies.to_string())).collect();
    let text: String = projection.texts().collect::<Vec<_>>().join("\n");
    let mut found = BTreeMap::new();
    if let Ok(document) = Document::parse(&record.wire) {
        for (channel, word) in named_channels(document.root()) {
            let quoted = quoted(&word, &Style::JAVASCRIPT);
            let forms = if word.is_empty() { vec!["\"\""] } else { vec![&*word, quoted.trim_matches('"')] };
            let copies = forms.iter().map(|form| text.matches(form).count()).max().unwrap_or_default();
            if copies > 0 {
                found.insert(channel, copies.to_string());
            }
        }
    }
    (format!("channels {named:?}"), format!("channels {found:?}"))
}
