//! Rules against their pages, against the catalog, and against cases that must be found or be clean.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sightline::diagnostic::{Diagnostic, Guidance, Level};
use sightline::exchange::{Exchange, FileKind};
use sightline::json::Document;
use sightline::profile::Profile;
use sightline::rules::{Context, FixAvailability, RULES, Rule, Scope, Settings, check};

fn data(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks one exchange; a `tool` that is a list stands for tools/list, the called tool first.
fn run(exchange: &Value, guidance: Guidance) -> Vec<Diagnostic> {
    let mut exchange = exchange.clone();
    let object = exchange.as_object_mut().unwrap();
    if object.get("tool").is_some_and(Value::is_array) {
        let tools = object.remove("tool").unwrap();
        object.insert("tool".to_owned(), tools[0].clone());
        object.insert("list".to_owned(), serde_json::json!({ "tools": tools }));
    }
    run_text(&exchange.to_string(), &Settings::under(guidance))
}

fn run_text(text: &str, settings: &Settings) -> Vec<Diagnostic> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let exchange = Exchange::of(&document).unwrap();
    check(&Context::of(&exchange), settings)
}

fn shown(found: &[Diagnostic]) -> String {
    let mut text = String::new();
    for found in found {
        write!(text, "\n  {} {} {} {}", found.code, found.level, found.pointer, found.message).unwrap();
    }
    text
}

fn reports(found: &[Diagnostic], rule: &Rule) -> bool {
    found.iter().any(|found| found.code == rule.code && found.rule == rule.name)
}

/// The text of each fenced block with that tag.
fn blocks<'p>(page: &'p str, tag: &str) -> Vec<&'p str> {
    let fence = format!("```json {tag}\n");
    page.split(fence.as_str()).skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect()
}

#[test]
fn every_page_shows_what_is_reported_and_what_is_clean() {
    for rule in RULES {
        let (bad, good) = (blocks(rule.page, "bad"), blocks(rule.page, "good"));
        let expected = (rule.is_decided_by_record(), rule.scope != Scope::Behaviour);
        assert_eq!(
            (!bad.is_empty(), !good.is_empty()),
            expected,
            "{rule:?}: a page has a bad and a good block"
        );
        for (text, expected) in
            bad.iter().map(|text| (text, true)).chain(good.iter().map(|text| (text, false)))
        {
            // serde_json refuses what one rule is about, half of a surrogate pair.
            let Ok(mut exchange) = serde_json::from_str::<Value>(text) else {
                let found = run_text(text, &Settings::default());
                assert_eq!(reports(&found, rule), expected, "{rule:?} on\n{text}{}", shown(&found));
                continue;
            };
            let guidance = exchange.as_object_mut().unwrap().remove("guidance");
            let told = guidance.map(|name| Guidance::named(name.as_str().unwrap()).unwrap());
            let on = |guidance: &Guidance| rule.levels.under(*guidance) > Level::Off;
            let guidance = told.or_else(|| Guidance::ALL.into_iter().find(on)).unwrap_or_default();
            let found = run(&exchange, guidance);
            assert_eq!(
                reports(&found, rule),
                expected,
                "{rule:?} under {guidance} on\n{text}{}",
                shown(&found)
            );
        }
    }
}

#[test]
fn every_page_has_the_fixed_headings() {
    for rule in RULES {
        let headings: Vec<&str> = rule.page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let shown = if rule.scope == Scope::Behaviour { "What tests it" } else { "Examples" };
        let expected = ["What it finds", "Why it matters", "What to do", shown, "Sources"];
        assert_eq!(headings, expected, "{rule:?}");
        assert!(rule.page.starts_with(&format!("# {}\n\nCode: {}.\n", rule.name, rule.code)), "{rule:?}");
        assert!(!rule.help.is_empty() && !rule.why.is_empty() && !rule.source.is_empty(), "{rule:?}");
    }
}

#[test]
fn no_file_is_forgotten_and_no_name_is_used_twice() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let files: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let listed: BTreeSet<String> = RULES.iter().map(|rule| rule.name.replace('-', "_")).collect();
    assert_eq!(files, listed, "pages in the folder against the list of rules");
    assert_eq!(listed.len(), RULES.len());
    let codes: BTreeSet<&str> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), RULES.len());
}

