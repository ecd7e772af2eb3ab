//! Claims about a text, with the text in the failure.

use anyhow::{bail, ensure};

const EXCERPT: usize = 2_000;

/// The text holds the words.
pub fn holds(text: &str, words: &str) -> anyhow::Result<()> {
    ensure!(
        text.contains(words),
        "expected `{words}` in:\n{}",
        excerpt(text)
    );
    Ok(())
}

/// The text does not hold the words.
pub fn lacks(text: &str, words: &str) -> anyhow::Result<()> {
    ensure!(
        !text.contains(words),
        "expected no `{words}` in:\n{}",
        excerpt(text)
    );
    Ok(())
}

/// The one block of recalled history in a request.
pub fn recalled(request: &str) -> anyhow::Result<&str> {
    let blocks = recalled_blocks(request);
    match blocks.as_slice() {
        [block] => Ok(block),
        _ => bail!(
            "expected one block of recalled history, found {}, in:\n{}",
            blocks.len(),
            excerpt(request)
        ),
    }
}

/// Every block of recalled history in a request.
pub fn recalled_blocks(request: &str) -> Vec<&str> {
    request
        .split("<recalled-history")
        .skip(1)
        .filter_map(|rest| rest.split_once("</recalled-history>"))
        .map(|(block, _)| block)
        .collect()
}

/// The end of a text, where what is new stands.
pub fn excerpt(text: &str) -> String {
    let length = text.chars().count();
    let cut = length.saturating_sub(EXCERPT);
    let end: String = text.chars().skip(cut).collect();
    if cut == 0 {
        end
    } else {
        format!("[{cut} characters before]\n{end}")
    }
}

#[cfg(test)]
mod tests {
    use super::{recalled, recalled_blocks};

    const BLOCK: &str = "<recalled-history at=\"now\">one</recalled-history>";

    #[test]
    fn finds_the_one_block() {
        let request = format!("before {BLOCK} after");
        assert_eq!(recalled(&request).unwrap(), " at=\"now\">one");
    }

    #[test]
    fn refuses_none_and_two() {
        assert!(recalled("before").is_err());
        assert!(recalled(&format!("{BLOCK}{BLOCK}")).is_err());
        assert!(recalled_blocks("<recalled-history never closed").is_empty());
    }
}
