//! Locations as pydantic's `AnyUrl` reads and prints them, which `mcp` 1.x uses.
//!
//! It parses by the URL standard, so a client that prints the location prints a normalised one. Names
//! of hosts beyond ASCII are kept as they are; the standard would encode them.

/// Schemes that the standard treats specially, with the port that goes without saying.
const SPECIAL: &[(&str, &str)] =
    &[("ftp", "21"), ("http", "80"), ("https", "443"), ("ws", "80"), ("wss", "443")];

/// Returns the normalised location, or `None` for a text that is no URL.
pub(crate) fn normalised(location: &str) -> Option<String> {
    let trimmed = location.trim_matches(|character: char| character <= ' ');
    let cleaned: String =
        trimmed.chars().filter(|character| !matches!(character, '\t' | '\n' | '\r')).collect();
    let (scheme, rest) = cleaned.split_once(':')?;
    let named = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    if !scheme.starts_with(|first: char| first.is_ascii_alphabetic()) || !scheme.bytes().all(named) {
        return None;
    }
    let scheme = scheme.to_ascii_lowercase();
    let (rest, fragment) = cut(rest, '#');
    let (rest, query) = cut(rest, '?');
    let special = SPECIAL.iter().find(|(name, _)| *name == scheme);
    let mut out = format!("{scheme}:");
    if let Some((_, port)) = special {
        let rest = rest.replace('\\', "/");
        let rest = rest.trim_start_matches('/');
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        out.push_str("//");
        out.push_str(&self::authority(&lower_host(authority), Some(port))?);
        out.push_str(&encode(&without_dots(path, true), PATH));
    } else if scheme == "file" {
        let rest = rest.replace('\\', "/");
        let (host, path) = match rest.strip_prefix("//") {
            Some(rest) => rest.find('/').map_or((rest, ""), |at| rest.split_at(at)),
            None => ("", rest.as_str()),
        };
        let host = host.to_ascii_lowercase();
        out.push_str("//");
        out.push_str(if host == "localhost" { "" } else { &host });
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        out.push_str(&encode(&without_dots(&path, true), PATH));
    } else if let Some(rest) = rest.strip_prefix("//") {
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        out.push_str("//");
        out.push_str(&encode(&self::authority(authority, None)?, &[]));
        out.push_str(&encode(&without_dots(path, false), PATH));
    } else if rest.starts_with('/') {
        out.push_str(&encode(&without_dots(rest, true), PATH));
    } else {
        out.push_str(&encode(rest, &[]));
    }
    if let Some(query) = query {
        out.push('?');
        out.push_str(&encode(query, if special.is_some() { SPECIAL_QUERY } else { QUERY }));
    }
    if let Some(fragment) = fragment {
        out.push('#');
        out.push_str(&encode(fragment, FRAGMENT));
    }
    Some(out)
}

const PATH: &[u8] = b" \"#<>?`{}";
const QUERY: &[u8] = b" \"#<>";
const SPECIAL_QUERY: &[u8] = b" \"#<>'";
const FRAGMENT: &[u8] = b" \"<>`";

/// What no name of a host may hold.
const FORBIDDEN: &[char] = &[' ', '#', '/', '<', '>', '?', '@', '[', '\\', ']', '^', '|'];

/// Lowers the host and keeps user and password.
fn lower_host(authority: &str) -> String {
    match authority.rsplit_once('@') {
        Some((user, host)) => format!("{user}@{}", host.to_ascii_lowercase()),
        None => authority.to_ascii_lowercase(),
    }
}

fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// User, host and port; with a default port the scheme is special and the host must not be empty.
fn authority(authority: &str, default_port: Option<&str>) -> Option<String> {
    let (user, host) = authority.rsplit_once('@').map_or(("", authority), |(user, host)| (user, host));
    let bracketed = host.starts_with('[');
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !bracketed || name.ends_with(']') => (name, port),
        _ => (host, ""),
    };
    if !port.is_empty() && port.parse::<u16>().is_err() {
        return None;
    }
    if !bracketed && name.contains(FORBIDDEN) {
        return None;
    }
    let name = match default_port {
        Some(_) if name.is_empty() || name.contains('%') => return None,
        Some(_) => special_host(name)?,
        None => name.to_owned(),
    };
    let at = if user.is_empty() { String::new() } else { format!("{user}@") };
    let port = port.parse::<u16>().map(|port| port.to_string()).unwrap_or_default();
    let port =
        if port.is_empty() || default_port == Some(&port) { String::new() } else { format!(":{port}") };
    Some(format!("{at}{name}{port}"))
}

