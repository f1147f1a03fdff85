//! One finding about a tool or a result: what, where, why it matters, what to do.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::json::Place;

/// How bad a finding is; follows the word of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not reported.
    Off,
    /// Our opinion, or a MAY.
    Advice,
    /// A SHOULD is broken.
    Warning,
    /// A MUST is broken.
    Error,
}

impl Level {
    /// Returns the name that people type and read.
    ///
    /// ```
    /// use sightline::diagnostic::Level;
    ///
    /// assert_eq!(Level::named("warning"), Some(Level::Warning));
    /// assert_eq!(Level::Warning.name(), "warning");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Advice => "advice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Returns the level of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Off, Self::Advice, Self::Warning, Self::Error].into_iter().find(|level| level.name() == name)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Which reading of the specification judges, where the sources disagree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guidance {
    /// What both readings object to counts in full; where they differ, the milder level.
    #[default]
    Either,
    /// The text of the peer's revision as it stands.
    Published,
    /// The proposal SEP-2200 (closed, not adopted).
    #[serde(rename = "sep-2200")]
    Sep2200,
}

impl Guidance {
    /// All three, the default first.
    pub const ALL: [Self; 3] = [Self::Either, Self::Published, Self::Sep2200];

    /// Returns the name that people type and read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Either => "either",
            Self::Published => "published",
            Self::Sep2200 => "sep-2200",
        }
    }

    /// Returns the guidance of that name.
    ///
    /// ```
    /// use sightline::diagnostic::Guidance;
    ///
    /// assert_eq!(Guidance::named("sep-2200"), Some(Guidance::Sep2200));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|guidance| guidance.name() == name)
    }
}

impl fmt::Display for Guidance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Which of the documents of an exchange a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Subject {
    /// The error object of a response.
    Error,
    /// A recorded exchange, for what is neither tool, list nor result in it.
    Exchange,
    /// The `tools/list` result.
    List,
    /// A request: one of the server, or the one that a result of a recording answers.
    Request,
    /// The tool definition.
    Tool,
    /// The tool result.
    Result,
    /// The settings of the checker.
    Settings,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Name of the rule: the bad pattern.
    pub rule: &'static str,
    /// The catalog's stable ID of the rule.
    pub code: &'static str,
    /// How bad it is under the guidance in force.
    pub level: Level,
    /// Name of the tool that the finding is about, when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// File that the place is in, when the source is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Which document the pointer points into.
    pub subject: Subject,
    /// JSON pointer to the place in the subject.
    pub pointer: String,
    /// Line of the place in the source text, from 1, when the source is a text that the user has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column of the place in Unicode scalar values, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Byte range of the place in the source text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<(usize, usize)>,
    /// What is wrong: one clause, present tense.
    pub message: String,
    /// What was expected, when that can be said shortly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// Why it matters, among others which clients it hurts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The specification's revision and section: of the revision that was checked, where it has one.
    pub source: Cow<'static, str>,
    /// Edits that remove the finding, when they were asked for and there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// Further findings of the same rule in the same subject that are left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// What stays the same while the finding does: see [`Diagnostic::fingerprint_of`].
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
}

/// Whether a fix may be applied without being asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applicability {
    /// What every surface shows stays as it was, except for what the finding is about.
    Safe,
    /// It changes what is meant, or guesses.
    Unsafe,
}

/// Edits of one document that remove a finding; applied whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// Whether it may be applied without being asked for.
    pub applicability: Applicability,
    /// Where, in bytes of the text that holds the finding, and the new text; in order, apart.
    pub edits: Vec<TextEdit>,
}

/// A span of a text and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextEdit {
    /// First byte that is replaced.
    pub start: usize,
    /// End of what is replaced; `start` for an insertion.
    pub end: usize,
    /// The new text.
    pub text: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Diagnostic {
    /// Sets the place in the source text.
    pub fn set_place(&mut self, place: Place, span: std::ops::Range<usize>) {
        self.line = Some(place.line);
        self.column = Some(place.column);
        self.span = Some((span.start, span.end));
    }

    /// Starts a finding that says nothing yet.
    #[must_use]
    pub fn new(rule: &'static str, code: &'static str, level: Level, source: &'static str) -> Self {
        Self {
            rule,
            code,
            level,
            tool: None,
            file: None,
            subject: Subject::Result,
            pointer: String::new(),
            line: None,
            column: None,
            span: None,
            message: String::new(),
            expected: None,
            found: None,
            notes: Vec::new(),
            help: None,
            source: Cow::Borrowed(source),
            fix: None,
            more: 0,
            fingerprint: String::new(),
        }
    }

    /// Computes what stays the same while the finding does: from rule, tool, subject, pointer and message,
    /// with indexes, numbers and quoted values left out, and without file, place and level. 16
    /// hexadecimal digits.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline::revision::Revision;
    /// use sightline::rules::{Context, Settings, check};
    ///
    /// let print = |text: &str| {
    ///     let document = Document::parse(text).unwrap();
    ///     let result = ToolResult::of(document.root()).unwrap();
    ///     let context = Context::new(Revision::V2025_11_25).with_result(result);
    ///     check(&context, &Settings::default())[0].fingerprint_of()
    /// };
    /// // The same finding after a line break and at another block.
    /// let first = print(r#"{"content": [{"type": "txt"}]}"#);
    /// assert_eq!(first, print("{\n\"content\": [{\"type\": \"text\", \"text\": \"a\"}, {\"type\": \"txt\"}]}"));
    /// assert_eq!(first.len(), 16);
    /// ```
    #[must_use]
    pub fn fingerprint_of(&self) -> String {
        let subject = match self.subject {
            Subject::Error => "error",
            Subject::Exchange => "exchange",
            Subject::List => "list",
            Subject::Request => "request",
            Subject::Result => "result",
            Subject::Settings => "settings",
            Subject::Tool => "tool",
        };
        let tool = self.tool.as_deref().unwrap_or_default();
        let pointer: String = self.pointer.split('/').map(without_index).collect::<Vec<_>>().join("/");
        let mut hash = FNV_OFFSET;
        for part in [self.code, subject, tool, &pointer, &without_values(&self.message)] {
            // The separator is no byte of UTF-8, so that no part runs into the next.
            for byte in part.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
            }
        }
        format!("{hash:016x}")
    }
}

/// FNV-1a with 64 bits: the constants of its specification. Stable across releases and platforms,
/// which the hashers of the standard library do not promise.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

fn without_index(token: &str) -> &str {
    if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit()) { "#" } else { token }
}

/// A message without what changes from one result to the next: numbers, and values in quotes.
fn without_values(message: &str) -> String {
    let mut kept = String::new();
    let mut characters = message.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '"' {
            // Up to the closing quote; a value that was cut has none.
            while characters.next().is_some_and(|inner| inner != '"') {}
            kept.push('"');
        } else if character.is_ascii_digit() {
            while characters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '.') {
                characters.next();
            }
            kept.push('#');
        } else {
            kept.push(character);
        }
    }
    kept
}
