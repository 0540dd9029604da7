source_filename = "getopt.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@optarg = external local_unnamed_addr global ptr, align 8
@first_operand = internal unnamed_addr global i32 0, align 4
@optind = external local_unnamed_addr global i32, align 4
@last_operand = internal unnamed_addr global i32 0, align 4
@next_short = internal unnamed_addr global ptr null, align 8
@.str = private unnamed_addr constant [3 x i8] c"--\00", align 1
@optopt = external local_unnamed_addr global i32, align 4
@.str.1 = private unnamed_addr constant [17 x i8] c"ambiguous option\00", align 1
@.str.2 = private unnamed_addr constant [20 x i8] c"unrecognized option\00", align 1
@.str.3 = private unnamed_addr constant [33 x i8] c"option doesn't allow an argument\00", align 1
@.str.4 = private unnamed_addr constant [28 x i8] c"option requires an argument\00", align 1
@opterr = external local_unnamed_addr global i32, align 4
@.str.5 = private unnamed_addr constant [15 x i8] c"%s: %s '%.*s'\0A\00", align 1
@.str.6 = private unnamed_addr constant [18 x i8] c"invalid option --\00", align 1
@.str.7 = private unnamed_addr constant [31 x i8] c"option requires an argument --\00", align 1

; Function Attrs: nounwind
define weak dso_local i32 @getopt(i32 noundef %0, ptr noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc i32 @next(i32 noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef null, ptr noundef null, i32 noundef 0) #4
  ret i32 %4
}

; Function Attrs: nounwind
define internal fastcc i32 @next(i32 noundef %0, ptr nocapture noundef %1, ptr nocapture noundef readonly %2, ptr noundef %3, ptr noundef writeonly %4, i32 noundef %5) unnamed_addr #0 {
  %7 = alloca i8, align 1
  %8 = load i8, ptr %2, align 1
  %9 = icmp eq i8 %8, 43
  %10 = icmp ne i8 %8, 45
  %11 = xor i1 %9, %10
  %12 = xor i1 %11, true
  %13 = zext i1 %12 to i64
  %14 = getelementptr inbounds i8, ptr %2, i64 %13
  store ptr null, ptr @optarg, align 8
  %15 = load i32, ptr @first_operand, align 4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %23, label %17

17:                                               ; preds = %6
  %18 = load i32, ptr @optind, align 4
  %19 = icmp sgt i32 %15, %18
  %20 = load i32, ptr @last_operand, align 4
  %21 = icmp sgt i32 %20, %18
  %22 = select i1 %19, i1 true, i1 %21
  br i1 %22, label %23, label %26

23:                                               ; preds = %17, %6
  %24 = load i32, ptr @optind, align 4
  %25 = tail call i32 @llvm.umax.i32(i32 %24, i32 1)
  store i32 %25, ptr @optind, align 4
  store ptr null, ptr @next_short, align 8
  store i32 %25, ptr @last_operand, align 4
  store i32 %25, ptr @first_operand, align 4
  br label %26

26:                                               ; preds = %17, %23
  %27 = load ptr, ptr @next_short, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %32, label %29

29:                                               ; preds = %26
  %30 = load i8, ptr %27, align 1
  %31 = icmp eq i8 %30, 0
  br i1 %31, label %32, label %351

32:                                               ; preds = %29, %26
  br i1 %11, label %33, label %98

33:                                               ; preds = %32
  %34 = load i32, ptr @first_operand, align 4
  %35 = load i32, ptr @last_operand, align 4
  %36 = icmp eq i32 %34, %35
  %37 = load i32, ptr @optind, align 4
  br i1 %36, label %69, label %38

38:                                               ; preds = %33
  %39 = icmp eq i32 %35, %37
  br i1 %39, label %71, label %40

40:                                               ; preds = %38
  %41 = sub nsw i32 %37, %35
  %42 = icmp sgt i32 %41, 0
  br i1 %42, label %43, label %67

