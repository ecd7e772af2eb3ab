//! Which repository a remote's URL means, however the URL is written.

#[cfg(test)]
mod tests;

use super::key::is_hidden;

/// The most bytes of a URL that is looked at.
const LONGEST: usize = 2_048;
/// The schemes whose URLs name a repository on a host.
const SCHEMES: [&str; 9] = [
    "ssh",
    "git",
    "http",
    "https",
    "ftp",
    "ftps",
    "git+ssh",
    "ssh+git",
    "git+https",
];

/// A repository on a host. The way there (scheme, port, user) makes no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    host: String,
    path: Vec<String>,
}

impl Remote {
    /// The repository that a URL means, or nothing where the URL is local or names none.
    ///
    /// The forms are those of `git help fetch`, "GIT URLS". A URL with a query or fragment means
    /// whatever its server makes of it, so it names none here.
    #[must_use]
    pub fn parse(url: &str) -> Option<Self> {
        let url = url.trim();
        if url.len() > LONGEST {
            return None;
        }
        let (authority, path) = match url.split_once("://") {
            Some((scheme, rest)) if is_scheme(scheme) => with_scheme(scheme, rest)?,
            _ => like_scp(url)?,
        };
        let (user, host) = user_and_host(authority)?;
        let path = segments(path, user)?;
        Some(Self { host, path })
    }

    /// The project's name: the whole path, without the host.
    #[must_use]
    pub fn project(&self) -> String {
        self.path.join("-")
    }

    /// What tells this repository from every other one: the host and the path.
    #[must_use]
    pub fn identity(&self) -> String {
        format!("{}/{}", self.host, self.path.join("/"))
    }
}

fn is_scheme(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    !text.is_empty() && text.chars().all(is_plain)
}

/// Authority and path of what follows `scheme://`.
fn with_scheme<'a>(scheme: &str, rest: &'a str) -> Option<(&'a str, &'a str)> {
    let scheme = scheme.to_ascii_lowercase();
    let is_query = scheme.starts_with("http") && rest.contains(['?', '#']);
    let is_known = SCHEMES.contains(&scheme.as_str());
    if is_query || !is_known {
        return None;
    }
    rest.split_once('/')
}

/// Authority and path of `user@host:path` or `[host:port]:path`; nothing for a local path and for a helper's `name::`.
fn like_scp(url: &str) -> Option<(&str, &str)> {
    let before = url.split(['/', ':']).next().unwrap_or("");
    if before.contains('[') {
        let end = url.find("]:")?;
        return Some((url.get(..=end)?, url.get(end + 2..)?));
    }
    let (authority, path) = url.split_once(':')?;
    let is_local = authority.contains(['/', '\\']);
    let is_helper = path.starts_with(':');
    let is_drive = authority.len() == 1 && path.starts_with(['/', '\\']);
    (!is_local && !is_helper && !is_drive).then_some((authority, path))
}

/// The user, or an empty text, and the host without its port.
fn user_and_host(authority: &str) -> Option<(&str, String)> {
    let (user, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let bracketed = place.strip_prefix('[');
    let host = match bracketed.and_then(|place| place.split_once(']')) {
        Some((inner, port)) if inner.matches(':').count() > 1 => {
            without_port(port)?;
            inner
        }
        Some((inner, _)) => without_port(inner)?,
        // Of `[user@host:port]` the brackets are around both.
        None => without_port(place.trim_end_matches(']'))?,
    };
    let host = host.trim_end_matches('.').to_lowercase();
    let is_plain =
        |c: char| c.is_ascii_alphanumeric() || "-._:".contains(c) || !c.is_ascii() && !is_hidden(c);
    let is_host = !host.is_empty() && !host.starts_with('-') && host.chars().all(is_plain);
    let user = user.trim_start_matches('[');
    let user = user.split_once(':').map_or(user, |(user, _)| user);
    is_host.then_some((user, host))
}

fn without_port(place: &str) -> Option<&str> {
    let (host, port) = place.split_once(':').unwrap_or((place, ""));
    port.chars().all(|c| c.is_ascii_digit()).then_some(host)
}

/// The names in a path, in small letters; nothing where there is none, or where one leads upwards.
fn segments(path: &str, user: &str) -> Option<Vec<String>> {
    let path = decoded(path).to_lowercase();
    let names = path.split('/').filter(|name| !matches!(*name, "" | "."));
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    if let Some(last) = names.pop() {
        let bare = last.strip_suffix(".git").unwrap_or(&last);
        names.extend(Some(bare.to_owned()).filter(|name| !name.is_empty()));
    }
    // `~` alone is another folder for each user.
    if let Some(first) = names.first_mut().filter(|name| *name == "~") {
        first.push_str(&user.to_lowercase());
    }
    let is_bad = |name: &String| name == ".." || name.chars().any(is_hidden);
    (!names.is_empty() && !names.iter().any(is_bad)).then_some(names)
}

/// A path without its percent escapes, or as it is where they do not make up a text.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let (byte, after) = escaped(rest).unwrap_or((*first, others));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

/// The byte that a text's first three characters are an escape of, and what follows.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let [b'%', high, low, rest @ ..] = text else {
        return None;
    };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?;
    Some((byte, rest))
}
