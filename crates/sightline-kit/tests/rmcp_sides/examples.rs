//! The two examples as programs: the client asks the server over both transports, and prints what
//! docs/for-clients.md shows.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

const GUIDE: &str = include_str!("../../../../docs/for-clients.md");

/// The program of an example. `cargo test` builds examples, unless it is asked for one test file alone.
fn example(name: &str) -> PathBuf {
    // Ours is target/PROFILE/deps/NAME.
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().and_then(|deps| deps.parent()).unwrap().join("examples");
    let path = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is not there; run `cargo build --workspace --examples`", path.display());
    path
}

/// What the client prints about a server.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(example("client"))
        .args(arguments)
        .env_remove("HTTP_PROXY")
        .env_remove("http_proxy")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Ends with the test, whatever comes of it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The last block of text of the guide.
fn shown() -> &'static str {
    let (_, block) = GUIDE.rsplit_once("```text\n").unwrap();
    block.split_once("```").unwrap().0
}

#[test]
fn the_example_client_reads_the_example_server_over_stdio() {
    let server = example("server");
    // The older era: the list at the root is wrapped.
    assert_eq!(printed(&["--stdio", server.to_str().unwrap()]), shown());
}

#[test]
fn the_example_client_reads_the_example_server_over_http() {
    let mut command = Command::new(example("server"));
    command.args(["--http", "127.0.0.1:0"]).stderr(Stdio::piped());
    let mut server = Running(command.spawn().unwrap());
    let mut said = BufReader::new(server.0.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{line}")).to_owned();
    let newest = printed(&[&format!("{url}/mcp")]);
    let older = shown();
    assert!(newest.starts_with("speaks 2026-07-28\n"), "{newest}");
    // What the model reads is the same; code reads the list as it is.
    let of_model = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("  model: ")).map(str::to_owned).collect()
    };
    assert_eq!(of_model(&newest), of_model(older));
    assert!(newest.contains("\n  code:  [{\"customer\":\"Customer 1\""), "{newest}");
    assert!(older.contains("\n  code:  {\"result\":[{\"customer\":\"Customer 1\""), "{older}");
}

#[test]
fn the_examples_say_how_they_are_used() {
    for name in ["server", "client"] {
        let output = Command::new(example(name)).args(["--what", "is", "this"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(&format!("usage: {name}")), "{said}");
    }
}
