{
  "targets": [
    {
      "target_name": "expat",
      "type": "static_library",
      "sources": ["xmlparse.c", "xmlrole.c", "xmltok.c"],
      "include_dirs": ["."],
      "defines": ["XML_STATIC"],
      "cflags": ["-fvisibility=hidden", "-fPIC", "-w"],
      "cflags!": ["-fvisibility=default"],
      "xcode_settings": {
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "WARNING_CFLAGS": ["-w"]
      }
    }
  ]
}
