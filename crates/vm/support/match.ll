source_filename = "match.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.anon = type { ptr, i32 }
%struct.stat = type { i64, i64, i64, i32, i32, i32, i32, [14 x i64] }

@.str = private unnamed_addr constant [6 x i8] c"alpha\00", align 1
@.str.1 = private unnamed_addr constant [6 x i8] c"digit\00", align 1
@.str.2 = private unnamed_addr constant [6 x i8] c"alnum\00", align 1
@.str.3 = private unnamed_addr constant [6 x i8] c"lower\00", align 1
@.str.4 = private unnamed_addr constant [6 x i8] c"upper\00", align 1
@.str.5 = private unnamed_addr constant [6 x i8] c"space\00", align 1
@.str.6 = private unnamed_addr constant [6 x i8] c"blank\00", align 1
@.str.7 = private unnamed_addr constant [6 x i8] c"punct\00", align 1
@.str.8 = private unnamed_addr constant [6 x i8] c"print\00", align 1
@.str.9 = private unnamed_addr constant [6 x i8] c"graph\00", align 1
@.str.10 = private unnamed_addr constant [6 x i8] c"cntrl\00", align 1
@.str.11 = private unnamed_addr constant [7 x i8] c"xdigit\00", align 1
@.str.12 = private unnamed_addr constant [2 x i8] c".\00", align 1
@.str.13 = private unnamed_addr constant [2 x i8] c"/\00", align 1

; Function Attrs: nounwind
define weak dso_local i32 @fnmatch(ptr noundef %0, ptr noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc i32 @match(ptr noundef %0, ptr noundef %1, ptr noundef %1, i32 noundef %2) #3
  ret i32 %4
}

; Function Attrs: nounwind
define internal fastcc i32 @match(ptr noundef %0, ptr noundef %1, ptr noundef %2, i32 noundef %3) unnamed_addr #0 {
  %5 = alloca [12 x %struct.anon], align 16
  %6 = and i32 %3, 4
  %7 = icmp eq i32 %6, 0
  %8 = and i32 %3, 1
  %9 = icmp ne i32 %8, 0
  %10 = and i32 %3, 1
  %11 = icmp eq i32 %10, 0
  %12 = and i32 %3, 2
  %13 = icmp eq i32 %12, 0
  %14 = and i32 %3, 16
  %15 = icmp ne i32 %14, 0
  %16 = getelementptr inbounds i8, ptr %5, i64 8
  %17 = getelementptr inbounds i8, ptr %5, i64 16
  %18 = getelementptr inbounds i8, ptr %5, i64 24
  %19 = getelementptr inbounds i8, ptr %5, i64 32
  %20 = getelementptr inbounds i8, ptr %5, i64 40
  %21 = getelementptr inbounds i8, ptr %5, i64 48
  %22 = getelementptr inbounds i8, ptr %5, i64 56
  %23 = getelementptr inbounds i8, ptr %5, i64 64
  %24 = getelementptr inbounds i8, ptr %5, i64 72
  %25 = getelementptr inbounds i8, ptr %5, i64 80
  %26 = getelementptr inbounds i8, ptr %5, i64 88
  %27 = getelementptr inbounds i8, ptr %5, i64 96
  %28 = getelementptr inbounds i8, ptr %5, i64 104
  %29 = getelementptr inbounds i8, ptr %5, i64 112
  %30 = getelementptr inbounds i8, ptr %5, i64 120
  %31 = getelementptr inbounds i8, ptr %5, i64 128
  %32 = getelementptr inbounds i8, ptr %5, i64 136
  %33 = getelementptr inbounds i8, ptr %5, i64 144
  %34 = getelementptr inbounds i8, ptr %5, i64 152
  %35 = getelementptr inbounds i8, ptr %5, i64 160
  %36 = getelementptr inbounds i8, ptr %5, i64 168
  %37 = getelementptr inbounds i8, ptr %5, i64 176
  %38 = getelementptr inbounds i8, ptr %5, i64 184
  %39 = and i32 %3, 2
  %40 = icmp eq i32 %39, 0
  %41 = and i32 %3, 8
  %42 = icmp ne i32 %41, 0
  %43 = and i32 %3, 16
  %44 = icmp ne i32 %43, 0
  br label %45

45:                                               ; preds = %298, %4
  %46 = phi ptr [ %1, %4 ], [ %299, %298 ]
  %47 = phi ptr [ %0, %4 ], [ %303, %298 ]
  %48 = phi i32 [ undef, %4 ], [ %302, %298 ]
  %49 = load i8, ptr %46, align 1
  %50 = zext i8 %49 to i32
  %51 = icmp ne i8 %49, 46
  %52 = or i1 %7, %51
  br i1 %52, label %60, label %53

53:                                               ; preds = %45
  %54 = icmp eq ptr %46, %2
  %55 = or i1 %54, %11
  br i1 %55, label %60, label %56

56:                                               ; preds = %53
  %57 = getelementptr inbounds i8, ptr %46, i64 -1
  %58 = load i8, ptr %57, align 1
  %59 = icmp eq i8 %58, 47
  br label %60

60:                                               ; preds = %53, %56, %45
  %61 = phi i1 [ false, %45 ], [ %54, %53 ], [ %59, %56 ]
  %62 = icmp eq i8 %49, 47
  %63 = and i1 %9, %62
  %64 = load i8, ptr %47, align 1
  switch i8 %64, label %279 [
    i8 0, label %65
    i8 63, label %71
    i8 42, label %75
    i8 91, label %92
    i8 92, label %273
  ]

