//! What instructions become.

use super::check;

#[test]
fn addresses_are_folded_into_accesses() {
    check(
        "%S = type { i32, [4 x i64] }
         define i32 @main(i32 %i, ptr %s) {
           %field = getelementptr %S, ptr %s, i32 0, i32 1, i64 2
           %x = load i64, ptr %field
           %wide = sext i32 %i to i64
           %element = getelementptr inbounds %S, ptr %s, i64 0, i32 1, i64 %wide
           store i64 %x, ptr %element
           ret i32 0
         }",
        &[
            "registers 4, parameters 2, frame 0",
            "r3 = 0x0",
            "0 Load64 { d: 2, a: 1, offset: 24 }",
            "1 Lea32 { d: 0, a: 1, index: 0, scale: 8, offset: 8 }",
            "2 Store64 { a: 0, s: 2, offset: 0 }",
            "3 Return { s: 3, n: 1 }",
        ],
    );
}

#[test]
fn phis_that_swap_go_through_a_third_register() {
    check(
        "define i32 @main(i32 %n, ptr %argv) {
           br label %loop
         loop:
           %a = phi i32 [ 1, %0 ], [ %b, %loop ]
           %b = phi i32 [ 2, %0 ], [ %a, %loop ]
           %i = phi i32 [ 0, %0 ], [ %next, %loop ]
           %next = add i32 %i, 1
           %more = icmp ult i32 %next, %n
           br i1 %more, label %loop, label %done
         done:
           ret i32 %a
         }",
        &[
            "registers 6, parameters 2, frame 0",
            "0 Const { d: 1, value: 1 }",
            "1 Const { d: 2, value: 2 }",
            "2 Const { d: 3, value: 0 }",
            "3 AddImm32 { d: 4, a: 3, imm: 1 }",
            "4 CompareBranch { op: Ult, a: 4, b: 0, then: 5, otherwise: 11 }",
            "5 Mov { d: 3, s: 4 }",
            "6 Mov { d: 5, s: 1 }",
            "7 Mov { d: 1, s: 2 }",
            "8 Mov { d: 2, s: 5 }",
            "9 AddImm32 { d: 4, a: 3, imm: 1 }",
            "10 CompareBranch { op: Ult, a: 4, b: 0, then: 5, otherwise: 11 }",
            "11 Return { s: 1, n: 1 }",
        ],
    );
}

/// `%count` is only counted, and `%sum` only added up: neither is there. `%i` decides when the loop ends.
#[test]
fn counters_that_nothing_reads_are_left_out() {
    check(
        "define i32 @main(i32 %n, ptr %argv) {
           br label %loop
         loop:
           %count = phi i32 [ 0, %0 ], [ %counted, %loop ]
           %sum = phi i32 [ 0, %0 ], [ %added, %loop ]
           %i = phi i32 [ 0, %0 ], [ %next, %loop ]
           %counted = add i32 %count, 1
           %added = add i32 %sum, %counted
           %next = add i32 %i, 1
           %more = icmp ult i32 %next, %n
           br i1 %more, label %loop, label %done
         done:
           ret i32 0
         }",
        &[
            "registers 3, parameters 2, frame 0",
            "r2 = 0x0",
            "0 Const { d: 1, value: 0 }",
            "1 AddImm32 { d: 1, a: 1, imm: 1 }",
            "2 CompareBranch { op: Ult, a: 1, b: 0, then: 1, otherwise: 3 }",
            "3 Return { s: 2, n: 1 }",
        ],
    );
}

/// `if (n == 1 && n < m)`, and what is returned then.
fn short_circuit(then: &str) -> String {
    format!(
        "define i32 @main(i32 %n, i32 %m) {{
           %first = icmp eq i32 %n, 1
           br i1 %first, label %second, label %both
         second:
           %less = icmp slt i32 %n, %m
           br label %both
         both:
           %condition = phi i1 [ false, %0 ], [ %less, %second ]
           br i1 %condition, label %yes, label %no
         yes:
           {then}
         no:
           ret i32 %m
         }}"
    )
}

