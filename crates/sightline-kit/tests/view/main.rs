//! A view of the official MCP Apps package in a real Chromium, with the kit as its host: every message to
//! and from the view goes through `apps`, and its page is served with the kit's policy.
//!
//! The browser is driven by a script that knows nothing of MCP: it serves files, opens frames and passes
//! messages on as lines of JSON.

#[path = "../../../sightline-cli/tests/common/browser.rs"]
mod browser;
mod host;
#[path = "../../../sightline-cli/tests/common/install.rs"]
mod packages;

use host::{Browser, Host, Visit};
use serde_json::{Value, json};
use sightline::json::Document;
use sightline_kit::TypedTool;
use sightline_kit::apps::policy;

/// The view, as the package has it.
const PACKAGE: &str = "@modelcontextprotocol/ext-apps@2.0.4";

/// What no model may read: metadata, and what was made for drawing.
const SECRETS: [&str; 2] = ["t-123", "only-for-drawing"];

/// The same content beside each of these roots.
fn roots() -> Vec<Value> {
    vec![
        json!({"map": [[0, 1]], "note": "only-for-drawing"}),
        json!([{"note": "only-for-drawing"}, null]),
        json!(null),
        json!(false),
        json!(0),
        json!("only-for-drawing"),
    ]
}

fn tool() -> TypedTool<Value> {
    TypedTool::builder_with_schema("seats", json!({"description": "anything"}))
        .view("ui://seats/map.html")
        .build()
        .unwrap()
}

/// What the view did and saw, when it was done.
fn checked(visit: &Visit, root: &Value, sent: &str) {
    let seen = &visit.seen;
    // The view's own account: what it was given, in which order, and whole.
    let expected: Value = serde_json::from_str(sent).unwrap();
    assert_eq!(seen["events"], json!(["input", "result"]), "{root}: {seen:#}");
    assert_eq!(seen["input"], json!({"arguments": {"row": "c"}}), "{root}");
    assert_eq!(seen["result"], expected, "{root}");
    assert_eq!(seen["result"]["_meta"]["example.com/map-token"], "t-123");
    // What it may do and what it may not, as its host answered.
    assert_eq!(seen["contextOfObject"], "accepted", "{seen:#}");
    for (asked, word) in [
        ("contextOfArray", "is an object, this is array"),
        ("contextOfNull", "is an object, this is null"),
        ("messageAsAssistant", "has the role user"),
        ("callOfModelOnly", "ModelOnly"),
        ("callOfUnknown", "Unknown"),
    ] {
        assert!(seen[asked].as_str().is_some_and(|said| said.contains(word)), "{asked}: {}", seen[asked]);
    }
    assert_eq!(seen["message"], "accepted");
    assert_eq!(seen["callOfOwn"], "accepted");
    // The frame: no storage, an origin of its own.
    assert_eq!(seen["origin"], "null");
    assert_eq!(seen["storage"], "SecurityError");
    assert_eq!(seen["parent"], "SecurityError");
    // The model's side.
    for secret in SECRETS {
        assert!(!visit.model.iter().any(|text| text.contains(secret)), "{:?}", visit.model);
    }
    assert_eq!(visit.model, ["3 seats are free.", "{\"seat\":\"c4\"}", "Book c4"]);
}

#[test]
fn real_browser_runs_a_view_of_the_kit() {
    let (chromium, folder) = match browser::browser("kit-view", &[PACKAGE]) {
        Ok(ready) => ready,
        Err(reason) => {
            println!("not run: a view in a real browser ({reason})");
            return;
        }
    };
    let mut browser = Browser::start(&chromium, &folder);
    let tool = tool();
    for root in roots() {
        let reply = tool
            .reply(&root)
            .summary("3 seats are free.")
            .note("Click one.", [sightline_kit::For::User])
            .meta("example.com/map-token", &"t-123")
            .finish()
            .unwrap();
        let ui = json!({"csp": {"resourceDomains": [browser.own]}}).to_string();
        let ui = Document::parse(&ui).unwrap();
        let host = Host::new(tool.definition(), reply.json());
        let visit = browser.visit(host, "view", &policy(Some(ui.root())));
        checked(&visit, &root, reply.json());
    }
    println!("views: {} results, each with another root", roots().len());
}

/// Entries that would widen the policy, were they joined into the header as they are.
fn injected(foreign: &str) -> Value {
    json!({"csp": {
        "connectDomains": [format!("https://api.example; img-src {foreign}; script-src 'unsafe-inline' {foreign}"), format!("https://a.example {foreign}"), "*", "'self'", "https:"],
        "resourceDomains": [format!("https://b.example;connect-src {foreign}"), format!("data: {foreign}"), format!("https://c.example\t{foreign}")],
        "frameDomains": [format!("https://d.example,{foreign}"), "blob:"],
        "baseUriDomains": [format!("{foreign}/path")],
    }})
}

/// The header as a host writes it that joins what it is given.
fn joined(ui: &Value) -> String {
    let all = |name: &str| -> String {
        let entries = ui["csp"][name].as_array().into_iter().flatten();
        entries.filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
    };
    format!(
        "default-src 'none'; script-src 'unsafe-inline' {}; connect-src {}; frame-src {}",
        all("resourceDomains"),
        all("connectDomains"),
        all("frameDomains")
    )
}

#[test]
fn real_browser_holds_a_page_to_the_policy() {
    let (chromium, folder) = match browser::browser("kit-view", &[PACKAGE]) {
        Ok(ready) => ready,
        Err(reason) => {
            println!("not run: the policy in a real browser ({reason})");
            return;
        }
    };
    let mut browser = Browser::start(&chromium, &folder);
    let ui = injected(&browser.foreign);
    let text = ui.to_string();
    let document = Document::parse(&text).unwrap();
    let built = policy(Some(document.root()));
    let entries: usize =
        ui["csp"].as_object().unwrap().values().map(|list| list.as_array().unwrap().len()).sum();
    assert_eq!(built.refused.len(), entries, "every entry is named: {:?}", built.refused);
    let visit = browser.visit(Host::idle(), "attack", &built);
    let names: Vec<&String> = visit.seen["tried"].as_object().unwrap().keys().collect();
    assert!(names.len() >= 6, "{names:?}");
    for (name, outcome) in visit.seen["tried"].as_object().unwrap() {
        assert_eq!(outcome, "blocked", "{name}: {:#}", visit.seen);
    }
    assert_eq!(visit.foreign, Vec::<String>::new(), "something left the page");
    // The same attempts succeed where the entries are joined: the page does try.
    let mut loose = built.clone();
    loose.content_security_policy = joined(&ui);
    let visit = browser.visit(Host::idle(), "attack", &loose);
    assert!(visit.foreign.len() >= 2, "the attempts are no attempts: {:#}", visit.seen);
    println!("attempts: {names:?}; with joined entries {:?} left the page", visit.foreign);
}
