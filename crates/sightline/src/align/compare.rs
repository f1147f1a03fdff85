//! Comparison by value of the JSON of a text block with the structured content.

use super::{Alignment, Difference, Form, MAX_DIFFERENCES, Relation};
use crate::json::{Kind, Node, escape_token};

/// Most parts of one side that are tried as the counterpart of the other side.
const MAX_PARTS: usize = 16;
/// How deep below the root a part may stand: `{"data": {"rows": […]}}` is two.
const MAX_PART_DEPTH: usize = 2;
/// Longest value that a difference quotes, in characters.
const MAX_QUOTE: usize = 120;

/// A value of one side with the pointer from the root of that side.
struct Part<'d> {
    pointer: String,
    node: Node<'d>,
}

/// Compares two values, either of which may be wrapped.
pub(super) fn compare(text: Node<'_>, structured: Node<'_>) -> Alignment {
    let whole = |node| Part { pointer: String::new(), node };
    let at_root = walk(text, structured);
    if at_root.is_same() {
        return at_root.alignment(Relation::Same, &whole(text), &whole(structured), structured);
    }
    let pairs = pairs(text, structured);
    if let Some((left, right)) = pairs.iter().find(|(left, right)| left.node.equals(right.node)) {
        let outcome = Outcome::default();
        let relation = if is_most_of(right, structured) { Relation::Same } else { Relation::Summary };
        return outcome.alignment(relation, left, right, structured);
    }
    if at_root.is_comparable() {
        let relation = at_root.relation();
        return at_root.alignment(relation, &whole(text), &whole(structured), structured);
    }
    let walked = pairs.iter().map(|(left, right)| (walk(left.node, right.node), left, right));
    let best =
        walked.filter(|(outcome, _, _)| outcome.is_alike()).min_by_key(|(outcome, _, _)| outcome.count);
    match best {
        Some((outcome, left, right)) => {
            let relation = outcome.relation();
            outcome.alignment(relation, left, right, structured)
        }
        None => {
            Outcome::default().alignment(Relation::Unrelated, &whole(text), &whole(structured), structured)
        }
    }
}

/// Returns the value below wrappers of one member, such as `{"result": …}`, and the pointer to it.
pub(super) fn unwrapped(node: Node<'_>) -> (String, Node<'_>) {
    match node.members().next() {
        Some(member) if node.len() == 1 => (format!("/{}", escape_token(&member.key.to_str())), member.value),
        _ => (String::new(), node),
    }
}

/// The pairs of parts that may be counterparts, likely ones first, without the pair of the roots.
fn pairs<'d, 's>(text: Node<'d>, structured: Node<'s>) -> Vec<(Part<'d>, Part<'s>)> {
    let below_structured = parts(structured, text);
    let below_text = parts(text, structured);
    let mut pairs: Vec<(Part<'d>, Part<'s>)> = below_structured
        .into_iter()
        .map(|part| (Part { pointer: String::new(), node: text }, part))
        .collect();
    pairs
        .extend(below_text.into_iter().map(|part| (part, Part { pointer: String::new(), node: structured })));
    let ((left_pointer, left), (right_pointer, right)) = (unwrapped(text), unwrapped(structured));
    if !left_pointer.is_empty() && !right_pointer.is_empty() && left.kind() == right.kind() {
        pairs
            .push((Part { pointer: left_pointer, node: left }, Part { pointer: right_pointer, node: right }));
    }
    pairs
}

