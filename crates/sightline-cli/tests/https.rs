//! HTTPS as a real TLS endpoint speaks it: certificates are checked, and trusted ones are enough.
//!
//! `openssl` writes the certificate and `node` ends the TLS in front of the demo server. Where one of
//! them is missing the test is named as not run.

mod common;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{HttpDemo, run_with};

/// Ends TLS and hands the bytes on; prints its port.
const TERMINATOR: &str = r#"
const [tls, net, fs] = [require("tls"), require("net"), require("fs")];
const options = { key: fs.readFileSync("key.pem"), cert: fs.readFileSync("cert.pem") };
const server = tls.createServer(options, (secure) => {
  const plain = net.connect(Number(process.argv[1]), "127.0.0.1");
  for (const stream of [secure, plain]) stream.on("error", () => {});
  secure.pipe(plain).pipe(secure);
});
server.on("tlsClientError", () => {});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
"#;

/// The terminator's process; ended when dropped.
struct Terminator(Child);

impl Drop for Terminator {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn certificate(folder: &Path) {
    let arguments = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem \
                     -out cert.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
                     -addext basicConstraints=critical,CA:FALSE";
    let output = Command::new("openssl").args(arguments.split_whitespace()).current_dir(folder).output();
    let output = output.expect("openssl starts; it is part of every Debian with TLS");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn terminator(folder: &Path, port: &str) -> (Terminator, String) {
    let mut child = Command::new("node")
        .args(["-e", TERMINATOR, port])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says its port");
    (Terminator(child), line.trim().to_owned())
}

fn is_missing(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).stdin(Stdio::null()).output();
    if found.is_err() {
        println!("NOT RUN: {program} is not installed; HTTPS is missing, 1 test");
    }
    found.is_err()
}

#[test]
fn https_is_spoken_with_trusted_certificates_only() {
    if is_missing("openssl", "version") || is_missing("node", "--version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    certificate(folder.path());
    let demo = HttpDemo::start(folder.path());
    let port = demo.url.trim_start_matches("http://127.0.0.1:").split('/').next().expect("a port");
    let (_terminator, secure_port) = terminator(folder.path(), port);
    let url = format!("https://localhost:{secure_port}/mcp");
    let args = ["inspect", &url, "--call", "null", "--no-tokens", "--fail-on", "never"];

    let trusted = folder.path().join("cert.pem");
    let trusting = [("SSL_CERT_FILE", trusted.to_str().expect("UTF-8"))];
    let run = run_with(folder.path(), &args, "", &trusting);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("1 tool called of 22") && run.out.contains(&url), "{}", run.out);

    let run = run_with(folder.path(), &args, "", &[]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(run.err.contains("certificate"), "{}", run.err);
}
