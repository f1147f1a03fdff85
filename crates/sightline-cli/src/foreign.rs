//! Bytes that are no text in UTF-8 from the first one on: other encodings, packed files, pictures.
//!
//! Read as JSON, such a file breaks at many places, none of which helps; so it is named as what it is.

/// First bytes, and what is said of the file.
const MARKS: &[(&[u8], &str)] = &[
    (b"\xef\xbb\xbf\xef\xbb\xbf", "two byte order marks stand before the text; save it with one or none"),
    (b"\xff\xfe\0\0", UTF_32),
    (b"\0\0\xfe\xff", UTF_32),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
    (b"\x1f\x8b", "the file is packed by gzip; unpack it, as in: gzip -dc FILE | sightline check -"),
    (b"\x28\xb5\x2f\xfd", "the file is packed by zstd; unpack it, as in: zstd -dc FILE | sightline check -"),
    (b"\xfd7zXZ\0", "the file is packed by xz; unpack it, as in: xz -dc FILE | sightline check -"),
    (b"BZh", "the file is packed by bzip2; unpack it, as in: bzip2 -dc FILE | sightline check -"),
    (b"PK\x03\x04", "the file is a ZIP archive; unpack it and name a file of it"),
    (b"\x89PNG\r\n\x1a\n", "the file is a PNG picture, no JSON"),
    (b"%PDF-", "the file is a PDF, no JSON"),
];

const UTF_16: &str = "the text is UTF-16, and JSON is read as UTF-8; save the file as UTF-8, as in: iconv -f UTF-16 -t \
                      UTF-8";
const UTF_32: &str = "the text is UTF-32, and JSON is read as UTF-8; save the file as UTF-8, as in: iconv -f UTF-32 -t \
                      UTF-8";
const UTF_16_LE: &str = "the text is UTF-16, little end first, and JSON is read as UTF-8; save the file as UTF-8, as in: \
                         iconv -f UTF-16LE -t UTF-8";
const UTF_16_BE: &str = "the text is UTF-16, big end first, and JSON is read as UTF-8; save the file as UTF-8, as in: iconv \
                         -f UTF-16BE -t UTF-8";
const BINARY: &str = "the file is binary, no text; name a file of JSON";

/// Says why a file with these first bytes cannot be read, and what to do; none for what may be UTF-8.
pub fn reason(head: &[u8]) -> Option<&'static str> {
    if let Some((_, why)) = MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Some(why);
    }
    // JSON begins with two characters of ASCII, or is one of them.
    match head {
        [0, 0, 0, 1..=255, ..] | [1..=255, 0, 0, 0, ..] => return Some(UTF_32),
        [1..=0x7f, 0, 1..=255, 0, ..] | [1..=0x7f, 0] => return Some(UTF_16_LE),
        [0, 1..=0x7f, 0, 1..=255, ..] | [0, 1..=0x7f] => return Some(UTF_16_BE),
        _ => {}
    }
    // A text of another alphabet has no NUL, and the beginning of a file may end within a character.
    let is_broken = std::str::from_utf8(head).is_err_and(|error| error.error_len().is_some());
    (is_broken && head.contains(&0)).then_some(BINARY)
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn what_is_no_utf8_from_the_first_byte_on_is_named() {
        let le = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let be = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
        for (bytes, says) in [
            (le("\u{feff}{\"a\":1}"), "UTF-16"),
            (be("\u{feff}{\"a\":1}"), "UTF-16"),
            (le("{\"a\":1}"), "UTF-16, little"),
            (be("{\"a\":1}"), "UTF-16, big"),
            (le("7"), "UTF-16, little"),
            ("\u{feff}{}".chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect(), "UTF-32"),
            ("{}".chars().flat_map(|letter| u32::from(letter).to_be_bytes()).collect(), "UTF-32"),
            (b"\x1f\x8b\x08\0".to_vec(), "gzip"),
            (b"PK\x03\x04\x14\0".to_vec(), "ZIP"),
            (b"\xfe\0\xc3\x28\xff".to_vec(), "binary"),
            ("\u{feff}\u{feff}{}".as_bytes().to_vec(), "two byte order marks"),
        ] {
            assert!(reason(&bytes).is_some_and(|why| why.contains(says)), "{bytes:?} {:?}", reason(&bytes));
        }
        for text in [
            &b""[..],
            b"{",
            b"{}",
            b"\xef\xbb\xbf{}",
            b"\0",
            b"\0\0\0\0",
            b"{\"a\":\"\0\"}",
            b"caf\xe9",
            b"{\"a\":\"\xe2",
        ] {
            assert_eq!(reason(text), None, "{text:?}");
        }
    }
}
