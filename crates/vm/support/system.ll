source_filename = "system.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.symbol = type { ptr, ptr }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@getauxval.random = internal constant [16 x i8] c"\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 16
@.str = private unnamed_addr constant [7 x i8] c"x86_64\00", align 1
@program_invocation_name = external local_unnamed_addr global ptr, align 8
@.str.1 = private unnamed_addr constant [5 x i8] c"2.36\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"stable\00", align 1
@__mazurka_symbols = weak dso_local local_unnamed_addr constant [1 x %struct.symbol] zeroinitializer, align 16
@the_program = internal global i8 0, align 1
@.str.3 = private unnamed_addr constant [30 x i8] c"there are no shared libraries\00", align 1
@problem = internal thread_local unnamed_addr global ptr null, align 8
@.str.4 = private unnamed_addr constant [23 x i8] c"not a handle of dlopen\00", align 1
@.str.5 = private unnamed_addr constant [50 x i8] c"the program does not define a symbol of this name\00", align 1
@.str.6 = private unnamed_addr constant [2 x i8] c"\0A\00", align 1
@.str.7 = private unnamed_addr constant [16 x i8] c"%s(%s+0x0) [%p]\00", align 1
@.str.8 = private unnamed_addr constant [12 x i8] c"/dev/shm/%s\00", align 1

; Function Attrs: nounwind
define weak dso_local i32 @prctl(i32 noundef %0, ...) local_unnamed_addr #0 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = alloca [16 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #7
  call void @llvm.va_start.p0(ptr nonnull %2)
  %4 = load i32, ptr %2, align 16
  %5 = icmp ult i32 %4, 41
  br i1 %5, label %6, label %12

6:                                                ; preds = %1
  %7 = getelementptr inbounds i8, ptr %2, i64 16
  %8 = load ptr, ptr %7, align 16
  %9 = zext nneg i32 %4 to i64
  %10 = getelementptr i8, ptr %8, i64 %9
  %11 = add nuw nsw i32 %4, 8
  store i32 %11, ptr %2, align 16
  br label %16

12:                                               ; preds = %1
  %13 = getelementptr inbounds i8, ptr %2, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr i8, ptr %14, i64 8
  store ptr %15, ptr %13, align 8
  br label %16

16:                                               ; preds = %12, %6
  %17 = phi ptr [ %10, %6 ], [ %14, %12 ]
  %18 = load ptr, ptr %17, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  call void @llvm.va_end.p0(ptr %2)
  switch i32 %0, label %35 [
    i32 15, label %19
    i32 16, label %31
    i32 3, label %37
    i32 4, label %34
    i32 29, label %34
    i32 38, label %34
  ]

19:                                               ; preds = %16, %27
  %20 = phi i64 [ %29, %27 ], [ 0, %16 ]
  %21 = getelementptr inbounds i8, ptr %18, i64 %20
  %22 = load i8, ptr %21, align 1
  %23 = icmp eq i8 %22, 0
  br i1 %23, label %24, label %27

24:                                               ; preds = %27, %19
  %25 = call i64 @pthread_self() #8
  %26 = call i32 @pthread_setname_np(i64 noundef %25, ptr noundef nonnull %3) #8
  br label %37

27:                                               ; preds = %19
  %28 = getelementptr inbounds [16 x i8], ptr %3, i64 0, i64 %20
  store i8 %22, ptr %28, align 1
  %29 = add nuw nsw i64 %20, 1
  %30 = icmp eq i64 %29, 15
  br i1 %30, label %24, label %19, !llvm.loop !4

31:                                               ; preds = %16
  %32 = call i64 @pthread_self() #8
  %33 = call i32 @pthread_getname_np(i64 noundef %32, ptr noundef %18, i64 noundef 16) #8
  br label %37

34:                                               ; preds = %16, %16, %16
  br label %37

35:                                               ; preds = %16
  %36 = call ptr @__errno_location() #8
  store i32 22, ptr %36, align 4
  br label %37

