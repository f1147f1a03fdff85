//! Which clients a finding hurts: asked by projecting the result, never written down.
//!
//! A client is named for the surface that its user has without any setting. Where another setting,
//! transport or dialect is needed, it is said behind the name, and only where the usual surfaces do not
//! make the point already. Nobody is named whose model would see the same without the fault.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::Context;
use crate::adapt::text_block;
use crate::json::{Document, Edits};
use crate::profile::{self, Profile, Selector, Surface};
use crate::project::{Call, ErrorShown, Projection, project};
use crate::result::ToolResult;
use crate::revision::Revision;
use crate::tool::Tool;

/// So many clients as they come make the point without settings that few have.
const ENOUGH: usize = 2;

/// Reading a profile costs more than carrying it out.
static PROFILES: LazyLock<Vec<Profile>> =
    LazyLock::new(|| profile::clients().filter_map(|client| Profile::of(client).ok()).collect());

/// What one surface shows of the result of a context, with the words that name the surface.
#[derive(Debug)]
pub(super) struct Seen {
    name: String,
    client: &'static str,
    surface: &'static Surface,
    projection: Projection,
}

/// What is taken away to see whether it is what a model is hurt by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// Content that says nothing beside structured content.
    EmptyContent,
    /// Nothing needs to be taken away: what the model sees is the fault.
    Itself,
    /// The key that is left out where null is meant.
    NullLeftOut,
    /// The output schema that the result does not hold to.
    Schema,
    /// The structured content, and the schema that asks for it.
    Structured,
    /// The structured content of an error.
    StructuredOfError,
}

/// Projects the result for what each client shows when nobody set anything, for a peer of that revision.
pub(super) fn project_usual(context: &Context<'_>) -> Vec<Seen> {
    let Some(result) = context.result() else { return Vec::new() };
    let call = call_of(context, context.tool());
    let usual = asked(context).filter_map(|profile| {
        let surface = usual(profile, context.revision())?;
        Some((profile, surface, profile.title.clone()))
    });
    usual.map(|(profile, surface, name)| seen(&call, result, profile, surface, name)).collect()
}

