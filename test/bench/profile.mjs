/**
 * Starts or ends a profile of the extension host's main thread. At its end: how long it was in the
 * extension's own code and in what that calls, in all and at a stretch.
 */
export function profile(editor, isStart) {
  return editor.control.evaluate(async ({ args: isStart }) => {
    const { Session } = process.getBuiltinModule("inspector");
    const session = (globalThis.benchSession ??= new Session());
    const post = (method, params) =>
      new Promise((done, fail) => session.post(method, params, (error, value) => (error ? fail(error) : done(value))));
    if (isStart) {
      session.connect();
      await post("Profiler.enable");
      await post("Profiler.setSamplingInterval", { interval: 200 });
      return void (await post("Profiler.start"));
    }
    const { nodes, samples, timeDeltas } = (await post("Profiler.stop")).profile;
    session.disconnect();
    delete globalThis.benchSession;
    const byId = new Map(nodes.map((node) => [node.id, node]));
    for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
    // Below one of our frames: our code, and what it calls of the editor and of Node.
    const isOurs = (node) => /sextant[^/]*\/dist\/[^/]+\.js$/.test(node.callFrame.url);
    const isInOurs = (id) => {
      for (let node = byId.get(id); node; node = node.parent) if (isOurs(node)) return true;
      return false;
    };
    let total = 0,
      stretch = 0,
      longest = 0;
    samples.forEach((id, i) => {
      const is = isInOurs(id);
      if (is) total += timeDeltas[i];
      stretch = is ? stretch + timeDeltas[i] : 0;
      longest = Math.max(longest, stretch);
    });
    return { totalMs: total / 1000, longestMs: longest / 1000 };
  }, isStart);
}