43:                                               ; preds = %40
  %44 = sext i32 %35 to i64
  %45 = sext i32 %34 to i64
  %46 = zext nneg i32 %41 to i64
  %47 = getelementptr ptr, ptr %1, i64 %44
  %48 = icmp sgt i32 %35, %34
  br label %49

49:                                               ; preds = %55, %43
  %50 = phi i64 [ 0, %43 ], [ %57, %55 ]
  %51 = phi i64 [ %44, %43 ], [ %58, %55 ]
  %52 = getelementptr ptr, ptr %47, i64 %50
  %53 = load ptr, ptr %52, align 8
  %54 = add nsw i64 %50, %45
  br i1 %48, label %60, label %55

55:                                               ; preds = %60, %49
  %56 = getelementptr inbounds ptr, ptr %1, i64 %54
  store ptr %53, ptr %56, align 8
  %57 = add nuw nsw i64 %50, 1
  %58 = add nsw i64 %51, 1
  %59 = icmp eq i64 %57, %46
  br i1 %59, label %67, label %49, !llvm.loop !4

60:                                               ; preds = %49, %60
  %61 = phi i64 [ %65, %60 ], [ %51, %49 ]
  %62 = getelementptr ptr, ptr %1, i64 %61
  %63 = getelementptr i8, ptr %62, i64 -8
  %64 = load ptr, ptr %63, align 8
  store ptr %64, ptr %62, align 8
  %65 = add nsw i64 %61, -1
  %66 = icmp sgt i64 %65, %54
  br i1 %66, label %60, label %55, !llvm.loop !7

67:                                               ; preds = %55, %40
  %68 = add nsw i32 %41, %34
  store i32 %68, ptr @first_operand, align 4
  br label %69

69:                                               ; preds = %33, %67
  %70 = phi ptr [ @last_operand, %67 ], [ @first_operand, %33 ]
  store i32 %37, ptr %70, align 4
  br label %71

71:                                               ; preds = %69, %38
  %72 = load i32, ptr @optind, align 4
  %73 = icmp slt i32 %72, %0
  br i1 %73, label %74, label %96

74:                                               ; preds = %71
  %75 = sext i32 %72 to i64
  br label %76

76:                                               ; preds = %90, %74
  %77 = phi i64 [ %75, %74 ], [ %91, %90 ]
  %78 = getelementptr inbounds ptr, ptr %1, i64 %77
  %79 = load ptr, ptr %78, align 8
  %80 = load i8, ptr %79, align 1
  %81 = icmp eq i8 %80, 45
  br i1 %81, label %82, label %87

82:                                               ; preds = %76
  %83 = getelementptr inbounds i8, ptr %79, i64 1
  %84 = load i8, ptr %83, align 1
  %85 = icmp ne i8 %84, 0
  %86 = zext i1 %85 to i32
  br label %87

87:                                               ; preds = %82, %76
  %88 = phi i32 [ 0, %76 ], [ %86, %82 ]
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %94

90:                                               ; preds = %87
  %91 = add nsw i64 %77, 1
  %92 = trunc i64 %91 to i32
  store i32 %92, ptr @optind, align 4
  %93 = icmp eq i32 %92, %0
  br i1 %93, label %96, label %76, !llvm.loop !8

94:                                               ; preds = %87
  %95 = trunc nsw i64 %77 to i32
  br label %96

96:                                               ; preds = %90, %94, %71
  %97 = phi i32 [ %72, %71 ], [ %95, %94 ], [ %0, %90 ]
  store i32 %97, ptr @last_operand, align 4
  br label %98

98:                                               ; preds = %96, %32
  %99 = load i32, ptr @optind, align 4
  %100 = icmp slt i32 %99, %0
  br i1 %100, label %101, label %147

101:                                              ; preds = %98
  %102 = sext i32 %99 to i64
  %103 = getelementptr inbounds ptr, ptr %1, i64 %102
  %104 = load ptr, ptr %103, align 8
  %105 = tail call i32 @strcmp(ptr noundef %104, ptr noundef nonnull @.str) #5
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %107, label %147

