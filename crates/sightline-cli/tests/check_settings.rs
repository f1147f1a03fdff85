//! `sightline.toml`, its options, suppressions and baselines.

mod common;

use std::fs;

use common::{Case, case, check};
use tempfile::TempDir;

const RECORDING: &str = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"shop","version":"1"}}}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order"}}
{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"txt"}]}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_orders"}}
{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"a"},{"type":"txt"}]}}
"#;

/// A settings file, what is printed of it, and the exit code.
struct Settings(&'static str, i32, &'static [&'static str]);

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("r.jsonl"), RECORDING).expect("a file is written");
    folder
}

/// Where the two findings stand.
const FIRST: &str = "--> r.jsonl:3:";
const SECOND: &str = "--> r.jsonl:5:";

#[test]
fn settings_hold_for_all_for_a_server_for_a_tool() {
    let rule = "unknown-block-type";
    for (text, levels) in [
        ("", ["error", "error"]),
        ("[levels]\nunknown-block-type = \"warning\"", ["warning", "warning"]),
        ("[levels]\nBLK-001 = \"warning\"", ["warning", "warning"]),
        ("[tools.get_order.levels]\nunknown-block-type = \"warning\"", ["warning", "error"]),
        ("[tools.\"list_*\".levels]\nunknown-block-type = \"warning\"", ["error", "warning"]),
        ("[servers.shop.levels]\nunknown-block-type = \"warning\"", ["warning", "warning"]),
        ("[servers.other.levels]\nunknown-block-type = \"warning\"", ["error", "error"]),
        // The narrowest wins, wherever it stands.
        (
            "[servers.shop.tools.get_order.levels]\nunknown-block-type = \"advice\"\n\
             [tools.get_order.levels]\nunknown-block-type = \"error\"\n\
             [servers.shop.levels]\nunknown-block-type = \"warning\"",
            ["advice", "warning"],
        ),
    ] {
        let folder = folder();
        fs::write(folder.path().join("sightline.toml"), text).expect("a file is written");
        fs::create_dir(folder.path().join("below")).expect("a folder is made");
        let run =
            common::run(folder.path(), &["check", "r.jsonl", "--format", "json", "--fail-on", "never"], "");
        let report: serde_json::Value =
            serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        let mut found: Vec<(u64, &str)> = report["diagnostics"]
            .as_array()
            .expect("findings")
            .iter()
            .filter(|found| found["rule"] == rule)
            .map(|found| (found["line"].as_u64().unwrap(), found["level"].as_str().unwrap()))
            .collect();
        found.sort_unstable();
        assert_eq!(found, [(3, levels[0]), (5, levels[1])], "{text}");
        // The file is found from below, options win over it, and it can be left alone.
        let below =
            common::run(&folder.path().join("below"), &["check", "../r.jsonl", "--fail-on", "never"], "");
        assert_eq!(below.code, Some(0), "{}", below.err);
        let worst = i32::from(levels.contains(&"error"));
        check(
            folder.path(),
            &[
                case("check r.jsonl --level unknown-block-type=off", 0).lacks(rule),
                case("check r.jsonl --level BLK-001=error --level unknown-block-type=warning", 0),
                case("check r.jsonl --no-config --fail-on error", 1),
                case("check r.jsonl", worst),
            ],
        );
        fs::write(folder.path().join("below/sightline.toml"), "").expect("a file is written");
        check(folder.path(), &[case("check r.jsonl --config below/sightline.toml", 1)]);
    }
}

