source_filename = "walk.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.stat = type { i64, i64, i64, i32, i32, i32, i32, [14 x i64] }
%struct.FTW = type { i32, i32 }

@.str = private unnamed_addr constant [2 x i8] c".\00", align 1
@.str.1 = private unnamed_addr constant [3 x i8] c"..\00", align 1

@ftw64 = weak dso_local alias i32 (ptr, ptr, i32), ptr @ftw
@nftw64 = weak dso_local alias i32 (ptr, ptr, i32, i32), ptr @nftw
@scandir64 = weak dso_local alias i32 (ptr, ptr, ptr, ptr), ptr @scandir
@alphasort64 = weak dso_local alias i32 (ptr, ptr), ptr @alphasort

; Function Attrs: nounwind
define weak dso_local i32 @ftw(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = tail call fastcc i32 @start(ptr noundef %0, ptr noundef %1, ptr noundef null, i32 noundef 0) #3
  ret i32 %4
}

; Function Attrs: nounwind
define internal fastcc i32 @start(ptr noundef %0, ptr noundef %1, ptr noundef %2, i32 noundef %3) unnamed_addr #0 {
  %5 = alloca %struct.stat, align 8
  %6 = tail call i64 @strlen(ptr noundef %0) #4
  %7 = tail call ptr @malloc(i64 noundef 4120) #4
  call void @llvm.lifetime.start.p0(i64 152, ptr nonnull %5) #5
  %8 = icmp eq ptr %7, null
  %9 = icmp eq i64 %6, 0
  %10 = add i64 %6, -4095
  %11 = icmp ult i64 %10, -4097
  %12 = or i1 %9, %11
  %13 = select i1 %8, i1 true, i1 %12
  br i1 %13, label %17, label %14

14:                                               ; preds = %4
  %15 = call i32 @lstat(ptr noundef %0, ptr noundef nonnull %5) #4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %18, label %17

17:                                               ; preds = %14, %4
  call void @free(ptr noundef %7) #4
  br label %25

18:                                               ; preds = %14
  store ptr %1, ptr %7, align 8
  %19 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr %2, ptr %19, align 8
  %20 = getelementptr inbounds i8, ptr %7, i64 16
  store i32 %3, ptr %20, align 8
  %21 = getelementptr inbounds i8, ptr %7, i64 20
  %22 = add i64 %6, 1
  %23 = call ptr @memcpy(ptr noundef nonnull %21, ptr noundef %0, i64 noundef %22) #4
  %24 = call fastcc i32 @walk_path(ptr noundef nonnull %7, i64 noundef %6, i32 noundef 0) #3
  call void @free(ptr noundef nonnull %7) #4
  br label %25

25:                                               ; preds = %18, %17
  %26 = phi i32 [ -1, %17 ], [ %24, %18 ]
  call void @llvm.lifetime.end.p0(i64 152, ptr nonnull %5) #5
  ret i32 %26
}

; Function Attrs: nounwind
define weak dso_local i32 @nftw(ptr noundef %0, ptr noundef %1, i32 noundef %2, i32 noundef %3) #0 {
  %5 = tail call fastcc i32 @start(ptr noundef %0, ptr noundef null, ptr noundef %1, i32 noundef %3) #3
  ret i32 %5
}

; Function Attrs: nounwind
define weak dso_local i32 @alphasort(ptr noundef %0, ptr noundef %1) #0 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 19
  %5 = load ptr, ptr %1, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 19
  %7 = tail call i32 @strcmp(ptr noundef nonnull %4, ptr noundef nonnull %6) #4
  ret i32 %7
}

