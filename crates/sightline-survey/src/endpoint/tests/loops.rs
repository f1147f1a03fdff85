//! Loops to their end without sockets, in each dialect and under any way of offering tools.

use std::sync::Mutex;

use super::*;

#[test]
fn every_tool_is_called_once_in_every_dialect_and_under_any_name() {
    let tokens: Vec<String> = chosen(&NAMES).iter().map(Scenario::token).collect();
    for wire in [CHAT, MESSAGES, GEMINI, RESPONSES] {
        for prefix in ["", "mcp__probe__", "probe-", "mcp_probe_"] {
            let site = site(Options::of(chosen(&NAMES)));
            let names: Vec<String> =
                ["two_texts", "both", "error_text"].map(|name| format!("{prefix}probe_{name}")).to_vec();
            assert_eq!(drive(&site, &wire, &names), tokens, "{} {prefix}", wire.path);
            let seen = extract(&site.kept_for_test(), &[]);
            let texts: Vec<&str> = seen.iter().filter_map(|seen| seen.parts[0].text.as_deref()).collect();
            assert_eq!(seen.len(), 3);
            for (text, name) in texts.iter().zip(NAMES) {
                assert!(text.contains(&format!("CNRY_{name}_t1_zq")), "{text}");
            }
            assert!(
                seen.iter()
                    .all(|seen| !seen.changed_later && seen.called_as.as_ref().unwrap().starts_with(prefix))
            );
        }
    }
}

#[test]
fn a_history_that_forgets_is_not_called_for_ever() {
    let site = site(Options::of(chosen(&["both"])));
    let tools = json!([(CHAT.tool)("probe_both")]);
    let request = (CHAT.request)(&[], tools).to_string();
    let calls = (0..10).filter(|_| (CHAT.call)(&site.ask_for_test(CHAT.path, &request)).is_some()).count();
    assert_eq!(calls, Options::of(Vec::new()).most_calls);
}

