//! Adapting the dataset for an older peer, against one `serde_json::Value` parse of the same bytes.
//!
//! `cargo bench --workspace --bench adapt --profile dev`. All figures are of one run on one
//! machine, each the shortest of many batches. The document is read already, as it is wherever
//! something adapts; the goal is at most a quarter of the parse where nothing inside changes.

mod dataset;

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::Value;
use sightline::adapt::adapt;
use sightline::json::{Document, quote};
use sightline::result::ToolResult;
use sightline::revision::{REVISIONS, Revision};
use sightline::tool::Tool;

const GOAL: f64 = 0.25;
const BATCHES: usize = 60;
const RUNS: u32 = 40;

const TOOL: &str = r#"{"name":"rows","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object"}}},"required":["rows"]}}"#;

/// The rows as text and as structured content, of the newest revision.
fn result() -> String {
    let rows = dataset::structured();
    format!(
        "{{\"resultType\":\"complete\",\"content\":[{{\"type\":\"text\",\"text\":{}}}],\"structuredContent\":{rows}}}",
        quote(&rows)
    )
}

/// Microseconds of the shortest batch.
fn shortest(mut run: impl FnMut()) -> f64 {
    let batches = (0..BATCHES).map(|_| {
        let start = Instant::now();
        for _ in 0..RUNS {
            run();
        }
        start.elapsed() / RUNS
    });
    batches.min().unwrap_or(Duration::ZERO).as_secs_f64() * 1e6
}

fn main() {
    let text = result();
    let document = Document::parse(&text).expect("the dataset is JSON");
    let tool = Document::parse(TOOL).expect("the definition is JSON");
    let value = shortest(|| drop(black_box(serde_json::from_str::<Value>(black_box(&text)))));
    println!("dataset of {} bytes; serde_json Value parse {value:.1} µs", text.len());
    for facts in REVISIONS.iter().rev() {
        let run = || {
            let result = ToolResult::of(document.root());
            adapt(Some(Tool::of(tool.root())), result, &Revision::LATEST, &facts.revision)
        };
        let took = shortest(|| drop(black_box(run())));
        let inside = run().changes.iter().any(|change| change.step != "C6");
        let goal = if inside { String::new() } else { format!("; goal {GOAL}") };
        // A figure is printed and never asserted: machines differ.
        println!("{took:>8.1} µs to {}: {:.3} of the parse{goal}", facts.revision, took / value);
    }
}
