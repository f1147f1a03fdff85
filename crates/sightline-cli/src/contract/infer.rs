//! `sightline schema infer`: the output schema that recorded structured contents hold to.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{Result, anyhow, bail};
use sightline::contract::{Inferred, Openness, Summary, infer};
use sightline::json::{Document, Edits, quote};
use sightline::tool::Tool;

use super::UNREAD;
use super::recorded::{self, Passed};
use crate::args::{Format, InferArgs};
use crate::render;

/// What was recorded of one tool.
#[derive(Default)]
struct Found {
    summary: Summary,
    definition: Option<String>,
}

/// What is printed of one tool.
struct Told {
    name: Option<String>,
    inferred: Inferred,
    /// The schema, or the definition that holds it.
    json: String,
}

pub fn run(args: &InferArgs) -> Result<u8> {
    let mut tools: BTreeMap<Option<String>, Found> = BTreeMap::new();
    let passed = recorded::each(&args.paths, args.kind, |recorded| {
        let found = tools.entry(recorded.tool.map(str::to_owned)).or_default();
        found.summary.add(recorded.value);
        if let Some(definition) = recorded.definition.filter(|_| args.definition) {
            found.definition = Some(definition.node().text().to_owned());
        }
    })?;
    if passed.complain() && tools.is_empty() {
        return Ok(UNREAD);
    }
    let tools = chosen(args, tools, &passed)?;
    let openness = if args.closed { Openness::Closed } else { Openness::Open };
    let mut told = Vec::new();
    for (name, found) in tools {
        let Some(inferred) = infer(&found.summary, openness) else { continue };
        let json = if args.definition {
            definition(name.as_deref(), found.definition, &inferred.schema)?
        } else {
            inferred.schema.clone()
        };
        told.push(Told { name, inferred, json });
    }
    let mut remarks = passed.remarks();
    remarks.extend(told.iter().flat_map(Told::remarks));
    print(args, &told, &remarks)?;
    Ok(if passed.problems.is_empty() { 0 } else { UNREAD })
}

type Tools = BTreeMap<Option<String>, Found>;

/// The tools that are asked for. A recording that names none is of the tool that was named.
fn chosen(args: &InferArgs, mut tools: Tools, passed: &Passed) -> Result<Tools> {
    if let Some(name) = args.tool.as_ref().filter(|_| !tools.is_empty()) {
        let is_nameless = tools.keys().all(Option::is_none);
        let known = || tools.keys().flatten().cloned().collect::<Vec<_>>().join(", ");
        let missing =
            || anyhow!("no structured content of {name:?} is recorded; there is some of {}", known());
        let key = if is_nameless { None } else { Some(name.clone()) };
        let found = if tools.contains_key(&key) { tools.remove(&key) } else { return Err(missing()) };
        tools = found.into_iter().map(|found| (Some(name.clone()), found)).collect();
    }
    if tools.is_empty() {
        let passed = passed.remarks();
        let hint = if passed.is_empty() { String::new() } else { format!(" ({})", passed.join("; ")) };
        bail!("no structured content is recorded here, so there is nothing to infer from{hint}");
    }
    Ok(tools)
}

/// The definition with the schema put into it.
fn definition(name: Option<&str>, recorded: Option<String>, schema: &str) -> Result<String> {
    let text = match (recorded, name) {
        (Some(text), _) => text,
        (None, Some(name)) => format!(r#"{{"name": {}, "inputSchema": {{"type": "object"}}}}"#, quote(name)),
        (None, None) => bail!("the recording does not name the tool; say --tool NAME"),
    };
    let document = Document::parse(&text)?;
    let tool = Tool::of(document.root());
    let mut edits = Edits::new(&document);
    match tool.output_schema() {
        Some(old) => edits.replace(old, schema),
        None => edits.insert_member(tool.node(), "outputSchema", schema),
    }
    Ok(edits.finish())
}

impl Told {
    fn remarks(&self) -> Vec<String> {
        let name = self.name.as_deref().unwrap_or("a tool without a name");
        let mut remarks = vec![format!("{name}: inferred from {} results", self.inferred.values)];
        if let Some(levels) = self.inferred.levels {
            remarks.push(format!("{name}: what lies deeper than {levels} levels is left open"));
        }
        if self.inferred.is_cut {
            remarks.push(format!(
                "{name}: there are more places than are told apart; the last ones are left open"
            ));
        }
        remarks
    }
}

fn print(args: &InferArgs, told: &[Told], remarks: &[String]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if args.format == Format::Json {
        let mut tools = Vec::new();
        for tool in told {
            tools.push(serde_json::json!({
                "name": tool.name,
                "values": tool.inferred.values,
                "levels": tool.inferred.levels,
                "isCut": tool.inferred.is_cut,
                if args.definition { "definition" } else { "schema" }: serde_json::from_str::<serde_json::Value>(&tool.json)?,
            }));
        }
        let value = serde_json::json!({ "tools": tools, "remarks": remarks });
        writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
        return Ok(());
    }
    match told {
        [one] => writeln!(out, "{}", render::for_stdout(&one.json))?,
        _ if args.definition => {
            let all: Vec<&str> = told.iter().map(|tool| tool.json.as_str()).collect();
            writeln!(out, "{{\"tools\": [\n{}\n]}}", render::for_stdout(&all.join(",\n")))?;
        }
        _ => {
            let entry =
                |tool: &Told| format!("{}: {}", quote(tool.name.as_deref().unwrap_or_default()), tool.json);
            let all: Vec<String> = told.iter().map(entry).collect();
            writeln!(out, "{{\n{}\n}}", render::for_stdout(&all.join(",\n")))?;
        }
    }
    for remark in remarks {
        eprintln!("{remark}");
    }
    Ok(())
}
