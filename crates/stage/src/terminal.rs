//! Programs in a real terminal of a given size.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::{Ran, Stage};

/// A program that runs in a terminal.
#[derive(Debug)]
pub struct InTerminal {
    /// The program.
    pub child: Child,
    /// What a person types into, and sees.
    pub screen: File,
}

impl Stage {
    /// Runs a program in a terminal; all that it shows is in the standard output.
    pub fn run_in_terminal(&self, program: &str, arguments: &[&str], size: (u16, u16)) -> Ran {
        let InTerminal {
            mut child,
            mut screen,
        } = self.begin_in_terminal(program, arguments, size);
        let mut shown = Vec::new();
        // The terminal is gone when the last program in it has ended, which is an error to a reader.
        let _ = screen.read_to_end(&mut shown);
        Ran {
            code: child.wait().unwrap().code(),
            stdout: String::from_utf8(shown).unwrap().replace("\r\n", "\n"),
            stderr: String::new(),
        }
    }

    /// Starts a program in a terminal of so many columns and rows and does not wait for it.
    pub fn begin_in_terminal(
        &self,
        program: &str,
        arguments: &[&str],
        (columns, rows): (u16, u16),
    ) -> InTerminal {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        let name = ptsname(&screen, Vec::new()).unwrap().into_string().unwrap();
        let inside = OpenOptions::new()
            .read(true)
            .write(true)
            .open(Path::new(&name))
            .unwrap();
        let size = Winsize {
            ws_col: columns,
            ws_row: rows,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&inside, size).unwrap();
        let end = || Stdio::from(inside.try_clone().unwrap());
        let mut command = self.command(program, arguments);
        let child = command
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        InTerminal {
            child,
            screen: File::from(screen),
        }
    }
}
