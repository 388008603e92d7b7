//! Writes `checks.csv`: every check before publication with its value and its limits, passed or not.

use std::borrow::Cow;
use std::io::Write;
use store::CheckResult;
use tables::escape_formula;

/// The verdict of a check, in words.
pub(crate) fn verdict(check: &CheckResult) -> Cow<'static, str> {
    match (check.passed, check.is_fatal(), &check.accepted) {
        (true, ..) => "passed".into(),
        (false, true, _) => "not passed, not published".into(),
        (false, false, Some(accepted)) => format!("not passed, {accepted}").into(),
        (false, false, None) => "not passed, published with a warning".into(),
    }
}

/// Writes `checks.csv`.
pub(crate) fn write(out: &mut dyn Write, checks: &[CheckResult]) -> csv::Result<()> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    writer.write_record(["check", "meaning", "level", "passed", "value", "at_least", "at_most", "detail"])?;
    let limit = |limit: Option<u64>| limit.map(|limit| limit.to_string()).unwrap_or_default();
    for check in checks {
        let mut detail = format!("{}; limit: {}", check.value, check.limit);
        if !check.detail.is_empty() {
            detail.push_str(&format!("; {}", check.detail));
        }
        if let Some(accepted) = check.accepted.as_ref().filter(|_| !check.passed) {
            detail.push_str(&format!("; {accepted}"));
        }
        writer.write_record([
            check.check.as_str(),
            &check.name,
            &check.level.to_string(),
            if check.passed { "true" } else { "false" },
            &check.number.to_string(),
            &limit(check.at_least),
            &limit(check.at_most),
            &*escape_formula(&detail),
        ])?;
    }
    writer.flush()?;
    Ok(())
}
