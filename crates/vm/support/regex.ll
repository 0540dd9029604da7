source_filename = "regex.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.parser = type { ptr, ptr, i32, i32 }
%struct.matcher = type { ptr, i32, i32, i32, i32, [64 x %struct.span], [64 x %struct.span] }
%struct.span = type { i32, i32 }
%struct.rest = type { ptr, i32, i32, i32, ptr }
%struct.anon = type { ptr, i32 }

@regerror.messages.rel = internal unnamed_addr constant [14 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @.str to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.1 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.2 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.3 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.4 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.5 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.6 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.7 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.8 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.9 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.10 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.11 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.12 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @.str.13 to i64), i64 ptrtoint (ptr @regerror.messages.rel to i64)) to i32)], align 4
@.str = private unnamed_addr constant [8 x i8] c"Success\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"No match\00", align 1
@.str.2 = private unnamed_addr constant [27 x i8] c"Invalid regular expression\00", align 1
@.str.3 = private unnamed_addr constant [28 x i8] c"Invalid collation character\00", align 1
@.str.4 = private unnamed_addr constant [29 x i8] c"Invalid character class name\00", align 1
@.str.5 = private unnamed_addr constant [19 x i8] c"Trailing backslash\00", align 1
@.str.6 = private unnamed_addr constant [23 x i8] c"Invalid back reference\00", align 1
@.str.7 = private unnamed_addr constant [31 x i8] c"Unmatched [, [^, [:, [., or [=\00", align 1
@.str.8 = private unnamed_addr constant [18 x i8] c"Unmatched ( or \\(\00", align 1
@.str.9 = private unnamed_addr constant [13 x i8] c"Unmatched \\{\00", align 1
@.str.10 = private unnamed_addr constant [24 x i8] c"Invalid content of \\{\\}\00", align 1
@.str.11 = private unnamed_addr constant [18 x i8] c"Invalid range end\00", align 1
@.str.12 = private unnamed_addr constant [17 x i8] c"Memory exhausted\00", align 1
@.str.13 = private unnamed_addr constant [37 x i8] c"Invalid preceding regular expression\00", align 1
@.str.14 = private unnamed_addr constant [14 x i8] c"Unknown error\00", align 1
@.str.15 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@.str.16 = private unnamed_addr constant [6 x i8] c"alpha\00", align 1
@.str.17 = private unnamed_addr constant [6 x i8] c"digit\00", align 1
@.str.18 = private unnamed_addr constant [6 x i8] c"alnum\00", align 1
@.str.19 = private unnamed_addr constant [6 x i8] c"lower\00", align 1
@.str.20 = private unnamed_addr constant [6 x i8] c"upper\00", align 1
@.str.21 = private unnamed_addr constant [6 x i8] c"space\00", align 1
@.str.22 = private unnamed_addr constant [6 x i8] c"blank\00", align 1
@.str.23 = private unnamed_addr constant [6 x i8] c"punct\00", align 1
@.str.24 = private unnamed_addr constant [6 x i8] c"print\00", align 1
@.str.25 = private unnamed_addr constant [6 x i8] c"graph\00", align 1
@.str.26 = private unnamed_addr constant [6 x i8] c"cntrl\00", align 1
@.str.27 = private unnamed_addr constant [7 x i8] c"xdigit\00", align 1

; Function Attrs: nounwind
define weak dso_local i32 @regcomp(ptr noundef %0, ptr noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = alloca %struct.parser, align 8
  %5 = tail call ptr @malloc(i64 noundef 24) #6
  %6 = icmp eq ptr %5, null
  br i1 %6, label %52, label %7

7:                                                ; preds = %3
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %5, i8 0, i64 16, i1 false)
  %8 = getelementptr inbounds i8, ptr %5, i64 16
  store i32 %2, ptr %8, align 8
  %9 = getelementptr inbounds i8, ptr %5, i64 20
  store i32 0, ptr %9, align 4
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %4) #7
  store ptr %1, ptr %4, align 8
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  store ptr %5, ptr %10, align 8
  %11 = getelementptr inbounds i8, ptr %4, i64 16
  store i32 0, ptr %11, align 8
  %12 = getelementptr inbounds i8, ptr %4, i64 20
  store i32 0, ptr %12, align 4
  %13 = call fastcc ptr @parse(ptr noundef nonnull %4) #8
  %14 = getelementptr inbounds i8, ptr %5, i64 8
  store ptr %13, ptr %14, align 8
  %15 = load i32, ptr %11, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %22

17:                                               ; preds = %7
  %18 = load ptr, ptr %4, align 8
  %19 = load i8, ptr %18, align 1
  %20 = icmp eq i8 %19, 0
  br i1 %20, label %22, label %21

21:                                               ; preds = %17
  store i32 8, ptr %11, align 8
  br label %22

22:                                               ; preds = %21, %17, %7
  %23 = load i32, ptr %11, align 8
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %29

25:                                               ; preds = %22
  %26 = load i32, ptr %9, align 4
  %27 = icmp sgt i32 %26, 63
  br i1 %27, label %28, label %29

28:                                               ; preds = %25
  store i32 12, ptr %11, align 8
  br label %29

29:                                               ; preds = %28, %25, %22
  %30 = load i32, ptr %11, align 8
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %45, label %32

32:                                               ; preds = %29
  %33 = load ptr, ptr %5, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %43, label %35

35:                                               ; preds = %32, %35
  %36 = phi ptr [ %41, %35 ], [ %33, %32 ]
  %37 = getelementptr inbounds i8, ptr %36, i64 40
  %38 = load ptr, ptr %37, align 8
  store ptr %38, ptr %5, align 8
  %39 = getelementptr inbounds i8, ptr %36, i64 16
  %40 = load ptr, ptr %39, align 8
  call void @free(ptr noundef %40) #6
  call void @free(ptr noundef nonnull %36) #6
  %41 = load ptr, ptr %5, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %43, label %35, !llvm.loop !4

43:                                               ; preds = %35, %32
  call void @free(ptr noundef nonnull %5) #6
  %44 = load i32, ptr %11, align 8
  br label %50

45:                                               ; preds = %29
  %46 = call ptr @memset(ptr noundef %0, i32 noundef 0, i64 noundef 64) #6
  store ptr %5, ptr %0, align 8
  %47 = load i32, ptr %9, align 4
  %48 = sext i32 %47 to i64
  %49 = getelementptr inbounds i8, ptr %0, i64 48
  store i64 %48, ptr %49, align 8
  br label %50

50:                                               ; preds = %45, %43
  %51 = phi i32 [ %44, %43 ], [ 0, %45 ]
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %4) #7
  br label %52

52:                                               ; preds = %3, %50
  %53 = phi i32 [ %51, %50 ], [ 12, %3 ]
  ret i32 %53
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare ptr @malloc(i64 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

; Function Attrs: nounwind
define internal fastcc ptr @parse(ptr noundef %0) unnamed_addr #0 {
  %2 = tail call fastcc ptr @parse_branch(ptr noundef %0) #8
  %3 = getelementptr inbounds i8, ptr %0, i64 16
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %48

6:                                                ; preds = %1
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  br label %8

8:                                                ; preds = %6, %44
  %9 = phi ptr [ %2, %6 ], [ %45, %44 ]
  %10 = load ptr, ptr %7, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 16
  %12 = load i32, ptr %11, align 8
  %13 = and i32 %12, 1
  %14 = icmp eq i32 %13, 0
  %15 = load ptr, ptr %0, align 8
  br i1 %14, label %16, label %21

16:                                               ; preds = %8
  %17 = load i8, ptr %15, align 1
  %18 = icmp eq i8 %17, 92
  br i1 %18, label %19, label %48

19:                                               ; preds = %16
  %20 = getelementptr inbounds i8, ptr %15, i64 1
  br label %21

21:                                               ; preds = %8, %19
  %22 = phi ptr [ %20, %19 ], [ %15, %8 ]
  %23 = load i8, ptr %22, align 1
  %24 = icmp eq i8 %23, 124
  br i1 %24, label %25, label %48

25:                                               ; preds = %21
  %26 = select i1 %14, i64 2, i64 1
  %27 = load ptr, ptr %0, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 %26
  store ptr %28, ptr %0, align 8
  %29 = tail call fastcc ptr @parse_branch(ptr noundef nonnull %0) #8
  %30 = tail call ptr @malloc(i64 noundef 48) #6
  %31 = icmp eq ptr %30, null
  br i1 %31, label %32, label %33

32:                                               ; preds = %25
  store i32 12, ptr %3, align 8
  br label %44

33:                                               ; preds = %25
  %34 = load ptr, ptr %7, align 8
  %35 = load ptr, ptr %34, align 8
  store i32 10, ptr %30, align 8
  %36 = getelementptr inbounds i8, ptr %30, i64 4
  store i32 0, ptr %36, align 4
  %37 = getelementptr inbounds i8, ptr %30, i64 8
  store i32 0, ptr %37, align 8
  %38 = getelementptr inbounds i8, ptr %30, i64 12
  store i32 0, ptr %38, align 4
  %39 = getelementptr inbounds i8, ptr %30, i64 16
  store ptr null, ptr %39, align 8
  %40 = getelementptr inbounds i8, ptr %30, i64 24
  store ptr %9, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %30, i64 32
  store ptr %29, ptr %41, align 8
  %42 = getelementptr inbounds i8, ptr %30, i64 40
  store ptr %35, ptr %42, align 8
  %43 = load ptr, ptr %7, align 8
  store ptr %30, ptr %43, align 8
  br label %44

44:                                               ; preds = %32, %33
  %45 = phi ptr [ %30, %33 ], [ null, %32 ]
  %46 = load i32, ptr %3, align 8
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %8, label %48, !llvm.loop !7

48:                                               ; preds = %21, %44, %16, %1
  %49 = phi ptr [ %2, %1 ], [ %9, %21 ], [ %45, %44 ], [ %9, %16 ]
  ret ptr %49
}

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define weak dso_local void @regfree(ptr noundef %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr %0, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %16, label %4

4:                                                ; preds = %1
  %5 = load ptr, ptr %2, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %15, label %7

7:                                                ; preds = %4, %7
  %8 = phi ptr [ %13, %7 ], [ %5, %4 ]
  %9 = getelementptr inbounds i8, ptr %8, i64 40
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %2, align 8
  %11 = getelementptr inbounds i8, ptr %8, i64 16
  %12 = load ptr, ptr %11, align 8
  tail call void @free(ptr noundef %12) #6
  tail call void @free(ptr noundef nonnull %8) #6
  %13 = load ptr, ptr %2, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %7, !llvm.loop !4

15:                                               ; preds = %7, %4
  tail call void @free(ptr noundef nonnull %2) #6
  br label %16

16:                                               ; preds = %15, %1
  store ptr null, ptr %0, align 8
  ret void
}

; Function Attrs: nounwind
define weak dso_local i32 @regexec(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = alloca %struct.matcher, align 8
  %7 = load ptr, ptr %0, align 8
  call void @llvm.lifetime.start.p0(i64 1048, ptr nonnull %6) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(1048) %6, i8 0, i64 1048, i1 false)
  store ptr %1, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %6, i64 8
  %9 = tail call i64 @strlen(ptr noundef %1) #6
  %10 = trunc i64 %9 to i32
  store i32 %10, ptr %8, align 8
  %11 = getelementptr inbounds i8, ptr %6, i64 12
  %12 = getelementptr inbounds i8, ptr %7, i64 16
  %13 = load i32, ptr %12, align 8
  store i32 %13, ptr %11, align 4
  %14 = getelementptr inbounds i8, ptr %6, i64 16
  store i32 %4, ptr %14, align 8
  %15 = getelementptr inbounds i8, ptr %6, i64 20
  store i32 -1, ptr %15, align 4
  %16 = getelementptr inbounds i8, ptr %6, i64 24
  br label %25

