; ModuleID = 'tests/programs/instructions/atomics_16.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { ptr, i32 }

@nodes = internal global [3 x [20 x %struct.node]] zeroinitializer, align 16
@head = internal global i128 0, align 16
@.str = private unnamed_addr constant [30 x i8] c"%d nodes, sum %d, version %d\0A\00", align 1
@wide = internal global i128 0, align 16
@.str.1 = private unnamed_addr constant [7 x i8] c"loaded\00", align 1
@.str.2 = private unnamed_addr constant [10 x i8] c"exchanged\00", align 1
@.str.3 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@.str.4 = private unnamed_addr constant [9 x i8] c"expected\00", align 1
@.str.5 = private unnamed_addr constant [7 x i8] c"stored\00", align 1
@.str.6 = private unnamed_addr constant [5 x i8] c"sync\00", align 1
@.str.7 = private unnamed_addr constant [5 x i8] c"kept\00", align 1
@.str.8 = private unnamed_addr constant [14 x i8] c"%s %llx:%llx\0A\00", align 1

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca [3 x i64], align 16
  store atomic i128 92233720368547758086, ptr @wide seq_cst, align 16
  %2 = load atomic i128, ptr @wide seq_cst, align 16
  %3 = trunc i128 %2 to i64
  %4 = lshr i128 %2, 64
  %5 = trunc nuw i128 %4 to i64
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.1, i64 noundef %5, i64 noundef %3)
  %7 = atomicrmw xchg ptr @wide, i128 129127208515966861312 seq_cst, align 16
  %8 = trunc i128 %7 to i64
  %9 = lshr i128 %7, 64
  %10 = trunc nuw i128 %9 to i64
  %11 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.2, i64 noundef %10, i64 noundef %8)
  %12 = cmpxchg ptr @wide, i128 1, i128 %7 seq_cst seq_cst, align 16
  %13 = extractvalue { i128, i1 } %12, 1
  %14 = extractvalue { i128, i1 } %12, 0
  %15 = zext i1 %13 to i32
  %16 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %15)
  %17 = trunc i128 %14 to i64
  %18 = lshr i128 %14, 64
  %19 = trunc nuw i128 %18 to i64
  %20 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.4, i64 noundef %19, i64 noundef %17)
  %21 = cmpxchg ptr @wide, i128 %14, i128 %7 acq_rel acquire, align 16
  %22 = extractvalue { i128, i1 } %21, 1
  %23 = zext i1 %22 to i32
  %24 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %23)
  %25 = load i128, ptr @wide, align 16, !tbaa !5
  %26 = trunc i128 %25 to i64
  %27 = lshr i128 %25, 64
  %28 = trunc nuw i128 %27 to i64
  %29 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.5, i64 noundef %28, i64 noundef %26)
  %30 = cmpxchg ptr @wide, i128 %7, i128 202914184810805067788 seq_cst seq_cst, align 16
  %31 = extractvalue { i128, i1 } %30, 0
  %32 = trunc i128 %31 to i64
  %33 = lshr i128 %31, 64
  %34 = trunc nuw i128 %33 to i64
  %35 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.6, i64 noundef %34, i64 noundef %32)
  %36 = cmpxchg ptr @wide, i128 %7, i128 0 seq_cst seq_cst, align 16
  %37 = extractvalue { i128, i1 } %36, 1
  %38 = zext i1 %37 to i32
  %39 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %38)
  %40 = load i128, ptr @wide, align 16, !tbaa !5
  %41 = trunc i128 %40 to i64
  %42 = lshr i128 %40, 64
  %43 = trunc nuw i128 %42 to i64
  %44 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.7, i64 noundef %43, i64 noundef %41)
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %1) #6
  br label %45

