//! What has been built so far of a projection, with where it came from.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::slots::Slots;
use super::{Call, Part, Place, Step};
use crate::align::{Carried, carried};
use crate::json::{Document, Node, ODD, Text, escape};
use crate::profile::{Behaviour, Replacement};
use crate::result::ToolResult;
use crate::sdk::print::{Style, quoted};
use crate::sdk::{SdkKind, Shape, block_shape};

/// Most bytes of a client's own words around the text of a block.
const WORDS: usize = 512;
/// Fewest bytes of a text that is looked for among the blocks.
const LONG: usize = 1024;

#[derive(Clone)]
pub(super) struct Draft<'c, 'd> {
    pub(super) call: &'c Call<'d>,
    pub(super) result: ToolResult<'c>,
    /// Whether the client takes the result for an error.
    pub(super) is_error: bool,
    /// Whether locations are printed as the SDK has parsed them.
    pub(super) parsed_urls: bool,
    /// What the tool's message holds.
    pub(super) slots: Slots,
    /// Texts that stay parts of their own.
    pub(super) tails: Vec<String>,
    /// What is written otherwise in texts of blocks.
    replacements: Vec<Replacement>,
    /// How the SDK hands blocks on.
    pub(super) shape: Option<&'static Shape>,
    pub(super) media: Vec<Part>,
    /// Where a message stands although nothing is left for it.
    pub(super) void: Option<Place>,
    /// A text that names media types once, and those types.
    pub(super) types_led: Option<(String, Vec<String>)>,
    /// Labels of blocks that were removed.
    pub(super) removed: BTreeSet<String>,
    /// Blocks of which something arrives.
    pub(super) shown: Vec<bool>,
    /// How often the structured content is shown.
    pub(super) structured: usize,
    /// Whether the result's `_meta` is shown.
    pub(super) meta: bool,
    /// Blocks whose `_meta` is shown.
    pub(super) block_meta: Vec<usize>,
    /// The text that replaces the whole result, once a block could not be converted.
    pub(super) failed: Option<String>,
    /// Whether a block ended the run.
    pub(super) ended: bool,
    pub(super) steps: Vec<Step>,
}

impl<'c, 'd> Draft<'c, 'd> {
    pub(super) fn new(call: &'c Call<'d>, result: ToolResult<'c>, behaviour: &Behaviour) -> Self {
        Self {
            call,
            result,
            is_error: behaviour.sdk.is_error(result),
            parsed_urls: behaviour.sdk.kind == SdkKind::Python1,
            slots: Slots::default(),
            tails: Vec::new(),
            replacements: behaviour.text_replacements.clone(),
            shape: block_shape(&behaviour.sdk),
            media: Vec::new(),
            void: None,
            types_led: None,
            removed: BTreeSet::new(),
            shown: vec![false; result.content().count()],
            structured: 0,
            meta: false,
            block_meta: Vec::new(),
            failed: None,
            ended: false,
            steps: Vec::new(),
        }
    }

    /// Whether the result has a block or structured content.
    pub(super) fn holds_something(&self) -> bool {
        !self.shown.is_empty() || self.result.structured_content().is_some_and(|value| !value.is_null())
    }

    /// The decoded text of a block; one that repeats the structured content need not be decoded.
    pub(super) fn plain(&self, index: usize, text: Text<'c>) -> Cow<'c, str> {
        let mirror = mirrors(self.call, self.result).get(index);
        let copy = mirror.and_then(Option::as_ref).and_then(|mirror| match mirror {
            Carried::Copy(span) => self.result.node().document().text().get(span.clone()),
            Carried::Otherwise => None,
        });
        copy.map_or_else(|| text.to_str(), Cow::Borrowed)
    }

    /// Adds a media type to the text that names all of them.
    pub(super) fn lead_of_type(&mut self, template: &str, mime: &str) {
        let (_, types) = self.types_led.get_or_insert_with(|| (template.to_owned(), Vec::new()));
        if !types.iter().any(|known| known == mime) {
            types.push(mime.to_owned());
        }
    }

    /// A text of a block as the client writes it.
    pub(super) fn rewritten<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        self.replacements.iter().fold(text, |text, one| {
            if text.contains(&one.from) { Cow::Owned(text.replace(&one.from, &one.to)) } else { text }
        })
    }

