//! The `jsonschema` crate reads our documents directly: nothing is converted to be validated.

use std::any::Any;
use std::borrow::Cow;
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node as JsonNode, NodeIdentity, Object};
use serde_json::Value;

use super::{AllMembers, Items, Kind, Node, Number, SMALL, text};

/// The representation that names our documents to the `jsonschema` crate.
///
/// ```
/// use sightline::json::{Document, InstanceNode, SightlineJson};
///
/// let schema = serde_json::json!({"type": "integer", "const": 1});
/// let validator = jsonschema::options_for::<SightlineJson>().build(&schema).unwrap();
/// let document = Document::parse("1.0").unwrap();
/// assert!(validator.is_valid(InstanceNode::Value(document.root())));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SightlineJson;

thread_local! {
    /// How many more looks at containers the validation under way may take.
    static FUEL: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// What unwinds a validation that has used up its fuel; no other panic carries it.
struct OutOfFuel;

/// Runs a validation with a bound on its work; `None` when the bound was reached.
///
/// The validator cannot be cancelled, and a schema can make it double its work at each level of the
/// instance. So the looks at containers are counted, and past the bound the stack is unwound to here.
/// `resume_unwind` calls no panic hook, so nothing is printed.
pub(crate) fn with_fuel<T>(fuel: u64, validate: impl FnOnce() -> T) -> Option<T> {
    let before = FUEL.replace(fuel);
    let outcome = catch_unwind(AssertUnwindSafe(validate));
    FUEL.set(before);
    outcome
        .map_err(|payload: Box<dyn Any + Send>| {
            if !payload.is::<OutOfFuel>() {
                resume_unwind(payload);
            }
        })
        .ok()
}

#[inline]
fn burn(work: u64) {
    let left = FUEL.get();
    if left < work {
        resume_unwind(Box::new(OutOfFuel));
    }
    FUEL.set(left - work);
}

/// A value of a document, or a property name that is validated like a value.
#[derive(Clone, Copy, Debug)]
pub enum InstanceNode<'d> {
    /// A value of a document.
    Value(Node<'d>),
    /// A property name, for `propertyNames`.
    Name(&'d str),
}

/// A property name with its signature.
#[derive(Clone, Debug)]
pub struct PreparedKey {
    name: Box<str>,
    signature: u32,
}

impl Json for SightlineJson {
    type Node<'a> = InstanceNode<'a>;
    type PreparedKey = PreparedKey;
    type StringBuffer = String;

    // A lookup compares signatures, and large objects have an index; a pass over the members would
    // hash every key. So look-ups are never replaced by a pass.
    const KEYS_PER_LOOKUP: usize = 0;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> PreparedKey {
        PreparedKey { name: key.into(), signature: text::signature(key.as_bytes()) }
    }

    fn with_string_node<T>(buffer: &mut String, string: &str, f: impl FnOnce(InstanceNode<'_>) -> T) -> T {
        buffer.clear();
        buffer.push_str(string);
        f(InstanceNode::Name(buffer))
    }
}

impl<'d> JsonNode<'d, SightlineJson> for InstanceNode<'d> {
    type Object = ObjectNode<'d>;
    type Array = ArrayNode<'d>;
    type Number = NumberNode<'d>;

    #[inline]
    fn as_object(&self) -> Option<ObjectNode<'d>> {
        let node = self.value().filter(|node| node.is_object())?;
        burn(1);
        Some(ObjectNode(node))
    }

    #[inline]
    fn as_array(&self) -> Option<ArrayNode<'d>> {
        let node = self.value().filter(|node| node.is_array())?;
        burn(1);
        Some(ArrayNode(node))
    }

    #[inline]
    fn as_string(&self) -> Option<Cow<'d, str>> {
        match self {
            Self::Value(node) => node.as_str(),
            Self::Name(name) => Some(Cow::Borrowed(name)),
        }
    }

    #[inline]
    fn as_number(&self) -> Option<NumberNode<'d>> {
        self.value().filter(|node| node.kind() == Kind::Number).map(NumberNode)
    }

    #[inline]
    fn as_boolean(&self) -> Option<bool> {
        self.value().and_then(Node::as_bool)
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.value().is_some_and(Node::is_null)
    }

    #[inline]
    fn is_number(&self) -> bool {
        self.value().is_some_and(|node| node.kind() == Kind::Number)
    }

    #[inline]
    fn json_type(&self) -> JsonType {
        let of_container = |container| {
            burn(1);
            container
        };
        match self.value().map_or(Kind::String, Node::kind) {
            Kind::Null => JsonType::Null,
            Kind::Bool => JsonType::Boolean,
            Kind::Number => JsonType::Number,
            Kind::String => JsonType::String,
            Kind::Array => of_container(JsonType::Array),
            Kind::Object => of_container(JsonType::Object),
        }
    }

    #[inline]
    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        // Without escapes the bytes bound the code points: at least a quarter, at most all of them.
        let Self::Value(node) = self else {
            return self.string_length().map(|length| (min..=max).contains(&length));
        };
        let text = node.as_text()?;
        let bytes = text.raw().len() as u64;
        if bytes < min {
            return Some(false);
        }
        if !text.is_escaped() && bytes <= max && bytes.div_ceil(4) >= min {
            return Some(true);
        }
        self.string_length().map(|length| (min..=max).contains(&length))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        match self {
            Self::Value(node) => equals_value(*node, expected),
            Self::Name(name) => expected.as_str() == Some(name),
        }
    }

    fn to_value(&self) -> Cow<'d, Value> {
        // Errors copy the value that they speak of, so listing them costs more than judging.
        burn(self.value().map_or(1, |node| node.weight() as u64));
        Cow::Owned(match self {
            Self::Value(node) => node.to_value(),
            Self::Name(name) => Value::String((*name).to_owned()),
        })
    }

    #[inline]
    fn identity(&self) -> Option<NodeIdentity> {
        Some(match self {
            Self::Value(node) => NodeIdentity::tagged(node.document.slots.as_ptr() as usize, node.id),
            Self::Name(name) => NodeIdentity::tagged(name.as_ptr() as usize, u32::MAX),
        })
    }
}

