//! The one report: what output, pages and pipes show is this value and nothing else.
//!
//! `docs/report.schema.json` describes its JSON. [`SCHEMA_VERSION`] grows when a reader of the old
//! shape would go wrong; new members do not make it grow.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::align::{Alignment, Relation, align};
use crate::diagnostic::{Diagnostic, Guidance, Level};
use crate::json::Node;
use crate::profile::{How, Surface};
use crate::project::{Call, ErrorShown, Note, Part, PartKind, Projection, project};
use crate::result::{ResultType, ToolResult};
use crate::schema::Verdict;
use crate::tokens;
use crate::tool::Tool;

/// The version of the report's shape.
pub const SCHEMA_VERSION: u32 = 1;

/// What a command found.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Version of this shape.
    pub schema_version: u32,
    /// Version of the library that wrote it.
    pub sightline: &'static str,
    /// `inspect` or `check`.
    pub command: &'static str,
    /// The server or file that was looked at.
    pub target: String,
    /// What the server told of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerSeen>,
    /// The guidance under which the findings have their levels.
    pub guidance: Guidance,
    /// One entry for each tool, in the order of the list.
    pub tools: Vec<ToolSeen>,
    /// One entry for each file that was checked, in order; none for `inspect`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileSeen>,
    /// The findings, worst first; those that `summary.left_out` counts are left out.
    pub diagnostics: Vec<Diagnostic>,
    /// What was odd on the wire and stopped nothing.
    pub remarks: Vec<String>,
    /// Counts.
    pub summary: Summary,
    /// Findings that are counted and left out, because there were too many.
    #[serde(skip)]
    pub cut: Counts,
}

/// One file that was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FileSeen {
    /// Its name as the user would say it.
    pub name: String,
    /// How many results, lists and definitions were checked in it.
    pub checked: usize,
    /// Its findings, those left out included.
    pub findings: Counts,
}

impl FileSeen {
    /// A file in which so much was checked, with those findings.
    #[must_use]
    pub fn new(name: &str, checked: usize, findings: Counts) -> Self {
        Self { name: name.to_owned(), checked, findings }
    }
}

/// Findings by level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Counts {
    /// Findings of level error.
    pub errors: usize,
    /// Findings of level warning.
    pub warnings: usize,
    /// Findings of level advice.
    pub advice: usize,
}

impl Counts {
    /// Counts findings, with those that each stands for.
    ///
    /// ```
    /// use sightline::diagnostic::Level;
    /// use sightline::report::Counts;
    ///
    /// let mut counts = Counts::default();
    /// counts.add(Level::Error, 3);
    /// assert_eq!((counts.of(Level::Error), counts.total()), (3, 3));
    /// ```
    #[must_use]
    pub fn count(diagnostics: &[Diagnostic]) -> Self {
        let mut counts = Self::default();
        diagnostics.iter().for_each(|found| counts.add(found.level, 1 + found.more));
        counts
    }

    /// Adds findings of one level.
    pub fn add(&mut self, level: Level, many: usize) {
        match level {
            Level::Error => self.errors += many,
            Level::Warning => self.warnings += many,
            Level::Advice => self.advice += many,
            Level::Off => {}
        }
    }

    /// Adds other counts.
    pub fn add_all(&mut self, other: Self) {
        for level in [Level::Error, Level::Warning, Level::Advice] {
            self.add(level, other.of(level));
        }
    }

    /// Returns the findings of one level.
    #[must_use]
    pub fn of(&self, level: Level) -> usize {
        match level {
            Level::Error => self.errors,
            Level::Warning => self.warnings,
            Level::Advice => self.advice,
            Level::Off => 0,
        }
    }

    /// Returns all findings.
    #[must_use]
    pub fn total(&self) -> usize {
        self.errors + self.warnings + self.advice
    }
}

/// A server as it presented itself.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct ServerSeen {
    /// Name that it gives itself.
    pub name: String,
    /// Version that it gives itself.
    pub version: String,
    /// Revision that was negotiated.
    pub revision: String,
    /// `stdio` or `http`.
    pub transport: String,
}

/// One tool: its definition, and what a call of it brought.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ToolSeen {
    /// Its name, empty when the definition has none.
    pub name: String,
    /// JSON text of its definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The call, when there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<CallSeen>,
    /// Why it was not called, when it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_called: Option<String>,
}

