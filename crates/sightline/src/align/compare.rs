//! Comparison by value of the JSON of a text block with the structured content.

use super::{Alignment, Difference, Form, MAX_DIFFERENCES, Relation, worded};
use crate::json::{Kind, Member, Node, Spelling, Text, escape_token};

/// Most parts of one side that are tried as the counterpart of the other side.
const MAX_PARTS: usize = 16;
/// How deep below the root a part may stand: `{"data": {"rows": […]}}` is two.
const MAX_PART_DEPTH: usize = 2;
/// Longest value that a difference quotes, in characters.
const MAX_QUOTE: usize = 120;

/// A value of one side with the keys that lead to it from the root of that side.
#[derive(Clone, Copy)]
struct Part<'d> {
    keys: [Option<Text<'d>>; MAX_PART_DEPTH],
    node: Node<'d>,
}

impl<'d> Part<'d> {
    fn whole(node: Node<'d>) -> Self {
        Self { keys: [None; MAX_PART_DEPTH], node }
    }

    fn below(mut self, member: Member<'d>) -> Self {
        if let Some(key) = self.keys.iter_mut().find(|key| key.is_none()) {
            *key = Some(member.key);
        }
        Self { node: member.value, ..self }
    }

    fn pointer(&self) -> String {
        let tokens = self.keys.iter().flatten().map(|key| escape_token(&key.to_str()));
        tokens.flat_map(|token| ["/".to_owned(), token]).collect()
    }
}

/// A part of the structured content that a text spells as it stands there.
pub(super) struct Alike<'d> {
    /// The first part that equals the text.
    right: Part<'d>,
    /// The value whose JSON text the text is, byte for byte.
    pub(super) copy: Option<Node<'d>>,
}

impl Alike<'_> {
    /// Returns what [`compare`] would find.
    pub(super) fn alignment(&self, structured: Node<'_>) -> Alignment {
        equal(&Part::whole(structured), &self.right, structured)
    }

    /// Tells whether that is most of the structured content.
    pub(super) fn carries(&self, structured: Node<'_>) -> bool {
        is_most_of(&self.right, structured)
    }
}

/// Compares two values, either of which may be wrapped.
pub(super) fn compare(text: Node<'_>, structured: Node<'_>) -> Alignment {
    let pairs = pairs(text, structured);
    if let Some((left, right)) = equal_parts(text, structured, &pairs) {
        return equal(&left, &right, structured);
    }
    let at_root = walk(text, structured);
    // A part that the text says less of, and nothing else, is closer than a whole that it differs from.
    if at_root.count > 0 {
        let inside = pairs
            .iter()
            .map(|(left, right)| (walk(left.node, right.node), left, right))
            .find(|(outcome, _, _)| outcome.count == 0 && outcome.agreeing > 1 && outcome.added_count == 0);
        if let Some((outcome, left, right)) = inside {
            return outcome.alignment(Relation::Summary, left, right, structured);
        }
    }
    if at_root.is_comparable() {
        let relation = at_root.relation();
        return at_root.alignment(relation, &Part::whole(text), &Part::whole(structured), structured);
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
            let (left, right) = (Part::whole(text), Part::whole(structured));
            Outcome::default().alignment(Relation::Unrelated, &left, &right, structured)
        }
    }
}

/// Tells whether one value carries the other, as [`compare`] does and without listing differences.
pub(super) fn carries(text: Node<'_>, structured: Node<'_>) -> bool {
    let equal = equal_parts(text, structured, &pairs(text, structured));
    equal.is_some_and(|(_, right)| is_most_of(&right, structured))
}

/// Finds a part of the structured content that the text spells token by token as it stands there; the
/// text is not read for that. `None` tells nothing.
pub(super) fn spelt_alike<'d>(text: Text<'_>, structured: Node<'d>) -> Option<Alike<'d>> {
    let kind = match text.raw().trim_ascii_start().bytes().next()? {
        b'[' => Kind::Array,
        b'{' => Kind::Object,
        _ => return None,
    };
    let spells = |node: Node<'d>| match node.spelling_in(text) {
        Spelling::Copy => Some(Some(node)),
        Spelling::Spaced => Some(None),
        Spelling::Unlike => None,
    };
    if kind == structured.kind()
        && let Some(copy) = spells(structured)
    {
        return Some(Alike { right: Part::whole(structured), copy });
    }
    // No value equals a part of its own, so the whole is out when a part is spelt alike.
    let mut parts = parts(structured, kind);
    let (found, copy) = parts.iter().enumerate().find_map(|(at, part)| Some((at, spells(part.node)?)))?;
    let node = parts.get(found)?.node;
    let first = parts[..found].iter().position(|part| part.node.equals(node)).unwrap_or(found);
    Some(Alike { right: parts.swap_remove(first), copy })
}

/// What there is to say of equal values.
fn equal(left: &Part<'_>, right: &Part<'_>, structured: Node<'_>) -> Alignment {
    let relation = if is_most_of(right, structured) { Relation::Same } else { Relation::Summary };
    Outcome::default().alignment(relation, left, right, structured)
}

