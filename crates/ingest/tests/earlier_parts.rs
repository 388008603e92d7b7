//! Tests of earlier parts of events, which are read although they are rated (T17).

use ingest::{ReadOnly, ReadOptions, Sources, Submissions, planned_inputs, read};
use model::{Control, PlayerIndex};
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// A report of one game in this round, from 2024-01-01 to 2024-03-09.
fn report(round: usize) -> String {
    let line = |rank: u32, block: &str| {
        format!("001 {rank:4} m    {:33}      NOR {:>11} {:21} {}{block}\n", "Player", 1_500_010 + rank, "", " ".repeat(10 * (round - 1)))
    };
    let header = "012 Long Event\n042 2024/01/01\n052 2024/03/09\n092 Round robin (Standard)\n";
    format!("{header}{}{}", line(1, "   2 w 1"), line(2, "   1 b 0"))
}

const REGISTRY: &str = "tournament_id,file,control,event_id\n\
    rated-1,a.trf,standard,long\n\
    long,b.trf,standard,\n\
    rated-2,c.trf,standard,other\n\
    rated-3,d.trf,standard,\n\
    now,e.trf,standard,long\n";

const BUNDLE: [(&str, &str); 3] = [
    (
        "tournaments.csv",
        "tournament_id,control,start,end,event_id\nrated-b1,standard,2024-01-01,2024-01-31,b\nrated-b2,standard,2024-01-01,2024-01-31,\n",
    ),
    (
        "games.csv",
        "tournament_id,round,white,black,result\nrated-b1,1,1500011,1500012,1-0\nrated-b2,1,1500011,1500012,1-0\nrated-b1,2,1500012,1500011,1-0\n",
    ),
    ("byes.csv", "tournament_id,round,fide_id,bye\nrated-b1,3,1500011,U\n"),
];

fn write(folder: &Path, files: &[(&str, &str)]) {
    fs::create_dir_all(folder).expect("a folder");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
}

/// Reports of which two parts of the event `long` are rated, and two bundles, each with a part of the event `b`.
fn month() -> (TempDir, Sources) {
    let folder = tempdir().expect("a folder");
    for (name, round) in [("a", 1), ("b", 2), ("c", 1), ("d", 1), ("e", 3)] {
        write(folder.path(), &[(&format!("{name}.trf"), &report(round))]);
    }
    write(&folder.path().join("february"), &BUNDLE);
    let now = BUNDLE.map(|(name, text)| (name, text.replace("rated-b", "b").replace("b2", "b3")));
    write(&folder.path().join("march"), &now.each_ref().map(|(name, text)| (*name, text.as_str())));
    write(folder.path(), &[("registry.csv", REGISTRY)]);
    let sources =
        Sources { tournaments: vec![folder.path().to_owned()], registry: Some(folder.path().join("registry.csv")), ..Sources::default() };
    (folder, sources)
}

fn is_rated(id: &str) -> bool {
    id.starts_with("rated") || id == "long"
}

fn options(known: &PlayerIndex) -> ReadOptions<'_> {
    ReadOptions { is_rated: &is_rated, for_titles: true, ..ReadOptions::new(Control::Standard, known) }
}

/// Id, rounds of the games, and number of byes of every earlier part.
fn parts(read: &Submissions) -> Vec<(&str, &[u16], usize)> {
    let parts = &read.earlier_parts;
    parts.tournaments.iter().map(|part| (&*part.id, &parts.games.round[part.games.clone()], part.byes.len())).collect()
}

fn files(read: &Submissions) -> Vec<&str> {
    read.inputs.iter().map(|input| input.path.as_str()).filter(|path| path.ends_with(".trf")).collect()
}