/// The arrays or objects below an object that may be the counterpart of a value, breadth first.
fn parts<'d>(root: Node<'d>, counterpart: Node<'_>) -> Vec<Part<'d>> {
    let mut found: Vec<Part<'d>> = Vec::new();
    let mut level = vec![Part { pointer: String::new(), node: root }];
    for _ in 0..MAX_PART_DEPTH {
        let mut below = Vec::new();
        for part in level {
            for member in part.node.members().take(4 * MAX_PARTS) {
                let node = member.value;
                if !matches!(node.kind(), Kind::Array | Kind::Object) {
                    continue;
                }
                let pointer = format!("{}/{}", part.pointer, escape_token(&member.key.to_str()));
                // An empty part equals every other empty one and says nothing.
                if node.kind() == counterpart.kind() && !node.is_empty() && found.len() < MAX_PARTS {
                    found.push(Part { pointer: pointer.clone(), node });
                }
                if below.len() < MAX_PARTS {
                    below.push(Part { pointer, node });
                }
            }
        }
        level = below;
    }
    found
}

/// Tells whether a part holds at least as much as stands beside it, so that saying it is saying the whole.
fn is_most_of(part: &Part<'_>, whole: Node<'_>) -> bool {
    // Each level above the part is an object and a key, which say nothing themselves.
    let wrappers = 2 * part.pointer.matches('/').count();
    part.node.weight() * 2 + wrappers >= whole.weight()
}

/// What one walk over two values found.
#[derive(Default)]
struct Outcome {
    differences: Vec<Difference>,
    count: usize,
    untold: Vec<String>,
    untold_count: usize,
    added: Vec<String>,
    added_count: usize,
    /// Scalars that were compared and are equal.
    agreeing: usize,
    /// Scalars that were compared and differ.
    disagreeing: usize,
    shared_key_at_root: bool,
    arrays_at_root: bool,
}

impl Outcome {
    fn is_same(&self) -> bool {
        self.count == 0 && self.untold_count == 0 && self.added_count == 0
    }

    /// The roots are two arrays, or two objects that share a key.
    fn is_comparable(&self) -> bool {
        self.shared_key_at_root || self.arrays_at_root
    }

    /// Parts are held for counterparts only when they share a key, or agree at least by half.
    fn is_alike(&self) -> bool {
        self.shared_key_at_root || (self.agreeing > 0 && self.agreeing >= self.disagreeing)
    }

    fn relation(&self) -> Relation {
        match (self.count, self.agreeing) {
            (1.., _) => Relation::Differs,
            (0, 1..) => Relation::Summary,
            (0, 0) => Relation::Unrelated,
        }
    }

    fn alignment(
        self,
        relation: Relation,
        left: &Part<'_>,
        right: &Part<'_>,
        structured: Node<'_>,
    ) -> Alignment {
        let prefix = |head: &str, tail: String| if head.is_empty() { tail } else { format!("{head}{tail}") };
        let mut untold: Vec<String> = beside(structured, &right.pointer);
        untold.extend(self.untold.into_iter().map(|pointer| prefix(&right.pointer, pointer)));
        untold.truncate(MAX_DIFFERENCES);
        let differences = self.differences.into_iter().map(|difference| Difference {
            text_pointer: prefix(&left.pointer, difference.text_pointer),
            structured_pointer: prefix(&right.pointer, difference.structured_pointer),
            ..difference
        });
        Alignment {
            form: Some(Form::Json),
            text_pointer: left.pointer.clone(),
            structured_pointer: right.pointer.clone(),
            differences: differences.collect(),
            difference_count: self.count,
            untold,
            added: self.added.into_iter().map(|pointer| prefix(&left.pointer, pointer)).collect(),
            ..Alignment::of(relation)
        }
    }
}

/// Pointers of the members that stand beside a part, on each level down to it.
fn beside(root: Node<'_>, pointer: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut node = root;
    let mut at = String::new();
    for token in pointer.split('/').skip(1) {
        let mut next = None;
        for member in node.members() {
            let key = escape_token(&member.key.to_str());
            if key == token {
                next = Some(member.value);
            } else if out.len() < MAX_DIFFERENCES {
                out.push(format!("{at}/{key}"));
            }
        }
        at = format!("{at}/{token}");
        let Some(below) = next else { break };
        node = below;
    }
    out
}

