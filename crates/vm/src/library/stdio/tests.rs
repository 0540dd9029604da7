//! `printf` against the C library of the machine that runs the tests, and streams over the virtual files.

use super::*;
use crate::config::Config;
use crate::context::Stop;
use crate::library::Return;
use crate::library::testing::{Bench, Random, native};

/// A format with one conversion, and its argument as C source and as a register.
fn case(random: &mut Random) -> (String, String, u64) {
    let width = if random.below(2) == 0 { String::new() } else { random.below(30).to_string() };
    let precision = match random.below(6) {
        0..=2 => String::new(),
        3 => ".".into(),
        4 => format!(".{}", random.below(25)),
        _ => format!(".{}", random.below(1200)),
    };
    let flags: String = "-+ #0".chars().filter(|_| random.below(4) == 0).collect();
    if random.below(2) == 0 {
        let length = random.pick(&["hh", "h", "", "l", "ll", "j", "z", "t"]);
        let conversion = random.pick(&["d", "i", "u", "o", "x", "X"]);
        let value = random.integer();
        let precision = if precision.len() > 3 { String::new() } else { precision };
        (format!("[%{flags}{width}{precision}{length}{conversion}]"), format!("{value}UL"), value)
    } else {
        let conversion = random.pick(&["e", "E", "f", "F", "g", "G", "a", "A"]);
        let value = random.double();
        // glibc forgets the zeros of %#g when rounding adds a digit (999999.5).
        let flags = if "gG".contains(conversion) { flags.replace('#', "") } else { flags };
        (
            format!("[%{flags}{width}{precision}{conversion}]"),
            format!("d({}UL)", value.to_bits()),
            value.to_bits(),
        )
    }
}

#[test]
fn printf_writes_what_the_c_library_writes() {
    let mut random = Random::new(3);
    let cases: Vec<_> = (0..3000).map(|_| case(&mut random)).collect();
    let mut source = String::from(
        "#include <stdio.h>\n#include <string.h>\n\
         static double d(unsigned long b) { double x; memcpy(&x, &b, 8); return x; }\nint main(void) {\n",
    );
    for (format, argument, _) in &cases {
        source += &format!("puts(\"\"); printf(\"{format}\", {argument});\n");
    }
    source += "puts(\"\"); }\n";
    let expected = native(&source, b"", &[], "printf");
    let mut expected = expected.lines().skip(1);
    for (format, argument, word) in &cases {
        let mut bench = Bench::new(Config::default());
        let text = bench.text(format);
        bench.call("printf", &[text, *word]).expect("no fault");
        let expected = expected.next().unwrap_or("");
        assert_eq!(bench.stdout(), expected, "printf(\"{format}\", {argument})");
    }
}

#[test]
fn formats_take_arguments_by_position_and_star() {
    let mut bench = Bench::new(Config::default());
    let text = bench.text("%3$s %1$*2$d|%1$-*2$d|\n");
    let name = bench.text("end");
    assert_eq!(bench.int("printf", &[text, 7, 4, name]), 15);
    assert_eq!(bench.stdout(), "end    7|7   |\n");
}

#[test]
fn the_alternative_form_of_g_keeps_its_zeros() {
    let mut bench = Bench::new(Config::default());
    let text = bench.text("%#g %#g %#.3g %#.0g");
    let args = [999_999.5f64, 0.0, 1e-5, 3.0].map(f64::to_bits);
    bench.call("printf", &[&[text], &args[..]].concat()).expect("no fault");
    assert_eq!(bench.stdout(), "1.00000e+06 0.00000 1.00e-05 3.");
}

#[test]
fn strings_are_cut_and_never_read_too_far() {
    let mut bench = Bench::new(Config::default());
    let text = bench.text("%.3s|%-6s|%s|%.3s|%c");
    let open_ended = bench.bytes(b"abc");
    let short = bench.text("xy");
    bench.call("printf", &[text, open_ended, short, 0, 0, b'z' as u64]).expect("no fault");
    assert_eq!(bench.stdout(), "abc|xy    |(null)||z");
    let text = bench.text("%s");
    assert!(matches!(bench.call("printf", &[text, open_ended]), Err(Stop::Violation(_))));
}

