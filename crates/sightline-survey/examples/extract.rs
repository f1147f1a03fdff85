//! Prints what a model was sent for each call: `cargo run -p sightline-survey --example extract -- kept.jsonl`.

use sightline_survey::{endpoint, scenario};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: extract FILE [MOST LETTERS OF A PART]")?;
    let most = std::env::args().nth(2).map_or(Ok(400), |most| most.parse())?;
    let kept = endpoint::Kept::read(path.as_ref())?;
    for request in &kept {
        println!("{} {} {}", request.route, request.status, serde_json::to_string(&request.said)?);
    }
    for seen in endpoint::extract(&kept, &scenario::all()) {
        let name = seen.scenario.as_deref().unwrap_or("?");
        println!(
            "\n{name} called as {:?} with {}: {} flagged {} changed {}",
            seen.called_as, seen.arguments, seen.form, seen.flagged, seen.changed_later
        );
        for part in seen.parts.iter().chain(&seen.unrelated) {
            println!("  {}", serde_json::to_string(part)?.chars().take(most).collect::<String>());
        }
    }
    Ok(())
}
