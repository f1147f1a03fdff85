use super::*;

/// Reads values one after another, and tells of each piece in one line.
fn read(values: &[&str]) -> Vec<String> {
    let mut recording = Recording::default();
    let mut told = Vec::new();
    for value in values {
        let document = Document::parse(value).unwrap();
        match recording.read(document.root(), None) {
            Ok(pieces) => told.extend(pieces.iter().map(tell)),
            Err(reason) => told.push(format!("? {}", reason.split(';').next().unwrap_or_default())),
        }
    }
    told
}

fn tell(piece: &Piece<'_>) -> String {
    let (what, known) = match &piece.subject {
        Subject::Exchange(_) if piece.definition_is_known => ("exchange", "known"),
        Subject::Exchange(_) => ("exchange", "new"),
        Subject::List(_) => ("list", "-"),
        Subject::Result(_) => ("result", if piece.definition.is_some() { "defined" } else { "-" }),
        Subject::Error(_) if piece.request().is_some() => ("error", "asked"),
        Subject::Error(_) => ("error", "-"),
        Subject::Request(_) => ("request", if piece.interim().is_some() { "retry" } else { "-" }),
        Subject::SampledResult(_) => ("sampled", "-"),
        Subject::Sampling(_, part) => ("sampling", sampling(*part)),
        Subject::Tool(_) => ("tool", "-"),
    };
    let server = piece.server.as_deref().unwrap_or("-");
    let name = piece.tool_name.as_deref().unwrap_or("-");
    format!("{what} {name} {known} {server} {}", piece.assumed_revision().as_str())
}

fn sampling(part: SamplingPart) -> &'static str {
    match part {
        SamplingPart::Answer => "answer",
        SamplingPart::Block => "block",
        SamplingPart::Message => "message",
        SamplingPart::Messages => "messages",
        SamplingPart::Request => "request",
        SamplingPart::RequestWithoutParams => "no-params",
    }
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
const LISTED: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}"#;
const CALLED: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#;
const HELLO: &str = r#"{"id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#;
const HELLO_2: &str =
    r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-03-26","serverInfo":{"name":"s"}}}"#;

