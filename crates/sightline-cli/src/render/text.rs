//! Text for people: who sees what at a glance, then the findings, then one line that sums up.

use std::fmt::Write as _;
use std::io::{self, Write};

use sightline::diagnostic::{Diagnostic, Level};
use sightline::profile::How;
use sightline::project::{ErrorShown, Part, Place};
use sightline::report::{
    CallSeen, ClientSeen, Group, Outcome, Report, SchemaSeen, ToolSeen, alignment_in_words,
};

use super::fold::{WIDTH, cut, folded};
use super::{plural, visible};

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const CYAN: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// Prints an inspection.
pub fn inspection(out: &mut impl Write, report: &Report) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{RESET}", visible(&report.target))?;
    if let Some(server) = &report.server {
        writeln!(
            out,
            "{DIM}{} {}, revision {}, {}, {}{RESET}",
            visible(&server.name),
            visible(&server.version),
            server.revision,
            server.transport,
            plural(report.tools.len(), "tool")
        )?;
    }
    for tool in &report.tools {
        writeln!(out)?;
        print_tool(out, tool, &report.diagnostics)?;
    }
    let loose: Vec<&Diagnostic> = report
        .diagnostics
        .iter()
        .filter(|found| !report.tools.iter().any(|tool| Some(&tool.name) == found.tool.as_ref()))
        .collect();
    if !loose.is_empty() {
        writeln!(out, "\n{BOLD}The list of tools{RESET}")?;
        loose.iter().try_for_each(|found| finding(out, found))?;
    }
    for remark in &report.remarks {
        writeln!(out, "\n{DIM}note: {}{RESET}", visible(remark))?;
    }
    if report.summary.called == 0 && !report.tools.is_empty() {
        writeln!(
            out,
            "\n{YELLOW}No tool was called.{RESET} Name calls with --call NAME=JSON, or say --all, or"
        )?;
        writeln!(out, "--trust-annotations for tools that say that they only read.")?;
    }
    writeln!(out, "\n{}", summary(report))
}

fn print_tool(out: &mut impl Write, tool: &ToolSeen, diagnostics: &[Diagnostic]) -> io::Result<()> {
    let name =
        if tool.name.is_empty() { "(a definition without a name)".into() } else { visible(&tool.name) };
    match &tool.call {
        Some(call) => {
            let arguments =
                if call.arguments == "{}" { String::new() } else { cut(&visible(&call.arguments), 60) };
            writeln!(out, "{BOLD}{CYAN}{name}{RESET} {DIM}{arguments}{RESET}")?;
            print_call(out, call)?;
        }
        None => {
            let why = tool.not_called.as_deref().unwrap_or("not called");
            writeln!(out, "{BOLD}{CYAN}{name}{RESET}  {DIM}{why}{RESET}")?;
        }
    }
    for found in diagnostics.iter().filter(|found| found.tool.as_deref() == Some(&tool.name)) {
        finding(out, found)?;
    }
    Ok(())
}

fn print_call(out: &mut impl Write, call: &CallSeen) -> io::Result<()> {
    let outcome = match call.outcome {
        Outcome::Complete => None,
        Outcome::Failed => Some("no answer"),
        Outcome::InputRequired => Some("input_required: the call is pending, this is not the tool's output"),
        Outcome::ProtocolError => Some("JSON-RPC error"),
        Outcome::Task => Some("task: the call goes on in the background"),
        Outcome::ToolError => Some("isError: true"),
        Outcome::UnknownResultType => Some("a result of a type that is not known"),
        _ => Some("another outcome"),
    };
    if let Some(outcome) = outcome {
        writeln!(out, "  {YELLOW}{outcome}{RESET}")?;
    }
    if let Some(failure) = &call.failure {
        writeln!(out, "  {}", cut(&visible(failure), 300))?;
    }
    for channel in &call.channels {
        let size = match (channel.bytes, channel.tokens) {
            (Some(bytes), Some(tokens)) => format!("{:>9} B {:>7} tokens", grouped(bytes), grouped(tokens)),
            (Some(bytes), None) => format!("{:>9} B", grouped(bytes)),
            (None, _) => format!("{:>11}", "-"),
        };
        writeln!(out, "  {:<18}{size}  {DIM}{}{RESET}", channel.name, visible(&channel.what))?;
    }
    let schema = match &call.schema {
        SchemaSeen::NoSchema => None,
        SchemaSeen::Holds => Some(format!("{GREEN}holds{RESET}")),
        SchemaSeen::Breaks(what) => Some(format!("{RED}broken{RESET} at {}", visible(what))),
        SchemaSeen::Missing => Some(format!("{RED}structuredContent is missing{RESET}")),
        SchemaSeen::ExemptAsError => Some("not asked of an error".to_owned()),
        SchemaSeen::NotOutput => Some("not asked: this is not the tool's output".to_owned()),
        SchemaSeen::Unusable(why) => Some(format!("{RED}cannot be used{RESET}: {}", visible(why))),
        _ => None,
    };
    if let Some(schema) = schema {
        writeln!(out, "  {:<18}  {schema}", "outputSchema")?;
    }
    if let Some(alignment) = &call.alignment {
        writeln!(out, "  {:<18}  {DIM}{}{RESET}", "", alignment_in_words(alignment))?;
    }
    if !call.groups.is_empty() {
        writeln!(out, "  {BOLD}what the models receive{RESET}")?;
    }
    let mut label = "";
    for group in &call.groups {
        if group.label != label {
            writeln!(out, "  {}●{RESET} {BOLD}{}{RESET}", colour(group), group.label)?;
        }
        label = &group.label;
        print_group(out, group)?;
    }
    Ok(())
}

