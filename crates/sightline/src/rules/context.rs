//! What the rules look at: the pieces of one exchange, and what is computed from them once.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use super::clients::{self, Seen};
use super::hints::Hints;
use super::{Rule, Scope};
use crate::align::{Alignment, align};
use crate::diagnostic::Subject;
use crate::exchange::{Exchange, FileKind, Told};
use crate::json::Node;
use crate::recording::{self, Piece, SamplingPart, Walked};
use crate::result::{ResultType, ToolResult};
use crate::revision::Revision;
use crate::schema::{Compiled, OutputSchema, SchemaProblem, Schemas, Verdict};
use crate::tool::Tool;

/// The subject of a check: any of a tool list, a tool definition and a tool result.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline::revision::Revision;
/// use sightline::rules::{Context, Settings, check};
///
/// let document = Document::parse(r#"{"content": [], "is_error": true}"#).unwrap();
/// let context = Context::new(Revision::V2025_11_25).with_result(ToolResult::of(document.root()).unwrap());
/// let found = check(&context, &Settings::default());
/// assert!(found.iter().any(|found| found.rule == "misspelt-result-field"));
/// ```
#[derive(Debug)]
pub struct Context<'d> {
    revision: Revision,
    tool: Option<Tool<'d>>,
    list: Option<Node<'d>>,
    result: Option<ToolResult<'d>>,
    told: Option<Box<Told<'d>>>,
    /// The part of sampling that stands by itself, and which it is.
    sampling: Option<(Node<'d>, SamplingPart)>,
    /// The JSON-RPC response that holds the result or the list.
    message: Option<Node<'d>>,
    has_places: bool,
    wants_fixes: bool,
    /// Whether the definition itself is judged, or only serves to judge the result.
    judges_tool: bool,
    /// Whether the result or the list is judged itself, or only serves to judge a message beside it.
    judges_answer: bool,
    /// Whether the result stands inside another message, a sampling request or a task.
    is_sampled: bool,
    /// What the list repeats of the pages before it.
    walked: Option<&'d Walked>,
    /// The entries of the list, each as a subject of its own.
    entries: OnceCell<Vec<Context<'d>>>,
    schemas: Arc<Schemas>,
    input_schema: OnceCell<Option<Arc<Compiled>>>,
    output_schema: OnceCell<Option<Arc<Compiled>>>,
    alignment: OnceCell<Alignment>,
    /// The clients that findings may name, by id; all when there are none.
    clients: Vec<String>,
    usual_projections: OnceCell<Vec<Seen>>,
    other_projections: OnceCell<Vec<Seen>>,
    verdict: OnceCell<Option<Verdict>>,
    hints: OnceCell<Hints>,
}

impl<'d> Context<'d> {
    /// Starts a subject for a peer of that revision.
    #[must_use]
    pub fn new(revision: Revision) -> Self {
        Self {
            revision,
            tool: None,
            list: None,
            result: None,
            told: None,
            sampling: None,
            message: None,
            has_places: true,
            wants_fixes: false,
            judges_tool: true,
            judges_answer: true,
            is_sampled: false,
            walked: None,
            entries: OnceCell::new(),
            schemas: Arc::default(),
            input_schema: OnceCell::new(),
            alignment: OnceCell::new(),
            clients: Vec::new(),
            usual_projections: OnceCell::new(),
            other_projections: OnceCell::new(),
            output_schema: OnceCell::new(),
            verdict: OnceCell::new(),
            hints: OnceCell::new(),
        }
    }

    /// Takes what a file told; a file that tells no revision is held to the one it looks like
    /// (see [`Exchange::assumed_revision`]).
    #[must_use]
    pub fn of(exchange: &Exchange<'d>) -> Self {
        let mut context = Self::new(exchange.assumed_revision());
        (context.tool, context.list, context.result) = (exchange.tool, exchange.list, exchange.result);
        context.told.clone_from(&exchange.told);
        context.message = Some(exchange.root).filter(|_| exchange.kind == FileKind::Response);
        context
    }

