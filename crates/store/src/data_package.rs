//! Builds `datapackage.json`: the description of a list folder as a Frictionless Data Package.

use crate::OutputFile;
use model::{Control, ListDate};
use serde_json::{Map, Value, json};
use tables::Schema;

/// What the reader of the validator frictionless makes of a null in Parquet: it reads with pandas, where integers with nulls are floats.
const NULLS_OF_PANDAS: [&str; 3] = ["nan", "NaT", "None"];

/// Returns the text of `datapackage.json` for the files of a list folder. `has_column` says whether a file has a column, by file, name and
/// whether it is optional in the schema.
pub fn data_package(control: Control, list: ListDate, outputs: &[OutputFile], has_column: impl Fn(&str, &str, bool) -> bool) -> String {
    let resources: Vec<Value> = outputs.iter().map(|output| resource(output, &has_column)).collect();
    let package = json!({
        "name": format!("{control}-{list}"),
        "title": format!("The {control} rating list of {list}"),
        "profile": "data-package",
        "resources": resources,
    });
    let mut text = serde_json::to_string_pretty(&package).expect("plain data");
    text.push('\n');
    text
}

fn resource(output: &OutputFile, has_column: &impl Fn(&str, &str, bool) -> bool) -> Value {
    let ending = output.path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let media_type = match ending {
        "csv" => "text/csv",
        "parquet" => "application/vnd.apache.parquet",
        "html" => "text/html",
        _ => "application/octet-stream",
    };
    let mut resource = Map::new();
    let mut put = |key: &str, value: Value| resource.insert(key.to_owned(), value);
    put("name", output.path.replace('.', "-").into());
    put("path", output.path.as_str().into());
    put("format", ending.into());
    put("mediatype", media_type.into());
    // Frictionless counts no bytes of Parquet, and takes any number for a wrong one; the manifest has it.
    if ending != "parquet" {
        put("encoding", "utf-8".into());
        put("bytes", output.bytes.into());
    }
    put("hash", format!("sha256:{}", output.sha256).into());
    if let Some(table) = Schema::of_output_file(&output.path) {
        put("profile", "tabular-data-resource".into());
        put("title", table.value()["title"].clone());
        put("description", table.value()["description"].clone());
        put("schema", table_schema(table, &output.path, has_column));
    }
    Value::Object(resource)
}

fn table_schema(table: &Schema, file: &str, has_column: &impl Fn(&str, &str, bool) -> bool) -> Value {
    let mut schema = Map::new();
    let is_parquet = file.ends_with(".parquet");
    let fields = table.fields().filter(|field| {
        let name = field["name"].as_str().unwrap_or("");
        has_column(file, name, field["optional"] == true) && (is_parquet || field["parquet_only"] != true)
    });
    let fields = fields.cloned().map(|mut field| {
        if let Some(field) = field.as_object_mut() {
            field.shift_remove("optional");
            field.shift_remove("parquet_only");
            if !is_parquet {
                field.shift_remove("stored");
            }
        }
        field
    });
    schema.insert("fields".to_owned(), fields.collect());
    for key in ["primaryKey", "missingValues"] {
        if let Some(value) = table.value().get(key) {
            schema.insert(key.to_owned(), value.clone());
        }
    }
    if let Some(missing) = schema.get_mut("missingValues").and_then(Value::as_array_mut).filter(|_| is_parquet) {
        missing.extend(NULLS_OF_PANDAS.map(Value::from));
    }
    Value::Object(schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(names: &[&str], has_column: bool) -> Value {
        let list = ListDate::new(model::parse_iso_date("2024-02-01").expect("a date")).expect("a first of the month");
        let output = |name: &&str| OutputFile { path: (*name).to_owned(), sha256: "ab".to_owned(), bytes: 7, parts: Vec::new() };
        let outputs: Vec<OutputFile> = names.iter().map(output).collect();
        serde_json::from_str(&data_package(Control::Rapid, list, &outputs, |_, _, is_optional| !is_optional || has_column)).expect("JSON")
    }

    #[test]
    fn every_file_is_a_resource_and_every_table_has_its_schema() {
        let package = package(&["games.parquet", "list.csv", "report.html"], false);
        let resources = package["resources"].as_array().expect("resources");
        assert_eq!(resources.len(), 3);
        assert_eq!((&resources[0]["hash"], &resources[0]["bytes"]), (&"sha256:ab".into(), &Value::Null));
        assert_eq!((&resources[1]["hash"], &resources[1]["bytes"]), (&"sha256:ab".into(), &7.into()));
        assert_eq!(resources[0]["schema"]["missingValues"], json!(["", "nan", "NaT", "None"]));
        assert_eq!(resources[1]["schema"]["missingValues"], json!([""]));
        assert_eq!(resources[0]["schema"]["fields"][0]["stored"], "Date");
        assert_eq!(
            (&resources[1]["schema"]["fields"][0]["name"], &resources[1]["schema"]["fields"][0]["stored"]),
            (&"fide_id".into(), &Value::Null)
        );
        assert_eq!(resources[2]["schema"], Value::Null);
    }

    #[test]
    fn an_optional_column_is_described_only_where_it_is_written() {
        let has_merged = |has| package(&["state.parquet"], has)["resources"][0]["schema"].to_string().contains("merged_into");
        assert!(has_merged(true) && !has_merged(false));
    }
}
