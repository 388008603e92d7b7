//! Signatures: drafts that are published with one, lists that need one, and who can check it.

use super::{CHECKS, DRAW, four, json, make, names, ratings, regenerate, revisions};
use crate::month::Month;
use crate::support::{bytes_below, copy, expect_exit};
use std::path::Path;

const DRAFT: [&str; 5] = ["run", "pipeline.toml", "--list", "2024-02", "--draft"];
const SIGN: [&str; 6] = ["sign", "lists/rapid/2024-02-01.draft", "--key", "office.key", "--by", "A. Reader"];

/// Makes a key pair, `office.key` and `office.key.pub`, and returns the public key.
fn key(folder: &Month, name: &str) -> String {
    expect_exit(folder.path(), &["keys", "new", name, "--quiet"], 0);
    public_key(folder, name)
}

fn public_key(folder: &Month, name: &str) -> String {
    let text = std::fs::read_to_string(folder.join(&format!("{name}.pub"))).expect("a public key");
    text.lines().nth(1).expect("a line of base64").to_owned()
}

/// Four players with a draft of February and a key.
fn four_with_draft() -> Month {
    let folder = four();
    expect_exit(folder.path(), &DRAFT, 0);
    key(&folder, "office.key");
    folder
}

/// Settings by which lists of this day or later must be signed.
fn required(folder: &Month, since: &str) {
    let keys = public_key(folder, "office.key");
    folder.pipeline(&format!("{CHECKS}\n[signing]\nkeys = [\"{keys}\"]\nrequired = true\nsince = \"{since}\"\n"));
}

fn sign(folder: &Month, drafts: &[&str], code: i32) -> crate::support::Said {
    let drafts: Vec<String> = drafts.iter().map(|draft| format!("lists/rapid/{draft}")).collect();
    let mut arguments = vec!["sign"];
    arguments.extend(drafts.iter().map(String::as_str));
    arguments.extend(["--key", "office.key", "--by", "A. Reader"]);
    expect_exit(folder.path(), &arguments, code)
}

/// Checks a signature with the library that makes signatures; the program uses another one.
fn independent_comment(folder: &Month, list: &str, name: &str) -> Result<String, String> {
    let place = folder.join(&format!("lists/rapid/{list}"));
    let key = minisign::PublicKey::from_file(folder.join(&format!("{name}.pub"))).expect("a public key");
    let signature = minisign::SignatureBox::from_file(place.join("manifest.json.minisig")).map_err(|error| error.to_string())?;
    let manifest = std::fs::File::open(place.join("manifest.json")).expect("a manifest");
    minisign::verify(&key, &signature, manifest, true, false, false).map_err(|error| error.to_string())?;
    signature.trusted_comment().map_err(|error| error.to_string())
}

fn change_byte(path: &Path) {
    let mut bytes = std::fs::read(path).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes).expect("written");
}

#[test]
fn a_draft_is_published_byte_for_byte_with_a_signature_that_others_can_check() {
    let folder = four_with_draft();
    copy(&folder.join("lists/rapid/2024-02-01.draft"), &folder.join("kept"));
    let said = expect_exit(folder.path(), &SIGN, 0);
    assert!(said.out.contains("lists/rapid/2024-02-01 is published: 2024-02-01 signed by A. Reader at 20"), "{}", said.out);
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01"]);
    let mut made = bytes_below(&folder.join("lists/rapid/2024-02-01"));
    assert!(made.remove("manifest.json.minisig").is_some());
    assert_eq!(made, bytes_below(&folder.join("kept")));
    let run = |place: &str| std::fs::read(folder.join(place).join("run.json")).expect("readable");
    assert_eq!(run("lists/rapid/2024-02-01"), run("kept"));
    let comment = independent_comment(&folder, "2024-02-01", "office.key").expect("a right signature");
    assert!(comment.starts_with("2024-02-01 signed by A. Reader at 20") && comment.ends_with('Z'), "{comment}");
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
    // Signed again, there is nothing to do; and the list is built on.
    assert!(expect_exit(folder.path(), &SIGN, 0).out.contains("nothing to do"));
    make(&folder, &["2024-03"]);
}

