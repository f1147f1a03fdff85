//! How well alignment tells honest texts from such with one fact changed, by kind and language.
//!
//! A pair is a text beside structured content that says the same or sums it up, and a twin of the text
//! with one fact changed. The twin must be found to contradict, and the honest text must not be. The
//! files below `data/faithfulness` hold the pairs; some of them were written by people who did not see the
//! code, and nobody has tuned by two of those.

mod pairs;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sightline::align::{Alignment, Relation, align};
use sightline::json::Document;
use sightline::result::ToolResult;

/// The seed of the generated pairs; what it brings is accepted below.
const SEED: u64 = 7;
/// The files that nobody tuned by.
const UNTOUCHED: &str = "untouched";
/// See [`UNTOUCHED`].
const LATER: &str = "untouched-later";
/// The file that nobody had tuned by when it was first measured, and that was opened after that.
const SEEN: &str = "seen";
/// What was accepted: pairs at least, twins found at least, and false alarms at most, of the tuning files,
/// of the one that was opened, and of the untouched ones. The files that were added last are harder than all
/// before them.
const ACCEPTED: [(&str, Accepted); 4] = [
    ("tuning", Accepted { pairs: 1370, recall: 0.74, alarms: 0.01 }),
    (SEEN, Accepted { pairs: 164, recall: 0.74, alarms: 0.01 }),
    (UNTOUCHED, Accepted { pairs: 164, recall: 0.8, alarms: 0.037 }),
    (LATER, Accepted { pairs: 160, recall: 0.58, alarms: 0.113 }),
];

struct Accepted {
    pairs: usize,
    recall: f64,
    alarms: f64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/faithfulness")
}

/// The pairs of each file by its name, and the generated ones.
fn corpus() -> BTreeMap<String, Vec<Value>> {
    let mut corpus = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let pairs = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| serde_json::from_str(line).unwrap());
        corpus.insert(path.file_stem().unwrap().to_str().unwrap().to_owned(), pairs.collect());
    }
    corpus.insert("generated".to_owned(), pairs::pairs(SEED));
    corpus
}

fn relation(texts: &Value, structured: &Value) -> (Relation, bool) {
    let alignment = alignment(texts, structured);
    (alignment.relation, alignment.is_guess)
}

fn alignment(texts: &Value, structured: &Value) -> Alignment {
    let block = |text: &Value| json!({"type": "text", "text": text});
    let content: Vec<Value> = texts.as_array().unwrap().iter().map(block).collect();
    let result = json!({"content": content, "structuredContent": structured}).to_string();
    let document = Document::parse(&result).unwrap();
    align(ToolResult::of(document.root()).unwrap())
}

/// What was measured of some pairs.
#[derive(Clone, Default)]
struct Figures {
    pairs: usize,
    found: usize,
    /// Those of them whose honest text is called no contradiction.
    clean: usize,
    /// Twins that are found for sure: a warning of `check`, and no advice.
    sure: usize,
    /// Twins that are called no contradiction, and of which something is told that the data lacks, which is
    /// not told of their honest text.
    lacking: usize,
    alarms: usize,
    /// Alarms that do not only guess which fact is meant: a warning of `check`, and no advice.
    warnings: usize,
    /// Honest texts of which too little or too much was found, without a contradiction.
    doubts: usize,
}

impl Figures {
    fn add(&mut self, twin: &Alignment, honest: &Alignment) {
        self.pairs += 1;
        let is_found = twin.relation == Relation::Differs;
        self.found += usize::from(is_found);
        self.clean += usize::from(is_found && honest.relation != Relation::Differs);
        self.sure += usize::from(is_found && !twin.is_guess);
        let added = |alignment: &Alignment| -> BTreeSet<String> {
            alignment.facts.iter().flat_map(|facts| facts.added.iter().cloned()).collect()
        };
        let is_lacking = !is_found && !added(twin).is_subset(&added(honest));
        self.lacking += usize::from(is_lacking);
        self.warnings += usize::from(honest.relation == Relation::Differs && !honest.is_guess);
        match honest.relation {
            Relation::Same | Relation::Summary => {}
            Relation::Differs => self.alarms += 1,
            _ => self.doubts += 1,
        }
    }

