//! Reads what comes in: which message is the answer, what must be replied to, what is remarkable.
//! Knows no transport.

use std::collections::{HashMap, HashSet};
use std::fmt;

use sightline::json::{Document, Limits, Node, quote};

use super::error::{Kind, excerpt};
use super::{Error, Event, Remark, RemarkKind};

/// Remarks kept; more are counted.
const MAX_REMARKS: usize = 100;
/// Notifications kept, and their bytes; more are counted.
const MAX_NOTIFICATIONS: usize = 1000;
const MAX_NOTIFICATION_BYTES: usize = 1 << 20;
/// Answered ids remembered to name a second answer; lists and calls are far fewer.
const MAX_ANSWERED: usize = 100_000;

pub(crate) type OnEvent = Box<dyn FnMut(Event<'_>) + Send>;

pub(crate) struct Inbox {
    pub(crate) on_event: OnEvent,
    pub(crate) max_bytes: usize,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) remarks_left_out: usize,
    pub(crate) noise_lines: usize,
    pub(crate) notifications: Vec<String>,
    pub(crate) notifications_left_out: usize,
    /// A probe whose late result is welcome in place of the answer that is waited for.
    pub(crate) probe: Option<u64>,
    notification_bytes: usize,
    answered: HashSet<u64>,
    abandoned: HashMap<u64, String>,
}

/// What one received frame means for the request that waits.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) answer: Option<String>,
    pub(crate) replies: Vec<String>,
}

/// Whether bytes that are no JSON may be passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strictness {
    /// Lines of a process: others may print there.
    Line,
    /// A body or an event: it must be a message.
    Body,
}

impl fmt::Debug for Inbox {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Inbox").field("remarks", &self.remarks).finish_non_exhaustive()
    }
}

impl Inbox {
    pub(crate) fn new(max_bytes: usize, on_event: OnEvent) -> Self {
        Self {
            on_event,
            max_bytes,
            remarks: Vec::new(),
            remarks_left_out: 0,
            noise_lines: 0,
            notifications: Vec::new(),
            notifications_left_out: 0,
            probe: None,
            notification_bytes: 0,
            answered: HashSet::new(),
            abandoned: HashMap::new(),
        }
    }

    pub(crate) fn remark(&mut self, kind: RemarkKind, text: impl Into<String>) {
        if self.remarks.len() >= MAX_REMARKS {
            self.remarks_left_out += 1;
            return;
        }
        let remark = Remark { kind, text: text.into() };
        (self.on_event)(Event::Remarked(&remark));
        self.remarks.push(remark);
    }

    /// Notes that nobody waits for this answer any more.
    pub(crate) fn abandon(&mut self, id: u64, method: &str) {
        self.abandoned.insert(id, method.to_owned());
    }

    /// Reads one frame while `waiting` (id and method) is unanswered.
    pub(crate) fn take(
        &mut self,
        frame: &[u8],
        waiting: Option<(u64, &str)>,
        strictness: Strictness,
    ) -> Result<Taken, Error> {
        let mut taken = Taken::default();
        let limits = Limits { max_bytes: self.max_bytes, ..Limits::default() };
        let document = match Document::parse_with(frame, limits) {
            Ok(document) => document,
            Err(error) => {
                if strictness == Strictness::Line && !looks_like_message(frame) {
                    self.take_noise(frame);
                    return Ok(taken);
                }
                let method = waiting.map_or("a request", |(_, method)| method);
                let what = format!(
                    "answer of the server to {method} is not valid JSON: {error}; it starts with: {}",
                    excerpt(frame)
                );
                return Err(Error::new(Kind::Protocol, what));
            }
        };
        let root = document.root();
        if root.is_array() && strictness == Strictness::Body
            || root.is_array() && root.items().all(|item| item.member("jsonrpc").is_some())
        {
            self.remark(
                RemarkKind::Batch,
                "server sends several messages as one array, which only 2025-03-26 allowed",
            );
            for item in root.items() {
                self.take_message(item, waiting, &mut taken);
            }
        } else if root.is_object() && (root.member("jsonrpc").is_some() || is_answer(root)) {
            self.take_message(root, waiting, &mut taken);
        } else if strictness == Strictness::Line {
            self.take_noise(frame);
        } else {
            let what = format!("body is JSON but no message: {}", excerpt(frame));
            return Err(Error::new(Kind::Protocol, what));
        }
        Ok(taken)
    }

    fn take_noise(&mut self, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        self.noise_lines += 1;
        // The first lines say what it is; a chatty server must not push other remarks out.
        if self.noise_lines <= 5 {
            let text = format!("line on standard output is no message: {}", excerpt(line));
            self.remark(RemarkKind::Noise, text);
        }
    }