37:                                               ; preds = %16, %35, %34, %31, %24
  %38 = phi i32 [ -1, %35 ], [ 0, %34 ], [ %33, %31 ], [ %26, %24 ], [ 1, %16 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #7
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #7
  ret i32 %38
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare i32 @pthread_setname_np(i64 noundef, ptr noundef) local_unnamed_addr #4

declare i64 @pthread_self() local_unnamed_addr #4

declare i32 @pthread_getname_np(i64 noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

declare ptr @__errno_location() local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local i32 @sysinfo(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call ptr @memset(ptr noundef %0, i32 noundef 0, i64 noundef 112) #8
  store i64 1000, ptr %0, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 40
  store i64 4294967296, ptr %3, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 32
  store i64 4294967296, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 80
  store i16 1, ptr %5, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 104
  store i32 1, ptr %6, align 8
  ret i32 0
}

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local i64 @getauxval(i64 noundef %0) local_unnamed_addr #0 {
  switch i64 %0, label %9 [
    i64 6, label %11
    i64 17, label %2
    i64 15, label %3
    i64 25, label %4
    i64 31, label %5
    i64 11, label %8
    i64 12, label %8
    i64 13, label %8
    i64 14, label %8
    i64 16, label %8
    i64 23, label %8
  ]

2:                                                ; preds = %1
  br label %11

3:                                                ; preds = %1
  br label %11

4:                                                ; preds = %1
  br label %11

5:                                                ; preds = %1
  %6 = load ptr, ptr @program_invocation_name, align 8
  %7 = ptrtoint ptr %6 to i64
  br label %11

8:                                                ; preds = %1, %1, %1, %1, %1, %1
  br label %11

9:                                                ; preds = %1
  %10 = tail call ptr @__errno_location() #8
  store i32 2, ptr %10, align 4
  br label %11

11:                                               ; preds = %1, %9, %8, %5, %4, %3, %2
  %12 = phi i64 [ 0, %9 ], [ 0, %8 ], [ %7, %5 ], [ ptrtoint (ptr @getauxval.random to i64), %4 ], [ ptrtoint (ptr @.str to i64), %3 ], [ 100, %2 ], [ 4096, %1 ]
  ret i64 %12
}

; Function Attrs: nounwind
define weak dso_local i32 @getcpu(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %0, null
  br i1 %3, label %5, label %4

4:                                                ; preds = %2
  store i32 0, ptr %0, align 4
  br label %5

5:                                                ; preds = %4, %2
  %6 = icmp eq ptr %1, null
  br i1 %6, label %8, label %7

7:                                                ; preds = %5
  store i32 0, ptr %1, align 4
  br label %8

8:                                                ; preds = %7, %5
  ret i32 0
}

; Function Attrs: nounwind
define weak dso_local i32 @getloadavg(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %9

4:                                                ; preds = %2
  %5 = add nsw i32 %1, -1
  %6 = tail call i32 @llvm.umin.i32(i32 %5, i32 2)
  %7 = add nuw nsw i32 %6, 1
  %8 = zext nneg i32 %7 to i64
  br label %11

9:                                                ; preds = %11, %2
  %10 = tail call i32 @llvm.smin.i32(i32 %1, i32 3)
  ret i32 %10

11:                                               ; preds = %4, %11
  %12 = phi i64 [ 0, %4 ], [ %14, %11 ]
  %13 = getelementptr inbounds double, ptr %0, i64 %12
  store double 0.000000e+00, ptr %13, align 8
  %14 = add nuw nsw i64 %12, 1
  %15 = icmp eq i64 %14, %8
  br i1 %15, label %9, label %11, !llvm.loop !7
}

; Function Attrs: nounwind
define weak dso_local ptr @gnu_get_libc_version() local_unnamed_addr #0 {
  ret ptr @.str.1
}

; Function Attrs: nounwind
define weak dso_local ptr @gnu_get_libc_release() local_unnamed_addr #0 {
  ret ptr @.str.2
}

; Function Attrs: nounwind
define weak dso_local i32 @__sched_cpucount(i64 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = lshr i64 %0, 3
  %4 = icmp ult i64 %0, 8
  br i1 %4, label %5, label %7

5:                                                ; preds = %7, %2
  %6 = phi i32 [ 0, %2 ], [ %14, %7 ]
  ret i32 %6

7:                                                ; preds = %2, %7
  %8 = phi i64 [ %15, %7 ], [ 0, %2 ]
  %9 = phi i32 [ %14, %7 ], [ 0, %2 ]
  %10 = getelementptr inbounds i64, ptr %1, i64 %8
  %11 = load i64, ptr %10, align 8
  %12 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %11)
  %13 = trunc nuw nsw i64 %12 to i32
  %14 = add nuw nsw i32 %9, %13
  %15 = add nuw nsw i64 %8, 1
  %16 = icmp eq i64 %15, %3
  br i1 %16, label %5, label %7, !llvm.loop !8
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #5

