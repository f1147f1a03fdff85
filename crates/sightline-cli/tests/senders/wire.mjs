// A wire in memory: opens a session of one revision with a server, lists and calls, and says what was sent.
import { createInterface } from "node:readline";

const ask = async (server, revision) => {
  const waiting = new Map();
  const transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => waiting.get(message.id)?.(message),
  };
  await server.connect(transport);
  const request = (id, method, params) =>
    new Promise((resolve) => {
      waiting.set(id, ({ result, error }) => resolve({ result, error }));
      transport.onmessage({ jsonrpc: "2.0", id, method, params });
    });
  const clientInfo = { name: "senders", version: "0" };
  await request(1, "initialize", { protocolVersion: revision, capabilities: {}, clientInfo });
  transport.onmessage({ jsonrpc: "2.0", method: "notifications/initialized" });
  const list = await request(2, "tools/list", {});
  const call = await request(3, "tools/call", { name: "t", arguments: {} });
  await server.close();
  return { list, call };
};

// Reads lines of {tool, result, revision}; `make` builds a server that has the one tool.
export const senders = async (make) => {
  for await (const line of createInterface({ input: process.stdin })) {
    const { tool, result, revision } = JSON.parse(line);
    let seen;
    try {
      seen = await ask(await make(tool, result), revision);
    } catch (error) {
      seen = { list: { error: { message: String(error.message ?? error) } } };
    }
    console.log(JSON.stringify(seen));
  }
};
