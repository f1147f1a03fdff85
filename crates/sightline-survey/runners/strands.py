"""Asks a Strands agent to call every tool of the probe server."""
import json
import os

from strands import Agent
from strands.tools.mcp import MCPClient

survey = json.loads(os.environ["SURVEY"])
base, key, name = survey["base"], survey["key"], survey["model"]


def model():
    if survey["dialect"] == "anthropic-messages":
        from strands.models.anthropic import AnthropicModel
        return AnthropicModel(client_args={"base_url": base, "api_key": key}, model_id=name, max_tokens=4096)
    if survey["dialect"] == "gemini":
        from strands.models.gemini import GeminiModel
        return GeminiModel(client_args={"api_key": key, "http_options": {"base_url": base}}, model_id=name)
    from strands.models.openai import OpenAIModel
    return OpenAIModel(client_args={"base_url": base + "/v1", "api_key": key}, model_id=name)


def transport():
    if survey["url"]:
        try:
            from mcp.client.streamable_http import streamable_http_client as connect
        except ImportError:
            from mcp.client.streamable_http import streamablehttp_client as connect
        return connect(survey["url"])
    from mcp import StdioServerParameters, stdio_client
    program, *arguments = survey["command"]
    return stdio_client(StdioServerParameters(command=program, args=arguments))


client = MCPClient(transport)
with client:
    agent = Agent(model=model(), tools=client.list_tools_sync())
    print(agent(survey["prompt"]))