fn colour(group: &Group) -> &'static str {
    let worst = !group.leaked.is_empty() || group.copies > 1 || group.label == "nothing";
    match group.error {
        ErrorShown::NotOffered | ErrorShown::Substituted | ErrorShown::RunAborted => RED,
        ErrorShown::Flagged | ErrorShown::None if worst => YELLOW,
        ErrorShown::Flagged | ErrorShown::None => GREEN,
    }
}

/// Cost and clients of one group, and below them the beginning of what their models see.
fn print_group(out: &mut impl Write, group: &Group) -> io::Result<()> {
    const INDENT: usize = 18;
    let cost = match group.tokens {
        Some(tokens) => format!("{} tokens", grouped(tokens)),
        None => format!("{} B", grouped(group.bytes)),
    };
    let flag = if group.error == ErrorShown::Flagged { " (marked as an error)" } else { "" };
    let names = format!("{}{flag}", clients(&group.clients));
    for (index, line) in folded(&names, *WIDTH - INDENT).iter().enumerate() {
        let cost = if index == 0 { cost.as_str() } else { "" };
        writeln!(out, "{cost:>16}  {line}")?;
    }
    let seen = match &group.reason {
        Some(reason) if group.parts.is_empty() => reason.clone(),
        Some(_) | None => excerpt(&group.parts),
    };
    writeln!(out, "{:INDENT$}{DIM}{}{RESET}", "", cut(&seen, *WIDTH - INDENT))?;
    let notes = notes(group);
    // A client that does not offer the tool hides whatever it would have answered.
    if !notes.is_empty() && group.error != ErrorShown::NotOffered {
        for line in folded(&notes, *WIDTH - INDENT) {
            writeln!(out, "{:INDENT$}{YELLOW}{line}{RESET}", "")?;
        }
    }
    Ok(())
}

