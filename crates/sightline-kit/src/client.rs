//! Taking a result in: what it is, whether it is valid, and who gets what of it.
//!
//! A question for input, a task, an error of the tool and a result of an unknown type are variants of
//! their own, so none of them can be taken for the tool's output.

mod sampling;

use serde::de::DeserializeOwned;
use sightline::audience::{Audience, Options, Selection, select};
use sightline::content::ContentBlock;
use sightline::diagnostic::Guidance;
use sightline::json::Node;
use sightline::result::{ResultType, ToolResult};
use sightline::revision::{Revision, StructuredRoot};
use sightline::schema::{SchemaProblem, Schemas, Verdict, Violation};
use sightline::tool::Tool;

pub use sampling::{SamplingError, tool_result_content};

/// What came back from a call.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{Received, receive};
///
/// let document = Document::parse(r#"{"resultType": "task", "task": {"taskId": "t"}}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let Received::Task(_) = receive(result, None, &Revision::LATEST) else { panic!() };
/// // A match cannot take it for the tool's output.
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Received<'d> {
    /// The tool's output.
    Output(Output<'d>),
    /// The tool says that it failed; the message is in content.
    ToolError(Failed<'d>),
    /// The tool asks for input: answer and call again with a new id and the same state.
    InputRequired(Asked<'d>),
    /// The call goes on in the background.
    Task(ToolResult<'d>),
    /// A type of result that this crate does not know.
    Unknown(ToolResult<'d>),
}

/// Takes in the result of a call to a tool, from a peer of a revision.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{Received, Typed, receive};
///
/// let text = r#"{"content": [{"type": "text", "text": "8"}], "structuredContent": 8, "resultType": "complete"}"#;
/// let document = Document::parse(text).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
/// assert_eq!(output.typed::<u32>(), Typed::Value(8));
/// ```
#[must_use]
pub fn receive<'d>(result: ToolResult<'d>, tool: Option<Tool<'d>>, revision: &Revision) -> Received<'d> {
    let revision = revision.facts_or_newest();
    match result.result_type() {
        // Older revisions know no types; a field of that name means nothing there.
        _ if !revision.has_result_type => {}
        ResultType::Complete => {}
        ResultType::InputRequired => return Received::InputRequired(Asked { result }),
        ResultType::Task => return Received::Task(result),
        _ => return Received::Unknown(result),
    }
    if result.node().member("task").is_some_and(Node::is_object) && result.content_node().is_none() {
        return Received::Task(result);
    }
    let taken = Taken { result, tool, revision: &revision.revision };
    if result.is_error() { Received::ToolError(Failed(taken)) } else { Received::Output(Output(taken)) }
}

/// A result with what is needed to judge it.
#[derive(Clone, Copy, Debug)]
struct Taken<'d> {
    result: ToolResult<'d>,
    tool: Option<Tool<'d>>,
    revision: &'static Revision,
}

impl<'d> Taken<'d> {
    /// `None` also where the revision knows no structured content.
    fn structured(&self) -> Option<Node<'d>> {
        let is_known = self.revision.facts_or_newest().structured_root != StructuredRoot::Absent;
        self.result.structured_content().filter(|_| is_known)
    }

    fn select(&self, audience: Audience, options: Options) -> Selection {
        select(self.result, self.tool, self.revision, audience, Guidance::Either, options)
    }
}

/// The tool's output.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{Received, receive};
///
/// let document = Document::parse(r#"{"content": [], "structuredContent": 8, "resultType": "complete"}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
/// assert_eq!(output.structured().unwrap().text(), "8");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Output<'d>(Taken<'d>);

/// Whether structured content is what the tool promises.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{Received, Validity, receive};
///
/// let document = Document::parse(r#"{"content": [], "structuredContent": 8, "resultType": "complete"}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
/// assert_eq!(output.validity(), Validity::NoSchema);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Validity {
    /// It holds to the output schema.
    Holds,
    /// The tool declares no output schema.
    NoSchema,
    /// The tool declares a schema and sent no structured content.
    Missing,
    /// It breaks the schema: the client should not use it.
    Breaks(Vec<Violation>),
    /// The schema itself cannot be used, so nobody knows; a finding about the tool, no failure of the call.
    SchemaUnusable(SchemaProblem),
    /// Schema and value together break a bound, so nobody knows.
    TooComplex(String),
}

/// What typed access finds.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{Received, Typed, receive};
///
/// let document = Document::parse(r#"{"content": [], "structuredContent": null, "resultType": "complete"}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
/// assert_eq!(output.typed::<u32>(), Typed::Null);
/// assert_eq!(output.typed::<Option<u32>>(), Typed::Value(None));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Typed<T> {
    /// The value.
    Value(T),
    /// There is no structured content.
    Absent,
    /// There is `null`, and the type does not take it.
    Null,
    /// It breaks the tool's own schema.
    Breaks(Vec<Violation>),
    /// It holds to the schema and is not what the type takes; the text says where.
    Mismatch(String),
}

