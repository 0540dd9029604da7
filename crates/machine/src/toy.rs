//! A machine of a few lines, for tests of algorithms.
