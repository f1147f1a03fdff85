//! A behaviour while it is searched, and as text.

use std::fmt::Write as _;

use sightline::json::{Document, quote};
use sightline::profile::{Profile, Selector, Strategy, Surface};

use crate::results::drift::is_mark_of_survey;
use crate::results::read::Observed;
use crate::results::replay::{difference, replay};

/// What is written of a behaviour; texts are TOML values.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub strategy: Option<Strategy>,
    /// An inline table.
    pub sdk: String,
    /// An inline table.
    pub refusal: String,
    /// An inline table.
    pub message: String,
    /// An inline table.
    pub protocol: String,
    /// The name of a rule.
    pub audience: String,
    /// An inline table.
    pub frame: String,
    /// What of its words stands next to a text, without placeholders.
    pub frame_words: Option<(String, String)>,
    /// Cuts, files and excerpts: the member and its list.
    pub sizes: Vec<(&'static str, Vec<String>)>,
    /// What was chosen where the records leave room.
    pub chosen: Vec<String>,
    pub cases: Vec<CaseDraft>,
    /// The first that fits a block decides.
    pub blocks: Vec<BlockDraft>,
}

/// One rule for blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BlockDraft {
    pub kind: String,
    /// The media type that it holds for; any without it.
    pub mime: Option<String>,
    /// The list of what comes out.
    pub emit: String,
}

/// One case.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CaseDraft {
    pub when: Vec<&'static str>,
    /// A list.
    pub show: String,
    /// Other members, each `name = value`.
    pub with: Vec<String>,
}

impl CaseDraft {
    pub fn showing(show: impl Into<String>) -> Self {
        Self { show: show.into(), ..Self::default() }
    }

    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut case = self.clone();
        case.with.push(format!("{name} = {value}"));
        case
    }

    pub fn text(&self, name: &str, value: &str) -> Self {
        if value.is_empty() { self.clone() } else { self.with(name, &quote(value)) }
    }
}

impl Draft {
    /// Returns its tables.
    pub fn toml(&self, name: &str) -> String {
        let mut out = format!("[behaviour.{name}]\n");
        if let Some(strategy) = self.strategy {
            let _ = writeln!(out, "strategy = {}", quote(strategy.name()));
        }
        if !self.audience.is_empty() {
            let _ = writeln!(out, "audience = {}", quote(&self.audience));
        }
        for (member, values) in &self.sizes {
            let _ = writeln!(out, "{member} = [\n  {},\n]", values.join(",\n  "));
        }
        let tables = [
            ("sdk", &self.sdk),
            ("refusal", &self.refusal),
            ("protocol-error", &self.protocol),
            ("frame", &self.frame),
            ("message", &self.message),
        ];
        for (member, value) in tables {
            if !value.is_empty() {
                let _ = writeln!(out, "{member} = {value}");
            }
        }
        for case in &self.cases {
            let _ = write!(out, "\n[[behaviour.{name}.cases]]\n");
            if !case.when.is_empty() {
                let when: Vec<String> = case.when.iter().map(|condition| quote(condition)).collect();
                let _ = writeln!(out, "when = [{}]", when.join(", "));
            }
            let _ = writeln!(out, "show = {}", case.show);
            case.with.iter().for_each(|line| {
                let _ = writeln!(out, "{line}");
            });
        }
        for BlockDraft { kind, mime, emit } in &self.blocks {
            let _ = write!(out, "\n[[behaviour.{name}.blocks]]\nkind = {}\n", quote(kind));
            if let Some(mime) = mime {
                let _ = writeln!(out, "mime = [{}]", quote(mime));
            }
            let _ = writeln!(out, "emit = {emit}");
        }
        out
    }

    /// The surface that does this and nothing else.
    pub fn surface(&self) -> Option<Surface> {
        const HEAD: &str = r#"client = "draft"
title = ""
home = ""

[[version]]
version = "1"
counts-from = "2026-01-01"

[version.evidence]
how = "ran"
date = "2026-01-01"
source = ""

[[version.surface]]
name = "conversation"
dialect = "none"
behaviour = "draft"

"#;
        let profile = Profile::parse(&format!("{HEAD}{}", self.toml("draft"))).ok()?;
        profile.surface(&Selector::default()).ok().cloned()
    }

