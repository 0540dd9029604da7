source_filename = "inet.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.in_addr = type { i32 }

@in6addr_loopback = weak dso_local local_unnamed_addr constant [16 x i8] c"\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\01", align 16
@inet_ntoa.text = internal thread_local global [16 x i8] zeroinitializer, align 16
@in6addr_any = weak dso_local local_unnamed_addr constant [16 x i8] zeroinitializer, align 16
@.str = private unnamed_addr constant [12 x i8] c"%u.%u.%u.%u\00", align 1
@.str.1 = private unnamed_addr constant [3 x i8] c"%x\00", align 1

; Function Attrs: nounwind
define weak dso_local i32 @htonl(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @llvm.bswap.i32(i32 %0)
  ret i32 %2
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #1

; Function Attrs: nounwind
define weak dso_local i32 @ntohl(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call i32 @llvm.bswap.i32(i32 %0)
  ret i32 %2
}

; Function Attrs: nounwind
define weak dso_local zeroext i16 @htons(i16 noundef zeroext %0) local_unnamed_addr #0 {
  %2 = tail call i16 @llvm.bswap.i16(i16 %0)
  ret i16 %2
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.bswap.i16(i16) #1

; Function Attrs: nounwind
define weak dso_local zeroext i16 @ntohs(i16 noundef zeroext %0) local_unnamed_addr #0 {
  %2 = tail call i16 @llvm.bswap.i16(i16 %0)
  ret i16 %2
}

