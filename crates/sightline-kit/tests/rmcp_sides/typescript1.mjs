// Drives the official TypeScript SDK 1.x: reads lines of {url, revision, calls}, and says what
// arrived. The SDK always asks for its newest revision, so the request is rewritten on its way out.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { url, revision, calls } = JSON.parse(line);
  const seen = { tools: null, answers: [], error: null };
  const client = new Client({ name: "foreign", version: "0" });
  try {
    const transport = new StreamableHTTPClientTransport(new URL(url));
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (message.method === "initialize") message.params.protocolVersion = revision;
      return send(message, options);
    };
    await client.connect(transport);
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
