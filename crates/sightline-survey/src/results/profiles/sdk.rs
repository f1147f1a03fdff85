//! Which SDK refuses what was seen refused, and what the model is told then.

use sightline::json::quote;
use sightline::profile::Surface;

use super::draft::{CaseDraft, Draft, only_member, templated};
use crate::results::cell::{Cell, Shown, traits};
use crate::results::read::Observed;
use crate::results::replay::replay;

/// Which SDKs a refusal can come from, by the words with which records name who refused.
const KINDS: [(&str, &[&str]); 4] = [
    ("mcp typescript sdk", &["typescript", "typescript2", "typescript-1-12"]),
    ("mcp python sdk", &["python", "python1"]),
    ("serde", &["serde", "rmcp"]),
    ("", &["open", "rmcp", "csharp"]),
];
const CHECKS: [&str; 3] = ["never", "of-success", "always"];
const SWITCHES: [&str; 4] =
    ["", ", null-is-a-value = true", ", relists-without-schemas = true", ", repairs-from-text = true"];

/// Sets SDK and refusal, and returns the records that the SDK lets through.
pub(super) fn search<'o>(draft: &mut Draft, records: &[&'o Observed]) -> Vec<&'o Observed> {
    if !records.iter().any(|one| was_refused(one)) {
        return records.to_vec();
    }
    let by = records.iter().find_map(|one| refused_by(one));
    // Without a name every SDK is asked.
    let named = |begins: &str| by.as_deref().is_none_or(|by| by.starts_with(begins));
    let kinds = KINDS.iter().filter(|(begins, _)| named(begins)).flat_map(|(_, kinds)| *kinds);
    let mut best = (0, String::new());
    for kind in kinds {
        for checks in CHECKS {
            for switch in SWITCHES {
                let sdk = format!("{{ kind = \"{kind}\", checks-schema = \"{checks}\"{switch} }}");
                let told = told(&sdk, records);
                if told > best.0 {
                    best = (told, sdk);
                }
            }
        }
    }
    draft.sdk = best.1;
    let Some(surface) = asking(&draft.sdk) else { return records.to_vec() };
    let (refused, accepted): (Vec<&Observed>, Vec<&Observed>) =
        records.iter().partition(|one| is_refused(&surface, one).is_some());
    refusal(draft, &refused);
    accepted
}

/// Records of which this SDK says rightly whether and by which check they are refused.
fn told(sdk: &str, records: &[&Observed]) -> usize {
    let Some(surface) = asking(sdk) else { return 0 };
    let agrees = |one: &&&Observed| {
        let refused = is_refused(&surface, one);
        match refused_by(one) {
            Some(by) => refused == Some(by),
            None => refused.is_some() == was_refused(one),
        }
    };
    records.iter().filter(agrees).count()
}

fn refused_by(one: &Observed) -> Option<String> {
    one.record.validator.get("by").and_then(|by| by.as_str()).map(str::to_owned)
}

/// Whether a result did not reach the client: somebody is named, or words of its own stand where a result
/// breaks the schema.
fn was_refused(one: &Observed) -> bool {
    let traits = traits(&one.record);
    // A survey marks what it cannot know: "flagged" may be a refusal too.
    let is_lost = one.record.error != "none";
    let is_of_schema = traits.breaks_schema || traits.structured_missing;
    // A record of a survey names nobody: words of the client's own stand for what is no error.
    let is_replaced = || !traits.is_error && matches!(Cell::of(one).shown, Shown::OwnWords);
    let is_own = || matches!(Cell::of(one).shown, Shown::OwnWords | Shown::RunEnds);
    refused_by(one).is_some() || is_lost && (is_of_schema && is_own() || is_replaced())
}

