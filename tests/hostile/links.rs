//! Links leaving the store: paths in a registry, symbolic links, pipes and devices. Nothing outside is read, and nothing waits for ever.
#![cfg(unix)]

use super::measured::run;
use crate::support::{Folder, bytes_below};
use std::os::unix::fs::symlink;
use std::process::Command;

const PREVIOUS: &str = "fide_id,name,rating,k\n1001,Berg,1800,20\n1002,Dahl,1700,20\n";
const REPORT: &str = "\
012 Club open\n042 2024/01/06\n052 2024/01/07\n\
001    1 m    Berg, Anna                        1800 NOR        1001             1.0    1     2 w 1\n\
001    2 m    Dahl, Nils                        1700 NOR        1002             0.0    2     1 b 0\n\
092 Individual: Swiss-System (Rapid)\n";
const PIPELINE: &str = "name = \"Club\"\ncontrol = \"rapid\"\nlists = \"lists\"\ntournaments = [\"tournaments\"]\n";

/// A store with one list and one tournament, and a secret beside it.
fn store() -> Folder {
    let folder = Folder::new();
    folder.put("store/lists/2024-01-01/list.csv", PREVIOUS);
    folder.put("store/tournaments/open.trf", REPORT);
    folder.put("store/pipeline.toml", PIPELINE);
    folder.put("outside/secret.trf", REPORT.replace("Club open", "Secret open"));
    folder.put("outside/2024-01-01/list.csv", PREVIOUS.replace("1800", "2800"));
    folder
}

fn link(folder: &Folder, target: &str, name: &str) {
    symlink(target, folder.join(name)).expect("a link");
}

fn pipe(folder: &Folder, name: &str) {
    let status = Command::new("mkfifo").arg(folder.join(name)).status().expect("mkfifo, which every Unix has");
    assert!(status.success(), "{name}: {status}");
}

const RUN: [&str; 4] = ["run", "store/pipeline.toml", "--list", "2024-02"];

#[test]
fn a_registry_names_nothing_outside_its_folder() {
    let folder = store();
    link(&folder, "../../outside/secret.trf", "store/tournaments/linked.trf");
    link(&folder, "../outside", "store/way");
    let absolute = folder.join("outside/secret.trf");
    let rows = [
        ("A", "tournaments/open.trf".to_owned()),
        ("B", "../outside/secret.trf".to_owned()),
        ("C", absolute.display().to_string()),
        ("D", "tournaments/linked.trf".to_owned()),
        ("E", "way/secret.trf".to_owned()),
        ("F", "tournaments/../../outside/secret.trf".to_owned()),
        ("G", "/etc/passwd".to_owned()),
        ("H", "/dev/zero".to_owned()),
    ];
    let registry: String = rows.iter().map(|(id, file)| format!("{id},{file}\n")).collect();
    folder.put("store/registry.csv", format!("tournament_id,file\n{registry}"));
    let flags = ["--control", "rapid", "--list", "2024-02", "--previous", "store/lists/2024-01-01", "--out", "store/lists/2024-02-01"];
    let sources = ["--registry", "store/registry.csv", "--tournaments", "store/tournaments"];
    run(folder.path(), &[&["run"], &flags[..], &sources].concat()).says(0, &["7 refused", "B  refused  REG009"]);
    let diagnostics = std::fs::read_to_string(folder.join("store/lists/2024-02-01/diagnostics.csv")).expect("made");
    for line in 3..=9 {
        let reported = format!("registry.csv,{line},3,REG009,error,");
        assert!(diagnostics.contains(&reported), "line {line}:\n{diagnostics}");
    }
    assert!(diagnostics.contains("name files relative to the registry, or hand in the folder that they lie in"), "{diagnostics}");
    let made: Vec<u8> = bytes_below(&folder.join("store/lists/2024-02-01")).into_values().flatten().collect();
    assert!(!String::from_utf8_lossy(&made).contains("Secret open"), "the file outside was read");
}

