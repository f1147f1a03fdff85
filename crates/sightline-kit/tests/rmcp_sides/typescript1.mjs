// Drives the official TypeScript SDK 1.x: reads lines of {url, calls}, and says what arrived.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { url, calls } = JSON.parse(line);
  const seen = { tools: null, answers: [], error: null };
  const client = new Client({ name: "foreign", version: "0" });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
    for (const call of calls) {
      seen.answers.push(await client.callTool(call).catch((error) => ({ refused: String(error.message ?? error) })));
    }
  } catch (error) {
    seen.error = String(error.message ?? error);
  }
  await client.close().catch(() => {});
  console.log(JSON.stringify(seen));
}
