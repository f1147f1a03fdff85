//! Files and servers as they must not be: each gives a message that names thing, place and remedy,
//! the exit code that the help promises, and an end within a deadline.

mod common;

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Case, DEADLINE, SIGHTLINE, case, check};

/// A file, what is in it, and what is said of it.
const BAD_FILES: &[(&str, &[u8], &[&str])] = &[
    ("empty.json", b"", &["empty.json:1:1", "the text is empty", "such as {\"content\": []}"]),
    ("blank.json", b"  \n ", &["blank.json:2:2", "the text is empty", "such as {\"content\": []}"]),
    ("cut.json", b"{\"content\":[{\"type\"", &["cut.json:1:20", "the file looks cut off"]),
    ("cut-string.json", b"{\"content\":\"abc", &["cut-string.json:1:12", "no closing quote"]),
    ("prose.json", b"hello", &["prose.json:1:1", "expected a JSON value", "such as {\"content\": []}"]),
    ("page.json", b"<!doctype html>", &["page.json:1:1", "expected a JSON value"]),
    ("comma.json", b"{\n  \"content\": [],\n}", &["comma.json:3:1", "a comma stands before the end"]),
    ("twice.json", b"{} {}", &["twice.json:1:4"]),
    ("latin.json", b"{\"content\":[\"caf\xe9\"]}", &["latin.json:1:17", "UTF-8", "save the file as UTF-8"]),
    ("utf16.json", b"\xff\xfe{\0}\0", &["utf16.json:1:1", "UTF-16", "save the file as UTF-8"]),
    ("array.json", b"[1]", &["array.json", "expected a JSON object", "found a"]),
    ("text.json", b"\"a\"", &["text.json", "expected a JSON object", "found a string"]),
    ("refusal.json", b"{\"jsonrpc\":\"2.0\",\"id\":1}", &["refusal.json", "holds no `result`"]),
];

/// Each way to read a file.
const READERS: &[&str] = &[
    "check FILE",
    "project FILE --client codex",
    "select FILE --audience model",
    "adapt FILE --from 2026-07-28 --to 2025-11-25",
];

#[test]
fn bad_files_are_named_with_place_and_remedy() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let mut bad: Vec<(&str, &[&str])> = Vec::new();
    for (name, bytes, said) in BAD_FILES {
        fs::write(path(name), bytes).expect("a file is written");
        bad.push((name, said));
    }
    fs::create_dir(path("folder")).expect("a folder is made");
    bad.push(("missing.json", &["missing.json cannot be opened", "No such file"]));
    fs::write(path("deep.json"), "[".repeat(1 << 20)).expect("a file is written");
    bad.push(("deep.json", &["deep.json:1:51", "the limit of 512"]));
    let objects = format!("{}1{}", "{\"a\":".repeat(5000), "}".repeat(5000));
    fs::write(path("deep-objects.json"), objects).expect("a file is written");
    bad.push(("deep-objects.json", &["deep-objects.json:1:", "the limit of 512"]));
    // Sparse, so it costs no space.
    let huge = File::create(path("huge.json")).expect("a file is made");
    huge.set_len((64 << 20) + 1).expect("a file can be sparse");
    bad.push(("huge.json", &["huge.json", " is larger than 64 MiB", "cut out the result of one call"]));

    fs::write(path("good.json"), r#"{"content":[]}"#).expect("a file is written");
    let mut cases: Vec<Case> = Vec::new();
    for (name, said) in &bad {
        let says = |case: Case| said.iter().fold(case, |case, text| case.err(text));
        for reader in READERS {
            // `check` has a rule for a response without an answer.
            if *name == "refusal.json" && reader.starts_with("check") {
                cases.push(case("check refusal.json", 1).out("RPC-001").out("refusal.json:1:1"));
                continue;
            }
            let case = says(case(&reader.replace("FILE", name), 2));
            // `check` reads values below each other, and checks those before the place.
            let is_checked = *name == "twice.json" && reader.starts_with("check");
            cases.push(if is_checked { case } else { case.silent() });
        }
    }
    // Only `check` reads folders.
    for reader in READERS.iter().filter(|reader| !reader.starts_with("check")) {
        let folder = case(&reader.replace("FILE", "folder"), 2).silent();
        cases.push(folder.err("folder is a folder").err("name a file in it"));
    }
    cases.push(case("check folder", 2).silent().err("the folder folder holds no file named *.json"));
    let others =
        ["check good.json --tool missing.json", "project good.json --client codex --tools missing.json"];
    cases.extend(others.map(|args| case(args, 2).err("missing.json cannot be opened")));
    cases.push(case("project good.json --client codex --tools cut.json", 2).err("cut.json:1:20"));
    cases.push(case("project good.json --profile missing.toml", 2).err("missing.toml cannot be opened"));
    cases.push(case("project good.json --profile latin.json", 2).err("latin.json is not UTF-8"));
    cases.push(case("inspect --calls missing.json", 2).err("missing.json cannot be opened"));
    cases.push(case("inspect --calls array.json", 2).err("array.json: expected an object of tool names"));
    cases.push(case("check -", 2).input("").err("standard input:1:1").err("the text is empty"));
    cases.push(case("check -", 2).input("{\"content\":").err("standard input:1:12").err("cut off"));
    check(folder.path(), &cases);
}

