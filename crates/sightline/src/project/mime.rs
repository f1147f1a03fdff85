//! Media types by the ending of a file's name, and names of files in locations.

use std::borrow::Cow;

/// What Python's `mimetypes` tells for the endings that servers use most.
const ENDINGS: &[(&str, &str)] = &[
    ("avi", "video/x-msvideo"),
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("c", "text/plain"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("gif", "image/gif"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ico", "image/vnd.microsoft.icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("m4a", "audio/mp4"),
    ("md", "text/markdown"),
    ("mjs", "text/javascript"),
    ("mov", "video/quicktime"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("mpeg", "video/mpeg"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("ppt", "application/vnd.ms-powerpoint"),
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("py", "text/x-python"),
    ("rtf", "text/rtf"),
    ("sh", "application/x-sh"),
    ("svg", "image/svg+xml"),
    ("tar", "application/x-tar"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("tsv", "text/tab-separated-values"),
    ("txt", "text/plain"),
    ("wasm", "application/wasm"),
    ("wav", "audio/x-wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "text/xml"),
    ("zip", "application/zip"),
];

/// Whether the `charset` of a media type is UTF-8; one that names none counts as such.
pub(super) fn charset_is_utf8(mime: &str) -> bool {
    let mut parameters = mime.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let charset = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    charset.is_none_or(|(_, value)| {
        let value = value.trim().trim_matches('"').to_ascii_lowercase();
        value == "utf-8" || value == "utf8"
    })
}

/// The media type that the ending of a location tells.
pub(super) fn guessed(location: &str) -> Option<Cow<'_, str>> {
    if let Some(data) = location.strip_prefix("data:") {
        let told = data.split([';', ',']).next().filter(|told| told.contains('/') && !told.contains('='));
        return Some(Cow::Borrowed(told.unwrap_or("text/plain")));
    }
    let name = path(location).rsplit('/').next()?;
    let (stem, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    // A name that begins with its only point has no ending.
    let found = ENDINGS.iter().find(|(known, _)| !stem.is_empty() && *known == ending)?;
    Some(Cow::Borrowed(found.1))
}

/// The last step of a location's path; the location itself when it has no path.
pub(super) fn title(location: &str) -> String {
    let path = path(location);
    if path.is_empty() {
        return location.to_owned();
    }
    let mut steps = path.rsplit('/').filter(|step| !step.is_empty() && *step != ".");
    steps.next().unwrap_or_default().to_owned()
}

/// The path of a location: behind scheme and authority, before query and fragment.
fn path(location: &str) -> &str {
    let scheme = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    };
    let rest = match location.split_once(':') {
        Some((name, rest)) if scheme(name) => rest,
        _ => location,
    };
    let rest = match rest.strip_prefix("//") {
        Some(rest) => rest.find(['/', '?', '#']).map_or("", |at| &rest[at..]),
        None => rest,
    };
    rest.find(['?', '#']).map_or(rest, |at| &rest[..at])
}

/// Tells whether data begin as a picture does.
pub(super) fn is_picture(data: &[u8]) -> bool {
    let starts: &[&[u8]] = &[b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM"];
    let is_webp = data.starts_with(b"RIFF") && data.get(8..12) == Some(b"WEBP".as_slice());
    data.len() >= 4 && (is_webp || starts.iter().any(|start| data.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_last_steps_of_paths() {
        let check = |location: &str, expected: &str| assert_eq!(title(location), expected, "{location}");
        check("file:///tmp/notes.txt", "notes.txt");
        check("probe://text/a_b", "a_b");
        check("http://a.b", "http://a.b");
        check("http://a.b/", "");
        check("http://a.b/c/d/?x#y", "d");
        check("urn:a:b", "a:b");
        check("notes.txt", "notes.txt");
        check("file:///a/./", "a");
    }

    #[test]
    fn pictures_are_known_by_their_first_bytes() {
        assert!(is_picture(b"GIF89a") && is_picture(b"BM12") && is_picture(b"RIFF1234WEBP"));
        assert!(!is_picture(b"<svg/>") && !is_picture(b"BM") && !is_picture(b"RIFF1234WAVE"));
    }

    #[test]
    fn endings_tell_media_types() {
        let check =
            |location: &str, expected: Option<&str>| assert_eq!(guessed(location).as_deref(), expected);
        check("file:///tmp/a.PDF", Some("application/pdf"));
        check("http://a.b/c.json", Some("application/json"));
        check("http://a.b/c", None);
        check("file:///.png", None);
        check("urn:a", None);
        check("data:text/csv;base64,YQ==", Some("text/csv"));
        check("data:,a", Some("text/plain"));
        check("https://a.b/c.png?x=1#y", Some("image/png"));
    }
}