17:                                               ; preds = %25
  %18 = load i32, ptr %8, align 8
  %19 = icmp slt i32 %18, 0
  br i1 %19, label %66, label %20

20:                                               ; preds = %17
  %21 = getelementptr inbounds i8, ptr %7, i64 8
  %22 = load ptr, ptr %21, align 8
  call fastcc void @match(ptr noundef nonnull %6, ptr noundef %22, i32 noundef 0, ptr noundef null) #8
  %23 = load i32, ptr %15, align 4
  %24 = icmp slt i32 %23, 0
  br i1 %24, label %62, label %36

25:                                               ; preds = %5, %25
  %26 = phi i64 [ 0, %5 ], [ %29, %25 ]
  %27 = getelementptr inbounds [64 x %struct.span], ptr %16, i64 0, i64 %26
  store i32 -1, ptr %27, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 4
  store i32 -1, ptr %28, align 4
  %29 = add nuw nsw i64 %26, 1
  %30 = icmp eq i64 %29, 64
  br i1 %30, label %17, label %25, !llvm.loop !8

31:                                               ; preds = %62
  %32 = add nuw nsw i32 %63, 1
  %33 = load ptr, ptr %21, align 8
  call fastcc void @match(ptr noundef nonnull %6, ptr noundef %33, i32 noundef %32, ptr noundef null) #8
  %34 = load i32, ptr %15, align 4
  %35 = icmp slt i32 %34, 0
  br i1 %35, label %62, label %36, !llvm.loop !9

36:                                               ; preds = %31, %20
  %37 = phi i1 [ %19, %20 ], [ %65, %31 ]
  %38 = phi i32 [ 0, %20 ], [ %32, %31 ]
  %39 = phi i32 [ %23, %20 ], [ %34, %31 ]
  %40 = getelementptr inbounds i8, ptr %6, i64 536
  store i32 %38, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %6, i64 540
  store i32 %39, ptr %41, align 4
  %42 = icmp eq i64 %2, 0
  br i1 %42, label %66, label %43

43:                                               ; preds = %36
  %44 = getelementptr inbounds i8, ptr %0, i64 48
  br label %45

45:                                               ; preds = %43, %59
  %46 = phi i64 [ 0, %43 ], [ %60, %59 ]
  %47 = load i32, ptr %12, align 8
  %48 = and i32 %47, 8
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %50, label %66

50:                                               ; preds = %45
  %51 = getelementptr inbounds %struct.span, ptr %3, i64 %46
  %52 = load i64, ptr %44, align 8
  %53 = icmp ugt i64 %46, %52
  br i1 %53, label %57, label %54

54:                                               ; preds = %50
  %55 = getelementptr inbounds [64 x %struct.span], ptr %40, i64 0, i64 %46
  %56 = load i64, ptr %55, align 8
  store i64 %56, ptr %51, align 4
  br label %59

57:                                               ; preds = %50
  store i32 -1, ptr %51, align 4
  %58 = getelementptr inbounds i8, ptr %51, i64 4
  store i32 -1, ptr %58, align 4
  br label %59

59:                                               ; preds = %54, %57
  %60 = add nuw i64 %46, 1
  %61 = icmp eq i64 %60, %2
  br i1 %61, label %66, label %45, !llvm.loop !10

62:                                               ; preds = %20, %31
  %63 = phi i32 [ %32, %31 ], [ 0, %20 ]
  %64 = load i32, ptr %8, align 8
  %65 = icmp sge i32 %63, %64
  br i1 %65, label %66, label %31, !llvm.loop !9

66:                                               ; preds = %62, %59, %45, %17, %36
  %67 = phi i1 [ %37, %36 ], [ %19, %17 ], [ %37, %45 ], [ %37, %59 ], [ %65, %62 ]
  %68 = zext i1 %67 to i32
  call void @llvm.lifetime.end.p0(i64 1048, ptr nonnull %6) #7
  ret i32 %68
}

declare i64 @strlen(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define internal fastcc void @match(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = alloca %struct.rest, align 8
  %6 = alloca %struct.rest, align 8
  %7 = alloca %struct.rest, align 8
  br label %8

8:                                                ; preds = %216, %4
  %9 = phi ptr [ %1, %4 ], [ %220, %216 ]
  %10 = getelementptr inbounds i8, ptr %0, i64 8
  %11 = load i32, ptr %10, align 8
  %12 = icmp sgt i32 %11, %2
  br i1 %12, label %13, label %19

13:                                               ; preds = %8
  %14 = load ptr, ptr %0, align 8
  %15 = sext i32 %2 to i64
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = load i8, ptr %16, align 1
  %18 = zext i8 %17 to i32
  br label %19

19:                                               ; preds = %8, %13
  %20 = phi i32 [ %18, %13 ], [ -1, %8 ]
  %21 = load i32, ptr %9, align 8
  switch i32 %21, label %221 [
    i32 0, label %22
    i32 1, label %23
    i32 2, label %50
    i32 3, label %61
    i32 10, label %216
    i32 9, label %209
    i32 7, label %120
    i32 6, label %184
    i32 8, label %191
    i32 4, label %77
    i32 5, label %98
  ]

22:                                               ; preds = %19
  tail call fastcc void @match_rest(ptr noundef %0, i32 noundef %2, ptr noundef %3) #8
  br label %221

23:                                               ; preds = %19
  %24 = icmp sgt i32 %20, -1
  br i1 %24, label %25, label %221

25:                                               ; preds = %23
  %26 = getelementptr inbounds i8, ptr %9, i64 4
  %27 = load i32, ptr %26, align 4
  %28 = and i32 %20, 255
  %29 = and i32 %27, 255
  %30 = getelementptr inbounds i8, ptr %0, i64 12
  %31 = load i32, ptr %30, align 4
  %32 = and i32 %31, 2
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %44, label %34

34:                                               ; preds = %25
  %35 = add nsw i32 %28, -65
  %36 = icmp ult i32 %35, 26
  %37 = add nuw nsw i32 %28, 32
  %38 = select i1 %36, i32 %37, i32 %28
  %39 = add nsw i32 %29, -65
  %40 = icmp ult i32 %39, 26
  %41 = add nuw nsw i32 %29, 32
  %42 = select i1 %40, i32 %41, i32 %29
  %43 = icmp eq i32 %38, %42
  br label %46

44:                                               ; preds = %25
  %45 = icmp eq i32 %28, %29
  br label %46

46:                                               ; preds = %34, %44
  %47 = phi i1 [ %43, %34 ], [ %45, %44 ]
  br i1 %47, label %48, label %221

48:                                               ; preds = %46
  %49 = add nsw i32 %2, 1
  tail call fastcc void @match_rest(ptr noundef %0, i32 noundef %49, ptr noundef %3) #8
  br label %221

50:                                               ; preds = %19
  %51 = icmp sgt i32 %20, -1
  br i1 %51, label %52, label %221

52:                                               ; preds = %50
  %53 = icmp eq i32 %20, 10
  br i1 %53, label %54, label %59

54:                                               ; preds = %52
  %55 = getelementptr inbounds i8, ptr %0, i64 12
  %56 = load i32, ptr %55, align 4
  %57 = and i32 %56, 4
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %59, label %221

59:                                               ; preds = %54, %52
  %60 = add nsw i32 %2, 1
  tail call fastcc void @match_rest(ptr noundef %0, i32 noundef %60, ptr noundef %3) #8
  br label %221

61:                                               ; preds = %19
  %62 = icmp sgt i32 %20, -1
  br i1 %62, label %63, label %221

63:                                               ; preds = %61
  %64 = getelementptr inbounds i8, ptr %9, i64 16
  %65 = load ptr, ptr %64, align 8
  %66 = lshr i32 %20, 3
  %67 = zext nneg i32 %66 to i64
  %68 = getelementptr inbounds i8, ptr %65, i64 %67
  %69 = load i8, ptr %68, align 1
  %70 = zext i8 %69 to i32
  %71 = and i32 %20, 7
  %72 = shl nuw nsw i32 1, %71
  %73 = and i32 %72, %70
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %221, label %75

75:                                               ; preds = %63
  %76 = add nsw i32 %2, 1
  tail call fastcc void @match_rest(ptr noundef %0, i32 noundef %76, ptr noundef %3) #8
  br label %221

77:                                               ; preds = %19
  %78 = icmp eq i32 %2, 0
  br i1 %78, label %79, label %84

79:                                               ; preds = %77
  %80 = getelementptr inbounds i8, ptr %0, i64 16
  %81 = load i32, ptr %80, align 8
  %82 = and i32 %81, 1
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %119, label %84

84:                                               ; preds = %79, %77
  %85 = icmp sgt i32 %2, 0
  br i1 %85, label %86, label %221

86:                                               ; preds = %84
  %87 = getelementptr inbounds i8, ptr %0, i64 12
  %88 = load i32, ptr %87, align 4
  %89 = and i32 %88, 4
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %221, label %91

91:                                               ; preds = %86
  %92 = load ptr, ptr %0, align 8
  %93 = zext nneg i32 %2 to i64
  %94 = getelementptr i8, ptr %92, i64 %93
  %95 = getelementptr i8, ptr %94, i64 -1
  %96 = load i8, ptr %95, align 1
  %97 = icmp eq i8 %96, 10
  br label %117

98:                                               ; preds = %19
  %99 = icmp eq i32 %11, %2
  br i1 %99, label %100, label %105

100:                                              ; preds = %98
  %101 = getelementptr inbounds i8, ptr %0, i64 16
  %102 = load i32, ptr %101, align 8
  %103 = and i32 %102, 2
  %104 = icmp eq i32 %103, 0
  br label %117

105:                                              ; preds = %98
  br i1 %12, label %106, label %221

106:                                              ; preds = %105
  %107 = getelementptr inbounds i8, ptr %0, i64 12
  %108 = load i32, ptr %107, align 4
  %109 = and i32 %108, 4
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %221, label %111

111:                                              ; preds = %106
  %112 = load ptr, ptr %0, align 8
  %113 = sext i32 %2 to i64
  %114 = getelementptr inbounds i8, ptr %112, i64 %113
  %115 = load i8, ptr %114, align 1
  %116 = icmp eq i8 %115, 10
  br label %117

117:                                              ; preds = %100, %91, %111
  %118 = phi i1 [ %97, %91 ], [ %104, %100 ], [ %116, %111 ]
  br i1 %118, label %119, label %221

119:                                              ; preds = %79, %117
  tail call fastcc void @match_rest(ptr noundef %0, i32 noundef %2, ptr noundef %3) #8
  br label %221

120:                                              ; preds = %19
  %121 = getelementptr inbounds i8, ptr %0, i64 24
  %122 = getelementptr inbounds i8, ptr %9, i64 4
  %123 = load i32, ptr %122, align 4
  %124 = sext i32 %123 to i64
  %125 = getelementptr inbounds [64 x %struct.span], ptr %121, i64 0, i64 %124
  %126 = load i32, ptr %125, align 8
  %127 = getelementptr inbounds i8, ptr %125, i64 4
  %128 = load i32, ptr %127, align 4
  %129 = icmp slt i32 %126, 0
  br i1 %129, label %179, label %130

130:                                              ; preds = %120
  %131 = sub i32 %2, %126
  %132 = add i32 %131, %128
  %133 = icmp sgt i32 %132, %11
  br i1 %133, label %179, label %134

134:                                              ; preds = %130
  %135 = icmp slt i32 %126, %128
  br i1 %135, label %136, label %175

136:                                              ; preds = %134
  %137 = load ptr, ptr %0, align 8
  %138 = getelementptr inbounds i8, ptr %0, i64 12
  %139 = load i32, ptr %138, align 4
  %140 = and i32 %139, 2
  %141 = icmp eq i32 %140, 0
  %142 = zext nneg i32 %126 to i64
  %143 = sext i32 %128 to i64
  br label %149

144:                                              ; preds = %173
  %145 = add nuw nsw i64 %150, 1
  %146 = icmp slt i64 %145, %143
  %147 = trunc i64 %145 to i32
  %148 = icmp eq i32 %128, %147
  br i1 %148, label %175, label %149, !llvm.loop !11

149:                                              ; preds = %144, %136
  %150 = phi i64 [ %142, %136 ], [ %145, %144 ]
  %151 = phi i1 [ true, %136 ], [ %146, %144 ]
  %152 = getelementptr inbounds i8, ptr %137, i64 %150
  %153 = load i8, ptr %152, align 1
  %154 = trunc nsw i64 %150 to i32
  %155 = add i32 %131, %154
  %156 = sext i32 %155 to i64
  %157 = getelementptr inbounds i8, ptr %137, i64 %156
  %158 = load i8, ptr %157, align 1
  br i1 %141, label %171, label %159

159:                                              ; preds = %149
  %160 = zext i8 %158 to i32
  %161 = zext i8 %153 to i32
  %162 = add nsw i32 %161, -65
  %163 = icmp ult i32 %162, 26
  %164 = add nuw nsw i32 %161, 32
  %165 = select i1 %163, i32 %164, i32 %161
  %166 = add nsw i32 %160, -65
  %167 = icmp ult i32 %166, 26
  %168 = add nuw nsw i32 %160, 32
  %169 = select i1 %167, i32 %168, i32 %160
  %170 = icmp eq i32 %165, %169
  br label %173

171:                                              ; preds = %149
  %172 = icmp eq i8 %153, %158
  br label %173

173:                                              ; preds = %171, %159
  %174 = phi i1 [ %170, %159 ], [ %172, %171 ]
  br i1 %174, label %144, label %175

175:                                              ; preds = %173, %144, %134
  %176 = phi i1 [ %135, %134 ], [ %146, %144 ], [ %151, %173 ]
  %177 = sub nsw i32 %128, %126
  %178 = select i1 %176, i32 -1, i32 %177
  br label %179

179:                                              ; preds = %120, %130, %175
  %180 = phi i32 [ -1, %130 ], [ -1, %120 ], [ %178, %175 ]
  %181 = icmp sgt i32 %180, -1
  br i1 %181, label %182, label %221

182:                                              ; preds = %179
  %183 = add nsw i32 %180, %2
  tail call fastcc void @match_rest(ptr noundef %0, i32 noundef %183, ptr noundef %3) #8
  br label %221

184:                                              ; preds = %19
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %6) #7
  store ptr %9, ptr %6, align 8
  %185 = getelementptr inbounds i8, ptr %6, i64 8
  store i32 0, ptr %185, align 8
  %186 = getelementptr inbounds i8, ptr %6, i64 12
  store i32 0, ptr %186, align 4
  %187 = getelementptr inbounds i8, ptr %6, i64 16
  store i32 %2, ptr %187, align 8
  %188 = getelementptr inbounds i8, ptr %6, i64 24
  store ptr %3, ptr %188, align 8
  %189 = getelementptr inbounds i8, ptr %9, i64 24
  %190 = load ptr, ptr %189, align 8
  call fastcc void @match(ptr noundef %0, ptr noundef %190, i32 noundef %2, ptr noundef nonnull %6) #8
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %6) #7
  br label %221

