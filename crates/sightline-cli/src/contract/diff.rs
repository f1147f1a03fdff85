//! `sightline schema diff`: what breaks between two schemas, and for whom.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use serde::Serialize;
use sightline::contract::{Change, ChangeKind, Difference, Effect, diff};
use sightline::json::{Document, Node};
use sightline::schema::OutputSchema;

use super::{Contracts, contracts, no_tool};
use crate::args::{Direction, Format, SchemaDiffArgs};
use crate::{input, render};

/// The changes of one tool.
#[derive(Serialize)]
struct Told {
    tool: Option<String>,
    readers: Effect,
    writers: Effect,
    changes: Vec<Change>,
}

pub fn run(args: &SchemaDiffArgs) -> Result<u8> {
    let (old_bytes, new_bytes) = (input::read(&args.old)?, input::read(&args.new)?);
    let (old, new) = (input::parse(&args.old, &old_bytes)?, input::parse(&args.new, &new_bytes)?);
    let told = pairs(args, &old, &new)?
        .into_iter()
        .map(|(tool, old, new)| {
            let changes = compare(&args.old, old, &args.new, new)?;
            Ok(Told {
                tool,
                readers: changes.readers(),
                writers: changes.writers(),
                changes: changes.changes,
            })
        })
        .collect::<Result<Vec<Told>>>()?;
    print(args, &told)?;
    let limit = if args.strict { Effect::Undecided } else { Effect::Breaks };
    let reads = args.direction != Direction::Writers && told.iter().any(|told| told.readers >= limit);
    let writes = args.direction != Direction::Readers && told.iter().any(|told| told.writers >= limit);
    Ok(u8::from(reads || writes))
}

type Pair<'o, 'n> = (Option<String>, Side<'o>, Side<'n>);

/// What a side has of a tool.
#[derive(Clone, Copy)]
enum Side<'d> {
    NoTool,
    Tool(Option<Node<'d>>),
}

fn pairs<'o, 'n>(
    args: &SchemaDiffArgs,
    old: &'o Document<'_>,
    new: &'n Document<'_>,
) -> Result<Vec<Pair<'o, 'n>>> {
    let names = (input::name_of(&args.old), input::name_of(&args.new));
    let (olds, news) = (contracts(&names.0, old)?, contracts(&names.1, new)?);
    let (olds, news) = match (olds, news) {
        (Contracts::One(name, old), Contracts::One(_, new)) => {
            return Ok(vec![(name, Side::Tool(old), Side::Tool(new))]);
        }
        (Contracts::List(olds), Contracts::List(news)) => (olds, news),
        // One against a list: the tool of that name.
        (Contracts::List(olds), Contracts::One(name, new)) => {
            let Some(name) = args.tool.clone().or(name) else {
                bail!("{} is a list and {} is no definition; say --tool NAME", names.0, names.1)
            };
            (olds.into_iter().filter(|(known, _)| *known == name).collect(), vec![(name, new)])
        }
        (Contracts::One(name, old), Contracts::List(news)) => {
            let Some(name) = args.tool.clone().or(name) else {
                bail!("{} is a list and {} is no definition; say --tool NAME", names.1, names.0)
            };
            let news = news.into_iter().filter(|(known, _)| *known == name).collect();
            (vec![(name, old)], news)
        }
    };
    let mut all: BTreeSet<&String> = olds.iter().chain(&news).map(|(name, _)| name).collect();
    if let Some(tool) = &args.tool {
        let known: Vec<String> = all.iter().map(|name| (*name).clone()).collect();
        all.retain(|name| *name == tool);
        if all.is_empty() {
            return Err(no_tool(&format!("neither {} nor {}", names.0, names.1), tool, &known));
        }
    }
    let of =
        |side: &[(String, Option<Node<'_>>)], name: &str| side.iter().position(|(known, _)| known == name);
    Ok(all
        .into_iter()
        .map(|name| {
            let old =
                of(&olds, name).and_then(|at| olds.get(at)).map_or(Side::NoTool, |tool| Side::Tool(tool.1));
            let new =
                of(&news, name).and_then(|at| news.get(at)).map_or(Side::NoTool, |tool| Side::Tool(tool.1));
            (Some(name.clone()), old, new)
        })
        .collect())
}

fn compare(old_file: &Path, old: Side<'_>, new_file: &Path, new: Side<'_>) -> Result<Difference> {
    for (file, side) in [(old_file, &old), (new_file, &new)] {
        if let Side::Tool(Some(schema)) = side
            && let Err(problem) = OutputSchema::compile(*schema)
        {
            let place = schema.at(&problem.pointer).unwrap_or(*schema).place();
            bail!("{}:{}:{}: {problem}", input::name_of(file), place.line, place.column);
        }
    }
    let (kind, message, readers, writers) = match (old, new) {
        (Side::Tool(Some(old)), Side::Tool(Some(new))) => return Ok(diff(old, new)),
        (Side::Tool(None), Side::Tool(None)) => return Ok(Difference::default()),
        (Side::Tool(None), Side::Tool(Some(_))) => {
            (ChangeKind::SchemaAdded, "there is an output schema now", Effect::Compatible, Effect::Undecided)
        }
        (Side::Tool(Some(_)), Side::Tool(None)) => {
            (ChangeKind::SchemaRemoved, "the output schema is gone", Effect::Breaks, Effect::Compatible)
        }
        (Side::NoTool, _) => {
            (ChangeKind::ToolAdded, "the tool is new", Effect::Compatible, Effect::Compatible)
        }
        (_, Side::NoTool) => {
            (ChangeKind::ToolRemoved, "the tool is gone", Effect::Breaks, Effect::Compatible)
        }
    };
    let mut difference = Difference::default();
    difference.changes.push(Change::new(kind, "", message.to_owned(), readers, writers));
    Ok(difference)
}

fn print(args: &SchemaDiffArgs, told: &[Told]) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if args.format == Format::Json {
        writeln!(out, "{}", serde_json::to_string_pretty(&serde_json::json!({ "tools": told }))?)?;
        return Ok(());
    }
    for tool in told.iter().filter(|told| !told.changes.is_empty()) {
        if let Some(name) = &tool.tool {
            writeln!(out, "{}", render::visible(name))?;
        }
        for change in &tool.changes {
            let pointer = if change.pointer.is_empty() { "(root)" } else { &change.pointer };
            let line = format!("  {}: {}", render::visible(pointer), render::visible(&change.message));
            writeln!(out, "{line}\n      {}", words(change))?;
        }
    }
    let count = |is: &dyn Fn(&Change) -> bool| {
        told.iter().flat_map(|told| &told.changes).filter(|change| is(change)).count()
    };
    writeln!(
        out,
        "{} changes: {} break readers, {} break writers, {} cannot be decided",
        count(&|_| true),
        count(&|change| change.readers == Effect::Breaks),
        count(&|change| change.writers == Effect::Breaks),
        count(&|change| change.readers == Effect::Undecided || change.writers == Effect::Undecided),
    )?;
    Ok(())
}

fn words(change: &Change) -> String {
    let of = |effect: Effect, whom: &str| match effect {
        Effect::Compatible => format!("compatible for {whom}"),
        Effect::Undecided => format!("undecided for {whom}"),
        Effect::Breaks => format!("breaks {whom}"),
    };
    format!("{}, {}", of(change.readers, "readers"), of(change.writers, "writers"))
}
