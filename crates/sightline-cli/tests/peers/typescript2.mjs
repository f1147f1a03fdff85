// Drives the official TypeScript SDK 2.x: reads lines of {url, modern}, and says of each what arrived.
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

for await (const line of createInterface({ input: process.stdin })) {
  const { url, modern } = JSON.parse(line);
  const seen = { tools: null, result: null, error: null };
  const mode = modern ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "peers", version: "0" }, { versionNegotiation: { mode } });
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