191:                                              ; preds = %19
  %192 = getelementptr inbounds i8, ptr %9, i64 12
  %193 = load i32, ptr %192, align 4
  %194 = icmp eq i32 %193, -1
  %195 = icmp sgt i32 %193, 0
  %196 = or i1 %194, %195
  br i1 %196, label %197, label %204

197:                                              ; preds = %191
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5) #7
  store ptr %9, ptr %5, align 8
  %198 = getelementptr inbounds i8, ptr %5, i64 8
  store i32 1, ptr %198, align 8
  %199 = getelementptr inbounds i8, ptr %5, i64 12
  store i32 %2, ptr %199, align 4
  %200 = getelementptr inbounds i8, ptr %5, i64 16
  store i32 -1, ptr %200, align 8
  %201 = getelementptr inbounds i8, ptr %5, i64 24
  store ptr %3, ptr %201, align 8
  %202 = getelementptr inbounds i8, ptr %9, i64 24
  %203 = load ptr, ptr %202, align 8
  call fastcc void @match(ptr noundef %0, ptr noundef %203, i32 noundef %2, ptr noundef nonnull %5) #8
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5) #7
  br label %204

204:                                              ; preds = %197, %191
  %205 = getelementptr inbounds i8, ptr %9, i64 8
  %206 = load i32, ptr %205, align 8
  %207 = icmp sgt i32 %206, 0
  br i1 %207, label %221, label %208

208:                                              ; preds = %204
  call fastcc void @match_rest(ptr noundef %0, i32 noundef %2, ptr noundef %3) #8
  br label %221

209:                                              ; preds = %19
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %7) #7
  store ptr %9, ptr %7, align 8
  %210 = getelementptr inbounds i8, ptr %7, i64 8
  store i32 0, ptr %210, align 8
  %211 = getelementptr inbounds i8, ptr %7, i64 12
  store i32 0, ptr %211, align 4
  %212 = getelementptr inbounds i8, ptr %7, i64 16
  store i32 -1, ptr %212, align 8
  %213 = getelementptr inbounds i8, ptr %7, i64 24
  store ptr %3, ptr %213, align 8
  %214 = getelementptr inbounds i8, ptr %9, i64 24
  %215 = load ptr, ptr %214, align 8
  call fastcc void @match(ptr noundef %0, ptr noundef %215, i32 noundef %2, ptr noundef nonnull %7) #8
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %7) #7
  br label %221

216:                                              ; preds = %19
  %217 = getelementptr inbounds i8, ptr %9, i64 24
  %218 = load ptr, ptr %217, align 8
  tail call fastcc void @match(ptr noundef %0, ptr noundef %218, i32 noundef %2, ptr noundef %3) #8
  %219 = getelementptr inbounds i8, ptr %9, i64 32
  %220 = load ptr, ptr %219, align 8
  br label %8

221:                                              ; preds = %86, %84, %106, %105, %208, %204, %19, %179, %182, %117, %119, %61, %63, %75, %50, %54, %59, %23, %46, %48, %209, %184, %22
  ret void
}

; Function Attrs: nounwind
define weak dso_local i64 @regerror(i32 noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = icmp ult i32 %0, 14
  br i1 %5, label %6, label %10

6:                                                ; preds = %4
  %7 = zext nneg i32 %0 to i64
  %8 = shl i64 %7, 2
  %9 = call ptr @llvm.load.relative.i64(ptr @regerror.messages.rel, i64 %8)
  br label %10

10:                                               ; preds = %4, %6
  %11 = phi ptr [ %9, %6 ], [ @.str.14, %4 ]
  %12 = icmp eq i64 %3, 0
  br i1 %12, label %15, label %13

13:                                               ; preds = %10
  %14 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %2, i64 noundef %3, ptr noundef nonnull @.str.15, ptr noundef %11) #6
  br label %15

15:                                               ; preds = %13, %10
  %16 = tail call i64 @strlen(ptr noundef %11) #6
  %17 = add i64 %16, 1
  ret i64 %17
}

declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) local_unnamed_addr #2

; Function Attrs: nounwind
define internal fastcc ptr @parse_branch(ptr noundef %0) unnamed_addr #0 {
  %2 = alloca [12 x %struct.anon], align 16
  %3 = getelementptr inbounds i8, ptr %0, i64 16
  %4 = getelementptr inbounds i8, ptr %0, i64 8
  %5 = getelementptr inbounds i8, ptr %0, i64 20
  %6 = getelementptr inbounds i8, ptr %2, i64 8
  %7 = getelementptr inbounds i8, ptr %2, i64 16
  %8 = getelementptr inbounds i8, ptr %2, i64 24
  %9 = getelementptr inbounds i8, ptr %2, i64 32
  %10 = getelementptr inbounds i8, ptr %2, i64 40
  %11 = getelementptr inbounds i8, ptr %2, i64 48
  %12 = getelementptr inbounds i8, ptr %2, i64 56
  %13 = getelementptr inbounds i8, ptr %2, i64 64
  %14 = getelementptr inbounds i8, ptr %2, i64 72
  %15 = getelementptr inbounds i8, ptr %2, i64 80
  %16 = getelementptr inbounds i8, ptr %2, i64 88
  %17 = getelementptr inbounds i8, ptr %2, i64 96
  %18 = getelementptr inbounds i8, ptr %2, i64 104
  %19 = getelementptr inbounds i8, ptr %2, i64 112
  %20 = getelementptr inbounds i8, ptr %2, i64 120
  %21 = getelementptr inbounds i8, ptr %2, i64 128
  %22 = getelementptr inbounds i8, ptr %2, i64 136
  %23 = getelementptr inbounds i8, ptr %2, i64 144
  %24 = getelementptr inbounds i8, ptr %2, i64 152
  %25 = getelementptr inbounds i8, ptr %2, i64 160
  %26 = getelementptr inbounds i8, ptr %2, i64 168
  %27 = getelementptr inbounds i8, ptr %2, i64 176
  %28 = getelementptr inbounds i8, ptr %2, i64 184
  %29 = getelementptr inbounds i8, ptr %0, i64 20
  br label %30

30:                                               ; preds = %758, %1
  %31 = phi ptr [ null, %1 ], [ %759, %758 ]
  %32 = phi i32 [ 1, %1 ], [ %541, %758 ]
  %33 = load i32, ptr %3, align 8
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %35, label %760

35:                                               ; preds = %30
  %36 = load ptr, ptr %0, align 8
  %37 = load i8, ptr %36, align 1
  %38 = icmp eq i8 %37, 0
  br i1 %38, label %760, label %39

39:                                               ; preds = %35
  %40 = load ptr, ptr %4, align 8
  %41 = getelementptr inbounds i8, ptr %40, i64 16
  %42 = load i32, ptr %41, align 8
  %43 = and i32 %42, 1
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %45, label %50

45:                                               ; preds = %39
  %46 = icmp eq i8 %37, 92
  br i1 %46, label %47, label %53

47:                                               ; preds = %45
  %48 = getelementptr inbounds i8, ptr %36, i64 1
  %49 = load i8, ptr %48, align 1
  br label %50

50:                                               ; preds = %39, %47
  %51 = phi i8 [ %49, %47 ], [ %37, %39 ]
  %52 = icmp eq i8 %51, 124
  br i1 %52, label %760, label %53

53:                                               ; preds = %45, %50
  br i1 %44, label %54, label %59

54:                                               ; preds = %53
  %55 = icmp eq i8 %37, 92
  br i1 %55, label %56, label %66

56:                                               ; preds = %54
  %57 = getelementptr inbounds i8, ptr %36, i64 1
  %58 = load i8, ptr %57, align 1
  br label %59

59:                                               ; preds = %53, %56
  %60 = phi i8 [ %58, %56 ], [ %37, %53 ]
  %61 = icmp eq i8 %60, 41
  br i1 %61, label %62, label %66

