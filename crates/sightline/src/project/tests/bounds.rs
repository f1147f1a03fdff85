//! Models of a client's own, limits on resources, what goes to a file, and errors in place of a result.

use super::{check, profile};
use crate::json::Document;
use crate::profile::Selector;
use crate::project::{Call, ErrorShown, project_error};

const TEXT: &str = "blocks = [{ kind = \"text\", emit = [{ text = \"{text}\" }] }]\n";

#[test]
fn a_block_breaks_a_model_by_a_member_a_missing_list_or_a_negative_number() {
    let behaviour = r#"
        models = [
            { kind = "text", fits = { members = ["type", "text", "annotations"], inner = { annotations = { lists = ["audience"] } } } },
            { kind = "link", fits = { lists = ["icons"], not-negative = ["size"], inner = { icons = { members = ["src"] } } } },
        ]
        cases = [{ when = ["breaks-models"], show = [{ fail = "refused by {server}" }] }, { show = [{ text = "taken" }] }]
        errors = "flag"
    "#;
    let check = |block: &str, fits: bool| {
        let wire = format!(r#"{{"content":[{block}]}}"#);
        check(behaviour, &wire, if fits { "\"taken\"" } else { "\"refused by s\" | Substituted" });
    };
    check(r#"{"type":"text","text":"a"}"#, true);
    check(r#"{"type":"text","text":"a","x":1}"#, false);
    check(r#"{"type":"text","text":"a","annotations":null}"#, true);
    check(r#"{"type":"text","text":"a","annotations":{"priority":1}}"#, false);
    check(r#"{"type":"text","text":"a","annotations":{"audience":[]}}"#, true);
    let link = |more: &str| format!(r#"{{"type":"resource_link","uri":"a:b","name":"c"{more}}}"#);
    check(&link(""), false);
    check(&link(r#","icons":null"#), false);
    check(&link(r#","icons":[],"size":0"#), true);
    check(&link(r#","icons":[],"size":-1"#), false);
    check(&link(r#","icons":[{"src":"a:b"}]"#), true);
    check(&link(r#","icons":[{"src":"a:b","sizes":[]}]"#), false);
    // A kind of which no model tells is taken.
    check(r#"{"type":"image","data":"","mimeType":"image/png","x":1}"#, true);
}

fn blob(data: &str, mime: &str) -> String {
    format!(r#"{{"type":"resource","resource":{{"uri":"a:b","mimeType":"{mime}","blob":"{data}"}}}}"#)
}

#[test]
fn resources_beyond_a_limit_are_left_out() {
    let behaviour = r#"
        resource-limit = { count = 3, bytes = 4, text = "left out" }
        blocks = [{ kind = "blob", emit = [{ text = "{bytes}" }] }, { kind = "text", emit = [{ text = "{text}" }] }]
        cases = [{ show = ["content"], join = "," }]
    "#;
    let wire = |blobs: &[&str]| {
        let blocks: Vec<String> = blobs.iter().map(|data| blob(data, "a/b")).collect();
        format!(r#"{{"content":[{},{{"type":"text","text":"t"}}]}}"#, blocks.join(","))
    };
    // Three bytes and one are four; the edge stays.
    check(behaviour, &wire(&["AAAA", "AA=="]), "\"3,1,t\"");
    check(behaviour, &wire(&["AAAA", "AAA=", "AA=="]), "\"3,left out,1,t\"");
    check(behaviour, &wire(&["AA==", "AA==", "AA==", "AA=="]), "\"1,1,1,left out,t\"");
    // What is no base64 takes a place and no bytes.
    check(behaviour, &wire(&["!!!!!!!!!!", "AAAA", "AA=="]), "\"7,3,1,t\"");
}

#[test]
fn rules_ask_data_for_size_letters_and_charset() {
    let behaviour = r#"
        blocks = [
            { kind = "blob", base64 = true, over-bytes = 3, emit = [{ text = "long" }] },
            { kind = "blob", base64 = true, mime = ["text/*"], essence = true, charset-is-utf8 = true, emit = [{ reprinted = { runtime = "javascript" } }] },
            { kind = "blob", base64 = true, emit = [{ text = "data" }] },
            { kind = "blob", emit = [{ text = "broken" }] },
            { kind = "text", contains = ["needle", "pin"], emit = [{ text = "found" }] },
        ]
        cases = [{ show = ["content"], join = "," }]
    "#;
    let check = |data: &str, mime: &str, expected: &str| {
        check(behaviour, &format!(r#"{{"content":[{}]}}"#, blob(data, mime)), &format!("\"{expected}\""));
    };
    check("WzFd", "text/plain", "[1]");
    check("W zFd", "text/plain; charset=\\\"UTF-8\\\"", "[1]");
    check("WzFd", "text/plain; charset=latin1", "data");
    check("WzFd", "image/png", "data");
    check("WzFdIA==", "text/plain", "long");
    for broken in ["WzF", "Wz-d", "W===", "="] {
        check(broken, "text/plain", "broken");
    }
    super::check(
        behaviour,
        r#"{"content":[{"type":"text","text":"a pin"},{"type":"text","text":"hay"}]}"#,
        "\"found\"",
    );
}

#[test]
fn a_file_may_be_for_errors_only_or_spare_pictures() {
    let behaviour = |parameters: &str| {
        format!(
            "{TEXT}cases = [{{ show = [\"content\"], join = \"\", outer-prefix = \"Error: \" }}]\n\
             spills = [{{ stage = \"whole\", max-units = 3, keep = {{ ends = [1, 1] }}, text = \"{{head}}..{{tail}}\", {parameters} }}]\n"
        )
    };
    let wire = |more: &str, is_error: bool| {
        format!(r#"{{"content":[{{"type":"text","text":"abcd"}}{more}],"isError":{is_error}}}"#)
    };
    let image = r#",{"type":"image","data":"","mimeType":"image/png"}"#;
    check(&behaviour("only-errors = true"), &wire("", true), "\"Error: a..d\"");
    check(&behaviour("only-errors = true"), &wire("", false), "\"Error: abcd\"");
    check(&behaviour("takes-errors = true"), &wire("", true), "\"Error: a..d\"");
    check(&behaviour("spares-images = true"), &wire("", false), "\"Error: a..d\"");
    check(&behaviour("spares-images = true"), &wire(image, false), "\"Error: abcd\"");
}

#[test]
fn an_appendix_stands_behind_texts_beside_which_there_is_more() {
    let behaviour = r#"
        blocks = [{ kind = "text", emit = [{ text = "{text}" }] }, { kind = "image", emit = [{ tail = "picture" }] }]
        cases = [{ show = ["content"], join = "", trim-start = true, appendix = { words = "; more:", join = " + " } }]
    "#;
    let wire = |more: &str| format!(r#"{{"content":[{{"type":"text","text":" \n a "}}{more}]}}"#);
    let image = r#",{"type":"image","data":"","mimeType":"image/png"}"#;
    let sound = r#",{"type":"audio","data":"","mimeType":"audio/wav"}"#;
    check(behaviour, &wire(""), "\"a \"");
    check(behaviour, &wire(sound), "\"a ; more:\"");
    check(behaviour, &wire(&[image, image].concat()), "\"a ; more: + picture + picture\"");
}

#[test]
fn a_protocol_error_is_told_with_what_of_it_is_lost() {
    let check = |form: &str, error: &str, expected: Option<(&str, ErrorShown, &[&str])>| {
        let profile = profile(&format!("protocol-error = {{ {form} }}\n"));
        let surface = profile.surface(&Selector::default()).unwrap();
        let document = Document::parse(error).unwrap();
        let call = Call { tool_name: "t".to_owned(), ..Call::default() };
        let found = project_error(&call, document.root(), surface);
        let found = found.map(|found| {
            let lost = found.lost.iter().map(|note| note.pointer.clone()).collect::<Vec<_>>();
            (found.texts().collect::<Vec<_>>().join("|"), found.error, lost)
        });
        let expected = expected.map(|(text, shown, lost)| {
            (text.to_owned(), shown, lost.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        });
        assert_eq!(found, expected, "{form} {error}");
    };
    let (bare, full) =
        (r#"{"code":-1,"message":"a \"b\""}"#, r#"{"code":-1,"message":"m","data":{"a":1.0}}"#);
    let text = r#"text = "{tool} {code} {message}""#;
    check(text, bare, Some(("t -1 a \"b\"", ErrorShown::None, &[])));
    check(text, full, Some(("t -1 m", ErrorShown::None, &["/data"])));
    check(
        r#"text = "{message:inner}", lead = "first", with-data = "{message}{data}", marked = "flag""#,
        full,
        Some(("first|m{\"a\":1}", ErrorShown::Flagged, &[])),
    );
    check(r#"text = "{data:inner}""#, full, Some((r#"{\"a\":1}"#, ErrorShown::None, &["/message"])));
    check(r#"text = "{message:inner}""#, bare, Some((r#"a \"b\""#, ErrorShown::None, &[])));
    check(
        r#"text = "no", marked = "substituted""#,
        bare,
        Some(("no", ErrorShown::Substituted, &["/message"])),
    );
    check("ends-run = true", full, Some(("", ErrorShown::RunAborted, &["/message", "/data"])));
    check(text, "[1]", None);
    let silent = profile("errors = \"flag\"\n");
    let document = Document::parse(bare).unwrap();
    let surface = silent.surface(&Selector::default()).unwrap();
    assert!(project_error(&Call::default(), document.root(), surface).is_none());
}
