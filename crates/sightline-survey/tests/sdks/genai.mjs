// Drives Google's JavaScript SDK: tool loops, plain and streamed. Says of each which tools were called,
// and the last words.
import { GoogleGenAI } from "@google/genai";

const { base, tools, results } = JSON.parse(process.argv[2]);
const client = new GoogleGenAI({ apiKey: "dummy", httpOptions: { baseUrl: base } });
const say = (what, called, last) => console.log(JSON.stringify({ what, called, last }));
const model = "gemini-2.5-pro";
const declared = tools.map(({ name, description, schema }) => ({ name, description, parametersJsonSchema: schema }));

for (const way of ["plain", "stream"]) {
  const contents = [{ role: "user", parts: [{ text: "Call the probe tools" }] }];
  const called = [];
  for (let turn = 0; turn < 20; turn++) {
    const body = { model, contents, config: { tools: [{ functionDeclarations: declared }] } };
    const parts = [];
    if (way === "plain") {
      const answer = await client.models.generateContent(body);
      if (!(answer.usageMetadata.totalTokenCount > 0)) throw new Error("no usage");
      parts.push(...answer.candidates[0].content.parts);
    } else {
      for await (const answer of await client.models.generateContentStream(body)) parts.push(...answer.candidates[0].content.parts);
    }
    contents.push({ role: "model", parts });
    const calls = parts.filter((part) => part.functionCall).map((part) => part.functionCall);
    if (!calls.length) {
      say(`gemini ${way}`, called, parts.map((part) => part.text).join(""));
      break;
    }
    const answers = calls.map(({ id, name, args }) => {
      called.push(args.token);
      return { functionResponse: { id, name, response: { output: results[name] } } };
    });
    contents.push({ role: "user", parts: answers });
  }
}

const counted = await client.models.countTokens({ model, contents: "eight letters" });
say("tokens", [], String(counted.totalTokens > 0));
const names = [];
for await (const found of await client.models.list()) names.push(found.name.replace("models/", ""));
say("models", names, (await client.models.get({ model: "any-name" })).name.replace("models/", ""));
try {
  await client.models.embedContent({ model, contents: "x" });
} catch (error) {
  say("not found", [error.constructor.name], String(error.status));
}
