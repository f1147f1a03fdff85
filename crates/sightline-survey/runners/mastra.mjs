// Asks a Mastra agent to call every tool of the probe server.
const survey = JSON.parse(process.env.SURVEY);

async function model() {
  const { base, key, dialect, model: name } = survey;
  if (dialect === 'anthropic-messages') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: `${base}/v1`, apiKey: key })(name);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name: 'probe', baseURL: `${base}/v1`, apiKey: key })(name);
}

const { Agent } = await import('@mastra/core/agent');
const { MCPClient } = await import('@mastra/mcp');
const [command, ...args] = survey.command;
const server = survey.url ? { url: new URL(survey.url) } : { command, args };
const client = new MCPClient({ servers: { probe: server } });
const tools = client.listTools ? await client.listTools() : await client.getTools();
const agent = new Agent({ id: 'survey', name: 'survey', instructions: 'Call tools.', model: await model(), tools });
const answer = await agent.generate(survey.prompt, { maxSteps: 400 });
console.log(answer.text);
await client.disconnect();
process.exit(0);
