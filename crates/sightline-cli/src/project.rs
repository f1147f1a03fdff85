//! `sightline project`: exactly what a client's model receives for a result.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use sightline::exchange::Exchange;
use sightline::json::Document;
use sightline::json::Node;
use sightline::profile::{Profile, Selector, Surface, clients, letter};
use sightline::project::{Call, ErrorShown, Projection, project, project_error};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::tokens;
use sightline::tool::Tool;

use crate::args::{CallArgs, Format, ProjectArgs};
use crate::{input, render, surfaces};

/// Stands for all clients where one is asked for.
pub const ALL: &str = "all";

pub fn run(args: &ProjectArgs) -> Result<u8> {
    let counts = args.tokens || args.why || args.format == Format::Json;
    let projections = projections(&args.file, &args.call, counts, |revision| chosen(args, revision))?;
    let mut out = std::io::stdout().lock();
    match (args.format, projections.as_slice()) {
        (Format::Json, [one]) => writeln!(out, "{}", serde_json::to_string_pretty(one)?)?,
        (Format::Json, many) => writeln!(out, "{}", serde_json::to_string_pretty(many)?)?,
        (Format::Text, [one]) => print(&mut out, args, &[one])?,
        (Format::Text, many) => print_groups(&mut out, args, many)?,
    }
    Ok(0)
}

/// What the chosen surfaces show of the result in a file.
pub fn projections(
    file: &Path,
    args: &CallArgs,
    with_tokens: bool,
    choose: impl FnOnce(&Revision) -> Result<Vec<Surface>>,
) -> Result<Vec<Projection>> {
    let bytes = input::read(file)?;
    let document = input::parse(file, &bytes)?;
    let exchange = input::exchange(file, &document)?;
    let name = input::name_of(file);
    let answer = Answer::of(&exchange, &document).ok_or_else(|| anyhow!("{name} holds no tool result"))?;
    let tool_bytes = args.tool.as_deref().map(input::read).transpose()?;
    let tool_document = input::parse_given(args.tool.as_deref(), tool_bytes.as_deref())?;
    let list_bytes = args.tools.as_deref().map(input::read).transpose()?;
    let list_document = input::parse_given(args.tools.as_deref(), list_bytes.as_deref())?;

    let tool = input::tool_given(args.tool.as_deref(), tool_document.as_ref())?;
    let mut call = call_of(args, &exchange, tool, list_document.as_ref())?;
    let told = args.era.as_deref().map(Revision::from).or_else(|| exchange.revision.clone());
    let chosen = choose(told.as_ref().unwrap_or(&Revision::LATEST))?;
    // Only a file that tells the revision tells what the protocol wants of its result.
    call.as_received = exchange.revision.is_some();
    let mut projections = Vec::with_capacity(chosen.len());
    let mut counter = tokens::Counter::default();
    let mut silent = BTreeSet::new();
    for surface in &chosen {
        // What a client negotiates when nobody says counts for its SDK as well.
        let own = if surface.era.is_empty() { Revision::LATEST } else { surface.era.as_str().into() };
        call.revision = Some(told.clone().unwrap_or(own));
        let Some(mut projection) = answer.project(&call, surface) else {
            silent.insert(surface.client.clone());
            continue;
        };
        // The JSON has all that is known; plain output does not wait for a vocabulary.
        if with_tokens {
            projection.tokens = Some(projection.texts().map(|text| counter.count(text)).sum());
        }
        projections.push(projection);
    }
    if !silent.is_empty() {
        let silent = silent.into_iter().collect::<Vec<_>>().join(", ");
        let why = format!("what becomes of a protocol error is not known of {silent}");
        if projections.is_empty() {
            bail!(why);
        }
        eprintln!("sightline: {why}");
    }
    Ok(projections)
}

