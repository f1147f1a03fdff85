//! From the files of a run to records: one for each scenario whose outcome is known. Pure but for
//! reading those files.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde_json::{Value, json};
use sightline::json::{Document, Edits};

use super::attend::{PROBE, REQUESTS};
use super::mark::mark;
use crate::endpoint::{self, Kept, Seen};
use crate::isolate::Ended;
use crate::probe::{self, Call, Entry, Handshake};
use crate::recipe::Volatile;
use crate::record::Record;
use crate::scenario::Scenario;

/// What is the same for all records of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Id of the client.
    pub client: String,
    /// Its version.
    pub version: String,
    /// The packages that ran.
    pub packages: BTreeMap<String, String>,
    /// Where results reach.
    pub surface: String,
    /// The dialect that was asked for.
    pub dialect: String,
    /// `stdio` or `http`.
    pub transport: String,
    /// Model that was configured.
    pub model: Option<String>,
    /// Settings that are not the client's own.
    pub options: BTreeMap<String, String>,
    /// Day of the run.
    pub date: String,
    /// The folder of the run, as records name it.
    pub run: String,
    /// What differs from run to run.
    pub volatile: Vec<Volatile>,
}

/// The files of one run, read.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    requests: Vec<Kept>,
    log: Vec<Entry>,
    calls: Vec<Call>,
    handshakes: Vec<Handshake>,
    ended: Ended,
}

impl Traffic {
    /// Reads the folder of a run; a file that was never written holds nothing.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        let requests = match Kept::read(&folder.join(REQUESTS)) {
            Err(error) if missing(&error) => Vec::new(),
            read => read?,
        };
        let log = match probe::Log::read(&folder.join(PROBE)) {
            Err(error) if missing(&error) => Vec::new(),
            read => read?,
        };
        let (calls, handshakes) = (probe::calls(&log), probe::handshakes(&log));
        let ended = crate::isolate::ended(folder).unwrap_or_default();
        Ok(Self { requests, log, calls, handshakes, ended })
    }

    /// Whether the client asked the model anything.
    #[must_use]
    pub fn asked_model(&self) -> bool {
        self.requests.iter().any(|kept| kept.dialect.is_some())
    }

    /// Whether the client spoke to the probe server.
    #[must_use]
    pub fn asked_probe(&self) -> bool {
        !self.log.is_empty()
    }

    /// The revision that was agreed on last.
    #[must_use]
    pub fn revision(&self) -> Option<&str> {
        self.handshakes.iter().rev().find_map(|handshake| handshake.agreed.as_deref())
    }

    /// Whether a scenario's tool was called.
    #[must_use]
    pub fn called(&self, scenario: &Scenario) -> bool {
        let tool = scenario.tool();
        self.calls.iter().any(|call| call.tool == tool)
    }

    /// Whether the model was told something for a scenario's tool that the client never called.
    #[must_use]
    pub fn refused(&self, scenario: &Scenario) -> bool {
        let seen = endpoint::extract(&self.requests, std::slice::from_ref(scenario));
        !self.called(scenario) && seen.iter().any(|seen| seen.scenario.as_deref() == Some(&scenario.name))
    }

    /// Whether a scenario's tool was ever offered to the model.
    #[must_use]
    pub fn offered(&self, scenario: &Scenario) -> bool {
        let one = std::slice::from_ref(scenario);
        self.requests.iter().any(|kept| !endpoint::offered(kept, one).is_empty())
    }

    /// The scenario that was called last and whose result never arrived: the one that may have ended
    /// the run.
    #[must_use]
    pub fn suspect<'s>(&self, scenarios: &'s [Scenario], records: &[Record]) -> Option<&'s Scenario> {
        let last = self.calls.last()?;
        let suspect = scenarios.iter().find(|scenario| scenario.tool() == last.tool)?;
        let tool = Some(suspect.tool());
        (!records.iter().any(|record| record.tool == tool)).then_some(suspect)
    }

    /// A record for each scenario whose result arrived at the model.
    #[must_use]
    pub fn records(&self, about: &About, scenarios: &[Scenario]) -> Vec<Record> {
        let seen = endpoint::extract(&self.requests, scenarios);
        let found = scenarios.iter().filter_map(|scenario| {
            let mut own = seen.iter().filter(|seen| seen.scenario.as_deref() == Some(&scenario.name));
            // A call that is repeated shows the same again; the first is what its result brought.
            let first = own.next()?;
            // Without a call the words are the client's own, and no result went over the wire.
            let call = self.answered(scenario)?;
            Some(self.record(about, scenario, call, first, 1 + own.count()))
        });
        found.collect()
    }

    /// The record of a scenario that was called and ended the run: nothing arrived.
    #[must_use]
    pub fn aborted(&self, about: &About, scenario: &Scenario) -> Option<Record> {
        let call = self.calls.iter().find(|call| call.tool == scenario.tool())?;
        let mut record = self.common(about, scenario, call);
        record.form = Some("exception".to_owned());
        record.error = "run-aborted".to_owned();
        Some(record)
    }

    /// The call whose answer was shown: the first one, or the one that the client made by itself once it had the
    /// input that the first answer asked for.
    fn answered(&self, scenario: &Scenario) -> Option<&Call> {
        let tool = scenario.tool();
        let asks = |call: &&Call| {
            let answer = value(call.answer.as_deref().unwrap_or_default());
            answer.get("resultType").and_then(Value::as_str) == Some("input_required")
        };
        let mut own = self.calls.iter().filter(|call| call.tool == tool);
        let first = own.next()?;
        Some(Some(first).filter(asks).and_then(|_| own.find(|call| !asks(call))).unwrap_or(first))
    }

    fn record(&self, about: &About, scenario: &Scenario, call: &Call, seen: &Seen, times: usize) -> Record {
        let mut record = self.common(about, scenario, call);
        record.dialect = seen.dialect.name().to_owned();
        record.model = Some(seen.model.clone()).filter(|model| !model.is_empty()).or(record.model);
        record.called_as = seen.called_as.clone();
        record.form = Some(seen.form.to_owned());
        record.parts = seen.parts.clone();
        let named = about.volatile.iter().filter(|volatile| volatile.replace(&mut record.parts));
        let named: Vec<&str> = named.map(|volatile| volatile.name.as_str()).collect();
        if !named.is_empty() {
            record.normalise = json!(named);
        }
        record.error = mark(scenario, call, seen).to_owned();
        record.other.insert("asked".to_owned(), json!(times));
        record.other.insert(
            "request".to_owned(),
            json!({"file": format!("{}/{REQUESTS}", about.run), "time": seen.time}),
        );
        if seen.changed_later {
            record.notes = json!("a later request shows the result differently");
        }
        if !seen.unrelated.is_empty() {
            record.other.insert("beside".to_owned(), json!(seen.unrelated));
        }
        record
    }

    fn common(&self, about: &About, scenario: &Scenario, call: &Call) -> Record {
        let calls = self.calls.iter().filter(|call| call.tool == scenario.tool()).count();
        let handshakes = self.handshakes.iter().map(|handshake| {
            json!(format!("{} {}", handshake.method, handshake.agreed.as_deref().unwrap_or("refused")))
        });
        let client_info = self.handshakes.last().map(|handshake| {
            let part = |name: &str| {
                handshake.client_info.get(name).and_then(Value::as_str).unwrap_or("?").to_owned()
            };
            format!("{}/{}", part("name"), part("version"))
        });
        let run = json!({
            "handshake": handshakes.collect::<Vec<_>>(),
            "client_info": client_info,
            "names_tried": self.ended.names,
            "left_running": self.ended.left_running.iter().map(|line| without_folders(line)).collect::<Vec<_>>(),
        });
        let mut other = BTreeMap::from([("calls".to_owned(), json!(calls)), ("run".to_owned(), run)]);
        if call.is_error {
            // The wire is the error then, for it has no result.
            other.insert("rpc_error".to_owned(), json!(true));
        }
        let others =
            self.calls.iter().map(|call| call.tool.as_str()).collect::<std::collections::BTreeSet<_>>().len();
        Record {
            client: about.client.clone(),
            version: Some(about.version.clone()),
            packages: about.packages.clone(),
            surface: about.surface.clone(),
            dialect: about.dialect.clone(),
            era: call.revision.clone().or_else(|| self.revision().map(str::to_owned)).unwrap_or_default(),
            transport: Some(about.transport.clone()),
            model: about.model.clone(),
            options: json!(about.options),
            server: Some("probe".to_owned()),
            tool: Some(scenario.tool()),
            arguments: value(&call.arguments),
            setup: json!({"server": "sightline survey probe", "tools_called": others}),
            tool_definition: value(&scenario.definition),
            wire: call.answer.clone().unwrap_or_default(),
            case: format!("survey:{}", scenario.name),
            status: "ran".to_owned(),
            date: Some(about.date.clone()),
            complete: true,
            other,
            ..Record::default()
        }
    }
}