107:                                              ; preds = %101
  %108 = load i32, ptr @optind, align 4
  %109 = add nsw i32 %108, 1
  store i32 %109, ptr @optind, align 4
  %110 = load i32, ptr @first_operand, align 4
  %111 = load i32, ptr @last_operand, align 4
  %112 = icmp eq i32 %110, %111
  br i1 %112, label %144, label %113

113:                                              ; preds = %107
  %114 = icmp eq i32 %111, %109
  br i1 %114, label %146, label %115

115:                                              ; preds = %113
  %116 = sub nsw i32 %109, %111
  %117 = icmp sgt i32 %116, 0
  br i1 %117, label %118, label %142

118:                                              ; preds = %115
  %119 = sext i32 %111 to i64
  %120 = sext i32 %110 to i64
  %121 = zext nneg i32 %116 to i64
  %122 = getelementptr ptr, ptr %1, i64 %119
  %123 = icmp sgt i32 %111, %110
  br label %124

124:                                              ; preds = %130, %118
  %125 = phi i64 [ 0, %118 ], [ %132, %130 ]
  %126 = phi i64 [ %119, %118 ], [ %133, %130 ]
  %127 = getelementptr ptr, ptr %122, i64 %125
  %128 = load ptr, ptr %127, align 8
  %129 = add nsw i64 %125, %120
  br i1 %123, label %135, label %130

130:                                              ; preds = %135, %124
  %131 = getelementptr inbounds ptr, ptr %1, i64 %129
  store ptr %128, ptr %131, align 8
  %132 = add nuw nsw i64 %125, 1
  %133 = add nsw i64 %126, 1
  %134 = icmp eq i64 %132, %121
  br i1 %134, label %142, label %124, !llvm.loop !4

135:                                              ; preds = %124, %135
  %136 = phi i64 [ %140, %135 ], [ %126, %124 ]
  %137 = getelementptr ptr, ptr %1, i64 %136
  %138 = getelementptr i8, ptr %137, i64 -8
  %139 = load ptr, ptr %138, align 8
  store ptr %139, ptr %137, align 8
  %140 = add nsw i64 %136, -1
  %141 = icmp sgt i64 %140, %129
  br i1 %141, label %135, label %130, !llvm.loop !7

142:                                              ; preds = %130, %115
  %143 = add nsw i32 %116, %110
  store i32 %143, ptr @first_operand, align 4
  br label %144

144:                                              ; preds = %107, %142
  %145 = phi ptr [ @last_operand, %142 ], [ @first_operand, %107 ]
  store i32 %109, ptr %145, align 4
  br label %146

146:                                              ; preds = %144, %113
  store i32 %0, ptr @optind, align 4
  store i32 %0, ptr @last_operand, align 4
  br label %147

147:                                              ; preds = %146, %101, %98
  %148 = load i32, ptr @optind, align 4
  %149 = icmp slt i32 %148, %0
  br i1 %149, label %155, label %150

150:                                              ; preds = %147
  %151 = load i32, ptr @first_operand, align 4
  %152 = load i32, ptr @last_operand, align 4
  %153 = icmp eq i32 %151, %152
  br i1 %153, label %172, label %154

154:                                              ; preds = %150
  store i32 %151, ptr @optind, align 4
  br label %172

155:                                              ; preds = %147
  %156 = sext i32 %148 to i64
  %157 = getelementptr inbounds ptr, ptr %1, i64 %156
  %158 = load ptr, ptr %157, align 8
  %159 = load i8, ptr %158, align 1
  %160 = icmp eq i8 %159, 45
  br i1 %160, label %161, label %168

161:                                              ; preds = %155
  %162 = getelementptr inbounds i8, ptr %158, i64 1
  %163 = load i8, ptr %162, align 1
  %164 = icmp ne i8 %163, 0
  %165 = select i1 %164, i1 true, i1 %9
  %166 = xor i1 %164, true
  %167 = sext i1 %166 to i32
  br i1 %165, label %172, label %169

