//! Credentials that a client takes out of the texts of errors.

/// What stands for a credential.
const STAND_IN: &str = "[REDACTED]";

/// Beginnings of a credential; each is followed by characters of a class.
const BEGINNINGS: &[(&str, Class)] = &[
    ("ghp_", Class::Word),
    ("sk-", Class::Word),
    ("bearer", Class::AfterSpace),
    ("token=", Class::Value),
    ("key=", Class::Value),
    ("api_key=", Class::Value),
    ("password=", Class::Value),
    ("secret=", Class::Value),
];

/// Most characters of one credential.
const MOST: usize = 255;

#[derive(Clone, Copy)]
enum Class {
    /// White space, then any text up to the next white space, however long.
    AfterSpace,
    /// Up to white space, a quote or a separator of parameters.
    Value,
    /// ASCII letters, digits and underscores.
    Word,
}

/// Returns the text with a fixed word for each credential.
pub(super) fn redacted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, shown) =
            match BEGINNINGS.iter().find_map(|(start, class)| credential(rest, start, *class)) {
                Some(length) => (length, STAND_IN),
                None => (first.len_utf8(), &rest[..first.len_utf8()]),
            };
        out.push_str(shown);
        rest = &rest[length..];
    }
    out
}

/// The length in bytes of the credential at the head of a text.
fn credential(text: &str, start: &str, class: Class) -> Option<usize> {
    let head = text.get(..start.len()).filter(|head| head.eq_ignore_ascii_case(start))?;
    let rest = &text[head.len()..];
    let run = |text: &str, most: usize, fits: fn(char) -> bool| -> usize {
        text.chars().take(most).take_while(|character| fits(*character)).map(char::len_utf8).sum()
    };
    let length = match class {
        Class::AfterSpace => {
            let space = run(rest, usize::MAX, char::is_whitespace);
            let word = run(&rest[space..], usize::MAX, |character| !character.is_whitespace());
            if space == 0 || word == 0 { 0 } else { space + word }
        }
        Class::Value => run(rest, MOST, |character| {
            !character.is_whitespace() && !matches!(character, '&' | ',' | ';' | '"' | '\'')
        }),
        Class::Word => run(rest, MOST, |character| character.is_ascii_alphanumeric() || character == '_'),
    };
    (length > 0).then_some(head.len() + length)
}

#[cfg(test)]
mod tests {
    use super::redacted;

    #[test]
    fn credentials_are_taken_out_and_the_rest_stays() {
        let check = |text: &str, expected: &str| assert_eq!(redacted(text), expected, "{text}");
        check("boom: disk full", "boom: disk full");
        check("é GHP_abc1 é", "é [REDACTED] é");
        check("sk-abc-def", "[REDACTED]-def");
        check("Authorization: Bearer  a.b-c d", "Authorization: [REDACTED] d");
        check("bearer", "bearer");
        check("?token=a&key=b;API_KEY='x'", "?[REDACTED]&[REDACTED];API_KEY='x'");
        check("api_key=z, password=\"p\" secret=s", "[REDACTED], password=\"p\" [REDACTED]");
        check(&format!("key={}", "a".repeat(300)), &format!("[REDACTED]{}", "a".repeat(45)));
    }
}
