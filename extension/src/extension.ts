import { join } from "node:path";
import * as vscode from "vscode";

import type { Agents, Context } from "./context";
import { openChatDoor } from "./doors/chat";
import { openSocketDoor } from "./doors/socket";
import { registerPalette } from "./doors/palette";
import { makeWarmUp } from "./doors/warm-up";
import { type Addon, Engine, type Watcher } from "./engine";
import { DatabaseLink } from "./databases/link";
import { AddonError, openAddon } from "./host/addon";
import { watchEncodings } from "./host/documents";
import { watchDiagnostics } from "./host/edits";
import { Embeddings } from "./host/embeddings";
import { watchWorkspace } from "./host/events";
import { hostOps } from "./host/ops";
import { WebHost } from "./host/web";
import { Activity } from "./ui/activity";
import { Approval } from "./ui/approval";
import { standIn } from "./ui/broken";
import { ChangeView } from "./ui/change-view";
import { takeBackBegun } from "./ui/for-person";
import { CommandTerminals } from "./ui/command-terminals";
import { QuestionView } from "./ui/question-view";
import { Settings } from "./ui/settings";
import { StatusBar } from "./ui/status-bar";
import { TasksView } from "./ui/tasks-view";
import { Toolsets } from "./ui/toolsets";

type Own = Context["own"];

const distOf = ({ extensionPath }: vscode.ExtensionContext) => join(extensionPath, "dist");

function start(
  extension: vscode.ExtensionContext,
  addon: Addon,
  log: vscode.LogOutputChannel,
  status: StatusBar,
  own: Own,
): void {
  const dist = distOf(extension);
  const changes = own(new ChangeView());
  const settings = own(new Settings(extension.extension.packageJSON, log, status));
  const folders = [join(dist, "bin"), settings.get<boolean>("index.enabled") ? extension.globalStorageUri.fsPath : ""];
  const activity = own(new Activity(extension.storageUri, log));
  status.watch(activity.log);
  const approval = new Approval(settings, activity.log);
  const questions = own(new QuestionView(approval, (count) => status.setWaiting(count)));
  const terminals = own(new CommandTerminals((id) => void engine.call("end_command", { id }, { isPerson: true })));
  own(vscode.commands.registerCommand("sextant.showRunningCommands", () => terminals.show()));
  const embeddings = own(new Embeddings(settings, extension.secrets));
  const databases = own(new DatabaseLink(settings, extension.secrets));
  const web = own(new WebHost(settings, extension.secrets, dist));
  const logOp = async (text: string, isBad: boolean) => ({ data: isBad ? log.warn(text) : log.info(text) });
  const ops = {
    ...hostOps,
    ...approval.ops,
    ...status.ops,
    ...activity.ops,
    ...terminals.ops,
    ...embeddings.ops,
    ...databases.ops,
    ...web.ops,
    log: logOp,
  };
  const engine = own(new Engine(addon, ops, folders));
  activity.takeBack = (id) => takeBackBegun(engine, id);
  if (extension.storageUri) engine.keepChanges(extension.storageUri.fsPath);
  engine.watcher = activity.log as Watcher;
  own(approval.attach(engine));
  engine.onCallEnded = (call) => (approval.callEnded(call), web.ended(call));
  embeddings.attach(engine);
  questions.registerCommands();
  web.registerCommands();
  const askPolicy = (toolset: string) => approval.policy(toolset);
  const isAsking = () => approval.isAsking;
  const toolsets = own(new Toolsets(new Set(engine.tools.map((tool) => tool.toolset)), settings));
  const greetAgent = makeWarmUp(engine, log);
  const agents: Agents = { connected: new Map() };
  const services = { extension, engine, settings, changes, askPolicy, isAsking, toolsets, agents, activity, status };
  const context: Context = { ...services, greetAgent, log, own };
  own(watchWorkspace(engine));
  own(watchEncodings());
  own(watchDiagnostics());
  const readTimeout = () => (engine.deadlineMs = settings.get<number>("timeout") * 1000);
  readTimeout();
  own(settings.onDidChange(readTimeout));
  own(openChatDoor(context));
  registerPalette(context);
  activity.registerCommands(context);
  new TasksView(context);
  own(openSocketDoor(context));
}

/**
 * Reports its own failure: a silent failure would leave people and agents without a reason. All that it makes belongs
 * to the extension before it waits, and the window may end meanwhile: nothing is made after that.
 */
export async function activate(extension: vscode.ExtensionContext): Promise<void> {
  // Last in, first out: the doors close before the engine ends, so that an agent's call which
  // a window reload cuts off is asked again instead of answered with "closing".
  const owned: vscode.Disposable[] = [];
  let isOver = false;
  const disposeTo = (count: number) => {
    while (owned.length > count) owned.pop()?.dispose();
  };
  extension.subscriptions.push({
    dispose: () => {
      isOver = true;
      disposeTo(0);
    },
  });
  const own: Own = (disposable) => {
    owned.push(disposable);
    return disposable;
  };
  const log = own(vscode.window.createOutputChannel("Sextant", { log: true }));
  const status = own(new StatusBar());
  own(vscode.commands.registerCommand("sextant.showLog", () => log.show()));
  const base = owned.length;
  try {
    const addon = await openAddon(distOf(extension));
    if (!isOver) start(extension, addon, log, status, own);
  } catch (error) {
    if (isOver) return;
    const reason = error instanceof Error ? error.message : String(error);
    log.error(reason);
    disposeTo(base);
    status.report(error instanceof AddonError ? "notLoaded" : "notStarted", reason);
    standIn(extension, reason, log, own);
  }
}
