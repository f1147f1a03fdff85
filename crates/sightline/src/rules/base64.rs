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

/// Returns the bytes that a standard base64 text stands for.
pub(super) fn decoded(data: &str) -> Option<Vec<u8>> {
    if base64_problem(data).is_some() {
        return None;
    }
    let mut bytes = Vec::with_capacity(data.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for byte in data.trim_end_matches('=').bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = (bits << 6 | u32::from(six)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap_or_default());
        }
    }
    Some(bytes)
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
    fn bytes_come_back() {
        assert_eq!(decoded("cm91dGU=").as_deref(), Some(b"route".as_slice()));
        assert_eq!(decoded("w6kt").as_deref(), Some("é-".as_bytes()));
        assert_eq!(decoded("").as_deref(), Some(b"".as_slice()));
        assert_eq!(decoded("cm91dGU"), None);
    }

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
