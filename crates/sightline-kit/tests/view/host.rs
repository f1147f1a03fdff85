//! The host: answers a view by the functions of `apps`, and reads what the browser's script says.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use sightline::json::{Document, Node};
use sightline::result::ToolResult;
use sightline::tool::Tool;
use sightline_kit::apps::{Feed, ModelContext, Policy, Said, for_model, list_for_view, may_call, said};

/// One view, its tool's result, and what the model gets of it all.
pub struct Host {
    /// The list of the view's own server.
    tools: String,
    result: Option<String>,
    feed: Feed,
    context: ModelContext,
    messages: Vec<String>,
}

/// What came of one page.
pub struct Visit {
    /// The page's own account.
    pub seen: Value,
    /// What reached the origin that nobody declared.
    pub foreign: Vec<String>,
    /// What the model reads: the result, the context, the messages.
    pub model: Vec<String>,
}

impl Host {
    pub fn new(definition: &str, result: &str) -> Self {
        let others = r#"{"name":"pan_map","_meta":{"ui":{"visibility":["app"]}}},{"name":"pay","_meta":{"ui":{"visibility":["model"]}}}"#;
        let mut host = Self::idle();
        host.tools = format!("{{\"tools\":[{definition},{others}]}}");
        host.result = Some(result.to_owned());
        host
    }

    /// A host whose page says nothing.
    pub fn idle() -> Self {
        Self {
            tools: r#"{"tools":[]}"#.to_owned(),
            result: None,
            feed: Feed::default(),
            context: ModelContext::default(),
            messages: Vec::new(),
        }
    }

    /// Takes one message of the view, and returns what is posted to it.
    fn on(&mut self, text: &str) -> Vec<String> {
        let message = Document::parse(text).unwrap();
        let method = message.root().member("method").and_then(Node::as_str).unwrap_or_default().into_owned();
        let id = message.root().member("id").map(Node::to_value);
        match method.as_str() {
            "ui/initialize" => vec![result(id.as_ref(), &initialized(message.root()))],
            "ui/notifications/initialized" => self.feed(),
            "tools/list" => {
                let list = Document::parse(&self.tools).unwrap();
                vec![result(id.as_ref(), &serde_json::from_str(&list_for_view(list.root())).unwrap())]
            }
            "tools/call" => vec![self.call(message.root(), id.as_ref())],
            "ping" => vec![result(id.as_ref(), &json!({}))],
            _ => self.said(message.root(), id.as_ref()),
        }
    }

    /// The result is known before the input here, and the view still gets the input first.
    fn feed(&mut self) -> Vec<String> {
        let text = self.result.clone().unwrap_or_default();
        let Ok(document) = Document::parse(&text) else { return Vec::new() };
        let arguments = Document::parse(r#"{"row":"c"}"#).unwrap();
        let mut messages = self.feed.result(ToolResult::of(document.root()).unwrap());
        messages.extend(self.feed.initialized());
        messages.extend(self.feed.input(arguments.root()));
        messages
    }

    fn call(&self, message: Node<'_>, id: Option<&Value>) -> String {
        let name = message.at("/params/name").and_then(Node::as_str).unwrap_or_default();
        let list = Document::parse(&self.tools).unwrap();
        let tool = Tool::list(list.root()).find(|tool| tool.name().as_deref() == Some(&*name));
        match may_call(tool, true) {
            Ok(()) => result(id, &json!({"content": [{"type": "text", "text": "panned"}]})),
            Err(refusal) => error(id, &format!("{refusal:?}")),
        }
    }

    fn said(&mut self, message: Node<'_>, id: Option<&Value>) -> Vec<String> {
        match said(message) {
            Ok(Said::Context(update)) => self.context.update(update),
            Ok(Said::Message(texts)) => self.messages.extend(texts),
            Ok(_) => {}
            Err(reason) => return vec![error(id, &reason)],
        }
        id.map(|id| result(Some(id), &json!({}))).into_iter().collect()
    }

    /// What the model reads at its next turn.
    fn model(&mut self) -> Vec<String> {
        let text = self.result.clone().unwrap_or_default();
        let document = Document::parse(&text).ok();
        let result = document.as_ref().and_then(|document| ToolResult::of(document.root()));
        let list = Document::parse(&self.tools).unwrap();
        let own = Tool::list(list.root()).next();
        let mut model: Vec<String> = result.and_then(|result| for_model(result, own)).into_iter().collect();
        let context = self.context.take().unwrap_or_default();
        model.extend(context.texts);
        model.extend(context.structured);
        model.append(&mut self.messages);
        model
    }
}

fn initialized(message: Node<'_>) -> Value {
    let version = message.at("/params/protocolVersion").and_then(Node::as_str).unwrap_or_default();
    json!({
        "protocolVersion": version,
        "hostInfo": {"name": "kit", "version": "0"},
        "hostCapabilities": {
            "serverTools": {},
            "updateModelContext": {"text": {}, "structuredContent": {}},
            "message": {"text": {}},
        },
        "hostContext": {},
    })
}

fn result(id: Option<&Value>, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}

fn error(id: Option<&Value>, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32602, "message": message}}).to_string()
}

/// The script that drives the browser.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The origin that serves the package.
    pub own: String,
    /// Another origin.
    pub foreign: String,
}

impl Browser {
    pub fn start(chromium: &Path, folder: &Path) -> Self {
        let script = folder.join(format!("browser-{}.mjs", std::process::id()));
        std::fs::write(&script, include_str!("browser.mjs")).unwrap();
        let pages = json!({"view": include_str!("view.html"), "attack": include_str!("attack.html")});
        let mut command = Command::new("node");
        command.arg(&script).arg(folder).arg(pages.to_string()).env("CHROMIUM", chromium);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut browser = Self { child, input, output, own: String::new(), foreign: String::new() };
        let ready = browser.line();
        // Read once by node.
        let _ = std::fs::remove_file(script);
        let origin = |name: &str| ready[name].as_str().unwrap().to_owned();
        (browser.own, browser.foreign) = (origin("own"), origin("foreign"));
        browser
    }

    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("the browser's script: {error}: {line}"))
    }

    fn tell(&mut self, told: &Value) {
        writeln!(self.input, "{told}").unwrap();
    }

    /// Opens a page under a policy, and answers it until it is done.
    pub fn visit(&mut self, mut host: Host, page: &str, policy: &Policy) -> Visit {
        let header = &policy.content_security_policy;
        self.tell(&json!({"open": page, "csp": header, "sandbox": policy.sandbox, "allow": policy.allow}));
        loop {
            let line = self.line();
            if let Some(message) = line.get("message").and_then(Value::as_str) {
                let messages = host.on(message);
                self.tell(&json!({"post": messages}));
                continue;
            }
            let foreign = line["foreign"].as_array().unwrap_or_else(|| panic!("{line}"));
            let foreign = foreign.iter().map(|url| url.as_str().unwrap_or_default().to_owned()).collect();
            return Visit { seen: line["seen"].clone(), foreign, model: host.model() };
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It ends with its input; a script that hangs is ended.
        let _ = writeln!(self.input, "{{\"close\":true}}");
        let _ = self.output.read_line(&mut String::new());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
