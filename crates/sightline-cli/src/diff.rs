//! `sightline diff`: what several clients' models receive for one result, side by side.

use std::collections::BTreeSet;
use std::io::Write as _;

use anyhow::{Result, bail};
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::json;
use sightline::profile::Surface;
use sightline::project::{ErrorShown, Place, Projection};
use sightline::revision::Revision;

use crate::args::{DiffArgs, Format};
use crate::{project, render, surfaces};

/// Most characters of one text that stand in a column, unless all are asked for.
const LONGEST: usize = 1_200;

pub fn run(args: &DiffArgs) -> Result<u8> {
    let is_all = args.clients.iter().any(|name| name == project::ALL);
    match args.clients.len() {
        1 if is_all => {}
        0 | 1 => bail!(
            "a difference needs two clients; say --client NAME once more, or --client all to group all of them"
        ),
        _ if is_all => bail!("--client all has every client already; leave the others out"),
        _ => {}
    }
    let choose = |revision: &Revision| {
        if is_all {
            return project::of_all(project::selector_of(&args.call), revision);
        }
        args.clients.iter().map(|name| surface(args, name, revision)).collect()
    };
    let projections = project::projections(&args.file, &args.call, true, choose)?;
    let groups = project::groups(&projections);
    tell_repeated(args, &projections);
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json => {
            let clients = |group: &Vec<&Projection>| -> Vec<String> {
                group.iter().map(|projection| projection.client.clone()).collect()
            };
            let grouped: Vec<Vec<String>> = groups.iter().map(clients).collect();
            let value = json!({ "same": groups.len() == 1, "groups": grouped, "projections": projections });
            writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
        }
        Format::Text if is_all => print_groups(&mut out, &groups, args.whole)?,
        Format::Text => {
            writeln!(out, "{}", columns(&projections, args.whole))?;
            let verdict = if groups.len() == 1 {
                "The models receive the same."
            } else {
                "The models do not receive the same."
            };
            writeln!(out, "{verdict}")?;
        }
    }
    Ok(0)
}

/// Says which clients are held against themselves: that difference is none.
fn tell_repeated(args: &DiffArgs, projections: &[Projection]) {
    let pairs = args.clients.iter().zip(projections);
    for (at, (name, projection)) in pairs.enumerate() {
        let is_same = |earlier: &&Projection| {
            earlier.client == projection.client
                && earlier.version == projection.version
                && earlier.surface == projection.surface
        };
        if projections.iter().take(at).any(|earlier| is_same(&earlier)) {
            eprintln!("note: {name} stands there twice, so it is held against itself");
        }
    }
}

/// The clients whose models receive the same stand together over what they receive, at what cost.
fn print_groups(out: &mut impl std::io::Write, groups: &[Vec<&Projection>], whole: bool) -> Result<()> {
    for group in groups {
        let Some(first) = group.first() else { continue };
        writeln!(out, "{}", project::heading(group))?;
        writeln!(out, "{}", cost(first))?;
        writeln!(out, "{}", received(first, whole))?;
        let remarks: BTreeSet<String> = group.iter().map(|projection| remarks(projection)).collect();
        for remark in remarks.iter().filter(|remark| !remark.is_empty()) {
            writeln!(
                out,
                "{}",
                remark.lines().map(|line| format!("  ({line})")).collect::<Vec<_>>().join("\n")
            )?;
        }
        writeln!(out)?;
    }
    let models: usize = groups.iter().map(Vec::len).sum();
    writeln!(out, "{models} clients, whose models receive {} different things.", groups.len())?;
    Ok(())
}

/// Reads `NAME[@VERSION][:SURFACE]`. Package versions hold no colon.
fn surface(args: &DiffArgs, asked: &str, revision: &Revision) -> Result<Surface> {
    let (rest, surface) = match asked.split_once(':') {
        Some((rest, surface)) => (rest, Some(surface.to_owned())),
        None => (asked, None),
    };
    let (name, version) = match rest.split_once('@') {
        Some((name, version)) => (name, Some(version.to_owned())),
        None => (rest, None),
    };
    let mut selector = project::selector_of(&args.call);
    (selector.surface, selector.version) = (surface, version);
    surfaces::of_client(name, &selector, revision)
}

fn columns(projections: &[Projection], whole: bool) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
    if table.width().is_none() {
        table.set_width(120);
    }
    table.set_header(
        projections.iter().map(|projection| {
            format!("{} {} ({})", projection.client, projection.version, projection.surface)
        }),
    );
    table.add_row(projections.iter().map(cost));
    table.add_row(projections.iter().map(|projection| received(projection, whole)));
    if projections.iter().any(|projection| !remarks(projection).is_empty()) {
        table.add_row(projections.iter().map(remarks));
    }
    table
}

/// What it takes of the model's attention.
fn cost(projection: &Projection) -> String {
    let bytes: usize = projection.texts().map(str::len).sum();
    format!("{} tokens, {bytes} bytes", projection.tokens.unwrap_or_default())
}

/// What one model receives; what is no text, and what does not stand in the tool's message, is named.
fn received(projection: &Projection, whole: bool) -> String {
    let parts = projection.parts.iter().map(|part| {
        let place = match part.place {
            Place::ToolMessage => "",
            Place::SiblingPart => "[beside the tool's message] ",
            Place::FollowingUserMessage => "[as the user] ",
        };
        match (&part.text, &part.mime_type) {
            (Some(text), _) => format!("{place}{}", render::visible(&cut(text, whole))),
            (None, mime) => format!("{place}[{}]", render::visible(mime.as_deref().unwrap_or("a file"))),
        }
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "(nothing at all)".to_owned() } else { parts.join("\n\n") }
}

fn cut(text: &str, whole: bool) -> String {
    let many = text.chars().count();
    if whole || many <= LONGEST {
        return text.to_owned();
    }
    let head: String = text.chars().take(LONGEST).collect();
    format!("{head}… ({} more characters; --whole shows them)", many - LONGEST)
}

/// What is hidden, doubled and leaked, and what is told of an error.
fn remarks(projection: &Projection) -> String {
    let mut remarks: Vec<String> = Vec::new();
    match projection.error {
        ErrorShown::None => {}
        ErrorShown::Flagged => remarks.push("marked as an error".to_owned()),
        ErrorShown::Substituted => remarks.push("words of the client's own".to_owned()),
        ErrorShown::NotOffered => remarks.push("the tool is not offered".to_owned()),
        ErrorShown::RunAborted => remarks.push("the run ends".to_owned()),
    }
    if let Some(validator) = &projection.validator {
        remarks.push(format!("{{validator}} stands for the words of: {}", validator.by));
    }
    remarks.extend(projection.lost.iter().map(|note| format!("hides {}", note.pointer)));
    if projection.copies > 1 {
        remarks.push(format!("the payload arrives {} times", projection.copies));
    }
    remarks.extend(projection.leaked.iter().map(|note| format!("leaks {}", note.pointer)));
    remarks.join("\n")
}
