//! Official SDK clients, installed from their registries at pinned versions, and what each of them
//! makes of adapted results and of the natural ones beside them.
//!
//! What was seen stands in docs/peers.md, which `cargo xtask accept` rewrites and every other run
//! compares. A registry that cannot be reached fails the test, with the clients named.

mod cases;
#[path = "../common/official.rs"]
mod official;
#[path = "../common/install.rs"]
mod packages;
mod stub;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;

use cases::{Case, Expected, cases};
use official::CLIENTS;
use serde_json::{Value, json};
use sightline::adapt::{adapt, adapt_list};
use sightline::json::Document;
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::tool::Tool;

/// One for each of the clients, in their order.
const SCRIPTS: [&str; 4] = [
    include_str!("typescript1.mjs"),
    include_str!("typescript2.mjs"),
    include_str!("python1.py"),
    include_str!("python2.py"),
];

/// What one case sends to a client of one revision.
struct Sent {
    client: usize,
    case: usize,
    revision: &'static Revision,
    adapted: stub::Script,
    natural: stub::Script,
}

impl Sent {
    fn path(&self, form: &str) -> String {
        format!("/{}/{}/{}/{form}", self.client, self.revision, self.case)
    }
}

fn list_of(tool: &str, from: &Revision) -> String {
    let stamp = if from.facts().is_some_and(|facts| facts.has_cache_hints) {
        r#","resultType":"complete","ttlMs":0,"cacheScope":"private""#
    } else {
        ""
    };
    format!(r#"{{"tools":[{tool}]{stamp}}}"#)
}

fn sent(client: usize, index: usize, case: &Case, revision: &'static Revision) -> Sent {
    let from = Revision::from(case.from);
    let (tool, result) = (case.tool.to_string(), case.result.to_string());
    let (tool_document, document) = (Document::parse(&tool).unwrap(), Document::parse(&result).unwrap());
    let adapted =
        adapt(Some(Tool::of(tool_document.root())), ToolResult::of(document.root()), &from, revision);
    let list = list_of(&tool, &from);
    let adapted_list = adapt_list(Document::parse(&list).unwrap().root(), &from, revision).list.unwrap();
    let script = |list: &str, result: &str| stub::Script {
        revision: revision.as_str().to_owned(),
        list: list.to_owned(),
        result: result.to_owned(),
    };
    Sent {
        client,
        case: index,
        revision,
        adapted: script(&adapted_list, &adapted.result.unwrap()),
        natural: script(&list, &result),
    }
}

/// What became of one sending, in words of the table.
fn outcome(case: &Case, sent: &Value, seen: &Value, is_newest: bool) -> &'static str {
    let result = &seen["result"];
    if seen["tools"].is_null() {
        return "list refused";
    }
    if result.is_null() {
        // These clients were given nobody to ask, and say so.
        return if is_newest && case.result["resultType"] == "input_required" {
            "asks the user"
        } else {
            "call refused"
        };
    }
    let blocks = result["content"].as_array().cloned().unwrap_or_default();
    let texts = || blocks.iter().filter_map(|block| block["text"].as_str());
    let arrives = match &case.expected {
        Expected::Value(value) => {
            let structured = result.get("structuredContent");
            let inner = structured.and_then(|structured| structured.get("result"));
            structured == Some(value)
                || inner == Some(value)
                || texts().any(|text| serde_json::from_str::<Value>(text).is_ok_and(|text| text == *value))
        }
        Expected::Error(words) => result["isError"] == true && texts().any(|text| text.contains(words)),
        Expected::Block(words) => blocks.iter().any(|block| block.to_string().contains(words)),
    };
    // The client hands on what was sent, not something like it.
    let same = ["structuredContent", "isError"]
        .iter()
        .all(|name| sent.get(name).is_none_or(|value| result.get(name) == Some(value)));
    match (arrives, same, blocks.is_empty()) {
        (true, true, _) => "arrives",
        (true, false, _) => "altered",
        (false, _, true) => "empty success",
        (false, _, false) => "lost",
    }
}

