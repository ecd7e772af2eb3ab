//! Fuzzes the event on a hook's standard input.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| recall_fuzz::hook_event(bytes));