/// The first pair of equal values: the roots, or parts of them.
fn equal_parts<'d, 's>(
    text: Node<'d>,
    structured: Node<'s>,
    pairs: &[(Part<'d>, Part<'s>)],
) -> Option<(Part<'d>, Part<'s>)> {
    if text.equals(structured) {
        return Some((Part::whole(text), Part::whole(structured)));
    }
    pairs.iter().find(|(left, right)| left.node.equals(right.node)).copied()
}

/// Returns the value below a wrapper of one member, such as `{"result": …}`, and the pointer to it.
pub(super) fn unwrapped(node: Node<'_>) -> (String, Node<'_>) {
    let part = only(node).unwrap_or(Part::whole(node));
    (part.pointer(), part.node)
}

/// The value of an object of one member.
fn only(node: Node<'_>) -> Option<Part<'_>> {
    let member = node.members().next().filter(|_| node.len() == 1)?;
    Some(Part::whole(node).below(member))
}

/// The pairs of parts that may be counterparts, likely ones first, without the pair of the roots.
fn pairs<'d, 's>(text: Node<'d>, structured: Node<'s>) -> Vec<(Part<'d>, Part<'s>)> {
    let below_structured = parts(structured, text.kind());
    let below_text = parts(text, structured.kind());
    let mut pairs: Vec<(Part<'d>, Part<'s>)> =
        below_structured.into_iter().map(|part| (Part::whole(text), part)).collect();
    pairs.extend(below_text.into_iter().map(|part| (part, Part::whole(structured))));
    if let (Some(left), Some(right)) = (only(text), only(structured))
        && left.node.kind() == right.node.kind()
    {
        pairs.push((left, right));
    }
    pairs
}

/// The values of a kind below an object that may be the counterpart of another, breadth first.
fn parts(root: Node<'_>, kind: Kind) -> Vec<Part<'_>> {
    let mut found: Vec<Part<'_>> = Vec::new();
    let mut level = vec![Part::whole(root)];
    for _ in 0..MAX_PART_DEPTH {
        let mut below = Vec::new();
        for part in level {
            for member in part.node.members().take(4 * MAX_PARTS) {
                let (node, part) = (member.value, part.below(member));
                if !matches!(node.kind(), Kind::Array | Kind::Object) {
                    continue;
                }
                // An empty part equals every other empty one and says nothing, but where it is all there is.
                let says = !node.is_empty() || root.len() == 1;
                if node.kind() == kind && says && found.len() < MAX_PARTS {
                    found.push(part);
                }
                if below.len() < MAX_PARTS {
                    below.push(part);
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
    let wrappers = 2 * part.keys.iter().flatten().count();
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
    /// Values may be written for people.
    is_for_readers: bool,
}

impl Outcome {
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
        let (left, right) = (left.pointer(), right.pointer());
        let prefix = |head: &str, tail: String| if head.is_empty() { tail } else { format!("{head}{tail}") };
        let mut untold: Vec<String> = beside(structured, &right);
        untold.extend(self.untold.into_iter().map(|pointer| prefix(&right, pointer)));
        untold.truncate(MAX_DIFFERENCES);
        let differences = self.differences.into_iter().map(|difference| Difference {
            text_pointer: prefix(&left, difference.text_pointer),
            structured_pointer: prefix(&right, difference.structured_pointer),
            ..difference
        });
        Alignment {
            form: Some(Form::Json),
            differences: differences.collect(),
            difference_count: self.count,
            untold,
            added: self.added.into_iter().map(|pointer| prefix(&left, pointer)).collect(),
            text_pointer: left,
            structured_pointer: right,
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
    walk_as(text, structured, false)
}

fn walk_as(text: Node<'_>, structured: Node<'_>, is_for_readers: bool) -> Outcome {
    let mut outcome = Outcome { is_for_readers, ..Outcome::default() };
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
    // A copy member by member is held to its values; what has other members is written for a reader.
    let is_copy = outcome.added_count == 0 && outcome.untold_count == 0;
    if outcome.disagreeing == 0 || is_copy || outcome.is_for_readers {
        return outcome;
    }
    walk_as(text, structured, true)
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
        // A name for the whole object, a count for the list.
        (Kind::String | Kind::Number, Kind::Object)
            if structured.members().any(|member| text.equals(member.value)) =>
        {
            outcome.agreeing += 1;
        }
        (Kind::Number, Kind::Array) if text.text().parse() == Ok(structured.len()) => outcome.agreeing += 1,
        _ if worded::is_rewritten(text, structured) => outcome.agreeing += 1,
        _ if outcome.is_for_readers && worded::is_worded(text, structured) => outcome.agreeing += 1,
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
            let difference =
                Difference { text_pointer: pointer.clone(), ..Difference::of(pointer, text, structured) };
            self.differences.push(difference);
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