; Function Attrs: nounwind
define weak dso_local i32 @inet_aton(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = icmp eq ptr %1, null
  br label %4

4:                                                ; preds = %98, %2
  %5 = phi i64 [ %103, %98 ], [ 0, %2 ]
  %6 = phi ptr [ %99, %98 ], [ %0, %2 ]
  %7 = phi i32 [ %100, %98 ], [ 0, %2 ]
  %8 = phi i32 [ %102, %98 ], [ undef, %2 ]
  %9 = load i8, ptr %6, align 1
  %10 = icmp eq i8 %9, 48
  br i1 %10, label %11, label %19

11:                                               ; preds = %4
  %12 = getelementptr inbounds i8, ptr %6, i64 1
  %13 = load i8, ptr %12, align 1
  %14 = and i8 %13, -33
  %15 = icmp eq i8 %14, 88
  %16 = select i1 %15, i32 16, i32 8
  %17 = select i1 %15, i64 2, i64 0
  %18 = getelementptr inbounds i8, ptr %6, i64 %17
  br label %19

19:                                               ; preds = %11, %4
  %20 = phi ptr [ %18, %11 ], [ %6, %4 ]
  %21 = phi i32 [ %16, %11 ], [ 10, %4 ]
  %22 = zext nneg i32 %21 to i64
  br label %23

23:                                               ; preds = %60, %19
  %24 = phi i64 [ 0, %19 ], [ %63, %60 ]
  %25 = phi ptr [ %20, %19 ], [ %65, %60 ]
  %26 = phi ptr [ null, %19 ], [ %65, %60 ]
  %27 = load i8, ptr %25, align 1
  %28 = sext i8 %27 to i32
  %29 = add i8 %27, -48
  %30 = icmp ult i8 %29, 10
  br i1 %30, label %31, label %33

31:                                               ; preds = %23
  %32 = add nsw i32 %28, -48
  br label %43

33:                                               ; preds = %23
  %34 = add i8 %27, -97
  %35 = icmp ult i8 %34, 6
  br i1 %35, label %36, label %38

36:                                               ; preds = %33
  %37 = add nsw i32 %28, -87
  br label %43

38:                                               ; preds = %33
  %39 = add i8 %27, -65
  %40 = icmp ult i8 %39, 6
  %41 = add nsw i32 %28, -55
  %42 = select i1 %40, i32 %41, i32 16
  br label %43

43:                                               ; preds = %38, %36, %31
  %44 = phi i32 [ %32, %31 ], [ %37, %36 ], [ %42, %38 ]
  %45 = icmp slt i32 %44, %21
  br i1 %45, label %46, label %66

46:                                               ; preds = %43
  %47 = mul nuw nsw i64 %24, %22
  br i1 %30, label %48, label %50

48:                                               ; preds = %46
  %49 = add nsw i32 %28, -48
  br label %60

50:                                               ; preds = %46
  %51 = add i8 %27, -97
  %52 = icmp ult i8 %51, 6
  br i1 %52, label %53, label %55

53:                                               ; preds = %50
  %54 = add nsw i32 %28, -87
  br label %60

55:                                               ; preds = %50
  %56 = add i8 %27, -65
  %57 = icmp ult i8 %56, 6
  %58 = add nsw i32 %28, -55
  %59 = select i1 %57, i32 %58, i32 16
  br label %60

60:                                               ; preds = %55, %53, %48
  %61 = phi i32 [ %49, %48 ], [ %54, %53 ], [ %59, %55 ]
  %62 = sext i32 %61 to i64
  %63 = add nsw i64 %47, %62
  %64 = icmp ugt i64 %63, 4294967295
  %65 = getelementptr inbounds i8, ptr %25, i64 1
  br i1 %64, label %66, label %23, !llvm.loop !4

66:                                               ; preds = %43, %60
  %67 = phi i64 [ %63, %60 ], [ %24, %43 ]
  %68 = phi ptr [ null, %60 ], [ %26, %43 ]
  %69 = icmp eq ptr %68, null
  br i1 %69, label %98, label %70

70:                                               ; preds = %66
  %71 = load i8, ptr %68, align 1
  %72 = icmp eq i8 %71, 46
  %73 = icmp ult i64 %5, 3
  %74 = select i1 %72, i1 %73, i1 false
  %75 = icmp ult i64 %67, 256
  %76 = and i1 %75, %74
  br i1 %76, label %77, label %85

77:                                               ; preds = %70
  %78 = trunc nuw nsw i64 %67 to i32
  %79 = trunc nuw i64 %5 to i32
  %80 = shl nuw nsw i32 %79, 3
  %81 = sub nuw nsw i32 24, %80
  %82 = shl nuw i32 %78, %81
  %83 = or i32 %82, %7
  %84 = getelementptr inbounds i8, ptr %68, i64 1
  br label %98

85:                                               ; preds = %70
  switch i8 %71, label %98 [
    i8 32, label %86
    i8 13, label %86
    i8 12, label %86
    i8 11, label %86
    i8 10, label %86
    i8 9, label %86
    i8 0, label %86
  ]

86:                                               ; preds = %85, %85, %85, %85, %85, %85, %85
  %87 = icmp eq i64 %5, 0
  br i1 %87, label %93, label %88

88:                                               ; preds = %86
  %89 = shl nsw i64 %5, 3
  %90 = sub nsw i64 32, %89
  %91 = lshr i64 %67, %90
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %93, label %98

93:                                               ; preds = %88, %86
  br i1 %3, label %98, label %94

94:                                               ; preds = %93
  %95 = trunc i64 %67 to i32
  %96 = or i32 %7, %95
  %97 = tail call i32 @htonl(i32 noundef %96) #6
  store i32 %97, ptr %1, align 4
  br label %98

98:                                               ; preds = %85, %88, %94, %93, %66, %77
  %99 = phi ptr [ %84, %77 ], [ null, %66 ], [ %68, %93 ], [ %68, %94 ], [ %68, %88 ], [ %68, %85 ]
  %100 = phi i32 [ %83, %77 ], [ %7, %66 ], [ %7, %93 ], [ %7, %94 ], [ %7, %88 ], [ %7, %85 ]
  %101 = phi i1 [ true, %77 ], [ false, %66 ], [ false, %93 ], [ false, %94 ], [ false, %88 ], [ false, %85 ]
  %102 = phi i32 [ %8, %77 ], [ 0, %66 ], [ 1, %93 ], [ 1, %94 ], [ 0, %88 ], [ 0, %85 ]
  %103 = add nuw nsw i64 %5, 1
  br i1 %101, label %4, label %104, !llvm.loop !7

104:                                              ; preds = %98
  ret i32 %102
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind
define weak dso_local i32 @inet_addr(ptr noundef %0) local_unnamed_addr #0 {
  %2 = alloca %struct.in_addr, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #7
  %3 = call i32 @inet_aton(ptr noundef %0, ptr noundef nonnull %2) #6
  %4 = icmp eq i32 %3, 0
  %5 = load i32, ptr %2, align 4
  %6 = select i1 %4, i32 -1, i32 %5
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #7
  ret i32 %6
}

; Function Attrs: nounwind
define weak dso_local ptr @inet_ntoa(i32 %0) local_unnamed_addr #0 {
  %2 = lshr i32 %0, 8
  %3 = lshr i32 %0, 16
  %4 = lshr i32 %0, 24
  %5 = tail call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @inet_ntoa.text)
  %6 = and i32 %0, 255
  %7 = and i32 %2, 255
  %8 = and i32 %3, 255
  %9 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %5, i64 noundef 16, ptr noundef nonnull @.str, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %4) #8
  ret ptr %5
}