#[test]
fn the_rated_parts_of_an_event_that_goes_on_are_read_beside_the_batch() {
    let (_folder, sources) = month();
    let known = PlayerIndex::default();
    let read = read(&sources, &options(&known)).expect("readable");
    // The event of `long` is named by its id alone.
    assert_eq!(parts(&read), [("rated-1", &[1][..], 0), ("long", &[2], 0), ("rated-b1", &[1, 2], 1)]);
    assert_eq!(files(&read), ["a.trf", "b.trf", "e.trf"]);
    let rated: Vec<&str> = read.already_rated.iter().map(|tournament| &*tournament.id).collect();
    assert_eq!(rated, ["rated-1", "long", "rated-2", "rated-3", "rated-b1", "rated-b2"]);
    let now: Vec<&str> = read.batch.tournaments.iter().map(|tournament| &*tournament.id).collect();
    assert_eq!(now, ["now", "b1", "b3"]);
    assert_eq!((read.earlier_parts.newcomers.len(), read.diagnostics.len()), (0, 0), "{:?}", read.diagnostics);
    // Parts of an event may be short, and have their entries all the same.
    let entries = |batch: &model::Batch, id: &str| batch.tournaments.iter().find(|part| &*part.id == id).map(|part| part.entries.len());
    assert_eq!(entries(&read.batch, "now"), Some(2));
    assert_eq!((entries(&read.earlier_parts, "rated-1"), entries(&read.earlier_parts, "long")), (Some(2), Some(2)));
}

#[test]
fn without_titles_no_rated_report_is_opened() {
    let (_folder, sources) = month();
    let known = PlayerIndex::default();
    let read = read(&sources, &ReadOptions { for_titles: false, ..options(&known) }).expect("readable");
    assert_eq!((parts(&read), files(&read)), (Vec::new(), vec!["e.trf"]));
    assert!(read.batch.tournaments.iter().all(|tournament| tournament.entries.is_empty()));
}

#[test]
fn the_planned_inputs_are_those_that_are_read() {
    let (_folder, sources) = month();
    let known = PlayerIndex::default();
    for options in [
        options(&known),
        ReadOptions { for_titles: false, ..options(&known) },
        ReadOptions { also_read: Some(&|id| id == "rated-3" || id == "rated-b2"), ..options(&known) },
    ] {
        let read = read(&sources, &options).expect("readable");
        let planned = planned_inputs(&sources, &options).expect("readable").files;
        let planned: Vec<&str> = planned.iter().map(|input| input.name.as_str()).collect();
        assert_eq!(planned, read.inputs.iter().map(|input| input.path.as_str()).collect::<Vec<_>>());
    }
}

#[test]
fn tournaments_that_are_asked_for_by_id_are_read_too() {
    let (_folder, sources) = month();
    let known = PlayerIndex::default();
    let also_read = |id: &str| id == "rated-3" || id == "rated-b2";
    let read = read(&sources, &ReadOptions { also_read: Some(&also_read), for_titles: false, ..options(&known) }).expect("readable");
    assert_eq!(parts(&read), [("rated-3", &[1][..], 0), ("rated-b2", &[1], 0)]);
}

#[test]
fn a_part_whose_report_was_handed_in_after_the_list_is_not_read_when_it_is_made_again() {
    let (_folder, mut sources) = month();
    let known = PlayerIndex::default();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    sources.only = Some(ReadOnly { files: names(&["a.trf", "e.trf"]), tournaments: names(&["rated-1", "long", "now"]) });
    let read = read(&sources, &options(&known)).expect("readable");
    assert_eq!((parts(&read), files(&read)), (vec![("rated-1", &[1][..], 0)], vec!["a.trf", "e.trf"]));
}

#[test]
fn a_later_part_that_waits_for_the_next_list_opens_nothing() {
    let (folder, sources) = month();
    let text = REGISTRY.replace("event_id\n", "event_id,start,end\n").replace("standard,long\n", "standard,long,2024-04-01,2024-04-09\n");
    write(folder.path(), &[("registry.csv", &text.replace("standard,\n", "standard,,,\n").replace("other\n", "other,,\n"))]);
    let known = PlayerIndex::default();
    let read = read(&sources, &ReadOptions { list: "2024-04-01".parse().ok(), ..options(&known) }).expect("readable");
    assert_eq!(parts(&read), [("rated-b1", &[1, 2][..], 1)]);
}
