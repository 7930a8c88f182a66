import { join } from "node:path";
import * as vscode from "vscode";

import type { Web, WebSettings } from "../web/web";
import type { Settings } from "../ui/settings";
import { askKey, secretOf } from "./keys";
import type { HostOps } from "./ops";

const { t } = vscode.l10n;

/** The toolset `web` in the editor: the settings. The rest is loaded with its first call. */
export class WebHost implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];
  private made: Web | undefined;

  /** `folder`: where the bundles are. */
  constructor(
    private readonly settings: Settings,
    private readonly secrets: vscode.SecretStorage,
    private readonly folder: string,
  ) {}

  readonly ops: HostOps = {
    webLook: (url: string) => this.web.look(url),
    webGet: (wanted: Parameters<Web["get"]>[0]) => this.web.get(wanted),
    webProvider: (query: string) => this.web.provider(query),
    webSearch: (...args: Parameters<Web["search"]>) => this.web.search(...args),
  };

  registerCommands(): void {
    this.owned.push(
      vscode.commands.registerCommand("sextant.setSearchKey", () => this.askKey()),
      this.secrets.onDidChange(() => this.made?.keyChanged()),
    );
  }

  ended(call: number): void {
    this.made?.ended(call);
  }

  dispose(): void {
    vscode.Disposable.from(...this.owned).dispose();
    this.made?.dispose();
  }

  private get web(): Web {
    const { Web: Loaded } = require("./web") as typeof import("../web/web");
    return (this.made ??= new Loaded({
      page: join(this.folder, "page.js"),
      settings: () => this.read(),
      keyOf: async (origin) => this.secrets.get(secretOf("web", origin)),
    }));
  }

  private read(): WebSettings {
    return {
      allow: this.settings.get<string[]>("web.allow"),
      hosts: this.settings.get<string[]>("web.hosts"),
      offline: this.settings.get<boolean>("web.offline"),
      search: this.settings.get<string>("web.search"),
      searchUrl: this.settings.get<string>("web.searchUrl"),
      sharesAgent: vscode.workspace.getConfiguration("http").get("proxySupport") === "on",
    };
  }

  private async askKey(): Promise<void> {
    const { search, searchUrl } = this.read();
    const origin = this.web.originOf(search, searchUrl);
    const missing = t("First set sextant.web.search to a provider, and sextant.web.searchUrl for SearXNG.");
    const about = { title: t("Key for Web Search"), missing, settings: "sextant.web.search" };
    await askKey(this.secrets, "web", origin, about);
  }
}
