//! One walk over the pages of a `tools/list`, so that its pages are judged as the one list they are.

use std::collections::{HashMap, HashSet};

use crate::json::Node;
use crate::tool::Tool;

/// Most names, and cursors, that are remembered of one walk.
const MOST: usize = 100_000;

/// What of a walk is kept while its pages come by.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The cursor that asks for the next page.
    next: Option<String>,
    pages: usize,
    /// Whether the recording shows the walk from its first page on, with a name for each tool.
    is_told: bool,
    /// The names in their order.
    order: Vec<String>,
    /// Names of tools, and the page on which each stood first.
    names: HashMap<String, usize>,
    /// JSON texts of the cache scopes that the pages named.
    scopes: Vec<String>,
    /// Cursors that earlier pages gave.
    cursors: HashSet<String>,
}

/// What a page repeats or contradicts of the pages before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Walked {
    /// Tools that stood on an earlier page: the place in this page, and the page, counted from one.
    pub repeated: Vec<(usize, usize)>,
    /// The cache scope of earlier pages as JSON, when this page names another one.
    pub scope: Option<String>,
    /// Whether the page gives a cursor that an earlier page gave: who follows it goes round in a circle.
    pub is_loop: bool,
}

impl Walk {
    /// Takes the next page: the cursor that it was asked for with, and whether the request is known.
    pub(super) fn take(&mut self, cursor: Option<&str>, is_asked: bool, page: Node<'_>) -> Walked {
        if cursor.is_none() || cursor != self.next.as_deref() {
            *self = Self { is_told: is_asked && cursor.is_none(), ..Self::default() };
        }
        self.pages += 1;
        self.is_told &= page.member("tools").is_some_and(Node::is_array)
            && page.member("nextCursor").is_none_or(|next| next.as_text().is_some());
        self.next = page.member("nextCursor").and_then(Node::as_str).map(std::borrow::Cow::into_owned);
        let mut walked = Walked::default();
        if let Some(next) = &self.next {
            walked.is_loop = self.cursors.contains(next);
            if self.cursors.len() < MOST {
                self.cursors.insert(next.clone());
            }
        }
        for (index, tool) in Tool::list(page).enumerate() {
            let Some(name) = tool.name() else {
                self.is_told = false;
                continue;
            };
            match self.names.get(&*name) {
                // Twice on one page is for the rule about one list.
                Some(first) if *first == self.pages => {}
                Some(first) => walked.repeated.push((index, *first)),
                None if self.names.len() < MOST => {
                    self.order.push(name.clone().into_owned());
                    self.names.insert(name.into_owned(), self.pages);
                }
                None => self.is_told = false,
            }
        }
        if let Some(scope) = page.member("cacheScope").map(Node::text) {
            walked.scope = self.scopes.iter().find(|known| *known != scope).cloned();
            if !self.scopes.iter().any(|known| known == scope) && self.scopes.len() < 8 {
                self.scopes.push(scope.to_owned());
            }
        }
        walked
    }
    /// The names of all tools in their order, once the last page came by.
    pub(super) fn whole(&self) -> Option<&[String]> {
        (self.is_told && self.next.is_none()).then_some(self.order.as_slice())
    }
}
