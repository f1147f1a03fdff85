//! Reads a file of scenarios: the shipped ones, and a user's own.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use sightline::json::{Document, Edits, Node};
use sightline::revision::Handshake;

use super::fill::{base64_channels, fill};
use super::{Answer, Company, Scenario};

/// Why a file of scenarios could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    scenario: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    question: String,
    group: Option<String>,
    #[serde(default)]
    company: CompanyWord,
    handshake: Option<HandshakeWord>,
    #[serde(default)]
    may_fail: bool,
    #[serde(default)]
    may_end_run: bool,
    /// The whole definition, where the usual one will not do.
    definition: Option<String>,
    output_schema: Option<String>,
    /// An object whose members the usual definition gets too.
    members: Option<String>,
    result: Option<String>,
    error: Option<String>,
    answered: Option<String>,
    #[serde(default = "yes")]
    stamped: bool,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CompanyWord {
    #[default]
    Any,
    Group,
    Alone,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HandshakeWord {
    Initialize,
    Discover,
}

fn yes() -> bool {
    true
}

/// Reads a file of scenarios; `group` is what they belong to where they do not say.
///
/// # Errors
/// The file is no TOML of that form, a name is no name, or a text is no JSON.
///
/// ```
/// use sightline_survey::scenario::parse;
///
/// let file = r#"
///     [[scenario]]
///     name = "mine"
///     question = "Does my text arrive?"
///     result = '{"content":[{"type":"text","text":"CNRY_mine_t1_zq"}]}'
/// "#;
/// let scenarios = parse("own", file).unwrap();
/// assert_eq!(scenarios[0].canaries["t1"], "CNRY_mine_t1_zq");
/// assert!(parse("own", &file.replace("mine", "not mine")).unwrap_err().to_string().contains("not mine"));
/// ```
pub fn parse(group: &str, text: &str) -> Result<Vec<Scenario>, Error> {
    let file: File = toml::from_str(text).map_err(|error| Error(error.to_string()))?;
    let mut scenarios: Vec<Scenario> = Vec::new();
    for entry in file.scenario {
        let name = entry.name.clone();
        let scenario = read(group, entry).map_err(|reason| Error(format!("scenario {name}: {reason}")))?;
        if scenarios.iter().any(|earlier| earlier.name == scenario.name) {
            return Err(Error(format!("scenario {name} stands twice")));
        }
        scenarios.push(scenario);
    }
    Ok(scenarios)
}

fn read(group: &str, entry: Entry) -> Result<Scenario, String> {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if entry.name.is_empty() || !entry.name.chars().all(is_letter) {
        return Err("a name has small letters, digits and underscores only".to_owned());
    }
    let definition = definition(&entry)?;
    let answer = answer(&entry)?;
    let answered = entry.answered.as_ref().map(|text| json("answered", &entry.name, text)).transpose()?;
    let mut canaries = BTreeMap::new();
    for text in [&entry.definition, &entry.result, &entry.error, &entry.answered].into_iter().flatten() {
        canaries.extend(base64_channels(&entry.name, text));
    }
    let mut texts = vec![definition.as_str()];
    match &answer {
        Answer::Result(result) => texts.push(result),
        Answer::Error { message, data, .. } => {
            texts.push(message);
            texts.extend(data.as_deref());
        }
    }
    texts.extend(answered.as_deref());
    for text in texts {
        canaries.extend(channels(&entry.name, text));
    }
    Ok(Scenario {
        group: entry.group.unwrap_or_else(|| group.to_owned()),
        company: match entry.company {
            CompanyWord::Any => Company::Any,
            CompanyWord::Group => Company::Group,
            CompanyWord::Alone => Company::Alone,
        },
        handshake: entry.handshake.map(|word| match word {
            HandshakeWord::Initialize => Handshake::Initialize,
            HandshakeWord::Discover => Handshake::Discover,
        }),
        name: entry.name,
        question: entry.question,
        may_fail: entry.may_fail,
        may_end_run: entry.may_end_run,
        definition,
        answer,
        answered,
        stamped: entry.stamped,
        canaries,
    })
}

/// Returns the whole definition that the file has, or the usual one with what it adds.
fn definition(entry: &Entry) -> Result<String, String> {
    if let Some(whole) = &entry.definition {
        if entry.output_schema.is_some() || entry.members.is_some() {
            return Err("a whole definition leaves nothing to add".to_owned());
        }
        return json("definition", &entry.name, whole);
    }
    let name = &entry.name;
    let usual = format!(
        r#"{{"name":"probe_{name}","description":"Probe tool {name}.","inputSchema":{{"type":"object","properties":{{"token":{{"type":"string","description":"opaque token"}}}},"required":["token"]}}}}"#
    );
    let document = Document::parse(&usual).map_err(|error| error.to_string())?;
    let mut edits = Edits::new(&document);
    if let Some(schema) = &entry.output_schema {
        edits.insert_member(document.root(), "outputSchema", &json("output_schema", name, schema)?);
    }
    if let Some(members) = &entry.members {
        let members = json("members", name, members)?;
        let added = Document::parse(&members).map_err(|error| error.to_string())?;
        for member in added.root().members() {
            edits.insert_member(document.root(), &member.key.to_str(), member.value.text());
        }
    }
    Ok(edits.finish())
}

fn answer(entry: &Entry) -> Result<Answer, String> {
    match (&entry.result, &entry.error) {
        (Some(result), None) => Ok(Answer::Result(json("result", &entry.name, result)?)),
        (None, Some(error)) => {
            let error = json("error", &entry.name, error)?;
            let document = Document::parse(&error).map_err(|error| error.to_string())?;
            let root = document.root();
            let code = root.member("code").and_then(|code| code.as_number()?.as_i64());
            let message = root.member("message").and_then(Node::as_str);
            let (Some(Ok(code)), Some(message)) = (code.map(i32::try_from), message) else {
                return Err("an error has a code and a message".to_owned());
            };
            let data = root.member("data").map(|data| data.text().to_owned());
            Ok(Answer::Error { code, message: message.into_owned(), data })
        }
        _ => Err("either a result or an error is wanted".to_owned()),
    }
}

/// Fills the placeholders of a JSON text, which is to stay one line.
fn json(field: &str, name: &str, text: &str) -> Result<String, String> {
    let filled = fill(name, text).map_err(|reason| format!("{field}: {reason}"))?;
    if filled.contains(['\n', '\r']) {
        return Err(format!("{field} is more than one line, and a message on stdio is one"));
    }
    Document::parse(&filled).map_err(|error| format!("{field}: {error}"))?;
    Ok(filled)
}

/// Finds the canaries of a scenario: channel and text.
fn channels(name: &str, text: &str) -> BTreeMap<String, String> {
    let start = format!("CNRY_{name}_");
    let parts = text.split(start.as_str()).skip(1).filter_map(|rest| rest.split_once("_zq"));
    parts.map(|(channel, _)| (channel.to_owned(), format!("{start}{channel}_zq"))).collect()
}