#[test]
fn tournament_files_and_folders_that_are_links_are_not_followed_out() {
    let folder = store();
    link(&folder, "../../outside/secret.trf", "store/tournaments/secret.trf");
    link(&folder, "../../outside", "store/tournaments/folder");
    link(&folder, "loop.trf", "store/tournaments/loop.trf");
    link(&folder, "..", "store/tournaments/up");
    link(&folder, "open.trf", "store/tournaments/again.trf");
    run(folder.path(), &RUN).says(0, &["1 rated"]);
    let diagnostics = std::fs::read_to_string(folder.join("store/lists/2024-02-01/diagnostics.csv")).expect("made");
    for name in ["secret.trf", "folder", "loop.trf", "up"] {
        let reported = format!("{name},,,TRF009,warning,the symbolic link leads out of the folder and is not followed,");
        assert!(diagnostics.contains(&reported), "{name}:\n{diagnostics}");
    }
    assert!(!diagnostics.contains("again.trf"), "what it leads to is there itself: {diagnostics}");
}

#[test]
fn a_whole_store_may_lie_behind_a_link() {
    let folder = store();
    link(&folder, "store", "behind");
    run(folder.path(), &["run", "behind/pipeline.toml", "--list", "2024-02"]).says(0, &[]);
    run(folder.path(), &["verify", "behind/lists/2024-02-01", "--recompute"]).says(0, &[]);
    std::fs::rename(folder.join("store/lists"), folder.join("outside/lists")).expect("moved");
    link(&folder, "../outside/lists", "store/lists");
    run(folder.path(), &RUN).says(0, &[]);
    run(folder.path(), &["history", "store/lists", "1001"]).says(0, &["1807"]);
}

#[test]
fn a_list_that_is_a_link_out_of_the_store_is_not_read() {
    let folder = store();
    run(folder.path(), &RUN).says(0, &[]);
    std::fs::remove_dir_all(folder.join("store/lists/2024-01-01")).expect("removed");
    link(&folder, "../../outside/2024-01-01", "store/lists/2024-01-01");
    let reported = "lists/2024-01-01: the symbolic link leads out of the folder of lists, or nowhere; it is not followed";
    for arguments in [
        &["run", "store/pipeline.toml", "--list", "2024-03"][..],
        &["plan", "store/pipeline.toml", "--list", "2024-03"],
        &["status", "store/pipeline.toml", "--on", "2024-03-01"],
        &["regenerate", "store/pipeline.toml"],
        &["history", "store/lists", "1001"],
    ] {
        run(folder.path(), arguments).says(3, &[reported]);
    }
    assert!(!folder.join("store/lists/2024-03-01").exists());
    // One that leads to another list is a list.
    std::fs::remove_file(folder.join("store/lists/2024-01-01")).expect("removed");
    folder.put("store/lists/kept/list.csv", PREVIOUS);
    link(&folder, "kept", "store/lists/2024-01-01");
    run(folder.path(), &["history", "store/lists", "1001"]).says(0, &[]);
}

#[test]
fn a_file_of_a_list_that_is_a_link_out_of_the_store_is_not_read() {
    let folder = store();
    run(folder.path(), &RUN).says(0, &[]);
    let made = folder.join("store/lists/2024-02-01");
    for name in ["state.parquet", "list.parquet", "games.parquet", "manifest.json", "list.csv"] {
        std::fs::rename(made.join(name), folder.join("outside").join(name)).expect("moved");
        symlink(folder.join("outside").join(name), made.join(name)).expect("a link");
        let reported = format!("2024-02-01/{name}: the symbolic link leads out of the folder of lists");
        for (arguments, code) in [
            (&["run", "store/pipeline.toml", "--list", "2024-03"][..], 3),
            (&["verify", "store/lists/2024-02-01"], 3),
            (&["explain", "store/lists/2024-02-01", "1001"], 3),
            (&["history", "store/lists", "1001"], 3),
            (&["export", "store/lists/2024-02-01", "--format", "csv"], 3),
            (&["diff", "store/lists/2024-02-01", "store/lists/2024-01-01"], 2),
            (&["check", "store/lists"], 3),
        ] {
            run(folder.path(), arguments).says(code, &[&reported]);
        }
        std::fs::remove_file(made.join(name)).expect("removed");
        std::fs::rename(folder.join("outside").join(name), made.join(name)).expect("moved back");
    }
    run(folder.path(), &["verify", "store/lists/2024-02-01"]).says(0, &[]);
}