#[test]
fn settings_files_are_read_strictly_and_errors_say_where() {
    let cases = [
        Settings("guidance = \"publshed\"", 2, &["sightline.toml:1:12", "did you mean \"published\"?"]),
        Settings(
            "eror_schema = \"strict\"",
            2,
            &["sightline.toml:1:1: unknown key \"eror_schema\"", "\"error_schema\"?"],
        ),
        Settings("\n[level]\n", 2, &["sightline.toml:2:2: unknown key \"level\"; did you mean \"levels\"?"]),
        Settings(
            "[levels]\nunknown-block-tipe = \"off\"",
            2,
            &["sightline.toml:2:1", "\"unknown-block-type\"?"],
        ),
        Settings(
            "[levels]\nBLK-001 = \"loud\"",
            2,
            &["sightline.toml:2:11: expected error, warning, advice or off"],
        ),
        Settings("[tools.a]\nmax_nam = 64", 2, &["sightline.toml:2:1", "\"max_name\"?"]),
        Settings("[tools.a]\nsuppress = []", 2, &["sightline.toml:2:1: unknown key \"suppress\""]),
        Settings("max_name = \"many\"", 2, &["sightline.toml:1:12: unknown value of max_name"]),
        Settings(
            "max_name = [1]",
            2,
            &["1:12: expected a string, a whole number or a boolean for `max_name`"],
        ),
        Settings("max_name = -1", 2, &["1:12: unknown value of max_name \"-1\"; expected a whole number"]),
        Settings("max_name = 1.5", 2, &["for `max_name`, found float"]),
        Settings(
            "guidance = true",
            2,
            &["unknown value of guidance \"on\"; expected either, published or sep-2200"],
        ),
        Settings("tools = 5", 2, &["sightline.toml:1:9: expected a table for `tools`, found integer"]),
        Settings(
            "baseline = 5",
            2,
            &["sightline.toml:1:12: expected a string for `baseline`, found integer"],
        ),
        Settings("levels.BLK-001 = 5", 2, &["expected a string for `BLK-001`, found integer"]),
        Settings(
            "[levels]\nBLK-001 = \"off\"\nunknown-block-type = \"error\"",
            2,
            &["sightline.toml:3:1: BLK-001 and unknown-block-type are one rule; give it one level"],
        ),
        Settings("guidance = \"either\"\nguidance = \"either\"", 2, &["sightline.toml:2:1", "duplicate key"]),
        Settings(
            "[[suppress]]\npointer = \"content/0\"\nreason = \"x\"",
            2,
            &["sightline.toml:2:11: a `pointer` begins with `/`"],
        ),
        Settings("a = ", 2, &["sightline.toml:1:"]),
        Settings(
            "fail_on = \"often\"",
            2,
            &["sightline.toml:1:11: expected error, warning, advice or never"],
        ),
        Settings(
            "[[suppress]]\nrule = \"BLK-001\"",
            2,
            &["sightline.toml:1:", "a suppression needs a `reason`"],
        ),
        Settings("[[suppress]]\nreason = \"x\"", 2, &["names a `rule`, a `tool` or a `pointer`"]),
        Settings(
            "[[suppress]]\nrule = \"nothing-at-all-like-it\"\nreason = \"x\"",
            2,
            &["sightline.toml:2:8: unknown rule"],
        ),
        Settings(
            "[[suppress]]\nwhy = \"x\"",
            2,
            &["sightline.toml:2:1: unknown key \"why\"; expected rule, tool, pointer or reason"],
        ),
        Settings("fail_on = \"never\"", 0, &[]),
        Settings("audience_filter = false\nmax_name = 1_000\nguidance = \"sep-2200\"", 1, &[]),
    ];
    for Settings(text, code, said) in cases {
        let folder = folder();
        fs::write(folder.path().join("sightline.toml"), text).expect("a file is written");
        let wanted = said.iter().fold(case("check r.jsonl", code), |case, said| case.err(said));
        check(folder.path(), &[if code == 2 { wanted.silent() } else { wanted }]);
    }
    let folder = folder();
    check(
        folder.path(),
        &[
            case("check r.jsonl --config none.toml", 2).err("none.toml cannot be read"),
            case("check r.jsonl --config a --no-config", 2).err("cannot be used with"),
            case("check r.jsonl --level BLK-001", 2).err("expected RULE=LEVEL"),
            case("check r.jsonl --level BLK-001=loud", 2).err("expected error, warning, advice or off"),
            case("check r.jsonl --allow BLK-001 --error unknown-block-type", 2)
                .err("unknown-block-type is given two levels, by --error and by --allow"),
            case("check r.jsonl --allow BLK-001 --allow unknown-block-type", 0),
            case("check r.jsonl --switch max_name=64", 1),
        ],
    );
}

