//! A server over a pair of byte streams: one message a line.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};

use super::answer::{Answer, Connection, answer_frame};
use super::rpc::Refusal;
use super::{MAX_MESSAGE, Offer};

/// Serves one peer until its stream ends.
///
/// There is no deadline on purpose: a server on stdio lives as long as its client keeps it.
///
/// # Errors
/// Reading or writing fails; a peer that has gone is no error.
///
/// An example stands at [`Offer`].
pub async fn serve_stdio(
    reader: impl AsyncRead + Unpin,
    mut writer: impl AsyncWrite + Unpin,
    offer: &dyn Offer,
) -> io::Result<()> {
    let mut reader = BufReader::new(reader);
    let mut connection = Connection::default();
    let mut line = Vec::new();
    loop {
        let answer = match read_line(&mut reader, &mut line).await? {
            Line::End => return Ok(()),
            Line::Whole if line.iter().all(u8::is_ascii_whitespace) => None,
            Line::Whole => {
                offer.heard("", &line);
                answer_frame(offer, &mut connection, &line)
            }
            Line::TooLong => {
                let message = format!("the message is longer than {MAX_MESSAGE} bytes");
                Some(Answer::refusing(None, &Refusal::new(Refusal::PARSE, message)))
            }
        };
        let Some(answer) = answer else { continue };
        offer.said("", &answer.text);
        let sent = async {
            writer.write_all(answer.text.as_bytes()).await?;
            writer.write_all(b"\n").await?;
            writer.flush().await
        };
        match sent.await {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            sent => sent?,
        }
    }
}

enum Line {
    End,
    TooLong,
    Whole,
}

/// Reads up to the next line feed or the end; of a line that is too long nothing is kept.
async fn read_line(reader: &mut (impl AsyncBufReadExt + Unpin), line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let (mut too_long, mut any) = (false, false);
    loop {
        let buffer = reader.fill_buf().await?;
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let piece = end.map_or(buffer, |end| buffer.split_at(end).0);
        too_long = too_long || line.len() + piece.len() > MAX_MESSAGE;
        if too_long {
            *line = Vec::new();
        } else {
            line.extend_from_slice(piece);
        }
        let taken = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(taken);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, too_long) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => Line::Whole,
    })
}
