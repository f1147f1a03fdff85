//! The short sentence beside rows, judged without reading the rows as words.
//!
//! Most summaries are one: `There are 36 orders; the first is order-7.` Every word is plain, every number
//! counts a list by its key, and every identifier stands in the data as it is. Nothing is claimed here of
//! a text that is not exactly so; that one is read in full.

use super::facts::{Fact, FactKind, Facts};
use super::index::same_noun;
use super::lexicon;
use super::{Alignment, Form, Relation};
use crate::json::{Kind, Node};

/// Longest text that is looked at.
const MAX_TEXT: usize = 300;
/// Most values of the structured content that are looked at.
const MAX_VALUES: usize = 20_000;
/// Most claims of one text.
const MAX_CLAIMS: usize = 4;

/// One claim of the text.
#[derive(Clone, Copy)]
enum Claim<'t> {
    /// A number, and the noun that it counts.
    Count(usize, &'t str),
    /// An identifier.
    Name(&'t str),
}

/// The claims of a text; `None` when it is not as simple as that.
struct Claims<'t, 'd> {
    held: [Option<Claim<'t>>; MAX_CLAIMS],
    found: [Option<Node<'d>>; MAX_CLAIMS],
    facts: usize,
}

/// Judges a text that is as simple as that, and agrees.
pub(super) fn summary(text: &str, structured: Node<'_>) -> Option<Alignment> {
    if text.len() > MAX_TEXT || !text.is_ascii() || structured.weight() > MAX_VALUES {
        return None;
    }
    let mut claims = Claims { held: claims(text)?, found: [None; MAX_CLAIMS], facts: 0 };
    claims.visit(structured, None);
    let wanted = claims.held.iter().flatten().count();
    if wanted == 0 || claims.found.iter().flatten().count() < wanted {
        return None;
    }
    let root = structured.pointer();
    let fact = |node: &Node<'_>| {
        let pointer = node.pointer();
        let kind = if node.is_array() { FactKind::Count } else { FactKind::Text };
        Fact { pointer: pointer.strip_prefix(&root).unwrap_or(&pointer).to_owned(), kind }
    };
    let stated: Vec<Fact> = claims.found.iter().flatten().map(fact).collect();
    Some(Alignment {
        form: Some(Form::Prose),
        facts: Some(Facts {
            total: claims.facts,
            stated_count: stated.len(),
            stated,
            added: Vec::new(),
            complete: true,
        }),
        ..Alignment::of(Relation::Summary)
    })
}

fn claims(text: &str) -> Option<[Option<Claim<'_>>; MAX_CLAIMS]> {
    let mut claims = [None; MAX_CLAIMS];
    let mut names = 0;
    let mut starts = true;
    let mut chunks = text.split_ascii_whitespace().peekable();
    while let Some(chunk) = chunks.next() {
        let word = chunk.trim_end_matches(['.', ',', ';', '!']);
        let claim = if word.bytes().all(|byte| byte.is_ascii_digit())
            && (1..=6).contains(&word.len())
            && word == chunk
        {
            let noun = chunks.peek()?.trim_end_matches(['.', ',', ';', '!']);
            let is_word = noun.len() > 2 && noun.bytes().all(|byte| byte.is_ascii_lowercase());
            Some(Claim::Count(word.parse().ok()?, Some(noun).filter(|_| is_word)?))
        } else if is_plain(word, starts) {
            None
        } else {
            let is_name = word.len() > 3
                && word.bytes().any(|byte| byte.is_ascii_digit())
                && word.starts_with(|first: char| first.is_ascii_alphabetic())
                && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
            names += 1;
            // With two names it matters what is said of which one.
            Some(Claim::Name(Some(word).filter(|_| is_name && names == 1)?))
        };
        if let Some(claim) = claim {
            *claims.iter_mut().find(|place| place.is_none())? = Some(claim);
        }
        starts = chunk.ends_with(['.', '!']);
    }
    Some(claims)
}

/// Tells whether a word says nothing that could be wrong: small letters, and no state, number or `not`.
fn is_plain(word: &str, starts: bool) -> bool {
    let mut bytes = word.bytes();
    let first = bytes
        .next()
        .is_some_and(|first| first.is_ascii_lowercase() || (starts && first.is_ascii_uppercase()));
    first && word.len() <= 24 && bytes.all(|byte| byte.is_ascii_lowercase()) && lexicon::says_nothing(word)
}

impl<'d> Claims<'_, 'd> {
    fn visit(&mut self, node: Node<'d>, key: Option<&str>) {
        self.facts += usize::from(!node.is_object());
        match node.kind() {
            Kind::Array => {
                self.count(node, key);
                for item in node.items() {
                    self.visit(item, key);
                }
            }
            Kind::Object => {
                for member in node.members() {
                    self.visit(member.value, Some(member.key.raw()));
                }
            }
            Kind::String => self.name(node),
            Kind::Bool | Kind::Null | Kind::Number => {}
        }
    }

    fn count(&mut self, node: Node<'d>, key: Option<&str>) {
        for (claim, found) in self.held.iter().zip(&mut self.found) {
            if let (Some(Claim::Count(count, noun)), None, Some(key)) = (claim, &found, key)
                && *count == node.len()
                && same_noun(noun, key)
            {
                *found = Some(node);
            }
        }
    }

    fn name(&mut self, node: Node<'d>) {
        for (claim, found) in self.held.iter().zip(&mut self.found) {
            if let (Some(Claim::Name(name)), None) = (claim, &found) {
                let text = node.text();
                // The quotation marks are there: it is a string.
                if text.len() == name.len() + 2 && &text[1..text.len() - 1] == *name {
                    *found = Some(node);
                }
            }
        }
    }
}
