//! What messages of a recording tell of one another, in the form in which an exchange states it.
//!
//! An exchange says at once which tools there are, what the client can do, and what was asked before;
//! in a transcript that stands in earlier messages. It is gathered here, within bounds, so that the
//! same rules judge both. What a recording does not show is no fact: a list of which a page is missing
//! tells no tools, and who was not heard to declare anything may have declared all of it.

use std::collections::{HashSet, VecDeque};

use super::asked::Asked;
use super::kept::{Kept, KeptText};
use crate::exchange::Told;
use crate::json::{Node, quote};
use crate::result::ToolResult;

/// Most interim results that wait for a retry.
const MOST_WAITING: usize = 64;
/// Longest text of an interim result, and of capabilities, that is kept.
const MOST_TEXT: usize = 64 << 10;

/// What earlier messages tell of one that is judged.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// The request that a response answers, or that a retry repeats.
    pub(super) request: Option<Kept>,
    /// The capabilities of the client, where not each request declares them.
    pub(super) client: Option<Kept>,
    pub(super) server: Option<Kept>,
    /// Names of all tools.
    pub(super) known: Option<Kept>,
    /// Names of two complete walks over the same tools.
    pub(super) lists: Option<Kept>,
    /// What the request before a retry was answered with.
    pub(super) interim: Option<Kept>,
}

impl Facts {
    /// What an exchange with these facts would tell.
    pub(super) fn told<'p>(&'p self, root: Node<'p>) -> Told<'p> {
        let node = |kept: &'p Option<Kept>| kept.as_ref().map(Kept::node);
        let mut told = Told {
            is_recorded: true,
            known: node(&self.known),
            lists: node(&self.lists),
            request: node(&self.request),
            server: node(&self.server),
            ..Told::nothing(root)
        };
        if told.client_capabilities().is_none() {
            told.client = node(&self.client);
        }
        if self.interim.is_some() {
            (told.first, told.retry) = (told.request, Some(root));
        }
        told
    }

    /// The interim result that a retry goes on from.
    pub(super) fn interim(&self) -> Option<ToolResult<'_>> {
        ToolResult::of(self.interim.as_ref()?.node())
    }
}

/// A request that was answered with a wish for input.
#[derive(Debug)]
struct Waiting {
    method: String,
    request: Kept,
    result: Kept,
}

impl Waiting {
    fn params(&self) -> Option<Node<'_>> {
        self.request.node().member("params")
    }

    /// Whether the params of a retry give back the very state of this one.
    fn has_state_of(&self, params: Node<'_>) -> bool {
        let state = self.result.node().member("requestState");
        state.zip(params.member("requestState")).is_some_and(|(state, back)| state.equals(back))
    }

    /// Whether the params of a retry go on from this one by more than the name: they answer one of its
    /// requests, or ask for the same once more.
    fn is_meant_by(&self, params: Node<'_>) -> bool {
        let before = self.params();
        let is_same = |name: &str| match (before.and_then(|before| before.member(name)), params.member(name))
        {
            (Some(before), Some(now)) => before.equals(now),
            (before, now) => before.is_none() && now.is_none(),
        };
        let requests = self.result.node().member("inputRequests");
        let mut answers = params.member("inputResponses").into_iter().flat_map(Node::members);
        let answers_one = answers
            .any(|answer| requests.is_some_and(|requests| requests.member(&answer.key.to_str()).is_some()));
        is_same("name") && is_same("uri") && (answers_one || is_same("arguments"))
    }
}

/// All names of one complete walk over the tools of a server.
#[derive(Debug)]
struct Listed {
    names: Vec<String>,
    /// The name of the server, where it signs its lists.
    server: Option<String>,
    /// Whether nothing told since that the list changed.
    is_current: bool,
    known: Option<Kept>,
}

impl Listed {
    fn new(names: &[String], server: Option<String>) -> Self {
        Self { names: names.to_vec(), server, is_current: true, known: Kept::of(json(names)) }
    }
}

/// What is gathered of one session.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    client: Option<Kept>,
    server: Option<Kept>,
    listed: Option<Listed>,
    waiting: VecDeque<Waiting>,
    forgotten: usize,
}

impl Gathered {
    /// Another session begins; only the count of what was lost stays.
    pub(super) fn begin(&mut self) {
        *self = Self { forgotten: self.forgotten, ..Self::default() };
    }

