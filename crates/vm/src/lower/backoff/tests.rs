//! Which bytes of a variable, and which generators, decide only how long a thread pauses.

use mazurka_ir::{Types, read_module};

use crate::code::Insn;
use crate::library::Generator;
use crate::lower::{Options, lower};
use crate::program::{FunctionKind, Program};

const DECLARATIONS: &str = "
    @lock = global i32 0
    @other = global i32 0
    @kept = global ptr null
    declare i32 @sched_yield()
    declare i32 @rand_r(ptr)
    declare i32 @rand()
    declare i32 @getpid(ptr)
    declare void @srand(i32)
    declare void @lcong48(ptr)
    declare double @drand48()
    ";

fn program(text: &str) -> Program {
    let text = format!("{DECLARATIONS}{text}");
    // The reader finds the end of a function by a `}` at the start of a line.
    let text: String = text.lines().flat_map(|line| [line.trim_start(), "\n"]).collect();
    let module = read_module("test.ll", text.into(), &Types::new()).expect("the text is right");
    let linked = mazurka_ir::Program::link(vec![module]).expect("one module links");
    let options = Options { shorten_pauses: true, ..Options::default() };
    lower(&linked, &options).expect("there is a main")
}

/// Of a thread that asks for a lock with the state of its back-off at `%b`, two numbers: which bytes decide only pauses there.
/// `before` is what it does first, `again` what it does where the lock is taken, and `after` what it does with the lock.
fn unneeded_where(before: &str, again: &str, after: &str, functions: &str) -> Vec<(u32, u32)> {
    let program = program(&format!(
        "define i32 @main() {{
           %b = alloca {{ i32, i32 }}
           %limit = getelementptr {{ i32, i32 }}, ptr %b, i32 0, i32 1
           store i32 0, ptr %b
           store i32 4, ptr %limit
           {before}
           br label %loop
         loop:
           %old = atomicrmw xchg ptr @lock, i32 1 seq_cst
           %taken = icmp ne i32 %old, 0
           br i1 %taken, label %again, label %done
         again:
           {again}
           br label %loop
         done:
           {after}
           ret i32 0
         }}
         {functions}"
    ));
    let FunctionKind::Code(code) = &program.functions[program.main as usize].kind else { panic!("no code") };
    let asks = code.insns.iter().position(|insn| matches!(insn, Insn::AtomicRmw { .. })).expect("it asks");
    program.faint_bytes.before(program.main, asks as u32)
}

/// The same, with a helper of this body.
fn unneeded(help: &str) -> Vec<(u32, u32)> {
    unneeded_where("", "call void @help(ptr %b)", "", &helper(help))
}

fn helper(body: &str) -> String {
    format!(
        "define void @help(ptr %b) {{
           %limit = getelementptr {{ i32, i32 }}, ptr %b, i32 0, i32 1
           %n = load i32, ptr %b
           {body}
         }}"
    )
}

/// Yields if the number is small, and counts it up.
const YIELDS: &str = "
    %few = icmp slt i32 %n, 3
    br i1 %few, label %yield, label %end
  yield:
    call i32 @sched_yield()
    br label %end
  end:
    %more = add i32 %n, 1
    store i32 %more, ptr %b
    ret void";

/// Counts up, and returns the number.
const NEXT: &str = "define i32 @next(ptr %b) {
           %n = load i32, ptr %b
           %more = add i32 %n, 1
           store i32 %more, ptr %b
           ret i32 %more
         }";

const FIRST: (u32, u32) = (0, 4);
const LIMIT: (u32, u32) = (4, 4);

#[test]
fn a_number_that_decides_about_yields_decides_only_pauses() {
    assert!(unneeded(YIELDS).contains(&FIRST));
    let with = |before, after| unneeded_where(before, "call void @help(ptr %b)", after, &helper(YIELDS));
    assert!(with("", "%n = load i32, ptr %limit\nstore i32 %n, ptr @other").contains(&FIRST));
    assert!(!with("", "%n = load i32, ptr %b\nstore i32 %n, ptr @other").contains(&FIRST));
    // The helper counts up what is needed behind it.
    let told = "call void @help(ptr %b)\n%n = load i32, ptr %b\nstore i32 %n, ptr @other";
    assert!(!unneeded_where("", told, "", &helper(YIELDS)).contains(&FIRST));
}

