//! ERR-008 `secret-in-error-text`; the page beside this file says what it finds and why.

use super::masking::assigned_values;
use super::read::{each_value, texts};
use super::secrets::{masked, secret_in};
use super::{Context, Findings, FixAvailability, Levels, Rule, Scope, Strength, revisions};

pub(super) static RULE: Rule = Rule {
    name: "secret-in-error-text",
    code: "ERR-008",
    levels: Levels::WARNING,
    strength: Strength::Must,
    revisions: &revisions::ALL,
    scope: Scope::Result,
    is_heuristic: true,
    source: "2026-07-28, server/tools: Security Considerations: Sanitize tool outputs",
    fix: FixAvailability::OnRequest,
    why: "Error text reaches the model, the user and every log on the way.",
    help: "Say what failed without traces, paths or credentials.",
    page: include_str!("secret_in_error_text.md"),
    check,
    ..Rule::BASE
};

fn check(context: &Context<'_>, findings: &mut Findings<'_, '_>) {
    let Some(result) = context.result().filter(|result| result.is_error()) else { return };
    for (block, text) in texts(result) {
        let text = text.to_str();
        let place = block.node.member("text").unwrap_or(block.node);
        if let Some((what, found)) = secret_in(&text).or_else(|| assigned(&text)) {
            findings.at(place, format!("the error text shows {what}")).finds(found);
        }
        if let Some(trace) = trace_in(&text).or_else(|| own_path_in(context, &text)) {
            findings.at(place, format!("the error text shows {trace}"));
        }
    }
}

/// What an error says of a credential in place of its value.
const JUDGED: &[&str] = &["expired", "incorrect", "invalid", "missing", "required", "wrong"];

/// A password or key behind its name, as in a connection string; a sentence about one has none.
fn assigned(text: &str) -> Option<(&'static str, String)> {
    let mut spans = Vec::new();
    assigned_values(text, &mut spans);
    let values = spans.into_iter().map(|span| &text[span]);
    // Templates name the value and do not tell it.
    let mut told = values.filter(|value| {
        value.len() >= 4 && !value.starts_with(['$', '%', ':', '<']) && !JUDGED.contains(value)
    });
    told.next().map(|value| ("the value of a credential", masked(value)))
}

/// Folders of servers; what lies below a temporary folder may be the user's own.
const SERVER_FOLDERS: &[&str] = &["/app/", "/opt/", "/srv/", "/usr/src/", "/var/lib/", "/var/www/"];

fn trace_in(text: &str) -> Option<&'static str> {
    let starts = [
        "Traceback (most recent call last)",
        "stack backtrace:",
        "goroutine 1 [",
        "panicked at ",
        ":in `",
        ":in '",
    ];
    let is_frame = |line: &str| {
        let frame = line.trim_start().strip_prefix("at ");
        frame.is_some_and(|frame| {
            // C# writes `Type.Method() in file:line 12`.
            let place = frame.trim_end().trim_end_matches(')').replace(":line ", ":");
            let mut parts = place.rsplit(':');
            parts
                .next()
                .is_some_and(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
                && parts.next().is_some()
        })
    };
    if starts.iter().any(|start| text.contains(start)) || text.lines().skip(1).any(is_frame) {
        return Some("a stack trace");
    }
    let words = text.split(|c: char| c.is_whitespace() || "\"'`(),".contains(c));
    let has_path = words.into_iter().any(|word| SERVER_FOLDERS.iter().any(|folder| word.starts_with(folder)));
    has_path.then_some("a path of the server")
}

/// First folders of paths of the account that the server runs as, and of its settings.
const ACCOUNT_FOLDERS: &[&str] = &["Users", "etc", "home", "root"];

/// A path below such a folder or on a drive, two folders deep; one that the request named is no news.
fn own_path_in(context: &Context<'_>, text: &str) -> Option<&'static str> {
    let quotes = |c: char| "\"'`(),;<>[]".contains(c);
    let mut paths = text.split(|c: char| c.is_whitespace() || quotes(c)).filter(|word| is_own_path(word));
    let is_asked = |path: &str| {
        let request = context.told().and_then(|told| told.request.or(told.call));
        let mut is_asked = false;
        if let Some(request) = request {
            each_value(request, |_, node| {
                let named = node.as_str();
                // A word of the request that the path happens to hold did not name it.
                let is_path = |named: &str| named.len() > 1 && named.contains(['/', '\\']);
                is_asked |= named
                    .is_some_and(|named| is_path(&named) && (path.contains(&*named) || named.contains(path)));
            });
        }
        is_asked
    };
    paths.any(|path| !is_asked(path)).then_some("a path of the server")
}

fn is_own_path(word: &str) -> bool {
    let mut start = word.chars();
    let is_drive = start.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && start.next() == Some(':')
        && start.next() == Some('\\');
    let depth = if is_drive { word.matches('\\').count() } else { word.matches('/').count() };
    let first = word.strip_prefix('/').and_then(|path| path.split('/').next());
    depth >= 3 && (is_drive || first.is_some_and(|folder| ACCOUNT_FOLDERS.contains(&folder)))
}

#[cfg(test)]
mod tests {
    use super::{assigned, is_own_path};

    #[test]
    fn values_of_credentials_are_told_from_talk_about_them() {
        for text in [
            "Server=db1;Database=prod;User Id=sa;Password=Secr3t!;",
            "password=hunter2 rejected",
            "api_key=sk-live-0123456789abcdefghij rejected",
            "DB_PASSWORD=tr0ub4dor",
        ] {
            let (_, shown) = assigned(text).unwrap();
            assert!(!shown.contains("unter2") && !shown.contains("Secr3t"), "{shown}");
        }
        for text in
            ["password=*** rejected", "token=invalid", "password=$DB", "tokens=4096", "password is wrong"]
        {
            assert!(assigned(text).is_none(), "{text}");
        }
    }

    #[test]
    fn paths_of_the_account_are_told_from_addresses() {
        for path in [
            "/home/deploy/app/config.json",
            "/Users/jane/Projects/app/.env",
            "/etc/myapp/secrets.yaml",
            r"C:\Users\svc\app\appsettings.json",
            r"C:\inetpub\wwwroot\app\Web.config",
        ] {
            assert!(is_own_path(path), "{path}");
        }
        for other in
            ["/home", "/users/7/orders/9", "/etc/hosts", "https://x.org/home/a/b", r"C:\x", "home/a/b/c"]
        {
            assert!(!is_own_path(other), "{other}");
        }
    }
}
