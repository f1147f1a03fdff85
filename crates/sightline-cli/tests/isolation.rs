//! What an isolated program cannot do: each test is a program that tries.
//!
//! Every attempt runs as the user of the test and, where that is root, as an ordinary user too. What
//! a machine cannot run is counted and named.

use std::collections::BTreeMap;
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use sightline_survey::isolate::{self, Ended, Limits, Plan, TOO_LARGE, TOO_LATE};
use tempfile::TempDir;

const SIGHTLINE: &str = env!("CARGO_BIN_EXE_sightline");

/// The user that most systems keep for what owns nothing.
const NOBODY: &str = "65534";

/// Who starts the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Starter {
    Ourselves,
    /// From root, become a user without any privilege first.
    Nobody,
}

/// The starters that this machine has, and the reason for each that it has not.
fn starters() -> Vec<Starter> {
    let mut able = Vec::new();
    for starter in [Starter::Ourselves, Starter::Nobody] {
        let output = start(starter, &Plan::new("/bin/true", [""; 0]));
        match output {
            Some(output) if output.status.success() => able.push(starter),
            Some(output) => eprintln!(
                "not run as {starter:?}: {}",
                String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default()
            ),
            None => eprintln!("not run as {starter:?}: the tests do not run as root"),
        }
    }
    // A machine without namespaces is named; where there are some, failing is a fault of ours.
    let mut namespaces = Command::new("unshare");
    namespaces.args(["--map-current-user", "--user", "--net", "--pid", "--mount", "--fork", "/bin/true"]);
    let has_namespaces = namespaces.output().is_ok_and(|output| output.status.success());
    assert!(!able.is_empty() || !has_namespaces, "this machine has namespaces, and none was used");
    eprintln!("isolation was tried as {} of 2 users: {able:?}", able.len());
    able
}

fn command(starter: Starter, plan: &Plan) -> Option<Command> {
    let isolated = isolate::isolated(plan, Path::new(SIGHTLINE)).unwrap();
    match starter {
        Starter::Ourselves => Some(isolated),
        Starter::Nobody => {
            // /proc/self belongs to the user of the process.
            let is_root = std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self").unwrap()) == 0;
            let mut command = Command::new("setpriv");
            command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--bounding-set=-all"]);
            command.args(["--inh-caps=-all", "--", "setpriv", "--pdeathsig", "KILL", "--", "unshare"]);
            command.args(["--fork", "--kill-child=KILL", "--net", "--pid", "--mount", "--ipc", "--uts"]);
            command.args([
                "--user",
                "--map-current-user",
                "--keep-caps",
                "--",
                SIGHTLINE,
                "survey",
                "inside",
            ]);
            command.arg(serde_json::to_string(plan).unwrap());
            command.env_clear().env("PATH", "/usr/bin:/bin");
            is_root.then_some(command)
        }
    }
}

fn start(starter: Starter, plan: &Plan) -> Option<Output> {
    Some(command(starter, plan)?.stdin(Stdio::null()).output().unwrap())
}

/// A folder that any user may write to.
fn open_folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    folder
}

