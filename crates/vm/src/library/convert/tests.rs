//! `strtol` and `strtod` against the C library of the machine that runs the tests.

use crate::config::Config;
use crate::library::testing::{Bench, Random, native};

fn integer_text(random: &mut Random) -> String {
    let space = random.pick(&["", "", " ", "\t  "]);
    let sign = random.pick(&["", "", "-", "+", "--"]);
    let prefix = random.pick(&["", "", "0", "0x", "0X", "00"]);
    let digits = match random.below(5) {
        0 => String::new(),
        1 => ["9223372036854775807", "9223372036854775808", "18446744073709551616", "zz", "8f"]
            [random.below(5) as usize]
            .to_owned(),
        _ => (random.bits() >> random.below(64)).to_string(),
    };
    format!("{space}{sign}{prefix}{digits}{}", random.pick(&["", "x", " 1", "."]))
}

fn float_text(random: &mut Random) -> String {
    let sign = random.pick(&["", "", "-", "+"]);
    let special =
        ["inf", "INFINITY", "infin", "nan", "nan(12a)", "nan(", "0x", "0x.p1", ".", "e5", "1e", "1e+"];
    let body = match random.below(8) {
        0 => random.pick(&special).to_owned(),
        1 => {
            format!("0x{:x}.{:x}p{}", random.bits() >> random.below(64), random.bits(), random.exponent(1100))
        }
        2 => format!("0x{:x}p{}", random.bits() >> random.below(64), random.exponent(1200)),
        3 => format!("{:e}", random.double()),
        4 => format!("{}e{}", random.bits(), random.exponent(350)),
        5 => format!(".{:020}{:020}", random.bits(), random.bits()),
        6 => [
            "4.9406564584124654e-324",
            "2.2250738585072011e-308",
            "1e-400",
            "1.7976931348623159e308",
            "3e-45",
        ][random.below(5) as usize]
            .to_owned(),
        _ => format!("{}.{}", random.below(1000), random.below(1_000_000)),
    };
    format!("{sign}{body}{}", random.pick(&["", "f", " ", "e"]))
}

/// The address of a text, and of 8 bytes for the end.
fn place(bench: &mut Bench, text: &str) -> (u64, u64) {
    (bench.text(text), bench.bytes(&[0; 8]))
}

fn end(bench: &mut Bench, text: u64, end: u64) -> u64 {
    bench.state.memory.load::<8>(end).expect("ours") - text
}

#[test]
fn integers_read_as_the_c_library_reads_them() {
    let mut random = Random::new(7);
    let cases: Vec<(String, u64)> = (0..800)
        .map(|_| (integer_text(&mut random), [0, 10, 16, 8, 36, 2][random.below(6) as usize]))
        .collect();
    let mut source = String::from(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <errno.h>\nint main(void) { char *e;\n",
    );
    for (text, base) in &cases {
        for (name, format) in [("strtol", "ld"), ("strtoul", "lu")] {
            source += &format!(
                "errno = 0; printf(\"%{format} \", {name}(\"{text}\", &e, {base})); printf(\"%d %d\\n\", \
                 (int)(e - \"{text}\"), errno);\n"
            );
        }
    }
    // The same literal must be the same object.
    let expected = native(&format!("{source}}}\n"), b"", &["-fmerge-constants"], "strtol");
    let mut expected = expected.lines();
    for (text, base) in &cases {
        for name in ["strtol", "strtoul"] {
            let mut bench = Bench::new(Config::default());
            let (address, end_address) = place(&mut bench, text);
            let value = bench.word(name, &[address, end_address, *base]);
            let value = if name == "strtol" { (value as i64).to_string() } else { value.to_string() };
            let found = format!("{value} {} {}", end(&mut bench, address, end_address), bench.errno());
            assert_eq!(Some(found.as_str()), expected.next(), "{name}({text:?}, …, {base})");
        }
    }
}

#[test]
fn floats_read_as_the_c_library_reads_them() {
    let mut random = Random::new(11);
    let cases: Vec<String> = (0..1200).map(|_| float_text(&mut random)).collect();
    let mut source = String::from(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <errno.h>\nint main(void) { char *e;\n",
    );
    for text in &cases {
        for name in ["strtod", "strtof"] {
            source += &format!(
                "errno = 0; printf(\"%a \", {name}(\"{text}\", &e)); printf(\"%d %d\\n\", \
                 (int)(e - \"{text}\"), errno);\n"
            );
        }
    }
    let expected = native(&format!("{source}}}\n"), b"", &["-fmerge-constants"], "strtod");
    let mut expected = expected.lines();
    for text in &cases {
        for name in ["strtod", "strtof"] {
            let mut bench = Bench::new(Config::default());
            let (address, end_address) = place(&mut bench, text);
            let bits = bench.word(name, &[address, end_address]);
            let value =
                if name == "strtod" { f64::from_bits(bits) } else { f32::from_bits(bits as u32) as f64 };
            let errno = bench.errno();
            let format = bench.text("%a");
            bench.call("printf", &[format, value.to_bits()]).expect("no fault");
            let found = format!("{} {} {errno}", bench.stdout(), end(&mut bench, address, end_address));
            assert_eq!(Some(found.as_str()), expected.next(), "{name}({text:?})");
        }
    }
}
