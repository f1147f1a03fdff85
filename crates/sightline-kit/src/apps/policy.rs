//! The policy under which a view's page runs: nothing is allowed but what the resource declares, and no
//! declaration can say more than one origin.

use std::fmt::Write as _;

use sightline::json::Node;

/// How a host runs the page of a view.
///
/// ```
/// let strictest = sightline_kit::apps::policy(None);
/// assert!(strictest.content_security_policy.contains("connect-src 'none'"));
/// assert_eq!((strictest.sandbox.as_str(), strictest.allow.as_str()), ("allow-scripts", ""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// The value of `Content-Security-Policy`.
    pub content_security_policy: String,
    /// The value of the frame's `sandbox` attribute.
    pub sandbox: String,
    /// The value of the frame's `allow` attribute.
    pub allow: String,
    /// Entries that were refused, because they are no origin.
    pub refused: Vec<String>,
}

/// Builds the policy for a view from `_meta.ui` of its resource, or the strictest without one.
///
/// Scripts and styles of the page itself run; everything else needs an origin that the resource
/// declares. Entries that are no `http`, `https`, `ws` or `wss` origin are left out and named: hosts join
/// entries into one header, and a blank or a semicolon in one could add a directive.
///
/// ```
/// use sightline::json::Document;
/// use sightline_kit::apps::policy;
///
/// let ui = r#"{"csp": {"connectDomains": ["https://api.example", "https://x; script-src *"]}}"#;
/// let ui = Document::parse(ui).unwrap();
/// let policy = policy(Some(ui.root()));
/// assert!(policy.content_security_policy.starts_with("default-src 'none'; "));
/// assert!(policy.content_security_policy.contains("; connect-src https://api.example; "));
/// assert_eq!(policy.refused, ["https://x; script-src *"]);
/// assert_eq!(policy.sandbox, "allow-scripts");
/// ```
#[must_use]
pub fn policy(ui: Option<Node<'_>>) -> Policy {
    let mut refused = Vec::new();
    let csp = ui.and_then(|ui| ui.member("csp"));
    let mut declared = |name: &str| {
        let mut origins: Vec<String> = Vec::new();
        for entry in csp.and_then(|csp| csp.member(name)).into_iter().flat_map(Node::items) {
            match entry.as_str() {
                Some(origin) if is_origin(&origin) => {
                    let origin = origin.into_owned();
                    if !origins.contains(&origin) {
                        origins.push(origin);
                    }
                }
                other => {
                    refused.push(other.map_or_else(|| entry.text().to_owned(), |text| text.into_owned()));
                }
            }
        }
        origins
    };
    let (connect, resources) = (declared("connectDomains"), declared("resourceDomains"));
    let (frames, bases) = (declared("frameDomains"), declared("baseUriDomains"));
    let mut header = String::from("default-src 'none'");
    for (directive, own, origins) in [
        ("script-src", "'unsafe-inline'", &resources),
        ("style-src", "'unsafe-inline'", &resources),
        ("img-src", "data:", &resources),
        ("font-src", "data:", &resources),
        ("media-src", "data:", &resources),
        ("connect-src", "", &connect),
        ("frame-src", "", &frames),
        ("base-uri", "", &bases),
        ("form-action", "", &Vec::new()),
        ("object-src", "", &Vec::new()),
    ] {
        push_directive(directive, own, origins, &mut header);
    }
    Policy {
        content_security_policy: header,
        // An opaque origin: the page reaches neither the host's storage nor that of other views.
        sandbox: "allow-scripts".to_owned(),
        allow: permissions(ui),
        refused,
    }
}

fn push_directive(directive: &str, own: &str, origins: &[String], header: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(header, "; {directive}");
    if own.is_empty() && origins.is_empty() {
        header.push_str(" 'none'");
    }
    for source in [own].into_iter().filter(|own| !own.is_empty()).chain(origins.iter().map(String::as_str)) {
        let _ = write!(header, " {source}");
    }
}

/// The permissions that the specification names; any other word is left out.
fn permissions(ui: Option<Node<'_>>) -> String {
    const KNOWN: [(&str, &str); 4] = [
        ("camera", "camera"),
        ("microphone", "microphone"),
        ("geolocation", "geolocation"),
        ("clipboardWrite", "clipboard-write"),
    ];
    let declared = ui.and_then(|ui| ui.member("permissions"));
    let is_declared =
        |name: &str| declared.is_some_and(|list| list.member(name).is_some_and(Node::is_object));
    let names: Vec<&str> =
        KNOWN.iter().filter(|(name, _)| is_declared(name)).map(|(_, word)| *word).collect();
    names.join("; ")
}

/// `scheme://host[:port]`, the first label may be `*`: nothing that could end a directive or widen it.
fn is_origin(entry: &str) -> bool {
    let Some((scheme, rest)) = entry.split_once("://") else { return false };
    // The colons of an address in brackets separate no port.
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (rest, None),
    };
    let is_port = port.is_none_or(|port| {
        !port.is_empty() && port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit())
    });
    matches!(scheme, "http" | "https" | "ws" | "wss") && is_port && is_host(host)
}

fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.contains(':')
            && address.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte));
    }
    let labels = host.strip_prefix("*.").unwrap_or(host);
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    labels.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sightline::json::Document;

    use super::*;

    const STRICTEST: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
        img-src data:; font-src data:; media-src data:; connect-src 'none'; frame-src 'none'; \
        base-uri 'none'; form-action 'none'; object-src 'none'";

    #[test]
    fn nothing_declared_is_nothing_allowed() {
        for ui in ["{}", "null", r#"{"csp":{}}"#, r#"{"csp":{"connectDomains":"https://a.example"}}"#] {
            let ui = Document::parse(ui).unwrap();
            assert_eq!(policy(Some(ui.root())).content_security_policy, STRICTEST);
        }
        assert_eq!(policy(None).content_security_policy, STRICTEST);
        assert_eq!(policy(None).allow, "");
    }

    #[test]
    fn permissions_are_those_that_are_known() {
        let ui = r#"{"permissions":{"camera":{},"clipboardWrite":{},"usb":{},"microphone":false}}"#;
        let ui = Document::parse(ui).unwrap();
        assert_eq!(policy(Some(ui.root())).allow, "camera; clipboard-write");
    }

    proptest! {
        /// Whatever is declared, the header has its eleven directives and none wider than declared.
        #[test]
        fn no_entry_adds_a_directive(
            entries in prop::collection::vec("(https://)?[a-z*.]{0,6}[ ;,'\"\n\r\t\\\\/:a-z*.-]{0,12}|\\PC{0,12}", 0..6),
            name in "connectDomains|resourceDomains|frameDomains|baseUriDomains",
        ) {
            let ui = serde_json::json!({"csp": {name: entries}}).to_string();
            let ui = Document::parse(&ui).unwrap();
            let policy = policy(Some(ui.root()));
            let header = &policy.content_security_policy;
            prop_assert_eq!(header.split(';').count(), 11);
            prop_assert!(header.starts_with("default-src 'none'; "));
            prop_assert!(header.bytes().all(|byte| (0x20..0x7f).contains(&byte) && byte != b','));
            for source in header.split(';').flat_map(|directive| directive.split(' ').skip(2)) {
                let is_own = matches!(source, "'none'" | "'unsafe-inline'" | "data:");
                let is_word = source.ends_with("-src") || source == "base-uri" || source == "form-action";
                prop_assert!(is_own || is_word || entries.iter().any(|entry| entry == source), "{}", source);
            }
        }
    }
}