impl<'d> InstanceNode<'d> {
    #[inline]
    fn value(self) -> Option<Node<'d>> {
        match self {
            Self::Value(node) => Some(node),
            Self::Name(_) => None,
        }
    }
}

/// A number as the validator sees it: most are small, and their value was read with the document.
#[derive(Clone, Copy, Debug)]
pub struct NumberNode<'d>(Node<'d>);

impl<'d> NumberNode<'d> {
    #[inline]
    fn number(self) -> Number<'d> {
        Number::new(self.0.text())
    }

    #[inline]
    fn small(self) -> Option<u32> {
        let slot = self.0.slot();
        (slot.flags & SMALL != 0).then_some(slot.extra)
    }
}

impl JsonNumber for NumberNode<'_> {
    #[inline]
    fn as_u64(&self) -> Option<u64> {
        self.small().map(u64::from).or_else(|| self.number().as_u64())
    }

    #[inline]
    fn as_i64(&self) -> Option<i64> {
        self.small().map(i64::from).or_else(|| self.number().as_i64())
    }

    #[inline]
    fn as_f64(&self) -> Option<f64> {
        self.small().map(f64::from).or_else(|| self.number().as_f64())
    }

    #[inline]
    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.number().as_str())
    }

    fn to_number(&self) -> Cow<'_, serde_json::Number> {
        Cow::Owned(self.number().to_serde())
    }

    #[inline]
    fn is_integer(&self) -> bool {
        self.small().is_some() || self.number().is_written_as_integer() || self.number().is_integer()
    }

    #[inline]
    fn is_written_as_integer(&self) -> bool {
        self.small().is_some() || self.number().is_written_as_integer()
    }
}

/// An object as the validator sees it: shadowed members are not there.
#[derive(Clone, Copy, Debug)]
pub struct ObjectNode<'d>(Node<'d>);

