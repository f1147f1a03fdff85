// Drives OpenAI's JavaScript SDK: tool loops in both of its interfaces, plain, streamed and with a held
// history. Says of each which tools were called, and the last words.
import OpenAI from "openai";

const { base, tools, results } = JSON.parse(process.argv[2]);
const client = new OpenAI({ apiKey: "dummy", baseURL: `${base}/v1`, maxRetries: 0 });
const say = (what, called, last) => console.log(JSON.stringify({ what, called, last }));

for (const way of ["plain", "stream"]) {
  const messages = [{ role: "user", content: "Call the probe tools" }];
  const called = [];
  const offered = tools.map(({ name, description, schema }) => ({ type: "function", function: { name, description, parameters: schema } }));
  for (let turn = 0; turn < 20; turn++) {
    const body = { model: "gpt-4o", messages, tools: offered };
    const completion =
      way === "plain"
        ? await client.chat.completions.create(body)
        : await client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalChatCompletion();
    if (!(completion.usage.total_tokens > 0)) throw new Error("no usage");
    const { message } = completion.choices[0];
    messages.push({ role: "assistant", content: message.content, ...(message.tool_calls?.length ? { tool_calls: message.tool_calls } : {}) });
    if (!message.tool_calls?.length) {
      say(`openai-chat ${way}`, called, message.content);
      break;
    }
    for (const call of message.tool_calls) {
      called.push(JSON.parse(call.function.arguments).token);
      messages.push({ role: "tool", tool_call_id: call.id, content: results[call.function.name] });
    }
  }
}

for (const way of ["plain", "stream", "held"]) {
  let input = [{ role: "user", content: "Call the probe tools" }];
  let previous;
  const called = [];
  const offered = tools.map(({ name, description, schema }) => ({ type: "function", name, description, parameters: schema, strict: false }));
  for (let turn = 0; turn < 20; turn++) {
    const body = { model: "gpt-5", input, tools: offered, previous_response_id: previous };
    const response = way === "stream" ? await client.responses.stream(body).finalResponse() : await client.responses.create(body);
    if (!(response.usage.total_tokens > 0)) throw new Error("no usage");
    const calls = response.output.filter((item) => item.type === "function_call");
    if (!calls.length) {
      say(`openai-responses ${way}`, called, response.output_text);
      break;
    }
    const outputs = calls.map((call) => {
      called.push(JSON.parse(call.arguments).token);
      return { type: "function_call_output", call_id: call.call_id, output: results[call.name] };
    });
    if (way === "held") [input, previous] = [outputs, response.id];
    else input = [...input, ...calls.map(({ type, call_id, name, arguments: text }) => ({ type, call_id, name, arguments: text })), ...outputs];
  }
}

const models = [];
for await (const model of client.models.list()) models.push(model.id);
say("models", models, (await client.models.retrieve("any-name")).id);
try {
  await client.embeddings.create({ model: "m", input: "x" });
} catch (error) {
  say("not found", [error.constructor.name], String(error.status));
}