/// Projects the result for what clients show under other settings, the nearest to the usual ones first.
pub(super) fn project_others(context: &Context<'_>) -> Vec<Seen> {
    let Some(result) = context.result() else { return Vec::new() };
    let call = call_of(context, context.tool());
    let mut seen_all = Vec::new();
    for profile in asked(context) {
        let Some(usual) = usual(profile, context.revision()) else { continue };
        let version = profile.versions.iter().find(|version| version.version == usual.version);
        let surfaces = version.map(|version| version.surfaces.as_slice()).unwrap_or_default();
        let reachable = |surface: &&Surface| {
            let era = Revision::from(surface.era.as_str());
            let fits =
                surface.era.is_empty() || era.is_within(&Revision::V2024_11_05, Some(context.revision()));
            fits && !std::ptr::eq(*surface, usual)
        };
        let mut others: Vec<(usize, &'static Surface)> =
            surfaces.iter().filter(reachable).map(|surface| (differences(surface, usual), surface)).collect();
        others.sort_by_key(|(differences, _)| *differences);
        seen_all.extend(others.into_iter().map(|(_, surface)| {
            let name = format!("{}{}", profile.title, condition(surface, usual));
            seen(&call, result, profile, surface, name)
        }));
    }
    seen_all
}

fn asked(context: &Context<'_>) -> impl Iterator<Item = &'static Profile> {
    let asked = context.clients();
    PROFILES.iter().filter(move |profile| asked.is_empty() || asked.contains(&profile.client))
}

fn usual(profile: &'static Profile, revision: &Revision) -> Option<&'static Surface> {
    profile.surface_toward(&Selector::default(), revision).ok()
}

fn seen(
    call: &Call<'_>,
    result: ToolResult<'_>,
    profile: &'static Profile,
    surface: &'static Surface,
    name: String,
) -> Seen {
    Seen { name, client: &profile.client, surface, projection: project(call, result, surface) }
}

/// What is known of the call, for a tool that may stand in the place of the one that was called.
fn call_of<'c, 'd: 'c>(context: &Context<'d>, tool: Option<Tool<'c>>) -> Call<'c> {
    let mut call = Call::default();
    call.tools = context.tools();
    if let Some(tool) = tool {
        let called = tool.name();
        call.tools.iter_mut().filter(|listed| listed.name() == called).for_each(|listed| *listed = tool);
    }
    call.tool = tool;
    call.revision = Some(context.revision().clone());
    call
}

/// In how many ways a surface is not the usual one.
fn differences(surface: &Surface, usual: &Surface) -> usize {
    let told = [
        surface.name != usual.name,
        surface.dialect != usual.dialect,
        surface.transport != usual.transport,
        surface.model != usual.model,
    ];
    told.into_iter().filter(|differs| *differs).count() + surface.options.len()
}

/// What a user has to choose to have this surface, as words behind the name of the client.
fn condition(surface: &Surface, usual: &Surface) -> String {
    let mut words = String::new();
    let mut paths: Vec<&str> = Vec::new();
    if surface.name != usual.name {
        paths.push(&surface.name);
    }
    if surface.dialect != usual.dialect && !matches!(surface.dialect.as_str(), "" | "none") {
        paths.push(&surface.dialect);
    }
    if !paths.is_empty() {
        let _ = write!(words, " ({})", paths.join(", "));
    }
    match surface.transport.as_str() {
        transport if transport == usual.transport => {}
        "http" => words.push_str(" over HTTP"),
        "" => {}
        other => drop(write!(words, " over {other}")),
    }
    let model = (!surface.model.is_empty()).then(|| format!("model={}", surface.model));
    let options = surface.options.iter().map(|(name, value)| format!("{name}={value}"));
    let settings: Vec<String> = model.into_iter().chain(options).collect();
    if !settings.is_empty() {
        let _ = write!(words, " with {}", settings.join(","));
    }
    words
}

/// Names the clients of whose projections a fact holds because of that fault; `None` when there are none.
pub(super) fn names(context: &Context<'_>, fault: Fault, holds: fn(&Projection) -> bool) -> Option<String> {
    let mended = Mended::of(context, fault);
    let is_hurt = |seen: &&Seen| {
        holds(&seen.projection)
            && mended.as_ref().and_then(|mended| mended.project(context, seen.surface)).is_none_or(
                |without| {
                    // What is still hidden there is told by the text that stands for it.
                    let is_told =
                        matches!(fault, Fault::EmptyContent) && without.parts != seen.projection.parts;
                    is_told || !holds(&without)
                },
            )
    };
    let mut named: Vec<&Seen> = context.usual_projections().iter().filter(is_hurt).collect();
    if named.len() < ENOUGH {
        for other in context.other_projections() {
            let is_named = named.iter().any(|named| named.client == other.client);
            if !is_named && is_hurt(&other) {
                named.push(other);
            }
        }
    }
    let mut names: Vec<&str> = named.into_iter().map(|seen| seen.name.as_str()).collect();
    let last = names.pop()?;
    Some(if names.is_empty() { last.to_owned() } else { format!("{} and {last}", names.join(", ")) })
}

/// The same result and tool without a fault.
struct Mended {
    result: Option<Document<'static>>,
    tool: Option<Document<'static>>,
}

impl Mended {
    /// Takes the fault away; `None` when there is nothing to take.
    fn of(context: &Context<'_>, fault: Fault) -> Option<Self> {
        let result = context.result()?;
        let mut edits = Edits::new(result.node().document());
        let structured = result.structured_content();
        match fault {
            Fault::Itself => return None,
            Fault::EmptyContent => {
                let content = result.content_node().filter(|content| content.is_array())?;
                edits.push_item(content, text_block(structured?));
            }
            Fault::NullLeftOut => edits.insert_member(result.node(), "structuredContent", "null"),
            Fault::Schema => {}
            Fault::Structured | Fault::StructuredOfError => edits.remove(structured?),
        }
        let result = (!edits.is_empty()).then(|| edits.finish_within(result.node()));
        let tool = match fault {
            Fault::Schema | Fault::Structured => context.tool().and_then(without_schema),
            Fault::EmptyContent | Fault::Itself | Fault::NullLeftOut | Fault::StructuredOfError => None,
        };
        let read = |text: Option<String>| text.and_then(|text| Document::from_string(text).ok());
        Some(Self { result: read(result), tool: read(tool) })
    }

    fn project(&self, context: &Context<'_>, surface: &Surface) -> Option<Projection> {
        let tool = self.tool.as_ref().map(|document| Tool::of(document.root())).or(context.tool());
        let own = self.result.as_ref().and_then(|document| ToolResult::of(document.root()));
        Some(project(&call_of(context, tool), own.or(context.result())?, surface))
    }
}

/// The text of a definition without its output schema; `None` when it declares none.
fn without_schema(tool: Tool<'_>) -> Option<String> {
    let mut edits = Edits::new(tool.node().document());
    edits.remove(tool.output_schema()?);
    Some(edits.finish_within(tool.node()))
}

/// Words of the client stand where the result was, or nothing arrives at all.
pub(super) fn substitutes(projection: &Projection) -> bool {
    match projection.error {
        ErrorShown::NotOffered | ErrorShown::Substituted | ErrorShown::RunAborted => true,
        ErrorShown::Flagged | ErrorShown::None => false,
    }
}

/// The model is shown metadata.
pub(super) fn leaks(projection: &Projection) -> bool {
    !projection.leaked.is_empty()
}

/// The structured content does not reach the model.
pub(super) fn loses_structured(projection: &Projection) -> bool {
    projection.lost.iter().any(|lost| lost.pointer == "/structuredContent")
}

/// The model receives the payload more than once.
pub(super) fn pays_twice(projection: &Projection) -> bool {
    projection.copies > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(changes: &str, expected: &str) {
        let surface = |text: &str| {
            let text = format!(
                r#"
client = "c"
title = "C"
home = ""
version = [
    {{ version = "1", counts-from = "2026-01-01", evidence = {{ how = "read", date = "2026-01-01", source = "s" }}, surface = [{{ {text} letter = "A" }}] }},
]
"#
            );
            Profile::parse(&text).unwrap().versions.remove(0).surfaces.remove(0)
        };
        let usual = surface(r#"name = "conversation", dialect = "openai-chat", transports = ["stdio"],"#);
        let other = surface(changes);
        assert_eq!(condition(&other, &usual), expected, "{changes}");
    }

    #[test]
    fn what_has_to_be_chosen_stands_behind_the_name() {
        for (changes, expected) in [
            (r#"name = "conversation", dialect = "openai-chat", transports = ["stdio"],"#, ""),
            (r#"name = "conversation", dialect = "openai-chat", transports = ["http"],"#, " over HTTP"),
            (r#"name = "conversation", dialect = "gemini","#, " (gemini)"),
            (r#"name = "tool-level", dialect = "none","#, " (tool-level)"),
            (r#"name = "code-mode", dialect = "gemini","#, " (code-mode, gemini)"),
            (r#"name = "conversation", dialect = "openai-chat", models = ["m"],"#, " with model=m"),
            (
                r#"name = "conversation", dialect = "openai-chat", transports = ["http"], options = { b = "2", a = "1" },"#,
                " over HTTP with a=1,b=2",
            ),
        ] {
            check(changes, expected);
        }
    }
}
