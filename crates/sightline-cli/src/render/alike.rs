//! Findings that say the same of many tools or results stand once in a text for people.

use std::collections::HashMap;
use std::io::{self, Write};

use sightline::diagnostic::Diagnostic;

use super::{finding, visible};
use crate::check::outcome::Found;

/// Most tools, or places, that are named of those that are like the one that is shown.
const NAMED: usize = 3;

/// How many findings that were cut say the same, by rule and message.
type Cut = HashMap<(&'static str, String), usize>;

/// Most findings that say the same and are all shown: of a few, people want to see each place.
const SHOWN: usize = 3;

/// Prints findings in their order; the ones that say what an earlier one says are named below it.
pub fn found(out: &mut impl Write, found: &[Found], cut: &Cut) -> io::Result<()> {
    let mut groups: Vec<Vec<&Found>> = Vec::new();
    let mut places: HashMap<Fact<'_>, usize> = HashMap::new();
    for found in found {
        let at = *places.entry(fact(&found.diagnostic)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(found),
            None => groups.push(vec![found]),
        }
    }
    for group in &groups {
        let fact = |found: &Found| (found.diagnostic.rule, found.diagnostic.message.clone());
        let cut = group.first().and_then(|first| cut.get(&fact(first))).copied().unwrap_or_default();
        if group.len() + cut <= SHOWN {
            group
                .iter()
                .try_for_each(|one| finding::found(out, &one.diagnostic, one.excerpt.as_ref(), None))?;
            continue;
        }
        let Some((first, others)) = group.split_first() else { continue };
        finding::found(
            out,
            &first.diagnostic,
            first.excerpt.as_ref(),
            also(&first.diagnostic, others, cut).as_deref(),
        )?;
    }
    Ok(())
}

/// What a finding says, whatever the tool and the place.
type Fact<'f> = (&'f str, &'static str, &'f [String], Option<&'f str>, Option<&'f str>);

fn fact(found: &Diagnostic) -> Fact<'_> {
    (&found.message, found.rule, &found.notes, found.expected.as_deref(), found.found.as_deref())
}

/// Says where else the same was found: in other tools, else at other places.
fn also(first: &Diagnostic, others: &[&Found], cut: usize) -> Option<String> {
    let own = first.tool.as_deref();
    let mut tools: Vec<&str> = others.iter().filter_map(|found| found.diagnostic.tool.as_deref()).collect();
    tools.retain(|tool| Some(*tool) != own);
    tools.sort_unstable();
    tools.dedup();
    let place = |found: &&Found| -> String {
        let found = &found.diagnostic;
        found.line.map_or_else(|| found.pointer.clone(), |line| format!("line {line}"))
    };
    let (many, what, names): (usize, &str, Vec<String>) = if tools.is_empty() {
        (others.len() + cut, "place", others.iter().take(NAMED).map(place).collect())
    } else {
        (tools.len() + cut, "tool", tools.iter().take(NAMED).map(|tool| (*tool).to_owned()).collect())
    };
    if many == 0 {
        return None;
    }
    let rest = if many > names.len() { ", …" } else { "" };
    let plural = if many == 1 { "" } else { "s" };
    let names = visible(&names.join(", ")).into_owned();
    Some(format!("and {many} more {what}{plural}: {names}{rest}; --format json has each"))
}