declare i32 @strcmp(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak dso_local i32 @scandir(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) #0 {
  %5 = tail call ptr @opendir(ptr noundef %0) #4
  %6 = icmp eq ptr %5, null
  br i1 %6, label %35, label %7

7:                                                ; preds = %4
  %8 = icmp eq ptr %2, null
  br label %9

9:                                                ; preds = %7, %19
  %10 = phi i64 [ 0, %7 ], [ %20, %19 ]
  %11 = phi ptr [ null, %7 ], [ %22, %19 ]
  br label %12

12:                                               ; preds = %9, %16
  %13 = tail call ptr @readdir(ptr noundef nonnull %5) #4
  %14 = icmp eq ptr %13, null
  br i1 %14, label %26, label %15

15:                                               ; preds = %12
  br i1 %8, label %19, label %16

16:                                               ; preds = %15
  %17 = tail call i32 %2(ptr noundef nonnull %13) #4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %12, label %19, !llvm.loop !4

19:                                               ; preds = %16, %15
  %20 = add nuw nsw i64 %10, 1
  %21 = shl nuw nsw i64 %20, 3
  %22 = tail call ptr @realloc(ptr noundef %11, i64 noundef %21) #4
  %23 = tail call ptr @malloc(i64 noundef 280) #4
  %24 = getelementptr inbounds ptr, ptr %22, i64 %10
  store ptr %23, ptr %24, align 8
  %25 = tail call ptr @memcpy(ptr noundef %23, ptr noundef nonnull %13, i64 noundef 280) #4
  br label %9, !llvm.loop !4

26:                                               ; preds = %12
  %27 = trunc nuw nsw i64 %10 to i32
  %28 = tail call i32 @closedir(ptr noundef nonnull %5) #4
  %29 = icmp ne ptr %3, null
  %30 = icmp ne i64 %10, 0
  %31 = and i1 %29, %30
  br i1 %31, label %32, label %34

32:                                               ; preds = %26
  %33 = and i64 %10, 4294967295
  tail call void @qsort(ptr noundef %11, i64 noundef %33, i64 noundef 8, ptr noundef nonnull %3) #4
  br label %34

34:                                               ; preds = %32, %26
  store ptr %11, ptr %1, align 8
  br label %35

35:                                               ; preds = %4, %34
  %36 = phi i32 [ %27, %34 ], [ -1, %4 ]
  ret i32 %36
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare ptr @opendir(ptr noundef) local_unnamed_addr #1

declare ptr @readdir(ptr noundef) local_unnamed_addr #1

declare ptr @realloc(ptr noundef, i64 noundef) local_unnamed_addr #1

declare ptr @malloc(i64 noundef) local_unnamed_addr #1

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

declare i32 @closedir(ptr noundef) local_unnamed_addr #1

declare void @qsort(ptr noundef, i64 noundef, i64 noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

declare i64 @strlen(ptr noundef) local_unnamed_addr #1

declare i32 @lstat(ptr noundef, ptr noundef) local_unnamed_addr #1

declare void @free(ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define internal fastcc i32 @walk_path(ptr noundef %0, i64 noundef %1, i32 noundef %2) unnamed_addr #0 {
  %4 = alloca %struct.FTW, align 4
  %5 = alloca %struct.FTW, align 4
  %6 = alloca %struct.FTW, align 4
  %7 = alloca %struct.FTW, align 4
  %8 = alloca %struct.FTW, align 4
  %9 = alloca %struct.stat, align 8
  call void @llvm.lifetime.start.p0(i64 152, ptr nonnull %9) #5
  %10 = getelementptr inbounds i8, ptr %0, i64 16
  %11 = load i32, ptr %10, align 8
  %12 = and i32 %11, 1
  %13 = icmp eq i32 %12, 0
  %14 = getelementptr inbounds i8, ptr %0, i64 20
  br i1 %13, label %17, label %15

15:                                               ; preds = %3
  %16 = call i32 @lstat(ptr noundef nonnull %14, ptr noundef nonnull %9) #4
  br label %19

17:                                               ; preds = %3
  %18 = call i32 @stat(ptr noundef nonnull %14, ptr noundef nonnull %9) #4
  br label %19

19:                                               ; preds = %17, %15
  %20 = phi i32 [ %16, %15 ], [ %18, %17 ]
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %50, label %22

22:                                               ; preds = %19
  %23 = load ptr, ptr %0, align 8
  %24 = icmp eq ptr %23, null
  br i1 %24, label %28, label %25

25:                                               ; preds = %22
  %26 = getelementptr inbounds i8, ptr %0, i64 20
  %27 = call i32 %23(ptr noundef nonnull %26, ptr noundef nonnull %9, i32 noundef 3) #4
  br label %223

28:                                               ; preds = %22
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #5
  store i32 0, ptr %8, align 4
  %29 = getelementptr inbounds i8, ptr %8, i64 4
  store i32 %2, ptr %29, align 4
  %30 = getelementptr inbounds i8, ptr %0, i64 20
  br label %31

31:                                               ; preds = %47, %28
  %32 = phi i64 [ %49, %47 ], [ 0, %28 ]
  %33 = phi i32 [ %48, %47 ], [ 0, %28 ]
  %34 = getelementptr inbounds [4096 x i8], ptr %30, i64 0, i64 %32
  %35 = load i8, ptr %34, align 1
  switch i8 %35, label %47 [
    i8 0, label %36
    i8 47, label %40
  ]

36:                                               ; preds = %31
  store i32 %33, ptr %8, align 4
  %37 = getelementptr inbounds i8, ptr %0, i64 8
  %38 = load ptr, ptr %37, align 8
  %39 = call i32 %38(ptr noundef nonnull %30, ptr noundef nonnull %9, i32 noundef 3, ptr noundef nonnull %8) #4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #5
  br label %223

40:                                               ; preds = %31
  %41 = add nuw nsw i64 %32, 1
  %42 = getelementptr inbounds [4096 x i8], ptr %30, i64 0, i64 %41
  %43 = load i8, ptr %42, align 1
  %44 = icmp eq i8 %43, 0
  %45 = trunc nuw i64 %41 to i32
  %46 = select i1 %44, i32 %33, i32 %45
  br label %47

47:                                               ; preds = %40, %31
  %48 = phi i32 [ %33, %31 ], [ %46, %40 ]
  %49 = add nuw nsw i64 %32, 1
  br label %31, !llvm.loop !7

50:                                               ; preds = %19
  %51 = getelementptr inbounds i8, ptr %9, i64 24
  %52 = load i32, ptr %51, align 8
  %53 = and i32 %52, 61440
  %54 = icmp eq i32 %53, 16384
  br i1 %54, label %55, label %193

55:                                               ; preds = %50
  %56 = load i32, ptr %10, align 8
  %57 = getelementptr inbounds i8, ptr %0, i64 20
  %58 = call ptr @opendir(ptr noundef nonnull %57) #4
  %59 = icmp eq ptr %58, null
  br i1 %59, label %60, label %86

60:                                               ; preds = %55
  %61 = load ptr, ptr %0, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %65, label %63

63:                                               ; preds = %60
  %64 = call i32 %61(ptr noundef nonnull %57, ptr noundef nonnull %9, i32 noundef 2) #4
  br label %223

65:                                               ; preds = %60
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #5
  store i32 0, ptr %4, align 4
  %66 = getelementptr inbounds i8, ptr %4, i64 4
  store i32 %2, ptr %66, align 4
  br label %67

67:                                               ; preds = %83, %65
  %68 = phi i64 [ %85, %83 ], [ 0, %65 ]
  %69 = phi i32 [ %84, %83 ], [ 0, %65 ]
  %70 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %68
  %71 = load i8, ptr %70, align 1
  switch i8 %71, label %83 [
    i8 0, label %72
    i8 47, label %76
  ]

72:                                               ; preds = %67
  store i32 %69, ptr %4, align 4
  %73 = getelementptr inbounds i8, ptr %0, i64 8
  %74 = load ptr, ptr %73, align 8
  %75 = call i32 %74(ptr noundef nonnull %57, ptr noundef nonnull %9, i32 noundef 2, ptr noundef nonnull %4) #4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #5
  br label %223

76:                                               ; preds = %67
  %77 = add nuw nsw i64 %68, 1
  %78 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %77
  %79 = load i8, ptr %78, align 1
  %80 = icmp eq i8 %79, 0
  %81 = trunc nuw i64 %77 to i32
  %82 = select i1 %80, i32 %69, i32 %81
  br label %83

83:                                               ; preds = %76, %67
  %84 = phi i32 [ %69, %67 ], [ %82, %76 ]
  %85 = add nuw nsw i64 %68, 1
  br label %67, !llvm.loop !7

86:                                               ; preds = %55
  %87 = and i32 %56, 8
  %88 = icmp ne i32 %87, 0
  br i1 %88, label %115, label %89

89:                                               ; preds = %86
  %90 = load ptr, ptr %0, align 8
  %91 = icmp eq ptr %90, null
  br i1 %91, label %94, label %92

92:                                               ; preds = %89
  %93 = call i32 %90(ptr noundef nonnull %57, ptr noundef nonnull %9, i32 noundef 1) #4
  br label %115

94:                                               ; preds = %89
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #5
  store i32 0, ptr %5, align 4
  %95 = getelementptr inbounds i8, ptr %5, i64 4
  store i32 %2, ptr %95, align 4
  br label %96

96:                                               ; preds = %112, %94
  %97 = phi i64 [ %114, %112 ], [ 0, %94 ]
  %98 = phi i32 [ %113, %112 ], [ 0, %94 ]
  %99 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %97
  %100 = load i8, ptr %99, align 1
  switch i8 %100, label %112 [
    i8 0, label %101
    i8 47, label %105
  ]

101:                                              ; preds = %96
  store i32 %98, ptr %5, align 4
  %102 = getelementptr inbounds i8, ptr %0, i64 8
  %103 = load ptr, ptr %102, align 8
  %104 = call i32 %103(ptr noundef nonnull %57, ptr noundef nonnull %9, i32 noundef 1, ptr noundef nonnull %5) #4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #5
  br label %115

105:                                              ; preds = %96
  %106 = add nuw nsw i64 %97, 1
  %107 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %106
  %108 = load i8, ptr %107, align 1
  %109 = icmp eq i8 %108, 0
  %110 = trunc nuw i64 %106 to i32
  %111 = select i1 %109, i32 %98, i32 %110
  br label %112

112:                                              ; preds = %105, %96
  %113 = phi i32 [ %98, %96 ], [ %111, %105 ]
  %114 = add nuw nsw i64 %97, 1
  br label %96, !llvm.loop !7

115:                                              ; preds = %101, %92, %86
  %116 = phi i32 [ 0, %86 ], [ %93, %92 ], [ %104, %101 ]
  %117 = icmp eq i32 %116, 0
  br i1 %117, label %118, label %161

118:                                              ; preds = %115
  %119 = add i64 %1, -1
  %120 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %119
  %121 = load i8, ptr %120, align 1
  %122 = icmp eq i8 %121, 47
  br i1 %122, label %126, label %123

123:                                              ; preds = %118
  %124 = add i64 %1, 1
  %125 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %1
  store i8 47, ptr %125, align 1
  br label %126

126:                                              ; preds = %123, %118
  %127 = phi i64 [ %124, %123 ], [ %1, %118 ]
  %128 = getelementptr inbounds i8, ptr %57, i64 %127
  %129 = add nsw i32 %2, 1
  br label %130

130:                                              ; preds = %157, %126
  %131 = phi i32 [ %159, %157 ], [ undef, %126 ]
  %132 = call ptr @readdir(ptr noundef nonnull %58) #4
  %133 = icmp eq ptr %132, null
  br i1 %133, label %161, label %134

134:                                              ; preds = %130, %142
  %135 = phi ptr [ %143, %142 ], [ %132, %130 ]
  %136 = getelementptr inbounds i8, ptr %135, i64 19
  %137 = call i32 @strcmp(ptr noundef nonnull %136, ptr noundef nonnull @.str) #4
  %138 = icmp eq i32 %137, 0
  br i1 %138, label %142, label %139

139:                                              ; preds = %134
  %140 = call i32 @strcmp(ptr noundef nonnull %136, ptr noundef nonnull @.str.1) #4
  %141 = icmp eq i32 %140, 0
  br i1 %141, label %142, label %145

142:                                              ; preds = %139, %134
  %143 = call ptr @readdir(ptr noundef nonnull %58) #4
  %144 = icmp eq ptr %143, null
  br i1 %144, label %161, label %134, !llvm.loop !8

145:                                              ; preds = %139
  %146 = call i64 @strlen(ptr noundef nonnull %136) #4
  %147 = add i64 %146, %127
  %148 = add i64 %147, -4095
  %149 = icmp ult i64 %148, -4097
  br i1 %149, label %157, label %150

150:                                              ; preds = %145
  %151 = add i64 %146, 1
  %152 = call ptr @memcpy(ptr noundef nonnull %128, ptr noundef nonnull %136, i64 noundef %151) #4
  %153 = call fastcc i32 @walk_path(ptr noundef %0, i64 noundef %147, i32 noundef %129) #3
  %154 = icmp ne i32 %153, 0
  %155 = zext i1 %154 to i32
  %156 = select i1 %154, i32 %153, i32 %131
  br label %157

157:                                              ; preds = %150, %145
  %158 = phi i32 [ %155, %150 ], [ 1, %145 ]
  %159 = phi i32 [ %156, %150 ], [ -1, %145 ]
  %160 = icmp eq i32 %158, 0
  br i1 %160, label %130, label %161, !llvm.loop !8

161:                                              ; preds = %130, %157, %142, %115
  %162 = phi i32 [ %116, %115 ], [ 0, %142 ], [ %159, %157 ], [ 0, %130 ]
  %163 = call i32 @closedir(ptr noundef nonnull %58) #4
  %164 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %1
  store i8 0, ptr %164, align 1
  %165 = icmp eq i32 %162, 0
  %166 = and i1 %88, %165
  br i1 %166, label %167, label %223

167:                                              ; preds = %161
  %168 = load ptr, ptr %0, align 8
  %169 = icmp eq ptr %168, null
  br i1 %169, label %172, label %170

170:                                              ; preds = %167
  %171 = call i32 %168(ptr noundef nonnull %57, ptr noundef nonnull %9, i32 noundef 5) #4
  br label %223

172:                                              ; preds = %167
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #5
  store i32 0, ptr %6, align 4
  %173 = getelementptr inbounds i8, ptr %6, i64 4
  store i32 %2, ptr %173, align 4
  br label %174

174:                                              ; preds = %190, %172
  %175 = phi i64 [ %192, %190 ], [ 0, %172 ]
  %176 = phi i32 [ %191, %190 ], [ 0, %172 ]
  %177 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %175
  %178 = load i8, ptr %177, align 1
  switch i8 %178, label %190 [
    i8 0, label %179
    i8 47, label %183
  ]

179:                                              ; preds = %174
  store i32 %176, ptr %6, align 4
  %180 = getelementptr inbounds i8, ptr %0, i64 8
  %181 = load ptr, ptr %180, align 8
  %182 = call i32 %181(ptr noundef nonnull %57, ptr noundef nonnull %9, i32 noundef 5, ptr noundef nonnull %6) #4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #5
  br label %223

183:                                              ; preds = %174
  %184 = add nuw nsw i64 %175, 1
  %185 = getelementptr inbounds [4096 x i8], ptr %57, i64 0, i64 %184
  %186 = load i8, ptr %185, align 1
  %187 = icmp eq i8 %186, 0
  %188 = trunc nuw i64 %184 to i32
  %189 = select i1 %187, i32 %176, i32 %188
  br label %190

190:                                              ; preds = %183, %174
  %191 = phi i32 [ %176, %174 ], [ %189, %183 ]
  %192 = add nuw nsw i64 %175, 1
  br label %174, !llvm.loop !7

193:                                              ; preds = %50
  %194 = icmp eq i32 %53, 40960
  %195 = select i1 %194, i32 4, i32 0
  %196 = load ptr, ptr %0, align 8
  %197 = icmp eq ptr %196, null
  br i1 %197, label %201, label %198

198:                                              ; preds = %193
  %199 = getelementptr inbounds i8, ptr %0, i64 20
  %200 = call i32 %196(ptr noundef nonnull %199, ptr noundef nonnull %9, i32 noundef %195) #4
  br label %223

201:                                              ; preds = %193
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #5
  store i32 0, ptr %7, align 4
  %202 = getelementptr inbounds i8, ptr %7, i64 4
  store i32 %2, ptr %202, align 4
  %203 = getelementptr inbounds i8, ptr %0, i64 20
  br label %204

204:                                              ; preds = %220, %201
  %205 = phi i64 [ %222, %220 ], [ 0, %201 ]
  %206 = phi i32 [ %221, %220 ], [ 0, %201 ]
  %207 = getelementptr inbounds [4096 x i8], ptr %203, i64 0, i64 %205
  %208 = load i8, ptr %207, align 1
  switch i8 %208, label %220 [
    i8 0, label %209
    i8 47, label %213
  ]

209:                                              ; preds = %204
  store i32 %206, ptr %7, align 4
  %210 = getelementptr inbounds i8, ptr %0, i64 8
  %211 = load ptr, ptr %210, align 8
  %212 = call i32 %211(ptr noundef nonnull %203, ptr noundef nonnull %9, i32 noundef %195, ptr noundef nonnull %7) #4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #5
  br label %223

213:                                              ; preds = %204
  %214 = add nuw nsw i64 %205, 1
  %215 = getelementptr inbounds [4096 x i8], ptr %203, i64 0, i64 %214
  %216 = load i8, ptr %215, align 1
  %217 = icmp eq i8 %216, 0
  %218 = trunc nuw i64 %214 to i32
  %219 = select i1 %217, i32 %206, i32 %218
  br label %220

220:                                              ; preds = %213, %204
  %221 = phi i32 [ %206, %204 ], [ %219, %213 ]
  %222 = add nuw nsw i64 %205, 1
  br label %204, !llvm.loop !7

223:                                              ; preds = %209, %198, %161, %63, %72, %170, %179, %36, %25
  %224 = phi i32 [ %27, %25 ], [ %39, %36 ], [ %162, %161 ], [ %64, %63 ], [ %75, %72 ], [ %171, %170 ], [ %182, %179 ], [ %200, %198 ], [ %212, %209 ]
  call void @llvm.lifetime.end.p0(i64 152, ptr nonnull %9) #5
  ret i32 %224
}

declare i32 @stat(ptr noundef, ptr noundef) local_unnamed_addr #1

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nobuiltin "no-builtins" }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nounwind }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
