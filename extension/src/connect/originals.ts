import { createHash } from "node:crypto";
import type { Memento } from "vscode";

import { backUp, type FileChange, readText, writeAll } from "./files";
import { disconnectChanges, type Original, type Target } from "./plan";

/**
 * By path: the hash of what was written, the copy of what the file would be without us (`null`: there would be none), and
 * the first of the folders that were made for it.
 */
type Written = Record<string, { after: string; backup: string | null; folder?: string | undefined }>;
const WRITTEN = "connect.written";

type State = Pick<Memento, "get" | "update">;

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Writes configurations, and keeps what they were before they were connected, however often they are. */
export class Originals {
  constructor(
    private readonly state: State,
    private readonly folder: string,
    private readonly report: (message: string) => void,
  ) {}

  private get written(): Written {
    return this.state.get<Written>(WRITTEN) ?? {};
  }

  /** Finds what `path`, where `text` is now, would be without us. */
  readonly find = async (path: string, text: string | undefined): Promise<Original | undefined> => {
    const last = this.written[path];
    const original = last && (last.backup === null ? null : await readText(last.backup));
    if (!last || original === undefined) return undefined;
    return { text: original, isExact: text !== undefined && hash(text) === last.after, folder: last.folder };
  };

  /** Writes changes that connect; returns what takes them back. */
  async connect(target: Target, changes: readonly FileChange[]): Promise<() => Promise<void>> {
    const before = this.written;
    const without = await disconnectChanges(target, this.find);
    const written = { ...before };
    for (const { path, before: text, after = "" } of changes) {
      // A list of tools that was never written belongs to the person as it is.
      const known = (path === target.path || before[path]) && without.find((one) => one.path === path);
      // One of ours that is newer now is, without us, what it was before the first.
      const own = known ? undefined : await this.find(path, text);
      const original = known ? known.after : own?.isExact ? (own.text ?? undefined) : text;
      if (original !== text) await this.copy(path, text);
      written[path] = { after: hash(after), backup: (await this.copy(path, original)) ?? null };
    }
    await writeAll(changes);
    for (const { path, folder = before[path]?.folder } of changes) Object.assign(written[path] ?? {}, { folder });
    await this.state.update(WRITTEN, written);
    return async () => {
      const back = changes.map((one) => ({ ...one, before: one.after, after: one.before }));
      // The last one first: then a folder that was made for several files is empty in the end.
      await this.write(back.reverse());
      await this.state.update(WRITTEN, before);
    };
  }

  /** Writes changes that disconnect. */
  async disconnect(changes: readonly FileChange[]): Promise<void> {
    await this.write(changes);
    const paths = changes.map(({ path }) => path);
    const rest = Object.entries(this.written).filter(([path]) => !paths.includes(path));
    await this.state.update(WRITTEN, Object.fromEntries(rest));
  }

  private async write(changes: readonly FileChange[]): Promise<void> {
    for (const { path, before } of changes) await this.copy(path, before);
    await writeAll(changes);
  }

  private async copy(path: string, text: string | undefined): Promise<string | undefined> {
    if (text === undefined) return undefined;
    const kept = Object.values(this.written).map(({ backup }) => backup);
    const copy = await backUp(this.folder, path, text, kept);
    this.report(`Changes ${path}; the copy of what it was: ${copy}`);
    return copy;
  }
}