#[test]
fn snprintf_counts_what_it_does_not_write() {
    let mut bench = Bench::new(Config::default());
    let (to, format) = (bench.bytes(&[b'?'; 8]), bench.text("%d%n-%2000000000d"));
    let count = bench.bytes(&[0xff; 4]);
    assert_eq!(bench.int("snprintf", &[to, 4, format, 12, count, 1]), 2_000_000_003);
    assert_eq!(bench.string_at(to), "12-");
    assert_eq!(bench.state.memory.load::<4>(count).expect("ours"), 2);
    assert_eq!(bench.int("snprintf", &[0, 0, format, 12, count, 1]), 2_000_000_003);
    let format = bench.text("%2147483647d%d");
    assert_eq!(bench.int("snprintf", &[0, 0, format, 1, 1]), -1);
    assert_eq!(bench.errno(), crate::errno::EOVERFLOW);
}

#[test]
fn wrong_formats_are_faults() {
    for format in ["%", "%5", "%y", "%d %d", "%1$d %2$d", "%Lf"] {
        let mut bench = Bench::new(Config::default());
        let text = bench.text(format);
        assert!(matches!(bench.call("printf", &[text, 1]), Err(Stop::Fault(..))), "{format}");
    }
    let mut bench = Bench::new(Config::default());
    let text = bench.text("%1$Lf");
    assert!(matches!(bench.call("printf", &[text, 1]), Err(Stop::Unsupported(_))));
}

#[test]
fn streams_read_what_they_wrote() {
    let mut bench = Bench::new(Config::default());
    let (path, mode, text) = (bench.text("file"), bench.text("w+"), bench.text("one\ntwo\n"));
    let stream = bench.word("fopen", &[path, mode]);
    bench.word("fputs", &[text, stream]);
    bench.call("rewind", &[stream]).expect("no fault");
    let to = bench.bytes(&[0; 10]);
    assert_eq!(bench.word("fgets", &[to, 10, stream]), to);
    assert_eq!(bench.string_at(to), "one\n");
    assert_eq!(bench.int("fgetc", &[stream]), 't' as i32);
    assert_eq!(bench.int("ungetc", &['T' as u64, stream]), 'T' as i32);
    assert_eq!(bench.word("ftell", &[stream]), 4);
    assert_eq!(bench.word("fread", &[to, 2, 4, stream]), 2);
    assert_eq!(bench.string_at(to), "Two\n");
    assert_eq!(bench.int("feof", &[stream]), 1);
    assert_eq!(bench.int("fclose", &[stream]), 0);
    assert!(matches!(bench.call("fclose", &[stream]), Err(Stop::Violation(_))));
}

#[test]
fn standard_output_can_be_redirected() {
    let mut bench = Bench::new(Config::default());
    let (path, mode, text) = (bench.text("file"), bench.text("w"), bench.text("hidden"));
    assert_eq!(bench.word("freopen", &[path, mode, hidden::STDOUT]), hidden::STDOUT);
    bench.call("puts", &[text]).expect("no fault");
    assert_eq!(bench.stdout(), "");
    let mode = bench.text("r");
    let stream = bench.word("fopen", &[path, mode]);
    let (line, size) = (bench.bytes(&[0; 8]), bench.bytes(&[0; 8]));
    assert_eq!(bench.call("getline", &[line, size, stream]).expect("no fault"), Return::long(7));
    let line = bench.state.memory.load::<8>(line).expect("ours");
    assert_eq!(bench.string_at(line), "hidden\n");
}

