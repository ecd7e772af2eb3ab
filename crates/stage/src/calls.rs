//! What a program opens and writes, told by the system.

use std::fs;

use crate::Stage;

/// The files that a program opened by itself and the writes that it made, as strace tells them.
#[derive(Debug)]
pub struct Calls {
    /// Until it had read standard input to its end.
    pub before_event: Vec<String>,
    /// After that.
    pub after_event: Vec<String>,
}

impl Calls {
    /// Whether it opened no file and wrote nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.before_event.is_empty() && self.after_event.is_empty()
    }
}

impl Stage {
    /// Runs a program on this input and tells what it opens and writes.
    ///
    /// Nothing, with the reason on standard error, where the machine lets nobody trace.
    pub fn calls(&self, program: &str, input: &str) -> Option<Calls> {
        if !self.can("strace", &["-qq", "true"]) {
            return None;
        }
        let trace = self.home().with_file_name("calls");
        let calls = "trace=open,openat,openat2,creat,mkdir,read,write,pwrite64,writev";
        let arguments = ["-f", "-qq", "-o", trace.to_str()?, "-e", calls, program];
        let ran = self.run("strace", &arguments, input);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let text = fs::read_to_string(trace).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let end = lines.iter().rposition(|line| line.contains(" read(0, "));
        let (before, after) = lines.split_at(end.unwrap());
        let own = |lines: &[&str]| {
            lines
                .iter()
                .filter(is_own)
                .map(ToString::to_string)
                .collect()
        };
        Some(Calls {
            before_event: own(before),
            after_event: own(after),
        })
    }
}

/// Whether a call is not a read, nor the loader's or the runtime's, which looks where its stack ends.
fn is_own(line: &&&str) -> bool {
    ![" read(", ".so", "/proc/self/maps"]
        .iter()
        .any(|other| line.contains(other))
}
