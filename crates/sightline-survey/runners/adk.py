"""Asks an agent of the Agent Development Kit to call every tool of the probe server."""
import asyncio
import json
import os

from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import mcp_session_manager as connections
from google.adk.tools.mcp_tool import mcp_toolset
from google.genai import types

survey = json.loads(os.environ["SURVEY"])
program, *arguments = survey["command"]


def model():
    if survey["dialect"] == "gemini":
        return survey["model"]
    from google.adk.models.lite_llm import LiteLlm
    return LiteLlm(model="openai/" + survey["model"], api_base=survey["base"] + "/v1", api_key=survey["key"])


def connection():
    if survey["url"]:
        return connections.StreamableHTTPConnectionParams(url=survey["url"])
    from mcp import StdioServerParameters
    server = StdioServerParameters(command=program, args=arguments)
    return connections.StdioConnectionParams(server_params=server, timeout=30)


async def main():
    kind = getattr(mcp_toolset, "McpToolset", None) or mcp_toolset.MCPToolset
    tools = kind(connection_params=connection())
    agent = LlmAgent(model=model(), name="survey", instruction="Call tools.", tools=[tools])
    runner = InMemoryRunner(agent=agent, app_name="survey")
    session = await runner.session_service.create_session(app_name="survey", user_id="user")
    asked = types.Content(role="user", parts=[types.Part(text=survey["prompt"])])
    async for event in runner.run_async(user_id="user", session_id=session.id, new_message=asked):
        for part in (event.content and event.content.parts) or []:
            if part.text:
                print(part.text)
    await tools.close()


asyncio.run(main())
