# What node-gyp wants of a Node installation, so that building needs no download: Node-API's
# headers come from node-api-headers, uv.h from native/deps/uv. Release and Debug must exist.
{
  'target_defaults': {
    'default_configuration': 'Release',
    'configurations': {
      'Release': { 'cflags': ['-O2'], 'defines': ['NDEBUG'] },
      'Debug': { 'cflags': ['-O0', '-g'], 'defines': ['SX_DEBUG'] },
    },
  },
}