#[test]
fn what_decides_more_is_needed() {
    assert!(
        !unneeded(&YIELDS.replace("call i32 @sched_yield()", "store i32 1, ptr @other")).contains(&FIRST)
    );
    assert!(!unneeded(&YIELDS.replace("call i32 @sched_yield()", "fence seq_cst")).contains(&FIRST));
    // It may fault, or never end.
    assert!(!unneeded(&YIELDS.replace("add i32 %n", "sdiv i32 7, %n\n%unused = add i32 1")).contains(&FIRST));
    let polls = "br label %test test: %left = load i32, ptr %limit
        %any = icmp ne i32 %left, 0
        br i1 %any, label %yield, label %end
        yield:
        call i32 @sched_yield()
        %less = sub i32 %left, 1
        store i32 %less, ptr %limit
        br label %test
        end:
        ret void";
    assert!(!unneeded(&polls.replace("test test:", "test\ntest:\n")).contains(&LIMIT));
}

#[test]
fn a_limit_in_memory_that_does_not_move_is_reached() {
    let loop_to = |body: &str| {
        format!(
            "br label %test
             test:
             %i = phi i32 [ 0, %0 ], [ %next, %yield ]
             %to = load i32, ptr %limit
             %any = icmp slt i32 %i, %to
             br i1 %any, label %yield, label %end
             yield:
             call i32 @sched_yield()
             %next = add i32 %i, 1
             {body}
             br label %test
             end:
             %twice = shl i32 %to, 1
             store i32 %twice, ptr %limit
             ret void"
        )
    };
    assert!(unneeded(&loop_to("")).contains(&LIMIT));
    assert!(!unneeded(&loop_to("%moved = add i32 %to, 1\nstore i32 %moved, ptr %limit")).contains(&LIMIT));
    assert!(unneeded(&loop_to("store i32 %next, ptr %b")).contains(&FIRST));
}

#[test]
fn memory_that_is_known_elsewhere_is_needed() {
    let with = |before, again| unneeded_where(before, again, "", &helper(YIELDS));
    let help = "call void @help(ptr %b)";
    assert!(!with("store ptr %b, ptr @kept", help).contains(&FIRST));
    assert!(!with("call i32 @getpid(ptr %b)", help).contains(&FIRST));
    // Something else may call it with another address.
    assert!(!with("store ptr @help, ptr @kept", help).contains(&FIRST));
    assert!(!with("call void @help(ptr @other)", help).contains(&FIRST));
    assert!(!with("%p = load ptr, ptr @kept\ncall void @help(ptr %p)", help).contains(&FIRST));
    assert!(with("%c = alloca i64\ncall void @help(ptr %c)", help).contains(&FIRST));
}

#[test]
fn an_access_beyond_the_variable_is_not_looked_at() {
    let second = |offset: u32| {
        format!(
            "%p = getelementptr i8, ptr %b, i32 {offset}\n%m = add i32 %n, 1\nstore i32 %m, ptr %p\nret void"
        )
    };
    assert!(unneeded(&second(4)).contains(&FIRST));
    assert!(!unneeded(&second(8)).contains(&FIRST));
}

#[test]
fn what_a_helper_returns_is_needed_where_it_is_used() {
    assert!(unneeded_where("", "call i32 @next(ptr %b)", "", NEXT).contains(&FIRST));
    let stored = "%next = call i32 @next(ptr %b)\nstore i32 %next, ptr @other";
    assert!(!unneeded_where("", stored, "", NEXT).contains(&FIRST));
    let paused = "%next = call i32 @next(ptr %b)
         %odd = and i32 %next, 1
         %is = icmp ne i32 %odd, 0
         br i1 %is, label %yield, label %loop
         yield:
         call i32 @sched_yield()";
    assert!(unneeded_where("", paused, "", NEXT).contains(&FIRST));
}

