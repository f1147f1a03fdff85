//! What `sightline check` reads: kinds of file, folders, standard input, lengths, and what it says of
//! the rest.

mod common;

use std::fmt::Write as _;
use std::fs;

use common::{Case, case, check, run};
use serde_json::Value;
use tempfile::TempDir;

/// A session: the handshake tells the revision, the list the schema, and the second call breaks it.
const SESSION: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
    r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"weather","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"now","description":"Tells it.","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"t":{"type":"number"}},"required":["t"]}}]}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"now"}}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"now"}}"#,
    r#"{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"t: cold"}],"structuredContent":{"t":"cold"}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"t\":3}"}],"structuredContent":{"t":3}}}"#,
];

const BAD: &str = r#"{"content":[{"type":"text"}]}"#;
const GOOD: &str = r#"{"content":[{"type":"text","text":"Three."}]}"#;

/// The tool fails, and the server says so in a protocol error.
const FAILED: &str =
    r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"the sensor does not answer"}}"#;

/// The second page of a list gives the cursor that led to it.
const LOOP: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"n"}}
{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"n"}}
{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"b","inputSchema":{"type":"object"}}],"nextCursor":"n"}}
{"jsonrpc":"2.0","id":3,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"n"}}
"#;

/// Two pages of one walk; the second one repeats a tool of the first.
const PAGES: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"now","description":"Tells it.","inputSchema":{"type":"object"}}],"nextCursor":"2"}}
{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"2"}}
{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"then","description":"Told it.","inputSchema":{"type":"object"}},{"name":"now","description":"Tells it.","inputSchema":{"type":"object"}}]}}
"#;

/// The call asks for a task that the server does not offer, and one that nobody listed fails.
const BEYOND: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"now","description":"Tells it.","inputSchema":{"type":"object"}}]}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"now","arguments":{},"task":{"ttl":9}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"then","arguments":{}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"There is no such tool."}],"isError":true}}"#,
    r#"{"jsonrpc":"2.0","id":3,"result":{"task":{"taskId":"t","status":"working","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttl":9}}}"#,
];

