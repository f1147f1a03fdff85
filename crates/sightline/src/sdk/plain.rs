//! Printing values whose tokens stand as they are to be printed: only what stands between them, and the
//! order of members, is new.
//!
//! Rows of a table have the same keys in the same order, so the order that one object gets is kept for
//! the next one with the same keys.

use std::ops::Range;
use std::rc::Rc;

use crate::json::{Kind, Member, Node};
use crate::sdk::print::{Spacing, Style, code_points};

/// Longest token that is copied as a word of that size.
const WORD: usize = 16;
/// Most sequences of keys that are remembered.
const SHAPES: usize = 8;
/// A comma, a line's end and the indentation of the first levels.
const LINE: &[u8; WORD] = b",\n              ";
/// The same before the first item.
const FIRST_LINE: &[u8; WORD] = b"\n               ";
/// What stands behind a key.
const COLON: &[u8; WORD] = b":               ";
/// What stands between items in a line.
const COMMA: &[u8; WORD] = b",               ";
/// Levels whose indentation stands in a word.
const LEVELS: usize = 7;

/// Appends a value without a mark that its style would change but for white space and key order.
///
/// Keys that are array indices must not be among those of a style that moves them.
pub(crate) fn write_plain(node: Node<'_>, style: &Style, level: usize, out: &mut String) {
    let mut printer = Printer::new(node, style, node.text().len() * 3 / 2);
    printer.value(node, level);
    let text = printer.text();
    if out.is_empty() {
        *out = text;
    } else {
        out.push_str(&text);
    }
}

/// A sequence of keys, by where they stand, and the places of its members when they are sorted.
struct Shape {
    keys: Vec<Range<usize>>,
    order: Rc<[usize]>,
}

/// Prints values of one document that are plain, see [`write_plain`].
pub(crate) struct Printer<'d> {
    bytes: &'d [u8],
    spacing: Spacing,
    sorts: bool,
    shapes: Vec<Shape>,
    /// Which shape makes room when there are too many.
    oldest: usize,
    /// Lists of members that are used again.
    spare: Vec<Vec<Member<'d>>>,
    /// Room for what is printed, and how much of it is.
    out: Vec<u8>,
    length: usize,
}

impl<'d> Printer<'d> {
    /// A printer for a value or parts of it, with room for so many bytes; it makes more where it needs more.
    pub(crate) fn new(node: Node<'d>, style: &Style, room: usize) -> Self {
        Self {
            bytes: node.document().text().as_bytes(),
            spacing: style.spacing,
            sorts: style.sort_keys,
            shapes: Vec::new(),
            oldest: 0,
            spare: Vec::new(),
            out: vec![0; room + WORD],
            length: 0,
        }
    }

    /// How many bytes were printed.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// What was printed.
    pub(crate) fn text(mut self) -> String {
        self.out.truncate(self.length);
        // All pieces are whole tokens, so it is a text.
        String::from_utf8(self.out).unwrap_or_default()
    }

    // Recursion is bounded by the depth of a document.
    pub(crate) fn value(&mut self, node: Node<'d>, level: usize) {
        match node.kind() {
            Kind::Array => {
                self.bracket(b'[');
                let mut first = true;
                for item in node.items() {
                    self.separator(first, level + 1);
                    first = false;
                    self.value(item, level + 1);
                }
                self.close(first, b']', level);
            }
            Kind::Object => {
                self.bracket(b'{');
                if self.sorts {
                    self.sorted(node, level);
                } else {
                    let mut first = true;
                    for member in node.all_members() {
                        self.separator(first, level + 1);
                        first = false;
                        self.member(&member, level + 1);
                    }
                }
                self.close(node.is_empty(), b'}', level);
            }
            Kind::Bool | Kind::Null | Kind::Number | Kind::String => self.token(node.span()),
        }
    }

    fn sorted(&mut self, node: Node<'d>, level: usize) {
        let mut members = self.spare.pop().unwrap_or_default();
        members.extend(node.all_members());
        // Held here: what is printed inside may need so many shapes that this one makes room.
        let order = self.order(&members);
        let mut first = true;
        for member in order.iter().filter_map(|place| members.get(*place)) {
            self.separator(first, level + 1);
            first = false;
            self.member(member, level + 1);
        }
        members.clear();
        self.spare.push(members);
    }

