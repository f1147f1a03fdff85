//! What the official SDKs would send an older client for the same natural definition and result.
//!
//! Each SDK is a row of choices. Rows that say `ran` are compared with the packages themselves by the
//! tests of the command; rows that say `read` come from their sources (rules.md of the project's
//! facts, 4.4). What an SDK's validator would say in its own words is told by its place only.

use serde::Serialize;

use super::has_object_root;
use super::result::text_block;
use super::wrap::wrapped;
use crate::content::ContentBlock;
use crate::json::{Document, Edits, Node, quote};
use crate::result::{ResultType, ToolResult};
use crate::schema::{OutputSchema, Verdict};
use crate::tool::Tool;

/// An official SDK for servers; most have generations that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sdk {
    /// `ModelContextProtocol` from NuGet.
    CSharp,
    /// `github.com/modelcontextprotocol/go-sdk`
    Go,
    /// `mcp` from PyPI.
    Python,
    /// `rmcp` from crates.io.
    Rmcp,
    /// `@modelcontextprotocol/sdk` and `@modelcontextprotocol/server` from npm.
    TypeScript,
}

impl Sdk {
    /// All of them, by name.
    pub const ALL: [Self; 5] = [Self::CSharp, Self::Go, Self::Python, Self::Rmcp, Self::TypeScript];

    /// Returns the name that people type and read.
    ///
    /// ```
    /// use sightline::adapt::Sdk;
    ///
    /// assert_eq!(Sdk::named("csharp"), Some(Sdk::CSharp));
    /// assert!(Sdk::ALL.iter().all(|sdk| Sdk::named(sdk.name()) == Some(*sdk)));
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CSharp => "csharp",
            Self::Go => "go",
            Self::Python => "python",
            Self::Rmcp => "rmcp",
            Self::TypeScript => "typescript",
        }
    }

    /// Returns the SDK of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sdk| sdk.name() == name)
    }
}

/// How it is known what an SDK does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SdkEvidence {
    /// The package ran, and the tests run it again.
    Ran,
    /// Its source was read; nothing ran.
    Read,
}

/// What one generation of an SDK sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Sent {
    /// The package with its version.
    pub package: &'static str,
    /// How it is known.
    pub evidence: SdkEvidence,
    /// The definition, as an entry of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Answer>,
    /// The result of the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Answer>,
}

/// What arrives at the client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// This JSON text.
    Sends(String),
    /// A protocol error instead, of a list for the whole list; why.
    Refuses(String),
    /// A result with `isError` instead, whose text is the SDK's own; why.
    ToolError(String),
}

/// Which values an SDK wraps as `{"result": …}`, definition and value alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wraps {
    /// Whatever has or is no object.
    All,
    /// By the schema, where no `object` is among its types; of other types `object` alone is kept.
    BySchema,
    /// Nothing; a schema whose root is no object is left out.
    DropsSchema,
    Never,
}

/// What an SDK does with a value that is no object, where it does not wrap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NonObject {
    Keeps,
    /// Drops it, with its JSON as the first block unless that is there.
    MovesToText,
    Refuses,
    ToolError,
}

/// When an SDK adds the JSON of the value as a text block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AddsText {
    /// For a value that is no object, when there is no text block.
    NonObjectWithoutText,
    /// When there is no block, and always for a value that is no object.
    EmptyOrNonObject,
    /// When there is no block, for objects.
    EmptyObject,
    Never,
}

/// What becomes of a question to the user, when the client declared nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Sent as it is, with empty content: it reads as a success that says nothing.
    EmptySuccess,
    Refuses,
    ToolError,
}

/// One generation of one SDK.
struct Row {
    sdk: Sdk,
    package: &'static str,
    evidence: SdkEvidence,
    wraps: Wraps,
    /// Whether a root that is no object makes the whole list fail.
    refuses_list: bool,
    non_object: NonObject,
    /// Whether `null` is dropped as if it were absent.
    drops_null: bool,
    adds_text: AddsText,
    /// Whether success is said as `isError: false`.
    says_no_error: bool,
    strips_result_type: bool,
    /// Whether a result is held to the schema before it is sent.
    checks_schema: bool,
    question: Question,
}