/// A host whose last label is a number is an address of four numbers.
fn special_host(name: &str) -> Option<String> {
    let labels: Vec<&str> = name.trim_end_matches('.').split('.').collect();
    let numeric = |label: &&str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
    if !labels.last().is_some_and(&numeric) {
        return Some(name.to_owned());
    }
    if labels.len() > 4 || !labels.iter().all(numeric) {
        return None;
    }
    let (last, first) = labels.split_last()?;
    let mut address: u32 = last.parse().ok()?;
    let room = 4 - u32::try_from(first.len()).ok()?;
    if room < 4 && address >= 256u32.pow(room) {
        return None;
    }
    for (index, label) in (0u32..).zip(first) {
        address |= u32::from(label.parse::<u8>().ok()?) << (8 * (3 - index));
    }
    Some(address.to_be_bytes().map(|byte| byte.to_string()).join("."))
}

/// Resolves `.` and `..`; a rooted path always has a first slash.
fn without_dots(path: &str, rooted: bool) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.strip_prefix('/').unwrap_or(path).split('/').collect();
    let last = segments.len() - 1;
    for (index, segment) in segments.iter().enumerate() {
        match *segment {
            ".." => {
                kept.pop();
                if index == last {
                    kept.push("");
                }
            }
            "." if index == last => kept.push(""),
            "." => {}
            other => kept.push(other),
        }
    }
    if path.is_empty() && !rooted { String::new() } else { format!("/{}", kept.join("/")) }
}

/// Percent-encodes controls, everything beyond ASCII and the bytes of a set.
fn encode(text: &str, set: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let mut bytes = [0; 4];
        let bytes = character.encode_utf8(&mut bytes).as_bytes();
        let plain = |byte: &u8| matches!(byte, 0x20..=0x7e) && !set.contains(byte);
        if bytes.iter().all(plain) {
            out.push(character);
        } else {
            out.extend(bytes.iter().map(|byte| format!("%{byte:02X}")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::normalised;

    /// What `pydantic.AnyUrl` answered.
    #[test]
    fn locations_are_normalised_as_the_standard_says() {
        let check = |location: &str, expected: &str| {
            assert_eq!(normalised(location).as_deref(), Some(expected), "{location}");
        };
        check("http://EXAMPLE.com", "http://example.com/");
        check("HTTP://a.b:80/x", "http://a.b/x");
        check("HTTPS://A.b:443", "https://a.b/");
        check("https://a.b:8443/x", "https://a.b:8443/x");
        check("file:///tmp/a b.txt", "file:///tmp/a%20b.txt");
        check("file://tmp/a", "file://tmp/a");
        check("file:a", "file:///a");
        check("file:///C:/x/../y", "file:///C:/y");
        check("mailto:x@y", "mailto:x@y");
        check("urn:x:y", "urn:x:y");
        check("x:", "x:");
        check("data:,x", "data:,x");
        check("ui://A/B", "ui://A/B");
        check("custom://Host", "custom://Host");
        check("  http://a.b/ ", "http://a.b/");
        check("http:a", "http://a/");
        check("http://a.b/../c/./d", "http://a.b/c/d");
        check("http://a.b?x", "http://a.b/?x");
        check("http://a.b#x", "http://a.b/#x");
        check("http://user:pw@Host/", "http://user:pw@host/");
        check("http://[::1]/", "http://[::1]/");
        check("http://1.2.3", "http://1.2.0.3/");
        check("http://a.b/%zz%41", "http://a.b/%zz%41");
        check("http://a.b/a|b\"<>`{}^", "http://a.b/a|b%22%3C%3E%60%7B%7D^");
        check("x:a b", "x:a b");
        check("x:ä", "x:%C3%A4");
        check("x://ä/ö", "x://%C3%A4/%C3%B6");
        check("probe://link/CNRY_zq", "probe://link/CNRY_zq");
    }

    #[test]
    fn other_texts_are_no_locations() {
        for text in
            ["", "foo", "/a/b", "1a:b", "x://y z", "http://", "http://ex ample.com/", "http://a:99999/"]
        {
            assert_eq!(normalised(text), None, "{text}");
        }
        assert_eq!(normalised("http://256.1.1.1/"), None);
    }
}