/// Names of clients; those known by a survey alone carry a mark.
fn clients(clients: &[ClientSeen]) -> String {
    let name = |client: &ClientSeen| match client.how {
        How::Ran => client.client.clone(),
        How::RanExtracted | How::Read | How::Reported => format!("{}°", client.client),
    };
    clients.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn notes(group: &Group) -> String {
    let mut notes = Vec::new();
    let pointers: Vec<&str> = group.lost.iter().map(|note| note.pointer.as_str()).collect();
    let (blocks, others): (Vec<&str>, Vec<&str>) =
        pointers.into_iter().partition(|pointer| pointer.starts_with("/content/"));
    if blocks.len() > 3 {
        notes.push(format!("hides {} blocks", blocks.len()));
    } else if !blocks.is_empty() {
        notes.push(format!("hides {}", blocks.join(", ")));
    }
    for pointer in others {
        notes.push(match pointer {
            "/isError" => "does not say that it is an error".to_owned(),
            other => format!("hides {other}"),
        });
    }
    if group.copies > 1 {
        notes.push(format!("pays for the payload {} times", group.copies));
    }
    for note in &group.leaked {
        notes.push(format!("leaks {}", note.pointer));
    }
    notes.join("; ")
}

/// The beginning of what the model sees, on one line.
fn excerpt(parts: &[Part]) -> String {
    let mut shown = String::new();
    for part in parts {
        if !shown.is_empty() {
            shown.push_str(" ⏎ ");
        }
        let place = match part.place {
            Place::ToolMessage => "",
            Place::SiblingPart => "beside it: ",
            Place::FollowingUserMessage => "as the user: ",
        };
        let _ = match (&part.text, &part.mime_type) {
            (Some(text), _) => write!(shown, "{place}{}", visible(&text.replace('\n', "⏎"))),
            (None, mime) => write!(shown, "{place}[{}]", visible(mime.as_deref().unwrap_or("file"))),
        };
        if shown.len() > 4 * *WIDTH {
            break;
        }
    }
    if shown.is_empty() { "(no text at all)".to_owned() } else { cut(&shown, *WIDTH - 6) }
}

fn finding(out: &mut impl Write, found: &Diagnostic) -> io::Result<()> {
    let (colour, word) = word(found.level);
    let at =
        if found.pointer.is_empty() { String::new() } else { format!(" at {}", visible(&found.pointer)) };
    writeln!(out, "  {colour}{word}{RESET} {}{at}: {}", found.rule, visible(&found.message))?;
    for note in &found.notes {
        for line in folded(&visible(note), *WIDTH - 6) {
            writeln!(out, "      {DIM}{line}{RESET}")?;
        }
    }
    Ok(())
}

fn word(level: Level) -> (&'static str, &'static str) {
    match level {
        Level::Error => (RED, "error"),
        Level::Warning => (YELLOW, "warning"),
        Level::Advice => (CYAN, "advice"),
        Level::Off => (DIM, "off"),
    }
}

fn summary(report: &Report) -> String {
    let summary = &report.summary;
    let mut text = format!(
        "{BOLD}{} called of {}{RESET}: {}, {}, {} of advice",
        plural(summary.called, "tool"),
        summary.tools,
        plural(summary.errors, "error"),
        plural(summary.warnings, "warning"),
        summary.advice,
    );
    // Errors have rules of their own in many clients, and `null` shows nothing anywhere.
    let counts = |call: &&CallSeen| {
        let is_null = |channel: &sightline::report::Channel| {
            channel.name == "structuredContent" && channel.what == "null"
        };
        call.outcome == Outcome::Complete && !call.channels.iter().any(is_null)
    };
    let groups = || {
        let calls = report.tools.iter().filter_map(|tool| tool.call.as_ref());
        calls.filter(counts).flat_map(|call| &call.groups)
    };
    let with = |holds: fn(&Group) -> bool| {
        let mut names: Vec<&str> = groups()
            .filter(|group| holds(group))
            .flat_map(|group| group.clients.iter().map(|client| client.client.as_str()))
            .collect();
        names.sort_unstable();
        names.dedup();
        names.join(", ")
    };
    let facts: [(&str, String); 4] = [
        (
            "show only the text of some call",
            with(|group| group.label == "text only" && has_lost(group, "/structuredContent")),
        ),
        (
            "show only the JSON of some call",
            with(|group| {
                group.label == "JSON only"
                    && group.lost.iter().any(|note| note.pointer.starts_with("/content/"))
            }),
        ),
        ("pay for the payload more than once", with(|group| group.copies > 1)),
        ("leak _meta", with(leaks_meta)),
    ];
    for (what, who) in facts {
        if !who.is_empty() {
            let _ = write!(text, "\n  {what}: {who}");
        }
    }
    if groups().any(|group| group.clients.iter().any(|client| client.how != How::Ran)) {
        let _ = write!(text, "\n  {DIM}° by the survey of June 2026 or read in source, not run{RESET}");
    }
    text
}

fn has_lost(group: &Group, pointer: &str) -> bool {
    group.lost.iter().any(|note| note.pointer == pointer)
}

fn leaks_meta(group: &Group) -> bool {
    group.leaked.iter().any(|note| note.pointer == "/_meta")
}

/// Prints the line that ends a check.
pub fn check_summary(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for remark in &report.remarks {
        writeln!(out, "{}", visible(remark))?;
    }
    writeln!(out, "{}: {}", report.target, super::counts(report))
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