168:                                              ; preds = %155
  br i1 %9, label %172, label %169

169:                                              ; preds = %161, %168
  %170 = add nsw i32 %148, 1
  store i32 %170, ptr @optind, align 4
  %171 = load ptr, ptr %157, align 8
  store ptr %171, ptr @optarg, align 8
  br label %172

172:                                              ; preds = %161, %150, %154, %168, %169
  %173 = phi i32 [ 1, %169 ], [ -1, %154 ], [ -1, %150 ], [ -1, %168 ], [ %167, %161 ]
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %175, label %348

175:                                              ; preds = %172
  %176 = icmp eq ptr %3, null
  br i1 %176, label %341, label %177

177:                                              ; preds = %175
  %178 = load i32, ptr @optind, align 4
  %179 = sext i32 %178 to i64
  %180 = getelementptr inbounds ptr, ptr %1, i64 %179
  %181 = load ptr, ptr %180, align 8
  %182 = getelementptr inbounds i8, ptr %181, i64 1
  %183 = load i8, ptr %182, align 1
  %184 = icmp eq i8 %183, 45
  %185 = icmp ne i32 %5, 0
  %186 = or i1 %185, %184
  br i1 %186, label %187, label %341

187:                                              ; preds = %177
  %188 = select i1 %184, i64 2, i64 1
  %189 = getelementptr inbounds i8, ptr %181, i64 %188
  br label %190

190:                                              ; preds = %194, %187
  %191 = phi i64 [ 0, %187 ], [ %195, %194 ]
  %192 = getelementptr inbounds i8, ptr %189, i64 %191
  %193 = load i8, ptr %192, align 1
  switch i8 %193, label %194 [
    i8 0, label %196
    i8 61, label %196
  ]

194:                                              ; preds = %190
  %195 = add i64 %191, 1
  br label %190, !llvm.loop !9

196:                                              ; preds = %190, %190
  %197 = load ptr, ptr %3, align 8
  %198 = icmp eq ptr %197, null
  br i1 %198, label %237, label %199

199:                                              ; preds = %196, %231
  %200 = phi i32 [ %232, %231 ], [ 0, %196 ]
  %201 = phi ptr [ %235, %231 ], [ %197, %196 ]
  %202 = phi ptr [ %234, %231 ], [ %3, %196 ]
  %203 = phi ptr [ %233, %231 ], [ null, %196 ]
  %204 = tail call i32 @strncmp(ptr noundef nonnull %201, ptr noundef nonnull %189, i64 noundef %191) #5
  %205 = icmp eq i32 %204, 0
  br i1 %205, label %206, label %231

206:                                              ; preds = %199
  %207 = load ptr, ptr %202, align 8
  %208 = tail call i64 @strlen(ptr noundef %207) #5
  %209 = icmp eq i64 %208, %191
  br i1 %209, label %237, label %210

210:                                              ; preds = %206
  %211 = icmp eq ptr %203, null
  br i1 %211, label %231, label %212

212:                                              ; preds = %210
  %213 = getelementptr inbounds i8, ptr %203, i64 8
  %214 = load i32, ptr %213, align 8
  %215 = getelementptr inbounds i8, ptr %202, i64 8
  %216 = load i32, ptr %215, align 8
  %217 = icmp eq i32 %214, %216
  br i1 %217, label %218, label %230

218:                                              ; preds = %212
  %219 = getelementptr inbounds i8, ptr %203, i64 16
  %220 = load ptr, ptr %219, align 8
  %221 = getelementptr inbounds i8, ptr %202, i64 16
  %222 = load ptr, ptr %221, align 8
  %223 = icmp eq ptr %220, %222
  br i1 %223, label %224, label %230