/// A process as its line of command names it, without the folders of this machine: records are published.
/// What lies below the client's own home is the same on every machine.
fn without_folders(line: &str) -> String {
    let words = line.split(' ').map(|word| match word.rsplit_once('/') {
        Some((_, name)) if word.starts_with('/') && !word.starts_with("/home/survey/") => name,
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A record as a line, in which definition and arguments stand as they were on the wire: the type of
/// a record holds them as values, which know neither the order of keys nor the text of numbers.
pub(super) fn line(record: &Record, scenario: Option<&Scenario>, traffic: &Traffic) -> io::Result<String> {
    let text = serde_json::to_string(record).map_err(io::Error::other)?;
    let Ok(document) = Document::parse(&text) else { return Ok(text) };
    let call = traffic.calls.iter().find(|call| Some(&call.tool) == record.tool.as_ref());
    let exact = [
        ("tool_definition", scenario.map(|scenario| scenario.definition.as_str())),
        ("arguments", call.map(|call| call.arguments.as_str())),
    ];
    let mut edits = Edits::new(&document);
    for (name, exact) in exact {
        // What is no JSON stands as a string already.
        let exact = exact.filter(|exact| Document::parse(exact).is_ok());
        if let (Some(member), Some(exact)) = (document.root().member(name), exact) {
            // Line ends can only stand between the tokens of JSON.
            edits.replace(member, exact.replace(['\n', '\r'], " "));
        }
    }
    Ok(edits.finish())
}

pub(super) fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}

#[cfg(test)]
mod tests {
    use super::without_folders;

    #[test]
    fn a_process_is_named_without_folders() {
        for (line, named) in [
            (
                "/opt/cache/bin/cline --hub --cwd /home/survey/project",
                "cline --hub --cwd /home/survey/project",
            ),
            ("node /opt/cache/cli.js -x", "node cli.js -x"),
            ("cat", "cat"),
            ("", ""),
        ] {
            assert_eq!(without_folders(line), named);
        }
    }
}
