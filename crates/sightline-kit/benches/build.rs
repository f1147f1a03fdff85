//! Building and checking the dataset, against serialising it twice with `serde_json`.
//!
//! A result carries the rows twice, as text and as structured content, so two serialisations are what a
//! server pays that checks nothing; the goal is three times that. All figures are of one run on one
//! machine, each the shortest of many batches.
//!
//! `cargo bench --workspace --bench build --profile dev` needs no second build, and flatters: there the
//! kit and the rows' own code, which is what serialises, are optimised little, the library and its
//! dependencies fully. `cargo bench --workspace --bench build` optimises everything, as a server's release
//! does, and takes a whole second build. The first line says which of the two it was. On 2026-11-30 a build
//! at `opt-level = 3` without link-time optimisation gave 2.5 to 2.6 for the JSON text, on a machine that
//! did other work too.

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
    // Debug assertions tell the profiles apart; nothing says how far the code is optimised.
    let profile =
        if cfg!(debug_assertions) { "optimised in part, which flatters" } else { "optimised in full" };
    println!("250 rows of nine fields, {} bytes, {profile}; serialised twice {twice:.1} µs", json.len());
    for encoding in Encoding::ALL {
        let tool =
            TypedTool::<Vec<Row>>::builder("rows").text(Text::of(encoding)).build().expect("a definition");
        let took = shortest(|| drop(black_box(tool.reply(black_box(&rows)).finish())));
        let goal = if encoding == Encoding::Json { format!("; goal {GOAL}") } else { String::new() };
        // A figure is printed and never asserted: machines differ.
        println!("{took:>8.1} µs built and checked, text as {encoding}: {:.2} of that{goal}", took / twice);
    }
}