; Function Attrs: nounwind
define internal void @print_v4(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr #0 {
  %3 = load i8, ptr %0, align 1
  %4 = zext i8 %3 to i32
  %5 = getelementptr inbounds i8, ptr %0, i64 1
  %6 = load i8, ptr %5, align 1
  %7 = zext i8 %6 to i32
  %8 = getelementptr inbounds i8, ptr %0, i64 2
  %9 = load i8, ptr %8, align 1
  %10 = zext i8 %9 to i32
  %11 = getelementptr inbounds i8, ptr %0, i64 3
  %12 = load i8, ptr %11, align 1
  %13 = zext i8 %12 to i32
  %14 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %1, i64 noundef 16, ptr noundef nonnull @.str, i32 noundef %4, i32 noundef %7, i32 noundef %10, i32 noundef %13) #8
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; Function Attrs: nounwind
define weak dso_local ptr @inet_ntop(i32 noundef %0, ptr noundef %1, ptr noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = alloca [46 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 46, ptr nonnull %5) #7
  %6 = and i32 %0, -9
  %7 = icmp eq i32 %6, 2
  br i1 %7, label %10, label %8

8:                                                ; preds = %4
  %9 = tail call ptr @__errno_location() #8
  store i32 97, ptr %9, align 4
  br label %22

10:                                               ; preds = %4
  %11 = icmp eq i32 %0, 2
  %12 = select i1 %11, ptr @print_v4, ptr @print_v6
  call void %12(ptr noundef %1, ptr noundef nonnull %5) #8, !callees !8
  %13 = call i64 @strlen(ptr noundef nonnull %5) #8
  %14 = zext i32 %3 to i64
  %15 = icmp ult i64 %13, %14
  br i1 %15, label %18, label %16

16:                                               ; preds = %10
  %17 = call ptr @__errno_location() #8
  store i32 28, ptr %17, align 4
  br label %22

18:                                               ; preds = %10
  %19 = call i64 @strlen(ptr noundef nonnull %5) #8
  %20 = add i64 %19, 1
  %21 = call ptr @memcpy(ptr noundef %2, ptr noundef nonnull %5, i64 noundef %20) #8
  br label %22

22:                                               ; preds = %18, %16, %8
  %23 = phi ptr [ null, %8 ], [ null, %16 ], [ %21, %18 ]
  call void @llvm.lifetime.end.p0(i64 46, ptr nonnull %5) #7
  ret ptr %23
}

declare ptr @__errno_location() local_unnamed_addr #3