45:                                               ; preds = %0, %45
  %46 = phi i64 [ 0, %0 ], [ %110, %45 ]
  %47 = mul nuw nsw i64 %46, 100
  %48 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 0, i32 1
  %49 = trunc nuw nsw i64 %47 to i32
  store i32 %49, ptr %48, align 8, !tbaa !9
  %50 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 1, i32 1
  %51 = trunc i64 %47 to i32
  %52 = or disjoint i32 %51, 1
  store i32 %52, ptr %50, align 8, !tbaa !9
  %53 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 2, i32 1
  %54 = trunc i64 %47 to i32
  %55 = or disjoint i32 %54, 2
  store i32 %55, ptr %53, align 8, !tbaa !9
  %56 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 3, i32 1
  %57 = trunc i64 %47 to i32
  %58 = or disjoint i32 %57, 3
  store i32 %58, ptr %56, align 8, !tbaa !9
  %59 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 4, i32 1
  %60 = trunc i64 %47 to i32
  %61 = add i32 %60, 4
  store i32 %61, ptr %59, align 8, !tbaa !9
  %62 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 5, i32 1
  %63 = trunc i64 %47 to i32
  %64 = add i32 %63, 5
  store i32 %64, ptr %62, align 8, !tbaa !9
  %65 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 6, i32 1
  %66 = trunc i64 %47 to i32
  %67 = add i32 %66, 6
  store i32 %67, ptr %65, align 8, !tbaa !9
  %68 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 7, i32 1
  %69 = trunc i64 %47 to i32
  %70 = add i32 %69, 7
  store i32 %70, ptr %68, align 8, !tbaa !9
  %71 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 8, i32 1
  %72 = trunc i64 %47 to i32
  %73 = add i32 %72, 8
  store i32 %73, ptr %71, align 8, !tbaa !9
  %74 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 9, i32 1
  %75 = trunc i64 %47 to i32
  %76 = add i32 %75, 9
  store i32 %76, ptr %74, align 8, !tbaa !9
  %77 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 10, i32 1
  %78 = trunc i64 %47 to i32
  %79 = add i32 %78, 10
  store i32 %79, ptr %77, align 8, !tbaa !9
  %80 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 11, i32 1
  %81 = trunc i64 %47 to i32
  %82 = add i32 %81, 11
  store i32 %82, ptr %80, align 8, !tbaa !9
  %83 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 12, i32 1
  %84 = trunc i64 %47 to i32
  %85 = add i32 %84, 12
  store i32 %85, ptr %83, align 8, !tbaa !9
  %86 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 13, i32 1
  %87 = trunc i64 %47 to i32
  %88 = add i32 %87, 13
  store i32 %88, ptr %86, align 8, !tbaa !9
  %89 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 14, i32 1
  %90 = trunc i64 %47 to i32
  %91 = add i32 %90, 14
  store i32 %91, ptr %89, align 8, !tbaa !9
  %92 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 15, i32 1
  %93 = trunc i64 %47 to i32
  %94 = add i32 %93, 15
  store i32 %94, ptr %92, align 8, !tbaa !9
  %95 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 16, i32 1
  %96 = trunc i64 %47 to i32
  %97 = add i32 %96, 16
  store i32 %97, ptr %95, align 8, !tbaa !9
  %98 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 17, i32 1
  %99 = trunc i64 %47 to i32
  %100 = add i32 %99, 17
  store i32 %100, ptr %98, align 8, !tbaa !9
  %101 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 18, i32 1
  %102 = trunc i64 %47 to i32
  %103 = add i32 %102, 18
  store i32 %103, ptr %101, align 8, !tbaa !9
  %104 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46, i64 19, i32 1
  %105 = trunc i64 %47 to i32
  %106 = add i32 %105, 19
  store i32 %106, ptr %104, align 8, !tbaa !9
  %107 = getelementptr inbounds [3 x i64], ptr %1, i64 0, i64 %46
  %108 = getelementptr inbounds [3 x [20 x %struct.node]], ptr @nodes, i64 0, i64 %46
  %109 = call i32 @pthread_create(ptr noundef nonnull %107, ptr noundef null, ptr noundef nonnull @pusher, ptr noundef nonnull %108) #6
  %110 = add nuw nsw i64 %46, 1
  %111 = icmp eq i64 %110, 3
  br i1 %111, label %112, label %45, !llvm.loop !13

