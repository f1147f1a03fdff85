//! The demo's tools: one data file each, with the definition and the results as JSON text.
//!
//! What a file says is sent as it stands, faults included; only the white space between the tokens
//! goes, since a frame on stdio is one line.

use std::borrow::Cow;

use sightline::json::{Document, Node, quote};
use sightline::schema::{OutputSchema, Verdict};

use super::dataset::dataset;

/// A tool of the demo.
#[derive(Clone, Copy, Debug)]
pub struct DemoTool {
    name: &'static str,
    source: &'static str,
}

/// The tools, in the order in which they are listed.
pub static TOOLS: &[DemoTool] = &[
    DemoTool { name: "dataset", source: include_str!("tools/dataset.json") },
    DemoTool { name: "summary", source: include_str!("tools/summary.json") },
    DemoTool { name: "structured-only", source: include_str!("tools/structured_only.json") },
    DemoTool { name: "array", source: include_str!("tools/array.json") },
    DemoTool { name: "null", source: include_str!("tools/null.json") },
    DemoTool { name: "false", source: include_str!("tools/false.json") },
    DemoTool { name: "error", source: include_str!("tools/error.json") },
    DemoTool { name: "error-structured", source: include_str!("tools/error_structured.json") },
    DemoTool { name: "disagreeing", source: include_str!("tools/disagreeing.json") },
    DemoTool { name: "image", source: include_str!("tools/image.json") },
    DemoTool { name: "audio", source: include_str!("tools/audio.json") },
    DemoTool { name: "links", source: include_str!("tools/links.json") },
    DemoTool { name: "embedded", source: include_str!("tools/embedded.json") },
    DemoTool { name: "audience", source: include_str!("tools/audience.json") },
    DemoTool { name: "app-only", source: include_str!("tools/app_only.json") },
    DemoTool { name: "view", source: include_str!("tools/view.json") },
    DemoTool { name: "schema-broken", source: include_str!("tools/schema_broken.json") },
    DemoTool { name: "structured-missing", source: include_str!("tools/structured_missing.json") },
    DemoTool { name: "boolean-schema", source: include_str!("tools/boolean_schema.json") },
    DemoTool { name: "metadata", source: include_str!("tools/metadata.json") },
    DemoTool { name: "input-required", source: include_str!("tools/input_required.json") },
    DemoTool { name: "misspelt", source: include_str!("tools/misspelt.json") },
];

/// Which of a tool's results is wanted; a file need not tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    /// A first call by a peer that knows result types and can ask its user.
    First,
    /// The same, by a peer that cannot ask its user.
    FirstWithoutElicitation,
    /// The call again, with what was asked for.
    Answered,
    /// A call under a revision that has no result types.
    BeforeResultTypes,
}

impl DemoTool {
    /// Returns the tool of that name.
    ///
    /// ```
    /// use sightline_peer::demo::DemoTool;
    ///
    /// assert!(DemoTool::find("dataset").unwrap().definition().starts_with(r#"{"name":"dataset","#));
    /// assert!(DemoTool::find("no-such-tool").is_none());
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the definition as it is listed: JSON text on one line.
    #[must_use]
    pub fn definition(&self) -> String {
        self.read(|file| file.member("definition").map(|node| compact(node.text()))).unwrap_or_default()
    }

    /// Returns the state that the answer to an interim result has to repeat.
    pub(super) fn request_state(&self) -> Option<String> {
        self.read(|file| file.at("/result/requestState")?.as_str().map(Cow::into_owned))
    }

    /// Returns the result as JSON text on one line: a tool error where the arguments break the input
    /// schema, `None` where the file holds no such result.
    pub(super) fn call(&self, arguments: Node<'_>, occasion: Occasion) -> Option<String> {
        self.read(|file| {
            let schema = file.at("/definition/inputSchema")?;
            if let Some(problem) = broken_arguments(schema, arguments) {
                let text = quote(&format!("Invalid arguments for {}: {problem}.", self.name));
                return Some(format!(r#"{{"content":[{{"type":"text","text":{text}}}],"isError":true}}"#));
            }
            let own = match occasion {
                Occasion::First => None,
                Occasion::FirstWithoutElicitation => file.member("resultWithoutElicitation"),
                Occasion::Answered => file.member("resultAnswered"),
                Occasion::BeforeResultTypes => file.member("resultBeforeResultTypes"),
            };
            let result = compact(own.or_else(|| file.member("result"))?.text());
            Some(fill(result, schema, arguments))
        })
    }

    fn read<T>(&self, look: impl FnOnce(Node<'_>) -> Option<T>) -> Option<T> {
        let document = Document::parse(self.source).ok()?;
        look(document.root())
    }
}

/// Says what is wrong with the arguments, by the tool's own input schema.
fn broken_arguments(schema: Node<'_>, arguments: Node<'_>) -> Option<String> {
    match OutputSchema::compile(schema).ok()?.check(arguments) {
        Verdict::Holds => None,
        Verdict::Breaks(violations) => {
            let problems = violations.iter().take(3).map(|violation| {
                let place = violation.instance_pointer.as_str();
                format!("{}{}{}", place, if place.is_empty() { "" } else { ": " }, violation.message)
            });
            Some(problems.collect::<Vec<_>>().join("; "))
        }
        Verdict::TooComplex(reason) => Some(reason),
    }
}

/// Puts the dataset where the file has its placeholders.
fn fill(result: String, schema: Node<'_>, arguments: Node<'_>) -> String {
    let (value, text) = (r#""{dataset}""#, r#""{dataset as text}""#);
    if !result.contains(value) {
        return result;
    }
    let rows = dataset(
        usize::try_from(argument(schema, arguments, "rows")).unwrap_or(usize::MAX),
        argument(schema, arguments, "seed"),
    );
    result.replace(text, &quote(&rows)).replace(value, &rows)
}

/// Returns an integer argument, or its default; the schema has bounded it before.
fn argument(schema: Node<'_>, arguments: Node<'_>, name: &str) -> u64 {
    let default = || schema.at(&format!("/properties/{name}/default"));
    let number = arguments.member(name).or_else(default).and_then(|node| node.as_number()?.as_f64());
    #[expect(
        clippy::cast_sign_loss,
        reason = "casts saturate, and the schema has refused what they would bend"
    )]
    number.map_or(0, |number| number as u64)
}

/// Removes the white space between the tokens of a JSON text.
pub(super) fn compact(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |character: &char| {
        if !in_string {
            in_string = *character == '"';
            return !character.is_ascii_whitespace();
        }
        if escaped {
            escaped = false;
        } else {
            escaped = *character == '\\';
            in_string = *character != '"';
        }
        true
    };
    json.chars().filter(keep).collect()
}
