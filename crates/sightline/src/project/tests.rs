//! Each parameter of a profile by itself: a behaviour, a result, and what becomes of it.

mod blocks;
mod forms;
mod texts;

use super::{Call, ErrorShown, Projection, project};
use crate::json::Document;
use crate::profile::{Profile, Selector};
use crate::result::ToolResult;
use crate::tool::Tool;

const TEXT: &str = "\n[[behaviour.b.blocks]]\nkind = \"text\"\nemit = [{ text = \"{text}\" }]\n";

fn shown(behaviour: &str, wire: &str) -> Vec<String> {
    projected(behaviour, wire, |projection| projection.texts().map(ToOwned::to_owned).collect())
}

fn profile(behaviour: &str) -> Profile {
    let profile = format!(
        "client = \"c\"\ntitle = \"C\"\nhome = \"\"\n[[version]]\nversion = \"1\"\ncounts-from = \"2026-01-01\"\n\
         evidence = {{ how = \"read\", date = \"2026-01-01\", source = \"a test\" }}\n\
         [[version.surface]]\nname = \"s\"\ndialect = \"none\"\nbehaviour = \"b\"\n[behaviour.b]\n{behaviour}"
    );
    Profile::parse(&profile).unwrap()
}

fn projected<T>(behaviour: &str, wire: &str, look: impl Fn(&Projection) -> T) -> T {
    let profile = profile(behaviour);
    let document = Document::parse(wire).unwrap();
    let definition = Document::parse(r#"{"name": "t"}"#).unwrap();
    let call = Call {
        server: "s".to_owned(),
        tool: Some(Tool::of(definition.root())),
        arguments: Some(r#"{"a": "b"}"#.to_owned()),
        model: Some("m".to_owned()),
        ..Call::default()
    };
    let result = ToolResult::of(document.root()).unwrap();
    look(&project(&call, result, profile.surface(&Selector::default()).unwrap()))
}

/// A case that shows the texts, with a parameter of its own.
fn case(parameters: &str) -> String {
    format!("[[behaviour.b.cases]]\nshow = [\"content\"]\n{parameters}\n{TEXT}")
}

/// Compares what arrives, laid out: texts in quotes, media by type, and what is told of an error.
#[track_caller]
fn check(behaviour: &str, wire: &str, expected: &str) {
    let found = projected(behaviour, wire, |projection| {
        let mut found: Vec<String> = projection
            .parts
            .iter()
            .map(|part| match (&part.text, &part.mime_type) {
                (Some(text), None) => format!("{text:?}"),
                (Some(text), Some(mime)) => format!("{text} as {mime}"),
                (None, mime) => mime.clone().unwrap_or_default(),
            })
            .collect();
        if projection.error != ErrorShown::None {
            found.push(format!("{:?}", projection.error));
        }
        found.join(" | ")
    });
    assert_eq!(found, expected);
}

#[test]
fn only_a_result_as_it_was_received_can_lack_its_type() {
    let profile = profile(&format!("sdk = {{ kind = \"typescript2\" }}\n{}", case("")));
    let document = Document::parse(r#"{"content": [{"type": "text", "text": "a"}]}"#).unwrap();
    let result = ToolResult::of(document.root()).unwrap();
    let surface = profile.surface(&Selector::default()).unwrap();
    for (as_received, expected) in [(false, ErrorShown::None), (true, ErrorShown::Substituted)] {
        let call = Call { as_received, ..Call::default() };
        assert_eq!(project(&call, result, surface).error, expected);
    }
}