    fn recall(&self) -> f64 {
        ratio(self.found, self.pairs)
    }

    fn alarm_rate(&self) -> f64 {
        ratio(self.alarms, self.pairs)
    }

    fn row(&self, name: &str) -> String {
        let percent = |ratio: f64| format!("{:.1} %", ratio * 100.0);
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.pairs,
            self.found,
            percent(self.recall()),
            self.clean,
            self.sure,
            self.lacking,
            self.alarms,
            percent(self.alarm_rate()),
            self.warnings,
            self.doubts
        )
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    f64::from(u32::try_from(part).unwrap()) / f64::from(u32::try_from(whole.max(1)).unwrap())
}

/// Figures of each of the three parts: as a whole, by kind, by language, by source.
#[derive(Default)]
struct Measured {
    all: Figures,
    by: BTreeMap<(&'static str, String), Figures>,
}

fn measured() -> (BTreeMap<&'static str, Measured>, Evidence) {
    let mut measured: BTreeMap<&'static str, Measured> = BTreeMap::new();
    let mut evidence = Evidence::new();
    for (file, pairs) in corpus() {
        let own = [SEEN, UNTOUCHED, LATER].into_iter().find(|own| *own == file);
        let part = measured.entry(own.unwrap_or("tuning")).or_default();
        for pair in &pairs {
            let mut one = Figures::default();
            let twin = alignment(&pair["twin"]["text"], &pair["structured"]);
            let honest = alignment(&pair["text"], &pair["structured"]);
            one.add(&twin, &honest);
            if file != UNTOUCHED && file != LATER {
                count_evidence(&mut evidence, &twin, &honest);
            }
            let keys = [("kind", &pair["kind"]), ("language", &pair["lang"]), ("source", &pair["source"])];
            part.all.merge(&one);
            for (key, value) in keys {
                part.by.entry((key, value.as_str().unwrap().to_owned())).or_default().merge(&one);
            }
        }
    }
    (measured, evidence)
}

impl Figures {
    fn merge(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.found += other.found;
        self.clean += other.clean;
        self.sure += other.sure;
        self.lacking += other.lacking;
        self.alarms += other.alarms;
        self.warnings += other.warnings;
        self.doubts += other.doubts;
    }
}

const HEAD: &str = "| | pairs | twins found | recall | without an alarm | as a warning | told as lacking | false alarms | rate | of them warnings | in doubt |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n";

fn page(measured: &BTreeMap<&'static str, Measured>, evidence: &Evidence) -> String {
    let mut text = include_str!("data/faithfulness.md").to_owned();
    for (name, part) in measured {
        let title = match *name {
            UNTOUCHED => "The untouched pairs",
            LATER => "The untouched pairs that were written later",
            SEEN => "The pairs that were untouched once",
            _ => "The pairs of tuning",
        };
        writeln!(text, "\n## {title}\n\n{HEAD}{}", part.all.row("all")).unwrap();
        for ((key, value), figures) in &part.by {
            writeln!(text, "{}", figures.row(&format!("{key}: {value}"))).unwrap();
        }
    }
    text + &table(evidence)
}

/// By each kind of evidence: twins that are said to contradict, those by it only, and honest texts.
type Evidence = BTreeMap<&'static str, [usize; 3]>;

fn count_evidence(evidence: &mut Evidence, twin: &Alignment, honest: &Alignment) {
    let kinds = |alignment: &Alignment| -> BTreeSet<&'static str> {
        let name = |evidence: &'static str| if evidence.is_empty() { "json" } else { evidence };
        alignment.differences.iter().map(|difference| name(difference.evidence)).collect()
    };
    let found = kinds(twin);
    for kind in &found {
        let counts = evidence.entry(kind).or_default();
        counts[0] += 1;
        counts[1] += usize::from(found.len() == 1);
    }
    for kind in kinds(honest) {
        evidence.entry(kind).or_default()[2] += 1;
    }
}

