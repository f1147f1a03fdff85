//! Lists the tools of a server and calls one: `list_and_call TOOL ARGUMENTS URL | COMMAND [ARG..]`.

use std::time::Duration;

use sightline_peer::client::{Error, Options, Session, StdioTarget, Target};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [tool, arguments, command, rest @ ..] = args.as_slice() else {
        eprintln!("usage: list_and_call TOOL ARGUMENTS URL | COMMAND [ARG..]");
        return Ok(());
    };
    let target = if command.starts_with("http") {
        Target::http(command)
    } else {
        Target::Stdio(StdioTarget {
            command: command.into(),
            args: rest.iter().map(Into::into).collect(),
            ..StdioTarget::default()
        })
    };
    let mut session = Session::open(&target, Options::default(), |_| {}).await?;
    println!("revision {}", session.revision());
    let list = session.list_tools().await?;
    let bytes: usize = list.pages.iter().map(String::len).sum();
    println!("{} pages, {bytes} bytes, cut short: {:?}", list.pages.len(), list.cut_short);
    let exchange = session.call(tool, arguments, Duration::from_secs(30)).await?;
    println!("{} in {:?}", exchange.response, exchange.elapsed);
    println!("{} notifications", session.notifications().len());
    for remark in session.close().await.remarks {
        println!("remark: {remark}");
    }
    Ok(())
}
