//! Every file of the fuzzers' corpus, and thousands like them, through the functions that the fuzzers call.

#[allow(unreachable_pub, reason = "the fuzzers' own crate publishes them")]
#[path = "../../fuzz/src/entries.rs"]
mod entries;

use crate::unattended::is_long;
use entries::{ENTRIES, Entry};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many files of each kind are made from those in the corpus: thousands in all, more in the long form, and with `make fuzz` without end.
fn made_of_each_kind() -> usize {
    if is_long() { 2000 } else { 300 }
}

/// Longer is a hang; a file of the corpus takes milliseconds.
const LONGEST: Duration = Duration::from_secs(30);

/// What breaks readers: ends and separators, numbers at every edge, characters that are not what they seem.
const TOKENS: [&[u8]; 24] = [
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\n",
    b"\r",
    b"\"",
    b",",
    b";",
    b"'=",
    b"=",
    b"\t",
    b"0",
    b"-1",
    b"99999999999999999999",
    b"4294967295",
    b"2024-02-30",
    b"../",
    b"\xe2\x80\xae",
    b"\xf0\x9f\x99\x82",
    b"<a>",
    b"&x;",
    b"001 ",
];

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % bound.max(1)
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(name)
}

/// The files of a folder in the order of their names; none where there is no such folder.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a file of the corpus")).collect()
}

/// One file made from others: cut, doubled, spliced and sprinkled.
fn made(dice: &mut Dice, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(6) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(40)).min(bytes.len());
        match dice.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, part));
            }
            3 => {
                let other = &seeds[dice.below(seeds.len())];
                let from = dice.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            4 if at < bytes.len() => bytes[at] = u8::try_from(dice.below(256)).unwrap_or(0),
            5 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            _ => drop(bytes.splice(at..end.min(at + 2), TOKENS[dice.below(TOKENS.len())].iter().copied())),
        }
    }
    bytes
}

fn bears_everything((name, entry): Entry) {
    let mut seeds = files(&folder("corpus").join(name));
    assert!(!seeds.is_empty(), "{name} has no corpus");
    seeds.extend(files(&folder("regressions").join(name)));
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let made = (0..made_of_each_kind()).map(|_| made(&mut dice, &seeds)).collect::<Vec<_>>();
    for bytes in seeds.iter().chain(&made) {
        let begun = Instant::now();
        if std::panic::catch_unwind(|| entry(bytes)).is_err() {
            let kept = std::env::temp_dir().join(format!("hostile-{name}"));
            std::fs::write(&kept, bytes).expect("the temporary folder takes files");
            panic!("{name}: the reader does not bear {}", kept.display());
        }
        assert!(begun.elapsed() < LONGEST, "{name}: {:?} for\n{}", begun.elapsed(), String::from_utf8_lossy(bytes));
    }
}

#[test]
fn no_input_makes_a_reader_panic_or_hang() {
    tables::install_panic_hook();
    std::thread::scope(|scope| {
        for entries in ENTRIES.chunks(ENTRIES.len().div_ceil(4)) {
            scope.spawn(|| entries.iter().for_each(|entry| bears_everything(*entry)));
        }
    });
}

#[test]
fn every_kind_of_file_has_a_fuzz_target() {
    let mut targets: Vec<String> = std::fs::read_dir(folder("fuzz_targets"))
        .expect("the targets")
        .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    targets.sort();
    let mut entries: Vec<&str> = ENTRIES.iter().map(|(name, _)| *name).collect();
    entries.sort_unstable();
    assert_eq!(targets, entries);
}
