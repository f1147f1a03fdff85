//! The beginning, the end and the size of JSON printed with a line for each item, without printing what stands
//! between: of values whose tokens are ASCII and stand as they are printed.

use crate::json::{INDEX_KEY, Kind, Member, Node, ODD, WIDE};
use crate::sdk::plain::Printer;
use crate::sdk::print::{Spacing, Style, ordered};

/// Whether a value is such that its size and its ends are known without printing all of it.
pub(super) fn is_plain(node: Node<'_>, style: &Style) -> bool {
    style.spacing == Spacing::Indented && node.is_free_of(ODD | WIDE | INDEX_KEY)
}

/// The size of a plain value as printed, in characters.
pub(super) fn size(node: Node<'_>) -> usize {
    size_at(node, 0)
}

fn size_at(node: Node<'_>, level: usize) -> usize {
    let mut between = 0;
    let tokens = node.measured(|kind, count, below| {
        let level = level + below;
        // Before each item a line's end and its indentation, between two a comma, behind a key colon and space; the
        // last bracket has its own line.
        let each = 1 + 2 * (level + 1) + if kind == Kind::Object { 2 } else { 0 };
        between += if count == 0 { 2 } else { 2 + count * each + (count - 1) + 1 + 2 * level };
    });
    tokens + between
}

/// At least so many characters of the beginning, where there are as many.
pub(super) fn head(node: Node<'_>, style: &Style, most: usize) -> String {
    let mut printer = Printer::new(node, style, most);
    print_head(node, style, 0, most, &mut printer);
    printer.text()
}

/// At least so many characters of the end, where there are as many.
pub(super) fn tail(node: Node<'_>, style: &Style, most: usize) -> String {
    let mut printer = Printer::new(node, style, most);
    print_tail(node, style, 0, most, &mut printer);
    printer.text()
}

// Recursion is bounded by the depth that a document may have; so is that below.
fn print_head<'d>(node: Node<'d>, style: &Style, level: usize, most: usize, printer: &mut Printer<'d>) {
    let Some((children, [first, last])) = children(node, style) else {
        printer.value(node, level);
        return;
    };
    printer.bracket(first);
    for (index, child) in children.iter().enumerate() {
        if printer.length() >= most {
            return;
        }
        child.begin(index == 0, level + 1, printer);
        // What is printed with more white space is no shorter than it was received.
        if child.value.span().len() <= most.saturating_sub(printer.length()) {
            printer.value(child.value, level + 1);
        } else {
            print_head(child.value, style, level + 1, most, printer);
        }
    }
    if printer.length() < most {
        printer.close(children.is_empty(), last, level);
    }
}

fn print_tail<'d>(node: Node<'d>, style: &Style, level: usize, most: usize, printer: &mut Printer<'d>) {
    let Some((children, [first, last])) = children(node, style) else {
        printer.value(node, level);
        return;
    };
    // Its last bracket stands in a line of its own.
    let mut wanted = most.saturating_sub(2 + 2 * level);
    let mut from = children.len();
    while from > 0 && wanted > 0 {
        from -= 1;
        let child = &children[from];
        // What is printed with more white space is no shorter than it was received.
        let received = child.value.span().len();
        let inner = if received < wanted { size_at(child.value, level + 1) } else { received };
        if inner >= wanted {
            print_tail(child.value, style, level + 1, wanted, printer);
            from += 1;
            wanted = 0;
        } else {
            wanted = wanted.saturating_sub(inner + child.key_size() + 1 + 2 * (level + 1));
        }
    }
    if wanted > 0 || children.is_empty() {
        printer.bracket(first);
    }
    for (index, child) in children.iter().enumerate().skip(from) {
        child.begin(index == 0, level + 1, printer);
        printer.value(child.value, level + 1);
    }
    printer.close(children.is_empty(), last, level);
}

/// An item, or a member with its key.
struct Child<'d> {
    member: Option<Member<'d>>,
    value: Node<'d>,
}

impl<'d> Child<'d> {
    /// Prints what stands before the value.
    fn begin(&self, first: bool, level: usize, printer: &mut Printer<'d>) {
        printer.separator(first, level);
        self.member.iter().for_each(|member| printer.key(member));
    }

    /// The key with colon and space.
    fn key_size(&self) -> usize {
        self.member.as_ref().map_or(0, |member| member.key_span().len() + 2)
    }
}

/// Items and members in the order in which they are printed, and the brackets around them; `None` of a scalar.
fn children<'d>(node: Node<'d>, style: &Style) -> Option<(Vec<Child<'d>>, [u8; 2])> {
    if node.is_array() {
        return Some((node.items().map(|value| Child { member: None, value }).collect(), [b'[', b']']));
    }
    let members = || ordered(node, style).into_iter();
    let child = |member: Member<'d>| Child { member: Some(member), value: member.value };
    node.is_object().then(|| (members().map(child).collect(), [b'{', b'}']))
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
                assert_eq!(size(document.root()), whole.len(), "{json}");
                for most in 0..whole.len() + 2 {
                    let (first, last) =
                        (head(document.root(), &style, most), tail(document.root(), &style, most));
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
