// Asks an agent of the OpenAI Agents SDK to call every tool of the probe server.
const survey = JSON.parse(process.env.SURVEY);
const sdk = await import('@openai/agents');

sdk.setTracingDisabled(true);
sdk.setOpenAIAPI(survey.dialect === 'openai-chat' ? 'chat_completions' : 'responses');
const [command, ...args] = survey.command;
const server = survey.url
  ? new sdk.MCPServerStreamableHttp({ name: 'probe', url: survey.url })
  : new sdk.MCPServerStdio({ name: 'probe', command, args });
await server.connect();
const agent = new sdk.Agent({
  name: 'survey', instructions: 'Call tools.', model: survey.model, mcpServers: [server],
});
const answer = await sdk.run(agent, survey.prompt, { maxTurns: 400 });
console.log(answer.finalOutput);
await server.close();
process.exit(0);
