//! The client's words for a result that its SDK refused.

use super::draft::Draft;
use super::slots::Slots;
use super::{ErrorShown, Part, forms, message, words};
use crate::profile::Behaviour;
use crate::sdk::{OWN_READER_OF_KINDS, UNCAUGHT_REFERENCE, Validator};

/// Without the slot nobody sees the validator's wording.
pub(super) fn refused(
    draft: &mut Draft<'_, '_>,
    behaviour: &Behaviour,
    mut validator: Validator,
) -> (Vec<Part>, ErrorShown, Option<Validator>) {
    let by_schema = validator.by.contains("output-schema check");
    let mut template = "{validator}";
    if let Some(refusal) = &behaviour.refusal {
        if refusal.ends_run || by_schema && refusal.schema_ends_run {
            draft.step("wrapping", "the run ends");
            return (Vec::new(), ErrorShown::RunAborted, None);
        }
        let by_schema_text = refusal.schema_text.as_ref().filter(|_| by_schema);
        let by_kind_text = refusal.kind_text.as_ref().filter(|_| validator.by == OWN_READER_OF_KINDS);
        template = by_schema_text.or(by_kind_text).unwrap_or(&refusal.text);
        if !refusal.reporter.is_empty() {
            validator.by = format!("{}, {}", validator.by, refusal.reporter);
        }
    }
    let quote = if validator.message.contains('\'') && !validator.message.contains('"') { "\"" } else { "'" };
    let raised = raised(&validator, by_schema);
    let text = words::fill_call(draft.call, template).replace("{quote}", quote).replace("{raised}", raised);
    draft.step("wrapping", "the client's words for a refused result");
    let shown = text.contains("{validator}");
    let mut slots = Slots::from(text);
    let lead = behaviour.refusal.as_ref().map(|refusal| refusal.lead.as_str()).unwrap_or_default();
    if !lead.is_empty() {
        slots.put_first(vec![words::fill_call(draft.call, lead)]);
    }
    if let Some(frame) = &behaviour.frame {
        forms::frame(draft, frame, &mut slots);
    }
    let parts = message::message(draft, &behaviour.message, slots, true);
    (parts, ErrorShown::Substituted, shown.then_some(validator))
}

/// The class of the exception with which the Python SDK refuses.
fn raised(validator: &Validator, by_schema: bool) -> &'static str {
    match by_schema {
        true if validator.by.ends_with(UNCAUGHT_REFERENCE) => "_WrappedReferencingError",
        true => "RuntimeError",
        false => "ValidationError",
    }
}
