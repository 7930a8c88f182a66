import { Worker } from "node:worker_threads";

import type { Job, View } from "./page";
import { WebError } from "./request";

/** A worker that has nothing to do ends after this time. */
const IDLE_MS = 30_000;
/** Pages that are turned into text at once; others wait, as each may take as much memory as a thread has. */
const MOST_BUSY = 4;
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 192, stackSizeMb: 4 };

/** Threads that turn pages into text. One that takes too long, or too much memory, is ended. */
export class Pages {
  private readonly idle = new Map<Worker, NodeJS.Timeout>();
  private readonly busy = new Set<Worker>();
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly page: string) {}

  /** Throws a WebError. */
  async view(job: Job, limitMs: number, signal: AbortSignal): Promise<View> {
    while (this.busy.size >= MOST_BUSY && !signal.aborted) await this.wait(signal);
    if (signal.aborted) throw new WebError("cancelled");
    const worker = this.take();
    let timer: NodeJS.Timeout | undefined;
    let stop = () => {};
    try {
      const made = await new Promise<View>((done, fail) => {
        stop = () => fail(new WebError("cancelled"));
        timer = setTimeout(() => fail(new WebError("long", String(limitMs))), limitMs);
        signal.addEventListener("abort", stop, { once: true });
        worker.once("message", done);
        worker.once("error", (error: { code?: string }) =>
          fail(new WebError(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "failed")),
        );
        worker.postMessage(job);
      });
      this.keep(worker);
      if (made.why) throw new WebError(made.why, made.detail);
      return made;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      // All of them would be too many: the worker itself listens to who listens.
      for (const event of ["message", "error"]) worker.removeAllListeners(event);
      if (this.busy.delete(worker)) this.end(worker);
      for (const go of this.waiting.splice(0)) go();
    }
  }

  dispose(): void {
    for (const worker of [...this.idle.keys(), ...this.busy]) this.end(worker);
  }

  /** Until a thread has no page any more, or the signal goes off. */
  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      this.waiting.push(done);
      signal.addEventListener("abort", () => done(), { once: true });
    });
  }

  private take(): Worker {
    const [known] = this.idle.keys();
    const worker = known ?? new Worker(this.page, { resourceLimits: LIMITS, stdin: false });
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
    worker.ref();
    this.busy.add(worker);
    return worker;
  }

  private keep(worker: Worker): void {
    this.busy.delete(worker);
    worker.unref();
    this.idle.set(worker, setTimeout(() => this.end(worker), IDLE_MS).unref());
  }

  private end(worker: Worker): void {
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
    worker.on("error", () => {});
    void worker.terminate();
  }
}