/// One call and what it brought.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CallSeen {
    /// JSON text of the arguments.
    pub arguments: String,
    /// What came back.
    pub outcome: Outcome,
    /// JSON text of the result, as received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What stood there instead of a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The three channels.
    pub channels: Vec<Channel>,
    /// Whether structured content holds to the output schema.
    pub schema: SchemaSeen,
    /// How content relates to structured content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alignment: Option<Alignment>,
    /// What the models receive: clients with the same projection together, groups of one kind beside each other, the commonest kind first.
    pub groups: Vec<Group>,
}

/// What came back from a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outcome {
    /// A complete result.
    Complete,
    /// No answer that could be read.
    Failed,
    /// The server asks for input first.
    InputRequired,
    /// A JSON-RPC error.
    ProtocolError,
    /// A task.
    Task,
    /// A result with `isError: true`.
    ToolError,
    /// A result of a type that is not known.
    UnknownResultType,
}

/// One channel of a result.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Channel {
    /// `content`, `structuredContent` or `_meta`.
    pub name: &'static str,
    /// Size of its JSON text in bytes; absent when the key is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<usize>,
    /// Tokens of its JSON text (o200k_base), when counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<usize>,
    /// What stands there, in a few words.
    pub what: String,
}

/// Whether structured content holds to the output schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state", content = "detail")]
#[non_exhaustive]
pub enum SchemaSeen {
    /// It breaks the schema; the first violation.
    Breaks(String),
    /// The schema is not asked of an error.
    ExemptAsError,
    /// It holds.
    Holds,
    /// A schema is declared, and structured content is missing.
    Missing,
    /// No schema is declared.
    NoSchema,
    /// The result is not the tool's output: input is required, or a task goes on.
    NotOutput,
    /// The schema cannot be used; why.
    Unusable(String),
}

/// Clients whose models receive the same.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Group {
    /// The kind, in plain words: `text only`, `JSON only`, `text and JSON`, …
    pub label: String,
    /// The clients.
    pub clients: Vec<ClientSeen>,
    /// What arrives, in order.
    pub parts: Vec<Part>,
    /// What the model is told of an error.
    pub error: ErrorShown,
    /// Why nothing of the result arrives, when the client's SDK decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Bytes of all texts.
    pub bytes: usize,
    /// Tokens of all texts (o200k_base), when counted; pictures and sounds cost more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<usize>,
    /// How often the payload of the structured content arrives.
    pub copies: usize,
    /// What of the result does not arrive.
    pub lost: Vec<Note>,
    /// What arrives that was meant for the host.
    pub leaked: Vec<Note>,
}

/// The step of the SDK that kept the result from the model.
fn reason(projection: &Projection) -> Option<String> {
    let is_kept_back = match projection.error {
        ErrorShown::NotOffered | ErrorShown::RunAborted | ErrorShown::Substituted => true,
        ErrorShown::Flagged | ErrorShown::None => false,
    };
    let step = projection.steps.iter().find(|step| step.layer == "sdk").filter(|_| is_kept_back);
    step.map(|step| step.what.clone())
}

/// One client of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ClientSeen {
    /// Its id.
    pub client: String,
    /// The version that the projection speaks of.
    pub version: String,
    /// Surface inside the client.
    pub surface: String,
    /// How this is known.
    pub how: How,
    /// The day it was seen.
    pub seen: String,
}

/// Counts of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Tools in the list.
    pub tools: usize,
    /// Calls made.
    pub called: usize,
    /// Results, lists and definitions that a check looked at.
    pub checked: usize,
    /// Findings of level error, those left out included.
    pub errors: usize,
    /// Findings of level warning, those left out included.
    pub warnings: usize,
    /// Findings of level advice, those left out included.
    pub advice: usize,
    /// Findings that are counted above and not listed, because there were too many.
    pub left_out: usize,
    /// Findings that the settings suppress; counted nowhere else.
    pub suppressed: usize,
    /// Findings that the baseline parks; counted nowhere else.
    pub parked: usize,
}

