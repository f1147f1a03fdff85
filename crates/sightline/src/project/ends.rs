//! The beginning, the end and the size of JSON printed with a line for each item, without printing what stands
//! between: of values whose tokens are ASCII and stand as they are printed.

use crate::json::{INDEX_KEY, Node, ODD, Text, WIDE};
use crate::sdk::print::{Brackets, Spacing, Style, ordered};

/// Whether a value is such that its size and its ends are known without printing all of it.
pub(super) fn is_plain(node: Node<'_>, style: &Style) -> bool {
    style.spacing == Spacing::Indented && node.is_free_of(ODD | WIDE | INDEX_KEY)
}

/// The size of a plain value as printed, in characters.
// Recursion is bounded by the depth that a document may have; so is that below.
pub(super) fn size(node: Node<'_>, level: usize) -> usize {
    if !(node.is_array() || node.is_object()) {
        return node.text().len();
    }
    let (mut count, mut inner) = (0, 0);
    for item in node.items() {
        count += 1;
        inner += size(item, level + 1);
    }
    for member in node.members() {
        count += 1;
        // Quotes, colon and space.
        inner += member.key.raw().len() + 4 + size(member.value, level + 1);
    }
    // Before each item a line's end and its indentation, between two a comma; the last bracket has its own line.
    if count == 0 { 2 } else { 2 + inner + count * (3 + 2 * level) + (count - 1) + 1 + 2 * level }
}

/// At least so many characters of the beginning, where there are as many.
pub(super) fn head(node: Node<'_>, style: &Style, level: usize, most: usize, out: &mut String) {
    let Some((children, [first, last])) = children(node, style) else {
        out.push_str(node.text());
        return;
    };
    let mut open = Brackets::open(first, style, level, out);
    for (key, value) in children {
        if out.len() >= most {
            return;
        }
        open.item(out);
        if let Some(key) = key {
            out.push_str(&named(key));
        }
        head(value, style, level + 1, most, out);
    }
    if out.len() < most {
        open.close(last, out);
    }
}

/// At least so many characters of the end, where there are as many: in pieces, the last one first.
pub(super) fn tail(node: Node<'_>, style: &Style, level: usize, most: usize, out: &mut Pieces) {
    let Some((children, [first, last])) = children(node, style) else {
        out.push(node.text().to_owned());
        return;
    };
    let line = |level: usize| format!("\n{}", "  ".repeat(level));
    out.push(if children.is_empty() { last.to_string() } else { format!("{}{last}", line(level)) });
    for (index, (key, value)) in children.into_iter().enumerate().rev() {
        if out.length >= most {
            return;
        }
        tail(value, style, level + 1, most, out);
        if out.length >= most {
            return;
        }
        if let Some(key) = key {
            out.push(named(key));
        }
        out.push(format!("{}{}", if index > 0 { "," } else { "" }, line(level + 1)));
    }
    out.push(first.to_string());
}

/// Pieces of a text, the last one first.
#[derive(Default)]
pub(super) struct Pieces {
    pieces: Vec<String>,
    length: usize,
}

impl Pieces {
    fn push(&mut self, piece: String) {
        self.length += piece.len();
        self.pieces.push(piece);
    }

    /// The text in its order.
    pub(super) fn text(mut self) -> String {
        self.pieces.reverse();
        self.pieces.concat()
    }
}

/// Items and members in the order in which they are printed, and the brackets around them; `None` of a scalar.
#[expect(clippy::type_complexity, reason = "keys are there or not")]
fn children<'d>(node: Node<'d>, style: &Style) -> Option<(Vec<(Option<Text<'d>>, Node<'d>)>, [char; 2])> {
    if node.is_array() {
        return Some((node.items().map(|item| (None, item)).collect(), ['[', ']']));
    }
    let members = || ordered(node, style).into_iter().map(|member| (Some(member.key), member.value));
    node.is_object().then(|| (members().collect(), ['{', '}']))
}

fn named(key: Text<'_>) -> String {
    format!("\"{}\": ", key.raw())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use crate::sdk::print::print;

    #[test]
    fn ends_and_size_are_those_of_the_whole() {
        for json in [
            "7",
            "[]",
            "{}",
            r#"{"b":[1,{"d":"x\n","c":[[],{}]},null],"a":{"z":true}}"#,
            r#"[{"row":1,"name":"r1"},{"row":2,"name":"r2"},{"row":3,"name":"r3"}]"#,
        ] {
            let document = Document::parse(json).unwrap();
            for sort_keys in [false, true] {
                let style = Style { spacing: Spacing::Indented, sort_keys, ..Style::JAVASCRIPT };
                assert!(is_plain(document.root(), &style));
                let whole = print(document.root(), &style);
                assert_eq!(size(document.root(), 0), whole.len(), "{json}");
                for most in 0..whole.len() + 2 {
                    let (mut first, mut last) = (String::new(), Pieces::default());
                    head(document.root(), &style, 0, most, &mut first);
                    tail(document.root(), &style, 0, most, &mut last);
                    let last = last.text();
                    assert!(whole.starts_with(&first) && first.len() >= most.min(whole.len()), "{first}");
                    assert!(whole.ends_with(&last) && last.len() >= most.min(whole.len()), "{last}");
                }
            }
        }
        let odd = Document::parse(r#"{"a": "é"}"#).unwrap();
        let style = Style { spacing: Spacing::Indented, ..Style::JAVASCRIPT };
        assert!(!is_plain(odd.root(), &style) && !is_plain(odd.root(), &Style::JAVASCRIPT));
    }
}
