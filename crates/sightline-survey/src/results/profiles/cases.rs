//! The list of cases: the first one that fits decides, so the surest are found first.

use std::collections::BTreeMap;

use sightline::json::{Document, Node, quote};
use sightline::profile::Surface;
use sightline::sdk::print::{Runtime, Spacing, Style, print};

use super::draft::{CaseDraft, Draft, is_same, member_of, only_member, shown, templated};
use super::mostly::mostly;
use crate::results::cell::{Cell, Shown};
use crate::results::form::{Form, forms};
use crate::results::read::Observed;
use crate::results::replay::replay;

/// What is asked of a result, the plainest first.
pub(super) const WHENS: &[&[&str]] = &[
    &[],
    &["is-error"],
    &["structured-not-null"],
    &["content-empty"],
    &["structured-truthy"],
    &["structured-object"],
    &["structured-container"],
    &["structured-present"],
    &["content-no-list"],
    &["has-text"],
    &["schema-declared"],
    &["content-empty", "structured-not-null"],
    &["is-error", "structured-not-null"],
    &["is-error", "content-empty"],
    &["schema-declared", "structured-not-null"],
    &["schema-declared", "content-empty", "structured-not-null"],
    &["text-mirrors-structured"],
    &["has-media"],
];

/// Styles as a profile writes them; the pairs are held together by a test.
pub(super) const STYLES: [(&str, Style); 8] = [
    (r#"{ runtime = "javascript" }"#, style(Runtime::Javascript, Spacing::Compact, false)),
    (
        r#"{ runtime = "python", spacing = "spaced", ascii = true }"#,
        style(Runtime::Python, Spacing::Spaced, true),
    ),
    (r#"{ runtime = "python", spacing = "spaced" }"#, style(Runtime::Python, Spacing::Spaced, false)),
    (r#"{ runtime = "serde" }"#, style(Runtime::Serde, Spacing::Compact, false)),
    (r#"{ runtime = "pydantic" }"#, style(Runtime::Pydantic, Spacing::Compact, false)),
    (
        r#"{ runtime = "javascript", spacing = "indented" }"#,
        style(Runtime::Javascript, Spacing::Indented, false),
    ),
    (r#"{ runtime = "python", spacing = "indented" }"#, style(Runtime::Python, Spacing::Indented, false)),
    (r#"{ runtime = "serde", sort-keys = true }"#, Style { sort_keys: true, ..Style::SERDE }),
];

const fn style(runtime: Runtime, spacing: Spacing, ascii: bool) -> Style {
    Style { runtime, spacing, ascii, sort_keys: false }
}

/// The styles in which some value of the result stands in what arrived; others cannot explain it.
fn likely(one: &Observed) -> Vec<&'static str> {
    let arrived = crate::results::channel::texts(&one.record);
    let Ok(document) = Document::parse(&one.record.wire) else { return Vec::new() };
    let values: Vec<Node<'_>> =
        ["structuredContent", "content"].iter().filter_map(|name| document.root().member(name)).collect();
    let stands = |style: &Style| {
        values.iter().any(|value| {
            let printed = print(*value, style);
            // Envelopes bring members of their own, so of a list its first words have to do.
            let head = printed.get(..printed.len().min(12)).unwrap_or(&printed);
            value.is_null() || arrived.contains(head) || !(value.is_array() || value.is_object())
        })
    };
    STYLES.iter().filter(|(_, style)| stands(style)).map(|(text, _)| *text).collect()
}

const JOINS: [Option<&str>; 5] = [None, Some("\n"), Some(""), Some("\n\n"), Some(" ")];

/// Most cases of one behaviour; what needs more is not understood.
const MOST_CASES: usize = 8;

/// Finds cases until every record is explained, or nothing explains more.
pub(super) fn search(draft: &mut Draft, accepted: &[&Observed]) {
    let fits: Vec<Vec<bool>> = WHENS.iter().map(|when| holding(when, accepted)).collect();
    let mut left: Vec<usize> = (0..accepted.len()).collect();
    let mut known = BTreeMap::new();
    while !left.is_empty() && draft.cases.len() < MOST_CASES {
        let mut best: Option<(usize, CaseDraft, Vec<usize>)> = None;
        for (when, fits) in WHENS.iter().zip(&fits) {
            let meant: Vec<usize> = left.iter().copied().filter(|at| fits.get(*at) == Some(&true)).collect();
            if meant.is_empty() || best.as_ref().is_some_and(|(told, _, _)| *told >= meant.len()) {
                continue;
            }
            if let Some(case) = sure(draft, &meant, accepted, &mut known) {
                best = Some((meant.len(), CaseDraft { when: when.to_vec(), ..case }, meant));
            }
        }
        match best {
            Some((_, case, meant)) => {
                draft.cases.push(case);
                left.retain(|at| !meant.contains(at));
            }
            None => break,
        }
    }
    nearly(draft, accepted, &fits, &mut left, &mut known);
    if !left.is_empty() {
        let rest: Vec<&Observed> = left.iter().filter_map(|at| accepted.get(*at)).copied().collect();
        if let Some(case) = likeliest(draft, &rest) {
            draft.cases.push(case);
        }
    }
    if draft.cases.is_empty() {
        draft.cases.push(CaseDraft::showing(r#"["content"]"#));
    }
}

/// Adds cases that explain most of what they are meant for, those first of which most is gained.
fn nearly(
    draft: &mut Draft,
    accepted: &[&Observed],
    fits: &[Vec<bool>],
    left: &mut Vec<usize>,
    known: &mut Known,
) {
    while !left.is_empty() && draft.cases.len() < MOST_CASES {
        let mut best: Option<(usize, CaseDraft, Vec<usize>)> = None;
        for (when, fits) in WHENS.iter().zip(fits) {
            let meant: Vec<usize> = left.iter().copied().filter(|at| fits.get(*at) == Some(&true)).collect();
            if best.as_ref().is_some_and(|(gain, _, _)| *gain >= meant.len()) {
                continue;
            }
            let Some((many, case)) = mostly(draft, &meant, accepted, known) else { continue };
            // What is explained, less what no later case can explain any more.
            let gain = (2 * many).saturating_sub(meant.len());
            if gain > 0 && best.as_ref().is_none_or(|(most, _, _)| gain > *most) {
                best = Some((gain, CaseDraft { when: when.to_vec(), ..case }, meant));
            }
        }
        let Some((_, case, meant)) = best else { break };
        draft.cases.push(case);
        left.retain(|at| !meant.contains(at));
    }
}

/// Of which records a condition holds: asked of the projection itself, so that both mean the same.
pub(super) fn holding(when: &[&'static str], records: &[&Observed]) -> Vec<bool> {
    let yes = CaseDraft { when: when.to_vec(), ..CaseDraft::showing(r#"[{ text = "yes" }]"#) };
    let asked = Draft::default().and(yes).and(CaseDraft::showing(r#"[{ text = "no" }]"#));
    let Some(surface) = asked.surface() else { return vec![false; records.len()] };
    records.iter().map(|one| shown(one, &surface).as_deref() == Some("yes")).collect()
}

/// Cases that explain one record, by the record and its error mark.
pub(super) type Known = BTreeMap<(usize, String), Vec<(CaseDraft, Surface)>>;

/// The cases that explain the first of these records, which is the one of that index.
pub(super) fn explaining<'k>(
    draft: &Draft,
    at: usize,
    records: &[&Observed],
    known: &'k mut Known,
) -> &'k [(CaseDraft, Surface)] {
    let Some(first) = records.first().copied() else { return &[] };
    let mark = marked(&CaseDraft::default(), records, first).with.join(" ");
    known.entry((at, mark)).or_insert_with(|| {
        let surface = |case: &CaseDraft| Draft { cases: vec![case.clone()], ..draft.clone() }.surface();
        let cases = candidates(draft, records).into_iter();
        let cases = cases.filter_map(|case| surface(&case).map(|surface| (case, surface)));
        cases.filter(|(_, surface)| is_same(first, surface)).collect()
    })
}

/// A case that explains all of these records.
fn sure(draft: &Draft, meant: &[usize], accepted: &[&Observed], known: &mut Known) -> Option<CaseDraft> {
    let records: Vec<&Observed> = meant.iter().filter_map(|at| accepted.get(*at)).copied().collect();
    let own = explaining(draft, *meant.first()?, &records, known);
    let fits = |surface: &Surface| records.iter().all(|one| is_same(one, surface));
    own.iter().find(|(_, surface)| fits(surface)).map(|(case, _)| case.clone())
}

/// The case that explains most of these records.
fn likeliest(draft: &Draft, records: &[&Observed]) -> Option<CaseDraft> {
    let told = |case: &CaseDraft| Draft { cases: vec![case.clone()], ..draft.clone() }.count(records);
    let mut best: Option<(usize, CaseDraft)> = None;
    for case in candidates(draft, records) {
        let many = told(&case);
        if best.as_ref().is_none_or(|(most, _)| many > *most) {
            best = Some((many, case));
        }
    }
    best.filter(|(many, _)| *many > 0).map(|(_, case)| case)
}

/// Ways to show content, with the words around them that the first record has.
pub(super) fn contents(records: &[&Observed]) -> Vec<CaseDraft> {
    let Some(first) = records.first() else { return Vec::new() };
    let mut cases = Vec::new();
    for join in JOINS {
        let case = CaseDraft::showing(r#"["content"]"#);
        let case = join.map_or(case.clone(), |join| case.with("join", &quote(join)));
        cases.push(marked(&case, records, first));
    }
    cases
}

fn candidates(draft: &Draft, records: &[&Observed]) -> Vec<CaseDraft> {
    let Some(first) = records.first() else { return Vec::new() };
    let mut cases = contents(records);
    let mut add = |case: CaseDraft| cases.push(marked(&case, records, first));
    for style in likely(first) {
        for show in ["structured", "structured-text", "unwrapped", "content-list"] {
            add(CaseDraft::showing(format!("[\"{show}\"]")).with("style", style));
        }
        for join in ["\n", "\n\n", "", " "] {
            for show in [r#"["content", "structured"]"#, r#"["structured", "content"]"#] {
                add(CaseDraft::showing(show).with("style", style).with("join", &quote(join)));
            }
        }
        for envelope in ["wire", "typescript", "python-dump", "script"] {
            add(CaseDraft::showing(format!("[{{ envelope = \"{envelope}\" }}]")).with("style", style));
        }
    }
    add(CaseDraft::showing(r#"["first-block"]"#));
    add(CaseDraft::showing(r#"[{ envelope = "python-words" }]"#));
    objects(first).into_iter().for_each(&mut add);
    if first.record.error == "run-aborted" {
        cases.push(CaseDraft::showing(r#"["end-run"]"#));
    }
    // What stands in the way of words around a text: they are read off the first record.
    let around: Vec<CaseDraft> = cases.iter().filter_map(|case| wrapped(draft, case, first)).collect();
    cases.extend(around);
    let shown = Cell::of(first).shown;
    let is_own = matches!(shown, Shown::Nothing | Shown::OwnWords | Shown::Placeholder);
    if let ([part], true) = (first.record.parts.as_slice(), is_own) {
        // The same words for all that is meant: a placeholder.
        let member = only_member(first).map(|(_, text)| text);
        let text =
            member.as_deref().or(part.text.as_deref()).map(|text| templated(text, first)).unwrap_or_default();
        cases.push(marked(&CaseDraft::showing(format!("[{{ text = {} }}]", quote(&text))), records, first));
    }
    cases
}

/// JSON objects of the client's own, by the members that were seen.
fn objects(first: &Observed) -> Vec<CaseDraft> {
    let members = forms(&first.record).into_iter().find_map(|form| match form {
        Form::Object(members) => Some(members),
        _ => None,
    });
    let Some(members) = members else { return Vec::new() };
    let mut names = members.split(", ");
    let Some(text) = names.next() else { return Vec::new() };
    let structured = names.next().map_or("structuredContent", |name| name);
    let object = format!("{{ text = {}, structured = {} }}", quote(text), quote(structured));
    let case = |style: &str| {
        CaseDraft::showing(r#"["content"]"#)
            .with("join", "\"\\n\"")
            .with("style", style)
            .with("object", &object)
    };
    STYLES.iter().take(4).map(|(style, _)| case(style)).collect()
}

/// With the error mark and the message form that the records have.
fn marked(case: &CaseDraft, records: &[&Observed], first: &Observed) -> CaseDraft {
    let mut case = case.clone();
    let is_error = |one: &&&Observed| crate::results::cell::traits(&one.record).is_error;
    if let Some(error) = records.iter().find(is_error) {
        match error.record.error.as_str() {
            "flagged" => case = case.with("errors", "\"flag\""),
            "substituted" => case = case.with("errors", "\"substituted\""),
            _ => {}
        }
    }
    if let [part] = first.record.parts.as_slice()
        && part.kind == "json"
    {
        let document = part.text.as_deref().and_then(|text| Document::parse(text).ok());
        let mut members = document.iter().flat_map(|document| document.root().members());
        match (members.next(), members.next()) {
            (Some(only), None) if only.value.as_str().is_some() => {
                case = case.with("message", &format!("{{ object-key = {} }}", quote(&only.key.to_str())));
            }
            _ => case = case.with("message", "{ json = true }"),
        }
    }
    case
}

/// With the words around its text that the first record has.
fn wrapped(draft: &Draft, case: &CaseDraft, first: &Observed) -> Option<CaseDraft> {
    let surface = Draft { cases: vec![case.clone()], ..draft.clone() }.surface()?;
    let own = replay(first, &surface).ok()?.parts;
    let parts = &first.record.parts;
    if parts.len() == own.len() + 1 && !own.is_empty() {
        // Words before all parts, as a part of their own.
        let before = parts.first()?.text.as_deref()?;
        return Some(case.text("prefix", &templated(before, first)));
    }
    let ([own], [part]) = (own.as_slice(), parts.as_slice()) else { return None };
    let (own, text) = (own.text.as_deref()?, part.text.as_deref()?);
    if own.is_empty() || own == text {
        return None;
    }
    // Inside of an object the words stand around its member.
    let (own, text) = match (member_of(own), member_of(text)) {
        (Some((key, own)), Some((other, text))) if key == other => (own, text),
        _ => (own.to_owned(), text.to_owned()),
    };
    let at = text.find(&own).filter(|_| !own.is_empty())?;
    let (before, after) = (text.get(..at)?, text.get(at + own.len()..)?);
    // Parts that are not joined get such words as parts of their own.
    let joined = case.with.iter().any(|line| line.starts_with("join ="));
    let case = if joined { case.clone() } else { case.with("join", "\"\"") };
    Some(case.text("prefix", &templated(before, first)).text("suffix", &templated(after, first)))
}
