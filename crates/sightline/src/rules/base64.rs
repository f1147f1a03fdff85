//! Standard base64, judged without decoding, and the media types that first bytes tell.

/// Returns why a text is no standard base64 with padding; `None` when it is.
pub(super) fn base64_problem(data: &str) -> Option<&'static str> {
    if data.starts_with("data:") {
        return Some("it begins with `data:`");
    }
    let body = data.trim_end_matches('=');
    if body.bytes().any(|byte| byte == b'-' || byte == b'_') {
        return Some("it uses the URL-safe alphabet");
    }
    if !body.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/') {
        return Some("it holds other characters");
    }
    let padding = data.len() - body.len();
    (!data.len().is_multiple_of(4) || padding > 2).then_some("its length or padding is wrong")
}

/// Beginnings of files in base64, and their media types.
const MAGIC: &[(&str, &str)] = &[
    ("iVBORw0KGg", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("SUQz", "audio/mpeg"),
    ("T2dnUw", "audio/ogg"),
    ("ZkxhQ", "audio/flac"),
];

/// Returns the media type that the first bytes tell.
pub(super) fn first_bytes(data: &str) -> Option<&'static str> {
    MAGIC.iter().find(|(start, _)| data.starts_with(start)).map(|(_, media_type)| *media_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_base64_is_told_from_others() {
        for good in ["", "QQ==", "QUI=", "QUJD", "+/+/"] {
            assert_eq!(base64_problem(good), None, "{good}");
        }
        for bad in ["data:image/png;base64,QUJD", "-_-_", "QQ", "QUJD=", "Q===", "QU JD", "é==="] {
            assert!(base64_problem(bad).is_some(), "{bad}");
        }
    }
}