impl<'d> Output<'d> {
    /// Returns the result as it was received.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let document = Document::parse(r#"{"content": [], "structuredContent": 8, "resultType": "complete"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// assert_eq!(output.result().node().text(), document.text());
    /// ```
    #[must_use]
    pub fn result(&self) -> ToolResult<'d> {
        self.0.result
    }

    /// Returns the structured content; `null` is a value.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let document = Document::parse(r#"{"content": [], "structuredContent": null, "resultType": "complete"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// assert!(output.structured().unwrap().is_null());
    /// ```
    #[must_use]
    pub fn structured(&self) -> Option<Node<'d>> {
        self.0.structured()
    }

    /// Judges the structured content by the tool's output schema, as a client SHOULD (2026-07-28,
    /// server/tools, Output Schema).
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline::tool::Tool;
    /// use sightline_kit::client::{Received, Validity, receive};
    ///
    /// let tool = Document::parse(r#"{"name": "count", "outputSchema": {"type": "integer"}}"#).unwrap();
    /// let result = Document::parse(r#"{"content": [], "structuredContent": "8"}"#).unwrap();
    /// let result = ToolResult::of(result.root()).unwrap();
    /// let Received::Output(output) = receive(result, Some(Tool::of(tool.root())), &Revision::LATEST) else {
    ///     panic!()
    /// };
    /// let Validity::Breaks(violations) = output.validity() else { panic!() };
    /// assert_eq!(violations[0].message, "\"8\" is string, not integer");
    /// ```
    #[must_use]
    pub fn validity(&self) -> Validity {
        self.validity_with(&Schemas::new())
    }

    /// As [`Output::validity`], with schemas that were compiled before.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, Validity, receive};
    /// use sightline::schema::Schemas;
    /// use sightline::tool::Tool;
    ///
    /// // Kept for all calls to the tools of a server.
    /// let schemas = Schemas::new();
    /// let tool = Document::parse(r#"{"name": "count", "outputSchema": {"type": "integer"}}"#).unwrap();
    /// let document = Document::parse(r#"{"content": [], "structuredContent": 8, "resultType": "complete"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::Output(output) = receive(result, Some(Tool::of(tool.root())), &Revision::LATEST) else { panic!() };
    /// assert_eq!(output.validity_with(&schemas), Validity::Holds);
    /// ```
    #[must_use]
    pub fn validity_with(&self, schemas: &Schemas) -> Validity {
        let Some(schema) = self.0.tool.and_then(Tool::output_schema) else { return Validity::NoSchema };
        let Some(value) = self.structured() else { return Validity::Missing };
        match schemas.compile(schema).as_ref() {
            Err(problem) => Validity::SchemaUnusable(problem.clone()),
            Ok(schema) => match schema.check(value) {
                Verdict::Holds => Validity::Holds,
                Verdict::Breaks(violations) => Validity::Breaks(violations),
                Verdict::TooComplex(why) => Validity::TooComplex(why),
            },
        }
    }

    /// Reads the structured content as a type, after judging it by the tool's schema.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, Typed, receive};
    ///
    /// let typed = |text: &str| {
    ///     let document = Document::parse(text).unwrap();
    ///     let result = ToolResult::of(document.root()).unwrap();
    ///     let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
    ///     output.typed::<bool>()
    /// };
    /// assert_eq!(typed(r#"{"content": []}"#), Typed::Absent);
    /// assert_eq!(typed(r#"{"content": [], "structuredContent": null}"#), Typed::Null);
    /// assert_eq!(typed(r#"{"content": [], "structuredContent": false}"#), Typed::Value(false));
    /// assert!(matches!(typed(r#"{"content": [], "structuredContent": 0}"#), Typed::Mismatch(_)));
    /// ```
    #[must_use]
    pub fn typed<T: DeserializeOwned>(&self) -> Typed<T> {
        let Some(value) = self.structured() else { return Typed::Absent };
        if let Validity::Breaks(violations) = self.validity() {
            return Typed::Breaks(violations);
        }
        // The received text, so that no number passes through another form first.
        match serde_json::from_str(value.text()) {
            Ok(value) => Typed::Value(value),
            Err(_) if value.is_null() => Typed::Null,
            Err(error) => Typed::Mismatch(error.to_string()),
        }
    }

    /// Returns what an audience should get of the result, and why.
    ///
    /// Never both fields: a model gets content, or the JSON where content has nothing for it.
    ///
    /// ```
    /// use sightline::audience::Audience;
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let text = r#"{"content": [{"type": "text", "text": "two rows"}], "structuredContent": [1, 2]}"#;
    /// let document = Document::parse(text).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// assert_eq!(output.select(Audience::Model).plain().unwrap(), "two rows");
    /// assert_eq!(output.select(Audience::Code).plain().unwrap(), "[1, 2]");
    /// ```
    #[must_use]
    pub fn select(&self, audience: Audience) -> Selection {
        self.0.select(audience, Options::default())
    }

    /// As [`Output::select`], with switches.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    /// use sightline::audience::{Audience, Options};
    /// let document = Document::parse(r#"{"content": [], "structuredContent": 8, "resultType": "complete"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::Output(output) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// let selection = output.select_with(Audience::Code, Options::default());
    /// assert_eq!(selection.plain().unwrap(), "8");
    /// ```
    #[must_use]
    pub fn select_with(&self, audience: Audience, options: Options) -> Selection {
        self.0.select(audience, options)
    }
}

