//! `sightline schema`: contracts from recordings, between versions, and against later results.

mod diff;
mod drift;
mod infer;
mod recorded;

use anyhow::{Result, anyhow, bail};
use sightline::json::{Document, Node};
use sightline::tool::Tool;

use crate::args::{SchemaArgs, SchemaCommand};

/// Could not read everything, or nothing at all.
const UNREAD: u8 = 2;

pub fn run(args: &SchemaArgs) -> Result<u8> {
    match &args.command {
        SchemaCommand::Infer(args) => infer::run(args),
        SchemaCommand::Diff(args) => diff::run(args),
        SchemaCommand::Drift(args) => drift::run(args),
    }
}

/// What a file of contracts holds.
enum Contracts<'d> {
    /// One schema, of a tool with a name when a definition told it.
    One(Option<String>, Option<Node<'d>>),
    /// The definitions of a list by name.
    List(Vec<(String, Option<Node<'d>>)>),
}

/// Recognises a schema, a definition, or a `tools/list` result, also inside a JSON-RPC message.
fn contracts<'d>(file: &str, document: &'d Document<'_>) -> Result<Contracts<'d>> {
    let root = document.root();
    let is_list = |node: &Node<'_>| node.member("tools").is_some_and(Node::is_array);
    let list = Some(root).filter(is_list).or_else(|| root.member("result").filter(is_list));
    if let Some(list) = list {
        let named = |tool: Tool<'d>| Some((tool.name()?.into_owned(), tool.output_schema()));
        return Ok(Contracts::List(Tool::list(list).filter_map(named).collect()));
    }
    if root.member("inputSchema").is_some() || root.member("outputSchema").is_some() {
        let tool = Tool::of(root);
        return Ok(Contracts::One(tool.name().map(std::borrow::Cow::into_owned), tool.output_schema()));
    }
    if is_result(root) || root.member("result").is_some_and(is_result) {
        bail!(
            "{file}: holds a result and no schema; `schema drift` holds results against one, `schema infer` makes one of them"
        )
    }
    if root.is_object() || root.as_bool().is_some() {
        return Ok(Contracts::One(None, Some(root)));
    }
    let place = root.place();
    bail!(
        "{file}:{}:{}: expected a schema, a tool definition or a tools/list result, found {}",
        place.line,
        place.column,
        root.kind().name()
    )
}

/// A result of a call has members that no schema has, and none of those that make one.
fn is_result(node: Node<'_>) -> bool {
    let has_some = |names: &[&str]| names.iter().any(|name| node.member(name).is_some());
    let has_result = node.member("content").is_some_and(Node::is_array)
        || node.member("structuredContent").is_some_and(Node::is_object);
    has_result && !has_some(&["type", "properties", "$schema", "$ref", "$defs", "anyOf", "oneOf", "allOf"])
}

/// Says that a list has no such tool, and which it has.
fn no_tool(file: &str, name: &str, known: &[String]) -> anyhow::Error {
    if known.is_empty() {
        return anyhow!("{file} holds no tool");
    }
    anyhow!("{file} holds no tool {name:?}; it has {}", known.join(", "))
}
