import { Worker } from "node:worker_threads";

import type { Arrival, Job, View } from "./page";
import { errorOf, WebError } from "./request";

/** A worker that has nothing to do ends after this time. */
const IDLE_MS = 30_000;
/** Threads at once; other pages wait, as each may take as much memory as a thread has. */
const MOST_BUSY = 4;
/** Threads of pages that still arrive: their servers may be slow, and a page that is whole needs one for a moment. */
const MOST_ARRIVING = 3;
/** The tree of a page of 2 MB is young until its text is written: it is not copied to and fro. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 256, stackSizeMb: 4 };

/** A page on its way through a thread, which may begin while it arrives. */
export class Reading {
  private worker: Worker | undefined;
  private made: Promise<View> | undefined;

  constructor(
    private readonly pages: Pages,
    private readonly job: Job,
  ) {}

  /** Takes all bytes that are there so far. Where no thread is free, they wait until the end. */
  more(bytes: Uint8Array): void {
    this.worker ??= this.pages.takeFree(MOST_ARRIVING);
    if (this.worker) this.send(this.worker, bytes, false);
  }

  /** Takes the whole page and gives its text. Throws a WebError. */
  async end(bytes: Uint8Array, limitMs: number, signal: AbortSignal): Promise<View> {
    this.worker ??= await this.pages.take(signal);
    let timer: NodeJS.Timeout | undefined;
    let stop = () => {};
    const ended = new Promise<never>((_, fail) => {
      stop = () => fail(errorOf(signal.reason));
      timer = setTimeout(() => fail(new WebError("long", String(limitMs))), limitMs);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
    });
    try {
      const view = await Promise.race([this.send(this.worker, bytes, true), ended]);
      this.pages.keep(this.worker);
      this.worker = undefined; // the next page's now
      if (view.why) throw new WebError(view.why, view.detail);
      return view;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }

  /** A thread that has not finished the page ends with it. */
  close(): void {
    if (this.worker) this.pages.release(this.worker);
    this.worker = undefined;
  }

  private send(worker: Worker, bytes: Uint8Array, isWhole: boolean): Promise<View> {
    const arrival: Arrival = { job: this.made ? undefined : this.job, bytes, isWhole };
    this.made ??= new Promise<View>((done, fail) => {
      worker.once("message", done);
      worker.once("error", (error: { code?: string }) =>
        fail(new WebError(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "failed")),
      );
    });
    // While the page arrives it is not asked how that went.
    this.made.catch(() => {});
    worker.postMessage(arrival);
    return this.made;
  }
}

/** Threads that turn pages into text. One that takes too long, or too much memory, is ended. */
export class Pages {
  private readonly idle = new Map<Worker, NodeJS.Timeout>();
  private readonly busy = new Set<Worker>();
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly page: string) {}

  open(job: Job): Reading {
    return new Reading(this, job);
  }

  dispose(): void {
    for (const worker of [...this.idle.keys(), ...this.busy]) this.end(worker);
  }

  /** A thread, when one is free. Throws a WebError. */
  async take(signal: AbortSignal): Promise<Worker> {
    for (;;) {
      if (signal.aborted) throw errorOf(signal.reason);
      const worker = this.takeFree();
      if (worker) return worker;
      await new Promise<void>((done) => {
        this.waiting.push(done);
        signal.addEventListener("abort", () => done(), { once: true });
      });
    }
  }

  takeFree(most = MOST_BUSY): Worker | undefined {
    if (this.busy.size >= most) return undefined;
    const [known] = this.idle.keys();
    const worker = known ?? new Worker(this.page, { resourceLimits: LIMITS, stdin: false });
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
    worker.ref();
    this.busy.add(worker);
    return worker;
  }

  /** Its page is finished. */
  keep(worker: Worker): void {
    this.busy.delete(worker);
    worker.unref();
    this.idle.set(worker, setTimeout(() => this.end(worker), IDLE_MS).unref());
    this.release(worker);
  }

  /** The next page may have the place of this thread. */
  release(worker: Worker): void {
    // All of them would be too many: the worker itself listens to who listens.
    for (const event of ["message", "error"]) worker.removeAllListeners(event);
    if (this.busy.delete(worker)) this.end(worker);
    for (const go of this.waiting.splice(0)) go();
  }

  private end(worker: Worker): void {
    clearTimeout(this.idle.get(worker));
    this.idle.delete(worker);
    worker.on("error", () => {});
    void worker.terminate();
  }
}
