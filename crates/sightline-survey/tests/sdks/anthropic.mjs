// Drives Anthropic's JavaScript SDK: tool loops, plain and streamed. Says of each which tools were
// called, and the last words.
import Anthropic from "@anthropic-ai/sdk";

const { base, tools, results } = JSON.parse(process.argv[2]);
const client = new Anthropic({ apiKey: "dummy", baseURL: base, maxRetries: 0 });
const say = (what, called, last) => console.log(JSON.stringify({ what, called, last }));
const offered = tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));

for (const way of ["plain", "stream"]) {
  const messages = [{ role: "user", content: "Call the probe tools" }];
  const called = [];
  for (let turn = 0; turn < 20; turn++) {
    const body = { model: "claude-sonnet-4-5", max_tokens: 1000, messages, tools: offered };
    const message = way === "plain" ? await client.messages.create(body) : await client.messages.stream(body).finalMessage();
    if (!(message.usage.output_tokens > 0)) throw new Error("no usage");
    messages.push({ role: "assistant", content: message.content });
    const calls = message.content.filter((block) => block.type === "tool_use");
    if ((message.stop_reason === "tool_use") !== calls.length > 0) throw new Error(`stopped for ${message.stop_reason}`);
    if (!calls.length) {
      say(`anthropic-messages ${way}`, called, message.content[0].text);
      break;
    }
    const content = calls.map((call) => {
      called.push(call.input.token);
      return { type: "tool_result", tool_use_id: call.id, content: results[call.name] };
    });
    messages.push({ role: "user", content });
  }
}

const counted = await client.messages.countTokens({ model: "m", messages: [{ role: "user", content: "eight letters" }] });
say("tokens", [], String(counted.input_tokens > 0));
const models = [];
for await (const model of client.models.list()) models.push(model.id);
say("models", models, (await client.models.retrieve("any-name")).id);
try {
  await client.post("/v1/no/such", { body: {} });
} catch (error) {
  say("not found", [error.constructor.name], String(error.status));
}