#[test]
fn a_condition_that_is_only_branched_on_is_not_computed() {
    check(
        &short_circuit("ret i32 %n"),
        &[
            "registers 2, parameters 2, frame 0",
            "0 CompareImmBranch { op: Eq, a: 0, imm: 1, then: 2, otherwise: 1 }",
            "1 Jump { to: 4 }",
            "2 CompareBranch { op: Slt32, a: 0, b: 1, then: 3, otherwise: 4 }",
            "3 Return { s: 0, n: 1 }",
            "4 Return { s: 1, n: 1 }",
        ],
    );
}

#[test]
fn a_condition_that_is_used_later_is_computed() {
    check(
        &short_circuit("%word = zext i1 %condition to i32\n ret i32 %word"),
        &[
            "registers 3, parameters 2, frame 0",
            "0 CompareImmBranch { op: Eq, a: 0, imm: 1, then: 3, otherwise: 1 }",
            "1 Const { d: 2, value: 0 }",
            "2 Branch { c: 2, then: 5, otherwise: 6 }",
            "3 Compare { op: Slt32, d: 2, a: 0, b: 1 }",
            "4 Branch { c: 2, then: 5, otherwise: 6 }",
            "5 Return { s: 2, n: 1 }",
            "6 Return { s: 1, n: 1 }",
        ],
    );
}

#[test]
fn dense_switches_get_a_table() {
    check(
        "define i32 @main(i32 %n, ptr %argv) {
           switch i32 %n, label %other [
             i32 4, label %four
             i32 6, label %six
           ]
         four:
           ret i32 1
         six:
           ret i32 2
         other:
           ret i32 3
         }",
        &[
            "registers 5, parameters 2, frame 0",
            "r2 = 0x1",
            "r3 = 0x2",
            "r4 = 0x3",
            "0 Switch { v: 0, table: 0 } SwitchTable { cases: [(4, 1), (6, 2)], dense: Some((4, [1, 3, 2])), default: 3 }",
            "1 Return { s: 2, n: 1 }",
            "2 Return { s: 3, n: 1 }",
            "3 Return { s: 4, n: 1 }",
        ],
    );
}

#[test]
fn vectors_go_lane_by_lane() {
    check(
        "define i32 @main(i32 %n, ptr %p) {
           %v = load <2 x i32>, ptr %p
           %w = add <2 x i32> %v, <i32 7, i32 8>
           %c = icmp ult <2 x i32> %w, %v
           %bits = bitcast <2 x i1> %c to i2
           %r = zext i2 %bits to i32
           ret i32 %r
         }",
        &[
            "registers 6, parameters 2, frame 0",
            "0 Load32 { d: 2, a: 1, offset: 0 }",
            "1 Load32 { d: 3, a: 1, offset: 4 }",
            "2 AddImm32 { d: 0, a: 2, imm: 7 }",
            "3 AddImm32 { d: 1, a: 3, imm: 8 }",
            "4 Compare { op: Ult, d: 4, a: 0, b: 2 }",
            "5 Compare { op: Ult, d: 5, a: 1, b: 3 }",
            "6 ShlImm64 { d: 0, a: 5, by: 1 }",
            "7 Or { d: 0, a: 4, b: 0 }",
            "8 Return { s: 0, n: 1 }",
        ],
    );
}

#[test]
fn wide_and_odd_integers() {
    check(
        "define i32 @main(i32 %n, ptr %p) {
           %a = load i128, ptr %p
           %b = add i128 %a, 1
           store i128 %b, ptr %p
           %odd = load i20, ptr %p
           %r = zext i20 %odd to i32
           ret i32 %r
         }",
        &[
            "registers 6, parameters 2, frame 0",
            "r4 = 0x1",
            "r5 = 0x0",
            "0 Load64 { d: 2, a: 1, offset: 0 }",
            "1 Load64 { d: 3, a: 1, offset: 8 }",
            "2 Wide { op: Add, bits: 128, d: 2, a: 2, b: 4 }",
            "3 Store64 { a: 1, s: 2, offset: 0 }",
            "4 Store64 { a: 1, s: 3, offset: 8 }",
            "5 LoadBytes { d: 0, a: 1, size: 3, offset: 0 }",
            "6 Trunc { d: 0, a: 0, bits: 20 }",
            "7 Return { s: 0, n: 1 }",
        ],
    );
}