224:                                              ; preds = %218
  %225 = getelementptr inbounds i8, ptr %203, i64 24
  %226 = load i32, ptr %225, align 8
  %227 = getelementptr inbounds i8, ptr %202, i64 24
  %228 = load i32, ptr %227, align 8
  %229 = icmp eq i32 %226, %228
  br i1 %229, label %231, label %230

230:                                              ; preds = %224, %218, %212
  br label %231

231:                                              ; preds = %230, %224, %210, %199
  %232 = phi i32 [ %200, %210 ], [ %200, %224 ], [ 1, %230 ], [ %200, %199 ]
  %233 = phi ptr [ %202, %210 ], [ %203, %224 ], [ %203, %230 ], [ %203, %199 ]
  %234 = getelementptr inbounds i8, ptr %202, i64 32
  %235 = load ptr, ptr %234, align 8
  %236 = icmp eq ptr %235, null
  br i1 %236, label %237, label %199, !llvm.loop !10

237:                                              ; preds = %231, %206, %196
  %238 = phi i32 [ 0, %196 ], [ %232, %231 ], [ 0, %206 ]
  %239 = phi ptr [ null, %196 ], [ %233, %231 ], [ %202, %206 ]
  %240 = icmp eq ptr %239, null
  %241 = icmp ne i32 %238, 0
  %242 = select i1 %240, i1 true, i1 %241
  br i1 %242, label %320, label %243

243:                                              ; preds = %237, %247
  %244 = phi i64 [ %248, %247 ], [ 0, %237 ]
  %245 = getelementptr inbounds i8, ptr %189, i64 %244
  %246 = load i8, ptr %245, align 1
  switch i8 %246, label %247 [
    i8 0, label %249
    i8 61, label %249
  ]

247:                                              ; preds = %243
  %248 = add i64 %244, 1
  br label %243, !llvm.loop !9

249:                                              ; preds = %243, %243
  %250 = getelementptr inbounds i8, ptr %189, i64 %244
  %251 = load i32, ptr @optind, align 4
  %252 = add nsw i32 %251, 1
  store i32 %252, ptr @optind, align 4
  %253 = load i8, ptr %250, align 1
  %254 = icmp eq i8 %253, 61
  %255 = getelementptr inbounds i8, ptr %239, i64 8
  %256 = load i32, ptr %255, align 8
  br i1 %254, label %257, label %273

257:                                              ; preds = %249
  %258 = icmp eq i32 %256, 0
  br i1 %258, label %259, label %271

259:                                              ; preds = %257
  %260 = getelementptr inbounds i8, ptr %239, i64 24
  %261 = load i32, ptr %260, align 8
  store i32 %261, ptr @optopt, align 4
  %262 = load i32, ptr @opterr, align 4
  %263 = icmp eq i32 %262, 0
  br i1 %263, label %307, label %264

264:                                              ; preds = %259
  %265 = load i8, ptr %14, align 1
  %266 = icmp eq i8 %265, 58
  br i1 %266, label %307, label %267

267:                                              ; preds = %264
  %268 = load ptr, ptr %1, align 8
  %269 = trunc i64 %244 to i32
  %270 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.5, ptr noundef %268, ptr noundef nonnull @.str.3, i32 noundef %269, ptr noundef nonnull %189) #5
  br label %307

271:                                              ; preds = %257
  %272 = getelementptr inbounds i8, ptr %250, i64 1
  br label %298

273:                                              ; preds = %249
  %274 = icmp eq i32 %256, 1
  br i1 %274, label %275, label %300

275:                                              ; preds = %273
  %276 = icmp slt i32 %252, %0
  br i1 %276, label %293, label %277

277:                                              ; preds = %275
  %278 = getelementptr inbounds i8, ptr %239, i64 24
  %279 = load i32, ptr %278, align 8
  store i32 %279, ptr @optopt, align 4
  %280 = load i32, ptr @opterr, align 4
  %281 = icmp eq i32 %280, 0
  br i1 %281, label %289, label %282

