//! Laws of fixes, over the cases and the examples of the catalog.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;
use sightline::diagnostic::{Applicability, Diagnostic, Fix, Guidance};
use sightline::exchange::Exchange;
use sightline::fix::apply;
use sightline::json::Document;
use sightline::profile::{Profile, clients};
use sightline::project::{Call, ErrorShown, project};
use sightline::rules::{Context, FixAvailability, RULES, Settings, check};

/// Most passes until nothing is left to do.
const PASSES: usize = 20;

/// The texts of the test data, compact and as a person writes them.
fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut texts = Vec::new();
    for name in ["bug-cases.json", "clean-cases.json", "rule-examples.json"] {
        let cases: Vec<Value> =
            serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap();
        for case in cases {
            let exchange = case.get("exchange").unwrap_or(&case);
            texts.push(exchange.to_string());
            texts.push(serde_json::to_string_pretty(exchange).unwrap());
        }
    }
    // No case of the data has the other code of older revisions, nor a response that holds both members.
    texts.extend(
        [
            r#"{"revision":"2026-07-28","response":{"error":{"code":-32002,"message":"No such resource"}}}"#,
            r#"{"revision":"2025-11-25","response":{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"},"result":null}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"}]},"error":null}"#,
        ]
        .map(str::to_owned),
    );
    texts.retain(|text| Document::parse(text).is_ok_and(|document| Exchange::of(&document).is_ok()));
    texts
}

fn found(text: &str, guidance: Guidance) -> Vec<Diagnostic> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let exchange = Exchange::of(&document).unwrap();
    let mut settings = Settings::default();
    settings.guidance = guidance;
    check(&Context::of(&exchange).with_fixes(), &settings)
}

fn counts(found: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    found.iter().for_each(|found| *counts.entry(found.code).or_default() += 1);
    counts
}

/// Findings that a fix may bring, with the reason: they were hidden by what it mended.
const UNCOVERED: [(&str, &str, &str); 9] = [
    ("ALN-001", "ALN-008", "the JSON text that is asked for is the second copy that a budget counts"),
    ("BLK-010", "BLK-011", "annotations that nobody read are read now"),
    ("RES-007", "ALN-001", "a value under a misspelt key is seen now"),
    ("RES-007", "ALN-006", "a value under a misspelt key is seen now"),
    ("SCH-014", "TOOL-010", "an object can have a description, a boolean cannot"),
    ("STR-001", "ALN-001", "the wrapper is an object, and the text holds the natural value"),
    ("STR-001", "STR-009", "the wrapper is an object without a schema"),
    ("STR-013", "STR-009", "the value stands without a schema until the author declares one"),
    ("TASK-002", "TASK-002", "the fields that the nested task lacked are missing one by one"),
];