/// The second line lacks what its revision demands; the first, odd one stays as it is.
const MEND: &str = "{ \"jsonrpc\":\"2.0\",  \"id\":1,\"method\":\"ping\" }\r\n{\"revision\":\"2026-07-28\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}\nnoise\n{\"revision\":\"2026-07-28\",\"result\":{\"content\":[],\"resultType\":\"complete\"}}\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder is made");
        fs::write(path, text).expect("a file is written");
    };
    put("session.jsonl", &SESSION.join("\n"));
    put("session.txt", &SESSION.join("\r\n"));
    put("session.json", &format!("[\n{}\n]", SESSION.join(",\n")));
    let events: String = SESSION.iter().map(|line| format!("event: message\ndata: {line}\n\n")).collect();
    put("session.sse", &format!(": open\n\nevent: endpoint\ndata: /messages\n\n{events}"));
    // A server begins its stream with an event that only tells from where to resume it.
    put("primed.sse", &format!("id: 1\ndata:\n\n{events}id: 9\nretry: 5\ndata: \n\n"));
    put("waiting.sse", "id: 1\ndata:\n\n");
    put(
        "log.jsonl",
        &SESSION.iter().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, r#"{{"at":"12:00","from":"client","message":{line}}}"#);
            text
        }),
    );
    put("results.json", &format!("[{GOOD},\n {BAD}]"));
    put("results.jsonl", &format!("{GOOD}\n\n{BAD}\n{GOOD}\n"));
    put("broken.jsonl", &format!("{GOOD}\n{{\"content\":\n{BAD}\nnoise\n{{\"level\":\"info\"}}\n"));
    put(
        "sampling.json",
        r#"{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"u","name":"now","input":{}}]},
  {"role":"user","content":[{"type":"tool_result","toolUseId":"u","content":[{"type":"text"}]}]}],"maxTokens":9}"#,
    );
    put(
        "asks.jsonl",
        r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[{"role":"system","content":{"type":"text","text":"a"}}]}}
{"jsonrpc":"2.0","id":1,"result":{"role":"assistant","content":{"type":"text","text":"b"}}}"#,
    );
    put(
        "both.jsonl",
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]},"error":null}
{"jsonrpc":"2.0","id":2}"#,
    );
    put("tool.json", r#"{"name":"a","inputSchema":{"type":"objekt"}}"#);
    // The calls come before the list that defines their tool.
    let late: Vec<&str> = SESSION[..2].iter().chain(&SESSION[4..]).chain(&SESSION[2..4]).copied().collect();
    put("late.jsonl", &late.join("\n"));
    put("failed.jsonl", &[&SESSION[..5], &[FAILED]].concat().join("\n"));
    put("pages.jsonl", PAGES);
    put("beyond.jsonl", &BEYOND.join("\n"));
    put("beyond.json", &format!("[{}]", BEYOND.join(",")));
    // The message of an event may stand on several lines of the file.
    let events: Vec<String> =
        BEYOND.iter().map(|line| line.replace("\"params\":", "\"params\":\ndata: ")).collect();
    put("beyond.sse", &format!("data: {}\n\n", events.join("\n\ndata: ")));
    put("loop.jsonl", LOOP);
    let exchange = |revision: &str| {
        let tool = r#"{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}"#;
        format!(r#"{{"revision":"{revision}","tool":{tool}}}"#)
    };
    put("peers.jsonl", &[exchange("2026-07-28"), exchange("2025-11-25"), exchange("2025-11-25")].join("\n"));
    put("mend.jsonl", MEND);
    let tools: Vec<String> =
        (0..40).map(|at| format!(r#"{{"name":"tool_{at}","inputSchema":{{"type":"object"}}}}"#)).collect();
    put("many.json", &format!(r#"{{"tools":[{}]}}"#, tools.join(",")));
    put("request.json", SESSION[2]);
    put("all/b.json", BAD);
    put("all/a/z.json", GOOD);
    put("all/a/c.jsonl", BAD);
    put("all/.hidden.json", BAD);
    put("all/package.json", r#"{"scripts":{}}"#);
    put("all/notes.md", "none");
    put("strange/package.json", r#"{"scripts":{}}"#);
    folder
}

/// Where the task is asked for.
fn beyond_at(text: &str) -> usize {
    text.find("{\"ttl\":9}").expect("it is asked for")
}

fn holds(cases: &[Case]) {
    check(folder().path(), cases);
}

#[test]
fn every_kind_of_recording_is_recognised() {
    // The same session in five clothes: the same findings, each at its own place.
    let places = [
        ("session.jsonl", "7", "105"),
        ("session.txt", "7", "105"),
        ("session.json", "8", "105"),
        ("session.sse", "25", "111"),
        ("primed.sse", "23", "111"),
        ("log.jsonl", "7", "145"),
    ];
    let mut cases: Vec<Case> = places
        .iter()
        .map(|(name, line, column)| {
            case(&format!("check {name} --format json"), 1)
                .json("/summary/checked", "3")
                .json("/summary/errors", "1")
                .json("/diagnostics/0/rule", "\"structured-breaks-schema\"")
                .json("/diagnostics/0/tool", "\"now\"")
                .json("/diagnostics/0/pointer", "\"/structuredContent/t\"")
                .json("/diagnostics/0/line", line)
                .json("/diagnostics/0/column", column)
        })
        .collect();
    cases.extend([
        case("check results.json", 1).out("--> results.json:2:"),
        case("check results.jsonl", 1).out("--> results.jsonl:3:"),
        case("check sampling.json --format json", 1)
            .json("/summary/checked", "2")
            .json("/diagnostics/0/tool", "\"now\"")
            .lacks("missing-result-type"),
        // A request for sampling between other messages, and the answer of the client.
        case("check asks.jsonl --format json", 1)
            .json("/summary/checked", "2")
            .json("/diagnostics/0/rule", "\"mistyped-member\"")
            .json("/diagnostics/0/pointer", "\"/maxTokens\"")
            .json("/diagnostics/0/line", "1")
            .json(
                "/diagnostics/1/message",
                "\"`role` is the string \\\"system\\\", not \\\"user\\\" or \\\"assistant\\\"\"",
            )
            .json("/diagnostics/2/pointer", "\"/model\"")
            .json("/diagnostics/2/line", "2"),
        case("check both.jsonl --format json", 1)
            .json("/summary/errors", "2")
            .json("/diagnostics/0/rule", "\"malformed-response\"")
            .json("/diagnostics/0/pointer", "\"/error\"")
            .json("/diagnostics/1/line", "2"),
        case("check both.jsonl --diff", 1)
            .out("-{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]},\"error\":null}")
            .out("+{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}"),
        case("check tool.json", 1).out("schema-invalid-in-its-dialect"),
        case("check session.sse", 1).out("1 events that are no messages were passed over"),
        case("check request.json", 2).silent().err("request.json holds no `result`"),
    ]);
    holds(&cases);
}

#[test]
fn a_kind_can_be_forced() {
    holds(&[
        case("check session.txt --kind transcript", 1),
        case("check session.txt --kind lines", 1),
        case("check all/b.json --kind result", 1),
        case("check all/b.json --kind tool --format json", 1).json("/diagnostics/0/subject", "\"tool\""),
        case("check all/package.json --kind list --format json", 1).json("/summary/checked", "1"),
        case("check all/b.json --kind sse", 2).err("all/b.json"),
        case("check all/b.json --kind transcript", 2).err("expected a JSON-RPC message"),
        case("check all/b.json --kind novel", 2).err("possible values: auto, exchange, lines"),
    ]);
}

#[test]
fn folders_are_walked_in_order_and_nothing_is_passed_over_in_silence() {
    holds(&[
        case("check all --format json", 1)
            .json("/files/0/name", "\"all/a/c.jsonl\"")
            .json("/files/1/name", "\"all/a/z.json\"")
            .json("/files/2/name", "\"all/b.json\"")
            .json("/summary/checked", "3")
            .out("not checked: all/package.json:1:1: this object is no tool result")
            .out("1 files of other names were not looked at")
            .lacks("hidden"),
        case("check all/a all/b.json", 1).out("all/a, all/b.json:"),
        case("check strange", 0).out("not checked: strange/package.json"),
        // Who names the file asks for it.
        case("check strange/package.json", 1).out("missing-content-array"),
        case("check missing all", 2).err("missing cannot be opened").out("--> all/b.json"),
    ]);
}

#[test]
fn standard_input_is_read_as_files_are() {
    holds(&[
        case("check -", 1).input(&SESSION.join("\n")).out("--> standard input:7:105"),
        case("check - --format json", 1).input(BAD).json("/files/0/name", "\"standard input\""),
        case("check - all/a/z.json", 0).input(GOOD).out("standard input, all/a/z.json: 0 errors"),
    ]);
}

#[test]
fn a_broken_line_harms_no_other() {
    holds(&[case("check broken.jsonl --format json", 2)
        .json("/summary/checked", "2")
        .json("/diagnostics/0/line", "3")
        .err("broken.jsonl:2:")
        .err("broken.jsonl:4:1: expected a JSON value")
        .out("not checked: broken.jsonl:5:1")]);
}

/// A JSON-lines recording of some length: every tenth result breaks its schema.
fn long(results: usize) -> String {
    let mut text = SESSION[..4].join("\n");
    for index in 0..results {
        let value = if index % 10 == 9 { "\"x\"".to_owned() } else { index.to_string() };
        let pad = "é".repeat(200);
        let _ = write!(
            text,
            "\n{{\"jsonrpc\":\"2.0\",\"id\":\"{index}\",\"method\":\"tools/call\",\"params\":{{\"name\":\"now\"}}}}\
             \n{{\"jsonrpc\":\"2.0\",\"id\":\"{index}\",\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{pad} {index}\"}}],\
             \"structuredContent\":{{\"t\":{value}}}}}}}"
        );
    }
    text
}

#[test]
fn long_recordings_are_checked_in_order_on_all_cores() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("long.jsonl"), long(3000)).expect("a file is written");
    let args = ["check", "long.jsonl", "--format", "json", "--max-findings", "100"];
    let first = run(folder.path(), &args, "");
    let report: Value = serde_json::from_str(&first.out).expect("JSON");
    assert_eq!(report["summary"]["checked"], 3001);
    // All are counted, the first of the file are shown.
    let breaks = |found: &&Value| found["rule"] == "structured-breaks-schema";
    let found = report["diagnostics"].as_array().expect("findings");
    assert_eq!(report["summary"]["errors"], 300);
    assert_eq!(
        report["summary"]["left_out"].as_u64().expect("a count") + found.len() as u64,
        ["errors", "warnings", "advice"]
            .iter()
            .map(|level| report["summary"][level].as_u64().unwrap())
            .sum::<u64>()
    );
    let lines: Vec<u64> = found.iter().filter(breaks).map(|found| found["line"].as_u64().unwrap()).collect();
    assert!(lines.is_sorted() && lines[0] == 24 && lines.len() > 10, "{lines:?}");
    assert!(first.out.contains("findings more, counted and not shown"));
    for _ in 0..3 {
        assert_eq!(run(folder.path(), &args, "").out, first.out, "threads change nothing");
    }
}

#[test]
fn traffic_is_judged_as_a_whole() {
    holds(&[
        // A definition that comes late in a file is known all the same; a pipe is not read twice.
        case("check late.jsonl --format json", 1)
            .json("/summary/errors", "1")
            .json("/diagnostics/0/rule", "\"structured-breaks-schema\"")
            .json("/diagnostics/0/line", "5"),
        case("check failed.jsonl --format json --warn ERR-001 --fail-on warning", 1)
            .json("/diagnostics/0/rule", "\"tool-failure-as-protocol-error\"")
            .json("/diagnostics/0/tool", "\"now\"")
            .json("/diagnostics/0/pointer", "\"/error/code\"")
            .json("/diagnostics/0/line", "6"),
        case("check pages.jsonl --format json --fail-on warning", 1)
            .json("/diagnostics/0/rule", "\"duplicate-tool-name\"")
            .json("/diagnostics/0/pointer", "\"/tools/1/name\"")
            .json("/diagnostics/0/line", "4"),
        // Who follows the cursor of the second page is asked for it again.
        case("check loop.jsonl --format json --level LIST-001=error", 1)
            .json("/summary/errors", "1")
            .json("/diagnostics/0/rule", "\"repeated-list-cursor\"")
            .json("/diagnostics/0/pointer", "\"/nextCursor\"")
            .json("/diagnostics/0/line", "4"),
        // A finding in a request has the place of that request, whatever stands in between.
        case("check beyond.jsonl --format json", 1)
            .json("/summary/errors", "1")
            .json("/summary/warnings", "1")
            .json("/diagnostics/1/rule", "\"unknown-tool-as-result\"")
            .json("/diagnostics/1/line", "7")
            .json("/diagnostics/0/rule", "\"ungated-legacy-task\"")
            .json("/diagnostics/0/subject", "\"request\"")
            .json("/diagnostics/0/pointer", "\"/params/task\"")
            .json("/diagnostics/0/line", "5")
            .json("/diagnostics/0/column", "92"),
        case("check beyond.jsonl", 1).out("--> beyond.jsonl:5:92").out("\"task\":{\"ttl\":9}"),
        case("check beyond.json --format json", 1)
            .json("/diagnostics/0/line", "1")
            .json("/diagnostics/0/span/0", &beyond_at(&format!("[{}]", BEYOND.join(","))).to_string()),
        case("check beyond.sse --format json", 1)
            .json("/diagnostics/0/line", "11")
            .json("/diagnostics/0/column", "43"),
        // One definition for two peers is judged for each, and once for each.
        case("check peers.jsonl --format json --level REV-001=off", 1)
            .json("/summary/errors", "1")
            .json("/diagnostics/0/rule", "\"non-object-output-root\"")
            .json("/diagnostics/0/line", "2"),
    ]);
}

#[test]
fn findings_that_are_alike_stand_once_for_people() {
    let folder = folder();
    let text = run(folder.path(), &["check", "many.json"], "").out;
    assert_eq!(text.matches("(missing-descriptions").count(), 1, "{text}");
    assert!(
        text.contains("and 39 more tools: tool_1, tool_10, tool_11, …; --format json has each"),
        "{text}"
    );
    let json = run(folder.path(), &["check", "many.json", "--format", "json"], "").out;
    assert_eq!(json.matches("\"missing-descriptions\"").count(), 40);
}

#[test]
fn lines_are_mended_one_by_one() {
    let folder = folder();
    let read = || fs::read_to_string(folder.path().join("mend.jsonl")).expect("it is there");
    let diff = run(folder.path(), &["check", "mend.jsonl", "--diff"], "");
    assert_eq!((diff.code, read().as_str()), (Some(1), MEND), "{}", diff.err);
    assert!(diff.out.contains("\n+{\"revision\":\"2026-07-28\""), "{}", diff.out);
    let fixed = run(folder.path(), &["check", "mend.jsonl", "--fix"], "");
    assert!(fixed.err.contains("mend.jsonl: 1 fix applied"), "{}", fixed.err);
    let mended = MEND.replacen("\"text\":\"a\"}]}", "\"text\":\"a\"}],\"resultType\":\"complete\"}", 1);
    assert_eq!(read(), mended);
    let again = run(folder.path(), &["check", "mend.jsonl", "--diff"], "");
    assert_eq!((again.code, again.out.as_str()), (Some(0), ""));
    assert!(again.err.contains("nothing to mend"), "{}", again.err);
}
