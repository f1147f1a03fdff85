//! Each surface's projection of the dataset, as a ratio to one `serde_json::Value` parse of it.
//!
//! `cargo bench --workspace --bench project --profile dev`; names of clients behind `--` pick surfaces. The dataset is the survey's: 250 rows
//! of nine fields, as a text block and as structured content. The result is parsed once, outside; each
//! run projects with a call of its own, so nothing is remembered between runs. The goal is 0.25.

mod dataset;

use std::hint::black_box;
use std::time::{Duration, Instant};

use sightline::json::{Document, quote};
use sightline::profile::{self, Profile, Surface};
use sightline::project::{Call, project};
use sightline::result::ToolResult;
use sightline::revision::Revision;
use sightline::tool::Tool;

/// The most that a projection may cost, in parses.
const GOAL: f64 = 0.25;
/// The most that projecting one small result for all surfaces may cost.
const SMALL_GOAL: Duration = Duration::from_millis(5);
const RUNS: usize = 100;
/// How often all are gone through: what else a machine does at one time, it does not do at all times.
const ROUNDS: usize = 4;

/// The rows as a text block, and in an object as structured content.
fn result() -> String {
    format!(
        "{{\"content\":[{{\"type\":\"text\",\"text\":{}}}],\"structuredContent\":{}}}",
        quote(&dataset::rows()),
        dataset::structured()
    )
}

/// The shortest of many runs: noise only adds. A run by itself is short enough to be left alone by a machine that
/// has more to do.
fn shortest(mut run: impl FnMut()) -> Duration {
    let runs = (0..RUNS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

/// All surfaces, or those of the clients that were named.
fn surfaces() -> Vec<Surface> {
    let named: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let profiles = profile::clients().map(|client| Profile::of(client).expect("shipped profiles are read"));
    let shipped = profiles.flat_map(|profile| profile.versions).flat_map(|version| version.surfaces);
    shipped
        .chain(['A', 'B', 'C', 'D'].map(|letter| profile::letter(letter).expect("there are four")))
        .filter(|surface| named.is_empty() || named.contains(&surface.client))
        .collect()
}

/// One small result, projected for every surface.
fn small_for_all(surfaces: &[Surface]) -> Duration {
    let text = r#"{"content":[{"type":"text","text":"Three orders."}],"structuredContent":{"total":3},"isError":false}"#;
    let document = Document::parse(text).expect("JSON");
    let result = ToolResult::of(document.root()).expect("it is an object");
    shortest(|| {
        let mut call = Call::default();
        call.revision = Some(Revision::V2025_11_25);
        for surface in surfaces {
            black_box(project(&call, black_box(result), surface));
        }
    })
}

fn main() {
    let text = result();
    let document = Document::parse(&text).expect("the dataset is JSON");
    let result = ToolResult::of(document.root()).expect("it is an object");
    let definition = Document::parse(r#"{"name": "rows", "inputSchema": {"type": "object"}}"#).expect("JSON");
    let surfaces = surfaces();
    let (mut parse, mut taken) = (Duration::MAX, vec![Duration::MAX; surfaces.len()]);
    for _ in 0..ROUNDS {
        parse = parse.min(shortest(|| {
            let value: serde_json::Value = serde_json::from_str(black_box(&text)).expect("JSON");
            black_box(value);
        }));
        for (surface, taken) in surfaces.iter().zip(&mut taken) {
            *taken = (*taken).min(shortest(|| {
                let mut call = Call::default();
                call.tool = Some(Tool::of(definition.root()));
                call.server = "demo".to_owned();
                call.model = Some("gpt-5.5".to_owned());
                call.revision = Some(Revision::V2025_11_25);
                black_box(project(&call, black_box(result), surface));
            }));
        }
    }
    println!("dataset of {} bytes; serde_json Value parse {parse:?}; goal {GOAL}", text.len());
    let (mut worst, mut beyond) = (0.0f64, Vec::new());
    for (surface, taken) in surfaces.iter().zip(taken) {
        let ratio = taken.as_secs_f64() / parse.as_secs_f64();
        worst = worst.max(ratio);
        let mark = if ratio > GOAL { "  <- beyond the goal" } else { "" };
        let (client, version, name) = (&surface.client, &surface.version, &surface.name);
        let (dialect, era) = (&surface.dialect, &surface.era);
        println!("{ratio:>6.3}  {taken:>10.1?}  {client} {version} {name} {dialect} {era}{mark}");
        if ratio > GOAL {
            beyond.push(format!("{client} {version} {name} {dialect}"));
        }
    }
    println!("{worst:>6.3}  the worst of {} surfaces", surfaces.len());
    let names = if beyond.is_empty() { String::new() } else { format!(": {}", beyond.join(", ")) };
    println!("{} above {GOAL}{names}", beyond.len());
    let small = small_for_all(&surfaces);
    println!("one small result for all {} surfaces: {small:?}; goal {SMALL_GOAL:?}", surfaces.len());
    // A figure is printed and never asserted: machines differ.
}
