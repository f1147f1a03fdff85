//! Messages that are a JSON object, and what stands in them, each parameter by itself.

use super::{Call, ErrorShown, TEXT, check, project, shown};
use crate::json::Document;
use crate::profile::{Profile, Selector};
use crate::result::ToolResult;

const NOTHING: &str = r#"{"content":[]}"#;
const TWO: &str = r#"{"content":[{"type":"text","text":"a\n\"b\""},{"type":"text","text":"c"}]}"#;
const ERROR: &str = r#"{"content":[{"type":"text","text":"a"}],"isError":true}"#;
const IMAGE: &str = r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":"+/+/","mimeType":"image/png"},
    {"type":"text","text":"b"}]}"#;
const VALUE: &str =
    "[[behaviour.b.blocks]]\nkind = \"text\"\nemit = [{ value = { runtime = \"javascript\" } }]\n";

/// A behaviour whose message is an object, with parameters of the object and of the case.
fn object(object: &str, case: &str, rest: &str) -> String {
    let texts = if rest.contains("kind = \"text\"") { "" } else { TEXT };
    format!(
        "errors = \"flag\"\nmessage = {{ object = {{ {object} }} }}\n[[behaviour.b.cases]]\nshow = [\"content\"]\n{case}\n{texts}{rest}"
    )
}

