//! Fuzzes a line of a transcript.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| recall_fuzz::transcript_line(bytes));
