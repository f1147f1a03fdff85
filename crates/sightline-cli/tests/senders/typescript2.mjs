import { McpServer, fromJsonSchema } from "@modelcontextprotocol/server";
import { senders } from "./wire.mjs";

await senders((tool, result) => {
  const server = new McpServer({ name: "s", version: "0" });
  const { name, inputSchema, outputSchema, ...rest } = tool;
  const schemas = { inputSchema: fromJsonSchema(inputSchema) };
  if (outputSchema !== undefined) schemas.outputSchema = fromJsonSchema(outputSchema);
  server.registerTool(name, { ...rest, ...schemas }, () => result);
  return server;
});