/// What a server answered.
enum Answer<'d> {
    Result(ToolResult<'d>),
    /// The error of a JSON-RPC response.
    Error(Node<'d>),
}

impl<'d> Answer<'d> {
    fn of(exchange: &Exchange<'d>, document: &'d Document<'_>) -> Option<Self> {
        let error = || {
            let told = exchange.told.as_ref().and_then(|told| told.error());
            told.or_else(|| document.root().member("error").filter(|error| error.is_object()))
        };
        exchange.result.map(Self::Result).or_else(|| error().map(Self::Error))
    }

    /// What a surface shows of it; `None` when its profile does not say.
    fn project(&self, call: &Call<'d>, surface: &Surface) -> Option<Projection> {
        match self {
            Self::Result(result) => Some(project(call, *result, surface)),
            Self::Error(error) => project_error(call, *error, surface),
        }
    }
}

/// What the options and the file tell of the call.
fn call_of<'d>(
    args: &CallArgs,
    exchange: &Exchange<'d>,
    tool: Option<Tool<'d>>,
    list: Option<&'d Document<'_>>,
) -> Result<Call<'d>> {
    let mut call = Call::default();
    call.server.clone_from(&args.server);
    call.tools = exchange.tools();
    if let Some(list) = list {
        call.tools = tools_of(list);
        if call.tools.is_empty() {
            bail!(
                "{} lists no tools; expected a tools/list result",
                args.tools.as_deref().map(input::name_of).unwrap_or_default()
            );
        }
    }
    call.tool = tool.or(exchange.tool);
    call.tool_name = exchange.tool_name.as_deref().unwrap_or("tool").to_owned();
    if call.tool.is_none() {
        call.tool = call.tools.iter().copied().find(|tool| tool.name().as_deref() == Some(&call.tool_name));
    }
    let told = || exchange.arguments.map(|node| node.text().to_owned());
    call.arguments = args.arguments.clone().or_else(told);
    call.transport.clone_from(&args.transport);
    call.model.clone_from(&args.model);
    call.options = args.options.iter().cloned().collect();
    Ok(call)
}

/// The tools of a `tools/list` result, bare or inside a JSON-RPC response, or of a bare array.
fn tools_of<'d>(document: &'d Document<'_>) -> Vec<Tool<'d>> {
    let root = document.root();
    if root.is_array() {
        return root.items().map(Tool::of).collect();
    }
    Tool::list(root.member("result").unwrap_or(root)).collect()
}

/// The part of a selector that the call decides.
pub fn selector_of(args: &CallArgs) -> Selector {
    let mut selector = Selector::default();
    selector.options = args.options.iter().cloned().collect();
    selector.era.clone_from(&args.era);
    selector.model.clone_from(&args.model);
    selector
}

fn chosen(args: &ProjectArgs, revision: &Revision) -> Result<Vec<Surface>> {
    let mut selector = selector_of(&args.call);
    selector.version.clone_from(&args.client_version);
    selector.as_of.clone_from(&args.as_of);
    selector.surface.clone_from(&args.surface);
    selector.dialect.clone_from(&args.dialect);
    if let Some(variant) = args.variant.as_ref().and_then(|variant| variant.chars().next()) {
        return Ok(vec![letter(variant)?]);
    }
    if let Some(path) = &args.profile {
        let bytes = input::read(path)?;
        let text = String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
        let profile = Profile::parse(&text).map_err(|error| {
            let place = error.place().map(|place| format!(":{}:{}", place.line, place.column));
            anyhow!("{}{}: {}", path.display(), place.unwrap_or_default(), error.reason())
        })?;
        let known = warn_of_unknown_options(args, &profile);
        let surface = profile.surface(&selector)?;
        tell_what_differs(args, surface, &profile, &known);
        return Ok(vec![surface.clone()]);
    }
    let shipped = args.client.as_deref().filter(|name| clients().any(|known| known == *name));
    let shipped = shipped.map(Profile::of).transpose()?;
    let known = shipped.as_ref().map(|profile| warn_of_unknown_options(args, profile)).unwrap_or_default();
    match args.client.as_deref() {
        Some(ALL) => of_all(selector, revision),
        Some(name) => {
            let surface = surfaces::of_client(name, &selector, revision)?;
            if let Some(profile) = &shipped {
                tell_what_differs(args, &surface, profile, &known);
            }
            Ok(vec![surface])
        }
        None => bail!("say --client NAME, --variant LETTER or --profile FILE"),
    }
}

/// One surface of each client that has what is asked for; the others are named, not left out in silence.
pub fn of_all(mut selector: Selector, revision: &Revision) -> Result<Vec<Surface>> {
    if selector.version.is_some() {
        bail!("--client-version names a version of one client; with --client all say --as-of DATE");
    }
    // Each client keeps its own era, unless the connection is older, as without --era.
    selector.era = None;
    let (surfaces, lacking) = surfaces::of_all_clients_that_fit(&selector, revision)?;
    if !lacking.is_empty() {
        eprintln!("note: left out, since they have no such version or surface: {}", lacking.join(", "));
    }
    Ok(surfaces)
}