; Function Attrs: nounwind
define weak dso_local ptr @__sched_cpualloc(i64 noundef %0) local_unnamed_addr #0 {
  %2 = add i64 %0, 63
  %3 = lshr i64 %2, 3
  %4 = and i64 %3, 2305843009213693944
  %5 = tail call ptr @malloc(i64 noundef %4) #8
  ret ptr %5
}

declare ptr @malloc(i64 noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local void @__sched_cpufree(ptr noundef %0) local_unnamed_addr #0 {
  tail call void @free(ptr noundef %0) #8
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local i32 @ioctl(i32 noundef %0, i64 noundef %1, ...) local_unnamed_addr #0 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #7
  call void @llvm.va_start.p0(ptr nonnull %3)
  %4 = load i32, ptr %3, align 16
  %5 = icmp ult i32 %4, 41
  br i1 %5, label %6, label %12

6:                                                ; preds = %2
  %7 = getelementptr inbounds i8, ptr %3, i64 16
  %8 = load ptr, ptr %7, align 16
  %9 = zext nneg i32 %4 to i64
  %10 = getelementptr i8, ptr %8, i64 %9
  %11 = add nuw nsw i32 %4, 8
  store i32 %11, ptr %3, align 16
  br label %16

12:                                               ; preds = %2
  %13 = getelementptr inbounds i8, ptr %3, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr i8, ptr %14, i64 8
  store ptr %15, ptr %13, align 8
  br label %16

16:                                               ; preds = %12, %6
  %17 = phi ptr [ %10, %6 ], [ %14, %12 ]
  %18 = load ptr, ptr %17, align 8
  call void @llvm.va_end.p0(ptr %3)
  switch i64 %1, label %38 [
    i64 21531, label %19
    i64 21537, label %24
    i64 21585, label %34
    i64 21584, label %36
  ]

19:                                               ; preds = %16
  %20 = call i64 @__mazurka_incoming(i32 noundef %0) #8
  %21 = icmp slt i64 %20, 0
  br i1 %21, label %43, label %22

22:                                               ; preds = %19
  %23 = trunc i64 %20 to i32
  store i32 %23, ptr %18, align 4
  br label %43

24:                                               ; preds = %16
  %25 = call i32 (i32, i32, ...) @fcntl(i32 noundef %0, i32 noundef 3) #8
  %26 = icmp slt i32 %25, 0
  br i1 %26, label %43, label %27

27:                                               ; preds = %24
  %28 = load i32, ptr %18, align 4
  %29 = icmp eq i32 %28, 0
  %30 = or i32 %25, 2048
  %31 = and i32 %25, 2147481599
  %32 = select i1 %29, i32 %31, i32 %30
  %33 = call i32 (i32, i32, ...) @fcntl(i32 noundef %0, i32 noundef 4, i32 noundef %32) #8
  br label %43

34:                                               ; preds = %16
  %35 = call i32 (i32, i32, ...) @fcntl(i32 noundef %0, i32 noundef 2, i32 noundef 1) #8
  br label %43

36:                                               ; preds = %16
  %37 = call i32 (i32, i32, ...) @fcntl(i32 noundef %0, i32 noundef 2, i32 noundef 0) #8
  br label %43

38:                                               ; preds = %16
  %39 = call i32 (i32, i32, ...) @fcntl(i32 noundef %0, i32 noundef 1) #8
  %40 = icmp sgt i32 %39, -1
  br i1 %40, label %41, label %43

41:                                               ; preds = %38
  %42 = call ptr @__errno_location() #8
  store i32 25, ptr %42, align 4
  br label %43

43:                                               ; preds = %38, %41, %27, %24, %22, %19, %36, %34
  %44 = phi i32 [ %37, %36 ], [ %35, %34 ], [ 0, %22 ], [ -1, %19 ], [ %33, %27 ], [ -1, %24 ], [ -1, %41 ], [ -1, %38 ]
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %3) #7
  ret i32 %44
}

declare i64 @__mazurka_incoming(i32 noundef) local_unnamed_addr #4

declare i32 @fcntl(i32 noundef, i32 noundef, ...) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local ptr @ttyname(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 (i32, i64, ...) @ioctl(i32 noundef %0, i64 noundef 0, ptr noundef null) #9
  ret ptr null
}

; Function Attrs: nounwind
define weak dso_local ptr @dlopen(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %0, null
  br i1 %3, label %6, label %4

4:                                                ; preds = %2
  %5 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @problem)
  store ptr @.str.3, ptr %5, align 8
  br label %6