#[test]
fn suppressions_hide_what_they_name_and_unused_ones_are_reported() {
    for (entry, hides_first, hides_second, is_used) in [
        ("rule = \"unknown-block-type\"", true, true, true),
        ("rule = \"BLK-001\"\ntool = \"get_order\"", true, false, true),
        ("tool = \"list_*\"", false, true, true),
        ("pointer = \"/content/1\"", false, true, true),
        ("pointer = \"/content/*/type\"", true, true, true),
        ("rule = \"malformed-base64\"", false, false, false),
        ("rule = \"unknown-block-type\"\npointer = \"/structuredContent\"", false, false, false),
    ] {
        let folder = folder();
        let text = format!("\n[[suppress]]\n{entry}\nreason = \"known\"\n");
        fs::write(folder.path().join("sightline.toml"), text).expect("a file is written");
        let hidden = |place: &str, case: Case, is_hidden: bool| {
            if is_hidden { case.lacks(place) } else { case.out(place) }
        };
        let text = case("check r.jsonl --fail-on never", 0);
        let text = hidden(SECOND, hidden(FIRST, text, hides_first), hides_second);
        let many = usize::from(hides_first) + usize::from(hides_second);
        let text = if is_used {
            text.lacks("unused-suppression").out(&format!("{many} suppressed"))
        } else {
            text.out("advice[SET-001]: nothing is suppressed by rule").out("--> sightline.toml:2:1")
        };
        check(folder.path(), &[text]);
    }
}

#[test]
fn what_the_settings_file_says_in_vain_is_told() {
    let entry = |rule: &str| format!("[[suppress]]\nrule = \"{rule}\"\nreason = \"known\"\n");
    let twice = entry("unknown-block-type") + &entry("BLK-001");
    let again = "advice[SET-001]: rule \"unknown-block-type\" is suppressed by line 1 already";
    let idle = |line: usize, heading: &str| {
        format!("sightline.toml:{line}: nothing that was checked belongs to {heading}")
    };
    for (text, tells, is_told) in [
        (twice.as_str(), again.to_owned(), true),
        (&entry("unknown-block-type"), "is suppressed by line".to_owned(), false),
        ("[tools.get_order]\nrows = 3", "nothing that was checked".to_owned(), false),
        ("[tools.\"get_*\"]\nrows = 3", "nothing that was checked".to_owned(), false),
        ("\n[tools.\"get-*x\"]\nrows = 3", idle(2, "[tools.\"get-*x\"]"), true),
        ("[servers.shop]\nrows = 3", "nothing that was checked".to_owned(), false),
        ("[servers.store]\nrows = 3", idle(1, "[servers.store]"), true),
        ("[servers.a.tools.b.levels]\nBLK-001 = \"off\"", idle(1, "[servers.a.tools.b]"), true),
        ("rows = 3", "nothing that was checked".to_owned(), false),
    ] {
        let folder = folder();
        fs::write(folder.path().join("sightline.toml"), text).expect("a file is written");
        let case = case("check r.jsonl --fail-on never", 0);
        check(folder.path(), &[if is_told { case.out(&tells) } else { case.lacks(&tells) }]);
    }
}

