//! Base64 as Python's `base64.b64decode` takes it: what is no letter of it is skipped, and a broken end is an
//! error.

/// Why Python does not decode a text, in its words; `None` when it does.
pub(crate) fn python_problem(text: &str) -> Option<String> {
    const GROUP: usize = 4;
    if !text.is_ascii() {
        return Some("string argument should contain only ASCII characters".to_owned());
    }
    let (mut letters, mut padding) = (0usize, 0usize);
    for byte in text.bytes() {
        if byte == b'=' {
            let place = letters % GROUP;
            // Padding counts where it may stand, and ends the data once it fills their last group.
            if place >= 2 {
                padding += 1;
                if place + padding >= GROUP {
                    return None;
                }
            }
        } else if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/') {
            padding = 0;
            letters += 1;
        }
    }
    match letters % GROUP {
        0 => None,
        1 => Some(format!(
            "Invalid base64-encoded string: number of data characters ({letters}) cannot be 1 more than a multiple of 4"
        )),
        _ => Some("Incorrect padding".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::python_problem;

    #[test]
    fn what_is_no_letter_is_skipped_and_the_last_group_is_whole() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(python_problem(text).as_deref(), expected, "{text:?}");
        };
        for whole in ["", "QQ==", "QUI=", "QUJD", "Q Q=\n=", "*QQ==*", "QQ==Q", "====", "QQ-_=="] {
            check(whole, None);
        }
        for cut in ["QQ", "QUI", "QQ=", "QQ=Q", "QUJDQQ="] {
            check(cut, Some("Incorrect padding"));
        }
        let one_more = |letters: usize| {
            format!(
                "Invalid base64-encoded string: number of data characters ({letters}) cannot be 1 more than a multiple of 4"
            )
        };
        check("*not base64*", Some(&one_more(9)));
        check("Q===", Some(&one_more(1)));
        check("QUJDQ", Some(&one_more(5)));
        check("é", Some("string argument should contain only ASCII characters"));
    }
}