const ROWS: [Row; 7] = [
    Row {
        sdk: Sdk::TypeScript,
        package: "@modelcontextprotocol/server 2.4.0",
        evidence: SdkEvidence::Ran,
        wraps: Wraps::All,
        refuses_list: false,
        non_object: NonObject::Keeps,
        drops_null: false,
        adds_text: AddsText::NonObjectWithoutText,
        says_no_error: false,
        strips_result_type: true,
        checks_schema: true,
        question: Question::ToolError,
    },
    Row {
        sdk: Sdk::TypeScript,
        package: "@modelcontextprotocol/sdk 1.32.2",
        evidence: SdkEvidence::Ran,
        wraps: Wraps::Never,
        refuses_list: false,
        non_object: NonObject::Refuses,
        drops_null: false,
        adds_text: AddsText::Never,
        says_no_error: false,
        strips_result_type: false,
        checks_schema: false,
        question: Question::EmptySuccess,
    },
    Row {
        sdk: Sdk::CSharp,
        package: "ModelContextProtocol, source 609499b2",
        evidence: SdkEvidence::Read,
        wraps: Wraps::BySchema,
        refuses_list: false,
        non_object: NonObject::Keeps,
        drops_null: true,
        adds_text: AddsText::EmptyObject,
        says_no_error: false,
        strips_result_type: true,
        checks_schema: false,
        question: Question::ToolError,
    },
    Row {
        sdk: Sdk::Python,
        package: "mcp 2.3.0",
        evidence: SdkEvidence::Ran,
        wraps: Wraps::Never,
        refuses_list: true,
        non_object: NonObject::Refuses,
        drops_null: true,
        adds_text: AddsText::Never,
        says_no_error: true,
        strips_result_type: true,
        checks_schema: false,
        question: Question::Refuses,
    },
    Row {
        sdk: Sdk::Python,
        package: "mcp 1.30.0",
        evidence: SdkEvidence::Ran,
        wraps: Wraps::Never,
        refuses_list: false,
        non_object: NonObject::ToolError,
        drops_null: true,
        adds_text: AddsText::Never,
        says_no_error: true,
        strips_result_type: false,
        checks_schema: false,
        question: Question::ToolError,
    },
    Row {
        sdk: Sdk::Go,
        package: "go-sdk, source 3d6450fc",
        evidence: SdkEvidence::Read,
        wraps: Wraps::Never,
        refuses_list: false,
        non_object: NonObject::Keeps,
        drops_null: true,
        adds_text: AddsText::EmptyOrNonObject,
        says_no_error: false,
        strips_result_type: true,
        checks_schema: false,
        question: Question::ToolError,
    },
    Row {
        sdk: Sdk::Rmcp,
        package: "rmcp 3.11.0",
        evidence: SdkEvidence::Ran,
        wraps: Wraps::DropsSchema,
        refuses_list: false,
        non_object: NonObject::MovesToText,
        drops_null: false,
        adds_text: AddsText::Never,
        says_no_error: false,
        strips_result_type: true,
        checks_schema: false,
        question: Question::Refuses,
    },
];

/// Returns what each generation of an SDK sends a client of 2025-11-25 or before; they make no
/// difference between these revisions. Both are given as a handler of 2026-07-28 gives them.
///
/// ```
/// use sightline::adapt::{Answer, Sdk, as_sdk};
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
///
/// let result = Document::parse(r#"{"content":[],"structuredContent":[1]}"#).unwrap();
/// let sent = as_sdk(Sdk::TypeScript, None, ToolResult::of(result.root()));
/// assert_eq!(
///     sent[0].result,
///     Some(Answer::Sends(
///         r#"{"content":[{"type":"text","text":"[1]"}],"structuredContent":{"result":[1]}}"#.to_owned()
///     ))
/// );
/// assert!(matches!(sent[1].result, Some(Answer::Refuses(_))));
/// ```
#[must_use]
pub fn as_sdk(sdk: Sdk, tool: Option<Tool<'_>>, result: Option<ToolResult<'_>>) -> Vec<Sent> {
    let rows = ROWS.iter().filter(|row| row.sdk == sdk);
    rows.map(|row| Sent {
        package: row.package,
        evidence: row.evidence,
        tool: tool.map(|tool| row.send_tool(tool)),
        result: result.map(|result| row.send_result(tool.and_then(Tool::output_schema), result)),
    })
    .collect()
}

