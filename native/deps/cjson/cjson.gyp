{
  "targets": [
    {
      "target_name": "cjson",
      "type": "static_library",
      "sources": ["cJSON.c", "cJSON.h"],
      "include_dirs": ["."],
      "defines": ["CJSON_HIDE_SYMBOLS"],
      "cflags": ["-fvisibility=hidden", "-fPIC", "-w"],
      "cflags!": ["-fvisibility=default"],
      "xcode_settings": {
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "WARNING_CFLAGS": ["-w"]
      },
      "direct_dependent_settings": {
        "include_dirs": ["."],
        "defines": ["CJSON_HIDE_SYMBOLS"]
      }
    }
  ]
}
