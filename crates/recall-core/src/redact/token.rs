//! Tokens of providers, told by the prefixes that the providers gave them for this very purpose.

use std::ops::Range;

use super::{before, run};

/// The shape of a provider's token.
pub(super) struct Shape {
    /// How it begins.
    pub(super) prefix: &'static str,
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

/// The token that a prefix begins, if the rest has its shape and it stands by itself.
pub(super) fn secret(text: &str, anchor: Range<usize>, shape: &Shape) -> Option<Range<usize>> {
    if before(text, anchor.start)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    {
        return None;
    }
    let end = run(text, anchor.end, |byte| shape.body.allows(byte));
    let body = text.get(anchor.end..end)?.trim_end_matches(['.', '-', '_']);
    let fits = (shape.least..=shape.most).contains(&body.len()) && shape.body.is_whole(body);
    fits.then_some(anchor.start..anchor.end + body.len())
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