#[test]
fn every_head_says_what_the_catalog_says() {
    let catalog = data("src/rules/catalog.json");
    let mut position = 0;
    for rule in RULES {
        let at = catalog
            .iter()
            .position(|entry| entry["id"] == rule.code)
            .unwrap_or_else(|| panic!("{rule:?} is not in the catalog"));
        assert!(at >= position, "{rule:?} stands out of the catalog's order");
        position = at;
        let entry = &catalog[at];
        assert_eq!(entry["bad_name"], rule.name);
        assert_eq!(entry["levels"], serde_json::to_value(rule.levels).unwrap(), "{rule:?}");
        assert_eq!(entry["strength"], serde_json::to_value(rule.strength).unwrap(), "{rule:?}");
        assert_eq!(entry["heuristic"], rule.is_heuristic, "{rule:?}");
        assert_eq!(entry["from"], rule.revisions.first.as_str(), "{rule:?}");
        assert_eq!(entry["to"].as_str(), rule.revisions.last.as_ref().map(|last| last.as_str()), "{rule:?}");
        let sources: Vec<&str> =
            entry["source"].as_array().unwrap().iter().map(|source| source.as_str().unwrap()).collect();
        assert_eq!(sources.join("; "), rule.source, "{rule:?}");
        let fix = match rule.fix {
            FixAvailability::None => "none",
            FixAvailability::OnRequest => "on-request",
            FixAvailability::Safe => "safe",
        };
        assert_eq!(entry["fix"], fix, "{rule:?}");
    }
}

