// Asks the AI SDK to call every tool of the probe server.
const survey = JSON.parse(process.env.SURVEY);

async function model() {
  const { base, key, dialect, model: name } = survey;
  if (dialect === 'anthropic-messages') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: `${base}/v1`, apiKey: key })(name);
  }
  if (dialect === 'gemini') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ baseURL: `${base}/v1beta`, apiKey: key })(name);
  }
  if (dialect === 'openai-responses') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: `${base}/v1`, apiKey: key }).responses(name);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name: 'probe', baseURL: `${base}/v1`, apiKey: key })(name);
}

async function transport() {
  if (survey.url) return { type: 'http', url: survey.url };
  const stdio = await import('@ai-sdk/mcp/mcp-stdio');
  const Transport = stdio.StdioMCPTransport ?? stdio.Experimental_StdioMCPTransport;
  const [command, ...args] = survey.command;
  return new Transport({ command, args });
}

const mcp = await import('@ai-sdk/mcp');
const connect = mcp.createMCPClient ?? mcp.experimental_createMCPClient;
const client = await connect({ transport: await transport() });
const ai = await import('ai');
const steps = (ai.stepCountIs ?? ai.isStepCount)(400);
const answer = await ai.generateText({
  model: await model(), tools: await client.tools(), stopWhen: steps, prompt: survey.prompt,
});
console.log(answer.text);
await client.close();
process.exit(0);
