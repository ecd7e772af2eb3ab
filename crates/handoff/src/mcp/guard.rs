//! Work on the disk beside the server's own thread; a panic in it is a problem of that call alone.

use recall_core::problem::Problem;

/// Does work beside the caller's thread.
///
/// # Errors
/// Where the work panics.
pub(crate) async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Problem::Panic(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn a_panic_is_a_problem_and_the_next_work_is_done() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(async {
            let failed = beside(|| -> u8 { panic!("a fault") }).await.unwrap_err();
            assert!(failed.to_string().contains("a fault"), "{failed}");
            assert_eq!(beside(|| 7).await.unwrap(), 7);
        });
    }
}