62:                                               ; preds = %59
  %63 = load i32, ptr %5, align 4
  %64 = icmp ne i32 %63, 0
  %65 = or i1 %44, %64
  br i1 %65, label %760, label %66

66:                                               ; preds = %54, %62, %59
  br i1 %44, label %67, label %71

67:                                               ; preds = %66
  switch i8 %37, label %503 [
    i8 92, label %68
    i8 91, label %134
    i8 46, label %379
    i8 94, label %456
    i8 36, label %475
    i8 42, label %499
    i8 43, label %499
    i8 63, label %499
  ]

68:                                               ; preds = %67
  %69 = getelementptr inbounds i8, ptr %36, i64 1
  %70 = load i8, ptr %69, align 1
  br label %71

71:                                               ; preds = %66, %68
  %72 = phi i8 [ %70, %68 ], [ %37, %66 ]
  %73 = icmp eq i8 %72, 40
  br i1 %73, label %74, label %133

74:                                               ; preds = %71
  %75 = getelementptr inbounds i8, ptr %40, i64 20
  %76 = load i32, ptr %75, align 4
  %77 = add nsw i32 %76, 1
  store i32 %77, ptr %75, align 4
  %78 = load ptr, ptr %4, align 8
  %79 = getelementptr inbounds i8, ptr %78, i64 16
  %80 = load i32, ptr %79, align 8
  %81 = and i32 %80, 1
  %82 = icmp eq i32 %81, 0
  %83 = select i1 %82, i64 2, i64 1
  %84 = load ptr, ptr %0, align 8
  %85 = getelementptr inbounds i8, ptr %84, i64 %83
  store ptr %85, ptr %0, align 8
  %86 = load i32, ptr %29, align 4
  %87 = add nsw i32 %86, 1
  store i32 %87, ptr %29, align 4
  %88 = tail call fastcc ptr @parse(ptr noundef nonnull %0) #8
  %89 = load i32, ptr %29, align 4
  %90 = add nsw i32 %89, -1
  store i32 %90, ptr %29, align 4
  %91 = load i32, ptr %3, align 8
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %93, label %527

93:                                               ; preds = %74
  %94 = load ptr, ptr %4, align 8
  %95 = getelementptr inbounds i8, ptr %94, i64 16
  %96 = load i32, ptr %95, align 8
  %97 = and i32 %96, 1
  %98 = icmp eq i32 %97, 0
  %99 = load ptr, ptr %0, align 8
  br i1 %98, label %100, label %105

100:                                              ; preds = %93
  %101 = load i8, ptr %99, align 1
  %102 = icmp eq i8 %101, 92
  br i1 %102, label %103, label %109

103:                                              ; preds = %100
  %104 = getelementptr inbounds i8, ptr %99, i64 1
  br label %105

105:                                              ; preds = %93, %103
  %106 = phi ptr [ %104, %103 ], [ %99, %93 ]
  %107 = load i8, ptr %106, align 1
  %108 = icmp eq i8 %107, 41
  br i1 %108, label %110, label %109

109:                                              ; preds = %100, %105
  store i32 8, ptr %3, align 8
  br label %527

110:                                              ; preds = %105
  %111 = select i1 %98, i64 2, i64 1
  %112 = load ptr, ptr %0, align 8
  %113 = getelementptr inbounds i8, ptr %112, i64 %111
  store ptr %113, ptr %0, align 8
  %114 = tail call ptr @malloc(i64 noundef 48) #6
  %115 = icmp eq ptr %114, null
  br i1 %115, label %116, label %117

116:                                              ; preds = %110
  store i32 12, ptr %3, align 8
  br label %128

117:                                              ; preds = %110
  %118 = load ptr, ptr %4, align 8
  %119 = load ptr, ptr %118, align 8
  store i32 6, ptr %114, align 8
  %120 = getelementptr inbounds i8, ptr %114, i64 4
  store i32 0, ptr %120, align 4
  %121 = getelementptr inbounds i8, ptr %114, i64 8
  store i32 0, ptr %121, align 8
  %122 = getelementptr inbounds i8, ptr %114, i64 12
  store i32 0, ptr %122, align 4
  %123 = getelementptr inbounds i8, ptr %114, i64 16
  store ptr null, ptr %123, align 8
  %124 = getelementptr inbounds i8, ptr %114, i64 24
  store ptr %88, ptr %124, align 8
  %125 = getelementptr inbounds i8, ptr %114, i64 32
  store ptr null, ptr %125, align 8
  %126 = getelementptr inbounds i8, ptr %114, i64 40
  store ptr %119, ptr %126, align 8
  %127 = load ptr, ptr %4, align 8
  store ptr %114, ptr %127, align 8
  br label %128

128:                                              ; preds = %117, %116
  %129 = phi ptr [ %114, %117 ], [ null, %116 ]
  %130 = icmp eq ptr %129, null
  br i1 %130, label %527, label %131

131:                                              ; preds = %128
  %132 = getelementptr inbounds i8, ptr %129, i64 4
  store i32 %77, ptr %132, align 4
  br label %527

133:                                              ; preds = %71
  switch i8 %37, label %503 [
    i8 91, label %134
    i8 46, label %379
    i8 92, label %395
    i8 94, label %456
    i8 36, label %475
    i8 42, label %499
    i8 43, label %499
    i8 63, label %499
  ]

134:                                              ; preds = %67, %133
  %135 = getelementptr inbounds i8, ptr %36, i64 1
  store ptr %135, ptr %0, align 8
  %136 = tail call ptr @malloc(i64 noundef 48) #6
  %137 = icmp eq ptr %136, null
  br i1 %137, label %138, label %139

138:                                              ; preds = %134
  store i32 12, ptr %3, align 8
  br label %150

139:                                              ; preds = %134
  %140 = load ptr, ptr %4, align 8
  %141 = load ptr, ptr %140, align 8
  store i32 3, ptr %136, align 8
  %142 = getelementptr inbounds i8, ptr %136, i64 4
  store i32 0, ptr %142, align 4
  %143 = getelementptr inbounds i8, ptr %136, i64 8
  store i32 0, ptr %143, align 8
  %144 = getelementptr inbounds i8, ptr %136, i64 12
  store i32 0, ptr %144, align 4
  %145 = getelementptr inbounds i8, ptr %136, i64 16
  store ptr null, ptr %145, align 8
  %146 = getelementptr inbounds i8, ptr %136, i64 24
  store ptr null, ptr %146, align 8
  %147 = getelementptr inbounds i8, ptr %136, i64 32
  store ptr null, ptr %147, align 8
  %148 = getelementptr inbounds i8, ptr %136, i64 40
  store ptr %141, ptr %148, align 8
  %149 = load ptr, ptr %4, align 8
  store ptr %136, ptr %149, align 8
  br label %150

150:                                              ; preds = %139, %138
  %151 = phi ptr [ %136, %139 ], [ null, %138 ]
  %152 = icmp eq ptr %151, null
  br i1 %152, label %157, label %153

153:                                              ; preds = %150
  %154 = tail call ptr @malloc(i64 noundef 32) #6
  %155 = getelementptr inbounds i8, ptr %151, i64 16
  store ptr %154, ptr %155, align 8
  %156 = icmp eq ptr %154, null
  br i1 %156, label %157, label %158

157:                                              ; preds = %153, %150
  store i32 12, ptr %3, align 8
  br label %527

158:                                              ; preds = %153
  %159 = tail call ptr @memset(ptr noundef nonnull %154, i32 noundef 0, i64 noundef 32) #6
  %160 = load ptr, ptr %0, align 8
  %161 = load i8, ptr %160, align 1
  %162 = icmp eq i8 %161, 94
  %163 = zext i1 %162 to i64
  %164 = getelementptr inbounds i8, ptr %160, i64 %163
  store ptr %164, ptr %0, align 8
  %165 = load i32, ptr %3, align 8
  %166 = icmp eq i32 %165, 0
  br i1 %166, label %171, label %357

167:                                              ; preds = %354
  %168 = load ptr, ptr %0, align 8
  %169 = load i8, ptr %168, align 1
  %170 = icmp eq i8 %169, 93
  br i1 %170, label %357, label %171

171:                                              ; preds = %158, %167
  %172 = load ptr, ptr %0, align 8
  %173 = load i8, ptr %172, align 1
  switch i8 %173, label %299 [
    i8 91, label %174
    i8 0, label %298
  ]

174:                                              ; preds = %171
  %175 = getelementptr inbounds i8, ptr %172, i64 1
  %176 = load i8, ptr %175, align 1
  %177 = icmp eq i8 %176, 58
  br i1 %177, label %178, label %296

178:                                              ; preds = %174
  %179 = getelementptr inbounds i8, ptr %172, i64 2
  store ptr %179, ptr %0, align 8
  %180 = load ptr, ptr %155, align 8
  br label %181

181:                                              ; preds = %188, %178
  %182 = phi ptr [ %189, %188 ], [ %179, %178 ]
  %183 = load i8, ptr %182, align 1
  switch i8 %183, label %188 [
    i8 58, label %184
    i8 0, label %194
  ]

184:                                              ; preds = %181
  %185 = getelementptr inbounds i8, ptr %182, i64 1
  %186 = load i8, ptr %185, align 1
  %187 = icmp eq i8 %186, 93
  br i1 %187, label %190, label %188

188:                                              ; preds = %184, %181
  %189 = getelementptr inbounds i8, ptr %182, i64 1
  store ptr %189, ptr %0, align 8
  br label %181, !llvm.loop !12

190:                                              ; preds = %184
  %191 = icmp eq i8 %183, 0
  br i1 %191, label %194, label %192

192:                                              ; preds = %190
  %193 = ptrtoint ptr %179 to i64
  br label %198

194:                                              ; preds = %181, %190
  store i32 7, ptr %3, align 8
  br label %354

195:                                              ; preds = %292
  %196 = add nuw nsw i32 %199, 1
  %197 = icmp eq i32 %196, 256
  br i1 %197, label %293, label %198, !llvm.loop !13

198:                                              ; preds = %195, %192
  %199 = phi i32 [ 0, %192 ], [ %196, %195 ]
  %200 = load ptr, ptr %0, align 8
  %201 = ptrtoint ptr %200 to i64
  %202 = sub i64 %201, %193
  %203 = add nsw i32 %199, -97
  %204 = icmp ult i32 %203, 26
  %205 = zext i1 %204 to i32
  %206 = add nsw i32 %199, -65
  %207 = icmp ult i32 %206, 26
  %208 = zext i1 %207 to i32
  %209 = add nsw i32 %199, -48
  %210 = icmp ult i32 %209, 10
  %211 = zext i1 %210 to i32
  %212 = or i1 %204, %207
  %213 = zext i1 %212 to i32
  %214 = add nsw i32 %199, -33
  %215 = icmp ult i32 %214, 94
  %216 = zext i1 %215 to i32
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %2) #7
  store ptr @.str.16, ptr %2, align 16
  store i32 %213, ptr %6, align 8
  store ptr @.str.17, ptr %7, align 16
  store i32 %211, ptr %8, align 8
  store ptr @.str.18, ptr %9, align 16
  %217 = or i1 %210, %212
  %218 = zext i1 %217 to i32
  store i32 %218, ptr %10, align 8
  store ptr @.str.19, ptr %11, align 16
  store i32 %205, ptr %12, align 8
  store ptr @.str.20, ptr %13, align 16
  store i32 %208, ptr %14, align 8
  store ptr @.str.21, ptr %15, align 16
  %219 = icmp eq i32 %199, 32
  %220 = add nsw i32 %199, -9
  %221 = icmp ult i32 %220, 5
  %222 = or i1 %219, %221
  %223 = zext i1 %222 to i32
  store i32 %223, ptr %16, align 8
  store ptr @.str.22, ptr %17, align 16
  %224 = icmp eq i32 %199, 9
  %225 = or i1 %219, %224
  %226 = zext i1 %225 to i32
  store i32 %226, ptr %18, align 8
  store ptr @.str.23, ptr %19, align 16
  %227 = xor i1 %217, true
  %228 = and i1 %215, %227
  %229 = zext i1 %228 to i32
  store i32 %229, ptr %20, align 8
  store ptr @.str.24, ptr %21, align 16
  %230 = add nsw i32 %199, -32
  %231 = icmp ult i32 %230, 95
  %232 = zext i1 %231 to i32
  store i32 %232, ptr %22, align 8
  store ptr @.str.25, ptr %23, align 16
  store i32 %216, ptr %24, align 8
  store ptr @.str.26, ptr %25, align 16
  %233 = icmp ult i32 %199, 32
  %234 = icmp eq i32 %199, 127
  %235 = or i1 %233, %234
  %236 = zext i1 %235 to i32
  store i32 %236, ptr %26, align 8
  store ptr @.str.27, ptr %27, align 16
  %237 = and i32 %199, 223
  %238 = add nsw i32 %237, -65
  %239 = icmp ult i32 %238, 6
  %240 = or i1 %210, %239
  %241 = zext i1 %240 to i32
  store i32 %241, ptr %28, align 8
  br label %242