    fn take_message(&mut self, node: Node<'_>, waiting: Option<(u64, &str)>, taken: &mut Taken) {
        (self.on_event)(Event::Received(node.text()));
        for member in node.all_members() {
            if member.is_shadowed() {
                let key = member.key.to_str().into_owned();
                let text = format!("message has the member {key:?} twice; the last one counts");
                self.remark(RemarkKind::DuplicateMember, text);
            }
        }
        if node.member("jsonrpc").and_then(Node::as_str).as_deref() != Some("2.0") {
            self.remark(RemarkKind::Envelope, "message has no \"jsonrpc\": \"2.0\"");
        }
        match node.member("method").and_then(Node::as_str) {
            Some(method) if !is_answer(node) => self.take_call(node, &method, taken),
            _ => self.take_answer(node, waiting, taken),
        }
    }

    fn take_call(&mut self, node: Node<'_>, method: &str, taken: &mut Taken) {
        let Some(id) = node.member("id") else {
            self.keep_notification(node.text());
            return;
        };
        let id = id.text();
        if method == "ping" {
            taken.replies.push(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
            return;
        }
        let text = format!("server asks for {method}, a capability that we did not declare");
        self.remark(RemarkKind::ServerRequest, text);
        let message = quote(&format!("method not found: {method}"));
        taken
            .replies
            .push(format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":{message}}}}}"#));
    }

    fn keep_notification(&mut self, text: &str) {
        let bytes = self.notification_bytes + text.len();
        if self.notifications.len() >= MAX_NOTIFICATIONS || bytes > MAX_NOTIFICATION_BYTES {
            self.notifications_left_out += 1;
            return;
        }
        self.notification_bytes = bytes;
        self.notifications.push(text.to_owned());
    }

    fn take_answer(&mut self, node: Node<'_>, waiting: Option<(u64, &str)>, taken: &mut Taken) {
        let has_result = node.member("result").is_some();
        let error = node.member("error");
        if has_result == error.is_some() {
            let text = "answer needs exactly one of \"result\" and \"error\"";
            self.remark(RemarkKind::Envelope, text);
        }
        let id_node = node.member("id");
        let (id, is_text) = read_id(id_node);
        let waits_for = waiting.map(|(id, _)| id);
        if let (Some(expected), Some(found)) = (waits_for, id)
            && expected == found
            && taken.answer.is_none()
        {
            if is_text {
                let text = format!("answer has the id \"{found}\", the request had {found}");
                self.remark(RemarkKind::IdType, text);
            }
            if self.answered.len() < MAX_ANSWERED {
                self.answered.insert(found);
            }
            taken.answer = Some(node.text().to_owned());
            return;
        }
        if id.is_some() && id == self.probe && has_result && taken.answer.is_none() {
            self.probe = None;
            self.answered.extend(id);
            taken.answer = Some(node.text().to_owned());
            return;
        }
        // A server that cannot read a request answers without its id; only one waits.
        if id_node.is_none_or(Node::is_null)
            && error.is_some()
            && waits_for.is_some()
            && taken.answer.is_none()
        {
            taken.answer = Some(node.text().to_owned());
            return;
        }
        match id {
            Some(id) if self.abandoned.contains_key(&id) => {
                let method = self.abandoned.remove(&id).unwrap_or_default();
                self.answered.insert(id);
                let text = format!("answer to {method} (id {id}) came after its deadline");
                self.remark(RemarkKind::LateAnswer, text);
            }
            Some(id) if self.answered.contains(&id) => {
                let text = format!("request with id {id} is answered twice; the first one counts");
                self.remark(RemarkKind::DuplicateAnswer, text);
            }
            _ => {
                let id = id_node.map_or("(none)", Node::text);
                let text = format!("answer has the id {}, which no request had", excerpt(id.as_bytes()));
                self.remark(RemarkKind::UnknownAnswer, text);
            }
        }
    }
}

fn read_id(id: Option<Node<'_>>) -> (Option<u64>, bool) {
    match id {
        Some(id) => match id.as_number() {
            Some(number) => (number.as_u64(), false),
            None => (id.as_str().and_then(|text| text.parse().ok()), true),
        },
        None => (None, false),
    }
}

fn is_answer(node: Node<'_>) -> bool {
    node.member("result").is_some() || node.member("error").is_some()
}

/// A broken line that was meant as a message: to wait for another one would hide the fault.
fn looks_like_message(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{") && memchr::memmem::find(line, b"\"jsonrpc\"").is_some()
}
