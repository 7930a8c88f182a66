import * as vscode from "vscode";

import type { Engine } from "../engine";
import type { Settings } from "../ui/settings";
import { askKey, secretOf } from "./keys";
import type { HostOps } from "./ops";
import { originOf, post } from "./post";

const { t } = vscode.l10n;

const SETTING = "semantic.endpoint";

/** The embeddings endpoint of the settings: the engine gets its address, and its requests are sent here. */
export class Embeddings implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];
  private engine: Engine | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly secrets: vscode.SecretStorage,
  ) {}

  readonly ops: HostOps = {
    embed: async (url: string, body: object, limitMs: number, maxBytes: number) => {
      const origin = originOf(url);
      try {
        const key = origin && (await this.secrets.get(secretOf("semantic", origin)));
        return await post(url, key, body, limitMs, maxBytes);
      } catch {
        return { data: { status: 0, why: "key" }, text: "" };
      }
    },
  };

  attach(engine: Engine): this {
    this.engine = engine;
    this.owned.push(
      this.settings.onDidChange((concerns) => concerns("semantic") && this.tell()),
      // Another window may store a key, too.
      this.secrets.onDidChange(() => this.tell()),
      vscode.commands.registerCommand("sextant.setEndpointKey", () => this.askKey()),
    );
    this.tell();
    return this;
  }

  dispose(): void {
    vscode.Disposable.from(...this.owned).dispose();
  }

  private tell(): void {
    this.engine?.setEndpoint(this.settings.get<string>(SETTING), this.settings.get<string>("semantic.model"));
  }

  private async askKey(): Promise<void> {
    const missing = t("First set sextant.semantic.endpoint to the address of the endpoint (http or https).");
    const about = { title: t("Key of the Embeddings Endpoint"), missing, settings: "sextant.semantic" };
    await askKey(this.secrets, "semantic", originOf(this.settings.get<string>(SETTING)), about);
  }
}
