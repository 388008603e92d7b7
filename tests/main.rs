//! End-to-end tests: the program, from the outside.
