//! Which clients a finding hurts: asked by projecting the result, never written down.

use std::sync::LazyLock;

use super::Context;
use crate::profile::{self, Profile, Selector, Surface};
use crate::project::{Call, ErrorShown, Projection, project};

/// Reading a profile costs more than carrying it out.
static PROFILES: LazyLock<Vec<Profile>> =
    LazyLock::new(|| profile::clients().filter_map(|client| Profile::of(client).ok()).collect());

/// What one surface shows of the result of a context, with the words that name the surface.
#[derive(Debug)]
pub(super) struct Seen {
    name: String,
    projection: Projection,
}

/// Projects the result for all surfaces of the version that stands for each client.
pub(super) fn project_all(context: &Context<'_>) -> Vec<Seen> {
    let Some(result) = context.result() else { return Vec::new() };
    let mut call = Call::default();
    call.tool = context.tool();
    call.tools = context.tools();
    call.revision = Some(context.revision().clone());
    let mut seen: Vec<Seen> = Vec::new();
    let asked = context.clients();
    for profile in PROFILES.iter().filter(|profile| asked.is_empty() || asked.contains(&profile.client)) {
        let version = profile.version(&Selector::default());
        let surfaces = version.map(|version| version.surfaces.as_slice()).unwrap_or_default();
        let described = surfaces.iter().map(|surface| (named(profile, surface), surface));
        seen.extend(
            described.map(|(name, surface)| Seen { name, projection: project(&call, result, surface) }),
        );
    }
    seen
}

fn named(profile: &Profile, surface: &Surface) -> String {
    if surface.name == "conversation" {
        profile.title.clone()
    } else {
        format!("{} ({})", profile.title, surface.name)
    }
}

/// Names the clients of whose projections a fact holds, once each; `None` when there are none.
pub(super) fn names(context: &Context<'_>, holds: fn(&Projection) -> bool) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for seen in context.projections().iter().filter(|seen| holds(&seen.projection)) {
        // Surfaces come after the conversation, which stands for all of them.
        let is_told = names.iter().any(|name| seen.name.starts_with(&format!("{name} (")));
        if !is_told && !names.contains(&seen.name.as_str()) {
            names.push(&seen.name);
        }
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last.to_owned() } else { format!("{} and {last}", names.join(", ")) })
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
