//! Checking a long recording with all cores, against a one-thread parse of it into `serde_json::Value`.
//!
//! `cargo bench --workspace --bench recording --profile dev`. The recording is generated below
//! `target/tmp` and removed again: 100,000 results of about 4 KB, or `SIGHTLINE_RESULTS` of them. The
//! goals are half the speed of the parse, and 200 MB of memory.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Half the speed takes twice the time.
const GOAL: f64 = 2.0;
const MEMORY: u64 = 200 << 10;

const TOOL: &str = r#"{"name":"list_orders","description":"Lists orders.","inputSchema":{"type":"object","additionalProperties":false},"outputSchema":{"type":"object","properties":{"total":{"type":"integer"},"orders":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"open":{"type":"boolean"},"amount":{"type":"number"},"note":{"type":["string","null"]}},"required":["id","open","amount"]}}},"required":["total","orders"]}}"#;

/// One call and its answer: the rows as structured content, and a sentence that says how many.
fn exchange(text: &mut String, index: u64) {
    let mut orders = String::new();
    // A generator of its own (Knuth's MMIX constants), so that every run has the same recording.
    let mut state = index;
    for row in 0..36 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = state >> 40;
        let note = if number.is_multiple_of(3) {
            "null".to_owned()
        } else {
            format!("\"left with \\\"{number}\\\" at the door\"")
        };
        let comma = if row == 0 { "" } else { "," };
        let _ = write!(
            orders,
            r#"{comma}{{"id":"order-{index}-{row}","open":{},"amount":{}.{:02},"note":{note},"city":"Łódź"}}"#,
            number.is_multiple_of(2),
            number % 1000,
            number % 100
        );
    }
    let _ = writeln!(
        text,
        r#"{{"jsonrpc":"2.0","id":{index},"method":"tools/call","params":{{"name":"list_orders","arguments":{{}}}}}}"#
    );
    let _ = writeln!(
        text,
        r#"{{"jsonrpc":"2.0","id":{index},"result":{{"content":[{{"type":"text","text":"There are 36 orders; the first is order-{index}-0."}}],"structuredContent":{{"total":36,"orders":[{orders}]}}}}}}"#
    );
}

fn generate(path: &Path, results: u64) -> std::io::Result<u64> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, r#"{{"jsonrpc":"2.0","id":"l","result":{{"tools":[{TOOL}]}}}}"#)?;
    let mut text = String::new();
    for index in 0..results {
        text.clear();
        exchange(&mut text, index);
        file.write_all(text.as_bytes())?;
    }
    file.into_inner().map_err(std::io::IntoInnerError::into_error)?.metadata().map(|metadata| metadata.len())
}

/// Parses every line with one thread. `FromStr` is compiled in serde_json itself, which is optimised.
fn parse(path: &Path) -> Duration {
    let start = Instant::now();
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path).expect("it was written"));
    let mut line = String::new();
    while reader.read_line(&mut line).expect("it can be read") > 0 {
        let value: Value = line.parse().expect("every line is JSON");
        std::hint::black_box(&value);
        line.clear();
    }
    start.elapsed()
}

/// Checks it, and returns the time, the most memory in KB, and the line that sums up.
fn check(path: &Path) -> (Duration, Option<u64>, String) {
    let start = Instant::now();
    let child = Command::new(env!("CARGO_BIN_EXE_sightline"))
        .args(["check", "--no-config", "--fail-on", "never", "--max-findings", "5"])
        .arg(path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let watcher = thread::spawn(move || {
        let mut most = None;
        // The file is gone when the command has ended and was waited for.
        while let Ok(text) = fs::read_to_string(&status) {
            let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
            most = most.max(peak);
            thread::sleep(Duration::from_millis(20));
        }
        most
    });
    let output = child.wait_with_output().expect("it ends");
    let taken = start.elapsed();
    assert_eq!(output.status.code(), Some(0), "the check works");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().unwrap_or_default().to_owned();
    (taken, watcher.join().expect("watching ends"), last)
}

fn main() -> ExitCode {
    let results =
        std::env::var("SIGHTLINE_RESULTS").ok().and_then(|many| many.parse().ok()).unwrap_or(100_000);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let path = folder.path().join("recording.jsonl");
    let bytes = generate(&path, results).expect("the recording can be written");
    let megabytes = f64::from(u32::try_from(bytes / 1000).unwrap_or(u32::MAX)) / 1000.0;
    println!(
        "{results} results, {megabytes:.0} MB, {} cores",
        thread::available_parallelism().map_or(1, usize::from)
    );
    let parsed = parse(&path);
    let (checked, memory, last) = check(&path);
    let speed = |taken: Duration| megabytes / taken.as_secs_f64();
    println!("{:>8.2} s {:>6.0} MB/s  serde_json::Value, one thread", parsed.as_secs_f64(), speed(parsed));
    println!("{:>8.2} s {:>6.0} MB/s  sightline check", checked.as_secs_f64(), speed(checked));
    let ratio = checked.as_secs_f64() / parsed.as_secs_f64();
    println!("{ratio:>8.2} times the time of the parse; goal at most {GOAL}");
    match memory {
        Some(memory) => println!("{memory:>8} KB of memory at most; goal {MEMORY}"),
        None => println!("memory not measured: there is no /proc here"),
    }
    println!("{last}");
    ExitCode::SUCCESS
}
