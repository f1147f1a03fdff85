//! Printing values whose tokens stand as they are to be printed: only what stands between them, and the
//! order of members, is new.
//!
//! Rows of a table have the same keys in the same order, so the order that one object gets is kept for
//! the next one with the same keys.

use crate::json::{Kind, Member, Node};
use crate::sdk::print::{Spacing, Style, code_points};

/// Longest token that is copied as a word of that size.
const WORD: usize = 16;
/// Most sequences of keys that are remembered.
const SHAPES: usize = 8;
/// A line's end and the indentation of the first levels.
const LINE: &[u8; WORD] = b"\n               ";

/// Appends a value without a mark that its style would change but for white space and key order.
///
/// Keys that are array indices must not be among those of a style that moves them.
pub(crate) fn write_plain(node: Node<'_>, style: &Style, level: usize, out: &mut String) {
    let mut printer = Printer {
        bytes: node.document().text().as_bytes(),
        spacing: style.spacing,
        sorts: style.sort_keys,
        shapes: Vec::new(),
        oldest: 0,
        spare: Vec::new(),
        out: Vec::with_capacity(node.text().len() * 3 / 2 + WORD),
    };
    printer.value(node, level);
    // All pieces are whole tokens, so nothing is ever replaced here.
    out.push_str(std::str::from_utf8(&printer.out).unwrap_or_default());
}

/// A sequence of keys, and the places of its members when they are sorted.
struct Shape<'d> {
    keys: Vec<&'d str>,
    order: Vec<usize>,
}

struct Printer<'d> {
    bytes: &'d [u8],
    spacing: Spacing,
    sorts: bool,
    shapes: Vec<Shape<'d>>,
    /// Which shape makes room when there are too many.
    oldest: usize,
    /// Lists of members that are used again.
    spare: Vec<Vec<Member<'d>>>,
    out: Vec<u8>,
}

impl<'d> Printer<'d> {
    // Recursion is bounded by the depth of a document.
    fn value(&mut self, node: Node<'d>, level: usize) {
        match node.kind() {
            Kind::Array => {
                self.out.push(b'[');
                let mut first = true;
                for item in node.items() {
                    self.separator(first, level + 1);
                    first = false;
                    self.value(item, level + 1);
                }
                self.close(first, b']', level);
            }
            Kind::Object => {
                self.out.push(b'{');
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
        let shape = self.shape(&members);
        for place in 0..members.len() {
            self.separator(place == 0, level + 1);
            // A shape has as many places as members, and prints none of them twice.
            let member = members[self.shapes[shape].order[place]];
            self.member(&member, level + 1);
        }
        members.clear();
        self.spare.push(members);
    }

    /// The index of the shape of some members, sorted now if it is new.
    fn shape(&mut self, members: &[Member<'d>]) -> usize {
        let keys = || members.iter().map(|member| member.key.raw());
        let is_same = |shape: &Shape<'d>| {
            shape.keys.len() == members.len() && shape.keys.iter().copied().zip(keys()).all(|(a, b)| a == b)
        };
        if let Some(known) = self.shapes.iter().position(is_same) {
            return known;
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_cached_key(|place| code_points(members[*place].key));
        let shape = Shape { keys: keys().collect(), order };
        if self.shapes.len() < SHAPES {
            self.shapes.push(shape);
            return self.shapes.len() - 1;
        }
        let place = self.oldest;
        self.shapes[place] = shape;
        self.oldest = (place + 1) % SHAPES;
        place
    }

    fn member(&mut self, member: &Member<'d>, level: usize) {
        self.token(member.key_span());
        self.out.push(b':');
        if self.spacing != Spacing::Compact {
            self.out.push(b' ');
        }
        self.value(member.value, level);
    }

    /// What stands before an item or member.
    fn separator(&mut self, first: bool, level: usize) {
        match self.spacing {
            Spacing::Indented => self.line(first, level),
            Spacing::Compact if !first => self.out.push(b','),
            Spacing::Spaced if !first => self.out.extend_from_slice(b", "),
            Spacing::Compact | Spacing::Spaced => {}
        }
    }

    fn close(&mut self, is_empty: bool, bracket: u8, level: usize) {
        if self.spacing == Spacing::Indented && !is_empty {
            self.line(true, level);
        }
        self.out.push(bracket);
    }

    fn line(&mut self, first: bool, level: usize) {
        if !first {
            self.out.push(b',');
        }
        let end = self.out.len() + 1 + 2 * level;
        self.out.extend_from_slice(LINE);
        self.out.resize(end, b' ');
    }

    fn token(&mut self, span: std::ops::Range<usize>) {
        let length = span.len();
        match self.bytes.get(span.start..).and_then(<[u8]>::first_chunk::<WORD>) {
            // Copying all and taking some back is faster than copying just those that are wanted.
            Some(chunk) if length <= WORD => {
                let end = self.out.len() + length;
                self.out.extend_from_slice(chunk);
                self.out.truncate(end);
            }
            _ => self.out.extend_from_slice(&self.bytes[span]),
        }
    }
}