#[test]
fn a_baseline_parks_what_is_old() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let level = "--level unknown-block-type=error";
    check(
        folder.path(),
        &[
            case(&format!("check r.jsonl {level}"), 1),
            case(&format!("check r.jsonl {level} --baseline b.json"), 2)
                .err("b.json cannot be read")
                .err("--write-baseline"),
            case(&format!("check r.jsonl {level} --write-baseline b.json"), 0)
                .out("findings to b.json")
                .lacks(FIRST),
            case(&format!("check r.jsonl {level} --baseline b.json"), 0).out("in the baseline").lacks(FIRST),
            case("check r.jsonl --baseline r.jsonl", 2).err("r.jsonl is no baseline"),
        ],
    );
    let first = fs::read_to_string(path("b.json")).expect("it was written");
    // Moved, with other numbers and in other words around it: the same finding. Another tool: a new one.
    let moved = RECORDING.replace(
        "{\"type\":\"txt\"}]}}\n{\"jsonrpc\":\"2.0\",\"id\":2",
        "{\"type\":\"text\",\"text\":\"x\"},{\"type\":\"txt\"}]}}\n\n{\"jsonrpc\":\"2.0\",\"id\":2",
    );
    assert_ne!(moved, RECORDING);
    fs::write(path("moved.jsonl"), &moved).expect("a file is written");
    fs::write(path("new.jsonl"), moved.replace("get_order", "drop_order")).expect("a file is written");
    fs::write(
        path("mended.jsonl"),
        RECORDING.replace("{\"type\":\"txt\"}", "{\"type\":\"text\",\"text\":\"x\"}"),
    )
    .expect("a file is written");
    fs::write(path("sightline.toml"), "baseline = \"b.json\"").expect("a file is written");
    check(
        folder.path(),
        &[
            case(&format!("check moved.jsonl {level} --baseline b.json"), 0),
            case(&format!("check new.jsonl {level} --baseline b.json"), 1)
                .out("tool drop_order")
                .lacks("tool list_orders"),
            case(&format!("check mended.jsonl {level}"), 0).out("findings of ").out("did not occur"),
            case(&format!("check moved.jsonl {level} --write-baseline again.json"), 0),
        ],
    );
    let prints = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("fingerprint")).map(str::to_owned).collect()
    };
    let again = fs::read_to_string(path("again.json")).expect("it was written");
    assert_eq!(prints(&again), prints(&first));
    assert_eq!(prints(&first).len(), 2);
}

/// A document of the project.
fn page(name: &str) -> String {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(docs.join(name)).expect("the document can be read")
}

/// The first fenced block of a language.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let rest = page.split_once(&format!("```{language}\n")).expect("the page has such a block").1;
    rest.split_once("\n```").expect("the block ends").0
}

#[test]
fn the_documents_lead_from_red_to_green() {
    let folder = folder();
    let checking = page("checking.md");
    let red = block(&checking, "json");
    let green = red.replace("{ \"celsius\": \"18.5\" }", "{ \"celsius\": 18.5 }");
    assert_ne!(red, green, "what the page says to change is there");
    fs::create_dir(folder.path().join("recordings")).expect("a folder is made");
    let recording = folder.path().join("recordings/forecast.json");
    fs::write(&recording, red).expect("a file is written");
    check(folder.path(), &[
        case("check recordings", 1)
            .out("error[STR-004]: \"18.5\" is string, not number (structured-breaks-schema, tool forecast)")
            .out("recordings: 1 error, 0 warnings, 0 of advice"),
        case("check recordings --format markdown --fail-on never", 0).out("## ❌"),
        case("check recordings --write-baseline sightline-baseline.json", 0),
        case("check recordings --baseline sightline-baseline.json", 0),
    ]);
    fs::write(&recording, green).expect("a file is written");
    check(folder.path(), &[case("check recordings", 0).is("recordings: 0 errors, 0 warnings, 0 of advice")]);
    // The settings of the other page are settings, and its table has every switch.
    let settings = page("settings.md");
    fs::write(folder.path().join("sightline.toml"), block(&settings, "toml")).expect("a file is written");
    fs::write(folder.path().join("sightline-baseline.json"), "{\"sightline_baseline\":1,\"findings\":[]}")
        .expect("a file is written");
    check(
        folder.path(),
        &[
            case("check recordings", 0).out("unused-suppression"),
            case("explain SET-001", 0).out("[[suppress]]"),
        ],
    );
    for switch in sightline::rules::switches() {
        assert!(settings.contains(&format!("\n| `{switch}` | ")), "docs/settings.md has {switch}");
    }
}