#[test]
fn odd_files_are_read_and_their_oddities_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [
        ("twice.json", r#"{"content":[],"content":[{"type":"text","text":"x"}],"resultType":"complete"}"#),
        ("other.json", r#"{"a":1}"#),
        (
            "numbers.json",
            r#"{"content":[],"structuredContent":{"n":1e400,"m":-0.0},"resultType":"complete"}"#,
        ),
        ("surrogate.json", r#"{"content":[{"type":"text","text":"\ud800"}],"resultType":"complete"}"#),
        (
            "types.json",
            r#"{"content":{"a":[1]},"structuredContent":5,"isError":"no","_meta":[],"resultType":7}"#,
        ),
        ("tools.json", r#"{"tools":[1,null,{"name":3,"inputSchema":"x"},[],{"outputSchema":{"type":5}}]}"#),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    let mut cases = vec![
        case("check twice.json", 0).out("\"content\" stands twice").out("readers see the last one"),
        case("project twice.json --client strands", 0).is("x"),
        case("check other.json", 1).out("missing-content-array"),
        case("select other.json --audience model", 0).is("(empty result)"),
        // The letters print as JavaScript does.
        case("project numbers.json --variant B", 0).is(r#"{"n":null,"m":0}"#),
        case("check types.json --fail-on never", 0).out("types.json:"),
        case("check tools.json", 1).out("tools.json:"),
        case("check surrogate.json", 0),
    ];
    for name in ["numbers.json", "surrogate.json", "types.json"] {
        cases.push(case(&format!("project {name} --client all"), 0).out("== codex"));
        cases.push(case(&format!("adapt {name} --from 2026-07-28 --to 2024-11-05"), 0));
        for audience in ["model", "code", "view", "host"] {
            cases.push(case(&format!("select {name} --audience {audience}"), 0));
        }
    }
    check(folder.path(), &cases);
}

/// Answers every request at an address with a page for people.
fn web_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let url = format!("http://{}/mcp", listener.local_addr().expect("it is bound"));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            let page = "<!doctype html><title>Welcome</title>";
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length:";
            let _ = write!(stream, "{head} {}\r\n\r\n{page}", page.len());
        }
    });
    url
}

/// A port at which nobody listens: it was free a moment ago.
fn closed_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it is bound").port()
}

#[test]
fn bad_servers_are_named_with_reason_and_remedy() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shell = |script: &str| case("inspect --timeout 1 -- sh -c", 2).arg(script);
    let address = format!("http://127.0.0.1:{}/mcp", closed_port());
    let web = web_server();
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let silent_url = format!("http://{}/mcp", silent.local_addr().expect("it is bound"));
    let cases = [
        case(&format!("inspect --timeout 1 {address}"), 2)
            .err(&address)
            .err("cannot be reached")
            .err("check that the server runs"),
        case(&format!("inspect --timeout 1 {web}"), 2).err(&web).err("text/html"),
        case(&format!("inspect --timeout 1 {silent_url}"), 2)
            .err(&silent_url)
            .err("deadline")
            .err("--timeout SECONDS"),
        case("inspect not-a-url", 2).err("\"not-a-url\" is no URL").err("sightline inspect -- not-a-url"),
        case("inspect ftp://example.com", 2).err("over http or https, not ftp"),
        case("inspect http://", 2).err("\"http://\"").err("expected one such as http://"),
        case("inspect http://127.0.0.1:99999/mcp", 2).err("has a port above 65535"),
        case("inspect http://me:hunter2@127.0.0.1:9/mcp", 2)
            .err("holds a user or a password")
            .lacks("hunter2"),
        case("inspect -- no-such-command-here", 2)
            .err("\"no-such-command-here\" is not found")
            .err("add it to PATH"),
        case("inspect --cwd no-such-folder -- sh", 2).err("no-such-folder").err("does not exist"),
        shell("echo broken configuration >&2; exit 3")
            .err("ended (exit status: 3) before it answered")
            .err("broken configuration"),
        // What is left of it holds the output open.
        shell("sleep 30 & echo Traceback >&2; sleep 1; exit 3")
            .err("ended (exit status: 3) before it answered")
            .err("Traceback"),
        shell("while :; do echo noise; sleep 0.1; done")
            .err("lines that are no messages")
            .err("noise")
            .err("--timeout SECONDS"),
        shell("exec sleep 60").err("did not answer initialize").err("--timeout SECONDS"),
        shell("printf '\\377\\376\\n'; exec sleep 60").err("did not answer"),
        shell("exec cat").err("initialize"),
    ];
    // Each waits for deadlines, so they wait together.
    thread::scope(|scope| {
        let runs: Vec<_> =
            cases.into_iter().map(|case| scope.spawn(|| check(folder.path(), &[case.silent()]))).collect();
        let failed = runs.into_iter().filter_map(|run| run.join().err()).count();
        assert_eq!(failed, 0, "servers for which a case failed; see above");
    });
    drop(silent);
}