242:                                              ; preds = %254, %198
  %243 = phi i64 [ 0, %198 ], [ %255, %254 ]
  %244 = getelementptr inbounds [12 x %struct.anon], ptr %2, i64 0, i64 %243
  %245 = load ptr, ptr %244, align 16
  %246 = tail call i64 @strlen(ptr noundef %245) #6
  %247 = icmp eq i64 %246, %202
  br i1 %247, label %248, label %254

248:                                              ; preds = %242
  %249 = tail call i32 @strncmp(ptr noundef %245, ptr noundef nonnull %179, i64 noundef %202) #6
  %250 = icmp eq i32 %249, 0
  br i1 %250, label %251, label %254

251:                                              ; preds = %248
  %252 = getelementptr inbounds i8, ptr %244, i64 8
  %253 = load i32, ptr %252, align 8
  br label %257

254:                                              ; preds = %248, %242
  %255 = add nuw nsw i64 %243, 1
  %256 = icmp eq i64 %255, 12
  br i1 %256, label %257, label %242, !llvm.loop !14

257:                                              ; preds = %254, %251
  %258 = phi i32 [ %253, %251 ], [ -1, %254 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %2) #7
  %259 = icmp sgt i32 %258, -1
  br i1 %259, label %261, label %260

260:                                              ; preds = %257
  store i32 4, ptr %3, align 8
  br label %292

261:                                              ; preds = %257
  %262 = icmp eq i32 %258, 0
  br i1 %262, label %292, label %263

263:                                              ; preds = %261
  %264 = load ptr, ptr %4, align 8
  %265 = getelementptr inbounds i8, ptr %264, i64 16
  %266 = load i32, ptr %265, align 8
  %267 = and i32 %199, 7
  %268 = shl nuw nsw i32 1, %267
  %269 = lshr i32 %199, 3
  %270 = zext nneg i32 %269 to i64
  %271 = getelementptr inbounds i8, ptr %180, i64 %270
  %272 = load i8, ptr %271, align 1
  %273 = trunc nuw i32 %268 to i8
  %274 = or i8 %272, %273
  store i8 %274, ptr %271, align 1
  %275 = and i32 %266, 2
  %276 = icmp ne i32 %275, 0
  %277 = and i1 %207, %276
  br i1 %277, label %278, label %284

278:                                              ; preds = %263
  %279 = or disjoint i32 %269, 4
  %280 = zext nneg i32 %279 to i64
  %281 = getelementptr inbounds i8, ptr %180, i64 %280
  %282 = load i8, ptr %281, align 1
  %283 = or i8 %282, %273
  store i8 %283, ptr %281, align 1
  br label %284

284:                                              ; preds = %278, %263
  %285 = and i1 %204, %276
  br i1 %285, label %286, label %292

286:                                              ; preds = %284
  %287 = lshr i32 %230, 3
  %288 = zext nneg i32 %287 to i64
  %289 = getelementptr inbounds i8, ptr %180, i64 %288
  %290 = load i8, ptr %289, align 1
  %291 = or i8 %290, %273
  store i8 %291, ptr %289, align 1
  br label %292

292:                                              ; preds = %286, %284, %261, %260
  br i1 %259, label %195, label %354

293:                                              ; preds = %195
  %294 = load ptr, ptr %0, align 8
  %295 = getelementptr inbounds i8, ptr %294, i64 2
  store ptr %295, ptr %0, align 8
  br label %354

296:                                              ; preds = %174
  %297 = icmp eq i8 %173, 0
  br i1 %297, label %298, label %299

298:                                              ; preds = %296, %171
  store i32 7, ptr %3, align 8
  br label %357

299:                                              ; preds = %296, %171
  %300 = getelementptr inbounds i8, ptr %172, i64 1
  store ptr %300, ptr %0, align 8
  %301 = load i8, ptr %172, align 1
  %302 = zext i8 %301 to i32
  %303 = load i8, ptr %300, align 1
  %304 = icmp eq i8 %303, 45
  br i1 %304, label %305, label %311

305:                                              ; preds = %299
  %306 = getelementptr inbounds i8, ptr %172, i64 2
  %307 = load i8, ptr %306, align 1
  switch i8 %307, label %308 [
    i8 0, label %311
    i8 93, label %311
  ]

308:                                              ; preds = %305
  %309 = zext i8 %307 to i32
  %310 = getelementptr inbounds i8, ptr %172, i64 3
  store ptr %310, ptr %0, align 8
  br label %311

311:                                              ; preds = %308, %305, %305, %299
  %312 = phi i32 [ %309, %308 ], [ %302, %305 ], [ %302, %299 ], [ %302, %305 ]
  %313 = icmp ult i32 %312, %302
  br i1 %313, label %314, label %315

314:                                              ; preds = %311
  store i32 11, ptr %3, align 8
  br label %354

315:                                              ; preds = %311, %351
  %316 = phi i32 [ %352, %351 ], [ %302, %311 ]
  %317 = load ptr, ptr %155, align 8
  %318 = load ptr, ptr %4, align 8
  %319 = getelementptr inbounds i8, ptr %318, i64 16
  %320 = load i32, ptr %319, align 8
  %321 = and i32 %316, 7
  %322 = shl nuw nsw i32 1, %321
  %323 = lshr i32 %316, 3
  %324 = zext nneg i32 %323 to i64
  %325 = getelementptr inbounds i8, ptr %317, i64 %324
  %326 = load i8, ptr %325, align 1
  %327 = trunc nuw i32 %322 to i8
  %328 = or i8 %326, %327
  store i8 %328, ptr %325, align 1
  %329 = and i32 %320, 2
  %330 = icmp ne i32 %329, 0
  %331 = add nsw i32 %316, -65
  %332 = icmp ult i32 %331, 26
  %333 = and i1 %332, %330
  br i1 %333, label %334, label %340

334:                                              ; preds = %315
  %335 = or disjoint i32 %323, 4
  %336 = zext nneg i32 %335 to i64
  %337 = getelementptr inbounds i8, ptr %317, i64 %336
  %338 = load i8, ptr %337, align 1
  %339 = or i8 %338, %327
  store i8 %339, ptr %337, align 1
  br label %340

340:                                              ; preds = %334, %315
  %341 = add nsw i32 %316, -97
  %342 = icmp ult i32 %341, 26
  %343 = and i1 %342, %330
  br i1 %343, label %344, label %351

344:                                              ; preds = %340
  %345 = add nsw i32 %316, -32
  %346 = lshr i32 %345, 3
  %347 = zext nneg i32 %346 to i64
  %348 = getelementptr inbounds i8, ptr %317, i64 %347
  %349 = load i8, ptr %348, align 1
  %350 = or i8 %349, %327
  store i8 %350, ptr %348, align 1
  br label %351

351:                                              ; preds = %344, %340
  %352 = add nuw nsw i32 %316, 1
  %353 = icmp eq i32 %316, %312
  br i1 %353, label %354, label %315, !llvm.loop !15

354:                                              ; preds = %292, %351, %314, %293, %194
  %355 = load i32, ptr %3, align 8
  %356 = icmp eq i32 %355, 0
  br i1 %356, label %167, label %357, !llvm.loop !16

357:                                              ; preds = %354, %167, %298, %158
  %358 = load ptr, ptr %0, align 8
  %359 = getelementptr inbounds i8, ptr %358, i64 1
  store ptr %359, ptr %0, align 8
  br i1 %162, label %366, label %527

360:                                              ; preds = %366
  %361 = load ptr, ptr %4, align 8
  %362 = getelementptr inbounds i8, ptr %361, i64 16
  %363 = load i32, ptr %362, align 8
  %364 = and i32 %363, 4
  %365 = icmp eq i32 %364, 0
  br i1 %365, label %527, label %374

366:                                              ; preds = %357, %366
  %367 = phi i64 [ %372, %366 ], [ 0, %357 ]
  %368 = load ptr, ptr %155, align 8
  %369 = getelementptr inbounds i8, ptr %368, i64 %367
  %370 = load i8, ptr %369, align 1
  %371 = xor i8 %370, -1
  store i8 %371, ptr %369, align 1
  %372 = add nuw nsw i64 %367, 1
  %373 = icmp eq i64 %372, 32
  br i1 %373, label %360, label %366, !llvm.loop !17

374:                                              ; preds = %360
  %375 = load ptr, ptr %155, align 8
  %376 = getelementptr inbounds i8, ptr %375, i64 1
  %377 = load i8, ptr %376, align 1
  %378 = and i8 %377, -5
  store i8 %378, ptr %376, align 1
  br label %527

379:                                              ; preds = %67, %133
  %380 = getelementptr inbounds i8, ptr %36, i64 1
  store ptr %380, ptr %0, align 8
  %381 = tail call ptr @malloc(i64 noundef 48) #6
  %382 = icmp eq ptr %381, null
  br i1 %382, label %383, label %384

383:                                              ; preds = %379
  store i32 12, ptr %3, align 8
  br label %527

384:                                              ; preds = %379
  %385 = load ptr, ptr %4, align 8
  %386 = load ptr, ptr %385, align 8
  store i32 2, ptr %381, align 8
  %387 = getelementptr inbounds i8, ptr %381, i64 4
  store i32 0, ptr %387, align 4
  %388 = getelementptr inbounds i8, ptr %381, i64 8
  store i32 0, ptr %388, align 8
  %389 = getelementptr inbounds i8, ptr %381, i64 12
  store i32 0, ptr %389, align 4
  %390 = getelementptr inbounds i8, ptr %381, i64 16
  store ptr null, ptr %390, align 8
  %391 = getelementptr inbounds i8, ptr %381, i64 24
  store ptr null, ptr %391, align 8
  %392 = getelementptr inbounds i8, ptr %381, i64 32
  store ptr null, ptr %392, align 8
  %393 = getelementptr inbounds i8, ptr %381, i64 40
  store ptr %386, ptr %393, align 8
  %394 = load ptr, ptr %4, align 8
  store ptr %381, ptr %394, align 8
  br label %527