/// Values that come one after another, and what is told of each.
const CASES: &[(&[&str], &[&str])] = &[
    (&[r#"{"content":[]}"#], &["result - - - 2025-11-25"]),
    (
        &[r#"[{"content":[]},{"content":[],"resultType":"complete"}]"#],
        &["result - - - 2025-11-25", "result - - - 2026-07-28"],
    ),
    (&[LIST, LISTED, CALL, CALLED], &["list - - - 2025-11-25", "result a defined - 2025-11-25"]),
    // Answers are told from each other by id, whatever their order; a string is no number.
    (
        &[
            LIST,
            LISTED,
            r#"{"jsonrpc":"2.0","id":"2","method":"tools/call","params":{"name":"b"}}"#,
            CALL,
            CALLED,
            r#"{"jsonrpc":"2.0","id":"2","result":{"content":[]}}"#,
        ],
        &["list - - - 2025-11-25", "result a defined - 2025-11-25", "result b defined - 2025-11-25"],
    ),
    // A handshake tells the revision and the server, and a new one makes all else forgotten.
    (
        &[HELLO, HELLO_2, LIST, LISTED, LISTED, CALL, CALLED, HELLO, CALL, CALLED],
        &["list - - s 2025-03-26", "result a defined s 2025-03-26", "result a - - 2025-11-25"],
    ),
    // A protocol error answers too; its id may then be used again.
    (
        &[CALL, r#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}"#, CALLED],
        &["error a asked - 2025-11-25", "result - - - 2025-11-25"],
    ),
    // Other answers are nobody's tool result, even if they have content.
    (
        &[
            r#"{"id":5,"method":"resources/read","params":{"uri":"x:"}}"#,
            r#"{"id":5,"result":{"contents":[]}}"#,
            r#"{"id":6,"method":"sampling/createMessage","params":{"messages":[]}}"#,
            r#"{"id":6,"result":{"role":"assistant","content":[],"model":"m"}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"role":"assistant","content":[],"model":"m"}}"#,
            r#"{"id":8,"method":"sampling/createMessage"}"#,
        ],
        &[
            "sampling - request - 2025-11-25",
            "sampling - answer - 2025-11-25",
            "sampling - answer - 2025-11-25",
            "sampling - no-params - 2025-11-25",
        ],
    ),
    // A response holds one of `result` and `error`; others are judged even where they answer nothing known.
    (
        &[
            CALL,
            r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]},"error":null}"#,
            r#"{"jsonrpc":"2.0","id":3}"#,
            r#"{"jsonrpc":"2.0","id":4,"result":null,"error":null}"#,
            r#"{"jsonrpc":"2.0","id":5,"result":{}}"#,
        ],
        &["result a - - 2025-11-25", "error - - - 2025-11-25", "error - - - 2025-11-25"],
    ),
    // Each request of the newest revision tells it, and each answer its server.
    (
        &[
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a",
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            r#"{"jsonrpc":"2.0","id":2,"result":{"content":[],
            "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"d"}}}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{"supportedVersions":["2025-11-25","2026-07-28"]}}"#,
            CALLED,
        ],
        &["result a - d 2026-07-28", "result - - - 2026-07-28"],
    ),
    // A log puts messages into envelopes.
    (
        &[r#"{"at":1,"message":{"jsonrpc":"2.0","id":9,"result":{"content":[]}}}"#],
        &["result - - - 2025-11-25"],
    ),
    (
        &[r#"{"request":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}},
        "response":{"jsonrpc":"2.0","id":1,"result":{"content":[]}}}"#],
        &["result t - - 2025-11-25"],
    ),
    // A call that became a task has its result later.
    (
        &[
            LIST,
            LISTED,
            CALL,
            r#"{"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"k"}}}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tasks/result","params":{"taskId":"k"}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{"content":[]}}"#,
            r#"{"jsonrpc":"2.0","id":4,"method":"tasks/get","params":{"taskId":"k"}}"#,
            r#"{"jsonrpc":"2.0","id":4,"result":{"taskId":"k","status":"completed","result":{"content":[]}}}"#,
        ],
        &[
            "list - - - 2025-11-25",
            "result a defined - 2025-11-25",
            "result a defined - 2025-11-25",
            "result a defined - 2025-11-25",
        ],
    ),
    // Sampling messages carry results and name their tools by id.
    (
        &[r#"{"messages":[
          {"role":"assistant","content":[{"type":"tool_use","id":"u","name":"t","input":{}}]},
          {"role":"user","content":{"type":"tool_result","toolUseId":"u","content":[]}}],
          "tools":[{"name":"t","inputSchema":{}}]}"#],
        &["sampling - request - 2026-07-28", "tool - - - 2026-07-28", "sampled t - - 2026-07-28"],
    ),
    (&[r#"{"role":"user","content":[{"type":"text","text":"hi"}]}"#], &["sampling - message - 2026-07-28"]),
    (&[r#"{"messages":[]}"#], &["sampling - messages - 2026-07-28"]),
    (&[r#"{"type":"tool_use","id":"u","name":"t","input":{}}"#], &["sampling - block - 2026-07-28"]),
    // A definition that stands in every line is judged once.
    (
        &[
            r#"{"revision":"2025-11-25","tool":{"name":"t"},"result":{"content":[]}}"#,
            r#"{"revision":"2025-11-25","tool":{"name":"t"},"result":{"content":[1]}}"#,
        ],
        &["exchange t new - 2025-11-25", "exchange t known - 2025-11-25"],
    ),
    (&[r#"{"name":"t","inputSchema":{}}"#], &["tool - - - 2026-07-28"]),
    (
        &["5"],
        &[
            "? expected a JSON object (a tool result, an exchange, a tools/list result or a message), found a number",
        ],
    ),
    (
        &[r#"{"scripts":{}}"#],
        &[
            "? this object is no tool result, exchange, tools/list result, sampling request or JSON-RPC message",
        ],
    ),
];

#[test]
fn recordings_tell_what_can_be_checked() {
    for (values, told) in CASES {
        assert_eq!(read(values), *told, "{values:#?}");
    }
}

#[test]
fn a_kind_can_be_demanded() {
    let mut recording = Recording::default();
    let document = Document::parse(r#"{"tools":[]}"#).unwrap();
    for (kind, told) in [
        (Some(Kind::Result), "result - - - 2025-11-25"),
        (Some(Kind::Tool), "tool - - - 2026-07-28"),
        (None, "list - - - 2025-11-25"),
    ] {
        let pieces = recording.read(document.root(), kind).unwrap();
        assert_eq!(pieces.iter().map(tell).collect::<Vec<_>>(), [told]);
        // The same list again would be known.
        recording = Recording::default();
    }
    assert!(recording.read(document.root(), Some(Kind::Transcript)).is_err());
}

#[test]
fn pages_of_one_walk_are_one_list() {
    let page =
        |id: u8, tools: &str, rest: &str| format!(r#"{{"id":{id},"result":{{"tools":[{tools}]{rest}}}}}"#);
    let ask = |id: u8, cursor: &str| format!(r#"{{"id":{id},"method":"tools/list","params":{{{cursor}}}}}"#);
    let (a, b) = (r#"{"name":"a"}"#, r#"{"name":"b"}"#);
    let values = [
        ask(1, ""),
        page(1, a, r#","nextCursor":"2","cacheScope":"public""#),
        ask(2, r#""cursor":"2""#),
        page(2, &format!("{b},{a}"), r#","cacheScope":"private""#),
        // A new walk begins without a cursor.
        ask(3, ""),
        page(3, b, r#","ttlMs":5"#),
    ];
    let mut recording = Recording::default();
    let mut walked = Vec::new();
    for value in &values {
        let document = Document::parse(value).unwrap();
        walked.extend(recording.read(document.root(), None).unwrap().into_iter().map(|piece| piece.walked));
    }
    let second = Walked { repeated: vec![(1, 1)], scope: Some("\"public\"".to_owned()), is_loop: false };
    assert_eq!(walked, [Walked::default(), second, Walked::default()]);
}

#[test]
fn an_answer_that_is_no_object_is_told_where_a_tool_was_asked_for() {
    for (method, result, told) in [
        ("tools/call", "[]", true),
        ("tools/call", "null", true),
        ("tools/list", "\"x\"", true),
        ("tasks/result", "5", true),
        ("ping", "null", false),
        ("tools/call", r#"{"content":[]}"#, false),
    ] {
        let mut recording = Recording::default();
        let ask = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"name":"t"}}}}"#);
        let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
        let ask = Document::parse(&ask).unwrap();
        assert!(recording.read(ask.root(), None).unwrap().is_empty());
        let answer = Document::parse(&answer).unwrap();
        let pieces = recording.read(answer.root(), None).unwrap();
        let is_told = pieces.iter().any(|piece| matches!(piece.subject, Subject::Exchange(_)));
        assert_eq!(is_told, told, "{method} {result}");
    }
}