/// A step of the walk: two values, and how their place is called on both sides.
fn walk(text: Node<'_>, structured: Node<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut path = Vec::new();
    match (text.kind(), structured.kind()) {
        (Kind::Array, Kind::Array) => outcome.arrays_at_root = true,
        (Kind::Object, Kind::Object) => {
            outcome.shared_key_at_root =
                text.members().any(|member| structured.member(&member.key.to_str()).is_some());
        }
        _ => {}
    }
    step(text, structured, &mut path, &mut outcome);
    outcome
}

/// One token of the path down; rendered only when there is something to report.
#[derive(Clone, Copy)]
enum Token<'d> {
    Index(usize),
    Key(Node<'d>, usize),
}

/// Compares two values and all below them; recursion is bounded by `Limits::max_depth`.
fn step<'d>(text: Node<'d>, structured: Node<'_>, path: &mut Vec<Token<'d>>, outcome: &mut Outcome) {
    match (text.kind(), structured.kind()) {
        (Kind::Object, Kind::Object) => step_members(text, structured, path, outcome),
        (Kind::Array, Kind::Array) => {
            if text.len() != structured.len() {
                let count = |node: Node<'_>| format!("{} items", node.len());
                outcome.differ(path, || (count(text), count(structured)));
            }
            for (index, (left, right)) in text.items().zip(structured.items()).enumerate() {
                path.push(Token::Index(index));
                step(left, right, path, outcome);
                path.pop();
            }
        }
        _ if text.equals(structured) => outcome.agreeing += 1,
        _ => {
            outcome.disagreeing += 1;
            outcome.differ(path, || (quote(text), quote(structured)));
        }
    }
}

fn step_members<'d>(text: Node<'d>, structured: Node<'_>, path: &mut Vec<Token<'d>>, outcome: &mut Outcome) {
    // Copies mostly keep the order of keys, so the member at the same place is tried first.
    let mut in_step = structured.members();
    let mut shared = 0;
    for (index, member) in text.members().enumerate() {
        let beside = in_step.next().filter(|other| other.key.same_as(member.key));
        let found = beside.map(|other| other.value).or_else(|| structured.member(&member.key.to_str()));
        path.push(Token::Key(text, index));
        if let Some(value) = found {
            shared += 1;
            step(member.value, value, path, outcome);
        } else {
            outcome.added_count += 1;
            if outcome.added.len() < MAX_DIFFERENCES {
                outcome.added.push(pointer(path));
            }
        }
        path.pop();
    }
    if shared == structured.len() {
        return;
    }
    outcome.untold_count += structured.len() - shared;
    if outcome.untold.len() < MAX_DIFFERENCES {
        let parent = pointer(path);
        let lacking = structured.members().filter(|member| text.member(&member.key.to_str()).is_none());
        let room = MAX_DIFFERENCES - outcome.untold.len();
        let pointers =
            lacking.take(room).map(|member| format!("{parent}/{}", escape_token(&member.key.to_str())));
        outcome.untold.extend(pointers);
    }
}

impl Outcome {
    fn differ(&mut self, path: &[Token<'_>], quotes: impl FnOnce() -> (String, String)) {
        self.count += 1;
        if self.differences.len() < MAX_DIFFERENCES {
            let pointer = pointer(path);
            let (text, structured) = quotes();
            self.differences.push(Difference {
                text_pointer: pointer.clone(),
                structured_pointer: pointer,
                text,
                structured,
            });
        }
    }
}

fn pointer(path: &[Token<'_>]) -> String {
    let mut pointer = String::new();
    for token in path {
        pointer.push('/');
        match token {
            Token::Index(index) => pointer.push_str(&index.to_string()),
            Token::Key(object, index) => {
                let key = object.members().nth(*index).map(|member| member.key.to_str());
                pointer.push_str(&escape_token(&key.unwrap_or_default()));
            }
        }
    }
    pointer
}

/// The JSON of a value, cut to a readable length.
fn quote(node: Node<'_>) -> String {
    super::facts::cut(node.text(), MAX_QUOTE)
}
