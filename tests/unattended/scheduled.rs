//! Timers: what `pipelines/` has for systemd and cron does what it says, by their own programs.

use super::club;
use crate::support::{Folder, copy, test_file};
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ratinglist");

fn pipelines() -> std::path::PathBuf {
    test_file("../pipelines")
}

/// Every line of the log is a JSON object.
fn are_json_lines(log: &str) -> bool {
    !log.is_empty() && log.lines().all(|line| serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line).is_ok())
}

#[test]
fn the_services_command_makes_the_list_that_is_due_and_logs_json_lines() {
    let folder = Folder::new();
    club(folder.path());
    let service = std::fs::read_to_string(pipelines().join("ratinglist@.service")).expect("there");
    let command = service.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
    let (program, arguments) = command.split_once(' ').expect("arguments");
    assert_eq!(program, "/usr/local/bin/ratinglist");
    std::fs::rename(folder.join("pipeline.toml"), folder.join("rapid.toml")).expect("renamed");
    let arguments = arguments.replace("/etc/ratinglist/%i", &folder.join("rapid").display().to_string());
    let output = Command::new(PROGRAM).args(arguments.split(' ')).current_dir("/").output().expect("the program starts");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{log}");
    assert!(are_json_lines(&log), "{log}");
    assert!(folder.join("lists/rapid/2024-02-01/list.csv").is_file());
    let record = std::fs::read(folder.join("lists/rapid/2024-02-01/run.json")).expect("there");
    let record: serde_json::Value = serde_json::from_slice(&record).expect("JSON");
    for key in ["started", "finished", "version", "threads", "milliseconds", "peak_memory_bytes", "recipe", "checks"] {
        assert!(!record[key].is_null(), "run.json has no {key}");
    }
    let manifest = std::fs::read(folder.join("lists/rapid/2024-02-01/manifest.json")).expect("there");
    assert_eq!(record["manifest_sha256"], store::sha256_hex(&manifest));
}

#[test]
fn the_log_is_json_lines_whatever_happens() {
    let folder = Folder::new();
    club(folder.path());
    let run = |arguments: &str, code: i32| {
        let output = Command::new(PROGRAM).current_dir(folder.path()).args(arguments.split(' ')).args(["--log-format", "json"]).output();
        let output = output.expect("the program starts");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {log}");
        assert!(are_json_lines(&log), "{arguments}: {log}");
        if code > 0 {
            let last: serde_json::Value = serde_json::from_str(log.lines().last().expect("a line")).expect("JSON");
            assert_eq!((&last["level"], &last["exit_code"]), (&"ERROR".into(), &code.into()), "{log}");
        }
    };
    run("run pipeline.toml --list 2024-02", 0);
    run("run pipeline.toml --list 2024-02", 0);
    run("run pipeline.toml --list 2024-02 --no-audit", 1);
    run("run nowhere.toml", 2);
    run("run pipeline.toml --list 2024-03 --strict", 3);
    run("run pipeline.toml --list 2000-01", 4);
    run("verify lists/rapid/2024-01-01", 3);
}

