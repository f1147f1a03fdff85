//! What looks like a secret, by name and by shape. Findings show it masked.

/// Parts of names that stand for credentials; compared without case, `-` and `_`.
const NAMES: &[&str] = &[
    "accesskey",
    "accesstoken",
    "apikey",
    "authtoken",
    "bearertoken",
    "clientsecret",
    "credential",
    "idtoken",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "refreshtoken",
    "secretkey",
    "sessiontoken",
    "ssn",
];
/// Names that are a credential only as a whole.
const WHOLE_NAMES: &[&str] = &["email", "jwt", "secret", "token"];

/// Starts of well-known keys, and how many characters of a key follow at least.
const PREFIXES: &[(&str, usize)] = &[
    ("AKIA", 16),
    ("ASIA", 16),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghs_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("sk-ant-", 20),
    ("sk_live_", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
];

/// The shortest text that can show a secret: a key of 16 characters behind a prefix of four.
const SHORTEST: usize = 20;

/// Tells whether a field of that name holds a credential or something as private.
pub(super) fn is_secret_name(name: &str) -> bool {
    let folded: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    WHOLE_NAMES.contains(&folded.as_str())
        || NAMES.iter().any(|part| folded == *part || folded.ends_with(part))
}

/// Finds what a text shows that it should not: what kind of secret, and the part masked.
pub(super) fn secret_in(text: &str) -> Option<(&'static str, String)> {
    // Most values are short, and no secret but a password in an address is shorter than its prefix with
    // the characters that follow.
    if text.len() < SHORTEST && !text.contains("://") {
        return None;
    }
    if text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----") {
        return Some(("a private key", "-----BEGIN … PRIVATE KEY-----".to_owned()));
    }
    for word in text.split(|c: char| c.is_whitespace() || "\"'`,;()<>[]{}=".contains(c)) {
        for (prefix, least) in PREFIXES {
            let rest = word.strip_prefix(prefix);
            if rest.is_some_and(|rest| rest.len() >= *least && rest.bytes().all(is_key_byte)) {
                return Some(("an access key", masked(word)));
            }
        }
        if is_token(word) {
            return Some(("a signed token", masked(word)));
        }
        if let Some(password) = password_in_uri(word) {
            return Some(("a connection string with a password", masked(password)));
        }
    }
    let bearer = text.find("Bearer ").map(|at| &text[at + "Bearer ".len()..]);
    let token = bearer.and_then(|rest| rest.split_whitespace().next());
    token
        .filter(|token| token.len() >= 16 && token.bytes().all(is_key_byte))
        .map(|token| ("a bearer token", masked(token)))
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~+/=".contains(&byte)
}

/// Three base64url parts, the first of which begins like the header of a JSON web token.
fn is_token(word: &str) -> bool {
    let mut parts = word.split('.');
    let is_part = |part: Option<&str>| {
        part.is_some_and(|part| {
            part.len() >= 8 && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        })
    };
    word.starts_with("eyJ")
        && is_part(parts.next())
        && is_part(parts.next())
        && is_part(parts.next())
        && parts.next().is_none()
}

fn password_in_uri(word: &str) -> Option<&str> {
    let (_, rest) = word.split_once("://")?;
    let (user, _) = rest.split('/').next()?.rsplit_once('@')?;
    let (_, password) = user.split_once(':')?;
    (!password.is_empty()).then_some(password)
}

/// The first three characters and the length, so that a report leaks nothing.
pub(super) fn masked(secret: &str) -> String {
    let count = secret.chars().count();
    let shown = if count > 12 { 3 } else { 0 };
    format!("{}… ({count} characters)", secret.chars().take(shown).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_words_that_contain_them() {
        for name in ["api_key", "accessToken", "PASSWORD", "userPassword", "token", "client-secret"] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["tokens", "key", "secretary", "nextPageToken", "max_tokens", "keyboard"] {
            assert!(!is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn a_secret_is_found_and_never_shown() {
        let key = format!("AKIA{}", "Z".repeat(16));
        let (_, shown) = secret_in(&format!("use {key} please")).unwrap();
        assert!(!shown.contains(&key));
        assert!(secret_in("postgres://app:hunter2@db/x").is_some());
        assert!(secret_in("see https://example.com/a:b@c").is_none());
        assert!(secret_in("Bearer of good news").is_none());
        // None of the shapes fits into a shorter text.
        assert!(PREFIXES.iter().all(|(prefix, least)| prefix.len() + least >= SHORTEST));
        assert!(secret_in(&key).is_some() && key.len() == SHORTEST);
    }
}