/// Returns in one sentence each what differs between what several SDKs send: what an author who
/// serves both eras has to know. Nothing when they agree.
#[must_use]
pub fn sdk_differences(sent: &[Sent]) -> Vec<String> {
    let part = |what: &str, of: fn(&Sent) -> Option<&Answer>| {
        let mut kinds: Vec<(&Answer, Vec<&str>)> = Vec::new();
        for one in sent {
            let Some(answer) = of(one) else { continue };
            match kinds.iter_mut().find(|(known, _)| is_like(known, answer)) {
                Some((_, packages)) => packages.push(one.package),
                None => kinds.push((answer, vec![one.package])),
            }
        }
        let told: Vec<String> = kinds
            .iter()
            .map(|(answer, packages)| format!("{}: {}", packages.join(", "), answer.words()))
            .collect();
        (told.len() > 1).then(|| format!("the {what} differs: {}", told.join("; ")))
    };
    part("definition", |sent| sent.tool.as_ref())
        .into_iter()
        .chain(part("result", |sent| sent.result.as_ref()))
        .collect()
}

/// Two answers that reach a client alike: the same bytes, or the same kind of refusal.
fn is_like(left: &Answer, right: &Answer) -> bool {
    match (left, right) {
        (Answer::Sends(left), Answer::Sends(right)) => left == right,
        (Answer::Refuses(_), Answer::Refuses(_)) | (Answer::ToolError(_), Answer::ToolError(_)) => true,
        _ => false,
    }
}

impl Answer {
    /// Returns the answer in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Sends(text) => format!("sends {text}"),
            Self::Refuses(why) => format!("answers with a protocol error ({why})"),
            Self::ToolError(why) => format!("answers with a tool error ({why})"),
        }
    }
}

impl Row {
    fn send_tool(&self, tool: Tool<'_>) -> Answer {
        let root = tool.node();
        let Some(schema) = tool.output_schema().filter(|schema| !has_object_root(*schema)) else {
            return Answer::Sends(root.text().to_owned());
        };
        if self.refuses_list {
            return Answer::Refuses(
                "the root of outputSchema is not `type: object`; no tool is listed".to_owned(),
            );
        }
        let mut edits = Edits::new(root.document());
        match self.wraps {
            Wraps::All => edits.replace(schema, wrapped(schema).text),
            Wraps::BySchema => match narrowed(schema) {
                Some(kinds) => edits.replace(kinds, "\"object\""),
                None => edits.replace(schema, wrapped_everywhere(schema)),
            },
            Wraps::DropsSchema => edits.remove(schema),
            Wraps::Never => {}
        }
        Answer::Sends(edits.finish_within(root))
    }

    fn send_result(&self, schema: Option<Node<'_>>, result: ToolResult<'_>) -> Answer {
        if result.result_type() == ResultType::InputRequired {
            return self.send_question(result);
        }
        if let Some(why) = self.breach(schema, result) {
            return Answer::ToolError(why.to_owned());
        }
        let mut edits = Edits::new(result.node().document());
        for field in ["resultType"].into_iter().filter(|_| self.strips_result_type) {
            if let Some(value) = result.node().member(field) {
                edits.remove(value);
            }
        }
        if let Some(value) = result.structured_content() {
            if value.is_null() && self.drops_null {
                edits.remove(value);
            } else if let Some(answer) = self.send_value(schema, result, value, &mut edits) {
                return answer;
            }
        }
        if self.says_no_error && result.node().member("isError").is_none() {
            edits.insert_member(result.node(), "isError", "false");
        }
        Answer::Sends(edits.finish_within(result.node()))
    }

