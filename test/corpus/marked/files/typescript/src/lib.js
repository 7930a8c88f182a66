exports.@{=helper2}helper = function (@{=hx}x) {
  return @{hx}x;
};
exports.unused = 1;
