//! Checks the signature of a list: `manifest.json.minisig`, Ed25519 over `manifest.json` in the format of minisign.

use crate::{file, read_file, read_settings};
use serde::Serialize;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A public key in the form of minisign: 56 characters of base64 that begin with `RW`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    base64: String,
    key: minisign_verify::PublicKey,
}

impl PublicKey {
    /// Reads a key that is given as its base64 text, or as the path of a `.pub` file.
    pub fn from_text_or_file(given: &str) -> Result<Self, String> {
        if let Ok(key) = given.parse() {
            return Ok(key);
        }
        let text = read_settings(given).map_err(|error| format!("'{given}' is no public key, and no file with one: {error}"))?;
        // The first line is a comment.
        let key = text.lines().map(str::trim).find_map(|line| line.parse().ok());
        key.ok_or_else(|| format!("{given}: no public key in it; a line of base64 that begins with RW is wanted"))
    }
}

impl FromStr for PublicKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let key = minisign_verify::PublicKey::from_base64(text);
        // The message has no key in it: somebody may have given the private one.
        let key = key.map_err(|_| "not a public key: 56 characters of base64 that begin with RW are, as in the .pub file".to_owned())?;
        Ok(Self { base64: text.to_owned(), key })
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base64)
    }
}

/// A signature that was checked and is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SignatureFound {
    /// The public key that it was checked with.
    pub key: String,
    /// Its trusted comment: who signed, and when.
    pub comment: String,
}

/// Why a list does not count as signed.
#[derive(Debug, thiserror::Error)]
pub enum SignatureError {
    #[error("{}: not there, so the list is not signed", path.display())]
    Missing { path: PathBuf },
    #[error("{}: {message}", path.display())]
    Unreadable { path: PathBuf, message: String },
    #[error("{}: signed with another key than {}", path.display(), if *keys == 1 { "the one given".to_owned() } else { format!("the {keys} given") })]
    OtherKey { path: PathBuf, keys: usize },
    #[error("{}: not a signature of this {}: one of them was altered", path.display(), file::MANIFEST)]
    Wrong { path: PathBuf },
}

/// Checks the signature of a list folder with the keys that may sign it, and returns it with the key that fits.
///
/// It covers `manifest.json`, which has the hashes of all other files; these are not hashed here.
pub fn check_signature(folder: &Path, keys: &[PublicKey]) -> Result<SignatureFound, SignatureError> {
    let path = folder.join(file::SIGNATURE);
    let unreadable = |path: &Path, message: String| SignatureError::Unreadable { path: path.to_owned(), message };
    let text = match read_settings(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(SignatureError::Missing { path }),
        Err(error) => return Err(unreadable(&path, error.to_string())),
    };
    let signature = minisign_verify::Signature::decode(&text);
    let signature = signature.map_err(|_| unreadable(&path, "damaged or altered, not a signature any more".to_owned()))?;
    let manifest = folder.join(file::MANIFEST);
    let signed = read_file(&manifest).map_err(|error| unreadable(&manifest, error.to_string()))?;
    for key in keys {
        match key.key.verify(&signed, &signature, false) {
            Ok(()) => return Ok(SignatureFound { key: key.to_string(), comment: signature.trusted_comment().trim().to_owned() }),
            // Two keys may have the same id, by design or by chance.
            Err(minisign_verify::Error::UnexpectedKeyId) => {}
            Err(_) => return Err(SignatureError::Wrong { path }),
        }
    }
    Err(SignatureError::OtherKey { path, keys: keys.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SigningKey;

    fn signed_folder(key: &SigningKey) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join(file::MANIFEST), "{}\n").expect("written");
        let signature = key.sign(b"{}\n", "2024-02-01 signed by A. Reader").expect("signed");
        std::fs::write(folder.path().join(file::SIGNATURE), signature).expect("written");
        folder
    }

    #[test]
    fn a_signature_is_right_for_its_key_and_its_manifest_only() {
        let (key, other) = (SigningKey::generate().expect("a key"), SigningKey::generate().expect("a key"));
        let folder = signed_folder(&key);
        let keys = [other.public_key(), key.public_key()];
        let found = check_signature(folder.path(), &keys).expect("right");
        assert_eq!(found, SignatureFound { key: key.public_key().to_string(), comment: "2024-02-01 signed by A. Reader".to_owned() });
        assert!(matches!(check_signature(folder.path(), &keys[..1]), Err(SignatureError::OtherKey { .. })));
        assert!(matches!(check_signature(folder.path(), &[]), Err(SignatureError::OtherKey { .. })));
        std::fs::write(folder.path().join(file::MANIFEST), "{ }\n").expect("written");
        assert!(matches!(check_signature(folder.path(), &keys), Err(SignatureError::Wrong { .. })));
        std::fs::remove_file(folder.path().join(file::SIGNATURE)).expect("removed");
        assert!(matches!(check_signature(folder.path(), &keys), Err(SignatureError::Missing { .. })));
    }

    #[test]
    fn no_byte_of_a_signature_can_be_changed_but_those_of_the_untrusted_comment() {
        let key = SigningKey::generate().expect("a key");
        let (folder, keys) = (signed_folder(&key), [key.public_key()]);
        let path = folder.path().join(file::SIGNATURE);
        let signature = std::fs::read(&path).expect("readable");
        let trusted_from = signature.iter().position(|byte| *byte == b'\n').expect("a first line") + 1;
        for at in trusted_from..signature.len() - 1 {
            let mut changed = signature.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).expect("written");
            assert!(check_signature(folder.path(), &keys).is_err(), "byte {at}");
            std::fs::write(&path, &signature[..at]).expect("written");
            assert!(check_signature(folder.path(), &keys).is_err(), "cut at {at}");
        }
    }
}
