//! The long form of a test: the same with other numbers, as often as `RECALL_STRESS` says.

use std::env;

/// The variable that asks for the long form, as `cargo xtask stress` sets it: so many times the usual rounds.
const STRESS: &str = "RECALL_STRESS";

/// The rounds of a test that usually has so many.
///
/// Each round makes its numbers from its own, so that one that fails can be repeated.
#[must_use]
pub fn rounds(usual: u64) -> std::ops::Range<u64> {
    let times = env::var(STRESS).ok().and_then(|times| times.parse().ok());
    0..usual * times.unwrap_or(1).max(1)
}

/// Numbers that look like chance and are the same for the same seed.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The numbers of a round.
    #[must_use]
    pub const fn of(round: u64) -> Self {
        Self(round)
    }

    /// The next one, less than `limit`.
    pub const fn below(&mut self, limit: u64) -> u64 {
        // SplitMix64: also neighbouring seeds give numbers that have nothing in common.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    /// One of these.
    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        let at = usize::try_from(self.below(all.len() as u64)).unwrap();
        all[at].clone()
    }
}