65:                                               ; preds = %60
  %66 = icmp eq i8 %49, 0
  %67 = and i1 %42, %62
  %68 = or i1 %66, %67
  %69 = xor i1 %68, true
  %70 = zext i1 %69 to i32
  br label %298

71:                                               ; preds = %60
  %72 = icmp eq i8 %49, 0
  %73 = select i1 %72, i1 true, i1 %61
  %74 = or i1 %63, %73
  br i1 %74, label %298, label %294

75:                                               ; preds = %60
  br i1 %61, label %298, label %76

76:                                               ; preds = %75, %76
  %77 = phi ptr [ %78, %76 ], [ %47, %75 ]
  %78 = getelementptr inbounds i8, ptr %77, i64 1
  %79 = load i8, ptr %78, align 1
  %80 = icmp eq i8 %79, 42
  br i1 %80, label %76, label %81, !llvm.loop !4

81:                                               ; preds = %76
  %82 = tail call fastcc i32 @match(ptr noundef nonnull %78, ptr noundef nonnull %46, ptr noundef %2, i32 noundef %3) #3
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %298, label %84

84:                                               ; preds = %81, %88
  %85 = phi ptr [ %89, %88 ], [ %46, %81 ]
  %86 = load i8, ptr %85, align 1
  switch i8 %86, label %88 [
    i8 0, label %298
    i8 47, label %87
  ]

87:                                               ; preds = %84
  br i1 %9, label %298, label %88

88:                                               ; preds = %84, %87
  %89 = getelementptr inbounds i8, ptr %85, i64 1
  %90 = tail call fastcc i32 @match(ptr noundef nonnull %78, ptr noundef nonnull %89, ptr noundef %2, i32 noundef %3) #3
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %298, label %84, !llvm.loop !7

92:                                               ; preds = %60
  %93 = getelementptr inbounds i8, ptr %47, i64 1
  %94 = load i8, ptr %93, align 1
  %95 = icmp eq i8 %94, 33
  %96 = icmp eq i8 %94, 94
  %97 = or i1 %95, %96
  %98 = zext i1 %97 to i32
  %99 = zext i1 %97 to i64
  %100 = getelementptr inbounds i8, ptr %93, i64 %99
  %101 = add nsw i32 %50, -65
  %102 = icmp ult i32 %101, 26
  %103 = and i1 %15, %102
  %104 = add nuw nsw i32 %50, 32
  %105 = select i1 %103, i32 %104, i32 %50
  %106 = add nsw i32 %105, -97
  %107 = icmp ult i32 %106, 26
  %108 = zext i1 %107 to i32
  %109 = add nsw i32 %105, -65
  %110 = icmp ult i32 %109, 26
  %111 = zext i1 %110 to i32
  %112 = add nsw i32 %105, -48
  %113 = icmp ult i32 %112, 10
  %114 = zext i1 %113 to i32
  %115 = or i1 %107, %110
  %116 = zext i1 %115 to i32
  %117 = add nsw i32 %105, -33
  %118 = icmp ult i32 %117, 94
  %119 = zext i1 %118 to i32
  %120 = or i1 %113, %115
  %121 = zext i1 %120 to i32
  %122 = icmp eq i32 %105, 32
  %123 = add nsw i32 %105, -9
  %124 = icmp ult i32 %123, 5
  %125 = or i1 %122, %124
  %126 = zext i1 %125 to i32
  %127 = icmp eq i32 %105, 9
  %128 = or i1 %122, %127
  %129 = zext i1 %128 to i32
  %130 = xor i1 %120, true
  %131 = and i1 %118, %130
  %132 = zext i1 %131 to i32
  %133 = add nsw i32 %105, -32
  %134 = icmp ult i32 %133, 95
  %135 = zext i1 %134 to i32
  %136 = icmp ult i32 %105, 32
  %137 = icmp eq i32 %105, 127
  %138 = or i1 %136, %137
  %139 = zext i1 %138 to i32
  %140 = and i32 %105, 479
  %141 = add nsw i32 %140, -65
  %142 = icmp ult i32 %141, 6
  %143 = or i1 %113, %142
  %144 = zext i1 %143 to i32
  br label %145

145:                                              ; preds = %250, %92
  %146 = phi i32 [ 0, %92 ], [ %247, %250 ]
  %147 = phi i1 [ false, %92 ], [ true, %250 ]
  %148 = phi ptr [ %100, %92 ], [ %248, %250 ]
  br i1 %147, label %149, label %152

149:                                              ; preds = %145
  %150 = load i8, ptr %148, align 1
  %151 = icmp eq i8 %150, 93
  br i1 %151, label %251, label %152

152:                                              ; preds = %149, %145
  %153 = load i8, ptr %148, align 1
  %154 = icmp eq i8 %153, 91
  br i1 %154, label %155, label %197

155:                                              ; preds = %152
  %156 = getelementptr inbounds i8, ptr %148, i64 1
  %157 = load i8, ptr %156, align 1
  %158 = icmp eq i8 %157, 58
  br i1 %158, label %159, label %197

159:                                              ; preds = %155
  %160 = getelementptr inbounds i8, ptr %148, i64 2
  br label %161

161:                                              ; preds = %168, %159
  %162 = phi ptr [ %160, %159 ], [ %169, %168 ]
  %163 = load i8, ptr %162, align 1
  switch i8 %163, label %168 [
    i8 0, label %170
    i8 93, label %170
    i8 58, label %164
  ]

164:                                              ; preds = %161
  %165 = getelementptr inbounds i8, ptr %162, i64 1
  %166 = load i8, ptr %165, align 1
  %167 = icmp eq i8 %166, 93
  br i1 %167, label %170, label %168

