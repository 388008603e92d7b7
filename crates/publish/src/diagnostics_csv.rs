//! Writes `diagnostics.csv`: everything wrong or odd in the inputs, with its place.

use model::Diagnostic;
use std::io::Write;
use tables::escape_formula;

/// Writes `diagnostics.csv`.
pub(crate) fn write(out: &mut dyn Write, diagnostics: &[Diagnostic]) -> csv::Result<()> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    writer.write_record(["file", "line", "column", "code", "severity", "message", "hint"])?;
    let place = |number: u32| if number == 0 { String::new() } else { number.to_string() };
    for d in diagnostics {
        writer.write_record([
            &*escape_formula(&d.file),
            &place(d.place.line),
            &place(d.place.column),
            d.code.id,
            &d.severity().to_string(),
            &escape_formula(&d.message),
            &escape_formula(d.hint.as_deref().unwrap_or("")),
        ])?;
    }
    writer.flush()?;
    Ok(())
}