#[test]
fn verify_checks_the_signature_with_a_key_or_its_file() {
    let folder = four_with_draft();
    expect_exit(folder.path(), &SIGN, 0);
    let (office, other) = (public_key(&folder, "office.key"), key(&folder, "other.key"));
    let verify = |more: &[&str], code| expect_exit(folder.path(), &[&["verify", "lists/rapid/2024-02-01"], more].concat(), code);
    for key in ["office.key.pub", &office] {
        let said = verify(&["--key", key], 0).out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("the signature is right: 2024-02-01 signed by A. Reader"), "{said}");
    }
    verify(&["--key", &other, "--key", &office], 0);
    assert!(verify(&["--key", "other.key.pub"], 6).err.contains("signed with another key than the one given"));
    assert!(verify(&["--key", "nothing.pub"], 2).err.contains("no public key"));
    // The private key given by mistake is refused and not repeated.
    let secret = std::fs::read_to_string(folder.join("office.key")).expect("readable");
    let said = verify(&["--key", "office.key"], 2).err;
    assert!(!said.contains(&secret.lines().nth(1).expect("a key")[10..50]), "{said}");
    let signature = folder.join("lists/rapid/2024-02-01/manifest.json.minisig");
    let text = std::fs::read_to_string(&signature).expect("readable");
    std::fs::write(&signature, text.replace("A. Reader", "B. Reader")).expect("written");
    assert!(verify(&["--key", &office], 6).err.contains("not a signature of this manifest.json"));
    std::fs::remove_file(&signature).expect("removed");
    assert!(verify(&["--key", &office], 6).err.contains("the list is not signed"));
    verify(&[], 0);
}

#[test]
fn a_draft_whose_inputs_have_changed_is_not_signed_and_the_difference_is_said() {
    let folder = four_with_draft();
    folder.tournament("J2", "2024-01-12", &["1 1003 1004 1-0"]);
    let said = expect_exit(folder.path(), &SIGN, 1).err;
    assert!(said.contains("J2/games.csv") && said.contains("is new since it was made") && said.contains("run --draft"), "{said}");
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01.draft"]);
    expect_exit(folder.path(), &DRAFT, 0);
    expect_exit(folder.path(), &SIGN, 0);
    // A correction of its tournament counts, too.
    let corrected = four_with_draft();
    corrected.corrections(DRAW);
    let said = expect_exit(corrected.path(), &SIGN, 1).err;
    assert!(said.contains("the correction C1 is new"), "{said}");
}

#[test]
fn a_draft_that_was_altered_is_not_signed_and_is_made_again() {
    for file in ["list.csv", "state.parquet", "report.html", "manifest.json"] {
        let folder = four_with_draft();
        let path = folder.join("lists/rapid/2024-02-01.draft").join(file);
        let before = std::fs::read(&path).expect("readable");
        change_byte(&path);
        let said = expect_exit(folder.path(), &SIGN, 3).err;
        assert!(said.contains(file), "{said}");
        assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01.draft"]);
        expect_exit(folder.path(), &DRAFT, 0);
        assert_eq!(std::fs::read(&path).expect("readable"), before);
        expect_exit(folder.path(), &SIGN, 0);
    }
    let folder = four_with_draft();
    folder.put("lists/rapid/2024-02-01.draft/more.csv", "a\n");
    assert!(expect_exit(folder.path(), &SIGN, 3).err.contains("more.csv is not in the manifest"));
}

