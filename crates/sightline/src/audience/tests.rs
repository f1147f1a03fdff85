//! The truth table of docs/audiences.md, as data.

use super::*;
use crate::json::Document;

fn selection(
    result: &str,
    tool: Option<&str>,
    audience: Audience,
    guidance: Guidance,
    options: Options,
) -> Selection {
    let document = Document::parse(result).unwrap();
    let tool = tool.map(|tool| Document::parse(tool).unwrap());
    let tool = tool.as_ref().map(|tool| Tool::of(tool.root()));
    let result = ToolResult::of(document.root()).unwrap();
    select(result, tool, &Revision::LATEST, audience, guidance, options)
}

/// One row: the result, then what model and code get; the view and the host get everything or nothing.
fn check(result: &str, model: (Delivery, Option<&str>), code: (Delivery, Option<&str>)) {
    for guidance in Guidance::ALL {
        let gets = |audience| {
            let selection = selection(result, None, audience, guidance, Options::default());
            (selection.delivery, selection.plain())
        };
        let want = |(delivery, text): (Delivery, Option<&str>)| (delivery, text.map(str::to_owned));
        assert_eq!(gets(Audience::Model), want(model), "model, {guidance}: {result}");
        assert_eq!(gets(Audience::Code), want(code), "code, {guidance}: {result}");
        let pending = model.0 == Delivery::Pending;
        let whole = if pending { (Delivery::Pending, None) } else { (Delivery::Result, Some(result)) };
        assert_eq!(gets(Audience::View), want(whole), "view, {guidance}");
        assert_eq!(gets(Audience::Host).1.as_deref(), Some(result), "host, {guidance}");
    }
}

