//! Bytes from outside, fetched on first use.

use std::fmt;
use std::sync::{Arc, LazyLock};

/// A program that never reads must not wait for its input, hence the delay. What is fetched is fetched once, so that
/// every machine and every execution sees the same bytes.
#[derive(Clone)]
pub struct Input(Arc<LazyLock<Vec<u8>, Fetch>>);

type Fetch = Box<dyn FnOnce() -> Vec<u8> + Send>;

impl Input {
    pub fn fetched_by(fetch: impl FnOnce() -> Vec<u8> + Send + 'static) -> Input {
        Input(Arc::new(LazyLock::new(Box::new(fetch))))
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Input {
        Input::fetched_by(|| bytes)
    }
}

impl Default for Input {
    fn default() -> Input {
        Vec::new().into()
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Input(..)")
    }
}
