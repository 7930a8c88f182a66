/** Lines that a client or a window of the bridge should not send. */

const MEGABYTE = 1 << 20;
/** As the bridge has it. */
const MESSAGE_MAX = 16 * MEGABYTE;

const NUMBERS = [
  "0",
  "-0",
  "1",
  "1.0",
  "1e0",
  "1E+2",
  "1e400",
  "-1e-400",
  "9007199254740993",
  "0.5",
  "01",
  "1.",
  "-",
  "1e",
];
const NAMES = [
  "tools/call",
  "tools/list",
  "initialize",
  "ping",
  "notifications/cancelled",
  "notifications/initialized",
  "subscriptions/listen",
  "notifications/progress",
  "x",
  "",
  "\u0000",
  "😀",
  "y".repeat(300),
];

/** An id as JSON text: of every type, long, empty, broken. */
export function makeIdText(random) {
  const what = random.below(10);
  if (what < 3) return String(random.below(6));
  if (what === 3) return random.pick(NUMBERS);
  if (what === 4) return random.pick(["null", "true", "{}", "[]", "[1]", '{"a":1}']);
  if (what === 5) return JSON.stringify("z".repeat(random.pick([0, 1, 255, 256, 257, 5000])));
  if (what === 6)
    return random.pick(['"\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\', '"\\x"', '"\u0001"', '"\\u12"']);
  return JSON.stringify(random.pick(["a", "b", "sextant-0", "sextant-1", "0", "1"]));
}

export function makeId(random) {
  return random.pick([0, 1, 2, "a", "sextant-0", null, 1e300, -1, "", {}, [], true]);
}

function makeParams(random) {
  const what = random.below(8);
  if (what === 0) return "";
  if (what === 1) return `,"params":${random.pick(["null", "1", "[]", '"x"', "{", "{}"])}`;
  if (what === 2) return `,"params":{"requestId":${makeIdText(random)}}`;
  if (what === 3) return `,"params":{"name":${makeIdText(random)},"name":"look","arguments":{"name":"no"}}`;
  if (what === 4) return `,"params":{"protocolVersion":${makeIdText(random)}},"params":{"name":"look"}`;
  if (what === 5) return `,"params":${"[".repeat(random.pick([10, 1022, 1023, 1024, 5000]))}`;
  return `,"params":{"name":"${random.pick(["look", "change"])}","arguments":{"text":"${"t".repeat(random.below(3000))}"}}`;
}

function makeMessage(random) {
  const version = random.isOneIn(10) ? random.pick(['"1.0"', "2.0", "null"]) : '"2.0"';
  const id = random.isOneIn(4) ? "" : `,"id":${makeIdText(random)}`;
  const what = random.below(6);
  if (what === 0) return `{"jsonrpc":${version}${id},"result":{}}`;
  if (what === 1) return `{"jsonrpc":${version}${id},"error":{"code":1,"message":"m"}}`;
  if (what === 2)
    return `{"jsonrpc":${version}${id},"method":${JSON.stringify(random.pick(NAMES))},"result":1${makeParams(random)}}`;
  return `{"jsonrpc":${version}${id},"method":${JSON.stringify(random.pick(NAMES))}${makeParams(random)}}`;
}

/** Some bytes of it are others, missing, or there twice. */
function mutate(text, random) {
  let bytes = Buffer.from(text, "utf8");
  for (let i = random.below(4); i > 0 && bytes.length; i--) {
    const at = random.below(bytes.length),
      end = at + random.below(20);
    const added = random.pick([
      Buffer.from([random.below(256)]),
      bytes.subarray(at, end),
      Buffer.from(random.pick(["{", "}", '"', "\\", ",", ":", "[", "]"])),
    ]);
    bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(random.isOneIn(2) ? at : end)]);
  }
  return bytes;
}

/** A message of just the size that is taken, or a little beside it. */
function makeHuge(random) {
  const begin = `{"jsonrpc":"2.0","id":${makeIdText(random)},"method":"tools/call","params":{"name":"look","arguments":{"t":"`,
    end = '"}}}';
  const size = random.pick([MESSAGE_MAX - 1, MESSAGE_MAX, MESSAGE_MAX + 1, MESSAGE_MAX + 2, 18 * MEGABYTE]);
  return begin + "h".repeat(size - begin.length - end.length) + end;
}

const batch = (random) => `[${Array.from({ length: random.below(5) }, () => makeMessage(random)).join(",")}]`;

/** One line, or many at once. */
export function makeHostileLine(random) {
  const what = random.below(100);
  const end = random.isOneIn(8) ? "\r\n" : "\n";
  if (what === 0) return makeHuge(random) + end;
  if (what < 4) return "m".repeat(random.below(2 * MEGABYTE)) + end;
  if (what < 10) return batch(random) + end;
  if (what < 14) return `${makeMessage(random)}${end}`.repeat(random.below(300));
  if (what < 40) return Buffer.concat([mutate(makeMessage(random), random), Buffer.from(end)]);
  if (what < 44)
    return random.pick(["", " ", "\t\r", "null", "1", '"x"', "{}", "[]", "\ufeff{}", "\0", '{"a":1}}']) + end;
  return makeMessage(random) + end;
}

/** Lines that may end in the middle. */
export function makeHostileBytes(random) {
  const line = Buffer.from(makeHostileLine(random));
  if (random.isOneIn(3)) return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)));
  return line.subarray(0, random.below(line.length + 1));
}