    /// Takes one thing of a recording, and what the recording tells of it.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::recording::Recording;
    /// use sightline::rules::{Context, Settings, check};
    ///
    /// let document = Document::parse(r#"{"jsonrpc": "2.0", "id": 1, "result": {"isError": false}}"#).unwrap();
    /// let pieces = Recording::default().read(document.root(), None).unwrap();
    /// let found = check(&Context::of_piece(&pieces[0]), &Settings::default());
    /// assert!(found.iter().any(|found| found.rule == "missing-content-array"));
    /// ```
    #[must_use]
    pub fn of_piece<'p>(piece: &'p Piece<'p>) -> Context<'p> {
        let context = Context { message: piece.message, ..Context::new(piece.assumed_revision()) };
        match &piece.subject {
            recording::Subject::Exchange(exchange) => Context {
                judges_tool: !piece.definition_is_known,
                revision: context.revision,
                ..Context::of(exchange)
            },
            recording::Subject::Error(message) => {
                let definition = piece.definition.as_ref().map(|definition| definition.tool());
                let told = piece.told(*message).unwrap_or_else(|| Box::new(Told::nothing(*message)));
                let told = Some(Box::new(Told { response: Some(*message), ..*told }));
                Context { judges_tool: false, tool: definition, told, ..context }
            }
            recording::Subject::List(list) => {
                let (walked, told) = (Some(&piece.walked), piece.told(*list));
                Context { walked, told, judges_answer: !piece.is_known(), ..context }.with_list(*list)
            }
            recording::Subject::Request(message) => {
                let declared = || Box::new(Told::of_request(*message));
                let told = Some(piece.told(*message).unwrap_or_else(declared));
                Context { told, result: piece.interim(), judges_answer: false, ..context }
            }
            recording::Subject::Result(result) => {
                let definition = piece.definition.as_ref().map(|definition| definition.tool());
                let (told, is_sampled) = (piece.told(result.node()), piece.is_nested());
                let context = Context { judges_tool: false, tool: definition, told, is_sampled, ..context };
                context.with_result(*result)
            }
            recording::Subject::SampledResult(result) => {
                Context { is_sampled: true, ..context }.with_result(*result)
            }
            recording::Subject::Sampling(node, part) => {
                let told = Some(Box::new(Told::of_sampling(*node)));
                Context { sampling: Some((*node, *part)), told, ..context }
            }
            recording::Subject::Tool(tool) if piece.definition_is_known => context.with_known_tool(*tool),
            recording::Subject::Tool(tool) => context.with_tool(*tool),
        }
    }

    /// Takes the definition for granted: it was judged before, and only serves to judge the result.
    #[must_use]
    pub fn with_known_tool(mut self, tool: Tool<'d>) -> Self {
        self.tool = Some(tool);
        self.judges_tool = false;
        self
    }

    /// Holds the subject to another revision than the file tells.
    #[must_use]
    pub fn with_revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Adds the definition of the tool that was called, or the one under test.
    #[must_use]
    pub fn with_tool(mut self, tool: Tool<'d>) -> Self {
        self.tool = Some(tool);
        self.judges_tool = true;
        self
    }

    /// Adds the `tools/list` result; its entries are checked one by one, and the list as such.
    #[must_use]
    pub fn with_list(mut self, list: Node<'d>) -> Self {
        self.list = Some(list);
        self
    }

    /// Adds the result of the call.
    #[must_use]
    pub fn with_result(mut self, result: ToolResult<'d>) -> Self {
        self.result = Some(result);
        self
    }

    /// Shares compiled schemas with other subjects, so that each is compiled once.
    #[must_use]
    pub fn with_schemas(mut self, schemas: Arc<Schemas>) -> Self {
        self.schemas = schemas;
        self
    }

    /// Lets findings name some clients only, by id; without any, all of them.
    #[must_use]
    pub fn with_clients(mut self, clients: &[String]) -> Self {
        self.clients = clients.to_vec();
        self
    }

    pub(super) fn clients(&self) -> &[String] {
        &self.clients
    }

    /// Leaves lines and columns out: the text came over the wire, and the user does not have it.
    #[must_use]
    pub fn without_places(mut self) -> Self {
        self.has_places = false;
        self
    }

    /// Asks for the edits that remove what is found, where a rule has some.
    ///
    /// ```
    /// use sightline::exchange::Exchange;
    /// use sightline::fix::apply;
    /// use sightline::json::Document;
    /// use sightline::rules::{Context, Settings, check};
    ///
    /// let text = r#"{"revision":"2026-07-28","result":{"content":[]}}"#;
    /// let document = Document::parse(text).unwrap();
    /// let exchange = Exchange::of(&document).unwrap();
    /// let found = check(&Context::of(&exchange).with_fixes(), &Settings::default());
    /// let fixed = apply(text, found.iter().filter_map(|found| found.fix.as_ref()));
    /// assert_eq!(
    ///     fixed.text,
    ///     r#"{"revision":"2026-07-28","result":{"content":[],"resultType":"complete"}}"#
    /// );
    /// ```
    #[must_use]
    pub fn with_fixes(mut self) -> Self {
        self.wants_fixes = true;
        self
    }