#[test]
fn a_seed_is_as_needed_as_what_is_drawn() {
    let draw = "%drawn = call i32 @rand_r(ptr %b)";
    assert!(unneeded_where("", draw, "", "").contains(&FIRST));
    assert!(!unneeded_where("", &format!("{draw}\nstore i32 %drawn, ptr @other"), "", "").contains(&FIRST));
    assert!(
        !unneeded_where("", draw, "%n = load i32, ptr %b\nstore i32 %n, ptr @other", "").contains(&FIRST)
    );
}

/// A division may fault, so the divisor is needed; what is divided is not, unless that may be the smallest number.
#[test]
fn a_divisor_is_needed() {
    let draw = |drawn: &str, division: &str, again: &str| {
        let after = format!("%limit2 = load i32, ptr %limit\n%rest = {division}, %limit2\n{again}");
        unneeded_where("", &format!("{drawn}\n{after}"), "", "")
    };
    let (rand_r, move_on) = ("%n = call i32 @rand_r(ptr %b)", "");
    let doubles = "%twice = shl i32 %limit2, 1\nstore i32 %twice, ptr %limit";
    for division in ["srem i32 %n", "urem i32 %n", "sdiv i32 %n"] {
        let found = draw(rand_r, division, doubles);
        assert!(found.contains(&FIRST) && !found.contains(&LIMIT), "{division}");
    }
    assert!(!draw(rand_r, "srem i32 %n", "store i32 %rest, ptr @other").contains(&FIRST));
    let counts = "%more = add i32 %n, 1\nstore i32 %more, ptr %b\ncall i32 @sched_yield()";
    let loaded = "%n = load i32, ptr %b";
    assert!(draw(loaded, "urem i32 %n", counts).contains(&FIRST));
    assert!(!draw(loaded, "srem i32 %n", counts).contains(&FIRST), "it may be the smallest number");
    let returned =
        "%n = call i32 @next(ptr %b)\n%limit2 = load i32, ptr %limit\n%rest = srem i32 %n, %limit2";
    assert!(!unneeded_where("", returned, "", NEXT).contains(&FIRST), "it was not drawn");
    let negated = format!("{rand_r}\n%less = sub i32 0, %n");
    assert!(!draw(&negated, "srem i32 %less", move_on).contains(&FIRST));
    // It is another number on another path.
    let perhaps = "%drawn = call i32 @rand_r(ptr %b)
         br i1 %taken, label %next, label %joined
         next:
         br label %joined
         joined:
         %n = phi i32 [ %drawn, %next ], [ %old, %again ]";
    assert!(!draw(perhaps, "srem i32 %n", move_on).contains(&FIRST));
}

#[test]
fn a_generator_of_the_process_is_idle_where_no_number_is_needed() {
    let main = |body: &str, function: &str| {
        program(&format!("define i32 @main() {{\n{body}\nret i32 0\n}}\n{function}")).idle_generators
    };
    let is_idle = |body: &str, function: &str| main(body, function).contains(Generator::Additive);
    assert!(is_idle("call void @srand(i32 1)\ncall i32 @rand()", ""));
    assert!(!is_idle("%n = call i32 @rand()\nstore i32 %n, ptr @other", ""));
    // What draws may be called with or without its result being used.
    let draw = "define i32 @draw() {\n%n = call i32 @rand()\nret i32 %n\n}";
    assert!(is_idle("call i32 @draw()", draw));
    assert!(!is_idle("call i32 @rand()\n%n = call i32 @draw()\nstore i32 %n, ptr @other", draw));
    assert!(!is_idle("call i32 @rand()\nstore ptr @draw, ptr @kept", draw));
    assert!(!is_idle("call i32 @rand()\nstore ptr @rand, ptr @kept", ""));
    assert!(main("call double @drand48()", "").contains(Generator::Congruential));
    assert!(
        !main("call double @drand48()\ncall void @lcong48(ptr @other)", "").contains(Generator::Congruential)
    );
}