6:                                                ; preds = %2, %4
  %7 = phi ptr [ null, %4 ], [ @the_program, %2 ]
  ret ptr %7
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #5

; Function Attrs: nounwind
define weak dso_local i32 @dlclose(ptr noundef %0) local_unnamed_addr #0 {
  %2 = icmp eq ptr %0, @the_program
  br i1 %2, label %5, label %3

3:                                                ; preds = %1
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @problem)
  store ptr @.str.4, ptr %4, align 8
  br label %5

5:                                                ; preds = %1, %3
  %6 = phi i32 [ -1, %3 ], [ 0, %1 ]
  ret i32 %6
}

; Function Attrs: nounwind
define weak dso_local ptr @dlsym(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp ne ptr %0, null
  %4 = icmp ne ptr %0, @the_program
  %5 = and i1 %3, %4
  br i1 %5, label %12, label %6

6:                                                ; preds = %2
  %7 = load ptr, ptr @__mazurka_symbols, align 16
  %8 = icmp eq ptr %7, null
  br i1 %8, label %28, label %9

9:                                                ; preds = %6
  %10 = tail call i32 @strcmp(ptr noundef nonnull %7, ptr noundef %1) #8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %18, label %23

12:                                               ; preds = %2
  %13 = icmp eq ptr %0, inttoptr (i64 -1 to ptr)
  %14 = select i1 %13, ptr @.str.3, ptr @.str.4
  br label %31

15:                                               ; preds = %23
  %16 = tail call i32 @strcmp(ptr noundef nonnull %26, ptr noundef %1) #8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %23, !llvm.loop !9

18:                                               ; preds = %15, %9
  %19 = phi i1 [ %8, %9 ], [ %27, %15 ]
  %20 = phi ptr [ @__mazurka_symbols, %9 ], [ %25, %15 ]
  %21 = getelementptr inbounds i8, ptr %20, i64 8
  %22 = load ptr, ptr %21, align 8
  br label %28

23:                                               ; preds = %9, %15
  %24 = phi ptr [ %25, %15 ], [ @__mazurka_symbols, %9 ]
  %25 = getelementptr inbounds i8, ptr %24, i64 16
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %15, !llvm.loop !9

28:                                               ; preds = %23, %6, %18
  %29 = phi i1 [ %19, %18 ], [ %8, %6 ], [ %27, %23 ]
  %30 = phi ptr [ %22, %18 ], [ undef, %6 ], [ undef, %23 ]
  br i1 %29, label %31, label %34

31:                                               ; preds = %28, %12
  %32 = phi ptr [ %14, %12 ], [ @.str.5, %28 ]
  %33 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @problem)
  store ptr %32, ptr %33, align 8
  br label %34

34:                                               ; preds = %31, %28
  %35 = phi ptr [ %30, %28 ], [ null, %31 ]
  ret ptr %35
}

declare i32 @strcmp(ptr noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local ptr @dlvsym(ptr noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call ptr @dlsym(ptr noundef %0, ptr noundef %1) #9
  ret ptr %4
}

; Function Attrs: nounwind
define weak dso_local ptr @dlerror() local_unnamed_addr #0 {
  %1 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @problem)
  %2 = load ptr, ptr %1, align 8
  store ptr null, ptr %1, align 8
  ret ptr %2
}

; Function Attrs: nounwind
define weak dso_local i32 @dladdr(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  ret i32 0
}

; Function Attrs: nounwind
define weak dso_local ptr @backtrace_symbols(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = alloca [128 x i8], align 16
  %4 = alloca [128 x i8], align 16
  %5 = sext i32 %1 to i64
  %6 = shl nsw i64 %5, 3
  %7 = icmp sgt i32 %1, 0
  br i1 %7, label %8, label %10

8:                                                ; preds = %2
  %9 = zext nneg i32 %1 to i64
  br label %14

10:                                               ; preds = %14, %2
  %11 = phi i64 [ %6, %2 ], [ %23, %14 ]
  %12 = call ptr @malloc(i64 noundef %11) #8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %48, label %26

14:                                               ; preds = %8, %14
  %15 = phi i64 [ 0, %8 ], [ %24, %14 ]
  %16 = phi i64 [ %6, %8 ], [ %23, %14 ]
  %17 = getelementptr inbounds ptr, ptr %0, i64 %15
  %18 = load ptr, ptr %17, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %4) #7
  call void @__mazurka_function_name(ptr noundef %18, ptr noundef nonnull %4, i64 noundef 128) #8
  %19 = load ptr, ptr @program_invocation_name, align 8
  %20 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef null, i64 noundef 0, ptr noundef nonnull @.str.7, ptr noundef %19, ptr noundef nonnull %4, ptr noundef %18) #8
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4) #7
  %21 = add nsw i32 %20, 1
  %22 = sext i32 %21 to i64
  %23 = add i64 %16, %22
  %24 = add nuw nsw i64 %15, 1
  %25 = icmp eq i64 %24, %9
  br i1 %25, label %10, label %14, !llvm.loop !10