/// The command of the crontab, with a shell script in the place of the program that notes each list and refuses those named.
fn cron_line(folder: &Folder, refused: &str) -> (String, Vec<String>) {
    let crontab = std::fs::read_to_string(pipelines().join("crontab")).expect("there");
    let line = crontab.lines().find_map(|line| line.strip_prefix("0 3 * * *  ")).expect("the line");
    let here = folder.path().display().to_string();
    let program =
        format!("#!/bin/sh\nbasename $2 .toml >> {here}/tried\ncase \" {refused} \" in *\" $(basename $2 .toml) \"*) exit 1;; esac\n");
    folder.put("bin/ratinglist", program);
    std::fs::set_permissions(folder.join("bin/ratinglist"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("set");
    let _ = std::fs::remove_file(folder.join("tried"));
    let line = line.replace("/var/log/", &format!("{here}/"));
    let output = Command::new("sh").args(["-c", &line]).env("PATH", format!("{here}/bin:/usr/bin:/bin")).output().expect("sh");
    let tried = std::fs::read_to_string(folder.join("tried")).expect("tried");
    (String::from_utf8_lossy(&output.stdout).into_owned(), tried.lines().map(str::to_owned).collect())
}

#[test]
fn the_cron_line_goes_on_with_blitz_where_rapid_is_refused_and_reports_it() {
    let folder = Folder::new();
    assert_eq!(cron_line(&folder, ""), (String::new(), vec!["standard".to_owned(), "rapid".to_owned(), "blitz".to_owned()]));
    let (said, tried) = cron_line(&folder, "rapid");
    assert_eq!(tried, ["standard", "rapid", "blitz"]);
    assert!(said.starts_with("the rapid list was not made, exit code 1: see ") && said.lines().count() == 1, "{said}");
    // Rapid and blitz read the standard list.
    let (said, tried) = cron_line(&folder, "standard");
    assert_eq!(tried, ["standard"]);
    assert!(said.starts_with("the standard list was not made, exit code 1: see "), "{said}");
    assert!(said.ends_with("\nrapid and blitz wait for it\n"), "{said}");
}

#[test]
fn the_service_reports_its_failure_and_blitz_does_not_wait_for_rapid() {
    let text = |name: &str| std::fs::read_to_string(pipelines().join(name)).expect("there");
    assert!(text("ratinglist@.service").contains("\nOnFailure=ratinglist-failed@%n.service\n"));
    assert!(pipelines().join("ratinglist-failed@.service").is_file());
    assert!(!text("ratinglist@blitz.service.d/after-standard.conf").contains("rapid"));
}

mod needs_systemd {
    use super::*;

    /// The units as they are shipped, but for the program, which lies elsewhere here.
    fn units(folder: &Path) {
        copy(&pipelines(), folder);
        let service = folder.join("ratinglist@.service");
        let text = std::fs::read_to_string(&service).expect("there");
        assert!(text.contains("/usr/local/bin/ratinglist"), "{text}");
        std::fs::write(service, text.replace("/usr/local/bin/ratinglist", PROGRAM)).expect("written");
    }

    fn verified(folder: &Path, unit: &str) -> Output {
        Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(folder.join(unit)).output().expect("systemd-analyze")
    }

    #[test]
    #[ignore = "needs systemd-analyze; Debian has it in its package systemd"]
    fn systemd_finds_nothing_wrong_with_the_units() {
        let folder = Folder::new();
        units(folder.path());
        for unit in [
            "ratinglist@.service",
            "ratinglist@.timer",
            "ratinglist@standard.service",
            "ratinglist@rapid.service",
            "ratinglist@blitz.timer",
            "ratinglist-failed@ratinglist@rapid.service.service",
        ] {
            let output = verified(folder.path(), unit);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && said.is_empty(), "{unit}: {said}");
        }
        // It would have said so.
        for (file, wrong) in [("ratinglist@.timer", "Persistent=perhaps"), ("ratinglist@rapid.service.d/after-standard.conf", "Requires")] {
            let text = std::fs::read_to_string(folder.join(file)).expect("there");
            folder.put(file, format!("{text}{wrong}\n"));
            let unit = file.split(".d/").next().expect("a name");
            assert!(!verified(folder.path(), unit).stderr.is_empty(), "{file}");
        }
    }

    #[test]
    #[ignore = "needs systemd-analyze; Debian has it in its package systemd"]
    fn the_timer_elapses_every_night_and_makes_up_for_what_it_missed() {
        let timer = std::fs::read_to_string(pipelines().join("ratinglist@.timer")).expect("there");
        let setting =
            |name: &str| timer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(setting("Persistent"), "true");
        let arguments = ["calendar", "--iterations=2", "--base-time=2024-01-31 12:00:00", setting("OnCalendar")];
        let output = Command::new("systemd-analyze").args(arguments).env("TZ", "UTC").output().expect("systemd-analyze");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("2024-02-01 03:00:00 UTC") && said.contains("2024-02-02 03:00:00 UTC"), "{said}");
    }
}

mod needs_bash {
    use super::*;

    #[test]
    #[ignore = "needs bash"]
    fn shell_completions_complete_the_names_of_commands() {
        let folder = Folder::new();
        let made = Command::new(PROGRAM).args(["completions", "bash"]).output().expect("the program starts");
        assert!(made.status.success());
        folder.put("ratinglist.bash", made.stdout);
        let script = "source ./ratinglist.bash; COMP_WORDS=(ratinglist stat); COMP_CWORD=1; _ratinglist ratinglist stat ratinglist; echo \"${COMPREPLY[@]}\"";
        let completed = Command::new("bash").args(["-c", script]).current_dir(folder.path()).output().expect("bash");
        assert_eq!(String::from_utf8_lossy(&completed.stdout).trim(), "status", "{}", String::from_utf8_lossy(&completed.stderr));
    }
}