    /// Tells of each record whether this explains it.
    pub fn explains(&self, records: &[&Observed]) -> Vec<bool> {
        let Some(surface) = self.surface() else { return vec![false; records.len()] };
        records.iter().map(|one| is_same(one, &surface)).collect()
    }

    pub fn count(&self, records: &[&Observed]) -> usize {
        self.explains(records).into_iter().filter(|same| *same).count()
    }

    /// With one case more.
    pub fn and(&self, case: CaseDraft) -> Self {
        let mut draft = self.clone();
        draft.cases.push(case);
        draft
    }

    /// With one more thing that becomes of what is too long, before the others.
    pub fn with_size(&self, (name, value): &(&'static str, String)) -> Self {
        let mut draft = self.clone();
        match draft.sizes.iter_mut().find(|(known, _)| known == name) {
            Some((_, values)) => values.insert(0, value.clone()),
            None => draft.sizes.push((name, vec![value.clone()])),
        }
        draft
    }

    /// A text without the words of the frame, where it stands between them.
    pub fn unframed(&self, text: &str) -> String {
        let inner = self.frame_words.as_ref().and_then(|(before, after)| {
            let at = text.find(before.as_str())?;
            text.get(at + before.len()..)?.strip_suffix(after.as_str())
        });
        inner.unwrap_or(text).to_owned()
    }

    /// Searches everything that the records tell.
    pub fn search(&mut self, records: &[&Observed]) {
        let (errors, results): (Vec<&Observed>, Vec<&Observed>) =
            records.iter().partition(|one| super::protocol::is_error(one));
        super::protocol::search(self, &errors);
        let accepted = super::sdk::search(self, &results);
        super::audience::search(self, &accepted);
        let (large, small): (Vec<&Observed>, Vec<&Observed>) =
            accepted.iter().partition(|one| super::sizes::is_large(one));
        // What is large is asked about sizes alone: it takes long to project, and may be cut.
        let small = if small.is_empty() { large.clone() } else { small };
        super::blocks::search(self, &small);
        super::cases::search(self, &small);
        super::frame::search(self, &small);
        if !self.frame.is_empty() {
            // The frame stands around the client's own words too, which were taken for a part of them.
            super::protocol::search(self, &errors);
            super::sdk::search(self, &results);
        }
        let small: Vec<&Observed> =
            results.iter().filter(|one| !super::sizes::is_large(one)).copied().collect();
        super::refine::search(self, &small);
        super::sizes::search(self, &large);
    }
}

pub(super) fn is_same(one: &Observed, surface: &Surface) -> bool {
    replay(one, surface).is_ok_and(|projection| {
        difference(&one.record, &projection).is_none_or(|found| is_mark_of_survey(one, &found))
    })
}

/// What a surface shows for a record, as one text; `None` when that is no text.
pub(super) fn shown(one: &Observed, surface: &Surface) -> Option<String> {
    let projection = replay(one, surface).ok()?;
    match projection.parts.as_slice() {
        [part] => part.text.clone(),
        _ => None,
    }
}

/// A text with the call's own names as placeholders.
pub(super) fn templated(text: &str, one: &Observed) -> String {
    let record = &one.record;
    let mut out = text.to_owned();
    // Before the names, which may stand in them.
    let arguments = record.arguments.to_string();
    if record.arguments.as_object().is_some_and(|members| !members.is_empty()) {
        out = out.replace(&arguments, "{arguments}");
    }
    let names = [(&record.called_as, "{called as}"), (&record.tool, "{tool}"), (&record.server, "{server}")];
    for (name, placeholder) in names {
        if let Some(name) = name.as_deref().filter(|name| name.len() > 2) {
            out = out.replace(name, placeholder);
        }
    }
    out
}

/// The only member of the JSON object that a record's only part is, when it is a text.
pub(super) fn only_member(one: &Observed) -> Option<(String, String)> {
    match one.record.parts.as_slice() {
        [part] if part.kind == "json" => member_of(part.text.as_deref()?),
        _ => None,
    }
}

/// The only member of a JSON object, when it is a text.
pub(super) fn member_of(json: &str) -> Option<(String, String)> {
    let document = Document::parse(json).ok()?;
    let mut members = document.root().members();
    let only = members.next()?;
    let text = only.value.as_str()?.into_owned();
    members.next().is_none().then(|| (only.key.to_str().into_owned(), text))
}
