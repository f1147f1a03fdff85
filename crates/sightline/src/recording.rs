//! What recorded traffic holds: values are recognised, and messages matched, one after another.
//!
//! A recording is a sequence of JSON values: results, exchanges, lists, sampling messages, JSON-RPC
//! messages, also in the envelope of a log. This module keeps what later messages need of earlier
//! ones (open requests, definitions, the revision), within bounds, and says what can be checked.

mod asked;
mod facts;
mod kept;
mod kind;
mod memory;
mod walked;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use asked::{Asked, Open};
use facts::{Facts, Gathered};
use kept::Locate;
pub use kind::Kind;
use memory::Memory;
use walked::Walk;
pub use walked::Walked;

use crate::exchange::{Exchange, Told, is_report, looks_like};
use crate::json::{Document, Node, Place};
use crate::result::{ResultType, ToolResult};
use crate::revision::{Handshake, Revision};
use crate::tool::Tool;

/// Most open requests, definitions and calls that are remembered; the oldest are forgotten.
const MOST: usize = 10_000;
/// Most bytes of definitions that are remembered.
const MOST_BYTES: usize = 64 << 20;

const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// One thing that can be checked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Subject<'d> {
    /// A JSON-RPC response that is an error.
    Error(Node<'d>),
    /// An exchange.
    Exchange(Exchange<'d>),
    /// A `tools/list` result.
    List(Node<'d>),
    /// A JSON-RPC request: what it declares, and whether it repeats an earlier one as it should.
    Request(Node<'d>),
    /// The result of a call, or one that asks for input before another request is answered.
    Result(ToolResult<'d>),
    /// A result that stands as a block in the messages of a sampling request.
    SampledResult(ToolResult<'d>),
    /// A sampling request, or a part of one that stands by itself; the results and the tools in it are
    /// subjects of their own.
    Sampling(Node<'d>, SamplingPart),
    /// A definition that stands alone.
    Tool(Tool<'d>),
}

/// Which part of sampling stands by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SamplingPart {
    /// What the client answers.
    Answer,
    /// One block of a message.
    Block,
    /// One message.
    Message,
    /// Messages alone.
    Messages,
    /// The params of a request.
    Request,
    /// The JSON-RPC request, when its `params` are no object.
    RequestWithoutParams,
}

/// One thing that can be checked, and what the recording tells of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Piece<'d> {
    /// The thing.
    pub subject: Subject<'d>,
    /// Name of the tool, when it is told.
    pub tool_name: Option<String>,
    /// Definition of the tool, when an earlier message listed it.
    pub definition: Option<Definition>,
    /// Whether the definition in the subject is one that the recording had before.
    pub definition_is_known: bool,
    /// Revision of the peer that receives the message, when told.
    pub revision: Option<Revision>,
    /// Name that the server gives itself, when told.
    pub server: Option<String>,
    /// What a page of a list repeats of the pages before it.
    pub walked: Walked,
    /// The JSON-RPC response that holds the thing, when it came in one.
    pub message: Option<Node<'d>>,
    /// What earlier messages tell of it.
    facts: Option<Box<Facts>>,
    /// Whether the result stands in the answer about a task, which carries the envelope.
    is_nested: bool,
    /// Whether the thing was judged before, and only what the recording tells of it is new.
    is_known: bool,
}

impl Piece<'_> {
    /// Returns the request that the thing answers or repeats, when it was recorded and is looked at.
    #[must_use]
    pub fn request(&self) -> Option<Node<'_>> {
        Some(self.facts.as_ref()?.request.as_ref()?.node())
    }

    /// Returns where a place of [that request](Self::request) stands in the file; see
    /// [`Recording::read_placed`].
    ///
    /// ```
    /// use sightline::json::{Document, Place};
    /// use sightline::recording::Recording;
    ///
    /// let mut recording = Recording::default();
    /// let call = r#"{"id":1,"method":"tools/call","params":{"name":"ping"}}"#;
    /// let answer = r#"{"id":1,"result":{"content":[],"isError":true}}"#;
    /// let (call, answer) = (Document::parse(call).unwrap(), Document::parse(answer).unwrap());
    /// recording.read_placed(call.root(), None, &|place| Place { line: 7, ..place }).unwrap();
    /// let pieces = recording.read(answer.root(), None).unwrap();
    /// let name = pieces[0].request().unwrap().at("/params/name").unwrap();
    /// assert_eq!(pieces[0].place_in_request(name.place()).line, 7);
    /// ```
    #[must_use]
    pub fn place_in_request(&self, place: Place) -> Place {
        let request = self.facts.as_ref().and_then(|facts| facts.request.as_ref());
        request.map_or(place, |request| request.place(place))
    }

    /// Returns what an exchange would tell of the thing, when the recording tells anything.
    pub(crate) fn told<'p>(&'p self, root: Node<'p>) -> Option<Box<Told<'p>>> {
        Some(Box::new(self.facts.as_ref()?.told(root)))
    }

    /// Returns the interim result that a retry goes on from.
    pub(crate) fn interim(&self) -> Option<ToolResult<'_>> {
        self.facts.as_ref()?.interim()
    }

    pub(crate) fn is_nested(&self) -> bool {
        self.is_nested
    }

    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Returns the revision that is told, else the one that the subject looks like.
    #[must_use]
    pub fn assumed_revision(&self) -> Revision {
        if let Some(revision) = &self.revision {
            return revision.clone();
        }
        match &self.subject {
            // An error looks the same in all revisions, and the older ones forbid less.
            Subject::Error(_) | Subject::Request(_) => Revision::LATEST_INITIALIZE,
            Subject::Exchange(exchange) => exchange.assumed_revision(),
            Subject::List(list) => looks_like(*list),
            Subject::Result(result) => looks_like(result.node()),
            Subject::SampledResult(_) | Subject::Sampling(..) | Subject::Tool(_) => Revision::LATEST,
        }
    }
}

/// A definition of a tool that an earlier message listed.
#[derive(Clone, Debug)]
pub struct Definition {
    document: Arc<Document<'static>>,
    /// Whether calls of the tool have to become tasks, which is asked at each of them.
    requires_task: bool,
}

impl Definition {
    fn of(tool: Tool<'_>) -> Option<Self> {
        let support = tool.node().at("/execution/taskSupport").and_then(Node::as_text);
        let document = Document::from_string(tool.node().text().to_owned()).ok()?;
        Some(Self {
            document: Arc::new(document),
            requires_task: support.is_some_and(|support| support.is("required")),
        })
    }

    /// Returns the definition.
    #[must_use]
    pub fn tool(&self) -> Tool<'_> {
        Tool::of(self.document.root())
    }
}

/// Definitions that came after calls of their tools, by session and name.
#[derive(Clone, Debug, Default)]
pub struct Late(HashMap<(usize, String), Definition>);

impl Late {
    /// Returns how many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// What is remembered of a recording while its values come by.
///
/// ```
/// use sightline::json::Document;
/// use sightline::recording::{Recording, Subject};
///
/// let mut recording = Recording::default();
/// let mut read = |text: &str| {
///     let document = Document::parse(text).unwrap();
///     let pieces = recording.read(document.root(), None).unwrap();
///     pieces.into_iter().map(|piece| (piece.tool_name, piece.definition.is_some())).collect::<Vec<_>>()
/// };
/// let list = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"ping"}]}}"#;
/// let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ping"}}"#;
/// let answer = r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#;
/// assert_eq!(read(list), [(None, false)]);
/// assert_eq!(read(call), []);
/// assert_eq!(read(answer), [(Some("ping".to_owned()), true)]);
/// ```
#[derive(Debug)]
pub struct Recording {
    revision: Option<Revision>,
    server: Option<String>,
    open: Open,
    gathered: Gathered,
    tools: Memory<Definition>,
    /// Names of tools by the id of the task that a call became.
    tasks: Memory<String>,
    /// Names of tools by the id of a `tool_use` block.
    uses: Memory<String>,
    judged: HashSet<u64>,
    walk: Walk,
    /// How many sessions began.
    session: usize,
    /// Tools that were called in this session before they were listed.
    missed: HashSet<String>,
    late: Late,
    foreseen: Late,
}

impl Default for Recording {
    fn default() -> Self {
        Self {
            revision: None,
            server: None,
            open: Open::default(),
            gathered: Gathered::default(),
            tools: Memory::new(MOST, MOST_BYTES),
            tasks: Memory::new(MOST, usize::MAX),
            uses: Memory::new(MOST, usize::MAX),
            judged: HashSet::new(),
            walk: Walk::default(),
            session: 0,
            missed: HashSet::new(),
            late: Late::default(),
            foreseen: Late::default(),
        }
    }
}

impl Recording {
    /// Takes the next value, and returns what can be checked of it; nothing for a mere request.
    ///
    /// # Errors
    /// The value is none of what a recording holds, or not of the kind that was demanded.
    pub fn read<'d>(&mut self, value: Node<'d>, kind: Option<Kind>) -> Result<Vec<Piece<'d>>, String> {
        self.read_placed(value, kind, &|place| place)
    }

    /// Takes the next value as [`read`](Self::read) does, of a text that was cut out of a file: `locate`
    /// finds where a place of the text stands there. Findings in a request that came by earlier have
    /// [their place](Piece::place_in_request) by it.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_placed<'d>(
        &mut self,
        value: Node<'d>,
        kind: Option<Kind>,
        locate: &dyn Fn(Place) -> Place,
    ) -> Result<Vec<Piece<'d>>, String> {
        let mut pieces = Vec::new();
        self.value(value, kind, locate, &mut pieces)?;
        Ok(pieces)
    }

    /// Returns the definitions that came after results of their tools, which were handed out without.
    /// Whoever has the recording still reads it again, [foreseeing](Self::foreseeing) them.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::recording::Recording;
    ///
    /// let call = r#"{"id":1,"method":"tools/call","params":{"name":"ping"}}"#;
    /// let answer = r#"{"id":1,"result":{"content":[]}}"#;
    /// let list = r#"{"id":2,"result":{"tools":[{"name":"ping"}]}}"#;
    /// let read = |mut recording: Recording| {
    ///     let mut defined = 0;
    ///     for text in [call, answer, list] {
    ///         let document = Document::parse(text).unwrap();
    ///         let pieces = recording.read(document.root(), None).unwrap();
    ///         defined += pieces.iter().filter(|piece| piece.definition.is_some()).count();
    ///     }
    ///     (defined, recording.late())
    /// };
    /// let (defined, late) = read(Recording::default());
    /// assert_eq!((defined, late.count()), (0, 1));
    /// assert_eq!(read(Recording::foreseeing(late)).0, 1);
    /// ```
    #[must_use]
    pub fn late(self) -> Late {
        self.late
    }

    /// Starts to read a recording again, with the definitions that come late in it.
    #[must_use]
    pub fn foreseeing(late: Late) -> Self {
        Self { foreseen: late, ..Self::default() }
    }

    /// Returns how many remembered things were forgotten because there were too many.
    #[must_use]
    pub fn forgotten(&self) -> usize {
        let things = self.tools.forgotten() + self.tasks.forgotten() + self.uses.forgotten();
        things + self.open.forgotten() + self.gathered.forgotten()
    }

    fn value<'d>(
        &mut self,
        value: Node<'d>,
        kind: Option<Kind>,
        locate: &Locate<'_>,
        pieces: &mut Vec<Piece<'d>>,
    ) -> Result<(), String> {
        if value.is_array() {
            return value.items().try_for_each(|item| self.value(item, kind, locate, pieces));
        }
        let found = match kind {
            // A report that is taken for a result would be one without content.
            _ if is_report(value) => None,
            Some(kind) if value.is_object() => Some(kind),
            _ => Kind::of(value),
        };
        match found {
            None => return Err(kind::expected(value)),
            Some(Kind::Exchange) => self.exchange(value, pieces)?,
            Some(Kind::List) => self.list(value, None, pieces),
            Some(Kind::Result) => {
                let piece = self.of_result(value);
                pieces.extend(piece);
            }
            Some(Kind::Sampling) => {
                pieces.push(self.piece(Subject::Sampling(value, sampling_part(value))));
                self.sampling(value, pieces);
            }
            Some(Kind::Tool) => {
                let known = !self.is_new(value, None);
                let mut piece = self.piece(Subject::Tool(Tool::of(value)));
                piece.definition_is_known = known;
                pieces.push(piece);
            }
            Some(Kind::Transcript) => {
                let messages = kind::messages(value);
                if messages.is_empty() {
                    return Err("expected a JSON-RPC message".to_owned());
                }
                messages.into_iter().for_each(|message| self.message(message, locate, pieces));
            }
        }
        Ok(())
    }

    fn exchange<'d>(&mut self, value: Node<'d>, pieces: &mut Vec<Piece<'d>>) -> Result<(), String> {
        let exchange = Exchange::at(value)?;
        let revision = exchange.revision.clone();
        let known = exchange.tool.is_some_and(|tool| !self.is_new(tool.node(), revision.as_ref()));
        let mut piece = Piece {
            tool_name: exchange.tool_name.clone().map(Cow::into_owned),
            definition: None,
            definition_is_known: known,
            revision: exchange.revision.clone(),
            server: exchange.result.and_then(|result| server_of(result.node())),
            subject: Subject::Exchange(exchange),
            walked: Walked::default(),
            message: None,
            facts: None,
            is_nested: false,
            is_known: false,
        };
        piece.server = piece.server.or_else(|| self.server.clone());
        pieces.push(piece);
        Ok(())
    }

    fn message<'d>(&mut self, message: Node<'d>, locate: &Locate<'_>, pieces: &mut Vec<Piece<'d>>) {
        let id = message.member("id").map(key);
        if let Some(method) = string(message, "method") {
            let params = message.member("params");
            match method.as_str() {
                "initialize" => {
                    self.begin_session();
                    self.gathered.client_declares(params);
                }
                "notifications/tools/list_changed" => self.gathered.list_changed(),
                "sampling/createMessage" => {
                    self.sampling_request(message, params, pieces);
                }
                _ => {}
            }
            if let Some(id) = id {
                let asked = Asked::new(&method, message, locate);
                pieces.extend(self.requested(&asked, message));
                self.open.insert(id, asked);
            }
            return;
        }
        let is_response = id.is_some();
        let asked = id.and_then(|id| self.open.answered(&id, message));
        let before = pieces.len();
        if let Some(result) = message.member("result").filter(|node| node.is_object()) {
            self.answer(asked.as_ref(), result, pieces);
        } else if message.member("error").is_some_and(Node::is_object) {
            pieces.push(self.failed(asked, message));
            return;
        } else if message.member("result").is_some() {
            pieces.extend(asked.and_then(|asked| self.misshapen(&asked, message)));
        }
        let brought = pieces.get_mut(before..).unwrap_or_default();
        // Exactly one of the two makes a response; what is none is judged although it answers nothing.
        let is_whole = message.member("result").is_some() != message.member("error").is_some();
        if brought.is_empty() && is_response && !is_whole {
            pieces.push(self.piece(Subject::Error(message)));
        } else if let Some(first) = brought.first_mut().filter(|_| !is_whole) {
            first.message = Some(message);
        }
    }

    /// A request for sampling, which a transcript holds between others.
    fn sampling_request<'d>(
        &mut self,
        message: Node<'d>,
        params: Option<Node<'d>>,
        pieces: &mut Vec<Piece<'d>>,
    ) {
        let Some(params) = params.filter(|params| params.is_object()) else {
            pieces.push(self.sampled(message, SamplingPart::RequestWithoutParams));
            return;
        };
        pieces.push(self.sampled(params, SamplingPart::Request));
        self.sampling(params, pieces);
    }

    /// A message of its own about sampling: such requests ended with the newest revision.
    fn sampled<'d>(&self, node: Node<'d>, part: SamplingPart) -> Piece<'d> {
        let mut piece = self.piece(Subject::Sampling(node, part));
        piece.revision = piece.revision.or(Some(Revision::LATEST_INITIALIZE));
        piece
    }

    /// An answer that is no object, where the recording tells that one of a tool was asked for.
    fn misshapen<'d>(&self, asked: &Asked, message: Node<'d>) -> Option<Piece<'d>> {
        if !["tools/call", "tools/list", "tasks/result"].contains(&asked.method.as_str()) {
            return None;
        }
        let mut piece = self.piece(Subject::Exchange(Exchange::of_answer(message)));
        piece.revision = asked.revision.clone().or(piece.revision);
        piece.tool_name = asked.tool().map(str::to_owned);
        Some(piece)
    }

    /// A request that declares extensions, or goes on from an interim result.
    fn requested<'d>(&mut self, asked: &Asked, message: Node<'d>) -> Option<Piece<'d>> {
        let params = message.member("params")?;
        let retried = self.gathered.retried(&asked.method, params);
        if retried.is_none() {
            let declared = Told::of_request(message).client_capabilities();
            let extensions = declared?.member("extensions")?;
            // Every request of the newest revision declares them anew.
            self.is_new(extensions, asked.revision.as_ref()).then_some(())?;
        }
        let mut piece = self.piece(Subject::Request(message));
        piece.revision = asked.revision.clone().or(piece.revision);
        if piece.revision.is_none() && retried.is_some() {
            piece.revision = Some(Revision::LATEST);
        }
        piece.tool_name = asked.tool().map(str::to_owned);
        piece.facts = retried.map(Box::new);
        Some(piece)
    }

    /// A protocol error is no result; what was asked is answered all the same.
    fn failed<'d>(&mut self, asked: Option<Asked>, message: Node<'d>) -> Piece<'d> {
        let mut piece = self.piece(Subject::Error(message));
        let Some(asked) = asked else { return piece };
        piece.facts = Some(Box::new(self.gathered.facts(&asked, None)));
        piece.definition = asked.tool().and_then(|name| self.definition(name));
        piece.tool_name = asked.tool().map(str::to_owned);
        piece.revision = asked.revision.or(piece.revision);
        piece
    }

    /// The definition of a tool, as listed before or, where a second reading foresees it, later.
    fn definition(&mut self, name: &str) -> Option<Definition> {
        let foreseen = || self.foreseen.0.get(&(self.session, name.to_owned()));
        let found = self.tools.get(name).or_else(foreseen).cloned();
        if found.is_none() && self.missed.len() < MOST {
            self.missed.insert(name.to_owned());
        }
        found
    }

    /// Another server may answer from here on, and ids begin anew.
    fn begin_session(&mut self) {
        self.open.clear();
        self.gathered.begin();
        self.walk = Walk::default();
        self.tools.clear();
        (self.revision, self.server) = (None, None);
        self.missed.clear();
        self.session += 1;
    }

    fn answer<'d>(&mut self, asked: Option<&Asked>, result: Node<'d>, pieces: &mut Vec<Piece<'d>>) {
        if let Some(asked) = asked.filter(|asked| self.asks_for_input(asked, result)) {
            self.gathered.wait(asked, result);
            return self.called(Some(asked), result, pieces);
        }
        match asked.map(|asked| asked.method.as_str()) {
            Some("initialize") => self.initialized(result),
            Some("server/discover") => self.discover(result),
            Some("tools/list") => self.list(result, asked, pieces),
            Some("sampling/createMessage") => {
                pieces.push(self.sampled(result, SamplingPart::Answer));
            }
            Some("tools/call" | "tasks/result") => self.called(asked, result, pieces),
            Some("tasks/get" | "tasks/update" | "tasks/cancel") => self.about_task(asked, result, pieces),
            Some(_) => {}
            // The request is not in the recording.
            None => match Kind::of(result) {
                Some(Kind::List) => self.list(result, None, pieces),
                Some(Kind::Result) => self.called(None, result, pieces),
                Some(Kind::Sampling) if sampling_part(result) == SamplingPart::Answer => {
                    pieces.push(self.sampled(result, SamplingPart::Answer));
                }
                _ if result.member("serverInfo").is_some() => self.initialized(result),
                _ if result.member("supportedVersions").is_some() => self.discover(result),
                _ => {}
            },
        }
    }

    /// Whether an answer asks for input; what is told of a task has a word of its own for that.
    fn asks_for_input(&self, asked: &Asked, result: Node<'_>) -> bool {
        let is_about_task = asked.method.starts_with("tasks/");
        let asks = || self.result_type(Some(asked), result) == Some(ResultType::InputRequired);
        !is_about_task && (result.member("resultType").is_some() || asked.method == "tools/call") && asks()
    }

    fn result_type<'d>(&self, asked: Option<&Asked>, result: Node<'d>) -> Option<ResultType<'d>> {
        let revision = asked.and_then(|asked| asked.revision.clone()).or_else(|| self.revision.clone());
        let revision = revision.unwrap_or_else(|| looks_like(result));
        Some(revision.facts_or_newest().result_type(ToolResult::of(result)?))
    }

    /// The tasks extension puts the result of the call into the answer about the task.
    fn about_task<'d>(&mut self, asked: Option<&Asked>, result: Node<'d>, pieces: &mut Vec<Piece<'d>>) {
        let revision = asked.and_then(|asked| asked.revision.clone()).or_else(|| self.revision.clone());
        if revision.as_ref().unwrap_or(&looks_like(result)).facts_or_newest().has_result_type {
            let mut piece = self.piece(Subject::Exchange(Exchange::of_task(result)));
            piece.tool_name = self.tool_of_task(asked);
            piece.revision = revision;
            piece.server = server_of(result).or(piece.server);
            pieces.push(piece);
        }
        let inner = result.member("result").filter(|node| node.is_object());
        let first = pieces.len();
        inner.into_iter().for_each(|inner| self.called(asked, inner, pieces));
        pieces.iter_mut().skip(first).for_each(|piece| (piece.is_nested, piece.facts) = (true, None));
    }

    fn tool_of_task(&self, asked: Option<&Asked>) -> Option<String> {
        asked?.task.as_ref().and_then(|task| self.tasks.get(task)).cloned()
    }

    fn initialized(&mut self, result: Node<'_>) {
        self.revision = string(result, "protocolVersion").map(|name| Revision::from(name.as_str()));
        self.server = result.member("serverInfo").and_then(|info| string(info, "name"));
        self.gathered.server_declares(result);
    }

    fn discover(&mut self, result: Node<'_>) {
        self.gathered.server_declares(result);
        let versions = result.member("supportedVersions").into_iter().flat_map(Node::items);
        let named = versions.filter_map(|version| Some(Revision::from(&*version.as_str()?)));
        let speaks = |revision: &Revision| {
            revision.facts().is_some_and(|facts| facts.handshake == Handshake::Discover)
        };
        self.revision = named.into_iter().find(speaks).or_else(|| self.revision.take());
        self.server = server_of(result).or_else(|| self.server.take());
    }

    fn list<'d>(&mut self, list: Node<'d>, asked: Option<&Asked>, pieces: &mut Vec<Piece<'d>>) {
        let cursor = asked.and_then(|asked| asked.cursor.as_deref());
        let walked = self.walk.take(cursor, asked.is_some(), list);
        let moved = self.walk.whole().and_then(|names| self.gathered.listed(names, server_of(list)));
        for tool in Tool::list(list) {
            let Some(name) = tool.name() else { continue };
            let text = tool.node().text();
            if self.tools.get(&name).is_some_and(|known| known.tool().node().text() == text) {
                continue;
            }
            if let Some(definition) = Definition::of(tool) {
                if self.missed.remove(&*name) {
                    self.late.0.insert((self.session, name.clone().into_owned()), definition.clone());
                }
                self.tools.insert(name.into_owned(), definition, text.len());
            }
        }
        // A list that is asked for again and again is judged once.
        let is_new = self.is_new(list, None);
        if is_new || moved.is_some() {
            let mut piece = self.piece(Subject::List(list));
            piece.revision = asked.and_then(|asked| asked.revision.clone()).or(piece.revision);
            (piece.walked, piece.is_known) = (walked, !is_new);
            piece.facts = moved.map(|lists| Box::new(Facts { lists: Some(lists), ..Facts::default() }));
            piece.server = server_of(list).or(piece.server);
            pieces.push(piece);
        }
    }

    fn called<'d>(&mut self, asked: Option<&Asked>, result: Node<'d>, pieces: &mut Vec<Piece<'d>>) {
        let Some(mut piece) = self.of_result(result) else { return };
        let called = asked.and_then(Asked::tool).map(str::to_owned);
        piece.tool_name = called.or_else(|| self.tool_of_task(asked));
        piece.revision = asked.and_then(|asked| asked.revision.clone()).or(piece.revision);
        piece.definition = piece.tool_name.as_deref().and_then(|name| self.definition(name));
        let requires_task = piece.definition.as_ref().is_some_and(|definition| definition.requires_task);
        if let Some(asked) = asked.filter(|asked| requires_task || self.is_told_by_more(asked, result)) {
            piece.facts = Some(Box::new(self.gathered.facts(asked, server_of(result).as_ref())));
        }
        let name = piece.tool_name.as_deref();
        let task = result.member("task").unwrap_or(result);
        if let (Some(task), Some(name)) = (string(task, "taskId"), name) {
            self.tasks.insert(task, name.to_owned(), 1);
        }
        pieces.push(piece);
    }

    /// Whether a rule may ask what else was told: an ordinary result is judged by itself, and most are.
    fn is_told_by_more(&self, asked: &Asked, result: Node<'_>) -> bool {
        asked.method != "tools/call"
            || asked.wants_task
            || ToolResult::of(result).is_some_and(ToolResult::is_error)
            || self.result_type(Some(asked), result) != Some(ResultType::Complete)
    }

    fn of_result<'d>(&self, result: Node<'d>) -> Option<Piece<'d>> {
        let mut piece = self.piece(Subject::Result(ToolResult::of(result)?));
        piece.server = server_of(result).or(piece.server);
        Some(piece)
    }

    /// Sampling params, one message of them, or one block.
    fn sampling<'d>(&mut self, value: Node<'d>, pieces: &mut Vec<Piece<'d>>) {
        for tool in Tool::list(value) {
            if self.is_new(tool.node(), None) {
                let piece = self.piece(Subject::Tool(tool));
                pieces.push(piece);
            }
        }
        if let Some(messages) = value.member("messages") {
            messages.items().for_each(|message| self.sampling(message, pieces));
            return;
        }
        match string(value, "type").as_deref() {
            Some("tool_use") => {
                if let (Some(id), Some(name)) = (string(value, "id"), string(value, "name")) {
                    self.uses.insert(id, name, 1);
                }
            }
            Some("tool_result") => {
                let Some(result) = ToolResult::of(value) else { return };
                let mut piece = self.piece(Subject::SampledResult(result));
                let id = string(value, "toolUseId");
                piece.tool_name = id.and_then(|id| self.uses.get(&id)).cloned();
                pieces.push(piece);
            }
            _ => {
                let Some(content) = value.member("content").filter(|_| value.member("role").is_some()) else {
                    return;
                };
                let blocks: Vec<Node<'d>> =
                    if content.is_array() { content.items().collect() } else { vec![content] };
                blocks.into_iter().for_each(|block| self.sampling(block, pieces));
            }
        }
    }

    fn piece<'d>(&self, subject: Subject<'d>) -> Piece<'d> {
        Piece {
            subject,
            tool_name: None,
            definition: None,
            definition_is_known: false,
            revision: self.revision.clone(),
            server: self.server.clone(),
            walked: Walked::default(),
            message: None,
            facts: None,
            is_nested: false,
            is_known: false,
        }
    }

    /// Tells whether that text comes by for the first time in this session, for a peer of that revision.
    fn is_new(&mut self, node: Node<'_>, revision: Option<&Revision>) -> bool {
        let mut hasher = DefaultHasher::new();
        let revision = revision.or(self.revision.as_ref()).map(Revision::as_str);
        (node.text(), revision, &self.server).hash(&mut hasher);
        if self.judged.len() >= MOST * 10 {
            self.judged.clear();
        }
        self.judged.insert(hasher.finish())
    }
}

/// What a value is that was recognised as a part of sampling.
fn sampling_part(value: Node<'_>) -> SamplingPart {
    if value.member("messages").is_some() {
        // Messages alone are a part of a request; with anything that belongs to one they are the whole.
        let is_alone = value.members().all(|member| member.key.is("messages"));
        return if is_alone { SamplingPart::Messages } else { SamplingPart::Request };
    }
    let is_answer = value.member("model").is_some_and(|model| model.as_text().is_some());
    match value.member("role") {
        Some(_) if is_answer => SamplingPart::Answer,
        Some(_) => SamplingPart::Message,
        None if value.member("type").is_some() => SamplingPart::Block,
        None => SamplingPart::Request,
    }
}

/// The name under which a server signed a result.
fn server_of(result: Node<'_>) -> Option<String> {
    string(result.member("_meta")?.member(SERVER_INFO)?, "name")
}

fn string(node: Node<'_>, name: &str) -> Option<String> {
    node.member(name)?.as_str().map(Cow::into_owned)
}

/// An id as a key: a string and a number of the same digits are two ids.
fn key(id: Node<'_>) -> String {
    id.as_str().map_or_else(|| id.text().to_owned(), |text| format!("\"{text}"))
}

#[cfg(test)]
mod tests;