168:                                              ; preds = %164, %161
  %169 = getelementptr inbounds i8, ptr %162, i64 1
  br label %161, !llvm.loop !8

170:                                              ; preds = %164, %161, %161
  %171 = phi ptr [ %162, %164 ], [ null, %161 ], [ null, %161 ]
  %172 = icmp eq ptr %171, null
  br i1 %172, label %197, label %173

173:                                              ; preds = %170
  %174 = ptrtoint ptr %171 to i64
  %175 = ptrtoint ptr %148 to i64
  %176 = sub i64 %174, %175
  %177 = add nsw i64 %176, -2
  call void @llvm.lifetime.start.p0(i64 192, ptr nonnull %5) #4
  store ptr @.str, ptr %5, align 16
  store i32 %116, ptr %16, align 8
  store ptr @.str.1, ptr %17, align 16
  store i32 %114, ptr %18, align 8
  store ptr @.str.2, ptr %19, align 16
  store i32 %121, ptr %20, align 8
  store ptr @.str.3, ptr %21, align 16
  store i32 %108, ptr %22, align 8
  store ptr @.str.4, ptr %23, align 16
  store i32 %111, ptr %24, align 8
  store ptr @.str.5, ptr %25, align 16
  store i32 %126, ptr %26, align 8
  store ptr @.str.6, ptr %27, align 16
  store i32 %129, ptr %28, align 8
  store ptr @.str.7, ptr %29, align 16
  store i32 %132, ptr %30, align 8
  store ptr @.str.8, ptr %31, align 16
  store i32 %135, ptr %32, align 8
  store ptr @.str.9, ptr %33, align 16
  store i32 %119, ptr %34, align 8
  store ptr @.str.10, ptr %35, align 16
  store i32 %139, ptr %36, align 8
  store ptr @.str.11, ptr %37, align 16
  store i32 %144, ptr %38, align 8
  br label %178

178:                                              ; preds = %190, %173
  %179 = phi i64 [ 0, %173 ], [ %191, %190 ]
  %180 = getelementptr inbounds [12 x %struct.anon], ptr %5, i64 0, i64 %179
  %181 = load ptr, ptr %180, align 16
  %182 = tail call i64 @strlen(ptr noundef %181) #5
  %183 = icmp eq i64 %182, %177
  br i1 %183, label %184, label %190

184:                                              ; preds = %178
  %185 = tail call i32 @strncmp(ptr noundef %181, ptr noundef nonnull %160, i64 noundef %177) #5
  %186 = icmp eq i32 %185, 0
  br i1 %186, label %187, label %190

187:                                              ; preds = %184
  %188 = getelementptr inbounds i8, ptr %180, i64 8
  %189 = load i32, ptr %188, align 8
  br label %193

190:                                              ; preds = %184, %178
  %191 = add nuw nsw i64 %179, 1
  %192 = icmp eq i64 %191, 12
  br i1 %192, label %193, label %178, !llvm.loop !9

193:                                              ; preds = %190, %187
  %194 = phi i32 [ %189, %187 ], [ 0, %190 ]
  call void @llvm.lifetime.end.p0(i64 192, ptr nonnull %5) #4
  %195 = or i32 %194, %146
  %196 = getelementptr inbounds i8, ptr %171, i64 2
  br label %246

197:                                              ; preds = %170, %155, %152
  %198 = icmp eq i8 %153, 92
  %199 = and i1 %40, %198
  br i1 %199, label %200, label %205

200:                                              ; preds = %197
  %201 = getelementptr inbounds i8, ptr %148, i64 1
  %202 = load i8, ptr %201, align 1
  %203 = icmp eq i8 %202, 0
  %204 = select i1 %203, ptr %148, ptr %201
  br label %205

205:                                              ; preds = %200, %197
  %206 = phi ptr [ %148, %197 ], [ %204, %200 ]
  %207 = load i8, ptr %206, align 1
  %208 = icmp eq i8 %207, 0
  br i1 %208, label %246, label %209

209:                                              ; preds = %205
  %210 = getelementptr inbounds i8, ptr %206, i64 1
  %211 = zext i8 %207 to i32
  %212 = add nsw i32 %211, -65
  %213 = icmp ult i32 %212, 26
  %214 = and i1 %15, %213
  %215 = add nuw nsw i32 %211, 32
  %216 = select i1 %214, i32 %215, i32 %211
  %217 = load i8, ptr %210, align 1
  %218 = icmp eq i8 %217, 45
  br i1 %218, label %219, label %238

219:                                              ; preds = %209
  %220 = getelementptr inbounds i8, ptr %206, i64 2
  %221 = load i8, ptr %220, align 1
  switch i8 %221, label %228 [
    i8 0, label %238
    i8 93, label %238
    i8 92, label %222
  ]

222:                                              ; preds = %219
  br i1 %40, label %223, label %228

223:                                              ; preds = %222
  %224 = getelementptr inbounds i8, ptr %206, i64 3
  %225 = load i8, ptr %224, align 1
  %226 = icmp eq i8 %225, 0
  %227 = select i1 %226, ptr %220, ptr %224
  br label %228

228:                                              ; preds = %223, %222, %219
  %229 = phi ptr [ %220, %222 ], [ %220, %219 ], [ %227, %223 ]
  %230 = getelementptr inbounds i8, ptr %229, i64 1
  %231 = load i8, ptr %229, align 1
  %232 = zext i8 %231 to i32
  %233 = add nsw i32 %232, -65
  %234 = icmp ult i32 %233, 26
  %235 = and i1 %15, %234
  %236 = add nuw nsw i32 %232, 32
  %237 = select i1 %235, i32 %236, i32 %232
  br label %238

