#include "cJSON.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[] = {
    "{\"a\":1,\"b\":[true,false,null,-2.5e3,\"x\\u00e4\\ud83d\\ude00\\n\"],\"c\":{\"d\":{}}}",
    "[]",
    "{}",
    "[1,2,3]",
    "\"s\"",
    "12e2",
    "-0",
    "1.7976931348623157e308",
    "1e400",
    "tru",
    "[1,]",
    "{\"a\"}",
    "{\"a\":}",
    "\"\\ud800\"",
    "\"\\x\"",
    "\"open",
    "[[[[[1]]]]]",
    " \t\n[1 , 2 ]x",
    "{\"k\":1,\"k\":2}",
    "",
    "nul",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
    "\xef\xbb\xbf[1]",
    "0.1",
    "123456789012345678",
    "3.0",
    "-",
    "[1 2]",
    "{\"a\":1 \"b\":2}",
    "{1:2}",
    "[\"\x01\"]",
};

static void show(const char *name, char *text) {
  printf("%s: %s\n", name, text ? text : "(null)");
  cJSON_free(text);
}

int main(void) {
  size_t count = sizeof(texts) / sizeof(*texts);
  for (size_t i = 0; i < count; i++) {
    const char *end = NULL;
    cJSON *item = cJSON_ParseWithOpts(texts[i], &end, i % 2 == 0);
    printf("%zu %s end %ld\n", i, item ? "ok" : "bad", end ? (long)(end - texts[i]) : -1L);
    if (!item) {
      printf("  error at %ld\n", cJSON_GetErrorPtr() ? (long)strlen(cJSON_GetErrorPtr()) : -1L);
      continue;
    }
    show("print", cJSON_Print(item));
    show("plain", cJSON_PrintUnformatted(item));
    show("buffered", cJSON_PrintBuffered(item, 3, 1));
    char small[24];
    printf("pre %d\n", cJSON_PrintPreallocated(item, small, sizeof(small), 0));
    cJSON *twin = cJSON_Duplicate(item, 1);
    printf("same %d size %d\n", cJSON_Compare(item, twin, 1), cJSON_GetArraySize(item));
    for (size_t j = 0; j < i; j++) {
      cJSON *other = cJSON_Parse(texts[j]);
      printf("%d", cJSON_Compare(item, other, j % 2));
      cJSON_Delete(other);
    }
    printf("\n");
    cJSON_Delete(twin);
    cJSON_Delete(item);
  }
  cJSON *root = cJSON_CreateObject();
  cJSON_AddNullToObject(root, "null");
  cJSON_AddTrueToObject(root, "true");
  cJSON_AddFalseToObject(root, "false");
  cJSON_AddBoolToObject(root, "bool", 1);
  cJSON_AddNumberToObject(root, "number", 1.5);
  cJSON_AddStringToObject(root, "string", "a\"b\x7f\x1f");
  cJSON_AddRawToObject(root, "raw", "[1, 2]");
  cJSON *list = cJSON_AddArrayToObject(root, "list");
  cJSON *inner = cJSON_AddObjectToObject(root, "inner");
  int ints[] = {1, 2, 3};
  double doubles[] = {0.5, 1e21, -3};
  float floats[] = {1.25F};
  const char *strings[] = {"p", "q"};
  cJSON_AddItemToArray(list, cJSON_CreateIntArray(ints, 3));
  cJSON_AddItemToArray(list, cJSON_CreateDoubleArray(doubles, 3));
  cJSON_AddItemToArray(list, cJSON_CreateFloatArray(floats, 1));
  cJSON_AddItemToArray(list, cJSON_CreateStringArray(strings, 2));
  cJSON_AddItemReferenceToArray(list, cJSON_GetObjectItem(root, "raw"));
  cJSON_AddItemToObjectCS(inner, "cs", cJSON_CreateStringReference("ref"));
  cJSON_AddItemReferenceToObject(inner, "again", cJSON_GetObjectItem(root, "STRING"));
  cJSON_InsertItemInArray(list, 1, cJSON_CreateNumber(7));
  cJSON_InsertItemInArray(list, 99, cJSON_CreateNumber(8));
  cJSON_ReplaceItemInArray(list, 0, cJSON_CreateString("first"));
  cJSON_ReplaceItemInObject(root, "BOOL", cJSON_CreateFalse());
  printf("sensitive %d\n",
         cJSON_ReplaceItemInObjectCaseSensitive(root, "NUMBER", cJSON_CreateNull()));
  show("root", cJSON_Print(root));
  cJSON_DeleteItemFromArray(list, 2);
  cJSON_DeleteItemFromObject(root, "true");
  cJSON_DeleteItemFromObjectCaseSensitive(root, "FALSE");
  cJSON *out = cJSON_DetachItemFromArray(list, 0);
  show("out", cJSON_Print(out));
  cJSON_Delete(out);
  out = cJSON_DetachItemFromObject(root, "null");
  printf("is null %d string %d\n", cJSON_IsNull(out), cJSON_IsString(out));
  cJSON_Delete(out);
  cJSON_SetNumberValue(cJSON_GetObjectItem(root, "number"), 1e10);
  cJSON_SetValuestring(cJSON_GetObjectItem(root, "string"), "short");
  const cJSON *each = NULL;
  cJSON_ArrayForEach (each, root) {
    printf("%s %d%d%d%d%d%d%d%d %s %g\n", each->string, cJSON_IsInvalid(each), cJSON_IsFalse(each),
           cJSON_IsTrue(each), cJSON_IsBool(each), cJSON_IsNumber(each), cJSON_IsArray(each),
           cJSON_IsObject(each), cJSON_IsRaw(each),
           cJSON_GetStringValue(each) ? cJSON_GetStringValue(each) : "-",
           cJSON_IsNumber(each) ? cJSON_GetNumberValue(each) : 0);
  }
  printf("has %d %d item %p\n", cJSON_HasObjectItem(root, "Raw"), cJSON_HasObjectItem(root, "zz"),
         (void *)cJSON_GetArrayItem(list, 77));
  show("end", cJSON_Print(root));
  char mini[] = "{ \"a\" : [ 1 , /* c */ 2 ] , // d\n \"b\\\" c\" : \"x  y\" }";
  cJSON_Minify(mini);
  printf("%s\n%s\n", mini, cJSON_Version());
  cJSON_Delete(root);
  char deep[2200];
  memset(deep, '[', 1100);
  memset(deep + 1100, ']', 1099);
  deep[2199] = 0;
  printf("deep %d\n", cJSON_Parse(deep) != NULL);
  return 0;
}