impl<'d> Object<'d, SightlineJson> for ObjectNode<'d> {
    type Node = InstanceNode<'d>;
    type MemberName = Cow<'d, str>;
    type MembersIter = MembersIter<'d>;

    #[inline]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn get(&self, key: &PreparedKey) -> Option<InstanceNode<'d>> {
        let id = self.0.find(key.signature, &key.name)?;
        Some(InstanceNode::Value(self.0.with(id + 1)))
    }

    #[inline]
    fn members(&self) -> MembersIter<'d> {
        MembersIter(self.0.all_members())
    }

    fn try_for_each_name_node<B>(
        &self,
        _: &mut String,
        mut f: impl FnMut(InstanceNode<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for member in self.0.members() {
            // A key is a string slot of its own, so it can be handed over as it stands.
            f(InstanceNode::Value(self.0.with(member.key_id)))?;
        }
        ControlFlow::Continue(())
    }
}

/// The members that the validator sees.
#[derive(Clone, Debug)]
pub struct MembersIter<'d>(AllMembers<'d>);

impl<'d> Iterator for MembersIter<'d> {
    type Item = (Cow<'d, str>, InstanceNode<'d>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let member = self.0.by_ref().find(|member| !member.is_shadowed())?;
        Some((member.key.to_str(), InstanceNode::Value(member.value)))
    }
}

/// An array as the validator sees it.
#[derive(Clone, Copy, Debug)]
pub struct ArrayNode<'d>(Node<'d>);

impl<'d> Array<'d, SightlineJson> for ArrayNode<'d> {
    type Node = InstanceNode<'d>;
    type ElementsIter = ElementsIter<'d>;

    #[inline]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn elements(&self) -> ElementsIter<'d> {
        ElementsIter(self.0.items())
    }

    fn is_unique(&self) -> bool {
        let mut items: Vec<(u64, Node<'d>)> =
            self.0.items().map(|item| (structural_hash(item), item)).collect();
        items.sort_unstable_by_key(|(hash, _)| *hash);
        items.chunk_by(|left, right| left.0 == right.0).all(|group| {
            group
                .iter()
                .enumerate()
                .all(|(index, (_, item))| group.iter().skip(index + 1).all(|(_, other)| !item.equals(*other)))
        })
    }
}

/// The items that the validator sees.
#[derive(Clone, Debug)]
pub struct ElementsIter<'d>(Items<'d>);

impl<'d> Iterator for ElementsIter<'d> {
    type Item = InstanceNode<'d>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(InstanceNode::Value)
    }
}

/// A hash that equal values share: numbers by value, members without regard to order.
fn structural_hash(node: Node<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    node.kind().hash(&mut hasher);
    match node.kind() {
        Kind::Null => {}
        Kind::Bool => node.text().hash(&mut hasher),
        Kind::Number => node.as_number().hash(&mut hasher),
        Kind::String => node.as_text().map(text::hash_text).hash(&mut hasher),
        Kind::Array => node.items().for_each(|item| structural_hash(item).hash(&mut hasher)),
        Kind::Object => {
            let members = node.members().map(|member| {
                let mut hasher = DefaultHasher::new();
                text::hash_text(member.key).hash(&mut hasher);
                structural_hash(member.value).hash(&mut hasher);
                hasher.finish()
            });
            members.fold(0u64, u64::wrapping_add).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Equality against a value of a schema; numbers by the text that `serde_json` prints.
fn equals_value(node: Node<'_>, expected: &Value) -> bool {
    match (node.kind(), expected) {
        (Kind::Null, Value::Null) => true,
        (Kind::Bool, Value::Bool(expected)) => node.as_bool() == Some(*expected),
        (Kind::Number, Value::Number(expected)) => {
            node.as_number() == Some(Number::new(&expected.to_string()))
        }
        (Kind::String, Value::String(expected)) => node.as_text().is_some_and(|text| text.is(expected)),
        (Kind::Array, Value::Array(expected)) => {
            node.len() == expected.len()
                && node.items().zip(expected).all(|(item, expected)| equals_value(item, expected))
        }
        (Kind::Object, Value::Object(expected)) => {
            node.len() == expected.len()
                && expected.iter().all(|(key, expected)| {
                    node.member(key).is_some_and(|value| equals_value(value, expected))
                })
        }
        _ => false,
    }
}
