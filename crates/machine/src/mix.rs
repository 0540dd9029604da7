//! Hashing numbers, for fingerprints that are sums.

/// Spreads a number over all bits.
#[inline]
pub fn mix(number: u128) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let z = number.wrapping_add(ODD).wrapping_mul(ODD);
    let z = (z ^ (z >> 67)).wrapping_mul(0xbf58_476d_1ce4_e5b9_94d0_49bb_1331_11eb);
    z ^ (z >> 61)
}
