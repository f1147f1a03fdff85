//! The client and the demo server against each other over HTTP: every era, both forms of answer, pages.

use std::num::NonZeroUsize;
use std::time::Duration;

use sightline::json::{Document, Node};
use sightline::revision::{Handshake, REVISIONS};
use sightline_peer::client::{Options, RemarkKind, Session, Target};
use sightline_peer::demo::{self, Eras, HttpOptions, Replies, TOOLS, serve_http};

const PATIENCE: Duration = Duration::from_secs(20);

/// Opens a session, lists and calls everything, and returns the revision that was spoken.
async fn check(server: HttpOptions, client: Options) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::http(&format!("http://{}/mcp", listener.local_addr().unwrap()));
    let serving = tokio::spawn(serve_http(listener, server));
    let mut session = Session::open(&target, client, |_| {}).await.unwrap();
    let revision = session.revision().clone();

    let list = session.list_tools().await.unwrap();
    assert_eq!(list.cut_short, None);
    let mut names = Vec::new();
    for page in &list.pages {
        let page = Document::parse(page).unwrap();
        let tools = page.root().at("/result/tools").unwrap();
        names.extend(tools.items().filter_map(|tool| Some(tool.member("name")?.as_str()?.into_owned())));
    }
    assert_eq!(names, TOOLS.iter().map(demo::DemoTool::name).collect::<Vec<_>>());
    for name in &names {
        let exchange = session.call(name, "{}", PATIENCE).await.unwrap();
        let result = exchange.result().unwrap_or_else(|| panic!("{name}: {}", exchange.response));
        let result = Document::parse(&result).unwrap();
        let has_type = result.root().member("resultType").is_some();
        assert_eq!(has_type, revision.facts().unwrap().has_result_type, "{name}");
        if name == "null" {
            assert!(result.root().member("structuredContent").is_some_and(Node::is_null));
        }
    }
    let remarks = session.close().await.remarks;
    let fell_back = server.server.eras == Eras::InitializeOnly;
    let expected = if fell_back { vec![RemarkKind::Fallback] } else { Vec::new() };
    assert_eq!(remarks.iter().map(|remark| remark.kind).collect::<Vec<_>>(), expected, "{remarks:?}");
    serving.abort();
    revision.to_string()
}

#[tokio::test]
async fn every_revision_is_spoken_in_both_forms_of_answer() {
    for facts in &REVISIONS {
        for replies in [Replies::Json, Replies::Events] {
            let server = HttpOptions { replies, ..HttpOptions::default() };
            let client = Options { revision: Some(facts.revision.clone()), ..Options::default() };
            assert_eq!(check(server, client).await, facts.revision.as_str());
        }
    }
}

#[tokio::test]
async fn the_newest_revision_of_what_the_server_knows_is_agreed_on() {
    for (eras, handshake) in [
        (Eras::Both, Handshake::Discover),
        (Eras::DiscoverOnly, Handshake::Discover),
        (Eras::InitializeOnly, Handshake::Initialize),
    ] {
        let server = demo::Options { eras, page: NonZeroUsize::new(4) };
        let options = HttpOptions { server, ..HttpOptions::default() };
        let newest = REVISIONS.iter().rfind(|facts| facts.handshake == handshake).unwrap();
        assert_eq!(check(options, Options::default()).await, newest.revision.as_str());
    }
}
