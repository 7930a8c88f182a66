import { documentOps } from "./documents";
import { editOps } from "./edits";
import { hierarchyOps } from "./hierarchies";
import { providerOps } from "./providers";
import { refactoringOps } from "./refactorings";
import { typescriptOps } from "./typescript";
import { workspaceOps } from "./workspace";

/** Plain data for the engine; `text` is a document's or a page's, beside the JSON. */
export interface Reply {
  data: unknown;
  text?: string | Uint8Array;
}

/** Operations that the engine can request: native/host/requests.h describes each. */
export type HostOps = Record<string, (...args: never[]) => Promise<Reply>>;

export const hostOps: HostOps = {
  ...documentOps,
  ...editOps,
  ...hierarchyOps,
  ...providerOps,
  ...refactoringOps,
  ...typescriptOps,
  ...workspaceOps,
};