; Function Attrs: nounwind
define internal void @print_v6(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr #0 {
  %3 = alloca [8 x i16], align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #7
  br label %34

4:                                                ; preds = %34, %22
  %5 = phi i32 [ %26, %22 ], [ 1, %34 ]
  %6 = phi i32 [ %30, %22 ], [ 0, %34 ]
  %7 = phi i32 [ %28, %22 ], [ -1, %34 ]
  %8 = phi i32 [ %27, %22 ], [ 1, %34 ]
  %9 = sext i32 %6 to i64
  %10 = tail call i32 @llvm.smax.i32(i32 %6, i32 7)
  %11 = add nuw i32 %10, 1
  br label %12

12:                                               ; preds = %17, %4
  %13 = phi i64 [ %9, %4 ], [ %18, %17 ]
  %14 = getelementptr inbounds i16, ptr %3, i64 %13
  %15 = load i16, ptr %14, align 2
  %16 = icmp eq i16 %15, 0
  br i1 %16, label %17, label %20

17:                                               ; preds = %12
  %18 = add nsw i64 %13, 1
  %19 = icmp slt i64 %13, 7
  br i1 %19, label %12, label %22, !llvm.loop !9

20:                                               ; preds = %12
  %21 = trunc nsw i64 %13 to i32
  br label %22

22:                                               ; preds = %17, %20
  %23 = phi i32 [ %21, %20 ], [ %11, %17 ]
  %24 = sub nsw i32 %23, %6
  %25 = icmp sgt i32 %24, %8
  %26 = select i1 %25, i32 %24, i32 %5
  %27 = tail call i32 @llvm.smax.i32(i32 %24, i32 %8)
  %28 = select i1 %25, i32 %6, i32 %7
  %29 = tail call i32 @llvm.smax.i32(i32 %23, i32 %6)
  %30 = add nsw i32 %29, 1
  %31 = icmp slt i32 %29, 7
  br i1 %31, label %4, label %32, !llvm.loop !10

32:                                               ; preds = %22
  %33 = icmp eq i32 %28, 0
  br i1 %33, label %49, label %63

34:                                               ; preds = %2, %34
  %35 = phi i64 [ 0, %2 ], [ %47, %34 ]
  %36 = shl nuw nsw i64 %35, 1
  %37 = getelementptr inbounds i8, ptr %0, i64 %36
  %38 = load i8, ptr %37, align 1
  %39 = zext i8 %38 to i16
  %40 = shl nuw i16 %39, 8
  %41 = or disjoint i64 %36, 1
  %42 = getelementptr inbounds i8, ptr %0, i64 %41
  %43 = load i8, ptr %42, align 1
  %44 = zext i8 %43 to i16
  %45 = or disjoint i16 %40, %44
  %46 = getelementptr inbounds [8 x i16], ptr %3, i64 0, i64 %35
  store i16 %45, ptr %46, align 2
  %47 = add nuw nsw i64 %35, 1
  %48 = icmp eq i64 %47, 8
  br i1 %48, label %4, label %34, !llvm.loop !11

49:                                               ; preds = %32
  %50 = icmp eq i32 %26, 6
  br i1 %50, label %63, label %51

51:                                               ; preds = %49
  %52 = icmp eq i32 %26, 7
  %53 = getelementptr inbounds i8, ptr %3, i64 14
  %54 = load i16, ptr %53, align 2
  %55 = icmp ne i16 %54, 1
  %56 = select i1 %52, i1 %55, i1 false
  br i1 %56, label %63, label %57

57:                                               ; preds = %51
  %58 = icmp eq i32 %26, 5
  %59 = getelementptr inbounds i8, ptr %3, i64 10
  %60 = load i16, ptr %59, align 2
  %61 = icmp eq i16 %60, -1
  %62 = select i1 %58, i1 %61, i1 false
  br label %63

63:                                               ; preds = %49, %57, %51, %32
  %64 = phi i1 [ false, %32 ], [ true, %49 ], [ %62, %57 ], [ true, %51 ]
  %65 = add nsw i32 %28, %26
  %66 = zext i32 %28 to i64
  %67 = sext i32 %65 to i64
  %68 = zext i32 %28 to i64
  br label %69

69:                                               ; preds = %63, %109
  %70 = phi i64 [ 0, %63 ], [ %111, %109 ]
  %71 = phi i1 [ false, %63 ], [ %112, %109 ]
  %72 = phi ptr [ %1, %63 ], [ %110, %109 ]
  %73 = icmp uge i64 %70, %66
  %74 = icmp slt i64 %70, %67
  %75 = select i1 %73, i1 %74, i1 false
  br i1 %75, label %76, label %80

76:                                               ; preds = %69
  %77 = icmp eq i64 %70, %68
  br i1 %77, label %78, label %109

78:                                               ; preds = %76
  %79 = getelementptr inbounds i8, ptr %72, i64 1
  store i8 58, ptr %72, align 1
  br label %109

80:                                               ; preds = %69
  %81 = icmp eq i64 %70, 0
  br i1 %81, label %84, label %82

82:                                               ; preds = %80
  %83 = getelementptr inbounds i8, ptr %72, i64 1
  store i8 58, ptr %72, align 1
  br label %84

84:                                               ; preds = %82, %80
  %85 = phi ptr [ %83, %82 ], [ %72, %80 ]
  %86 = icmp eq i64 %70, 6
  %87 = select i1 %86, i1 %64, i1 false
  br i1 %87, label %88, label %102

88:                                               ; preds = %84
  %89 = getelementptr inbounds i8, ptr %0, i64 12
  %90 = load i8, ptr %89, align 1
  %91 = zext i8 %90 to i32
  %92 = getelementptr inbounds i8, ptr %0, i64 13
  %93 = load i8, ptr %92, align 1
  %94 = zext i8 %93 to i32
  %95 = getelementptr inbounds i8, ptr %0, i64 14
  %96 = load i8, ptr %95, align 1
  %97 = zext i8 %96 to i32
  %98 = getelementptr inbounds i8, ptr %0, i64 15
  %99 = load i8, ptr %98, align 1
  %100 = zext i8 %99 to i32
  %101 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %85, i64 noundef 16, ptr noundef nonnull @.str, i32 noundef %91, i32 noundef %94, i32 noundef %97, i32 noundef %100) #8
  br label %114