#[test]
fn cases_of_the_table() {
    use Delivery::{Error, Exception, Pending, Result};
    let both = r#"{"content":[{"type":"text","text":"two"}],"structuredContent":{"n": 2},"_meta":{"k":"v"}}"#;
    check(both, (Result, Some("two")), (Result, Some(r#"{"n": 2}"#)));
    check(r#"{"content":[{"type":"text","text":"two"}]}"#, (Result, Some("two")), (Result, Some("two")));
    check(
        r#"{"content":[{"type":"text","text":" [{\"id\":1}]\n"}]}"#,
        (Result, Some(" [{\"id\":1}]\n")),
        (Result, Some(r#"[{"id":1}]"#)),
    );
    check(r#"{"content":[]}"#, (Result, Some(EMPTY)), (Result, None));
    let blank = r#"{"content":[{"type":"text","text":" \n"}],"structuredContent":{"n":2}}"#;
    check(blank, (Result, Some(r#"{"n":2}"#)), (Result, Some(r#"{"n":2}"#)));
    let hidden = r#"{"content":[{"type":"text","text":"x","annotations":{"audience":["user"]}}],"structuredContent":[1]}"#;
    check(hidden, (Result, Some("[1]")), (Result, Some("[1]")));
    let error =
        r#"{"content":[{"type":"text","text":"refused"}],"structuredContent":{"answer":42},"isError":true}"#;
    check(error, (Error, Some("refused")), (Exception, Some("refused")));
    let bare = r#"{"content":[],"structuredContent":{"code":7},"isError":true}"#;
    check(bare, (Error, Some(r#"{"code":7}"#)), (Exception, Some(r#"{"code":7}"#)));
    let input =
        r#"{"resultType":"input_required","inputRequests":{},"content":[{"type":"text","text":"x"}]}"#;
    check(input, (Pending, None), (Pending, None));
    check(r#"{"resultType":"task","taskId":"t"}"#, (Pending, None), (Pending, None));
    check(r#"{"resultType":"later","content":[]}"#, (Pending, None), (Pending, None));
}

#[test]
fn media_are_no_text_for_code_and_an_empty_resource_has_a_place() {
    use Delivery::Result;
    let mixed = r#"{"content":[{"type":"text","text":"{\"w\":3}"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}"#;
    let seen = "{\"w\":3}\n[image image/png, 4 characters of base64]";
    check(mixed, (Result, Some(seen)), (Result, Some(mixed)));
    let empty = r#"{"content":[{"type":"resource","resource":{"uri":"x://105","mimeType":"application/pdf","text":""}}]}"#;
    let note = "[resource x://105, application/pdf, empty]";
    check(empty, (Result, Some(note)), (Result, Some(note)));
    let blob =
        r#"{"content":[{"type":"resource","resource":{"uri":"x://1","mimeType":"a/b","blob":"AAAA"}}]}"#;
    check(blob, (Result, Some("[resource x://1, a/b, 4 characters of base64]")), (Result, Some(blob)));
}

#[test]
fn falsy_structured_content_is_a_value() {
    for value in ["false", "0", "\"\"", "null", "[]", "{}"] {
        let beside = format!(r#"{{"content":[{{"type":"text","text":"t"}}],"structuredContent":{value}}}"#);
        check(&beside, (Delivery::Result, Some("t")), (Delivery::Result, Some(value)));
        let alone = format!(r#"{{"content":[],"structuredContent":{value}}}"#);
        check(&alone, (Delivery::Result, Some(value)), (Delivery::Result, Some(value)));
    }
}

#[test]
fn marks_of_audience() {
    let block =
        |mark: &str| format!(r#"{{"type":"text","text":"{mark}","annotations":{{"audience":{mark}}}}}"#);
    let plain = |mark: &str, filter| {
        let mark = mark.replace('"', "\\\"");
        let result = format!(
            r#"{{"content":[{}]}}"#,
            block("[]").replace("\"audience\":[]", &format!("\"audience\":{}", mark.replace("\\\"", "\"")))
        );
        let options = Options { audience_filter: filter, ..Options::default() };
        selection(&result, None, Audience::Model, Guidance::Either, options).plain().unwrap()
    };
    for (mark, on) in
        [("[]", "[]"), (r#"["user"]"#, EMPTY), (r#"["assistant"]"#, "[]"), (r#"["user","assistant"]"#, "[]")]
    {
        assert_eq!(plain(mark, AudienceFilter::On), on, "{mark}");
        assert_eq!(plain(mark, AudienceFilter::Off), "[]", "{mark}");
    }
}

#[test]
fn visibility_refuses() {
    let result = r#"{"content":[{"type":"text","text":"x"}]}"#;
    let tool = |visible: &str| format!(r#"{{"name":"t","_meta":{{"ui":{{"visibility":["{visible}"]}}}}}}"#);
    let delivery = |tool: &str, audience| {
        selection(result, Some(tool), audience, Guidance::Either, Options::default()).delivery
    };
    let (app, model) = (tool("app"), tool("model"));
    for (tool, audience, expected) in [
        (&app, Audience::Model, Delivery::Refused),
        (&app, Audience::Code, Delivery::Refused),
        (&app, Audience::View, Delivery::Result),
        (&app, Audience::Host, Delivery::Result),
        (&model, Audience::Model, Delivery::Result),
        (&model, Audience::View, Delivery::Refused),
    ] {
        assert_eq!(delivery(tool, audience), expected, "{tool} {audience:?}");
    }
}

#[test]
fn the_host_may_show_structured_content() {
    use HostShowsStructured::{Always, Fallback, Never};
    let both = r#"{"content":[{"type":"text","text":"t"}],"structuredContent":1}"#;
    let alone = r#"{"content":[],"structuredContent":1}"#;
    for (setting, beside, only) in [(Never, "t", EMPTY), (Fallback, "t", "1"), (Always, "t\n1", "1")] {
        let options = Options { host_shows_structured: setting, ..Options::default() };
        let plain =
            |result| selection(result, None, Audience::Model, Guidance::Either, options).plain().unwrap();
        assert_eq!((&*plain(both), &*plain(alone)), (beside, only), "{setting:?}");
    }
}

#[test]
fn every_part_names_its_source_and_readings_differ_only_as_advice() {
    let result = r#"{"content":[{"type":"text","text":"t"}],"structuredContent":1,"_meta":{}}"#;
    for audience in Audience::ALL {
        for guidance in Guidance::ALL {
            let selection = selection(result, None, audience, guidance, Options::default());
            assert!(selection.parts.iter().all(|part| !part.reason.is_empty() && !part.source.is_empty()));
            let differs =
                matches!(audience, Audience::Code | Audience::Model) && guidance == Guidance::Either;
            let said = selection.advice.iter().any(|advice| advice.contains("SEP-2200 says"));
            assert_eq!(said, differs, "{audience:?} {guidance}");
        }
    }
}

#[test]
fn a_link_names_its_target() {
    let result = r#"{"content":[{"type":"resource_link","uri":"reports://q3","name":"q3","title":"Third quarter","mimeType":"application/pdf"}]}"#;
    let plain =
        selection(result, None, Audience::Model, Guidance::Either, Options::default()).plain().unwrap();
    assert_eq!(plain, "Third quarter · q3 · reports://q3 · application/pdf");
}

#[test]
fn an_old_revision_has_no_structured_content() {
    let document =
        Document::parse(r#"{"content":[{"type":"text","text":"t"}],"structuredContent":1}"#).unwrap();
    let result = ToolResult::of(document.root()).unwrap();
    let code =
        |revision| select(result, None, &revision, Audience::Code, Guidance::Either, Options::default());
    assert_eq!(code(Revision::V2025_03_26).plain().unwrap(), "t");
    assert_eq!(code(Revision::V2025_06_18).plain().unwrap(), "1");
}