/// A failure that the tool reports. It has no typed access: what is in its structured content, if
/// anything, is no output.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{Received, receive};
///
/// let document = Document::parse(r#"{"content": [{"type": "text", "text": "no such city"}], "isError": true, "resultType": "complete"}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let Received::ToolError(failed) = receive(result, None, &Revision::LATEST) else { panic!() };
/// assert_eq!(failed.message(), "no such city");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Failed<'d>(Taken<'d>);

impl<'d> Failed<'d> {
    /// Returns the result as it was received.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let document = Document::parse(r#"{"content": [], "isError": true, "resultType": "complete"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::ToolError(failed) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// assert!(failed.result().is_error());
    /// ```
    #[must_use]
    pub fn result(&self) -> ToolResult<'d> {
        self.0.result
    }

    /// Returns the message: the text blocks, a line break between them.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let text = r#"{"content": [{"type": "text", "text": "no such city"}], "isError": true}"#;
    /// let document = Document::parse(text).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::ToolError(failed) = receive(result, None, &Revision::V2025_11_25) else { panic!() };
    /// assert_eq!(failed.message(), "no such city");
    /// ```
    #[must_use]
    pub fn message(&self) -> String {
        let texts: Vec<String> = self
            .0
            .result
            .content()
            .filter_map(ContentBlock::text)
            .map(|text| text.to_str().into_owned())
            .collect();
        texts.join("\n")
    }

    /// Returns what an audience should get of it.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    /// use sightline::audience::Audience;
    /// let document = Document::parse(r#"{"content": [{"type": "text", "text": "no such city"}], "isError": true, "resultType": "complete"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::ToolError(failed) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// assert!(failed.select(Audience::Model).plain().unwrap().contains("no such city"));
    /// ```
    #[must_use]
    pub fn select(&self, audience: Audience) -> Selection {
        self.0.select(audience, Options::default())
    }
}

