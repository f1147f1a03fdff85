//! What the stand-in model says to a request. It holds no script: the request decides, and what was
//! called before stands in its history.

use serde_json::{Map, Value, json};

use super::Planned;
use super::asked::{Asked, Choice, Offered, OfferedKind};
use super::instance::instance;
use super::names::{find, named, spoken};
use super::reply::{Call, Said};
use super::sandbox::{Sandbox, text_property};
use crate::scenario::{Scenario, named_in};

/// How many searches may bring nothing before they are given up.
const SEARCHES: usize = 4;
/// How many names one search asks for.
const NAMES: usize = 24;

/// What a decision rests on besides the request.
pub(super) struct Basis<'b> {
    /// What there is to call, in order.
    pub scenarios: &'b [Scenario],
    /// What is called instead, of a server that is not the probe.
    pub planned: &'b [Planned],
    pub sandbox: Option<Sandbox>,
    /// Tells whether a tool was called as often as it may be, whatever the history says.
    pub is_spent: &'b dyn Fn(&Scenario) -> bool,
    /// The last words of a conversation.
    pub closing: &'b str,
}

/// Decides; the id of a call is the caller's to give.
pub(super) fn decide(asked: &Asked, basis: &Basis<'_>) -> Said {
    if asked.choice == Choice::Nothing {
        return close(asked, basis);
    }
    if !basis.planned.is_empty() {
        return call_planned(asked, basis.planned).unwrap_or_else(|| close(asked, basis));
    }
    let called: Vec<&str> = asked.calls.iter().filter_map(|call| named_in(&call.arguments)).collect();
    let due: Vec<&Scenario> = basis
        .scenarios
        .iter()
        .filter(|scenario| !called.contains(&scenario.name.as_str()) && !(basis.is_spent)(scenario))
        .collect();
    // Where programs are wanted they go first: some clients offer both.
    run_program(asked, basis, &due)
        .or_else(|| call_offered(asked, &due))
        .or_else(|| call_revealed(asked, &due))
        .or_else(|| search(asked, &due))
        .or_else(|| call_hidden(asked, &due))
        .unwrap_or_else(|| close(asked, basis))
}

/// Makes the next call of a plan: as many are made as the history shows.
fn call_planned(asked: &Asked, planned: &[Planned]) -> Option<Said> {
    let next = planned.get(asked.calls.len())?;
    Some(call(named(&asked.tools, &next.tool)?, &next.arguments))
}

/// Calls a tool that the request offers openly.
fn call_offered(asked: &Asked, due: &[&Scenario]) -> Option<Said> {
    due.iter().find_map(|scenario| {
        let tool = find(&asked.tools, scenario).filter(|tool| !tool.deferred)?;
        Some(call(tool, &probe_arguments(tool, scenario)))
    })
}

/// Calls through the tool that takes programs, once a search that stands before it has been made.
fn run_program(asked: &Asked, basis: &Basis<'_>, due: &[&Scenario]) -> Option<Said> {
    let sandbox = basis.sandbox?;
    let tool = sandbox.tool(asked)?;
    let next = due.first()?;
    if let Some(search) = search_tool(asked)
        && !asked.calls.iter().any(|call| call.name == search.name)
    {
        return Some(call(search, &query(search, "probe")));
    }
    Some(call(tool, &sandbox.arguments(tool, asked, next)))
}

/// Calls a tool that a search has named, through the tool that calls any.
fn call_revealed(asked: &Asked, due: &[&Scenario]) -> Option<Said> {
    let caller = asked.tools.iter().find(|tool| is_caller(tool))?;
    due.iter().filter(|scenario| searches_for(asked, scenario) > 0).find_map(|scenario| {
        let name = spoken(&asked.strings, scenario, false)?;
        Some(call(caller, &caller_arguments(caller, &name, scenario)))
    })
}

/// Searches for what is due: first for many by their names, then for one.
fn search(asked: &Asked, due: &[&Scenario]) -> Option<Said> {
    let tool = search_tool(asked)?;
    let made = asked.calls.iter().filter(|call| call.name == tool.name).count();
    let brought = asked.calls.iter().filter(|call| named_in(&call.arguments).is_some()).count();
    if made >= SEARCHES + brought {
        return None;
    }
    let fresh: Vec<&&Scenario> = due.iter().filter(|scenario| searches_for(asked, scenario) == 0).collect();
    let names: Vec<String> =
        fresh.iter().filter_map(|scenario| spoken(&asked.strings, scenario, false)).take(NAMES).collect();
    if !names.is_empty() {
        return Some(call(tool, &query(tool, &format!("select:{}", names.join(",")))));
    }
    if made == 0 && !fresh.is_empty() {
        return Some(call(tool, &query(tool, "probe")));
    }
    let next = due.iter().find(|scenario| searches_for(asked, scenario) < 2)?;
    let words = match searches_for(asked, next) {
        0 => next.tool(),
        _ => format!("{} {}", next.tool(), next.sentence()),
    };
    Some(call(tool, &query(tool, &words)))
}

