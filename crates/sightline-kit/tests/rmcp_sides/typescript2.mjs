// Drives the official TypeScript SDK 2.x: reads lines of {url, revision, modern, calls}, and says what arrived.
// A form is answered with three seats, so that the SDK carries out the second round by itself.
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

for await (const line of createInterface({ input: process.stdin })) {
  const { url, revision, modern, calls } = JSON.parse(line);
  const seen = { tools: null, answers: [], error: null };
  const mode = modern ? { pin: revision } : "legacy";
  const versions = modern ? {} : { supportedProtocolVersions: [revision] };
  const client = new Client(
    { name: "foreign", version: "0" },
    { versionNegotiation: { mode }, ...versions, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { seats: 3 } }));
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