102:                                              ; preds = %84
  %103 = getelementptr inbounds [8 x i16], ptr %3, i64 0, i64 %70
  %104 = load i16, ptr %103, align 2
  %105 = zext i16 %104 to i32
  %106 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef %85, i64 noundef 5, ptr noundef nonnull @.str.1, i32 noundef %105) #8
  %107 = sext i32 %106 to i64
  %108 = getelementptr inbounds i8, ptr %85, i64 %107
  br label %109

109:                                              ; preds = %76, %78, %102
  %110 = phi ptr [ %79, %78 ], [ %72, %76 ], [ %108, %102 ]
  %111 = add nuw nsw i64 %70, 1
  %112 = icmp ugt i64 %70, 6
  %113 = icmp eq i64 %111, 8
  br i1 %113, label %114, label %69, !llvm.loop !12

114:                                              ; preds = %109, %88
  %115 = phi i1 [ %71, %88 ], [ %112, %109 ]
  %116 = phi ptr [ %85, %88 ], [ %110, %109 ]
  br i1 %115, label %117, label %126

117:                                              ; preds = %114
  %118 = icmp sgt i32 %28, -1
  %119 = add nsw i32 %28, %26
  %120 = icmp eq i32 %119, 8
  %121 = select i1 %118, i1 %120, i1 false
  br i1 %121, label %122, label %124

122:                                              ; preds = %117
  %123 = getelementptr inbounds i8, ptr %116, i64 1
  store i8 58, ptr %116, align 1
  br label %124

124:                                              ; preds = %122, %117
  %125 = phi ptr [ %123, %122 ], [ %116, %117 ]
  store i8 0, ptr %125, align 1
  br label %126

126:                                              ; preds = %114, %124
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #7
  ret void
}

declare i64 @strlen(ptr noundef) local_unnamed_addr #3

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #3

; Function Attrs: nounwind
define weak dso_local i32 @inet_pton(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = alloca [16 x i8], align 16
  %5 = alloca [4 x i8], align 1
  switch i32 %0, label %236 [
    i32 2, label %6
    i32 10, label %60
  ]

6:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %5) #7
  br label %11

7:                                                ; preds = %51
  %8 = add nuw nsw i64 %12, 1
  %9 = icmp ugt i64 %12, 2
  %10 = icmp eq i64 %8, 4
  br i1 %10, label %54, label %11, !llvm.loop !13

11:                                               ; preds = %7, %6
  %12 = phi i64 [ 0, %6 ], [ %8, %7 ]
  %13 = phi i1 [ false, %6 ], [ %9, %7 ]
  %14 = phi ptr [ %1, %6 ], [ %52, %7 ]
  %15 = load i8, ptr %14, align 1
  %16 = add i8 %15, -58
  %17 = icmp ult i8 %16, -10
  br i1 %17, label %38, label %18

18:                                               ; preds = %11, %32
  %19 = phi i8 [ %35, %32 ], [ %15, %11 ]
  %20 = phi i32 [ %34, %32 ], [ 0, %11 ]
  %21 = phi i32 [ %26, %32 ], [ 0, %11 ]
  %22 = phi ptr [ %33, %32 ], [ %14, %11 ]
  %23 = mul nsw i32 %21, 10
  %24 = add nsw i8 %19, -48
  %25 = zext nneg i8 %24 to i32
  %26 = add nsw i32 %23, %25
  %27 = icmp sgt i32 %26, 255
  br i1 %27, label %51, label %28

28:                                               ; preds = %18
  %29 = icmp ne i32 %20, 0
  %30 = icmp slt i32 %26, 10
  %31 = and i1 %29, %30
  br i1 %31, label %51, label %32

32:                                               ; preds = %28
  %33 = getelementptr inbounds i8, ptr %22, i64 1
  %34 = add nuw nsw i32 %20, 1
  %35 = load i8, ptr %33, align 1
  %36 = add i8 %35, -48
  %37 = icmp ult i8 %36, 10
  br i1 %37, label %18, label %38, !llvm.loop !14

38:                                               ; preds = %32, %11
  %39 = phi ptr [ %14, %11 ], [ %33, %32 ]
  %40 = phi i32 [ 0, %11 ], [ %26, %32 ]
  %41 = phi i8 [ %15, %11 ], [ %35, %32 ]
  br i1 %17, label %51, label %42

42:                                               ; preds = %38
  %43 = getelementptr inbounds i8, ptr %39, i64 1
  %44 = sext i8 %41 to i32
  %45 = icmp eq i64 %12, 3
  %46 = select i1 %45, i32 0, i32 46
  %47 = icmp eq i32 %46, %44
  br i1 %47, label %48, label %51