282:                                              ; preds = %277
  %283 = load i8, ptr %14, align 1
  %284 = icmp eq i8 %283, 58
  br i1 %284, label %289, label %285

285:                                              ; preds = %282
  %286 = load ptr, ptr %1, align 8
  %287 = trunc i64 %244 to i32
  %288 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.5, ptr noundef %286, ptr noundef nonnull @.str.4, i32 noundef %287, ptr noundef nonnull %189) #5
  br label %289

289:                                              ; preds = %285, %282, %277
  %290 = load i8, ptr %14, align 1
  %291 = icmp eq i8 %290, 58
  %292 = select i1 %291, i32 58, i32 63
  br label %307

293:                                              ; preds = %275
  %294 = add nsw i32 %251, 2
  store i32 %294, ptr @optind, align 4
  %295 = sext i32 %252 to i64
  %296 = getelementptr inbounds ptr, ptr %1, i64 %295
  %297 = load ptr, ptr %296, align 8
  br label %298

298:                                              ; preds = %271, %293
  %299 = phi ptr [ %297, %293 ], [ %272, %271 ]
  store ptr %299, ptr @optarg, align 8
  br label %300

300:                                              ; preds = %298, %273
  %301 = getelementptr inbounds i8, ptr %239, i64 16
  %302 = load ptr, ptr %301, align 8
  %303 = icmp eq ptr %302, null
  %304 = getelementptr inbounds i8, ptr %239, i64 24
  %305 = load i32, ptr %304, align 8
  br i1 %303, label %307, label %306

306:                                              ; preds = %300
  store i32 %305, ptr %302, align 4
  br label %307

307:                                              ; preds = %300, %306, %289, %267, %264, %259
  %308 = phi i32 [ 0, %306 ], [ %292, %289 ], [ 63, %259 ], [ 63, %264 ], [ 63, %267 ], [ %305, %300 ]
  %309 = icmp ne ptr %4, null
  %310 = icmp ne i32 %308, 63
  %311 = icmp ne i32 %308, 58
  %312 = and i1 %310, %311
  %313 = select i1 %309, i1 %312, i1 false
  br i1 %313, label %314, label %338

314:                                              ; preds = %307
  %315 = ptrtoint ptr %239 to i64
  %316 = ptrtoint ptr %3 to i64
  %317 = sub i64 %315, %316
  %318 = lshr exact i64 %317, 5
  %319 = trunc i64 %318 to i32
  store i32 %319, ptr %4, align 4
  br label %338

320:                                              ; preds = %237
  %321 = load i8, ptr %182, align 1
  %322 = icmp eq i8 %321, 45
  br i1 %322, label %323, label %338

323:                                              ; preds = %320
  %324 = load i32, ptr @optind, align 4
  %325 = add nsw i32 %324, 1
  store i32 %325, ptr @optind, align 4
  store i32 0, ptr @optopt, align 4
  %326 = icmp eq i32 %238, 0
  %327 = select i1 %326, ptr @.str.2, ptr @.str.1
  %328 = tail call i64 @strlen(ptr noundef %181) #5
  %329 = load i32, ptr @opterr, align 4
  %330 = icmp eq i32 %329, 0
  br i1 %330, label %338, label %331

331:                                              ; preds = %323
  %332 = load i8, ptr %14, align 1
  %333 = icmp eq i8 %332, 58
  br i1 %333, label %338, label %334

334:                                              ; preds = %331
  %335 = load ptr, ptr %1, align 8
  %336 = trunc i64 %328 to i32
  %337 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.5, ptr noundef %335, ptr noundef nonnull %327, i32 noundef %336, ptr noundef %181) #5
  br label %338

338:                                              ; preds = %307, %314, %320, %323, %331, %334
  %339 = phi i32 [ %308, %314 ], [ %308, %307 ], [ -2, %320 ], [ 63, %323 ], [ 63, %331 ], [ 63, %334 ]
  %340 = icmp eq i32 %339, -2
  br i1 %340, label %341, label %348