    /// Returns the revision of the peer that receives the message.
    #[must_use]
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// Returns the definition of the tool.
    #[must_use]
    pub fn tool(&self) -> Option<Tool<'d>> {
        self.tool
    }

    /// Returns the `tools/list` result.
    #[must_use]
    pub fn list(&self) -> Option<Node<'d>> {
        self.list
    }

    /// Returns the result of the call.
    #[must_use]
    pub fn result(&self) -> Option<ToolResult<'d>> {
        self.result
    }

    /// Returns what kind of result it is in this revision.
    pub(super) fn result_type(&self) -> Option<ResultType<'d>> {
        self.result.map(|result| self.revision.facts_or_newest().result_type(result))
    }

    /// Returns the result when it is tool output, an error included.
    pub(super) fn output(&self) -> Option<ToolResult<'d>> {
        self.result.filter(|_| self.result_type() == Some(ResultType::Complete))
    }

    /// Returns what else the exchange tells.
    #[must_use]
    pub fn told(&self) -> Option<&Told<'d>> {
        self.told.as_deref()
    }

    /// Returns the part of sampling that stands by itself.
    pub(super) fn sampling(&self) -> Option<(Node<'d>, SamplingPart)> {
        self.sampling
    }

    /// Returns the JSON-RPC response that holds the subject, or that is it.
    pub(super) fn message(&self) -> Option<Node<'d>> {
        self.message.or_else(|| self.told()?.response)
    }

    /// Returns the compiled output schema for which `format` is no annotation, when there is one.
    pub(super) fn schema_with_formats(&self) -> Option<Arc<Compiled>> {
        let schema = self.tool?.output_schema().filter(|schema| schema.is_object())?;
        Some(self.schemas.compile_with_formats(schema))
    }

    /// Starts the subject of another result of the same exchange, for the same peer; it has no envelope
    /// of its own.
    pub(super) fn beside<'o>(&self, tool: Option<Tool<'o>>, result: ToolResult<'o>) -> Context<'o> {
        let mut other = Context::new(self.revision.clone()).with_result(result);
        (other.tool, other.is_sampled) = (tool, true);
        other.schemas = Arc::clone(&self.schemas);
        other
    }

    /// Returns what the list repeats of the pages before it.
    pub(super) fn walked(&self) -> Option<&'d Walked> {
        self.walked
    }

    /// Tells whether the definition itself is judged, or only serves to judge the result.
    pub(super) fn judges_tool(&self) -> bool {
        self.judges_tool
    }

    pub(super) fn wants_fixes(&self) -> bool {
        self.wants_fixes
    }

    pub(super) fn has_places(&self) -> bool {
        self.has_places
    }

    /// Tells whether a rule has anything to look at: a block of a sampling request has no envelope.
    pub(super) fn is_looked_at_by(&self, rule: &Rule) -> bool {
        rule.applies_to(&self.revision) && !(self.is_sampled && rule.is_of_envelope)
    }

    pub(super) fn tool_name(&self) -> Option<Cow<'d, str>> {
        self.tool.and_then(Tool::name)
    }

    /// Tells whether the model may call the tool; an unknown tool it may.
    pub(crate) fn is_for_model(&self) -> bool {
        self.tool.is_none_or(|tool| tool.is_visible_to("model"))
    }

    /// Returns the output schema compiled, or why it does not compile; `None` when none is declared.
    pub(super) fn output_schema(&self) -> Option<Result<&OutputSchema, &SchemaProblem>> {
        let compile = || {
            let schema = self.tool?.output_schema()?;
            schema.is_object().then(|| self.schemas.compile(schema))
        };
        self.output_schema.get_or_init(compile).as_deref().map(Result::as_ref)
    }

    /// Returns the input schema compiled, or why it does not compile; `None` when it is no object.
    pub(super) fn input_schema(&self) -> Option<Result<&OutputSchema, &SchemaProblem>> {
        let declared = || self.tool?.input_schema().filter(|schema| schema.is_object());
        let compile = || declared().map(|schema| self.schemas.compile(schema));
        self.input_schema.get_or_init(compile).as_deref().map(Result::as_ref)
    }

    /// Returns both schemas of the definition that are objects, each compiled.
    pub(super) fn compiled_schemas(
        &self,
    ) -> impl Iterator<Item = (Result<&OutputSchema, &SchemaProblem>, Node<'d>)> {
        let input = self.input_schema().zip(self.tool.and_then(Tool::input_schema));
        let output = self.output_schema().zip(self.tool.and_then(Tool::output_schema));
        input.into_iter().chain(output)
    }

    /// Returns whether the structured content holds to the output schema, when both are there.
    pub(super) fn verdict(&self) -> Option<&Verdict> {
        let judge = || {
            let structured = self.result?.structured_content()?;
            Some(self.output_schema()?.ok()?.check(structured))
        };
        self.verdict.get_or_init(judge).as_ref()
    }

    /// Returns how the content relates to the structured content.
    pub(super) fn alignment(&self) -> Option<&Alignment> {
        let result = self.result?;
        Some(self.alignment.get_or_init(|| align(result)))
    }

    /// Returns what the texts of the result may hold.
    pub(super) fn hints(&self) -> Hints {
        *self
            .hints
            .get_or_init(|| self.result.map(|result| Hints::of(result.node().text())).unwrap_or_default())
    }

    /// Returns what each client shows its model when nobody set anything; computed when a finding asks for it.
    pub(super) fn usual_projections(&self) -> &[Seen] {
        self.usual_projections.get_or_init(|| clients::project_usual(self))
    }

    /// Returns what clients show under other settings; computed when a finding asks for it.
    pub(super) fn other_projections(&self) -> &[Seen] {
        self.other_projections.get_or_init(|| clients::project_others(self))
    }

    /// Returns the definitions that the server lists.
    pub(super) fn tools(&self) -> Vec<Tool<'d>> {
        let listed: Vec<Tool<'d>> = self.list.into_iter().flat_map(Tool::list).collect();
        if listed.is_empty() { self.tool.into_iter().collect() } else { listed }
    }

    /// Finds which of the documents holds a node, and where that document begins.
    pub(super) fn subject_of(&self, node: Node<'_>) -> (Subject, String) {
        let candidates = [
            self.list.map(|list| (Subject::List, list)),
            self.tool.map(|tool| (Subject::Tool, tool.node())),
            self.result.map(|result| (Subject::Result, result.node())),
            self.told.as_deref().map(|told| (Subject::Exchange, told.root)),
            self.message.map(|message| (Subject::Exchange, message)),
            self.told.as_deref().and_then(|told| told.request).map(|request| (Subject::Request, request)),
        ];
        let holds = |root: Node<'_>| {
            std::ptr::addr_eq(root.document(), node.document())
                && root.span().start <= node.span().start
                && node.span().end <= root.span().end
        };
        let found = candidates.into_iter().flatten().find(|(_, root)| holds(*root));
        found.map_or((Subject::Result, String::new()), |(subject, root)| (subject, root.pointer()))
    }

    /// Hands each subject of that scope to `run`; the scope decides what a rule may look at.
    pub(super) fn for_each_subject(&self, scope: Scope, mut run: impl FnMut(&Context<'d>)) {
        let result_type = self.result_type();
        let is_there = match scope {
            _ if !self.judges_answer && scope != Scope::Exchange => false,
            Scope::List => self.list.is_some(),
            Scope::Tool => {
                if self.list.is_some() {
                    self.entries().iter().for_each(&mut run);
                    return;
                }
                self.tool.is_some() && self.judges_tool
            }
            // What kind of result it is comes first: only a complete one is tool output.
            Scope::Result => result_type == Some(ResultType::Complete),
            Scope::ToolAndResult => self.tool.is_some() && result_type == Some(ResultType::Complete),
            Scope::InputRequired => result_type == Some(ResultType::InputRequired),
            Scope::Task => result_type == Some(ResultType::Task),
            Scope::AnyResult => self.result.is_some(),
            // The pages of one walk are told by what came before as well.
            Scope::Exchange => self.told.is_some() || self.walked.is_some() || self.message.is_some(),
            Scope::Behaviour | Scope::Exemption => false,
        };
        if is_there {
            run(self);
        }
    }

    fn entries(&self) -> &[Context<'d>] {
        self.entries.get_or_init(|| {
            let tools = self.list.into_iter().flat_map(Tool::list);
            tools.map(|tool| self.entry(tool)).collect()
        })
    }

    fn entry(&self, tool: Tool<'d>) -> Self {
        let mut entry = Self::new(self.revision.clone()).with_tool(tool);
        (entry.list, entry.has_places) = (self.list, self.has_places);
        entry.wants_fixes = self.wants_fixes;
        entry.schemas = Arc::clone(&self.schemas);
        entry
    }
}