#[test]
fn atomics_tell_whether_the_old_value_is_used() {
    check(
        "define i32 @main(i32 %n, ptr %p) {
           %unused = atomicrmw add ptr %p, i32 1 monotonic
           %pair = cmpxchg ptr %p, i32 0, i32 %n acq_rel acquire
           %done = extractvalue { i32, i1 } %pair, 1
           %r = zext i1 %done to i32
           ret i32 %r
         }",
        &[
            "registers 5, parameters 2, frame 0",
            "r3 = 0x1",
            "r4 = 0x0",
            "0 AtomicRmw { op: Add, d: 2, a: 1, s: 3, size: 4, order: Relaxed, used: Unused }",
            "1 CompareExchange { d: 0, a: 1, expected: 4, new: 0, size: 4, success: AcqRel, failure: Acquire }",
            "2 Return { s: 1, n: 1 }",
        ],
    );
}

#[test]
fn calls_pass_structs_and_variable_arguments() {
    check(
        "declare i32 @printf(ptr, ...)
         declare void @take(ptr)
         define i32 @main(i32 %n, ptr %p) {
           call void @take(ptr byval({ i64, i32 }) align 8 %p)
           %r = call i32 (ptr, ...) @printf(ptr %p, i32 %n, double 1.0)
           ret i32 %r
         }",
        &[
            "registers 3, parameters 2, frame 0",
            "r2 = 0x3ff0000000000000",
            "0 Call { function: 1, site: 0 } CallSite { args: [1], copies: [ByValue { arg: 0, size: 16, align: 8 }], varargs: [], d: 0, results: 0, lands: false }",
            "1 Call { function: 2, site: 1 } CallSite { args: [1], copies: [], varargs: [Word(0), Word(2)], d: 0, results: 1, lands: false }",
            "2 Return { s: 0, n: 1 }",
        ],
    );
}

#[test]
fn after_setjmp_nothing_shares_a_register() {
    check(
        "declare i32 @_setjmp(ptr) returns_twice
         declare i32 @f(i32)
         define i32 @main(i32 %n, ptr %p) {
           %first = call i32 @_setjmp(ptr %p) returns_twice
           %a = call i32 @f(i32 %first)
           %b = call i32 @f(i32 %a)
           ret i32 %b
         }",
        &[
            "registers 5, parameters 2, frame 0",
            "0 SetJump { d: 2, buffer: 1 }",
            "1 Call { function: 1, site: 0 } CallSite { args: [2], copies: [], varargs: [], d: 3, results: 1, lands: false }",
            "2 Call { function: 1, site: 1 } CallSite { args: [3], copies: [], varargs: [], d: 4, results: 1, lands: false }",
            "3 Return { s: 4, n: 1 }",
        ],
    );
}

#[test]
fn a_call_that_unwinds_leads_to_its_landing_pad() {
    let text = "declare i32 @_Unwind_RaiseException(ptr)
         declare i32 @f(ptr)
         define i32 @main(i32 %n, ptr %p) personality ptr null {
           %r = invoke i32 @f(ptr %p) to label %returned unwind label %pad
         returned:
           ret i32 %r
         pad:
           %e = landingpad { ptr, i32 }
             catch ptr null
           %w = extractvalue { ptr, i32 } %e, 1
           ret i32 %w
         }";
    check(
        text,
        &[
            "registers 2, parameters 2, frame 0",
            "0 Call { function: 1, site: 0 } CallSite { args: [1], copies: [], varargs: [], d: 0, results: 2, lands: true }",
            "1 Branch { c: 1, then: 3, otherwise: 2 }",
            "2 Return { s: 0, n: 1 }",
            "3 Const { d: 1, value: 1 }",
            "4 Return { s: 1, n: 1 }",
        ],
    );
    // Where nothing raises an exception, there are no landing pads.
    check(
        &text.replace("_Unwind_RaiseException", "g"),
        &[
            "registers 2, parameters 2, frame 0",
            "0 Call { function: 1, site: 0 } CallSite { args: [1], copies: [], varargs: [], d: 0, results: 1, lands: false }",
            "1 Return { s: 0, n: 1 }",
        ],
    );
}