238:                                              ; preds = %228, %219, %219, %209
  %239 = phi ptr [ %230, %228 ], [ %210, %219 ], [ %210, %209 ], [ %210, %219 ]
  %240 = phi i32 [ %237, %228 ], [ %216, %219 ], [ %216, %209 ], [ %216, %219 ]
  %241 = icmp ule i32 %216, %105
  %242 = icmp ule i32 %105, %240
  %243 = select i1 %241, i1 %242, i1 false
  %244 = zext i1 %243 to i32
  %245 = or i32 %146, %244
  br label %246

246:                                              ; preds = %238, %205, %193
  %247 = phi i32 [ %146, %205 ], [ %245, %238 ], [ %195, %193 ]
  %248 = phi ptr [ %206, %205 ], [ %239, %238 ], [ %196, %193 ]
  %249 = phi i32 [ 1, %205 ], [ 0, %238 ], [ 4, %193 ]
  switch i32 %249, label %254 [
    i32 0, label %250
    i32 4, label %250
  ]

250:                                              ; preds = %246, %246
  br label %145, !llvm.loop !10

251:                                              ; preds = %149
  %252 = xor i32 %146, %98
  %253 = getelementptr inbounds i8, ptr %148, i64 1
  br label %254

254:                                              ; preds = %246, %251
  %255 = phi i32 [ %252, %251 ], [ %247, %246 ]
  %256 = phi ptr [ %253, %251 ], [ null, %246 ]
  %257 = icmp eq ptr %256, null
  br i1 %257, label %266, label %258

258:                                              ; preds = %254
  %259 = icmp eq i8 %49, 0
  %260 = select i1 %259, i1 true, i1 %61
  %261 = or i1 %63, %260
  %262 = icmp eq i32 %255, 0
  %263 = select i1 %261, i1 true, i1 %262
  br i1 %263, label %269, label %264

264:                                              ; preds = %258
  %265 = getelementptr inbounds i8, ptr %256, i64 -1
  br label %269

266:                                              ; preds = %254
  %267 = icmp eq i8 %49, 91
  %268 = select i1 %267, i32 %48, i32 1
  br label %269

269:                                              ; preds = %266, %258, %264
  %270 = phi ptr [ %265, %264 ], [ %47, %258 ], [ %47, %266 ]
  %271 = phi i1 [ true, %264 ], [ false, %258 ], [ %267, %266 ]
  %272 = phi i32 [ %48, %264 ], [ 1, %258 ], [ %268, %266 ]
  br i1 %271, label %294, label %298

273:                                              ; preds = %60
  br i1 %13, label %274, label %279

274:                                              ; preds = %273
  %275 = getelementptr inbounds i8, ptr %47, i64 1
  %276 = load i8, ptr %275, align 1
  %277 = icmp eq i8 %276, 0
  %278 = select i1 %277, ptr %47, ptr %275
  br label %279

279:                                              ; preds = %274, %273, %60
  %280 = phi ptr [ %47, %60 ], [ %47, %273 ], [ %278, %274 ]
  %281 = load i8, ptr %280, align 1
  %282 = zext i8 %281 to i32
  %283 = add nsw i32 %282, -65
  %284 = icmp ult i32 %283, 26
  %285 = and i1 %44, %284
  %286 = add nuw nsw i32 %282, 32
  %287 = select i1 %285, i32 %286, i32 %282
  %288 = add nsw i32 %50, -65
  %289 = icmp ult i32 %288, 26
  %290 = and i1 %44, %289
  %291 = add nuw nsw i32 %50, 32
  %292 = select i1 %290, i32 %291, i32 %50
  %293 = icmp eq i32 %287, %292
  br i1 %293, label %294, label %298

294:                                              ; preds = %279, %71, %269
  %295 = phi ptr [ %280, %279 ], [ %270, %269 ], [ %47, %71 ]
  %296 = phi i32 [ %48, %279 ], [ %272, %269 ], [ %48, %71 ]
  %297 = getelementptr inbounds i8, ptr %46, i64 1
  br label %298

298:                                              ; preds = %88, %84, %87, %81, %279, %75, %71, %269, %294, %65
  %299 = phi ptr [ %297, %294 ], [ %46, %269 ], [ %46, %65 ], [ %46, %71 ], [ %46, %75 ], [ %46, %279 ], [ %46, %81 ], [ %85, %87 ], [ %85, %84 ], [ %89, %88 ]
  %300 = phi ptr [ %295, %294 ], [ %270, %269 ], [ %47, %65 ], [ %47, %71 ], [ %47, %75 ], [ %280, %279 ], [ %77, %81 ], [ %77, %87 ], [ %77, %84 ], [ %77, %88 ]
  %301 = phi i1 [ true, %294 ], [ false, %269 ], [ false, %65 ], [ false, %71 ], [ false, %75 ], [ false, %279 ], [ false, %81 ], [ false, %87 ], [ false, %84 ], [ false, %88 ]
  %302 = phi i32 [ %296, %294 ], [ %272, %269 ], [ %70, %65 ], [ 1, %71 ], [ 1, %75 ], [ 1, %279 ], [ 0, %81 ], [ 1, %87 ], [ 1, %84 ], [ 0, %88 ]
  %303 = getelementptr inbounds i8, ptr %300, i64 1
  br i1 %301, label %45, label %304, !llvm.loop !11

304:                                              ; preds = %298
  ret i32 %302
}

