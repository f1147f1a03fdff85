// Drives the official TypeScript SDK 1.x: reads lines of {url}, and says of each what arrived.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { url } = JSON.parse(line);
  const seen = { tools: null, result: null, error: null };
  const client = new Client({ name: "peers", version: "0" });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
    seen.result = await client.callTool({ name: "t", arguments: {} });
  } catch (error) {
    seen.error = String(error.message ?? error);
  }
  await client.close().catch(() => {});
  console.log(JSON.stringify(seen));
}
