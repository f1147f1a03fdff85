//! Public servers: what they put on the wire when their tools are listed and called.
//!
//! Packages are installed by the ordinary clients of their registries, without running a script of
//! theirs, and run isolated: there is no network inside, so tools that need one say so, and any tool may
//! be called, since nothing outlives the run.

pub mod ask;
pub mod begun;
pub mod install;
mod known;
pub mod list;
pub mod report;
pub mod run;

use std::io::{Read as _, Write as _};

use self::report::ServerReport;

/// What the servers of `data/servers.toml` put on the wire on 2026-11-30.
const SHIPPED: &[u8] = include_bytes!("../../data/servers-2026-11-30/servers.jsonl.gz");

/// Returns the reports that ship with the project.
///
/// ```
/// let shipped = sightline_survey::servers::shipped().unwrap();
/// assert!(shipped.len() >= 40);
/// ```
///
/// # Errors
/// They cannot be read, which a test excludes.
pub fn shipped() -> Result<Vec<ServerReport>, String> {
    reports(SHIPPED)
}

/// Reads reports, one JSON object a line, plain or packed.
///
/// # Errors
/// A line is no report, or the bytes cannot be unpacked.
pub fn reports(bytes: &[u8]) -> Result<Vec<ServerReport>, String> {
    const MOST_BYTES: u64 = 1 << 28;
    let mut text = String::new();
    let read = if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::MultiGzDecoder::new(bytes).take(MOST_BYTES).read_to_string(&mut text)
    } else {
        bytes.take(MOST_BYTES).read_to_string(&mut text)
    };
    read.map_err(|error| error.to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", index + 1))
        })
        .collect()
}

/// Packs reports, one JSON object a line; the same reports give the same bytes.
///
/// ```
/// use sightline_survey::servers::{packed, reports, report::ServerReport};
///
/// let one = ServerReport::default();
/// assert_eq!(reports(&packed(&[one.clone()]).unwrap()).unwrap(), [one]);
/// ```
///
/// # Errors
/// There is none that is known; memory is written.
pub fn packed(reports: &[ServerReport]) -> Result<Vec<u8>, String> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for report in reports {
        let line = serde_json::to_string(report).map_err(|error| error.to_string())?;
        writeln!(packer, "{line}").map_err(|error| error.to_string())?;
    }
    packer.finish().map_err(|error| error.to_string())
}