48:                                               ; preds = %42
  %49 = trunc i32 %40 to i8
  %50 = getelementptr inbounds i8, ptr %5, i64 %12
  store i8 %49, ptr %50, align 1
  br label %51

51:                                               ; preds = %28, %18, %48, %42, %38
  %52 = phi ptr [ %43, %48 ], [ %43, %42 ], [ %39, %38 ], [ %22, %18 ], [ %22, %28 ]
  %53 = phi i1 [ true, %48 ], [ false, %42 ], [ false, %38 ], [ false, %18 ], [ false, %28 ]
  br i1 %53, label %7, label %54

54:                                               ; preds = %7, %51
  %55 = phi i1 [ %9, %7 ], [ %13, %51 ]
  br i1 %55, label %56, label %58

56:                                               ; preds = %54
  %57 = call ptr @memcpy(ptr noundef %2, ptr noundef nonnull %5, i64 noundef 4) #8
  br label %58

58:                                               ; preds = %54, %56
  %59 = phi i32 [ 1, %56 ], [ 0, %54 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5) #7
  br label %238

60:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %4, i8 0, i64 16, i1 false)
  %61 = load i8, ptr %1, align 1
  %62 = icmp eq i8 %61, 58
  br i1 %62, label %63, label %67

63:                                               ; preds = %60
  %64 = getelementptr inbounds i8, ptr %1, i64 1
  %65 = load i8, ptr %64, align 1
  %66 = icmp eq i8 %65, 58
  br i1 %66, label %67, label %234

67:                                               ; preds = %63, %60
  %68 = phi ptr [ %1, %60 ], [ %64, %63 ]
  br label %69

69:                                               ; preds = %67, %209
  %70 = phi i32 [ %210, %209 ], [ 0, %67 ]
  %71 = phi i32 [ %76, %209 ], [ -1, %67 ]
  %72 = phi ptr [ %212, %209 ], [ %68, %67 ]
  %73 = getelementptr i8, ptr %72, i64 4
  br label %74

74:                                               ; preds = %81, %69
  %75 = phi ptr [ %73, %69 ], [ %83, %81 ]
  %76 = phi i32 [ %71, %69 ], [ %70, %81 ]
  %77 = phi ptr [ %72, %69 ], [ %82, %81 ]
  %78 = load i8, ptr %77, align 1
  switch i8 %78, label %84 [
    i8 0, label %213
    i8 58, label %79
  ]

79:                                               ; preds = %74
  %80 = icmp sgt i32 %76, -1
  br i1 %80, label %234, label %81

81:                                               ; preds = %79
  %82 = getelementptr inbounds i8, ptr %77, i64 1
  %83 = getelementptr i8, ptr %75, i64 1
  br label %74, !llvm.loop !15

84:                                               ; preds = %74, %123
  %85 = phi i32 [ %126, %123 ], [ 0, %74 ]
  %86 = phi i32 [ %124, %123 ], [ 0, %74 ]
  %87 = phi ptr [ %127, %123 ], [ %77, %74 ]
  %88 = load i8, ptr %87, align 1
  %89 = sext i8 %88 to i32
  %90 = add i8 %88, -48
  %91 = icmp ult i8 %90, 10
  br i1 %91, label %92, label %94

92:                                               ; preds = %84
  %93 = add nsw i32 %89, -48
  br label %104

94:                                               ; preds = %84
  %95 = add i8 %88, -97
  %96 = icmp ult i8 %95, 6
  br i1 %96, label %97, label %99

97:                                               ; preds = %94
  %98 = add nsw i32 %89, -87
  br label %104

99:                                               ; preds = %94
  %100 = add i8 %88, -65
  %101 = icmp ult i8 %100, 6
  %102 = add nsw i32 %89, -55
  %103 = select i1 %101, i32 %102, i32 16
  br label %104

104:                                              ; preds = %99, %97, %92
  %105 = phi i32 [ %93, %92 ], [ %98, %97 ], [ %103, %99 ]
  %106 = icmp slt i32 %105, 16
  br i1 %106, label %107, label %128

107:                                              ; preds = %104
  br i1 %91, label %108, label %110

108:                                              ; preds = %107
  %109 = add nsw i32 %89, -48
  br label %120

110:                                              ; preds = %107
  %111 = add i8 %88, -97
  %112 = icmp ult i8 %111, 6
  br i1 %112, label %113, label %115

113:                                              ; preds = %110
  %114 = add nsw i32 %89, -87
  br label %120