26:                                               ; preds = %10
  %27 = icmp sgt i32 %1, 0
  br i1 %27, label %28, label %48

28:                                               ; preds = %26
  %29 = getelementptr inbounds ptr, ptr %12, i64 %5
  %30 = getelementptr inbounds i8, ptr %12, i64 %11
  %31 = ptrtoint ptr %30 to i64
  %32 = zext nneg i32 %1 to i64
  br label %33

33:                                               ; preds = %28, %33
  %34 = phi i64 [ 0, %28 ], [ %46, %33 ]
  %35 = phi ptr [ %29, %28 ], [ %45, %33 ]
  %36 = getelementptr inbounds ptr, ptr %12, i64 %34
  store ptr %35, ptr %36, align 8
  %37 = getelementptr inbounds ptr, ptr %0, i64 %34
  %38 = load ptr, ptr %37, align 8
  %39 = ptrtoint ptr %35 to i64
  %40 = sub i64 %31, %39
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %3) #7
  call void @__mazurka_function_name(ptr noundef %38, ptr noundef nonnull %3, i64 noundef 128) #8
  %41 = load ptr, ptr @program_invocation_name, align 8
  %42 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %35, i64 noundef %40, ptr noundef nonnull @.str.7, ptr noundef %41, ptr noundef nonnull %3, ptr noundef %38) #8
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %3) #7
  %43 = add nsw i32 %42, 1
  %44 = sext i32 %43 to i64
  %45 = getelementptr inbounds i8, ptr %35, i64 %44
  %46 = add nuw nsw i64 %34, 1
  %47 = icmp eq i64 %46, %32
  br i1 %47, label %48, label %33, !llvm.loop !11

48:                                               ; preds = %33, %26, %10
  %49 = phi ptr [ null, %10 ], [ %12, %26 ], [ %12, %33 ]
  ret ptr %49
}

; Function Attrs: nounwind
define weak dso_local void @backtrace_symbols_fd(ptr noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = alloca [128 x i8], align 16
  %5 = alloca [256 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %5) #7
  %6 = icmp sgt i32 %1, 0
  br i1 %6, label %7, label %9

7:                                                ; preds = %3
  %8 = zext nneg i32 %1 to i64
  br label %10

9:                                                ; preds = %10, %3
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5) #7
  ret void

10:                                               ; preds = %7, %10
  %11 = phi i64 [ 0, %7 ], [ %20, %10 ]
  %12 = getelementptr inbounds ptr, ptr %0, i64 %11
  %13 = load ptr, ptr %12, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %4) #7
  call void @__mazurka_function_name(ptr noundef %13, ptr noundef nonnull %4, i64 noundef 128) #8
  %14 = load ptr, ptr @program_invocation_name, align 8
  %15 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %5, i64 noundef 256, ptr noundef nonnull @.str.7, ptr noundef %14, ptr noundef nonnull %4, ptr noundef %13) #8
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4) #7
  %16 = call i32 @llvm.umin.i32(i32 %15, i32 255)
  %17 = zext nneg i32 %16 to i64
  %18 = call i64 @write(i32 noundef %2, ptr noundef nonnull %5, i64 noundef %17) #8
  %19 = call i64 @write(i32 noundef %2, ptr noundef nonnull @.str.6, i64 noundef 1) #8
  %20 = add nuw nsw i64 %11, 1
  %21 = icmp eq i64 %20, %8
  br i1 %21, label %9, label %10, !llvm.loop !12
}