; Function Attrs: nounwind
define weak dso_local i32 @glob(ptr noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = and i32 %1, 32
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %9

7:                                                ; preds = %4
  store i64 0, ptr %3, align 8
  %8 = getelementptr inbounds i8, ptr %3, i64 8
  store ptr null, ptr %8, align 8
  br label %9

9:                                                ; preds = %7, %4
  %10 = tail call ptr @malloc(i64 noundef 4120) #5
  %11 = icmp eq ptr %10, null
  br i1 %11, label %48, label %12

12:                                               ; preds = %9
  store ptr %3, ptr %10, align 8
  %13 = getelementptr inbounds i8, ptr %10, i64 8
  store i32 %1, ptr %13, align 8
  %14 = getelementptr inbounds i8, ptr %10, i64 16
  store ptr %2, ptr %14, align 8
  %15 = load i64, ptr %3, align 8
  %16 = and i32 %1, 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %21, label %18

18:                                               ; preds = %12
  %19 = getelementptr inbounds i8, ptr %3, i64 16
  %20 = load i64, ptr %19, align 8
  br label %21

21:                                               ; preds = %12, %18
  %22 = phi i64 [ %20, %18 ], [ 0, %12 ]
  %23 = tail call fastcc i32 @walk(ptr noundef nonnull %10, i64 noundef 0, ptr noundef %0) #3
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %33

25:                                               ; preds = %21
  %26 = load i64, ptr %3, align 8
  %27 = icmp eq i64 %26, %15
  br i1 %27, label %28, label %33

28:                                               ; preds = %25
  %29 = and i32 %1, 16
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %45, label %31

31:                                               ; preds = %28
  %32 = tail call fastcc i32 @add(ptr noundef nonnull %10, ptr noundef %0, i32 noundef 0) #3
  br label %45

33:                                               ; preds = %25, %21
  %34 = and i32 %1, 4
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %36, label %45

36:                                               ; preds = %33
  %37 = load i64, ptr %3, align 8
  %38 = icmp ugt i64 %37, %15
  br i1 %38, label %39, label %45

39:                                               ; preds = %36
  %40 = getelementptr inbounds i8, ptr %3, i64 8
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds ptr, ptr %41, i64 %22
  %43 = getelementptr inbounds ptr, ptr %42, i64 %15
  %44 = sub i64 %37, %15
  tail call void @qsort(ptr noundef %43, i64 noundef %44, i64 noundef 8, ptr noundef nonnull @compare) #5
  br label %45

45:                                               ; preds = %31, %28, %33, %36, %39
  %46 = phi i32 [ %23, %33 ], [ %23, %39 ], [ %23, %36 ], [ %32, %31 ], [ 3, %28 ]
  %47 = getelementptr inbounds i8, ptr %3, i64 24
  store i32 %1, ptr %47, align 8
  tail call void @free(ptr noundef nonnull %10) #5
  br label %48

48:                                               ; preds = %9, %45
  %49 = phi i32 [ %46, %45 ], [ 1, %9 ]
  ret i32 %49
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare ptr @malloc(i64 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define internal fastcc range(i32 0, 3) i32 @walk(ptr noundef %0, i64 noundef %1, ptr noundef %2) unnamed_addr #0 {
  %4 = alloca %struct.stat, align 8
  %5 = alloca %struct.stat, align 8
  %6 = alloca %struct.stat, align 8
  %7 = alloca %struct.stat, align 8
  %8 = alloca [256 x i8], align 16
  %9 = load i8, ptr %2, align 1
  %10 = icmp eq i8 %9, 47
  %11 = icmp ult i64 %1, 4095
  %12 = and i1 %10, %11
  br i1 %12, label %13, label %26

13:                                               ; preds = %3
  %14 = getelementptr inbounds i8, ptr %0, i64 24
  br label %15

15:                                               ; preds = %13, %15
  %16 = phi i8 [ %9, %13 ], [ %22, %15 ]
  %17 = phi ptr [ %2, %13 ], [ %19, %15 ]
  %18 = phi i64 [ %1, %13 ], [ %20, %15 ]
  %19 = getelementptr inbounds i8, ptr %17, i64 1
  %20 = add nuw nsw i64 %18, 1
  %21 = getelementptr inbounds [4096 x i8], ptr %14, i64 0, i64 %18
  store i8 %16, ptr %21, align 1
  %22 = load i8, ptr %19, align 1
  %23 = icmp eq i8 %22, 47
  %24 = icmp ult i64 %18, 4094
  %25 = and i1 %23, %24
  br i1 %25, label %15, label %26, !llvm.loop !12

26:                                               ; preds = %15, %3
  %27 = phi i64 [ %1, %3 ], [ %20, %15 ]
  %28 = phi ptr [ %2, %3 ], [ %19, %15 ]
  %29 = getelementptr inbounds i8, ptr %0, i64 24
  %30 = getelementptr inbounds [4096 x i8], ptr %29, i64 0, i64 %27
  store i8 0, ptr %30, align 1
  %31 = load i8, ptr %28, align 1
  %32 = icmp eq i8 %31, 0
  br i1 %32, label %33, label %67

33:                                               ; preds = %26
  %34 = icmp eq i64 %27, 0
  br i1 %34, label %199, label %35

35:                                               ; preds = %33
  call void @llvm.lifetime.start.p0(i64 152, ptr nonnull %7) #4
  %36 = call i32 @lstat(ptr noundef nonnull %29, ptr noundef nonnull %7) #5
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %38, label %65

38:                                               ; preds = %35
  call void @llvm.lifetime.start.p0(i64 152, ptr nonnull %6) #4
  %39 = call i32 @stat(ptr noundef nonnull %29, ptr noundef nonnull %6) #5
  %40 = icmp eq i32 %39, 0
  %41 = getelementptr inbounds i8, ptr %6, i64 24
  %42 = load i32, ptr %41, align 8
  %43 = and i32 %42, 61440
  %44 = icmp eq i32 %43, 16384
  %45 = select i1 %40, i1 %44, i1 false
  call void @llvm.lifetime.end.p0(i64 152, ptr nonnull %6) #4
  %46 = call i64 @strlen(ptr noundef nonnull %29) #5
  %47 = getelementptr inbounds i8, ptr %0, i64 8
  %48 = load i32, ptr %47, align 8
  %49 = and i32 %48, 8192
  %50 = icmp eq i32 %49, 0
  %51 = select i1 %50, i1 true, i1 %45
  br i1 %51, label %52, label %65

52:                                               ; preds = %38
  %53 = and i32 %48, 2
  %54 = icmp ne i32 %53, 0
  %55 = select i1 %54, i1 %45, i1 false
  br i1 %55, label %56, label %62

56:                                               ; preds = %52
  %57 = add i64 %46, -1
  %58 = getelementptr inbounds [4096 x i8], ptr %29, i64 0, i64 %57
  %59 = load i8, ptr %58, align 1
  %60 = icmp ne i8 %59, 47
  %61 = zext i1 %60 to i32
  br label %62

62:                                               ; preds = %56, %52
  %63 = phi i32 [ 0, %52 ], [ %61, %56 ]
  %64 = call fastcc i32 @add(ptr noundef %0, ptr noundef nonnull %29, i32 noundef %63) #3
  br label %65

65:                                               ; preds = %35, %38, %62
  %66 = phi i32 [ 0, %35 ], [ %64, %62 ], [ 0, %38 ]
  call void @llvm.lifetime.end.p0(i64 152, ptr nonnull %7) #4
  br label %199

67:                                               ; preds = %26, %70
  %68 = phi ptr [ %71, %70 ], [ %28, %26 ]
  %69 = load i8, ptr %68, align 1
  switch i8 %69, label %70 [
    i8 0, label %72
    i8 47, label %72
  ]

70:                                               ; preds = %67
  %71 = getelementptr inbounds i8, ptr %68, i64 1
  br label %67, !llvm.loop !13

72:                                               ; preds = %67, %67
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %8) #4
  %73 = ptrtoint ptr %68 to i64
  %74 = ptrtoint ptr %28 to i64
  %75 = sub i64 %73, %74
  %76 = icmp sgt i64 %75, 255
  %77 = add i64 %75, %27
  %78 = icmp ugt i64 %77, 4094
  %79 = or i1 %76, %78
  br i1 %79, label %197, label %80

80:                                               ; preds = %72
  %81 = getelementptr inbounds i8, ptr %0, i64 8
  %82 = icmp ult ptr %28, %68
  br i1 %82, label %83, label %160

83:                                               ; preds = %80
  %84 = load i32, ptr %81, align 8
  %85 = and i32 %84, 64
  %86 = icmp eq i32 %85, 0
  br label %87

87:                                               ; preds = %95, %83
  %88 = phi ptr [ %28, %83 ], [ %97, %95 ]
  %89 = load i8, ptr %88, align 1
  %90 = icmp eq i8 %89, 92
  %91 = and i1 %86, %90
  br i1 %91, label %92, label %94

92:                                               ; preds = %87
  %93 = getelementptr inbounds i8, ptr %88, i64 1
  br label %95

94:                                               ; preds = %87
  switch i8 %89, label %95 [
    i8 42, label %99
    i8 63, label %99
    i8 91, label %99
  ]

95:                                               ; preds = %94, %92
  %96 = phi ptr [ %93, %92 ], [ %88, %94 ]
  %97 = getelementptr inbounds i8, ptr %96, i64 1
  %98 = icmp ult ptr %97, %68
  br i1 %98, label %87, label %160, !llvm.loop !14

99:                                               ; preds = %94, %94, %94
  %100 = call ptr @memcpy(ptr noundef nonnull %8, ptr noundef nonnull %28, i64 noundef %75) #5
  %101 = getelementptr inbounds [256 x i8], ptr %8, i64 0, i64 %75
  store i8 0, ptr %101, align 1
  store i8 0, ptr %30, align 1
  %102 = icmp eq i64 %27, 0
  %103 = select i1 %102, ptr @.str.12, ptr %29
  %104 = call ptr @opendir(ptr noundef nonnull %103) #5
  %105 = icmp eq ptr %104, null
  br i1 %105, label %106, label %119

106:                                              ; preds = %99
  %107 = getelementptr inbounds i8, ptr %0, i64 16
  %108 = load ptr, ptr %107, align 8
  %109 = icmp eq ptr %108, null
  br i1 %109, label %115, label %110

110:                                              ; preds = %106
  %111 = call ptr @__errno_location() #5
  %112 = load i32, ptr %111, align 4
  %113 = call i32 %108(ptr noundef nonnull %29, i32 noundef %112) #5
  %114 = icmp eq i32 %113, 0
  br i1 %114, label %115, label %197

115:                                              ; preds = %110, %106
  %116 = load i32, ptr %81, align 8
  %117 = shl i32 %116, 1
  %118 = and i32 %117, 2
  br label %197

119:                                              ; preds = %99
  %120 = load i32, ptr %81, align 8
  %121 = lshr i32 %120, 5
  %122 = and i32 %121, 6
  %123 = xor i32 %122, 4
  %124 = getelementptr inbounds i8, ptr %29, i64 %27
  %125 = getelementptr inbounds i8, ptr %4, i64 24
  %126 = call ptr @readdir(ptr noundef nonnull %104) #5
  %127 = icmp eq ptr %126, null
  br i1 %127, label %157, label %131

128:                                              ; preds = %154
  %129 = call ptr @readdir(ptr noundef nonnull %104) #5
  %130 = icmp eq ptr %129, null
  br i1 %130, label %157, label %131

131:                                              ; preds = %119, %128
  %132 = phi ptr [ %129, %128 ], [ %126, %119 ]
  %133 = getelementptr inbounds i8, ptr %132, i64 19
  %134 = call i64 @strlen(ptr noundef nonnull %133) #5
  %135 = call i32 @fnmatch(ptr noundef nonnull %8, ptr noundef nonnull %133, i32 noundef %123) #3
  %136 = icmp eq i32 %135, 0
  br i1 %136, label %137, label %154, !llvm.loop !15

137:                                              ; preds = %131
  %138 = add i64 %134, %27
  %139 = icmp ugt i64 %138, 4094
  br i1 %139, label %154, label %140, !llvm.loop !15

140:                                              ; preds = %137
  %141 = add i64 %134, 1
  %142 = call ptr @memcpy(ptr noundef nonnull %124, ptr noundef nonnull %133, i64 noundef %141) #5
  %143 = load i8, ptr %68, align 1
  %144 = icmp eq i8 %143, 0
  br i1 %144, label %152, label %145

145:                                              ; preds = %140
  call void @llvm.lifetime.start.p0(i64 152, ptr nonnull %4) #4
  %146 = call i32 @stat(ptr noundef nonnull %29, ptr noundef nonnull %4) #5
  %147 = icmp ne i32 %146, 0
  %148 = load i32, ptr %125, align 8
  %149 = and i32 %148, 61440
  %150 = icmp ne i32 %149, 16384
  %151 = select i1 %147, i1 true, i1 %150
  call void @llvm.lifetime.end.p0(i64 152, ptr nonnull %4) #4
  br i1 %151, label %154, label %152

152:                                              ; preds = %145, %140
  %153 = call fastcc i32 @walk(ptr noundef %0, i64 noundef %138, ptr noundef nonnull %68) #3
  br label %154

154:                                              ; preds = %152, %145, %137, %131
  %155 = phi i32 [ 0, %137 ], [ 0, %131 ], [ %153, %152 ], [ 0, %145 ]
  %156 = icmp eq i32 %155, 0
  br i1 %156, label %128, label %157

157:                                              ; preds = %154, %128, %119
  %158 = phi i32 [ 0, %119 ], [ %155, %128 ], [ %155, %154 ]
  %159 = call i32 @closedir(ptr noundef nonnull %104) #5
  br label %197

160:                                              ; preds = %95, %80
  %161 = icmp ult ptr %28, %68
  br i1 %161, label %162, label %182

162:                                              ; preds = %160, %175
  %163 = phi ptr [ %180, %175 ], [ %28, %160 ]
  %164 = phi i64 [ %178, %175 ], [ %27, %160 ]
  %165 = load i8, ptr %163, align 1
  %166 = icmp eq i8 %165, 92
  br i1 %166, label %167, label %175

167:                                              ; preds = %162
  %168 = load i32, ptr %81, align 8
  %169 = and i32 %168, 64
  %170 = icmp eq i32 %169, 0
  br i1 %170, label %171, label %175

171:                                              ; preds = %167
  %172 = getelementptr inbounds i8, ptr %163, i64 1
  %173 = icmp ult ptr %172, %68
  %174 = select i1 %173, ptr %172, ptr %163
  br label %175

175:                                              ; preds = %171, %167, %162
  %176 = phi ptr [ %163, %167 ], [ %163, %162 ], [ %174, %171 ]
  %177 = load i8, ptr %176, align 1
  %178 = add i64 %164, 1
  %179 = getelementptr inbounds [4096 x i8], ptr %29, i64 0, i64 %164
  store i8 %177, ptr %179, align 1
  %180 = getelementptr inbounds i8, ptr %176, i64 1
  %181 = icmp ult ptr %180, %68
  br i1 %181, label %162, label %182, !llvm.loop !16

182:                                              ; preds = %175, %160
  %183 = phi i64 [ %27, %160 ], [ %178, %175 ]
  %184 = getelementptr inbounds [4096 x i8], ptr %29, i64 0, i64 %183
  store i8 0, ptr %184, align 1
  %185 = load i8, ptr %68, align 1
  %186 = icmp eq i8 %185, 0
  br i1 %186, label %195, label %187

187:                                              ; preds = %182
  call void @llvm.lifetime.start.p0(i64 152, ptr nonnull %5) #4
  %188 = call i32 @stat(ptr noundef nonnull %29, ptr noundef nonnull %5) #5
  %189 = icmp ne i32 %188, 0
  %190 = getelementptr inbounds i8, ptr %5, i64 24
  %191 = load i32, ptr %190, align 8
  %192 = and i32 %191, 61440
  %193 = icmp ne i32 %192, 16384
  %194 = select i1 %189, i1 true, i1 %193
  call void @llvm.lifetime.end.p0(i64 152, ptr nonnull %5) #4
  br i1 %194, label %197, label %195

195:                                              ; preds = %187, %182
  %196 = call fastcc i32 @walk(ptr noundef %0, i64 noundef %183, ptr noundef nonnull %68) #3
  br label %197

197:                                              ; preds = %157, %115, %110, %195, %187, %72
  %198 = phi i32 [ 0, %72 ], [ %196, %195 ], [ 0, %187 ], [ %158, %157 ], [ 2, %110 ], [ %118, %115 ]
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %8) #4
  br label %199

