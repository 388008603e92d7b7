//! Tests of zipped lists: valid, damaged, and too large.

mod support;

use federation_lists::{FederationListOptions, write_zipped};
use model::Control;
use std::io::Cursor;
use support::{SINGLE, file, for_control, list, messages, player, refused, single};

fn archive(member: &str, content: &[u8]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    write_zipped(&mut bytes, member, |out| out.write_all(content)).expect("memory");
    bytes.into_inner()
}

#[test]
fn a_zipped_list_is_read_like_a_plain_one_and_the_name_inside_may_give_the_month() {
    let xml =
        b"<playerslist><player><fideid>7</fideid><name>Berg, Anna</name><country>NOR</country><rating>1800</rating></player></playerslist>";
    let read = list(&archive("rapid_jan24frl_xml.xml", xml), "download.zip", for_control(Control::Rapid));
    assert_eq!((player(&read, 7).as_str(), read.date), ("Berg, Anna||||NOR|||1800|||", "2024-01".parse().ok()));
    let read = list(&archive("standard_rating_list.txt", &file(SINGLE, &[single(&[])])), "list.zip", FederationListOptions::default());
    assert_eq!((messages(&read), read.rows_read), (vec![], 1));
}

#[test]
fn the_same_list_gives_the_same_archive() {
    assert_eq!(archive("a.txt", b"words"), archive("a.txt", b"words"));
}

#[test]
fn archives_that_cannot_be_used_are_refused() {
    let many: Vec<String> =
        (0..2000).map(|n| single(&[(0, &format!("{}", 1_000_000 + n * 7)), (113, &format!("{}", 1400 + n % 900))])).collect();
    let whole = archive("list.txt", &file(SINGLE, &many));
    let mut altered = whole.clone();
    // In the middle of the compressed rows; the directory is at the end.
    let middle = altered.len() / 2;
    altered[middle..middle + 8].fill(0x55);
    for (bytes, message) in [
        (whole[..whole.len() / 2].to_vec(), "the archive cannot be read: "),
        (altered, "the archive is damaged: "),
        (archive("readme.pdf", b"words"), "the archive holds 'readme.pdf', which is neither .txt nor .xml"),
        (two_members(), "the archive holds 2 files; exactly one list is wanted"),
        (b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec(), "the archive holds 0 files; exactly one list is wanted"),
    ] {
        let messages = refused(&bytes, "list.zip", for_control(Control::Standard));
        assert!(messages.iter().any(|messages| messages.starts_with(&format!("list.zip: FED002: {message}"))), "{message}: {messages:?}");
    }
}

fn two_members() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["a.txt", "b.txt"] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}
