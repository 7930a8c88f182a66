/**
 * A scripted model for real agents: a server on loopback that speaks the chat-completions protocol
 * of OpenAI (streamed or not), does what its script says and keeps every request.
 *
 *   const model = await startModel([{ tool: "get_symbol_documentation", args: {…} }]);
 *   … run the agent against model.url …
 *   model.requests[1].messages      the agent's request after the tool had answered
 *
 * Which step is due is read from the conversation itself (one tool result for each step done), so a
 * request that an agent repeats or sends on the side does not upset the script. Where a result asks
 * for it, the step is made once more as the result says. After the last step the model says `last`,
 * followed by the last tool's result.
 */
import { createServer } from "node:http";

const REQUEST_LIMIT_BYTES = 32 * 1024 * 1024;

/** Answers end with one of these while a language server still loads. */
const AGAIN = "Call again in a few seconds";
const OR_WAIT = "or with wait: true";

/**
 * @typedef {object} Step
 * @property {string} tool name, or the end of one: clients prefix the names of MCP tools
 * @property {object | ((result: string | undefined) => object)} args from the last tool's result, if they depend on it
 */

/**
 * Starts the model on a free port. Returns `{url, requests, toolNames(), close()}`, `url` being the
 * base address for clients, and `requests` the parsed bodies in the sequence of their arrival.
 *
 * @param {Step[]} steps
 */
export async function startModel(steps, { name = "scripted", last = "Done. The tool said:" } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    handle(request, response, { steps, name, last, requests }).catch((error) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: error.message, type: "invalid_request_error" } }));
    });
  });
  await new Promise((done, fail) => server.once("error", fail).listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    toolNames: () => [...new Set(requests.flatMap((one) => toolNamesOf(one)))],
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** The text of the last tool result that `request` carries, or undefined. */
export function lastToolResult(request) {
  return toolResults(request).at(-1);
}

/** The texts of the results of each step that `request` carries, without those that asked for another call. */
export const stepResults = (request) => toolResults(request).filter((text) => !text.includes(AGAIN));

const toolResults = ({ messages }) =>
  messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));

function textOf(content) {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("\n");
}

const toolNamesOf = (request) => (request.tools ?? []).map((tool) => tool.function.name);

async function handle(request, response, model) {
  if (request.method === "GET" && request.url.endsWith("/models")) {
    return sendJson(response, { object: "list", data: [{ id: model.name, object: "model" }] });
  }
  if (request.method !== "POST" || !request.url.endsWith("/chat/completions")) {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.parse(await readAll(request));
  model.requests.push(body);
  const message = nextMessage(body, model);
  if (body.stream) sendStream(response, message, body);
  else sendJson(response, completion(message, body));
}

async function readAll(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > REQUEST_LIMIT_BYTES) throw new Error("the request is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The model's turn: `{content}` or `{tool_calls}`. */
function nextMessage(body, { steps, last }) {
  const step = steps[stepResults(body).length];
  // A request without tools is not the conversation but something beside it, such as its title.
  if (!step || !body.tools?.length) return { content: `${last}\n${lastToolResult(body) ?? ""}` };
  const name = toolNamesOf(body).find((one) => one === step.tool || one.endsWith(`_${step.tool}`));
  if (!name) return { content: `There is no tool '${step.tool}' here.` };
  const given = typeof step.args === "function" ? step.args(lastToolResult(body)) : step.args;
  const args = lastToolResult(body)?.includes(OR_WAIT) ? { ...given, wait: true } : given;
  const call = { name, arguments: JSON.stringify(args) };
  return { tool_calls: [{ index: 0, id: `call_${toolResults(body).length + 1}`, type: "function", function: call }] };
}

const finishOf = (message) => (message.tool_calls ? "tool_calls" : "stop");
const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const envelope = (body, object) => ({ id: "chatcmpl-1", object, created: 1, model: body.model });

function completion(message, body) {
  const choice = {
    index: 0,
    message: { role: "assistant", content: null, ...message },
    finish_reason: finishOf(message),
  };
  return { ...envelope(body, "chat.completion"), choices: [choice], usage: USAGE };
}

function sendJson(response, value) {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function sendStream(response, message, body) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  const chunk = envelope(body, "chat.completion.chunk");
  const choice = (delta, finish_reason = null) => ({ index: 0, delta, finish_reason });
  send({ ...chunk, choices: [choice({ role: "assistant", ...message })] });
  send({ ...chunk, choices: [choice({}, finishOf(message))] });
  send({ ...chunk, choices: [], usage: USAGE });
  response.end("data: [DONE]\n\n");
}
