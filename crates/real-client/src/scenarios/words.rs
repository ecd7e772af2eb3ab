//! What is said in the scenarios, and what is looked for.

/// Something said and what it was answered with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchange {
    pub(super) prompt: &'static str,
    pub(super) reply: &'static str,
}

pub(super) const PORT: Exchange = Exchange {
    prompt: "Use port 8417 for the invoice export, never 8080.",
    reply: "Port 8417 it is; 8080 stays with the proxy.",
};

pub(super) const ROUNDING: Exchange = Exchange {
    prompt: "Round half to even, as ledger-17 demands.",
    reply: "Rounding is half to even from commit 9f3c21d on.",
};

pub(super) const FREEZE: Exchange = Exchange {
    prompt: "Nobody touches schema_v3.sql until Thursday.",
    reply: "Then schema_v3.sql stays frozen and I work around it.",
};

pub(super) const CURRENCY: Exchange = Exchange {
    prompt: "Now add the currency column to the report.",
    reply: "The currency column stands after the total.",
};

pub(super) const LOCALE: Exchange = Exchange {
    prompt: "Dates in the report follow ISO 8601.",
    reply: "Dates are written as ISO 8601 now.",
};

pub(super) const TIMEZONE: Exchange = Exchange {
    prompt: "Times are in UTC everywhere.",
    reply: "Every time is converted to UTC before it is written.",
};

pub(super) const TAX: Exchange = Exchange {
    prompt: "What is left to do about the tax code?",
    reply: "Only the tax code of credit notes is open.",
};

/// Words of the programs' text to the summariser.
pub(super) const SUMMARISER_WORDS: &str = "paths, commands, identifiers and numbers";

/// The line that the user sees in a terminal after a compaction begins so.
pub(super) const TERMINAL_LINE: &str = "SessionStart:compact says: recall: ";