#[test]
fn real_peers_can_be_installed() {
    let failures: Vec<String> = CLIENTS
        .iter()
        .filter_map(|client| Some(format!("{}: {}", client.name, client.install().err()?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn real_peers_accept_what_is_adapted() {
    let cases = cases();
    let all: Vec<Sent> = CLIENTS
        .iter()
        .enumerate()
        .flat_map(|(client, peer)| peer.revisions().map(move |revision| (client, revision)))
        .flat_map(|(client, revision)| {
            cases.iter().enumerate().map(move |(index, case)| sent(client, index, case, revision))
        })
        .collect();
    let forms = |sent: &Sent| {
        [(sent.path("adapted"), sent.adapted.clone()), (sent.path("natural"), sent.natural.clone())]
    };
    let scripts: HashMap<String, stub::Script> = all.iter().flat_map(forms).collect();
    let address = stub::serve(scripts);
    let seen: Vec<Result<Vec<Value>, String>> = thread::scope(|scope| {
        let threads: Vec<_> = CLIENTS
            .iter()
            .enumerate()
            .map(|(index, client)| {
                let jobs = jobs(&all, index, &address);
                scope.spawn(move || client.drive("peers", SCRIPTS[index], &jobs))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (mut failures, mut table) = (Vec::new(), HashMap::new());
    for (index, (client, seen)) in CLIENTS.iter().zip(seen).enumerate() {
        let seen = match seen {
            Ok(seen) => seen,
            Err(reason) => {
                failures.push(format!("{} was not asked: {reason}", client.name));
                continue;
            }
        };
        let own = all.iter().filter(|sent| sent.client == index);
        for (sent, pair) in own.zip(seen.chunks_exact(2)) {
            let case = &cases[sent.case];
            let is_newest = *sent.revision == Revision::LATEST;
            let told = |script: &stub::Script| serde_json::from_str(&script.result).unwrap();
            let adapted = outcome(case, &told(&sent.adapted), &pair[0], is_newest);
            let natural = outcome(case, &told(&sent.natural), &pair[1], is_newest);
            let same = sent.adapted.list == sent.natural.list && sent.adapted.result == sent.natural.result;
            if adapted != "arrives" && !(same && is_newest && adapted == "asks the user") {
                failures.push(format!(
                    "{} in {}, {}: {adapted}\n  sent {}\n  seen {}",
                    client.name, sent.revision, case.name, sent.adapted.result, pair[0]
                ));
            }
            table.insert((index, sent.case, sent.revision.as_str()), (same, natural));
        }
    }
    println!("sent: {} results in two forms to {} clients", all.len(), CLIENTS.len());
    assert!(failures.is_empty(), "{} were not accepted\n{}", failures.len(), failures.join("\n"));
    compare(&page(&cases, &table));
}

/// The jobs of one client, the adapted form before the natural one.
fn jobs(all: &[Sent], client: usize, address: &str) -> Vec<Value> {
    let own = all.iter().filter(|sent| sent.client == client);
    own.flat_map(|sent| {
        let modern = *sent.revision == Revision::LATEST;
        ["adapted", "natural"]
            .map(|form| json!({"url": format!("{address}{}", sent.path(form)), "modern": modern}))
    })
    .collect()
}

type Table = HashMap<(usize, usize, &'static str), (bool, &'static str)>;

fn page(cases: &[Case], table: &Table) -> String {
    let mut text = String::from(
        "# What the official SDK clients accept\n\n\
         Written by `crates/sightline-cli/tests/peers`; do not edit.\n\
         A stub server sends each result in two forms: adapted to the revision of the session, and in the natural form of its server.\n\
         Every adapted result is accepted, and its value arrives; the test fails otherwise.\n\
         The cells say what becomes of the natural form: it *arrives*, the *list* or the *call* is *refused*, or the result is *lost* or an *empty success*; *asks the user* is a question that the client takes as one.\n\
         A cell in parentheses has nothing to adapt: both forms are the same bytes.\n",
    );
    for (index, client) in CLIENTS.iter().enumerate() {
        let revisions: Vec<&Revision> = client.revisions().collect();
        let head: Vec<&str> = revisions.iter().map(|revision| revision.as_str()).collect();
        let _ = writeln!(
            text,
            "\n## {} ({})\n\n| natural result | {} |",
            client.name,
            client.package,
            head.join(" | ")
        );
        let _ = writeln!(text, "| --- {}|", "| --- ".repeat(head.len()));
        for (number, case) in cases.iter().enumerate() {
            let _ = write!(text, "| {}, {} |", case.name, case.from);
            for revision in &revisions {
                let (same, natural) = table[&(index, number, revision.as_str())];
                let _ = if same { write!(text, " ({natural}) |") } else { write!(text, " {natural} |") };
            }
            text.push('\n');
        }
    }
    text
}

fn compare(page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/peers.md");
    if std::env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(&path, page).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == *page, "docs/peers.md is out of date; run `cargo xtask accept`\n{page}");
}