#[test]
fn members_stand_beside_the_text() {
    let named = |more: &str| {
        object(&format!(r#"whole = '{{"name":{{called as:quoted}},"content":{{text}}}}'{more}"#), "", "")
    };
    assert_eq!(shown(&named(""), TWO), [r#"{"name":"{called as}","content":"a\n\"b\"\nc"}"#]);
    assert_eq!(shown(&named(""), NOTHING), ["{}"]);
    let empty = r#", empty = '{"content":""}'"#;
    assert_eq!(shown(&named(empty), NOTHING), [r#"{"content":""}"#]);
    assert_eq!(shown(&named(", each = true"), TWO).len(), 2);
    assert_eq!(shown(&named(", each = true"), NOTHING), [""; 0]);
}

#[test]
fn an_error_has_an_object_of_its_own() {
    let both = object(r#"whole = '{"output":{text}}', error = '{"error":{text}}'"#, "", "");
    check(&both, ERROR, r#""{\"error\":\"a\"}" | Flagged"#);
    assert_eq!(shown(&both, r#"{"content":[{"type":"text","text":"a"}]}"#), [r#"{"output":"a"}"#]);
    let whole = object(r#"whole = '{"output":{text}}'"#, "", "");
    check(&whole, ERROR, r#""{\"output\":\"a\"}" | Flagged"#);
}

#[test]
fn texts_and_files_are_items_of_a_list() {
    let image = "[[behaviour.b.blocks]]\nkind = \"image\"\nemit = [{ item = '{\"data\":\"{data:urlsafe}\",\"type\":{mime:quoted}}' }]\n";
    let listed = object(r#"whole = '{"output":[{items}]}', item = '{"text":{text}}'"#, "", image);
    let found = r#"{"output":[{"text":"a"},{"data":"-_-_","type":"image/png"},{"text":"b"}]}"#;
    assert_eq!(shown(&listed, IMAGE), [found]);
    assert_eq!(shown(&listed, NOTHING), [r#"{"output":[]}"#]);
    let bare = object(r#"whole = '{"output":[{items}]}'"#, "", "");
    assert_eq!(shown(&bare, TWO), [r#"{"output":["a\n\"b\"","c"]}"#]);
}

#[test]
fn json_stands_in_an_object_as_a_value_and_may_be_the_object() {
    let text = |text: &str| format!(r#"{{"content":[{{"type":"text","text":{text}}}]}}"#);
    let value = |more: &str| object(&format!(r#"whole = '{{"value":{{value}}}}'{more}"#), "", VALUE);
    assert_eq!(shown(&value(""), &text(r#""{\"a\": 1}""#)), [r#"{"value":{"a":1}}"#]);
    assert_eq!(shown(&value(""), &text(r#""[1, 2]""#)), [r#"{"value":[1,2]}"#]);
    assert_eq!(shown(&value(""), &text(r#""1""#)), [r#"{"value":"1"}"#]);
    let keeps = ", keeps-objects = true";
    assert_eq!(shown(&value(keeps), &text(r#""{\"a\": 1}""#)), [r#"{"a":1}"#]);
    assert_eq!(shown(&value(keeps), &text(r#""[1, 2]""#)), [r#"{"value":[1,2]}"#]);
}

#[test]
fn texts_apart_have_a_place_in_the_object() {
    let tails = "[[behaviour.b.blocks]]\nkind = \"image\"\nemit = [{ tail = \"See {mime}.\" }]\n";
    let whole = r#"whole = '{"value":{value}}', with-tails = '{"output":[{object},{tails}]}'"#;
    let behaviour = object(whole, "list = \"json-values\"", &format!("{VALUE}{tails}"));
    assert_eq!(shown(&behaviour, IMAGE), [r#"{"output":[{"value":["a","b"]},"See image/png."]}"#]);
    let only = r#"{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}"#;
    assert_eq!(shown(&behaviour, only), [r#"{"output":[{},"See image/png."]}"#]);
    assert_eq!(shown(&behaviour, TWO), [r#"{"value":["a\n\"b\"","c"]}"#]);
}

#[test]
fn values_stand_in_a_list_beside_media_where_the_list_says_so() {
    let wire = r#"{"content":[{"type":"text","text":"[1]"},{"type":"text","text":"a"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}"#;
    let media = "[[behaviour.b.blocks]]\nkind = \"image\"\nemit = [{ media = \"following-user-message\" }]\n";
    let list = |list: &str, media: &str| {
        format!("[[behaviour.b.cases]]\nshow = [\"content\"]\nlist = \"{list}\"\n{VALUE}{media}")
    };
    check(&list("json", media), wire, r#""[\"[1]\",\"a\"]" | image/png"#);
    check(&list("json-values", media), wire, r#""[[1],\"a\"]" | image/png"#);
    let here = media.replace("following-user-message", "tool-message");
    check(&list("json-unless-media", &here), wire, r#""[1]" | "a" | image/png"#);
    check(&list("json-unless-media", media), TWO, r#""[\"a\\n\\\"b\\\"\",\"c\"]""#);
    check(&list("json-values", media), ERROR, r#""a""#);
}

#[test]
fn items_of_structured_content_may_stand_apart() {
    let behaviour =
        "[[behaviour.b.cases]]\nshow = [\"unwrapped-items\"]\nstyle = { runtime = \"javascript\" }\n";
    let wire = |value: &str| format!(r#"{{"content":[],"structuredContent":{value}}}"#);
    assert_eq!(shown(behaviour, &wire(r#"[{"a": 1}, "b", null]"#)), [r#"{"a":1}"#, "b", "null"]);
    assert_eq!(shown(behaviour, &wire(r#"{"result": [1, 2]}"#)), ["1", "2"]);
    assert_eq!(shown(behaviour, &wire(r#"{"a": [1, 2]}"#)), [r#"{"a":[1,2]}"#]);
    assert_eq!(shown(behaviour, &wire("[]")), [""; 0]);
}

/// What the AI SDK and Pydantic AI sent to two families of Gemini models, as runs of 2026-11-30 saw it.
#[test]
fn families_of_models_get_files_and_nothing_in_their_own_way() {
    let image = "iVBORw0KGgo=";
    let two = format!(
        r#"{{"content":[{{"type":"text","text":"a"}},{{"type":"image","data":"{image}","mimeType":"image/png"}},{{"type":"text","text":"b"}}]}}"#
    );
    let of = |client: &str, model: &str, wire: &str| {
        let profile = Profile::of(client).unwrap();
        let selector = Selector {
            dialect: Some("gemini".to_owned()),
            model: Some(model.to_owned()),
            ..Selector::default()
        };
        let document = Document::parse(wire).unwrap();
        let call = Call {
            called_as: Some("t".to_owned()),
            tool_name: "t".to_owned(),
            id: Some("1".to_owned()),
            ..Call::default()
        };
        let result = ToolResult::of(document.root()).unwrap();
        let projection = project(&call, result, profile.surface(&selector).unwrap());
        let parts = projection.parts.iter().map(|part| part.text.clone().or(part.mime_type.clone()));
        (parts.flatten().collect::<Vec<_>>(), projection.error)
    };
    let words = "Tool executed successfully and returned this image as a response";
    let (older, newer) = ("gemini-2.5-pro", "gemini-3-pro-preview");
    let named = |text: &str| format!(r#"{{"name":"t","content":"{text}"}}"#);
    let found = of("ai-sdk", older, &two);
    assert_eq!(found.0, [&named("a"), &named("b"), "image/png", words]);
    assert_eq!(of("ai-sdk", newer, &two).0, [&named("a\\nb"), "image/png"]);
    assert_eq!(of("ai-sdk", older, NOTHING), (Vec::new(), ErrorShown::RunAborted));
    assert_eq!(of("ai-sdk", newer, NOTHING).0, [named("Tool executed successfully.")]);
    assert_eq!(of("pydantic-ai", newer, &two).0, [r#"{"return_value":["a","b"]}"#, "image/png"]);
    let found = of("pydantic-ai", older, &two).0;
    assert!(found[0].starts_with(r#"{"output":[{"return_value":["a","b"]},"See file "#), "{found:?}");
    assert_eq!((found.len(), found[2].as_str()), (4, "image/png"));
}
