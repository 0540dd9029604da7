target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@x = internal global i32 5, align 4

define dso_local i32 @main() local_unnamed_addr {
  %1 = tail call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) @x, i32 1, ptr nonnull elementtype(i32) @x)
  %2 = tail call i32 asm sideeffect "1: decl $0; jnz 1b; movb $$3, ${0:h}; shll $$2, ${0:k}", "=Q,0,~{dirflag},~{fpsr},~{flags}"(i32 2)
  callbr void asm sideeffect "cmpl $1, $0; je ${2:l}", "r,i,!i,~{cc},~{dirflag},~{fpsr},~{flags}"(i32 %1, i32 7)
          to label %3 [label %8]

3:                                                ; preds = %0
  %4 = load i32, ptr @x, align 4
  %5 = tail call { i32, i32 } asm sideeffect "mull $2; setc ${0:b}", "={ax},={dx},rm,0,~{dirflag},~{fpsr},~{flags}"(i32 %4, i32 %1)
  %6 = extractvalue { i32, i32 } %5, 0
  %7 = extractvalue { i32, i32 } %5, 1
  br label %8

8:                                                ; preds = %3, %0
  %9 = phi i32 [ %6, %3 ], [ %1, %0 ]
  %10 = phi i32 [ %7, %3 ], [ %2, %0 ]
  %11 = add nsw i32 %10, %9
  ret i32 %11
}