115:                                              ; preds = %110
  %116 = add i8 %88, -65
  %117 = icmp ult i8 %116, 6
  %118 = add nsw i32 %89, -55
  %119 = select i1 %117, i32 %118, i32 16
  br label %120

120:                                              ; preds = %115, %113, %108
  %121 = phi i32 [ %109, %108 ], [ %114, %113 ], [ %119, %115 ]
  %122 = icmp eq i32 %86, 4
  br i1 %122, label %209, label %123

123:                                              ; preds = %120
  %124 = add nuw nsw i32 %86, 1
  %125 = shl i32 %85, 4
  %126 = add i32 %121, %125
  %127 = getelementptr inbounds i8, ptr %87, i64 1
  br label %84, !llvm.loop !16

128:                                              ; preds = %104
  %129 = icmp eq i8 %88, 46
  br i1 %129, label %130, label %187

130:                                              ; preds = %128
  %131 = icmp sgt i32 %70, 12
  br i1 %131, label %209, label %132

132:                                              ; preds = %130
  %133 = sext i32 %70 to i64
  %134 = getelementptr inbounds i8, ptr %4, i64 %133
  br label %139

135:                                              ; preds = %179
  %136 = add nuw nsw i64 %140, 1
  %137 = icmp ugt i64 %140, 2
  %138 = icmp eq i64 %136, 4
  br i1 %138, label %182, label %139, !llvm.loop !13

139:                                              ; preds = %135, %132
  %140 = phi i64 [ 0, %132 ], [ %136, %135 ]
  %141 = phi i1 [ false, %132 ], [ %137, %135 ]
  %142 = phi ptr [ %77, %132 ], [ %180, %135 ]
  %143 = load i8, ptr %142, align 1
  %144 = add i8 %143, -58
  %145 = icmp ult i8 %144, -10
  br i1 %145, label %166, label %146

146:                                              ; preds = %139, %160
  %147 = phi i8 [ %163, %160 ], [ %143, %139 ]
  %148 = phi i32 [ %162, %160 ], [ 0, %139 ]
  %149 = phi i32 [ %154, %160 ], [ 0, %139 ]
  %150 = phi ptr [ %161, %160 ], [ %142, %139 ]
  %151 = mul nsw i32 %149, 10
  %152 = add nsw i8 %147, -48
  %153 = zext nneg i8 %152 to i32
  %154 = add nsw i32 %151, %153
  %155 = icmp sgt i32 %154, 255
  br i1 %155, label %179, label %156

156:                                              ; preds = %146
  %157 = icmp ne i32 %148, 0
  %158 = icmp slt i32 %154, 10
  %159 = and i1 %157, %158
  br i1 %159, label %179, label %160

160:                                              ; preds = %156
  %161 = getelementptr inbounds i8, ptr %150, i64 1
  %162 = add nuw nsw i32 %148, 1
  %163 = load i8, ptr %161, align 1
  %164 = add i8 %163, -48
  %165 = icmp ult i8 %164, 10
  br i1 %165, label %146, label %166, !llvm.loop !14

166:                                              ; preds = %160, %139
  %167 = phi ptr [ %142, %139 ], [ %161, %160 ]
  %168 = phi i32 [ 0, %139 ], [ %154, %160 ]
  %169 = phi i8 [ %143, %139 ], [ %163, %160 ]
  br i1 %145, label %179, label %170

170:                                              ; preds = %166
  %171 = getelementptr inbounds i8, ptr %167, i64 1
  %172 = sext i8 %169 to i32
  %173 = icmp eq i64 %140, 3
  %174 = select i1 %173, i32 0, i32 46
  %175 = icmp eq i32 %174, %172
  br i1 %175, label %176, label %179

176:                                              ; preds = %170
  %177 = trunc i32 %168 to i8
  %178 = getelementptr inbounds i8, ptr %134, i64 %140
  store i8 %177, ptr %178, align 1
  br label %179

179:                                              ; preds = %156, %146, %176, %170, %166
  %180 = phi ptr [ %171, %176 ], [ %171, %170 ], [ %167, %166 ], [ %150, %146 ], [ %150, %156 ]
  %181 = phi i1 [ true, %176 ], [ false, %170 ], [ false, %166 ], [ false, %146 ], [ false, %156 ]
  br i1 %181, label %135, label %182

182:                                              ; preds = %179, %135
  %183 = phi i1 [ %137, %135 ], [ %141, %179 ]
  %184 = add nsw i32 %70, 4
  %185 = select i1 %183, i32 %184, i32 %70
  %186 = select i1 %183, i32 3, i32 1
  br label %209