mod needs_groff {
    use super::*;

    #[test]
    #[ignore = "needs groff; Debian has it in its package groff-base"]
    fn manual_pages_are_set_without_complaint() {
        let folder = Folder::new();
        let made = Command::new(PROGRAM).args(["man", "pages"]).current_dir(folder.path()).output().expect("the program starts");
        assert!(made.status.success());
        let mut pages = 0;
        for page in std::fs::read_dir(folder.join("pages")).expect("pages") {
            let page = page.expect("a page").path();
            let set = Command::new("groff").args(["-man", "-Tutf8", "-ww", "-z"]).arg(&page).output().expect("groff");
            let said = String::from_utf8_lossy(&set.stderr).into_owned();
            assert!(set.status.success() && said.is_empty(), "{}: {said}", page.display());
            pages += 1;
        }
        assert!(pages > 10, "{pages} pages");
    }
}

mod needs_cron {
    use super::*;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    /// Keeps cron to itself: its tables, its pid and the place of the program are file systems that only it sees.
    const CRON_ALONE: &str = r#"
set -e
for folder in /etc/cron.d /var/spool/cron /run /usr/local/bin; do mount -t tmpfs ratinglist-test $folder; done
mount --bind "$1/nothing" /etc/crontab
mkdir -m 1730 /var/spool/cron/crontabs
cp "$1/crontab" /var/spool/cron/crontabs/root
chmod 600 /var/spool/cron/crontabs/root
cp "$2" /usr/local/bin/ratinglist
echo ready
exec cron -f -L 5
"#;

    #[test]
    #[ignore = "needs cron, which Debian has in its package cron, and a full minute: make faults"]
    fn a_real_cron_runs_the_line_and_the_lists_are_made() {
        let folder = Folder::new();
        for list in ["standard", "rapid", "blitz"] {
            club(&folder.join(list));
            let pipeline = std::fs::read_to_string(folder.join(list).join("pipeline.toml")).expect("there");
            let moved =
                pipeline.replace("\"lists/", &format!("\"{list}/lists/")).replace("\"tournaments", &format!("\"{list}/tournaments"));
            folder.put(&format!("{list}.toml"), moved);
        }
        let shipped = std::fs::read_to_string(pipelines().join("crontab")).expect("there");
        let here = folder.path().display().to_string();
        let every_minute = shipped
            .replace("\n0 3 * * * ", "\n* * * * * ")
            .replace("/etc/ratinglist/", &format!("{here}/"))
            .replace("/var/log/", &format!("{here}/"));
        assert_eq!(every_minute.matches("\n* * * * * ").count(), 1, "{every_minute}");
        folder.put("crontab", every_minute);
        folder.put("nothing", "");
        let started = Command::new("unshare")
            .args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", CRON_ALONE, "sh", &here, PROGRAM])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut cron = started.expect("unshare");
        let mut ready = [0; 6];
        if std::io::Read::read_exact(cron.stdout.as_mut().expect("piped"), &mut ready).is_err() {
            let output = cron.wait_with_output().expect("its end");
            panic!("cron cannot be kept to itself here: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let last = folder.join("blitz/lists/rapid/2024-02-01/list.csv");
        let start = Instant::now();
        while !last.is_file() && start.elapsed() < Duration::from_secs(100) {
            std::thread::sleep(Duration::from_millis(200));
        }
        cron.kill().expect("ended");
        cron.wait().expect("its end");
        let log = std::fs::read_to_string(folder.join("ratinglist.log")).unwrap_or_default();
        assert!(last.is_file(), "after {} seconds there is no list: {log}", start.elapsed().as_secs());
        for list in ["standard", "rapid"] {
            assert!(folder.join(list).join("lists/rapid/2024-02-01/manifest.json").is_file(), "{list}: {log}");
        }
        assert!(are_json_lines(&log), "{log}");
        eprintln!(
            "cron made the lists after {} seconds; the first line of its log: {}",
            start.elapsed().as_secs(),
            log.lines().next().unwrap_or_default()
        );
    }
}
