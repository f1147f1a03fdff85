"""Asks a crew of one agent to call every tool of the probe server, by either of two ways."""
import json
import os

from crewai import LLM, Agent, Crew, Task

survey = json.loads(os.environ["SURVEY"])
program, *arguments = survey["command"]
llm = LLM(model="openai/" + survey["model"], base_url=survey["base"] + "/v1", api_key=survey["key"])


def work(**tools):
    agent = Agent(role="caller", goal="call tools", backstory="none", llm=llm, verbose=False, max_iter=200, **tools)
    task = Task(description=survey["prompt"], expected_output="done", agent=agent)
    print(Crew(agents=[agent], tasks=[task], verbose=False).kickoff())


if os.environ["SURVEY_TOOLS"] == "adapter":
    from crewai_tools import MCPServerAdapter
    if survey["url"]:
        parameters = {"url": survey["url"], "transport": "streamable-http"}
    else:
        from mcp import StdioServerParameters
        parameters = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))
    with MCPServerAdapter(parameters) as tools:
        work(tools=list(tools))
else:
    from crewai.mcp import MCPServerHTTP, MCPServerStdio
    if survey["url"]:
        work(mcps=[MCPServerHTTP(url=survey["url"])])
    else:
        work(mcps=[MCPServerStdio(command=program, args=arguments)])