/// A surface that asks the SDK alone.
fn asking(sdk: &str) -> Option<Surface> {
    let refusal = r#"{ text = "{validator}" }"#.to_owned();
    let draft = Draft { sdk: sdk.to_owned(), refusal, ..Draft::default() };
    draft.and(CaseDraft::showing(r#"["content"]"#)).surface()
}

/// Who refuses the result of a record.
fn is_refused(surface: &Surface, one: &Observed) -> Option<String> {
    replay(one, surface).ok()?.validator.map(|validator| validator.by)
}

fn refusal(draft: &mut Draft, refused: &[&Observed]) {
    let of_schema = |one: &&&Observed| {
        let traits = traits(&one.record);
        refused_by(one)
            .map_or(traits.breaks_schema || traits.structured_missing, |by| by.contains("output-schema"))
    };
    let ends = |one: &&Observed| one.record.error == "run-aborted";
    let schema: Vec<&Observed> = refused.iter().filter(of_schema).copied().collect();
    let other: Vec<&Observed> = refused.iter().filter(|one| !of_schema(one)).copied().collect();
    let Some(first) = other.first().or(schema.first()) else { return };
    if let Some((key, _)) = only_member(first) {
        draft.message = format!("{{ object-key = {} }}", quote(&key));
    }
    let frame = draft.clone();
    let texts =
        |records: &[&Observed]| around(&records.iter().map(|one| text_of(&frame, one)).collect::<Vec<_>>());
    let plain = texts(if other.is_empty() { &schema } else { &other });
    let mut members = vec![format!("text = {}", quote(&plain))];
    if let [lead, _] = first.record.parts.as_slice() {
        let lead = templated(lead.text.as_deref().unwrap_or_default(), first);
        members.push(format!("lead = {}", quote(&lead)));
    }
    let own = texts(&schema);
    if !schema.is_empty() && own != plain {
        members.push(format!("schema-text = {}", quote(&own)));
    }
    if !schema.is_empty() && schema.iter().all(ends) {
        members.push("schema-ends-run = true".to_owned());
    }
    if !other.is_empty() && other.iter().all(ends) {
        members.push("ends-run = true".to_owned());
    }
    draft.refusal = format!("{{ {} }}", members.join(", "));
}

fn text_of(draft: &Draft, one: &Observed) -> String {
    let last = || one.record.parts.last().and_then(|part| part.text.clone());
    let text = only_member(one).map(|(_, text)| text).or_else(last);
    templated(&draft.unframed(&text.unwrap_or_default()), one)
}

/// What all texts begin and end with, and the slot of the foreign wording where they differ.
fn around(texts: &[String]) -> String {
    let Some((first, others)) = texts.split_first() else { return String::new() };
    if others.iter().all(|other| other == first) {
        return first.clone();
    }
    let same = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| {
        one.zip(other)
            .take_while(|(one, other)| one == other)
            .map(|(letter, _)| letter.len_utf8())
            .sum::<usize>()
    };
    let shortest = texts.iter().map(String::len).min().unwrap_or(0);
    let head = others.iter().map(|other| same(&mut first.chars(), &mut other.chars())).min().unwrap_or(0);
    let tail = others.iter().map(|other| same(&mut first.chars().rev(), &mut other.chars().rev())).min();
    // Between both something has to be left of each text.
    let head =
        (0..=head.min(shortest.saturating_sub(1))).rev().find(|at| first.is_char_boundary(*at)).unwrap_or(0);
    let tail = tail.unwrap_or(0).min(shortest.saturating_sub(head + 1));
    let at = (first.len() - tail..=first.len()).find(|at| first.is_char_boundary(*at)).unwrap_or(first.len());
    format!("{}{{validator}}{}", first.get(..head).unwrap_or_default(), first.get(at..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::around;

    #[test]
    fn where_refusals_differ_stands_the_slot_of_their_wording() {
        let check = |texts: &[&str], expected: &str| {
            assert_eq!(around(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()), expected);
        };
        check(&["Failed: é one.", "Failed: é two."], "Failed: é {validator}.");
        check(&["the same", "the same"], "the same");
        check(&["aa", "aaa"], "a{validator}");
        check(&[], "");
    }
}