#[test]
fn every_example_of_the_catalog_is_reported_or_clean_under_each_guidance() {
    let (mut ran, mut shown_by) = (0, BTreeSet::new());
    let mut wrong = Vec::new();
    for example in data("tests/data/rule-examples.json") {
        let code = example["id"].as_str().unwrap();
        let rule = Rule::named(code).unwrap_or_else(|| panic!("no rule for {code}"));
        shown_by.insert(rule.code);
        // An exemption has no level, and its example is clean all the same.
        let is_on = |guidance: &Guidance| rule.levels.under(*guidance) > Level::Off;
        for guidance in Guidance::ALL.into_iter().filter(|on| is_on(on) || example["kind"] == "good") {
            let found = run(&example["exchange"], guidance);
            ran += 1;
            if reports(&found, rule) != (example["kind"] == "bad") {
                wrong.push(format!(
                    "{rule:?} {} under {guidance}: {}{}",
                    example["kind"],
                    example["exchange"],
                    shown(&found)
                ));
            }
        }
    }
    println!("{ran} examples compared, of {} rules", shown_by.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let without: Vec<&Rule> = RULES
        .iter()
        .copied()
        .filter(|rule| !shown_by.contains(rule.code) && rule.scope != Scope::Behaviour)
        .collect();
    // The catalog calls the one a matter of behaviour, and it is found by projecting; the others are ours.
    assert_eq!(
        without.iter().map(|rule| rule.code).collect::<Vec<_>>(),
        ["META-005", "FACE-001", "LIST-001", "SHAPE-001", "NAME-001", "RPC-001", "TEXT-001"]
    );
}

#[test]
fn all_rules_of_the_catalog_are_here() {
    let catalog = data("src/rules/catalog.json");
    let listed: Vec<&str> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(catalog.iter().map(|entry| entry["id"].as_str().unwrap()).collect::<Vec<_>>(), listed);
    let of = |scope: Scope| RULES.iter().filter(|rule| rule.scope == scope).count();
    let counts = (listed.len(), of(Scope::Behaviour), of(Scope::Exemption));
    println!(
        "{} rules, of which {} wait for a running client or server and {} are exemptions",
        counts.0, counts.1, counts.2
    );
    assert_eq!(counts, (165, 19, 2));
    // Six rules are our own; the others are the catalog's.
    let own = catalog.iter().filter(|entry| entry["tier"] == "own").map(|entry| &entry["id"]);
    assert_eq!(
        own.collect::<Vec<_>>(),
        ["FACE-001", "LIST-001", "SHAPE-001", "NAME-001", "RPC-001", "TEXT-001"]
    );
}

#[test]
fn what_no_record_decides_can_be_set_and_says_nothing() {
    let mut settings = Settings::default();
    for rule in RULES.iter().filter(|rule| !rule.is_decided_by_record()) {
        settings.set_level(rule.name, Level::Error).unwrap();
        settings.set_level(rule.code, Level::Error).unwrap();
    }
    for example in data("tests/data/rule-examples.json") {
        let text = example["exchange"].to_string();
        let document = Document::parse(&text).unwrap();
        let found = check(&Context::of(&Exchange::of(&document).unwrap()), &settings);
        assert!(found.iter().all(|found| Rule::named(found.code).unwrap().is_decided_by_record()), "{text}");
    }
}

#[test]
fn an_exemption_leaves_its_example_alone() {
    for (code, silent) in [("ERR-006", ["STR-003", "STR-004"]), ("MRTR-007", ["STR-003", "RES-001"])] {
        let page = Rule::named(code).unwrap().page;
        for example in blocks(page, "good") {
            let found = run(&serde_json::from_str(example).unwrap(), Guidance::Either);
            assert!(!found.iter().any(|found| silent.contains(&found.code)), "{example}{}", shown(&found));
        }
    }
}

/// What lies next to the examples: each with the rule, whether it is reported, and why.
#[test]
fn near_misses_are_told_apart() {
    let (mut wrong, mut reported) = (Vec::new(), BTreeMap::new());
    let cases = data("tests/data/near-misses.json");
    for case in &cases {
        let rule = Rule::named(case["rule"].as_str().unwrap()).unwrap();
        let is_on = |guidance: &Guidance| rule.levels.under(*guidance) > Level::Off;
        let guidance = Guidance::ALL.into_iter().find(is_on).unwrap();
        let found = run(&case["exchange"], guidance);
        let expected = case["reported"].as_bool().unwrap();
        let (yes, no) = reported.entry(rule.code).or_insert((0, 0));
        if expected {
            *yes += 1;
        } else {
            *no += 1;
        }
        if reports(&found, rule) != expected {
            wrong.push(format!("{rule:?}: {}\n  {}{}", case["why"], case["exchange"], shown(&found)));
        }
        if let Some(pointer) = case["at"].as_str() {
            let at: Vec<&str> =
                found.iter().filter(|found| found.code == rule.code).map(|found| &*found.pointer).collect();
            if at != [pointer] {
                wrong.push(format!("{rule:?} at {at:?}, not only at {pointer}: {}", case["exchange"]));
            }
        }
    }
    println!("{} cases of {} rules", cases.len(), reported.len());
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn edges_of_rules_are_told_apart_under_each_guidance() {
    let mut wrong = Vec::new();
    let edges = data("tests/data/rule-edges.json");
    for edge in &edges {
        let rule = Rule::named(edge["rule"].as_str().unwrap()).unwrap();
        for guidance in Guidance::ALL {
            let found = run(&edge["exchange"], guidance);
            let expected = edge["reported"] == true && rule.levels.under(guidance) > Level::Off;
            let level = found.iter().find(|found| found.code == rule.code).map(|found| found.level);
            if level.is_some() != expected || level.is_some_and(|level| level > rule.levels.under(guidance)) {
                wrong.push(format!(
                    "{rule:?} under {}: {}{}",
                    guidance.name(),
                    edge["exchange"],
                    shown(&found)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(edges.len() > 700, "{} edges", edges.len());
}

#[test]
fn clean_cases_give_nothing_above_advice() {
    let mut wrong = Vec::new();
    for case in data("tests/data/clean-cases.json") {
        let found = run(&case, Guidance::Either);
        if found.iter().any(|found| found.level > Level::Advice) {
            wrong.push(format!("{}{}", case["name"], shown(&found)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Repeats the items of the array at a pointer, as the case asks, so that it need not be stored.
fn expanded(case: &Value) -> Value {
    let mut exchange =
        serde_json::json!({ "revision": case["revision"], "tool": case["tool"], "result": case["result"] });
    for step in case["expand"].as_array().into_iter().flatten() {
        let array = exchange["result"]
            .pointer_mut(step["pointer"].as_str().unwrap())
            .unwrap()
            .as_array_mut()
            .unwrap();
        let items = array.clone();
        let count = usize::try_from(step["repeat_to"].as_u64().unwrap()).unwrap();
        *array = items.iter().cycle().take(count).cloned().collect();
    }
    exchange
}

#[test]
fn bug_cases_get_what_they_deserve() {
    let mut wrong = Vec::new();
    let mut cases = data("tests/data/bug-cases.json");
    let public = cases.len();
    cases.extend(data("tests/data/neighbour-cases.json"));
    // Some neighbours are about projecting and adapting alone.
    cases.retain(|case| !case["expect"].is_null());
    for case in &cases {
        let found = run(&expanded(case), Guidance::Either);
        let expect = &case["expect"];
        let names = |key: &str| -> Vec<String> {
            expect[key]
                .as_array()
                .into_iter()
                .flatten()
                .map(|name| name.as_str().unwrap().to_owned())
                .collect()
        };
        let mut problems = Vec::new();
        for code in names("present").iter().filter(|code| Rule::named(code).is_some()) {
            if !found.iter().any(|found| found.code == code) {
                problems.push(format!("{code} is not reported"));
            }
        }
        for code in names("absent") {
            let is_hit = |found: &Diagnostic| match code.as_str() {
                "any-error" => found.level == Level::Error,
                "any-warning" => found.level == Level::Warning,
                code => found.code == code,
            };
            problems.extend(
                found.iter().filter(|found| is_hit(found)).map(|found| format!("{} is reported", found.code)),
            );
        }
        let most = Level::named(expect["max_severity"].as_str().unwrap()).unwrap();
        if found.iter().any(|found| found.level > most) {
            problems.push(format!("a finding is above {most}"));
        }
        for (code, pointer) in expect["at"].as_object().into_iter().flatten() {
            if !found.iter().any(|found| found.code == code && *pointer == *found.pointer) {
                problems.push(format!("{code} is not at {pointer}"));
            }
        }
        if !problems.is_empty() {
            wrong.push(format!("{}: {}{}", case["id"], problems.join(", "), shown(&found)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((public, cases.len()), (46, 123));
}

/// Half of a surrogate pair, which serde_json cannot hold: wherever it stands, and what only looks like it.
#[test]
fn half_of_a_surrogate_pair_is_told_where_it_stands() {
    let result = |text: &str| {
        format!(
            r#"{{"revision": "2025-11-25", "result": {{"content": [{{"type": "text", "text": "{text}"}}], "structuredContent": {{"a": "{text}"}}}}}}"#
        )
    };
    for (text, expected) in [
        (result(r"\ud83d"), vec!["/content/0/text", "/structuredContent/a"]),
        (result(r"\ude00\uD83D"), vec!["/content/0/text", "/structuredContent/a"]),
        (result(r"\uD83D\uDE00"), vec![]),
        (result(r"\\ud83d"), vec![]),
        (
            r#"{"revision": "2025-11-25", "result": {"content": [], "structuredContent": {"\uD83D": 1}}}"#
                .to_owned(),
            vec!["/structuredContent/\u{fffd}"],
        ),
        (
            r#"{"revision": "2025-11-25", "tool": {"name": "a", "description": "\ude00"}}"#.to_owned(),
            vec!["/description"],
        ),
        (r#"{"content": [{"type": "text", "text": "\ude00"}]}"#.to_owned(), vec!["/content/0/text"]),
        (r#"{"tools": [{"name": "a", "description": "\ude00"}]}"#.to_owned(), vec!["/tools/0/description"]),
    ] {
        let found = run_text(&text, &Settings::default());
        let found: Vec<&Diagnostic> = found.iter().filter(|found| found.code == "TEXT-001").collect();
        assert_eq!(found.iter().map(|found| found.pointer.as_str()).collect::<Vec<_>>(), expected, "{text}");
        let is_refused =
            |found: &&Diagnostic| found.notes.iter().any(|note| note.contains("show the model an error"));
        assert_eq!(found.iter().any(is_refused), text.contains("content") && !expected.is_empty());
    }
}

/// A fact about clients is told with the clients that it hurts.
#[test]
fn a_value_that_breaks_its_format_names_the_value_and_the_clients() {
    let text = r#"{"revision": "2025-11-25",
        "tool": {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object",
            "properties": {"at": {"type": "string", "format": "date-time", "pattern": "T"}}}},
        "result": {"content": [{"type": "text", "text": "{\"at\":\"2026-10-03T10:00\"}"}], "structuredContent": {"at": "2026-10-03T10:00"}}}"#;
    let document = Document::parse(text).unwrap();
    let found = check(&Context::of(&Exchange::of(&document).unwrap()), &Settings::default());
    let found = found.iter().find(|found| found.code == "SCH-016").unwrap();
    assert_eq!(found.pointer, "/structuredContent/at");
    assert_eq!(found.found.as_deref(), Some("\"2026-10-03T10:00\""));
    let clients = "show the model an error of their own in place of the result";
    assert!(found.notes.iter().any(|note| note.ends_with(clients)), "{:?}", found.notes);
}

/// What was checked is an older revision, so its own section is cited.
#[test]
fn a_source_is_of_the_revision_that_was_checked() {
    let source = |revision: &str| {
        let text = format!(r#"{{"revision": "{revision}", "result": {{"content": [{{"type": "chart"}}]}}}}"#);
        let document = Document::parse(&text).unwrap();
        let found = check(&Context::of(&Exchange::of(&document).unwrap()), &Settings::default());
        found.into_iter().find(|found| found.code == "BLK-001").unwrap().source.into_owned()
    };
    assert_eq!(source("2024-11-05"), "2024-11-05, schema: CallToolResult.content");
    assert_eq!(source("2025-06-18"), "2025-06-18, schema: ContentBlock");
    assert_eq!(source("2026-07-28"), "2026-07-28, schema: ContentBlock");
}

/// The notes of one rule about a case, when only some clients may be named.
fn notes_about(case: &Value, clients: &[String]) -> Vec<String> {
    let text = case["exchange"].to_string();
    let document = Document::parse(&text).unwrap();
    let exchange = Exchange::of(&document).unwrap();
    let found = check(&Context::of(&exchange).with_clients(clients), &Settings::default());
    let rule = case["rule"].as_str().unwrap();
    found.into_iter().filter(|found| found.rule == rule).flat_map(|found| found.notes).collect()
}

#[test]
fn findings_name_those_whom_the_fault_hurts_as_they_come() {
    for case in data("tests/data/named-clients.json") {
        let says = case["says"].as_str().unwrap();
        let notes = notes_about(&case, &[]).join("\n");
        let title = |client: &Value| Profile::of(client.as_str().unwrap()).unwrap().title;
        // One title is the beginning of another.
        let names = |title: &str| [", ", " and "].iter().any(|end| notes.contains(&format!("{title}{end}")));
        for client in case["named"].as_array().unwrap() {
            assert!(notes.contains(&title(client)), "{says}: {client} is not named\n{notes}");
        }
        for client in case["not_named"].as_array().unwrap() {
            assert!(!names(&title(client)), "{says}: {client} is named\n{notes}");
        }
        for client in case["named"].as_array().unwrap() {
            let alone = notes_about(&case, &[client.as_str().unwrap().to_owned()]).join("\n");
            assert!(alone.contains(&title(client)), "{says}: {client} is not named alone\n{alone}");
        }
        for (client, expected) in case["alone"].as_object().unwrap() {
            let alone = notes_about(&case, std::slice::from_ref(client));
            let expected = expected.as_str().unwrap();
            let title = Profile::of(client).unwrap().title;
            let named: Vec<&str> =
                alone.iter().map(String::as_str).filter(|note| note.contains(&title)).collect();
            assert_eq!(named.join("\n"), expected, "{says}: {client}");
        }
    }
}

#[test]
fn pointers_lead_to_places() {
    for example in data("tests/data/rule-examples.json") {
        let text = serde_json::to_string_pretty(&example["exchange"]).unwrap();
        let document = Document::parse(&text).unwrap();
        let Ok(exchange) = Exchange::of(&document) else { continue };
        for found in check(&Context::of(&exchange), &Settings::default()) {
            let (start, end) = found.span.unwrap();
            assert!(start < end && end <= text.len(), "{found:?}");
            assert!(found.line.unwrap() >= 1 && found.column.unwrap() >= 1);
            let subject = serde_json::to_value(found.subject).unwrap();
            let root = match exchange.kind {
                FileKind::Exchange if subject != "exchange" => {
                    document.root().member(subject.as_str().unwrap()).unwrap()
                }
                _ => document.root(),
            };
            // A missing member has the pointer it should have, and the place of its parent.
            let parent = found.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
            let node = root.at(&found.pointer).or_else(|| root.at(parent));
            assert_eq!(node.map(|node| node.span().start), Some(start), "{found:?}\n{text}");
        }
    }
}

#[test]
fn one_broken_definition_does_not_hide_the_others() {
    let text = r#"{"tools": [null, {"name": 1, "inputSchema": true}, {"name": "ok", "inputSchema": {"type": "object"}}, {"name": "ok", "inputSchema": {"type": "object"}}]}"#;
    let document = Document::parse(text).unwrap();
    let exchange = Exchange::of(&document).unwrap();
    let found = check(&Context::of(&exchange), &Settings::default());
    let at = |code: &str| -> Vec<&str> {
        found.iter().filter(|found| found.code == code).map(|found| found.pointer.as_str()).collect()
    };
    assert_eq!(at("TOOL-001"), ["/tools/0/name", "/tools/1/name"]);
    assert_eq!(at("SCH-001"), ["/tools/0/inputSchema", "/tools/1/inputSchema"]);
    assert_eq!(at("TOOL-004"), ["/tools/3/name"]);
}

/// Two rules that speak of one fact: the more exact one, and the one that speaks when it is off.
#[test]
fn one_fact_is_told_once() {
    let examples = data("tests/data/rule-examples.json");
    for (exact, general) in [("STR-005", "STR-003"), ("STR-006", "STR-004")] {
        let of_rule = |example: &&Value| example["id"] == exact && example["kind"] == "bad";
        let text = examples.iter().find(of_rule).unwrap()["exchange"].to_string();
        let document = Document::parse(&text).unwrap();
        let exchange = Exchange::of(&document).unwrap();
        let codes = |level: Option<Level>| -> Vec<&str> {
            let mut settings = Settings::default();
            if let Some(level) = level {
                settings.set_level(exact, level).unwrap();
            }
            let found = check(&Context::of(&exchange), &settings).into_iter().map(|found| found.code);
            found.filter(|code| [exact, general].contains(code)).collect()
        };
        assert_eq!(codes(None), [exact]);
        assert_eq!(codes(Some(Level::Off)), [general]);
        // One that was lowered does not hide the louder one.
        assert_eq!(codes(Some(Level::Advice)).len(), 2);
    }
}

#[test]
fn switches_change_what_they_name() {
    let error = serde_json::json!({"revision": "2026-07-28",
        "tool": {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "required": ["a"]}},
        "result": {"resultType": "complete", "content": [{"type": "text", "text": "failed"}], "structuredContent": {}, "isError": true}});
    let level = |exchange: &Value, switch: (&str, &str), code: &str| {
        let mut settings = Settings::default();
        settings.set_switch(switch.0, switch.1).unwrap();
        let text = exchange.to_string();
        let document = Document::parse(&text).unwrap();
        let exchange = Exchange::of(&document).unwrap();
        let found = check(&Context::of(&exchange), &settings);
        found.iter().find(|found| found.code == code).map(|found| found.level)
    };
    assert_eq!(level(&error, ("error_schema", "exempt"), "STR-004"), None);
    assert_eq!(level(&error, ("error_schema", "strict"), "STR-004"), Some(Level::Error));
    let array = serde_json::json!({"revision": "2026-07-28",
        "tool": {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}},
        "result": {"resultType": "complete", "content": [{"type": "text", "text": "two"}], "structuredContent": [1, 2]}});
    assert_eq!(level(&array, ("nonobject_text", "must"), "ALN-002"), Some(Level::Error));
    assert_eq!(level(&array, ("nonobject_text", "off"), "ALN-002"), None);
    assert_eq!(level(&array, ("root_policy", "object"), "SCH-012"), Some(Level::Warning));
    let missing = serde_json::json!({"revision": "2026-07-28",
        "tool": {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}},
        "result": {"resultType": "complete", "content": [{"type": "text", "text": "x"}]}});
    assert_eq!(level(&missing, ("structured_presence", "should"), "STR-003"), Some(Level::Warning));
    assert_eq!(level(&missing, ("structured_presence", "must"), "STR-003"), Some(Level::Error));
}

fn index() -> String {
    let mut text = String::from(
        "# Rules\n\nWritten from the code; do not edit.\n\n| code | rule | looks at | either | published | sep-2200 | fix |\n| --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for rule in RULES {
        let fix = serde_json::to_value(rule.fix).unwrap();
        let scope = serde_json::to_value(rule.scope).unwrap();
        let levels = &rule.levels;
        writeln!(
            text,
            "| {} | [{}]({}.md) | {} | {} | {} | {} | {} |",
            rule.code,
            rule.name,
            rule.name,
            scope.as_str().unwrap(),
            levels.either,
            levels.published,
            levels.sep_2200,
            fix.as_str().unwrap()
        )
        .unwrap();
    }
    text
}

#[test]
fn generated_pages_are_up_to_date() {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/rules");
    let mut pages: Vec<(String, String)> = vec![("README.md".to_owned(), index())];
    pages.extend(RULES.iter().map(|rule| (format!("{}.md", rule.name), rule.page.to_owned())));
    if std::env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in &pages {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let command = "run `SIGHTLINE_UPDATE=1 cargo nextest run -p mcp-sightline generated_pages`";
    for (name, text) in &pages {
        let stored = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(stored == *text, "docs/generated/rules/{name} is out of date; {command}");
    }
    let stored: BTreeSet<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<String> = pages.into_iter().map(|(name, _)| name).collect();
    assert_eq!(stored, expected, "docs/generated/rules holds other pages; delete them");
}