#[test]
fn only_drafts_are_signed_by_somebody_with_a_name_and_a_key() {
    let folder = four_with_draft();
    let sign = |draft: &str, key: &str, by: &str, code| expect_exit(folder.path(), &["sign", draft, "--key", key, "--by", by], code).err;
    let draft = "lists/rapid/2024-02-01.draft";
    assert!(sign("lists/rapid/2024-01-01", "office.key", "A. Reader", 2).contains("is no draft"));
    sign("lists/rapid/2024-03-01.draft", "office.key", "A. Reader", 3);
    for by in ["", "  ", "two\nlines"] {
        assert!(sign(draft, "office.key", by, 2).contains("--by"));
    }
    sign(draft, "nothing.key", "A. Reader", 3);
    assert!(sign(draft, "office.key.pub", "A. Reader", 3).contains("not a private key"));
    assert!(expect_exit(folder.path(), &["keys", "new", "office.key"], 2).err.contains("already there"));
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01.draft"]);
}

#[test]
fn a_key_made_without_a_terminal_has_no_passphrase_and_nothing_of_it_is_ever_printed() {
    let folder = four();
    let made = expect_exit(folder.path(), &["keys", "new", "office.key"], 0);
    assert!(made.err.contains("warning: office.key has no passphrase"), "{}", made.err);
    assert!(made.out.contains(&public_key(&folder, "office.key")), "{}", made.out);
    expect_exit(folder.path(), &DRAFT, 0);
    let signed = expect_exit(folder.path(), &[&SIGN[..], &["--verbose", "--log-format", "json"]].concat(), 0);
    let secret = std::fs::read_to_string(folder.join("office.key")).expect("readable");
    // After the algorithms and 48 bytes of zeros come the id, which is public, and the key.
    let secret = &secret.lines().nth(1).expect("a key")[90..];
    assert!(secret.len() > 100);
    let mut places = vec![made.out, made.err, signed.out, signed.err];
    places.extend(bytes_below(&folder.join("lists")).into_values().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
    for place in places {
        assert!(!place.contains(&secret[..40]) && !place.contains(&secret[40..80]), "{place}");
    }
}

#[test]
fn the_flag_that_only_wrote_a_name_says_what_to_do_instead() {
    let folder = four();
    let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--sign", "A. Reader"], 2).err;
    assert!(said.contains("run --draft") && said.contains("ratinglist sign") && said.contains("ratinglist keys new"), "{said}");
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01"]);
}

#[test]
fn a_list_whose_run_record_names_who_signed_is_still_read() {
    let folder = four();
    make(&folder, &["2024-02"]);
    let path = folder.join("lists/rapid/2024-02-01/run.json");
    let run = std::fs::read_to_string(&path).expect("readable");
    assert!(!run.contains("signed_by"), "{run}");
    std::fs::write(&path, run.replacen('{', "{\n  \"signed_by\": \"A. Reader\",", 1)).expect("written");
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
    make(&folder, &["2024-03"]);
}

#[test]
fn where_a_signature_is_required_run_makes_the_draft_and_waits() {
    let folder = four();
    key(&folder, "office.key");
    required(&folder, "2024-03-01");
    make(&folder, &["2024-02"]);
    let march = ["run", "pipeline.toml", "--list", "2024-03"];
    let status = |code| expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-03-02"], code).out;
    assert!(status(1).contains("2024-03 is due"));
    let said = expect_exit(folder.path(), &march, 0).out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("2024-03-01.draft, and waits for a signature: ratinglist sign"), "{said}");
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01", "2024-03-01.draft"]);
    assert!(expect_exit(folder.path(), &march, 0).out.contains("still waits for a signature"));
    let said = expect_exit(folder.path(), &[&march[..], &["--json"]].concat(), 0);
    assert_eq!(json(&said)["status"], "still-awaits-signature");
    assert!(status(1).contains("2024-03-01.draft waits for a signature"));
    sign(&folder, &["2024-03-01.draft"], 0);
    assert!(!status(0).contains("signature"));
    assert!(expect_exit(folder.path(), &march, 0).out.contains("nothing to do"));
    assert_eq!(ratings(&folder, "2024-03-01"), ["1820", "1790", "1790", "1800"]);
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-04"], 0);
    sign(&folder, &["2024-04-01.draft"], 0);
    assert_eq!(ratings(&folder, "2024-04-01"), ["1820", "1780", "1790", "1810"]);
}