187:                                              ; preds = %128
  %188 = icmp eq i32 %86, 0
  %189 = icmp sgt i32 %70, 14
  %190 = select i1 %188, i1 true, i1 %189
  br i1 %190, label %209, label %191

191:                                              ; preds = %187
  switch i8 %88, label %209 [
    i8 0, label %192
    i8 58, label %192
  ]

192:                                              ; preds = %191, %191
  %193 = lshr i32 %85, 8
  %194 = trunc i32 %193 to i8
  %195 = add nsw i32 %70, 1
  %196 = sext i32 %70 to i64
  %197 = getelementptr inbounds [16 x i8], ptr %4, i64 0, i64 %196
  store i8 %194, ptr %197, align 1
  %198 = trunc i32 %85 to i8
  %199 = add nsw i32 %70, 2
  %200 = sext i32 %195 to i64
  %201 = getelementptr inbounds [16 x i8], ptr %4, i64 0, i64 %200
  store i8 %198, ptr %201, align 1
  %202 = load i8, ptr %87, align 1
  %203 = icmp eq i8 %202, 58
  br i1 %203, label %204, label %209

204:                                              ; preds = %192
  %205 = getelementptr inbounds i8, ptr %87, i64 1
  %206 = load i8, ptr %205, align 1
  %207 = icmp eq i8 %206, 0
  %208 = zext i1 %207 to i32
  br label %209

209:                                              ; preds = %120, %204, %192, %191, %187, %182, %130
  %210 = phi i32 [ %70, %130 ], [ %70, %191 ], [ %70, %187 ], [ %199, %192 ], [ %185, %182 ], [ %199, %204 ], [ %70, %120 ]
  %211 = phi i32 [ 1, %130 ], [ 1, %191 ], [ 1, %187 ], [ 0, %192 ], [ %186, %182 ], [ %208, %204 ], [ 1, %120 ]
  %212 = phi ptr [ %87, %130 ], [ %87, %191 ], [ %87, %187 ], [ %87, %192 ], [ %87, %182 ], [ %205, %204 ], [ %75, %120 ]
  switch i32 %211, label %234 [
    i32 0, label %69
    i32 3, label %213
  ], !llvm.loop !15

213:                                              ; preds = %209, %74
  %214 = phi i32 [ %70, %74 ], [ %210, %209 ]
  %215 = icmp slt i32 %76, 0
  %216 = icmp eq i32 %214, 16
  br i1 %215, label %217, label %218

217:                                              ; preds = %213
  br i1 %216, label %219, label %234

218:                                              ; preds = %213
  br i1 %216, label %234, label %219

219:                                              ; preds = %218, %217
  %220 = sub nsw i32 %214, %76
  %221 = select i1 %215, i32 0, i32 %220
  %222 = tail call ptr @memset(ptr noundef %2, i32 noundef 0, i64 noundef 16) #8
  %223 = sub nsw i32 %214, %221
  %224 = sext i32 %223 to i64
  %225 = call ptr @memcpy(ptr noundef %2, ptr noundef nonnull %4, i64 noundef %224) #8
  %226 = getelementptr inbounds i8, ptr %2, i64 16
  %227 = sext i32 %221 to i64
  %228 = sub nsw i64 0, %227
  %229 = getelementptr inbounds i8, ptr %226, i64 %228
  %230 = sext i32 %214 to i64
  %231 = getelementptr inbounds i8, ptr %4, i64 %230
  %232 = getelementptr inbounds i8, ptr %231, i64 %228
  %233 = call ptr @memcpy(ptr noundef nonnull %229, ptr noundef nonnull %232, i64 noundef %227) #8
  br label %234

234:                                              ; preds = %209, %79, %63, %217, %218, %219
  %235 = phi i32 [ 1, %219 ], [ 0, %63 ], [ 0, %218 ], [ 0, %217 ], [ 0, %79 ], [ 0, %209 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #7
  br label %238

236:                                              ; preds = %3
  %237 = tail call ptr @__errno_location() #8
  store i32 97, ptr %237, align 4
  br label %238

238:                                              ; preds = %236, %234, %58
  %239 = phi i32 [ %59, %58 ], [ %235, %234 ], [ -1, %236 ]
  ret i32 %239
}

declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #5

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nobuiltin "no-builtins" }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin nounwind "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !6}
!8 = !{ptr @print_v4, ptr @print_v6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !5, !6}
!15 = distinct !{!15, !5, !6}
!16 = distinct !{!16, !5, !6}
