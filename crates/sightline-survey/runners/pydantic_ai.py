"""Asks an agent of Pydantic AI to call every tool of the probe server."""
import asyncio
import json
import os

from pydantic_ai import Agent, UsageLimits
from pydantic_ai.mcp import MCPToolset

survey = json.loads(os.environ["SURVEY"])
base, key, name = survey["base"], survey["key"], survey["model"]


def model():
    if survey["dialect"] == "anthropic-messages":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider
        return AnthropicModel(name, provider=AnthropicProvider(base_url=base, api_key=key))
    if survey["dialect"] == "gemini":
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider
        return GoogleModel(name, provider=GoogleProvider(base_url=base, api_key=key))
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider
    kind = OpenAIResponsesModel if survey["dialect"] == "openai-responses" else OpenAIChatModel
    return kind(name, provider=OpenAIProvider(base_url=base + "/v1", api_key=key))


def server():
    if survey["url"]:
        return {"url": survey["url"], "transport": "http"}
    program, *arguments = survey["command"]
    return {"command": program, "args": arguments}


async def main():
    agent = Agent(model(), toolsets=[MCPToolset({"mcpServers": {"probe": server()}})])
    async with agent:
        answer = await agent.run(survey["prompt"], usage_limits=UsageLimits(request_limit=None))
        print(answer.output)


asyncio.run(main())
