{
  "targets": [
    {
      "target_name": "pcre2",
      "type": "static_library",
      "sources": ["<!@(node -p \"require('fs').readdirSync('.').filter((f) => f.endsWith('.c')).join(' ')\")"],
      "include_dirs": ["."],
      "defines": ["HAVE_CONFIG_H", "PCRE2_CODE_UNIT_WIDTH=8", "PCRE2_STATIC"],
      "cflags": ["-fvisibility=hidden", "-fPIC", "-w"],
      "cflags!": ["-fvisibility=default"],
      "xcode_settings": {
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "WARNING_CFLAGS": ["-w"]
      }
    }
  ]
}
