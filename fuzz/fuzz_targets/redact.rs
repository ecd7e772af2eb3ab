//! Fuzzes a text that is quoted.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| recall_fuzz::redact(bytes));
