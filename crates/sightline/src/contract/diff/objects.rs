//! Compares what two schemas say of the members of objects.

use std::collections::BTreeSet;

use super::compare::Comparison;
use super::facts;
use super::parts::Conjunction;
use super::{Change, ChangeKind, Effect};
use crate::json::{Node, escape_token};

use Effect::{Breaks, Compatible, Undecided};

/// One member on both sides.
struct Member<'o, 'n> {
    name: String,
    pointer: String,
    old: Vec<Node<'o>>,
    new: Vec<Node<'n>>,
}

impl<'o, 'n> Comparison<'o, 'n> {
    pub(super) fn objects(&mut self, old: &Conjunction<'o>, new: &Conjunction<'n>, pointer: &str) {
        let (olds, news) = (names(old), names(new));
        let (old_required, new_required) = (facts::required(old), facts::required(new));
        let all: BTreeSet<&String> =
            olds.iter().chain(&news).chain(&old_required).chain(&new_required).collect();
        for name in all {
            let member = Member {
                name: name.clone(),
                pointer: format!("{pointer}/properties/{}", escape_token(name)),
                old: schemas_of(old, name),
                new: schemas_of(new, name),
            };
            let was_required = old_required.contains(name);
            let is_required = new_required.contains(name);
            match (olds.contains(name), news.contains(name)) {
                (false, true) => {
                    self.required(name, &member.pointer, was_required, is_required && was_required);
                    self.added(&member, is_required && !was_required);
                }
                (true, false) => {
                    self.required(name, &member.pointer, was_required && is_required, is_required);
                    self.removed(&member, was_required && !is_required);
                }
                (true, true) => {
                    self.required(&member.name, &member.pointer, was_required, is_required);
                    self.schemas(&member.old, &member.new, &member.pointer);
                }
                (false, false) => {
                    self.required(name, &format!("{pointer}/required"), was_required, is_required);
                }
            }
        }
        self.others(old, new, pointer);
    }

    fn required(&mut self, name: &str, pointer: &str, was: bool, is: bool) {
        match (was, is) {
            (true, false) => {
                let message = format!("`{name}` was required, is optional");
                self.put(ChangeKind::OptionalNow, pointer, message, Breaks, Compatible);
            }
            (false, true) => {
                let message = format!("`{name}` was optional, is required");
                self.put(ChangeKind::RequiredNow, pointer, message, Compatible, Breaks);
            }
            _ => {}
        }
    }

    fn added(&mut self, member: &Member<'o, 'n>, is_required: bool) {
        let inner = self.apart(|inner| inner.schemas(&member.old, &member.new, &member.pointer));
        let (readers, mut writers) = worst(&inner);
        // Nobody said that the member was there, so values of another kind are only possible.
        if writers == Breaks && is_anything(&member.old) {
            writers = Undecided;
        }
        let mut message = format!("`{}` is new", member.name);
        if is_required {
            writers = Breaks;
            message.push_str(" and required");
        } else if writers == Undecided {
            message.push_str("; older results may hold a member of this name that is otherwise");
        }
        if readers == Breaks {
            message.push_str(", and the old schema does not allow it");
        }
        self.put(ChangeKind::PropertyAdded, &member.pointer, message, readers, writers);
    }

    fn removed(&mut self, member: &Member<'o, 'n>, was_required: bool) {
        let inner = self.apart(|inner| inner.schemas(&member.old, &member.new, &member.pointer));
        let (mut readers, writers) = worst(&inner);
        if readers == Breaks && is_anything(&member.new) {
            readers = Undecided;
        }
        let mut message = format!("`{}` is gone", member.name);
        if was_required {
            readers = Breaks;
            message.push_str(", and was required");
        } else if readers == Undecided {
            message.push_str("; results may still hold a member of this name that is otherwise");
        }
        if writers == Breaks {
            message.push_str(", and the new schema does not allow it");
        }
        self.put(ChangeKind::PropertyRemoved, &member.pointer, message, readers, writers);
    }

    /// Members that neither side names.
    fn others(&mut self, old: &Conjunction<'o>, new: &Conjunction<'n>, pointer: &str) {
        let (olds, news) = (additional(old), additional(new));
        let pointer = format!("{pointer}/additionalProperties");
        let is_schema = |node: &Node<'_>| node.is_object();
        if olds.iter().any(is_schema) && news.iter().any(is_schema) {
            self.schemas(&olds, &news, &pointer);
            return;
        }
        let inner = self.apart(|inner| inner.schemas(&olds, &news, &pointer));
        if inner.is_empty() {
            return;
        }
        let (readers, writers) = worst(&inner);
        let words = |nodes: &[Node<'_>]| {
            if is_anything(nodes) {
                "anything"
            } else if nodes.iter().any(|node| node.as_bool() == Some(false)) {
                "nothing"
            } else {
                "a schema"
            }
        };
        let message = format!("further members: was {}, is {}", words(&olds), words(&news));
        self.put(ChangeKind::AdditionalProperties, &pointer, message, readers, writers);
    }
}

fn worst(changes: &[Change]) -> (Effect, Effect) {
    let readers = changes.iter().map(|change| change.readers).max().unwrap_or(Compatible);
    (readers, changes.iter().map(|change| change.writers).max().unwrap_or(Compatible))
}

fn is_anything(schemas: &[Node<'_>]) -> bool {
    schemas.iter().all(|schema| schema.as_bool() == Some(true) || schema.is_object() && schema.is_empty())
}

/// The names under `properties`.
pub(in crate::contract) fn names(conjunction: &Conjunction<'_>) -> BTreeSet<String> {
    let properties = conjunction.parts.iter().filter_map(|part| part.member("properties"));
    properties.flat_map(Node::members).map(|member| member.key.to_str().into_owned()).collect()
}

/// The schemas that judge the member of a name: in each part its own, else that of all others.
pub(in crate::contract) fn schemas_of<'d>(conjunction: &Conjunction<'d>, name: &str) -> Vec<Node<'d>> {
    let of = |part: &Node<'d>| {
        let own = part.member("properties").and_then(|properties| properties.member(name));
        own.or_else(|| part.member("additionalProperties"))
    };
    conjunction.parts.iter().filter_map(of).collect()
}

fn additional<'d>(conjunction: &Conjunction<'d>) -> Vec<Node<'d>> {
    conjunction.parts.iter().filter_map(|part| part.member("additionalProperties")).collect()
}
