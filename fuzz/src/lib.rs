//! Fuzzing, apart from the workspace so that nobody builds it who does not ask for it: `make fuzz`.

pub mod entries;
