//! Replays the fuzz corpus and a bounded run of mutations of it, where no fuzzer is installed.

#[path = "fuzz_body/mod.rs"]
mod fuzz_body;

use std::path::PathBuf;

/// The mutations of one run: enough to vary every file, and a second or two. `SIGHTLINE_MUTATIONS` asks
/// for a longer one.
fn mutations() -> usize {
    let asked = std::env::var("SIGHTLINE_MUTATIONS").ok().and_then(|many| many.parse().ok());
    asked.unwrap_or(MUTATIONS)
}

const MUTATIONS: usize = 6_000;

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&directory).expect("the corpus is part of the repository");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("it can be read")).collect()
}

/// A small generator with a fixed seed, so that a failure comes again.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound.max(1)
    }
}

#[test]
fn the_corpus_holds() {
    let documents = corpus("document");
    assert!(documents.len() >= 30, "the corpus has {} files", documents.len());
    documents.iter().for_each(|bytes| fuzz_body::document(bytes));
    let adapted = corpus("adapt");
    assert!(adapted.len() >= 15, "the corpus has {} files", adapted.len());
    adapted.iter().chain(&documents).for_each(|bytes| fuzz_body::adapt(bytes));
    let checked = corpus("check");
    assert!(checked.len() >= 20, "the corpus has {} files", checked.len());
    for bytes in checked.iter().chain(&adapted).chain(&documents) {
        fuzz_body::check(bytes);
        fuzz_body::fix(bytes);
        fuzz_body::align(bytes);
    }
    let aligned = corpus("align");
    assert!(aligned.len() >= 10, "the corpus has {} files", aligned.len());
    aligned.iter().for_each(|bytes| fuzz_body::align(bytes));
}

#[test]
fn mutations_of_what_is_checked_hold() {
    mutate("check", mutations() / 12, fuzz_body::check);
}

#[test]
fn mutations_of_what_is_fixed_hold() {
    mutate("check", mutations() / 12, fuzz_body::fix);
}

#[test]
fn mutations_of_what_is_aligned_hold() {
    mutate("align", mutations() / 6, fuzz_body::align);
}

#[test]
fn mutations_of_the_corpus_hold() {
    mutate("document", mutations(), fuzz_body::document);
}

#[test]
fn mutations_of_what_is_adapted_hold() {
    // Each is adapted between all revisions.
    mutate("adapt", mutations() / 6, fuzz_body::adapt);
}

fn mutate(target: &str, runs: usize, body: fn(&[u8])) {
    const TOKENS: &[&[u8]] = &[
        b"\"", b"\\", b"\\ud800", b"\\u0061", b"{", b"}", b"[", b"]", b",", b":", b"1e400", b"-0", b"\xff",
        b"\xc3",
    ];
    let mut corpus = corpus(target);
    corpus.retain(|bytes| bytes.len() < 4_096);
    let mut random = Random(2);
    for _ in 0..runs {
        let mut bytes = corpus[random.below(corpus.len())].clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() + 1);
            let end = (at + random.below(8)).min(bytes.len());
            match random.below(4) {
                0 => drop(bytes.drain(at..end)),
                1 => drop(bytes.splice(at..at, TOKENS[random.below(TOKENS.len())].iter().copied())),
                2 => {
                    let other = &corpus[random.below(corpus.len())];
                    let from = random.below(other.len());
                    let piece = other[from..(from + 16).min(other.len())].to_vec();
                    drop(bytes.splice(at..end, piece));
                }
                _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                _ => {}
            }
        }
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let outcome = std::panic::catch_unwind(|| body(&bytes));
        assert!(outcome.is_ok(), "fails on {shown:?}");
    }
}
