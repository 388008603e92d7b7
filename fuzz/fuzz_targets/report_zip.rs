#![no_main]

libfuzzer_sys::fuzz_target!(init: tables::install_panic_hook(), |bytes: &[u8]| ratinglist_fuzz::entries::report_zip(bytes));
