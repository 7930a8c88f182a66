-- Exercises the language and its libraries; prints the same on every run.
local function try(name, f, ...)
  local r = table.pack(pcall(f, ...))
  for i = 1, r.n do r[i] = tostring(r[i]):gsub("0x%x+", "ADDR") end
  print(name, table.concat(r, " ", 1, r.n))
end
local function load_try(text) try(text, function() return assert(load(text, "=t"))() end) end
-- arithmetic
for _, a in ipairs { 7, -7, 7.5, "10", 0, math.maxinteger, math.mininteger, 1e308, -0.0 } do
  for _, b in ipairs { 2, -3, 0.5, "3", math.mininteger, 0 } do
    try("arith", function() return a + b, a - b, a * b, a / b end)
    try("div", function() return a // b, a % b end)
    try("pow", function() return a ^ b end)
    try("bits", function() return a & b, a | b, a ~ b, ~a, a << 3, a >> 1 end)
    try("cmp", function() return a == b, a < b, a <= b end)
    try("cat", function() return a .. b end)
  end
end
-- syntax: good and bad
for _, t in ipairs {
  "return 1", "return 1 +", "x = = 1", "for i=1,3 do", "goto done; local x; ::done:: return 4", "goto nope", "break", "return ...",
  "local a <const> = 1; a = 2", "local t <close> = nil; return 1", "return [[long\nstring]], [==[x]]y]==]", "return 'a\\x41\\u{48}\\z   b\\065\\n'",
  "return '\\q'", "return '\\xZZ'", "return 0x.8p1, 0xA, 1e2, 3., .5", "return 0x", "return 1e", "--[[ c ]] return 1", "--[==[ open", "return 'open",
  "local function f(...) return select('#', ...), ... end return f(1, nil, 3)", "return (function() return 1, 2 end)()", "return #'abc', -2^2, not nil",
  "return 1 < 2 == true, 'a' .. 'b' .. 'c', 2^3^2", "local t = {1, 2, x = 3, [10] = 4, f = function() end, 5} return #t, t.x, t[10]", "::a:: ::a::",
  "repeat local x = 1 until x == 1 return 'r'", "while true do if true then break end end return 'w'", "return 5 // 0", "return 5 % 0", "return 5.0 // 0",
  "return {} .. 'x'", "return nil + 1", "local a; a.b = 1", "return undefinedname.field", "local s = 'x'; return s.y.z", "return #nil", "return {} < {}", "return 1 < 'x'",
  "for i = 1, 0 do end for i = 3, 1, -1 do end for i = 1.0, 2 do return i end", "for i = 1, 10, 0 do end", "for i = 'a', 2 do end", "return math.type(1//1), math.type(1/1)",
} do load_try(t) end
-- strings
local s = "Hello World from Lua 5.4"
print(s:find("o"), s:find("o", 6), s:find("o", 1, true), s:find("(%w+) (%w+)"), s:match("%d+%.%d+"), s:gsub("%w+", string.upper, 2), s:gsub("o", { o = "0" }), s:gsub("(l)(l)", "%2-%1%%"))
print(s:rep(2, "|"), s:reverse(), s:sub(-3), s:sub(3, 2), s:byte(1, 3), string.char(72, 105), s:len(), s:lower())
for w in s:gmatch("%a+") do io.write(w, ",") end
for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do io.write(k, v, ";") end
print(("x"):rep(0), ("%5d|%-5s|%05.2f|%x|%q|%g|%i|%c|%%|%a"):format(42, "ab", 3.14159, 255, 'q"\n\0', 1e20, 7, 65, 1))
for _, p in ipairs { "[", "%", "(", "%g(", "[^]", "%f[%w]%w+", "^a*?", "%b()", "[a-", "(a)(b)(c)%3", "()a()", ".-%s", "[%a_][%w_]*", "[]]" } do
  try("pattern " .. p, string.find, "f(a(b)c) _id9 abc ]", p)
  try("gsub " .. p, string.gsub, "f(a(b)c) _id9 abc ]", p, "<%0>")
end
try("format", string.format, "%d", 1.5) try("format", string.format, "%y", 1) try("format", string.format, "%s") try("rep", string.rep, "x", 1 << 60)
for _, f in ipairs { "<i4", ">I2i8", "z", "s1", "!4 i1 i4", "f d n", "<j", "c5", "Xi4", "i17", "i3", "b B h H l L" } do
  try("pack " .. f, function() local p = string.pack(f, 1, 2, 3, 4, 5, 6) return (p:gsub(".", function(c) return ("%02x"):format(c:byte()) end)), #p end)
  try("pack text " .. f, function() local p = string.pack(f, "abc") return p, string.unpack(f, p) end)
  try("size " .. f, string.packsize, f)
end
-- tables
local t = { 5, 2, 8, 1, 9, 3 }
table.sort(t) print(table.concat(t, ",")) table.sort(t, function(a, b) return a > b end) print(table.concat(t, ","))
table.insert(t, 7) table.insert(t, 1, 0) print(table.remove(t), table.remove(t, 1), table.remove({}), table.concat(t, ",", 2, 4), table.unpack(t, 2, 3))
print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ","), table.pack(1, nil, 3).n, select(-1, 1, 2, 3), select("#"))
try("insert", table.insert, t, 99, 1) try("concat", table.concat, { 1, {}, 2 }) try("sort", table.sort, { 3, "x", 1 }) try("sort bad", table.sort, { 1, 2, 3, 4, 5 }, function() return true end)
try("next", next, {}, "nokey") try("unpack", table.unpack, {}, 1, 1e8)
local big = {} for i = 1, 1000 do big[i] = i; big["k" .. i] = i end for i = 1, 1000, 2 do big[i] = nil end
local n, sum = 0, 0 for k, v in pairs(big) do n = n + 1 sum = sum + v end print(n, sum, #big % 1 == 0)
-- metatables
local V = {} V.__index = V
for _, op in ipairs { "add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr", "concat" } do V["__" .. op] = function(a, b) return op .. tostring(type(a)) .. tostring(type(b)) end end
V.__unm = function() return "unm" end V.__bnot = function() return "bnot" end V.__len = function() return 42 end V.__eq = function() return true end V.__lt = function() return true end V.__le = function() return false end
V.__call = function(self, ...) return "call", select("#", ...) end V.__tostring = function() return "V!" end V.__name = "Vec" V.__close = function(_, e) print("closed", type(e)) end V.__newindex = function(t, k, v) rawset(t, k, v .. "!") end
local v, w = setmetatable({}, V), setmetatable({}, V)
print(v + 1, 1 - v, v * w, v / 2, v % 2, v ^ 2, v // 2, v & 1, v | 1, v ~ 1, v << 1, v >> 1, v .. "x", "x" .. v, -v, ~v, #v, v == w, v < w, v <= w, v(1, 2), tostring(v))
v.q = "set" print(v.q, rawget(v, "q"), rawlen(v), rawequal(v, w), getmetatable("x").__index == string)
do local c <close> = v print("in") end
try("close", function() local c <close> = v error("boom", 0) end) try("close bad", function() local c <close> = 5 end)
try("meta", setmetatable, 1, {}) try("protected", setmetatable, setmetatable({}, { __metatable = "no" }), {})
local prox = setmetatable({}, { __index = function(_, k) return k .. "?" end, __pairs = function() return function(_, k) if not k then return 1, "one" end end, nil, nil end })
print(prox.abc, rawget(prox, "abc")) for k, x in pairs(prox) do print(k, x) end
-- closures, varargs, recursion
local function counter() local c = 0 return function() c = c + 1 return c end, function() return c end end
local inc, get = counter() inc() inc() print(get())
local fs = {} for i = 1, 3 do fs[i] = function() i = i + 1 return i end end print(fs[1](), fs[1](), fs[2](), fs[3]())
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end print(fib(20))
local function tail(n) if n == 0 then return "end" end return tail(n - 1) end print(tail(100000))
try("overflow", function() local function f() return 1 + f() end return (select(2, pcall(f))):match("stack overflow") end)
-- coroutines
local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b) local d, e = coroutine.yield(c * 2) return d + e end)
print(coroutine.resume(co, 1, 2)) print(coroutine.status(co)) print(coroutine.resume(co, 10)) print(coroutine.resume(co, 3, 4)) print(coroutine.resume(co)) print(coroutine.status(co))
local gen = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) print(gen(), gen(), gen(), gen()) try("dead", gen)
print(coroutine.isyieldable(), select(2, coroutine.running())) try("yield", coroutine.yield, 1)
co = coroutine.create(function() local x <close> = v error({}) end) print((coroutine.resume(co))) print((coroutine.close(co)))
co = coroutine.wrap(function() return pcall(function() coroutine.yield(1) error("in") end) end) print(co()) print(co())
try("sort yield", function() return coroutine.wrap(function() table.sort({ 2, 1 }, function() coroutine.yield() end) end)() end)
-- errors
try("error", error, { code = 1 }) try("error nil", error) try("level", function() error("lv", 2) end) print(xpcall(function() error("x") end, function(m) return "handled " .. m:gsub("^.-:%d+: ", "") end))
print(xpcall(function() error("x") end, function(m) error("again") end)) try("assert", assert, false, "msg") try("assert", assert, nil) try("tonumber", tonumber, "z", 99) try("select", select, 0)
print(debug.traceback("tb", 1):match("^tb\nstack traceback:")) print(debug.getinfo(1, "l").currentline, debug.getinfo(print).what, debug.getinfo(fib, "u").nparams)
local up = debug.getupvalue(inc, 1) print(up, debug.setupvalue(inc, 1, 10), get(), debug.getlocal(fib, 1))
local hooks = 0 debug.sethook(function() hooks = hooks + 1 end, "l") local _ = 1 + 1
_ = 2 debug.sethook() print(hooks > 0)
-- numbers
for _, x in ipairs { "0x10", "1e1", " 5 ", "5x", "", "0x", "1e", "inf", "nan", "0x1p4", "1_000", "9223372036854775808", "-9223372036854775808", "٣" } do print(x, tonumber(x), math.tointeger(tonumber(x) or 0.5)) end
print(tonumber("ff", 16), tonumber("zz", 36), tonumber("8", 8), math.max(1, 2.5), math.min(3, -1), math.floor(-3.5), math.ceil(3.2), math.abs(-4), math.fmod(-7, 3), math.modf(3.7), math.ult(1, -1), math.sqrt(16), 7 // 0.0, -7 % 0.0, 3 | 0)
try("fmod", math.fmod, 1, 0) try("ult", math.ult, 1.5, 2) try("random", math.random, 2, 1) try("bits", function() return 1.5 | 1 end) try("bits", function() return "a" | 1 end)
math.randomseed(42) local r1 = math.random(100) math.randomseed(42) print(r1 == math.random(100), math.random(3) <= 3, math.random() < 1)
-- utf8
print(utf8.char(72, 228, 8364, 128512), utf8.len("häß€"), utf8.codepoint("häß", 1, -1), utf8.offset("häß", 3), utf8.len("\xff"), utf8.charpattern) for p, c in utf8.codes("aä€") do io.write(p, ":", c, " ") end print()
try("codes", function() for _ in utf8.codes("\xff") do end end) try("char", utf8.char, -1) try("codepoint", utf8.codepoint, "abc", 9)
-- load, dump, require, io, os
local d = string.dump(function(a) return a * 2 end, true) print(load(d, "d", "b")(21), load(d, "d", "t")) try("load", load, function() return nil end) local parts = { "return ", "1", nil } local pi = 0 print(load(function() pi = pi + 1 return parts[pi] end)())
print(load("return x", "n", "t", { x = 9 })()) try("require", function() require "no.such.module" end) package.preload.mine = function(name) return { name = name } end print(require("mine").name, package.loaded.mine ~= nil)
local name = os.tmpname() local f = assert(io.open(name, "w")) f:write("line one\n", 2, "\n", 3.5, "\nlast") f:close()
for l in io.lines(name) do io.write("<", l, ">") end print() f = io.open(name) print(f:read("l", "n", "n", "L", "a")) print(f:seek("set", 2), f:read(3), f:seek("cur"), f:seek("end"), f:read(1)) f:close() print(io.type(f), io.type(1), pcall(f.read, f)) os.remove(name) print((io.open(name)))
print(os.time { year = 2020, month = 1, day = 1, hour = 12 } - os.time { year = 2020, month = 1, day = 1, hour = 0 }, os.date("!%Y-%m-%d %H:%M:%S", 86400), os.date("!*t", 0).year, os.getenv("NO_SUCH_VAR_X")) try("date", os.date, "%Ez", 0) try("time", os.time, { year = 2020 })
-- garbage
local weak = setmetatable({}, { __mode = "k" }) for i = 1, 100 do weak[{}] = i end collectgarbage() print(next(weak)) local fin = 0 for i = 1, 50 do setmetatable({}, { __gc = function() fin = fin + 1 end }) end collectgarbage() print(fin, collectgarbage("count") > 0, collectgarbage("step"), collectgarbage("isrunning"), collectgarbage("generational"), collectgarbage("incremental"))
collectgarbage("generational") local keep = {} for i = 1, 20000 do keep[i % 100] = { i, tostring(i) } end collectgarbage("incremental") print(keep[5][2])
local eph = setmetatable({}, { __mode = "v" }) eph[1] = {} eph.s = "str" collectgarbage() print(eph[1], eph.s)
local many = {} for i = 1, 300 do many[#many + 1] = "local a" .. i .. " = " .. i end try("locals", load, table.concat(many, "\n")) local deep = ("("):rep(300) .. "1" .. (")"):rep(300) try("deep", function() return load("return " .. deep) end)
local src = {} for i = 1, 400 do src[i] = ("x[%d] = %d .. 'k%d'"):format(i, i, i) end print(pcall(assert(load("local x = {} " .. table.concat(src, " ") .. " return #x")))) print(#table.concat({ "a" }, ""))
