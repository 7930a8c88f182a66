const { @{=helper}helper } = require("./lib");
const @{=lib}lib = require("./lib");
function @{=Thing}Thing(@{=tn}name) {
  this.name = @{tn}name;
}
@{Thing}Thing.prototype.@{=hello}hello = function () {
  return @{lib}lib.@{helper2}helper(this.name);
};
module.exports = { @{Thing}Thing, @{=mk}make: () => new @{Thing}Thing("a") };
new @{Thing}Thing("b").@{hello}hello();
@{helper}helper();