    pub(super) fn client_declares(&mut self, params: Option<Node<'_>>) {
        self.client = params.and_then(capabilities);
    }

    pub(super) fn server_declares(&mut self, result: Node<'_>) {
        self.server = capabilities(result);
    }

    /// The server told that its list changed.
    pub(super) fn list_changed(&mut self) {
        self.listed.iter_mut().for_each(|listed| listed.is_current = false);
    }

    /// Takes the names of a complete walk, and returns them behind those of the one before where both
    /// hold the same tools in another order.
    pub(super) fn listed(&mut self, names: &[String], server: Option<String>) -> Option<Kept> {
        let before = self.listed.take().filter(|before| before.server == server);
        if let Some(before) = before.as_ref().filter(|before| before.names != names) {
            // Of another set of tools the order says nothing.
            let set = |names: &[String]| names.iter().cloned().collect::<HashSet<_>>();
            let is_moved = before.names.len() == names.len() && set(&before.names) == set(names);
            let both = || Kept::of(format!("[{},{}]", json(&before.names), json(names)));
            let lists = is_moved.then(both).flatten();
            self.listed = Some(Listed::new(names, server));
            return lists;
        }
        self.listed = Some(
            before.map_or_else(|| Listed::new(names, server), |same| Listed { is_current: true, ..same }),
        );
        None
    }

    /// What is known where an answer to that request is judged, by a server that signs with that name.
    pub(super) fn facts(&self, asked: &Asked, server: Option<&String>) -> Facts {
        let listed = self.listed.as_ref().filter(|listed| {
            let is_other =
                listed.server.as_ref().zip(server).is_some_and(|(listed, server)| listed != server);
            listed.is_current && !is_other
        });
        Facts {
            request: asked.text.as_ref().and_then(KeptText::read),
            client: self.client.clone(),
            server: self.server.clone(),
            known: listed.and_then(|listed| listed.known.clone()),
            ..Facts::default()
        }
    }

    /// Keeps a request that was answered with a wish for input, for its retry.
    pub(super) fn wait(&mut self, asked: &Asked, result: Node<'_>) {
        let is_short = result.text().len() <= MOST_TEXT;
        let kept = || Some((asked.text.as_ref()?.read()?, Kept::of(result.text().to_owned())?));
        let Some((request, result)) = is_short.then(kept).flatten() else { return };
        self.waiting.push_back(Waiting { method: asked.method.clone(), request, result });
        if self.waiting.len() > MOST_WAITING {
            self.waiting.pop_front();
            self.forgotten += 1;
        }
    }

    /// What is known where a request goes on from an interim result; nothing where it does not, or
    /// where the recording leaves open from which.
    pub(super) fn retried(&mut self, method: &str, params: Node<'_>) -> Option<Facts> {
        let is_retry = ["inputResponses", "requestState"].iter().any(|name| params.member(name).is_some());
        if !is_retry {
            return None;
        }
        let of_method = |waiting: &Waiting| waiting.method == method;
        let fits: [&dyn Fn(&Waiting) -> bool; 3] = [
            &|waiting| waiting.has_state_of(params) && waiting.is_meant_by(params),
            &|waiting| waiting.has_state_of(params),
            &|waiting| waiting.is_meant_by(params),
        ];
        let found = fits.iter().find_map(|fits| {
            let mut at =
                self.waiting.iter().enumerate().filter(|(_, waiting)| of_method(waiting) && fits(waiting));
            // The first reading that any fits decides; of several nobody knows which is meant.
            let first = at.next().map(|(index, _)| index)?;
            Some(at.next().is_none().then_some(first))
        });
        let waiting = self.waiting.remove(found??)?;
        Some(Facts { request: Some(waiting.request), interim: Some(waiting.result), ..Facts::default() })
    }

    pub(super) fn forgotten(&self) -> usize {
        self.forgotten
    }
}

/// The capabilities that a message declares; one that names none declares none.
fn capabilities(message: Node<'_>) -> Option<Kept> {
    let declared = message.member("capabilities").filter(|node| node.is_object())?;
    (declared.text().len() <= MOST_TEXT).then(|| Kept::of(declared.text().to_owned())).flatten()
}

fn json(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| quote(name)).collect();
    format!("[{}]", quoted.join(","))
}