#[test]
fn a_manifest_names_no_file_outside_its_folder() {
    let folder = store();
    run(folder.path(), &RUN).says(0, &[]);
    let manifest = folder.join("store/lists/2024-02-01/manifest.json");
    let text = std::fs::read_to_string(&manifest).expect("made");
    std::fs::write(&manifest, text.replace("\"list.csv\"", "\"../../../outside/secret.trf\"")).expect("written");
    run(folder.path(), &["verify", "store/lists/2024-02-01"]).says(6, &["manifest.json is no manifest any more: damaged or altered"]);
}

#[test]
fn pipes_and_devices_are_not_waited_for() {
    let folder = store();
    pipe(&folder, "pipe");
    pipe(&folder, "store/tournaments/pipe.trf");
    // Among the tournaments it is passed over, and that is said.
    run(folder.path(), &RUN).says(0, &["1 rated"]);
    let diagnostics = std::fs::read_to_string(folder.join("store/lists/2024-02-01/diagnostics.csv")).expect("made");
    assert!(diagnostics.contains("pipe.trf,,,TRF004,error,not a regular file; it is not read,take it out of the folder"), "{diagnostics}");
    let refused = "not a regular file but a pipe or a device; it is not read";
    for file in ["pipe", "/dev/zero"] {
        let flags = ["run", "--control", "rapid", "--list", "2024-02", "--out", "made", "--tournaments", "store/tournaments"];
        let previous = ["--previous", "store/lists/2024-01-01"];
        run(folder.path(), &[&flags[..], &["--previous", file, "--previous-date", "2024-01"]].concat()).says(3, &[file, refused]);
        for flag in ["--registry", "--players", "--corrections"] {
            run(folder.path(), &[&flags[..], &previous, &[flag, file]].concat()).says(3, &[file, refused]);
        }
        run(folder.path(), &[&flags[..], &previous, &["--rules", file]].concat()).says(2, &[file]);
        let archive = ["--archive", file];
        run(folder.path(), &[&flags[..], &previous, &archive].concat()).says(3, &[file]);
        run(folder.path(), &["run", file, "--list", "2024-02"]).says(2, &[file, refused]);
        run(folder.path(), &["import", file, "--control", "rapid", "--date", "2024-01", "--out", "made"]).says(3, &[file, refused]);
        run(folder.path(), &["check", file]).says(1, &[file, refused]);
        run(folder.path(), &["diff", file, "store/lists/2024-01-01"]).says(2, &[file, refused]);
        run(folder.path(), &["export", file, "--format", "csv", "--date", "2024-01"]).says(3, &[file, refused]);
    }
    assert!(!folder.join("made").exists());
}

#[test]
fn a_pipe_in_a_list_folder_is_not_waited_for() {
    let folder = store();
    run(folder.path(), &RUN).says(0, &[]);
    for name in ["manifest.json", "state.parquet", "games.parquet", "run.json"] {
        let path = format!("store/lists/2024-02-01/{name}");
        std::fs::rename(folder.join(&path), folder.join("kept")).expect("moved");
        pipe(&folder, &path);
        for arguments in [
            &["run", "store/pipeline.toml", "--list", "2024-03", "--draft"][..],
            &["verify", "store/lists/2024-02-01"],
            &["explain", "store/lists/2024-02-01", "1001"],
            &["history", "store/lists", "1001"],
            &["status", "store/pipeline.toml"],
            &["diff", "store/lists/2024-01-01", "store/lists/2024-02-01"],
            &["check", "store/lists"],
        ] {
            run(folder.path(), arguments);
        }
        std::fs::remove_file(folder.join(&path)).expect("removed");
        std::fs::rename(folder.join("kept"), folder.join(&path)).expect("moved back");
    }
}
