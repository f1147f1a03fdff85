//! Requests that wait for their answers, of both sides.

use super::kept::{KeptText, Locate};
use super::memory::Memory;
use super::{MOST, MOST_BYTES, PROTOCOL_VERSION, string};
use crate::json::Node;
use crate::revision::Revision;

/// Longest request that is kept, to judge an answer by.
const MOST_OF_REQUEST: usize = 64 << 10;

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) method: String,
    /// The tool or prompt that is named.
    pub(super) name: Option<String>,
    pub(super) task: Option<String>,
    pub(super) cursor: Option<String>,
    pub(super) revision: Option<Revision>,
    /// Whether it asks for a task, as calls of 2025-11-25 may.
    pub(super) wants_task: bool,
    pub(super) text: Option<KeptText>,
}

impl Asked {
    pub(super) fn new(method: &str, message: Node<'_>, locate: &Locate<'_>) -> Self {
        let params = message.member("params");
        let meta = params.and_then(|params| params.member("_meta"));
        let told = |name: &str| params.and_then(|params| string(params, name));
        let is_kept = !is_of_server(method) && message.text().len() <= MOST_OF_REQUEST;
        Self {
            method: method.to_owned(),
            text: is_kept.then(|| KeptText::of(message, locate)),
            cursor: told("cursor"),
            name: told("name"),
            task: told("taskId"),
            wants_task: params.is_some_and(|params| params.member("task").is_some()),
            revision: meta
                .and_then(|meta| string(meta, PROTOCOL_VERSION))
                .map(|name| Revision::from(name.as_str())),
        }
    }

    /// The tool that is called.
    pub(super) fn tool(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| self.method == "tools/call")
    }

    /// Whether an answer can be one to this request, as far as its shape tells.
    fn fits(&self, answer: Node<'_>) -> bool {
        let Some(result) = answer.member("result") else { return true };
        let has = |name: &str| result.member(name).is_some();
        match self.method.as_str() {
            "elicitation/create" => has("action"),
            "ping" => result.members().all(|member| member.key.is("_meta")),
            "roots/list" => has("roots"),
            "sampling/createMessage" => {
                has("role") || has("model") || result.member("content").is_none_or(Node::is_object)
            }
            _ => true,
        }
    }
}

/// Whether only servers ask for it.
fn is_of_server(method: &str) -> bool {
    matches!(method, "elicitation/create" | "roots/list" | "sampling/createMessage")
}

/// The open requests of both sides: each side counts its ids by itself.
#[derive(Debug)]
pub(super) struct Open {
    of_client: Memory<Asked>,
    of_server: Memory<Asked>,
}

impl Default for Open {
    fn default() -> Self {
        Self { of_client: Memory::new(MOST, MOST_BYTES), of_server: Memory::new(MOST, MOST_BYTES) }
    }
}

impl Open {
    pub(super) fn insert(&mut self, id: String, asked: Asked) {
        let weight = 1 + asked.text.as_ref().map_or(0, KeptText::weight);
        // No side uses an id again while it is open, so what both may ask for is of the other side then.
        let is_other = is_of_server(&asked.method) || self.of_client.get(&id).is_some();
        let side = if is_other { &mut self.of_server } else { &mut self.of_client };
        side.insert(id, asked, weight);
    }

    /// Takes the request that a response answers; none where that may be one of two.
    pub(super) fn answered(&mut self, id: &str, answer: Node<'_>) -> Option<Asked> {
        let Some(asked) = self.of_server.get(id) else { return self.of_client.take(id) };
        let other = self.of_client.get(id).map(|other| &other.method);
        let is_error = answer.member("result").is_none();
        if is_error && other.is_some_and(|other| *other != asked.method) {
            return None;
        }
        let side = if asked.fits(answer) { &mut self.of_server } else { &mut self.of_client };
        side.take(id)
    }

    pub(super) fn clear(&mut self) {
        self.of_client.clear();
        self.of_server.clear();
    }

    pub(super) fn forgotten(&self) -> usize {
        self.of_client.forgotten() + self.of_server.forgotten()
    }
}
