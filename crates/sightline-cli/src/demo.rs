//! `sightline demo`: the demo server, for people who want to point a client at it.

use anyhow::{Context as _, Result};
use sightline_peer::demo::{self, HttpOptions, Options, serve_http, serve_stdio_with};
use tokio::net::TcpListener;

use crate::args::{DemoArgs, Eras};

pub fn run(args: &DemoArgs) -> Result<u8> {
    let options = options(args.era);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match args.http {
            None => serve_stdio_with(tokio::io::stdin(), tokio::io::stdout(), options).await?,
            Some(address) => {
                let listener = TcpListener::bind(address)
                    .await
                    .with_context(|| format!("cannot listen at {address}"))?;
                eprintln!("serving http://{}/mcp, Ctrl-C ends it", listener.local_addr()?);
                let http = HttpOptions { server: options, ..HttpOptions::default() };
                tokio::select! {
                    served = serve_http(listener, http) => served?,
                    _ = tokio::signal::ctrl_c() => {}
                }
            }
        }
        Ok(0)
    })
}

fn options(era: Eras) -> Options {
    let eras = match era {
        Eras::Both => demo::Eras::Both,
        Eras::Initialize => demo::Eras::InitializeOnly,
        Eras::Discover => demo::Eras::DiscoverOnly,
    };
    Options { eras, ..Options::default() }
}