    fn send_value<'d>(
        &self,
        schema: Option<Node<'_>>,
        result: ToolResult<'d>,
        value: Node<'d>,
        edits: &mut Edits<'d>,
    ) -> Option<Answer> {
        let wraps = match self.wraps {
            Wraps::All => !value.is_object() || schema.is_some_and(|schema| !has_object_root(schema)),
            Wraps::BySchema => {
                schema.is_some_and(|schema| !has_object_root(schema) && narrowed(schema).is_none())
            }
            Wraps::DropsSchema | Wraps::Never => false,
        };
        if wraps {
            edits.wrap(value, "{\"result\":", "}");
        } else if !value.is_object() {
            let why = "structuredContent is no object".to_owned();
            match self.non_object {
                NonObject::Keeps => {}
                NonObject::MovesToText => {
                    move_to_text(result, value, edits);
                    return None;
                }
                NonObject::Refuses => return Some(Answer::Refuses(why)),
                NonObject::ToolError => return Some(Answer::ToolError(why)),
            }
        }
        let has_text = result.content().any(|block| ContentBlock::text(block).is_some());
        let is_empty = result.content().next().is_none();
        let adds = match self.adds_text {
            AddsText::NonObjectWithoutText => !value.is_object() && !has_text,
            AddsText::EmptyOrNonObject => is_empty || !value.is_object(),
            AddsText::EmptyObject => is_empty && value.is_object(),
            AddsText::Never => false,
        };
        if let Some(content) = result.content_node().filter(|content| adds && content.is_array()) {
            edits.push_item(content, text_block(value));
        }
        None
    }

    /// Says why a server that checks its own results answers with an error instead.
    fn breach(&self, schema: Option<Node<'_>>, result: ToolResult<'_>) -> Option<&'static str> {
        if !self.checks_schema || result.is_error() {
            return None;
        }
        let schema = OutputSchema::compile(schema?).ok()?;
        match result.structured_content() {
            None => Some("structuredContent is missing although a schema is declared"),
            Some(value) => match schema.check(value) {
                Verdict::Breaks(_) => Some("structuredContent breaks the schema"),
                Verdict::Holds | Verdict::TooComplex(_) => None,
            },
        }
    }

    fn send_question(&self, result: ToolResult<'_>) -> Answer {
        match self.question {
            Question::EmptySuccess => {
                let mut edits = Edits::new(result.node().document());
                if result.content_node().is_none() {
                    edits.insert_member(result.node(), "content", "[]");
                }
                Answer::Sends(edits.finish_within(result.node()))
            }
            Question::Refuses => Answer::Refuses("a question has no form in this era".to_owned()),
            Question::ToolError => {
                Answer::ToolError("the client did not declare that it can be asked".to_owned())
            }
        }
    }
}

/// Drops a value that is no object; its JSON comes first, unless the first block holds it.
fn move_to_text<'d>(result: ToolResult<'d>, value: Node<'d>, edits: &mut Edits<'d>) {
    edits.remove(value);
    let first = result.content().next();
    let text = first.and_then(ContentBlock::text).map(|text| text.to_str());
    if text.is_some_and(|text| Document::parse(&text).is_ok_and(|text| text.root().equals(value))) {
        return;
    }
    match (first, result.content_node()) {
        (Some(first), _) => edits.wrap(first.node, format!("{},", text_block(value)), ""),
        (None, Some(content)) if content.is_array() => edits.push_item(content, text_block(value)),
        (None, _) => {}
    }
}

/// The list of types that is narrowed to `object`, when that is among them.
fn narrowed(schema: Node<'_>) -> Option<Node<'_>> {
    let kinds = schema.member("type").filter(|kinds| kinds.is_array())?;
    kinds.items().any(|kind| kind.as_text().is_some_and(|kind| kind.is("object"))).then_some(kinds)
}

/// A wrapper in which every `$ref` was rewritten, data and names included.
fn wrapped_everywhere(schema: Node<'_>) -> String {
    let mut edits = Edits::new(schema.document());
    let mut open = vec![schema];
    while let Some(node) = open.pop() {
        open.extend(node.items());
        for member in node.members() {
            let target = member.value.as_str().filter(|_| member.key.is("$ref"));
            if let Some(fragment) = target.as_deref().and_then(|text| text.strip_prefix('#')) {
                edits.replace(member.value, quote(&format!("#/properties/result{fragment}")));
            }
            open.push(member.value);
        }
    }
    let text = edits.finish_within(schema);
    format!("{{\"type\":\"object\",\"properties\":{{\"result\":{text}}},\"required\":[\"result\"]}}")
}
