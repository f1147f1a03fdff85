//! Building and checking the dataset, against serialising it twice with `serde_json`.
//!
//! `cargo bench --workspace --bench build --profile dev`. All figures are of one run on one machine,
//! each the shortest of many batches. A result carries the rows twice, as text and as structured
//! content, so two serialisations are what a server pays that checks nothing; the goal is three times that.

use std::hint::black_box;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sightline_kit::{Encoding, Text, TypedTool, schemars};

const GOAL: f64 = 3.0;
// Short batches, so that some of them run without another program between.
const BATCHES: usize = 400;
const RUNS: u32 = 2;

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: String,
    name: String,
    category: String,
    revenue: u64,
    headcount: u32,
    age_months: u32,
    score: u32,
    open_tickets: u32,
    nps: i32,
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
    let json = sightline_peer::demo::dataset(250, 1);
    let rows: Vec<Row> = serde_json::from_str(&json).expect("the dataset is rows");
    let twice = shortest(|| {
        for _ in 0..2 {
            drop(black_box(serde_json::to_string(black_box(&rows))));
        }
    });
    println!("250 rows of nine fields, {} bytes; serialised twice {twice:.1} µs", json.len());
    for encoding in Encoding::ALL {
        let tool =
            TypedTool::<Vec<Row>>::builder("rows").text(Text::of(encoding)).build().expect("a definition");
        let took = shortest(|| drop(black_box(tool.reply(black_box(&rows)).finish())));
        let goal = if encoding == Encoding::Json { format!("; goal {GOAL}") } else { String::new() };
        // A figure is printed and never asserted: machines differ.
        println!("{took:>8.1} µs built and checked, text as {encoding}: {:.2} of that{goal}", took / twice);
    }
}
