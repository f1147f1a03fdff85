//! Sealed `requestState`: what a server lets a client carry from one round of a call to the next.
//!
//! The client sends the state back with the answers, and nothing stops it from sending another one.
//! A seal keeps the state secret, finds every change, ends after a time, and opens only for the same
//! tool, arguments and caller. It does not find a state that is sent twice: a server for which that
//! matters keeps what it has seen.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use sightline::json::{Document, Kind, Node, quote};

/// The form of the seal; a later form gets another number.
const FORM: u8 = 1;
/// Seconds of Unix time before the state itself.
const TIME: usize = 8;

/// What a state belongs to.
///
/// Arguments are compared by value: the order of keys and the spelling of numbers do not matter.
///
/// ```
/// use sightline_kit::state::{Call, StateKey};
///
/// let key = StateKey::new(&[7; 32]).unwrap();
/// let call = Call { tool: "book", arguments: r#"{"a": 1, "b": 2}"#, caller: "ada" };
/// let state = key.seal(&call, 1_790_000_600, b"").unwrap();
/// let same = Call { arguments: r#"{"b": 2.0, "a": 1}"#, ..call };
/// assert!(key.open(&same, 1_790_000_000, &state).is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Call<'c> {
    /// Name of the tool.
    pub tool: &'c str,
    /// Arguments of the call, as JSON; `{}` when there were none.
    pub arguments: &'c str,
    /// Who calls: the subject of the access token, or a session; empty where callers are not told apart.
    pub caller: &'c str,
}

/// The key of a server's seals; instances that serve the same callers share it.
///
/// Nonces are random, so one key seals at most some four thousand million states; change it before.
///
/// ```
/// use sightline_kit::state::{Call, StateError, StateKey};
///
/// let key = StateKey::generate().unwrap();
/// let call = Call { tool: "book", arguments: r#"{"seats": 2}"#, caller: "ada" };
/// let now = 1_790_000_000; // seconds, from the caller's clock
/// let state = key.seal(&call, now + 600, b"step 1").unwrap();
/// assert_eq!(key.open(&call, now, &state).unwrap(), b"step 1");
///
/// assert_eq!(key.open(&call, now + 601, &state), Err(StateError::Expired));
/// assert_eq!(key.open(&Call { caller: "eve", ..call }, now, &state), Err(StateError::Foreign));
/// ```
pub struct StateKey {
    key: LessSafeKey,
}

impl fmt::Debug for StateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("StateKey")
    }
}

/// Why a state does not open.
///
/// ```
/// use sightline_kit::state::{Call, StateError, StateKey};
///
/// let key = StateKey::new(&[7; 32]).unwrap();
/// let call = Call { tool: "book", arguments: "{}", caller: "ada" };
/// assert_eq!(key.open(&call, 0, "no state"), Err(StateError::Malformed));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// The arguments are no JSON.
    Arguments,
    /// Its time is over.
    Expired,
    /// It was changed, or sealed by another key or for another tool, other arguments or another caller.
    Foreign,
    /// It is no sealed state at all.
    Malformed,
    /// The system gave no random bytes.
    NoRandom,
}

impl fmt::Display for StateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Arguments => "the arguments of the call are no JSON",
            Self::Expired => "the state has expired; call the tool again from the start",
            Self::Foreign => "the state does not belong to this call",
            Self::Malformed => "the state is malformed",
            Self::NoRandom => "the system gave no random bytes",
        })
    }
}

impl std::error::Error for StateError {}

