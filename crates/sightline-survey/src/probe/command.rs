//! The probe server as a command, which is what a client's configuration names.

use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::net::TcpListener;

use super::{Eras, Log, Options, Replies, serve_http, serve_stdio};
use crate::scenario::{self, Company, Scenario};

/// Runs a probe server until its client goes, by arguments such as `--era legacy --log FILE`.
///
/// | argument | meaning |
/// | --- | --- |
/// | `--era both\|legacy\|modern` | which ways of opening a connection it knows |
/// | `--log FILE` | where every message is appended |
/// | `--scenarios a,b` | which tools it lists, in this order; without it those that may be listed together |
/// | `--file FILE` | scenarios of the user's own; more than once |
/// | `--http ADDRESS` | serves Streamable HTTP there instead of stdio |
/// | `--events` | answers as event streams over HTTP |
///
/// # Errors
/// An argument that is not known, a file that cannot be read, a transport that fails.
///
/// ```
/// let error = sightline_survey::probe::run(["--era", "later"].map(str::to_owned)).unwrap_err();
/// assert!(error.contains("later"));
/// ```
pub fn run(arguments: impl IntoIterator<Item = String>) -> Result<(), String> {
    let command = Command::read(arguments)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let log = match &command.log {
        Some(path) => Log::to(path).map_err(|error| format!("{}: {error}", path.display()))?,
        None => Log::none(),
    };
    let served = runtime.block_on(async {
        match command.http {
            None => serve_stdio(tokio::io::stdin(), tokio::io::stdout(), command.options, log).await,
            Some(address) => {
                let listener = TcpListener::bind(address).await?;
                eprintln!("serving http://{}/mcp", listener.local_addr()?);
                serve_http(listener, command.options, log).await
            }
        }
    });
    served.map_err(|error| error.to_string())
}

#[derive(Debug)]
struct Command {
    options: Options,
    log: Option<PathBuf>,
    http: Option<SocketAddr>,
}

impl Command {
    fn read(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments.into_iter();
        let (mut log, mut http, mut names) = (None, None, None);
        let (mut eras, mut replies, mut known) = (Eras::Both, Replies::Json, scenario::all());
        while let Some(name) = arguments.next() {
            if name == "--events" {
                replies = Replies::Events;
                continue;
            }
            let value = arguments.next().ok_or_else(|| format!("{name} wants a value"))?;
            match name.as_str() {
                "--era" => eras = era(&value)?,
                "--log" => log = Some(PathBuf::from(value)),
                "--http" => {
                    http = Some(value.parse().map_err(|_| format!("{value} is no address with a port"))?);
                }
                "--scenarios" => names = Some(value),
                "--file" => known = with_file(known, &value)?,
                _ => return Err(format!("{name} is not known")),
            }
        }
        let scenarios = match names {
            None => known.into_iter().filter(|scenario| scenario.company == Company::Any).collect(),
            Some(names) => chosen(&known, &names)?,
        };
        let options = Options { eras, replies, ..Options::of(scenarios) };
        Ok(Self { options, log, http })
    }
}

fn era(word: &str) -> Result<Eras, String> {
    match word {
        "both" => Ok(Eras::Both),
        "legacy" => Ok(Eras::InitializeOnly),
        "modern" => Ok(Eras::DiscoverOnly),
        _ => Err(format!("era {word} is none of both, legacy, modern")),
    }
}

/// Adds a user's own scenarios, which take the place of shipped ones of the same name.
fn with_file(mut known: Vec<Scenario>, path: &str) -> Result<Vec<Scenario>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let own = scenario::parse("own", &text).map_err(|error| format!("{path}: {error}"))?;
    known.retain(|scenario| !own.iter().any(|own| own.name == scenario.name));
    known.extend(own);
    Ok(known)
}

fn chosen(known: &[Scenario], names: &str) -> Result<Vec<Scenario>, String> {
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| {
            let found = known.iter().find(|scenario| scenario.name == name);
            found.cloned().ok_or_else(|| format!("scenario {name} is not known"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        Command::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments_are_taken_or_named() {
        let command =
            read("--era legacy --scenarios both,text --http 127.0.0.1:0 --events --log x.jsonl").unwrap();
        let names: Vec<&str> = command.options.scenarios.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["both", "text"]);
        assert_eq!((command.options.eras, command.options.replies), (Eras::InitializeOnly, Replies::Events));
        assert!(command.http.is_some() && command.log.is_some());
        for (line, word) in [
            ("--era x", "x"),
            ("--scenarios nope", "nope"),
            ("--new 1", "--new"),
            ("--log", "--log"),
            ("--file /none", "/none"),
            ("--http x", "x"),
        ] {
            assert!(read(line).unwrap_err().contains(word), "{line}");
        }
    }

    #[test]
    fn what_breaks_lists_is_listed_only_when_asked_for() {
        let listed = read("").unwrap().options.scenarios;
        assert!(listed.iter().all(|scenario| scenario.company == Company::Any) && listed.len() > 40);
        assert_eq!(read("--scenarios no_object").unwrap().options.scenarios.len(), 1);
    }
}
