//! Tokens of providers, told by the prefixes that the providers gave them for this very purpose.

use std::ops::Range;

use super::{before, run};

/// The shape of a provider's token.
pub(super) struct Shape {
    /// How it begins.
    prefix: &'static str,
    body: Body,
    /// The fewest and the most bytes that follow.
    least: usize,
    most: usize,
}

#[derive(Clone, Copy)]
enum Body {
    /// Letters and digits, with a digit among them.
    Plain,
    /// The same with hyphens and underscores.
    Word,
    /// Two parts with a dot between them.
    Parts,
    /// A web token: three parts, of which the first two are encoded objects.
    Web,
    /// Capital letters and digits, with a digit among them.
    Capitals,
}

const fn from(prefix: &'static str, body: Body, least: usize) -> Shape {
    Shape {
        prefix,
        body,
        least,
        most: 4_096,
    }
}

const fn exactly(prefix: &'static str, body: Body, length: usize) -> Shape {
    Shape {
        prefix,
        body,
        least: length,
        most: length,
    }
}

/// The shapes: models, code hosts, chat, clouds, registries, payment and others.
pub(super) static SHAPES: [Shape; 52] = [
    from("sk-ant-", Body::Word, 20),
    from("sk-proj-", Body::Word, 20),
    from("sk-svcacct-", Body::Word, 20),
    from("sk-or-v1-", Body::Plain, 32),
    from("sk-", Body::Plain, 32),
    from("gsk_", Body::Plain, 32),
    from("xai-", Body::Plain, 32),
    from("hf_", Body::Plain, 30),
    from("r8_", Body::Plain, 30),
    from("pplx-", Body::Plain, 32),
    from("tvly-", Body::Word, 24),
    from("ghp_", Body::Plain, 30),
    from("gho_", Body::Plain, 30),
    from("ghu_", Body::Plain, 30),
    from("ghs_", Body::Plain, 30),
    from("ghr_", Body::Plain, 30),
    from("github_pat_", Body::Word, 40),
    from("glpat-", Body::Word, 20),
    from("glrt-", Body::Word, 20),
    from("gldt-", Body::Word, 20),
    from("xoxb-", Body::Word, 20),
    from("xoxp-", Body::Word, 20),
    from("xoxa-", Body::Word, 20),
    from("xoxr-", Body::Word, 20),
    from("xoxs-", Body::Word, 20),
    from("xapp-", Body::Word, 20),
    exactly("AKIA", Body::Capitals, 16),
    exactly("ASIA", Body::Capitals, 16),
    exactly("AIza", Body::Word, 35),
    from("ya29.", Body::Word, 30),
    from("GOCSPX-", Body::Word, 24),
    from("dop_v1_", Body::Plain, 60),
    from("dapi", Body::Plain, 32),
    from("hvs.", Body::Word, 24),
    from("flyv1_", Body::Word, 30),
    from("npm_", Body::Plain, 36),
    from("pypi-AgEI", Body::Word, 50),
    from("dckr_pat_", Body::Word, 20),
    from("rubygems_", Body::Plain, 40),
    from("sk_live_", Body::Plain, 20),
    from("sk_test_", Body::Plain, 20),
    from("rk_live_", Body::Plain, 20),
    from("rk_test_", Body::Plain, 20),
    from("whsec_", Body::Plain, 24),
    from("SG.", Body::Parts, 60),
    from("shpat_", Body::Plain, 32),
    from("shpss_", Body::Plain, 32),
    from("lin_api_", Body::Plain, 32),
    from("figd_", Body::Word, 32),
    from("sntrys_", Body::Word, 40),
    from("AGE-SECRET-KEY-1", Body::Capitals, 50),
    from("eyJ", Body::Web, 40),
];

/// What the prefixes begin with: few enough for the searcher to look for all of them at once.
pub(super) static ANCHORS: [&str; 44] = [
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "rk_test_",
    "gsk_",
    "xai-",
    "hf_",
    "r8_",
    "pplx-",
    "tvly-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "glrt-",
    "gldt-",
    "xox",
    "xapp-",
    "AKIA",
    "ASIA",
    "AIza",
    "ya29.",
    "GOCSPX-",
    "dop_v1_",
    "dapi",
    "hvs.",
    "flyv1_",
    "npm_",
    "pypi-AgEI",
    "dckr_pat_",
    "rubygems_",
    "whsec_",
    "SG.",
    "shpat_",
    "shpss_",
    "lin_api_",
    "figd_",
    "sntrys_",
    "AGE-SECRET-KEY-1",
    "eyJ",
];

/// The token that begins here, if one of the prefixes does, the rest has its shape, and it stands by itself.
pub(super) fn secret(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    if before(text, anchor.start)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    {
        return None;
    }
    let rest = text.get(anchor.start..)?;
    let shapes = SHAPES.iter().filter(|shape| rest.starts_with(shape.prefix));
    let length = shapes.filter_map(|shape| shape.length(rest)).max()?;
    Some(anchor.start..anchor.start + length)
}

impl Shape {
    /// The bytes of the token that a text begins with, if the whole of it has this shape.
    fn length(&self, text: &str) -> Option<usize> {
        let start = self.prefix.len();
        let end = run(text, start, |byte| self.body.allows(byte));
        let body = text.get(start..end)?.trim_end_matches(['.', '-', '_']);
        let fits = (self.least..=self.most).contains(&body.len()) && self.body.is_whole(body);
        fits.then_some(start + body.len())
    }
}

impl Body {
    fn allows(self, byte: u8) -> bool {
        match byte {
            b'-' | b'_' => !matches!(self, Self::Plain | Self::Capitals),
            b'.' => matches!(self, Self::Parts | Self::Web),
            _ => byte.is_ascii_alphanumeric(),
        }
    }

    fn is_whole(self, body: &str) -> bool {
        let has_digit = body.bytes().any(|byte| byte.is_ascii_digit());
        let mut parts = body.split('.').skip(1);
        match self {
            Self::Plain | Self::Word => has_digit,
            Self::Capitals => has_digit && !body.bytes().any(|byte| byte.is_ascii_lowercase()),
            Self::Parts => parts.next().is_some(),
            Self::Web => {
                parts.next().is_some_and(|part| part.starts_with("eyJ")) && parts.next().is_some()
            }
        }
    }
}
