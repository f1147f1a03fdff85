// Drives the official TypeScript SDK 1.x: reads lines of {url} or {command}, lists the tools, calls each,
// and says what came of it.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { url, command, names } = JSON.parse(line);
  const seen = { tools: null, results: {}, error: null };
  const client = new Client({ name: "peers", version: "0" });
  try {
    await client.connect(url ? new StreamableHTTPClientTransport(new URL(url)) : new StdioClientTransport({ command: command[0], args: command.slice(1) }));
    seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
    for (const [name, token] of names) {
      try {
        seen.results[name] = await client.callTool({ name, arguments: { token } });
      } catch (error) {
        seen.results[name] = { refused: String(error.message ?? error) };
      }
    }
  } catch (error) {
    seen.error = String(error.message ?? error);
  }
  await client.close().catch(() => {});
  console.log(JSON.stringify(seen));
}