    /// A text in quotes; what a block of the result holds stands there as it is to be written.
    pub(super) fn quoted(&self, text: &str) -> String {
        // Short texts are written in less time than is taken to look for them, and there may be very many.
        if text.len() < LONG {
            return quoted(text, &Style::JAVASCRIPT);
        }
        let document = self.result.node().document().text();
        let written = |(at, mirror): (usize, &Option<Carried>)| {
            let Some(Carried::Copy(span)) = mirror else { return None };
            let copy = document.get(span.clone())?;
            let room = text.len().checked_sub(copy.len()).filter(|room| *room <= WORDS)?;
            let (before, after) =
                (0..=room).find_map(|at| Some((text.get(..at)?, text.get(at..)?.strip_prefix(copy)?)))?;
            let string = self.result.content_node()?.items().nth(at)?.member("text")?;
            let raw = string.as_text().filter(|_| string.is_free_of(ODD))?.raw();
            let mut out = String::with_capacity(raw.len() + 2 * WORDS);
            out.push('"');
            escape(before, false, &mut out);
            out.push_str(raw);
            escape(after, false, &mut out);
            out.push('"');
            Some(out)
        };
        let mut blocks = mirrors(self.call, self.result).iter().enumerate();
        blocks.find_map(written).unwrap_or_else(|| quoted(text, &Style::JAVASCRIPT))
    }

    /// The same in a style: all spell alike what they do not keep in ASCII.
    pub(super) fn quoted_as(&self, text: &str, style: &Style) -> String {
        if style.ascii { quoted(text, style) } else { self.quoted(text) }
    }

    /// Looks at a text as JSON; what is the structured content, or a part of it that a block repeats, is not read a
    /// second time.
    pub(super) fn as_json<T>(&self, text: &str, look: impl FnOnce(Node<'_>) -> T) -> Option<T> {
        let written = self.result.node().document().text();
        let structured = self.result.structured_content();
        let copies = mirrors(self.call, self.result).iter().filter_map(|mirror| match mirror {
            Some(Carried::Copy(span)) => Some(span.clone()),
            Some(Carried::Otherwise) | None => None,
        });
        let known = structured.map(Node::span).into_iter().chain(copies).find_map(|span| {
            let behind = text.strip_prefix(written.get(span.clone())?)?;
            let node = standing_at(structured?, span)?;
            (node.is_array() || node.is_object()).then_some((node, behind))
        });
        match known {
            // Behind the closing bracket nothing but white space may stand.
            Some((node, behind)) => {
                behind.trim_start_matches([' ', '\n', '\r', '\t']).is_empty().then(|| look(node))
            }
            None => Document::parse(text).ok().map(|document| look(document.root())),
        }
    }

    pub(super) fn step(&mut self, layer: &'static str, what: impl Into<String>) {
        self.steps.push(Step { layer, what: what.into() });
    }
}

/// The value in another one that stands at a place.
fn standing_at(mut node: Node<'_>, span: Range<usize>) -> Option<Node<'_>> {
    while node.span() != span {
        let mut inner = node.items().chain(node.members().map(|member| member.value));
        node = inner.find(|inner| inner.span().contains(&span.start))?;
    }
    Some(node)
}

/// How each block carries the structured content; blocks that are no texts do not.
pub(super) fn mirrors<'c>(call: &'c Call<'_>, result: ToolResult<'_>) -> &'c [Option<Carried>] {
    call.mirrors.get_or_init(|| {
        let Some(structured) = result.structured_content() else { return Vec::new() };
        result.content().map(|block| carried(block.text()?, structured)).collect()
    })
}