341:                                              ; preds = %338, %177, %175
  %342 = phi i32 [ %339, %338 ], [ undef, %177 ], [ undef, %175 ]
  %343 = load i32, ptr @optind, align 4
  %344 = sext i32 %343 to i64
  %345 = getelementptr inbounds ptr, ptr %1, i64 %344
  %346 = load ptr, ptr %345, align 8
  %347 = getelementptr inbounds i8, ptr %346, i64 1
  store ptr %347, ptr @next_short, align 8
  br label %348

348:                                              ; preds = %172, %338, %341
  %349 = phi i1 [ true, %341 ], [ false, %338 ], [ false, %172 ]
  %350 = phi i32 [ %342, %341 ], [ %339, %338 ], [ %173, %172 ]
  br i1 %349, label %351, label %439

351:                                              ; preds = %348, %29
  call void @llvm.lifetime.start.p0(i64 1, ptr nonnull %7) #6
  %352 = load ptr, ptr @next_short, align 8
  %353 = getelementptr inbounds i8, ptr %352, i64 1
  store ptr %353, ptr @next_short, align 8
  %354 = load i8, ptr %352, align 1
  store i8 %354, ptr %7, align 1
  %355 = load i8, ptr %14, align 1
  %356 = icmp eq i8 %355, 0
  br i1 %356, label %369, label %357

357:                                              ; preds = %351
  %358 = and i8 %354, -2
  %359 = icmp eq i8 %358, 58
  br label %360

360:                                              ; preds = %365, %357
  %361 = phi i8 [ %355, %357 ], [ %367, %365 ]
  %362 = phi ptr [ %14, %357 ], [ %366, %365 ]
  %363 = icmp ne i8 %361, %354
  %364 = or i1 %359, %363
  br i1 %364, label %365, label %369

365:                                              ; preds = %360
  %366 = getelementptr inbounds i8, ptr %362, i64 1
  %367 = load i8, ptr %366, align 1
  %368 = icmp eq i8 %367, 0
  br i1 %368, label %369, label %360, !llvm.loop !11

369:                                              ; preds = %365, %360, %351
  %370 = phi ptr [ %14, %351 ], [ %366, %365 ], [ %362, %360 ]
  %371 = load i8, ptr %353, align 1
  %372 = icmp eq i8 %371, 0
  br i1 %372, label %373, label %383

373:                                              ; preds = %369
  %374 = load i32, ptr @optind, align 4
  %375 = add nsw i32 %374, 1
  store i32 %375, ptr @optind, align 4
  %376 = load i8, ptr %370, align 1
  %377 = icmp eq i8 %376, 0
  br i1 %377, label %382, label %378

378:                                              ; preds = %373
  %379 = getelementptr inbounds i8, ptr %370, i64 1
  %380 = load i8, ptr %379, align 1
  %381 = icmp eq i8 %380, 58
  br i1 %381, label %383, label %382

382:                                              ; preds = %378, %373
  store ptr null, ptr @next_short, align 8
  br label %383

383:                                              ; preds = %382, %378, %369
  %384 = load i8, ptr %370, align 1
  %385 = icmp eq i8 %384, 0
  br i1 %385, label %386, label %396

386:                                              ; preds = %383
  %387 = sext i8 %354 to i32
  store i32 %387, ptr @optopt, align 4
  %388 = load i32, ptr @opterr, align 4
  %389 = icmp eq i32 %388, 0
  br i1 %389, label %437, label %390

390:                                              ; preds = %386
  %391 = load i8, ptr %14, align 1
  %392 = icmp eq i8 %391, 58
  br i1 %392, label %437, label %393

393:                                              ; preds = %390
  %394 = load ptr, ptr %1, align 8
  %395 = call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.5, ptr noundef %394, ptr noundef nonnull @.str.6, i32 noundef 1, ptr noundef nonnull %7) #5
  br label %437

