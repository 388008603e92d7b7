//! Hostile input: whatever is handed in, the program says what is wrong with it, in little time and little memory, and does nothing else.

mod archives;
mod corpus;
mod formulas;
mod large;
mod links;
mod measured;
mod memory;
mod terminal_and_pages;