/// A text and a format with one to three conversions, made to nearly fit each other.
fn scan_case(random: &mut Random) -> (String, String, Vec<&'static str>) {
    const PIECES: &[&str] = &[
        "12",
        "-7",
        "+",
        "0x1f",
        "0x",
        "017",
        "abc",
        "1.5",
        "-2e3",
        "1e",
        "inf",
        "nan",
        ".5",
        "99999999999",
        "%",
        "]",
        "a-c",
    ];
    const KINDS: &[(&str, &str)] = &[
        ("%d", "int"),
        ("%3d", "int"),
        ("%i", "int"),
        ("%x", "int"),
        ("%ld", "long"),
        ("%lu", "long"),
        ("%hhd", "char"),
        ("%lf", "double"),
        ("%4lf", "double"),
        ("%s", "string"),
        ("%2s", "string"),
        ("%c", "char"),
        ("%[a-c1]", "string"),
        ("%[^ ]", "string"),
        ("%n", "int"),
        ("%*d", ""),
        ("%*s", ""),
    ];
    let (mut text, mut format, mut types) = (String::new(), String::new(), Vec::new());
    for _ in 0..1 + random.below(3) {
        text += random.pick(PIECES);
        text += random.pick(&["", " ", "  ", ","]);
        let (conversion, kind) = KINDS[random.below(KINDS.len() as u64) as usize];
        format += conversion;
        format += random.pick(&["", "", " ", ","]);
        if !kind.is_empty() {
            types.push(kind);
        }
    }
    (text, format, types)
}

const TARGET: usize = 64;

#[test]
fn sscanf_reads_what_the_c_library_reads() {
    let mut random = Random::new(5);
    let cases: Vec<_> = (0..1500).map(|_| scan_case(&mut random)).collect();
    let mut source = format!(
        "#include <stdio.h>\n#include <string.h>\nstatic unsigned char t[3][{TARGET}];\n\
         static void show(int n) {{ printf(\"%d\", n); for (int i = 0; i < 3; i++) {{ putchar(' '); \
         for (int j = 0; j < {TARGET}; j++) printf(\"%02x\", t[i][j]); }} putchar('\\n'); memset(t, 0xee, sizeof t); }}\n\
         int main(void) {{ memset(t, 0xee, sizeof t);\n"
    );
    for (text, format, types) in &cases {
        let targets: String = (0..types.len()).map(|index| format!(", t[{index}]")).collect();
        source += &format!("show(sscanf(\"{text}\", \"{format}\"{targets}));\n");
    }
    source += "}\n";
    let expected = native(&source, b"", &[], "scanf");
    for ((text, format, types), expected) in cases.iter().zip(expected.lines()) {
        let mut bench = Bench::new(Config::default());
        let targets = [(); 3].map(|()| bench.bytes(&[0xee; TARGET]));
        let mut words = vec![bench.text(text), bench.text(format)];
        words.extend(&targets[..types.len()]);
        let mut found = bench.int("sscanf", &words).to_string();
        for target in targets {
            let bytes = bench.state.memory.read(target, TARGET as u64).expect("ours").to_vec();
            found.push(' ');
            bytes.iter().for_each(|byte| found += &format!("{byte:02x}"));
        }
        assert_eq!(found, expected, "sscanf({text:?}, {format:?}, …)");
    }
}

#[test]
fn scanf_leaves_the_stream_where_it_stopped() {
    let stdin = b"12 abc 3.5\nrest".to_vec().into();
    let mut bench = Bench::new(Config { stdin, ..Config::default() });
    let (number, word, format) = (bench.bytes(&[0; 4]), bench.bytes(&[0; 8]), bench.text("%d %7[a-z]%d"));
    assert_eq!(bench.int("scanf", &[format, number, word, number]), 3);
    assert_eq!(bench.string_at(word), "abc");
    assert_eq!(bench.int("getchar", &[]), '.' as i32);
    let format = bench.text("%*s%n %s %ms");
    let block = bench.bytes(&[0; 8]);
    assert_eq!(bench.int("scanf", &[format, number, word, block]), 1);
    assert_eq!((bench.string_at(word).as_str(), bench.int("feof", &[hidden::STDIN])), ("rest", 1));
    assert_eq!(bench.state.memory.load::<4>(number).expect("ours"), 1);
    assert_eq!(bench.int("scanf", &[format, number, word, block]), -1);
}