/// By what evidence twins of the opened files are said to contradict, and honest texts.
fn table(evidence: &Evidence) -> String {
    let mut text = "\n## By what evidence, in all opened files\n\n| evidence | twins | by it only | false alarms |\n| --- | --: | --: | --: |\n".to_owned();
    for (kind, [twins, only, alarms]) in evidence {
        writeln!(text, "| {kind} | {twins} | {only} | {alarms} |").unwrap();
    }
    text
}

/// Honest texts that have no twin: the code was to be quiet on them.
#[test]
fn honest_texts_without_twins_are_left_alone() {
    let path = folder().with_file_name("honest-texts.jsonl");
    let texts: Vec<Value> =
        fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_alarm = |text: &&Value| relation(&text["text"], &text["structured"]).0 == Relation::Differs;
    let alarms: Vec<&str> = texts.iter().filter(is_alarm).map(|text| text["id"].as_str().unwrap()).collect();
    assert!(texts.len() >= 170, "{} texts", texts.len());
    assert!(alarms.len() <= 3, "{alarms:?}");
}

#[test]
fn figures_are_those_of_the_page_and_no_worse_than_accepted() {
    let (measured, evidence) = measured();
    let text = page(&measured, &evidence);
    println!("{text}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/faithfulness.md");
    if std::env::var_os("SIGHTLINE_UPDATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    for (name, accepted) in ACCEPTED {
        let empty = Measured::default();
        let all = &measured.get(name).unwrap_or(&empty).all;
        assert!(all.pairs >= accepted.pairs, "{name}: {} pairs", all.pairs);
        assert!(all.recall() >= accepted.recall, "{name}: recall {}", all.recall());
        assert!(all.alarm_rate() <= accepted.alarms, "{name}: false alarms {}", all.alarm_rate());
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let command = "run `SIGHTLINE_UPDATE=1 cargo nextest run --workspace --test faithfulness`";
    assert!(stored == text, "docs/faithfulness.md is out of date; {command}");
}

#[test]
fn every_pair_is_well_formed_and_its_twin_another_text() {
    let mut seen = BTreeSet::new();
    for (file, pairs) in corpus() {
        for pair in &pairs {
            let id = pair["id"].as_str().unwrap();
            assert!(seen.insert(id.to_owned()), "{file}: {id} twice");
            assert_ne!(pair["text"], pair["twin"]["text"], "{id}");
            assert!(["same", "summary"].contains(&pair["honest"].as_str().unwrap()), "{id}");
            let sources = ["written", "recorded", "generated", "example"];
            assert!(sources.contains(&pair["source"].as_str().unwrap()), "{id}");
            assert!(pair.get("structured").is_some() && pair["twin"].get("fact").is_some(), "{id}");
        }
    }
}

/// Texts and data that make a careless comparison take quadratic time: each is judged within seconds, or
/// said to be too large.
#[test]
fn hostile_texts_take_bounded_time() {
    let rows: Vec<Value> =
        (0..700).map(|row| json!({"id": format!("a-{row}"), "n": row, "a": "a", "ok": true})).collect();
    let structured = json!({ "rows": rows });
    let texts = [
        "a ".repeat(30_000),
        "1 ".repeat(30_000),
        "\"a ".repeat(20_000),
        "a: ".repeat(20_000),
        "a-1 not ok all ".repeat(4_000),
        "| a | 1 |\n".repeat(6_000),
        "x,1,a\n".repeat(10_000),
        "[{".repeat(30_000),
        "```json\n{\n".repeat(6_000),
        "{}\n".repeat(20_000),
        "12.12.2026 ".repeat(5_000),
        "((((((".repeat(10_000),
        "…".repeat(20_000),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        let (found, _) = relation(&json!([text]), &structured);
        let taken = start.elapsed();
        let head: String = text.chars().take(12).collect();
        println!("{found:?} in {taken:?}: {head:?}");
        assert!(taken.as_secs() < 20, "{head:?} took {taken:?}");
    }
}
