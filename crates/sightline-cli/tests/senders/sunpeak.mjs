import { createProductionMcpServer } from "sunpeak/mcp";
import * as z from "zod";
import { senders } from "./wire.mjs";

// The wrapper takes shapes of zod, no JSON Schema; the shapes that a case needs are built here.
const shapes = {
  object: { a: z.number() },
};

await senders((tool, result) => {
  const outputSchema = tool.outputSchema?.type === "object" ? shapes.object : undefined;
  const own = { name: tool.name, tool: { description: tool.description }, outputSchema, handler: () => result };
  return createProductionMcpServer({ name: "s", version: "0", tools: [own], resources: [], simulations: [] });
});