#[test]
fn unsigned_and_wrongly_signed_lists_are_not_built_on() {
    let folder = four();
    key(&folder, "office.key");
    key(&folder, "other.key");
    make(&folder, &["2024-02", "2024-03"]);
    required(&folder, "2024-03-01");
    let signature = folder.join("lists/rapid/2024-03-01/manifest.json.minisig");
    let refused = |words: &str| {
        for command in [
            &["run", "pipeline.toml", "--list", "2024-04"][..],
            &["run", "pipeline.toml", "--list", "2024-03"],
            &["plan", "pipeline.toml", "--list", "2024-04"],
            &["status", "pipeline.toml", "--on", "2024-04-01"],
            &["regenerate", "pipeline.toml", "--from", "2024-04", "--to", "2024-04"],
        ] {
            let said = expect_exit(folder.path(), command, 3).err;
            assert!(said.contains("lists/rapid/2024-03-01/manifest.json.minisig") && said.contains(words), "{command:?}: {said}");
            assert!(said.contains("hint: ") && said.contains("[signing]"), "{said}");
        }
        assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01", "2024-03-01"]);
    };
    refused("not signed");
    let manifest = std::fs::read(folder.join("lists/rapid/2024-03-01/manifest.json")).expect("readable");
    let sign_with = |name: &str, bytes: &[u8]| {
        let key = store::SigningKey::open(&folder.join(name), None).expect("a key");
        std::fs::write(&signature, key.sign(bytes, "2024-03-01 signed by hand").expect("signed")).expect("written");
    };
    sign_with("other.key", &manifest);
    refused("signed with another key");
    sign_with("office.key", b"another manifest");
    refused("not a signature of this manifest.json");
    std::fs::write(&signature, "no signature").expect("written");
    refused("not a signature any more");
    // Signed afterwards, as the standard tool would, it is built on.
    sign_with("office.key", &manifest);
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-04"], 0);
    assert!(names(&folder.join("lists/rapid")).contains(&"2024-04-01.draft".to_owned()));
}

#[test]
fn settings_that_require_a_signature_of_nobody_are_refused() {
    let folder = four();
    let key = key(&folder, "office.key");
    for (settings, words) in [
        ("required = true\nsince = \"2024-03-01\"\n".to_owned(), "wants keys"),
        (format!("keys = [\"{key}\"]\nrequired = true\n"), "wants since"),
        ("keys = [\"office.key.pub\"]\n".to_owned(), "key 1: not a public key"),
    ] {
        folder.pipeline(&format!("{CHECKS}\n[signing]\n{settings}"));
        let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"], 2).err;
        assert!(said.contains(words), "{said}");
    }
}

/// Three signed lists, and the correction by which the game of January was drawn.
fn signed_and_corrected() -> Month {
    let folder = four();
    key(&folder, "office.key");
    required(&folder, "2024-02-01");
    for month in super::MONTHS {
        make(&folder, &[month]);
        sign(&folder, &[&format!("{month}-01.draft")], 0);
    }
    folder.corrections(DRAW);
    folder
}

const REVISED: [&str; 3] = ["2024-02-01.r2", "2024-03-01.r2", "2024-04-01.r2"];
const DRAFTS: [&str; 3] = ["2024-02-01.r2.draft", "2024-03-01.r2.draft", "2024-04-01.r2.draft"];

