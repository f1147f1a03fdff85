//! Ctrl-C during a survey: whatever runs ends with all that it started, what is known is kept, and the
//! command that is printed goes on from there.
//!
//! The client, its registry and its Node are scripts of this test; the client is run isolated like any
//! other.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Programs that would run on: nothing else on a machine sleeps for just so long.
const SLOW_INSTALL: &str = "sleep 777.31";
const SLOW_RUN: &str = "sleep 778.31";

/// Long enough for a machine that builds beside the tests.
const PATIENCE: Duration = Duration::from_mins(1);

/// What stands in for npm: it names a version, and takes its time while a file says so.
const NPM: &str = r#"#!/bin/sh
if [ "$1" = view ]; then echo 1.2.3; exit; fi
for word; do [ "$before" = --prefix ] && folder=$word; before=$word; done
echo begun >> "@/installations"
if [ -e "@/slow-install" ]; then sleep 777.31 & sleep 777.31; fi
mkdir -p "$folder/node_modules/mine"
echo '{"version": "1.2.3"}' > "$folder/node_modules/mine/package.json"
"#;

const NODE: &str = "#!/bin/sh\necho @/bin/node 22.1.0\n";

/// A client with all that one needs: it lists tools, asks the model, calls what it is told.
const CLIENT: &str = r#"
import json, os, subprocess, sys, urllib.request
base, sightline, order, slow = sys.argv[1:]
probe = subprocess.Popen([sightline, "survey", "probe", order], stdin=-1, stdout=-1, text=True)
number = 0
def tell(method, params, **more):
    probe.stdin.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}) + "\n")
    probe.stdin.flush()
def ask(method, params):
    global number
    number += 1
    tell(method, params, id=number)
    while True:
        answer = json.loads(probe.stdout.readline())
        if answer.get("id") == number:
            return answer.get("result")
ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                   "clientInfo": {"name": "mine", "version": "1.2.3"}})
tell("notifications/initialized", {})
listed = ask("tools/list", {})["tools"]
if os.path.exists(slow) and any(tool["name"].endswith("schema_list") for tool in listed):
    subprocess.run(["sleep", "778.31"])
tools = [{"type": "function", "function": {"name": tool["name"], "description": tool.get("description", ""),
          "parameters": {"type": "object"}}} for tool in listed]
messages = [{"role": "user", "content": "Call them."}]
while True:
    body = json.dumps({"model": "m", "messages": messages, "tools": tools}).encode()
    request = urllib.request.Request(base + "/v1/chat/completions", body, {"content-type": "application/json"})
    message = json.load(urllib.request.urlopen(request))["choices"][0]["message"]
    messages.append(message)
    if not message.get("tool_calls"):
        break
    for call in message["tool_calls"]:
        function = call["function"]
        result = ask("tools/call", {"name": function["name"], "arguments": json.loads(function["arguments"])})
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(result)})
"#;

const RECIPE: &str = r#"
client = "mine"
[install]
from = "npm"
package = "mine"
[run]
command = ["/usr/bin/python3", "@/client.py", "{base}", "{sightline}", "{home}/probe.json", "@/slow-run"]
[dialect.openai-chat]
model = "m"
[transport.stdio]
"#;