395:                                              ; preds = %133
  %396 = getelementptr inbounds i8, ptr %36, i64 1
  store ptr %396, ptr %0, align 8
  %397 = load i8, ptr %396, align 1
  %398 = zext i8 %397 to i32
  %399 = icmp eq i8 %397, 0
  br i1 %399, label %400, label %401

400:                                              ; preds = %395
  store i32 5, ptr %3, align 8
  br label %527

401:                                              ; preds = %395
  %402 = add i8 %397, -58
  %403 = icmp ult i8 %402, -9
  br i1 %403, label %404, label %427

404:                                              ; preds = %401
  %405 = tail call ptr @malloc(i64 noundef 48) #6
  %406 = icmp eq ptr %405, null
  br i1 %406, label %407, label %408

407:                                              ; preds = %404
  store i32 12, ptr %3, align 8
  br label %419

408:                                              ; preds = %404
  %409 = load ptr, ptr %4, align 8
  %410 = load ptr, ptr %409, align 8
  store i32 1, ptr %405, align 8
  %411 = getelementptr inbounds i8, ptr %405, i64 4
  store i32 0, ptr %411, align 4
  %412 = getelementptr inbounds i8, ptr %405, i64 8
  store i32 0, ptr %412, align 8
  %413 = getelementptr inbounds i8, ptr %405, i64 12
  store i32 0, ptr %413, align 4
  %414 = getelementptr inbounds i8, ptr %405, i64 16
  store ptr null, ptr %414, align 8
  %415 = getelementptr inbounds i8, ptr %405, i64 24
  store ptr null, ptr %415, align 8
  %416 = getelementptr inbounds i8, ptr %405, i64 32
  store ptr null, ptr %416, align 8
  %417 = getelementptr inbounds i8, ptr %405, i64 40
  store ptr %410, ptr %417, align 8
  %418 = load ptr, ptr %4, align 8
  store ptr %405, ptr %418, align 8
  br label %419

419:                                              ; preds = %408, %407
  %420 = phi ptr [ %405, %408 ], [ null, %407 ]
  %421 = icmp eq ptr %420, null
  br i1 %421, label %424, label %422

422:                                              ; preds = %419
  %423 = getelementptr inbounds i8, ptr %420, i64 4
  store i32 %398, ptr %423, align 4
  br label %424

424:                                              ; preds = %422, %419
  %425 = load ptr, ptr %0, align 8
  %426 = getelementptr inbounds i8, ptr %425, i64 1
  store ptr %426, ptr %0, align 8
  br label %527

427:                                              ; preds = %401
  %428 = add nsw i32 %398, -48
  %429 = getelementptr inbounds i8, ptr %40, i64 20
  %430 = load i32, ptr %429, align 4
  %431 = icmp sgt i32 %428, %430
  br i1 %431, label %432, label %433

432:                                              ; preds = %427
  store i32 6, ptr %3, align 8
  br label %527

433:                                              ; preds = %427
  %434 = tail call ptr @malloc(i64 noundef 48) #6
  %435 = icmp eq ptr %434, null
  br i1 %435, label %436, label %437

436:                                              ; preds = %433
  store i32 12, ptr %3, align 8
  br label %448

437:                                              ; preds = %433
  %438 = load ptr, ptr %4, align 8
  %439 = load ptr, ptr %438, align 8
  store i32 7, ptr %434, align 8
  %440 = getelementptr inbounds i8, ptr %434, i64 4
  store i32 0, ptr %440, align 4
  %441 = getelementptr inbounds i8, ptr %434, i64 8
  store i32 0, ptr %441, align 8
  %442 = getelementptr inbounds i8, ptr %434, i64 12
  store i32 0, ptr %442, align 4
  %443 = getelementptr inbounds i8, ptr %434, i64 16
  store ptr null, ptr %443, align 8
  %444 = getelementptr inbounds i8, ptr %434, i64 24
  store ptr null, ptr %444, align 8
  %445 = getelementptr inbounds i8, ptr %434, i64 32
  store ptr null, ptr %445, align 8
  %446 = getelementptr inbounds i8, ptr %434, i64 40
  store ptr %439, ptr %446, align 8
  %447 = load ptr, ptr %4, align 8
  store ptr %434, ptr %447, align 8
  br label %448

448:                                              ; preds = %437, %436
  %449 = phi ptr [ %434, %437 ], [ null, %436 ]
  %450 = icmp eq ptr %449, null
  br i1 %450, label %453, label %451

451:                                              ; preds = %448
  %452 = getelementptr inbounds i8, ptr %449, i64 4
  store i32 %428, ptr %452, align 4
  br label %453

453:                                              ; preds = %451, %448
  %454 = load ptr, ptr %0, align 8
  %455 = getelementptr inbounds i8, ptr %454, i64 1
  store ptr %455, ptr %0, align 8
  br label %527

456:                                              ; preds = %67, %133
  %457 = or i32 %43, %32
  %458 = icmp eq i32 %457, 0
  br i1 %458, label %503, label %459

459:                                              ; preds = %456
  %460 = getelementptr inbounds i8, ptr %36, i64 1
  store ptr %460, ptr %0, align 8
  %461 = tail call ptr @malloc(i64 noundef 48) #6
  %462 = icmp eq ptr %461, null
  br i1 %462, label %463, label %464

463:                                              ; preds = %459
  store i32 12, ptr %3, align 8
  br label %527

464:                                              ; preds = %459
  %465 = load ptr, ptr %4, align 8
  %466 = load ptr, ptr %465, align 8
  store i32 4, ptr %461, align 8
  %467 = getelementptr inbounds i8, ptr %461, i64 4
  store i32 0, ptr %467, align 4
  %468 = getelementptr inbounds i8, ptr %461, i64 8
  store i32 0, ptr %468, align 8
  %469 = getelementptr inbounds i8, ptr %461, i64 12
  store i32 0, ptr %469, align 4
  %470 = getelementptr inbounds i8, ptr %461, i64 16
  store ptr null, ptr %470, align 8
  %471 = getelementptr inbounds i8, ptr %461, i64 24
  store ptr null, ptr %471, align 8
  %472 = getelementptr inbounds i8, ptr %461, i64 32
  store ptr null, ptr %472, align 8
  %473 = getelementptr inbounds i8, ptr %461, i64 40
  store ptr %466, ptr %473, align 8
  %474 = load ptr, ptr %4, align 8
  store ptr %461, ptr %474, align 8
  br label %527

475:                                              ; preds = %67, %133
  br i1 %44, label %476, label %483

476:                                              ; preds = %475
  %477 = getelementptr inbounds i8, ptr %36, i64 1
  %478 = load i8, ptr %477, align 1
  switch i8 %478, label %503 [
    i8 0, label %483
    i8 92, label %479
  ]

479:                                              ; preds = %476
  %480 = getelementptr inbounds i8, ptr %36, i64 2
  %481 = load i8, ptr %480, align 1
  %482 = icmp eq i8 %481, 41
  br i1 %482, label %483, label %503

483:                                              ; preds = %479, %476, %475
  %484 = getelementptr inbounds i8, ptr %36, i64 1
  store ptr %484, ptr %0, align 8
  %485 = tail call ptr @malloc(i64 noundef 48) #6
  %486 = icmp eq ptr %485, null
  br i1 %486, label %487, label %488

487:                                              ; preds = %483
  store i32 12, ptr %3, align 8
  br label %527

488:                                              ; preds = %483
  %489 = load ptr, ptr %4, align 8
  %490 = load ptr, ptr %489, align 8
  store i32 5, ptr %485, align 8
  %491 = getelementptr inbounds i8, ptr %485, i64 4
  store i32 0, ptr %491, align 4
  %492 = getelementptr inbounds i8, ptr %485, i64 8
  store i32 0, ptr %492, align 8
  %493 = getelementptr inbounds i8, ptr %485, i64 12
  store i32 0, ptr %493, align 4
  %494 = getelementptr inbounds i8, ptr %485, i64 16
  store ptr null, ptr %494, align 8
  %495 = getelementptr inbounds i8, ptr %485, i64 24
  store ptr null, ptr %495, align 8
  %496 = getelementptr inbounds i8, ptr %485, i64 32
  store ptr null, ptr %496, align 8
  %497 = getelementptr inbounds i8, ptr %485, i64 40
  store ptr %490, ptr %497, align 8
  %498 = load ptr, ptr %4, align 8
  store ptr %485, ptr %498, align 8
  br label %527

499:                                              ; preds = %67, %67, %67, %133, %133, %133
  %500 = icmp eq i8 %37, 42
  %501 = or i1 %500, %44
  br i1 %501, label %503, label %502

502:                                              ; preds = %499
  store i32 13, ptr %3, align 8
  br label %527

503:                                              ; preds = %67, %499, %479, %476, %456, %133
  %504 = zext i8 %37 to i32
  %505 = tail call ptr @malloc(i64 noundef 48) #6
  %506 = icmp eq ptr %505, null
  br i1 %506, label %507, label %508

507:                                              ; preds = %503
  store i32 12, ptr %3, align 8
  br label %519

508:                                              ; preds = %503
  %509 = load ptr, ptr %4, align 8
  %510 = load ptr, ptr %509, align 8
  store i32 1, ptr %505, align 8
  %511 = getelementptr inbounds i8, ptr %505, i64 4
  store i32 0, ptr %511, align 4
  %512 = getelementptr inbounds i8, ptr %505, i64 8
  store i32 0, ptr %512, align 8
  %513 = getelementptr inbounds i8, ptr %505, i64 12
  store i32 0, ptr %513, align 4
  %514 = getelementptr inbounds i8, ptr %505, i64 16
  store ptr null, ptr %514, align 8
  %515 = getelementptr inbounds i8, ptr %505, i64 24
  store ptr null, ptr %515, align 8
  %516 = getelementptr inbounds i8, ptr %505, i64 32
  store ptr null, ptr %516, align 8
  %517 = getelementptr inbounds i8, ptr %505, i64 40
  store ptr %510, ptr %517, align 8
  %518 = load ptr, ptr %4, align 8
  store ptr %505, ptr %518, align 8
  br label %519

519:                                              ; preds = %508, %507
  %520 = phi ptr [ %505, %508 ], [ null, %507 ]
  %521 = icmp eq ptr %520, null
  br i1 %521, label %524, label %522

522:                                              ; preds = %519
  %523 = getelementptr inbounds i8, ptr %520, i64 4
  store i32 %504, ptr %523, align 4
  br label %524

524:                                              ; preds = %519, %522
  %525 = load ptr, ptr %0, align 8
  %526 = getelementptr inbounds i8, ptr %525, i64 1
  store ptr %526, ptr %0, align 8
  br label %527

527:                                              ; preds = %488, %487, %464, %463, %453, %432, %424, %400, %384, %383, %374, %360, %357, %157, %131, %128, %109, %74, %502, %524
  %528 = phi ptr [ %520, %524 ], [ null, %502 ], [ null, %109 ], [ null, %74 ], [ %129, %131 ], [ %129, %128 ], [ null, %157 ], [ %151, %360 ], [ %151, %374 ], [ %151, %357 ], [ %381, %384 ], [ null, %383 ], [ %420, %424 ], [ null, %432 ], [ %449, %453 ], [ null, %400 ], [ %461, %464 ], [ null, %463 ], [ %485, %488 ], [ null, %487 ]
  %529 = load ptr, ptr %4, align 8
  %530 = getelementptr inbounds i8, ptr %529, i64 16
  %531 = load i32, ptr %530, align 8
  %532 = and i32 %531, 1
  %533 = icmp eq i32 %532, 0
  %534 = icmp ne ptr %528, null
  %535 = and i1 %534, %533
  br i1 %535, label %536, label %539

