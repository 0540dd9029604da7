//! Work on several items at a time.

use std::sync::Mutex;
use std::thread;

/// The results of all items, in their order. There are at most as many threads as cores.
pub(super) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    if workers <= 1 {
        return items.iter().map(work).collect();
    }
    let remaining = Mutex::new(items.iter().enumerate());
    let next = || remaining.lock().ok()?.next();
    let worker = || std::iter::from_fn(next).map(|(index, item)| (index, work(item))).collect::<Vec<_>>();
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.flat_map(|results| results.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let by_index: &mut Vec<(usize, R)> = &mut results;
    by_index.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..20).collect();
        // The first items take longest.
        let slowly = |item: &u64| {
            thread::sleep(Duration::from_micros((20 - item) * 100));
            item * 2
        };
        assert_eq!(map(&items, slowly), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert_eq!(map(&items[..0], slowly), Vec::<u64>::new());
    }
}