#[test]
fn a_plan_is_called_in_its_order_and_comes_to_an_end() {
    let mut options = Options::of(Vec::new());
    let plan = [("find", r#"{"id":1}"#), ("count", "{}"), ("find", r#"{"id":2}"#)];
    options.planned = plan
        .map(|(tool, arguments)| Planned { tool: tool.to_owned(), arguments: arguments.to_owned() })
        .to_vec();
    let site = site(options);
    let tools = json!([(CHAT.tool)("shop_count"), (CHAT.tool)("shop_find")]);
    let (mut history, mut made) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        let answer = site.ask_for_test(CHAT.path, &(CHAT.request)(&history, tools.clone()).to_string());
        let Some((id, name, arguments)) = (CHAT.call)(&answer) else { break };
        history.extend((CHAT.turn)(&answer, &id, &name, "[]"));
        made.push((name, arguments.to_string()));
    }
    assert_eq!(made, plan.map(|(tool, arguments)| (format!("shop_{tool}"), arguments.to_owned())));
    // A history that is never told of them does not go on for ever.
    let request = (CHAT.request)(&[], tools).to_string();
    let more = (0..20).filter(|_| (CHAT.call)(&site.ask_for_test(CHAT.path, &request)).is_some()).count();
    assert!(more < 9, "{more}");
}

#[test]
fn requests_without_probe_tools_get_words_or_what_they_insist_on() {
    let site = site(Options::of(chosen(&NAMES)));
    let other = json!([(CHAT.tool)("read_file")]);
    let ask = |request: Value| site.ask_for_test(CHAT.path, &request.to_string());
    let words = ask((CHAT.request)(&[], other.clone()));
    assert_eq!(words["choices"][0]["finish_reason"], "stop");
    let mut insists = (CHAT.request)(&[], other);
    insists["tool_choice"] = json!({"type": "function", "function": {"name": "read_file"}});
    assert_eq!((CHAT.call)(&ask(insists)).unwrap().1, "read_file");
    let schema =
        json!({"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}});
    let format = json!({"type": "json_schema", "json_schema": {"name": "t", "schema": schema}});
    let titled = ask(json!({"model": "m", "messages": [], "response_format": format}));
    let content = titled["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(serde_json::from_str::<Value>(content).unwrap()["title"].is_string());
}

#[test]
fn a_held_history_goes_on_by_its_id() {
    let site = site(Options::of(chosen(&NAMES)));
    let tools: Vec<Value> = NAMES.iter().map(|name| (RESPONSES.tool)(&format!("probe_{name}"))).collect();
    let mut request = json!({"model": "gpt-5", "input": "Call the probe tools", "tools": tools});
    let mut called = Vec::new();
    for _ in 0..10 {
        let answer = site.ask_for_test(RESPONSES.path, &request.to_string());
        let Some((id, name, _)) = (RESPONSES.call)(&answer) else { break };
        let output =
            json!([{"type": "function_call_output", "call_id": id, "output": format!("CNRY {name}")}]);
        request =
            json!({"model": "gpt-5", "input": output, "tools": tools, "previous_response_id": answer["id"]});
        called.push(name);
    }
    assert_eq!(called, NAMES.map(|name| format!("probe_{name}")));
    let seen = extract(&site.kept_for_test(), &[]);
    let names: Vec<Option<&str>> = seen.iter().map(|seen| seen.scenario.as_deref()).collect();
    assert_eq!(names, NAMES.map(Some));
    let lost = json!({"model": "gpt-5", "input": [], "previous_response_id": "resp_other"});
    assert!(site.ask_for_test(RESPONSES.path, &lost.to_string())["error"]["message"].is_string());
}

#[test]
fn deferred_tools_are_searched_by_their_names_and_called_once_revealed() {
    let site = site(Options::of(chosen(&NAMES)));
    let search = json!({"name": "ToolSearch", "input_schema": {"type": "object", "required": ["query", "max_results"],
        "properties": {"query": {"type": "string"}, "max_results": {"type": "number"}}}});
    let listed = "Deferred:\nmcp__p__probe_both\nmcp__p__probe_error_text\nmcp__p__probe_two_texts";
    let revealed = Mutex::new(Vec::new());
    let (mut history, mut called) = (vec![json!({"role": "user", "content": listed})], Vec::new());
    for _ in 0..10 {
        let mut tools = vec![search.clone()];
        tools.extend(revealed.lock().unwrap().clone());
        let answer =
            site.ask_for_test(MESSAGES.path, &(MESSAGES.request)(&history, json!(tools)).to_string());
        let Some((id, name, arguments)) = (MESSAGES.call)(&answer) else { break };
        let mut text = "x".to_owned();
        if name == "ToolSearch" {
            let query = arguments["query"].as_str().unwrap();
            assert_eq!(query, "select:mcp__p__probe_both,mcp__p__probe_error_text,mcp__p__probe_two_texts");
            let names = query.strip_prefix("select:").unwrap().split(',');
            revealed.lock().unwrap().extend(names.map(MESSAGES.tool));
            text = "found".to_owned();
        }
        history.extend((MESSAGES.turn)(&answer, &id, &name, &text));
        called.push(name);
    }
    assert_eq!(
        called,
        ["ToolSearch", "mcp__p__probe_both", "mcp__p__probe_error_text", "mcp__p__probe_two_texts"]
    );
}

#[test]
fn what_a_search_names_is_called_through_the_tool_that_calls_any() {
    let site = site(Options::of(chosen(&NAMES)));
    let function = |name: &str, properties: Value| json!({"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": properties}}});
    let tools = json!([
        function("tool_search", json!({"query": {"type": "string"}})),
        function("tool_call", json!({"tool_name": {"type": "string"}, "arguments": {"type": "object"}})),
    ]);
    let (mut history, mut called) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let answer = site.ask_for_test(CHAT.path, &(CHAT.request)(&history, tools.clone()).to_string());
        let Some((id, name, arguments)) = (CHAT.call)(&answer) else { break };
        let text = match name.as_str() {
            "tool_search" => {
                r#"[{"name":"mcp__p__probe_both"},{"name":"mcp__p__probe_error_text"},{"name":"mcp__p__probe_two_texts"}]"#
            }
            _ => "x",
        };
        history.extend((CHAT.turn)(&answer, &id, &name, text));
        called.push(if name == "tool_call" {
            arguments["tool_name"].as_str().unwrap().to_owned()
        } else {
            name
        });
    }
    assert_eq!(
        called,
        ["tool_search", "mcp__p__probe_both", "mcp__p__probe_error_text", "mcp__p__probe_two_texts"]
    );
    assert_eq!(extract(&site.kept_for_test(), &[]).iter().filter(|seen| seen.scenario.is_some()).count(), 3);
}

#[test]
fn searches_that_bring_nothing_end() {
    let site = site(Options::of(scenario::all()));
    let tools = json!([{"type": "function", "function": {"name": "ToolSearch", "parameters": {"type": "object",
        "properties": {"query": {"type": "string"}}}}}]);
    let mut history = Vec::new();
    for count in 0..20 {
        let answer = site.ask_for_test(CHAT.path, &(CHAT.request)(&history, tools.clone()).to_string());
        let Some((id, name, _)) = (CHAT.call)(&answer) else {
            assert!(count < 6, "{count}");
            return;
        };
        history.extend((CHAT.turn)(&answer, &id, &name, "no tool matches"));
    }
    panic!("no end");
}

#[test]
fn programs_are_written_for_each_sandbox() {
    let mut options = Options::of(chosen(&["both"]));
    options.sandbox = Some(Sandbox::JavascriptText);
    let exec = json!({"type": "custom", "name": "exec", "description": "Runs code. Tools: mcp__probe__probe_both(args)"});
    // The tool itself is offered too.
    let request = json!({"model": "m", "input": "x", "tools": [(RESPONSES.tool)("probe_both"), exec]});
    let answer = site(options.clone()).ask_for_test(RESPONSES.path, &request.to_string());
    let item = &answer["output"][0];
    assert_eq!((&item["type"], &item["name"]), (&json!("custom_tool_call"), &json!("exec")));
    let code = item["input"].as_str().unwrap();
    assert!(
        code.contains(r#""mcp__probe__probe_both""#) && code.contains(r#"{"token":"ARGTOK_both_zq"}"#),
        "{code}"
    );

    options.sandbox = Some(Sandbox::TypescriptMain);
    let function = |name: &str, key: &str| {
        json!({"type": "function", "function": {"name": name, "parameters": {"type": "object",
            "properties": {key: {"type": "string"}}, "required": [key]}}})
    };
    let site = site(options);
    let tools = json!([function("search_tool_functions", "query"), function("run_typescript", "code")]);
    let first = site.ask_for_test(CHAT.path, &(CHAT.request)(&[], tools.clone()).to_string());
    let (id, name, _) = (CHAT.call)(&first).unwrap();
    assert_eq!(name, "search_tool_functions");
    let found = "1. mcp_probe.probe_both - 5.6";
    let history = (CHAT.turn)(&first, &id, &name, found);
    let second = site.ask_for_test(CHAT.path, &(CHAT.request)(&history, tools).to_string());
    let (_, name, arguments) = (CHAT.call)(&second).unwrap();
    assert_eq!(name, "run_typescript");
    let code =
        r#"async function main() { return await tools.mcp_probe.probe_both({"token":"ARGTOK_both_zq"}); }"#;
    assert_eq!(arguments["code"], code);
}