536:                                              ; preds = %527
  %537 = load i32, ptr %528, align 8
  %538 = icmp eq i32 %537, 4
  br label %539

539:                                              ; preds = %536, %527
  %540 = phi i1 [ false, %527 ], [ %538, %536 ]
  %541 = zext i1 %540 to i32
  %542 = load i32, ptr %3, align 8
  %543 = icmp ne i32 %542, 0
  %544 = select i1 %543, i1 true, i1 %540
  br i1 %544, label %737, label %545

545:                                              ; preds = %539, %733
  %546 = phi ptr [ %734, %733 ], [ undef, %539 ]
  %547 = phi ptr [ %735, %733 ], [ %528, %539 ]
  %548 = load i32, ptr %3, align 8
  %549 = icmp eq i32 %548, 0
  br i1 %549, label %550, label %737

550:                                              ; preds = %545
  %551 = load ptr, ptr %4, align 8
  %552 = getelementptr inbounds i8, ptr %551, i64 16
  %553 = load i32, ptr %552, align 8
  %554 = and i32 %553, 1
  %555 = icmp eq i32 %554, 0
  %556 = load ptr, ptr %0, align 8
  br i1 %555, label %557, label %562

557:                                              ; preds = %550
  %558 = load i8, ptr %556, align 1
  %559 = icmp eq i8 %558, 92
  br i1 %559, label %560, label %679

560:                                              ; preds = %557
  %561 = getelementptr inbounds i8, ptr %556, i64 1
  br label %562

562:                                              ; preds = %550, %560
  %563 = phi ptr [ %561, %560 ], [ %556, %550 ]
  %564 = load i8, ptr %563, align 1
  %565 = icmp eq i8 %564, 123
  br i1 %565, label %566, label %679

566:                                              ; preds = %562
  %567 = select i1 %555, i64 2, i64 1
  %568 = load ptr, ptr %0, align 8
  %569 = getelementptr inbounds i8, ptr %568, i64 %567
  store ptr %569, ptr %0, align 8
  %570 = load i8, ptr %569, align 1
  %571 = add i8 %570, -58
  %572 = icmp ult i8 %571, -10
  br i1 %572, label %590, label %573

573:                                              ; preds = %566
  %574 = icmp sgt i8 %570, 47
  br i1 %574, label %575, label %590

575:                                              ; preds = %573, %582
  %576 = phi i8 [ %588, %582 ], [ %570, %573 ]
  %577 = phi i32 [ %586, %582 ], [ 0, %573 ]
  %578 = phi ptr [ %587, %582 ], [ %569, %573 ]
  %579 = icmp ult i8 %576, 58
  %580 = icmp slt i32 %577, 256
  %581 = select i1 %579, i1 %580, i1 false
  br i1 %581, label %582, label %590

582:                                              ; preds = %575
  %583 = mul nsw i32 %577, 10
  %584 = add nsw i8 %576, -48
  %585 = sext i8 %584 to i32
  %586 = add nsw i32 %583, %585
  %587 = getelementptr inbounds i8, ptr %578, i64 1
  store ptr %587, ptr %0, align 8
  %588 = load i8, ptr %587, align 1
  %589 = icmp sgt i8 %588, 47
  br i1 %589, label %575, label %590, !llvm.loop !18

590:                                              ; preds = %582, %575, %573, %566
  %591 = phi i32 [ -1, %566 ], [ 0, %573 ], [ %586, %582 ], [ %577, %575 ]
  %592 = load ptr, ptr %0, align 8
  %593 = load i8, ptr %592, align 1
  %594 = icmp eq i8 %593, 44
  br i1 %594, label %595, label %621

595:                                              ; preds = %590
  %596 = getelementptr inbounds i8, ptr %592, i64 1
  store ptr %596, ptr %0, align 8
  %597 = load i8, ptr %596, align 1
  %598 = add i8 %597, -58
  %599 = icmp ult i8 %598, -10
  br i1 %599, label %617, label %600

600:                                              ; preds = %595
  %601 = icmp sgt i8 %597, 47
  br i1 %601, label %602, label %617

602:                                              ; preds = %600, %609
  %603 = phi i8 [ %615, %609 ], [ %597, %600 ]
  %604 = phi i32 [ %613, %609 ], [ 0, %600 ]
  %605 = phi ptr [ %614, %609 ], [ %596, %600 ]
  %606 = icmp ult i8 %603, 58
  %607 = icmp slt i32 %604, 256
  %608 = select i1 %606, i1 %607, i1 false
  br i1 %608, label %609, label %617

609:                                              ; preds = %602
  %610 = mul nsw i32 %604, 10
  %611 = add nsw i8 %603, -48
  %612 = sext i8 %611 to i32
  %613 = add nsw i32 %610, %612
  %614 = getelementptr inbounds i8, ptr %605, i64 1
  store ptr %614, ptr %0, align 8
  %615 = load i8, ptr %614, align 1
  %616 = icmp sgt i8 %615, 47
  br i1 %616, label %602, label %617, !llvm.loop !18

617:                                              ; preds = %609, %602, %600, %595
  %618 = phi i32 [ -1, %595 ], [ 0, %600 ], [ %613, %609 ], [ %604, %602 ]
  %619 = tail call i32 @llvm.smax.i32(i32 %618, i32 -1)
  %620 = tail call i32 @llvm.smax.i32(i32 %591, i32 0)
  br label %621

621:                                              ; preds = %617, %590
  %622 = phi i32 [ %620, %617 ], [ %591, %590 ]
  %623 = phi i32 [ %619, %617 ], [ %591, %590 ]
  %624 = load ptr, ptr %0, align 8
  %625 = load i8, ptr %624, align 1
  %626 = icmp eq i8 %625, 0
  br i1 %626, label %650, label %627

627:                                              ; preds = %621
  %628 = load i32, ptr %552, align 8
  %629 = and i32 %628, 1
  %630 = icmp eq i32 %629, 0
  br i1 %630, label %633, label %631

631:                                              ; preds = %627
  %632 = icmp eq i8 %625, 125
  br label %639

633:                                              ; preds = %627
  %634 = icmp eq i8 %625, 92
  br i1 %634, label %635, label %639

635:                                              ; preds = %633
  %636 = getelementptr inbounds i8, ptr %624, i64 1
  %637 = load i8, ptr %636, align 1
  %638 = icmp eq i8 %637, 125
  br label %639

639:                                              ; preds = %635, %633, %631
  %640 = phi i1 [ %632, %631 ], [ false, %633 ], [ %638, %635 ]
  %641 = xor i1 %640, true
  %642 = icmp ugt i32 %622, 255
  %643 = select i1 %641, i1 true, i1 %642
  %644 = icmp sgt i32 %623, 255
  %645 = select i1 %643, i1 true, i1 %644
  br i1 %645, label %650, label %646

646:                                              ; preds = %639
  %647 = icmp ne i32 %623, -1
  %648 = icmp slt i32 %623, %622
  %649 = select i1 %647, i1 %648, i1 false
  br i1 %649, label %650, label %652

650:                                              ; preds = %639, %646, %621
  %651 = phi i32 [ 9, %621 ], [ 10, %646 ], [ 10, %639 ]
  store i32 %651, ptr %3, align 8
  br label %652

652:                                              ; preds = %650, %646
  %653 = load i32, ptr %3, align 8
  %654 = icmp eq i32 %653, 0
  br i1 %654, label %655, label %733, !llvm.loop !19

655:                                              ; preds = %652
  %656 = load i32, ptr %552, align 8
  %657 = and i32 %656, 1
  %658 = icmp eq i32 %657, 0
  %659 = select i1 %658, i64 2, i64 1
  %660 = getelementptr inbounds i8, ptr %624, i64 %659
  store ptr %660, ptr %0, align 8
  %661 = tail call ptr @malloc(i64 noundef 48) #6
  %662 = icmp eq ptr %661, null
  br i1 %662, label %663, label %664

663:                                              ; preds = %655
  store i32 12, ptr %3, align 8
  br label %675

664:                                              ; preds = %655
  %665 = load ptr, ptr %4, align 8
  %666 = load ptr, ptr %665, align 8
  store i32 8, ptr %661, align 8
  %667 = getelementptr inbounds i8, ptr %661, i64 4
  store i32 0, ptr %667, align 4
  %668 = getelementptr inbounds i8, ptr %661, i64 8
  store i32 0, ptr %668, align 8
  %669 = getelementptr inbounds i8, ptr %661, i64 12
  store i32 0, ptr %669, align 4
  %670 = getelementptr inbounds i8, ptr %661, i64 16
  store ptr null, ptr %670, align 8
  %671 = getelementptr inbounds i8, ptr %661, i64 24
  store ptr %547, ptr %671, align 8
  %672 = getelementptr inbounds i8, ptr %661, i64 32
  store ptr null, ptr %672, align 8
  %673 = getelementptr inbounds i8, ptr %661, i64 40
  store ptr %666, ptr %673, align 8
  %674 = load ptr, ptr %4, align 8
  store ptr %661, ptr %674, align 8
  br label %675

675:                                              ; preds = %664, %663
  %676 = phi ptr [ %661, %664 ], [ null, %663 ]
  %677 = icmp eq ptr %676, null
  br i1 %677, label %733, label %678, !llvm.loop !19

678:                                              ; preds = %675
  br label %727, !llvm.loop !19

679:                                              ; preds = %562, %557
  %680 = load ptr, ptr %0, align 8
  %681 = load i8, ptr %680, align 1
  %682 = icmp eq i8 %681, 42
  br i1 %682, label %705, label %683

683:                                              ; preds = %679
  br i1 %555, label %684, label %689

684:                                              ; preds = %683
  %685 = icmp eq i8 %681, 92
  br i1 %685, label %686, label %694

686:                                              ; preds = %684
  %687 = getelementptr inbounds i8, ptr %680, i64 1
  %688 = load i8, ptr %687, align 1
  br label %689

689:                                              ; preds = %686, %683
  %690 = phi i8 [ %688, %686 ], [ %681, %683 ]
  %691 = icmp eq i8 %690, 43
  br i1 %691, label %692, label %694

692:                                              ; preds = %689
  %693 = select i1 %555, i64 2, i64 1
  br label %705

694:                                              ; preds = %689, %684
  br i1 %555, label %695, label %700

695:                                              ; preds = %694
  %696 = icmp eq i8 %681, 92
  br i1 %696, label %697, label %733

697:                                              ; preds = %695
  %698 = getelementptr inbounds i8, ptr %680, i64 1
  %699 = load i8, ptr %698, align 1
  br label %700

700:                                              ; preds = %697, %694
  %701 = phi i8 [ %699, %697 ], [ %681, %694 ]
  %702 = icmp eq i8 %701, 63
  br i1 %702, label %703, label %733

703:                                              ; preds = %700
  %704 = select i1 %555, i64 2, i64 1
  br label %705

705:                                              ; preds = %679, %703, %692
  %706 = phi i64 [ %704, %703 ], [ %693, %692 ], [ 1, %679 ]
  %707 = phi i32 [ 0, %703 ], [ 1, %692 ], [ 0, %679 ]
  %708 = phi i32 [ 1, %703 ], [ -1, %692 ], [ -1, %679 ]
  %709 = getelementptr inbounds i8, ptr %680, i64 %706
  store ptr %709, ptr %0, align 8
  %710 = tail call ptr @malloc(i64 noundef 48) #6
  %711 = icmp eq ptr %710, null
  br i1 %711, label %712, label %713