    /// The places of some members when they are sorted; they are sorted now if their shape is new.
    fn order(&mut self, members: &[Member<'d>]) -> Rc<[usize]> {
        let is_same = |shape: &Shape| {
            let mut pairs = shape.keys.iter().zip(members);
            shape.keys.len() == members.len()
                && pairs.all(|(key, member)| self.are_same(key.clone(), member.key_span()))
        };
        if let Some(known) = self.shapes.iter().find(|shape| is_same(shape)) {
            return Rc::clone(&known.order);
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_cached_key(|place| code_points(members[*place].key));
        let order: Rc<[usize]> = order.into();
        let keys = members.iter().map(Member::key_span).collect();
        let shape = Shape { keys, order: Rc::clone(&order) };
        if self.shapes.len() < SHAPES {
            self.shapes.push(shape);
        } else if let Some(oldest) = self.shapes.get_mut(self.oldest) {
            *oldest = shape;
            self.oldest = (self.oldest + 1) % SHAPES;
        }
        order
    }

    /// Whether two tokens are spelt alike.
    fn are_same(&self, one: Range<usize>, other: Range<usize>) -> bool {
        let word = |start: usize| self.bytes.get(start..).and_then(<[u8]>::first_chunk::<WORD>);
        match (word(one.start), word(other.start)) {
            (Some(left), Some(right)) if one.len() <= WORD => {
                // What stands behind the tokens does not count.
                let parting = (u128::from_le_bytes(*left) ^ u128::from_le_bytes(*right)).trailing_zeros();
                one.len() == other.len() && parting as usize >= 8 * one.len()
            }
            // Both are spans of tokens of this document.
            _ => self.bytes[one] == self.bytes[other],
        }
    }

    fn member(&mut self, member: &Member<'d>, level: usize) {
        self.key(member);
        self.value(member.value, level);
    }

    /// A key and what stands between it and its value.
    pub(crate) fn key(&mut self, member: &Member<'d>) {
        self.token(member.key_span());
        self.word(COLON, if self.spacing == Spacing::Compact { 1 } else { 2 });
    }

    /// What stands before an item or member.
    pub(crate) fn separator(&mut self, first: bool, level: usize) {
        match self.spacing {
            Spacing::Indented => self.line(first, level),
            Spacing::Compact if !first => self.word(COMMA, 1),
            Spacing::Spaced if !first => self.word(COMMA, 2),
            Spacing::Compact | Spacing::Spaced => {}
        }
    }

    pub(crate) fn close(&mut self, is_empty: bool, bracket: u8, level: usize) {
        if self.spacing == Spacing::Indented && !is_empty {
            self.line(true, level);
        }
        self.bracket(bracket);
    }

    pub(crate) fn bracket(&mut self, bracket: u8) {
        self.word(&[bracket; WORD], 1);
    }

    fn line(&mut self, first: bool, level: usize) {
        let near = level.min(LEVELS);
        if first {
            self.word(FIRST_LINE, 1 + 2 * near);
        } else {
            self.word(LINE, 2 + 2 * near);
        }
        for _ in near..level {
            self.word(&[b' '; WORD], 2);
        }
    }

    fn token(&mut self, span: Range<usize>) {
        let length = span.len();
        match self.bytes.get(span.start..).and_then(<[u8]>::first_chunk::<WORD>) {
            Some(chunk) if length <= WORD => self.word(chunk, length),
            _ => {
                // The span is a token's of this document, and there is room after the next line.
                let token = &self.bytes[span];
                self.make_room(length);
                self.out[self.length..self.length + length].copy_from_slice(token);
                self.length += length;
            }
        }
    }

    /// Appends the first bytes of a word: copying all, and counting those that are wanted, is faster than copying
    /// just those.
    #[inline]
    fn word(&mut self, word: &[u8; WORD], length: usize) {
        match self.out.get_mut(self.length..).and_then(<[u8]>::first_chunk_mut::<WORD>) {
            Some(place) => *place = *word,
            None => {
                // There is room after this.
                self.make_room(WORD);
                self.out[self.length..self.length + WORD].copy_from_slice(word);
            }
        }
        self.length += length;
    }

    #[cold]
    fn make_room(&mut self, more: usize) {
        if self.out.len() < self.length + more {
            self.out.resize(2 * self.out.len() + more, 0);
        }
    }
}
