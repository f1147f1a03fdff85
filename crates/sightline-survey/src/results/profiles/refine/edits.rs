//! The changes that are tried, and where they are read off.

use sightline::content::{BlockKind, ContentBlock};
use sightline::json::{Document, Node, quote};
use sightline::result::ToolResult;

use crate::record::Part;
use crate::results::profiles::blocks::{candidates, filled, kind_of};
use crate::results::profiles::cases::{Known, STYLES, WHENS, explaining, holding};
use crate::results::profiles::draft::{BlockDraft, CaseDraft, Draft, templated};
use crate::results::read::Observed;

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Edit {
    /// A member of a case, by the case's place.
    Case(usize, &'static str, String),
    /// A case before all others.
    First(CaseDraft),
    /// A member of the message's form.
    Message(&'static str, String),
    /// A rule for blocks before all others.
    Rule(BlockDraft),
    /// A switch of the SDK.
    Sdk(&'static str),
}

impl Edit {
    /// The behaviour with this change; `None` where it has it already.
    pub fn apply(&self, draft: &Draft) -> Option<Draft> {
        let mut changed = draft.clone();
        match self {
            Self::Case(at, name, value) => {
                let case = changed.cases.get_mut(*at)?;
                let own = format!("{name} =");
                case.with.retain(|line| !line.starts_with(&own));
                case.with.push(format!("{name} = {value}"));
            }
            Self::First(case) => changed.cases.insert(0, case.clone()),
            Self::Message(name, value) => {
                let member = format!("{name} = {value}");
                if changed.message.contains(&format!("{name} =")) {
                    return None;
                }
                changed.message = with_member(&changed.message, &member);
            }
            Self::Rule(rule) => {
                changed.blocks.retain(|known| (&known.kind, &known.mime) != (&rule.kind, &rule.mime));
                let general = rule.mime.is_none();
                let at = changed.blocks.iter().position(|known| general && known.kind == rule.kind);
                // What holds for any media type stands behind what holds for one.
                let at = at.map_or(if general { changed.blocks.len() } else { 0 }, |at| at + 1);
                changed.blocks.insert(at.min(changed.blocks.len()), rule.clone());
            }
            Self::Sdk(member) => {
                if changed.sdk.is_empty() || changed.sdk.contains(member) {
                    return None;
                }
                changed.sdk = with_member(&changed.sdk, member);
            }
        }
        (changed.toml("") != draft.toml("")).then_some(changed)
    }
}

/// An inline table with one member more.
fn with_member(table: &str, member: &str) -> String {
    match table.trim_end().strip_suffix('}') {
        Some(table) => format!("{}, {member} }}", table.trim_end()),
        None => format!("{{ {member} }}"),
    }
}

/// Styles that tell rare numbers and orders of keys, beside those that are searched at first.
const RARE: [&str; 5] = [
    r#"{ runtime = "python", sort-keys = true }"#,
    r#"{ runtime = "python" }"#,
    r#"{ runtime = "serde-precise" }"#,
    r#"{ runtime = "pydantic-python" }"#,
    r#"{ runtime = "javascript", sort-keys = true }"#,
];

/// Changes that need no record to be read off.
pub(super) fn general(draft: &Draft) -> Vec<Edit> {
    let switches = ["checks-formats = true", "null-is-a-value = true", "codes-in-messages = true"];
    let mut found: Vec<Edit> = switches.map(Edit::Sdk).to_vec();
    for (at, case) in draft.cases.iter().enumerate() {
        if case.with.iter().any(|line| line.starts_with("style =")) {
            let styles = RARE.into_iter().chain(STYLES.iter().map(|(text, _)| *text));
            found.extend(styles.map(|style| Edit::Case(at, "style", style.to_owned())));
        }
        for join in ["\n", "\n\n", "", " ", ","] {
            found.push(Edit::Case(at, "join", quote(join)));
        }
        for skip in ["empty", "blank", "blank-together", "empty-at-front"] {
            found.push(Edit::Case(at, "skip", quote(skip)));
        }
        for (name, value) in [
            ("trim", "true"),
            ("blocks", r#"[{ kind = "text" }]"#),
            ("blocks", r#"[{ kind = "text", emit = [{ text = "{text}" }] }]"#),
            ("only-these-blocks", "true"),
        ] {
            found.push(Edit::Case(at, name, value.to_owned()));
        }
    }
    found
}

/// Changes that a record tells of.
pub(super) fn of_record(
    draft: &Draft,
    one: &Observed,
    known: &mut Known,
    records: &[&Observed],
) -> Vec<Edit> {
    let mut found = messages(draft, one);
    found.extend(rules(one));
    found.extend(first_cases(draft, one, known, records));
    found
}

/// Words of the client's own beside media, and those that stand where no text is.
fn messages(draft: &Draft, one: &Observed) -> Vec<Edit> {
    let parts = &one.record.parts;
    let is_own = |part: &Part| part.text.as_deref().is_some_and(|text| !one.record.wire.contains(text));
    let mut found = Vec::new();
    for (part, next) in parts.iter().zip(parts.iter().skip(1)) {
        let text = templated(part.text.as_deref().unwrap_or_default(), one);
        if next.text.is_none() && is_own(part) {
            let name = if part.place == next.place { "media-intro" } else { "media-notice" };
            found.push(Edit::Message(name, quote(&text)));
        }
    }
    let first = parts.iter().find(|part| part.place == "tool-message");
    if let Some(text) = first.and_then(|part| part.text.as_deref())
        && (text.is_empty() || first.is_some_and(is_own))
    {
        let text = quote(&templated(text, one));
        found.extend((0..draft.cases.len()).map(|at| Edit::Case(at, "empty", text.clone())));
        found.push(Edit::Message("empty", text));
    }
    found
}

/// Rules for each block that is no text: for its media type, for the family of that, and for any.
fn rules(one: &Observed) -> Vec<Edit> {
    let Ok(document) = Document::parse(&one.record.wire) else { return Vec::new() };
    let Some(result) = ToolResult::of(document.root()) else { return Vec::new() };
    let mut found = Vec::new();
    for block in result.content().filter(|block| !matches!(block.kind, BlockKind::Text(_))) {
        let kind = kind_of(block);
        let mut emits = candidates(kind, &[one]);
        emits.extend(one.record.parts.iter().filter_map(|part| emit(part, block, one)));
        emits.extend(labelled(&emits, one));
        for mime in media_types(block) {
            for emit in &emits {
                let rule = BlockDraft { kind: kind.to_owned(), mime: mime.clone(), emit: emit.clone() };
                let edit = Edit::Rule(rule);
                if !found.contains(&edit) {
                    found.push(edit);
                }
            }
        }
    }
    found
}

/// Words for a block with the block itself behind them, where media arrived.
fn labelled(emits: &[String], one: &Observed) -> Vec<String> {
    let media = one.record.parts.iter().find(|part| part.text.is_none());
    let Some(place) = media.map(|part| &part.place) else { return Vec::new() };
    let words = emits.iter().filter_map(|emit| emit.strip_prefix("[{ text = ")?.strip_suffix(" }]"));
    words.map(|words| format!("[{{ text = {words} }}, {{ media = {} }}]", quote(place))).collect()
}

/// What brings one whole part, at the place where it stands.
fn emit(part: &Part, block: ContentBlock<'_>, one: &Observed) -> Option<String> {
    let place = &part.place;
    match part.text.as_deref() {
        Some(text) if place == "tool-message" => {
            Some(format!("[{{ text = {} }}]", quote(&filled(text, block, one))))
        }
        Some(text) => {
            let text = quote(&filled(text, block, one));
            Some(format!("[{{ text-at = {{ place = {}, text = {text} }} }}]", quote(place)))
        }
        None if part.uri.is_some() => Some(format!("[{{ url = {} }}]", quote(place))),
        None => None,
    }
}

/// Any media type, the block's own, and its family.
fn media_types(block: ContentBlock<'_>) -> Vec<Option<String>> {
    let inner = block.node.member("resource").unwrap_or(block.node);
    let Some(own) = inner.member("mimeType").and_then(Node::as_str) else { return vec![None] };
    let family = own.split_once('/').map(|(family, _)| format!("{family}/*"));
    [None, Some(own.into_owned()), family].into_iter().filter(|mime| mime.as_deref() != Some("")).collect()
}

/// Cases before all others that explain the record, for each condition that holds of it.
fn first_cases(draft: &Draft, one: &Observed, known: &mut Known, records: &[&Observed]) -> Vec<Edit> {
    let Some(at) = records.iter().position(|other| std::ptr::eq(*other, one)) else { return Vec::new() };
    let bare = Draft { cases: Vec::new(), ..draft.clone() };
    let cases: Vec<CaseDraft> =
        explaining(&bare, at, &[one], known).iter().take(3).map(|(case, _)| case.clone()).collect();
    let whens = WHENS.iter().filter(|when| !when.is_empty() && holding(when, &[one]) == [true]);
    let with = |when: &&[&'static str]| {
        let when = when.to_vec();
        cases.iter().map(move |case| Edit::First(CaseDraft { when: when.clone(), ..case.clone() }))
    };
    whens.flat_map(with).collect()
}