712:                                              ; preds = %705
  store i32 12, ptr %3, align 8
  br label %724

713:                                              ; preds = %705
  %714 = load ptr, ptr %4, align 8
  %715 = load ptr, ptr %714, align 8
  store i32 8, ptr %710, align 8
  %716 = getelementptr inbounds i8, ptr %710, i64 4
  store i32 0, ptr %716, align 4
  %717 = getelementptr inbounds i8, ptr %710, i64 8
  store i32 0, ptr %717, align 8
  %718 = getelementptr inbounds i8, ptr %710, i64 12
  store i32 0, ptr %718, align 4
  %719 = getelementptr inbounds i8, ptr %710, i64 16
  store ptr null, ptr %719, align 8
  %720 = getelementptr inbounds i8, ptr %710, i64 24
  store ptr %547, ptr %720, align 8
  %721 = getelementptr inbounds i8, ptr %710, i64 32
  store ptr null, ptr %721, align 8
  %722 = getelementptr inbounds i8, ptr %710, i64 40
  store ptr %715, ptr %722, align 8
  %723 = load ptr, ptr %4, align 8
  store ptr %710, ptr %723, align 8
  br label %724

724:                                              ; preds = %713, %712
  %725 = phi ptr [ %710, %713 ], [ null, %712 ]
  %726 = icmp eq ptr %725, null
  br i1 %726, label %733, label %727

727:                                              ; preds = %724, %678
  %728 = phi ptr [ %676, %678 ], [ %725, %724 ]
  %729 = phi i32 [ %622, %678 ], [ %707, %724 ]
  %730 = phi i32 [ %623, %678 ], [ %708, %724 ]
  %731 = getelementptr inbounds i8, ptr %728, i64 8
  store i32 %729, ptr %731, align 8
  %732 = getelementptr inbounds i8, ptr %728, i64 12
  store i32 %730, ptr %732, align 4
  br label %733

733:                                              ; preds = %727, %724, %700, %695, %675, %652
  %734 = phi ptr [ %547, %700 ], [ %546, %724 ], [ %546, %652 ], [ %546, %675 ], [ %547, %695 ], [ %546, %727 ]
  %735 = phi ptr [ %547, %700 ], [ %725, %724 ], [ null, %652 ], [ %676, %675 ], [ %547, %695 ], [ %728, %727 ]
  %736 = phi i1 [ true, %700 ], [ false, %724 ], [ false, %652 ], [ false, %675 ], [ true, %695 ], [ false, %727 ]
  br i1 %736, label %737, label %545

737:                                              ; preds = %733, %545, %539
  %738 = phi ptr [ %528, %539 ], [ %734, %733 ], [ null, %545 ]
  %739 = load i32, ptr %3, align 8
  %740 = icmp eq i32 %739, 0
  br i1 %740, label %741, label %758

741:                                              ; preds = %737
  %742 = icmp eq ptr %31, null
  br i1 %742, label %758, label %743

743:                                              ; preds = %741
  %744 = tail call ptr @malloc(i64 noundef 48) #6
  %745 = icmp eq ptr %744, null
  br i1 %745, label %746, label %747

746:                                              ; preds = %743
  store i32 12, ptr %3, align 8
  br label %758

747:                                              ; preds = %743
  %748 = load ptr, ptr %4, align 8
  %749 = load ptr, ptr %748, align 8
  store i32 9, ptr %744, align 8
  %750 = getelementptr inbounds i8, ptr %744, i64 4
  store i32 0, ptr %750, align 4
  %751 = getelementptr inbounds i8, ptr %744, i64 8
  store i32 0, ptr %751, align 8
  %752 = getelementptr inbounds i8, ptr %744, i64 12
  store i32 0, ptr %752, align 4
  %753 = getelementptr inbounds i8, ptr %744, i64 16
  store ptr null, ptr %753, align 8
  %754 = getelementptr inbounds i8, ptr %744, i64 24
  store ptr %31, ptr %754, align 8
  %755 = getelementptr inbounds i8, ptr %744, i64 32
  store ptr %738, ptr %755, align 8
  %756 = getelementptr inbounds i8, ptr %744, i64 40
  store ptr %749, ptr %756, align 8
  %757 = load ptr, ptr %4, align 8
  store ptr %744, ptr %757, align 8
  br label %758

758:                                              ; preds = %747, %746, %741, %737
  %759 = phi ptr [ %31, %737 ], [ %738, %741 ], [ %744, %747 ], [ null, %746 ]
  br i1 %740, label %30, label %778, !llvm.loop !20

760:                                              ; preds = %62, %50, %35, %30
  %761 = icmp eq ptr %31, null
  br i1 %761, label %762, label %778

762:                                              ; preds = %760
  %763 = tail call ptr @malloc(i64 noundef 48) #6
  %764 = icmp eq ptr %763, null
  br i1 %764, label %765, label %766

765:                                              ; preds = %762
  store i32 12, ptr %3, align 8
  br label %778

766:                                              ; preds = %762
  %767 = getelementptr inbounds i8, ptr %0, i64 8
  %768 = load ptr, ptr %767, align 8
  %769 = load ptr, ptr %768, align 8
  store i32 0, ptr %763, align 8
  %770 = getelementptr inbounds i8, ptr %763, i64 4
  store i32 0, ptr %770, align 4
  %771 = getelementptr inbounds i8, ptr %763, i64 8
  store i32 0, ptr %771, align 8
  %772 = getelementptr inbounds i8, ptr %763, i64 12
  store i32 0, ptr %772, align 4
  %773 = getelementptr inbounds i8, ptr %763, i64 16
  store ptr null, ptr %773, align 8
  %774 = getelementptr inbounds i8, ptr %763, i64 24
  store ptr null, ptr %774, align 8
  %775 = getelementptr inbounds i8, ptr %763, i64 32
  store ptr null, ptr %775, align 8
  %776 = getelementptr inbounds i8, ptr %763, i64 40
  store ptr %769, ptr %776, align 8
  %777 = load ptr, ptr %767, align 8
  store ptr %763, ptr %777, align 8
  br label %778

778:                                              ; preds = %758, %766, %765, %760
  %779 = phi ptr [ %31, %760 ], [ %763, %766 ], [ null, %765 ], [ null, %758 ]
  ret ptr %779
}

declare i32 @strncmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

declare void @free(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define internal fastcc void @match_rest(ptr noundef %0, i32 noundef %1, ptr noundef readonly %2) unnamed_addr #0 {
  %4 = alloca %struct.rest, align 8
  %5 = icmp eq ptr %2, null
  br i1 %5, label %6, label %14

6:                                                ; preds = %3
  %7 = getelementptr inbounds i8, ptr %0, i64 20
  %8 = load i32, ptr %7, align 4
  %9 = icmp slt i32 %8, %1
  br i1 %9, label %10, label %19

10:                                               ; preds = %6
  store i32 %1, ptr %7, align 4
  %11 = getelementptr inbounds i8, ptr %0, i64 536
  %12 = getelementptr inbounds i8, ptr %0, i64 24
  %13 = tail call ptr @memcpy(ptr noundef nonnull %11, ptr noundef nonnull %12, i64 noundef 512) #6
  br label %19

14:                                               ; preds = %3
  %15 = load ptr, ptr %2, align 8
  %16 = getelementptr inbounds i8, ptr %2, i64 16
  %17 = load i32, ptr %16, align 8
  %18 = icmp sgt i32 %17, -1
  br i1 %18, label %20, label %33

19:                                               ; preds = %10, %6, %70, %40, %65, %69, %20
  ret void

20:                                               ; preds = %14
  %21 = getelementptr inbounds i8, ptr %0, i64 24
  %22 = getelementptr inbounds i8, ptr %15, i64 4
  %23 = load i32, ptr %22, align 4
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds [64 x %struct.span], ptr %21, i64 0, i64 %24
  %26 = load i64, ptr %25, align 8
  store i32 %17, ptr %25, align 8
  %27 = getelementptr inbounds i8, ptr %25, i64 4
  store i32 %1, ptr %27, align 4
  %28 = getelementptr inbounds i8, ptr %2, i64 24
  %29 = load ptr, ptr %28, align 8
  tail call fastcc void @match_rest(ptr noundef %0, i32 noundef %1, ptr noundef %29) #8
  %30 = load i32, ptr %22, align 4
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds [64 x %struct.span], ptr %21, i64 0, i64 %31
  store i64 %26, ptr %32, align 8
  br label %19

33:                                               ; preds = %14
  %34 = load i32, ptr %15, align 8
  %35 = icmp eq i32 %34, 8
  br i1 %35, label %36, label %70

36:                                               ; preds = %33
  %37 = getelementptr inbounds i8, ptr %2, i64 12
  %38 = load i32, ptr %37, align 4
  %39 = icmp eq i32 %38, %1
  br i1 %39, label %40, label %46

40:                                               ; preds = %36
  %41 = getelementptr inbounds i8, ptr %2, i64 8
  %42 = load i32, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %15, i64 8
  %44 = load i32, ptr %43, align 8
  %45 = icmp sgt i32 %42, %44
  br i1 %45, label %19, label %46

46:                                               ; preds = %40, %36
  %47 = phi ptr [ %15, %40 ], [ %2, %36 ]
  %48 = getelementptr inbounds i8, ptr %47, i64 8
  %49 = load i32, ptr %48, align 8
  %50 = getelementptr inbounds i8, ptr %2, i64 24
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr inbounds i8, ptr %15, i64 12
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, -1
  %55 = icmp sgt i32 %53, %49
  %56 = or i1 %54, %55
  br i1 %56, label %57, label %65

57:                                               ; preds = %46
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4) #7
  store ptr %15, ptr %4, align 8
  %58 = getelementptr inbounds i8, ptr %4, i64 8
  %59 = add nsw i32 %49, 1
  store i32 %59, ptr %58, align 8
  %60 = getelementptr inbounds i8, ptr %4, i64 12
  store i32 %1, ptr %60, align 4
  %61 = getelementptr inbounds i8, ptr %4, i64 16
  store i32 -1, ptr %61, align 8
  %62 = getelementptr inbounds i8, ptr %4, i64 24
  store ptr %51, ptr %62, align 8
  %63 = getelementptr inbounds i8, ptr %15, i64 24
  %64 = load ptr, ptr %63, align 8
  call fastcc void @match(ptr noundef %0, ptr noundef %64, i32 noundef %1, ptr noundef nonnull %4) #8
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4) #7
  br label %65

65:                                               ; preds = %57, %46
  %66 = getelementptr inbounds i8, ptr %15, i64 8
  %67 = load i32, ptr %66, align 8
  %68 = icmp sgt i32 %67, %49
  br i1 %68, label %19, label %69

69:                                               ; preds = %65
  call fastcc void @match_rest(ptr noundef %0, i32 noundef %1, ptr noundef %51) #8
  br label %19

70:                                               ; preds = %33
  %71 = getelementptr inbounds i8, ptr %15, i64 32
  %72 = load ptr, ptr %71, align 8
  %73 = getelementptr inbounds i8, ptr %2, i64 24
  %74 = load ptr, ptr %73, align 8
  tail call fastcc void @match(ptr noundef %0, ptr noundef %72, i32 noundef %1, ptr noundef %74) #8
  br label %19
}

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare ptr @llvm.load.relative.i64(ptr, i64) #5

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !5, !6}
!15 = distinct !{!15, !5, !6}
!16 = distinct !{!16, !5, !6}
!17 = distinct !{!17, !5, !6}
!18 = distinct !{!18, !5, !6}
!19 = distinct !{!19, !5, !6}
!20 = distinct !{!20, !5, !6}