/// A folder with the scripts of a test.
fn scene(name: &str, scripts: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("bin")).unwrap();
    for (name, text) in scripts {
        let path = folder.join(name);
        fs::write(&path, text.replace('@', folder.to_str().unwrap())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn survey(scene: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sightline"));
    command.args(["survey", "clients", "--era", "both", "--format", "json"]);
    command.args(["--scenario", "both", "--scenario", "schema_list"]);
    command.arg("--recipe").arg(scene.join("mine.toml"));
    within(command, scene)
}

/// A command with the scene's programs first, its cache, and its folder of results.
fn within(mut command: Command, scene: &Path) -> Command {
    command.arg("--out").arg(scene.join("out"));
    let path = format!("{}:{}", scene.join("bin").display(), std::env::var("PATH").unwrap());
    command.env("PATH", path).env("SIGHTLINE_CACHE", scene.join("cache"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Whether a program of exactly this command line runs, isolated or not.
fn is_running(line: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.any(|own| String::from_utf8_lossy(&own).trim_end_matches('\0').replace('\0', " ") == line)
}

/// Waits until that program runs, sends SIGINT to the survey alone, and takes what it says.
fn interrupted(mut survey: Child, while_running: &str) -> Output {
    let start = Instant::now();
    while !is_running(while_running) {
        if survey.try_wait().unwrap().is_some() || start.elapsed() > PATIENCE {
            let _ = survey.kill();
            panic!("{while_running} was not reached: {:?}", survey.wait_with_output().unwrap());
        }
        thread::sleep(Duration::from_millis(20));
    }
    let told = Instant::now();
    let sent = Command::new("kill").args(["-INT", &survey.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = survey.wait_with_output().unwrap();
    assert!(told.elapsed() < Duration::from_secs(20), "it took {:?} to end", told.elapsed());
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    // The system takes a moment to end what is in a namespace after its first process.
    let gone = |_| {
        !is_running(while_running) || {
            thread::sleep(Duration::from_millis(50));
            false
        }
    };
    assert!((0..100).any(gone), "{while_running} outlives the survey");
    output
}

/// The same, and the summary that was printed.
fn summarised(survey: Child, while_running: &str) -> Value {
    let summary: Value = serde_json::from_slice(&interrupted(survey, while_running).stdout).unwrap();
    assert_eq!(summary["interrupted"], true);
    summary
}

/// Runs a printed command in the environment of another.
fn as_a_shell(command: &str, like: &Command) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    for (name, value) in like.get_envs() {
        shell.env(name, value.unwrap());
    }
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

#[test]
fn an_interrupted_survey_ends_what_runs_and_goes_on_from_there() {
    let scripts = [("bin/npm", NPM), ("bin/node", NODE), ("client.py", CLIENT), ("mine.toml", RECIPE)];
    let scene = scene("survey-interrupted", &scripts);
    fs::write(scene.join("slow-install"), "").unwrap();
    fs::write(scene.join("slow-run"), "").unwrap();

    let summary = summarised(survey(&scene).spawn().unwrap(), SLOW_INSTALL);
    assert_eq!(summary["not_begun"], serde_json::json!(["mine"]));
    assert_eq!(summary["not_run"], serde_json::json!({}), "an interruption is no failure of the client");
    let resume = summary["resume"].as_str().unwrap();
    assert!(resume.contains("survey clients") && resume.contains("mine.toml"), "{resume}");

    // The half of an installation is no ground to build on.
    fs::remove_file(scene.join("slow-install")).unwrap();
    let summary = summarised(survey(&scene).spawn().unwrap(), SLOW_RUN);
    assert_eq!(fs::read_to_string(scene.join("installations")).unwrap().lines().count(), 2);
    let course = &summary["courses"][0];
    assert_eq!(course["outcomes"], serde_json::json!({"both": "seen"}), "{summary:#}");
    assert_eq!(course["open"], serde_json::json!(["schema_list"]));
    let records = || fs::read_to_string(scene.join("out/records/mine@1.2.3.jsonl")).unwrap();
    assert_eq!(records().lines().count(), 1, "what was known is kept");

    // The printed command, as a shell runs it.
    fs::remove_file(scene.join("slow-run")).unwrap();
    let output = as_a_shell(summary["resume"].as_str().unwrap(), &survey(&scene));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let course = &summary["courses"][0];
    assert_eq!(course["runs"], 1, "what was known is not run again: {summary:#}");
    // What is listed alone has a harmless one beside it.
    let outcomes = serde_json::json!({"both": "seen", "schema_list": "seen", "text": "seen"});
    assert_eq!(course["outcomes"], outcomes);
    assert_eq!((&summary["interrupted"], &summary["resume"]), (&Value::Bool(false), &Value::Null));
    assert_eq!(fs::read_to_string(scene.join("installations")).unwrap().lines().count(), 2);
    assert!(records().lines().count() >= 2);
}

/// What stands in for npm where servers are installed: into the folder that it is started in.
const SERVERS_NPM: &str = r#"#!/bin/sh
for spec; do :; done
name=${spec%%[!a-z0-9-]*}
echo "$name" >> "@/installations"
if [ -e "@/slow-install" ]; then sleep 777.33 & sleep 777.33; fi
mkdir -p "node_modules/$name/bin"
echo '{"version": "1.2.3", "bin": "bin/program"}' > "node_modules/$name/package.json"
case $name in
  node-*) printf '#!/bin/sh\nexec /usr/bin/python3 $*\n' > "node_modules/$name/bin/node"
          chmod +x "node_modules/$name/bin/node" ;;
  *) cp "@/server.py" "node_modules/$name/bin/program" ;;
esac
if [ "$name" = two ]; then touch slow; fi
"#;

/// A server of one tool, which takes its time to list it while a file says so.
const SERVER: &str = r#"
import json, os, subprocess, sys
slow = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../slow")
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "initialize":
        answer["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                            "serverInfo": {"name": "mine", "version": "1.2.3"}}
    elif message["method"] == "tools/list":
        if os.path.exists(slow):
            subprocess.run(["sleep", "778.33"])
        answer["result"] = {"tools": [{"name": "greet", "inputSchema": {"type": "object"}}]}
    elif message["method"] == "tools/call":
        answer["result"] = {"content": [{"type": "text", "text": "Hello."}]}
    else:
        answer["error"] = {"code": -32601, "message": "not known"}
    print(json.dumps(answer), flush=True)
"#;

const LIST: &str = "[[server]]\nid = 'one'\nnpm = 'one'\n[[server]]\nid = 'two'\nnpm = 'two'\n";

fn servers(scene: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sightline"));
    command.args(["survey", "servers", "--jobs", "1"]).arg(scene.join("servers.toml"));
    within(command, scene)
}

#[test]
fn an_interrupted_survey_of_servers_ends_what_runs_and_goes_on_from_there() {
    let scripts = [("bin/npm", SERVERS_NPM), ("server.py", SERVER), ("servers.toml", LIST)];
    let scene = scene("survey-servers-interrupted", &scripts);
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let installations = || fs::read_to_string(scene.join("installations")).unwrap();

    fs::write(scene.join("slow-install"), "").unwrap();
    let output = interrupted(servers(&scene).spawn().unwrap(), "sleep 777.33");
    assert!(said(&output.stdout).contains("not done: one, two\n"), "{output:?}");
    assert_eq!(said(&output.stderr), "", "an interruption is no failure of the server");

    // The first server is done, and the second one installed no sooner than it runs.
    fs::remove_file(scene.join("slow-install")).unwrap();
    let output = interrupted(servers(&scene).spawn().unwrap(), "sleep 778.33");
    assert!(said(&output.stderr).starts_with("sightline: one 1.2.3: tools listed, 1 tools"), "{output:?}");
    let stdout = said(&output.stdout);
    assert!(
        stdout.contains("1 of 1 servers listed 1 tools") && stdout.contains("not done: two\n"),
        "{stdout}"
    );
    assert_eq!(installations(), "one\none\nnode-linux-x64\ntwo\n");
    assert!(!scene.join("out/servers.jsonl.gz").exists(), "a half is no report");

    // The printed command, as a shell runs it.
    fs::remove_file(scene.join("cache/servers/two/slow")).unwrap();
    let (_, resume) = stdout.split_once("this goes on from here: ").unwrap();
    let output = as_a_shell(resume.trim(), &servers(&scene));
    assert!(
        said(&output.stderr).starts_with("sightline: two "),
        "what is known is not run again: {output:?}"
    );
    assert!(said(&output.stdout).contains("2 of 2 servers listed 2 tools"), "{output:?}");
    assert_eq!(installations().lines().count(), 4, "{}", installations());
    assert!(scene.join("out/servers.jsonl.gz").exists() && !scene.join("out/begun").exists());
}

#[test]
fn a_plan_names_paths_and_what_is_known_and_runs_nothing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("survey-planned");
    let _ = fs::remove_dir_all(&folder);
    let known = folder.join("runs/gemini-cli@0.61.0/gemini.stdio.both");
    fs::create_dir_all(&known).unwrap();
    fs::write(known.join("settled.json"), r#"{"settled": {"both": "seen", "gone": "seen"}}"#).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sightline"))
        .args(["survey", "clients", "gemini-cli", "strands", "--dialect", "all", "--transport", "all"])
        .args(["--scenario", "both", "--scenario", "schema_list", "--plan", "--format", "json", "--out"])
        .arg(&folder)
        // Neither a registry nor a runtime is asked.
        .env("PATH", "")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    let paths = plan["paths"].as_array().unwrap();
    // One dialect and three, two transports, two ways to serve.
    assert_eq!(paths.len(), (1 + 3) * 2 * 2);
    assert_eq!(
        plan["totals"],
        serde_json::json!({"clients": 2, "paths": 16, "runs": 32, "scenarios": 32, "elsewhere": 0, "known": 1})
    );
    let one = paths.iter().find(|path| path["known"]["0.61.0"] == 1).unwrap();
    assert_eq!((&one["transport"], &one["served"]), (&"stdio".into(), &"both".into()));
    assert!(!folder.join("records").exists());
}
