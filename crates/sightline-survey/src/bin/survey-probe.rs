//! The probe server alone, for a client's configuration and for tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    match sightline_survey::probe::run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("survey-probe: {reason}");
            ExitCode::from(2)
        }
    }
}
