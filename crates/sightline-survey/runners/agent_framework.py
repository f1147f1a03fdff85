"""Asks an agent of the Agent Framework to call every tool of the probe server."""
import asyncio
import json
import os

from agent_framework import Agent, MCPStdioTool, MCPStreamableHTTPTool

survey = json.loads(os.environ["SURVEY"])
base, key, name = survey["base"], survey["key"], survey["model"]


def model():
    if survey["dialect"] == "anthropic-messages":
        from agent_framework.anthropic import AnthropicClient
        from anthropic import AsyncAnthropic
        return AnthropicClient(model=name, anthropic_client=AsyncAnthropic(api_key=key, base_url=base))
    from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient
    kind = OpenAIChatClient if survey["dialect"] == "openai-responses" else OpenAIChatCompletionClient
    return kind(model=name, api_key=key, base_url=base + "/v1")


def server():
    if survey["url"]:
        return MCPStreamableHTTPTool(name="probe", url=survey["url"])
    program, *arguments = survey["command"]
    return MCPStdioTool(name="probe", command=program, args=arguments)


async def main():
    async with server() as tools:
        print(await Agent(client=model(), name="survey", tools=tools).run(survey["prompt"]))


asyncio.run(main())