/// Calls what is listed as hidden where there is nothing to reveal it: the provider would do that.
fn call_hidden(asked: &Asked, due: &[&Scenario]) -> Option<Said> {
    if search_tool(asked).is_some() {
        return None;
    }
    due.iter().find_map(|scenario| {
        let tool = find(&asked.tools, scenario)?;
        Some(call(tool, &probe_arguments(tool, scenario)))
    })
}

/// Ends: with the value or the call that the request insists on, else with words.
fn close(asked: &Asked, basis: &Basis<'_>) -> Said {
    let forced = match &asked.choice {
        Choice::Named(name) => asked.tools.iter().find(|tool| tool.name == *name),
        // Of several, a first one that takes no program and calls no other does least.
        Choice::Any => asked.tools.iter().find(|tool| tool.kind == OfferedKind::Function && !is_caller(tool)),
        Choice::Free | Choice::Nothing => None,
    };
    if let Some(tool) = forced {
        return call(tool, &instance(&tool.schema).to_string());
    }
    match &asked.schema {
        Some(schema) => Said::Text(instance(schema).to_string()),
        None => Said::Text(basis.closing.to_owned()),
    }
}

fn call(tool: &Offered, arguments: &str) -> Said {
    Said::Call(Call {
        id: String::new(),
        name: tool.name.clone(),
        namespace: tool.namespace.clone(),
        arguments: arguments.to_owned(),
        kind: tool.kind,
    })
}

/// The least that a tool's schema wants.
fn least(tool: &Offered) -> Map<String, Value> {
    match instance(&tool.schema) {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    }
}

/// The token, and the least of what the client wants besides.
fn probe_arguments(tool: &Offered, scenario: &Scenario) -> String {
    let mut arguments = least(tool);
    arguments.insert("token".to_owned(), json!(scenario.token()));
    Value::Object(arguments).to_string()
}

fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

fn search_tool(asked: &Asked) -> Option<&Offered> {
    asked.tools.iter().find(|tool| {
        let name = letters(&tool.name);
        tool.kind == OfferedKind::Search
            || (tool.kind == OfferedKind::Function
                && ["toolsearch", "searchtool"].iter().any(|word| name.contains(word)))
    })
}

/// Tells whether a tool calls any other by its name.
fn is_caller(tool: &Offered) -> bool {
    let name = letters(&tool.name);
    let words = ["toolcall", "calltool", "executetool", "invoketool", "runtool", "usetool", "usemcptool"];
    tool.kind == OfferedKind::Function && words.iter().any(|word| name.ends_with(word))
}

/// Counts the searches that named a scenario's tool.
fn searches_for(asked: &Asked, scenario: &Scenario) -> usize {
    let Some(search) = search_tool(asked) else { return 0 };
    let tool = scenario.tool();
    let own = asked.calls.iter().filter(|call| call.name == search.name);
    let names_it = |arguments: &str| {
        // A whole word, since one name may begin another.
        arguments.match_indices(&tool).any(|(start, _)| {
            !arguments[start + tool.len()..]
                .starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '_')
        })
    };
    own.filter(|call| names_it(&call.arguments) || call.arguments.contains(r#""probe""#)).count()
}

/// The arguments of a search; as many results as it gives.
fn query(tool: &Offered, words: &str) -> String {
    let mut arguments = least(tool);
    let properties = &tool.schema["properties"];
    let key = if properties.get("query").is_some() { None } else { text_property(tool) };
    arguments.insert(key.unwrap_or_else(|| "query".to_owned()), json!(words));
    for name in ["max_results", "maxResults", "limit", "top_k"] {
        if let Some(property) = properties.get(name) {
            let most = property["maximum"].as_u64().unwrap_or(50).min(50);
            arguments.insert(name.to_owned(), json!(most));
        }
    }
    Value::Object(arguments).to_string()
}

/// The arguments of a tool that calls another: its name, and its arguments as object or as text.
fn caller_arguments(tool: &Offered, name: &str, scenario: &Scenario) -> String {
    let mut arguments = least(tool);
    let inner = json!({"token": scenario.token()});
    let (mut named, mut given) = (false, false);
    for (key, property) in tool.schema["properties"].as_object().into_iter().flatten() {
        let word = letters(key);
        let kind = property["type"].as_str().unwrap_or_default().to_ascii_lowercase();
        let holds_arguments = ["arg", "param", "input"].iter().any(|part| word.contains(part));
        if holds_arguments && !given {
            let text = kind == "string";
            arguments.insert(key.clone(), if text { json!(inner.to_string()) } else { inner.clone() });
            given = true;
        } else if (word.contains("name") || word.contains("tool")) && kind != "object" && !named {
            arguments.insert(key.clone(), json!(name));
            named = true;
        }
    }
    if !named {
        arguments.insert("name".to_owned(), json!(name));
    }
    if !given {
        arguments.insert("arguments".to_owned(), inner);
    }
    Value::Object(arguments).to_string()
}