/// A server in shell: answers the handshake and the list, and then as the script says.
const SHELL_SERVER: &str = r#"
while read -r line; do
  case "$line" in *'"id":'*) ;; *) continue ;; esac
  id=$(printf %s "$line" | sed 's/.*"id": *\([0-9]*\).*/\1/')
  case "$line" in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}}' ;;
    *'"tools/list"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":LIST}}' ;;
    *'"tools/call"'*) CALL ;;
  esac
done
"#;

#[test]
fn bad_answers_to_calls_stand_in_the_report() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = r#"[{"name":"a","inputSchema":{"type":"object"}},7,{"description":"nameless"}]"#;
    let server = |call: &str, code: i32| {
        let script = SHELL_SERVER.replace("LIST", list).replace("CALL", call);
        case("inspect --no-tokens --timeout 1 --revision 2025-11-25 --call a --format json -- sh -c", code)
            .arg(&script)
    };
    let outcome = "/tools/0/call/outcome";
    check(
        folder.path(),
        &[
            server(r#"echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32000,"message":"no"}}'"#, 1)
                .json(outcome, "\"protocol-error\"")
                .json("/server/name", "\"sh\"")
                .json("/summary/called", "1"),
            server(":", 2).json(outcome, "\"failed\""),
            server("exit 4", 2).json(outcome, "\"failed\""),
            server(r#"echo '{"jsonrpc":"2.0","id":'$id',"result":[]}'"#, 2).json(outcome, "\"failed\""),
            server(r#"echo '{"jsonrpc":"2.0","id":'$id'}'"#, 2).json(outcome, "\"failed\""),
            server(r#"echo noise; echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[]}}'"#, 1)
                .json(outcome, "\"complete\"")
                .out("noise"),
        ],
    );
}

#[test]
fn secrets_in_what_is_saved_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = r#"[{"name":"a","inputSchema":{"type":"object"}}]"#;
    let call =
        r#"echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"'"$SAID"'"}]}}'"#;
    let script = SHELL_SERVER.replace("LIST", list).replace("CALL", call);
    let saving = |said: &str, into: &str| {
        let options = "inspect --no-tokens --timeout 5 --revision 2025-11-25 --call a --fail-on never";
        case(&format!("{options} --env SAID={said} --save {into} -- sh -c"), 0).arg(&script)
    };
    check(
        folder.path(),
        &[
            saving("a-value-of-ours", "env").out("001-a.json holds the value of --env SAID: take it out"),
            saving("hi", "none").lacks("take it out"),
        ],
    );
    let kept = fs::read_to_string(folder.path().join("env/001-a.json")).expect("it was saved");
    assert!(kept.contains("a-value-of-ours"), "what is saved keeps its bytes");
}

#[test]
fn an_interrupt_shows_what_was_gathered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list =
        r#"[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]"#;
    // The second call never ends, and says that it began.
    let call = r#"case "$line" in *'"name":"b"'*) : >began ;;
      *) echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[]}}' ;; esac"#;
    let script = SHELL_SERVER.replace("LIST", list).replace("CALL", call);
    let inspect = Command::new(SIGHTLINE)
        .args(["inspect", "--all", "--no-tokens", "--format", "json", "--revision", "2025-11-25"])
        .args(["--", "sh", "-c", &script])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let start = Instant::now();
    while !folder.path().join("began").exists() && start.elapsed() < DEADLINE {
        thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Command::new("sh").args(["-c", &format!("kill -INT {}", inspect.id())]).status();
    assert!(interrupted.is_ok_and(|status| status.success()), "the signal is sent");
    let output = inspect.wait_with_output().expect("an interrupted command ends");
    assert!(start.elapsed() < DEADLINE, "it ends at once");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("interrupted; this is what was gathered"), "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["tools"][0]["call"]["outcome"], "complete");
    assert_eq!(report["summary"]["called"], 1);
}
