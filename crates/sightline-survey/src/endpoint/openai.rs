//! What both dialects of OpenAI share: the parts of a content.

use sightline::json::{Kind, Node};

use super::asked::{json_part, media_part, text, text_part, url_part};
use crate::record::Part;

/// Reads a content: a string is one part, and each part of a list is one.
pub(super) fn content(node: Node<'_>, place: &str) -> (&'static str, Vec<Part>) {
    match node.kind() {
        Kind::String => ("string", vec![text_part(node.as_str().unwrap_or_default(), place)]),
        Kind::Array => ("list", node.items().map(|item| part(item, place)).collect()),
        Kind::Null => ("string", Vec::new()),
        _ => ("object", vec![json_part(node, place)]),
    }
}

fn part(node: Node<'_>, place: &str) -> Part {
    let kind = text(node, "type").unwrap_or_default();
    let found = match kind.as_str() {
        "text" | "input_text" | "output_text" => text(node, "text").map(|text| text_part(text, place)),
        "image_url" | "input_image" => {
            let url = text(node, "image_url").or_else(|| text(node.member("image_url")?, "url"));
            let by_id = || text(node, "file_id").map(|id| media_part("image", Some(id), place));
            url.map(|url| url_part(&url, "image", place)).or_else(by_id)
        }
        "input_audio" => {
            let audio = node.member("input_audio").unwrap_or(node);
            let format = text(audio, "format").unwrap_or_default();
            let mime = if format.contains('/') { format } else { format!("audio/{format}") };
            Some(media_part(&mime, None, place))
        }
        "file" | "input_file" => {
            let file = node.member("file").filter(|file| file.is_object()).unwrap_or(node);
            let data = text(file, "file_data").map(|data| {
                // Some clients send bare base64 without saying what it is.
                if data.starts_with("data:") {
                    url_part(&data, "", place)
                } else {
                    media_part("", None, place)
                }
            });
            let elsewhere = || text(file, "file_url").or_else(|| text(file, "file_id"));
            data.or_else(|| elsewhere().map(|uri| media_part("", Some(uri), place)))
        }
        _ => None,
    };
    found.unwrap_or_else(|| json_part(node, place))
}
