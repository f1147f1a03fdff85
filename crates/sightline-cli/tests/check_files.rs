//! Files as they come: other encodings, packed, broken, linked in a circle. Each says one thing, with the
//! place and the remedy; and what is mended keeps all bytes around what is mended.

mod common;

use std::fs;
use std::path::Path;

use common::{case, check, run};

const GOOD: &str = r#"{"content":[{"type":"text","text":"a"}],"resultType":"complete"}"#;

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

/// A name, what is in it, and what its one complaint says.
fn odd_files() -> Vec<(&'static str, Vec<u8>, &'static [&'static str])> {
    let bytes = |text: &str| text.as_bytes().to_vec();
    let noise: Vec<u8> = (0..4000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    vec![
        (
            "le.json",
            utf16("\u{feff}{\"content\":[]}", u16::to_le_bytes),
            &["le.json:1:1", "UTF-16", "iconv -f UTF-16 -t UTF-8"],
        ),
        (
            "be.jsonl",
            utf16("{\"content\":[]}\n{}\n", u16::to_be_bytes),
            &["be.jsonl:1:1", "UTF-16, big end", "UTF-16BE"],
        ),
        ("le.sse", utf16("\u{feff}data: {}\n\n", u16::to_le_bytes), &["le.sse:1:1", "UTF-16"]),
        (
            "packed.jsonl",
            b"\x1f\x8b\x08\0\n\n\xff\n".to_vec(),
            &["packed.jsonl:1:1", "gzip", "gzip -dc FILE"],
        ),
        ("archive.json", b"PK\x03\x04\n\n".to_vec(), &["archive.json:1:1", "ZIP"]),
        ("noise.json", noise.clone(), &["noise.json:1:1", "binary"]),
        ("noise.sse", noise, &["noise.sse:1:1", "binary"]),
        ("marks.json", bytes("\u{feff}\u{feff}{}"), &["marks.json:1:1", "two byte order marks"]),
        (
            "latin.json",
            b"{\"content\":[\"caf\xe9\"]}\n{}".to_vec(),
            &["latin.json:1:17", "save the file as UTF-8"],
        ),
        (
            "comment.json",
            bytes("// a result\n{\"content\": []}"),
            &["comment.json:1:1", "JSON has no comments"],
        ),
        ("nan.json", bytes("{\"content\":[],\"a\":NaN}"), &["nan.json:1:19", "write null or a string"]),
        ("python.json", bytes("{'content': []}"), &["python.json:1:2", "double quotes"]),
        ("none.json", bytes("{\"content\":[],\"a\":None}"), &["none.json:1:19", "json.dumps"]),
        (
            "nul.json",
            bytes("{\"content\":[{\"type\":\"text\",\"text\":\"a\0\"}]}"),
            &["nul.json:1:37", "must be escaped"],
        ),
        ("nuls.json", bytes("\0\0\0\0\0"), &["nuls.json:1:1", "expected a JSON value"]),
        ("prose.txt", bytes("hello there"), &["prose.txt:1:1", "expected a JSON value"]),
        (
            "tail.json",
            bytes(&format!("{GOOD} x")),
            &["tail.json:1:66", "remove it, or put each value on a line"],
        ),
        ("tail-nul.json", bytes(&format!("{GOOD}\0\0")), &["tail-nul.json:1:65", "remove it"]),
        ("cut.json", bytes(&format!("[{GOOD},")), &["cut.json:1:67", "the file looks cut off"]),
        (
            "middle.jsonl",
            bytes(&format!("{GOOD}\n{{\"content\":[\n{GOOD}\n")),
            &["middle.jsonl:2:13", "the line looks cut off"],
        ),
        (
            "event.sse",
            bytes(&format!("data: {{\"a\":\n\ndata: {GOOD}\n\n")),
            &["event.sse:1:12", "the event looks cut off"],
        ),
        (
            "ping.sse",
            bytes("event: ping\n\n"),
            &["ping.sse:3:1", "no event of the stream has a field `data`"],
        ),
        ("empty.sse", Vec::new(), &["empty.sse:1:1", "the text is empty"]),
        ("mark.json", bytes("\u{feff}"), &["mark.json:1:1", "the text is empty"]),
    ]
}

#[test]
fn an_odd_file_says_one_thing_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for (name, bytes, said) in odd_files() {
        fs::write(folder.path().join(name), bytes).expect("a file is written");
        let run = run(folder.path(), &["check", name, "--format", "json"], "");
        let lacks: Vec<_> = said.iter().filter(|said| !run.err.contains(**said)).collect();
        if run.code != Some(2) || run.err.lines().count() != 1 || !lacks.is_empty() {
            wrong.push(format!("{name}: {:?}, lacks {lacks:?}\n{}", run.code, run.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // In a folder each stands once, and keeps no other from being checked.
    fs::write(folder.path().join("good.json"), GOOD).expect("a file is written");
    let whole = run(folder.path(), &["check", "."], "");
    let texts =
        odd_files().iter().filter(|(name, ..)| Path::new(name).extension() != Some("txt".as_ref())).count();
    assert_eq!((whole.code, whole.err.lines().count()), (Some(2), texts), "{}", whole.err);
}

#[test]
fn what_others_end_and_begin_in_other_ways_is_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let long = GOOD.replace("\"a\"", &format!("{:?}", "x".repeat(5_000_000)));
    let message = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{GOOD}}}");
    for (name, text) in [
        ("mark.json", format!("\u{feff}{GOOD}")),
        ("mark.jsonl", format!("\u{feff}{GOOD}\r\n\r\n{GOOD}")),
        ("long.json", long),
        ("return.sse", format!("event: message\rdata: {message}\r\r")),
        (
            "pieces.sse",
            format!("\u{feff}id: 1\r\ndata:{}\r\ndata: {}\r\n\r\n", &message[..17], &message[17..]),
        ),
    ] {
        fs::write(folder.path().join(name), text).expect("a file is written");
        check(
            folder.path(),
            &[case(&format!("check {name}"), 0).out("0 errors, 0 warnings").lacks("not checked")],
        );
    }
    check(folder.path(), &[case("check -", 2).input("").err("standard input:1:1: the text is empty")]);
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_end() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("all/below")).expect("a folder is made");
    fs::write(folder.path().join("all/good.json"), GOOD).expect("a file is written");
    for (target, link) in
        [("..", "all/below/up"), ("itself.json", "all/itself.json"), ("nowhere", "all/lost.json")]
    {
        symlink(target, folder.path().join(link)).expect("a link is made");
    }
    check(
        folder.path(),
        &[
            case("check all --format json", 0).json("/summary/checked", "1"),
            case("check all/itself.json", 2).err("all/itself.json cannot be opened"),
            case("check all/lost.json", 2).err("all/lost.json cannot be opened"),
        ],
    );
}

/// A result that lacks `resultType`, spread over lines, with a value that a fix removes.
const PIECES: &str = "id: 7\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\r\ndata:  {\"content\":[],\r\nretry: 5\r\ndata:  \"structuredContent\": {\r\ndata:    \"a\": 1\r\ndata:  }}}\r\n: kept\r\n\r\n";

#[test]
fn what_is_mended_keeps_all_bytes_around_it() {
    let bare = "{\"content\":[{\"type\":\"text\",\"text\":\"é\"}] }";
    let mended = bare.replace("] }", "],\"resultType\":\"complete\" }");
    let event =
        |body: &str| format!("event: message\ndata: {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{body}}}\n\n");
    let list = |name: &str, body: &str| (name.to_owned(), body.to_owned());
    let kinds = [
        list("one.json", "  BODY\r\n"),
        list("mark.json", "\u{feff}BODY"),
        list("array.json", "[\r\n  BODY ,\t{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n]"),
        list("lines.jsonl", "{\"level\": \"info\"}\r\nnoise\n\nBODY\r\n { \"x\" : 1 }"),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file is written");
    let mut expected: Vec<(String, String)> = Vec::new();
    for (name, text) in kinds {
        put(&name, &text.replace("BODY", bare));
        expected.push((name, text.replace("BODY", &mended)));
    }
    put("events.sse", &format!(": hi\n\n{}event: ping\ndata: {bare}\n\n", event(bare)));
    expected.push(list("events.sse", &format!(": hi\n\n{}event: ping\ndata: {bare}\n\n", event(&mended))));
    put("pieces.sse", PIECES);
    // Each line keeps its field and its end.
    expected.push(list(
        "pieces.sse",
        &PIECES.replace("data:  }}}", "data:  },\r\ndata:  \"resultType\": \"complete\"}}"),
    ));
    // What is nothing of ours stays as it is, and so does a file that cannot be read.
    for (name, text) in
        [("package.json", "{\"scripts\":{}}"), ("notes.json", "{\"a\": 1"), ("base.json", BASELINE)]
    {
        put(name, text);
        expected.push(list(name, text));
    }
    let args = ["check", ".", "--revision", "2026-07-28", "--level", "ALN-003=off"];
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    let before: Vec<String> = expected.iter().map(|(name, _)| read(name)).collect();
    let diff = run(folder.path(), &[&args[..], &["--diff"]].concat(), "");
    assert_eq!(
        before,
        expected.iter().map(|(name, _)| read(name)).collect::<Vec<_>>(),
        "a diff writes nothing"
    );
    assert!(!diff.out.contains("package.json") && diff.out.contains("--- ./pieces.sse"), "{}", diff.out);
    run(folder.path(), &[&args[..], &["--fix"]].concat(), "");
    for (name, text) in &expected {
        assert_eq!(read(name), *text, "{name}");
    }
    assert_eq!(names(folder.path()), expected.len(), "nothing is left beside them");
    let again = run(folder.path(), &[&args[..], &["--diff"]].concat(), "");
    assert_eq!(again.out, "", "nothing is left to mend");
}

const BASELINE: &str = "{\"sightline_baseline\":1,\"findings\":[]}";

fn names(folder: &Path) -> usize {
    fs::read_dir(folder).expect("the folder is there").count()
}

#[test]
fn what_is_suppressed_is_not_mended() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = r#"{"revision":"2026-07-28","result":{"content":[]}}"#;
    fs::write(folder.path().join("a.json"), text).expect("a file is written");
    let settings = "[[suppress]]\nrule = \"missing-result-type\"\nreason = \"the proxy adds it\"\n";
    fs::write(folder.path().join("sightline.toml"), settings).expect("a file is written");
    run(folder.path(), &["check", "a.json", "--fix"], "");
    assert_eq!(fs::read_to_string(folder.path().join("a.json")).expect("it is there"), text);
    run(folder.path(), &["check", "a.json", "--fix", "--no-config"], "");
    assert_ne!(fs::read_to_string(folder.path().join("a.json")).expect("it is there"), text);
}

/// The system ends the command in the middle of a write: the file is still what it was.
#[cfg(unix)]
#[test]
fn a_write_that_is_ended_halfway_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.json");
    let long = "word ".repeat(100_000);
    let text =
        format!(r#"{{"revision":"2026-07-28","result":{{"content":[{{"type":"text","text":"{long}"}}]}}}}"#);
    fs::write(&path, &text).expect("a file is written");
    let mend = |limit: &str| {
        let script = format!("{limit} exec \"$0\" check a.json --fix");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_sightline")]).current_dir(folder.path());
        shell.output().expect("a shell starts").status
    };
    let status = mend("ulimit -c 0; ulimit -f 200;");
    assert!(!status.success(), "{status}");
    assert!(fs::read_to_string(&path).expect("it is there") == text, "not a byte is changed");
    mend("");
    let mended = fs::read_to_string(&path).expect("it is there");
    assert!(mended.len() > text.len() && mended.contains("resultType"), "without the limit it is mended");
}

/// Keys and names that would move the cursor, or are wider than they are long.
const WILD: &str = r#"{"revision":"2025-11-25","tool":{"name":"tool","description":"d","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"k\u001b[2J\u202e":{"type":"integer"}}}},"result":{"content":[{"type":"text","text":"天気は晴れです"}],"structuredContent":{"k\u001b[2J\u202e":"東京の天気は晴れ、東京の天気は晴れ、東京の天気は晴れ、東京の天気は晴れ"}}}"#;

#[test]
fn text_fits_the_terminal_and_moves_no_cursor() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("wild.json"), WILD).expect("a file is written");
    let run = common::run_with(folder.path(), &["check", "wild.json"], "", &[("COLUMNS", "60")]);
    let moves =
        |letter: char| letter.is_control() && letter != '\n' || ('\u{202a}'..='\u{202e}').contains(&letter);
    assert!(!run.out.contains(moves), "{:?}", run.out);
    assert!(run.out.contains("k\\u{1b}[2J\\u{202e}"), "{}", run.out);
    // Source lines are windows of their own, and a word cannot be folded.
    let is_text = |line: &&str| !line.contains(" | ") && line.contains(' ');
    let long: Vec<&str> = run.out.lines().filter(is_text).filter(|line| line.chars().count() > 60).collect();
    assert!(long.is_empty(), "{long:#?}");
    assert!(
        run.out.lines().any(|line| line.trim_start().starts_with("(structured-breaks-schema")),
        "{}",
        run.out
    );
}
