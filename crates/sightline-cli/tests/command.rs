//! The command as people type it: what it prints, where, and with which exit code.

mod common;

use std::fs;

use common::{Case, HttpDemo, SIGHTLINE, case, check, run};
use serde_json::Value;
use tempfile::TempDir;

/// The files that cases name.
const FILES: &[(&str, &str)] = &[
    (
        "bare.json",
        r#"{"content":[{"type":"text","text":"Three."}],"structuredContent":{"t":3},"resultType":"complete"}"#,
    ),
    (
        "refusal.json",
        r#"{"revision":"2025-11-25","response":{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found"}}}"#,
    ),
    (
        "several.json",
        r#"{"revision":"2025-11-25","results":[{"content":[{"type":"text","text":"a"}]},{"content":[]}]}"#,
    ),
    (
        "pages.json",
        r#"{"revision":"2026-07-28","pages":[{"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"private","nextCursor":"a"},{"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"private"}]}"#,
    ),
    (
        "task.json",
        r#"{"revision":"2026-07-28","task":{"taskId":"t","status":"working","resultType":"complete"}}"#,
    ),
    (
        "done.json",
        r#"{"revision":"2026-07-28","task":{"taskId":"t","status":"completed","ttlMs":5,"resultType":"complete","result":{"resultType":"complete","content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}}}"#,
    ),
    ("traced.json", r#"{"revision":"2026-07-28","trace":["initialized"],"messages":[]}"#),
    (
        "exchange.json",
        r#"{"revision":"2025-11-25",
  "tool":{"name":"weather","description":"Tells it.","inputSchema":{"type":"object","additionalProperties":false},
    "outputSchema":{"type":"object","properties":{"t":{"type":"number"}},"required":["t"]}},
  "request":{"params":{"name":"weather","arguments":{"city":"Oslo"}}},
  "result":{"content":[{"type":"text","text":"It is 3 degrees."}],"structuredContent":{"t":3}}}"#,
    ),
    (
        "broken.json",
        r#"{"revision":"2025-11-25",
  "tool":{"name":"weather","description":"Tells it.","inputSchema":{"type":"object"},
    "outputSchema":{"type":"object","properties":{"t":{"type":"number"}}}},
  "request":{"params":{"name":"weather","arguments":{"city":"Oslo"}}},
  "result":{"content":[{"type":"text","text":"It is 3 degrees."}],"structuredContent":{"t":"three"}}}"#,
    ),
    (
        "weather.json",
        r#"{"name":"weather","description":"Tells it.","inputSchema":{"type":"object"},
  "outputSchema":{"type":"object","properties":{"t":{"type":"string"}}}}"#,
    ),
    (
        "odd-tool.json",
        r#"                                                                                                  {"inputSchema":
                                                                                   {"type":"objekt"}}"#,
    ),
    (
        "odd-list.json",
        r#"{"tools":[{"name":"weather","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":
  {"t":{"type":"number"}}}},{"name":"odd","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}]}"#,
    ),
    (
        "list.json",
        r#"{"tools":[{"name":"weather","inputSchema":{"type":"object"},"outputSchema":{"type":"object",
  "$ref":"\u0023/nowhere"}}],"ttlMs":0,"cacheScope":"private","resultType":"complete"}"#,
    ),
    (
        "error.json",
        r#"{"content":[{"type":"text","text":"No such city."}],"isError":true,"resultType":"complete"}"#,
    ),
    ("no-content.json", r#"{"resultType":"complete"}"#),
    ("response.json", r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":1}}}"#),
    (
        "embedded.json",
        r#"{"content":[{"type":"resource","resource":{"uri":"x://a","text":"hi"}}],"resultType":"complete"}"#,
    ),
    ("array.json", "\n [1]"),
    ("report.json", r#"{"schema_version":1,"command":"inspect","tools":[{"name":"a"}],"summary":{}}"#),
    ("null.json", "null"),
    ("image.json", r#"{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}"#),
    ("calls.json", r#"{"dataset":{"rows":2},"null":{}}"#),
    (
        "mine.toml",
        r#"client = "mine"
title = "Mine"
home = "https://example.com"

[[version]]
version = "1"
counts-from = "2026-01-01"

[version.evidence]
how = "read"
date = "2026-01-01"
source = "its source"

[[version.surface]]
name = "conversation"
dialect = "none"
behaviour = "only"

[behaviour.only]
[[behaviour.only.cases]]
show = ["content"]

[[behaviour.only.blocks]]
kind = "text"
emit = [{ text = "mine: {text}" }]
"#,
    ),
];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in FILES {
        // A raw string cannot hold `"#`.
        let text = text.replace("\\u0023", "#");
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    folder
}

fn holds(cases: &[Case]) {
    check(folder().path(), cases);
}

#[test]
fn project_prints_what_each_model_receives() {
    let output = "Wall time: {wall time} seconds\nOutput:\n{\"t\":3}";
    holds(&[
        case("project bare.json --client codex", 0).is(output),
        case("project bare.json --client opencode", 0).is("Three."),
        case("project bare.json --client gemini-cli", 0)
            .is(r#"{"output":"<untrusted_context>\nThree.\n</untrusted_context>"}"#),
        case("project bare.json --client strands", 0).is("Three."),
        case("project bare.json --client adk-python", 0)
            .out(r#""content":[{"type":"text","text":"Three."}],"structuredContent":{"t":3}"#),
        case("project bare.json --client claude-code", 0).is(r#"{"t":3}"#),
        case("project bare.json --variant A", 0).is("Three."),
        case("project bare.json --variant B", 0).is(r#"{"t":3}"#),
        case("project bare.json --variant C", 0)
            .out(r#""text":"Three."}"#)
            .out(r#""structuredContent":{"t":3}"#),
        case("project bare.json --variant D", 0).is("Three.\n{\"t\":3}"),
        case("project - --variant A", 0).input(FILES[0].1).is("Three."),
        case("project response.json --client strands", 0).is(""),
        case("project image.json --client claude-code", 0).err("[image image/png]"),
        case("project bare.json --client all", 0).out("codex 0.171.0 (conversation)").out("zed "),
    ]);
}

#[test]
fn project_takes_a_protocol_error_in_each_of_its_forms() {
    let error = r#"{"code":-32001,"message":"no way"}"#;
    let response = format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#);
    for text in [
        response.clone(),
        format!(r#"{{"revision":"2025-11-25","response":{response}}}"#),
        format!(r#"{{"request":{{"method":"tools/call"}},"error":{error}}}"#),
    ] {
        holds(&[
            case("project - --client strands", 0).input(&text).is("Tool execution failed: no way"),
            case("project - --client roo-code", 2).input(&text).err("is not known of roo-code"),
        ]);
    }
    let neither = r#"{"jsonrpc":"2.0","id":1}"#;
    holds(&[case("project - --client strands", 2).input(neither).err("holds no `result` object")]);
}

#[test]
fn project_heeds_each_option() {
    holds(&[
        case("project bare.json --client opencode --why", 0)
            .is("Three.")
            .err("opencode 1.18.33: ran on")
            .err("selection")
            .err("lost           /structuredContent"),
        case("project bare.json --client codex --tokens", 0).err("tokens (o200k_base)"),
        // The definition of the exchange is broken by its result; one odd schema in the list makes
        // the client forget all schemas, and --tool replaces the definition.
        case("project broken.json --client opencode", 0).is("{validator}").err("stands for the words of"),
        case("project broken.json --client opencode --tools odd-list.json", 0).is("It is 3 degrees."),
        case("project broken.json --client opencode --tool weather.json", 0).is("It is 3 degrees."),
        case("project exchange.json --client opencode --tool weather.json", 0).is("{validator}"),
        // Tool and arguments come from the exchange, and --arguments replaces them.
        case("project broken.json --client gemini-cli", 0)
            .out("MCP tool 'weather' reported tool error")
            .out(r#"\"args\":{\"city\":\"Oslo\"}"#),
        case(r#"project broken.json --client gemini-cli --arguments {"city":"Rome"}"#, 0)
            .out(r#"\"args\":{\"city\":\"Rome\"}"#)
            .lacks("Oslo"),
        case("project embedded.json --client claude-code --server depot", 0)
            .is("[Resource from depot at x://a] hi"),
        case("project bare.json --client codex --surface code-mode", 0).out("Script completed"),
        case("project bare.json --client codex --surface code-mode --model gpt-5.1-codex", 0)
            .lacks("Script completed")
            .out(r#""structuredContent":{"t":3}"#),
        case("project bare.json --client adk-python --surface converter --dialect openai-chat", 0)
            .out(r#"{"type": "text", "text": "Three."}"#),
        case("project bare.json --client claude-code --client-version 2.1.197 --format json", 0)
            .json("/version", "\"2.1.197\""),
        case("project bare.json --client claude-code --era 2025-11-25 --format json", 0)
            .json("/version", "\"2.1.332\"")
            .json("/era", "\"2025-11-25\""),
        case("project bare.json --client claude-code --era 2026-07-28 --format json", 0)
            .json("/era", "\"2026-07-28\""),
        case("project bare.json --client strands --surface converter --dialect bedrock --format json", 0)
            .json("/dialect", "\"bedrock\""),
        case("project bare.json --client zed --format json", 0)
            .json("/version", "\"mid-2026, image-capable builds\"")
            .json("/evidence/how", "\"read\""),
        case("project bare.json --client zed --as-of 2026-06-30 --format json", 0)
            .json("/version", "\"2026, text-only builds\""),
        case("project bare.json --profile mine.toml", 0).is("mine: Three."),
        case("project error.json --client claude-code --format json", 0).json("/error", "\"flagged\""),
        case("project error.json --client claude-code --why", 0)
            .err("the model is told that this is an error")
            .err("tokens"),
    ]);
}

#[test]
fn project_names_what_exists() {
    holds(&[
        case("project bare.json --client nobody", 2).err("unknown client \"nobody\"").err("codex").err("zed"),
        case("project bare.json --client codex --surface moon", 2)
            .err("has no surface \"moon\"; there are conversation, code-mode"),
        case("project bare.json --client codex --dialect moon", 2)
            .err("has no dialect \"moon\"; there are openai-responses"),
        case("project bare.json --client codex --client-version 99", 2)
            .err("codex has no version \"99\"")
            .err("0.171.0 (from 2026-11-20)"),
        case("project bare.json --client agent-framework-python --client-version 1.18.0", 0)
            .err("agent-framework-python 1.18.0 is not recorded; 1.9.0 stands for it"),
        case("project bare.json --client codex --as-of 2020-01-01", 2)
            .err("nothing is known of codex on 2020-01-01"),
        case("project bare.json --variant E", 2).err("A, B, C, D"),
        case("project bare.json", 2).err("--client"),
        case("project bare.json --client codex --transport pigeon", 2).err("stdio, http"),
        case("project bare.json --client codex --arguments {", 2).err("no JSON").err("--arguments"),
        case("project bare.json --client codex --arguments [1]", 2)
            .err("expected a JSON object, found array"),
        case("project bare.json --client codex --as-of yesterday", 2).err("expected a date"),
        case("project bare.json --client codex --era latest", 2).err("expected a revision"),
        case("project bare.json --client codex --tool null.json", 2)
            .err("null.json:1:1: expected a tool definition, an object, found null"),
        case("project bare.json --client codex --tool bare.json", 2).err("found a tool result"),
        case("project bare.json --client codex --tool odd-list.json", 2).err("--tools takes a list"),
        case("project bare.json --client codex --option colour=red", 0)
            .err("the setting \"colour\" changes nothing for codex"),
        case("project bare.json --client mastra --client-version 0.14.5 --option onToolError=return", 0)
            .err("onToolError=return is not known of mastra on this surface; it is with"),
        case("project report.json --client codex", 2).err("this is a report").err("--save DIR"),
        case("check bare.json --tool list.json", 2)
            .err("list.json:1:1: expected one tool definition, found a list"),
        case("check bare.json --revision 2025-11-26", 0).err("no revision 2025-11-26 is known here"),
        case("check report.json", 2).err("this is a report"),
        case("project array.json --client codex", 2).err("array.json:2:2: expected a JSON object"),
        case("select array.json --audience model", 2).err("array.json:2:2: expected a JSON object"),
        case("adapt array.json --to 2025-11-25", 2).err("array.json:2:2: expected a JSON object"),
        case("project bare.json --client codex --tools bare.json", 2).err("expected a tools/list result"),
        case("project bare.json --profile bare.json", 2).err("bare.json:1:1: "),
        case("project list.json --client codex", 2).err("list.json holds no tool result"),
    ]);
}

#[test]
fn clients_that_receive_the_same_stand_together() {
    holds(&[
        case("project bare.json --client all", 0)
            .out("== claude-code 2.1.332 (conversation)")
            .out(", opencode 1.18.33 (conversation)"),
        case("project bare.json --client all --as-of 2026-06-04", 0)
            .out("codex cdde711f (conversation)")
            .err("left out, since they have no such version or surface: ai-sdk, "),
        case("project bare.json --client all --surface code-mode", 0)
            .out("codex 0.171.0 (code-mode)")
            .err("adk-python"),
        case("project bare.json --client all --surface moon", 2).err("no client has what is asked for"),
        case("project bare.json --client all --client-version 1", 2).err("say --as-of DATE"),
        case("diff bare.json --client codex --client opencode", 0)
            .out("codex 0.171.0 (conversation)")
            .out("hides /structuredContent")
            .out("The models do not receive the same."),
        case("diff bare.json --client opencode@1.18.33 --client kilocode", 0)
            .out("The models receive the same."),
        case("diff bare.json --client codex --client codex:code-mode --format json", 0)
            .json("/same", "false")
            .json("/projections/1/surface", "\"code-mode\""),
        case("diff bare.json --client codex", 2).err("say --client NAME once more, or --client all"),
        case("diff bare.json --client all", 0)
            .out("== ")
            .out(" tokens, ")
            .out("clients, whose models receive"),
        case("diff bare.json --client all --format json", 0).out("\"groups\": ["),
        case("diff bare.json --client all --client codex", 2).err("--client all has every client already"),
        case("diff bare.json --client codex --client codex", 0).err("note: codex stands there twice"),
        case("diff bare.json --client codex --client nobody", 2).err("unknown client \"nobody\""),
    ]);
}

#[test]
fn projections_as_json_have_every_member() {
    let folder = folder();
    for client in ["codex", "opencode", "gemini-cli", "strands", "adk-python", "claude-code", "zed"] {
        let run =
            run(folder.path(), &["project", "exchange.json", "--client", client, "--format", "json"], "");
        let json: Value = serde_json::from_str(&run.out).expect("JSON");
        let wanted = [
            "client", "version", "surface", "dialect", "era", "parts", "error", "steps", "lost", "leaked",
            "copies", "tokens", "evidence",
        ];
        for name in wanted {
            assert!(json.get(name).is_some(), "{client} lacks {name}: {}", run.out);
        }
        for part in json["parts"].as_array().expect("parts") {
            assert!(["text", "json"].contains(&part["kind"].as_str().unwrap()), "{client}");
            assert!(part["text"].is_string(), "{client}");
            assert!(["tool-message", "sibling-part"].contains(&part["place"].as_str().unwrap()), "{client}");
        }
    }
}

#[test]
fn select_gives_each_audience_its_own() {
    let whole = r#"{"content":[{"type":"text","text":"It is 3 degrees."}],"structuredContent":{"t":3}}"#;
    let mut cases = Vec::new();
    for guidance in ["either", "published", "sep-2200"] {
        for (audience, given) in
            [("model", "It is 3 degrees."), ("code", r#"{"t":3}"#), ("view", whole), ("host", whole)]
        {
            let args = format!("select exchange.json --audience {audience} --guidance {guidance}");
            cases.push(case(&args, 0).is(given));
            cases.push(
                case(&format!("{args} --format json"), 0)
                    .json("/audience", &format!("{audience:?}"))
                    .json("/guidance", &format!("{guidance:?}"))
                    .json("/delivery", "\"result\""),
            );
        }
    }
    cases.push(case("select error.json --audience model --format json", 0).json("/delivery", "\"error\""));
    cases.push(case("select error.json --audience code --format json", 0).json("/delivery", "\"exception\""));
    cases.push(case("select bare.json --audience nobody", 2).err("expected model, code, view or host"));
    cases.push(case("select bare.json --audience model --guidance x", 2).err("published or sep-2200"));
    holds(&cases);
}

#[test]
fn check_reads_every_kind_of_file() {
    holds(&[
        case("check bare.json", 0).out("bare.json: 0 errors"),
        case("check exchange.json", 0).out("exchange.json: 0 errors"),
        case("check broken.json", 1)
            .out("structured-breaks-schema")
            .out("--> broken.json:5:92")
            .lacks("broken.json:5:92:"),
        case("check list.json", 1).out("dangling-local-ref").out("/tools/0/outputSchema/$ref"),
        // Without a revision the file is judged by what it looks like: no resultType, so an older one.
        case("check response.json", 0).lacks("missing-result-type"),
        case("check response.json --revision 2026-07-28", 1).out("missing-result-type"),
        case("check - --format json", 0)
            .input(FILES[0].1)
            .json("/target", "\"standard input\"")
            .json("/command", "\"check\"")
            .json("/schema_version", "1")
            .json("/summary/errors", "0"),
        case("check broken.json --format json", 1)
            .json("/diagnostics/0/rule", "\"structured-breaks-schema\"")
            .json("/diagnostics/0/file", "\"broken.json\"")
            .json("/diagnostics/0/line", "5"),
        // A definition has its own file, which may be longer than the result.
        case("check bare.json no-content.json --tool odd-tool.json", 1)
            .out("--> odd-tool.json:1:99")
            .out("missing-tool-name"),
        case("check bare.json --tool weather.json", 1).out("structured-breaks-schema"),
        case("check bare.json exchange.json", 0).out("bare.json, exchange.json:"),
    ]);
}

#[test]
fn check_has_levels_and_exit_codes() {
    holds(&[
        case("check response.json --revision 2026-07-28 --fail-on never", 0),
        case("check response.json --revision 2026-07-28 --allow missing-result-type", 0)
            .lacks("missing-result-type"),
        case("check response.json --revision 2026-07-28 --allow missing-result-type --fail-on warning", 1),
        case("check response.json --revision 2026-07-28 --warn RES-002", 0).out("warning[RES-002]"),
        case("check bare.json", 0),
        case("check bare.json --fail-on advice", 1),
        case("check bare.json --error missing-server-info", 1).out("error[RES-006]"),
        case("check response.json --revision 2025-11-25", 0).lacks("missing-result-type"),
        case("check bare.json --allow structued-missing", 2).err("did you mean \"structured-missing\"?"),
        case("check bare.json --fail-on sometimes", 2).err("error, warning, advice or never"),
        case("check bare.json --set nonsense=1", 2).err("--set nonsense=1"),
        case("check", 2).err("PATH"),
    ]);
}

#[test]
fn clients_lists_what_is_known() {
    holds(&[
        case("clients", 0).out("codex").out("0.171.0").out("zed"),
        case("clients --format json", 0).json("/0/client", "\"adk-python\""),
        case("clients", 0).out("agent-framework-dotnet").out("agent-framework-python"),
        case("clients --format json", 0).json("/0/strategy", "\"both\"").json("/0/surveyed", "\"C\""),
        case("clients codex", 0).out("Codex (codex)").out("evidence  ran on").out("code-mode"),
        case("clients codex --format json", 0).json("/client", "\"codex\""),
        case("clients zed", 0).out("Zed (zed)").out("evidence  read on").out("876ec5a8"),
        case("clients zed --format json", 0).json("/versions/0/evidence/how", "\"read\""),
        case("clients nobody", 2).err("unknown client \"nobody\"").err("codex").err("zed"),
        case("clients --as-of 2026-06-04", 0)
            .out(" 10  A  content-only")
            .out("  4  B  structured-first")
            .out("  4  C  both")
            .out("  1  D  both-else-structured"),
        case("clients --as-of 2026-06-04 --format json", 0)
            .json("/letters/A/count", "10")
            .json("/letters/B/count", "4")
            .json("/letters/C/count", "4")
            .json("/letters/D/count", "1"),
        case("clients --as-of 2026-07-01", 0).out("opencode"),
        case("clients codex --as-of 2026-06-04 --format json", 0).json("/0/client", "\"codex\""),
        case("clients nobody --as-of 2026-06-04", 2).err("has no client \"nobody\""),
        case("clients codex --as-of 2026-07-01 --format json", 0)
            .json("/versions/0/version", "\"cdde711f\"")
            .lacks("0.171.0"),
        case("clients codex --as-of 2026-01-01", 2).err("counts from 2026-06-04"),
        case("clients new Bad_Name", 2).err("no client id"),
        case("clients new fresh", 0).out("wrote fresh.toml"),
        case("clients new fresh", 2).err("fresh.toml is there already").err("take another name"),
        case("clients new codex", 0).out("wrote codex.toml").err("a profile of codex ships with Sightline"),
        case("project bare.json --profile fresh.toml", 0).is(r#"{"t":3}"#),
        case("clients --as-of yesterday", 2).err("expected a date"),
        case("clients --as-of 2026-02-30", 2).err("expected a date"),
    ]);
    let survey = run(folder().path(), &["clients", "--as-of", "2026-06-04", "--format", "json"], "");
    let survey: Value = serde_json::from_str(&survey.out).expect("JSON");
    assert_eq!(survey["rows"].as_array().map(Vec::len), Some(19));
}

#[test]
fn adapt_explain_and_completions_answer() {
    holds(&[
        case("adapt exchange.json --to 2025-03-26", 0)
            .is(r#"{"content":[{"type":"text","text":"It is 3 degrees."}]}"#)
            .err("lost")
            .err("/structuredContent"),
        case("adapt bare.json --from 2026-07-28 --to 2024-11-05 --format json", 0)
            .json("/losses/0/pointer", "\"/structuredContent\""),
        case("adapt refusal.json --to 2026-07-28", 0)
            .is(r#"{"code":-32602,"message":"Resource not found"}"#)
            .err("changed C11"),
        case("adapt several.json --to 2026-07-28", 0)
            .is("{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"resultType\":\"complete\"}\n{\"content\":[],\"resultType\":\"complete\"}")
            .err("C10 result/1/resultType"),
        case("adapt several.json --to 2026-07-28 --format json", 0).json("/changes/1/pointer", "\"/1/resultType\""),
        case("adapt pages.json --to 2025-11-25", 0).is("{\"tools\":[],\"nextCursor\":\"a\"}\n{\"tools\":[]}"),
        case("adapt task.json --to 2025-11-25", 0)
            .is(r#"{"taskId":"t","status":"working"}"#)
            .err("lost    C8 exchange/task/ttl: the peer's form requires it"),
        case("adapt task.json --to 2025-06-18", 0).out("The call goes on as task t (status working).").err("plan    C8"),
        case("adapt task.json --from 2025-06-18 --to 2026-07-28", 2).err("a server of 2025-06-18 has no tasks; say with --from"),
        case("adapt done.json --to 2025-11-25", 0)
            .is("{\"taskId\":\"t\",\"status\":\"completed\",\"ttl\":5}\n{\"content\":[{\"type\":\"text\",\"text\":\"[1]\"}],\"structuredContent\":{\"result\":[1]}}")
            .err("changed C1 exchange/task/result/structuredContent"),
        case("adapt done.json --to 2025-03-26", 0).is(r#"{"content":[{"type":"text","text":"[1]"}]}"#).err("no task"),
        case("adapt done.json --to 2026-07-28", 0).out(r#""ttlMs":5"#),
        case("adapt traced.json --to 2025-11-25", 2).err("nothing in this exchange is a message of a server"),
        case("adapt bare.json --to 2025-03-26", 2).err("say --from REVISION"),
        case("adapt bare.json", 2).err("--to <REVISION>"),
        case("check bare.json --diff --revision 2025-11-25", 1).out("+++ bare.json").out("resultType"),
        case("check bare.json --unsafe-fixes", 2).err("--unsafe-fixes goes with --fix or --diff"),
        case("check - --fix", 2).err("standard input cannot be mended in place"),
        case("adapt bare.json --as typescript --as go", 0)
            .out("@modelcontextprotocol/server 2.4.0 (ran)")
            .out("(read, not run)"),
        case("adapt bare.json --as java", 2).err("expected typescript, csharp, python, go or rmcp"),
        case("explain", 0).out("structured-missing").out("STR-003"),
        case("explain structured-missing", 0).out("structured-missing (STR-003)\n\nCode: STR-003."),
        case("explain STR-003", 0).out("structured-missing (STR-003)"),
        case("explain structured-mising", 2).err("did you mean \"structured-missing\"?"),
        case("completions bash", 0).out("_sightline()"),
        case("completions zsh", 0).out("#compdef sightline"),
        case("completions fish", 0).out("complete -c sightline"),
        case("--version", 0).out("sightline 0."),
        case("frobnicate", 2).err("unrecognized subcommand"),
    ]);
}

#[test]
fn inspect_shows_the_demo_and_its_faults() {
    holds(&[
        case("inspect --fail-on never", 0)
            .out("the built-in demo server")
            .out("sightline-demo")
            .out("what the models receive")
            .out("structured-breaks-schema")
            .out("22 tools called of 22")
            .out("leak _meta")
            .lacks("(no name)")
            .lacks("No tool was called"),
        case("inspect --no-tokens", 1).lacks(" tokens "),
        case("inspect --fail-on never --format json --tool dataset --client codex", 0)
            .json("/command", "\"inspect\"")
            .json("/server/name", "\"sightline-demo\"")
            .json("/server/revision", "\"2026-07-28\"")
            .json("/server/transport", "\"stdio\"")
            .json("/summary/called", "1")
            .json("/tools/0/name", "\"dataset\"")
            .json("/tools/0/call/outcome", "\"complete\"")
            .json("/tools/0/call/groups/0/clients/0/client", "\"codex\""),
        case("inspect --tool nope", 2)
            .err("the server has no tool \"nope\"")
            .err("structured-only")
            .lacks("0 tools"),
        case("inspect --call nope", 2).err("the server has no tool \"nope\"").lacks("0 tools"),
        case("inspect --client nope", 2).err("unknown client \"nope\"").err("codex").lacks("the built-in"),
        case("inspect --call dataset={", 2).err("the arguments of dataset are no JSON"),
        case("inspect --call dataset=[]", 2).err("no JSON object"),
        case("inspect --revision zz", 2).err("expected a revision"),
        case("inspect --revision 1999-01-01", 2).err("1999-01-01").err("2026-07-28"),
    ]);
}

#[test]
fn inspect_saves_what_the_other_commands_read() {
    let folder = folder();
    let save =
        |code| case("inspect --no-tokens --fail-on never --tool summary --tool null --save kept", code);
    check(
        folder.path(),
        &[
            save(0).out("2 tools called of 2"),
            // What is there is not written over.
            save(2).err("cannot be created"),
            case("project kept/001-summary.json --client strands", 0).out("Revenue was 29.6 million"),
            case("check kept --fail-on never", 0).out("kept:"),
            case("inspect --tool null --no-tokens --save bare.json", 2).err("bare.json cannot be made"),
        ],
    );
    let kept = fs::read_dir(folder.path().join("kept")).expect("the folder is there").count();
    assert_eq!(kept, 2);
    // A call that was named first is made first, wherever its tool stands in the list.
    let calls = "--call null={} --call summary={} --call null={}";
    check(
        folder.path(),
        &[case(
            &format!("inspect --no-tokens --fail-on never {calls} --tool summary --tool null --save order"),
            0,
        )
        .out("tools called of")],
    );
    let folder = folder.path().join("order");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["001-null.json", "002-summary.json", "003-null.json"]);
}

#[test]
fn inspect_calls_only_what_it_is_told() {
    let demo = |options: &str, code| {
        let spaced = if options.is_empty() {
            "inspect --no-tokens".to_owned()
        } else {
            format!("inspect --no-tokens {options}")
        };
        case(&format!("{spaced} --"), code).arg(SIGHTLINE).arg("demo")
    };
    holds(&[
        demo("", 0)
            .out("No tool was called.")
            .out("--call NAME=JSON")
            .out("--all")
            .out("0 tools called of 22"),
        demo("--format json", 0).json("/summary/called", "0").json("/tools/0/not_called", "\"not called\""),
        demo("--all", 1).out("22 tools called of 22"),
        demo("--trust-annotations --fail-on never --format json", 0)
            .json("/tools/0/call/outcome", "\"complete\""),
        demo("--call dataset={\"rows\":1} --format json", 0)
            .json("/summary/called", "1")
            .json("/tools/0/call/arguments", r#""{\"rows\":1}""#),
        demo("--call dataset={\"rows\":1} --call dataset={\"rows\":2} --format json", 0)
            .json("/summary/called", "2"),
        demo("--call schema-broken", 1).out("structured-breaks-schema"),
        demo("--calls calls.json --format json", 0).json("/summary/called", "2"),
        demo("--calls calls.json --tool null --format json", 0)
            .json("/summary/tools", "1")
            .json("/summary/called", "1"),
        demo("--env A=B --all --client codex --fail-on never", 0).out("codex").lacks("gemini-cli"),
    ]);
}

#[test]
fn inspect_speaks_each_revision() {
    let cases: Vec<Case> = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
        .into_iter()
        .map(|revision| {
            case(&format!("inspect --no-tokens --fail-on never --format json --revision {revision}"), 0)
                .json("/server/revision", &format!("{revision:?}"))
                .json("/server/name", "\"sightline-demo\"")
                .json("/summary/called", "22")
        })
        .collect();
    holds(&cases);
}

#[test]
fn inspect_works_over_http() {
    let folder = folder();
    let demo = HttpDemo::start(folder.path());
    let url = &demo.url;
    check(
        folder.path(),
        &[
            case(&format!("inspect {url}"), 0).out("No tool was called.").out(url),
            case(&format!("inspect {url} --all --no-tokens --fail-on never --format json"), 0)
                .json("/server/transport", "\"http\"")
                .json("/summary/called", "22"),
            case(&format!("inspect {url} --call null --header X-A:b --bearer t --format json"), 0)
                .json("/summary/called", "1"),
            case(&format!("inspect {url} --revision 2025-06-18 --call null --fail-on never"), 0)
                .out("revision 2025-06-18, http"),
            case(&format!("inspect {url}-wrong"), 2).err("check the path of the url"),
            case(&format!("inspect {url} -- {SIGHTLINE} demo"), 2).err("not both"),
        ],
    );
}

#[test]
fn what_would_do_nothing_says_so() {
    let recipe = "client = 'own'\n[install]\nfrom = 'none'\nversion = '0.1'\n[run]\ncommand = ['x', '{runner}']\nrunner = 'nope.py'\n\
                  [dialect.openai-chat]\nmodel = 'm'\n[transport.stdio]\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("own.toml"), recipe).unwrap();
    fs::write(folder.path().join("records.jsonl"), format!("{OBSERVED}\n")).unwrap();
    fs::write(folder.path().join("none.jsonl"), "\n").unwrap();
    check(
        folder.path(),
        &[
            case("survey clients strands --dialect openai-responses --plan", 2)
                .err("nothing to run: strands has no dialect openai-responses; there are anthropic-messages"),
            case("survey clients strands codex --dialect openai-responses --plan", 0)
                .err("strands has no dialect openai-responses"),
            case("survey clients strands@ --plan", 2).err("\"strands@\" names no version"),
            case("survey clients strands --jobs 0 --plan", 2).err("0 is not in 1.."),
            case("survey clients --recipe own.toml --plan", 2).err("run.runner names nope.py"),
            case("survey drift records.jsonl", 1).out("0 of 1 observations"),
            case("survey drift records.jsonl --client nosuch", 2)
                .err("no record of \"nosuch\"; there are those of codex"),
            case("survey drift none.jsonl", 2).err("there is no record"),
            case("survey profiles records.jsonl --client nosuch", 2).err("no record of \"nosuch\""),
            case("survey diff records.jsonl records.jsonl --client nosuch", 2)
                .err("neither survey has a client"),
        ],
    );
}

/// One observation of a client that has a profile, as `survey clients` writes it.
const OBSERVED: &str = r#"{"client":"codex","version":"0.171.0","surface":"conversation","dialect":"openai-responses","era":"2025-06-18","transport":"stdio","tool":"text","tool_definition":{"name":"text","inputSchema":{"type":"object"}},"case":"survey:text","status":"ran","form":"string","wire":"{\"content\":[{\"type\":\"text\",\"text\":\"two rows\"}]}","parts":[{"kind":"text","text":"two rows","place":"tool-message"}],"error":"none","complete":true}"#;

#[test]
fn the_examples_of_the_helps_run_on_folders_that_a_survey_wrote() {
    let folder = tempfile::tempdir().unwrap();
    for survey in ["survey-2026-11-30", "survey-2026-12-31"] {
        let survey = folder.path().join(survey);
        fs::create_dir_all(survey.join("records")).unwrap();
        fs::write(survey.join("records/codex@0.171.0.jsonl"), format!("{OBSERVED}\n")).unwrap();
        let kept = survey.join("runs/codex@0.171.0/openai-responses.stdio.both/run-001");
        fs::create_dir_all(&kept).unwrap();
        fs::write(kept.join("requests.jsonl"), "{\"status\": 200}\n").unwrap();
    }
    let mut tried = 0;
    for command in ["diff", "drift", "profiles", "site"] {
        let help = run(folder.path(), &["survey", command, "--help"], "").out;
        let examples = help.lines().filter_map(|line| line.trim().strip_prefix("sightline "));
        for example in examples.filter(|example| example.contains("survey-2026")) {
            let args: Vec<&str> = example.split(' ').collect();
            let ran = run(folder.path(), &args, "");
            assert!(matches!(ran.code, Some(0 | 1)), "{example}: {}", ran.err);
            assert!(!ran.out.contains(" 0 of 0 "), "{example}: {}", ran.out);
            tried += 1;
        }
    }
    assert!(tried >= 5, "{tried} examples name a folder");
}
