//! Fuzzes the text of a settings file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| recall_fuzz::settings_merge(bytes));
