//! Serves the model endpoint by hand: `cargo run -p sightline-survey --example endpoint -- 18080 kept.jsonl both,text`.

use std::time::Duration;

use sightline_survey::{endpoint, scenario};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [port, file, names, ..] = arguments.as_slice() else {
        return Err("usage: endpoint PORT FILE SCENARIO,... [javascript-text|typescript-main]".into());
    };
    let chosen = names.split(',').filter_map(scenario::find).collect();
    let mut options = endpoint::Options::of(chosen);
    options.keep = Some(file.into());
    options.sandbox = match arguments.get(3) {
        Some(word) => Some(serde_json::from_str(&format!("\"{word}\""))?),
        None => None,
    };
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port.parse()?)).await?;
    let endpoint = endpoint::serve(listener, options)?;
    println!("http://{}", endpoint.address());
    loop {
        tokio::time::sleep(Duration::from_mins(1)).await;
        println!("{:?}", endpoint.progress());
    }
}