/// A question for input.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline_kit::client::{Received, receive};
///
/// let document = Document::parse(r#"{"resultType": "input_required", "requestState": "s1"}"#).unwrap();
/// let result = ToolResult::of(document.root()).unwrap();
/// let Received::InputRequired(asked) = receive(result, None, &Revision::LATEST) else { panic!() };
/// assert_eq!(asked.retry("{}", []).unwrap(), r#"{"inputResponses":{},"requestState":"s1"}"#);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Asked<'d> {
    result: ToolResult<'d>,
}

impl<'d> Asked<'d> {
    /// Returns the result as it was received.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let document = Document::parse(r#"{"resultType": "input_required", "requestState": "s1"}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::InputRequired(asked) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// assert_eq!(asked.result().node().text(), document.text());
    /// ```
    #[must_use]
    pub fn result(&self) -> ToolResult<'d> {
        self.result
    }

    /// Returns name and request of each thing that is asked for.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let document = Document::parse(r#"{"resultType": "input_required", "inputRequests": {"who": {"method": "roots/list"}}}"#).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::InputRequired(asked) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// let (name, request) = asked.requests().next().unwrap();
    /// assert_eq!((name.as_str(), request.text()), ("who", r#"{"method": "roots/list"}"#));
    /// ```
    pub fn requests(&self) -> impl Iterator<Item = (String, Node<'d>)> {
        let requests = self.result.node().member("inputRequests");
        requests
            .into_iter()
            .flat_map(Node::members)
            .map(|member| (member.key.to_str().into_owned(), member.value))
    }

    /// Returns the parameters of the next call: those of the first one with the answers and the state,
    /// which must go back unchanged. The next request has an id of its own.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline_kit::client::{Received, receive};
    ///
    /// let text = r#"{"resultType": "input_required", "inputRequests": {"who": {"method": "roots/list"}}, "requestState": "s1"}"#;
    /// let document = Document::parse(text).unwrap();
    /// let result = ToolResult::of(document.root()).unwrap();
    /// let Received::InputRequired(asked) = receive(result, None, &Revision::LATEST) else { panic!() };
    /// assert_eq!(asked.requests().next().unwrap().0, "who");
    /// let retry = asked.retry(r#"{"name": "book"}"#, [("who", r#"{"roots": []}"#)]).unwrap();
    /// assert_eq!(
    ///     retry,
    ///     r#"{"name": "book","inputResponses": {"who":{"roots": []}},"requestState": "s1"}"#
    /// );
    /// ```
    #[must_use]
    pub fn retry<'a>(
        &self,
        params: &str,
        answers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<String> {
        let document = sightline::json::Document::parse(params).ok()?;
        let root = document.root().is_object().then(|| document.root())?;
        let answers: Vec<String> = answers
            .into_iter()
            .map(|(name, answer)| format!("{}:{answer}", sightline::json::quote(name)))
            .collect();
        let mut edits = sightline::json::Edits::new(&document);
        // What an earlier round added does not stay.
        for name in ["inputResponses", "requestState"] {
            if root.member(name).is_some() {
                edits.remove_key(root, name);
            }
        }
        edits.insert_member(root, "inputResponses", &format!("{{{}}}", answers.join(",")));
        if let Some(state) = self.result.node().member("requestState") {
            edits.insert_member(root, "requestState", state.text());
        }
        Some(edits.finish())
    }
}
