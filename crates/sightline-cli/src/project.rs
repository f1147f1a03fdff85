//! `sightline project`: exactly what a client's model receives for a result.

use std::io::Write as _;

use anyhow::{Context as _, Result, anyhow, bail};
use sightline::exchange::Exchange;
use sightline::json::Document;
use sightline::profile::{Profile, Selector, Surface, letter};
use sightline::project::{Call, Projection, project};
use sightline::revision::Revision;
use sightline::tokens;
use sightline::tool::Tool;

use crate::args::{Format, ProjectArgs};
use crate::{input, render, surfaces};

pub fn run(args: &ProjectArgs) -> Result<u8> {
    let bytes = input::read(&args.file)?;
    let document = input::parse(&args.file, &bytes)?;
    let name = input::name_of(&args.file);
    let exchange = Exchange::of(&document).map_err(|error| anyhow!("{name}: {error}"))?;
    let result = exchange.result.ok_or_else(|| anyhow!("{name} holds no tool result"))?;

    let tool_bytes = args.tool.as_deref().map(input::read).transpose()?;
    let tool_document = input::parse_given(args.tool.as_deref(), tool_bytes.as_deref())?;
    let list_bytes = args.tools.as_deref().map(input::read).transpose()?;
    let list_document = input::parse_given(args.tools.as_deref(), list_bytes.as_deref())?;

    let mut call = Call::default();
    call.server.clone_from(&args.server);
    call.tools = exchange.tools();
    if let Some(list) = &list_document {
        call.tools = tools_of(list);
        if call.tools.is_empty() {
            bail!(
                "{} lists no tools; expected a tools/list result",
                args.tools.as_deref().map(input::name_of).unwrap_or_default()
            );
        }
    }
    call.tool = tool_document.as_ref().map(|document| Tool::of(document.root())).or(exchange.tool);
    call.tool_name = exchange.tool_name.as_deref().unwrap_or("tool").to_owned();
    if call.tool.is_none() {
        call.tool = call.tools.iter().copied().find(|tool| tool.name().as_deref() == Some(&call.tool_name));
    }
    call.arguments = match &args.arguments {
        Some(text) => {
            Document::parse(text).map_err(|error| anyhow!("--arguments is no JSON: {error}"))?;
            Some(text.clone())
        }
        None => exchange.arguments.map(|node| node.text().to_owned()),
    };
    let told = args.era.as_deref().map(Revision::from).or_else(|| exchange.revision.clone());
    call.transport.clone_from(&args.transport);
    call.model.clone_from(&args.model);
    call.options = args.options.iter().cloned().collect();

    let revision = told.clone().unwrap_or(Revision::LATEST);
    let chosen = chosen(args, &revision)?;
    let one = chosen.len() == 1;
    let mut projections = Vec::with_capacity(chosen.len());
    for surface in &chosen {
        // What a client negotiates when nobody says counts for its SDK as well.
        let era =
            if surface.era.is_empty() { revision.clone() } else { Revision::from(surface.era.as_str()) };
        call.revision = Some(told.clone().unwrap_or(era));
        let mut projection = project(&call, result, surface);
        // The JSON has all that is known; plain output does not wait for a vocabulary.
        if args.tokens || args.format == Format::Json {
            projection.tokens = Some(projection.texts().map(tokens::count).sum());
        }
        projections.push(projection);
    }
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json if one => writeln!(out, "{}", serde_json::to_string_pretty(&projections[0])?)?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&projections)?)?,
        Format::Text => {
            for projection in &projections {
                if !one {
                    writeln!(
                        out,
                        "== {} {} ({})",
                        projection.client, projection.version, projection.surface
                    )?;
                }
                print_plain(&mut out, projection)?;
                print_validator(projection);
                if args.why {
                    print_why(projection);
                }
                if let Some(tokens) = projection.tokens {
                    let bytes: usize = projection.texts().map(str::len).sum();
                    let copies = projection.copies;
                    eprintln!("{bytes} bytes, {tokens} tokens (o200k_base), copies of the payload: {copies}");
                }
            }
        }
    }
    Ok(0)
}

/// The tools of a `tools/list` result, bare or inside a JSON-RPC response, or of a bare array.
fn tools_of<'d>(document: &'d Document<'_>) -> Vec<Tool<'d>> {
    let root = document.root();
    if root.is_array() {
        return root.items().map(Tool::of).collect();
    }
    Tool::list(root.member("result").unwrap_or(root)).collect()
}

fn chosen(args: &ProjectArgs, revision: &Revision) -> Result<Vec<Surface>> {
    let mut selector = Selector::default();
    selector.version.clone_from(&args.client_version);
    selector.as_of.clone_from(&args.as_of);
    selector.surface.clone_from(&args.surface);
    selector.dialect.clone_from(&args.dialect);
    selector.era.clone_from(&args.era);
    selector.model.clone_from(&args.model);
    if let Some(variant) = args.variant.as_ref().and_then(|variant| variant.chars().next()) {
        return Ok(vec![letter(variant)?]);
    }
    if let Some(path) = &args.profile {
        let bytes = input::read(path)?;
        let text = String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
        let profile = Profile::parse(&text).with_context(|| format!("{} is no profile", path.display()))?;
        return Ok(vec![profile.surface(&selector)?.clone()]);
    }
    match args.client.as_deref() {
        Some("all") => surfaces::of_all_clients(revision),
        Some(name) => Ok(vec![surfaces::of_client(name, &selector, revision)?]),
        None => bail!("say --client NAME, --variant LETTER or --profile FILE"),
    }
}

/// Prints exactly what the model sees; what is no text is named on standard error.
fn print_plain(out: &mut impl std::io::Write, projection: &Projection) -> Result<()> {
    for part in &projection.parts {
        match (&part.text, &part.mime_type) {
            (Some(text), _) => writeln!(out, "{}", render::for_stdout(text))?,
            (None, mime) => {
                let kind = serde_json::to_value(part.kind)?;
                eprintln!("[{} {}]", kind.as_str().unwrap_or("part"), mime.as_deref().unwrap_or_default());
            }
        }
    }
    Ok(())
}

/// What stands in a `{validator}` slot: the foreign wording, as far as it can be told beforehand.
fn print_validator(projection: &Projection) {
    if let Some(validator) = &projection.validator {
        eprintln!("{{validator}} stands for the words of: {}\n{}", validator.by, validator.message);
    }
}

fn print_why(projection: &Projection) {
    let evidence = &projection.evidence;
    eprintln!(
        "{} {}: {} on {}, {}",
        projection.client, projection.version, evidence.how, evidence.date, evidence.source
    );
    for step in &projection.steps {
        eprintln!("  {:<14} {}", step.layer, step.what);
    }
    for note in &projection.lost {
        eprintln!("  lost           {}: {}", note.pointer, note.why);
    }
    for note in &projection.leaked {
        eprintln!("  leaked         {}: {}", note.pointer, note.why);
    }
    if projection.copies > 1 {
        eprintln!("  doubled        the payload of structuredContent arrives {} times", projection.copies);
    }
}