396:                                              ; preds = %383
  %397 = getelementptr inbounds i8, ptr %370, i64 1
  %398 = load i8, ptr %397, align 1
  %399 = icmp eq i8 %398, 58
  br i1 %399, label %402, label %400

400:                                              ; preds = %396
  %401 = sext i8 %354 to i32
  br label %437

402:                                              ; preds = %396
  %403 = load ptr, ptr @next_short, align 8
  store ptr null, ptr @next_short, align 8
  %404 = load i8, ptr %403, align 1
  %405 = icmp eq i8 %404, 0
  br i1 %405, label %409, label %406

406:                                              ; preds = %402
  store ptr %403, ptr @optarg, align 8
  %407 = load i32, ptr @optind, align 4
  %408 = add nsw i32 %407, 1
  store i32 %408, ptr @optind, align 4
  br label %435

409:                                              ; preds = %402
  %410 = getelementptr inbounds i8, ptr %370, i64 2
  %411 = load i8, ptr %410, align 1
  %412 = icmp eq i8 %411, 58
  br i1 %412, label %435, label %413

413:                                              ; preds = %409
  %414 = load i32, ptr @optind, align 4
  %415 = icmp slt i32 %414, %0
  br i1 %415, label %430, label %416

416:                                              ; preds = %413
  %417 = sext i8 %354 to i32
  store i32 %417, ptr @optopt, align 4
  %418 = load i32, ptr @opterr, align 4
  %419 = icmp eq i32 %418, 0
  br i1 %419, label %426, label %420

420:                                              ; preds = %416
  %421 = load i8, ptr %14, align 1
  %422 = icmp eq i8 %421, 58
  br i1 %422, label %426, label %423

423:                                              ; preds = %420
  %424 = load ptr, ptr %1, align 8
  %425 = call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.5, ptr noundef %424, ptr noundef nonnull @.str.7, i32 noundef 1, ptr noundef nonnull %7) #5
  br label %426

426:                                              ; preds = %423, %420, %416
  %427 = load i8, ptr %14, align 1
  %428 = icmp eq i8 %427, 58
  %429 = select i1 %428, i32 58, i32 63
  br label %437

430:                                              ; preds = %413
  %431 = add nsw i32 %414, 1
  store i32 %431, ptr @optind, align 4
  %432 = sext i32 %414 to i64
  %433 = getelementptr inbounds ptr, ptr %1, i64 %432
  %434 = load ptr, ptr %433, align 8
  store ptr %434, ptr @optarg, align 8
  br label %435

435:                                              ; preds = %430, %409, %406
  %436 = sext i8 %354 to i32
  br label %437

437:                                              ; preds = %386, %390, %393, %400, %426, %435
  %438 = phi i32 [ %401, %400 ], [ %436, %435 ], [ %429, %426 ], [ 63, %386 ], [ 63, %390 ], [ 63, %393 ]
  call void @llvm.lifetime.end.p0(i64 1, ptr nonnull %7) #6
  br label %439

439:                                              ; preds = %348, %437
  %440 = phi i32 [ %438, %437 ], [ %350, %348 ]
  ret i32 %440
}

; Function Attrs: nounwind
define weak dso_local i32 @getopt_long(i32 noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = tail call fastcc i32 @next(i32 noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef 0) #4
  ret i32 %6
}

; Function Attrs: nounwind
define weak dso_local i32 @getopt_long_only(i32 noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = tail call fastcc i32 @next(i32 noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef 1) #4
  ret i32 %6
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare i32 @strcmp(ptr noundef, ptr noundef) local_unnamed_addr #2

declare i64 @strlen(ptr noundef) local_unnamed_addr #2

declare i32 @strncmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

declare i32 @dprintf(i32 noundef, ptr noundef, ...) local_unnamed_addr #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #3

attributes #0 = { nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nobuiltin "no-builtins" }
attributes #5 = { nobuiltin nounwind "no-builtins" }
attributes #6 = { nounwind }

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
