//! Raises the loopback interface of a new network namespace.

use std::io;

use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, sendto, socket_with};

/// `RTM_NEWLINK` of rtnetlink(7).
const NEW_LINK: u16 = 16;
/// `NLM_F_REQUEST | NLM_F_ACK` of netlink(7).
const REQUEST_WITH_REPLY: u16 = 0x1 | 0x4;
/// `IFF_UP` of netdevice(7).
const UP: u32 = 1;
/// Loopback is the first interface of every network namespace.
const LOOPBACK: i32 = 1;

/// Sets the loopback interface to "up", by the message that `ip link set lo up` sends.
pub(super) fn raise_loopback() -> io::Result<()> {
    // Protocol 0 of this family is the routing protocol.
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    sendto(&socket, &message(), SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut reply = [0; 256];
    let (length, _) = recv(&socket, &mut reply, RecvFlags::empty())?;
    // The reply is an error message whose number is 0 when all is well; it follows the header.
    let number = reply.get(16..20).filter(|_| length >= 20).and_then(|bytes| bytes.try_into().ok());
    match number.map(i32::from_ne_bytes) {
        Some(0) => Ok(()),
        Some(number) => Err(io::Error::from_raw_os_error(-number)),
        None => Err(io::Error::other("netlink gave no answer")),
    }
}

/// A header of 16 bytes, then `struct ifinfomsg`.
fn message() -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32);
    bytes.extend(32_u32.to_ne_bytes());
    bytes.extend(NEW_LINK.to_ne_bytes());
    bytes.extend(REQUEST_WITH_REPLY.to_ne_bytes());
    bytes.extend([0; 8]);
    // Family and type are left open.
    bytes.extend([0; 4]);
    bytes.extend(LOOPBACK.to_ne_bytes());
    bytes.extend(UP.to_ne_bytes());
    bytes.extend(UP.to_ne_bytes());
    bytes
}
