//! Private keys: makes them, reads them and signs with them. No message and no `Debug` output contains one.

use crate::read_settings;
use crate::signature::PublicKey;
use std::fmt;
use std::fs::OpenOptions;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

/// Why a key cannot be made or used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("{}: already there; a key is never overwritten", path.display())]
    Exists { path: PathBuf },
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: the key cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{}: not a private key in the format of minisign", path.display())]
    NoKey { path: PathBuf },
    #[error("{}: the passphrase does not open it, or it is damaged", path.display())]
    NotOpened { path: PathBuf },
    #[error("the key cannot be made or used: {0}")]
    Failed(String),
}

/// A private key that is ready to sign.
pub struct SigningKey {
    secret: minisign::SecretKey,
    public: PublicKey,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public", &self.public.to_string()).finish_non_exhaustive()
    }
}

fn failed(error: impl fmt::Display) -> KeyError {
    KeyError::Failed(error.to_string())
}

impl SigningKey {
    /// Makes a new key that is in no file.
    pub fn generate() -> Result<Self, KeyError> {
        Self::new(minisign::KeyPair::generate_unencrypted_keypair().map_err(failed)?.sk)
    }

    fn new(secret: minisign::SecretKey) -> Result<Self, KeyError> {
        let public = minisign::PublicKey::from_secret_key(&secret).map_err(failed)?;
        Ok(Self { public: public.to_base64().parse().map_err(KeyError::Failed)?, secret })
    }

    /// Opens a key file. `passphrase` is needed where [`is_key_encrypted`] says so.
    pub fn open(path: &Path, passphrase: Option<String>) -> Result<Self, KeyError> {
        let key_box = minisign::SecretKeyBox::from(read_key(path)?);
        let opened = match passphrase {
            Some(passphrase) => key_box.into_secret_key(Some(passphrase)),
            None => key_box.into_unencrypted_secret_key(),
        };
        // What the library says of the failure may quote the file.
        Self::new(opened.map_err(|_| KeyError::NotOpened { path: path.to_owned() })?)
    }

    pub fn public_key(&self) -> PublicKey {
        self.public.clone()
    }

    /// Returns the text of a signature. `comment` is covered by it.
    pub fn sign(&self, bytes: &[u8], comment: &str) -> Result<String, KeyError> {
        let about = format!("signature by the key {}", self.public);
        let signature = minisign::sign(None, &self.secret, Cursor::new(bytes), Some(comment.trim()), Some(&about)).map_err(failed)?;
        Ok(signature.into_string())
    }
}

fn read_key(path: &Path) -> Result<String, KeyError> {
    read_settings(path).map_err(|source| KeyError::Unreadable { path: path.to_owned(), source })
}

/// Whether a key file is protected by a passphrase.
pub fn is_key_encrypted(path: &Path) -> Result<bool, KeyError> {
    let key_box = minisign::SecretKeyBox::from(read_key(path)?);
    match key_box.clone().into_unencrypted_secret_key() {
        Ok(_) => Ok(false),
        Err(_) => {
            // The second line begins with the algorithms: `Ed`, and `Sc` or two zeros.
            let has_passphrase = key_box.to_string().lines().nth(1).is_some_and(|line| line.starts_with("RWRTY0Iy"));
            if has_passphrase { Ok(true) } else { Err(KeyError::NoKey { path: path.to_owned() }) }
        }
    }
}

/// Makes a key pair and writes it to `path`, readable by nobody else, and to `path.pub`. Neither file may exist.
pub fn create_key_pair(path: &Path, passphrase: Option<String>) -> Result<PublicKey, KeyError> {
    let mut public_path = path.as_os_str().to_owned();
    public_path.push(".pub");
    let public_path = PathBuf::from(public_path);
    // Asked before the work of the passphrase is done, and ensured when the files are created.
    if let Some(path) = [path, &public_path].into_iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(KeyError::Exists { path: path.to_owned() });
    }
    let pair = match passphrase {
        Some(passphrase) => minisign::KeyPair::generate_encrypted_keypair(Some(passphrase)),
        None => minisign::KeyPair::generate_unencrypted_keypair(),
    };
    let pair = pair.map_err(failed)?;
    let public: PublicKey = pair.pk.to_base64().parse().map_err(KeyError::Failed)?;
    let secret = pair.sk.to_box(Some("private key of ratinglist, in the format of minisign")).map_err(failed)?;
    write_new(path, 0o600, secret.into_string().as_bytes())?;
    let written = write_new(&public_path, 0o644, pair.pk.to_box().map_err(failed)?.into_string().as_bytes());
    if written.is_err() {
        // Half a pair would stop the next attempt.
        drop(std::fs::remove_file(path));
    }
    written.map(|()| public)
}

#[cfg_attr(not(unix), allow(unused_variables))]
fn write_new(path: &Path, mode: u32, bytes: &[u8]) -> Result<(), KeyError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    let mut file = options.open(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::AlreadyExists => KeyError::Exists { path: path.to_owned() },
        _ => KeyError::Io { path: path.to_owned(), source },
    })?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|source| {
        drop(std::fs::remove_file(path));
        KeyError::Io { path: path.to_owned(), source }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_a_passphrase_opens_with_that_passphrase_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("office.key");
        let public = create_key_pair(&path, Some("a horse and a bishop".to_owned())).expect("made");
        assert!(is_key_encrypted(&path).expect("a key"));
        let key = SigningKey::open(&path, Some("a horse and a bishop".to_owned())).expect("opened");
        assert_eq!(key.public_key(), public);
        for wrong in [Some("a horse".to_owned()), None] {
            assert!(matches!(SigningKey::open(&path, wrong), Err(KeyError::NotOpened { .. })));
        }
    }

    #[test]
    fn a_key_pair_is_private_and_is_never_overwritten() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("office.key");
        let public = create_key_pair(&path, None).expect("made");
        assert!(!is_key_encrypted(&path).expect("a key"));
        let read = || (std::fs::read(&path).expect("there"), std::fs::read(folder.path().join("office.key.pub")).expect("there"));
        let before = read();
        assert!(matches!(create_key_pair(&path, None), Err(KeyError::Exists { .. })));
        assert_eq!(read(), before);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
        }
        let named = PublicKey::from_text_or_file(&folder.path().join("office.key.pub").display().to_string());
        assert_eq!(named.as_ref(), Ok(&public));
        assert_eq!(PublicKey::from_text_or_file(&public.to_string()), named);
        let key = SigningKey::open(&path, None).expect("opened");
        let secret = String::from_utf8(before.0).expect("text");
        let secret = secret.lines().nth(1).expect("a key");
        assert!(!format!("{key:?}").contains(&secret[20..60]));
        // Given by mistake as the public key, the private one is not repeated.
        let said = PublicKey::from_text_or_file(&path.display().to_string()).expect_err("no public key");
        assert!(!said.contains(&secret[20..60]), "{said}");
    }
}