199:                                              ; preds = %65, %33, %197
  %200 = phi i32 [ %198, %197 ], [ %66, %65 ], [ 0, %33 ]
  ret i32 %200
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @add(ptr nocapture noundef readonly %0, ptr noundef %1, i32 noundef %2) unnamed_addr #0 {
  %4 = load ptr, ptr %0, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 8
  %6 = load i32, ptr %5, align 8
  %7 = and i32 %6, 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9

9:                                                ; preds = %3
  %10 = getelementptr inbounds i8, ptr %4, i64 16
  %11 = load i64, ptr %10, align 8
  br label %12

12:                                               ; preds = %3, %9
  %13 = phi i64 [ %11, %9 ], [ 0, %3 ]
  %14 = tail call i64 @strlen(ptr noundef %1) #5
  %15 = getelementptr inbounds i8, ptr %4, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %4, align 8
  %18 = add i64 %17, %13
  %19 = shl i64 %18, 3
  %20 = add i64 %19, 16
  %21 = tail call ptr @realloc(ptr noundef %16, i64 noundef %20) #5
  %22 = icmp eq ptr %21, null
  br i1 %22, label %47, label %23

23:                                               ; preds = %12
  %24 = load ptr, ptr %15, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %26, label %29

26:                                               ; preds = %23
  %27 = shl i64 %13, 3
  %28 = tail call ptr @memset(ptr noundef nonnull %21, i32 noundef 0, i64 noundef %27) #5
  br label %29

