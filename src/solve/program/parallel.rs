//! Work on long lists in parallel, and on short ones at once.
//!
//! To hand work to another thread takes tens of microseconds, and milliseconds where the machine is
//! busy: more than all the work on a small scene. Results do not depend on it.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// Shorter lists are not divided.
const SHORT: usize = 512;
/// Scenes with fewer bodies than this are solved on the thread that asks for it.
const FEW_BODIES: usize = 128;

/// Does some work on so many threads; 0 means those of the process. Whatever is done in parallel
/// inside of it uses no others. If the system refuses the threads, those of the process do it.
///
/// Threads are started for each call, which takes tens of microseconds: this belongs around a whole
/// computation.
pub fn in_threads<Result: Send>(threads: usize, work: impl FnOnce() -> Result + Send) -> Result {
    if threads == 0 {
        return work();
    }
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Does the whole of some work on a scene with so many bodies on one of the threads that share it.
///
/// Allocators keep a heap for each thread: what a thread gives back that has not allocated it is of
/// no use to itself. Long numbers that are made on one thread and copied on another take twice
/// their memory.
pub fn on_shared_thread<Result: Send>(
    bodies: usize,
    work: impl FnOnce() -> Result + Send,
) -> Result {
    if bodies < FEW_BODIES {
        work()
    } else {
        rayon::scope(|_| work())
    }
}

/// The results for 0, 1, …, count - 1.
pub fn map<Result: Send>(
    count: usize,
    work: impl Fn(usize) -> Result + Sync + Send,
) -> Vec<Result> {
    if count < SHORT {
        return (0..count).map(work).collect();
    }
    (0..count)
        .into_par_iter()
        .with_min_len(64)
        .map(work)
        .collect()
}

/// The results for pieces of a list, each of so many items or the rest.
pub fn map_chunks<Item: Sync, Result: Send>(
    items: &[Item],
    size: usize,
    work: impl Fn(&[Item]) -> Result + Sync + Send,
) -> Vec<Result> {
    if items.len() <= size {
        return items.chunks(size).map(work).collect();
    }
    items.par_chunks(size).map(work).collect()
}

/// Whether all of 0, 1, …, count - 1 pass.
pub fn all(count: usize, passes: impl Fn(usize) -> bool + Sync + Send) -> bool {
    if count < SHORT {
        return (0..count).all(passes);
    }
    (0..count).into_par_iter().with_min_len(64).all(passes)
}

/// Two pieces of work on a scene with so many bodies.
pub fn join<One: Send, Other: Send>(
    bodies: usize,
    one: impl FnOnce() -> One + Send,
    other: impl FnOnce() -> Other + Send,
) -> (One, Other) {
    if bodies < FEW_BODIES {
        (one(), other())
    } else {
        rayon::join(one, other)
    }
}

/// The results for all items of a scene with so many bodies, in their order.
pub fn map_items<Item: Send, Result: Send>(
    bodies: usize,
    items: Vec<Item>,
    work: impl Fn(Item) -> Result + Sync + Send,
) -> Vec<Result> {
    if bodies < FEW_BODIES {
        return items.into_iter().map(work).collect();
    }
    items.into_par_iter().map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_stays_on_its_threads() {
        for threads in 1..4 {
            let counted = in_threads(threads, || {
                assert_eq!(rayon::current_num_threads(), threads);
                map(10 * SHORT, |_| rayon::current_num_threads())
            });
            assert_eq!(counted, vec![threads; 10 * SHORT]);
        }
        let own = rayon::current_num_threads();
        assert_eq!(in_threads(0, rayon::current_num_threads), own);
    }
}
