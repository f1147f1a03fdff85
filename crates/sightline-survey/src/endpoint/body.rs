//! Bodies: what a request brings, decompressed within bounds, and what an answer is made of.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::Read;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use hyper::body::{Body, Frame, SizeHint};

use super::MAX_BODY;

/// An answer's body: chunks that are sent one by one, as a stream of events is.
#[derive(Debug, Default)]
pub(super) struct Chunks(VecDeque<Bytes>);

impl Chunks {
    pub fn whole(text: String) -> Self {
        Self(VecDeque::from([Bytes::from(text)]))
    }

    #[cfg(test)]
    pub fn text_for_test(&self) -> String {
        self.0.iter().map(|chunk| String::from_utf8_lossy(chunk).into_owned()).collect()
    }

    pub fn stream(texts: Vec<String>) -> Self {
        Self(texts.into_iter().map(Bytes::from).collect())
    }
}

impl Body for Chunks {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(|chunk| Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        match self.0.len() {
            0 => SizeHint::with_exact(0),
            1 => SizeHint::with_exact(self.0[0].len() as u64),
            // Without a length it is sent in chunks, as streams are.
            _ => SizeHint::default(),
        }
    }
}

/// Decompresses a body by its `Content-Encoding`, or says why not.
pub(super) fn decoded(body: Bytes, encoding: &str) -> Result<Bytes, String> {
    let mut body = body;
    // The last coding was applied last.
    for coding in encoding.split(',').rev().map(str::trim).filter(|coding| !coding.is_empty()) {
        body = match coding.to_ascii_lowercase().as_str() {
            "identity" => body,
            "gzip" | "x-gzip" => within(MultiGzDecoder::new(body.as_ref()), coding)?,
            "zstd" => {
                let reader = ruzstd::decoding::StreamingDecoder::new(body.as_ref());
                within(reader.map_err(|error| format!("the body is no zstd: {error}"))?, coding)?
            }
            "deflate" => within(ZlibDecoder::new(body.as_ref()), coding)?,
            _ => return Err(format!("content encoding {coding} is not known")),
        };
    }
    Ok(body)
}

fn within(reader: impl Read, coding: &str) -> Result<Bytes, String> {
    let mut bytes = Vec::new();
    reader
        .take(MAX_BODY as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("the body is no {coding}: {error}"))?;
    if bytes.len() > MAX_BODY {
        return Err(format!("the body is larger than {MAX_BODY} bytes"));
    }
    Ok(Bytes::from(bytes))
}
