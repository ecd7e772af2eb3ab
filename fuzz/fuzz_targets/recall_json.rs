//! Fuzzes the text of a recall.json.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| recall_fuzz::recall_json(bytes));
