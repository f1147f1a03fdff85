//! What one server put on the wire, and the counts over many.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sightline::align::{Relation, align};
use sightline::result::ToolResult;

/// What became of one server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ServerReport {
    /// Its name in the list, and of its files.
    pub id: String,
    /// `npm`, `pypi` or `url`.
    pub registry: String,
    /// The package as it was asked for, or the URL.
    pub package: String,
    /// The version that ran.
    pub version: String,
    /// The day.
    pub date: String,
    /// How far it came.
    pub reached: Reached,
    /// Why it came no further, in one clause.
    pub reason: String,
    /// Name and version that it gives itself, as JSON.
    pub server_info: String,
    /// Revision that was negotiated.
    pub revision: String,
    /// Whether it ran isolated, without a network.
    pub isolated: bool,
    /// Tokens of all definitions as listed (o200k_base).
    pub definition_tokens: usize,
    /// Findings by rule, over definitions and results.
    pub findings: BTreeMap<String, usize>,
    /// Its tools.
    pub tools: Vec<ToolReport>,
    /// What was odd on the wire.
    pub remarks: Vec<String>,
}

/// How far a server came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reached {
    /// Its package could not be installed.
    #[default]
    NotInstalled,
    /// It ended, or did not answer the handshake.
    NotStarted,
    /// The handshake went well, and its tools could not be listed.
    NotListed,
    /// Its tools were listed.
    Listed,
}

impl Reached {
    /// Returns it in plain words.
    ///
    /// ```
    /// assert_eq!(sightline_survey::servers::report::Reached::Listed.words(), "tools listed");
    /// ```
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NotInstalled => "not installed",
            Self::NotStarted => "did not start",
            Self::NotListed => "tools not listed",
            Self::Listed => "tools listed",
        }
    }
}

/// One tool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ToolReport {
    /// Its name.
    pub name: String,
    /// Its definition as listed, JSON text.
    pub definition: String,
    /// Whether it declares an output schema.
    pub has_output_schema: bool,
    /// Whether it says that it only reads.
    pub says_read_only: bool,
    /// The call, when there was one.
    pub call: Option<CallReport>,
    /// Why it was not called.
    pub not_called: String,
}

/// One call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct CallReport {
    /// JSON text of the arguments.
    pub arguments: String,
    /// Where they come from: `list`, `schema`.
    pub arguments_from: String,
    /// JSON text of the result, as received; empty when there was none.
    pub result: String,
    /// What stood there instead of a result.
    pub failure: String,
    /// What was put on the wire.
    pub wire: Wire,
    /// Whether structured content holds to the schema: `holds`, `breaks`, `missing`, `no-schema`.
    pub schema: String,
    /// Tokens of the result (o200k_base).
    pub tokens: usize,
    /// Whether the answer says that the network is what was missing.
    pub wants_network: bool,
}

/// What a result is, by which fields carry it and how they relate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wire {
    /// Text without structured content.
    TextOnly,
    /// Structured content without text.
    StructuredOnly,
    /// Text that says as JSON what the structured content says.
    ExactMirror,
    /// Text that states part of the structured content.
    SummaryWithData,
    /// Text that disagrees with the structured content.
    Conflicting,
    /// Text in which nothing of the structured content was found.
    Unrelated,
    /// Images, sounds, resources: no text, no structured content.
    OtherBlocks,
    /// Neither text nor structured content.
    Empty,
    /// The tool said that it failed.
    ToolError,
    /// A question back, or a task.
    NotComplete,
    /// No result at all.
    #[default]
    NoResult,
}

impl Wire {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 11] = [
        Self::TextOnly,
        Self::StructuredOnly,
        Self::ExactMirror,
        Self::SummaryWithData,
        Self::Conflicting,
        Self::Unrelated,
        Self::OtherBlocks,
        Self::Empty,
        Self::ToolError,
        Self::NotComplete,
        Self::NoResult,
    ];

    /// Returns it in plain words.
    ///
    /// ```
    /// assert_eq!(sightline_survey::servers::report::Wire::ExactMirror.words(), "exact mirror");
    /// ```
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::TextOnly => "text only",
            Self::StructuredOnly => "structured only",
            Self::ExactMirror => "exact mirror",
            Self::SummaryWithData => "summary with data",
            Self::Conflicting => "conflicting",
            Self::Unrelated => "text unrelated to data",
            Self::OtherBlocks => "other blocks only",
            Self::Empty => "empty",
            Self::ToolError => "tool error",
            Self::NotComplete => "not complete",
            Self::NoResult => "no result",
        }
    }

    /// Returns what a result is.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline_survey::servers::report::Wire;
    ///
    /// let wire = |text: &str| Wire::of(ToolResult::of(Document::parse(text).unwrap().root()).unwrap());
    /// assert_eq!(wire(r#"{"content": [{"type": "text", "text": "{\"n\": 1}"}], "structuredContent": {"n": 1}}"#), Wire::ExactMirror);
    /// assert_eq!(wire(r#"{"content": [], "structuredContent": {"n": 1}}"#), Wire::StructuredOnly);
    /// assert_eq!(wire(r#"{"content": [{"type": "text", "text": "one"}], "isError": true}"#), Wire::ToolError);
    /// ```
    #[must_use]
    pub fn of(result: ToolResult<'_>) -> Self {
        if !result.is_complete() {
            return Self::NotComplete;
        }
        if result.is_error() {
            return Self::ToolError;
        }
        let says =
            result.content().any(|block| block.text().is_some_and(|text| !text.to_str().trim().is_empty()));
        let alignment = align(result);
        match alignment.relation {
            Relation::NoStructured if says => Self::TextOnly,
            Relation::NoStructured if result.content().any(|block| block.text().is_none()) => {
                Self::OtherBlocks
            }
            Relation::NoStructured => Self::Empty,
            Relation::NoContent | Relation::Unread => Self::StructuredOnly,
            Relation::Same => Self::ExactMirror,
            // A guess at a contradiction is none yet.
            Relation::Differs if !alignment.is_guess => Self::Conflicting,
            Relation::Summary | Relation::Extends | Relation::Differs => Self::SummaryWithData,
            // What is younger than this table is, at the least, no agreement.
            _ => Self::Unrelated,
        }
    }
}

impl ServerReport {
    /// The calls that brought something or nothing, in the order of the list.
    pub fn calls(&self) -> impl Iterator<Item = (&ToolReport, &CallReport)> {
        self.tools.iter().filter_map(|tool| tool.call.as_ref().map(|call| (tool, call)))
    }

    /// How many calls brought what.
    ///
    /// ```
    /// use sightline_survey::servers::report::{ServerReport, Wire};
    ///
    /// assert_eq!(ServerReport::default().count(Wire::TextOnly), 0);
    /// ```
    #[must_use]
    pub fn count(&self, wire: Wire) -> usize {
        self.calls().filter(|(_, call)| call.wire == wire).count()
    }

    /// The exchange of a call as `sightline check` and `project` read it: definition, arguments and result
    /// keep their bytes.
    #[must_use]
    pub fn exchange(&self, tool: &ToolReport, call: &CallReport) -> String {
        let result = if call.result.is_empty() { "null" } else { &call.result };
        format!(
            "{{\"revision\":{},\n\"tool\":{},\n\"request\":{{\"method\":\"tools/call\",\"params\":{{\"name\":{},\"arguments\":{}}}}},\n\"result\":{result}}}\n",
            sightline::json::quote(&self.revision),
            tool.definition,
            sightline::json::quote(&tool.name),
            if call.arguments.is_empty() { "{}" } else { &call.arguments },
        )
    }
}