112:                                              ; preds = %45
  %113 = load i64, ptr %1, align 16, !tbaa !15
  %114 = call i32 @pthread_join(i64 noundef %113, ptr noundef null) #6
  %115 = getelementptr inbounds i8, ptr %1, i64 8
  %116 = load i64, ptr %115, align 8, !tbaa !15
  %117 = call i32 @pthread_join(i64 noundef %116, ptr noundef null) #6
  %118 = getelementptr inbounds i8, ptr %1, i64 16
  %119 = load i64, ptr %118, align 16, !tbaa !15
  %120 = call i32 @pthread_join(i64 noundef %119, ptr noundef null) #6
  %121 = load i128, ptr @head, align 16, !tbaa !5
  %122 = trunc i128 %121 to i64
  %123 = icmp eq i64 %122, 0
  br i1 %123, label %126, label %124

124:                                              ; preds = %112
  %125 = inttoptr i64 %122 to ptr
  br label %132

126:                                              ; preds = %132, %112
  %127 = phi i32 [ 0, %112 ], [ %136, %132 ]
  %128 = phi i32 [ 0, %112 ], [ %139, %132 ]
  %129 = lshr i128 %121, 64
  %130 = trunc i128 %129 to i32
  %131 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %127, i32 noundef %128, i32 noundef %130)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %1) #6
  ret i32 0

132:                                              ; preds = %124, %132
  %133 = phi ptr [ %140, %132 ], [ %125, %124 ]
  %134 = phi i32 [ %139, %132 ], [ 0, %124 ]
  %135 = phi i32 [ %136, %132 ], [ 0, %124 ]
  %136 = add nuw nsw i32 %135, 1
  %137 = getelementptr inbounds i8, ptr %133, i64 8
  %138 = load i32, ptr %137, align 8, !tbaa !9
  %139 = add nsw i32 %138, %134
  %140 = load ptr, ptr %133, align 8, !tbaa !17
  %141 = icmp eq ptr %140, null
  br i1 %141, label %126, label %132, !llvm.loop !18
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nofree norecurse nounwind memory(readwrite, argmem: write, inaccessiblemem: none) uwtable
define internal noalias noundef ptr @pusher(ptr noundef %0) #3 {
  br label %3

2:                                                ; preds = %20
  ret ptr null

3:                                                ; preds = %1, %20
  %4 = phi i64 [ 0, %1 ], [ %21, %20 ]
  %5 = getelementptr inbounds %struct.node, ptr %0, i64 %4
  %6 = ptrtoint ptr %5 to i64
  %7 = zext i64 %6 to i128
  br label %8

8:                                                ; preds = %8, %3
  %9 = load atomic i128, ptr @head seq_cst, align 16
  %10 = trunc i128 %9 to i64
  %11 = lshr i128 %9, 64
  %12 = trunc nuw i128 %11 to i64
  %13 = inttoptr i64 %10 to ptr
  store ptr %13, ptr %5, align 8, !tbaa !17
  %14 = add i64 %12, 1
  %15 = zext i64 %14 to i128
  %16 = shl nuw i128 %15, 64
  %17 = or disjoint i128 %16, %7
  %18 = cmpxchg ptr @head, i128 %9, i128 %17 seq_cst seq_cst, align 16
  %19 = extractvalue { i128, i1 } %18, 1
  br i1 %19, label %20, label %8, !llvm.loop !19

20:                                               ; preds = %8
  %21 = add nuw nsw i64 %4, 1
  %22 = icmp eq i64 %21, 20
  br i1 %22, label %2, label %3, !llvm.loop !20
}

declare i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #5

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree norecurse nounwind memory(readwrite, argmem: write, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!5 = !{!6, !6, i64 0}
!6 = !{!"__int128", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !12, i64 8}
!10 = !{!"node", !11, i64 0, !12, i64 8}
!11 = !{!"any pointer", !7, i64 0}
!12 = !{!"int", !7, i64 0}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!16, !16, i64 0}
!16 = !{!"long", !7, i64 0}
!17 = !{!10, !11, i64 0}
!18 = distinct !{!18, !14}
!19 = distinct !{!19, !14}
!20 = distinct !{!20, !14}
