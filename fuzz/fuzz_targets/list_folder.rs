#![no_main]

libfuzzer_sys::fuzz_target!(init: store::install_panic_hook(), |bytes: &[u8]| ratinglist_fuzz::entries::list_folder(bytes));