declare i64 @write(i32 noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local i32 @eventfd_read(i32 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call i64 @read(i32 noundef %0, ptr noundef %1, i64 noundef 8) #8
  %4 = icmp ne i64 %3, 8
  %5 = sext i1 %4 to i32
  ret i32 %5
}

declare i64 @read(i32 noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local i32 @eventfd_write(i32 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = alloca i64, align 8
  store i64 %1, ptr %3, align 8
  %4 = call i64 @write(i32 noundef %0, ptr noundef nonnull %3, i64 noundef 8) #8
  %5 = icmp ne i64 %4, 8
  %6 = sext i1 %5 to i32
  ret i32 %6
}

; Function Attrs: nounwind
define weak dso_local i32 @shm_open(ptr noundef %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = alloca [300 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 300, ptr nonnull %4) #7
  br label %5

5:                                                ; preds = %5, %3
  %6 = phi ptr [ %0, %3 ], [ %9, %5 ]
  %7 = load i8, ptr %6, align 1
  %8 = icmp eq i8 %7, 47
  %9 = getelementptr inbounds i8, ptr %6, i64 1
  br i1 %8, label %5, label %10, !llvm.loop !13

10:                                               ; preds = %5, %13
  %11 = phi ptr [ %14, %13 ], [ %6, %5 ]
  %12 = load i8, ptr %11, align 1
  switch i8 %12, label %13 [
    i8 0, label %15
    i8 47, label %15
  ]

13:                                               ; preds = %10
  %14 = getelementptr inbounds i8, ptr %11, i64 1
  br label %10, !llvm.loop !14

15:                                               ; preds = %10, %10
  %16 = icmp eq ptr %11, %6
  %17 = icmp ne i8 %12, 0
  %18 = or i1 %16, %17
  br i1 %18, label %19, label %21

19:                                               ; preds = %15
  %20 = tail call ptr @__errno_location() #8
  store i32 22, ptr %20, align 4
  br label %23

21:                                               ; preds = %15
  %22 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %4, i64 noundef 300, ptr noundef nonnull @.str.8, ptr noundef nonnull %6) #8
  br label %23

23:                                               ; preds = %19, %21
  br i1 %18, label %26, label %24

24:                                               ; preds = %23
  %25 = call i32 (ptr, i32, ...) @open(ptr noundef nonnull %4, i32 noundef %1, i32 noundef %2) #8
  br label %26

26:                                               ; preds = %23, %24
  %27 = phi i32 [ %25, %24 ], [ -1, %23 ]
  call void @llvm.lifetime.end.p0(i64 300, ptr nonnull %4) #7
  ret i32 %27
}

declare i32 @open(ptr noundef, i32 noundef, ...) local_unnamed_addr #4

; Function Attrs: nounwind
define weak dso_local i32 @shm_unlink(ptr noundef %0) local_unnamed_addr #0 {
  %2 = alloca [300 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 300, ptr nonnull %2) #7
  br label %3

3:                                                ; preds = %3, %1
  %4 = phi ptr [ %0, %1 ], [ %7, %3 ]
  %5 = load i8, ptr %4, align 1
  %6 = icmp eq i8 %5, 47
  %7 = getelementptr inbounds i8, ptr %4, i64 1
  br i1 %6, label %3, label %8, !llvm.loop !13

8:                                                ; preds = %3, %11
  %9 = phi ptr [ %12, %11 ], [ %4, %3 ]
  %10 = load i8, ptr %9, align 1
  switch i8 %10, label %11 [
    i8 0, label %13
    i8 47, label %13
  ]

11:                                               ; preds = %8
  %12 = getelementptr inbounds i8, ptr %9, i64 1
  br label %8, !llvm.loop !14

13:                                               ; preds = %8, %8
  %14 = icmp eq ptr %9, %4
  %15 = icmp ne i8 %10, 0
  %16 = or i1 %14, %15
  br i1 %16, label %17, label %19

17:                                               ; preds = %13
  %18 = tail call ptr @__errno_location() #8
  store i32 22, ptr %18, align 4
  br label %21

19:                                               ; preds = %13
  %20 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %2, i64 noundef 300, ptr noundef nonnull @.str.8, ptr noundef nonnull %4) #8
  br label %21

21:                                               ; preds = %17, %19
  br i1 %16, label %24, label %22

22:                                               ; preds = %21
  %23 = call i32 @unlink(ptr noundef nonnull %2) #8
  br label %24

24:                                               ; preds = %21, %22
  %25 = phi i32 [ %23, %22 ], [ -1, %21 ]
  call void @llvm.lifetime.end.p0(i64 300, ptr nonnull %2) #7
  ret i32 %25
}

declare i32 @unlink(ptr noundef) local_unnamed_addr #4

declare void @__mazurka_function_name(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) local_unnamed_addr #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #6

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin nounwind "no-builtins" }
attributes #9 = { nobuiltin "no-builtins" }

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