29:                                               ; preds = %26, %23
  store ptr %21, ptr %15, align 8
  %30 = add i64 %14, 2
  %31 = tail call ptr @malloc(i64 noundef %30) #5
  %32 = icmp eq ptr %31, null
  br i1 %32, label %47, label %33

33:                                               ; preds = %29
  %34 = add i64 %14, 1
  %35 = tail call ptr @memcpy(ptr noundef nonnull %31, ptr noundef %1, i64 noundef %34) #5
  %36 = icmp eq i32 %2, 0
  br i1 %36, label %40, label %37

37:                                               ; preds = %33
  %38 = getelementptr inbounds i8, ptr %31, i64 %14
  %39 = tail call ptr @memcpy(ptr noundef nonnull %38, ptr noundef nonnull @.str.13, i64 noundef 2) #5
  br label %40

40:                                               ; preds = %37, %33
  %41 = load i64, ptr %4, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %4, align 8
  %43 = getelementptr ptr, ptr %21, i64 %13
  %44 = getelementptr ptr, ptr %43, i64 %41
  store ptr %31, ptr %44, align 8
  %45 = load i64, ptr %4, align 8
  %46 = getelementptr ptr, ptr %43, i64 %45
  store ptr null, ptr %46, align 8
  br label %47

47:                                               ; preds = %40, %29, %12
  %48 = phi i32 [ 1, %12 ], [ 0, %40 ], [ 1, %29 ]
  ret i32 %48
}

