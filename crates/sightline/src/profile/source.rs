//! The text of a profile as a tree whose values know their place, so that every error names line and
//! column: also one in a behaviour that others extend.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::file::unknown_behaviour;
use super::placeholders;
use super::{Behaviour, BlockRule, ProfileError, shared};
use crate::json::Place;

/// Most behaviours that extend each other in a row.
const DEEPEST: usize = 8;

/// One step on the way to a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'k> {
    /// The value of a key.
    Key(&'k str),
    /// The key itself.
    Name(&'k str),
    /// An item of an array.
    Item(usize),
}

pub(super) type Value<'t> = Spanned<DeValue<'t>>;

pub(super) struct Source<'t> {
    text: &'t str,
    root: Value<'t>,
}

impl<'t> Source<'t> {
    pub(super) fn parse(text: &'t str) -> Result<Self, ProfileError> {
        let root = DeTable::parse(text).map_err(|error| foreign(text, &error))?;
        let root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        Ok(Self { text, root })
    }

    /// Reads the whole file.
    pub(super) fn whole<T: DeserializeOwned>(&self) -> Result<T, ProfileError> {
        self.read(self.root.clone())
    }

    fn read<T: DeserializeOwned>(&self, value: Value<'t>) -> Result<T, ProfileError> {
        T::deserialize(ValueDeserializer::from(value)).map_err(|error| foreign(self.text, &error))
    }

    /// An error at the value that some steps lead to, or as near to it as they lead.
    pub(super) fn error(&self, steps: &[Step<'_>], reason: &str) -> ProfileError {
        let mut at = self.root.span();
        let mut value = Some(&self.root);
        for step in steps {
            let key = |name: &str| {
                let table = value.and_then(|value| value.get_ref().as_table());
                table.and_then(|table| table.get_key_value(name))
            };
            let (span, inner) = match *step {
                Step::Key(name) => {
                    (key(name).map(|(_, value)| value.span()), key(name).map(|(_, value)| value))
                }
                Step::Name(name) => (key(name).map(|(key, _)| key.span()), None),
                Step::Item(index) => {
                    let item =
                        value.and_then(|value| value.get_ref().as_array()).and_then(|items| items.get(index));
                    (item.map(Spanned::span), item)
                }
            };
            let Some(span) = span else { break };
            (at, value) = (span, inner);
        }
        self.error_at(at, reason)
    }

    pub(super) fn error_at(&self, at: Range<usize>, reason: &str) -> ProfileError {
        ProfileError { reason: reason.to_owned(), place: Some(Place::of(self.text, at.start)) }
    }

    /// A table of the file by its name; an empty one when it is not there.
    fn table(&self, name: &str) -> DeTable<'t> {
        let root = self.root.get_ref().as_table();
        let table = root.and_then(|root| root.get(name)).and_then(|value| value.get_ref().as_table());
        table.cloned().unwrap_or_default()
    }

    /// All behaviours, each with what it extends, and the rules that stand for themselves.
    pub(super) fn behaviours(&self) -> Result<BTreeMap<String, Behaviour>, ProfileError> {
        let (lists, rules, behaviours) = (self.table("lists"), self.table("rules"), self.table("behaviour"));
        placeholders::check(self, "rules", &rules)?;
        placeholders::check(self, "behaviour", &behaviours)?;
        for value in rules.values() {
            let mut named = value.clone();
            shared::expand_rules(self, &mut named, &lists, &rules)?;
            self.read::<Vec<BlockRule>>(named)?;
        }
        let mut all = BTreeMap::new();
        for (name, value) in &behaviours {
            let mut merged = self.merged(&behaviours, name.get_ref(), value)?;
            shared::expand(self, &mut merged, &lists, &rules)?;
            all.insert(name.get_ref().to_string(), self.read(merged)?);
        }
        Ok(all)
    }

    /// A behaviour on top of those that it extends.
    fn merged(&self, all: &DeTable<'t>, name: &str, value: &Value<'t>) -> Result<Value<'t>, ProfileError> {
        let mut chain = Vec::new();
        let mut next = Some(value);
        while let Some(value) = next {
            let Some(table) = value.get_ref().as_table() else {
                return Err(self.error_at(value.span(), "a behaviour is a table, as [behaviour.NAME]"));
            };
            chain.push(table);
            next = match table.get("extends") {
                None => None,
                Some(base) => Some(self.base(all, base)?),
            };
            if let (Some(base), true) = (table.get("extends"), chain.len() > DEEPEST) {
                let why = format!("behaviour {name:?} extends in a circle, or more than {DEEPEST} others");
                return Err(self.error_at(base.span(), &why));
            }
        }
        let mut merged = DeTable::default();
        for table in chain.into_iter().rev() {
            merge(&mut merged, table);
        }
        merged.remove("extends");
        Ok(Spanned::new(value.span(), DeValue::Table(merged)))
    }

    fn base<'a>(&self, all: &'a DeTable<'t>, base: &Value<'t>) -> Result<&'a Value<'t>, ProfileError> {
        let Some(name) = base.get_ref().as_str() else {
            let kind = base.get_ref().type_str();
            let why = format!("`extends` names a behaviour, as a string; this is of type {kind}");
            return Err(self.error_at(base.span(), &why));
        };
        let known: Vec<String> = all.keys().map(|key| key.get_ref().to_string()).collect();
        all.get(name).ok_or_else(|| self.error_at(base.span(), &unknown_behaviour(name, known.iter())))
    }
}

/// An error of the TOML reader.
fn foreign(text: &str, error: &toml::de::Error) -> ProfileError {
    let place = error.span().map(|span| Place::of(text, span.start));
    ProfileError { reason: error.message().to_owned(), place }
}

/// Tables are merged member by member; anything else replaces what was there.
fn merge<'t>(into: &mut DeTable<'t>, from: &DeTable<'t>) {
    for (key, value) in from {
        let name = key.get_ref().as_ref();
        if let (Some(DeValue::Table(below)), DeValue::Table(above)) =
            (into.get_mut(name).map(Spanned::get_mut), value.get_ref())
        {
            merge(below, above);
            continue;
        }
        // The key goes too: its place is the one that an error names.
        into.remove(name);
        into.insert(key.clone(), value.clone());
    }
}