impl StateKey {
    /// Takes 32 secret bytes.
    ///
    /// # Errors
    /// Never in practice: the length is right by its type.
    ///
    /// ```
    /// use sightline_kit::state::StateKey;
    ///
    /// // From where a server keeps its secrets; the same for all its instances.
    /// let secret = [7; 32];
    /// assert!(StateKey::new(&secret).is_ok());
    /// ```
    pub fn new(bytes: &[u8; 32]) -> Result<Self, StateError> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, bytes).map_err(|_| StateError::Malformed)?;
        Ok(Self { key: LessSafeKey::new(key) })
    }

    /// Makes a key of random bytes, for a server that runs alone and whose states may end with it.
    ///
    /// # Errors
    /// The system gives no random bytes.
    ///
    /// ```
    /// assert!(sightline_kit::state::StateKey::generate().is_ok());
    /// ```
    pub fn generate() -> Result<Self, StateError> {
        let mut bytes = [0; 32];
        SystemRandom::new().fill(&mut bytes).map_err(|_| StateError::NoRandom)?;
        Self::new(&bytes)
    }

    /// Seals a state for a call; it opens before `expires`, in seconds of Unix time.
    ///
    /// # Errors
    /// The arguments are no JSON, or the system gives no random bytes.
    ///
    /// ```
    /// use sightline_kit::state::{Call, StateError, StateKey};
    ///
    /// let key = StateKey::new(&[7; 32]).unwrap();
    /// let call = Call { tool: "book", arguments: "{}", caller: "ada" };
    /// let (one, other) = (key.seal(&call, 1_790_000_600, b"x").unwrap(), key.seal(&call, 1_790_000_600, b"x").unwrap());
    /// assert_ne!(one, other, "nothing tells that two states are the same");
    /// let odd = Call { arguments: "{", ..call };
    /// assert_eq!(key.seal(&odd, 1_790_000_600, b"x"), Err(StateError::Arguments));
    /// ```
    pub fn seal(&self, call: &Call<'_>, expires: u64, state: &[u8]) -> Result<String, StateError> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| StateError::NoRandom)?;
        let mut sealed = expires.to_be_bytes().to_vec();
        sealed.extend_from_slice(state);
        let aad = Aad::from(bound(call)?);
        self.key
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed)
            .map_err(|_| StateError::Malformed)?;
        let mut bytes = vec![FORM];
        bytes.extend_from_slice(&nonce);
        bytes.extend_from_slice(&sealed);
        Ok(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Opens a state that came back with a call.
    ///
    /// # Errors
    /// The state does not belong to this call, has expired, or is no state.
    ///
    /// ```
    /// use sightline_kit::state::{Call, StateError, StateKey};
    ///
    /// let key = StateKey::new(&[7; 32]).unwrap();
    /// let call = Call { tool: "book", arguments: "{}", caller: "ada" };
    /// let state = key.seal(&call, 1_790_000_600, b"step 1").unwrap();
    /// assert_eq!(key.open(&call, 1_790_000_000, &state).unwrap(), b"step 1");
    /// let other = Call { tool: "cancel", ..call };
    /// assert_eq!(key.open(&other, 1_790_000_000, &state), Err(StateError::Foreign));
    /// ```
    pub fn open(&self, call: &Call<'_>, now: u64, text: &str) -> Result<Vec<u8>, StateError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| StateError::Malformed)?;
        let Some((&FORM, rest)) = bytes.split_first() else { return Err(StateError::Malformed) };
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_LEN>().ok_or(StateError::Malformed)?;
        let mut sealed = sealed.to_vec();
        let aad = Aad::from(bound(call)?);
        let opened = self
            .key
            .open_in_place(Nonce::assume_unique_for_key(*nonce), aad, &mut sealed)
            .map_err(|_| StateError::Foreign)?;
        let (expires, state) = opened.split_first_chunk::<TIME>().ok_or(StateError::Malformed)?;
        if now >= u64::from_be_bytes(*expires) {
            return Err(StateError::Expired);
        }
        Ok(state.to_vec())
    }
}

