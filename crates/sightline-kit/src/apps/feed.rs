//! What a view is owed during one call, in the order that it may rely on.

use sightline::json::{Node, quote};
use sightline::result::ToolResult;

/// The messages of one call to one view.
///
/// Whatever order things become known in, the view first says that it is initialized, then gets the
/// input, then the result or the end of the call, each once. Every method returns the JSON-RPC
/// notifications that may be posted now.
///
/// ```
/// use sightline::json::Document;
/// use sightline::result::ToolResult;
/// use sightline_kit::apps::Feed;
///
/// let mut feed = Feed::default();
/// let result = Document::parse(r#"{"content":[],"structuredContent":null,"_meta":{"a":1}}"#).unwrap();
/// // The result came before the view was ready, and before its input was passed on.
/// assert!(feed.result(ToolResult::of(result.root()).unwrap()).is_empty());
/// assert!(feed.initialized().is_empty());
/// let arguments = Document::parse(r#"{"city":"Bern"}"#).unwrap();
/// assert_eq!(feed.input(arguments.root()), [
///     r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{"arguments":{"city":"Bern"}}}"#,
///     r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{"content":[],"structuredContent":null,"_meta":{"a":1}}}"#,
/// ]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Feed {
    is_initialized: bool,
    has_input: bool,
    is_over: bool,
    partial: Option<String>,
    input: Option<String>,
    end: Option<String>,
}

impl Feed {
    /// The view sent `ui/notifications/initialized`.
    ///
    /// ```
    /// let mut feed = sightline_kit::apps::Feed::default();
    /// // Nothing is known yet.
    /// assert!(feed.initialized().is_empty());
    /// ```
    pub fn initialized(&mut self) -> Vec<String> {
        self.is_initialized = true;
        self.due()
    }

    /// A part of the arguments is there, while the model still writes; of several only the last counts.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline_kit::apps::Feed;
    ///
    /// let mut feed = Feed::default();
    /// feed.initialized();
    /// let part = Document::parse(r#"{"city":"Be"}"#).unwrap();
    /// assert!(feed.partial_input(part.root())[0].contains("tool-input-partial"));
    /// ```
    pub fn partial_input(&mut self, arguments: Node<'_>) -> Vec<String> {
        if self.input.is_none() && !self.has_input && !self.is_over {
            let params = format!("{{\"arguments\":{}}}", arguments.text());
            self.partial = Some(notification("tool-input-partial", &params));
        }
        self.due()
    }

    /// The whole arguments are there. A second time changes nothing.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline_kit::apps::Feed;
    ///
    /// let mut feed = Feed::default();
    /// feed.initialized();
    /// let arguments = Document::parse(r#"{"city":"Bern"}"#).unwrap();
    /// assert_eq!(feed.input(arguments.root()).len(), 1);
    /// assert!(feed.input(arguments.root()).is_empty());
    /// ```
    pub fn input(&mut self, arguments: Node<'_>) -> Vec<String> {
        if self.input.is_none() && !self.has_input {
            self.partial = None;
            let params = format!("{{\"arguments\":{}}}", arguments.text());
            self.input = Some(notification("tool-input", &params));
        }
        self.due()
    }

    /// The result is there; the view gets it whole, as it was received.
    ///
    /// ```
    /// use sightline::json::Document;
    /// use sightline::result::ToolResult;
    /// use sightline_kit::apps::Feed;
    ///
    /// let mut feed = Feed::default();
    /// let result = Document::parse(r#"{"content":[]}"#).unwrap();
    /// // It waits for the input.
    /// assert!(feed.result(ToolResult::of(result.root()).unwrap()).is_empty());
    /// ```
    pub fn result(&mut self, result: ToolResult<'_>) -> Vec<String> {
        if self.end.is_none() && !self.is_over && result.is_complete() {
            self.end = Some(notification("tool-result", result.node().text()));
        }
        self.due()
    }

    /// The call ended without a result. The view is told even when its input was never whole.
    ///
    /// ```
    /// let mut feed = sightline_kit::apps::Feed::default();
    /// feed.initialized();
    /// assert!(feed.cancelled("stopped by the user")[0].contains("tool-cancelled"));
    /// ```
    pub fn cancelled(&mut self, reason: &str) -> Vec<String> {
        if self.end.is_none() && !self.is_over {
            self.has_input |= self.input.is_none();
            self.end = Some(notification("tool-cancelled", &format!("{{\"reason\":{}}}", quote(reason))));
        }
        self.due()
    }

    fn due(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        if !self.is_initialized || self.is_over {
            return messages;
        }
        messages.extend(self.partial.take());
        if let Some(input) = self.input.take() {
            self.has_input = true;
            messages.push(input);
        }
        if self.has_input
            && let Some(end) = self.end.take()
        {
            self.is_over = true;
            messages.push(end);
        }
        messages
    }
}

fn notification(name: &str, params: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"ui/notifications/{name}\",\"params\":{params}}}")
}

#[cfg(test)]
mod tests {
    use sightline::json::Document;

    use super::*;

    /// Runs steps named by a letter each, and returns the names of what was posted.
    fn posted(steps: &str) -> Vec<String> {
        let arguments = Document::parse("{}").unwrap();
        let result = Document::parse(r#"{"content":[],"structuredContent":[0]}"#).unwrap();
        let result = ToolResult::of(result.root()).unwrap();
        let mut feed = Feed::default();
        let mut names = Vec::new();
        for step in steps.chars() {
            let messages = match step {
                'v' => feed.initialized(),
                'p' => feed.partial_input(arguments.root()),
                'i' => feed.input(arguments.root()),
                'r' => feed.result(result),
                _ => feed.cancelled("stopped"),
            };
            for message in messages {
                let message = Document::parse(&message).unwrap();
                let method = message.root().member("method").unwrap().as_str().unwrap().into_owned();
                names.push(method.trim_start_matches("ui/notifications/").to_owned());
            }
        }
        names
    }

    #[test]
    fn input_before_result_whatever_comes_first() {
        for steps in ["vir", "ivr", "irv", "riv", "rvi", "vri", "viirr", "irvv"] {
            assert_eq!(posted(steps), ["tool-input", "tool-result"], "{steps}");
        }
        for steps in ["vpir", "vpirp", "vpiir"] {
            assert_eq!(posted(steps), ["tool-input-partial", "tool-input", "tool-result"], "{steps}");
        }
        assert_eq!(posted("ppvr"), ["tool-input-partial"]);
    }

    #[test]
    fn a_cancelled_call_ends_once() {
        assert_eq!(posted("vc"), ["tool-cancelled"]);
        assert_eq!(posted("cv"), ["tool-cancelled"]);
        assert_eq!(posted("vicr"), ["tool-input", "tool-cancelled"]);
        assert_eq!(posted("vircc"), ["tool-input", "tool-result"]);
    }
}