impl Report {
    /// Starts a report without tools and findings.
    ///
    /// ```
    /// use sightline::diagnostic::Guidance;
    /// use sightline::report::Report;
    ///
    /// let report = Report::new("check", "result.json", Guidance::Either);
    /// assert!(!report.fails_at(sightline::diagnostic::Level::Advice));
    /// ```
    #[must_use]
    pub fn new(command: &'static str, target: &str, guidance: Guidance) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            sightline: env!("CARGO_PKG_VERSION"),
            command,
            target: target.to_owned(),
            server: None,
            guidance,
            tools: Vec::new(),
            files: Vec::new(),
            diagnostics: Vec::new(),
            remarks: Vec::new(),
            summary: Summary::default(),
            cut: Counts::default(),
        }
    }

    /// Sorts the findings, worst first, and counts; what the settings suppress and the baseline parks
    /// is counted by who knows of it.
    pub fn finish(&mut self) {
        self.diagnostics.sort_by_key(|found| std::cmp::Reverse(found.level));
        for found in self.diagnostics.iter_mut().filter(|found| found.fingerprint.is_empty()) {
            found.fingerprint = found.fingerprint_of();
        }
        let mut counts = Counts::count(&self.diagnostics);
        let more: usize = self.diagnostics.iter().map(|found| found.more).sum();
        counts.add_all(self.cut);
        self.summary = Summary {
            tools: self.tools.len(),
            called: self.tools.iter().filter(|tool| tool.call.is_some()).count(),
            checked: self.files.iter().map(|file| file.checked).sum(),
            errors: counts.errors,
            warnings: counts.warnings,
            advice: counts.advice,
            left_out: more + self.cut.total(),
            ..self.summary
        };
    }

    /// Tells whether some finding stands at that level or above; `off` never fails.
    #[must_use]
    pub fn fails_at(&self, level: Level) -> bool {
        let is_cut = [Level::Error, Level::Warning, Level::Advice]
            .iter()
            .any(|cut| *cut >= level && self.cut.of(*cut) > 0);
        level != Level::Off && (is_cut || self.diagnostics.iter().any(|found| found.level >= level))
    }
}

/// What is to be counted; tokens load a vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Bytes alone.
    Bytes,
    /// Tokens too.
    Tokens,
}

impl Counting {
    fn tokens(self, text: &str) -> Option<usize> {
        match self {
            Self::Bytes => None,
            Self::Tokens => Some(tokens::count(text)),
        }
    }
}

/// Describes a call from its result, and what the models of the surfaces receive.
///
/// ```
/// use sightline::json::Document;
/// use sightline::profile::letter;
/// use sightline::project::Call;
/// use sightline::report::{Counting, Outcome, see_result};
/// use sightline::result::ToolResult;
///
/// let document = Document::parse(r#"{"content": [], "structuredContent": {"a": 1}}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let surfaces = [letter('A').unwrap(), letter('B').unwrap()];
/// let seen = see_result(&Call::default(), result, &surfaces, Counting::Bytes);
/// assert_eq!(seen.outcome, Outcome::Complete);
/// let labels: Vec<&str> = seen.groups.iter().map(|group| group.label.as_str()).collect();
/// assert_eq!(labels, ["JSON only", "nothing"]);
/// ```
#[must_use]
pub fn see_result(
    call: &Call<'_>,
    result: ToolResult<'_>,
    surfaces: &[Surface],
    counting: Counting,
) -> CallSeen {
    let outcome = match result_type(call, result) {
        ResultType::Complete if result.is_error() => Outcome::ToolError,
        ResultType::Complete => Outcome::Complete,
        ResultType::InputRequired => Outcome::InputRequired,
        ResultType::Task => Outcome::Task,
        ResultType::Other(_) => Outcome::UnknownResultType,
    };
    let is_output = matches!(outcome, Outcome::Complete | Outcome::ToolError);
    let has_structured = result.structured_content().is_some();
    CallSeen {
        arguments: call.arguments.clone().unwrap_or_else(|| "{}".to_owned()),
        outcome,
        result: Some(result.node().text().to_owned()),
        failure: None,
        channels: channels(result, counting),
        schema: see_schema(call, result),
        alignment: (is_output && has_structured).then(|| align(result)),
        groups: if is_output { groups(call, result, surfaces, counting) } else { Vec::new() },
    }
}

/// What kind of result it is: as its revision says, where that is known.
fn result_type<'r>(call: &Call<'_>, result: ToolResult<'r>) -> ResultType<'r> {
    match &call.revision {
        Some(revision) => revision.facts_or_newest().result_type(result),
        None => result.result_type(),
    }
}

