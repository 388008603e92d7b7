//! One file for each command: its arguments and what it does.

pub(crate) mod check;
pub(crate) mod codes;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod manual;
pub(crate) mod plan;
pub(crate) mod regenerate;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod run_document;
pub(crate) mod status;
pub(crate) mod verify;
