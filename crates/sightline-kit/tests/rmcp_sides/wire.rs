//! The feature `rmcp`: what a handler returns reaches the wire without loss in every revision, and what
//! rmcp keeps of a received result is what the module says.

use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResult, ServerJsonRpcMessage};
use serde_json::{Value, json};
use sightline::diagnostic::Level;
use sightline::json::Document;
use sightline::result::ToolResult;
use sightline::revision::{REVISIONS, Revision};
use sightline::rules::{Context, Settings, check};
use sightline::tool::Tool;
use sightline_kit::{TypedTool, rmcp as bridge};
use sightline_peer::client::{Options, Session, Target};

use crate::server::{Shop, serve_http};

fn calls() -> [(&'static str, Value); 8] {
    [
        ("list_orders", json!({})),
        ("find_order", json!({"id": 10})),
        ("find_order", json!({"id": 999})),
        ("count_orders", json!({})),
        ("cancel_order", json!({"id": 1})),
        ("stock", json!({"id": 4})),
        ("stock", json!({"id": 5})),
        ("book_seats", json!({"row": "c"})),
    ]
}

#[tokio::test]
async fn every_result_reaches_the_wire_as_it_is() {
    let shop = Shop::new().unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let serving = tokio::spawn(serve_http(listener, shop.clone()));
    for facts in &REVISIONS {
        let revision = &facts.revision;
        let options = Options { revision: Some(revision.clone()), ..Options::default() };
        let mut session = Session::open(&Target::http(&url), options, |_| {}).await.unwrap();
        assert_eq!(session.revision(), revision);
        let list = session.list_tools().await.unwrap();
        let page = Document::parse(&list.pages[0]).unwrap();
        let list = page.root().member("result").unwrap();
        assert_eq!(Tool::list(list).count(), 6);
        for (name, arguments) in calls() {
            let answer = session.call(name, &arguments.to_string(), Duration::from_secs(10)).await.unwrap();
            let sent = answer.result().unwrap();
            let mut params = CallToolRequestParams::new(name);
            params.arguments = arguments.as_object().cloned();
            let expected = shop.answer(&params).unwrap();
            let sent = Document::parse(&sent).unwrap();
            let expected = expected.for_peer(revision);
            let expected = Document::parse(&expected).unwrap();
            same_but_for_the_seal(sent.root().to_value(), expected.root().to_value(), revision, name);
            let tool = Tool::list(list).find(|tool| tool.name().as_deref() == Some(name));
            let context = Context::new(revision.clone())
                .with_tool(tool.unwrap())
                .with_result(ToolResult::of(sent.root()).unwrap());
            let found = check(&context, &Settings::default());
            let errors: Vec<_> = found.iter().filter(|found| found.level == Level::Error).collect();
            assert!(errors.is_empty(), "{revision} {name}: {errors:#?}");
        }
        session.close().await;
    }
    serving.abort();
}

/// Two seals of the same state are never the same text.
fn same_but_for_the_seal(mut sent: Value, mut expected: Value, revision: &Revision, name: &str) {
    for value in [&mut sent, &mut expected] {
        let members = value.as_object_mut().unwrap();
        if let Some(state) = members.get_mut("requestState") {
            *state = json!("sealed");
        }
        // rmcp names the server in every result of the newest revision.
        members.remove("_meta");
    }
    assert_eq!(sent, expected, "{name} in {revision}");
}

#[test]
fn definitions_keep_all_members() {
    let tool = TypedTool::<Vec<u32>>::builder("primes")
        .title("Primes")
        .description("Lists primes.")
        .read_only()
        .view("ui://primes/view.html")
        .build()
        .unwrap();
    for facts in &REVISIONS {
        let listed = bridge::definition(&tool, &facts.revision).unwrap();
        let listed = serde_json::to_value(listed).unwrap();
        let own: Value = serde_json::from_str(tool.definition_for(&facts.revision)).unwrap();
        assert_eq!(listed, own, "{}", facts.revision);
    }
}

fn kept(text: &str) -> String {
    let result: CallToolResult = serde_json::from_str(text).unwrap();
    bridge::received(&result)
}

#[test]
fn what_rmcp_keeps_is_what_is_said() {
    let check = |sent: &str, expected: &str| {
        let (kept, expected) = (kept(sent), Document::parse(expected).unwrap());
        assert!(Document::parse(&kept).unwrap().root().equals(expected.root()), "{sent}: {kept}");
    };
    for value in ["null", "false", "0", "\"\"", "[]", "{}", "[1,{\"a\":null}]"] {
        let result = format!("{{\"content\":[],\"structuredContent\":{value}}}");
        check(&result, &result);
    }
    check(
        r#"{"content":[],"isError":true,"_meta":{"a/b":1}}"#,
        r#"{"content":[],"isError":true,"_meta":{"a/b":1}}"#,
    );
    // Lost: unknown fields, whether content was absent, digits.
    check(r#"{"content":[],"x":1}"#, r#"{"content":[]}"#);
    check(r#"{"content":[{"type":"text","text":"a","x":1}]}"#, r#"{"content":[{"type":"text","text":"a"}]}"#);
    check(r#"{"structuredContent":1}"#, r#"{"content":[],"structuredContent":1}"#);
    check(
        r#"{"content":[],"structuredContent":12345678901234567890123}"#,
        r#"{"content":[],"structuredContent":1.2345678901234568e+22}"#,
    );
    assert!(serde_json::from_str::<CallToolResult>(r#"{"content":[{"type":"video"}]}"#).is_err());
    let message =
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":1},"tools":[]}}"#;
    let message: ServerJsonRpcMessage = serde_json::from_str(message).unwrap();
    assert!(!serde_json::to_string(&message).unwrap().contains("structuredContent"));
}
