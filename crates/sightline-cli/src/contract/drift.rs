//! `sightline schema drift`: recorded results held against a contract.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use anyhow::{Result, anyhow, bail};
use sightline::contract::{Drift, Drifted, Sighting};
use sightline::json::Node;

use super::recorded::{self, Recorded};
use super::{Contracts, UNREAD, contracts, no_tool};
use crate::args::{DriftArgs, Format};
use crate::{input, render};

/// Contracts by the name of the tool, and results that are of none.
struct Held<'d> {
    drifts: BTreeMap<Option<String>, Drift<'d>>,
    /// Results of other tools, or of which the tool is not told.
    others: u64,
    names: BTreeSet<String>,
}

pub fn run(args: &DriftArgs) -> Result<u8> {
    let bytes = input::read(&args.contract)?;
    let document = input::parse(&args.contract, &bytes)?;
    let file = input::name_of(&args.contract);
    let (mut held, wanted) = hold(args, &file, contracts(&file, &document)?)?;
    let is_list = held.drifts.keys().any(Option::is_some);
    let passed = recorded::each(&args.recordings, args.kind, |recorded| {
        held.names.extend(recorded.tool.map(str::to_owned));
        held.add(recorded, is_list, wanted.as_deref());
    })?;
    let is_unread = passed.complain();
    if wanted.is_none() && !is_list && held.names.len() > 1 {
        let names: Vec<String> = held.names.into_iter().collect();
        bail!("the recording holds results of several tools ({}); say --tool NAME", names.join(", "));
    }
    let mut remarks = passed.remarks();
    if held.others > 0 {
        remarks.push(format!(
            "passed over: {} results of tools that the contract is not of, or unnamed",
            held.others
        ));
    }
    let all: Vec<(Option<String>, Drifted)> = held
        .drifts
        .into_iter()
        .map(|(name, drift)| (name.or_else(|| wanted.clone()), drift.finish()))
        .filter(|(_, drifted)| drifted.results > 0)
        .collect();
    if all.is_empty() {
        if is_unread {
            return Ok(UNREAD);
        }
        let hint = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join("; ")) };
        bail!("no structured content is recorded that could be held against {file}{hint}");
    }
    print(args, &all, &remarks)?;
    let fails = |drifted: &Drifted| drifted.broken > 0 || args.strict && !drifted.is_none();
    Ok(if is_unread { UNREAD } else { u8::from(all.iter().any(|(_, drifted)| fails(drifted))) })
}

/// Prepares what results are held against, and the only tool that counts, if one is told.
fn hold<'d>(args: &DriftArgs, file: &str, contracts: Contracts<'d>) -> Result<(Held<'d>, Option<String>)> {
    let prepare = |schema: Node<'d>| {
        Drift::new(schema).map_err(|problem| {
            let place = schema.at(&problem.pointer).unwrap_or(schema).place();
            anyhow!("{file}:{}:{}: {problem}", place.line, place.column)
        })
    };
    let mut held = Held { drifts: BTreeMap::new(), others: 0, names: BTreeSet::new() };
    match contracts {
        Contracts::One(_, None) => bail!("{file} has no outputSchema to hold results against"),
        Contracts::One(name, Some(schema)) => {
            held.drifts.insert(None, prepare(schema)?);
            Ok((held, args.tool.clone().or(name)))
        }
        Contracts::List(tools) => {
            let known: Vec<String> = tools.iter().map(|(name, _)| name.clone()).collect();
            for (name, schema) in tools {
                let is_wanted = args.tool.as_ref().is_none_or(|tool| *tool == name);
                if let Some(schema) = schema.filter(|_| is_wanted) {
                    held.drifts.insert(Some(name), prepare(schema)?);
                }
            }
            if held.drifts.is_empty() {
                return Err(match &args.tool {
                    Some(tool) if !known.contains(tool) => no_tool(file, tool, &known),
                    _ => anyhow!("{file} has no outputSchema to hold results against"),
                });
            }
            Ok((held, args.tool.clone()))
        }
    }
}

impl Held<'_> {
    fn add(&mut self, recorded: &Recorded<'_>, is_list: bool, wanted: Option<&str>) {
        let key = if is_list { recorded.tool.or(wanted).map(str::to_owned) } else { None };
        let is_other = wanted.is_some_and(|wanted| recorded.tool.is_some_and(|tool| tool != wanted));
        match self.drifts.get_mut(&key).filter(|_| !is_other) {
            Some(drift) => drift.add(recorded.value, &recorded.source),
            None => self.others += 1,
        }
    }
}

fn print(args: &DriftArgs, all: &[(Option<String>, Drifted)], remarks: &[String]) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if args.format == Format::Json {
        let mut tools = Vec::new();
        for (name, drifted) in all {
            let mut value = serde_json::to_value(drifted)?;
            value["tool"] = serde_json::json!(name);
            tools.push(value);
        }
        let value = serde_json::json!({ "tools": tools, "remarks": remarks });
        writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
        return Ok(());
    }
    for (name, drifted) in all {
        if let Some(name) = name {
            writeln!(out, "{}", render::visible(name))?;
        }
        for (what, unit, sightings) in [
            ("breaks the contract", "result", &drifted.breaks),
            ("new value", "time", &drifted.new_values),
            ("not in the contract", "time", &drifted.unnamed),
        ] {
            for sighting in sightings {
                writeln!(out, "{}", line(what, unit, sighting))?;
            }
        }
        for place in &drifted.unseen {
            writeln!(out, "  {}: never seen, though the contract names it", render::visible(place))?;
        }
        if drifted.is_cut {
            writeln!(out, "  there is more than is kept; what is shown came first")?;
        }
        let undecided = match drifted.undecided {
            0 => String::new(),
            many => format!(", {many} take too much work to judge"),
        };
        let (results, broken) = (render::plural(drifted.results, "result"), drifted.broken);
        let verb = if broken == 1 { "breaks" } else { "break" };
        writeln!(out, "{results}, {broken} {verb} the contract{undecided}")?;
    }
    for remark in remarks {
        eprintln!("{remark}");
    }
    Ok(())
}

fn line(what: &str, unit: &str, sighting: &Sighting) -> String {
    let place = if sighting.place.is_empty() { "(root)" } else { &sighting.place };
    // For a member that is not named, its place says all.
    let message = if unit == "time" && what.starts_with("not") {
        String::new()
    } else {
        format!(": {}", sighting.message)
    };
    format!(
        "  {}: {what} ({}){}\n      first in {} at {}",
        render::visible(place),
        render::plural(sighting.count, unit),
        render::visible(&message),
        sighting.source,
        render::visible(if sighting.pointer.is_empty() { "the root" } else { &sighting.pointer }),
    )
}
