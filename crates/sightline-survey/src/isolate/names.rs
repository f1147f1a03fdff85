//! Answers every name with NXDOMAIN and remembers it. Must not know any name.

use std::collections::BTreeSet;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Names that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(Arc<Mutex<BTreeSet<String>>>);

/// More names than any program asks for; a flood of them must not fill our memory.
const MOST: usize = 4096;

impl Names {
    /// The names so far, in order.
    pub(super) fn list(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn add(&self, name: String) {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if names.len() < MOST {
            names.insert(name);
        }
    }
}

/// Serves the resolver's port on loopback, over UDP and TCP, until the process ends.
pub(super) fn serve() -> io::Result<Names> {
    let names = Names::default();
    let udp = UdpSocket::bind("127.0.0.1:53")?;
    let tcp = TcpListener::bind("127.0.0.1:53")?;
    let of_udp = names.clone();
    thread::spawn(move || serve_udp(&udp, &of_udp));
    let of_tcp = names.clone();
    thread::spawn(move || {
        for stream in tcp.incoming().flatten() {
            let names = of_tcp.clone();
            // A stalled peer has a thread and a deadline of its own.
            thread::spawn(move || serve_stream(stream, &names));
        }
    });
    Ok(names)
}

fn serve_udp(socket: &UdpSocket, names: &Names) {
    let mut buffer = [0; 2048];
    while let Ok((length, from)) = socket.recv_from(&mut buffer) {
        if let Some(reply) = buffer.get(..length).and_then(|query| answer(query, names)) {
            // A peer that went away is no concern of ours.
            let _ = socket.send_to(&reply, from);
        }
    }
}

fn serve_stream(mut stream: TcpStream, names: &Names) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    loop {
        let mut length = [0; 2];
        stream.read_exact(&mut length).ok()?;
        let mut query = vec![0; usize::from(u16::from_be_bytes(length))];
        stream.read_exact(&mut query).ok()?;
        let reply = answer(&query, names)?;
        stream.write_all(&u16::try_from(reply.len()).ok()?.to_be_bytes()).ok()?;
        stream.write_all(&reply).ok()?;
    }
}

/// The answer to a query: its own question, and that there is no such name.
fn answer(query: &[u8], names: &Names) -> Option<Vec<u8>> {
    let (name, end) = question(query)?;
    names.add(name);
    let mut reply = query.get(..end)?.to_vec();
    let wants_recursion = reply.get(2)? & 0x01;
    // A response of the same kind of query, recursion available, code 3: no such name.
    *reply.get_mut(2)? = 0x80 | (query.get(2)? & 0x78) | wants_recursion;
    *reply.get_mut(3)? = 0x83;
    // One question; no answers, authorities or additional records.
    reply.get_mut(4..12)?.copy_from_slice(&[0, 1, 0, 0, 0, 0, 0, 0]);
    Some(reply)
}

/// The first name that a query asks for, and where its question ends.
fn question(query: &[u8]) -> Option<(String, usize)> {
    let mut at = 12;
    let mut labels: Vec<String> = Vec::new();
    loop {
        let length = usize::from(*query.get(at)?);
        at += 1;
        match length {
            0 => break,
            1..=63 => labels.push(String::from_utf8_lossy(query.get(at..at + length)?).to_lowercase()),
            // No compression in the first name of a message.
            _ => return None,
        }
        at += length;
    }
    // Type and class follow the name.
    let end = at + 4;
    (end <= query.len()).then(|| (labels.join("."), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(name: &str) -> Vec<u8> {
        let mut bytes = vec![0xab, 0xcd, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 1];
        for label in name.split('.') {
            bytes.push(label.len() as u8);
            bytes.extend(label.bytes());
        }
        bytes.extend([0, 0, 1, 0, 1]);
        // An option record, which the answer leaves out.
        bytes.extend([0, 0, 41, 4, 0, 0, 0, 0, 0, 0, 0]);
        bytes
    }

    #[test]
    fn a_name_is_remembered_and_denied() {
        let names = Names::default();
        let reply = answer(&query("Telemetry.Example.com"), &names).unwrap();
        assert_eq!(names.list(), ["telemetry.example.com"]);
        assert_eq!(reply[..12], [0xab, 0xcd, 0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(reply.len(), query("Telemetry.Example.com").len() - 11);
    }

    #[test]
    fn what_is_no_query_is_not_answered() {
        let names = Names::default();
        for bytes in [&b""[..], b"short", &query("a.b")[..14], &[0xff; 40]] {
            assert_eq!(answer(bytes, &names), None);
        }
        assert!(names.list().is_empty());
    }
}
