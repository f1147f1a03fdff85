//! Which blocks a rule takes and what one becomes, and which case decides.

use super::check;

const TEXT: &str = "blocks = [{ kind = \"text\", emit = [{ text = \"{text}\" }] }]\n";
const MEDIA: &str = "blocks = [{ kind = \"text\", emit = [{ text = \"{text}\" }] }, { kind = \"image\", emit = [{ media = \"tool-message\" }] }]\n";

fn texts(texts: &[&str]) -> String {
    let blocks: Vec<String> =
        texts.iter().map(|text| format!(r#"{{"type":"text","text":"{text}"}}"#)).collect();
    format!(r#"{{"content":[{}]}}"#, blocks.join(","))
}

#[test]
fn audiences_hide_blocks() {
    let blocks = r#"{"content":[
        {"type":"text","text":"for all"},
        {"type":"text","text":"null","annotations":{"audience":null}},
        {"type":"text","text":"nobody","annotations":{"audience":[]}},
        {"type":"text","text":"user","annotations":{"audience":["user"]}},
        {"type":"text","text":"both","annotations":{"audience":["user","assistant"]}}]}"#;
    let case = "cases = [{ show = [\"content\"], join = \",\" }]\n";
    check(&format!("{TEXT}{case}"), blocks, "\"for all,null,nobody,user,both\"");
    check(&format!("audience = \"assistant\"\n{TEXT}{case}"), blocks, "\"for all,null,both\"");
    check(
        &format!("audience = \"assistant-or-nobody\"\n{TEXT}{case}"),
        blocks,
        "\"for all,null,nobody,both\"",
    );
    let own = "cases = [{ show = [\"content\"], join = \",\", audience = \"everyone\" }]\n";
    check(&format!("audience = \"assistant\"\n{TEXT}{own}"), blocks, "\"for all,null,nobody,user,both\"");
}

#[test]
fn one_of_any_conditions_is_enough() {
    let behaviour = "cases = [{ any = [\"is-error\", \"has-meta\"], show = [{ text = \"yes\" }] }, { show = [{ text = \"no\" }] }]\n";
    check(behaviour, r#"{"content":[],"isError":true}"#, "\"yes\"");
    check(behaviour, r#"{"content":[],"_meta":{"a":1}}"#, "\"yes\"");
    check(behaviour, r#"{"content":[],"_meta":{}}"#, "\"no\"");
}

#[test]
fn the_name_of_the_server_is_no_metadata_of_the_application() {
    let behaviour = "cases = [{ when = [\"application-meta\"], show = [{ text = \"yes\" }] }, { show = [{ text = \"no\" }] }]\n";
    check(behaviour, r#"{"content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{}}}"#, "\"no\"");
    check(behaviour, r#"{"content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{},"a":1}}"#, "\"yes\"");
}

#[test]
fn links_and_views_are_conditions() {
    let behaviour = "cases = [{ when = [\"has-link\"], show = [{ text = \"link\" }] }, { when = [\"has-view\"], show = [{ text = \"view\" }] }]\n";
    check(behaviour, r#"{"content":[{"type":"resource_link","uri":"a:b","name":"c"}]}"#, "\"link\"");
    check(
        behaviour,
        r#"{"content":[{"type":"resource","resource":{"uri":"ui://b","text":"c"}}]}"#,
        "\"view\"",
    );
    check(behaviour, r#"{"content":[{"type":"resource","resource":{"uri":"a:b","text":"c"}}]}"#, "");
}

#[test]
fn a_case_may_end_the_run() {
    let behaviour = format!(
        "{TEXT}cases = [{{ when = [\"content-no-list\"], show = [\"end-run\"] }}, {{ show = [\"content\"] }}]\n"
    );
    check(&behaviour, r#"{"structuredContent":{"a":1}}"#, "RunAborted");
    check(&behaviour, r#"{"content":{}}"#, "RunAborted");
    check(&behaviour, r#"{"content":[]}"#, "");
}

#[test]
fn media_may_stand_behind_the_texts_with_words_of_their_own() {
    let behaviour = "blocks = [{ kind = \"text\", emit = [{ text = \"{text}\" }] }, { kind = \"image\", emit = [\"media-last\"] }]\n\
        errors = \"flag-unless-empty\"\n\
        cases = [{ when = [\"is-error\"], show = [\"content\"], skip = \"empty\", join = \",\", prefix = \"Oh: \", media-only = \"{media} of them\", empty = \"none\", empty-is-bare = true }, \
        { show = [\"content\"], skip = \"empty\", join = \",\", media-only = \"{media} of them\", empty = \"none\" }]\n";
    let image = r#"{"type":"image","data":"AAAA","mimeType":"image/png"}"#;
    let text = r#"{"type":"text","text":"a"}"#;
    check(behaviour, &format!(r#"{{"content":[{image},{text},{image}]}}"#), "\"a\" | image/png | image/png");
    check(behaviour, &format!(r#"{{"content":[{image},{image}]}}"#), "\"2 of them\" | image/png | image/png");
    check(behaviour, r#"{"content":[],"isError":true}"#, "\"none\"");
    check(behaviour, &format!(r#"{{"content":[{text}],"isError":true}}"#), "\"Oh: a\" | Flagged");
    check(
        behaviour,
        &format!(r#"{{"content":[{image}],"isError":true}}"#),
        "\"Oh: 1 of them\" | image/png | Flagged",
    );
}

#[test]
fn empty_texts_are_left_out_in_front_or_beside_media() {
    let front = format!(
        "{TEXT}cases = [{{ show = [\"content\"], skip = \"empty-at-front\", join = \",\", empty = \"none\" }}]\n"
    );
    check(&front, &texts(&["", "a", "", "b"]), "\"a,,b\"");
    check(&front, &texts(&["", ""]), "\"none\"");
    let beside =
        format!("{MEDIA}cases = [{{ show = [\"content\"], skip-beside-media = \"empty\", join = \",\" }}]\n");
    check(&beside, &texts(&["", "a"]), "\",a\"");
    let result = r#"{"content":[{"type":"text","text":""},{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"a"}]}"#;
    check(&beside, result, "image/png | \"a\"");
}

#[test]
fn text_that_is_json_may_be_printed_again() {
    let behaviour = format!(
        "{TEXT}cases = [{{ show = [\"content\"], join = \"\\n\", reprint-any = {{ runtime = \"javascript\" }} }}]\n"
    );
    check(&behaviour, &texts(&["{ \\\"a\\\": 1.0 }"]), r#""{\"a\":1}""#);
    check(&behaviour, &texts(&["[1,", "2.50]"]), "\"[1,2.5]\"");
    check(&behaviour, &texts(&["plain [1, 2]"]), "\"plain [1, 2]\"");
    check(&behaviour, &texts(&[""]), "\"\"");
}

#[test]
fn lines_without_a_value_are_left_out() {
    let behaviour = "blocks = [{ kind = \"embedded-text\", emit = [{ lines = [\"T: {text}\", \"U: {uri}\", \"M: {mime?}\"] }] }]\n\
        cases = [{ show = [\"content\"] }]\n";
    let block = |resource: &str| format!(r#"{{"content":[{{"type":"resource","resource":{resource}}}]}}"#);
    check(behaviour, &block(r#"{"uri":"a:b","text":"c","mimeType":"m"}"#), "\"T: c\\nU: a:b\\nM: m\"");
    check(behaviour, &block(r#"{"uri":"a:b","text":""}"#), "\"U: a:b\"");
    check(behaviour, &block(r#"{"uri":"","text":""}"#), "");
}

#[test]
fn a_member_of_a_block_is_printed_with_its_keys_in_order() {
    let behaviour = "cases = [{ show = [\"content\"] }]\n[[behaviour.b.blocks]]\nkind = \"blob\"\n[[behaviour.b.blocks.emit]]\n\
        [behaviour.b.blocks.emit.json-member]\nname = \"resource\"\nfirst = [\"uri\", \"mimeType\"]\nwithout = [\"blob\"]\n\
        style = { runtime = \"javascript\" }\n";
    let result =
        r#"{"content":[{"type":"resource","resource":{"blob":"AAAA","x":1.0,"mimeType":"m","uri":"a:b"}}]}"#;
    check(behaviour, result, r#""{\"uri\":\"a:b\",\"mimeType\":\"m\",\"x\":1}""#);
}

#[test]
fn a_block_may_become_a_json_part() {
    let behaviour = "cases = [{ show = [\"content\"] }]\n[[behaviour.b.blocks]]\nkind = \"link\"\n[[behaviour.b.blocks.emit]]\n\
        [behaviour.b.blocks.emit.json-part]\nmedia-type = \"application/x\"\nmembers = [[\"u\", \"x://{server}/{uri}\"], [\"m\", \"{mime?}\"]]\n";
    let link =
        |rest: &str| format!(r#"{{"content":[{{"type":"resource_link","uri":"a:\"b","name":"c"{rest}}}]}}"#);
    check(behaviour, &link(""), r#"{"u":"x://s/a:\"b"} as application/x"#);
    check(behaviour, &link(r#","mimeType":"m""#), r#"{"u":"x://s/a:\"b","m":"m"} as application/x"#);
}

#[test]
fn media_may_be_converted() {
    let behaviour = "blocks = [{ kind = \"image\", mime = [\"image/jpeg\"], emit = [{ media-as = { media-type = \"image/png\", place = \"tool-message\" } }] }]\n\
        cases = [{ show = [\"content\"] }]\n";
    let result = r#"{"content":[{"type":"image","data":"AAAA","mimeType":"image/jpeg"},{"type":"image","data":"AAAA","mimeType":"image/svg+xml"}]}"#;
    check(behaviour, result, "image/png");
}

#[test]
fn rules_ask_for_uris_lengths_and_readable_data() {
    let behaviour = "cases = [{ show = [\"content\"] }]\nblocks = [\
        { kind = \"text\", longer-than = 3, emit = [{ text = \"long\" }] }, { kind = \"text\", emit = [{ text = \"{text}\" }] }, \
        { kind = \"blob\", uri = [\"ui://*\"], emit = [{ text = \"view {text_digest}\" }] }, \
        { kind = \"blob\", utf8 = true, emit = [{ text = \"{decoded}\" }] }, { kind = \"blob\", emit = [{ text = \"{blob text}\" }] }]\n";
    check(behaviour, &texts(&["äöü", "äöüß"]), "\"äöü\" | \"long\"");
    let blob = |uri: &str, data: &str| {
        format!(r#"{{"content":[{{"type":"resource","resource":{{"uri":"{uri}","blob":"{data}"}}}}]}}"#)
    };
    check(behaviour, &blob("a:b", "aGVsbG8="), "\"hello\"");
    check(behaviour, &blob("a:b", "/w=="), "\"{blob text}\"");
    // SHA-256 of `ui://a` begins so.
    check(behaviour, &blob("ui://a", "/w=="), "\"view 87a1189b3c\"");
}

#[test]
fn a_brace_before_a_placeholder_is_text() {
    let behaviour = "blocks = [{ kind = \"text\", emit = [{ text = '\\x{{text}} {a{{text}' }] }]\ncases = [{ show = [\"content\"] }]\n";
    check(behaviour, &texts(&["t"]), "\"\\\\x{t} {a{t\"");
}
