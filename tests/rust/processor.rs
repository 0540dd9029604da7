//! What a program learns of the processor: one without extensions.
// check: ok
use std::arch::x86_64::{__cpuid, __cpuid_count};

fn main() {
    let [first, leaf] = [__cpuid(0), __cpuid_count(7, 1)];
    assert_eq!([first.ebx, first.edx, first.ecx].map(u32::to_le_bytes).concat(), b"MazurkaModel");
    assert_eq!((leaf.eax, leaf.ebx, leaf.ecx, leaf.edx), (0, 0, 0, 0));
    assert!(!is_x86_feature_detected!("avx2"));
}
