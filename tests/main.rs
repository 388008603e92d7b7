//! End-to-end tests: the program, from the outside. One binary, so that the libraries are linked once.

mod assembly;
mod command_line;
mod determinism;
mod federation_files;
mod golden;
mod interclubs;
mod mended;
mod own_rules;
mod properties;
mod published_calculations;
mod readme;
mod regulations;
mod roster;
mod round_robins;
mod support;
