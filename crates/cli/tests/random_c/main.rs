//! Random C programs: every reduction against `exhaustive`, at the level of the library, and now and then by the binary.

mod binary;
mod campaign;
mod compare;
mod compile;
mod generate;
#[path = "../suite/process.rs"]
mod process;
mod program;
mod searches;
mod seen;

#[test]
fn every_reduction_agrees_with_exhaustive() {
    let number =
        |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (first, count): (u64, u64) = (number("MAZURKA_RANDOM_SEED", 1), number("MAZURKA_RANDOM_COUNT", 300));
    let tally = campaign::run(first, count);
    println!("{tally}");
    assert!(tally.differences.is_empty(), "{} programs differ", tally.differences.len());
}