/// Describes a call that brought no result.
#[must_use]
pub fn see_failure(call: &Call<'_>, outcome: Outcome, failure: &str) -> CallSeen {
    CallSeen {
        arguments: call.arguments.clone().unwrap_or_else(|| "{}".to_owned()),
        outcome,
        result: None,
        failure: Some(failure.to_owned()),
        channels: Vec::new(),
        schema: SchemaSeen::NoSchema,
        alignment: None,
        groups: Vec::new(),
    }
}

fn channels(result: ToolResult<'_>, counting: Counting) -> Vec<Channel> {
    ["content", "structuredContent", "_meta"]
        .map(|name| {
            let node = result.node().member(name);
            Channel {
                name,
                bytes: node.map(|node| node.text().len()),
                tokens: node.and_then(|node| counting.tokens(node.text())),
                what: node.map_or_else(|| "absent".to_owned(), |node| describe(name, node, result)),
            }
        })
        .into()
}

fn describe(name: &str, node: Node<'_>, result: ToolResult<'_>) -> String {
    if name == "content" && node.is_array() {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for block in result.content() {
            let kind = block.type_name().map_or_else(|| "untyped".to_owned(), std::borrow::Cow::into_owned);
            *kinds.entry(kind).or_default() += 1;
        }
        let kinds: Vec<String> = kinds.iter().map(|(kind, many)| format!("{many} {kind}")).collect();
        return if kinds.is_empty() { "no blocks".to_owned() } else { kinds.join(", ") };
    }
    let plural = |many: usize, one: &str| format!("{many} {one}{}", if many == 1 { "" } else { "s" });
    match node.len() {
        0 => node.text().chars().take(24).collect(),
        many if node.is_array() => format!("array, {}", plural(many, "item")),
        many => {
            let names: Vec<String> =
                node.members().take(3).map(|member| member.key.to_str().into_owned()).collect();
            let rest = if many > names.len() { ", …" } else { "" };
            format!("object, {}: {}{rest}", plural(many, "member"), names.join(", "))
        }
    }
}

fn see_schema(call: &Call<'_>, result: ToolResult<'_>) -> SchemaSeen {
    let Some(schema) = call.tool.and_then(Tool::output_schema) else { return SchemaSeen::NoSchema };
    let compiled = call.schemas.compile(schema);
    let compiled = match compiled.as_ref() {
        Ok(compiled) => compiled,
        Err(problem) => return SchemaSeen::Unusable(problem.message.clone()),
    };
    if result_type(call, result) != ResultType::Complete {
        return SchemaSeen::NotOutput;
    }
    if result.is_error() {
        return SchemaSeen::ExemptAsError;
    }
    let Some(value) = result.structured_content() else { return SchemaSeen::Missing };
    match compiled.check(value) {
        Verdict::Holds => SchemaSeen::Holds,
        Verdict::Breaks(violations) => {
            let first = violations.first().map(|first| {
                let more = if violations.len() > 1 {
                    format!(" (and {} more)", violations.len() - 1)
                } else {
                    String::new()
                };
                format!("/structuredContent{}: {}{more}", first.instance_pointer, first.message)
            });
            SchemaSeen::Breaks(first.unwrap_or_default())
        }
        Verdict::TooComplex(reason) => SchemaSeen::Unusable(reason),
    }
}

/// Projects a result for each surface, and puts those together whose models receive the same.
fn groups(call: &Call<'_>, result: ToolResult<'_>, surfaces: &[Surface], counting: Counting) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for surface in surfaces {
        let projection = project(call, result, surface);
        let client = ClientSeen {
            client: projection.client.clone(),
            version: projection.version.clone(),
            surface: projection.surface.clone(),
            how: projection.evidence.how,
            seen: projection.evidence.date.clone(),
        };
        let same = |group: &&mut Group| group.parts == projection.parts && group.error == projection.error;
        if let Some(group) = groups.iter_mut().find(same) {
            // Text and JSON may be one and the same, so clients of different kinds meet here.
            if group.label != label(result, &projection) {
                "the payload once, text and JSON are the same".clone_into(&mut group.label);
            }
            group.clients.push(client);
            continue;
        }
        let texts: Vec<&str> = projection.texts().collect();
        groups.push(Group {
            label: label(result, &projection),
            bytes: texts.iter().map(|text| text.len()).sum(),
            tokens: match counting {
                Counting::Bytes => None,
                Counting::Tokens => Some(texts.iter().map(|text| tokens::count(text)).sum()),
            },
            clients: vec![client],
            reason: reason(&projection),
            error: projection.error,
            copies: projection.copies,
            lost: projection.lost,
            leaked: projection.leaked,
            parts: projection.parts,
        });
    }
    // Groups of one kind stand together, the kind that most clients have first.
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for group in &groups {
        *kinds.entry(group.label.clone()).or_default() += group.clients.len();
    }
    groups.sort_by_key(|group| {
        let of_kind = kinds.get(&group.label).copied().unwrap_or_default();
        (std::cmp::Reverse(of_kind), group.label.clone(), std::cmp::Reverse(group.clients.len()))
    });
    groups
}