#[test]
fn where_a_signature_is_required_revisions_are_a_chain_of_drafts_that_is_signed_in_order() {
    let folder = signed_and_corrected();
    let published = ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"];
    let fates = ["2024-02-01 awaits-signature", "2024-03-01 awaits-signature", "2024-04-01 awaits-signature"];
    assert_eq!(regenerate(&folder, &[]), fates);
    let mut with_drafts: Vec<&str> = published.into_iter().chain(DRAFTS).collect();
    with_drafts.sort_unstable();
    assert_eq!(names(&folder.join("lists/rapid")), with_drafts, "and no revisions.csv");
    assert_eq!(ratings(&folder, "2024-04-01.r2.draft"), ["1810", "1790", "1790", "1810"]);
    let status = expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-04-02"], 1).out;
    assert!(DRAFTS.iter().all(|draft| status.contains(&format!("{draft} waits for a signature"))), "{status}");
    // A later one alone, or before the one that it is built on, is not published.
    for drafts in [&DRAFTS[1..], &[DRAFTS[1], DRAFTS[0]]] {
        assert!(sign(&folder, drafts, 1).err.contains("has changed since it was made"));
        assert_eq!(names(&folder.join("lists/rapid")), with_drafts);
    }
    // Made again they are the same.
    let before = bytes_below(&folder.join("lists"));
    assert_eq!(regenerate(&folder, &[]), fates);
    assert_eq!(bytes_below(&folder.join("lists")), before);
    sign(&folder, &DRAFTS, 0);
    let mut all: Vec<&str> = published.into_iter().chain(REVISED).chain(["revisions", "revisions.csv"]).collect();
    all.sort_unstable();
    assert_eq!(names(&folder.join("lists/rapid")), all);
    for list in REVISED {
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}"), "--recompute", "--key", "office.key.pub"], 0);
        assert!(independent_comment(&folder, list, "office.key").expect("right").starts_with(&format!("{list} signed by A. Reader")));
        assert!(!folder.join(&format!("lists/rapid/{list}/revision.json")).exists());
    }
    assert_eq!(
        revisions(&folder, &["list", "revision", "known_from", "cause"]),
        [
            "2024-02-01 | 2 | 2024-04-10 | correction C1",
            "2024-03-01 | 2 | 2024-04-10 | the list of 2024-02-01 was revised",
            "2024-04-01 | 2 | 2024-04-10 | the list of 2024-03-01 was revised"
        ]
    );
    assert_eq!(ratings(&folder, "2024-04-01.r2"), ["1810", "1790", "1790", "1810"]);
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 proved"]);
}

#[test]
fn signed_revisions_are_recorded_as_those_that_need_no_signature() {
    let signed = signed_and_corrected();
    regenerate(&signed, &[]);
    sign(&signed, &DRAFTS[..1], 0);
    sign(&signed, &DRAFTS[1..], 0);
    let plain = super::four_with_lists();
    plain.corrections(DRAW);
    regenerate(&plain, &[]);
    let without_signatures = |folder: &Month| {
        let mut files = bytes_below(&folder.join("lists"));
        files.retain(|name, _| !name.ends_with(".minisig"));
        files
    };
    assert_eq!(without_signatures(&signed), without_signatures(&plain));
}

#[test]
fn drafts_of_revisions_whose_cause_is_gone_are_refused_and_cleared_away() {
    let folder = signed_and_corrected();
    regenerate(&folder, &[]);
    folder.corrections("");
    assert!(sign(&folder, &DRAFTS, 1).err.contains("the correction C1 does not hold any more"));
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 proved"]);
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"]);
}

mod needs_minisign {
    use super::*;
    use std::process::Command;

    #[test]
    #[ignore = "needs minisign"]
    fn the_standard_tool_verifies_a_signature_and_refuses_an_altered_manifest() {
        let folder = four_with_draft();
        expect_exit(folder.path(), &SIGN, 0);
        let manifest = folder.join("lists/rapid/2024-02-01/manifest.json");
        let verifies = || {
            let arguments = ["-V", "-p", "office.key.pub", "-m"];
            let output =
                Command::new("minisign").current_dir(folder.path()).args(arguments).arg(&manifest).output().expect("minisign starts");
            (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let (is_right, said) = verifies();
        assert!(is_right && said.contains("2024-02-01 signed by A. Reader"), "{said}");
        change_byte(&manifest);
        assert!(!verifies().0);
    }
}
