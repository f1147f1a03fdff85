//! Real clients against the example server of the kit, in the place of the probe: what their models are
//! sent is what `project` says of the results that went over the wire.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use sightline::json::{Document, quote};
use sightline::profile::Profile;
use sightline_survey::endpoint::{Kept, Planned, Seen, extract};
use sightline_survey::install;
use sightline_survey::probe::{self, Call, Direction, Entry, Log};
use sightline_survey::recipe::{self, Recipe};
use sightline_survey::results::read::{Observed, records};
use sightline_survey::results::replay::{replay, surface};
use sightline_survey::run::attend::{Era, PROBE, REQUESTS};
use sightline_survey::run::{Breadth, Guest, Holding, Work, visit};

use super::{cache, folder};

/// Clients that hand on results in ways of their own, each with its dialect.
const CLIENTS: [(&str, &str); 3] =
    [("ai-sdk", "openai-chat"), ("openai-agents-js", "openai-responses"), ("strands", "openai-chat")];

/// A list at the root that was cut, an object, `null`, a number, an error, a value of another service,
/// and one that would break its schema.
const CALLS: [(&str, &str); 7] = [
    ("list_orders", "{}"),
    ("find_order", r#"{"id":10}"#),
    ("find_order", r#"{"id":999}"#),
    ("count_orders", "{}"),
    ("cancel_order", r#"{"id":1}"#),
    ("stock", r#"{"id":4}"#),
    ("stock", r#"{"id":5}"#),
];

/// The example server, which `cargo test` builds beside the command.
fn server() -> PathBuf {
    let command = Path::new(env!("CARGO_BIN_EXE_sightline"));
    let path =
        command.with_file_name("examples").join("server").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is not there; run `cargo build --workspace --examples`", path.display());
    path
}

fn guest() -> Guest {
    let server = server();
    let call =
        |(tool, arguments): (&str, &str)| Planned { tool: tool.to_owned(), arguments: arguments.to_owned() };
    Guest {
        command: vec![server.to_str().unwrap().to_owned()],
        reads: vec![server],
        calls: CALLS.map(call).to_vec(),
    }
}

/// The definition of a tool as the server listed it.
fn definition(log: &[Entry], tool: &str) -> String {
    let lists = log.iter().filter(|entry| entry.direction == Direction::Out);
    let mut found = lists.filter_map(|entry| {
        let message = Document::parse(&entry.text).ok()?;
        let tools = message.root().at("/result/tools")?;
        let own = tools
            .items()
            .find(|own| own.member("name").and_then(|name| name.as_str()).as_deref() == Some(tool))?;
        Some(own.text().to_owned())
    });
    found.next_back().unwrap_or_else(|| panic!("{tool} was not listed"))
}

/// What went over the wire and what arrived, as a record of the survey.
fn record(work: &Work, call: &Call, seen: &Seen, definition: &str) -> Observed {
    let record = json!({
        "client": work.recipe.client, "version": work.installed.version, "surface": work.recipe.run.surface,
        "dialect": work.dialect, "era": call.revision, "transport": "stdio", "model": seen.model,
        "options": {}, "server": "probe", "tool": call.tool, "called_as": seen.called_as,
        "wire": call.answer, "case": format!("kit:{}", call.tool), "status": "ran", "parts": seen.parts,
        "error": "none", "complete": true,
    });
    // The definition stands as it was listed.
    let line = record.to_string();
    let line = format!(
        "{},\"tool_definition\":{definition},\"arguments\":{}}}",
        &line[..line.len() - 1],
        call.arguments
    );
    records("here", &line, "").unwrap().remove(0)
}

/// Kind, place and text of each part.
fn parts(parts: &impl serde::Serialize) -> Vec<[String; 3]> {
    let parts = serde_json::to_value(parts).unwrap();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = |part: &Value| [word(&part["kind"]), word(&part["place"]), word(&part["text"])];
    parts.as_array().unwrap().iter().map(of).collect()
}

/// Equal byte for byte; the words of a validator that refused are its own, and stand as a placeholder.
fn is_as_projected(arrived: &[[String; 3]], projected: &[[String; 3]]) -> bool {
    let same_text = |arrived: &str, projected: &str| match projected.split_once("{validator}") {
        None => arrived == projected,
        Some((before, after)) => {
            arrived.len() > before.len() + after.len()
                && arrived.starts_with(before)
                && arrived.ends_with(after)
        }
    };
    arrived.len() == projected.len()
        && arrived
            .iter()
            .zip(projected)
            .all(|(one, other)| one[..2] == other[..2] && same_text(&one[2], &other[2]))
}

fn visited(recipe: Recipe, dialect: &str) -> usize {
    let client = recipe.client.clone();
    let installed = install::install(&recipe, None, &cache(), &AtomicBool::new(false)).unwrap();
    let work = Work {
        recipe: Arc::new(recipe),
        installed: Arc::new(installed),
        dialect: dialect.to_owned(),
        transport: "stdio".to_owned(),
        era: Era::Both,
        breadth: Breadth::Every,
    };
    let folder = folder(&format!("kit-{client}"));
    fs::create_dir_all(&folder).unwrap();
    let sightline = Path::new(env!("CARGO_BIN_EXE_sightline"));
    let attended = visit(&work, &guest(), &folder, Holding::Isolated, sightline).unwrap();
    let said = fs::read_to_string(folder.join("client.err.txt")).unwrap_or_default();
    assert_eq!(attended.how, "exited", "{client}: {attended:?} {said}");
    let log = Log::read(&folder.join(PROBE)).unwrap();
    let calls = probe::calls(&log);
    let seen = extract(&Kept::read(&folder.join(REQUESTS)).unwrap(), &[]);
    let called: Vec<(&str, Value)> =
        calls.iter().map(|call| (&*call.tool, serde_json::from_str(&call.arguments).unwrap())).collect();
    let planned = CALLS.map(|(tool, arguments)| (tool, serde_json::from_str(arguments).unwrap()));
    assert_eq!(called, planned, "{client}: {said}");
    assert_eq!(seen.len(), CALLS.len(), "{client}: {seen:#?}");
    let profile = Profile::of(&client).unwrap();
    for (call, seen) in calls.iter().zip(&seen) {
        let observed = record(&work, call, seen, &definition(&log, &call.tool));
        let (surface, _) = surface(&profile, &observed.record).unwrap();
        let projection = replay(&observed, surface).unwrap();
        let (arrived, projected) = (parts(&seen.parts), parts(&projection.parts));
        assert!(
            is_as_projected(&arrived, &projected),
            "{client}, {} {}: {:?}\n  arrived   {arrived:?}\n  projected {projected:?}",
            call.tool,
            call.arguments,
            call.answer
        );
    }
    let revision = calls[0].revision.as_deref().unwrap_or_default();
    println!(
        "{client} {}, {dialect}, {revision}: {} results as projected",
        work.installed.version,
        seen.len()
    );
    seen.len()
}

#[test]
fn real_clients_show_results_of_the_kit_as_project_says() {
    let compared: usize =
        CLIENTS.iter().map(|(client, dialect)| visited(recipe::find(client).unwrap(), dialect)).sum();
    assert_eq!(compared, CLIENTS.len() * CALLS.len());
    // What a model reads of an answer that would have broken its schema names the field.
    let kept = fs::read_to_string(cache().with_file_name("kit-ai-sdk").join(REQUESTS)).unwrap();
    let words = quote("breaks its output schema: /left");
    assert!(kept.contains(words.trim_matches('"')), "the violation is not named");
}