#[test]
fn a_fix_removes_its_finding_and_adds_none() {
    let mut wrong = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (text, guidance) in corpus().iter().flat_map(|text| Guidance::ALL.map(|guidance| (text, guidance))) {
        let before = found(text, guidance);
        for one in &before {
            let Some(fix) = &one.fix else { continue };
            seen.insert(one.code);
            let fixed = apply(text, [fix]);
            if fixed.applied != 1 {
                wrong.push(format!("{}: its edits do not fit: {fix:?}", one.code));
                continue;
            }
            let after = found(&fixed.text, guidance);
            let is_same = |other: &&Diagnostic| {
                other.code == one.code && other.pointer == one.pointer && other.message == one.message
            };
            if after.iter().any(|other| is_same(&other)) {
                wrong.push(format!(
                    "{} at {} is still there\n  {text}\n  {}",
                    one.code, one.pointer, fixed.text
                ));
            }
            let (old, new) = (counts(&before), counts(&after));
            for (code, count) in new {
                let may = UNCOVERED.iter().any(|(by, brought, _)| *by == one.code && *brought == code);
                if count > old.get(code).copied().unwrap_or_default() && !may {
                    wrong.push(format!("{} brings {code}\n  {text}\n  {}", one.code, fixed.text));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup_by_key(|line| line.split('\n').next().map(str::to_owned));
    let without: Vec<&str> = RULES
        .iter()
        .filter(|rule| rule.has_fix() && !seen.contains(rule.code))
        .map(|rule| rule.code)
        .collect();
    println!("fixes seen of {} rules", seen.len());
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(without.is_empty(), "no case of the corpus carries a fix of {without:?}");
}

#[test]
fn fixes_converge() {
    for (text, guidance) in corpus().iter().flat_map(|text| Guidance::ALL.map(|guidance| (text, guidance))) {
        for unsafe_too in [false, true] {
            let mut now = text.clone();
            let mut passes = 0;
            loop {
                let found = found(&now, guidance);
                let wanted = |fix: &&Fix| unsafe_too || fix.applicability == Applicability::Safe;
                let fixed = apply(&now, found.iter().filter_map(|found| found.fix.as_ref()).filter(wanted));
                if fixed.text == now {
                    break;
                }
                passes += 1;
                assert!(passes <= PASSES, "no end of it: {text}\n{now}\n{}", fixed.text);
                now = fixed.text;
            }
        }
    }
}

static PROFILES: LazyLock<Vec<Profile>> =
    LazyLock::new(|| clients().map(|name| Profile::of(name).unwrap()).collect());

/// What each surface of each version of each client shows its model.
fn shown(text: &str) -> Vec<(String, ErrorShown, Vec<String>)> {
    let document = Document::parse(text).unwrap();
    let exchange = Exchange::of(&document).unwrap();
    let Some(result) = exchange.result else { return Vec::new() };
    let mut call = Call::default();
    call.tool = exchange.tool;
    call.tools = exchange.tools();
    call.revision = Some(exchange.assumed_revision());
    let mut all = Vec::new();
    for profile in PROFILES.iter() {
        for version in &profile.versions {
            for surface in &version.surfaces {
                let projection = project(&call, result, surface);
                let name = format!("{} {} {}", profile.title, version.version, surface.name);
                all.push((name, projection.error, projection.texts().map(str::to_owned).collect()));
            }
        }
    }
    all
}

/// Rules whose finding is about what is shown, so that a safe fix changes it; what it changes.
const ABOUT_WHAT_IS_SHOWN: [(&str, &str); 22] = [
    ("ALN-001", "a text is added"),
    ("ALN-002", "a text is added"),
    ("ALN-003", "a text is added where there was none"),
    ("ALN-004", "the text that differs is written again"),
    ("APP-009", "a text is added where there was none"),
    ("BLK-002", "the block has another type"),
    ("BLK-003", "the block has another type"),
    ("BLK-004", "the data is what a reader can decode"),
    ("BLK-010", "the annotations are where they are read"),
    ("ERR-004", "a text is added where there was none"),
    ("ERR-005", "who shows structured content shows the text of the error"),
    ("RES-001", "a text is added where there was none"),
    ("RES-002", "who shows the whole result shows the field"),
    ("RES-005", "the error is shown as one"),
    ("RES-008", "who shows the whole result shows no cache hints"),
    ("REV-003", "who shows structured content shows the wrapper"),
    ("REV-004", "who shows structured content shows the wrapper"),
    ("REV-005", "the text holds the value and not its wrapper"),
    ("REV-006", "who shows structured content shows the text; REV-010 takes the schema away with it"),
    ("REV-007", "who shows the whole result shows no foreign field"),
    ("REV-008", "who shows the whole result shows the field"),
    ("STR-001", "who shows structured content shows the wrapper"),
];

/// Rules whose fix rewrites a block that may be shown, or how an error is told; all others only add
/// to the texts of `content`.
const REWRITES: [&str; 5] = ["ALN-004", "BLK-003", "RES-005", "REV-005", "REV-006"];

/// Tells whether a text is there as it is, or escaped as a list of several is printed.
fn holds_text(new: &str, text: &str) -> bool {
    let escaped = serde_json::to_string(text).unwrap();
    let escaped = escaped[1..escaped.len() - 1].to_owned();
    new.contains(text) || new.contains(&escaped) || new.contains(&escaped.replace("\\\"", "\""))
}

fn text_blocks(text: &str) -> Vec<String> {
    let document = Document::parse(text).unwrap();
    let exchange = Exchange::of(&document).unwrap();
    let blocks = exchange.result.into_iter().flat_map(|result| result.content());
    blocks.filter_map(|block| block.text()).map(|text| text.to_str().into_owned()).collect()
}

#[test]
fn a_safe_fix_leaves_what_is_shown() {
    let mut wrong: BTreeMap<&str, String> = BTreeMap::new();
    let mut compared = 0;
    for text in corpus() {
        let found = found(&text, Guidance::Published);
        let safe: Vec<(&str, &Fix)> = found
            .iter()
            .filter_map(|found| Some((found.code, found.fix.as_ref()?)))
            .filter(|(_, fix)| fix.applicability == Applicability::Safe)
            .collect();
        if safe.is_empty() {
            continue;
        }
        let before = shown(&text);
        for (code, fix) in safe {
            let after = shown(&apply(&text, [fix]).text);
            let is_about = ABOUT_WHAT_IS_SHOWN.iter().any(|(about, _)| *about == code);
            let blocks = text_blocks(&text);
            for (old, new) in before.iter().zip(&after) {
                compared += 1;
                // Even then, a model that reads the blocks loses none of them.
                let reads_blocks = !old.2.is_empty() && old.2.iter().all(|text| blocks.contains(text));
                let keeps = old.2.iter().all(|text| new.2.iter().any(|new| holds_text(new, text)));
                if is_about && (!reads_blocks || keeps || REWRITES.contains(&code)) {
                    continue;
                }
                // Whoever saw the client's own error in place of the result may see the result now.
                let was_refused = matches!(old.1, ErrorShown::Substituted | ErrorShown::RunAborted);
                if !was_refused && (old.1, &old.2) != (new.1, &new.2) {
                    wrong.entry(code).or_insert_with(|| format!("{old:?}\n  {new:?}\n  {text}"));
                }
            }
        }
    }
    println!("compared: {compared} views");
    let wrong: Vec<String> = wrong.into_iter().map(|(code, what)| format!("{code}: {what}")).collect();
    assert!(wrong.is_empty(), "{} rules\n{}", wrong.len(), wrong.join("\n"));
}

/// Rules that the catalog calls repairable and that have no fix here; what they would need.
const NEEDS_MORE: [(&str, &str); 23] = [
    ("ALN-006", "a summary that a person writes"),
    ("APP-003", "the server of the view; a record stays as it was"),
    ("APP-007", "the host that refuses; a record stays as it was"),
    ("APP-020", "the view that sends; one block in place of an array is no finding"),
    ("BLK-005", "a reader of media"),
    ("CLI-002", "the client that shows; a record stays as it was"),
    ("CLI-004", "the client that shows; a record stays as it was"),
    ("CLI-006", "the client that computes the label; a record stays as it was"),
    ("ERR-001", "a server that answers with a result; a record stays as it was"),
    ("ERR-003", "a server that answers with a result; a record stays as it was"),
    ("ERR-008", "a decision what of the text may stay"),
    ("META-007", "a decision where the secret belongs"),
    ("META-010", "a prefix of the author's own"),
    ("MRTR-004", "a connection, to ask for less"),
    ("RES-006", "the identity of the server"),
    ("SCH-004", "a rewriting of schemas between dialects"),
    ("SCH-005", "a rewriting of schemas between dialects"),
    ("SCH-009", "a guess at the schema that was meant"),
    ("STR-005", "the value that the tool returned"),
    ("STR-009", "several results to infer a schema from"),
    ("STR-010", "a decision that the undeclared fields are not wanted"),
    ("TASK-001", "a connection, to wait for the end of the task"),
    ("TOOL-012", "the server that lists; a record stays as it was"),
];

#[test]
fn what_has_no_fix_is_named() {
    let repairable = RULES.iter().filter(|rule| rule.fix != FixAvailability::None);
    let without: BTreeSet<&str> =
        repairable.clone().filter(|rule| !rule.has_fix()).map(|rule| rule.code).collect();
    let named: BTreeSet<&str> = NEEDS_MORE.iter().map(|(code, _)| *code).collect();
    println!(
        "repairable: {}, with a fix: {}",
        repairable.clone().count(),
        repairable.filter(|rule| rule.has_fix()).count()
    );
    assert_eq!(without, named);
}