/// Says which settings the surface does not know, and which recorded version stands for a release that is not
/// recorded.
fn tell_what_differs(args: &ProjectArgs, surface: &Surface, profile: &Profile, known: &BTreeSet<String>) {
    let elsewhere =
        |(name, _): &&(String, String)| known.contains(name) && !surface.options.contains_key(name);
    for (name, value) in args.call.options.iter().filter(elsewhere) {
        let client = &surface.client;
        let told = profile.versions.iter().flat_map(|version| &version.surfaces);
        let told = told.filter(|other| other.options.get(name) == Some(value) && other.name == surface.name);
        let paths: BTreeSet<String> = told.map(path_of).collect();
        if args.call.options.len() > 1 && paths.contains(&path_of(surface)) {
            eprintln!(
                "note: {name}={value} is not known of {client} together with the other settings; shown is what it does without it"
            );
            continue;
        }
        let paths: Vec<String> = paths.into_iter().collect();
        let where_known =
            if paths.is_empty() { String::new() } else { format!("; it is with {}", paths.join(", ")) };
        eprintln!(
            "note: {name}={value} is not known of {client} on this surface{where_known}; shown is what it does without it"
        );
    }
    let Some(asked) = args.client_version.as_ref().filter(|asked| **asked != surface.version) else { return };
    let (client, version) = (&surface.client, &surface.version);
    eprintln!(
        "note: {client} {asked} is not recorded; {version} stands for it, the release in force by its number"
    );
}

/// The version and the dialect of a surface, and its era where it has one.
fn path_of(surface: &Surface) -> String {
    match surface.era.as_str() {
        "" => format!("{} {}", surface.version, surface.dialect),
        era => format!("{} {} in {era}", surface.version, surface.dialect),
    }
}

/// A setting that a profile does not tell apart changes nothing, which is better said than guessed.
fn warn_of_unknown_options(args: &ProjectArgs, profile: &Profile) -> BTreeSet<String> {
    let surfaces = || profile.versions.iter().flat_map(|version| &version.surfaces);
    let known: BTreeSet<String> = surfaces().flat_map(|surface| surface.options.keys().cloned()).collect();
    for (name, _) in args.call.options.iter().filter(|(name, _)| !known.contains(name)) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let known = if known.is_empty() {
            "it knows none".to_owned()
        } else {
            format!("known are {}", known.join(", "))
        };
        eprintln!("note: the setting {name:?} changes nothing for {}; {known}", profile.client);
    }
    known
}

/// Puts the projections together whose models receive the same.
pub fn groups(projections: &[Projection]) -> Vec<Vec<&Projection>> {
    let mut groups: Vec<Vec<&Projection>> = Vec::new();
    for projection in projections {
        let same = |group: &&mut Vec<&Projection>| {
            group.iter().any(|other| {
                other.parts == projection.parts
                    && other.error == projection.error
                    && other.validator == projection.validator
            })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(projection),
            None => groups.push(vec![projection]),
        }
    }
    groups
}

/// The names over what a group of clients receives.
pub fn heading(group: &[&Projection]) -> String {
    let name = |projection: &&Projection| {
        format!("{} {} ({})", projection.client, projection.version, projection.surface)
    };
    format!("== {}", group.iter().map(name).collect::<Vec<_>>().join(", "))
}

fn print_groups(out: &mut impl std::io::Write, args: &ProjectArgs, projections: &[Projection]) -> Result<()> {
    for group in groups(projections) {
        writeln!(out, "{}", heading(&group))?;
        print(out, args, &group)?;
    }
    Ok(())
}

/// Prints what a group of equal projections shows, and why each does.
fn print(out: &mut impl std::io::Write, args: &ProjectArgs, group: &[&Projection]) -> Result<()> {
    let Some(projection) = group.first() else { return Ok(()) };
    print_plain(out, projection)?;
    print_validator(projection);
    if args.why {
        group.iter().for_each(|projection| print_why(projection));
    }
    if let Some(tokens) = projection.tokens {
        let bytes: usize = projection.texts().map(str::len).sum();
        let copies = projection.copies;
        eprintln!("{bytes} bytes, {tokens} tokens (o200k_base), copies of the payload: {copies}");
    }
    Ok(())
}

/// Prints exactly what the model sees; what is no text is named on standard error.
fn print_plain(out: &mut impl std::io::Write, projection: &Projection) -> Result<()> {
    if projection.parts.is_empty() {
        eprintln!("({})", told_of(projection.error).unwrap_or("the model receives nothing"));
    }
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

/// What the model is told of an error, in a clause; `None` when nothing marks one.
fn told_of(error: ErrorShown) -> Option<&'static str> {
    match error {
        ErrorShown::Flagged => Some("the model is told that this is an error"),
        ErrorShown::None => None,
        ErrorShown::NotOffered => Some("the client does not offer the tool, so the model receives nothing"),
        ErrorShown::RunAborted => Some("the run ends, so the model receives nothing"),
        ErrorShown::Substituted => Some("words of the client or its SDK stand where the server's were"),
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
    if let Some(told) = told_of(projection.error) {
        eprintln!("  error          {told}");
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