/// What the seal is bound to: each part with its length, so that no two calls give the same bytes.
fn bound(call: &Call<'_>) -> Result<Vec<u8>, StateError> {
    let arguments = Document::parse(call.arguments).map_err(|_| StateError::Arguments)?;
    let mut canonical = String::new();
    push_canonical(arguments.root(), &mut canonical);
    let mut bytes = vec![FORM];
    for part in [call.tool, &canonical, call.caller] {
        bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    Ok(bytes)
}

/// One text for equal values: keys sorted, strings spelt one way, numbers by their exact value.
fn push_canonical(value: Node<'_>, out: &mut String) {
    match value.kind() {
        Kind::Array => {
            out.push('[');
            for item in value.items() {
                push_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::Object => {
            let mut members: Vec<_> =
                value.members().map(|member| (member.key.code_units(), member)).collect();
            members.sort_by(|left, right| left.0.cmp(&right.0));
            out.push('{');
            for (_, member) in members {
                out.push_str(&canonical_string(&member.key.code_units()));
                out.push(':');
                push_canonical(member.value, out);
                out.push(',');
            }
            out.push('}');
        }
        Kind::Number => out.push_str(&canonical_number(value.text())),
        Kind::String => {
            let units = value.as_text().map(|text| text.code_units()).unwrap_or_default();
            out.push_str(&canonical_string(&units));
        }
        Kind::Null | Kind::Bool => out.push_str(value.text()),
    }
}

/// Lone surrogates are told apart, which no Rust string could do.
fn canonical_string(units: &[u16]) -> String {
    match String::from_utf16(units) {
        Ok(text) => quote(&text),
        Err(_) => format!("{units:x?}"),
    }
}

/// Digits without zeros at either end and a power of ten.
fn canonical_number(text: &str) -> String {
    let (sign, unsigned) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return "0".to_owned();
    }
    // An exponent that no 64 bits hold stays as it is written; nobody computes with it.
    let Ok(exponent) = exponent.parse::<i64>() else { return text.to_owned() };
    let trailing = digits.len() - digits.trim_end_matches('0').len();
    let power = i128::from(exponent) - fraction.len() as i128 + trailing as i128;
    format!("{sign}{significant}e{power}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_790_000_000;

    fn call<'c>(tool: &'c str, arguments: &'c str, caller: &'c str) -> Call<'c> {
        Call { tool, arguments, caller }
    }

    fn key() -> StateKey {
        StateKey::new(&[7; 32]).unwrap()
    }

    #[test]
    fn a_state_opens_for_its_call_alone() {
        let mine = call("book", r#"{"seats":2,"row":"a"}"#, "ada");
        let state = key().seal(&mine, NOW + 60, b"secret").unwrap();
        let opens = |call: &Call<'_>| key().open(call, NOW, &state);
        assert_eq!(opens(&mine).unwrap(), b"secret");
        // The same arguments as another runtime prints them.
        assert_eq!(
            opens(&call("book", "{ \"row\": \"\\u0061\", \"seats\": 2.0e0 }", "ada")).unwrap(),
            b"secret"
        );
        for other in [
            call("cancel", r#"{"seats":2,"row":"a"}"#, "ada"),
            call("book", r#"{"seats":3,"row":"a"}"#, "ada"),
            call("book", r#"{"seats":"2","row":"a"}"#, "ada"),
            call("book", r#"{"seats":2,"row":"a"}"#, "eve"),
            call("book", r#"{"seats":2}"#, "ada"),
        ] {
            assert_eq!(opens(&other), Err(StateError::Foreign), "{other:?}");
        }
        let foreign = StateKey::new(&[8; 32]).unwrap();
        assert_eq!(foreign.open(&mine, NOW, &state), Err(StateError::Foreign));
    }

    #[test]
    fn every_changed_character_is_found() {
        let mine = call("book", "{}", "");
        let state = key().seal(&mine, NOW + 60, b"x").unwrap();
        for at in 0..state.len() {
            let mut other = state.clone().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).unwrap();
            assert!(key().open(&mine, NOW, &other).is_err(), "{at}");
        }
        for broken in ["", "AQ", "no base64!", &state[..20]] {
            assert!(key().open(&mine, NOW, broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn time_is_over_at_its_second() {
        let mine = call("book", "{}", "");
        let state = key().seal(&mine, NOW, b"x").unwrap();
        assert!(key().open(&mine, NOW - 1, &state).is_ok());
        assert_eq!(key().open(&mine, NOW, &state), Err(StateError::Expired));
    }

    #[test]
    fn numbers_by_value() {
        for (left, right) in [("1", "1.0"), ("100", "1e2"), ("0.5", "5E-1"), ("-0", "0.00"), ("120", "12e+1")]
        {
            assert_eq!(canonical_number(left), canonical_number(right), "{left}");
        }
        for (left, right) in [("1", "10"), ("9007199254740993", "9007199254740992"), ("1", "-1")] {
            assert_ne!(canonical_number(left), canonical_number(right), "{left}");
        }
    }
}
