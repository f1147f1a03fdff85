"""Asks a deep agent to call every tool of the probe server."""
import asyncio
import json
import os

from deepagents import create_deep_agent
from langchain_mcp_adapters.client import MultiServerMCPClient

survey = json.loads(os.environ["SURVEY"])
base, key, name = survey["base"], survey["key"], survey["model"]


def model():
    if survey["dialect"] == "anthropic-messages":
        from langchain_anthropic import ChatAnthropic
        return ChatAnthropic(model=name, base_url=base, api_key=key)
    from langchain_openai import ChatOpenAI
    responses = survey["dialect"] == "openai-responses"
    return ChatOpenAI(model=name, base_url=base + "/v1", api_key=key, use_responses_api=responses)


def server():
    if survey["url"]:
        return {"transport": "streamable_http", "url": survey["url"]}
    program, *arguments = survey["command"]
    return {"transport": "stdio", "command": program, "args": arguments}


async def main():
    tools = await MultiServerMCPClient({"probe": server()}).get_tools()
    agent = create_deep_agent(model=model(), tools=tools)
    asked = {"messages": [{"role": "user", "content": survey["prompt"]}]}
    answer = await agent.ainvoke(asked, {"recursion_limit": 1000})
    print(answer["messages"][-1].content)


asyncio.run(main())