declare void @qsort(ptr noundef, i64 noundef, i64 noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
define internal i32 @compare(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) #0 {
  %3 = load ptr, ptr %0, align 8
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i32 @strcmp(ptr noundef %3, ptr noundef %4) #5
  ret i32 %5
}

declare void @free(ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nounwind
define weak dso_local void @globfree(ptr noundef %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds i8, ptr %0, i64 24
  %3 = load i32, ptr %2, align 8
  %4 = and i32 %3, 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %9, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  br label %9

9:                                                ; preds = %1, %6
  %10 = phi i64 [ %8, %6 ], [ 0, %1 ]
  %11 = load i64, ptr %0, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %15, label %13

13:                                               ; preds = %9
  %14 = getelementptr inbounds i8, ptr %0, i64 8
  br label %18

15:                                               ; preds = %18, %9
  %16 = getelementptr inbounds i8, ptr %0, i64 8
  %17 = load ptr, ptr %16, align 8
  tail call void @free(ptr noundef %17) #5
  store ptr null, ptr %16, align 8
  store i64 0, ptr %0, align 8
  ret void

18:                                               ; preds = %13, %18
  %19 = phi i64 [ 0, %13 ], [ %24, %18 ]
  %20 = load ptr, ptr %14, align 8
  %21 = getelementptr ptr, ptr %20, i64 %10
  %22 = getelementptr ptr, ptr %21, i64 %19
  %23 = load ptr, ptr %22, align 8
  tail call void @free(ptr noundef %23) #5
  %24 = add nuw i64 %19, 1
  %25 = load i64, ptr %0, align 8
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %18, label %15, !llvm.loop !17
}

declare i64 @strlen(ptr noundef) local_unnamed_addr #2

declare i32 @strncmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

declare i32 @lstat(ptr noundef, ptr noundef) local_unnamed_addr #2

declare ptr @opendir(ptr noundef) local_unnamed_addr #2

declare ptr @__errno_location() local_unnamed_addr #2

declare ptr @readdir(ptr noundef) local_unnamed_addr #2

declare i32 @closedir(ptr noundef) local_unnamed_addr #2

declare i32 @stat(ptr noundef, ptr noundef) local_unnamed_addr #2

declare ptr @realloc(ptr noundef, i64 noundef) local_unnamed_addr #2

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #2

declare i32 @strcmp(ptr noundef, ptr noundef) local_unnamed_addr #2

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nobuiltin "no-builtins" }
attributes #4 = { nounwind }
attributes #5 = { nobuiltin nounwind "no-builtins" }

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !6}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !5, !6}
!15 = distinct !{!15, !5, !6}
!16 = distinct !{!16, !5, !6}
!17 = distinct !{!17, !5, !6}