/// Runs a program for each starter that there is: what it said, and how it ended.
fn attempts(plan: &Plan) -> Vec<(Output, Ended)> {
    let able = starters();
    let run = |starter: Starter| {
        let folder = open_folder();
        let plan = Plan { results: Some(folder.path().to_owned()), ..plan.clone() };
        let output = start(starter, &plan).unwrap();
        let ended = isolate::ended(folder.path()).unwrap_or_else(|error| {
            panic!("{starter:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
        });
        (output, ended)
    };
    able.into_iter().map(run).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A plan for a script of Python, with the system's own interpreter.
fn python(script: &str) -> Plan {
    Plan {
        limits: Limits { seconds: 30, ..Limits::default() },
        ..Plan::new(interpreter(), ["-I", "-c", script])
    }
}

/// Python of the system, or the one that is found first, whose folders have to be shown then.
fn interpreter() -> PathBuf {
    let system = PathBuf::from("/usr/bin/python3");
    assert!(system.exists(), "the proofs of isolation need /usr/bin/python3");
    system
}

#[test]
fn nothing_outside_is_reached() {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    udp.set_nonblocking(true).unwrap();
    let abstract_name = format!("sightline-proof-{}", std::process::id());
    let address = <std::os::unix::net::SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(
        &abstract_name,
    );
    let unix = std::os::unix::net::UnixListener::bind_addr(&address.unwrap()).unwrap();
    unix.set_nonblocking(true).unwrap();
    let folder = open_folder();
    let path = folder.path().join("socket");
    let by_path = std::os::unix::net::UnixListener::bind(&path).unwrap();
    by_path.set_nonblocking(true).unwrap();
    tcp.set_nonblocking(true).unwrap();
    let script = format!(
        "
import socket
def attempt(name, action):
    try:
        action()
        print(name, 'REACHED')
    except OSError as error:
        print(name, 'refused')
def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as s:
        s.settimeout(3)
        s.connect(address)
def datagram(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.sendto(b'x', address)
attempt('loopback of the machine', lambda: connect(socket.AF_INET, ('127.0.0.1', {tcp})))
attempt('tcp', lambda: connect(socket.AF_INET, ('192.0.2.1', 443)))
attempt('tcp6', lambda: connect(socket.AF_INET6, ('2001:db8::1', 443)))
attempt('udp', lambda: datagram(('192.0.2.1', 53)))
attempt('abstract', lambda: connect(socket.AF_UNIX, '\\0{abstract_name}'))
attempt('path', lambda: connect(socket.AF_UNIX, {path:?}))
attempt('name', lambda: socket.getaddrinfo('sightline-proof.example', 443))
datagram(('127.0.0.1', {udp}))
server = socket.socket()
server.bind(('127.0.0.1', 0))
server.listen()
connect(socket.AF_INET, server.getsockname())
print('own loopback works')
",
        tcp = tcp.local_addr().unwrap().port(),
        udp = udp.local_addr().unwrap().port(),
    );
    for (output, ended) in attempts(&python(&script)) {
        let said = said(&output);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.ends_with("own loopback works\n"), "{said}{stderr}");
        assert_eq!(said.matches("refused").count(), 7, "{said}");
        assert!(!said.contains("REACHED"), "{said}");
        assert_eq!(ended.names, ["sightline-proof.example"]);
        assert!(ended.isolated);
    }
    assert!(tcp.accept().is_err(), "our listener on loopback was reached");
    assert!(udp.recv(&mut [0; 8]).is_err(), "our datagram socket was reached");
    assert!(unix.accept().is_err(), "our abstract socket was reached");
    assert!(by_path.accept().is_err(), "our socket in a folder was reached");
}

#[test]
fn nothing_outlives_the_run() {
    // Forks twice and begins a session of its own, as daemons do.
    let script = "
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
print('started', flush=True)
time.sleep(0.5)
";
    for (output, ended) in attempts(&python(script)) {
        assert_eq!(said(&output), "started\n");
        assert!(output.status.success());
        assert_eq!(ended.how, "exited");
        assert!(ended.left_running.iter().any(|line| line.contains("time.sleep(600)")), "{ended:?}");
    }
    assert!(!is_running("time.sleep(600)\n"), "a daemon outlived its run");
}

#[test]
fn a_deadline_ends_a_run_and_all_of_it() {
    let marker = format!("survey-proof-{}", std::process::id());
    let script = format!("trap '' TERM INT; sleep 700 & : {marker}; while :; do sleep 1; done");
    let mut plan = Plan::new("/bin/sh", ["-c", &script]);
    plan.limits.seconds = 1;
    for (output, ended) in attempts(&plan) {
        assert_eq!(output.status.code(), Some(i32::from(TOO_LATE)));
        assert_eq!(ended.how, "deadline");
        assert!(ended.seconds < 20.0, "{ended:?}");
    }
    assert!(!is_running(&marker), "a process outlived its deadline");
}

#[test]
fn killing_the_command_ends_everything_inside() {
    for (index, starter) in starters().into_iter().enumerate() {
        let marker = format!("survey-killed-{}-{index}", std::process::id());
        let plan =
            Plan::new("/bin/sh", ["-c", &format!("setsid sh -c 'sleep 700; : {marker}' & echo on; wait")]);
        let mut child = command(starter, &plan).unwrap().stdout(Stdio::piped()).spawn().unwrap();
        let mut byte = [0];
        std::io::Read::read_exact(&mut child.stdout.take().unwrap(), &mut byte).unwrap();
        assert!(eventually(|| is_running(&marker)), "nothing was started");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(eventually(|| !is_running(&marker)), "{starter:?}: a process outlived the command");
    }
}

#[test]
fn no_credential_is_seen() {
    let home = open_folder();
    for name in [".ssh", ".aws", ".config"] {
        fs::create_dir(home.path().join(name)).unwrap();
        fs::write(home.path().join(name).join("credentials"), "SECRET-7f3a").unwrap();
    }
    let user = std::env::var("HOME").unwrap();
    let script = format!(
        "
env
for folder in {home:?} {user:?} /root /etc/ssh /var /srv /media /mnt /boot; do
    for file in $(find \"$folder\" -type f 2>/dev/null | head -20); do echo \"SEEN $file\"; done
done
cat {home:?}/.ssh/credentials {home:?}/.aws/credentials /etc/shadow /proc/1/environ 2>/dev/null
ls -A \"$HOME\" /tmp /run
echo end
",
        home = home.path(),
    );
    let plan = Plan::new("/bin/sh", ["-c", &script]);
    for starter in starters() {
        let mut command = command(starter, &plan).unwrap();
        // Credentials in our own environment: `isolated` clears it, and so does the first process.
        let cleared: BTreeMap<_, _> = command.get_envs().collect();
        assert!(!cleared.contains_key(std::ffi::OsStr::new("ANTHROPIC_API_KEY")));
        command.env("ANTHROPIC_API_KEY", "SECRET-7f3a").env("HOME", home.path());
        let output = command.stdin(Stdio::null()).output().unwrap();
        let said = said(&output);
        assert!(said.ends_with("end\n"), "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(!said.contains("SECRET-7f3a"), "{said}");
        assert!(!said.contains("SEEN"), "{said}");
        assert!(said.contains("HOME=/home/survey\n"), "{said}");
    }
}

#[test]
fn nothing_of_the_machine_is_written() {
    let shown = open_folder();
    fs::write(shown.path().join("file"), "as it was").unwrap();
    fs::set_permissions(shown.path().join("file"), fs::Permissions::from_mode(0o666)).unwrap();
    let script = format!(
        "cat {shown:?}/file; for file in {shown:?}/file {shown:?}/new /usr/new /etc/new /new /proc/sys/kernel/domainname \
         /proc/sysrq-trigger; do (echo changed > $file) 2>/dev/null && echo WROTE $file; done; \
         mount -o remount,rw {shown:?} 2>/dev/null && echo REMOUNTED; umount /proc/sys 2>/dev/null && echo UNMOUNTED; \
         echo mine > $HOME/mine && echo home works; grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status",
        shown = shown.path(),
    );
    let plan = Plan { reads: vec![shown.path().to_owned()], ..Plan::new("/bin/sh", ["-c", &script]) };
    for (output, _) in attempts(&plan) {
        let said = said(&output).replace("WROTE /etc/new\n", "").replace("WROTE /new\n", "");
        let expected =
            "as it washome works\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n";
        assert_eq!(said, expected, "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fs::read_to_string(shown.path().join("file")).unwrap(), "as it was");
    assert!(!shown.path().join("new").exists());
}

#[test]
fn disk_memory_and_processes_are_bounded() {
    let limits = Limits {
        disk_mb: 32,
        memory_mb: 400,
        process_mb: 256,
        processes: 40,
        seconds: 60,
        ..Limits::default()
    };
    let disk = python(
        "
try:
    with open('/tmp/full', 'wb') as file:
        for _ in range(64): file.write(b'x' * 2**20)
    print('FILLED')
except OSError as error: print('refused')
",
    );
    let memory = python(
        "
try:
    bytearray(300 * 2**20)
    print('TOOK')
except MemoryError: print('refused')
",
    );
    let processes = python(
        "
import os, time
try:
    for _ in range(100):
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
    print('FORKED')
except OSError: print('refused')
",
    );
    for plan in [disk, memory, processes] {
        for (output, _) in attempts(&Plan { limits, ..plan }) {
            assert_eq!(said(&output), "refused\n", "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    let together = python(
        "
import os, time
for _ in range(4):
    if os.fork() == 0:
        held = bytearray(os.urandom(2**20)) * 150
        time.sleep(60)
        os._exit(0)
time.sleep(60)
",
    );
    for (output, ended) in attempts(&Plan { limits, ..together }) {
        assert_eq!(output.status.code(), Some(i32::from(TOO_LARGE)), "{ended:?}");
        assert_eq!(ended.how, "memory");
    }
}

#[test]
fn results_are_brought_out_and_links_are_not() {
    let script = "echo one > /survey/results/one; ln -s /etc/passwd /survey/results/link; \
                  mkdir /survey/results/folder; cat given/file; exit 7";
    let mut plan = Plan::new("/bin/sh", ["-c", script]);
    plan.files.insert("/home/survey/project/given/file".into(), "given".into());
    for starter in starters() {
        let folder = open_folder();
        plan.results = Some(folder.path().to_owned());
        let output = start(starter, &plan).unwrap();
        assert_eq!(said(&output), "given");
        assert_eq!(output.status.code(), Some(7));
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["isolation.json", "one"]);
        assert_eq!(isolate::ended(folder.path()).unwrap().code, Some(7));
    }
}

#[test]
fn the_first_process_refuses_to_run_anywhere_else() {
    let plan = serde_json::to_string(&Plan::new("/bin/true", [""; 0])).unwrap();
    let output = Command::new(SIGHTLINE).args(["survey", "inside", &plan]).output().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(isolate::NOT_ISOLATED)));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not isolated"));
}

/// Whether a process of this machine, other than the tests, has a word in its command line.
fn is_running(word: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(word))
}

fn eventually(holds: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        if holds() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}
