//! The edge to the terminal: how wide it is, what it can show, and the one place that writes.

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;

use anstream::{AutoStream, ColorChoice, adapter::strip_str};
use recall_core::problem::{Deed, Problem};
use supports_hyperlinks::Stream;

use crate::page::Page;
use crate::palette::{self, Background};
use crate::{fill, pager, sequence, wrap};

/// From so many columns on there is room for two columns of text.
const NARROW: usize = 60;

/// What standard output can show.
#[derive(Clone)]
pub(crate) struct Terminal {
    /// Its columns and rows; nothing in a pipe, where no line is too long.
    size: Option<(usize, usize)>,
    background: Background,
    has_colors: bool,
    has_links: bool,
    /// The pager that was asked for; nothing where there is none, or none is wanted.
    pager: Option<String>,
}

impl Terminal {
    /// Looks at standard output and at the variables that tell of it.
    pub(crate) fn read(no_color: bool, no_pager: bool) -> Self {
        let output = io::stdout();
        let size = size(&output);
        let has_colors = !no_color && AutoStream::choice(&output) != ColorChoice::Never;
        let pages = size.is_some() && !no_pager && !is_dumb();
        Self {
            size,
            background: Background::of(variable("COLORFGBG").as_deref()),
            has_colors,
            has_links: has_colors && !is_dumb() && supports_hyperlinks::on(Stream::Stdout),
            pager: pages.then(pager::wanted).flatten(),
        }
    }

    /// The same for a page that is not looked at in a pager.
    pub(crate) fn without_pager(&self) -> Self {
        Self {
            pager: None,
            ..self.clone()
        }
    }

    /// The columns of the terminal, or nothing in a pipe.
    pub(crate) fn columns(&self) -> Option<usize> {
        self.size.map(|(columns, _)| columns)
    }

    /// The columns for a page of sentences: a long line is hard to read.
    pub(crate) fn readable(&self) -> usize {
        self.columns().unwrap_or(usize::MAX).min(fill::READABLE)
    }

    /// A text as it is written here: broken into lines that fit, in colours that can be read, if any.
    pub(crate) fn dressed(&self, text: &str) -> String {
        let text = match self.columns() {
            Some(columns) => wrap::page(text, columns),
            None => text.to_owned(),
        };
        match (self.has_colors, self.has_links) {
            (false, _) => strip_str(&text).to_string(),
            (true, true) => palette::on(self.background, &text),
            (true, false) => palette::on(self.background, &sequence::without_links(&text)),
        }
    }
}

/// Writes a page to standard output, through a pager where the terminal cannot hold it.
pub(crate) fn write(page: &Page, terminal: &Terminal) -> Result<(), Problem> {
    if page.is_data {
        return write_out(&page.text).map(|_| ());
    }
    let text = terminal.dressed(&page.text);
    if let (Some((_, rows)), Some(pager)) = (terminal.size, &terminal.pager)
        && text.lines().count() >= rows
        && pager::show(&text, pager)
    {
        return Ok(());
    }
    write_out(&text).map(|_| ())
}

/// Writes a text to standard output as it is; false where nobody reads it any more.
pub(crate) fn write_out(text: &str) -> Result<bool, Problem> {
    let mut output = io::stdout().lock();
    let written = output.write_all(text.as_bytes());
    match written.and_then(|()| output.flush()) {
        Ok(()) => Ok(true),
        // A reader that has seen enough closes the pipe, and that is no trouble.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Problem::io(Deed::Write, Path::new("/dev/stdout"))(error)),
    }
}

/// Says a sentence on standard error, in the name of the program.
pub(crate) fn complain(sentence: &str) {
    tell(&["recall: ", sentence, "\n"].concat());
}

/// Says something on standard error; where that cannot be written there is nobody to tell.
pub(crate) fn tell(text: &str) {
    let output = io::stderr();
    let text = match size(&output) {
        Some((columns, _)) => wrap::page(text, columns),
        None => text.to_owned(),
    };
    let text = palette::on(Background::of(variable("COLORFGBG").as_deref()), &text);
    let _ = AutoStream::auto(output.lock()).write_all(text.as_bytes());
}

/// The columns and rows of a terminal, or nothing where it is none; `COLUMNS` says otherwise where it is set.
pub(crate) fn size<O: AsFd + IsTerminal>(output: &O) -> Option<(usize, usize)> {
    if !output.is_terminal() {
        return None;
    }
    let size = rustix::termios::tcgetwinsize(output).ok();
    let found = size.filter(|size| size.ws_col > 0 && size.ws_row > 0);
    let (columns, rows) = found.map_or((80, 24), |size| (size.ws_col.into(), size.ws_row.into()));
    let said = variable("COLUMNS").and_then(|columns| columns.parse().ok());
    Some((said.filter(|columns| *columns > 0).unwrap_or(columns), rows))
}

/// Whether two columns of text have no room beside one another.
pub(crate) fn is_narrow() -> bool {
    size(&io::stdout()).is_some_and(|(columns, _)| columns < NARROW)
}

fn is_dumb() -> bool {
    variable("TERM").is_some_and(|term| term == "dumb")
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