/// The kind of a projection, in plain words.
fn label(result: ToolResult<'_>, projection: &Projection) -> String {
    let blank = projection.texts().all(|text| matches!(text.trim(), "" | "{}" | "[]"));
    let media =
        projection.parts.iter().any(|part| part.kind != PartKind::Text && part.kind != PartKind::Json);
    match projection.error {
        ErrorShown::NotOffered => return "the tool is not offered".to_owned(),
        ErrorShown::RunAborted => return "the run ends".to_owned(),
        ErrorShown::Substituted => return "an error in the result's place".to_owned(),
        ErrorShown::Flagged | ErrorShown::None => {}
    }
    if blank && !media {
        return "nothing".to_owned();
    }
    let arrives = |name: &str| projection.channels.contains(&name);
    let blocks = result.content().next().is_some();
    // `null` is structured content too, but nobody is shown anything by it.
    let structured = result.structured_content().is_some_and(|value| !value.is_null());
    let label = match (arrives("content") && blocks, arrives("structuredContent") && structured) {
        (true, true) if projection.copies > 1 => "text and JSON, the payload twice",
        (true, true) => "text and JSON",
        (false, true) => "JSON only",
        (true, false) if media => "text and media",
        (true, false) => "text only",
        (false, false) => "words of the client's own",
    };
    let leaks = projection.leaked.iter().any(|note| note.pointer == "/_meta");
    if leaks { format!("{label}, leaks _meta") } else { label.to_owned() }
}

/// Tells in one clause whether text and structure agree.
///
/// ```
/// use sightline::align::align;
/// use sightline::json::Document;
/// use sightline::report::alignment_in_words;
/// use sightline::result::ToolResult;
///
/// let document = Document::parse(r#"{"content": [], "structuredContent": 1}"#).unwrap();
/// let alignment = align(ToolResult::of(document.root()).unwrap());
/// assert_eq!(alignment_in_words(&alignment), "content says nothing");
/// ```
#[must_use]
pub fn alignment_in_words(alignment: &Alignment) -> String {
    match alignment.relation {
        Relation::NoStructured => "no structured content".to_owned(),
        Relation::NoContent => "content says nothing".to_owned(),
        Relation::Same if alignment.structured_pointer.is_empty() => "content says the same".to_owned(),
        Relation::Same => format!("content says the same as {}", alignment.structured_pointer),
        Relation::Summary => "content is a summary".to_owned(),
        Relation::Differs => format!("content disagrees in {} places", alignment.difference_count.max(1)),
        Relation::Extends => "content is a summary, with facts that the data lacks".to_owned(),
        Relation::Bare => "content states no facts".to_owned(),
        Relation::Unrelated => "content states none of the data".to_owned(),
        Relation::TooLarge => "too large to compare".to_owned(),
        Relation::Unread => "content has no text".to_owned(),
    }
}

impl ToolSeen {
    /// A tool whose definition was looked at and that was not called.
    #[must_use]
    pub fn not_called(tool: Tool<'_>, why: &str) -> Self {
        Self { not_called: Some(why.to_owned()), call: None, ..Self::of(tool) }
    }

    /// A tool and what a call of it brought.
    #[must_use]
    pub fn called(tool: Tool<'_>, call: CallSeen) -> Self {
        Self { call: Some(call), ..Self::of(tool) }
    }

    fn of(tool: Tool<'_>) -> Self {
        Self {
            name: tool.name().unwrap_or_default().into_owned(),
            definition: Some(tool.node().text().to_owned()),
            call: None,
            not_called: None,
        }
    }
}
